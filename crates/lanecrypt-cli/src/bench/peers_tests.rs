//! Tests of every peer against known answers, and against lanecrypt on random bytes.

use lanecrypt::Backend;

use super::catalogue;
use crate::entry::{Buffers, Entry, Keys, ResultKind, Setting, Subject};
use crate::peers::{Peer, all};

/// Calls `check` for every operation of every peer in every setting.
fn subjects(
    batches: &[usize],
    mut check: impl FnMut(&dyn Peer, &'static Entry, Setting, Box<dyn Subject>),
) {
    for peer in all() {
        let mut operations = 0;
        for entry in catalogue::all() {
            for setting in settings(peer, entry, batches) {
                let subject = peer.prepare(entry.algorithm, entry.operation, &setting);
                if let Some(subject) = subject {
                    operations += 1;
                    check(peer, entry, setting, subject);
                }
            }
        }
        assert_ne!(operations, 0, "{} has no operation of the catalogue", peer.name());
    }
}

/// Every setting of an operation: without regard to backends, and at each one that the peer can be held
/// to.
fn settings(peer: &dyn Peer, entry: &Entry, batches: &[usize]) -> Vec<Setting> {
    let lower = Backend::available().filter(|&backend| peer.lowers(backend));
    let backends = [Backend::Portable].into_iter().chain(lower.filter(|b| *b != Backend::Portable));
    let kinds: &[Keys] =
        if entry.ready_keys { &[Keys::Fresh, Keys::Ready] } else { &[Keys::Fresh] };
    let of_backend = |backend: Backend| {
        batches.iter().flat_map(move |&batch| {
            kinds.iter().map(move |&keys| Setting { backend, variant: "auto", batch, keys })
        })
    };
    backends.flat_map(of_backend).collect()
}

/// A version of a peer that does not have an operation of another version says so. This names all of
/// them.
#[test]
fn what_versions_of_peers_lack_is_named() {
    for peer in all() {
        for entry in catalogue::all() {
            let Entry { algorithm, operation, .. } = entry;
            let Some(why) = peer.lacks(algorithm, operation) else { continue };
            let setting = settings(peer, entry, &[1])[0];
            assert!(peer.prepare(algorithm, operation, &setting).is_none());
            println!(
                "NOT RUN: {} {}, {algorithm}/{operation}: {why}.",
                peer.name(),
                peer.version()
            );
        }
    }
}

/// The messages.
fn plain(buffers: &Buffers) -> Vec<Vec<u8>> {
    buffers.result(ResultKind::Messages)
}

fn computed(entry: &Entry, subject: &dyn Subject, mut buffers: Buffers) -> Vec<Vec<u8>> {
    let mut calls = 0;
    subject.offer(&mut buffers, &mut |call| {
        call();
        calls += 1;
    });
    assert_eq!(calls, 1);
    buffers.result(entry.result)
}

#[test]
fn every_peer_gives_the_known_answers() {
    let mut wrong = Vec::new();
    subjects(&[1, 3], |peer, entry, setting, _| {
        let known = (entry.known)().expect("the project's files can be read");
        let mut checked = 0;
        for known in known.iter().filter(|known| known.bits % 8 == 0) {
            if !known.aad.is_empty() && !peer.takes_aad() {
                continue;
            }
            if peer.refuses(entry.algorithm, entry.operation, known.bits as usize / 8).is_some() {
                continue;
            }
            checked += 1;
            let buffers = known.buffers(entry.result, setting.batch);
            let expected = vec![known.result.clone(); setting.batch];
            // Each message needs its own subject, as each row has.
            let subject = peer.prepare(entry.algorithm, entry.operation, &setting);
            let made = subject.map(|s| computed(entry, s.as_ref(), buffers));
            if made != Some(expected) {
                wrong.push(describe(peer, entry, setting, 0));
            }
        }
        assert_ne!(checked, 0, "{}", describe(peer, entry, setting, 0));
    });
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_peer_computes_the_same_as_lanecrypt() {
    let mut wrong = Vec::new();
    subjects(&[1, 5, 40], |peer, entry, setting, _| {
        let sizes: &[usize] = match entry.granule {
            1 => &[1, 15, 16, 33, 255, 1500, 4097],
            granule => &[granule, 5 * granule, 64 * granule, 129 * granule],
        };
        for &size in sizes {
            assert_eq!(peer.refuses(entry.algorithm, entry.operation, size), None);
            let mut buffers = Buffers::random(&vec![size; setting.batch]);
            let mut expected = vec![Vec::new(); setting.batch];
            if entry.result == ResultKind::Opened {
                expected = plain(&buffers);
                // A message that the peer sealed itself, as in a measurement.
                let subject = peer.prepare(entry.algorithm, entry.operation, &setting);
                let opened = subject.map(|s| computed(entry, s.as_ref(), buffers.clone()));
                if opened.as_ref() != Some(&expected) {
                    wrong.push(describe(peer, entry, setting, size));
                }
                buffers = sealed_by_us(entry, &setting, buffers);
            } else {
                let reference = (entry.prepare)(&setting);
                expected.clone_from(&computed(entry, reference.as_ref(), buffers.clone()));
            }
            // Each size needs its own subject, as each row has.
            let subject = peer.prepare(entry.algorithm, entry.operation, &setting);
            let made = subject.map(|s| computed(entry, s.as_ref(), buffers.clone()));
            if made != Some(expected) {
                wrong.push(describe(peer, entry, setting, size));
            }
        }
    });
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_peer_opens_a_forgery() {
    subjects(&[2], |peer, entry, setting, subject| {
        if entry.result == ResultKind::Opened {
            let genuine = Buffers::random(&vec![100; setting.batch]);
            let mut sealed = sealed_by_us(entry, &setting, genuine.clone());
            sealed.tags[1][0] ^= 1;
            let opened = computed(entry, subject.as_ref(), sealed);
            let which = describe(peer, entry, setting, 100);
            assert_eq!(*opened[0], *genuine.messages[0], "{which}");
            assert_eq!(opened[1], [0; 100], "{which}");
        }
    });
}

/// A measured call opens the same messages again and again.
#[test]
fn every_peer_opens_a_message_again() {
    subjects(&[4], |peer, entry, setting, subject| {
        if entry.result == ResultKind::Opened {
            let mut buffers = Buffers::random(&[1504, 100, 64, 1]);
            let expected = plain(&buffers);
            subject.offer(&mut buffers, &mut |call| {
                call();
                call();
            });
            let which = describe(peer, entry, setting, 1504);
            assert_eq!(plain(&buffers), expected, "{which}");
        }
    });
}

/// Messages sealed by lanecrypt.
fn sealed_by_us(opening: &Entry, setting: &Setting, mut buffers: Buffers) -> Buffers {
    let name = match opening.operation {
        "decrypt" => "encrypt",
        other => other.trim_end_matches("-decrypt"),
    };
    let sealing = catalogue::find(opening.algorithm, name);
    let Some(sealing) = sealing else { unreachable!("{}/{name}", opening.algorithm) };
    (sealing.prepare)(setting).offer(&mut buffers, &mut |call| call());
    buffers.sealed = true;
    buffers
}

fn describe(peer: &dyn Peer, entry: &Entry, setting: Setting, size: usize) -> String {
    let Setting { backend, batch, keys, .. } = setting;
    let (name, version) = (peer.name(), peer.version());
    let Entry { algorithm, operation, .. } = entry;
    format!(
        "{name} {version}: {algorithm}/{operation}, {batch} of {size} bytes, keys {keys:?}, at {backend}"
    )
}

#[test]
fn versions_are_known() {
    for peer in all() {
        let (name, version) = (peer.name(), peer.version());
        assert_eq!(name.split(" + ").count(), version.split(" + ").count(), "{name} {version}");
        for version in version.split(" + ") {
            assert!(version.starts_with(|c: char| c.is_ascii_digit()), "{name} {version}");
        }
    }
}

/// Most peers take any length. A peer must tell which lengths it refuses.
#[test]
fn every_peer_says_what_it_refuses() {
    let mut wrong = Vec::new();
    subjects(&[1], |peer, entry, setting, _| {
        for size in [12 << 10, 96 << 10, 768 << 10] {
            if peer.refuses(entry.algorithm, entry.operation, size).is_some() {
                continue;
            }
            let buffers = Buffers::random(&vec![size; setting.batch]);
            let mut expected = plain(&buffers);
            if entry.result != ResultKind::Opened {
                let ours = (entry.prepare)(&Setting { backend: Backend::best(), ..setting });
                expected.clone_from(&computed(entry, ours.as_ref(), buffers.clone()));
            }
            let subject = peer.prepare(entry.algorithm, entry.operation, &setting);
            let made = subject.map(|s| computed(entry, s.as_ref(), buffers));
            if made != Some(expected) {
                wrong.push(describe(peer, entry, setting, size));
            }
        }
    });
    assert!(wrong.is_empty(), "{wrong:#?}");
}

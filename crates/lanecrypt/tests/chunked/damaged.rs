//! Messages that are not what was sealed.

use lanecrypt::block::{Aes128, Aes256};
use lanecrypt::chunked::{Cobblestone, Variant};
use lanecrypt::{Algorithm as _, Backend, Error};

use crate::{CHUNK, HEADER, SEALED, key, open, plaintext, seal};

#[test]
fn every_truncation() {
    let key = key::<Aes256>(Backend::best());
    let sealed = seal(&key, b"", &plaintext(2 * CHUNK + 40));
    for bytes in 0..sealed.len() {
        let error = open(&key, b"", &sealed[..bytes]).unwrap_err();
        let body = bytes.saturating_sub(HEADER);
        let number = (body / SEALED) as u64;
        let expected = match body % SEALED {
            _ if bytes < HEADER => Error::Truncated { chunk: 0 },
            0..16 => Error::Truncated { chunk: number },
            _ => Error::Chunk { number },
        };
        assert_eq!(error, expected, "{bytes} bytes");
    }
}

#[test]
fn an_end_that_is_cut_off_with_its_chunk() {
    // The empty last chunk of a message of full chunks.
    let key = key::<Aes128>(Backend::best());
    for chunks in [1, 16, 17] {
        let sealed = seal(&key, b"", &plaintext(chunks * CHUNK));
        let error = open(&key, b"", &sealed[..sealed.len() - 16]);
        assert_eq!(error, Err(Error::Truncated { chunk: chunks as u64 }));
    }
}

fn damage<C: Variant>(backend: Backend) {
    let key = key::<C>(backend);
    let sealed = seal(&key, b"context", &plaintext(18 * CHUNK + 100));
    let check = |name: &str, changed: &[u8], expected| {
        assert_eq!(open(&key, b"context", changed), Err(expected), "{backend}: {name}");
    };
    let chunk = |number: usize| HEADER + number * SEALED..HEADER + (number + 1) * SEALED;

    // Bits in the header, the ciphertext and the tag of chunks of every group, and in the last chunk.
    for at in [0, 23, 24, 55] {
        let mut changed = sealed.clone();
        changed[at] ^= 1 << (at % 8);
        check("header", &changed, Error::Commitment);
    }
    for number in [0, 1, 3, 15, 16, 17, 18] {
        let start = HEADER + number * SEALED;
        let end = (start + SEALED).min(sealed.len());
        for at in [start, start + 50, end - 16, end - 1] {
            let mut changed = sealed.clone();
            changed[at] ^= 0x80;
            check("bit", &changed, Error::Chunk { number: number as u64 });
        }
    }
    // Chunks exchanged, repeated, left out, inserted.
    let mut changed = sealed.clone();
    let (first, second) = changed.split_at_mut(chunk(5).start);
    first[chunk(2)].swap_with_slice(&mut second[..SEALED]);
    check("exchanged", &changed, Error::Chunk { number: 2 });
    let mut changed = sealed.clone();
    changed.copy_within(chunk(2), chunk(3).start);
    check("repeated", &changed, Error::Chunk { number: 3 });
    let changed = [&sealed[..chunk(4).start], &sealed[chunk(5).start..]].concat();
    check("left out", &changed, Error::Chunk { number: 4 });
    let changed = [&sealed[..chunk(4).start], &sealed[chunk(3).start..]].concat();
    check("inserted", &changed, Error::Chunk { number: 4 });
    // Bytes after the end, of every number that leads to another length of the last chunk or one chunk more.
    for more in [1, 16, SEALED - 117, SEALED, SEALED + 16] {
        let changed = [&sealed[..], &vec![0; more]].concat();
        check("trailing", &changed, Error::Chunk { number: 18 });
    }
    let changed = [&sealed[..], &vec![0; SEALED - 116]].concat();
    check("trailing to a full chunk", &changed, Error::Truncated { chunk: 19 });
    // A message after a message.
    check("twice", &[&sealed[..], &sealed].concat(), Error::Chunk { number: 18 });

    assert_eq!(open(&key, b"contexs", &sealed), Err(Error::Commitment));
    assert_eq!(open(&key, b"", &sealed), Err(Error::Commitment));
    let other = Cobblestone::<C>::with_backend(&vec![1; Cobblestone::<C>::KEY_BYTES], backend);
    assert_eq!(open(&other.unwrap(), b"context", &sealed), Err(Error::Commitment));
}

#[test]
fn on_every_backend() {
    for backend in Backend::available() {
        damage::<Aes128>(backend);
        damage::<Aes256>(backend);
    }
}

#[test]
fn what_is_before_the_damage_is_given_out_and_nothing_after_it() {
    let key = key::<Aes256>(Backend::best());
    let plaintext = plaintext(40 * CHUNK + 9);
    let sealed = seal(&key, b"", &plaintext);
    let (header, body) = sealed.split_first_chunk().unwrap();
    let message = key.message_of(header, b"").unwrap();
    for damaged in [0, 7, 16, 31, 39, 40] {
        let mut body = body.to_vec();
        body[damaged * SEALED] ^= 1;
        let mut room = vec![0xaa; plaintext.len()];
        let opened = message.open_end(0, &body, &mut room);
        assert_eq!(opened, Err(Error::Chunk { number: damaged as u64 }));
        assert!(room[..damaged * CHUNK] == plaintext[..damaged * CHUNK], "{damaged}");
        assert!(room[damaged * CHUNK..].iter().all(|&byte| byte == 0), "{damaged}");
    }
}

//! CMAC and PMAC in batches.

use lanecrypt::{Backend, Error, Status};

use crate::answers::aes_mac::MacCase;
use crate::block::{self, AesMac, Chained, Chaining, TagTask};
use crate::jobs::Jobs;
use crate::kat::batches::{self, COUNTS, MOST};
use crate::kat::mac_batch::{self, BatchMac, Tagged};
use crate::kat::place::accept;
use crate::kat::tally::Tally;

/// As many messages as the largest batch has, for every cipher. Their tags are computed one by one on
/// the portable backend.
pub(super) fn of_every_cipher(mac: AesMac) -> Vec<(&'static str, Vec<Tagged>)> {
    let all = |cipher: &'static Chained| (0..MOST).map(|at| random(mac, cipher, at)).collect();
    block::CHAINED.iter().map(|cipher| (cipher.name, all(cipher))).collect()
}

fn random(mac: AesMac, cipher: &Chained, number: usize) -> Tagged {
    let tagged = Tagged::random(number, cipher.key_bytes, 0);
    let key = accept((cipher.expand)(&tagged.key, Backend::Portable));
    let tag = key.tag(mac, &tagged.message).as_ref()[..4 + number % 13].to_vec();
    Tagged { tag, ..tagged }
}

impl BatchMac for MacCase {
    type Key = dyn Chaining;

    fn expand(&self, tagged: &Tagged, backend: Backend) -> Box<dyn Chaining> {
        let key = accept((self.chained.expand)(&tagged.key, backend));
        accept(key.with_tag_bytes(tagged.tag.len()))
    }

    fn compute<'a>(&self, tasks: Vec<TagTask<'a>>, backend: Backend) -> Box<dyn Jobs + 'a> {
        accept((self.chained.batch)(backend)).tags(self.mac, tasks)
    }

    fn verify<'a>(&self, tasks: Vec<TagTask<'a>>, backend: Backend) -> Box<dyn Jobs + 'a> {
        accept((self.chained.batch)(backend)).verify(self.mac, tasks)
    }
}

/// Checks batches of a case and other messages on a backend.
pub(super) fn check(message: &MacCase, others: &[Tagged], backend: Backend, tally: &mut Tally) {
    let own = Tagged {
        key: message.key.clone(),
        nonce: Vec::new(),
        message: message.message.clone(),
        tag: message.answer.bytes.clone(),
    };
    mac_batch::check(message, &message.answer, &own, others, &COUNTS, backend, tally);
    refused(message, backend, tally);
}

/// Checks that jobs which cannot be done are refused, and that the others are done.
fn refused(message: &MacCase, backend: Backend, tally: &mut Tally) {
    let MacCase { key, message: text, answer, .. } = message;
    let how = format_args!("a batch with jobs that cannot be done");
    let tasks = || {
        vec![
            TagTask::new(&key[1..], &[], text, 16),
            TagTask::new(&key[..], &[], text, answer.bytes.len()),
            TagTask::new(&key[..], &[], text, 3),
            TagTask::new(&key[..], &[], text, 17),
            TagTask::new(&key[..], &[], text, answer.bytes.len()).expecting(&answer.bytes),
        ]
    };
    let batch = accept((message.chained.batch)(backend));
    let outcomes = batches::run(batch.tags(message.mac, tasks()), answer, tally, how);
    let statuses: Vec<_> = outcomes.iter().map(|outcome| outcome.status).collect();
    let right = matches!(
        statuses[..],
        [
            Status::Failed(Error::KeyLength { .. }),
            Status::Done,
            Status::Failed(Error::TagLength { bytes: 3, .. }),
            Status::Failed(Error::TagLength { bytes: 17, .. }),
            Status::Failed(Error::WrongJob),
        ]
    ) && outcomes[1].tag_bytes() == answer.bytes;
    tally.holds(answer, how, right, "four refused, one done", || format!("{statuses:?}"));

    let outcomes = batches::run(batch.verify(message.mac, tasks()), answer, tally, how);
    let statuses: Vec<_> = outcomes.iter().map(|outcome| outcome.status).collect();
    let right = statuses[..4].iter().all(|status| *status == Status::Failed(Error::WrongJob))
        && statuses[4] == Status::Done;
    tally.holds(answer, how, right, "four refused, one done", || format!("{statuses:?}"));
}

//! AEGISMAC in batches.

use lanecrypt::{Backend, Error, Status};

use crate::aead::{AegisMacTask, MacKey};
use crate::answers::aegis_mac::AegisMacCase;
use crate::jobs::Jobs;
use crate::kat::batches;
use crate::kat::mac_batch::{self, BatchMac, Tagged};
use crate::kat::place::accept;
use crate::kat::tally::Tally;

/// The numbers of jobs.
const COUNTS: [usize; 5] = [1, 2, 5, 17, 40];

/// The most jobs.
const MOST: usize = COUNTS[COUNTS.len() - 1];

impl BatchMac for AegisMacCase {
    type Key = dyn MacKey;

    fn expand(&self, tagged: &Tagged, backend: Backend) -> Box<dyn MacKey> {
        self.expanded_key(&tagged.key, backend)
    }

    fn compute<'a>(&self, tasks: Vec<AegisMacTask<'a>>, backend: Backend) -> Box<dyn Jobs + 'a> {
        accept((self.mac.batch)(backend)).compute(tasks)
    }

    fn verify<'a>(&self, tasks: Vec<AegisMacTask<'a>>, backend: Backend) -> Box<dyn Jobs + 'a> {
        accept((self.mac.batch)(backend)).verify(tasks)
    }
}

/// A random message. Its tag is computed alone on the portable backend.
fn random(case: &AegisMacCase, number: usize) -> Tagged {
    let tagged = Tagged::random(number, case.mac.key_bytes, case.mac.key_bytes);
    let key = case.expanded_key(&tagged.key, Backend::Portable);
    let tag = accept(key.compute(&tagged.nonce, &tagged.message)).as_ref().to_vec();
    Tagged { tag, ..tagged }
}

/// Checks batches of a case and other messages on a backend.
pub(super) fn check(case: &AegisMacCase, backend: Backend, tally: &mut Tally) {
    let others: Vec<Tagged> = (0..MOST).map(|number| random(case, number)).collect();
    let own = Tagged {
        key: case.key.clone(),
        nonce: case.nonce.clone(),
        message: case.message.clone(),
        tag: case.answer.bytes.clone(),
    };
    mac_batch::check(case, &case.answer, &own, &others, &COUNTS, backend, tally);
    refused(case, backend, tally);
}

/// Checks that jobs which cannot be done are refused, and that the others are done.
fn refused(case: &AegisMacCase, backend: Backend, tally: &mut Tally) {
    let AegisMacCase { key, nonce, message, answer, tag_bytes, .. } = case;
    let how = format_args!("a batch with jobs that cannot be done");
    let tasks = vec![
        AegisMacTask::new(&key[1..], nonce, message, *tag_bytes),
        AegisMacTask::new(&key[..], nonce, message, *tag_bytes),
        AegisMacTask::new(&key[..], &nonce[1..], message, *tag_bytes),
        AegisMacTask::new(&key[..], nonce, message, 15),
        AegisMacTask::new(&key[..], nonce, message, *tag_bytes).expecting(&answer.bytes),
    ];
    let batch = accept((case.mac.batch)(backend));
    let outcomes = batches::run(batch.compute(tasks), answer, tally, how);
    let statuses: Vec<_> = outcomes.iter().map(|outcome| outcome.status).collect();
    let right = matches!(
        statuses[..],
        [
            Status::Failed(Error::KeyLength { .. }),
            Status::Done,
            Status::Failed(Error::NonceLength { .. }),
            Status::Failed(Error::TagLength { bytes: 15, .. }),
            Status::Failed(Error::WrongJob),
        ]
    ) && outcomes[1].tag_bytes() == answer.bytes;
    tally.holds(answer, how, right, "four refused, one done", || format!("{statuses:?}"));
}

//! CMAC: batches.

use super::side::{self, Chained};
use super::{BLOCK, RegisterKeyed};
use crate::batch::Status;
use crate::lanes::Cursors;
use crate::mode::batch::MacJob;
use crate::mode::cmac::last_block;
use crate::mode::held::but_last;
use crate::{Backend, Tag};

/// Authenticates every pending job.
pub(super) fn many<B: RegisterKeyed<KEYS>, const KEYS: usize>(
    backend: Backend,
    jobs: &mut [MacJob<'_>],
) {
    let jobs = jobs.iter_mut().filter(|job| job.status == Status::Pending).map(|job| {
        job.status = Status::Done;
        let (key, tag_bytes, tag) = (job.key, job.tag_bytes, &mut job.tag);
        let (whole, last) = but_last(job.message);
        Message { key, whole: Some(whole), last: Some(last), tag_bytes, tag }
    });
    side::run::<B, _, false, KEYS>(backend, jobs);
}

/// A message that is authenticated beside others.
struct Message<'d> {
    key: &'d [u8],
    /// Its blocks but the last, as long as they are not begun.
    whole: Option<&'d [u8]>,
    /// The last, likewise.
    last: Option<&'d [u8]>,
    tag_bytes: usize,
    tag: &'d mut Tag,
}

impl<'d> Chained<'d, false> for Message<'d> {
    const ZEROS: bool = true;

    fn key(&self) -> &'d [u8] {
        self.key
    }
    fn blocks(&self) -> u64 {
        self.whole.map_or(0, |whole| (whole.len() / BLOCK) as u64) + 1
    }
    fn start(&self) -> u128 {
        0
    }
    fn put<'c>(
        &mut self,
        cursors: &mut Cursors<'c, false>,
        place: usize,
        zeros: &[u8; BLOCK],
        tag: &[u8; BLOCK],
    ) -> bool
    where
        'd: 'c,
    {
        if let Some(whole) = self.whole.take()
            && !whole.is_empty()
        {
            cursors.put_input(place, whole);
            return true;
        }
        if let Some(last) = self.last.take() {
            cursors.put_block(place, last_block(zeros, last));
            return true;
        }
        *self.tag = Tag::new(&tag[..self.tag_bytes.min(BLOCK)]);
        false
    }
}

//! CMAC: batches.

use super::multibuffer::{self, Chained};
use super::{BLOCK, RegisterKey, RegisterKeyed};
use crate::batch::{Key, MacJob};
use crate::lanes::LanePointers;
use crate::mode::cmac::{LastBlock, but_last};
use crate::mode::{AesModes, Cmac};
use crate::{Backend, Mac, Tag};

/// Authenticates every pending job.
pub(super) fn many<B: AesModes + RegisterKeyed<KEYS>, const KEYS: usize>(
    backend: Backend,
    jobs: &mut [MacJob<'_, Cmac<B>>],
) {
    let jobs = jobs.iter_mut().filter(|job| job.is_pending()).map(|job| {
        let (whole, last) = but_last(job.message);
        let last = LastBlock::of_bytes(last);
        let blocks = MessageBlocks { first: None, whole: Some(whole), last: Some(last) };
        (job.key.map(|cmac| cmac.cipher.key()), blocks, job)
    });
    run::<B, _, KEYS>(backend, jobs);
}

/// The blocks of a message. Each part is taken when it begins.
pub(crate) struct MessageBlocks<'d> {
    /// The block that a header and the beginning of the message fill, if there is a header and it is
    /// not in the last block.
    pub(crate) first: Option<u128>,
    /// Whole blocks after it.
    pub(crate) whole: Option<&'d [u8]>,
    /// The last.
    pub(crate) last: Option<LastBlock>,
}

/// Authenticates messages, each with its own key, side by side.
pub(crate) fn run<'d, 'j: 'd, B, M, const KEYS: usize>(
    backend: Backend,
    messages: impl Iterator<
        Item = (Key<'d, RegisterKey<KEYS>>, MessageBlocks<'d>, &'d mut MacJob<'j, M>),
    >,
) where
    B: RegisterKeyed<KEYS>,
    M: Mac,
{
    let messages = messages.map(|(key, blocks, job)| Message { key, blocks, job });
    multibuffer::run::<B, _, false, KEYS>(backend, messages);
}

/// A message that is authenticated together with others.
struct Message<'d, 'j, M: Mac, const KEYS: usize> {
    key: Key<'d, RegisterKey<KEYS>>,
    blocks: MessageBlocks<'d>,
    job: &'d mut MacJob<'j, M>,
}

impl<'d, M: Mac, const KEYS: usize> Chained<'d, false, KEYS> for Message<'d, '_, M, KEYS> {
    const ZEROS: bool = true;

    fn key(&self) -> Key<'d, RegisterKey<KEYS>> {
        self.key
    }
    fn blocks(&self) -> u64 {
        let whole = self.blocks.whole.map_or(0, |whole| (whole.len() / BLOCK) as u64);
        u64::from(self.blocks.first.is_some()) + whole + 1
    }
    fn start(&self) -> u128 {
        0
    }
    fn put<'c>(
        &mut self,
        pointers: &mut LanePointers<'c, false>,
        place: usize,
        zeros: &[u8; BLOCK],
        tag: &[u8; BLOCK],
    ) -> bool
    where
        'd: 'c,
    {
        if let Some(first) = self.blocks.first.take() {
            pointers.put_block(place, first);
            return true;
        }
        if let Some(whole) = self.blocks.whole.take()
            && !whole.is_empty()
        {
            pointers.put_input(place, whole);
            return true;
        }
        if let Some(last) = self.blocks.last.take() {
            pointers.put_block(place, last.with_subkey(zeros));
            return true;
        }
        let tag_bytes = self.job.tag_length();
        self.job.finish(Tag::of_block(*tag, tag_bytes));
        false
    }
}

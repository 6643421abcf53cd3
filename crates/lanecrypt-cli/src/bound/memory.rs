//! The instructions that stored the bytes of memory, for chains.

use std::collections::HashMap;

/// For each byte, the index of the instruction that stored it. Zero for none.
#[derive(Default)]
pub(super) struct LastStores {
    pages: Vec<Box<[usize; PAGE]>>,
    of_address: HashMap<u64, usize>,
    /// The number and the index of the page that was used last.
    last: Option<(u64, usize)>,
}

/// The number of bytes in a page.
const PAGE: usize = 1 << 10;

impl LastStores {
    /// Calls a function for each of some bytes.
    pub(super) fn each(&mut self, address: u64, bytes: u64, mut call: impl FnMut(&mut usize)) {
        for address in (0..bytes).map(|byte| address.wrapping_add(byte)) {
            let number = address / PAGE as u64;
            let place = match self.last {
                Some((last, place)) if last == number => place,
                _ => {
                    let pages = &mut self.pages;
                    let place = *self.of_address.entry(number).or_insert_with(|| {
                        pages.push(Box::new([0; PAGE]));
                        pages.len() - 1
                    });
                    self.last = Some((number, place));
                    place
                }
            };
            call(&mut self.pages[place][address as usize % PAGE]);
        }
    }
}

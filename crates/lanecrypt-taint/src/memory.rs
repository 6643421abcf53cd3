//! Which bytes of memory are secret.

use std::collections::HashMap;

/// One bit for each byte of a page.
type Page = [u64; WORDS];

const PAGE: u64 = 4096;
const WORDS: usize = PAGE as usize / 64;

/// The number of pages that are found without the map.
const NEAR: usize = 256;

/// One bit for each byte of memory: set if the byte is secret.
pub(crate) struct Memory {
    pages: Vec<Page>,
    of_number: HashMap<u64, usize>,
    near: [(u64, usize); NEAR],
    /// The instructions that wrote secrets last, by the number of the word of eight bytes.
    writers: HashMap<u64, u64>,
}

/// The lowest bits.
pub(crate) const fn low(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

impl Memory {
    pub(crate) fn new() -> Self {
        Self {
            pages: Vec::new(),
            of_number: HashMap::new(),
            near: [(u64::MAX, 0); NEAR],
            writers: HashMap::new(),
        }
    }

    fn place(&mut self, number: u64) -> Option<usize> {
        let near = &mut self.near[number as usize % NEAR];
        if near.0 != number {
            *near = (number, *self.of_number.get(&number)?);
        }
        Some(near.1)
    }

    /// The bits of up to 64 bytes.
    pub(crate) fn read(&mut self, address: u64, bytes: u32) -> u64 {
        let offset = address % PAGE;
        let left = (PAGE - offset) as u32;
        if bytes > left {
            let first = self.read(address, left);
            return first | self.read(address.wrapping_add(u64::from(left)), bytes - left) << left;
        }
        let Some(place) = self.place(address / PAGE) else { return 0 };
        let page = &self.pages[place];
        let (word, bit) = ((offset / 64) as usize, offset % 64);
        let mut found = page[word] >> bit;
        if bit != 0 && word + 1 < WORDS {
            found |= page[word + 1] << (64 - bit);
        }
        found & low(bytes)
    }

    /// Sets the bits of up to 64 bytes.
    pub(crate) fn write(&mut self, address: u64, bytes: u32, secret: u64) {
        let offset = address % PAGE;
        let left = (PAGE - offset) as u32;
        if bytes > left {
            self.write(address, left, secret & low(left));
            self.write(address.wrapping_add(u64::from(left)), bytes - left, secret >> left);
            return;
        }
        let (number, secret) = (address / PAGE, secret & low(bytes));
        let place = match self.place(number) {
            Some(place) => place,
            None if secret == 0 => return,
            None => {
                self.pages.push([0; WORDS]);
                self.of_number.insert(number, self.pages.len() - 1);
                self.pages.len() - 1
            }
        };
        let page = &mut self.pages[place];
        let (word, bit) = ((offset / 64) as usize, offset % 64);
        page[word] = page[word] & !(low(bytes) << bit) | secret << bit;
        if bit != 0 && word + 1 < WORDS {
            page[word + 1] = page[word + 1] & !(low(bytes) >> (64 - bit)) | secret >> (64 - bit);
        }
    }

    /// Sets the bits of up to 64 bytes, which an instruction wrote.
    pub(crate) fn write_by(&mut self, writer: u64, address: u64, bytes: u32, secret: u64) {
        self.write(address, bytes, secret);
        if secret != 0 {
            for word in address / 8..=(address + u64::from(bytes) - 1) / 8 {
                self.writers.insert(word, writer);
            }
        }
    }

    /// The instruction that wrote a secret there last.
    pub(crate) fn writer(&self, address: u64) -> u64 {
        self.writers.get(&(address / 8)).copied().unwrap_or_default()
    }

    /// Sets all bits of a range.
    pub(crate) fn fill(&mut self, address: u64, bytes: u64, secret: bool) {
        let bits = if secret { u64::MAX } else { 0 };
        let mut done = 0;
        while done < bytes {
            let address = address.wrapping_add(done);
            // Whole pages that nothing was written to stay as they are.
            let page = PAGE - address % PAGE;
            if !secret && self.place(address / PAGE).is_none() {
                done += page;
                continue;
            }
            let part = (bytes - done).min(64).min(page);
            self.write(address, part as u32, bits);
            done += part;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_kept_across_words_and_pages() {
        for start in [0_u64, 1, 63, 64, 4000, 4064, 4065, 4095] {
            let mut memory = Memory::new();
            let address = 0x7fff_0000 + start;
            for bytes in [1_u32, 8, 31, 64] {
                memory.fill(address - 64, 256, true);
                assert_eq!(memory.read(address, bytes), low(bytes));
                let pattern = 0x5a5a_1234_9876_f00d & low(bytes);
                memory.write(address, bytes, pattern);
                assert_eq!(memory.read(address, bytes), pattern, "{start} {bytes}");
                assert_eq!(memory.read(address - 64, 64), u64::MAX);
                assert_eq!(memory.read(address + u64::from(bytes), 64), u64::MAX);
                memory.fill(address - 64, 256, false);
                assert_eq!(memory.read(address - 64, 64) | memory.read(address, 64), 0);
            }
        }
    }
}

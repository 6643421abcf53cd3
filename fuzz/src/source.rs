//! Where decisions and data come from: a generator with a seed, or the bytes that a fuzzer made up.

/// A source of numbers. The same seed, or the same bytes, give the same numbers.
#[derive(Debug)]
pub struct Source<'b> {
    /// Bytes of a fuzzer that are not used up yet.
    given: &'b [u8],
    state: u64,
}

impl Source<'static> {
    /// Numbers from a seed: SplitMix64.
    pub fn of_seed(seed: u64) -> Self {
        Self { given: &[], state: seed }
    }
}

impl<'b> Source<'b> {
    /// Decisions are taken from these bytes. Once they are used up, and for the contents of messages, numbers
    /// from a seed that depends on them follow.
    pub fn of_bytes(given: &'b [u8]) -> Self {
        let seed = given.iter().fold(given.len() as u64, |seed, byte| {
            (seed ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Self { given, state: seed }
    }

    /// A number for a decision.
    #[inline]
    pub fn number(&mut self) -> u64 {
        if let Some((first, rest)) = self.given.split_first_chunk::<4>() {
            self.given = rest;
            // Few bytes decide much; the rest of the number is spread from them.
            return u64::from(u32::from_le_bytes(*first)).wrapping_mul(0x9e37_79b9_0000_0001);
        }
        self.next()
    }

    /// Below a limit, which is not zero.
    #[inline]
    pub fn below(&mut self, limit: usize) -> usize {
        (((self.number() >> 32) * limit as u64) >> 32) as usize
    }

    /// Once in so many times.
    #[inline]
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of some values.
    #[inline]
    pub fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    /// Fills bytes.
    #[inline]
    pub fn fill(&mut self, bytes: &mut [u8]) {
        let (words, rest) = bytes.as_chunks_mut::<8>();
        for word in words {
            *word = self.next().to_le_bytes();
        }
        let last = self.next().to_le_bytes();
        rest.copy_from_slice(&last[..rest.len()]);
    }

    #[inline]
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }
}

/// A number of which every bit depends on every bit of another one.
#[inline]
pub fn mix(number: u64) -> u64 {
    let z = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

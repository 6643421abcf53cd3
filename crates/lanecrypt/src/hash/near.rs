//! POLYVAL of short messages with a product with Q after it, as 256-NIA4 to 256-NIA6 have it.
//!
//! The powers of a message's key stay in two registers, each times Q. So the hash of a message is one sum of products. No
//! powers are read from memory where they were just written at another offset: such a load waits for the cache.

use core::hint::black_box;

use super::BLOCK;
use super::columns::MOST_BLOCKS;
use super::polyval::{Products, multiply};
use crate::lanes::{AesBlocks, Blocks as _, Isa, Vector, unroll};

/// The powers of one message's key times Q, the highest first.
#[derive(Clone, Copy)]
pub(crate) struct Near<B> {
    powers: [B; 2],
    /// The number of the highest one.
    highest: usize,
}

/// The most blocks of a near message, given those of a register, which are several.
pub(crate) const fn most(register: usize) -> usize {
    2 * register
}

impl<B: AesBlocks> Near<B> {
    /// The most blocks of a message.
    const BLOCKS: usize = most(B::BLOCKS);

    /// Powers up to the one of this number.
    #[inline(always)]
    fn new(powers: [B; 2], highest: usize) -> Self {
        Self { powers, highest }
    }

    /// Of one key, for so many blocks.
    #[inline(always)]
    pub(crate) fn of_one(isa: B::Isa, h: One<B>, q: One<B>, blocks: usize) -> Self {
        let h = B::splat(isa, h.xor_all_block());
        let q = B::splat(isa, q.xor_all_block());
        let zero = B::zero(isa);
        let first = multiply(isa, h, q);
        if blocks <= 1 {
            return Self::new([first, zero], 1);
        }
        let square = multiply(isa, h, h);
        let second = multiply(isa, square, q);
        let mut low = first.previous_block(second);
        if blocks == 2 {
            return Self::new([low, zero], 2);
        }
        let mut step = square;
        if B::BLOCKS > 2 {
            low = low.previous_block(multiply(isa, square, first));
            if blocks == 3 {
                return Self::new([low, zero], 3);
            }
            low = low.previous_block(multiply(isa, square, second));
            if blocks == 4 {
                return Self::new([low, zero], 4);
            }
            step = multiply(isa, square, square);
        }
        Self::new([multiply(isa, low, step), low], Self::BLOCKS)
    }

    /// Of as many keys as a register has blocks, for texts of at most a register, or two if `long`.
    #[inline(always)]
    pub(crate) fn of_each(isa: B::Isa, h: B, q: B, long: bool) -> [Self; MOST_BLOCKS] {
        let highest = if long { Self::BLOCKS } else { B::BLOCKS };
        let mut near = [Self::new([B::zero(isa); 2], highest); MOST_BLOCKS];
        // Of the number that is its index and one.
        let mut powers = [B::zero(isa); 4];
        powers[0] = multiply(isa, h, q);
        let mut step = multiply(isa, h, h);
        powers[1] = multiply(isa, step, q);
        if B::BLOCKS > 2 {
            powers[2] = multiply(isa, step, powers[0]);
            powers[3] = multiply(isa, step, powers[1]);
        }
        if !long {
            Self::turn::<0>(isa, &powers, &mut near);
            return near;
        }
        Self::turn::<1>(isa, &powers, &mut near);
        if B::BLOCKS > 2 {
            step = multiply(isa, step, step);
        }
        unroll!(4, |k| if k < B::BLOCKS {
            powers[k] = multiply(isa, powers[k], step);
        });
        Self::turn::<0>(isa, &powers, &mut near);
        near
    }

    /// Makes registers of one message each.
    #[inline(always)]
    fn turn<const PLACE: usize>(isa: B::Isa, powers: &[B; 4], near: &mut [Self; MOST_BLOCKS]) {
        let mut square = [B::zero(isa); 4];
        unroll!(4, |k| if k < B::BLOCKS {
            square[k] = powers[(B::BLOCKS - 1 - k) % 4];
        });
        B::transpose(isa, &mut square);
        unroll!(4, |j| near[j].powers[PLACE] = square[j]);
    }

    /// The products of a text of two strings, each padded with zeros to whole blocks.
    #[inline(always)]
    pub(crate) fn products(self, isa: B::Isa, text: &[&[u8]; 2]) -> Products<B> {
        let mut products = Products::zero(isa);
        let mut after = text[1].len().div_ceil(BLOCK);
        // Their number is hidden: written out for both of them, the code would be twice as long.
        for data in black_box(&text[..]) {
            if !data.is_empty() {
                self.absorb(isa, &mut products, data, after);
            }
            after = 0;
        }
        products
    }

    /// Adds those of data that so many blocks come after.
    #[inline(always)]
    fn absorb(self, isa: B::Isa, products: &mut Products<B>, data: &[u8], after: usize) {
        let register = BLOCK * B::BLOCKS;
        let zero = B::zero(isa);
        let Self { powers: [mut first, mut second], highest } = self;
        // The first block meets the power of the number of blocks from it on.
        let mut over = highest.saturating_sub(data.len().div_ceil(BLOCK) + after);
        if over >= B::BLOCKS {
            (first, second) = (second, zero);
            over -= B::BLOCKS;
        }
        unroll!(4, |k| if k + 1 < B::BLOCKS && k < over {
            first = first.next_block(second);
            second = second.next_block(zero);
        });
        match data.split_at_checked(register) {
            Some((start, rest)) => {
                products.add(B::load(isa, start), first);
                if rest.len() == register {
                    products.add(B::load(isa, rest), second);
                } else if !rest.is_empty() {
                    products.add(B::load_part(isa, rest), second);
                }
            }
            None => products.add(B::load_part(isa, data), first),
        }
    }
}

/// A register of one block.
type One<B> = <<B as Vector>::Isa as Isa>::One;

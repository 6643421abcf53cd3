//! The first row of keystream of one message, of which hashes make their keys.

use core::marker::PhantomData;

use super::alone::Generator;
use crate::lanes::{Isa, Kernel, Kernels, Row, RowOrder, wipe_in_kernel};

/// The first 64 bytes of keystream of one message, for a caller whose stack is overwritten.
pub(crate) fn first_row<G: Generator, O: RowOrder>(kernels: &mut Kernels, setup: &G::Setup) -> Row {
    kernels.run(FirstRow::<G, O> { setup, order: PhantomData })
}

struct FirstRow<'a, G: Generator, O> {
    setup: &'a G::Setup,
    order: PhantomData<O>,
}

impl<G: Generator, O: RowOrder> Kernel for FirstRow<'_, G, O> {
    type Output = Row;
    type Class = G::Class;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Row {
        let mut rows = G::NO_ROWS;
        G::new(isa, self.setup).rows::<I, O>(isa, rows.as_mut(), 1);
        let row = rows.as_ref()[0];
        wipe_in_kernel(isa, &mut rows, G::NO_ROWS);
        row
    }
}

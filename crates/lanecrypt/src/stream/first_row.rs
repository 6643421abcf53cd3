//! The first row of keystream of one message, of which hashes make their keys.

use core::marker::PhantomData;

use super::alone::{Generator, MAX_ROWS};
use crate::Backend;
use crate::lanes::{Isa, Kernel, Row, RowOrder, dispatch, wipe_in_kernel};

/// The first 64 bytes of keystream of one message, for a caller who overwrites its stack.
pub(crate) fn first_row<G: Generator, O: RowOrder>(backend: Backend, setup: &G::Setup) -> Row {
    dispatch(backend, FirstRow::<G, O> { setup, order: PhantomData })
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
        let mut rows = [Row::ZERO; MAX_ROWS];
        G::new(isa, self.setup).rows::<I, O>(isa, &mut rows, 1);
        let row = rows[0];
        wipe_in_kernel(isa, &mut rows, [Row::ZERO; MAX_ROWS]);
        row
    }
}

//! Encryption in cohorts with keystream of which the algorithm takes the beginning as keys.

use super::Variant;
use super::batch::Zuc;
use super::setup::Loading;
use crate::Backend;
use crate::batch::Data;
use crate::lanes::{AsBytes, InOut, Isa, Kernels, Row};
use crate::stream::cohort::{CipherLane, Cohort, Loaded, MAX_LANES, Sink};

/// How many bytes of a row are keys; the message begins with the keystream behind them.
const KEYS: usize = 48;

/// Encrypts messages with the keystream that begins [`KEYS`] bytes into that of their keys, in cohorts, if the
/// variant has them. The first row of each is put into its row. Returns whether it did.
pub(crate) fn encrypt_behind<'j, J>(
    rows: &mut [Row],
    (backend, variant): (Backend, Variant),
    messages: &'j mut [J],
    load: impl Fn(&J, &mut Row) -> Loading,
    data: impl Fn(&'j mut J) -> Data<'j>,
) -> bool {
    let count = messages.len();
    let Some(lanes) = variant.resolve(backend, count).cohort(backend) else {
        return false;
    };
    let mut kernels = Kernels::on(backend);
    let mut loaded = Loaded::<MAX_LANES>::EMPTY;
    for (messages, rows) in messages.chunks_mut(lanes).zip(rows.chunks_mut(lanes)) {
        let mut sinks = const { [const { BehindLane::EMPTY }; MAX_LANES] };
        let mut cohort = Cohort::<Zuc, _>::new(&mut kernels, &mut loaded, &mut sinks);
        let used = messages.len();
        for (lane, (message, row)) in messages.iter_mut().zip(rows).enumerate() {
            cohort.load(lane, |row| load(message, row));
            cohort.sinks[lane].begin(row, data(message));
        }
        cohort.run(used);
        cohort.sinks[..used].iter_mut().for_each(BehindLane::finish);
    }
    true
}

/// A message whose first bytes wait for the end of the first row.
struct BehindLane<'a> {
    /// Where the first row is put.
    row: Option<&'a mut Row>,
    /// The bytes that the end of it is for.
    head: Option<InOut<'a>>,
    /// The bytes that rows from the second on are for.
    rest: CipherLane<'a>,
}

impl<'a> BehindLane<'a> {
    #[inline(always)]
    fn begin(&mut self, row: &'a mut Row, data: Data<'a>) {
        let bytes = data.len();
        let (head, rest) = data.split_at(bytes.min(64 - KEYS));
        self.row = Some(row);
        self.head = Some(head.into_in_out());
        let bits = 8 * rest.len() as u64;
        self.rest.begin(rest, bits, false);
    }

    #[inline(always)]
    fn finish(&mut self) {
        const { assert!(64 - KEYS == 16) };
        if let (Some(head), Some(row)) = (&mut self.head, &self.row) {
            head.xor_number(row.last_block());
        }
        self.rest.finish();
    }
}

impl Sink for BehindLane<'_> {
    type Order = AsBytes;
    const EMPTY: Self = Self { row: None, head: None, rest: CipherLane::EMPTY };

    #[inline(always)]
    fn words(&self) -> usize {
        16 + self.rest.words()
    }

    #[inline(always)]
    fn take_row<I: Isa>(&mut self, isa: I, number: usize, row: &Row) {
        match (number, &mut self.row) {
            (0, Some(to)) => **to = *row,
            (0 | usize::MAX, _) => {}
            _ => self.rest.take_row(isa, number - 1, row),
        }
    }
}

//! Encryption in cohorts with keystream of which the algorithm takes the beginning as keys.

use super::Variant;
use super::batch::Zuc;
use super::setup::Loading;
use crate::Backend;
use crate::batch::Data;
use crate::lanes::{AsBytes, Isa, Kernels, Row, wipe};
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
        let (mut heads, mut bodies) = ([const { None }; MAX_LANES], [const { None }; MAX_LANES]);
        let mut sinks = const { [const { BehindLane::EMPTY }; MAX_LANES] };
        let mut cohort = Cohort::<Zuc, _>::new(&mut kernels, &mut loaded, &mut sinks);
        let used = messages.len();
        let places = heads.iter_mut().zip(&mut bodies).enumerate();
        for (message, (lane, (head, body))) in messages.iter_mut().zip(places) {
            cohort.load(lane, |row| load(message, row));
            let data = data(message);
            let bytes = data.len();
            let (first, rest) = data.split_at(bytes.min(64 - KEYS));
            let rest = body.insert(rest);
            *head = Some(first);
            let bits = 8 * rest.len() as u64;
            cohort.sinks[lane].rest.begin(rest, bits, false);
        }
        cohort.run(used);
        for ((lane, head), to) in cohort.sinks.iter_mut().zip(&mut heads).zip(rows) {
            let Some(head) = head else { break };
            lane.rest.finish();
            *to = lane.first;
            let mut bytes = to.to_bytes();
            for (byte, key) in head.prepared().iter_mut().zip(&bytes[KEYS..]) {
                *byte ^= key;
            }
            wipe(&mut bytes, [0; 64]);
        }
    }
    true
}

/// A message whose first bytes wait for the end of the first row. Wiped when dropped.
struct BehindLane<'a> {
    first: Row,
    /// The bytes that rows from the second on are for.
    rest: CipherLane<'a>,
}

impl Drop for BehindLane<'_> {
    fn drop(&mut self) {
        wipe(&mut self.first, Row::ZERO);
    }
}

impl Sink for BehindLane<'_> {
    type Order = AsBytes;
    const EMPTY: Self = Self { first: Row::ZERO, rest: CipherLane::EMPTY };

    #[inline(always)]
    fn words(&self) -> usize {
        16 + self.rest.words()
    }

    #[inline(always)]
    fn take_row<I: Isa>(&mut self, isa: I, number: usize, row: &Row) {
        match number {
            0 => self.first = *row,
            usize::MAX => {}
            _ => self.rest.take_row(isa, number - 1, row),
        }
    }
}

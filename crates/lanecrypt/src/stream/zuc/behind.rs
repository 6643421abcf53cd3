//! Encryption in cohorts with keystream of which the algorithm takes the beginning as keys.

use super::Variant;
use super::batch::Zuc;
use super::setup::Loading;
use crate::Backend;
use crate::batch::Data;
use crate::lanes::{Kernels, Row};
use crate::stream::cohort::{CipherLane, Cohort, Loaded, MAX_LANES, Sink as _};

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
    const { assert!(64 - KEYS == 16) };
    let mut kernels = Kernels::on(backend);
    let mut loaded = Loaded::<MAX_LANES>::EMPTY;
    for (messages, rows) in messages.chunks_mut(lanes).zip(rows.chunks_mut(lanes)) {
        // The beginnings of the messages, which wait for the ends of the first rows.
        let mut heads = [const { None }; MAX_LANES];
        {
            let mut sinks = const { [const { CipherLane::EMPTY }; MAX_LANES] };
            let mut cohort = Cohort::<Zuc, _>::new(&mut kernels, &mut loaded, &mut sinks);
            let used = messages.len();
            let places = messages.iter_mut().zip(&mut *rows).zip(&mut heads);
            for (lane, ((message, row), head)) in places.enumerate() {
                cohort.load(lane, |row| load(message, row));
                let data = data(message);
                let bytes = data.len().min(64 - KEYS);
                let (first, rest) = data.split_at(bytes);
                *head = Some(first.into_in_out());
                cohort.sinks[lane].begin_behind(row, rest);
            }
            cohort.run(used);
            cohort.sinks[..used].iter_mut().for_each(CipherLane::finish);
        }
        for (head, row) in heads.iter_mut().flatten().zip(rows) {
            head.xor_number(row.last_block());
        }
    }
    true
}

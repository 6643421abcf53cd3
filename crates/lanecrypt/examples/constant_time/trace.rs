//! Runs that are compared: each draws other secrets, and the plug-in of QEMU in `crates/lanecrypt-taint/trace` records
//! which instructions it executes and which addresses it reads and writes. That must be the same in all runs.

use std::sync::atomic::{AtomicU64, Ordering};

/// The state of the generator of secrets. Zero if this is no such run.
static STATE: AtomicU64 = AtomicU64::new(0);

/// From now on, secrets are those of the run of this number.
pub(crate) fn begin(run: u64) {
    STATE.store(run.wrapping_add(1).wrapping_mul(0xd134_2543_de82_ef95) | 1, Ordering::Relaxed);
}

pub(crate) fn is_running() -> bool {
    STATE.load(Ordering::Relaxed) != 0
}

/// Replaces bytes by secret ones of this run. Bytes of other runs stay as they are.
pub(crate) fn draw(bytes: &mut [u8]) {
    if !is_running() {
        return;
    }
    for bytes in bytes.chunks_mut(8) {
        // SplitMix64 (Steele, Lea, Flood, 2014).
        let state = STATE.load(Ordering::Relaxed).wrapping_add(0x9e37_79b9_7f4a_7c15);
        STATE.store(state, Ordering::Relaxed);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bytes.copy_from_slice(&(mixed ^ mixed >> 31).to_le_bytes()[..bytes.len()]);
    }
}

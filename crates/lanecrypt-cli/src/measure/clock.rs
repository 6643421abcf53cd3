//! The frequency of the core at this moment, from a chain of dependent additions.
//!
//! An addition of two registers takes one cycle on every core of the last decades, and each of a
//! chain waits for the one before it; so the time of a chain of known length is a number of
//! cycles. Unlike the time-stamp counter, this follows the frequency that the core really runs
//! at, and needs no rights.

use std::time::Instant;

/// Additions in one turn of the loop. The loop's own counter runs beside the chain.
const UNROLLED: u64 = 32;

/// Turns of one reading: some 15 microseconds, short enough that most readings are not
/// interrupted.
const TURNS: u64 = 2_000;

/// Readings of which the fastest counts: an interruption can only make one slower.
const READINGS: usize = 3;

/// The frequency in GHz, that is, cycles per nanosecond; `None` on a processor for which there is
/// no chain.
pub(crate) fn gigahertz() -> Option<f64> {
    let mut fastest = None::<f64>;
    for _ in 0..READINGS {
        let start = Instant::now();
        if !chain(TURNS) {
            return None;
        }
        let nanoseconds = start.elapsed().as_nanos().max(1) as f64;
        let frequency = (TURNS * UNROLLED) as f64 / nanoseconds;
        fastest = Some(fastest.map_or(frequency, |best| best.max(frequency)));
    }
    fastest
}

/// Runs `turns` times 32 additions, each of which needs the result of the one before it.
#[cfg(target_arch = "x86_64")]
fn chain(turns: u64) -> bool {
    // The summand is in a register: newer cores fold the addition of a small constant into
    // renaming, where it takes no time.
    //
    // SAFETY: changes the two registers that it names and the flags, nothing else.
    unsafe {
        std::arch::asm!(
            "2:",
            ".rept 32",
            "add {sum}, {summand}",
            ".endr",
            "dec {turns}",
            "jnz 2b",
            sum = inout(reg) 1_u64 => _,
            summand = in(reg) 3_u64,
            turns = inout(reg) turns => _,
            options(nomem, nostack),
        );
    }
    true
}

/// Runs `turns` times 32 additions, each of which needs the result of the one before it.
#[cfg(target_arch = "aarch64")]
fn chain(turns: u64) -> bool {
    // SAFETY: changes the two registers that it names and the flags, nothing else.
    unsafe {
        std::arch::asm!(
            "2:",
            ".rept 32",
            "add {sum}, {sum}, {summand}",
            ".endr",
            "subs {turns}, {turns}, #1",
            "b.ne 2b",
            sum = inout(reg) 1_u64 => _,
            summand = in(reg) 3_u64,
            turns = inout(reg) turns => _,
            options(nomem, nostack),
        );
    }
    true
}

/// There is no chain for this processor.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn chain(_turns: u64) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_that_of_a_processor() {
        match gigahertz() {
            Some(frequency) => assert!((0.1..10.0).contains(&frequency), "{frequency} GHz"),
            None => assert!(!chain(1)),
        }
    }
}

//! The current frequency of the core, from a chain of dependent additions.
//!
//! An addition of two registers takes one cycle on every core of the last decades. In a chain, each
//! addition waits for the one before it. Therefore the length of a chain is its time in cycles. Unlike
//! the time-stamp counter, this follows the real frequency of the core. It needs no privileges.

use std::time::Instant;

/// Additions in one turn of the loop. The counter of the loop runs in parallel with the chain.
const UNROLLED: u64 = 32;

/// Turns of the loop in one reading, about 15 microseconds. Most readings are not interrupted.
const TURNS: u64 = 2_000;

/// The number of readings. The fastest one counts, because an interruption only makes a reading slower.
const READINGS: usize = 3;

/// The frequency in GHz, which is cycles per nanosecond. None on processors without a chain here.
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
    // The summand is in a register. Newer cores add a small constant while they rename registers, which
    // takes no time.
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

/// This processor has no chain.
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

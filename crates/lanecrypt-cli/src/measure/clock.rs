//! The current frequency of the core, from a chain of dependent additions.
//!
//! An addition of two registers takes one cycle on every core of the last decades. In a chain, each
//! addition waits for the one before it. Therefore the length of a chain is its time in cycles. Unlike
//! the time-stamp counter, this follows the real frequency of the core. It needs no privileges.
//!
//! [`ticks`] times one short call. There, the counter is enough: only calls that were timed at random among
//! each other are compared, and a change of the frequency affects all of them.

use std::time::Instant;

/// Additions in one turn of the loop. The counter of the loop runs in parallel with the chain.
const UNROLLED: u64 = 32;

/// Turns of the loop in one reading, about 15 microseconds. Most readings are not interrupted.
const TURNS: u64 = 2_000;

/// What [`ticks`] counts, in words.
pub(crate) const TICKS: &str = if cfg!(target_arch = "x86_64") {
    "ticks of the time-stamp counter, with fences around each reading"
} else {
    "nanoseconds of the clock of the system"
};

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

/// The time of one call, in the units that [`TICKS`] names.
pub(crate) fn ticks(call: &mut dyn FnMut()) -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        let start = time_stamp();
        call();
        time_stamp().wrapping_sub(start)
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let start = Instant::now();
        call();
        start.elapsed().as_nanos() as u64
    }
}

/// The time-stamp counter. It is read when everything before has ended and before anything after begins.
#[cfg(target_arch = "x86_64")]
fn time_stamp() -> u64 {
    let (low, high): (u64, u64);
    // SAFETY: changes the two registers that it names, nothing else. SSE2, which has the fence, is part of
    // x86-64.
    unsafe {
        std::arch::asm!(
            "lfence",
            "rdtsc",
            "lfence",
            out("rax") low,
            out("rdx") high,
            options(nostack, preserves_flags),
        );
    }
    high << 32 | low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_calls_have_more_ticks() {
        if !chain(1) {
            return;
        }
        let of = |turns| (0..50).map(|_| ticks(&mut || assert!(chain(turns)))).min();
        let (long, short) = (of(2_000), of(20));
        assert!(long > short, "{long:?} {short:?}");
    }

    #[test]
    fn the_clock_is_that_of_a_processor() {
        match gigahertz() {
            Some(frequency) => assert!((0.1..10.0).contains(&frequency), "{frequency} GHz"),
            None => assert!(!chain(1)),
        }
    }
}

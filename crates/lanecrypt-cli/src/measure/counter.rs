//! The cycle counter of the processor, if the system lets a program read it.

#[cfg(target_os = "linux")]
use perf_event::{Builder, events::Hardware};

/// Counts the cycles of this thread in user mode.
pub(super) struct CycleCounter {
    #[cfg(target_os = "linux")]
    counter: perf_event::Counter,
}

impl CycleCounter {
    /// A counter. None if the processor has none or the system refuses it, as virtual machines and strict
    /// settings (`kernel.perf_event_paranoid`) do.
    pub(super) fn new() -> Option<Self> {
        #[cfg(target_os = "linux")]
        return Some(Self { counter: Builder::new(Hardware::CPU_CYCLES).build().ok()? });
        #[cfg(not(target_os = "linux"))]
        return None;
    }

    /// Starts to count from zero.
    pub(super) fn start(&mut self) {
        #[cfg(target_os = "linux")]
        // A counter that cannot be started cannot be read either.
        let _ = self.counter.reset().and_then(|()| self.counter.enable());
    }

    /// Stops and returns the number of cycles. None if nothing was counted.
    pub(super) fn stop(&mut self) -> Option<u64> {
        #[cfg(target_os = "linux")]
        {
            self.counter.disable().ok()?;
            self.counter.read().ok().filter(|&cycles| cycles > 0)
        }
        #[cfg(not(target_os = "linux"))]
        None
    }
}

/// The source of cycle counts here, in words.
pub(crate) fn source() -> &'static str {
    match CycleCounter::new() {
        Some(_) => "counted by the processor, for this thread in user mode (perf_event)",
        None => {
            "computed from a clock that is read next to every sample, by a chain of dependent additions"
        }
    }
}

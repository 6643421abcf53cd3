//! The processor's own count of cycles, where the system lets a program read it.

#[cfg(target_os = "linux")]
use perf_event::{Builder, events::Hardware};

/// Counts the cycles that this thread runs, in user mode.
pub(super) struct Counter {
    #[cfg(target_os = "linux")]
    counter: perf_event::Counter,
}

impl Counter {
    /// A counter, if the processor has one and the system hands it out: virtual machines and
    /// strict settings (`kernel.perf_event_paranoid`) do not.
    pub(super) fn new() -> Option<Self> {
        #[cfg(target_os = "linux")]
        return Some(Self { counter: Builder::new(Hardware::CPU_CYCLES).build().ok()? });
        #[cfg(not(target_os = "linux"))]
        return None;
    }

    /// Begins at zero.
    pub(super) fn start(&mut self) {
        #[cfg(target_os = "linux")]
        // A counter that cannot be started is one that cannot be read either.
        let _ = self.counter.reset().and_then(|()| self.counter.enable());
    }

    /// What was counted since; nothing if it was not.
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

/// What cycles are counted by here.
pub(crate) fn source() -> &'static str {
    match Counter::new() {
        Some(_) => "perf_event: the processor's count of the thread's cycles in user mode",
        None => "a clock read beside every sample, from a chain of dependent additions",
    }
}

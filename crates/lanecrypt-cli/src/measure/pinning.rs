//! Binds threads to processors, so that no thread moves during a sample.

#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The processors that this process may use. Empty if the system does not report them.
pub(crate) fn processors() -> Vec<usize> {
    #[cfg(target_os = "linux")]
    if let Ok(allowed) = sched_getaffinity(None) {
        return (0..CpuSet::MAX_CPU).filter(|&processor| allowed.is_set(processor)).collect();
    }
    Vec::new()
}

/// Binds this thread to a processor. Returns whether that was allowed.
pub(crate) fn pin(processor: usize) -> bool {
    #[cfg(target_os = "linux")]
    {
        let mut only = CpuSet::new();
        only.set(processor);
        sched_setaffinity(None, &only).is_ok()
    }
    #[cfg(not(target_os = "linux"))]
    false
}

/// The number of readings of the clock for each processor.
const READINGS: usize = 20;

/// The processors, the idlest first: the one on which a chain of additions just ran fastest.
pub(crate) fn by_idleness() -> Vec<usize> {
    let mut processors: Vec<(f64, usize)> = Vec::new();
    for processor in processors_to_try() {
        pin(processor);
        let readings = (0..READINGS).filter_map(|_| super::clock::gigahertz());
        let median = super::statistics::Quartiles::of(readings).map_or(0.0, |clock| clock.median);
        processors.push((median, processor));
    }
    processors.sort_by(|a, b| b.0.total_cmp(&a.0));
    processors.into_iter().map(|(_, processor)| processor).collect()
}

/// The processors to try: those that this process may use, at most 64.
fn processors_to_try() -> Vec<usize> {
    processors().into_iter().take(64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_thread_can_be_bound_to_a_processor_that_it_may_use() {
        let before = processors();
        std::thread::spawn(move || {
            let chosen = by_idleness();
            assert_eq!(chosen.len(), before.len().min(64));
            assert!(pin(chosen[0]));
            assert_eq!(processors(), [chosen[0]]);
            assert!(!pin(CpuSet::MAX_CPU - 1) || before.contains(&(CpuSet::MAX_CPU - 1)));
        })
        .join()
        .unwrap_or_else(|_| panic!("the thread failed"));
    }
}

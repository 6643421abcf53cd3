//! This machine: its processor, its system, and the instruction sets of its processor.

use std::thread::available_parallelism;
use std::time::Duration;

use lanecrypt::Backend;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::output::Output;

/// The description of a machine in documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Machine {
    /// The name of the processor, as it reports it.
    pub(crate) processor: String,
    /// Family, model and stepping, if the processor has them: processors with one name can have different
    /// cores.
    pub(crate) core: Option<String>,
    /// `x86_64`, `aarch64`, ...
    pub(crate) architecture: String,
    /// `linux`, `macos`, `windows`, ...
    pub(crate) system: String,
    /// The number of processors that this process may use.
    pub(crate) logical_processors: usize,
    /// The backends that the processor has, narrowest first.
    pub(crate) backends: Vec<String>,
    /// The data caches of the first processor, if the system reports them.
    pub(crate) caches: Vec<Cache>,
}

/// A data cache.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Cache {
    /// The level: 1 is next to the core.
    pub(crate) level: u32,
    /// The size in bytes.
    pub(crate) bytes: usize,
}

impl Machine {
    /// The machine that this program runs on.
    pub(crate) fn this() -> Self {
        Self {
            processor: processor(),
            core: core(),
            architecture: std::env::consts::ARCH.to_owned(),
            system: std::env::consts::OS.to_owned(),
            logical_processors: available_parallelism().map_or(1, |count| count.get()),
            backends: Backend::available().map(|backend| backend.name().to_owned()).collect(),
            caches: caches(),
        }
    }
}

/// Prints this program, its compiler and the machine.
pub(crate) fn print(out: &mut Output) -> Result<(), Failure> {
    let Machine { processor, architecture, system, .. } = Machine::this();
    out.line(format!(
        "lanecrypt {}, {}, {processor} ({architecture}, {system})",
        env!("CARGO_PKG_VERSION"),
        env!("LANECRYPT_COMPILER")
    ))
}

/// The data caches of the first processor. Empty if the system does not report them.
pub(crate) fn caches() -> Vec<Cache> {
    let cache = |index: u32| {
        let directory = format!("/sys/devices/system/cpu/cpu0/cache/index{index}");
        let field = |name: &str| std::fs::read_to_string(format!("{directory}/{name}")).ok();
        if field("type")?.trim() == "Instruction" {
            return None;
        }
        let size = field("size")?;
        let kibibytes: usize = size.trim().strip_suffix('K')?.parse().ok()?;
        Some(Cache { level: field("level")?.trim().parse().ok()?, bytes: kibibytes << 10 })
    };
    (0..8).filter_map(cache).collect()
}

/// Family, model and stepping from CPUID.
#[cfg(all(target_arch = "x86_64", not(miri)))]
fn core() -> Option<String> {
    let signature = std::arch::x86_64::__cpuid(1).eax;
    let field = |shift: u32, bits: u32| signature >> shift & ((1 << bits) - 1);
    let family = field(8, 4) + if field(8, 4) == 15 { field(20, 8) } else { 0 };
    let model = field(4, 4) | field(16, 4) << 4;
    Some(format!("family {family}, model {model}, stepping {}", field(0, 4)))
}

/// Other processors have no such numbers.
#[cfg(not(all(target_arch = "x86_64", not(miri))))]
fn core() -> Option<String> {
    None
}

/// The name of the processor, as it or the system reports it.
fn processor() -> String {
    let name = brand().or_else(from_system).unwrap_or_else(|| "unknown".to_owned());
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The brand string of CPUID: three leaves of sixteen characters.
#[cfg(all(target_arch = "x86_64", not(miri)))]
fn brand() -> Option<String> {
    use std::arch::x86_64::__cpuid;
    const FIRST: u32 = 0x8000_0002;
    if __cpuid(0x8000_0000).eax < FIRST + 2 {
        return None;
    }
    let bytes: Vec<u8> = (FIRST..FIRST + 3)
        .map(__cpuid)
        .flat_map(|leaf| [leaf.eax, leaf.ebx, leaf.ecx, leaf.edx])
        .flat_map(u32::to_le_bytes)
        .take_while(|&byte| byte != 0)
        .collect();
    let name = String::from_utf8_lossy(&bytes).trim().to_owned();
    (!name.is_empty()).then_some(name)
}

/// Other processors have no brand string.
#[cfg(not(all(target_arch = "x86_64", not(miri))))]
fn brand() -> Option<String> {
    None
}

/// The first line of `/proc/cpuinfo` that looks like a name, or the model of the board.
fn from_system() -> Option<String> {
    let named = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        text.lines()
            .filter_map(|line| line.split_once(':'))
            .find(|(field, _)| matches!(field.trim(), "model name" | "Hardware" | "Processor"))
            .map(|(_, value)| value.trim().to_owned())
    });
    let board = || {
        let text = std::fs::read_to_string("/proc/device-tree/model").ok()?;
        Some(text.trim_end_matches('\0').to_owned())
    };
    named.or_else(board)
}

/// The available memory in bytes, if the system reports it: free memory, within the limit of the control
/// group.
pub(crate) fn available_memory() -> Option<u64> {
    let number =
        |path: &str| -> Option<u64> { std::fs::read_to_string(path).ok()?.trim().parse().ok() };
    let free = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kibibytes << 10)
    });
    let group = || {
        let most = number("/sys/fs/cgroup/memory.max")?;
        Some(most.saturating_sub(number("/sys/fs/cgroup/memory.current")?))
    };
    free.into_iter().chain(group()).min()
}

/// The time that this thread was ready to run but waited for a processor, if the system reports it.
pub(crate) fn waited() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

/// The instruction sets that a backend requires and this processor lacks. For a backend of another
/// architecture, that architecture.
pub(crate) fn missing(backend: Backend) -> Vec<&'static str> {
    if backend.is_available() {
        return Vec::new();
    }
    if !is_of_this_architecture(backend) {
        return vec![if backend == Backend::Neon { "AArch64" } else { "x86-64" }];
    }
    features(backend).into_iter().filter(|(_, has)| !has).map(|(name, _)| name).collect()
}

/// Whether a backend exists for the architecture of this processor.
pub(crate) fn is_of_this_architecture(backend: Backend) -> bool {
    match backend {
        Backend::Portable => true,
        Backend::Neon => cfg!(target_arch = "aarch64"),
        _ => cfg!(target_arch = "x86_64"),
    }
}

/// The instruction sets that a backend requires, and whether the processor has them.
#[cfg(target_arch = "x86_64")]
fn features(backend: Backend) -> Vec<(&'static str, bool)> {
    use std::arch::is_x86_feature_detected as has;
    let mut features = Vec::new();
    if backend >= Backend::Sse {
        features.extend([
            ("SSSE3", has!("ssse3")),
            ("SSE4.1", has!("sse4.1")),
            ("AES-NI", has!("aes")),
            ("PCLMULQDQ", has!("pclmulqdq")),
        ]);
    }
    if backend >= Backend::Avx2 {
        features.extend([("AVX2", has!("avx2")), ("BMI1", has!("bmi1")), ("BMI2", has!("bmi2"))]);
    }
    if backend >= Backend::Avx2Vaes {
        features.extend([("VAES", has!("vaes")), ("VPCLMULQDQ", has!("vpclmulqdq"))]);
    }
    if backend >= Backend::Avx2Gfni {
        features.push(("GFNI", has!("gfni")));
    }
    if backend >= Backend::Avx512 {
        features.extend([
            ("AVX-512F", has!("avx512f")),
            ("AVX-512BW", has!("avx512bw")),
            ("AVX-512VL", has!("avx512vl")),
            ("AVX-512DQ", has!("avx512dq")),
            ("AVX-512VBMI", has!("avx512vbmi")),
            ("AVX-512VBMI2", has!("avx512vbmi2")),
            ("AVX-512IFMA", has!("avx512ifma")),
        ]);
    }
    features
}

/// The instruction sets that a backend requires, and whether the processor has them.
#[cfg(target_arch = "aarch64")]
fn features(_backend: Backend) -> Vec<(&'static str, bool)> {
    use std::arch::is_aarch64_feature_detected as has;
    vec![("AES", has!("aes")), ("PMULL", has!("pmull"))]
}

/// Other processors have the portable backend only.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn features(_backend: Backend) -> Vec<(&'static str, bool)> {
    Vec::new()
}

//! A decoded instruction: its kind, and what it reads and writes.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use iced_x86::{
    ConditionCode, Decoder, DecoderOptions, Instruction, InstructionInfoFactory, Mnemonic,
    OpAccess, OpKind, Register, UsedMemory,
};

use super::kind::{self, Kind, Sort};
use super::step::Step;
use super::why::Why;
use crate::measure::instructions::Width;

/// The number of places that hold values: 16 ordinary registers, 32 vector registers, 8 mask registers
/// and 6 flags.
pub(super) const PLACES: usize = 16 + 32 + 8 + 6;

/// The first vector register, mask register and flag among the places.
const VECTORS: usize = 16;
const MASKS: usize = VECTORS + 32;
const FLAGS: usize = MASKS + 8;

/// A decoded instruction.
#[derive(Debug)]
pub(super) struct Decoded {
    /// The length in bytes.
    pub(super) bytes: u64,
    pub(super) sort: Sort,
    /// The places in memory that it reads and writes.
    pub(super) loads: Vec<MemoryPlace>,
    pub(super) stores: Vec<MemoryPlace>,
    /// The registers of its addresses.
    pub(super) addresses: Vec<usize>,
    /// The registers and flags that its results depend on.
    pub(super) sources: Vec<usize>,
    /// The registers and flags that it writes.
    pub(super) results: Vec<usize>,
    /// Whether it takes no time: moves, and sums with constants, which newer cores compute while they
    /// rename registers.
    pub(super) at_once: bool,
    /// Whether it is a conditional jump.
    pub(super) jumps_if: bool,
    /// Whether it takes no slot of its own if a conditional jump follows.
    pub(super) joins_jump: bool,
    /// Whether it writes only flags.
    pub(super) compares: bool,
    /// Whether it repeats itself as often as rcx says.
    pub(super) repeats: bool,
}

/// A place in memory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct MemoryPlace {
    base: Option<usize>,
    index: Option<usize>,
    scale: u64,
    displacement: u64,
    /// Whether it is in the memory of the thread.
    of_thread: bool,
    /// The length in bytes.
    pub(super) bytes: u64,
    /// The registers that it is loaded into or stored from.
    pub(super) width: Width,
}

/// A bit that keeps addresses of thread memory apart from all others.
const OF_THREAD: u64 = 1 << 63;

impl MemoryPlace {
    /// The address.
    pub(super) fn address(&self, step: &Step) -> u64 {
        let of = |register: Option<usize>| register.map_or(0, |number| step.registers[number]);
        let address = of(self.base)
            .wrapping_add(of(self.index).wrapping_mul(self.scale))
            .wrapping_add(self.displacement);
        if self.of_thread { address ^ OF_THREAD } else { address }
    }
}

/// The code of this process.
pub(super) struct Reader {
    memory: File,
    factory: InstructionInfoFactory,
}

impl Reader {
    /// Opens the code of this process.
    pub(super) fn new() -> Result<Self, Why> {
        let memory = File::open("/proc/self/mem")
            .map_err(|error| Why::new(format!("the program cannot read its own code: {error}")))?;
        Ok(Self { memory, factory: InstructionInfoFactory::new() })
    }

    /// The instruction at an address.
    pub(super) fn decode(&mut self, address: u64) -> Result<Decoded, Why> {
        let mut bytes = [0; 15];
        // Fewer bytes are read at the end of the code.
        let found = self.memory.seek(SeekFrom::Start(address));
        let read = found.and_then(|_| self.memory.read(&mut bytes)).unwrap_or(0);
        operation(&mut self.factory, &bytes[..read], address)
    }
}

/// Decodes the instruction at the beginning of some bytes.
pub(super) fn operation(
    factory: &mut InstructionInfoFactory,
    bytes: &[u8],
    address: u64,
) -> Result<Decoded, Why> {
    let instruction = Decoder::with_ip(64, bytes, address, DecoderOptions::NONE).decode();
    if instruction.is_invalid() {
        return Err(Why::new(format!("the instruction at {address:#x} is unknown")));
    }
    let sort = kind::sort(&instruction);
    let info = factory.info(&instruction);
    let (mut loads, mut stores, mut addresses) = (Vec::new(), Vec::new(), Vec::new());
    for used in info.used_memory() {
        if used.access() == OpAccess::NoMemAccess {
            continue;
        }
        addresses.extend([used.base(), used.index()].into_iter().filter_map(number));
        // Elements that a vector register points to can be anywhere.
        if used.index().is_vector_register() {
            continue;
        }
        let place = place(&instruction, used);
        if is_read(used.access()) {
            loads.push(place);
        }
        if is_written(used.access()) {
            stores.push(place);
        }
    }
    let explicit = |number_: usize| {
        (0..instruction.op_count()).any(|place| {
            instruction.op_kind(place) == OpKind::Register
                && number(instruction.op_register(place)) == Some(number_)
                && is_read(info.op_access(place))
        })
    };
    let stack = instruction.is_stack_instruction();
    let (mut sources, mut results) = (Vec::new(), Vec::new());
    for used in info.used_registers() {
        let Some(number) = number(used.register()) else { continue };
        // Processors update the stack pointer without ports.
        if stack && used.register().full_register() == Register::RSP {
            continue;
        }
        if is_written(used.access()) {
            results.push(number);
        }
        let kept = used.access() == OpAccess::CondWrite;
        let of_address = addresses.contains(&number) && !explicit(number);
        if (is_read(used.access()) || kept) && !of_address {
            sources.push(number);
        }
    }
    let flags = |bits: u32| (0..6).filter(move |flag| bits >> flag & 1 != 0).map(|f| FLAGS + f);
    sources.extend(flags(instruction.rflags_read()));
    results.extend(flags(instruction.rflags_modified()));
    if kind::is_independent(&instruction) {
        sources.clear();
    }
    if stack {
        addresses.clear();
    }
    let constant = |place: u32| {
        instruction.op_count() > place
            && instruction.op_kind(place) >= OpKind::Immediate8
            && instruction.op_kind(place) <= OpKind::Immediate32to64
    };
    let (jumps_if, joins_jump) = jumps(&instruction);
    Ok(Decoded {
        bytes: instruction.len() as u64,
        at_once: matches!(sort.kind, Kind::Free | Kind::Branch)
            || match instruction.mnemonic() {
                Mnemonic::Inc | Mnemonic::Dec => true,
                Mnemonic::Add | Mnemonic::Sub => constant(1),
                _ => false,
            },
        sort,
        loads,
        stores,
        addresses,
        sources,
        results,
        jumps_if,
        joins_jump,
        compares: matches!(instruction.mnemonic(), Mnemonic::Cmp | Mnemonic::Test),
        repeats: instruction.has_rep_prefix() && instruction.is_string_instruction(),
    })
}

/// Whether it is a conditional jump, and whether it is executed together with a following one.
fn jumps(instruction: &Instruction) -> (bool, bool) {
    let joins = matches!(
        instruction.mnemonic(),
        Mnemonic::Cmp
            | Mnemonic::Test
            | Mnemonic::Add
            | Mnemonic::Sub
            | Mnemonic::And
            | Mnemonic::Or
            | Mnemonic::Xor
            | Mnemonic::Inc
            | Mnemonic::Dec
    );
    let jump = instruction.is_jcc_short_or_near();
    (jump && instruction.condition_code() != ConditionCode::None, joins)
}

fn place(instruction: &Instruction, used: &UsedMemory) -> MemoryPlace {
    let bytes = used.memory_size().size().max(1) as u64;
    let vector = (0..instruction.op_count())
        .any(|place| instruction.op_register(place).is_vector_register());
    MemoryPlace {
        base: number(used.base()),
        index: number(used.index()),
        scale: u64::from(used.scale()),
        displacement: used.displacement(),
        of_thread: matches!(used.segment(), Register::FS | Register::GS),
        bytes,
        width: if vector { kind::width_of(bytes as usize) } else { Width::Ordinary64 },
    }
}

/// The index of a register among the places.
fn number(register: Register) -> Option<usize> {
    match register.full_register() {
        full if full.is_gpr() => Some(full.number()),
        full if full.is_vector_register() => Some(VECTORS + full.number()),
        full if full.is_k() => Some(MASKS + full.number()),
        _ => None,
    }
}

fn is_read(access: OpAccess) -> bool {
    use OpAccess::{CondRead, Read, ReadCondWrite, ReadWrite};
    matches!(access, Read | CondRead | ReadWrite | ReadCondWrite)
}

fn is_written(access: OpAccess) -> bool {
    use OpAccess::{CondWrite, ReadCondWrite, ReadWrite, Write};
    matches!(access, Write | CondWrite | ReadWrite | ReadCondWrite)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::instructions::Class;

    fn decoded(bytes: &[u8]) -> Decoded {
        operation(&mut InstructionInfoFactory::new(), bytes, 0x1000).expect("an instruction")
    }

    #[test]
    fn kinds_and_widths_are_told() {
        use Width::{Ordinary64, Xmm, Ymm, Zmm};
        for (bytes, kind, width) in [
            // vaesenc zmm0, zmm1, zmm2
            (&[0x62, 0xf2, 0x75, 0x48, 0xdc, 0xc2][..], Kind::Of(Class::AesRound), Zmm),
            // vprold ymm0, ymm1, 7
            (&[0x62, 0xf1, 0x7d, 0x28, 0x72, 0xc9, 7], Kind::Of(Class::Rotate), Ymm),
            // pshufb xmm1, xmm2
            (&[0x66, 0x0f, 0x38, 0x00, 0xca], Kind::Of(Class::ByteShuffle), Xmm),
            // por xmm1, xmm2
            (&[0x66, 0x0f, 0xeb, 0xca], Kind::Vector, Xmm),
            // pxor xmm1, xmm1: zero
            (&[0x66, 0x0f, 0xef, 0xc9], Kind::Free, Xmm),
            // movdqa xmm1, xmm2
            (&[0x66, 0x0f, 0x6f, 0xca], Kind::Free, Xmm),
            // movq xmm0, rax
            (&[0x66, 0x48, 0x0f, 0x6e, 0xc0], Kind::Transfer, Xmm),
            // add rax, rcx
            (&[0x48, 0x01, 0xc8], Kind::Ordinary, Ordinary64),
            // shl rax, 7
            (&[0x48, 0xc1, 0xe0, 7], Kind::Of(Class::Shift), Ordinary64),
            // ret
            (&[0xc3], Kind::Branch, Ordinary64),
        ] {
            let Decoded { sort, .. } = decoded(bytes);
            assert_eq!((sort.kind, sort.width), (kind, width), "{bytes:02x?}");
        }
        assert!(operation(&mut InstructionInfoFactory::new(), &[0x66, 0x48], 0).is_err());
    }

    #[test]
    fn what_is_read_and_written_is_told() {
        // vpxor ymm0, ymm1, [rax + 4 * rcx + 32]
        let load = decoded(&[0xc5, 0xf5, 0xef, 0x44, 0x88, 0x20]);
        assert_eq!((load.sources, load.results), (vec![VECTORS + 1], vec![VECTORS]));
        assert_eq!(load.addresses, [0, 1]);
        let step = Step { address: 0, registers: std::array::from_fn(|i| 1000 * (i as u64 + 1)) };
        assert_eq!(load.loads[0].address(&step), 1000 + 4 * 2000 + 32);
        assert_eq!((load.loads[0].bytes, load.loads[0].width), (32, Width::Ymm));
        assert!(load.stores.is_empty());
        // mov [rsi + 8], rax
        let store = decoded(&[0x48, 0x89, 0x46, 0x08]);
        assert_eq!((store.sources, store.addresses), (vec![0], vec![6]));
        assert_eq!((store.loads.len(), store.stores.len()), (0, 1));
        // mov rax, [rip + 16]
        let near = decoded(&[0x48, 0x8b, 0x05, 16, 0, 0, 0]);
        assert_eq!(near.loads[0].address(&step), 0x1000 + 7 + 16);
        // pxor xmm1, xmm1
        let zero = decoded(&[0x66, 0x0f, 0xef, 0xc9]);
        assert_eq!((zero.sources, zero.results), (vec![], vec![VECTORS + 1]));
        // lea rax, [rcx + rdx]: no load
        let sum = decoded(&[0x48, 0x8d, 0x04, 0x11]);
        assert_eq!((sum.sources, sum.loads.len()), (vec![1, 2], 0));
        // cmp rax, rcx; jnz
        let compare = decoded(&[0x48, 0x39, 0xc8]);
        assert!(compare.joins_jump && compare.compares && !compare.jumps_if);
        assert!(decoded(&[0x75, 0xfe]).jumps_if);
        // rep movsb
        let copy = decoded(&[0xf3, 0xa4]);
        assert!(copy.repeats && copy.sort.kind == Kind::Free);
    }
}

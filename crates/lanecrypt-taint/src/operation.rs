//! One instruction, decoded: its rule, its sources and destinations, and the memory it touches.

use iced_x86::{
    EncodingKind, Instruction, InstructionInfo, InstructionInfoFactory, MemorySize, Mnemonic,
    OpAccess, OpKind, Register,
};

use crate::rules::{self, Form, Rule};

/// A source or a destination.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Place {
    General {
        number: usize,
        offset: u32,
        bytes: u32,
    },
    Vector {
        number: usize,
        bytes: u32,
    },
    Mask(usize),
    /// The access of this number.
    Memory(usize),
    Constant,
}

/// An access to memory. Registers are numbered in the order of their encoding.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Access {
    pub(crate) base: Option<usize>,
    pub(crate) index: Option<usize>,
    /// The vector register with the indices of a gather.
    pub(crate) vector_index: Option<usize>,
    pub(crate) scale: u64,
    pub(crate) displacement: u64,
    /// Relative to the memory of the thread.
    pub(crate) of_thread: bool,
    pub(crate) bytes: u32,
    /// The element that is repeated, or zero.
    pub(crate) repeated: u32,
    /// Where the record has the base and the index.
    pub(crate) base_slot: u32,
    pub(crate) index_slot: u32,
}

/// The mask of an instruction of AVX-512.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Opmask {
    pub(crate) number: usize,
    pub(crate) zeroing: bool,
    /// The bytes of an element.
    pub(crate) element: u32,
    /// Where the record has the mask.
    pub(crate) slot: u32,
}

/// A decoded instruction.
#[derive(Debug, Clone)]
pub(crate) struct Operation {
    pub(crate) address: u64,
    pub(crate) rule: Rule,
    pub(crate) from: Vec<Place>,
    pub(crate) to: Vec<Place>,
    pub(crate) accesses: Vec<Access>,
    pub(crate) opmask: Option<Opmask>,
    /// The value of the constant operand.
    pub(crate) constant: u64,
    /// The upper part of a vector register stays as it is.
    pub(crate) keeps_upper: bool,
    /// Flags that are read, that depend on the sources, that may depend on them or stay, and that do
    /// not depend on anything.
    pub(crate) flags_read: u8,
    pub(crate) flags_written: u8,
    pub(crate) flags_undefined: u8,
    pub(crate) flags_fixed: u8,
    /// Bytes of the source in memory, or of the result, that are zero in every run.
    pub(crate) zeros: u64,
    /// The flags may stay as they are.
    pub(crate) flags_kept: bool,
    /// Where the record has the vector register that chooses elements, or whether the second source is
    /// chosen.
    pub(crate) chooser_slot: Option<u32>,
    /// Where the record has the values of the sources, for those rules that they matter to.
    pub(crate) value_slots: [Option<u32>; 2],
}

/// The flags that depend on results.
const FLAGS: u32 = 0x3f;

/// Instructions that read their destination although their encoding has room for more sources.
const ACCUMULATING: [&str; 7] =
    ["pternlog", "permi2", "permt2", "pmadd52", "pshldv", "pshrdv", "pdp"];

/// An instruction as an operation, or its name if it is not known.
pub(crate) fn operation(
    factory: &mut InstructionInfoFactory,
    instruction: &Instruction,
) -> Result<Operation, String> {
    let unknown = || format!("{:?}", instruction.mnemonic()).to_lowercase();
    let full_name = unknown();
    let encoding = instruction.encoding();
    let string = instruction.is_string_instruction();
    let of_sse = encoding == EncodingKind::Legacy && has_vector(instruction);
    let vex = matches!(encoding, EncodingKind::VEX | EncodingKind::EVEX);
    let name = full_name.strip_prefix('v').filter(|_| vex).unwrap_or(&full_name);
    let info = factory.info(instruction);

    let mut operation = Operation {
        address: instruction.ip(),
        rule: Rule::Nothing,
        from: Vec::new(),
        to: Vec::new(),
        accesses: Vec::new(),
        opmask: None,
        constant: 0,
        keeps_upper: of_sse,
        flags_read: (instruction.rflags_read() & FLAGS) as u8,
        flags_written: (instruction.rflags_written() & FLAGS) as u8,
        flags_undefined: (instruction.rflags_undefined() & FLAGS) as u8,
        flags_fixed: ((instruction.rflags_cleared() | instruction.rflags_set()) & FLAGS) as u8,
        zeros: 0,
        flags_kept: false,
        chooser_slot: None,
        value_slots: [None; 2],
    };
    let constant = (0..instruction.op_count())
        .rev()
        .find(|&place| is_constant(instruction.op_kind(place)))
        .map(|place| instruction.immediate(place));
    operation.constant = constant.unwrap_or(0);

    let mut places = Vec::new();
    for number in 0..instruction.op_count() {
        places.push(match instruction.op_kind(number) {
            OpKind::Register => place(instruction.op_register(number)),
            OpKind::Memory => {
                operation.accesses.push(explicit(instruction));
                Some(Place::Memory(0))
            }
            kind if is_constant(kind) => Some(Place::Constant),
            _ => None,
        });
    }
    let accesses_first =
        |number: u32| instruction.op_count() > number && is_read(info.op_access(number));
    let reads_first = if string {
        false
    } else if encoding == EncodingKind::EVEX {
        ACCUMULATING.iter().any(|stem| name.starts_with(stem))
    } else {
        accesses_first(0) || of_sse && halves(name) && !matches!(places[0], Some(Place::Memory(_)))
    };
    // A condition decides whether the first operand is written.
    let reads_first = reads_first || full_name.starts_with("cmov");
    let writes_first = instruction.op_count() > 0 && is_written(info.op_access(0));
    if !string {
        if writes_first || is_maskmove_store(name, &places) {
            operation.to.extend(places.first().copied().flatten());
        }
        for (number, place) in places.iter().enumerate() {
            if number > 0 || reads_first {
                operation.from.extend(place.filter(|place| *place != Place::Constant));
            }
        }
    }
    let bytes = match operation.to.first() {
        Some(&place) => operation.bytes(place),
        None => operation.from.first().map_or(8, |&place| operation.bytes(place)),
    };
    let form = Form {
        name,
        bytes,
        constant,
        to_memory: matches!(operation.to.first(), Some(Place::Memory(_))),
        to_mask: matches!(operation.to.first(), Some(Place::Mask(_))),
        sources: operation.from.len(),
        string,
        repeats: instruction.has_rep_prefix() || instruction.has_repne_prefix(),
        vector: of_sse || vex,
    };
    operation.rule = rules::rule(&form).ok_or_else(|| full_name.clone())?;
    let opmask = instruction.op_mask();
    if opmask != Register::None {
        operation.opmask = Some(Opmask {
            number: opmask.number(),
            zeroing: instruction.zeroing_masking(),
            element: rules::element(name).ok_or_else(|| full_name.clone())?,
            slot: 0,
        });
    }
    complete(&mut operation, instruction, info, name);
    Ok(operation)
}

/// What the operands do not say.
fn complete(
    operation: &mut Operation,
    instruction: &Instruction,
    info: &InstructionInfo,
    name: &str,
) {
    let register = |number| Place::General { number, offset: 0, bytes: 8 };
    match (instruction.mnemonic(), &operation.rule) {
        (Mnemonic::Push, _) => {
            operation.from = match *operation.from.as_slice() {
                // An explicit operand in memory keeps its number.
                [place] => vec![place],
                _ => vec![Place::Constant],
            };
            operation.push_access(8, 8_u64.wrapping_neg());
            operation.to = vec![Place::Memory(operation.accesses.len() - 1)];
        }
        (Mnemonic::Pop, _) => {
            operation.push_access(8, 0);
            operation.from = vec![Place::Memory(operation.accesses.len() - 1)];
        }
        (Mnemonic::Call, _) => {
            operation.push_access(8, 8_u64.wrapping_neg());
            operation.to = vec![Place::Memory(operation.accesses.len() - 1)];
        }
        (Mnemonic::Ret, _) => {
            operation.push_access(8, 0);
            operation.from = vec![Place::Memory(operation.accesses.len() - 1)];
            operation.to.clear();
        }
        (Mnemonic::Jmp, _) => operation.to.clear(),
        (Mnemonic::Jrcxz | Mnemonic::Jecxz, _) => operation.from = vec![register(1)],
        (Mnemonic::Cbw, _) => operation.sign_extend_accumulator(1, 2),
        (Mnemonic::Cwde, _) => operation.sign_extend_accumulator(2, 4),
        (Mnemonic::Cdqe, _) => operation.sign_extend_accumulator(4, 8),
        (Mnemonic::Movlps | Mnemonic::Movlpd | Mnemonic::Vmovlps | Mnemonic::Vmovlpd, _)
            if matches!(operation.to[0], Place::Memory(_)) =>
        {
            operation.rule = Rule::Copy;
        }
        (_, Rule::String { bytes, repeats, loads }) => {
            let (bytes, repeats, loads) = (*bytes, *repeats, *loads);
            // The destination, the source, the count.
            operation.push_access(bytes, 0);
            operation.accesses[0].base = Some(7);
            if loads {
                operation.push_access(bytes, 0);
                operation.accesses[1].base = Some(6);
            }
            operation.from = vec![Place::General { number: 0, offset: 0, bytes }];
            if repeats {
                operation.push_access(0, 0);
                operation.accesses.last_mut().expect("an access").base = Some(1);
            }
        }
        (_, Rule::Everything | Rule::Divide) => {
            // Registers that are not operands, such as those of products.
            for used in info.used_registers() {
                let Some(found) = place(used.register()) else { continue };
                // Whether an operand says so already. The square `mul al` has an operand that is only read.
                let of_operand = |accesses: fn(OpAccess) -> bool| {
                    (0..instruction.op_count()).any(|number| {
                        instruction.op_kind(number) == OpKind::Register
                            && instruction.op_register(number).full_register()
                                == used.register().full_register()
                            && accesses(info.op_access(number))
                    })
                };
                let is_read = is_read(used.access()) && !of_operand(is_read);
                if is_read && instruction.mnemonic() != Mnemonic::Cpuid {
                    operation.from.push(found);
                }
                if is_written(used.access()) && !of_operand(is_written) {
                    operation.to.push(found);
                }
            }
            // Operands after the first that are written, such as those of `mulx` and `xadd`.
            for number in 1..instruction.op_count() {
                if instruction.op_kind(number) == OpKind::Register
                    && is_written(info.op_access(number))
                {
                    operation.to.extend(place(instruction.op_register(number)));
                    if !is_read(info.op_access(number)) {
                        let written = place(instruction.op_register(number));
                        operation.from.retain(|from| Some(*from) != written);
                    }
                }
            }
        }
        _ => {}
    }
    // One factor is in `rdx`, whatever else that is.
    if instruction.mnemonic() == Mnemonic::Mulx {
        let bytes = operation.bytes(operation.to[0]);
        let other = place(instruction.op_register(2)).unwrap_or(Place::Memory(0));
        operation.from = vec![other, Place::General { number: 2, offset: 0, bytes }];
    }
    if operation.rule == Rule::FindBit {
        let whole = Place::General {
            number: instruction.op0_register().full_register().number(),
            offset: 0,
            bytes: 8,
        };
        let source = operation.from[operation.from.len() - 1];
        operation.from = vec![source, whole];
        operation.to = vec![whole];
    }
    // What is not exchanged stays as it is, the upper half of a register too.
    if instruction.mnemonic() == Mnemonic::Cmpxchg {
        let whole = |place: Place| match place {
            Place::General { number, .. } => Place::General { number, offset: 0, bytes: 8 },
            other => other,
        };
        let written: Vec<_> = operation.to.iter().copied().map(whole).collect();
        operation.from.extend(&written);
        operation.to = written;
    }
    let by_count = matches!(
        instruction.mnemonic(),
        Mnemonic::Shl
            | Mnemonic::Shr
            | Mnemonic::Sar
            | Mnemonic::Rol
            | Mnemonic::Ror
            | Mnemonic::Rcl
            | Mnemonic::Rcr
            | Mnemonic::Shld
            | Mnemonic::Shrd
    );
    operation.flags_kept = by_count && operation.rule == Rule::Everything;
    forget_the_same(operation, instruction, name);
    if let Rule::Turn(..) = operation.rule {
        operation.from.truncate(1);
    }
    if instruction.mnemonic() == Mnemonic::Lea {
        let access = operation.accesses.pop().expect("an address");
        let registers = access.base.into_iter().chain(access.index);
        operation.from = registers.map(register).collect();
    }
    if operation.rule == Rule::Nothing {
        operation.accesses.clear();
        operation.from.clear();
        operation.to.clear();
    }
}

/// Takes away sources that do not matter: of `xor` of a register with itself, for example.
fn forget_the_same(operation: &mut Operation, instruction: &Instruction, name: &str) {
    if name.starts_with("pternlog") {
        // Bit `4 * a + 2 * b + c` of the constant is the result for the bits a, b and c.
        let table = operation.constant as u32;
        let matters =
            |bit: u32| (0..8).any(|row: u32| table >> row & 1 != table >> (row ^ 1 << bit) & 1);
        let mut number = 3;
        operation.from.retain(|_| {
            number -= 1;
            matters(number)
        });
        return;
    }
    // The last two operands, whether the first is read or not.
    let count = instruction.op_count();
    let register = |number: u32| match count >= 2 && instruction.op_kind(number) == OpKind::Register
    {
        true => instruction.op_register(number),
        false => Register::None,
    };
    if count < 2
        || register(count - 1) == Register::None
        || register(count - 1) != register(count - 2)
    {
        return;
    }
    let zero = [
        "pxor", "pxord", "pxorq", "xorps", "xorpd", "pandn", "pandnd", "pandnq", "andnps",
        "andnpd", "xor", "sub", "kxorb", "kxorw", "kxord", "kxorq",
    ];
    let zero = zero.contains(&name) || name.starts_with("psub") || name.starts_with("pcmpgt");
    // Only the carry matters to `sbb`, which is among the flags that are read.
    if zero || name.starts_with("pcmpeq") || instruction.mnemonic() == Mnemonic::Sbb {
        operation.from.clear();
    }
    if zero {
        operation.zeros = u64::MAX;
    }
}

impl Operation {
    /// The bytes of a place.
    pub(crate) fn bytes(&self, place: Place) -> u32 {
        match place {
            Place::General { bytes, .. } | Place::Vector { bytes, .. } => bytes,
            Place::Mask(_) => 8,
            Place::Memory(number) => match &self.accesses[number] {
                Access { repeated: 0, bytes, .. } => *bytes,
                // As long as the other operands.
                _ => 64,
            },
            Place::Constant => 0,
        }
    }

    fn push_access(&mut self, bytes: u32, displacement: u64) {
        self.accesses.push(Access {
            base: Some(4),
            index: None,
            vector_index: None,
            scale: 1,
            displacement,
            of_thread: false,
            bytes,
            repeated: 0,
            base_slot: 0,
            index_slot: 0,
        });
    }

    fn sign_extend_accumulator(&mut self, from: u32, to: u32) {
        self.from = vec![Place::General { number: 0, offset: 0, bytes: from }];
        self.to = vec![Place::General { number: 0, offset: 0, bytes: to }];
    }
}

/// The access that an operand names.
fn explicit(instruction: &Instruction) -> Access {
    let size = instruction.memory_size();
    let (base, index) = (instruction.memory_base(), instruction.memory_index());
    let general = |register: Register| register.is_gpr().then(|| register.number());
    let broadcast = instruction.is_broadcast();
    Access {
        base: general(base),
        index: general(index),
        vector_index: index.is_vector_register().then(|| index.number()),
        scale: u64::from(instruction.memory_index_scale()),
        displacement: instruction.memory_displacement64(),
        of_thread: instruction.segment_prefix() == Register::FS,
        bytes: match size {
            MemorySize::Unknown => 0,
            _ => size.size() as u32,
        },
        repeated: if broadcast { size.size() as u32 } else { 0 },
        base_slot: 0,
        index_slot: 0,
    }
}

/// A register as a place. Nothing for segments, the instruction pointer and the like.
fn place(register: Register) -> Option<Place> {
    let bytes = register.size() as u32;
    if register.is_gpr8() && (Register::AH..=Register::BH).contains(&register) {
        let number = register as usize - Register::AH as usize;
        return Some(Place::General { number, offset: 1, bytes: 1 });
    }
    if register.is_gpr() {
        let number = register.full_register().number();
        return Some(Place::General { number, offset: 0, bytes });
    }
    if register.is_vector_register() {
        return Some(Place::Vector { number: register.number(), bytes });
    }
    register.is_k().then(|| Place::Mask(register.number()))
}

fn has_vector(instruction: &Instruction) -> bool {
    (0..instruction.op_count()).any(|number| {
        instruction.op_kind(number) == OpKind::Register
            && instruction.op_register(number).is_vector_register()
    })
}

/// Instructions of SSE that keep a half of their destination.
fn halves(name: &str) -> bool {
    matches!(name, "movhps" | "movhpd" | "movlps" | "movlpd" | "movhlps" | "movlhps")
}

/// Stores under a mask in a vector register are conditional writes.
fn is_maskmove_store(name: &str, places: &[Option<Place>]) -> bool {
    name.contains("maskmov") && matches!(places.first(), Some(Some(Place::Memory(_))))
}

fn is_constant(kind: OpKind) -> bool {
    (OpKind::Immediate8..=OpKind::Immediate32to64).contains(&kind)
}

fn is_read(access: OpAccess) -> bool {
    use OpAccess::{CondRead, Read, ReadCondWrite, ReadWrite};
    matches!(access, Read | CondRead | ReadWrite | ReadCondWrite)
}

fn is_written(access: OpAccess) -> bool {
    use OpAccess::{CondWrite, ReadCondWrite, ReadWrite, Write};
    matches!(access, Write | CondWrite | ReadWrite | ReadCondWrite)
}

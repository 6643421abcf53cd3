//! Asks the processor whether a rule is right.
//!
//! An instruction is executed twice, from states that differ in one byte, bit or flag. Whatever differs
//! afterwards depends on that place, so the rule must call it secret if that place was. A rule that calls
//! too little secret is found in this way. One that calls too much secret is not.

use iced_x86::{ConditionCode, Encoder, FlowControl, Instruction, InstructionInfoFactory, Mnemonic, OpKind, Register};

use crate::memory::low;
use crate::operation::{self, Operation, Place};
use crate::page::Page;
use crate::rules::Rule;
use crate::state::{Record, State};

/// The pairs of executions of an instruction.
const TRIALS: u64 = 160;

/// The bytes of memory that instructions access, and where in them.
const MEMORY: usize = 256;
const MIDDLE: usize = 96;

/// The offsets of a state in the data of the page.
const GENERAL: usize = 0;
const FLAGS: usize = 128;
const MASKS: usize = 192;
const VECTORS: usize = 256;
const SCRATCH: usize = VECTORS + 32 * 64;
const STATE: usize = SCRATCH + MEMORY;

/// Where the data has the states before and after, and the stack pointer of this program.
const BEFORE: usize = 0;
const AFTER: usize = 4096;
const STACK: usize = 8192;
pub(crate) const DATA: usize = 8256;

/// The flags that depend on results.
const ARITHMETIC: [u64; 6] = [1 << 11, 1 << 7, 1 << 6, 1 << 4, 1, 1 << 2];

/// How an instruction was dealt with.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Outcome {
    /// The rule calls everything secret that it must.
    Right,
    /// It cannot be executed on its own: jumps, system calls, divisions, and what is not a function of
    /// the state.
    Skipped,
    /// The rule misses something.
    Wrong(String),
}

/// Executes instructions.
pub(crate) struct Prober {
    page: Page,
    factory: InstructionInfoFactory,
    random: u64,
    wide: bool,
}

impl Prober {
    pub(crate) fn new() -> std::io::Result<Self> {
        let wide = ["avx512f", "avx512bw"].iter().all(|name| match *name {
            "avx512f" => is_x86_feature_detected!("avx512f"),
            _ => is_x86_feature_detected!("avx512bw"),
        });
        Ok(Self {
            page: Page::new()?,
            factory: InstructionInfoFactory::new(),
            random: 0x9e37_79b9_7f4a_7c15,
            wide,
        })
    }

    fn random(&mut self) -> u64 {
        // xorshift64*
        self.random ^= self.random >> 12;
        self.random ^= self.random << 25;
        self.random ^= self.random >> 27;
        self.random.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// Probes the rule of an instruction.
    pub(crate) fn probe(&mut self, original: &Instruction) -> Outcome {
        let mut instruction = *original;
        if instruction.flow_control() != FlowControl::Next
            || instruction.is_string_instruction()
            || instruction.is_vsib()
            || instruction.mnemonic() == Mnemonic::Lea && instruction.is_ip_rel_memory_operand()
        {
            return Outcome::Skipped;
        }
        let of_memory = (0..instruction.op_count())
            .any(|number| instruction.op_kind(number) == OpKind::Memory);
        if of_memory && instruction.mnemonic() != Mnemonic::Lea {
            let Some(base) = self.unused(&instruction) else { return Outcome::Skipped };
            instruction.set_memory_base(base);
            instruction.set_memory_index(Register::None);
            instruction.set_memory_index_scale(1);
            instruction.set_memory_displacement64(0);
            instruction.set_memory_displ_size(0);
            instruction.set_segment_prefix(Register::None);
        }
        let Ok(mut operation) = operation::operation(&mut self.factory, &instruction) else {
            return Outcome::Wrong("no rule".to_owned());
        };
        let system = matches!(
            instruction.mnemonic(),
            Mnemonic::Cpuid | Mnemonic::Rdtsc | Mnemonic::Rdtscp | Mnemonic::Rdrand
                | Mnemonic::Rdseed | Mnemonic::Xgetbv | Mnemonic::Ldmxcsr | Mnemonic::Stmxcsr
                | Mnemonic::Fldcw | Mnemonic::Fnstcw | Mnemonic::Fnstenv | Mnemonic::Wait
        );
        if system || operation.rule == Rule::Divide {
            return Outcome::Skipped;
        }
        if self.page.write_code(&self.code(&instruction)).is_err() {
            return Outcome::Skipped;
        }
        // Records as the copies would write them.
        for (number, access) in operation.accesses.iter_mut().enumerate() {
            access.base_slot = 8 * number as u32;
        }
        if let Some(opmask) = &mut operation.opmask {
            opmask.slot = 16;
        }
        if matches!(operation.rule, Rule::MaskMove(_)) {
            operation.chooser_slot = Some(32);
        }
        if let Rule::Gated(_) = operation.rule {
            for source in 0..operation.from.len().min(2) {
                if let Place::General { .. } = operation.from[source] {
                    operation.value_slots[source] = Some(40 + 8 * source as u32);
                }
            }
        }
        let condition = instruction.condition_code();
        if operation.rule == Rule::Choose {
            operation.chooser_slot = Some(56);
        }
        let places = readable(&operation);
        (0..TRIALS)
            .find_map(|trial| self.trial(&operation, &places, condition, trial))
            .map_or(Outcome::Right, Outcome::Wrong)
    }

    /// A register that an instruction does not use.
    fn unused(&mut self, instruction: &Instruction) -> Option<Register> {
        let info = self.factory.info(instruction);
        // What is in the address now will not be.
        let uses = |register: Register| {
            let explicit = (0..instruction.op_count()).any(|number| {
                instruction.op_kind(number) == OpKind::Register
                    && instruction.op_register(number).full_register() == register
            });
            let implicit = info.used_registers().iter().any(|used| {
                used.register().full_register() == register
                    && instruction.memory_base() != register
                    && instruction.memory_index() != register
            });
            explicit || implicit
        };
        [Register::RSI, Register::RDI, Register::RBX, Register::R8, Register::R9]
            .into_iter()
            .find(|register| !uses(*register))
    }

    /// Executes twice and compares.
    fn trial(
        &mut self,
        operation: &Operation,
        places: &[Unit],
        condition: ConditionCode,
        trial: u64,
    ) -> Option<String> {
        let scratch = self.page.data_address() + (BEFORE + SCRATCH) as u64;
        let mut before = vec![0_u8; STATE];
        for word in before.chunks_exact_mut(8) {
            // Also words that carries go through.
            let value = match self.random() % 8 {
                0 => 0,
                1 => u64::MAX,
                _ => self.random(),
            };
            word.copy_from_slice(&value.to_le_bytes());
        }
        let put = |state: &mut [u8], offset: usize, value: u64| {
            state[offset..offset + 8].copy_from_slice(&value.to_le_bytes());
        };
        let get = |state: &[u8], offset: usize| {
            u64::from_le_bytes(state[offset..offset + 8].try_into().expect("eight bytes"))
        };
        let middle = scratch + MIDDLE as u64;
        put(&mut before, GENERAL + 8 * 4, middle);
        for access in &operation.accesses {
            put(&mut before, GENERAL + 8 * access.base.expect("a base"), middle);
        }
        let flags = self.random();
        let flags = ARITHMETIC.iter().fold(0x202, |bits, flag| bits | flags & flag);
        put(&mut before, FLAGS, flags);
        // Shifts by small counts, too.
        if trial % 4 == 1 && !operation.accesses.iter().any(|access| access.base == Some(1)) {
            let count = self.random() % 64;
            put(&mut before, GENERAL + 8, count);
        }

        let unit = match trial % 16 {
            15 => self.any_unit(),
            _ if places.is_empty() => self.any_unit(),
            // Each place in turn, then at random.
            _ => places[(self.random() % places.len() as u64) as usize],
        };
        if operation.accesses.iter().any(|access| unit.is_of(access.base)) || unit.is_of(Some(4)) {
            return None;
        }
        let mut other = before.clone();
        let change = 1 + (self.random() % 255) as u8;
        let mut state = State::new();
        match unit {
            Unit::General(number, byte) => {
                other[GENERAL + 8 * number + byte] ^= change;
                state.general[number] |= 1 << byte;
            }
            Unit::Vector(number, byte) => {
                other[VECTORS + 64 * number + byte] ^= change;
                state.vector[number] |= 1 << byte;
            }
            Unit::Mask(number, bit) => {
                other[MASKS + 8 * number + bit / 8] ^= 1 << (bit % 8);
                state.mask[number] |= 1 << bit;
            }
            Unit::Flag(flag) => {
                put(&mut other, FLAGS, flags ^ ARITHMETIC[flag]);
                state.flags |= 1 << flag;
            }
            Unit::Memory(byte) => {
                other[SCRATCH + byte] ^= change;
                state.memory.write(scratch + byte as u64, 1, 1);
            }
        }

        let mut record = vec![0; 64];
        for access in &operation.accesses {
            let value = get(&before, GENERAL + 8 * access.base.expect("a base"));
            put(&mut record, access.base_slot as usize, value);
        }
        if let Some(opmask) = operation.opmask {
            put(&mut record, 16, get(&before, MASKS + 8 * opmask.number));
        }
        for (source, slot) in operation.value_slots.iter().enumerate() {
            if let (Some(slot), Place::General { number, .. }) = (slot, operation.from[source]) {
                put(&mut record, *slot as usize, get(&before, GENERAL + 8 * number));
            }
        }
        if operation.rule == Rule::Choose {
            record[56] = holds(condition, flags).into();
        }
        if let (Some(slot), Some(&Place::Vector { number, .. })) =
            (operation.chooser_slot, operation.from.first())
        {
            let slot = slot as usize;
            let start = VECTORS + 64 * number;
            record[slot..slot + 32].copy_from_slice(&before[start..start + 32]);
        }
        state.carry_out(operation, Record { bytes: &record, thread: 0 }, &mut |_| {});

        let one = self.page.run(&before);
        let two = self.page.run(&other);
        self.missed(&one, &two, &mut state, scratch).map(|missed| format!("{unit:?} to {missed}"))
    }

    /// What differs and is not called secret.
    fn missed(&self, one: &[u8], two: &[u8], state: &mut State, scratch: u64) -> Option<String> {
        for offset in (0..STATE).filter(|&offset| one[offset] != two[offset]) {
            let changed = one[offset] ^ two[offset];
            let (secret, name) = match offset {
                ..FLAGS => {
                    let (number, byte) = (offset / 8, offset % 8);
                    (u64::from(state.general[number]) >> byte & 1 != 0, format!("general {number}, byte {byte}"))
                }
                FLAGS..MASKS => {
                    let place = 8 * (offset - FLAGS);
                    let bits = u64::from(changed) << place;
                    let secret = (0..6)
                        .all(|flag| bits & ARITHMETIC[flag] == 0 || state.flags >> flag & 1 != 0);
                    (secret, format!("flags {bits:#x}"))
                }
                MASKS..VECTORS => {
                    let (number, byte) = ((offset - MASKS) / 8, (offset - MASKS) % 8);
                    let secret = (state.mask[number] >> (8 * byte)) as u8;
                    (changed & !secret == 0, format!("mask {number}, byte {byte}"))
                }
                VECTORS..SCRATCH => {
                    let (number, byte) = ((offset - VECTORS) / 64, (offset - VECTORS) % 64);
                    (state.vector[number] >> byte & 1 != 0, format!("vector {number}, byte {byte}"))
                }
                _ => {
                    let byte = offset - SCRATCH;
                    let secret = state.memory.read(scratch + byte as u64, 1) != 0;
                    (secret, format!("memory, byte {byte}"))
                }
            };
            if !secret {
                return Some(name);
            }
        }
        None
    }

    fn any_unit(&mut self) -> Unit {
        let (kind, number) = (self.random() % 16, self.random() as usize);
        match kind {
            0..6 => Unit::General(number % 16, number / 16 % 8),
            6..12 => Unit::Vector(
                number % if self.wide { 32 } else { 16 },
                number / 32 % if self.wide { 64 } else { 32 },
            ),
            12 if self.wide => Unit::Mask(number % 8, number / 8 % 64),
            13 => Unit::Flag(number % 6),
            _ => Unit::Memory(number % MEMORY),
        }
    }

    /// Code that loads a state, executes an instruction and stores the state.
    fn code(&self, instruction: &Instruction) -> Vec<u8> {
        let (start, data) = (self.page.code_address(), self.page.data_address());
        let mut code: Vec<u8> = Vec::new();
        let near = |code: &mut Vec<u8>, bytes: &[u8], place: usize| {
            code.extend_from_slice(bytes);
            let distance = (data + place as u64).wrapping_sub(start + code.len() as u64 + 4);
            code.extend_from_slice(&(distance as u32).to_le_bytes());
        };
        // push rbx, rbp, r12 to r15
        code.extend_from_slice(&[0x53, 0x55, 0x41, 0x54, 0x41, 0x55, 0x41, 0x56, 0x41, 0x57]);
        // mov [stack], rsp
        near(&mut code, &[0x48, 0x89, 0x25], STACK);
        let vectors = |code: &mut Vec<u8>, opcode: u8, base: usize| {
            for number in 0..if self.wide { 32_u8 } else { 16 } {
                let place = base + VECTORS + 64 * usize::from(number);
                let field = (number & 7) << 3 | 5;
                if self.wide {
                    // vmovdqu64: the high bits of the register are inverted.
                    let high = 0x61 | (!number >> 3 & 1) << 7 | (!number >> 4 & 1) << 4;
                    near(code, &[0x62, high, 0xfe, 0x48, opcode, field], place);
                } else {
                    // vmovdqu
                    let high = 0x61 | (!number >> 3 & 1) << 7;
                    near(code, &[0xc4, high, 0x7e, opcode, field], place);
                }
            }
            if self.wide {
                for number in 0..8_u8 {
                    // kmovq
                    let opcode = if opcode == 0x6f { 0x90 } else { 0x91 };
                    let place = base + MASKS + 8 * usize::from(number);
                    near(code, &[0xc4, 0xe1, 0xf8, opcode, number << 3 | 5], place);
                }
            }
        };
        vectors(&mut code, 0x6f, BEFORE);
        // push [flags]; popfq
        near(&mut code, &[0xff, 0x35], BEFORE + FLAGS);
        code.push(0x9d);
        let general = |code: &mut Vec<u8>, opcode: u8, base: usize| {
            for number in 0..16_u8 {
                let place = base + GENERAL + 8 * usize::from(number);
                near(code, &[0x48 | number >> 3 << 2, opcode, (number & 7) << 3 | 5], place);
            }
        };
        general(&mut code, 0x8b, BEFORE);
        let mut encoder = Encoder::new(64);
        if encoder.encode(instruction, start + code.len() as u64).is_err() {
            return Vec::new();
        }
        code.extend_from_slice(&encoder.take_buffer());
        general(&mut code, 0x89, AFTER);
        // mov rsp, [stack]; pushfq; pop [flags]; cld
        near(&mut code, &[0x48, 0x8b, 0x25], STACK);
        code.push(0x9c);
        near(&mut code, &[0x8f, 0x05], AFTER + FLAGS);
        code.push(0xfc);
        vectors(&mut code, 0x7f, AFTER);
        // vzeroupper; pop r15 to r12, rbp, rbx; ret
        code.extend_from_slice(&[0xc5, 0xf8, 0x77]);
        code.extend_from_slice(&[0x41, 0x5f, 0x41, 0x5e, 0x41, 0x5d, 0x41, 0x5c, 0x5d, 0x5b, 0xc3]);
        code
    }
}

/// The places in the data of a page.
pub(crate) const fn places() -> (usize, usize, usize, usize, usize) {
    (BEFORE, AFTER, STATE, SCRATCH, MEMORY)
}

/// Whether a condition holds.
fn holds(condition: ConditionCode, flags: u64) -> bool {
    let flag = |bit: u32| flags >> bit & 1 != 0;
    let (carry, parity, zero, sign, overflow) = (flag(0), flag(2), flag(6), flag(7), flag(11));
    // Every other condition is the opposite of the one before.
    let number = condition as u32 - 1;
    let holds = match number / 2 {
        0 => overflow,
        1 => carry,
        2 => zero,
        3 => carry || zero,
        4 => sign,
        5 => parity,
        6 => sign != overflow,
        _ => zero || sign != overflow,
    };
    holds != (number % 2 == 1)
}

/// What two states may differ in.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Unit {
    General(usize, usize),
    Vector(usize, usize),
    Mask(usize, usize),
    Flag(usize),
    Memory(usize),
}

impl Unit {
    fn is_of(self, register: Option<usize>) -> bool {
        matches!((self, register), (Self::General(number, _), Some(register)) if number == register)
    }
}

/// Every place that an instruction reads or writes: all of them are changed in turn.
fn readable(operation: &Operation) -> Vec<Unit> {
    let mut units = Vec::new();
    let opmask = operation.opmask.map(|opmask| Place::Mask(opmask.number));
    for place in operation.from.iter().chain(&operation.to).copied().chain(opmask) {
        match place {
            Place::General { number, .. } => units.extend((0..8).map(|byte| Unit::General(number, byte))),
            Place::Vector { number, bytes } => {
                units.extend((0..bytes.max(16) as usize).map(|byte| Unit::Vector(number, byte)));
            }
            Place::Mask(number) => units.extend((0..64).map(|bit| Unit::Mask(number, bit))),
            Place::Memory(number) => {
                let access = &operation.accesses[number];
                let bytes = access.bytes.max(access.repeated).max(1) as i64;
                let start = MIDDLE as i64 + access.displacement as i64;
                units.extend((start..start + bytes).map(|byte| Unit::Memory(byte as usize)));
            }
            Place::Constant => {}
        }
    }
    units.extend((0..6).filter(|flag| operation.flags_read >> flag & 1 != 0).map(Unit::Flag));
    debug_assert!(low(64) == u64::MAX);
    units
}

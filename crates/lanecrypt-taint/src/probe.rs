//! Asks the processor whether a rule is right.
//!
//! An instruction is executed twice, from states that differ in one byte, bit or flag. Whatever differs
//! afterwards depends on that place, so the rule must call it secret if that place was. A rule that calls
//! too little secret is found in this way. One that calls too much secret is not.

use iced_x86::{
    ConditionCode, Encoder, FlowControl, Instruction, InstructionInfoFactory, Mnemonic, OpKind,
    Register,
};

use crate::memory::low;
use crate::operation::{self, Operation, Place};
use crate::page::Page;
use crate::rules::Rule;
use crate::state::{Record, State};

/// The pairs of executions of an instruction.
const TRIALS: u64 = 160;

/// The bytes of memory that instructions access, and where in them.
const MEMORY: usize = 256;
const MIDDLE: usize = 128;

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
    /// Takes the last source away from every rule: a fault that must be found.
    #[cfg(test)]
    spoiled: bool,
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
            #[cfg(test)]
            spoiled: false,
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
        let of_memory =
            (0..instruction.op_count()).any(|number| instruction.op_kind(number) == OpKind::Memory);
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
            Mnemonic::Cpuid
                | Mnemonic::Rdtsc
                | Mnemonic::Rdtscp
                | Mnemonic::Rdrand
                | Mnemonic::Rdseed
                | Mnemonic::Xgetbv
                | Mnemonic::Ldmxcsr
                | Mnemonic::Stmxcsr
                | Mnemonic::Fldcw
                | Mnemonic::Fnstcw
                | Mnemonic::Fnstenv
                | Mnemonic::Wait
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
        if matches!(operation.rule, Rule::Gated(_) | Rule::FindBit) {
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
        #[cfg(test)]
        if self.spoiled {
            operation.from.pop();
        }
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
            if let (Some(slot), Some(&Place::General { number, .. })) =
                (slot, operation.from.get(source))
            {
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
                    (
                        u64::from(state.general[number]) >> byte & 1 != 0,
                        format!("general {number}, byte {byte}"),
                    )
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
            Place::General { number, .. } => {
                units.extend((0..8).map(|byte| Unit::General(number, byte)))
            }
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

#[cfg(test)]
mod tests {
    use std::arch::global_asm;

    use iced_x86::{Decoder, DecoderOptions};

    use super::*;

    // One of each kind of rule, in the forms that matter.
    global_asm!(
        ".pushsection .text.taint_probe, \"ax\"",
        "taint_general_start:",
        "mov rax, rcx",
        "mov eax, ecx",
        "mov al, ch",
        "mov ax, [rsi]",
        "movzx eax, cl",
        "movsx rax, cl",
        "movsxd rax, ecx",
        "cdqe",
        "cqo",
        "cdq",
        "cwde",
        "lea rax, [rcx + 8*rdx + 3]",
        "xor eax, eax",
        "xor rax, rcx",
        "sub rax, rax",
        "sbb eax, eax",
        "sbb rax, rcx",
        "adc rax, rcx",
        "add rax, 7",
        "and eax, 0xff00",
        "and al, cl",
        "and rax, [rsi]",
        "or rax, 0xff",
        "or rax, rcx",
        "test rax, rcx",
        "test ch, 1",
        "not rax",
        "neg ecx",
        "inc eax",
        "cmp rax, [rsi]",
        "and [rsi], eax",
        "shl rax, 13",
        "shr rax, 16",
        "sar eax, 9",
        "rol rcx, 11",
        "ror ecx, 8",
        "shl al, 3",
        "rol ax, 5",
        "shl rax, cl",
        "sar edx, cl",
        "rol rax, cl",
        "shld rax, rdx, 5",
        "shrd rax, rdx, cl",
        "bswap rax",
        "bswap ecx",
        "xchg rax, rcx",
        "xchg cl, [rsi]",
        "imul rax, rcx",
        "imul eax, ecx, 9",
        "mul rcx",
        "mul rax",
        "mul cl",
        "mul al",
        "imul al",
        "cmovb rax, rcx",
        "cmova eax, [rsi]",
        "setne al",
        "setl [rsi]",
        "bt rax, 5",
        "bts rax, rcx",
        "push rax",
        "pop rcx",
        "push [rsi]",
        "xadd rax, rcx",
        "cmpxchg [rsi], rcx",
        "cmpxchg [rsi], ecx",
        "cmpxchg cl, dl",
        "bsf rax, rcx",
        "bsr eax, ecx",
        "lahf",
        "sahf",
        "taint_general_end:",
        "taint_sse_start:",
        "movdqa xmm1, xmm2",
        "movdqu [rsi], xmm9",
        "movd xmm1, eax",
        "movq rax, xmm2",
        "movq xmm1, xmm2",
        "movss xmm1, xmm2",
        "movsd xmm1, [rsi]",
        "movhps xmm1, [rsi]",
        "movhps [rsi], xmm1",
        "movlps xmm1, [rsi]",
        "movlps [rsi], xmm2",
        "movhlps xmm1, xmm2",
        "movlhps xmm1, xmm2",
        "movddup xmm1, xmm2",
        "movshdup xmm1, xmm2",
        "pxor xmm1, xmm2",
        "pxor xmm1, xmm1",
        "pand xmm1, xmm2",
        "pandn xmm1, xmm2",
        "paddd xmm1, xmm2",
        "paddb xmm1, [rsi]",
        "pcmpeqd xmm1, xmm1",
        "pcmpgtw xmm1, xmm2",
        "pslld xmm1, 5",
        "psrlq xmm1, xmm2",
        "pslldq xmm1, 3",
        "psrldq xmm1, 5",
        "pshufd xmm1, xmm2, 0x1b",
        "pshuflw xmm1, xmm2, 0xd4",
        "pshufhw xmm1, xmm2, 0x4e",
        "shufps xmm1, xmm2, 0x39",
        "shufpd xmm1, xmm2, 1",
        "punpcklbw xmm1, xmm2",
        "punpckhwd xmm1, xmm2",
        "punpckldq xmm1, xmm2",
        "punpckhqdq xmm1, xmm2",
        "unpcklps xmm1, xmm2",
        "packuswb xmm1, xmm2",
        "palignr xmm1, xmm2, 9",
        "pshufb xmm1, xmm2",
        "pinsrb xmm1, eax, 3",
        "pinsrw xmm1, eax, 5",
        "pinsrd xmm1, eax, 1",
        "pinsrq xmm1, rax, 1",
        "pextrb eax, xmm1, 7",
        "pextrw eax, xmm1, 3",
        "pextrd [rsi], xmm1, 2",
        "pextrq rax, xmm1, 1",
        "pblendw xmm1, xmm2, 0x5a",
        "pblendvb xmm1, xmm2, xmm0",
        "pmovmskb eax, xmm1",
        "movmskps eax, xmm1",
        "movmskpd eax, xmm2",
        "ptest xmm1, xmm2",
        "aesenc xmm1, xmm2",
        "aesdeclast xmm1, xmm2",
        "aesimc xmm1, xmm2",
        "aeskeygenassist xmm1, xmm2, 4",
        "pclmulqdq xmm1, xmm2, 0x10",
        "pmuludq xmm1, xmm2",
        "pmaddwd xmm1, xmm2",
        "psadbw xmm1, xmm2",
        "pmovzxbd xmm1, xmm2",
        "pmovsxwq xmm1, xmm2",
        "taint_sse_end:",
        "taint_avx2_start:",
        "vmovdqa ymm1, ymm2",
        "vmovdqa xmm1, xmm2",
        "vpxor ymm1, ymm2, ymm3",
        "vpand ymm1, ymm2, [rsi]",
        "vpermq ymm1, ymm2, 0x1e",
        "vperm2i128 ymm1, ymm2, ymm3, 0x31",
        "vperm2i128 ymm1, ymm2, ymm3, 0x81",
        "vpermd ymm1, ymm2, ymm3",
        "vinserti128 ymm1, ymm2, xmm3, 1",
        "vextracti128 xmm1, ymm2, 1",
        "vextracti128 [rsi], ymm2, 1",
        "vpbroadcastb ymm1, xmm2",
        "vpbroadcastq ymm1, xmm2",
        "vbroadcasti128 ymm1, [rsi]",
        "vpblendd ymm1, ymm2, ymm3, 0xa5",
        "vpblendvb ymm1, ymm2, ymm3, ymm4",
        "vpalignr ymm1, ymm2, ymm3, 20",
        "vpshufb ymm1, ymm2, ymm3",
        "vpsllvd ymm1, ymm2, ymm3",
        "vpsrldq ymm1, ymm2, 3",
        "vpmaskmovd ymm1, ymm2, [rsi]",
        "vpmaskmovq [rsi], ymm2, ymm3",
        "vpunpcklqdq ymm1, ymm2, ymm3",
        "vpmovmskb eax, ymm1",
        "vpmovzxwd ymm1, xmm2",
        "vzeroupper",
        "vpackusdw ymm1, ymm2, ymm3",
        "vpmuludq ymm1, ymm2, ymm3",
        "andn rax, rcx, rdx",
        "bextr rax, rcx, rdx",
        "bzhi rax, rcx, rdx",
        "blsr rax, rcx",
        "pdep rax, rcx, rdx",
        "pext rax, rcx, rdx",
        "mulx rax, rcx, rbx",
        "mulx rdx, rax, rax",
        "mulx rax, rdx, [rsi]",
        "rorx rax, rcx, 13",
        "shlx rax, rcx, rdx",
        "sarx rax, rcx, rdx",
        "tzcnt rax, rcx",
        "lzcnt rax, rcx",
        "popcnt rax, rcx",
        "movbe rax, [rsi]",
        "taint_avx2_end:",
        "taint_avx512_start:",
        "vmovdqu8 zmm1{{k2}}{{z}}, [rsi]",
        "vmovdqu8 [rsi]{{k2}}, zmm1",
        "vmovdqu32 zmm1{{k2}}, zmm3",
        "vmovdqa64 zmm17, zmm30",
        "vmovdqa64 xmm17, xmm30",
        "vpxord zmm1{{k1}}, zmm2, zmm3",
        "vpxorq zmm1, zmm2, [rsi]{{1to8}}",
        "vpternlogd zmm1, zmm2, zmm3, 0x96",
        "vpternlogq zmm1, zmm2, zmm3, 0xca",
        "vpternlogd zmm1, zmm2, zmm3, 0xff",
        "vpternlogd zmm1, zmm2, zmm3, 0xf0",
        "vprold zmm1, zmm2, 7",
        "vprolvd zmm1, zmm2, zmm3",
        "vpshldd zmm1, zmm2, zmm3, 9",
        "vpshldvw zmm1, zmm2, zmm3",
        "vpaddd zmm1{{k3}}{{z}}, zmm2, zmm3",
        "vpermb zmm1, zmm2, zmm3",
        "vpermi2b zmm1, zmm2, zmm3",
        "vpermt2d zmm1, zmm2, zmm3",
        "vpermq zmm1, zmm2, 0x4e",
        "vpermq zmm1, zmm2, zmm3",
        "vshufi32x4 zmm1, zmm2, zmm3, 0x1e",
        "vshufi64x2 ymm1, ymm2, ymm3, 1",
        "vinserti32x4 zmm1, zmm2, xmm3, 2",
        "vinserti64x4 zmm1, zmm2, ymm3, 1",
        "vextracti32x4 xmm1, zmm2, 3",
        "vextracti64x4 ymm1, zmm2, 1",
        "valignd zmm1, zmm2, zmm3, 5",
        "valignq zmm1, zmm2, zmm3, 2",
        "vpunpckhdq zmm1, zmm2, zmm3",
        "vpshufd zmm1, zmm2, 0xb1",
        "vpslldq zmm1, zmm2, 5",
        "vpbroadcastd zmm1, eax",
        "vbroadcasti32x4 zmm1, [rsi]",
        "vbroadcasti64x4 zmm1, [rsi]",
        "vpmovdb xmm1, zmm2",
        "vpmovqd ymm1, zmm2",
        "vpmovwb [rsi], zmm2",
        "vpmovusdb xmm1, zmm2",
        "vpcmpeqb k1, zmm2, zmm3",
        "vpcmpud k1{{k2}}, zmm2, zmm3, 1",
        "vptestmd k1, zmm2, zmm3",
        "vptestnmq k1, zmm2, zmm3",
        "vpmovb2m k1, zmm2",
        "vpmovd2m k1, zmm2",
        "vpmovm2w zmm1, k2",
        "vpblendmb zmm1{{k1}}, zmm2, zmm3",
        "vpcompressd zmm1{{k1}}, zmm2",
        "vpexpandb zmm1{{k1}}{{z}}, zmm2",
        "vpmultishiftqb zmm1, zmm2, zmm3",
        "vaesenc zmm1, zmm2, zmm3",
        "vpclmulqdq zmm1, zmm2, zmm3, 0x01",
        "vgf2p8affineqb zmm1, zmm2, zmm3, 5",
        "vgf2p8affineinvqb zmm1, zmm2, zmm3, 5",
        "vgf2p8mulb zmm1, zmm2, zmm3",
        "vpmadd52luq zmm1, zmm2, zmm3",
        "vpmullw zmm1, zmm2, zmm3",
        "vpsrlw zmm1, zmm2, xmm3",
        "vpsraq zmm1, zmm2, 60",
        "vpopcntd zmm1, zmm2",
        "vplzcntd zmm1, zmm2",
        "kmovw eax, k1",
        "kmovq k1, rax",
        "kmovd k1, [rsi]",
        "kmovb [rsi], k2",
        "kmovq k1, k2",
        "kandq k1, k2, k3",
        "kxorb k1, k2, k3",
        "knotd k1, k2",
        "kshiftlq k1, k2, 9",
        "kshiftrd k1, k2, 3",
        "kunpckwd k1, k2, k3",
        "kunpckbw k1, k2, k3",
        "kortestq k1, k2",
        "ktestd k1, k2",
        "kaddw k1, k2, k3",
        "taint_avx512_end:",
        ".popsection",
    );

    macro_rules! listing {
        ($start:ident $end:ident) => {{
            unsafe extern "C" {
                static $start: u8;
                static $end: u8;
            }
            let (start, end) = (&raw const $start, &raw const $end);
            let length = end.addr() - start.addr();
            // SAFETY: the labels are around code that is only read.
            let bytes = unsafe { std::slice::from_raw_parts(start, length) };
            Decoder::with_ip(64, bytes, 0x1000, DecoderOptions::NONE).into_iter().collect()
        }};
    }

    fn all_are_right(listing: Vec<Instruction>, least: usize) {
        let mut prober = Prober::new().expect("a page of code");
        let (mut right, mut wrong) = (0, Vec::new());
        for instruction in &listing {
            match prober.probe(instruction) {
                Outcome::Right => right += 1,
                outcome => wrong.push(format!("{:?}: {outcome:?}", instruction.code())),
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        assert!(right >= least, "only {right}");
    }

    #[test]
    fn general_instructions_are_followed() {
        all_are_right(listing!(taint_general_start taint_general_end), 60);
    }

    #[test]
    fn sse_is_followed() {
        if is_x86_feature_detected!("sse4.2") && is_x86_feature_detected!("pclmulqdq") {
            all_are_right(listing!(taint_sse_start taint_sse_end), 60);
        }
    }

    #[test]
    fn avx2_is_followed() {
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") {
            all_are_right(listing!(taint_avx2_start taint_avx2_end), 38);
        }
    }

    #[test]
    fn avx512_is_followed() {
        let all = is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512ifma")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("gfni")
            && is_x86_feature_detected!("vaes")
            && is_x86_feature_detected!("vpclmulqdq");
        if all {
            all_are_right(listing!(taint_avx512_start taint_avx512_end), 70);
        }
    }

    #[test]
    fn a_wrong_rule_is_found() {
        let listing: Vec<Instruction> = listing!(taint_general_start taint_general_end);
        let mut prober = Prober::new().expect("a page of code");
        let add = listing.iter().find(|one| one.mnemonic() == Mnemonic::Adc).expect("a sum");
        prober.spoiled = true;
        assert!(matches!(prober.probe(add), Outcome::Wrong(_)));
    }
}

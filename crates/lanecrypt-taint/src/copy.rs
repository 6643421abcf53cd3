//! Copies of the program's instructions that record what they need to be followed.
//!
//! The program does not run its own instructions. It runs copies of them, made as they are reached, in
//! segments that end at a jump. A copy is the instruction itself, preceded by stores of those registers
//! that its addresses are computed of, to a record of the segment. No copied instruction sees a
//! difference: only flags, registers and memory of the program could tell, and all stay as they are.
//! `gs`, which programs on Linux do not use, points to the record.
//!
//! A segment ends with a jump to the next segment, once that is copied, and with a trap before.

use std::collections::{HashMap, HashSet};

use iced_x86::{
    Code, Decoder, DecoderOptions, Encoder, FlowControl, Instruction, InstructionInfoFactory,
    Mnemonic, OpAccess, OpKind, Register,
};

use crate::operation::{self, Operation, Place};
use crate::rules::Rule;

/// The longest segment in instructions.
const LONGEST: usize = 256;

/// The bytes of a record before the registers: the number of the segment.
const HEAD: u32 = 8;

/// How far data and code may be from what they refer to.
pub(crate) const NEAR: u64 = 1 << 30;

/// The bytes of an arena, and of the data at its beginning.
pub(crate) const ARENA: usize = 64 << 20;
const DATA: usize = 16 << 20;

/// Data at the beginning of an arena: three registers, where to jump to, and where that was copied to.
const KEPT: [u64; 3] = [0, 8, 16];
const TARGET: u64 = 24;
const COPIED_TARGET: u64 = 32;
const FIRST_DATA: usize = 64;

/// The entries of the table of copied targets, and the bytes of each: the target and its copy.
pub(crate) const TABLE_ENTRIES: usize = 1 << 16;
pub(crate) const TABLE_ENTRY: usize = 16;

/// What a client request looks like: rotations by 128 bits in all, and an exchange of a register with
/// itself.
const REQUEST: [u8; 19] = [
    0x48, 0xc1, 0xc7, 0x03, 0x48, 0xc1, 0xc7, 0x0d, 0x48, 0xc1, 0xc7, 0x3d, 0x48, 0xc1, 0xc7, 0x33,
    0x48, 0x87, 0xdb,
];

/// Where copies near some code are kept, in the program's memory.
pub(crate) struct Arena {
    /// Where the program has it.
    pub(crate) address: u64,
    /// Where the shared memory has it.
    pub(crate) offset: usize,
    data: usize,
    code: usize,
    /// Where the search for a copied target begins.
    search: u64,
}

/// Why a copy ends with a trap.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Exit {
    /// The code at `target` is not copied yet. Its copy is to be written to `link`.
    Link { target: u64, link: usize },
    /// The code at the address at [`Arena::target`] is not in the table.
    Missing { arena: usize },
    /// A client request; `next` is the address after it.
    Request { next: u64 },
}

/// A copied segment.
pub(crate) struct Segment {
    pub(crate) operations: Vec<Operation>,
    /// The bytes of its record.
    pub(crate) record: usize,
}

/// What was written, to be put where the program finds it.
pub(crate) struct Copied {
    pub(crate) segment: Segment,
    /// Where the program finds the copy.
    pub(crate) address: u64,
    /// Bytes for the shared memory.
    pub(crate) writes: Vec<(usize, Vec<u8>)>,
    /// Traps by the address after each.
    pub(crate) exits: Vec<(u64, Exit)>,
}

/// Bytes of machine code at an address.
struct Bytes {
    address: u64,
    bytes: Vec<u8>,
}

impl Bytes {
    fn here(&self) -> u64 {
        self.address + self.bytes.len() as u64
    }

    fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The start of an instruction that ends with the distance of some data from its end.
    fn near(&mut self, bytes: &[u8], data: u64) {
        self.push(bytes);
        let distance = data.wrapping_sub(self.here() + 4) as i64;
        let distance = i32::try_from(distance).expect("data of the same arena");
        self.push(&distance.to_le_bytes());
    }

    /// `mov [data], register`, or the other way round.
    fn keep(&mut self, register: u8, data: u64) {
        self.near(&[0x48 | register >> 3 << 2, 0x89, (register & 7) << 3 | 5], data);
    }

    fn take(&mut self, register: u8, data: u64) {
        self.near(&[0x48 | register >> 3 << 2, 0x8b, (register & 7) << 3 | 5], data);
    }
}

/// Memory of the record, as the operand of an instruction whose register is `register`.
fn of_record(register: u8, slot: u32) -> [u8; 6] {
    let slot = slot.to_le_bytes();
    [(register & 7) << 3 | 4, 0x25, slot[0], slot[1], slot[2], slot[3]]
}

impl Arena {
    /// An arena at an address. Returns also its first code, to be written to the shared memory, and the
    /// address after its trap.
    pub(crate) fn new(address: u64, offset: usize, table: u64) -> (Self, Vec<u8>, u64) {
        let search = address + DATA as u64;
        let mut code = Bytes { address: search, bytes: Vec::new() };
        let [rax, rcx, rdx] = [0, 1, 2];
        for (register, kept) in [rax, rcx, rdx].into_iter().zip(KEPT) {
            code.keep(register, address + kept);
        }
        code.take(rcx, address + TARGET);
        // mov rdx, table; movzx eax, cx; lea rdx, [rdx + 8 * rax], twice: the entry
        code.push(&[0x48, 0xba]);
        code.push(&table.to_le_bytes());
        code.push(&[0x0f, 0xb7, 0xc1]);
        code.push(&[0x48, 0x8d, 0x14, 0xc2, 0x48, 0x8d, 0x14, 0xc2]);
        // mov rax, [rdx]; not rax; lea rcx, [rcx + rax + 1]: zero if it is that target
        code.push(&[0x48, 0x8b, 0x02, 0x48, 0xf7, 0xd0, 0x48, 0x8d, 0x4c, 0x01, 0x01]);
        let take_all = |code: &mut Bytes| {
            for (register, kept) in [rax, rcx, rdx].into_iter().zip(KEPT) {
                code.take(register, address + kept);
            }
        };
        // jrcxz over the trap
        code.push(&[0xe3, 22]);
        take_all(&mut code);
        code.push(&[0xcc]);
        let trap = code.here();
        // mov rcx, [rdx + 8]: its copy
        code.push(&[0x48, 0x8b, 0x4a, 0x08]);
        code.keep(rcx, address + COPIED_TARGET);
        take_all(&mut code);
        code.near(&[0xff, 0x25], address + COPIED_TARGET);
        let arena =
            Self { address, offset, data: FIRST_DATA, code: DATA + code.bytes.len(), search };
        (arena, code.bytes, trap)
    }

    /// Where the search for a copied target begins, its first code.
    pub(crate) fn search(&self) -> u64 {
        self.search
    }

    /// Where the shared memory has the address to be jumped to.
    pub(crate) fn target(&self) -> usize {
        self.offset + TARGET as usize
    }
}

/// Copies segments.
pub(crate) struct Copier {
    factory: InstructionInfoFactory,
    /// The names of the instructions that were copied.
    pub(crate) names: HashSet<Mnemonic>,
    /// One instruction of each form: see [`form`].
    pub(crate) forms: HashMap<Vec<u64>, Instruction>,
}

/// A segment that is being copied.
struct Work<'a> {
    arena: &'a mut Arena,
    code: Bytes,
    /// The next free bytes of the record.
    slots: u32,
    /// Where the record has the values of general registers and masks.
    general: [Option<u32>; 16],
    masks: [Option<u32>; 8],
    /// Where the length of the record is to be filled in.
    lengths: Vec<usize>,
    writes: Vec<(usize, Vec<u8>)>,
    exits: Vec<(u64, Exit)>,
}

impl Copier {
    pub(crate) fn new() -> Self {
        Self {
            factory: InstructionInfoFactory::new(),
            names: HashSet::new(),
            forms: HashMap::new(),
        }
    }

    /// Copies the segment at an address, the segment of this number. `read` gives the program's code, and
    /// `constant` its memory that cannot be written to.
    pub(crate) fn copy(
        &mut self,
        arena: &mut Arena,
        number: usize,
        start: u64,
        read: &mut dyn FnMut(u64, &mut [u8]) -> usize,
        constant: &dyn Fn(u64, &mut [u8]) -> bool,
    ) -> Result<Copied, String> {
        if arena.code + (64 << 10) > ARENA || arena.data + (64 << 10) > DATA {
            return Err("the program has too much code".to_owned());
        }
        let address = arena.address + arena.code as u64;
        let mut work = Work {
            arena,
            code: Bytes { address, bytes: Vec::new() },
            slots: HEAD,
            general: [None; 16],
            masks: [None; 8],
            lengths: Vec::new(),
            writes: Vec::new(),
            exits: Vec::new(),
        };
        // mov dword gs:[length - 4], 0: traps at the end of the buffer, before anything is done
        work.code.push(&[0x65, 0xc7, 0x04, 0x25]);
        work.lengths.push(work.code.bytes.len());
        work.code.push(&[0, 0, 0, 0, 0, 0, 0, 0]);
        // mov dword gs:[0], number
        work.code.push(&[0x65, 0xc7, 0x04, 0x25, 0, 0, 0, 0]);
        work.code.push(&(number as u32).to_le_bytes());

        let mut operations = Vec::new();
        let mut place = start;
        loop {
            let mut bytes = [0; REQUEST.len()];
            let found = read(place, &mut bytes);
            if bytes == REQUEST {
                let next = place + REQUEST.len() as u64;
                work.advance();
                work.trap(Exit::Request { next });
                break;
            }
            let bytes = &bytes[..found.min(15)];
            let instruction = Decoder::with_ip(64, bytes, place, DecoderOptions::NONE).decode();
            if instruction.is_invalid() {
                return Err(format!("the bytes at {place:#x} are no instruction: {bytes:02x?}"));
            }
            self.names.insert(instruction.mnemonic());
            self.forms.entry(form(&instruction)).or_insert(instruction);
            let mut operation =
                operation::operation(&mut self.factory, &instruction).map_err(|name| {
                    format!("the instruction `{name}` at {place:#x} is not in the table of rules")
                })?;
            if instruction.is_ip_rel_memory_operand() {
                operation.zeros |= zeros(&operation, constant);
            }
            work.record(&mut operation, &instruction);
            let next = instruction.next_ip();
            let ends = work.instruction(&instruction, bytes)?;
            operations.push(operation);
            if ends {
                break;
            }
            work.forget(&mut self.factory, &instruction);
            place = next;
            if operations.len() == LONGEST {
                work.advance();
                work.leave(place);
                break;
            }
        }
        let Work { arena, mut code, slots, lengths, mut writes, exits, .. } = work;
        let record = slots.next_multiple_of(8);
        for (index, at) in lengths.into_iter().enumerate() {
            let value = if index == 0 { record - 4 } else { record };
            code.bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        }
        let length = code.bytes.len();
        writes.push((arena.offset + arena.code, code.bytes));
        arena.code += length.next_multiple_of(16);
        let segment = Segment { operations, record: record as usize };
        Ok(Copied { segment, address, writes, exits })
    }
}

/// What tells instructions apart whose registers only have other numbers.
fn form(instruction: &Instruction) -> Vec<u64> {
    let mut form = vec![
        instruction.code() as u64,
        u64::from(instruction.op_mask() != Register::None),
        u64::from(instruction.zeroing_masking()),
        u64::from(instruction.is_broadcast()),
        u64::from(instruction.segment_prefix() == Register::FS),
    ];
    for place in 0..instruction.op_count() {
        form.push(match instruction.op_kind(place) {
            // The first operand that is the same register.
            OpKind::Register => (0..place)
                .find(|&other| instruction.op_register(other) == instruction.op_register(place))
                .unwrap_or(place)
                .into(),
            OpKind::Memory => 100,
            OpKind::NearBranch64 => 101,
            _ => instruction.immediate(place),
        });
    }
    form
}

/// The bytes of the source in memory that are zero in every run.
fn zeros(operation: &Operation, constant: &dyn Fn(u64, &mut [u8]) -> bool) -> u64 {
    let Some(access) = operation.accesses.first() else { return 0 };
    let (mut bytes, length) = ([0xff; 64], access.bytes as usize);
    if access.repeated != 0 || !(8..=64).contains(&length) {
        return 0;
    }
    match constant(access.displacement, &mut bytes[..length]) {
        true => (0..length).filter(|&at| bytes[at] == 0).fold(0, |bits, at| bits | 1 << at),
        false => 0,
    }
}

impl Work<'_> {
    /// Eight bytes of data in the arena: where the program has them, and where the shared memory does.
    fn data(&mut self, value: u64) -> (u64, usize) {
        let place = self.arena.data;
        self.arena.data += 8;
        let offset = self.arena.offset + place;
        self.writes.push((offset, value.to_le_bytes().to_vec()));
        (self.arena.address + place as u64, offset)
    }

    fn slot(&mut self, bytes: u32) -> u32 {
        let slot = self.slots;
        self.slots += bytes;
        slot
    }

    /// Records a general register.
    fn general(&mut self, number: usize) -> u32 {
        if let Some(slot) = self.general[number] {
            return slot;
        }
        let slot = self.slot(8);
        // mov gs:[slot], register
        let register = number as u8;
        self.code.push(&[0x65, 0x48 | register >> 3 << 2, 0x89]);
        self.code.push(&of_record(register, slot));
        self.general[number] = Some(slot);
        slot
    }

    /// Records what the addresses of an instruction are computed of, what says which elements it loads
    /// or stores, what a choice chooses, and values that decide a result.
    fn record(&mut self, operation: &mut Operation, instruction: &Instruction) {
        for access in &mut operation.accesses {
            if let Some(base) = access.base {
                access.base_slot = self.general(base);
            }
            if let Some(index) = access.index {
                access.index_slot = self.general(index);
            }
        }
        if matches!(operation.rule, Rule::Gated(_) | Rule::FindBit) {
            for source in 0..operation.from.len().min(2) {
                operation.value_slots[source] = match operation.from[source] {
                    Place::General { number, .. } => Some(self.general(number)),
                    Place::Memory(_) => self.value_in_memory(instruction),
                    _ => None,
                };
            }
        }
        if let Some(opmask) = &mut operation.opmask {
            let number = opmask.number;
            let slot = self.masks[number].unwrap_or_else(|| {
                let slot = self.slot(8);
                // kmovq gs:[slot], mask
                self.code.push(&[0x65, 0xc4, 0xe1, 0xf8, 0x91]);
                self.code.push(&of_record(number as u8, slot));
                slot
            });
            self.masks[number] = Some(slot);
            opmask.slot = slot;
        }
        if let (Rule::MaskMove(_), Some(&Place::Vector { number, .. })) =
            (&operation.rule, operation.from.first())
        {
            let slot = self.slot(32);
            // vmovdqu gs:[slot], register
            let register = number as u8;
            self.code.push(&[0x65, 0xc4, 0xe1 ^ register >> 3 << 7, 0x7e, 0x7f]);
            self.code.push(&of_record(register, slot));
            operation.chooser_slot = Some(slot);
        }
        if operation.rule == Rule::Choose {
            let slot = self.slot(8);
            // setcc gs:[slot]
            let condition = instruction.condition_code() as u8 - 1;
            self.code.push(&[0x65, 0x0f, 0x90 | condition]);
            self.code.push(&of_record(0, slot));
            operation.chooser_slot = Some(slot);
        }
    }

    /// Forgets the recorded values of registers that an instruction changes.
    fn forget(&mut self, factory: &mut InstructionInfoFactory, instruction: &Instruction) {
        if instruction.mnemonic() == Mnemonic::Syscall {
            self.general = [None; 16];
            return;
        }
        for used in factory.info(instruction).used_registers() {
            if matches!(used.access(), OpAccess::Read | OpAccess::CondRead | OpAccess::None) {
                continue;
            }
            let register = used.register().full_register();
            if register.is_gpr() {
                self.general[register.number()] = None;
            } else if register.is_k() {
                self.masks[register.number()] = None;
            }
        }
    }

    /// Copies an instruction. Says whether the segment ends with it.
    fn instruction(&mut self, instruction: &Instruction, bytes: &[u8]) -> Result<bool, String> {
        let next = instruction.next_ip();
        let flow = match instruction.mnemonic() {
            // The system returns to the copy.
            Mnemonic::Syscall => FlowControl::Next,
            _ => instruction.flow_control(),
        };
        match flow {
            FlowControl::Next | FlowControl::Exception | FlowControl::Interrupt => {
                if instruction.is_ip_rel_memory_operand() {
                    self.moved(instruction)?;
                } else {
                    self.code.push(&bytes[..instruction.len()]);
                }
                return Ok(false);
            }
            FlowControl::UnconditionalBranch => {
                self.advance();
                self.leave(instruction.near_branch_target());
            }
            FlowControl::ConditionalBranch => {
                self.advance();
                match instruction.mnemonic() {
                    // Over the other exit, which has seven bytes.
                    Mnemonic::Jrcxz => self.code.push(&[0xe3, 7]),
                    Mnemonic::Jecxz => self.code.push(&[0x67, 0xe3, 7]),
                    _ => {
                        let condition = instruction.condition_code() as u8;
                        self.code.push(&[0x70 | (condition - 1), 7]);
                    }
                }
                self.leave(next);
                self.leave(instruction.near_branch_target());
            }
            FlowControl::Call => {
                self.push(next);
                self.advance();
                self.leave(instruction.near_branch_target());
            }
            FlowControl::IndirectBranch | FlowControl::IndirectCall => {
                self.find_target(instruction);
                if flow == FlowControl::IndirectCall {
                    self.push(next);
                }
                self.search();
            }
            FlowControl::Return => {
                let (rcx, kept) = (1, self.arena.address + KEPT[0]);
                self.code.keep(rcx, kept);
                // mov rcx, [rsp]
                self.code.push(&[0x48, 0x8b, 0x0c, 0x24]);
                self.code.keep(rcx, self.arena.address + TARGET);
                self.code.take(rcx, kept);
                // lea rsp, [rsp + 8 + constant]
                let up = match instruction.op_count() {
                    0 => 8,
                    _ => 8 + instruction.immediate(0) as u32,
                };
                self.code.push(&[0x48, 0x8d, 0xa4, 0x24]);
                self.code.push(&up.to_le_bytes());
                self.search();
            }
            other => {
                return Err(format!("the jump at {:#x} is of kind {other:?}", instruction.ip()));
            }
        }
        Ok(true)
    }

    /// Copies an instruction whose memory is near it.
    fn moved(&mut self, instruction: &Instruction) -> Result<(), String> {
        let mut encoder = Encoder::new(64);
        encoder
            .encode(instruction, self.code.here())
            .map_err(|error| format!("the instruction at {:#x}: {error}", instruction.ip()))?;
        self.code.push(&encoder.take_buffer());
        Ok(())
    }

    /// Records what an instruction finds in memory, if it is no longer than a register.
    fn value_in_memory(&mut self, instruction: &Instruction) -> Option<u32> {
        let code = match instruction.memory_size().size() {
            1 => Code::Movzx_r32_rm8,
            2 => Code::Movzx_r32_rm16,
            4 => Code::Mov_r32_rm32,
            8 => Code::Mov_r64_rm64,
            _ => return None,
        };
        let (rcx, kept) = (1, self.arena.address + KEPT[0]);
        self.code.keep(rcx, kept);
        self.load(instruction, code);
        let slot = self.slot(8);
        // mov gs:[slot], rcx
        self.code.push(&[0x65, 0x48, 0x89]);
        self.code.push(&of_record(rcx, slot));
        self.code.take(rcx, kept);
        Some(slot)
    }

    /// Loads the memory that an instruction names into `rcx` or `ecx`, by an instruction of this code.
    fn load(&mut self, instruction: &Instruction, code: Code) {
        let mut load = Instruction::default();
        load.set_code(code);
        load.set_op0_kind(OpKind::Register);
        load.set_op0_register(if code == Code::Mov_r64_rm64 {
            Register::RCX
        } else {
            Register::ECX
        });
        load.set_op1_kind(OpKind::Memory);
        load.set_memory_base(instruction.memory_base());
        load.set_memory_index(instruction.memory_index());
        load.set_memory_index_scale(instruction.memory_index_scale());
        load.set_memory_displacement64(instruction.memory_displacement64());
        load.set_memory_displ_size(instruction.memory_displ_size());
        load.set_segment_prefix(instruction.segment_prefix());
        let mut encoder = Encoder::new(64);
        // Whatever could be decoded can be encoded.
        encoder.encode(&load, self.code.here()).expect("a load");
        self.code.push(&encoder.take_buffer());
    }

    /// Keeps the target of an indirect jump or call.
    fn find_target(&mut self, instruction: &Instruction) {
        let target = self.arena.address + TARGET;
        if instruction.op0_kind() == OpKind::Register {
            self.code.keep(instruction.op0_register().number() as u8, target);
            return;
        }
        let (rcx, kept) = (1, self.arena.address + KEPT[0]);
        self.code.keep(rcx, kept);
        self.load(instruction, Code::Mov_r64_rm64);
        self.code.keep(rcx, target);
        self.code.take(rcx, kept);
    }

    /// Pushes a constant.
    fn push(&mut self, value: u64) {
        let (data, _) = self.data(value);
        // push [data]
        self.code.near(&[0xff, 0x35], data);
    }

    /// Makes `gs` point to the next record.
    fn advance(&mut self) {
        let (rax, kept) = (0, self.arena.address + KEPT[0]);
        self.code.keep(rax, kept);
        // rdgsbase rax; lea rax, [rax + length]; wrgsbase rax
        self.code.push(&[0xf3, 0x48, 0x0f, 0xae, 0xc8, 0x48, 0x8d, 0x80]);
        self.lengths.push(self.code.bytes.len());
        self.code.push(&[0, 0, 0, 0]);
        self.code.push(&[0xf3, 0x48, 0x0f, 0xae, 0xd8]);
        self.code.take(rax, kept);
    }

    /// Jumps to the copy of a target, or to a trap. Seven bytes.
    fn leave(&mut self, target: u64) {
        // jmp [link]; int3
        let trap = self.code.here() + 6;
        let (data, link) = self.data(trap);
        self.code.near(&[0xff, 0x25], data);
        self.trap(Exit::Link { target, link });
    }

    fn trap(&mut self, exit: Exit) {
        self.code.push(&[0xcc]);
        let after = self.code.here();
        self.exits.push((after, exit));
    }

    /// Searches for the copy of the target that was kept.
    fn search(&mut self) {
        self.advance();
        self.code.near(&[0xe9], self.arena.search);
    }
}

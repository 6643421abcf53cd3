//! Follows a program: starts it, copies its code, and carries out what was recorded.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::io;
use std::ops::Range;
use std::process::{Command, ExitStatus};

use iced_x86::Instruction;

use crate::child::{self, Child, Map, Registers, Stop};
use crate::copy::{ARENA, Arena, Copied, Copier, Exit, NEAR, Segment, TABLE_ENTRIES, TABLE_ENTRY};
use crate::shared::Shared;
use crate::shells::{Coverage, Shells};
use crate::state::{Leak, Record, State};

/// The number of arenas: one for the program, one for its libraries, and some to spare.
const ARENAS: usize = 4;

/// The bytes of the buffer of records, and of what follows it and may not be written to. No record is as
/// long as that.
const BUFFER: usize = 16 << 20;
const GUARD: usize = 1 << 20;

/// The parts of the shared memory.
const TABLE: usize = ARENAS * ARENA;
const RECORDS: usize = TABLE + TABLE_ENTRIES * TABLE_ENTRY;

/// Client requests of Valgrind, and of this program alone.
const RUNNING: u64 = 0x1001;
const COUNT_ERRORS: u64 = 0x1201;
const MAKE_SECRET: u64 = 0x4d43_0001;
const MAKE_KNOWN: u64 = 0x4d43_0002;
const THIS_PROGRAM: u64 = 0x4c54_0000;
const COUNT_INSTRUCTIONS: u64 = 0x4c54_0001;
const CLEAR_DEAD: u64 = 0x4c54_0002;
const COUNT_DEAD: u64 = 0x4c54_0003;
/// How many kernels of a backend, whose name is given, ran since this was asked last.
const COUNT_KERNELS: u64 = 0x4c54_0004;
/// How many kernels of a backend, whose name is given, never ran.
const COUNT_IDLE: u64 = 0x4c54_0005;

/// No name of a backend is longer.
const LONGEST_NAME: u64 = 64;

/// How far below the stack pointer secrets are looked for.
const DEAD: u64 = 256 << 10;

/// Why a program is not followed.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The system does not let it.
    System(io::Error),
    /// It does what is not supported.
    Program(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System(error) => {
                write!(out, "the program cannot be followed: {error}")
            }
            Self::Program(why) => out.write_str(why),
        }
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

/// What was found.
pub(crate) struct Found {
    /// How the program ended, or why it was not followed to its end.
    pub(crate) end: Result<ExitStatus, Refusal>,
    pub(crate) instructions: u64,
    pub(crate) segments: usize,
    /// The number of different instructions by name.
    pub(crate) names: usize,
    /// One instruction of each form.
    pub(crate) forms: Vec<Instruction>,
    /// How often each address leaked.
    pub(crate) leaks: BTreeMap<(u64, Leak), u64>,
    /// How many secret bytes were left in dead memory and in registers, by the address of the instruction of the
    /// program that wrote them, or that called a library which did.
    pub(crate) left: BTreeMap<u64, u64>,
    /// Which kernels ran.
    pub(crate) coverage: Vec<Coverage>,
    /// Whether the program asked for the number of leaks, and so judges itself.
    pub(crate) asked: bool,
    pub(crate) maps: Vec<Map>,
}

/// A program that is followed.
struct Follower {
    child: Child,
    shared: Shared,
    copier: Copier,
    arenas: Vec<Arena>,
    segments: Vec<Segment>,
    shells: Shells,
    /// The shells that segments begin, by number.
    shell_of: HashMap<u32, usize>,
    /// The copies, by the address of the code.
    copies: HashMap<u64, u64>,
    exits: HashMap<u64, Exit>,
    /// Pages of code.
    code: HashMap<u64, Vec<u8>>,
    /// The code of the program, without its libraries.
    own: Range<u64>,
    /// Memory that cannot be written to.
    constants: Vec<Range<u64>>,
    /// Where the program has the table and the buffer.
    table: u64,
    buffer: u64,
    state: State,
    leaks: BTreeMap<(u64, Leak), u64>,
    left: BTreeMap<u64, u64>,
    leaked: u64,
    instructions: u64,
    asked: bool,
    maps: Vec<Map>,
}

/// Runs a program to its end.
pub(crate) fn follow(command: &mut Command) -> Result<Found, Refusal> {
    if !child::can_set_gs() {
        let why = "the processor or the kernel does not let programs set `gs` (FSGSBASE)";
        return Err(io::Error::new(io::ErrorKind::Unsupported, why).into());
    }
    let shared = Shared::new(RECORDS + BUFFER)?;
    let mut child = Child::start(command)?;
    let shells = Shells::of(&child.program()?, child.entry()?);
    let file = shared.descriptor();
    let readable = (libc::PROT_READ | libc::PROT_WRITE) as u64;
    let part = (libc::MAP_SHARED) as u64;
    let table_bytes = (TABLE_ENTRIES * TABLE_ENTRY) as u64;
    let table =
        child.system_call(libc::SYS_mmap, [0, table_bytes, readable, part, file, TABLE as u64])?;
    let nothing = (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS) as u64;
    let around = (BUFFER + GUARD) as u64;
    let buffer = child
        .system_call(libc::SYS_mmap, [0, around, libc::PROT_NONE as u64, nothing, u64::MAX, 0])?;
    let fixed = part | libc::MAP_FIXED as u64;
    child.system_call(
        libc::SYS_mmap,
        [buffer, BUFFER as u64, readable, fixed, file, RECORDS as u64],
    )?;
    let entry = child.entry()?;
    let maps: Vec<_> = child.maps().into_iter().map(|map| (map.range, map.writable)).collect();
    let own = maps.iter().find(|(range, _)| range.contains(&entry));
    let own = own.map_or(0..0, |(range, _)| range.clone());
    let constants =
        maps.into_iter().filter(|(_, writable)| !writable).map(|(range, _)| range).collect();
    let follower = Follower {
        child,
        shared,
        copier: Copier::new(),
        arenas: Vec::new(),
        segments: Vec::new(),
        shells,
        shell_of: HashMap::new(),
        copies: HashMap::new(),
        exits: HashMap::new(),
        code: HashMap::new(),
        own,
        constants,
        table,
        buffer,
        state: State::new(),
        leaks: BTreeMap::new(),
        left: BTreeMap::new(),
        leaked: 0,
        instructions: 0,
        asked: false,
        maps: Vec::new(),
    };
    Ok(follower.found())
}

impl Follower {
    fn found(mut self) -> Found {
        let end = self.run();
        Found {
            end,
            instructions: self.instructions,
            segments: self.segments.len(),
            names: self.copier.names.len(),
            forms: self.copier.forms.into_values().collect(),
            leaks: self.leaks,
            left: self.left,
            coverage: self.shells.coverage(),
            asked: self.asked,
            maps: self.maps,
        }
    }

    fn run(&mut self) -> Result<ExitStatus, Refusal> {
        let mut registers = self.child.registers()?;
        registers.gs_base = self.buffer;
        registers.rip = self.copy_of(registers.rip)?;
        self.child.set_registers(&registers)?;
        let mut signal = 0;
        loop {
            self.child.go_on(signal)?;
            signal = 0;
            match self.child.wait()? {
                Stop::Ended(status) => return Ok(status),
                Stop::Ending => {
                    let mut registers = self.child.registers()?;
                    self.catch_up(&mut registers);
                }
                Stop::Started => {
                    return Err(Refusal::Program(
                        "the program starts a process or a thread".to_owned(),
                    ));
                }
                Stop::Signal(libc::SIGTRAP) => {
                    let registers = self.child.registers()?;
                    if !self.trapped(registers)? {
                        signal = libc::SIGTRAP;
                    }
                }
                Stop::Signal(libc::SIGSEGV) => {
                    let address = self.child.fault_address()?;
                    let end = self.buffer + BUFFER as u64;
                    if (end..end + GUARD as u64).contains(&address) {
                        let mut registers = self.child.registers()?;
                        self.catch_up(&mut registers);
                        self.child.set_registers(&registers)?;
                    } else {
                        signal = libc::SIGSEGV;
                    }
                }
                Stop::Signal(other) => signal = other,
            }
            if self.maps.is_empty() && (self.leaked > 0 || !self.left.is_empty()) {
                self.maps = self.child.maps();
            }
        }
    }

    /// Carries out what was recorded, and starts a new record.
    fn catch_up(&mut self, registers: &mut Registers) {
        let length = (registers.gs_base - self.buffer) as usize;
        let records = &self.shared.bytes()[RECORDS..RECORDS + length];
        let mut place = 0;
        while place < length {
            let number = u32::from_ne_bytes(records[place..place + 4].try_into().expect("four"));
            let segment = &self.segments[number as usize];
            let bytes = &records[place..place + segment.record];
            if let Some(&shell) = self.shell_of.get(&number) {
                self.shells.entered(shell);
            }
            let record = Record { bytes, thread: registers.fs_base };
            for operation in &segment.operations {
                if self.own.contains(&operation.address) {
                    self.state.writer = operation.address;
                }
                self.state.carry_out(operation, record, &mut |leak| {
                    self.leaked += 1;
                    *self.leaks.entry((operation.address, leak)).or_default() += 1;
                });
            }
            self.instructions += segment.operations.len() as u64;
            place += segment.record;
        }
        registers.gs_base = self.buffer;
    }

    /// Does what the program stopped for. Says whether it stopped for this program.
    fn trapped(&mut self, mut registers: Registers) -> Result<bool, Refusal> {
        let Some(&exit) = self.exits.get(&registers.rip) else { return Ok(false) };
        registers.orig_rax = u64::MAX;
        match exit {
            Exit::Link { target, link } => {
                registers.rip = self.copy_of(target)?;
                self.shared.write(link, &registers.rip.to_ne_bytes());
            }
            Exit::Missing { arena } => {
                let place = self.arenas[arena].target();
                let bytes = &self.shared.bytes()[place..place + 8];
                let target = u64::from_ne_bytes(bytes.try_into().expect("eight bytes"));
                registers.rip = self.copy_of(target)?;
                let entry = TABLE + target as usize % TABLE_ENTRIES * TABLE_ENTRY;
                self.shared.write(entry, &target.to_ne_bytes());
                self.shared.write(entry + 8, &registers.rip.to_ne_bytes());
            }
            Exit::Request { next } => {
                self.catch_up(&mut registers);
                if let Some(result) = self.request(registers.rax, registers.rsp)? {
                    registers.rdx = result;
                }
                self.state.general[2] = 0;
                registers.rip = self.copy_of(next)?;
            }
        }
        self.child.set_registers(&registers)?;
        Ok(true)
    }

    /// Answers a client request.
    fn request(&mut self, arguments: u64, stack: u64) -> Result<Option<u64>, Refusal> {
        let mut bytes = [0; 24];
        if self.child.read(arguments, &mut bytes) != bytes.len() {
            return Err(Refusal::Program("a client request has no arguments".to_owned()));
        }
        let word = |number: usize| {
            let word = &bytes[8 * number..8 * number + 8];
            u64::from_ne_bytes(word.try_into().expect("eight bytes"))
        };
        let (start, length) = (word(1), word(2));
        Ok(Some(match word(0) {
            RUNNING | THIS_PROGRAM => 1,
            COUNT_ERRORS => {
                self.asked = true;
                self.leaked
            }
            COUNT_INSTRUCTIONS => self.instructions,
            CLEAR_DEAD => {
                self.state.memory.fill(stack.saturating_sub(DEAD), DEAD, false);
                0
            }
            COUNT_DEAD => self.count_dead(stack),
            request @ (COUNT_KERNELS | COUNT_IDLE) => {
                let mut name = vec![0; length.min(LONGEST_NAME) as usize];
                self.child.read(start, &mut name);
                let name = String::from_utf8_lossy(&name);
                if request == COUNT_IDLE {
                    self.shells.idle(&name)
                } else {
                    self.shells.take(&name)
                }
            }
            request @ (MAKE_SECRET | MAKE_KNOWN) => {
                self.state.memory.fill(start, length, request == MAKE_SECRET);
                0
            }
            _ => return Ok(None),
        }))
    }

    /// How many secret bytes lie below the stack pointer and in vector and mask registers.
    fn count_dead(&mut self, stack: u64) -> u64 {
        let mut count = 0;
        let mut found = |address, bytes: u32| {
            count += u64::from(bytes);
            *self.left.entry(address).or_default() += u64::from(bytes);
        };
        for (bits, address) in self.state.vector.iter().zip(self.state.vector_writers) {
            if *bits != 0 {
                found(address, bits.count_ones());
            }
        }
        for (bits, address) in self.state.mask.iter().zip(self.state.mask_writers) {
            if *bits != 0 {
                found(address, bits.count_ones().div_ceil(8));
            }
        }
        let mut address = stack.saturating_sub(DEAD) & !7;
        while address < stack {
            let bits = self.state.memory.read(address, 8);
            if bits != 0 {
                found(self.state.memory.writer(address), bits.count_ones());
            }
            address += 8;
        }
        count
    }

    /// The copy of the code at an address.
    fn copy_of(&mut self, target: u64) -> Result<u64, Refusal> {
        if let Some(&copy) = self.copies.get(&target) {
            return Ok(copy);
        }
        let place = match self.arenas.iter().position(|arena| arena.address.abs_diff(target) < NEAR)
        {
            Some(place) => place,
            None => self.make_arena(target)?,
        };
        let (child, code) = (&self.child, &mut self.code);
        let mut read = |address: u64, bytes: &mut [u8]| read_code(child, code, address, bytes);
        let number = self.segments.len();
        let constants = &self.constants;
        let constant = |address: u64, bytes: &mut [u8]| {
            let end = address + bytes.len() as u64;
            constants.iter().any(|range| range.start <= address && end <= range.end)
                && child.read(address, bytes) == bytes.len()
        };
        let arena = &mut self.arenas[place];
        let copied = self.copier.copy(arena, number, target, &mut read, &constant);
        let Copied { segment, address, writes, exits } = copied.map_err(Refusal::Program)?;
        for (offset, bytes) in writes {
            self.shared.write(offset, &bytes);
        }
        self.exits.extend(exits);
        if let Some(shell) = self.shells.at(target) {
            self.shell_of.insert(number as u32, shell);
        }
        self.segments.push(segment);
        self.copies.insert(target, address);
        Ok(address)
    }

    /// Makes an arena near an address.
    fn make_arena(&mut self, target: u64) -> Result<usize, Refusal> {
        let number = self.arenas.len();
        if number == ARENAS {
            return Err(Refusal::Program("the program's code is in too many places".to_owned()));
        }
        let all = (libc::PROT_READ | libc::PROT_WRITE | libc::PROT_EXEC) as u64;
        let kind = (libc::MAP_SHARED | libc::MAP_FIXED_NOREPLACE) as u64;
        let offset = number * ARENA;
        for away in 1..14 {
            let address = (target & !0xf_ffff).wrapping_sub(away * ARENA as u64);
            let arguments =
                [address, ARENA as u64, all, kind, self.shared.descriptor(), offset as u64];
            if self.child.system_call(libc::SYS_mmap, arguments).is_err() {
                continue;
            }
            let (arena, code, trap) = Arena::new(address, offset, self.table);
            self.shared.write(offset + (arena.search() - address) as usize, &code);
            self.exits.insert(trap, Exit::Missing { arena: number });
            self.arenas.push(arena);
            return Ok(number);
        }
        Err(Refusal::Program(format!("no memory is free near {target:#x}")))
    }
}

/// Reads code, which does not change.
fn read_code(
    child: &Child,
    pages: &mut HashMap<u64, Vec<u8>>,
    address: u64,
    bytes: &mut [u8],
) -> usize {
    const PAGE: u64 = 4096;
    let mut done = 0;
    while done < bytes.len() {
        let address = address + done as u64;
        let page = pages.entry(address / PAGE).or_insert_with(|| {
            let mut page = vec![0; PAGE as usize];
            let found = child.read(address / PAGE * PAGE, &mut page);
            page.truncate(found);
            page
        });
        let start = ((address % PAGE) as usize).min(page.len());
        let part = (page.len() - start).min(bytes.len() - done);
        if part == 0 {
            break;
        }
        bytes[done..done + part].copy_from_slice(&page[start..start + part]);
        done += part;
    }
    done
}

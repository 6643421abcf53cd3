//! The program that is followed: started, stopped and continued with ptrace.

use std::fs::{self, File};
use std::io::{Error, ErrorKind, Result};
use std::mem::MaybeUninit;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus};
use std::ptr;

use libc::{c_int, c_void, pid_t};

/// The registers, as ptrace knows them.
pub(crate) type Registers = libc::user_regs_struct;

/// Why the program stopped.
#[derive(Debug)]
pub(crate) enum Stop {
    Ended(ExitStatus),
    /// It is about to end.
    Ending,
    /// It started a process or a thread.
    Started,
    Signal(c_int),
}

/// Whether programs may change the register that copies of instructions find their record by.
pub(crate) fn can_set_gs() -> bool {
    /// FSGSBASE in the second word of capabilities.
    const FSGSBASE: u64 = 1 << 1;
    // SAFETY: asks for a number.
    unsafe { libc::getauxval(libc::AT_HWCAP2) & FSGSBASE != 0 }
}

/// A part of the memory of the program.
pub(crate) struct Map {
    pub(crate) range: Range<u64>,
    pub(crate) writable: bool,
    /// The mapped file, or nothing.
    pub(crate) file: String,
}

/// A stopped program.
pub(crate) struct Child {
    id: pid_t,
    memory: File,
    ended: bool,
}

impl Child {
    /// Starts a program and stops it at its first own instruction, when its libraries are loaded.
    /// Addresses are the same in every run, so that reports can be compared.
    pub(crate) fn start(command: &mut Command) -> Result<Self> {
        // SAFETY: between fork and exec, only two system calls are made.
        unsafe {
            command.pre_exec(|| {
                libc::personality(libc::ADDR_NO_RANDOMIZE as _);
                match libc::ptrace(libc::PTRACE_TRACEME, 0, 0, 0) {
                    -1 => Err(Error::last_os_error()),
                    _ => Ok(()),
                }
            });
        }
        // Otherwise the linker's code, which saves the whole state of the processor, runs in between.
        command.env("LD_BIND_NOW", "1");
        let id = command.spawn()?.id() as pid_t;
        let memory = File::options().read(true).write(true).open(format!("/proc/{id}/mem"))?;
        let mut child = Self { id, memory, ended: false };
        match child.wait()? {
            Stop::Signal(libc::SIGTRAP) => {}
            other => return Err(Error::other(format!("the program did not start: {other:?}"))),
        }
        let options = libc::PTRACE_O_EXITKILL
            | libc::PTRACE_O_TRACEFORK
            | libc::PTRACE_O_TRACEVFORK
            | libc::PTRACE_O_TRACECLONE
            | libc::PTRACE_O_TRACEEXIT;
        child.request(libc::PTRACE_SETOPTIONS, options as *mut c_void)?;
        let entry = child.entry()?;
        let instruction = child.patch(entry, &[0xcc])?;
        child.go_on(0)?;
        match child.wait()? {
            Stop::Signal(libc::SIGTRAP) => {}
            other => return Err(Error::other(format!("the program did not start: {other:?}"))),
        }
        child.patch(entry, &instruction)?;
        let mut registers = child.registers()?;
        registers.rip = entry;
        child.set_registers(&registers)?;
        Ok(child)
    }

    /// The file of the program.
    pub(crate) fn program(&self) -> Result<Vec<u8>> {
        fs::read(format!("/proc/{}/exe", self.id))
    }

    /// The address of the first own instruction.
    pub(crate) fn entry(&self) -> Result<u64> {
        let auxiliary = fs::read(format!("/proc/{}/auxv", self.id))?;
        let words: Vec<u64> = auxiliary
            .chunks_exact(8)
            .map(|word| u64::from_ne_bytes(word.try_into().expect("eight bytes")))
            .collect();
        let entry = words.chunks_exact(2).find(|pair| pair[0] == libc::AT_ENTRY);
        entry.map(|pair| pair[1]).ok_or_else(|| Error::from(ErrorKind::InvalidData))
    }

    /// Writes over code and returns what was there.
    fn patch(&self, address: u64, bytes: &[u8]) -> Result<Vec<u8>> {
        let mut before = vec![0; bytes.len()];
        self.memory.read_exact_at(&mut before, address)?;
        self.memory.write_all_at(bytes, address)?;
        Ok(before)
    }

    /// Makes a system call in the program and returns its result.
    pub(crate) fn system_call(&mut self, number: i64, arguments: [u64; 6]) -> Result<u64> {
        let before = self.registers()?;
        // `syscall; int3`
        let code = self.patch(before.rip, &[0x0f, 0x05, 0xcc])?;
        let mut registers = before;
        registers.rax = number as u64;
        registers.orig_rax = u64::MAX;
        [registers.rdi, registers.rsi, registers.rdx, registers.r10, registers.r8, registers.r9] =
            arguments;
        self.set_registers(&registers)?;
        self.go_on(0)?;
        let stop = self.wait()?;
        if !matches!(stop, Stop::Signal(libc::SIGTRAP)) {
            return Err(Error::other(format!("a system call ended the program: {stop:?}")));
        }
        let result = self.registers()?.rax;
        self.patch(before.rip, &code)?;
        self.set_registers(&before)?;
        match result as i64 {
            error @ -4095..0 => Err(Error::from_raw_os_error(-error as i32)),
            _ => Ok(result),
        }
    }

    /// Continues, with a signal if it is not zero.
    pub(crate) fn go_on(&mut self, signal: c_int) -> Result<()> {
        self.request(libc::PTRACE_CONT, ptr::without_provenance_mut(signal as usize))
    }

    /// Waits until the program stops.
    pub(crate) fn wait(&mut self) -> Result<Stop> {
        let mut status = 0;
        // SAFETY: the status is a place of this function.
        if unsafe { libc::waitpid(self.id, &raw mut status, libc::__WALL) } < 0 {
            return Err(Error::last_os_error());
        }
        if libc::WIFEXITED(status) || libc::WIFSIGNALED(status) {
            self.ended = true;
            return Ok(Stop::Ended(ExitStatus::from_raw(status)));
        }
        match status >> 16 {
            0 => {}
            libc::PTRACE_EVENT_EXIT => return Ok(Stop::Ending),
            _ => return Ok(Stop::Started),
        }
        Ok(Stop::Signal(libc::WSTOPSIG(status)))
    }

    pub(crate) fn registers(&self) -> Result<Registers> {
        let mut registers = MaybeUninit::<Registers>::uninit();
        self.request(libc::PTRACE_GETREGS, registers.as_mut_ptr().cast())?;
        // SAFETY: the request filled them in.
        Ok(unsafe { registers.assume_init() })
    }

    pub(crate) fn set_registers(&mut self, registers: &Registers) -> Result<()> {
        self.request(libc::PTRACE_SETREGS, (&raw const *registers).cast_mut().cast())
    }

    /// The address that a signal for a wrong access is about.
    pub(crate) fn fault_address(&self) -> Result<u64> {
        let mut info = MaybeUninit::<libc::siginfo_t>::uninit();
        self.request(libc::PTRACE_GETSIGINFO, info.as_mut_ptr().cast())?;
        // SAFETY: the request filled it in, and the signal is one with an address.
        Ok(unsafe { info.assume_init().si_addr() }.addr() as u64)
    }

    /// Reads memory, as far as there is some.
    pub(crate) fn read(&self, address: u64, bytes: &mut [u8]) -> usize {
        self.memory.read_at(bytes, address).unwrap_or(0)
    }

    /// The memory of the program.
    pub(crate) fn maps(&self) -> Vec<Map> {
        let text = fs::read_to_string(format!("/proc/{}/maps", self.id)).unwrap_or_default();
        let map = |line: &str| {
            let mut words = line.split_whitespace();
            let (start, end) = words.next()?.split_once('-')?;
            let number = |text| u64::from_str_radix(text, 16).ok();
            let writable = words.next()?.contains('w');
            let file = words.nth(3).unwrap_or("").to_owned();
            Some(Map { range: number(start)?..number(end)?, writable, file })
        };
        text.lines().filter_map(map).collect()
    }

    fn request(&self, request: libc::c_uint, data: *mut c_void) -> Result<()> {
        // SAFETY: the callers hand over what each request reads or fills in.
        let result = unsafe { libc::ptrace(request, self.id, ptr::null_mut::<c_void>(), data) };
        if result == -1 { Err(Error::last_os_error()) } else { Ok(()) }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if !self.ended {
            // SAFETY: only the program that `start` started.
            unsafe { libc::kill(self.id, libc::SIGKILL) };
            let _ = self.wait();
        }
    }
}

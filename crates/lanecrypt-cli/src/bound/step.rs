//! Single steps through a call: the processor stops after every instruction.
//!
//! If the trap flag is set, an x86-64 processor raises a signal after every instruction. The handler
//! records the address of the next instruction and the ordinary registers, and continues. So exactly the
//! code that is timed is counted, with everything that it calls. An instruction takes microseconds then,
//! so calls must be short.

/// The state before an instruction.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(not(all(target_arch = "x86_64", target_os = "linux")), allow(dead_code))]
pub(super) struct Step {
    /// The address.
    pub(super) address: u64,
    /// The ordinary registers, in the order of their encoding: rax, rcx, rdx, rbx, rsp, ...
    pub(super) registers: [u64; 16],
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub(super) use tracing::steps;

/// There is no trap flag.
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
pub(super) fn steps(_limit: usize, _call: &mut dyn FnMut()) -> Result<Vec<Step>, super::why::Why> {
    Err(super::why::Why::new("instructions can be counted on x86-64 Linux only"))
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod tracing {
    use std::arch::asm;
    use std::mem::MaybeUninit;
    use std::ptr;
    use std::sync::atomic::{AtomicPtr, Ordering};
    use std::sync::{Mutex, PoisonError};

    use libc::{c_int, c_void, siginfo_t, ucontext_t};

    use super::Step;
    use crate::bound::why::Why;

    /// The trap flag.
    const TRAP: i64 = 0x100;

    /// The indices of the ordinary registers in the context of a handler, in the order of their
    /// encoding.
    const REGISTERS: [c_int; 16] = [
        libc::REG_RAX,
        libc::REG_RCX,
        libc::REG_RDX,
        libc::REG_RBX,
        libc::REG_RSP,
        libc::REG_RBP,
        libc::REG_RSI,
        libc::REG_RDI,
        libc::REG_R8,
        libc::REG_R9,
        libc::REG_R10,
        libc::REG_R11,
        libc::REG_R12,
        libc::REG_R13,
        libc::REG_R14,
        libc::REG_R15,
    ];

    /// The size of the stack of the handler. The state of all registers, some kilobytes, is saved there.
    const STACK: usize = 1 << 17;

    /// The record that the handler writes. Its capacity is reserved before.
    struct Recorder {
        steps: Vec<Step>,
        /// The address at which to stop.
        end: u64,
        /// Whether there were more steps than room.
        full: bool,
    }

    /// The recorder of the current call.
    static RECORDER: AtomicPtr<Recorder> = AtomicPtr::new(ptr::null_mut());

    /// Allows one call at a time, because the whole process shares a handler.
    static ONE: Mutex<()> = Mutex::new(());

    /// Runs a call and returns its instructions, including the few that enter and leave it. A call with
    /// more than `limit` instructions is an error. A repeating instruction (`rep movsb`) is one step.
    pub(in crate::bound) fn steps(limit: usize, call: &mut dyn FnMut()) -> Result<Vec<Step>, Why> {
        let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        let mut recorder = Recorder { steps: Vec::with_capacity(limit), end: 0, full: false };
        {
            let _stack = Stack::install()?;
            let _handler = Handler::install()?;
            RECORDER.store(&raw mut recorder, Ordering::SeqCst);
            step_through(&raw mut recorder.end, call);
            RECORDER.store(ptr::null_mut(), Ordering::SeqCst);
        }
        match recorder {
            Recorder { full: true, .. } => {
                Err(Why::new(format!("the call has more than {limit} instructions")))
            }
            Recorder { steps, .. } if steps.is_empty() => Err(Why::new(
                "this system does not allow single steps through instructions (perhaps the program is \
                 run by a debugger or an emulator)",
            )),
            Recorder { steps, .. } => Ok(steps),
        }
    }

    /// Makes the call with the trap flag set. The address at which to stop is written to `end`.
    #[inline(never)]
    fn step_through(end: *mut u64, mut call: &mut dyn FnMut()) {
        extern "C" fn enter(call: *mut &mut dyn FnMut()) {
            // SAFETY: the one below, which lives until the end of it.
            unsafe { (*call)() }
        }
        // SAFETY: follows the C calling convention; writes to the stack below what is in use, and
        // to `end`, which its caller owns. The flag is off again before the next statement: the
        // handler takes it off at `3`, or the lines there do where there were no signals.
        unsafe {
            asm!(
                "lea rax, [rip + 3f]",
                "mov [rsi], rax",
                "pushfq",
                "or qword ptr [rsp], 0x100",
                "popfq",
                "call {enter}",
                "3:",
                "pushfq",
                "and qword ptr [rsp], -0x101",
                "popfq",
                enter = sym enter,
                inout("rdi") &raw mut call => _,
                inout("rsi") end => _,
                clobber_abi("C"),
            );
        }
    }

    /// Records a step.
    extern "C" fn on_trap(_signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
        let recorder = RECORDER.load(Ordering::Relaxed);
        // SAFETY: the system hands valid pointers to a handler with SA_SIGINFO. The recorder lives
        // as long as it is to be found there, and only the thread that steps changes it: it is the
        // only one that is trapped, and it is in here.
        unsafe {
            if recorder.is_null() || (*info).si_code != libc::TRAP_TRACE {
                return;
            }
            let recorder = &mut *recorder;
            let registers = &mut (*context.cast::<ucontext_t>()).uc_mcontext.gregs;
            let address = registers[libc::REG_RIP as usize] as u64;
            if recorder.steps.last().is_some_and(|last| last.address == address) {
                return;
            }
            let at_the_end = address == recorder.end;
            if at_the_end || recorder.steps.len() == recorder.steps.capacity() {
                recorder.full = !at_the_end;
                registers[libc::REG_EFL as usize] &= !TRAP;
                return;
            }
            // There is room: nothing is allocated.
            recorder.steps.push(Step {
                address,
                registers: REGISTERS.map(|place| registers[place as usize] as u64),
            });
        }
    }

    /// The stack of the handler. On drop, the earlier stack is restored.
    struct Stack {
        _memory: Vec<u8>,
        before: libc::stack_t,
    }

    impl Stack {
        fn install() -> Result<Self, Why> {
            let mut memory = vec![0_u8; STACK];
            let new =
                libc::stack_t { ss_sp: memory.as_mut_ptr().cast(), ss_flags: 0, ss_size: STACK };
            let mut before = MaybeUninit::uninit();
            // SAFETY: the memory is kept as long as it is in use; the old one is filled in.
            let before = unsafe {
                if libc::sigaltstack(&raw const new, before.as_mut_ptr()) != 0 {
                    return Err(Why::new("the system refused a stack for signals"));
                }
                before.assume_init()
            };
            Ok(Self { _memory: memory, before })
        }
    }

    impl Drop for Stack {
        fn drop(&mut self) {
            // SAFETY: as it was before.
            unsafe { libc::sigaltstack(&raw const self.before, ptr::null_mut()) };
        }
    }

    /// The handler and the mask of its signal. On drop, the earlier ones are restored.
    struct Handler {
        before: libc::sigaction,
        mask: libc::sigset_t,
    }

    impl Handler {
        fn install() -> Result<Self, Why> {
            let failed = || Why::new("the system does not allow a program to handle its traps");
            let (mut before, mut mask) = (MaybeUninit::uninit(), MaybeUninit::uninit());
            // SAFETY: all structures are zeroed or filled in before they are read, and the handler
            // has the signature that SA_SIGINFO asks for.
            unsafe {
                let mut action: libc::sigaction = MaybeUninit::zeroed().assume_init();
                action.sa_sigaction = on_trap as *const () as usize;
                action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
                libc::sigemptyset(&raw mut action.sa_mask);
                if libc::sigaction(libc::SIGTRAP, &raw const action, before.as_mut_ptr()) != 0 {
                    return Err(failed());
                }
                let mut trap: libc::sigset_t = MaybeUninit::zeroed().assume_init();
                libc::sigemptyset(&raw mut trap);
                libc::sigaddset(&raw mut trap, libc::SIGTRAP);
                let before = before.assume_init();
                if libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const trap, mask.as_mut_ptr()) != 0
                {
                    libc::sigaction(libc::SIGTRAP, &raw const before, ptr::null_mut());
                    return Err(failed());
                }
                Ok(Self { before, mask: mask.assume_init() })
            }
        }
    }

    impl Drop for Handler {
        fn drop(&mut self) {
            // SAFETY: as it was before.
            unsafe {
                libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.mask, ptr::null_mut());
                libc::sigaction(libc::SIGTRAP, &raw const self.before, ptr::null_mut());
            }
        }
    }
}

//! The timed loops, in assembly, so that the compiler cannot change them.
//!
//! Each loop is the text of one instruction, repeated about two hundred times by the assembler (`.rept`,
//! `.irp`) with different registers for `\d`, `\s`, `\t` and `\u`:
//!
//! - For the *throughput*, `\d` goes through all free registers, and the loop never writes `\s`. No
//!   instruction waits for another one, except that an instruction that reads its result register waits
//!   for the instruction that wrote it a full round earlier.
//! - For the *latency*, `\d` and `\s` are the same register: every instruction waits for the one before
//!   it.
//!
//! The loop never writes `\t` and `\u`. If a processor would know a result from equal sources (`xor a, a`
//! is zero), the sources are different registers. Loops for single instructions contain no moves between
//! registers, because processors only rename registers for them. All registers are loaded from memory
//! first, in their full width.
//!
//! The counter and the branch of the loop are one or two of two hundred instructions.

use std::arch::{asm, is_x86_feature_detected};

use super::kind::{Class, Mix, RoundKeys, Width};

/// A loop. It can be run safely: loops that this processor cannot execute are not returned.
pub(super) struct Loop {
    code: fn(u64, *mut u64),
    per_turn: u32,
}

/// An instruction and its loops.
pub(super) struct Form {
    /// The class.
    pub(super) class: Class,
    /// The width of the registers.
    pub(super) width: Width,
    /// The instruction set.
    pub(super) set: &'static str,
    /// The text.
    pub(super) text: &'static str,
    /// The loop of independent instructions.
    pub(super) throughput: Loop,
    /// The loop of a chain, if the instruction can form one.
    pub(super) latency: Option<Loop>,
    has: fn() -> bool,
}

/// Several instructions together.
pub(super) struct MixForm {
    /// The mix.
    pub(super) mix: Mix,
    /// The width of the registers.
    pub(super) width: Width,
    /// The texts.
    pub(super) texts: &'static [&'static str],
    /// The loop.
    pub(super) throughput: Loop,
    has: fn() -> bool,
}

/// The memory for loads and stores. Its first word is its address, for chains of loads.
#[repr(C, align(4096))]
pub(super) struct LoopMemory([u64; 512]);

impl LoopMemory {
    /// Memory that is not zero.
    pub(super) fn new() -> Box<Self> {
        Box::new(Self([0x0123_4567_89ab_cdef; 512]))
    }
}

impl Loop {
    /// The number of instructions in one turn.
    pub(super) fn per_turn(&self) -> u32 {
        self.per_turn
    }

    /// Runs a number of turns, at least one.
    pub(super) fn run(&self, turns: u64, memory: &mut LoopMemory) {
        let address = memory.0.as_mut_ptr();
        memory.0[0] = address as u64;
        (self.code)(turns.max(1), address);
    }
}

/// The instructions that this processor has.
pub(super) fn forms() -> Vec<Form> {
    every().into_iter().filter(|form| (form.has)()).collect()
}

/// The mixes that this processor has.
pub(super) fn mixes() -> Vec<MixForm> {
    every_mix().into_iter().filter(|mix| (mix.has)()).collect()
}

/// The round keys of AES-128 with AESKEYGENASSIST, if the processor has it.
pub(super) fn aes128_round_keys() -> Option<RoundKeys> {
    fn round_keys(key: &[u8; 16], keys: &mut [[u8; 16]; 11]) {
        keys[0] = *key;
        // SAFETY: the processor has the instructions, by the check below. Reads the first of eleven
        // blocks, writes the ten after it, and the registers named.
        unsafe {
            asm!(
                "movdqu {key}, [{place}]",
                // The constants of the rounds: powers of two in the field of AES.
                ".irp constant,1,2,4,8,16,32,64,128,27,54",
                "add {place}, 16",
                "aeskeygenassist {word}, {key}, \\constant",
                "pshufd {word}, {word}, 0xff",
                "movdqa {turned}, {key}",
                "pslldq {turned}, 4",
                "pxor {key}, {turned}",
                "pslldq {turned}, 4",
                "pxor {key}, {turned}",
                "pslldq {turned}, 4",
                "pxor {key}, {turned}",
                "pxor {key}, {word}",
                "movdqu [{place}], {key}",
                ".endr",
                place = inout(reg) keys.as_mut_ptr() => _,
                key = out(xmm_reg) _,
                word = out(xmm_reg) _,
                turned = out(xmm_reg) _,
                options(nostack),
            );
        }
    }
    (is_x86_feature_detected!("aes") && is_x86_feature_detected!("sse2")).then_some(round_keys)
}

/// A loop: the code before it, the number of repetitions of its text, the registers for each name, the
/// text, and the code after it.
macro_rules! code {
    ($setup:literal, $repeat:literal, $end:literal, $d:literal, $s:literal, $t:literal, $u:literal,
     $($op:literal),+) => {{
        fn code(turns: u64, memory: *mut u64) {
            // SAFETY: the processor has the instructions (`forms`, `mixes`). Writes the registers
            // that the C calling convention lets a function change, the turns, and the second half
            // of the page at `memory`, which is borrowed for the call; the stack stays as it is.
            unsafe {
                asm!(
                    $setup,
                    ".p2align 6",
                    "2:",
                    concat!(".rept ", $repeat),
                    concat!(".irp s,", $s),
                    concat!(".irp t,", $t),
                    concat!(".irp u,", $u),
                    concat!(".irp d,", $d),
                    $($op,)+
                    ".endr",
                    ".endr",
                    ".endr",
                    ".endr",
                    ".endr",
                    "dec r12",
                    "jnz 2b",
                    $end,
                    inout("r12") turns => _,
                    in("r13") memory,
                    in("r14") memory.wrapping_add(256),
                    in("r15") 0x9e37_79b9_7f4a_7c15_u64,
                    clobber_abi("sysv64"),
                    options(nostack),
                );
            }
        }
        code
    }};
}

/// A loop over all registers: 8 ordinary ones, 13 vector registers, or 26 with AVX-512. The text is
/// repeated the given number of times for each register.
macro_rules! throughput {
    (Ordinary32, $op:literal) => { throughput!(Ordinary32; 30; $op) };
    (Ordinary64, $op:literal) => { throughput!(Ordinary64; 30; $op) };
    (Xmm, $op:literal) => { throughput!(Xmm; 18; $op) };
    (Ymm, $op:literal) => { throughput!(Ymm; 18; $op) };
    ($width:ident, $op:literal) => { throughput!($width; 9; $op) };
    (Ordinary32; $repeat:literal; $($op:literal),+) => {
        Loop {
            code: code!("mov edx, r15d", $repeat, "", "eax,ecx,esi,edi,r8d,r9d,r10d,r11d",
                        "r13d", "r15d", "edx", $($op),+),
            per_turn: 8 * $repeat,
        }
    };
    (Ordinary64; $repeat:literal; $($op:literal),+) => {
        Loop {
            code: code!("mov rdx, r15", $repeat, "", "rax,rcx,rsi,rdi,r8,r9,r10,r11",
                        "r13", "r15", "rdx", $($op),+),
            per_turn: 8 * $repeat,
        }
    };
    (Xmm; $repeat:literal; $($op:literal),+) => {
        Loop {
            code: code!(
                ".irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\nmovdqu xmm\\i, [r13+64]\n.endr",
                $repeat, "",
                "xmm0,xmm1,xmm2,xmm3,xmm4,xmm5,xmm6,xmm7,xmm8,xmm9,xmm10,xmm11,xmm12",
                "xmm13", "xmm14", "xmm15", $($op),+),
            per_turn: 13 * $repeat,
        }
    };
    (Ymm; $repeat:literal; $($op:literal),+) => {
        Loop {
            code: code!(
                ".irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\nvmovdqu ymm\\i, [r13+64]\n.endr",
                $repeat, "vzeroupper",
                "ymm0,ymm1,ymm2,ymm3,ymm4,ymm5,ymm6,ymm7,ymm8,ymm9,ymm10,ymm11,ymm12",
                "ymm13", "ymm14", "ymm15", $($op),+),
            per_turn: 13 * $repeat,
        }
    };
    (EvexXmm; $repeat:literal; $($op:literal),+) => {
        Loop {
            code: code!(
                ".irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28\n\
                 vmovdqu64 zmm\\i, [r13+64]\n.endr\nkmovq k1, r15",
                $repeat, "vzeroupper",
                "xmm0,xmm1,xmm2,xmm3,xmm4,xmm5,xmm6,xmm7,xmm8,xmm9,xmm10,xmm11,xmm12,\
                 xmm16,xmm17,xmm18,xmm19,xmm20,xmm21,xmm22,xmm23,xmm24,xmm25,xmm26,xmm27,xmm28",
                "xmm13", "xmm14", "xmm15", $($op),+),
            per_turn: 26 * $repeat,
        }
    };
    (EvexYmm; $repeat:literal; $($op:literal),+) => {
        Loop {
            code: code!(
                ".irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28\n\
                 vmovdqu64 zmm\\i, [r13+64]\n.endr\nkmovq k1, r15",
                $repeat, "vzeroupper",
                "ymm0,ymm1,ymm2,ymm3,ymm4,ymm5,ymm6,ymm7,ymm8,ymm9,ymm10,ymm11,ymm12,\
                 ymm16,ymm17,ymm18,ymm19,ymm20,ymm21,ymm22,ymm23,ymm24,ymm25,ymm26,ymm27,ymm28",
                "ymm13", "ymm14", "ymm15", $($op),+),
            per_turn: 26 * $repeat,
        }
    };
    (Zmm; $repeat:literal; $($op:literal),+) => {
        Loop {
            code: code!(
                ".irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28\n\
                 vmovdqu64 zmm\\i, [r13+64]\n.endr\nkmovq k1, r15",
                $repeat, "vzeroupper",
                "zmm0,zmm1,zmm2,zmm3,zmm4,zmm5,zmm6,zmm7,zmm8,zmm9,zmm10,zmm11,zmm12,\
                 zmm16,zmm17,zmm18,zmm19,zmm20,zmm21,zmm22,zmm23,zmm24,zmm25,zmm26,zmm27,zmm28",
                "zmm13", "zmm14", "zmm15", $($op),+),
            per_turn: 26 * $repeat,
        }
    };
}

/// A chain through one register, 64 instructions by default.
macro_rules! latency {
    ($width:ident, $($op:literal),+) => { latency!($width; 64; $($op),+) };
    (Ordinary32; $repeat:literal; $($op:literal),+) => {
        Loop {
            code: code!("mov edx, r15d\nmov eax, r15d", $repeat, "", "eax", "eax", "r15d", "edx",
                        $($op),+),
            per_turn: $repeat,
        }
    };
    (Ordinary64; $repeat:literal; $($op:literal),+) => {
        Loop {
            code: code!("mov rdx, r15\nmov rax, r13", $repeat, "", "rax", "rax", "r15", "rdx",
                        $($op),+),
            per_turn: $repeat,
        }
    };
    (Xmm; $repeat:literal; $($op:literal),+) => {
        Loop {
            code: code!(
                ".irp i,0,14,15\nmovdqu xmm\\i, [r13+64]\n.endr",
                $repeat, "", "xmm0", "xmm0", "xmm14", "xmm15", $($op),+),
            per_turn: $repeat,
        }
    };
    (Ymm; $repeat:literal; $($op:literal),+) => {
        Loop {
            code: code!(
                ".irp i,0,14,15\nvmovdqu ymm\\i, [r13+64]\n.endr",
                $repeat, "vzeroupper", "ymm0", "ymm0", "ymm14", "ymm15", $($op),+),
            per_turn: $repeat,
        }
    };
    (Zmm; $repeat:literal; $($op:literal),+) => {
        Loop {
            code: code!(
                ".irp i,0,14,15\nvmovdqu64 zmm\\i, [r13+64]\n.endr\nkmovq k1, r15",
                $repeat, "vzeroupper", "zmm0", "zmm0", "zmm14", "zmm15", $($op),+),
            per_turn: $repeat,
        }
    };
}

/// A store. `\d` is the place: each store writes next to the one before it.
macro_rules! store {
    ($width:ident, $set:literal, [$($feature:tt),*], $op:literal, $places:literal, $register:literal,
     $setup:literal, $end:literal) => {
        Form {
            class: Class::Store,
            width: Width::$width,
            set: $set,
            text: $op,
            throughput: Loop {
                code: code!($setup, 20, $end, $places, "r13", $register, "r15", $op),
                per_turn: 8 * 20,
            },
            latency: None,
            has: has!($($feature),*),
        }
    };
}

/// Whether the processor has all of these instruction sets.
macro_rules! has {
    ($($feature:tt),*) => { || true $(&& is_x86_feature_detected!($feature))* };
}

/// An instruction. `alone` stands before an instruction without a latency.
macro_rules! form {
    ($class:ident, $width:ident, $set:literal, [$($feature:tt),*], alone $op:literal) => {
        Form {
            class: Class::$class,
            width: Width::$width,
            set: $set,
            text: $op,
            throughput: throughput!($width, $op),
            latency: None,
            has: has!($($feature),*),
        }
    };
    ($class:ident, $width:ident, $set:literal, [$($feature:tt),*], $op:literal) => {
        Form {
            class: Class::$class,
            width: Width::$width,
            set: $set,
            text: $op,
            throughput: throughput!($width, $op),
            latency: Some(latency!($width, $op)),
            has: has!($($feature),*),
        }
    };
    ($class:ident, $width:ident, $set:literal, [$($feature:tt),*], named $text:literal, $($op:literal),+) => {
        Form {
            class: Class::$class,
            width: Width::$width,
            set: $set,
            text: $text,
            throughput: throughput!($width; 4; $($op),+),
            latency: Some(latency!($width; 16; $($op),+)),
            has: has!($($feature),*),
        }
    };
}

/// An instruction of the base set, in 32 and in 64 bits.
macro_rules! ordinary {
    ($width:ident, $class:ident, $op:literal) => {
        form!($class, $width, "x86-64", [], $op)
    };
}

/// An instruction of SSE with two operands.
macro_rules! sse {
    ($class:ident, $set:literal, $feature:tt, $op:literal) => {
        form!($class, Xmm, $set, [$feature], $op)
    };
}

/// An instruction of AVX2.
macro_rules! avx2 {
    ($class:ident, $op:literal) => {
        form!($class, Ymm, "AVX2", ["avx2"], $op)
    };
}

/// An instruction of AVX-512 with registers of a width.
macro_rules! avx512 {
    ($class:ident, $width:ident, $op:literal) => { avx512!($class, $width, "AVX-512", "avx512f", $op) };
    ($class:ident, Xmm, $set:literal, $feature:tt, $op:literal) => {
        avx512!(@ $class, Xmm, EvexXmm, $set, $feature, $op)
    };
    ($class:ident, Ymm, $set:literal, $feature:tt, $op:literal) => {
        avx512!(@ $class, Ymm, EvexYmm, $set, $feature, $op)
    };
    ($class:ident, Zmm, $set:literal, $feature:tt, $op:literal) => {
        avx512!(@ $class, Zmm, Zmm, $set, $feature, $op)
    };
    (@ $class:ident, $width:ident, $registers:ident, $set:literal, $feature:tt, $op:literal) => {
        Form {
            class: Class::$class,
            width: Width::$width,
            set: $set,
            text: $op,
            throughput: throughput!($registers, $op),
            latency: Some(latency!($width, $op)),
            has: has!("avx512f", "avx512bw", "avx512vl", "avx512dq", $feature),
        }
    };
}

/// A mix of several texts, each with a register for its result.
macro_rules! mix {
    ($mix:expr, $width:ident, $registers:ident, [$($feature:tt),*], $repeat:literal, $count:literal,
     $($op:literal),+) => {
        MixForm {
            mix: $mix,
            width: Width::$width,
            texts: &[$($op),+],
            throughput: {
                let Loop { code, per_turn } = throughput!($registers; $repeat; $($op),+);
                Loop { code, per_turn: per_turn * $count }
            },
            has: has!($($feature),*),
        }
    };
}

/// All pairs of some instructions, interleaved, for processors with everything that the widest backend
/// requires.
macro_rules! pairs {
    ($width:ident, $registers:ident; $class:ident $op:literal) => { Vec::new() };
    ($width:ident, $registers:ident; $class:ident $op:literal, $($others:ident $texts:literal),+) => {{
        let mut all: Vec<MixForm> = pairs!($width, $registers; $($others $texts),+);
        all.extend([$(mix!(
            Mix::Pair(Class::$class, Class::$others), $width, $registers,
            ["avx512f", "avx512bw", "avx512vl", "avx512dq", "avx512vbmi", "avx512vbmi2",
             "avx512ifma", "gfni", "vaes", "vpclmulqdq"],
            4, 2, $op, $texts
        )),+]);
        all
    }};
}

/// All instructions, whether this processor has them or not.
fn every() -> Vec<Form> {
    let mut all = logic_and_sums();
    all.extend(shifts());
    all.extend(bytes());
    all.extend(fields());
    all.extend(products());
    all.extend(memory());
    all
}

fn logic_and_sums() -> Vec<Form> {
    vec![
        ordinary!(Ordinary32, Xor, "xor \\d, \\t"),
        ordinary!(Ordinary64, Xor, "xor \\d, \\t"),
        sse!(Xor, "SSE2", "sse2", "pxor \\d, \\t"),
        avx2!(Xor, "vpxor \\d, \\s, \\t"),
        avx512!(Xor, Zmm, "vpxord \\d, \\s, \\t"),
        ordinary!(Ordinary32, And, "and \\d, \\t"),
        ordinary!(Ordinary64, And, "and \\d, \\t"),
        sse!(And, "SSE2", "sse2", "pand \\d, \\t"),
        avx2!(And, "vpand \\d, \\s, \\t"),
        avx512!(And, Zmm, "vpandd \\d, \\s, \\t"),
        ordinary!(Ordinary32, Add, "add \\d, \\t"),
        ordinary!(Ordinary64, Add, "add \\d, \\t"),
        sse!(Add, "SSE2", "sse2", "paddd \\d, \\t"),
        avx2!(Add, "vpaddd \\d, \\s, \\t"),
        avx512!(Add, Zmm, "vpaddd \\d, \\s, \\t"),
        sse!(Minimum, "SSE4.1", "sse4.1", "pminud \\d, \\t"),
        avx2!(Minimum, "vpminud \\d, \\s, \\t"),
        avx512!(Minimum, Zmm, "vpminud \\d, \\s, \\t"),
        avx512!(Ternary, Xmm, "vpternlogd \\d, \\t, \\u, 0x96"),
        avx512!(Ternary, Ymm, "vpternlogd \\d, \\t, \\u, 0x96"),
        avx512!(Ternary, Zmm, "vpternlogd \\d, \\t, \\u, 0x96"),
        avx2!(Blend, "vpblendvb \\d, \\s, \\t, \\u"),
        avx512!(Blend, Zmm, "vpblendmb \\d{{k1}}, \\s, \\t"),
    ]
}

fn shifts() -> Vec<Form> {
    vec![
        ordinary!(Ordinary32, Shift, "shl \\d, 7"),
        ordinary!(Ordinary64, Shift, "shl \\d, 7"),
        sse!(Shift, "SSE2", "sse2", "pslld \\d, 7"),
        avx2!(Shift, "vpslld \\d, \\s, 7"),
        avx512!(Shift, Zmm, "vpslld \\d, \\s, 7"),
        ordinary!(Ordinary32, Rotate, "rol \\d, 7"),
        ordinary!(Ordinary64, Rotate, "rol \\d, 7"),
        avx512!(Rotate, Xmm, "vprold \\d, \\s, 7"),
        avx512!(Rotate, Ymm, "vprold \\d, \\s, 7"),
        avx512!(Rotate, Zmm, "vprold \\d, \\s, 7"),
        form!(
            RotateByShifts, Xmm, "SSE2", ["sse2"],
            named "movdqa, pslld, psrld, por",
            "movdqa xmm13, \\d", "pslld \\d, 7", "psrld xmm13, 25", "por \\d, xmm13"
        ),
        form!(
            RotateByShifts, Ymm, "AVX2", ["avx2"],
            named "vpslld, vpsrld, vpor",
            "vpslld ymm12, \\s, 7", "vpsrld ymm11, \\s, 25", "vpor \\d, ymm12, ymm11"
        ),
        ordinary!(Ordinary32, FunnelShift, "shld \\d, \\t, 7"),
        ordinary!(Ordinary64, FunnelShift, "shld \\d, \\t, 7"),
        avx512!(FunnelShift, Xmm, "AVX-512 VBMI2", "avx512vbmi2", "vpshldd \\d, \\s, \\t, 7"),
        avx512!(FunnelShift, Ymm, "AVX-512 VBMI2", "avx512vbmi2", "vpshldd \\d, \\s, \\t, 7"),
        avx512!(FunnelShift, Zmm, "AVX-512 VBMI2", "avx512vbmi2", "vpshldd \\d, \\s, \\t, 7"),
    ]
}

fn bytes() -> Vec<Form> {
    vec![
        sse!(ByteShift, "SSE2", "sse2", "pslldq \\d, 4"),
        avx2!(ByteShift, "vpslldq \\d, \\s, 4"),
        avx512!(ByteShift, Zmm, "vpslldq \\d, \\s, 4"),
        sse!(ByteShuffle, "SSSE3", "ssse3", "pshufb \\d, \\t"),
        avx2!(ByteShuffle, "vpshufb \\d, \\s, \\t"),
        avx512!(ByteShuffle, Zmm, "vpshufb \\d, \\s, \\t"),
        sse!(Unpack, "SSE2", "sse2", "punpckldq \\d, \\t"),
        avx2!(Unpack, "vpunpckldq \\d, \\s, \\t"),
        avx512!(Unpack, Zmm, "vpunpckldq \\d, \\s, \\t"),
        avx2!(WordPermute, "vpermd \\d, \\t, \\s"),
        avx512!(WordPermute, Zmm, "vpermd \\d, \\t, \\s"),
        avx512!(BytePermute, Xmm, "AVX-512 VBMI", "avx512vbmi", "vpermb \\d, \\t, \\s"),
        avx512!(BytePermute, Ymm, "AVX-512 VBMI", "avx512vbmi", "vpermb \\d, \\t, \\s"),
        avx512!(BytePermute, Zmm, "AVX-512 VBMI", "avx512vbmi", "vpermb \\d, \\t, \\s"),
        avx512!(BytePermuteTwo, Xmm, "AVX-512 VBMI", "avx512vbmi", "vpermt2b \\d, \\t, \\u"),
        avx512!(BytePermuteTwo, Ymm, "AVX-512 VBMI", "avx512vbmi", "vpermt2b \\d, \\t, \\u"),
        avx512!(BytePermuteTwo, Zmm, "AVX-512 VBMI", "avx512vbmi", "vpermt2b \\d, \\t, \\u"),
    ]
}

fn fields() -> Vec<Form> {
    vec![
        sse!(Affine, "GFNI", "gfni", "gf2p8affineqb \\d, \\t, 0x63"),
        form!(Affine, Ymm, "GFNI", ["avx2", "gfni"], "vgf2p8affineqb \\d, \\s, \\t, 0x63"),
        avx512!(Affine, Zmm, "GFNI", "gfni", "vgf2p8affineqb \\d, \\s, \\t, 0x63"),
        sse!(AffineInverse, "GFNI", "gfni", "gf2p8affineinvqb \\d, \\t, 0x63"),
        form!(
            AffineInverse,
            Ymm,
            "GFNI",
            ["avx2", "gfni"],
            "vgf2p8affineinvqb \\d, \\s, \\t, 0x63"
        ),
        avx512!(AffineInverse, Zmm, "GFNI", "gfni", "vgf2p8affineinvqb \\d, \\s, \\t, 0x63"),
        sse!(AesRound, "AES-NI", "aes", "aesenc \\d, \\t"),
        form!(AesRound, Ymm, "VAES", ["avx2", "vaes"], "vaesenc \\d, \\s, \\t"),
        avx512!(AesRound, Zmm, "VAES", "vaes", "vaesenc \\d, \\s, \\t"),
        sse!(AesInverseRound, "AES-NI", "aes", "aesdec \\d, \\t"),
        form!(AesInverseRound, Ymm, "VAES", ["avx2", "vaes"], "vaesdec \\d, \\s, \\t"),
        avx512!(AesInverseRound, Zmm, "VAES", "vaes", "vaesdec \\d, \\s, \\t"),
        sse!(AesInverseMix, "AES-NI", "aes", "aesimc \\d, \\s"),
        sse!(AesKeyAssist, "AES-NI", "aes", "aeskeygenassist \\d, \\s, 1"),
        form!(
            AesNextKey, Xmm, "AES-NI", ["aes", "sse2"],
            named "aeskeygenassist, pshufd, movdqa, three of pslldq and pxor, pxor",
            "aeskeygenassist xmm15, \\d, 1", "pshufd xmm15, xmm15, 0xff", "movdqa xmm14, \\d",
            "pslldq xmm14, 4", "pxor \\d, xmm14", "pslldq xmm14, 4", "pxor \\d, xmm14",
            "pslldq xmm14, 4", "pxor \\d, xmm14", "pxor \\d, xmm15"
        ),
    ]
}

fn products() -> Vec<Form> {
    vec![
        sse!(CarryLess, "PCLMULQDQ", "pclmulqdq", "pclmulqdq \\d, \\t, 0x01"),
        form!(
            CarryLess,
            Ymm,
            "VPCLMULQDQ",
            ["avx2", "vpclmulqdq"],
            "vpclmulqdq \\d, \\s, \\t, 0x01"
        ),
        avx512!(CarryLess, Zmm, "VPCLMULQDQ", "vpclmulqdq", "vpclmulqdq \\d, \\s, \\t, 0x01"),
        avx512!(SumOfProducts, Xmm, "AVX-512 IFMA", "avx512ifma", "vpmadd52luq \\d, \\t, \\u"),
        avx512!(SumOfProducts, Ymm, "AVX-512 IFMA", "avx512ifma", "vpmadd52luq \\d, \\t, \\u"),
        avx512!(SumOfProducts, Zmm, "AVX-512 IFMA", "avx512ifma", "vpmadd52luq \\d, \\t, \\u"),
        sse!(WideProduct, "SSE2", "sse2", "pmuludq \\d, \\t"),
        avx2!(WideProduct, "vpmuludq \\d, \\s, \\t"),
        avx512!(WideProduct, Zmm, "vpmuludq \\d, \\s, \\t"),
        ordinary!(Ordinary32, Product, "imul \\d, \\t"),
        ordinary!(Ordinary64, Product, "imul \\d, \\t"),
        avx512!(Product, Zmm, "vpmullq \\d, \\s, \\t"),
        form!(WideProduct, Ordinary64, "BMI2", ["bmi2"], "mulx \\d, \\d, \\s"),
    ]
}

fn memory() -> Vec<Form> {
    vec![
        form!(Load, Ordinary32, "x86-64", [], alone "mov \\d, [r13]"),
        form!(Load, Ordinary64, "x86-64", [], "mov \\d, [\\s]"),
        form!(Load, Xmm, "SSE2", ["sse2"], alone "movdqu \\d, [r13]"),
        form!(Load, Ymm, "AVX2", ["avx2"], alone "vmovdqu \\d, [r13]"),
        form!(Load, Zmm, "AVX-512", ["avx512f", "avx512bw"], alone "vmovdqu64 \\d, [r13]"),
        store!(
            Ordinary32,
            "x86-64",
            [],
            "mov [r14 + \\d], \\t",
            "0,4,8,12,16,20,24,28",
            "r15d",
            "",
            ""
        ),
        store!(
            Ordinary64,
            "x86-64",
            [],
            "mov [r14 + \\d], \\t",
            "0,8,16,24,32,40,48,56",
            "r15",
            "",
            ""
        ),
        store!(
            Xmm,
            "SSE2",
            ["sse2"],
            "movdqu [r14 + \\d], \\t",
            "0,16,32,48,64,80,96,112",
            "xmm0",
            "movdqu xmm0, [r13]",
            ""
        ),
        store!(
            Ymm,
            "AVX2",
            ["avx2"],
            "vmovdqu [r14 + \\d], \\t",
            "0,32,64,96,128,160,192,224",
            "ymm0",
            "vmovdqu ymm0, [r13]",
            "vzeroupper"
        ),
        store!(
            Zmm,
            "AVX-512",
            ["avx512f"],
            "vmovdqu64 [r14 + \\d], \\t",
            "0,64,128,192,256,320,384,448",
            "zmm0",
            "vmovdqu64 zmm0, [r13]",
            "vzeroupper"
        ),
    ]
}

/// All mixes, whether this processor has them or not.
fn every_mix() -> Vec<MixForm> {
    let mut all = of_several_kinds();
    all.extend(pairs!(
        Ymm, EvexYmm;
        Rotate "vprold \\d, \\s, 7",
        ByteShuffle "vpshufb \\d, \\s, \\t",
        BytePermute "vpermb \\d, \\t, \\s",
        Affine "vgf2p8affineqb \\d, \\s, \\t, 0x63",
        AesRound "vaesenc \\d, \\s, \\t",
        SumOfProducts "vpmadd52luq \\d, \\t, \\u",
        CarryLess "vpclmulqdq \\d, \\s, \\t, 0x01",
        Shift "vpslld \\d, \\s, 7",
        FunnelShift "vpshldd \\d, \\s, \\t, 7",
        Unpack "vpunpckldq \\d, \\s, \\t",
        WideProduct "vpmuludq \\d, \\s, \\t"
    ));
    all.extend(pairs!(
        Zmm, Zmm;
        Rotate "vprold \\d, \\s, 7",
        ByteShuffle "vpshufb \\d, \\s, \\t",
        BytePermute "vpermb \\d, \\t, \\s",
        Affine "vgf2p8affineqb \\d, \\s, \\t, 0x63",
        AesRound "vaesenc \\d, \\s, \\t",
        SumOfProducts "vpmadd52luq \\d, \\t, \\u",
        CarryLess "vpclmulqdq \\d, \\s, \\t, 0x01",
        Shift "vpslld \\d, \\s, 7",
        FunnelShift "vpshldd \\d, \\s, \\t, 7",
        Unpack "vpunpckldq \\d, \\s, \\t",
        WideProduct "vpmuludq \\d, \\s, \\t"
    ));
    all
}

fn of_several_kinds() -> Vec<MixForm> {
    vec![
        mix!(
            Mix::Simple,
            Ordinary64,
            Ordinary64,
            [],
            8,
            4,
            "add \\d, \\t",
            "xor \\d, \\u",
            "and \\d, \\t",
            "or \\d, \\u"
        ),
        mix!(
            Mix::Simple,
            Ymm,
            Ymm,
            ["avx2"],
            4,
            4,
            "vpaddd \\d, \\s, \\t",
            "vpxor \\d, \\s, \\t",
            "vpand \\d, \\s, \\t",
            "vpor \\d, \\s, \\t"
        ),
        mix!(
            Mix::Simple,
            Zmm,
            Zmm,
            ["avx512f", "avx512bw"],
            2,
            4,
            "vpaddd \\d, \\s, \\t",
            "vpxord \\d, \\s, \\t",
            "vpandd \\d, \\s, \\t",
            "vpord \\d, \\s, \\t"
        ),
        mix!(
            Mix::AddXorRotateShuffle,
            Ymm,
            EvexYmm,
            ["avx512f", "avx512bw", "avx512vl"],
            2,
            4,
            "vpaddd \\d, \\s, \\t",
            "vpxord \\d, \\s, \\t",
            "vprold \\d, \\s, 7",
            "vpshufb \\d, \\s, \\t"
        ),
        mix!(
            Mix::AddXorRotateShuffle,
            Zmm,
            Zmm,
            ["avx512f", "avx512bw"],
            2,
            4,
            "vpaddd \\d, \\s, \\t",
            "vpxord \\d, \\s, \\t",
            "vprold \\d, \\s, 7",
            "vpshufb \\d, \\s, \\t"
        ),
        mix!(
            Mix::AesXor,
            Ymm,
            Ymm,
            ["avx2", "vaes"],
            8,
            2,
            "vaesenc \\d, \\s, \\t",
            "vpxor \\d, \\s, \\t"
        ),
        mix!(
            Mix::AesXor,
            Zmm,
            Zmm,
            ["avx512f", "avx512bw", "vaes"],
            4,
            2,
            "vaesenc \\d, \\s, \\t",
            "vpxord \\d, \\s, \\t"
        ),
        mix!(
            Mix::AesCarryLess,
            Ymm,
            Ymm,
            ["avx2", "vaes", "vpclmulqdq"],
            3,
            5,
            "vaesenc \\d, \\s, \\t",
            "vaesenc \\d, \\s, \\u",
            "vpclmulqdq \\d, \\s, \\t, 0x01",
            "vaesenc \\d, \\s, \\t",
            "vaesenc \\d, \\s, \\u"
        ),
        mix!(
            Mix::AesCarryLess,
            Zmm,
            Zmm,
            ["avx512f", "avx512bw", "vaes", "vpclmulqdq"],
            2,
            5,
            "vaesenc \\d, \\s, \\t",
            "vaesenc \\d, \\s, \\u",
            "vpclmulqdq \\d, \\s, \\t, 0x01",
            "vaesenc \\d, \\s, \\t",
            "vaesenc \\d, \\s, \\u"
        ),
        mix!(
            Mix::AesAffineShuffle,
            Ymm,
            EvexYmm,
            ["avx512f", "avx512bw", "avx512vl", "vaes", "gfni"],
            3,
            3,
            "vaesenc \\d, \\s, \\t",
            "vgf2p8affineqb \\d, \\s, \\t, 0x63",
            "vpshufb \\d, \\s, \\t"
        ),
        mix!(
            Mix::AesAffineShuffle,
            Zmm,
            Zmm,
            ["avx512f", "avx512bw", "vaes", "gfni"],
            3,
            3,
            "vaesenc \\d, \\s, \\t",
            "vgf2p8affineqb \\d, \\s, \\t, 0x63",
            "vpshufb \\d, \\s, \\t"
        ),
        mix!(
            Mix::LoadXorStore,
            Ymm,
            Ymm,
            ["avx2"],
            5,
            3,
            "vmovdqu \\d, [r13]",
            "vpxor \\d, \\d, \\t",
            "vmovdqu [r14], \\d"
        ),
        mix!(
            Mix::LoadXorStore,
            Zmm,
            Zmm,
            ["avx512f", "avx512bw"],
            3,
            3,
            "vmovdqu64 \\d, [r13]",
            "vpxord \\d, \\d, \\t",
            "vmovdqu64 [r14], \\d"
        ),
        mix!(
            Mix::Issue,
            Ordinary64,
            Xmm,
            [],
            2,
            8,
            "paddd \\d, \\t",
            "add rax, r15",
            "mov r8, [r13]",
            "xor rcx, r15",
            "pxor \\d, \\u",
            "add rsi, r15",
            "mov r9, [r13]",
            "xor rdi, r15"
        ),
        mix!(
            Mix::OrdinaryBesideVector,
            Ymm,
            Ymm,
            ["avx2"],
            4,
            4,
            "vpaddd \\d, \\s, \\t",
            "add rax, r15",
            "vpxor \\d, \\s, \\t",
            "xor rcx, r15"
        ),
        mix!(
            Mix::OrdinaryBesideVector,
            Zmm,
            Zmm,
            ["avx512f", "avx512bw"],
            2,
            4,
            "vpaddd \\d, \\s, \\t",
            "add rax, r15",
            "vpxord \\d, \\s, \\t",
            "xor rcx, r15"
        ),
    ]
}

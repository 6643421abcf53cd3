//! The kinds of instructions, by their costs.

use iced_x86::{FlowControl, Instruction, Mnemonic as M, OpKind, Register};

use crate::measure::instructions::{Class, Width};

/// The kind of an instruction, apart from its loads and stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A class that is measured, or that runs on the same ports as a measured one.
    Of(Class),
    /// Another operation on vectors. It costs at least as much as the simplest one.
    Vector,
    /// An operation on ordinary registers.
    Ordinary,
    /// A transfer between ordinary, vector and mask registers, or an operation on masks. Its cost is not
    /// measured.
    Transfer,
    /// A jump, call or return.
    Branch,
    /// An instruction without an operation: moves between registers, zeroing, loads and stores.
    Free,
}

/// The kind and the registers of an instruction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sort {
    pub(super) kind: Kind,
    pub(super) width: Width,
    /// Whether its latency is that of its class. Otherwise it is taken as one cycle.
    pub(super) latency_known: bool,
}

impl Kind {
    /// The name in tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Of(class) => class.name(),
            Self::Vector => "other vector operations",
            Self::Ordinary => "ordinary operations",
            Self::Transfer => "transfers between registers, masks",
            Self::Branch => "branches",
            Self::Free => "moves, zeroing, plain loads and stores",
        }
    }
}

/// Classifies an instruction.
pub(super) fn sort(instruction: &Instruction) -> Sort {
    let vector = vector_width(instruction);
    let kind = match vector {
        _ if instruction.flow_control() != FlowControl::Next => Kind::Branch,
        _ if is_free(instruction) => Kind::Free,
        _ if is_transfer(instruction) => Kind::Transfer,
        Some(_) => match vector_class(instruction.mnemonic()) {
            Some(class) => Kind::Of(class),
            None => Kind::Vector,
        },
        None => match ordinary_class(instruction) {
            Some(class) => Kind::Of(class),
            None => Kind::Ordinary,
        },
    };
    let wide = matches!(kind, Kind::Of(_)) && instruction.op_register(0).size() == 4;
    let ordinary = if wide { Width::Ordinary32 } else { Width::Ordinary64 };
    let latency_known = !matches!(
        instruction.mnemonic(),
        M::Vpermw
            | M::Vpermt2w
            | M::Vpermt2d
            | M::Vpermt2q
            | M::Vpermi2w
            | M::Vpermi2d
            | M::Vpermi2q
            | M::Vperm2i128
            | M::Pmulld
            | M::Vpmulld
            | M::Palignr
            | M::Vpalignr
            | M::Mul
            | M::Mulx
    );
    Sort { kind, width: vector.unwrap_or(ordinary), latency_known }
}

/// The width of its widest vector register.
fn vector_width(instruction: &Instruction) -> Option<Width> {
    let registers = (0..instruction.op_count()).map(|place| instruction.op_register(place));
    let widest = registers.filter(|register| register.is_vector_register()).map(Register::size);
    widest.max().map(width_of)
}

/// The width of the registers that hold this number of bytes.
pub(super) fn width_of(bytes: usize) -> Width {
    match bytes {
        0..=16 => Width::Xmm,
        17..=32 => Width::Ymm,
        _ => Width::Zmm,
    }
}

/// Whether it needs no port except for loads and stores.
fn is_free(instruction: &Instruction) -> bool {
    let masked = instruction.op_mask() != Register::None;
    let memory = |place| instruction.op_kind(place) == OpKind::Memory;
    let stores = instruction.op_count() > 0 && memory(0);
    let loads = instruction.op_count() > 1 && memory(instruction.op_count() - 1);
    let file = |place: u32| {
        let register = instruction.op_register(place);
        (register.is_gpr(), register.is_vector_register())
    };
    match instruction.mnemonic() {
        M::Nop | M::Endbr64 | M::Vzeroupper | M::Vzeroall | M::Push | M::Pop | M::Leave => true,
        M::Lfence | M::Mfence | M::Sfence | M::Cpuid | M::Syscall | M::Pause | M::Rdtsc => true,
        M::Prefetcht0 | M::Prefetcht1 | M::Prefetcht2 | M::Prefetchnta | M::Prefetchw => true,
        M::Movsb | M::Movsw | M::Movsq | M::Stosb | M::Stosw | M::Stosd | M::Stosq => true,
        M::Mov | M::Movzx | M::Xchg => true,
        M::Movd | M::Movq | M::Vmovd | M::Vmovq => stores || loads,
        M::Movdqa | M::Movdqu | M::Movaps | M::Movups | M::Movapd | M::Movupd | M::Lddqu => true,
        M::Vmovdqa | M::Vmovdqu | M::Vmovaps | M::Vmovups | M::Vmovapd | M::Vmovupd => {
            !masked || stores || loads
        }
        M::Vmovdqu8 | M::Vmovdqu16 | M::Vmovdqu32 | M::Vmovdqu64 => !masked || stores || loads,
        M::Vmovdqa32 | M::Vmovdqa64 => !masked || stores || loads,
        M::Vlddqu | M::Movntdq | M::Vmovntdq => true,
        M::Vpbroadcastb | M::Vpbroadcastw | M::Vpbroadcastd | M::Vpbroadcastq => loads,
        M::Vbroadcasti128
        | M::Vbroadcasti32x4
        | M::Vbroadcasti64x2
        | M::Vbroadcasti64x4
        | M::Vbroadcasti32x8
        | M::Vbroadcasti32x2
        | M::Vbroadcastss
        | M::Vbroadcastsd
        | M::Vbroadcastf128 => loads,
        // A part of a register is stored.
        _ => (stores && file(1).1) || is_zeroing(instruction),
    }
}

/// Whether its result is always zero, which processors notice before they execute it.
fn is_zeroing(instruction: &Instruction) -> bool {
    use M::{
        Pxor, Sub, Vpsubb, Vpsubd, Vpsubq, Vpsubw, Vpxor, Vpxord, Vpxorq, Vxorpd, Vxorps, Xor,
        Xorpd, Xorps,
    };
    let mnemonic = instruction.mnemonic();
    let known = matches!(
        mnemonic,
        Xor | Sub | Pxor | Xorps | Xorpd | M::Psubb | M::Psubw | M::Psubd | M::Psubq | Vpxor
    ) || matches!(
        mnemonic,
        Vpxord | Vpxorq | Vxorps | Vxorpd | Vpsubb | Vpsubw | Vpsubd | Vpsubq
    );
    known && same_sources(instruction)
}

/// Whether its result does not depend on its sources.
pub(super) fn is_independent(instruction: &Instruction) -> bool {
    match instruction.mnemonic() {
        M::Vpternlogd | M::Vpternlogq => matches!(instruction.immediate8(), 0 | 0xff),
        M::Pcmpeqb | M::Pcmpeqw | M::Pcmpeqd | M::Pcmpeqq => same_sources(instruction),
        M::Vpcmpeqb | M::Vpcmpeqw | M::Vpcmpeqd | M::Vpcmpeqq => same_sources(instruction),
        M::Sbb => false,
        _ => is_zeroing(instruction),
    }
}

fn same_sources(instruction: &Instruction) -> bool {
    let last = instruction.op_count().saturating_sub(1);
    let register = |place| match instruction.op_kind(place) {
        OpKind::Register => Some(instruction.op_register(place)),
        _ => None,
    };
    last > 0 && register(last).is_some() && register(last) == register(last - 1)
}

/// Whether it moves data between kinds of registers.
fn is_transfer(instruction: &Instruction) -> bool {
    let registers = (0..instruction.op_count()).map(|place| instruction.op_register(place));
    let (mut ordinary, mut vector, mut mask) = (false, false, false);
    for register in registers {
        ordinary |= register.is_gpr();
        vector |= register.is_vector_register();
        mask |= register.is_k();
    }
    let test = matches!(instruction.mnemonic(), M::Ptest | M::Vptest);
    test || (vector && ordinary) || (mask && !vector)
}

/// The class of an operation on vectors.
fn vector_class(mnemonic: M) -> Option<Class> {
    Some(match mnemonic {
        M::Pxor | M::Xorps | M::Xorpd | M::Vpxor | M::Vpxord | M::Vpxorq => Class::Xor,
        M::Vxorps | M::Vxorpd => Class::Xor,
        M::Pand | M::Andps | M::Andpd | M::Vpand | M::Vpandd | M::Vpandq => Class::And,
        M::Paddb | M::Paddw | M::Paddd | M::Paddq => Class::Add,
        M::Vpaddb | M::Vpaddw | M::Vpaddd | M::Vpaddq => Class::Add,
        M::Pminub | M::Pminud | M::Vpminub | M::Vpminud => Class::Minimum,
        M::Vpternlogd | M::Vpternlogq => Class::Ternary,
        M::Pblendvb | M::Vpblendvb | M::Vpblendmb => Class::Blend,
        M::Psllw | M::Pslld | M::Psllq | M::Psrlw | M::Psrld | M::Psrlq => Class::Shift,
        M::Psraw | M::Psrad | M::Vpsraw | M::Vpsrad | M::Vpsraq => Class::Shift,
        M::Vpsllw | M::Vpslld | M::Vpsllq | M::Vpsrlw | M::Vpsrld | M::Vpsrlq => Class::Shift,
        M::Vpsllvd | M::Vpsllvq | M::Vpsrlvd | M::Vpsrlvq | M::Vpsravd => Class::Shift,
        M::Vprold | M::Vprolq | M::Vprord | M::Vprorq => Class::Rotate,
        M::Vprolvd | M::Vprolvq | M::Vprorvd | M::Vprorvq => Class::Rotate,
        M::Vpshldw | M::Vpshldd | M::Vpshldq | M::Vpshrdw | M::Vpshrdd => Class::FunnelShift,
        M::Vpshrdq | M::Vpshldvd | M::Vpshldvq | M::Vpshrdvd | M::Vpshrdvq => Class::FunnelShift,
        M::Vpshldvw | M::Vpshrdvw => Class::FunnelShift,
        M::Pslldq | M::Psrldq | M::Vpslldq | M::Vpsrldq => Class::ByteShift,
        M::Palignr | M::Vpalignr => Class::ByteShift,
        M::Pshufb | M::Vpshufb => Class::ByteShuffle,
        M::Punpcklbw | M::Punpcklwd | M::Punpckldq | M::Punpcklqdq => Class::Unpack,
        M::Punpckhbw | M::Punpckhwd | M::Punpckhdq | M::Punpckhqdq => Class::Unpack,
        M::Vpunpcklbw | M::Vpunpcklwd | M::Vpunpckldq | M::Vpunpcklqdq => Class::Unpack,
        M::Vpunpckhbw | M::Vpunpckhwd | M::Vpunpckhdq | M::Vpunpckhqdq => Class::Unpack,
        M::Vpermd | M::Vpermq | M::Vpermps | M::Vpermpd => Class::WordPermute,
        M::Vpermb | M::Vpermw => Class::BytePermute,
        M::Vpermt2b | M::Vpermi2b | M::Vpermt2w | M::Vpermi2w => Class::BytePermuteTwo,
        M::Vpermt2d | M::Vpermi2d | M::Vpermt2q | M::Vpermi2q => Class::BytePermuteTwo,
        M::Gf2p8affineqb | M::Vgf2p8affineqb => Class::Affine,
        M::Gf2p8affineinvqb | M::Vgf2p8affineinvqb => Class::AffineInverse,
        M::Aesenc | M::Aesenclast | M::Vaesenc | M::Vaesenclast => Class::AesRound,
        M::Aesdec | M::Aesdeclast | M::Vaesdec | M::Vaesdeclast => Class::AesInverseRound,
        M::Aesimc | M::Vaesimc => Class::AesInverseMix,
        M::Aeskeygenassist | M::Vaeskeygenassist => Class::AesKeyAssist,
        M::Pclmulqdq | M::Vpclmulqdq => Class::CarryLess,
        M::Vpmadd52luq | M::Vpmadd52huq => Class::SumOfProducts,
        M::Pmuludq | M::Pmuldq | M::Vpmuludq | M::Vpmuldq => Class::WideProduct,
        M::Pmulld | M::Vpmulld => Class::WideProduct,
        M::Vpmullq => Class::Product,
        _ => return None,
    })
}

/// The class of an operation on ordinary registers, unless it is one of the simplest ones.
fn ordinary_class(instruction: &Instruction) -> Option<Class> {
    let by_register = instruction.op_count() > 1 && instruction.op_kind(1) == OpKind::Register;
    let alone = instruction.op_kind(0) == OpKind::Register;
    Some(match instruction.mnemonic() {
        M::Shl | M::Shr | M::Sar if alone && !by_register => Class::Shift,
        M::Rol | M::Ror if alone && !by_register => Class::Rotate,
        M::Imul if instruction.op_count() > 1 => Class::Product,
        M::Imul | M::Mul | M::Mulx => Class::WideProduct,
        _ => return None,
    })
}

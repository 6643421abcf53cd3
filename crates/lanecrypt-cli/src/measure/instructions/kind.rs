//! The classes of instructions, widths of registers and mixes that are measured, and the form of
//! the key schedule.

use serde::Serialize;

/// Computes the eleven round keys of AES-128 from a key, which is the first of them.
pub(crate) type RoundKeys = fn(&[u8; 16], &mut [[u8; 16]; 11]);

/// A class of instructions. Words have 32 bits unless stated otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Class {
    /// Exclusive or.
    Xor,
    /// And.
    And,
    /// Addition of words.
    Add,
    /// The smaller of two unsigned words.
    Minimum,
    /// Any function of three bits, here the exclusive or of three.
    Ternary,
    /// A choice between two registers, byte by byte.
    Blend,
    /// Shift of words by a constant.
    Shift,
    /// Rotation of words by a constant.
    Rotate,
    /// Rotation without an instruction for it: two shifts and an or, counted as one.
    RotateByShifts,
    /// Shift of a word by a constant, filled from another word.
    FunnelShift,
    /// Shift of 16 bytes by a number of bytes.
    ByteShift,
    /// Any choice among 16 bytes, for each byte.
    ByteShuffle,
    /// Interleaved words of two registers.
    Unpack,
    /// Any choice among the words of a register.
    WordPermute,
    /// Any choice among the bytes of a register.
    BytePermute,
    /// Any choice among the bytes of two registers.
    BytePermuteTwo,
    /// A linear map of the bits of each byte.
    Affine,
    /// A linear map of the inverse of each byte in the field of AES.
    AffineInverse,
    /// A round of AES.
    AesRound,
    /// A round of AES decryption.
    AesInverseRound,
    /// The inverse of MixColumns, for round keys.
    AesInverseMix,
    /// The S-box part of a round key.
    AesKeyAssist,
    /// The next round key of AES-128, ten instructions, counted as one.
    AesNextKey,
    /// Carry-less product of 64 by 64 bits in every 128 bits.
    CarryLess,
    /// Sum with the low half of a product of 52 bits.
    SumOfProducts,
    /// Full product: of 32-bit words in vectors, of 64-bit words in ordinary registers.
    WideProduct,
    /// Low half of a product: of the register width in ordinary registers, of 64-bit words in vectors.
    Product,
    /// Load from the first-level cache. Its latency is measured with loaded addresses.
    Load,
    /// Store to the first-level cache.
    Store,
}

/// The width of registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Width {
    /// The lower half of an ordinary register.
    Ordinary32,
    /// An ordinary register.
    Ordinary64,
    /// 128 bits, SSE.
    Xmm,
    /// 256 bits, AVX2.
    Ymm,
    /// 512 bits, AVX-512.
    Zmm,
}

/// A mix of several instructions. They are independent unless stated otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Mix {
    /// Addition, exclusive or, and, or. It shows how many simple operations start in a cycle.
    Simple,
    /// One addition, one exclusive or, one rotation, one byte shuffle.
    AddXorRotateShuffle,
    /// Interleaved AES rounds and exclusive ors.
    AesXor,
    /// Four AES rounds and a carry-less product, similar to GCM.
    AesCarryLess,
    /// One AES round, one affine map, one byte shuffle.
    AesAffineShuffle,
    /// Load, exclusive or, store, as every stream cipher does.
    LoadXorStore,
    /// Two vector operations and two ordinary ones. The ordinary ones are chains.
    OrdinaryBesideVector,
    /// Two interleaved classes, in the order of [`Class::SHARING`]. It shows whether they share ports.
    Pair(Class, Class),
    /// Two vector operations, four ordinary ones, two loads. It shows how many instructions of any kind start
    /// in a cycle. (Instructions that do nothing are not suitable: some processors combine two of them.)
    Issue,
}

impl Class {
    /// All classes, in the order of tables.
    pub(crate) const ALL: [Self; 29] = [
        Self::Xor,
        Self::And,
        Self::Add,
        Self::Minimum,
        Self::Ternary,
        Self::Blend,
        Self::Shift,
        Self::Rotate,
        Self::RotateByShifts,
        Self::FunnelShift,
        Self::ByteShift,
        Self::ByteShuffle,
        Self::Unpack,
        Self::WordPermute,
        Self::BytePermute,
        Self::BytePermuteTwo,
        Self::Affine,
        Self::AffineInverse,
        Self::AesRound,
        Self::AesInverseRound,
        Self::AesInverseMix,
        Self::AesKeyAssist,
        Self::AesNextKey,
        Self::CarryLess,
        Self::SumOfProducts,
        Self::WideProduct,
        Self::Product,
        Self::Load,
        Self::Store,
    ];

    /// The classes that do not run on every port. All their pairs are measured.
    pub(crate) const SHARING: [Self; 11] = [
        Self::Rotate,
        Self::ByteShuffle,
        Self::BytePermute,
        Self::Affine,
        Self::AesRound,
        Self::SumOfProducts,
        Self::CarryLess,
        Self::Shift,
        Self::FunnelShift,
        Self::Unpack,
        Self::WideProduct,
    ];

    /// The classes whose pairs are shown in tables: the first ones of [`Class::SHARING`].
    pub(crate) const PAIRED: [Self; 7] = {
        let [a, b, c, d, e, f, g, ..] = Self::SHARING;
        [a, b, c, d, e, f, g]
    };

    /// The name in tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Xor => "exclusive or",
            Self::And => "and",
            Self::Add => "addition",
            Self::Minimum => "minimum",
            Self::Ternary => "ternary logic",
            Self::Blend => "blend",
            Self::Shift => "shift",
            Self::Rotate => "rotate",
            Self::RotateByShifts => "rotate by shifts",
            Self::FunnelShift => "funnel shift",
            Self::ByteShift => "byte shift",
            Self::ByteShuffle => "byte shuffle",
            Self::Unpack => "unpack",
            Self::WordPermute => "word permute",
            Self::BytePermute => "byte permute",
            Self::BytePermuteTwo => "byte permute of two",
            Self::Affine => "GFNI affine",
            Self::AffineInverse => "GFNI inverse",
            Self::AesRound => "AES round",
            Self::AesInverseRound => "AES inverse round",
            Self::AesInverseMix => "AES inverse mix",
            Self::AesKeyAssist => "AES key assist",
            Self::AesNextKey => "AES-128 next key",
            Self::CarryLess => "carry-less product",
            Self::SumOfProducts => "IFMA",
            Self::WideProduct => "wide product",
            Self::Product => "product",
            Self::Load => "load",
            Self::Store => "store",
        }
    }
}

impl Width {
    /// All widths, the narrowest first.
    pub(crate) const ALL: [Self; 5] =
        [Self::Ordinary32, Self::Ordinary64, Self::Xmm, Self::Ymm, Self::Zmm];

    /// The widths of vector registers.
    pub(crate) const VECTORS: [Self; 3] = [Self::Xmm, Self::Ymm, Self::Zmm];

    /// The width in bits.
    pub(crate) fn bits(self) -> u32 {
        match self {
            Self::Ordinary32 => 32,
            Self::Ordinary64 => 64,
            Self::Xmm => 128,
            Self::Ymm => 256,
            Self::Zmm => 512,
        }
    }

    /// The heading of its column.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Ordinary32 => "32 bits",
            Self::Ordinary64 => "64 bits",
            Self::Xmm => "SSE2",
            Self::Ymm => "AVX2",
            Self::Zmm => "AVX-512",
        }
    }
}

impl Mix {
    /// The mixes of several classes, in the order of tables.
    pub(crate) const SEVERAL: [Self; 7] = [
        Self::Simple,
        Self::AddXorRotateShuffle,
        Self::AesXor,
        Self::AesCarryLess,
        Self::AesAffineShuffle,
        Self::LoadXorStore,
        Self::OrdinaryBesideVector,
    ];

    /// The name in tables.
    pub(crate) fn name(self) -> String {
        let name = match self {
            Self::Simple => "addition, exclusive or, and, or",
            Self::AddXorRotateShuffle => "addition, exclusive or, rotate, byte shuffle",
            Self::AesXor => "AES round, exclusive or",
            Self::AesCarryLess => "four AES rounds, one carry-less product",
            Self::AesAffineShuffle => "AES round, GFNI affine, byte shuffle",
            Self::LoadXorStore => "load, exclusive or, store",
            Self::OrdinaryBesideVector => "two vector operations, two ordinary ones",
            Self::Issue => "two vector operations, four ordinary ones, two loads",
            Self::Pair(first, second) => return format!("{}, {}", first.name(), second.name()),
        };
        name.to_owned()
    }
}

//! What is measured: kinds of instruction, widths, mixes.

use serde::Serialize;

/// What an instruction does. Words have 32 bits where nothing else is said.
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
    /// The same where there is no instruction for it: two shifts and an or, counted as one.
    RotateByShifts,
    /// Shift of a word by a constant, filled from another.
    FunnelShift,
    /// Shift of 16 bytes by bytes.
    ByteShift,
    /// Any choice among 16 bytes, for each.
    ByteShuffle,
    /// Words of two registers in turns.
    Unpack,
    /// Any choice among the words of a register.
    WordPermute,
    /// Any choice among the bytes of a register.
    BytePermute,
    /// Any choice among the bytes of two registers.
    BytePermuteTwo,
    /// A linear map of the bits of each byte.
    Affine,
    /// The same of its inverse in the field of AES.
    AffineInverse,
    /// A round of AES.
    AesRound,
    /// A round of its inverse.
    AesInverseRound,
    /// The inverse of MixColumns, for round keys.
    AesInverseMix,
    /// What a round key takes from S-boxes.
    AesKeyAssist,
    /// The next round key of AES-128, ten instructions, counted as one.
    AesNextKey,
    /// Carry-less product of 64 by 64 bits, for every 128 bits.
    CarryLess,
    /// Sum and low half of products of 52 bits.
    SumOfProducts,
    /// Product of the full length: of 32-bit words in vectors, of 64-bit words in ordinary
    /// registers.
    WideProduct,
    /// Low half of a product: in ordinary registers of their width, in vectors of 64 bits.
    Product,
    /// From the first-level cache. The latency is that of an address that was loaded.
    Load,
    /// To the first-level cache.
    Store,
}

/// Registers.
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

/// Several instructions together, all independent of each other but where it says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Mix {
    /// Addition, exclusive or, and, or: how many simple operations start in a cycle.
    Simple,
    /// One addition, one exclusive or, one rotation, one byte shuffle.
    AddXorRotateShuffle,
    /// AES rounds and exclusive ors in turns.
    AesXor,
    /// Four AES rounds to a carry-less product: about what GCM wants.
    AesCarryLess,
    /// One AES round, one affine map, one byte shuffle.
    AesAffineShuffle,
    /// Load, exclusive or with it, store: what every stream cipher does to its data.
    LoadXorStore,
    /// Two vector operations and two ordinary ones, the latter in chains of their own.
    OrdinaryBesideVector,
    /// Two in turns, in the order of [`Class::SHARING`]: whether they are in each other's way.
    Pair(Class, Class),
    /// Two vector operations, four ordinary ones, two loads: how many instructions a cycle takes
    /// in, whatever they do. (Instructions that do nothing are no measure: some processors take in
    /// two for one.)
    Issue,
}

impl Class {
    /// All, in the order of tables.
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

    /// What does not run on every port, all of whose pairs are measured.
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

    /// The first of them, whose pairs tables show.
    pub(crate) const PAIRED: [Self; 7] = {
        let [a, b, c, d, e, f, g, ..] = Self::SHARING;
        [a, b, c, d, e, f, g]
    };

    /// In a few words.
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
    /// All, narrowest first.
    pub(crate) const ALL: [Self; 5] =
        [Self::Ordinary32, Self::Ordinary64, Self::Xmm, Self::Ymm, Self::Zmm];

    /// Those of vectors.
    pub(crate) const VECTORS: [Self; 3] = [Self::Xmm, Self::Ymm, Self::Zmm];

    /// In bits.
    pub(crate) fn bits(self) -> u32 {
        match self {
            Self::Ordinary32 => 32,
            Self::Ordinary64 => 64,
            Self::Xmm => 128,
            Self::Ymm => 256,
            Self::Zmm => 512,
        }
    }

    /// As the heading of a column.
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
    /// Those of several kinds, in the order of tables.
    pub(crate) const SEVERAL: [Self; 7] = [
        Self::Simple,
        Self::AddXorRotateShuffle,
        Self::AesXor,
        Self::AesCarryLess,
        Self::AesAffineShuffle,
        Self::LoadXorStore,
        Self::OrdinaryBesideVector,
    ];

    /// In a few words.
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

//! The classes of kernels: what `.ci/disassembly` requires of their machine code.
//!
//! A class is a type of which there are no values. A kernel states its class
//! ([`Kernel::Class`](super::Kernel::Class)), and the shells are generic over it. So it stands in their
//! symbols, where the gate reads it. A class has two parts: how much of the
//! kernel works on whole registers, and which operations the kernel consists of ([`Ops`]).
//!
//! If the description of a class does not say otherwise, the kernel must have a shell on every backend,
//! and its shells must not call or jump to other functions. The portable backend may call functions of
//! this crate. No shell may gather.
//!
//! The gate knows these types by their names.

use core::marker::PhantomData;

/// What the gate requires of a kernel.
pub(crate) trait Class {
    /// The operations that the kernel consists of.
    type Ops: Ops;
    /// [`Ops::USES_VAES`].
    const USES_VAES: bool = Self::Ops::USES_VAES;
    /// [`Ops::USES_GFNI`].
    const USES_GFNI: bool = Self::Ops::USES_GFNI;
}

/// The operations that a kernel consists of. They say which shell it runs on processors that have AVX2 and
/// more, but not AVX-512. Each kernel has at most one shell besides that of AVX2.
pub(crate) trait Ops {
    /// Whether there is a shell with VAES and VPCLMULQDQ. It runs on `avx2-vaes` and `avx2-gfni`.
    const USES_VAES: bool;
    /// Whether there is a shell with GFNI, which has VAES and VPCLMULQDQ too. It runs on `avx2-gfni`.
    const USES_GFNI: bool;
}

/// Words: additions, logic, rotations, permutations, look-ups of nibbles. Neither VAES nor GFNI is used.
pub(crate) struct WordOps;

/// Words and maps of bytes, for which GFNI has instructions. VAES alone is not used.
pub(crate) struct ByteOps;

/// AES rounds or carry-less products. AVX2 alone has them for 128 bits only, which therefore count as its
/// full width. GFNI is not used.
pub(crate) struct AesOps;

/// The same, with one block in each register ([`Isa::One`](super::Isa::One)). VAES, which is for several, is not used.
pub(crate) struct BlockOps;

impl Ops for WordOps {
    const USES_VAES: bool = false;
    const USES_GFNI: bool = false;
}

impl Ops for ByteOps {
    const USES_VAES: bool = false;
    const USES_GFNI: bool = true;
}

impl Ops for AesOps {
    const USES_VAES: bool = true;
    const USES_GFNI: bool = false;
}

impl Ops for BlockOps {
    const USES_VAES: bool = false;
    const USES_GFNI: bool = false;
}

/// Registers of full width: at least half of the instructions must name one. With [`AesOps`] a quarter
/// is enough, because the ends of messages and single blocks are written out in the same shell.
pub(crate) struct FullWidth<O>(PhantomData<O>);

/// Registers of any width: beginnings and ends of messages, key schedules, single messages of serial
/// ciphers. `memcpy` and `memset` may be called.
pub(crate) struct AnyWidth<O>(PhantomData<O>);

/// One message, of which nothing but plain words is in registers where functions are called: any function
/// may be called.
pub(crate) struct PlainWords<O>(PhantomData<O>);

/// As the class `C`, for several messages side by side. Where the registers hold only one message, or a
/// backend has no shorter registers for few messages, the kernel does nothing, so no shell is required. A quarter of the
/// instructions at full width is enough, because the blocks of different messages are moved one by one.
pub(crate) struct SideBySide<C>(PhantomData<C>);

/// As the class `C`, but `memcpy` and `memset` may be called.
pub(crate) struct WithCopies<C>(PhantomData<C>);

impl<O: Ops> Class for FullWidth<O> {
    type Ops = O;
}

impl<O: Ops> Class for AnyWidth<O> {
    type Ops = O;
}

impl<O: Ops> Class for PlainWords<O> {
    type Ops = O;
}

impl<C: Class> Class for SideBySide<C> {
    type Ops = C::Ops;
}

impl<C: Class> Class for WithCopies<C> {
    type Ops = C::Ops;
}

//! What each instruction does with secrets, by its name.
//!
//! An instruction whose name is not here is an error: nothing is guessed. A rule may call more secret
//! than is, never less. The names are those without the `v` of the VEX and EVEX forms.

/// Where the bytes of a result come from: `64 * source + byte`, or [`ZERO`].
pub(crate) type Origins = [u8; 64];

/// A byte that is zero, whatever the sources are.
pub(crate) const ZERO: u8 = 255;

/// A shift or rotation by a constant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Turn {
    Left,
    Right,
    /// With copies of the highest bit.
    Arithmetic,
    /// Within the register, to the left.
    Around,
}

/// What an instruction does with secrets. `from` are the sources and `to` is the destination.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Rule {
    /// Nothing.
    Nothing,
    /// Copies the bytes of the source, then zeros.
    Copy,
    /// Copies the bytes of the source, then copies of its highest bit.
    SignExtend,
    /// Bytes of the result depend on the same bytes of the sources.
    Bitwise,
    /// The same with a constant: bytes of it that are this byte decide alone.
    Decided(u8),
    /// The same with two registers: bytes of one that are this byte, and are not secret, decide alone.
    Gated(u8),
    /// Everything that is written depends on everything that is read.
    Everything,
    /// Bytes of the result depend on the same bytes of the sources and on those below: a sum that sets no flags.
    Sum,
    /// Depends on the first source; if that is zero, keeps the second.
    FindBit,
    /// Everything that is written depends on everything that is read, and takes different times.
    Divide,
    /// A shift by a constant number of bits.
    Turn(Turn, u32),
    /// Reverses the bytes.
    Reverse,
    /// Exchanges the two operands.
    Exchange,
    /// Chooses the source by flags, or keeps the destination.
    Choose,
    /// Depends on flags only.
    OfFlags,
    /// Jumps if flags say so.
    Branch,
    /// Jumps if the source says so, or to where it says.
    Jump,
    /// Copies or fills memory: bytes of an element, whether it repeats, whether it loads.
    String { bytes: u32, repeats: bool, loads: bool },
    /// A call of the operating system.
    System,

    /// Bytes depend on the same bytes of the sources, but not where one of these sources is known to be
    /// zero.
    And([bool; 2]),
    /// Elements of so many bytes depend on the same elements of the sources.
    Elements(u32),
    /// Elements that a mask chooses move together, or apart.
    Compress,
    /// Elements depend on the same elements of the first source, and on the last source as a whole.
    Shift(u32),
    /// Bytes depend on the first source, and on eight bytes, a matrix, of the second.
    Affine,
    /// Groups of 16 bytes depend on the first source, bytes on the second.
    Lookup,
    /// A product of the chosen halves of 16 bytes.
    Product(u8),
    /// Bytes are taken from elsewhere.
    Permute(Box<Origins>),
    /// The first bytes are repeated.
    Broadcast(u32),
    /// Elements become longer: from, to, whether the highest bit is copied.
    Extend(u32, u32, bool),
    /// Elements become shorter: from, to, whether all of their bytes count.
    Narrow(u32, u32, bool),
    /// A bit for each element.
    TopBits(u32),
    /// A mask with a bit for each element.
    Compare(u32),
    /// Elements of the sources, chosen by the highest bits of the third.
    Blend(u32),
    /// Elements of the sources, chosen by the mask.
    BlendMask,
    /// Vector elements from bits of a mask.
    OfMask(u32),
    /// Loads or stores those elements whose highest bits are set in the first source.
    MaskMove(u32),
    /// Loads elements from many places.
    Gather,
    /// Bits of masks.
    MaskBits,
    /// A shift of a mask, to the left if it is negative.
    MaskShift(i32),
    /// Joins two masks of so many bits.
    MaskJoin(u32),
    /// A move between masks, general registers and memory, of so many bits.
    MaskMoveBits(u32),
    /// Flags of masks of so many bits.
    MaskFlags(u32),
    /// Clears the upper parts of the vector registers.
    ZeroUpper,
    /// Clears the vector registers.
    ZeroAll,
}

/// What a rule is chosen by.
pub(crate) struct Form<'a> {
    /// The name without `v`, in lower case.
    pub(crate) name: &'a str,
    /// The bytes of the destination.
    pub(crate) bytes: u32,
    /// The constant operand.
    pub(crate) constant: Option<u64>,
    /// The destination is memory.
    pub(crate) to_memory: bool,
    /// The destination is a mask register.
    pub(crate) to_mask: bool,
    pub(crate) sources: usize,
    /// It is an instruction on strings.
    pub(crate) string: bool,
    pub(crate) repeats: bool,
    /// It is an instruction with VEX or EVEX, or of SSE.
    pub(crate) vector: bool,
}

/// The rule of an instruction, or nothing if it is not known.
pub(crate) fn rule(form: &Form<'_>) -> Option<Rule> {
    if form.string {
        return string(form);
    }
    general(form).or_else(|| mask(form)).or_else(|| vector(form))
}

fn string(form: &Form<'_>) -> Option<Rule> {
    let (bytes, loads) = match form.name {
        "movsb" => (1, true),
        "movsw" => (2, true),
        "movsd" => (4, true),
        "movsq" => (8, true),
        "stosb" => (1, false),
        "stosw" => (2, false),
        "stosd" => (4, false),
        "stosq" => (8, false),
        _ => return None,
    };
    Some(Rule::String { bytes, repeats: form.repeats, loads })
}

/// Instructions on general registers, and jumps.
fn general(form: &Form<'_>) -> Option<Rule> {
    let turn = |turn| match form.constant {
        Some(count) => {
            let bits = if form.bytes == 8 { 63 } else { 31 };
            Rule::Turn(turn, (count & bits) as u32)
        }
        None => Rule::Everything,
    };
    Some(match form.name {
        "nop" | "endbr64" | "pause" | "lfence" | "mfence" | "sfence" | "prefetcht0"
        | "prefetcht1" | "prefetcht2" | "prefetchnta" | "prefetchw" | "cld" | "ud2" | "hlt"
        | "int3" | "ldmxcsr" | "fldcw" | "wait" => Rule::Nothing,
        "mov" | "movzx" | "push" | "pop" | "movnti" => Rule::Copy,
        "movsx" | "movsxd" | "cbw" | "cwde" | "cdqe" => Rule::SignExtend,
        "xor" | "not" => Rule::Bitwise,
        "and" if form.constant.is_some() => Rule::Decided(0),
        "or" if form.constant.is_some() => Rule::Decided(0xff),
        "test" if form.constant.is_some() => Rule::Decided(0),
        "and" | "test" => Rule::Gated(0),
        "or" => Rule::Gated(0xff),
        "andn" => Rule::Bitwise,
        "lea" => Rule::Sum,
        "add" | "sub" | "adc" | "sbb" | "inc" | "dec" | "neg" | "cmp" | "mul" | "imul" | "mulx"
        | "adcx" | "adox" | "shld" | "shrd" | "shlx" | "shrx" | "sarx" | "bt" | "bts" | "btr"
        | "btc" | "bextr" | "bzhi" | "blsr" | "blsi" | "blsmsk" | "pdep" | "pext" | "popcnt"
        | "lzcnt" | "tzcnt" | "xadd" | "cmpxchg" | "cwd" | "cdq" | "cqo" | "crc32" | "lahf"
        | "sahf" | "rcl" | "rcr" | "cpuid" | "rdtsc" | "rdtscp" | "xgetbv" | "rdrand"
        | "rdseed" | "stmxcsr" | "fnstcw" | "fnstenv" => Rule::Everything,
        "bsf" | "bsr" => Rule::FindBit,
        "div" | "idiv" => Rule::Divide,
        "shl" | "sal" => turn(Turn::Left),
        "shr" => turn(Turn::Right),
        "sar" => turn(Turn::Arithmetic),
        "rol" => turn(Turn::Around),
        "ror" | "rorx" => match turn(Turn::Around) {
            Rule::Turn(around, count) => {
                Rule::Turn(around, (8 * form.bytes - count % (8 * form.bytes)) % (8 * form.bytes))
            }
            other => other,
        },
        "bswap" | "movbe" => Rule::Reverse,
        "xchg" => Rule::Exchange,
        "call" | "jmp" | "ret" | "jrcxz" | "jecxz" => Rule::Jump,
        "syscall" => Rule::System,
        name if condition(name, "cmov") => Rule::Choose,
        name if condition(name, "set") => Rule::OfFlags,
        name if condition(name, "j") => Rule::Branch,
        _ => return None,
    })
}

/// Whether a name is that of a family with a condition.
fn condition(name: &str, family: &str) -> bool {
    const CONDITIONS: [&str; 16] =
        ["o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g"];
    name.strip_prefix(family).is_some_and(|condition| CONDITIONS.contains(&condition))
}

/// The bytes of an element by the last letter of a name.
pub(crate) fn element(name: &str) -> Option<u32> {
    for (part, bytes) in [("32x", 4), ("64x", 8), ("palignr", 1)] {
        if name.contains(part) {
            return Some(bytes);
        }
    }
    let ends = [
        ("8", 1),
        ("16", 2),
        ("32", 4),
        ("64", 8),
        ("ps", 4),
        ("ss", 4),
        ("pd", 8),
        ("sd", 8),
        ("b", 1),
        ("w", 2),
        ("d", 4),
        ("q", 8),
    ];
    ends.iter().find(|(end, _)| name.ends_with(end)).map(|&(_, bytes)| bytes)
}

/// Instructions on mask registers.
fn mask(form: &Form<'_>) -> Option<Rule> {
    let name = form.name.strip_prefix('k')?;
    let (stem, bits) = match name.split_at(name.len().checked_sub(1)?) {
        (stem, "b") => (stem, 8),
        (stem, "w") => (stem, 16),
        (stem, "d") => (stem, 32),
        (stem, "q") => (stem, 64),
        _ => return None,
    };
    let count = form.constant.unwrap_or(0).min(64) as i32;
    Some(match stem {
        "mov" => Rule::MaskMoveBits(bits),
        "and" | "andn" | "or" | "xor" | "xnor" | "not" => Rule::MaskBits,
        "add" => Rule::Everything,
        "shiftl" => Rule::MaskShift(-count),
        "shiftr" => Rule::MaskShift(count),
        "unpckb" => Rule::MaskJoin(8),
        "unpckw" => Rule::MaskJoin(16),
        "unpckd" => Rule::MaskJoin(32),
        "ortest" | "test" => Rule::MaskFlags(bits),
        _ => return None,
    })
}

/// Instructions on vector registers.
fn vector(form: &Form<'_>) -> Option<Rule> {
    if let Some(origins) = permutation(form) {
        return Some(Rule::Permute(Box::new(origins)));
    }
    let of_element = || element(form.name);
    Some(match form.name {
        "movdqa" | "movdqu" | "movups" | "movaps" | "movupd" | "movapd" | "movd" | "movq"
        | "movntdq" | "movntps" | "movntdqa" | "lddqu" | "movdqa32" | "movdqa64" | "movdqu8"
        | "movdqu16" | "movdqu32" | "movdqu64" | "movss" | "movsd" | "movlps" | "movlpd" => {
            Rule::Copy
        }
        "por" | "pxor" | "pord" | "porq" | "pxord" | "pxorq" | "orps" | "orpd" | "xorps"
        | "xorpd" | "pternlogd" | "pternlogq" | "gf2p8mulb" => Rule::Elements(1),
        "pand" | "pandd" | "pandq" | "andps" | "andpd" => Rule::And([true, true]),
        "pandn" | "pandnd" | "pandnq" | "andnps" | "andnpd" => Rule::And([false, true]),
        "psllw" | "pslld" | "psllq" | "psrlw" | "psrld" | "psrlq" | "psraw" | "psrad" | "psraq" => {
            match form.constant {
                Some(_) => Rule::Elements(of_element()?),
                None => Rule::Shift(of_element()?),
            }
        }
        "gf2p8affineqb" | "gf2p8affineinvqb" => Rule::Affine,
        "pshufb" | "permilps" | "permilpd" => Rule::Lookup,
        "aesenc" | "aesenclast" | "aesdec" | "aesdeclast" | "aesimc" | "aeskeygenassist"
        | "phaddw" | "phaddd" | "mpsadbw" | "insertps" | "packsswb" | "packssdw" | "packuswb"
        | "packusdw" => Rule::Elements(16),
        "pclmulqdq" => Rule::Product(form.constant? as u8),
        "permb" | "permw" | "permd" | "permq" | "permps" | "permpd" | "permi2b" | "permi2w"
        | "permi2d" | "permi2q" | "permi2ps" | "permi2pd" | "permt2b" | "permt2w" | "permt2d"
        | "permt2q" | "permt2ps" | "permt2pd" => Rule::Elements(64),
        "pcompressb" | "pcompressw" | "pcompressd" | "pcompressq" | "pexpandb" | "pexpandw"
        | "pexpandd" | "pexpandq" => Rule::Compress,
        "pbroadcastb" => Rule::Broadcast(1),
        "pbroadcastw" => Rule::Broadcast(2),
        "pbroadcastd" | "broadcastss" => Rule::Broadcast(4),
        "pbroadcastq" | "broadcastsd" | "broadcasti32x2" | "broadcastf32x2" => Rule::Broadcast(8),
        "broadcasti128" | "broadcastf128" | "broadcasti32x4" | "broadcastf32x4"
        | "broadcasti64x2" | "broadcastf64x2" => Rule::Broadcast(16),
        "broadcasti32x8" | "broadcastf32x8" | "broadcasti64x4" | "broadcastf64x4" => {
            Rule::Broadcast(32)
        }
        "pmovmskb" => Rule::TopBits(1),
        "movmskps" => Rule::TopBits(4),
        "movmskpd" => Rule::TopBits(8),
        "pcmpeqb" | "pcmpeqw" | "pcmpeqd" | "pcmpeqq" | "pcmpgtb" | "pcmpgtw" | "pcmpgtd"
        | "pcmpgtq"
            if !form.to_mask =>
        {
            Rule::Elements(of_element()?)
        }
        "pcmpeqb" | "pcmpeqw" | "pcmpeqd" | "pcmpeqq" | "pcmpgtb" | "pcmpgtw" | "pcmpgtd"
        | "pcmpgtq" | "pcmpb" | "pcmpw" | "pcmpd" | "pcmpq" | "pcmpub" | "pcmpuw" | "pcmpud"
        | "pcmpuq" | "ptestmb" | "ptestmw" | "ptestmd" | "ptestmq" | "ptestnmb" | "ptestnmw"
        | "ptestnmd" | "ptestnmq" => Rule::Compare(of_element()?),
        "pmovb2m" | "pmovw2m" | "pmovd2m" | "pmovq2m" => match form.name.as_bytes()[4] {
            b'b' => Rule::Compare(1),
            b'w' => Rule::Compare(2),
            b'd' => Rule::Compare(4),
            _ => Rule::Compare(8),
        },
        "pmovm2b" | "pmovm2w" | "pmovm2d" | "pmovm2q" => Rule::OfMask(of_element()?),
        "ptest" | "testps" | "testpd" => Rule::Everything,
        "pblendvb" => Rule::Blend(1),
        "blendvps" => Rule::Blend(4),
        "blendvpd" => Rule::Blend(8),
        "pblendmb" | "pblendmw" | "pblendmd" | "pblendmq" | "blendmps" | "blendmpd" => {
            Rule::BlendMask
        }
        "pmaskmovd" | "maskmovps" => Rule::MaskMove(4),
        "pmaskmovq" | "maskmovpd" => Rule::MaskMove(8),
        "pgatherdd" | "pgatherdq" | "pgatherqd" | "pgatherqq" | "gatherdps" | "gatherdpd"
        | "gatherqps" | "gatherqpd" => Rule::Gather,
        "zeroupper" => Rule::ZeroUpper,
        "zeroall" => Rule::ZeroAll,
        "paddb" | "paddw" | "paddd" | "paddq" | "psubb" | "psubw" | "psubd" | "psubq"
        | "paddsb" | "paddsw" | "paddusb" | "paddusw" | "psubsb" | "psubsw" | "psubusb"
        | "psubusw" | "pmullw" | "pmulld" | "pmullq" | "pmulhw" | "pmulhuw" | "pmuludq"
        | "pmuldq" | "pmaddubsw" | "pmaddwd" | "psadbw" | "pmadd52luq" | "pmadd52huq"
        | "pminsb" | "pminsw" | "pminsd" | "pminsq" | "pminub" | "pminuw" | "pminud" | "pminuq"
        | "pmaxsb" | "pmaxsw" | "pmaxsd" | "pmaxsq" | "pmaxub" | "pmaxuw" | "pmaxud" | "pmaxuq"
        | "pavgb" | "pavgw" | "pabsb" | "pabsw" | "pabsd" | "pabsq" | "psignb" | "psignw"
        | "psignd" | "psllvw" | "psllvd" | "psllvq" | "psrlvw" | "psrlvd" | "psrlvq" | "psravw"
        | "psravd" | "psravq" | "prold" | "prolq" | "prord" | "prorq" | "prolvd" | "prolvq"
        | "prorvd" | "prorvq" | "pshldw" | "pshldd" | "pshldq" | "pshrdw" | "pshrdd" | "pshrdq"
        | "pshldvw" | "pshldvd" | "pshldvq" | "pshrdvw" | "pshrdvd" | "pshrdvq" | "popcntb"
        | "popcntw" | "popcntd" | "popcntq" | "plzcntd" | "plzcntq" => match form.name {
            "psadbw" => Rule::Elements(8),
            _ => Rule::Elements(of_element()?),
        },
        "pmultishiftqb" => Rule::Elements(8),
        name => resized(name)?,
    })
}

/// Moves that make elements longer or shorter, such as `pmovzxbd` and `pmovdb`.
fn resized(name: &str) -> Option<Rule> {
    let letters = |text: &str| {
        let bytes = |letter| match letter {
            b'b' => Some(1),
            b'w' => Some(2),
            b'd' => Some(4),
            b'q' => Some(8),
            _ => None,
        };
        match *text.as_bytes() {
            [one, other] => Some((bytes(one)?, bytes(other)?)),
            _ => None,
        }
    };
    let kinds = [("pmovzx", 0), ("pmovsx", 1), ("pmovus", 2), ("pmovs", 2), ("pmov", 3)];
    for (stem, kind) in kinds {
        let Some((from, to)) = name.strip_prefix(stem).and_then(letters) else { continue };
        return match kind {
            0 | 1 if from < to => Some(Rule::Extend(from, to, kind == 1)),
            2 | 3 if from > to => Some(Rule::Narrow(from, to, kind == 2)),
            _ => None,
        };
    }
    None
}

/// A byte of the first source, and of the second one.
const fn first(byte: u32) -> u8 {
    byte as u8
}

const fn second(byte: u32) -> u8 {
    64 + byte as u8
}

/// Where the bytes of a result come from, for permutations that the instruction itself fixes.
fn permutation(form: &Form<'_>) -> Option<Origins> {
    let bytes = form.bytes;
    // With two sources as VEX has them: what is a shorter form of SSE in memory is brought to this form.
    let constant = form.constant.map(|constant| constant as u32);
    let element = || element(form.name);
    let origin: Box<dyn Fn(u32) -> u8> = match form.name {
        "pshufd" => {
            let order = constant?;
            Box::new(move |byte| {
                first(byte / 16 * 16 + (order >> (2 * (byte % 16 / 4)) & 3) * 4 + byte % 4)
            })
        }
        "pshuflw" | "pshufhw" => {
            let order = constant?;
            let half = if form.name == "pshuflw" { 0 } else { 1 };
            Box::new(move |byte| {
                if byte % 16 / 8 != half {
                    return first(byte);
                }
                first(byte / 8 * 8 + (order >> (2 * (byte % 8 / 2)) & 3) * 2 + byte % 2)
            })
        }
        "shufps" => {
            let order = constant?;
            Box::new(move |byte| {
                let place = byte % 16 / 4;
                let from = byte / 16 * 16 + (order >> (2 * place) & 3) * 4 + byte % 4;
                if place < 2 { first(from) } else { second(from) }
            })
        }
        "shufpd" => {
            let order = constant?;
            Box::new(move |byte| {
                let from = byte / 16 * 16 + (order >> (byte / 8) & 1) * 8 + byte % 8;
                if byte % 16 < 8 { first(from) } else { second(from) }
            })
        }
        "permq" | "permpd" => {
            // Without a constant, the order is in a register.
            let order = constant?;
            Box::new(move |byte| {
                first(byte / 32 * 32 + (order >> (2 * (byte % 32 / 8)) & 3) * 8 + byte % 8)
            })
        }
        "permilps" => {
            let order = constant?;
            Box::new(move |byte| {
                first(byte / 16 * 16 + (order >> (2 * (byte % 16 / 4)) & 3) * 4 + byte % 4)
            })
        }
        "permilpd" => {
            let order = constant?;
            Box::new(move |byte| first(byte / 16 * 16 + (order >> (byte / 8) & 1) * 8 + byte % 8))
        }
        "perm2i128" | "perm2f128" => {
            let order = constant?;
            Box::new(move |byte| {
                let choice = order >> (4 * (byte / 16));
                let from = (choice & 1) * 16 + byte % 16;
                match choice {
                    _ if choice & 8 != 0 => ZERO,
                    _ if choice & 2 == 0 => first(from),
                    _ => second(from),
                }
            })
        }
        "palignr" => {
            let count = constant?;
            Box::new(move |byte| {
                let (lane, from) = (byte / 16 * 16, byte % 16 + count);
                match from {
                    0..16 => second(lane + from),
                    16..32 => first(lane + from - 16),
                    _ => ZERO,
                }
            })
        }
        "alignd" | "alignq" => {
            let each = element()?;
            let count = (constant? & (bytes / each - 1)) * each;
            Box::new(move |byte| {
                let from = byte + count;
                if from < bytes { second(from) } else { first(from - bytes) }
            })
        }
        "shufi32x4" | "shufi64x2" | "shuff32x4" | "shuff64x2" => {
            let order = constant?;
            Box::new(move |byte| {
                let place = byte / 16;
                let (from, of_first) = match bytes {
                    32 => (order >> place & 1, place < 1),
                    _ => (order >> (2 * place) & 3, place < 2),
                };
                let from = from * 16 + byte % 16;
                if of_first { first(from) } else { second(from) }
            })
        }
        "inserti128" | "insertf128" | "inserti32x4" | "insertf32x4" | "inserti64x2"
        | "insertf64x2" | "inserti32x8" | "insertf32x8" | "inserti64x4" | "insertf64x4" => {
            let length =
                if form.name.ends_with("x8") || form.name.ends_with("64x4") { 32 } else { 16 };
            let start = constant? % (bytes / length) * length;
            Box::new(move |byte| {
                if (start..start + length).contains(&byte) {
                    second(byte - start)
                } else {
                    first(byte)
                }
            })
        }
        "extracti128" | "extractf128" | "extracti32x4" | "extractf32x4" | "extracti64x2"
        | "extractf64x2" | "extracti32x8" | "extractf32x8" | "extracti64x4" | "extractf64x4" => {
            let length =
                if form.name.ends_with("x8") || form.name.ends_with("64x4") { 32 } else { 16 };
            let start = constant? * length % 64;
            Box::new(move |byte| if byte < length { first(start + byte) } else { ZERO })
        }
        "punpcklbw" | "punpcklwd" | "punpckldq" | "punpcklqdq" | "punpckhbw" | "punpckhwd"
        | "punpckhdq" | "punpckhqdq" | "unpcklps" | "unpcklpd" | "unpckhps" | "unpckhpd" => {
            let each = match form.name {
                name if name.ends_with("bw") => 1,
                name if name.ends_with("wd") => 2,
                name if name.ends_with("qdq") || name.ends_with("pd") => 8,
                _ => 4,
            };
            let start = if form.name.contains("ckh") { 8 } else { 0 };
            Box::new(move |byte| {
                let place = byte % 16 / each;
                let from = byte / 16 * 16 + start + place / 2 * each + byte % each;
                if place % 2 == 0 { first(from) } else { second(from) }
            })
        }
        "pslldq" => {
            let count = constant?;
            Box::new(move |byte| if byte % 16 < count { ZERO } else { first(byte - count) })
        }
        "psrldq" => {
            let count = constant?;
            Box::new(move |byte| if byte % 16 + count < 16 { first(byte + count) } else { ZERO })
        }
        "pblendd" | "blendps" | "blendpd" | "pblendw" => {
            let order = constant?;
            let (each, count) = match form.name {
                "pblendw" => (2, 8),
                "blendpd" => (8, 8),
                _ => (4, 8),
            };
            Box::new(move |byte| {
                if order >> (byte / each % count) & 1 == 0 { first(byte) } else { second(byte) }
            })
        }
        "pinsrb" | "pinsrw" | "pinsrd" | "pinsrq" => {
            let each = element()?;
            let start = constant? % (16 / each) * each;
            Box::new(move |byte| {
                if (start..start + each).contains(&byte) {
                    second(byte - start)
                } else {
                    first(byte)
                }
            })
        }
        "pextrb" | "pextrw" | "pextrd" | "pextrq" | "extractps" => {
            let each = if form.name == "extractps" { 4 } else { element()? };
            let start = constant? % (16 / each) * each;
            Box::new(move |byte| if byte < each { first(start + byte) } else { ZERO })
        }
        "movhlps" => Box::new(|byte| if byte < 8 { second(8 + byte) } else { first(byte) }),
        "movlhps" => Box::new(|byte| if byte < 8 { first(byte) } else { second(byte - 8) }),
        "movhps" | "movhpd" if form.to_memory => Box::new(|byte| first(8 + byte)),
        "movhps" | "movhpd" => {
            Box::new(|byte| if byte < 8 { first(byte) } else { second(byte - 8) })
        }
        "movlps" | "movlpd" if !form.to_memory => {
            Box::new(|byte| if byte < 8 { second(byte) } else { first(byte) })
        }
        "movss" | "movsd" if form.vector && form.sources == 2 => {
            let each = if form.name == "movss" { 4 } else { 8 };
            Box::new(move |byte| if byte < each { second(byte) } else { first(byte) })
        }
        "movddup" => Box::new(|byte| first(byte / 16 * 16 + byte % 8)),
        "movshdup" => Box::new(|byte| first(byte / 8 * 8 + 4 + byte % 4)),
        "movsldup" => Box::new(|byte| first(byte / 8 * 8 + byte % 4)),
        _ => return None,
    };
    Some(std::array::from_fn(|byte| match byte as u32 {
        byte if byte < bytes => origin(byte),
        _ => ZERO,
    }))
}

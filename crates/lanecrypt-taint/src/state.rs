//! Which bytes of registers and memory are secret, and how instructions move secrets.

use crate::memory::{Memory, low};
use crate::operation::{Access, Operation, Opmask, Place};
use crate::rules::{Origins, Rule, Turn, ZERO};

/// How time can depend on a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Leak {
    /// A conditional jump.
    Branch,
    /// An address that is jumped to.
    Target,
    /// An address that is loaded from or stored to.
    Address,
    /// A mask that says what is loaded or stored.
    Elements,
    /// A division.
    Division,
    /// The count of an instruction that repeats itself.
    Count,
}

impl Leak {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Branch => "a branch depends on a secret",
            Self::Target => "a jump to an address that depends on a secret",
            Self::Address => "an address depends on a secret",
            Self::Elements => "a mask of a load or store depends on a secret",
            Self::Division => "a division of or by a secret",
            Self::Count => "the count of a repeated instruction depends on a secret",
        }
    }
}

/// What a run of instructions recorded: values of registers, 8 bytes each.
#[derive(Clone, Copy)]
pub(crate) struct Record<'a> {
    pub(crate) bytes: &'a [u8],
    /// The start of the memory of the thread.
    pub(crate) thread: u64,
}

impl Record<'_> {
    fn value(&self, slot: u32) -> u64 {
        let slot = slot as usize;
        u64::from_ne_bytes(self.bytes[slot..slot + 8].try_into().expect("eight bytes"))
    }

    pub(crate) fn address(&self, access: &Access) -> u64 {
        let mut address = access.displacement;
        if access.base.is_some() {
            address = address.wrapping_add(self.value(access.base_slot));
        }
        if access.index.is_some() {
            address =
                address.wrapping_add(self.value(access.index_slot).wrapping_mul(access.scale));
        }
        if access.of_thread { address.wrapping_add(self.thread) } else { address }
    }
}

/// One bit for each byte of the registers, for each bit of the masks, and for each flag: set if it is
/// secret.
pub(crate) struct State {
    pub(crate) general: [u8; 16],
    pub(crate) vector: [u64; 32],
    pub(crate) mask: [u64; 8],
    pub(crate) flags: u8,
    pub(crate) memory: Memory,
    /// The instruction that what is written is put down to.
    pub(crate) writer: u64,
    /// Those that wrote the registers last.
    pub(crate) vector_writers: [u64; 32],
    pub(crate) mask_writers: [u64; 8],
    /// Bytes of vector registers that are zero in every run.
    zeros: [u64; 32],
}

/// Sets all bits of each group of so many bits, a power of two, in which one is set.
fn smear(bits: u64, group: u32) -> u64 {
    let all = |set: bool| if set { u64::MAX } else { 0 };
    // The lowest bit of each group.
    let (lowest, mut any) = match group {
        1 => return bits,
        2 => (0x5555_5555_5555_5555, bits | bits >> 1),
        4 => (0x1111_1111_1111_1111, bits | bits >> 1),
        8 => (0x0101_0101_0101_0101, bits | bits >> 1),
        16 => (0x0001_0001_0001_0001, bits | bits >> 1),
        32 => (0x0000_0001_0000_0001_u64, bits | bits >> 1),
        _ => return all(bits != 0),
    };
    let mut shift = 2;
    while shift < group {
        any |= any >> shift;
        shift *= 2;
    }
    (any & lowest).wrapping_mul(low(group))
}

/// The bytes of elements whose bits are set in a mask.
fn spread(mask: u64, element: u32) -> u64 {
    match element {
        1 => mask,
        _ => (0..64 / element)
            .filter(|place| mask >> place & 1 != 0)
            .fold(0, |bytes, place| bytes | low(element) << (place * element)),
    }
}

/// A bit for each element that has a set bit.
fn gather(bytes: u64, element: u32) -> u64 {
    match element {
        1 => bytes,
        _ if bytes == 0 => 0,
        _ => (0..64 / element)
            .filter(|place| bytes >> (place * element) & low(element) != 0)
            .fold(0, |mask, place| mask | 1 << place),
    }
}

/// The first element, repeated.
fn repeat(bits: u64, element: u32) -> u64 {
    let mut bits = bits & low(element);
    let mut length = element;
    while length < 64 {
        bits |= bits << length;
        length *= 2;
    }
    bits
}

impl State {
    pub(crate) fn new() -> Self {
        Self {
            general: [0; 16],
            vector: [0; 32],
            mask: [0; 8],
            flags: 0,
            memory: Memory::new(),
            writer: 0,
            vector_writers: [0; 32],
            mask_writers: [0; 8],
            zeros: [0; 32],
        }
    }

    /// The bits of a place: of a mask register, one for each of its bits.
    fn read(&mut self, place: Place, operation: &Operation, record: Record<'_>) -> u64 {
        match place {
            Place::General { number, offset, bytes } => {
                u64::from(self.general[number]) >> offset & low(bytes)
            }
            Place::Vector { number, bytes } => self.vector[number] & low(bytes),
            Place::Mask(number) => self.mask[number],
            Place::Memory(number) => {
                let access = &operation.accesses[number];
                let address = record.address(access);
                match access.repeated {
                    0 => self.memory.read(address, access.bytes),
                    element => repeat(self.memory.read(address, element), element),
                }
            }
            Place::Constant => 0,
        }
    }

    fn write(&mut self, place: Place, bits: u64, operation: &Operation, record: Record<'_>) {
        match place {
            Place::General { number, offset, bytes } => {
                let kept = match bytes {
                    4 | 8 => 0,
                    _ => u64::from(self.general[number]) & !(low(bytes) << offset),
                };
                self.general[number] = (kept | (bits & low(bytes)) << offset) as u8;
            }
            Place::Vector { number, bytes } => {
                let kept =
                    if operation.keeps_upper { self.vector[number] & !low(bytes) } else { 0 };
                self.vector[number] = kept | bits & low(bytes);
                self.vector_writers[number] = self.writer;
                self.zeros[number] = 0;
            }
            Place::Mask(number) => {
                self.mask[number] = bits;
                self.mask_writers[number] = self.writer;
            }
            Place::Memory(number) => {
                let access = &operation.accesses[number];
                self.memory.write_by(self.writer, record.address(access), access.bytes, bits);
            }
            Place::Constant => {}
        }
    }

    fn is_secret(&self, register: Option<usize>) -> bool {
        register.is_some_and(|number| self.general[number] != 0)
    }

    /// Carries out an instruction and calls `leak` for each way in which its time can depend on a secret.
    pub(crate) fn carry_out(
        &mut self,
        operation: &Operation,
        record: Record<'_>,
        leak: &mut dyn FnMut(Leak),
    ) {
        let string = matches!(operation.rule, Rule::String { .. });
        for access in &operation.accesses {
            let by_vector = access.vector_index.is_some_and(|number| self.vector[number] != 0);
            if !string && (self.is_secret(access.base) || self.is_secret(access.index) || by_vector)
            {
                leak(Leak::Address);
            }
        }
        if let Some(opmask) = operation.opmask
            && !operation.accesses.is_empty()
            && self.mask[opmask.number] != 0
        {
            leak(Leak::Elements);
        }
        let flags = operation.flags_read & self.flags;
        let from = |number: usize| operation.from.get(number).copied().unwrap_or(Place::Constant);
        let mut source = |number: usize| self.read(from(number), operation, record);
        let mut source_bits = 0;
        let bits = match &operation.rule {
            Rule::Nothing => return,
            Rule::Copy => source(0),
            Rule::SignExtend => {
                let (bits, bytes) = (source(0), operation.bytes(from(0)));
                let top = bits >> (bytes - 1) & 1 != 0;
                bits | if top { !low(bytes) } else { 0 }
            }
            Rule::Bitwise => source(0) | source(1),
            Rule::Decided(byte) => {
                let constant = operation.constant.to_ne_bytes();
                let decided = (0..8).filter(|&place| constant[place] == *byte);
                source(0) & !decided.fold(0, |bits, place| bits | 1 << place)
            }
            Rule::Gated(byte) => {
                let (one, other) = (source(0), source(1));
                let decided = |number: usize, secret: u64| {
                    let Some(slot) = operation.value_slots[number] else { return 0 };
                    let offset = match from(number) {
                        Place::General { offset, .. } => offset,
                        _ => 0,
                    };
                    let value = (record.value(slot) >> (8 * offset)).to_ne_bytes();
                    let places = (0..8).filter(|&place| value[place] == *byte);
                    places.fold(0, |bits, place| bits | 1 << place) & !secret
                };
                (one | other) & !decided(0, one) & !decided(1, other)
            }
            Rule::FindBit => {
                let (one, before) = (source(0), source(1));
                let bytes = 8 * operation.bytes(from(0));
                let found = operation.value_slots[0]
                    .is_some_and(|slot| record.value(slot) & low(bytes) != 0);
                source_bits = one;
                match one {
                    0 if found => 0,
                    0 => before,
                    _ => u64::MAX,
                }
            }
            Rule::Everything | Rule::Divide => {
                let mut any = u64::from(flags);
                for number in 0..operation.from.len() {
                    any |= source(number);
                }
                if operation.rule == Rule::Divide && any != 0 {
                    leak(Leak::Division);
                }
                if any != 0 { u64::MAX } else { 0 }
            }
            Rule::Sum => {
                match (0..operation.from.len()).fold(0, |any, number| any | source(number)) {
                    0 => 0,
                    any => u64::MAX << any.trailing_zeros(),
                }
            }
            Rule::Turn(turn, count) => {
                let bytes = operation.bytes(from(0));
                source_bits = source(0);
                turned(source_bits, bytes, *turn, *count)
            }
            Rule::Reverse => {
                let bytes = operation.bytes(from(0));
                source(0).reverse_bits() >> (64 - bytes)
            }
            Rule::Exchange => {
                let (one, other) = (source(0), source(1));
                self.write(from(0), other, operation, record);
                self.write(from(1), one, operation, record);
                return;
            }
            Rule::Choose if flags != 0 => u64::MAX,
            Rule::Choose => {
                let slot = operation.chooser_slot.expect("the choice is recorded") as usize;
                source(usize::from(record.bytes[slot] != 0))
            }
            Rule::OfFlags => u64::from(flags != 0),
            Rule::Branch => {
                if flags != 0 {
                    leak(Leak::Branch);
                }
                return;
            }
            Rule::Jump => {
                if source(0) != 0 {
                    leak(Leak::Target);
                }
                0
            }
            Rule::String { bytes, repeats, loads } => {
                let (bytes, repeats, loads) = (*bytes, *repeats, *loads);
                self.string(operation, record, (bytes, repeats, loads), leak);
                return;
            }
            Rule::System => {
                for register in [0, 1, 11] {
                    self.general[register] = 0;
                }
                return;
            }
            Rule::And(counts) => {
                let (one, other) = (source(0), source(1));
                let zeros = |number: usize| match from(number) {
                    Place::Vector { number, .. } => self.zeros[number],
                    Place::Memory(_) => operation.zeros,
                    _ => 0,
                };
                let zeros = |number: usize| if counts[number] { zeros(number) } else { 0 };
                (one | other) & !zeros(0) & !zeros(1)
            }
            Rule::Elements(element) => {
                let mut bits = 0;
                for number in 0..operation.from.len() {
                    bits |= source(number);
                }
                smear(bits, *element)
            }
            Rule::Shift(element) => {
                let count = source(1) != 0;
                smear(source(0), *element) | if count { u64::MAX } else { 0 }
            }
            Rule::Compress => smear(source(0), 64),
            Rule::Affine => source(0) | smear(source(1), 8),
            Rule::Lookup => smear(source(0), 16) | source(1),
            Rule::Product(halves) => {
                let half =
                    |bits: u64, upper: bool| bits >> (8 * u32::from(upper)) & 0x00ff_00ff_00ff_00ff;
                let one = half(source(0), halves & 1 != 0);
                smear(one | half(source(1), halves & 16 != 0), 16)
            }
            Rule::Permute(origins) => permuted([source(0), source(1)], origins),
            Rule::Broadcast(element) => repeat(source(0), *element),
            Rule::Extend(short, long, signed) => {
                let bits = source(0);
                (0..64 / long).fold(0, |sum, place| {
                    let one = bits >> (place * short) & low(*short);
                    let one = match signed {
                        true if one >> (short - 1) & 1 != 0 => one | low(*long) & !low(*short),
                        _ => one,
                    };
                    sum | one << (place * long)
                })
            }
            Rule::Narrow(long, short, whole) => {
                let mut bits = source(0);
                if *whole {
                    bits = smear(bits, *long);
                }
                (0..64 / long).fold(0, |sum, place| {
                    sum | (bits >> (place * long) & low(*short)) << (place * short)
                })
            }
            Rule::TopBits(element) => gather(gather(source(0), *element), 8),
            Rule::Compare(element) => gather(source(0) | source(1), *element),
            Rule::Blend(element) => {
                let chooser = source(2);
                let top = spread(gather_top(chooser, *element), *element);
                source(0) | source(1) | top
            }
            Rule::BlendMask => {
                let Some(opmask) = operation.opmask else { unreachable!("a blend has a mask") };
                let chosen = spread(record.value(opmask.slot), opmask.element);
                let bits = source(0) & !chosen | source(1) & chosen;
                let bits = bits | spread(self.mask[opmask.number], opmask.element);
                self.write_all(bits, operation, record);
                return;
            }
            Rule::OfMask(element) => spread(source(0), *element),
            Rule::MaskMove(element) => {
                let (element, chooser) = (*element, source(0));
                self.mask_move(operation, record, element, chooser, leak);
                return;
            }
            Rule::Gather => u64::MAX,
            Rule::MaskBits => source(0) | source(1),
            Rule::MaskShift(count @ ..0) => {
                source(0).checked_shl(count.unsigned_abs()).unwrap_or(0)
            }
            Rule::MaskShift(count) => source(0).checked_shr(*count as u32).unwrap_or(0),
            Rule::MaskJoin(bits) => (source(0) & low(*bits)) << bits | source(1) & low(*bits),
            Rule::MaskMoveBits(count) => {
                let bits = match from(0) {
                    Place::Mask(_) => source(0),
                    _ => spread_bits(source(0)),
                };
                let bits = bits & low(*count);
                match operation.to[0] {
                    Place::Mask(_) => bits,
                    _ => gather(bits, 8),
                }
            }
            Rule::MaskFlags(count) => (source(0) | source(1)) & low(*count),
            Rule::ZeroUpper => {
                self.vector[..16].iter_mut().for_each(|register| *register &= low(16));
                return;
            }
            Rule::ZeroAll => {
                self.vector[..16].fill(0);
                self.zeros[..16].fill(0);
                return;
            }
        };
        let secret = match operation.rule {
            // What is shifted out is in a flag. What was there before is not.
            Rule::Turn(..) | Rule::FindBit => source_bits != 0,
            _ => bits != 0,
        };
        self.set_flags(operation, secret);
        self.write_all(bits, operation, record);
        self.set_zeros(operation);
    }

    /// Remembers which bytes of the result are zero in every run.
    fn set_zeros(&mut self, operation: &Operation) {
        if let (Some(&Place::Vector { number, bytes }), None) =
            (operation.to.first(), operation.opmask)
            && operation.zeros != 0
        {
            let known = match (&operation.rule, operation.from.first()) {
                // A constant, or the difference of a register and itself.
                (Rule::Copy, Some(Place::Memory(_))) | (_, None) => operation.zeros & low(bytes),
                _ => 0,
            };
            self.zeros[number] = known;
        }
    }

    fn set_flags(&mut self, operation: &Operation, secret: bool) {
        let before = self.flags;
        self.flags &= !(operation.flags_written | operation.flags_fixed);
        if secret {
            self.flags |= operation.flags_written | operation.flags_undefined;
        }
        if operation.flags_kept {
            self.flags |= before;
        }
    }

    /// Writes a result to every destination, as the mask says.
    fn write_all(&mut self, bits: u64, operation: &Operation, record: Record<'_>) {
        for &place in &operation.to {
            let bits = match operation.opmask {
                None => bits,
                Some(_) if operation.rule == Rule::BlendMask => bits,
                Some(opmask) => self.masked(place, bits, opmask, operation, record),
            };
            self.write(place, bits, operation, record);
        }
    }

    /// A result under a mask.
    fn masked(
        &mut self,
        place: Place,
        bits: u64,
        opmask: Opmask,
        operation: &Operation,
        record: Record<'_>,
    ) -> u64 {
        let secret = self.mask[opmask.number];
        let mask = record.value(opmask.slot);
        if let Place::Mask(_) = place {
            return bits & mask | secret;
        }
        let before = if opmask.zeroing { 0 } else { self.read(place, operation, record) };
        if operation.rule == Rule::Compress {
            // The elements of the result are not those of the mask.
            return bits | before | smear(secret, 64);
        }
        let (chosen, secret) = (spread(mask, opmask.element), spread(secret, opmask.element));
        bits & chosen | before & !chosen | secret
    }

    /// A load or store of those elements whose highest bits are set.
    fn mask_move(
        &mut self,
        operation: &Operation,
        record: Record<'_>,
        element: u32,
        chooser: u64,
        leak: &mut dyn FnMut(Leak),
    ) {
        if gather_top(chooser, element) != 0 {
            leak(Leak::Elements);
        }
        let access = &operation.accesses[0];
        let slot = operation.chooser_slot.expect("the chooser is recorded");
        let mut chosen = 0;
        for place in 0..access.bytes / element {
            let last = slot + place * element + element - 1;
            if record.bytes[last as usize] & 0x80 != 0 {
                chosen |= low(element) << (place * element);
            }
        }
        let (to, from) = (operation.to[0], operation.from[operation.from.len() - 1]);
        let secret = spread(gather_top(chooser, element), element);
        let bits = self.read(from, operation, record) & chosen | secret;
        let kept = match to {
            Place::Memory(_) => self.read(to, operation, record) & !chosen,
            _ => 0,
        };
        self.write(to, bits | kept, operation, record);
    }

    /// Copies or fills memory.
    fn string(
        &mut self,
        operation: &Operation,
        record: Record<'_>,
        (bytes, repeats, loads): (u32, bool, bool),
        leak: &mut dyn FnMut(Leak),
    ) {
        let accesses = &operation.accesses;
        if self.is_secret(accesses[0].base) || loads && self.is_secret(accesses[1].base) {
            leak(Leak::Address);
        }
        let count = if repeats {
            let count = &accesses[accesses.len() - 1];
            if self.is_secret(count.base) {
                leak(Leak::Count);
            }
            record.value(count.base_slot)
        } else {
            1
        };
        let to = record.address(&accesses[0]);
        let filling = repeat(self.read(operation.from[0], operation, record), bytes);
        let from = loads.then(|| record.address(&accesses[1]));
        // Element by element where the result of one copy is the source of a later one.
        let near = from.is_some_and(|from| to.abs_diff(from) < 64);
        let most = if near { u64::from(bytes) } else { 64 };
        let whole = count.saturating_mul(u64::from(bytes));
        let mut done = 0;
        while done < whole {
            let part = (whole - done).min(most);
            let bits = match from {
                Some(from) => self.memory.read(from.wrapping_add(done), part as u32),
                None => filling,
            };
            self.memory.write_by(self.writer, to.wrapping_add(done), part as u32, bits);
            done += part;
        }
    }
}

/// A bit for each element whose last byte has its bit set.
fn gather_top(bytes: u64, element: u32) -> u64 {
    (0..64 / element)
        .filter(|place| bytes >> (place * element + element - 1) & 1 != 0)
        .fold(0, |mask, place| mask | 1 << place)
}

/// Eight bits for each bit of up to eight.
fn spread_bits(bytes: u64) -> u64 {
    spread(bytes & 0xff, 8)
}

fn permuted(sources: [u64; 2], origins: &Origins) -> u64 {
    if sources == [0, 0] {
        return 0;
    }
    let mut bits = 0;
    for (place, &origin) in origins.iter().enumerate() {
        if origin != ZERO {
            bits |= (sources[usize::from(origin / 64)] >> (origin % 64) & 1) << place;
        }
    }
    bits
}

/// The bytes of a register that is shifted by a constant number of bits.
fn turned(bits: u64, bytes: u32, turn: Turn, count: u32) -> u64 {
    if bits == 0 {
        return 0;
    }
    let (whole, part) = (count / 8, !count.is_multiple_of(8));
    let all = low(bytes);
    match turn {
        Turn::Left if whole >= bytes => 0,
        Turn::Left => (bits << whole | if part { bits << (whole + 1) } else { 0 }) & all,
        Turn::Right | Turn::Arithmetic if whole >= bytes && turn == Turn::Right => 0,
        Turn::Right | Turn::Arithmetic => {
            let whole = whole.min(bytes - 1);
            let moved = bits >> whole | if part { bits >> (whole + 1) } else { 0 };
            let top = turn == Turn::Arithmetic && bits >> (bytes - 1) & 1 != 0;
            moved | if top { all & !low(bytes - 1 - whole) } else { 0 }
        }
        Turn::Around => {
            let around = |bits: u64, count: u32| match count % bytes {
                0 => bits,
                count => (bits << count | bits >> (bytes - count)) & all,
            };
            let moved = around(bits, whole);
            if part { moved | around(moved, 1) } else { moved }
        }
    }
}

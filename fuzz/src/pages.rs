//! Memory between forbidden pages: one byte read or written beyond it ends the program, and so does a byte
//! written to what is only to be read.

use std::ptr::NonNull;

use crate::reach;
use crate::source::Source;

/// A multiple of every page size in use.
const PAGE: usize = 65536;

/// Bytes next to a message alone in a room that must stay as they are.
const CANARY: usize = 64;

/// One piece of memory, mapped at two addresses, each between two forbidden pages: one to write it, one that
/// can only be read.
struct Room {
    writable: NonNull<u8>,
    readable: NonNull<u8>,
    bytes: usize,
}

impl Room {
    /// Of so many bytes at least.
    fn new(bytes: usize) -> Self {
        let bytes = bytes.next_multiple_of(PAGE);
        // SAFETY: a new file without a name, as long as the room; it lives as long as it is mapped.
        unsafe {
            let file = libc::memfd_create(c"lanecrypt-fuzz".as_ptr(), libc::MFD_CLOEXEC);
            assert!(file >= 0, "no memory file: {}", std::io::Error::last_os_error());
            assert_eq!(libc::ftruncate(file, bytes as libc::off_t), 0);
            let writable = view(file, bytes, libc::PROT_READ | libc::PROT_WRITE);
            let readable = view(file, bytes, libc::PROT_READ);
            libc::close(file);
            Self { writable, readable, bytes }
        }
    }

    fn read(&self) -> &[u8] {
        // SAFETY: mapped as long as `self` lives. Nothing writes it meanwhile: that takes `&mut self`.
        unsafe { std::slice::from_raw_parts(self.readable.as_ptr(), self.bytes) }
    }

    fn write(&mut self) -> &mut [u8] {
        // SAFETY: mapped as long as `self` lives, and nothing else uses it meanwhile.
        unsafe { std::slice::from_raw_parts_mut(self.writable.as_ptr(), self.bytes) }
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        for view in [self.writable, self.readable] {
            // SAFETY: a mapping made by `view`, which nothing refers to any more.
            unsafe { libc::munmap(view.as_ptr().sub(PAGE).cast(), self.bytes + 2 * PAGE) };
        }
    }
}

/// Maps a file between forbidden pages.
///
/// # Safety
///
/// The file has so many bytes, whole pages.
unsafe fn view(file: libc::c_int, bytes: usize, protection: libc::c_int) -> NonNull<u8> {
    let around = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: a fresh mapping of the system's choice; its inner pages are replaced by those of the file.
    unsafe {
        let base =
            libc::mmap(std::ptr::null_mut(), bytes + 2 * PAGE, libc::PROT_NONE, around, -1, 0);
        assert_ne!(base, libc::MAP_FAILED, "no memory");
        let start = base.cast::<u8>().add(PAGE);
        let inner = libc::MAP_SHARED | libc::MAP_FIXED;
        let mapped = libc::mmap(start.cast(), bytes, protection, inner, file, 0);
        assert_ne!(mapped, libc::MAP_FAILED, "no memory");
        NonNull::new(start).expect("not zero")
    }
}

/// Where some bytes lie.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    room: u32,
    offset: u32,
    /// How many bytes they are.
    pub bytes: u32,
}

impl Place {
    fn range(self) -> std::ops::Range<usize> {
        self.offset as usize..(self.offset + self.bytes) as usize
    }
}

/// How places are taken: most lie side by side in the first room, from one of its ends on; some have a room of
/// their own, at one of its ends.
#[derive(Clone, Copy, Debug)]
struct Layout {
    /// Bytes of the first room, and of each other one.
    sizes: [usize; 2],
    rooms: usize,
    from_end: bool,
    used: usize,
    next_room: usize,
}

impl Layout {
    fn reset(&mut self, source: &mut Source<'_>) {
        self.from_end = source.one_in(2);
        reach::note(format_args!("memory from its end: {}", self.from_end));
        self.used = 0;
        self.next_room = 1;
    }

    fn take(&mut self, source: &mut Source<'_>, bytes: usize) -> Option<Place> {
        let choice = source.number();
        if choice & 7 == 0 && self.next_room < self.rooms && bytes <= self.sizes[1] {
            let room = self.next_room;
            self.next_room += 1;
            let offset = if choice & 8 == 0 { 0 } else { self.sizes[1] - bytes };
            reach::note(format_args!("a room of its own, at its beginning: {}", offset == 0));
            return Some(Place { room: room as u32, offset: offset as u32, bytes: bytes as u32 });
        }
        // The first one is flush with the forbidden page; then some bytes stay free, or none.
        let free = match choice >> 8 & 3 {
            _ if self.used == 0 => 0,
            0 => 0,
            1 => choice >> 16 & 63,
            _ => choice >> 16 & 15,
        } as usize;
        if self.used + free + bytes > self.sizes[0] {
            return None;
        }
        self.used += free + bytes;
        let offset = if self.from_end { self.sizes[0] - self.used } else { self.used - bytes };
        Some(Place { room: 0, offset: offset as u32, bytes: bytes as u32 })
    }

    /// The part of the first room that is in use, with the bytes next to it.
    fn part(&self) -> std::ops::Range<usize> {
        let (size, used) = (self.sizes[0], (self.used + CANARY).min(self.sizes[0]));
        if self.from_end { size - used..size } else { 0..used }
    }

    /// A place in a room of its own, with the bytes next to it.
    fn with_canary(&self, place: Place) -> std::ops::Range<usize> {
        let range = place.range();
        range.start.saturating_sub(CANARY)..(range.end + CANARY).min(self.sizes[1])
    }
}

fn rooms(first: usize, other: usize, count: usize) -> (Vec<Room>, Layout) {
    let rooms: Vec<Room> =
        (0..count).map(|i| Room::new(if i == 0 { first } else { other })).collect();
    let sizes = [rooms[0].bytes, rooms.last().map_or(0, |room| room.bytes)];
    (rooms, Layout { sizes, rooms: count, from_end: false, used: 0, next_room: 1 })
}

/// What the library only reads: keys, nonces, associated data, messages. It is handed out at addresses where it
/// cannot be written.
pub struct Inputs {
    rooms: Vec<Room>,
    layout: Layout,
    alone: Vec<Place>,
}

impl Inputs {
    fn new() -> Self {
        let (rooms, layout) = rooms(1 << 20, 1 << 17, 24);
        Self { rooms, layout, alone: Vec::new() }
    }

    /// Forgets all places.
    pub fn reset(&mut self, source: &mut Source<'_>) {
        self.layout.reset(source);
        self.alone.clear();
    }

    /// A place for so many bytes, if there is room.
    pub fn take(&mut self, source: &mut Source<'_>, bytes: usize) -> Option<Place> {
        let place = self.layout.take(source, bytes)?;
        if place.room > 0 {
            self.alone.push(place);
        }
        Some(place)
    }

    /// Where a place is, to be given to a function of C, which must not write it.
    pub fn address(&self, place: Place) -> *const u8 {
        self.get(place).as_ptr()
    }

    /// Fills all places with random bytes.
    pub fn fill(&mut self, source: &mut Source<'_>) {
        let part = self.layout.part();
        source.fill(&mut self.rooms[0].write()[part]);
        for place in &self.alone {
            source.fill(&mut self.rooms[place.room as usize].write()[place.range()]);
        }
    }

    /// The bytes of a place, to be written.
    pub fn put(&mut self, place: Place) -> &mut [u8] {
        &mut self.rooms[place.room as usize].write()[place.range()]
    }

    /// Reads a byte beyond the first place that was taken side by side with others: a fault on purpose.
    pub(crate) fn plant_read(&self) {
        let room = &self.rooms[0];
        let offset = if self.layout.from_end { room.bytes as isize } else { -1 };
        // SAFETY: none. The program ends here, which is what is tried.
        unsafe { std::hint::black_box(room.readable.as_ptr().offset(offset).read_volatile()) };
    }

    /// Writes a byte to where it is read: a fault on purpose.
    pub(crate) fn plant_write(&self) {
        // SAFETY: none. The program ends here, which is what is tried.
        unsafe { self.rooms[0].readable.as_ptr().write_volatile(0) };
    }

    /// The bytes of a place, to be read only.
    pub fn get(&self, place: Place) -> &[u8] {
        &self.rooms[place.room as usize].read()[place.range()]
    }
}

/// What the library writes, twice with the same layout: one for each of two ways to compute it.
pub struct Outputs {
    first: Vec<Room>,
    second: Vec<Room>,
    layout: Layout,
    places: Vec<Place>,
}

impl Outputs {
    fn new() -> Self {
        let ((first, layout), (second, _)) =
            (rooms(1 << 20, 1 << 17, 17), rooms(1 << 20, 1 << 17, 17));
        Self { first, second, layout, places: Vec::new() }
    }

    /// Forgets all places.
    pub fn reset(&mut self, source: &mut Source<'_>) {
        self.layout.reset(source);
        self.places.clear();
    }

    /// Takes a place for so many bytes, the next one in the order of all. Says whether there was room.
    pub fn take(&mut self, source: &mut Source<'_>, bytes: usize) -> bool {
        let place = self.layout.take(source, bytes);
        self.places.extend(place);
        place.is_some()
    }

    /// Whether there are no places.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Where the last place is in the first memory, to be given to a function of C.
    pub fn address(&mut self) -> *mut u8 {
        let last = self.places.len() - 1;
        self.put(last).as_mut_ptr()
    }

    /// Fills all places, and what is next to them, with random bytes, the same in both.
    pub fn fill(&mut self, source: &mut Source<'_>) {
        for (room, range) in self.parts() {
            source.fill(&mut self.first[room].write()[range]);
        }
        self.repeat();
    }

    /// The bytes of a place in the first memory, before [`Outputs::repeat`].
    pub fn put(&mut self, place: usize) -> &mut [u8] {
        let place = self.places[place];
        &mut self.first[place.room as usize].write()[place.range()]
    }

    /// Copies the first memory to the second.
    pub fn repeat(&mut self) {
        for (room, range) in self.parts() {
            let from = &self.first[room].read()[range.clone()];
            self.second[room].write()[range].copy_from_slice(from);
        }
    }

    /// Takes what is in the places of the first memory as right. What is between them must still agree.
    pub fn accept(&mut self) {
        for place in &self.places {
            let (room, range) = (place.room as usize, place.range());
            let from = &self.first[room].read()[range.clone()];
            self.second[room].write()[range].copy_from_slice(from);
        }
    }

    /// Changes a byte beside the first place: a fault on purpose.
    pub(crate) fn plant_beside(&mut self) {
        let place = self.places[0];
        let (room, range) = (place.room as usize, place.range());
        let beside = range.start.checked_sub(1).unwrap_or(range.end);
        self.first[room].write()[beside] ^= 1;
    }

    /// All places in both memories, to be written.
    pub fn both(&mut self) -> (Vec<&mut [u8]>, Vec<&mut [u8]>) {
        (slices(&self.places, &mut self.first), slices(&self.places, &mut self.second))
    }

    /// The bytes of a place in both memories.
    pub fn results(&self, place: usize) -> (&[u8], &[u8]) {
        let place = self.places[place];
        let (room, range) = (place.room as usize, place.range());
        (&self.first[room].read()[range.clone()], &self.second[room].read()[range])
    }

    /// Whether both memories are the same, what is between the places included.
    pub fn agree(&self) -> bool {
        self.parts().all(|(room, range)| {
            self.first[room].read()[range.clone()] == self.second[room].read()[range]
        })
    }

    /// The first place in which they differ, if it is not between the places.
    pub fn difference(&self) -> Option<usize> {
        (0..self.places.len()).find(|place| {
            let (first, second) = self.results(*place);
            first != second
        })
    }

    fn parts(&self) -> impl Iterator<Item = (usize, std::ops::Range<usize>)> + use<> {
        let (layout, part) = (self.layout, self.layout.part());
        let alone = self.places.iter().filter(|place| place.room > 0);
        let alone: Vec<_> =
            alone.map(|place| (place.room as usize, layout.with_canary(*place))).collect();
        std::iter::once((0, part)).chain(alone)
    }
}

/// All places of some rooms.
fn slices<'r>(places: &[Place], rooms: &'r mut [Room]) -> Vec<&'r mut [u8]> {
    let bases: Vec<*mut u8> = rooms.iter_mut().map(|room| room.write().as_mut_ptr()).collect();
    let slice = |place: &Place| {
        // SAFETY: within its room, which is borrowed as long as the slices. `Layout::take` gives no byte to two
        // places.
        unsafe {
            let start = bases[place.room as usize].add(place.offset as usize);
            std::slice::from_raw_parts_mut(start, place.bytes as usize)
        }
    };
    places.iter().map(slice).collect()
}

/// The memory of a thread that runs cases.
pub struct Memory {
    /// What is read.
    pub inputs: Inputs,
    /// What is written.
    pub outputs: Outputs,
}

impl Memory {
    /// Some megabytes of addresses, of which little is touched.
    pub fn new() -> Self {
        Self { inputs: Inputs::new(), outputs: Outputs::new() }
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}

//! The functions for C: pointers that are NULL, misaligned or to as many bytes as is said, contexts that hold
//! nothing, another kind or any bytes, and any numbers. What C itself forbids is not tried: a length that is not that
//! of the memory at the pointer.

use std::ffi::{CStr, CString, c_int};
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};

use lanecrypt::block::Sbox;
use lanecrypt_capi::*;

use super::{length, near};
use crate::case::{Case, Checked, Count};
use crate::pages::{Inputs, Outputs};
use crate::plant::{self, Plant};
use crate::reach;
use crate::source::Source;

const DONE: lc_status = 1;
const AUTHENTICATION: lc_status = -16;
/// Of a call that has written nothing.
const OVERLAP: lc_status = -11;

/// Calls a function, and notes which one.
macro_rules! call {
    ($function:ident($($argument:expr),* $(,)?)) => {{
        reach::note(format_args!("{}", stringify!($function)));
        $function($($argument),*)
    }};
}

/// The same of one that returns what became of it.
macro_rules! status {
    ($function:ident($($argument:expr),* $(,)?)) => {{
        let status = $function($($argument),*);
        reach::note(format_args!("{}: {status}", stringify!($function)));
        status
    }};
}

/// The arguments of the calls of a case.
struct Arguments<'m, 's, 'b> {
    source: &'s mut Source<'b>,
    inputs: &'m mut Inputs,
    outputs: &'m mut Outputs,
}

/// A message: what is read, what is written, and a length.
#[derive(Clone, Copy)]
struct Buffers {
    input: *const u8,
    output: *mut u8,
    bytes: usize,
}

impl Arguments<'_, '_, '_> {
    /// A pointer to so many bytes that are read; sometimes NULL.
    fn read(&mut self, bytes: usize) -> *const u8 {
        let place = self.inputs.take(self.source, bytes).expect("there is room");
        if self.source.one_in(24) {
            reach::note(format_args!("NULL is read"));
            return null();
        }
        self.inputs.address(place)
    }

    /// A pointer to so many bytes that are written; sometimes NULL.
    fn write(&mut self, bytes: usize) -> *mut u8 {
        assert!(self.outputs.take(self.source, bytes), "there is room");
        if self.source.one_in(24) {
            reach::note(format_args!("NULL is written"));
            return null_mut();
        }
        self.outputs.address()
    }

    /// A message in place, apart, or with an output that overlaps it. Sometimes with a length that no memory has.
    fn buffers(&mut self, bytes: usize) -> Buffers {
        match self.source.below(16) {
            0 => {
                reach::note(format_args!("a length that no memory has"));
                let output = self.write(0);
                Buffers { input: output, output, bytes: usize::MAX - self.source.below(9) }
            }
            1 if bytes > 1 => {
                reach::note(format_args!("buffers overlap"));
                let output = self.write(bytes + 1);
                Buffers {
                    input: output.wrapping_add(usize::from(!output.is_null())),
                    output,
                    bytes,
                }
            }
            2..8 => {
                reach::note(format_args!("buffers are the same"));
                let output = self.write(bytes);
                Buffers { input: output, output, bytes }
            }
            _ => Buffers { input: self.read(bytes), output: self.write(bytes), bytes },
        }
    }

    /// An S-box that is one, or any 128 bytes.
    fn sbox(&mut self) -> *const u8 {
        static SBOX: Sbox = Sbox::NAMED[1].1;
        let any = self.read(128);
        if self.source.one_in(2) { SBOX.rows().as_ptr().cast() } else { any }
    }

    fn near(&mut self, right: u64) -> usize {
        near(self.source, right as usize)
    }

    /// A backend: mostly that of the case, sometimes any number.
    fn backend(&mut self, own: c_int) -> c_int {
        let (form, backend) = match self.source.below(16) {
            0 => ("any", self.source.number() as c_int),
            1 => ("0", 0),
            _ => ("that of the case", own),
        };
        reach::note(format_args!("backend, {form}"));
        backend
    }

    fn fill(&mut self) {
        self.inputs.fill(self.source);
        self.outputs.fill(self.source);
    }

    /// What became of a call: the number is a code, and what was refused is not written.
    fn check(&mut self, what: &str, status: lc_status) -> Result<(), String> {
        let status = if plant::is(Plant::Code) { 77 } else { status };
        if plant::is(Plant::Result) && !self.outputs.is_empty() {
            self.outputs.plant_beside();
        }
        if status == 0 || !CODES.iter().any(|code| code.number == status) {
            return Err(format!("{what} returned {status}"));
        }
        // Chunks that were opened before one that is damaged are zeros or as before.
        if matches!(status, DONE | AUTHENTICATION | -30..=-28) {
            self.outputs.accept();
        }
        match self.outputs.agree() {
            true => Ok(()),
            false => Err(format!("{what} returned {status}, and something was written")),
        }
    }

    /// What became of a batch: so many jobs are said to be done, and these statuses.
    fn check_batch(
        &mut self,
        what: &str,
        done: usize,
        statuses: impl Iterator<Item = lc_status> + Clone,
    ) -> Result<(), String> {
        let right = statuses.clone().filter(|status| *status == DONE).count();
        if done != right {
            return Err(format!("{what} returned {done}, and {right} are done"));
        }
        let written = statuses.clone().any(|status| status == DONE || status == AUTHENTICATION);
        for status in statuses {
            reach::note(format_args!("{what}: {status}"));
            // Which ones were written is checked by the other targets; here that nothing is beside them.
            self.check(what, if written { DONE } else { status })?;
            if !CODES.iter().any(|code| code.number == status) || status == 0 {
                return Err(format!("{what} left {status}"));
            }
        }
        Ok(())
    }
}

fn arguments<'m, 's, 'b>(case: &'s mut Case<'m, 'b>) -> Arguments<'s, 's, 'b> {
    let Case { source, memory, .. } = case;
    memory.inputs.reset(source);
    memory.outputs.reset(source);
    Arguments { source, inputs: &mut memory.inputs, outputs: &mut memory.outputs }
}

/// The number of the case's backend, as C has it.
fn backend_number(case: &Case<'_, '_>) -> c_int {
    let name = CString::new(case.backend.name()).expect("a name");
    // SAFETY: a string that ends with a zero byte.
    unsafe { call!(lc_backend_by_name(name.as_ptr())) }
}

/// An algorithm of a group, mostly; sometimes any number.
fn algorithm(source: &mut Source<'_>, group: usize) -> (u32, lc_sizes) {
    let number = match source.below(24) {
        0 => source.number() as u32,
        1 => source.below(800) as u32,
        _ => source.one_of(GROUPS[group].1).number,
    };
    let mut sizes = lc_sizes::default();
    // SAFETY: room for the sizes.
    let status = unsafe { status!(lc_sizes_of(number, &raw mut sizes, size_of::<lc_sizes>())) };
    match GROUPS[group].1.iter().any(|named| named.number == number) {
        true => reach::note(format_args!("algorithm {number}")),
        false => reach::note(format_args!("an algorithm of the wrong kind, or none: {status}")),
    }
    if status != DONE {
        sizes = lc_sizes { key: 16, nonce: 12, tag: 16, ..lc_sizes::default() };
    }
    (number, sizes)
}

/// A context that nothing was put in: zeros, or any bytes.
fn context<T>(source: &mut Source<'_>) -> Box<T> {
    let mut context = Box::new(MaybeUninit::<T>::zeroed());
    if source.one_in(2) {
        let mut bytes = vec![0; size_of::<T>()];
        source.fill(&mut bytes);
        // SAFETY: as many bytes, of which the type consists: words without meaning to anyone but the library.
        unsafe {
            context.as_mut_ptr().cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len())
        };
    }
    // SAFETY: words, for which any bytes are a value.
    unsafe { Box::from_raw(Box::into_raw(context).cast()) }
}

/// A size of a context that is mostly right.
fn size<T>(source: &mut Source<'_>) -> usize {
    if source.one_in(16) {
        reach::note(format_args!("a context that is too small"));
        return source.below(size_of::<T>());
    }
    size_of::<T>()
}

/// A pointer to a context that is mostly right: sometimes NULL, or misaligned.
fn pointer<T>(source: &mut Source<'_>, context: &mut T) -> *mut T {
    match source.below(24) {
        0 => {
            reach::note(format_args!("a context at NULL"));
            null_mut()
        }
        1 => {
            reach::note(format_args!("a context that is misaligned"));
            (&raw mut *context).wrapping_byte_add(1 + source.below(63))
        }
        _ => context,
    }
}

fn counted(calls: u64) -> Checked {
    Ok(Count { cases: 1, jobs: calls, messages: 0, bytes: 0 })
}

/// Authenticated ciphers.
pub(super) fn aead(case: &mut Case<'_, '_>) -> Checked {
    let own = backend_number(case);
    let mut all = arguments(case);
    let (number, sizes) = algorithm(all.source, 0);
    let (key_len, tag_len) = (all.near(sizes.key), all.near(sizes.tag));
    let (nonce_len, aad_len) = (all.near(sizes.nonce), length(all.source));
    let key = all.read(key_len);
    let (nonce, aad) = (all.read(nonce_len), all.read(aad_len));
    let bytes = length(all.source);
    let buffers = all.buffers(bytes);
    let tag_given = all.read(tag_len);
    let tag_made = all.write(tag_len);
    let backend = all.backend(own);
    all.fill();
    let mut place = context::<lc_aead>(all.source);
    let (to, room) = (pointer(all.source, &mut *place), size::<lc_aead>(all.source));
    // SAFETY: every pointer is NULL, misaligned, or to as many bytes as is said.
    let status = unsafe { status!(lc_aead_init(to, room, number, key, key_len, tag_len, backend)) };
    all.check("lc_aead_init", status)?;
    let ready = &raw mut *place;
    let Buffers { input, output, bytes } = buffers;
    let choice = all.source.below(4);
    // SAFETY: likewise; the context holds a key or not.
    let status = unsafe {
        match choice {
            0 => status!(lc_aead_seal(
                ready, nonce, nonce_len, aad, aad_len, input, output, bytes, tag_made, tag_len,
            )),
            1 => status!(lc_aead_open(
                ready, nonce, nonce_len, aad, aad_len, input, output, bytes, tag_given, tag_len,
            )),
            _ => DONE,
        }
    };
    all.check("lc_aead_seal, lc_aead_open", status)?;
    // A key as bytes has no length here: it has that of the algorithm.
    let whole_key = if key_len as u64 >= sizes.key { key } else { null() };
    let job = lc_aead_job {
        context: if choice == 2 { ready } else { null() },
        key: if choice == 2 && all.source.one_in(8) || choice == 3 { whole_key } else { null() },
        nonce,
        aad,
        r#in: input,
        out: output,
        tag: tag_made,
        len: bytes,
        aad_len,
        nonce_len: nonce_len as u32,
        status: 0,
        user: null_mut(),
        reserved: [0; 2],
    };
    let mut jobs = [job, lc_aead_job { status: DONE, ..job }];
    let seal = all.source.one_in(2);
    if choice >= 2 {
        // SAFETY: likewise. The second job is done already, so that none is written twice.
        let done = unsafe {
            match seal {
                true => call!(lc_aead_seal_batch(number, backend, tag_len, jobs.as_mut_ptr(), 2)),
                false => call!(lc_aead_open_batch(number, backend, tag_len, jobs.as_mut_ptr(), 2)),
            }
        };
        all.check_batch("lc_aead_..._batch", done, jobs.iter().map(|job| job.status))?;
    }
    // SAFETY: a context, which nothing uses.
    unsafe { call!(lc_aead_clear(ready)) };
    // SAFETY: likewise, of no bytes.
    let cleared = unsafe {
        status!(lc_aead_seal(ready, null(), 0, null(), 0, null(), null_mut(), 0, null_mut(), 0))
    };
    if cleared == DONE {
        return Err("a cleared context was taken".to_owned());
    }
    counted(3)
}

/// The same in pieces.
pub(super) fn pieced_aead(case: &mut Case<'_, '_>) -> Checked {
    let own = backend_number(case);
    let mut all = arguments(case);
    let (number, sizes) = algorithm(all.source, 0);
    let (key_len, nonce_len) = (all.near(sizes.key), all.near(sizes.nonce));
    let (key, nonce) = (all.read(key_len), all.read(nonce_len));
    let tag_len = all.near(sizes.tag);
    let (tag_given, tag_made) = (all.read(tag_len), all.write(tag_len));
    let aad_len = length(all.source);
    let aad = all.read(aad_len);
    let bytes = length(all.source);
    let buffers = all.buffers(bytes);
    let Buffers { input, output, bytes } = buffers;
    all.fill();
    let (mut key_place, mut sealing, mut opening) =
        (context::<lc_aead>(all.source), context(all.source), context(all.source));
    let (sealing, opening): (&mut lc_sealing, &mut lc_opening) = (&mut sealing, &mut opening);
    let room = size::<lc_sealing>(all.source);
    let ready = &raw mut *key_place;
    let tag_of_key = if all.source.one_in(2) { sizes.tag as usize } else { tag_len };
    // SAFETY: every pointer is NULL or to as many bytes as is said; contexts hold something or not.
    let statuses = unsafe {
        status!(lc_aead_init(ready, size_of::<lc_aead>(), number, key, key_len, tag_of_key, own));
        [
            status!(lc_sealing_init(sealing, room, ready, nonce, nonce_len)),
            status!(lc_opening_init(opening, room, ready, nonce, nonce_len)),
        ]
    };
    for status in statuses {
        all.check("lc_sealing_init, lc_opening_init", status)?;
    }
    for _ in 0..6 {
        let choice = all.source.below(8);
        // SAFETY: likewise.
        let status = unsafe {
            match choice {
                0 => status!(lc_sealing_aad(sealing, aad, aad_len)),
                1 => status!(lc_opening_aad(opening, aad, aad_len)),
                2 | 3 => status!(lc_sealing_update(sealing, input, output, bytes)),
                4 | 5 => status!(lc_opening_update_unverified(opening, input, output, bytes)),
                6 => status!(lc_sealing_finish(sealing, tag_made, tag_len)),
                _ => status!(lc_opening_finish(opening, tag_given, tag_len)),
            }
        };
        all.check(["lc_sealing_...", "lc_opening_..."][choice % 2], status)?;
    }
    // SAFETY: likewise.
    unsafe {
        call!(lc_sealing_clear(sealing));
        call!(lc_opening_clear(opening));
        call!(lc_aead_clear(ready));
    }
    counted(9)
}

/// Ciphers without authentication.
pub(super) fn cipher(case: &mut Case<'_, '_>) -> Checked {
    let own = backend_number(case);
    let mut all = arguments(case);
    let (number, sizes) = algorithm(all.source, 1);
    let (key_len, nonce_len) = (all.near(sizes.key), all.near(sizes.nonce));
    let (key, nonce) = (all.read(key_len), all.read(nonce_len));
    let sbox = all.sbox();
    let mut bytes = length(all.source);
    if all.source.one_in(2) && sizes.block > 0 {
        bytes -= bytes % sizes.block as usize;
    }
    let Buffers { input, output, bytes } = all.buffers(bytes);
    let backend = all.backend(own);
    all.fill();
    let mut place = context::<lc_cipher>(all.source);
    let (to, room) = (pointer(all.source, &mut *place), size::<lc_cipher>(all.source));
    let with_sbox = all.source.one_in(8);
    // SAFETY: every pointer is NULL, misaligned, or to as many bytes as is said; an S-box has 128.
    let status = unsafe {
        match with_sbox {
            true => status!(lc_cipher_init_sbox(to, room, number, key, key_len, sbox, backend)),
            false => status!(lc_cipher_init(to, room, number, key, key_len, backend)),
        }
    };
    all.check("lc_cipher_init", status)?;
    let ready = &raw mut *place;
    let choice = all.source.below(4);
    // SAFETY: likewise.
    let status = unsafe {
        match choice {
            0 => status!(lc_cipher_encrypt(ready, nonce, nonce_len, input, output, bytes)),
            1 => status!(lc_cipher_decrypt(ready, nonce, nonce_len, input, output, bytes)),
            _ => DONE,
        }
    };
    all.check("lc_cipher_encrypt, lc_cipher_decrypt", status)?;
    let whole_key = if key_len as u64 >= sizes.key { key } else { null() };
    let shift = all.source.below(64);
    let job = lc_cipher_job {
        context: if choice == 2 { ready } else { null() },
        key: if choice == 2 && all.source.one_in(8) || choice == 3 { whole_key } else { null() },
        nonce,
        r#in: input,
        out: output,
        len: bytes,
        start_block: if all.source.one_in(2) { 0 } else { all.source.number() >> shift },
        nonce_len: nonce_len as u32,
        status: 0,
        user: null_mut(),
        reserved: [0; 2],
    };
    let mut jobs = [job, lc_cipher_job { status: DONE, ..job }];
    let encrypt = all.source.one_in(2);
    if choice >= 2 {
        // SAFETY: likewise. The second job is done already.
        let done = unsafe {
            match encrypt {
                true => call!(lc_cipher_encrypt_batch(number, backend, jobs.as_mut_ptr(), 2)),
                false => call!(lc_cipher_decrypt_batch(number, backend, jobs.as_mut_ptr(), 2)),
            }
        };
        all.check_batch("lc_cipher_..._batch", done, jobs.iter().map(|job| job.status))?;
    }
    // SAFETY: a context, which nothing uses.
    unsafe { call!(lc_cipher_clear(ready)) };
    counted(3)
}

/// MACs, whole and in pieces.
pub(super) fn mac(case: &mut Case<'_, '_>) -> Checked {
    let own = backend_number(case);
    let mut all = arguments(case);
    let (number, sizes) = algorithm(all.source, 2);
    let (key_len, nonce_len) = (all.near(sizes.key), all.near(sizes.nonce));
    let (key, nonce) = (all.read(key_len), all.read(nonce_len));
    let tag_len = all.near(sizes.tag);
    let (tag_given, tag_made) = (all.read(tag_len), all.write(tag_len));
    let bytes = length(all.source);
    let message = all.read(bytes);
    let backend = all.backend(own);
    all.fill();
    let (mut place, mut state) =
        (context::<lc_mac>(all.source), context::<lc_mac_state>(all.source));
    let (to, room) = (pointer(all.source, &mut *place), size::<lc_mac>(all.source));
    // SAFETY: every pointer is NULL, misaligned, or to as many bytes as is said.
    let status = unsafe { status!(lc_mac_init(to, room, number, key, key_len, tag_len, backend)) };
    all.check("lc_mac_init", status)?;
    let (ready, state) = (&raw mut *place, &raw mut *state);
    let room = size::<lc_mac_state>(all.source);
    // SAFETY: likewise.
    let status = unsafe { status!(lc_mac_state_init(state, room, ready, nonce, nonce_len)) };
    all.check("lc_mac_state_init", status)?;
    for _ in 0..5 {
        let choice = all.source.below(6);
        // SAFETY: likewise.
        let status = unsafe {
            match choice {
                0 => status!(lc_mac_compute(
                    ready, nonce, nonce_len, message, bytes, tag_made, tag_len
                )),
                1 => status!(lc_mac_verify(
                    ready, nonce, nonce_len, message, bytes, tag_given, tag_len
                )),
                2 | 3 => status!(lc_mac_state_update(state, message, bytes)),
                4 => status!(lc_mac_state_finish(state, tag_made, tag_len)),
                _ => status!(lc_mac_state_verify(state, tag_given, tag_len)),
            }
        };
        all.check("lc_mac_...", status)?;
    }
    let whole_key = if key_len as u64 >= sizes.key { key } else { null() };
    let by_key = all.source.one_in(2);
    let job = lc_mac_job {
        context: if by_key { null() } else { ready },
        key: if by_key { whole_key } else { null() },
        nonce,
        msg: message,
        tag: tag_made,
        len: bytes,
        nonce_len: nonce_len as u32,
        status: 0,
        user: null_mut(),
        reserved: [0; 2],
    };
    let mut jobs = [job, lc_mac_job { status: DONE, ..job }];
    // SAFETY: likewise. The second job is done already.
    let done = unsafe {
        match all.source.one_in(2) {
            true => call!(lc_mac_compute_batch(number, backend, tag_len, jobs.as_mut_ptr(), 2)),
            false => call!(lc_mac_verify_batch(number, backend, tag_len, jobs.as_mut_ptr(), 2)),
        }
    };
    all.check_batch("lc_mac_..._batch", done, jobs.iter().map(|job| job.status))?;
    // SAFETY: contexts, which nothing uses.
    unsafe {
        call!(lc_mac_state_clear(state));
        call!(lc_mac_clear(ready));
    }
    counted(8)
}

/// Keystreams.
pub(super) fn stream(case: &mut Case<'_, '_>) -> Checked {
    let own = backend_number(case);
    let mut all = arguments(case);
    let (number, sizes) = algorithm(all.source, 1);
    let (key_len, nonce_len) = (all.near(sizes.key), all.near(sizes.nonce));
    let (key, nonce) = (all.read(key_len), all.read(nonce_len));
    let sbox = all.sbox();
    let bytes = length(all.source);
    let Buffers { input, output, bytes } = all.buffers(bytes);
    let backend = all.backend(own);
    all.fill();
    let mut place = context::<lc_stream>(all.source);
    let (to, room) = (pointer(all.source, &mut *place), size::<lc_stream>(all.source));
    let with_sbox = all.source.one_in(8);
    // SAFETY: every pointer is NULL, misaligned, or to as many bytes as is said; an S-box has 128.
    let status = unsafe {
        match with_sbox {
            true => {
                status!(lc_stream_init_sbox(
                    to, room, number, key, key_len, sbox, nonce, nonce_len, backend
                ))
            }
            false => {
                status!(lc_stream_init(to, room, number, key, key_len, nonce, nonce_len, backend))
            }
        }
    };
    all.check("lc_stream_init", status)?;
    let ready = &raw mut *place;
    for _ in 0..6 {
        let shift = all.source.below(64);
        let (choice, position) = (all.source.below(5), all.source.number() >> shift);
        let mut reached = 0;
        let reached = if all.source.one_in(8) { null_mut() } else { &raw mut reached };
        // SAFETY: likewise.
        let status = unsafe {
            match choice {
                0 | 1 => status!(lc_stream_apply(ready, input, output, bytes)),
                2 => status!(lc_stream_keystream(ready, output, bytes)),
                3 => status!(lc_stream_seek(ready, position)),
                _ => status!(lc_stream_position(ready, reached)),
            }
        };
        all.check("lc_stream_...", status)?;
    }
    // SAFETY: a context, which nothing uses.
    unsafe { call!(lc_stream_clear(ready)) };
    counted(7)
}

/// Generators.
pub(super) fn drbg(case: &mut Case<'_, '_>) -> Checked {
    let own = backend_number(case);
    let mut all = arguments(case);
    let (number, sizes) = algorithm(all.source, 3);
    let right = sizes.key + if all.source.one_in(2) { 16 } else { 0 };
    let lengths = [all.near(right), all.near(sizes.nonce), all.near(0), all.near(16)];
    let [entropy, nonce, personal, additional] = lengths.map(|bytes| all.read(bytes));
    let bytes = length(all.source);
    let output = all.write(bytes);
    let bytes = if all.source.one_in(24) { usize::MAX } else { bytes };
    let backend = all.backend(own);
    all.fill();
    let mut place = context::<lc_drbg>(all.source);
    let (to, room) = (pointer(all.source, &mut *place), size::<lc_drbg>(all.source));
    let flags =
        if all.source.one_in(16) { all.source.number() as u32 } else { all.source.below(4) as u32 };
    let of_system = all.source.one_in(2);
    // SAFETY: every pointer is NULL, misaligned, or to as many bytes as is said.
    let status = unsafe {
        match of_system {
            true => {
                status!(lc_drbg_init_system(to, room, number, personal, lengths[2], flags, backend))
            }
            false => status!(lc_drbg_init(
                to, room, number, entropy, lengths[0], nonce, lengths[1], personal, lengths[2],
                flags, backend
            )),
        }
    };
    all.check("lc_drbg_init, lc_drbg_init_system", status)?;
    let ready = &raw mut *place;
    for _ in 0..4 {
        let choice = all.source.below(4);
        // SAFETY: likewise. A length that no memory has is refused first.
        let status = unsafe {
            match choice {
                0 | 1 => status!(lc_drbg_generate(ready, additional, lengths[3], output, bytes)),
                2 => status!(lc_drbg_reseed(ready, entropy, lengths[0], additional, lengths[3])),
                _ => status!(lc_drbg_reseed_system(ready, additional, lengths[3])),
            }
        };
        all.check("lc_drbg_...", status)?;
    }
    // SAFETY: a context, which nothing uses.
    unsafe { call!(lc_drbg_clear(ready)) };
    counted(5)
}

/// Files and streams.
pub(super) fn chunked(case: &mut Case<'_, '_>) -> Checked {
    let own = backend_number(case);
    let mut all = arguments(case);
    let (number, sizes) = algorithm(all.source, 4);
    let key_len = all.near(sizes.key);
    let (key, salt, header_given) = (all.read(key_len), all.read(24), all.read(56));
    let info_len = length(all.source);
    let info = all.read(info_len);
    let chunk = all.source.one_of(&[0, 0, 56, 72, 16_384, 16_400, 16_456]);
    let len = chunk + length(all.source);
    // What is sealed or opened in pieces has its header elsewhere.
    let (seals, header_apart) = (all.source.one_in(2), all.source.one_in(2));
    let (mut out_len, header_len) = (len as u64, if header_apart { 56 } else { 0 });
    // SAFETY: room for a length.
    let right = unsafe {
        match seals {
            true => status!(lc_chunked_sealed_len(len as u64, &raw mut out_len)),
            false => status!(lc_chunked_opened_len(len as u64 + header_len, &raw mut out_len)),
        }
    };
    if seals && right == DONE {
        out_len -= header_len;
    }
    let out_len = if right == DONE { all.near(out_len) } else { len };
    let (input, output, header) = (all.read(len), all.write(out_len), all.write(56));
    let backend = all.backend(own);
    all.fill();
    let mut number_of_chunk = 0;
    let damaged = if all.source.one_in(2) { null_mut() } else { &raw mut number_of_chunk };
    let (mut sealing, mut opening) = (context(all.source), context(all.source));
    let (sealing, opening): (*mut lc_chunked_sealing, *mut lc_chunked_opening) =
        (&raw mut *sealing, &raw mut *opening);
    let (sealing_size, opening_size) =
        (size::<lc_chunked_sealing>(all.source), size::<lc_chunked_opening>(all.source));
    let header_given = if all.source.one_in(2) { header } else { header_given };
    // SAFETY: every pointer is NULL or to as many bytes as is said. The second may read the header of the first.
    let statuses = unsafe {
        [
            status!(lc_chunked_sealing_init(
                sealing,
                sealing_size,
                number,
                key,
                key_len,
                salt,
                info,
                info_len,
                header,
                backend,
            )),
            status!(lc_chunked_opening_init(
                opening,
                opening_size,
                number,
                key,
                key_len,
                header_given,
                info,
                info_len,
                backend,
            )),
        ]
    };
    // The first may have written the header.
    all.outputs.accept();
    for status in statuses {
        all.check("lc_chunked_..._init", status)?;
    }
    for _ in 0..3 {
        let choice = all.source.below(7);
        let shift = all.source.below(64);
        let (first, last) = (all.source.number() >> shift, all.source.below(3) as c_int);
        // SAFETY: likewise.
        let status = unsafe {
            match choice {
                0 => status!(lc_chunked_seal(
                    number, key, key_len, salt, info, info_len, input, len, output, out_len,
                    backend,
                )),
                1 => status!(lc_chunked_open(
                    number, key, key_len, info, info_len, input, len, output, out_len, damaged,
                    backend,
                )),
                2 => status!(lc_chunked_sealing_update(sealing, input, len, output, out_len)),
                3 => status!(lc_chunked_sealing_finish(sealing, input, len, output, out_len)),
                4 => status!(lc_chunked_opening_update(
                    opening, input, len, output, out_len, damaged
                )),
                5 => status!(lc_chunked_opening_finish(
                    opening, input, len, output, out_len, damaged
                )),
                _ => status!(lc_chunked_opening_at(
                    opening, first, last, input, len, output, out_len, damaged,
                )),
            }
        };
        all.check("lc_chunked_...", status)?;
    }
    // SAFETY: contexts, which nothing uses.
    unsafe {
        call!(lc_chunked_sealing_clear(sealing));
        call!(lc_chunked_opening_clear(opening));
    }
    counted(5)
}

/// The algorithms of 3GPP.
pub(super) fn threegpp(case: &mut Case<'_, '_>) -> Checked {
    let own = backend_number(case);
    let mut all = arguments(case);
    let number = match all.source.one_in(16) {
        true => all.source.number() as u32,
        false => all.source.below(9) as u32,
    };
    // Numbers that are none may read nothing.
    let key = all.read(if number < 4 {
        16
    } else if number < 7 {
        32
    } else {
        0
    });
    let iv = all.read(16);
    let mac_len = near(all.source, 4) as u8;
    let (mac_given, mac_made) = (all.read(mac_len.max(4).into()), all.write(mac_len.max(4).into()));
    let aad_len = length(all.source) as u32;
    let aad = all.read(aad_len as usize);
    let bytes = length(all.source);
    let mut buffers = all.buffers(bytes);
    // The length here is one in bits, of 32 bits.
    if buffers.bytes > 1 << 20 {
        buffers = Buffers { bytes: 0, ..buffers };
    }
    let Buffers { input, output, bytes } = buffers;
    let bits = (8 * bytes).saturating_sub(all.source.below(8)) as u32;
    let bits = if bytes == 0 { 0 } else { bits };
    let (count, bearer, direction) =
        (all.source.number() as u32, all.source.below(40) as u8, all.source.below(3) as u8);
    let backend = all.backend(own);
    all.fill();
    let choice = all.source.below(12);
    // SAFETY: every pointer is NULL or to as many bytes as is said.
    let status = unsafe {
        match choice {
            0 => status!(lc_nea(number, key, count, bearer, direction, input, output, bits)),
            1 => status!(lc_nea_iv(number, key, iv, input, output, bits)),
            2 => status!(lc_nia(number, key, count, bearer, direction, input, bits, mac_made)),
            3 => status!(lc_nia_verify(
                number, key, count, bearer, direction, input, bits, mac_given
            )),
            4 => status!(lc_nia_iv(number, key, iv, input, bits, mac_made, mac_len)),
            5 => status!(lc_nia_iv_verify(number, key, iv, input, bits, mac_given, mac_len)),
            6 => status!(lc_nca_seal(
                number,
                key,
                iv,
                aad,
                aad_len,
                input,
                output,
                bits / 8,
                mac_made,
                mac_len,
            )),
            7 => status!(lc_nca_open(
                number,
                key,
                iv,
                aad,
                aad_len,
                input,
                output,
                bits / 8,
                mac_given,
                mac_len,
            )),
            _ => DONE,
        }
    };
    all.check("lc_nea, lc_nia, lc_nca", status)?;
    if choice > 7 {
        let job = lc_3gpp_job {
            key,
            iv: if all.source.one_in(2) { iv } else { null() },
            aad,
            r#in: input,
            out: output,
            mac: mac_made,
            bits,
            aad_len,
            count,
            bearer,
            direction,
            mac_len,
            zero: 0,
            status: 0,
            zero2: 0,
            user: null_mut(),
            reserved: [0; 2],
        };
        let mut jobs = [job, lc_3gpp_job { status: DONE, ..job }];
        let which = all.source.below(5);
        // SAFETY: likewise. The second job is done already.
        let done = unsafe {
            let jobs = jobs.as_mut_ptr();
            match which {
                0 => call!(lc_nea_batch(number, backend, jobs, 2)),
                1 => call!(lc_nia_batch(number, backend, jobs, 2)),
                2 => call!(lc_nia_verify_batch(number, backend, jobs, 2)),
                3 => call!(lc_nca_seal_batch(number, backend, jobs, 2)),
                _ => call!(lc_nca_open_batch(number, backend, jobs, 2)),
            }
        };
        all.check_batch("lc_n.._batch", done, jobs.iter().map(|job| job.status))?;
    }
    counted(1)
}

/// PDUs of PDCP, and transmit guards.
pub(super) fn pdcp(case: &mut Case<'_, '_>) -> Checked {
    let own = backend_number(case);
    let mut all = arguments(case);
    let number = |source: &mut Source<'_>| match source.below(24) {
        0 => source.number() as u32,
        1 => source.below(300) as u32,
        2 => LC_PDCP_NO_INTEGRITY,
        _ => source.below(4) as u32,
    };
    let (encryption, integrity) = (number(all.source), number(all.source));
    let (key, integrity_key) = (all.read(16), all.read(16));
    let integrity_key = match integrity == LC_PDCP_NO_INTEGRITY && !all.source.one_in(8) {
        true => null(),
        false => integrity_key,
    };
    let bytes = length(all.source);
    let (pdu, pdu_len) = match all.source.one_in(24) {
        true => (all.write(0), usize::MAX - all.source.below(9)),
        false => (all.write(bytes), bytes),
    };
    let header = all.source.below(5);
    let header = if all.source.one_in(16) { all.source.number() as usize } else { header };
    let (count, bearer, direction) =
        (all.source.number() as u32, all.source.below(40) as u8, all.source.below(3) as u8);
    let backend = all.backend(own);
    all.fill();
    let mut place = context::<lc_pdcp>(all.source);
    let (to, room) = (pointer(all.source, &mut *place), size::<lc_pdcp>(all.source));
    // SAFETY: every pointer is NULL, misaligned, or to as many bytes as is said.
    let status = unsafe {
        status!(lc_pdcp_init(
            to,
            room,
            encryption,
            key,
            integrity,
            integrity_key,
            bearer,
            direction,
            backend,
        ))
    };
    all.check("lc_pdcp_init", status)?;
    let ready = &raw mut *place;
    let choice = all.source.below(4);
    // SAFETY: likewise; the context holds keys or not.
    let status = unsafe {
        match choice {
            0 => status!(lc_pdcp_protect(ready, count, header, pdu, pdu_len)),
            1 => status!(lc_pdcp_open(ready, count, header, pdu, pdu_len)),
            _ => DONE,
        }
    };
    all.check("lc_pdcp_protect, lc_pdcp_open", status)?;
    let job = lc_pdcp_job {
        context: if all.source.one_in(16) { null() } else { ready },
        pdu,
        pdu_len,
        header_len: header as u32,
        count,
        status: 0,
        zero: 0,
        user: null_mut(),
        reserved: [0; 2],
    };
    let mut jobs = [job, lc_pdcp_job { status: DONE, ..job }];
    if choice >= 2 {
        // SAFETY: likewise. The second job is done already, so that none is written twice.
        let done = unsafe {
            match choice {
                2 => call!(lc_pdcp_protect_batch(jobs.as_mut_ptr(), 2)),
                _ => call!(lc_pdcp_open_batch(jobs.as_mut_ptr(), 2)),
            }
        };
        all.check_batch("lc_pdcp_..._batch", done, jobs.iter().map(|job| job.status))?;
    }
    // SAFETY: a context, which nothing uses.
    unsafe { call!(lc_pdcp_clear(ready)) };
    guard(&mut all, count)?;
    segments(&mut all, pdu, if pdu.is_null() || pdu_len > bytes { 0 } else { bytes })?;
    counted(1)
}

/// A message of so many bytes in segments: what is scattered is what was gathered, and the room is cleared.
fn segments(all: &mut Arguments<'_, '_, '_>, message: *mut u8, bytes: usize) -> Result<(), String> {
    let mut cuts = [all.source.below(bytes + 1), all.source.below(bytes + 1)];
    cuts.sort_unstable();
    let ends = [0, cuts[0], cuts[1], bytes];
    let mut segments: [lc_segment; 3] = std::array::from_fn(|i| lc_segment {
        data: message.wrapping_add(ends[i]),
        len: ends[i + 1] - ends[i],
    });
    match all.source.below(16) {
        0 => segments[1].data = null_mut(),
        1 => segments[0].len = usize::MAX - all.source.below(9),
        _ => {}
    }
    let mut room = vec![0xa5; near(all.source, bytes)];
    let (room_len, mut message_len) = (room.len(), 99);
    let in_itself = all.source.one_in(16) && bytes > 0;
    let to = if in_itself { message } else { room.as_mut_ptr() };
    let to_len = if in_itself { bytes } else { room_len };
    let count = if all.source.one_in(16) { 0 } else { segments.len() };
    let at = if all.source.one_in(16) { null() } else { segments.as_ptr() };
    // SAFETY: every pointer is NULL or to as many bytes as is said.
    let status = unsafe { status!(lc_gather(at, count, to, to_len, &raw mut message_len)) };
    if status == DONE {
        let whole = if count == 0 { 0 } else { bytes };
        // SAFETY: the bytes are there, and nothing writes them.
        let same = whole == 0
            || unsafe {
                let gathered = std::slice::from_raw_parts(to, message_len);
                gathered == std::slice::from_raw_parts(message, whole)
            };
        if message_len != whole || !same {
            return Err(format!("{message_len} bytes were gathered of {whole}"));
        }
    } else if room.iter().any(|byte| *byte != 0xa5) || message_len != 99 {
        return Err(format!("lc_gather returned {status}, and something was written"));
    }
    // SAFETY: likewise.
    let scattered = unsafe { status!(lc_scatter(at, count, to, message_len.min(to_len))) };
    // Whatever they returned, the message is as it was.
    all.check("lc_gather, lc_scatter", OVERLAP)?;
    if scattered == DONE && status == DONE && room.iter().take(message_len).any(|byte| *byte != 0) {
        return Err("the room has bytes of the message".to_owned());
    }
    Ok(())
}

/// A transmit guard, which gives out no number twice.
fn guard(all: &mut Arguments<'_, '_, '_>, count: u32) -> Result<(), String> {
    let mut place = context::<lc_transmit_guard>(all.source);
    let room = size::<lc_transmit_guard>(all.source);
    let to = pointer(all.source, &mut *place);
    // SAFETY: a pointer that is NULL, misaligned, or to a guard.
    let status = unsafe { status!(lc_transmit_guard_init(to, room, count)) };
    all.check("lc_transmit_guard_init", status)?;
    let mut lowest = u64::from(count);
    for _ in 0..4 {
        let to = pointer(all.source, &mut *place);
        let (mut next, asked) = (0, count.wrapping_add(all.source.below(6) as u32));
        let gives = all.source.one_in(2);
        // SAFETY: likewise, and room for a number.
        let status = unsafe {
            match gives {
                true => status!(lc_transmit_guard_next(to, &raw mut next)),
                false => status!(lc_transmit_guard_count(to, asked)),
            }
        };
        all.check("lc_transmit_guard_next, lc_transmit_guard_count", status)?;
        if status == DONE {
            let taken = u64::from(if gives { next } else { asked });
            if taken < lowest {
                return Err(format!("a guard gave {taken}, and {lowest} was the lowest left"));
            }
            lowest = taken + 1;
        }
    }
    Ok(())
}

/// Names, sizes and texts.
pub(super) fn names(case: &mut Case<'_, '_>) -> Checked {
    let source = &mut *case.source;
    let any = source.number();
    let place = if source.one_in(4) { any as usize } else { source.below(ALGORITHMS.len() + 2) };
    let number = match call!(lc_algorithm_at(place)) {
        0 if place < ALGORITHMS.len() => return Err(format!("no algorithm at {place}")),
        number => number,
    };
    let name = call!(lc_algorithm_name(number));
    reach::note(format_args!("algorithm {number}"));
    let mut sizes = lc_sizes::default();
    let mut name_bytes = vec![0; source.below(24)];
    source.fill(&mut name_bytes);
    name_bytes.retain(|byte| *byte != 0);
    let any_name = CString::new(name_bytes).expect("no zero byte");
    let text = call!(lc_strerror(any as lc_status));
    // SAFETY: strings that end with a zero byte; sizes that are NULL or have room for as much as is said.
    unsafe {
        if !name.is_null() && call!(lc_algorithm_by_name(name)) != number {
            return Err(format!("the name of {number} is not its own"));
        }
        if CStr::from_ptr(text).is_empty() {
            return Err(format!("no text for {any}"));
        }
        call!(lc_algorithm_by_name(any_name.as_ptr()));
        call!(lc_backend_by_name(any_name.as_ptr()));
        call!(lc_sbox_by_name(any_name.as_ptr()));
        call!(lc_algorithm_by_name(null()));
        call!(lc_backend_by_name(null()));
        call!(lc_sbox_by_name(null()));
        let room = if source.one_in(2) { size_of::<lc_sizes>() } else { source.below(64) };
        let to = if source.one_in(8) { null_mut() } else { &raw mut sizes };
        status!(lc_sizes_of(if source.one_in(2) { number } else { any as u32 }, to, room));
    }
    let best = call!(lc_backend_best());
    if call!(lc_backend_name(best)).is_null() || call!(lc_backend_available(best)) != 1 {
        return Err(format!("the best backend, {best}, has no name or is not there"));
    }
    // All packages of this repository have one version.
    let version = call!(lc_version());
    if format!("{}.{}.{}", version >> 16, version >> 8 & 255, version & 255)
        != env!("CARGO_PKG_VERSION")
    {
        return Err(format!("version {version}"));
    }
    call!(lc_backend_name(any as c_int));
    call!(lc_backend_available(any as c_int));
    call!(lc_supported(any as u32));
    call!(lc_algorithm_name(any as u32));
    if status!(lc_init()) != DONE || plant::is(Plant::Code) || plant::is(Plant::Result) {
        return Err("lc_init does not say that it is done".to_owned());
    }
    counted(17)
}

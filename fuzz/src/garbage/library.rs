//! The library, with any arguments that its types let through.

use lanecrypt::aead::stream::{Incremental, Opening, Sealing};
use lanecrypt::chunked::{Cobblestone, Variant};
use lanecrypt::{
    Aead, AeadJob, Algorithm, Backend, Batch, Cipher, CipherJob, Data, Error, Key, KeyStream, Mac,
    MacJob, Status, StreamCipher,
};

use super::{bits, length, near};
use crate::case::{Case, Checked, Choose, Count, FromBytes};
use crate::pages::{Inputs, Outputs, Place};
use crate::plant::{self, Plant};
use crate::reach;
use crate::source::Source;

/// Calls of one case.
pub(super) const CALLS: usize = 6;

/// The places of one call.
pub(super) struct Call {
    pub(super) key: Place,
    pub(super) nonce: Place,
    pub(super) aad: Place,
    pub(super) input: Option<Place>,
    pub(super) tag: Place,
    bytes: usize,
}

impl Call {
    /// Of a key and a nonce of these lengths, mostly.
    pub(super) fn new(
        case: &mut Case<'_, '_>,
        key_bytes: usize,
        nonce_bytes: (usize, bool),
        tag_bytes: usize,
        bytes: usize,
    ) -> Self {
        let Case { source, memory, .. } = case;
        let (inputs, outputs) = (&mut memory.inputs, &mut memory.outputs);
        inputs.reset(source);
        outputs.reset(source);
        let nonce_bytes = match nonce_bytes {
            (bytes, true) => bytes,
            (bytes, false) => near(source, bytes),
        };
        let mut take =
            |source: &mut Source<'_>, bytes| inputs.take(source, bytes).expect("there is room");
        let key_bytes = near(source, key_bytes);
        let key = take(source, key_bytes);
        let nonce = take(source, nonce_bytes);
        let aad_bytes = length(source);
        let aad = take(source, aad_bytes);
        let tag_bytes = near(source, tag_bytes);
        let tag = take(source, tag_bytes);
        let input = match source.one_in(2) {
            true => {
                let bytes = near(source, bytes);
                Some(take(source, bytes))
            }
            false => None,
        };
        assert!(outputs.take(source, bytes), "there is room");
        inputs.fill(source);
        outputs.fill(source);
        Self { key, nonce, aad, input, tag, bytes }
    }

    /// The buffers, and whether their lengths agree.
    pub(super) fn data<'d>(&self, inputs: &'d Inputs, output: &'d mut [u8]) -> (Data<'d>, bool) {
        match self.input {
            Some(input) => {
                let equal = input.bytes as usize == self.bytes;
                (Data::Copy { input: inputs.get(input), output }, equal)
            }
            None => (Data::InPlace(output), true),
        }
    }
}

/// A key object, or whether it was refused for a reason.
pub(super) fn key<A: Algorithm>(
    bytes: &[u8],
    options: A::Options,
    backend: Backend,
) -> Result<Option<A>, String> {
    let right = bytes.len() == A::KEY_BYTES;
    reach::note(format_args!("key right: {right}"));
    match A::with_options(bytes, options, backend) {
        Ok(key) if right && backend.is_available() => Ok(Some(key)),
        Err(Error::KeyLength { .. }) if !right => Ok(None),
        Err(Error::BackendUnavailable { .. }) if !backend.is_available() => Ok(None),
        result => Err(format!(
            "a key of {} bytes on {backend}: {:?}",
            bytes.len(),
            result.map(|_| "taken")
        )),
    }
}

/// A backend, mostly that of the case.
pub(super) fn backend(source: &mut Source<'_>, own: Backend) -> Backend {
    if !source.one_in(16) {
        return own;
    }
    reach::note(format_args!("another backend"));
    reach::depends_on_processor();
    source.one_of(&Backend::ALL)
}

/// What is refused is not written; what failed is zeros; and nothing else is written in any case.
pub(super) fn check(
    outputs: &mut Outputs,
    call: &str,
    result: Result<(), Error>,
    equal: bool,
) -> Result<(), String> {
    reach::outcome(format_args!("{call}"), &result);
    if plant::is(Plant::Result) {
        outputs.plant_beside();
    }
    // Every error can be shown, and has a number.
    if let Err(error) = result
        && (error.to_string().is_empty() || error.code() >= 0)
    {
        return Err(format!("{error:?} has no text or no number"));
    }
    match result {
        Ok(()) if !equal => return Err("buffers of two lengths were taken".to_owned()),
        Ok(()) => outputs.accept(),
        Err(Error::Authentication) => {
            if outputs.results(0).0.iter().any(|byte| *byte != 0) {
                return Err("the tag was wrong, and the output is not zeros".to_owned());
            }
            outputs.accept();
        }
        Err(_) => {}
    }
    if outputs.agree() { Ok(()) } else { Err(format!("{result:?}, and something was written")) }
}

pub(super) fn result_of(status: Status) -> Result<(), Error> {
    match status {
        Status::Failed(error) => Err(error),
        Status::Done => Ok(()),
        other => panic!("{other:?} after a batch"),
    }
}

pub(super) fn count(calls: usize, bytes: usize) -> Count {
    Count { cases: 1, jobs: calls as u64, messages: 0, bytes: bytes as u64 }
}

/// The length of a nonce, and whether there is no other.
pub(super) fn nonce_of<'a, N: FromBytes<'a>>(source: &mut Source<'_>) -> (usize, bool) {
    match N::BYTES.first() {
        Some(bytes) => (*bytes, true),
        None => (source.one_of(&[2, 3, 4, 6, 8, 12, 16, 32]), false),
    }
}

const CIPHER_CALLS: [&str; 6] =
    ["encrypt", "decrypt", "encrypt_bits", "decrypt_bits", "batch of bits", "batch"];
const MAC_CALLS: [&str; 6] =
    ["compute", "verify", "compute_bits", "verify_bits", "batch", "batch with a tag"];
const AEAD_CALLS: [&str; 4] = ["seal", "open", "batch sealed", "batch opened"];
const PIECE_CALLS: [&str; 4] =
    ["Sealing::aad", "Opening::aad", "Sealing::update", "Opening::update"];
const CHUNK_CALLS: [&str; 9] = [
    "seal",
    "open",
    "seal_chunks",
    "seal_end",
    "open_chunks",
    "open_end",
    "open_part",
    "opening",
    "layout",
];

/// A cipher.
pub fn cipher<C>(case: &mut Case<'_, '_>) -> Checked
where
    C: Cipher,
    C::Options: Choose,
    for<'a> C::Nonce<'a>: FromBytes<'a>,
{
    let mut all = 0;
    for _ in 0..CALLS {
        let bytes = length(case.source);
        let nonce_bytes = nonce_of::<C::Nonce<'static>>(case.source);
        let call = Call::new(case, C::KEY_BYTES, nonce_bytes, 0, bytes);
        let Case { source, memory, backend: own } = case;
        let (inputs, outputs) = (&memory.inputs, &mut memory.outputs);
        let options = C::Options::choose(source);
        let backend = backend(source, *own);
        let key_bytes = inputs.get(call.key);
        let Some(cipher) = key::<C>(key_bytes, options, backend)? else { continue };
        let (mut first, _) = outputs.both();
        let (data, equal) = call.data(inputs, first.pop().expect("one place"));
        let nonce = <C::Nonce<'_> as FromBytes<'_>>::from_bytes(inputs.get(call.nonce));
        let bits = bits(source, bytes);
        let choice = source.below(CIPHER_CALLS.len());
        let result = match choice {
            0 => cipher.encrypt(nonce, data),
            1 => cipher.decrypt(nonce, data),
            2 => cipher.encrypt_bits(nonce, data, bits),
            3 => cipher.decrypt_bits(nonce, data, bits),
            _ => {
                let key: Key<'_, C> =
                    if source.one_in(2) { Key::Bytes(key_bytes) } else { Key::Ready(&cipher) };
                let mut job = CipherJob::<C>::new(key, nonce, data);
                if choice == 4 {
                    job = job.with_bits(bits);
                }
                if source.one_in(3) {
                    let shift = source.below(64);
                    job = job.with_start_block(source.number() >> shift);
                }
                let batch = Batch::<C>::with_backend(*own).expect("available");
                let batch = batch.with_options(options);
                let _ = batch.encrypt(std::slice::from_mut(&mut job));
                result_of(job.status())
            }
        };
        check(outputs, CIPHER_CALLS[choice], result, equal)?;
        all += bytes;
    }
    Ok(count(CALLS, all))
}

/// A stream cipher: as a cipher, and its keystream.
pub fn stream<C>(case: &mut Case<'_, '_>) -> Checked
where
    C: StreamCipher,
    C::Options: Choose,
    for<'a> C::Nonce<'a>: FromBytes<'a>,
{
    let mut counted = cipher::<C>(case)?;
    let nonce_bytes = nonce_of::<C::Nonce<'static>>(case.source);
    let call = Call::new(case, C::KEY_BYTES, nonce_bytes, 0, 0);
    let options = C::Options::choose(case.source);
    let Some(cipher) = key::<C>(case.memory.inputs.get(call.key), options, case.backend)? else {
        return Ok(counted);
    };
    let nonce = <C::Nonce<'_> as FromBytes<'_>>::from_bytes(case.memory.inputs.get(call.nonce));
    let Ok(mut stream) = cipher.stream(nonce) else { return Ok(counted) };
    let mut position = 0;
    for _ in 0..CALLS {
        let bytes = length(case.source);
        // The key and the nonce are the stream's own by now.
        let call = Call::new(case, 0, (0, true), 0, bytes);
        let (inputs, outputs) = (&case.memory.inputs, &mut case.memory.outputs);
        let (mut first, _) = outputs.both();
        let (data, equal) = call.data(inputs, first.pop().expect("one place"));
        let (what, result, equal) = match data {
            Data::InPlace(output) if case.source.one_in(3) => {
                ("Stream::keystream", stream.keystream(output), true)
            }
            data => ("Stream::apply", stream.apply(data), equal),
        };
        position += if result.is_ok() { bytes as u128 } else { 0 };
        if stream.position() != position {
            return Err(format!("at {} and not at {position} after {result:?}", stream.position()));
        }
        check(outputs, what, result, equal)?;
        counted.bytes += bytes as u64;
    }
    counted.jobs += CALLS as u64;
    Ok(counted)
}

/// A MAC.
pub fn mac<M>(case: &mut Case<'_, '_>) -> Checked
where
    M: Mac,
    M::Options: Choose,
    for<'a> M::Nonce<'a>: FromBytes<'a>,
{
    let mut all = 0;
    for _ in 0..CALLS {
        let bytes = length(case.source);
        let nonce_bytes = nonce_of::<M::Nonce<'static>>(case.source);
        let tag_bytes = case.source.one_of(M::TAG_BYTES);
        let call = Call::new(case, M::KEY_BYTES, nonce_bytes, tag_bytes, bytes);
        let Case { source, memory, backend: own } = case;
        let (inputs, outputs) = (&memory.inputs, &mut memory.outputs);
        let options = M::Options::choose(source);
        let backend = backend(source, *own);
        let key_bytes = inputs.get(call.key);
        let Some(mac) = key::<M>(key_bytes, options, backend)? else { continue };
        let asked = near(source, tag_bytes);
        let allowed = M::TAG_BYTES.contains(&asked);
        let mac = match mac.with_tag_bytes(asked) {
            Ok(mac) if allowed => mac,
            Err(Error::TagLength { .. }) if !allowed => continue,
            _ => return Err(format!("tags of {asked} bytes: taken or refused wrongly")),
        };
        let message = call.input.unwrap_or(call.aad);
        let (message, tag) = (inputs.get(message), inputs.get(call.tag));
        let nonce = <M::Nonce<'_> as FromBytes<'_>>::from_bytes(inputs.get(call.nonce));
        let bits = bits(source, message.len());
        let choice = source.below(MAC_CALLS.len());
        let result = match choice {
            0 => mac.compute(nonce, message).map(drop),
            1 => mac.verify(nonce, message, tag),
            2 => mac.compute_bits(nonce, message, bits).map(drop),
            3 => mac.verify_bits(nonce, message, bits, tag),
            _ => {
                let key: Key<'_, M> =
                    if source.one_in(2) { Key::Bytes(key_bytes) } else { Key::Ready(&mac) };
                let job = match choice {
                    4 => MacJob::<M>::new(key, nonce, message),
                    _ => MacJob::<M>::expecting(key, nonce, message, tag),
                };
                let mut job = job.with_bits(bits);
                if source.one_in(2) {
                    job = job.with_tag_bytes(asked);
                }
                let batch = Batch::<M>::with_backend(*own).expect("available");
                let jobs = std::slice::from_mut(&mut job);
                let report =
                    if source.one_in(2) { batch.verify(jobs) } else { batch.compute(jobs) };
                if report.is_ok() != (job.status() == Status::Done) {
                    return Err("the report is wrong".to_owned());
                }
                result_of(job.status())
            }
        };
        // Nothing may have been written at all.
        let outcome = if result == Err(Error::Authentication) { Ok(()) } else { result };
        reach::note(format_args!("tag right: {}", result != Err(Error::Authentication)));
        check(outputs, MAC_CALLS[choice], outcome, true)?;
        all += message.len();
    }
    Ok(count(CALLS, all))
}

/// An AEAD.
pub fn aead<A: Aead>(case: &mut Case<'_, '_>) -> Checked
where
    A::Options: Choose,
{
    let mut all = 0;
    for _ in 0..CALLS {
        let bytes = length(case.source);
        let (least, most) = (*A::NONCE_BYTES.start(), *A::NONCE_BYTES.end());
        let tag_bytes = case.source.one_of(A::TAG_BYTES);
        let nonce_bytes = 12.clamp(least, most);
        let call = Call::new(case, A::KEY_BYTES, (nonce_bytes, false), tag_bytes, bytes);
        let Case { source, memory, backend: own } = case;
        let (inputs, outputs) = (&memory.inputs, &mut memory.outputs);
        let options = A::Options::choose(source);
        let backend = backend(source, *own);
        let key_bytes = inputs.get(call.key);
        let Some(cipher) = key::<A>(key_bytes, options, backend)? else { continue };
        let asked = near(source, tag_bytes);
        let allowed = A::TAG_BYTES.contains(&asked);
        let cipher = match cipher.with_tag_bytes(asked) {
            Ok(cipher) if allowed => cipher,
            Err(Error::TagLength { .. }) if !allowed => continue,
            _ => return Err(format!("tags of {asked} bytes: taken or refused wrongly")),
        };
        let (mut first, _) = outputs.both();
        let (data, equal) = call.data(inputs, first.pop().expect("one place"));
        let (nonce, aad) = (inputs.get(call.nonce), inputs.get(call.aad));
        let tag = inputs.get(call.tag);
        let choice = source.below(AEAD_CALLS.len());
        let result = match choice {
            0 => cipher.seal(nonce, aad, data).map(drop),
            1 => cipher.open(nonce, aad, data, tag),
            _ => {
                let key: Key<'_, A> =
                    if source.one_in(2) { Key::Bytes(key_bytes) } else { Key::Ready(&cipher) };
                let mut job = match choice {
                    2 => AeadJob::<A>::seal(key, nonce, aad, data),
                    _ => AeadJob::<A>::open(key, nonce, aad, data, tag),
                };
                if source.one_in(2) {
                    job = job.with_tag_bytes(asked);
                }
                let batch = Batch::<A>::with_backend(*own).expect("available");
                let jobs = std::slice::from_mut(&mut job);
                let report = if source.one_in(2) { batch.seal(jobs) } else { batch.open(jobs) };
                if report.is_ok() != (job.status() == Status::Done) {
                    return Err("the report is wrong".to_owned());
                }
                result_of(job.status())
            }
        };
        if result.is_ok() && !A::NONCE_BYTES.contains(&nonce.len()) {
            return Err(format!("a nonce of {} bytes was taken", nonce.len()));
        }
        check(outputs, AEAD_CALLS[choice], result, equal)?;
        all += bytes;
    }
    Ok(count(CALLS, all))
}

/// The same of one whose messages can come in pieces, in any order of calls.
pub fn pieced_aead<A: Incremental>(case: &mut Case<'_, '_>) -> Checked
where
    A::Options: Choose,
{
    let mut counted = aead::<A>(case)?;
    let own = case.backend;
    let mut key_bytes = vec![0; A::KEY_BYTES];
    case.source.fill(&mut key_bytes);
    let cipher = A::with_backend(&key_bytes, own).expect("a key");
    let nonce_bytes = near(case.source, *A::NONCE_BYTES.end());
    let nonce = vec![7; nonce_bytes];
    let taken = A::NONCE_BYTES.contains(&nonce_bytes);
    let states = (Sealing::new(&cipher, &nonce), Opening::new(&cipher, &nonce));
    let (mut sealing, mut opening) = match states {
        (Ok(sealing), Ok(opening)) if taken => (sealing, opening),
        (Err(_), Err(_)) if !taken => return Ok(counted),
        _ => return Err(format!("a nonce of {nonce_bytes} bytes: taken or refused wrongly")),
    };
    for _ in 0..CALLS {
        let bytes = length(case.source);
        let call = Call::new(case, 0, (0, true), 16, bytes);
        let Case { source, memory, .. } = case;
        let (inputs, outputs) = (&memory.inputs, &mut memory.outputs);
        let (mut first, _) = outputs.both();
        let (data, equal) = call.data(inputs, first.pop().expect("one place"));
        let choice = source.below(6);
        let result = match choice {
            0 => sealing.aad(inputs.get(call.aad)),
            1 => opening.aad(inputs.get(call.aad)),
            2 | 3 => sealing.update(data),
            _ => opening.update_unverified(data),
        };
        let place = if choice < 2 { choice } else { choice / 2 + 1 };
        check(outputs, PIECE_CALLS[place.min(3)], result, equal || choice < 2)?;
        counted.bytes += bytes as u64;
    }
    let tag_bytes = near(case.source, 16);
    let opened = opening.finish(&vec![0; tag_bytes]);
    reach::outcome(format_args!("Opening::finish"), &opened);
    match opened {
        Err(Error::Authentication | Error::TagMismatch { .. }) => {}
        other => return Err(format!("a tag of zeros: {other:?}")),
    }
    if sealing.finish().as_ref().len() != cipher.tag_bytes() {
        return Err("a tag of another length".to_owned());
    }
    counted.jobs += CALLS as u64 + 2;
    Ok(counted)
}

/// Chunked encryption: lengths, numbers and ranges that are none.
pub fn chunked<C: Variant>(case: &mut Case<'_, '_>) -> Checked {
    use lanecrypt::chunked::{CHUNK_BYTES, Layout, SEALED_CHUNK_BYTES};
    let any_length = |source: &mut Source<'_>, chunk: usize| match source.below(5) {
        0 => length(source),
        1 => near(source, 56 + 16),
        2 => near(source, chunk),
        3 => near(source, 56 + chunk + 16),
        _ => near(source, 2 * chunk),
    };
    let Case { source, memory, backend } = case;
    let (inputs, outputs) = (&mut memory.inputs, &mut memory.outputs);
    inputs.reset(source);
    outputs.reset(source);
    let input = any_length(source, SEALED_CHUNK_BYTES);
    let output = match source.below(3) {
        0 => any_length(source, CHUNK_BYTES),
        1 => lanecrypt::chunked::opened_bytes(input as u64).unwrap_or(7) as usize,
        _ => lanecrypt::chunked::sealed_bytes(input as u64).unwrap_or(7) as usize,
    };
    let context = length(source);
    let key_place = inputs.take(source, C::KEY_BYTES).expect("there is room");
    let (input, context) = (inputs.take(source, input), inputs.take(source, context));
    assert!(outputs.take(source, output), "there is room");
    inputs.fill(source);
    outputs.fill(source);
    let (input, context) = (inputs.get(input.expect("room")), inputs.get(context.expect("room")));
    let cipher = Cobblestone::<C>::with_backend(inputs.get(key_place), *backend).expect("a key");
    let mut salt = [0; 24];
    source.fill(&mut salt);
    let message = cipher.message(&salt, context);
    let shift = source.below(64);
    let number = source.number() >> shift;
    let end = number.saturating_add(source.below(40_000) as u64);
    let (mut first, _) = outputs.both();
    let to = first.pop().expect("one place");
    let layout = Layout::of_sealed(source.one_of(&[number, input.len() as u64]));
    let choice = source.below(CHUNK_CALLS.len());
    let result = match choice {
        0 => cipher.seal(&salt, context, input, to),
        1 => cipher.open(context, input, to),
        2 => message.seal_chunks(number, input, to),
        3 => message.seal_end(number, input, to),
        4 => message.open_chunks(number, input, to),
        5 => message.open_end(number, input, to),
        6 => layout.and_then(|layout| message.open_part(&layout, number..end, input, to)),
        7 => {
            let mut header = [0; 56];
            source.fill(&mut header);
            cipher.opening(&header, context).map(drop)
        }
        _ => layout.and_then(|layout| {
            layout.chunks_of(number..end)?;
            layout.sealed_range(number..end)?;
            layout.plaintext_range(number..end)?;
            Layout::of_plaintext(number)?;
            Ok(())
        }),
    };
    // The documents promise zeros for what failed, or nothing written; here only that nothing lies beside it.
    outputs.accept();
    reach::outcome(format_args!("{}", CHUNK_CALLS[choice]), &result);
    check(outputs, "beside the output", Ok(()), true)?;
    if let Err(error) = result
        && error.to_string().is_empty()
    {
        return Err("an error without a text".to_owned());
    }
    Ok(count(1, output))
}

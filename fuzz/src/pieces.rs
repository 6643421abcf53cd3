//! Messages in pieces: however a message is cut, the result is that of the whole message.

use lanecrypt::aead::stream::{Incremental, Opening, Sealing};
use lanecrypt::aead::{AegisForm, AegisMac};
use lanecrypt::chunked::{CHUNK_BYTES, Cobblestone, HEADER_BYTES, SEALED_CHUNK_BYTES, Variant};
use lanecrypt::mode::{AesModes, Cmac, Pmac};
use lanecrypt::{Data, Error, KeyStream, Mac, StreamCipher, Tag};

use crate::case::{Case, Checked, Choose, Count, FromBytes, nonce_bytes};
use crate::pages::Place;
use crate::plant::{self, Plant};
use crate::reach;
use crate::source::Source;

/// The lengths of the pieces of a message.
fn cut(source: &mut Source<'_>, mut bytes: usize) -> Vec<usize> {
    let longest = source.one_of(&[1, 20, 70, 300, 6000]).min(bytes.max(1));
    let mut pieces = Vec::new();
    while bytes > 0 && pieces.len() < 400 {
        let piece = source.below(longest + 1).min(bytes);
        pieces.push(piece);
        bytes -= piece;
    }
    pieces.push(bytes);
    pieces
}

/// The length of a message.
fn length(source: &mut Source<'_>) -> usize {
    let longest = source.one_of(&[70, 70, 300, 300, 1500, 6000]);
    source.below(longest + 1)
}

/// One message of a case.
struct Plan {
    nonce: Place,
    aad: Place,
    /// Where the pieces are read, unless they are in place.
    input: Option<Place>,
    pieces: Vec<usize>,
}

impl Plan {
    fn bytes(&self) -> usize {
        self.pieces.iter().sum()
    }
}

/// Some messages, in memory.
fn plans(case: &mut Case<'_, '_>, nonces: &[usize]) -> Vec<Plan> {
    let Case { source, memory, .. } = case;
    let (inputs, outputs) = (&mut memory.inputs, &mut memory.outputs);
    let mut plans = Vec::new();
    for _ in 0..=source.below(8) {
        let (bytes, aad_bytes, nonce_bytes) =
            (length(source), source.below(80), source.one_of(nonces));
        let (nonce, aad) = (inputs.take(source, nonce_bytes), inputs.take(source, aad_bytes));
        let input = source.one_in(2).then(|| inputs.take(source, bytes).expect("there is room"));
        assert!(outputs.take(source, bytes), "there is room");
        let pieces = cut(source, bytes);
        reach::bytes(bytes);
        reach::number("pieces", pieces.len());
        pieces.iter().for_each(|bytes| reach::number("piece of bytes", *bytes));
        reach::number("associated data", aad_bytes);
        reach::note(format_args!("apart: {}", input.is_some()));
        reach::note(format_args!("nonce of {nonce_bytes} bytes"));
        plans.push(Plan {
            nonce: nonce.expect("there is room"),
            aad: aad.expect("there is room"),
            input,
            pieces,
        });
    }
    inputs.fill(source);
    outputs.fill(source);
    // What is read elsewhere is in the memory for whole messages, too.
    for (i, plan) in plans.iter().enumerate() {
        if let Some(input) = plan.input {
            outputs.put(i).copy_from_slice(inputs.get(input));
        }
    }
    plans
}

fn begin(case: &mut Case<'_, '_>, key_bytes: usize) -> Place {
    case.memory.inputs.reset(case.source);
    case.memory.outputs.reset(case.source);
    case.memory.inputs.take(case.source, key_bytes).expect("the first place")
}

/// Cuts data into pieces and calls `each` with them.
fn each_piece(
    mut output: &mut [u8],
    mut input: Option<&[u8]>,
    pieces: &[usize],
    mut each: impl FnMut(Data<'_>) -> Result<(), Error>,
) -> Result<(), String> {
    for &bytes in pieces {
        let (now, rest) = output.split_at_mut(bytes);
        output = rest;
        let data = match &mut input {
            Some(input) => {
                let (now_read, rest) = input.split_at(bytes);
                *input = rest;
                Data::Copy { input: now_read, output: now }
            }
            None => Data::InPlace(now),
        };
        each(data).map_err(|error| format!("a piece of {bytes} bytes: {error}"))?;
    }
    Ok(())
}

fn finish(case: &mut Case<'_, '_>, plans: &[Plan]) -> Checked {
    let outputs = &mut case.memory.outputs;
    if plant::is(Plant::Result) {
        (0..plans.len())
            .for_each(|i| outputs.put(i).iter_mut().take(1).for_each(|byte| *byte ^= 1));
    }
    if !outputs.agree() {
        return Err(match outputs.difference() {
            Some(i) => {
                let (whole, pieces) = outputs.results(i);
                format!(
                    "message {i} cut as {:?}: {whole:02x?} and not {pieces:02x?}",
                    plans[i].pieces
                )
            }
            None => "something outside of the messages was written".to_owned(),
        });
    }
    let messages = plans.len() as u64;
    let bytes = plans.iter().map(|plan| plan.bytes() as u64).sum();
    Ok(Count { cases: 1, jobs: messages, messages, bytes })
}

/// A stream cipher.
pub fn stream<C>(case: &mut Case<'_, '_>, nonces: &'static [usize]) -> Checked
where
    C: StreamCipher,
    C::Options: Choose,
    for<'a> C::Nonce<'a>: FromBytes<'a>,
{
    let key = begin(case, C::KEY_BYTES);
    let plans = plans(case, nonce_bytes::<C>(nonces));
    let options = C::Options::choose(case.source);
    let inputs = &case.memory.inputs;
    let cipher = C::with_options(inputs.get(key), options, case.backend).expect("a key");
    let (whole, cut) = case.memory.outputs.both();
    for ((plan, whole), cut) in plans.iter().zip(whole).zip(cut) {
        let nonce = || <C::Nonce<'_> as FromBytes<'_>>::from_bytes(inputs.get(plan.nonce));
        let keystream = case.source.one_in(4);
        reach::note(format_args!("keystream: {keystream}"));
        let mut stream = cipher.stream(nonce()).map_err(|error| error.to_string())?;
        let input = plan.input.map(|input| inputs.get(input));
        if keystream {
            cipher.keystream(nonce(), whole).map_err(|error| error.to_string())?;
            each_piece(cut, None, &plan.pieces, |piece| match piece {
                Data::InPlace(piece) => stream.keystream(piece),
                _ => unreachable!("no input"),
            })?;
        } else {
            cipher.encrypt(nonce(), whole).map_err(|error| error.to_string())?;
            each_piece(cut, input, &plan.pieces, |piece| stream.apply(piece))?;
        }
        if stream.position() != plan.bytes() as u128 {
            return Err(format!("at {} and not at {}", stream.position(), plan.bytes()));
        }
    }
    finish(case, &plans)
}

/// An AEAD whose messages can come in pieces: sealed so, then opened so, with the right tag or a wrong one.
pub fn aead<A: Incremental>(case: &mut Case<'_, '_>) -> Checked {
    let key = begin(case, A::KEY_BYTES);
    let plans = plans(case, &[*A::NONCE_BYTES.end()]);
    let inputs = &case.memory.inputs;
    let tag_bytes = case.source.one_of(A::TAG_BYTES);
    reach::note(format_args!("tag of {tag_bytes} bytes"));
    let cipher = A::with_backend(inputs.get(key), case.backend).expect("a key");
    let cipher = cipher.with_tag_bytes(tag_bytes).expect("one of its lengths");
    let text = |error: Error| error.to_string();
    let (whole, pieces) = case.memory.outputs.both();
    for ((plan, whole), pieces) in plans.iter().zip(whole).zip(pieces) {
        let (nonce, aad) = (inputs.get(plan.nonce), inputs.get(plan.aad));
        let plain = whole.to_vec();
        let tag = cipher.seal(nonce, aad, &mut *whole).map_err(text)?;
        let mut sealing = Sealing::new(&cipher, nonce).map_err(text)?;
        let mut rest = aad;
        for bytes in cut(case.source, aad.len()) {
            let (piece, later) = rest.split_at(bytes);
            sealing.aad(piece).map_err(text)?;
            rest = later;
        }
        let input = plan.input.map(|input| inputs.get(input));
        each_piece(pieces, input, &plan.pieces, |piece| sealing.update(piece))?;
        if sealing.finish() != tag {
            return Err(format!("another tag of a message cut as {:?}", plan.pieces));
        }
        // Opened in other pieces, in memory of its own.
        let mut opened = whole.to_vec();
        let mut opening = Opening::new(&cipher, nonce).map_err(text)?;
        opening.aad(aad).map_err(text)?;
        let other = cut(case.source, opened.len());
        each_piece(&mut opened, None, &other, |piece| opening.update_unverified(piece))?;
        let mut given = tag.as_ref().to_vec();
        let wrong = case.source.one_in(4);
        reach::note(format_args!("tag wrong: {wrong}"));
        if wrong {
            given[case.source.below(tag_bytes)] ^= 1 << case.source.below(8);
        }
        let result = opening.finish(&given);
        let expected = if wrong { Err(Error::Authentication) } else { Ok(()) };
        if result != expected || opened != plain {
            return Err(format!("opened in pieces {other:?}: {result:?}"));
        }
    }
    finish(case, &plans)
}

/// A MAC whose messages can come in pieces.
pub trait PiecedMac: Mac {
    /// The tag of a message in pieces.
    fn tag_of(&self, nonce: &[u8], pieces: &mut dyn Iterator<Item = &[u8]>) -> Result<Tag, Error>;
    /// The tag of a whole message.
    fn whole(&self, nonce: &[u8], message: &[u8]) -> Result<Tag, Error>;
    /// The length of a nonce.
    const NONCE: usize;
}

macro_rules! block_mac {
    ($name:ident) => {
        impl<C: AesModes> PiecedMac for $name<C> {
            fn tag_of(
                &self,
                _: &[u8],
                pieces: &mut dyn Iterator<Item = &[u8]>,
            ) -> Result<Tag, Error> {
                let mut state = self.start();
                pieces.for_each(|piece| state.update(piece));
                Ok(state.finish())
            }
            fn whole(&self, _: &[u8], message: &[u8]) -> Result<Tag, Error> {
                self.compute((), message)
            }
            const NONCE: usize = 0;
        }
    };
}
block_mac!(Cmac);
block_mac!(Pmac);

impl<A: AegisForm> PiecedMac for AegisMac<A> {
    fn tag_of(&self, nonce: &[u8], pieces: &mut dyn Iterator<Item = &[u8]>) -> Result<Tag, Error> {
        let mut state = self.start(nonce)?;
        for piece in pieces {
            state.update(piece)?;
        }
        Ok(state.finish())
    }
    fn whole(&self, nonce: &[u8], message: &[u8]) -> Result<Tag, Error> {
        self.compute(nonce, message)
    }
    const NONCE: usize = *A::NONCE_BYTES.end();
}

/// Messages of a MAC.
pub fn mac<M: PiecedMac>(case: &mut Case<'_, '_>) -> Checked {
    let key = begin(case, M::KEY_BYTES);
    let plans = plans(case, &[M::NONCE]);
    let tag_bytes = case.source.one_of(M::TAG_BYTES);
    let inputs = &case.memory.inputs;
    reach::note(format_args!("tag of {tag_bytes} bytes"));
    let mac = M::with_backend(inputs.get(key), case.backend).expect("a key");
    let mac = mac.with_tag_bytes(tag_bytes).expect("one of its lengths");
    let (whole, _) = case.memory.outputs.both();
    for (plan, message) in plans.iter().zip(whole) {
        let nonce = inputs.get(plan.nonce);
        let message = plan.input.map_or(&*message, |input| inputs.get(input));
        let mut rest = message;
        let mut pieces = plan.pieces.iter().map(|bytes| {
            let (piece, later) = rest.split_at(*bytes);
            rest = later;
            piece
        });
        let tags = (mac.whole(nonce, message), mac.tag_of(nonce, &mut pieces));
        if tags.0.is_err() || tags.0 != tags.1 {
            return Err(format!("{tags:?} of a message cut as {:?}", plan.pieces));
        }
    }
    case.memory.outputs.repeat();
    finish(case, &plans)
}

/// Chunked encryption: chunks one after another, some at a time, and a part of the message.
pub fn chunked<C: Variant>(case: &mut Case<'_, '_>) -> Checked {
    let key = begin(case, <Cobblestone<C> as lanecrypt::Algorithm>::KEY_BYTES);
    let Case { source, memory, backend } = case;
    let (inputs, outputs) = (&mut memory.inputs, &mut memory.outputs);
    let bytes = match source.below(4) {
        0 => source.below(5) * CHUNK_BYTES,
        1 => source.below(300),
        _ => source.below(4 * CHUNK_BYTES),
    };
    let context_bytes = source.below(100);
    reach::bytes(bytes);
    reach::number("chunks", bytes.div_ceil(CHUNK_BYTES));
    reach::note(format_args!("whole chunks: {}", bytes > 0 && bytes.is_multiple_of(CHUNK_BYTES)));
    reach::number("context", context_bytes);
    let context = inputs.take(source, context_bytes).expect("there is room");
    let plain = inputs.take(source, bytes).expect("there is room");
    let sealed_bytes = lanecrypt::chunked::sealed_bytes(bytes as u64).expect("short") as usize;
    assert!(outputs.take(source, sealed_bytes) && outputs.take(source, bytes), "there is room");
    inputs.fill(source);
    outputs.fill(source);
    let mut salt = [0; 24];
    source.fill(&mut salt);
    let text = |error: Error| error.to_string();
    let cipher = <Cobblestone<C> as lanecrypt::Algorithm>::with_backend(inputs.get(key), *backend)
        .expect("a key");
    let (context, plain) = (inputs.get(context), inputs.get(plain));
    let (whole, pieces) = outputs.both();
    let Ok([whole, whole_opened]) = <[&mut [u8]; 2]>::try_from(whole) else { unreachable!() };
    let Ok([pieces, pieces_opened]) = <[&mut [u8]; 2]>::try_from(pieces) else { unreachable!() };
    cipher.seal(&salt, context, plain, whole).map_err(text)?;
    cipher.open(context, whole, whole_opened).map_err(text)?;

    let mut sealing = cipher.sealing(&salt, context);
    pieces[..HEADER_BYTES].copy_from_slice(sealing.header());
    let (mut from, mut to) = (0, HEADER_BYTES);
    while source.one_in(2) && from + CHUNK_BYTES <= bytes {
        let chunks = 1 + source.below((bytes - from) / CHUNK_BYTES);
        let (next_from, next_to) = (from + chunks * CHUNK_BYTES, to + chunks * SEALED_CHUNK_BYTES);
        sealing.update(&plain[from..next_from], &mut pieces[to..next_to]).map_err(text)?;
        (from, to) = (next_from, next_to);
    }
    reach::note(format_args!("chunks sealed before the end: {}", from > 0));
    sealing.finish(&plain[from..], &mut pieces[to..]).map_err(text)?;

    let header = pieces.first_chunk().expect("a header");
    let mut opening = cipher.opening(header, context).map_err(text)?;
    let (mut from, mut to) = (0, HEADER_BYTES);
    while source.one_in(2) && from + CHUNK_BYTES <= bytes {
        let chunks = 1 + source.below((bytes - from) / CHUNK_BYTES);
        let (next_from, next_to) = (from + chunks * CHUNK_BYTES, to + chunks * SEALED_CHUNK_BYTES);
        opening.update(&pieces[to..next_to], &mut pieces_opened[from..next_from]).map_err(text)?;
        (from, to) = (next_from, next_to);
    }
    reach::note(format_args!("chunks opened before the end: {}", from > 0));
    opening.finish(&pieces[to..], &mut pieces_opened[from..]).map_err(text)?;
    if whole_opened != plain {
        return Err("what was opened is not what was sealed".to_owned());
    }
    // One bit changed anywhere, or an end cut off, is noticed.
    let mut damaged = whole.to_vec();
    if source.one_in(2) {
        let place = source.below(damaged.len());
        reach::note(format_args!("damaged in the header: {}", place < HEADER_BYTES));
        damaged[place] ^= 1 << source.below(8);
    } else {
        damaged.truncate(source.below(damaged.len()));
        reach::note(format_args!("cut off in the header: {}", damaged.len() < HEADER_BYTES));
    }
    let mut room =
        vec![0; lanecrypt::chunked::opened_bytes(damaged.len() as u64).unwrap_or(0) as usize];
    if cipher.open(context, &damaged, &mut room).is_ok() {
        return Err("a damaged message was opened".to_owned());
    }
    let plan =
        Plan { nonce: Place::default(), aad: Place::default(), input: None, pieces: vec![bytes] };
    finish(case, std::slice::from_ref(&plan))
}

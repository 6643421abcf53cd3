//! Positions of keystreams: any at all, and what is there.

use lanecrypt::mode::{Ctr, CtrStream, Modes};
use lanecrypt::stream::{ChaCha20, ChaCha20Stream};
use lanecrypt::{Batch, CipherJob, Data, Error, Key, KeyStream, StreamCipher};

use super::length;
use super::library::{CALLS, Call, count, key, nonce_of, result_of, stream};
use crate::case::{Case, Checked, Choose, FromBytes};
use crate::plant::{self, Plant};
use crate::reach;
use crate::source::Source;

/// A cipher whose keystream can go to any position.
pub trait Positions: StreamCipher {
    /// Positions in a block.
    const BLOCK: u128;
    /// Goes to one.
    fn seek(stream: &mut Self::Stream, position: u128) -> Result<(), Error>;
}

impl<C: Modes> Positions for Ctr<C> {
    const BLOCK: u128 = C::BLOCK_BYTES as u128;
    fn seek(stream: &mut CtrStream<C>, position: u128) -> Result<(), Error> {
        stream.seek(position)
    }
}

impl Positions for ChaCha20 {
    const BLOCK: u128 = 64;
    fn seek(stream: &mut ChaCha20Stream, position: u128) -> Result<(), Error> {
        stream.seek(u64::try_from(position).unwrap_or(u64::MAX))
    }
}

/// A position: at the beginning, about the end of some counter, or any.
fn position(source: &mut Source<'_>, block: u128) -> u128 {
    match source.below(4) {
        0 => source.below(1000) as u128,
        1 | 2 => {
            let counter = source.one_of(&[8, 16, 24, 32, 32, 48, 63, 64]);
            let end = block << counter;
            end + 40 - source.below(200) as u128
        }
        _ => {
            let wide = u128::from(source.number()) << 64 | u128::from(source.number());
            wide >> source.below(128)
        }
    }
}

/// A cipher in counter mode: as a stream cipher, and its positions.
pub fn counted_stream<C>(case: &mut Case<'_, '_>) -> Checked
where
    C: Positions,
    C::Options: Choose,
    for<'a> C::Nonce<'a>: FromBytes<'a>,
{
    let mut counted = stream::<C>(case)?;
    let more = positions::<C>(case)?;
    counted.jobs += more.jobs;
    counted.bytes += more.bytes;
    Ok(counted)
}

/// A position is taken or refused, and what follows there is what a batch that starts at its block gives.
pub(super) fn positions<C>(case: &mut Case<'_, '_>) -> Checked
where
    C: Positions,
    C::Options: Choose,
    for<'a> C::Nonce<'a>: FromBytes<'a>,
{
    let nonce_bytes = nonce_of::<C::Nonce<'static>>(case.source);
    let bytes = length(case.source);
    let call = Call::new(case, C::KEY_BYTES, nonce_bytes, 0, bytes);
    let Case { source, memory, backend } = case;
    let options = C::Options::choose(source);
    let Some(cipher) = key::<C>(memory.inputs.get(call.key), options, *backend)? else {
        return Ok(count(1, 0));
    };
    let nonce = <C::Nonce<'_> as FromBytes<'_>>::from_bytes(memory.inputs.get(call.nonce));
    let Ok(mut stream) = cipher.stream(nonce) else { return Ok(count(1, 0)) };
    let batch = Batch::<C>::with_backend(*backend).expect("available").with_options(options);
    for _ in 0..CALLS {
        let position = position(source, C::BLOCK);
        let before = stream.position();
        let sought = C::seek(&mut stream, position);
        reach::outcome(format_args!("seek"), &sought);
        match sought {
            Ok(()) if stream.position() == position => {}
            Err(Error::Counter { .. }) if stream.position() == before => {}
            other => return Err(format!("{position}: {other:?}, then at {}", stream.position())),
        }
        let at = stream.position();
        let outputs = &mut memory.outputs;
        let (mut first, mut second) = outputs.both();
        let (to, other) = (first.pop().expect("one place"), second.pop().expect("one place"));
        let result = stream.apply(to);
        reach::outcome(format_args!("apply after seek"), &result);

        let used = (at % C::BLOCK) as usize;
        let mut whole = vec![0; used];
        whole.extend_from_slice(other);
        let job = CipherJob::<C>::new(Key::Ready(&cipher), nonce, Data::InPlace(&mut whole));
        let mut job = job.with_start_block((at / C::BLOCK) as u64);
        let _ = batch.encrypt(std::slice::from_mut(&mut job));
        let right = result_of(job.status());
        if right.is_ok() {
            other.copy_from_slice(&whole[used..]);
        }
        if plant::is(Plant::Result) {
            outputs.plant_beside();
        }
        if result.is_ok() != right.is_ok() || !outputs.agree() {
            return Err(format!("{bytes} bytes at {at}: {result:?}, and a batch {right:?}"));
        }
    }
    Ok(count(CALLS, CALLS * bytes))
}

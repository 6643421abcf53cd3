//! The traits of RustCrypto, with lengths and positions that are none.

use lanecrypt::block::{self, Aes128, Aes192, Aes256};
use lanecrypt::mode::{self, AesModes, Ctr, DrbgOptions, Ecb, Modes};
use lanecrypt::rustcrypto::aead::inout::InOutBuf;
use lanecrypt::rustcrypto::aead::{Aead, AeadInOut};
use lanecrypt::rustcrypto::cipher::{
    BlockCipherDecrypt, BlockCipherEncrypt, KeyIvInit, StreamCipher, StreamCipherSeek,
};
use lanecrypt::rustcrypto::consts::{U4, U12, U13, U15, U16, U32};
use lanecrypt::rustcrypto::digest::{FixedOutputReset, Mac};
use lanecrypt::rustcrypto::rand_core::{SeedableRng, TryRng};
use lanecrypt::rustcrypto::{self as traits, Array, DrbgSeed, KeyInit, Stream};
use lanecrypt::{Algorithm, Cipher};

use super::library::{Call, count};
use super::{length, near};
use crate::case::{Case, Checked, Count};
use crate::pages::{Inputs, Outputs};
use crate::plant::{self, Plant};
use crate::reach;

/// A case of one type.
type OfType = fn(&mut Case<'_, '_>) -> Checked;

/// A case of one of some types.
fn one_of(case: &mut Case<'_, '_>, types: &[OfType]) -> Checked {
    let place = case.source.below(types.len());
    reach::note(format_args!("type {place}"));
    types[place](case)
}

/// Whether something was taken that is right, or refused that is not.
fn taken<T, E>(what: &str, result: Result<T, E>, right: bool) -> Result<Option<T>, String> {
    reach::note(format_args!("{what}, taken: {}", result.is_ok()));
    match result.is_ok() == right {
        true => Ok(result.ok()),
        false => Err(format!("{what}: taken or refused wrongly")),
    }
}

/// Whether the bytes are right.
fn same(what: &str, made: &mut [u8], right: &[u8]) -> Result<(), String> {
    if plant::is(Plant::Result)
        && let Some(first) = made.first_mut()
    {
        *first ^= 1;
    }
    if made == right { Ok(()) } else { Err(format!("{what}: {made:02x?} and not {right:02x?}")) }
}

/// Nothing was written.
fn untouched(what: &str, outputs: &mut Outputs) -> Result<(), String> {
    if plant::is(Plant::Result) {
        outputs.plant_beside();
    }
    if outputs.agree() { Ok(()) } else { Err(format!("{what}: something was written")) }
}

/// What is read and what is written, of two lengths or of one.
fn buffers<'b>(call: &Call, inputs: &'b Inputs, output: &'b mut [u8]) -> (Vec<u8>, Pair<'b>) {
    let input = call.input.map_or(output.to_vec(), |input| inputs.get(input).to_vec());
    let pair = match call.input {
        Some(input) => InOutBuf::new(inputs.get(input), output).ok(),
        None => Some(InOutBuf::from(output)),
    };
    (input, pair)
}

/// None if the lengths differ, which is refused before anything is called.
type Pair<'b> = Option<InOutBuf<'b, 'b, u8>>;

macro_rules! block_ciphers {
    (
        over_words { $({ $word_module:ident::$word:ident $($word_rest:tt)* })* }
        over_blocks { $({ $module:ident::$block:ident $($rest:tt)* })* }
    ) => {
        const BLOCK_CIPHERS: &[OfType] = &[
            $(of_blocks::<block::$word>,)*
            $(of_blocks::<block::$block>,)*
        ];
    };
}
lanecrypt::block_ciphers!(block_ciphers);

/// Block ciphers.
pub(super) fn blocks(case: &mut Case<'_, '_>) -> Checked {
    one_of(case, BLOCK_CIPHERS)
}

/// Blocks are those of ECB, and not as many blocks as there is room for are refused.
fn of_blocks<C>(case: &mut Case<'_, '_>) -> Checked
where
    C: Modes + KeyInit + BlockCipherEncrypt + BlockCipherDecrypt,
    Ecb<C>: for<'a> Cipher<Nonce<'a> = ()>,
{
    let bytes = length(case.source) / C::BLOCK_BYTES * C::BLOCK_BYTES;
    let call = Call::new(case, C::KEY_BYTES, (0, true), 0, bytes);
    let Case { source, memory, backend } = case;
    let key = memory.inputs.get(call.key);
    let right = key.len() == C::KEY_BYTES;
    let Some(cipher) = taken("key", <C as KeyInit>::new_from_slice(key), right)? else {
        return untouched("key", &mut memory.outputs).and(Ok(count(1, 0)));
    };
    let ecb = Ecb::<C>::with_backend(key, *backend).map_err(|error| error.to_string())?;
    let (encrypts, apart) = (source.one_in(2), call.input.is_some());
    let (mut first, _) = memory.outputs.both();
    let (input, pair) = buffers(&call, &memory.inputs, first.pop().expect("one place"));
    let Some(pair) = pair else {
        return untouched("two lengths", &mut memory.outputs).and(Ok(count(1, 0)));
    };
    reach::note(format_args!("encrypts: {encrypts}, apart: {apart}"));
    let (blocks, _) = pair.into_chunks::<C::BlockSize>();
    let mut right = input;
    let done = match encrypts {
        true => {
            cipher.encrypt_blocks_inout(blocks);
            ecb.encrypt((), &mut right[..])
        }
        false => {
            cipher.decrypt_blocks_inout(blocks);
            ecb.decrypt((), &mut right[..])
        }
    };
    done.map_err(|error| error.to_string())?;
    same("blocks", memory.outputs.put(0), &right)?;
    memory.outputs.accept();

    let (from, to) = (source.below(40), source.below(40));
    let from = vec![Array::<u8, C::BlockSize>::default(); from];
    let to = &mut vec![Array::<u8, C::BlockSize>::default(); to][..];
    let before = to.to_vec();
    let result = match encrypts {
        true => cipher.encrypt_blocks_b2b(&from, to),
        false => cipher.decrypt_blocks_b2b(&from, to),
    };
    let taken = taken("blocks from one place to another", result, from.len() == to.len())?;
    if taken.is_none() && to != before {
        return Err("blocks that were refused were written".to_owned());
    }
    untouched("blocks", &mut memory.outputs)?;
    Ok(count(4, bytes))
}

/// Stream ciphers.
pub(super) fn streams(case: &mut Case<'_, '_>) -> Checked {
    const TYPES: &[OfType] = &[
        sought::<Stream<Ctr<Aes256>, U12>>,
        sought::<traits::Ctr128BE<Aes128>>,
        sought::<traits::Ctr128BE<Aes192>>,
        sought::<traits::Ctr128BE<Aes256>>,
        sought::<traits::ChaCha20>,
        |case| stream::<traits::Snow3g>(case).map(|(counted, _)| counted),
        |case| stream::<traits::Snow5g>(case).map(|(counted, _)| counted),
        |case| stream::<traits::SnowV>(case).map(|(counted, _)| counted),
        |case| stream::<traits::SnowVi>(case).map(|(counted, _)| counted),
        |case| stream::<traits::Zuc128>(case).map(|(counted, _)| counted),
        |case| stream::<traits::Zuc256>(case).map(|(counted, _)| counted),
    ];
    one_of(case, TYPES)
}

/// A message whole and in two pieces; buffers of two lengths, and keys and IVs that are none, are refused.
fn stream<S>(case: &mut Case<'_, '_>) -> Result<(Count, Option<S>), String>
where
    S: KeyIvInit + StreamCipher,
{
    let (key_bytes, iv_bytes) = (S::key_size(), S::iv_size());
    let bytes = length(case.source);
    let call = Call::new(case, key_bytes, (iv_bytes, false), 0, bytes);
    let Case { source, memory, .. } = case;
    let (inputs, outputs) = (&memory.inputs, &mut memory.outputs);
    let (key, iv) = (inputs.get(call.key), inputs.get(call.nonce));
    let right = key.len() == key_bytes && iv.len() == iv_bytes;
    let Some(mut stream) = taken("key and IV", S::new_from_slices(key, iv), right)? else {
        return untouched("key and IV", outputs).and(Ok((count(1, 0), None)));
    };
    let (mut first, _) = outputs.both();
    let output = first.pop().expect("one place");
    let mut pieces = output.to_vec();
    let result = match call.input {
        Some(input) => {
            let (input, same) = (inputs.get(input), inputs.get(input).len() == output.len());
            pieces = input.to_vec();
            taken("two buffers", stream.try_apply_keystream_b2b(input, output), same)?
        }
        None => taken("one buffer", stream.try_apply_keystream(output), true)?,
    };
    if result.is_none() {
        return untouched("two lengths", outputs).and(Ok((count(1, 0), Some(stream))));
    }
    let mut other = S::new_from_slices(key, iv).map_err(|error| error.to_string())?;
    let (start, end) = pieces.split_at_mut(source.below(bytes + 1));
    other.apply_keystream(start);
    other.apply_keystream(end);
    same("a stream", outputs.put(0), &pieces)?;
    outputs.accept();
    untouched("a stream", outputs)?;
    Ok((count(3, bytes), Some(stream)))
}

/// The same of one that has positions, of numbers of some types.
fn sought<S: KeyIvInit + StreamCipher + StreamCipherSeek>(case: &mut Case<'_, '_>) -> Checked {
    let (mut counted, stream) = stream::<S>(case)?;
    let Some(mut stream) = stream else { return Ok(counted) };
    let source = &mut *case.source;
    for _ in 0..6 {
        let wide = u128::from(source.number()) << 64 | u128::from(source.number());
        let position = wide >> source.below(128);
        let before: Option<u128> = stream.try_current_pos().ok();
        let (asked, result) = match source.below(4) {
            0 => (Some(position), stream.try_seek(position)),
            1 => (Some((position as u64).into()), stream.try_seek(position as u64)),
            2 => (Some((position as u32).into()), stream.try_seek(position as u32)),
            _ => (u128::try_from(position as i32).ok(), stream.try_seek(position as i32)),
        };
        let after: Option<u128> = stream.try_current_pos().ok();
        reach::note(format_args!("negative: {}, sought: {}", asked.is_none(), result.is_ok()));
        if after != if result.is_ok() { asked } else { before } {
            return Err(format!("{asked:?} from {before:?}: {result:?}, then {after:?}"));
        }
        let narrow = stream.try_current_pos::<u32>().ok().map(u128::from);
        if narrow != after.filter(|position| *position <= u32::MAX.into()) {
            return Err(format!("{narrow:?} is not {after:?}"));
        }
        let mut data = vec![7; source.below(100)];
        let zeros = data.clone();
        let result = stream.try_apply_keystream(&mut data);
        reach::note(format_args!("there is keystream: {}", result.is_ok()));
        let end = after.map(|after| after + if result.is_ok() { data.len() as u128 } else { 0 });
        if stream.try_current_pos().ok() != end || result.is_err() && data != zeros {
            return Err(format!("{} bytes at {after:?}: {result:?}", data.len()));
        }
        counted.jobs += 2;
    }
    Ok(counted)
}

macro_rules! stateful {
    (
        over_aes { $($over_aes:tt)* }
        stateful { $({ $module:ident::$type:ident $($rest:tt)* })* }
        other { $($other:tt)* }
    ) => {
        const STATEFUL: &[OfType] = &[$(aead::<traits::$type>,)*];
    };
}
lanecrypt::aeads!(stateful);

/// AEADs.
pub(super) fn aeads(case: &mut Case<'_, '_>) -> Checked {
    const TYPES: &[OfType] = &[
        aead::<traits::Aes128Gcm>,
        aead::<traits::Aes192Gcm>,
        aead::<traits::Aes256Gcm>,
        aead::<traits::AesGcm<Aes256, U32, U13>>,
        aead::<traits::AesOcb3<Aes128>>,
        aead::<traits::AesOcb3<Aes192, U15, U4>>,
        aead::<traits::AesOcb3<Aes256, U13, U16>>,
        aead::<traits::XAes256Gcm>,
        aead::<traits::Aegis256<U32>>,
    ];
    one_of(case, &[TYPES, STATEFUL].concat())
}

/// A message is sealed and opened, with the right tag or another one, whole and with its tag behind it.
fn aead<A: AeadInOut + KeyInit>(case: &mut Case<'_, '_>) -> Checked {
    let bytes = length(case.source);
    let nonce_bytes = traits::aead::Nonce::<A>::default().len();
    let call = Call::new(case, A::key_size(), (nonce_bytes, true), 16, bytes);
    let Case { source, memory, .. } = case;
    let (inputs, outputs) = (&memory.inputs, &mut memory.outputs);
    let key = inputs.get(call.key);
    let right = key.len() == A::key_size();
    let Some(cipher) = taken("key", A::new_from_slice(key), right)? else {
        return untouched("key", outputs).and(Ok(count(1, 0)));
    };
    let nonce = inputs.get(call.nonce).try_into().map_err(|_| "a nonce")?;
    let aad = inputs.get(call.aad);
    let (mut first, _) = outputs.both();
    let (plain, pair) = buffers(&call, inputs, first.pop().expect("one place"));
    let Some(pair) = pair else { return untouched("two lengths", outputs).and(Ok(count(1, 0))) };
    let sealed = cipher.encrypt_inout_detached(&nonce, aad, pair);
    let mut tag = sealed.map_err(|error| error.to_string())?;
    let mut whole = cipher.encrypt(&nonce, traits::aead::Payload { msg: &plain, aad });
    let whole = whole.as_mut().map_err(|error| error.to_string())?;
    let behind = [&*outputs.put(0), &tag[..]].concat();
    same("sealed with its tag behind it", whole, &behind)?;

    let wrong = source.one_in(2);
    if wrong {
        let place = source.below(tag.len());
        tag[place] ^= 1 << source.below(8);
    }
    let opened = cipher.decrypt_inout_detached(&nonce, aad, InOutBuf::from(outputs.put(0)), &tag);
    taken("tag", opened, !wrong)?;
    let right = if wrong { vec![0; bytes] } else { plain };
    same("opened", outputs.put(0), &right)?;
    outputs.accept();

    // Cut off, in the tag or before it.
    let short = source.below(behind.len());
    let mut cut = behind[..short].to_vec();
    taken("cut off, opened", cipher.decrypt_in_place(&nonce, aad, &mut cut), false)?;
    if short < tag.len() && cut != behind[..short] {
        return Err("what is shorter than a tag was written".to_owned());
    }
    untouched("sealed and opened", outputs)?;
    Ok(count(5, bytes))
}

/// MACs.
pub(super) fn macs(case: &mut Case<'_, '_>) -> Checked {
    const TYPES: &[OfType] = &[
        mac::<traits::Cmac<Aes128>, mode::Cmac<Aes128>>,
        mac::<traits::Cmac<Aes192>, mode::Cmac<Aes192>>,
        mac::<traits::Cmac<Aes256>, mode::Cmac<Aes256>>,
        mac::<traits::Pmac<Aes128>, mode::Pmac<Aes128>>,
        mac::<traits::Pmac<Aes192>, mode::Pmac<Aes192>>,
        mac::<traits::Pmac<Aes256>, mode::Pmac<Aes256>>,
    ];
    one_of(case, TYPES)
}

/// Tags are those of the key objects; other tags, and tags of other lengths, are wrong.
fn mac<M, Own>(case: &mut Case<'_, '_>) -> Checked
where
    M: Mac + KeyInit + FixedOutputReset,
    Own: for<'a> lanecrypt::Mac<Nonce<'a> = ()>,
{
    let bytes = length(case.source);
    let call = Call::new(case, Own::KEY_BYTES, (0, true), 16, bytes);
    let Case { source, memory, backend } = case;
    let (inputs, outputs) = (&memory.inputs, &mut memory.outputs);
    let key = inputs.get(call.key);
    let right = key.len() == Own::KEY_BYTES;
    let Some(mut mac) = taken("key", <M as KeyInit>::new_from_slice(key), right)? else {
        return untouched("key", outputs).and(Ok(count(1, 0)));
    };
    let message = inputs.get(call.input.unwrap_or(call.aad));
    let own = Own::with_backend(key, *backend).map_err(|error| error.to_string())?;
    let tag = own.compute((), message).map_err(|error| error.to_string())?;
    let (start, end) = message.split_at(source.below(message.len() + 1));
    Mac::update(&mut mac, start);
    Mac::update(&mut mac, end);
    let mut made = mac.finalize_reset().into_bytes();
    same("a tag", &mut made, tag.as_ref())?;

    let given_bytes = near(source, 16);
    let mut given = tag.as_ref().to_vec();
    given.resize(given_bytes, 0);
    if source.one_in(2) && given_bytes > 0 {
        given[source.below(given_bytes)] ^= 1 << source.below(8);
    }
    Mac::update(&mut mac, message);
    let tag = tag.as_ref();
    let (what, result, right) = match source.below(3) {
        0 => ("whole tag", mac.verify_slice(&given), given == tag),
        1 => ("start of a tag", mac.verify_truncated_left(&given), tag.starts_with(&given)),
        _ => ("end of a tag", mac.verify_truncated_right(&given), tag.ends_with(&given)),
    };
    taken(what, result, right && given_bytes > 0)?;
    untouched("a tag", outputs)?;
    Ok(count(4, message.len()))
}

/// Generators.
pub(super) fn generators(case: &mut Case<'_, '_>) -> Checked {
    one_of(case, &[generator::<Aes128>, generator::<Aes192>, generator::<Aes256>])
}

/// Numbers and bytes are those that requests give; seeds of other lengths are refused.
fn generator<C: AesModes>(case: &mut Case<'_, '_>) -> Checked {
    let source = &mut *case.source;
    let seed_bytes = C::KEY_BYTES + 16;
    let mut bytes = vec![0; near(source, seed_bytes)];
    source.fill(&mut bytes);
    let right = bytes.len() == seed_bytes;
    let Some(seed) = taken("seed", DrbgSeed::<C>::try_from(&bytes[..]), right)? else {
        return Ok(count(1, 0));
    };
    let mut made = traits::CtrDrbg::<C>::from_seed(seed);
    let options = DrbgOptions { derivation: false, ..DrbgOptions::default() };
    let own = mode::CtrDrbg::<C>::from_seed(&bytes, &[], &[], options);
    let mut own = own.map_err(|error| error.to_string())?;
    for _ in 0..4 {
        let mut room = vec![0; source.one_of(&[0, 1, 16, 65536, 65537, 140_000])];
        let mut right = room.clone();
        let result = match source.below(3) {
            0 => {
                room.resize(4, 0);
                made.try_next_u32().map(|number| room.copy_from_slice(&number.to_le_bytes()))
            }
            1 => {
                room.resize(8, 0);
                made.try_next_u64().map(|number| room.copy_from_slice(&number.to_le_bytes()))
            }
            _ => made.try_fill_bytes(&mut room),
        };
        result.map_err(|error| error.to_string())?;
        reach::number("bytes of a request", room.len());
        right.resize(room.len(), 0);
        for request in right.chunks_mut(1 << 16) {
            own.generate(request).map_err(|error| error.to_string())?;
        }
        same("random bytes", &mut room, &right)?;
    }
    Ok(count(5, 0))
}

//! What is not an algorithm of the catalogue: choices by number, generators, values that are checked.

use lanecrypt::block::{Aes128, Aes192, Aes256, Sbox};
use lanecrypt::mode::{AesModes, CtrDrbg, DrbgOptions, Entropy, OsEntropy};
use lanecrypt::stream::zuc::Iv184;
use lanecrypt::threegpp::{
    AeadId, Direction, EncryptionId, Input, IntegrityId, Iv, Nca, Nea, Nia, Parameters,
};
use lanecrypt::{Backend, Error};

use super::{bits, length, near};
use crate::case::{Case, Checked, Count};
use crate::plant::{self, Plant};
use crate::reach;
use crate::source::Source;

fn bytes(source: &mut Source<'_>, count: usize) -> Vec<u8> {
    let mut bytes = vec![0; count];
    source.fill(&mut bytes);
    bytes
}

fn counted(calls: u64) -> Checked {
    Ok(Count { cases: 1, jobs: calls, messages: 0, bytes: 0 })
}

fn iv(source: &mut Source<'_>) -> Iv {
    let mut rest = [0; 15];
    source.fill(&mut rest);
    let tag_bytes = near(source, 4);
    let made = match source.below(4) {
        0 => Ok(Iv::encryption(&rest)),
        1 => Iv::integrity(&rest, tag_bytes),
        2 => Iv::aead(&rest, tag_bytes),
        _ => Ok(Iv::from_bytes([9; 16])),
    };
    made.unwrap_or(Iv::from_bytes([7; 16]))
}

/// The algorithms of 3GPP that are chosen at run time.
pub(super) fn threegpp(case: &mut Case<'_, '_>) -> Checked {
    let (source, backend) = (&mut *case.source, case.backend);
    let number = source.below(9) as u8;
    let key_bytes = near(source, if number < 4 { 16 } else { 32 });
    let key = bytes(source, key_bytes);
    let data_bytes = length(source);
    let mut data = bytes(source, data_bytes);
    let before = data.clone();
    let parameters =
        Parameters::new(source.number() as u32, source.below(40) as u8, Direction::Uplink);
    let input = match (parameters, source.one_in(2)) {
        (Ok(parameters), true) => Input::from(parameters),
        _ => Input::from(iv(source)),
    };
    let bits = bits(source, data_bytes);
    let tag_bytes = near(source, 4);
    let tag = bytes(source, tag_bytes);
    let choice = source.below(6);
    let result = match choice {
        0 | 1 => EncryptionId::try_from(number)
            .and_then(|id| Nea::with_backend(id, &key, backend))
            .and_then(|nea| match source.one_in(2) {
                true => nea.encrypt(input, &mut data[..]),
                false => nea.encrypt_bits(input, &mut data[..], bits),
            }),
        2 | 3 => IntegrityId::try_from(number)
            .and_then(|id| Nia::with_backend(id, &key, backend))
            .and_then(|nia| nia.with_tag_bytes(tag_bytes))
            .and_then(|nia| match source.one_in(2) {
                true => nia.compute_bits(input, &data, bits).map(drop),
                false => nia.verify(input, &data, &tag),
            }),
        _ => AeadId::try_from(number)
            .and_then(|id| Nca::with_backend(id, &key, backend))
            .and_then(|nca| nca.with_tag_bytes(tag_bytes))
            .and_then(|nca| match source.one_in(2) {
                true => nca.seal(iv(source), b"", &mut data[..]).map(drop),
                false => nca.open(iv(source), b"", &mut data[..], &tag),
            }),
    };
    reach::outcome(format_args!("{} {number}", ["NEA", "NIA", "NCA"][choice / 2]), &result);
    if plant::is(Plant::Result) {
        data.iter_mut().for_each(|byte| *byte ^= 1);
    }
    match result {
        Err(Error::Authentication) | Ok(()) => counted(1),
        Err(_) if data == before => counted(1),
        Err(error) => Err(format!("{error:?}, and something was written")),
    }
}

/// Requests of a generator. What is refused is not written, and only a source gives fresh entropy.
fn requests<C: AesModes, S: Entropy>(
    source: &mut Source<'_>,
    made: &mut CtrDrbg<C, S>,
    has_source: bool,
    entropy: &[u8],
) -> Result<(), String> {
    const CALLS: [&str; 7] = [
        "generate",
        "generate_with",
        "generate_fresh",
        "reseed_from",
        "reseed",
        "reseed_with",
        "self_test",
    ];
    let mut room = vec![0; source.one_of(&[0, 1, 16, 100, 5000, 65536, 65537, 70_000])];
    source.fill(&mut room);
    for _ in 0..6 {
        let input_bytes = source.one_of(&[0, 16, 32, 48, 49, 300]);
        let input = bytes(source, input_bytes);
        let before = room.clone();
        let choice = source.below(CALLS.len());
        let result = match choice {
            0 => made.generate(&mut room),
            1 => made.generate_with(&input, &mut room),
            2 => made.generate_fresh(&input, &mut room),
            3 => made.reseed_from(entropy, &input),
            4 => made.reseed(),
            5 => made.reseed_with(&input),
            _ => made.self_test(),
        };
        reach::outcome(format_args!("{}, source: {has_source}", CALLS[choice]), &result);
        if plant::is(Plant::Result) {
            room.iter_mut().for_each(|byte| *byte ^= 1);
        }
        let right = match (choice, result) {
            (0..3, Err(Error::TooLong { .. })) => room.len() > 1 << 16 || input_bytes > 0,
            (0..3, Ok(())) => room.len() <= 1 << 16 && (choice < 2 || has_source),
            (0..6, Err(Error::ReseedRequired)) => !has_source,
            (3.., Err(Error::Entropy | Error::NonceRange { .. } | Error::TooLong { .. })) => {
                choice < 6
            }
            (_, Ok(())) => choice < 4 || choice == 6 || has_source,
            _ => false,
        };
        if !right || (choice > 2 || result.is_err()) && room != before {
            return Err(format!("{}: {result:?}, source: {has_source}", CALLS[choice]));
        }
    }
    Ok(())
}

fn generator<C: AesModes>(source: &mut Source<'_>, backend: Backend) -> Result<(), String> {
    let derivation = source.one_in(2);
    let options = DrbgOptions { derivation, prediction_resistance: source.one_in(4), backend };
    let right = if derivation { C::KEY_BYTES } else { C::KEY_BYTES + 16 };
    let lengths = [near(source, right), near(source, C::KEY_BYTES / 2), near(source, 16)];
    let [entropy, nonce, personal] = lengths.map(|count| bytes(source, count));
    let nonce = if derivation || source.one_in(8) { nonce } else { Vec::new() };
    let (what, made) = if source.one_in(2) {
        let system = OsEntropy::new().map_err(|error| error.to_string())?;
        let made = CtrDrbg::<C, _>::with_options(system, &personal, options);
        ("with_options", made.map(|mut made| requests(source, &mut made, true, &entropy)))
    } else {
        let made = CtrDrbg::<C>::from_seed(&entropy, &nonce, &personal, options);
        ("from_seed", made.map(|mut made| requests(source, &mut made, false, &entropy)))
    };
    reach::outcome(format_args!("{what}"), &made.as_ref().map(drop).map_err(|error| *error));
    match made {
        Ok(requests) => requests,
        Err(Error::Entropy | Error::NonceRange { .. } | Error::TooLong { .. }) => Ok(()),
        Err(error) => Err(format!("{what}: {error:?}")),
    }
}

/// Generators of random bytes.
pub(super) fn generators(case: &mut Case<'_, '_>) -> Checked {
    match case.source.below(3) {
        0 => generator::<Aes128>(case.source, case.backend)?,
        1 => generator::<Aes192>(case.source, case.backend)?,
        _ => generator::<Aes256>(case.source, case.backend)?,
    }
    counted(7)
}

/// Values that are checked when they are made.
pub(super) fn values(case: &mut Case<'_, '_>) -> Checked {
    let source = &mut *case.source;
    let mut wide = [0; 25];
    source.fill(&mut wide);
    if source.one_in(2) {
        wide[17..].iter_mut().for_each(|byte| *byte &= 63);
    }
    let within = wide[17..].iter().all(|byte| *byte < 64);
    match Iv184::from_bytes(&wide) {
        Ok(iv) if within && iv.to_bytes() == wide && Iv184::from_packed(&iv.to_packed()) == iv => {}
        Err(Error::IvElement { index: 17..=24, value: 64.. }) if !within => {}
        other => return Err(format!("an IV of {wide:?}: {other:?}")),
    }
    let mut rows = [[0; 16]; 8];
    for row in &mut rows {
        *row = std::array::from_fn(|i| i as u8);
    }
    let right = source.one_in(2);
    if !right {
        let (row, column) = (source.below(8), source.below(16));
        rows[row][column] = rows[row][column].wrapping_add(1 + source.below(255) as u8);
    }
    if Sbox::new(&rows).is_ok() != right {
        return Err(format!("an S-box of {rows:?}"));
    }
    let bearer = source.number() as u8;
    reach::note(format_args!("IV: {within}, S-box: {right}, bearer: {}", bearer < 32));
    if Parameters::new(7, bearer, Direction::Downlink).is_ok() != (bearer < 32) {
        return Err(format!("bearer {bearer}"));
    }
    let name_bytes = source.below(12);
    let name: String =
        (0..name_bytes).map(|_| source.one_of(&['a', 'v', 'x', '2', '-', 'é'])).collect();
    let known = Backend::ALL.iter().any(|backend| backend.name() == name);
    let known = known ^ plant::is(Plant::Result);
    if name.parse::<Backend>().is_ok() != known {
        return Err(format!("a backend {name}"));
    }
    counted(5)
}

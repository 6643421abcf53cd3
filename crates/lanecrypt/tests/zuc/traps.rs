//! Mistakes that implementations of these ciphers are known to have made.

use lanecrypt::stream::zuc::{Iv184, Zuc128, Zuc256, Zuc256Mac};
use lanecrypt::threegpp::{Direction, Nea3, Nea6, Nia3, Nia6, Parameters};
use lanecrypt::{
    Algorithm, Backend, Batch, CipherJob, Data, Error, Mac, MacJob, StreamCipher as _,
};

use crate::oracle::{self, Zuc, cell};
use crate::support::jobs::{Keys, key_of};
use crate::support::{Draw, Random, ZucCipher, ZucMac, batch, keystream, reference, ways};

const P: u64 = 0x7fff_ffff;
const DIRECTIONS: [Direction; 2] = [Direction::Uplink, Direction::Downlink];

/// A key and what is given with a message.
type Setup<C> = (Vec<u8>, <C as ZucCipher>::Given);

/// Keystream by one batch of jobs, checked on every variant of every backend, each job in every
/// lane as the jobs are rotated, and through streams.
fn check_keystreams<C: ZucCipher>(setups: &[Setup<C>], expected: &[Vec<u8>]) {
    for (backend, variant) in ways() {
        let batch: Batch<C> = batch((backend, variant));
        for turn in [0, 1, 7] {
            let keys = setups.iter().map(|(key, _)| &key[..]);
            let objects = Keys::turn(turn).objects::<C>(keys, variant, backend);
            let mut outputs: Vec<_> = expected.iter().map(|e| vec![0; e.len()]).collect();
            let mut jobs: Vec<_> = setups
                .iter()
                .zip(&objects)
                .zip(&mut outputs)
                .map(|(((key, given), object), output)| {
                    CipherJob::new(key_of(key, object), C::nonce(given), &mut output[..])
                })
                .collect();
            let turn = turn % jobs.len();
            jobs.rotate_left(turn);
            batch.keystream(&mut jobs).into_result().unwrap();
            drop(jobs);
            for (i, (output, expected)) in outputs.iter().zip(expected).enumerate() {
                assert!(output == expected, "{batch:?}, job {i} of {}", setups.len());
            }
        }
    }
    for backend in Backend::available() {
        for ((key, given), expected) in setups.iter().zip(expected) {
            let mut output = vec![0; expected.len()];
            let key = C::with_backend(key, backend).unwrap();
            key.pieces(given).keystream(&mut output).unwrap();
            assert!(output == *expected, "stream on {backend}");
        }
    }
}

/// The feedback of the LFSR is taken modulo 2^31 - 1 and zero is written as 2^31 - 1. An
/// implementation that leaves zero there differs for this COUNT.
#[test]
fn feedback_congruent_to_zero_for_one_known_count() {
    let key = std::array::from_fn(|i| i as u8);
    let (mut setups, mut expected, mut zeros) = (Vec::new(), Vec::new(), 0);
    for bearer in 0..32 {
        for direction in DIRECTIONS {
            let count = 3_478_155_851;
            setups.push((key.to_vec(), Parameters::new(count, bearer, direction).unwrap()));
            let mut zuc = Zuc::new(&key, &oracle::eea3_iv(count, bearer, direction));
            expected.push(zuc.keystream(1500));
            zeros += zuc.zeros;
        }
    }
    assert!(zeros > 0, "the feedback is never congruent to zero: nothing is tested");
    check_keystreams::<Nea3>(&setups, &expected);
}

/// The inverse of an odd number modulo the prime P.
fn inverse(x: u64) -> u64 {
    let (mut power, mut square, mut exponent) = (1, x % P, P - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = power * square % P;
        }
        square = square * square % P;
        exponent >>= 1;
    }
    power
}

/// The first round of initialisation adds five multiples of cells and W >> 1, which then is known
/// too. Whatever the order in which these are added and reduced, some partial sum is congruent to
/// zero for one of the keys searched for here: one for every choice of two or more of the six that
/// the fixed bits of the cells allow, among them every one with cell 0 and another.
#[test]
fn every_partial_sum_of_the_feedback_congruent_to_zero() {
    // Cell and factor.
    let terms = [(15, 1 << 15), (13, 1 << 17), (10, 1 << 21), (4, 1 << 20), (0, 257u64)];
    let mut random = Random::new(21);
    let (mut setups, mut expected) = (Vec::new(), Vec::new());
    let (mut found, mut whole) = (0, 0);
    for chosen in 3u32..64 {
        if chosen.count_ones() < 2 {
            continue;
        }
        let with_w = chosen & 32 != 0;
        let in_sum = |i: usize| chosen >> i & 1 == 1;
        // The cell to solve for; W depends on cell 15, so any other.
        let Some(solved) = (1..5).find(|&i| in_sum(i)) else { continue };
        let (place, factor) = terms[solved];
        let inverted = inverse(factor);
        for _ in 0..600_000 {
            let (mut key, mut iv) = (random.array::<16>(), random.array::<16>());
            let s = |i: usize| cell(key[i], i, iv[i]);
            let mut sum = 0;
            for (i, &(place, factor)) in terms.iter().enumerate() {
                if in_sum(i) && i != solved {
                    sum += s(place) * factor % P;
                }
            }
            if with_w {
                // R1 and R2 are zero: W is the upper half of cell 15 beside the lower of cell 14.
                let w = (s(15) >> 15) << 16 | (s(14) & 0xffff);
                sum += w >> 1;
            }
            let wanted = (P - sum % P) % P * inverted % P;
            let (k, i) = ((wanted >> 23) as u8, wanted as u8);
            if cell(k, place, i) != wanted {
                continue;
            }
            (key[place], iv[place]) = (k, i);
            found += 1;
            let mut zuc = Zuc::new(&key, &iv);
            let keystream = zuc.keystream(150);
            whole += usize::from(chosen == 63 && zuc.zeros > 0);
            setups.push((key.to_vec(), iv));
            expected.push(keystream);
            break;
        }
    }
    assert!(found >= 39, "found {found}");
    assert_eq!(whole, 1, "the whole feedback congruent to zero");
    check_keystreams::<Zuc128>(&setups, &expected);
}

/// Long keystreams of all loadings, against the reference, which the tests above compare with the
/// oracle.
fn long_keystreams_of_many_keys<C: ZucCipher>() {
    let mut random = Random::new(22);
    let setups: Vec<Setup<C>> =
        (0..64).map(|_| (random.bytes(C::KEY_BYTES), C::given(&mut random))).collect();
    // One length for all: no lane is left to another job.
    let expected: Vec<_> =
        setups.iter().map(|(key, given)| keystream::<C>(key, given, 20_000)).collect();
    check_keystreams::<C>(&setups, &expected);
}

#[test]
fn long_keystreams_of_many_keys_of_zuc128_and_nea3() {
    long_keystreams_of_many_keys::<Zuc128>();
    long_keystreams_of_many_keys::<Nea3>();
}

#[test]
fn long_keystreams_of_many_keys_of_zuc256_and_nea6() {
    long_keystreams_of_many_keys::<Zuc256>();
    long_keystreams_of_many_keys::<Nea6>();
}

/// The output of the first round after initialisation is thrown away.
#[test]
fn the_discarded_round() {
    let mut random = Random::new(23);
    let (mut setups, mut expected) = (Vec::new(), Vec::new());
    for _ in 0..40 {
        let (key, iv) = (random.array::<16>(), random.array());
        let keystream = Zuc::new(&key, &iv).keystream(256);
        let long = Zuc::without_the_discarded_round(&key, &iv).keystream(260);
        assert_eq!(keystream, long[4..]);
        assert_ne!(keystream, long[..256]);
        setups.push((key.to_vec(), iv));
        expected.push(keystream);
    }
    check_keystreams::<Zuc128>(&setups, &expected);
}

/// Lengths that are no multiple of 8 or 32: the last byte and the last word keep what belongs to
/// the message and nothing is lost where the length is a multiple of 32.
#[test]
fn eea3_of_every_length() {
    let mut random = Random::new(24);
    let key = random.array();
    let message = random.bytes(90);
    let keystream = Zuc::new(&key, &oracle::eea3_iv(77, 21, Direction::Downlink)).keystream(90);
    let parameters = Parameters::new(77, 21, Direction::Downlink).unwrap();
    for way in ways() {
        let batch: Batch<Nea3> = batch(way);
        let mut outputs = vec![vec![0; 90]; 700];
        let mut jobs: Vec<_> = (0..)
            .zip(&mut outputs)
            .map(|(bits, output)| {
                let data = Data::Copy { input: &message, output };
                CipherJob::new(&key, parameters, data).with_bits(bits)
            })
            .collect();
        batch.encrypt(&mut jobs).into_result().unwrap();
        for (bits, output) in outputs.iter().enumerate() {
            for bit in 0..8 * output.len() {
                let at = |bytes: &[u8]| bytes[bit / 8] >> (7 - bit % 8) & 1;
                let expected = if bit < bits { at(&message) ^ at(&keystream) } else { 0 };
                assert_eq!(at(output), expected, "{batch:?}, {bits} bits, bit {bit}");
            }
        }
    }
}

/// The word that EIA3 adds at the end is the last of ceil(LENGTH / 32) + 2, also where LENGTH is a
/// multiple of 32 and where it crosses a row of keystream.
#[test]
fn eia3_of_every_length() {
    let mut random = Random::new(25);
    let (key, message) = (random.array(), random.bytes(140));
    let expected: Vec<_> = (0..=1100)
        .map(|bits| oracle::eia3(&key, 0xa94059da, 10, Direction::Downlink, &message, bits))
        .collect();
    let parameters = Parameters::new(0xa94059da, 10, Direction::Downlink).unwrap();
    for way in ways() {
        let batch: Batch<Nia3> = batch(way);
        let mut jobs: Vec<_> = (0..=1100)
            .map(|bits| MacJob::new(&key, parameters, &message).with_bits(bits))
            .collect();
        batch.compute(&mut jobs).into_result().unwrap();
        for (job, expected) in jobs.iter().zip(&expected) {
            let tag = job.tag().unwrap().as_ref();
            assert_eq!(tag, expected.to_be_bytes(), "{batch:?}, {} bits", job.bits());
        }
    }
}

/// The two forms of the 184-bit IV, with values that a wrong unpacking cannot get right by chance
/// (an IV of all ones unpacks rightly in any order).
#[test]
fn the_packed_iv() {
    let mut random = Random::new(26);
    for _ in 0..200 {
        let packed: [u8; 23] = random.array();
        let bytes = Iv184::from_packed(&packed).to_bytes();
        let bit = |i: usize| packed[i / 8] >> (7 - i % 8) & 1;
        assert_eq!(bytes[..17], packed[..17]);
        for element in 0..8 {
            let first = 17 * 8 + 6 * element;
            let value = (first..first + 6).fold(0, |value, i| value << 1 | bit(i));
            assert_eq!(bytes[17 + element], value);
        }
    }
}

/// Every bearer and direction gives a keystream and a tag of its own.
#[test]
fn bearer_and_direction_count() {
    let mut seen = std::collections::HashSet::new();
    let mut tags = std::collections::HashSet::new();
    let (nea3, nia3) = (Nea3::from_key(&[1; 16]), Nia3::from_key(&[1; 16]));
    for bearer in 0..32 {
        for direction in DIRECTIONS {
            let parameters = Parameters::new(5, bearer, direction).unwrap();
            let mut out = [0; 16];
            nea3.stream(parameters).unwrap().keystream(&mut out).unwrap();
            assert!(seen.insert(out));
            let tag = nia3.compute(parameters, b"message").unwrap();
            assert!(tags.insert(tag.as_ref().to_vec()));
        }
    }
    for bearer in [32, 33, 255] {
        let refused = Parameters::new(5, bearer, Direction::Uplink);
        assert_eq!(refused, Err(Error::Bearer { bearer }));
    }
}

/// Buffers flush against pages that cannot be touched, so that one byte read or written beyond
/// them ends the test.
#[cfg(target_os = "linux")]
mod pages {
    use super::*;
    use crate::support::pages::{PAGE, Pages};

    /// The longest message.
    const LONGEST: usize = 4096;

    /// Lengths in bytes around what kernels take at once.
    fn lengths() -> impl Iterator<Item = usize> {
        (0..=70)
            .chain(110..=130)
            .chain(180..=200)
            .chain([255, 256, 257, 1023, 1024, 1500, 4095, 4096])
    }

    const JOBS: usize = 37;

    crate::support::each_cipher! {
        encrypting_stays_within_its_buffers
        streams_stay_within_their_pieces
    }

    crate::support::each_mac! { tags_stay_within_their_messages }

    fn encrypting_stays_within_its_buffers<C: ZucCipher>() {
        let mut random = Random::new(27);
        let mut inputs: Vec<_> = (0..JOBS).map(|_| Pages::new(PAGE)).collect();
        let mut outputs: Vec<_> = (0..JOBS).map(|_| Pages::new(PAGE)).collect();
        let setups: Vec<Setup<C>> =
            (0..JOBS).map(|_| (random.bytes(C::KEY_BYTES), C::given(&mut random))).collect();
        let keystreams: Vec<_> =
            setups.iter().map(|(key, given)| keystream::<C>(key, given, LONGEST)).collect();
        let message = random.bytes(LONGEST);
        for way in ways() {
            let batch: Batch<C> = batch(way);
            let keys = setups.iter().map(|(key, _)| &key[..]);
            let objects = Keys::Mixed.objects::<C>(keys, way.1, way.0);
            for (length, at_end) in lengths().flat_map(|length| [(length, true), (length, false)]) {
                let count = [1, JOBS, 5][length % 3];
                let bits = 8 * length as u64 - [0, 3][length % 2].min(8 * length as u64);
                let only_keystream = length % 4 == 1;
                let in_place = |i: usize| (length + i).is_multiple_of(2);
                let mut jobs: Vec<_> = setups[..count]
                    .iter()
                    .zip(&objects)
                    .zip(&mut inputs)
                    .zip(&mut outputs)
                    .enumerate()
                    .map(|(i, ((((key, given), object), input), output))| {
                        let output = output.slice(length, at_end);
                        let data = if in_place(i) {
                            output.copy_from_slice(&message[..length]);
                            Data::InPlace(output)
                        } else {
                            let input = input.message(&message[..length], at_end);
                            Data::Copy { input, output }
                        };
                        let key = key_of(key, object);
                        CipherJob::new(key, C::nonce(given), data).with_bits(bits)
                    })
                    .collect();
                let report = match only_keystream {
                    true => batch.keystream(&mut jobs),
                    false => batch.encrypt(&mut jobs),
                };
                report.into_result().unwrap();
                for (job, keystream) in jobs.iter().zip(&keystreams) {
                    let whole = (bits / 8) as usize;
                    for (at, &byte) in job.data.output()[..whole].iter().enumerate() {
                        let plain = if only_keystream { 0 } else { message[at] };
                        assert_eq!(byte, plain ^ keystream[at], "{batch:?}, {length} bytes");
                    }
                }
            }
        }
    }

    fn tags_stay_within_their_messages<M: ZucMac>() {
        let mut random = Random::new(28);
        let mut pages: Vec<_> = (0..JOBS).map(|_| Pages::new(PAGE)).collect();
        let setups: Vec<_> = (0..JOBS)
            .map(|i| {
                let tag_bytes = M::TAG_BYTES[i % M::TAG_BYTES.len()];
                (random.bytes(M::KEY_BYTES), M::given(&mut random, tag_bytes), tag_bytes)
            })
            .collect();
        let message = random.bytes(LONGEST);
        for (length, at_end) in lengths().flat_map(|length| [(length, true), (length, false)]) {
            let count = [JOBS, 1, 5][length % 3];
            let less = if M::BIT_LENGTHS { [0, 5][length % 2].min(8 * length as u64) } else { 0 };
            let bits = 8 * length as u64 - less;
            let expected: Vec<_> = setups[..count]
                .iter()
                .map(|(key, given, tag_bytes)| {
                    let mac = reference::<M>(key).with_tag_bytes(*tag_bytes).unwrap();
                    mac.compute_bits(M::nonce(given), &message[..length], bits).unwrap()
                })
                .collect();
            let messages: Vec<_> =
                pages.iter_mut().map(|pages| pages.message(&message[..length], at_end)).collect();
            for way in ways() {
                let batch: Batch<M> = batch(way);
                let mut jobs: Vec<_> = setups[..count]
                    .iter()
                    .zip(&messages)
                    .zip(&expected)
                    .map(|(((key, given, tag_bytes), message), tag)| {
                        MacJob::expecting(&key[..], M::nonce(given), message, tag.as_ref())
                            .with_tag_bytes(*tag_bytes)
                            .with_bits(bits)
                    })
                    .collect();
                let report = batch.verify(&mut jobs);
                assert!(report.is_ok(), "{batch:?}, {length} bytes: {report:?}");
                for (job, expected) in jobs.iter().zip(&expected) {
                    assert_eq!(job.tag(), Some(expected), "{batch:?}, {length} bytes");
                }
            }
        }
    }

    fn streams_stay_within_their_pieces<C: ZucCipher>() {
        let mut random = Random::new(29);
        let (mut input, mut output) = (Pages::new(PAGE), Pages::new(PAGE));
        let (key, given) = (random.bytes(C::KEY_BYTES), C::given(&mut random));
        let message = random.bytes(LONGEST);
        for backend in Backend::available() {
            let mut stream = C::with_backend(&key, backend).unwrap().pieces(&given);
            for (length, at_end) in lengths().flat_map(|length| [(length, true), (length, false)]) {
                stream.apply(output.slice(length, at_end)).unwrap();
                stream.keystream(output.slice(length, at_end)).unwrap();
                let input = input.message(&message[..length], at_end);
                stream.apply((input, output.slice(length, at_end))).unwrap();
            }
        }
    }

    /// That the pages are what they should be: a child that reads beyond them dies.
    #[test]
    fn the_guards_bite() {
        let mut pages = Pages::new(PAGE);
        let end = pages.slice(1, true).as_ptr().wrapping_add(1);
        // SAFETY: the child does nothing but read a byte that is not there, and exit.
        unsafe {
            let child = libc::fork();
            assert!(child >= 0);
            if child == 0 {
                libc::signal(libc::SIGSEGV, libc::SIG_DFL);
                std::ptr::read_volatile(end);
                libc::_exit(0);
            }
            let mut status = 0;
            assert_eq!(libc::waitpid(child, &mut status, 0), child);
            assert!(libc::WIFSIGNALED(status), "the child read beyond the page and lived");
        }
    }
}

/// Messages of no bits have tags too, all different by kind.
#[test]
fn tags_of_nothing() {
    let eia3 = oracle::eia3(&[9; 16], 1, 2, Direction::Uplink, &[], 0);
    let parameters = Parameters::new(1, 2, Direction::Uplink).unwrap();
    let iv = Iv184::from_packed(&[3; 23]);
    for way in ways() {
        let mut jobs = [MacJob::new(&[9; 16], parameters, &[])];
        batch::<Nia3>(way).compute(&mut jobs).into_result().unwrap();
        assert_eq!(jobs[0].tag().unwrap().as_ref(), eia3.to_be_bytes(), "{way:?}");

        let lengths = Zuc256Mac::TAG_BYTES;
        let mut jobs: Vec<_> = lengths
            .iter()
            .map(|&bytes| MacJob::new(&[9; 32], iv, &[]).with_tag_bytes(bytes))
            .collect();
        batch::<Zuc256Mac>(way).compute(&mut jobs).into_result().unwrap();
        for (job, &bytes) in jobs.iter().zip(lengths) {
            let alone = reference::<Zuc256Mac>(&[9; 32]).with_tag_bytes(bytes).unwrap();
            assert_eq!(job.tag(), Some(&alone.compute(iv, &[]).unwrap()), "{way:?}");
        }
        // A tag is not the beginning of a longer one.
        let tags: Vec<&[u8]> = jobs.iter().map(|job| job.tag().unwrap().as_ref()).collect();
        assert!(tags[0] != &tags[1][..4] && tags[1] != &tags[2][..8], "{way:?}");
    }
    // But one of 256-NIA6 is.
    let iv = lanecrypt::threegpp::Iv::from_bytes([3; 16]);
    let whole = Nia6::from_key(&[9; 32]).with_tag_bytes(16).unwrap().compute(iv, &[]).unwrap();
    for way in ways() {
        let mut jobs: Vec<_> = Nia6::TAG_BYTES
            .iter()
            .map(|&bytes| MacJob::new(&[9; 32], iv, &[]).with_tag_bytes(bytes))
            .collect();
        batch::<Nia6>(way).compute(&mut jobs).into_result().unwrap();
        for (job, &bytes) in jobs.iter().zip(Nia6::TAG_BYTES) {
            assert_eq!(job.tag().unwrap().as_ref(), &whole.as_ref()[..bytes], "{way:?}");
        }
    }
}

//! Mistakes that implementations of these ciphers are known to have made.

mod support;

use lanecrypt::Backend;
use lanecrypt::batch::{Data, Status};
use lanecrypt::mobile::Direction;
use lanecrypt::stream::zuc::{Iv184, Job, MacJob, MacSetup, Setup, Stream, TagLength};
use support::oracle::{self, Zuc, cell};
use support::{Random, batches, reference};

const P: u64 = 0x7fff_ffff;
const DIRECTIONS: [Direction; 2] = [Direction::Uplink, Direction::Downlink];

/// Keystream by one batch of jobs, checked on every variant of every backend, each job in every
/// lane as the jobs are rotated, and through streams.
fn check_keystreams(setups: &[Setup], expected: &[Vec<u8>]) {
    for batch in batches() {
        for turn in [0, 1, 7] {
            let mut outputs: Vec<_> = expected.iter().map(|e| vec![0; e.len()]).collect();
            let mut jobs: Vec<_> = setups
                .iter()
                .zip(&mut outputs)
                .map(|(setup, out)| Job::new(setup.clone(), Data::Keystream(out)))
                .collect();
            let turn = turn % jobs.len();
            jobs.rotate_left(turn);
            batch.encrypt(&mut jobs);
            drop(jobs);
            for (i, (output, expected)) in outputs.iter().zip(expected).enumerate() {
                assert!(output == expected, "{batch:?}, job {i} of {}", setups.len());
            }
        }
    }
    for backend in Backend::available() {
        for (setup, expected) in setups.iter().zip(expected) {
            let mut output = vec![0; expected.len()];
            Stream::with_backend(setup, backend).unwrap().keystream(&mut output);
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
            setups.push(Setup::eea3(&key, count, bearer, direction).unwrap());
            let mut zuc = Zuc::new(&key, &oracle::eea3_iv(count, bearer, direction));
            expected.push(zuc.keystream(1500));
            zeros += zuc.zeros;
        }
    }
    assert!(zeros > 0, "the feedback is never congruent to zero: nothing is tested");
    check_keystreams(&setups, &expected);
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
            setups.push(Setup::zuc128(&key, &iv));
            expected.push(keystream);
            break;
        }
    }
    assert!(found >= 39, "found {found}");
    assert_eq!(whole, 1, "the whole feedback congruent to zero");
    check_keystreams(&setups, &expected);
}

/// Long keystreams of all loadings, against the reference, which the tests above compare with the
/// oracle.
#[test]
fn long_keystreams_of_many_keys() {
    let mut random = Random::new(22);
    let setups: Vec<_> = (0..64).map(|_| random.setup()).collect();
    let expected: Vec<_> = setups
        .iter()
        .map(|setup| {
            let mut out = vec![0; 20_000];
            let mut job = Job::new(setup.clone(), Data::Keystream(&mut out));
            reference().encrypt(std::slice::from_mut(&mut job));
            out
        })
        .collect();
    check_keystreams(&setups, &expected);
}

/// The output of the first round after initialisation is thrown away.
#[test]
fn the_discarded_round() {
    let mut random = Random::new(23);
    let (mut setups, mut expected) = (Vec::new(), Vec::new());
    for _ in 0..40 {
        let (key, iv) = (random.array(), random.array());
        let keystream = Zuc::new(&key, &iv).keystream(256);
        let long = Zuc::without_the_discarded_round(&key, &iv).keystream(260);
        assert_eq!(keystream, long[4..]);
        assert_ne!(keystream, long[..256]);
        setups.push(Setup::zuc128(&key, &iv));
        expected.push(keystream);
    }
    check_keystreams(&setups, &expected);
}

/// Lengths that are no multiple of 8 or 32: the last byte and the last word keep what belongs to
/// the message and nothing is lost where the length is a multiple of 32.
#[test]
fn eea3_of_every_length() {
    let mut random = Random::new(24);
    let key = random.array();
    let message = random.bytes(90);
    let keystream = Zuc::new(&key, &oracle::eea3_iv(77, 21, Direction::Downlink)).keystream(90);
    let setup = Setup::eea3(&key, 77, 21, Direction::Downlink).unwrap();
    for batch in batches() {
        let mut outputs = vec![vec![0; 90]; 700];
        let mut jobs: Vec<_> = (0..)
            .zip(&mut outputs)
            .map(|(bits, output)| {
                Job::with_bits(setup.clone(), Data::Copy { input: &message, output }, bits)
            })
            .collect();
        batch.encrypt(&mut jobs);
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
    let setup = MacSetup::eia3(&key, 0xa94059da, 10, Direction::Downlink).unwrap();
    for batch in batches() {
        let mut jobs: Vec<_> =
            (0..=1100).map(|bits| MacJob::with_bits(setup.clone(), &message, bits)).collect();
        batch.mac(&mut jobs);
        for (job, expected) in jobs.iter().zip(&expected) {
            let tag = job.tag.as_ref();
            assert_eq!(tag, expected.to_be_bytes(), "{batch:?}, {} bits", job.bits);
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

/// Every bearer and direction gives a keystream of its own.
#[test]
fn bearer_and_direction_count() {
    let mut seen = std::collections::HashSet::new();
    for bearer in 0..32 {
        for direction in DIRECTIONS {
            let setup = Setup::eea3(&[1; 16], 5, bearer, direction).unwrap();
            let mut out = [0; 16];
            Stream::new(&setup).keystream(&mut out);
            assert!(seen.insert(out));
        }
    }
    assert!(Setup::eea3(&[1; 16], 5, 32, Direction::Uplink).is_err());
    assert!(MacSetup::eia3(&[1; 16], 5, 32, Direction::Uplink).is_err());
}

/// Buffers flush against pages that cannot be touched, so that one byte read or written beyond
/// them ends the test.
#[cfg(target_os = "linux")]
mod pages {
    use super::support::pages::{PAGE, Pages};
    use super::*;

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

    #[test]
    fn encrypting_stays_within_its_buffers() {
        let mut random = Random::new(27);
        let mut inputs: Vec<_> = (0..JOBS).map(|_| Pages::new(PAGE)).collect();
        let mut outputs: Vec<_> = (0..JOBS).map(|_| Pages::new(PAGE)).collect();
        let setups: Vec<_> = (0..JOBS).map(|_| random.setup()).collect();
        let mut keystreams = vec![vec![0; LONGEST]; JOBS];
        for (setup, out) in setups.iter().zip(&mut keystreams) {
            let mut job = Job::new(setup.clone(), Data::Keystream(out));
            reference().encrypt(std::slice::from_mut(&mut job));
        }
        let message = random.bytes(LONGEST);
        for batch in batches() {
            for (length, at_end) in lengths().flat_map(|length| [(length, true), (length, false)]) {
                let count = [1, JOBS, 5][length % 3];
                let bits = 8 * length as u64 - [0, 3][length % 2].min(8 * length as u64);
                let form = |i: usize| (length + i) % 3;
                let mut jobs: Vec<_> = setups[..count]
                    .iter()
                    .zip(&mut inputs)
                    .zip(&mut outputs)
                    .enumerate()
                    .map(|(i, ((setup, input), output))| {
                        let output = output.slice(length, at_end);
                        let data = match form(i) {
                            0 => {
                                output.copy_from_slice(&message[..length]);
                                Data::InPlace(output)
                            }
                            1 => Data::Copy {
                                input: input.message(&message[..length], at_end),
                                output,
                            },
                            _ => Data::Keystream(output),
                        };
                        Job::with_bits(setup.clone(), data, bits)
                    })
                    .collect();
                batch.encrypt(&mut jobs);
                for (i, (job, keystream)) in jobs.iter().zip(&keystreams).enumerate() {
                    assert_eq!(job.status, Status::Done);
                    let whole = (bits / 8) as usize;
                    for (at, &byte) in job.data.output()[..whole].iter().enumerate() {
                        let plain = if form(i) == 2 { 0 } else { message[at] };
                        assert_eq!(byte, plain ^ keystream[at], "{batch:?}, {length} bytes");
                    }
                }
            }
        }
    }

    #[test]
    fn tags_stay_within_their_messages() {
        let mut random = Random::new(28);
        let mut pages: Vec<_> = (0..JOBS).map(|_| Pages::new(PAGE)).collect();
        let setups: Vec<_> = (0..JOBS).map(|_| random.mac_setup()).collect();
        let message = random.bytes(LONGEST);
        for (length, at_end) in lengths().flat_map(|length| [(length, true), (length, false)]) {
            let count = [JOBS, 1, 5][length % 3];
            let bits = 8 * length as u64 - [0, 5][length % 2].min(8 * length as u64);
            let mut expected: Vec<_> = setups[..count]
                .iter()
                .map(|setup| MacJob::with_bits(setup.clone(), &message, bits))
                .collect();
            reference().mac(&mut expected);
            let messages: Vec<_> =
                pages.iter_mut().map(|pages| pages.message(&message[..length], at_end)).collect();
            for batch in batches() {
                let mut jobs: Vec<_> = setups[..count]
                    .iter()
                    .zip(&messages)
                    .map(|(setup, message)| MacJob::with_bits(setup.clone(), message, bits))
                    .collect();
                batch.mac(&mut jobs);
                for (job, expected) in jobs.iter().zip(&expected) {
                    assert_eq!(job.tag, expected.tag, "{batch:?}, {length} bytes");
                }
            }
        }
    }

    #[test]
    fn streams_stay_within_their_pieces() {
        let mut random = Random::new(29);
        let (mut input, mut output) = (Pages::new(PAGE), Pages::new(PAGE));
        let setup = random.setup();
        let message = random.bytes(LONGEST);
        for backend in Backend::available() {
            let mut stream = Stream::with_backend(&setup, backend).unwrap();
            for (length, at_end) in lengths().flat_map(|length| [(length, true), (length, false)]) {
                stream.apply(output.slice(length, at_end));
                stream.keystream(output.slice(length, at_end));
                let input = input.message(&message[..length], at_end);
                stream.apply_to(input, output.slice(length, at_end)).unwrap();
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
    let iv = Iv184::from_packed(&[3; 23]);
    let mut setups = vec![MacSetup::eia3(&[9; 16], 1, 2, Direction::Uplink).unwrap()];
    setups.extend(TagLength::ALL.map(|length| MacSetup::zuc256(&[9; 32], &iv, length)));
    let eia3 = oracle::eia3(&[9; 16], 1, 2, Direction::Uplink, &[], 0);
    for batch in batches() {
        let mut jobs: Vec<_> = setups.iter().map(|s| MacJob::new(s.clone(), &[])).collect();
        batch.mac(&mut jobs);
        assert_eq!(jobs[0].tag.as_ref(), eia3.to_be_bytes());
        for (job, setup) in jobs.iter().zip(&setups) {
            let mut alone = [MacJob::new(setup.clone(), &[])];
            reference().mac(&mut alone);
            assert_eq!((job.status, job.tag), (Status::Done, alone[0].tag), "{batch:?}");
        }
    }
}

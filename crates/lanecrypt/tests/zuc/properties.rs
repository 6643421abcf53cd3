//! Properties that hold for all keys, lengths, alignments and batches, on every backend and
//! variant, tried on random ones from fixed seeds.

use lanecrypt::stream::zuc::{Variant, Zuc128};
use lanecrypt::{
    Algorithm, Backend, Batch, CipherJob, Data, Error, Key, MacJob, Status, StreamCipher as _,
};

use crate::support::jobs::{Keys, key_of, run};
use crate::support::{
    Draw, Guarded, Random, ZucCipher, ZucMac, batch, each_cipher, each_mac, each_test, keystream,
    reference, ways,
};

each_cipher! {
    a_batch_is_its_jobs_one_by_one
    a_message_alone_is_what_it_is_in_a_batch
    large_batches_and_long_messages_keep_every_job_apart
    a_long_message_may_be_anywhere_in_a_batch
    a_batch_may_hold_nothing_but_wrong_jobs
    every_alignment_and_every_length_in_bits
    encrypting_twice_gives_the_message_back
    empty_batches_and_empty_messages
    finished_jobs_are_left_alone
    a_stream_may_be_cut_anywhere
    a_stream_outlives_its_key_object
}

each_mac! {
    a_batch_of_tags_is_its_tags_one_by_one
    a_tag_alone_is_what_it_is_in_a_batch
    large_batches_of_tags_and_long_messages
    a_long_message_of_a_tag_may_be_anywhere_in_a_batch
    bits_beyond_the_length_do_not_show_in_the_tag
    a_tag_is_verified_whole
    empty_batches_of_tags
}

each_test! {
    bits_of_nia3: lanecrypt::threegpp::Nia3,
    bits_of_zuc256_mac: lanecrypt::stream::zuc::Zuc256Mac,
    bytes_of_nia6: lanecrypt::threegpp::Nia6,
    | { tags_of_every_length_and_of_nothing }
}

/// A batch call.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Call {
    Encrypt,
    Decrypt,
    Keystream,
}

impl Call {
    const ALL: [Self; 3] = [Self::Encrypt, Self::Decrypt, Self::Keystream];
}

/// What is wrong with the key of a job, or with what goes with it.
#[derive(Clone, Copy, PartialEq)]
enum Wrong {
    Nothing,
    Key,
    Start,
}

/// A job to be made again and again, with what must come of it.
struct Case<C: ZucCipher> {
    key: Vec<u8>,
    given: C::Given,
    wrong: Wrong,
    /// Whether input and output are apart.
    apart: bool,
    bits: u64,
    input: Vec<u8>,
    /// What is in the buffer before.
    content: Vec<u8>,
    buffer: Guarded,
    encrypted: Vec<u8>,
    keystream: Vec<u8>,
    status: Status,
}

impl<C: ZucCipher> Case<C> {
    /// A random one; some are wrong.
    fn new(random: &mut Random) -> Self {
        let bits = random.bits();
        let spare = if random.below(2) == 0 { 0 } else { random.below(20) };
        Self::with(random, bits, spare)
    }

    fn with(random: &mut Random, bits: u64, spare: usize) -> Self {
        let bytes = bits.div_ceil(8) as usize;
        let length = bytes + spare;
        let apart = random.below(3) > 0;
        let (key, mut given) = (random.bytes(C::KEY_BYTES), C::given(random));
        let mut input = random.bytes(length);
        let alignment = random.below(64);
        // What `jobs::run` makes of an output that is apart before it is written again.
        let content = if apart { vec![0xa5; length] } else { input.clone() };

        // What the reference makes of it on its own, in place.
        let expected = |plain: &[u8]| {
            let mut expected = content.clone();
            expected[..bytes].copy_from_slice(plain);
            let key: C = reference(&key);
            key.encrypt_bits(C::nonce(&given), &mut expected[..], bits).unwrap();
            expected
        };
        let mut encrypted = expected(&input[..bytes]);
        let mut keystream = expected(&vec![0; bytes]);

        let (mut bits, mut wrong, mut status) = (bits, Wrong::Nothing, Status::Done);
        match random.below(20) {
            0 => {
                let available = 8 * length as u64;
                bits = if random.below(4) == 0 { u64::MAX } else { available + 1 + random.bits() };
                status = Status::Failed(too_many_bits(bits, available));
            }
            1..=3 if apart => {
                let more = 1 + random.below(40);
                let less = random.below(input.len() + 1);
                if random.below(2) == 0 {
                    input.extend(random.bytes(more));
                } else if less < input.len() {
                    input.truncate(less);
                }
                if input.len() != length {
                    let error = Error::OutputLength { output: length, input: input.len() };
                    status = Status::Failed(error);
                }
            }
            4 => {
                wrong = Wrong::Key;
                let (bytes, expected) = (C::KEY_BYTES - 1, C::KEY_BYTES);
                status = Status::Failed(Error::KeyLength { bytes, expected });
            }
            5 => {
                wrong = Wrong::Start;
                status = Status::Failed(Error::StartBlock { block: 1 });
            }
            6 | 7 => {
                if let Some((other, error)) = C::wrongly_given(random) {
                    (given, status) = (other, Status::Failed(error));
                }
            }
            _ => {}
        }
        if status != Status::Done {
            encrypted.clone_from(&content);
            keystream.clone_from(&content);
        }
        let buffer = Guarded::new(random, alignment, &content);
        Self {
            key,
            given,
            wrong,
            apart,
            bits,
            input,
            content,
            buffer,
            encrypted,
            keystream,
            status,
        }
    }

    /// The buffers, the output as it was.
    fn data(&mut self) -> Data<'_> {
        data(self.apart, &self.input, &self.content, &mut self.buffer)
    }

    /// The job, with a ready key if there is one.
    fn job<'a>(&'a mut self, object: &'a Option<C>) -> CipherJob<'a, C> {
        let (bits, whole) = (self.bits, 8 * self.content.len() as u64);
        let data = data(self.apart, &self.input, &self.content, &mut self.buffer);
        let key = match self.wrong {
            Wrong::Key => Key::Bytes(&self.key[1..]),
            _ => key_of(&self.key, object),
        };
        let job = CipherJob::new(key, C::nonce(&self.given), data);
        let job = if self.wrong == Wrong::Start { job.with_start_block(1) } else { job };
        if bits == whole { job } else { job.with_bits(bits) }
    }

    fn expected(&self, call: Call) -> &[u8] {
        if call == Call::Keystream { &self.keystream } else { &self.encrypted }
    }

    fn check(&self, call: Call, status: Status, what: &dyn Fn() -> String) {
        let bits = self.bits;
        assert_eq!(status, self.status, "{}: {call:?}, {bits} bits", what());
        let right = self.buffer.get() == self.expected(call);
        assert!(right, "wrong output: {}: {call:?}, {bits} bits", what());
        self.buffer.check_guards();
    }
}

/// The error of a length in bits. 2^64 - 2 stands for itself and for 2^64 - 1.
fn too_many_bits(bits: u64, available: u64) -> Error {
    Error::BitLength { bits: bits.min(u64::MAX - 1), available }
}

fn data<'a>(apart: bool, input: &'a [u8], content: &[u8], buffer: &'a mut Guarded) -> Data<'a> {
    let output = buffer.get_mut();
    output.copy_from_slice(content);
    if apart { Data::Copy { input, output } } else { Data::InPlace(output) }
}

/// The keys of a batch, where they are ready: expanded for another variant than that of the batch.
fn objects<A: Algorithm<Options = Variant>>(
    keys: Keys,
    all: &[&[u8]],
    (backend, variant): (Backend, Variant),
) -> Vec<Option<A>> {
    let place = Variant::ALL.iter().position(|other| *other == variant).unwrap();
    let other = Variant::ALL[(place + keys as usize) % Variant::ALL.len()];
    keys.objects(all.iter().copied(), other, backend)
}

fn run_cases<C: ZucCipher>(way: (Backend, Variant), keys: Keys, call: Call, cases: &mut [Case<C>]) {
    let batch: Batch<C> = batch(way);
    let all: Vec<_> = cases.iter().map(|case| &case.key[..]).collect();
    let objects = objects::<C>(keys, &all, way);
    let mut jobs: Vec<_> =
        cases.iter_mut().zip(&objects).map(|(case, object)| case.job(object)).collect();
    let report = run(&mut jobs, &|jobs| match call {
        Call::Encrypt => batch.encrypt(jobs),
        Call::Decrypt => batch.decrypt(jobs),
        Call::Keystream => batch.keystream(jobs),
    });
    let statuses: Vec<_> = jobs.iter().map(CipherJob::status).collect();
    drop(jobs);
    assert_eq!(report.done(), cases.iter().filter(|case| case.status == Status::Done).count());
    for (i, (case, status)) in cases.iter().zip(&statuses).enumerate() {
        let what = || format!("{batch:?}, {keys:?}, job {i} of {}", statuses.len());
        case.check(call, *status, &what);
    }
}

/// Batch sizes from none to 150, all the small ones.
fn sizes(random: &mut Random) -> Vec<usize> {
    let mut sizes: Vec<_> = (0..=36).chain([47, 48, 49, 63, 64, 65, 149, 150]).collect();
    sizes.extend((0..6).map(|_| random.below(151)));
    sizes
}

fn a_batch_is_its_jobs_one_by_one<C: ZucCipher>() {
    let mut random = Random::new(1);
    let mut cases: Vec<Case<C>> = (0..150).map(|_| Case::new(&mut random)).collect();
    for apart in [false, true] {
        assert!(cases.iter().filter(|case| case.apart == apart).count() > 20);
    }
    let wrong = |is: &dyn Fn(Error) -> bool| {
        cases.iter().any(|case| matches!(case.status, Status::Failed(error) if is(error)))
    };
    assert!(wrong(&|error| matches!(error, Error::BitLength { .. })));
    assert!(wrong(&|error| matches!(error, Error::OutputLength { .. })));
    assert!(wrong(&|error| matches!(error, Error::KeyLength { .. })));
    assert!(wrong(&|error| matches!(error, Error::StartBlock { .. })));
    let mut turn = 0;
    for way in ways() {
        for size in sizes(&mut random) {
            cases.rotate_left(random.below(150));
            for call in Call::ALL {
                turn += 1;
                run_cases(way, Keys::turn(turn), call, &mut cases[..size]);
            }
        }
    }
}

fn a_message_alone_is_what_it_is_in_a_batch<C: ZucCipher>() {
    let mut random = Random::new(2);
    let mut cases: Vec<Case<C>> = (0..100).map(|_| Case::new(&mut random)).collect();
    for (backend, variant) in ways() {
        for case in cases.iter_mut().filter(|case| case.wrong == Wrong::Nothing) {
            let key = C::with_options(&case.key, variant, backend).unwrap();
            assert_eq!(key.backend(), backend);
            let (given, bits, status) = (case.given, case.bits, case.status);
            let whole = bits == 8 * case.content.len() as u64;
            let what = || format!("{backend}, {variant:?}");
            for call in Call::ALL {
                let result = match call {
                    Call::Encrypt if whole => key.encrypt(C::nonce(&given), case.data()),
                    Call::Encrypt => key.encrypt_bits(C::nonce(&given), case.data(), bits),
                    Call::Decrypt if whole => key.decrypt(C::nonce(&given), case.data()),
                    Call::Decrypt => key.decrypt_bits(C::nonce(&given), case.data(), bits),
                    // There are no bits and there is no input.
                    Call::Keystream if whole && !case.apart => {
                        case.data();
                        key.keystream(C::nonce(&given), case.buffer.get_mut())
                    }
                    Call::Keystream => continue,
                };
                case.check(call, result.map_or_else(Status::Failed, |()| Status::Done), &what);
                assert_eq!(case.status, status);
            }
        }
    }
    for wrong in [0, C::KEY_BYTES - 1, C::KEY_BYTES + 1] {
        let error = Error::KeyLength { bytes: wrong, expected: C::KEY_BYTES };
        assert_eq!(C::new(&vec![0; wrong]).err(), Some(error));
        assert_eq!(C::with_backend(&vec![0; wrong], Backend::Portable).err(), Some(error));
    }
    for backend in Backend::ALL.into_iter().filter(|backend| !backend.is_available()) {
        let error = Error::BackendUnavailable { backend };
        assert_eq!(C::with_backend(&vec![0; C::KEY_BYTES], backend).err(), Some(error));
        assert_eq!(Batch::<C>::with_backend(backend).err(), Some(error));
    }
}

fn large_batches_and_long_messages_keep_every_job_apart<C: ZucCipher>() {
    let mut random = Random::new(3);
    let mut cases: Vec<Case<C>> = (0..700)
        .map(|_| {
            let bits = random.below(1200) as u64;
            Case::with(&mut random, bits, 0)
        })
        .collect();
    for bits in [800_000, 65_536 * 8, 300_001] {
        let place = random.below(cases.len());
        cases[place] = Case::with(&mut random, bits, 3);
    }
    for (turn, way) in ways().enumerate() {
        run_cases(way, Keys::turn(turn), Call::Encrypt, &mut cases);
        run_cases(way, Keys::turn(turn + 1), Call::ALL[turn % 3], &mut cases[..257]);
    }
}

fn a_long_message_may_be_anywhere_in_a_batch<C: ZucCipher>() {
    let mut random = Random::new(30);
    let mut cases: Vec<Case<C>> = (0..41)
        .map(|_| {
            let bits = random.below(600 * 8 + 1) as u64;
            Case::with(&mut random, bits, 0)
        })
        .collect();
    cases[0] = Case::with(&mut random, 1500 * 8, 0);
    for way in ways() {
        for turn in 0..cases.len() {
            cases.rotate_right(1);
            run_cases(way, Keys::turn(turn), Call::ALL[turn % 3], &mut cases);
        }
    }
}

fn a_batch_may_hold_nothing_but_wrong_jobs<C: ZucCipher>() {
    let mut random = Random::new(4);
    for way in ways() {
        for wrong in [1, 5, 40] {
            let mut data = vec![[7; 3]; wrong];
            let key = C::new(&random.bytes(C::KEY_BYTES)).unwrap();
            let given = C::given(&mut random);
            let mut jobs: Vec<_> = data
                .iter_mut()
                .map(|data| CipherJob::new(&key, C::nonce(&given), data).with_bits(25))
                .collect();
            let report = run(&mut jobs, &|jobs| batch(way).encrypt(jobs));
            let error = Error::BitLength { bits: 25, available: 24 };
            assert_eq!((report.failed(), report.first_failure()), (wrong, Some((0, error))));
            assert!(jobs.iter().all(|job| job.status() == Status::Failed(error)));
            drop(jobs);
            assert_eq!(data, vec![[7; 3]; wrong]);
        }
    }
}

fn every_alignment_and_every_length_in_bits<C: ZucCipher>() {
    let mut random = Random::new(5);
    for way in ways() {
        // Sixty-four jobs, one an alignment, lengths running over all of 0 to 1535 bits.
        for round in 0..24 {
            let (key, given) = (random.bytes(C::KEY_BYTES), C::given(&mut random));
            let mut buffers: Vec<_> = (0..64)
                .map(|alignment| {
                    let bits: usize = 64 * round + alignment;
                    let content = random.bytes(bits.div_ceil(8) + 2);
                    (bits as u64, Guarded::new(&mut random, alignment, &content), content)
                })
                .collect();
            let keystream = keystream::<C>(&key, &given, 200);
            let batch: Batch<C> = batch(way);
            let mut jobs: Vec<_> = buffers
                .iter_mut()
                .map(|(bits, buffer, _)| {
                    CipherJob::new(&key[..], C::nonce(&given), buffer.get_mut()).with_bits(*bits)
                })
                .collect();
            batch.encrypt(&mut jobs).into_result().unwrap();
            drop(jobs);
            for (bits, buffer, original) in &buffers {
                let (whole, rest) = ((bits / 8) as usize, bits % 8);
                for (i, (&new, &old)) in buffer.get().iter().zip(original).enumerate() {
                    let encrypted = old ^ keystream[i];
                    let expected = match i {
                        _ if i < whole => encrypted,
                        _ if i == whole && rest > 0 => encrypted & !(0xff >> rest),
                        _ => old,
                    };
                    assert_eq!(new, expected, "{batch:?}, {bits} bits, byte {i}");
                }
                buffer.check_guards();
            }
        }
    }
}

fn encrypting_twice_gives_the_message_back<C: ZucCipher>() {
    let mut random = Random::new(6);
    for way in ways() {
        let messages: Vec<_> = (0..37)
            .map(|_| {
                let bits = random.bits();
                let (key, given) = (random.bytes(C::KEY_BYTES), C::given(&mut random));
                (key, given, random.bytes(bits.div_ceil(8) as usize), bits)
            })
            .collect();
        let mut data: Vec<_> = messages.iter().map(|(_, _, message, _)| message.clone()).collect();
        for _ in 0..2 {
            let mut jobs: Vec<_> = messages
                .iter()
                .zip(&mut data)
                .map(|((key, given, _, bits), data)| {
                    CipherJob::new(&key[..], C::nonce(given), &mut data[..]).with_bits(*bits)
                })
                .collect();
            batch::<C>(way).encrypt(&mut jobs).into_result().unwrap();
        }
        for ((_, _, message, bits), data) in messages.into_iter().zip(data) {
            let mut message = message;
            if let (Some(last), 1..) = (message.last_mut(), bits % 8) {
                *last &= !(0xff >> (bits % 8));
            }
            assert_eq!(data, message);
        }
    }
}

fn empty_batches_and_empty_messages<C: ZucCipher>() {
    let mut random = Random::new(7);
    let key = random.bytes(C::KEY_BYTES);
    for way in ways() {
        let batch: Batch<C> = batch(way);
        for report in [batch.encrypt(&mut []), batch.decrypt(&mut []), batch.keystream(&mut [])] {
            assert_eq!((report.jobs(), report.done(), report.is_ok()), (0, 0, true));
        }
        for count in [1, 2, 9, 40] {
            let given: Vec<_> = (0..count).map(|_| C::given(&mut random)).collect();
            let mut buffers = vec![[0xa5; 9]; count];
            let mut jobs: Vec<_> = buffers
                .iter_mut()
                .zip(&given)
                .enumerate()
                .map(|(i, (buffer, given))| {
                    let data = match i % 3 {
                        0 => Data::InPlace(buffer),
                        1 => Data::default(),
                        _ => Data::Copy { input: &[1; 9], output: buffer },
                    };
                    CipherJob::new(&key[..], C::nonce(given), data).with_bits(0)
                })
                .collect();
            let report = run(&mut jobs, &|jobs| match count % 2 {
                0 => batch.encrypt(jobs),
                _ => batch.keystream(jobs),
            });
            assert_eq!((report.jobs(), report.done(), report.is_ok()), (count, count, true));
            drop(jobs);
            assert_eq!(buffers, vec![[0xa5; 9]; count]);
        }
    }
}

/// A second call, of whatever kind, changes nothing; what is made pending is processed again, and
/// nothing else is.
fn finished_jobs_are_left_alone<C: ZucCipher>() {
    let mut random = Random::new(8);
    let key = random.bytes(C::KEY_BYTES);
    let ready = C::new(&key).unwrap();
    for way in ways() {
        let batch: Batch<C> = batch(way);
        for count in [1, 3, 17, 66] {
            let given: Vec<_> = (0..count).map(|_| C::given(&mut random)).collect();
            let plain: Vec<_> = (0..count).map(|i| random.bytes(1 + 5 * i)).collect();
            let mut data = plain.clone();
            let mut jobs: Vec<_> = data
                .iter_mut()
                .zip(&given)
                .enumerate()
                .map(|(i, (data, given))| {
                    let key = if i % 2 == 0 { Key::Ready(&ready) } else { Key::Bytes(&key) };
                    let job = CipherJob::new(key, C::nonce(given), &mut data[..]);
                    // Wrong at first.
                    if i % 5 == 4 { job.with_bits(u64::MAX) } else { job }
                })
                .collect();
            let outputs = |jobs: &[CipherJob<'_, C>]| -> Vec<Vec<u8>> {
                jobs.iter().map(|job| job.data.output().to_vec()).collect()
            };
            let failed = (0..count).filter(|i| i % 5 == 4).count();
            let report = batch.encrypt(&mut jobs);
            assert_eq!((report.jobs(), report.failed()), (count, failed));
            let encrypted = outputs(&jobs);
            for (i, (new, old)) in encrypted.iter().zip(&plain).enumerate() {
                // A short message may meet keystream of zeros.
                assert!(if i % 5 == 4 { new == old } else { new != old || i < 2 });
            }
            assert_eq!(batch.encrypt(&mut jobs), report);
            assert_eq!(batch.decrypt(&mut jobs), report);
            assert_eq!(batch.keystream(&mut jobs), report);
            assert!(outputs(&jobs) == encrypted, "a finished job was processed again");

            jobs.iter_mut().step_by(3).for_each(CipherJob::make_pending);
            assert_eq!(batch.decrypt(&mut jobs), report);
            for (i, output) in outputs(&jobs).iter().enumerate() {
                let expected = if i % 3 == 0 { &plain[i] } else { &encrypted[i] };
                assert_eq!(output, expected, "{batch:?}, job {i} of {count}");
            }
        }
    }
}

fn a_stream_may_be_cut_anywhere<C: ZucCipher>() {
    let mut random = Random::new(9);
    for backend in Backend::available() {
        for _ in 0..60 {
            let (key, given) = (random.bytes(C::KEY_BYTES), C::given(&mut random));
            let length = random.below(1500);
            let message = random.bytes(length);
            let keystream = keystream::<C>(&key, &given, length);
            let expected: Vec<u8> = message.iter().zip(&keystream).map(|(a, b)| a ^ b).collect();

            let mut stream = C::with_backend(&key, backend).unwrap().pieces(&given);
            assert_eq!((stream.backend(), stream.position()), (backend, 0));
            let mut output = message.clone();
            let mut at = 0;
            while at < length {
                let size = [0, 1, 3, 63, 64, 65, 128, 500][random.below(8)].min(length - at);
                let range = at..at + size;
                let (piece, expected) = (&mut output[range.clone()], &expected[range.clone()]);
                match random.below(3) {
                    0 => {
                        stream.apply(&mut *piece).unwrap();
                        assert_eq!(piece, expected);
                    }
                    1 => {
                        stream.apply((&message[range], &mut *piece)).unwrap();
                        assert_eq!(piece, expected);
                    }
                    _ => {
                        stream.keystream(piece).unwrap();
                        assert_eq!(*piece, keystream[range]);
                    }
                }
                at += size;
                assert_eq!(stream.position(), at as u64);
            }
        }
    }
}

/// A stream owns what it needs, and refuses an output of another length without moving.
fn a_stream_outlives_its_key_object<C: ZucCipher>() {
    let mut random = Random::new(10);
    let (key, given) = (random.bytes(C::KEY_BYTES), C::given(&mut random));
    let expected = keystream::<C>(&key, &given, 300);
    for backend in Backend::available() {
        let mut stream = {
            let key = C::with_backend(&key, backend).unwrap();
            key.pieces(&given)
        };
        // Something else where the key was.
        let other = std::hint::black_box(C::with_backend(&[0xaa; 32][..C::KEY_BYTES], backend));
        let mut output = [9; 4];
        let error = Error::OutputLength { output: 4, input: 5 };
        assert_eq!(stream.apply((&[0; 5][..], &mut output[..])), Err(error));
        assert_eq!((output, stream.position()), ([9; 4], 0));
        let mut keystream = vec![0; 300];
        for piece in keystream.chunks_mut(99) {
            stream.keystream(piece).unwrap();
        }
        assert_eq!(keystream, expected, "{backend}");
        assert!(other.is_ok());
    }
}

/// A message to authenticate, with its tag.
struct TagCase<M: ZucMac> {
    key: Vec<u8>,
    given: M::Given,
    /// The length of the tag of its key, and the one that the job asks for.
    tag_bytes: usize,
    asked: usize,
    wrong_key: bool,
    message: Guarded,
    bits: u64,
    tag: Vec<u8>,
    status: Status,
}

impl<M: ZucMac> TagCase<M> {
    fn new(random: &mut Random) -> Self {
        let bits = random.bits();
        let spare = if random.below(2) == 0 { 0 } else { random.below(20) };
        Self::with(random, bits, spare)
    }

    /// Whole bytes where the MAC knows nothing else.
    fn with(random: &mut Random, bits: u64, spare: usize) -> Self {
        let (bits, spare) = if M::BIT_LENGTHS { (bits, spare) } else { (bits / 8 * 8, 0) };
        let tag_bytes = M::TAG_BYTES[random.below(M::TAG_BYTES.len())];
        let (key, mut given) = (random.bytes(M::KEY_BYTES), M::given(random, tag_bytes));
        let content = random.bytes(bits.div_ceil(8) as usize + spare);
        let mac = reference::<M>(&key).with_tag_bytes(tag_bytes).unwrap();
        let tag = mac.compute_bits(M::nonce(&given), &content, bits).unwrap().as_ref().to_vec();
        assert_eq!(tag.len(), tag_bytes);

        let (mut bits, mut asked, mut wrong_key) = (bits, tag_bytes, false);
        let mut status = Status::Done;
        let available = 8 * content.len() as u64;
        match random.below(20) {
            0 => {
                bits = if random.below(4) == 0 { u64::MAX } else { available + 1 + random.bits() };
                status = Status::Failed(too_many_bits(bits, available));
            }
            1 if !M::BIT_LENGTHS && bits > 0 => {
                bits -= 1 + random.below(bits as usize) as u64;
                status = Status::Failed(Error::NoBitLengths { bits, available });
            }
            2 => {
                wrong_key = true;
                let (bytes, expected) = (M::KEY_BYTES + 1, M::KEY_BYTES);
                status = Status::Failed(Error::KeyLength { bytes, expected });
            }
            3 => {
                asked = [0, 3, 17][random.below(3)];
                status = Status::Failed(Error::TagLength { bytes: asked, allowed: M::TAG_BYTES });
            }
            4 | 5 => {
                if let Some((other, error)) = M::wrongly_given(random, tag_bytes) {
                    (given, status) = (other, Status::Failed(error));
                }
            }
            _ => {}
        }
        let alignment = random.below(64);
        let message = Guarded::new(random, alignment, &content);
        Self { key, given, tag_bytes, asked, wrong_key, message, bits, tag, status }
    }

    /// What must become of it, with a ready key or not.
    fn status(&self, ready: bool) -> Status {
        match self.status {
            // A ready key has its length of tags.
            Status::Failed(Error::TagLength { bytes, .. }) if ready => {
                Status::Failed(Error::TagMismatch { bytes, expected: self.tag_bytes })
            }
            status => status,
        }
    }

    /// The job, with a ready key if there is one, to be verified if there is a tag.
    fn job<'a>(&'a self, object: &'a Option<M>, tag: Option<&[u8]>) -> MacJob<'a, M> {
        let key = match self.wrong_key {
            true => Key::Bytes(&[7; 33][..M::KEY_BYTES + 1]),
            false => key_of(&self.key, object),
        };
        let (given, message) = (M::nonce(&self.given), self.message.get());
        let job = match tag {
            Some(tag) => MacJob::expecting(key, given, message, tag),
            None => MacJob::new(key, given, message),
        };
        let implied = match key {
            Key::Ready(_) => self.tag_bytes,
            _ => M::DEFAULT_TAG_BYTES,
        };
        let job = match self.asked == implied && self.bits.is_multiple_of(2) {
            true => job,
            false => job.with_tag_bytes(self.asked),
        };
        if self.bits == 8 * message.len() as u64 { job } else { job.with_bits(self.bits) }
    }
}

/// The key objects of a batch, with the lengths of their tags.
fn tag_objects<M: ZucMac>(
    keys: Keys,
    cases: &[TagCase<M>],
    way: (Backend, Variant),
) -> Vec<Option<M>> {
    let all: Vec<_> = cases.iter().map(|case| &case.key[..]).collect();
    objects::<M>(keys, &all, way)
        .into_iter()
        .zip(cases)
        .map(|(object, case)| Some(object?.with_tag_bytes(case.tag_bytes).unwrap()))
        .collect()
}

fn check_tags<M: ZucMac>(
    cases: &[TagCase<M>],
    jobs: &[MacJob<'_, M>],
    statuses: &[Status],
    what: &dyn Fn() -> String,
) {
    for (i, ((case, job), status)) in cases.iter().zip(jobs).zip(statuses).enumerate() {
        let what = || format!("{}, job {i} of {}: {} bits", what(), cases.len(), case.bits);
        assert_eq!(job.status(), *status, "{}", what());
        let expected = (*status == Status::Done).then_some(&case.tag[..]);
        assert_eq!(job.tag().map(|tag| tag.as_ref()), expected, "{}", what());
    }
}

/// The tags of a batch are computed, and verified: three of four are right.
fn run_tags<M: ZucMac>(way: (Backend, Variant), keys: Keys, cases: &[TagCase<M>]) {
    let batch: Batch<M> = batch(way);
    let objects = tag_objects(keys, cases, way);
    let places = || cases.iter().zip(&objects);
    // A job whose key is wrong has it as bytes.
    let statuses: Vec<_> =
        places().map(|(case, object)| case.status(object.is_some() && !case.wrong_key)).collect();
    let mut jobs: Vec<_> = places().map(|(case, object)| case.job(object, None)).collect();
    let report = run(&mut jobs, &|jobs| batch.compute(jobs));
    assert_eq!(report.done(), done(&statuses));
    check_tags(cases, &jobs, &statuses, &|| format!("computed, {batch:?}, {keys:?}"));

    let tags: Vec<Vec<u8>> = cases
        .iter()
        .enumerate()
        .map(|(i, case)| {
            let mut tag = case.tag.clone();
            match i % 8 {
                3 => tag[i / 8 % case.tag_bytes] ^= 1 << (i % 7),
                6 => tag.resize([0, tag.len() - 1, tag.len() + 1, 40][i / 8 % 4], 0),
                _ => {}
            }
            tag
        })
        .collect();
    let statuses: Vec<_> = statuses
        .iter()
        .zip(cases)
        .enumerate()
        .map(|(i, (status, case))| match (status, i % 8) {
            (Status::Done, 3) => Status::Failed(Error::Authentication),
            // The length of a tag is looked at before what is said of bits and nonces.
            (Status::Failed(error), 6) if is_earlier(*error) => *status,
            (_, 6) => {
                let (bytes, expected) = (tags[i].len(), case.tag_bytes);
                Status::Failed(Error::TagMismatch { bytes, expected })
            }
            _ => *status,
        })
        .collect();
    let mut jobs: Vec<_> =
        places().zip(&tags).map(|((case, object), tag)| case.job(object, Some(tag))).collect();
    let report = run(&mut jobs, &|jobs| batch.verify(jobs));
    assert_eq!(report.done(), done(&statuses));
    check_tags(cases, &jobs, &statuses, &|| format!("verified, {batch:?}, {keys:?}"));
    cases.iter().for_each(|case| case.message.check_guards());
}

fn done(statuses: &[Status]) -> usize {
    statuses.iter().filter(|status| **status == Status::Done).count()
}

/// Whether an error is found before the length of the expected tag is looked at.
fn is_earlier(error: Error) -> bool {
    match error {
        Error::KeyLength { .. } | Error::TagLength { .. } => true,
        // What a job asks of a ready key, but not what an IV was made for.
        Error::TagMismatch { bytes, .. } => [0, 3, 17].contains(&bytes),
        _ => false,
    }
}

fn a_batch_of_tags_is_its_tags_one_by_one<M: ZucMac>() {
    let mut random = Random::new(11);
    let mut cases: Vec<TagCase<M>> = (0..150).map(|_| TagCase::new(&mut random)).collect();
    let wrong = |is: &dyn Fn(Error) -> bool| {
        cases.iter().any(|case| matches!(case.status, Status::Failed(error) if is(error)))
    };
    assert!(wrong(&|error| matches!(error, Error::BitLength { .. })));
    assert!(wrong(&|error| matches!(error, Error::KeyLength { .. })));
    assert!(wrong(&|error| matches!(error, Error::TagLength { .. })));
    for way in ways() {
        for (turn, size) in sizes(&mut random).into_iter().enumerate() {
            cases.rotate_left(random.below(150));
            run_tags(way, Keys::turn(turn), &cases[..size]);
        }
    }
}

fn a_tag_alone_is_what_it_is_in_a_batch<M: ZucMac>() {
    let mut random = Random::new(12);
    let cases: Vec<TagCase<M>> = (0..100).map(|_| TagCase::new(&mut random)).collect();
    for (backend, variant) in ways() {
        for case in &cases {
            // What is wrong with the key or the length of its tags shows when it is made.
            let (bytes, allowed) = (case.asked, M::TAG_BYTES);
            let key = M::with_options(&case.key, variant, backend).unwrap();
            assert_eq!((key.backend(), key.tag_bytes()), (backend, M::DEFAULT_TAG_BYTES));
            let refused = Error::TagLength { bytes, allowed };
            if case.status == Status::Failed(refused) {
                assert_eq!(key.with_tag_bytes(bytes).err(), Some(refused));
                continue;
            }
            if case.wrong_key {
                continue;
            }
            let key = key.with_tag_bytes(case.tag_bytes).unwrap();
            assert_eq!(key.tag_bytes(), case.tag_bytes);
            let (given, message, bits) = (M::nonce(&case.given), case.message.get(), case.bits);
            let whole = bits == 8 * message.len() as u64;
            let (computed, verified) = match whole {
                true => (key.compute(given, message), key.verify(given, message, &case.tag)),
                false => (
                    key.compute_bits(given, message, bits),
                    key.verify_bits(given, message, bits, &case.tag),
                ),
            };
            let what = format!("{backend}, {variant:?}, {bits} bits");
            match case.status {
                Status::Failed(error) => {
                    assert_eq!(computed.err(), Some(error), "{what}");
                    assert_eq!(verified, Err(error), "{what}");
                }
                _ => {
                    assert_eq!(computed.unwrap().as_ref(), case.tag, "{what}");
                    assert_eq!(verified, Ok(()), "{what}");
                }
            }
        }
    }
}

fn large_batches_of_tags_and_long_messages<M: ZucMac>() {
    let mut random = Random::new(13);
    let mut cases: Vec<TagCase<M>> = (0..600)
        .map(|_| {
            let bits = random.below(1200) as u64;
            TagCase::with(&mut random, bits, 0)
        })
        .collect();
    for bits in [400_000, 32_768 * 8, 150_001] {
        let place = random.below(cases.len());
        cases[place] = TagCase::with(&mut random, bits, 3);
    }
    for (turn, way) in ways().enumerate() {
        run_tags(way, Keys::turn(turn), &cases);
        run_tags(way, Keys::turn(turn + 1), &cases[..257]);
    }
}

fn a_long_message_of_a_tag_may_be_anywhere_in_a_batch<M: ZucMac>() {
    let mut random = Random::new(31);
    let mut cases: Vec<TagCase<M>> = (0..41)
        .map(|_| {
            let bits = random.below(600 * 8 + 1) as u64;
            TagCase::with(&mut random, bits, 0)
        })
        .collect();
    cases[0] = TagCase::with(&mut random, 1500 * 8, 0);
    for way in ways() {
        for turn in 0..cases.len() {
            cases.rotate_right(1);
            run_tags(way, Keys::turn(turn), &cases);
        }
    }
}

fn tags_of_every_length_and_of_nothing<M: ZucMac>() {
    let mut random = Random::new(14);
    // From 0 on: the message of no bits, of every kind of tag, is among them.
    let step = if M::BIT_LENGTHS { 1 } else { 8 };
    let mut cases: Vec<TagCase<M>> =
        (0..1100).map(|i| TagCase::with(&mut random, step * i, 1)).collect();
    cases.extend((0..16).map(|_| TagCase::with(&mut random, 0, 0)));
    for way in ways() {
        for (turn, cases) in cases.chunks(70).enumerate() {
            run_tags(way, Keys::turn(turn), cases);
        }
    }
}

fn bits_beyond_the_length_do_not_show_in_the_tag<M: ZucMac>() {
    let mut random = Random::new(15);
    let mut cases: Vec<TagCase<M>> = (0..120).map(|_| TagCase::new(&mut random)).collect();
    cases.retain(|case| case.status == Status::Done);
    for case in &mut cases {
        let (whole, rest) = ((case.bits / 8) as usize, case.bits % 8);
        for (i, byte) in case.message.get_mut().iter_mut().enumerate() {
            match i {
                _ if i < whole => {}
                _ if i == whole => *byte ^= 0xff >> rest,
                _ => *byte = !*byte,
            }
        }
    }
    for (turn, way) in ways().enumerate() {
        run_tags(way, Keys::turn(turn), &cases);
    }
}

fn a_tag_is_verified_whole<M: ZucMac>() {
    let mut random = Random::new(16);
    for _ in 0..20 {
        let case = TagCase::<M>::with(&mut random, 80, 0);
        if case.status != Status::Done {
            continue;
        }
        let key = M::new(&case.key).unwrap().with_tag_bytes(case.tag_bytes).unwrap();
        let tag = key.compute(M::nonce(&case.given), case.message.get()).unwrap();
        let verify = |tag: &[u8]| key.verify(M::nonce(&case.given), case.message.get(), tag);
        let in_batch = |tag: &[u8]| {
            let job = MacJob::expecting(&key, M::nonce(&case.given), case.message.get(), tag);
            Batch::new().verify(&mut [job]).into_result().map_err(Error::from)
        };
        assert!(tag.verify(&case.tag));
        assert_eq!((verify(&case.tag), in_batch(&case.tag)), (Ok(()), Ok(())));
        for bit in 0..8 * case.tag.len() {
            let mut wrong = case.tag.clone();
            wrong[bit / 8] ^= 1 << (bit % 8);
            assert!(!tag.verify(&wrong));
            let refused = Err(Error::Authentication);
            assert_eq!((verify(&wrong), in_batch(&wrong)), (refused, refused));
        }
        for wrong in [&case.tag[1..], &[], &[&case.tag[..], &[0]].concat()] {
            assert!(!tag.verify(wrong));
            let refused = Err(Error::TagMismatch { bytes: wrong.len(), expected: case.tag_bytes });
            assert_eq!((verify(wrong), in_batch(wrong)), (refused, refused));
        }
    }
}

fn empty_batches_of_tags<M: ZucMac>() {
    for way in ways() {
        let batch: Batch<M> = batch(way);
        for report in [batch.compute(&mut []), batch.verify(&mut [])] {
            assert_eq!((report.jobs(), report.done(), report.is_ok()), (0, 0, true));
        }
    }
}

#[test]
fn a_batch_says_how_it_is_computed() {
    for (backend, variant) in ways() {
        for jobs in [0, 1, 2, 4, 8, 16, 17, 64, 1000] {
            assert_ne!(variant.resolve(backend, jobs), Variant::Auto);
            assert!(variant.lanes(backend, jobs) >= 1);
            if variant != Variant::Auto {
                assert_eq!(variant.resolve(backend, jobs), variant);
            }
        }
    }
    for backend in Backend::available() {
        let batch = Batch::<Zuc128>::with_backend(backend).unwrap();
        assert_eq!(batch.backend(), backend);
        for jobs in 0..100 {
            let chosen = Variant::Auto.resolve(backend, jobs);
            let automatic = [Variant::Deferred, Variant::Lanes, Variant::Interleaved];
            assert!(automatic.contains(&chosen), "{chosen:?} is never chosen automatically");
        }
        let lanes = |variant: Variant| variant.lanes(backend, 64);
        assert!(lanes(Variant::Interleaved) >= lanes(Variant::Lanes));
    }
}

/// In processes of their own, since the variable is read once. Only where the test program can
/// start itself: under an emulator or a loader it cannot.
#[cfg(target_arch = "x86_64")]
#[test]
fn the_environment_lowers_the_backend_and_never_raises_it() {
    const ASKED: &str = "LANECRYPT_TEST_EXPECTS";
    if let Ok(expected) = std::env::var(ASKED) {
        let key = Zuc128::from_key(&[7; 16]);
        assert_eq!(Backend::best().name(), expected);
        assert_eq!(key.backend(), Backend::best());
        assert_eq!(Zuc128::new(&[7; 16]).unwrap().backend(), Backend::best());
        assert_eq!(key.stream(&[1; 16]).unwrap().backend(), Backend::best());
        assert_eq!(Batch::<Zuc128>::new().backend(), Backend::best());
        return;
    }
    let widest = |limit| Backend::available().rfind(|backend| *backend <= limit).unwrap();
    let run = |value: &str, expected: Backend| {
        let name = "properties::the_environment_lowers_the_backend_and_never_raises_it";
        let output = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", name])
            .env("LANECRYPT_BACKEND", value)
            .env(ASKED, expected.name())
            .output()
            .unwrap();
        assert!(output.status.success(), "LANECRYPT_BACKEND={value}");
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains("1 passed"), "no test of this name ran");
    };
    for limit in Backend::ALL {
        run(limit.name(), widest(limit));
    }
    // What is no backend's name means the narrowest.
    run("fastest", Backend::Portable);
    run("", Backend::Portable);
}

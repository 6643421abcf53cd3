//! Properties that hold for all keys, lengths, alignments and batches, on every backend and
//! variant, tried on random ones from fixed seeds.

mod support;

use lanecrypt::batch::{Data, Status};
use lanecrypt::stream::zuc::{Batch, Job, MacJob, MacSetup, Setup, Stream, Variant};
use lanecrypt::{Backend, Error};
use support::{Guarded, Random, batches, reference};

/// How the data of a job lies.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    InPlace,
    Copy,
    Keystream,
}

/// A job to be made again and again, with what must come of it.
struct Case {
    setup: Setup,
    form: Form,
    bits: u64,
    input: Vec<u8>,
    output: Guarded,
    expected: Vec<u8>,
    status: Status,
}

impl Case {
    /// A random one; some are wrong.
    fn new(random: &mut Random) -> Self {
        let bits = random.bits();
        let spare = if random.below(2) == 0 { 0 } else { random.below(20) };
        Self::with(random, bits, spare)
    }

    fn with(random: &mut Random, bits: u64, spare: usize) -> Self {
        let length = bits.div_ceil(8) as usize + spare;
        let form = [Form::InPlace, Form::Copy, Form::Keystream][random.below(3)];
        let setup = random.setup();
        let mut input = random.bytes(length);
        let alignment = random.below(64);
        let mut content = if form == Form::InPlace { input.clone() } else { random.bytes(length) };

        // What the reference makes of it on its own, in place.
        let mut expected = content.clone();
        let bytes = length - spare;
        let plain = if form == Form::Keystream { vec![0; bytes] } else { input[..bytes].to_vec() };
        expected[..bytes].copy_from_slice(&plain);
        let mut job = Job::with_bits(setup.clone(), Data::InPlace(&mut expected), bits);
        reference().encrypt(std::slice::from_mut(&mut job));
        assert_eq!(job.status, Status::Done);

        let (mut bits, mut status) = (bits, Status::Done);
        match random.below(16) {
            0 => {
                let available = 8 * length as u64;
                bits = if random.below(4) == 0 { u64::MAX } else { available + 1 + random.bits() };
                status = Status::Failed(Error::BitLength { bits, available });
            }
            1..=3 if form == Form::Copy => {
                let more = 1 + random.below(40);
                input.extend(random.bytes(more));
                if random.below(2) == 0 {
                    std::mem::swap(&mut input, &mut content);
                }
                let error = Error::OutputLength { output: content.len(), input: input.len() };
                status = Status::Failed(error);
            }
            _ => {}
        }
        if status != Status::Done {
            expected = content.clone();
        }
        let output = Guarded::new(random, alignment, &content);
        Self { setup, form, bits, input, output, expected, status }
    }

    /// The job, its buffer as it was.
    fn job(&mut self) -> Job<'_> {
        let original = self.output.original().to_vec();
        let output = self.output.get_mut();
        output.copy_from_slice(&original);
        let data = match self.form {
            Form::InPlace => Data::InPlace(output),
            Form::Keystream => Data::Keystream(output),
            Form::Copy => Data::Copy { input: &self.input, output },
        };
        Job::with_bits(self.setup.clone(), data, self.bits)
    }

    fn check(&self, status: Status, batch: &Batch, number: usize, jobs: usize) {
        let what =
            || format!("{batch:?}, job {number} of {jobs}: {:?}, {} bits", self.form, self.bits);
        assert_eq!(status, self.status, "{}", what());
        assert!(self.output.get() == self.expected, "wrong output: {}", what());
        self.output.check_guards();
    }
}

fn run(batch: &Batch, cases: &mut [Case]) {
    let mut jobs: Vec<_> = cases.iter_mut().map(Case::job).collect();
    batch.encrypt(&mut jobs);
    let statuses: Vec<_> = jobs.iter().map(|job| job.status).collect();
    for (i, (case, status)) in cases.iter().zip(&statuses).enumerate() {
        case.check(*status, batch, i, statuses.len());
    }
}

/// Batch sizes from none to 150, all the small ones.
fn sizes(random: &mut Random) -> Vec<usize> {
    let mut sizes: Vec<_> = (0..=36).chain([47, 48, 49, 63, 64, 65, 149, 150]).collect();
    sizes.extend((0..6).map(|_| random.below(151)));
    sizes
}

#[test]
fn a_batch_is_its_jobs_one_by_one() {
    let mut random = Random::new(1);
    let mut cases: Vec<_> = (0..150).map(|_| Case::new(&mut random)).collect();
    for form in [Form::InPlace, Form::Copy, Form::Keystream] {
        assert!(cases.iter().filter(|case| case.form == form).count() > 20);
    }
    assert!(cases.iter().any(|c| matches!(c.status, Status::Failed(Error::BitLength { .. }))));
    assert!(cases.iter().any(|c| matches!(c.status, Status::Failed(Error::OutputLength { .. }))));
    for batch in batches() {
        for size in sizes(&mut random) {
            cases.rotate_left(random.below(150));
            run(&batch, &mut cases[..size]);
        }
    }
}

#[test]
fn large_batches_and_long_messages_keep_every_job_apart() {
    let mut random = Random::new(2);
    let mut cases: Vec<_> = (0..700)
        .map(|_| {
            let bits = random.below(1200) as u64;
            Case::with(&mut random, bits, 0)
        })
        .collect();
    for bits in [800_000, 65_536 * 8, 300_001] {
        let place = random.below(cases.len());
        cases[place] = Case::with(&mut random, bits, 3);
    }
    for batch in batches() {
        run(&batch, &mut cases);
        run(&batch, &mut cases[..257]);
    }
}

#[test]
fn a_wrong_job_does_not_disturb_a_lane_and_a_batch_may_hold_nothing_else() {
    let mut random = Random::new(3);
    for batch in batches() {
        for wrong in [1, 5, 40] {
            let mut data = vec![[7; 3]; wrong];
            let mut jobs: Vec<_> = data
                .iter_mut()
                .map(|d| Job::with_bits(random.setup(), Data::InPlace(d), 25))
                .collect();
            batch.encrypt(&mut jobs);
            let error = Error::BitLength { bits: 25, available: 24 };
            assert!(jobs.iter().all(|job| job.status == Status::Failed(error)));
            assert_eq!(data, vec![[7; 3]; wrong]);
        }
    }
}

#[test]
fn every_alignment_and_every_length_in_bits() {
    let mut random = Random::new(4);
    for batch in batches() {
        // Sixty-four jobs, one an alignment, lengths running over all of 0 to 1535 bits.
        for round in 0..24 {
            let setup = random.setup();
            let mut buffers: Vec<_> = (0..64)
                .map(|alignment| {
                    let bits: usize = 64 * round + alignment;
                    let content = random.bytes(bits.div_ceil(8) + 2);
                    (bits as u64, Guarded::new(&mut random, alignment, &content))
                })
                .collect();
            let mut keystream = vec![0; 200];
            let mut job = Job::new(setup.clone(), Data::Keystream(&mut keystream));
            reference().encrypt(std::slice::from_mut(&mut job));

            let mut jobs: Vec<_> = buffers
                .iter_mut()
                .map(|(bits, buffer)| {
                    Job::with_bits(setup.clone(), Data::InPlace(buffer.get_mut()), *bits)
                })
                .collect();
            batch.encrypt(&mut jobs);
            for (bits, buffer) in &buffers {
                let (whole, rest) = ((bits / 8) as usize, bits % 8);
                for (i, (&new, &old)) in buffer.get().iter().zip(buffer.original()).enumerate() {
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

#[test]
fn encrypting_twice_gives_the_message_back() {
    let mut random = Random::new(5);
    for batch in batches() {
        let messages: Vec<_> = (0..37)
            .map(|_| {
                let bits = random.bits();
                (random.setup(), random.bytes(bits.div_ceil(8) as usize), bits)
            })
            .collect();
        let mut data: Vec<_> = messages.iter().map(|(_, message, _)| message.clone()).collect();
        for _ in 0..2 {
            let mut jobs: Vec<_> = messages
                .iter()
                .zip(&mut data)
                .map(|((setup, _, bits), d)| Job::with_bits(setup.clone(), Data::InPlace(d), *bits))
                .collect();
            batch.encrypt(&mut jobs);
        }
        for ((_, message, bits), data) in messages.into_iter().zip(data) {
            let mut message = message;
            if let (Some(last), 1..) = (message.last_mut(), bits % 8) {
                *last &= !(0xff >> (bits % 8));
            }
            assert_eq!(data, message);
        }
    }
}

#[test]
fn empty_batches_and_empty_messages() {
    let mut random = Random::new(6);
    for batch in batches() {
        batch.encrypt(&mut []);
        batch.mac(&mut []);
        for count in [1, 2, 9, 40] {
            let mut buffers = vec![[0xa5; 9]; count];
            let mut jobs: Vec<_> = buffers
                .iter_mut()
                .enumerate()
                .map(|(i, b)| {
                    let data = if i % 2 == 0 {
                        Data::InPlace(&mut b[..])
                    } else {
                        Data::Keystream(&mut [])
                    };
                    Job::with_bits(random.setup(), data, 0)
                })
                .collect();
            batch.encrypt(&mut jobs);
            assert!(jobs.iter().all(|job| job.status == Status::Done));
            assert_eq!(buffers, vec![[0xa5; 9]; count]);
        }
    }
}

#[test]
fn a_stream_may_be_cut_anywhere() {
    let mut random = Random::new(7);
    for backend in Backend::available() {
        for _ in 0..60 {
            let setup = random.setup();
            let length = random.below(1500);
            let message = random.bytes(length);
            let (mut expected, mut keystream) = (message.clone(), vec![0; length]);
            let mut jobs = [
                Job::new(setup.clone(), Data::InPlace(&mut expected)),
                Job::new(setup.clone(), Data::Keystream(&mut keystream)),
            ];
            reference().encrypt(&mut jobs);

            let mut stream = Stream::with_backend(&setup, backend).unwrap();
            assert_eq!(stream.backend(), backend);
            let mut output = message.clone();
            let mut at = 0;
            while at < length {
                let size = [0, 1, 3, 63, 64, 65, 128, 500][random.below(8)].min(length - at);
                let (piece, expected) = (&mut output[at..at + size], &expected[at..at + size]);
                match random.below(3) {
                    0 => {
                        stream.apply(piece);
                        assert_eq!(piece, expected);
                    }
                    1 => {
                        stream.apply_to(&message[at..at + size], piece).unwrap();
                        assert_eq!(piece, expected);
                    }
                    _ => {
                        stream.keystream(piece);
                        assert_eq!(*piece, keystream[at..at + size]);
                    }
                }
                at += size;
                assert_eq!(stream.position(), at as u64);
            }
        }
    }
}

#[test]
fn a_stream_refuses_an_output_of_another_length_and_stays_where_it_is() {
    let mut stream = Stream::new(&Random::new(8).setup());
    let mut output = [9; 4];
    let error = stream.apply_to(&[0; 5], &mut output).unwrap_err();
    assert_eq!(error, Error::OutputLength { output: 4, input: 5 });
    assert_eq!((output, stream.position()), ([9; 4], 0));
}

/// A message to authenticate, with its tag.
struct TagCase {
    setup: MacSetup,
    message: Guarded,
    bits: u64,
    tag: Vec<u8>,
    status: Status,
}

impl TagCase {
    fn new(random: &mut Random) -> Self {
        let bits = random.bits();
        let spare = if random.below(2) == 0 { 0 } else { random.below(20) };
        Self::with(random, bits, spare)
    }

    fn with(random: &mut Random, bits: u64, spare: usize) -> Self {
        let setup = random.mac_setup();
        let content = random.bytes(bits.div_ceil(8) as usize + spare);
        let mut job = MacJob::with_bits(setup.clone(), &content, bits);
        reference().mac(std::slice::from_mut(&mut job));
        assert_eq!(job.status, Status::Done);
        let mut tag = job.tag.as_ref().to_vec();
        assert_eq!(tag.len(), setup.tag_bytes());

        let (mut bits, mut status) = (bits, Status::Done);
        if random.below(16) == 0 {
            let available = 8 * content.len() as u64;
            bits = if random.below(4) == 0 { u64::MAX } else { available + 1 + random.bits() };
            status = Status::Failed(Error::BitLength { bits, available });
            tag.fill(0);
        }
        let alignment = random.below(64);
        let message = Guarded::new(random, alignment, &content);
        Self { setup, message, bits, tag, status }
    }
}

fn run_tags(batch: &Batch, cases: &[TagCase]) {
    let mut jobs: Vec<_> = cases
        .iter()
        .map(|case| MacJob::with_bits(case.setup.clone(), case.message.get(), case.bits))
        .collect();
    batch.mac(&mut jobs);
    for (i, (case, job)) in cases.iter().zip(&jobs).enumerate() {
        let what = || format!("{batch:?}, job {i} of {}: {} bits", cases.len(), case.bits);
        assert_eq!(job.status, case.status, "{}", what());
        assert_eq!(job.tag.as_ref(), case.tag, "{}", what());
    }
}

#[test]
fn a_batch_of_tags_is_its_tags_one_by_one() {
    let mut random = Random::new(11);
    let mut cases: Vec<_> = (0..150).map(|_| TagCase::new(&mut random)).collect();
    assert!(cases.iter().any(|case| case.status != Status::Done));
    for batch in batches() {
        for size in sizes(&mut random) {
            cases.rotate_left(random.below(150));
            run_tags(&batch, &cases[..size]);
        }
    }
}

#[test]
fn large_batches_of_tags_and_long_messages() {
    let mut random = Random::new(12);
    let mut cases: Vec<_> = (0..600)
        .map(|_| {
            let bits = random.below(1200) as u64;
            TagCase::with(&mut random, bits, 0)
        })
        .collect();
    for bits in [400_000, 32_768 * 8, 150_001] {
        let place = random.below(cases.len());
        cases[place] = TagCase::with(&mut random, bits, 3);
    }
    for batch in batches() {
        run_tags(&batch, &cases);
        run_tags(&batch, &cases[..257]);
    }
}

#[test]
fn tags_of_every_length_in_bits_and_of_nothing() {
    let mut random = Random::new(13);
    // From 0 on: the message of no bits, of every kind of tag, is among them.
    let mut cases: Vec<_> = (0..1100).map(|bits| TagCase::with(&mut random, bits, 1)).collect();
    cases.extend((0..16).map(|_| TagCase::with(&mut random, 0, 0)));
    for batch in batches() {
        for cases in cases.chunks(70) {
            run_tags(&batch, cases);
        }
    }
}

#[test]
fn bits_beyond_the_length_do_not_show_in_the_tag() {
    let mut random = Random::new(14);
    let mut cases: Vec<_> = (0..120).map(|_| TagCase::new(&mut random)).collect();
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
    for batch in batches() {
        run_tags(&batch, &cases);
    }
}

#[test]
fn a_tag_is_verified_whole() {
    let mut random = Random::new(15);
    for _ in 0..20 {
        let case = TagCase::with(&mut random, 77, 0);
        let mut job = MacJob::with_bits(case.setup.clone(), case.message.get(), 77);
        Batch::new().mac(std::slice::from_mut(&mut job));
        if case.status != Status::Done {
            continue;
        }
        assert!(job.tag.verify(&case.tag));
        for bit in 0..8 * case.tag.len() {
            let mut wrong = case.tag.clone();
            wrong[bit / 8] ^= 1 << (bit % 8);
            assert!(!job.tag.verify(&wrong));
        }
        assert!(!job.tag.verify(&case.tag[1..]));
        assert!(!job.tag.verify(&[]));
        assert!(!job.tag.verify(&[&case.tag[..], &[0]].concat()));
    }
}

#[test]
fn a_batch_says_how_it_is_computed() {
    for batch in batches() {
        for jobs in [0, 1, 2, 4, 8, 16, 17, 64, 1000] {
            assert_ne!(batch.variant_for(jobs), Variant::Auto);
            assert!(batch.lanes_for(jobs) >= 1);
        }
    }
    for backend in Backend::available() {
        let batch = Batch::with_backend(backend).unwrap();
        assert_eq!(batch.backend(), backend);
        assert_ne!(batch.variant_for(64), Variant::Table, "never chosen automatically");
        let lanes = |variant| batch.with_variant(variant).lanes_for(64);
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
        assert_eq!(Backend::best().name(), expected);
        assert_eq!(Batch::new().backend(), Backend::best());
        assert_eq!(Stream::new(&Random::new(0).setup()).backend(), Backend::best());
        return;
    }
    let widest = |limit| Backend::available().rfind(|backend| *backend <= limit).unwrap();
    let run = |value: &str, expected: Backend| {
        let status = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "the_environment_lowers_the_backend_and_never_raises_it"])
            .env("LANECRYPT_BACKEND", value)
            .env(ASKED, expected.name())
            .stdout(std::process::Stdio::null())
            .status()
            .unwrap();
        assert!(status.success(), "LANECRYPT_BACKEND={value}");
    };
    for limit in Backend::ALL {
        run(limit.name(), widest(limit));
    }
    // What is no backend's name changes nothing.
    run("fastest", widest(Backend::Avx512));
}

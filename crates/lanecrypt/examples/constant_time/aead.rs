//! Authenticated ciphers: sealing, and opening with the right tag and with a wrong one. Whether a tag
//! is right shows.

use super::memcheck::watched;
use super::shapes::{KeyKind, Keys, Length, SHAPES, Shape};
use super::{Count, Reports, memcheck, name_of, secret};
use lanecrypt::{Aead, AeadJob, Backend, Batch, Error, Status, aead, block, mode};
use std::cell::RefCell;

const BYTES: usize = 1300;
/// The longest of long messages: those of AEGIS-128L are worked on side by side from an average on that depends on the
/// backend, where they are at all.
fn long(backend: Backend) -> Option<usize> {
    match backend {
        Backend::Avx512 => Some(6_000),
        Backend::Avx2Vaes | Backend::Avx2Gfni => Some(11_000),
        Backend::Avx2 | Backend::Neon => Some(42_000),
        _ => None,
    }
}

/// Lengths of messages, which are not secret.
const LENGTHS: [usize; 6] = [BYTES, 0, 1, 64, 129, 1000];
const NONCE: [u8; 32] = [0xfd; 32];

/// Jobs under one key may be worked on in fours: some with short messages, on every backend, and some with long ones.
const FOURS: Shape = Shape { length: Length::Long, ..Shape::new(13, KeyKind::One) };
/// More than a few that are all short: messages of NCA5 are taken in two passes then.
const SHORT: Shape = Shape { length: Length::Short, ..Shape::new(8, KeyKind::One) };

fn is_in_fours(shape: Shape) -> bool {
    shape.length == Length::Long && shape.keys == FOURS.keys
}

/// The length of the associated data of a message in a batch.
fn aad_bytes(shape: Shape, i: usize) -> usize {
    match shape.keys {
        _ if is_in_fours(shape) => 20,
        _ if shape.length == Length::Short => 5 * i,
        // Messages of one length have kernels of their own.
        KeyKind::One => 37,
        _ => 37 * i % 100,
    }
}

/// What is done with messages.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Call {
    Seal,
    Open,
    /// Opens with tags that are wrong.
    Refuse,
}

impl Call {
    fn status(self) -> Status {
        match self {
            Self::Refuse => Status::Failed(Error::Authentication),
            _ => Status::Done,
        }
    }
}

/// Messages with their keys, and with their tags once they are sealed.
struct Messages<A> {
    keys: Keys<A>,
    data: Vec<Vec<u8>>,
    aad: [u8; 100],
    tags: Vec<Vec<u8>>,
}

impl<A: Aead> Messages<A> {
    fn new(shape: Shape, backend: Backend) -> Self {
        let message = |i: usize| {
            let bytes = match long(backend) {
                _ if is_in_fours(shape) => [40, BYTES, 100][i / 4 % 3],
                _ if shape.length == Length::Short => 5 * i,
                Some(long) if shape.length == Length::Long => long >> (i % 3 / 2),
                _ if shape.keys == KeyKind::One => 129,
                _ => LENGTHS[i % LENGTHS.len()],
            };
            let mut message = vec![!i as u8; bytes];
            memcheck::hide(&mut message);
            message
        };
        Self {
            keys: Keys::new(shape, backend),
            data: (0..shape.jobs).map(message).collect(),
            aad: secret(7),
            tags: vec![Vec::new(); shape.jobs],
        }
    }

    /// All of them in a batch.
    fn batch(&mut self, backend: Backend, nonce: &[u8], call: Call) {
        let batch = Batch::<A>::with_backend(backend).expect("an available backend");
        let Self { keys, data, aad, tags } = self;
        let mut jobs: Vec<_> = data
            .iter_mut()
            .enumerate()
            .map(|(i, data)| {
                let (key, aad) = (keys.of(i), &aad[..aad_bytes(keys.shape(), i)]);
                match call {
                    Call::Seal => AeadJob::seal(key, nonce, aad, &mut data[..]),
                    Call::Open | Call::Refuse => {
                        AeadJob::open(key, nonce, aad, &mut data[..], &tags[i])
                    }
                }
            })
            .collect();
        let all_done = if call == Call::Seal {
            watched(|| batch.seal(&mut jobs).is_ok())
        } else {
            watched(|| batch.open(&mut jobs).is_ok())
        };
        assert_eq!(all_done, call != Call::Refuse);
        assert!(jobs.iter().all(|job| job.status() == call.status()));
        if call == Call::Seal {
            let made =
                jobs.iter().map(|job| job.tag().expect("a job that is done").as_ref().to_vec());
            *tags = made.collect();
        }
    }

    /// The same, the messages one by one.
    fn alone(&mut self, backend: Backend, nonce: &[u8], call: Call) {
        for (i, data) in self.data.iter_mut().enumerate() {
            let key = self.keys.bytes(i);
            let cipher = watched(|| A::with_backend(key, backend)).expect("an available backend");
            let (data, tag) = (&mut data[..], &mut self.tags[i]);
            let result = match call {
                Call::Seal => {
                    let made = watched(|| cipher.seal(nonce, &self.aad, data)).expect("a nonce");
                    *tag = made.as_ref().to_vec();
                    continue;
                }
                Call::Open | Call::Refuse => watched(|| cipher.open(nonce, &self.aad, data, tag)),
            };
            assert_eq!(result.map_or_else(Status::Failed, |()| Status::Done), call.status());
        }
    }
}

/// How all messages are sealed or opened.
type How<A> = fn(&mut Messages<A>, Backend, &[u8], Call);

/// `looks` is what the verdicts of messages show.
fn of<A: Aead>(backend: Backend, looks: Looks, count: Count<'_>) {
    let (least, most) = A::NONCE_BYTES.into_inner();
    let (usual, other) = (12.clamp(least, most), 15.clamp(least, most));
    for shape in SHAPES.into_iter().chain([FOURS, SHORT]) {
        every_call::<A>(backend, (shape, usual), looks, ("batch", Messages::batch), count);
    }
    let many = Shape::new(45, KeyKind::Mixed);
    let one = Shape::new(1, KeyKind::Bytes);
    for shape in [one, many] {
        every_call::<A>(backend, (shape, usual), looks, ("alone", Messages::alone), count);
        if other != usual {
            for way in [("alone", Messages::alone as How<A>), ("batch", Messages::batch)] {
                every_call::<A>(backend, (shape, other), looks, way, count);
            }
        }
    }
}

/// Long messages whose lengths differ in batches: some ciphers have kernels for them only.
fn of_long<A: Aead>(backend: Backend, count: Count<'_>) {
    if long(backend).is_none() {
        return;
    }
    let shape = Shape { length: Length::Long, ..Shape::new(12, KeyKind::Mixed) };
    let bytes = *A::NONCE_BYTES.end();
    every_call::<A>(backend, (shape, bytes), Reports::Verdicts, ("batch", Messages::batch), count);
}

fn every_call<A: Aead>(
    backend: Backend,
    (shape, nonce_bytes): (Shape, usize),
    looks: Looks,
    (way, how): (&str, How<A>),
    count: Count<'_>,
) {
    let nonce = &NONCE[..nonce_bytes];
    let messages = RefCell::new(Messages::<A>::new(shape, backend));
    for call in [Call::Seal, Call::Open, Call::Refuse] {
        if call == Call::Refuse {
            let tags = &mut messages.borrow_mut().tags;
            tags.iter_mut()
                .for_each(|tag| tag.iter_mut().skip(3).take(1).for_each(|byte| *byte ^= 1));
        }
        let name =
            format!("{backend} {} {call:?} {way} {shape}, nonce of {nonce_bytes}", name_of::<A>());
        let reports = match call {
            Call::Seal => Reports::None,
            Call::Open | Call::Refuse => looks(shape.jobs),
        };
        count(name, reports, &|| how(&mut messages.borrow_mut(), backend, nonce, call));
    }
}

/// What the verdicts of so many messages show.
type Looks = fn(usize) -> Reports;

/// How many times the verdict of a message is looked at.
fn looks(name: &str) -> Looks {
    match name {
        // When the job ends, and before anything is decrypted if that waits for it.
        "nca4" | "nca5" | "nca6" => Reports::OnceOrTwice,
        _ => Reports::Verdicts,
    }
}

/// GCM has short tags too.
macro_rules! short_tags {
    (Gcm $aes:ident $backend:ident $count:ident) => {
        of::<mode::GcmShortTags<block::$aes>>($backend, Reports::Verdicts, $count);
    };
    ($mode:ident $($other:ident)*) => {};
}

macro_rules! ciphers {
    (
        over_aes { $({ $mode:ident<$aes:ident> $($over_aes:tt)* })* }
        stateful { $({ $module:ident::$name:ident $($stateful:tt)* })* }
        other { $({ ($other:ty) $name_of_other:ident $($rest:tt)* })* }
    ) => {
        /// Every AEAD on a backend.
        pub(crate) fn every_cipher(backend: Backend, count: Count<'_>) {
            $(of::<mode::$mode<block::$aes>>(backend, Reports::Verdicts, count);)*
            $(short_tags!($mode $aes backend count);)*
            $(of::<aead::$name>(backend, Reports::Verdicts, count);)*
            $(of_long::<aead::$name>(backend, count);)*
            $(of::<$other>(backend, looks(stringify!($name_of_other)), count);)*
        }
    };
}
lanecrypt::aeads!(ciphers);

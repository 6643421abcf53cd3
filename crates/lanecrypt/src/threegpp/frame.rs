//! Integrity and authenticated encryption of the 256-bit suite, over what each of its ciphers does.
//!
//! Few messages are taken one after another, each by one kernel: see [`one_by_one`](super::one_by_one). The others are
//! taken in windows. A cipher makes H, Q and P of all of them; then they are hashed. A message that is sealed is encrypted
//! before that, with the same stream. So are messages decrypted that are opened into other buffers, and short ones in place,
//! of which a copy is hashed; whoever compares their tags makes the output of a wrong one zeros. Others in place are
//! decrypted after their tags were found right, because the hash still needs the ciphertext.
//!
//! Windows of 256-NCA4 and 256-NCA5 with a message that is not short are encrypted and hashed in one pass, also in place: see
//! `one_pass4` and `one_pass5`.

use core::hint::black_box;

use super::hash256::{HashRoom, Text, hash_many};
use super::iv::{Iv, Purpose, TAG_BYTES};
use super::length::check_bytes;
use crate::algorithm::engine::Operation;
use crate::batch::{AeadJob, Data, JobTag, Key, MacJob, allowed_tag};
use crate::lanes::{Kernels, Row, leaving_little, wipe};
use crate::{Aead, Backend, Error, Mac, Quantity, Tag};

/// The most messages of a window.
pub(super) const WINDOW: usize = 32;

/// The most messages of a window for few: room for more takes longer to make and to wipe than they take.
const FEW: usize = 8;

/// The most messages of a window for those that are taken one after another.
pub(super) const FEWEST: usize = 4;

/// Room for copies of the messages of a window, in bytes for each of them: the smaller one is made where all fit into it.
/// Messages in place that fit into one of them are decrypted before they are hashed.
pub(super) const COPIES: [usize; 2] = [128, 512];

/// No bytes.
const fn nothing<'m>() -> &'m mut [u8] {
    &mut []
}

/// A message of a window.
pub(super) struct Message<'m, R> {
    /// Its number in the window.
    pub(super) place: usize,
    pub(super) key: Key<'m, R>,
    pub(super) iv: [u8; 16],
    /// What is authenticated and not encrypted.
    aad: &'m [u8],
    /// What is encrypted or decrypted.
    pub(super) data: Data<'m>,
    /// Its tag if that is expected, and how many bytes it has.
    expected: Option<&'m JobTag>,
    tag_bytes: usize,
}

impl<'m, R> Message<'m, R> {
    /// None. A constant: computed once for each place of a window, it takes longer than a short message.
    const NONE: Self = Self {
        place: 0,
        key: Key::Bytes(&[]),
        iv: [0; 16],
        aad: &[],
        data: Data::InPlace(nothing()),
        expected: None,
        tag_bytes: 0,
    };

    fn tagged(place: usize, key: Key<'m, R>, iv: Iv, message: &'m [u8]) -> Self {
        Self { place, key, iv: *iv.as_bytes(), aad: message, ..Self::NONE }
    }

    fn sealed<A: Aead>(place: usize, key: Key<'m, R>, job: &'m mut AeadJob<'_, A>) -> Self {
        // There are 16 bytes.
        let iv = job.nonce.first_chunk().copied().unwrap_or_default();
        let (aad, tag_bytes) = (job.aad, job.tag_length());
        let (data, tag) = job.data_and_tag();
        Self { place, key, iv, aad, data, expected: Some(tag), tag_bytes }
    }

    /// What is authenticated and not encrypted.
    #[inline(always)]
    pub(super) fn aad(&self) -> &'m [u8] {
        self.aad
    }

    /// What is authenticated, with the data where they are written if `sealed`, else where they are read.
    #[inline(always)]
    pub(super) fn text(&self, sealed: bool) -> Text<'_> {
        [self.aad, if sealed { self.data.output() } else { self.data.input() }]
    }

    /// Whether the sum begins with the expected tag, in constant time.
    #[inline(always)]
    pub(super) fn is_right(&self, sum: u128) -> bool {
        match self.expected {
            Some(expected) => expected.allows_beginning(sum, self.tag_bytes),
            None => false,
        }
    }
}

/// A message of a window of a cipher.
type MessageOf<'m, C> = Message<'m, <C as Core>::Ready>;

/// A cipher that integrity and authenticated encryption are made of.
pub(super) trait Core: 'static {
    /// What a key object holds of a key.
    type Ready: 'static;
    /// How it is computed.
    type Options: Copy;
    /// Whether a window may be encrypted and hashed in one pass that has a message with so many bytes to encrypt.
    #[inline]
    fn is_long(_: Backend, _: usize) -> bool {
        false
    }

    /// Whether messages of some lengths are taken one after another. A message that is alone is in any case.
    fn one_by_one(backend: Backend, lengths: impl ExactSizeIterator<Item = usize>) -> bool;

    /// Does with messages what [`process`] does, one after another.
    fn run_few(
        way: (Backend, Self::Options),
        operation: Operation,
        messages: &mut [Message<'_, Self::Ready>],
        sums: &mut [u128],
    );

    /// Calls [`process`] for the messages of a window, at least one and at most `N`. Or encrypts and hashes them in one pass,
    /// for which there is room if one of them is long.
    fn run<const N: usize>(
        way: (Backend, Self::Options),
        operation: Operation,
        messages: &mut [Message<'_, Self::Ready>],
        sums: &mut [u128; N],
        hash: Option<&mut HashRoom>,
    );
}

/// Calls a function with room for the windows of a batch, if they may take one pass.
#[inline(never)]
fn with_room(one_pass: bool, work: impl FnOnce(Option<&mut HashRoom>)) {
    let mut room;
    work(if one_pass {
        room = HashRoom::empty();
        Some(&mut room)
    } else {
        None
    });
}

/// A cipher with the keys of a window.
pub(super) trait Session<M> {
    /// Puts H, Q and P of every message into its row.
    fn hash_keys(&mut self, kernels: &mut Kernels, messages: &[M], rows: &mut [Row]);
    /// Encrypts or decrypts the data of messages of which H, Q and P were made: all, or some in the order of
    /// their places.
    fn encrypt(&mut self, kernels: &mut Kernels, messages: &mut [M]);
    /// Does both, with all messages.
    fn seal(&mut self, kernels: &mut Kernels, messages: &mut [M], rows: &mut [Row]) {
        self.hash_keys(kernels, messages, rows);
        self.encrypt(kernels, messages);
    }
}

/// Rows that begin with H, Q and P. Wiped when dropped.
pub(super) struct Rows<const N: usize>(pub(super) [Row; N]);

impl<const N: usize> Rows<N> {
    pub(super) const ZERO: Self = Self([Row::ZERO; N]);
}

impl<const N: usize> Drop for Rows<N> {
    fn drop(&mut self) {
        wipe(&mut self.0, [Row::ZERO; N]);
    }
}

/// Seals the messages of a window, or opens those whose tags are right, or only authenticates them
/// ([`Operation::Keystream`]). Puts the sums that their tags are the beginning of.
pub(super) fn process<'m, R, const N: usize>(
    backend: Backend,
    session: &mut impl Session<Message<'m, R>>,
    operation: Operation,
    messages: &mut [Message<'m, R>],
    sums: &mut [u128; N],
) {
    let in_place = |message: &Message<'m, R>| matches!(message.data, Data::InPlace(_));
    let copied = operation == Operation::Decrypt && messages.iter().any(in_place);
    let bytes = messages.iter().fold(0_usize, |bytes, it| bytes.saturating_add(it.data.len()));
    let mut work = |at_once, copies| {
        process_with(backend, session, (operation, at_once), messages, sums, copies);
    };
    if !copied {
        work(operation != Operation::Keystream, None);
    } else if bytes <= N * COPIES[0] {
        work(true, Some([[0; COPIES[0]]; N].as_flattened_mut()));
    } else if bytes <= N * COPIES[1] {
        work(true, Some([[0; COPIES[1]]; N].as_flattened_mut()));
    } else {
        work(false, None);
    }
}

/// The same. Data are encrypted or decrypted `at_once`, as soon as there is keystream; there may be room for copies to be hashed.
#[inline(never)]
fn process_with<'m, R, const N: usize>(
    backend: Backend,
    session: &mut impl Session<Message<'m, R>>,
    (operation, at_once): (Operation, bool),
    messages: &mut [Message<'m, R>],
    sums: &mut [u128; N],
    copies: Option<&mut [u8]>,
) {
    let kernels = &mut Kernels::on(backend);
    let mut rows = Rows::<N>::ZERO;
    let rows = &mut rows.0[..messages.len()];
    let mut copied: [&[u8]; N] = [&[]; N];
    let are_copied = copies.is_some();
    if let Some(mut room) = copies {
        for (copied, message) in copied.iter_mut().zip(&*messages) {
            let data = message.data.input();
            let (copy, rest) = room.split_at_mut(data.len());
            copy.copy_from_slice(data);
            (*copied, room) = (copy, rest);
        }
    }
    if at_once {
        session.seal(kernels, messages, rows);
    } else {
        session.hash_keys(kernels, messages, rows);
    }
    let mut texts: [Text<'_>; N] = [[&[], &[]]; N];
    for ((text, message), copied) in texts.iter_mut().zip(&*messages).zip(copied) {
        *text = if are_copied {
            [message.aad, copied]
        } else {
            message.text(operation == Operation::Encrypt)
        };
    }
    hash_many(kernels, rows, &texts[..messages.len()], sums);
    if operation == Operation::Decrypt && !at_once {
        let mut right = 0;
        for (i, sum) in sums.iter().enumerate().take(messages.len()) {
            if messages[i].is_right(*sum) {
                messages.swap(i, right);
                // Kept in the branch: added to without it, it would be an address that depends on a sum.
                right = black_box(right + 1);
            }
        }
        if right > 0 {
            session.encrypt(kernels, &mut messages[..right]);
        }
    }
}

/// An integrity algorithm that is the hash over a cipher.
pub(super) trait IntegrityOver: for<'a> Mac<Nonce<'a> = Iv> {
    type Core: Core;
    /// What the core wants of the key object.
    fn ready(&self) -> &<Self::Core as Core>::Ready;
    /// How the core computes.
    fn options(&self) -> OptionsOf<Self>;
}

/// The options of the cipher of an integrity algorithm.
pub(super) type OptionsOf<M> = <<M as IntegrityOver>::Core as Core>::Options;

/// Whether a job is allowed.
#[inline]
pub(super) fn check_mac<M: IntegrityOver>(job: &MacJob<'_, M>) -> Result<(), Error> {
    job.nonce.check(Purpose::integrity(job.tag_length()))?;
    check_bytes(Quantity::Message, job.message.len() as u64)
}

/// The tag of one message under a key object.
pub(super) fn mac_one<M: IntegrityOver>(ready: &M, job: &MacJob<'_, M>, tag_bytes: usize) -> Tag {
    leaving_little(|| {
        let way = (ready.backend(), ready.options());
        let mut messages = [Message::tagged(0, Key::Ready(ready.ready()), job.nonce, job.message)];
        let mut sums = [0];
        M::Core::run_few(way, Operation::Keystream, &mut messages, &mut sums);
        Tag::of_block(sums[0].to_le_bytes(), tag_bytes)
    })
}

/// The tag of every pending job.
pub(super) fn mac_many<M: IntegrityOver>(
    backend: Backend,
    options: OptionsOf<M>,
    jobs: &mut [MacJob<'_, M>],
) {
    let way = (backend, options);
    if jobs.len() <= 1 {
        return mac_window::<M, 1>(jobs, |messages, sums| {
            M::Core::run_few(way, Operation::Keystream, messages, sums);
        });
    }
    if M::Core::one_by_one(backend, jobs.iter().map(|job| job.message.len())) {
        for jobs in jobs.chunks_mut(FEWEST) {
            mac_window::<M, FEWEST>(jobs, |messages, sums| {
                M::Core::run_few(way, Operation::Keystream, messages, sums);
            });
        }
        return;
    }
    if jobs.len() <= FEW {
        return mac_window::<M, FEW>(jobs, |messages, sums| {
            M::Core::run(way, Operation::Keystream, messages, sums, None);
        });
    }
    for jobs in jobs.chunks_mut(WINDOW) {
        mac_window::<M, WINDOW>(jobs, |messages, sums| {
            M::Core::run(way, Operation::Keystream, messages, sums, None);
        });
    }
}

/// Those of at most `N` jobs, given what makes the sums of those that are pending.
fn mac_window<'j, M: IntegrityOver, const N: usize>(
    jobs: &mut [MacJob<'j, M>],
    run: impl FnOnce(&mut [MessageOf<'j, M::Core>], &mut [u128; N]),
) {
    let mut messages = [const { Message::NONE }; N];
    let mut count = 0;
    for (job, message) in jobs.iter().filter(|job| job.is_pending()).zip(&mut messages) {
        *message = Message::tagged(count, job.key.map(M::ready), job.nonce, job.message);
        count += 1;
    }
    if count == 0 {
        return;
    }
    let mut sums = [0; N];
    run(&mut messages[..count], &mut sums);
    for (job, sum) in jobs.iter_mut().filter(|job| job.is_pending()).zip(&sums) {
        job.finish_number(*sum, job.tag_length());
    }
}

/// An algorithm for authenticated encryption that is a cipher with the hash.
pub(super) trait AeadOver: Aead {
    type Core: Core<Options: Default>;
    /// What the core wants of the key object.
    fn ready(&self) -> &<Self::Core as Core>::Ready;
}

/// Whether the lengths in bytes are allowed.
pub(super) fn check_aead(aad: u64, message: u64) -> Result<(), Error> {
    check_bytes(Quantity::AssociatedData, aad)?;
    check_bytes(Quantity::Message, message)
}

/// Seals or opens one message under a key object.
pub(super) fn aead_one<A: AeadOver>(
    ready: &A,
    job: &mut AeadJob<'_, A>,
    tag_bytes: usize,
    operation: Operation,
) -> Tag {
    leaving_little(|| {
        let way = (ready.backend(), Default::default());
        let mut messages = [Message::sealed(0, Key::Ready(ready.ready()), job)];
        messages[0].tag_bytes = tag_bytes;
        let mut sums = [0];
        A::Core::run_few(way, operation, &mut messages, &mut sums);
        Tag::of_block(sums[0].to_le_bytes(), tag_bytes)
    })
}

/// Seals or opens every pending job.
pub(super) fn aead_many<A: AeadOver>(
    backend: Backend,
    operation: Operation,
    jobs: &mut [AeadJob<'_, A>],
) {
    let way = (backend, Default::default());
    if jobs.len() <= 1 {
        return aead_window::<A, 1>(jobs, |messages, sums| {
            A::Core::run_few(way, operation, messages, sums);
        });
    }
    let bytes = |job: &AeadJob<'_, A>| job.aad.len().saturating_add(job.data.len());
    if A::Core::one_by_one(backend, jobs.iter().map(bytes)) {
        for jobs in jobs.chunks_mut(FEWEST) {
            aead_window::<A, FEWEST>(jobs, |messages, sums| {
                A::Core::run_few(way, operation, messages, sums);
            });
        }
        return;
    }
    let one_pass = jobs.iter().any(|job| A::Core::is_long(backend, job.data.len()));
    with_room(one_pass, |mut room| {
        if jobs.len() <= FEW {
            return aead_window::<A, FEW>(jobs, |messages, sums| {
                A::Core::run(way, operation, messages, sums, room);
            });
        }
        for jobs in jobs.chunks_mut(WINDOW) {
            aead_window::<A, WINDOW>(jobs, |messages, sums| {
                let long = |message: &Message<'_, _>| A::Core::is_long(backend, message.data.len());
                let room = room.as_deref_mut().filter(|_| messages.iter().any(long));
                A::Core::run(way, operation, messages, sums, room);
            });
        }
    });
}

/// At most `N` jobs, given what makes the sums of those that are pending.
fn aead_window<A: AeadOver, const N: usize>(
    jobs: &mut [AeadJob<'_, A>],
    run: impl FnOnce(&mut [MessageOf<'_, A::Core>], &mut [u128; N]),
) {
    let mut messages = [const { Message::NONE }; N];
    let mut count = 0;
    for (job, message) in jobs.iter_mut().filter(|job| job.is_pending()).zip(&mut messages) {
        *message = Message::sealed(count, job.key.map(A::ready), job);
        count += 1;
    }
    if count == 0 {
        return;
    }
    let mut sums = [0; N];
    run(&mut messages[..count], &mut sums);
    for (job, sum) in jobs.iter_mut().filter(|job| job.is_pending()).zip(&sums) {
        job.finish_number(*sum);
    }
}

/// The lengths of tags that a job or a key object can ask for.
pub(super) fn tag_length(tag_bytes: usize) -> Result<usize, Error> {
    allowed_tag(tag_bytes, TAG_BYTES)
}

/// Makes an [`IntegrityOver`] a MAC: it has a field `tag_bytes`.
macro_rules! integrity {
    ($name:ident) => {
        impl $crate::Mac for $name {
            type Nonce<'a> = $crate::threegpp::Iv;

            const TAG_BYTES: &'static [usize] = $crate::threegpp::iv::TAG_BYTES;
            const DEFAULT_TAG_BYTES: usize = 4;

            fn with_tag_bytes(self, tag_bytes: usize) -> Result<Self, $crate::Error> {
                Ok(Self { tag_bytes: $crate::threegpp::frame::tag_length(tag_bytes)?, ..self })
            }

            fn tag_bytes(&self) -> usize {
                self.tag_bytes
            }
        }

        impl $crate::algorithm::engine::MacEngine for $name {
            $crate::algorithm::engine::shorten!(Mac);

            #[inline]
            fn check(
                job: &$crate::MacJob<'_, Self>,
                _: $crate::algorithm::engine::Internal,
            ) -> Result<(), $crate::Error> {
                $crate::threegpp::frame::check_mac(job)
            }

            fn run_one(
                &self,
                job: &$crate::MacJob<'_, Self>,
                tag_bytes: usize,
                _: $crate::algorithm::engine::Internal,
            ) -> $crate::Tag {
                $crate::threegpp::frame::mac_one(self, job, tag_bytes)
            }

            fn run_many(
                settings: &$crate::algorithm::engine::Settings<Self>,
                jobs: &mut [$crate::MacJob<'_, Self>],
                _: $crate::algorithm::engine::Internal,
            ) {
                $crate::threegpp::frame::mac_many(settings.backend, settings.options, jobs);
            }
        }
    };
}
pub(super) use integrity;

/// Makes an [`AeadOver`] an AEAD: it has a field `tag_bytes`.
macro_rules! authenticated {
    ($name:ident) => {
        impl $crate::Aead for $name {
            const NONCE_BYTES: core::ops::RangeInclusive<usize> = 16..=16;
            const TAG_BYTES: &'static [usize] = $crate::threegpp::iv::TAG_BYTES;
            const DEFAULT_TAG_BYTES: usize = 16;

            fn with_tag_bytes(self, tag_bytes: usize) -> Result<Self, $crate::Error> {
                Ok(Self { tag_bytes: $crate::threegpp::frame::tag_length(tag_bytes)?, ..self })
            }

            fn tag_bytes(&self) -> usize {
                self.tag_bytes
            }
        }

        impl $crate::algorithm::engine::AeadEngine for $name {
            fn check_lengths(
                aad: u64,
                message: u64,
                _: $crate::algorithm::engine::Internal,
            ) -> Result<(), $crate::Error> {
                $crate::threegpp::frame::check_aead(aad, message)
            }

            fn run_one(
                &self,
                job: &mut $crate::AeadJob<'_, Self>,
                tag_bytes: usize,
                operation: $crate::algorithm::engine::Operation,
                _: $crate::algorithm::engine::Internal,
            ) -> $crate::Tag {
                $crate::threegpp::frame::aead_one(self, job, tag_bytes, operation)
            }

            fn run_many(
                settings: &$crate::algorithm::engine::Settings<Self>,
                operation: $crate::algorithm::engine::Operation,
                jobs: &mut [$crate::AeadJob<'_, Self>],
                _: $crate::algorithm::engine::Internal,
            ) {
                $crate::threegpp::frame::aead_many(settings.backend, operation, jobs);
            }
        }
    };
}
pub(super) use authenticated;

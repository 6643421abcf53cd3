//! AEGISMAC: tags of data without a message (draft-irtf-cfrg-aegis-aead, section 8).

use core::fmt;
use core::marker::PhantomData;

use super::*;
use crate::aead::check_bits_in_64;
use crate::aead::stateful::{
    FIELD, Field32, Image, MAX_STATE, PartialState, Serial, State, absorb_all, lengths, tag_of,
};
use crate::aead::stream::{Incremental, Pieces, verify};
use crate::algorithm::engine::{Expand, INTERNAL, Internal, MacEngine, Settings, shorten};
use crate::batch::{MacJob, check_nonce};
use crate::lanes::{AnyWidth, Kernel, dispatch, leaving_little, leaving_nothing, wipe_in_kernel};
use crate::{Algorithm, Error, Mac, Tag};

/// AEGISMAC: a message authentication code made of AEGIS, such as `AegisMac<Aegis128L>`.
///
/// A key and a nonce have the lengths of the AEAD `A`, 16 or 32 bytes each. A tag has 16 or 32
/// bytes, and 16 if nothing else is chosen. A message has whole bytes, at most 2^61 - 1.
///
/// Messages under one key may share a nonce. A key that is used here must not be used for
/// encryption with the AEAD as well. Tags are no substitute for a hash function and must not be
/// used as keys.
///
/// Constant time in keys and data; lengths show, and so does whether a tag was right.
///
/// Source: draft-irtf-cfrg-aegis-aead-17, section 8.
///
/// ```
/// use lanecrypt::{Algorithm, Mac, aead::{Aegis128L, AegisMac}};
///
/// let mac = AegisMac::<Aegis128L>::from_key(&[7; 16]).with_tag_bytes(32)?;
/// let tag = mac.compute(&[1; 16], b"message")?;
/// assert_eq!(tag.as_ref().len(), 32);
/// mac.verify(&[1; 16], b"message", tag.as_ref())?;
/// assert!(mac.verify(&[1; 16], b"massage", tag.as_ref()).is_err());
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct AegisMac<A>(A);

/// The AEADs that [`AegisMac`] is made of: AEGIS-128L, AEGIS-256 and their forms with lanes.
///
/// The trait is sealed: only types of this crate implement it.
///
/// ```
/// use lanecrypt::aead::{Aegis256, Aegis256X2, AegisForm, AegisMac};
/// use lanecrypt::{Algorithm, Error, Mac, Tag};
///
/// fn tag_of<A: AegisForm>(key: &[u8], nonce: &[u8], message: &[u8]) -> Result<Tag, Error> {
///     AegisMac::<A>::new(key)?.compute(nonce, message)
/// }
///
/// let tag = tag_of::<Aegis256>(&[7; 32], &[1; 32], b"message")?;
/// assert_ne!(tag, tag_of::<Aegis256X2>(&[7; 32], &[1; 32], b"message")?);
/// # Ok::<(), Error>(())
/// ```
pub trait AegisForm: Incremental + FormEngine {}

/// A message that is authenticated in pieces, which may be cut anywhere: made by
/// [`AegisMac::start`].
///
/// It holds a copy of the key object. A clone continues independently, so that messages with a
/// common beginning need that beginning only once. The state is wiped on drop. Constant time in
/// keys and data; the lengths of the pieces show.
///
/// ```
/// use lanecrypt::{Algorithm, Mac, aead::{Aegis128L, AegisMac}};
///
/// let mac = AegisMac::<Aegis128L>::from_key(&[7; 16]);
/// let mut state = mac.start(&[1; 16])?;
/// state.update(b"mess")?;
/// let (mut first, mut second) = (state.clone(), state);
/// first.update(b"age")?;
/// second.update(b"enger")?;
/// assert_eq!(first.finish(), mac.compute(&[1; 16], b"message")?);
/// assert_eq!(second.finish(), mac.compute(&[1; 16], b"messenger")?);
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct AegisMacState<A: AegisForm>(Pieces<A>);

impl<A: AegisForm> AegisMac<A> {
    /// Starts a message that comes in pieces.
    ///
    /// # Errors
    ///
    /// [`Error::NonceLength`] if the nonce does not have the length of the AEAD's nonces.
    pub fn start(&self, nonce: &[u8]) -> Result<AegisMacState<A>, Error> {
        leaving_nothing(|| {
            check_nonce(nonce, &A::NONCE_BYTES)?;
            Ok(AegisMacState(Pieces::begin(self.0.clone(), nonce)))
        })
    }
}

impl<A: AegisForm> AegisMacState<A> {
    /// Adds the next piece of the message.
    ///
    /// # Errors
    ///
    /// [`Error::TooLong`] if the message becomes longer than 2^61 - 1 bytes. The state is as before
    /// the call then.
    pub fn update(&mut self, piece: &[u8]) -> Result<(), Error> {
        check_bits_in_64(0, self.0.aad_bytes_with(piece))?;
        leaving_little(|| self.0.absorb(piece));
        Ok(())
    }

    /// Ends the message and returns its tag, of [`Mac::tag_bytes`] bytes.
    pub fn finish(mut self) -> Tag {
        let tag_bytes = self.0.tag_bytes();
        leaving_little(|| end(&mut self.0, tag_bytes))
    }

    /// Ends the message and verifies its tag, in constant time.
    ///
    /// # Errors
    ///
    /// [`Error::TagMismatch`] if the tag does not have [`Mac::tag_bytes`] bytes.
    /// [`Error::Authentication`] if the tag is wrong.
    pub fn verify(mut self, tag: &[u8]) -> Result<(), Error> {
        let tag_bytes = self.0.tag_bytes();
        leaving_little(|| verify(tag, tag_bytes, || end(&mut self.0, tag_bytes)))
    }
}

impl<A: AegisForm> Algorithm for AegisMac<A> {
    type KeyArray = A::KeyArray;
    type Options = A::Options;

    fn backend(&self) -> Backend {
        self.0.backend()
    }
}

impl<A: AegisForm> Expand for AegisMac<A> {
    fn expand(key: &[u8], settings: Settings<Self>, _: Internal) -> Self {
        Self(A::expand(key, settings.of(), INTERNAL))
    }
}

impl<A: AegisForm> Mac for AegisMac<A> {
    type Nonce<'a> = &'a [u8];
    const TAG_BYTES: &'static [usize] = &[16, 32];
    const DEFAULT_TAG_BYTES: usize = 16;

    fn with_tag_bytes(self, tag_bytes: usize) -> Result<Self, Error> {
        self.0.with_tag_bytes(tag_bytes).map(Self)
    }

    fn tag_bytes(&self) -> usize {
        self.0.tag_bytes()
    }
}

impl<A: AegisForm> MacEngine for AegisMac<A> {
    shorten!(Mac);

    fn check(job: &MacJob<'_, Self>, _: Internal) -> Result<(), Error> {
        check_nonce(job.nonce, &A::NONCE_BYTES)?;
        check_bits_in_64(0, job.bits() / 8)
    }

    fn run_one(&self, job: &MacJob<'_, Self>, tag_bytes: usize, _: Internal) -> Tag {
        leaving_nothing(|| whole(self.0.clone(), job, tag_bytes))
    }

    fn run_many(settings: &Settings<Self>, jobs: &mut [MacJob<'_, Self>], _: Internal) {
        for job in jobs.iter_mut().filter(|job| job.is_pending()) {
            let key = job.key.bytes(|ready| ready.0.key_bytes(INTERNAL));
            let tag = leaving_nothing(|| {
                whole(A::expand(key, settings.of(), INTERNAL), job, job.tag_length())
            });
            job.finish(tag);
        }
    }
}

impl<A: AegisForm> fmt::Debug for AegisMac<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AegisMac")
            .field("tag_bytes", &self.tag_bytes())
            .field("backend", &self.backend())
            .finish_non_exhaustive()
    }
}

impl<A: AegisForm> fmt::Debug for AegisMacState<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AegisMacState")
            .field("message_bytes", &self.0.aad_bytes_with(&[]))
            .field("tag_bytes", &self.0.tag_bytes())
            .finish_non_exhaustive()
    }
}

/// The tag of a job that was checked.
fn whole<A: AegisForm>(cipher: A, job: &MacJob<'_, AegisMac<A>>, tag_bytes: usize) -> Tag {
    let mut pieces = Pieces::begin(cipher, job.nonce);
    pieces.absorb(&job.message[..(job.bits() / 8) as usize]);
    end(&mut pieces, tag_bytes)
}

fn end<A: AegisForm>(pieces: &mut Pieces<A>, tag_bytes: usize) -> Tag {
    let (cipher, state) = pieces.all_taken();
    cipher.finish_mac(state, tag_bytes, INTERNAL)
}

/// What an [`AegisForm`] is made of.
pub trait FormEngine {
    /// The tag of the data that was taken in.
    fn finish_mac(&self, state: &mut PartialState, tag_bytes: usize, _: Internal) -> Tag;
    /// The key.
    fn key_bytes(&self, _: Internal) -> &[u8];
}

/// Some lanes of a cipher that has also a form with one lane.
trait Laned: StatefulAead {
    /// The form with one lane.
    type Base: StatefulAead;
    /// The number of lanes.
    const LANES: usize;
    /// The first lane whose tag of 16 bytes is taken in by lane 0 in the end.
    const FIRST: usize;
}

macro_rules! laned {
    ($($cipher:ident $name:ident: $base:ident, $lanes:literal, $first:literal;)*) => {$(
        impl Laned for $name {
            type Base = $base;
            const LANES: usize = $lanes;
            const FIRST: usize = $first;
        }

        impl AegisForm for $cipher {}

        impl FormEngine for $cipher {
            fn finish_mac(&self, state: &mut PartialState, tag_bytes: usize, _: Internal) -> Tag {
                finish_mac::<$name>(self.backend(), state, tag_bytes)
            }
            fn key_bytes(&self, _: Internal) -> &[u8] {
                &self.key()[..Self::KEY_BYTES]
            }
        }
    )*};
}
laned! {
    Aegis128L Stateful128L: Stateful128L, 1, 0;
    Aegis128X2 Stateful128X2: Stateful128L, 2, 0;
    Aegis128X4 Stateful128X4: Stateful128L, 4, 0;
    Aegis256 Stateful256: Stateful256, 1, 1;
    Aegis256X2 Stateful256X2: Stateful256, 2, 1;
    Aegis256X4 Stateful256X4: Stateful256, 4, 1;
}

fn finish_mac<D: Laned>(backend: Backend, state: &mut PartialState, tag_bytes: usize) -> Tag {
    let tag_bytes = if tag_bytes == 32 { 32 } else { 16 };
    // The number of lanes stands where a length in bits does elsewhere.
    let mut lane_lengths = lengths(0, tag_bytes as u64);
    lane_lengths[0] = D::LANES as u8;
    let lengths = lengths(state.aad, tag_bytes as u64);
    let image = &mut state.state;
    let finish = FinishMac::<D> { image, lengths, lane_lengths, tag_bytes, stateful: PhantomData };
    tag_of(&dispatch(backend, finish), tag_bytes)
}

/// The end of a MAC.
struct FinishMac<'a, D> {
    image: &'a mut Image,
    /// What all lanes take in: bits of data, bits of the tag.
    lengths: Field32,
    /// What lane 0 takes in when it has the tags of the others: lanes, bits of the tag.
    lane_lengths: Field32,
    tag_bytes: usize,
    stateful: PhantomData<D>,
}

/// The state of one of some lanes.
#[inline(always)]
fn lane_image<D: Laned>(image: &Image, lane: usize) -> Image {
    let mut out = [0; MAX_STATE];
    let (registers, _) = image.as_chunks::<16>();
    let (out_registers, _) = out.as_chunks_mut::<16>();
    for (to, from) in out_registers.iter_mut().zip(registers.iter().skip(lane).step_by(D::LANES)) {
        *to = *from;
    }
    out
}

impl<D: Laned> Kernel for FinishMac<'_, D> {
    type Output = Field32;
    type Class = AnyWidth<D::OneOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Field32 {
        let mut all = D::One::<I>::load(isa, self.image);
        all.finish(isa, &self.lengths);
        let mut tag = [0; FIELD];
        if D::LANES == 1 {
            all.tags(self.tag_bytes, &mut tag);
            return tag;
        }
        all.save(self.image);
        let long = self.tag_bytes == 32;
        let mut tags = [[0; FIELD]; 4];
        for (lane, tag) in tags.iter_mut().enumerate().take(D::LANES) {
            let mut image = lane_image::<D>(self.image, lane);
            <D::Base as StatefulAead>::One::<I>::load(isa, &image).tags(self.tag_bytes, tag);
            wipe_in_kernel(isa, &mut image, [0; MAX_STATE]);
        }
        let mut image = lane_image::<D>(self.image, 0);
        let mut first = <D::Base as StatefulAead>::One::<I>::load(isa, &image);
        wipe_in_kernel(isa, &mut image, [0; MAX_STATE]);
        if long {
            let others = tags[1..D::LANES].as_flattened();
            absorb_all::<D::Base, _>(isa, &mut first, others);
        } else {
            let mut halves = [[0; 16]; 4];
            for (half, tag) in halves.iter_mut().zip(&tags) {
                for (to, from) in half.iter_mut().zip(tag) {
                    *to = *from;
                }
            }
            absorb_all::<D::Base, _>(isa, &mut first, halves[D::FIRST..D::LANES].as_flattened());
            wipe_in_kernel(isa, &mut halves, [[0; 16]; 4]);
        }
        wipe_in_kernel(isa, &mut tags, [[0; FIELD]; 4]);
        first.finish(isa, &self.lane_lengths);
        first.tags(self.tag_bytes, &mut tag);
        tag
    }
}

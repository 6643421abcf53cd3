//! The forms of AEGISMAC, with their types hidden.

use std::any::Any;

use lanecrypt::aead::{self, AegisForm, AegisMac, AegisMacState};
use lanecrypt::{Algorithm as _, Backend, Batch, Error, Mac as _, MacJob, Tag};

use crate::jobs::{Jobs, MacTask, Made, known, prepare};

/// A form.
pub(crate) struct MacForm {
    /// Its name in files of known answers.
    pub(crate) variant: &'static str,
    /// The length of a key, and of a nonce.
    pub(crate) key_bytes: usize,
    /// The lengths of tags.
    pub(crate) tag_bytes: &'static [usize],
    /// Takes a key for tags of some length on a backend.
    pub(crate) expand: fn(&[u8], usize, Backend) -> Made<dyn MacKey>,
    /// The batch calls on a backend.
    pub(crate) batch: fn(Backend) -> Made<dyn MacBatch>,
}

/// A message for a batch call.
pub(crate) type AegisMacTask<'a> = MacTask<'a, dyn MacKey>;

/// A ready key.
pub(crate) trait MacKey: Any {
    /// The tag of a message.
    fn compute(&self, nonce: &[u8], message: &[u8]) -> Result<Tag, Error>;
    /// Verifies the tag of a message.
    fn verify(&self, nonce: &[u8], message: &[u8], tag: &[u8]) -> Result<(), Error>;
    /// The tag of a message in pieces of some length.
    fn compute_in_pieces(&self, nonce: &[u8], message: &[u8], piece: usize) -> Result<Tag, Error>;
    /// Verifies the tag of a message in pieces of some length.
    fn verify_in_pieces(
        &self,
        nonce: &[u8],
        message: &[u8],
        piece: usize,
        tag: &[u8],
    ) -> Result<(), Error>;
}

/// The batch calls.
pub(crate) trait MacBatch {
    /// The tag of every message.
    fn compute<'a>(&self, tasks: Vec<AegisMacTask<'a>>) -> Box<dyn Jobs + 'a>;
    /// Verifies the tag of every message.
    fn verify<'a>(&self, tasks: Vec<AegisMacTask<'a>>) -> Box<dyn Jobs + 'a>;
}

macro_rules! macs {
    (
        over_aes { $($over_aes:tt)* }
        over_aegis { $({
            AegisMac<$form:ident> $name:ident $title:literal $feature:literal $key:literal
            $target:literal
        })* }
        other { $($other:tt)* }
    ) => {
        /// All forms.
        pub(crate) static MACS: &[MacForm] = &[$(of::<aead::$form>($title)),*];
    };
}
lanecrypt::macs!(macs);

const fn of<A: AegisForm>(variant: &'static str) -> MacForm {
    MacForm {
        variant,
        key_bytes: A::KEY_BYTES,
        tag_bytes: <AegisMac<A> as lanecrypt::Mac>::TAG_BYTES,
        expand: |key, tag_bytes, backend| {
            let mac = AegisMac::<A>::with_backend(key, backend)?;
            Ok(Box::new(mac.with_tag_bytes(tag_bytes)?))
        },
        batch: |backend| Ok(Box::new(Batch::<AegisMac<A>>::with_backend(backend)?)),
    }
}

impl<A: AegisForm> MacKey for AegisMac<A> {
    fn compute(&self, nonce: &[u8], message: &[u8]) -> Result<Tag, Error> {
        lanecrypt::Mac::compute(self, nonce, message)
    }

    fn verify(&self, nonce: &[u8], message: &[u8], tag: &[u8]) -> Result<(), Error> {
        lanecrypt::Mac::verify(self, nonce, message, tag)
    }

    fn compute_in_pieces(&self, nonce: &[u8], message: &[u8], piece: usize) -> Result<Tag, Error> {
        Ok(taken(self, nonce, message, piece)?.finish())
    }

    fn verify_in_pieces(
        &self,
        nonce: &[u8],
        message: &[u8],
        piece: usize,
        tag: &[u8],
    ) -> Result<(), Error> {
        taken(self, nonce, message, piece)?.verify(tag)
    }
}

/// A message that was taken in pieces.
fn taken<A: AegisForm>(
    mac: &AegisMac<A>,
    nonce: &[u8],
    message: &[u8],
    piece: usize,
) -> Result<AegisMacState<A>, Error> {
    let mut state = mac.start(nonce)?;
    message.chunks(piece).try_for_each(|piece| state.update(piece))?;
    Ok(state)
}

impl<A: AegisForm> MacBatch for Batch<AegisMac<A>> {
    fn compute<'a>(&self, tasks: Vec<AegisMacTask<'a>>) -> Box<dyn Jobs + 'a> {
        prepare(*self, Batch::compute, tasks.into_iter().map(job::<A>))
    }

    fn verify<'a>(&self, tasks: Vec<AegisMacTask<'a>>) -> Box<dyn Jobs + 'a> {
        prepare(*self, Batch::verify, tasks.into_iter().map(job::<A>))
    }
}

fn job<A: AegisForm>(task: AegisMacTask<'_>) -> MacJob<'_, AegisMac<A>> {
    let (key, nonce) = (task.key.typed(|key| known::<AegisMac<A>>(key)), task.nonce);
    task.job(key, nonce)
}

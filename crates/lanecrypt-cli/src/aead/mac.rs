//! AEGISMAC in its forms, the type forgotten.

use lanecrypt::aead::{
    Aegis128L, Aegis128X2, Aegis128X4, Aegis256, Aegis256X2, Aegis256X4, AegisMac, MacForm,
};
use lanecrypt::{Backend, Error, Tag};

/// A form.
pub(crate) struct Mac {
    /// Its name in files of known answers.
    pub(crate) variant: &'static str,
    /// The length of a key, and of a nonce.
    pub(crate) key_bytes: usize,
    /// The lengths of tags.
    pub(crate) tag_bytes: &'static [usize],
    /// The tag of data in pieces: a tag of some length, or, of a tag given, whether it is right.
    pub(crate) run: fn(&Call<'_>) -> Result<Tag, Error>,
}

/// What a tag is made of.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    /// The backend.
    pub(crate) backend: Backend,
    /// The key.
    pub(crate) key: &'a [u8],
    /// The nonce.
    pub(crate) nonce: &'a [u8],
    /// The data.
    pub(crate) message: &'a [u8],
    /// The length of the pieces that it comes in.
    pub(crate) piece: usize,
    /// The length of the tag.
    pub(crate) tag_bytes: usize,
    /// A tag to be verified; without, it is made only.
    pub(crate) expected: Option<&'a [u8]>,
}

/// All forms.
pub(crate) static MACS: [Mac; 6] = [
    of::<Aegis128L>("AEGISMAC-128L"),
    of::<Aegis128X2>("AEGISMAC-128X2"),
    of::<Aegis128X4>("AEGISMAC-128X4"),
    of::<Aegis256>("AEGISMAC-256"),
    of::<Aegis256X2>("AEGISMAC-256X2"),
    of::<Aegis256X4>("AEGISMAC-256X4"),
];

const fn of<A: MacForm + 'static>(variant: &'static str) -> Mac {
    Mac { variant, key_bytes: A::KEY_BYTES, tag_bytes: A::TAG_BYTES, run: run::<A> }
}

fn run<A: MacForm>(call: &Call<'_>) -> Result<Tag, Error> {
    let cipher = A::with_tags(call.key, call.tag_bytes, call.backend)?;
    let taken = || {
        let mut mac = AegisMac::new(&cipher, call.nonce)?;
        call.message.chunks(call.piece).try_for_each(|piece| mac.update(piece))?;
        Ok(mac)
    };
    if let Some(expected) = call.expected {
        taken()?.verify(expected)?;
    }
    Ok(taken()?.finish())
}

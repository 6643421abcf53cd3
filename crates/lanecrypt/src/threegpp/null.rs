//! The null algorithms.

use super::Parameters;
use super::length::check_bits;
use crate::algorithm::engine::{
    CipherEngine, Expand, Internal, MacEngine, Operation, Settings, shorten,
};
use crate::batch::{CipherJob, MacJob, Status, allowed_tag, bytes_for, check_start};
use crate::{Algorithm, Backend, Cipher, Error, Mac, Tag};

/// NEA0, the null encryption algorithm. **It protects nothing**: the output is the input.
///
/// The key has 16 bytes and is ignored, and so are the parameters. NEA0 behaves like a cipher whose
/// keystream is zeros: where a message ends within a byte, the bits of that byte beyond the message
/// become zero. A message has at most 2^32 - 1 bits.
///
/// Source: 3GPP TS 33.501, annex D.1.
///
/// ```
/// use lanecrypt::{Algorithm, Cipher, threegpp::{Direction, Nea0, Parameters}};
///
/// let mut message = *b"in the clear";
/// let parameters = Parameters::new(1, 5, Direction::Uplink)?;
/// Nea0::from_key(&[7; 16]).encrypt(parameters, &mut message)?;
/// assert_eq!(&message, b"in the clear");
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Nea0 {
    backend: Backend,
}

/// NIA0, the null integrity algorithm. **It protects nothing**: every tag is four zero bytes,
/// whatever the message is, and anyone can make it.
///
/// The key has 16 bytes and is ignored, and so are the parameters. A message has at most 2^32 - 1
/// bits.
///
/// Source: 3GPP TS 33.501, annex D.1.
///
/// ```
/// use lanecrypt::{Algorithm, Mac, threegpp::{Direction, Nia0, Parameters}};
///
/// let parameters = Parameters::new(1, 5, Direction::Uplink)?;
/// let tag = Nia0::from_key(&[7; 16]).compute(parameters, b"any message")?;
/// assert_eq!(tag.as_ref(), [0; 4]);
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Nia0 {
    backend: Backend,
}

macro_rules! key_object {
    ($name:ident) => {
        impl Expand for $name {
            fn expand(_: &[u8], settings: Settings<Self>, _: Internal) -> Self {
                Self { backend: settings.backend }
            }
        }

        impl Algorithm for $name {
            type KeyArray = [u8; 16];
            type Options = ();

            fn backend(&self) -> Backend {
                self.backend
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("backend", &self.backend)
                    .finish_non_exhaustive()
            }
        }
    };
}

key_object!(Nea0);
key_object!(Nia0);

impl Cipher for Nea0 {
    type Nonce<'a> = Parameters;

    const BIT_LENGTHS: bool = true;
}

impl CipherEngine for Nea0 {
    shorten!(Cipher);

    fn check(
        _: <Self as Cipher>::Nonce<'_>,
        block: u64,
        bits: u64,
        _: Internal,
    ) -> Result<(), Error> {
        check_start(block)?;
        check_bits(bits)
    }

    fn run_one(&self, job: &mut CipherJob<'_, Self>, _: Operation, _: Internal) {
        copy(job);
    }

    fn run_many(_: &Settings<Self>, _: Operation, jobs: &mut [CipherJob<'_, Self>], _: Internal) {
        jobs.iter_mut().filter(|job| job.is_pending()).for_each(copy);
    }
}

fn copy(job: &mut CipherJob<'_, Nea0>) {
    let bits = job.bits();
    let bytes = bytes_for(bits) as usize;
    let mut message = job.data.reborrow().split_at(bytes).0;
    if let (Some(last), 1..) = (message.prepared().last_mut(), bits % 8) {
        *last &= !(0xff >> (bits % 8));
    }
    job.status = Status::Done;
}

impl Mac for Nia0 {
    type Nonce<'a> = Parameters;

    const TAG_BYTES: &'static [usize] = &[4];
    const DEFAULT_TAG_BYTES: usize = 4;
    const BIT_LENGTHS: bool = true;

    fn with_tag_bytes(self, tag_bytes: usize) -> Result<Self, Error> {
        allowed_tag(tag_bytes, Self::TAG_BYTES).map(|_| self)
    }

    fn tag_bytes(&self) -> usize {
        4
    }
}

impl MacEngine for Nia0 {
    shorten!(Mac);

    fn check(job: &MacJob<'_, Self>, _: Internal) -> Result<(), Error> {
        check_bits(job.bits())
    }

    fn run_one(&self, _: &MacJob<'_, Self>, _: usize, _: Internal) -> Tag {
        zeros()
    }

    fn run_many(_: &Settings<Self>, jobs: &mut [MacJob<'_, Self>], _: Internal) {
        jobs.iter_mut().filter(|job| job.is_pending()).for_each(|job| job.finish(zeros()));
    }
}

fn zeros() -> Tag {
    Tag::new(&[0; 4])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Data;
    use crate::threegpp::Direction;

    #[test]
    fn null_encryption_copies_the_message_and_no_more() {
        let parameters = Parameters::new(1, 2, Direction::Downlink).unwrap();
        let key = Nea0::from_key(&[7; 16]);
        let input = [0xff; 4];
        for bits in 0..=32 {
            let mut output = [0x55; 4];
            let data = Data::Copy { input: &input, output: &mut output };
            key.encrypt_bits(parameters, data, bits).unwrap();
            let kept = u32::MAX.checked_shl(32 - bits as u32).unwrap_or(0);
            let untouched = u32::MAX.checked_shr(bits.next_multiple_of(8) as u32).unwrap_or(0);
            assert_eq!(u32::from_be_bytes(output), kept | untouched & 0x5555_5555);
        }
    }
}

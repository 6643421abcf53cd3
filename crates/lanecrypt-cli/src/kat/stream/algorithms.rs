//! What the checks need to know about an algorithm.

use lanecrypt::mode::CtrStream;
use lanecrypt::stream::zuc::{Iv184, Variant, Zuc128, Zuc256, Zuc256Mac, ZucStream};
use lanecrypt::threegpp::{
    Direction, EncryptionId, Input, IntegrityId, Iv, Nea2, Nea3, Nea6, Nia2, Nia3, Nia6, Parameters,
};
use lanecrypt::{Backend, Data, Error, Mac, StreamCipher};

use crate::kat::random::Random;
use crate::zuc::variant_name;

/// The ways in which an algorithm is computed: its options.
pub(super) trait Ways: Copy {
    /// All ways, with their names.
    fn all() -> Vec<(&'static str, Self)>;
    /// The most messages that a backend has under way at a time.
    fn lanes(self, backend: Backend) -> usize;
}

impl Ways for Variant {
    fn all() -> Vec<(&'static str, Self)> {
        Self::ALL.iter().map(|variant| (variant_name(*variant), *variant)).collect()
    }

    fn lanes(self, backend: Backend) -> usize {
        self.lanes(backend, usize::MAX)
    }
}

impl Ways for () {
    fn all() -> Vec<(&'static str, Self)> {
        vec![("lanes", ())]
    }

    /// The library does not tell the number. Its batches of AES take fewer messages than this at a
    /// time.
    fn lanes(self, _: Backend) -> usize {
        40
    }
}

/// A stream cipher.
pub(super) trait KnownCipher: StreamCipher<Options: Ways> {
    /// The type of nonces.
    type Iv: Copy + 'static;

    /// The nonce as the library takes it.
    fn nonce(iv: &Self::Iv) -> Self::Nonce<'_>;
    /// A random nonce.
    fn random_iv(random: &mut Random) -> Self::Iv;
    /// The keystream of a message that comes in pieces.
    fn pieces(&self, iv: &Self::Iv) -> Result<Box<dyn KeystreamPieces>, Error>;
    /// The identifier of the algorithm, and the nonce as it is given with an identifier.
    fn identifier(_: &Self::Iv) -> Option<(EncryptionId, Input)> {
        None
    }
}

/// The keystream of a message that comes in pieces.
pub(super) trait KeystreamPieces {
    fn apply(&mut self, data: Data<'_>) -> Result<(), Error>;
    fn keystream(&mut self, output: &mut [u8]) -> Result<(), Error>;
    fn position(&self) -> u128;
}

impl KeystreamPieces for ZucStream {
    fn apply(&mut self, data: Data<'_>) -> Result<(), Error> {
        self.apply(data)
    }

    fn keystream(&mut self, output: &mut [u8]) -> Result<(), Error> {
        self.keystream(output)
    }

    fn position(&self) -> u128 {
        self.position().into()
    }
}

impl<C: lanecrypt::mode::Modes> KeystreamPieces for CtrStream<C> {
    fn apply(&mut self, data: Data<'_>) -> Result<(), Error> {
        self.apply(data)
    }

    fn keystream(&mut self, output: &mut [u8]) -> Result<(), Error> {
        self.keystream(output)
    }

    fn position(&self) -> u128 {
        self.position()
    }
}

/// A MAC with a nonce.
pub(super) trait KnownMac: Mac<Options: Ways> {
    /// The type of nonces.
    type Iv: Copy + 'static;

    /// The fewest jobs of large batches.
    const MANY: usize = 1;

    /// The nonce as the library takes it.
    fn nonce(iv: &Self::Iv) -> Self::Nonce<'_>;
    /// A random nonce.
    fn random_iv(random: &mut Random) -> Self::Iv;
    /// The identifier of the algorithm, and the nonce as it is given with an identifier.
    fn identifier(_: &Self::Iv) -> Option<(IntegrityId, Input)> {
        None
    }
}

fn random_parameters(random: &mut Random) -> Parameters {
    let direction = match random.next() % 2 {
        0 => Direction::Uplink,
        _ => Direction::Downlink,
    };
    match Parameters::new(random.next() as u32, (random.next() % 32) as u8, direction) {
        Ok(parameters) => parameters,
        Err(error) => unreachable!("bearers are below 32: {error}"),
    }
}

fn random_iv184(random: &mut Random) -> Iv184 {
    Iv184::from_packed(&random.array())
}

fn random_iv_256(random: &mut Random) -> Iv {
    Iv::from_bytes(random.array())
}

impl KnownCipher for Zuc128 {
    type Iv = [u8; 16];

    fn nonce(iv: &[u8; 16]) -> &[u8; 16] {
        iv
    }

    fn random_iv(random: &mut Random) -> [u8; 16] {
        random.array()
    }

    fn pieces(&self, iv: &[u8; 16]) -> Result<Box<dyn KeystreamPieces>, Error> {
        Ok(Box::new(self.stream(iv)))
    }
}

impl KnownCipher for Zuc256 {
    type Iv = Iv184;

    fn nonce(iv: &Iv184) -> Iv184 {
        *iv
    }

    fn random_iv(random: &mut Random) -> Iv184 {
        random_iv184(random)
    }

    fn pieces(&self, iv: &Iv184) -> Result<Box<dyn KeystreamPieces>, Error> {
        Ok(Box::new(self.stream(*iv)))
    }
}

impl KnownCipher for Nea2 {
    type Iv = Parameters;

    fn nonce(iv: &Parameters) -> Parameters {
        *iv
    }

    fn random_iv(random: &mut Random) -> Parameters {
        random_parameters(random)
    }

    fn pieces(&self, iv: &Parameters) -> Result<Box<dyn KeystreamPieces>, Error> {
        Ok(Box::new(self.stream(*iv)?))
    }

    fn identifier(iv: &Parameters) -> Option<(EncryptionId, Input)> {
        Some((EncryptionId::Nea2, Input::from(*iv)))
    }
}

impl KnownCipher for Nea3 {
    type Iv = Parameters;

    fn nonce(iv: &Parameters) -> Parameters {
        *iv
    }

    fn random_iv(random: &mut Random) -> Parameters {
        random_parameters(random)
    }

    fn pieces(&self, iv: &Parameters) -> Result<Box<dyn KeystreamPieces>, Error> {
        Ok(Box::new(self.stream(*iv)))
    }

    fn identifier(iv: &Parameters) -> Option<(EncryptionId, Input)> {
        Some((EncryptionId::Nea3, Input::from(*iv)))
    }
}

impl KnownCipher for Nea6 {
    type Iv = Iv;

    fn nonce(iv: &Iv) -> Iv {
        *iv
    }

    fn random_iv(random: &mut Random) -> Iv {
        random_iv_256(random)
    }

    fn pieces(&self, iv: &Iv) -> Result<Box<dyn KeystreamPieces>, Error> {
        Ok(Box::new(self.stream(*iv)?))
    }

    fn identifier(iv: &Iv) -> Option<(EncryptionId, Input)> {
        Some((EncryptionId::Nea6, Input::from(*iv)))
    }
}

impl KnownMac for Zuc256Mac {
    type Iv = Iv184;

    fn nonce(iv: &Iv184) -> Iv184 {
        *iv
    }

    fn random_iv(random: &mut Random) -> Iv184 {
        random_iv184(random)
    }
}

impl KnownMac for Nia2 {
    type Iv = Parameters;

    fn nonce(iv: &Parameters) -> Parameters {
        *iv
    }

    fn random_iv(random: &mut Random) -> Parameters {
        random_parameters(random)
    }

    fn identifier(iv: &Parameters) -> Option<(IntegrityId, Input)> {
        Some((IntegrityId::Nia2, Input::from(*iv)))
    }
}

impl KnownMac for Nia3 {
    type Iv = Parameters;

    fn nonce(iv: &Parameters) -> Parameters {
        *iv
    }

    fn random_iv(random: &mut Random) -> Parameters {
        random_parameters(random)
    }

    fn identifier(iv: &Parameters) -> Option<(IntegrityId, Input)> {
        Some((IntegrityId::Nia3, Input::from(*iv)))
    }
}

impl KnownMac for Nia6 {
    type Iv = Iv;

    /// The library initialises fewer keys than this at a time.
    const MANY: usize = 40;

    fn nonce(iv: &Iv) -> Iv {
        *iv
    }

    fn random_iv(random: &mut Random) -> Iv {
        random_iv_256(random)
    }

    fn identifier(iv: &Iv) -> Option<(IntegrityId, Input)> {
        Some((IntegrityId::Nia6, Input::from(*iv)))
    }
}

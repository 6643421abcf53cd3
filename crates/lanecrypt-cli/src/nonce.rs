//! The types of nonces: as cases of known answers give them, as benchmarks lay them out, and as
//! algorithms take them.

use lanecrypt::stream::zuc::Iv184;
use lanecrypt::threegpp::{Direction, Input, Iv, Parameters};
use lanecrypt_vectors::Case;

/// One of the ways in which a case gives its nonce, with the name of the field that makes it one.
pub(crate) type NonceForm<N> = (&'static str, N);

/// All these ways, or what is wrong with the case.
pub(crate) type NonceForms<N> = Result<Vec<NonceForm<N>>, String>;

/// A type of nonces, owned.
pub(crate) trait Nonce: Copy + 'static {
    /// What it is, or its length in bytes.
    fn description() -> String;
    /// The longest message of algorithms that take it, in bytes.
    const MAX_BYTES: u64 = u64::MAX;

    /// From the beginning of some bytes, whatever they are.
    fn of_bytes(bytes: &[u8; 32]) -> Self;
    /// The bytes that it is made of.
    fn bytes(&self) -> Vec<u8>;
    /// As a case gives it.
    fn read(case: &Case) -> NonceForms<Self>;
    /// As it is given with the identifier of an algorithm of 3GPP.
    fn input(&self) -> Option<Input> {
        None
    }
}

/// A nonce as algorithms take it.
pub(crate) trait Lend<'a> {
    /// What they take.
    type Lent;
    /// Gives it.
    fn lend(&'a self) -> Self::Lent;
}

/// The longest message of 3GPP in bytes: its length in bits is a number of 32 bits.
const MAX_BYTES_3GPP: u64 = u32::MAX as u64 / 8;

/// `iv` or `nonce`, of so many bytes.
impl<const N: usize> Nonce for [u8; N] {
    fn description() -> String {
        N.to_string()
    }

    fn of_bytes(bytes: &[u8; 32]) -> Self {
        first(bytes)
    }

    fn bytes(&self) -> Vec<u8> {
        self.to_vec()
    }

    fn read(case: &Case) -> NonceForms<Self> {
        let field = if case.has("nonce") { "nonce" } else { "iv" };
        Ok(vec![(field, case.array(field)?)])
    }
}

/// The IV of 184 bits: `iv` of 25 bytes, `iv23` of 23 bytes, or both, and then each is checked.
impl Nonce for Iv184 {
    fn description() -> String {
        "184 bits".to_owned()
    }

    fn of_bytes(bytes: &[u8; 32]) -> Self {
        Self::from_packed(&first(bytes))
    }

    fn bytes(&self) -> Vec<u8> {
        self.to_packed().to_vec()
    }

    fn read(case: &Case) -> NonceForms<Self> {
        let mut forms = Vec::new();
        if case.has("iv") || !case.has("iv23") {
            let iv = Self::from_bytes(&case.array("iv")?)
                .map_err(|error| case.error(format_args!("field `iv`: {error}")))?;
            forms.push(("iv", iv));
        }
        if case.has("iv23") {
            forms.push(("iv23", Self::from_packed(&case.array("iv23")?)));
        }
        Ok(forms)
    }
}

/// The IV of the 256-bit suite: `iv` of 16 bytes.
impl Nonce for Iv {
    const MAX_BYTES: u64 = MAX_BYTES_3GPP;

    fn description() -> String {
        "16".to_owned()
    }

    fn of_bytes(bytes: &[u8; 32]) -> Self {
        Self::from_bytes(first(bytes))
    }

    fn bytes(&self) -> Vec<u8> {
        self.as_bytes().to_vec()
    }

    fn read(case: &Case) -> NonceForms<Self> {
        Ok(vec![("iv", Self::from_bytes(case.array("iv")?))])
    }

    fn input(&self) -> Option<Input> {
        Some(Input::from(*self))
    }
}

/// `count` of 4 bytes, `bearer` and `direction`. As bytes: COUNT, five bits of the next byte, one bit
/// of the byte after that.
impl Nonce for Parameters {
    const MAX_BYTES: u64 = MAX_BYTES_3GPP;

    fn description() -> String {
        "COUNT, BEARER, DIRECTION".to_owned()
    }

    fn of_bytes(bytes: &[u8; 32]) -> Self {
        match Self::new(u32::from_be_bytes(first(bytes)), bytes[4] & 31, direction(bytes[5] & 1)) {
            Ok(parameters) => parameters,
            Err(error) => unreachable!("bearers are below 32: {error}"),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.count().to_be_bytes().to_vec();
        bytes.extend([self.bearer(), self.direction().bit()]);
        bytes
    }

    fn read(case: &Case) -> NonceForms<Self> {
        let count = u32::from_be_bytes(case.array("count")?);
        let bearer = case.number("bearer", 31)? as u8;
        let direction = direction(case.number("direction", 1)? as u8);
        let parameters = Self::new(count, bearer, direction).map_err(|error| case.error(error))?;
        Ok(vec![("count", parameters)])
    }

    fn input(&self) -> Option<Input> {
        Some(Input::from(*self))
    }
}

impl<'a, const N: usize> Lend<'a> for [u8; N] {
    type Lent = &'a [u8; N];
    fn lend(&'a self) -> &'a [u8; N] {
        self
    }
}

macro_rules! copied {
    ($($nonce:ty)*) => {$(
        impl Lend<'_> for $nonce {
            type Lent = Self;
            fn lend(&self) -> Self {
                *self
            }
        }
    )*};
}
copied!(Iv184 Iv Parameters);

fn direction(bit: u8) -> Direction {
    match bit {
        0 => Direction::Uplink,
        _ => Direction::Downlink,
    }
}

/// The first bytes, at most 32.
fn first<const N: usize>(bytes: &[u8; 32]) -> [u8; N] {
    std::array::from_fn(|at| bytes[at])
}

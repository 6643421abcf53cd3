//! Modes of AES-128 with ready keys: the paper's Table 5.

use lanecrypt::block::{Aes128, OneBlock, table};
use lanecrypt::mode::{Cbc, Ctr, Ecb};
use lanecrypt::{Algorithm as _, Backend, Cipher as _};
use serde::Serialize;

use super::timing::{Task, time};
use crate::failure::Failure;
use crate::measure::sampling::Plan;
use crate::measure::statistics::Quartiles;
use crate::paper::publication::ILLEGIBLE;

/// The length in bytes of the message that is encrypted in place.
pub(super) const MESSAGE: usize = 16 * 1024;

/// The length of a block.
const BLOCK: usize = 16;

/// A row of the table.
#[derive(Debug, Serialize)]
pub(super) struct CipherRow {
    #[serde(flatten)]
    pub(super) way: Computation,
    pub(super) published: &'static str,
    pub(super) cycles_per_block: Option<Quartiles>,
    pub(super) cycles_per_byte: Option<Quartiles>,
    /// The ratio to the speed of ordinary instructions in the same mode.
    pub(super) times_ordinary: Option<f64>,
}

/// A mode, a direction and the instructions that compute it.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Computation {
    pub(super) mode: AesMode,
    pub(super) direction: Direction,
    pub(super) by: &'static str,
    /// None for tables.
    pub(super) backend: Option<&'static str>,
}

/// The modes of the paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum AesMode {
    Ecb,
    Cbc,
    Ctr,
}

/// A direction. Counter mode has one only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Direction {
    Encryption,
    Decryption,
}

impl AesMode {
    /// The usual name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Ecb => "ECB",
            Self::Cbc => "CBC",
            Self::Ctr => "CTR",
        }
    }
}

impl Direction {
    /// The name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Encryption => "encryption",
            Self::Decryption => "decryption",
        }
    }
}

/// The modes and directions that are measured.
const KINDS: [(AesMode, Direction); 5] = [
    (AesMode::Ecb, Direction::Encryption),
    (AesMode::Ecb, Direction::Decryption),
    (AesMode::Cbc, Direction::Encryption),
    (AesMode::Cbc, Direction::Decryption),
    (AesMode::Ctr, Direction::Encryption),
];

/// A key and an IV. They are not zero, and they differ.
const KEY: [u8; BLOCK] = *b"a key, any other";
const IV: [u8; BLOCK] = *b"also sixteen, \xff\xff";

/// Verifies every variant against the tables and the standard, then measures all of them.
pub(super) fn measure(plan: Plan, progress: impl FnMut(f64)) -> Result<Vec<CipherRow>, Failure> {
    let ciphers = ciphers()?;
    verify(&ciphers)?;
    let mut tasks = Vec::new();
    for (mode, direction) in KINDS {
        for cipher in &ciphers {
            let cipher = cipher.again()?;
            let mut message = vec![0x5a; MESSAGE];
            tasks.push(Task {
                label: cipher.way(mode, direction),
                units: MESSAGE / BLOCK,
                call: Box::new(move || cipher.run(mode, direction, &mut message)),
            });
        }
    }
    let mut ordinary = None;
    let row = |(way, cycles_per_block): (Computation, Option<Quartiles>)| {
        if way.backend.is_none() {
            ordinary = cycles_per_block;
        }
        let cycles_per_byte = cycles_per_block.map(|cycles| cycles.scaled(1.0 / BLOCK as f64));
        CipherRow {
            way,
            published: published(way),
            cycles_per_block,
            cycles_per_byte,
            times_ordinary: ordinary
                .zip(cycles_per_block)
                .map(|(ordinary, this)| ordinary.median / this.median),
        }
    };
    Ok(time(tasks, plan, progress).into_iter().map(row).collect())
}

/// The paper has one row for ordinary instructions and one for AES-NI.
fn published(way: Computation) -> &'static str {
    match way.by {
        TABLES | AES_NI => ILLEGIBLE,
        _ => "not in the paper",
    }
}

/// The names of the variants.
const TABLES: &str = "ordinary, tables";
const PLANES: &str = "ordinary, constant time";
const AES_NI: &str = "AES-NI";

/// AES-128 with ready keys.
enum AesCode {
    Tables(Box<table::Aes128>),
    Registers(Box<Modes>),
}

/// The modes over lanes.
struct Modes {
    backend: Backend,
    ecb: Ecb<Aes128>,
    cbc: Cbc<Aes128>,
    ctr: Ctr<Aes128>,
}

impl Modes {
    fn new(backend: Backend) -> Result<Self, Failure> {
        let cipher = Aes128::with_backend(&KEY, backend).map_err(Failure::refused)?;
        let (ecb, cbc, ctr) = (cipher.clone().into(), cipher.clone().into(), cipher.into());
        Ok(Self { backend, ecb, cbc, ctr })
    }
}

fn tables() -> Result<AesCode, Failure> {
    Ok(AesCode::Tables(Box::new(table::Aes128::new(&KEY).map_err(Failure::refused)?)))
}

/// All variants that this processor has and `LANECRYPT_BACKEND` allows. The one with ordinary
/// instructions comes first.
fn ciphers() -> Result<Vec<AesCode>, Failure> {
    let mut all = vec![tables()?];
    for backend in Backend::available().filter(|backend| *backend <= Backend::best()) {
        all.push(AesCode::Registers(Box::new(Modes::new(backend)?)));
    }
    Ok(all)
}

impl AesCode {
    /// Another cipher of the same variant.
    fn again(&self) -> Result<Self, Failure> {
        match self {
            Self::Tables(_) => tables(),
            Self::Registers(modes) => Ok(Self::Registers(Box::new(Modes::new(modes.backend)?))),
        }
    }

    fn way(&self, mode: AesMode, direction: Direction) -> Computation {
        let (by, backend) = match self {
            Self::Tables(_) => (TABLES, None),
            Self::Registers(modes) => {
                let by = match modes.backend {
                    Backend::Portable => PLANES,
                    Backend::Avx2Vaes | Backend::Avx2Gfni => "VAES, 256 bits",
                    Backend::Avx512 => "VAES, 512 bits",
                    Backend::Neon => "AES of AArch64",
                    _ => AES_NI,
                };
                (by, Some(modes.backend.name()))
            }
        };
        Computation { mode, direction, by, backend }
    }

    /// Processes a message of whole blocks in place.
    fn run(&self, mode: AesMode, direction: Direction, message: &mut [u8]) {
        let result = match self {
            Self::Tables(cipher) => one_by_one(cipher.as_ref(), mode, direction, message),
            Self::Registers(modes) => match (mode, direction) {
                (AesMode::Ecb, Direction::Encryption) => modes.ecb.encrypt((), message),
                (AesMode::Ecb, Direction::Decryption) => modes.ecb.decrypt((), message),
                (AesMode::Cbc, Direction::Encryption) => modes.cbc.encrypt(&IV, message),
                (AesMode::Cbc, Direction::Decryption) => modes.cbc.decrypt(&IV, message),
                (AesMode::Ctr, _) => modes.ctr.encrypt(&IV, message),
            },
        };
        // The lengths are right.
        debug_assert!(result.is_ok());
    }
}

/// The modes over a cipher that processes one block at a time.
fn one_by_one<C: OneBlock>(
    cipher: &C,
    mode: AesMode,
    direction: Direction,
    message: &mut [u8],
) -> Result<(), lanecrypt::Error> {
    let mut before = u128::from_be_bytes(IV);
    match (mode, direction) {
        (AesMode::Ecb, Direction::Encryption) => return cipher.encrypt(message),
        (AesMode::Ecb, Direction::Decryption) => return cipher.decrypt(message),
        _ => {}
    }
    for block in message.as_chunks_mut::<BLOCK>().0 {
        let text = u128::from_be_bytes(*block);
        match (mode, direction) {
            (AesMode::Ctr, _) => {
                let mut keystream = before.to_be_bytes();
                cipher.encrypt(&mut keystream)?;
                *block = (text ^ u128::from_be_bytes(keystream)).to_be_bytes();
                before = before.wrapping_add(1);
            }
            (_, Direction::Encryption) => {
                *block = (text ^ before).to_be_bytes();
                cipher.encrypt(block)?;
                before = u128::from_be_bytes(*block);
            }
            (_, Direction::Decryption) => {
                cipher.decrypt(block)?;
                *block = (u128::from_be_bytes(*block) ^ before).to_be_bytes();
                before = text;
            }
        }
    }
    Ok(())
}

/// Verifies the tables against the example of the standard, and all other variants against the tables.
fn verify(ciphers: &[AesCode]) -> Result<(), Failure> {
    // FIPS 197, appendix B.
    let key = 0x2b7e_1516_28ae_d2a6_abf7_1588_09cf_4f3c_u128.to_be_bytes();
    let mut block = 0x3243_f6a8_885a_308d_3131_98a2_e037_0734_u128.to_be_bytes();
    let tables = table::Aes128::new(&key).map_err(Failure::refused)?;
    tables.encrypt(&mut block).map_err(Failure::refused)?;
    if u128::from_be_bytes(block) != 0x3925_841d_02dc_09fb_dc11_8597_196a_0b32 {
        return Err(Failure::WrongAnswer("AES-128 with tables differs from FIPS 197".to_owned()));
    }
    let Some((ordinary, others)) = ciphers.split_first() else { return Ok(()) };
    let message: Vec<u8> = (0..MESSAGE + 5 * BLOCK).map(|i| (i * 7 + i / 256) as u8).collect();
    for (mode, direction) in KINDS {
        let mut expected = message.clone();
        ordinary.run(mode, direction, &mut expected);
        for other in others {
            let mut found = message.clone();
            other.run(mode, direction, &mut found);
            if found != expected {
                let Computation { by, backend, .. } = other.way(mode, direction);
                return Err(Failure::WrongAnswer(format!(
                    "AES-128, {} {}, {by} ({}) differs from AES-128 with tables",
                    mode.name(),
                    direction.name(),
                    backend.unwrap_or("-")
                )));
            }
        }
    }
    Ok(())
}

//! Passphrases, and the header of files that are encrypted with one.
//!
//! The header has 40 bytes: `LANEFILE`, version 1, kdf 1 (Argon2id), variant 2 (Cobblestone-256), 0, then as
//! big-endian numbers of 32 bits the memory in KiB, the passes and the lanes, then a salt of 16 bytes. The
//! context of the message begins with the header, so a changed header is a wrong key.

use std::fs::File;
use std::io::Read as _;

use argon2::{Algorithm, Argon2, Block, Params, Version};
use zeroize::Zeroizing;

use super::key::Key;
use super::silent::Silent;
use crate::failure::Failure;

/// The length of the header in bytes.
pub(super) const HEADER: usize = 40;

/// What it begins with.
pub(super) const MAGIC: &[u8; 8] = b"LANEFILE";

/// The version, the kdf, the variant, and 0.
const KIND: [u8; 4] = [1, 1, 2, 0];

/// The most passes and lanes that a file may ask for.
const MAX_PASSES: u32 = 64;
const MAX_LANES: u32 = 64;

/// The longest passphrase in bytes.
const LONGEST: usize = 4096;

/// What a passphrase costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cost {
    /// In KiB.
    pub(super) memory: u32,
    pub(super) passes: u32,
    pub(super) lanes: u32,
}

impl Cost {
    /// Reads `KIB,PASSES,LANES`.
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        let wrong =
            || Failure::refused(format_args!("--argon2 {text}: it must be KIB,PASSES,LANES"));
        let numbers: Result<Vec<u32>, _> = text.split(',').map(str::parse).collect();
        let [memory, passes, lanes] = numbers.map_err(|_| wrong())?[..] else {
            return Err(wrong());
        };
        let cost = Self { memory, passes, lanes };
        cost.check(u32::MAX)
            .map_err(|reason| Failure::refused(format_args!("--argon2: {reason}")))?;
        Ok(cost)
    }

    /// Whether it is within the limits, with so many MiB of memory.
    fn check(self, max_memory: u32) -> Result<Params, String> {
        let Self { memory, passes, lanes } = self;
        if u64::from(memory) > u64::from(max_memory) << 10 {
            return Err(format!(
                "it asks for {} MiB of memory, and --max-memory allows {max_memory}",
                memory.div_ceil(1024)
            ));
        }
        if passes > MAX_PASSES || lanes > MAX_LANES {
            return Err(format!(
                "it asks for {passes} passes and {lanes} lanes; at most {MAX_PASSES} and {MAX_LANES} are allowed"
            ));
        }
        Params::new(memory, passes, lanes, Some(32))
            .map_err(|error| format!("{memory} KiB, {passes} passes and {lanes} lanes: {error}"))
    }
}

/// The header, read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) cost: Cost,
    pub(super) salt: [u8; 16],
}

impl Header {
    /// Its bytes.
    pub(super) fn bytes(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..12].copy_from_slice(&KIND);
        bytes[12..16].copy_from_slice(&self.cost.memory.to_be_bytes());
        bytes[16..20].copy_from_slice(&self.cost.passes.to_be_bytes());
        bytes[20..24].copy_from_slice(&self.cost.lanes.to_be_bytes());
        bytes[24..].copy_from_slice(&self.salt);
        bytes
    }

    /// Reads bytes that begin with the magic, or says what is wrong with them.
    pub(super) fn read(bytes: &[u8; HEADER]) -> Result<Self, String> {
        if bytes[8..12] != KIND {
            return Err("its header is of another version".to_owned());
        }
        let number = |at: usize| {
            u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        let cost = Cost { memory: number(12), passes: number(16), lanes: number(20) };
        let mut salt = [0; 16];
        salt.copy_from_slice(&bytes[24..]);
        Ok(Self { cost, salt })
    }

    /// The key of a passphrase, or why there is none.
    pub(super) fn key(&self, passphrase: &[u8], max_memory: u32) -> Result<Key, String> {
        let params = self.cost.check(max_memory)?;
        let count = params.block_count();
        let mut blocks: Vec<Block> = Vec::new();
        if blocks.try_reserve_exact(count).is_err() {
            return Err(format!("there is no memory of {} KiB", self.cost.memory));
        }
        blocks.resize(count, Block::default());
        let mut key = Zeroizing::new([0; 32]);
        Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
            .hash_password_into_with_memory(passphrase, &self.salt, &mut key[..], &mut blocks)
            .map_err(|error| error.to_string())?;
        Key::of_bytes(&key[..]).map_err(|error| error.to_string())
    }
}

/// Asks for a passphrase on the terminal.
pub(super) fn ask(twice: bool) -> Result<Zeroizing<Vec<u8>>, Failure> {
    let unread = |error| Failure::refused(format_args!("no passphrase: {error}"));
    let terminal = Silent::new().map_err(unread)?;
    let passphrase = terminal.ask("Passphrase: ").map_err(unread)?;
    if twice && *terminal.ask("Again: ").map_err(unread)? != *passphrase {
        return Err(Failure::refused("the passphrases differ"));
    }
    not_empty(passphrase)
}

/// Reads a passphrase from a file descriptor, up to the end of the first line.
pub(super) fn from_descriptor(number: u32) -> Result<Zeroizing<Vec<u8>>, Failure> {
    let failed = |error| Failure::refused(format_args!("--passphrase-fd {number}: {error}"));
    let mut file = File::open(format!("/dev/fd/{number}")).map_err(failed)?;
    let mut passphrase = Zeroizing::new(Vec::with_capacity(LONGEST + 1));
    let mut byte = [0];
    while file.read(&mut byte).map_err(failed)? == 1 && byte[0] != b'\n' {
        if passphrase.len() == LONGEST {
            return Err(Failure::refused(format_args!(
                "--passphrase-fd {number}: more than {LONGEST} bytes"
            )));
        }
        passphrase.push(byte[0]);
    }
    if passphrase.last() == Some(&b'\r') {
        passphrase.pop();
    }
    not_empty(passphrase)
}

fn not_empty(passphrase: Zeroizing<Vec<u8>>) -> Result<Zeroizing<Vec<u8>>, Failure> {
    match passphrase.is_empty() {
        true => Err(Failure::refused("the passphrase is empty")),
        false => Ok(passphrase),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_has_its_form() {
        let cost = Cost { memory: 0x0102_0304, passes: 5, lanes: 6 };
        let header = Header { cost, salt: [9; 16] };
        let bytes = header.bytes();
        assert_eq!(&bytes[..24], b"LANEFILE\x01\x01\x02\0\x01\x02\x03\x04\0\0\0\x05\0\0\0\x06");
        assert_eq!(Header::read(&bytes), Ok(header));
        for at in 8..12 {
            let mut other = bytes;
            other[at] ^= 1;
            assert!(Header::read(&other).is_err());
        }
    }

    #[test]
    fn costs_have_limits() {
        let header =
            |memory, passes, lanes| Header { cost: Cost { memory, passes, lanes }, salt: [0; 16] };
        assert!(header(64, 1, 1).key(b"p", 1).is_ok());
        for refused in
            [header(1025, 1, 1), header(64, 65, 1), header(u32::MAX, 1, 1), header(1024, 1, 65)]
        {
            assert!(refused.key(b"p", 1).is_err());
        }
        // What Argon2id itself refuses.
        assert!(header(7, 1, 1).key(b"p", 1).is_err() && header(64, 0, 1).key(b"p", 1).is_err());
        assert!(Cost::parse("64,1,1").is_ok());
        for text in ["", "64", "64,1", "64,1,1,1", "64,1,x", "64,0,1", "1,1,1"] {
            assert!(Cost::parse(text).is_err(), "{text}");
        }
    }
}

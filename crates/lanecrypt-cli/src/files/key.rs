//! Keys and their files.

use std::fs::File;
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use lanecrypt::block::{Aes128, Aes256};
use lanecrypt::chunked::{Cobblestone128, Cobblestone256, HEADER_BYTES, Message, SALT_BYTES};
use lanecrypt::{Algorithm as _, Error};
use zeroize::{Zeroize as _, Zeroizing};

use crate::failure::Failure;

/// A key of either length.
pub(super) enum Key {
    /// 16 bytes.
    Short(Cobblestone128),
    /// 32 bytes.
    Long(Cobblestone256),
}

/// A message under a key of either length.
pub(super) enum FileMessage {
    /// Under 16 bytes.
    Short(Box<Message<Aes128>>),
    /// Under 32 bytes.
    Long(Box<Message<Aes256>>),
}

impl Key {
    /// The key of so many bytes.
    pub(super) fn of_bytes(bytes: &[u8]) -> Result<Self, Error> {
        match bytes.len() {
            16 => Cobblestone128::new(bytes).map(Self::Short),
            _ => Cobblestone256::new(bytes).map(Self::Long),
        }
    }

    /// Reads a key file: 32 or 16 raw bytes, or 64 or 32 hexadecimal digits and a line end.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let name = path.display();
        let unreadable = |error| Failure::refused(format_args!("key file {name}: {error}"));
        let mut file = File::open(path).map_err(unreadable)?;
        let found = file.metadata().map_err(unreadable)?;
        let mode = found.permissions().mode();
        if found.is_file() && mode & 0o077 != 0 {
            return Err(Failure::refused(format_args!(
                "key file {name}: others can read or change it (mode {:04o}); chmod 600 it first",
                mode & 0o7777
            )));
        }
        // One byte more than the longest form shows what is too long.
        let mut bytes = Zeroizing::new([0; 67]);
        let mut length = 0;
        while length < bytes.len() {
            match file.read(&mut bytes[length..]).map_err(unreadable)? {
                0 => break,
                more => length += more,
            }
        }
        let bytes = &bytes[..length];
        let key = match bytes.len() {
            16 | 32 => Self::of_bytes(bytes),
            _ => {
                let digits = bytes.strip_suffix(b"\n");
                let digits = digits.map(|digits| digits.strip_suffix(b"\r").unwrap_or(digits));
                let text = digits.and_then(|digits| str::from_utf8(digits).ok());
                let decoded = text.filter(|text| matches!(text.len(), 32 | 64));
                let decoded = decoded.and_then(|text| lanecrypt_vectors::hex::decode(text).ok());
                let Some(mut decoded) = decoded else {
                    return Err(Failure::refused(format_args!(
                        "key file {name}: it must be 32 or 16 raw bytes, or 64 or 32 hexadecimal digits and a \
                         line end"
                    )));
                };
                let key = Self::of_bytes(&decoded);
                decoded.zeroize();
                key
            }
        };
        key.map_err(Failure::refused)
    }

    /// The message of a salt and a context.
    pub(super) fn message(&self, salt: &[u8; SALT_BYTES], context: &[u8]) -> FileMessage {
        match self {
            Self::Short(key) => FileMessage::Short(Box::new(key.message(salt, context))),
            Self::Long(key) => FileMessage::Long(Box::new(key.message(salt, context))),
        }
    }

    /// The message of a header and a context.
    pub(super) fn message_of(
        &self,
        header: &[u8; HEADER_BYTES],
        context: &[u8],
    ) -> Result<FileMessage, Error> {
        Ok(match self {
            Self::Short(key) => FileMessage::Short(Box::new(key.message_of(header, context)?)),
            Self::Long(key) => FileMessage::Long(Box::new(key.message_of(header, context)?)),
        })
    }
}

impl FileMessage {
    /// The header.
    pub(super) fn header(&self) -> &[u8; HEADER_BYTES] {
        match self {
            Self::Short(message) => message.header(),
            Self::Long(message) => message.header(),
        }
    }

    /// Seals full chunks, or the end of the message.
    pub(super) fn seal(
        &self,
        first: u64,
        end: bool,
        plaintext: &[u8],
        sealed: &mut [u8],
    ) -> Result<(), Error> {
        match (self, end) {
            (Self::Short(message), false) => message.seal_chunks(first, plaintext, sealed),
            (Self::Short(message), true) => message.seal_end(first, plaintext, sealed),
            (Self::Long(message), false) => message.seal_chunks(first, plaintext, sealed),
            (Self::Long(message), true) => message.seal_end(first, plaintext, sealed),
        }
    }

    /// Opens full chunks, or the end of the message.
    pub(super) fn open(
        &self,
        first: u64,
        end: bool,
        sealed: &[u8],
        plaintext: &mut [u8],
    ) -> Result<(), Error> {
        match (self, end) {
            (Self::Short(message), false) => message.open_chunks(first, sealed, plaintext),
            (Self::Short(message), true) => message.open_end(first, sealed, plaintext),
            (Self::Long(message), false) => message.open_chunks(first, sealed, plaintext),
            (Self::Long(message), true) => message.open_end(first, sealed, plaintext),
        }
    }
}

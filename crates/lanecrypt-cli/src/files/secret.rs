//! The key of a file: from a key file or from a passphrase.

use std::cell::OnceCell;
use std::path::PathBuf;

use zeroize::Zeroizing;

use super::arguments::{FileArguments, SecretArguments};
use super::key::Key;
use super::passphrase::{self, Cost, Header};
use crate::failure::Failure;

/// What was given on the command line. A passphrase is asked for once, when the first file needs it.
pub(super) enum Secret {
    Key(Key),
    Passphrase { from: Option<u32>, asked: OnceCell<Zeroizing<Vec<u8>>> },
}

impl Secret {
    /// Reads the key file. If nothing was given, a passphrase is asked for if a file wants one.
    pub(super) fn new(
        arguments: &SecretArguments,
        files: &FileArguments,
        encrypt: bool,
    ) -> Result<Self, Failure> {
        let SecretArguments { key, passphrase, passphrase_fd } = arguments;
        let standard_input = files.inputs.is_empty() || files.inputs.contains(&PathBuf::from("-"));
        match (key, passphrase_fd) {
            (Some(path), _) => Ok(Self::Key(Key::read(path)?)),
            (None, Some(0)) if standard_input => {
                Err(Failure::refused("--passphrase-fd 0: standard input is what is processed"))
            }
            (None, None) if encrypt && !passphrase => {
                Err(Failure::refused("no key: give -k KEYFILE, -p or --passphrase-fd N"))
            }
            (None, from) => Ok(Self::Passphrase { from: *from, asked: OnceCell::new() }),
        }
    }

    /// The key for a new file, and its header if it has one.
    pub(super) fn for_new(&self, cost: Cost) -> Result<(KeyOf<'_>, Option<Header>), Failure> {
        match self {
            Self::Key(key) => Ok((KeyOf::Shared(key), None)),
            Self::Passphrase { .. } => {
                let header = Header { cost, salt: super::random()? };
                let key = header.key(self.passphrase(true)?, u32::MAX).map_err(Failure::refused)?;
                Ok((KeyOf::Own(key), Some(header)))
            }
        }
    }

    /// The passphrase; asked for twice if a file is made with it.
    pub(super) fn passphrase(&self, twice: bool) -> Result<&[u8], Failure> {
        let Self::Passphrase { from, asked } = self else { return Ok(&[]) };
        if asked.get().is_none() {
            let passphrase = match from {
                Some(number) => passphrase::from_descriptor(*number),
                None => passphrase::ask(twice),
            };
            let _ = asked.set(passphrase?);
        }
        Ok(asked.get().map_or(&[], |passphrase| passphrase))
    }
}

/// The key of a file, which it may share with others.
pub(super) enum KeyOf<'a> {
    Shared(&'a Key),
    Own(Key),
}

impl std::ops::Deref for KeyOf<'_> {
    type Target = Key;

    fn deref(&self) -> &Key {
        match self {
            Self::Shared(key) => key,
            Self::Own(key) => key,
        }
    }
}

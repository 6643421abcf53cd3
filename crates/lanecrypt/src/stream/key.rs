//! What key objects of stream ciphers hold: the bytes of their keys.

use crate::algorithm::engine::Settings;
use crate::lanes::wipe;
use crate::{Algorithm, Backend};

/// The bytes of a key with the backend and the options that it is used with. Wiped when dropped.
///
/// The key lies in front of the others: code that loads a backend may load more bytes than it has.
#[derive(Clone)]
#[repr(C)]
pub(crate) struct KeyBytes<const BYTES: usize, O> {
    bytes: [u8; BYTES],
    backend: Backend,
    options: O,
}

impl<const BYTES: usize, O: Copy> KeyBytes<BYTES, O> {
    /// From bytes that have the right length.
    pub(crate) fn new(key: &[u8], options: O, backend: Backend) -> Self {
        let mut out = Self { bytes: [0; BYTES], backend, options };
        out.bytes.copy_from_slice(key);
        out
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The same, whose number is known.
    pub(crate) fn array(&self) -> &[u8; BYTES] {
        &self.bytes
    }

    pub(crate) fn backend(&self) -> Backend {
        self.backend
    }

    pub(crate) fn options(&self) -> O {
        self.options
    }
}

impl<const BYTES: usize, O> Drop for KeyBytes<BYTES, O> {
    fn drop(&mut self) {
        wipe(&mut self.bytes, [0; BYTES]);
    }
}

/// A key object that holds the bytes of its key.
pub(crate) trait HoldsKey: Algorithm {
    /// The bytes of the key.
    fn key(&self) -> &[u8];
    /// What the key is used with.
    fn settings(&self) -> Settings<Self>;
}

/// Makes a struct with a field `key` of [`KeyBytes`] a key object, of which it shows the backend
/// only. Other fields are given with the values that they begin with.
macro_rules! key_object {
    ($name:ident, $bytes:literal byte keys, $options:ty $(, $field:ident: $value:expr)*) => {
        impl $crate::algorithm::engine::Expand for $name {
            fn expand(
                key: &[u8],
                settings: $crate::algorithm::engine::Settings<Self>,
                _: $crate::algorithm::engine::Internal,
            ) -> Self {
                let (options, backend) = (settings.options, settings.backend);
                let key = $crate::stream::key::KeyBytes::new(key, options, backend);
                Self { key $(, $field: $value)* }
            }
        }

        impl $crate::Algorithm for $name {
            type KeyArray = [u8; $bytes];
            type Options = $options;

            fn backend(&self) -> $crate::Backend {
                self.key.backend()
            }
        }

        impl $crate::stream::key::HoldsKey for $name {
            fn key(&self) -> &[u8] {
                self.key.bytes()
            }

            fn settings(&self) -> $crate::algorithm::engine::Settings<Self> {
                let (options, backend) = (self.key.options(), self.key.backend());
                $crate::algorithm::engine::Settings { options, backend }
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("backend", &self.key.backend())
                    .finish_non_exhaustive()
            }
        }
    };
}
pub(crate) use key_object;

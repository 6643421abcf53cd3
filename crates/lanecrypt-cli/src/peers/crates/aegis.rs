//! The crate `aegis`: its default implementation, which is libaegis, a library in C. It chooses its
//! instructions at run time.
//!
//! Messages are opened by a function of libaegis itself. The crate opens a whole message only in place or
//! into new memory. In pieces, it takes up to 1.5 times as long for 64 bytes.

use std::ffi::c_int;
use std::ptr;

use aegis::{aegis128l, aegis128x2, aegis128x4, aegis256, aegis256x2, aegis256x4};

use super::peer::Crates;
use crate::peers::each::{Tag, authenticated, first};

/// Declares the functions of libaegis that open a whole message.
macro_rules! opening {
    ($($name:ident),*) => {
        unsafe extern "C" {
            $(
                fn $name(
                    message: *mut u8,
                    ciphertext: *const u8,
                    bytes: usize,
                    tag: *const u8,
                    tag_bytes: usize,
                    data: *const u8,
                    data_bytes: usize,
                    nonce: *const u8,
                    key: *const u8,
                ) -> c_int;
            )*
        }
    };
}

opening!(
    aegis128l_decrypt_detached,
    aegis128x2_decrypt_detached,
    aegis128x4_decrypt_detached,
    aegis256_decrypt_detached,
    aegis256x2_decrypt_detached,
    aegis256x4_decrypt_detached
);

/// The subject for a type of cipher, with the function that opens.
macro_rules! messages {
    ($cipher:ty, $opening:ident, $setting:expr, $open:expr) => {{
        // Once, this lets libaegis choose its instructions.
        let _ = <$cipher>::new(&Default::default(), &Default::default());
        // Key and nonce are loaded together: nothing can be set up before.
        authenticated(
            $setting,
            $open,
            |secret, _| *first(&secret.key),
            |key, secret, message| {
                Some(<$cipher>::new(key, first(&secret.iv)).encrypt_in_place(message, &[]))
            },
            |key, secret, input, output, tag: &Tag| {
                if output.len() < input.len() {
                    return false;
                }
                // SAFETY: the output is another buffer of at least the length of the input; the tag is as
                // long as is said; there is no associated data; the key and the nonce are as long as
                // those of the cipher, and no nonce is longer than what a secret holds.
                let wrong = unsafe {
                    $opening(
                        output.as_mut_ptr(),
                        input.as_ptr(),
                        input.len(),
                        tag.as_ptr(),
                        tag.len(),
                        ptr::null(),
                        0,
                        secret.iv.as_ptr(),
                        key.as_ptr(),
                    )
                };
                wrong == 0
            },
        )
    }};
}

/// AEGIS.
pub(super) const AEGIS: Crates = Crates {
    name: "aegis",
    versions: &[env!("LANECRYPT_CRATE_AEGIS")],
    prepare: |algorithm, operation, setting| {
        use aegis128l::Aegis128L;
        use aegis128x2::Aegis128X2;
        use aegis128x4::Aegis128X4;
        use aegis256::Aegis256;
        use aegis256x2::Aegis256X2;
        use aegis256x4::Aegis256X4;
        let open = match operation {
            "encrypt" => false,
            "decrypt" => true,
            _ => return None,
        };
        Some(match algorithm {
            "aegis128l" => messages!(Aegis128L<16>, aegis128l_decrypt_detached, setting, open),
            "aegis128x2" => messages!(Aegis128X2<16>, aegis128x2_decrypt_detached, setting, open),
            "aegis128x4" => messages!(Aegis128X4<16>, aegis128x4_decrypt_detached, setting, open),
            "aegis256" => messages!(Aegis256<16>, aegis256_decrypt_detached, setting, open),
            "aegis256x2" => messages!(Aegis256X2<16>, aegis256x2_decrypt_detached, setting, open),
            "aegis256x4" => messages!(Aegis256X4<16>, aegis256x4_decrypt_detached, setting, open),
            _ => return None,
        })
    },
};

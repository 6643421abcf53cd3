//! CMAC through the C interface for MACs, which the crate `openssl` does not have. One context is used
//! again.

use std::ffi::CString;
use std::ptr;
use std::rc::Rc;

use openssl_sys as ffi;

use crate::entry::{Secret, Setting, Subject};
use crate::peers::each::{Tag, tags};

/// CMAC over a cipher with this name in CBC.
pub(super) fn messages(cipher: &str, setting: &Setting) -> Option<Box<dyn Subject>> {
    let key_bytes = openssl::cipher::Cipher::fetch(None, cipher, None).ok()?.key_length();
    let context = Rc::new(CmacContext::new(cipher)?);
    let keyed = Rc::clone(&context);
    Some(tags(
        setting,
        move |secret: &Secret| keyed.key(&secret.key[..key_bytes]),
        move |(), _, message| context.tag(message),
    ))
}

struct CmacContext(*mut ffi::EVP_MAC_CTX);

impl CmacContext {
    fn new(cipher: &str) -> Option<Self> {
        /// `OSSL_PARAM_UTF8_STRING` of `openssl/core.h`.
        const TEXT: u32 = 4;
        let name = CString::new(cipher).ok()?;
        let parameters = [
            ffi::OSSL_PARAM {
                key: c"cipher".as_ptr(),
                data_type: TEXT,
                data: name.as_ptr().cast_mut().cast(),
                data_size: cipher.len(),
                return_size: 0,
            },
            // SAFETY: it only makes the mark of a list's end.
            unsafe { ffi::OSSL_PARAM_construct_end() },
        ];
        // SAFETY: the names end in zero; the context holds the method by a count of its own, so
        // that ours is given back; the parameters, which are only read, outlive the call.
        unsafe {
            let method = ffi::EVP_MAC_fetch(ptr::null_mut(), c"CMAC".as_ptr(), ptr::null());
            if method.is_null() {
                return None;
            }
            let context = ffi::EVP_MAC_CTX_new(method);
            ffi::EVP_MAC_free(method);
            if context.is_null() {
                return None;
            }
            let context = Self(context);
            let set = ffi::EVP_MAC_CTX_set_params(context.0, parameters.as_ptr());
            (set == 1).then_some(context)
        }
    }

    fn key(&self, key: &[u8]) {
        // SAFETY: the context is one, and the key as long as is said.
        unsafe { ffi::EVP_MAC_init(self.0, key.as_ptr(), key.len(), ptr::null()) };
    }

    /// The tag under the current key. If the library refuses something, the tag is zeros. Verification
    /// finds that.
    fn tag(&self, message: &[u8]) -> Tag {
        let mut tag = [0; 16];
        let mut bytes = 0;
        // SAFETY: the context is one that has a key, and without another begins anew with it; the
        // message and the room for the tag are as long as is said.
        unsafe {
            ffi::EVP_MAC_init(self.0, ptr::null(), 0, ptr::null());
            ffi::EVP_MAC_update(self.0, message.as_ptr(), message.len());
            ffi::EVP_MAC_final(self.0, tag.as_mut_ptr(), &mut bytes, tag.len());
        }
        tag
    }
}

impl Drop for CmacContext {
    fn drop(&mut self) {
        // SAFETY: nobody else has it.
        unsafe { ffi::EVP_MAC_CTX_free(self.0) };
    }
}

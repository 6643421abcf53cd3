//! Shows that neither a branch nor an address depends on a key, a nonce or a message.
//!
//! Run under Valgrind, whose memcheck follows every bit that is not defined and reports a
//! conditional jump or an address that depends on one:
//!
//! ```text
//! cargo build --release -p lanecrypt --all-features --example constant_time
//! valgrind --error-limit=no target/release/examples/constant_time
//! ```
//!
//! Secrets are marked as not defined, everything is encrypted and authenticated on every backend
//! and variant, and memcheck's count must not move. It must move for the tables, which are not
//! constant time: otherwise nothing is being watched. Nonces of AES and of the authenticated ciphers
//! are public. So is whether a tag is right: each message that is opened or verified is reported
//! once, for its verdict, and by NCA4 to NCA6 twice where they look before they decrypt, too. Valgrind knows no
//! AVX-512 and does not offer what it does not know, so the widest backends are named as not
//! checked. The program `lanecrypt-taint` of this repository runs them:
//!
//! ```text
//! target/release/lanecrypt-taint target/release/examples/constant_time --backends avx2-vaes,avx512
//! target/release/lanecrypt-taint target/release/examples/constant_time 'Gcm<Aes128>'
//! ```
//!
//! With `--leftovers`, it needs neither: it looks for words of keys that calls leave on the stack and in registers.
//!
//! Without any of these, without all features of the library, or on a processor other than x86-64 and AArch64, the program
//! only says so, with status 2.

/// The checks, where the library has all that they are for, on processors whose registers they know.
#[cfg_attr(
    all(
        feature = "full",
        feature = "chunked",
        feature = "rustcrypto",
        any(target_arch = "x86_64", target_arch = "aarch64")
    ),
    path = "checks.rs"
)]
mod program;

fn main() {
    program::main();
}

//! A library without the standard library, without an allocator, that uses Lanecrypt: if Lanecrypt
//! brought either along, this would not compile (a second panic handler; no global allocator).
#![no_std]

// For comparison: with this there are two panic handlers.
#[cfg(with_std)]
extern crate std;

use lanecrypt::stream::zuc::Zuc128;
use lanecrypt::{Batch, CipherJob};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// Encrypts one message. Returns the code of its status.
#[unsafe(no_mangle)]
pub extern "C" fn encrypt(key: &[u8; 16], iv: &[u8; 16], data: &mut [u8; 64]) -> i32 {
    let mut jobs = [CipherJob::<Zuc128>::new(key, iv, data)];
    let _ = Batch::new().encrypt(&mut jobs);
    jobs[0].status().code()
}

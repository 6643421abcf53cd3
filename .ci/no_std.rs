//! A library without the standard library, without an allocator, that uses Lanecrypt: if Lanecrypt
//! brought either along, this would not compile (a second panic handler; no global allocator).
#![no_std]

// For comparison: with this there are two panic handlers.
#[cfg(with_std)]
extern crate std;

use lanecrypt::batch::Data;
use lanecrypt::stream::zuc::{Batch, Job, Setup};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// Encrypts one message.
#[unsafe(no_mangle)]
pub extern "C" fn encrypt(key: &[u8; 16], iv: &[u8; 16], data: &mut [u8; 64]) {
    let mut jobs = [Job::new(Setup::zuc128(key, iv), Data::InPlace(data))];
    Batch::new().encrypt(&mut jobs);
}

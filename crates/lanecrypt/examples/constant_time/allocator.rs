//! Wipes memory before it is freed: `free` of the C library looks for a word of its own in it, and would
//! branch on a secret.

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;

struct Wiping;

// SAFETY: the system's allocator, whose memory is wiped when nobody uses it any more.
unsafe impl GlobalAlloc for Wiping {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as of the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the memory is the caller's until it is freed. The compiler believes that it is read
        // once more, and does not leave the zeros out.
        unsafe {
            memory.write_bytes(0, layout.size());
            System.dealloc(black_box(memory), layout);
        }
    }
}

#[global_allocator]
static ALLOCATOR: Wiping = Wiping;

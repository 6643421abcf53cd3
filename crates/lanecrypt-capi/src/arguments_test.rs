//! Buffers that share bytes and buffers that do not.

use crate::arguments::{apart, near};

#[test]
fn apart_means_that_no_byte_is_shared() {
    let start = 1000_usize;
    for length in 0..9 {
        for bytes in 0..9 {
            for at in start - 20..start + 20 {
                let shared = (at..at + bytes).any(|byte| (start..start + length).contains(&byte));
                let output = core::ptr::without_provenance_mut(start);
                let found = apart(output, length, core::ptr::without_provenance(at), bytes);
                assert_eq!(found.is_err(), shared, "{at} + {bytes} beside {start} + {length}");
                let near = near(output, length, core::ptr::without_provenance(at), bytes);
                assert!(near >= shared, "{at} + {bytes} beside {start} + {length}");
                assert!(near == shared || length == 0 || bytes == 0);
            }
        }
    }
}

//! The field of CMAC, PMAC and OCB3, x^128 + x^7 + x^2 + x + 1: the lowest bit of a number is the constant
//! term (NIST SP 800-38B, section 5.3; RFC 7253, section 2).

/// Twice an element.
pub(super) const fn double(element: u128) -> u128 {
    (element << 1) ^ ((element >> 127) * 0x87)
}

/// Half of one.
pub(super) const fn half(element: u128) -> u128 {
    (element >> 1) ^ ((element & 1) * (1 << 127 | 0x43))
}

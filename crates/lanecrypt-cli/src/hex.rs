//! Bytes as hexadecimal digits.

/// The digits of some bytes, two per byte, in lower case.
pub(crate) fn encode(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_digits() {
        assert_eq!(encode(&[0, 0xff, 0xa5]), "00ffa5");
    }
}

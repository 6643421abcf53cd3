//! Hexadecimal digits.

/// The bytes of a string of digits, two digits per byte, in either case; or what is wrong with it.
pub fn decode(digits: &str) -> Result<Vec<u8>, String> {
    let digit = |position: usize, byte: u8| {
        char::from(byte).to_digit(16).map(|value| value as u8).ok_or_else(|| {
            let character = digits[position..].chars().next().unwrap_or('?');
            format!("{character:?} at position {position} is not a hexadecimal digit")
        })
    };
    // All bytes before the first one that is not a digit are ASCII, so slicing there is safe.
    for (position, byte) in digits.bytes().enumerate() {
        digit(position, byte)?;
    }
    if digits.len() % 2 == 1 {
        return Err(format!("odd number of hexadecimal digits ({})", digits.len()));
    }
    let (pairs, _) = digits.as_bytes().as_chunks::<2>();
    pairs.iter().map(|&[high, low]| Ok(digit(0, high)? << 4 | digit(0, low)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_become_bytes() {
        assert_eq!(decode("00fFa5"), Ok(vec![0, 0xff, 0xa5]));
        assert_eq!(decode(""), Ok(vec![]));
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert!(decode("abc").is_err_and(|e| e.contains("odd")));
        assert!(decode("0g").is_err_and(|e| e.contains("'g' at position 1")));
        assert!(decode("0é").is_err_and(|e| e.contains("'é'")));
    }
}

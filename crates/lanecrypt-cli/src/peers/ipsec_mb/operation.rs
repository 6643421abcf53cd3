//! The operations of the shim.

/// An operation of the catalogue, with the lengths of its keys and tags.
pub(super) fn named(algorithm: &str, operation: &str) -> Option<(ShimOperation, u32, u32)> {
    use ShimOperation::*;
    let wireless = match (algorithm, operation) {
        ("zuc128", "encrypt") => (Zuc128, 16, 0),
        ("nea1", "encrypt") => (Nea1, 16, 0),
        ("nia1", "mac") => (Nia1, 16, 4),
        ("nea2", "encrypt") => (Nea2, 16, 0),
        ("eea3", "encrypt") => (Eea3, 16, 0),
        ("eia3", "mac") => (Eia3, 16, 4),
        ("zuc256", "encrypt") => (Zuc256, 32, 0),
        ("zuc256", "mac32") => (Zuc256Mac, 32, 4),
        ("zuc256", "mac64") => (Zuc256Mac, 32, 8),
        ("zuc256", "mac128") => (Zuc256Mac, 32, 16),
        ("nea4", "encrypt") => (Nea4, 32, 0),
        ("nia4", "mac") => (Nia4, 32, 4),
        ("nea5", "encrypt") => (Nea5, 32, 0),
        ("nia5", "mac") => (Nia5, 32, 4),
        ("nea6", "encrypt") => (Nea6, 32, 0),
        ("nia6", "mac") => (Nia6, 32, 4),
        ("nca4", "encrypt") => (Nca4, 32, 16),
        ("nca4", "decrypt") => (Nca4Decrypt, 32, 16),
        ("nca5", "encrypt") => (Nca5, 32, 16),
        ("nca5", "decrypt") => (Nca5Decrypt, 32, 16),
        ("nca6", "encrypt") => (Nca6, 32, 16),
        ("nca6", "decrypt") => (Nca6Decrypt, 32, 16),
        _ => return aes(algorithm, operation),
    };
    Some(wireless)
}

fn aes(algorithm: &str, operation: &str) -> Option<(ShimOperation, u32, u32)> {
    use ShimOperation::*;
    let key_bytes = match algorithm {
        "aes128" => 16,
        "aes192" => 24,
        "aes256" => 32,
        _ => return None,
    };
    let (operation, tag_bytes) = match operation {
        "ecb" => (Ecb, 0),
        "ecb-decrypt" => (EcbDecrypt, 0),
        "cbc" => (Cbc, 0),
        "cbc-decrypt" => (CbcDecrypt, 0),
        "ctr" => (Ctr, 0),
        "cmac" if key_bytes != 24 => (Cmac, 16),
        "gcm" => (Gcm, 16),
        "gcm-decrypt" => (GcmDecrypt, 16),
        _ => return None,
    };
    Some((operation, key_bytes, tag_bytes))
}

/// An operation, in the order of the shim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub(super) enum ShimOperation {
    Ecb,
    EcbDecrypt,
    Cbc,
    CbcDecrypt,
    /// The library counts in the last four bytes only: this is the same until they overflow.
    Ctr,
    Cmac,
    Gcm,
    GcmDecrypt,
    Nea2,
    Zuc128,
    Eea3,
    Eia3,
    /// Until 2.x.
    Zuc256,
    /// Until 2.x.
    Zuc256Mac,
    /// Since 3.0.
    Nea6,
    /// Since 3.0.
    Nia6,
    Nea1,
    Nia1,
    /// Since 3.0.
    Nea4,
    /// Since 3.0.
    Nia4,
    /// Since 3.0.
    Nea5,
    /// Since 3.0.
    Nia5,
    /// Since 3.0.
    Nca4,
    /// Since 3.0.
    Nca4Decrypt,
    /// Since 3.0.
    Nca5,
    /// Since 3.0.
    Nca5Decrypt,
    /// Since 3.0.
    Nca6,
    /// Since 3.0.
    Nca6Decrypt,
}

impl ShimOperation {
    /// The operation that seals what this one opens.
    pub(super) fn sealing(self) -> Option<Self> {
        use ShimOperation::*;
        match self {
            GcmDecrypt => Some(Gcm),
            Nca4Decrypt => Some(Nca4),
            Nca5Decrypt => Some(Nca5),
            Nca6Decrypt => Some(Nca6),
            _ => None,
        }
    }

    /// Whether keys are loaded with IVs, so that nothing of them is ready before.
    pub(super) fn is_loaded_with_iv(self) -> bool {
        use ShimOperation::*;
        let of_128_bits = matches!(self, Zuc128 | Eea3 | Eia3 | Zuc256 | Zuc256Mac);
        of_128_bits || (self.is_of_256_bits() && !self.is_of_suite_5())
    }

    /// Whether it is one of algorithm 5 of 3GPP, whose keys are those of AES.
    fn is_of_suite_5(self) -> bool {
        use ShimOperation::*;
        matches!(self, Nea5 | Nia5 | Nca5 | Nca5Decrypt)
    }

    /// Whether it is one of algorithm 6 of 3GPP.
    pub(super) fn is_of_suite_6(self) -> bool {
        use ShimOperation::*;
        matches!(self, Nea6 | Nia6 | Nca6 | Nca6Decrypt)
    }

    /// Whether it is one of the 256-bit suite of 3GPP.
    pub(super) fn is_of_256_bits(self) -> bool {
        use ShimOperation::*;
        let of_suite_4 = matches!(self, Nea4 | Nia4 | Nca4 | Nca4Decrypt);
        of_suite_4 || self.is_of_suite_5() || self.is_of_suite_6()
    }
}

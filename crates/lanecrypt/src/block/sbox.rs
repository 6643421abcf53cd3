//! The S-boxes of GOST 28147-89: published sets, and those of a caller.

use crate::Error;

/// The S-boxes of GOST 28147-89: eight permutations of 0 to 15. Row `j` replaces bits 4j to 4j + 3 of
/// a word.
///
/// The standard leaves them open, so both sides must agree on a set. Published tables come in two row
/// orders; here, as in RFC 4357, row 0 replaces the least significant nibble. S-boxes are public: running
/// time may depend on them. The default is [`Sbox::DSTU_DKE1`].
///
/// ```
/// use lanecrypt::{Error, block::Sbox};
///
/// let own = Sbox::new(Sbox::TC26_Z.rows())?;
/// assert_eq!(own, Sbox::TC26_Z);
/// assert_eq!(Sbox::new(&[[0; 16]; 8]), Err(Error::SboxRow { row: 0 }));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sbox([[u8; 16]; 8]);

impl Sbox {
    /// DKE No. 1 of DSTU GOST 28147:2009, the default in Ukraine and of this library.
    pub const DSTU_DKE1: Self = published([
        0xa9d6_eb45_f13c_7082,
        0x80c4_967b_231f_5ead,
        0xf658_eba4_c037_291d,
        0x38d9_6bf0_25ca_4e17,
        0xf8e9_720d_c615_b43a,
        0x2897_5f0b_c1de_a364,
        0x38b5_64ea_2c17_9fd0,
        0x123e_6db8_fac5_7904,
    ]);

    /// The set of the examples of GOST R 34.11-94 (RFC 4357, 1.2.643.2.2.30.0).
    pub const TEST_3411: Self = published([
        0x4a92_d80e_6b1c_7f53,
        0xeb4c_6dfa_2381_0759,
        0x581d_a342_efc7_609b,
        0x7da1_089f_e46c_b253,
        0x6c71_5fd8_4a9e_03b2,
        0x4ba0_721d_3685_9cfe,
        0xdb41_3f59_0ae7_682c,
        0x1fd0_57a4_923e_6b8c,
    ]);

    /// The test set of GOST 28147-89 (RFC 4357, 1.2.643.2.2.31.0).
    pub const TEST_28147: Self = published([
        0x42f5_9108_e3bc_d7a6,
        0xc9fe_813a_274d_60b5,
        0xd8ec_739a_1524_6f0b,
        0xe9b2_5f71_0dc6_a438,
        0x3e59_680d_ab7c_21f4,
        0x8f6b_19c5_d37a_0e24,
        0x9bc0_3675_48ef_1a2d,
        0xc652_b09d_3e7a_f418,
    ]);

    /// CryptoPro A (RFC 4357, 1.2.643.2.2.31.1).
    pub const CRYPTOPRO_A: Self = published([
        0x9632_8b17_a4ef_c0d5,
        0x37e9_8af0_526c_b4d1,
        0xe462_b3d8_cf5a_0719,
        0xe7ac_d139_02b4_f856,
        0xb519_8df0_e423_c7a6,
        0x3adc_120b_7594_8fe6,
        0x1d29_7a60_8c45_f3be,
        0xbaf5_0ce8_6239_17d4,
    ]);

    /// CryptoPro B (RFC 4357, 1.2.643.2.2.31.2).
    pub const CRYPTOPRO_B: Self = published([
        0x84b1_3509_2eac_d67f,
        0x012a_4d5c_973f_b86e,
        0xec0a_92db_758f_3614,
        0x750d_b612_3acf_4e98,
        0x27cf_95ab_140d_68e3,
        0x8326_4deb_c17f_a095,
        0x52ab_91c3_74d0_6f8e,
        0x04be_8371_a296_fd5c,
    ]);

    /// CryptoPro C (RFC 4357, 1.2.643.2.2.31.3).
    pub const CRYPTOPRO_C: Self = published([
        0x1bc2_9d0f_458e_a763,
        0x017d_b452_8efc_9a63,
        0x8250_49fa_37cd_6e1b,
        0x3601_5da8_b297_efc4,
        0x8db0_4512_93ce_6fa7,
        0xc9b1_8e24_7365_a0fd,
        0xa968_de20_f35b_41c7,
        0x7405_a2fe_c61b_d938,
    ]);

    /// CryptoPro D (RFC 4357, 1.2.643.2.2.31.4).
    pub const CRYPTOPRO_D: Self = published([
        0xfc2a_6450_79ed_1b83,
        0xb634_cfe2_7d80_5a91,
        0x1cb0_fe65_ad48_9372,
        0x15ec_a70d_62b4_93f8,
        0x0c89_d2ab_7365_4ef1,
        0x80f3_25eb_1a47_c9d6,
        0x306f_1e92_d8c4_ba57,
        0x1a68_fb04_c359_7d2e,
    ]);

    /// The set of TC 26, that of Magma (RFC 7836 and 8891, 1.2.643.7.1.2.5.1.1).
    pub const TC26_Z: Self = published([
        0xc462_a5b9_e8d7_03f1,
        0x6823_9a5c_1e47_bd0f,
        0xb358_2fad_e174_c960,
        0xc821_d4f6_70a5_3e9b,
        0x7f5a_816d_093e_b42c,
        0x5df6_92ca_b781_43e0,
        0x8e25_691c_f4b0_da37,
        0x17ed_0583_4fa6_9cb2,
    ]);

    /// The published sets by their published names.
    pub const NAMED: [(&str, Self); 8] = [
        ("dstu-dke1", Self::DSTU_DKE1),
        ("GostR3411-94-TestParamSet", Self::TEST_3411),
        ("id-Gost28147-89-TestParamSet", Self::TEST_28147),
        ("id-Gost28147-89-CryptoPro-A-ParamSet", Self::CRYPTOPRO_A),
        ("id-Gost28147-89-CryptoPro-B-ParamSet", Self::CRYPTOPRO_B),
        ("id-Gost28147-89-CryptoPro-C-ParamSet", Self::CRYPTOPRO_C),
        ("id-Gost28147-89-CryptoPro-D-ParamSet", Self::CRYPTOPRO_D),
        ("id-tc26-gost-28147-param-Z", Self::TC26_Z),
    ];

    /// A set of one's own: `rows[j][x]` is what nibble `j` of value `x` becomes. A row that is no
    /// permutation of 0 to 15 is an error.
    pub const fn new(rows: &[[u8; 16]; 8]) -> Result<Self, Error> {
        let mut row = 0;
        while row < 8 {
            let mut seen = 0_u16;
            let mut i = 0;
            while i < 16 {
                // A value above 15 leaves a hole in `seen`, as a value that comes twice does.
                if rows[row][i] < 16 {
                    seen |= 1 << rows[row][i];
                }
                i += 1;
            }
            if seen != u16::MAX {
                return Err(Error::SboxRow { row });
            }
            row += 1;
        }
        Ok(Self(*rows))
    }

    /// The rows: `rows()[j][x]` is what nibble `j` of value `x` becomes.
    pub const fn rows(&self) -> &[[u8; 16]; 8] {
        &self.0
    }
}

impl Default for Sbox {
    fn default() -> Self {
        Self::DSTU_DKE1
    }
}

/// A set from eight rows of hexadecimal digits, the image of 0 first.
const fn published(digits: [u64; 8]) -> Sbox {
    let mut rows = [[0; 16]; 8];
    let mut row = 0;
    while row < 8 {
        let mut i = 0;
        while i < 16 {
            rows[row][i] = (digits[row] >> (60 - 4 * i) & 15) as u8;
            i += 1;
        }
        row += 1;
    }
    match Sbox::new(&rows) {
        Ok(sbox) => sbox,
        // Constants only: a wrong digit does not compile.
        Err(_) => panic!("a published row is no permutation"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_sets_differ_and_pass_their_own_check() {
        for (i, (name, sbox)) in Sbox::NAMED.iter().enumerate() {
            assert_eq!(Sbox::new(sbox.rows()), Ok(*sbox), "{name}");
            for (other, same) in &Sbox::NAMED[..i] {
                assert_ne!(name, other);
                assert_ne!(sbox, same, "{name}, {other}");
            }
        }
        assert_eq!(Sbox::default(), Sbox::DSTU_DKE1);
        assert_eq!(Sbox::DSTU_DKE1.rows()[0][..4], [0xa, 0x9, 0xd, 0x6]);
    }

    #[test]
    fn a_row_that_is_no_permutation_is_named() {
        for row in 0..8 {
            let good = Sbox::CRYPTOPRO_A.rows();
            for (place, value) in [(0, 16), (15, 255), (7, good[row][8])] {
                let mut rows = *good;
                rows[row][place] = value;
                assert_eq!(Sbox::new(&rows), Err(Error::SboxRow { row }), "{place} {value}");
            }
        }
        assert_eq!(Sbox::new(&[[0; 16]; 8]), Err(Error::SboxRow { row: 0 }));
    }
}

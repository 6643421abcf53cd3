//! Answers of the block ciphers, most of them published. Every operation is verified against them
//! before it is measured. Nothing is published for Cypress and for GOST with the S-box of DSTU GOST
//! 28147:2009: their answers are those that independent implementations agree on.

/// An answer, in hexadecimal digits.
pub(super) struct BlockAnswer {
    /// The cipher.
    pub(super) cipher: &'static str,
    /// The publication.
    pub(super) source: &'static str,
    /// The key.
    pub(super) key: &'static str,
    /// Whole blocks.
    pub(super) plaintext: &'static str,
    /// The ciphertext.
    pub(super) ciphertext: &'static str,
}

const FAMILIES: &str = "\"The SIMON and SPECK Families of Lightweight Block Ciphers\" (2013)";
const SIMECK: &str = "\"The Simeck Family of Lightweight Block Ciphers\" (2015)";
const SPARX: &str = "\"Design Strategies for ARX with Provable Bounds: SPARX and LAX\" (2016)";
const RFC: &str = "RFC 8891, appendix A";
const FIPS: &str = "FIPS 197, appendix C";
const SELF: &str = "an answer that independent implementations agree on";

const fn answer(
    cipher: &'static str,
    source: &'static str,
    key: &'static str,
    plaintext: &'static str,
    ciphertext: &'static str,
) -> BlockAnswer {
    BlockAnswer { cipher, source, key, plaintext, ciphertext }
}

/// Every answer.
pub(super) static ANSWERS: &[BlockAnswer] = &[
    answer("speck32_64", FAMILIES, "0001080910111819", "4c697465", "f24268a8"),
    answer("speck48_72", FAMILIES, "00010208090a101112", "72616c6c7920", "dc5a38a549c0"),
    answer("speck48_96", FAMILIES, "00010208090a10111218191a", "74686973206d", "5d44b6105e73"),
    answer(
        "speck64_96",
        FAMILIES,
        "0001020308090a0b10111213",
        "65616e7320466174",
        "6c947541ec52799f",
    ),
    answer(
        "speck64_128",
        FAMILIES,
        "0001020308090a0b1011121318191a1b",
        "2d4375747465723b",
        "8b024e4548a56f8c",
    ),
    answer(
        "speck96_96",
        FAMILIES,
        "00010203040508090a0b0c0d",
        "2075736167652c20686f7765",
        "aa798fdebd627871ab094d9e",
    ),
    answer(
        "speck96_144",
        FAMILIES,
        "00010203040508090a0b0c0d101112131415",
        "7665722c20696e2074696d65",
        "e62e2540e47a8a227210f32b",
    ),
    answer(
        "speck128_128",
        FAMILIES,
        "000102030405060708090a0b0c0d0e0f",
        "206d616465206974206571756976616c",
        "180d575cdffe60786532787951985da6",
    ),
    answer(
        "speck128_192",
        FAMILIES,
        "000102030405060708090a0b0c0d0e0f1011121314151617",
        "656e7420746f20436869656620486172",
        "86183ce05d18bcf9665513133acfe41b",
    ),
    answer(
        "speck128_256",
        FAMILIES,
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "706f6f6e65722e20496e2074686f7365",
        "438f189c8db4ee4e3ef5c00504010941",
    ),
    answer("simon32_64", FAMILIES, "0001080910111819", "77686565", "bbe99bc6"),
    answer("simon48_72", FAMILIES, "00010208090a101112", "6c696e672061", "ac2c29ace5da"),
    answer("simon48_96", FAMILIES, "00010208090a10111218191a", "6e6420636972", "56f1aca5066e"),
    answer(
        "simon64_96",
        FAMILIES,
        "0001020308090a0b10111213",
        "636c696e6720726f",
        "c88f1a117fe2a25c",
    ),
    answer(
        "simon64_128",
        FAMILIES,
        "0001020308090a0b1011121318191a1b",
        "756e64206c696b65",
        "7aa0dfb920fcc844",
    ),
    answer(
        "simon96_96",
        FAMILIES,
        "00010203040508090a0b0c0d",
        "207468652070696c6c617220",
        "82f08f3d0669b462a4072860",
    ),
    answer(
        "simon96_144",
        FAMILIES,
        "00010203040508090a0b0c0d101112131415",
        "6f6620647573742074686174",
        "e91adbc5593f1e456c1cadec",
    ),
    answer(
        "simon128_128",
        FAMILIES,
        "000102030405060708090a0b0c0d0e0f",
        "2074726176656c6c6572732064657363",
        "bc0b4ef82a83aa653ffe541e1e1b6849",
    ),
    answer(
        "simon128_192",
        FAMILIES,
        "000102030405060708090a0b0c0d0e0f1011121314151617",
        "72696265207768656e20746865726520",
        "5bb897256e8d9c6c4f0ddcfcef61acc4",
    ),
    answer(
        "simon128_256",
        FAMILIES,
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "697320612073696d6f6f6d20696e2074",
        "68b8e7ef872af73ba0a3c8af79552b8d",
    ),
    answer("simeck32_64", SIMECK, "1918111009080100", "65656877", "770d2c76"),
    answer("simeck48_96", SIMECK, "1a19181211100a0908020100", "72696320646e", "f3cf25e33b36"),
    answer(
        "simeck64_128",
        SIMECK,
        "1b1a1918131211100b0a090803020100",
        "656b696c20646e75",
        "45ce69025f7ab7ed",
    ),
    answer(
        "sparx64_128",
        SPARX,
        "11003322554477669988bbaaddccffee",
        "23016745ab89efcd",
        "be2b52f1f501985f",
    ),
    answer(
        "sparx128_128",
        SPARX,
        "11003322554477669988bbaaddccffee",
        "23016745ab89efcddcfe98ba54761032",
        "ee1c4075bf7dd823eee0971528f4d852",
    ),
    answer(
        "sparx128_256",
        SPARX,
        "11003322554477669988bbaaddccffeeeeffccddaabb88996677445522330011",
        "23016745ab89efcddcfe98ba54761032",
        "283337e6c714e66cd132545ab0e420c8",
    ),
    answer(
        "cypress256",
        SELF,
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
        "c6af2c5e77655714b8af72b517cf76d0b8c268ae7e5564226a0eaef0ff376493",
    ),
    answer(
        "cypress256",
        SELF,
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "c825f8c86eb561781e52669497bac7acecad81157b85cc43b5247a731af25ceb",
    ),
    answer(
        "cypress512",
        SELF,
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
        "404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f",
        "9a0487c4f691bc0c03739cc767555663691a513f44b83ffecb54586faa0784448d8c94ba11cec2df9fe7675706f46410078deb87e2b74f9cd77f05b7761b5b43",
    ),
    answer(
        "cypress512",
        SELF,
        "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
        "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
        "433598220013ec1e38cc58284636ac9417d745fffde933a086d73b0ad5d0cab118312390f2b0f70c17ce571aab8865f08529d89c5d91214e2b5d0e14cbcf4c8c",
    ),
    answer(
        "gost28147",
        SELF,
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000",
        "970cd7cf057aa0b7",
    ),
    answer(
        "gost28147",
        SELF,
        "6b99720c628ec55f1f42230262c7a5554a49902dd5e40ffbc8b9a1d73c8a8d26",
        "363849ec49a71a0c37e13a1540e6b21ab2c71cb5e2abcf60",
        "8bba86bda23e441f1f526a4306d8431059ebe32924f9d664",
    ),
    answer(
        "magma",
        RFC,
        "ffeeddccbbaa99887766554433221100f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
        "fedcba9876543210",
        "4ee901e5c2d8ca3d",
    ),
    answer(
        "aes128",
        FIPS,
        "000102030405060708090a0b0c0d0e0f",
        "00112233445566778899aabbccddeeff",
        "69c4e0d86a7b0430d8cdb78070b4c55a",
    ),
    answer(
        "aes192",
        FIPS,
        "000102030405060708090a0b0c0d0e0f1011121314151617",
        "00112233445566778899aabbccddeeff",
        "dda97ca4864cdfe06eaf70a0ec0d7191",
    ),
    answer(
        "aes256",
        FIPS,
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "00112233445566778899aabbccddeeff",
        "8ea2b7ca516745bfeafc49904b496089",
    ),
];

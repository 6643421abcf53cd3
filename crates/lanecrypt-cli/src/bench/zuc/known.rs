//! Published answers of the ZUC family, a few of each operation: what is measured is checked
//! against them first. The form of keys and IVs is that of the loadings beside.

use crate::bench::catalogue::Known;

pub(crate) const ZUC128: Known = Known {
    source: "ETSI/SAGE ZUC implementor's test data, set 2",
    key: "ffffffffffffffffffffffffffffffff",
    iv: "ffffffffffffffffffffffffffffffff",
    block: 0,
    message: "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    bits: 512,
    result: "0657cfa07096398b734b6cb4883eedf4257a76eb97595208d884adcdb1cbffb8e0f9d15846a0eed015328503351138f740d079af17296c232c4f022d6e4acac6",
};

pub(crate) const ZUC256_ZEROS: Known = Known {
    source: "\"The ZUC-256 Stream Cipher\" (2018), zeros",
    key: "0000000000000000000000000000000000000000000000000000000000000000",
    iv: "0000000000000000000000000000000000000000000000",
    block: 0,
    message: "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    bits: 512,
    result: "58d03ad62e032ce2dafc683a39bdcb0352a2bc67f1b7de74163ce3a101ef55589639d75b95fa681b7f090df756391ccc903b7612744d544c17bc3fad8b163b08",
};

pub(crate) const ZUC256_ONES: Known = Known {
    source: "\"The ZUC-256 Stream Cipher\" (2018), ones",
    key: "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    iv: "ffffffffffffffffffffffffffffffffffffffffffffff",
    block: 0,
    message: "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    bits: 512,
    result: "3356cbaed1a1c18b6baa4ffe343f777c9e15128f251ab65b949f7b26ef7157f296dd2fa9df95e3ee7a5be02ec32ba585505af316c2f9ded27cdbd935e441ce11",
};

pub(crate) const MAC32_ZEROS: Known = Known {
    source: "\"The ZUC-256 Stream Cipher\" (2018), zeros and a message of 400 zeros",
    key: "0000000000000000000000000000000000000000000000000000000000000000",
    iv: "0000000000000000000000000000000000000000000000",
    block: 0,
    message: "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    bits: 400,
    result: "9b972a74",
};

pub(crate) const MAC32_ONES: Known = Known {
    source: "\"The ZUC-256 Stream Cipher\" (2018), ones and a message of 400 zeros",
    key: "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    iv: "ffffffffffffffffffffffffffffffffffffffffffffff",
    block: 0,
    message: "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    bits: 400,
    result: "1f3079b4",
};

pub(crate) const MAC64_ZEROS: Known = Known {
    source: "\"The ZUC-256 Stream Cipher\" (2018), zeros and a message of 400 zeros",
    key: "0000000000000000000000000000000000000000000000000000000000000000",
    iv: "0000000000000000000000000000000000000000000000",
    block: 0,
    message: "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    bits: 400,
    result: "673e54990034d38c",
};

pub(crate) const MAC64_ONES: Known = Known {
    source: "\"The ZUC-256 Stream Cipher\" (2018), ones and a message of 400 zeros",
    key: "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    iv: "ffffffffffffffffffffffffffffffffffffffffffffff",
    block: 0,
    message: "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    bits: 400,
    result: "8c71394d39957725",
};

pub(crate) const MAC128_ZEROS: Known = Known {
    source: "\"The ZUC-256 Stream Cipher\" (2018), zeros and a message of 400 zeros",
    key: "0000000000000000000000000000000000000000000000000000000000000000",
    iv: "0000000000000000000000000000000000000000000000",
    block: 0,
    message: "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    bits: 400,
    result: "d85e54bbcb9600967084c952a1654b26",
};

pub(crate) const MAC128_ONES: Known = Known {
    source: "\"The ZUC-256 Stream Cipher\" (2018), ones and a message of 400 zeros",
    key: "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    iv: "ffffffffffffffffffffffffffffffffffffffffffffff",
    block: 0,
    message: "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    bits: 400,
    result: "a35bb274b567c48b28319f111af34fbd",
};

pub(crate) const NEA6_KEYSTREAM: Known = Known {
    source: "256-NEA6 conformance data of intel-ipsec-mb, case 2: plaintext xor ciphertext",
    key: "0100000000000000000000000000000000000000000000000000000000000000",
    iv: "001c1112131415168000000100000000",
    block: 0,
    message: "000000000000000000000000000000000000",
    bits: 144,
    result: "d8f9a0d4a4175cb7f996c52197e339f649a4",
};

pub(crate) const NEA6_SHORT: Known = Known {
    source: "256-NEA6 conformance data of intel-ipsec-mb, case 2",
    key: "0100000000000000000000000000000000000000000000000000000000000000",
    iv: "001c1112131415168000000100000000",
    block: 0,
    message: "0102030405060708090a0b0c0d0e0f101112",
    bits: 144,
    result: "d9fba3d0a1115bbff09cce2d9aed36e658b6",
};

pub(crate) const NEA6: Known = Known {
    source: "256-NEA6 conformance data of intel-ipsec-mb, case 10",
    key: "22410795fff2a85af37412d2946dd5a2f5e87652a114c6997c724dced919750f",
    iv: "0024681abcf043d5480ca59d00000000",
    block: 0,
    message: "09e81db68e7350aff8767af9910e8b13fab67354a0139ff7d1ab05d1d77087b0bd8f98769514709a6e6823031ddeb4d9",
    bits: 384,
    result: "b91573c4fbd3aa88181900bfa597c9e294bf24fb6fc874acca684ab8e47e032085ad789a2f1b5b4a27f10af8b942bbff",
};

pub(crate) const EEA3: Known = Known {
    source: "3GPP TS 35.223, 128-EEA3 test set 1",
    key: "173d14ba5003731d7a60049470f00a29",
    iv: "660354920f00",
    block: 0,
    message: "6cf65340735552ab0c9752fa6f9025fe0bd675d9005875b200",
    bits: 193,
    result: "a6c85fc66afb8533aafc2518dfe784940ee1e4b030238cc800",
};

pub(crate) const EIA3_SHORT: Known = Known {
    source: "3GPP TS 35.223, 128-EIA3 test set 2",
    key: "47054125561eb2dda94059da05097850",
    iv: "561eb2dd1400",
    block: 0,
    message: "000000000000000000000000",
    bits: 90,
    result: "6719a088",
};

pub(crate) const EIA3: Known = Known {
    source: "128-EIA3 data of intel-ipsec-mb, 512 bits",
    key: "c9e6cec4607c72db000aefa88385ab0a",
    iv: "a94059da0a00",
    block: 0,
    message: "983b41d47d780c9e1ad11d7eb70391b1de0b35da2dc62f83e7b78d6306ca0ea07e941b7be91348f9fcb170e2217fecd97f9f68adb16e5d7d21e569d280ed775c",
    bits: 512,
    result: "bbaf2fc3",
};

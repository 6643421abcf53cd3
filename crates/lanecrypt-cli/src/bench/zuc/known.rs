//! Published answers of ZUC. Every operation is verified against them before it is measured.

use crate::entry::Known;

pub(super) const ZUC128: Known = Known {
    source: "ETSI/SAGE ZUC implementor's test data, set 2",
    key: "ffffffffffffffffffffffffffffffff",
    iv: "ffffffffffffffffffffffffffffffff",
    block: 0,
    message: "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    bits: 512,
    result: "0657cfa07096398b734b6cb4883eedf4257a76eb97595208d884adcdb1cbffb8e0f9d15846a0eed015328503351138f740d079af17296c232c4f022d6e4acac6",
};

pub(super) const ZUC256_ZEROS: Known = Known {
    source: "\"The ZUC-256 Stream Cipher\" (2018), zeros",
    key: "0000000000000000000000000000000000000000000000000000000000000000",
    iv: "0000000000000000000000000000000000000000000000",
    block: 0,
    message: "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    bits: 512,
    result: "58d03ad62e032ce2dafc683a39bdcb0352a2bc67f1b7de74163ce3a101ef55589639d75b95fa681b7f090df756391ccc903b7612744d544c17bc3fad8b163b08",
};

pub(super) const ZUC256_ONES: Known = Known {
    source: "\"The ZUC-256 Stream Cipher\" (2018), ones",
    key: "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    iv: "ffffffffffffffffffffffffffffffffffffffffffffff",
    block: 0,
    message: "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    bits: 512,
    result: "3356cbaed1a1c18b6baa4ffe343f777c9e15128f251ab65b949f7b26ef7157f296dd2fa9df95e3ee7a5be02ec32ba585505af316c2f9ded27cdbd935e441ce11",
};

pub(super) const MAC32_ZEROS: Known = Known {
    source: "\"The ZUC-256 Stream Cipher\" (2018), zeros and a message of 400 zeros",
    key: "0000000000000000000000000000000000000000000000000000000000000000",
    iv: "0000000000000000000000000000000000000000000000",
    block: 0,
    message: "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    bits: 400,
    result: "9b972a74",
};

pub(super) const MAC32_ONES: Known = Known {
    source: "\"The ZUC-256 Stream Cipher\" (2018), ones and a message of 400 zeros",
    key: "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    iv: "ffffffffffffffffffffffffffffffffffffffffffffff",
    block: 0,
    message: "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    bits: 400,
    result: "1f3079b4",
};

pub(super) const MAC64_ZEROS: Known = Known {
    source: "\"The ZUC-256 Stream Cipher\" (2018), zeros and a message of 400 zeros",
    key: "0000000000000000000000000000000000000000000000000000000000000000",
    iv: "0000000000000000000000000000000000000000000000",
    block: 0,
    message: "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    bits: 400,
    result: "673e54990034d38c",
};

pub(super) const MAC64_ONES: Known = Known {
    source: "\"The ZUC-256 Stream Cipher\" (2018), ones and a message of 400 zeros",
    key: "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    iv: "ffffffffffffffffffffffffffffffffffffffffffffff",
    block: 0,
    message: "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    bits: 400,
    result: "8c71394d39957725",
};

pub(super) const MAC128_ZEROS: Known = Known {
    source: "\"The ZUC-256 Stream Cipher\" (2018), zeros and a message of 400 zeros",
    key: "0000000000000000000000000000000000000000000000000000000000000000",
    iv: "0000000000000000000000000000000000000000000000",
    block: 0,
    message: "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    bits: 400,
    result: "d85e54bbcb9600967084c952a1654b26",
};

pub(super) const MAC128_ONES: Known = Known {
    source: "\"The ZUC-256 Stream Cipher\" (2018), ones and a message of 400 zeros",
    key: "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    iv: "ffffffffffffffffffffffffffffffffffffffffffffff",
    block: 0,
    message: "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    bits: 400,
    result: "a35bb274b567c48b28319f111af34fbd",
};

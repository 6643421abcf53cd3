//! Published answers of the algorithms of 3GPP. Every operation is verified against them before it is
//! measured. An IV of six bytes is COUNT, BEARER and DIRECTION: see `parameters`.

use crate::entry::Known;

pub(super) const NEA6_KEYSTREAM: Known = Known {
    source: "256-NEA6 conformance data of intel-ipsec-mb, case 2: plaintext xor ciphertext",
    key: "0100000000000000000000000000000000000000000000000000000000000000",
    iv: "001c1112131415168000000100000000",
    block: 0,
    message: "000000000000000000000000000000000000",
    bits: 144,
    result: "d8f9a0d4a4175cb7f996c52197e339f649a4",
};

pub(super) const NEA6_SHORT: Known = Known {
    source: "256-NEA6 conformance data of intel-ipsec-mb, case 2",
    key: "0100000000000000000000000000000000000000000000000000000000000000",
    iv: "001c1112131415168000000100000000",
    block: 0,
    message: "0102030405060708090a0b0c0d0e0f101112",
    bits: 144,
    result: "d9fba3d0a1115bbff09cce2d9aed36e658b6",
};

pub(super) const NEA6: Known = Known {
    source: "256-NEA6 conformance data of intel-ipsec-mb, case 10",
    key: "22410795fff2a85af37412d2946dd5a2f5e87652a114c6997c724dced919750f",
    iv: "0024681abcf043d5480ca59d00000000",
    block: 0,
    message: "09e81db68e7350aff8767af9910e8b13fab67354a0139ff7d1ab05d1d77087b0bd8f98769514709a6e6823031ddeb4d9",
    bits: 384,
    result: "b91573c4fbd3aa88181900bfa597c9e294bf24fb6fc874acca684ab8e47e032085ad789a2f1b5b4a27f10af8b942bbff",
};

pub(super) const EEA3: Known = Known {
    source: "3GPP TS 35.223, 128-EEA3 test set 1",
    key: "173d14ba5003731d7a60049470f00a29",
    iv: "660354920f00",
    block: 0,
    message: "6cf65340735552ab0c9752fa6f9025fe0bd675d9005875b200",
    bits: 193,
    result: "a6c85fc66afb8533aafc2518dfe784940ee1e4b030238cc800",
};

pub(super) const EIA3_SHORT: Known = Known {
    source: "3GPP TS 35.223, 128-EIA3 test set 2",
    key: "47054125561eb2dda94059da05097850",
    iv: "561eb2dd1400",
    block: 0,
    message: "000000000000000000000000",
    bits: 90,
    result: "6719a088",
};

pub(super) const EIA3: Known = Known {
    source: "128-EIA3 data of intel-ipsec-mb, 512 bits",
    key: "c9e6cec4607c72db000aefa88385ab0a",
    iv: "a94059da0a00",
    block: 0,
    message: "983b41d47d780c9e1ad11d7eb70391b1de0b35da2dc62f83e7b78d6306ca0ea07e941b7be91348f9fcb170e2217fecd97f9f68adb16e5d7d21e569d280ed775c",
    bits: 512,
    result: "bbaf2fc3",
};

pub(super) const NEA2: Known = Known {
    source: "3GPP TS 33.401, annex C.1, test set 1",
    key: "d3c5d592327fb11c4035c6680af8c6d1",
    iv: "398a59b41501",
    block: 0,
    message: "981ba6824c1bfb1ab485472029b71d808ce33e2cc3c0b5fc1f3de8a6dc66b1f0",
    bits: 253,
    result: "e9fed8a63d155304d71df20bf3e82214b20ed7dad2f233dc3c22d7bdeeed8e78",
};

pub(super) const NIA2_SHORT: Known = Known {
    source: "3GPP TS 33.401, annex C.2, test set 1",
    key: "2bd6459f82c5b300952c49104881ff48",
    iv: "38a6f0561800",
    block: 0,
    message: "3332346263393840",
    bits: 58,
    result: "118c6eb8",
};

pub(super) const NIA2_BYTES: Known = Known {
    source: "3GPP TS 33.401, annex C.2, test set 2",
    key: "d3c5d592327fb11c4035c6680af8c6d1",
    iv: "398a59b41a01",
    block: 0,
    message: "484583d5afe082ae",
    bits: 64,
    result: "b93787e6",
};

pub(super) const NIA2: Known = Known {
    source: "3GPP TS 33.401, annex C.2, test set 3",
    key: "7e5e94431e11d73828d739cc6ced4573",
    iv: "36af61441801",
    block: 0,
    message: "b3d3c9170a4e1632f60f861013d22d84b726b6a278d802d1eeaf1321ba5929dc",
    bits: 254,
    result: "1f60b01d",
};

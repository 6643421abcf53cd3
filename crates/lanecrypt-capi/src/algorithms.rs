//! Every algorithm of this interface with its number, which does not change.
//!
//! Each macro calls a macro of its caller, which is given arguments in brackets, with one row per
//! algorithm: the number, a name for an enum, the type in the library, the published name, the feature.
//! The name in the header is the published name in capital letters, after `LC_`. New algorithms take
//! new numbers at the end of their group. A test compares the rows with the library's catalogue.

/// Algorithms for authenticated encryption whose messages can come in pieces.
macro_rules! pieced_aeads {
    ($callback:ident [$($arguments:tt)*] $($earlier:tt)*) => {
        $callback! {
            [$($arguments)*]
            $($earlier)*
            { 111 Aegis128 (aead::Aegis128) "AEGIS-128" "aegis" }
            { 112 Aegis128L (aead::Aegis128L) "AEGIS-128L" "aegis" }
            { 113 Aegis256 (aead::Aegis256) "AEGIS-256" "aegis" }
            { 114 Aegis128X2 (aead::Aegis128X2) "AEGIS-128X2" "aegis" }
            { 115 Aegis128X4 (aead::Aegis128X4) "AEGIS-128X4" "aegis" }
            { 116 Aegis256X2 (aead::Aegis256X2) "AEGIS-256X2" "aegis" }
            { 117 Aegis256X4 (aead::Aegis256X4) "AEGIS-256X4" "aegis" }
            { 121 Morus640 (aead::Morus640) "MORUS-640" "morus" }
            { 122 Morus1280 (aead::Morus1280) "MORUS-1280-128" "morus" }
            { 123 Morus1280Key256 (aead::Morus1280Key256) "MORUS-1280-256" "morus" }
        }
    };
}
pub(crate) use pieced_aeads;

/// Every algorithm for authenticated encryption.
macro_rules! aeads {
    ($callback:ident [$($arguments:tt)*]) => {
        $crate::algorithms::pieced_aeads! {
            $callback [$($arguments)*]
            { 101 Aes128Gcm (mode::Gcm<block::Aes128>) "AES-128-GCM" "aes" }
            { 102 Aes192Gcm (mode::Gcm<block::Aes192>) "AES-192-GCM" "aes" }
            { 103 Aes256Gcm (mode::Gcm<block::Aes256>) "AES-256-GCM" "aes" }
            { 104 Aes128Ocb3 (mode::Ocb3<block::Aes128>) "AES-128-OCB3" "aes" }
            { 105 Aes192Ocb3 (mode::Ocb3<block::Aes192>) "AES-192-OCB3" "aes" }
            { 106 Aes256Ocb3 (mode::Ocb3<block::Aes256>) "AES-256-OCB3" "aes" }
            { 107 XAes256Gcm (mode::XAes256Gcm) "XAES-256-GCM" "aes" }
            { 108 Aes128GcmShort (mode::GcmShortTags<block::Aes128>) "AES-128-GCM (short tags)" "short-gcm-tags" }
            { 109 Aes192GcmShort (mode::GcmShortTags<block::Aes192>) "AES-192-GCM (short tags)" "short-gcm-tags" }
            { 110 Aes256GcmShort (mode::GcmShortTags<block::Aes256>) "AES-256-GCM (short tags)" "short-gcm-tags" }
        }
    };
}
pub(crate) use aeads;

/// Ciphers that add a keystream to the message.
macro_rules! stream_ciphers {
    ($callback:ident [$($arguments:tt)*] $($earlier:tt)*) => {
        $callback! {
            [$($arguments)*]
            $($earlier)*
            { 201 ChaCha20 (stream::ChaCha20) "ChaCha20" "chacha20" }
            { 202 Zuc128 (stream::zuc::Zuc128) "ZUC-128" "zuc" }
            { 203 Zuc256 (stream::zuc::Zuc256) "ZUC-256 (2018)" "zuc" }
            { 204 Snow3g (stream::snow3g::Snow3g) "SNOW 3G" "snow3g" }
            { 205 Snow5g (stream::Snow5g) "SNOW 5G" "snow5g" }
            { 206 SnowV (stream::SnowV) "SNOW-V" "snow5g" }
            { 207 SnowVi (stream::SnowVi) "SNOW-Vi" "snow5g" }
            { 211 Aes128Ctr (mode::Ctr<block::Aes128>) "AES-128-CTR" "aes" }
            { 212 Aes192Ctr (mode::Ctr<block::Aes192>) "AES-192-CTR" "aes" }
            { 213 Aes256Ctr (mode::Ctr<block::Aes256>) "AES-256-CTR" "aes" }
            { 214 Speck32_64Ctr (mode::Ctr<block::Speck32_64>) "SPECK-32/64-CTR" "lightweight" }
            { 215 Speck48_72Ctr (mode::Ctr<block::Speck48_72>) "SPECK-48/72-CTR" "lightweight" }
            { 216 Speck48_96Ctr (mode::Ctr<block::Speck48_96>) "SPECK-48/96-CTR" "lightweight" }
            { 217 Speck64_96Ctr (mode::Ctr<block::Speck64_96>) "SPECK-64/96-CTR" "lightweight" }
            { 218 Speck64_128Ctr (mode::Ctr<block::Speck64_128>) "SPECK-64/128-CTR" "lightweight" }
            { 219 Speck96_96Ctr (mode::Ctr<block::Speck96_96>) "SPECK-96/96-CTR" "lightweight" }
            { 220 Speck96_144Ctr (mode::Ctr<block::Speck96_144>) "SPECK-96/144-CTR" "lightweight" }
            { 221 Speck128_128Ctr (mode::Ctr<block::Speck128_128>) "SPECK-128/128-CTR" "lightweight" }
            { 222 Speck128_192Ctr (mode::Ctr<block::Speck128_192>) "SPECK-128/192-CTR" "lightweight" }
            { 223 Speck128_256Ctr (mode::Ctr<block::Speck128_256>) "SPECK-128/256-CTR" "lightweight" }
            { 224 Simon32_64Ctr (mode::Ctr<block::Simon32_64>) "SIMON-32/64-CTR" "lightweight" }
            { 225 Simon48_72Ctr (mode::Ctr<block::Simon48_72>) "SIMON-48/72-CTR" "lightweight" }
            { 226 Simon48_96Ctr (mode::Ctr<block::Simon48_96>) "SIMON-48/96-CTR" "lightweight" }
            { 227 Simon64_96Ctr (mode::Ctr<block::Simon64_96>) "SIMON-64/96-CTR" "lightweight" }
            { 228 Simon64_128Ctr (mode::Ctr<block::Simon64_128>) "SIMON-64/128-CTR" "lightweight" }
            { 229 Simon96_96Ctr (mode::Ctr<block::Simon96_96>) "SIMON-96/96-CTR" "lightweight" }
            { 230 Simon96_144Ctr (mode::Ctr<block::Simon96_144>) "SIMON-96/144-CTR" "lightweight" }
            { 231 Simon128_128Ctr (mode::Ctr<block::Simon128_128>) "SIMON-128/128-CTR" "lightweight" }
            { 232 Simon128_192Ctr (mode::Ctr<block::Simon128_192>) "SIMON-128/192-CTR" "lightweight" }
            { 233 Simon128_256Ctr (mode::Ctr<block::Simon128_256>) "SIMON-128/256-CTR" "lightweight" }
            { 234 Simeck32_64Ctr (mode::Ctr<block::Simeck32_64>) "SIMECK-32/64-CTR" "lightweight" }
            { 235 Simeck48_96Ctr (mode::Ctr<block::Simeck48_96>) "SIMECK-48/96-CTR" "lightweight" }
            { 236 Simeck64_128Ctr (mode::Ctr<block::Simeck64_128>) "SIMECK-64/128-CTR" "lightweight" }
            { 237 Sparx64_128Ctr (mode::Ctr<block::Sparx64_128>) "SPARX-64/128-CTR" "lightweight" }
            { 238 Sparx128_128Ctr (mode::Ctr<block::Sparx128_128>) "SPARX-128/128-CTR" "lightweight" }
            { 239 Sparx128_256Ctr (mode::Ctr<block::Sparx128_256>) "SPARX-128/256-CTR" "lightweight" }
            { 240 Cypress256Ctr (mode::Ctr<block::Cypress256>) "Cypress-256-CTR" "cypress" }
            { 241 Cypress512Ctr (mode::Ctr<block::Cypress512>) "Cypress-512-CTR" "cypress" }
            { 242 Gost28147Ctr (mode::Ctr<block::Gost28147>) "GOST 28147-89-CTR" "gost" }
            { 243 MagmaCtr (mode::Ctr<block::Magma>) "Magma-CTR" "gost" }
        }
    };
}
pub(crate) use stream_ciphers;

/// Every cipher without authentication: those of `stream_ciphers`, and modes that process whole blocks.
macro_rules! ciphers {
    ($callback:ident [$($arguments:tt)*]) => {
        $crate::algorithms::stream_ciphers! {
            $callback [$($arguments)*]
            { 311 Aes128Ecb (mode::Ecb<block::Aes128>) "AES-128-ECB" "aes" }
            { 312 Aes192Ecb (mode::Ecb<block::Aes192>) "AES-192-ECB" "aes" }
            { 313 Aes256Ecb (mode::Ecb<block::Aes256>) "AES-256-ECB" "aes" }
            { 314 Speck32_64Ecb (mode::Ecb<block::Speck32_64>) "SPECK-32/64-ECB" "lightweight" }
            { 315 Speck48_72Ecb (mode::Ecb<block::Speck48_72>) "SPECK-48/72-ECB" "lightweight" }
            { 316 Speck48_96Ecb (mode::Ecb<block::Speck48_96>) "SPECK-48/96-ECB" "lightweight" }
            { 317 Speck64_96Ecb (mode::Ecb<block::Speck64_96>) "SPECK-64/96-ECB" "lightweight" }
            { 318 Speck64_128Ecb (mode::Ecb<block::Speck64_128>) "SPECK-64/128-ECB" "lightweight" }
            { 319 Speck96_96Ecb (mode::Ecb<block::Speck96_96>) "SPECK-96/96-ECB" "lightweight" }
            { 320 Speck96_144Ecb (mode::Ecb<block::Speck96_144>) "SPECK-96/144-ECB" "lightweight" }
            { 321 Speck128_128Ecb (mode::Ecb<block::Speck128_128>) "SPECK-128/128-ECB" "lightweight" }
            { 322 Speck128_192Ecb (mode::Ecb<block::Speck128_192>) "SPECK-128/192-ECB" "lightweight" }
            { 323 Speck128_256Ecb (mode::Ecb<block::Speck128_256>) "SPECK-128/256-ECB" "lightweight" }
            { 324 Simon32_64Ecb (mode::Ecb<block::Simon32_64>) "SIMON-32/64-ECB" "lightweight" }
            { 325 Simon48_72Ecb (mode::Ecb<block::Simon48_72>) "SIMON-48/72-ECB" "lightweight" }
            { 326 Simon48_96Ecb (mode::Ecb<block::Simon48_96>) "SIMON-48/96-ECB" "lightweight" }
            { 327 Simon64_96Ecb (mode::Ecb<block::Simon64_96>) "SIMON-64/96-ECB" "lightweight" }
            { 328 Simon64_128Ecb (mode::Ecb<block::Simon64_128>) "SIMON-64/128-ECB" "lightweight" }
            { 329 Simon96_96Ecb (mode::Ecb<block::Simon96_96>) "SIMON-96/96-ECB" "lightweight" }
            { 330 Simon96_144Ecb (mode::Ecb<block::Simon96_144>) "SIMON-96/144-ECB" "lightweight" }
            { 331 Simon128_128Ecb (mode::Ecb<block::Simon128_128>) "SIMON-128/128-ECB" "lightweight" }
            { 332 Simon128_192Ecb (mode::Ecb<block::Simon128_192>) "SIMON-128/192-ECB" "lightweight" }
            { 333 Simon128_256Ecb (mode::Ecb<block::Simon128_256>) "SIMON-128/256-ECB" "lightweight" }
            { 334 Simeck32_64Ecb (mode::Ecb<block::Simeck32_64>) "SIMECK-32/64-ECB" "lightweight" }
            { 335 Simeck48_96Ecb (mode::Ecb<block::Simeck48_96>) "SIMECK-48/96-ECB" "lightweight" }
            { 336 Simeck64_128Ecb (mode::Ecb<block::Simeck64_128>) "SIMECK-64/128-ECB" "lightweight" }
            { 337 Sparx64_128Ecb (mode::Ecb<block::Sparx64_128>) "SPARX-64/128-ECB" "lightweight" }
            { 338 Sparx128_128Ecb (mode::Ecb<block::Sparx128_128>) "SPARX-128/128-ECB" "lightweight" }
            { 339 Sparx128_256Ecb (mode::Ecb<block::Sparx128_256>) "SPARX-128/256-ECB" "lightweight" }
            { 340 Cypress256Ecb (mode::Ecb<block::Cypress256>) "Cypress-256-ECB" "cypress" }
            { 341 Cypress512Ecb (mode::Ecb<block::Cypress512>) "Cypress-512-ECB" "cypress" }
            { 342 Gost28147Ecb (mode::Ecb<block::Gost28147>) "GOST 28147-89-ECB" "gost" }
            { 343 MagmaEcb (mode::Ecb<block::Magma>) "Magma-ECB" "gost" }
            { 411 Aes128Cbc (mode::Cbc<block::Aes128>) "AES-128-CBC" "aes" }
            { 412 Aes192Cbc (mode::Cbc<block::Aes192>) "AES-192-CBC" "aes" }
            { 413 Aes256Cbc (mode::Cbc<block::Aes256>) "AES-256-CBC" "aes" }
        }
    };
}
pub(crate) use ciphers;

/// Message authentication codes whose messages can come in pieces.
macro_rules! pieced_macs {
    ($callback:ident [$($arguments:tt)*] $($earlier:tt)*) => {
        $callback! {
            [$($arguments)*]
            $($earlier)*
            { 501 Aes128Cmac (mode::Cmac<block::Aes128>) "AES-128-CMAC" "aes" }
            { 502 Aes192Cmac (mode::Cmac<block::Aes192>) "AES-192-CMAC" "aes" }
            { 503 Aes256Cmac (mode::Cmac<block::Aes256>) "AES-256-CMAC" "aes" }
            { 504 Aes128Pmac (mode::Pmac<block::Aes128>) "AES-128-PMAC" "aes" }
            { 505 Aes192Pmac (mode::Pmac<block::Aes192>) "AES-192-PMAC" "aes" }
            { 506 Aes256Pmac (mode::Pmac<block::Aes256>) "AES-256-PMAC" "aes" }
            { 511 Aegis128LMac (aead::AegisMac<aead::Aegis128L>) "AEGISMAC-128L" "aegis" }
            { 512 Aegis128X2Mac (aead::AegisMac<aead::Aegis128X2>) "AEGISMAC-128X2" "aegis" }
            { 513 Aegis128X4Mac (aead::AegisMac<aead::Aegis128X4>) "AEGISMAC-128X4" "aegis" }
            { 514 Aegis256Mac (aead::AegisMac<aead::Aegis256>) "AEGISMAC-256" "aegis" }
            { 515 Aegis256X2Mac (aead::AegisMac<aead::Aegis256X2>) "AEGISMAC-256X2" "aegis" }
            { 516 Aegis256X4Mac (aead::AegisMac<aead::Aegis256X4>) "AEGISMAC-256X4" "aegis" }
        }
    };
}
pub(crate) use pieced_macs;

/// Every message authentication code.
macro_rules! macs {
    ($callback:ident [$($arguments:tt)*]) => {
        $crate::algorithms::pieced_macs! {
            $callback [$($arguments)*]
            { 521 Zuc256Mac (stream::zuc::Zuc256Mac) "ZUC-256 MAC (2018)" "zuc" }
            { 522 Uia2 (stream::snow3g::Uia2) "UIA2" "snow3g" }
        }
    };
}
pub(crate) use macs;

/// Every generator of random bytes; the type is that of the cipher.
macro_rules! generators {
    ($callback:ident [$($arguments:tt)*]) => {
        $callback! {
            [$($arguments)*]
            { 601 Aes128 (block::Aes128) "AES-128-CTR_DRBG" "drbg" }
            { 602 Aes192 (block::Aes192) "AES-192-CTR_DRBG" "drbg" }
            { 603 Aes256 (block::Aes256) "AES-256-CTR_DRBG" "drbg" }
        }
    };
}
pub(crate) use generators;

/// Every algorithm for files and streams; the name for an enum is that of the cipher.
macro_rules! chunked_keys {
    ($callback:ident [$($arguments:tt)*]) => {
        $callback! {
            [$($arguments)*]
            { 701 Aes128 (lanecrypt::chunked::Cobblestone128) "Cobblestone-128" "chunked" }
            { 702 Aes256 (lanecrypt::chunked::Cobblestone256) "Cobblestone-256" "chunked" }
        }
    };
}
pub(crate) use chunked_keys;

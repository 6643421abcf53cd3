//! The catalogue: every algorithm is named once, here, and whatever goes over all algorithms reads it.
//!
//! There is a macro for each kind of algorithm. It calls a macro of the caller with one row per
//! algorithm. The columns are the type; the name in lower case on the command line and of test modules;
//! the published name; the feature that the type needs; the bytes of a key; what only this kind has;
//! and where the known answers are: the `target` of the files in `vectors/`, and for block ciphers the
//! `variant` of a case.
//!
//! The rows are those of all features: a caller that can be built without some writes
//! `#[cfg(feature = ...)]` around what it makes of a row.

/// Calls a macro with every block cipher, those over words first.
///
/// The columns: module and type, name, published name, feature, bytes of a key, bytes of a block, words
/// of a block and their bits (of a cipher over blocks: its round keys), the part of a block that
/// [`Ctr`](crate::mode::Ctr) counts in and its byte order, the implementations that take one block at a
/// time (features `reference` and `tables`), the target and the variant of its known answers.
///
/// ```
/// macro_rules! sizes {
///     (
///         over_words { $({
///             $m:ident::$type:ident $name:ident $title:literal $feature:literal $key:literal
///             $block:literal $words:literal x $bits:literal $counter:ident $plain:tt
///             $target:literal $variant:literal
///         })* }
///         over_blocks { $($over_blocks:tt)* }
///     ) => {
///         [$(($title, $block)),*]
///     };
/// }
/// assert!(lanecrypt::block_ciphers!(sizes).contains(&("SPECK-64/128", 8)));
/// ```
#[macro_export]
macro_rules! block_ciphers {
    ($callback:ident $($before:tt)*) => {
        $callback! {
            $($before)*
            over_words {
                { speck::Speck32_64    speck32_64   "SPECK-32/64"   "lightweight" 8  4  2 x 16 FirstLittle  [reference]       "speck"     "32/64" }
                { speck::Speck48_72    speck48_72   "SPECK-48/72"   "lightweight" 9  6  2 x 24 FirstLittle  [reference]       "speck"     "48/72" }
                { speck::Speck48_96    speck48_96   "SPECK-48/96"   "lightweight" 12 6  2 x 24 FirstLittle  [reference]       "speck"     "48/96" }
                { speck::Speck64_96    speck64_96   "SPECK-64/96"   "lightweight" 12 8  2 x 32 FirstLittle  [reference]       "speck"     "64/96" }
                { speck::Speck64_128   speck64_128  "SPECK-64/128"  "lightweight" 16 8  2 x 32 FirstLittle  [reference]       "speck"     "64/128" }
                { speck::Speck96_96    speck96_96   "SPECK-96/96"   "lightweight" 12 12 2 x 48 FirstLittle  [reference]       "speck"     "96/96" }
                { speck::Speck96_144   speck96_144  "SPECK-96/144"  "lightweight" 18 12 2 x 48 FirstLittle  [reference]       "speck"     "96/144" }
                { speck::Speck128_128  speck128_128 "SPECK-128/128" "lightweight" 16 16 2 x 64 FirstLittle  [reference]       "speck"     "128/128" }
                { speck::Speck128_192  speck128_192 "SPECK-128/192" "lightweight" 24 16 2 x 64 FirstLittle  [reference]       "speck"     "128/192" }
                { speck::Speck128_256  speck128_256 "SPECK-128/256" "lightweight" 32 16 2 x 64 FirstLittle  [reference]       "speck"     "128/256" }
                { simon::Simon32_64    simon32_64   "SIMON-32/64"   "lightweight" 8  4  2 x 16 FirstLittle  [reference]       "simon"     "32/64" }
                { simon::Simon48_72    simon48_72   "SIMON-48/72"   "lightweight" 9  6  2 x 24 FirstLittle  [reference]       "simon"     "48/72" }
                { simon::Simon48_96    simon48_96   "SIMON-48/96"   "lightweight" 12 6  2 x 24 FirstLittle  [reference]       "simon"     "48/96" }
                { simon::Simon64_96    simon64_96   "SIMON-64/96"   "lightweight" 12 8  2 x 32 FirstLittle  [reference]       "simon"     "64/96" }
                { simon::Simon64_128   simon64_128  "SIMON-64/128"  "lightweight" 16 8  2 x 32 FirstLittle  [reference]       "simon"     "64/128" }
                { simon::Simon96_96    simon96_96   "SIMON-96/96"   "lightweight" 12 12 2 x 48 FirstLittle  [reference]       "simon"     "96/96" }
                { simon::Simon96_144   simon96_144  "SIMON-96/144"  "lightweight" 18 12 2 x 48 FirstLittle  [reference]       "simon"     "96/144" }
                { simon::Simon128_128  simon128_128 "SIMON-128/128" "lightweight" 16 16 2 x 64 FirstLittle  [reference]       "simon"     "128/128" }
                { simon::Simon128_192  simon128_192 "SIMON-128/192" "lightweight" 24 16 2 x 64 FirstLittle  [reference]       "simon"     "128/192" }
                { simon::Simon128_256  simon128_256 "SIMON-128/256" "lightweight" 32 16 2 x 64 FirstLittle  [reference]       "simon"     "128/256" }
                { simeck::Simeck32_64  simeck32_64  "SIMECK-32/64"  "lightweight" 8  4  2 x 16 SecondBig    [reference]       "simeck"    "32/64" }
                { simeck::Simeck48_96  simeck48_96  "SIMECK-48/96"  "lightweight" 12 6  2 x 24 SecondBig    [reference]       "simeck"    "48/96" }
                { simeck::Simeck64_128 simeck64_128 "SIMECK-64/128" "lightweight" 16 8  2 x 32 SecondBig    [reference]       "simeck"    "64/128" }
                { sparx::Sparx64_128   sparx64_128  "SPARX-64/128"  "lightweight" 16 8  4 x 16 SecondLittle [reference]       "sparx"     "64/128" }
                { sparx::Sparx128_128  sparx128_128 "SPARX-128/128" "lightweight" 16 16 8 x 16 SecondLittle [reference]       "sparx"     "128/128" }
                { sparx::Sparx128_256  sparx128_256 "SPARX-128/256" "lightweight" 32 16 8 x 16 SecondLittle [reference]       "sparx"     "128/256" }
                { cypress::Cypress256  cypress256   "Cypress-256"   "cypress"     32 32 8 x 32 SecondLittle [reference]       "cypress"   "Cypress-256" }
                { cypress::Cypress512  cypress512   "Cypress-512"   "cypress"     64 64 8 x 64 SecondLittle [reference]       "cypress"   "Cypress-512" }
                { gost28147::Gost28147 gost28147    "GOST 28147-89" "gost"        32 8  2 x 32 SecondLittle [reference table] "gost28147" "GOST 28147-89" }
                { gost28147::Magma     magma        "Magma"         "gost"        32 8  2 x 32 SecondBig    [reference]       "gost28147" "Magma" }
            }
            over_blocks {
                { aes::Aes128 aes128 "AES-128" "aes" 16 16 11 WholeBig [table] "aes_modes" "AES-128" }
                { aes::Aes192 aes192 "AES-192" "aes" 24 16 13 WholeBig [table] "aes_modes" "AES-192" }
                { aes::Aes256 aes256 "AES-256" "aes" 32 16 15 WholeBig [table] "aes_modes" "AES-256" }
            }
        }
    };
}

/// Calls a macro with every stream cipher, those of 3GPP among them. [`Ctr`](crate::mode::Ctr) makes others
/// of block ciphers.
///
/// The columns: type, name, published name, feature, bytes of a key, the type of a nonce, the bits of a
/// lane, the target of its known answers.
///
/// ```
/// macro_rules! names {
///     ($({
///         ($type:ty) $name:ident $title:literal $feature:literal $key:literal ($nonce:ty)
///         $bits:literal $target:literal
///     })*) => {
///         [$($title),*]
///     };
/// }
/// assert!(lanecrypt::stream_ciphers!(names).contains(&"128-NEA3"));
/// ```
#[macro_export]
macro_rules! stream_ciphers {
    ($callback:ident $($before:tt)*) => {
        $callback! {
            $($before)*
            { ($crate::stream::ChaCha20)    chacha20 "ChaCha20"       "chacha20" 32 ([u8; 12])                     32  "chacha20" }
            { ($crate::stream::snow3g::Snow3g) snow3g "SNOW 3G"       "snow3g"   16 ([u8; 16])                     32  "snow3g" }
            { ($crate::stream::Snow5g)      snow5g   "SNOW 5G"        "snow5g"   32 ([u8; 16])                     128 "snow5g_nea4" }
            { ($crate::stream::SnowV)       snow_v   "SNOW-V"         "snow5g"   32 ([u8; 16])                     128 "snow_v" }
            { ($crate::stream::SnowVi)      snow_vi  "SNOW-Vi"        "snow5g"   32 ([u8; 16])                     128 "snow_vi" }
            { ($crate::stream::zuc::Zuc128) zuc128   "ZUC-128"        "zuc"      16 ([u8; 16])                     32  "zuc128_keystream" }
            { ($crate::stream::zuc::Zuc256) zuc256   "ZUC-256 (2018)" "zuc"      32 ($crate::stream::zuc::Iv184)   32  "zuc256_2018_keystream" }
            { ($crate::threegpp::Nea6)      nea6     "256-NEA6"       "zuc"      32 ($crate::threegpp::Iv)         32  "zuc_nea6" }
            { ($crate::threegpp::Nea4)      nea4     "256-NEA4"       "snow5g"   32 ($crate::threegpp::Iv)         128 "snow5g_nea4" }
            { ($crate::threegpp::Nea5)      nea5     "256-NEA5"       "aes"      32 ($crate::threegpp::Iv)         128 "aes_nea5" }
            { ($crate::threegpp::Nea3)      eea3     "128-NEA3"       "zuc"      16 ($crate::threegpp::Parameters) 32  "zuc_128_eea3" }
            { ($crate::threegpp::Nea1)      nea1     "128-NEA1"       "snow3g"   16 ($crate::threegpp::Parameters) 32  "nea1" }
            { ($crate::threegpp::Nea2)      nea2     "128-NEA2"       "aes"      16 ($crate::threegpp::Parameters) 128 "nea2" }
        }
    };
}

/// Calls a macro with every message authentication code: modes of AES, those of AEGIS, others.
///
/// The columns: type, name, name of the operation (modes only), published name, feature, bytes of a key,
/// the type of a nonce (others only), the target of its known answers.
///
/// ```
/// macro_rules! names {
///     (
///         over_aes { $({
///             $mode:ident<$aes:ident> $cipher:ident $operation:ident $title:literal $feature:literal
///             $key:literal $target:literal
///         })* }
///         over_aegis { $($over_aegis:tt)* }
///         other { $({
///             ($type:ty) $name:ident $other:literal $needs:literal $key_bytes:literal ($nonce:ty)
///             $answers:literal
///         })* }
///     ) => {
///         [$($title,)* $($other),*]
///     };
/// }
/// assert!(lanecrypt::macs!(names).contains(&"AES-128-CMAC"));
/// ```
#[macro_export]
macro_rules! macs {
    ($callback:ident $($before:tt)*) => {
        $callback! {
            $($before)*
            over_aes {
                { Cmac<Aes128> aes128 cmac "AES-128-CMAC" "aes" 16 "aes_cmac" }
                { Cmac<Aes192> aes192 cmac "AES-192-CMAC" "aes" 24 "aes_cmac" }
                { Cmac<Aes256> aes256 cmac "AES-256-CMAC" "aes" 32 "aes_cmac" }
                { Pmac<Aes128> aes128 pmac "AES-128-PMAC" "aes" 16 "aes_pmac" }
                { Pmac<Aes192> aes192 pmac "AES-192-PMAC" "aes" 24 "aes_pmac" }
                { Pmac<Aes256> aes256 pmac "AES-256-PMAC" "aes" 32 "aes_pmac" }
            }
            over_aegis {
                { AegisMac<Aegis128L>  aegis128l  "AEGISMAC-128L"  "aegis" 16 "aegis_mac" }
                { AegisMac<Aegis128X2> aegis128x2 "AEGISMAC-128X2" "aegis" 16 "aegis_mac" }
                { AegisMac<Aegis128X4> aegis128x4 "AEGISMAC-128X4" "aegis" 16 "aegis_mac" }
                { AegisMac<Aegis256>   aegis256   "AEGISMAC-256"   "aegis" 32 "aegis_mac" }
                { AegisMac<Aegis256X2> aegis256x2 "AEGISMAC-256X2" "aegis" 32 "aegis_mac" }
                { AegisMac<Aegis256X4> aegis256x4 "AEGISMAC-256X4" "aegis" 32 "aegis_mac" }
            }
            other {
                { ($crate::stream::zuc::Zuc256Mac) zuc256 "ZUC-256 MAC (2018)" "zuc" 32 ($crate::stream::zuc::Iv184)   "zuc256_2018_mac" }
                { ($crate::threegpp::Nia6)         nia6   "256-NIA6"           "zuc" 32 ($crate::threegpp::Iv)         "zuc_nia6" }
                { ($crate::threegpp::Nia4)         nia4   "256-NIA4"           "snow5g" 32 ($crate::threegpp::Iv)         "snow5g_nia4" }
                { ($crate::threegpp::Nia5)         nia5   "256-NIA5"           "aes" 32 ($crate::threegpp::Iv)         "aes_nia5" }
                { ($crate::threegpp::Nia3)         eia3   "128-NIA3"           "zuc" 16 ($crate::threegpp::Parameters) "zuc_128_eia3" }
                { ($crate::stream::snow3g::Uia2)   uia2   "UIA2"               "snow3g" 16 ([u8; 16])                  "snow3g_uia2" }
                { ($crate::threegpp::Nia1)         nia1   "128-NIA1"           "snow3g" 16 ($crate::threegpp::Parameters) "nia1" }
                { ($crate::threegpp::Nia2)         nia2   "128-NIA2"           "aes" 16 ($crate::threegpp::Parameters) "nia2" }
            }
        }
    };
}

/// Calls a macro with every AEAD: modes of AES, ciphers with a serial state, others.
///
/// The columns: type, name, name of the operation (modes only), published name, feature, bytes of a key,
/// the bits of the registers that a state consists of (serial states only), the target of its known
/// answers.
///
/// ```
/// macro_rules! names {
///     (
///         over_aes { $({
///             $mode:ident<$aes:ident> $cipher:ident $operation:ident $title:literal $feature:literal
///             $key:literal $target:literal
///         })* }
///         stateful { $({
///             $module:ident::$type:ident $name:ident $stateful:literal $needs:literal
///             $key_bytes:literal $bits:literal $answers:literal
///         })* }
///         other { $($other:tt)* }
///     ) => {
///         [$($title,)* $($stateful),*]
///     };
/// }
/// assert!(lanecrypt::aeads!(names).contains(&"AEGIS-128L"));
/// ```
#[macro_export]
macro_rules! aeads {
    ($callback:ident $($before:tt)*) => {
        $callback! {
            $($before)*
            over_aes {
                { Gcm<Aes128>  aes128 gcm  "AES-128-GCM"  "aes" 16 "aes_gcm" }
                { Gcm<Aes192>  aes192 gcm  "AES-192-GCM"  "aes" 24 "aes_gcm" }
                { Gcm<Aes256>  aes256 gcm  "AES-256-GCM"  "aes" 32 "aes_gcm" }
                { Ocb3<Aes128> aes128 ocb3 "AES-128-OCB3" "aes" 16 "aes_ocb3" }
                { Ocb3<Aes192> aes192 ocb3 "AES-192-OCB3" "aes" 24 "aes_ocb3" }
                { Ocb3<Aes256> aes256 ocb3 "AES-256-OCB3" "aes" 32 "aes_ocb3" }
            }
            stateful {
                { aegis::Aegis128        aegis128      "AEGIS-128"      "aegis" 16 128 "aegis_128" }
                { aegis::Aegis128L       aegis128l     "AEGIS-128L"     "aegis" 16 128 "aegis_128l" }
                { aegis::Aegis256        aegis256      "AEGIS-256"      "aegis" 32 128 "aegis_256" }
                { aegis::Aegis128X2      aegis128x2    "AEGIS-128X2"    "aegis" 16 256 "aegis_128x2" }
                { aegis::Aegis128X4      aegis128x4    "AEGIS-128X4"    "aegis" 16 512 "aegis_128x4" }
                { aegis::Aegis256X2      aegis256x2    "AEGIS-256X2"    "aegis" 32 256 "aegis_256x2" }
                { aegis::Aegis256X4      aegis256x4    "AEGIS-256X4"    "aegis" 32 512 "aegis_256x4" }
                { morus::Morus640        morus640      "MORUS-640"      "morus" 16 128 "morus_640_128" }
                { morus::Morus1280       morus1280     "MORUS-1280-128" "morus" 16 256 "morus_1280_128" }
                { morus::Morus1280Key256 morus1280_256 "MORUS-1280-256" "morus" 32 256 "morus_1280_256" }
            }
            other {
                { ($crate::mode::XAes256Gcm) xaes256gcm "XAES-256-GCM" "aes" 32 "xaes256_gcm" }
                { ($crate::threegpp::Nca4)   nca4       "256-NCA4"     "snow5g" 32 "snow5g_nca4" }
                { ($crate::threegpp::Nca5)   nca5       "256-NCA5"     "aes" 32 "aes_nca5" }
                { ($crate::threegpp::Nca6)   nca6       "256-NCA6"     "zuc" 32 "zuc_nca6" }
            }
        }
    };
}

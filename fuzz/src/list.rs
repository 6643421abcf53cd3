//! What is tried: every algorithm of the catalogue, what the catalogue does not have, and the functions of C.

use lanecrypt::Batch;
use lanecrypt::aead::{self, AegisMac};
use lanecrypt::block::{self, reference};
use lanecrypt::mode::{Cbc, Cmac, Ctr, Ecb, Gcm, GcmShortTags, Modes, Ocb3, Pmac};
use lanecrypt::threegpp::{Nea0, Nia0};

use crate::batches::{self, Kind};
use crate::case::Run;
use crate::models::{self, Counter};
use crate::{garbage, pieces};

/// Something to be tried, and how it is tried by each target that has it.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names of the targets")]
pub struct Subject {
    pub name: String,
    pub differential: Option<Run>,
    pub batches: Option<Run>,
    pub pieces: Option<Run>,
    pub garbage: Option<Run>,
}

impl Subject {
    fn new(name: &str) -> Self {
        let name = name.to_owned();
        Self { name, differential: None, batches: None, pieces: None, garbage: None }
    }
}

fn ecb_kind<C: Modes>() -> Kind<Ecb<C>> {
    Kind { nonces: &[], unit: C::BLOCK_BYTES, seeks: false, keystream: None }
}

/// The lengths of nonces of counter mode.
const fn ctr_nonces<C: Modes>() -> &'static [usize] {
    match Ctr::<C>::NONCES {
        [(usual, _)] => match *usual {
            2 => &[2],
            3 => &[3],
            4 => &[4],
            6 => &[6],
            8 => &[8],
            16 => &[16],
            32 => &[32],
            _ => panic!("a length of nonces that is new here"),
        },
        _ => &[16, 12],
    }
}

fn ctr_kind<C: Modes>() -> Kind<Ctr<C>> {
    let keystream = Some(Batch::<Ctr<C>>::keystream as batches::Keystream<Ctr<C>>);
    Kind { nonces: ctr_nonces::<C>(), unit: 1, seeks: true, keystream }
}

/// A stream cipher of the catalogue; one with a counter can start at any block.
macro_rules! stream_kind {
    ($type:ty, $name:ident) => {
        Kind {
            nonces: &[],
            unit: 1,
            seeks: stringify!($name) == "chacha20",
            keystream: Some(Batch::<$type>::keystream as batches::Keystream<$type>),
        }
    };
}

macro_rules! block_ciphers {
    (
        over_words { $({
            $module:ident::$type:ident $name:ident $title:literal $feature:literal $key:literal
            $block:literal $words:literal x $bits:literal $counter:ident [reference $($table:ident)?]
            $target:literal $variant:literal
        })* }
        over_blocks { $({
            $over:ident::$aes:ident $aes_name:ident $aes_title:literal $aes_feature:literal
            $($aes_rest:tt)*
        })* }
    ) => {
        fn over_words() -> Vec<Subject> {
            vec![$(
                Subject {
                    differential: Some(|case| batches::cipher(
                        case,
                        &ecb_kind::<block::$type>(),
                        Some(models::ecb::<reference::$type, _>),
                    )),
                    batches: Some(|case| batches::cipher(case, &ecb_kind::<block::$type>(), None)),
                    garbage: Some(|case| garbage::cipher::<Ecb<block::$type>>(case)),
                    ..Subject::new(concat!($title, "-ECB"))
                },
                Subject {
                    differential: Some(|case| batches::cipher(
                        case,
                        &ctr_kind::<block::$type>(),
                        Some(models::ctr_over_words::<
                            reference::$type, _, { Counter::$counter as u8 }
                        >),
                    )),
                    batches: Some(|case| batches::cipher(case, &ctr_kind::<block::$type>(), None)),
                    pieces: Some(|case| {
                        pieces::stream::<Ctr<block::$type>>(case, ctr_nonces::<block::$type>())
                    }),
                    garbage: Some(garbage::counted_stream::<Ctr<block::$type>>),
                    ..Subject::new(concat!($title, "-CTR"))
                },
            )*]
        }

        fn over_blocks() -> Vec<Subject> {
            vec![$(
                Subject {
                    differential: models::over_aes::<()>($aes_title, "ecb").map(|_| -> Run {
                        |case| batches::cipher(
                            case, &ecb_kind::<block::$aes>(), models::over_aes($aes_title, "ecb"),
                        )
                    }),
                    batches: Some(|case| batches::cipher(case, &ecb_kind::<block::$aes>(), None)),
                    garbage: Some(|case| garbage::cipher::<Ecb<block::$aes>>(case)),
                    ..Subject::new(concat!($aes_title, "-ECB"))
                },
                Subject {
                    differential: models::over_aes::<()>($aes_title, "ctr").map(|_| -> Run {
                        |case| batches::cipher(
                            case, &ctr_kind::<block::$aes>(), models::over_aes($aes_title, "ctr"),
                        )
                    }),
                    batches: Some(|case| batches::cipher(case, &ctr_kind::<block::$aes>(), None)),
                    pieces: Some(|case| {
                        pieces::stream::<Ctr<block::$aes>>(case, ctr_nonces::<block::$aes>())
                    }),
                    garbage: Some(garbage::counted_stream::<Ctr<block::$aes>>),
                    ..Subject::new(concat!($aes_title, "-CTR"))
                },
                Subject {
                    differential: models::over_aes::<()>($aes_title, "cbc").map(|_| -> Run {
                        |case| batches::cipher(
                            case, &cbc_kind::<block::$aes>(), models::over_aes($aes_title, "cbc"),
                        )
                    }),
                    batches: Some(|case| batches::cipher(case, &cbc_kind::<block::$aes>(), None)),
                    garbage: Some(|case| garbage::cipher::<Cbc<block::$aes>>(case)),
                    ..Subject::new(concat!($aes_title, "-CBC"))
                },
            )*]
        }
    };
}
lanecrypt::block_ciphers!(block_ciphers);

fn cbc_kind<C: lanecrypt::mode::AesModes>() -> Kind<Cbc<C>> {
    Kind { nonces: &[16], unit: 16, seeks: false, keystream: None }
}

macro_rules! stream_ciphers {
    ($({
        ($type:ty) $name:ident $title:literal $feature:literal $key:literal ($nonce:ty)
        $bits:literal $target:literal
    })*) => {
        fn stream_ciphers() -> Vec<Subject> {
            vec![$(Subject {
                differential: models::stream::<()>($title).map(|_| -> Run {
                    |case| {
                        batches::cipher(case, &stream_kind!($type, $name), models::stream($title))
                    }
                }),
                batches: Some(|case| batches::cipher(case, &stream_kind!($type, $name), None)),
                pieces: Some(|case| pieces::stream::<$type>(case, &[])),
                garbage: Some(garbage::stream::<$type>),
                ..Subject::new($title)
            },)*]
        }
    };
}
lanecrypt::stream_ciphers!(stream_ciphers);

macro_rules! macs {
    (
        over_aes { $({
            $mode:ident<$aes:ident> $cipher:ident $operation:ident $title:literal $($over_aes:tt)*
        })* }
        over_aegis { $({
            $aegis_mac:ident<$form:ident> $aegis_name:ident $aegis_title:literal $($over_aegis:tt)*
        })* }
        other { $({
            ($type:ty) $name:ident $other_title:literal $($other:tt)*
        })* }
    ) => {
        fn macs() -> Vec<Subject> {
            vec![
                $(Subject {
                    differential: models::mac::<()>($title).map(|_| -> Run {
                        |case| {
                            batches::mac::<$mode<block::$aes>>(case, &[], models::mac($title))
                        }
                    }),
                    batches: Some(|case| batches::mac::<$mode<block::$aes>>(case, &[], None)),
                    pieces: Some(pieces::mac::<$mode<block::$aes>>),
                    garbage: Some(garbage::mac::<$mode<block::$aes>>),
                    ..Subject::new($title)
                },)*
                $(Subject {
                    differential: models::mac::<()>($aegis_title).map(|_| -> Run {
                        |case| batches::mac::<$aegis_mac<aead::$form>>(
                            case, aegis_nonces::<aead::$form>(), models::mac($aegis_title),
                        )
                    }),
                    batches: Some(|case| batches::mac::<$aegis_mac<aead::$form>>(
                        case, aegis_nonces::<aead::$form>(), None,
                    )),
                    pieces: Some(pieces::mac::<$aegis_mac<aead::$form>>),
                    garbage: Some(garbage::mac::<$aegis_mac<aead::$form>>),
                    ..Subject::new($aegis_title)
                },)*
                $(Subject {
                    differential: models::mac::<()>($other_title).map(|_| -> Run {
                        |case| batches::mac::<$type>(case, &[], models::mac($other_title))
                    }),
                    batches: Some(|case| batches::mac::<$type>(case, &[], None)),
                    garbage: Some(garbage::mac::<$type>),
                    ..Subject::new($other_title)
                },)*
            ]
        }
    };
}
lanecrypt::macs!(macs);

/// AEGIS has nonces of one length.
fn aegis_nonces<A: lanecrypt::Aead>() -> &'static [usize] {
    if *A::NONCE_BYTES.end() == 16 { &[16] } else { &[32] }
}

macro_rules! aeads {
    (
        over_aes { $({
            $mode:ident<$aes:ident> $cipher:ident $operation:ident $title:literal $($over_aes:tt)*
        })* }
        stateful { $({
            $module:ident::$type:ident $name:ident $stateful_title:literal $($stateful:tt)*
        })* }
        other { $({
            ($other:ty) $other_name:ident $other_title:literal $($other_rest:tt)*
        })* }
    ) => {
        fn aeads() -> Vec<Subject> {
            vec![
                $(Subject {
                    differential: models::aead($title).map(|_| -> Run {
                        |case| batches::aead::<$mode<block::$aes>>(case, models::aead($title))
                    }),
                    batches: Some(|case| batches::aead::<$mode<block::$aes>>(case, None)),
                    garbage: Some(garbage::aead::<$mode<block::$aes>>),
                    ..Subject::new($title)
                },)*
                $(Subject {
                    differential: models::aead($stateful_title).map(|_| -> Run {
                        |case| batches::aead::<aead::$type>(case, models::aead($stateful_title))
                    }),
                    batches: Some(|case| batches::aead::<aead::$type>(case, None)),
                    pieces: Some(pieces::aead::<aead::$type>),
                    garbage: Some(garbage::pieced_aead::<aead::$type>),
                    ..Subject::new($stateful_title)
                },)*
                $(Subject {
                    differential: models::aead($other_title).map(|_| -> Run {
                        |case| batches::aead::<$other>(case, models::aead($other_title))
                    }),
                    batches: Some(|case| batches::aead::<$other>(case, None)),
                    garbage: Some(garbage::aead::<$other>),
                    ..Subject::new($other_title)
                },)*
            ]
        }
    };
}
lanecrypt::aeads!(aeads);

/// What the catalogue does not have.
fn others() -> Vec<Subject> {
    let null = Subject {
        batches: Some(|case| batches::cipher(case, &stream_less::<Nea0>(), None)),
        garbage: Some(garbage::cipher::<Nea0>),
        ..Subject::new("NEA0")
    };
    let null_mac = Subject {
        batches: Some(|case| batches::mac::<Nia0>(case, &[], None)),
        garbage: Some(garbage::mac::<Nia0>),
        ..Subject::new("NIA0")
    };
    macro_rules! short {
        ($($cipher:ident)*) => {
            vec![$(Subject {
                batches: Some(|case| batches::aead::<GcmShortTags<block::$cipher>>(case, None)),
                garbage: Some(garbage::aead::<GcmShortTags<block::$cipher>>),
                ..Subject::new(concat!(stringify!($cipher), "-GCM (short tags)"))
            }),*]
        };
    }
    let mut all = short!(Aes128 Aes192 Aes256);
    all.extend([null, null_mac]);
    all.extend([
        Subject {
            pieces: Some(pieces::chunked::<block::Aes128>),
            garbage: Some(garbage::chunked::<block::Aes128>),
            ..Subject::new("Cobblestone-128")
        },
        Subject {
            pieces: Some(pieces::chunked::<block::Aes256>),
            garbage: Some(garbage::chunked::<block::Aes256>),
            ..Subject::new("Cobblestone-256")
        },
    ]);
    all
}

fn stream_less<C: lanecrypt::Cipher>() -> Kind<C> {
    Kind { nonces: &[], unit: 1, seeks: false, keystream: None }
}

/// Everything, in an order that does not change while the program runs.
pub fn subjects() -> Vec<Subject> {
    let mut all = over_words();
    all.extend(over_blocks());
    all.extend(stream_ciphers());
    all.extend(macs());
    all.extend(aeads());
    all.extend(others());
    let more = garbage::MORE.iter();
    all.extend(more.map(|(name, run)| Subject { garbage: Some(*run), ..Subject::new(name) }));
    all
}

//! The rows of `algorithms` against the library's catalogue.

use crate::names::ALGORITHMS;

fn titles() -> Vec<&'static str> {
    ALGORITHMS.iter().map(|named| named.title.to_str().unwrap()).collect()
}

macro_rules! check_blocks {
    (
        over_words { $({
            $m:ident::$type:ident $name:ident $title:literal $feature:literal $key:literal
            $block:literal $words:literal x $bits:literal $counter:ident $plain:tt
            $target:literal $variant:literal
        })* }
        over_blocks { $({
            $bm:ident::$btype:ident $bname:ident $btitle:literal $bfeature:literal $bkey:literal
            $($rest:tt)*
        })* }
    ) => {
        for title in [$($title,)* $($btitle),*] {
            for mode in ["CTR", "ECB"] {
                assert!(titles().contains(&format!("{title}-{mode}").as_str()), "{title}-{mode}");
            }
        }
        $(assert!(titles().contains(&concat!($btitle, "-CBC")));)*
    };
}

macro_rules! check_macs {
    (
        over_aes { $({ $mode:ident<$aes:ident> $c:ident $o:ident $title:literal $($r:tt)* })* }
        over_aegis { $({ $amode:ident<$aegis:ident> $ac:ident $atitle:literal $($ar:tt)* })* }
        other { $($other:tt)* }
    ) => {
        $(assert!(titles().contains(&$title), $title);)*
        $(assert!(titles().contains(&$atitle), $atitle);)*
    };
}

macro_rules! check_aeads {
    (
        over_aes { $({ $mode:ident<$aes:ident> $c:ident $o:ident $title:literal $($r:tt)* })* }
        stateful { $({ $m:ident::$type:ident $n:ident $stitle:literal $($sr:tt)* })* }
        other { $({ ($other:ty) $on:ident $otitle:literal $($or:tt)* })* }
    ) => {
        $(assert!(titles().contains(&$title), $title);)*
        $(assert!(titles().contains(&$stitle), $stitle);)*
        $(assert!($otitle.starts_with("256-NCA") || titles().contains(&$otitle), $otitle);)*
    };
}

/// What the catalogue has is here, except the algorithms of 3GPP, which have functions of their own.
#[test]
fn every_algorithm_of_the_library_has_a_number() {
    lanecrypt::block_ciphers!(check_blocks);
    lanecrypt::macs!(check_macs);
    lanecrypt::aeads!(check_aeads);
    for title in [
        "ChaCha20",
        "SNOW 3G",
        "SNOW 5G",
        "SNOW-V",
        "SNOW-Vi",
        "UIA2",
        "ZUC-128",
        "ZUC-256 (2018)",
        "ZUC-256 MAC (2018)",
    ] {
        assert!(titles().contains(&title), "{title}");
    }
}

#[test]
fn numbers_and_titles_are_unique() {
    for (place, one) in ALGORITHMS.iter().enumerate() {
        assert!(one.number > 0);
        for other in &ALGORITHMS[place + 1..] {
            assert!(one.number != other.number && one.title != other.title, "{one:?}, {other:?}");
        }
    }
}

//! The catalogue and the files of known answers agree.

use std::collections::BTreeSet;

use lanecrypt_vectors::FILES;

macro_rules! block_ciphers {
    (
        over_words { $({
            $wm:ident::$word:ident $wi:ident $wt:literal $wf:literal $wk:literal $wb:literal
            $words:literal x $bits:literal $wc:ident $wp:tt $word_target:literal $wv:literal
        })* }
        over_blocks { $({
            $bm:ident::$block:ident $bi:ident $bt:literal $bf:literal $bk:literal $bb:literal
            $keys:literal $bc:ident $bp:tt $block_target:literal $bv:literal
        })* }
    ) => {
        [$($word_target,)* $($block_target),*]
    };
}

macro_rules! stream_ciphers {
    ($({
        ($type:ty) $name:ident $title:literal $feature:literal $key:literal ($nonce:ty) $bits:literal
        $target:literal
    })*) => {
        [$($target),*]
    };
}

macro_rules! macs {
    (
        over_aes { $({
            $mode:ident<$aes:ident> $ai:ident $ao:ident $at:literal $af:literal $ak:literal
            $aes_target:literal
        })* }
        over_aegis { $({
            AegisMac<$form:ident> $gi:ident $gt:literal $gf:literal $gk:literal
            $aegis_target:literal
        })* }
        other { $({
            ($type:ty) $oi:ident $ot:literal $of:literal $ok:literal ($nonce:ty) $target:literal
        })* }
    ) => {
        [$($aes_target,)* $($aegis_target,)* $($target),*]
    };
}

macro_rules! aeads {
    (
        over_aes { $({
            $mode:ident<$aes:ident> $ai:ident $ao:ident $at:literal $af:literal $ak:literal
            $aes_target:literal
        })* }
        stateful { $({
            $module:ident::$name:ident $si:ident $st:literal $sf:literal $sk:literal $bits:literal
            $stateful_target:literal
        })* }
        other { $({
            ($type:ty) $oi:ident $ot:literal $of:literal $ok:literal $target:literal
        })* }
    ) => {
        [$($aes_target,)* $($stateful_target,)* $($target),*]
    };
}

/// Targets that are not those of one kind of algorithm: a generator of random bytes, chunked encryption, and
/// answers in counter mode of three families.
const OTHERS: [&str; 3] = ["aes_ctr_drbg", "cobblestone", "ctr_simon_simeck_speck"];

#[test]
fn every_algorithm_has_answers_and_every_file_an_algorithm() {
    let mut targets = BTreeSet::from(OTHERS);
    targets.extend(lanecrypt::block_ciphers!(block_ciphers));
    targets.extend(lanecrypt::stream_ciphers!(stream_ciphers));
    targets.extend(lanecrypt::macs!(macs));
    targets.extend(lanecrypt::aeads!(aeads));
    let files: BTreeSet<_> = FILES.iter().map(|file| file.target()).collect();
    assert_eq!(targets, files);
}

//! `lanecrypt info --algorithms`: every algorithm of the library, as the tables of `docs/algorithms.md`.

use std::fmt::Write as _;

use lanecrypt::{Aead, Mac, aead, block, mode};

use crate::failure::Failure;
use crate::nonce::Nonce;
use crate::output::Output;

/// What stands above the tables.
const HEAD: &str = "\
# Algorithms

Every algorithm of the library, with the type in the crate `lanecrypt`, lengths in bytes, and the feature
that it needs. The name is the one on the command line of `lanecrypt bench` and `lanecrypt limits`; what has
none there is checked by `lanecrypt kat` only. The known answers are in `vectors/`.
`lanecrypt info --algorithms` prints this page.
";

/// Prints the page.
pub(crate) fn print() -> Result<(), Failure> {
    Output::standard().line(page().trim_end())
}

/// The page.
fn page() -> String {
    let mut page = HEAD.to_owned();
    for (title, heads, rows) in [
        ("Block ciphers, in ECB and CTR", "block | nonce and counter of CTR", block_ciphers()),
        ("Stream ciphers", "nonce", stream_ciphers()),
        ("Message authentication codes", "nonce | tags", macs()),
        ("AEADs", "nonces | tags", aeads()),
    ] {
        // Writing to a string does not fail.
        let _ = write!(page, "\n## {title}\n\n| algorithm | name | type | key | {heads} | ");
        let _ = writeln!(page, "feature | known answers |");
        let columns = 6 + heads.split('|').count();
        let _ = writeln!(page, "|{}", "---|".repeat(columns));
        for row in rows {
            let _ = writeln!(page, "| {} |", row.join(" | "));
        }
    }
    page
}

/// A row: its cells.
type Row = Vec<String>;

/// A row of the columns that all have, and of some others.
fn row(
    [title, name, path, feature, target]: [&str; 5],
    key: usize,
    others: impl IntoIterator<Item = String>,
) -> Row {
    let path = path.replace(' ', "").replace("$crate::", "");
    let mut row = vec![title.to_owned(), name.to_owned(), format!("`{path}`"), key.to_string()];
    row.extend(others);
    row.extend([format!("`{feature}`"), format!("`{target}`")]);
    row
}

/// The lengths from the shortest to the longest.
fn range(least: usize, most: usize) -> String {
    match (least, most) {
        _ if least == most => least.to_string(),
        (_, usize::MAX) => format!("{least} and more"),
        _ => format!("{least} to {most}"),
    }
}

/// Lengths of tags: all of them, or the shortest and the longest of many.
fn tags(lengths: &[usize]) -> String {
    match lengths {
        [first, .., last] if lengths.len() > 3 => format!("{first} to {last}"),
        _ => lengths.iter().map(usize::to_string).collect::<Vec<_>>().join(", "),
    }
}

/// What counter mode does with the halves of a block.
fn counter(form: &str) -> String {
    match form {
        "FirstLittle" => "counter in front, little-endian",
        "SecondLittle" => "counter behind, little-endian",
        "SecondBig" => "counter behind, big-endian",
        _ => "12, or 16 with the counter, big-endian",
    }
    .to_owned()
}

macro_rules! block_ciphers {
    (
        over_words { $({
            $module:ident::$type:ident $name:ident $title:literal $feature:literal $key:literal
            $block:literal $words:literal x $bits:literal $counter:ident $plain:tt $target:literal
            $variant:literal
        })* }
        over_blocks { $({
            $aes_module:ident::$aes:ident $aes_name:ident $aes_title:literal $aes_feature:literal
            $aes_key:literal $aes_block:literal $keys:literal $aes_counter:ident $aes_plain:tt
            $aes_target:literal $aes_variant:literal
        })* }
    ) => {
        fn block_ciphers() -> Vec<Row> {
            vec![
                $(row(
                    [$title, stringify!($name), concat!("block::", stringify!($type)), $feature, $target],
                    $key,
                    [$block.to_string(), counter(stringify!($counter))],
                ),)*
                $(row(
                    [
                        $aes_title,
                        stringify!($aes_name),
                        concat!("block::", stringify!($aes)),
                        $aes_feature,
                        $aes_target,
                    ],
                    $aes_key,
                    [$aes_block.to_string(), counter(stringify!($aes_counter))],
                ),)*
            ]
        }
    };
}
lanecrypt::block_ciphers!(block_ciphers);

macro_rules! stream_ciphers {
    ($({
        ($type:ty) $name:ident $title:literal $feature:literal $key:literal ($nonce:ty) $bits:literal
        $target:literal
    })*) => {
        fn stream_ciphers() -> Vec<Row> {
            vec![$(row(
                [$title, stringify!($name), stringify!($type), $feature, $target],
                $key,
                [<$nonce>::description()],
            )),*]
        }
    };
}
lanecrypt::stream_ciphers!(stream_ciphers);

macro_rules! macs {
    (
        over_aes { $({
            $mode:ident<$aes:ident> $aes_name:ident $operation:ident $aes_title:literal
            $aes_feature:literal $aes_key:literal $aes_target:literal
        })* }
        over_aegis { $({
            AegisMac<$form:ident> $aegis_name:ident $aegis_title:literal $aegis_feature:literal
            $aegis_key:literal $aegis_target:literal
        })* }
        other { $({
            ($type:ty) $name:ident $title:literal $feature:literal $key:literal ($nonce:ty)
            $target:literal
        })* }
    ) => {
        fn macs() -> Vec<Row> {
            vec![
                $(row(
                    [
                        $aes_title,
                        concat!(stringify!($aes_name), "/", stringify!($operation)),
                        concat!("mode::", stringify!($mode), "<", stringify!($aes), ">"),
                        $aes_feature,
                        $aes_target,
                    ],
                    $aes_key,
                    ["none".to_owned(), tags(<mode::$mode<block::$aes> as Mac>::TAG_BYTES)],
                ),)*
                $(row(
                    [
                        $aegis_title,
                        "",
                        concat!("aead::AegisMac<", stringify!($form), ">"),
                        $aegis_feature,
                        $aegis_target,
                    ],
                    $aegis_key,
                    [$aegis_key.to_string(), tags(<aead::AegisMac<aead::$form> as Mac>::TAG_BYTES)],
                ),)*
                $(row(
                    [$title, stringify!($name), stringify!($type), $feature, $target],
                    $key,
                    [<$nonce>::description(), tags(<$type as Mac>::TAG_BYTES)],
                ),)*
            ]
        }
    };
}
lanecrypt::macs!(macs);

macro_rules! aeads {
    (
        over_aes { $({
            $mode:ident<$aes:ident> $aes_name:ident $operation:ident $aes_title:literal
            $aes_feature:literal $aes_key:literal $aes_target:literal
        })* }
        stateful { $({
            $module:ident::$type:ident $name:ident $title:literal $feature:literal $key:literal
            $bits:literal $target:literal
        })* }
        other { $({
            ($other:ty) $other_name:ident $other_title:literal $other_feature:literal
            $other_key:literal $other_target:literal
        })* }
    ) => {
        fn aeads() -> Vec<Row> {
            vec![
                $(row(
                    [
                        $aes_title,
                        concat!(stringify!($aes_name), "/", stringify!($operation)),
                        concat!("mode::", stringify!($mode), "<", stringify!($aes), ">"),
                        $aes_feature,
                        $aes_target,
                    ],
                    $aes_key,
                    sizes::<mode::$mode<block::$aes>>(),
                ),)*
                $(row(
                    [$title, stringify!($name), concat!("aead::", stringify!($type)), $feature, $target],
                    $key,
                    sizes::<aead::$type>(),
                ),)*
                $(row(
                    [
                        $other_title,
                        stringify!($other_name),
                        stringify!($other),
                        $other_feature,
                        $other_target,
                    ],
                    $other_key,
                    sizes::<$other>(),
                ),)*
            ]
        }
    };
}
lanecrypt::aeads!(aeads);

/// The lengths of nonces and tags.
fn sizes<A: Aead>() -> [String; 2] {
    [range(*A::NONCE_BYTES.start(), *A::NONCE_BYTES.end()), tags(A::TAG_BYTES)]
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    fn read(path: &str) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    #[test]
    fn the_document_is_what_is_printed() {
        let page = super::page();
        assert!(
            read("docs/algorithms.md") == page,
            "docs/algorithms.md is out of date: lanecrypt info --algorithms > docs/algorithms.md"
        );
    }

    /// Every family stands in the README's table, in the row of its feature.
    #[test]
    fn the_readme_names_every_family() {
        let readme = read("README.md");
        let kinds =
            [super::block_ciphers(), super::stream_ciphers(), super::macs(), super::aeads()];
        for row in kinds.concat() {
            let (title, feature) = (&row[0], &row[row.len() - 2]);
            // `128-NEA3` is a NEA3, `AES-128-GCM` is an AES in GCM.
            let title = title.trim_start_matches("128-").trim_start_matches("256-");
            let family = title.split(['-', ' ']).next().unwrap_or(title);
            let mode =
                title.rsplit('-').next().filter(|mode| mode.starts_with(char::is_alphabetic));
            let named = |line: &str| {
                line.starts_with('|')
                    && line.contains(feature)
                    && line.contains(family)
                    && mode.is_none_or(|mode| line.contains(mode))
            };
            assert!(readme.lines().any(named), "README.md has no row for {title} and {feature}");
        }
    }
}

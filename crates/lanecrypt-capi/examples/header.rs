//! Makes `include/lanecrypt.h`, the header of this crate.
//!
//! ```text
//! cargo run -p lanecrypt-capi --example header            # compares, and fails if it differs
//! cargo run -p lanecrypt-capi --example header -- --write
//! ```
//!
//! Functions and structures are those of the source (cbindgen); codes, algorithms and backends are
//! those of the crate's lists.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use lanecrypt_capi::{BACKENDS, CODES, GROUPS, VERSION};

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("include/lanecrypt.h");
    let made = header(root);
    if std::env::args().any(|argument| argument == "--write") {
        return match std::fs::write(&path, made) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => failed(&format!("{}: {error}", path.display())),
        };
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    let lines = made.lines().zip(committed.lines());
    match lines.enumerate().find(|(_, (made, committed))| made != committed) {
        _ if made == committed => {
            println!(
                "include/lanecrypt.h is what the source makes of it: {} lines",
                made.lines().count()
            );
            ExitCode::SUCCESS
        }
        Some((line, (made, committed))) => {
            failed(&format!("line {}:\n  made:      {made}\n  committed: {committed}", line + 1))
        }
        None => failed("one is the beginning of the other"),
    }
}

fn failed(why: &str) -> ExitCode {
    eprintln!(
        "include/lanecrypt.h differs from what the source makes of it; --write writes it.\n{why}"
    );
    ExitCode::FAILURE
}

fn header(root: &Path) -> String {
    let config = cbindgen::Config {
        language: cbindgen::Language::C,
        cpp_compat: true,
        header: Some(GUIDE.trim().into()),
        include_guard: Some("LANECRYPT_H".into()),
        no_includes: true,
        sys_includes: vec!["stddef.h".into(), "stdint.h".into()],
        after_includes: Some(lists()),
        style: cbindgen::Style::Both,
        usize_is_size_t: true,
        line_length: 100,
        documentation_style: cbindgen::DocumentationStyle::C,
        layout: cbindgen::LayoutConfig {
            aligned_n: Some("LC_ALIGNED".into()),
            ..Default::default()
        },
        function: cbindgen::FunctionConfig { args: cbindgen::Layout::Auto, ..Default::default() },
        export: cbindgen::ExportConfig {
            // Lists of this crate, which `after_includes` has in another form.
            exclude: ["Named", "Code", "CODES", "BACKENDS", "VERSION"].map(String::from).to_vec(),
            ..Default::default()
        },
        ..Default::default()
    };
    let mut text = Vec::new();
    let bindings = cbindgen::Builder::new().with_crate(root).with_config(config).generate();
    bindings.expect("the source of this crate").write(&mut text);
    tidy(&String::from_utf8(text).expect("the source is UTF-8"))
}

/// Comments of one line on one line, and a star before each line of the others.
fn tidy(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut comment: Option<(String, Vec<&str>)> = None;
    for line in text.lines() {
        let (indent, rest) = line.split_at(line.len() - line.trim_start().len());
        match (comment.take(), rest) {
            (None, "/*") if lines.len() > GUIDE.lines().count() => {
                comment = Some((indent.into(), Vec::new()));
            }
            (Some((indent, inside)), "*/") => match &inside[..] {
                [one] => lines.push(format!("{indent}/* {one} */")),
                [first, others @ ..] => {
                    lines.push(format!("{indent}/* {first}"));
                    let others = others.iter().map(|line| format!("{indent} * {line}"));
                    lines.extend(others.map(|line| line.trim_end().into()));
                    if let Some(last) = lines.last_mut() {
                        last.push_str(" */");
                    }
                }
                [] => {}
            },
            (Some((indent, mut inside)), text) => {
                inside.push(text);
                comment = Some((indent, inside));
            }
            (None, _) => lines.push(line.trim_end().into()),
        }
    }
    lines.join("\n") + "\n"
}

/// The name in the header of an algorithm or a backend.
fn constant(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join("_").to_uppercase()
}

fn lists() -> String {
    let mut text = String::from(PRELUDE.trim_start());
    let mut list = |title: &str, entries: &mut dyn Iterator<Item = (String, i64, String)>| {
        let _ = writeln!(text, "\n/* {title} */\nenum {{");
        for (name, number, comment) in entries {
            let _ = writeln!(text, "  {name} = {number}, /* {comment} */");
        }
        text.push_str("};\n");
    };
    list(
        "Status codes. They do not change.",
        &mut CODES.iter().map(|code| {
            (code.name.into(), code.number.into(), code.text.to_string_lossy().into_owned())
        }),
    );
    let best = ("LC_BACKEND_BEST".into(), -1, "the widest that the processor has".into());
    list(
        "Backends: instruction sets, from the narrowest to the widest. The numbers do not change.",
        &mut std::iter::once(best).chain(BACKENDS.iter().map(|(number, name)| {
            let name = name.to_string_lossy();
            (format!("LC_BACKEND_{}", constant(&name)), i64::from(*number), name.into_owned())
        })),
    );
    for (group, named) in GROUPS {
        list(
            &format!("Algorithms: {group}. The numbers do not change."),
            &mut named.iter().map(|named| {
                let title = named.title.to_string_lossy();
                (format!("LC_{}", constant(&title)), named.number.into(), title.into_owned())
            }),
        );
    }
    let _ = write!(
        text,
        "\n/* The version of this header: major * 65536 + minor * 256 + patch. `lc_version` is that of the\n \
           * library. */\n#define LC_VERSION {VERSION}\n"
    );
    text
}

const GUIDE: &str = include_str!("../include/guide.txt");
const PRELUDE: &str = include_str!("../include/prelude.txt");

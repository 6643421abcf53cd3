//! `lanecrypt report`: the page, single figures, refusals.

mod browser;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::common::{Run, Scratch, lanecrypt, text};

/// The sections of every page.
const SECTIONS: [&str; 14] = [
    "summary",
    "sizes",
    "suites",
    "peers",
    "bounds",
    "costs",
    "zuc256",
    "cypress",
    "aesni",
    "riscv",
    "results",
    "machines",
    "method",
    "documents",
];

/// A document of firmware in short.
fn firmware() -> Value {
    let routine = |part: &str, cycles: f64| {
        json!({
            "routine": format!("simon64_128/{part}"), "core": "vexriscv", "cycles_per_block": cycles,
            "code_bytes": 120,
        })
    };
    json!({
        "schema": "lanecrypt-rv32-1", "compiler": "gcc", "cores": {"vexriscv": "VexRiscv IMAC RTL"},
        "results": [
            routine("c-o3", 754.0), routine("block", 573.0), routine("ctr", 566.8), routine("ctr2", 503.0),
        ],
    })
}

fn report(documents: &[PathBuf], arguments: &[&str]) -> Run {
    let paths: Vec<&str> = documents.iter().map(|path| text(path)).collect();
    lanecrypt(&[&["report"], &paths[..], arguments].concat())
}

#[test]
fn a_page_of_little_says_which_commands_make_the_rest() {
    let scratch = Scratch::new("report-little");
    let file = scratch.file("firmware.json", &firmware().to_string());
    let page = scratch.path("page.html");
    let run = lanecrypt(&["report", text(&file), "-o", text(&page)]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    let page = std::fs::read_to_string(page).expect("the page");
    for section in SECTIONS {
        assert!(page.contains(&format!("<section id=\"{section}\"")), "{section}");
    }
    for words in [
        "bench --peers --json",
        "bench aes128 --sizes sweep",
        "bench --suite 5g --json",
        "bench --paper zuc256 --json",
        "bench --paper cypress --json",
        "bench --paper aesni --json",
        "1.33 times",
    ] {
        assert!(page.contains(words), "no {words:?}");
    }
    // Namespaces are no addresses; there is no other.
    let addresses = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    assert!(!addresses.contains("http://") && !addresses.contains("https://"));
    assert!(!addresses.contains(" src=") && !addresses.contains("@import"));
    assert!(page.trim_end().ends_with("</html>"));
}

#[test]
fn single_figures_are_files_of_their_own() {
    let scratch = Scratch::new("report-figures");
    let files = [scratch.file("firmware.json", &firmware().to_string())];
    let run = report(&files, &["--list"]);
    assert!(run.out.contains("riscv-gain ") && run.out.contains("riscv-vexriscv "), "{}", run.out);

    let directory = scratch.path("figures");
    let run = report(&files, &["--svg", text(&directory)]);
    assert_eq!(run.code, 0, "{}", run.err);
    let mut names: Vec<String> = std::fs::read_dir(&directory)
        .expect("the directory")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("text"))
        .collect();
    names.sort();
    assert_eq!(names, ["riscv-gain.svg", "riscv-vexriscv.svg"]);

    let run = report(&files, &["--figure", "riscv-gain", "--svg", "-"]);
    assert_eq!(run.code, 0, "{}", run.err);
    for words in [
        "<svg xmlns=",
        "role=\"img\"",
        "<title id=",
        "<desc id=",
        "prefers-color-scheme:dark",
        "HiFive1",
    ] {
        assert!(run.out.contains(words), "no {words:?}");
    }
    assert!(run.out.trim_end().ends_with("</svg>"));

    let picture = scratch.path("gain.png");
    let run = report(&files, &["--figure", "riscv-gain", "--png", text(&picture)]);
    if cfg!(feature = "png") {
        assert_eq!(run.code, 0, "{}", run.err);
        let bytes = std::fs::read(picture).expect("the picture");
        assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
    } else {
        run.refused(&["--png", "--features png"]);
        assert!(!picture.exists());
    }
}

#[test]
fn what_cannot_be_read_or_written_is_refused_in_a_line() {
    let scratch = Scratch::new("report-refused");
    let good = scratch.file("firmware.json", &firmware().to_string());
    let page = scratch.path("page.html");
    let refused = |arguments: &[&str], words: &[&str]| {
        let run = lanecrypt(&[&["report"], arguments].concat());
        run.refused(words);
        assert!(run.out.is_empty(), "{}", run.out);
    };
    let out = ["-o", text(&page)];
    refused(&out, &["RUN.json"]);
    let none = scratch.path("none.json");
    refused(&[text(&none), out[0], out[1]], &["none.json"]);
    for (name, content, word) in [
        ("broken.json", "{\"schema\": ", "JSON"),
        ("text.json", "a table", "JSON"),
        ("other.json", "{\"schema\": \"others\"}", "others"),
        ("old.json", "{\"schema\": \"lanecrypt-bench\", \"schema_version\": 1}", "version 1"),
        ("short.json", "{\"schema\": \"lanecrypt-bench\", \"schema_version\": 3}", "missing"),
        ("short2.json", "{\"schema\": \"lanecrypt-bench\", \"schema_version\": 2}", "missing"),
        ("info.json", "{\"schema\": \"lanecrypt-info\"}", "lanecrypt bench --json"),
        ("rv32.json", "{\"schema\": \"lanecrypt-rv32-1\"}", "missing"),
    ] {
        let file = scratch.file(name, content);
        refused(&[text(&good), text(&file), out[0], out[1]], &[name, word]);
    }
    let good = text(&good);
    refused(&[good], &["--svg", "-o"]);
    refused(&[good, "--figure", "riscv-gain"], &["--figure", "--svg"]);
    refused(
        &[good, out[0], out[1], "--figure", "riscv-none", "--svg", "-"],
        &["riscv-none", "riscv-gain"],
    );
    refused(&[good, "-o", text(&scratch.path("no/page.html"))], &["-o", "page.html"]);
    refused(&[good, out[0], out[1], "--svg", good], &["--svg", "directory"]);
    let name = |path: &Path| path.file_name().and_then(|name| name.to_str()).map(str::to_owned);
    let left: Vec<_> = scratch.names();
    assert!(!left.contains(&name(&page).expect("a name")), "{left:?}");
    assert!(left.iter().all(|name| !name.contains("partial")), "{left:?}");
}

//! The page in a browser: where there is one, for others cannot be asked.

use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use super::{SECTIONS, firmware, report};
use crate::common::{Scratch, lanecrypt, text};

/// A document that the program writes, with bounds and comparisons that do not depend on how it
/// was built.
fn measured(arguments: &[&str]) -> Value {
    let run = lanecrypt(&[&["bench", "--quick", "--json", "-"], arguments].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    let mut document: Value = serde_json::from_str(&run.out).expect("a JSON document");
    let limits = ["AES round ports", "chain of 40 cycles", "front end"];
    for (index, row) in document["results"].as_array_mut().expect("results").iter_mut().enumerate()
    {
        let Some(cycles) = row["cycles_per_byte"]["median"].as_f64() else { continue };
        row["bound"] = json!({
            "cycles_per_byte": 0.7 * cycles, "fraction": 0.7, "limiting": limits[index % 3],
        });
    }
    document
}

fn comparison(peer: &str, bytes: u64, difference: &str, ratio: f64) -> Value {
    json!({
        "algorithm": "aes128", "operation": "ctr", "message_bytes": bytes, "batch": 16, "keys": "fresh",
        "threads": 1, "cache": "warm", "backend": "portable", "peer": peer, "peer_version": "1.0",
        "ratio": {"q1": 0.95 * ratio, "median": ratio, "q3": 1.05 * ratio}, "difference": difference,
    })
}

/// Documents that have something for every section, of two machines, one of which has a name that
/// is no text of a page.
fn documents(scratch: &Scratch) -> Vec<PathBuf> {
    let write = |name: &str, value: &Value| scratch.file(name, &value.to_string());
    let mut sweep =
        measured(&["aes128/ctr", "aes128/gcm", "--sizes", "16,256,4096", "--batch", "16"]);
    sweep["comparisons"] = json!([
        comparison("aes + ctr", 16, "faster", 2.5),
        comparison("aes + ctr", 4096, "none", 1.0),
        comparison("openssl", 4096, "slower", 0.6),
    ]);
    let mut other = sweep.clone();
    other["machine"]["processor"] = json!("<script>problems.push(1)</script> & \"<b>core</b>\"");
    other["conditions"]["noise"] = json!(["the clock drifted"]);
    vec![
        write("firmware.json", &firmware()),
        write("sweep.json", &sweep),
        write("other.json", &other),
        write("zuc256.json", &measured(&["--paper", "zuc256"])),
        write("cypress.json", &measured(&["--paper", "cypress", "--memory", "64KiB"])),
        write("aesni.json", &measured(&["--paper", "aesni"])),
    ]
}

/// The browser, if there is one.
fn chromium() -> Option<&'static str> {
    let works = |name: &&str| {
        Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
    };
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find(works)
}

/// What the probe sees of a page.
fn seen(scratch: &Scratch, chromium: &str, page: &str, dark: bool) -> Vec<Value> {
    let watch = "<head><script>window.problems=[];\
                 addEventListener('error',e=>problems.push(e.message),true);\
                 for(const k of['error','warn'])console[k]=(...a)=>problems.push(a.join(' '))</script>";
    let page = page.replacen("<head>", watch, 1);
    let html = Value::from(page).to_string().replace('<', "\\u003c");
    let probe = format!(
        "<!DOCTYPE html><pre id=\"found\"></pre><script>const html={html};</script>\
         <script>{}</script>",
        include_str!("probe.js")
    );
    let probe = scratch.file(if dark { "dark.html" } else { "light.html" }, &probe);
    let scheme = format!("--blink-settings=preferredColorScheme={}", if dark { 0 } else { 1 });
    let output = Command::new(chromium)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--no-first-run",
        ])
        .args(["--virtual-time-budget=20000", "--dump-dom", &scheme])
        .arg(format!("--user-data-dir={}", text(&scratch.path("profile"))))
        .arg(format!("file://{}", text(&probe)))
        .output()
        .expect("the browser starts");
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let found = dom.split("<pre id=\"found\">").nth(1).and_then(|rest| rest.split("</pre>").next());
    let found = found.filter(|found| !found.is_empty());
    let errors = String::from_utf8_lossy(&output.stderr);
    serde_json::from_str(found.unwrap_or_else(|| panic!("nothing was found: {errors}")))
        .expect("JSON")
}

#[test]
fn the_page_is_whole_in_a_browser_in_light_and_dark_on_a_desk_and_on_a_phone() {
    let Some(chromium) = chromium() else {
        eprintln!("skipped: there is no chromium here to look at the page with");
        return;
    };
    let scratch = Scratch::new("report-browser");
    let run = report(&documents(&scratch), &["-o", "-"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let mut grounds = Vec::new();
    for dark in [false, true] {
        let views = seen(&scratch, chromium, &run.out, dark);
        let widths: Vec<_> = views.iter().map(|view| view["width"].as_u64()).collect();
        assert!(widths.contains(&Some(1280)) && widths.contains(&Some(360)), "{widths:?}");
        for view in &views {
            assert_eq!(view["problems"], json!([]), "{view}");
            assert_eq!(view["requests"], 0);
            assert_eq!(view["overflow"], 0, "at {}", view["width"]);
            assert_eq!((&view["links"], &view["bold"]), (&json!(0), &json!(0)));
            assert_eq!(view["sorted"], json!([1, 0]));
            assert!(view["shown"].as_u64() > Some(0));
            let sections = view["sections"].as_array().expect("sections");
            let names: Vec<_> = sections.iter().filter_map(|one| one[0].as_str()).collect();
            assert_eq!(names, SECTIONS);
            assert!(sections.iter().all(|one| one[1].as_u64() > Some(0)), "{sections:?}");
            figures(view);
        }
        grounds.push(views[0]["ground"].clone());
        let ink = |view: &Value| view["figures"][0]["ink"].clone();
        grounds.push(ink(&views[0]));
    }
    assert!(grounds[0] != grounds[2] && grounds[1] != grounds[3], "dark is not light: {grounds:?}");
}

/// All figures of a view: drawn, named, legible, nothing over another or cut.
fn figures(view: &Value) {
    let figures = view["figures"].as_array().expect("figures");
    for name in [
        "figure-throughput-aes128-ctr",
        "figure-ratio-overview",
        "figure-roofline-a",
        "figure-bound-a",
        "figure-zuc256-figure-2",
        "figure-zuc256-figure-5",
        "figure-cypress-figure-1",
        "figure-cypress-figure-2",
        "figure-aesni-table-5",
        "figure-riscv-gain",
        "figure-riscv-vexriscv",
    ] {
        let has = |figure: &Value| figure["id"].as_str().is_some_and(|id| id.starts_with(name));
        assert!(figures.iter().any(has), "no {name}");
    }
    for figure in figures {
        assert!(figure["marks"].as_u64() > Some(1), "nothing is drawn: {figure}");
        assert!(figure["width"].as_f64() > Some(100.0) && figure["height"].as_f64() > Some(50.0));
        assert_eq!((&figure["named"], &figure["role"]), (&json!(true), &json!("img")));
        assert_eq!(figure["outside"], json!([]), "{} is cut", figure["id"]);
        assert_eq!(figure["overlapping"], json!([]), "{}", figure["id"]);
        assert!(figure["smallest"].as_f64() >= Some(11.0), "{figure}");
    }
}

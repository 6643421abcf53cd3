//! Every check, on every backend.

#[path = "aead.rs"]
mod aead;
#[path = "aes.rs"]
mod aes;
#[path = "allocator.rs"]
mod allocator;
#[path = "blocks.rs"]
mod blocks;
#[path = "chosen.rs"]
mod chosen;
#[path = "chunked.rs"]
mod chunked;
#[path = "controls.rs"]
mod controls;
#[path = "drbg.rs"]
mod drbg;
#[path = "kernels.rs"]
mod kernels;
#[path = "leftovers.rs"]
mod leftovers;
#[path = "mac_pieces.rs"]
mod mac_pieces;
#[path = "memcheck.rs"]
mod memcheck;
#[path = "pdcp.rs"]
mod pdcp;
#[path = "pieces.rs"]
mod pieces;
#[path = "recorded.rs"]
mod recorded;
#[path = "rustcrypto.rs"]
mod rustcrypto;
#[path = "shapes.rs"]
mod shapes;
#[path = "stream.rs"]
mod stream;
#[path = "trace.rs"]
mod trace;
#[path = "../../tests/support/without_secrets.rs"]
mod without_secrets;

use lanecrypt::Backend;
use std::cell::Cell;
use std::collections::BTreeSet;
use without_secrets::WITHOUT_SECRETS;

/// What memcheck is to report.
#[derive(Clone, Copy)]
enum Reports {
    /// Nothing: the time is constant.
    None,
    /// Something: it is not.
    Some,
    /// That a message was accepted, of so many.
    Verdicts(usize),
    /// The same, once or twice for each.
    OnceOrTwice(usize),
}

impl Reports {
    /// For something that is in tables, or not.
    fn of_table(table: bool) -> Self {
        if table { Self::Some } else { Self::None }
    }
}

/// Takes what is run, what is to be reported, and how to run it.
type Count<'a> = &'a mut dyn FnMut(String, Reports, &dyn Fn());

/// Secret bytes.
fn secret<const N: usize>(seed: u8) -> [u8; N] {
    let mut bytes = std::array::from_fn(|i| (i as u8).wrapping_mul(37) ^ seed);
    memcheck::hide(&mut bytes);
    bytes
}

/// The public types with secrets, as the file of the public interface has them, that no check names. The null algorithms
/// compute nothing, and every batch has jobs with their keys and data.
fn missing(names: &str) -> BTreeSet<&'static str> {
    let interface = include_str!("../../public-api.txt");
    const JOBS: [&str; 5] = ["AeadJob", "CipherJob", "MacJob", "Key", "Data"];
    // There may be attributes in front.
    let types = interface.lines().filter_map(|line| {
        let (attributes, path) =
            line.split_once("pub struct ").or_else(|| line.split_once("pub enum "))?;
        (attributes.is_empty() || attributes.starts_with("#[")).then_some(path)
    });
    let types = types.filter_map(|line| line.split(['<', '(']).next().map(str::trim));
    let none = |path: &&str| {
        let null = path.ends_with("::Nea0") || path.ends_with("::Nia0");
        let of_job = path.strip_prefix("lanecrypt::").is_some_and(|name| JOBS.contains(&name));
        null || of_job || WITHOUT_SECRETS.contains(path)
    };
    let words = |end: char| !end.is_alphanumeric() && end != '_' && end != ':';
    let names: BTreeSet<&str> = names.split(words).collect();
    let types: BTreeSet<_> = types.filter(|path| !none(path)).collect();
    assert!(types.len() > 100, "the form of the file has changed");
    // Types for RustCrypto may have the name of another one, and are named with their module.
    let name = |path: &'static str| {
        let name = |path: &'static str| path.rsplit("::").next().unwrap_or(path);
        path.find("rustcrypto::").map_or(name(path), |at| &path[at..])
    };
    types.into_iter().filter(|path| !names.contains(name(path))).collect()
}

/// The name of a type without its modules.
fn name_of<T>() -> String {
    let name = std::any::type_name::<T>();
    let parts = name.split('<').map(|part| part.rsplit("::").next().unwrap_or(part));
    parts.collect::<Vec<_>>().join("<")
}

/// What the command line chooses: `[--backends NAME,NAME] [--trace RUN] [--leftovers] [TEXT]`, where the text is a part of the names
/// that are printed, such as `Gcm<Aes128>`.
#[derive(Default)]
struct Chosen {
    backends: Option<Vec<String>>,
    /// The number of a run that is compared with others.
    trace: Option<u64>,
    /// Whether keys are looked for that calls leave behind, and nothing else is checked.
    leftovers: bool,
    text: String,
}

impl Chosen {
    fn from_command_line() -> Self {
        let mut chosen = Self::default();
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--backends" => {
                    let names = arguments.next().unwrap_or_default();
                    chosen.backends = Some(names.split(',').map(str::to_owned).collect());
                }
                "--leftovers" => chosen.leftovers = true,
                "--trace" => chosen.trace = arguments.next().and_then(|run| run.parse().ok()),
                _ => chosen.text = argument,
            }
        }
        chosen
    }

    fn is_everything(&self) -> bool {
        self.text.is_empty()
    }

    fn has(&self, backend: Backend) -> bool {
        let name = backend.to_string();
        self.backends.as_ref().is_none_or(|backends| backends.contains(&name))
    }
}

fn every_check(backend: Backend, count: Count<'_>) {
    stream::every_algorithm(backend, count);
    blocks::over_lanes(backend, count);
    aes::every_mode(backend, count);
    aead::every_cipher(backend, count);
    pieces::every_cipher(backend, count);
    pieces::every_mac(backend, count);
    mac_pieces::every_mac(backend, count);
    chosen::every_algorithm(backend, count);
    pdcp::every_pair(backend, count);
    chunked::every_cipher(backend, count);
    drbg::every_generator(backend, count);
    rustcrypto::every_type(backend, count);
}

pub(crate) fn main() {
    let chosen = Chosen::from_command_line();
    match chosen.trace {
        Some(run) => trace::begin(run),
        None if chosen.leftovers => leftovers::begin(),
        None if memcheck::is_running() => {}
        None => {
            eprintln!("not under Valgrind or lanecrypt-taint: nothing was checked");
            std::process::exit(2);
        }
    }
    let mut wrong = 0;
    if memcheck::is_lanecrypt() {
        let found = kernels::finds_what_is_planted();
        let verdict = if found { "noticed, as they should be" } else { "WRONG: not noticed" };
        println!("planted: kernels of another backend, and none: {verdict}");
        wrong += usize::from(!found);
    }
    if leftovers::is_running() && !leftovers::finds_what_is_planted() {
        println!("planted: WRONG: keys that are left behind are not found");
        wrong += 1;
    }
    let mut checked = 0;
    let mut names = String::new();
    let on = Cell::new(None);
    let mut count = |what: String, expected: Reports, run: &dyn Fn()| {
        if !what.contains(&chosen.text) {
            return;
        }
        checked += 1;
        names.push_str(&what);
        names.push('\n');
        if leftovers::is_running() {
            run();
            let found = leftovers::found();
            if !found.is_nothing() {
                println!("{what:64} WRONG: {found}");
                wrong += 1;
            }
            return;
        }
        if trace::is_running() {
            let expected = if matches!(expected, Reports::Some) { "differs" } else { "same" };
            println!("{expected} {what}");
            recorded::recorded(run);
            return;
        }
        let before = memcheck::errors();
        run();
        let errors = memcheck::errors() - before;
        let strayed =
            on.get().and_then(|backend| kernels::strayed(backend, &kernels::ran(), &what));
        let (right, verdict) = match (expected, errors) {
            (Reports::None, 0) => (true, "constant time"),
            (Reports::None, _) => (false, "WRONG: not constant time"),
            (Reports::Some, 0) => (false, "WRONG: a leak is not noticed"),
            (Reports::Some, _) => (true, "not constant time, as it should be"),
            (Reports::Verdicts(of), errors) if of == errors => (true, "only the verdicts show"),
            (Reports::OnceOrTwice(of), errors) if (of..=2 * of).contains(&errors) => {
                (true, "only the verdicts show")
            }
            (Reports::Verdicts(_) | Reports::OnceOrTwice(_), _) => {
                (false, "WRONG: more or less than the verdicts shows")
            }
        };
        let left = match memcheck::left_behind() {
            0 => String::new(),
            left => format!("; {left} secret bytes left behind"),
        };
        println!("{what:48} {errors:8} reports: {verdict}{left}");
        if let Some(strayed) = &strayed {
            println!("{what:48} WRONG: {strayed}");
        }
        wrong += usize::from(!right) + usize::from(strayed.is_some());
    };
    if !leftovers::is_running() {
        controls::portable(&mut count);
        controls::every_kind(&mut count);
    }
    let mut any = false;
    for backend in Backend::ALL.into_iter().filter(|backend| chosen.has(*backend)) {
        if !backend.is_available() {
            println!("{backend}: NOT CHECKED, Valgrind or this processor lacks it");
            continue;
        }
        any = true;
        let before = memcheck::instructions();
        if memcheck::is_lanecrypt() {
            on.set(Some(backend));
            kernels::ran();
        }
        if leftovers::is_running() {
            leftovers::with_every_alignment(&mut || every_check(backend, &mut count));
        } else {
            every_check(backend, &mut count);
        }
        if memcheck::is_lanecrypt() {
            println!("{backend}: {} instructions followed", memcheck::instructions() - before);
            on.set(None);
        }
    }
    on.set(None);
    blocks::one_by_one(&mut count);
    stream::plain(&mut count);
    if any && chosen.is_everything() {
        for backend in Backend::available().filter(|backend| chosen.has(*backend)) {
            let idle = memcheck::idle_kernels(backend);
            if idle > 0 {
                println!("{backend}: WRONG: {idle} kernels did not run, see below");
                wrong += 1;
            }
        }
        // Some types run on the best backend only.
        let best = Backend::available().next_back();
        if best.is_some_and(|best| chosen.has(best)) {
            for missing in missing(&names) {
                println!("{missing}: WRONG: a public type that is not checked");
                wrong += 1;
            }
        }
    }
    let done = match (leftovers::is_running(), trace::is_running()) {
        (true, _) => "searched for keys that are left behind",
        (_, true) => "recorded",
        _ => "checked",
    };
    println!("{checked} {done}, {wrong} wrong");
    if wrong > 0 {
        std::process::exit(1);
    }
}

//! Every check, on every backend.

#[path = "aead.rs"]
mod aead;
#[path = "aes.rs"]
mod aes;
#[path = "allocator.rs"]
mod allocator;
#[path = "blocks.rs"]
mod blocks;
#[path = "memcheck.rs"]
mod memcheck;
#[path = "stream.rs"]
mod stream;

use lanecrypt::Backend;
use std::hint::black_box;

/// What memcheck is to report.
#[derive(Clone, Copy)]
enum Reports {
    /// Nothing: the time is constant.
    None,
    /// Something: it is not.
    Some,
    /// That a message was accepted, of so many.
    Verdicts(usize),
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

/// The name of a type without its modules.
fn name_of<T>() -> String {
    let name = std::any::type_name::<T>();
    let parts = name.split('<').map(|part| part.rsplit("::").next().unwrap_or(part));
    parts.collect::<Vec<_>>().join("<")
}

/// What the command line chooses: `[--backends NAME,NAME] [TEXT]`, where the text is a part of the names
/// that are printed, such as `Gcm<Aes128>`.
#[derive(Default)]
struct Chosen {
    backends: Option<Vec<String>>,
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
                _ => chosen.text = argument,
            }
        }
        chosen
    }

    fn has(&self, backend: Backend) -> bool {
        let name = backend.to_string();
        self.backends.as_ref().is_none_or(|backends| backends.contains(&name))
    }
}

pub(crate) fn main() {
    if !memcheck::is_running() {
        eprintln!("not under Valgrind: nothing was checked");
        std::process::exit(2);
    }
    let chosen = Chosen::from_command_line();
    let mut wrong = 0;
    let mut checked = 0;
    let mut count = |what: String, expected: Reports, run: &dyn Fn()| {
        if !what.contains(&chosen.text) {
            return;
        }
        let before = memcheck::errors();
        run();
        let errors = memcheck::errors() - before;
        let (right, verdict) = match (expected, errors) {
            (Reports::None, 0) => (true, "constant time"),
            (Reports::None, _) => (false, "WRONG: not constant time"),
            (Reports::Some, 0) => (false, "WRONG: a leak is not noticed"),
            (Reports::Some, _) => (true, "not constant time, as it should be"),
            (Reports::Verdicts(of), errors) if of == errors => (true, "only the verdicts show"),
            (Reports::Verdicts(_), _) => (false, "WRONG: more or less than the verdicts shows"),
        };
        println!("{what:48} {errors:8} reports: {verdict}");
        wrong += usize::from(!right);
        checked += 1;
    };
    count("a branch on a secret, for comparison".to_owned(), Reports::Some, &|| {
        if black_box(secret::<1>(5))[0] == black_box(5) {
            black_box(());
        }
    });
    for backend in Backend::ALL.into_iter().filter(|backend| chosen.has(*backend)) {
        if !backend.is_available() {
            println!("{backend}: NOT CHECKED, Valgrind or this processor lacks it");
            continue;
        }
        stream::every_algorithm(backend, &mut count);
        blocks::over_lanes(backend, &mut count);
        aes::every_mode(backend, &mut count);
        aead::every_cipher(backend, &mut count);
    }
    blocks::one_by_one(&mut count);
    println!("{checked} checked, {wrong} wrong");
    if wrong > 0 {
        std::process::exit(1);
    }
}

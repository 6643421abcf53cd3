//! The shells of the library in the program: the functions that run a kernel on the instructions of a
//! backend. Which of them ran says which backend a call reached.

use std::collections::HashMap;

use object::{Object, ObjectSymbol};

/// Where shells are, each in a module with the name of its backend.
const MODULE: &str = "lanecrypt::lanes::dispatch::";

/// The bytes of instructions that return a constant.
const RETURNS: u64 = 16;

/// A shell.
struct Shell {
    backend: String,
    /// The types of the kernel, more than one if the compiler merged some that are the same.
    kernels: Vec<String>,
    /// The bytes of its code.
    bytes: u64,
    /// How often it ran, and how often since this was asked last.
    runs: u64,
    since: u64,
}

impl Shell {
    /// The backend whose registers it has: `avx2_gfni` has those of `avx2`.
    fn registers(&self) -> &str {
        self.backend.split('_').next().unwrap_or_default()
    }
}

/// Those of a program.
#[derive(Default)]
pub(crate) struct Shells {
    all: Vec<Shell>,
    by_address: HashMap<u64, usize>,
}

/// The kernels of a backend that ran.
pub(crate) struct Coverage {
    pub(crate) backend: String,
    pub(crate) kernels: usize,
    pub(crate) ran: usize,
    /// The others.
    pub(crate) idle: Vec<String>,
}

impl Shells {
    /// The shells that the symbols of a program name. `entry` is the address of its first instruction in memory. There are
    /// none if symbols are stripped, or have not the form v0, in which they name types.
    pub(crate) fn of(program: &[u8], entry: u64) -> Self {
        let Ok(file) = object::File::parse(program) else { return Self::default() };
        let moved = entry.wrapping_sub(file.entry());
        let mut shells = Self::default();
        for symbol in file.symbols() {
            let Some((backend, kernel)) = symbol.name().ok().and_then(backend_and_kernel) else {
                continue;
            };
            let shell = *shells
                .by_address
                .entry(symbol.address().wrapping_add(moved))
                .or_insert(shells.all.len());
            if shell == shells.all.len() {
                shells.all.push(Shell {
                    backend,
                    kernels: Vec::new(),
                    bytes: symbol.size(),
                    runs: 0,
                    since: 0,
                });
            }
            shells.all[shell].kernels.push(kernel);
        }
        shells
    }

    /// The shell that begins at an address.
    pub(crate) fn at(&self, address: u64) -> Option<usize> {
        self.by_address.get(&address).copied()
    }

    /// Notes that a shell was entered.
    pub(crate) fn entered(&mut self, shell: usize) {
        self.all[shell].runs += 1;
        self.all[shell].since += 1;
    }

    /// How many kernels of a backend ran since this was asked last.
    pub(crate) fn take(&mut self, backend: &str) -> u64 {
        let backend = backend.replace('-', "_");
        let of_backend = self.all.iter_mut().filter(|shell| shell.backend == backend);
        of_backend.map(|shell| std::mem::take(&mut shell.since)).sum()
    }

    /// How many kernels of a backend never ran.
    pub(crate) fn idle(&self, backend: &str) -> u64 {
        let backend = backend.replace('-', "_");
        self.all.iter().filter(|shell| shell.backend == backend && self.is_idle(shell)).count()
            as u64
    }

    /// Whether a shell never ran. Those that compute nothing are left out: a kernel of a number of messages that the
    /// backend does not process side by side is one. They are as long as the shortest shell with the same registers, which
    /// only clears them.
    fn is_idle(&self, shell: &Shell) -> bool {
        let alike = self.all.iter().filter(|other| other.registers() == shell.registers());
        let nothing = alike.map(|other| other.bytes).min().unwrap_or(0);
        shell.runs == 0 && shell.bytes > nothing + RETURNS
    }

    /// Which kernels ran, of the backends of which any did.
    pub(crate) fn coverage(&self) -> Vec<Coverage> {
        let mut found: Vec<Coverage> = Vec::new();
        for shell in self.all.iter().filter(|shell| shell.runs > 0 || self.is_idle(shell)) {
            let backend = &shell.backend;
            let place = found.iter().position(|one| one.backend == *backend);
            let one = match place {
                Some(place) => &mut found[place],
                None => {
                    let (backend, idle) = (backend.clone(), Vec::new());
                    found.push(Coverage { backend, kernels: 0, ran: 0, idle });
                    found.last_mut().expect("just pushed")
                }
            };
            one.kernels += 1;
            one.ran += usize::from(shell.runs > 0);
            if shell.runs == 0 {
                one.idle.push(format!("{} ({} bytes)", shell.kernels.join(" = "), shell.bytes));
            }
        }
        found.retain(|one| one.ran > 0);
        found
    }
}

/// The backend and the kernel of a symbol, if it is that of a shell.
fn backend_and_kernel(symbol: &str) -> Option<(String, String)> {
    let name = format!("{:#}", rustc_demangle::demangle(symbol));
    let (shell, parameters) = name.strip_prefix(MODULE)?.split_once("::<")?;
    let (backend, function) = shell.split_once("::")?;
    let is_shell = function.strip_prefix("kernel_") == Some(backend);
    is_shell.then(|| {
        (backend.to_owned(), second(parameters.strip_suffix('>').unwrap_or(parameters)).to_owned())
    })
}

/// The second of some type parameters: a shell has the class of a kernel and the kernel.
fn second(parameters: &str) -> &str {
    let mut depth = 0;
    for (place, letter) in parameters.char_indices() {
        match letter {
            '<' => depth += 1,
            '>' => depth -= 1,
            ',' if depth == 0 => return parameters[place + 1..].trim(),
            _ => {}
        }
    }
    parameters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_is_the_second_parameter() {
        assert_eq!(
            second("a::Class<b::Ops>, c::Kernel<d::One, e::Two>"),
            "c::Kernel<d::One, e::Two>"
        );
        assert_eq!(second("a::Class"), "a::Class");
    }

    #[test]
    fn runs_are_counted_by_backend_and_once() {
        let mut shells = Shells::default();
        for (backend, kernel) in [("sse", "a"), ("avx2_vaes", "b"), ("avx2_vaes", "c")] {
            let (backend, kernels) = (backend.to_owned(), vec![kernel.to_owned()]);
            shells.all.push(Shell { backend, kernels, bytes: 80, runs: 0, since: 0 });
        }
        [1, 1].into_iter().for_each(|shell| shells.entered(shell));
        assert_eq!(
            (shells.take("avx2-vaes"), shells.take("avx2-vaes"), shells.take("sse")),
            (2, 0, 0)
        );
        let coverage = shells.coverage();
        assert_eq!((coverage.len(), coverage[0].kernels, coverage[0].ran), (1, 1, 1));
    }

    #[test]
    fn an_empty_shell_may_be_idle_and_no_other() {
        let mut shells = Shells::default();
        for (backend, kernel, bytes) in [
            ("avx2", "empty", 80),
            ("avx2_gfni", "ran", 500),
            ("avx2_gfni", "empty", 88),
            ("avx2_gfni", "idle", 200),
        ] {
            let (backend, kernels) = (backend.to_owned(), vec![kernel.to_owned()]);
            shells.all.push(Shell { backend, kernels, bytes, runs: 0, since: 0 });
        }
        shells.entered(1);
        assert_eq!(shells.idle("avx2-gfni"), 1);
        let coverage = shells.coverage();
        assert_eq!((coverage[0].kernels, coverage[0].ran), (2, 1));
    }

    #[test]
    fn symbols_of_shells_name_the_backend_and_the_kernel() {
        let shell = "_RINvNtNtNtCs1_9lanecrypt5lanes8dispatch3sse10kernel_sseNtC1a5ClassINtC1b6KernelNtC1c6CipherEEC1d";
        let (backend, kernel) = backend_and_kernel(shell).expect("a shell");
        assert_eq!((&*backend, &*kernel), ("sse", "b::Kernel<c::Cipher>"));
        // In the old form, and another function.
        assert_eq!(
            backend_and_kernel("_ZN9lanecrypt5lanes8dispatch3sse10kernel_sse17h0123456789abcdefE"),
            None
        );
        assert_eq!(backend_and_kernel("_RNvNtNtCs1_9lanecrypt5lanes8dispatch3run"), None);
    }

    #[inline(never)]
    fn function<T: Default>() -> T {
        std::hint::black_box(T::default())
    }

    #[test]
    fn symbols_of_this_program_name_types() {
        assert_eq!(function::<u16>(), 0);
        let program = std::fs::read(std::env::current_exe().expect("a path")).expect("the program");
        let file = object::File::parse(&*program).expect("an ELF file");
        let names_types = |symbol: object::Symbol<'_, '_>| {
            let name = rustc_demangle::demangle(symbol.name().unwrap_or_default()).to_string();
            name.ends_with("shells::tests::function::<u16>")
                && symbol.address() > 0
                && symbol.size() > 0
        };
        assert!(file.symbols().any(names_types));
    }
}

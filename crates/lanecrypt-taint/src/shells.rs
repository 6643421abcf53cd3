//! The shells of the library in the program: the functions that run a kernel on the instructions of a
//! backend. Which of them ran says which backend a call reached.

use std::collections::HashMap;

use gimli::{
    DW_AT_high_pc, DW_AT_low_pc, DW_AT_name, DW_TAG_subprogram, EndianSlice, LittleEndian,
};
use object::{Object, ObjectSection};

/// How shells are named, before the name of their backend.
const PREFIX: &str = "kernel_";

/// The kernel that only clears registers, after work outside of kernels. It runs on the widest backend of the
/// processor, whatever backend a call has.
const CLEARS_ONLY: &str = "leave::Nothing";

/// The bytes of instructions that return a constant.
const RETURNS: u64 = 16;

/// A shell.
struct Shell {
    backend: String,
    /// The type of the kernel.
    kernel: String,
    /// The bytes of its code.
    bytes: u64,
    /// How often it ran, and how often since this was asked last.
    runs: u64,
    since: u64,
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
    /// The shells that the debug information of a program names. `entry` is the address of its first instruction in
    /// memory. Without debug information there are none.
    pub(crate) fn of(program: &[u8], entry: u64) -> Self {
        let Ok(file) = object::File::parse(program) else { return Self::default() };
        let moved = entry.wrapping_sub(file.entry());
        let mut shells = Self::default();
        for Function { address, bytes, name } in functions(&file).unwrap_or_default() {
            let Some((backend, parameters)) =
                name.strip_prefix(PREFIX).and_then(|rest| rest.split_once('<'))
            else {
                continue;
            };
            shells.by_address.insert(address.wrapping_add(moved), shells.all.len());
            let kernel = second(parameters.strip_suffix('>').unwrap_or(parameters)).to_owned();
            let backend = backend.to_owned();
            shells.all.push(Shell { backend, kernel, bytes, runs: 0, since: 0 });
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

    /// How many kernels of a backend ran since this was asked last, without those that only clear registers.
    pub(crate) fn take(&mut self, backend: &str) -> u64 {
        let backend = backend.replace('-', "_");
        let mut runs = 0;
        for shell in self.all.iter_mut().filter(|shell| shell.backend == backend) {
            let since = std::mem::take(&mut shell.since);
            runs += if shell.kernel.ends_with(CLEARS_ONLY) { 0 } else { since };
        }
        runs
    }

    /// How many kernels of a backend never ran.
    pub(crate) fn idle(&self, backend: &str) -> u64 {
        let backend = backend.replace('-', "_");
        self.all.iter().filter(|shell| shell.backend == backend && self.is_idle(shell)).count()
            as u64
    }

    /// Whether a shell never ran. Those that compute nothing are left out: a kernel of a number of messages that the
    /// backend does not process side by side is one.
    fn is_idle(&self, shell: &Shell) -> bool {
        let clears_only =
            |other: &&Shell| other.backend == shell.backend && other.kernel.ends_with(CLEARS_ONLY);
        let nothing = self.all.iter().find(clears_only).map_or(0, |nothing| nothing.bytes);
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
                one.idle.push(format!("{} ({} bytes)", shell.kernel, shell.bytes));
            }
        }
        found.retain(|one| one.ran > 0);
        found
    }
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

/// A function that has a name.
struct Function {
    address: u64,
    bytes: u64,
    name: String,
}

/// Those of a program.
fn functions(file: &object::File<'_>) -> gimli::Result<Vec<Function>> {
    let section = |id: gimli::SectionId| -> gimli::Result<_> {
        let bytes = file.section_by_name(id.name()).and_then(|section| section.data().ok());
        Ok(EndianSlice::new(bytes.unwrap_or_default(), LittleEndian))
    };
    let dwarf = gimli::Dwarf::load(section)?;
    let mut found = Vec::new();
    let mut units = dwarf.units();
    while let Some(header) = units.next()? {
        let unit = dwarf.unit(header)?;
        let mut entries = unit.entries();
        while let Some(entry) = entries.next_dfs()? {
            let (Some(address), Some(name)) =
                (entry.attr_value(DW_AT_low_pc), entry.attr_value(DW_AT_name))
            else {
                continue;
            };
            let Some(address) = dwarf.attr_address(&unit, address)? else { continue };
            let bytes = entry.attr_value(DW_AT_high_pc).and_then(|bytes| bytes.udata_value());
            if entry.tag() == DW_TAG_subprogram {
                let name = dwarf.attr_string(&unit, name)?.to_string_lossy().into_owned();
                found.push(Function { address, bytes: bytes.unwrap_or_default(), name });
            }
        }
    }
    Ok(found)
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
        for (backend, kernel) in
            [("sse", "a"), ("avx2_vaes", "b"), ("avx2_vaes", "x::leave::Nothing")]
        {
            let (backend, kernel) = (backend.to_owned(), kernel.to_owned());
            shells.all.push(Shell { backend, kernel, bytes: 80, runs: 0, since: 0 });
        }
        [1, 1, 2].into_iter().for_each(|shell| shells.entered(shell));
        assert_eq!(
            (shells.take("avx2-vaes"), shells.take("avx2-vaes"), shells.take("sse")),
            (2, 0, 0)
        );
        let coverage = shells.coverage();
        assert_eq!((coverage.len(), coverage[0].kernels, coverage[0].ran), (1, 2, 2));
    }

    #[inline(never)]
    fn kernel_like() -> usize {
        std::hint::black_box(1) + second("a, b").len()
    }

    #[test]
    fn functions_of_this_program_are_found_by_name() {
        let program = std::fs::read(std::env::current_exe().expect("a path")).expect("the program");
        let file = object::File::parse(&*program).expect("an ELF file");
        let found = functions(&file).expect("debug information");
        assert_eq!(kernel_like(), 2);
        assert!(found.iter().any(|it| it.address > 0 && it.bytes > 0 && it.name == "kernel_like"));
    }
}

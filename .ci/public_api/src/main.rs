//! Prints the public interface that a file of rustdoc's JSON describes, an item a line.

use std::collections::HashSet;

/// What compilers differ in, or what says nothing about this library.
const LEFT_OUT: [&str; 6] = [
    "core::marker::Freeze",
    "core::marker::StructuralPartialEq",
    "core::marker::Unpin",
    "core::marker::UnsafeUnpin",
    "core::panic::unwind_safe::RefUnwindSafe",
    "core::panic::unwind_safe::UnwindSafe",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args_os().nth(1).ok_or("which file?")?;
    // What the standard library implements for every type says nothing about this library either.
    let api = public_api::Builder::from_rustdoc_json(file).omit_blanket_impls(true).build()?;
    let items = || api.items().map(|item| (item, item.to_string()));
    let of_traits: HashSet<_> =
        items().filter(|(_, line)| implements(line).is_some()).map(|(item, _)| item.id()).collect();
    for (item, line) in items() {
        // The trait says what its functions and constants are; its types are chosen by who implements it.
        let repeats = item.parent_id().is_some_and(|parent| of_traits.contains(&parent))
            && (line.starts_with("pub fn ") || line.starts_with("pub const "));
        if !repeats && !implements(&line).is_some_and(|name| LEFT_OUT.contains(&name)) {
            println!("{line}");
        }
    }
    Ok(())
}

/// The trait of `impl<A: Parameters> path::Trait<Arguments> for Type`, without its arguments.
fn implements(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("impl")?;
    let mut depth = 0;
    let parameters = rest.find(|c| {
        depth += i32::from(c == '<') - i32::from(c == '>');
        depth == 0
    })?;
    let header = rest[parameters..].trim_start_matches('>').trim_start();
    let (name, _) = header.split_once(" for ")?;
    Some(name.split('<').next().unwrap_or(name))
}

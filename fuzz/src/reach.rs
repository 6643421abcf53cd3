//! What a case reaches: the forms of what it tries, and what came of them. Corpora are chosen by that
//! ([`corpus`](crate::corpus)).

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt::Arguments;

use lanecrypt::Error;

thread_local! {
    static LISTENS: Cell<bool> = const { Cell::new(false) };
    static REACHED: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
}

/// Runs something, and returns what was noted in this thread meanwhile.
pub fn during(run: impl FnOnce()) -> BTreeSet<String> {
    REACHED.take();
    LISTENS.set(true);
    run();
    LISTENS.set(false);
    REACHED.take()
}

/// Notes something that the case reaches. Costs next to nothing if nobody listens.
#[inline]
pub fn note(what: Arguments<'_>) {
    if LISTENS.get() {
        add(what);
    }
}

#[cold]
fn add(what: Arguments<'_>) {
    REACHED.with_borrow_mut(|reached| reached.insert(what.to_string()));
}

/// What follows in this case depends on the processor, and is not noted: a corpus reaches the same everywhere.
pub fn depends_on_processor() {
    LISTENS.set(false);
}

/// Notes the length of a message.
#[inline]
pub fn bytes(bytes: usize) {
    note(format_args!("bytes {}", class(bytes)));
    if bytes > 0 && bytes.is_multiple_of(16) {
        note(format_args!("bytes in blocks of 16"));
    }
}

/// Notes a number of messages, pieces or chunks.
#[inline]
pub fn number(what: &str, number: usize) {
    note(format_args!("{what} {}", class(number)));
}

/// Notes what became of a call.
#[inline]
pub fn outcome(call: Arguments<'_>, result: &Result<(), Error>) {
    let code = result.as_ref().map_or_else(|error| error.code(), |()| 1);
    note(format_args!("{call}: {code}"));
}

/// How large a number is.
fn class(number: usize) -> &'static str {
    match number {
        0 => "0",
        1 => "1",
        2..=15 => "to 15",
        16..=63 => "to 63",
        64..=300 => "to 300",
        301..=5000 => "to 5000",
        _ => "above 5000",
    }
}

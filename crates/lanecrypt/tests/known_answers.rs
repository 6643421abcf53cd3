//! Every file of known answers is used by a test of the library.

use std::fs;
use std::path::Path;

use lanecrypt_vectors::FILES;

/// The text of every Rust file in a directory and below it.
fn sources(directory: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(directory).expect("the directory of the tests") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            text += &sources(&path);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text += &fs::read_to_string(&path).expect("a source file");
        }
    }
    text
}

/// A test takes the files of a target by its name, so the name is in the source of some test.
#[test]
fn every_file_is_used() {
    let tests = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"));
    let unused: Vec<_> = FILES
        .iter()
        .filter(|file| !tests.contains(&format!("\"{}\"", file.target())))
        .map(|file| file.name())
        .collect();
    assert!(unused.is_empty(), "no test takes the answers of {unused:?}");
}

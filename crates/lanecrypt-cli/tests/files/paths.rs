//! Names of outputs, several files, directory trees, and what is never replaced.

use std::fs;
use std::os::unix::fs::symlink;

use crate::run::Place;

#[test]
fn nothing_is_replaced_unless_forced_and_the_input_never() {
    let place = Place::new("replaced");
    place.write("a", b"data");
    place.write("a.lane", b"old");
    place.run(["encrypt", "-k", "key", "a"]).bad(2, "a.lane: the file exists; --force replaces it");
    assert_eq!(place.read("a.lane"), b"old");
    place.run(["encrypt", "-k", "key", "--force", "a"]).good();
    place.run(["decrypt", "-k", "key", "a.lane"]).bad(2, "a: the file exists");
    for target in ["a", "./a", "link", "hard"] {
        let _ = symlink("a", place.path("link"));
        let _ = fs::hard_link(place.path("a"), place.path("hard"));
        let run = place.run(["encrypt", "-k", "key", "--force", "-o", target, "a"]);
        run.bad(2, "this is the input; it is never replaced");
    }
    assert_eq!(place.read("a"), b"data");
    // A link stays a link, and what it names is replaced.
    place.write("old", b"old");
    symlink("old", place.path("to-old")).expect("a link");
    place.run(["decrypt", "-k", "key", "-o", "to-old", "--force", "a.lane"]).good();
    assert_eq!(place.read("old"), b"data");
    assert!(fs::symlink_metadata(place.path("to-old")).expect("a link").is_symlink());
    place.run(["decrypt", "-k", "key", "-o", "no/such/", "a.lane"]).bad(2, "no/such");
    place.run(["decrypt", "-k", "key", "key"]).bad(2, "does not end in .lane");
    place.run(["encrypt", "-k", "key", "missing"]).bad(2, "missing");
    place.run(["encrypt", "-k", "key", "."]).bad(2, "this is a directory");
}

#[test]
fn several_files_fail_alone() {
    let place = Place::new("several");
    for name in ["a", "b", "c"] {
        place.write(name, name.as_bytes());
    }
    place.write("b.lane", b"old");
    place.run(["encrypt", "-k", "key", "a", "b", "c"]).bad(2, "b.lane: the file exists");
    assert!(place.has("a.lane") && place.has("c.lane"));
    place.write("b.lane", b"damaged");
    let run = place.run(["decrypt", "-k", "key", "-o", "out", "a.lane", "b.lane", "c.lane"]);
    run.bad(1, "b.lane: the key");
    assert_eq!((place.read("out/a"), place.read("out/c")), (b"a".to_vec(), b"c".to_vec()));
    assert!(!place.has("out/b"));
}

#[test]
fn trees() {
    let place = Place::new("trees");
    fs::create_dir_all(place.path("tree/x/y")).expect("directories");
    for name in ["tree/a", "tree/x/b", "tree/x/y/c", "tree/x/already.lane"] {
        place.write(name, name.as_bytes());
    }
    symlink("a", place.path("tree/link")).expect("a link");
    symlink("..", place.path("tree/x/up")).expect("a link");
    place.run(["encrypt", "-k", "key", "-r", "--bind-path", "-o", "out", "tree"]).good();
    for name in ["a", "x/b", "x/y/c"] {
        assert!(place.has(&format!("out/{name}.lane")), "{name}");
    }
    assert!(!place.has("out/link.lane") && !place.has("out/x/already.lane.lane"));
    place.run(["decrypt", "-k", "key", "-r", "--bind-path", "-o", "back", "out"]).good();
    for name in ["a", "x/b", "x/y/c"] {
        assert_eq!(place.read(&format!("back/{name}")), format!("tree/{name}").into_bytes());
    }
    // A file at another place is refused.
    fs::rename(place.path("out/a.lane"), place.path("out/x/a.lane")).expect("a file");
    let again = ["decrypt", "-k", "key", "-r", "--bind-path", "--force", "-o", "back", "out"];
    place.run(again).bad(1, "out/x/a.lane: the key");
    assert!(!place.has("back/x/a"));
    // Beside the files, without their paths.
    place.run(["encrypt", "-k", "key", "-r", "tree"]).good();
    fs::remove_file(place.path("tree/x/already.lane")).expect("it is there");
    fs::remove_file(place.path("tree/x/b")).expect("it is there");
    place.run(["decrypt", "-k", "key", "-r", "--force", "tree"]).good();
    assert_eq!(place.read("tree/x/b"), b"tree/x/b");
}

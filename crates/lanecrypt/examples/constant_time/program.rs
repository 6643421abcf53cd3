//! What is left of the program without some algorithms.

pub(crate) fn main() {
    eprintln!("built without some algorithms: nothing was checked; --all-features has them");
    std::process::exit(2);
}

//! What is left of the program without some algorithms, and on processors that it does not know.

pub(crate) fn main() {
    eprintln!(
        "built without some algorithms, or for another processor than x86-64 and AArch64: nothing was checked; \
         --all-features has all algorithms"
    );
    std::process::exit(2);
}

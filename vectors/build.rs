//! Lists the files of known answers that are in this directory, so that a new one is embedded
//! without a line anywhere.

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    // A directory stands for all that is in it.
    println!("cargo::rerun-if-changed=.");
    let mut names = Vec::new();
    for entry in fs::read_dir(".")? {
        let name = entry?.file_name().into_string();
        let name = name.map_err(|name| io::Error::other(format!("{name:?} is not text")))?;
        if name.ends_with(".json") {
            names.push(name);
        }
    }
    // The order of a directory differs between machines.
    names.sort();
    let mut list = String::from("[\n");
    for name in &names {
        let path = format!(r#"concat!(env!("CARGO_MANIFEST_DIR"), {:?})"#, format!("/{name}"));
        list += &format!("    File {{ name: {name:?}, text: include_str!({path}) }},\n");
    }
    list += "]\n";
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("OUT_DIR is not set"))?;
    fs::write(PathBuf::from(out).join("files.rs"), list)
}

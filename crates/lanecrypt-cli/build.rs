//! Hands the compiler's version and the build profile to the program, which prints them beside
//! every measurement.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc)
        .arg("--version")
        .output()
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .map_or_else(|| "rustc of unknown version".to_owned(), |text| text.trim().to_owned());
    println!("cargo::rustc-env=LANECRYPT_COMPILER={version}");
    for (name, variable) in [("LANECRYPT_TARGET", "TARGET"), ("LANECRYPT_PROFILE", "PROFILE")] {
        println!("cargo::rustc-env={name}={}", env::var(variable).unwrap_or_default());
    }
}

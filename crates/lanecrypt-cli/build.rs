//! Gives the program the version of the compiler, the build profile and the versions of the peers' crates.
//! Compiles the shims of peers in C and C++.

use std::collections::HashMap;
use std::env;
use std::fs;
use std::path::PathBuf;
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
    crate_versions();
    #[cfg(any(feature = "peer-cryptopp", feature = "peer-ipsec-mb"))]
    shims::compile();
}

/// The peers' crates; `LANECRYPT_CRATE_AES_GCM` is the version of `aes-gcm`.
const CRATES: [&str; 17] = [
    "aegis",
    "aes",
    "aes-gcm",
    "cbc",
    "chacha20",
    "cmac",
    "ctr",
    "graviola",
    "lwbc",
    "magma",
    "morus",
    "ocb3",
    "pmac",
    "ring",
    "sparx",
    "speck-cipher",
    "zuc",
];

fn crate_versions() {
    let lock = lock_file().and_then(|path| {
        println!("cargo::rerun-if-changed={}", path.display());
        fs::read_to_string(path).ok()
    });
    let lock = lock.unwrap_or_default();
    let mut versions: HashMap<&str, &str> = HashMap::new();
    for package in lock.split("[[package]]") {
        if let (Some(name), Some(version)) = (field(package, "name"), field(package, "version")) {
            versions.insert(name, version);
        }
    }
    // Where a crate is there in several versions, our own dependency says which is meant.
    let own = lock.split("[[package]]").find(|p| field(p, "name") == Some("lanecrypt-cli"));
    for line in own.unwrap_or_default().lines() {
        let entry = line.trim().trim_matches(|c| c == '"' || c == ',').trim_matches('"');
        if let Some((name, version)) = entry.split_once(' ')
            && CRATES.contains(&name)
        {
            versions.insert(name, version);
        }
    }
    for name in CRATES {
        let variable = name.to_uppercase().replace('-', "_");
        let version = versions.get(name).copied().unwrap_or("of unknown version");
        println!("cargo::rustc-env=LANECRYPT_CRATE_{variable}={version}");
    }
}

/// The workspace's, or that of a package by itself.
fn lock_file() -> Option<PathBuf> {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?);
    package.ancestors().map(|folder| folder.join("Cargo.lock")).find(|path| path.is_file())
}

/// The value of a line `name = "value"`.
fn field<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = \"")?.strip_suffix('"'))
}

/// The peers that are libraries in C and C++.
#[cfg(any(feature = "peer-cryptopp", feature = "peer-ipsec-mb"))]
mod shims {
    use std::env;
    use std::path::PathBuf;
    use std::process::Stdio;

    /// A shim, and what it needs.
    struct Shim {
        feature: &'static str,
        /// Folders to search for another version than the one of the system, separated by colons.
        folders: Option<&'static str>,
        source: &'static str,
        library: &'static str,
        package: &'static str,
    }

    const SHIMS: &[Shim] = &[
        #[cfg(feature = "peer-cryptopp")]
        Shim {
            feature: "peer-cryptopp",
            folders: None,
            source: "peers/cryptopp.cpp",
            library: "cryptopp",
            package: "libcrypto++-dev",
        },
        #[cfg(feature = "peer-ipsec-mb")]
        Shim {
            feature: "peer-ipsec-mb",
            folders: Some("IPSEC_MB_DIR"),
            source: "peers/ipsec_mb.c",
            library: "IPSec_MB",
            package: "libipsec-mb-dev",
        },
    ];

    /// Where the headers and the library of a shim may be beside the places of the system.
    fn folders(shim: &Shim) -> Vec<PathBuf> {
        let Some(variable) = shim.folders else { return Vec::new() };
        println!("cargo::rerun-if-env-changed={variable}");
        let named = env::var_os(variable).unwrap_or_default();
        let named = env::split_paths(&named).filter(|folder| folder.is_absolute());
        let parts = |folder: PathBuf| ["include", "lib", ""].map(|part| folder.join(part));
        named.flat_map(parts).filter(|folder| folder.is_dir()).collect()
    }

    pub(super) fn compile() {
        for shim in SHIMS {
            println!("cargo::rerun-if-changed={}", shim.source);
            let mut build = cc::Build::new();
            build.file(shim.source).cpp(shim.source.ends_with(".cpp"));
            for folder in folders(shim) {
                build.include(&folder);
                println!("cargo::rustc-link-search=native={}", folder.display());
                println!("cargo::rustc-link-arg-bins=-Wl,-rpath,{}", folder.display());
            }
            // Whether the headers are there, told in a line instead of the compiler's.
            let mut attempt = build.get_compiler().to_command();
            attempt.arg("-E").arg(shim.source).stdout(Stdio::null()).stderr(Stdio::null());
            if !attempt.status().is_ok_and(|status| status.success()) {
                let Shim { feature, package, .. } = shim;
                println!(
                    "cargo::error=the feature {feature} needs a compiler and the headers of the \
                     Debian package {package}: apt-get install {package}"
                );
                continue;
            }
            build.compile(&shim.feature.replace('-', "_"));
            println!("cargo::rustc-link-lib={}", shim.library);
        }
    }
}

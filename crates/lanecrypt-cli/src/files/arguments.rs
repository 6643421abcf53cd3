//! The command lines.

use std::path::PathBuf;

use clap::Args;

/// How the key is given.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub(crate) struct SecretArguments {
    /// A key file: 32 or 16 raw bytes, or 64 or 32 hexadecimal digits and a line end
    #[arg(short = 'k', long, value_name = "KEYFILE")]
    pub(crate) key: Option<PathBuf>,
    /// Ask for a passphrase on the terminal
    #[arg(short = 'p', long)]
    pub(crate) passphrase: bool,
    /// Read the passphrase from this file descriptor, up to the end of the first line
    #[arg(long, value_name = "N")]
    pub(crate) passphrase_fd: Option<u32>,
}

/// Which files, and how.
#[derive(Debug, Args)]
pub(crate) struct FileArguments {
    /// Write to this file, or to standard output if it is `-`; with several inputs or -r, to this directory
    #[arg(short = 'o', long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Threads
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=32))]
    pub(crate) jobs: u16,
    /// Bind the file to this text: it must be the same for decryption
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(crate) context: String,
    /// Bind each file also to its name, or with -r to its path below the directory
    #[arg(long)]
    pub(crate) bind_path: bool,
    /// Replace existing files
    #[arg(long)]
    pub(crate) force: bool,
    /// Process all files below the directories that are given
    #[arg(short = 'r', long)]
    pub(crate) recursive: bool,
    /// Inputs [default: standard input]
    #[arg(value_name = "IN")]
    pub(crate) inputs: Vec<PathBuf>,
}

/// The arguments of `lanecrypt encrypt`.
#[derive(Debug, Args)]
pub(crate) struct EncryptArguments {
    #[command(flatten)]
    pub(crate) secret: SecretArguments,
    #[command(flatten)]
    pub(crate) files: FileArguments,
    /// What a passphrase costs: Argon2id's memory in KiB, passes and lanes
    #[arg(long, value_name = "KIB,PASSES,LANES", default_value = "262144,3,4")]
    pub(crate) argon2: String,
}

/// The arguments of `lanecrypt decrypt`.
#[derive(Debug, Args)]
pub(crate) struct DecryptArguments {
    #[command(flatten)]
    pub(crate) secret: SecretArguments,
    #[command(flatten)]
    pub(crate) files: FileArguments,
    /// Decrypt only bytes A up to but not B, or from A to the end: reads only their chunks [output: standard
    /// output]
    #[arg(long, value_name = "A-B", conflicts_with = "recursive")]
    pub(crate) range: Option<String>,
    /// Check every chunk and write nothing
    #[arg(long, conflicts_with_all = ["range", "output"])]
    pub(crate) verify: bool,
    /// The most memory, in MiB, that a file may ask for with its passphrase
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    pub(crate) max_memory: u32,
}

/// The arguments of `lanecrypt keygen`.
#[derive(Debug, Args)]
pub(crate) struct KeygenArguments {
    /// The length of the key: 32 for Cobblestone-256, 16 for Cobblestone-128
    #[arg(long, value_name = "N", default_value = "32", value_parser = ["16", "32"])]
    pub(crate) bytes: String,
    /// The file that is made. It must not exist
    #[arg(value_name = "KEYFILE")]
    pub(crate) file: PathBuf,
}

/// The arguments of `lanecrypt inspect`.
#[derive(Debug, Args)]
pub(crate) struct InspectArguments {
    /// Encrypted files
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

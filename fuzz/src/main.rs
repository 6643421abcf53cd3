//! Runs random cases until the time is over: `lanecrypt-fuzz --help`.

#[cfg(all(target_os = "linux", not(miri)))]
mod run;

#[cfg(all(target_os = "linux", not(miri)))]
fn main() -> std::process::ExitCode {
    run::main()
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn main() -> std::process::ExitCode {
    eprintln!("lanecrypt-fuzz: this system has no pages as this program wants them");
    std::process::ExitCode::from(2)
}

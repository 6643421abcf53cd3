//! Follows secrets through the executed instructions of a program.

mod child;
mod copy;
mod follow;
mod memory;
mod operation;
mod page;
mod probe;
mod rules;
mod shared;
mod state;

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let program = arguments.next().unwrap();
    match follow::follow(Command::new(program).args(arguments)) {
        Ok(found) => {
            for ((address, leak), count) in &found.leaks {
                let m = found.maps.iter().find(|m| m.range.contains(address)).unwrap();
                let base = found.maps.iter().find(|x| x.file == m.file).unwrap().range.start;
                eprintln!("{} {:#x} {} x {count}", m.file, address - base, leak.name());
            }
            eprintln!("{:?} {} instr {} segs {} names {}", found.end, found.instructions, found.segments, found.names, found.asked);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error:?}");
            ExitCode::from(2)
        }
    }
}

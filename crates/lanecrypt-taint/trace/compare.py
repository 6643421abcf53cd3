#!/usr/bin/env python3
"""Shows that what an AArch64 program executes does not depend on secrets: on processors other than x86-64, where
neither Valgrind nor lanecrypt-taint follows NEON.

    crates/lanecrypt-taint/trace/compare.py [--root DIRECTORY] [--runs N] PROGRAM [ARGUMENT]...
    crates/lanecrypt-taint/trace/compare.py [--root DIRECTORY] --count PROGRAM

PROGRAM is the example `constant_time`, built for AArch64; the libraries that it is linked with are in DIRECTORY. It runs
under qemu-aarch64 N times (4), each time with other secrets. `plugin.c` records every operation: which instructions are
executed and which addresses are read and written, in order. Recordings of one operation must be the same in all runs,
and those of look-up tables and planted leaks must not. An operation on a backend must run kernels of that backend and of
no other one, and each kernel of a backend but `portable` must run in some operation.

With --count, PROGRAM is the example `instructions`. It runs once, and a table of instructions per byte is printed.

Needs qemu-aarch64 with plug-ins (Debian bookworm has it in qemu-user), a C compiler, binutils, and setarch. Exit status:
0 if all is as it should be, 1 if not, 2 if the arguments are wrong, 77 if nothing could be recorded.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

NOT_RUN = 77
PLUGIN = Path(__file__).with_name("plugin.c")
# In the symbol of a shell: the function that runs a kernel on the instructions of a backend, in a module of its name.
DISPATCH = "5lanes8dispatch"
SHELL = re.compile(DISPATCH + r"\d+([a-z0-9_]+?)\d+kernel_\1(?![a-z0-9_])")
# An empty shell is as long as the shortest one of its backend, which only clears registers, but for instructions that
# return a constant.
RETURNS = 16


def record(qemu, plugin, program, run, folder):
    """What a run says of its operations, and their recordings."""
    out = Path(folder, f"run-{run}")
    # Without random addresses, or no two runs would be the same.
    options = ["-d", "plugin", "-D", "/dev/null", "-plugin", f"{plugin},out={out},watch={DISPATCH}"]
    command = ["setarch", "-R", *qemu, *options, *program, "--trace", str(run)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout[-2000:]}{done.stderr}\nstatus {done.returncode}")
    said = [line for line in done.stdout.splitlines() if line.startswith(("same ", "differs ", "count "))]
    recordings = out.read_text().splitlines()
    if len(said) != len(recordings):
        sys.exit(f"{len(said)} operations, and {len(recordings)} recordings")
    return said, recordings


class Shells:
    """The shells of a program. The compiler merges some that are the same: they have one address and several symbols."""

    def __init__(self, program):
        listed = subprocess.run(["nm", "-S", "--defined-only", program], check=True, capture_output=True, text=True).stdout
        self.address, self.size, self.backends, self.symbols = {}, {}, {}, {}
        for address, size, _, symbol in filter(lambda row: len(row) == 4, map(str.split, listed.splitlines())):
            if shell := SHELL.search(symbol):
                self.address[symbol] = address
                self.size[address] = int(size, 16)
                self.backends.setdefault(address, set()).add(shell[1])
                self.symbols.setdefault(address, []).append(symbol)
        shortest = {}
        for address, backends in self.backends.items():
            for backend in backends:
                shortest[backend] = min(self.size[address], shortest.get(backend, self.size[address]))
        self.empty = {
            address
            for address, backends in self.backends.items()
            if any(self.size[address] <= shortest[backend] + RETURNS for backend in backends)
        }

    def of(self, symbols):
        """The backends of those that have these symbols: a set for each, for it may be the same for several."""
        found = (self.backends[self.address[symbol]] for symbol in symbols if symbol in self.address)
        return [backends for backends in found if backends]


def strayed(asked, ran, what):
    """What is wrong with the backends whose kernels ran where one was asked for."""
    others = {backend for backends in ran if asked not in backends for backend in backends}
    if others:
        return f"kernels of {', '.join(sorted(others))} ran"
    plain = "Reference" in what or "Table" in what
    return None if ran or plain else "no kernel ran"


def check_kernels(program, operations):
    """Prints which kernels ran, and says how many mistakes there were. Operations are pairs: what, and its recording."""
    shells = Shells(program)
    backends = set().union(*shells.backends.values())
    wrong, seen, on = 0, set(), {}
    for what, recording in operations:
        symbols = recording.split()[3:]
        seen.update(shells.address[symbol] for symbol in symbols if symbol in shells.address)
        asked = what.split(" ", 1)[0]
        if asked in backends:
            ran = shells.of(symbols)
            on.setdefault(asked, []).append(ran)
            if mistake := strayed(asked, ran, what):
                wrong += 1
                print(f"WRONG: {what}: {mistake}")
    for backend, ran in on.items():
        # What ran for other backends must be noticed, and so must nothing.
        others = [other for name, some in on.items() if name != backend for other in some if other]
        if not all(strayed(backend, other, "") for other in [[], *others]):
            wrong += 1
            print(f"WRONG: kernels of another backend than {backend} are not noticed")
        own = {address for address, backends in shells.backends.items() if backend in backends}
        idle = own - seen - shells.empty
        own = own & seen | idle
        print(f"{len(own - idle)} of {len(own)} kernels of {backend} ran, in {len(ran)} operations on it")
        # Some are never used on plain words, such as that for short messages in CBC.
        if idle and backend != "portable":
            wrong += 1
            symbols = "\n".join(symbol for address in sorted(idle) for symbol in shells.symbols[address])
            names = subprocess.run(["c++filt"], input=symbols, check=True, capture_output=True, text=True).stdout
            print(f"WRONG: these did not run:\n{names}")
    if len(on) < 2:
        sys.exit("operations on fewer than two backends were recorded")
    return wrong


def print_counts(said, recordings):
    """Rows by algorithm, columns by backend and size. The program says: count BACKEND ALGORITHM BYTES JOBS."""
    rows, columns = {}, []
    for line, recording in zip(said, recordings):
        _, backend, name, size, jobs = line.split()
        column = f"{backend}, {size}"
        if column not in columns:
            columns.append(column)
        rows.setdefault(name, {})[column] = int(recording.split()[1]) / (int(size) * int(jobs))
    print("| |" + "".join(f" {column} |" for column in columns))
    print("|---|" + "---:|" * len(columns))
    for name, counts in rows.items():
        print(f"| {name} |" + "".join(f" {counts[column]:.2f} |" for column in columns))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", default="/")
    parser.add_argument("--runs", type=int, default=4)
    parser.add_argument("--count", action="store_true")
    parser.add_argument("program", nargs="+")
    chosen = parser.parse_args()
    if chosen.runs < 2:
        parser.error("one run has nothing to be compared with")
    qemu = ["qemu-aarch64", "-L", f"{chosen.root}/usr/aarch64-linux-gnu"]
    with tempfile.TemporaryDirectory() as folder:
        plugin = Path(folder, "plugin.so")
        try:
            subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", plugin, PLUGIN], check=True)
            known = subprocess.run(["qemu-aarch64", "-help"], capture_output=True, text=True).stdout
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"NOT RUN: {error}")
            sys.exit(NOT_RUN)
        if "-plugin" not in known:
            print("NOT RUN: this qemu-aarch64 has no plug-ins")
            sys.exit(NOT_RUN)
        if chosen.count:
            print_counts(*record(qemu, plugin, chosen.program, 0, folder))
            return
        with ThreadPoolExecutor(2) as pool:
            runs = list(pool.map(lambda run: record(qemu, plugin, chosen.program, run, folder), range(chosen.runs)))
    if any(said != runs[0][0] for said, _ in runs):
        sys.exit("runs did not do the same operations")
    whole = len(chosen.program) == 1
    same, differ, wrong = 0, [], 0
    for said, *recordings in zip(runs[0][0], *(recordings for _, recordings in runs)):
        expected, what = said.split(" ", 1)
        found = "same" if len(set(recordings)) == 1 else "differs"
        same += found == "same"
        if found == "differs":
            differ.append(what)
        if found != expected:
            wrong += 1
            print(f"WRONG: {what}: {'depends on secrets' if expected == 'same' else 'a leak is not noticed'}")
    if whole:
        whats = [said.split(" ", 1)[1] for said in runs[0][0]]
        wrong += check_kernels(chosen.program[0], list(zip(whats, runs[0][1])))
    instructions, accesses = (sum(int(line.split()[column]) for line in runs[0][1]) for column in (1, 2))
    print(f"{chosen.runs} runs of {instructions:,} instructions with {accesses:,} accesses to memory")
    print(f"{same} operations the same in all runs; {len(differ)} differ, tables and planted leaks; {wrong} wrong")
    # With no operation, or no table among them, nothing would have been shown.
    if whole and not (same and any("planted" in what for what in differ) and any("Table" in what for what in differ)):
        sys.exit("not every kind of operation was recorded")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

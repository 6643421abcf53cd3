#!/usr/bin/env python3
"""Measures `lanecrypt encrypt` and `decrypt` beside other programs, from memory to memory.

    cargo build --release -p lanecrypt-cli
    crates/lanecrypt-cli/tests/files_speed.py target/release/lanecrypt [MIB [ROUNDS]]

Programs take turns, so that all have the same machine. Prints medians and quartiles, and says which of the
others (cp, openssl, age) is not installed. Needs four times as much memory as the file has.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def main(program, mib="1024", rounds="7"):
    program, mib, rounds = str(Path(program).resolve()), int(mib), int(rounds)
    with tempfile.TemporaryDirectory(dir="/dev/shm") as directory:
        os.chdir(directory)
        block = os.urandom(1 << 20)
        with open("a", "wb") as file:
            for _ in range(mib):
                file.write(block)
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}

        def command(*arguments):
            subprocess.run(arguments, check=True, **quiet)

        command(program, "keygen", "key")
        command(program, "encrypt", "-k", "key", "-o", "a.lane", "a")
        ours = [program, "encrypt", "-k", "key", "-o", "out", "a"]
        back = [program, "decrypt", "-k", "key", "-o", "out", "a.lane"]
        one, two = ["taskset", "-c", "0"], ["taskset", "-c", "0,1"]
        rows = {
            "cp, one core": one + ["cp", "a", "out"],
            # Through a buffer, as every program copies that looks at the data.
            "dd bs=256K, one core": one + ["dd", "if=a", "of=out", "bs=256K"],
            "lanecrypt encrypt, one core": one + ours,
            "lanecrypt decrypt, one core": one + back,
            "lanecrypt encrypt -j 2, two cores": two + ours + ["-j", "2"],
            "lanecrypt decrypt -j 2, two cores": two + back + ["-j", "2"],
        }
        if shutil.which("openssl"):
            key = ["-K", "00" * 32, "-iv", "00" * 16]
            rows["openssl enc -aes-256-ctr, one core"] = one + ["openssl", "enc", "-aes-256-ctr", *key, "-in", "a", "-out", "out"]
        else:
            print("NOT MEASURED: there is no openssl")
        if shutil.which("age-keygen"):
            command("age-keygen", "-o", "age.key")
            recipient = next(line.split()[-1] for line in Path("age.key").read_text().splitlines() if "public key" in line)
            rows["age, one core"] = one + ["age", "-r", recipient, "-o", "out", "a"]
        else:
            print("NOT MEASURED: there is no age")
        times = {name: [] for name in rows}
        for turn in range(rounds + 1):
            for name, row in rows.items():
                Path("out").unlink(missing_ok=True)
                start = time.monotonic()
                command(*row)
                if turn:  # the first one only warms up
                    times[name].append(time.monotonic() - start)
        base = statistics.median(times["lanecrypt encrypt, one core"])
        print(f"{mib} MiB, {rounds} rounds: median (quartiles) in MiB/s; time beside lanecrypt encrypt on one core")
        for name, taken in times.items():
            low, middle, high = statistics.quantiles(taken, n=4)
            print(f"{name:36} {mib / middle:7.0f} ({mib / high:.0f} to {mib / low:.0f})  {middle / base:5.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])

#!/usr/bin/env python3
"""Exchanges files with the package cryptography, version 50 or later, in both ways.

    cargo build --release -p lanecrypt-cli
    python3 -m venv v && v/bin/pip install 'cryptography>=50'
    v/bin/python crates/lanecrypt-cli/tests/cobblestone.py target/release/lanecrypt

Without that package it says SKIPPED and ends well.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    from cryptography import cobblestone
except ImportError:
    print("SKIPPED: there is no package cryptography with the module cobblestone (version 50 or later)")
    sys.exit(0)

CHUNK = 16384
LENGTHS = [0, 1, 15, 16, 17, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 16 * CHUNK, 16 * CHUNK + 1, 1_000_003]
CONTEXTS = ["", "a context", "\u00e4\u00f6 " * 100]


def run(program, *arguments, code=0):
    done = subprocess.run([program, *arguments], capture_output=True)
    assert done.returncode == code, (arguments, done.returncode, done.stderr)
    return done.stdout


def main(program):
    program = str(Path(program).resolve())
    checked = 0
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        for bits, key_bytes in ((128, "16"), (256, "32")):
            encryptor = getattr(cobblestone, f"Cobblestone{bits}Encryptor")
            decryptor = getattr(cobblestone, f"Cobblestone{bits}Decryptor")
            name = f"key{bits}"
            run(program, "keygen", "--bytes", key_bytes, name)
            key = Path(name).read_bytes()
            for length in LENGTHS:
                plain = os.urandom(length)
                Path("plain").write_bytes(plain)
                for text in CONTEXTS:
                    context = text.encode()
                    options = ("-k", name, "--context", text, "--force")
                    # Ours, read by theirs.
                    run(program, "encrypt", *options, "plain")
                    theirs = decryptor(key, context)
                    opened = theirs.update(Path("plain.lane").read_bytes()) + theirs.finalize()
                    assert opened == plain, (bits, length, "theirs")
                    # Theirs, read by ours.
                    theirs = encryptor(key, context)
                    sealed = theirs.update(plain) + theirs.finalize()
                    Path("theirs.lane").write_bytes(sealed)
                    assert run(program, "decrypt", *options, "-o", "-", "theirs.lane") == plain
                    run(program, "decrypt", "-k", name, "--context", text + "x", "-o", "-", "theirs.lane", code=1)
                    checked += 1
    print(f"{checked} files in each way, by cryptography {__import__('cryptography').__version__}")


if __name__ == "__main__":
    main(sys.argv[1])

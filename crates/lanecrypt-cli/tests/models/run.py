"""Compares the library with second implementations, which are written in Python from the publications and share
nothing with it: SIMON, SIMECK, SPARX, Cypress, GOST 28147-89 with every S-box, Magma, 256-NEA6.

    python3 run.py PROGRAM [CASES [SEED]]

Makes files of random known answers, CASES of each variant, and gives them to `PROGRAM kat`, which checks them on
every backend. Then each file gets one wrong bit, and `kat` must fail.
"""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import cypress
import gost28147
import nea6
import simeck
import simon
import sparx
from words import each_block

PROGRAM = Path(sys.argv[1]).resolve()
CASES = int(sys.argv[2]) if len(sys.argv) > 2 else 4
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1


def blocks_of(numbers, size):
    """One to four blocks; the first ones of the first case are edges."""
    return numbers.randbytes(size * numbers.randint(1, 4))


def variants(module, numbers):
    for variant in module.VARIANTS:
        key_bytes, block = module.sizes(variant)
        for number in range(CASES):
            # All zeros and all ones first.
            key = [bytes(key_bytes), b"\xff" * key_bytes][number] if number < 2 else numbers.randbytes(key_bytes)
            plain = [bytes(block), b"\xff" * block][number] if number < 2 else blocks_of(numbers, block)
            sealed = each_block(lambda data: module.encrypt(variant, key, data), plain, block)
            yield {"id": f"{variant} {number}", "variant": variant, "key": key, "plaintext": plain, "ciphertext": sealed}


def gost(numbers):
    def case(name, sbox, rows):
        key, plain = numbers.randbytes(32), blocks_of(numbers, 8)
        sealed = each_block(lambda data: gost28147.encrypt(rows, key, data), plain, 8)
        return {"id": name, "mode": "ECB", "sbox": sbox, "key": key, "plaintext": plain, "ciphertext": sealed}

    for name in gost28147.PUBLISHED:
        for number in range(CASES):
            yield case(f"{name} {number}", name, gost28147.rows_of(name))
    for number in range(2 * CASES):
        rows = ["".join(numbers.sample("0123456789abcdef", 16)) for _ in range(8)]
        yield case(f"random S-box {number}", rows, rows)
    for number in range(CASES):
        key, plain = numbers.randbytes(32), blocks_of(numbers, 8)
        sealed = each_block(lambda data: gost28147.encrypt_magma(key, data), plain, 8)
        yield {"id": f"Magma {number}", "mode": "Magma", "key": key, "plaintext": plain, "ciphertext": sealed}


def zuc(numbers):
    for number in range(4 * CASES):
        key, iv = numbers.randbytes(32), numbers.randbytes(16)
        plain = numbers.randbytes(numbers.choice([0, 1, 3, 4, 5, 63, 64, 65, 200]))
        sealed = nea6.encrypt(key, iv, plain)
        yield {"id": f"NEA6 {number}", "key": key, "iv": iv, "plaintext": plain, "ciphertext": sealed}


def written(path, target, cases):
    cases = [{name: value.hex() if isinstance(value, bytes) else value for name, value in case.items()} for case in cases]
    path.write_text(json.dumps({"target": target, "source": "a model in Python", "cases": cases}))


def kat(path):
    return subprocess.run([PROGRAM, "kat", path], capture_output=True, text=True)


def checks(output):
    """What `kat` says that it did, in one line. Every backend must have checked something."""
    lines = [line.split() for line in output.splitlines() if line.endswith("  ok")]
    numbers = {line[2]: int(line[line.index("checks") - 1]) for line in lines}
    if not numbers or 0 in numbers.values():
        sys.exit(f"nothing was checked:\n{output}")
    return f"{sum(numbers.values())} checks on {', '.join(numbers)}"


def main():
    numbers = random.Random(SEED)
    made = {module.TARGET: list(variants(module, numbers)) for module in (simon, simeck, sparx, cypress)}
    made[gost28147.TARGET] = list(gost(numbers))
    made[nea6.TARGET] = list(zuc(numbers))
    total = 0
    with tempfile.TemporaryDirectory() as folder:
        for target, cases in made.items():
            path = Path(folder) / f"{target}.models.json"
            written(path, target, cases)
            right = kat(path)
            if right.returncode != 0:
                sys.exit(f"{target}: the library does not agree with the model:\n{right.stdout}{right.stderr}")
            print(f"{target}: {len(cases)} cases, {checks(right.stdout)}")
            # One wrong bit anywhere must be found.
            at = numbers.choice([at for at, case in enumerate(cases) if case["ciphertext"]])
            wrong = bytearray(cases[at]["ciphertext"])
            bit = numbers.randrange(8 * len(wrong))
            wrong[bit // 8] ^= 1 << bit % 8
            cases[at] = {**cases[at], "ciphertext": bytes(wrong)}
            written(path, target, cases)
            failed = kat(path)
            if failed.returncode == 0 or cases[at]["id"] not in failed.stdout + failed.stderr:
                sys.exit(f"{target}: a wrong bit in {cases[at]['id']} was not reported")
            total += len(cases)
    print(f"{total} cases of {len(made)} models, seed {SEED}: all agree, and a wrong bit in each file was found")
    # 18 variants of block ciphers over words, eight S-boxes and two random ones, Magma, four times NEA6.
    if total < (18 + 10 + 1 + 4) * CASES:
        sys.exit("models: too few cases")


if __name__ == "__main__":
    main()

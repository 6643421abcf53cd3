"""Measures batches and columns against a loop over cryptography's AESGCM, in one process, in turns.

One thread, by its processor time, so that other programs disturb little. Both sides make their nonces within the measured time, and get messages from the same places.
Prints medians of the rounds, and the median of the ratios of neighbouring rounds.

    python bench/against_cryptography.py [--rows 10000] [--rounds 15]

10000 rows are what Spark puts into one Arrow batch.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable

import cryptography
import numpy as np
import pyarrow as pa
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

import lanecrypt

KEYS = 4


def timed(work: Callable[[], object]) -> float:
    begin = time.thread_time()
    work()
    return time.thread_time() - begin


def compare(rows: int, rounds: int, loop: Callable[[], object], ours: dict[str, Callable[[], object]]) -> None:
    samples: dict[str, list[float]] = {name: [] for name in ("loop", *ours)}
    ratios: dict[str, list[float]] = {name: [] for name in ours}
    for work in (loop, *ours.values()):
        work()
    for _ in range(rounds):
        for name, work in ours.items():
            alone, own = timed(loop), timed(work)
            samples["loop"].append(alone)
            samples[name].append(own)
            ratios[name].append(alone / own)
    for name, seconds in samples.items():
        speed = rows / statistics.median(seconds) / 1e6
        ratio = f"{statistics.median(ratios[name]):6.1f} x" if name in ratios else ""
        print(f"    {name:51} {speed:7.3f} M messages/s {ratio}")


def batches(key_bytes: int, size: int, rows: int, rounds: int) -> None:
    keys = np.frombuffer(os.urandom(KEYS * key_bytes), np.uint8).reshape(KEYS, key_bytes)
    which = np.random.default_rng(1).integers(0, KEYS, rows)
    data = np.frombuffer(os.urandom(rows * size), np.uint8).reshape(rows, size)
    messages, ids = [row.tobytes() for row in data], which.tolist()
    values, key_id = pa.array(messages), pa.array(which)
    row_keys = keys[which]
    peers = [AESGCM(key.tobytes()) for key in keys]
    generator = lanecrypt.CtrDrbg()
    algorithm = f"AES-{8 * key_bytes}-GCM"

    def loop() -> list[bytes]:
        sealed = []
        for message, id in zip(messages, ids, strict=True):
            nonce = os.urandom(12)
            sealed.append(nonce + peers[id].encrypt(nonce, message, None))
        return sealed

    def nonces(size: int) -> np.ndarray:
        return np.frombuffer(generator.generate(rows * size), np.uint8).reshape(rows, size)

    def indexed() -> object:
        return lanecrypt.seal_many(algorithm, keys, nonces(12), data, key_index=which)

    out, tags = np.zeros((rows, size), np.uint8), np.zeros((rows, 16), np.uint8)

    def into() -> object:
        return lanecrypt.seal_many(algorithm, keys, nonces(12), data, key_index=which, out=out, tags=tags)

    def fresh() -> object:
        return lanecrypt.seal_many(algorithm, row_keys, nonces(12), data)

    ours: dict[str, Callable[[], object]] = {
        f"seal_many {algorithm}, 4 keys by index": indexed,
        f"seal_many {algorithm}, the same into given arrays": into,
        f"seal_many {algorithm}, key of each row": fresh,
    }
    for name in ("XAES-256-GCM", "AEGIS-256"):
        ring = lanecrypt.Keyring(name, dict(enumerate([os.urandom(32) for _ in range(KEYS)])))
        ours[f"seal_column {name}"] = lambda ring=ring: lanecrypt.seal_column(values, ring, key_id)
    print(f"  {size} bytes, {rows} rows, loop over {algorithm}:")
    compare(rows, rounds, loop, ours)


def single(size: int, rounds: int) -> None:
    rows, key, data, nonce = 5000, os.urandom(32), os.urandom(size), os.urandom(12)
    peer, own = AESGCM(key), lanecrypt.Aes256Gcm(key)
    buf = bytearray(size + 16)

    def repeat(work: Callable[[], object]) -> Callable[[], None]:
        def repeated() -> None:
            for _ in range(rows):
                work()
        return repeated

    print(f"  {size} bytes, one message in each call, AES-256-GCM:")
    compare(rows, rounds, repeat(lambda: peer.encrypt(nonce, data, None)), {
        "Aes256Gcm.encrypt": repeat(lambda: own.encrypt(nonce, data, None)),
        "Aes256Gcm.encrypt_into": repeat(lambda: own.encrypt_into(nonce, data, None, buf)),
    })


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    print(f"lanecrypt {lanecrypt.__version__} on {lanecrypt.backends()[-1]}, cryptography {cryptography.__version__}")
    for key_bytes in (16, 32):
        for size in (16, 200, 1500):
            batches(key_bytes, size, options.rows, options.rounds)
    for size in (16, 200, 1500, 100_000):
        single(size, options.rounds)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Measures lanecrypt.spark beside Spark's own aes_encrypt and a loop over the package cryptography.

    crates/lanecrypt-python/test && crates/lanecrypt-python/tests-spark/run
    target/python-venv/bin/python crates/lanecrypt-python/bench/spark.py [--rows N] [--rounds N] [--cores N]

Every way encrypts one column of `--bytes` bytes and writes nowhere (the format `noop`). The ways take turns; a
round is one turn of each. Printed are medians of seconds, and of the quotients within a round; then the same of
processor seconds (`cpu`) of the Java process and all workers, which other programs on the machine disturb less. The
frame is persisted and filled before. All results are opened and compared once before they are timed.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from lanecrypt.spark import decrypt_columns, encrypt_batches, encrypt_columns

KEY = os.urandom(32)


def processor_seconds():
    """Of all processes that come from this one, as Linux counts them in hundredths."""
    parents, ticks = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name of a program, in parentheses, may have spaces in it.
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        number = int(path.parent.name)
        parents[number], ticks[number] = int(fields[1]), sum(map(int, fields[11:15]))
    own = {os.getpid()}
    while more := {number for number, parent in parents.items() if parent in own} - own:
        own |= more
    return sum(ticks[number] for number in own) / os.sysconf("SC_CLK_TCK")


def identity(batches: Iterator[pa.Array]) -> Iterator[pa.Array]:
    yield from batches


def loop(batches: Iterator[pa.Array]) -> Iterator[pa.Array]:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    cipher = AESGCM(KEY)
    for values in batches:
        sealed = []
        for value in values.to_pylist():
            nonce = os.urandom(12)
            sealed.append(nonce + cipher.encrypt(nonce, value, None))
        yield pa.array(sealed, pa.binary())


def columns(measured, name):
    ours = list(measured)[2:5]
    quotients = [statistics.median(a / b for a, b in zip(measured[name], measured[own], strict=True)) for own in ours]
    return f"{statistics.median(measured[name]):7.2f} s " + "".join(f"{quotient:6.2f}" for quotient in quotients)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--bytes", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cores", type=int, default=2)
    arguments = parser.parse_args()
    os.environ["PYSPARK_PYTHON"] = sys.executable
    spark = (
        SparkSession.builder.master(f"local[{arguments.cores}]").config("spark.ui.enabled", "false")
        .config("spark.driver.memory", "8g").config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1").getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")
    schema = "id long, value binary"
    blocks = -(-arguments.bytes // 32)
    random = F.concat(*[F.unhex(F.sha2(F.concat(F.col("id"), F.lit(f" {at}")), 256)) for at in range(blocks)])
    frame = spark.range(0, arguments.rows, 1, 2 * arguments.cores)
    frame = frame.withColumn("value", F.substring(random, 1, arguments.bytes)).persist()
    assert frame.count() == arguments.rows

    with tempfile.TemporaryDirectory() as folder:
        def ring(algorithm):
            path = Path(folder) / algorithm
            path.touch(mode=0o600)
            entry = {"id": 1, "algorithm": algorithm, "key": KEY.hex()}
            path.write_text(json.dumps({"primary": 1, "keys": [entry]}))
            return path.as_uri()

        xaes, aegis = ring("xaes256-gcm"), ring("aegis-256")
        key = F.lit(KEY)
        ways = {
            "mapInArrow that changes nothing": frame.mapInArrow(identity, schema),
            "arrow_udf that changes nothing": frame.withColumn("value", F.arrow_udf(identity, "binary")("value")),
            "encrypt_columns, XAES-256-GCM, bound to id": encrypt_columns(frame, {"value": ["id"]}, xaes),
            "encrypt_columns, AEGIS-256, bound to id": encrypt_columns(frame, {"value": ["id"]}, aegis),
            "encrypt_batches, XAES-256-GCM, bound to id":
                frame.mapInArrow(encrypt_batches({"value": ["id"]}, xaes), schema),
            "Spark's aes_encrypt, AES-256-GCM": frame.withColumn("value", F.aes_encrypt("value", key, F.lit("GCM"))),
            "a loop over cryptography, AES-256-GCM": frame.withColumn("value", F.arrow_udf(loop, "binary")("value")),
        }
        checked = frame.limit(1000)
        wanted = {row["id"]: bytes(row["value"]) for row in checked.collect()}
        for uri in (xaes, aegis):
            opened = decrypt_columns(encrypt_columns(checked, {"value": ["id"]}, uri), {"value": ["id"]}, uri)
            assert {row["id"]: bytes(row["value"]) for row in opened.collect()} == wanted

        times, cpu = {name: [] for name in ways}, {name: [] for name in ways}
        for at in range(arguments.rounds + 1):
            for name, way in ways.items():
                used, start = processor_seconds(), time.perf_counter()
                way.write.format("noop").mode("overwrite").save()
                taken = time.perf_counter() - start
                # The first round is for the compilers.
                if at > 0:
                    times[name].append(taken)
                    cpu[name].append(processor_seconds() - used)
    spark.stop()

    print(f"{arguments.rows} rows of {arguments.bytes} bytes, local[{arguments.cores}], {arguments.rounds} rounds")
    for name in ways:
        print(f"{name:44}", "   cpu".join(columns(measured, name) for measured in (times, cpu)))
    print("The three columns after seconds are the time over that of the three ways of lanecrypt, in their order.")


if __name__ == "__main__":
    main()

"""Data sets on Spark, on two cores of this machine. `run` installs what it needs and runs it."""

import json
import os
import pickle
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from pyspark import cloudpickle
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from lanecrypt.cells import CellKeyring
from lanecrypt.spark import decrypt_batches, decrypt_columns, decrypt_udf, encrypt_batches, encrypt_columns, encrypt_udf

ROWS = 100_000
KEYS = {number: os.urandom(32) for number in (1, 2, 3, 4)}
BOUND = {"secret": ["id", "name"]}


@pytest.fixture(scope="module")
def spark():
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        # Tasks may fail four times.
        SparkSession.builder.master("local[2,4]").appName("lanecrypt")
        .config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "4")
        .config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


def keyring(folder, primary, numbers=tuple(KEYS), keys=KEYS):
    path = Path(folder) / f"keys-{primary}-{len(numbers)}-{os.urandom(4).hex()}.json"
    entries = [{"id": n, "algorithm": "xaes256-gcm", "key": keys[n].hex()} for n in numbers]
    path.touch(mode=0o600)
    path.write_text(json.dumps({"primary": primary, "keys": entries}))
    return path.as_uri()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("keys")


@pytest.fixture(scope="module")
def plain(spark):
    frame = spark.range(0, ROWS, 1, 8)
    text = F.concat(F.lit("value "), F.col("id"), F.repeat(F.lit("x"), (F.col("id") % 40).cast("int")))
    return frame.withColumn("name", F.concat(F.lit("n"), F.col("id") % 10)).withColumn(
        "secret", F.when(F.col("id") % 7 == 3, None).otherwise(text))


@pytest.fixture(scope="module")
def sealed(spark, plain, folder):
    """A quarter of the rows under each key, as after three changes of the primary one; written and read."""
    path = str(folder / "sealed.parquet")
    parts = [encrypt_columns(plain.where(F.col("id") % 4 == n - 1), BOUND, keyring(folder, n)) for n in KEYS]
    frame = parts[0]
    for part in parts[1:]:
        frame = frame.union(part)
    frame.write.parquet(path)
    return spark.read.parquet(path)


def rows(frame):
    return {row["id"]: (row["name"], row["secret"]) for row in frame.collect()}


def test_all_rows_open(spark, plain, sealed, folder):
    assert dict(sealed.dtypes) == {"id": "bigint", "name": "string", "secret": "binary"}
    opened = decrypt_columns(sealed, BOUND, keyring(folder, 1), types={"secret": "string"})
    assert opened.dtypes == plain.dtypes
    assert opened.count() == ROWS
    assert rows(opened) == rows(plain)


def subkey_and_nonce(key, nonce):
    """XAES-256-GCM (C2SP) by AES alone."""
    def encrypt(block):
        return Cipher(algorithms.AES(key), modes.ECB()).encryptor().update(block)
    doubled = int.from_bytes(encrypt(bytes(16)), "big") << 1
    k1 = ((doubled ^ (0x87 if doubled >> 128 else 0)) & ((1 << 128) - 1)).to_bytes(16, "big")
    def part(number):
        return encrypt(bytes(a ^ b for a, b in zip(bytes([0, number, 0x58, 0]) + nonce[:12], k1, strict=True)))
    return part(1) + part(2), nonce[12:]


def test_a_second_implementation_opens_them_and_nonces_are_distinct(plain, sealed):
    wanted, nonces, used = rows(plain), set(), set()
    for row in sealed.collect():
        cell = row["secret"]
        if cell is None:
            assert wanted[row["id"]][1] is None
            continue
        header, nonce, rest = bytes(cell[:5]), bytes(cell[5:29]), bytes(cell[29:])
        number = int.from_bytes(header[1:], "big")
        assert header[0] == 1 and number == row["id"] % 4 + 1
        aad = header
        for value in (row["id"].to_bytes(8, "little"), row["name"].encode()):
            aad += len(value).to_bytes(8, "little") + value
        subkey, inner = subkey_and_nonce(KEYS[number], nonce)
        assert AESGCM(subkey).decrypt(inner, rest, aad).decode() == wanted[row["id"]][1]
        nonces.add(nonce)
        used.add(number)
    assert used == set(KEYS)
    assert len(nonces) == sum(value is not None for _, value in wanted.values()) > 80_000


def test_a_task_that_fails_and_is_retried(spark, plain, folder):
    attempts = folder / "attempts"
    attempts.mkdir()
    encrypt, place = encrypt_batches(BOUND, keyring(folder, 2)), str(attempts)

    def failing(batches):
        from pyspark import TaskContext
        context = TaskContext.get()
        for batch in encrypt(batches):
            with open(f"{place}/{context.partitionId()}-{context.attemptNumber()}", "ab") as file:
                for cell in batch.column("secret").to_pylist():
                    file.write(cell[5:29] if cell else b"")
            yield batch
            if context.partitionId() == 1 and context.attemptNumber() == 0:
                raise RuntimeError("a worker is lost")

    frame = plain.mapInArrow(failing, "id long, name string, secret binary").persist()
    opened = decrypt_columns(frame, BOUND, keyring(folder, 1), types={"secret": "string"})
    assert rows(opened) == rows(plain)
    def nonces(attempt):
        data = (attempts / f"1-{attempt}").read_bytes()
        return {data[at : at + 24] for at in range(0, len(data), 24)}
    first, second = nonces(0), nonces(1)
    assert first and second and not first & second
    frame.unpersist()


def test_a_wrong_key_is_an_error_or_null(sealed, plain, folder):
    others = {number: bytes(32) if number == 3 else key for number, key in KEYS.items()}
    wrong = keyring(folder, 1, keys=others)
    with pytest.raises(Exception, match="cells do not open; the first is row .*wrong"):
        decrypt_columns(sealed, BOUND, wrong).collect()
    for uri in (wrong, keyring(folder, 1, numbers=(1, 2, 4))):
        opened = rows(decrypt_columns(sealed, BOUND, uri, types={"secret": "string"}, errors="null"))
        for number, (name, value) in rows(plain).items():
            assert opened[number] == (name, None if number % 4 == 2 else value)
    with pytest.raises(Exception, match="the keyring has no key 3"):
        decrypt_columns(sealed.where("id % 4 = 2"), BOUND, keyring(folder, 1, numbers=(1, 2, 4))).collect()


def test_cells_are_bound_to_their_rows(sealed, folder):
    moved = sealed.withColumn("id", F.col("id") + 4)
    opened = decrypt_columns(moved, BOUND, keyring(folder, 1), errors="null")
    assert opened.where("secret is not null").count() == 0


def test_cells_that_are_bound_to_nothing(plain, folder):
    few, bound, uri = plain.where("id < 1000"), {"secret": [], "name": []}, keyring(folder, 2)
    for sealed in (encrypt_columns(few, bound, uri),
                   few.mapInArrow(encrypt_batches(bound, uri), "id long, name binary, secret binary")):
        assert sealed.where("length(name) <> 2 + 45").count() == 0
        opened = decrypt_columns(sealed, bound, uri, types={"secret": "string", "name": "string"})
        assert rows(opened) == rows(few)


def test_functions_of_columns(plain, folder):
    uri = keyring(folder, 4)
    encrypt, decrypt = encrypt_udf(uri), decrypt_udf(uri)
    assert encrypt.deterministic is False
    frame = plain.withColumn("secret", encrypt("secret", "id")).persist()
    opened = frame.withColumn("secret", decrypt("secret", "id").cast("string"))
    assert rows(opened) == rows(plain)
    frame.unpersist()
    with pytest.raises(ValueError, match="type is 'long'"):
        decrypt_udf(uri, type="long")


def test_a_cell_is_made_once(plain, folder):
    """Also where a plan uses it several times."""
    sealed = encrypt_columns(plain, BOUND, keyring(folder, 1)).where("id % 7 <> 3 and length(secret) > 60")
    twice = sealed.select("id", "secret", F.col("secret").alias("again")).where("secret is not null and length(again) > 60")
    found = twice.collect()
    assert len(found) > 50_000 and all(row["secret"] == row["again"] for row in found)


def test_names_and_metadata_stay(plain, folder):
    frame = plain.where("id < 100").select(
        F.col("secret").alias("a.`b", metadata={"source": "test"}), F.col("id").alias("i.d"), "name", "name")
    bound, uri = {"a.`b": ["i.d"]}, keyring(folder, 3)
    sealed = encrypt_columns(frame, bound, uri)
    opened = decrypt_columns(sealed, bound, uri, types={"a.`b": "string"})
    assert opened.schema == frame.schema and sealed.schema[0].metadata == frame.schema[0].metadata == {"source": "test"}
    assert sorted(opened.collect(), key=repr) == sorted(frame.collect(), key=repr)


def test_strings_are_utf_8(spark, folder):
    uri = keyring(folder, 1)
    sealed = encrypt_columns(spark.createDataFrame([(1, b"\xff")], "id long, secret binary"), {"secret": ["id"]}, uri)
    with pytest.raises(Exception, match="UTF8|UTF-8"):
        decrypt_columns(sealed, {"secret": ["id"]}, uri, types={"secret": "string"}).collect()


def test_keys_do_not_get_into_plans(plain, folder):
    ring = CellKeyring.from_uri(keyring(folder, 1))
    for keys in (ring, KEYS, None):
        with pytest.raises(TypeError, match="no key gets into the plan"):
            encrypt_columns(plain, BOUND, keys)
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(ring)
    with pytest.raises(Exception, match="mode 0644"):
        path = Path(keyring(folder, 1).removeprefix("file://"))
        path.chmod(0o644)
        encrypt_columns(plain, BOUND, path.as_uri()).collect()


def test_keys_of_a_function(spark, plain, folder, monkeypatch):
    """As of a key manager: plans have the function's name, and workers import it."""
    entries = [{"id": n, "algorithm": "aegis-256", "key": key.hex()} for n, key in KEYS.items()]
    module = folder / "key_manager_of_the_test.py"
    module.write_text(f"def keys():\n    return {json.dumps({'primary': 2, 'keys': entries})}\n")
    monkeypatch.syspath_prepend(str(folder))
    spark.sparkContext.addPyFile(str(module))
    from key_manager_of_the_test import keys

    sent = cloudpickle.dumps(encrypt_batches(BOUND, keys))
    assert b"key_manager_of_the_test" in sent
    assert not any(key in sent or key.hex().encode() in sent for key in KEYS.values())
    few = plain.where("id < 1000")
    opened = decrypt_columns(encrypt_columns(few, BOUND, keys), BOUND, keys, types={"secret": "string"})
    assert rows(opened) == rows(few)


def test_large_types_of_arrow(spark, plain, folder):
    uri, few = keyring(folder, 1), plain.where("id < 1000")
    spark.conf.set("spark.sql.execution.arrow.useLargeVarTypes", "true")
    try:
        sealed = encrypt_columns(few, BOUND, uri)
        assert rows(decrypt_columns(sealed, BOUND, uri, types={"secret": "string"})) == rows(few)
    finally:
        spark.conf.unset("spark.sql.execution.arrow.useLargeVarTypes")


def test_wrong_columns(plain, folder):
    uri = keyring(folder, 1)
    for columns, error in [({}, "no columns"), ({"none": []}, "0 columns are named 'none'"),
                           ({"secret": ["none"]}, "0 columns"), ({"secret": ["name"], "name": []}, "encrypted itself"),
                           ({"id": []}, "column 'id' is long")]:
        with pytest.raises(ValueError, match=error):
            encrypt_columns(plain, columns, uri)
    with pytest.raises(ValueError, match="column 'secret' is string"):
        decrypt_columns(plain, BOUND, uri)
    with pytest.raises(ValueError, match="types has"):
        decrypt_columns(encrypt_columns(plain, BOUND, uri), BOUND, uri, types={"secret": "long"})
    with pytest.raises(ValueError, match="errors is"):
        decrypt_batches(BOUND, uri, errors="ignore")

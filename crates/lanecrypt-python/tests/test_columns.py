"""Arrow columns."""

import os
import subprocess
import sys

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from conftest import AEADS
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from hypothesis import given, settings
from hypothesis import strategies as st

import lanecrypt

ALGORITHMS = lanecrypt.Keyring.ALGORITHMS
AEAD = {aead.ALGORITHM: aead for aead in AEADS}
KEYS = {1: bytes(32), 7: bytes([7] * 32), -3: bytes(range(32)), 2**63: os.urandom(32)}
BYTES = st.one_of(st.none(), st.binary(max_size=200))


def ring(algorithm="AEGIS-256", keys=KEYS):
    return lanecrypt.Keyring(algorithm, keys)


def opened_by_hand(algorithm, value, key, aad):
    """A sealed value opened with the class for single messages."""
    aead = AEAD[algorithm]
    return aead(key).decrypt(value[:aead.NONCE_BYTES], value[aead.NONCE_BYTES:], aad)


def test_algorithms_have_long_nonces():
    assert {"XAES-256-GCM", "AEGIS-256"} <= set(ALGORITHMS)
    assert all(AEAD[name].NONCE_BYTES >= 24 for name in ALGORITHMS)
    for short in set(AEAD) - set(ALGORITHMS):
        with pytest.raises(ValueError, match="nonces that are too short to be drawn at random; columns take"):
            lanecrypt.Keyring(short, {1: bytes(AEAD[short].KEY_BYTES)})


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("type", [pa.binary(), pa.large_binary(), pa.binary_view(), pa.string(), pa.large_string(),
                                  pa.string_view()])
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_round_trip(algorithm, type, data):
    text = "string" in str(type)
    values = data.draw(st.lists(st.one_of(st.none(), st.text(max_size=60)) if text else BYTES, max_size=40))
    ids = [data.draw(st.sampled_from(list(KEYS))) for _ in values]
    aads = [data.draw(st.binary(max_size=20)) for _ in values]
    start = data.draw(st.integers(0, len(values)))
    column = pa.array(values, type)[start:]
    key_id, aad = pa.array([str(id) for id in ids], pa.string())[start:], pa.array(aads, pa.binary())[start:]
    keys = ring(algorithm, {str(id): key for id, key in KEYS.items()})
    threads, prefix = data.draw(st.sampled_from([0, 1, 3])), data.draw(st.binary(max_size=9))
    result = lanecrypt.seal_column(column, keys, key_id, aad=aad, prefix=prefix, threads=threads)
    sealed = pa.array(result)
    sealed.validate(full=True)
    short = type in (pa.binary(), pa.string())
    assert sealed.type == (pa.binary() if short else pa.large_binary()) == getattr(pa, result.type)()
    assert len(result) == len(column) and result.null_count == column.null_count == sealed.null_count
    for row, value in enumerate(sealed.to_pylist()):
        plain = values[start + row]
        if plain is None:
            assert value is None
        else:
            plain = plain.encode() if text else plain
            assert value.startswith(prefix)
            value = value[len(prefix):]
            assert len(value) == len(plain) + keys.overhead
            assert opened_by_hand(algorithm, value, KEYS[ids[start + row]], aads[start + row]) == plain
    opened = lanecrypt.open_column(sealed, keys, key_id, aad=aad, prefix_bytes=len(prefix), threads=threads)
    opened = pa.array(opened)
    opened.validate(full=True)
    assert opened.to_pylist() == [value.encode() if isinstance(value, str) else value for value in values[start:]]


def test_xaes_agrees_with_cryptography():
    """XAES-256-GCM from its definition (C2SP), over AES-GCM and AES of cryptography."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    key = os.urandom(32)
    sealed = pa.array(lanecrypt.seal_column(pa.array([b"one", b"", b"x" * 1000]), ring("XAES-256-GCM", {1: key})))

    def block(data):
        return Cipher(algorithms.AES(key), modes.ECB()).encryptor().update(data)

    low = int.from_bytes(block(bytes(16)), "big") << 1
    k1 = (low ^ (0x87 if low >> 128 else 0)) % (1 << 128)
    for value, plain in zip(sealed.to_pylist(), [b"one", b"", b"x" * 1000], strict=True):
        nonce, rest = value[:24], value[24:]
        derived = b"".join(
            block((int.from_bytes(bytes([0, number, 0x58, 0]) + nonce[:12], "big") ^ k1).to_bytes(16, "big"))
            for number in (1, 2))
        assert AESGCM(derived).decrypt(nonce[12:], rest, None) == plain


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_nonces_never_repeat(algorithm):
    values = pa.array([b""] * 30_000)
    size = AEAD[algorithm].NONCE_BYTES
    sealed = [pa.array(lanecrypt.seal_column(values, ring(algorithm, {1: bytes(32)}), threads=threads)).to_pylist()
              for threads in (1, 4)]
    assert len({value[:size] for column in sealed for value in column}) == 60_000


def test_processes_after_a_fork_draw_other_nonces():
    program = """
import os, sys, pyarrow as pa, lanecrypt
keys = lanecrypt.Keyring("XAES-256-GCM", {1: bytes(32)})
values, generator = pa.array([b"x"] * 5), lanecrypt.CtrDrbg()
lanecrypt.seal_column(values, keys)
generator.generate(1)
seeded = lanecrypt.CtrDrbg.from_seed(bytes(32), bytes(16))
for _ in range(3):
    child = os.fork()
    if child == 0:
        break
    assert os.waitpid(child, 0)[1] == 0
for value in pa.array(lanecrypt.seal_column(values, keys)).to_pylist():
    print(value[:24].hex())
print(generator.generate(24).hex())
if child == 0:
    try:
        seeded.generate(1)
    except lanecrypt.LanecryptError:
        pass
    else:
        sys.exit("a generator with a given seed ran in a child")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    drawn = done.stdout.split()
    assert len(drawn) == 4 * 6 == len(set(drawn))


@pytest.mark.parametrize("type", [pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint16(), pa.uint32(),
                                  pa.uint64()])
def test_integers_as_ids_and_as_associated_data(type):
    values, ids = pa.array([b"a", b"b", None, b"d"]), pa.array([1, 7, None, 1], type)
    sealed = lanecrypt.seal_column(values, ring(), ids, aad=ids)
    size = type.bit_width // 8
    rows = pa.array(sealed).to_pylist()
    for value, id, plain in [(rows[0], 1, b"a"), (rows[1], 7, b"b"), (rows[3], 1, b"d")]:
        assert opened_by_hand("AEGIS-256", value, KEYS[id], id.to_bytes(size, "little")) == plain
    assert pa.array(lanecrypt.open_column(sealed, ring(), ids, aad=ids)).to_pylist() == values.to_pylist()


def test_sliced_integers_are_their_own_rows():
    ids = pa.array([9, 9, 1, 7, 1, 9])[2:5]
    sealed = pa.array(lanecrypt.seal_column(pa.array([b"z", b"a", b"b", b"c"])[1:], ring(), ids, aad=ids))
    for value, id, plain in zip(sealed.to_pylist(), [1, 7, 1], [b"a", b"b", b"c"], strict=True):
        assert opened_by_hand("AEGIS-256", value, KEYS[id], id.to_bytes(8, "little")) == plain


@pytest.mark.parametrize("index", [pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64(),
                                   pa.uint64()])
@pytest.mark.parametrize("value", [pa.int16(), pa.int64(), pa.uint64(), pa.string(), pa.large_string(),
                                   pa.string_view()])
def test_dictionaries_of_ids(index, value):
    values = pa.array([b"a", b"b", None, b"d", b"e"])
    text = "string" in str(value)
    # 9 is no id of the keyring: a value of the dictionary that no row has does no harm.
    words = pa.array([str(id) for id in (9, 7, 1)] if text else [9, 7, 1], value)
    keys = ring(keys={str(id): key for id, key in KEYS.items()} if text else KEYS)
    ids = pa.DictionaryArray.from_arrays(pa.array([0, 2, 1, None, 1, 2], index), words)[1:]
    sealed = pa.array(lanecrypt.seal_column(values, keys, ids))
    for row, id, plain in [(0, 1, b"a"), (1, 7, b"b"), (3, 7, b"d"), (4, 1, b"e")]:
        assert opened_by_hand("AEGIS-256", sealed[row].as_py(), KEYS[id], None) == plain
    plain = pa.array([str(id) for id in (1, 7, 1, 7, 1)] if text else [1, 7, 1, 7, 1])
    assert pa.array(lanecrypt.open_column(sealed, keys, plain)).to_pylist() == values.to_pylist()
    with pytest.raises(ValueError, match="key_id of row 0 is \"?9\"?, which the keyring does not have"):
        lanecrypt.seal_column(values[:1], keys, pa.DictionaryArray.from_arrays(pa.array([0], index), words))
    with pytest.raises(ValueError, match="key_id of row 1 is null, its value is not"):
        lanecrypt.seal_column(values[:2], keys, pa.DictionaryArray.from_arrays(pa.array([1, None], index), words))
    other = pa.DictionaryArray.from_arrays(pa.array([0], index), pa.array([1] if text else ["1"]))
    with pytest.raises(TypeError, match="key_id is a column of Dictionary"):
        lanecrypt.seal_column(values[:1], keys, other)


def test_dictionaries_of_each_chunk():
    ids = pa.chunked_array([pa.array([1, 7, 1]).dictionary_encode(), pa.array([None, 7, 1]).dictionary_encode(),
                            pa.array([None], pa.int64()).dictionary_encode()])
    values = pa.array([b"a", b"b", b"c", None, b"e", b"f", None])
    sealed = lanecrypt.seal_column(values, ring(), ids)
    opened = lanecrypt.open_column(sealed, ring(), pa.array([1, 7, 1, 1, 7, 1, 1]))
    assert pa.array(opened).to_pylist() == values.to_pylist()


def test_dictionaries_of_polars():
    frame = pl.DataFrame({"v": [b"first", b"second", None], "id": ["x", "y", None]}, schema_overrides={
        "id": pl.Categorical})
    keys = ring(keys={"x": bytes(32), "y": bytes([1] * 32)})
    sealed = lanecrypt.seal_column(frame["v"], keys, frame["id"])
    opened = lanecrypt.open_column(sealed, keys, pl.Series(["x", "y", "x"]))
    assert pa.array(opened).to_pylist() == [b"first", b"second", None]
    enum = frame["id"].cast(pl.Enum(["y", "x", "z"]))
    assert pa.array(lanecrypt.open_column(sealed, keys, enum)).to_pylist() == [b"first", b"second", None]


def test_many_ids():
    """More than a handful, in no order."""
    keys = {(7919 * number) % 100_003 - 50_000: os.urandom(32) for number in range(1000)}
    ids = list(keys)[::3] + list(keys)[1::3]
    values = pa.array([str(id).encode() for id in ids])
    for names in (keys, {str(id): key for id, key in keys.items()}):
        column = pa.array(ids if names is keys else [str(id) for id in ids])
        sealed = pa.array(lanecrypt.seal_column(values, ring(keys=names), column))
        for row in range(0, len(ids), 50):
            assert opened_by_hand("AEGIS-256", sealed[row].as_py(), keys[ids[row]], None) == str(ids[row]).encode()


@pytest.mark.parametrize("empty", [pa.array([], pa.binary()), pa.array([None, None], pa.binary()),
                                   pa.array([b"x"])[1:], pa.chunked_array([], pa.binary()), pl.Series([], dtype=pl.Binary)])
def test_empty_columns(empty):
    keys = ring(keys={1: bytes(32)})
    sealed = lanecrypt.seal_column(empty, keys)
    assert len(sealed) == len(empty)
    opened = pa.array(lanecrypt.open_column(sealed, keys))
    assert opened.to_pylist() == [None] * len(empty)


def test_chunks():
    chunks = pa.chunked_array([[b"a", None], [], [b"b"] * 9000, [b"c"]], pa.binary())
    ids = pa.chunked_array([[1] * 5000, [7] * 4003])
    sealed = lanecrypt.seal_column(chunks, ring(), ids)
    opened = lanecrypt.open_column(pa.chunked_array([pa.array(sealed)[:100], pa.array(sealed)[100:]]), ring(), ids)
    assert pa.array(opened).to_pylist() == chunks.to_pylist()


def test_polars():
    frame = pl.DataFrame({"v": [b"first", None, b"third"], "id": ["x", "y", "y"], "row": [1, 2, 3]})
    keys = ring("XAES-256-GCM", {"x": bytes(32), "y": bytes([1] * 32)})
    sealed = pl.Series("v", lanecrypt.seal_column(frame["v"], keys, frame["id"], aad=frame["row"]))
    assert sealed.dtype == pl.Binary and sealed.null_count() == 1
    opened = pl.Series("v", lanecrypt.open_column(sealed, keys, frame["id"], aad=frame["row"]))
    assert opened.to_list() == [b"first", None, b"third"]
    text = pl.Series("t", ["ä", None])
    keys = ring(keys={1: bytes(32)})
    back = pl.Series(lanecrypt.open_column(pl.Series(lanecrypt.seal_column(text, keys)), keys))
    assert back.to_list() == ["ä".encode(), None]


def test_pandas():
    keys = ring(keys={1: bytes(32)})
    series = pd.Series([b"first", None, b"third"], dtype=pd.ArrowDtype(pa.binary()))
    sealed = pd.Series(pa.array(lanecrypt.seal_column(series, keys)), dtype=pd.ArrowDtype(pa.binary()))
    opened = pa.array(lanecrypt.open_column(sealed, keys))
    assert opened.to_pylist() == [b"first", None, b"third"]


def test_the_result_is_taken_without_copying():
    result = lanecrypt.seal_column(pa.array([b"x" * 100] * 10), ring(keys={1: bytes(32)}))
    first, second = pa.array(result), pa.array(result)
    assert [buffer and buffer.address for buffer in first.buffers()] == [
        buffer and buffer.address for buffer in second.buffers()]
    del result
    assert first.equals(second)
    first.validate(full=True)


def test_capsules_that_nobody_takes_are_freed():
    result = lanecrypt.seal_column(pa.array([b"x" * 10**6]), ring(keys={1: bytes(32)}))

    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1])

    before = resident()
    for _ in range(2000):
        result.__arrow_c_array__()
        result.__arrow_c_schema__()
        pa.array(result)
    assert resident() - before < 2000


@pytest.mark.parametrize("threads", [1, 3])
def test_large_columns(threads):
    """Results of several MiB are written in another way than small ones."""
    sizes = [0, 1, 15, 63, 64, 65, 1500, 1501, 4097, 20_000]
    plain = [None if row % 97 == 5 else os.urandom(sizes[row * 7 % 10]) for row in range(3000)] + [
        os.urandom(300_000), None, b"", os.urandom(200_000)]
    values, ids = pa.array(plain, pa.binary()), pa.array([list(KEYS)[row % 3] for row in range(len(plain))])
    for algorithm in ALGORITHMS:
        keys = ring(algorithm)
        sealed = pa.array(lanecrypt.seal_column(values, keys, ids, threads=threads))
        assert sealed.nbytes > 8 << 20
        for row in [*range(0, len(plain), 41), len(plain) - 4, len(plain) - 1]:
            if plain[row] is not None:
                key = KEYS[ids[row].as_py()]
                assert opened_by_hand(algorithm, sealed[row].as_py(), key, None) == plain[row]
        opened = pa.array(lanecrypt.open_column(sealed, keys, ids, threads=threads))
        assert opened.equals(values)
        changed = bytearray(sealed[7].as_py())
        changed[-1] ^= 1
        rows = [*sealed[:7].to_pylist(), bytes(changed), b"short", *sealed[9:].to_pylist()]
        opened = pa.array(lanecrypt.open_column(pa.array(rows), keys, ids, errors="null", threads=threads))
        assert [row for row in range(len(plain)) if opened[row].is_valid != values[row].is_valid] == [7, 8]
        assert opened[9:].equals(values[9:])


@pytest.mark.parametrize("threads", [1, 3])
def test_failures(threads):
    keys = ring(keys={1: bytes(32)})
    sealed = pa.array(lanecrypt.seal_column(pa.array([b"abc", None] * 5000), keys)).to_pylist()
    sealed[4] = sealed[4][:-1] + bytes([sealed[4][-1] ^ 1])
    sealed[6] = b"short"
    sealed[8] = b""
    sealed[9998] = sealed[0][:10] + b"x" + sealed[0][11:]
    changed = pa.array(sealed, pa.binary())
    with pytest.raises(lanecrypt.BatchError, match="4 of 10000 rows failed; the first is row 4") as caught:
        lanecrypt.open_column(changed, keys, threads=threads)
    assert caught.value.failed == [4, 6, 8, 9998]
    opened = pa.array(lanecrypt.open_column(changed, keys, errors="null", threads=threads))
    opened.validate(full=True)
    expected = [b"abc", None] * 5000
    for row in caught.value.failed:
        expected[row] = None
    assert opened.to_pylist() == expected
    with pytest.raises(lanecrypt.BatchError):
        lanecrypt.open_column(pa.array([sealed[0]]), ring(keys={1: bytes([1] * 32)}))
    with pytest.raises(lanecrypt.BatchError):
        lanecrypt.open_column(pa.array([sealed[0]]), keys, aad=b"other")
    # A wrong length of the prefix, also one that values do not have.
    for prefix_bytes in (1, 40, 1000, 2**64 - 1):
        some = lanecrypt.open_column(pa.array(sealed[:2]), keys, prefix_bytes=prefix_bytes, errors="null")
        assert pa.array(some).to_pylist() == [None, None]
    # Without a null before, one is made.
    alone = pa.array(lanecrypt.open_column(pa.array([sealed[0], b"short"]), keys, errors="null"))
    assert alone.to_pylist() == [b"abc", None]


def test_wrong_arguments():
    values, keys, one = pa.array([b"a", b"b"]), ring(), ring(keys={1: bytes(32)})
    for error, message, arguments in [
        (TypeError, "values is a list; expected an Arrow array", ([b"a"], one)),
        (TypeError, "values is a column of Int64; expected binary", (pa.array([1]), one)),
        (TypeError, "key_id is a int; expected an Arrow array", (values, keys, 1)),
        (ValueError, "no key_id, and the keyring has 4 keys", (values, keys)),
        (ValueError, "key_id of 1 rows for a column of 2 rows", (values, keys, pa.array([1]))),
        (ValueError, "key_id of row 1 is 2, which the keyring does not have", (values, keys, pa.array([1, 2]))),
        (ValueError, "key_id of row 1 is null, its value is not", (values, keys, pa.array([1, None]))),
        (TypeError, "key_id is a column of Utf8; the keyring has integers", (values, keys, pa.array(["1", "7"]))),
        (TypeError, "key_id is a column of Int64; the keyring has strings",
         (values, ring(keys={"1": bytes(32)}), pa.array([1, 1]))),
    ]:
        with pytest.raises(error, match=message):
            lanecrypt.seal_column(*arguments)
        with pytest.raises(error, match=message):
            lanecrypt.open_column(*arguments)
    with pytest.raises(ValueError, match="aad of row 1 is null"):
        lanecrypt.seal_column(values, one, aad=pa.array([b"", None]))
    with pytest.raises(ValueError, match="aad of 3 rows for a column of 2 rows"):
        lanecrypt.seal_column(values, one, aad=pa.array([b"", b"", b""]))
    with pytest.raises(TypeError, match="aad is a column of Float64"):
        lanecrypt.seal_column(values, one, aad=pa.array([1.0, 2.0]))
    with pytest.raises(TypeError):
        lanecrypt.seal_column(values, one, aad="text")
    with pytest.raises(TypeError):
        lanecrypt.seal_column(values, one, prefix="text")
    with pytest.raises(OverflowError):
        lanecrypt.open_column(values, one, prefix_bytes=-1)
    with pytest.raises(TypeError):
        lanecrypt.seal_column(values, {1: bytes(32)})
    with pytest.raises(ValueError, match="errors=\"ignore\"; expected \"raise\" or \"null\""):
        lanecrypt.open_column(values, one, errors="ignore")


def test_keyrings():
    with pytest.raises(ValueError, match="key of 31 bytes; the algorithm's keys have 32 bytes"):
        ring(keys={1: bytes(31)})
    with pytest.raises(ValueError, match="no keys"):
        ring(keys={})
    with pytest.raises(TypeError, match="ids of both types"):
        ring(keys={1: bytes(32), "1": bytes(32)})
    for wrong in (True, 1.5, b"id", None):
        with pytest.raises(TypeError, match="ids are integers or strings"):
            ring(keys={wrong: bytes(32)})
    keys = ring()
    assert len(keys) == 4 and keys.algorithm == "AEGIS-256" and keys.overhead == 48
    assert "00" not in repr(keys)


def test_a_released_stream_is_refused():
    class Used:
        def __init__(self):
            self.capsule = pa.chunked_array([[b"x"]]).__arrow_c_stream__()

        def __arrow_c_stream__(self, requested_schema=None):
            return self.capsule

    used, keys = Used(), ring(keys={1: bytes(32)})
    assert len(lanecrypt.seal_column(used, keys)) == 1
    with pytest.raises(ValueError, match="released"):
        lanecrypt.seal_column(used, keys)

    class UsedArray:
        def __init__(self):
            self.capsules = pa.array([b"x"]).__arrow_c_array__()

        def __arrow_c_array__(self, requested_schema=None):
            return self.capsules

    used = UsedArray()
    assert len(lanecrypt.seal_column(used, keys)) == 1
    with pytest.raises(ValueError, match="released"):
        lanecrypt.seal_column(used, keys)

    class Wrong:
        def __arrow_c_array__(self, requested_schema=None):
            return (1, 2)

    with pytest.raises(TypeError):
        lanecrypt.seal_column(Wrong(), keys)

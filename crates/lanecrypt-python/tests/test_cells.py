"""Encrypted cells of tables."""

import copy
import datetime
import functools
import json
import os
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lanecrypt
from lanecrypt import cells, spark

KEY = bytes(range(32))
RING = cells.CellKeyring(1, {1: ("xaes256-gcm", KEY)})


def opened_by_hand(cell, bound, ring):
    """By the class for single messages."""
    classes = {1: lanecrypt.XAes256Gcm, 2: lanecrypt.Aegis256, 3: lanecrypt.Aegis256X2, 4: lanecrypt.Aegis256X4}
    header, cls = cell[:5], classes[cell[0]]
    aad = header + b"".join(len(value).to_bytes(8, "little") + value for value in bound)
    nonce = cell[5 : 5 + cls.NONCE_BYTES]
    return cls(ring[int.from_bytes(header[1:], "big")]).decrypt(nonce, cell[5 + cls.NONCE_BYTES :], aad)


@pytest.mark.parametrize("algorithm", cells.ALGORITHMS)
@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_the_form_of_cells(algorithm, data):
    rows = data.draw(st.lists(st.tuples(st.none() | st.binary(max_size=300), st.text(max_size=20),
                                        st.integers(-(2**31), 2**31 - 1)), max_size=30))
    number = data.draw(st.integers(0, 2**32 - 1))
    ring = cells.CellKeyring(number, {number: (algorithm, KEY)})
    values = pa.array([row[0] for row in rows], data.draw(st.sampled_from([pa.binary(), pa.large_binary()])))
    texts, numbers = pa.array([row[1] for row in rows], pa.string()), pa.array([row[2] for row in rows], pa.int32())
    sealed = cells.seal_cells(values, ring, [texts, numbers])
    assert sealed.type == values.type
    for cell, (value, text, integer) in zip(sealed.to_pylist(), rows, strict=True):
        if value is None:
            assert cell is None
        else:
            assert cell[:5] == bytes([cells.ALGORITHMS[algorithm][0]]) + number.to_bytes(4, "big")
            bound = [text.encode(), integer.to_bytes(4, "little", signed=True)]
            assert opened_by_hand(cell, bound, {number: KEY}) == value
    assert cells.open_cells(sealed, ring, [texts, numbers]).equals(values)


def test_keys_change():
    keys = {n: ("xaes256-gcm" if n % 2 else "aegis-256", os.urandom(32)) for n in range(1, 5)}
    parts, ids = [], []
    for primary in keys:
        ring = cells.CellKeyring(primary, keys)
        values = pa.array([f"{primary} {row}" if row % 5 else None for row in range(100)])
        parts.append(cells.seal_cells(values, ring, [pa.array(range(100))]))
        ids += range(100)
    order = np.random.default_rng(5).permutation(400)
    sealed = pa.concat_arrays(parts).take(pa.array(order))
    opened = cells.open_cells(sealed, cells.CellKeyring(3, keys), [pa.array(ids).take(pa.array(order))], threads=2)
    wanted = [f"{at // 100 + 1} {at % 100}".encode() if at % 100 % 5 else None for at in order]
    assert opened.to_pylist() == wanted
    # Without one of the keys, its cells are null.
    fewer = cells.CellKeyring(1, {n: key for n, key in keys.items() if n != 4})
    opened = cells.open_cells(sealed, fewer, [pa.array(ids).take(pa.array(order))], errors="null")
    assert opened.to_pylist() == [None if at >= 300 else value for at, value in zip(order, wanted, strict=True)]


def test_one_call_opens_the_cells_of_all_keys_of_an_algorithm(monkeypatch):
    keys = {n: ("xaes256-gcm" if n % 2 else "aegis-256", os.urandom(32)) for n in range(40)}
    values, ids = pa.array(["a", None]), pa.array([1, 2])
    sealed = pa.concat_arrays([cells.seal_cells(values, cells.CellKeyring(n, keys), [ids]) for n in keys])
    calls = []

    def counted(*arguments, **named):
        calls.append(1)
        return lanecrypt.open_column(*arguments, **named)

    monkeypatch.setattr(cells, "open_column", counted)
    opened = cells.open_cells(sealed, cells.CellKeyring(0, keys), [pa.array([1, 2] * 40)])
    assert opened.to_pylist() == [b"a", None] * 40
    assert len(calls) == 2


def test_what_does_not_open():
    ids = pa.array([1, 2, 3, 4, 5, 6])
    sealed = cells.seal_cells(pa.array(["a", "b", None, "d", "e", "f"]), RING, [ids]).to_pylist()
    sealed[1] = sealed[1][:-1] + bytes([sealed[1][-1] ^ 1])
    sealed[3] = b"\x01\x00"
    sealed[4] = sealed[4][:4] + b"\x09" + sealed[4][5:]
    sealed[5] = sealed[5][:5]
    column = pa.array(sealed)
    assert cells.open_cells(column, RING, [ids], errors="null").to_pylist() == [b"a", None, None, None, None, None]
    with pytest.raises(lanecrypt.BatchError, match="4 of 6 cells do not open; the first is row 1") as caught:
        cells.open_cells(column, RING, [ids])
    assert caught.value.failed == [1, 3, 4, 5]
    for row, reason in [(3, "no cell, it has 2 bytes"), (4, "the keyring has no key 9 of algorithm 1")]:
        with pytest.raises(lanecrypt.BatchError, match=reason):
            cells.open_cells(column[row : row + 1], RING, [ids[row : row + 1]])
    # The header is authenticated, whatever else is in the column.
    alone, changed = sealed[0], bytes([2]) + sealed[0][1:]
    for column, ids_there, wanted in [([alone, sealed[4]], [1, 5], [b"a", None]), ([sealed[4]], [5], [None]),
                                      ([alone, changed], [1, 1], [b"a", None]), ([changed], [1], [None]),
                                      ([alone, b"\x01\x00"], [1, 1], [b"a", None])]:
        opened = cells.open_cells(pa.array(column), RING, [pa.array(ids_there)], errors="null")
        assert opened.to_pylist() == wanted
    other = cells.CellKeyring(1, {1: ("xaes256-gcm", KEY), 9: ("xaes256-gcm", KEY)})
    renamed = alone[:4] + b"\x09" + alone[5:]
    for column, nulls in [([alone, renamed], 1), ([renamed, renamed], 2)]:
        assert cells.open_cells(pa.array(column), other, [pa.array([1, 1])], errors="null").null_count == nulls
    good = pa.array(sealed[:1])
    for bound in ([], [pa.array([2])], [pa.array([1], pa.int32())], [pa.array(["1"])], [ids[:1], ids[:1]]):
        assert cells.open_cells(good, RING, bound, errors="null").to_pylist() == [None]
    # Bytes do not move from one bound column to the next.
    sealed = cells.seal_cells(pa.array(["x"]), RING, [pa.array(["ab"]), pa.array(["c"])])
    assert cells.open_cells(sealed, RING, [pa.array(["a"]), pa.array(["bc"])], errors="null").null_count == 1


def test_columns_of_other_libraries():
    day = datetime.date(2026, 11, 24)
    for values in (pl.Series(["a", None]), pd.Series(["a", None], dtype="string[pyarrow]"),
                   pa.chunked_array([["a"], [None]]),
                   pa.array(["a", None]).dictionary_encode(), pa.array(["z", "a", None])[1:]):
        bound = [pl.Series([1, 2]), pa.array([day, day]), np.array([5, 6], np.uint16), pl.Series(["t", "u"])]
        sealed = cells.seal_cells(values, RING, bound)
        assert cells.open_cells(sealed, RING, bound).to_pylist() == [b"a", None]
        days = (day - datetime.date(1970, 1, 1)).days.to_bytes(4, "little")
        assert opened_by_hand(sealed[0].as_py(), [(1).to_bytes(8, "little"), days, b"\x05\x00", b"t"], {1: KEY}) == b"a"
    for kind in (pa.string_view(), pa.binary_view(), pa.large_string()):
        sealed = cells.seal_cells(pa.array(["a", None], kind), RING, [pa.array(["t", "u"], kind)])
        assert cells.open_cells(sealed, RING, [["t", "u"]]).to_pylist() == [b"a", None]
    assert cells.seal_cells(pa.array([], pa.string()), RING).to_pylist() == []
    assert cells.open_cells(pa.array([None, None], pa.binary()), RING).to_pylist() == [None, None]


def test_wrong_columns():
    values = pa.array(["a", "b"])
    for bound, error, text in [([pa.array([1, None])], ValueError, "bound column 0 is null in row 1"),
                               ([pa.array([1])], ValueError, "has 1 rows, the values 2"),
                               ([pa.array([1.5, 2.5])], TypeError, "is double; it must be"),
                               ([values, pa.array([[1], [2]])], TypeError, "bound column 1 is list")]:
        with pytest.raises(error, match=text):
            cells.seal_cells(values, RING, bound)
    # Where the value is null, what it is bound to can be null.
    sealed = cells.seal_cells(pa.array(["a", None]), RING, [pa.array([1, None])])
    assert cells.open_cells(sealed, RING, [pa.array([1, None])]).to_pylist() == [b"a", None]
    with pytest.raises(TypeError, match="values are int64"):
        cells.seal_cells(pa.array([1]), RING)
    with pytest.raises(TypeError, match="cells are string"):
        cells.open_cells(values, RING)
    with pytest.raises(ValueError, match="errors is"):
        cells.open_cells(pa.array([b""]), RING, errors="ignore")


def text(**changes):
    entry = {"id": 2, "algorithm": "xaes256-gcm", "key": KEY.hex()}
    return json.dumps({"primary": 2, "keys": [entry], **changes})


WRONG = [
    ("{", "not JSON"), (b"\xff", "not text"), ("[]", "object with the fields keys, primary"),
    (text(more=1), "fields"), ('{"primary": 2, "primary": 2, "keys": []}', "field twice"),
    (text(primary=3), "the id of none"), (text(primary=True), "must be an integer"), (text(keys={}), "must be a list"),
    (text(keys=[{"id": 2}]), "a key must be an object"),
    (text(keys=[{"id": "2", "algorithm": "aegis-256", "key": ""}]), "must be an integer"),
    (text(keys=[{"id": 2**32, "algorithm": "aegis-256", "key": KEY.hex()}]), "from 0 to 4294967295"),
    (text(keys=[{"id": 2, "algorithm": "aes256-gcm", "key": KEY.hex()}]), "nonces are long enough"),
    (text(keys=[{"id": 2, "algorithm": ["aegis-256"], "key": KEY.hex()}]), "nonces are long enough"),
    # Keys in the wrong field are not shown.
    (text(primary=KEY.hex()), "primary is a value of type str"),
    (text(keys=[{"id": KEY.hex(), "algorithm": "aegis-256", "key": "2"}]), "key id is a value of type str"),
    (text(keys=[{"id": 2, "algorithm": KEY.hex(), "key": "aegis-256"}]), "hexadecimal"),
    (text(keys=[{"id": 2, "algorithm": KEY.hex(), "key": ""}]), "algorithm is no name"),
    (text(keys=[{"id": 2, "algorithm": "aegis-256", "key": "0g"}]), "hexadecimal"),
    (text(keys=[{"id": 2, "algorithm": "aegis-256", "key": None}]), "hexadecimal"),
    (text(keys=[{"id": 2, "algorithm": "aegis-256", "key": KEY.hex()[2:]}]), "key 2: .*31 bytes"),
    (text(keys=[json.loads(text())["keys"][0]] * 2), "key 2 is there twice"),
]


@pytest.mark.parametrize(("wrong", "error"), WRONG)
def test_wrong_keyrings(wrong, error):
    with pytest.raises(ValueError, match=error) as caught:
        cells.CellKeyring.from_json(wrong)
    shown = str(caught.value)
    assert KEY.hex()[2:20] not in shown and caught.value.__cause__ is None


def test_where_keyrings_are(tmp_path, monkeypatch):
    path = tmp_path / "keys of today.json"
    path.write_text(text())
    path.chmod(0o600)
    monkeypatch.setenv("LANECRYPT_TEST_KEYS", text())
    for source in (path.as_uri(), "env:LANECRYPT_TEST_KEYS", text, lambda: json.loads(text()), lambda: text().encode()):
        ring = cells.CellKeyring.from_uri(source)
        assert (ring.primary, ring.ids) == (2, [2])
    for mode in (0o640, 0o604, 0o666):
        path.chmod(mode)
        with pytest.raises(ValueError, match="others must not have access"):
            cells.CellKeyring.from_uri(path.as_uri())
    with pytest.raises(FileNotFoundError):
        cells.CellKeyring.from_uri("file:///none/of/these")
    for source, error in [("env:NONE_OF_THESE", "no environment variable"), ("http://host/keys", "must be file:"),
                          ("file://host/keys", "must be file:"), (str(path), "must be file:"),
                          ("env:", "must be file:")]:
        with pytest.raises(ValueError, match=error):
            cells.CellKeyring.from_uri(source)
    with pytest.raises(TypeError, match="not bytes"):
        cells.CellKeyring.from_uri(b"file:///x")


def local_function():
    def keys():
        return text()
    return keys


def test_what_plans_take_as_keys():
    """`lanecrypt.spark` without Spark: these functions are what it hands to workers."""
    batch = pa.record_batch({"id": [1, 2], "secret": ["a", None]})
    sealed = list(spark.encrypt_batches({"secret": ["id"]}, text)([batch]))
    opened = spark.decrypt_batches({"secret": ["id"]}, text, types={"secret": "string"})(sealed)
    assert list(opened) == [batch]
    # Each of these would be pickled with what it holds.
    for keys in (lambda: text(), local_function(), functools.partial(text, more=1), RING, json.loads(text()), None):
        with pytest.raises(TypeError, match="a function of a module that workers can import"):
            spark.encrypt_batches({"secret": []}, keys)
    for bound in ("id", b"id"):
        with pytest.raises(TypeError, match="must be a list of names, such as"):
            spark.encrypt_batches({"secret": bound}, text)


def test_keyrings_do_not_leave():
    for take in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="holds secrets"):
            take(RING)
    assert repr(RING) == "<lanecrypt.cells.CellKeyring, primary 1, ids [1]>"
    assert KEY.hex() not in str(vars(RING)) and str(KEY) not in str(vars(RING))

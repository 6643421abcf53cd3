"""Batches in arrays."""

import array
import os
import subprocess
import sys
import threading

import numpy as np
import pytest
from conftest import AEADS
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from hypothesis import given, settings
from hypothesis import strategies as st

import lanecrypt

NAMES = [aead.ALGORITHM for aead in AEADS]


def random_rows(rows, width):
    return np.frombuffer(os.urandom(rows * width), np.uint8).reshape(rows, width)


@pytest.mark.parametrize("aead", AEADS)
@pytest.mark.parametrize("kind", ["one key", "key per row", "indexed"])
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_is_what_single_calls_make(aead, kind, data):
    rows = data.draw(st.integers(0, 40))
    lengths = data.draw(st.lists(st.integers(0, 300), min_size=rows, max_size=rows))
    gap = data.draw(st.integers(0, 5))
    offsets = np.cumsum([gap, *lengths])
    messages = random_rows(1, int(offsets[-1]) + gap)[0]
    nonces = random_rows(rows, aead.NONCE_BYTES)
    aads = random_rows(rows, 7)
    keys, index = {
        "one key": (os.urandom(aead.KEY_BYTES), None),
        "key per row": (random_rows(rows, aead.KEY_BYTES), None),
        "indexed": (random_rows(3, aead.KEY_BYTES), np.arange(rows, dtype=np.int32) % 3),
    }[kind]
    key_of = {
        "one key": lambda row: keys, "key per row": lambda row: keys[row],
        "indexed": lambda row: keys[row % 3],
    }[kind]
    sealed, tags = lanecrypt.seal_many(
        aead.ALGORITHM, keys, nonces, messages, offsets, key_index=index, aad=aads,
        threads=data.draw(st.sampled_from([0, 1, 3])),
    )
    assert sealed.shape == messages.shape and tags.shape == (rows, 16)
    for row in range(rows):
        message = messages[offsets[row]:offsets[row + 1]]
        expected = aead(key_of(row)).encrypt(nonces[row], message, aads[row])
        assert sealed[offsets[row]:offsets[row + 1]].tobytes() + tags[row].tobytes() == expected
    opened = lanecrypt.open_many(
        aead.ALGORITHM, keys, nonces, sealed, tags, offsets, key_index=index, aad=aads)
    assert (opened[gap:offsets[-1]] == messages[gap:offsets[-1]]).all()
    # What belongs to no message is zeros.
    assert not opened[:gap].any() and not opened[offsets[-1]:].any()
    assert not sealed[:gap].any() and not sealed[offsets[-1]:].any()


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_equal_rows_agree_with_cryptography(threads):
    rows, key = 10_000, os.urandom(16)
    nonces, messages, aad = random_rows(rows, 12), random_rows(rows, 33), os.urandom(20)
    sealed, tags = lanecrypt.seal_many("AES-128-GCM", key, nonces, messages, aad=aad, threads=threads)
    peer = AESGCM(key)
    for row in range(0, rows, 7):
        assert peer.decrypt(nonces[row], sealed[row].tobytes() + tags[row].tobytes(), aad) == messages[row].tobytes()


def test_ragged_associated_data_and_other_arrays():
    key, nonces = bytes(32), memoryview(os.urandom(36)).cast("B", (3, 12))
    offsets, aad_offsets = array.array("q", [0, 1, 3, 6]), array.array("i", [0, 0, 2, 3])
    sealed, tags = lanecrypt.seal_many(
        "AES-256-GCM", key, nonces, b"abbccc", offsets, aad=b"xyz", aad_offsets=aad_offsets)
    cipher = lanecrypt.Aes256Gcm(key)
    for row, aad in enumerate([b"", b"xy", b"z"]):
        text = sealed[offsets[row]:offsets[row + 1]].tobytes() + tags[row].tobytes()
        assert cipher.decrypt(bytes(nonces)[12 * row:12 * row + 12], text, aad) == [b"a", b"bb", b"ccc"][row]


def test_in_place_and_into_buffers():
    rows, key, nonces = 1000, bytes(16), random_rows(1000, 12)
    messages = random_rows(rows, 50)
    expected, expected_tags = lanecrypt.seal_many("AES-128-GCM", key, nonces, messages)
    data, tags = messages.copy(), np.zeros((rows, 16), np.uint8)
    result = lanecrypt.seal_many("AES-128-GCM", key, nonces, data, out=data, tags=tags)
    assert result[0] is data and result[1] is tags
    assert (data == expected).all() and (tags == expected_tags).all()
    assert lanecrypt.open_many("AES-128-GCM", key, nonces, data, tags, out=data) is data
    assert (data == messages).all()


def test_failures_are_named_and_the_others_are_done():
    rows, key, nonces = 9000, bytes(16), random_rows(9000, 12)
    messages = random_rows(rows, 20)
    sealed, tags = lanecrypt.seal_many("AES-128-GCM", key, nonces, messages)
    wrong = [0, 5, 255, 256, 4095, 4096, 8999]
    tags[wrong, 3] ^= 1
    out = np.full_like(sealed, 7)
    for threads in (1, 3):
        with pytest.raises(lanecrypt.BatchError, match="7 of 9000 rows failed; the first is row 0: auth") as caught:
            lanecrypt.open_many("AES-128-GCM", key, nonces, sealed, tags, out=out, threads=threads)
        assert caught.value.failed == wrong
        right = np.setdiff1d(np.arange(rows), wrong)
        assert (out[right] == messages[right]).all()
        assert not out[wrong].any()


def test_wrong_shapes_say_what_is_expected():
    def seal(keys=bytes(16), nonces=random_rows(2, 12), data=random_rows(2, 5), offsets=None, **rest):
        return lanecrypt.seal_many(rest.pop("algorithm", "AES-128-GCM"), keys, nonces, data, offsets, **rest)

    flat = np.zeros(10, np.uint8)
    for message, arguments in {
        "unknown algorithm \"AES\"; the known ones are AES-128-GCM, ": {"algorithm": "AES"},
        "key of 15 bytes; the algorithm's keys have 16 bytes": {"keys": bytes(15)},
        "key of 17 bytes": {"keys": random_rows(2, 17)},
        r"keys of shape \[3, 16\]; expected one dimension, or a row for each of the 2": {"keys": random_rows(3, 16)},
        r"nonces of shape \[24\]; expected a row for each of the 2 messages": {"nonces": bytes(24)},
        r"nonces of shape \[3, 12\]": {"nonces": random_rows(3, 12)},
        "nonce of 0 bytes": {"nonces": random_rows(2, 0)},
        r"data of shape \[10\]; without offsets": {"data": flat},
        r"data of shape \[2, 5\]; with offsets": {"offsets": np.array([0, 5, 10])},
        "offsets of data fall after row 0": {"data": flat, "offsets": np.array([5, 4, 10])},
        "offsets of data go up to 11; there are 10 bytes": {"data": flat, "offsets": np.array([0, 4, 11])},
        "no offsets": {"data": flat, "offsets": np.array([], np.int64)},
        "key_index of 3 items for 2 messages": {"keys": random_rows(4, 16), "key_index": np.array([0, 1, 2])},
        "key_index of row 1 is 4; there are 4 keys": {"keys": random_rows(4, 16), "key_index": np.array([0, 4])},
        "with key_index they have two dimensions": {"key_index": np.array([0, 0])},
        r"aad of shape \[3, 1\]": {"aad": random_rows(3, 1)},
        "2 offsets of aad; 2 messages have 3": {"aad": b"x", "aad_offsets": np.array([0, 1])},
        "aad_offsets without aad": {"aad_offsets": np.array([0, 1, 1])},
        "out of 9 bytes; it must have 10 bytes": {"out": bytearray(9)},
        "tags of 31 bytes; it must have 32 bytes": {"tags": bytearray(31)},
        "257 threads; 1 to 256 are allowed": {"threads": 257},
    }.items():
        with pytest.raises(ValueError, match=message):
            seal(**arguments)
    for wrong in (np.array([0.0, 5.0, 10.0]), np.array([[0, 5, 10]]), np.array([-1, 5, 10]), b"abc"):
        with pytest.raises((BufferError, TypeError)):
            seal(data=flat, offsets=wrong)
    with pytest.raises((BufferError, ValueError)):
        seal(data=random_rows(2, 10)[:, ::2])
    with pytest.raises(ValueError, match="tags of 31 bytes; 2 messages have 32"):
        lanecrypt.open_many("AES-128-GCM", bytes(16), random_rows(2, 12), random_rows(2, 5), bytes(31))


def test_overlaps_are_refused():
    whole = np.zeros(400, np.uint8)
    data, nonces = whole[:100].reshape(2, 50), whole[200:224].reshape(2, 12)
    before = whole.copy()
    for out, tags in [
        (whole[1:101], None), (whole[150:250], None), (whole[100:200], whole[190:222]),
        (data, whole[80:112]), (None, whole[200:232]),
    ]:
        with pytest.raises(ValueError, match="overlap"):
            lanecrypt.seal_many("AES-128-GCM", bytes(16), nonces, data, out=out, tags=tags)
    assert (whole == before).all()


@pytest.mark.parametrize("algorithm", NAMES)
def test_nothing(algorithm):
    aead = next(aead for aead in AEADS if aead.ALGORITHM == algorithm)
    none = np.zeros((0, 12), np.uint8)
    sealed, tags = lanecrypt.seal_many(algorithm, bytes(aead.KEY_BYTES), none, np.zeros((0, 5), np.uint8))
    assert sealed.shape == (0, 5) and tags.shape == (0, 16)
    nonces = random_rows(3, aead.NONCE_BYTES)
    sealed, tags = lanecrypt.seal_many(algorithm, bytes(aead.KEY_BYTES), nonces, np.zeros((3, 0), np.uint8))
    assert tags[1].tobytes() == aead(bytes(aead.KEY_BYTES)).encrypt(nonces[1], b"")


def test_without_numpy():
    program = """
import sys
sys.modules["numpy"] = None
import lanecrypt
table = lambda rows, width: memoryview(bytes(rows * width)).cast("B", (rows, width))
sealed, tags = lanecrypt.seal_many("AES-128-GCM", bytes(16), table(2, 12), table(2, 5))
assert type(sealed) is bytearray and len(sealed) == 10 and len(tags) == 32
cast = lambda data, width: memoryview(data).cast("B", (2, width))
assert lanecrypt.open_many("AES-128-GCM", bytes(16), table(2, 12), cast(sealed, 5), cast(tags, 16)) == bytes(10)
print("done")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "done\n", done.stderr


def test_threads_of_python_call_at_once():
    rows, key = 5000, bytes(16)
    nonces, messages = random_rows(rows, 12), random_rows(rows, 100)
    expected, tags = lanecrypt.seal_many("AES-128-GCM", key, nonces, messages)
    wrong = []

    def work():
        for _ in range(10):
            sealed, own = lanecrypt.seal_many("AES-128-GCM", key, nonces, messages, threads=2)
            if not ((sealed == expected).all() and (own == tags).all()):
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong

"""Chunked encryption: messages, pieces, parts and files."""

import copy
import io
import os
import pickle
import threading
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import known_answers, octets
from cryptography import cobblestone
from hypothesis import given, settings
from hypothesis import strategies as st

import lanecrypt
from lanecrypt import chunked

CHUNK, SEALED, HEADER = chunked.CHUNK_BYTES, chunked.CHUNK_BYTES + 16, chunked.HEADER_BYTES
KEYS = [chunked.Cobblestone128, chunked.Cobblestone256]
LENGTHS = [0, 1, 16, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 17 * CHUNK + 5]


@pytest.mark.parametrize("cls", KEYS)
def test_known_answers(cls):
    cases = [case for case in known_answers("cobblestone")
             if "ciphertext" in case and case["variant"] == f"cobblestone-{8 * cls.KEY_BYTES}"]
    assert cases
    for case in cases:
        for backend in lanecrypt.backends():
            key = cls(octets(case, "key"), backend=backend)
            assert key.decrypt(octets(case, "ciphertext"), octets(case, "context")) == octets(case, "plaintext")


@pytest.mark.parametrize("cls", KEYS)
@pytest.mark.parametrize("length", LENGTHS)
def test_exchange_with_cryptography(cls, length):
    raw, context, plain = cls.generate_key(), os.urandom(9), os.urandom(length)
    key = cls(raw)
    encryptor = getattr(cobblestone, f"{cls.__name__}Encryptor")(raw, context)
    assert key.decrypt(encryptor.update(plain) + encryptor.finalize(), context) == plain
    decryptor = getattr(cobblestone, f"{cls.__name__}Decryptor")(raw, context)
    assert decryptor.update(key.encrypt(plain, context)) + decryptor.finalize() == plain


@given(lengths=st.lists(st.integers(0, 3 * SEALED), max_size=8), data=st.data())
@settings(max_examples=60, deadline=None)
def test_pieces_of_any_length(lengths, data):
    key = chunked.Cobblestone256(bytes(32))
    plain = os.urandom(sum(lengths))
    encryptor, sealed, at = key.encryptor(b"c"), b"", 0
    for length in lengths:
        sealed += encryptor.update(plain[at : at + length])
        at += length
        # All chunks that are full were given out.
        assert len(sealed) == HEADER + at // CHUNK * SEALED
    sealed += encryptor.finalize()
    assert key.decrypt(sealed, b"c") == plain

    decryptor, opened, rest = key.decryptor(b"c"), b"", sealed
    while rest:
        piece = data.draw(st.integers(1, len(rest)))
        opened += decryptor.update(rest[:piece])
        rest = rest[piece:]
    assert opened + decryptor.finalize() == plain
    assert len(opened) == len(plain) // CHUNK * CHUNK
    for over in (encryptor, decryptor):
        with pytest.raises(ValueError, match="already finalized"):
            over.update(b"")
        with pytest.raises(ValueError, match="already finalized"):
            over.finalize()


def test_an_empty_message():
    key = chunked.Cobblestone128(bytes(16))
    sealed = key.encryptor().finalize()
    assert len(sealed) == HEADER + 16
    assert key.decrypt(sealed) == b""


def test_salts_differ():
    key = chunked.Cobblestone256(bytes(32))
    assert len({key.encrypt(b"")[:24] for _ in range(50)} | {key.encryptor().finalize()[:24] for _ in range(50)}) == 100


def decrypt_in_pieces(key, sealed, context=None):
    decryptor = key.decryptor(context)
    return decryptor.update(sealed) + decryptor.finalize()


def read_all(key, sealed, context=None):
    return chunked.Reader(io.BytesIO(sealed), key, context).read()


WAYS = [lambda key, sealed, context=None: key.decrypt(sealed, context), decrypt_in_pieces, read_all]


@pytest.mark.parametrize("way", WAYS)
def test_damage(way):
    key = chunked.Cobblestone256(bytes(32))
    plain = os.urandom(2 * CHUNK + 100)
    sealed = key.encrypt(plain, b"c")
    assert way(key, sealed, b"c") == plain

    with pytest.raises(lanecrypt.InvalidTag, match="key, the context or the header"):
        way(key, sealed, b"another")
    with pytest.raises(lanecrypt.InvalidTag, match="key, the context or the header"):
        way(chunked.Cobblestone256(bytes([1]) + bytes(31)), sealed, b"c")
    for place, error in [(0, "header"), (55, "header"), (56, "chunk 0"), (56 + SEALED, "chunk 1"),
                         (56 + 2 * SEALED - 1, "chunk 1"), (len(sealed) - 1, "chunk 2")]:
        changed = bytearray(sealed)
        changed[place] ^= 1
        with pytest.raises(lanecrypt.InvalidTag, match=error):
            way(key, bytes(changed), b"c")
    chunks = [sealed[HEADER + at * SEALED :][:SEALED] for at in range(3)]
    for order in [(1, 0, 2), (0, 0, 2), (0, 2), (2,), (0, 1, 1, 2)]:
        with pytest.raises(lanecrypt.InvalidTag):
            way(key, sealed[:HEADER] + b"".join(chunks[at] for at in order), b"c")
    with pytest.raises(lanecrypt.InvalidTag):
        way(key, sealed + b"x", b"c")
    # At the ends of chunks, and within tags, it is certain that the end is missing.
    for end in [0, 1, 55, 56, 71, HEADER + SEALED, HEADER + SEALED + 15, HEADER + 2 * SEALED]:
        with pytest.raises(lanecrypt.Truncated, match="truncated"):
            way(key, sealed[:end], b"c")
    for end in [72, 500, HEADER + SEALED - 1, HEADER + SEALED + 16, len(sealed) - 1]:
        with pytest.raises(lanecrypt.InvalidTag):
            way(key, sealed[:end], b"c")


def test_a_stream_that_failed_stays_failed():
    key = chunked.Cobblestone128(bytes(16))
    sealed = bytearray(key.encrypt(bytes(2 * CHUNK)))
    sealed[100] ^= 1
    decryptor = key.decryptor()
    with pytest.raises(lanecrypt.InvalidTag, match="chunk 0"):
        decryptor.update(sealed)
    with pytest.raises(ValueError, match="or failed"):
        decryptor.finalize()


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_ranges(data):
    key = chunked.Cobblestone256(bytes(32))
    plain = os.urandom(data.draw(st.sampled_from(LENGTHS)))
    sealed = key.encrypt(plain)
    message = key.message(sealed[:HEADER], len(sealed))
    assert message.plaintext_bytes == len(plain)
    start = data.draw(st.integers(0, len(plain)))
    end = data.draw(st.integers(start, len(plain)))
    first, after = message.sealed_range(start, end)
    assert after - first <= (end - start) + SEALED + 16 * ((end - start) // CHUNK + 2) + CHUNK
    assert message.decrypt_range(start, end, sealed[first:after]) == plain[start:end]
    with pytest.raises(ValueError, match="buffer of"):
        message.decrypt_range(start, end, sealed[first:after] + b"x")
    with pytest.raises(ValueError, match="range up to"):
        message.sealed_range(0, len(plain) + 1)
    with pytest.raises(ValueError, match="not before its start"):
        message.decrypt_range(1, 0, b"")
    first, after = message.end_range
    assert after == len(sealed)
    message.verify_end(sealed[first:after])
    with pytest.raises(lanecrypt.InvalidTag):
        message.verify_end(bytes(after - first))
    with pytest.raises(ValueError, match="buffer of"):
        message.verify_end(sealed[first:after] + b"x")


@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_reader_is_like_a_file(data):
    key = chunked.Cobblestone256(bytes(32))
    plain = os.urandom(data.draw(st.sampled_from(LENGTHS)))
    before = os.urandom(data.draw(st.integers(0, 20)))
    file = io.BytesIO(before + key.encrypt(plain, b"c"))
    file.seek(len(before))
    ours, theirs = chunked.Reader(file, key, b"c"), io.BytesIO(plain)
    for _ in range(data.draw(st.integers(1, 10))):
        place = data.draw(st.integers(-len(plain) - 5, 2 * len(plain) + 5))
        whence = data.draw(st.sampled_from([0, 1, 2]))
        base = {0: 0, 1: theirs.tell(), 2: len(plain)}[whence]
        if base + place < 0:
            with pytest.raises((ValueError, OSError)):
                ours.seek(place, whence)
        else:
            assert ours.seek(place, whence) == theirs.seek(place, whence)
        count = data.draw(st.one_of(st.integers(0, 50), st.integers(0, 2 * len(plain)), st.just(-1)))
        assert ours.read(count) == theirs.read(count)
        assert ours.tell() == theirs.tell()


def test_files(tmp_path):
    key, path = chunked.Cobblestone256(bytes(32)), tmp_path / "file.lane"
    with chunked.Writer(path, key, b"c") as writer:
        for _ in range(10):
            assert writer.write(b"a line\n" * 1000) == 7000
        assert not path.exists()
        assert len(list(tmp_path.iterdir())) == 1
    assert [entry.name for entry in tmp_path.iterdir()] == ["file.lane"]
    assert key.decrypt(path.read_bytes(), b"c") == b"a line\n" * 10_000
    with chunked.Reader(str(path), key, b"c") as reader:
        assert reader.readline() == b"a line\n"
        reader.seek(-7, io.SEEK_END)
        assert reader.readlines() == [b"a line\n"]
    assert reader.closed and writer.closed
    with pytest.raises(ValueError, match="closed"):
        writer.write(b"x")
    # A new one takes the place of the old one when it is complete.
    with chunked.Writer(path, key) as writer:
        writer.write(b"new")
        assert key.decrypt(path.read_bytes(), b"c") == b"a line\n" * 10_000
    assert chunked.Reader(path, key).read() == b"new"


def test_a_writer_that_fails_leaves_what_was_there(tmp_path):
    key, path = chunked.Cobblestone128(bytes(16)), tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(ZeroDivisionError), chunked.Writer(path, key) as writer:
        writer.write(bytes(100_000))
        raise ZeroDivisionError
    writer = chunked.Writer(path, key)
    writer.write(bytes(100_000))
    del writer
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]
    with pytest.raises(FileNotFoundError):
        chunked.Writer(tmp_path / "none" / "file", key)
    # What a file object was given is not a complete message.
    target = io.BytesIO()
    with pytest.raises(ZeroDivisionError), chunked.Writer(target, key) as writer:
        writer.write(bytes(3 * CHUNK))
        raise ZeroDivisionError
    assert not target.closed and len(target.getvalue()) == HEADER + 3 * SEALED
    with pytest.raises(lanecrypt.Truncated):
        chunked.Reader(io.BytesIO(target.getvalue()), key)


class Full(io.RawIOBase):
    """A disk that is full after so many bytes, and takes few at a time."""

    def __init__(self, room):
        self.room, self.bytes = room, b""

    def writable(self):
        return True

    def write(self, data):
        taken = bytes(data[: min(1000, self.room - len(self.bytes))])
        if not taken:
            raise OSError(28, "No space left on device")
        self.bytes += taken
        return len(taken)


def test_files_that_take_few_bytes_and_full_disks():
    key, plain = chunked.Cobblestone256(bytes(32)), os.urandom(50_000)
    file = Full(1 << 20)
    with chunked.Writer(file, key) as writer:
        writer.write(plain)
    assert key.decrypt(file.bytes) == plain
    for room in (0, 30, 20_000, len(file.bytes) - 1):
        full = Full(room)
        with pytest.raises(OSError, match="No space"), chunked.Writer(full, key) as writer:
            writer.write(plain)
        assert writer.closed
        with pytest.raises(lanecrypt.InvalidTag):
            chunked.Reader(io.BytesIO(full.bytes), key)


def test_a_reader_reads_no_more_than_it_needs(tmp_path):
    key, path = chunked.Cobblestone256(bytes(32)), tmp_path / "file"
    path.write_bytes(key.encrypt(bytes(100 * CHUNK)))
    # All but the header, one chunk in the middle and the end is damaged.
    content = bytearray(path.read_bytes())
    good = range(HEADER + 50 * SEALED, HEADER + 51 * SEALED)
    content[HEADER : good.start] = bytes(good.start - HEADER)
    content[good.stop : -16] = bytes(len(content) - 16 - good.stop)
    raw = chunked.Reader(io.BytesIO(content), key).raw
    raw.seek(50 * CHUNK)
    assert raw.read(CHUNK) == bytes(CHUNK)
    with pytest.raises(lanecrypt.InvalidTag, match="chunk 51"):
        raw.read(1)


def test_parquet_in_an_encrypted_file(tmp_path):
    key, path = chunked.Cobblestone256(bytes(32)), tmp_path / "table.parquet.lane"
    table = pa.table({"n": range(100_000), "text": [str(n) for n in range(100_000)]})
    with chunked.Writer(path, key, b"table") as file:
        pq.write_table(table, file, row_group_size=10_000)
    with chunked.Reader(path, key, b"table") as file:
        assert pq.ParquetFile(file).read_row_group(3).column("n").to_pylist() == list(range(30_000, 40_000))
    with chunked.Reader(path, key, b"table") as file:
        assert pq.read_table(file).equals(table)


@pytest.mark.parametrize("cls", KEYS)
def test_wrong_arguments(cls):
    with pytest.raises(ValueError, match=f"{cls.KEY_BYTES} bytes"):
        cls(bytes(15))
    key = cls(bytes(cls.KEY_BYTES))
    for wrong in (None, "text", 5, [b""]):
        with pytest.raises(TypeError):
            key.encrypt(wrong)
        with pytest.raises((TypeError, AttributeError)):
            chunked.Reader(wrong if wrong != "text" else 5.0, key)
    with pytest.raises(TypeError):
        key.encrypt(b"", "text")
    with pytest.raises(lanecrypt.Truncated):
        key.message(key.encrypt(b"")[:HEADER], HEADER)
    with pytest.raises(ValueError, match="backend"):
        cls(bytes(cls.KEY_BYTES), backend="mmx")


def test_secrets_do_not_leave():
    key = chunked.Cobblestone256(bytes(32))
    for secret in (key, key.encryptor(), key.decryptor(), key.message(key.encrypt(b"")[:HEADER], HEADER + 16)):
        for take in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(TypeError, match="holds a secret"):
                take(secret)
    assert "Cobblestone256" in repr(key)


def test_threads_share_a_key_and_a_message():
    key = chunked.Cobblestone256(bytes(32))
    plain = os.urandom(40 * CHUNK)
    sealed = key.encrypt(plain)
    message, wrong = key.message(sealed[:HEADER], len(sealed)), []

    def work(number):
        for start in range(number * 1000, len(plain) - 50_000, 70_001):
            first, after = message.sealed_range(start, start + 50_000)
            if message.decrypt_range(start, start + 50_000, sealed[first:after]) != plain[start : start + 50_000]:
                wrong.append(start)
        if key.decrypt(key.encrypt(plain)) != plain:
            wrong.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_the_file_is_not_private_by_accident(tmp_path):
    path = Path(tmp_path) / "file"
    chunked.Writer(path, chunked.Cobblestone128(bytes(16))).close()
    mask = os.umask(0)
    os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~mask

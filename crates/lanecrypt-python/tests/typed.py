"""A program that type checkers check. It is not run."""

import os
from io import BytesIO
from typing import assert_type

import numpy as np
import polars as pl
from numpy.typing import NDArray

import lanecrypt
from lanecrypt import chunked, threegpp


def messages(cipher: lanecrypt.Aead, data: bytearray, view: memoryview, rows: NDArray[np.uint8]) -> bytes:
    assert_type(cipher.encrypt_into(bytes(12), data, None, view), int)
    return cipher.encrypt(os.urandom(12), data) + cipher.decrypt(view, rows, b"header")


def classes() -> None:
    cipher = lanecrypt.XAes256Gcm(lanecrypt.XAes256Gcm.generate_key(), backend="portable")
    assert_type(cipher.NONCE_BYTES, int)
    messages(cipher, bytearray(), memoryview(b""), np.zeros(5, np.uint8))
    stream = lanecrypt.Ctr("AES-128", bytes(16)).stream(bytes(12))
    assert_type(stream.apply(b"x"), bytes)
    state = lanecrypt.Cmac(bytes(16), tag_bytes=8).start()
    state.update(b"x")
    assert_type(state.finalize(), bytes)
    assert_type(lanecrypt.CtrDrbg(b"x").generate(5), bytes)
    assert_type(threegpp.nea(3, bytes(16), 1, 2, 0, b"data", bits=30), bytes)
    threegpp.nia_verify(2, bytes(16), 1, 2, 0, b"data", bytes(4), bits=30)
    threegpp.nia256_verify(6, bytes(32), bytes(16), b"data", bytearray(8), tag_bytes=8)
    try:
        threegpp.nca_open(6, bytes(32), bytes(16), b"")
    except lanecrypt.InvalidTag:
        pass


def batches(nonces: NDArray[np.uint8], data: NDArray[np.uint8]) -> None:
    sealed, tags = lanecrypt.seal_many("AES-256-GCM", bytes(32), nonces, data, threads=2)
    assert_type(sealed, NDArray[np.uint8])
    assert_type(tags, NDArray[np.uint8])
    into, _ = lanecrypt.seal_many("AES-256-GCM", bytes(32), nonces, data, out=bytearray(5))
    assert_type(into, bytearray)
    try:
        assert_type(lanecrypt.open_many("AES-256-GCM", bytes(32), nonces, sealed, tags), NDArray[np.uint8])
    except lanecrypt.BatchError as error:
        assert_type(error.failed, list[int])


def pdus(bearers: list[threegpp.Pdcp], data: NDArray[np.uint8]) -> None:
    guard = threegpp.TransmitGuard(5)
    pdcp = threegpp.Pdcp(2, bytes(16), None, None, bearer=4, direction=1, backend="portable")
    pdu = pdcp.protect(guard.next_count(), 3, b"header and data")
    assert_type(pdcp.open(guard.count(9), 3, memoryview(pdu)), bytes)
    assert_type(pdcp.integrity, int | None)
    counts = np.arange(2)
    protected = threegpp.pdcp_protect_many(pdcp, counts, 3, data)
    assert_type(protected, NDArray[np.uint8])
    assert_type(threegpp.pdcp_open_many(bearers, counts, counts, protected, out=bytearray(5)), bytearray)
    try:
        threegpp.pdcp_open_many(tuple(bearers), counts, 3, data, counts, bearer_index=counts, threads=2)
    except (lanecrypt.BatchError, lanecrypt.CountUsed):
        pass


def columns(frame: pl.DataFrame) -> None:
    ring = lanecrypt.Keyring("AEGIS-256", {1: bytes(32)})
    sealed = lanecrypt.seal_column(frame["v"], ring, frame["id"], aad=b"x")
    assert_type(sealed, lanecrypt.BinaryColumn)
    lanecrypt.open_column(sealed, ring, pl.Series([1]), aad=frame["row"], errors="null")


def files(target: BytesIO) -> None:
    key = chunked.Cobblestone256(chunked.Cobblestone256.generate_key())
    assert_type(key.decrypt(key.encrypt(b"data", b"context")), bytes)
    with chunked.Writer(target, key) as writer:
        assert_type(writer.write(b"data"), int)
    with chunked.Reader("path", key, context=b"context") as reader:
        assert_type(reader.read(5), bytes)
    assert_type(key.message(bytes(56), 72).sealed_range(0, 1), tuple[int, int])


def mistakes() -> None:
    lanecrypt.Aes128Gcm("key")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    lanecrypt.Keyring("AEGIS-256", {1.5: b""})  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    lanecrypt.open_column(5, lanecrypt.Keyring("AEGIS-256", {1: b""}))  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]

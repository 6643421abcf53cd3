"""The classes of AEADs."""

import copy
import gc
import os
import pickle
import threading
import time

import numpy as np
import pytest
from conftest import AEADS
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, AESOCB3
from hypothesis import given, settings
from hypothesis import strategies as st

import lanecrypt

PEERS = {
    lanecrypt.Aes128Gcm: AESGCM, lanecrypt.Aes192Gcm: AESGCM, lanecrypt.Aes256Gcm: AESGCM,
    lanecrypt.Aes128Ocb3: AESOCB3, lanecrypt.Aes192Ocb3: AESOCB3, lanecrypt.Aes256Ocb3: AESOCB3,
}


def test_the_classes_are_those_of_the_documentation():
    names = {aead.__name__ for aead in AEADS}
    assert {"Aes128Gcm", "Aes256Gcm", "XAes256Gcm", "Aes128Ocb3", "Aegis128L", "Aegis256"} <= names
    assert len({aead.ALGORITHM for aead in AEADS}) == len(AEADS)


@pytest.mark.parametrize("aead", PEERS)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_agrees_with_cryptography(aead, data):
    key = data.draw(st.binary(min_size=aead.KEY_BYTES, max_size=aead.KEY_BYTES))
    nonce = data.draw(st.binary(min_size=12, max_size=12 if "Ocb" in aead.__name__ else 30))
    nonce = nonce[:15] if "Ocb" in aead.__name__ else nonce
    message = data.draw(st.binary(max_size=5000))
    aad = data.draw(st.one_of(st.none(), st.binary(max_size=100)))
    ours, theirs = aead(key), PEERS[aead](key)
    sealed = theirs.encrypt(nonce, message, aad)
    assert ours.encrypt(nonce, message, aad) == sealed
    assert ours.decrypt(nonce, sealed, aad) == message
    position = data.draw(st.integers(0, len(sealed) - 1))
    changed = bytearray(sealed)
    changed[position] ^= data.draw(st.integers(1, 255))
    with pytest.raises(lanecrypt.InvalidTag):
        ours.decrypt(nonce, changed, aad)


@pytest.mark.parametrize("aead", AEADS)
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_round_trip_in_every_form(aead, data):
    message = data.draw(st.binary(max_size=4500))
    aad = data.draw(st.binary(max_size=50))
    tag_bytes = data.draw(st.sampled_from([16] + ([32] if "Aegis" in aead.__name__ else [])))
    cipher, nonce = aead(os.urandom(aead.KEY_BYTES), tag_bytes=tag_bytes), os.urandom(aead.NONCE_BYTES)
    sealed = cipher.encrypt(nonce, message, aad)
    assert len(sealed) == len(message) + tag_bytes
    wrap = data.draw(st.sampled_from([bytes, bytearray, memoryview, lambda b: np.frombuffer(b, np.uint8)]))
    assert cipher.encrypt(wrap(nonce), wrap(message), wrap(aad)) == sealed
    apart = bytearray(len(sealed))
    assert cipher.encrypt_into(nonce, message, aad, apart) == len(sealed)
    assert apart == sealed
    in_place = bytearray(message) + bytearray(tag_bytes)
    cipher.encrypt_into(nonce, memoryview(in_place)[:len(message)], aad, in_place)
    assert in_place == sealed
    opened = bytearray(len(message))
    assert cipher.decrypt_into(nonce, sealed, aad, opened) == len(message)
    assert opened == message
    cipher.decrypt_into(nonce, in_place, aad, memoryview(in_place)[:len(message)])
    assert in_place[:len(message)] == message


@pytest.mark.parametrize("aead", AEADS)
def test_wrong_sizes_say_what_is_expected(aead):
    cipher = aead(bytes(aead.KEY_BYTES))
    with pytest.raises(ValueError, match=f"key of {aead.KEY_BYTES + 1} bytes.*have {aead.KEY_BYTES} bytes"):
        aead(bytes(aead.KEY_BYTES + 1))
    with pytest.raises(ValueError, match="nonce of 0 bytes; the algorithm's nonces have"):
        cipher.encrypt(b"", b"data")
    with pytest.raises(ValueError, match="tag of 3 bytes; the algorithm's tags have"):
        aead(bytes(aead.KEY_BYTES), tag_bytes=3)
    with pytest.raises(ValueError, match="unknown backend; the known ones are portable"):
        aead(bytes(aead.KEY_BYTES), backend="mmx")
    nonce = bytes(aead.NONCE_BYTES)
    with pytest.raises(ValueError, match="buffer of 19 bytes; it must have 20 bytes"):
        cipher.encrypt_into(nonce, b"data", None, bytearray(19))
    with pytest.raises(ValueError, match="buffer of 5 bytes; it must have 4 bytes"):
        cipher.decrypt_into(nonce, bytes(20), None, bytearray(5))
    for short in (0, 1, 15):
        with pytest.raises(lanecrypt.InvalidTag):
            cipher.decrypt(nonce, bytes(short))


def test_wrong_types():
    cipher = lanecrypt.Aes256Gcm(bytes(32))
    for wrong in ("text", 5, None, [1, 2], object()):
        with pytest.raises(TypeError):
            cipher.encrypt(wrong, b"")
        with pytest.raises(TypeError):
            cipher.encrypt(bytes(12), wrong)
        with pytest.raises(TypeError):
            lanecrypt.Aes256Gcm(wrong)
    with pytest.raises(TypeError):
        cipher.encrypt(bytes(12), b"", "text")
    with pytest.raises(BufferError):
        cipher.encrypt_into(bytes(12), b"", None, bytes(16))
    with pytest.raises((BufferError, ValueError)):
        cipher.encrypt(bytes(12), np.zeros((4, 4), np.uint8)[:, :2])
    with pytest.raises(TypeError):
        lanecrypt.Aead()
    with pytest.raises(TypeError):
        lanecrypt.Aead(bytes(32))


def test_overlapping_buffers_are_refused():
    cipher, whole = lanecrypt.Aes256Gcm(bytes(32)), bytearray(64)
    view = memoryview(whole)
    before = bytes(whole)
    for data, aad, buf in [
        (view[1:9], None, view[0:24]),
        (view[20:28], None, view[0:24]),
        (view[40:48], view[0:4], view[0:24]),
    ]:
        with pytest.raises(ValueError, match="overlap"):
            cipher.encrypt_into(bytes(12), data, aad, buf)
    with pytest.raises(ValueError, match="overlap"):
        cipher.encrypt_into(view[4:16], b"12345678", None, view[0:24])
    with pytest.raises(ValueError, match="overlap"):
        cipher.decrypt_into(bytes(12), view[0:24], None, view[16:24])
    assert whole == before


def test_a_failed_opening_leaves_zeros():
    cipher = lanecrypt.Aes256Gcm(bytes(32))
    sealed, out = bytearray(cipher.encrypt(bytes(12), b"secret")), bytearray(b"before")
    sealed[0] ^= 1
    with pytest.raises(lanecrypt.InvalidTag, match="authentication failed"):
        cipher.decrypt_into(bytes(12), sealed, None, out)
    assert out == bytes(6)


def test_released_and_resized_buffers():
    cipher, data = lanecrypt.Aes256Gcm(bytes(32)), bytearray(b"data")
    released = memoryview(data)
    released.release()
    with pytest.raises(ValueError):
        cipher.encrypt(bytes(12), released)
    cipher.encrypt(bytes(12), data)
    data.extend(b"more")  # no export is left over
    with pytest.raises(ValueError):
        cipher.encrypt(b"", data)
    data.extend(b"more")
    assert cipher.decrypt(bytes(12), cipher.encrypt(bytes(12), data)) == b"datamoremore"


@pytest.mark.parametrize("make", [
    lambda: lanecrypt.Aes256Gcm(bytes(32)), lambda: lanecrypt.Ctr("AES-128", bytes(16)),
    lambda: lanecrypt.ChaCha20(bytes(32)).stream(bytes(12)), lambda: lanecrypt.Cmac(bytes(16)),
    lambda: lanecrypt.Cmac(bytes(16)).start(), lanecrypt.CtrDrbg,
    lambda: lanecrypt.Keyring("AEGIS-256", {1: bytes(32)}),
])
def test_secrets_are_not_pickled(make):
    for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match=r"lanecrypt\.\w+ holds a secret and cannot be pickled"):
            attempt(make())


def test_classes_and_exceptions_can_be_pickled():
    for aead in AEADS:
        assert pickle.loads(pickle.dumps(aead)) is aead
    with pytest.raises(lanecrypt.BatchError) as caught:
        tables = [memoryview(bytes(size)).cast("B", (1, size)) for size in (12, 4, 16)]
        lanecrypt.open_many("AES-256-GCM", bytes(32), *tables)
    again = pickle.loads(pickle.dumps(caught.value))
    assert isinstance(again, lanecrypt.BatchError) and again.failed == [0]


def test_threads_share_an_object():
    cipher, message = lanecrypt.Aes256Gcm(bytes(32)), os.urandom(100_000)
    expected = cipher.encrypt(bytes(12), message)
    wrong = []

    def work():
        for _ in range(50):
            if cipher.encrypt(bytes(12), message) != expected or cipher.decrypt(bytes(12), expected) != message:
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_long_calls_release_the_gil():
    cipher, data = lanecrypt.Aes256Gcm(bytes(32), backend="portable"), bytearray(20_000_000)
    buf = bytearray(len(data) + 16)
    times = []

    def work():
        begin = time.perf_counter()
        cipher.encrypt_into(bytes(12), data, None, buf)
        times.append((begin, time.perf_counter()))

    thread = threading.Thread(target=work)
    thread.start()
    ticks = []
    while thread.is_alive():
        ticks.append(time.perf_counter())
        time.sleep(0.001)
    begin, end = times[0]
    # Without the GIL this thread could run only before and after the call.
    assert sum(begin + 0.01 < tick < end - 0.01 for tick in ticks) >= 3


def test_nothing_leaks():
    def resident() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def work():
        for _ in range(300):
            cipher, data = lanecrypt.Aes256Gcm(bytes(32)), bytearray(100_000)
            cipher.decrypt(bytes(12), cipher.encrypt(bytes(12), data))
            with pytest.raises(lanecrypt.InvalidTag):
                cipher.decrypt(bytes(12), data)

    work()
    gc.collect()
    before = resident()
    work()
    gc.collect()
    assert resident() - before < 10_000_000

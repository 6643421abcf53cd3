"""PDUs of PDCP: what the steps of TS 38.323 give one after another is the expected result."""

import array
import copy
import itertools
import os
import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest

import lanecrypt
from lanecrypt import threegpp

NUMBERS = range(4)
PAIRS = list(itertools.product(NUMBERS, [*NUMBERS, None]))
MAC = 4


class Bearer:
    """A bearer, and what it is made of."""

    def __init__(self, encryption, integrity, bearer=None, direction=None, backend=None):
        self.encryption, self.integrity = encryption, integrity
        self.keys = os.urandom(16), None if integrity is None else os.urandom(16)
        self.bearer = os.urandom(1)[0] % 32 if bearer is None else bearer
        self.direction = os.urandom(1)[0] % 2 if direction is None else direction
        self.pdcp = threegpp.Pdcp(
            encryption, self.keys[0], integrity, self.keys[1], self.bearer, self.direction, backend=backend)
        self.mac_bytes = 0 if integrity is None else MAC

    def expected(self, count, header_bytes, data):
        """MAC-I over header and data, then the cipher over data and MAC-I."""
        given = count, self.bearer, self.direction
        mac = b"" if self.integrity is None else threegpp.nia(self.integrity, self.keys[1], *given, data)
        sealed = threegpp.nea(self.encryption, self.keys[0], *given, data[header_bytes:] + mac)
        return data[:header_bytes] + sealed


def random_pdus(bearers, rows):
    """Lengths of headers, COUNTs, and PDUs with room for their MAC-I as bytes with offsets."""
    headers = np.frombuffer(os.urandom(rows), np.uint8).astype(np.int64) % 5
    counts = np.frombuffer(os.urandom(4 * rows), np.uint32)
    data = np.frombuffer(os.urandom(2 * rows), np.uint16).astype(np.int64) % 1600
    offsets = np.cumsum([0, *(headers + data + [bearer.mac_bytes for bearer in bearers])])
    return headers, counts, offsets, np.frombuffer(os.urandom(int(offsets[-1])), np.uint8)


@pytest.mark.parametrize("backend", lanecrypt.backends())
@pytest.mark.parametrize(("encryption", "integrity"), PAIRS)
def test_one_pdu_is_the_steps(encryption, integrity, backend):
    bearer = Bearer(encryption, integrity, backend=backend)
    pdcp = bearer.pdcp
    assert (pdcp.encryption, pdcp.integrity, pdcp.mac_bytes) == (encryption, integrity, bearer.mac_bytes)
    assert (pdcp.bearer, pdcp.direction) == (bearer.bearer, bearer.direction)
    for size, header_bytes in itertools.product([0, 1, 15, 16, 64, 1500, 3000], [0, 2, 3, 4]):
        count = int.from_bytes(os.urandom(4), "big")
        data = os.urandom(header_bytes + size)
        pdu = pdcp.protect(count, header_bytes, data)
        assert pdu == bearer.expected(count, header_bytes, data)
        assert pdcp.open(count, header_bytes, bytearray(pdu)) == data
        if integrity is not None:
            with pytest.raises(lanecrypt.InvalidTag):
                pdcp.open(count, header_bytes, pdu[:-1] + bytes([pdu[-1] ^ 1]))
        if integrity and data:
            for other in (bytes([pdu[0] ^ 0x80]) + pdu[1:], pdu + b"x"):
                with pytest.raises(lanecrypt.InvalidTag):
                    pdcp.open(count, header_bytes, other)
            with pytest.raises(lanecrypt.InvalidTag):
                pdcp.open(count ^ 1, header_bytes, pdu)


@pytest.mark.parametrize("rows", [0, 1, 33, 300])
@pytest.mark.parametrize("threads", [1, 3])
def test_batches_are_the_same_as_one_by_one(rows, threads):
    """All pairs of algorithms in a batch."""
    bearers = [Bearer(encryption, integrity) for encryption, integrity in PAIRS]
    index = np.frombuffer(os.urandom(rows), np.uint8).astype(np.int32) % len(bearers)
    each = [bearers[i] for i in index]
    headers, counts, offsets, data = random_pdus(each, rows)
    known = [bearer.pdcp for bearer in bearers]
    protected = threegpp.pdcp_protect_many(
        known, counts, headers, data, offsets, bearer_index=index, threads=threads)
    assert protected.shape == data.shape
    expected = b""
    for row, bearer in enumerate(each):
        pdu = data[offsets[row]:offsets[row + 1]].tobytes()
        pdu = pdu[:len(pdu) - bearer.mac_bytes]
        expected += bearer.expected(int(counts[row]), int(headers[row]), pdu)
    assert protected.tobytes() == expected
    in_rows = [bearer.pdcp for bearer in each]
    opened = threegpp.pdcp_open_many(in_rows, counts, headers, protected, offsets, threads=threads)
    for row, bearer in enumerate(each):
        end = offsets[row + 1] - bearer.mac_bytes
        assert (opened[offsets[row]:end] == data[offsets[row]:end]).all()


@pytest.mark.parametrize("rows", [0, 1, 33, 9000])
def test_one_bearer_in_place_and_into_buffers(rows):
    pdcp = Bearer(2, 2).pdcp
    data = np.frombuffer(os.urandom(rows * 47), np.uint8).reshape(rows, 47)
    counts = np.arange(rows)
    expected = threegpp.pdcp_protect_many(pdcp, counts, 3, data)
    assert expected.shape == (rows, 47)
    for row in range(0, rows, 11):
        assert expected[row].tobytes() == pdcp.protect(row, 3, data[row, :-MAC])
    own, out = data.copy(), bytearray(rows * 47)
    assert threegpp.pdcp_protect_many(pdcp, counts, 3, own, out=own, threads=2) is own
    assert threegpp.pdcp_protect_many(pdcp, counts, 3, data, out=out) is out
    assert (own == expected).all() and out == expected.tobytes()
    assert threegpp.pdcp_open_many(pdcp, counts, 3, own, out=own) is own
    assert (own[:, :-MAC] == data[:, :-MAC]).all()


def test_damaged_pdus_are_named_and_the_others_are_opened():
    rows, pdcp = 9000, Bearer(1, 3).pdcp
    data = np.frombuffer(os.urandom(rows * 60), np.uint8).reshape(rows, 60)
    counts = np.arange(rows, dtype=np.uint32)
    protected = threegpp.pdcp_protect_many(pdcp, counts, 3, data)
    wrong = [0, 5, 63, 64, 255, 4095, 4096, 8999]
    protected[wrong, 30] ^= 1
    for threads in (1, 3):
        out = np.full_like(protected, 7)
        with pytest.raises(lanecrypt.BatchError, match="8 of 9000 rows failed; the first is row 0: auth") as caught:
            threegpp.pdcp_open_many(pdcp, counts, 3, protected, out=out, threads=threads)
        assert caught.value.failed == wrong
        right = np.setdiff1d(np.arange(rows), wrong)
        assert (out[right, :-MAC] == data[right, :-MAC]).all()
        assert (out[wrong, :3] == data[wrong, :3]).all() and not out[wrong, 3:].any()


def test_pdus_that_are_too_short_are_refused_and_the_others_are_done():
    pdcp = Bearer(3, 3).pdcp
    for data in (b"", b"ab"):
        with pytest.raises(ValueError, match=f"PDU of {len(data) + 4} bytes; its header and its MAC-I have 7"):
            pdcp.protect(0, 3, data)
    with pytest.raises(ValueError, match="PDU of 6 bytes; its header and its MAC-I have 7"):
        pdcp.open(0, 3, bytes(6))
    with pytest.raises(ValueError, match="PDU of"):
        pdcp.open(0, sys.maxsize, bytes(6))
    without = Bearer(3, None).pdcp
    assert without.protect(0, 0, b"") == without.open(0, 0, b"") == b""
    with pytest.raises(ValueError, match="PDU of 2 bytes; its header and its MAC-I have 3"):
        without.protect(0, 3, b"ab")

    data, offsets = bytes(range(60)), np.array([0, 20, 26, 26, 60])
    for many in (threegpp.pdcp_protect_many, threegpp.pdcp_open_many):
        out = bytearray(b"\x55" * 60)
        with pytest.raises(lanecrypt.BatchError, match="row 1: PDU of 6 bytes") as caught:
            many(without, np.arange(4), np.array([3, 7, 1, 3]), data, offsets, out=out)
        assert caught.value.failed == [1, 2]
        assert out[20:26] == b"\x55" * 6
        assert out[:20] == without.protect(0, 3, data[:20]) and out[26:] == without.protect(3, 3, data[26:])


def test_what_belongs_to_no_pdu_is_zeros():
    pdcp, data = Bearer(2, 1).pdcp, bytes([9] * 50)
    protected = threegpp.pdcp_protect_many(pdcp, array.array("I", [7]), 2, data, array.array("q", [5, 40]))
    assert protected[5:40].tobytes() == pdcp.protect(7, 2, data[5:36])
    assert not protected[:5].any() and not protected[40:].any()


def test_wrong_arguments_say_what_is_expected():
    key = bytes(16)
    for message, arguments in {
        "key of 15 bytes; the algorithm's keys have 16 bytes": (2, bytes(15), 2, key, 0, 0),
        "key of 32 bytes": (2, key, 2, bytes(32), 0, 0),
        "no algorithm has this": (7, key, 2, key, 0, 0),
        "COUNT, BEARER and DIRECTION": (5, bytes(32), 2, key, 0, 0),
        "bearer 32": (2, key, 2, key, 32, 0),
        "direction 2; it is 0 for uplink or 1 for downlink": (2, key, 2, key, 0, 2),
        "integrity without integrity_key": (2, key, 2, None, 0, 0),
        "integrity_key without integrity": (2, key, None, key, 0, 0),
    }.items():
        with pytest.raises(ValueError, match=message):
            threegpp.Pdcp(*arguments)
    pdcp = threegpp.Pdcp(2, key, 2, key, 0, 0)
    for count in (-1, 1 << 32):
        with pytest.raises(OverflowError):
            pdcp.protect(count, 3, bytes(9))

    pdus = np.zeros((2, 9), np.uint8)

    def protect(bearers=pdcp, counts=np.arange(2), header_bytes=3, data=pdus, offsets=None, **rest):
        return threegpp.pdcp_protect_many(bearers, counts, header_bytes, data, offsets, **rest)

    flat = np.zeros(18, np.uint8)
    for message, arguments in {
        "bearers of 3 items for 2 PDUs": {"bearers": [pdcp] * 3},
        "bearer_index of 1 items for 2 PDUs": {"bearers": [pdcp], "bearer_index": np.array([0])},
        "bearer_index of row 1 is 3; there are 3 bearers": {"bearers": [pdcp] * 3, "bearer_index": np.array([2, 3])},
        "one bearer; with bearer_index there is a sequence": {"bearer_index": np.array([0, 0])},
        "counts of 3 items for 2 PDUs": {"counts": np.arange(3)},
        "count of row 1 is 4294967296; COUNT has 32 bits": {"counts": np.array([0, 1 << 32])},
        "header_bytes of 1 items for 2 PDUs": {"header_bytes": np.array([3])},
        r"data of shape \[18\]; without offsets": {"data": flat},
        r"data of shape \[2, 9\]; with offsets": {"offsets": np.array([0, 9, 18])},
        "offsets of data fall after row 0": {"data": flat, "offsets": np.array([9, 4, 18])},
        "offsets of data go up to 19; there are 18 bytes": {"data": flat, "offsets": np.array([0, 9, 19])},
        "no offsets": {"data": flat, "offsets": np.array([], np.int64)},
        "out of 17 bytes; it must have 18 bytes": {"out": bytearray(17)},
        "257 threads; 1 to 256 are allowed": {"threads": 257},
    }.items():
        with pytest.raises(ValueError, match=message):
            protect(**arguments)
    for wrong in (
        {"bearers": None}, {"bearers": [None, pdcp]}, {"bearers": "ab"}, {"counts": [0, 1]},
        {"counts": np.array([-1, 0])},
        {"header_bytes": 2.5}, {"header_bytes": -1}, {"header_bytes": np.array([0.0, 1.0])}, {"data": "text"},
        {"out": bytes(18)},
    ):
        with pytest.raises((BufferError, TypeError, OverflowError)):
            protect(**wrong)
    assert protect(bearers=(pdcp, pdcp), header_bytes=np.int64(3)).shape == (2, 9)


def test_overlaps_are_refused():
    pdcp, whole = Bearer(2, 2).pdcp, np.zeros(200, np.uint8)
    data = whole[:100].reshape(2, 50)
    for out in (whole[1:101], whole[99:199]):
        with pytest.raises(ValueError, match="overlap"):
            threegpp.pdcp_protect_many(pdcp, np.arange(2), 3, data, out=out)
    assert not whole.any()
    threegpp.pdcp_protect_many(pdcp, np.arange(2), 3, data, out=whole[100:])
    assert whole[100:].any() and not whole[:100].any()


def test_no_count_is_taken_twice():
    guard = threegpp.TransmitGuard()
    assert [guard.next_count(), guard.count(5), guard.next_count()] == [0, 5, 6]
    for used in (0, 5, 6):
        with pytest.raises(lanecrypt.CountUsed, match=f"COUNT {used}; it must be 7 or more"):
            guard.count(used)
    assert issubclass(lanecrypt.CountUsed, lanecrypt.LanecryptError)
    last = threegpp.TransmitGuard((1 << 32) - 2)
    with pytest.raises(lanecrypt.CountUsed):
        last.count(7)
    assert [last.next_count(), last.count((1 << 32) - 1)] == [(1 << 32) - 2, (1 << 32) - 1]
    for take in (last.next_count, lambda: last.count((1 << 32) - 1), lambda: last.count(0)):
        with pytest.raises(lanecrypt.CountUsed, match="other keys are needed"):
            take()
    for wrong in (-1, 1 << 32):
        with pytest.raises(OverflowError):
            guard.count(wrong)
        with pytest.raises(OverflowError):
            threegpp.TransmitGuard(wrong)
    for duplicate in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="a COUNT could be taken twice"):
            duplicate(guard)


def test_secrets_are_not_shown_and_not_pickled():
    pdcp = threegpp.Pdcp(1, b"\xa7" * 16, None, None, 3, 0)
    assert repr(pdcp) == "<lanecrypt.threegpp.Pdcp with NEA1 and no integrity for bearer 3, direction 0>"
    assert "NEA3 and NIA0" in repr(threegpp.Pdcp(3, bytes(16), 0, bytes(16), 3, 0))
    for duplicate in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="holds a secret"):
            duplicate(pdcp)


def test_without_numpy():
    program = """
import array, sys
sys.modules["numpy"] = None
from lanecrypt import threegpp
pdcp = threegpp.Pdcp(2, bytes(16), 2, bytes(16), 0, 0)
counts, table = array.array("L", [1, 2]), lambda data: memoryview(data).cast("B", (2, 20))
protected = threegpp.pdcp_protect_many(pdcp, counts, array.array("i", [2, 3]), table(bytes(40)))
assert type(protected) is bytearray and protected[20:] == pdcp.protect(2, 3, bytes(16))
opened = threegpp.pdcp_open_many([pdcp, pdcp], counts, array.array("i", [2, 3]), table(protected))
assert opened[:16] == bytes(16) == opened[20:36]
print("done")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "done\n", done.stderr


def test_threads_of_python_call_at_once():
    rows, pdcp, guard = 2000, Bearer(2, 2).pdcp, threegpp.TransmitGuard()
    data = np.frombuffer(os.urandom(rows * 100), np.uint8).reshape(rows, 100)
    expected, taken, wrong = threegpp.pdcp_protect_many(pdcp, np.arange(rows), 3, data), [], []

    def work():
        for _ in range(10):
            if not (threegpp.pdcp_protect_many(pdcp, np.arange(rows), 3, data, threads=2) == expected).all():
                wrong.append(1)
            taken.extend(guard.next_count() for _ in range(100))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and sorted(taken) == list(range(4000))

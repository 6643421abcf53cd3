"""Objects that change, used by several threads at once: one waits for the other, and nothing is lost or repeated.

The most is seen with a Python without a GIL. Larger pieces than 2 KiB release it where there is one.
"""

import sys
import threading

import pytest

import lanecrypt

THREADS, CALLS = 4, 100


def at_once(work):
    """What the calls of all threads returned."""
    results = [[] for _ in range(THREADS)]
    start = threading.Barrier(THREADS)

    def run(own):
        start.wait()
        for _ in range(CALLS):
            own.append(work())

    threads = [threading.Thread(target=run, args=(own,)) for own in results]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(own) for own in results] == [CALLS] * THREADS
    return [result for own in results for result in own]


@pytest.fixture(autouse=True)
def often():
    """Threads change as often as Python lets them."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.parametrize("size", [37, 5000])
def test_cmac_state(size):
    mac, piece = lanecrypt.Cmac(bytes(16)), bytes(size)
    state = mac.start()
    at_once(lambda: state.update(piece))
    assert state.finalize() == mac.compute(bytes(size * THREADS * CALLS))


@pytest.mark.parametrize("size", [37, 5000])
@pytest.mark.parametrize("stream", [
    lambda: lanecrypt.Ctr("AES-128", bytes(16)).stream(bytes(12)),
    lambda: lanecrypt.ChaCha20(bytes(32)).stream(bytes(12)),
    lambda: lanecrypt.Zuc128(bytes(16)).stream(bytes(16)),
], ids=["ctr", "chacha20", "zuc"])
def test_stream(stream, size):
    shared, alone = stream(), stream()
    pieces = at_once(lambda: shared.apply(bytes(size)))
    assert sorted(pieces) == sorted(alone.apply(bytes(size)) for _ in pieces)


@pytest.mark.parametrize("size", [37, 5000])
def test_generator(size):
    shared, alone = (lanecrypt.CtrDrbg.from_seed(bytes(range(32)), bytes(16)) for _ in range(2))
    pieces = at_once(lambda: shared.generate(size))
    assert sorted(pieces) == sorted(alone.generate(size) for _ in pieces)
    assert len(set(pieces)) == len(pieces)

"""Memory of Python objects. `test` runs all tests with Python's debug allocator, which ends the process when bytes before
or after an object were written."""

import os
import subprocess
import sys

import pytest

CHECKED = pytest.mark.skipif(os.environ.get("PYTHONMALLOC") != "debug", reason="PYTHONMALLOC is not debug")


def run(program: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


@CHECKED
def test_a_byte_beyond_an_object_is_noticed() -> None:
    program = "import ctypes; a = bytes(bytearray(40)); ctypes.memset(id(a) + a.__sizeof__() - {}, 0, 1); del a"
    assert run(program.format(1)).returncode == 0
    beyond = run(program.format(0))
    assert beyond.returncode != 0 and "bad trailing pad byte" in beyond.stderr


@CHECKED
def test_results_of_every_length_stay_within_their_objects() -> None:
    # Objects are freed at once, and checked then.
    done = run("""
import lanecrypt
for cls in (lanecrypt.Aes128Gcm, lanecrypt.Aegis128L, lanecrypt.Aes256Ocb3, lanecrypt.XAes256Gcm):
    cipher = cls(bytes(cls.KEY_BYTES))
    nonce = bytes(cls.NONCE_BYTES)
    for length in range(600):
        sealed = cipher.encrypt(nonce, bytes(length), b"aad")
        assert cipher.decrypt(nonce, sealed, b"aad") == bytes(length)
        out = bytearray(length + 16)
        cipher.encrypt_into(nonce, bytes(length), b"aad", out)
        assert out == sealed
        del sealed, out
print("done")
""")
    assert done.stdout == "done\n", done.stderr

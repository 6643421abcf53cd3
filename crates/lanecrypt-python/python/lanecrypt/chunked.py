"""Files and streams of any length: chunked encryption (C2SP, c2sp.org/chunked-encryption).

`Writer` and `Reader` are file objects: what is written is encrypted, what is read is decrypted, and only the
chunks that are read. `Cobblestone256` encrypts messages in memory, whole or in pieces. The program
`lanecrypt` and the package `cryptography` (its module `cobblestone`, version 50 or later) read and write the
same form.
"""

import io
import os
import secrets

from ._lanecrypt import (
    CHUNK_BYTES,
    HEADER_BYTES,
    Cobblestone,
    Cobblestone128,
    Cobblestone256,
    Decryptor,
    Encryptor,
    Message,
    Truncated,
)

__all__ = [
    "CHUNK_BYTES",
    "HEADER_BYTES",
    "Cobblestone",
    "Cobblestone128",
    "Cobblestone256",
    "Decryptor",
    "Encryptor",
    "Message",
    "Reader",
    "Writer",
]

# Chunks are encrypted side by side, and this many fill the lanes of the processor.
_TOGETHER = 16 * CHUNK_BYTES


class _Raw(io.RawIOBase):
    """The plaintext of an encrypted file, without a buffer."""

    def __init__(self, file, owned, key, context):
        self._file, self._owned, self._position = file, owned, 0
        try:
            self._start = file.tell()
            size = file.seek(0, io.SEEK_END) - self._start
            file.seek(self._start)
            self._message = key.message(self._exactly(min(HEADER_BYTES, size)), size, context)
            self._size = self._message.plaintext_bytes
            # The last chunk says that the length is right.
            first, after = self._message.end_range
            self._message.verify_end(self._at(first, after))
        except BaseException:
            self.close()
            raise

    def _exactly(self, count):
        pieces = []
        while count > 0:
            piece = self._file.read(count)
            if not piece:
                raise Truncated("the file became shorter while it was read")
            pieces.append(piece)
            count -= len(piece)
        return b"".join(pieces)

    def _at(self, first, after):
        self._file.seek(self._start + first)
        return self._exactly(after - first)

    def readable(self):
        return True

    def seekable(self):
        return True

    def tell(self):
        return self._position

    def seek(self, offset, whence=io.SEEK_SET):
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._position, io.SEEK_END: self._size}.get(whence)
        if base is None:
            raise ValueError(f"whence is {whence}; it must be 0, 1 or 2")
        if base + offset < 0:
            raise ValueError(f"position {base + offset} is before the start")
        self._position = base + offset
        return self._position

    def readinto(self, buffer):
        view = memoryview(buffer).cast("B")
        end = min(self._position + len(view), self._size)
        if end <= self._position:
            return 0
        first, after = self._message.sealed_range(self._position, end)
        plain = self._message.decrypt_range(self._position, end, self._at(first, after))
        view[: len(plain)] = plain
        self._position = end
        return len(plain)

    def close(self):
        if not self.closed and self._owned:
            self._file.close()
        super().close()


class Reader(io.BufferedReader):
    """Reads the plaintext of an encrypted file, from any position: a binary file object like that of `open`.

    `file` is a path, or a binary file object that can seek, whose position is where the message begins; it is
    not closed then. `key` is a `Cobblestone256` or `Cobblestone128`, `context` what was given for encryption.

    Raises `InvalidTag` if the key or the context is wrong, and `Truncated` if the end of the file is missing:
    the header and the last chunk are verified at once. Reading raises `InvalidTag` where a chunk is damaged.
    Other programs must not write to the file meanwhile.
    """

    def __init__(self, file, key, context=None):
        owned = isinstance(file, (str, bytes, os.PathLike))
        super().__init__(_Raw(open(file, "rb") if owned else file, owned, key, context), _TOGETHER)


class Writer(io.BufferedIOBase):
    """Writes a file that is encrypted: a binary file object like that of `open`, without seeking.

    `file` is a path, or a binary file object, which is not closed. Under a path there is no file, or the old
    one, until `close` has written the new one whole: it is made beside it, under a name that begins with
    `lanecrypt-unfinished-`.

    `close`, or the end of a `with` block, completes the message. A block that ends by an exception does not,
    and neither does a writer that is dropped: at a path nothing is changed then, and what a file object was
    given is no complete message, as `Reader` will say.
    """

    def __init__(self, file, key, context=None):
        self._encryptor = self._path = self._file = None
        encryptor = key.encryptor(context)
        if isinstance(file, (str, bytes, os.PathLike)):
            self._path = os.fsdecode(file)
            folder, name = os.path.split(self._path)
            self._unfinished = os.path.join(folder, f"lanecrypt-unfinished-{secrets.token_hex(4)}-{name}")
            self._file = open(self._unfinished, "xb")
        else:
            self._file = file
        self._encryptor = encryptor

    def writable(self):
        """True."""
        return True

    def write(self, data):
        """Encrypts any buffer, and returns its length in bytes. What fills a chunk is written at once."""
        if self._encryptor is None:
            raise ValueError("write to a closed file")
        view = memoryview(data).cast("B")
        self._put(self._encryptor.update(view))
        return len(view)

    def _put(self, sealed):
        view = memoryview(sealed)
        while view:
            # An unbuffered file may take less.
            view = view[self._file.write(view) or 0 :]

    def flush(self):
        """Hands chunks that are full to the operating system. The rest waits for more data."""
        if self._encryptor is not None:
            self._file.flush()

    def close(self):
        """Completes the message. Nothing can be written afterwards."""
        if self._encryptor is None:
            return
        try:
            self._put(self._encryptor.finalize())
            self._file.flush()
            if self._path is not None:
                os.fsync(self._file.fileno())
                self._file.close()
                os.replace(self._unfinished, self._path)
                self._path = None
        finally:
            self.abandon()

    def abandon(self):
        """Closes the file without completing the message."""
        self._encryptor = None
        if self._path is not None:
            self._path = None
            self._file.close()
            os.unlink(self._unfinished)
        super().close()

    def __exit__(self, kind, value, trace):
        if kind is None:
            self.close()
        else:
            self.abandon()

    def __del__(self):
        # That of the base class would complete the message.
        if self._encryptor is not None:
            self.abandon()

from typing import Any

from numpy.typing import NDArray
from typing_extensions import Buffer

__all__ = ["nca_open", "nca_seal", "nea", "nea256", "nia", "nia256", "nia256_verify", "nia_verify"]

_Bytes = Buffer | NDArray[Any]

def nea(
    id: int, key: _Bytes, count: int, bearer: int, direction: int, data: _Bytes, bits: int | None = None
) -> bytes: ...
def nia(
    id: int, key: _Bytes, count: int, bearer: int, direction: int, data: _Bytes, bits: int | None = None
) -> bytes: ...
def nia_verify(
    id: int,
    key: _Bytes,
    count: int,
    bearer: int,
    direction: int,
    data: _Bytes,
    tag: _Bytes,
    bits: int | None = None,
) -> None: ...
def nea256(id: int, key: _Bytes, iv: _Bytes, data: _Bytes, bits: int | None = None) -> bytes: ...
def nia256(
    id: int, key: _Bytes, iv: _Bytes, data: _Bytes, bits: int | None = None, *, tag_bytes: int = 4
) -> bytes: ...
def nia256_verify(
    id: int, key: _Bytes, iv: _Bytes, data: _Bytes, tag: _Bytes, bits: int | None = None, *, tag_bytes: int = 4
) -> None: ...
def nca_seal(
    id: int, key: _Bytes, iv: _Bytes, data: _Bytes, aad: _Bytes | None = None, *, tag_bytes: int = 16
) -> bytes: ...
def nca_open(
    id: int, key: _Bytes, iv: _Bytes, data: _Bytes, aad: _Bytes | None = None, *, tag_bytes: int = 16
) -> bytes: ...

from collections.abc import Sequence
from typing import Any, Literal, TypeVar, final, overload

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Buffer

__all__ = [
    "Pdcp",
    "TransmitGuard",
    "nca_open",
    "nca_seal",
    "nea",
    "nea256",
    "nia",
    "nia256",
    "nia256_verify",
    "nia_verify",
    "pdcp_open_many",
    "pdcp_protect_many",
]

_Bytes = Buffer | NDArray[Any]
_Out = TypeVar("_Out", bound=_Bytes)
_Backend = Literal["portable", "neon", "sse", "avx2", "avx2-vaes", "avx2-gfni", "avx512"]

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

@final
class Pdcp:
    def __new__(
        cls,
        encryption: int,
        encryption_key: _Bytes,
        integrity: int | None,
        integrity_key: _Bytes | None,
        bearer: int,
        direction: int,
        *,
        backend: _Backend | None = None,
    ) -> Pdcp: ...
    def protect(self, count: int, header_bytes: int, data: _Bytes) -> bytes: ...
    def open(self, count: int, header_bytes: int, data: _Bytes) -> bytes: ...
    @property
    def encryption(self) -> int: ...
    @property
    def integrity(self) -> int | None: ...
    @property
    def bearer(self) -> int: ...
    @property
    def direction(self) -> int: ...
    @property
    def mac_bytes(self) -> int: ...

@final
class TransmitGuard:
    def __new__(cls, next: int = 0) -> TransmitGuard: ...
    def count(self, count: int) -> int: ...
    def next_count(self) -> int: ...

@overload
def pdcp_protect_many(
    bearers: Pdcp | Sequence[Pdcp],
    counts: _Bytes,
    header_bytes: int | _Bytes,
    data: _Bytes,
    offsets: _Bytes | None = None,
    *,
    bearer_index: _Bytes | None = None,
    out: None = None,
    threads: int = 1,
) -> NDArray[np.uint8]: ...
@overload
def pdcp_protect_many(
    bearers: Pdcp | Sequence[Pdcp],
    counts: _Bytes,
    header_bytes: int | _Bytes,
    data: _Bytes,
    offsets: _Bytes | None = None,
    *,
    bearer_index: _Bytes | None = None,
    out: _Out,
    threads: int = 1,
) -> _Out: ...
@overload
def pdcp_open_many(
    bearers: Pdcp | Sequence[Pdcp],
    counts: _Bytes,
    header_bytes: int | _Bytes,
    data: _Bytes,
    offsets: _Bytes | None = None,
    *,
    bearer_index: _Bytes | None = None,
    out: None = None,
    threads: int = 1,
) -> NDArray[np.uint8]: ...
@overload
def pdcp_open_many(
    bearers: Pdcp | Sequence[Pdcp],
    counts: _Bytes,
    header_bytes: int | _Bytes,
    data: _Bytes,
    offsets: _Bytes | None = None,
    *,
    bearer_index: _Bytes | None = None,
    out: _Out,
    threads: int = 1,
) -> _Out: ...

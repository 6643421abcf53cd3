from typing_extensions import Buffer

__all__ = ["nca_open", "nca_seal", "nea", "nea256", "nia", "nia256"]

def nea(
    id: int, key: Buffer, count: int, bearer: int, direction: int, data: Buffer, bits: int | None = None
) -> bytes: ...
def nia(
    id: int, key: Buffer, count: int, bearer: int, direction: int, data: Buffer, bits: int | None = None
) -> bytes: ...
def nea256(id: int, key: Buffer, iv: Buffer, data: Buffer, bits: int | None = None) -> bytes: ...
def nia256(
    id: int, key: Buffer, iv: Buffer, data: Buffer, bits: int | None = None, *, tag_bytes: int = 4
) -> bytes: ...
def nca_seal(
    id: int, key: Buffer, iv: Buffer, data: Buffer, aad: Buffer | None = None, *, tag_bytes: int = 16
) -> bytes: ...
def nca_open(
    id: int, key: Buffer, iv: Buffer, data: Buffer, aad: Buffer | None = None, *, tag_bytes: int = 16
) -> bytes: ...

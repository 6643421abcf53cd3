from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import pyarrow as pa
from typing_extensions import Buffer

__all__ = ["ALGORITHMS", "HEADER_BYTES", "CellKeyring", "open_cells", "seal_cells"]

_Source = str | Callable[[], str | bytes | dict[str, Any]]

ALGORITHMS: dict[str, tuple[int, str]]
HEADER_BYTES: int

class CellKeyring:
    def __init__(self, primary: int, keys: Mapping[int, tuple[str, Buffer]]) -> None: ...
    @classmethod
    def from_json(cls, text: str | bytes | bytearray | dict[str, Any]) -> CellKeyring: ...
    @classmethod
    def from_uri(cls, source: _Source) -> CellKeyring: ...
    @property
    def primary(self) -> int: ...
    @property
    def ids(self) -> list[int]: ...

def seal_cells(values: Any, keys: CellKeyring, bound: Sequence[Any] = (), *, threads: int = 1) -> pa.Array[Any]: ...
def open_cells(
    values: Any,
    keys: CellKeyring,
    bound: Sequence[Any] = (),
    *,
    errors: Literal["raise", "null"] = "raise",
    threads: int = 1,
) -> pa.Array[Any]: ...

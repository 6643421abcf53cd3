from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

import pyarrow as pa
from pyspark.sql import Column, DataFrame

__all__ = ["decrypt_batches", "decrypt_columns", "decrypt_udf", "encrypt_batches", "encrypt_columns", "encrypt_udf"]

_Columns = Mapping[str, Sequence[str]]
_Type = Literal["binary", "string"]
_Types = Mapping[str, _Type]
_Keys = str | Callable[[], str | bytes | dict[str, Any]]
_Errors = Literal["raise", "null"]
_Batches = Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]

def encrypt_columns(frame: DataFrame, columns: _Columns, keys: _Keys) -> DataFrame: ...
def decrypt_columns(
    frame: DataFrame, columns: _Columns, keys: _Keys, *, types: _Types | None = None, errors: _Errors = "raise"
) -> DataFrame: ...
def encrypt_batches(columns: _Columns, keys: _Keys) -> _Batches: ...
def decrypt_batches(
    columns: _Columns, keys: _Keys, *, types: _Types | None = None, errors: _Errors = "raise"
) -> _Batches: ...
def encrypt_udf(keys: _Keys) -> Callable[..., Column]: ...
def decrypt_udf(keys: _Keys, *, type: _Type = "binary", errors: _Errors = "raise") -> Callable[..., Column]: ...

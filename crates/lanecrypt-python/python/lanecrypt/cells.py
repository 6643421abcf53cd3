"""Encrypted cells of tables: Arrow columns in which each value says by which key it opens.

A cell is

    algorithm (1 byte) || key id (4 bytes, big-endian) || nonce || ciphertext || tag

Its associated data is those first five bytes and then, for each bound column, the length of its value (8 bytes,
little-endian) and the value. So a cell that was moved to another row does not open, and old rows open after
the keyring got a new primary key. Nonces are drawn at random for each cell, and are long enough for that.

This module needs pyarrow. `lanecrypt.spark` does the same for DataFrames of Spark.
"""

import json
import os
import stat
from urllib.parse import unquote, urlsplit

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from . import BatchError, Keyring, open_column, seal_column

__all__ = ["ALGORITHMS", "HEADER_BYTES", "CellKeyring", "open_cells", "seal_cells"]

# In JSON, in cells, and in this package. Their nonces are long enough to be drawn at random for any number of rows.
ALGORITHMS = {
    "xaes256-gcm": (1, "XAES-256-GCM"),
    "aegis-256": (2, "AEGIS-256"),
    "aegis-256x2": (3, "AEGIS-256X2"),
    "aegis-256x4": (4, "AEGIS-256X4"),
}

HEADER_BYTES = 5


class CellKeyring:
    """Keys by their ids: all of them open cells, the primary one seals.

    It is made from JSON:

        {"primary": 2, "keys": [{"id": 1, "algorithm": "xaes256-gcm", "key": "64 hexadecimal digits"}, ...]}

    To change keys, add one and make it the primary one; keep the old ones as long as there are cells of them.
    It cannot be pickled, so that no key gets into a task description or a log: hand over where the keys are, and
    call `from_uri` there.
    """

    def __init__(self, primary, keys):
        _integer("primary", primary)
        groups = {}
        for number, (algorithm, key) in keys.items():
            _integer("key id", number)
            if not 0 <= number < 1 << 32:
                raise ValueError(f"key id {number}; it must be an integer from 0 to {(1 << 32) - 1}")
            if not isinstance(algorithm, str) or algorithm not in ALGORITHMS:
                raise ValueError(
                    f"key {number}: algorithm {_shown(algorithm)}; it must be one of {', '.join(ALGORITHMS)}, whose "
                    "nonces are long enough to be drawn at random"
                )
            code, name = ALGORITHMS[algorithm]
            header = bytes([code]) + number.to_bytes(4, "big")
            try:
                ring = Keyring(name, {0: key})
            except ValueError as error:
                raise ValueError(f"key {number}: {error}") from None
            if number == primary:
                self._primary, self._sealing = header, ring
            groups.setdefault(name, {})[header] = key
        if primary not in keys:
            raise ValueError(f"primary is {primary}, which is the id of none of the keys")
        # For each algorithm the headers of its keys, and a ring in which a key has the place of its header as its id.
        self._opening = [
            (pa.array(list(group), pa.binary()), Keyring(name, dict(enumerate(group.values()))))
            for name, group in groups.items()
        ]

    @classmethod
    def from_json(cls, text):
        """The keyring of a JSON text, or of the same as a dictionary."""
        if isinstance(text, (str, bytes, bytearray)):
            try:
                text = json.loads(text, object_pairs_hook=_without_repetition)
            except json.JSONDecodeError as error:
                # Its own text may have keys in it.
                raise ValueError(f"the keyring is not JSON: {error.msg} in line {error.lineno}") from None
            except UnicodeDecodeError:
                raise ValueError("the keyring is not JSON: it is not text") from None
        _fields("the keyring", text, {"primary", "keys"})
        if not isinstance(text["keys"], list):
            raise ValueError("keys of the keyring must be a list")
        keys = {}
        for entry in text["keys"]:
            _fields("a key", entry, {"id", "algorithm", "key"})
            number, digits = entry["id"], entry["key"]
            _integer("key id", number)
            if number in keys:
                raise ValueError(f"key {number} is there twice")
            try:
                keys[number] = (entry["algorithm"], bytes.fromhex(digits))
            except (TypeError, ValueError):
                raise ValueError(f"key {number}: its bytes must be hexadecimal digits") from None
        return cls(text["primary"], keys)

    @classmethod
    def from_uri(cls, source):
        """The keyring at `file:///path`, in the environment variable of `env:NAME`, or that a function returns.

        A file that others can read or change is refused. The function, for key managers, takes nothing and
        returns JSON or a dictionary; to reach other processes it must be one that can be imported there.
        """
        if callable(source):
            return cls.from_json(source())
        if not isinstance(source, str):
            raise TypeError(f"a keyring is at a URI or returned by a function, not {type(source).__name__}")
        parts = urlsplit(source)
        if parts.scheme == "env" and parts.path:
            if parts.path not in os.environ:
                raise ValueError(f"there is no environment variable {parts.path}")
            return cls.from_json(os.environ[parts.path])
        if parts.scheme == "file" and parts.netloc in ("", "localhost") and parts.path:
            return cls.from_json(_private(unquote(parts.path)))
        raise ValueError(f"keyring {source!r}; it must be file:///PATH, env:NAME or a function")

    @property
    def primary(self):
        """The id of the key that seals."""
        return int.from_bytes(self._primary[1:], "big")

    @property
    def ids(self):
        """The ids of all keys."""
        headers = pa.concat_arrays([known for known, _ in self._opening]).to_pylist()
        return sorted(int.from_bytes(header[1:], "big") for header in headers)

    def __repr__(self):
        return f"<lanecrypt.cells.CellKeyring, primary {self.primary}, ids {self.ids}>"

    def __reduce__(self):
        raise TypeError(
            "lanecrypt.cells.CellKeyring holds secrets and cannot be pickled or copied; hand over the URI or the "
            "function that it is made from, and call from_uri where it is used"
        )


def _integer(what, number):
    # Its value is not shown: it may be a key in the wrong field.
    if isinstance(number, bool) or not isinstance(number, int):
        raise ValueError(f"{what} is a value of type {type(number).__name__}; it must be an integer")


def _shown(algorithm):
    """A name that is not known, unless it may be a key in the wrong field."""
    return repr(algorithm) if isinstance(algorithm, str) and len(algorithm) < 32 else "is no name"


def _without_repetition(pairs):
    if len(dict(pairs)) < len(pairs):
        raise ValueError("the keyring has a field twice")
    return dict(pairs)


def _fields(what, value, names):
    if not isinstance(value, dict) or set(value) != names:
        raise ValueError(f"{what} must be an object with the fields {', '.join(sorted(names))}")


def _private(path):
    with open(path, "rb") as file:
        mode = os.fstat(file.fileno()).st_mode
        if stat.S_IMODE(mode) & 0o077:
            raise ValueError(f"{path} has mode {stat.S_IMODE(mode):04o}; others must not have access: chmod 600")
        return file.read()


def _array(column):
    """A column as one Arrow array."""
    if not isinstance(column, (pa.Array, pa.ChunkedArray)):
        column = pa.chunked_array(column) if hasattr(column, "__arrow_c_stream__") else pa.array(column)
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    return column


def _is_binary(kind):
    return any(check(kind) for check in (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_string,
                                         pa.types.is_large_string, pa.types.is_binary_view, pa.types.is_string_view))


def _bound_column(column, at, values):
    """A bound column with what it is in the associated data: a column of large_binary, or numbers of numpy."""
    what = f"bound column {at}"
    column = _array(column)
    if len(column) != len(values):
        raise ValueError(f"{what} has {len(column)} rows, the values {len(values)}")
    if column.null_count > 0:
        missing = pc.and_(column.is_null(), values.is_valid())
        if pc.any(missing).as_py():
            raise ValueError(f"{what} is null in row {pc.index(missing, True).as_py()}, and the value there is not")
    if _is_binary(column.type):
        return column.cast(pa.large_binary())
    if pa.types.is_date32(column.type):
        column = column.cast(pa.int32())
    if pa.types.is_integer(column.type):
        numbers = np.asarray(column.fill_null(0))
        return numbers.astype(numbers.dtype.newbyteorder("<"), copy=False)
    raise TypeError(f"{what} is {column.type}; it must be binary, a string, an integer or a date: cast it")


def _records(fields, rows):
    """Fields of the same width in each row, one after the other, as a column. A field is bytes or numbers."""
    kinds = [(f"S{len(field)}" if isinstance(field, bytes) else field.dtype) for field in fields]
    record = np.empty(rows, np.dtype([(str(at), kind) for at, kind in enumerate(kinds)]))
    for at, field in enumerate(fields):
        record[str(at)] = field
    width = record.dtype.itemsize
    offsets = np.arange(0, width * (rows + 1), width, np.int64)
    return pa.Array.from_buffers(pa.large_binary(), rows, [None, pa.py_buffer(offsets), pa.py_buffer(record)])


def _aad(header, bound, values):
    """The associated data of each row. The header is bytes, or a column of each row's."""
    parts, fields = ([], [header]) if isinstance(header, bytes) else ([header.cast(pa.large_binary())], [])
    for at, column in enumerate(bound):
        column = _bound_column(column, at, values)
        if isinstance(column, np.ndarray):
            fields += [np.full(1, column.itemsize, "<u8"), column]
        else:
            fields.append(np.asarray(pc.binary_length(column).fill_null(0)).astype("<u8"))
            parts += [_records(fields, len(values)), column]
            fields = []
    if fields:
        parts.append(_records(fields, len(values)))
    return parts[0] if len(parts) == 1 else pc.binary_join_element_wise(*parts, pa.scalar(b"", pa.large_binary()))


def seal_cells(values, keys, bound=(), *, threads=1):
    """Seals every value of a column under the primary key: returns a column of cells. Nulls stay null.

    - `values`: an Arrow array of binary values or strings, or what pyarrow makes one of.
    - `keys`: a `CellKeyring`.
    - `bound`: columns that each cell is bound to: binary values, strings, integers or dates, not null where a
      value is not null. They must be the same, in the same order and of the same types, when cells are opened.
    - `threads`: on how many threads; 0 means one for each processor.

    >>> import pyarrow as pa
    >>> from lanecrypt import cells
    >>> keys = cells.CellKeyring(7, {7: ("xaes256-gcm", bytes(32))})
    >>> sealed = cells.seal_cells(pa.array(["a", None]), keys, [pa.array([1, 2])])
    >>> sealed[0].as_py()[:5]
    b'\\x01\\x00\\x00\\x00\\x07'
    >>> cells.open_cells(sealed, keys, [pa.array([1, 2])]).to_pylist()
    [b'a', None]
    """
    values = _array(values)
    if not _is_binary(values.type):
        raise TypeError(f"values are {values.type}; they must be binary or strings: cast them")
    header, bound = keys._primary, list(bound)
    aad = _aad(header, bound, values) if bound else header
    return pa.array(seal_column(values, keys._sealing, aad=aad, prefix=header, threads=threads))


def open_cells(values, keys, bound=(), *, errors="raise", threads=1):
    """Opens a column of cells: returns a column of binary values. Nulls stay null.

    `keys`, `bound` and `threads` as in `seal_cells`. Cells that do not open, because they are damaged, bound to
    other values, or of a key that is not in the keyring, are null with `errors="null"`. With `errors="raise"`
    they are a `BatchError`, whose attribute `failed` is the list of their rows.
    """
    if errors not in ("raise", "null"):
        raise ValueError(f"errors is {errors!r}; it must be 'raise' or 'null'")
    values = _array(values)
    if not (pa.types.is_binary(values.type) or pa.types.is_large_binary(values.type)):
        raise TypeError(f"cells are {values.type}; they must be binary")
    headers = pc.binary_slice(values, 0, HEADER_BYTES)
    # Each row's own header is authenticated, so a changed one does not open, even if both keys are the same.
    aad = _aad(headers, bound, values)
    opened = None
    for known, ring in keys._opening:
        # One call for all keys of an algorithm. A row of none of them has no place.
        places = pc.index_in(headers, known.cast(headers.type))
        mine = places.is_valid()
        rows = pc.sum(mine).as_py() or 0
        if rows == 0:
            continue
        # Usually all cells are of one algorithm, and nothing has to be chosen.
        whole = rows == len(values) - values.null_count
        chosen = values if whole else pc.if_else(mine, values, pa.scalar(None, values.type))
        some = pa.array(open_column(chosen, ring, places, aad=aad, prefix_bytes=HEADER_BYTES, errors="null",
                                    threads=threads))
        opened = some if opened is None else pc.if_else(mine, some, opened)
    if opened is None:
        opened = pa.nulls(len(values), values.type)
    if errors == "raise":
        failed = pc.and_(values.is_valid(), opened.is_null())
        rows = np.flatnonzero(np.asarray(failed)).tolist()
        if rows:
            why = _why(keys, headers, rows[0])
            error = BatchError(f"{len(rows)} of {len(values)} cells do not open; the first is {why}")
            error.failed = rows
            raise error
    return opened


def _why(keys, headers, row):
    header = headers[row].as_py()
    if len(header) < HEADER_BYTES:
        return f"row {row}: no cell, it has {len(header)} bytes"
    if not any(header in known.to_pylist() for known, _ in keys._opening):
        number = int.from_bytes(header[1:], "big")
        return f"row {row}: the keyring has no key {number} of algorithm {header[0]}"
    return f"row {row}: the key, a bound column or the cell is wrong"

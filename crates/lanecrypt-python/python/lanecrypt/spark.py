"""Encrypted columns of Spark DataFrames: `pip install lanecrypt[spark]`.

    from lanecrypt.spark import decrypt_columns, encrypt_columns

    sealed = encrypt_columns(frame, {"ssn": ["id"]}, "file:///etc/lanecrypt/keys.json")
    opened = decrypt_columns(sealed, {"ssn": ["id"]}, "file:///etc/lanecrypt/keys.json", types={"ssn": "string"})

`{"ssn": ["id"]}` encrypts the column `ssn` and binds each value to the `id` of its row. The cells are those of
`lanecrypt.cells`. Keys never leave the workers: a plan holds only where they are, and each task reads them there
when it starts. Every nonce is random, so a task that Spark runs twice does no harm; but it makes other cells, so
write or persist an encrypted frame before it is used twice.

`encrypt_udf` and `decrypt_udf` make functions of columns, `encrypt_batches` and `decrypt_batches` are what
`mapInArrow` takes. All but these two need Spark 4.1 or later.
"""

import sys
from collections.abc import Iterator

import pyarrow as pa

from .cells import CellKeyring, open_cells, seal_cells

__all__ = ["decrypt_batches", "decrypt_columns", "decrypt_udf", "encrypt_batches", "encrypt_columns", "encrypt_udf"]


def encrypt_columns(frame, columns, keys):
    """Encrypts columns of a DataFrame.

    - `columns`: the names of the columns to encrypt, which are binary or strings, each with the list of the columns
      that its values are bound to. Those are not encrypted themselves, and are not null where the value is not.
    - `keys`: where the keyring is: `file:///PATH`, `env:NAME`, or a function that workers can import
      (`CellKeyring.from_uri`). A file must be on every worker.

    The encrypted columns become binary.
    """
    columns = _columns(frame, columns)
    for name in columns:
        _kind(frame, name, ("binary", "string"))
    return _with_columns(frame, columns, lambda name: encrypt_udf(keys))


def decrypt_columns(frame, columns, keys, *, types=None, errors="raise"):
    """Decrypts columns that `encrypt_columns` made.

    - `columns` and `keys` as there.
    - `types`: names of columns with "string", which become strings again; the others are binary.
    - `errors`: "raise" fails the task at cells that do not open, "null" makes them null.

    Spark opens no cells of columns that a query does not use: `frame.count()` finds no wrong cell.
    """
    columns = _columns(frame, columns)
    types = dict(types or {})
    for name in columns:
        _kind(frame, name, ("binary",))
    for name, kind in types.items():
        if name not in columns or kind not in ("binary", "string"):
            raise ValueError(f"types has {name!r}: {kind!r}; it must have decrypted columns, with 'binary' or 'string'")
    return _with_columns(
        frame, columns, lambda name: decrypt_udf(keys, type=types.get(name, "binary"), errors=errors)
    )


def encrypt_batches(columns, keys):
    """A function for `mapInArrow` that encrypts columns as `encrypt_columns` does."""
    source, columns = _reference(keys), _bound(columns)

    def encrypt(batches):
        ring = CellKeyring.from_uri(source)
        for batch in batches:
            yield _replaced(batch, columns, lambda values, bound: seal_cells(values, ring, bound))

    return encrypt


def decrypt_batches(columns, keys, *, types=None, errors="raise"):
    """A function for `mapInArrow` that decrypts columns as `decrypt_columns` does."""
    source, columns = _reference(keys), _bound(columns)
    strings = {name for name, kind in dict(types or {}).items() if kind == "string"}
    _errors(errors)

    def decrypt(batches):
        ring = CellKeyring.from_uri(source)
        for batch in batches:
            batch = _replaced(batch, columns, lambda values, bound: open_cells(values, ring, bound, errors=errors))
            for name in strings:
                at = batch.schema.get_field_index(name)
                batch = batch.set_column(at, name, batch.column(at).cast(pa.string()))
            yield batch

    return decrypt


def encrypt_udf(keys):
    """A function of columns: `encrypt(value, *bound)` is a column of cells. It is nondeterministic."""
    from pyspark.sql.functions import arrow_udf

    source = _reference(keys)

    def encrypt(batches: Iterator[tuple[pa.Array, ...]]) -> Iterator[pa.Array]:
        ring = CellKeyring.from_uri(source)
        for values, *bound in map(_tuple, batches):
            yield seal_cells(values, ring, bound)

    return arrow_udf(encrypt, "binary").asNondeterministic()


def decrypt_udf(keys, *, type="binary", errors="raise"):
    """A function of columns: `decrypt(cell, *bound)` is a column of this type, "binary" or "string"."""
    from pyspark.sql.functions import arrow_udf

    source = _reference(keys)
    _errors(errors)
    if type not in ("binary", "string"):
        raise ValueError(f"type is {type!r}; it must be 'binary' or 'string'")
    # Spark does not look whether a string is UTF-8.
    of_type = (lambda values: values.cast(pa.string())) if type == "string" else (lambda values: values)

    def decrypt(batches: Iterator[tuple[pa.Array, ...]]) -> Iterator[pa.Array]:
        ring = CellKeyring.from_uri(source)
        for cells, *bound in map(_tuple, batches):
            yield of_type(open_cells(cells, ring, bound, errors=errors))

    return arrow_udf(decrypt, type)


def _tuple(batch):
    """A batch of columns: Spark hands over a single column as it is."""
    return batch if isinstance(batch, tuple) else (batch,)


def _reference(keys):
    """Where the keys are. Keys themselves would get into the plan, and from there into logs and event files."""
    if isinstance(keys, str) or _importable(keys):
        return keys
    raise TypeError(
        f"keys is {type(keys).__name__}; it must be file:///PATH, env:NAME or a function of a module that workers can "
        "import, so that no key gets into the plan of a query"
    )


def _importable(function):
    """Whether a function is sent to workers as its name. Spark sends others whole, with all that they refer to."""
    module, place = getattr(function, "__module__", None), getattr(function, "__qualname__", None)
    if not callable(function) or not place or module in (None, "__main__"):
        return False
    found = sys.modules.get(module)
    for name in place.split("."):
        found = getattr(found, name, None)
    return found is function


def _bound(columns):
    """A copy of the columns with the lists of what they are bound to."""
    for name, bound in columns.items():
        if isinstance(bound, (str, bytes)):
            raise TypeError(f"{name!r} is bound to {bound!r}; it must be a list of names, such as [{bound!r}]")
    return {name: list(bound) for name, bound in columns.items()}


def _errors(errors):
    if errors not in ("raise", "null"):
        raise ValueError(f"errors is {errors!r}; it must be 'raise' or 'null'")


def _columns(frame, columns):
    """The columns with what they are bound to, all of which must be there once."""
    columns = _bound(columns)
    if not columns:
        raise ValueError("no columns are named")
    for name in {*columns, *(name for bound in columns.values() for name in bound)}:
        if frame.columns.count(name) != 1:
            raise ValueError(f"{frame.columns.count(name)} columns are named {name!r}; the frame has {frame.columns}")
    for name, bound in columns.items():
        for other in bound:
            if other in columns:
                raise ValueError(f"{name!r} is bound to {other!r}, which is encrypted itself")
    return columns


def _kind(frame, name, allowed):
    kind = frame.schema[name].dataType.typeName()
    if kind not in allowed:
        raise ValueError(f"column {name!r} is {kind}; it must be {' or '.join(allowed)}: cast it")


def _with_columns(frame, columns, function_of):
    """A frame whose columns are replaced by functions of them and of what they are bound to."""
    from pyspark.sql.functions import col

    def column(name):
        return col("`" + name.replace("`", "``") + "`")

    def made(name, bound):
        value = function_of(name)(column(name), *map(column, bound))
        return value.alias(name, metadata=frame.schema[name].metadata)

    return frame.withColumns({name: made(name, bound) for name, bound in columns.items()})


def _replaced(batch, columns, function):
    """A batch whose columns are replaced by what a function makes of them and of what they are bound to."""
    made = {name: function(batch.column(name), [batch.column(other) for other in bound])
            for name, bound in columns.items()}
    for name, column in made.items():
        batch = batch.set_column(batch.schema.get_field_index(name), name, column)
    return batch

#!/usr/bin/env python3
"""Encrypts and decrypts a column of a Ray data set: `pip install lanecrypt[cells] 'ray[data]'`.

    python ray_data.py file:///etc/lanecrypt/keys.json

The workers read the keys themselves: what Ray sends to them is where the keys are.
"""

import json
import os
import sys
import tempfile
from pathlib import Path

import pyarrow as pa
import ray

from lanecrypt.cells import CellKeyring, open_cells, seal_cells


class Encrypt:
    """A worker of `map_batches`, which Ray makes once in a process."""

    def __init__(self, column: str, bound: list[str], keys: str):
        self.column, self.bound, self.ring = column, bound, CellKeyring.from_uri(keys)

    def process(self, values: pa.ChunkedArray, bound: list[pa.ChunkedArray]) -> pa.Array:
        return seal_cells(values, self.ring, bound)

    def __call__(self, batch: pa.Table) -> pa.Table:
        made = self.process(batch[self.column], [batch[name] for name in self.bound])
        return batch.set_column(batch.schema.get_field_index(self.column), self.column, made)


class Decrypt(Encrypt):
    """The same for cells, which become binary."""

    def process(self, values: pa.ChunkedArray, bound: list[pa.ChunkedArray]) -> pa.Array:
        return open_cells(values, self.ring, bound)


def main(keys: str) -> None:
    rows = 10_000
    data = ray.data.from_arrow(pa.table({"id": range(rows), "secret": [f"value {row}" for row in range(rows)]}))
    arguments = {"batch_format": "pyarrow", "concurrency": 1, "fn_constructor_args": ("secret", ["id"], keys)}
    sealed = data.map_batches(Encrypt, **arguments).materialize()
    opened = sealed.map_batches(Decrypt, **arguments)
    assert all(row["secret"] == f"value {row['id']}".encode() for row in opened.take_all())
    print(f"{rows} rows encrypted and decrypted; the first cell is {sealed.take(1)[0]['secret'].hex()}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(sys.argv[1])
    else:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "keys.json"
            file.touch(mode=0o600)
            key = {"id": 1, "algorithm": "xaes256-gcm", "key": os.urandom(32).hex()}
            file.write_text(json.dumps({"primary": 1, "keys": [key]}))
            main(file.as_uri())

"""What tests share: known answers and the classes."""

import json
from pathlib import Path
from typing import Any

import lanecrypt

VECTORS = Path(__file__).resolve().parents[3] / "vectors"


def known_answers(target: str) -> list[dict[str, Any]]:
    """The cases of `vectors/TARGET.json`."""
    cases: list[dict[str, Any]] = json.loads((VECTORS / f"{target}.json").read_text())["cases"]
    assert cases
    return cases


def octets(case: dict[str, Any], *names: str) -> bytes:
    """The bytes of the first of these fields that a case has."""
    return bytes.fromhex(next((case[name] for name in names if name in case), ""))


def is_valid(case: dict[str, Any]) -> bool:
    return case.get("expect", "pass") in ("pass", "valid", "ok", "true", True)


AEADS = sorted(
    (value for value in vars(lanecrypt).values()
     if isinstance(value, type) and issubclass(value, lanecrypt.Aead) and value is not lanecrypt.Aead),
    key=lambda aead: aead.__name__,
)

"""The algorithms of 3GPP, by their number: NEA for confidentiality, NIA for integrity, NCA for both.

NEA and NIA have the numbers 0 to 3 (16-byte keys; COUNT, BEARER and DIRECTION) and 4 to 6 (32-byte keys and
an IV: `nea256`, `nia256`); NCA has the numbers 4 to 6. Other numbers are a `ValueError`.

`Pdcp` protects and opens whole PDUs with algorithms 0 to 3, `pdcp_protect_many` and `pdcp_open_many` those of many
bearers in one call. `TransmitGuard` lets no COUNT be used twice.
"""

from ._lanecrypt import (
    Pdcp,
    TransmitGuard,
    nca_open,
    nca_seal,
    nea,
    nea256,
    nia,
    nia256,
    nia256_verify,
    nia_verify,
    pdcp_open_many,
    pdcp_protect_many,
)

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

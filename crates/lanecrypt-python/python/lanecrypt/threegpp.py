"""The algorithms of 3GPP, by their number: NEA for confidentiality, NIA for integrity, NCA for both.

NEA and NIA have the numbers 0, 2 and 3 (16-byte keys; COUNT, BEARER and DIRECTION) and 6 (32-byte keys and
an IV: `nea256`, `nia256`); NCA has the number 6. The other numbers of the specifications are a `ValueError`.
"""

from ._lanecrypt import nca_open, nca_seal, nea, nea256, nia, nia256, nia256_verify, nia_verify

__all__ = ["nca_open", "nca_seal", "nea", "nea256", "nia", "nia256", "nia256_verify", "nia_verify"]

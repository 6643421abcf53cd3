from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Protocol, TypeVar, final, overload, type_check_only

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Buffer, CapsuleType, disjoint_base

__all__ = [
    "Aead",
    "Aegis128L",
    "Aegis128X2",
    "Aegis128X4",
    "Aegis256",
    "Aegis256X2",
    "Aegis256X4",
    "Aes128Gcm",
    "Aes128Ocb3",
    "Aes192Gcm",
    "Aes192Ocb3",
    "Aes256Gcm",
    "Aes256Ocb3",
    "BatchError",
    "BinaryColumn",
    "ChaCha20",
    "Cmac",
    "CmacState",
    "CountUsed",
    "Ctr",
    "CtrDrbg",
    "InvalidTag",
    "KeyStream",
    "Keyring",
    "LanecryptError",
    "Snow3g",
    "Snow5g",
    "SnowV",
    "SnowVi",
    "StreamCipher",
    "Truncated",
    "XAes256Gcm",
    "Zuc128",
    "Zuc256",
    "__version__",
    "backends",
    "open_column",
    "open_many",
    "seal_column",
    "seal_many",
]

__version__: str

# NumPy says of its arrays that they are buffers from Python 3.12 on only.
_Bytes = Buffer | NDArray[Any]
_Out = TypeVar("_Out", bound=_Bytes)
_Tags = TypeVar("_Tags", bound=_Bytes)
_Backend = Literal["portable", "neon", "sse", "avx2", "avx2-vaes", "avx2-gfni", "avx512"]

@type_check_only
class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None, /) -> tuple[Any, Any]: ...

@type_check_only
class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None, /) -> Any: ...

_Column = _ArrowArray | _ArrowStream

class LanecryptError(Exception): ...
class InvalidTag(LanecryptError): ...
class Truncated(InvalidTag): ...
class CountUsed(LanecryptError): ...

class BatchError(LanecryptError):
    failed: list[int]

def backends() -> list[str]: ...

@disjoint_base
class Aead:
    def encrypt(self, nonce: _Bytes, data: _Bytes, aad: _Bytes | None = None) -> bytes: ...
    def decrypt(self, nonce: _Bytes, data: _Bytes, aad: _Bytes | None = None) -> bytes: ...
    def encrypt_into(self, nonce: _Bytes, data: _Bytes, aad: _Bytes | None, buf: _Bytes) -> int: ...
    def decrypt_into(self, nonce: _Bytes, data: _Bytes, aad: _Bytes | None, buf: _Bytes) -> int: ...
    @classmethod
    def generate_key(cls) -> bytes: ...
    @property
    def tag_bytes(self) -> int: ...
    @property
    def backend(self) -> str: ...

@final
class Aegis128L(Aead):
    ALGORITHM: ClassVar[str]
    KEY_BYTES: ClassVar[int]
    NONCE_BYTES: ClassVar[int]
    TAG_BYTES: ClassVar[int]
    def __new__(cls, key: _Bytes, *, tag_bytes: int = 16, backend: _Backend | None = None) -> Aegis128L: ...

@final
class Aegis128X2(Aead):
    ALGORITHM: ClassVar[str]
    KEY_BYTES: ClassVar[int]
    NONCE_BYTES: ClassVar[int]
    TAG_BYTES: ClassVar[int]
    def __new__(cls, key: _Bytes, *, tag_bytes: int = 16, backend: _Backend | None = None) -> Aegis128X2: ...

@final
class Aegis128X4(Aead):
    ALGORITHM: ClassVar[str]
    KEY_BYTES: ClassVar[int]
    NONCE_BYTES: ClassVar[int]
    TAG_BYTES: ClassVar[int]
    def __new__(cls, key: _Bytes, *, tag_bytes: int = 16, backend: _Backend | None = None) -> Aegis128X4: ...

@final
class Aegis256(Aead):
    ALGORITHM: ClassVar[str]
    KEY_BYTES: ClassVar[int]
    NONCE_BYTES: ClassVar[int]
    TAG_BYTES: ClassVar[int]
    def __new__(cls, key: _Bytes, *, tag_bytes: int = 16, backend: _Backend | None = None) -> Aegis256: ...

@final
class Aegis256X2(Aead):
    ALGORITHM: ClassVar[str]
    KEY_BYTES: ClassVar[int]
    NONCE_BYTES: ClassVar[int]
    TAG_BYTES: ClassVar[int]
    def __new__(cls, key: _Bytes, *, tag_bytes: int = 16, backend: _Backend | None = None) -> Aegis256X2: ...

@final
class Aegis256X4(Aead):
    ALGORITHM: ClassVar[str]
    KEY_BYTES: ClassVar[int]
    NONCE_BYTES: ClassVar[int]
    TAG_BYTES: ClassVar[int]
    def __new__(cls, key: _Bytes, *, tag_bytes: int = 16, backend: _Backend | None = None) -> Aegis256X4: ...

@final
class Aes128Gcm(Aead):
    ALGORITHM: ClassVar[str]
    KEY_BYTES: ClassVar[int]
    NONCE_BYTES: ClassVar[int]
    TAG_BYTES: ClassVar[int]
    def __new__(cls, key: _Bytes, *, tag_bytes: int = 16, backend: _Backend | None = None) -> Aes128Gcm: ...

@final
class Aes128Ocb3(Aead):
    ALGORITHM: ClassVar[str]
    KEY_BYTES: ClassVar[int]
    NONCE_BYTES: ClassVar[int]
    TAG_BYTES: ClassVar[int]
    def __new__(cls, key: _Bytes, *, tag_bytes: int = 16, backend: _Backend | None = None) -> Aes128Ocb3: ...

@final
class Aes192Gcm(Aead):
    ALGORITHM: ClassVar[str]
    KEY_BYTES: ClassVar[int]
    NONCE_BYTES: ClassVar[int]
    TAG_BYTES: ClassVar[int]
    def __new__(cls, key: _Bytes, *, tag_bytes: int = 16, backend: _Backend | None = None) -> Aes192Gcm: ...

@final
class Aes192Ocb3(Aead):
    ALGORITHM: ClassVar[str]
    KEY_BYTES: ClassVar[int]
    NONCE_BYTES: ClassVar[int]
    TAG_BYTES: ClassVar[int]
    def __new__(cls, key: _Bytes, *, tag_bytes: int = 16, backend: _Backend | None = None) -> Aes192Ocb3: ...

@final
class Aes256Gcm(Aead):
    ALGORITHM: ClassVar[str]
    KEY_BYTES: ClassVar[int]
    NONCE_BYTES: ClassVar[int]
    TAG_BYTES: ClassVar[int]
    def __new__(cls, key: _Bytes, *, tag_bytes: int = 16, backend: _Backend | None = None) -> Aes256Gcm: ...

@final
class Aes256Ocb3(Aead):
    ALGORITHM: ClassVar[str]
    KEY_BYTES: ClassVar[int]
    NONCE_BYTES: ClassVar[int]
    TAG_BYTES: ClassVar[int]
    def __new__(cls, key: _Bytes, *, tag_bytes: int = 16, backend: _Backend | None = None) -> Aes256Ocb3: ...

@final
class XAes256Gcm(Aead):
    ALGORITHM: ClassVar[str]
    KEY_BYTES: ClassVar[int]
    NONCE_BYTES: ClassVar[int]
    TAG_BYTES: ClassVar[int]
    def __new__(cls, key: _Bytes, *, tag_bytes: int = 16, backend: _Backend | None = None) -> XAes256Gcm: ...

@disjoint_base
class StreamCipher:
    def encrypt(self, nonce: _Bytes, data: _Bytes) -> bytes: ...
    def decrypt(self, nonce: _Bytes, data: _Bytes) -> bytes: ...
    def encrypt_into(self, nonce: _Bytes, data: _Bytes, buf: _Bytes) -> int: ...
    def stream(self, nonce: _Bytes) -> KeyStream: ...
    @property
    def backend(self) -> str: ...

@final
class KeyStream:
    def apply(self, data: _Bytes) -> bytes: ...
    def apply_into(self, data: _Bytes, buf: _Bytes) -> int: ...
    def keystream(self, count: int) -> bytes: ...
    @property
    def position(self) -> int: ...
    def seek(self, position: int) -> None: ...

@final
class Ctr(StreamCipher):
    CIPHERS: ClassVar[tuple[str, ...]]
    def __new__(cls, cipher: str, key: _Bytes, *, backend: _Backend | None = None) -> Ctr: ...

@final
class ChaCha20(StreamCipher):
    KEY_BYTES: ClassVar[int]
    NONCE_BYTES: ClassVar[int]
    def __new__(cls, key: _Bytes, *, backend: _Backend | None = None) -> ChaCha20: ...
    @classmethod
    def generate_key(cls) -> bytes: ...

@final
class Snow3g(StreamCipher):
    KEY_BYTES: ClassVar[int]
    NONCE_BYTES: ClassVar[int]
    def __new__(cls, key: _Bytes, *, backend: _Backend | None = None) -> Snow3g: ...
    @classmethod
    def generate_key(cls) -> bytes: ...

@final
class Snow5g(StreamCipher):
    KEY_BYTES: ClassVar[int]
    NONCE_BYTES: ClassVar[int]
    def __new__(cls, key: _Bytes, *, backend: _Backend | None = None) -> Snow5g: ...
    @classmethod
    def generate_key(cls) -> bytes: ...

@final
class SnowV(StreamCipher):
    KEY_BYTES: ClassVar[int]
    NONCE_BYTES: ClassVar[int]
    def __new__(cls, key: _Bytes, *, backend: _Backend | None = None) -> SnowV: ...
    @classmethod
    def generate_key(cls) -> bytes: ...

@final
class SnowVi(StreamCipher):
    KEY_BYTES: ClassVar[int]
    NONCE_BYTES: ClassVar[int]
    def __new__(cls, key: _Bytes, *, backend: _Backend | None = None) -> SnowVi: ...
    @classmethod
    def generate_key(cls) -> bytes: ...

@final
class Zuc128(StreamCipher):
    KEY_BYTES: ClassVar[int]
    NONCE_BYTES: ClassVar[int]
    def __new__(cls, key: _Bytes, *, backend: _Backend | None = None) -> Zuc128: ...
    @classmethod
    def generate_key(cls) -> bytes: ...

@final
class Zuc256(StreamCipher):
    KEY_BYTES: ClassVar[int]
    NONCE_BYTES: ClassVar[int]
    def __new__(cls, key: _Bytes, *, backend: _Backend | None = None) -> Zuc256: ...
    @classmethod
    def generate_key(cls) -> bytes: ...

@final
class Cmac:
    def __new__(cls, key: _Bytes, *, tag_bytes: int = 16, backend: _Backend | None = None) -> Cmac: ...
    def compute(self, data: _Bytes) -> bytes: ...
    def verify(self, data: _Bytes, tag: _Bytes) -> None: ...
    def start(self) -> CmacState: ...
    @property
    def tag_bytes(self) -> int: ...
    @property
    def backend(self) -> str: ...

@final
class CmacState:
    def update(self, data: _Bytes) -> None: ...
    def finalize(self) -> bytes: ...
    def verify(self, tag: _Bytes) -> None: ...

@final
class CtrDrbg:
    def __new__(
        cls,
        personalization: _Bytes | None = None,
        *,
        prediction_resistance: bool = False,
        backend: _Backend | None = None,
    ) -> CtrDrbg: ...
    @staticmethod
    def from_seed(
        entropy: _Bytes,
        nonce: _Bytes,
        personalization: _Bytes | None = None,
        *,
        backend: _Backend | None = None,
    ) -> CtrDrbg: ...
    def generate(self, count: int, additional: _Bytes | None = None) -> bytes: ...
    def reseed(self, entropy: _Bytes | None = None, additional: _Bytes | None = None) -> None: ...

@final
class Keyring:
    ALGORITHMS: ClassVar[tuple[str, ...]]
    def __new__(cls, algorithm: str, keys: Mapping[int, _Bytes] | Mapping[str, _Bytes]) -> Keyring: ...
    @property
    def algorithm(self) -> str: ...
    @property
    def overhead(self) -> int: ...
    def __len__(self) -> int: ...

@final
class BinaryColumn:
    @property
    def type(self) -> Literal["binary", "large_binary"]: ...
    @property
    def null_count(self) -> int: ...
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> CapsuleType: ...
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[CapsuleType, CapsuleType]: ...

@overload
def seal_many(
    algorithm: str,
    keys: _Bytes,
    nonces: _Bytes,
    data: _Bytes,
    offsets: _Bytes | None = None,
    *,
    key_index: _Bytes | None = None,
    aad: _Bytes | None = None,
    aad_offsets: _Bytes | None = None,
    out: None = None,
    tags: None = None,
    threads: int = 1,
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]: ...
@overload
def seal_many(
    algorithm: str,
    keys: _Bytes,
    nonces: _Bytes,
    data: _Bytes,
    offsets: _Bytes | None = None,
    *,
    key_index: _Bytes | None = None,
    aad: _Bytes | None = None,
    aad_offsets: _Bytes | None = None,
    out: _Out,
    tags: None = None,
    threads: int = 1,
) -> tuple[_Out, NDArray[np.uint8]]: ...
@overload
def seal_many(
    algorithm: str,
    keys: _Bytes,
    nonces: _Bytes,
    data: _Bytes,
    offsets: _Bytes | None = None,
    *,
    key_index: _Bytes | None = None,
    aad: _Bytes | None = None,
    aad_offsets: _Bytes | None = None,
    out: None = None,
    tags: _Tags,
    threads: int = 1,
) -> tuple[NDArray[np.uint8], _Tags]: ...
@overload
def seal_many(
    algorithm: str,
    keys: _Bytes,
    nonces: _Bytes,
    data: _Bytes,
    offsets: _Bytes | None = None,
    *,
    key_index: _Bytes | None = None,
    aad: _Bytes | None = None,
    aad_offsets: _Bytes | None = None,
    out: _Out,
    tags: _Tags,
    threads: int = 1,
) -> tuple[_Out, _Tags]: ...
@overload
def open_many(
    algorithm: str,
    keys: _Bytes,
    nonces: _Bytes,
    data: _Bytes,
    tags: _Bytes,
    offsets: _Bytes | None = None,
    *,
    key_index: _Bytes | None = None,
    aad: _Bytes | None = None,
    aad_offsets: _Bytes | None = None,
    out: None = None,
    threads: int = 1,
) -> NDArray[np.uint8]: ...
@overload
def open_many(
    algorithm: str,
    keys: _Bytes,
    nonces: _Bytes,
    data: _Bytes,
    tags: _Bytes,
    offsets: _Bytes | None = None,
    *,
    key_index: _Bytes | None = None,
    aad: _Bytes | None = None,
    aad_offsets: _Bytes | None = None,
    out: _Out,
    threads: int = 1,
) -> _Out: ...
def seal_column(
    values: _Column,
    keys: Keyring,
    key_id: _Column | None = None,
    *,
    aad: _Bytes | _Column | None = None,
    prefix: _Bytes | None = None,
    threads: int = 1,
) -> BinaryColumn: ...
def open_column(
    values: _Column,
    keys: Keyring,
    key_id: _Column | None = None,
    *,
    aad: _Bytes | _Column | None = None,
    prefix_bytes: int = 0,
    errors: Literal["raise", "null"] = "raise",
    threads: int = 1,
) -> BinaryColumn: ...

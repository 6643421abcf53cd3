"""Words in bytes, and blocks one after another."""


def little(data, size):
    """The little-endian words of some bytes."""
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]


def big(data, size):
    """The big-endian words of some bytes."""
    return [int.from_bytes(data[at : at + size], "big") for at in range(0, len(data), size)]


def from_little(words, size):
    return b"".join(word.to_bytes(size, "little") for word in words)


def from_big(words, size):
    return b"".join(word.to_bytes(size, "big") for word in words)


def each_block(encrypt, data, size):
    """Every block of some data encrypted on its own."""
    return b"".join(encrypt(data[at : at + size]) for at in range(0, len(data), size))

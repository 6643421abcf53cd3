"""SIMON (Beaulieu and others, ePrint 2013/404) on lists of bits, the lowest first.

The constant sequences are made of what the paper makes them of: three sequences of period 31, each of a linear
recurrence on five bits, and the sequence 0, 1, 0, 1, ...
"""

from words import from_little, little

TARGET = "simon"

# Bits of a word, words of a key, rounds, number of the constant sequence.
VARIANTS = {
    "32/64": (16, 4, 32, 0), "48/72": (24, 3, 36, 0), "48/96": (24, 4, 36, 1), "64/96": (32, 3, 42, 2),
    "64/128": (32, 4, 44, 3), "96/96": (48, 2, 52, 2), "96/144": (48, 3, 54, 3), "128/128": (64, 2, 68, 2),
    "128/192": (64, 3, 69, 3), "128/256": (64, 4, 72, 4),
}


def recurrence(start, taps):
    bits = list(start)
    while len(bits) < 62:
        bits.append(sum(bits[len(bits) - 5 + tap] for tap in taps) % 2)
    return bits


U = recurrence([1, 1, 1, 1, 1], [0, 1, 2, 4])
V = recurrence([1, 0, 0, 0, 1], [0, 1, 2, 3])
W = recurrence([1, 0, 0, 0, 0], [0, 2])
T = [0, 1] * 31


def add(*all_bits):
    return [sum(bits) % 2 for bits in zip(*all_bits)]


def left(bits, by):
    by %= len(bits)
    return bits[-by:] + bits[:-by] if by else list(bits)


def both(first, second):
    return [a * b for a, b in zip(first, second)]


def bits_of(number, size):
    return [int(digit) for digit in reversed(format(number, f"0{size}b"))]


def number_of(bits):
    return int("".join(str(bit) for bit in reversed(bits)), 2)


def round_keys(variant, key):
    size, words, rounds, sequence = VARIANTS[variant]
    z = [U, V, add(U, T), add(V, T), add(W, T)][sequence]
    keys = [bits_of(word, size) for word in little(key, size // 8)]
    for i in range(words, rounds):
        mixed = left(keys[i - 1], -3)
        if words == 4:
            mixed = add(mixed, keys[i - 3])
        mixed = add(mixed, left(mixed, -1))
        # 2^n - 4, which has all bits but the two lowest, and a bit of the sequence.
        constant = [z[(i - words) % 62], 0] + [1] * (size - 2)
        keys.append(add(constant, keys[i - words], mixed))
    return keys


def encrypt(variant, key, block):
    size = VARIANTS[variant][0]
    y, x = (bits_of(word, size) for word in little(block, size // 8))
    for round_key in round_keys(variant, key):
        x, y = add(y, both(left(x, 1), left(x, 8)), left(x, 2), round_key), x
    return from_little([number_of(y), number_of(x)], size // 8)


def sizes(variant):
    size, words, _, _ = VARIANTS[variant]
    return size * words // 8, size // 4

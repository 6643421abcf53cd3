"""SIMECK (Yang and others, CHES 2015): rotations are products modulo 2^n - 1, and the constants come from the
feedback registers of the paper."""

from words import big, from_big

TARGET = "simeck"

# Bits of a word, rounds, bits of the feedback register and its taps.
VARIANTS = {"32/64": (16, 32, 5, (0, 2)), "48/96": (24, 36, 5, (0, 2)), "64/128": (32, 44, 6, (0, 1))}


def times(word, by, size):
    """A rotation to the left. All ones and all zeros are the same number to this modulus."""
    ones = 2**size - 1
    return word if word == ones else word * 2**by % ones


def f(word, size):
    return word & times(word, 5, size) ^ times(word, 1, size)


def sequence(length, size, taps):
    register = [1] * size
    for _ in range(length):
        yield register[0]
        register = register[1:] + [sum(register[tap] for tap in taps) % 2]


def encrypt(variant, key, block):
    size, rounds, register, taps = VARIANTS[variant]
    t2, t1, t0, k = big(key, size // 8)
    left, right = big(block, size // 8)
    for z in sequence(rounds, register, taps):
        left, right = right ^ f(left, size) ^ k, left
        k, t0, t1, t2 = t0, t1, t2, k ^ f(t0, size) ^ (2**size - 4) ^ z
    return from_big([left, right], size // 8)


def sizes(variant):
    size = VARIANTS[variant][0]
    return size // 2, size // 4

"""Cypress (Rodinko and Oliynykov, 2017), from a description of the only public implementation. There are no
published answers, so what this shows is that two readings of the description agree."""

from words import from_little, little

TARGET = "cypress"

# Bits of a word, rounds, rotations.
VARIANTS = {"Cypress-256": (32, 10, (16, 12, 8, 7)), "Cypress-512": (64, 14, (32, 24, 16, 15))}


class Words:
    """Four words and their operations."""

    def __init__(self, size, words):
        self.size = size
        self.words = [word % 2**size for word in words]

    def __add__(self, other):
        return Words(self.size, [a + b for a, b in zip(self.words, other.words)])

    def __xor__(self, other):
        return Words(self.size, [a ^ b for a, b in zip(self.words, other.words)])

    def turned(self, by):
        return Words(self.size, [word << by | word >> self.size - by for word in self.words])

    def h(self, rotations):
        p = list(self.words)
        for step in range(8):
            # In turns: the first and the third word grow, the fourth and the second turn.
            grows, by, turns = ((0, 1, 3), (2, 3, 1))[step % 2]
            p[grows] = (p[grows] + p[by]) % 2**self.size
            mixed = Words(self.size, [p[turns] ^ p[grows]])
            p[turns] = mixed.turned(rotations[step % 4]).words[0]
        return Words(self.size, p)


def round_keys(variant, key):
    size, rounds, rotations = VARIANTS[variant]
    words = little(key, size // 8)
    left, right = Words(size, words[:4]), Words(size, words[4:])
    for number in range(rounds):
        if number % 2 == 0:
            once = (left ^ Words(size, [1] * 4)).h(rotations)
            sigma = (once + right).h(rotations) ^ left
        mask = sigma + Words(size, [0x000F000F * 2**number] * 4)
        half = left if number % 2 == 0 else right
        yield ((half + mask).h(rotations) ^ mask).h(rotations) + mask
        if number % 2 == 1:
            left, right = left.turned(1), right.turned(1)


def encrypt(variant, key, block):
    size, _, rotations = VARIANTS[variant]
    words = little(block, size // 8)
    left, right = Words(size, words[:4]), Words(size, words[4:])
    for round_key in round_keys(variant, key):
        left, right = right ^ (left ^ round_key).h(rotations), left
    return from_little(left.words + right.words, size // 8)


def sizes(variant):
    return 8 * VARIANTS[variant][0] // 8, 8 * VARIANTS[variant][0] // 8

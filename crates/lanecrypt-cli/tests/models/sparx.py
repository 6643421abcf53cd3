"""SPARX (Dinu and others, ASIACRYPT 2016): branches are pairs, and subkeys are made one after another while the
steps go on."""

from words import from_little, little

TARGET = "sparx"

# Branches, rounds of a step, steps.
VARIANTS = {"64/128": (2, 3, 8), "128/128": (4, 4, 8), "128/256": (4, 4, 10)}


def turn(word, by):
    return (word * 2**by + word // 2 ** (16 - by)) % 2**16


def a(pair):
    left = (turn(pair[0], 9) + pair[1]) % 2**16
    return left, turn(pair[1], 2) ^ left


def subkeys(variant, key):
    """Without end: the first words of the key, which is stirred after each."""
    _, rounds, _ = VARIANTS[variant]
    words = little(key, 2)
    number = 0
    while True:
        yield words[: 2 * rounds]
        number += 1
        # Each of these pairs is replaced and then added to the next.
        for at in {"64/128": [0], "128/128": [0, 4], "128/256": [0, 8]}[variant]:
            words[at], words[at + 1] = a(words[at : at + 2])
            words[at + 2] = (words[at + 2] + words[at]) % 2**16
            words[at + 3] = (words[at + 3] + words[at + 1]) % 2**16
        last = {"64/128": 7, "128/128": 7, "128/256": 11}[variant]
        words[last] = (words[last] + number) % 2**16
        by = 6 if variant == "128/256" else 2
        words = words[-by:] + words[:-by]


def mix(branches):
    half = len(branches) // 2
    left, right = branches[:half], branches[half:]
    words = [word for pair in left for word in pair]
    total = 0
    for word in words:
        total ^= word
    total = turn(total, 8)
    # Into which words of the right half those of the left go.
    order = [0, 1] if half == 1 else [2, 1, 0, 3]
    flat = [word for pair in right for word in pair]
    flat = [word ^ words[place] ^ total for word, place in zip(flat, order)]
    return list(zip(flat[::2], flat[1::2])) + left


def encrypt(variant, key, block):
    count, rounds, steps = VARIANTS[variant]
    words = little(block, 2)
    branches = list(zip(words[::2], words[1::2]))
    keys = subkeys(variant, key)
    for _ in range(steps):
        for number in range(count):
            subkey = next(keys)
            for turn_of in range(rounds):
                left, right = branches[number]
                branches[number] = a((left ^ subkey[2 * turn_of], right ^ subkey[2 * turn_of + 1]))
        branches = mix(branches)
    words = [word for pair in branches for word in pair]
    return from_little([word ^ key for word, key in zip(words, next(keys))], 2)


def sizes(variant):
    return int(variant.split("/")[1]) // 8, int(variant.split("/")[0]) // 8

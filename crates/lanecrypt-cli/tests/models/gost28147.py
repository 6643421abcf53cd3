"""GOST 28147-89 (RFC 5830) with every published S-box and with others, and Magma (RFC 8891): words are numbers,
an S-box is eight strings of digits, and the 11 bits are a product modulo 2^32 - 1."""

from words import big, from_big, from_little, little

TARGET = "gost28147"

# RFC 4357 and RFC 7836, and DSTU GOST 28147:2009. The first row replaces the least significant digit.
PUBLISHED = {
    "dstu-dke1": """a9d6eb45f13c7082 80c4967b231f5ead f658eba4c037291d 38d96bf025ca4e17
        f8e9720dc615b43a 28975f0bc1dea364 38b564ea2c179fd0 123e6db8fac57904""",
    "GostR3411-94-TestParamSet": """4a92d80e6b1c7f53 eb4c6dfa23810759 581da342efc7609b 7da1089fe46cb253
        6c715fd84a9e03b2 4ba0721d36859cfe db413f590ae7682c 1fd057a4923e6b8c""",
    "id-Gost28147-89-TestParamSet": """42f59108e3bcd7a6 c9fe813a274d60b5 d8ec739a15246f0b e9b25f710dc6a438
        3e59680dab7c21f4 8f6b19c5d37a0e24 9bc0367548ef1a2d c652b09d3e7af418""",
    "id-Gost28147-89-CryptoPro-A-ParamSet": """96328b17a4efc0d5 37e98af0526cb4d1 e462b3d8cf5a0719
        e7acd13902b4f856 b5198df0e423c7a6 3adc120b75948fe6 1d297a608c45f3be baf50ce8623917d4""",
    "id-Gost28147-89-CryptoPro-B-ParamSet": """84b135092eacd67f 012a4d5c973fb86e ec0a92db758f3614
        750db6123acf4e98 27cf95ab140d68e3 83264debc17fa095 52ab91c374d06f8e 04be8371a296fd5c""",
    "id-Gost28147-89-CryptoPro-C-ParamSet": """1bc29d0f458ea763 017db4528efc9a63 825049fa37cd6e1b
        36015da8b297efc4 8db0451293ce6fa7 c9b18e247365a0fd a968de20f35b41c7 7405a2fec61bd938""",
    "id-Gost28147-89-CryptoPro-D-ParamSet": """fc2a645079ed1b83 b634cfe27d805a91 1cb0fe65ad489372
        15eca70d62b493f8 0c89d2ab73654ef1 80f325eb1a47c9d6 306f1e92d8c4ba57 1a68fb04c3597d2e""",
    "id-tc26-gost-28147-param-Z": """c462a5b9e8d703f1 68239a5c1e47bd0f b3582fade174c960 c821d4f670a53e9b
        7f5a816d093eb42c 5df692cab78143e0 8e25691cf4b0da37 17ed05834fa69cb2""",
}


def rows_of(name):
    return PUBLISHED[name].split()


def round_function(word, key, rows):
    digits = format((word + key) % 2**32, "08x")
    # The last digit is the least significant one, which the first row replaces.
    replaced = "".join(row[int(digit, 16)] for row, digit in zip(reversed(rows), digits))
    word = int(replaced, 16)
    return word if word == 2**32 - 1 else word * 2**11 % (2**32 - 1)


def feistel(first, second, keys, rows):
    for key in keys * 3 + keys[::-1]:
        first, second = second ^ round_function(first, key, rows), first
    # The last round exchanges nothing.
    return second, first


def encrypt(rows, key, block):
    return from_little(feistel(*little(block, 4), little(key, 4), rows), 4)


def encrypt_magma(key, block):
    second, first = big(block, 4)
    first, second = feistel(first, second, big(key, 4), rows_of("id-tc26-gost-28147-param-Z"))
    return from_big([second, first], 4)

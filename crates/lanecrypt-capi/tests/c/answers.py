#!/usr/bin/env python3
"""Writes the known answers of vectors/*.json as lines that known_answers.c reads.

    answers.py VECTORS > ANSWERS

A line has fields with a tab after each: what is checked, the name of the algorithm, byte strings and
numbers in hexadecimal digits, `-` for an empty one. The last field is the name of the case.
"""
import json
import sys
from pathlib import Path

VECTORS = Path(sys.argv[1])


def cases(name):
    """Those of `NAME.json`, and of `NAME.more.json` where there is one."""
    files = [VECTORS / f"{name}.json", *VECTORS.glob(f"{name}.*.json")]
    return [c for file in files for c in json.loads(file.read_text())["cases"] if "error" not in c]


def line(*fields):
    print("".join(f"{field or '-'}\t" for field in fields))


def bits(key):
    return 4 * len(key)


def number(value):
    return f"{value:x}"


def aeads():
    for c in cases("aes_gcm"):
        short = "" if c["tag_bits"] >= 96 else " (short tags)"
        line("aead", f"AES-{bits(c['key'])}-GCM{short}", c["key"], c["iv"], c["aad"], c["plaintext"],
             c["ciphertext"], c["tag"], "1", c["id"])
    for c in cases("aes_ocb3"):
        line("aead", f"AES-{bits(c['key'])}-OCB3", c["key"], c["nonce"], c["aad"], c["plaintext"],
             c["ciphertext"], c["tag"], "1", c["id"])
    for c in cases("xaes256_gcm"):
        right = "0" if "expect" in c else "1"
        line("aead", "XAES-256-GCM", c["key"], c["nonce"], c["aad"], c["plaintext"], c["ciphertext"], c["tag"],
             right, c["id"])
    for file, title in [("aegis_128", "AEGIS-128"), ("aegis_128l", "AEGIS-128L"),
                        ("aegis_256", "AEGIS-256"), ("aegis_128x2", "AEGIS-128X2"),
                        ("aegis_128x4", "AEGIS-128X4"), ("aegis_256x2", "AEGIS-256X2"),
                        ("aegis_256x4", "AEGIS-256X4"), ("morus_640_128", "MORUS-640"),
                        ("morus_1280_128", "MORUS-1280-128"), ("morus_1280_256", "MORUS-1280-256")]:
        for c in cases(file):
            for tag in ("tag", "tag128", "tag256"):
                if tag in c:
                    right = "0" if "expect" in c else "1"
                    line("aead", title, c["key"], c.get("nonce", c.get("iv")), c["aad"],
                         c.get("plaintext", ""), c["ciphertext"], c[tag], right, f"{c['id']}, {tag}")


def ciphers():
    def cipher(title, c, nonce="", start=0):
        line("cipher", title, c["key"], nonce, number(start), c["plaintext"], c["ciphertext"], c["id"])

    for c in cases("aes_modes"):
        cipher(f"AES-{bits(c['key'])}-{c['mode'].split()[0]}", c, c.get("iv", ""))
    for file in ("speck", "simon", "simeck", "sparx"):
        for c in cases(file):
            cipher(f"{file.upper()}-{c['variant']}-ECB", c)
    for c in cases("cypress"):
        cipher(f"{c['variant']}-ECB", c)
    for c in cases("gost28147"):
        if c["mode"].startswith("Magma"):
            cipher("Magma-ECB", c)
        else:
            line("sbox", c["sbox"], c["key"], c["plaintext"], c["ciphertext"], c["id"])
            if c["sbox"] == "dstu-dke1":
                cipher("GOST 28147-89-ECB", c)
    for c in cases("chacha20"):
        cipher("ChaCha20", c, c["nonce"], int(c["counter"]))
    for c in cases("snow3g"):
        cipher("SNOW 3G", c, c["iv"])
    for c in cases("snow5g_nea4"):
        if c.get("bit_length", 4 * len(c["plaintext"])) == 4 * len(c["plaintext"]):
            cipher("SNOW 5G", c, c["iv"])
    for target, title in [("snow_v", "SNOW-V"), ("snow_vi", "SNOW-Vi"), ("zuc128_keystream", "ZUC-128")]:
        for c in cases(target):
            c["plaintext"], c["ciphertext"] = "00" * (len(c["keystream"]) // 2), c["keystream"]
            cipher(title, c, c["iv"])
    for c in cases("zuc256_2018_keystream"):
        if "keystream" in c:
            c["plaintext"], c["ciphertext"] = "00" * (len(c["keystream"]) // 2), c["keystream"]
            cipher("ZUC-256 (2018)", c, c["iv"])
            cipher("ZUC-256 (2018)", c, c["iv23"])
        elif c["bit_length"] % 8 == 0:
            cipher("ZUC-256 (2018)", c, c["iv"])
    # The nonce is a half of a block as a number, and so is the counter of the first block: SIMON and
    # SPECK write them little-endian, SIMECK big-endian.
    titles = {"simon64_128": "SIMON-64/128", "speck64_128": "SPECK-64/128",
              "simeck64_128": "SIMECK-64/128", "simeck32_64": "SIMECK-32/64"}
    for c in cases("ctr_simon_simeck_speck"):
        nonce = bytes.fromhex(c["nonce"])
        if not c["cipher"].startswith("simeck"):
            nonce = nonce[::-1]
        start = int(c["counter"], 16) if isinstance(c["counter"], str) else c["counter"]
        cipher(f"{titles[c['cipher']]}-CTR", c, nonce.hex(), start)


def macs():
    for file, mode in (("aes_cmac", "CMAC"), ("aes_pmac", "PMAC")):
        for c in cases(file):
            line("mac", f"AES-{bits(c['key'])}-{mode}", c["key"], "", c["message"], c["tag"], c["id"])
    for c in cases("aegis_mac"):
        for tag in ("tag128", "tag256"):
            if tag in c:
                line("mac", c["variant"], c["key"], c["nonce"], c["message"], c[tag], f"{c['id']}, {tag}")
    for c in cases("snow3g_uia2"):
        if c["bit_length"] % 8 == 0:
            line("mac", "UIA2", c["key"], c["iv"], c["message"], c["tag"], c["id"])
    for c in cases("zuc256_2018_mac"):
        if c["bit_length"] % 8 == 0:
            for tag in ("tag32", "tag64", "tag128"):
                if tag in c:
                    line("mac", "ZUC-256 MAC (2018)", c["key"], c["iv"],
                         c["message"][:c["bit_length"] // 4], c[tag], f"{c['id']}, {tag}")


def threegpp():
    for file, algorithm in (("nea1", 1), ("nea2", 2), ("zuc_128_eea3", 3)):
        for c in cases(file):
            line("nea", algorithm, c["key"], c["count"], number(c["bearer"]), c["direction"],
                 number(c["bit_length"]), c["plaintext"], c["ciphertext"], c["id"])
    for file, algorithm in (("nia1", 1), ("nia2", 2), ("zuc_128_eia3", 3)):
        for c in cases(file):
            line("nia", algorithm, c["key"], c["count"], number(c["bearer"]), c["direction"],
                 number(c["bit_length"]), c["message"], c["tag"], c["id"])
    for cipher, number_of in (("snow5g", 4), ("aes", 5), ("zuc", 6)):
        for c in cases(f"{cipher}_nea{number_of}"):
            line("nea_iv", number_of, c["key"], c["iv"], number(c["bit_length"]), c["plaintext"], c["ciphertext"],
                 c["id"])
        for c in cases(f"{cipher}_nia{number_of}"):
            line("nia_iv", number_of, c["key"], c["iv"], number(c["bit_length"]), c["message"], c["tag"], c["id"])
        for c in cases(f"{cipher}_nca{number_of}"):
            line("nca", number_of, c["key"], c["iv"], c["aad"], c["plaintext"], c["ciphertext"], c["tag"], c["id"])


def generators():
    def step(kind, *parts):
        return kind + "".join(f":{part or ''}" for part in parts)

    for c in cases("aes_ctr_drbg"):
        steps = [step("g", c.get("additional1")), step("g", c.get("additional2"))]
        if "entropy_pr1" in c:
            steps = [step("r", c["entropy_pr1"], c.get("additional1")), step("g", ""),
                     step("r", c["entropy_pr2"], c.get("additional2")), step("g", "")]
        elif "entropy_reseed" in c:
            reseed = step("r", c["entropy_reseed"], c.get("additional_reseed"))
            first = c["procedure"].startswith("instantiate; reseed")
            steps.insert(0 if first else 1, reseed)
        elif c["procedure"] == "instantiate, generate = output":
            steps = [step("g", "")]
        line("drbg", f"AES-{c['aes_bits']}-CTR_DRBG", "0" if c["derivation_function"] else "1",
             c["entropy"], c.get("nonce_and_personalization"), c.get("personalization"),
             ";".join(steps), c["output"], c["id"])


def chunked():
    for c in cases("cobblestone"):
        if "ciphertext" in c:
            line("chunked", c["variant"].capitalize(), c["key"], c["salt"], c["context"], c["plaintext"],
                 c["ciphertext"], c["id"])


for part in (aeads, ciphers, macs, threegpp, generators, chunked):
    part()

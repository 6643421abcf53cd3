"""The known answers of the repository."""

import pytest
from conftest import is_valid, known_answers, octets

import lanecrypt
from lanecrypt import threegpp

AEAD_TARGETS = {
    "aes_gcm": {16: lanecrypt.Aes128Gcm, 24: lanecrypt.Aes192Gcm, 32: lanecrypt.Aes256Gcm},
    "aes_ocb3": {16: lanecrypt.Aes128Ocb3, 24: lanecrypt.Aes192Ocb3, 32: lanecrypt.Aes256Ocb3},
    "xaes256_gcm": {32: lanecrypt.XAes256Gcm},
    "aegis_128l": {16: lanecrypt.Aegis128L},
    "aegis_128x2": {16: lanecrypt.Aegis128X2},
    "aegis_128x4": {16: lanecrypt.Aegis128X4},
    "aegis_256": {32: lanecrypt.Aegis256},
    "aegis_256x2": {32: lanecrypt.Aegis256X2},
    "aegis_256x4": {32: lanecrypt.Aegis256X4},
}


@pytest.mark.parametrize("backend", lanecrypt.backends())
@pytest.mark.parametrize("target", AEAD_TARGETS)
def test_aead(target, backend):
    checked = 0
    for case in known_answers(target):
        key, nonce, aad = octets(case, "key"), octets(case, "iv", "nonce"), octets(case, "aad")
        plaintext, ciphertext = octets(case, "plaintext"), octets(case, "ciphertext")
        for tag in (octets(case, name) for name in ("tag", "tag128", "tag256") if name in case):
            if target == "aes_gcm" and len(tag) < 12:
                continue
            cipher = AEAD_TARGETS[target][len(key)](key, tag_bytes=len(tag), backend=backend)
            assert cipher.backend == backend
            if is_valid(case):
                assert cipher.encrypt(nonce, plaintext, aad) == ciphertext + tag, case["id"]
                assert cipher.decrypt(nonce, ciphertext + tag, aad) == plaintext, case["id"]
            else:
                with pytest.raises(lanecrypt.InvalidTag):
                    cipher.decrypt(nonce, ciphertext + tag, aad)
            checked += 1
    assert checked > 2


def test_chacha20():
    for case in known_answers("chacha20"):
        stream = lanecrypt.ChaCha20(octets(case, "key")).stream(octets(case, "nonce"))
        stream.seek(64 * int(case.get("counter", 0)))
        assert stream.apply(octets(case, "plaintext")) == octets(case, "ciphertext"), case["id"]


@pytest.mark.parametrize("target, cipher", [
    ("snow_v", lanecrypt.SnowV), ("snow_vi", lanecrypt.SnowVi),
    ("zuc128_keystream", lanecrypt.Zuc128), ("zuc256_2018_keystream", lanecrypt.Zuc256),
])
def test_keystreams(target, cipher):
    for case in known_answers(target):
        for iv in (octets(case, name) for name in ("iv", "iv23") if name in case):
            if "keystream" in case:
                expected = octets(case, "keystream")
                assert cipher(octets(case, "key")).encrypt(iv, bytes(len(expected))) == expected, case["id"]
                assert cipher(octets(case, "key")).stream(iv).keystream(len(expected)) == expected


# Algorithm 4 of 3GPP is the keystream of SNOW 5G; its messages of whole bytes are taken.
@pytest.mark.parametrize("target, cipher", [
    ("snow3g", lanecrypt.Snow3g), ("snow5g_nea4", lanecrypt.Snow5g),
])
def test_snow(target, cipher):
    checked = 0
    for case in known_answers(target):
        plaintext, ciphertext = octets(case, "plaintext"), octets(case, "ciphertext")
        if 8 * len(plaintext) == int(case.get("bit_length", 8 * len(plaintext))):
            assert cipher(octets(case, "key")).encrypt(octets(case, "iv"), plaintext) == ciphertext, case["id"]
            checked += 1
    assert checked


def test_ctr_over_aes():
    cases = [case for case in known_answers("aes_modes") if case["mode"] == "CTR"]
    for case in cases:
        key = octets(case, "key")
        cipher = lanecrypt.Ctr(f"AES-{8 * len(key)}", key)
        assert cipher.encrypt(octets(case, "iv"), octets(case, "plaintext")) == octets(case, "ciphertext")
    assert cases


def test_ctr_over_words():
    block_bytes = {"64/128": 8, "32/64": 4}
    for case in known_answers("ctr_simon_simeck_speck"):
        family = case["cipher"].rstrip("0123456789_").upper()
        nonce = octets(case, "nonce")  # a number; SIMON and SPECK have words in little-endian order
        stream = lanecrypt.Ctr(f"{family}-{case['variant']}", octets(case, "key")).stream(
            nonce if family == "SIMECK" else nonce[::-1])
        start = int(case["counter"]) * block_bytes[case["variant"]]
        stream.seek(start)
        if "error" in case:
            with pytest.raises(ValueError, match="the counter has . left for this nonce"):
                stream.apply(octets(case, "plaintext"))
            assert stream.position == start
        else:
            assert stream.apply(octets(case, "plaintext")) == octets(case, "ciphertext"), case["id"]


def test_cmac():
    for case in known_answers("aes_cmac"):
        tag, message = octets(case, "tag"), octets(case, "message")
        mac = lanecrypt.Cmac(octets(case, "key"), tag_bytes=len(tag))
        assert mac.compute(message) == tag, case["id"]
        mac.verify(message, tag)
        state = mac.start()
        for start in range(0, len(message), 7):
            state.update(message[start:start + 7])
        state.verify(tag)
        wrong = bytes([tag[0] ^ 1]) + tag[1:]
        with pytest.raises(lanecrypt.InvalidTag):
            mac.verify(message, wrong)


@pytest.mark.parametrize("number, target", [(1, "nea1"), (2, "nea2"), (3, "zuc_128_eea3")])
def test_nea(number, target):
    for case in known_answers(target):
        sealed = threegpp.nea(number, octets(case, "key"), int(case["count"], 16), case["bearer"],
                              case["direction"], octets(case, "plaintext"), case["bit_length"])
        assert sealed == octets(case, "ciphertext")[:len(sealed)], case["id"]
        assert len(sealed) == -(-case["bit_length"] // 8)


@pytest.mark.parametrize("number, target", [(1, "nia1"), (2, "nia2"), (3, "zuc_128_eia3")])
def test_nia(number, target):
    for case in known_answers(target):
        tag = threegpp.nia(number, octets(case, "key"), int(case["count"], 16), case["bearer"],
                           case["direction"], octets(case, "message"), case["bit_length"])
        assert tag == octets(case, "tag"), case["id"]
        verify_one(threegpp.nia_verify, (number, octets(case, "key"), int(case["count"], 16), case["bearer"],
                                         case["direction"], octets(case, "message")), tag, case["bit_length"])


def verify_one(verify, arguments, tag, bits, **lengths):
    """The right tag is accepted; one with any bit changed or of another length is not."""
    assert verify(*arguments, tag, bits, **lengths) is None
    verify(*arguments, bytearray(tag), bits=bits, **lengths)
    for bit in range(8 * len(tag)):
        wrong = bytearray(tag)
        wrong[bit // 8] ^= 1 << bit % 8
        with pytest.raises(lanecrypt.InvalidTag):
            verify(*arguments, wrong, bits, **lengths)
    for other in (b"", tag[:-1], tag + b"x"):
        with pytest.raises(ValueError, match="tag of"):
            verify(*arguments, other, bits, **lengths)


def test_verifying_whole_messages():
    """Without a length in bits, and of messages for which the GIL is released."""
    for size in (0, 5, 100_000):
        data, iv = bytes(size), b"\x40" + bytes(15)
        for number in (0, 2, 3):
            tag = threegpp.nia(number, bytes(16), 1, 5, 0, data)
            threegpp.nia_verify(number, bytes(16), 1, 5, 0, data, tag)
            with pytest.raises(lanecrypt.InvalidTag):
                threegpp.nia_verify(number, bytes(16), 1, 5, 0, data, bytes([tag[0] ^ 1]) + tag[1:])
        tag = threegpp.nia256(6, bytes(32), iv, data, tag_bytes=8)
        threegpp.nia256_verify(6, bytes(32), iv, data, tag, tag_bytes=8)
        with pytest.raises(lanecrypt.InvalidTag):
            threegpp.nia256_verify(6, bytes(32), iv, data + b"x", tag, tag_bytes=8)
    with pytest.raises(ValueError, match="byte 0 of the IV is 64"):
        threegpp.nia256_verify(6, bytes(32), iv, b"", bytes(4))


@pytest.mark.parametrize(("cipher", "number"), [("snow5g", 4), ("aes", 5), ("zuc", 6)])
def test_256_bit_suite(cipher, number):
    for case in known_answers(f"{cipher}_nea{number}"):
        sealed = threegpp.nea256(number, octets(case, "key"), octets(case, "iv"), octets(case, "plaintext"),
                                 case["bit_length"])
        assert sealed == octets(case, "ciphertext")[:len(sealed)], case["id"]
    for case in known_answers(f"{cipher}_nia{number}"):
        tag = threegpp.nia256(number, octets(case, "key"), octets(case, "iv"), octets(case, "message"),
                              case["bit_length"], tag_bytes=case["tag_bits"] // 8)
        assert tag == octets(case, "tag"), case["id"]
        given = (number, octets(case, "key"), octets(case, "iv"), octets(case, "message"))
        verify_one(threegpp.nia256_verify, given, tag, case["bit_length"], tag_bytes=case["tag_bits"] // 8)
    for case in known_answers(f"{cipher}_nca{number}"):
        key, iv, aad, tag_bytes = octets(case, "key"), octets(case, "iv"), octets(case, "aad"), case["tag_bits"] // 8
        expected = octets(case, "ciphertext") + octets(case, "tag")
        plaintext = octets(case, "plaintext")
        assert threegpp.nca_seal(number, key, iv, plaintext, aad, tag_bytes=tag_bytes) == expected, case["id"]
        assert threegpp.nca_open(number, key, iv, expected, aad, tag_bytes=tag_bytes) == plaintext
        with pytest.raises(lanecrypt.InvalidTag):
            threegpp.nca_open(number, key, iv, expected, aad + b"x", tag_bytes=tag_bytes)


def test_ctr_drbg():
    checked = 0
    for case in known_answers("aes_ctr_drbg"):
        if case["aes_bits"] != 256 or not case["derivation_function"] or "entropy_pr1" in case:
            continue
        if "entropy_reseed" in case or "nonce_and_personalization" not in case:
            continue
        generator = lanecrypt.CtrDrbg.from_seed(octets(case, "entropy"), octets(case, "nonce_and_personalization"))
        expected = octets(case, "output")
        generator.generate(len(expected), octets(case, "additional1"))
        assert generator.generate(len(expected), octets(case, "additional2")) == expected, case["id"]
        checked += 1
    assert checked > 0

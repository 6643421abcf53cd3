// The functions that examples/shims make of the library, against known answers: the lines of answers.py
// on the standard input.
#include "check.h"

#include <iostream>
#include <sstream>
#include <string>
#include <vector>

extern "C" {
#include "../../examples/shims/openairinterface.h"
void snow_3g_f8(uint8_t *key, uint32_t count, uint32_t bearer, uint32_t dir, uint8_t *data, uint32_t length);
void snow_3g_f9(uint8_t *key, uint32_t count, uint32_t fresh, uint32_t dir, uint8_t *data, uint64_t length,
                uint8_t *out);
void zuc_eea3(uint8_t *CK, uint32_t COUNT, uint32_t BEARER, uint32_t DIRECTION, uint32_t LENGTH, uint8_t *M,
              uint8_t *C);
void zuc_eia3(uint8_t *IK, uint32_t COUNT, uint32_t BEARER, uint32_t DIRECTION, uint32_t LENGTH, uint8_t *M,
              uint32_t *MAC);
int ogs_aes_ctr128_encrypt(const uint8_t *key, uint8_t *ivec, const uint8_t *in, const uint32_t inlen,
                           uint8_t *out);
int ogs_aes_cmac_calculate(uint8_t *cmac, const uint8_t *key, const uint8_t *msg, const uint32_t len);
}

namespace srsran {
uint8_t security_128_eea1(uint8_t *key, uint32_t count, uint8_t bearer, uint8_t direction, uint8_t *msg,
                          uint32_t msg_len, uint8_t *msg_out);
uint8_t security_128_eea2(uint8_t *key, uint32_t count, uint8_t bearer, uint8_t direction, uint8_t *msg,
                          uint32_t msg_len, uint8_t *msg_out);
uint8_t security_128_eea3(uint8_t *key, uint32_t count, uint8_t bearer, uint8_t direction, uint8_t *msg,
                          uint32_t msg_len, uint8_t *msg_out);
uint8_t security_128_eia1(const uint8_t *key, uint32_t count, uint32_t bearer, uint8_t direction,
                          uint8_t *msg, uint32_t msg_len, uint8_t *mac);
uint8_t security_128_eia2(const uint8_t *key, uint32_t count, uint32_t bearer, uint8_t direction,
                          uint8_t *msg, uint32_t msg_len, uint8_t *mac);
uint8_t security_128_eia3(const uint8_t *key, uint32_t count, uint32_t bearer, uint8_t direction,
                          uint8_t *msg, uint32_t msg_len, uint8_t *mac);
} // namespace srsran

using bytes = std::vector<uint8_t>;

static bytes read_hex(const std::string &text)
{
    bytes out;
    for (size_t i = 0; text != "-" && i + 1 < text.size(); i += 2) {
        out.push_back(static_cast<uint8_t>(std::stoul(text.substr(i, 2), nullptr, 16)));
    }
    return out;
}

static uint32_t number(const std::string &text)
{
    return text == "-" ? 0 : static_cast<uint32_t>(std::stoul(text, nullptr, 16));
}

// COUNT, BEARER and DIRECTION as 128-EEA2 and 128-EIA2 put them in front: TS 33.401, annex B.
static bytes front(uint32_t count, uint32_t bearer, uint32_t direction, size_t len)
{
    bytes out(len, 0);
    for (size_t i = 0; i < 4; i++) {
        out[i] = static_cast<uint8_t>(count >> (24 - 8 * i));
    }
    out[4] = static_cast<uint8_t>(bearer << 3 | direction << 2);
    return out;
}

static void encryption(uint32_t algorithm, bytes key, uint32_t count, uint8_t bearer, uint8_t direction,
                       uint32_t bits, bytes message, bytes expected)
{
    size_t len = (bits + 7) / 8;
    bytes out(len, 0x55);
    expected.resize(len);
    if (bits % 8 == 0) {
        auto srsran = algorithm == 1   ? srsran::security_128_eea1
                      : algorithm == 2 ? srsran::security_128_eea2
                                       : srsran::security_128_eea3;
        CHECK(srsran(key.data(), count, bearer, direction, message.data(), bits / 8, out.data()) == 0);
        CHECK(out == expected);
        CHECK(srsran(key.data(), count, 32, direction, message.data(), bits / 8, out.data()) != 0);
    }
    if (algorithm == 2 && bits % 8 == 0) {
        bytes ivec = front(count, bearer, direction, 16);
        out.assign(len, 0x55);
        CHECK(ogs_aes_ctr128_encrypt(key.data(), ivec.data(), message.data(), bits / 8, out.data()) == 0);
        CHECK(out == expected);
        CHECK(ivec[15] == (len + 15) / 16 && ivec[0] == static_cast<uint8_t>(count >> 24));
    }
    if (algorithm == 1) {
        out.assign(message.begin(), message.begin() + static_cast<ptrdiff_t>(len));
        snow_3g_f8(key.data(), count, bearer, direction, out.data(), bits);
        CHECK(out == expected);
    }
    if (algorithm == 3) {
        out.assign(len, 0x55);
        zuc_eea3(key.data(), count, bearer, direction, bits, message.data(), out.data());
        CHECK(out == expected);
    }
    stream_security_context_t *context = stream_ciphering_init(static_cast<int>(algorithm), key.data());
    nas_stream_cipher_t cipher = {context, count, bearer, direction, message.data(), bits};
    out.assign(len, 0x55);
    stream_compute_encrypt(static_cast<eea_alg_id_e>(algorithm), &cipher, out.data());
    CHECK(out == expected);
    stream_ciphering_free(static_cast<int>(algorithm), context);
    // The null algorithm has no key.
    cipher.context = stream_ciphering_init(0, key.data());
    CHECK(cipher.context == nullptr);
    cipher.blength = bits / 8 * 8;
    stream_compute_encrypt(EEA0_ALG_ID, &cipher, out.data());
    CHECK(memcmp(out.data(), message.data(), bits / 8) == 0);
}

static void integrity(uint32_t algorithm, bytes key, uint32_t count, uint8_t bearer, uint8_t direction,
                      uint32_t bits, bytes message, bytes expected)
{
    bytes mac(4, 0x55);
    if (bits % 8 == 0) {
        auto srsran = algorithm == 1   ? srsran::security_128_eia1
                      : algorithm == 2 ? srsran::security_128_eia2
                                       : srsran::security_128_eia3;
        CHECK(srsran(key.data(), count, bearer, direction, message.data(), bits / 8, mac.data()) == 0);
        CHECK(mac == expected);
        CHECK(srsran(key.data(), count, 288, direction, message.data(), bits / 8, mac.data()) != 0);
    }
    if (algorithm == 2 && bits % 8 == 0) {
        bytes whole = front(count, bearer, direction, 8), cmac(16, 0);
        whole.insert(whole.end(), message.begin(), message.begin() + bits / 8);
        CHECK(ogs_aes_cmac_calculate(cmac.data(), key.data(), whole.data(), static_cast<uint32_t>(whole.size())) == 0);
        CHECK(memcmp(cmac.data(), expected.data(), 4) == 0);
    }
    if (algorithm == 1) {
        mac.assign(4, 0x55);
        snow_3g_f9(key.data(), count, static_cast<uint32_t>(bearer) << 27, direction, message.data(), bits, mac.data());
        CHECK(mac == expected);
    }
    if (algorithm == 3) {
        uint32_t value = 0;
        zuc_eia3(key.data(), count, bearer, direction, bits, message.data(), &value);
        CHECK(value == (static_cast<uint32_t>(expected[0]) << 24 | static_cast<uint32_t>(expected[1]) << 16 |
                        static_cast<uint32_t>(expected[2]) << 8 | expected[3]));
    }
    stream_security_context_t *context = stream_integrity_init(static_cast<int>(algorithm), key.data());
    nas_stream_cipher_t cipher = {context, count, bearer, direction, message.data(), bits};
    mac.assign(4, 0x55);
    stream_compute_integrity(static_cast<eia_alg_id_e>(algorithm), &cipher, mac.data());
    CHECK(mac == expected);
    stream_integrity_free(static_cast<int>(algorithm), context);
}

int main()
{
    std::string line, field;
    unsigned lines = 0;
    while (std::getline(std::cin, line)) {
        std::vector<std::string> f;
        std::istringstream fields(line);
        while (std::getline(fields, field, '\t')) {
            f.push_back(field);
        }
        if (f.size() < 9 || (f[0] != "nea" && f[0] != "nia")) {
            continue;
        }
        lines += 1;
        auto function = f[0] == "nea" ? encryption : integrity;
        function(number(f[1]), read_hex(f[2]), number(f[3]), static_cast<uint8_t>(number(f[4])),
                 static_cast<uint8_t>(number(f[5])), number(f[6]), read_hex(f[7]), read_hex(f[8]));
    }
    CHECK(lines > 50);
    printf("%u known answers\n", lines);
    return report("shims");
}

// The functions of srsRAN 4G's lib/include/srsran/common/security.h for 128-EEA1 to 128-EEA3 and
// 128-EIA1 to 128-EIA3, made of Lanecrypt. Link this file instead of theirs. Lengths are in bytes. The
// result is 0, or 255 if something is refused.
#include <lanecrypt.h>

namespace srsran {

namespace {

uint8_t result(lc_status status)
{
    return status == LC_DONE ? 0 : 255;
}

// The length in bits, if it has one.
bool bits_of(uint32_t bytes, uint32_t *bits)
{
    *bits = 8 * bytes;
    return bytes < (UINT32_C(1) << 29);
}

uint8_t encrypt(uint32_t algorithm, const uint8_t *key, uint32_t count, uint8_t bearer, uint8_t direction,
                const uint8_t *msg, uint32_t msg_len, uint8_t *msg_out)
{
    uint32_t bits;
    if (!bits_of(msg_len, &bits)) {
        return result(LC_E_TOO_LONG);
    }
    return result(lc_nea(algorithm, key, count, bearer, direction, msg, msg_out, bits));
}

uint8_t authenticate(uint32_t algorithm, const uint8_t *key, uint32_t count, uint32_t bearer,
                     uint8_t direction, const uint8_t *msg, uint32_t msg_len, uint8_t *mac)
{
    uint32_t bits;
    if (!bits_of(msg_len, &bits) || bearer > 31) {
        return result(LC_E_BEARER);
    }
    return result(lc_nia(algorithm, key, count, static_cast<uint8_t>(bearer), direction, msg, bits, mac));
}

} // namespace

uint8_t security_128_eea1(uint8_t *key, uint32_t count, uint8_t bearer, uint8_t direction, uint8_t *msg,
                          uint32_t msg_len, uint8_t *msg_out)
{
    return encrypt(1, key, count, bearer, direction, msg, msg_len, msg_out);
}

uint8_t security_128_eea2(uint8_t *key, uint32_t count, uint8_t bearer, uint8_t direction, uint8_t *msg,
                          uint32_t msg_len, uint8_t *msg_out)
{
    return encrypt(2, key, count, bearer, direction, msg, msg_len, msg_out);
}

uint8_t security_128_eea3(uint8_t *key, uint32_t count, uint8_t bearer, uint8_t direction, uint8_t *msg,
                          uint32_t msg_len, uint8_t *msg_out)
{
    return encrypt(3, key, count, bearer, direction, msg, msg_len, msg_out);
}

uint8_t security_128_eia1(const uint8_t *key, uint32_t count, uint32_t bearer, uint8_t direction,
                          uint8_t *msg, uint32_t msg_len, uint8_t *mac)
{
    return authenticate(1, key, count, bearer, direction, msg, msg_len, mac);
}

uint8_t security_128_eia2(const uint8_t *key, uint32_t count, uint32_t bearer, uint8_t direction,
                          uint8_t *msg, uint32_t msg_len, uint8_t *mac)
{
    return authenticate(2, key, count, bearer, direction, msg, msg_len, mac);
}

uint8_t security_128_eia3(const uint8_t *key, uint32_t count, uint32_t bearer, uint8_t direction,
                          uint8_t *msg, uint32_t msg_len, uint8_t *mac)
{
    return authenticate(3, key, count, bearer, direction, msg, msg_len, mac);
}

} // namespace srsran

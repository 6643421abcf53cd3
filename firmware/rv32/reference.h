/* The portable C reference. Round keys are in the order and form of the ciphers' papers. */
#ifndef LANECRYPT_REFERENCE_H
#define LANECRYPT_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

#ifndef LANECRYPT_REF
#define LANECRYPT_REF(name) ref_##name
#endif

#define LANECRYPT_REF_CIPHER(name, word, rounds)                                                  \
    void LANECRYPT_REF(name##_setkey)(word rk[rounds], const word k[4]);                          \
    void LANECRYPT_REF(name##_encrypt)(const word rk[rounds], const word in[2], word out[2]);     \
    void LANECRYPT_REF(name##_decrypt)(const word rk[rounds], const word in[2], word out[2]);     \
    int LANECRYPT_REF(name##_ctr)(const word rk[rounds], uint32_t nonce, uint32_t counter,        \
                                  const uint8_t *in, uint8_t *out, size_t len);

LANECRYPT_REF_CIPHER(simon64_128, uint32_t, 44)
LANECRYPT_REF_CIPHER(speck64_128, uint32_t, 27)
LANECRYPT_REF_CIPHER(simeck64_128, uint32_t, 44)
LANECRYPT_REF_CIPHER(simeck32_64, uint16_t, 32)

#endif

/* The declarations of OpenAirInterface's openair3/SECU/secu_defs.h that the functions use. In
 * OpenAirInterface, include their header instead. */
#ifndef SHIM_OPENAIRINTERFACE_H
#define SHIM_OPENAIRINTERFACE_H

#include <stdint.h>

typedef struct {
    void *context;
} stream_security_context_t;

typedef struct {
    stream_security_context_t *context;
    uint32_t count;
    uint8_t bearer;
    uint8_t direction;
    uint8_t *message;
    uint32_t blength; /* in bits */
} nas_stream_cipher_t;

typedef enum { EIA0_ALG_ID = 0x00, EIA1_128_ALG_ID = 0x01, EIA2_128_ALG_ID = 0x02 } eia_alg_id_e;
typedef enum { EEA0_ALG_ID = 0x00, EEA1_128_ALG_ID = 0x01, EEA2_128_ALG_ID = 0x02 } eea_alg_id_e;

stream_security_context_t *stream_ciphering_init(int ciphering_algorithm, const uint8_t *ciphering_key);
stream_security_context_t *stream_integrity_init(int integrity_algorithm, const uint8_t *integrity_key);
void stream_ciphering_free(int ciphering_algorithm, stream_security_context_t *ciphering_context);
void stream_integrity_free(int integrity_algorithm, stream_security_context_t *integrity_context);
void stream_compute_encrypt(eea_alg_id_e alg, nas_stream_cipher_t const *stream_cipher, uint8_t *out);
void stream_compute_integrity(eia_alg_id_e alg, nas_stream_cipher_t const *stream_cipher, uint8_t out[4]);

#endif

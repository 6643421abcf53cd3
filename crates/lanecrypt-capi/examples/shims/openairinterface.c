/* The functions of OpenAirInterface's openair3/SECU/secu_defs.h, made of Lanecrypt, for EEA0 to EEA2,
 * EIA1, EIA2 and, beyond what OpenAirInterface has, EEA3 and EIA3 (algorithm 3). The interface has no way to
 * return an error: like OpenAirInterface, this ends the program. */
#include "openairinterface.h"

#include <lanecrypt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(const char *what, lc_status status)
{
    if (status != LC_DONE) {
        fprintf(stderr, "%s: %s\n", what, lc_strerror(status));
        abort();
    }
}

/* A context is a copy of the key of 16 bytes, as in OpenAirInterface. The null algorithm has none. */
static stream_security_context_t *copy_of_key(int algorithm, const uint8_t *key)
{
    uint8_t *copy;

    if (algorithm == 0) {
        return NULL;
    }
    check("algorithm", algorithm >= 1 && algorithm <= 3 ? LC_DONE : LC_E_UNSUPPORTED);
    copy = (uint8_t *)calloc(1, 16);
    check("no memory for a key", copy == NULL ? LC_E_ARGUMENT : LC_DONE);
    memcpy(copy, key, 16);
    return (stream_security_context_t *)(void *)copy;
}

static void free_key(stream_security_context_t *context)
{
    if (context != NULL) {
        memset((void *)context, 0, 16);
        free(context);
    }
}

stream_security_context_t *stream_ciphering_init(int ciphering_algorithm, const uint8_t *ciphering_key)
{
    return copy_of_key(ciphering_algorithm, ciphering_key);
}

stream_security_context_t *stream_integrity_init(int integrity_algorithm, const uint8_t *integrity_key)
{
    return copy_of_key(integrity_algorithm, integrity_key);
}

void stream_ciphering_free(int ciphering_algorithm, stream_security_context_t *ciphering_context)
{
    (void)ciphering_algorithm;
    free_key(ciphering_context);
}

void stream_integrity_free(int integrity_algorithm, stream_security_context_t *integrity_context)
{
    (void)integrity_algorithm;
    free_key(integrity_context);
}

void stream_compute_encrypt(eea_alg_id_e alg, nas_stream_cipher_t const *stream_cipher, uint8_t *out)
{
    static const uint8_t no_key[16] = {0};
    const void *context = stream_cipher->context;
    const uint8_t *key = context == NULL && alg == EEA0_ALG_ID ? no_key : (const uint8_t *)context;

    check("stream_compute_encrypt",
          lc_nea((uint32_t)alg, key, stream_cipher->count, stream_cipher->bearer,
                 stream_cipher->direction, stream_cipher->message, out, stream_cipher->blength));
}

void stream_compute_integrity(eia_alg_id_e alg, nas_stream_cipher_t const *stream_cipher, uint8_t out[4])
{
    const void *context = stream_cipher->context;

    check("stream_compute_integrity",
          lc_nia((uint32_t)alg, (const uint8_t *)context, stream_cipher->count, stream_cipher->bearer,
                 stream_cipher->direction, stream_cipher->message, stream_cipher->blength, out));
}

/* The functions of Open5GS's lib/crypt (snow-3g.h, zuc.h, ogs-aes.h, ogs-aes-cmac.h) that its NAS security
 * calls for 128-EEA1 to 128-EEA3 and 128-EIA1 to 128-EIA3, made of Lanecrypt. Link this file instead of
 * theirs; the other functions of AES stay theirs.
 *
 * Those of SNOW 3G and ZUC cannot return an error: if something is refused, the program ends. */
#include <lanecrypt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OGS_OK = 0, OGS_ERROR = -1 };

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

static void check(const char *what, lc_status status)
{
    if (status != LC_DONE) {
        fprintf(stderr, "%s: %s\n", what, lc_strerror(status));
        abort();
    }
}

/* A number that does not fit becomes one that is refused. */
static uint8_t small(uint32_t number)
{
    return number > 255 ? 255 : (uint8_t)number;
}

/* Encrypts or decrypts in place. */
void snow_3g_f8(uint8_t *key, uint32_t count, uint32_t bearer, uint32_t dir, uint8_t *data, uint32_t length)
{
    check("snow_3g_f8", lc_nea(1, key, count, small(bearer), small(dir), data, data, length));
}

/* FRESH is the bearer in the upper five bits, as NAS has it. Another one belongs to UMTS and is refused. */
void snow_3g_f9(uint8_t *key, uint32_t count, uint32_t fresh, uint32_t dir, uint8_t *data, uint64_t length,
                uint8_t *out)
{
    check("snow_3g_f9: FRESH", fresh << 5 == 0 ? LC_DONE : LC_E_BEARER);
    check("snow_3g_f9: length", length <= UINT32_MAX ? LC_DONE : LC_E_TOO_LONG);
    check("snow_3g_f9",
          lc_nia(1, key, count, (uint8_t)(fresh >> 27), small(dir), data, (uint32_t)length, out));
}

void zuc_eea3(uint8_t *CK, uint32_t COUNT, uint32_t BEARER, uint32_t DIRECTION, uint32_t LENGTH, uint8_t *M,
              uint8_t *C)
{
    check("zuc_eea3", lc_nea(3, CK, COUNT, small(BEARER), small(DIRECTION), M, C, LENGTH));
}

/* The MAC is a number: its most significant byte is the one that is sent first. */
void zuc_eia3(uint8_t *IK, uint32_t COUNT, uint32_t BEARER, uint32_t DIRECTION, uint32_t LENGTH, uint8_t *M,
              uint32_t *MAC)
{
    uint8_t mac[4];

    check("zuc_eia3", lc_nia(3, IK, COUNT, small(BEARER), small(DIRECTION), M, LENGTH, mac));
    *MAC = (uint32_t)mac[0] << 24 | (uint32_t)mac[1] << 16 | (uint32_t)mac[2] << 8 | mac[3];
}

/* AES-128 in counter mode. `ivec` is the first counter block, and the next one afterwards. */
int ogs_aes_ctr128_encrypt(const uint8_t *key, uint8_t *ivec, const uint8_t *in, const uint32_t inlen,
                           uint8_t *out)
{
    lc_cipher_job job;
    uint32_t blocks = inlen / 16 + (inlen % 16 != 0);
    int place;

    memset(&job, 0, sizeof job);
    job.key = key;
    job.nonce = ivec;
    job.nonce_len = 16;
    job.in = in;
    job.out = out;
    job.len = inlen;
    if (lc_cipher_encrypt_batch(LC_AES_128_CTR, LC_BACKEND_BEST, &job, 1) != 1) {
        return OGS_ERROR;
    }
    for (place = 15; place >= 0 && blocks > 0; place--) {
        blocks += ivec[place];
        ivec[place] = (uint8_t)blocks;
        blocks >>= 8;
    }
    return OGS_OK;
}

/* AES-128-CMAC: 16 bytes, of which 128-EIA2 takes the first four. */
int ogs_aes_cmac_calculate(uint8_t *cmac, const uint8_t *key, const uint8_t *msg, const uint32_t len)
{
    lc_mac_job job;

    memset(&job, 0, sizeof job);
    job.key = key;
    job.msg = msg;
    job.len = len;
    job.tag = cmac;
    return lc_mac_compute_batch(LC_AES_128_CMAC, LC_BACKEND_BEST, 16, &job, 1) == 1 ? OGS_OK : OGS_ERROR;
}

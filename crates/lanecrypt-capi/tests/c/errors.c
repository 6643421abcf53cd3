/* What is refused: null pointers, wrong sizes, overlaps, contexts that hold nothing. And batches in
 * which some jobs fail. Nothing may crash, and nothing may be written. */
#include "check.h"

static const uint8_t key[64] = {7}, nonce[32] = {1};
static uint8_t in[256], out[256], tag[32];
static lc_aead aead;
static lc_cipher cipher;
static lc_mac mac;
/* Contexts that nobody initialised. */
static lc_aead no_aead;
static lc_sealing no_sealing;
static lc_opening no_opening;
static lc_cipher no_cipher;
static lc_stream no_stream;
static lc_mac no_mac;
static lc_mac_state no_mac_state;
static lc_drbg no_drbg;

#define BEST LC_BACKEND_BEST
#define UNTOUCHED() CHECK(all(out, sizeof out, 0x55) && all(tag, sizeof tag, 0x55))

static void names(void)
{
    uint32_t algorithm;
    size_t count = 0;
    int number;
    lc_sizes sizes;

    CHECK(lc_version() == LC_VERSION);
    IS(lc_init(), LC_DONE);
    CHECK(strcmp(lc_strerror(LC_E_AUTHENTICATION), "the tag is wrong; the output is zeros") == 0);
    CHECK(strcmp(lc_strerror(12345), "unknown status") == 0);
    CHECK(lc_backend_available(lc_backend_best()) == 1 && lc_backend_available(BEST) == 1);
    CHECK(lc_backend_available(LC_BACKEND_PORTABLE) == 1 && lc_backend_available(99) == 0);
    CHECK(lc_backend_name(-2) == NULL && lc_backend_name(7) == NULL);
    for (number = 0; number < 7; number++) {
        CHECK(lc_backend_by_name(lc_backend_name(number)) == number);
    }
    CHECK(lc_backend_by_name("AVX2") == LC_E_UNKNOWN_BACKEND);
    CHECK(lc_backend_by_name(NULL) == LC_E_ARGUMENT);
    while ((algorithm = lc_algorithm_at(count)) != 0) {
        count += 1;
        CHECK(lc_algorithm_by_name(lc_algorithm_name(algorithm)) == algorithm);
        IS(lc_sizes_of(algorithm, &sizes, sizeof sizes),
           lc_supported(algorithm) ? LC_DONE : LC_E_UNSUPPORTED);
    }
    CHECK(count == 115);
    CHECK(lc_algorithm_at((size_t)-1) == 0 && lc_algorithm_name(0) == NULL);
    CHECK(lc_algorithm_by_name(NULL) == 0 && lc_algorithm_by_name("aes") == 0);
    CHECK(lc_supported(0) == 0 && lc_supported(LC_AES_128_GCM) == 1);
    if (lc_supported(LC_AES_256_GCM_SHORT_TAGS)) {
        IS(lc_sizes_of(LC_AES_256_GCM_SHORT_TAGS, &sizes, sizeof sizes), LC_DONE);
        CHECK(sizes.tag == 8 && sizes.tag_min == 4 && sizes.tag_max == 8);
    }
    IS(lc_sizes_of(LC_AES_256_GCM, &sizes, sizeof sizes), LC_DONE);
    CHECK(sizes.key == 32 && sizes.nonce == 12 && sizes.nonce_min == 1 && sizes.tag == 16);
    CHECK(sizes.tag_min == 12 && sizes.tag_max == 16 && sizes.block == 1);
    IS(lc_sizes_of(LC_AES_192_CBC, &sizes, sizeof sizes), LC_DONE);
    CHECK(sizes.key == 24 && sizes.nonce == 16 && sizes.tag == 0 && sizes.block == 16);
    IS(lc_sizes_of(LC_AES_128_CTR, &sizes, sizeof sizes), LC_DONE);
    CHECK(sizes.nonce == 16 && sizes.nonce_min == 12 && sizes.nonce_max == 16);
    IS(lc_sizes_of(9999, &sizes, sizeof sizes), LC_E_UNKNOWN_ALGORITHM);
    IS(lc_sizes_of(LC_AES_128_CTR, NULL, sizeof sizes), LC_E_ARGUMENT);
    IS(lc_sizes_of(LC_AES_128_CTR, &sizes, sizeof sizes - 1), LC_E_SIZE);
}

static void contexts(void)
{
    lc_aead moved;
    uint64_t position;
    unsigned char memory[sizeof(lc_aead) + 64];
    lc_aead *misaligned = (lc_aead *)(void *)(memory + 1);

    if (((uintptr_t)misaligned & 63) == 0) {
        misaligned = (lc_aead *)(void *)(memory + 2);
    }
    IS(lc_aead_init(NULL, sizeof aead, LC_AES_128_GCM, key, 16, 16, BEST), LC_E_ARGUMENT);
    IS(lc_aead_init(misaligned, sizeof aead, LC_AES_128_GCM, key, 16, 16, BEST), LC_E_ARGUMENT);
    IS(lc_aead_init(&aead, sizeof aead - 1, LC_AES_128_GCM, key, 16, 16, BEST), LC_E_SIZE);
    IS(lc_aead_init(&aead, 0, LC_AES_128_GCM, key, 16, 16, BEST), LC_E_SIZE);
    IS(lc_aead_init(&aead, sizeof aead, LC_AES_128_GCM, NULL, 16, 16, BEST), LC_E_ARGUMENT);
    IS(lc_aead_init(&aead, sizeof aead, LC_AES_128_GCM, key, 15, 16, BEST), LC_E_KEY_LENGTH);
    IS(lc_aead_init(&aead, sizeof aead, LC_AES_128_GCM, key, 16, 8, BEST), LC_E_TAG_LENGTH);
    IS(lc_aead_init(&aead, sizeof aead, LC_AES_128_GCM, key, (size_t)-1, 16, BEST), LC_E_TOO_LONG);
    IS(lc_aead_init(&aead, sizeof aead, LC_AES_128_CTR, key, 16, 16, BEST), LC_E_UNSUPPORTED);
    IS(lc_aead_init(&aead, sizeof aead, 0, key, 16, 16, BEST), LC_E_UNKNOWN_ALGORITHM);
    IS(lc_aead_init(&aead, sizeof aead, LC_AES_128_GCM, key, 16, 16, 7), LC_E_UNKNOWN_BACKEND);
    IS(lc_aead_init(&aead, sizeof aead, LC_AES_128_GCM, key, 16, 16, -2), LC_E_UNKNOWN_BACKEND);
#if defined(__x86_64__)
    IS(lc_aead_init(&aead, sizeof aead, LC_AES_128_GCM, key, 16, 16, LC_BACKEND_NEON),
       LC_E_BACKEND_UNAVAILABLE);
#endif
    CHECK(all(&aead, sizeof aead, 0));
    IS(lc_cipher_init(&cipher, sizeof cipher, LC_AES_128_GCM, key, 16, BEST), LC_E_UNSUPPORTED);
    IS(lc_mac_init(&mac, sizeof mac, LC_AES_128_CMAC, key, 16, 3, BEST), LC_E_TAG_LENGTH);
    CHECK(all(&cipher, sizeof cipher, 0) && all(&mac, sizeof mac, 0));

    /* Contexts that hold nothing, or something else. */
    IS(lc_aead_seal(&no_aead, nonce, 12, NULL, 0, in, out, 16, tag, 16), LC_E_STATE);
    IS(lc_aead_open(&no_aead, nonce, 12, NULL, 0, in, out, 16, tag, 16), LC_E_STATE);
    IS(lc_sealing_aad(&no_sealing, in, 1), LC_E_STATE);
    IS(lc_sealing_update(&no_sealing, in, out, 1), LC_E_STATE);
    IS(lc_sealing_finish(&no_sealing, tag, 16), LC_E_STATE);
    IS(lc_opening_aad(&no_opening, in, 1), LC_E_STATE);
    IS(lc_opening_update_unverified(&no_opening, in, out, 1), LC_E_STATE);
    IS(lc_opening_finish(&no_opening, tag, 16), LC_E_STATE);
    IS(lc_cipher_encrypt(&no_cipher, nonce, 12, in, out, 16), LC_E_STATE);
    IS(lc_cipher_decrypt(&no_cipher, nonce, 12, in, out, 16), LC_E_STATE);
    IS(lc_stream_apply(&no_stream, in, out, 16), LC_E_STATE);
    IS(lc_stream_keystream(&no_stream, out, 16), LC_E_STATE);
    IS(lc_stream_seek(&no_stream, 0), LC_E_STATE);
    IS(lc_stream_position(&no_stream, &position), LC_E_STATE);
    IS(lc_mac_compute(&no_mac, NULL, 0, in, 16, tag, 16), LC_E_STATE);
    IS(lc_mac_verify(&no_mac, NULL, 0, in, 16, tag, 16), LC_E_STATE);
    IS(lc_mac_state_update(&no_mac_state, in, 16), LC_E_STATE);
    IS(lc_mac_state_finish(&no_mac_state, tag, 16), LC_E_STATE);
    IS(lc_mac_state_verify(&no_mac_state, tag, 16), LC_E_STATE);
    IS(lc_drbg_generate(&no_drbg, NULL, 0, out, 16), LC_E_STATE);
    IS(lc_drbg_reseed(&no_drbg, in, 32, NULL, 0), LC_E_STATE);
    IS(lc_drbg_reseed_system(&no_drbg, NULL, 0), LC_E_STATE);
    IS(lc_cipher_init(&cipher, sizeof cipher, LC_AES_128_CTR, key, 16, BEST), LC_DONE);
    IS(lc_aead_seal((const lc_aead *)(const void *)&cipher, nonce, 12, NULL, 0, in, out, 16, tag, 16), LC_E_STATE);
    IS(lc_aead_seal(NULL, nonce, 12, NULL, 0, in, out, 16, tag, 16), LC_E_ARGUMENT);
    IS(lc_sealing_update(NULL, in, out, 1), LC_E_ARGUMENT);
    IS(lc_stream_apply(NULL, in, out, 16), LC_E_ARGUMENT);
    IS(lc_mac_state_update(NULL, in, 16), LC_E_ARGUMENT);
    IS(lc_drbg_generate(NULL, NULL, 0, out, 16), LC_E_ARGUMENT);
    lc_aead_clear(NULL);
    lc_sealing_clear(NULL);
    lc_opening_clear(NULL);
    lc_cipher_clear(NULL);
    lc_stream_clear(NULL);
    lc_mac_clear(NULL);
    lc_mac_state_clear(NULL);
    lc_drbg_clear(NULL);
    lc_aead_clear(&no_aead);
    UNTOUCHED();

    /* Moved and cleared. */
    IS(lc_aead_init(&aead, sizeof aead, LC_AES_256_GCM, key, 32, 16, BEST), LC_DONE);
    memcpy(&moved, &aead, sizeof moved);
    lc_aead_clear(&aead);
    CHECK(all(&aead, sizeof aead, 0));
    IS(lc_aead_seal(&aead, nonce, 12, NULL, 0, in, out, 16, tag, 16), LC_E_STATE);
    UNTOUCHED();
    IS(lc_aead_seal(&moved, nonce, 12, NULL, 0, in, out, 16, tag, 16), LC_DONE);
    IS(lc_aead_open(&moved, nonce, 12, NULL, 0, out, out, 16, tag, 16), LC_DONE);
    CHECK(memcmp(in, out, 16) == 0);
    lc_aead_clear(&moved);
}

static void buffers(void)
{
    static lc_sealing sealing;
    static lc_opening opening;
    static lc_stream stream;
    static lc_mac_state state;
    static lc_drbg drbg;
    uint8_t zuc_iv[25] = {0};
    uint64_t position = 5;

    memset(out, 0x55, sizeof out);
    memset(tag, 0x55, sizeof tag);
    IS(lc_aead_init(&aead, sizeof aead, LC_AEGIS_128L, key, 16, 16, BEST), LC_DONE);
    IS(lc_aead_seal(&aead, nonce, 16, NULL, 1, in, out, 16, tag, 16), LC_E_ARGUMENT);
    IS(lc_aead_seal(&aead, NULL, 16, NULL, 0, in, out, 16, tag, 16), LC_E_ARGUMENT);
    IS(lc_aead_seal(&aead, nonce, 16, NULL, 0, NULL, out, 16, tag, 16), LC_E_ARGUMENT);
    IS(lc_aead_seal(&aead, nonce, 16, NULL, 0, in, NULL, 16, tag, 16), LC_E_ARGUMENT);
    IS(lc_aead_seal(&aead, nonce, 16, NULL, 0, in, out, 16, NULL, 16), LC_E_ARGUMENT);
    IS(lc_aead_seal(&aead, nonce, 15, NULL, 0, in, out, 16, tag, 16), LC_E_NONCE_LENGTH);
    IS(lc_aead_seal(&aead, nonce, 16, NULL, 0, in, out, 16, tag, 12), LC_E_TAG_MISMATCH);
    IS(lc_aead_seal(&aead, nonce, 16, NULL, 0, out, out + 1, 16, tag, 16), LC_E_OVERLAP);
    IS(lc_aead_seal(&aead, nonce, 16, NULL, 0, out + 15, out, 16, tag, 16), LC_E_OVERLAP);
    IS(lc_aead_seal(&aead, nonce, 16, out + 8, 4, in, out, 16, tag, 16), LC_E_OVERLAP);
    IS(lc_aead_seal(&aead, out, 16, NULL, 0, in, out + 8, 16, tag, 16), LC_E_OVERLAP);
    IS(lc_aead_seal(&aead, nonce, 16, NULL, 0, in, out, 16, out + 15, 16), LC_E_OVERLAP);
    IS(lc_aead_open(&aead, nonce, 16, NULL, 0, in, out, 16, NULL, 16), LC_E_ARGUMENT);
    IS(lc_aead_open(&aead, nonce, 16, NULL, 0, in, out, 16, tag, 15), LC_E_TAG_MISMATCH);
    IS(lc_aead_open(&aead, nonce, 16, NULL, 0, in, out, (size_t)-1, tag, 16), LC_E_TOO_LONG);
    UNTOUCHED();
    /* Right behind one another is not an overlap, and nothing needs no buffers. */
    IS(lc_aead_seal(&aead, nonce, 16, out + 32, 16, in, out + 48, 16, out + 64, 16), LC_DONE);
    IS(lc_aead_open(&aead, nonce, 16, out + 32, 16, out + 48, out + 48, 16, out + 64, 16), LC_DONE);
    IS(lc_aead_seal(&aead, nonce, 16, NULL, 0, NULL, NULL, 0, tag, 16), LC_DONE);
    IS(lc_aead_open(&aead, nonce, 16, NULL, 0, NULL, NULL, 0, tag, 16), LC_DONE);

    memset(out, 0x55, sizeof out);
    memset(tag, 0x55, sizeof tag);
    IS(lc_sealing_init(&sealing, sizeof sealing - 8, &aead, nonce, 16), LC_E_SIZE);
    IS(lc_sealing_init(&sealing, sizeof sealing, &aead, nonce, 12), LC_E_NONCE_LENGTH);
    IS(lc_sealing_init(&sealing, sizeof sealing, &no_aead, nonce, 16), LC_E_STATE);
    IS(lc_sealing_init(&sealing, sizeof sealing, &aead, nonce, 16), LC_DONE);
    IS(lc_opening_init(&opening, sizeof opening, &aead, nonce, 16), LC_DONE);
    IS(lc_sealing_aad(&sealing, NULL, 1), LC_E_ARGUMENT);
    IS(lc_sealing_update(&sealing, NULL, out, 1), LC_E_ARGUMENT);
    IS(lc_sealing_update(&sealing, out, out + 1, 8), LC_E_OVERLAP);
    IS(lc_sealing_finish(&sealing, tag, 32), LC_E_TAG_MISMATCH);
    IS(lc_sealing_finish(&sealing, NULL, 16), LC_E_ARGUMENT);
    IS(lc_opening_finish(&opening, tag, 32), LC_E_TAG_MISMATCH);
    IS(lc_opening_finish(&opening, NULL, 16), LC_E_ARGUMENT);
    UNTOUCHED();
    IS(lc_sealing_update(&sealing, in, out, 8), LC_DONE);
    IS(lc_sealing_aad(&sealing, in, 1), LC_E_AAD_AFTER_MESSAGE);
    IS(lc_sealing_finish(&sealing, tag, 16), LC_DONE);
    IS(lc_opening_update_unverified(&opening, out, out, 8), LC_DONE);
    IS(lc_opening_finish(&opening, tag, 16), LC_DONE);
    CHECK(memcmp(in, out, 8) == 0);
    IS(lc_aead_init(&aead, sizeof aead, LC_AES_128_GCM, key, 16, 16, BEST), LC_DONE);
    IS(lc_sealing_init(&sealing, sizeof sealing, &aead, nonce, 12), LC_E_UNSUPPORTED);
    IS(lc_opening_init(&opening, sizeof opening, &aead, nonce, 12), LC_E_UNSUPPORTED);

    memset(out, 0x55, sizeof out);
    memset(tag, 0x55, sizeof tag);
    IS(lc_cipher_init(&cipher, sizeof cipher, LC_AES_128_CBC, key, 16, BEST), LC_DONE);
    IS(lc_cipher_encrypt(&cipher, nonce, 12, in, out, 16), LC_E_NONCE_LENGTH);
    IS(lc_cipher_encrypt(&cipher, nonce, 16, in, out, 17), LC_E_PARTIAL_BLOCK);
    IS(lc_cipher_encrypt(&cipher, nonce, 16, out, out + 1, 16), LC_E_OVERLAP);
    IS(lc_cipher_decrypt(&cipher, out, 16, in, out, 16), LC_E_OVERLAP);
    IS(lc_cipher_encrypt(&cipher, nonce, 16, NULL, out, 16), LC_E_ARGUMENT);
    IS(lc_cipher_init(&cipher, sizeof cipher, LC_AES_128_ECB, key, 16, BEST), LC_DONE);
    IS(lc_cipher_encrypt(&cipher, nonce, 16, in, out, 16), LC_E_NONCE_LENGTH);
    IS(lc_cipher_init(&cipher, sizeof cipher, LC_ZUC_256_2018, key, 32, BEST), LC_DONE);
    zuc_iv[20] = 64;
    IS(lc_cipher_encrypt(&cipher, zuc_iv, 25, in, out, 16), LC_E_IV_ELEMENT);
    IS(lc_cipher_encrypt(&cipher, zuc_iv, 24, in, out, 16), LC_E_NONCE_LENGTH);
    IS(lc_stream_init(&stream, sizeof stream, LC_AES_128_CBC, key, 16, nonce, 16, BEST), LC_E_UNSUPPORTED);
    IS(lc_stream_init(&stream, sizeof stream, LC_AES_128_CTR, key, 16, nonce, 13, BEST), LC_E_NONCE_LENGTH);
    IS(lc_stream_init(&stream, sizeof stream, LC_AES_128_CTR, key, 16, nonce, 12, BEST), LC_DONE);
    IS(lc_stream_apply(&stream, NULL, out, 16), LC_E_ARGUMENT);
    IS(lc_stream_keystream(&stream, NULL, 16), LC_E_ARGUMENT);
    IS(lc_stream_seek(&stream, UINT64_MAX), LC_E_COUNTER);
    IS(lc_stream_seek(&stream, (UINT64_C(1) << 36) - 8), LC_DONE);
    IS(lc_stream_apply(&stream, in, out, 9), LC_E_COUNTER);
    IS(lc_stream_position(&stream, NULL), LC_E_ARGUMENT);
    IS(lc_stream_position(&stream, &position), LC_DONE);
    CHECK(position == (UINT64_C(1) << 36) - 8);

    IS(lc_mac_init(&mac, sizeof mac, LC_AES_128_CMAC, key, 16, 16, BEST), LC_DONE);
    IS(lc_mac_compute(&mac, NULL, 0, NULL, 1, tag, 16), LC_E_ARGUMENT);
    IS(lc_mac_compute(&mac, NULL, 0, in, 1, NULL, 16), LC_E_ARGUMENT);
    IS(lc_mac_compute(&mac, nonce, 12, in, 1, tag, 16), LC_E_NONCE_LENGTH);
    IS(lc_mac_compute(&mac, NULL, 0, in, 1, tag, 12), LC_E_TAG_MISMATCH);
    IS(lc_mac_verify(&mac, NULL, 0, in, 1, tag, 12), LC_E_TAG_MISMATCH);
    IS(lc_mac_verify(&mac, NULL, 0, in, 1, NULL, 16), LC_E_ARGUMENT);
    IS(lc_mac_state_init(&state, sizeof state, &mac, nonce, 12), LC_E_NONCE_LENGTH);
    IS(lc_mac_state_init(&state, sizeof state, &mac, NULL, 0), LC_DONE);
    IS(lc_mac_state_update(&state, NULL, 1), LC_E_ARGUMENT);
    IS(lc_mac_state_finish(&state, tag, 8), LC_E_TAG_MISMATCH);
    IS(lc_mac_state_finish(&state, NULL, 16), LC_E_ARGUMENT);
    IS(lc_mac_state_verify(&state, tag, 8), LC_E_TAG_MISMATCH);
    lc_mac_state_clear(&state);

    IS(lc_drbg_init(&drbg, sizeof drbg, LC_AES_256_CTR_DRBG, in, 31, NULL, 0, NULL, 0, 0, BEST), LC_E_ENTROPY);
    IS(lc_drbg_init(&drbg, sizeof drbg, LC_AES_256_CTR_DRBG, NULL, 32, NULL, 0, NULL, 0, 0, BEST), LC_E_ARGUMENT);
    IS(lc_drbg_init(&drbg, sizeof drbg, LC_AES_256_CTR_DRBG, in, 32, NULL, 0, NULL, 0, 2, BEST), LC_E_ARGUMENT);
    IS(lc_drbg_init(&drbg, sizeof drbg, LC_AES_256_CTR, in, 32, NULL, 0, NULL, 0, 0, BEST), LC_E_UNSUPPORTED);
    IS(lc_drbg_init_system(&drbg, sizeof drbg, LC_AES_128_CTR_DRBG, NULL, 0, 4, BEST), LC_E_ARGUMENT);
    UNTOUCHED();
    IS(lc_drbg_init_system(&drbg, sizeof drbg, LC_AES_128_CTR_DRBG, nonce, 5,
                           LC_DRBG_PREDICTION_RESISTANCE, BEST),
       LC_DONE);
    IS(lc_drbg_generate(&drbg, NULL, 0, NULL, 5), LC_E_ARGUMENT);
    IS(lc_drbg_generate(&drbg, out, 5, out, 6), LC_E_OVERLAP);
    UNTOUCHED();
    IS(lc_drbg_generate(&drbg, NULL, 0, out, 32), LC_DONE);
    IS(lc_drbg_generate(&drbg, NULL, 0, out + 32, 32), LC_DONE);
    CHECK(memcmp(out, out + 32, 32) != 0 && !all(out, 32, 0x55));
    IS(lc_drbg_reseed_system(&drbg, nonce, 8), LC_DONE);
    {
        static uint8_t long_output[65537];
        IS(lc_drbg_generate(&drbg, NULL, 0, long_output, sizeof long_output), LC_E_TOO_LONG);
        CHECK(all(long_output, sizeof long_output, 0));
        IS(lc_drbg_generate(&drbg, NULL, 0, long_output, sizeof long_output - 1), LC_DONE);
    }
    lc_drbg_clear(&drbg);
}

static void threegpp(void)
{
    lc_3gpp_job job;

    memset(out, 0x55, sizeof out);
    memset(tag, 0x55, sizeof tag);
    IS(lc_nea(3, NULL, 0, 0, 0, in, out, 8), LC_E_ARGUMENT);
    IS(lc_nea(3, key, 0, 32, 0, in, out, 8), LC_E_BEARER);
    IS(lc_nea(3, key, 0, 0, 2, in, out, 8), LC_E_ARGUMENT);
    IS(lc_nea(3, key, 0, 0, 0, NULL, out, 1), LC_E_ARGUMENT);
    IS(lc_nea(3, key, 0, 0, 0, in, NULL, 1), LC_E_ARGUMENT);
    IS(lc_nea(3, key, 0, 0, 0, out, out + 1, 16), LC_E_OVERLAP);
    IS(lc_nea(7, key, 0, 0, 0, in, out, 8), LC_E_UNKNOWN_ALGORITHM);
    IS(lc_nea(259, key, 0, 0, 0, in, out, 8), LC_E_UNKNOWN_ALGORITHM);
    IS(lc_nea(4, key, 0, 0, 0, in, out, 8), LC_E_PARAMETER_KIND);
    IS(lc_nea_iv(3, key, nonce, in, out, 8), LC_E_PARAMETER_KIND);
    IS(lc_nea_iv(6, key, NULL, in, out, 8), LC_E_PARAMETER_KIND);
    IS(lc_nea_iv(6, key, out + 1, in, out, 16), LC_E_OVERLAP);
    IS(lc_nia(3, key, 0, 0, 0, in, 8, NULL), LC_E_ARGUMENT);
    IS(lc_nia(3, key, 0, 0, 0, NULL, 8, tag), LC_E_ARGUMENT);
    IS(lc_nia(4, key, 0, 0, 0, in, 8, tag), LC_E_PARAMETER_KIND);
    IS(lc_nia_verify(3, key, 0, 0, 0, in, 8, NULL), LC_E_ARGUMENT);
    IS(lc_nia_iv(6, key, nonce, in, 9, tag, 4), LC_E_NO_BIT_LENGTHS);
    IS(lc_nia_iv(6, key, nonce, in, 8, tag, 3), LC_E_TAG_LENGTH);
    IS(lc_nia_iv_verify(6, key, nonce, in, 8, tag, 17), LC_E_TAG_LENGTH);
    IS(lc_nca_seal(6, key, NULL, NULL, 0, in, out, 8, tag, 16), LC_E_PARAMETER_KIND);
    IS(lc_nca_seal(6, key, nonce, NULL, 1, in, out, 8, tag, 16), LC_E_ARGUMENT);
    IS(lc_nca_seal(6, key, nonce, NULL, 0, in, out, 8, tag, 2), LC_E_TAG_LENGTH);
    IS(lc_nca_seal(6, key, nonce, NULL, 0, in, out, 1u << 29, tag, 16), LC_E_TOO_LONG);
    IS(lc_nca_seal(5, key, nonce, NULL, 0, in, out, 8, tag, 2), LC_E_TAG_LENGTH);
    IS(lc_nca_seal(4, key, nonce, NULL, 0, in, out, 8, tag, 2), LC_E_TAG_LENGTH);
    IS(lc_nca_seal(3, key, nonce, NULL, 0, in, out, 8, tag, 16), LC_E_UNKNOWN_ALGORITHM);
    IS(lc_nca_open(6, key, nonce, NULL, 0, in, out, 8, NULL, 16), LC_E_ARGUMENT);
    memset(&job, 0, sizeof job);
    job.key = key;
    job.iv = nonce;
    job.in = in;
    job.out = out;
    job.mac = tag;
    job.mac_len = 16;
    job.bits = 12;
    CHECK(lc_nca_seal_batch(6, BEST, &job, 1) == 0);
    IS(job.status, LC_E_NO_BIT_LENGTHS);
    job.status = LC_PENDING;
    job.bits = 8;
    job.zero = 1;
    CHECK(lc_nca_seal_batch(6, BEST, &job, 1) == 0);
    IS(job.status, LC_E_ARGUMENT);
    UNTOUCHED();
    /* The null algorithms. */
    memset(in, 0xff, 4);
    IS(lc_nea(0, key, 1, 2, 1, in, out, 31), LC_DONE);
    CHECK(memcmp(out, "\xff\xff\xff\xfe\x55", 5) == 0);
    IS(lc_nia(0, key, 1, 2, 1, in, 31, tag), LC_DONE);
    CHECK(all(tag, 4, 0) && tag[4] == 0x55);
    memset(in, 0, 4);
}

/* Jobs that fail beside jobs that do not, over more jobs than are converted at a time. */
static void sboxes(void)
{
    static const char *const published[] = {
        "dstu-dke1",
        "GostR3411-94-TestParamSet",
        "id-Gost28147-89-TestParamSet",
        "id-Gost28147-89-CryptoPro-A-ParamSet",
        "id-Gost28147-89-CryptoPro-B-ParamSet",
        "id-Gost28147-89-CryptoPro-C-ParamSet",
        "id-Gost28147-89-CryptoPro-D-ParamSet",
        "id-tc26-gost-28147-param-Z",
    };
    static const uint8_t nothing[32] = {0};
    static lc_cipher cipher;
    static lc_stream stream;
    const uint8_t *rows = lc_sbox_by_name("dstu-dke1");
    uint8_t own[128], by_default[16], chosen[16];
    size_t i;

    for (i = 0; i < sizeof published / sizeof *published; i++) {
        CHECK(lc_sbox_by_name(published[i]) != NULL);
    }
    CHECK(lc_sbox_by_name(NULL) == NULL && lc_sbox_by_name("") == NULL && lc_sbox_by_name("dstu") == NULL);
#define SBOX(algorithm, rows) \
    lc_cipher_init_sbox(&cipher, sizeof cipher, algorithm, nothing, 32, rows, BEST)
    IS(SBOX(LC_GOST_28147_89_ECB, NULL), LC_E_ARGUMENT);
    IS(SBOX(LC_AES_256_CTR, rows), LC_E_UNSUPPORTED);
    IS(SBOX(LC_MAGMA_CTR, rows), LC_E_UNSUPPORTED);
    IS(SBOX(9999, rows), LC_E_UNKNOWN_ALGORITHM);
    memcpy(own, rows, sizeof own);
    own[127] = own[126];
    IS(SBOX(LC_GOST_28147_89_ECB, own), LC_E_SBOX_ROW);
    own[127] = 16;
    IS(SBOX(LC_GOST_28147_89_CTR, own), LC_E_SBOX_ROW);
    IS(lc_cipher_encrypt(&cipher, NULL, 0, nothing, chosen, 16), LC_E_STATE);
    IS(lc_cipher_init_sbox(&cipher, sizeof cipher - 1, LC_GOST_28147_89_ECB, nothing, 32, rows, BEST),
       LC_E_SIZE);
    IS(lc_cipher_init_sbox(&cipher, sizeof cipher, LC_GOST_28147_89_ECB, nothing, 31, rows, BEST),
       LC_E_KEY_LENGTH);
    IS(lc_stream_init_sbox(&stream, sizeof stream, LC_GOST_28147_89_ECB, nothing, 32, rows, nothing, 4, BEST),
       LC_E_UNSUPPORTED);
    IS(lc_stream_init_sbox(&stream, sizeof stream, LC_GOST_28147_89_CTR, nothing, 32, rows, nothing, 5, BEST),
       LC_E_NONCE_LENGTH);
    /* The default is one of them. */
    IS(lc_cipher_init(&cipher, sizeof cipher, LC_GOST_28147_89_ECB, nothing, 32, BEST), LC_DONE);
    IS(lc_cipher_encrypt(&cipher, NULL, 0, nothing, by_default, 16), LC_DONE);
    for (i = 0; i < 2; i++) {
        IS(SBOX(LC_GOST_28147_89_ECB, lc_sbox_by_name(published[i])), LC_DONE);
        IS(lc_cipher_encrypt(&cipher, NULL, 0, nothing, chosen, 16), LC_DONE);
        CHECK((memcmp(chosen, by_default, 16) == 0) == (i == 0));
    }
    lc_cipher_clear(&cipher);
}

static void mixed(void)
{
    enum { JOBS = 150, LEN = 48 };
    static lc_aead ready, other;
    static lc_aead_job jobs[JOBS];
    static uint8_t data[JOBS][LEN], tags[JOBS][16];
    size_t i, good = 0;

    IS(lc_aead_init(&ready, sizeof ready, LC_AES_128_GCM, key, 16, 16, BEST), LC_DONE);
    IS(lc_aead_init(&other, sizeof other, LC_AES_256_GCM, key, 32, 16, BEST), LC_DONE);
    memset(jobs, 0, sizeof jobs);
    memset(data, 0x11, sizeof data);
    for (i = 0; i < JOBS; i++) {
        jobs[i].key = i % 2 ? key : NULL;
        jobs[i].context = i % 2 ? NULL : &ready;
        jobs[i].nonce = nonce;
        jobs[i].nonce_len = 12;
        jobs[i].in = jobs[i].out = data[i];
        jobs[i].len = i % LEN;
        jobs[i].tag = tags[i];
        jobs[i].user = &jobs[i];
    }
    jobs[5].nonce_len = 0;
    jobs[6].context = &other;
    jobs[7].context = &ready;
    jobs[8].context = NULL;
    jobs[9].key = NULL;
    jobs[10].context = &no_aead;
    jobs[71].in = data[71] + 1;
    jobs[72].reserved[1] = 1;
    jobs[73].tag = NULL;
    jobs[74].nonce = NULL;
    jobs[75].status = LC_E_AUTHENTICATION;
    jobs[76].status = LC_DONE;
    jobs[149].aad_len = 1;
    CHECK(lc_aead_seal_batch(LC_AES_128_GCM, BEST, 16, jobs, JOBS) == JOBS - 12);
    IS(jobs[5].status, LC_E_NONCE_RANGE);
    IS(jobs[6].status, LC_E_ARGUMENT);
    IS(jobs[7].status, LC_E_ARGUMENT);
    IS(jobs[8].status, LC_E_ARGUMENT);
    IS(jobs[9].status, LC_E_ARGUMENT);
    IS(jobs[10].status, LC_E_STATE);
    IS(jobs[71].status, LC_E_OVERLAP);
    IS(jobs[72].status, LC_E_ARGUMENT);
    IS(jobs[73].status, LC_E_ARGUMENT);
    IS(jobs[74].status, LC_E_ARGUMENT);
    IS(jobs[75].status, LC_E_AUTHENTICATION);
    IS(jobs[149].status, LC_E_ARGUMENT);
    for (i = 0; i < JOBS; i++) {
        int processed = jobs[i].status == LC_DONE && i != 76;
        uint8_t expected[LEN], expected_tag[16];
        memset(expected, 0x11, LEN);
        CHECK(jobs[i].user == &jobs[i]);
        if (processed) {
            good += 1;
            IS(lc_aead_seal(&ready, nonce, 12, NULL, 0, expected, expected, i % LEN, expected_tag, 16), LC_DONE);
            CHECK(memcmp(tags[i], expected_tag, 16) == 0);
        } else {
            CHECK(all(tags[i], 16, 0));
        }
        CHECK(memcmp(data[i], expected, LEN) == 0);
    }
    CHECK(good == JOBS - 13);

    /* Opened again; every seventh tag is wrong. */
    good = 0;
    for (i = 0; i < JOBS; i++) {
        if (jobs[i].status == LC_DONE && i != 76) {
            jobs[i].status = LC_PENDING;
            tags[i][3] ^= i % 7 == 0;
            good += i % 7 != 0;
        } else {
            jobs[i].status = LC_E_UNSUPPORTED;
        }
    }
    CHECK(lc_aead_open_batch(LC_AES_128_GCM, BEST, 16, jobs, JOBS) == good);
    for (i = 0; i < JOBS; i++) {
        if (jobs[i].status != LC_E_UNSUPPORTED) {
            IS(jobs[i].status, i % 7 == 0 ? LC_E_AUTHENTICATION : LC_DONE);
            CHECK(all(data[i], i % LEN, i % 7 == 0 ? 0 : 0x11));
            CHECK(all(data[i] + i % LEN, LEN - i % LEN, 0x11));
        }
    }

    /* Calls that are wrong as a whole. */
    jobs[0].status = jobs[1].status = LC_PENDING;
    jobs[2].status = LC_DONE;
    CHECK(lc_aead_seal_batch(9999, BEST, 16, jobs, 3) == 1);
    IS(jobs[0].status, LC_E_UNKNOWN_ALGORITHM);
    IS(jobs[2].status, LC_DONE);
    jobs[0].status = LC_PENDING;
    CHECK(lc_aead_seal_batch(LC_AES_128_CTR, BEST, 16, jobs, 1) == 0);
    IS(jobs[0].status, LC_E_UNSUPPORTED);
    jobs[0].status = LC_PENDING;
    CHECK(lc_aead_seal_batch(LC_AES_128_GCM, 77, 16, jobs, 1) == 0);
    IS(jobs[0].status, LC_E_UNKNOWN_BACKEND);
    jobs[0].status = LC_PENDING;
    CHECK(lc_aead_seal_batch(LC_AES_128_GCM, BEST, 12, jobs, 1) == 0);
    IS(jobs[0].status, LC_E_TAG_MISMATCH);
    CHECK(lc_aead_seal_batch(LC_AES_128_GCM, BEST, 16, NULL, 5) == 0);
    CHECK(lc_aead_open_batch(LC_AES_128_GCM, BEST, 16, NULL, 0) == 0);
    CHECK(lc_aead_open_batch(LC_AES_128_GCM, BEST, 16, jobs, (size_t)-1) == 0);
    CHECK(lc_cipher_encrypt_batch(LC_AES_128_CTR, BEST, NULL, 3) == 0);
    CHECK(lc_cipher_decrypt_batch(LC_AES_128_CTR, BEST, NULL, 3) == 0);
    CHECK(lc_mac_compute_batch(LC_AES_128_CMAC, BEST, 16, NULL, 3) == 0);
    CHECK(lc_mac_verify_batch(LC_AES_128_CMAC, BEST, 16, NULL, 3) == 0);
    CHECK(lc_nea_batch(3, BEST, NULL, 3) == 0 && lc_nia_batch(3, BEST, NULL, 3) == 0);
    CHECK(lc_nia_verify_batch(3, BEST, NULL, 3) == 0 && lc_nca_seal_batch(6, BEST, NULL, 3) == 0);
    CHECK(lc_nca_open_batch(6, BEST, NULL, 3) == 0);
    lc_aead_clear(&ready);
    lc_aead_clear(&other);
}

int main(void)
{
    memset(out, 0x55, sizeof out);
    memset(tag, 0x55, sizeof tag);
    names();
    contexts();
    buffers();
    threegpp();
    sboxes();
    mixed();
    return report("errors");
}

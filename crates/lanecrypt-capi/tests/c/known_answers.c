/* Known answers, each in every way that the interface has. Reads the lines of answers.py from its
 * standard input; docs/c.md says how it is run. */
#include "check.h"

enum { MOST = 8192, FIELDS = 12, LINE = 65536 };

/* A byte string of a field. */
struct bytes {
    uint8_t at[MOST];
    size_t len;
};

static char line[LINE];
static const char *fields[FIELDS];
static struct bytes a, b, c, d, e, f, g;
static uint8_t out[MOST], place[MOST];

static void read_hex(struct bytes *into, const char *text)
{
    into->len = 0;
    if (strcmp(text, "-") == 0) {
        return;
    }
    while (text[0] != '\0' && text[1] != '\0' && into->len < MOST) {
        char digits[3] = {text[0], text[1], '\0'};
        into->at[into->len++] = (uint8_t)strtoul(digits, NULL, 16);
        text += 2;
    }
}

static uint32_t number(const char *text)
{
    return strcmp(text, "-") == 0 ? 0 : (uint32_t)strtoul(text, NULL, 16);
}

static uint32_t algorithm_of(const char *title)
{
    uint32_t algorithm = lc_algorithm_by_name(title);
    if (algorithm == 0) {
        fprintf(stderr, "unknown algorithm: %s\n", title);
    }
    CHECK(algorithm != 0);
    return lc_supported(algorithm) ? algorithm : 0;
}

/* Associated data and a message in pieces, cut after every `step` bytes. */
static void aead_in_pieces(const lc_aead *key, size_t step, int right)
{
    static lc_sealing sealing;
    static lc_opening opening;
    uint8_t tag[32];
    size_t at;

    IS(lc_sealing_init(&sealing, sizeof sealing, key, b.at, b.len), LC_DONE);
    IS(lc_opening_init(&opening, sizeof opening, key, b.at, b.len), LC_DONE);
    for (at = 0; at < c.len; at += step) {
        size_t count = c.len - at < step ? c.len - at : step;
        IS(lc_sealing_aad(&sealing, c.at + at, count), LC_DONE);
        IS(lc_opening_aad(&opening, c.at + at, count), LC_DONE);
    }
    for (at = 0; at < e.len; at += step) {
        size_t count = e.len - at < step ? e.len - at : step;
        if (right) {
            IS(lc_sealing_update(&sealing, d.at + at, out + at, count), LC_DONE);
        }
        IS(lc_opening_update_unverified(&opening, e.at + at, place + at, count), LC_DONE);
    }
    if (right) {
        IS(lc_sealing_finish(&sealing, tag, f.len), LC_DONE);
        CHECK(memcmp(out, e.at, e.len) == 0 && memcmp(tag, f.at, f.len) == 0);
        IS(lc_sealing_finish(&sealing, tag, f.len), LC_E_STATE);
        CHECK(memcmp(place, d.at, d.len) == 0);
    }
    IS(lc_opening_finish(&opening, f.at, f.len), right ? LC_DONE : LC_E_AUTHENTICATION);
    IS(lc_opening_update_unverified(&opening, e.at, out, e.len), LC_E_STATE);
    lc_sealing_clear(&sealing);
    lc_opening_clear(&opening);
    CHECK(all(&sealing, sizeof sealing, 0) && all(&opening, sizeof opening, 0));
}

/* aead: algorithm, key, nonce, associated data, plaintext, ciphertext, tag, whether it is right */
static void aead(void)
{
    static lc_aead key;
    lc_aead_job jobs[3];
    uint8_t tags[3][32];
    static uint8_t outputs[3][MOST];
    int right = number(fields[8]) == 1;
    uint32_t algorithm = algorithm_of(fields[1]);
    size_t i;

    if (algorithm == 0) {
        return;
    }
    read_hex(&a, fields[2]);
    read_hex(&b, fields[3]);
    read_hex(&c, fields[4]);
    read_hex(&d, fields[5]);
    read_hex(&e, fields[6]);
    read_hex(&f, fields[7]);
    IS(lc_aead_init(&key, sizeof key, algorithm, a.at, a.len, f.len, LC_BACKEND_BEST), LC_DONE);

    if (right) {
        uint8_t tag[32];
        IS(lc_aead_seal(&key, b.at, b.len, c.at, c.len, d.at, out, d.len, tag, f.len), LC_DONE);
        CHECK(memcmp(out, e.at, e.len) == 0 && memcmp(tag, f.at, f.len) == 0);
        memcpy(place, d.at, d.len);
        IS(lc_aead_seal(&key, b.at, b.len, c.at, c.len, place, place, d.len, tag, f.len), LC_DONE);
        CHECK(memcmp(place, e.at, e.len) == 0 && memcmp(tag, f.at, f.len) == 0);
    }
    memset(out, 0x55, sizeof out);
    IS(lc_aead_open(&key, b.at, b.len, c.at, c.len, e.at, out, e.len, f.at, f.len),
       right ? LC_DONE : LC_E_AUTHENTICATION);
    CHECK(right ? memcmp(out, d.at, d.len) == 0 : all(out, e.len, 0));
    CHECK(out[e.len] == 0x55);
    if (right) {
        /* A flipped bit of the tag; in place. */
        memcpy(place, e.at, e.len);
        f.at[f.len - 1] ^= 1;
        IS(lc_aead_open(&key, b.at, b.len, c.at, c.len, place, place, e.len, f.at, f.len),
           LC_E_AUTHENTICATION);
        CHECK(all(place, e.len, 0));
        f.at[f.len - 1] ^= 1;
    }

    /* A batch: a ready key, the bytes of a key, a wrong tag. */
    memset(jobs, 0, sizeof jobs);
    for (i = 0; i < 3; i++) {
        memset(outputs[i], 0x55, MOST);
        memcpy(tags[i], f.at, f.len);
        jobs[i].nonce = b.at;
        jobs[i].nonce_len = (uint32_t)b.len;
        jobs[i].aad = c.at;
        jobs[i].aad_len = c.len;
        jobs[i].in = e.at;
        jobs[i].out = outputs[i];
        jobs[i].len = e.len;
        jobs[i].tag = tags[i];
    }
    jobs[0].context = &key;
    jobs[1].key = a.at;
    jobs[2].key = a.at;
    tags[2][0] ^= 0x80;
    CHECK(lc_aead_open_batch(algorithm, LC_BACKEND_BEST, f.len, jobs, 3) == (right ? 2u : 0u));
    for (i = 0; i < 2; i++) {
        IS(jobs[i].status, right ? LC_DONE : LC_E_AUTHENTICATION);
        CHECK(right ? memcmp(outputs[i], d.at, d.len) == 0 : all(outputs[i], e.len, 0));
    }
    IS(jobs[2].status, LC_E_AUTHENTICATION);
    CHECK(all(outputs[2], e.len, 0) && outputs[2][e.len] == 0x55);
    if (right) {
        for (i = 0; i < 3; i++) {
            jobs[i].status = LC_PENDING;
            jobs[i].in = d.at;
        }
        CHECK(lc_aead_seal_batch(algorithm, LC_BACKEND_BEST, f.len, jobs, 3) == 3);
        for (i = 0; i < 3; i++) {
            CHECK(memcmp(outputs[i], e.at, e.len) == 0 && memcmp(tags[i], f.at, f.len) == 0);
        }
    }
    if (algorithm >= LC_AEGIS_128) {
        aead_in_pieces(&key, 1, right);
        aead_in_pieces(&key, 33, right);
        aead_in_pieces(&key, MOST, right);
    }
    lc_aead_clear(&key);
    CHECK(all(&key, sizeof key, 0));
}

/* Whether a keystream can go to any position: those with a counter can. */
static int seekable(uint32_t algorithm)
{
    switch (algorithm) {
    case LC_SNOW_3G:
    case LC_SNOW_5G:
    case LC_SNOW_V:
    case LC_SNOW_VI:
    case LC_ZUC_128:
    case LC_ZUC_256_2018:
        return 0;
    default:
        return 1;
    }
}

/* A message in pieces, from a block of the keystream on. */
static void stream(uint32_t algorithm, uint64_t start, size_t block, size_t step)
{
    static lc_stream keystream;
    uint64_t position = 1;
    size_t at;

    IS(lc_stream_init(&keystream, sizeof keystream, algorithm, a.at, a.len, b.at, b.len, LC_BACKEND_BEST),
       LC_DONE);
    if (start > 0) {
        IS(lc_stream_seek(&keystream, start * block), LC_DONE);
    }
    for (at = 0; at < d.len; at += step) {
        size_t count = d.len - at < step ? d.len - at : step;
        IS(lc_stream_apply(&keystream, d.at + at, out + at, count), LC_DONE);
    }
    CHECK(memcmp(out, e.at, e.len) == 0);
    IS(lc_stream_position(&keystream, &position), LC_DONE);
    CHECK(position == start * block + d.len);
    if (!seekable(algorithm)) {
        IS(lc_stream_seek(&keystream, 0), LC_E_UNSUPPORTED);
    } else {
        IS(lc_stream_seek(&keystream, start * block), LC_DONE);
        IS(lc_stream_keystream(&keystream, out, d.len), LC_DONE);
        for (at = 0; at < d.len; at++) {
            out[at] ^= d.at[at];
        }
        CHECK(memcmp(out, e.at, e.len) == 0);
    }
    lc_stream_clear(&keystream);
    IS(lc_stream_apply(&keystream, d.at, out, d.len), LC_E_STATE);
}

/* cipher: algorithm, key, nonce, first block, plaintext, ciphertext */
static void cipher(void)
{
    static lc_cipher key;
    lc_cipher_job jobs[2];
    lc_sizes sizes;
    static uint8_t outputs[2][MOST];
    uint32_t start = number(fields[4]), algorithm = algorithm_of(fields[1]);
    size_t i;

    if (algorithm == 0) {
        return;
    }
    read_hex(&a, fields[2]);
    read_hex(&b, fields[3]);
    read_hex(&d, fields[5]);
    read_hex(&e, fields[6]);
    IS(lc_sizes_of(algorithm, &sizes, sizeof sizes), LC_DONE);
    CHECK(sizes.key == a.len && sizes.nonce_min <= b.len && b.len <= sizes.nonce_max);
    CHECK(d.len % sizes.block == 0);
    IS(lc_cipher_init(&key, sizeof key, algorithm, a.at, a.len, LC_BACKEND_BEST), LC_DONE);
    if (start == 0) {
        IS(lc_cipher_encrypt(&key, b.at, b.len, d.at, out, d.len), LC_DONE);
        CHECK(memcmp(out, e.at, e.len) == 0);
        IS(lc_cipher_decrypt(&key, b.at, b.len, out, out, e.len), LC_DONE);
        CHECK(memcmp(out, d.at, d.len) == 0);
    }
    memset(jobs, 0, sizeof jobs);
    for (i = 0; i < 2; i++) {
        jobs[i].nonce = b.at;
        jobs[i].nonce_len = (uint32_t)b.len;
        jobs[i].in = d.at;
        jobs[i].out = outputs[i];
        jobs[i].len = d.len;
        jobs[i].start_block = start;
    }
    jobs[0].context = &key;
    jobs[1].key = a.at;
    CHECK(lc_cipher_encrypt_batch(algorithm, LC_BACKEND_BEST, jobs, 2) == 2);
    for (i = 0; i < 2; i++) {
        IS(jobs[i].status, LC_DONE);
        CHECK(memcmp(outputs[i], e.at, e.len) == 0);
        jobs[i].status = LC_PENDING;
        jobs[i].in = outputs[i];
    }
    CHECK(lc_cipher_decrypt_batch(algorithm, LC_BACKEND_BEST, jobs, 2) == 2);
    CHECK(memcmp(outputs[0], d.at, d.len) == 0 && memcmp(outputs[1], d.at, d.len) == 0);
    if (algorithm < LC_AES_128_ECB) {
        size_t block = algorithm == LC_CHACHA20 ? 64 : 8;
        if (strstr(fields[1], "AES") != NULL) {
            block = 16;
        } else if (strstr(fields[1], "32/64") != NULL) {
            block = 4;
        }
        stream(algorithm, start, block, 1);
        stream(algorithm, start, block, 100);
    }
    lc_cipher_clear(&key);
    CHECK(all(&key, sizeof key, 0));
}

/* sbox: name of the S-boxes of GOST 28147-89, key, plaintext, ciphertext in ECB */
static void sbox(void)
{
    static lc_cipher key;
    static lc_stream keystream;
    lc_cipher_job job;
    const uint8_t *rows = lc_sbox_by_name(fields[1]);
    uint8_t own[128];

    if (!lc_supported(LC_GOST_28147_89_ECB)) {
        CHECK(rows == NULL);
        return;
    }
    CHECK(rows != NULL);
    if (rows == NULL) {
        return;
    }
    memcpy(own, rows, sizeof own);
    read_hex(&a, fields[2]);
    read_hex(&d, fields[3]);
    read_hex(&e, fields[4]);
    IS(lc_cipher_init_sbox(&key, sizeof key, LC_GOST_28147_89_ECB, a.at, a.len, own, LC_BACKEND_BEST),
       LC_DONE);
    memset(own, 0, sizeof own);
    IS(lc_cipher_encrypt(&key, NULL, 0, d.at, out, d.len), LC_DONE);
    CHECK(memcmp(out, e.at, e.len) == 0);
    IS(lc_cipher_decrypt(&key, NULL, 0, out, out, e.len), LC_DONE);
    CHECK(memcmp(out, d.at, d.len) == 0);
    memset(&job, 0, sizeof job);
    job.context = &key;
    job.in = d.at;
    job.out = out;
    job.len = d.len;
    CHECK(lc_cipher_encrypt_batch(LC_GOST_28147_89_ECB, LC_BACKEND_BEST, &job, 1) == 1);
    CHECK(memcmp(out, e.at, e.len) == 0);

    /* The same S-boxes in counter mode, whole and in pieces. */
    IS(lc_cipher_init_sbox(&key, sizeof key, LC_GOST_28147_89_CTR, a.at, a.len, rows, LC_BACKEND_BEST),
       LC_DONE);
    IS(lc_cipher_encrypt(&key, a.at, 4, d.at, out, d.len), LC_DONE);
    IS(lc_stream_init_sbox(&keystream, sizeof keystream, LC_GOST_28147_89_CTR, a.at, a.len, rows, a.at, 4,
                           LC_BACKEND_BEST),
       LC_DONE);
    IS(lc_stream_apply(&keystream, out, place, 1), LC_DONE);
    IS(lc_stream_apply(&keystream, out + 1, place + 1, d.len - 1), LC_DONE);
    CHECK(memcmp(place, d.at, d.len) == 0);
    lc_cipher_clear(&key);
    lc_stream_clear(&keystream);
}

/* mac: algorithm, key, nonce, message, tag */
static void mac(void)
{
    static lc_mac key;
    static lc_mac_state state, copy;
    lc_mac_job jobs[3];
    uint8_t tags[3][32], tag[32];
    uint32_t algorithm = algorithm_of(fields[1]);
    size_t at, i;

    if (algorithm == 0) {
        return;
    }
    read_hex(&a, fields[2]);
    read_hex(&b, fields[3]);
    read_hex(&d, fields[4]);
    read_hex(&f, fields[5]);
    IS(lc_mac_init(&key, sizeof key, algorithm, a.at, a.len, f.len, LC_BACKEND_BEST), LC_DONE);
    IS(lc_mac_compute(&key, b.at, b.len, d.at, d.len, tag, f.len), LC_DONE);
    CHECK(memcmp(tag, f.at, f.len) == 0);
    IS(lc_mac_verify(&key, b.at, b.len, d.at, d.len, tag, f.len), LC_DONE);
    tag[0] ^= 1;
    IS(lc_mac_verify(&key, b.at, b.len, d.at, d.len, tag, f.len), LC_E_AUTHENTICATION);

    memset(jobs, 0, sizeof jobs);
    for (i = 0; i < 3; i++) {
        jobs[i].nonce = b.at;
        jobs[i].nonce_len = (uint32_t)b.len;
        jobs[i].msg = d.at;
        jobs[i].len = d.len;
        jobs[i].tag = tags[i];
        jobs[i].key = i == 0 ? NULL : a.at;
        jobs[i].context = i == 0 ? &key : NULL;
    }
    CHECK(lc_mac_compute_batch(algorithm, LC_BACKEND_BEST, f.len, jobs, 3) == 3);
    for (i = 0; i < 3; i++) {
        CHECK(memcmp(tags[i], f.at, f.len) == 0);
        jobs[i].status = LC_PENDING;
    }
    tags[1][f.len - 1] ^= 4;
    CHECK(lc_mac_verify_batch(algorithm, LC_BACKEND_BEST, f.len, jobs, 3) == 2);
    IS(jobs[0].status, LC_DONE);
    IS(jobs[1].status, LC_E_AUTHENTICATION);
    IS(jobs[2].status, LC_DONE);

    if (algorithm == LC_ZUC_256_MAC_2018 || algorithm == LC_UIA2) {
        IS(lc_mac_state_init(&state, sizeof state, &key, b.at, b.len), LC_E_UNSUPPORTED);
        return;
    }
    IS(lc_mac_state_init(&state, sizeof state, &key, b.at, b.len), LC_DONE);
    for (at = 0; at < d.len; at++) {
        IS(lc_mac_state_update(&state, d.at + at, 1), LC_DONE);
    }
    memcpy(&copy, &state, sizeof copy);
    IS(lc_mac_state_finish(&state, tag, f.len), LC_DONE);
    CHECK(memcmp(tag, f.at, f.len) == 0);
    IS(lc_mac_state_finish(&state, tag, f.len), LC_E_STATE);
    IS(lc_mac_state_verify(&copy, f.at, f.len), LC_DONE);
    CHECK(all(&state, sizeof state, 0) && all(&copy, sizeof copy, 0));
    IS(lc_mac_state_init(&state, sizeof state, &key, b.at, b.len), LC_DONE);
    IS(lc_mac_state_update(&state, d.at, d.len), LC_DONE);
    tag[0] ^= 1;
    IS(lc_mac_state_verify(&state, tag, f.len), LC_E_AUTHENTICATION);
    lc_mac_state_clear(&state);
    lc_mac_clear(&key);
    CHECK(all(&key, sizeof key, 0));
}

/* Whether this build has an algorithm of 3GPP. */
static int present(uint32_t algorithm)
{
    static const uint32_t over[] = {
        LC_SNOW_3G, LC_AES_128_CTR, LC_ZUC_128, LC_SNOW_5G, LC_AES_256_CTR, LC_ZUC_256_2018
    };
    return lc_supported(over[algorithm - 1]);
}

/* nea: algorithm, key, count, bearer, direction, bits, plaintext, ciphertext; nea_iv has an IV instead */
static void nea(int iv)
{
    lc_3gpp_job jobs[70];
    static uint8_t outputs[70][MOST];
    uint32_t algorithm = number(fields[1]), bits = number(fields[iv ? 4 : 6]), count = 0;
    uint8_t bearer = 0, direction = 0;
    size_t len = (bits + 7) / 8, i;

    read_hex(&a, fields[2]);
    read_hex(&b, iv ? fields[3] : "-");
    if (!iv) {
        count = number(fields[3]);
        bearer = (uint8_t)number(fields[4]);
        direction = (uint8_t)number(fields[5]);
    }
    read_hex(&d, fields[iv ? 5 : 7]);
    read_hex(&e, fields[iv ? 6 : 8]);
    memset(out, 0x55, sizeof out);
    if (!present(algorithm)) {
        IS(lc_nea(algorithm, a.at, count, bearer, direction, d.at, out, bits), LC_E_UNSUPPORTED);
        CHECK(all(out, sizeof out, 0x55));
        return;
    }
    IS(iv ? lc_nea_iv(algorithm, a.at, b.at, d.at, out, bits)
          : lc_nea(algorithm, a.at, count, bearer, direction, d.at, out, bits),
       LC_DONE);
    CHECK(memcmp(out, e.at, len) == 0 && out[len] == 0x55);
    IS(iv ? lc_nea_iv(algorithm, a.at, b.at, out, out, bits)
          : lc_nea(algorithm, a.at, count, bearer, direction, out, out, bits),
       LC_DONE);
    CHECK(memcmp(out, d.at, bits / 8) == 0);
    /* More jobs than are converted at a time. */
    memset(jobs, 0, sizeof jobs);
    for (i = 0; i < 70; i++) {
        jobs[i].key = a.at;
        jobs[i].iv = iv ? b.at : NULL;
        jobs[i].in = d.at;
        jobs[i].out = outputs[i];
        jobs[i].bits = bits;
        jobs[i].count = count;
        jobs[i].bearer = bearer;
        jobs[i].direction = direction;
    }
    jobs[3].key = NULL;
    jobs[66].status = LC_DONE;
    memset(outputs[66], 0x55, len);
    CHECK(lc_nea_batch(algorithm, LC_BACKEND_BEST, jobs, 70) == 69);
    for (i = 0; i < 70; i++) {
        IS(jobs[i].status, i == 3 ? LC_E_ARGUMENT : LC_DONE);
        CHECK(i == 3 || i == 66 || memcmp(outputs[i], e.at, len) == 0);
    }
    CHECK(all(outputs[66], len, 0x55));
}

/* nia: algorithm, key, count, bearer, direction, bits, message, MAC; nia_iv has an IV instead */
static void nia(int iv)
{
    lc_3gpp_job jobs[2];
    uint8_t tags[2][16];
    uint32_t algorithm = number(fields[1]), bits = number(fields[iv ? 4 : 6]), count = 0;
    uint8_t bearer = 0, direction = 0, mac_len;
    size_t i;

    read_hex(&a, fields[2]);
    read_hex(&b, iv ? fields[3] : "-");
    if (!iv) {
        count = number(fields[3]);
        bearer = (uint8_t)number(fields[4]);
        direction = (uint8_t)number(fields[5]);
    }
    read_hex(&d, fields[iv ? 5 : 7]);
    read_hex(&f, fields[iv ? 6 : 8]);
    mac_len = (uint8_t)f.len;
    if (!present(algorithm)) {
        IS(lc_nia(algorithm, a.at, count, bearer, direction, d.at, bits, out), LC_E_UNSUPPORTED);
        return;
    }
    IS(iv ? lc_nia_iv(algorithm, a.at, b.at, d.at, bits, out, mac_len)
          : lc_nia(algorithm, a.at, count, bearer, direction, d.at, bits, out),
       LC_DONE);
    CHECK(memcmp(out, f.at, f.len) == 0);
    IS(iv ? lc_nia_iv_verify(algorithm, a.at, b.at, d.at, bits, out, mac_len)
          : lc_nia_verify(algorithm, a.at, count, bearer, direction, d.at, bits, out),
       LC_DONE);
    out[0] ^= 1;
    IS(iv ? lc_nia_iv_verify(algorithm, a.at, b.at, d.at, bits, out, mac_len)
          : lc_nia_verify(algorithm, a.at, count, bearer, direction, d.at, bits, out),
       LC_E_AUTHENTICATION);
    memset(jobs, 0, sizeof jobs);
    for (i = 0; i < 2; i++) {
        jobs[i].key = a.at;
        jobs[i].iv = iv ? b.at : NULL;
        jobs[i].in = d.at;
        jobs[i].mac = tags[i];
        jobs[i].mac_len = mac_len;
        jobs[i].bits = bits;
        jobs[i].count = count;
        jobs[i].bearer = bearer;
        jobs[i].direction = direction;
    }
    CHECK(lc_nia_batch(algorithm, LC_BACKEND_BEST, jobs, 2) == 2);
    CHECK(memcmp(tags[0], f.at, f.len) == 0 && memcmp(tags[1], f.at, f.len) == 0);
    jobs[0].status = jobs[1].status = LC_PENDING;
    tags[1][f.len - 1] ^= 1;
    CHECK(lc_nia_verify_batch(algorithm, LC_BACKEND_BEST, jobs, 2) == 1);
    IS(jobs[0].status, LC_DONE);
    IS(jobs[1].status, LC_E_AUTHENTICATION);
}

/* nca: algorithm, key, IV, associated data, plaintext, ciphertext, MAC */
static void nca(void)
{
    lc_3gpp_job job;
    uint32_t algorithm = number(fields[1]);
    uint8_t tag[16], mac_len;

    read_hex(&a, fields[2]);
    read_hex(&b, fields[3]);
    read_hex(&c, fields[4]);
    read_hex(&d, fields[5]);
    read_hex(&e, fields[6]);
    read_hex(&f, fields[7]);
    mac_len = (uint8_t)f.len;
    if (!present(algorithm)) {
        IS(lc_nca_seal(algorithm, a.at, b.at, c.at, (uint32_t)c.len, d.at, out, (uint32_t)d.len, tag, mac_len),
           LC_E_UNSUPPORTED);
        return;
    }
    IS(lc_nca_seal(algorithm, a.at, b.at, c.at, (uint32_t)c.len, d.at, out, (uint32_t)d.len, tag, mac_len),
       LC_DONE);
    CHECK(memcmp(out, e.at, e.len) == 0 && memcmp(tag, f.at, f.len) == 0);
    IS(lc_nca_open(algorithm, a.at, b.at, c.at, (uint32_t)c.len, out, out, (uint32_t)d.len, tag, mac_len),
       LC_DONE);
    CHECK(memcmp(out, d.at, d.len) == 0);
    memset(&job, 0, sizeof job);
    job.key = a.at;
    job.iv = b.at;
    job.aad = c.at;
    job.aad_len = (uint32_t)c.len;
    job.in = d.at;
    job.out = out;
    job.bits = 8 * (uint32_t)d.len;
    job.mac = tag;
    job.mac_len = mac_len;
    memset(tag, 0, sizeof tag);
    CHECK(lc_nca_seal_batch(algorithm, LC_BACKEND_BEST, &job, 1) == 1);
    CHECK(memcmp(out, e.at, e.len) == 0 && memcmp(tag, f.at, f.len) == 0);
    job.status = LC_PENDING;
    job.in = e.at;
    tag[0] ^= 1;
    CHECK(lc_nca_open_batch(algorithm, LC_BACKEND_BEST, &job, 1) == 0);
    IS(job.status, LC_E_AUTHENTICATION);
    CHECK(all(out, e.len, 0));
}

/* drbg: algorithm, flags, entropy, nonce, personalization, steps, output. A step is r:ENTROPY:ADDITIONAL
 * or g:ADDITIONAL. */
static void drbg(void)
{
    static lc_drbg generator;
    static char steps[MOST];
    char *step;
    uint32_t algorithm = algorithm_of(fields[1]);

    if (algorithm == 0) {
        return;
    }
    read_hex(&a, fields[3]);
    read_hex(&b, fields[4]);
    read_hex(&c, fields[5]);
    read_hex(&e, fields[7]);
    IS(lc_drbg_init(&generator, sizeof generator, algorithm, a.at, a.len, b.at, b.len, c.at, c.len,
                    number(fields[2]), LC_BACKEND_BEST),
       LC_DONE);
    strncpy(steps, fields[6], sizeof steps - 1);
    for (step = strtok(steps, ";"); step != NULL; step = strtok(NULL, ";")) {
        char *second = strchr(step + 2, ':');
        if (second != NULL) {
            *second = '\0';
            read_hex(&g, second + 1);
        }
        read_hex(&d, step + 2);
        if (step[0] == 'r') {
            IS(lc_drbg_reseed(&generator, d.at, d.len, g.at, g.len), LC_DONE);
        } else {
            IS(lc_drbg_generate(&generator, d.at, d.len, out, e.len), LC_DONE);
        }
    }
    CHECK(memcmp(out, e.at, e.len) == 0);
    IS(lc_drbg_reseed_system(&generator, NULL, 0), LC_E_RESEED_REQUIRED);
    lc_drbg_clear(&generator);
    IS(lc_drbg_generate(&generator, NULL, 0, out, 1), LC_E_STATE);
}

/* chunked: algorithm, key, salt, context, plaintext, ciphertext. tests/c/chunked.c has long messages. */
static void chunked(void)
{
    uint32_t algorithm = algorithm_of(fields[1]);

    if (algorithm == 0) {
        return;
    }
    read_hex(&a, fields[2]);
    read_hex(&b, fields[3]);
    read_hex(&c, fields[4]);
    read_hex(&d, fields[5]);
    read_hex(&e, fields[6]);
    IS(lc_chunked_seal(algorithm, a.at, a.len, b.at, c.at, c.len, d.at, d.len, out, e.len, LC_BACKEND_BEST), LC_DONE);
    CHECK(memcmp(out, e.at, e.len) == 0);
    IS(lc_chunked_open(algorithm, a.at, a.len, c.at, c.len, e.at, e.len, place, d.len, NULL, LC_BACKEND_BEST),
       LC_DONE);
    CHECK(memcmp(place, d.at, d.len) == 0);
}

int main(void)
{
    unsigned lines = 0;

    while (fgets(line, sizeof line, stdin) != NULL) {
        unsigned before = failures;
        char *at = line;
        size_t i;
        for (i = 0; i < FIELDS; i++) {
            char *end = strchr(at, '\t');
            fields[i] = "";
            if (end != NULL) {
                fields[i] = at;
                *end = '\0';
                at = end + 1;
            }
        }
        lines += 1;
        if (strcmp(fields[0], "aead") == 0) {
            aead();
        } else if (strcmp(fields[0], "cipher") == 0) {
            cipher();
        } else if (strcmp(fields[0], "sbox") == 0) {
            sbox();
        } else if (strcmp(fields[0], "mac") == 0) {
            mac();
        } else if (strcmp(fields[0], "nea") == 0) {
            nea(0);
        } else if (strcmp(fields[0], "nea_iv") == 0) {
            nea(1);
        } else if (strcmp(fields[0], "nia") == 0) {
            nia(0);
        } else if (strcmp(fields[0], "nia_iv") == 0) {
            nia(1);
        } else if (strcmp(fields[0], "nca") == 0) {
            nca();
        } else if (strcmp(fields[0], "drbg") == 0) {
            drbg();
        } else if (strcmp(fields[0], "chunked") == 0) {
            chunked();
        } else {
            CHECK(!"a known kind of line");
        }
        if (failures > before) {
            fprintf(stderr, "  in line %u: %s %s\n", lines, fields[0], fields[1]);
        }
    }
    CHECK(lines > 800);
    printf("%u known answers on %s\n", lines, lc_backend_name(lc_backend_best()));
    return report("known_answers");
}

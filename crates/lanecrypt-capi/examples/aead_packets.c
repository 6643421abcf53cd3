/* Packets of several connections, sealed and opened in place by AES-256-GCM in one call.
 *
 *     cc aead_packets.c $(pkg-config --cflags --libs lanecrypt) && ./a.out
 *
 * A connection has a ready key, which is made once and shared by its packets. The first packet of a
 * new connection gives the bytes of its key instead; both can be in one call. A nonce is four bytes of
 * the connection and eight bytes that count its packets, as in TLS 1.3 and IPsec. */
#include <lanecrypt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONNECTIONS = 3, PACKETS = 48, HEADER = 13, MOST = 600, TAG = 16 };

struct packet {
    uint8_t header[HEADER], data[MOST], tag[TAG], nonce[12];
    size_t len;
};

static lc_aead ready[CONNECTIONS];
static uint8_t keys[CONNECTIONS + 1][32];
static struct packet packets[PACKETS];
static lc_aead_job jobs[PACKETS];

static void make_jobs(void)
{
    size_t i;
    memset(jobs, 0, sizeof jobs);
    for (i = 0; i < PACKETS; i++) {
        size_t connection = i % (CONNECTIONS + 1);
        if (connection < CONNECTIONS) {
            jobs[i].context = &ready[connection];
        } else {
            jobs[i].key = keys[connection];
        }
        jobs[i].nonce = packets[i].nonce;
        jobs[i].nonce_len = sizeof packets[i].nonce;
        jobs[i].aad = packets[i].header;
        jobs[i].aad_len = HEADER;
        jobs[i].in = jobs[i].out = packets[i].data;
        jobs[i].len = packets[i].len;
        jobs[i].tag = packets[i].tag;
        jobs[i].user = &packets[i];
    }
}

int main(void)
{
    lc_drbg random;
    size_t i, done;

    if (lc_drbg_init_system(&random, sizeof random, LC_AES_256_CTR_DRBG, NULL, 0, 0, LC_BACKEND_BEST) !=
            LC_DONE ||
        lc_drbg_generate(&random, NULL, 0, keys[0], sizeof keys) != LC_DONE) {
        fputs("no random keys\n", stderr);
        return EXIT_FAILURE;
    }
    lc_drbg_clear(&random);
    for (i = 0; i < CONNECTIONS; i++) {
        lc_status status =
            lc_aead_init(&ready[i], sizeof ready[i], LC_AES_256_GCM, keys[i], 32, TAG, LC_BACKEND_BEST);
        if (status != LC_DONE) {
            fprintf(stderr, "key %u: %s\n", (unsigned)i, lc_strerror(status));
            return EXIT_FAILURE;
        }
    }
    for (i = 0; i < PACKETS; i++) {
        packets[i].len = 20 + 12 * i;
        packets[i].nonce[11] = (uint8_t)i;
        packets[i].header[0] = 23;
        memset(packets[i].data, (int)i, packets[i].len);
    }

    make_jobs();
    done = lc_aead_seal_batch(LC_AES_256_GCM, LC_BACKEND_BEST, TAG, jobs, PACKETS);
    printf("%u packets sealed on %s\n", (unsigned)done, lc_backend_name(lc_backend_best()));
    if (done != PACKETS) {
        return EXIT_FAILURE;
    }

    packets[9].header[4] ^= 1; /* somebody changes a header */
    make_jobs();
    done = lc_aead_open_batch(LC_AES_256_GCM, LC_BACKEND_BEST, TAG, jobs, PACKETS);
    for (i = 0; i < PACKETS; i++) {
        const struct packet *packet = (const struct packet *)jobs[i].user;
        uint8_t expected = i == 9 ? 0 : (uint8_t)i;
        size_t j;
        for (j = 0; j < packet->len; j++) {
            if (packet->data[j] != expected) {
                fprintf(stderr, "packet %u has wrong data\n", (unsigned)i);
                return EXIT_FAILURE;
            }
        }
    }
    printf("%u packets opened; packet 9: %s\n", (unsigned)done, lc_strerror(jobs[9].status));
    for (i = 0; i < CONNECTIONS; i++) {
        lc_aead_clear(&ready[i]);
    }
    memset(keys, 0, sizeof keys);
    return done == PACKETS - 1 && jobs[9].status == LC_E_AUTHENTICATION ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* The same packets by intel-ipsec-mb's manager and by a batch: 128-NEA3 of 24 packets.
 *
 *     cc ipsec_mb.c $(pkg-config --cflags --libs lanecrypt) -lIPSec_MB && ./a.out
 *
 * intel-ipsec-mb takes one job at a time and keeps it in a manager until enough of them are there, so
 * that a call returns another job than the one that was submitted, or none. In the end the rest is
 * flushed. A thread needs a manager of its own, and buffers stay in use until their job came back.
 *
 * Lanecrypt takes an array of jobs and returns when all of them are done. Nothing is kept: there is no
 * manager and no flush, and after the call all buffers are the caller's. */
#include <intel-ipsec-mb.h>
#include <lanecrypt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PACKETS = 24, MOST = 400 };

static uint8_t keys[PACKETS][16], ivs[PACKETS][16], in[PACKETS][MOST], theirs[PACKETS][MOST], ours[PACKETS][MOST];

static uint32_t len_of(unsigned i)
{
    return 40 + 13 * i;
}

/* Counts a job that came back. */
static void came_back(const IMB_JOB *job, unsigned *count)
{
    if (job != NULL) {
        *count += job->status == IMB_STATUS_COMPLETED;
    }
}

int main(void)
{
    lc_3gpp_job jobs[PACKETS];
    IMB_MGR *manager = alloc_mb_mgr(0);
    IMB_JOB *job;
    unsigned i, j, submitting = 0, flushing = 0;

    if (manager == NULL) {
        fputs("no manager\n", stderr);
        return EXIT_FAILURE;
    }
    init_mb_mgr_auto(manager, NULL);
    for (i = 0; i < PACKETS; i++) {
        for (j = 0; j < 16; j++) {
            keys[i][j] = (uint8_t)(i + 3 * j);
        }
        memset(in[i], (int)i, MOST);
        /* COUNT is i, BEARER is 5, DIRECTION is 1: twice, as TS 35.221 makes an IV of them. */
        ivs[i][3] = ivs[i][11] = (uint8_t)i;
        ivs[i][4] = ivs[i][12] = 5 << 3 | 1 << 2;
    }

    for (i = 0; i < PACKETS; i++) {
        job = IMB_GET_NEXT_JOB(manager);
        memset(job, 0, sizeof *job);
        job->cipher_mode = IMB_CIPHER_ZUC_EEA3;
        job->cipher_direction = IMB_DIR_ENCRYPT;
        job->chain_order = IMB_ORDER_CIPHER_HASH;
        job->hash_alg = IMB_AUTH_NULL;
        job->enc_keys = job->dec_keys = keys[i];
        job->key_len_in_bytes = 16;
        job->iv = ivs[i];
        job->iv_len_in_bytes = 16;
        job->src = in[i];
        job->dst = theirs[i];
        job->msg_len_to_cipher_in_bytes = len_of(i);
        job = IMB_SUBMIT_JOB(manager);
        while (job != NULL) {
            came_back(job, &submitting);
            job = IMB_GET_COMPLETED_JOB(manager);
        }
    }
    while ((job = IMB_FLUSH_JOB(manager)) != NULL) {
        came_back(job, &flushing);
    }
    free_mb_mgr(manager);
    printf("intel-ipsec-mb: %u packets came back while others were submitted, %u by the flush\n", submitting,
           flushing);

    memset(jobs, 0, sizeof jobs);
    for (i = 0; i < PACKETS; i++) {
        jobs[i].key = keys[i];
        jobs[i].count = i;
        jobs[i].bearer = 5;
        jobs[i].direction = 1;
        jobs[i].in = in[i];
        jobs[i].out = ours[i];
        jobs[i].bits = 8 * len_of(i);
    }
    i = (unsigned)lc_nea_batch(3, LC_BACKEND_BEST, jobs, PACKETS);
    printf("lanecrypt: %u packets are done after one call\n", i);
    return submitting + flushing == PACKETS && i == PACKETS && memcmp(theirs, ours, sizeof ours) == 0
               ? EXIT_SUCCESS
               : EXIT_FAILURE;
}

/* intel-ipsec-mb behind a small interface: a batch of messages of one operation is one burst of
 * jobs after another, each as long as the library takes, and what is left in it is flushed at the
 * end. Keys are expanded by the library's own macros. */

/* Without the names of old versions. */
#define NO_COMPAT_IMB_API_053
#include <intel-ipsec-mb.h>

/* Since 1.5 a job in a burst names its suite of algorithms, which is worked out once from a first job. */
#define HAS_SESSIONS (IMB_VERSION_NUM >= IMB_VERSION(1, 5, 0))

/* ZUC-256 of 2018, with IVs of 23 bytes, ends with 2.x. */
#define HAS_ZUC256 (IMB_VERSION_NUM < IMB_VERSION(3, 0, 0))

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* In the order of the enumeration on the other side. */
enum operation {
    ECB, ECB_DECRYPT, CBC, CBC_DECRYPT, CTR, CMAC, GCM, GCM_DECRYPT,
    ZUC128, EEA3, EIA3, ZUC256, ZUC256_MAC
};

/* A message. Without a key, it has that of the first slot; one that is opened brings the tag that is
 * expected. */
struct peer_message {
    const uint8_t *key;
    const uint8_t *iv;
    const uint8_t *input;
    uint8_t *output;
    uint8_t *tag;
    const uint8_t *expected;
    uint64_t bytes;
};

/* What a key and an IV become: what of it is used depends on the operation. */
struct slot {
    uint8_t encrypt[16 * 15];
    uint8_t decrypt[16 * 15];
    uint8_t subkeys[2][16];
    uint8_t key[32];
    uint8_t iv[32];
    struct gcm_key_data gcm;
};

struct peer {
    IMB_MGR *manager;
    enum operation operation;
    unsigned key_bytes, tag_bytes;
    struct slot *slots;
#if HAS_SESSIONS
    bool has_session;
    uint32_t suite_id[2], session_id;
#endif
};

const char *peer_ipsec_mb_version(void) { return imb_get_version_str(); }

void peer_ipsec_mb_free(struct peer *peer) {
    if (peer == NULL)
        return;
    if (peer->manager != NULL)
        free_mb_mgr(peer->manager);
    free(peer->slots);
    free(peer);
}

/* Null where there is no memory, or where the library does not have the operation. */
struct peer *peer_ipsec_mb_new(int operation, unsigned key_bytes, unsigned tag_bytes,
                               size_t slots) {
    struct peer *peer = calloc(1, sizeof *peer);
    const size_t slot_bytes = (sizeof(struct slot) + 63) / 64 * 64;
    if (peer == NULL)
        return NULL;
    if (!HAS_ZUC256 && (operation == ZUC256 || operation == ZUC256_MAC)) {
        free(peer);
        return NULL;
    }
    peer->operation = (enum operation)operation;
    peer->key_bytes = key_bytes;
    peer->tag_bytes = tag_bytes;
    peer->slots = aligned_alloc(64, slot_bytes * slots);
    peer->manager = alloc_mb_mgr(0);
    if (peer->slots == NULL || peer->manager == NULL) {
        peer_ipsec_mb_free(peer);
        return NULL;
    }
    memset(peer->slots, 0, slot_bytes * slots);
    init_mb_mgr_auto(peer->manager, NULL);
    return peer;
}

static void expand_aes(IMB_MGR *manager, unsigned key_bytes, const uint8_t *key,
                       struct slot *slot) {
    switch (key_bytes) {
    case 16: IMB_AES_KEYEXP_128(manager, key, slot->encrypt, slot->decrypt); break;
    case 24: IMB_AES_KEYEXP_192(manager, key, slot->encrypt, slot->decrypt); break;
    default: IMB_AES_KEYEXP_256(manager, key, slot->encrypt, slot->decrypt); break;
    }
}

/* Sets a key up in a slot. */
void peer_ipsec_mb_key(struct peer *peer, size_t number, const uint8_t *key) {
    IMB_MGR *manager = peer->manager;
    struct slot *slot = &peer->slots[number];
    uint8_t *first = slot->subkeys[0], *second = slot->subkeys[1];

    switch (peer->operation) {
    case ECB: case ECB_DECRYPT: case CBC: case CBC_DECRYPT: case CTR:
        expand_aes(manager, peer->key_bytes, key, slot);
        break;
    case CMAC:
        expand_aes(manager, peer->key_bytes, key, slot);
        if (peer->key_bytes == 16)
            IMB_AES_CMAC_SUBKEY_GEN_128(manager, slot->encrypt, first, second);
        else
            IMB_AES_CMAC_SUBKEY_GEN_256(manager, slot->encrypt, first, second);
        break;
    case GCM: case GCM_DECRYPT:
        switch (peer->key_bytes) {
        case 16: IMB_AES128_GCM_PRE(manager, key, &slot->gcm); break;
        case 24: IMB_AES192_GCM_PRE(manager, key, &slot->gcm); break;
        default: IMB_AES256_GCM_PRE(manager, key, &slot->gcm); break;
        }
        break;
    case ZUC128: case EEA3: case EIA3: case ZUC256: case ZUC256_MAC:
        memcpy(slot->key, key, peer->key_bytes);
        break;
    }
}

static void cipher_job(IMB_JOB *job, IMB_CIPHER_MODE mode, bool encrypt, const uint8_t *iv,
                       unsigned iv_bytes) {
    job->cipher_mode = mode;
    job->cipher_direction = encrypt ? IMB_DIR_ENCRYPT : IMB_DIR_DECRYPT;
    job->iv = iv;
    job->iv_len_in_bytes = iv_bytes;
}

static void hash_job(IMB_JOB *job, IMB_HASH_ALG algorithm, const struct peer_message *message,
                     uint64_t length) {
    job->hash_alg = algorithm;
    job->chain_order = IMB_ORDER_HASH_CIPHER;
    job->msg_len_to_hash_in_bytes = length;
    job->auth_tag_output = message->tag;
}

/* COUNT, BEARER and DIRECTION, from where the caller has them. */
static void generate(const uint8_t *from, int (*generator)(uint32_t, uint8_t, uint8_t, void *),
                     struct slot *slot) {
    const uint32_t count = (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 |
                           (uint32_t)from[2] << 8 | (uint32_t)from[3];
    generator(count, from[4] & 31, from[5] & 1, slot->iv);
}

static void fill(const struct peer *peer, IMB_JOB *job, const struct peer_message *message,
                 const struct slot *keyed, struct slot *own) {
    const bool opening = peer->operation == GCM_DECRYPT;

    memset(&job->u, 0, sizeof job->u);
    job->src = message->input;
    job->dst = message->output;
    job->enc_keys = keyed->encrypt;
    job->dec_keys = keyed->decrypt;
    job->key_len_in_bytes = peer->key_bytes;
    job->cipher_start_src_offset_in_bytes = 0;
    job->msg_len_to_cipher_in_bytes = message->bytes;
    job->hash_start_src_offset_in_bytes = 0;
    job->msg_len_to_hash_in_bytes = 0;
    job->auth_tag_output_len_in_bytes = peer->tag_bytes;
    job->hash_alg = IMB_AUTH_NULL;
    job->chain_order = IMB_ORDER_CIPHER_HASH;
    cipher_job(job, IMB_CIPHER_NULL, true, NULL, 0);

    switch (peer->operation) {
    case ECB: cipher_job(job, IMB_CIPHER_ECB, true, NULL, 0); break;
    case ECB_DECRYPT: cipher_job(job, IMB_CIPHER_ECB, false, NULL, 0); break;
    case CBC: cipher_job(job, IMB_CIPHER_CBC, true, message->iv, 16); break;
    case CBC_DECRYPT: cipher_job(job, IMB_CIPHER_CBC, false, message->iv, 16); break;
    case CTR: cipher_job(job, IMB_CIPHER_CNTR, true, message->iv, 16); break;
    case CMAC:
        hash_job(job, peer->key_bytes == 16 ? IMB_AUTH_AES_CMAC : IMB_AUTH_AES_CMAC_256, message,
                 message->bytes);
        job->u.CMAC._key_expanded = keyed->encrypt;
        job->u.CMAC._skey1 = keyed->subkeys[0];
        job->u.CMAC._skey2 = keyed->subkeys[1];
        break;
    case GCM: case GCM_DECRYPT:
        hash_job(job, IMB_AUTH_AES_GMAC, message, message->bytes);
        job->chain_order = opening ? IMB_ORDER_HASH_CIPHER : IMB_ORDER_CIPHER_HASH;
        cipher_job(job, IMB_CIPHER_GCM, !opening, message->iv, 12);
        job->enc_keys = &keyed->gcm;
        job->dec_keys = &keyed->gcm;
        break;
    case ZUC128:
        cipher_job(job, IMB_CIPHER_ZUC_EEA3, true, message->iv, 16);
        job->enc_keys = keyed->key;
        break;
    case EEA3:
        generate(message->iv, zuc_eea3_iv_gen, own);
        cipher_job(job, IMB_CIPHER_ZUC_EEA3, true, own->iv, 16);
        job->enc_keys = keyed->key;
        break;
    case ZUC256:
        cipher_job(job, IMB_CIPHER_ZUC_EEA3, true, message->iv, 23);
        job->enc_keys = keyed->key;
        break;
    case EIA3:
        generate(message->iv, zuc_eia3_iv_gen, own);
        hash_job(job, IMB_AUTH_ZUC_EIA3_BITLEN, message, 8 * message->bytes);
        job->u.ZUC_EIA3._key = keyed->key;
        job->u.ZUC_EIA3._iv = own->iv;
        break;
    case ZUC256_MAC:
#if HAS_ZUC256
        hash_job(job, IMB_AUTH_ZUC256_EIA3_BITLEN, message, 8 * message->bytes);
        job->u.ZUC_EIA3._key = keyed->key;
        job->u.ZUC_EIA3._iv23 = message->iv;
#endif
        break;
    }
}

/* Names the suite of a job that is filled. All jobs of a peer have the same. */
static void set_session(struct peer *peer, IMB_JOB *job) {
#if HAS_SESSIONS
    if (!peer->has_session) {
        imb_set_session(peer->manager, job);
        memcpy(peer->suite_id, job->suite_id, sizeof peer->suite_id);
        peer->session_id = job->session_id;
        peer->has_session = true;
    } else {
        memcpy(job->suite_id, peer->suite_id, sizeof peer->suite_id);
        job->session_id = peer->session_id;
    }
#else
    (void)peer, (void)job;
#endif
}

static size_t completed(IMB_JOB **jobs, uint32_t count) {
    size_t good = 0;
    for (uint32_t i = 0; i < count; i++)
        good += jobs[i]->status == IMB_STATUS_COMPLETED;
    return good;
}

/* Whether all messages were processed. There are as many slots as messages with keys. */
bool peer_ipsec_mb_run(struct peer *peer, const struct peer_message *messages, size_t count) {
    IMB_MGR *manager = peer->manager;
    IMB_JOB *jobs[IMB_MAX_BURST_SIZE];
    size_t done = 0;
    uint32_t out;

    for (size_t next = 0; next < count;) {
        const size_t left = count - next;
        const uint32_t wanted = left < IMB_MAX_BURST_SIZE ? (uint32_t)left : IMB_MAX_BURST_SIZE;
        const uint32_t burst = IMB_GET_NEXT_BURST(manager, wanted, jobs);

        if (burst < wanted) {
            out = IMB_FLUSH_BURST(manager, IMB_MAX_BURST_SIZE, jobs);
            done += completed(jobs, out);
            if (out == 0)
                return false;
            continue;
        }
        for (uint32_t i = 0; i < burst; i++) {
            const struct peer_message *message = &messages[next + i];
            struct slot *own = &peer->slots[next + i];

            if (message->key != NULL)
                peer_ipsec_mb_key(peer, next + i, message->key);
            fill(peer, jobs[i], message, message->key != NULL ? own : peer->slots, own);
            set_session(peer, jobs[i]);
        }
        out = IMB_SUBMIT_BURST(manager, burst, jobs);
        if (out == 0 && imb_get_errno(manager) != 0)
            return false;
        done += completed(jobs, out);
        next += burst;
    }
    while ((out = IMB_FLUSH_BURST(manager, IMB_MAX_BURST_SIZE, jobs)) != 0)
        done += completed(jobs, out);

    /* The library makes the tag; whoever opens compares it. */
    for (size_t i = 0; peer->operation == GCM_DECRYPT && i < count; i++)
        if (memcmp(messages[i].tag, messages[i].expected, peer->tag_bytes) != 0)
            memset(messages[i].output, 0, messages[i].bytes);
    return done == count;
}

/* intel-ipsec-mb behind a small interface. Of the calls that the library has for an operation, the
 * fastest one is made (measured with 3.0, messages of 64 to 16384 bytes in batches of 64):
 *
 * - AES in ECB, CBC and CTR, and CMAC: bursts of jobs that are finished when the call returns.
 * - GCM: the direct call, message by message.
 * - SNOW 3G: the direct call or the queue, whichever is faster for the messages (`way_of_snow3g`).
 * - SNOW 5G, ZUC, and the algorithms of 3GPP that use them or AES-256: bursts of jobs in the queue of the
 *   manager, which are flushed at the end. The direct calls of ZUC are slower; the others have none.
 *
 * The calls that do not check their arguments are made: the library was asked before whether it takes
 * messages of that length. Everything that a caller keeps from one call to the next is prepared before
 * the timed call. */

/* Without the names of old versions. */
#define NO_COMPAT_IMB_API_053
#include <intel-ipsec-mb.h>

/* Since 1.5 a job in a burst names its suite of algorithms, which is worked out once from a first job. */
#define HAS_SESSIONS (IMB_VERSION_NUM >= IMB_VERSION(1, 5, 0))

/* ZUC-256 of 2018, with IVs of 23 bytes, ends with 2.x. */
#define HAS_ZUC256 (IMB_VERSION_NUM < IMB_VERSION(3, 0, 0))

/* The 256-bit suite of 3GPP begins with 3.0. */
#define HAS_256_BITS (IMB_VERSION_NUM >= IMB_VERSION(3, 0, 0))

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* In the order of the enumeration on the other side. */
enum operation {
    ECB, ECB_DECRYPT, CBC, CBC_DECRYPT, CTR, CMAC, GCM, GCM_DECRYPT, NEA2,
    ZUC128, EEA3, EIA3, ZUC256, ZUC256_MAC, NEA6, NIA6,
    NEA1, NIA1, NEA4, NIA4, NEA5, NIA5,
    NCA4, NCA4_DECRYPT, NCA5, NCA5_DECRYPT, NCA6, NCA6_DECRYPT
};

/* Which instructions the library may use, in the order of the enumeration on the other side. */
enum instructions { BEST, SSE, AVX2, AVX2_GFNI, AVX512 };

/* How messages are passed to the library. */
enum way { QUEUE, JOBS, DIRECT };

/* A message. The key and the IV begin at multiples of 16 bytes. Without a key, it has that of the first
 * slot; one that is opened brings the tag that is expected. */
struct peer_message {
    const uint8_t *key;
    const uint8_t *iv;
    const uint8_t *input;
    uint8_t *output;
    uint8_t *tag;
    const uint8_t *expected;
    /* Associated data, of AEADs. */
    const uint8_t *aad;
    uint64_t aad_bytes;
    uint64_t bytes;
};

/* What a key of AES or of SNOW 3G becomes. */
struct key_slot {
    uint8_t encrypt[16 * 15];
    uint8_t subkeys[2][16];
    uint8_t decrypt[16 * 15];
    snow3g_key_schedule_t snow3g;
};

struct iv {
    uint8_t bytes[16];
};

struct peer {
    IMB_MGR *manager;
    IMB_ARCH arch;
    enum operation operation;
    enum way way;
    unsigned key_bytes, tag_bytes;
    void (*expand_to_encrypt)(const void *, void *);
    /* A key of GCM is used just after it was expanded, so one slot is enough. */
    struct gcm_key_data *gcm;
    /* One for each message. */
    size_t slots;
    struct key_slot *keys;
    struct iv *ivs;
    IMB_JOB *jobs;
    /* The call that is prepared. */
    const struct peer_message *messages;
    size_t count;
};

const char *peer_ipsec_mb_version(void) { return imb_get_version_str(); }

void peer_ipsec_mb_free(struct peer *peer) {
    if (peer == NULL)
        return;
    if (peer->manager != NULL)
        free_mb_mgr(peer->manager);
    free(peer->keys);
    free(peer->gcm);
    free(peer->ivs);
    free(peer->jobs);
    free(peer);
}

static void *zeros(size_t count, size_t bytes) {
    const size_t all = (count * bytes + 63) / 64 * 64;
    void *memory = aligned_alloc(64, all);
    if (memory != NULL)
        memset(memory, 0, all);
    return memory;
}

/* The last error of a manager. `imb_get_errno` would tell those of other managers too, which other threads
 * may use. */
static int error_of(const IMB_MGR *manager) { return manager->imb_errno; }

static IMB_MGR *manager_for(enum instructions instructions, IMB_ARCH *arch) {
    const bool no_gfni = instructions == SSE || instructions == AVX2;
    IMB_MGR *manager = alloc_mb_mgr(no_gfni ? IMB_FLAG_GFNI_OFF : 0);

    if (manager == NULL)
        return NULL;
    switch (instructions) {
    case BEST: init_mb_mgr_auto(manager, arch); break;
    case SSE: *arch = IMB_ARCH_SSE; init_mb_mgr_sse(manager); break;
    case AVX2: case AVX2_GFNI: *arch = IMB_ARCH_AVX2; init_mb_mgr_avx2(manager); break;
    case AVX512: *arch = IMB_ARCH_AVX512; init_mb_mgr_avx512(manager); break;
    }
    if (error_of(manager) != 0) {
        free_mb_mgr(manager);
        return NULL;
    }
    return manager;
}

/* The library's expansion of keys that are never used to decrypt. */
static void choose_expansion(struct peer *peer) {
    const unsigned length = peer->key_bytes / 8 - 2;
    const unsigned width = peer->arch >= IMB_ARCH_AVX512 ? 2 : peer->arch >= IMB_ARCH_AVX2;
    void (*const all[3][3])(const void *, void *) = {
        {aes_keyexp_128_enc_sse, aes_keyexp_192_enc_sse, aes_keyexp_256_enc_sse},
        {aes_keyexp_128_enc_avx2, aes_keyexp_192_enc_avx2, aes_keyexp_256_enc_avx2},
        {aes_keyexp_128_enc_avx512, aes_keyexp_192_enc_avx512, aes_keyexp_256_enc_avx512},
    };
    peer->expand_to_encrypt = all[width][length];
}

static void expand_aes(const struct peer *peer, const uint8_t *key, struct key_slot *slot) {
    IMB_MGR *manager = peer->manager;
    if (peer->operation != ECB_DECRYPT && peer->operation != CBC_DECRYPT) {
        peer->expand_to_encrypt(key, slot->encrypt);
        return;
    }
    switch (peer->key_bytes) {
    case 16: IMB_AES_KEYEXP_128(manager, key, slot->encrypt, slot->decrypt); break;
    case 24: IMB_AES_KEYEXP_192(manager, key, slot->encrypt, slot->decrypt); break;
    default: IMB_AES_KEYEXP_256(manager, key, slot->encrypt, slot->decrypt); break;
    }
}

/* Sets a key up in a slot. */
void peer_ipsec_mb_key(struct peer *peer, size_t number, const uint8_t *key) {
    IMB_MGR *manager = peer->manager;
    struct key_slot *slot = &peer->keys[number];

    switch (peer->operation) {
    case ECB: case ECB_DECRYPT: case CBC: case CBC_DECRYPT: case CTR: case NEA2: case NEA5: case NIA5:
    case NCA5: case NCA5_DECRYPT:
        expand_aes(peer, key, slot);
        break;
    case NEA1: case NIA1:
        IMB_SNOW3G_INIT_KEY_SCHED(manager, key, &slot->snow3g);
        break;
    case CMAC:
        expand_aes(peer, key, slot);
        if (peer->key_bytes == 16)
            IMB_AES_CMAC_SUBKEY_GEN_128(manager, slot->encrypt, slot->subkeys[0], slot->subkeys[1]);
        else
            IMB_AES_CMAC_SUBKEY_GEN_256(manager, slot->encrypt, slot->subkeys[0], slot->subkeys[1]);
        break;
    case GCM: case GCM_DECRYPT:
        switch (peer->key_bytes) {
        case 16: IMB_AES128_GCM_PRE(manager, key, peer->gcm); break;
        case 24: IMB_AES192_GCM_PRE(manager, key, peer->gcm); break;
        default: IMB_AES256_GCM_PRE(manager, key, peer->gcm); break;
        }
        break;
    default:
        /* Keys of ZUC and SNOW 5G are loaded with IVs. */
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

/* Whether messages are opened: hashed and then decrypted. */
static bool opens(enum operation operation) {
    return operation == GCM_DECRYPT || operation == NCA4_DECRYPT || operation == NCA5_DECRYPT ||
           operation == NCA6_DECRYPT;
}

/* Authenticated encryption of 3GPP. */
#if HAS_256_BITS
static void nca_job(IMB_JOB *job, enum operation operation, const struct key_slot *slot,
                    const struct peer_message *message) {
    const bool opening = opens(operation);
    IMB_CIPHER_MODE mode = IMB_CIPHER_ZUC_NCA6;
    IMB_HASH_ALG algorithm = IMB_AUTH_ZUC_NCA6;
    const void *key = message->key;

    if (operation == NCA4 || operation == NCA4_DECRYPT) {
        mode = IMB_CIPHER_SNOW5G_NCA4;
        algorithm = IMB_AUTH_SNOW5G_NCA4;
    } else if (operation == NCA5 || operation == NCA5_DECRYPT) {
        mode = IMB_CIPHER_AES_NCA5;
        algorithm = IMB_AUTH_AES_NCA5;
        key = slot->encrypt;
    }
    hash_job(job, algorithm, message, message->bytes);
    job->chain_order = opening ? IMB_ORDER_HASH_CIPHER : IMB_ORDER_CIPHER_HASH;
    cipher_job(job, mode, !opening, message->iv, 16);
    job->u.NCA.aad = message->aad;
    job->u.NCA.aad_len_in_bytes = message->aad_bytes;
    job->enc_keys = key;
    job->dec_keys = key;
}
#endif

/* The job of a message, complete but for the content of keys and IVs. */
static void fill(const struct peer *peer, size_t number, IMB_JOB *job) {
    const struct peer_message *message = &peer->messages[number];
    const size_t keyed = message->key != NULL ? number : 0;
    const struct key_slot *slot = &peer->keys[keyed];
    const uint8_t *generated = peer->ivs[number].bytes;
    const bool opening = opens(peer->operation);

    memset(job, 0, sizeof *job);
    job->src = message->input;
    job->dst = message->output;
    job->enc_keys = slot->encrypt;
    job->dec_keys = slot->decrypt;
    job->key_len_in_bytes = peer->key_bytes;
    job->msg_len_to_cipher_in_bytes = message->bytes;
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
    case NEA2: cipher_job(job, IMB_CIPHER_CNTR, true, generated, 16); break;
    case CMAC:
        hash_job(job, peer->key_bytes == 16 ? IMB_AUTH_AES_CMAC : IMB_AUTH_AES_CMAC_256, message,
                 message->bytes);
        job->u.CMAC._key_expanded = slot->encrypt;
        job->u.CMAC._skey1 = slot->subkeys[0];
        job->u.CMAC._skey2 = slot->subkeys[1];
        break;
    case GCM: case GCM_DECRYPT:
        hash_job(job, IMB_AUTH_AES_GMAC, message, message->bytes);
        job->chain_order = opening ? IMB_ORDER_HASH_CIPHER : IMB_ORDER_CIPHER_HASH;
        cipher_job(job, IMB_CIPHER_GCM, !opening, message->iv, 12);
        job->u.GCM.aad = message->aad;
        job->u.GCM.aad_len_in_bytes = message->aad_bytes;
        job->enc_keys = peer->gcm;
        job->dec_keys = peer->gcm;
        break;
    case ZUC128:
        cipher_job(job, IMB_CIPHER_ZUC_EEA3, true, message->iv, 16);
        job->enc_keys = message->key;
        break;
    case EEA3:
        cipher_job(job, IMB_CIPHER_ZUC_EEA3, true, generated, 16);
        job->enc_keys = message->key;
        break;
    case ZUC256:
        cipher_job(job, IMB_CIPHER_ZUC_EEA3, true, message->iv, 23);
        job->enc_keys = message->key;
        break;
    case EIA3:
        hash_job(job, IMB_AUTH_ZUC_EIA3_BITLEN, message, 8 * message->bytes);
        job->u.ZUC_EIA3._key = message->key;
        job->u.ZUC_EIA3._iv = generated;
        break;
    case ZUC256_MAC:
#if HAS_ZUC256
        hash_job(job, IMB_AUTH_ZUC256_EIA3_BITLEN, message, 8 * message->bytes);
        job->u.ZUC_EIA3._key = message->key;
        job->u.ZUC_EIA3._iv23 = message->iv;
#endif
        break;
    case NEA1:
        cipher_job(job, IMB_CIPHER_SNOW3G_UEA2_BITLEN, true, generated, 16);
        job->msg_len_to_cipher_in_bits = 8 * message->bytes;
        job->enc_keys = &slot->snow3g;
        break;
    case NIA1:
        hash_job(job, IMB_AUTH_SNOW3G_UIA2_BITLEN, message, 8 * message->bytes);
        job->u.SNOW3G_UIA2._key = &slot->snow3g;
        job->u.SNOW3G_UIA2._iv = generated;
        break;
    case NEA4: case NEA5:
#if HAS_256_BITS
        if (peer->operation == NEA4) {
            cipher_job(job, IMB_CIPHER_SNOW5G_NEA4, true, message->iv, 16);
            job->enc_keys = message->key;
        } else {
            cipher_job(job, IMB_CIPHER_AES_NEA5, true, message->iv, 16);
        }
#endif
        break;
    case NIA4: case NIA5:
#if HAS_256_BITS
        if (peer->operation == NIA4) {
            hash_job(job, IMB_AUTH_SNOW5G_NIA4, message, message->bytes);
            job->u.NIA._key = message->key;
        } else {
            hash_job(job, IMB_AUTH_AES_NIA5, message, message->bytes);
            job->u.NIA._key = slot->encrypt;
        }
        job->u.NIA._iv = message->iv;
#endif
        break;
    case NCA4: case NCA4_DECRYPT: case NCA5: case NCA5_DECRYPT: case NCA6: case NCA6_DECRYPT:
#if HAS_256_BITS
        nca_job(job, peer->operation, slot, message);
#endif
        break;
    case NEA6:
#if HAS_256_BITS
        cipher_job(job, IMB_CIPHER_ZUC_NEA6, true, message->iv, 16);
        job->enc_keys = message->key;
#endif
        break;
    case NIA6:
#if HAS_256_BITS
        hash_job(job, IMB_AUTH_ZUC_NIA6, message, message->bytes);
        job->u.NIA._key = message->key;
        job->u.NIA._iv = message->iv;
#endif
        break;
    }
}

/* The IV of a message of 3GPP, from COUNT, BEARER and DIRECTION. This is a part of the timed call, as it
 * is in lanecrypt. */
static void generate_iv(const struct peer *peer, size_t number) {
    const uint8_t *from = peer->messages[number].iv;
    uint8_t *iv = peer->ivs[number].bytes;
    const uint8_t bearer = (uint8_t)((from[4] & 31) << 3), direction = from[5] & 1;

    switch (peer->operation) {
    case NEA2: case EEA3: case NEA1:
        memcpy(iv, from, 4);
        memset(iv + 4, 0, 4);
        iv[4] = (uint8_t)(bearer | direction << 2);
        if (peer->operation != NEA2)
            memcpy(iv + 8, iv, 8);
        break;
    case EIA3: case NIA1:
        memcpy(iv, from, 4);
        memset(iv + 4, 0, 4);
        iv[4] = bearer;
        memcpy(iv + 8, iv, 8);
        iv[8] ^= (uint8_t)(direction << 7);
        iv[14] = (uint8_t)(direction << 7);
        break;
    default:
        break;
    }
}

static bool has(int operation) {
    switch (operation) {
    case ZUC256: case ZUC256_MAC: return HAS_ZUC256;
    case NEA4: case NIA4: case NEA5: case NIA5: case NEA6: case NIA6:
    case NCA4: case NCA4_DECRYPT: case NCA5: case NCA5_DECRYPT: case NCA6: case NCA6_DECRYPT:
        return HAS_256_BITS;
    default: return true;
    }
}

/* Whether this version of the library has the operation. */
bool peer_ipsec_mb_has(int operation) { return has(operation); }

/* Submits jobs that are finished when the call returns. */
static size_t submit(struct peer *peer, size_t first, size_t count) {
    IMB_JOB *jobs = &peer->jobs[first];
    const uint32_t number = (uint32_t)count;

    if (peer->operation == CMAC) {
        /* The library leaves the length in bits in the job. */
        for (size_t i = 0; i < count; i++)
            jobs[i].msg_len_to_hash_in_bytes = peer->messages[first + i].bytes;
        return IMB_SUBMIT_HASH_BURST_NOCHECK(peer->manager, jobs, number, peer->jobs->hash_alg);
    }
    return IMB_SUBMIT_CIPHER_BURST_NOCHECK(peer->manager, jobs, number, peer->jobs->cipher_mode,
                                           peer->jobs->cipher_direction,
                                           (IMB_KEY_SIZE_BYTES)peer->key_bytes);
}

/* The fastest way that this version has. */
static enum way way_of(struct peer *peer) {
    const struct peer_message none = {0};

    switch (peer->operation) {
    case GCM: case GCM_DECRYPT:
        return DIRECT;
    case ECB: case ECB_DECRYPT: case CBC: case CBC_DECRYPT: case CTR: case NEA2: case CMAC:
        /* Old versions have no such bursts for some operations. They tell if the burst is empty. */
        peer->messages = &none;
        fill(peer, 0, peer->jobs);
        submit(peer, 0, 0);
        peer->messages = NULL;
        return error_of(peer->manager) == 0 ? JOBS : QUEUE;
    default:
        return QUEUE;
    }
}

/* Null where there is no memory, or where the library or the processor does not have what is asked. */
struct peer *peer_ipsec_mb_new(int operation, int instructions, unsigned key_bytes,
                               unsigned tag_bytes, size_t slots) {
    struct peer *peer = has(operation) ? calloc(1, sizeof *peer) : NULL;

    if (peer == NULL)
        return NULL;
    slots = slots > 0 ? slots : 1;
    peer->operation = (enum operation)operation;
    peer->key_bytes = key_bytes;
    peer->tag_bytes = tag_bytes;
    peer->slots = slots;
    peer->arch = IMB_ARCH_SSE;
    peer->manager = manager_for((enum instructions)instructions, &peer->arch);
    peer->keys = zeros(slots, sizeof *peer->keys);
    peer->gcm = zeros(1, sizeof *peer->gcm);
    peer->ivs = zeros(slots, sizeof *peer->ivs);
    peer->jobs = zeros(slots, sizeof *peer->jobs);
    if (peer->manager == NULL || peer->keys == NULL || peer->gcm == NULL || peer->ivs == NULL ||
        peer->jobs == NULL) {
        peer_ipsec_mb_free(peer);
        return NULL;
    }
    if (key_bytes == 16 || key_bytes == 24 || key_bytes == 32)
        choose_expansion(peer);
    peer->way = way_of(peer);
    return peer;
}

/* The fastest way for the prepared messages (3.0, measured with batches of 1, 8 and 64). The queue fills 16
 * lanes with AVX-512 and 4 otherwise, and a flush takes as long as full lanes. The direct call takes 8
 * messages at a time, but with SSE it is one message after another. */
static enum way way_of_snow3g(const struct peer *peer) {
    uint64_t bytes = 0;

    if (peer->count == 1)
        return DIRECT;
    if (peer->operation == NIA1 || peer->arch < IMB_ARCH_AVX2)
        return QUEUE;
    if (peer->arch < IMB_ARCH_AVX512)
        return peer->count < 4 || peer->count >= 8 ? DIRECT : QUEUE;
    for (size_t i = 0; i < peer->count; i++)
        bytes += peer->messages[i].bytes;
    return peer->count >= 16 && bytes >= 384 * peer->count ? QUEUE : DIRECT;
}

/* Prepares a call over some messages, which must stay where they are until the last call is over. */
void peer_ipsec_mb_prepare(struct peer *peer, const struct peer_message *messages, size_t count) {
    peer->messages = messages;
    peer->count = count < peer->slots ? count : peer->slots;
    for (size_t i = 0; i < peer->count; i++) {
        fill(peer, i, &peer->jobs[i]);
#if HAS_SESSIONS
        /* All messages are of one session. */
        if (i == 0)
            imb_set_session(peer->manager, peer->jobs);
        memcpy(peer->jobs[i].suite_id, peer->jobs->suite_id, sizeof peer->jobs->suite_id);
        peer->jobs[i].session_id = peer->jobs->session_id;
#endif
    }
    if (peer->operation == NEA1 || peer->operation == NIA1)
        peer->way = way_of_snow3g(peer);
}

/* Does what every message needs in the timed call before it is submitted. */
static void begin(struct peer *peer, size_t number) {
    const uint8_t *key = peer->messages[number].key;
    if (key != NULL)
        peer_ipsec_mb_key(peer, number, key);
    generate_iv(peer, number);
}

static bool run_jobs(struct peer *peer) {
    /* Messages that are processed side by side need long bursts. Others profit from keys that are used
     * just after they were expanded. */
    const bool alone = peer->operation != CBC && peer->operation != CMAC;
    const size_t longest = alone ? 8 : IMB_MAX_BURST_SIZE;
    const bool fresh = peer->count > 0 && peer->messages[0].key != NULL;
    const size_t burst = fresh ? longest : peer->count;
    size_t done = 0;

    for (size_t next = 0; next < peer->count; next += burst) {
        const size_t left = peer->count - next;
        const size_t here = left < burst ? left : burst;
        for (size_t i = next; i < next + here; i++)
            begin(peer, i);
        done += submit(peer, next, here);
    }
    return done == peer->count;
}

/* The library makes the tag; whoever opens compares it. */
static void compare(const struct peer *peer, const struct peer_message *message) {
    if (memcmp(message->tag, message->expected, peer->tag_bytes) != 0)
        memset(message->output, 0, message->bytes);
}

static bool run_gcm(struct peer *peer) {
    IMB_MGR *manager = peer->manager;
    const bool opening = opens(peer->operation);
    struct gcm_context_data context;
    aes_gcm_pre_t expand;
    aes_gcm_enc_dec_t process;

    switch (peer->key_bytes) {
    case 16:
        expand = manager->gcm128_pre;
        process = opening ? manager->gcm128_dec : manager->gcm128_enc;
        break;
    case 24:
        expand = manager->gcm192_pre;
        process = opening ? manager->gcm192_dec : manager->gcm192_enc;
        break;
    default:
        expand = manager->gcm256_pre;
        process = opening ? manager->gcm256_dec : manager->gcm256_enc;
        break;
    }
    for (size_t i = 0; i < peer->count; i++) {
        const struct peer_message *message = &peer->messages[i];
        if (message->key != NULL)
            expand(message->key, peer->gcm);
        process(peer->gcm, &context, message->output, message->input, message->bytes, message->iv,
                message->aad, message->aad_bytes, message->tag, peer->tag_bytes);
        if (opening)
            compare(peer, message);
    }
    return true;
}

static bool run_snow3g(struct peer *peer) {
    IMB_MGR *manager = peer->manager;
    const snow3g_key_schedule_t *keys[8];
    const void *ivs[8], *inputs[8];
    void *outputs[8];
    uint32_t bytes[8];

    for (size_t next = 0; next < peer->count;) {
        const size_t here = peer->operation == NEA1 && peer->count - next >= 8 ? 8 : 1;
        for (size_t i = 0; i < here; i++) {
            const struct peer_message *message = &peer->messages[next + i];
            begin(peer, next + i);
            keys[i] = &peer->keys[message->key != NULL ? next + i : 0].snow3g;
            ivs[i] = peer->ivs[next + i].bytes;
            inputs[i] = message->input;
            outputs[i] = message->output;
            bytes[i] = (uint32_t)message->bytes;
        }
        if (peer->operation == NIA1)
            IMB_SNOW3G_F9_1_BUFFER(manager, keys[0], ivs[0], inputs[0], 8 * (uint64_t)bytes[0],
                                   peer->messages[next].tag);
        else if (here == 8)
            IMB_SNOW3G_F8_8_BUFFER_MULTIKEY(manager, keys, ivs, inputs, outputs, bytes);
        else
            IMB_SNOW3G_F8_1_BUFFER(manager, keys[0], ivs[0], inputs[0], outputs[0], bytes[0]);
        next += here;
    }
    return true;
}

static bool run_direct(struct peer *peer) {
    return peer->operation == NEA1 || peer->operation == NIA1 ? run_snow3g(peer) : run_gcm(peer);
}

static size_t completed(IMB_JOB **jobs, uint32_t count) {
    size_t good = 0;
    for (uint32_t i = 0; i < count; i++)
        good += jobs[i]->status == IMB_STATUS_COMPLETED;
    return good;
}

/* Copies a prepared job to one of the queue. A job that was used for the same session needs only what
 * differs from message to message; this stands in front of the status. */
static void copy(const struct peer *peer, size_t number, IMB_JOB *job) {
    const IMB_JOB *prepared = &peer->jobs[number];
#if HAS_SESSIONS
    if (job->session_id == prepared->session_id) {
        memcpy(job, prepared, offsetof(IMB_JOB, status));
        return;
    }
#endif
    *job = *prepared;
}

/* Two messages of NCA4 are processed together with AVX-512. Where their lengths differ, 3.0.0-dev (e5d55f3f)
 * writes the last bytes of the shorter one behind its end, where those of the longer one lie in their buffer.
 * So messages of different lengths are processed alone. */
static bool must_be_alone(const struct peer *peer) {
    if (peer->operation != NCA4 && peer->operation != NCA4_DECRYPT)
        return false;
    for (size_t i = 1; i < peer->count; i++)
        if (peer->messages[i].bytes != peer->messages[0].bytes)
            return true;
    return false;
}

static bool run_queue(struct peer *peer, bool checked) {
    IMB_MGR *manager = peer->manager;
    IMB_JOB *jobs[IMB_MAX_BURST_SIZE];
    const bool alone = must_be_alone(peer);
    const size_t most = alone ? 1 : IMB_MAX_BURST_SIZE;
    size_t done = 0;
    uint32_t out;

    for (size_t next = 0; next < peer->count;) {
        const size_t left = peer->count - next;
        const uint32_t wanted = (uint32_t)(left < most ? left : most);
        const uint32_t burst = IMB_GET_NEXT_BURST(manager, wanted, jobs);

        if (burst < wanted) {
            out = IMB_FLUSH_BURST(manager, IMB_MAX_BURST_SIZE, jobs);
            done += completed(jobs, out);
            if (out == 0)
                return false;
            continue;
        }
        for (uint32_t i = 0; i < burst; i++) {
            begin(peer, next + i);
            copy(peer, next + i, jobs[i]);
        }
        out = checked ? IMB_SUBMIT_BURST(manager, burst, jobs)
                      : IMB_SUBMIT_BURST_NOCHECK(manager, burst, jobs);
        if (out == 0 && error_of(manager) != 0)
            return false;
        done += completed(jobs, out);
        next += burst;
        while (alone && (out = IMB_FLUSH_BURST(manager, IMB_MAX_BURST_SIZE, jobs)) != 0)
            done += completed(jobs, out);
    }
    while ((out = IMB_FLUSH_BURST(manager, IMB_MAX_BURST_SIZE, jobs)) != 0)
        done += completed(jobs, out);
    for (size_t i = 0; i < peer->count && opens(peer->operation); i++)
        compare(peer, &peer->messages[i]);
    return done == peer->count;
}

/* Processes the messages of the prepared call. Whether all of them were processed. */
bool peer_ipsec_mb_run(struct peer *peer) {
    switch (peer->way) {
    case JOBS: return run_jobs(peer);
    case DIRECT: return run_direct(peer);
    default: return run_queue(peer, false);
    }
}

/* Whether the library takes the messages of the prepared call. It processes them with its checks. */
bool peer_ipsec_mb_takes(struct peer *peer) { return run_queue(peer, true); }

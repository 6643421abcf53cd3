/*
 * lanecrypt.h - fast symmetric ciphers: many messages under many keys in one call.
 *
 * Made from the source of crates/lanecrypt-capi by its example `header`; do not edit it.
 *
 * CONTRACT
 *   A function returns LC_DONE, or a negative code. Refused: nothing was written. Authentication
 *   failed (LC_E_AUTHENTICATION): the output is zeros. The one exception has it in its name:
 *   lc_opening_update_unverified gives out plaintext before its tag is known.
 *   A null pointer, a wrong size or an overlap is a code. What a pointer points to must be there: as
 *   many bytes as the function says. NULL is allowed where the length is 0.
 *   The library starts no threads. It allocates no memory, except once for the value of
 *   LANECRYPT_BACKEND.
 *
 * CONTEXTS
 *   lc_aead, lc_sealing, lc_opening, lc_cipher, lc_stream, lc_mac, lc_mac_state, lc_drbg, lc_pdcp,
 *   lc_transmit_guard, lc_chunked_sealing and lc_chunked_opening are placed by the caller: on the stack, in
 *   a structure, or on the heap (aligned_alloc(64, sizeof(...))). They must be aligned to 64 bytes; the
 *   compiler does that for variables. A context that was never initialised, was cleared, or is of another
 *   kind is LC_E_STATE. The _clear functions wipe keys; call them. Initialising a context again is allowed.
 *   Contexts hold no pointers and can be moved by memcpy; wipe the old place. lc_sealing,
 *   lc_chunked_sealing, lc_stream, lc_drbg and lc_transmit_guard must not be used in two copies.
 *
 * THREADS
 *   All functions can be called by any number of threads at once. Keys that are ready for use (lc_aead,
 *   lc_cipher, lc_mac, lc_pdcp) are not changed by use and can be shared by threads. Everything else that
 *   a call gets, contexts, jobs and buffers, is for one thread at a time. The first call reads
 *   LANECRYPT_BACKEND from the environment: call lc_init before threads that may change the environment.
 *
 * BATCHES
 *   The _batch functions take an array of jobs: messages of any lengths, each with a key of its own
 *   or a ready key, and a status. They process the jobs that are LC_PENDING (0), so that a job is never
 *   encrypted twice, and return how many jobs are done. Short messages are processed side by side in
 *   registers: give 16 jobs or more, better 32 or 64. A job that is done is the result; set new data,
 *   a new nonce and LC_PENDING before it is used again.
 *
 * PDUS OF PDCP
 *   lc_pdcp_protect computes the MAC-I of a PDU, then encrypts data and MAC-I; lc_pdcp_open decrypts and
 *   verifies. lc_pdcp_protect_batch and lc_pdcp_open_batch take PDUs of many bearers. A transmitter takes
 *   COUNT from an lc_transmit_guard, which gives none twice.
 *
 * FILES AND STREAMS
 *   The lc_chunked_ functions encrypt messages of any length in chunks of 16384 bytes (C2SP chunked
 *   encryption). Each chunk is verified before its plaintext is given out, and any part can be decrypted
 *   without the rest. The message is a header of 56 bytes and its chunks.
 *
 * CONSTANT TIME
 *   In keys and data. Lengths, the number of jobs, and whether a tag was right show.
 *
 * Sizes are in bytes unless a name says bits. Nonces, tags and keys are byte strings in the order of
 * the standards.
 */

#ifndef LANECRYPT_H
#define LANECRYPT_H

#include <stddef.h>
#include <stdint.h>
#if defined(_MSC_VER)
#define LC_ALIGNED(bytes) __declspec(align(bytes))
#elif defined(__cplusplus)
#define LC_ALIGNED(bytes) alignas(bytes)
#else
#define LC_ALIGNED(bytes) __attribute__((aligned(bytes)))
#endif

/* Status codes. They do not change. */
enum {
  LC_PENDING = 0, /* not processed yet */
  LC_DONE = 1, /* done */
  LC_E_ARGUMENT = -1, /* a null or misaligned pointer, or arguments that exclude each other */
  LC_E_UNKNOWN_BACKEND = -2, /* no backend has this name or number */
  LC_E_BACKEND_UNAVAILABLE = -3, /* this processor lacks the backend */
  LC_E_KEY_LENGTH = -4, /* the key has the wrong length */
  LC_E_NONCE_LENGTH = -5, /* the nonce has the wrong length */
  LC_E_NONCE_RANGE = -6, /* the nonce is shorter or longer than the algorithm allows */
  LC_E_TAG_LENGTH = -7, /* the algorithm has no tags of this length */
  LC_E_TAG_MISMATCH = -8, /* a tag does not have the length that its key or its job is for */
  LC_E_BIT_LENGTH = -9, /* the message has fewer bits than were asked for */
  LC_E_OUTPUT_LENGTH = -10, /* input and output differ in length */
  LC_E_OVERLAP = -11, /* buffers overlap, and are not the same input and output */
  LC_E_TOO_LONG = -12, /* more than the standard allows under one nonce or in one request */
  LC_E_PARTIAL_BLOCK = -13, /* the message is not whole blocks, and the mode needs them */
  LC_E_COUNTER = -14, /* the counter would wrap within the message */
  LC_E_START_BLOCK = -15, /* a start other than block 0, and the algorithm has no counter */
  LC_E_AUTHENTICATION = -16, /* the tag is wrong; the output is zeros */
  LC_E_AAD_AFTER_MESSAGE = -17, /* associated data after the message has begun */
  LC_E_WRONG_JOB = -18, /* the job was made for another call */
  LC_E_IV_ELEMENT = -19, /* an element of a 25-byte ZUC-256 IV does not fit in six bits */
  LC_E_BEARER = -20, /* the bearer does not fit in five bits */
  LC_E_SBOX_ROW = -21, /* a row of an S-box is not a permutation */
  LC_E_RESEED_REQUIRED = -22, /* the generator needs fresh entropy first */
  LC_E_ENTROPY = -23, /* the source of entropy gave none, or too little was given */
  LC_E_UNSUPPORTED = -24, /* the algorithm or the operation is not in this build or this version */
  LC_E_PARAMETER_KIND = -25, /* the algorithm takes other parameters: COUNT, BEARER and DIRECTION, or an IV */
  LC_E_NO_BIT_LENGTHS = -26, /* the algorithm processes whole bytes only */
  LC_E_UNKNOWN_ALGORITHM = -27, /* no algorithm has this name or number */
  LC_E_COMMITMENT = -28, /* the key, the context or the header of the message is wrong */
  LC_E_CHUNK = -29, /* a chunk is damaged */
  LC_E_TRUNCATED = -30, /* the end of the message is missing */
  LC_E_BUFFER_LENGTH = -31, /* a buffer does not have the length that it must have */
  LC_E_SELF_TEST = -33, /* a known-answer test of the generator failed */
  LC_E_COUNT_USED = -34, /* this COUNT or a higher one was used before under these keys */
  LC_E_PDU_LENGTH = -35, /* the PDU is shorter than its header and its MAC-I */
  LC_E_STATE = -101, /* the context was not initialised, or it was cleared or finished */
  LC_E_SIZE = -102, /* the size given is smaller than the context or the structure of this library */
};

/* Backends: instruction sets, from the narrowest to the widest. The numbers do not change. */
enum {
  LC_BACKEND_BEST = -1, /* the widest that the processor has */
  LC_BACKEND_PORTABLE = 0, /* portable */
  LC_BACKEND_NEON = 1, /* neon */
  LC_BACKEND_SSE = 2, /* sse */
  LC_BACKEND_AVX2 = 3, /* avx2 */
  LC_BACKEND_AVX2_VAES = 4, /* avx2-vaes */
  LC_BACKEND_AVX2_GFNI = 5, /* avx2-gfni */
  LC_BACKEND_AVX512 = 6, /* avx512 */
};

/* Algorithms: authenticated encryption. The numbers do not change. */
enum {
  LC_AES_128_GCM = 101, /* AES-128-GCM */
  LC_AES_192_GCM = 102, /* AES-192-GCM */
  LC_AES_256_GCM = 103, /* AES-256-GCM */
  LC_AES_128_OCB3 = 104, /* AES-128-OCB3 */
  LC_AES_192_OCB3 = 105, /* AES-192-OCB3 */
  LC_AES_256_OCB3 = 106, /* AES-256-OCB3 */
  LC_XAES_256_GCM = 107, /* XAES-256-GCM */
  LC_AES_128_GCM_SHORT_TAGS = 108, /* AES-128-GCM (short tags) */
  LC_AES_192_GCM_SHORT_TAGS = 109, /* AES-192-GCM (short tags) */
  LC_AES_256_GCM_SHORT_TAGS = 110, /* AES-256-GCM (short tags) */
  LC_AEGIS_128 = 111, /* AEGIS-128 */
  LC_AEGIS_128L = 112, /* AEGIS-128L */
  LC_AEGIS_256 = 113, /* AEGIS-256 */
  LC_AEGIS_128X2 = 114, /* AEGIS-128X2 */
  LC_AEGIS_128X4 = 115, /* AEGIS-128X4 */
  LC_AEGIS_256X2 = 116, /* AEGIS-256X2 */
  LC_AEGIS_256X4 = 117, /* AEGIS-256X4 */
  LC_MORUS_640 = 121, /* MORUS-640 */
  LC_MORUS_1280_128 = 122, /* MORUS-1280-128 */
  LC_MORUS_1280_256 = 123, /* MORUS-1280-256 */
};

/* Algorithms: ciphers without authentication. The numbers do not change. */
enum {
  LC_AES_128_ECB = 311, /* AES-128-ECB */
  LC_AES_192_ECB = 312, /* AES-192-ECB */
  LC_AES_256_ECB = 313, /* AES-256-ECB */
  LC_SPECK_32_64_ECB = 314, /* SPECK-32/64-ECB */
  LC_SPECK_48_72_ECB = 315, /* SPECK-48/72-ECB */
  LC_SPECK_48_96_ECB = 316, /* SPECK-48/96-ECB */
  LC_SPECK_64_96_ECB = 317, /* SPECK-64/96-ECB */
  LC_SPECK_64_128_ECB = 318, /* SPECK-64/128-ECB */
  LC_SPECK_96_96_ECB = 319, /* SPECK-96/96-ECB */
  LC_SPECK_96_144_ECB = 320, /* SPECK-96/144-ECB */
  LC_SPECK_128_128_ECB = 321, /* SPECK-128/128-ECB */
  LC_SPECK_128_192_ECB = 322, /* SPECK-128/192-ECB */
  LC_SPECK_128_256_ECB = 323, /* SPECK-128/256-ECB */
  LC_SIMON_32_64_ECB = 324, /* SIMON-32/64-ECB */
  LC_SIMON_48_72_ECB = 325, /* SIMON-48/72-ECB */
  LC_SIMON_48_96_ECB = 326, /* SIMON-48/96-ECB */
  LC_SIMON_64_96_ECB = 327, /* SIMON-64/96-ECB */
  LC_SIMON_64_128_ECB = 328, /* SIMON-64/128-ECB */
  LC_SIMON_96_96_ECB = 329, /* SIMON-96/96-ECB */
  LC_SIMON_96_144_ECB = 330, /* SIMON-96/144-ECB */
  LC_SIMON_128_128_ECB = 331, /* SIMON-128/128-ECB */
  LC_SIMON_128_192_ECB = 332, /* SIMON-128/192-ECB */
  LC_SIMON_128_256_ECB = 333, /* SIMON-128/256-ECB */
  LC_SIMECK_32_64_ECB = 334, /* SIMECK-32/64-ECB */
  LC_SIMECK_48_96_ECB = 335, /* SIMECK-48/96-ECB */
  LC_SIMECK_64_128_ECB = 336, /* SIMECK-64/128-ECB */
  LC_SPARX_64_128_ECB = 337, /* SPARX-64/128-ECB */
  LC_SPARX_128_128_ECB = 338, /* SPARX-128/128-ECB */
  LC_SPARX_128_256_ECB = 339, /* SPARX-128/256-ECB */
  LC_CYPRESS_256_ECB = 340, /* Cypress-256-ECB */
  LC_CYPRESS_512_ECB = 341, /* Cypress-512-ECB */
  LC_GOST_28147_89_ECB = 342, /* GOST 28147-89-ECB */
  LC_MAGMA_ECB = 343, /* Magma-ECB */
  LC_AES_128_CBC = 411, /* AES-128-CBC */
  LC_AES_192_CBC = 412, /* AES-192-CBC */
  LC_AES_256_CBC = 413, /* AES-256-CBC */
  LC_CHACHA20 = 201, /* ChaCha20 */
  LC_ZUC_128 = 202, /* ZUC-128 */
  LC_ZUC_256_2018 = 203, /* ZUC-256 (2018) */
  LC_SNOW_3G = 204, /* SNOW 3G */
  LC_SNOW_5G = 205, /* SNOW 5G */
  LC_SNOW_V = 206, /* SNOW-V */
  LC_SNOW_VI = 207, /* SNOW-Vi */
  LC_AES_128_CTR = 211, /* AES-128-CTR */
  LC_AES_192_CTR = 212, /* AES-192-CTR */
  LC_AES_256_CTR = 213, /* AES-256-CTR */
  LC_SPECK_32_64_CTR = 214, /* SPECK-32/64-CTR */
  LC_SPECK_48_72_CTR = 215, /* SPECK-48/72-CTR */
  LC_SPECK_48_96_CTR = 216, /* SPECK-48/96-CTR */
  LC_SPECK_64_96_CTR = 217, /* SPECK-64/96-CTR */
  LC_SPECK_64_128_CTR = 218, /* SPECK-64/128-CTR */
  LC_SPECK_96_96_CTR = 219, /* SPECK-96/96-CTR */
  LC_SPECK_96_144_CTR = 220, /* SPECK-96/144-CTR */
  LC_SPECK_128_128_CTR = 221, /* SPECK-128/128-CTR */
  LC_SPECK_128_192_CTR = 222, /* SPECK-128/192-CTR */
  LC_SPECK_128_256_CTR = 223, /* SPECK-128/256-CTR */
  LC_SIMON_32_64_CTR = 224, /* SIMON-32/64-CTR */
  LC_SIMON_48_72_CTR = 225, /* SIMON-48/72-CTR */
  LC_SIMON_48_96_CTR = 226, /* SIMON-48/96-CTR */
  LC_SIMON_64_96_CTR = 227, /* SIMON-64/96-CTR */
  LC_SIMON_64_128_CTR = 228, /* SIMON-64/128-CTR */
  LC_SIMON_96_96_CTR = 229, /* SIMON-96/96-CTR */
  LC_SIMON_96_144_CTR = 230, /* SIMON-96/144-CTR */
  LC_SIMON_128_128_CTR = 231, /* SIMON-128/128-CTR */
  LC_SIMON_128_192_CTR = 232, /* SIMON-128/192-CTR */
  LC_SIMON_128_256_CTR = 233, /* SIMON-128/256-CTR */
  LC_SIMECK_32_64_CTR = 234, /* SIMECK-32/64-CTR */
  LC_SIMECK_48_96_CTR = 235, /* SIMECK-48/96-CTR */
  LC_SIMECK_64_128_CTR = 236, /* SIMECK-64/128-CTR */
  LC_SPARX_64_128_CTR = 237, /* SPARX-64/128-CTR */
  LC_SPARX_128_128_CTR = 238, /* SPARX-128/128-CTR */
  LC_SPARX_128_256_CTR = 239, /* SPARX-128/256-CTR */
  LC_CYPRESS_256_CTR = 240, /* Cypress-256-CTR */
  LC_CYPRESS_512_CTR = 241, /* Cypress-512-CTR */
  LC_GOST_28147_89_CTR = 242, /* GOST 28147-89-CTR */
  LC_MAGMA_CTR = 243, /* Magma-CTR */
};

/* Algorithms: message authentication. The numbers do not change. */
enum {
  LC_ZUC_256_MAC_2018 = 521, /* ZUC-256 MAC (2018) */
  LC_UIA2 = 522, /* UIA2 */
  LC_AES_128_CMAC = 501, /* AES-128-CMAC */
  LC_AES_192_CMAC = 502, /* AES-192-CMAC */
  LC_AES_256_CMAC = 503, /* AES-256-CMAC */
  LC_AES_128_PMAC = 504, /* AES-128-PMAC */
  LC_AES_192_PMAC = 505, /* AES-192-PMAC */
  LC_AES_256_PMAC = 506, /* AES-256-PMAC */
  LC_AEGISMAC_128L = 511, /* AEGISMAC-128L */
  LC_AEGISMAC_128X2 = 512, /* AEGISMAC-128X2 */
  LC_AEGISMAC_128X4 = 513, /* AEGISMAC-128X4 */
  LC_AEGISMAC_256 = 514, /* AEGISMAC-256 */
  LC_AEGISMAC_256X2 = 515, /* AEGISMAC-256X2 */
  LC_AEGISMAC_256X4 = 516, /* AEGISMAC-256X4 */
};

/* Algorithms: random bytes. The numbers do not change. */
enum {
  LC_AES_128_CTR_DRBG = 601, /* AES-128-CTR_DRBG */
  LC_AES_192_CTR_DRBG = 602, /* AES-192-CTR_DRBG */
  LC_AES_256_CTR_DRBG = 603, /* AES-256-CTR_DRBG */
};

/* Algorithms: files and streams. The numbers do not change. */
enum {
  LC_COBBLESTONE_128 = 701, /* Cobblestone-128 */
  LC_COBBLESTONE_256 = 702, /* Cobblestone-256 */
};

/* The version of this header: major * 65536 + minor * 256 + patch. `lc_version` is that of the
 * library. */
#define LC_VERSION 256


/* For `lc_drbg_init`: entropy is a whole seed, a key and a block, and does not go through the
 * derivation function. Personalization and additional input have at most as many bytes. */
#define LC_DRBG_NO_DERIVATION 1

/* For `lc_drbg_init_system`: every request takes fresh entropy first. */
#define LC_DRBG_PREDICTION_RESISTANCE 2

/* For `lc_pdcp_init`, in place of the number of an integrity algorithm: PDUs have no MAC-I. */
#define LC_PDCP_NO_INTEGRITY 255

/* What became of a call or of a job: `LC_PENDING`, `LC_DONE`, or a negative `LC_E_...` code. */
typedef int32_t lc_status;

/* The key of an AEAD (authenticated encryption with associated data), ready for use.
 *
 * The caller places it, aligned to 64 bytes. It holds no pointers: it can be moved by `memcpy`, if the
 * old place is cleared. After `lc_aead_init` any number of threads may use it at once. */
typedef struct LC_ALIGNED(64) lc_aead {
  /* Not to be read or written by the caller. */
  uint64_t opaque[288];
} lc_aead;

/* One message for an AEAD, to be sealed or to be opened.
 *
 * Set everything that is not used to zero, so that later versions can use `reserved`. No two jobs of
 * a call may write the same bytes. */
typedef struct lc_aead_job {
  /* A ready key of the algorithm and the length of tags of the call, or NULL. Jobs can share it. */
  const struct lc_aead *context;
  /* The bytes of a key, as many as keys of the algorithm have, or NULL. Either `context` or `key` is
   * NULL. Keys given as bytes are expanded side by side. */
  const uint8_t *key;
  /* The nonce, of `nonce_len` bytes. */
  const uint8_t *nonce;
  /* The associated data, of `aad_len` bytes. May be NULL if there are none. */
  const uint8_t *aad;
  /* What is read, of `len` bytes. */
  const uint8_t *in;
  /* What is written, of `len` bytes: the same as `in`, or apart from it. */
  uint8_t *out;
  /* The tag, of `tag_len` bytes: written by sealing, read by opening. */
  uint8_t *tag;
  /* The length of the message in bytes. */
  size_t len;
  /* The length of the associated data in bytes. */
  size_t aad_len;
  /* The length of the nonce in bytes. */
  uint32_t nonce_len;
  /* `LC_PENDING` for a job that is to be processed; what became of it afterwards. Jobs with another
   * status are left alone. */
  lc_status status;
  /* The caller's own. The library does not read it. */
  void *user;
  /* Zero. */
  uint64_t reserved[2];
} lc_aead_job;

/* A message that is sealed in pieces: by AEGIS or MORUS. For one thread at a time.
 *
 * It must not be copied: two copies would encrypt two messages with one nonce. */
typedef struct LC_ALIGNED(64) lc_sealing {
  /* Not to be read or written by the caller. */
  uint64_t opaque[128];
} lc_sealing;

/* A message that is opened in pieces: by AEGIS or MORUS. For one thread at a time.
 *
 * The plaintext that it gives out is not verified before `lc_opening_finish` returns `LC_DONE`. */
typedef struct LC_ALIGNED(64) lc_opening {
  /* Not to be read or written by the caller. */
  uint64_t opaque[128];
} lc_opening;

/* A message that is being encrypted in chunks. For one thread at a time.
 *
 * It must not be copied: two copies would encrypt different data with the same keystream. */
typedef struct LC_ALIGNED(64) lc_chunked_sealing {
  /* Not to be read or written by the caller. */
  uint64_t opaque[304];
} lc_chunked_sealing;

/* A message that is being decrypted in chunks. For one thread at a time, but any number of threads may call
 * `lc_chunked_opening_at` at once. */
typedef struct LC_ALIGNED(64) lc_chunked_opening {
  /* Not to be read or written by the caller. */
  uint64_t opaque[304];
} lc_chunked_opening;

/* The key of a cipher, ready for use. Nothing is authenticated.
 *
 * Placed and shared as `lc_aead`. */
typedef struct LC_ALIGNED(64) lc_cipher {
  /* Not to be read or written by the caller. */
  uint64_t opaque[192];
} lc_cipher;

/* One message for a cipher. What `lc_aead_job` says holds here too. */
typedef struct lc_cipher_job {
  /* A ready key of the algorithm of the call, or NULL. Jobs can share it. */
  const struct lc_cipher *context;
  /* The bytes of a key, as many as keys of the algorithm have, or NULL. Either `context` or `key` is
   * NULL. */
  const uint8_t *key;
  /* The nonce or the IV, of `nonce_len` bytes. NULL where there is none. */
  const uint8_t *nonce;
  /* What is read, of `len` bytes. */
  const uint8_t *in;
  /* What is written, of `len` bytes: the same as `in`, or apart from it. */
  uint8_t *out;
  /* The length of the message in bytes. */
  size_t len;
  /* The block of the keystream that the message starts at: 0, or for CTR any block of the block
   * cipher, for ChaCha20 any block of 64 bytes. */
  uint64_t start_block;
  /* The length of the nonce in bytes. */
  uint32_t nonce_len;
  /* `LC_PENDING` for a job that is to be processed; what became of it afterwards. */
  lc_status status;
  /* The caller's own. The library does not read it. */
  void *user;
  /* Zero. */
  uint64_t reserved[2];
} lc_cipher_job;

/* A generator of random bytes. For one thread at a time.
 *
 * It must not be copied: two copies give the same bytes. In a child process (`fork`, `clone`), a generator that
 * `lc_drbg_init_system` made takes fresh entropy before its first bytes; one that `lc_drbg_init` made returns
 * `LC_E_RESEED_REQUIRED` until `lc_drbg_reseed`. */
typedef struct LC_ALIGNED(64) lc_drbg {
  /* Not to be read or written by the caller. */
  uint64_t opaque[96];
} lc_drbg;

/* The key of a message authentication code, ready for use. Placed and shared as `lc_aead`. */
typedef struct LC_ALIGNED(64) lc_mac {
  /* Not to be read or written by the caller. */
  uint64_t opaque[96];
} lc_mac;

/* One message whose tag is computed or verified. What `lc_aead_job` says holds here too. */
typedef struct lc_mac_job {
  /* A ready key of the algorithm and the length of tags of the call, or NULL. Jobs can share it. */
  const struct lc_mac *context;
  /* The bytes of a key, as many as keys of the algorithm have, or NULL. Either `context` or `key` is
   * NULL. */
  const uint8_t *key;
  /* The nonce, of `nonce_len` bytes. NULL where there is none. */
  const uint8_t *nonce;
  /* The message, of `len` bytes. */
  const uint8_t *msg;
  /* The tag, of `tag_len` bytes: written by computing, read by verifying. */
  uint8_t *tag;
  /* The length of the message in bytes. */
  size_t len;
  /* The length of the nonce in bytes. */
  uint32_t nonce_len;
  /* `LC_PENDING` for a job that is to be processed; what became of it afterwards. */
  lc_status status;
  /* The caller's own. The library does not read it. */
  void *user;
  /* Zero. */
  uint64_t reserved[2];
} lc_mac_job;

/* A message that is authenticated in pieces, which may be cut anywhere. For one thread at a time.
 *
 * A copy by `memcpy` continues on its own: messages with a common beginning need it only once. Every
 * copy is to be cleared or finished. */
typedef struct LC_ALIGNED(64) lc_mac_state {
  /* Not to be read or written by the caller. */
  uint64_t opaque[320];
} lc_mac_state;

/* The sizes of an algorithm in bytes. What an algorithm does not have is 0. */
typedef struct lc_sizes {
  /* A key. */
  uint64_t key;
  /* A nonce or an IV as it is usual. */
  uint64_t nonce;
  /* The shortest nonce. */
  uint64_t nonce_min;
  /* The longest nonce. */
  uint64_t nonce_max;
  /* A tag as it is usual. */
  uint64_t tag;
  /* The shortest tag. */
  uint64_t tag_min;
  /* The longest tag. */
  uint64_t tag_max;
  /* Messages have a multiple of this many bytes. */
  uint64_t block;
} lc_sizes;

/* The keystream of one key and one nonce. For one thread at a time. Nothing is authenticated.
 *
 * However a message is cut into pieces, the result is the same. It must not be copied: two copies
 * would encrypt different data with the same keystream. */
typedef struct LC_ALIGNED(64) lc_stream {
  /* Not to be read or written by the caller. */
  uint64_t opaque[256];
} lc_stream;

/* One of the buffers that the bytes of a message lie in, one after another. */
typedef struct lc_segment {
  /* The bytes. NULL is allowed if there are none. */
  uint8_t *data;
  /* How many they are. */
  size_t len;
} lc_segment;

/* One message for an algorithm of 3GPP. What `lc_aead_job` says holds here too. */
typedef struct lc_3gpp_job {
  /* The key: 16 bytes for algorithms 0 to 3, 32 bytes for algorithms 4 to 6. */
  const uint8_t *key;
  /* The IV of 16 bytes of algorithms 4 to 6; NULL for algorithms 0 to 3. */
  const uint8_t *iv;
  /* NCA: the associated data, of `aad_len` bytes. NULL if there are none. */
  const uint8_t *aad;
  /* The message: `bits` bits in whole bytes. */
  const uint8_t *in;
  /* NEA and NCA: what is written, as many bytes; the same as `in`, or apart from it. */
  uint8_t *out;
  /* NIA and NCA: the MAC, of `mac_len` bytes, in the order in which they are sent. */
  uint8_t *mac;
  /* The length of the message in bits. A multiple of 8 for NIA4 to NIA6 and NCA. */
  uint32_t bits;
  /* The length of the associated data in bytes. */
  uint32_t aad_len;
  /* COUNT of algorithms 0 to 3. */
  uint32_t count;
  /* BEARER of algorithms 0 to 3: 0 to 31. */
  uint8_t bearer;
  /* DIRECTION of algorithms 0 to 3: 0 for uplink, 1 for downlink. */
  uint8_t direction;
  /* The length of the MAC in bytes: 4, and with NIA4 to NIA6 and NCA also up to 16. */
  uint8_t mac_len;
  /* Zero. */
  uint8_t zero;
  /* `LC_PENDING` for a job that is to be processed; what became of it afterwards. */
  lc_status status;
  /* Zero. */
  uint32_t zero2;
  /* The caller's own. The library does not read it. */
  void *user;
  /* Zero. */
  uint64_t reserved[2];
} lc_3gpp_job;

/* Refuses a COUNT that a transmitter has used before: each must be higher than all before it. For one thread
 * at a time.
 *
 * There is one for each direction of each bearer, as long as its keys are the same. It holds no secrets. It
 * must not be copied, also not by `fork`: two copies take the same COUNT. */
typedef struct LC_ALIGNED(64) lc_transmit_guard {
  /* Not to be read or written by the caller. */
  uint64_t opaque[8];
} lc_transmit_guard;

/* The keys of a radio bearer in one direction, which protect PDUs as PDCP does.
 *
 * The caller places it, aligned to 64 bytes. It holds no pointers: it can be moved by `memcpy`, if the
 * old place is cleared. After `lc_pdcp_init` any number of threads may use it at once.
 *
 * A PDU is header, data and MAC-I in one buffer, one after the other. The header is that of PDCP (2 or 3 bytes)
 * and, if there is one, that of SDAP (1 byte). The MAC-I has 4 bytes, in the order in which they are sent;
 * bearers without integrity protection have none. The MAC-I is computed over header and data. Then data and
 * MAC-I are encrypted, and the header is not. See TS 38.323, sections 5.8 and 5.9. */
typedef struct LC_ALIGNED(64) lc_pdcp {
  /* Not to be read or written by the caller. */
  uint64_t opaque[192];
} lc_pdcp;

/* One PDU that is to be protected or to be opened.
 *
 * Set everything that is not used to zero, so that later versions can use `reserved`. No two jobs of
 * a call may write the same bytes. */
typedef struct lc_pdcp_job {
  /* The keys of the bearer. Jobs can share them. */
  const struct lc_pdcp *context;
  /* Header, data and MAC-I, of `pdu_len` bytes. What `lc_pdcp_protect` says holds here too. */
  uint8_t *pdu;
  /* The length of the PDU in bytes. */
  size_t pdu_len;
  /* How many bytes in front are not encrypted. */
  uint32_t header_len;
  /* COUNT. */
  uint32_t count;
  /* `LC_PENDING` for a job that is to be processed; what became of it afterwards. Jobs with another
   * status are left alone. */
  lc_status status;
  /* Zero. */
  uint32_t zero;
  /* The caller's own. The library does not read it. */
  void *user;
  /* Zero. */
  uint64_t reserved[2];
} lc_pdcp_job;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/* Takes a key for an AEAD.
 *
 * `size` is `sizeof(lc_aead)`. `tag_len` is the length of the tags that the context makes and
 * verifies. `backend` is the number of a backend or `LC_BACKEND_BEST`. Whatever was in the context is
 * wiped; after an error it is as before.
 *
 * GCM has tags of 12 to 16 bytes. The algorithms whose names end in `_SHORT_TAGS` are GCM with tags of 4
 * and 8 bytes, for protocols that keep the limits of NIST SP 800-38D, appendix C; they are only in
 * builds that ask for them.
 *
 * Errors: `LC_E_ARGUMENT`, `LC_E_SIZE`, `LC_E_UNSUPPORTED`, `LC_E_UNKNOWN_ALGORITHM`,
 * `LC_E_KEY_LENGTH`, `LC_E_TAG_LENGTH`, `LC_E_UNKNOWN_BACKEND`, `LC_E_BACKEND_UNAVAILABLE`. */
lc_status lc_aead_init(struct lc_aead *context,
                       size_t size,
                       uint32_t algorithm,
                       const uint8_t *key,
                       size_t key_len,
                       size_t tag_len,
                       int backend);

/* Wipes a context. NULL is allowed, and so is a context that holds nothing. */
void lc_aead_clear(struct lc_aead *context);

/* Encrypts a message of `len` bytes from `in` to `out` and writes its tag.
 *
 * `in` and `out` are the same or do not overlap. `tag_len` is that of the context. A nonce must not be
 * used for two messages under one key. `out`, `tag`, `nonce` and `aad` must not overlap.
 *
 * Errors, after which nothing was written: `LC_E_ARGUMENT`, `LC_E_STATE`, `LC_E_OVERLAP`,
 * `LC_E_NONCE_LENGTH`, `LC_E_NONCE_RANGE`, `LC_E_TAG_MISMATCH`, `LC_E_TOO_LONG`. */
lc_status lc_aead_seal(const struct lc_aead *context,
                       const uint8_t *nonce,
                       size_t nonce_len,
                       const uint8_t *aad,
                       size_t aad_len,
                       const uint8_t *in,
                       uint8_t *out,
                       size_t len,
                       uint8_t *tag,
                       size_t tag_len);

/* Decrypts a message of `len` bytes from `in` to `out` if its tag is right.
 *
 * If the tag is wrong, that is `LC_E_AUTHENTICATION`, and `out` is zeros, also where it is `in`. Other
 * errors are those of `lc_aead_seal`, after which nothing was written. */
lc_status lc_aead_open(const struct lc_aead *context,
                       const uint8_t *nonce,
                       size_t nonce_len,
                       const uint8_t *aad,
                       size_t aad_len,
                       const uint8_t *in,
                       uint8_t *out,
                       size_t len,
                       const uint8_t *tag,
                       size_t tag_len);

/* Seals every pending job and returns the number of jobs that are done, by this call or since
 * earlier: all of them if it is `count`.
 *
 * `jobs` is an array of `count` jobs of any lengths, with different keys. A job that is refused or
 * fails disturbs no other. The call is the faster for each job the more there are: from 16 on, where
 * messages are short. If the arguments of the call itself are wrong, every pending job has the code. */
size_t lc_aead_seal_batch(uint32_t algorithm,
                          int backend,
                          size_t tag_len,
                          struct lc_aead_job *jobs,
                          size_t count);

/* Opens every pending job and returns the number of jobs that are done, as `lc_aead_seal_batch`. The
 * output of a job whose tag is wrong is zeros; its status is `LC_E_AUTHENTICATION`. */
size_t lc_aead_open_batch(uint32_t algorithm,
                          int backend,
                          size_t tag_len,
                          struct lc_aead_job *jobs,
                          size_t count);

/* Starts a message under a ready key, which is copied. `size` is `sizeof(lc_sealing)`.
 *
 * Errors: those of `lc_aead_init` for the context, `LC_E_STATE`, `LC_E_NONCE_LENGTH`, and
 * `LC_E_UNSUPPORTED` if messages of the algorithm cannot come in pieces. */
lc_status lc_sealing_init(struct lc_sealing *sealing,
                          size_t size,
                          const struct lc_aead *key,
                          const uint8_t *nonce,
                          size_t nonce_len);

/* Adds a piece of the associated data, all of which comes before the message.
 *
 * Errors, after which the state is as before: `LC_E_STATE`, `LC_E_AAD_AFTER_MESSAGE`,
 * `LC_E_TOO_LONG`. */
lc_status lc_sealing_aad(struct lc_sealing *sealing, const uint8_t *aad, size_t aad_len);

/* Encrypts the next `len` bytes of the message. `in` and `out` are the same or do not overlap.
 *
 * Errors, after which nothing was written: `LC_E_STATE`, `LC_E_OVERLAP`, `LC_E_TOO_LONG`. */
lc_status lc_sealing_update(struct lc_sealing *sealing,
                            const uint8_t *in,
                            uint8_t *out,
                            size_t len);

/* Ends the message, writes its tag, and clears the context.
 *
 * Errors, after which the state is as before: `LC_E_STATE`, and `LC_E_TAG_MISMATCH` if `tag_len` is not
 * that of the key. */
lc_status lc_sealing_finish(struct lc_sealing *sealing,
                            uint8_t *tag,
                            size_t tag_len);

/* Wipes a context. NULL is allowed, and so is a context that holds nothing. */
void lc_sealing_clear(struct lc_sealing *sealing);

/* Starts a message to be opened, as `lc_sealing_init`. `size` is `sizeof(lc_opening)`. */
lc_status lc_opening_init(struct lc_opening *opening,
                          size_t size,
                          const struct lc_aead *key,
                          const uint8_t *nonce,
                          size_t nonce_len);

/* Adds a piece of the associated data, as `lc_sealing_aad`. */
lc_status lc_opening_aad(struct lc_opening *opening, const uint8_t *aad, size_t aad_len);

/* Decrypts the next `len` bytes. **The plaintext is not verified yet**: an attacker can have changed
 * any bit of it. Do not act on it before `lc_opening_finish` returns `LC_DONE`; discard it otherwise.
 *
 * Errors are those of `lc_sealing_update`. */
lc_status lc_opening_update_unverified(struct lc_opening *opening,
                                       const uint8_t *in,
                                       uint8_t *out,
                                       size_t len);

/* Ends the message, verifies its tag in constant time, and clears the context.
 *
 * `LC_DONE` if the plaintext of all pieces is authentic, `LC_E_AUTHENTICATION` if the tag is wrong.
 * Errors after which the state is as before: `LC_E_STATE`, and `LC_E_TAG_MISMATCH` if `tag_len` is not
 * that of the key. */
lc_status lc_opening_finish(struct lc_opening *opening,
                            const uint8_t *tag,
                            size_t tag_len);

/* Wipes a context. NULL is allowed, and so is a context that holds nothing. */
void lc_opening_clear(struct lc_opening *opening);

/* The version of the library: major * 65536 + minor * 256 + patch. Compare it with `LC_VERSION`,
 * the version of the header. */
uint32_t lc_version(void);

/* Reads `LANECRYPT_BACKEND` from the environment and asks the processor what it has.
 *
 * Optional: the first call of any function does the same. Call it before other threads start if one
 * of them may change the environment. `LC_E_UNKNOWN_BACKEND` if the variable names no backend; the
 * library then runs on the portable one. */
lc_status lc_init(void);

/* The number of the widest backend that this processor has and `LANECRYPT_BACKEND` allows. */
int lc_backend_best(void);

/* The name of a backend, as in `LANECRYPT_BACKEND`; NULL if no backend has the number. Static. */
const char *lc_backend_name(int backend);

/* The number of the backend with a name, or `LC_E_UNKNOWN_BACKEND`, or `LC_E_ARGUMENT` for NULL. */
int lc_backend_by_name(const char *name);

/* Whether this processor has a backend: 1 or 0. */
int lc_backend_available(int number);

/* Writes the length in bytes of what a message of `len` bytes becomes: 56 bytes more, and 16 more for each
 * chunk of 16384 bytes, of which the last one is shorter and may be empty. Error: `LC_E_TOO_LONG` for 2^52
 * bytes or more. */
lc_status lc_chunked_sealed_len(uint64_t len,
                                uint64_t *sealed_len);

/* Writes the length in bytes of the plaintext of a sealed message of `len` bytes. Errors: `LC_E_TRUNCATED` if
 * no message has this length, `LC_E_TOO_LONG`. */
lc_status lc_chunked_opened_len(uint64_t len,
                                uint64_t *opened_len);

/* Encrypts a whole message of `len` bytes from `in` to `out`, which has the `out_len` bytes that
 * `lc_chunked_sealed_len` says and does not overlap `in`.
 *
 * `salt` is 24 random bytes, which must not be used for two messages under one key. `info` is any bytes, such
 * as the purpose of the message: they are authenticated, not stored, and must be the same to decrypt.
 *
 * Errors, after which nothing was written: `LC_E_ARGUMENT`, `LC_E_OVERLAP`, `LC_E_KEY_LENGTH`,
 * `LC_E_BUFFER_LENGTH`, `LC_E_TOO_LONG`, `LC_E_UNKNOWN_ALGORITHM`, `LC_E_UNSUPPORTED`,
 * `LC_E_UNKNOWN_BACKEND`, `LC_E_BACKEND_UNAVAILABLE`. */
lc_status lc_chunked_seal(uint32_t algorithm,
                          const uint8_t *key,
                          size_t key_len,
                          const uint8_t *salt,
                          const uint8_t *info,
                          size_t info_len,
                          const uint8_t *in,
                          size_t len,
                          uint8_t *out,
                          size_t out_len,
                          int backend);

/* Decrypts a whole message of `len` bytes from `in` to `out`, which has the `out_len` bytes that
 * `lc_chunked_opened_len` says and does not overlap `in`.
 *
 * Errors of `lc_chunked_seal`, and, after which `out` is as before or zeros: `LC_E_COMMITMENT` if the key,
 * `info` or the header is wrong, `LC_E_CHUNK` if a chunk is damaged, `LC_E_TRUNCATED` if the end is missing.
 * The last two write the number of the chunk to `chunk`, if it is not NULL. */
lc_status lc_chunked_open(uint32_t algorithm,
                          const uint8_t *key,
                          size_t key_len,
                          const uint8_t *info,
                          size_t info_len,
                          const uint8_t *in,
                          size_t len,
                          uint8_t *out,
                          size_t out_len,
                          uint64_t *chunk,
                          int backend);

/* Starts a message and writes its header of 56 bytes, which comes before its first chunk. `size` is
 * `sizeof(lc_chunked_sealing)`; `salt` and `info` as in `lc_chunked_seal`.
 *
 * Errors: those of `lc_chunked_seal`, and `LC_E_SIZE`. */
lc_status lc_chunked_sealing_init(struct lc_chunked_sealing *context,
                                  size_t size,
                                  uint32_t algorithm,
                                  const uint8_t *key,
                                  size_t key_len,
                                  const uint8_t *salt,
                                  const uint8_t *info,
                                  size_t info_len,
                                  uint8_t *header,
                                  int backend);

/* Encrypts whole chunks: `len` is a multiple of 16384, `out_len` is 16400 for each of them. Give many at a
 * time: up to 16 are encrypted together. `in` and `out` must not overlap.
 *
 * Errors, after which nothing was written and the same chunks can be given again: `LC_E_ARGUMENT`,
 * `LC_E_STATE`, `LC_E_OVERLAP`, `LC_E_PARTIAL_BLOCK`, `LC_E_BUFFER_LENGTH`, `LC_E_TOO_LONG`. */
lc_status lc_chunked_sealing_update(struct lc_chunked_sealing *context,
                                    const uint8_t *in,
                                    size_t len,
                                    uint8_t *out,
                                    size_t out_len);

/* Encrypts what is left of the message, of any length, and clears the context. `out_len` is `len` and 16 more
 * for each chunk that begins, of which there is always one: `len + 16 * (len / 16384 + 1)`.
 *
 * Errors are those of `lc_chunked_sealing_update`. */
lc_status lc_chunked_sealing_finish(struct lc_chunked_sealing *context,
                                    const uint8_t *in,
                                    size_t len,
                                    uint8_t *out,
                                    size_t out_len);

/* Wipes a context. NULL is allowed, and so is a context that holds nothing. */
void lc_chunked_sealing_clear(struct lc_chunked_sealing *context);

/* Starts to decrypt the message that has this header of 56 bytes. `size` is `sizeof(lc_chunked_opening)`.
 *
 * Errors: those of `lc_chunked_open`, and `LC_E_SIZE`. */
lc_status lc_chunked_opening_init(struct lc_chunked_opening *context,
                                  size_t size,
                                  uint32_t algorithm,
                                  const uint8_t *key,
                                  size_t key_len,
                                  const uint8_t *header,
                                  const uint8_t *info,
                                  size_t info_len,
                                  int backend);

/* Decrypts whole chunks: `len` is a multiple of 16400, `out_len` is 16384 for each of them. All that it writes
 * is verified, but whether the message is complete is not known before `lc_chunked_opening_finish`.
 *
 * If a chunk is damaged, that is `LC_E_CHUNK`, its number is written to `chunk`, if that is not NULL, and
 * `out` has the chunks before it and then zeros. Other errors, after which nothing was written: those of
 * `lc_chunked_sealing_update`. */
lc_status lc_chunked_opening_update(struct lc_chunked_opening *context,
                                    const uint8_t *in,
                                    size_t len,
                                    uint8_t *out,
                                    size_t out_len,
                                    uint64_t *chunk);

/* Decrypts what is left of the message, with its last chunk, and clears the context. `out_len` is 16 bytes
 * less than `len` for each chunk.
 *
 * Errors are those of `lc_chunked_opening_update`, and `LC_E_TRUNCATED` if the last chunk is missing. The
 * context is cleared by success only. */
lc_status lc_chunked_opening_finish(struct lc_chunked_opening *context,
                                    const uint8_t *in,
                                    size_t len,
                                    uint8_t *out,
                                    size_t out_len,
                                    uint64_t *chunk);

/* Decrypts any chunks of the message, of which `first` is the number of the first, for random access. Chunk
 * number n is at byte 56 + 16400 n of the message and holds the plaintext from byte 16384 n on. `last` is 1 if
 * the last chunk is among them, otherwise 0.
 *
 * Errors are those of `lc_chunked_opening_update`, and `LC_E_TRUNCATED` if the last chunk is missing. */
lc_status lc_chunked_opening_at(const struct lc_chunked_opening *context,
                                uint64_t first,
                                int last,
                                const uint8_t *in,
                                size_t len,
                                uint8_t *out,
                                size_t out_len,
                                uint64_t *chunk);

/* Wipes a context. NULL is allowed, and so is a context that holds nothing. */
void lc_chunked_opening_clear(struct lc_chunked_opening *context);

/* Takes a key for a cipher. `size` is `sizeof(lc_cipher)`; everything else is as with `lc_aead_init`.
 *
 * Nonces in counter mode: AES takes 12 bytes, followed by a counter of 32 bits that starts at 0, or the
 * whole first counter block of 16 bytes; other ciphers take half a block, and the other half counts.
 * ChaCha20 takes 12 bytes, ZUC-128 16 bytes, ZUC-256 23 bytes or 25, whose last eight have six bits each.
 * `lc_sizes_of` gives these lengths. GOST 28147-89 has the S-boxes DKE No. 1 of DSTU GOST 28147:2009;
 * `lc_cipher_init_sbox` takes others. */
lc_status lc_cipher_init(struct lc_cipher *context,
                         size_t size,
                         uint32_t algorithm,
                         const uint8_t *key,
                         size_t key_len,
                         int backend);

/* Wipes a context. NULL is allowed, and so is a context that holds nothing. */
void lc_cipher_clear(struct lc_cipher *context);

/* Encrypts a message of `len` bytes from `in` to `out`, which are the same or do not overlap.
 *
 * The nonce is the IV of CBC, and there is none in ECB. A nonce must not be used twice under one key.
 *
 * Errors, after which nothing was written: `LC_E_ARGUMENT`, `LC_E_STATE`, `LC_E_OVERLAP`,
 * `LC_E_NONCE_LENGTH`, `LC_E_IV_ELEMENT`, `LC_E_PARTIAL_BLOCK`, `LC_E_COUNTER`. */
lc_status lc_cipher_encrypt(const struct lc_cipher *context,
                            const uint8_t *nonce,
                            size_t nonce_len,
                            const uint8_t *in,
                            uint8_t *out,
                            size_t len);

/* Decrypts a message, as `lc_cipher_encrypt` encrypts it, with the same errors. */
lc_status lc_cipher_decrypt(const struct lc_cipher *context,
                            const uint8_t *nonce,
                            size_t nonce_len,
                            const uint8_t *in,
                            uint8_t *out,
                            size_t len);

/* Encrypts every pending job and returns the number of jobs that are done, as `lc_aead_seal_batch`. */
size_t lc_cipher_encrypt_batch(uint32_t algorithm,
                               int backend,
                               struct lc_cipher_job *jobs,
                               size_t count);

/* Decrypts every pending job and returns the number of jobs that are done, as `lc_aead_seal_batch`. */
size_t lc_cipher_decrypt_batch(uint32_t algorithm,
                               int backend,
                               struct lc_cipher_job *jobs,
                               size_t count);

/* Makes a generator of given entropy. `size` is `sizeof(lc_drbg)`.
 *
 * With the derivation function, which is used unless `flags` has `LC_DRBG_NO_DERIVATION`, `entropy` has
 * at least as many bytes as a key, and `nonce` at least half as many, or none if `entropy` has one and a half
 * times as many as a key. Without it, `entropy` has as many as a key and a block (16 bytes), and there is no
 * nonce. `personalization` may be empty.
 *
 * The first generator of each kind starts with a known-answer test. If it fails, this and all other functions
 * return `LC_E_SELF_TEST` for this kind.
 *
 * Errors: those of `lc_cipher_init`, `LC_E_ENTROPY` for too little, `LC_E_NONCE_RANGE`, `LC_E_TOO_LONG`,
 * `LC_E_SELF_TEST`. */
lc_status lc_drbg_init(struct lc_drbg *context,
                       size_t size,
                       uint32_t algorithm,
                       const uint8_t *entropy,
                       size_t entropy_len,
                       const uint8_t *nonce,
                       size_t nonce_len,
                       const uint8_t *personalization,
                       size_t personalization_len,
                       uint32_t flags,
                       int backend);

/* Makes a generator that takes entropy from the operating system (`getrandom` on Linux) now and whenever
 * it is needed. `flags` are `LC_DRBG_NO_DERIVATION` and `LC_DRBG_PREDICTION_RESISTANCE`.
 *
 * Errors: those of `lc_cipher_init`, `LC_E_ENTROPY` if the system gives none, `LC_E_SELF_TEST`. */
lc_status lc_drbg_init_system(struct lc_drbg *context,
                              size_t size,
                              uint32_t algorithm,
                              const uint8_t *personalization,
                              size_t personalization_len,
                              uint32_t flags,
                              int backend);

/* Writes `len` random bytes, at most 2^16. `additional` input is stirred in; it need not be secret, and
 * may be NULL with length 0.
 *
 * Errors, after which nothing was written: `LC_E_STATE`, `LC_E_TOO_LONG`, `LC_E_RESEED_REQUIRED` from a
 * generator without source after 2^48 requests or in a child process, `LC_E_ENTROPY`, `LC_E_SELF_TEST`. */
lc_status lc_drbg_generate(struct lc_drbg *context,
                           const uint8_t *additional,
                           size_t additional_len,
                           uint8_t *out,
                           size_t len);

/* Takes given entropy, as much as `lc_drbg_init` takes, and additional input. */
lc_status lc_drbg_reseed(struct lc_drbg *context,
                         const uint8_t *entropy,
                         size_t entropy_len,
                         const uint8_t *additional,
                         size_t additional_len);

/* Takes fresh entropy from the operating system, and additional input: before `lc_drbg_generate`, this is
 * prediction resistance for one request. `LC_E_RESEED_REQUIRED` from a generator that was made by
 * `lc_drbg_init`. */
lc_status lc_drbg_reseed_system(struct lc_drbg *context,
                                const uint8_t *additional,
                                size_t additional_len);

/* Wipes a context. NULL is allowed, and so is a context that holds nothing. */
void lc_drbg_clear(struct lc_drbg *context);

/* Takes a key for a MAC. `size` is `sizeof(lc_mac)`; everything else is as with `lc_aead_init`. */
lc_status lc_mac_init(struct lc_mac *context,
                      size_t size,
                      uint32_t algorithm,
                      const uint8_t *key,
                      size_t key_len,
                      size_t tag_len,
                      int backend);

/* Wipes a context. NULL is allowed, and so is a context that holds nothing. */
void lc_mac_clear(struct lc_mac *context);

/* Writes the tag of a message. `tag_len` is that of the context. CMAC and PMAC have no nonce: give
 * NULL and 0. A nonce of the ZUC-256 MAC must not be used twice under one key; AEGISMAC may.
 *
 * Errors, after which nothing was written: `LC_E_ARGUMENT`, `LC_E_STATE`, `LC_E_NONCE_LENGTH`,
 * `LC_E_IV_ELEMENT`, `LC_E_TAG_MISMATCH`, `LC_E_TOO_LONG`. */
lc_status lc_mac_compute(const struct lc_mac *context,
                         const uint8_t *nonce,
                         size_t nonce_len,
                         const uint8_t *msg,
                         size_t len,
                         uint8_t *tag,
                         size_t tag_len);

/* Verifies the tag of a message in constant time: `LC_DONE`, or `LC_E_AUTHENTICATION` if it is wrong.
 * Other errors are those of `lc_mac_compute`. */
lc_status lc_mac_verify(const struct lc_mac *context,
                        const uint8_t *nonce,
                        size_t nonce_len,
                        const uint8_t *msg,
                        size_t len,
                        const uint8_t *tag,
                        size_t tag_len);

/* Computes the tag of every pending job and returns the number of jobs that are done, as
 * `lc_aead_seal_batch`. */
size_t lc_mac_compute_batch(uint32_t algorithm,
                            int backend,
                            size_t tag_len,
                            struct lc_mac_job *jobs,
                            size_t count);

/* Verifies the tag of every pending job in constant time and returns the number of jobs whose tags
 * are right. The others have `LC_E_AUTHENTICATION`, or why they were refused. */
size_t lc_mac_verify_batch(uint32_t algorithm,
                           int backend,
                           size_t tag_len,
                           struct lc_mac_job *jobs,
                           size_t count);

/* Starts a message under a ready key, which is copied. `size` is `sizeof(lc_mac_state)`.
 *
 * Errors: those of `lc_mac_init` for the context, `LC_E_STATE`, `LC_E_NONCE_LENGTH`, and
 * `LC_E_UNSUPPORTED` for the ZUC-256 MAC, whose messages cannot come in pieces. */
lc_status lc_mac_state_init(struct lc_mac_state *state,
                            size_t size,
                            const struct lc_mac *key,
                            const uint8_t *nonce,
                            size_t nonce_len);

/* Takes the next `len` bytes of the message. Errors: `LC_E_ARGUMENT`, `LC_E_STATE`, `LC_E_TOO_LONG`. */
lc_status lc_mac_state_update(struct lc_mac_state *state, const uint8_t *msg, size_t len);

/* Ends the message, writes its tag, and clears the context.
 *
 * Errors, after which the state is as before: `LC_E_ARGUMENT`, `LC_E_STATE`, and `LC_E_TAG_MISMATCH` if
 * `tag_len` is not that of the key. */
lc_status lc_mac_state_finish(struct lc_mac_state *state,
                              uint8_t *tag,
                              size_t tag_len);

/* Ends the message, verifies its tag in constant time, and clears the context: `LC_DONE`, or
 * `LC_E_AUTHENTICATION` if the tag is wrong. Other errors are those of `lc_mac_state_finish`. */
lc_status lc_mac_state_verify(struct lc_mac_state *state, const uint8_t *tag, size_t tag_len);

/* Wipes a context. NULL is allowed, and so is a context that holds nothing. */
void lc_mac_state_clear(struct lc_mac_state *state);

/* Whether this build has an algorithm: 1 or 0. */
int lc_supported(uint32_t algorithm);

/* The published name of an algorithm, such as "AES-256-GCM"; NULL if no algorithm has the number.
 * Static. */
const char *lc_algorithm_name(uint32_t algorithm);

/* The number of the algorithm with a published name; 0 if no algorithm has it, or for NULL. */
uint32_t lc_algorithm_by_name(const char *name);

/* The number of an algorithm in the list of all, also of those that this build lacks; 0 at the end of
 * the list. For programs that show what there is. */
uint32_t lc_algorithm_at(size_t place);

/* Writes the sizes of an algorithm. `size` is `sizeof(lc_sizes)`.
 *
 * For the generators: `key` is the least entropy with the derivation function, `nonce` the nonce that
 * should come with it. For files and streams `nonce` is the salt. Errors: `LC_E_UNSUPPORTED`,
 * `LC_E_UNKNOWN_ALGORITHM`, `LC_E_SIZE`. */
lc_status lc_sizes_of(uint32_t algorithm, struct lc_sizes *sizes, size_t size);

/* The published S-boxes of GOST 28147-89 by name: 8 rows of 16 bytes, in the form that
 * `lc_cipher_init_sbox` takes. NULL if no S-box has the name, for NULL, and in a build without GOST.
 * Static.
 *
 * The names: "dstu-dke1", "GostR3411-94-TestParamSet", "id-Gost28147-89-TestParamSet",
 * "id-Gost28147-89-CryptoPro-A-ParamSet" and the same with B, C and D, "id-tc26-gost-28147-param-Z". */
const uint8_t *lc_sbox_by_name(const char *name);

/* Takes a key for GOST 28147-89 with S-boxes of the caller: `LC_GOST_28147_89_CTR` or
 * `LC_GOST_28147_89_ECB`. `sbox` has 8 rows of 16 bytes, 128 bytes in all, which are copied: byte `x` of
 * row `j` is what value `x` of bits 4j to 4j + 3 becomes, as in RFC 4357. S-boxes are public: running
 * time may depend on them. Otherwise as `lc_cipher_init`, which takes "dstu-dke1".
 *
 * Batches take such a key as `context`; a `key` in bytes has the S-boxes of `lc_cipher_init`.
 *
 * Errors: those of `lc_cipher_init`; `LC_E_SBOX_ROW` if a row is not a permutation of 0 to 15;
 * `LC_E_UNSUPPORTED` for algorithms whose S-boxes are fixed. */
lc_status lc_cipher_init_sbox(struct lc_cipher *context,
                              size_t size,
                              uint32_t algorithm,
                              const uint8_t *key,
                              size_t key_len,
                              const uint8_t *sbox,
                              int backend);

/* Starts a keystream of `LC_GOST_28147_89_CTR` with S-boxes of the caller. `sbox` is that of
 * `lc_cipher_init_sbox`; everything else is as with `lc_stream_init`. */
lc_status lc_stream_init_sbox(struct lc_stream *context,
                              size_t size,
                              uint32_t algorithm,
                              const uint8_t *key,
                              size_t key_len,
                              const uint8_t *sbox,
                              const uint8_t *nonce,
                              size_t nonce_len,
                              int backend);

/* Copies a message whose bytes lie in several buffers, as network stacks keep packets, to the beginning of `room`, and
 * writes its length to `message_len`.
 *
 * All other functions take a message in one piece: give them `room` and this length, or a job of a batch with these.
 * Then call `lc_scatter` with the same segments, whatever became of the message. Segments can be empty. No two of them
 * may share bytes.
 *
 * Errors, after which nothing was written: `LC_E_ARGUMENT`, `LC_E_OVERLAP` of the room with a segment or with
 * `message_len`, `LC_E_BUFFER_LENGTH` if there is less room than the message has bytes, `LC_E_TOO_LONG` for a segment
 * that is longer than memory. */
lc_status lc_gather(const struct lc_segment *segments,
                    size_t count,
                    uint8_t *room,
                    size_t room_len,
                    size_t *message_len);

/* Copies a message back into the segments that `lc_gather` took it from, and writes zeros over it in `room`.
 *
 * `message_len` is the length that `lc_gather` wrote.
 *
 * Errors, after which nothing was written: `LC_E_ARGUMENT`, `LC_E_OVERLAP` of the room with a segment,
 * `LC_E_BUFFER_LENGTH` if the segments do not have so many bytes, `LC_E_TOO_LONG` likewise. */
lc_status lc_scatter(const struct lc_segment *segments,
                     size_t count,
                     uint8_t *room,
                     size_t message_len);

/* What a status means, in English. Never NULL; the text is static. */
const char *lc_strerror(lc_status status);

/* Starts a keystream of an algorithm that has one. `size` is `sizeof(lc_stream)`. `lc_cipher_init` says
 * which nonces there are.
 *
 * Errors: those of `lc_cipher_init`, `LC_E_NONCE_LENGTH`, `LC_E_IV_ELEMENT`. */
lc_status lc_stream_init(struct lc_stream *context,
                         size_t size,
                         uint32_t algorithm,
                         const uint8_t *key,
                         size_t key_len,
                         const uint8_t *nonce,
                         size_t nonce_len,
                         int backend);

/* Encrypts or decrypts the next `len` bytes from `in` to `out`, which are the same or do not overlap.
 *
 * Errors, after which nothing was written and the position is as before: `LC_E_ARGUMENT`,
 * `LC_E_STATE`, `LC_E_OVERLAP`, `LC_E_COUNTER`, `LC_E_TOO_LONG`. */
lc_status lc_stream_apply(struct lc_stream *context, const uint8_t *in, uint8_t *out, size_t len);

/* Writes the next `len` bytes of keystream. Errors are those of `lc_stream_apply`. */
lc_status lc_stream_keystream(struct lc_stream *context, uint8_t *out, size_t len);

/* Goes to a position in bytes from the beginning of the keystream.
 *
 * Errors, after which the position is as before: `LC_E_STATE`, `LC_E_COUNTER` if the position is beyond
 * the end, `LC_E_UNSUPPORTED` for ZUC, whose keystream has no positions to go to. */
lc_status lc_stream_seek(struct lc_stream *context,
                         uint64_t position);

/* Writes the position of the next byte of keystream; `UINT64_MAX` stands for that and more. */
lc_status lc_stream_position(const struct lc_stream *context, uint64_t *position);

/* Wipes a context. NULL is allowed, and so is a context that holds nothing. */
void lc_stream_clear(struct lc_stream *context);

/* Encrypts or decrypts a message with NEA0, NEA1, NEA2 or NEA3: algorithm 0 to 3.
 *
 * `key` has 16 bytes. `bearer` is 0 to 31. `direction` is 0 for uplink and 1 for downlink. `bits` is
 * the length in bits, from the most significant bit of the first byte; the bits of the last byte
 * beyond them become zero. `in` and `out` have `bits` bits in whole bytes, and are the same or do not
 * overlap. COUNT, BEARER and DIRECTION must not repeat under one key. The same algorithms are called
 * EEA in LTE.
 *
 * Errors, after which nothing was written: `LC_E_ARGUMENT`, `LC_E_OVERLAP`, `LC_E_BEARER`,
 * `LC_E_UNSUPPORTED`, `LC_E_UNKNOWN_ALGORITHM`, `LC_E_PARAMETER_KIND` for algorithms 4 to 6.
 *
 * One message at a time uses a small part of what the processor can do: see `lc_nea_batch`. */
lc_status lc_nea(uint32_t algorithm,
                 const uint8_t *key,
                 uint32_t count,
                 uint8_t bearer,
                 uint8_t direction,
                 const uint8_t *in,
                 uint8_t *out,
                 uint32_t bits);

/* The same with NEA4 to NEA6, which take a key of 32 bytes and an IV of 16 bytes. Byte 0 of the IV should
 * be 0. An IV must not be used twice under one key. */
lc_status lc_nea_iv(uint32_t algorithm,
                    const uint8_t *key,
                    const uint8_t *iv,
                    const uint8_t *in,
                    uint8_t *out,
                    uint32_t bits);

/* Writes the MAC of a message with NIA0, NIA1, NIA2 or NIA3: algorithm 0 to 3. It has 4 bytes, in the
 * order in which they are sent. Parameters and errors are those of `lc_nea`; `msg` is not written. */
lc_status lc_nia(uint32_t algorithm,
                 const uint8_t *key,
                 uint32_t count,
                 uint8_t bearer,
                 uint8_t direction,
                 const uint8_t *msg,
                 uint32_t bits,
                 uint8_t *mac);

/* Verifies the MAC of a message in constant time: `LC_DONE`, or `LC_E_AUTHENTICATION` if it is wrong.
 * Otherwise as `lc_nia`. */
lc_status lc_nia_verify(uint32_t algorithm,
                        const uint8_t *key,
                        uint32_t count,
                        uint8_t bearer,
                        uint8_t direction,
                        const uint8_t *msg,
                        uint32_t bits,
                        const uint8_t *mac);

/* Writes the MAC of a message with NIA4 to NIA6, which take a key of 32 bytes, an IV of 16 bytes and whole
 * bytes. `mac_len` is 4 to 16. Byte 0 of the IV should be the length of the MAC in bits. An IV must
 * not be used twice under one key. Otherwise as `lc_nia`. */
lc_status lc_nia_iv(uint32_t algorithm,
                    const uint8_t *key,
                    const uint8_t *iv,
                    const uint8_t *msg,
                    uint32_t bits,
                    uint8_t *mac,
                    uint8_t mac_len);

/* Verifies the MAC of a message in constant time, as `lc_nia_verify`, with what `lc_nia_iv` takes. */
lc_status lc_nia_iv_verify(uint32_t algorithm,
                           const uint8_t *key,
                           const uint8_t *iv,
                           const uint8_t *msg,
                           uint32_t bits,
                           const uint8_t *mac,
                           uint8_t mac_len);

/* Encrypts and authenticates a message with NCA4 to NCA6: algorithm 4 to 6.
 *
 * `key` has 32 bytes, `iv` 16. Byte 0 of the IV should be the length of the MAC in bits, plus 4. An IV
 * must not be used twice under one key. `mac_len` is 4 to 16. `len` is in bytes, below 2^29. `in` and
 * `out` are the same or do not overlap; nothing else overlaps with `out`. */
lc_status lc_nca_seal(uint32_t algorithm,
                      const uint8_t *key,
                      const uint8_t *iv,
                      const uint8_t *aad,
                      uint32_t aad_len,
                      const uint8_t *in,
                      uint8_t *out,
                      uint32_t len,
                      uint8_t *mac,
                      uint8_t mac_len);

/* Decrypts a message with NCA4 to NCA6 if its MAC is right. If it is wrong, that is `LC_E_AUTHENTICATION`, and
 * `out` is zeros. Otherwise as `lc_nca_seal`. */
lc_status lc_nca_open(uint32_t algorithm,
                      const uint8_t *key,
                      const uint8_t *iv,
                      const uint8_t *aad,
                      uint32_t aad_len,
                      const uint8_t *in,
                      uint8_t *out,
                      uint32_t len,
                      const uint8_t *mac,
                      uint8_t mac_len);

/* Encrypts or decrypts every pending job with NEA0 to NEA6: algorithm 0 to 6. Returns
 * the number of jobs that are done, as `lc_aead_seal_batch`. `lc_nea` says more. */
size_t lc_nea_batch(uint32_t algorithm, int backend, struct lc_3gpp_job *jobs, size_t count);

/* Computes the MAC of every pending job with NIA0 to NIA6: algorithm 0 to 6. Returns
 * the number of jobs that are done. `out` is not used. `lc_nia` says more. */
size_t lc_nia_batch(uint32_t algorithm, int backend, struct lc_3gpp_job *jobs, size_t count);

/* Verifies the MAC of every pending job in constant time and returns the number of jobs whose MACs are
 * right. The others have `LC_E_AUTHENTICATION`, or why they were refused. */
size_t lc_nia_verify_batch(uint32_t algorithm,
                           int backend,
                           struct lc_3gpp_job *jobs,
                           size_t count);

/* Seals every pending job with NCA4 to NCA6: algorithm 4 to 6. Returns the number of jobs that are done.
 * `lc_nca_seal` says more. */
size_t lc_nca_seal_batch(uint32_t algorithm,
                         int backend,
                         struct lc_3gpp_job *jobs,
                         size_t count);

/* Opens every pending job with NCA4 to NCA6: algorithm 4 to 6. Returns the number of jobs that are done. The output
 * of a job whose MAC is wrong is zeros; its status is `LC_E_AUTHENTICATION`. */
size_t lc_nca_open_batch(uint32_t algorithm,
                         int backend,
                         struct lc_3gpp_job *jobs,
                         size_t count);

/* Makes a guard. `size` is `sizeof(lc_transmit_guard)`. Those below `next` count as used: 0 for fresh keys.
 *
 * Errors: `LC_E_ARGUMENT`, `LC_E_SIZE`. */
lc_status lc_transmit_guard_init(struct lc_transmit_guard *context,
                                 size_t size,
                                 uint32_t next);

/* Takes this COUNT. Lower ones cannot be taken any more.
 *
 * Errors, after which nothing has changed: `LC_E_ARGUMENT`, `LC_E_STATE`, `LC_E_COUNT_USED` if it or a higher
 * one was taken. */
lc_status lc_transmit_guard_count(struct lc_transmit_guard *context,
                                  uint32_t count);

/* Takes the lowest COUNT that is left, and writes it to `count`.
 *
 * Errors, after which nothing has changed: `LC_E_ARGUMENT`, `LC_E_STATE`, `LC_E_OVERLAP` of guard and `count`,
 * `LC_E_COUNT_USED` if all 2^32 are taken: other keys are needed. */
lc_status lc_transmit_guard_next(struct lc_transmit_guard *context,
                                 uint32_t *count);

/* Takes the keys, BEARER and DIRECTION of a bearer.
 *
 * `size` is `sizeof(lc_pdcp)`. `encryption` and `integrity` are numbers of algorithms, 0 to 3, in any
 * combination. Their keys have 16 bytes each. `LC_PDCP_NO_INTEGRITY` as `integrity`, with NULL as its key, is for
 * bearers whose PDUs have no MAC-I. `bearer` is the identity of the radio bearer less 1: 0 to 31. `direction` is 0
 * for uplink and 1 for downlink. `backend` is the number of a backend or `LC_BACKEND_BEST`. Whatever was in
 * the context is wiped; after an error it is as before.
 *
 * Errors: `LC_E_ARGUMENT`, `LC_E_SIZE`, `LC_E_BEARER`, `LC_E_UNSUPPORTED`, `LC_E_UNKNOWN_ALGORITHM`,
 * `LC_E_PARAMETER_KIND` for algorithms 4 to 6, which take an IV in place of COUNT, `LC_E_UNKNOWN_BACKEND`,
 * `LC_E_BACKEND_UNAVAILABLE`. */
lc_status lc_pdcp_init(struct lc_pdcp *context,
                       size_t size,
                       uint32_t encryption,
                       const uint8_t *encryption_key,
                       uint32_t integrity,
                       const uint8_t *integrity_key,
                       uint8_t bearer,
                       uint8_t direction,
                       int backend);

/* Protects a PDU of `pdu_len` bytes in place. Its first `header_len` bytes are not encrypted; its last 4 bytes,
 * which can be anything, become the MAC-I.
 *
 * COUNT must not be used twice in one direction under the same keys: see `lc_transmit_guard`.
 *
 * Errors, after which nothing was written: `LC_E_ARGUMENT`, `LC_E_STATE`, `LC_E_OVERLAP` of PDU and context,
 * `LC_E_PDU_LENGTH` if the PDU is shorter than header and MAC-I, `LC_E_TOO_LONG` if it has 2^32 bits or more.
 *
 * One PDU at a time uses a small part of what the processor can do: see `lc_pdcp_protect_batch`. */
lc_status lc_pdcp_protect(const struct lc_pdcp *context,
                          uint32_t count,
                          size_t header_len,
                          uint8_t *pdu,
                          size_t pdu_len);

/* Decrypts a PDU of `pdu_len` bytes in place and verifies its MAC-I, which is in its last 4 bytes afterwards.
 *
 * If the MAC-I is wrong, that is `LC_E_AUTHENTICATION`, and all after the header is zeros. Other errors are those
 * of `lc_pdcp_protect`, after which nothing was written. Constant time in keys and data; whether the MAC-I was
 * right shows. */
lc_status lc_pdcp_open(const struct lc_pdcp *context,
                       uint32_t count,
                       size_t header_len,
                       uint8_t *pdu,
                       size_t pdu_len);

/* Wipes a context. NULL is allowed, and so is a context that holds nothing. */
void lc_pdcp_clear(struct lc_pdcp *context);

/* Protects every pending PDU and returns the number of jobs that are done, by this call or since
 * earlier: all of them if it is `count`.
 *
 * `jobs` is an array of `count` jobs of any lengths. They can belong to different bearers and users, with
 * different algorithms; each algorithm runs on the backend of the first context that has it. A job that
 * is refused disturbs no other; its status is an error of `lc_pdcp_protect`. The call is the faster for each job
 * the more there are: give 32 or 64. */
size_t lc_pdcp_protect_batch(struct lc_pdcp_job *jobs,
                             size_t count);

/* Decrypts every pending PDU, verifies its MAC-I, and returns the number of jobs that are done, as
 * `lc_pdcp_protect_batch`. A PDU whose MAC-I is wrong is zeros after its header; its status is
 * `LC_E_AUTHENTICATION`. */
size_t lc_pdcp_open_batch(struct lc_pdcp_job *jobs, size_t count);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* LANECRYPT_H */

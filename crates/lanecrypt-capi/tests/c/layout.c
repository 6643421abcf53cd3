/* The sizes of what programs were compiled with. They do not change while the library's name ends in
 * `.so.0`; `reserved` is what structures grow in. */
#include <lanecrypt.h>

#if defined(__cplusplus)
#define SIZE(type, bytes) static_assert(sizeof(type) == (bytes), #type)
#else
#define SIZE(type, bytes) extern char type##_size[sizeof(type) == (bytes) ? 1 : -1]
#endif

SIZE(lc_aead, 2304);
SIZE(lc_sealing, 1024);
SIZE(lc_opening, 1024);
SIZE(lc_cipher, 1536);
SIZE(lc_stream, 2048);
SIZE(lc_mac, 768);
SIZE(lc_mac_state, 2560);
SIZE(lc_drbg, 768);
SIZE(lc_pdcp, 1536);
SIZE(lc_transmit_guard, 64);
SIZE(lc_chunked_sealing, 2432);
SIZE(lc_chunked_opening, 2432);
SIZE(lc_sizes, 64);
#if UINTPTR_MAX == UINT64_MAX
SIZE(lc_aead_job, 104);
SIZE(lc_cipher_job, 88);
SIZE(lc_mac_job, 80);
SIZE(lc_3gpp_job, 96);
SIZE(lc_pdcp_job, 64);
SIZE(lc_segment, 16);
#endif

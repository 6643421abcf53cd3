/* What lost, or what the gain of an idea is measured against. Each cipher's .S includes its part when
 * LANECRYPT_EXPERIMENTS is defined, so that the kernels' own macros serve here too. */

/* Two 32-bit words with their upper halves in one register and their lower halves in another: rotated
 * left by r; m has the r lowest bits of each half. */
        .macro  lc_split_rotl dh, dl, h, l, r, m, t, u
        slli    \dh, \h, \r
        srli    \t, \l, 16 - \r
        slli    \dl, \l, \r
        srli    \u, \h, 16 - \r
        xor     \t, \t, \dh
        xor     \u, \u, \dl
        and     \t, \t, \m
        and     \u, \u, \m
        xor     \dh, \dh, \t
        xor     \dl, \dl, \u
        .endm

/* Counter mode of the firmware's C reference, a message a line: cipher, four key words, nonce, counter
 * and data in hexadecimal ("-" for none); prints the result, or "wrap". */
#include "reference.h"

#include <stdio.h>
#include <string.h>

#define MOST 4096

#define CIPHER(name, word, rounds)                                                   \
    if (strcmp(cipher, #name) == 0) {                                                \
        word key[4], round_keys[rounds];                                             \
        for (int i = 0; i < 4; i++) key[i] = (word)k[i];                             \
        ref_##name##_setkey(round_keys, key);                                        \
        result = ref_##name##_ctr(round_keys, nonce, counter, data, data, length);   \
    }

int main(void)
{
    static char digits[2 * MOST + 1];
    static uint8_t data[MOST];
    char cipher[32];
    unsigned k[4], nonce, counter;
    while (scanf("%31s %x %x %x %x %x %x %8192s", cipher, &k[0], &k[1], &k[2], &k[3], &nonce,
                 &counter, digits) == 8) {
        size_t length = strcmp(digits, "-") == 0 ? 0 : strlen(digits) / 2;
        for (size_t i = 0; i < length; i++) {
            unsigned byte = 0;
            sscanf(digits + 2 * i, "%2x", &byte);
            data[i] = (uint8_t)byte;
        }
        int result = -99;
        CIPHER(simon64_128, uint32_t, 44)
        CIPHER(speck64_128, uint32_t, 27)
        CIPHER(simeck64_128, uint32_t, 44)
        CIPHER(simeck32_64, uint16_t, 32)
        if (result == -99) return 1;
        if (result != 0) {
            puts("wrap");
            continue;
        }
        for (size_t i = 0; i < length; i++) printf("%02x", data[i]);
        puts("");
    }
    return 0;
}

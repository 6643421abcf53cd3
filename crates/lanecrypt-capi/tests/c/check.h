/* What the tests have in common. */
#ifndef CHECK_H
#define CHECK_H

#include <lanecrypt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned checks;
static unsigned failures;

/* Counts a check, and says which one failed. */
static inline void check(int right, const char *what, const char *file, int line)
{
    checks += 1;
    if (!right) {
        failures += 1;
        fprintf(stderr, "%s:%d: %s\n", file, line, what);
    }
}

#define CHECK(condition) check((condition) != 0, #condition, __FILE__, __LINE__)

/* Checks a status, and says which one it was. */
static inline void check_status(lc_status is, lc_status wanted, const char *what, const char *file, int line)
{
    checks += 1;
    if (is != wanted) {
        failures += 1;
        fprintf(stderr, "%s:%d: %s\n  is %d (%s), not %d (%s)\n", file, line, what, (int)is,
                lc_strerror(is), (int)wanted, lc_strerror(wanted));
    }
}

#define IS(call, wanted) check_status((call), (wanted), #call, __FILE__, __LINE__)

/* Whether all bytes have a value. */
static inline int all(const void *bytes, size_t len, unsigned char value)
{
    const unsigned char *at = (const unsigned char *)bytes;
    size_t i;
    for (i = 0; i < len; i++) {
        if (at[i] != value) {
            return 0;
        }
    }
    return 1;
}

static inline int report(const char *name)
{
    printf("%s: %u checks, %u failed\n", name, checks, failures);
    return failures == 0 && checks > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif

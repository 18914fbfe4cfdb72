/* Compares mg_number with printf("%g"); prints what differs and ends with status 1 if anything does. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"

static long failures;

static void compare(double value) {
    char ours[MG_NUMBER_SIZE + 1], expected[64];
    ours[mg_number(value, ours)] = '\0';
    snprintf(expected, sizeof expected, "%g", value);
    if (strcmp(ours, expected) != 0 && failures++ < 10)
        printf("%a: %s, not %s\n", value, ours, expected);
}

static double from_bits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

int main(void) {
    uint64_t state = 88172645463325252u;
    for (long k = 0; k < 300000; k++) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        compare(from_bits(state));
        /* Of the size numbers usually have. */
        compare(from_bits((state & 0x800fffffffffffffu) | (uint64_t)(943 + (state >> 52) % 190) << 52));
    }
    /* Ties in the seventh digit, and their neighbours. */
    for (int exponent = -40; exponent <= 40; exponent++)
        for (int digits = 99990; digits < 100010; digits++)
            for (int last = 0; last < 100; last++) {
                char text[64];
                snprintf(text, sizeof text, "%d%02de%d", digits, last, exponent);
                compare(strtod(text, NULL));
                compare(-strtod(text, NULL));
            }
    /* Every power of two with few bits: exact ties among them. */
    for (int exponent = -1074; exponent < 1024; exponent++)
        for (int m = 1; m < 128; m++)
            compare(__builtin_ldexp(m, exponent));
    compare(0.0), compare(-0.0), compare(1.0 / 0.0), compare(-1.0 / 0.0);
    compare(__builtin_nan("")), compare(-__builtin_nan(""));
    return failures != 0;
}

/* A double as printf("%g") writes it: six significant digits, correctly rounded, ties to even.
 *
 * A double is m * 2^e. Times a power of ten it becomes an integer of six digits and a fraction, and
 * as long as the power is at most 10^27 the product m * 5^p is exact in 128 bits; the other way, so
 * is the quotient of m * 2^e and 10^p with its remainder. So rounding is exact for numbers from
 * 1e-22 to 1e32; the few others, and what is no finite number, are left to snprintf. */

#include "number.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { DIGITS = 6, TEN_TO_DIGITS = 1000000, MAX_POWER = 27 };

static const uint64_t POWERS_OF_5[MAX_POWER + 1] = {
    1ull,
    5ull,
    25ull,
    125ull,
    625ull,
    3125ull,
    15625ull,
    78125ull,
    390625ull,
    1953125ull,
    9765625ull,
    48828125ull,
    244140625ull,
    1220703125ull,
    6103515625ull,
    30517578125ull,
    152587890625ull,
    762939453125ull,
    3814697265625ull,
    19073486328125ull,
    95367431640625ull,
    476837158203125ull,
    2384185791015625ull,
    11920928955078125ull,
    59604644775390625ull,
    298023223876953125ull,
    1490116119384765625ull,
    7450580596923828125ull,
};

typedef unsigned __int128 wide;

/* value * 10^p as an integer, rounded half to even; -MAX_POWER <= p <= MAX_POWER. The value is
 * m * 2^e with 2^52 <= m < 2^53, and the result is below 10^(DIGITS + 1), so nothing overflows. */
static uint32_t scaled(uint64_t m, int e, int p) {
    wide whole, twice_rest, unit;
    if (p >= 0) {
        /* Below 2^116; the shift is positive because the result is far below m. */
        wide product = (wide)m * POWERS_OF_5[p];
        int shift = -(e + p);
        unit = (wide)1 << shift;
        whole = product >> shift;
        twice_rest = (product & (unit - 1)) << 1;
    } else {
        int shift = e + p;
        wide dividend = m;
        unit = POWERS_OF_5[-p];
        if (shift >= 0)
            dividend <<= shift;
        else
            unit <<= -shift;
        whole = dividend / unit;
        twice_rest = (dividend - whole * unit) << 1;
    }
    return (uint32_t)whole + (twice_rest > unit || (twice_rest == unit && (whole & 1)));
}

/* The decimal exponent: floor(log10(2^binary)), for |binary| < 1200. */
static int decimal_exponent(int binary) {
    return (int)(((int64_t)binary * 1292913986) >> 32);
}

/* Write `value`, DIGITS digits without a point, to `out`; returns how many are no trailing zeros. */
static int digits(uint32_t value, char *out) {
    int count = 0;
    for (int k = DIGITS - 1; k >= 0; k--) {
        uint32_t rest = value / 10;
        out[k] = (char)('0' + (value - rest * 10));
        if (count == 0 && out[k] != '0')
            count = k + 1;
        value = rest;
    }
    return count;
}

int mg_number(double value, char *out) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    char *at = out;
    int biased = (int)(bits >> 52 & 0x7ff);
    int exponent = decimal_exponent(biased - 1023);
    if (bits << 1 == 0) {
        if (bits != 0)
            *at++ = '-';
        *at++ = '0';
        return (int)(at - out);
    }
    if (exponent < DIGITS - 1 - MAX_POWER || exponent >= DIGITS - 1 + MAX_POWER)
        return snprintf(out, MG_NUMBER_SIZE, "%g", value);
    if (bits >> 63)
        *at++ = '-';

    uint64_t m = (bits & ((1ull << 52) - 1)) | 1ull << 52;
    int e = biased - 1075;
    uint32_t rounded = scaled(m, e, DIGITS - 1 - exponent);
    if (rounded >= TEN_TO_DIGITS) {
        /* 2^binary has fewer digits than the value, or the value rounds up to a power of ten. */
        exponent++;
        rounded = scaled(m, e, DIGITS - 1 - exponent);
    }
    char text[DIGITS];
    int count = digits(rounded, text);

    if (exponent < -4 || exponent >= DIGITS) {
        *at++ = text[0];
        if (count > 1) {
            *at++ = '.';
            memcpy(at, text + 1, DIGITS - 1);
            at += count - 1;
        }
        *at++ = 'e';
        *at++ = exponent < 0 ? '-' : '+';
        int size = exponent < 0 ? -exponent : exponent;
        *at++ = (char)('0' + size / 10);
        *at++ = (char)('0' + size % 10);
    } else if (exponent < 0) {
        memcpy(at, "0.000", 5);
        at += 1 - exponent;
        memcpy(at, text, DIGITS);
        at += count;
    } else {
        int whole = exponent + 1;
        for (int k = 0; k < whole; k++)
            *at++ = text[k];
        if (count > whole) {
            *at++ = '.';
            for (int k = whole; k < count; k++)
                *at++ = text[k];
        }
    }
    return (int)(at - out);
}

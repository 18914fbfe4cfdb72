/* A double as printf("%g") writes it. */

#ifndef MG_NUMBER_H
#define MG_NUMBER_H

/* More than the longest number needs: sign, six digits, point, exponent, and zeros after the point. */
#define MG_NUMBER_SIZE 32

/* Write `value` to `out`, without a terminating zero; returns the number of characters. */
int mg_number(double value, char *out);

#endif

/* What a compiled program and its runtime know of each other. */

#ifndef MG_RUNTIME_H
#define MG_RUNTIME_H

#include <stdint.h>

/* Defined by the program. */
extern const int64_t mg_arena_size; /* in doubles */
extern const char mg_abort_message[]; /* why it ends early; empty where it does not */
void mg_program(double *arena);

/* Print a tensor; a shape is its rank, then its sizes. Output is buffered. */
void mg_print(const double *data, const int64_t *shape);

/* Write what is buffered; returns 0, or the errno of the first write that failed. */
int mg_flush(void);

#endif

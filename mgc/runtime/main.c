/* The main function of a native Mountain Goat program. */

#include "runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { ALIGNMENT = 64 };

int main(void) {
    size_t bytes = (size_t)mg_arena_size * sizeof(double);
    double *arena = aligned_alloc(ALIGNMENT, (bytes + ALIGNMENT) / ALIGNMENT * ALIGNMENT);
    if (arena == NULL) {
        fprintf(stderr, "error: not enough memory for %zu bytes of values\n", bytes);
        return 1;
    }
    mg_program(arena);
    free(arena);
    int failure = mg_flush();
    if (failure != 0) {
        fprintf(stderr, "error: cannot write the output: %s\n", strerror(failure));
        return 2;
    }
    if (mg_abort_message[0] != '\0') {
        const struct rlimit no_core = {0, 0};
        setrlimit(RLIMIT_CORE, &no_core);
        fprintf(stderr, "%s\n", mg_abort_message);
        abort();
    }
    return 0;
}

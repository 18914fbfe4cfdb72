/* What a native Mountain Goat program needs besides its own code: main, printing and ending early. */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

extern const int64_t mg_arena_size; /* in doubles */
extern const char mg_abort_message[];
extern void mg_program(double *arena);

static void print_sizes(const int64_t *sizes, int64_t rank) {
    for (int64_t axis = 0; axis < rank; axis++)
        printf("%s%" PRId64, axis == 0 ? "" : ", ", sizes[axis]);
}

/* Print a tensor as MLIR's runner library prints a memref. */
void mg_print(const double *data, const int64_t *shape) {
    int64_t rank = shape[0];
    const int64_t *sizes = shape + 1;
    int64_t strides[rank];
    int64_t count = 1;
    for (int64_t axis = rank - 1; axis >= 0; axis--) {
        strides[axis] = count;
        count *= sizes[axis];
    }
    printf("Unranked Memref base@ = 0x… rank = %" PRId64 " offset = 0 sizes = [", rank);
    print_sizes(sizes, rank);
    printf("] strides = [");
    print_sizes(strides, rank);
    printf("] data = \n");
    for (int64_t index = 0; index < count; index++) {
        /* How many dimensions begin at this element, and how many end with it. */
        int64_t begins = 0, ends = 0;
        while (begins < rank && index % (strides[rank - 1 - begins] * sizes[rank - 1 - begins]) == 0)
            begins++;
        while (ends < rank && (index + 1) % (strides[rank - 1 - ends] * sizes[rank - 1 - ends]) == 0)
            ends++;
        if (index > 0 && begins > 0)
            printf(", \n%*s", (int)(rank - begins), "");
        else if (index > 0)
            printf(",%*s", (int)(rank + 1), "");
        for (int64_t k = 0; k < begins; k++)
            putchar('[');
        printf("%g", data[index]);
        for (int64_t k = 0; k < ends; k++)
            putchar(']');
    }
    putchar('\n');
}

int main(void) {
    double *arena = aligned_alloc(64, ((size_t)mg_arena_size * sizeof(double) + 64) / 64 * 64);
    if (arena == NULL) {
        fprintf(stderr, "error: not enough memory for %" PRId64 " bytes of values\n",
                mg_arena_size * (int64_t)sizeof(double));
        return 1;
    }
    mg_program(arena);
    free(arena);
    if (fflush(stdout) != 0) {
        perror("error: cannot write the output");
        return 1;
    }
    if (mg_abort_message[0]) {
        fprintf(stderr, "%s\n", mg_abort_message);
        abort();
    }
    return 0;
}

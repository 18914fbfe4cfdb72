/* Print tensors as MLIR's runner library prints a memref. */

#include "runtime.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "number.h"

enum { BUFFER_SIZE = 1 << 15 };

static char buffer[BUFFER_SIZE];
static size_t used;
static int failure; /* the first error of writing, as errno has it */

int mg_flush(void) {
    for (size_t done = 0; done < used && failure == 0;) {
        ssize_t written = write(STDOUT_FILENO, buffer + done, used - done);
        if (written >= 0)
            done += (size_t)written;
        else if (errno != EINTR)
            failure = errno;
    }
    used = 0;
    return failure;
}

/* Room for `size` more characters. */
static char *room(size_t size) {
    if (used + size > BUFFER_SIZE)
        mg_flush();
    return buffer + used;
}

static void put(const char *text, size_t size) {
    memcpy(room(size), text, size);
    used += size;
}

static void put_text(const char *text) {
    put(text, strlen(text));
}

static void put_many(char character, int64_t count) {
    while (count > 0) {
        size_t size = count < 64 ? (size_t)count : 64;
        memset(room(size), character, size);
        used += size;
        count -= (int64_t)size;
    }
}

static void put_integer(int64_t value) {
    char digits[20];
    int start = sizeof digits;
    do {
        digits[--start] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    put(digits + start, sizeof digits - (size_t)start);
}

static void put_list(const int64_t *values, int64_t count) {
    for (int64_t k = 0; k < count; k++) {
        if (k > 0)
            put_text(", ");
        put_integer(values[k]);
    }
}

static void put_elements(const double *data, int64_t rank, const int64_t *sizes, int64_t count) {
    int64_t index[rank];
    memset(index, 0, sizeof index);
    put_many('[', rank);
    for (int64_t k = 0;; k++) {
        char *out = room(MG_NUMBER_SIZE);
        used += (size_t)mg_number(data[k], out);
        if (k + 1 == count)
            break;
        /* How many dimensions end with this element; as many begin with the next. */
        int64_t ended = 0;
        for (int64_t axis = rank - 1; ++index[axis] == sizes[axis]; axis--) {
            index[axis] = 0;
            ended++;
        }
        if (ended == 0) {
            put(",", 1);
            put_many(' ', rank + 1);
        } else {
            put_many(']', ended);
            put(", \n", 3);
            put_many(' ', rank - ended);
            put_many('[', ended);
        }
    }
    put_many(']', rank);
}

void mg_print(const double *data, const int64_t *shape) {
    int64_t rank = shape[0];
    const int64_t *sizes = shape + 1;
    int64_t strides[rank];
    int64_t count = 1;
    for (int64_t axis = rank - 1; axis >= 0; axis--) {
        strides[axis] = count;
        count *= sizes[axis];
    }
    put_text("Unranked Memref base@ = 0x… rank = ");
    put_integer(rank);
    put_text(" offset = 0 sizes = [");
    put_list(sizes, rank);
    put_text("] strides = [");
    put_list(strides, rank);
    put_text("] data = \n");
    put_elements(data, rank, sizes, count);
    put("\n", 1);
}

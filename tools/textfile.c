/* SPDX-License-Identifier: MIT
 *
 * textfile.c: text files that are read whole.
 */
#include "textfile.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

char *textfile_read(const char *path, size_t *size)
{
    enum { MOST = 1 << 26 };
    FILE *file = strcmp(path, "-") ? fopen(path, "r") : stdin;
    char *text = NULL;
    *size = 0;
    for (size_t room = 0; file && !ferror(file) && !feof(file) && *size <= MOST;) {
        if (*size == room) {
            char *more = realloc(text, room = room ? 2 * room : 4096);
            if (!more) break;
            text = more;
        }
        *size += fread(text + *size, 1, room - *size, file);
    }
    bool fine = file && feof(file) && text;
    if (!file || ferror(file))
        complain(EXIT_FAILED, "%s: cannot read: %s", path, strerror(errno));
    else if (!fine)
        complain(EXIT_FAILED, "%s: too large", path);
    if (file && file != stdin) fclose(file);
    if (fine) return text;
    free(text);
    return NULL;
}

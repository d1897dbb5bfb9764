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

static void refuse(fnr_error *why, const char *path, const char *fault, const char *reason)
{
    why->code = FNR_ERR_IO;
    snprintf(why->text, sizeof why->text, "%.400s: %s%s", path, fault, reason);
}

char *textfile_read(const char *path, size_t *size, fnr_error *why)
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
        refuse(why, path, "cannot read: ", strerror(errno));
    else if (!fine)
        refuse(why, path, "too large", "");
    if (file && file != stdin) fclose(file);
    if (fine) return text;
    free(text);
    return NULL;
}

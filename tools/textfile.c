/* SPDX-License-Identifier: MIT
 *
 * textfile.c: text files that are read whole, and written whole or not at all.
 */
#include "textfile.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static fnr_status refuse(fnr_error *why, const char *path, const char *fault, const char *reason)
{
    snprintf(why->text, sizeof why->text, "%.400s: %s%s", path, fault, reason);
    return why->code = FNR_ERR_IO;
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

/* Fills and closes a file; 0, or the errno of what went wrong first. */
static int fill(FILE *file, textfile_fn put, const void *context)
{
    int trouble = 0;
    errno = 0;
    put(file, context);
    if (ferror(file)) trouble = errno ? errno : EIO;
    if (!trouble && (fflush(file) || fsync(fileno(file)))) trouble = errno;
    if (fclose(file) && !trouble) trouble = errno;
    return trouble;
}

static int write_and_rename(const char *path, const char *temporary, textfile_fn put,
                            const void *context)
{
    struct stat there;
    if (!stat(path, &there) && !S_ISREG(there.st_mode))
        return S_ISDIR(there.st_mode) ? EISDIR : EEXIST;
    FILE *file = fopen(temporary, "wx");
    if (!file) return errno;
    int trouble = fill(file, put, context);
    if (!trouble && rename(temporary, path)) trouble = errno;
    if (trouble) unlink(temporary);
    return trouble;
}

fnr_status textfile_write(const char *path, textfile_fn put, const void *context, fnr_error *why)
{
    size_t size = strlen(path) + 32;
    char *temporary = malloc(size);
    int trouble = ENOMEM;
    if (temporary) {
        snprintf(temporary, size, "%s.%ld.tmp", path, (long)getpid());
        trouble = write_and_rename(path, temporary, put, context);
    }
    free(temporary);
    return trouble ? refuse(why, path, "cannot be written: ", strerror(trouble)) : FNR_OK;
}

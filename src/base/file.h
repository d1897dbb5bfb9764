/* SPDX-License-Identifier: MIT
 *
 * file.h: checked file access, and files that appear whole or not at all.
 *
 * Model:   an fnr_outfile is written under a temporary name in the directory of its final name;
 *          fnr_outfile_commit flushes it to the disk and renames it. Whatever happens before leaves
 *          nothing under the final name.
 * Errors:  FNR_ERR_IO with the path and the system's reason; FNR_ERR_CORRUPT for a read past the
 *          end of a file.
 * Threads: one thread an fnr_outfile; fnr_file_read_at may be called by many on one descriptor. */
#ifndef FNR_BASE_FILE_H
#define FNR_BASE_FILE_H

#include "base/status.h"

#define FNR_PATH_SIZE 4096

/* Makes a directory and those above it; one that exists is fine. */
fnr_status fnr_file_make_directories(const char *path, fnr_error *why);

/* Reads exactly `size` bytes at `offset`. `path` is for the message. */
fnr_status fnr_file_read_at(int fd, const char *path, uint64_t offset, void *bytes, size_t size,
                            fnr_error *why);

typedef struct fnr_outfile {
    int fd;
    char path[FNR_PATH_SIZE];
    char temporary[FNR_PATH_SIZE];
} fnr_outfile;

/* Removes the unfinished files that processes which are no more have left in a directory, unless
 * that is a symbolic link. */
void fnr_outfile_sweep(const char *directory);

/* The same for the directory in which a file lies. */
void fnr_outfile_sweep_beside(const char *path);

/* Starts a file; after success, end with commit or abandon. */
fnr_status fnr_outfile_create(const char *path, fnr_outfile *file, fnr_error *why);
fnr_status fnr_outfile_write_at(fnr_outfile *file, uint64_t offset, const void *bytes, size_t size,
                                fnr_error *why);

/* Gives the file its final name. What fails before that abandons it; when only the flush of the
 * directory fails, the file stays. */
fnr_status fnr_outfile_commit(fnr_outfile *file, fnr_error *why);
void fnr_outfile_abandon(fnr_outfile *file);

#endif

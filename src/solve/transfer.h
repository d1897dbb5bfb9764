/* SPDX-License-Identifier: MIT
 *
 * transfer.h: whole tables between memory and files, many blocks at a time.
 *
 * Model:   blocks are coded by all threads, a batch at a time, and met in order by the thread that
 *          called: so the bytes of a file do not depend on the number of threads.
 * Errors:  recorded in the task; nothing is left under the final name of a file that failed.
 * Threads: start and join their own. */
#ifndef FNR_SOLVE_TRANSFER_H
#define FNR_SOLVE_TRANSFER_H

#include "base/progress.h"
#include "table/table.h"

/* Produces bytes [offset, offset + size) of the values of a table; called by several threads. */
typedef void (*fnr_source_fn)(const void *context, uint64_t offset, size_t size, uint8_t *bytes);

/* What callers may ask for: threads from 0, zstd levels from 0 to the last. FNR_ERR_ARGUMENT. */
fnr_status fnr_check_effort(int threads, int zstd_level, fnr_error *why);

/* A source whose context is the values themselves. */
void fnr_source_memory(const void *context, uint64_t offset, size_t size, uint8_t *bytes);

/* Writes the table that `header` describes, its encoding and zstd level included. The slice may be
 * NULL if all values are stored. */
fnr_status fnr_table_save(const char *root, const fnr_slice *slice, const fnr_header *header,
                          fnr_source_fn source, const void *context, int threads, fnr_task *task,
                          fnr_error *why);

/* What to say of values that are not those that were written. */
fnr_status fnr_fail_digest(const fnr_table *table, fnr_error *why);

/* Reads and checks all blocks and the digest of a table. `bytes` (may be NULL: only check) has room
 * for fnr_decoded_bytes. */
fnr_status fnr_table_load(const fnr_table *table, uint8_t *bytes, int threads, fnr_task *task,
                          fnr_error *why);

#endif

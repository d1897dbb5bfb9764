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

/* Produces decoded bytes [offset, offset + size) of a table; called by several threads. */
typedef void (*fnr_source_fn)(const void *context, uint64_t offset, size_t size, uint8_t *bytes);

/* Writes the table that `header` describes, its zstd level included. */
fnr_status fnr_table_save(const char *root, const fnr_header *header, fnr_source_fn source,
                          const void *context, int threads, fnr_task *task, fnr_error *why);

/* Reads and checks all blocks and the digest of a table. `bytes` (may be NULL: only check) has room
 * for fnr_decoded_bytes. */
fnr_status fnr_table_load(const fnr_table *table, uint8_t *bytes, int threads, fnr_task *task,
                          fnr_error *why);

/* Reads a whole table into new memory of `room` zeroed bytes, at least fnr_decoded_bytes; refuses what
 * would not fit the memory. */
fnr_status fnr_table_load_new(const fnr_table *table, uint64_t room, uint8_t **bytes, int threads,
                              fnr_task *task, fnr_error *why);

#endif

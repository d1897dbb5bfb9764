/* SPDX-License-Identifier: MIT
 *
 * packing.h: what a packed table stores where it need not store anything.
 *
 * Model:   the value of a position with a capture is the best over its captures, which lead to
 *          smaller slices; a hole has no value; a DTC of 0 tells itself. Such entries are
 *          overwritten with the value before them (at the beginning of a block, the first one that
 *          matters), so that runs grow long and blocks compress.
 * Threads: a pure function of its arguments.
 * Source:  papers/table-format.md */
#ifndef FNR_TABLE_PACKING_H
#define FNR_TABLE_PACKING_H

#include "table/format.h"

/* Fills a block, `size` bytes from byte `offset` of the values of a table of this slice. */
void fnr_packing_fill(const fnr_slice *slice, const fnr_header *header, uint64_t offset,
                      size_t size, uint8_t *bytes);

#endif

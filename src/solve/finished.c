/* SPDX-License-Identifier: MIT */
#include "solve/finished.h"

#include <stdlib.h>

fnr_status fnr_shelf_load(fnr_shelf *shelf, const fnr_slice *slice, const fnr_table *table,
                          int threads, fnr_task *task, fnr_error *why)
{
    uint8_t *codes;
    if (shelf->at[slice->m][slice->o].codes) return FNR_OK;
    fnr_status status =
        fnr_table_load_new(table, fnr_codes_bytes(slice->size), &codes, threads, task, why);
    if (!status) fnr_shelf_put(shelf, slice, (uint64_t *)(void *)codes);
    return status;
}

void fnr_shelf_put(fnr_shelf *shelf, const fnr_slice *slice, uint64_t *codes)
{
    fnr_finished *place = &shelf->at[slice->m][slice->o];
    free(place->codes);
    place->slice = *slice;
    place->codes = codes;
}

void fnr_shelf_clear(fnr_shelf *shelf)
{
    for (int m = 0; m <= FNR_MAX_POINTS; m++) {
        for (int o = 0; o <= FNR_MAX_POINTS; o++) {
            free(shelf->at[m][o].codes);
            shelf->at[m][o].codes = NULL;
        }
    }
}

void fnr_codes_count(const uint64_t *codes, fnr_header *header)
{
    const uint64_t ones = UINT64_C(0x5555555555555555);
    uint64_t count[4] = {0};
    for (uint64_t w = 0; w < fnr_codes_bytes(header->entries) / 8; w++) {
        uint64_t low = codes[w] & ones, high = codes[w] >> 1 & ones;
        count[FNR_CODE_WIN] += (uint64_t)fnr_count(low & ~high);
        count[FNR_CODE_LOSS] += (uint64_t)fnr_count(high & ~low);
        count[FNR_CODE_HOLE] += (uint64_t)fnr_count(low & high);
    }
    header->win = count[FNR_CODE_WIN];
    header->loss = count[FNR_CODE_LOSS];
    header->positions = header->entries - count[FNR_CODE_HOLE];
    header->draw = header->positions - header->win - header->loss;
}

/* SPDX-License-Identifier: MIT */
#include "table/packing.h"

/* Values of one width in a block, and what has been seen of them. */
typedef struct run {
    uint8_t *bytes;
    uint32_t bits;
    uint64_t count;
    uint64_t waiting; /* at the beginning, before the first value that matters */
    unsigned last;
    bool begun;
} run;

static unsigned get(const run *r, uint64_t i)
{
    if (r->bits == 2) return (unsigned)(r->bytes[i / 4] >> (i % 4 * 2)) & 3u;
    return (unsigned)fnr_load_le(r->bytes + i * (r->bits / 8), (int)r->bits / 8);
}

static void set(run *r, uint64_t i, unsigned value)
{
    if (r->bits == 2) {
        unsigned shift = (unsigned)(i % 4 * 2);
        r->bytes[i / 4] = (uint8_t)((r->bytes[i / 4] & ~(3u << shift)) | value << shift);
    } else {
        fnr_store_le(r->bytes + i * (r->bits / 8), (int)r->bits / 8, value);
    }
}

static void pass(run *r, uint64_t i, bool matters)
{
    if (matters) {
        r->last = get(r, i);
        while (!r->begun && r->waiting > 0) set(r, --r->waiting, r->last);
        r->begun = true;
    } else if (r->begun) {
        set(r, i, r->last);
    } else {
        r->waiting = i + 1;
    }
}

static bool matters(const fnr_cursor *cursor)
{
    const fnr_game *game = cursor->slice->index->game;
    uint64_t mover, other;
    return fnr_cursor_position(cursor, &mover, &other) && !fnr_is_refused(game, mover, other) &&
           !fnr_game_capturers(game, mover, other);
}

static void fill_wdl(const fnr_slice *slice, uint64_t first, run *r)
{
    fnr_cursor cursor;
    fnr_cursor_start(&cursor, slice, first);
    for (uint64_t i = 0; i < r->count; i++) {
        if (i > 0) fnr_cursor_next(&cursor);
        pass(r, i, matters(&cursor));
    }
}

void fnr_packing_fill(const fnr_slice *slice, const fnr_header *header, uint64_t offset,
                      size_t size, uint8_t *bytes)
{
    uint64_t first = offset * 8 / header->value_bits, left = header->entries - first;
    run r = {.bytes = bytes, .bits = header->value_bits, .count = size * 8 / header->value_bits};
    if (r.count > left) r.count = left;
    if (header->metric == FNR_METRIC_WDL) {
        fill_wdl(slice, first, &r);
    } else {
        for (uint64_t i = 0; i < r.count; i++) pass(&r, i, get(&r, i) != 0);
    }
    /* If nothing matters anywhere, all is alike. */
    for (uint64_t i = 0; !r.begun && i < r.count; i++) set(&r, i, 0);
}

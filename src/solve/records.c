/* SPDX-License-Identifier: MIT
 *
 * fnr_db_records: the deepest positions of slices, how many there are of each depth, and mutual
 * zugzwangs. Chunks of a slice are tallied by threads and merged; what comes out does not depend on
 * who did which. */
#include "base/memory.h"
#include "base/threads.h"
#include "probe/db.h"
#include "solve/shelf.h"

#include <stdlib.h>

enum { METRICS = 2, SIDES = 2, KINDS = 3, DEPTHS = UINT16_MAX + 1, CHUNK = 1 << 16 };

/* What has been seen; the first index of each kind, UINT64_MAX for none. */
typedef struct tally {
    uint64_t *counts[METRICS][SIDES]; /* by depth */
    uint64_t first[METRICS][SIDES];   /* of the deepest */
    uint32_t depth[METRICS][SIDES];
    uint64_t zugzwangs[KINDS], first_zugzwang[KINDS];
} tally;

typedef struct recorder {
    fnr_db *db;
    const fnr_game *game;
    fnr_index *index; /* its own: the database's is in use */
    fnr_shelf *shelf;
    tally *tallies; /* by thread */
    int threads;
    fnr_records_fn visit;
    void *context;
    bool ended; /* by the visitor */
    fnr_task task;
} recorder;

/* ---- Tallies --------------------------------------------------------------------------------- */

static void clear(tally *t)
{
    for (int metric = 0; metric < METRICS; metric++) {
        for (int side = 0; side < SIDES; side++) {
            memset(t->counts[metric][side], 0, DEPTHS * sizeof(uint64_t));
            t->first[metric][side] = UINT64_MAX;
            t->depth[metric][side] = 0;
        }
    }
    for (int kind = 0; kind < KINDS; kind++) {
        t->zugzwangs[kind] = 0;
        t->first_zugzwang[kind] = UINT64_MAX;
    }
}

static void note(tally *t, int metric, int side, uint32_t depth, uint64_t count, uint64_t first)
{
    uint32_t *deepest = &t->depth[metric][side];
    uint64_t *at = &t->first[metric][side];
    t->counts[metric][side][depth] += count;
    if (depth > *deepest || (depth == *deepest && first < *at)) *at = first;
    if (depth > *deepest) *deepest = depth;
}

static void note_zugzwang(tally *t, int kind, uint64_t count, uint64_t first)
{
    t->zugzwangs[kind] += count;
    if (first < t->first_zugzwang[kind]) t->first_zugzwang[kind] = first;
}

static void merge(tally *sum, const tally *t)
{
    for (int metric = 0; metric < METRICS; metric++) {
        for (int side = 0; side < SIDES; side++) {
            uint32_t deepest = t->depth[metric][side];
            if (t->first[metric][side] == UINT64_MAX) continue;
            for (uint32_t depth = 0; depth < deepest; depth++)
                sum->counts[metric][side][depth] += t->counts[metric][side][depth];
            note(sum, metric, side, deepest, t->counts[metric][side][deepest],
                 t->first[metric][side]);
        }
    }
    for (int kind = 0; kind < KINDS; kind++)
        note_zugzwang(sum, kind, t->zugzwangs[kind], t->first_zugzwang[kind]);
}

static void free_tallies(recorder *r)
{
    for (int i = 0; r->tallies && i < r->threads; i++)
        for (int j = 0; j < METRICS * SIDES; j++) free(r->tallies[i].counts[j / SIDES][j % SIDES]);
    free(r->tallies);
}

static fnr_status make_tallies(recorder *r, fnr_error *why)
{
    bool fine = (r->tallies = fnr_array_new((uint64_t)r->threads, sizeof *r->tallies)) != NULL;
    for (int i = 0; fine && i < r->threads; i++)
        for (int j = 0; fine && j < METRICS * SIDES; j++)
            fine = (r->tallies[i].counts[j / SIDES][j % SIDES] = fnr_array_new(DEPTHS, 8)) != NULL;
    return fine ? FNR_OK : fnr_fail_memory(why, "records");
}

/* ---- One slice ------------------------------------------------------------------------------- */

/* The entry of the same placement with the other side to move, in the sister's slice. Where the
 * counts differ, the same side leads in both, and the entry is the same. */
static uint64_t entry_of_other(const recorder *r, const fnr_slice *slice, uint64_t i)
{
    uint64_t mover, other;
    if (slice->m != slice->o) return i;
    fnr_slice_unrank(slice, i, &mover, &other);
    fnr_pass_turn(r->game, &mover, &other);
    return fnr_slice_rank(slice, mover, other);
}

static void tally_zugzwang(const recorder *r, const fnr_slice *slice, uint64_t i, fnr_code code,
                           tally *t)
{
    const uint64_t *sister = r->shelf->at[slice->o][slice->m].codes;
    if (code == FNR_CODE_WIN) return;
    fnr_code other = (fnr_code)fnr_code_get(sister, entry_of_other(r, slice, i));
    if (other == FNR_CODE_WIN || other == FNR_CODE_HOLE) return;
    if (code == FNR_CODE_DRAW && other == FNR_CODE_DRAW) return;
    note_zugzwang(t, code == FNR_CODE_DRAW ? 2 : other == FNR_CODE_DRAW ? 1 : 0, 1, i);
}

static void tally_chunk(const recorder *r, const fnr_slice *slice, uint64_t first, uint64_t end,
                        tally *t)
{
    const fnr_finished *finished = &r->shelf->at[slice->m][slice->o];
    for (uint64_t i = first; i < end; i++) {
        fnr_code code = (fnr_code)fnr_code_get(finished->codes, i);
        if (code == FNR_CODE_HOLE) continue;
        tally_zugzwang(r, slice, i, code, t);
        if (code == FNR_CODE_DRAW) continue;
        int side = code == FNR_CODE_WIN ? FNR_RECORD_WINS : FNR_RECORD_LOSSES;
        note(t, FNR_RECORD_DTC, side, fnr_distance_get(&finished->dtc, i), 1, i);
        if (finished->dtw.bytes)
            note(t, FNR_RECORD_DTW, side, fnr_distance_get(&finished->dtw, i), 1, i);
    }
}

static const tally *tally_slice(recorder *r, const fnr_slice *slice)
{
    uint64_t chunks = fnr_ceil_div(slice->size, CHUNK);
    for (int i = 0; i < r->threads; i++) clear(&r->tallies[i]);
#pragma omp parallel for schedule(dynamic, 1) num_threads(r->threads) if (chunks > 1)
    for (uint64_t c = 0; c < chunks; c++) {
        uint64_t end = (c + 1) * CHUNK < slice->size ? (c + 1) * CHUNK : slice->size;
        if (fnr_task_stopped(&r->task)) continue;
        tally_chunk(r, slice, c * CHUNK, end, &r->tallies[fnr_thread_number()]);
        fnr_task_add(&r->task, end - c * CHUNK);
    }
    for (int i = 1; i < r->threads; i++) merge(&r->tallies[0], &r->tallies[i]);
    return &r->tallies[0];
}

static fnr_position position_at(const recorder *r, const fnr_slice *slice, uint64_t i)
{
    uint64_t mover, other;
    fnr_position position;
    fnr_slice_unrank(slice, i, &mover, &other);
    fnr_unfold(r->game, mover, other, FNR_WHITE, &position);
    return position;
}

static void visit_slice(recorder *r, const fnr_slice *slice, const tally *t)
{
    fnr_records records = {.m = slice->m,
                           .o = slice->o,
                           .has_dtw = r->shelf->at[slice->m][slice->o].dtw.bytes != NULL};
    for (int metric = 0; metric < METRICS; metric++) {
        for (int side = 0; side < SIDES; side++) {
            fnr_record *record = &records.record[metric][side];
            record->depth = t->depth[metric][side];
            record->counts = t->counts[metric][side];
            record->count = record->counts[record->depth];
            if (record->count > 0) record->position = position_at(r, slice, t->first[metric][side]);
        }
    }
    for (int kind = 0; kind < KINDS; kind++) {
        records.zugzwangs[kind] = t->zugzwangs[kind];
        if (t->zugzwangs[kind] > 0)
            records.zugzwang[kind] = position_at(r, slice, t->first_zugzwang[kind]);
    }
    r->ended = r->visit(&records, r->context) != 0;
}

static fnr_status record_slice(recorder *r, int m, int o, fnr_error *why)
{
    const fnr_drawer *drawer;
    fnr_error found;
    fnr_task_subject(&r->task, m, o);
    fnr_status status = fnr_db_drawer(r->db, m, o, &drawer, &found);
    if (status == FNR_ERR_NO_TABLE || (!status && !drawer->dtc)) return FNR_OK;
    if (!status) status = fnr_shelf_need_dtc(r->shelf, m, o, &found);
    if (!status) status = fnr_shelf_need(r->shelf, o, m, &found);
    if (!status && drawer->dtw) status = fnr_shelf_need_dtw(r->shelf, m, o, &found);
    if (!status) {
        fnr_task_phase(&r->task, "records", drawer->slice.size, drawer->slice.size);
        const tally *t = tally_slice(r, &drawer->slice);
        status = fnr_task_end(&r->task, &found);
        if (!status) visit_slice(r, &drawer->slice, t);
    }
    fnr_shelf_drop_dtc(r->shelf, m, o);
    fnr_shelf_drop_dtw(r->shelf, m, o);
    if (status && why) *why = found;
    return status;
}

fnr_status fnr_db_records(fnr_db *db, const fnr_check_options *options, fnr_records_fn visit,
                          void *context, fnr_error *why)
{
    recorder r = {.db = db,
                  .game = fnr_db_game(db),
                  .threads = fnr_threads(options->threads),
                  .visit = visit,
                  .context = context};
    int m = 1, o = 0;
    fnr_status status = fnr_index_new(r.game, &r.index, why);
    if (!status) status = make_tallies(&r, why);
    if (!status) {
        r.shelf = fnr_shelf_new(fnr_db_root(db), r.index, r.threads, &r.task);
        if (!r.shelf) status = fnr_fail_memory(why, "records");
    }
    fnr_task_init(&r.task, fnr_db_entries(db), options->progress, options->context);
    while (!status && !r.ended && fnr_slice_next(r.game, &m, &o))
        status = record_slice(&r, m, o, why);
    fnr_shelf_free(r.shelf);
    free_tallies(&r);
    fnr_index_free(r.index);
    return status;
}

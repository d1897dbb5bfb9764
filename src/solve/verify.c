/* SPDX-License-Identifier: MIT
 *
 * fnr_db_verify: every stored value recomputed from the stored values of its successors, by the
 * rules alone. Nothing of the solver is used but the shelf that holds finished slices.
 *
 * Why this proves the values where DTC is there: let the values of smaller slices be right. A
 * position stored as won in n > 0 has a child stored as lost in n - 1; a position stored as lost in
 * n has only children stored as won, the deepest in n - 1; and values with n = 0 are checked by
 * captures or the end of the game. So by induction over n every stored win and loss is one, within
 * n. A position stored as drawn has no lost child and not only won ones: the side to move can stay
 * among the draws and cannot leave them for the better, which is a draw by play without end.
 * Without DTC wins and losses might support each other round a cycle. */
#include "base/threads.h"
#include "probe/db.h"
#include "solve/shelf.h"

typedef struct verifier {
    fnr_db *db;
    const fnr_game *game;
    const fnr_check_options *options;
    fnr_index *index; /* its own: the database's is in use */
    fnr_shelf *shelf;
    bool unproven; /* a slice without DTC was met */
    fnr_task task;
} verifier;

/* ---- One slice ------------------------------------------------------------------------------- */

static fnr_status wrong(const verifier *v, const fnr_slice *slice, uint64_t mover, uint64_t other,
                        fnr_stored is, fnr_stored should, fnr_error *why)
{
    static const char *const NAME[] = {"draw", "win", "loss", "nothing"};
    char text[FNR_POSITION_TEXT_SIZE];
    fnr_position position;
    fnr_unfold(v->game, mover, other, FNR_WHITE, &position);
    fnr_position_format(v->game, &position, text);
    return fnr_fail(
        why, FNR_ERR_WRONG, "%dv%d: %s: stored %s, DTC %u; its successors say %s, DTC %u", slice->m,
        slice->o, text, NAME[is.code], (unsigned)is.dtc, NAME[should.code], (unsigned)should.dtc);
}

/* What the entries of a slice add up to. */
typedef struct totals {
    uint64_t orbits, captures;
    uint32_t deepest;
} totals;

/* One index: the index itself, then the value. */
static fnr_status verify_entry(const verifier *v, const fnr_slice *slice, uint64_t i, totals *sum,
                               fnr_error *why)
{
    uint64_t mover, other;
    bool is_position = fnr_slice_unrank(slice, i, &mover, &other), capture = false;
    uint64_t rank = fnr_slice_rank(slice, mover, other);
    const fnr_finished *finished = &v->shelf->at[slice->m][slice->o];
    fnr_stored is = fnr_shelf_stored(finished, i), should = {FNR_CODE_HOLE, 0};
    if (is_position ? rank != i : rank >= i)
        return fnr_fail(why, FNR_ERR_WRONG, "%dv%d: entry %llu has the index %llu", slice->m,
                        slice->o, (unsigned long long)i, (unsigned long long)rank);
    if (is_position) should = fnr_shelf_deduce(v->shelf, mover, other, &capture);
    sum->orbits += is_position;
    sum->captures += capture;
    if (is.dtc > sum->deepest) sum->deepest = is.dtc;
    if (is.code == should.code && (!finished->dtc.bytes || is.dtc == should.dtc)) return FNR_OK;
    return wrong(v, slice, mover, other, is, should, why);
}

static totals verify_entries(verifier *v, const fnr_slice *slice)
{
    enum { CHUNK = 4096 };
    uint64_t chunks = fnr_ceil_div(slice->size, CHUNK), orbits = 0, captures = 0;
    uint32_t deepest = 0;
#pragma omp parallel for schedule(dynamic, 1) reduction(+ : orbits, captures)                      \
    reduction(max : deepest) num_threads(v->shelf->threads) if (chunks > 1)
    for (uint64_t c = 0; c < chunks; c++) {
        uint64_t end = (c + 1) * CHUNK < slice->size ? (c + 1) * CHUNK : slice->size;
        totals sum = {0};
        for (uint64_t i = c * CHUNK; i < end && !fnr_task_stopped(&v->task); i++) {
            fnr_error why;
            fnr_status status = verify_entry(v, slice, i, &sum, &why);
            if (status) fnr_task_fail(&v->task, status, &why);
        }
        orbits += sum.orbits;
        captures += sum.captures;
        if (sum.deepest > deepest) deepest = sum.deepest;
        fnr_task_add(&v->task, end - c * CHUNK);
    }
    return (totals){orbits, captures, deepest};
}

/* The counts in a header against the codes and what was found in verifying them. */
static fnr_status verify_header(const verifier *v, const fnr_slice *slice, const fnr_table *table,
                                const totals *sum, fnr_error *why)
{
    fnr_header counted = table->header;
    fnr_codes_count(v->shelf->at[slice->m][slice->o].codes, &counted);
    if (counted.win == table->header.win && counted.draw == table->header.draw &&
        counted.loss == table->header.loss && counted.positions == table->header.positions &&
        sum->captures == table->header.capture &&
        (!v->shelf->at[slice->m][slice->o].dtc.bytes || sum->deepest == table->header.max_dtc))
        return FNR_OK;
    return fnr_fail_file(why, FNR_ERR_WRONG, table->path,
                         "the counts in the header are not those of the values");
}

static uint32_t deepest_of(const fnr_finished *finished)
{
    uint32_t deepest = 0;
    for (uint64_t i = 0; finished->dtc.bytes && i < finished->slice.size; i++) {
        uint32_t dtc = fnr_shelf_stored(finished, i).dtc;
        if (dtc > deepest) deepest = dtc;
    }
    return deepest;
}

static fnr_status verify_slice(verifier *v, const fnr_drawer *drawer, fnr_error *why)
{
    const fnr_slice *slice = &drawer->slice;
    uint64_t expected = 0;
    fnr_task_phase(&v->task, "verify", drawer->dtc ? 2 * slice->size : slice->size, slice->size);
    totals sum = verify_entries(v, slice);
    fnr_status status = fnr_task_end(&v->task, why);
    if (status) return status;
    if (!fnr_orbits_count(v->game, slice->m, slice->o, &expected) || sum.orbits != expected)
        return fnr_fail(why, FNR_ERR_WRONG, "%dv%d: %llu positions; Burnside's formula counts %llu",
                        slice->m, slice->o, (unsigned long long)sum.orbits,
                        (unsigned long long)expected);
    uint32_t sister = deepest_of(&v->shelf->at[slice->o][slice->m]);
    if (sister > sum.deepest) sum.deepest = sister;
    status = verify_header(v, slice, drawer->wdl, &sum, why);
    if (!status && drawer->dtc) status = verify_header(v, slice, drawer->dtc, &sum, why);
    return status;
}

/* What a slice is verified with: its values, those that its captures lead to, (x, m) with x < o,
 * and those of its sister, (o, m). */
static fnr_status load_all(verifier *v, const fnr_drawer *drawer, fnr_error *why)
{
    int m = drawer->slice.m, o = drawer->slice.o;
    const fnr_drawer *sister;
    fnr_status status = fnr_db_drawer(v->db, o, m, &sister, why);
    if (!status) status = fnr_shelf_need(v->shelf, m, o, why);
    for (int x = fnr_has_captures(v->game) ? 1 : o; x <= o && !status; x++)
        status = fnr_shelf_need(v->shelf, x, m, why);
    if (status || !drawer->dtc || !sister->dtc) return status;
    status = fnr_shelf_need_dtc(v->shelf, m, o, why);
    if (!status) status = fnr_shelf_need_dtc(v->shelf, o, m, why);
    return status;
}

/* ---- All slices ------------------------------------------------------------------------------ */

static void report(const verifier *v, int m, int o, fnr_status status, bool proven,
                   const char *text)
{
    char name[FNR_TABLE_NAME_SIZE];
    fnr_report r = {.name = name, .status = status, .proven = proven, .text = text};
    if (!v->options->report || status == FNR_ERR_INTERRUPTED) return;
    fnr_slice_name(m, o, name);
    v->options->report(&r, v->options->context);
}

/* Slices without a table are passed over. A slice is proven if it has DTC and all before it are. */
static fnr_status verify_one(verifier *v, int m, int o, fnr_error *why)
{
    fnr_error found = {.text = ""};
    const fnr_drawer *drawer;
    fnr_task_subject(&v->task, m, o);
    fnr_status status = fnr_db_drawer(v->db, m, o, &drawer, &found);
    if (status == FNR_ERR_NO_TABLE) return FNR_OK;
    /* Which wins a limit takes away is a matter of distances. */
    if (!status && v->game->rules.draw_plies > 0 && !drawer->dtc)
        status = fnr_fail(&found, FNR_ERR_NO_TABLE,
                          "%dv%d: no DTC table, without which nothing under a draw limit can be "
                          "verified",
                          m, o);
    if (!status) status = load_all(v, drawer, &found);
    if (!status) status = verify_slice(v, drawer, &found);
    v->unproven |= v->shelf->at[m][o].dtc.bytes == NULL;
    report(v, m, o, status, !status && !v->unproven, status ? found.text : "");
    if (m >= o) { /* the second of a pair */
        fnr_shelf_drop_dtc(v->shelf, m, o);
        fnr_shelf_drop_dtc(v->shelf, o, m);
    }
    if (status && why) *why = found;
    return status;
}

fnr_status fnr_db_verify(fnr_db *db, const fnr_check_options *options, fnr_error *why)
{
    verifier v = {.db = db, .game = fnr_db_game(db), .options = options};
    int m = 1, o = 0;
    fnr_status status = fnr_index_new(v.game, &v.index, why);
    if (!status) {
        v.shelf = fnr_shelf_new(fnr_db_root(db), v.index, fnr_threads(options->threads), &v.task);
        if (!v.shelf) status = fnr_fail_memory(why, "verification");
    }
    fnr_task_init(&v.task, fnr_db_entries(db), options->progress, options->context);
    while (!status && fnr_slice_next(v.game, &m, &o)) status = verify_one(&v, m, o, why);
    fnr_shelf_free(v.shelf);
    fnr_index_free(v.index);
    return status;
}

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
 * Without DTC wins and losses might support each other round a cycle.
 * DTW is proven in the same way, by induction over itself. */
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

/* The DTW of a position that is won or lost, by the DTW of its successors. */
typedef struct outlook {
    const fnr_shelf *shelf;
    uint32_t nearest_loss, farthest;
} outlook;

static void look_at(outlook *view, uint64_t mover, uint64_t other)
{
    const fnr_finished *finished = &view->shelf->at[fnr_count(mover)][fnr_count(other)];
    uint32_t dtw = 0;
    bool is_lost = mover == 0;
    if (mover) {
        uint64_t i = fnr_slice_rank(&finished->slice, mover, other);
        dtw = fnr_distance_get(&finished->dtw, i);
        is_lost = fnr_code_get(finished->codes, i) == FNR_CODE_LOSS;
    }
    if (is_lost && dtw < view->nearest_loss) view->nearest_loss = dtw;
    if (dtw > view->farthest) view->farthest = dtw;
}

static int look_after_capture(const fnr_capture *capture, void *context)
{
    look_at(context, capture->other, capture->mover);
    return 0;
}

static void look_after_paikas(const fnr_game *game, uint64_t mover, uint64_t other, outlook *view)
{
    uint64_t taken = mover | other;
    for (uint64_t rest = mover; rest; rest = fnr_without_lowest(rest)) {
        uint64_t to = game->board.near[fnr_lowest(rest)] & ~taken;
        for (; to; to = fnr_without_lowest(to)) {
            uint64_t next = mover ^ (rest & -rest) ^ (to & -to), enemy = other;
            fnr_pass_turn(game, &next, &enemy);
            look_at(view, next, enemy);
        }
    }
}

static uint32_t deduce_dtw(const verifier *v, fnr_code code, uint64_t mover, uint64_t other)
{
    outlook view = {v->shelf, UINT32_MAX - 1, 0};
    fnr_wdl wdl;
    uint64_t capturers = fnr_game_capturers(v->game, mover, other);
    if (code == FNR_CODE_DRAW || fnr_has_ended(v->game, mover, other, &wdl)) return 0;
    if (capturers)
        fnr_captures_visit(&v->game->board, mover, other, capturers, look_after_capture, &view);
    else
        look_after_paikas(v->game, mover, other, &view);
    return (code == FNR_CODE_WIN ? view.nearest_loss : view.farthest) + 1;
}

static fnr_status verify_dtw(const verifier *v, const fnr_slice *slice, uint64_t i, fnr_code code,
                             uint64_t mover, uint64_t other, fnr_error *why)
{
    const fnr_finished *finished = &v->shelf->at[slice->m][slice->o];
    if (!finished->dtw.bytes) return FNR_OK;
    uint32_t is = fnr_distance_get(&finished->dtw, i);
    uint32_t should = code == FNR_CODE_HOLE ? 0 : deduce_dtw(v, code, mover, other);
    if (is == should) return FNR_OK;
    char text[FNR_POSITION_TEXT_SIZE];
    fnr_position position;
    fnr_unfold(v->game, mover, other, FNR_WHITE, &position);
    fnr_position_format(v->game, &position, text);
    return fnr_fail(why, FNR_ERR_WRONG, "%dv%d: %s: stored DTW %u; its successors say %u", slice->m,
                    slice->o, text, (unsigned)is, (unsigned)should);
}

/* What the entries of a slice add up to. */
typedef struct totals {
    uint64_t orbits, captures;
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
    if (is.code == should.code && (!finished->dtc.bytes || is.dtc == should.dtc))
        return verify_dtw(v, slice, i, is.code, mover, other, why);
    return wrong(v, slice, mover, other, is, should, why);
}

static totals verify_entries(verifier *v, const fnr_slice *slice)
{
    enum { CHUNK = 4096 };
    uint64_t chunks = fnr_ceil_div(slice->size, CHUNK), orbits = 0, captures = 0;
#pragma omp parallel for schedule(dynamic, 1) reduction(+ : orbits, captures)                      \
    num_threads(v->shelf->threads) if (chunks > 1)
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
        fnr_task_add(&v->task, end - c * CHUNK);
    }
    return (totals){orbits, captures};
}

static uint32_t deepest_in(const fnr_distances *distances, uint64_t size)
{
    uint32_t deepest = 0;
    for (uint64_t i = 0; distances->bytes && i < size; i++) {
        uint32_t distance = fnr_distance_get(distances, i);
        if (distance > deepest) deepest = distance;
    }
    return deepest;
}

/* The counts in a header against the codes and what was found in verifying them. The deepest
 * distance of a slice and its sister must be known, or be the header's. */
static fnr_status verify_header(const verifier *v, const fnr_slice *slice, const fnr_table *table,
                                uint64_t captures, uint32_t deepest, fnr_error *why)
{
    fnr_header counted = table->header;
    fnr_codes_count(v->shelf->at[slice->m][slice->o].codes, &counted);
    if (counted.win == table->header.win && counted.draw == table->header.draw &&
        counted.loss == table->header.loss && counted.positions == table->header.positions &&
        captures == table->header.capture && deepest == table->header.max_dtc)
        return FNR_OK;
    return fnr_fail_file(why, FNR_ERR_WRONG, table->path,
                         "the counts in the header are not those of the values");
}

static fnr_status verify_headers(const verifier *v, const fnr_drawer *drawer, uint64_t captures,
                                 fnr_error *why)
{
    const fnr_slice *slice = &drawer->slice;
    const fnr_finished *own = &v->shelf->at[slice->m][slice->o];
    const fnr_finished *sister = &v->shelf->at[slice->o][slice->m];
    uint32_t dtc = deepest_in(&own->dtc, slice->size), dtw = deepest_in(&own->dtw, slice->size);
    uint32_t sister_dtc = deepest_in(&sister->dtc, slice->size);
    uint32_t sister_dtw = deepest_in(&sister->dtw, slice->size);
    if (sister_dtc > dtc) dtc = sister_dtc;
    if (sister_dtw > dtw) dtw = sister_dtw;
    fnr_status status = verify_header(v, slice, drawer->wdl, captures,
                                      own->dtc.bytes ? dtc : drawer->wdl->header.max_dtc, why);
    if (!status && own->dtc.bytes)
        status = verify_header(v, slice, drawer->dtc, captures, dtc, why);
    if (!status && own->dtw.bytes)
        status = verify_header(v, slice, drawer->dtw, captures, dtw, why);
    return status;
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
    return verify_headers(v, drawer, sum.captures, why);
}

/* What a slice is verified with: its values, those that its captures lead to, (x, m) with x < o,
 * and those of its sister, (o, m). DTW, if the pair has it, needs that of all of them. */
static fnr_status load_all(verifier *v, const fnr_drawer *drawer, fnr_error *why)
{
    int m = drawer->slice.m, o = drawer->slice.o;
    const fnr_drawer *sister;
    fnr_status status = fnr_db_drawer(v->db, o, m, &sister, why);
    if (!status) status = fnr_shelf_need(v->shelf, m, o, why);
    for (int x = fnr_has_captures(v->game) ? 1 : o; x <= o && !status; x++)
        status = fnr_shelf_need(v->shelf, x, m, why);
    if (!status && drawer->dtc && sister->dtc) {
        status = fnr_shelf_need_dtc(v->shelf, m, o, why);
        if (!status) status = fnr_shelf_need_dtc(v->shelf, o, m, why);
    }
    if (status || !drawer->dtw || !sister->dtw) return status;
    status = fnr_shelf_need_dtw(v->shelf, m, o, why);
    for (int x = fnr_has_captures(v->game) ? 1 : o; x <= o && !status; x++)
        status = fnr_shelf_need_dtw(v->shelf, x, m, why);
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

/* SPDX-License-Identifier: MIT
 *
 * fnr_probe: the value of a position, read from a table or, where the table leaves it out, deduced
 * from the values of its successors: captures first, which lead to fewer stones, then paikas, which
 * lead to the sister slice, where values of paikas are stored. */
#include "probe/db.h"

const char *fnr_wdl_name(fnr_wdl wdl)
{
    static const char *const NAME[] = {"loss", "blessed-loss", "draw", "cursed-win", "win"};
    return wdl >= FNR_LOSS && wdl <= FNR_WIN ? NAME[wdl - FNR_LOSS] : "draw";
}

static fnr_status value_of(fnr_db *db, uint64_t mover, uint64_t other, bool with_dtc,
                           fnr_value *value, fnr_error *why);

/* ---- Stored values --------------------------------------------------------------------------- */

/* The DTC of a win or loss. Without a table, a capture still tells. */
static fnr_status read_dtc(fnr_db *db, const fnr_drawer *drawer, uint64_t mover, uint64_t other,
                           uint64_t i, int32_t *dtc, fnr_error *why)
{
    unsigned value;
    if (!drawer->dtc) {
        *dtc = fnr_game_capturers(fnr_db_game(db), mover, other) ? 0 : FNR_DTC_UNKNOWN;
        return FNR_OK;
    }
    fnr_status status = fnr_db_entry(db, drawer->dtc, i, &value, why);
    if (!status) *dtc = (int32_t)value;
    return status;
}

static fnr_status read_value(fnr_db *db, const fnr_drawer *drawer, uint64_t mover, uint64_t other,
                             bool with_dtc, fnr_value *value, fnr_error *why)
{
    unsigned code;
    uint64_t i = fnr_slice_rank(&drawer->slice, mover, other);
    fnr_status status = fnr_db_entry(db, drawer->wdl, i, &code, why);
    if (status) return status;
    if (code == FNR_CODE_HOLE)
        return fnr_fail_file(why, FNR_ERR_CORRUPT, drawer->wdl->path,
                             "no value at entry %llu, where a position is", (unsigned long long)i);
    value->wdl = fnr_wdl_of((fnr_code)code);
    value->dtc = value->wdl == FNR_DRAW ? FNR_DTC_NONE : FNR_DTC_UNKNOWN;
    if (value->wdl == FNR_DRAW || !with_dtc) return FNR_OK;
    return read_dtc(db, drawer, mover, other, i, &value->dtc, why);
}

/* ---- Deduced values -------------------------------------------------------------------------- */

/* The best of a position's turns, as far as they have been looked at. */
typedef struct deduction {
    fnr_db *db;
    fnr_value best; /* for the side to move */
    fnr_status status;
    fnr_error *why;
} deduction;

static int consider_capture(const fnr_capture *capture, void *context)
{
    deduction *d = context;
    fnr_value after;
    d->status = value_of(d->db, capture->other, capture->mover, false, &after, d->why);
    if (d->status) return 1;
    if (-after.wdl > (int)d->best.wdl) d->best.wdl = (fnr_wdl)-after.wdl;
    return d->best.wdl == FNR_WIN;
}

static fnr_status deduce_by_captures(fnr_db *db, uint64_t mover, uint64_t other, uint64_t capturers,
                                     fnr_value *value, fnr_error *why)
{
    deduction d = {db, {.wdl = FNR_LOSS}, FNR_OK, why};
    fnr_captures_visit(&fnr_db_game(db)->board, mover, other, capturers, consider_capture, &d);
    if (d.best.wdl == FNR_DRAW) d.best.dtc = FNR_DTC_NONE;
    if (!d.status) *value = d.best;
    return d.status;
}

/* Takes a paika into account: a win is the nearer the better, a loss the farther. */
static void consider_paika(fnr_value *best, fnr_value after)
{
    fnr_value turn = {.wdl = (fnr_wdl)-after.wdl,
                      .dtc = after.dtc >= 0 ? after.dtc + 1 : after.dtc};
    bool better = turn.wdl != best->wdl ? turn.wdl > best->wdl
                  : turn.wdl == FNR_WIN ? turn.dtc < best->dtc
                                        : turn.dtc > best->dtc;
    if (better) *best = turn;
}

static fnr_status deduce_by_paikas(fnr_db *db, uint64_t mover, uint64_t other, bool with_dtc,
                                   fnr_value *value, fnr_error *why)
{
    const fnr_game *game = fnr_db_game(db);
    uint64_t empty = game->board.full & ~(mover | other);
    fnr_value best = {.wdl = FNR_LOSS, .dtc = FNR_DTC_UNKNOWN};
    for (int d = 0; d < FNR_DIRECTIONS; d++) {
        uint64_t steppers = fnr_steppers(&game->board, mover, empty, d);
        for (; steppers; steppers = fnr_without_lowest(steppers)) {
            uint64_t step = steppers & -steppers;
            uint64_t next = mover ^ step ^ fnr_move(step, game->board.shift[d]), enemy = other;
            fnr_value after;
            fnr_pass_turn(game, &next, &enemy);
            fnr_status status = value_of(db, next, enemy, with_dtc, &after, why);
            if (status) return status;
            consider_paika(&best, after);
        }
    }
    if (!with_dtc && best.wdl != FNR_DRAW) best.dtc = FNR_DTC_UNKNOWN;
    *value = best;
    return FNR_OK;
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* The encoding of the table that stores less. */
static fnr_encoding encoding_of(const fnr_drawer *drawer)
{
    fnr_encoding wdl = drawer->wdl->header.encoding;
    fnr_encoding dtc = drawer->dtc ? drawer->dtc->header.encoding : FNR_STORES_ALL;
    return wdl > dtc ? wdl : dtc;
}

/* The value of a folded position, with the counter at 0; under a limit a cursed win or a blessed
 * loss is a draw here. */
static fnr_status value_of(fnr_db *db, uint64_t mover, uint64_t other, bool with_dtc,
                           fnr_value *value, fnr_error *why)
{
    const fnr_game *game = fnr_db_game(db);
    const fnr_drawer *drawer;
    fnr_wdl wdl;
    if (fnr_has_ended(game, mover, other, &wdl)) {
        *value = (fnr_value){.wdl = wdl, .dtc = wdl == FNR_DRAW ? FNR_DTC_NONE : 0};
        return FNR_OK;
    }
    fnr_status status = fnr_db_drawer(db, fnr_count(mover), fnr_count(other), &drawer, why);
    if (status) return status;
    fnr_encoding encoding = encoding_of(drawer);
    if (encoding != FNR_STORES_ALL) {
        uint64_t capturers = fnr_game_capturers(game, mover, other);
        if (capturers) return deduce_by_captures(db, mover, other, capturers, value, why);
        if (encoding == FNR_STORES_NOTHING)
            return deduce_by_paikas(db, mover, other, with_dtc && drawer->dtc, value, why);
    }
    fnr_value read;
    status = read_value(db, drawer, mover, other, with_dtc, &read, why);
    if (!status) *value = read;
    return status;
}

fnr_status fnr_db_wdl(fnr_db *db, uint64_t mover, uint64_t other, fnr_wdl *wdl, fnr_error *why)
{
    fnr_value value;
    fnr_status status = value_of(db, mover, other, false, &value, why);
    if (!status) *wdl = value.wdl;
    return status;
}

/* Adds the DTW to a value. */
static fnr_status add_dtw(fnr_db *db, uint64_t mover, uint64_t other, fnr_value *value,
                          fnr_error *why)
{
    const fnr_drawer *drawer;
    unsigned dtw;
    fnr_wdl wdl;
    bool has_ended = fnr_has_ended(fnr_db_game(db), mover, other, &wdl);
    value->dtw = value->wdl == FNR_DRAW ? FNR_DTW_NONE : has_ended ? 0 : FNR_DTW_UNKNOWN;
    if (value->dtw != FNR_DTW_UNKNOWN) return FNR_OK;
    fnr_status status = fnr_db_drawer(db, fnr_count(mover), fnr_count(other), &drawer, why);
    if (status || !drawer->dtw) return status;
    status = fnr_db_entry(db, drawer->dtw, fnr_slice_rank(&drawer->slice, mover, other), &dtw, why);
    if (!status) value->dtw = (int32_t)dtw;
    return status;
}

/* ---- Draw limits ----------------------------------------------------------------------------- */

/* Whether the counter leaves no time for a win or loss of the value. */
static fnr_status is_too_late(const fnr_db *db, int32_t plies, fnr_value value, bool *late,
                              fnr_error *why)
{
    int limit = fnr_game_rules(fnr_db_game(db))->draw_plies;
    *late = false;
    if (value.wdl == FNR_DRAW || plies <= 0) return FNR_OK;
    if (value.dtc == FNR_DTC_UNKNOWN)
        return fnr_fail(why, FNR_ERR_NO_TABLE,
                        "no DTC table, without which %d of %d plies cannot be counted", (int)plies,
                        limit);
    *late = plies + value.dtc > limit - 1;
    return FNR_OK;
}

/* A draw under the limit may be something else without. */
static fnr_status bless_or_curse(fnr_db *db, uint64_t mover, uint64_t other, fnr_value *value,
                                 fnr_error *why)
{
    fnr_value theory;
    fnr_status status = value_of(fnr_db_theory(db), mover, other, true, &theory, why);
    if (status) return status;
    if (theory.wdl == FNR_WIN) theory.wdl = FNR_CURSED_WIN;
    if (theory.wdl == FNR_LOSS) theory.wdl = FNR_BLESSED_LOSS;
    *value = theory;
    return FNR_OK;
}

fnr_status fnr_probe(fnr_db *db, const fnr_position *position, fnr_value *value, fnr_error *why)
{
    const fnr_game *game = fnr_db_game(db);
    uint64_t mover, other;
    fnr_value found;
    bool late = false;
    fnr_status status = fnr_position_check(game, position, why);
    if (status) return status;
    fnr_fold(game, position, &mover, &other);
    fnr_outcome outcome = fnr_position_outcome(game, position);
    if (outcome == FNR_DRAWN) {
        *value = (fnr_value){FNR_DRAW, FNR_DTC_NONE, FNR_DTW_NONE};
        return FNR_OK;
    }
    status = value_of(db, mover, other, true, &found, why);
    if (!status && fnr_db_theory(db) && outcome == FNR_GOES_ON) {
        status = is_too_late(db, position->plies, found, &late, why);
        if (!status && (late || found.wdl == FNR_DRAW))
            status = bless_or_curse(db, mover, other, &found, why);
    }
    if (!status) status = add_dtw(db, mover, other, &found, why);
    if (!status) *value = found;
    return status;
}

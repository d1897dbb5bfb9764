/* SPDX-License-Identifier: MIT
 *
 * engine.h: what the parts of the engine share.
 *
 *   engine.c   begins and ends it, and decides how long and how deep to search
 *   choose.c   chooses from the tables, where they know all turns
 *   search.c   alpha-beta search of a position
 *
 * Model:   a *candidate* is a turn of the position that is thought about; turns that lead to the
 *          same position are one candidate.
 * Threads: one thread an engine. */
#ifndef FNR_ENGINE_ENGINE_H
#define FNR_ENGINE_ENGINE_H

#include "engine/evaluate.h"
#include "engine/hash.h"
#include "engine/moves.h"
#include "probe/db.h"

enum { FNR_MAX_PLY = 128, FNR_MAX_DEPTH = 100 };

/* A position on the way down. */
typedef struct fnr_stand {
    uint64_t mover, other, key;
    int ply;       /* from the root */
    int32_t plies; /* without a capture, for the draw limit */
    int32_t quiet; /* so many plies back on the path, a position may be the same */
} fnr_stand;

/* A folded position of a line of play. */
typedef struct fnr_placement {
    uint64_t mover, other;
} fnr_placement;

typedef struct fnr_candidate {
    fnr_turn turn;
    fnr_position after;
    fnr_branch move;
    int score; /* as far as it is known */
} fnr_candidate;

struct fnr_engine {
    fnr_game *game;
    fnr_db *db; /* NULL: none */
    int reach;  /* of its tables, in stones */
    fnr_hash *hash;
    fnr_moves moves;
    int32_t history[FNR_MAX_POINTS][FNR_MAX_POINTS]; /* how often a paika was good */
    uint64_t killers[FNR_MAX_PLY][2];                /* keys of moves that were good at a ply */
    /* The line of play that the search takes to be best from each ply on. */
    fnr_placement lines[FNR_MAX_PLY][FNR_MAX_PLY];
    int lengths[FNR_MAX_PLY];
    /* The call that is served. */
    const fnr_think_options *options;
    double started;
    uint64_t nodes, table_hits;
    bool stopped;
    fnr_status failed; /* FNR_ERR_MEMORY */
    fnr_error trouble; /* with the tables, which are then left alone */
    uint64_t *path;    /* keys: of the game since the last capture, then of the way down */
    size_t path_start; /* where the root stands there */
    fnr_candidate *candidates;
    size_t candidate_count;
    fnr_turn line[FNR_MAX_PLY]; /* that is reported */
};

double fnr_engine_seconds(const fnr_engine *engine);

/* What a position is known by on the path. */
uint64_t fnr_engine_key(const fnr_engine *engine, const fnr_position *position);

/* How often the game has been in a position, since the last capture and before the root, that is
 * reached again `ahead` plies after the root. Two times, and the third is a draw. */
int fnr_engine_visits(const fnr_engine *engine, uint64_t key, int ahead);

/* Whether it is time to end, as the limits say; sets `stopped`. */
bool fnr_engine_is_late(fnr_engine *engine);

/* Whether the tables may be asked about so many stones. */
static inline bool fnr_engine_knows(const fnr_engine *engine, int stones)
{
    return stones <= engine->reach && !engine->trouble.code;
}

/* Notes that the tables gave an error. */
void fnr_engine_distrust(fnr_engine *engine, const fnr_error *why);

/* ---- search.c -------------------------------------------------------------------------------- */

/* The score of candidate i when one looks `depth` plies ahead, if it lies between alpha and beta;
 * its line is then in lines[0]. Worth nothing if the search was stopped. */
int fnr_search_candidate(fnr_engine *engine, const fnr_stand *root, size_t i, int depth, int alpha,
                         int beta);

/* ---- choose.c -------------------------------------------------------------------------------- */

/* Puts the candidates into the order of their values, if the tables know all of them; what makes, or
 * lets the other side make, a position for the third time is a draw then. *sure: the first is to be
 * played, with no search; else only the first *count are to be searched. */
fnr_status fnr_choose(fnr_engine *engine, const fnr_position *position, bool *sure, size_t *count,
                      fnr_error *why);

/* How play would go on after candidate i, by the tables, in engine->line; returns its length. */
size_t fnr_choose_line(fnr_engine *engine, size_t i);

#endif

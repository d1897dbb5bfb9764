/* SPDX-License-Identifier: MIT
 *
 * orbits.h: the sets of k points of a board, folded by its symmetries.
 *
 * Model:   two sets are in one orbit if a symmetry maps one to the other. The representative of an
 *          orbit is its set of smallest rank; orbits are numbered (*rows*) by their
 *          representatives. Every set knows its row and a symmetry that maps it to the
 *          representative; every row knows the stabiliser of its representative.
 * Shapes:  one 32-bit entry for each of the C(points, k) sets, at most 2^28 of them (1 GiB).
 * Errors:  FNR_ERR_RANGE beyond that, FNR_ERR_MEMORY.
 * Threads: immutable once made.
 * Source:  papers/indexing.md */
#ifndef FNR_INDEX_ORBITS_H
#define FNR_INDEX_ORBITS_H

#include "game/game.h"
#include "index/combinadic.h"

typedef struct fnr_orbits {
    int stones; /* k */
    uint32_t rows;
    uint32_t *entry;          /* by the rank of a set: row * 8 + symmetry */
    uint64_t *representative; /* by row */
    uint8_t *stabiliser;      /* by row: bit g for symmetry g; bit 0 is always there */
} fnr_orbits;

fnr_status fnr_orbits_new(const fnr_game *game, const fnr_binomials *binomials, int stones,
                          fnr_orbits **orbits, fnr_error *why);
void fnr_orbits_free(fnr_orbits *orbits);

/* The bytes that fnr_orbits_new takes, 0 if it refuses. */
uint64_t fnr_orbits_memory(const fnr_game *game, const fnr_binomials *binomials, int stones);

/* How many orbits the placements of m and o stones have, by Burnside's formula: nothing of the
 * index is used. False if the number does not fit 64 bits. Refused placements count too. */
bool fnr_orbits_count(const fnr_game *game, int m, int o, uint64_t *orbits);

/* Where a set is: the row of its orbit, the points that the representative leaves free, and every
 * symmetry that maps the set *onto* the representative (bit g for symmetry g). */
typedef struct fnr_place {
    uint64_t row, free;
    unsigned onto;
} fnr_place;

static inline fnr_place fnr_orbits_find(const fnr_orbits *orbits, const fnr_game *game,
                                        const fnr_binomials *binomials, uint64_t set)
{
    uint32_t entry = orbits->entry[fnr_colex_rank(binomials, set)];
    uint32_t row = entry / FNR_MAX_GROUP, symmetry = entry % FNR_MAX_GROUP;
    fnr_place place = {row, game->board.full & ~orbits->representative[row], 1u << symmetry};
    for (unsigned rest = orbits->stabiliser[row] & ~1u; rest; rest &= rest - 1)
        place.onto |= 1u << game->group.product[__builtin_ctz(rest)][symmetry];
    return place;
}

#endif

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
    int points; /* k */
    uint32_t rows;
    uint32_t *entry;          /* by the rank of a set: row * 8 + symmetry */
    uint64_t *representative; /* by row */
    uint8_t *stabiliser;      /* by row: bit g for symmetry g; bit 0 is always there */
} fnr_orbits;

fnr_status fnr_orbits_new(const fnr_game *game, const fnr_binomials *binomials, int points,
                          fnr_orbits **orbits, fnr_error *why);
void fnr_orbits_free(fnr_orbits *orbits);

/* The bytes that fnr_orbits_new takes, 0 if it refuses. */
uint64_t fnr_orbits_memory(const fnr_game *game, const fnr_binomials *binomials, int points);

/* How many orbits the placements of m and o stones have, by Burnside's formula: nothing of the
 * index is used. False if the number does not fit 64 bits. Refused placements count too. */
bool fnr_count_orbits(const fnr_game *game, int m, int o, uint64_t *orbits);

/* The row of a set, and the symmetry that maps it to the representative. */
static inline uint32_t fnr_orbits_find(const fnr_orbits *orbits, const fnr_binomials *binomials,
                                       uint64_t set, int *symmetry)
{
    uint32_t entry = orbits->entry[fnr_colex_rank(binomials, set)];
    *symmetry = (int)(entry % FNR_MAX_GROUP);
    return entry / FNR_MAX_GROUP;
}

#endif

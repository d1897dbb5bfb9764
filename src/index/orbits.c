/* SPDX-License-Identifier: MIT */
#include "index/orbits.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- Counting -------------------------------------------------------------------------------- */

__extension__ typedef unsigned __int128 wide;

/* Placements of m and o stones that symmetry g keeps: each cycle of points is all mover's, all
 * other's or empty. ways[i][j] counts the fillings of the cycles so far with i and j stones. */
static wide count_fixed(const fnr_game *game, int g, int m, int o)
{
    wide ways[FNR_MAX_POINTS + 1][FNR_MAX_POINTS + 1];
    uint64_t seen = 0;
    for (int i = 0; i <= m; i++) memset(ways[i], 0, ((size_t)o + 1) * sizeof ways[i][0]);
    ways[0][0] = 1;
    for (int p = 0; p < game->board.points; p++) {
        int length = 0;
        for (int q = p; !(seen >> q & 1); q = game->group.image[g][q]) {
            seen |= fnr_point(q);
            length++;
        }
        if (length == 0) continue;
        for (int i = m; i >= 0; i--) {
            for (int j = o; j >= 0; j--) {
                if (i >= length) ways[i][j] += ways[i - length][j];
                if (j >= length) ways[i][j] += ways[i][j - length];
            }
        }
    }
    return ways[m][o];
}

bool fnr_orbits_count(const fnr_game *game, int m, int o, uint64_t *orbits)
{
    wide fixed = 0;
    for (int g = 0; g < game->group.order; g++) fixed += count_fixed(game, g, m, o);
    wide count = fixed / (unsigned)game->group.order;
    if (count > UINT64_MAX) return false;
    *orbits = (uint64_t)count;
    return true;
}

/* ---- Folding --------------------------------------------------------------------------------- */

static const uint64_t MAX_SETS = UINT64_C(1) << 28;
static const uint32_t UNSEEN = UINT32_MAX;

static bool is_served(const fnr_game *game, const fnr_binomials *binomials, int stones)
{
    return stones <= game->board.points &&
           binomials->choose[stones][game->board.points] <= MAX_SETS;
}

uint64_t fnr_orbits_memory(const fnr_game *game, const fnr_binomials *binomials, int stones)
{
    uint64_t rows;
    if (!is_served(game, binomials, stones) || !fnr_orbits_count(game, stones, 0, &rows)) return 0;
    uint64_t sets = binomials->choose[stones][game->board.points];
    return sets * sizeof(uint32_t) + rows * (sizeof(uint64_t) + sizeof(uint8_t));
}

/* Gives the orbit of `set`, the smallest of its images, the next row. */
static void add_row(fnr_orbits *orbits, const fnr_game *game, const fnr_binomials *binomials,
                    uint64_t set)
{
    uint32_t row = orbits->rows++;
    for (int g = 0; g < game->group.order; g++) {
        uint64_t image = fnr_group_apply(&game->group, g, set);
        uint32_t *entry = &orbits->entry[fnr_colex_rank(binomials, image)];
        if (*entry == UNSEEN) *entry = row * FNR_MAX_GROUP + game->group.inverse[g];
    }
}

static void fill_entries(fnr_orbits *orbits, const fnr_game *game, const fnr_binomials *binomials,
                         uint64_t sets)
{
    for (uint64_t rank = 0; rank < sets; rank++) orbits->entry[rank] = UNSEEN;
    uint64_t set = fnr_first_points(orbits->stones);
    for (uint64_t rank = 0; rank < sets; rank++) {
        if (orbits->entry[rank] == UNSEEN) add_row(orbits, game, binomials, set);
        if (rank + 1 < sets) set = fnr_next_subset(set);
    }
}

static void fill_rows(fnr_orbits *orbits, const fnr_game *game, uint64_t sets)
{
    uint64_t set = fnr_first_points(orbits->stones);
    uint32_t row = 0;
    for (uint64_t rank = 0; rank < sets; rank++) {
        if (orbits->entry[rank] == row * FNR_MAX_GROUP) {
            orbits->representative[row] = set;
            for (int g = 0; g < game->group.order; g++)
                if (fnr_group_apply(&game->group, g, set) == set)
                    orbits->stabiliser[row] |= (uint8_t)(1 << g);
            row++;
        }
        if (rank + 1 < sets) set = fnr_next_subset(set);
    }
}

fnr_status fnr_orbits_new(const fnr_game *game, const fnr_binomials *binomials, int stones,
                          fnr_orbits **orbits, fnr_error *why)
{
    if (!is_served(game, binomials, stones))
        return fnr_fail(why, FNR_ERR_RANGE,
                        "%d leaders on a board of %d points need too large an index", stones,
                        game->board.points);
    uint64_t sets = binomials->choose[stones][game->board.points];
    fnr_orbits *made = calloc(1, sizeof *made);
    if (!made) return fnr_fail_memory(why, "an index");
    made->stones = stones;
    made->entry = fnr_array_new(sets, sizeof *made->entry);
    if (!made->entry) goto no_memory;
    fill_entries(made, game, binomials, sets);
    made->representative = fnr_array_new(made->rows, sizeof *made->representative);
    made->stabiliser = fnr_array_new(made->rows, sizeof *made->stabiliser);
    if (!made->representative || !made->stabiliser) goto no_memory;
    fill_rows(made, game, sets);
    *orbits = made;
    return FNR_OK;

no_memory:
    fnr_orbits_free(made);
    return fnr_fail_memory(why, "an index");
}

void fnr_orbits_free(fnr_orbits *orbits)
{
    if (!orbits) return;
    free(orbits->entry);
    free(orbits->representative);
    free(orbits->stabiliser);
    free(orbits);
}

/* SPDX-License-Identifier: MIT */
#include "solve/batch.h"

_Static_assert(FNR_BATCH_WORDS <= 32, "a word of fnr_batch.busy has a bit for each");
_Static_assert(FNR_BATCH % FNR_LANES == 0, "packed arrays are read and written by lanes");

void fnr_batch_start(fnr_batch *batch, fnr_pair *pair)
{
    batch->pair = pair;
    batch->row_end = 0;
    batch->count = 0;
}

/* ---- Filling --------------------------------------------------------------------------------- */

static void enter_row(fnr_batch *batch, uint64_t cell)
{
    const fnr_pair *pair = batch->pair;
    uint64_t row = cell / pair->stride;
    batch->leader = pair->orbits->representative[row];
    batch->place =
        (fnr_place){row, pair->game->board.full & ~batch->leader, pair->orbits->stabiliser[row]};
    batch->base = row * pair->stride;
    batch->row_end = batch->base + pair->stride;
    batch->run = batch->next_run = UINT64_MAX;
    batch->row_is_new = true;
    int i = 0;
    for (uint64_t rest = batch->place.free; rest; rest = fnr_without_lowest(rest))
        batch->free[i++] = (uint8_t)fnr_lowest(rest);
}

/* Goes to the run of a column. */
static void find_run(fnr_batch *batch, uint64_t column)
{
    const fnr_pair *pair = batch->pair;
    int free = fnr_count(batch->place.free);
    enum { FAR = 200 }; /* columns: a new start is cheaper than walking so far */
    if (batch->run > column || column - batch->run > FAR) {
        uint64_t packed =
            fnr_colex_unrank(&pair->index->binomials, free, pair->slice[0].followers, column);
        batch->upper = fnr_without_lowest(packed);
        batch->run = batch->next_run = column - (uint64_t)fnr_lowest(packed);
    } else {
        batch->upper = fnr_next_subset(batch->upper >> 1) << 1;
        batch->run = batch->next_run;
    }
    batch->next_run += (uint64_t)(batch->upper ? fnr_lowest(batch->upper) : free);
}

/* Adds `count` cells from the one after the last on, at most 64, to the set of a point. */
static void add_stone(fnr_batch *batch, int point, int count)
{
    int word = batch->count / 64, bit = batch->count % 64;
    uint64_t *set = &batch->at[point].word[word], cells = fnr_first_points(count);
    set[0] |= cells << bit;
    if (bit + count > 64) set[1] |= cells >> (64 - bit);
}

/* Appends cells of the run that is walked: the lowest stone goes to the free points `lowest`. */
static void add_stretch(fnr_batch *batch, uint64_t lowest)
{
    uint64_t upper = fnr_spread(batch->upper, batch->place.free);
    batch->stretch[batch->stretches++] = (fnr_stretch){upper, batch->count};
    for (uint64_t rest = upper; rest; rest = fnr_without_lowest(rest))
        add_stone(batch, fnr_lowest(rest), fnr_count(lowest));
    for (; lowest; lowest = fnr_without_lowest(lowest)) {
        int i = fnr_lowest(lowest), point = batch->free[i];
        add_stone(batch, point, 1);
        batch->cell[batch->count] = batch->base + batch->run + (uint64_t)i;
        batch->lowest[batch->count] = (uint8_t)point;
        batch->image[0][batch->count++] = upper | fnr_point(point);
    }
}

/* Appends cells of a word of the row, behind those that the batch has seen. */
static void add_cells(fnr_batch *batch, uint64_t word, uint64_t cells)
{
    uint64_t column = word * 64 - batch->base, left = batch->pair->columns - column;
    cells &= fnr_first_points(left < 64 ? (int)left : 64);
    while (cells) {
        uint64_t at = column + (uint64_t)fnr_lowest(cells);
        while (at < batch->run || at >= batch->next_run) find_run(batch, at);
        uint64_t ahead = batch->next_run - column;
        uint64_t here = cells & fnr_first_points(ahead < 64 ? (int)ahead : 64);
        cells ^= here;
        add_stretch(batch, batch->run < column ? here << (column - batch->run)
                                               : here >> (batch->run - column));
    }
}

static void clear(fnr_batch *batch)
{
    batch->count = batch->stretches = 0;
    batch->images = 1;
    memset(batch->at, 0, sizeof batch->at[0] * (size_t)batch->pair->game->board.points);
}

bool fnr_batch_fill(fnr_batch *batch, const fnr_half *half, fnr_wanted_fn wanted, uint64_t *word,
                    uint64_t end)
{
    clear(batch);
    for (; *word < end; ++*word) {
        uint64_t cells = wanted(half, *word), cell = *word * 64;
        if (!cells) continue;
        bool full = cell >= batch->row_end || batch->count + fnr_count(cells) > FNR_BATCH;
        if (batch->count > 0 && full) break;
        if (cell >= batch->row_end) enter_row(batch, cell);
        add_cells(batch, *word, cells);
    }
    for (int w = 0; w < FNR_BATCH_WORDS; w++) {
        int left = batch->count - 64 * w;
        batch->all.word[w] = left > 0 ? fnr_first_points(left < 64 ? left : 64) : 0;
    }
    return batch->count > 0;
}

void fnr_batch_mark(const fnr_batch *batch, const fnr_cells *cells, uint64_t *bits)
{
    for (int w = 0; w < FNR_BATCH_WORDS; w++) {
        for (uint64_t rest = cells->word[w]; rest; rest = fnr_without_lowest(rest)) {
            uint64_t cell = batch->cell[64 * w + fnr_lowest(rest)];
            bits[cell / 64] |= fnr_point((int)(cell % 64));
        }
    }
}

/* ---- Paths ----------------------------------------------------------------------------------- */

static void find_steps(fnr_batch *batch)
{
    const fnr_pair *pair = batch->pair;
    batch->steps = 0;
    for (uint64_t rest = batch->leader; rest; rest = fnr_without_lowest(rest)) {
        uint64_t to = pair->game->board.near[fnr_lowest(rest)] & ~batch->leader;
        for (; to; to = fnr_without_lowest(to)) {
            uint64_t leader = batch->leader ^ (rest & -rest) ^ (to & -to);
            batch->step[batch->steps++] =
                (fnr_path){.blocked = to & -to,
                           .followers = pair->slice[0].followers,
                           .leader = leader,
                           .place = fnr_orbits_find(pair->orbits, pair->game,
                                                    &pair->index->binomials, leader)};
        }
    }
    batch->row_is_new = false;
}

static void visit_leader_steps(fnr_batch *batch, fnr_path_fn visit, void *context)
{
    if (batch->row_is_new) find_steps(batch);
    for (int i = 0; i < batch->steps; i++)
        if (visit(batch, &batch->step[i], context)) return;
}

static bool is_anywhere(const fnr_batch *batch, int point)
{
    uint64_t cells = 0;
    for (int w = 0; w < FNR_BATCH_WORDS; w++) cells |= batch->at[point].word[w];
    return cells != 0;
}

static void visit_follower_steps(fnr_batch *batch, fnr_path_fn visit, void *context)
{
    const fnr_board *board = &batch->pair->game->board;
    fnr_path path = {.followers = batch->pair->slice[0].followers,
                     .leader = batch->leader,
                     .place = batch->place};
    for (uint64_t rest = batch->place.free; rest; rest = fnr_without_lowest(rest)) {
        uint64_t to = board->near[fnr_lowest(rest)] & batch->place.free;
        if (!is_anywhere(batch, fnr_lowest(rest))) continue;
        path.needs = rest & -rest;
        for (; to; to = fnr_without_lowest(to)) {
            path.blocked = to & -to;
            path.moved = path.needs | path.blocked;
            if (visit(batch, &path, context)) return;
        }
    }
}

void fnr_batch_children(fnr_batch *batch, int half, fnr_path_fn visit, void *context)
{
    if (half == FNR_LEADER_MOVES)
        visit_leader_steps(batch, visit, context);
    else
        visit_follower_steps(batch, visit, context);
}

void fnr_batch_parents(fnr_batch *batch, int half, fnr_path_fn visit, void *context)
{
    fnr_batch_children(batch, !half, visit, context);
}

/* ---- Going a path ---------------------------------------------------------------------------- */

static void find_image(fnr_batch *batch, int g)
{
    const fnr_group *group = &batch->pair->game->group;
    uint64_t *image = batch->image[g];
    for (int i = 0, k = 0; i < batch->stretches; i++) {
        uint64_t upper = fnr_group_apply(group, g, batch->stretch[i].upper);
        int end = i + 1 < batch->stretches ? batch->stretch[i + 1].first : batch->count;
        for (; k < end; k++) image[k] = upper | fnr_point(group->image[g][batch->lowest[k]]);
    }
    batch->images |= 1u << g;
}

/* For packed words. */
enum { ROOM = FNR_BATCH + FNR_LANES };

/* Numbers the cells that are going, and returns how many they are. */
static int number(fnr_batch *batch)
{
    int count = 0;
    batch->busy = 0;
    for (int w = 0; w < FNR_BATCH_WORDS; w++) {
        batch->first[w] = count;
        batch->busy |= (uint32_t)(batch->going.word[w] != 0) << w;
        count += fnr_count(batch->going.word[w]);
    }
    return batch->first[FNR_BATCH_WORDS] = count;
}

/* The follower's sets at the end of a path, seen through a symmetry. */
static void find_sets(fnr_batch *batch, const fnr_path *path, int g, uint64_t *sets)
{
    uint64_t moved = fnr_group_apply(&batch->pair->game->group, g, path->moved);
    if (!(batch->images >> g & 1)) find_image(batch, g);
    for (uint32_t busy = batch->busy; busy; busy &= busy - 1) {
        int w = __builtin_ctz(busy);
        const uint64_t *image = &batch->image[g][64 * w];
        sets = fnr_lanes_pack(image, batch->going.word[w], moved, sets);
    }
}

void fnr_batch_go(fnr_batch *batch, const fnr_path *path, uint64_t stride)
{
    const fnr_binomials *binomials = &batch->pair->index->binomials;
    uint64_t base = path->place.row * stride, sets[ROOM], ranks[ROOM];
    int count = number(batch);
    for (unsigned onto = path->place.onto; onto; onto &= onto - 1) {
        bool more = onto != path->place.onto;
        find_sets(batch, path, __builtin_ctz(onto), sets);
        fnr_colex_ranks(binomials, path->place.free, path->followers, sets, count, ranks);
        for (int i = 0; i < count; i++) {
            uint64_t end = base + ranks[i];
            batch->end[i] = more && batch->end[i] < end ? batch->end[i] : end;
        }
    }
}

/* The smallest image of a follower's set beside the representative of a row, packed; `images` are
 * those of the set, and `entry` of the leader's set. The smallest set has the smallest rank. */
static uint64_t smallest_image(const fnr_batch *batch, const fnr_orbits *orbits, uint32_t entry,
                               const uint64_t images[FNR_MAX_GROUP])
{
    const fnr_game *game = batch->pair->game;
    uint32_t row = entry / FNR_MAX_GROUP, symmetry = entry % FNR_MAX_GROUP;
    uint64_t free = game->board.full & ~orbits->representative[row];
    uint64_t smallest = fnr_pack(images[symmetry], free);
    for (unsigned rest = orbits->stabiliser[row] & ~1u; rest; rest &= rest - 1) {
        uint64_t image = fnr_pack(images[game->group.product[__builtin_ctz(rest)][symmetry]], free);
        if (image < smallest) smallest = image;
    }
    return smallest;
}

void fnr_batch_go_and_exchange(fnr_batch *batch, const fnr_path *path, const fnr_orbits *orbits,
                               uint64_t stride)
{
    const fnr_binomials *binomials = &batch->pair->index->binomials;
    const fnr_game *game = batch->pair->game;
    uint64_t sets[ROOM], ranks[ROOM], images[FNR_MAX_GROUP], follower = path->leader;
    int count = number(batch);
    find_sets(batch, path, 0, sets);
    for (int i = 0; i < count; i++) {
        follower = sets[i];
        sets[i] = path->leader;
        fnr_pass_turn(game, &sets[i], &follower);
    }
    for (int g = 0; g < game->group.order; g++)
        images[g] = fnr_group_apply(&game->group, g, follower);
    fnr_colex_ranks(binomials, game->board.full, path->followers, sets, count, ranks);
    for (int i = 0; i < count; i++) {
        uint32_t entry = orbits->entry[ranks[i]];
        batch->end[i] = entry / FNR_MAX_GROUP * stride;
        sets[i] = smallest_image(batch, orbits, entry, images);
    }
    fnr_colex_ranks(binomials, ~UINT64_C(0), fnr_count(path->leader), sets, count, ranks);
    for (int i = 0; i < count; i++) batch->end[i] += ranks[i];
}

/* Bit `bit` of each of `count` bytes, packed; 7 bytes more can be read. */
static uint64_t pack_bits(const uint8_t *bytes, int count, int bit)
{
    uint64_t packed = 0;
    for (int i = 0; i < count; i += 8) {
        uint64_t bits = fnr_load_le(bytes + i, 8) >> bit & UINT64_C(0x0101010101010101);
        packed |= (bits * UINT64_C(0x0102040810204080) >> 56) << i;
    }
    return packed & fnr_first_points(count);
}

enum { VALUES = FNR_BATCH + FNR_LANES };

static fnr_cells spread_values(const fnr_batch *batch, const uint8_t *values, int bit)
{
    fnr_cells set = {{0}};
    for (uint32_t busy = batch->busy; busy; busy &= busy - 1) {
        int w = __builtin_ctz(busy), first = batch->first[w], count = batch->first[w + 1] - first;
        set.word[w] = fnr_spread(pack_bits(values + first, count, bit), batch->going.word[w]);
    }
    return set;
}

void fnr_batch_read_bits(const fnr_batch *batch, const uint64_t *bits, fnr_cells *set)
{
    uint8_t values[VALUES];
    fnr_lanes_read(bits, 1, batch->end, batch->first[FNR_BATCH_WORDS], values);
    *set = spread_values(batch, values, 0);
}

void fnr_batch_read_codes(const fnr_batch *batch, const uint64_t *codes, fnr_cells *lower,
                          fnr_cells *upper)
{
    uint8_t values[VALUES];
    fnr_lanes_read(codes, 2, batch->end, batch->first[FNR_BATCH_WORDS], values);
    *lower = spread_values(batch, values, 0);
    *upper = spread_values(batch, values, 1);
}

/* SPDX-License-Identifier: MIT */

/* rules.c: the board, the end of the game and the turns. */

#include "brute.h"

#include <stddef.h>

/* ---- the board --------------------------------------------------------------------------- */

/* Direction d and direction 7 - d are opposite. */
static const int direction_x[DIRECTIONS] = {-1, 0, 1, -1, 1, -1, 0, 1};
static const int direction_y[DIRECTIONS] = {-1, -1, -1, 0, 0, 1, 1, 1};

static void make_steps(struct game *game)
{
    for (int p = 0; p < game->points; p++) {
        for (int d = 0; d < DIRECTIONS; d++) {
            int x = p % game->width, y = p / game->width;
            bool diagonal = direction_x[d] != 0 && direction_y[d] != 0;
            bool strong = (x + y) % 2 == 0;
            int to_x = x + direction_x[d], to_y = y + direction_y[d];
            bool inside = to_x >= 0 && to_x < game->width && to_y >= 0 && to_y < game->height;
            bool joined = inside && (strong || !diagonal);
            game->step[p][d] = joined ? to_y * game->width + to_x : -1;
        }
    }
}

static bool is_joined(const struct game *game, int p, int q)
{
    for (int d = 0; d < DIRECTIONS; d++) {
        if (game->step[p][d] == q) return true;
    }
    return false;
}

static bool keeps_lines(const struct game *game, const int image[])
{
    for (int p = 0; p < game->points; p++) {
        for (int q = 0; q < game->points; q++) {
            if (is_joined(game, p, q) != is_joined(game, image[p], image[q])) return false;
        }
    }
    return true;
}

/* Try the eight reflections and rotations of a square, those of a rectangle among them; the
 * first one tried is the identity, the second the left-right mirror. */
static void make_symmetries(struct game *game)
{
    int tried = game->telo_line ? 2 : game->width == game->height ? 8 : 4;
    game->symmetries = 0;
    for (int t = 0; t < tried; t++) {
        int *image = game->image[game->symmetries];
        for (int p = 0; p < game->points; p++) {
            int x = p % game->width, y = p / game->width;
            int to_x = t & 1 ? game->width - 1 - x : x;
            int to_y = t & 2 ? game->height - 1 - y : y;
            image[p] = t & 4 ? to_x * game->width + to_y : to_y * game->width + to_x;
        }
        if (keeps_lines(game, image)) game->symmetries++;
    }
}

void make_board(struct game *game, int width, int height)
{
    if (width < 1 || width > MAX_WIDTH || height < 1 || width * height > MAX_POINTS) {
        die("a board has at most 26 columns and 64 points", "");
    }
    if (game->telo_line && (width != 3 || height != 3)) die("telo-line is played on 3x3", "");
    if (game->width == width && game->height == height) return;
    game->width = width;
    game->height = height;
    game->points = width * height;
    make_steps(game);
    make_symmetries(game);
}

static uint64_t image_of(const struct game *game, int symmetry, uint64_t set)
{
    uint64_t image = 0;
    for (; set; set &= set - 1) image |= bit(game->image[symmetry][lowest(set)]);
    return image;
}

bool is_smallest_image(const struct game *game, const struct position *pos)
{
    for (int s = 0; s < game->symmetries; s++) {
        uint64_t mover = image_of(game, s, pos->mover);
        if (mover < pos->mover) return false;
        if (mover == pos->mover && image_of(game, s, pos->other) < pos->other) return false;
    }
    return true;
}

/* ---- the end of the game ----------------------------------------------------------------- */

/* Telo-line: an octal digit is a row, row 3 first. */
static bool has_line(uint64_t set, int side)
{
    static const uint64_t line[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    uint64_t home = side == WHITE ? 0007 : 0700;
    for (size_t i = 0; i < sizeof line / sizeof line[0]; i++) {
        if (set == line[i] && set != home) return true;
    }
    return false;
}

enum value value_if_over(const struct game *game, const struct position *pos)
{
    if (pos->mover == 0) return LOSS;
    if (pos->other == 0) return WIN;
    if (!game->telo_line) return UNDECIDED;
    bool mine = has_line(pos->mover, pos->side);
    bool theirs = has_line(pos->other, 1 - pos->side);
    if (mine && theirs) return REFUSED;
    return mine ? WIN : theirs ? LOSS : UNDECIDED;
}

/* ---- turns ------------------------------------------------------------------------------- */

/* The unbroken run of stones of `set` that begins at the point after p in direction d. */
static uint64_t run_from(const struct game *game, int p, int d, uint64_t set)
{
    uint64_t run = 0;
    for (int q = game->step[p][d]; q >= 0 && (set & bit(q)); q = game->step[q][d]) run |= bit(q);
    return run;
}

static bool is_free(const struct position *pos, int p)
{
    return p >= 0 && !((pos->mover | pos->other) & bit(p));
}

/* What the step from p in direction d captures; kind is 'A' or 'W'. */
static uint64_t captured_by(const struct game *game, const struct position *pos, int p, int d,
                            char kind)
{
    if (kind == 'A') return run_from(game, game->step[p][d], d, pos->other);
    return run_from(game, p, DIRECTIONS - 1 - d, pos->other);
}

bool can_capture(const struct game *game, const struct position *pos)
{
    if (game->telo_line) return false;
    for (uint64_t stones = pos->mover; stones; stones &= stones - 1) {
        int p = lowest(stones);
        for (int d = 0; d < DIRECTIONS; d++) {
            if (!is_free(pos, game->step[p][d])) continue;
            if (captured_by(game, pos, p, d, 'A') || captured_by(game, pos, p, d, 'W')) return true;
        }
    }
    return false;
}

/* The board after one step, the mover still to move. */
static struct position make_step(const struct position *now, int p, int q, uint64_t captured)
{
    struct position next = *now;
    next.mover = (now->mover & ~bit(p)) | bit(q);
    next.other = now->other & ~captured;
    return next;
}

static struct position pass_turn(const struct position *pos)
{
    struct position next = {.mover = pos->other, .other = pos->mover, .side = 1 - pos->side};
    return next;
}

/* Every way to go on capturing with the stone on the turn's last point. The visitor sees the turn
 * after each step, as the mover may stop there, and then with what can follow. `last` is the
 * direction of the step just before (-1: none), `visited` every point the stone has stood on. */
static void each_capture(const struct game *game, const struct position *now, struct turn *turn,
                         int last, uint64_t visited, turn_visitor *visit, void *context)
{
    int p = turn->point[turn->steps];
    for (int d = 0; d < DIRECTIONS; d++) {
        int q = game->step[p][d];
        if (!is_free(now, q) || (visited & bit(q)) || d == last) continue;
        for (int k = 0; k < 2; k++) {
            uint64_t captured = captured_by(game, now, p, d, "AW"[k]);
            if (!captured) continue;
            struct position next = make_step(now, p, q, captured);
            turn->kind[turn->steps++] = "AW"[k];
            turn->point[turn->steps] = q;
            turn->captured += count(captured);
            turn->after = pass_turn(&next);
            visit(context, turn);
            each_capture(game, &next, turn, d, visited | bit(q), visit, context);
            turn->captured -= count(captured);
            turn->steps--;
        }
    }
}

static void each_paika(const struct game *game, const struct position *pos, struct turn *turn,
                       turn_visitor *visit, void *context)
{
    int p = turn->point[0];
    for (int d = 0; d < DIRECTIONS; d++) {
        int q = game->step[p][d];
        if (!is_free(pos, q)) continue;
        struct position next = make_step(pos, p, q, 0);
        turn->steps = 1;
        turn->kind[0] = 0;
        turn->point[1] = q;
        turn->after = pass_turn(&next);
        visit(context, turn);
    }
}

void each_turn(const struct game *game, const struct position *pos, turn_visitor *visit,
               void *context)
{
    if (value_if_over(game, pos) != UNDECIDED) return;
    bool capture = can_capture(game, pos);
    for (uint64_t stones = pos->mover; stones; stones &= stones - 1) {
        int p = lowest(stones);
        struct turn turn;
        turn.captured = 0;
        turn.steps = 0;
        turn.point[0] = p;
        if (capture) {
            each_capture(game, pos, &turn, -1, bit(p), visit, context);
        } else {
            each_paika(game, pos, &turn, visit, context);
        }
    }
}

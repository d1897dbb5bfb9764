/* SPDX-License-Identifier: MIT */

/* brute.c: a Fanorona solver so plain that it is obviously right.
 *
 * It exists to check the project and therefore shares nothing with it: no index, no move
 * generator, no table, no probe. The rules are those of papers/rules.md and are written down here
 * again.
 *
 * Model:   a slice (m,o) holds every placement of m stones of the side to move and o stones of
 *          the other side, without folding symmetries: the placement's number is the colex rank
 *          of the mover's set, then that of the other's set among the points that remain. One
 *          value and one DTC a placement. Colours are folded: the solver has White to move;
 *          where Black is to move the colours are swapped (telo-line: and the board is turned
 *          upside down, because a side's own home row does not count as a line).
 * Method:  slices with fewer stones first, (m,o) together with (o,m). Level L = 0, 1, 2 ... is
 *          one pass over all undecided placements of both slices. A placement is decided at level
 *          L from what its turns lead to: a position with fewer stones, which is known, or a
 *          paika's position of DTC below L. What is never decided is a draw.
 * Size:    three bytes a placement, at most 2^31 placements.
 * Counts:  `slices` counts orbits: a placement counts if none of its images is smaller.
 * Errors:  bad usage exits 2, anything else that goes wrong exits 1, with a message on stderr.
 */

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_POINTS = 64, MAX_WIDTH = 26, DIRECTIONS = 8, TEXT_SIZE = 512 };
enum { WHITE = 0, BLACK = 1 };

#define MOST_PLACEMENTS ((uint64_t)1 << 31)

/* For the side to move. REFUSED: a placement that is no position (telo-line, both have a line). */
enum value { UNDECIDED, LOSS, DRAW, WIN, REFUSED, VALUES };

/* A board and the rules it is played by. Point (x, y) is y * width + x. */
struct game {
    int width, height, points;
    bool telo_line;
    bool stalemate_draws;
    int step[MAX_POINTS][DIRECTIONS]; /* the neighbour in a direction, or -1 */
    int symmetries;
    int image[8][MAX_POINTS]; /* where each symmetry takes a point */
};

/* Bit p of a set is point p. */
struct position {
    uint64_t mover, other;
    int side; /* the colour of the mover */
};

/* The stone goes point[0], point[1] ... point[steps]; kind[i] is 'A', 'W', or 0 for a paika. */
struct turn {
    struct position after;
    int captured;
    int steps;
    int point[MAX_POINTS + 1];
    char kind[MAX_POINTS];
};

typedef void turn_visitor(void *context, const struct turn *turn);

static _Noreturn void die(const char *message, const char *detail)
{
    fprintf(stderr, "brute: %s%s%s\n", message, *detail ? ": " : "", detail);
    exit(1);
}

static uint64_t bit(int point)
{
    return (uint64_t)1 << point;
}

static int count(uint64_t set)
{
    return __builtin_popcountll(set);
}

static int lowest(uint64_t set)
{
    return __builtin_ctzll(set);
}

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

static void make_board(struct game *game, int width, int height)
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

static bool is_smallest_image(const struct game *game, const struct position *pos)
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

/* The value if the game is over before anyone moves, UNDECIDED if it goes on. */
static enum value value_if_over(const struct game *game, const struct position *pos)
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

static bool can_capture(const struct game *game, const struct position *pos)
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

/* Show every legal turn to the visitor; none where the game is over. */
static void each_turn(const struct game *game, const struct position *pos, turn_visitor *visit,
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

/* ---- slices ------------------------------------------------------------------------------ */

struct slice {
    uint64_t size;
    uint8_t *value; /* enum value */
    uint16_t *dtc;  /* 0 and without meaning for draws */
};

struct solver {
    const struct game *game;
    uint64_t choose[MAX_POINTS + 1][MAX_POINTS + 1];
    struct slice slice[MAX_POINTS + 1][MAX_POINTS + 1]; /* [m][o] */
};

static void make_choose(struct solver *solver)
{
    for (int n = 0; n <= MAX_POINTS; n++) {
        solver->choose[n][0] = 1;
        for (int k = 1; k <= n; k++) {
            solver->choose[n][k] = solver->choose[n - 1][k - 1] + solver->choose[n - 1][k];
        }
    }
}

/* The sets of k points, in order of their largest point, then the next: 0, 1, 2 ... */
static uint64_t colex_rank(const struct solver *solver, uint64_t set)
{
    uint64_t rank = 0;
    for (int k = 1; set; k++, set &= set - 1) rank += solver->choose[lowest(set)][k];
    return rank;
}

static uint64_t colex_set(const struct solver *solver, int stones, uint64_t rank)
{
    uint64_t set = 0;
    for (int k = stones; k > 0; k--) {
        int p = k - 1;
        while (solver->choose[p + 1][k] <= rank) p++;
        set |= bit(p);
        rank -= solver->choose[p][k];
    }
    return set;
}

static uint64_t turned_over(uint64_t set)
{
    return (set & 0007) << 6 | (set & 0070) | set >> 6;
}

/* The number of a placement in its slice. */
static uint64_t index_of(const struct solver *solver, const struct position *pos)
{
    uint64_t mover = pos->mover, other = pos->other, among_free = 0;
    if (solver->game->telo_line && pos->side == BLACK) {
        mover = turned_over(mover);
        other = turned_over(other);
    }
    uint64_t ways = solver->choose[solver->game->points - count(mover)][count(other)];
    for (; other; other &= other - 1) {
        int p = lowest(other);
        among_free |= bit(p - count(mover & (bit(p) - 1)));
    }
    return colex_rank(solver, mover) * ways + colex_rank(solver, among_free);
}

/* The placement with a number, White to move. */
static struct position position_of(const struct solver *solver, int m, int o, uint64_t index)
{
    uint64_t ways = solver->choose[solver->game->points - m][o];
    uint64_t among_free = colex_set(solver, o, index % ways);
    struct position pos = {.mover = colex_set(solver, m, index / ways), .side = WHITE};
    for (int p = 0, free_point = 0; p < solver->game->points; p++) {
        if (pos.mover & bit(p)) continue;
        if (among_free & bit(free_point)) pos.other |= bit(p);
        free_point++;
    }
    return pos;
}

/* MOST_PLACEMENTS + 1 if there are more than can be held. */
static uint64_t slice_size(const struct solver *solver, int m, int o)
{
    uint64_t movers = solver->choose[solver->game->points][m];
    uint64_t others = solver->choose[solver->game->points - m][o];
    return movers > MOST_PLACEMENTS / others ? MOST_PLACEMENTS + 1 : movers * others;
}

/* Refuse before hours are spent on what cannot be finished. */
static void check_size(const struct solver *solver, int most)
{
    uint64_t size = 0;
    for (int m = 1; m < most; m++) {
        for (int o = 1; m + o <= most; o++) {
            size += slice_size(solver, m, o);
            if (size > MOST_PLACEMENTS) die("more than 2^31 placements", "");
        }
    }
}

static void make_slice(struct solver *solver, int m, int o)
{
    struct slice *slice = &solver->slice[m][o];
    slice->size = slice_size(solver, m, o);
    slice->value = calloc(slice->size, sizeof slice->value[0]);
    slice->dtc = calloc(slice->size, sizeof slice->dtc[0]);
    if (!slice->value || !slice->dtc) die("out of memory", "");
}

/* ---- solving ----------------------------------------------------------------------------- */

/* How many turns lead to each value (the opponent's), as far as known below a level. */
struct outlook {
    const struct solver *solver;
    int level;
    int turns[VALUES];
};

static void note_turn(void *context, const struct turn *turn)
{
    struct outlook *outlook = context;
    const struct position *after = &turn->after;
    enum value value = value_if_over(outlook->solver->game, after);
    if (after->mover != 0) {
        const struct slice *slice =
            &outlook->solver->slice[count(after->mover)][count(after->other)];
        uint64_t index = index_of(outlook->solver, after);
        bool known = turn->captured > 0 || slice->dtc[index] < outlook->level;
        value = known ? (enum value)slice->value[index] : UNDECIDED;
    }
    outlook->turns[value]++;
}

/* The value if the position's DTC is `level` (or if it is a draw by a capture or by having no
 * move), given that it was not decided at any level before. */
static enum value value_at(const struct solver *solver, const struct position *pos, int level)
{
    enum value over = value_if_over(solver->game, pos);
    if (over != UNDECIDED) return over;
    struct outlook outlook = {.solver = solver, .level = level, .turns = {0}};
    each_turn(solver->game, pos, note_turn, &outlook);
    const int *turns = outlook.turns;
    int all = turns[UNDECIDED] + turns[LOSS] + turns[DRAW] + turns[WIN];
    if (all == 0) return solver->game->stalemate_draws ? DRAW : LOSS;
    if (turns[LOSS] > 0) return WIN;
    if (turns[WIN] == all) return LOSS;
    return can_capture(solver->game, pos) ? DRAW : UNDECIDED;
}

/* One pass over the undecided placements of a slice; how many it decided. */
static uint64_t sweep(struct solver *solver, int m, int o, int level)
{
    struct slice *slice = &solver->slice[m][o];
    uint64_t decided = 0;
    for (uint64_t i = 0; i < slice->size; i++) {
        if (slice->value[i] != UNDECIDED) continue;
        struct position pos = position_of(solver, m, o, i);
        if (level == 0 && index_of(solver, &pos) != i) die("the index is wrong", "");
        enum value value = value_at(solver, &pos, level);
        if (value == UNDECIDED) continue;
        slice->value[i] = (uint8_t)value;
        slice->dtc[i] = (uint16_t)level;
        decided++;
    }
    return decided;
}

static void call_rest_drawn(struct slice *slice)
{
    for (uint64_t i = 0; i < slice->size; i++) {
        if (slice->value[i] == UNDECIDED) slice->value[i] = DRAW;
    }
}

/* A level at which nothing is decided leaves nothing for the next to build on. */
static void solve_pair(struct solver *solver, int m, int o)
{
    make_slice(solver, m, o);
    if (m != o) make_slice(solver, o, m);
    for (int level = 0;; level++) {
        if (level == UINT16_MAX) die("too many levels", "");
        uint64_t decided = sweep(solver, m, o, level);
        if (m != o) decided += sweep(solver, o, m, level);
        if (decided == 0) break;
    }
    call_rest_drawn(&solver->slice[m][o]);
    if (m != o) call_rest_drawn(&solver->slice[o][m]);
}

static struct solver *solve(const struct game *game, int most)
{
    struct solver *solver = calloc(1, sizeof *solver);
    if (!solver) die("out of memory", "");
    solver->game = game;
    make_choose(solver);
    if (game->telo_line) {
        solve_pair(solver, 3, 3);
        return solver;
    }
    check_size(solver, most);
    for (int stones = 2; stones <= most; stones++) {
        for (int fewer = 1; fewer <= stones / 2; fewer++) {
            solve_pair(solver, fewer, stones - fewer);
        }
    }
    return solver;
}

static void free_solver(struct solver *solver)
{
    for (int m = 0; m <= MAX_POINTS; m++) {
        for (int o = 0; o <= MAX_POINTS; o++) {
            free(solver->slice[m][o].value);
            free(solver->slice[m][o].dtc);
        }
    }
    free(solver);
}

/* ---- text -------------------------------------------------------------------------------- */

static void write_position(const struct game *game, const struct position *pos, char text[])
{
    uint64_t white = pos->side == WHITE ? pos->mover : pos->other;
    uint64_t black = pos->side == WHITE ? pos->other : pos->mover;
    for (int y = game->height - 1; y >= 0; y--) {
        int empty = 0;
        for (int x = 0; x < game->width; x++) {
            int p = y * game->width + x;
            bool stone = (white | black) & bit(p);
            if (!stone) empty++;
            if (empty > 0 && (stone || x == game->width - 1)) text += sprintf(text, "%d", empty);
            if (stone) {
                *text++ = white & bit(p) ? 'W' : 'B';
                empty = 0;
            }
        }
        *text++ = y > 0 ? '/' : ' ';
    }
    *text++ = pos->side == WHITE ? 'w' : 'b';
    *text = '\0';
}

/* How many points the text's next item stands for, -1 if it is none; *text moves behind it. */
static int read_item(const char **text, char *stone)
{
    *stone = **text;
    if (isdigit((unsigned char)**text)) {
        char *end;
        long empty = strtol(*text, &end, 10);
        *text = end;
        *stone = '.';
        return empty < 1 || empty > MAX_WIDTH ? -1 : (int)empty;
    }
    ++*text;
    return *stone == 'W' || *stone == 'B' || *stone == '.' ? 1 : -1;
}

/* Read one row, up to a slash or a space, and append it to `cell`. Its width, -1 if it is bad. */
static int read_row(const char **text, char cell[], int *cells)
{
    int width = 0;
    while (**text != '/' && **text != ' ') {
        char stone;
        int item = read_item(text, &stone);
        if (item < 0 || *cells + item > MAX_POINTS) return -1;
        for (int i = 0; i < item; i++) cell[(*cells)++] = stone;
        width += item;
    }
    return width;
}

/* Read `rows side`; what follows is ignored. False if the text is bad. */
static bool read_position(const char *text, struct position *pos, int *width, int *height)
{
    char cell[MAX_POINTS];
    int cells = 0;
    *height = 0;
    do {
        if (*height > 0) text++;
        int in_row = read_row(&text, cell, &cells);
        if (in_row < 1 || (*height > 0 && in_row != *width)) return false;
        *width = in_row;
        ++*height;
    } while (*text == '/');
    while (*text == ' ') text++;
    if (*text != 'w' && *text != 'b') return false;
    uint64_t white = 0, black = 0;
    for (int i = 0; i < cells; i++) {
        int p = (*height - 1 - i / *width) * *width + i % *width;
        if (cell[i] == 'W') white |= bit(p);
        if (cell[i] == 'B') black |= bit(p);
    }
    pos->side = *text == 'w' ? WHITE : BLACK;
    pos->mover = pos->side == WHITE ? white : black;
    pos->other = pos->side == WHITE ? black : white;
    return true;
}

static char *write_point(const struct game *game, int point, char text[])
{
    return text + sprintf(text, "%c%d", 'a' + point % game->width, point / game->width + 1);
}

static void write_turn(const struct game *game, const struct turn *turn, char text[])
{
    text = write_point(game, turn->point[0], text);
    for (int i = 0; i < turn->steps; i++) {
        *text++ = '-';
        text = write_point(game, turn->point[i + 1], text);
        if (turn->kind[i]) *text++ = turn->kind[i];
    }
    *text = '\0';
}

/* ---- commands ---------------------------------------------------------------------------- */

struct tally {
    uint64_t positions, values[VALUES], capture;
    int max_dtc;
};

static struct tally tally_slice(const struct solver *solver, int m, int o)
{
    const struct slice *slice = &solver->slice[m][o];
    struct tally tally = {.positions = 0};
    for (uint64_t i = 0; i < slice->size; i++) {
        struct position pos = position_of(solver, m, o, i);
        if (slice->value[i] == REFUSED || !is_smallest_image(solver->game, &pos)) continue;
        tally.positions++;
        tally.values[slice->value[i]]++;
        if (can_capture(solver->game, &pos)) tally.capture++;
        if (slice->dtc[i] > tally.max_dtc) tally.max_dtc = slice->dtc[i];
    }
    return tally;
}

static void print_tally(const struct game *game, int m, int o, const struct tally *tally,
                        int max_dtc)
{
    if (game->telo_line) {
        printf("telo-line");
    } else {
        printf("%dx%d", game->width, game->height);
    }
    printf(",%d,%d,%llu,%llu,%llu,%llu,%llu,%d\n", m, o, (unsigned long long)tally->positions,
           (unsigned long long)tally->values[WIN], (unsigned long long)tally->values[DRAW],
           (unsigned long long)tally->values[LOSS], (unsigned long long)tally->capture, max_dtc);
}

static void print_pair(const struct solver *solver, int m, int o)
{
    struct tally one = tally_slice(solver, m, o);
    struct tally two = m == o ? one : tally_slice(solver, o, m);
    int max_dtc = one.max_dtc > two.max_dtc ? one.max_dtc : two.max_dtc;
    print_tally(solver->game, m, o, &one, max_dtc);
    if (m != o) print_tally(solver->game, o, m, &two, max_dtc);
}

static void run_slices(const struct game *game, int most)
{
    struct solver *solver = solve(game, most);
    printf("board,m,o,positions,win,draw,loss,capture,max_dtc\n");
    if (game->telo_line) print_pair(solver, 3, 3);
    for (int stones = 2; stones <= most && !game->telo_line; stones++) {
        for (int fewer = 1; fewer <= stones / 2; fewer++) {
            print_pair(solver, fewer, stones - fewer);
        }
    }
    free_solver(solver);
}

/* The next line of stdin without its line end; false at the end. */
static bool read_line(char line[TEXT_SIZE])
{
    if (!fgets(line, TEXT_SIZE, stdin)) {
        if (ferror(stdin)) die("cannot read", strerror(errno));
        return false;
    }
    line[strcspn(line, "\r\n")] = '\0';
    return true;
}

/* The value and DTC of a position of the solved board. */
static enum value look_up(const struct solver *solver, const struct position *pos, int *dtc)
{
    int m = count(pos->mover), o = count(pos->other);
    const struct slice *slice = &solver->slice[m][o];
    if (!slice->value) return REFUSED;
    uint64_t index = index_of(solver, pos);
    *dtc = slice->dtc[index];
    return slice->value[index];
}

static void run_probe(const struct game *game, int most)
{
    static const char *const word[VALUES] = {"", "loss", "draw", "win", ""};
    struct solver *solver = solve(game, most);
    char line[TEXT_SIZE], text[TEXT_SIZE];
    while (read_line(line)) {
        struct position pos;
        int width, height, dtc = 0;
        if (!read_position(line, &pos, &width, &height)) die("bad position", line);
        if (width != game->width || height != game->height) die("another board", line);
        enum value value = look_up(solver, &pos, &dtc);
        if (value == REFUSED) die("not among the solved positions", line);
        write_position(game, &pos, text);
        printf("%s\t%s\t", text, word[value]);
        if (value == DRAW) {
            printf("-\n");
        } else {
            printf("%d\n", dtc);
        }
    }
    free_solver(solver);
}

/* splitmix64 */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static uint64_t random_free_points(const struct game *game, uint64_t taken, int stones,
                                   uint64_t *state)
{
    uint64_t set = 0;
    while (count(set) < stones) {
        set |= bit((int)(next_random(state) % (uint64_t)game->points)) & ~taken;
    }
    return set;
}

static struct position random_position(const struct game *game, int m, int o, uint64_t *state)
{
    struct position pos;
    do {
        pos.side = next_random(state) & 1 ? BLACK : WHITE;
        pos.mover = random_free_points(game, 0, m, state);
        pos.other = random_free_points(game, pos.mover, o, state);
    } while (value_if_over(game, &pos) == REFUSED);
    return pos;
}

/* Slices in turn: (1,1), (1,2), (2,1), (1,3) ... and again from the first. */
static void next_slice(const struct game *game, int most, int *m, int *o)
{
    if (game->telo_line) return;
    int stones = *m + *o;
    if (*o > 1) {
        ++*m;
        --*o;
        return;
    }
    stones = stones < most ? stones + 1 : 2;
    *m = 1;
    *o = stones - 1;
}

static void run_random(const struct game *game, int most, uint64_t how_many, uint64_t seed)
{
    int m = game->telo_line ? 3 : 1, o = m;
    for (uint64_t i = 0; i < how_many; i++) {
        char text[TEXT_SIZE];
        struct position pos = random_position(game, m, o, &seed);
        write_position(game, &pos, text);
        printf("%s\n", text);
        next_slice(game, most, &m, &o);
    }
}

struct turn_list {
    const struct game *game;
    size_t length, room;
    char **text;
};

static void list_turn(void *context, const struct turn *turn)
{
    struct turn_list *list = context;
    char notation[TEXT_SIZE], after[TEXT_SIZE], text[2 * TEXT_SIZE + 16];
    write_turn(list->game, turn, notation);
    write_position(list->game, &turn->after, after);
    int length = sprintf(text, "%s\t%d\t%s", notation, turn->captured, after);
    if (list->length == list->room) {
        list->room = 2 * list->room + 16;
        list->text = realloc(list->text, list->room * sizeof list->text[0]);
        if (!list->text) die("out of memory", "");
    }
    char *copy = malloc((size_t)length + 1);
    if (!copy) die("out of memory", "");
    list->text[list->length++] = memcpy(copy, text, (size_t)length + 1);
}

/* Whole lines compare as their turns do: a tab is below every character of a turn. */
static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void print_turns(const struct game *game, const struct position *pos)
{
    struct turn_list list = {.game = game};
    char text[TEXT_SIZE];
    write_position(game, pos, text);
    printf("%s\n", text);
    each_turn(game, pos, list_turn, &list);
    if (list.length > 0) qsort(list.text, list.length, sizeof list.text[0], compare_texts);
    for (size_t i = 0; i < list.length; i++) {
        printf(" %s\n", list.text[i]);
        free(list.text[i]);
    }
    free(list.text);
}

static void run_turns(struct game *game)
{
    char line[TEXT_SIZE];
    while (read_line(line)) {
        struct position pos;
        int width, height;
        if (!read_position(line, &pos, &width, &height)) die("bad position", line);
        make_board(game, width, height);
        print_turns(game, &pos);
    }
}

struct perft {
    const struct game *game;
    int depth;
    uint64_t turns;
};

static void count_turn(void *context, const struct turn *turn)
{
    struct perft *perft = context;
    if (perft->depth == 1) {
        perft->turns++;
        return;
    }
    struct perft deeper = {.game = perft->game, .depth = perft->depth - 1};
    each_turn(perft->game, &turn->after, count_turn, &deeper);
    perft->turns += deeper.turns;
}

static void run_perft(struct game *game, const char *position, int depth)
{
    struct position pos;
    int width, height;
    if (!read_position(position, &pos, &width, &height)) die("bad position", position);
    make_board(game, width, height);
    struct perft perft = {.game = game, .depth = depth, .turns = depth == 0 ? 1 : 0};
    if (depth > 0) each_turn(game, &pos, count_turn, &perft);
    printf("%llu\n", (unsigned long long)perft.turns);
}

/* ---- the command line -------------------------------------------------------------------- */

static _Noreturn void usage(void)
{
    fputs("usage: brute slices WxH K [OPTIONS]\n"
          "       brute probe WxH K [OPTIONS] < positions\n"
          "       brute random WxH K COUNT SEED [OPTIONS]\n"
          "       brute turns [OPTIONS] < positions\n"
          "       brute perft POSITION DEPTH [OPTIONS]\n"
          "options: --stalemate loss|draw, --variant capture|telo-line (defaults first)\n",
          stderr);
    exit(2);
}

static uint64_t read_number(const char *text, uint64_t largest)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end || errno || number > largest) usage();
    return number;
}

static void read_board(struct game *game, const char *text)
{
    int width, height, end = 0;
    if (sscanf(text, "%2dx%2d%n", &width, &height, &end) != 2 || text[end]) usage();
    make_board(game, width, height);
}

/* K, at most the number of points; telo-line has six stones. */
static int read_most(const struct game *game, const char *text)
{
    int most = (int)read_number(text, MAX_POINTS);
    if (game->telo_line && most < 6) die("telo-line has six stones", "");
    return most < game->points ? most : game->points;
}

static void read_option(struct game *game, const char *name, const char *setting)
{
    bool stalemate = strcmp(name, "--stalemate") == 0;
    if (!setting || (!stalemate && strcmp(name, "--variant") != 0)) usage();
    bool second = strcmp(setting, stalemate ? "draw" : "telo-line") == 0;
    if (!second && strcmp(setting, stalemate ? "loss" : "capture") != 0) usage();
    if (stalemate) {
        game->stalemate_draws = second;
    } else {
        game->telo_line = second;
    }
}

static void run(struct game *game, int words, char *word[])
{
    const char *command = words > 0 ? word[0] : "";
    if (strcmp(command, "slices") == 0 && words == 3) {
        read_board(game, word[1]);
        run_slices(game, read_most(game, word[2]));
    } else if (strcmp(command, "probe") == 0 && words == 3) {
        read_board(game, word[1]);
        run_probe(game, read_most(game, word[2]));
    } else if (strcmp(command, "random") == 0 && words == 5) {
        read_board(game, word[1]);
        int most = read_most(game, word[2]);
        if (most < 2) die("a position has at least two stones", "");
        run_random(game, most, read_number(word[3], UINT64_MAX), read_number(word[4], UINT64_MAX));
    } else if (strcmp(command, "turns") == 0 && words == 1) {
        run_turns(game);
    } else if (strcmp(command, "perft") == 0 && words == 3) {
        run_perft(game, word[1], (int)read_number(word[2], 1000));
    } else {
        usage();
    }
}

int main(int argc, char *argv[])
{
    struct game game = {.width = 0};
    int words = 0;
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--", 2) == 0) {
            read_option(&game, argv[i], argv[i + 1]);
            i++;
        } else {
            argv[words++] = argv[i];
        }
    }
    run(&game, words, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) die("cannot write", strerror(errno));
    return 0;
}

/* SPDX-License-Identifier: MIT */

/* brute.c: the program: positions as text, the commands, the command line. */

#include "brute.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_SIZE = 512, MOST_COUNTER = 999999999 };

_Noreturn void die(const char *message, const char *detail)
{
    fprintf(stderr, "brute: %s%s%s\n", message, *detail ? ": " : "", detail);
    exit(1);
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

/* Read `rows side`. What follows, NULL if the text is bad. */
static const char *read_position(const char *text, struct position *pos, int *width, int *height)
{
    char cell[MAX_POINTS];
    int cells = 0;
    *height = 0;
    do {
        if (*height > 0) text++;
        int in_row = read_row(&text, cell, &cells);
        if (in_row < 1 || (*height > 0 && in_row != *width)) return NULL;
        *width = in_row;
        ++*height;
    } while (*text == '/');
    while (*text == ' ') text++;
    if (*text != 'w' && *text != 'b') return NULL;
    uint64_t white = 0, black = 0;
    for (int i = 0; i < cells; i++) {
        int p = (*height - 1 - i / *width) * *width + i % *width;
        if (cell[i] == 'W') white |= bit(p);
        if (cell[i] == 'B') black |= bit(p);
    }
    pos->side = *text == 'w' ? WHITE : BLACK;
    pos->mover = pos->side == WHITE ? white : black;
    pos->other = pos->side == WHITE ? black : white;
    return text + 1;
}

/* The counter in what follows the side, -1 if there is none; what follows it is ignored. False if
 * the text is bad. */
static bool read_counter(const char *text, int *counter)
{
    char *end;
    *counter = -1;
    if (!text[strspn(text, " ")]) return true;
    long number = strtol(text, &end, 10);
    if (*text != ' ' || end == text || (*end && *end != ' ')) return false;
    *counter = (int)number;
    return number >= 0 && number <= MOST_COUNTER;
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
    struct solver *solver =
        game->draw_plies > 0 ? solve_under_limit(game, most) : solve(game, most);
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

/* What `probe` prints. */
struct answer {
    const char *word; /* NULL: not among the solved positions */
    int dtc;          /* -1: none */
};

static struct answer make_answer(enum value value, int dtc)
{
    static const char *const word[VALUES] = {NULL, "loss", "draw", "win", NULL};
    struct answer answer = {.word = word[value], .dtc = value == DRAW ? -1 : dtc};
    return answer;
}

static struct answer answer_without_limit(const struct solver *theory, const struct position *pos)
{
    int dtc = 0;
    enum value value = look_up(theory, pos, 0, &dtc);
    return make_answer(value, dtc);
}

static struct answer answer_under_limit(const struct solver *theory, const struct solver *limited,
                                        const struct position *pos, int counter)
{
    enum value over = value_if_over(limited->game, pos);
    if (counter < 0) counter = 0;
    if (over == UNDECIDED && counter >= limited->counters) over = DRAW;
    if (over != UNDECIDED) return make_answer(over, 0);
    int dtc = 0, dtc_in_theory = 0;
    enum value value = look_up(limited, pos, counter, &dtc);
    enum value in_theory = look_up(theory, pos, 0, &dtc_in_theory);
    if (value != DRAW && value != in_theory) die("decided by the limit", "");
    struct answer answer = make_answer(value, dtc);
    if (value != DRAW || in_theory == DRAW) return answer;
    answer.word = in_theory == WIN ? "cursed-win" : "blessed-loss";
    answer.dtc = dtc_in_theory;
    return answer;
}

/* The position, under a limit with its counter if it has one, its value and its DTC. */
static void print_answer(const struct game *game, const struct position *pos, int counter,
                         const struct answer *answer)
{
    char text[TEXT_SIZE];
    write_position(game, pos, text);
    printf("%s", text);
    if (counter >= 0) printf(" %d", counter);
    printf("\t%s\t", answer->word);
    if (answer->dtc < 0) {
        printf("-\n");
    } else {
        printf("%d\n", answer->dtc);
    }
}

/* `limited` is NULL without a limit, and the counter ignored. */
static void probe_line(const struct solver *theory, const struct solver *limited, const char *line)
{
    const struct game *game = theory->game;
    struct position pos;
    int width, height, counter = -1;
    const char *rest = read_position(line, &pos, &width, &height);
    if (!rest || (limited && !read_counter(rest, &counter))) die("bad position", line);
    if (width != game->width || height != game->height) die("another board", line);
    struct answer answer = limited ? answer_under_limit(theory, limited, &pos, counter)
                                   : answer_without_limit(theory, &pos);
    if (!answer.word) die("not among the solved positions", line);
    print_answer(game, &pos, counter, &answer);
}

static void run_probe(const struct game *game, int most)
{
    struct solver *limited = game->draw_plies > 0 ? solve_under_limit(game, most) : NULL;
    struct solver *theory = solve(game, most);
    char line[TEXT_SIZE];
    while (read_line(line)) probe_line(theory, limited, line);
    free_solver(theory);
    if (limited) free_solver(limited);
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

/* From 0 to the limit, where the game is over; that is rare. */
static int random_counter(int draw_plies, uint64_t *state)
{
    if (next_random(state) % 32 == 0) return draw_plies;
    return (int)(next_random(state) % (uint64_t)draw_plies);
}

static void run_random(const struct game *game, int most, uint64_t how_many, uint64_t seed)
{
    int m = game->telo_line ? 3 : 1, o = m;
    for (uint64_t i = 0; i < how_many; i++) {
        char text[TEXT_SIZE];
        struct position pos = random_position(game, m, o, &seed);
        write_position(game, &pos, text);
        printf("%s", text);
        if (game->draw_plies > 0) printf(" %d", random_counter(game->draw_plies, &seed));
        printf("\n");
        next_slice(game, most, &m, &o);
    }
}

struct placing {
    const struct game *game;
    uint64_t seed;
    bool black; /* to move */
};

static void show_placement(struct placing *placing, uint64_t mover, uint64_t other)
{
    const struct game *game = placing->game;
    char text[TEXT_SIZE];
    struct position pos = {mover, other, placing->black ? BLACK : WHITE};
    if (!mover || !other || (game->telo_line && (count(mover) != 3 || count(other) != 3))) return;
    if (value_if_over(game, &pos) == REFUSED) return;
    write_position(game, &pos, text);
    printf("%s", text);
    if (game->draw_plies > 0) printf(" %d", random_counter(game->draw_plies, &placing->seed));
    printf("\n");
}

/* Points below `point` are settled; at most `left` stones follow. */
static void place(struct placing *placing, int point, int left, uint64_t mover, uint64_t other)
{
    if (point == placing->game->points) {
        show_placement(placing, mover, other);
        return;
    }
    place(placing, point + 1, left, mover, other);
    if (left == 0) return;
    place(placing, point + 1, left - 1, mover | bit(point), other);
    place(placing, point + 1, left - 1, mover, other | bit(point));
}

/* Every position of at most so many stones, at one counter if there is a limit. */
static void run_all(const struct game *game, int most)
{
    for (int black = 0; black < 2; black++) {
        struct placing placing = {.game = game, .seed = 1 + (uint64_t)black, .black = black};
        place(&placing, 0, most, 0, 0);
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
          "       brute all WxH K [OPTIONS]\n"
          "       brute turns [OPTIONS] < positions\n"
          "       brute perft POSITION DEPTH [OPTIONS]\n"
          "options: --stalemate loss|draw, --variant capture|telo-line (defaults first)\n"
          "         --draw-plies N, from 1 to 1000: drawn after N plies without a capture; for\n"
          "         slices (counter 0), probe, random and all, not in telo-line\n",
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
    if (setting && strcmp(name, "--draw-plies") == 0) {
        game->draw_plies = (int)read_number(setting, MAX_DRAW_PLIES);
        if (game->draw_plies == 0) usage();
        return;
    }
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
    bool limited = game->draw_plies > 0;
    if (limited && game->telo_line) usage();
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
    } else if (strcmp(command, "all") == 0 && words == 3) {
        read_board(game, word[1]);
        run_all(game, read_most(game, word[2]));
    } else if (strcmp(command, "turns") == 0 && words == 1 && !limited) {
        run_turns(game);
    } else if (strcmp(command, "perft") == 0 && words == 3 && !limited) {
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

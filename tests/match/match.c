/* SPDX-License-Identifier: MIT
 *
 * match.c: plays games between two players from many openings, and says how they end, with error
 *          bars.
 *
 *     match [--board B] [--games N] [--seed S] [--draw-plies N] [--db ROOT] [--threads T]
 *           [--csv] PLAYER PLAYER
 *
 * A player is depth:N, nodes:N or seconds:X, the engine with that limit a turn, with +tables behind
 * it if it may use the tables of ROOT; or plain:N (plain.h). Openings are random turns; each is
 * played twice, with colours exchanged, and the two games count as one observation for the error
 * bars. Without seconds, nothing depends on the machine or on the number of threads.
 */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "plain.h"

enum { LONGEST = 400 /* plies; what goes on then is a draw */, OPENING = 8 /* plies */ };

typedef struct player {
    const char *name;
    bool is_plain, tables;
    int depth;
    uint64_t nodes;
    double seconds;
} player;

typedef struct match {
    fnr_rules rules;
    int pairs, threads;
    uint64_t seed;
    const char *root;
    bool csv;
    player players[2];
    fnr_db *db; /* NULL: nobody uses tables */
} match;

/* What a player did. */
typedef struct record {
    uint64_t turns, nodes;
    double seconds;
    uint64_t known, thrown; /* turns of a player with tables in their range, and how many of them
                               let a win or a draw go */
} record;

/* ---- One game -------------------------------------------------------------------------------- */

/* The players of a thread. */
typedef struct seat {
    fnr_engine *engine; /* NULL: plain */
    uint64_t chance;
    record record;
} seat;

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void give_up(const char *text)
{
    fprintf(stderr, "match: %s\n", text);
    exit(1);
}

typedef struct game {
    const fnr_game *rules;
    fnr_position positions[LONGEST + OPENING + 1];
    size_t count; /* of positions */
} game;

static fnr_turn choose(const player *p, seat *s, const game *g)
{
    const fnr_position *now = &g->positions[g->count - 1];
    const fnr_think_options options = {.depth = p->depth,
                                       .nodes = p->nodes,
                                       .seconds = p->seconds,
                                       .history = g->positions,
                                       .history_count = g->count - 1};
    fnr_choice choice;
    fnr_error why;
    double start = seconds_now();
    if (p->is_plain)
        choice.turn = plain_choose(g->rules, now, p->depth, &s->chance, &s->record.nodes);
    else if (fnr_engine_think(s->engine, now, &options, &choice, &why))
        give_up(why.text);
    else
        s->record.nodes += choice.thought.nodes;
    s->record.seconds += seconds_now() - start;
    s->record.turns++;
    return choice.turn;
}

static int worth(fnr_wdl wdl)
{
    return (wdl == FNR_WIN) - (wdl == FNR_LOSS);
}

/* Looks whether a turn has kept what the tables say. */
static void judge(const match *m, seat *s, const fnr_position *before, const fnr_position *after)
{
    fnr_value had, has;
    if (fnr_probe(m->db, before, &had, NULL) || fnr_probe(m->db, after, &has, NULL)) return;
    s->record.known++;
    s->record.thrown += -worth(has.wdl) < worth(had.wdl);
}

static int count_turn(const fnr_turn *turn, void *context)
{
    (void)turn;
    ++*(uint64_t *)context;
    return 0;
}

typedef struct drawing {
    uint64_t left;
    fnr_turn turn;
} drawing;

static int draw_turn(const fnr_turn *turn, void *context)
{
    drawing *d = context;
    d->turn = *turn;
    return d->left-- == 0;
}

/* An opening in which nobody is far ahead. */
static void open_game(const match *m, game *g, uint64_t chance)
{
    enum { MOST_AHEAD = 3, TRIES = 10000 };
    for (int i = 0; i < TRIES; i++) {
        fnr_error why;
        fnr_position *now = &g->positions[0];
        if (fnr_position_start(g->rules, FNR_SETUP_STANDARD, now, &why)) give_up(why.text);
        now->plies = 0;
        for (g->count = 1; g->count <= OPENING; g->count++, now++) {
            uint64_t turns = 0;
            drawing d;
            fnr_turns_visit(g->rules, now, count_turn, &turns);
            if (!turns) break;
            d.left = chance_next(&chance) % turns;
            fnr_turns_visit(g->rules, now, draw_turn, &d);
            fnr_position_play(now, &d.turn, now + 1);
        }
        int ahead = __builtin_popcountll(now->stones[0]) - __builtin_popcountll(now->stones[1]);
        bool even = abs(ahead) <= MOST_AHEAD || m->rules.width * m->rules.height < 15;
        if (even && fnr_position_outcome(g->rules, now) == FNR_GOES_ON) return;
    }
    give_up("no openings: on this board, play at random does not last");
}

static bool is_third(const game *g)
{
    const fnr_position *now = &g->positions[g->count - 1];
    int times = 0;
    for (size_t i = 0; i < g->count; i++)
        times += !memcmp(g->positions[i].stones, now->stones, sizeof now->stones) &&
                 g->positions[i].side == now->side;
    return times >= 3;
}

/* Plays a game from an opening; 2, 1 or 0 half points for player 0, who has `side`. */
static int play(const match *m, game *g, seat seats[2], fnr_side side)
{
    fnr_outcome outcome;
    for (int i = 0; i < 2; i++)
        if (seats[i].engine) fnr_engine_forget(seats[i].engine);
    for (;;) {
        fnr_position *now = &g->positions[g->count - 1];
        outcome = fnr_position_outcome(g->rules, now);
        if (outcome != FNR_GOES_ON) break;
        if (is_third(g) || g->count > LONGEST) return 1;
        int i = now->side != side;
        fnr_turn turn = choose(&m->players[i], &seats[i], g);
        fnr_position_play(now, &turn, now + 1);
        if (m->players[i].tables) judge(m, &seats[i], now, now + 1);
        g->count++;
    }
    if (outcome == FNR_DRAWN) return 1;
    return (outcome == FNR_WHITE_WINS) == (side == FNR_WHITE) ? 2 : 0;
}

/* ---- All games ------------------------------------------------------------------------------- */

typedef struct result {
    int wins, draws, losses;
    double mean, error; /* of the score of player 0, 0 to 1: 95 % lie within */
    double plies;       /* of a game */
    record records[2];
} result;

static void make_seats(const match *m, seat seats[2])
{
    fnr_error why;
    for (int i = 0; i < 2; i++) {
        const player *p = &m->players[i];
        seats[i] = (seat){.engine = NULL};
        if (p->is_plain) continue;
        if (fnr_engine_new(&m->rules, p->tables ? m->db : NULL, 0, &seats[i].engine, &why))
            give_up(why.text);
    }
}

static void add_record(record *to, const record *from)
{
    to->turns += from->turns;
    to->nodes += from->nodes;
    to->seconds += from->seconds;
    to->known += from->known;
    to->thrown += from->thrown;
}

static void show_progress(int done, int pairs, double start)
{
    if (!isatty(STDERR_FILENO)) return;
    double left = (seconds_now() - start) / done * (pairs - done);
    fprintf(stderr, "\r%d of %d games, %.0f s left\033[K%s", 2 * done, 2 * pairs, left,
            done == pairs ? "\r\033[K" : "");
}

/* Plays pair k; the sum of both games for player 0, in half points. */
static int play_pair(const match *m, const fnr_game *rules, seat seats[2], int k, result *r)
{
    static const fnr_side SIDES[] = {FNR_WHITE, FNR_BLACK};
    uint64_t chance = m->seed * 1000003 + (uint64_t)k;
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        game g = {.rules = rules};
        open_game(m, &g, chance);
        for (int p = 0; p < 2; p++) seats[p].chance = chance + (uint64_t)p;
        int points = play(m, &g, seats, SIDES[i]);
        sum += points;
#pragma omp critical
        {
            r->wins += points == 2;
            r->draws += points == 1;
            r->losses += points == 0;
            r->plies += (double)g.count;
        }
    }
    return sum;
}

static result play_all(const match *m, const fnr_game *rules)
{
    result r = {.wins = 0};
    double sum = 0, squares = 0, start = seconds_now();
    int done = 0;
#pragma omp parallel num_threads(m->threads)
    {
        seat seats[2];
        make_seats(m, seats);
#pragma omp for schedule(dynamic)
        for (int k = 0; k < m->pairs; k++) {
            double points = play_pair(m, rules, seats, k, &r) / 4.0;
#pragma omp critical
            {
                sum += points;
                squares += points * points;
                show_progress(++done, m->pairs, start);
            }
        }
#pragma omp critical
        for (int i = 0; i < 2; i++) {
            add_record(&r.records[i], &seats[i].record);
            fnr_engine_free(seats[i].engine);
        }
    }
    double n = m->pairs;
    r.mean = sum / n;
    r.error = n > 1 ? 1.96 * sqrt((squares / n - r.mean * r.mean) / (n - 1)) : 0.5;
    r.plies /= 2 * n;
    return r;
}

/* ---- What comes out -------------------------------------------------------------------------- */

static double elo(double score)
{
    const double LEAST = 1e-3; /* beyond, a number would say too much */
    if (score < LEAST) score = LEAST;
    if (score > 1 - LEAST) score = 1 - LEAST;
    return 400 * log10(score / (1 - score));
}

static void print_csv(const match *m, const result *r)
{
    char board[FNR_RULES_NAME_SIZE];
    fnr_board_name(&m->rules, board);
    printf("%s,%d,%s,%s,%d,%d,%d,%.1f,%.1f,%.0f,%.0f,%.0f,%llu,%llu\n", board, m->rules.draw_plies,
           m->players[0].name, m->players[1].name, r->wins, r->draws, r->losses, 100 * r->mean,
           100 * r->error, elo(r->mean), elo(r->mean - r->error), elo(r->mean + r->error),
           (unsigned long long)(r->records[0].known + r->records[1].known),
           (unsigned long long)(r->records[0].thrown + r->records[1].thrown));
}

static void print_text(const match *m, const result *r)
{
    printf("%s against %s, %d games: %d won, %d drawn, %d lost\n", m->players[0].name,
           m->players[1].name, 2 * m->pairs, r->wins, r->draws, r->losses);
    printf("score %.1f %% +- %.1f (95 %%), Elo %+.0f (%+.0f to %+.0f), %.0f plies a game\n",
           100 * r->mean, 100 * r->error, elo(r->mean), elo(r->mean - r->error),
           elo(r->mean + r->error), r->plies);
    for (int i = 0; i < 2; i++) {
        const record *done = &r->records[i];
        double turns = done->turns ? (double)done->turns : 1;
        printf("%-24s %8.0f positions and %7.1f ms a turn", m->players[i].name,
               (double)done->nodes / turns, 1e3 * done->seconds / turns);
        if (m->players[i].tables)
            printf("; of %llu turns in the range of the tables, %llu let a win or a draw go",
                   (unsigned long long)done->known, (unsigned long long)done->thrown);
        printf("\n");
    }
}

/* ---- The command line ------------------------------------------------------------------------ */

static void refuse(const char *what, const char *text)
{
    fprintf(stderr, "match: %s '%.60s'\n", what, text);
    exit(2);
}

static long read_number(const char *text, long least, long most, const char *what)
{
    char *end;
    long number = strtol(text, &end, 10);
    if (end == text || *end || number < least || number > most) refuse(what, text);
    return number;
}

static player read_player(const char *text)
{
    enum { MOST = 1000000000 };
    static const char TABLES[] = "+tables", BAD[] = "no player";
    player p = {.name = text};
    char word[64];
    size_t length = strlen(text), tail = sizeof TABLES - 1;
    if (length >= sizeof word) refuse(BAD, text);
    strcpy(word, text);
    if (length > tail && !strcmp(word + length - tail, TABLES)) {
        p.tables = true;
        word[length - tail] = '\0';
    }
    char *limit = strchr(word, ':');
    if (!limit) refuse(BAD, text);
    *limit++ = '\0';
    p.is_plain = !strcmp(word, "plain");
    if (p.is_plain && p.tables) refuse(BAD, text);
    if (p.is_plain || !strcmp(word, "depth"))
        p.depth = (int)read_number(limit, 1, 100, BAD);
    else if (!strcmp(word, "nodes"))
        p.nodes = (uint64_t)read_number(limit, 1, MOST, BAD);
    else if (!strcmp(word, "seconds") && atof(limit) > 0)
        p.seconds = atof(limit);
    else
        refuse(BAD, text);
    return p;
}

int main(int argc, char **argv)
{
    static const struct option OPTIONS[] = {{"board", required_argument, NULL, 'b'},
                                            {"games", required_argument, NULL, 'g'},
                                            {"seed", required_argument, NULL, 's'},
                                            {"db", required_argument, NULL, 'd'},
                                            {"draw-plies", required_argument, NULL, 'n'},
                                            {"threads", required_argument, NULL, 't'},
                                            {"csv", no_argument, NULL, 'c'},
                                            {NULL, 0, NULL, 0}};
    match m = {.rules = {.width = 9, .height = 5, .draw_plies = 50},
               .pairs = 50,
               .threads = 1,
               .seed = 1,
               .root = "tables"};
    fnr_error why;
    fnr_game *rules = NULL;
    for (int c; (c = getopt_long(argc, argv, "", OPTIONS, NULL)) != -1;) {
        if (c == 'b' && fnr_rules_parse_board(optarg, &m.rules, &why)) refuse("no board", optarg);
        if (c == 'g') m.pairs = (int)read_number(optarg, 2, 1000000, "--games") / 2;
        if (c == 's') m.seed = (uint64_t)read_number(optarg, 0, 1000000000, "--seed");
        if (c == 'n') m.rules.draw_plies = (int)read_number(optarg, 0, 10000, "--draw-plies");
        if (c == 't') m.threads = (int)read_number(optarg, 1, 256, "--threads");
        if (c == 'd') m.root = optarg;
        if (c == 'c') m.csv = true;
        if (c == '?') exit(2);
    }
    if (argc - optind != 2) {
        fprintf(stderr,
                "usage: match [--board B] [--games N] [--seed S] [--draw-plies N] [--db ROOT]\n"
                "             [--threads T] [--csv] PLAYER PLAYER\n"
                "PLAYER: depth:N, nodes:N or seconds:X, and +tables; or plain:N\n");
        return 2;
    }
    if (m.rules.variant == FNR_TELO_LINE) m.rules.draw_plies = 0;
    for (int i = 0; i < 2; i++) m.players[i] = read_player(argv[optind + i]);
    if (fnr_game_new(&m.rules, &rules, &why)) give_up(why.text);
    if ((m.players[0].tables || m.players[1].tables) && fnr_db_open(m.root, &m.rules, &m.db, &why))
        give_up(why.text);
    result r = play_all(&m, rules);
    if (m.csv)
        print_csv(&m, &r);
    else
        print_text(&m, &r);
    fnr_db_close(m.db);
    fnr_game_free(rules);
    return 0;
}

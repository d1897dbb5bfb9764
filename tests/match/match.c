/* SPDX-License-Identifier: MIT
 *
 * match [OPTIONS] PLAYER PLAYER: how strong is one player against another? Plays games from random
 * openings, each twice with colours exchanged, and prints the result for the first player: wins,
 * draws, losses, score and Elo with error bars (score.h), what a turn took, and how often a player
 * let a win or a draw go that the tables knew. Where that happened to one that has the tables, the
 * exit code is 1.
 * What is played depends on the seed alone, not on the threads, unless a player is limited by
 * time. */
#define _POSIX_C_SOURCE 199309L
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "chance.h"
#include "score.h"

enum { MAX_GAMES = 1000000, MAX_THREADS = 64, MAX_LENGTH = 100000 };

typedef struct settings {
    fnr_rules rules;
    const char *root; /* NULL: no tables */
    int games, threads, longest;
    bool limit_given, csv;
    uint64_t seed;
    recipe players[2];
} settings;

/* ---- The command line ------------------------------------------------------------------------ */

static const char USAGE[] =
    "usage: match [OPTIONS] PLAYER PLAYER\n"
    "A player is " RECIPE_FORMS ".\n"
    "  --board BOARD      9x5 (the default), 5x5, ...\n"
    "  --games N          an even number (100)\n"
    "  --seed N           of the openings, and of players that leave a choice to chance (1)\n"
    "  --draw-plies N     drawn after so many plies without a capture; 0: never (50)\n"
    "  --longest N        drawn after so many plies in all (500)\n"
    "  --db ROOT          the tables, for players that have them, and to judge turns by\n"
    "  --threads N        games at a time (1)\n"
    "  --csv              the result as one line of comma-separated values\n"
    "  --help             this\n";

static _Noreturn void misuse(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("match: ", stderr);
    vfprintf(stderr, format, arguments);
    fputs("\n", stderr);
    va_end(arguments);
    exit(2);
}

static uint64_t read_number(const char *name, const char *text, uint64_t least, uint64_t most)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || number < least || number > most)
        misuse("%s '%s': not a whole number from %llu to %llu", name, text,
               (unsigned long long)least, (unsigned long long)most);
    return number;
}

static void read_board(const char *text, fnr_rules *rules)
{
    fnr_error why;
    if (fnr_rules_parse_board(text, rules, &why)) misuse("%s", why.text);
}

/* An option with a value. */
static void read_option(settings *s, const char *name, const char *text)
{
    if (strcmp(name, "--board") == 0)
        read_board(text, &s->rules);
    else if (strcmp(name, "--games") == 0)
        s->games = (int)read_number(name, text, 2, MAX_GAMES);
    else if (strcmp(name, "--seed") == 0)
        s->seed = read_number(name, text, 0, UINT64_MAX);
    else if (strcmp(name, "--draw-plies") == 0)
        s->rules.draw_plies = (int)read_number(name, text, 0, FNR_MAX_DRAW_PLIES);
    else if (strcmp(name, "--longest") == 0)
        s->longest = (int)read_number(name, text, 1, MAX_LENGTH);
    else if (strcmp(name, "--db") == 0)
        s->root = text;
    else if (strcmp(name, "--threads") == 0)
        s->threads = (int)read_number(name, text, 1, MAX_THREADS);
    else
        misuse("unknown option '%s'; --help lists them", name);
    s->limit_given |= strcmp(name, "--draw-plies") == 0;
}

static void check_settings(settings *s, int players)
{
    if (players != 2) misuse("two players are needed, not %d; --help tells more", players);
    if (s->games % 2) misuse("--games %d: an even number, each opening is played twice", s->games);
    bool tables = s->players[0].tables || s->players[1].tables;
    if (tables && !s->root) misuse("+tables needs --db ROOT");
    if (s->rules.variant != FNR_TELO_LINE) return;
    if (s->limit_given && s->rules.draw_plies) misuse("telo-line has no --draw-plies");
    s->rules.draw_plies = 0;
}

static settings read_arguments(int argc, char **argv)
{
    settings s = {.rules = {9, 5, FNR_CAPTURE, FNR_STALEMATE_LOSS, 50},
                  .games = 100,
                  .threads = 1,
                  .longest = 500,
                  .seed = 1};
    int players = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            fputs(USAGE, stdout);
            exit(0);
        } else if (strcmp(argv[i], "--csv") == 0) {
            s.csv = true;
        } else if (argv[i][0] == '-') {
            if (i + 1 == argc) misuse("option '%s' needs a value, or is none", argv[i]);
            read_option(&s, argv[i], argv[i + 1]);
            i++;
        } else if (players++ < 2 && !recipe_parse(argv[i], &s.players[players - 1])) {
            misuse("no player '%s': " RECIPE_FORMS, argv[i]);
        }
    }
    check_settings(&s, players);
    return s;
}

/* ---- Playing --------------------------------------------------------------------------------- */

/* What the threads share; guarded by the lock: next, done, why, shown. */
typedef struct match {
    const settings *settings;
    arena arena;
    fnr_position *openings;
    record *records;
    pthread_mutex_t lock;
    int next, done;
    fnr_error why; /* the first error */
    double begun, shown;
    bool visible; /* stderr is a terminal */
} match;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* How many games are played, and when the rest will be if they take as long. */
static void show_progress(match *m)
{
    double time = now();
    int all = m->settings->games;
    if (!m->visible || (time - m->shown < 0.1 && m->done < all)) return;
    int left = (int)((time - m->begun) * (all - m->done) / m->done + 0.5);
    m->shown = time;
    fprintf(stderr, "\r%d of %d games, %d:%02d left\033[K", m->done, all, left / 60, left % 60);
    if (m->done == all) fputs("\r\033[K", stderr);
    fflush(stderr);
}

/* Takes the next game, -1 if there is none. */
static int take_game(match *m)
{
    pthread_mutex_lock(&m->lock);
    int game = m->why.code || m->next == m->settings->games ? -1 : m->next++;
    pthread_mutex_unlock(&m->lock);
    return game;
}

static void end_game(match *m, fnr_status status, const fnr_error *why)
{
    pthread_mutex_lock(&m->lock);
    m->done++;
    if (status && !m->why.code) m->why = *why;
    if (!status) show_progress(m);
    pthread_mutex_unlock(&m->lock);
}

/* Of a player in a game, whichever thread it is in. */
static uint64_t seed_of(const match *m, int game, int which)
{
    uint64_t state = m->settings->seed ^ (uint64_t)(2 * game + which + 1) << 32;
    return chance(&state);
}

static fnr_status play_one(match *m, player *players, fnr_position *moves, int game, fnr_error *why)
{
    for (int i = 0; i < 2; i++) player_begin(&players[i], seed_of(m, game, i));
    return game_play(&m->arena, players, game % 2, &m->openings[game / 2], moves, &m->records[game],
                     why);
}

static void *play_games(void *context)
{
    match *m = context;
    player players[2] = {0};
    fnr_error why = {.code = FNR_ERR_MEMORY, .text = "not enough memory for a game"};
    fnr_position *moves = calloc((size_t)m->settings->longest + 1, sizeof *moves);
    fnr_status status = moves ? FNR_OK : FNR_ERR_MEMORY;
    for (int i = 0; i < 2 && !status; i++)
        status =
            player_open(&m->settings->players[i], m->arena.game, m->arena.db, &players[i], &why);
    if (status) end_game(m, status, &why);
    for (int game; !status && (game = take_game(m)) >= 0;) {
        status = play_one(m, players, moves, game, &why);
        end_game(m, status, &why);
    }
    for (int i = 0; i < 2; i++) player_close(&players[i]);
    free(moves);
    return NULL;
}

static void play_all(match *m)
{
    pthread_t thread[MAX_THREADS];
    int started = 0;
    m->begun = now();
    while (started < m->settings->threads &&
           pthread_create(&thread[started], NULL, play_games, m) == 0)
        started++;
    if (!started) play_games(m);
    for (int i = 0; i < started; i++) pthread_join(thread[i], NULL);
}

/* ---- The result ------------------------------------------------------------------------------ */

static double per_turn(double amount, const deeds *d)
{
    return d->turns ? amount / (double)d->turns : 0;
}

static void print_rules(const match *m)
{
    const settings *s = m->settings;
    char board[FNR_RULES_NAME_SIZE];
    fnr_board_name(&s->rules, board);
    printf("%s against %s\n%s, ", s->players[0].word, s->players[1].word, board);
    if (s->rules.draw_plies)
        printf("drawn after %d plies without a capture, ", s->rules.draw_plies);
    if (m->arena.db) printf("tables to %d stones, ", m->arena.reach);
    printf("seed %llu\n\n", (unsigned long long)s->seed);
}

static void print_players(const settings *s, const score *result)
{
    printf("\n%-20s %8s %12s %10s %10s %8s\n", "player", "turns", "nodes/turn", "ms/turn",
           "in tables", "let go");
    for (int i = 0; i < 2; i++) {
        const deeds *d = &result->deeds[i];
        printf("%-20s %8llu %12.0f %10.3f %10llu %8llu\n", s->players[i].word,
               (unsigned long long)d->turns, per_turn((double)d->nodes, d),
               per_turn(1000 * d->seconds, d), (unsigned long long)d->known,
               (unsigned long long)d->missed);
    }
}

static void print_result(const match *m, const score *r)
{
    print_rules(m);
    printf("+%d =%d -%d in %d games\n", r->wins, r->draws, r->losses, r->games);
    printf("score   %.1f %% +- %.1f (95 %%, over pairs)\n", 100 * r->share, 100 * r->error);
    printf("Elo     %+.0f, from %+.0f to %+.0f\n", elo_of(r->share), elo_low(r), elo_high(r));
    printf("length  %.1f plies\n", r->plies);
    printf("drawn   %d by the rules, %d by repetition, %d by length\n", r->limited,
           r->endings[BY_REPETITION], r->endings[BY_LENGTH]);
    print_players(m->settings, r);
}

/* Nothing here depends on the machine, unless a player is limited by time. The columns are named in
 * standard.sh. */
static void print_csv(const match *m, const score *r)
{
    const settings *s = m->settings;
    char board[FNR_RULES_NAME_SIZE];
    fnr_board_name(&s->rules, board);
    printf("%s,%d,%d,%s,%s,%d,%d,%d,", board, s->rules.draw_plies, m->arena.reach,
           s->players[0].word, s->players[1].word, r->wins, r->draws, r->losses);
    printf("%.1f,%.1f,%.0f,%.0f,%.0f,%.1f", 100 * r->share, 100 * r->error, elo_of(r->share),
           elo_low(r), elo_high(r), r->plies);
    for (int i = 0; i < 2; i++) {
        const deeds *d = &r->deeds[i];
        printf(",%.0f,%llu,%llu", per_turn((double)d->nodes, d), (unsigned long long)d->known,
               (unsigned long long)d->missed);
    }
    printf("\n");
}

/* ---- The match ------------------------------------------------------------------------------- */

/* An engine knows how far the tables go. */
static fnr_status measure_reach(match *m, fnr_error *why)
{
    fnr_engine *engine = NULL;
    fnr_status status = fnr_engine_new(&m->settings->rules, m->arena.db, 1 << 20, &engine, why);
    if (!status) m->arena.reach = fnr_engine_reach(engine);
    fnr_engine_free(engine);
    if (status || m->arena.reach > 0) return status;
    char name[FNR_RULES_NAME_SIZE];
    fnr_rules_name(&m->settings->rules, name);
    why->code = FNR_ERR_NO_TABLE;
    snprintf(why->text, sizeof why->text, "no tables of %s in %.200s; 'fanoron build' makes them",
             name, m->settings->root);
    return why->code;
}

static fnr_status prepare(match *m, fnr_game **game, fnr_error *why)
{
    const settings *s = m->settings;
    fnr_status status = fnr_game_new(&s->rules, game, why);
    if (!status && s->root) status = fnr_db_open(s->root, &s->rules, &m->arena.db, why);
    if (!status && s->root) status = measure_reach(m, why);
    m->arena.game = *game;
    m->arena.longest = s->longest;
    m->openings = calloc((size_t)s->games / 2, sizeof *m->openings);
    m->records = calloc((size_t)s->games, sizeof *m->records);
    if (!status && (!m->openings || !m->records)) {
        *why = (fnr_error){FNR_ERR_MEMORY, "not enough memory for the games"};
        status = why->code;
    }
    return status ? status : openings_make(*game, s->seed, m->openings, s->games / 2, why);
}

/* Whether one that has the tables let a win or a draw go. */
static bool has_failed(const settings *s, const score *result)
{
    bool failed = false;
    for (int i = 0; i < 2; i++) failed |= s->players[i].tables && result->deeds[i].missed;
    return failed;
}

int main(int argc, char **argv)
{
    settings s = read_arguments(argc, argv);
    match m = {.settings = &s, .lock = PTHREAD_MUTEX_INITIALIZER, .visible = isatty(STDERR_FILENO)};
    fnr_game *game = NULL;
    fnr_error why;
    int code = 1;
    if (prepare(&m, &game, &why))
        m.why = why;
    else
        play_all(&m);
    if (m.why.code) {
        fprintf(stderr, "%smatch: %s\n", m.visible ? "\r\033[K" : "", m.why.text);
    } else {
        score result = score_of(m.records, s.games);
        if (s.csv)
            print_csv(&m, &result);
        else
            print_result(&m, &result);
        code = has_failed(&s, &result) || fflush(stdout) != 0;
    }
    fnr_db_close(m.arena.db);
    fnr_game_free(game);
    free(m.openings);
    free(m.records);
    return code;
}

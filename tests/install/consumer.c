/* SPDX-License-Identifier: MIT
 *
 * consumer.c ROOT: what a program outside this tree does with the library. It includes only the
 * installed header and is linked with what pkg-config says; run.sh compares what it prints.
 */
#include <fanoron.h>

#include <pthread.h>
#include <stdio.h>

#define THREADS 4
#define WALK_DEPTH 5

/* What a walk over the positions below the start has seen. */
struct walk {
    fnr_db *db;
    fnr_position start;
    unsigned long positions, wins, draws, losses, distance;
    fnr_status status;
    fnr_error why;
};

static void walk_from(struct walk *walk, const fnr_position *position, int depth)
{
    fnr_value value;
    fnr_ranked_turn *turns = NULL;
    size_t count = 0;
    if (walk->status) return;
    walk->status = fnr_probe(walk->db, position, &value, &walk->why);
    if (walk->status) return;
    walk->positions++;
    if (value.wdl == FNR_WIN) walk->wins++;
    if (value.wdl == FNR_DRAW) walk->draws++;
    if (value.wdl == FNR_LOSS) walk->losses++;
    if (value.dtc > 0) walk->distance += (unsigned long)value.dtc;
    if (depth == 0) return;
    walk->status = fnr_probe_turns(walk->db, position, &turns, &count, &walk->why);
    if (walk->status) return;
    for (size_t i = 0; i < count; i++) walk_from(walk, &turns[i].after, depth - 1);
    fnr_ranked_free(turns);
}

static void *walk_thread(void *argument)
{
    struct walk *walk = argument;
    walk_from(walk, &walk->start, WALK_DEPTH);
    return NULL;
}

/* Several threads share one database, and all see the same. */
static int walk_together(fnr_db *db, const fnr_position *start)
{
    struct walk walks[THREADS] = {{0}};
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        walks[i].db = db;
        walks[i].start = *start;
        if (pthread_create(&threads[i], NULL, walk_thread, &walks[i])) return 1;
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++) {
        const struct walk *w = &walks[i];
        if (w->status) {
            fprintf(stderr, "thread %d: %s\n", i, w->why.text);
            return 1;
        }
        printf("thread %d: %lu positions, %lu wins, %lu draws, %lu losses, distances %lu\n", i,
               w->positions, w->wins, w->draws, w->losses, w->distance);
    }
    return 0;
}

static int show_turns(fnr_db *db, const fnr_position *position)
{
    fnr_ranked_turn *turns;
    size_t count;
    fnr_error why;
    if (fnr_probe_turns(db, position, &turns, &count, &why)) {
        fprintf(stderr, "%s\n", why.text);
        return 1;
    }
    for (size_t i = 0; i < count; i++) {
        char turn[FNR_TURN_TEXT_SIZE], after[FNR_POSITION_TEXT_SIZE];
        fnr_turn_format(fnr_db_game(db), &turns[i].turn, turn);
        fnr_position_format(fnr_db_game(db), &turns[i].after, after);
        printf("%s %s, DTC %d: captures %d, then %s\n", turn, fnr_wdl_name(turns[i].value.wdl),
               (int)turns[i].value.dtc, __builtin_popcountll(turns[i].turn.captured), after);
    }
    fnr_ranked_free(turns);
    return 0;
}

/* A missing table is an error of its own, and no value. */
static void ask_without_tables(const fnr_rules *rules, const fnr_position *position)
{
    fnr_db *db = NULL;
    fnr_value value;
    fnr_error why = {FNR_OK, ""};
    if (!fnr_db_open("/nonexistent", rules, &db, &why)) fnr_probe(db, position, &value, &why);
    printf("without tables: error %d\n", (int)why.code);
    fnr_db_close(db);
}

/* Builds a small database and prints the value of a position in it. */
static int ask_built(const char *root, const fnr_rules *rules, bool dtw, const char *text)
{
    const fnr_build_options options = {.stones = 3, .threads = 1, .dtw = dtw};
    fnr_db *db = NULL;
    fnr_position position;
    fnr_value value;
    fnr_error why;
    int failed = fnr_build(root, rules, &options, &why) || fnr_db_open(root, rules, &db, &why) ||
                 fnr_position_parse(fnr_db_game(db), text, &position, &why) ||
                 fnr_probe(db, &position, &value, &why);
    if (failed)
        fprintf(stderr, "%s\n", why.text);
    else
        printf("%s, limit %d: %s, DTC %d, DTW %d\n", text, rules->draw_plies,
               fnr_wdl_name(value.wdl), (int)value.dtc, (int)value.dtw);
    fnr_db_close(db);
    return failed;
}

static int ask_about_limits(const char *root)
{
    const fnr_rules theory = {5, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0};
    const fnr_rules limited = {5, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 6};
    return ask_built(root, &theory, true, "B4/5/3WW w") ||
           ask_built(root, &limited, false, "B4/5/3WW w 1") ||
           ask_built(root, &limited, false, "B4/5/3WW w 2") ||
           ask_built(root, &limited, false, "4B/B4/W4 w 3") ||
           ask_built(root, &limited, false, "4B/B4/W4 w 6");
}

int main(int argc, char **argv)
{
    fnr_rules rules = {3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0};
    char name[FNR_RULES_NAME_SIZE];
    fnr_db *db = NULL;
    fnr_position start;
    fnr_value value;
    fnr_error why;
    int failed = 1;
    if (argc != 2) {
        fprintf(stderr, "usage: consumer ROOT\n");
        return 2;
    }
    if (fnr_db_open(argv[1], &rules, &db, &why) ||
        fnr_position_parse(fnr_db_game(db), "BBB/B1W/WWW w", &start, &why) ||
        fnr_probe(db, &start, &value, &why)) {
        fprintf(stderr, "%s\n", why.text);
    } else {
        fnr_rules_name(&rules, name);
        printf("fanoron %s, %s\n", fnr_version(), name);
        printf("BBB/B1W/WWW w: %s, DTC %d\n", fnr_wdl_name(value.wdl), (int)value.dtc);
        failed = show_turns(db, &start) || walk_together(db, &start) || ask_about_limits(argv[1]);
        ask_without_tables(&rules, &start);
    }
    fnr_db_close(db);
    return failed;
}

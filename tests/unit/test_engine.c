/* SPDX-License-Identifier: MIT
 *
 * The engine: in the range of the tables it keeps every value, against best resistance; elsewhere
 * what it calls sure is so; limits, lines and errors are as the header says. */
#include <stdlib.h>
#include <string.h>

#include "files.h"

enum { LITTLE = 1 << 20 /* bytes of memory for an engine */ };

typedef struct table {
    fnr_db *db;
    fnr_engine *engine;
    const fnr_game *game;
} table;

static table table_of(const char *root, const fnr_rules *rules, bool with_tables)
{
    table t = {.db = NULL};
    fnr_error why;
    assert_fine(fnr_db_open(root, rules, &t.db, &why), &why);
    assert_fine(fnr_engine_new(rules, with_tables ? t.db : NULL, LITTLE, &t.engine, &why), &why);
    t.game = fnr_db_game(t.db);
    return t;
}

static void table_free(table *t)
{
    fnr_engine_free(t->engine);
    fnr_db_close(t->db);
}

static void build(const char *root, const fnr_rules *rules, int stones, bool dtw)
{
    const fnr_build_options options = {.stones = stones, .threads = 1, .dtw = dtw};
    fnr_error why;
    assert_fine(fnr_build(root, rules, &options, &why), &why);
}

static fnr_value value_at(fnr_db *db, const fnr_position *position)
{
    fnr_value value;
    fnr_error why;
    assert_fine(fnr_probe(db, position, &value, &why), &why);
    return value;
}

/* 1, 0 or -1: what it comes to in the end. */
static int worth(fnr_wdl wdl)
{
    return (wdl == FNR_WIN) - (wdl == FNR_LOSS);
}

/* A position of a few stones in which the game goes on, with a counter if there is a limit. */
static fnr_position some_position(uint64_t *state, const fnr_game *game, int most)
{
    const fnr_rules *rules = fnr_game_rules(game);
    for (;;) {
        bool line = rules->variant == FNR_TELO_LINE;
        int stones = line ? 6 : 2 + random_below(state, most - 1);
        int white = line ? 3 : 1 + random_below(state, stones - 1);
        fnr_position p = {.side = (fnr_side)random_below(state, 2), .turn = FNR_NO_COUNT};
        p.plies = rules->draw_plies ? random_below(state, rules->draw_plies) : FNR_NO_COUNT;
        uint64_t all = random_points(state, game->board.full, stones);
        p.stones[FNR_WHITE] = random_points(state, all, white);
        p.stones[FNR_BLACK] = all & ~p.stones[FNR_WHITE];
        bool fine = !fnr_position_check(game, &p, NULL);
        if (fine && fnr_position_outcome(game, &p) == FNR_GOES_ON) return p;
    }
}

/* ---- In the range of the tables -------------------------------------------------------------- */

enum { LONGEST = 200 /* plies of a game that is played out */ };

static fnr_turn think(const table *t, const fnr_position *history, size_t count)
{
    const fnr_think_options options = {.depth = 4, .history = history, .history_count = count - 1};
    fnr_choice choice;
    fnr_error why;
    assert_fine(fnr_engine_think(t->engine, &history[count - 1], &options, &choice, &why), &why);
    assert_int_equal(choice.trouble.code, FNR_OK);
    return choice.turn;
}

/* How many turns of a position lose, of a hundred. */
static size_t pitfalls(fnr_db *db, const fnr_position *position)
{
    fnr_ranked_turn *ranked = NULL;
    size_t count = 0, lost = 0;
    fnr_error why;
    assert_fine(fnr_probe_turns(db, position, &ranked, &count, &why), &why);
    for (size_t i = 0; i < count; i++) lost += ranked[i].value.wdl == FNR_LOSS;
    fnr_ranked_free(ranked);
    return count ? 100 * lost / count : 0;
}

/* The other side: a loss as long as possible; where it can hold its own, what is hardest to meet. */
static fnr_turn resist(const table *t, const fnr_position *position)
{
    fnr_ranked_turn *ranked = NULL;
    size_t count = 0, best = 0, most = 0;
    fnr_error why;
    assert_fine(fnr_probe_turns(t->db, position, &ranked, &count, &why), &why);
    for (size_t i = 0; i < count && !worth(ranked[0].value.wdl); i++) {
        if (worth(ranked[i].value.wdl)) continue;
        size_t found = pitfalls(t->db, &ranked[i].after);
        if (found > most) best = i;
        if (found > most) most = found;
    }
    fnr_turn turn = ranked[best].turn;
    fnr_ranked_free(ranked);
    return turn;
}

static bool is_same(const fnr_position *a, const fnr_position *b)
{
    return a->stones[0] == b->stones[0] && a->stones[1] == b->stones[1] && a->side == b->side;
}

/* Plays a position out, the engine for the side to move. Its value is kept after each turn; a win
 * is won, without any repetition, each capture within the plies that the tables say, or the whole
 * within those of DTW; a loss lasts as long as they say. */
static void play_out(const table *t, fnr_position start)
{
    fnr_position history[LONGEST + 1] = {start};
    fnr_side side = start.side;
    fnr_value first = value_at(t->db, &start);
    int value = worth(first.wdl), due = first.dtc;
    size_t count = 1;
    for (; count <= LONGEST; count++) {
        fnr_position *now = &history[count - 1];
        if (fnr_position_outcome(t->game, now) != FNR_GOES_ON) break;
        fnr_turn turn = now->side == side ? think(t, history, count) : resist(t, now);
        fnr_position_play(now, &turn, now + 1);
        fnr_value after = value_at(t->db, now + 1);
        int now_worth = now[1].side == side ? worth(after.wdl) : -worth(after.wdl);
        assert_true(now_worth >= value);
        if (now->side == side) value = now_worth;
        if (value <= 0) continue;
        assert_true(turn.captured || due > 0 || first.dtw >= 0);
        due = turn.captured ? after.dtc : due - 1;
        for (size_t i = 0; i < count; i++) assert_false(is_same(&history[i], now + 1));
    }
    fnr_outcome outcome = fnr_position_outcome(t->game, &history[count - 1]);
    fnr_outcome won = side == FNR_WHITE ? FNR_WHITE_WINS : FNR_BLACK_WINS;
    fnr_outcome lost = side == FNR_WHITE ? FNR_BLACK_WINS : FNR_WHITE_WINS;
    if (worth(first.wdl) > 0) assert_int_equal(outcome, won);
    if (worth(first.wdl) == 0) assert_true(outcome != lost);
    if (worth(first.wdl) < 0 && first.dtc >= 0) assert_true((int)count - 1 >= first.dtc);
    if (first.wdl == FNR_WIN && first.dtw >= 0) assert_true((int)count - 1 <= first.dtw);
    if (first.wdl == FNR_LOSS && first.dtw >= 0) assert_true((int)count - 1 >= first.dtw);
}

/* Returns how many of the positions were draws. */
static int play_many(const char *root, fnr_rules rules, int most, bool dtw, int games)
{
    uint64_t state = (uint64_t)(rules.width * 100 + rules.height * 10 + rules.draw_plies);
    build(root, &rules, most, dtw);
    table t = table_of(root, &rules, true);
    assert_int_equal(fnr_engine_reach(t.engine), most);
    int met[3] = {0};
    for (int i = 0; i < games; i++) {
        fnr_position start = some_position(&state, t.game, most);
        met[1 + worth(value_at(t.db, &start).wdl)]++;
        play_out(&t, start);
    }
    assert_true(met[0] && met[2]);
    table_free(&t);
    return met[1];
}

static void test_theory(void **state)
{
    play_many(*state, rules_of(3, 3), 8, false, 1500);
    assert_true(play_many(*state, rules_of(5, 3), 5, false, 1000) > 10);
    play_many(*state, rules_of(4, 4), 4, false, 1000);
    assert_true(play_many(*state, rules_of(5, 5), 4, false, 1000) > 10);
    play_many(*state, (fnr_rules){4, 3, FNR_CAPTURE, FNR_STALEMATE_DRAW, 0}, 6, false, 1000);
}

static void test_dtw(void **state)
{
    play_many(*state, rules_of(3, 3), 8, true, 1000);
    play_many(*state, rules_of(5, 3), 5, true, 1000);
}

static void test_limits(void **state)
{
    play_many(*state, (fnr_rules){3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 20}, 8, false, 1000);
    play_many(*state, (fnr_rules){3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 4}, 8, false, 1000);
    assert_true(play_many(*state, (fnr_rules){5, 5, FNR_CAPTURE, FNR_STALEMATE_LOSS, 20}, 4, false,
                          1000) > 10);
    play_many(*state, (fnr_rules){5, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 6}, 5, false, 1000);
}

static void test_telo_line(void **state)
{
    assert_true(play_many(*state, TELO_LINE, 6, false, 500) > 10);
}

/* ---- Outside --------------------------------------------------------------------------------- */

/* One stone more than the tables have: a capture that wins by them is found, and what is worse than
 * that is not chosen. */
static void test_edge(void **state)
{
    enum { MOST = 5, TRIES = 1000 };
    uint64_t chance = 5;
    fnr_rules rules = rules_of(5, 3);
    build(*state, &rules, MOST, false);
    table t = table_of(*state, &rules, true);
    int met = 0;
    for (int i = 0; i < TRIES; i++) {
        fnr_position start, after;
        do start = some_position(&chance, t.game, MOST + 1);
        while (fnr_count(start.stones[0] | start.stones[1]) <= MOST);
        turns list = turns_of(t.game, &start);
        bool wins = false;
        for (size_t k = 0; k < list.count && list.turn[k].captured; k++) {
            fnr_position_play(&start, &list.turn[k], &after);
            wins |= value_at(t.db, &after).wdl == FNR_LOSS;
        }
        turns_free(&list);
        if (!wins) continue;
        fnr_turn turn = think(&t, &start, 1);
        fnr_position_play(&start, &turn, &after);
        assert_int_equal(value_at(t.db, &after).wdl, FNR_LOSS);
        met++;
    }
    assert_true(met > TRIES / 20);
    table_free(&t);
}

/* Without tables: what the search calls a sure win or loss is one, and no win is far away that it
 * should have seen. */
static void check_search(const char *root, fnr_rules rules, int most, int depth, int tries)
{
    uint64_t state = 7;
    build(root, &rules, most, rules.draw_plies == 0);
    table t = table_of(root, &rules, false);
    assert_int_equal(fnr_engine_reach(t.engine), 0);
    int sure = 0;
    for (int i = 0; i < tries; i++) {
        fnr_position start = some_position(&state, t.game, most);
        const fnr_think_options options = {.depth = depth};
        fnr_choice choice;
        fnr_error why;
        fnr_value value = value_at(t.db, &start);
        fnr_engine_forget(t.engine);
        assert_fine(fnr_engine_think(t.engine, &start, &options, &choice, &why), &why);
        int score = choice.thought.score;
        bool wins = score > FNR_SCORE_SURE, loses = score < -FNR_SCORE_SURE;
        sure += wins || loses;
        if (wins) assert_int_equal(value.wdl, FNR_WIN);
        if (loses) assert_int_equal(value.wdl, FNR_LOSS);
        if (value.wdl == FNR_WIN && value.dtw >= 0 && value.dtw <= 3) assert_true(wins);
        if (value.wdl == FNR_LOSS && value.dtw >= 0 && value.dtw <= 2) assert_true(loses);
        if (wins && value.dtw >= 0) assert_true(FNR_SCORE_WON - score >= value.dtw);
    }
    assert_true(sure > tries / 20);
    table_free(&t);
}

static void test_search(void **state)
{
    check_search(*state, rules_of(3, 3), 8, 8, 400);
    check_search(*state, rules_of(5, 3), 5, 6, 400);
    check_search(*state, TELO_LINE, 6, 8, 300);
    check_search(*state, (fnr_rules){3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 5}, 8, 8, 400);
    check_search(*state, (fnr_rules){5, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 6}, 5, 7, 400);
    check_search(*state, (fnr_rules){4, 3, FNR_CAPTURE, FNR_STALEMATE_DRAW, 0}, 6, 6, 300);
}

/* WDL alone does not say how to go on: the search does. */
static void test_wdl_alone(void **state)
{
    const fnr_build_options options = {.stones = 4, .threads = 1, .wdl_only = true};
    uint64_t chance = 3;
    fnr_rules rules = rules_of(5, 3);
    fnr_error why;
    assert_fine(fnr_build(*state, &rules, &options, &why), &why);
    table t = table_of(*state, &rules, true);
    for (int i = 0; i < 300; i++) {
        fnr_position now = some_position(&chance, t.game, 4), after;
        fnr_wdl before = value_at(t.db, &now).wdl;
        fnr_turn turn = think(&t, &now, 1);
        fnr_position_play(&now, &turn, &after);
        assert_int_equal(value_at(t.db, &after).wdl, -before);
    }
    table_free(&t);
}

/* ---- The call -------------------------------------------------------------------------------- */

typedef struct notes {
    int thoughts, last_rank, last_score, asked;
} notes;

static void note(const fnr_thought *thought, void *context)
{
    notes *n = context;
    n->thoughts++;
    assert_true(thought->length >= 1);
    if (thought->rank > 1) {
        assert_int_equal(thought->rank, n->last_rank + 1);
        assert_true(thought->score <= n->last_score);
    }
    n->last_rank = thought->rank;
    n->last_score = thought->score;
}

static int stop_soon(void *context)
{
    notes *n = context;
    return ++n->asked > 3;
}

static void test_options(void **state)
{
    (void)state;
    fnr_rules rules = rules_of(9, 5);
    fnr_engine *engine;
    fnr_position start;
    fnr_error why;
    fnr_choice choice;
    notes n = {0};
    assert_fine(fnr_engine_new(&rules, NULL, LITTLE, &engine, &why), &why);
    const fnr_game *game = fnr_engine_game(engine);
    assert_fine(fnr_position_start(game, FNR_SETUP_STANDARD, &start, &why), &why);
    fnr_think_options options = {.depth = 3, .lines = 4, .thought = note, .context = &n};
    assert_fine(fnr_engine_think(engine, &start, &options, &choice, &why), &why);
    assert_int_equal(n.thoughts, 3 * 4);
    assert_int_equal(choice.thought.depth, 3);
    assert_null(choice.thought.line);

    options = (fnr_think_options){.nodes = 20000};
    assert_fine(fnr_engine_think(engine, &start, &options, &choice, &why), &why);
    assert_true(choice.thought.nodes >= 20000 && choice.thought.nodes < 21000);
    options = (fnr_think_options){.stop = stop_soon, .context = &n};
    assert_fine(fnr_engine_think(engine, &start, &options, &choice, &why), &why);
    assert_int_equal(n.asked, 4);

    options = (fnr_think_options){.depth = -1};
    assert_refused(fnr_engine_think(engine, &start, &options, &choice, &why), FNR_ERR_ARGUMENT,
                   &why, "at least 0");
    options = (fnr_think_options){.depth = 1};
    fnr_position over = position_of(game, "9/9/4W4/9/9 b");
    assert_refused(fnr_engine_think(engine, &over, &options, &choice, &why), FNR_ERR_POSITION, &why,
                   "the game is over");
    fnr_engine_free(engine);
}

/* The same searches find the same, however often, unless they remember each other. */
static void test_again(void **state)
{
    (void)state;
    fnr_rules rules = rules_of(5, 5);
    fnr_engine *engine;
    fnr_error why;
    fnr_choice a, b;
    const fnr_think_options options = {.depth = 7};
    assert_fine(fnr_engine_new(&rules, NULL, LITTLE, &engine, &why), &why);
    fnr_position start = position_of(fnr_engine_game(engine), "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w");
    assert_fine(fnr_engine_think(engine, &start, &options, &a, &why), &why);
    fnr_engine_forget(engine);
    assert_fine(fnr_engine_think(engine, &start, &options, &b, &why), &why);
    assert_int_equal(a.thought.nodes, b.thought.nodes);
    assert_int_equal(a.thought.score, b.thought.score);
    fnr_engine_free(engine);
}

/* Tables of other rules are refused; a damaged block is reported, and the search does without. */
static void test_tables(void **state)
{
    char path[FNR_PATH_SIZE];
    fnr_rules rules = rules_of(3, 3), other = rules_of(5, 3);
    fnr_engine *engine = NULL;
    fnr_error why;
    build(*state, &rules, 5, false);
    table_path(*state, &rules, 1, 2, FNR_METRIC_WDL, path);
    content file = file_read(path);
    file.bytes[file.size - 1] ^= 1;
    file_write(path, file.bytes, file.size);
    content_free(&file);
    table t = table_of(*state, &rules, true);
    assert_refused(fnr_engine_new(&other, t.db, 0, &engine, &why), FNR_ERR_RULES, &why, "other");
    const fnr_think_options options = {.depth = 3};
    fnr_position position = position_of(t.game, "BB1/3/1WW w"); /* it must capture one */
    fnr_choice choice;
    assert_fine(fnr_engine_think(t.engine, &position, &options, &choice, &why), &why);
    assert_refused(choice.trouble.code, FNR_ERR_CORRUPT, &choice.trouble, "1v2.wdl");
    assert_int_equal(choice.thought.depth, 3);
    table_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(test_theory),    scratch_test(test_dtw),         scratch_test(test_limits),
        scratch_test(test_telo_line), scratch_test(test_edge),        scratch_test(test_search),
        scratch_test(test_wdl_alone), cmocka_unit_test(test_options), cmocka_unit_test(test_again),
        scratch_test(test_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

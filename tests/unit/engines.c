/* SPDX-License-Identifier: MIT */
#include "engines.h"

table table_of(const char *root, const fnr_rules *rules, bool with_tables)
{
    table t = {.db = NULL};
    fnr_error why;
    assert_fine(fnr_db_open(root, rules, &t.db, &why), &why);
    assert_fine(fnr_engine_new(rules, with_tables ? t.db : NULL, LITTLE, &t.engine, &why), &why);
    t.game = fnr_db_game(t.db);
    return t;
}

void table_free(table *t)
{
    fnr_engine_free(t->engine);
    fnr_db_close(t->db);
}

void build(const char *root, const fnr_rules *rules, int stones, bool dtw)
{
    const fnr_build_options options = {.stones = stones, .threads = 1, .dtw = dtw};
    fnr_error why;
    assert_fine(fnr_build(root, rules, &options, &why), &why);
}

fnr_value value_at(fnr_db *db, const fnr_position *position)
{
    fnr_value value;
    fnr_error why;
    assert_fine(fnr_probe(db, position, &value, &why), &why);
    return value;
}

int worth(fnr_wdl wdl)
{
    return (wdl == FNR_WIN) - (wdl == FNR_LOSS);
}

fnr_position some_position(uint64_t *state, const fnr_game *game, int most)
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

fnr_turn think(const table *t, const fnr_position *history, size_t count)
{
    const fnr_think_options options = {.depth = 4, .history = history, .history_count = count - 1};
    fnr_choice choice;
    fnr_error why;
    assert_fine(fnr_engine_think(t->engine, &history[count - 1], &options, &choice, &why), &why);
    assert_int_equal(choice.trouble.code, FNR_OK);
    return choice.turn;
}

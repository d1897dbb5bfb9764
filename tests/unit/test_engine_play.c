/* SPDX-License-Identifier: MIT
 *
 * The engine with tables: where they know all turns it keeps every value, against best resistance
 * and against itself; one capture away from them it finds what wins by them.
 * (test_engine.c: search, limits, lines, errors.) */
#include "engines.h"

enum { LONGEST = 200 /* plies of a game that is played out */ };

/* ---- Best resistance ------------------------------------------------------------------------- */

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

/* ---- Played out ------------------------------------------------------------------------------ */

/* A game of the engine, which has `side`, against best resistance. */
typedef struct contest {
    const table *t;
    fnr_position history[LONGEST + 1];
    size_t count; /* of positions */
    fnr_side side;
    fnr_value first; /* of the start */
    int worth, due;  /* now, for the engine; plies until the next capture if that is no draw */
} contest;

static fnr_value value_of_best_turn(fnr_db *db, const fnr_position *position)
{
    fnr_ranked_turn *ranked = NULL;
    size_t count = 0;
    fnr_error why;
    assert_fine(fnr_probe_turns(db, position, &ranked, &count, &why), &why);
    fnr_value value = ranked[0].value;
    fnr_ranked_free(ranked);
    return value;
}

/* What is won makes progress: the next capture comes when it is due, and no position comes again.
 * What is lost holds out: it does not come before. Where DTW is known, it decides. */
static void check_progress(contest *c, const fnr_turn *turn, fnr_value after)
{
    const fnr_position *now = &c->history[c->count];
    bool by_dtw = c->first.dtw >= 0;
    if (c->worth > 0) assert_true(turn->captured || c->due > 0 || by_dtw);
    if (c->worth < 0) assert_true(!turn->captured || c->due <= 0 || by_dtw);
    c->due = turn->captured ? after.dtc : c->due - 1;
    for (size_t i = 0; i < c->count && c->worth > 0; i++)
        assert_false(is_same(&c->history[i], now));
}

/* Whether there is a turn that wins at once. */
static bool can_end(fnr_db *db, const fnr_position *position)
{
    fnr_ranked_turn *ranked = NULL;
    size_t count = 0;
    fnr_error why;
    bool ends = false;
    assert_fine(fnr_probe_turns(db, position, &ranked, &count, &why), &why);
    for (size_t i = 0; i < count; i++) ends |= ranked[i].value.dtw == 1;
    fnr_ranked_free(ranked);
    return ends;
}

static void contest_turn(contest *c)
{
    fnr_position *now = &c->history[c->count - 1];
    bool mine = now->side == c->side;
    fnr_turn turn = mine ? think(c->t, c->history, c->count) : resist(c->t, now);
    fnr_position_play(now, &turn, now + 1);
    if (mine && can_end(c->t->db, now))
        assert_int_not_equal(fnr_position_outcome(c->t->game, now + 1), FNR_GOES_ON);
    fnr_value after = value_at(c->t->db, now + 1);
    int worth_now = now[1].side == c->side ? worth(after.wdl) : -worth(after.wdl);
    assert_int_equal(worth_now, c->worth);
    check_progress(c, &turn, after);
    c->count++;
}

/* The start is lost, drawn or won in the end, as its value says, and in time. */
static void check_end(const contest *c)
{
    fnr_outcome outcome = fnr_position_outcome(c->t->game, &c->history[c->count - 1]);
    fnr_outcome won = c->side == FNR_WHITE ? FNR_WHITE_WINS : FNR_BLACK_WINS;
    fnr_outcome lost = c->side == FNR_WHITE ? FNR_BLACK_WINS : FNR_WHITE_WINS;
    int plies = (int)c->count - 1;
    if (worth(c->first.wdl) > 0) assert_int_equal(outcome, won);
    if (worth(c->first.wdl) < 0) assert_int_equal(outcome, lost);
    if (worth(c->first.wdl) == 0) assert_true(outcome == FNR_GOES_ON || outcome == FNR_DRAWN);
    if (c->first.dtw >= 0) assert_int_equal(plies, c->first.dtw);
}

/* Plays a position out of which the tables know all turns, the engine for the side to move. */
static void play_out(const table *t, fnr_position start)
{
    contest c = {.t = t, .history = {start}, .count = 1, .side = start.side};
    c.first = value_of_best_turn(t->db, &start);
    c.worth = worth(c.first.wdl);
    c.due = c.first.dtc;
    while (c.count <= LONGEST &&
           fnr_position_outcome(t->game, &c.history[c.count - 1]) == FNR_GOES_ON)
        contest_turn(&c);
    check_end(&c);
}

/* Both sides are the engine: what is drawn stays so, what is won is won by the right side. */
static void play_alone(const table *t, fnr_position start)
{
    fnr_position history[LONGEST + 1] = {start};
    int value = worth(value_at(t->db, &start).wdl), end = 0;
    size_t count = 1;
    fnr_outcome outcome = FNR_GOES_ON;
    while (count <= LONGEST && outcome == FNR_GOES_ON) {
        fnr_turn turn = think(t, history, count);
        fnr_position_play(&history[count - 1], &turn, &history[count]);
        outcome = fnr_position_outcome(t->game, &history[count++]);
    }
    if (outcome == FNR_WHITE_WINS) end = start.side == FNR_WHITE ? 1 : -1;
    if (outcome == FNR_BLACK_WINS) end = start.side == FNR_BLACK ? 1 : -1;
    assert_int_equal(end, value);
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
        play_alone(&t, start);
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

/* ---- Draws ----------------------------------------------------------------------------------- */

/* Of drawn turns it makes one after which no smaller share of the replies loses than after others. */
static void check_draws(const char *root, fnr_rules rules, int most, int tries)
{
    uint64_t state = 11;
    int met = 0;
    build(root, &rules, most, false);
    table t = table_of(root, &rules, true);
    for (int i = 0; i < tries; i++) {
        fnr_position start = some_position(&state, t.game, most), after;
        fnr_ranked_turn *ranked = NULL;
        size_t count = 0, hardest = 0;
        fnr_error why;
        assert_fine(fnr_probe_turns(t.db, &start, &ranked, &count, &why), &why);
        bool drawn = ranked[0].value.wdl == FNR_DRAW;
        for (size_t k = 0; k < count && drawn && ranked[k].value.wdl == FNR_DRAW; k++) {
            size_t found = pitfalls(t.db, &ranked[k].after);
            if (found > hardest) hardest = found;
        }
        fnr_ranked_free(ranked);
        if (!drawn || !hardest) continue;
        fnr_turn turn = think(&t, &start, 1);
        fnr_position_play(&start, &turn, &after);
        assert_int_equal(pitfalls(t.db, &after), hardest);
        met++;
    }
    assert_true(met > 20);
    table_free(&t);
}

static void test_draws(void **state)
{
    check_draws(*state, rules_of(5, 3), 5, 1000);
    check_draws(*state, rules_of(5, 5), 4, 1000);
}

/* ---- One capture away ------------------------------------------------------------------------ */

/* More stones than the tables have, but every turn captures enough: a value that no table has, and
 * the engine keeps it. */
static void check_edge(const char *root, fnr_rules rules, int most, int games)
{
    uint64_t state = (uint64_t)(rules.width * 1000 + most);
    int met[3] = {0};
    build(root, &rules, most, false);
    table t = table_of(root, &rules, true);
    for (int i = 0; i < games;) {
        fnr_position start = some_position(&state, t.game, most + 2);
        fnr_ranked_turn *ranked = NULL;
        size_t count = 0;
        if (fnr_count(start.stones[0] | start.stones[1]) <= most) continue;
        if (fnr_probe_turns(t.db, &start, &ranked, &count, NULL)) continue;
        met[1 + worth(ranked[0].value.wdl)]++;
        fnr_ranked_free(ranked);
        play_out(&t, start);
        i++;
    }
    assert_true(met[0] && met[1] && met[2]);
    table_free(&t);
}

static void test_edge(void **state)
{
    check_edge(*state, rules_of(5, 3), 5, 1000);
    check_edge(*state, rules_of(5, 5), 4, 1000);
    check_edge(*state, (fnr_rules){5, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 6}, 5, 500);
    check_edge(*state, (fnr_rules){5, 5, FNR_CAPTURE, FNR_STALEMATE_LOSS, 20}, 4, 500);
}

/* Whether a turn leads into the tables of a database, to a win. */
static bool wins_by(fnr_db *db, const fnr_position *position, const fnr_turn *turn)
{
    fnr_position after;
    fnr_value value;
    fnr_position_play(position, turn, &after);
    return !fnr_probe(db, &after, &value, NULL) && value.wdl == FNR_LOSS;
}

/* Some turns lead to positions without tables: a search has to choose. If a capture wins by the
 * tables, what it chooses wins; larger tables, which it does not have, are the judge. */
static void check_beyond(const void *state, fnr_rules rules, int most, int tries)
{
    enum { MORE = 2 };
    char small[FNR_PATH_SIZE], large[FNR_PATH_SIZE];
    uint64_t chance = 5;
    below(state, "small", small);
    below(state, "large", large);
    build(small, &rules, most, false);
    build(large, &rules, most + MORE, false);
    table player = table_of(small, &rules, true), judge = table_of(large, &rules, false);
    int met = 0;
    for (int i = 0; i < tries; i++) {
        fnr_position start = some_position(&chance, player.game, most + MORE);
        if (fnr_count(start.stones[0] | start.stones[1]) <= most) continue;
        turns list = turns_of(player.game, &start);
        bool wins = false;
        for (size_t k = 0; k < list.count; k++) wins |= wins_by(player.db, &start, &list.turn[k]);
        turns_free(&list);
        if (!wins) continue;
        fnr_turn turn = think(&player, &start, 1);
        assert_true(wins_by(judge.db, &start, &turn));
        met++;
    }
    assert_true(met > tries / 20);
    table_free(&player);
    table_free(&judge);
}

static void test_beyond(void **state)
{
    check_beyond(*state, rules_of(5, 3), 5, 2000);
    check_beyond(*state, rules_of(5, 5), 4, 2000);
    check_beyond(*state, (fnr_rules){4, 4, FNR_CAPTURE, FNR_STALEMATE_LOSS, 20}, 4, 1000);
}

/* ---- The third time -------------------------------------------------------------------------- */

static fnr_position after(const fnr_position *position, const fnr_turn *turn)
{
    fnr_position next;
    fnr_position_play(position, turn, &next);
    return next;
}

/* A game that was in position `there` two times, always `ahead` plies before where the same side
 * is to move that would be after `ahead` plies from `now`; between them other positions. */
static void shuffle(const table *t, const fnr_position *now, const fnr_position *there, int ahead,
                    fnr_position history[5])
{
    fnr_position other = *now;
    other.stones[now->side] = t->game->board.full & ~other.stones[!now->side]; /* never again */
    while (fnr_count(other.stones[0] | other.stones[1]) !=
           fnr_count(now->stones[0] | now->stones[1]))
        other.stones[now->side] &= other.stones[now->side] - 1;
    for (int back = 4; back >= 1; back--)
        history[4 - back] = (back + ahead) % 2 == 0 ? *there : other;
    history[4] = *now;
}

/* Whether a turn leads to a position, or lets the other side lead there. */
static bool leads_to(const table *t, const fnr_position *now, const fnr_turn *turn,
                     const fnr_position *there)
{
    fnr_ranked_turn *replies = NULL;
    size_t count = 0;
    fnr_error why;
    fnr_position next = after(now, turn);
    bool leads = is_same(&next, there);
    assert_fine(fnr_probe_turns(t->db, &next, &replies, &count, &why), &why);
    for (size_t i = 0; i < count; i++) leads |= is_same(&replies[i].after, there);
    fnr_ranked_free(replies);
    return leads;
}

/* The best that can be had if a position is not to come again. */
static int worth_without(const table *t, const fnr_position *now, const fnr_position *there)
{
    fnr_ranked_turn *ranked = NULL;
    size_t count = 0;
    fnr_error why;
    int best = -1;
    assert_fine(fnr_probe_turns(t->db, now, &ranked, &count, &why), &why);
    for (size_t i = 0; i < count; i++)
        if (worth(ranked[i].value.wdl) > best && !leads_to(t, now, &ranked[i].turn, there))
            best = worth(ranked[i].value.wdl);
    fnr_ranked_free(ranked);
    return best;
}

/* The last of the ranked turns of a position, or the first; false if there is none. */
static bool go_on(const table *t, const fnr_position *now, bool first, fnr_position *next)
{
    fnr_ranked_turn *ranked = NULL;
    size_t count = 0;
    fnr_error why;
    assert_fine(fnr_probe_turns(t->db, now, &ranked, &count, &why), &why);
    if (count) *next = ranked[first ? 0 : count - 1].after;
    fnr_ranked_free(ranked);
    return count > 0;
}

/* Where a game may have been two times: of a won position, after the best turn, or after that and
 * an answer; of a lost one, after the worst turn. False if there is a capture on the way. */
static bool find_place(const table *t, uint64_t *chance, const fnr_position *now, int before,
                       fnr_position *there, int *ahead)
{
    *ahead = before > 0 ? 1 + random_below(chance, 2) : 1;
    fnr_position place = *now;
    for (int i = 0; i < *ahead; i++)
        if (!go_on(t, &place, before > 0 && i == 0, &place)) return false;
    *there = place;
    return fnr_count(place.stones[0] | place.stones[1]) ==
           fnr_count(now->stones[0] | now->stones[1]);
}

/* A win does not pass through what would be there for the third time, neither by the winner's turn
 * nor by the answer; a loss does, if it can. */
static void test_third_time(void **state)
{
    enum { TRIES = 3000 };
    const fnr_rules rules = rules_of(5, 5);
    uint64_t chance = 23;
    int kept = 0, saved = 0;
    build(*state, &rules, 4, false);
    table t = table_of(*state, &rules, true);
    for (int i = 0; i < TRIES; i++) {
        int ahead;
        fnr_position now = some_position(&chance, t.game, 4), there, history[5];
        int before = worth(value_at(t.db, &now).wdl);
        if (!before || !find_place(&t, &chance, &now, before, &there, &ahead)) continue;
        if (before > 0 && worth_without(&t, &now, &there) <= 0) continue;
        shuffle(&t, &now, &there, ahead, history);
        fnr_turn turn = think(&t, history, 5);
        fnr_position next = after(&now, &turn);
        if (before < 0) {
            assert_true(is_same(&next, &there));
            saved++;
        } else {
            assert_true(worth(value_at(t.db, &next).wdl) < 0);
            assert_false(leads_to(&t, &now, &turn, &there));
            kept++;
        }
    }
    assert_true(kept > 100 && saved > 50);
    table_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(test_theory),    scratch_test(test_dtw),        scratch_test(test_limits),
        scratch_test(test_telo_line), scratch_test(test_draws),      scratch_test(test_edge),
        scratch_test(test_beyond),    scratch_test(test_third_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

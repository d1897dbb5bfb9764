/* SPDX-License-Identifier: MIT
 *
 * Legal turns: by their properties, against golden lists and counts, and the facts of telo-line. */
#include "files.h"

#include <stdlib.h>
#include <string.h>

/* ---- Properties ------------------------------------------------------------------------------ */

static const int BOARDS[][2] = {{3, 3}, {5, 3}, {4, 4}, {5, 5}, {9, 5}, {2, 9}, {1, 12}, {7, 7}};

typedef void (*check_fn)(const fnr_game *game, const fnr_position *position, const turns *list);

static void for_random_positions(check_fn check)
{
    uint64_t chance = 5;
    for (size_t b = 0; b < sizeof BOARDS / sizeof BOARDS[0]; b++) {
        fnr_game *game = game_of(BOARDS[b][0], BOARDS[b][1]);
        for (int i = 0; i < 400; i++) {
            fnr_position position = random_position(&chance, game);
            turns list = turns_of(game, &position);
            check(game, &position, &list);
            turns_free(&list);
        }
        fnr_game_free(game);
    }
}

static void check_order(const fnr_game *game, const fnr_position *position, const turns *list)
{
    char before[FNR_TURN_TEXT_SIZE] = "", text[FNR_TURN_TEXT_SIZE];
    (void)position;
    for (size_t i = 0; i < list->count; i++) {
        fnr_turn_format(game, &list->turn[i], text);
        assert_true(strcmp(before, text) < 0);
        memcpy(before, text, sizeof before);
    }
}

static void turns_come_in_the_order_of_their_notation(void **state)
{
    (void)state;
    for_random_positions(check_order);
}

/* The enemy stones that a step captures, found by walking along the line by coordinates: from q
 * onward (approach) or from p backward (withdrawal). */
static uint64_t captured_by_step(const fnr_board *board, int p, int q, uint8_t kind, uint64_t enemy)
{
    int dx = q % board->width - p % board->width, dy = q / board->width - p / board->width;
    int from = kind == FNR_APPROACH ? q : p;
    uint64_t captured = 0;
    if (kind == FNR_WITHDRAWAL) {
        dx = -dx;
        dy = -dy;
    }
    for (int x = from % board->width + dx, y = from / board->width + dy;
         x >= 0 && x < board->width && y >= 0 && y < board->height &&
         (enemy >> (y * board->width + x) & 1);
         x += dx, y += dy)
        captured |= fnr_point(y * board->width + x);
    return captured;
}

static bool are_joined(const fnr_board *board, int p, int q)
{
    uint64_t neighbours = 0;
    for (int d = 0; d < FNR_DIRECTIONS; d++) neighbours |= fnr_step(board, fnr_point(p), d);
    return neighbours >> q & 1;
}

/* Plays a turn step by step as the rules say, and compares where that leads. */
static void check_by_steps(const fnr_game *game, const fnr_position *position, const fnr_turn *turn)
{
    const fnr_board *board = &game->board;
    uint64_t mover = position->stones[position->side], enemy = position->stones[!position->side];
    uint64_t visited = fnr_point(turn->point[0]), captured = 0;
    fnr_position after;
    assert_in_range(turn->steps, 1, FNR_MAX_STEPS);
    assert_true(mover & visited);
    for (int i = 0; i < turn->steps; i++) {
        int p = turn->point[i], q = turn->point[i + 1];
        assert_true(are_joined(board, p, q));
        assert_false((mover | enemy | visited) >> q & 1);
        if (i > 0) assert_int_not_equal(q - p, p - turn->point[i - 1]);
        mover ^= fnr_point(p) | fnr_point(q);
        visited |= fnr_point(q);
        if (turn->kind[i] == FNR_PAIKA) {
            assert_int_equal(turn->steps, 1);
            continue;
        }
        uint64_t taken = captured_by_step(board, p, q, turn->kind[i], enemy);
        assert_true(taken != 0);
        captured |= taken;
        enemy &= ~taken;
    }
    assert_true(turn->captured == captured);
    fnr_position_play(position, turn, &after);
    assert_true(after.stones[position->side] == mover && after.stones[!position->side] == enemy);
    assert_int_equal(after.side, !position->side);
    assert_int_equal(after.plies, captured ? 0 : position->plies + 1);
    assert_int_equal(after.turn, position->turn + 1);
}

static void check_steps(const fnr_game *game, const fnr_position *position, const turns *list)
{
    for (size_t i = 0; i < list->count; i++) check_by_steps(game, position, &list->turn[i]);
}

static void every_step_follows_the_rules(void **state)
{
    (void)state;
    for_random_positions(check_steps);
}

/* Captures are compulsory; fnr_capturers are the points from which capturing turns start. */
static void check_capturers(const fnr_game *game, const fnr_position *position, const turns *list)
{
    uint64_t mover = position->stones[position->side], other = position->stones[!position->side];
    uint64_t capturers = fnr_capturers(&game->board, mover, other), starts = 0;
    for (size_t i = 0; i < list->count; i++) {
        assert_int_equal(list->turn[i].captured != 0, capturers != 0);
        if (list->turn[i].captured) starts |= fnr_point(list->turn[i].point[0]);
    }
    assert_true(starts == capturers);
}

static void captures_are_compulsory(void **state)
{
    (void)state;
    for_random_positions(check_capturers);
}

/* Every capturing sequence but a single step prolongs another turn: the mover may stop anywhere. */
static void check_prefixes(const fnr_game *game, const fnr_position *position, const turns *list)
{
    (void)game;
    (void)position;
    for (size_t i = 0; i < list->count; i++) {
        const fnr_turn *turn = &list->turn[i];
        if (turn->steps == 1) continue;
        size_t j = i; /* a prefix comes before, in the order of the notation */
        while (j-- > 0)
            if (list->turn[j].steps == turn->steps - 1 &&
                memcmp(list->turn[j].point, turn->point, turn->steps) == 0 &&
                memcmp(list->turn[j].kind, turn->kind, turn->steps - 1u) == 0)
                break;
        assert_true(j < i);
    }
}

static void the_mover_may_stop_after_every_capture(void **state)
{
    (void)state;
    for_random_positions(check_prefixes);
}

static void check_ends(const fnr_game *game, const fnr_position *position, const turns *list)
{
    fnr_outcome outcome = fnr_position_outcome(game, position);
    uint64_t white = position->stones[FNR_WHITE], black = position->stones[FNR_BLACK];
    assert_int_equal(list->count == 0, outcome != FNR_GOES_ON);
    if (!white || !black)
        assert_int_equal(outcome, white ? FNR_WHITE_WINS : FNR_BLACK_WINS);
    else if (list->count == 0)
        assert_int_equal(outcome, position->side == FNR_BLACK ? FNR_WHITE_WINS : FNR_BLACK_WINS);
}

static void the_game_is_over_without_stones_or_turns(void **state)
{
    (void)state;
    for_random_positions(check_ends);
    fnr_rules draws = {3, 3, FNR_CAPTURE, FNR_STALEMATE_DRAW, 0};
    fnr_game *game = game_with(&draws);
    fnr_position stuck = position_of(game, "3/WW1/BW1 b"), bare = position_of(game, "3/WW1/1W1 b");
    assert_int_equal(fnr_position_outcome(game, &stuck), FNR_DRAWN);
    assert_int_equal(fnr_position_outcome(game, &bare), FNR_WHITE_WINS);
    fnr_game_free(game);
}

/* Images of a position, and the position with colours changed, have as many sequences. */
static void check_symmetry(const fnr_game *game, const fnr_position *position, const turns *list)
{
    fnr_position changed = {.stones = {position->stones[1], position->stones[0]},
                            .side = (fnr_side)!position->side};
    if (list->count > 100) return;
    uint64_t count = fnr_perft(game, position, 2);
    assert_true(fnr_perft(game, &changed, 2) == count);
    assert_true(fnr_perft(game, position, 1) == list->count);
    for (int g = 1; g < game->group.order; g++) {
        fnr_position image = image_of(game, g, position);
        assert_true(fnr_perft(game, &image, 2) == count);
    }
}

static void symmetries_and_colours_change_nothing(void **state)
{
    (void)state;
    for_random_positions(check_symmetry);
}

static int stop_at_third(const fnr_turn *turn, void *context)
{
    (void)turn;
    return ++*(int *)context == 3 ? 42 : 0;
}

static void a_visit_can_be_ended(void **state)
{
    (void)state;
    static const char *const TEXTS[] = {"BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w", "B4/5/5/5/4W w"};
    fnr_game *game = game_of(5, 5);
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        fnr_position position = position_of(game, TEXTS[i]);
        int visited = 0;
        assert_int_equal(fnr_turns_visit(game, &position, stop_at_third, &visited), 42);
        assert_int_equal(visited, 3);
    }
    fnr_game_free(game);
}

/* ---- Golden lists ---------------------------------------------------------------------------- */

static fnr_game *game_of_text(const char *text)
{
    int width = 0, height = 0;
    fnr_error why;
    assert_fine(fnr_position_parse_size(text, &width, &height, &why), &why);
    return game_of(width, height);
}

/* Writes the turns of a position as tests/golden/turns.tsv has them. */
static void write_turns(const char *text, FILE *to)
{
    static const char *const OVER[] = {
        [FNR_WHITE_WINS] = "White wins", [FNR_BLACK_WINS] = "Black wins", [FNR_DRAWN] = "draw"};
    fnr_game *game = game_of_text(text);
    fnr_position position = position_of(game, text);
    turns list = turns_of(game, &position);
    fprintf(to, "%s\n", text);
    for (size_t i = 0; i < list.count; i++) {
        char turn[FNR_TURN_TEXT_SIZE], after[FNR_POSITION_TEXT_SIZE];
        fnr_position next;
        fnr_position_play(&position, &list.turn[i], &next);
        fnr_turn_format(game, &list.turn[i], turn);
        fnr_position_format(game, &next, after);
        fprintf(to, " %s\t%d\t%s\n", turn, fnr_count(list.turn[i].captured), after);
    }
    if (list.count == 0) fprintf(to, " over\t%s\n", OVER[fnr_position_outcome(game, &position)]);
    turns_free(&list);
    fnr_game_free(game);
}

static void turns_are_those_of_the_golden_list(void **state)
{
    (void)state;
    FILE *golden = golden_open("turns.tsv"), *written = tmpfile();
    char expected[1000], line[1000];
    assert_non_null(written);
    while (fgets(line, sizeof line, golden)) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != ' ') write_turns(line, written);
    }
    rewind(golden);
    rewind(written);
    while (fgets(expected, sizeof expected, golden)) {
        assert_non_null(fgets(line, sizeof line, written));
        assert_string_equal(line, expected);
    }
    assert_null(fgets(line, sizeof line, written));
    fclose(golden);
    fclose(written);
}

static void perft_counts_what_the_golden_list_does(void **state)
{
    (void)state;
    FILE *golden = golden_open("perft.csv");
    char line[1000], text[200];
    int lines = 0, depth;
    unsigned long long count;
    while (fgets(line, sizeof line, golden)) {
        if (sscanf(line, "%199[^,],%d,%llu", text, &depth, &count) != 3) continue;
        fnr_game *game = game_of_text(text);
        fnr_position position = position_of(game, text);
        assert_true(fnr_perft(game, &position, depth) == count);
        fnr_game_free(game);
        lines++;
    }
    fclose(golden);
    assert_true(lines > 0);
}

static void perft_of_depth_0_is_1(void **state)
{
    (void)state;
    fnr_game *game = game_of(3, 3);
    fnr_position position = position_of(game, "BBB/B1W/WWW w");
    assert_true(fnr_perft(game, &position, 0) == 1);
    position = position_of(game, "3/3/WWW w");
    assert_true(fnr_perft(game, &position, 1) == 0);
    fnr_game_free(game);
}

/* ---- Telo-line ------------------------------------------------------------------------------- */

/* All placements that play from the start reaches, in the order they are found. */
typedef struct reached {
    const fnr_game *game;
    fnr_position *position;
    size_t count;
} reached;

enum { MORE_THAN_ENOUGH = 4000 };

static void reach(reached *r, const fnr_position *position)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->position[i].side == position->side &&
            r->position[i].stones[0] == position->stones[0] &&
            r->position[i].stones[1] == position->stones[1])
            return;
    assert_true(r->count < MORE_THAN_ENOUGH);
    r->position[r->count++] = *position;
}

static void reach_all(reached *r, const fnr_position *start)
{
    reach(r, start);
    for (size_t i = 0; i < r->count; i++) {
        turns list = turns_of(r->game, &r->position[i]);
        for (size_t t = 0; t < list.count; t++) {
            fnr_position after;
            assert_true(list.turn[t].captured == 0);
            fnr_position_play(&r->position[i], &list.turn[t], &after);
            reach(r, &after);
        }
        turns_free(&list);
    }
}

static void check_first_turns(fnr_db *db, const fnr_position *start)
{
    static const char *const RANKED[] = {"a1-a2 draw -1", "b1-b2 draw -1", "c1-c2 draw -1",
                                         "a1-b2 loss 11", "c1-b2 loss 11"};
    fnr_ranked_turn *ranked = NULL;
    size_t count = 0;
    fnr_error why;
    assert_fine(fnr_probe_turns(db, start, &ranked, &count, &why), &why);
    assert_int_equal(count, 5);
    for (size_t i = 0; i < count; i++) {
        char turn[FNR_TURN_TEXT_SIZE], text[FNR_TURN_TEXT_SIZE + 32];
        fnr_turn_format(fnr_db_game(db), &ranked[i].turn, turn);
        /* Of a turn the plies with it: Black wins in 11 after it. */
        int32_t plies = ranked[i].value.dtc > 0 ? ranked[i].value.dtc - 1 : ranked[i].value.dtc;
        snprintf(text, sizeof text, "%s %s %d", turn, fnr_wdl_name(ranked[i].value.wdl),
                 (int)plies);
        assert_string_equal(text, RANKED[i]);
    }
    fnr_ranked_free(ranked);
}

static void telo_line_is_the_game_that_is_known(void **state)
{
    const char *root = *state;
    fnr_db *db = NULL;
    fnr_error why;
    fnr_position start;
    size_t tally[5] = {0};
    int32_t longest = 0;
    build_tables(root, &TELO_LINE, 0);
    assert_fine(fnr_db_open(root, &TELO_LINE, &db, &why), &why);
    reached r = {fnr_db_game(db), malloc(MORE_THAN_ENOUGH * sizeof *r.position), 0};
    assert_fine(fnr_position_start(r.game, FNR_SETUP_STANDARD, &start, &why), &why);
    reach_all(&r, &start);
    for (size_t i = 0; i < r.count; i++) {
        fnr_value value;
        assert_fine(fnr_probe(db, &r.position[i], &value, &why), &why);
        tally[value.wdl - FNR_LOSS]++;
        if (value.wdl == FNR_WIN && value.dtc > longest) longest = value.dtc;
        if (i == 0) assert_int_equal(value.wdl, FNR_DRAW);
    }
    assert_int_equal(r.count, 3080);
    assert_int_equal(tally[FNR_WIN - FNR_LOSS], 1646);
    assert_int_equal(tally[FNR_DRAW - FNR_LOSS], 662);
    assert_int_equal(tally[FNR_LOSS - FNR_LOSS], 772);
    assert_int_equal(longest, 11);
    check_first_turns(db, &start);
    free(r.position);
    fnr_db_close(db);
}

static void a_line_ends_telo_line(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        fnr_outcome outcome;
    } ENDS[] = {
        {"BBB/3/WWW w", FNR_GOES_ON},      {"BBB/WW1/W2 w", FNR_GOES_ON},
        {"BB1/WWW/2B b", FNR_WHITE_WINS},  {"BB1/WWW/2B w", FNR_WHITE_WINS},
        {"WWW/BB1/2B b", FNR_WHITE_WINS},  {"W2/BW1/BBW b", FNR_WHITE_WINS},
        {"W1B/W1B/WB1 b", FNR_WHITE_WINS}, {"WW1/1W1/BBB w", FNR_BLACK_WINS},
        {"WB1/WB1/1BW b", FNR_BLACK_WINS}, {"2B/WBW/BW1 w", FNR_BLACK_WINS},
    };
    fnr_game *game = game_with(&TELO_LINE);
    for (size_t i = 0; i < sizeof ENDS / sizeof ENDS[0]; i++) {
        fnr_position position = position_of(game, ENDS[i].text);
        assert_int_equal(fnr_position_outcome(game, &position), ENDS[i].outcome);
    }
    fnr_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_come_in_the_order_of_their_notation),
        cmocka_unit_test(every_step_follows_the_rules),
        cmocka_unit_test(captures_are_compulsory),
        cmocka_unit_test(the_mover_may_stop_after_every_capture),
        cmocka_unit_test(the_game_is_over_without_stones_or_turns),
        cmocka_unit_test(symmetries_and_colours_change_nothing),
        cmocka_unit_test(a_visit_can_be_ended),
        cmocka_unit_test(turns_are_those_of_the_golden_list),
        cmocka_unit_test(perft_counts_what_the_golden_list_does),
        cmocka_unit_test(perft_of_depth_0_is_1),
        scratch_test(telo_line_is_the_game_that_is_known),
        cmocka_unit_test(a_line_ends_telo_line),
    };
    return cmocka_run_group_tests_name("turns", tests, NULL, NULL);
}

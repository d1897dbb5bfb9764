/* SPDX-License-Identifier: MIT
 *
 * Certificates: changed ones, their checksums made right again, are refused, or true all the same as
 * a plain reading of papers/certificates.md says; damaged ones are refused. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "proofs.h"

/* ---- A plain reading of papers/certificates.md ----------------------------------------------- */

/* Slow and simple: sets of nodes are lists, images are made point by point. */
typedef struct reading {
    const claim_parts *parts;
    fnr_db *db;
    const fnr_game *game;
    const fnr_record_node *node; /* in work */
    fnr_position position;       /* of it */
    bool fine, met;              /* a turn that counts */
} reading;

static uint64_t image_set(const fnr_game *game, int symmetry, uint64_t set)
{
    uint64_t image = 0;
    for (int p = 0; p < game->board.points; p++)
        if (set >> p & 1) image |= UINT64_C(1) << game->group.image[symmetry][p];
    return image;
}

static fnr_node smallest(const fnr_game *game, fnr_node node)
{
    fnr_node least = node;
    for (int g = 0; g < game->group.order; g++) {
        fnr_node image = {image_set(game, g, node.mover), image_set(game, g, node.other)};
        if (image.mover < least.mover || (image.mover == least.mover && image.other < least.other))
            least = image;
    }
    return least;
}

static fnr_side mover_of(const reading *r, bool attacks)
{
    return attacks ? r->parts->claim.side : (fnr_side)!r->parts->claim.side;
}

/* Whether a table that the claim names, and that is there with its digest, has the position. */
static bool table_serves(const reading *r, fnr_node node)
{
    for (size_t i = 0; i < r->parts->claim.table_count; i++) {
        const fnr_leaned *table = &r->parts->tables[i];
        if (table->m == fnr_count(node.mover) && table->o == fnr_count(node.other)) return true;
    }
    return false;
}

static bool is_good(const reading *r, const fnr_position *position, uint32_t rank, bool ranked)
{
    bool win = r->parts->claim.goal == FNR_GOAL_WIN;
    bool attacks = position->side == r->parts->claim.side;
    fnr_outcome over = fnr_position_outcome(r->game, position);
    fnr_node node;
    if (over != FNR_GOES_ON) {
        bool won = over == (r->parts->claim.side == FNR_WHITE ? FNR_WHITE_WINS : FNR_BLACK_WINS);
        return won == win;
    }
    fnr_fold(r->game, position, &node.mover, &node.other);
    fnr_node least = smallest(r->game, node);
    for (size_t i = 0; i < r->parts->count; i++) {
        const fnr_record_node *other = &r->parts->nodes[i];
        if (other->attacks != attacks || !fnr_node_equal(other->node, least)) continue;
        return !win || !ranked || other->rank < rank;
    }
    fnr_value value;
    if (!table_serves(r, node) || fnr_probe(r->db, position, &value, NULL)) return false;
    return (value.wdl == (attacks ? FNR_WIN : FNR_LOSS)) == win;
}

/* Whether a turn is the one that stands with the node: by walking along it. */
static bool is_written(const reading *r, const fnr_turn *turn)
{
    static const int X[] = {1, -1, 0, 0, 1, -1, 1, -1}, Y[] = {0, 0, 1, -1, 1, -1, -1, 1};
    const fnr_record_node *n = r->node;
    int width = r->game->board.width;
    if (n->turn_bytes != 1 + turn->steps || n->turn[0] != turn->point[0]) return false;
    for (int i = 0; i < turn->steps; i++) {
        int d = n->turn[1 + i] & 7;
        int kind = n->turn[1 + i] & 8 ? FNR_APPROACH : n->turn[1 + i] & 16 ? FNR_WITHDRAWAL : 0;
        bool clean = n->turn[1 + i] < 64 && (n->turn[1 + i] & 24) != 24;
        bool last = !(n->turn[1 + i] & 32);
        if (turn->point[i + 1] != turn->point[i] + X[d] + Y[d] * width || !clean ||
            kind != turn->kind[i] || last != (i + 1 == turn->steps))
            return false;
    }
    return true;
}

static int read_turn(const fnr_turn *turn, void *context)
{
    reading *r = context;
    fnr_position after;
    bool chooses = r->node->attacks == (r->parts->claim.goal == FNR_GOAL_WIN);
    if (chooses && !is_written(r, turn)) return 0;
    r->met = true;
    fnr_position_play(&r->position, turn, &after);
    if (!is_good(r, &after, r->node->rank, !turn->captured)) r->fine = false;
    return 0;
}

static bool is_node(reading *r, const fnr_record_node *node)
{
    const fnr_node n = node->node;
    uint64_t all = n.mover | n.other;
    r->node = node;
    if ((n.mover & n.other) || (all & ~r->game->board.full)) return false;
    fnr_unfold(r->game, n.mover, n.other, mover_of(r, node->attacks), &r->position);
    if (fnr_position_check(r->game, &r->position, NULL) ||
        fnr_position_outcome(r->game, &r->position) != FNR_GOES_ON ||
        !fnr_node_equal(smallest(r->game, n), n))
        return false;
    r->fine = true;
    r->met = false;
    fnr_turns_visit(r->game, &r->position, read_turn, r);
    return r->fine && r->met;
}

/* Whether the tables are there with these digests. */
static bool has_tables(const reading *r)
{
    for (size_t i = 0; i < r->parts->claim.table_count; i++) {
        const fnr_leaned *table = &r->parts->tables[i];
        const fnr_drawer *drawer;
        if (table->m < 1 || table->o < 1 || table->m + table->o > r->game->board.points ||
            fnr_db_drawer(r->db, table->m, table->o, &drawer, NULL) ||
            drawer->wdl->header.digest != table->digest)
            return false;
    }
    return true;
}

static bool is_true(const claim_parts *parts, const char *root)
{
    reading r = {.parts = parts, .db = database_of(root, &parts->claim.rules)};
    r.game = fnr_db_game(r.db);
    bool fine = !fnr_position_check(r.game, &parts->claim.position, NULL) && has_tables(&r);
    for (size_t i = 0; i < parts->count && fine; i++) {
        for (size_t k = 0; k < i; k++) /* no node may be there twice */
            fine &= parts->nodes[i].attacks != parts->nodes[k].attacks ||
                    !fnr_node_equal(parts->nodes[i].node, parts->nodes[k].node);
        fine = fine && is_node(&r, &parts->nodes[i]);
    }
    fine = fine && is_good(&r, &parts->claim.position, 0, false);
    fnr_db_close(r.db);
    return fine;
}

/* ---- Changes --------------------------------------------------------------------------------- */

/* Some legal turn of a node in another form; none if the node is no position. */
static void other_turn(uint64_t *chance, const fnr_game *game, const claim_parts *parts,
                       fnr_record_node *node)
{
    fnr_position position;
    fnr_side side = node->attacks ? parts->claim.side : (fnr_side)!parts->claim.side;
    fnr_unfold(game, node->node.mover, node->node.other, side, &position);
    turns list = turns_of(game, &position);
    if (list.count) fnr_turn_encode(game, &list.turn[random_below(chance, (int)list.count)], node);
    turns_free(&list);
}

/* Gives the nodes what the goal asks for: turns where it chooses, and ranks. */
static void suit_goal(uint64_t *chance, const fnr_game *game, claim_parts *parts)
{
    for (size_t i = 0; i < parts->count; i++) {
        fnr_record_node *node = &parts->nodes[i];
        if (!fnr_chooses(parts->claim.goal, node->attacks))
            node->turn_bytes = 0;
        else if (!node->turn_bytes)
            other_turn(chance, game, parts, node);
        if (parts->claim.goal == FNR_GOAL_NOWIN) node->rank = 0;
    }
}

enum change {
    DROP_NODE,
    ADD_NODE,
    OTHER_TURN,
    OTHER_STEP,
    OTHER_RANK,
    OTHER_ROLE,
    MOVE_STONE,
    OTHER_IMAGE,
    OTHER_GOAL,
    OTHER_SIDE,
    OTHER_START,
    DROP_TABLE,
    OTHER_DIGEST,
    OTHER_RULES,
    CHANGES
};

static void change_node(enum change change, uint64_t *chance, const fnr_game *game, claim_parts *p)
{
    if (!p->count) return;
    size_t i = (size_t)random_below(chance, (int)p->count);
    fnr_record_node *node = &p->nodes[i];
    fnr_node *n = &node->node;
    uint64_t full = game->board.full;
    switch (change) {
    case DROP_NODE:
        memmove(node, node + 1, (p->count - i - 1) * sizeof *node);
        p->count--;
        break;
    case ADD_NODE: /* one that differs in who is to move, or in a stone more */
        p->nodes[p->count++] = *node;
        node = &p->nodes[p->count - 1];
        if (random_below(chance, 2))
            node->attacks = !node->attacks;
        else
            node->node.other |= random_points(chance, full, 1) & ~node->node.mover;
        break;
    case OTHER_TURN:
        if (node->turn_bytes) other_turn(chance, game, p, node);
        break;
    case OTHER_STEP:
        if (node->turn_bytes)
            node->turn[random_below(chance, node->turn_bytes)] ^=
                (uint8_t)(1 << random_below(chance, 5));
        break;
    case OTHER_RANK:
        if (p->claim.goal == FNR_GOAL_WIN) node->rank = (uint32_t)random_below(chance, 3);
        break;
    case OTHER_ROLE:
        node->attacks = !node->attacks;
        break;
    case MOVE_STONE:
        if (random_below(chance, 2))
            n->mover ^= random_points(chance, full, 1);
        else
            n->other ^= random_points(chance, full, 1);
        break;
    case OTHER_IMAGE: {
        int g = random_below(chance, game->group.order);
        *n = (fnr_node){image_set(game, g, n->mover), image_set(game, g, n->other)};
        break;
    }
    default:
        break;
    }
}

static void change_claim(enum change change, uint64_t *chance, const fnr_game *game, claim_parts *p)
{
    fnr_claim *claim = &p->claim;
    size_t table = claim->table_count ? (size_t)random_below(chance, (int)claim->table_count) : 0;
    switch (change) {
    case OTHER_GOAL:
        claim->goal = claim->goal == FNR_GOAL_WIN ? FNR_GOAL_NOWIN : FNR_GOAL_WIN;
        break;
    case OTHER_SIDE:
        claim->side = (fnr_side)!claim->side;
        break;
    case OTHER_START:
        if (random_below(chance, 2))
            claim->position.side = (fnr_side)!claim->position.side;
        else
            claim->position.stones[random_below(chance, 2)] ^=
                random_points(chance, game->board.full, 1);
        break;
    case DROP_TABLE:
        if (!claim->table_count) break;
        claim->table_count--;
        memmove(&p->tables[table], &p->tables[table + 1],
                (claim->table_count - table) * sizeof *p->tables);
        break;
    case OTHER_DIGEST:
        p->tables[table].digest ^= 1;
        break;
    case OTHER_RULES:
        claim->rules.stalemate = (fnr_stalemate)!claim->rules.stalemate;
        break;
    default:
        break;
    }
}

/* ---- The test -------------------------------------------------------------------------------- */

struct tally {
    int refused[CHANGES], accepted[CHANGES];
};

static void try_change(enum change change, uint64_t *chance, const claim_parts *whole,
                       const fnr_game *game, const char *root, const char *path,
                       struct tally *tally)
{
    claim_parts changed = claim_copy(whole);
    fnr_error why = {.text = ""};
    change_node(change, chance, game, &changed);
    change_claim(change, chance, game, &changed);
    suit_goal(chance, game, &changed);
    claim_save(&changed, path);
    fnr_status status = check_proof(path, root, 0, &why);
    bool right = is_true(&changed, root);
    if (right != (status == FNR_OK))
        fail_msg("change %d: %s, but %s", change, right ? "true" : "not true", why.text);
    /* It is what is claimed that was refused, not a checksum; two nodes alike are out of order. */
    if (change != ADD_NODE && change != MOVE_STONE && change != OTHER_ROLE && change != OTHER_IMAGE)
        assert_true(status != FNR_ERR_CORRUPT);
    if (status)
        tally->refused[change]++;
    else
        tally->accepted[change]++;
    claim_free(&changed);
}

/* Proves a position and changes its certificate in all ways, `times` each. */
static void change_proof(const char *directory, const fnr_rules *rules, const char *text,
                         int stones, int times, struct tally *tally)
{
    char root[FNR_PATH_SIZE], path[FNR_PATH_SIZE];
    uint64_t chance = 77;
    claim_parts parts[2];
    below(directory, "root", root);
    below(directory, "proof", path);
    if (stones) build_tables(root, rules, stones);
    fnr_db *db = database_of(root, rules);
    const fnr_game *game = fnr_db_game(db);
    fnr_position position = position_of(game, text);
    prove_value(db, &position, stones, 1 << 20, path);
    int count = claims_load(path, parts);
    for (int i = 0; i < count; i++) {
        assert_true(is_true(&parts[i], root));
        for (int change = 0; change < CHANGES; change++)
            for (int k = 0; k < times; k++)
                try_change((enum change)change, &chance, &parts[i], game, root, path, tally);
        claim_free(&parts[i]);
    }
    fnr_db_close(db);
}

static void test_changes(void **state)
{
    struct tally tally = {{0}, {0}};
    int all = 0;
    const fnr_rules telo = rules_of(3, 3), flat = rules_of(8, 2), tall = rules_of(3, 5);
    const fnr_rules drawn = {3, 3, FNR_CAPTURE, FNR_STALEMATE_DRAW, 0};
    change_proof(*state, &telo, "BBB/B1W/WWW w", 3, 60, &tally);
    change_proof(*state, &telo, "BBB/B1B/WWW w", 4, 60, &tally);
    change_proof(*state, &drawn, "BBB/B1W/WWW w", 3, 60, &tally);
    change_proof(*state, &flat, "1B6/W5WB b", 0, 40, &tally);
    change_proof(*state, &tall, "1B1/3/B1W/3/1WW w", 3, 40, &tally);
    change_proof(*state, &TELO_LINE, "BBB/3/WWW w", 0, 20, &tally);
    change_proof(*state, &TELO_LINE, "BBB/1W1/1WW b", 0, 20, &tally);
    for (int change = 0; change < CHANGES; change++) {
        all += tally.refused[change] + tally.accepted[change];
        print_message("change %2d: %d refused, %d true\n", change, tally.refused[change],
                      tally.accepted[change]);
        assert_true(tally.refused[change] > 20);
    }
    assert_true(all > 3000);
}

/* ---- Damage ---------------------------------------------------------------------------------- */

static void make_small_proof(const char *directory, char root[FNR_PATH_SIZE],
                             char path[FNR_PATH_SIZE])
{
    const fnr_rules rules = rules_of(3, 3);
    below(directory, "root", root);
    below(directory, "proof", path);
    build_tables(root, &rules, 3);
    fnr_db *db = database_of(root, &rules);
    fnr_position start = position_of(fnr_db_game(db), "BBB/B1W/WWW w");
    prove_value(db, &start, 3, 1 << 20, path);
    fnr_db_close(db);
}

static void see_refusal(void *directory)
{
    char root[FNR_PATH_SIZE], path[FNR_PATH_SIZE];
    fnr_error why;
    below(directory, "root", root);
    below(directory, "proof", path);
    assert_refused(check_proof(path, root, 0, &why), FNR_ERR_CORRUPT, &why, "");
}

static void test_damage(void **state)
{
    char root[FNR_PATH_SIZE], path[FNR_PATH_SIZE];
    make_small_proof(*state, root, path);
    damage_file(path, see_refusal, *state);
}

/* Any byte of the header or of the list of tables, with the checksums right again: an answer, never
 * a crash, and never one that is not true. */
static void test_hostile_header(void **state)
{
    enum { HEADER = FNR_CLAIM_BYTES, DIGEST_AT = 96 };
    char root[FNR_PATH_SIZE], path[FNR_PATH_SIZE];
    make_small_proof(*state, root, path);
    content whole = file_read(path);
    uint8_t *bytes = whole.bytes;
    for (size_t i = 0; i < DIGEST_AT; i++)
        for (int value = 0; value < 256; value += i < 16 || i == 32 ? 1 : 51) {
            fnr_error why;
            uint8_t before = bytes[i];
            bytes[i] = (uint8_t)value;
            fnr_store_le(bytes + DIGEST_AT, 8, XXH3_64bits(bytes, DIGEST_AT));
            file_write(path, bytes, whole.size);
            fnr_status status = check_proof(path, root, 0, &why);
            assert_true((status == FNR_OK) == (bytes[i] == before));
            bytes[i] = before;
        }
    content_free(&whole);
}

/* A frame that zstd skips, before the nodes of the first claim, with all sums right again. */
static void test_skipped_frame(void **state)
{
    static const uint8_t SKIPPED[] = {0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0};
    enum { HEADER = FNR_CLAIM_BYTES, BODY_BYTES = 56, BODY_DIGEST = 72, DIGEST_AT = 96 };
    char root[FNR_PATH_SIZE], path[FNR_PATH_SIZE];
    fnr_error why;
    make_small_proof(*state, root, path);
    content whole = file_read(path);
    size_t at = HEADER + fnr_load_le(whole.bytes + 36, 4) * FNR_LEANED_BYTES;
    size_t size = sizeof SKIPPED + fnr_load_le(whole.bytes + BODY_BYTES, 8);
    uint8_t *changed = malloc(at + size);
    assert_non_null(changed);
    memcpy(changed, whole.bytes, at);
    memcpy(changed + at, SKIPPED, sizeof SKIPPED);
    memcpy(changed + at + sizeof SKIPPED, whole.bytes + at, size - sizeof SKIPPED);
    fnr_store_le(changed + BODY_BYTES, 8, size);
    fnr_store_le(changed + BODY_DIGEST, 8, XXH3_64bits(changed + at, size));
    fnr_store_le(changed + DIGEST_AT, 8, XXH3_64bits(changed, DIGEST_AT));
    file_write(path, changed, at + size);
    assert_refused(check_proof(path, root, 0, &why), FNR_ERR_CORRUPT, &why, "no zstd frame");
    free(changed);
    content_free(&whole);
}

static void test_passes(void **state)
{
    char root[FNR_PATH_SIZE], path[FNR_PATH_SIZE];
    fnr_error why;
    claim_parts parts[2];
    make_small_proof(*state, root, path);
    assert_int_equal(claims_load(path, parts), 1);
    for (uint64_t memory = 1; memory < 48 * parts[0].count; memory += 1 + memory / 4)
        assert_fine(check_proof(path, root, memory, &why), &why);
    /* Without a node that is needed, all passes together still find out. */
    for (size_t i = 0; i < parts[0].count; i++) {
        claim_parts less = claim_copy(&parts[0]);
        memmove(&less.nodes[i], &less.nodes[i + 1], (less.count - i - 1) * sizeof *less.nodes);
        less.count--;
        claim_save(&less, path);
        assert_refused(check_proof(path, root, 1, &why), FNR_ERR_WRONG, &why, "");
        claim_free(&less);
    }
    claim_free(&parts[0]);
}

/* Tables that are not there, of other values, of other rules. */
static void test_tables(void **state)
{
    char root[FNR_PATH_SIZE], path[FNR_PATH_SIZE], other[FNR_PATH_SIZE], from[FNR_PATH_SIZE],
        to[FNR_PATH_SIZE];
    fnr_error why;
    const fnr_rules rules = rules_of(3, 3), drawn = {3, 3, FNR_CAPTURE, FNR_STALEMATE_DRAW, 0};
    make_small_proof(*state, root, path);
    below(*state, "other", other);
    assert_refused(check_proof(path, other, 0, &why), FNR_ERR_NO_TABLE, &why, "");
    build_tables(other, &drawn, 3);
    below(*state, "other/3x3-capture-stalemate-draw", from);
    below(*state, "other/3x3-capture", to);
    assert_int_equal(rename(from, to), 0);
    assert_refused(check_proof(path, other, 0, &why), FNR_ERR_RULES, &why, "");
    /* A table with another value in it, as somebody would seal it. */
    scratch_clear(other);
    build_tables(other, &rules, 3);
    fnr_db *db = database_of(root, &rules);
    values v = values_load(other, fnr_db_index(db), 2, 1, FNR_METRIC_WDL);
    values_set(&v, 0, values_get(&v, 0) == FNR_CODE_WIN ? FNR_CODE_DRAW : FNR_CODE_WIN);
    values_count(&v);
    values_save(other, &v, 1);
    values_free(&v);
    fnr_db_close(db);
    assert_refused(check_proof(path, other, 0, &why), FNR_ERR_RULES, &why, "2v1 of digest");
}

static void test_no_certificate(void **state)
{
    char path[FNR_PATH_SIZE];
    fnr_error why;
    below(*state, "proof", path);
    assert_refused(check_proof(path, *state, 0, &why), FNR_ERR_IO, &why, "cannot open");
    file_write(path, (const uint8_t *)"", 0);
    assert_refused(check_proof(path, *state, 0, &why), FNR_ERR_CORRUPT, &why, "");
    assert_refused(check_proof(*state, *state, 0, &why), FNR_ERR_IO, &why, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(test_changes),        scratch_test(test_damage),
        scratch_test(test_hostile_header), scratch_test(test_skipped_frame),
        scratch_test(test_passes),         scratch_test(test_tables),
        scratch_test(test_no_certificate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

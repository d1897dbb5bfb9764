/* SPDX-License-Identifier: MIT
 *
 * Records of slices, counted again position by position. */
#include <string.h>

#include "files.h"

enum { DEPTHS = 300 };

typedef struct recount {
    fnr_db *db;
    fnr_index *index;
    int slices;
} recount;

static fnr_value value_at(fnr_db *db, const fnr_position *position)
{
    fnr_value value;
    fnr_error why;
    assert_fine(fnr_probe(db, position, &value, &why), &why);
    return value;
}

/* Which of the three kinds of zugzwang a position is; -1 for none. */
static int kind_of(fnr_db *db, const fnr_position *position, fnr_wdl wdl)
{
    const fnr_game *game = fnr_db_game(db);
    fnr_position passed = *position;
    passed.side = !passed.side;
    if (fnr_position_check(game, &passed, NULL)) return -1;
    fnr_wdl other = value_at(db, &passed).wdl;
    if (wdl + other >= 0) return -1;
    return wdl == FNR_DRAW ? 2 : other == FNR_DRAW ? 1 : 0;
}

static void assert_record(const fnr_record *record, const uint64_t counts[DEPTHS], fnr_db *db,
                          bool by_dtw)
{
    uint32_t deepest = 0;
    for (uint32_t d = 0; d < DEPTHS; d++)
        if (counts[d] > 0) deepest = d;
    assert_int_equal(record->depth, deepest);
    assert_int_equal(record->count, counts[deepest]);
    for (uint32_t d = 0; d <= deepest; d++) assert_int_equal(record->counts[d], counts[d]);
    if (record->count == 0) return;
    fnr_value value = value_at(db, &record->position);
    assert_int_equal(by_dtw ? value.dtw : value.dtc, deepest);
}

static int check_slice(const fnr_records *records, void *context)
{
    recount *r = context;
    const fnr_game *game = fnr_db_game(r->db);
    static uint64_t counts[2][2][DEPTHS];
    uint64_t zugzwangs[3] = {0};
    fnr_slice slice;
    fnr_error why;
    memset(counts, 0, sizeof counts);
    assert_fine(fnr_slice_init(&slice, r->index, records->m, records->o, &why), &why);
    for (uint64_t i = 0; i < slice.size; i++) {
        uint64_t mover, other;
        fnr_position position;
        if (!fnr_slice_unrank(&slice, i, &mover, &other)) continue;
        if (fnr_is_refused(game, mover, other)) continue;
        fnr_unfold(game, mover, other, FNR_WHITE, &position);
        fnr_value value = value_at(r->db, &position);
        int kind = kind_of(r->db, &position, value.wdl);
        if (kind >= 0) zugzwangs[kind]++;
        if (value.wdl == FNR_DRAW) continue;
        assert_true(value.dtc < DEPTHS && value.dtw < DEPTHS);
        counts[FNR_RECORD_DTC][value.wdl == FNR_LOSS][value.dtc]++;
        counts[FNR_RECORD_DTW][value.wdl == FNR_LOSS][value.dtw]++;
    }
    assert_true(records->has_dtw);
    for (int metric = 0; metric < 2; metric++)
        for (int side = 0; side < 2; side++)
            assert_record(&records->record[metric][side], counts[metric][side], r->db, metric);
    for (int kind = 0; kind < 3; kind++) {
        assert_int_equal(records->zugzwangs[kind], zugzwangs[kind]);
        if (zugzwangs[kind] == 0) continue;
        const fnr_position *position = &records->zugzwang[kind];
        assert_int_equal(kind_of(r->db, position, value_at(r->db, position).wdl), kind);
    }
    r->slices++;
    return 0;
}

static void check_all(const char *root, const fnr_rules *rules, int stones, int slices)
{
    fnr_build_options options = {.stones = stones, .threads = 1, .dtw = true};
    fnr_check_options threads = {.threads = 3};
    recount r = {.slices = 0};
    fnr_error why;
    assert_fine(fnr_build(root, rules, &options, &why), &why);
    assert_fine(fnr_db_open(root, rules, &r.db, &why), &why);
    r.index = index_of(fnr_db_game(r.db));
    assert_fine(fnr_db_records(r.db, &threads, check_slice, &r, &why), &why);
    assert_int_equal(r.slices, slices);
    fnr_index_free(r.index);
    fnr_db_close(r.db);
}

static void records_are_what_counting_says(void **state)
{
    static const fnr_rules SMALL = {3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0};
    static const fnr_rules LARGE = {5, 5, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0};
    check_all(*state, &SMALL, 0, 36);
    check_all(*state, &TELO_LINE, 0, 1);
    check_all(*state, &LARGE, 4, 6);
}

static int stop_at_once(const fnr_records *records, void *context)
{
    int *calls = context;
    (void)records;
    ++*calls;
    return 1;
}

static void a_visitor_may_stop(void **state)
{
    static const fnr_rules SMALL = {3, 3, FNR_CAPTURE, FNR_STALEMATE_LOSS, 0};
    fnr_check_options options = {.threads = 1};
    fnr_db *db = NULL;
    fnr_error why;
    int calls = 0;
    build_tables(*state, &SMALL, 3);
    assert_fine(fnr_db_open(*state, &SMALL, &db, &why), &why);
    assert_fine(fnr_db_records(db, &options, stop_at_once, &calls, &why), &why);
    assert_int_equal(calls, 1);
    fnr_db_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(records_are_what_counting_says),
        scratch_test(a_visitor_may_stop),
    };
    return cmocka_run_group_tests_name("records", tests, NULL, NULL);
}

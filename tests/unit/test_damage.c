/* SPDX-License-Identifier: MIT
 *
 * Damaged databases, seen through fanoron.h: whatever is done to a file of tables, `check` finds it, and a
 * probe gives the right value or an error. Tables of all metrics and encodings; files of other slices,
 * metrics, boards and rules in their place. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"

enum { MOST_POSITIONS = 4000, MOST_FILES = 80 };

/* ---- Databases and what they should say ------------------------------------------------------ */

typedef struct truth {
    fnr_position position;
    fnr_value value;
} truth;

/* A database, and the values of all its positions when it was sound. */
typedef struct world {
    fnr_rules rules;
    int stones;
    bool packed, dtw;
    char root[FNR_PATH_SIZE];
    int looks; /* at it when it was damaged */
    int count;
    truth truths[MOST_POSITIONS];
} world;

static fnr_db *open_db(const world *w)
{
    fnr_db *db = NULL;
    fnr_error why;
    assert_fine(fnr_db_open(w->root, &w->rules, &db, &why), &why);
    assert_fine(fnr_db_limit_cache(db, 1 << 14, &why), &why);
    return db;
}

static void learn_slice(world *w, fnr_db *db, const fnr_slice *slice)
{
    const fnr_game *game = fnr_db_game(db);
    for (uint64_t i = 0; i < slice->size; i++) {
        truth *t = &w->truths[w->count];
        uint64_t mover, other;
        fnr_error why;
        fnr_slice_unrank(slice, i, &mover, &other);
        fnr_unfold(game, mover, other, (fnr_side)(i & 1), &t->position);
        t->position.plies = w->rules.draw_plies ? 0 : FNR_NO_COUNT;
        if (fnr_position_check(game, &t->position, NULL)) continue; /* a hole of the index */
        assert_fine(fnr_probe(db, &t->position, &t->value, &why), &why);
        assert_in_range(++w->count, 1, MOST_POSITIONS - 1);
    }
}

static void world_new(world *w)
{
    const fnr_build_options options = {
        .stones = w->stones, .threads = 1, .packed = w->packed, .dtw = w->dtw};
    fnr_error why;
    assert_fine(fnr_build(w->root, &w->rules, &options, &why), &why);
    fnr_db *db = open_db(w);
    fnr_index *index = index_of(fnr_db_game(db));
    w->count = 0;
    for (int m = 1, o = 0; fnr_slice_next(fnr_db_game(db), &m, &o) && m + o <= w->stones;) {
        fnr_slice slice;
        assert_fine(fnr_slice_init(&slice, index, m, o, &why), &why);
        learn_slice(w, db, &slice);
    }
    fnr_index_free(index);
    fnr_db_close(db);
}

static bool same_value(const fnr_value *a, const fnr_value *b)
{
    return a->wdl == b->wdl && a->dtc == b->dtc && a->dtw == b->dtw;
}

/* A damaged database: some file is called bad, and no value is wrong; some are asked each time. */
static void see_damage(void *context)
{
    enum { SHARE = 11 };
    world *w = context;
    const fnr_check_options options = {.threads = 1};
    fnr_error why;
    fnr_db *db = open_db(w);
    assert_true(fnr_db_check(db, &options, &why) != FNR_OK);
    for (int i = w->looks++ % SHARE; i < w->count; i += SHARE) {
        fnr_value value;
        fnr_status status = fnr_probe(db, &w->truths[i].position, &value, &why);
        if (status)
            assert_true(why.code == status && why.text[0]);
        else
            assert_true(same_value(&value, &w->truths[i].value));
    }
    fnr_db_close(db);
}

/* ---- Damage ---------------------------------------------------------------------------------- */

static world *worlds_at(const char *state, size_t *count)
{
    static const world WORLDS[] = {
        {{.width = 3, .height = 3}, .stones = 3, .dtw = true},
        {{.width = 3, .height = 3}, .stones = 3, .packed = true},
        {{.width = 3, .height = 3, .stalemate = FNR_STALEMATE_DRAW}, .stones = 3},
        {{.width = 3, .height = 3, .draw_plies = 3}, .stones = 3},
        {{.width = 3, .height = 5}, .stones = 3},
        {{.width = 5, .height = 3}, .stones = 3},
        {{.width = 3, .height = 3, .variant = FNR_TELO_LINE}, .stones = 6},
    };
    world *worlds = malloc(sizeof WORLDS);
    assert_non_null(worlds);
    memcpy(worlds, WORLDS, sizeof WORLDS);
    *count = sizeof WORLDS / sizeof WORLDS[0];
    for (size_t i = 0; i < *count; i++) {
        snprintf(worlds[i].root, sizeof worlds[i].root, "%.2000s/%zu", state, i);
        world_new(&worlds[i]);
    }
    return worlds;
}

/* Each kind of table. */
static void damage_is_found(void **state)
{
    static const struct {
        size_t world;
        int m, o;
        fnr_metric metric;
    } TABLES[] = {
        {0, 2, 1, FNR_METRIC_WDL}, {0, 2, 1, FNR_METRIC_DTC}, {0, 2, 1, FNR_METRIC_DTW},
        {1, 2, 1, FNR_METRIC_WDL}, {1, 2, 1, FNR_METRIC_DTC}, {1, 1, 2, FNR_METRIC_WDL},
        {3, 2, 1, FNR_METRIC_WDL},
    };
    size_t count;
    world *worlds = worlds_at(*state, &count);
    for (size_t i = 0; i < sizeof TABLES / sizeof TABLES[0]; i++) {
        world *w = &worlds[TABLES[i].world];
        char path[FNR_PATH_SIZE];
        table_path(w->root, &w->rules, TABLES[i].m, TABLES[i].o, TABLES[i].metric, path);
        damage_file(path, see_damage, w);
    }
    free(worlds);
}

/* ---- Files in the wrong place ---------------------------------------------------------------- */

typedef struct place {
    world *world;
    char path[FNR_PATH_SIZE];
    content bytes;
} place;

static int find_places(world *worlds, size_t count, place *places)
{
    int found = 0;
    for (size_t i = 0; i < count; i++) {
        fnr_game *game = game_with(&worlds[i].rules);
        for (int m = 1, o = 0; fnr_slice_next(game, &m, &o) && m + o <= worlds[i].stones;)
            for (int metric = 0; metric < FNR_METRICS; metric++) {
                place *p = &places[found];
                table_path(worlds[i].root, &worlds[i].rules, m, o, (fnr_metric)metric, p->path);
                if (access(p->path, F_OK) != 0) continue;
                p->world = &worlds[i];
                p->bytes = file_read(p->path);
                assert_in_range(++found, 1, MOST_FILES);
            }
        fnr_game_free(game);
    }
    return found;
}

/* A table of the same kind with the same values is as good, packed or not. */
static bool is_as_good(const place *here, const place *there)
{
    return fnr_rules_equal(&here->world->rules, &there->world->rules) &&
           strcmp(strrchr(here->path, '/'), strrchr(there->path, '/')) == 0;
}

/* Each file in the place of each other. */
static void files_in_the_wrong_place_are_refused(void **state)
{
    static place places[MOST_FILES];
    size_t count;
    int tried = 0;
    world *worlds = worlds_at(*state, &count);
    int found = find_places(worlds, count, places);
    for (int i = 0; i < found; i++)
        for (int j = 0; j < found; j++) {
            if (is_as_good(&places[i], &places[j])) continue;
            file_write(places[i].path, places[j].bytes.bytes, places[j].bytes.size);
            see_damage(places[i].world);
            file_write(places[i].path, places[i].bytes.bytes, places[i].bytes.size);
            tried++;
        }
    print_message("%d files: %d in the place of another refused\n", found, tried);
    assert_true(tried > found * (found - 3));
    for (int i = 0; i < found; i++) content_free(&places[i].bytes);
    free(worlds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(damage_is_found),
        scratch_test(files_in_the_wrong_place_are_refused),
    };
    return cmocka_run_group_tests_name("damage", tests, NULL, NULL);
}

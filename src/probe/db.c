/* SPDX-License-Identifier: MIT */
#include "probe/db.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct fnr_db {
    char *root;
    fnr_game *game;
    fnr_index *index; /* guarded by lock while slices are made */
    fnr_cache *cache;
    fnr_db *theory; /* the same rules without a draw limit; NULL if they have none */
    pthread_mutex_t lock;
    fnr_drawer *drawers[FNR_MAX_POINTS + 1][FNR_MAX_POINTS + 1]; /* [m][o], written under lock */
};

fnr_status fnr_db_open(const char *root, const fnr_rules *rules, fnr_db **db, fnr_error *why)
{
    fnr_db *made = calloc(1, sizeof *made);
    if (!made) return fnr_fail_memory(why, "a database");
    if (pthread_mutex_init(&made->lock, NULL) != 0) {
        free(made);
        return fnr_fail_memory(why, "a lock");
    }
    made->root = strdup(root);
    fnr_status status = made->root ? FNR_OK : fnr_fail_memory(why, "a database");
    if (!status) status = fnr_game_new(rules, &made->game, why);
    if (!status) status = fnr_index_new(made->game, &made->index, why);
    if (!status) status = fnr_cache_new(FNR_CACHE_BYTES, &made->cache, why);
    if (!status && rules->draw_plies > 0) {
        fnr_rules theory = *rules;
        theory.draw_plies = 0;
        status = fnr_db_open(root, &theory, &made->theory, why);
    }
    if (status) {
        fnr_db_close(made);
        return status;
    }
    *db = made;
    return FNR_OK;
}

fnr_status fnr_db_limit_cache(fnr_db *db, uint64_t bytes, fnr_error *why)
{
    fnr_cache *cache;
    fnr_status status = fnr_cache_new(bytes, &cache, why);
    if (status) return status;
    fnr_cache_free(db->cache);
    db->cache = cache;
    return db->theory ? fnr_db_limit_cache(db->theory, bytes, why) : FNR_OK;
}

static void close_drawer(fnr_drawer *drawer)
{
    if (!drawer) return;
    fnr_table_close(drawer->wdl);
    fnr_table_close(drawer->dtc);
    fnr_table_close(drawer->dtw);
    free(drawer);
}

void fnr_db_close(fnr_db *db)
{
    if (!db) return;
    for (int m = 0; m <= FNR_MAX_POINTS; m++)
        for (int o = 0; o <= FNR_MAX_POINTS; o++) close_drawer(db->drawers[m][o]);
    fnr_db_close(db->theory);
    fnr_cache_free(db->cache);
    fnr_index_free(db->index);
    fnr_game_free(db->game);
    pthread_mutex_destroy(&db->lock);
    free(db->root);
    free(db);
}

const fnr_game *fnr_db_game(const fnr_db *db)
{
    return db->game;
}

fnr_db *fnr_db_theory(fnr_db *db)
{
    return db->theory;
}

const char *fnr_db_root(const fnr_db *db)
{
    return db->root;
}

const fnr_index *fnr_db_index(const fnr_db *db)
{
    return db->index;
}

/* Opens the tables of a slice; the lock is held. */
static fnr_status fill_drawer(fnr_db *db, int m, int o, fnr_drawer **drawer, fnr_error *why)
{
    fnr_drawer *made = calloc(1, sizeof *made);
    if (!made) return fnr_fail_memory(why, "a table");
    fnr_status status = fnr_table_open(db->root, db->index, m, o, FNR_METRIC_WDL, &made->wdl, why);
    if (!status)
        status =
            fnr_table_open_if_there(db->root, db->index, m, o, FNR_METRIC_DTC, &made->dtc, why);
    /* A draw limit knows no DTW, even where it shares its tables. */
    if (!status && !db->theory)
        status =
            fnr_table_open_if_there(db->root, db->index, m, o, FNR_METRIC_DTW, &made->dtw, why);
    /* Only now: the index of a slice without tables may be large. */
    if (!status) status = fnr_slice_init(&made->slice, db->index, m, o, why);
    if (status)
        close_drawer(made);
    else
        *drawer = made;
    return status;
}

fnr_status fnr_db_drawer(fnr_db *db, int m, int o, const fnr_drawer **drawer, fnr_error *why)
{
    fnr_drawer **place = &db->drawers[m][o];
    fnr_status status = FNR_OK;
    fnr_drawer *found = __atomic_load_n(place, __ATOMIC_ACQUIRE);
    if (!found) {
        pthread_mutex_lock(&db->lock);
        found = *place;
        if (!found) status = fill_drawer(db, m, o, &found, why);
        if (!status) __atomic_store_n(place, found, __ATOMIC_RELEASE);
        pthread_mutex_unlock(&db->lock);
    }
    if (!status) *drawer = found;
    return status;
}

fnr_status fnr_db_entry(fnr_db *db, const fnr_table *table, uint64_t i, unsigned *entry,
                        fnr_error *why)
{
    return fnr_cache_get(db->cache, table, i, entry, why);
}

fnr_status fnr_db_reach(fnr_db *db, int most, int *reach, fnr_error *why)
{
    int m = 1, o = 0, stones = 0, below = 0;
    bool all = true;
    while (all && fnr_slice_next(db->game, &m, &o) && (most <= 0 || m + o <= most)) {
        const fnr_drawer *drawer;
        if (m + o > stones) below = stones;
        stones = m + o;
        fnr_error found;
        fnr_status status = fnr_db_drawer(db, m, o, &drawer, &found);
        all = status != FNR_ERR_NO_TABLE;
        if (all && status) return fnr_fail(why, status, "%s", found.text);
    }
    *reach = all ? stones : below;
    return FNR_OK;
}

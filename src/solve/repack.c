/* SPDX-License-Identifier: MIT
 *
 * fnr_repack: the same values, stored in another way. A slice is read whole, what its table leaves
 * out is deduced, and the new table takes the place of the old one. Whenever the work stops, each
 * table is of the old or of the new kind, and together they still say everything. */
#include "base/threads.h"
#include "probe/db.h"
#include "solve/shelf.h"

typedef struct repacker {
    const char *root;
    const fnr_repack_options *options;
    fnr_index *index;
    fnr_shelf *shelf;
    fnr_task task;
} repacker;

/* Brings the values of a table to the shelf, and what they follow from where the new table leaves
 * them out: what is not there cannot be left to. */
static fnr_status need_for(repacker *r, const fnr_header *header, fnr_error *why)
{
    int m = header->m, o = header->o;
    fnr_status status = fnr_shelf_need_successors(r->shelf, m, o, header->encoding, why);
    if (status) return status;
    if (header->metric == FNR_METRIC_WDL) return fnr_shelf_need(r->shelf, m, o, why);
    status = fnr_shelf_need_dtc(r->shelf, m, o, why);
    if (!status && header->encoding == FNR_STORES_NOTHING)
        status = fnr_shelf_need_dtc(r->shelf, o, m, why);
    return status;
}

static fnr_status rewrite(repacker *r, const fnr_header *header, fnr_error *why)
{
    fnr_status status = need_for(r, header, why);
    if (status) return status;
    const fnr_finished *finished = &r->shelf->at[header->m][header->o];
    const void *values =
        header->metric == FNR_METRIC_WDL ? (const void *)finished->codes : finished->dtc.bytes;
    fnr_task_phase(&r->task, "write", header->entries, fnr_block_count(header));
    return fnr_table_save(r->root, &finished->slice, header, fnr_source_memory, values,
                          r->shelf->threads, &r->task, why);
}

static void report(const repacker *r, int m, int o, fnr_metric metric)
{
    char name[FNR_TABLE_NAME_SIZE];
    fnr_report done = {.name = name, .text = ""};
    if (!r->options->report) return;
    fnr_table_name(m, o, metric, name);
    r->options->report(&done, r->options->context);
}

/* A table that is not there, or as it should be, is left alone; so is one without a draw limit that
 * serves under one. */
static fnr_status repack_table(repacker *r, int m, int o, fnr_metric metric, fnr_error *why)
{
    fnr_table *table = NULL;
    fnr_error found;
    fnr_status status = fnr_table_open(r->root, r->index, m, o, metric, &table, &found);
    if (status == FNR_ERR_NO_TABLE) return FNR_OK;
    if (status) {
        if (why) *why = found;
        return status;
    }
    fnr_header is = table->header, wanted = is;
    fnr_table_close(table);
    wanted.encoding = fnr_encoding_of(&wanted.rules, metric, r->options->packed, m, o);
    if (r->options->zstd_level > 0) wanted.zstd_level = (uint32_t)r->options->zstd_level;
    if (!fnr_rules_equal(&is.rules, &r->index->game->rules)) return FNR_OK;
    if (wanted.encoding == is.encoding && wanted.zstd_level == is.zstd_level) return FNR_OK;
    status = rewrite(r, &wanted, why);
    if (!status) report(r, m, o, metric);
    return status;
}

static fnr_status repack_slice(repacker *r, int m, int o, fnr_error *why)
{
    fnr_task_subject(&r->task, m, o);
    fnr_status status = repack_table(r, m, o, FNR_METRIC_WDL, why);
    if (!status) status = repack_table(r, m, o, FNR_METRIC_DTC, why);
    if (m >= o) { /* the second of a pair */
        fnr_shelf_drop_dtc(r->shelf, m, o);
        fnr_shelf_drop_dtc(r->shelf, o, m);
    }
    return status;
}

fnr_status fnr_repack(const char *root, const fnr_rules *rules, const fnr_repack_options *options,
                      fnr_error *why)
{
    repacker r = {.root = root, .options = options};
    fnr_db *db = NULL;
    uint64_t all = 0;
    int m = 1, o = 0;
    fnr_status status = fnr_check_effort(options->threads, options->zstd_level, why);
    if (!status) status = fnr_db_open(root, rules, &db, why);
    if (!status) all = fnr_db_entries(db);
    if (!status) status = fnr_index_new(fnr_db_game(db), &r.index, why);
    if (!status) {
        r.shelf = fnr_shelf_new(root, r.index, fnr_threads(options->threads), &r.task);
        if (!r.shelf) status = fnr_fail_memory(why, "repacking");
    }
    fnr_task_init(&r.task, all, options->progress, options->context);
    while (!status && fnr_slice_next(fnr_db_game(db), &m, &o)) status = repack_slice(&r, m, o, why);
    fnr_shelf_free(r.shelf);
    fnr_index_free(r.index);
    fnr_db_close(db);
    return status;
}

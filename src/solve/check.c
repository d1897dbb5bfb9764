/* SPDX-License-Identifier: MIT
 *
 * Looking after a database: what its headers say, and whether every byte is as it was written. */
#include "base/threads.h"
#include "probe/db.h"
#include "solve/transfer.h"

static fnr_status open_table(fnr_db *db, int m, int o, fnr_metric metric, fnr_table **table,
                             fnr_error *why)
{
    return fnr_table_open(fnr_db_root(db), fnr_db_index(db), m, o, metric, table, why);
}

/* ---- Statistics ------------------------------------------------------------------------------ */

static fnr_status read_stats(fnr_db *db, int m, int o, fnr_slice_stats *stats, fnr_error *why)
{
    fnr_table *wdl = NULL, *dtc = NULL;
    fnr_status status = open_table(db, m, o, FNR_METRIC_WDL, &wdl, why);
    if (status) return status;
    status = open_table(db, m, o, FNR_METRIC_DTC, &dtc, why);
    if (!status || status == FNR_ERR_NO_TABLE) {
        const fnr_header *header = &wdl->header;
        *stats = (fnr_slice_stats){.m = m,
                                   .o = o,
                                   .positions = header->positions,
                                   .win = header->win,
                                   .draw = header->draw,
                                   .loss = header->loss,
                                   .capture = header->capture,
                                   .max_dtc = header->max_dtc,
                                   .entries = header->entries,
                                   .wdl_bytes = wdl->file_bytes,
                                   .dtc_bytes = dtc ? dtc->file_bytes : 0};
        status = FNR_OK;
    }
    fnr_table_close(dtc);
    fnr_table_close(wdl);
    return status;
}

fnr_status fnr_db_stats(fnr_db *db, fnr_slice_fn visit, void *context, fnr_error *why)
{
    int m = 0, o = 0;
    while (fnr_next_slice(fnr_db_game(db), &m, &o)) {
        fnr_slice_stats stats;
        fnr_status status = read_stats(db, m, o, &stats, why);
        if (status == FNR_ERR_NO_TABLE) continue;
        if (status) return status;
        if (visit(&stats, context) != 0) break;
    }
    return FNR_OK;
}

/* ---- Checking -------------------------------------------------------------------------------- */

typedef struct checker {
    fnr_db *db;
    const fnr_check_options *options;
    fnr_task task;
    fnr_status first; /* of the first bad table */
    fnr_error *why;
} checker;

static fnr_status check_table(checker *c, int m, int o, fnr_metric metric, fnr_error *why)
{
    fnr_table *table = NULL;
    fnr_status status = open_table(c->db, m, o, metric, &table, why);
    if (status) return status;
    fnr_task_phase(&c->task, "check", table->header.entries, table->blocks);
    status = fnr_table_load(table, NULL, fnr_threads(c->options->threads), &c->task, why);
    fnr_table_close(table);
    return status;
}

static void check_and_report(checker *c, int m, int o, fnr_metric metric)
{
    char name[FNR_TABLE_NAME_SIZE];
    fnr_error found = {.text = ""};
    fnr_status status = check_table(c, m, o, metric, &found);
    if (status == FNR_ERR_NO_TABLE) return;
    if (status && !c->first) {
        c->first = status;
        if (c->why) *c->why = found;
    }
    if (status == FNR_ERR_INTERRUPTED) return;
    fnr_task_forgive(&c->task);
    fnr_table_name(m, o, metric, name);
    fnr_report report = {.name = name, .status = status, .text = found.text};
    if (c->options->report) c->options->report(&report, c->options->context);
}

/* What there is to read, as far as the headers tell. */
static int add_entries(const fnr_slice_stats *stats, void *context)
{
    uint64_t *all = context;
    *all += stats->entries * (stats->dtc_bytes > 0 ? 2 : 1);
    return 0;
}

fnr_status fnr_db_check(fnr_db *db, const fnr_check_options *options, fnr_error *why)
{
    checker c = {.db = db, .options = options, .why = why};
    uint64_t all = 0;
    int m = 0, o = 0;
    fnr_db_stats(db, add_entries, &all, NULL);
    fnr_task_init(&c.task, all, options->progress, options->context);
    while (fnr_next_slice(fnr_db_game(db), &m, &o) && !fnr_task_stopped(&c.task)) {
        c.task.now.m = m;
        c.task.now.o = o;
        for (int metric = 0; metric < FNR_METRICS && !fnr_task_stopped(&c.task); metric++)
            check_and_report(&c, m, o, (fnr_metric)metric);
    }
    return c.first;
}

/* SPDX-License-Identifier: MIT
 *
 * fnr_db_check: whether every byte is as it was written. Tables are opened directly, not through
 * the database, which would keep them. */
#include "base/threads.h"
#include "probe/db.h"
#include "solve/transfer.h"

typedef struct checker {
    fnr_db *db;
    const fnr_check_options *options;
    fnr_task task;
    fnr_status first; /* of the first bad table */
    fnr_error *why;
} checker;

static fnr_status check_table(checker *c, int m, int o, fnr_metric metric, uint64_t *digest,
                              fnr_error *why)
{
    fnr_table *table = NULL;
    fnr_status status =
        fnr_table_open(fnr_db_root(c->db), fnr_db_index(c->db), m, o, metric, &table, why);
    if (status) return status;
    fnr_task_phase(&c->task, "check", table->header.entries, table->blocks);
    status = fnr_table_load(table, NULL, fnr_threads(c->options->threads), &c->task, why);
    *digest = table->header.digest;
    fnr_table_close(table);
    return status;
}

static void check_and_report(checker *c, int m, int o, fnr_metric metric)
{
    char name[FNR_TABLE_NAME_SIZE];
    fnr_error found = {.text = ""};
    uint64_t digest = 0;
    fnr_status status = check_table(c, m, o, metric, &digest, &found);
    if (status == FNR_ERR_NO_TABLE) return;
    if (status && !c->first) {
        c->first = status;
        if (c->why) *c->why = found;
    }
    /* These say nothing about the table. */
    if (status == FNR_ERR_INTERRUPTED || status == FNR_ERR_MEMORY) {
        fnr_task_fail(&c->task, status, &found);
        return;
    }
    fnr_task_forgive(&c->task);
    fnr_table_name(m, o, metric, name);
    fnr_report report = {
        .name = name, .status = status, .text = found.text, .digest = status ? 0 : digest};
    if (c->options->report) c->options->report(&report, c->options->context);
}

fnr_status fnr_db_check(fnr_db *db, const fnr_check_options *options, fnr_error *why)
{
    checker c = {.db = db, .options = options, .why = why};
    int m = 1, o = 0;
    fnr_task_init(&c.task, fnr_db_entries(db), options->progress, options->context);
    while (fnr_slice_next(fnr_db_game(db), &m, &o) && !fnr_task_stopped(&c.task)) {
        fnr_task_subject(&c.task, m, o);
        for (int metric = 0; metric < FNR_METRICS && !fnr_task_stopped(&c.task); metric++)
            check_and_report(&c, m, o, (fnr_metric)metric);
    }
    return c.first;
}

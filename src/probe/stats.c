/* SPDX-License-Identifier: MIT
 *
 * What the headers of a database say. */
#include "probe/db.h"

static fnr_slice_stats stats_of(const fnr_table *wdl, const fnr_table *dtc, const fnr_table *dtw)
{
    const fnr_header *header = &wdl->header;
    fnr_slice_stats stats = {.m = header->m,
                             .o = header->o,
                             .positions = header->positions,
                             .win = header->win,
                             .draw = header->draw,
                             .loss = header->loss,
                             .capture = header->capture,
                             .max_dtc = header->max_dtc,
                             .entries = header->entries,
                             .wdl_bytes = wdl->file_bytes,
                             .wdl_digest = header->digest};
    if (dtc) stats.dtc_bytes = dtc->file_bytes;
    if (dtc) stats.dtc_digest = dtc->header.digest;
    if (dtw) stats.dtw_bytes = dtw->file_bytes;
    if (dtw) stats.dtw_digest = dtw->header.digest;
    if (dtw) stats.max_dtw = dtw->header.max_dtc;
    return stats;
}

static fnr_status read_stats(fnr_db *db, int m, int o, fnr_slice_stats *stats, fnr_error *why)
{
    const char *root = fnr_db_root(db);
    const fnr_index *index = fnr_db_index(db);
    fnr_table *wdl = NULL, *dtc = NULL, *dtw = NULL;
    fnr_status status = fnr_table_open(root, index, m, o, FNR_METRIC_WDL, &wdl, why);
    if (!status) status = fnr_table_open_if_there(root, index, m, o, FNR_METRIC_DTC, &dtc, why);
    if (!status && !fnr_db_theory(db))
        status = fnr_table_open_if_there(root, index, m, o, FNR_METRIC_DTW, &dtw, why);
    if (!status) *stats = stats_of(wdl, dtc, dtw);
    fnr_table_close(dtw);
    fnr_table_close(dtc);
    fnr_table_close(wdl);
    return status;
}

fnr_status fnr_db_stats(fnr_db *db, fnr_slice_fn visit, void *context, fnr_error *why)
{
    fnr_status first = FNR_OK;
    int m = 1, o = 0;
    while (fnr_slice_next(fnr_db_game(db), &m, &o)) {
        fnr_slice_stats stats;
        fnr_error found;
        fnr_status status = read_stats(db, m, o, &stats, &found);
        if (!status && visit(&stats, context) != 0) break;
        if (!status || status == FNR_ERR_NO_TABLE || first) continue;
        first = status;
        if (why) *why = found;
    }
    return first;
}

static int add_entries(const fnr_slice_stats *stats, void *context)
{
    uint64_t *sum = context;
    *sum += stats->entries * (1u + (stats->dtc_bytes > 0) + (stats->dtw_bytes > 0));
    return 0;
}

uint64_t fnr_db_entries(fnr_db *db)
{
    uint64_t sum = 0;
    fnr_db_stats(db, add_entries, &sum, NULL);
    return sum;
}

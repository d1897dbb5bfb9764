/* SPDX-License-Identifier: MIT
 *
 * What the headers of a database say. */
#include "probe/db.h"

static fnr_status read_stats(fnr_db *db, int m, int o, fnr_slice_stats *stats, fnr_error *why)
{
    const char *root = fnr_db_root(db);
    const fnr_index *index = fnr_db_index(db);
    fnr_table *wdl = NULL, *dtc = NULL;
    fnr_status status = fnr_table_open(root, index, m, o, FNR_METRIC_WDL, &wdl, why);
    if (status) return status;
    status = fnr_table_open(root, index, m, o, FNR_METRIC_DTC, &dtc, why);
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
                                   .dtc_bytes = dtc ? dtc->file_bytes : 0,
                                   .wdl_digest = wdl->header.digest,
                                   .dtc_digest = dtc ? dtc->header.digest : 0};
        status = FNR_OK;
    }
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
    *sum += stats->entries * (stats->dtc_bytes > 0 ? 2 : 1);
    return 0;
}

uint64_t fnr_db_entries(fnr_db *db)
{
    uint64_t sum = 0;
    fnr_db_stats(db, add_entries, &sum, NULL);
    return sum;
}

/* SPDX-License-Identifier: MIT
 *
 * inspection.c: what `check` and `verify` have in common.
 */
#include "inspection.h"

#include <stdarg.h>
#include <stdio.h>

#include "databases.h"
#include "message.h"

void inspection_print(struct inspection *inspection, const char *format, ...)
{
    va_list arguments;
    progress_clear(&inspection->progress);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    fflush(stdout); /* the next one may take hours; main notices if this failed */
}

static void take_report(const fnr_report *report, void *context)
{
    struct inspection *inspection = context;
    inspection->looked_at++;
    if (report->status)
        inspection->bad++;
    else if (!report->proven)
        inspection->unproven++;
    inspection->report(inspection, report);
}

static int inspect_database(fnr_db *db, void *context)
{
    struct inspection *inspection = context;
    const fnr_rules *rules = fnr_game_rules(fnr_db_game(db));
    const fnr_check_options options = {
        .threads = inspection->settings->threads,
        .report = take_report,
        .progress = progress_step,
        .context = inspection,
    };
    fnr_error why;
    unsigned bad_before = inspection->bad;
    fnr_rules_name(rules, inspection->name);
    progress_start(&inspection->progress, rules);
    fnr_status status = inspection->inspect(db, &options, &why);
    progress_clear(&inspection->progress);
    if (status == FNR_ERR_INTERRUPTED)
        return complain(EXIT_INTERRUPTED, "interrupted; nothing was changed, and the same command "
                                          "starts over");
    /* What was reported has been printed already; anything else is a failure of its own. */
    return status && inspection->bad == bad_before ? complain_why(&why) : EXIT_FINE;
}

int inspection_run(struct inspection *inspection, int count, char **words)
{
    unsigned narrowing = inspection->settings->given & OPTIONS_RULES;
    int code = databases_visit(inspection->settings, count, words, narrowing, inspect_database,
                               inspection);
    if (code || inspection->looked_at) return code;
    return complain_no_tables(inspection->settings, count, words, narrowing);
}

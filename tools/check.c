/* SPDX-License-Identifier: MIT
 *
 * check.c: `fanoron check`: headers and checksums of all tables.
 */
#include <stdio.h>

#include "command.h"
#include "inspection.h"
#include "message.h"
#include "numbers.h"

static void report_file(struct inspection *inspection, const fnr_report *report)
{
    if (report->status) inspection_print(inspection, "BAD  %s", report->text);
}

static int run_check(const struct settings *settings, int count, char **words)
{
    struct inspection inspection = {
        .settings = settings, .inspect = fnr_db_check, .report = report_file};
    int code = inspection_run(&inspection, count, words);
    if (code) return code;
    if (inspection.bad)
        printf("%u of %u file%s bad\n", inspection.bad, inspection.looked_at,
               plural(inspection.looked_at));
    else
        printf("%u file%s, all sound\n", inspection.looked_at, plural(inspection.looked_at));
    return inspection.bad ? EXIT_FAILED : EXIT_FINE;
}

const struct command check_command = {
    .name = "check",
    .arguments = "[BOARD]",
    .summary = "check headers and checksums of all tables",
    .details = "Reads every file and prints a line for each bad one. Without BOARD: all in ROOT,\n"
               "of all rules unless --variant or --stalemate is given.\n",
    .example = "fanoron check 9x5",
    .options = OPTION_THREADS | OPTIONS_RULES | OPTION_DB,
    .least = 0,
    .most = 1,
    .run = run_check,
};

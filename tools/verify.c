/* SPDX-License-Identifier: MIT
 *
 * verify.c: `fanoron verify`: recomputes every value from the values of its successors.
 */
#include <stdio.h>

#include "command.h"
#include "inspection.h"
#include "message.h"
#include "numbers.h"

static void report_slice(struct inspection *inspection, const fnr_report *report)
{
    if (report->status)
        inspection_print(inspection, "%s %s  %s", inspection->name,
                         report->status == FNR_ERR_WRONG ? "WRONG" : "FAILED", report->text);
    else
        inspection_print(inspection, "%s %s  %s", inspection->name, report->name,
                         report->proven ? "proven" : "consistent, not proven");
}

static int run_verify(const struct settings *settings, int count, char **words)
{
    struct inspection inspection = {
        .settings = settings, .inspect = fnr_db_verify, .report = report_slice};
    int code = inspection_run(&inspection, count, words);
    if (code) return code;
    if (inspection.bad) {
        printf("%u of the %u slice%s looked at failed\n", inspection.bad, inspection.looked_at,
               plural(inspection.looked_at));
        return EXIT_FAILED;
    }
    if (inspection.unproven) {
        printf("%u slice%s, %u of them consistent, not proven (no DTC)\n", inspection.looked_at,
               plural(inspection.looked_at), inspection.unproven);
        return EXIT_UNPROVEN;
    }
    printf("%u slice%s, all proven\n", inspection.looked_at, plural(inspection.looked_at));
    return EXIT_FINE;
}

const struct command verify_command = {
    .name = "verify",
    .arguments = "[BOARD]",
    .summary = "recompute every stored value from those of its successors",
    .details =
        "Uses the rules alone, no solver code, and prints a line a slice. Values with DTC are\n"
        "proven by it (exit code 0); WDL alone can only be consistent (exit code 3); a wrong\n"
        "value is shown with its position (exit code 1). Without BOARD: all in ROOT, of all\n"
        "rules unless --variant or --stalemate is given.\n",
    .example = "fanoron verify 3x3",
    .options = OPTION_THREADS | OPTIONS_RULES | OPTION_DB,
    .least = 0,
    .most = 1,
    .run = run_verify,
};

/* SPDX-License-Identifier: MIT
 *
 * check.c: `fanoron check`: headers and checksums of all tables.
 */
#include <stdio.h>

#include "command.h"
#include "inspection.h"
#include "manifest.h"
#include "message.h"
#include "numbers.h"

struct check {
    struct inspection inspection; /* first: reports lead from it to the rest */
    struct manifest manifest;
    unsigned differing;
};

static void report_file(struct inspection *inspection, const fnr_report *report)
{
    struct check *check = (struct check *)inspection;
    char name[FNR_RULES_NAME_SIZE + 24];
    snprintf(name, sizeof name, "%s/%.20s", inspection->name, report->name);
    if (report->status) {
        inspection_print(inspection, "BAD  %s", report->text);
    } else if (!manifest_agrees(&check->manifest, name, report->digest)) {
        inspection_print(inspection, "DIFFERS  %s has other values than the manifest says", name);
        check->differing++;
    }
}

static void print_missing(struct check *check, const char *rules)
{
    for (const char *name; (name = manifest_missing(&check->manifest, rules)); check->differing++)
        printf("MISSING  %s\n", name);
}

static int print_sum(const struct check *check)
{
    unsigned files = check->inspection.looked_at, bad = check->inspection.bad;
    if (bad)
        printf("%u of %u file%s bad\n", bad, files, plural(files));
    else
        printf("%u file%s, all sound\n", files, plural(files));
    if (check->differing) printf("%u not as in the manifest\n", check->differing);
    return bad || check->differing ? EXIT_FAILED : EXIT_FINE;
}

static int run_check(const struct settings *settings, int count, char **words)
{
    struct check check = {
        .inspection = {.settings = settings, .inspect = fnr_db_check, .report = report_file}};
    int code = settings->manifest ? manifest_read(settings->manifest, &check.manifest) : EXIT_FINE;
    if (!code) code = inspection_run(&check.inspection, count, words);
    if (!code && settings->manifest && manifest_met(&check.manifest) == 0)
        code = complain(EXIT_FAILED, "%s: no line of it is about these tables", settings->manifest);
    if (!code) {
        print_missing(&check, count ? check.inspection.name : NULL);
        code = print_sum(&check);
    }
    manifest_free(&check.manifest);
    return code;
}

const struct command check_command = {
    .name = "check",
    .arguments = "[BOARD]",
    .summary = "check headers and checksums of all tables",
    .details = "Reads every file and prints a line for each bad one. Without BOARD: all in ROOT,\n"
               "of all rules unless --variant or --stalemate is given. With --manifest, values are "
               "compared\n"
               "with those of a file that `fanoron stats --manifest` has written.\n",
    .example = "fanoron check 9x5",
    .options = OPTION_COMPARE | OPTION_THREADS | OPTIONS_RULES | OPTION_DB,
    .least = 0,
    .most = 1,
    .run = run_check,
};

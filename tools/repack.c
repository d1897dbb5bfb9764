/* SPDX-License-Identifier: MIT
 *
 * repack.c: `fanoron repack`: stores the tables of a board in another way.
 */
#include <stdio.h>

#include "command.h"
#include "inventory.h"
#include "message.h"
#include "numbers.h"
#include "position.h"
#include "progress.h"

struct work {
    struct progress progress; /* first, for progress_step */
    uint64_t written;         /* tables */
};

static void count_table(const fnr_report *report, void *context)
{
    struct work *work = context;
    (void)report;
    work->written++;
}

static void print_change(const fnr_rules *rules, uint64_t written, const struct inventory *before,
                         const struct inventory *after, double seconds)
{
    char name[FNR_RULES_NAME_SIZE], count[NUMBER_TEXT_SIZE], was[NUMBER_TEXT_SIZE],
        is[NUMBER_TEXT_SIZE], duration[NUMBER_TEXT_SIZE];
    fnr_rules_name(rules, name);
    printf("%s: %s table%s written in %s; %s before, %s now\n", name, count_text(written, count),
           plural(written), duration_text(seconds, duration), bytes_text(before->bytes, was),
           bytes_text(after->bytes, is));
}

static int run_repack(const struct settings *settings, int count, char **words)
{
    fnr_rules rules;
    struct inventory before, after;
    int code = read_board(settings, words[0], &rules);
    (void)count;
    if (!code && !is_given(settings, OPTION_ENCODING))
        code = complain(EXIT_MISUSE, "which encoding? Give --encoding full or --encoding packed");
    if (!code) code = inventory_take(settings->root, &rules, &before);
    if (code) return code;

    struct work work = {.written = 0};
    const fnr_repack_options options = {
        .packed = settings->packed,
        .threads = settings->threads,
        .zstd_level = settings->level,
        .report = count_table,
        .progress = progress_step,
        .context = &work,
    };
    fnr_error why;
    progress_start(&work.progress, &rules);
    fnr_status status = fnr_repack(settings->root, &rules, &options, &why);
    progress_clear(&work.progress);
    if (status == FNR_ERR_INTERRUPTED)
        return complain(EXIT_INTERRUPTED, "interrupted; all tables are sound, and the same command "
                                          "goes on from there");
    if (status) return complain_why(&why);
    code = inventory_take(settings->root, &rules, &after);
    if (!code)
        print_change(&rules, work.written, &before, &after, seconds_now() - work.progress.started);
    return code;
}

const struct command repack_command = {
    .name = "repack",
    .arguments = "BOARD --encoding full|packed",
    .summary = "store the tables of a board in another way",
    .details =
        "Packed tables leave out what follows from others: values of positions with a capture,\n"
        "and, of a slice and its sister, the one in which the side with fewer stones moves. They\n"
        "are several times smaller, need all smaller slices, and answer more slowly. What tables\n"
        "say stays the same. --level sets the zstd level; without it each table keeps its own.\n",
    .example = "fanoron repack 9x5 --encoding packed --level 19",
    .options = OPTION_ENCODING | OPTION_LEVEL | OPTION_THREADS | OPTIONS_RULES | OPTION_DB,
    .writes = true,
    .least = 1,
    .most = 1,
    .run = run_repack,
};

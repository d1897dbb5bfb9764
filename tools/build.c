/* SPDX-License-Identifier: MIT
 *
 * build.c: `fanoron build`: makes the tables of a board.
 */
#include <stdio.h>

#include "command.h"
#include "inventory.h"
#include "message.h"
#include "numbers.h"
#include "position.h"
#include "progress.h"

/* How many stones are asked for; 0 is the complete board. */
static int read_stones(const struct settings *settings, int *stones)
{
    bool complete = is_given(settings, OPTION_COMPLETE), some = is_given(settings, OPTION_STONES);
    if (complete == some)
        return complain(EXIT_MISUSE, "say either --stones K or --complete%s",
                        complete ? ", not both" : "");
    *stones = settings->stones;
    return EXIT_FINE;
}

/* ---- What there is at the end --------------------------------------------------------------- */

static int report_tables(const char *root, const fnr_rules *rules, uint64_t built, double seconds)
{
    struct inventory sum;
    int code = inventory_take(root, rules, &sum);
    if (code) return code;

    char name[FNR_RULES_NAME_SIZE], slices[NUMBER_TEXT_SIZE], positions[NUMBER_TEXT_SIZE],
        bytes[NUMBER_TEXT_SIZE], newly[NUMBER_TEXT_SIZE], duration[NUMBER_TEXT_SIZE];
    fnr_rules_name(rules, name);
    printf("%s: %s slice%s to %d stones, %s positions, %s; %s built in %s\n", name,
           count_text(sum.slices, slices), plural(sum.slices), sum.stones,
           count_text(sum.positions, positions), bytes_text(sum.bytes, bytes),
           count_text(built, newly), duration_text(seconds, duration));
    return EXIT_FINE;
}

/* ---- The command ----------------------------------------------------------------------------- */

struct work {
    struct progress progress; /* first, for progress_step */
    uint64_t built;           /* slices */
};

/* Counts a slice that was built; tells about a damaged table, or a checkpoint that failed. */
static void take_report(const fnr_report *report, void *context)
{
    struct work *work = context;
    if (!report->status) {
        work->built++;
        return;
    }
    progress_clear(&work->progress);
    complain(EXIT_FINE,
             report->status == FNR_ERR_CORRUPT ? "%s; it is built again"
                                               : "%s; going on without a checkpoint of %s",
             report->text, report->name);
}

static int print_estimate(const fnr_rules *rules, const fnr_build_options *options)
{
    fnr_error why;
    fnr_estimate estimate;
    if (fnr_build_estimate(rules, options, &estimate, &why)) return complain_why(&why);
    char name[FNR_RULES_NAME_SIZE], positions[NUMBER_TEXT_SIZE], memory[NUMBER_TEXT_SIZE],
        disk[NUMBER_TEXT_SIZE], time[NUMBER_TEXT_SIZE];
    fnr_rules_name(rules, name);
    printf("%s: %s positions; memory %s; disk about %s; time about %s, if nothing is there yet\n",
           name, count_text(estimate.positions, positions), bytes_text(estimate.memory, memory),
           bytes_text(estimate.disk, disk), duration_text(estimate.seconds, time));
    return EXIT_FINE;
}

static int run_build(const struct settings *settings, int count, char **words)
{
    (void)count;
    fnr_rules rules;
    int stones = 0, code = read_board(settings, words[0], &rules);
    if (!code) code = read_stones(settings, &stones);
    if (code) return code;

    struct work work = {.built = 0};
    const fnr_build_options options = {
        .stones = stones,
        .threads = settings->threads,
        .packed = settings->packed,
        .wdl_only = settings->metric == METRIC_WDL,
        .dtw = settings->metric == METRIC_DTW,
        .zstd_level = settings->level,
        .memory = settings->memory,
        .checkpoint = settings->checkpoint,
        .report = take_report,
        .progress = progress_step,
        .context = &work,
    };
    if (is_given(settings, OPTION_ESTIMATE)) return print_estimate(&rules, &options);

    fnr_error why;
    progress_start(&work.progress, &rules);
    fnr_status status = fnr_build(settings->root, &rules, &options, &why);
    progress_clear(&work.progress);
    if (status == FNR_ERR_INTERRUPTED)
        return complain(EXIT_INTERRUPTED, "interrupted; what is finished is kept, and the same "
                                          "command goes on from there");
    if (status) return complain_why(&why);
    return report_tables(settings->root, &rules, work.built, seconds_now() - work.progress.started);
}

const struct command build_command = {
    .name = "build",
    .arguments = "BOARD --stones K | --complete",
    .summary = "build the tables of a board",
    .details =
        "Makes the WDL and DTC tables of all slices of up to K stones, or of the whole board,\n"
        "below ROOT. Tables that are there already are checked and used, not built again, so\n"
        "that a build which was interrupted goes on where it was; a large slice in work goes on\n"
        "from its last checkpoint. Packed tables are several times\n"
        "smaller and answer more slowly; 'fanoron repack' turns one kind into the other.\n",
    .example = "fanoron build 9x5 --stones 5",
    .options = OPTION_STONES | OPTION_COMPLETE | OPTION_METRIC | OPTION_ENCODING | OPTION_ESTIMATE |
               OPTION_THREADS | OPTION_MEMORY | OPTION_LEVEL | OPTION_CHECKPOINT | OPTIONS_RULES |
               OPTION_DB,
    .writes = true,
    .least = 1,
    .most = 1,
    .run = run_build,
};

/* SPDX-License-Identifier: MIT
 *
 * databases.c: opens the databases that a command without a position looks at.
 */
#include "databases.h"

#include <stdio.h>

#include "message.h"
#include "position.h"
#include "words.h"

struct walk {
    const struct settings *settings;
    unsigned narrowing;
    database_fn visit;
    void *context;
    int code;
};

static int visit_one(struct walk *walk, const fnr_rules *rules)
{
    fnr_error why;
    fnr_db *db = NULL;
    if (fnr_db_open(walk->settings->root, rules, &db, &why)) return complain_why(&why);
    int code = walk->visit(db, walk->context);
    fnr_db_close(db);
    return code;
}

static int visit_fitting(const fnr_rules *rules, void *context)
{
    struct walk *walk = context;
    const struct settings *settings = walk->settings;
    if (walk->narrowing & OPTION_VARIANT && rules->variant != settings->variant) return 0;
    if (walk->narrowing & OPTION_STALEMATE && rules->stalemate != settings->stalemate) return 0;
    if (walk->narrowing & OPTION_DRAW_PLIES && rules->draw_plies != settings->draw_plies) return 0;
    int code = visit_one(walk, rules);
    if (!walk->code)
        walk->code = code; /* of the first failure; the others are looked at all the same */
    return code == EXIT_INTERRUPTED;
}

int databases_visit(const struct settings *settings, int count, char **words, unsigned narrowing,
                    database_fn visit, void *context)
{
    struct walk walk = {settings, narrowing, visit, context, EXIT_FINE};
    if (count) {
        fnr_rules rules;
        int code = read_board(settings, words[0], &rules);
        return code ? code : visit_one(&walk, &rules);
    }
    fnr_error why;
    fnr_status status = fnr_root_visit(settings->root, visit_fitting, &walk, &why);
    if (walk.code) return walk.code;
    return status ? complain_why(&why) : EXIT_FINE;
}

int complain_no_tables(const struct settings *settings, int count, char **words, unsigned narrowing)
{
    char name[FNR_RULES_NAME_SIZE], of[FNR_RULES_NAME_SIZE + 4] = "";
    char variant[32] = "", stalemate[32] = "", limit[40] = "";
    fnr_rules rules;
    if (count && !read_board(settings, words[0], &rules)) {
        fnr_rules_name(&rules, name);
        snprintf(of, sizeof of, " of %s", name);
        narrowing = 0;
    }
    if (narrowing & OPTION_VARIANT)
        snprintf(variant, sizeof variant, " with variant %s", variant_names[settings->variant]);
    if (narrowing & OPTION_STALEMATE)
        snprintf(stalemate, sizeof stalemate, " with stalemate %s",
                 stalemate_names[settings->stalemate]);
    if (narrowing & OPTION_DRAW_PLIES && settings->draw_plies)
        snprintf(limit, sizeof limit, " with a limit of %d plies", settings->draw_plies);
    return complain(EXIT_FAILED, "no tables%s%s%s%s in '%s'; make some with 'fanoron build'", of,
                    variant, stalemate, limit, settings->root);
}

/* SPDX-License-Identifier: MIT
 *
 * Many hands: a million probes from 16 threads, with a cache far too small for the tables: all values are
 * right, and the memory stays as it is. */
#include <pthread.h>
#include <unistd.h>

#include "files.h"

enum { THREADS = 16, PROBES = 1000000 / THREADS, QUESTIONS = 20000, CACHE = 1 << 12 };

typedef struct question {
    fnr_position position;
    fnr_value value;
} question;

typedef struct hand {
    fnr_db *db;
    const question *questions;
    uint64_t chance;
    int wrong;
} hand;

static fnr_db *open_tables(const fnr_rules *rules)
{
    fnr_db *db = NULL;
    fnr_error why;
    assert_fine(fnr_db_open("data/tables", rules, &db, &why), &why);
    return db;
}

static question *ask(const fnr_rules *rules)
{
    fnr_db *db = open_tables(rules);
    const fnr_game *game = fnr_db_game(db);
    question *questions = malloc(QUESTIONS * sizeof *questions);
    uint64_t chance = 16;
    fnr_error why;
    for (int i = 0; i < QUESTIONS;) {
        question *q = &questions[i];
        uint64_t all = random_points(&chance, game->board.full, 3);
        q->position = (fnr_position){.side = (fnr_side)(i & 1), .plies = -1, .turn = -1};
        q->position.stones[FNR_WHITE] = random_points(&chance, all, 1 + random_below(&chance, 2));
        q->position.stones[FNR_BLACK] = all & ~q->position.stones[FNR_WHITE];
        assert_fine(fnr_probe(db, &q->position, &q->value, &why), &why);
        i++;
    }
    fnr_db_close(db);
    return questions;
}

static void *probe_many(void *context)
{
    hand *h = context;
    for (int i = 0; i < PROBES; i++) {
        const question *q = &h->questions[random_below(&h->chance, QUESTIONS)];
        fnr_value value;
        bool right = !fnr_probe(h->db, &q->position, &value, NULL) && value.wdl == q->value.wdl &&
                     value.dtc == q->value.dtc;
        h->wrong += !right;
    }
    return NULL;
}

static void probe_by_all(fnr_db *db, const question *questions, uint64_t chance)
{
    pthread_t threads[THREADS];
    hand hands[THREADS];
    for (int i = 0; i < THREADS; i++) {
        hands[i] = (hand){db, questions, chance + (uint64_t)i, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, probe_many, &hands[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(hands[i].wrong, 0);
    }
}

static long resident_bytes(void)
{
    long size = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%ld %ld", &size, &resident), 2);
    fclose(file);
    return resident * sysconf(_SC_PAGESIZE);
}

static void many_hands(void **state)
{
    (void)state;
    enum { MOST_GROWTH = 4 << 20 };
    fnr_rules rules = rules_of(9, 5);
    question *questions = ask(&rules);
    fnr_db *db = open_tables(&rules);
    fnr_error why;
    assert_fine(fnr_db_limit_cache(db, CACHE, &why), &why);
    probe_by_all(db, questions, 1); /* each thread's own memory is there then */
    long before = resident_bytes();
    probe_by_all(db, questions, 100);
    assert_true(resident_bytes() - before < MOST_GROWTH);
    fnr_db_close(db);
    free(questions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(many_hands)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

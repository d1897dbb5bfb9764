/* SPDX-License-Identifier: MIT
 *
 * progress.h: counts work over threads, tells the caller about it, and carries the first error.
 *
 * Model:   one fnr_task for one piece of long work, which consists of phases. Each phase is worth a
 *          part of the whole work. Threads add what they have done; only the thread that started
 *          the work calls back. fnr_task_stopped is cheap and is asked at each chunk.
 * Threads: fnr_task_add, fnr_task_fail and fnr_task_stopped may be called by many threads. */
#ifndef FNR_BASE_PROGRESS_H
#define FNR_BASE_PROGRESS_H

#include "base/status.h"

typedef struct fnr_task {
    fnr_progress now;     /* written by the thread that started the work */
    uint64_t done;        /* of this phase, by all threads */
    uint64_t worth;       /* of this phase, in units of the whole work */
    uint64_t all_before;  /* of the whole work, done before this phase */
    fnr_progress_fn tell; /* may be NULL */
    void *context;
    fnr_status status; /* of the first failure */
    fnr_error why;
} fnr_task;

/* Work of `all` units altogether. */
void fnr_task_init(fnr_task *task, uint64_t all, fnr_progress_fn tell, void *context);

/* The slice or pair that the next phases are about. */
void fnr_task_subject(fnr_task *task, int m, int o);

/* Ends the phase before and begins one that is worth `worth` units and has `total` steps. */
void fnr_task_phase(fnr_task *task, const char *phase, uint64_t worth, uint64_t total);

/* The phase "level". */
void fnr_task_level(fnr_task *task, uint32_t level, uint64_t worth, uint64_t total);

/* Adds steps done. */
void fnr_task_add(fnr_task *task, uint64_t done);

/* Counts units of the whole work as done without a phase. */
void fnr_task_skip(fnr_task *task, uint64_t units);

/* Records a failure, if it is the first. */
void fnr_task_fail(fnr_task *task, fnr_status status, const fnr_error *why);

/* Forgets a failure that has been dealt with. */
void fnr_task_forgive(fnr_task *task);

bool fnr_task_stopped(const fnr_task *task);

/* The status of the task, its message copied to `why`. */
fnr_status fnr_task_end(const fnr_task *task, fnr_error *why);

#endif

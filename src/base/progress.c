/* SPDX-License-Identifier: MIT */
#include "base/progress.h"

#include "base/threads.h"

void fnr_task_init(fnr_task *task, uint64_t all, fnr_progress_fn tell, void *context)
{
    *task = (fnr_task){.tell = tell, .context = context};
    task->now.phase = "";
    task->now.all = all;
}

void fnr_task_subject(fnr_task *task, int m, int o)
{
    task->now.m = m;
    task->now.o = o;
    task->now.level = 0;
}

void fnr_task_level(fnr_task *task, uint32_t level, uint64_t worth, uint64_t total)
{
    fnr_task_phase(task, "level", worth, total);
    task->now.level = level;
}

void fnr_task_phase(fnr_task *task, const char *phase, uint64_t worth, uint64_t total)
{
    task->all_before += task->worth;
    task->worth = worth;
    task->now.phase = phase;
    task->now.total = total;
    __atomic_store_n(&task->done, 0, __ATOMIC_RELAXED);
}

static void tell(fnr_task *task, uint64_t done)
{
    fnr_progress *now = &task->now;
    now->done = done < now->total ? done : now->total; /* a level may look at cells repeatedly */
    double share = now->total > 0 ? (double)now->done / (double)now->total : 1;
    now->all_done = task->all_before + (uint64_t)(share * (double)task->worth);
    if (now->all_done > now->all) now->all_done = now->all; /* work that was done twice */
    if (task->tell(now, task->context) != 0) {
        fnr_error why;
        fnr_task_fail(task, fnr_fail(&why, FNR_ERR_INTERRUPTED, "interrupted"), &why);
    }
}

void fnr_task_add(fnr_task *task, uint64_t done)
{
    uint64_t sum = __atomic_add_fetch(&task->done, done, __ATOMIC_RELAXED);
    if (task->tell && fnr_thread_number() == 0) tell(task, sum);
}

void fnr_task_skip(fnr_task *task, uint64_t units)
{
    task->all_before += units;
}

void fnr_task_fail(fnr_task *task, fnr_status status, const fnr_error *why)
{
    fnr_status none = FNR_OK;
    if (__atomic_compare_exchange_n(&task->status, &none, status, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED))
        task->why = *why;
}

void fnr_task_forgive(fnr_task *task)
{
    __atomic_store_n(&task->status, FNR_OK, __ATOMIC_RELAXED);
}

bool fnr_task_stopped(const fnr_task *task)
{
    return __atomic_load_n(&task->status, __ATOMIC_RELAXED) != FNR_OK;
}

fnr_status fnr_task_end(const fnr_task *task, fnr_error *why)
{
    if (task->status && why) *why = task->why;
    return task->status;
}

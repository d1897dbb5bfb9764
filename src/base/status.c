/* SPDX-License-Identifier: MIT */
#include "base/status.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *fnr_version(void)
{
    return FNR_VERSION_TEXT;
}

/* What is quoted from outside may hold anything. */
static void keep_to_one_line(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f) *text = '?';
}

fnr_status fnr_fail(fnr_error *why, fnr_status code, const char *format, ...)
{
    if (why) {
        va_list arguments;
        va_start(arguments, format);
        why->code = code;
        vsnprintf(why->text, sizeof why->text, format, arguments);
        va_end(arguments);
        keep_to_one_line(why->text);
    }
    return code;
}

fnr_status fnr_fail_errno(fnr_error *why, const char *what, const char *path)
{
    int number = errno;
    char reason[128];
#if defined(__GLIBC__) && defined(_GNU_SOURCE)
    const char *text = strerror_r(number, reason, sizeof reason);
#else
    const char *text = strerror_r(number, reason, sizeof reason) ? "unknown error" : reason;
#endif
    fnr_status code = number == ENOMEM ? FNR_ERR_MEMORY : FNR_ERR_IO;
    return fnr_fail(why, code, "%s: cannot %s: %s", path, what, text);
}

fnr_status fnr_fail_memory(fnr_error *why, const char *what)
{
    return fnr_fail(why, FNR_ERR_MEMORY, "not enough memory for %s", what);
}

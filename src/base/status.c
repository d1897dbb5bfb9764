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

static fnr_status fail(fnr_error *why, fnr_status code, size_t used, const char *format,
                       va_list arguments)
{
    why->code = code;
    vsnprintf(why->text + used, sizeof why->text - used, format, arguments);
    keep_to_one_line(why->text);
    return code;
}

fnr_status fnr_fail(fnr_error *why, fnr_status code, const char *format, ...)
{
    va_list arguments;
    if (!why) return code;
    va_start(arguments, format);
    fail(why, code, 0, format, arguments);
    va_end(arguments);
    return code;
}

fnr_status fnr_fail_file(fnr_error *why, fnr_status code, const char *path, const char *format, ...)
{
    enum { HEAD = 60, TAIL = 180 };
    va_list arguments;
    if (!why) return code;
    size_t length = strlen(path), size = sizeof why->text;
    int used = length <= HEAD + TAIL
                   ? snprintf(why->text, size, "%s: ", path)
                   : snprintf(why->text, size, "%.*s...%s: ", HEAD, path, path + length - TAIL);
    va_start(arguments, format);
    fail(why, code, (size_t)used, format, arguments);
    va_end(arguments);
    return code;
}

fnr_status fnr_fail_errno(fnr_error *why, const char *what, const char *path)
{
    int number = errno;
    char reason[128];
    if (strerror_r(number, reason, sizeof reason) != 0)
        snprintf(reason, sizeof reason, "error %d", number);
    return fnr_fail_file(why, number == ENOMEM ? FNR_ERR_MEMORY : FNR_ERR_IO, path, "cannot %s: %s",
                         what, reason);
}

fnr_status fnr_fail_memory(fnr_error *why, const char *what)
{
    return fnr_fail(why, FNR_ERR_MEMORY, "not enough memory for %s", what);
}

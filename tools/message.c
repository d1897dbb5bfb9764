/* SPDX-License-Identifier: MIT
 *
 * message.c: one-line messages on stderr, and the exit codes that belong to library errors.
 */
#include "message.h"

#include <stdarg.h>
#include <stdio.h>

void tame(char *text)
{
    for (unsigned char *c = (unsigned char *)text; *c; c++)
        if (*c < ' ' || *c == 127) *c = '?';
}

int complain(int code, const char *format, ...)
{
    char line[4096]; /* far more than any message; what is longer is cut */
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    tame(line);
    fprintf(stderr, "fanoron: %s\n", line);
    return code;
}

static int exit_code(fnr_status status)
{
    switch (status) {
    case FNR_OK:
        return EXIT_FINE;
    case FNR_ERR_ARGUMENT:
    case FNR_ERR_BOARD:
    case FNR_ERR_POSITION:
    case FNR_ERR_TURN:
    case FNR_ERR_GAME:
        return EXIT_MISUSE;
    case FNR_ERR_INTERRUPTED:
        return EXIT_INTERRUPTED;
    default:
        return EXIT_FAILED;
    }
}

/* What to do about it, where the library's message does not say. */
static const char *hint(fnr_status status)
{
    if (status == FNR_ERR_NO_TABLE) return "; 'fanoron build' makes tables";
    if (status == FNR_ERR_RULES || status == FNR_ERR_FORMAT) return "; move this file away";
    return "";
}

int complain_why(const fnr_error *why)
{
    return complain(exit_code(why->code), "%s%s", why->text, hint(why->code));
}

/* SPDX-License-Identifier: MIT
 *
 * lines.c: lines of standard input, whatever they hold.
 */
#include "lines.h"

#include <stdio.h>

bool line_read(char *text, size_t size, const char **flaw)
{
    size_t length = 0;
    int c = getchar();
    *flaw = NULL;
    if (c == EOF) return false;
    for (; c != EOF && c != '\n'; c = getchar()) {
        if (length + 1 == size)
            *flaw = "the line is too long";
        else
            text[length++] = (char)(c ? c : '?');
        if (!c) *flaw = "the line holds a zero byte";
    }
    if (length && text[length - 1] == '\r') length--;
    text[length] = '\0';
    return true;
}

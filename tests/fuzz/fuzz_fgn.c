/* SPDX-License-Identifier: MIT
 *
 * Games as text: what is read can be played; reading goes on, and comes to an end. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const fnr_rules rules = {.width = 9, .height = 5};
    const char *text = (const char *)bytes;
    while (size > 0) {
        fnr_fgn *fgn = NULL;
        fnr_error why;
        size_t used = 0;
        if (fnr_fgn_read(text, size, 1, &rules, &used, &fgn, &why)) break;
        demand(used > 0 && used <= size);
        fnr_position position = {.turn = 0};
        if (fgn) position = fgn->start;
        for (size_t i = 0; fgn && i < fgn->turn_count; i++)
            fnr_position_play(&position, &fgn->turns[i], &position);
        fnr_fgn_free(fgn);
        text += used;
        size -= used;
    }
    return 0;
}

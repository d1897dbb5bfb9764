/* SPDX-License-Identifier: MIT */
#include "score.h"

#include <math.h>

static void add_deeds(deeds *sum, const deeds *d)
{
    sum->turns += d->turns;
    sum->nodes += d->nodes;
    sum->seconds += d->seconds;
    sum->known += d->known;
    sum->missed += d->missed;
}

static void add_game(score *s, const record *r)
{
    s->wins += r->points == 2;
    s->draws += r->points == 1;
    s->losses += r->points == 0;
    s->limited += r->points == 1 && r->ending == BY_RULES;
    s->endings[r->ending]++;
    s->plies += (double)r->plies / s->games;
    for (int i = 0; i < 2; i++) add_deeds(&s->deeds[i], &r->deeds[i]);
}

static double share_of_pair(const record *pair)
{
    return (pair[0].points + pair[1].points) / 4.0;
}

/* Half the width of the 95 % interval of the mean of pairs. */
static double error_of(const record *records, int pairs, double share)
{
    const double DEVIATIONS = 1.96; /* of a normal distribution */
    double sum = 0;
    for (int i = 0; i < pairs; i++) sum += pow(share_of_pair(&records[2 * i]) - share, 2);
    double least = 1.0 / pairs;
    double variance = pairs > 1 && sum / (pairs - 1) > least ? sum / (pairs - 1) : least;
    return DEVIATIONS * sqrt(variance / pairs);
}

score score_of(const record *records, int games)
{
    score s = {.games = games};
    for (int i = 0; i < games; i++) add_game(&s, &records[i]);
    s.share = (s.wins + s.draws / 2.0) / games;
    s.error = error_of(records, games / 2, s.share);
    return s;
}

double elo_of(double share)
{
    if (share <= 0) return -INFINITY;
    if (share >= 1) return INFINITY;
    return 400 * log10(share / (1 - share));
}

double elo_low(const score *s)
{
    return elo_of(s->share - s->error);
}

double elo_high(const score *s)
{
    return elo_of(s->share + s->error);
}

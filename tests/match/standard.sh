#!/bin/sh
# SPDX-License-Identifier: MIT
#
# standard.sh PROGRAM MATCH GAMES DB: the pairings of `make match`, a line each as they are played, and
# together as data/match.csv. Tables of 9x5 up to 5 stones are built in DB if they are not there. But for the
# speed, nothing depends on the machine.

program=$1
match=$2
games=$3
db=$4
top=$(cd "$(dirname "$0")/../.." && pwd)
[ -x "$program" ] && [ -x "$match" ] && [ -n "$db" ] || {
    echo "usage: $0 PROGRAM MATCH GAMES DB" >&2
    exit 2
}
csv=$(mktemp) || exit 1
trap 'rm -f "$csv"' EXIT
threads=$(getconf _NPROCESSORS_ONLN)
"$program" build 9x5 --stones 5 --db "$db" --draw-plies 50 >/dev/null || exit 1

echo 'board,draw_plies,first,second,won,drawn,lost,score,error,elo,elo_least,elo_most,known,thrown' >"$csv"
while read -r first second; do
    "$match" --games "$games" --db "$db" --threads "$threads" --csv "$first" "$second" >>"$csv" || exit 1
    tail -n 1 "$csv" | awk -F, '{ printf "%-20s %-12s %3d won %3d drawn %3d lost  %5.1f %% +- %4.1f  Elo %+.0f (%+.0f to %+.0f)",
        $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
        if ($13) printf "; %d of %d table values let go", $14, $13
        print "" }'
done <<END
nodes:20000+tables nodes:20000
depth:4 depth:1
nodes:100000+tables depth:4
depth:4 plain:4
nodes:20000+tables plain:4
END
cp "$csv" "$top/data/match.csv"

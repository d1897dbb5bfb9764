#!/bin/sh
# SPDX-License-Identifier: MIT
#
# standard.sh PROGRAM MATCH GAMES DB [PLAYER PLAYER]: the pairings of `make match`, a line each as
# they are played, and together as data/match.csv; or the pairing that is given, at length. Tables of
# 9x5 up to 6 stones are built in DB if they are not there. Nothing that is written depends on the
# machine: all players are limited by depth or positions.

program=$1
match=$2
games=$3
db=$4
top=$(cd "$(dirname "$0")/../.." && pwd)
[ -x "$program" ] && [ -x "$match" ] && [ -n "$db" ] || {
    echo "usage: $0 PROGRAM MATCH GAMES DB [PLAYER PLAYER]" >&2
    exit 2
}
threads=$(getconf _NPROCESSORS_ONLN)
"$program" build 9x5 --stones 6 --draw-plies 50 --db "$db" >/dev/null || exit 1

if [ $# -gt 4 ]; then
    shift 4
    exec "$match" --games "$games" --threads "$threads" --db "$db" "$@"
fi

csv=$(mktemp) || exit 1
trap 'rm -f "$csv"' EXIT
trap 'exit 1' HUP INT TERM

# nodes: positions a turn; known: turns where the tables know all; let go: how many of these let a
# win or a draw go.
{
    printf board,draw_plies,table_stones,first,second,won,drawn,lost,score,error,elo,elo_least,
    printf elo_most,plies,first_nodes,first_known,first_let_go,
    echo second_nodes,second_known,second_let_go
} >"$csv"

while read -r first second; do
    "$match" --games "$games" --db "$db" --threads "$threads" --csv "$first" "$second" >>"$csv" ||
        exit 1
    tail -n 1 "$csv" | awk -F, '{
        printf "%-19s %-13s %3d won %3d drawn %3d lost  %.1f %% +- %.1f  Elo %s (%s to %s)",
            $4, $5, $6, $7, $8, $9, $10, $11, $12, $13
        printf "  let go: %d of %d, %d of %d\n", $17, $16, $20, $19
    }'
done <<'END'
nodes:20000+tables nodes:20000
depth:4 depth:1
nodes:100000+tables depth:4
depth:4 plain:4
depth:4 plain:6
nodes:20000+tables plain:6
END
cp "$csv" "$top/data/match.csv"

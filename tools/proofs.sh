#!/bin/sh
# SPDX-License-Identifier: MIT
#
# proofs.sh PROGRAM DB: proves the values of start positions and first turns and writes their
# certificates and data/proofs/proofs.csv, then the table in papers/proofs.md. Tables are built in
# DB; those of 7x5 and 5x7 to 6 stones take some seconds, the proof of 7x5 a minute or so.

program=$1
db=$2
top=$(cd "$(dirname "$0")/.." && pwd)
proofs=$top/data/proofs
[ -x "$program" ] && [ -n "$db" ] || {
    echo "usage: $0 PROGRAM DB" >&2
    exit 2
}

log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
failed=0

# prove NAME BOARD STONES POSITION [TURN]: a line of proofs.csv.
prove() {
    file=$proofs/$1.proof
    "$program" build "$2" --stones "$3" --metric wdl --db "$db" >/dev/null || return 1
    # shellcheck disable=SC2086 # no turn, or one
    "$program" prove "$4" $5 --stones "$3" --threads 1 --certificate "$file" --db "$db" >"$log" &&
        "$program" check-proof "$file" --db "$db" >/dev/null || return 1
    awk -v name="$1" -v board="$2" -v stones="$3" -v position="$4" -v turn="$5" \
        -v bytes="$(wc -c <"$file")" -v digest="$(sha256sum <"$file" | cut -d' ' -f1)" '
        { gsub(",", "") }
        /^nodes/ { nodes += $2 }
        /^proven/ {
            value = $0
            sub(/^proven */, "", value); sub(/;.*/, "", value)
            seconds = $0
            sub(/.*; in /, "", seconds); sub(/ .*/, "", seconds)
            if (split(seconds, clock, ":") == 2) seconds = 60 * clock[1] + clock[2]
            searched = $(NF - 2)
        }
        END {
            printf "%s,%s,%s,%s,%s,%d,%d,%s,%d,%d,%s\n", name, board, position, turn, value, stones,
                searched, seconds, nodes, bytes, digest
        }' "$log"
}

starts() { # SETUP STONES BOARD...
    setup=$1
    stones=$2
    shift 2
    for board; do
        name=$board
        [ "$setup" = standard ] || name=$board-$setup
        prove "$name" "$board" "$stones" "$("$program" start "$board" --setup "$setup" |
            cut -d' ' -f1,2)" || failed=1
    done
}

first_turns() { # STONES BOARD
    start=$("$program" start "$2" | cut -d' ' -f1,2)
    for turn in $("$program" moves "$start" | cut -f1); do
        prove "$2-$turn" "$2" "$1" "$start" "$turn" || failed=1
    done
}

{
    echo name,board,position,turn,value,stones,searched,seconds,nodes,bytes,sha256
    for setup in standard palindrome; do
        starts $setup 4 3x3 5x3 3x5
        starts $setup 5 7x3 3x7 9x3 3x9 5x5
        starts $setup 6 5x7 7x5
    done
    first_turns 4 3x3
    first_turns 4 5x3
    first_turns 4 3x5
    first_turns 5 5x5
} >"$proofs/proofs.csv.tmp" && [ $failed = 0 ] || {
    echo "$0: a proof failed" >&2
    exit 1
}
mv "$proofs/proofs.csv.tmp" "$proofs/proofs.csv"

# The table between two lines of the paper.
table() {
    echo '| board | setup, or first turn | value | tables | nodes searched | seconds | nodes proven | bytes |'
    echo '| --- | --- | --- | --- | --- | --- | --- | --- |'
    awk -F , 'NR > 1 {
        what = $4 != "" ? $4 : $1 ~ /palindrome/ ? "palindrome" : "standard"
        printf "| %s | %s | %s | to %d stones | %d | %s | %d | %d |\n", $2, what, $5, $6, $7, $8, $9, $10
    }' "$proofs/proofs.csv"
}
paper=$top/papers/proofs.md
{
    sed '/^<!-- table/q' "$paper"
    table
    sed -n '/^<!-- end/,$p' "$paper"
} >"$paper.tmp" && mv "$paper.tmp" "$paper"

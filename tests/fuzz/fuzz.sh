#!/bin/sh
# SPDX-License-Identifier: MIT
#
# fuzz.sh DIRECTORY LIMIT PROGRAM: runs each fuzz target of a directory up to a limit, -max_total_time=SECONDS or
# -runs=N, from seeds that are in the tree or made by the program. What makes one fail stays in
# DIRECTORY, and is named.

directory=$1
limit=$2
program=$3
failed=0
# In memory, where that can be.
TMPDIR=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d) || exit 1
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
trap 'exit 1' HUP INT TERM

# Files as seeds in a directory. A seed begins with a letter, whose last bits tell the target what to do with it.
files() { # SEEDS LETTER FILE...
    into=$1
    letter=$2
    shift 2
    for file in "$@"; do
        { printf %s "$letter" && cat "$file"; } >"$into/$letter-${file##*/}"
    done
}

# The seeds of a target, in the directory $1.
seeds() {
    case $2 in
    position) awk '!/^ / { print > sprintf("'"$1"'/%d", NR) }' tests/golden/turns.tsv ;;
    turn) awk '/^ / { print substr($1, 1) > sprintf("'"$1"'/%d", NR) }' tests/golden/turns.tsv ;;
    fgn) printf '[Variant "5x5"]\n[FEN "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w"]\n\n1. b2-c3A {x} (2. a1) d5-d4 $3 1-0\n' >"$1/1" ;;
    table)
        "$program" build 3x3 --stones 3 --db "$1/db" >/dev/null 2>&1
        files "$1" @ "$1"/db/*/2v1.wdl
        files "$1" A "$1"/db/*/2v1.dtc
        for letter in B F; do files "$1" $letter data/tables/3x3-capture/2v1.wdl; done
        for letter in C G; do files "$1" $letter "$1"/db/*/2v1.dtc; done
        rm -r "$1/db"
        ;;
    certificate)
        files "$1" @ data/proofs/3x3.proof
        files "$1" A data/proofs/3x3*.proof
        ;;
    memo)
        "$program" prove 3x3 --goal nowin --memory 4K --certificate "$1/seed" --db none >/dev/null 2>&1
        files "$1" A "$1/seed.checkpoint"
        rm "$1/seed.checkpoint"
        ;;
    checkpoint) ;; # it makes its own
    engine) printf '%s\n' 'position startpos moves f2e3A d5d4A' 'go depth 2' 'setoption name Variant value telo-line' \
        'position fen 9/9/3B5/9/2W1W4 w 3 12 moves c1c2' 'go movetime 1 wtime 1 btime 1 movestogo 5' \
        'setoption name NoCaptureLimit value 20' 'setoption name MultiPV value 3' status moves d eval >"$1/1" ;;
    esac
}

for target in "$directory"/fuzz_*; do
    [ -x "$target" ] || continue
    name=${target##*/fuzz_}
    corpus=$(mktemp -d) || exit 1
    seeds "$corpus" "$name"
    "$target" "$limit" -rss_limit_mb=2048 -timeout=20 -print_final_stats=1 -verbosity=0 \
        -artifact_prefix="$directory/$name-" "$corpus" >"$directory/$name.log" 2>&1
    status=$?
    awk -v name="$name" -v status=$status '
        /stat::number_of_executed_units/ { runs = $2 }
        END { printf "%-12s %9d runs, %s\n", name, runs, status || !runs ? "FAILED" : "sound" }' "$directory/$name.log"
    [ $status -eq 0 ] || {
        failed=1
        tail -n 25 "$directory/$name.log"
    }
    rm -rf "$corpus"
done
exit $failed

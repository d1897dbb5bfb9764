#!/bin/sh
# SPDX-License-Identifier: MIT
#
# kill.sh PROGRAM [BRUTE]: builds and proofs that are killed at random moments again and again, each time
# taken up by the same command: the tables must be those of a build that was left alone, the proof must
# be found and hold, and no checkpoint may stay.

. "$(dirname "$0")/../golden/suite.sh"

# A number from 0 to 65535.
chance() {
    od -An -N2 -tu2 /dev/urandom | tr -d ' '
}

# killed NAME KILLS TENTHS OPTION...: kills a build after up to TENTHS tenths of a second, KILLS
# times, then lets it finish.
killed() {
    name=$1
    kills=$2
    tenths=$3
    shift 3
    rm -rf whole killed
    "$fanoron" build "$@" --db whole >/dev/null 2>&1
    while [ "$kills" -gt 0 ]; do
        "$fanoron" build "$@" --checkpoint 1 --db killed >/dev/null 2>&1 &
        build=$!
        moment=$(($(chance) % tenths))
        sleep "$((moment / 10)).$((moment % 10))"
        kill -9 "$build" 2>/dev/null
        wait "$build" 2>/dev/null
        [ -n "$(find killed -name '*.checkpoint' 2>/dev/null)" ] && taken_up=yes
        kills=$((kills - 1))
    done
    "$fanoron" build "$@" --checkpoint 1 --db killed >/dev/null 2>&1
    "$fanoron" stats "$1" --manifest --db whole >right
    "$fanoron" stats "$1" --manifest --db killed >built
    same "$name" right built
}

# killed_proof NAME KILLS TENTHS OPTION...: the same for a proof with the tables in `whole`.
killed_proof() {
    name=$1
    kills=$2
    tenths=$3
    shift 3
    rm -f proof proof.checkpoint
    while [ "$kills" -gt 0 ]; do
        "$fanoron" prove "$@" --certificate proof --checkpoint 1 --db whole >/dev/null 2>&1 &
        proof=$!
        moment=$(($(chance) % tenths))
        sleep "$((moment / 10)).$((moment % 10))"
        kill -9 "$proof" 2>/dev/null
        wait "$proof" 2>/dev/null
        [ -e proof.checkpoint ] && went_on=yes
        kills=$((kills - 1))
    done
    "$fanoron" prove "$@" --certificate proof --db whole >/dev/null 2>&1
    echo 'proven    draw' >right
    "$fanoron" check-proof proof --db whole | sed -n 's/^\(proven.*\);.*/\1/p' >found
    same "$name" right found
    { find . -name proof.checkpoint; echo none; } >seen
    echo none >right
    same "$name: no checkpoint stays" right seen
}

taken_up=no
went_on=no
killed '9x5 to 4 stones' 60 8 9x5 --stones 4
killed '5x5 to 7 stones, packed' 40 30 5x5 --stones 7 --encoding packed
killed '9x5 to 6 stones, without DTC' 12 40 9x5 --stones 6 --metric wdl
rm -rf whole
"$fanoron" build 5x5 --stones 3 --metric wdl --db whole >/dev/null 2>&1
killed_proof '5x5 with 2 stones' 60 40 5x5 --stones 2 --threads 1
killed_proof '5x5 with 3 stones, two threads' 40 40 5x5 --stones 3 --threads 2
echo yes yes >right
echo "$taken_up $went_on" >seen
same 'checkpoints were left at some time' right seen
: >right
echo none >>right
find whole killed -name '*.checkpoint' >seen
echo none >>seen
same 'no checkpoint stays' right seen

finish

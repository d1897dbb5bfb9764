#!/bin/sh
# SPDX-License-Identifier: MIT
#
# run.sh PROGRAM [BRUTE]: games of the engine against a plain player, on a small board: it is better
# by far, with tables it lets nothing go, and what comes out does not depend on the number of
# threads. (`make match` plays many, on 9x5.)

. "$(dirname "$0")/../golden/suite.sh"
match=$(dirname "$fanoron")/match

# ---- Games ------------------------------------------------------------------------------------

"$fanoron" build 5x5 --stones 5 --draw-plies 50 --threads 1 --db tables >build.log 2>&1
"$fanoron" build telo-line --complete --threads 1 --db tables >>build.log 2>&1
for threads in 1 2; do
    "$match" --board 5x5 --games 60 --threads $threads --csv depth:3 plain:2 >plain$threads
    "$match" --board 5x5 --games 60 --threads $threads --csv --db tables nodes:1000+tables plain:4 \
        >tables$threads
done
"$match" --board telo-line --games 20 --csv --db tables depth:1+tables plain:3 >line
same 'one thread or two' plain1 plain2
same 'one thread or two, with tables' tables1 tables2

# The columns are named in standard.sh.
awk -F, '{ print ($9 > 60 ? "better" : $9 " %") }' plain1 >got
echo better >right
same 'better than a plain player' right got
awk -F, '{ print ($16 > 50 && $17 == 0 ? "kept" : $17 " of " $16 " let go") }' tables1 line >got
printf 'kept\nkept\n' >right
same 'no value of a table is let go' right got
awk -F, '{ print ($20 > 0 ? "seen" : $20 " of " $19 " let go") }' tables1 >got
echo seen >right
same 'what a plain player lets go is seen' right got

# ---- Words ------------------------------------------------------------------------------------

forms='plain:PLIES, or depth:PLIES, nodes:COUNT or seconds:TIME, each with or without +tables'
players='depth depth: depth:0 depth:101 depth:1.5 depth:1x depth:1+table plain:2+tables seconds:-1
    seconds:0 seconds:inf seconds:0x1 seconds:1.2.3 nodes: nodes:-1 xyzzy'
refused() { # ARGUMENT...
    "$match" "$@" >out 2>&1
    echo "$? $(cat out)"
}
for player in $players; do refused "$player" plain:1; done >got
for player in $players; do echo "2 match: no player '$player': $forms"; done >right
same 'what is no player is refused' right got

{
    refused depth:1
    refused depth:1 plain:1 plain:2
    refused depth:1 plain:1 --games 3
    refused depth:1 plain:1 --games 0
    refused depth:1 plain:1 --threads 2x
    refused depth:1 plain:1 --seed
    refused depth:1 plain:1 --sead 1
    refused depth:1+tables plain:1
    refused --board telo-line --draw-plies 20 depth:1 plain:1
    refused --board 4x4 depth:1 plain:1
    refused --board 3x3 --games 100000 depth:1 plain:1
    refused --db nowhere --board 5x5 depth:1+tables plain:1
} >got
cat >right <<'END'
2 match: two players are needed, not 1; --help tells more
2 match: two players are needed, not 3; --help tells more
2 match: --games 3: an even number, each opening is played twice
2 match: --games '0': not a whole number from 2 to 1000000
2 match: --threads '2x': not a whole number from 1 to 64
2 match: option '--seed' needs a value, or is none
2 match: unknown option '--sead'; --help lists them
2 match: +tables needs --db ROOT
2 match: telo-line has no --draw-plies
1 match: no start on 4x4: both sides of the board must be odd
1 match: found only 540 fair openings; 100000 games need 50000
1 match: no tables of 5x5-capture-n50 in nowhere; 'fanoron build' makes them
END
same 'nonsense is refused' right got

finish

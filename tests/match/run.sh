#!/bin/sh
# SPDX-License-Identifier: MIT
#
# run.sh PROGRAM [BRUTE]: games of the engine against a plain player, on a small board: it is better by far, and
# what comes out does not depend on the number of threads. (`make match` plays many, on 9x5.)

. "$(dirname "$0")/../golden/suite.sh"
match=$(dirname "$fanoron")/match

"$fanoron" build 5x5 --stones 4 --draw-plies 50 --threads 1 --db tables >build.log 2>&1
for threads in 1 2; do
    "$match" --board 5x5 --games 60 --threads $threads --csv depth:3 plain:2 >plain$threads
    "$match" --board 5x5 --games 40 --threads $threads --csv --db tables nodes:2000+tables nodes:2000 >tables$threads
done
same 'one thread or two' plain1 plain2
same 'one thread or two, with tables' tables1 tables2
awk -F, '{ print ($8 > 60 ? "better" : $8 " %") }' plain1 >got
echo better >right
same 'better than a plain player' right got
awk -F, '{ print ($13 > 20 && $14 == 0 ? "kept" : $14 " of " $13 " let go") }' tables1 >got
echo kept >right
same 'no value of a table is let go' right got
for player in depth depth:0 depth:x plain:2+tables seconds:-1 nodes: xyzzy; do
    "$match" --games 2 $player plain:1 >/dev/null 2>&1
    echo "$player $?"
done >got
printf '%s 2\n' depth depth:0 depth:x plain:2+tables seconds:-1 nodes: xyzzy >right
same 'nonsense is refused' right got

finish

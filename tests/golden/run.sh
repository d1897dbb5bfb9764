#!/bin/sh
# SPDX-License-Identifier: MIT
#
# run.sh PROGRAM [BRUTE]: compares what the program says with the reference data of this directory:
# counts of slices, legal turns, perft, values of starts. ../long/golden.sh does the larger boards.

. "$(dirname "$0")/suite.sh"
. "$golden/slices.sh"
. "$golden/digests.sh"

# ---- Slices -----------------------------------------------------------------------------------

slices 3x3 9
slices 5x3 15
slices 3x5 15
slices 5x5 6
slices 9x5 5

slices_of_rules 3x3 draw 0 9
slices_of_rules 4x3 loss 0 12
slices_of_rules 4x4 loss 0 7
slices_of_rules 5x5 draw 0 5
slices_of_rules 9x5 draw 0 4
slices_of_rules 5x3 loss 4 15
slices_of_rules 5x5 loss 20 6
slices_of_rules 9x5 loss 20 5

# ---- Digests -----------------------------------------------------------------------------------

digests "$fanoron" 2 digested >digests
same 'digests of all values' "$golden/digests.txt" digests

# ---- Turns ------------------------------------------------------------------------------------

# The list again, by the program: an over game has no turns, and the reason is on stderr.
grep -v '^ ' "$golden/turns.tsv" | while IFS= read -r position; do
    printf '%s\n' "$position"
    "$fanoron" moves "$position" 2>reason | sed 's/^/ /'
    sed -n 's/^fanoron: the game is over: \([A-Z][a-z]* wins\).*/ over\t\1/p' reason
done >turns.tsv
same 'legal turns' "$golden/turns.tsv" turns.tsv

sed 1d "$golden/perft.csv" | while IFS=, read -r position depth turns; do
    printf '%s,%s,%s\n' "$position" "$depth" "$turns" >&3
    printf '%s,%s,%s\n' "$position" "$depth" "$("$fanoron" perft "$position" "$depth")"
done 3>perft.right >perft
same perft perft.right perft

# ---- Starts -----------------------------------------------------------------------------------

# Black to move is not among them: the value for the side to move is White's.
sed 1d "$golden/starts.csv" | cut -d, -f2,3 | tr , '\t' >starts.right
cut -f1 starts.right | "$fanoron" probe --batch --db tables | cut -f1,2 >starts
same 'values of starts' starts.right starts

for board in 3x3 5x3 3x5; do
    for setup in standard palindrome; do "$fanoron" start $board --setup $setup; done
done | sed 's/ 0 1$//' >setups
cut -f1 starts.right >starts.positions
same 'start positions' starts.positions setups

finish

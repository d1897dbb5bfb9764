#!/bin/sh
# SPDX-License-Identifier: MIT
#
# proofs.sh PROGRAM [BRUTE]: checks the certificates in data/proofs, with tables that it builds:
# their digests, what they prove of which position, and that this is what other programs found.

. "$(dirname "$0")/../golden/suite.sh"
proofs=$golden/../../data/proofs

sed 1d "$proofs/proofs.csv" >list
while IFS=, read -r name board position turn value stones searched seconds nodes bytes digest; do
    file=$proofs/$name.proof
    "$fanoron" build "$board" --stones "$stones" --metric wdl --db tables >/dev/null 2>&1
    after=$("$fanoron" moves "$position" |
        awk -F '\t' -v turn="$turn" '$1 == turn { print $3 }' | cut -d' ' -f1,2)
    echo "$digest $nodes ${after:-$position} $value" >right
    "$fanoron" check-proof "$file" --db tables 2>&1 | awk -v digest="$(sha256sum <"$file" | cut -d' ' -f1)" '
        { gsub(",", "") }
        /^position/ { position = $2 " " $3 }
        /^nodes/ { nodes += $2 }
        /^proven/ { value = $0; sub(/^proven */, "", value); sub(/;.*/, "", value) }
        /^fanoron/ { print }
        END { print digest, nodes, position, value }' >checked
    same "$name.proof" right checked
done <list

# Published, or found by other programs.
{
    sed 1d "$golden/starts.csv"
    sed 1d "$golden/starts-proven.csv"
} | sort >right
awk -F , '$4 == "" {
    value = $5 == "draw" ? "draw" : $5 == "White wins" ? "win" : "loss"
    print $2 "," $3 "," value
}' list | sort >proven
cut -d, -f2 right >positions
grep -F -f positions proven >compared
same 'values of starts' right compared

finish

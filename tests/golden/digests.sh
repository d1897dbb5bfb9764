# SPDX-License-Identifier: MIT
#
# digests.sh: builds tables of several boards and rule sets and prints a digest of the values of each, which
# depends on nothing but the rules. Sourced.
#
#   digests PROGRAM THREADS ROOT    lines as in digests.txt

build_digested() {
    while read -r board options; do
        # shellcheck disable=SC2086 # several options
        "$1" build "$board" $options --threads "$2" --db "$3" || return
    done >/dev/null <<END
telo-line --complete
3x3 --complete --metric dtw
3x3 --complete --stalemate draw
4x4 --stones 5
5x5 --stones 5
5x5 --stones 5 --draw-plies 20
9x5 --stones 4 --metric dtw
END
}

digests() {
    build_digested "$@" || return
    for options in '' '--stalemate draw' '--draw-plies 20'; do
        # shellcheck disable=SC2086 # several options, or none
        "$1" stats --manifest $options --db "$3"
    done | sort -u
}

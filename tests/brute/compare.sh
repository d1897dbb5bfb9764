# SPDX-License-Identifier: MIT
#
# compare.sh: compares the program with the brute-force solver at random positions, line for line.
# To be sourced after suite.sh.

# Values and DTC of COUNT random positions of up to STONES stones.
values() { # BOARD STONES COUNT OPTION...
    board=$1
    stones=$2
    count=$3
    shift 3
    case "$*" in
    *telo-line*) built=telo-line ;;
    *) built=$board ;;
    esac
    "$brute" random "$board" "$stones" "$count" 1 "$@" >positions
    "$brute" probe "$board" "$stones" "$@" <positions >right
    "$fanoron" build "$built" --stones "$stones" --threads 2 --db tables "$@" >build.log 2>&1 ||
        sed "s/^/build $board: /" build.log
    "$fanoron" probe --batch --db tables "$@" <positions >probed
    same "values of $count positions of $board, up to $stones stones $*" right probed
}

# Legal turns of COUNT random positions of up to STONES stones, fewer than LEAST left out.
turns() { # BOARD LEAST STONES COUNT OPTION...
    board=$1
    least=$2
    stones=$3
    count=$4
    shift 4
    "$brute" random "$board" "$stones" $((20 * count)) 2 "$@" |
        awk -v least="$least" -v count="$count" \
            '{ text = $1; if (gsub(/[WB]/, "", text) >= least && n++ < count) print }' >positions
    "$brute" turns "$@" <positions >right
    while IFS= read -r position; do
        printf '%s\n' "$position"
        "$fanoron" moves "$position" "$@" 2>/dev/null
    done <positions | sed '/\t/s/^/ /' >listed
    same "turns of $count positions of $board, $least to $stones stones $*" right listed
}

# SPDX-License-Identifier: MIT
#
# compare.sh: compares the program with the brute-force solver, line for line.
# To be sourced after suite.sh.

build_for() { # BOARD STONES OPTION...
    case "$*" in
    *telo-line*) built=telo-line ;;
    *) built=$1 ;;
    esac
    most=$2
    shift 2
    "$fanoron" build "$built" --stones "$most" --threads 2 --db tables "$@" >build.log 2>&1 ||
        sed "s/^/build $built: /" build.log
}

# Values and DTC of COUNT random positions of up to STONES stones.
values() { # BOARD STONES COUNT OPTION...
    board=$1
    stones=$2
    count=$3
    shift 3
    build_for "$board" "$stones" "$@"
    "$brute" random "$board" "$stones" "$count" 1 "$@" >positions
    "$brute" probe "$board" "$stones" "$@" <positions >right
    "$fanoron" probe --batch --db tables "$@" <positions >probed
    same "values of $count positions of $board, up to $stones stones $*" right probed
}

# Values and DTC of all positions of up to STONES stones, every image of each with either side to move.
# There may be many millions, so they pass by.
whole() { # BOARD STONES OPTION...
    board=$1
    stones=$2
    shift 2
    build_for "$board" "$stones" "$@"
    rm -f pipe && mkfifo pipe
    "$brute" all "$board" "$stones" "$@" | "$brute" probe "$board" "$stones" "$@" >pipe &
    "$brute" all "$board" "$stones" "$@" | "$fanoron" probe --batch --db tables "$@" |
        awk '{ print } END { print NR >"count" }' | cmp pipe - >different 2>&1
    [ "$(cat count)" -gt 0 ] || echo 'no position was shown' >>different
    cat count >>different
    cat count >wanted
    same "values of all $(cat count) positions of $board, up to $stones stones $*" wanted different
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

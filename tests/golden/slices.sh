# SPDX-License-Identifier: MIT
#
# slices.sh: builds databases in tables/ and compares their counts with the reference data. To be
# sourced after suite.sh.

# The lines of the slices of a board with up to so many stones; `m` is the column of m.
up_to() { # FILE M_COLUMN BOARD STONES
    awk -F , -v m="$2" -v board="$3" -v stones="$4" \
        '$1 == board && $m + $(m + 1) <= stones' "$1"
}

build() { # BOARD STONES OPTION...
    board=$1
    stones=$2
    shift 2
    "$fanoron" build "$board" --stones "$stones" --threads 2 --db tables "$@" >build.log 2>&1 ||
        sed "s/^/build $board: /" build.log
}

slices() { # BOARD STONES
    build "$1" "$2"
    up_to "$golden/slices.csv" 2 "$1" "$2" >right
    "$fanoron" stats "$1" --csv --db tables | sed 1d >counted
    same "slices of $1, up to $2 stones" right counted
}

slices_of_rules() { # BOARD STALEMATE DRAW_PLIES STONES
    build "$1" "$4" --stalemate "$2" --draw-plies "$3"
    up_to "$golden/slices-rules.csv" 4 "$1" "$4" | grep "^$1,$2,$3," | cut -d, -f1,4- >right
    # Larger slices may be there, that a limit shares with other databases.
    "$fanoron" stats "$1" --csv --stalemate "$2" --draw-plies "$3" --db tables | sed 1d |
        cut -d, -f1-8 >all
    up_to all 2 "$1" "$4" >counted
    same "slices of $1, stalemate $2, limit $3, up to $4 stones" right counted
}

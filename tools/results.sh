#!/bin/sh
# SPDX-License-Identifier: MIT
#
# results.sh PROGRAM: writes papers/results.md to stdout, from what data/ holds of tables that are too
# large to be kept: counts of slices (data/statistics, `fanoron stats BOARD --csv`) and their deepest
# positions (data/records, `fanoron stats BOARD --records`). PROGRAM draws the diagrams.

program=$1
data=$(dirname "$0")/../data
[ -x "$program" ] || {
    echo "usage: $0 PROGRAM" >&2
    exit 2
}

# The slices of BOARD: shares, the deepest DTC, and what limits take of the wins.
slices() { # BOARD
    awk -F , -v board="$1" '
        FNR == 1 { file++; next }
        { key = $2 "v" $3 }
        file == 1 { order[++n] = key; size[key] = $4; win[key] = $5; draw[key] = $6; loss[key] = $7
                    deep[key] = $9 }
        file > 1 { limited[file, key] = $5; known[file, key] = 1 }
        # Never 0 for some, nor 100 for not all.
        function share(part, whole, text) {
            text = sprintf("%.2f", whole ? 100 * part / whole : 0)
            if (part > 0 && text == "0.00") return "< 0.01"
            return part < whole && text == "100.00" ? "> 99.99" : text
        }
        function grouped(x, text) {
            for (text = ""; length(x) > 3; x = substr(x, 1, length(x) - 3))
                text = "," substr(x, length(x) - 2) text
            return x text
        }
        function taken(file, key) {
            if (!known[file, key]) return ""
            return win[key] ? share(win[key] - limited[file, key], win[key]) : "-"
        }
        END {
            print "| slice | positions | win % | draw % | loss % | deepest DTC | 20 plies | 50 | 100 |"
            print "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
            for (i = 1; i <= n; i++) {
                k = order[i]
                printf "| %s | %s | %s | %s | %s | %d | %s | %s | %s |\n", k, grouped(size[k]),
                    share(win[k], size[k]), share(draw[k], size[k]), share(loss[k], size[k]),
                    deep[k], taken(2, k), taken(3, k), taken(4, k)
            }
        }' "$data/statistics/$1-capture.csv" "$data/statistics/$1-capture-n20.csv" \
        "$data/statistics/$1-capture-n50.csv" "$data/statistics/$1-capture-n100.csv"
}

# What the weaker side gets in slice M against O, under each limit.
holding() { # BOARD FEW MANY
    for limit in '' -n100 -n50 -n20; do
        awk -F , -v few="$2" -v many="$3" -v limit="$limit" '
            $2 == few && $3 == many { n = $4; win = $5; draw = $6 }
            $2 == many && $3 == few { sister = $4; lost = $7; held = $6 }
            END {
                if (!n || !sister) exit
                name = limit == "" ? "none" : substr(limit, 3) " plies"
                printf "| %s | %.2f | %.2f | %.2f | %.2f |\n", name, 100 * win / n, 100 * draw / n,
                    100 * lost / sister, 100 * held / sister
            }' "$data/statistics/$1-capture$limit.csv"
    done
}

# The deepest wins of each slice, and mutual zugzwangs.
records() { # BOARD
    awk '
        /^[0-9]+v[0-9]+$/ { slice = $1; order[++n] = slice }
        /deepest win +DTC/ { depth[slice] = $4; count[slice] = $5; place[slice] = $7 " " $8 }
        /zugzwang, / { sub(/positions?.*/, ""); kind = $2 " " $4
                       zugzwangs[slice, kind] = $NF }
        function known(text) { return text == "" ? "0" : text }
        END {
            print "| slice | deepest win, DTC | positions | the first of them | " \
                "loses, would win | loses, would draw | draws, would win |"
            print "| --- | --- | --- | --- | --- | --- | --- |"
            for (i = 1; i <= n; i++) {
                s = order[i]
                printf "| %s | %s | %s | `%s` | %s | %s | %s |\n", s, depth[s], count[s], place[s],
                    known(zugzwangs[s, "loses, win"]), known(zugzwangs[s, "loses, draw"]),
                    known(zugzwangs[s, "draws, win"])
            }
        }' "$data/records/$1-capture.txt"
}

# The first of the deepest wins (or losses) of a slice, as a diagram.
diagram() { # BOARD SLICE win|loss
    awk -v slice="$2" -v value="$3" '
        $1 == slice { here = 1; next }
        NF == 1 { here = 0 }
        here && $1 == "deepest" && $2 == value && $3 == "DTC" { print $4 "\t" $7 " " $8; exit }
    ' "$data/records/$1-capture.txt" | while IFS="$(printf '\t')" read -r depth position; do
        printf '\n%s, White to move, %s in DTC %s: `%s`\n\n' "$2" "$3" "$depth" "$position"
        "$program" show "$position" | sed -n '1,/^ *a /s/^/    /p'
    done
}

cat <<'END'
# Results

Made by `make results` from the statistics in `data/`, which says how the tables were built.
Sizes are WIDTHxHEIGHT: 9x5 has nine columns and five rows (publications that write height x width call
it 5x9). A slice `mvo` has m stones of the side to move and o of the other; positions that are
images of each other count once. Shares are of all positions of the slice, not of those that occur in games. Values
are those without a draw limit; the last columns say which share of the wins of a slice, in percent, a limit of 20,
50 or 100 plies without a capture takes away (the counter being at 0).

## 9x5

END
slices 9x5
cat <<'END'

## 5x5

END
slices 5x5
cat <<'END'

## Three against five

*Telo noho dimy*, three that five cannot beat: with three stones against five on 9x5. What the three get, in
percent of all positions, by the draw limit:

| limit | three to move: win | draw | five to move: three win | draw |
| --- | --- | --- | --- | --- |
END
holding 9x5 3 5
cat <<'END'

The hardest: the farthest wins and losses, each the first of its kind (the side to move is White).
END
for slice in 3v5 5v3; do for value in win loss; do diagram 9x5 $slice $value; done; done
cat <<'END'

## The deepest wins of 9x5, and mutual zugzwangs

DTC counts the paikas to the next capture turn (or stalemate). A mutual zugzwang is a placement in which
whoever moves does worse than if the other had to move: the columns count positions by what the side to move gets, and
what it would get if the other side were to move.

END
records 9x5
for slice in 2v1 3v3 4v4; do diagram 9x5 $slice win; done

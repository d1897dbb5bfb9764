# SPDX-License-Identifier: MIT
#
# Draw limits, DTW, and lines of perfect play.

expect 0 '5x3-capture: 10 slices to 5 stones, 28,603 positions, 28.3 kB; 20 built in TIME' '' \
    build 5x3 --stones 5 --metric dtw --db db
"$fanoron" build 5x3 --stones 5 --draw-plies 6 --db db >/dev/null

# ---- Limits -----------------------------------------------------------------------------------

# value CATEGORY,DTC,DTW POSITION [OPTION ...]: what --json says of the position itself.
value() {
    wanted=$1
    shift
    said=$("$fanoron" probe "$@" --json --db db |
        sed 's/.*"category":"\([a-z-]*\)","dtc":\([0-9a-z]*\),"dtw":\([0-9a-z]*\),"moves".*/\1,\2,\3/')
    passes "probe $*: $said, wanted $wanted" [ "$said" = "$wanted" ]
}
value win,4,5 'B4/5/3WW w'
value win,4,null 'B4/5/3WW w' --draw-plies 6
value win,4,null 'B4/5/3WW w 1' --draw-plies 6
value cursed-win,4,null 'B4/5/3WW w 2' --draw-plies 6
value cursed-win,4,null 'B4/5/3WW w 5' --draw-plies 6
value draw,null,null 'B4/5/3WW w 6' --draw-plies 6
value draw,null,null 'B4/5/3WW w 66' --draw-plies 6
value loss,3,null '4B/B4/W4 w 2' --draw-plies 6
value blessed-loss,3,null '4B/B4/W4 w 3' --draw-plies 6
value win,0,null '1B1B1/5/3W1 w 5' --draw-plies 6
value loss,3,4 '4B/B4/W4 w 99'

passes 'show tells that the limit has been reached' sh -c "'$fanoron' show 'B4/5/3WW w 6' \
    --draw-plies 6 | grep -qx 'Game over: draw, 6 plies without a capture'"
expect 0 '' 'fanoron: the game is over: draw, 6 plies without a capture' \
    moves 'B4/5/3WW w 6' --draw-plies 6
expect 1 '' "fanoron: no table db/5x3-capture-n8/1v2.wdl; 'fanoron build' makes tables" \
    probe 'B4/5/3WW b' --draw-plies 8 --db db
expect 2 '' 'fanoron: telo-line knows no captures, and so no draw limit without them' \
    build telo-line --complete --draw-plies 20 --db db
expect 2 '' 'fanoron: DTW under a draw limit would depend on the counter of plies; build it without one' \
    build 5x3 --stones 3 --draw-plies 20 --metric dtw --db db
misuse "--draw-plies '-1': not a whole number from 0 to 10000" show 'W1B w' --draw-plies -1
misuse "--metric 'dtm': choose one of wdl, dtc, dtw" build 5x3 --complete --metric dtm
passes 'tables under a limit are proven' \
    sh -c "'$fanoron' verify 5x3 --draw-plies 6 --db db | grep -qx '10 slices, all proven'"
passes 'DTW is proven' sh -c "'$fanoron' verify 5x3 --db db | grep -qx '10 slices, all proven'"

# ---- Lines ------------------------------------------------------------------------------------

expect 0 '  1  White  e1-d2                 win           DTC   4  DTW   5
  2  Black  a3-a2                 loss          DTC   3  DTW   4
  3  White  d1-c1                 win           DTC   2  DTW   3
  4  Black  a2-a1                 loss          DTC   1  DTW   2
  5  White  c1-b1A                win           DTC   0  DTW   1
White wins, Black has no stones, after 5 turns' '' line 'B4/5/3WW w' --db db
expect 0 '{"fen":"B4/5/2W2 w","line":[{"turn":"c1-b2A","fen":"5/1W3/5 b","category":"loss","dtc":0,'\
'"dtw":1,"captured":1}],"end":"White wins, Black has no stones"}' '' \
    line 'B4/5/2W2 w' --json --db db
expect 0 'draw: with perfect play the game does not end' '' line 'B4/5/4W w' --db db
expect 0 'White wins, Black has no stones, after 0 turns' '' line '5/5/W4 b' --db db

# A line has as many turns as its first position's DTW, which falls by one with each.
falls() {
    "$fanoron" line "$1" --db db | awk '$2 == "White" || $2 == "Black" { dtw[++n] = $NF }
        END { for (i = 1; i <= n; i++) if (dtw[i] != n + 1 - i) exit 1; exit n < 2 }'
}
for position in 'B4/5/3WW w' '4B/B4/W4 w' 'B4/4W/4W w' '1B1B1/5/3W1 w' '1B3/5/3W1 w'; do
    passes "a line of falling DTW: $position" falls "$position"
done

# ---- Records ----------------------------------------------------------------------------------

"$fanoron" build 3x3 --stones 2 --db only >/dev/null
expect 0 '1v1
  deepest win   DTC   2             4 positions  3/3/WB1 w
  deepest loss  DTC   1             2 positions  3/1B1/W2 w' '' stats 3x3 --records --db only
expect 1 '' "fanoron: no slices with DTC in 'none'; 'fanoron build' makes them" \
    stats 3x3 --records --db none
misuse '--plots goes with --records' stats 3x3 --plots plots --db db

# The deepest position of each slice replays to its end in exactly as many turns.
"$fanoron" stats 5x3 --records --db db | sed -n 's/.* DTW *\([0-9]*\) .* positions*  *\(.*\)/\1 \2/p' >deepest
passes 'there are records of every slice' [ "$(wc -l <deepest)" -ge 18 ]
replays() {
    while read -r depth position; do
        "$fanoron" line "$position" --db db | tail -n 1 | grep -q " after $depth turns*$" || return 1
    done <deepest
}
passes 'the deepest wins and losses take as long as is said' replays

# The depths of a slice add up to its wins and losses.
mkdir plots
"$fanoron" stats 5x3 --records --csv --plots plots --db db >depths
adds_up() {
    "$fanoron" stats 5x3 --csv --db db | awk -F , 'NR == FNR { sum[$2 "v" $3 $4 $5] += $7; next }
        FNR > 1 && (sum[$2 "v" $3 "dtcwin"] + 0 != $5 || sum[$2 "v" $3 "dtwloss"] + 0 != $7) { bad = 1 }
        END { exit bad }' depths -
}
passes 'depths add up to wins and losses' adds_up
passes 'a plot of each pair and metric' [ "$(find plots -name '5x3-capture-*.svg' | wc -l)" -eq 12 ]

# ---- Whole answers, whatever happens ----------------------------------------------------------

expect 1 '{"fen":"WWWWW/5/BBBBB w","line":[],"error":"no table db/5x3-capture/5v5.wdl"}' \
    "fanoron: no table db/5x3-capture/5v5.wdl; 'fanoron build' makes tables" \
    line 'WWWWW/5/BBBBB w' --json --db db
misuse '--records is text, or --csv; not --json or --manifest' stats 5x3 --records --json --db db
expect 1 '' 'fanoron: /dev/null: no line of it is about these tables' \
    check 5x3 --manifest /dev/null --db db
"$fanoron" build 5x3 --stones 3 --db pipe >/dev/null
mkfifo pipe/5x3-capture/1v3.checkpoint
passes 'a pipe in the place of a checkpoint is passed over' \
    sh -c "timeout 20 '$fanoron' build 5x3 --stones 4 --db pipe >/dev/null"
expect 1 '' 'fanoron: not enough memory: the DTW of 2v5 takes 0.0304 GiB, 0.0293 GiB may be used; '\
'ask for fewer stones, or without DTW' build 5x5 --stones 7 --metric dtw --memory 30M --db none
passes 'and nothing was begun' [ ! -e none ]

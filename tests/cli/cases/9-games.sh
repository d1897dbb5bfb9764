# SPDX-License-Identifier: MIT
#
# Games with values: annotate. The root `db` holds 5x3 to 5 stones with DTW, and under a limit of 6.

cat >game.fgn <<'END'
[Event "a \"quoted\" name"]
[FEN "B4/5/3WW w"]

1. e1-d2! {mine} a3-a2 2. d1-e1 (2. d1-c1 {ok (} a2-a1) a2-a1 1-0

[Variant "5x5"]
[FEN "B4/5/5/5/3WW b"]
1... a5a4 *
END
printf '[FEN "B3B/5/2W1W w"]\n1. e1-e2A *' >blunder.fgn
expect 0 '[Event "a \"quoted\" name"]
[FEN "B4/5/3WW w"]

1. e1-d2 {White wins, DTC 3, DTW 4} 1... a3-a2 {White wins, DTC 2, DTW 3} 2.
d1-e1 {White wins, DTC 2, DTW 6} 2... a2-a1 {White wins, DTC 1, DTW 5} 1-0

[Variant "5x5"]
[FEN "B4/5/5/5/3WW b"]

1... a5-a4 *' '' annotate game.fgn --db db

expect 0 '[FEN "B3B/5/2W1W w"]

1. e1-e2A?? {Black wins, DTC 0, DTW 7; better c1-d2A: White wins, DTC 0, DTW 9}
*' '' \
    annotate blunder.fgn --db db
printf '[FEN "B4/5/3WW w"] e1-e2 a3-a2 e2-e1 a2-b2 *' >short.fgn
"$fanoron" annotate short.fgn --db db >once
"$fanoron" annotate once --db db >twice
passes 'what was written is read' cmp -s once twice
passes 'standard input is read' sh -c "'$fanoron' annotate - --db db <once | cmp -s - once"
passes 'values under a limit' sh -c "'$fanoron' annotate short.fgn --draw-plies 6 --db db |
    grep -q 'cursed win'"

printf '1. d3-e3A\n2. nonsense' >bad.fgn
expect 2 '' "fanoron: line 2: turn 'nonsense': not understood at 'nonsense'; legal: "\
"$("$fanoron" moves "$("$fanoron" start 9x5)" d3-e3A | cut -f1 | paste -sd, | sed 's/,/, /g')" \
    annotate bad.fgn --db db
: >empty.fgn
expect 2 '' 'fanoron: empty.fgn: no game in it' annotate empty.fgn
expect 1 '' 'fanoron: nowhere.fgn: cannot read: No such file or directory' annotate nowhere.fgn

printf '\357\273\277[FEN "B4/5/3WW w"]\r\n\r\n1. e1-d2 *\r\n\r\n[FEN "B4/5/3WW w"]\r\n1. e1-a9 *' >two.fgn
expect 2 '[FEN "B4/5/3WW w"]

1. e1-d2 {White wins, DTC 3, DTW 4} *' "fanoron: line 6: turn 'e1-a9': not understood at 'a9'; legal: "\
'd1-c1, d1-d2, e1-d2, e1-e2' annotate two.fgn --db db

# SPDX-License-Identifier: MIT
#
# Good tables: build, stats, probe, check, verify. The root `db` is used by the later files as well.

# ---- Nothing there yet ------------------------------------------------------------------------

expect 1 '' "fanoron: no tables in 'none'; make some with 'fanoron build'" check --db none
mkdir tables
expect 1 '' "fanoron: no tables in 'tables'; make some with 'fanoron build'" check
rmdir tables
expect 1 '' "fanoron: no tables with stalemate loss in 'db'; make some with 'fanoron build'" \
    stats --db db
expect 1 '' "fanoron: no tables of 3x3-capture in 'db'; make some with 'fanoron build'" \
    stats 3x3 --db db --json
expect 1 '' "fanoron: no tables of telo-line in 'db'; make some with 'fanoron build'" \
    verify telo-line --db db
expect 1 '' "fanoron: no table db/3x3-capture/4v4.wdl; 'fanoron build' makes tables" probe 'BBB/B1W/WWW w' --db db

# ---- Build ------------------------------------------------------------------------------------

bytes() { # of all files of a directory, as build writes them
    cat "$1"/* | wc -c |
        awk '{ if ($1 < 1000) print $1 " bytes"; else printf "%.1f kB\n", $1 / 1000 }'
}

"$fanoron" build 3x3 --stones 4 --db db >/dev/null
passes 'build --stones 4 makes 12 files' [ "$(find db -type f | wc -l)" -eq 12 ]
"$fanoron" build 3x3 --complete --db db --threads 2 >/dev/null
passes 'build --complete makes 72 files' [ "$(find db -type f | wc -l)" -eq 72 ]
expect 0 "3x3-capture: 36 slices to 9 stones, 2,659 positions, $(bytes db/3x3-capture);\
 0 built in TIME" '' build 3x3 --complete --db db
"$fanoron" build telo-line --stones 6 --db db >/dev/null
expect 0 "telo-line: 1 slice to 6 stones, 852 positions, $(bytes db/telo-line);\
 0 built in TIME" '' build telo-line --complete --db db
"$fanoron" build telo --complete --db other --threads 1 --memory 100M >/dev/null
passes 'the same bytes with 1 thread and in another root' diff -r db/3x3-capture other/3x3-capture

# ---- Stats ------------------------------------------------------------------------------------

expect 0 "$(cat "$cases/3x3.csv")" '' stats telo --csv --db db
expect 0 "$(cat "$cases/3x3.csv")" '' stats --variant capture --csv --db db
FANORON_DB=db
export FANORON_DB
expect 0 "$(cat "$cases/3x3.csv")" '' stats 3x3 --csv
unset FANORON_DB

expect 0 'telo-line: variant telo-line, stalemate is a loss

slice            positions  win % draw % loss % capture% max DTC WDL bits DTC bits
3v3                    852  56.57  20.19  23.24     0.00      11 BITS
sum                    852  56.57  20.19  23.24     0.00      11 BITS' '' \
    stats telo-line --db db

# ---- Probe ------------------------------------------------------------------------------------

expect 0 '  3  B---B---B
     | \ | / |
  2  B---.---W
     | / | \ |
  1  W---W---W
     a   b   c

White to move: win, DTC 0

turn    value  DTC
c1-b2A  win      0
c2-b2A  win      0
a1-b2A  loss     0
b1-b2A  loss     0' '' probe 'BBB/B1W/WWW w' --db db
expect 0 '  3  B---.---B
     | \ | / |
  2  .---.---.
     | / | \ |
  1  .---W---.
     a   b   c

Black to move: win, DTC 3

turn   value  DTC
a3-a2  win      3
c3-c2  win      3
a3-b2  draw     -
c3-b2  draw     -
a3-b3  loss     1
c3-b3  loss     1' '' probe B1B/3/1W1 b --db db
expect 0 '{"fen":"3/1B1/W1W b","category":"win","dtc":0,"dtw":null,"moves":[{"turn":"b2-a3W-a2A",'\
'"fen":"3/B2/3 w","category":"loss","dtc":0,"dtw":1,"captured":2},{"turn":"b2-c3W-c2A",'\
'"fen":"3/2B/3 w","category":"loss","dtc":0,"dtw":1,"captured":2},{"turn":"b2-a3W",'\
'"fen":"B2/3/W2 w","category":"win","dtc":0,"dtw":null,"captured":1},{"turn":"b2-c3W",'\
'"fen":"2B/3/2W w","category":"win","dtc":0,"dtw":null,"captured":1}]}' '' \
    probe 3/1B1/W1W b --db db --json
expect 0 '  3  .---.---.
     | \ | / |
  2  .---.---.
     | / | \ |
  1  W---W---W
     a   b   c

Game over: White wins, Black has no stones' '' probe '3/3/WWW b' --db db
expect 0 '{"fen":"3/3/WWW b","category":"loss","dtc":0,"dtw":0,"moves":[]}' '' \
    probe '3/3/WWW b' --db db --json
expect 0 '  3  B---B---B
     | \ | / |
  2  .---.---.
     | / | \ |
  1  W---W---W
     a   b   c

White to move: draw

turn   value  DTC
a1-a2  draw     -
b1-b2  draw     -
c1-c2  draw     -
a1-b2  loss    12
c1-b2  loss    12' '' probe 'BBB/3/WWW w' --variant telo-line --db db
# Turns after the position are played first.
expect 0 '{"fen":"BBB/1W1/1WW b","category":"win","dtc":11,"dtw":null,"moves":[{"turn":"a3-a2",'\
'"fen":"1BB/BW1/1WW w","category":"loss","dtc":11,"dtw":null,"captured":0},{"turn":"c3-c2",'\
'"fen":"BB1/1WB/1WW w","category":"draw","dtc":null,"dtw":null,"captured":0}]}' '' \
    probe 'BBB/3/WWW w' a1b2 --variant telo-line --db db --json

# ---- Check and verify -------------------------------------------------------------------------

expect 0 '74 files, all sound' '' check --db db
expect 0 '72 files, all sound' '' check 3x3 --db db --threads 2
expect 0 'telo-line 3v3  proven
1 slice, all proven' '' verify telo-line --db db
verify_all() { "$fanoron" verify --db db | tail -n 1 | grep -qx '37 slices, all proven'; }
passes 'verify all' verify_all

# WDL alone: everything is answered but DTC, and nothing is proven.
"$fanoron" build 3x3 --stones 3 --metric wdl --db wdl >/dev/null
passes 'build --metric wdl makes 3 files' [ "$(find wdl -type f | wc -l)" -eq 3 ]
expect 3 '3x3-capture 1v1  consistent, not proven
3x3-capture 1v2  consistent, not proven
3x3-capture 2v1  consistent, not proven
3 slices, 3 of them consistent, not proven (no DTC)' '' verify --db wdl
expect 0 '  3  B---.---B
     | \ | / |
  2  .---.---.
     | / | \ |
  1  .---W---.
     a   b   c

Black to move: win, DTC ?

turn   value  DTC
a3-a2  win      ?
c3-c2  win      ?
a3-b2  draw     -
c3-b2  draw     -
a3-b3  loss     1
c3-b3  loss     1' '' probe B1B/3/1W1 b --db wdl

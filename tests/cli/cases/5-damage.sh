# SPDX-License-Identifier: MIT
#
# Tables that are damaged, missing, or of other rules; and places that cannot be written.

table=db/3x3-capture/2v1.wdl
cp -r db good
restore() { cp good/3x3-capture/2v1.* db/3x3-capture/; }

# Turns one byte of a file into its complement.
flip() { # FILE OFFSET
    byte=$(od -An -tu1 -j "$2" -N 1 "$1" | tr -d ' ')
    # shellcheck disable=SC2059 # the format is the byte
    printf "\\$(printf %03o $((255 - byte)))" |
        dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

# ---- What is said about damage ----------------------------------------------------------------

flip $table 100
expect 1 'BAD  db/3x3-capture/2v1.wdl: the header is damaged
1 of 72 files bad' '' check 3x3 --db db
expect 1 '' 'fanoron: db/3x3-capture/2v1.wdl: the header is damaged' probe 3/1B1/W1W w --db db
expect 1 "3/1B1/W1W w${tab}error${tab}db/3x3-capture/2v1.wdl: the header is damaged
B1/1W b${tab}draw${tab}-" '' probe --batch --db db <<'END'
3/1B1/W1W w
B1/1W b
END
expect 1 "$(grep -v '^3x3,2,1,' "$cases/3x3.csv")" 'fanoron: db/3x3-capture/2v1.wdl: the header is damaged' \
    stats 3x3 --csv --db db
restore

head -c 100 good/3x3-capture/2v1.wdl >$table
expect 1 'BAD  db/3x3-capture/2v1.wdl: truncated: ends at byte 100
1 of 86 files bad' '' check --db db
expect 1 '' 'fanoron: db/3x3-capture/2v1.wdl: truncated: ends at byte 100' \
    probe 3/1B1/W1W w --db db
expect 1 '3x3-capture 1v1  proven
3x3-capture FAILED  db/3x3-capture/2v1.wdl: truncated: ends at byte 100
1 of the 2 slices looked at failed' '' verify 3x3 --db db
expect 0 "3x3-capture: 36 slices to 9 stones, 2,659 positions, $(bytes good/3x3-capture);\
 2 built in TIME" \
    'fanoron: db/3x3-capture/2v1.wdl: truncated: ends at byte 100; it is built again' \
    build 3x3 --complete --db db
passes 'what was built again is as it was' diff -r good/3x3-capture db/3x3-capture

: >$table
expect 1 '' 'fanoron: db/3x3-capture/2v1.wdl: truncated: ends at byte 0' probe 3/1B1/W1W w --db db
printf x | cat good/3x3-capture/2v1.wdl - >$table
size=$(wc -c <$table)
expect 1 '' "fanoron: $table: something was added: $size bytes instead of $((size - 1))" \
    probe 3/1B1/W1W w --db db
restore

cp good/3x3-capture/1v2.wdl $table
expect 1 'BAD  db/3x3-capture/2v1.wdl: this is table 1v2.wdl
1 of 72 files bad' '' check 3x3 --db db
expect 1 '' 'fanoron: db/3x3-capture/2v1.wdl: this is table 1v2.wdl; move this file away' \
    probe 3/1B1/W1W w --db db
rm $table
expect 1 '' "fanoron: no table db/3x3-capture/2v1.wdl; 'fanoron build' makes tables" \
    probe 3/1B1/W1W w --db db
restore

mkdir db/3x3-capture-stalemate-draw
cp good/3x3-capture/1v1.wdl db/3x3-capture-stalemate-draw
expect 1 'BAD  db/3x3-capture-stalemate-draw/1v1.wdl: made for 3x3-capture, not for'\
' 3x3-capture-stalemate-draw
1 of 1 file bad' '' check --stalemate draw --db db
expect 1 '' 'fanoron: db/3x3-capture-stalemate-draw/1v1.wdl: made for 3x3-capture, not for'\
' 3x3-capture-stalemate-draw; move this file away' probe '3/1W1/B2 w' --stalemate draw --db db
rm -r db/3x3-capture-stalemate-draw

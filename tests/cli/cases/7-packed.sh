# SPDX-License-Identifier: MIT
#
# Packed tables, repacking, and manifests.

"$fanoron" build 3x3 --complete --db full >/dev/null
"$fanoron" build 3x3 --complete --encoding packed --db small >/dev/null
passes 'packed tables are smaller' \
    [ "$(cat small/3x3-capture/* | wc -c)" -lt "$(cat full/3x3-capture/* | wc -c)" ]

same_answer() {
    "$fanoron" probe "$1" --db full >one && "$fanoron" probe "$1" --db small >two && cmp one two
}
for position in 'BBB/B1W/WWW w' '3/1B1/W1W w' 'B1B/3/1W1 b' '3/1B1/2W b'; do
    passes "the same answer from packed tables: $position" same_answer "$position"
done
all_proven() { "$fanoron" verify 3x3 --db "$1" | grep -qx '36 slices, all proven'; }
passes 'packed tables are proven' all_proven small

cp -r full turned
repack() { "$fanoron" repack 3x3 --encoding "$1" --db turned >/dev/null; }
passes 'repack to packed' repack packed
passes 'repacked tables are as built' diff -r small turned
passes 'repack to full' repack full
passes 'and back again' diff -r full turned
misuse 'which encoding? Give --encoding full or --encoding packed' repack 3x3 --db turned
misuse "--encoding 'tiny': choose one of full, packed" repack 3x3 --encoding tiny --db turned
rm turned/3x3-capture/2v1.wdl
expect 1 '' "fanoron: no table turned/3x3-capture/2v1.wdl; 'fanoron build' makes tables" \
    repack 3x3 --encoding packed --db turned

"$fanoron" stats 3x3 --manifest --db full >manifest
passes 'a manifest has a line for each table' [ "$(wc -l <manifest)" -eq 72 ]
expect 0 '72 files, all sound' '' check 3x3 --manifest manifest --db full
expect 0 '72 files, all sound' '' check 3x3 --manifest manifest --db small
sed 's/^[0-9a-f]*  3x3-capture\/1v1.wdl/0123456789abcdef  3x3-capture\/1v1.wdl/' manifest >changed
rm full/3x3-capture/2v2.dtc
expect 1 'DIFFERS  3x3-capture/1v1.wdl has other values than the manifest says
MISSING  3x3-capture/2v2.dtc
71 files, all sound
2 not as in the manifest' '' check 3x3 --manifest changed --db full
echo nonsense >changed
expect 1 '' 'fanoron: changed: line 1: not a digest and the name of a table' \
    check --manifest changed --db full
expect 1 '' 'fanoron: absent: cannot open: No such file or directory' \
    check --manifest absent --db full
misuse '--csv, --json and --manifest exclude each other' stats --csv --manifest --db full
rm -r full small turned

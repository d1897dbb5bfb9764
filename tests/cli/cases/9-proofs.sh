# SPDX-License-Identifier: MIT
#
# prove and check-proof.

misuse "say where the certificate goes: --certificate FILE" prove 3x3
misuse "--goal 'draw': choose one of win, nowin, value" prove 3x3 --goal draw --certificate c
misuse "--side 'red': choose one of white, black" prove 3x3 --side red --certificate c
misuse "no start on 4x4: both sides of the board must be odd" prove 4x4 --certificate c
misuse "unknown option '--draw-plies'; prove has --goal, --side, --certificate, --stones, --log, --setup,\
 --json, --variant, --stalemate, --db, --threads, --memory, --checkpoint, --cache, --help" \
    prove 3x3 --draw-plies 20 --certificate c
expect 1 '' 'fanoron: nowhere/c: cannot create: No such file or directory' \
    prove 3x3 --db none --certificate nowhere/c
expect 1 '' 'fanoron: nowhere/log: cannot be written' \
    prove 3x3 --db none --certificate c --log nowhere/log
expect 1 '' 'fanoron: nowhere.proof: cannot open: No such file or directory' check-proof nowhere.proof

# proof OUTPUT ARGUMENT...: proves with one thread; times and counts of what was searched are cut off.
proof() {
    want=$1
    shift
    : >"$work/want_err"
    text "$want" >"$work/want_out"
    "$fanoron" prove "$@" --threads 1 >"$work/raw" 2>"$work/err"
    code=$?
    sed 's/; in .*//; s/^nodes .*/nodes/; s/  *[0-9a-f]\{16\}$//' "$work/raw" >"$work/out"
    verdict "prove $*" $code 0
}

proof 'rules     3x3-capture
position  BBB/B1W/WWW w

claim     White can force a win
nodes
tables    none

proven    White wins' 3x3 --certificate win.proof --db none
"$fanoron" build 3x3 --stones 3 --metric wdl --db few >/dev/null 2>&1
proof 'rules     3x3-capture
position  WB1/1B1/W2 w

claim     White cannot force a win
nodes
tables     1v2

claim     Black cannot force a win
nodes
tables     1v2

proven    draw' 'WB1/1B1/W2 w' --certificate draw.proof --db few
passes 'a proof is checked' sh -c "'$fanoron' check-proof draw.proof --db few | grep -q '^proven    draw'"
passes 'a proof is checked, as JSON' sh -c "'$fanoron' check-proof draw.proof --db few --json |
    grep -q '\"proven\": *\"draw\"'"
passes 'a goal that is reached' sh -c "'$fanoron' prove 'WB1/1B1/W2 w' --goal nowin --side black \
    --certificate nowin.proof --db few --json --log log.csv | grep -q '\"nodes\":2,'"
passes 'the log has its columns' grep -q '^seconds,phase,side,nodes,proof,disproof,filled$' log.csv
expect 1 '' 'fanoron: not so: White cannot force a win; --goal nowin proves that' \
    prove 'WB1/1B1/W2 w' --goal win --certificate nothing.proof --db few
passes 'no certificate then' test ! -e nothing.proof
rm -r few
expect 1 '' "fanoron: no table none/3x3-capture/1v2.wdl; 'fanoron build' makes tables" \
    check-proof draw.proof --db none

# A position behind turns; one that is in the tables rests on these alone.
"$fanoron" build 3x3 --stones 3 --metric wdl --db few >/dev/null 2>&1
proof 'rules     3x3-capture
position  3/W1B/1W1 b

claim     Black can force a win
nodes
tables     1v2

proven    Black wins' '3/2B/WW1 w 0 1' a1-a2 --certificate leaf.proof --db few

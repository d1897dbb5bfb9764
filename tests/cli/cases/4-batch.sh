# SPDX-License-Identifier: MIT
#
# probe --batch: every line gets its answer, in order, whatever it holds.

"$fanoron" build 2x2 --complete --db db >/dev/null

cat >lines <<'END'
BBB/B1W/WWW w
B./1W w
B1B/3/1W1 b 3 9
3/.../WWW b
B1/1W b
END
expect 0 "BBB/B1W/WWW w${tab}win${tab}0
B./1W w${tab}draw${tab}-
B1B/3/1W1 b 3 9${tab}win${tab}3
3/.../WWW b${tab}loss${tab}0
B1/1W b${tab}draw${tab}-" '' probe --batch --db db <lines
expect 0 "B1B/3/1W1 b${tab}win${tab}?" '' probe --batch --db wdl <<'END'
B1B/3/1W1 b
END
expect 0 "BBB/3/WWW w${tab}draw${tab}-" '' probe --batch --db db --variant telo-line <<'END'
BBB/3/WWW w
END
expect 0 '{"fen":"1B1/3/1W1 b","category":"win","dtc":0,"dtw":null,"moves":[{"turn":"b3-b2A",'\
'"fen":"3/1B1/3 w","category":"loss","dtc":0,"dtw":1,"captured":1}]}
{"fen":"3/3/WWW b 0 7","category":"loss","dtc":0,"dtw":0,"moves":[]}' '' \
    probe --batch --json --db db <<'END'
1B1/3/1W1 b
3/3/WWW b 0 7
END

# ---- Nonsense ---------------------------------------------------------------------------------

printf 'B1B/3/1W1 b\r\n\n\r\nx\ty\001\n3/3 b\0w\n"\\\303\251\377\n5/5/2W2/5/1B3 w\n3/W2/2B w' >lines
expect 1 "B1B/3/1W1 b${tab}win${tab}3
${tab}error${tab}the line is empty
${tab}error${tab}the line is empty
x?y?${tab}error${tab}row 1: 'x' at column 1; W, B, . and numbers are understood
3/3 b?w${tab}error${tab}the line holds a zero byte
$(printf '"\\\303\251\377')${tab}error${tab}row 1: '\"' at column 1; W, B, . and numbers are understood
5/5/2W2/5/1B3 w${tab}error${tab}no table db/5x5-capture/1v1.wdl
3/W2/2B w${tab}win${tab}2" '' probe --batch --db db <lines
expect 1 '{"fen":"1B1/3/1W1 b","category":"win","dtc":0,"dtw":null,"moves":[{"turn":"b3-b2A",'\
'"fen":"3/1B1/3 w","category":"loss","dtc":0,"dtw":1,"captured":1}]}
{"fen":"","error":"the line is empty"}
{"fen":"\"\\'"$(printf '\303\251')"'\ufffd","error":"row 1: '\''\"'\'' at column 1; W, B, . and numbers'\
' are understood"}' '' probe --batch --json --db db <<END
1B1/3/1W1 b

$(printf '"\\\303\251\377')
END

# Lines of a million bytes, of a million zero bytes, and ten thousand lines.
long_lines() {
    { head -c 1000000 /dev/zero | tr '\0' W; echo; head -c 1000000 /dev/zero; } |
        "$fanoron" probe --batch --db db | cut -f 2- >answers
    printf 'error\tthe line is too long\nerror\tthe line holds a zero byte\n' | diff - answers
}
passes 'probe --batch with endless lines' long_lines
many_lines() {
    awk 'BEGIN { for (i = 0; i < 10000; i++) print i % 2 ? "B1B/3/1W1 b" : "B1/1W b" }' >lines
    "$fanoron" probe --batch --db db <lines | cut -f 1 | diff lines -
}
passes 'probe --batch with ten thousand lines' many_lines

expect 0 '' '' probe --batch --db db
expect 1 '' 'fanoron: cannot read standard input: Is a directory' probe --batch --db db <.

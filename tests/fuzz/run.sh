#!/bin/sh
# SPDX-License-Identifier: MIT
#
# run.sh PROGRAM [BRUTE]: what nobody wrote, changed at random from what is good: to the fuzz targets beside the
# program, and texts to the program: a position a line to `probe --batch`, turns to `moves`, lines to `engine`. The
# sequence is the same every time. Every line must be answered, and nothing may crash.

. "$(dirname "$0")/../golden/suite.sh"

for target in "$(dirname "$fanoron")"/fuzz/fuzz_*; do
    echo "${target##*/fuzz_} 1000 runs, sound"
done >right
(cd "$golden/../.." && tests/fuzz/fuzz.sh "$(dirname "$fanoron")/fuzz" -runs=1000 "$fanoron") >report
sed 's/  */ /g' report >answers
same 'all fuzz targets are sound' right answers

# COUNT lines, each a line of standard input with one to four changes.
mutate() { # COUNT ALPHABET
    awk -v count="$1" -v alphabet="$2" '
        # Numbers below n, from a sequence that does not depend on which awk this is.
        function chance(n) {
            state = (state * 16807) % 2147483647
            return int(state / 7) % n
        }
        function change(text,    at, letter, how) {
            at = 1 + chance(length(text) + 1)
            letter = substr(alphabet, 1 + chance(length(alphabet)), 1)
            how = chance(5)
            if (how == 0) return substr(text, 1, at - 1) letter substr(text, at)
            if (how == 1) return substr(text, 1, at - 1) letter substr(text, at + 1)
            if (how == 2) return substr(text, 1, at - 1) substr(text, at + 1)
            if (how == 3) return substr(text, 1, at) substr(text, 1 + chance(length(text) + 1))
            return substr(text, 1, at)
        }
        { seed[NR] = $0 }
        END {
            state = 4711
            for (i = 0; i < count; i++) {
                text = seed[1 + i % NR]
                for (n = chance(4); n >= 0; n--) text = change(text)
                print text
            }
        }'
}

# Whether a program ended by itself and no sanitizer complained.
sound() { # STATUS STDERR_FILE
    [ "$1" -lt 128 ] && ! grep -q -e Sanitizer -e 'runtime error' "$2"
}

"$fanoron" build 3x3 --stones 4 --threads 1 --db tables >build.log 2>&1
cat >seeds <<'END'
3/BW1/2B w
B1B/1W1/W2 b 3 12
BBB/B1W/WWW w 0 1
9/9/3B5/9/2W1W4 w
W/1/1/1/1/1/1/1/1/B b 999999999
END
mutate 4000 'WB.0123456789/ wb-x	é%s\' <seeds >lines

# Blank lines apart, each line has an answer: the value, or "error" and why.
"$fanoron" probe --batch --db tables <lines >answers 2>err
status=$?
if sound $status err; then echo sound; else echo "exit status $status"; fi >ended
echo sound >right
same 'probe --batch ends by itself' right ended
awk -F '\t' '{ print NF == 3 || /\terror\t/ ? "answered" : "what is this: " $0 }' answers >form
sed 's/.*/answered/' lines >right
same 'probe --batch answers every line' right form

printf '%s\n' b2-c3A b3c3W c2-c3 b2c3ac4w >seeds
mutate 300 'abcde12345-AWaw_ 	%' <seeds >lines
while IFS= read -r turn; do
    "$fanoron" moves 'BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w' "$turn" >out 2>err
    sound $? err || { echo "moves ... '$turn'" && cat err; }
done <lines >complaints
echo 'all are sound' >right
echo 'all are sound' >>complaints
same 'moves takes any turn' right complaints

cat >seeds <<'END'
position startpos moves f2e3A d5d4A
position fen 9/9/3B5/9/2W1W4 w 3 12 moves c1c2
go depth 2
go movetime 1 wtime 1 btime 1 winc 0 binc 0 movestogo 5
go nodes 50 infinite
setoption name Variant value dimy
setoption name Variant value telo-line
setoption name NoCaptureLimit value 20
setoption name TablePath value tables
setoption name MultiPV value 3
isready
status
moves
d
END
mutate 1500 'abcde12345-AWaw_ 	%' <seeds | grep -v -e '^ *quit' -e '^ *perft' -e '^ *bench' >lines
{ cat lines; printf '\nposition startpos\nstop\nstatus\nquit\n'; } >talk
timeout 60 "$fanoron" engine --db tables <talk >answers 2>err
status=$?
{
    if sound $status err && [ ! -s err ]; then echo sound; else echo "exit status $status"; fi
    tail -n 1 answers
    grep -c '^bestmove ' answers | awk '{ print ($1 > 10 ? "thinks" : "seldom thinks") }'
} >ended
printf '%s\n' sound 'status ongoing' thinks >right
same 'engine takes any line' right ended

finish

# SPDX-License-Identifier: MIT
#
# engine: the protocol, line by line; papers/engine-protocol.md describes it.

# talk NAME OUTPUT LINE...: what the engine answers to lines; times and speeds are cut off.
talk() {
    name=$1
    text "$2" >"$work/want_out"
    : >"$work/want_err"
    shift 2
    printf '%s\n' "$@" | "$fanoron" engine --db "${root-none}" >"$work/raw" 2>"$work/err"
    code=$?
    sed -e 's/ nodes [0-9]* nps [0-9]* tbhits [0-9]* time [0-9]*//' -e 's/^Time: .*/Time/' \
        "$work/raw" >"$work/out"
    verdict "engine: $name" $code 0
}

talk 'introduces itself' "id name fanoron $("$fanoron" --version | sed 's/[^0-9]*//')
id author the fanoron authors
option name Hash type spin default 64 min 1 max 65536
option name MultiPV type spin default 1 min 1 max 100
option name NoCaptureLimit type spin default 100 min 0 max 10000
option name Variant type combo default tsivy var tsivy var dimy var telo var telo-line
option name Stalemate type combo default loss var loss var draw
option name TablePath type string default none
uciok
readyok" uci isready
talk 'the board' '  3  .---B---.
     | \ | / |
  2  B---.---.
     | / | \ |
  1  W---.---.
     a   b   c

fen 1B1/B2/W2 w 3 8
status ongoing
status white wins (White wins, Black has no stones)
status black wins (Black wins, White has no legal turn)' \
    'setoption name Variant value telo' 'position fen 1B1/B2/W2 w 3 8' d status \
    'position fen B2/3/1WW w moves c1b2A' status 'position fen 3/BB1/WB1 w' status
talk 'turns in both notations' 'c3d4W c3d4Wc5W d5d4A d5d4Ac5W f3f2A
d2e3A d3e3A d3e3W e2e3A f2e3A' 'position startpos moves f2e3A' moves 'position startpos' moves
talk 'nonsense is answered' "info string unknown command 'xyzzy'; 'help' lists them
info string setoption: not 'setoption name NAME value VALUE'
info string unknown option 'Colour'
info string Hash '0': not a whole number from 1 to 65536
info string no board 'chess': give WIDTHxHEIGHT such as 9x5, or tsivy, sivy, dimy, telo, telo-line
info string Stalemate 'win': loss or draw
info string position: not 'position startpos [moves ...]' or 'position fen FEN [moves ...]'
info string no stones on the board
info string turn 'a1a9': not understood at 'a9'; legal: d2-e3A, d3-e3A, d3-e3W, e2-e3A, f2-e3A
info string go: unknown word 'faster'
info string go: depth needs a whole number above 0
info string perft '0': not a whole number from 1 to 30
status ongoing" xyzzy setoption 'setoption name Colour value red' 'setoption name Hash value 0' \
    'setoption name Variant value chess' 'setoption name Stalemate value win' position \
    'position fen 9/9 w' 'position startpos moves a1a9' 'go faster' 'go depth x' 'perft 0' '' status
talk 'counts' 'd2e3A: 10
d3e3A: 4
d3e3W: 18
e2e3A: 2
f2e3A: 5

Nodes searched: 39
Time' 'perft 2'
talk 'a game that is over' 'info string the game is over: White wins, Black has no stones
bestmove (none)' 'setoption name Variant value dimy' 'position fen 5/5/2W2/5/5 b' 'go depth 3'
talk 'repetition' 'status draw (draw, the third time in this position)' \
    'position fen 9/9/3B5/9/W8 w moves a1a2 d3d4 a2a1 d4d3 a1a2 d3d4 a2a1 d4d3' status
talk 'a game that is over by repetition' 'info string the game is over: draw, the third time in this position
bestmove (none)' 'position fen 9/9/9/9/W6BB w moves a1a2 h1h2 a2a1 h2h1 a1a2 h1h2 a2a1 h2h1' 'go depth 3'
talk 'a clock that has run out' 'bestmove f2e3A
bestmove f2e3A' 'go wtime 0 btime 0' 'go wtime -100 btime -100'
talk 'tabs, and words too many' "info string position: not 'position startpos [moves ...]' or\
 'position fen FEN [moves ...]'
d2e3A d3e3A d3e3W e2e3A f2e3A
c3d4W c3d4Wc5W d5d4A d5d4Ac5W f3f2A" 'position startpos foo' moves \
    "position${tab}startpos${tab}moves${tab}f2e3A" moves
talk 'the board of the option, and others' 'b2a3 b2b3 b2c3
status draw (draw, 30 plies without a capture)
status draw (draw, 30 plies without a capture)
a1a2 a1b2 b1b2 c1b2 c1c2' 'setoption name Variant value telo-line' \
    'position fen 5/5/5/5/BW3 w' 'position fen 3/BWB/WBW w' moves \
    'position fen BBBB/BB2/2WW/WWWW w' 'setoption name NoCaptureLimit value 20' \
    'position fen BBBB/BB2/2WW/WWWW w 30' status 'position fen BB3/5/5/5/3WW w 30' status \
    'position startpos' moves
passes 'engine: more memory than there is' sh -c "
    printf '%s\\n' 'setoption name Hash value 65536' isready 'go nodes 1' | '$fanoron' engine --db none |
        grep -v '^info ' | tr '\\n' ';' | grep -q '^readyok;bestmove .*;$'"
talk 'the draw limit' 'status draw (draw, 2 plies without a capture)' \
    'setoption name NoCaptureLimit value 2' 'position fen 9/9/3B5/9/W8 w moves a1a2 d3d4' status

"$fanoron" build 3x3 --complete --db tables >/dev/null 2>&1
root=tables
talk 'the tables choose' 'info string tables of up to 9 stones in tables
info depth 0 multipv 1 score cp 30997 pv a1b2 a2a1 b2c3W
bestmove a1b2
info depth 0 multipv 1 score mate 1 pv c1b2A
bestmove c1b2A' \
    'setoption name Variant value telo' 'setoption name NoCaptureLimit value 0' \
    'position fen 3/B2/W2 w' 'go movetime 50' 'position fen B2/3/1WW w' 'go depth 8'
unset root
rm -r tables

# Whether 'stop' is heard: without it the engine would think for a minute.
heard_stop() {
    (
        echo 'go movetime 60000'
        sleep 0.2
        echo stop
        echo quit
    ) | timeout 20 "$fanoron" engine --db none | grep -q '^bestmove '
}
passes 'engine: stop is heard' heard_stop
# Also behind blanks, while more could come; a line with a flaw stops nothing.
heard_quit() {
    mkfifo talk
    timeout 20 "$fanoron" engine --db none <talk >answers &
    exec 3>talk
    printf ' stop\ngo movetime 60000\n  quit\n' >&3
    wait $!
    code=$?
    exec 3>&-
    rm talk
    [ $code -eq 0 ] && grep -q '^bestmove ' answers
}
passes 'engine: quit is heard behind blanks' heard_quit
passes 'engine: a line with a flaw stops nothing' sh -c "
    printf 'stop \\0\\ngo depth 3\\n' | '$fanoron' engine --db none | grep -q '^info depth 3 '"
passes 'engine: perft and bench are stopped' sh -c "
    printf 'perft 30\nbench 20\nstop\nquit\n' | timeout 20 '$fanoron' engine --db none |
        tr '\n' ';' | grep -q '^info string perft was stopped;info string bench was stopped;$'"
expect 1 '' 'fanoron: cannot read standard input' engine --db none <.
# A position with 88,922 sequences of captures: the time is kept all the same.
passes 'engine: very many turns' sh -c "
    printf '%s\n' 'position fen .BBBBBBB/B..B..BB/B.B.B..B/BB..BB.B/..BW.BBB/B...BB.B/BB.BB..B/BBBBBBB. w' \
        'go movetime 60000' stop quit | timeout 20 '$fanoron' engine --db none | grep -q '^bestmove '"
# 'quit' overtakes what waits.
passes 'engine: quit is heard' sh -c "printf 'go movetime 60000\nposition startpos\nquit\n' |
    timeout 20 '$fanoron' engine --db none | grep -q '^bestmove '"
passes 'engine: long lines, zero bytes and a last line without its end' sh -c "
    { head -c 2000000 /dev/zero | tr '\\0' x; printf '\\na\\0b\\nstatus'; } |
        '$fanoron' engine --db none | tr '\\n' ';' |
        grep -q 'too long;info string the line holds a zero byte;status ongoing;'"
misuse "too many arguments; usage: fanoron engine " engine 9x5

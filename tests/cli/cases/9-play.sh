# SPDX-License-Identifier: MIT
#
# play: games through a pipe. Boards are left out, but for one.

# game NAME OUTPUT OPTIONS LINE...: what is answered to lines that a person types.
game() {
    name=$1
    options=$3
    text "$2" >"$work/want_out"
    : >"$work/want_err"
    shift 3
    # shellcheck disable=SC2086 # several options
    printf '%s\n' "$@" | "$fanoron" play $options --db none >"$work/raw" 2>"$work/err"
    code=$?
    grep -v -e '^ *[0-9]  [WB.]' -e '^     [|a]' -e '^$' "$work/raw" >"$work/out"
    verdict "play: $name" $code 0
}

hello="White: person; Black: person. 'help' says what can be typed."
game 'numbers, notation and the end' "$hello
  1. c1-b2A (1)
White> c1b2
White: c1-b2A, takes 1
White wins, Black has no stones
over> 1
the game is over: undo, new, save, load or quit
over> undo
  1. c1-b2A (1)
White> undo
there is no turn to take back
White> 2
'2' is no turn here, nor the beginning of one; 'moves' lists them, 'help' helps
White> 1
White: c1-b2A, takes 1
White wins, Black has no stones
over> quit" 'B2/3/1WW w --black person' c1b2 1 undo undo 2 1 quit
start='  1. d2-e3A (2)    3. d3-e3W (1)    5. f2-e3A (2)
  2. d3-e3A (1)    4. e2-e3A (2)'
game 'approach or withdrawal' "$hello
$start
White> d3-e3
Which? By approach (A) or by withdrawal (W)? Type a number.
  1. d3-e3A (1)    2. d3-e3W (1)
White> d
Which? Type a number.
  1. d2-e3A (2)    2. d3-e3A (1)    3. d3-e3W (1)
White> quit" '--black person' d3-e3 d quit
game 'stopping or going on' "$hello
  1. b2-c1W (1)        3. b2-c2W (1)
  2. b2-c1W-c2A (2)    4. b2-c2W-c1W (2)
White> b2-c2-
Which? Type a number.
  1. b2-c2W (1)        2. b2-c2W-c1W (2)
White> b2-c2
White: b2-c2W, takes 1
(it could have gone on in 1 way; 'undo' takes it back)
  1. a3-a2A (1)        3. b3-b2A (1)        5. c3-b2A (1)
  2. a3-a2A-b2A (2)    4. b3-b2A-a2W (2)    6. c3-b2A-a2W (2)
Black> resign
White wins, Black has resigned
over> new
  1. b2-c1W (1)        3. b2-c2W (1)
  2. b2-c1W-c2A (2)    4. b2-c2W-c1W (2)
White> " 'BBB/BW1/WW1 w --black person' b2-c2- b2-c2 resign new
game 'telo-line' "$hello
  1. a1-a2    2. a1-b2    3. b1-b2    4. c1-b2    5. c1-c2
White> 1
White: a1-a2
  1. a3-b2    2. b3-b2    3. c3-b2    4. c3-c2
Black> b3b2
Black: b3-b2
  1. a2-a1    2. b1-a1    3. c1-c2
White> resign
Black wins, White has resigned
over> quit" 'telo-line --variant telo-line --black person' 1 b3b2 resign quit
game 'the draw limit and repetition' "$hello
0 of 2 plies without a capture
  1. a1-a2    2. a1-b1    3. a1-b2
White> a1a2
White: a1-a2
1 of 2 plies without a capture
  1. d3-c3    2. d3-d2    3. d3-d4    4. d3-e3
Black> d3d4
Black: d3-d4
2 of 2 plies without a capture
draw, 2 plies without a capture
over> quit" '9/9/3B5/9/W8 w --draw-plies 2 --black person' a1a2 d3d4 quit

# ends NAME END RESULT OPTIONS TURN...: how a game of two persons ends, and what is saved of it.
ends() {
    name=$1
    end=$2
    result=$3
    options=$4
    shift 4
    passes "play: $name" sh -c "printf '%s\n' $* 'save ended.fgn' | '$fanoron' play $options --black person |
        grep -qx '$end' && grep -qxF '[Termination \"$end\"]' ended.fgn && grep -q ' $result\$' ended.fgn"
    rm -f ended.fgn
}
ends 'a whole game on 3x3' 'White wins, Black has no stones' 1-0 3x3 \
    b1-b2A c3-b3 b2-b1W a3-b2A-b3W c2-b2A-b1W
ends 'a whole game of telo-line' 'White wins, White has three in a line' 1-0 telo-line \
    a1a2 c3b2 c1c2 b2c1 b1b2
ends 'a resigned game' 'White wins, Black has resigned' 1-0 3x3 b1b2 resign
ends 'a drawn game' 'draw, 2 plies without a capture' 1/2-1/2 "9/9/3B5/9/W8 w --draw-plies 2" \
    a1a2 d3d4

passes 'play: repetition' sh -c "printf '%s\n' a1a2 d3d4 a2a1 d4d3 a1a2 d3d4 a2a1 d4d3 |
    '$fanoron' play '9/9/3B5/9/W8 w' --black person --db none | grep -q '^draw, the third time'"
passes 'play: the engine against itself' sh -c "
    '$fanoron' play 3x3 --white easy --black easy --db none </dev/null | tail -n 1 | grep -q ' wins, '"
game 'undo takes back the answer of the engine, but no turn of the engine alone' \
    "White: easy; Black: person. 'help' says what can be typed.
White: a1-b1
  1. e1-d1
Black> undo
there is no turn to take back
Black> 1
Black: e1-d1
White: b1-c1A, takes 1
White wins, Black has no stones
over> undo
  1. e1-d1
Black> resign
White wins, Black has resigned
over> undo
  1. e1-d1
Black> undo
there is no turn to take back
Black> quit" 'W3B w --white easy --black person' undo 1 undo resign undo undo quit
many='BB.BB.W../BB.BBB.WB/B...BB.../BW.B..BB./..BBB.BBB w'
many="$many --black person"
steps='  1. b2-b3A  9 turns, the most taken: 8
  2. b2-c2A  65 turns, the most taken: 15
  3. b2-c2W  4 turns, the most taken: 4
  4. b2-c3A  10 turns, the most taken: 8
  5. g5-f5A  1 turn, the most taken: 2
  6. h4-g4A  20 turns, the most taken: 10
  7. h4-g4W  14 turns, the most taken: 11
  8. h4-h3A  42 turns, the most taken: 14
     (a number, or a beginning such as d3 or d3-e3, lists those that go on so)'
game 'hundreds of turns: numbers are those of the first steps, then of their turns' "$hello
$steps
White> 9
'9' is no turn here, nor the beginning of one; 'moves' lists them, 'help' helps
White> 3
  1. b2-c2W (1)            3. b2-c2W-c3W-b3A (3)
  2. b2-c2W-c3W (2)        4. b2-c2W-c3W-d3A (4)
White> moves
$steps
White> 3
  1. b2-c2W (1)            3. b2-c2W-c3W-b3A (3)
  2. b2-c2W-c3W (2)        4. b2-c2W-c3W-d3A (4)
White> 4
White: b2-c2W-c3W-d3A, takes 4
  1. e5-f5A (1)        3. f4-e3W-f3W (2)    5. f4-g4A-g3W (2)
  2. f4-e3W (1)        4. f4-g4A (1)        6. h2-h3A (1)
Black> quit" "$many" 9 3 moves 3 4 quit
passes 'play: nothing is wider than 80 columns' sh -c "
    printf '%s\n' help 2 moves hint 5 | '$fanoron' play $many --db none >wide &&
    [ \$(wc -l <wide) -gt 60 ] && ! grep -q '.\{81\}' wide"

# A saved game, and what is read from it: the same position, under the same rules.
printf '%s\n' 1 1 1 'save game.fgn' moves |
    "$fanoron" play 5x5 --black person --draw-plies 20 --stalemate draw >first
printf '%s\n' 'load game.fgn' moves | "$fanoron" play 3x3 --black person >second
for f in first second; do sed -n '/> moves$/,$p' $f >$f.end; done
printf '%s\n' '[DrawPlies "2"]' '[FEN "9/9/9/9/W7B w"]' '1. a1-a2 i1-i2 2. a2-a1 i2-i1 *' >over.fgn
expect 2 '' 'fanoron: over.fgn: the game goes on after its end, 2 turns from the start: draw, 2 plies without a capture' \
    play over.fgn
passes 'play: what is saved can be loaded' sh -c "
    [ \$(wc -l <first.end) -gt 10 ] && cmp first.end second.end && grep -q '^loaded game.fgn' second"
passes 'play: a game as an argument' sh -c "
    echo moves | '$fanoron' play game.fgn --black person | sed -n '/> moves\$/,\$p' | cmp - first.end"
passes 'play: options come before tags' sh -c "
    '$fanoron' play game.fgn --draw-plies 7 --black person </dev/null | grep -q '^0 of 7 plies'"
cat >tags <<'END'
[Event "fanoron play"]
[Date "DATE"]
[White "person"]
[Black "person"]
[Result "*"]
[Variant "5x5"]
[Stalemate "draw"]
[DrawPlies "20"]

END
passes 'play: tags of a saved game' sh -c "
    sed 's/....\...\.../DATE/' game.fgn | head -n 9 | cmp - tags"
passes 'play: nothing else is left behind' sh -c "! ls | grep -q tmp"
passes 'play: a file that cannot be written' sh -c "
    echo 'save no/where' | '$fanoron' play 3x3 --black person | grep -q 'no/where: cannot be written'"
passes 'play: a hint' sh -c "
    echo hint | '$fanoron' play 'B2/3/1WW w' --black person --db none | grep -q 'c1-b2A: wins in 1 ply\$'"
: >empty.fgn
echo '[DrawPlies "many"] *' >bad.fgn
mkfifo fifo
game 'nonsense' "$hello
  1. c1-b2A (1)
White> ?[31m?x
'?[31m?x' is no turn here, nor the beginning of one; 'moves' lists them, 'help' helps
White> load
load what? 'load FILE'
White> load nowhere.fgn
nowhere.fgn: cannot read: No such file or directory
White> load .
.: cannot read: Is a directory
White> load -
./-: cannot read: No such file or directory
White> load empty.fgn
empty.fgn: no game in it
White> load bad.fgn
bad.fgn: tag DrawPlies: not a whole number from 0 to 10000
White> save
save where? 'save FILE'
White> save .
.: cannot be written: Is a directory
White> save fifo
fifo: cannot be written: File exists
White> 
White> quitt
'quitt' is no turn here, nor the beginning of one; 'moves' lists them, 'help' helps
White> quit" 'B2/3/1WW w --black person' "$(printf '\033[31m\001x')" load 'load nowhere.fgn' 'load .' \
    'load -' 'load empty.fgn' 'load bad.fgn' save 'save .' 'save fifo' '' quitt quit
passes 'play: lines without an end, and bytes of any kind' sh -c "
    { head -c 1000000 /dev/zero | tr '\0' a; printf '\na\0b\n\377\376\n1\n'; } |
        '$fanoron' play 'B2/3/1WW w' --black person >long && grep -q '^the line is too long' long &&
    grep -q '^the line holds a zero byte' long && grep -q '^White wins' long && [ \$(wc -c <long) -lt 9000 ]"
misuse "empty.fgn: no game in it" play empty.fgn
misuse "--white 'nobody': choose one of person, easy, medium, strong" play --white nobody
rm -f game.fgn tags first first.end second second.end wide long empty.fgn bad.fgn fifo

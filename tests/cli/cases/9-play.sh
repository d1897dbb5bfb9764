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
Which? Type a number.
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
passes 'play: repetition' sh -c "printf '%s\n' a1a2 d3d4 a2a1 d4d3 a1a2 d3d4 a2a1 d4d3 |
    '$fanoron' play '9/9/3B5/9/W8 w' --black person --db none | grep -q '^draw, the third time'"
passes 'play: the engine against itself' sh -c "
    '$fanoron' play 3x3 --white easy --black medium --db none | tail -n 1 | grep -q ' wins, '"
passes 'play: what is saved can be loaded' sh -c "
    printf '%s\n' 1 1 1 'save game.fgn' | '$fanoron' play 5x5 --black person >first &&
    printf '%s\n' 'load game.fgn' | '$fanoron' play 3x3 --black person >second &&
    for f in first second; do grep ' 5  ' \$f | tail -n 1; done | uniq | wc -l | grep -q '^1$' &&
    grep -q '^1. ' game.fgn && ! ls | grep -q tmp"
passes 'play: a file that cannot be written' sh -c "
    echo 'save no/where' | '$fanoron' play 3x3 --black person | grep -q 'no/where: cannot be written'"
passes 'play: a hint' sh -c "
    echo hint | '$fanoron' play 'B2/3/1WW w' --black person | grep -q 'c1-b2A: wins in 1 plies'"
passes 'play: nonsense' sh -c "
    { head -c 100000 /dev/urandom; printf '\nquit\n'; } |
        '$fanoron' play telo-line --variant telo-line --black person >/dev/null"
misuse "--white 'nobody': choose one of person, easy, medium, strong" play --white nobody
rm -f game.fgn first second

# SPDX-License-Identifier: MIT
#
# What needs no tables: help, start positions, diagrams, turns, perft; malformed positions.

expect 0 'fanoron 0.1.0' '' --version
expect 0 "fanoron 0.1.0: exact endgame databases for Fanorona

usage: fanoron COMMAND [ARGUMENT ...] [OPTION ...]

  build       build the tables of a board
  repack      store the tables of a board in another way
  probe       tell the value of a position and of all its turns
  line        show perfect play to the end of the game
  annotate    write a game with exact values and better turns
  stats       show counts of every slice
  moves       list the legal turns of a position
  perft       count the sequences of DEPTH turns from a position
  start       print the start position of a board
  show        draw a position
  check       check headers and checksums of all tables
  verify      recompute every stored value from those of its successors
  prove       prove what a position is worth, with a certificate
  check-proof check a certificate, by the rules and the tables alone
  engine      play for an interface that speaks UCI
  play        play a game, against the engine or another person

'fanoron COMMAND --help' shows the options of a command and an example.
BOARD is WIDTHxHEIGHT, or tsivy (9x5), dimy (5x5), telo (3x3), telo-line.
POSITION is rows from the top and the side to move: \"9/9/3B5/9/2W1W4 w\"." '' --help
expect 0 'usage: fanoron start BOARD [OPTION ...]

Print the start position of a board.

The palindrome setup is a different game; the mirror setup has the same value as
the standard one.

Options:
  --setup S        standard, mirror or palindrome (default: standard)
  --variant V      capture or telo-line (default: capture)
  --stalemate S    no legal turn is a loss or a draw (default: loss)
  --draw-plies N   drawn after N plies without a capture (default: 0, never)
  --help           show this text

Example:
  fanoron start 9x5' '' start --help

has_help() { "$fanoron" "$1" --help | grep -q "^usage: fanoron $1 "; }
for command in build repack probe line annotate stats moves perft start show check verify prove check-proof engine play; do
    passes "$command --help" has_help $command
done

# ---- Start ------------------------------------------------------------------------------------

expect 0 'BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w 0 1' '' start tsivy
expect 0 'BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w 0 1' '' start dimy
expect 0 'BBB/W1B/WWW w 0 1' '' start 3x3 --setup mirror
expect 0 'BBB/B1B/WWW w 0 1' '' start telo --setup palindrome
expect 0 'BBB/3/WWW w 0 1' '' start telo-line

# ---- Show -------------------------------------------------------------------------------------

expect 0 '  5  .---.---.---.---.---.---.---.---.
     | \ | / | \ | / | \ | / | \ | / |
  4  .---.---.---.---.---.---.---.---.
     | / | \ | / | \ | / | \ | / | \ |
  3  .---.---.---B---.---.---.---.---.
     | \ | / | \ | / | \ | / | \ | / |
  2  .---.---.---.---.---.---.---.---.
     | / | \ | / | \ | / | \ | / | \ |
  1  .---.---W---.---W---.---.---.---.
     a   b   c   d   e   f   g   h   i

9/9/3B5/9/2W1W4 w
White to move' '' show '9/9/3B5/9/2W1W4 w'
expect 0 '  3  W
     |
  2  .
     |
  1  B
     a

W/1/B b 3 4
Black to move' '' show W/./B b 3 4
expect 0 '  1  W---.---.---.---.---.---.---.---.---.---B
     a   b   c   d   e   f   g   h   i   j   k

W9B w
White to move' '' show 'W9B w'
expect 0 '  3  .---W---.
     | \ | / |
  2  W---B---W
     | / | \ |
  1  .---W---.
     a   b   c

1W1/WBW/1W1 b
Black to move' '' show '1W1/WBW/1W1 b'
expect 0 '  2  B---W
     | / |
  1  W---W
     a   b

BW/WW b
Game over: White wins, Black has no legal turn' '' show 'BW/WW b'
expect 0 '  2  B---W
     | / |
  1  W---W
     a   b

BW/WW b
Game over: draw, Black has no legal turn' '' show 'BW/WW b' --stalemate draw
expect 0 '  3  .---.---W
     | \ | / |
  2  B---W---.
     | / | \ |
  1  W---B---B
     a   b   c

2W/BW1/WBB b
Game over: White wins, White has three in a line' '' show '2W/BW1/WBB b' --variant telo-line

# ---- Moves and perft --------------------------------------------------------------------------

expect 0 "a1-b2A${tab}1${tab}BB1/BWW/1WW b
b1-b2A${tab}1${tab}B1B/BWW/W1W b
c1-b2A${tab}1${tab}1BB/BWW/WW1 b
c2-b2A${tab}1${tab}BBB/1W1/WWW b" '' moves 'BBB/B1W/WWW w'
expect 0 "a1-b2A${tab}1${tab}BB1/BWW/1WW b 0 8
b1-b2A${tab}1${tab}B1B/BWW/W1W b 0 8
c1-b2A${tab}1${tab}1BB/BWW/WW1 b 0 8
c2-b2A${tab}1${tab}BBB/1W1/WWW b 0 8" '' moves BBB/B1W/WWW w 5 7
expect 0 '' 'fanoron: the game is over: White wins, Black has no stones' moves '3/3/WWW w'
expect 0 '{"fen":"3/3/WWW w","over":"White wins","moves":[]}' '' moves '3/3/WWW w' --json
expect 0 '{"fen":"BW/WW b","over":"draw","moves":[]}' '' \
    moves 'BW/WW b' --json --stalemate draw
expect 0 '{"fen":"W1B w","over":null,"moves":[{"turn":"a1-b1A","captured":1,"fen":"1W1 b"}]}' '' \
    moves 'W1B w' --json
expect 0 4 '' perft BBB/B1W/WWW w 1
expect 0 724 '' perft 'BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w' 3

# Turns after a position are played first, in any notation that is read.
for turn in a1-b2A a1b2A a1b2 a1-b2a; do
    expect 0 '  3  B---B---.
     | \ | / |
  2  B---W---W
     | / | \ |
  1  .---W---W
     a   b   c

BB1/BWW/1WW b
Black to move' '' show 'BBB/B1W/WWW w' $turn
done

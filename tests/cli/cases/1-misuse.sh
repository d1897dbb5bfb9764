# SPDX-License-Identifier: MIT
#
# Words that make no command: exit 2 and one line that names the fault.

misuse "which command? 'fanoron --help' lists them"
misuse "unknown command 'prob'; did you mean 'probe'?" prob
misuse "unknown command 'sohw'; did you mean 'show'?" sohw
misuse "unknown command 'xyzzy'; there are: build, repack, probe, line, annotate, stats, moves, perft, start, show, check,\
 verify, prove, check-proof, engine, play" xyzzy
misuse "unknown command ''; there are: build, repack, probe, line, annotate, stats, moves, perft, start, show, check,\
 verify, prove, check-proof, engine, play" ''
misuse "unknown option '--hlp'; did you mean '--help'?" --hlp
misuse "unknown option '--db'; before a command there are only: --help, --version" --db x probe

# ---- Options ----------------------------------------------------------------------------------

misuse "unknown option '--jsn'; did you mean '--json'?" probe --jsn
misuse "unknown option '--thread-count'; build has --stones, --complete, --metric, --estimate, --encoding, --variant,\
 --stalemate, --draw-plies, --db, --threads, --memory, --checkpoint, --level, --help" build 3x3 --complete --thread-count=2
misuse "unknown option '--stones'; show has --variant, --stalemate, --draw-plies, --help" show 'W1B w' --stones 3
misuse "unknown option '-x'; perft has --variant, --stalemate, --draw-plies, --help" perft -x 'W1B w' 1
misuse "option '--json' takes no value" moves 'W1B w' --json=1
misuse "option '--stones' needs a value K" build 3x3 --stones
misuse "--variant 'chess': choose one of capture, telo-line" show 'W1B w' --variant chess
misuse "--stalemate 'win': choose one of loss, draw" show 'W1B w' --stalemate win
misuse "--setup 'x': choose one of standard, mirror, palindrome" start 3x3 --setup x
misuse "--csv, --json and --manifest exclude each other" stats --csv --json
misuse "--db: the name of the directory is empty" stats --db ''

# ---- Numbers ----------------------------------------------------------------------------------

for number in 7x -1 '' ' 3' 3.0 0 1 65 18446744073709551618; do
    misuse "--stones '$number': not a whole number from 2 to 64" build 3x3 --stones "$number"
done
misuse "--threads '0': not a whole number from 1 to 1024" build 3x3 --complete --threads 0
misuse "--threads 'two': not a whole number from 1 to 1024" verify --threads two
misuse "--level '23': not a whole number from 1 to 22" build 3x3 --complete --level 23
for size in 0 G 5X 5KB -1 17179869184G; do
    misuse "--memory '$size': not a size such as 2000000, 500M or 16G" \
        build 3x3 --complete --memory "$size"
done
misuse "DEPTH '-1': not a whole number from 0 to 1000" perft 'W1B w' -- -1
misuse "DEPTH 'w': not a whole number from 0 to 1000" perft W1B w
misuse "DEPTH '2x': not a whole number from 0 to 1000" perft 'W1B w' 2x

# ---- Numbers of words -------------------------------------------------------------------------

misuse "too few arguments; usage: fanoron build BOARD --stones K | --complete" build
misuse "too many arguments; usage: fanoron build BOARD --stones K | --complete" build 3x3 5x5
misuse "too many arguments; usage: fanoron check [BOARD]" check 3x3 5x5
misuse "too few arguments; usage: fanoron perft POSITION DEPTH" perft 'W1B w'
misuse "say either --stones K or --complete" build 3x3
misuse "say either --stones K or --complete, not both" build 3x3 --stones 3 --complete
misuse "which position? Give POSITION, or --batch" probe
misuse "--batch reads standard input; 'W1B w' is too much" probe --batch 'W1B w'

# ---- Boards -----------------------------------------------------------------------------------

for board in '' 9 9x 9x5x 5X5 tsivi; do
    misuse "no board '$board': give WIDTHxHEIGHT such as 9x5, or tsivy, sivy, dimy, telo, telo-line" \
        start "$board"
done
for board in 0x3 27x1 9x8; do
    misuse "board $board: 1 to 26 columns and at most 64 points are served" \
        build $board --complete
done
misuse "no start on 4x4: both sides of the board must be odd" start 4x4
misuse "telo-line is played on 3x3, not on 5x5" start 5x5 --variant telo-line
misuse "board 'telo-line' contradicts --variant capture" start telo-line --variant capture
misuse "10 stones: a board of 9 points has tables of 2 to 9" build 3x3 --stones 10
misuse "telo-line is played with 6 stones altogether, not 5" build telo-line --stones 5

# ---- Positions --------------------------------------------------------------------------------

misuse "no side to move after the rows: w or b" show 'BBB/B1W/WWW'
misuse "side to move 'x': w or b" show 'BBB/B1W/WWW x'
misuse "plies since the last capture 'x': a number below 1000000000" show 'BBB/B1W/WWW w x'
misuse "'3' after the position" show BBB/B1W/WWW w 1 2 3
misuse "row 2 has 2 points, row 3 has 3" probe 'BBB/B1/WWW w'
misuse "row 2: 'X' at column 3; W, B, . and numbers are understood" probe 'BBB/B1X/WWW w'
misuse "row 2 is empty" moves 'BBB//WWW w'
misuse "row 1 is empty" show ''
misuse "row 2: a run of 0 empty points at column 2" show 'BBB/B0W/WWW w'
misuse "row 1: more than 64 points" show '99999999999999999999 w'
misuse "board 9x8: 1 to 26 columns and at most 64 points are served" perft '9/9/9/9/9/9/9/9 w' 1
misuse "no stones on the board" probe '3/3/3 w'
misuse "telo-line has 3 stones a side; White has 1 here, Black 0" show '3/W2/3 w' --variant telo-line
misuse "both sides have a finished line" probe 'WB1/WB1/WB1 w' --variant telo-line
misuse "telo-line is played on 3x3, not on 5x1" show 'W3B w' --variant telo-line

# ---- Turns ------------------------------------------------------------------------------------

legal='a1-b2A, b1-b2A, c1-b2A, c2-b2A'
misuse "turn 'b1-b3' is not legal; legal: $legal" show 'BBB/B1W/WWW w' b1-b3
misuse "turn 'b2-b1' is not legal; legal: $legal" moves BBB/B1W/WWW w 0 1 b2-b1
misuse "turn 'a1-b2W' is not legal; legal: $legal" probe 'BBB/B1W/WWW w' a1-b2W
misuse "turn 'xx': not understood at 'xx'; legal: a1-b2A, b1-b2A, c1-b2A, c2-b2A" \
    show 'BBB/B1W/WWW w' xx
misuse "turn '': not understood at ''; legal: a1-b2A, b1-b2A, c1-b2A, c2-b2A" show 'BBB/B1W/WWW w' ''
misuse "turn 'a1-b1': the game is over" show 'W1B w' a1-b1A a1-b1

#!/bin/sh
# SPDX-License-Identifier: MIT
#
# run.sh PROGRAM [BRUTE]: the program against the brute-force solver, which shares no code with it,
# at all positions of small boards and at random ones. ../long/brute.sh takes larger boards.

. "$(dirname "$0")/../golden/suite.sh"
. "$golden/../brute/compare.sh"

whole 3x3 9
whole 3x3 9 --stalemate draw
whole 3x3 6 --variant telo-line
whole 3x3 6 --variant telo-line --stalemate draw
values 4x3 7 3000
values 4x3 6 3000 --stalemate draw
values 5x3 6 3000
values 4x4 5 3000
values 5x5 4 3000
values 5x5 4 3000 --stalemate draw
values 7x3 5 3000
values 9x5 3 3000
values 2x6 8 3000
values 6x2 8 3000 --stalemate draw
whole 1x9 9
values 1x24 4 3000
values 8x8 3 3000

whole 3x3 9 --draw-plies 2
values 4x3 6 3000 --draw-plies 4
values 4x3 5 3000 --draw-plies 5 --stalemate draw
values 5x3 5 3000 --draw-plies 10
values 5x5 4 3000 --draw-plies 6
values 9x5 3 3000 --draw-plies 20

turns 9x5 20 44 700
turns 5x5 8 24 300
turns 8x8 16 40 200
turns 7x7 10 40 200
turns 26x2 10 40 100
turns 1x30 6 29 100
turns 3x3 1 9 100 --stalemate draw
turns 3x3 6 6 200 --variant telo-line

finish

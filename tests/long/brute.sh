#!/bin/sh
# SPDX-License-Identifier: MIT
#
# brute.sh PROGRAM [BRUTE]: the program against the brute-force solver at all positions of whole boards, at
# all with few stones, and at many random ones on larger boards and with more stones than ../brute/run.sh has.

. "$(dirname "$0")/../golden/suite.sh"
. "$golden/../brute/compare.sh"

# Whole boards, under all rules.
whole 3x3 9
whole 3x3 9 --stalemate draw
whole 3x3 6 --variant telo-line
whole 3x3 6 --variant telo-line --stalemate draw
for plies in 1 2 3 5 8 20; do
    whole 3x3 9 --draw-plies $plies
    whole 3x3 9 --draw-plies $plies --stalemate draw
done
whole 5x3 15
whole 5x3 15 --stalemate draw
whole 3x5 15
whole 3x5 15 --stalemate draw
whole 5x3 15 --draw-plies 4
whole 3x5 15 --draw-plies 7 --stalemate draw
whole 9x1 9
whole 1x7 7
whole 1x7 7 --draw-plies 3

# All positions with few stones.
whole 4x4 5
whole 4x4 5 --stalemate draw
whole 4x4 5 --draw-plies 8
whole 4x5 5
whole 5x4 5 --stalemate draw
whole 6x3 5
whole 8x2 5 --stalemate draw
whole 2x8 5 --draw-plies 6
whole 5x5 5
whole 5x5 4 --stalemate draw
whole 5x5 4 --draw-plies 10
whole 9x5 4
whole 9x5 3 --stalemate draw
whole 9x5 3 --draw-plies 20
whole 1x40 4
whole 8x8 3

# Random ones with more.
values 4x3 12 20000
values 4x3 12 20000 --stalemate draw
values 4x4 7 20000
values 4x4 7 20000 --stalemate draw
values 6x3 6 20000
values 7x3 6 20000
values 9x5 4 20000 --stalemate draw
values 2x8 9 20000
values 8x2 8 20000 --stalemate draw
values 1x14 14 20000
values 8x8 4 20000
values 4x4 6 20000 --draw-plies 8
values 5x5 5 20000 --draw-plies 10
values 9x5 4 20000 --draw-plies 20

turns 9x5 8 44 3000
turns 8x8 10 60 1000
turns 13x4 10 50 1000
turns 5x12 10 55 1000

finish

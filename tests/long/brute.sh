#!/bin/sh
# SPDX-License-Identifier: MIT
#
# brute.sh PROGRAM [BRUTE]: the program against the brute-force solver at many random positions, on
# larger boards and with more stones than ../brute/run.sh has.

. "$(dirname "$0")/../golden/suite.sh"
. "$golden/../brute/compare.sh"

values 3x3 9 20000
values 4x3 12 20000
values 4x3 12 20000 --stalemate draw
values 5x3 9 20000
values 3x5 9 20000 --stalemate draw
values 5x3 9 20000 --stalemate draw
values 4x4 7 20000
values 4x4 7 20000 --stalemate draw
values 4x5 5 20000
values 5x4 5 20000 --stalemate draw
values 6x3 6 20000
values 5x5 5 20000
values 7x3 6 20000
values 9x5 4 20000
values 9x5 4 20000 --stalemate draw
values 9x1 9 20000
values 1x7 7 20000
values 2x8 9 20000
values 8x2 8 20000 --stalemate draw
values 1x14 14 20000
values 1x40 4 20000
values 8x8 4 20000

values 3x3 9 20000 --draw-plies 20
values 5x3 7 20000 --draw-plies 6
values 3x5 9 20000 --draw-plies 6 --stalemate draw
values 4x4 6 20000 --draw-plies 8
values 5x5 5 20000 --draw-plies 10
values 9x5 4 20000 --draw-plies 20

turns 9x5 8 44 3000
turns 8x8 10 60 1000
turns 13x4 10 50 1000
turns 5x12 10 55 1000

finish

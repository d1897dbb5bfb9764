#!/bin/sh
# SPDX-License-Identifier: MIT
#
# golden.sh PROGRAM [BRUTE]: the reference data that ../golden/run.sh leaves out because they take
# longer: all lines of the slices. Then every value that was built is verified.

. "$(dirname "$0")/../golden/suite.sh"
. "$golden/slices.sh"

slices 3x3 9
slices 5x3 15
slices 3x5 15
slices 5x5 7
slices 9x5 6
slices_of_rules 3x3 draw 0 9
slices_of_rules 4x3 loss 0 12
slices_of_rules 4x4 loss 0 8
slices_of_rules 5x5 draw 0 6
slices_of_rules 9x5 draw 0 4
slices_of_rules 5x3 loss 4 15
slices_of_rules 5x5 loss 20 6
slices_of_rules 9x5 loss 20 5

"$fanoron" verify --db tables >verified 2>&1
echo "exit status $?" >>verified
printf 'exit status 0\n' >right
tail -n 1 verified >last
same 'verification' right last

finish

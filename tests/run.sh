#!/bin/sh
# SPDX-License-Identifier: MIT
#
# run.sh COMMAND...: runs the test commands one after another, shows the output of those that
# fail and what others leave out, and ends with "N passed, N failed". A command that says how many tests it ran (cmocka, or
# a last line of that form) counts as so many, any other one as one.

log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
all_passed=0
all_failed=0

# Sets passed, failed and skipped from what a command wrote.
count() {
    # shellcheck disable=SC2046 # three words
    set -- $(awk '
        /^\[  PASSED  \] [0-9]+ test/ { passed += $4 }
        /^\[  FAILED  \] [0-9]+ test/ { failed += $4 }
        /^\[  SKIPPED \] [0-9]+ test/ { skipped += $4 }
        /^[0-9]+ passed, [0-9]+ failed$/ { passed = $1; failed = $3 }
        END { print passed + 0, failed + 0, skipped + 0 }' "$log")
    passed=$1
    failed=$2
    skipped=$3
}

for command; do
    name=${command%% *}
    name=${name#build/}
    printf '%-36s ' "$name"
    begin=$(date +%s)
    sh -c "$command" >"$log" 2>&1 </dev/null
    status=$?
    seconds=$(($(date +%s) - begin))
    count
    if [ $status -ne 0 ] && [ "$failed" -eq 0 ]; then failed=1; fi
    if [ $status -eq 0 ] && [ $((passed + failed + skipped)) -eq 0 ]; then passed=1; fi
    printf '%4d passed, %d failed' "$passed" "$failed"
    [ "$skipped" -eq 0 ] || printf ', %d skipped' "$skipped"
    printf ' (%d s)\n' $seconds
    if [ "$failed" -ne 0 ]; then
        sed 's/^/    | /' "$log"
        echo "    | exit status $status of: $command"
    else
        grep 'LEFT OUT' "$log" | sed 's/^/    | /'
    fi
    all_passed=$((all_passed + passed))
    all_failed=$((all_failed + failed))
done

echo "$all_passed passed, $all_failed failed"
[ $all_failed -eq 0 ]

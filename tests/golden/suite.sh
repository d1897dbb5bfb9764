# SPDX-License-Identifier: MIT
#
# suite.sh: what the scripts that compare the program with other answers share. It is sourced with
# the script's own arguments, PROGRAM [BRUTE], and leads into an empty directory that vanishes at
# the end.
#
#   $fanoron, $brute   the programs
#   $golden            the directory of the reference data
#   same NAME A B      counts a test: file A has the right lines, B what the program said
#   finish             ends with the line that tells the counts

absolute() {
    case $1 in
    /*) printf '%s\n' "$1" ;;
    *) printf '%s\n' "$PWD/$1" ;;
    esac
}

[ $# -ge 1 ] || {
    echo "usage: $0 PROGRAM [BRUTE]" >&2
    exit 2
}
fanoron=$(absolute "$1")
brute=$(absolute "${2:-$(dirname "$1")/brute}")
golden=$(cd "$(dirname "$0")/../golden" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 1
unset FANORON_DB POSIXLY_CORRECT
export LC_ALL=C
# Small slices are done before a waiting thread is worth its spinning.
export OMP_WAIT_POLICY=passive

passed=0
failed=0

same() {
    if [ -s "$2" ] && cmp -s "$2" "$3"; then
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
    echo "FAILED: $1: $(wc -l <"$2") lines are right, $(wc -l <"$3") were written; they differ:"
    diff "$2" "$3" | head -n 6
}

finish() {
    echo "$passed passed, $failed failed"
    [ $failed -eq 0 ]
    exit
}

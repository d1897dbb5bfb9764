#!/bin/sh
# SPDX-License-Identifier: MIT
#
# run.sh FANORON_BINARY: tests the command line. Every case compares stdout, stderr and the exit
# code, exactly. The cases are in cases/*.sh; each file is read in the order of its name, in a
# directory of its own that vanishes at the end.

case $1 in
/*) fanoron=$1 ;;
*) fanoron=$PWD/$1 ;;
esac
cases=$(cd "$(dirname "$0")" && pwd)/cases
[ -x "$fanoron" ] || {
    echo "usage: run.sh FANORON_BINARY" >&2
    exit 2
}

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$work/in" && cd "$work/in" || exit 1
unset FANORON_DB POSIXLY_CORRECT
tab=$(printf '\t')
exec </dev/null

passed=0
failed=0

# Counts a case; on failure tells which, and the first lines that differ.
verdict() { # NAME CODE WANTED_CODE; the texts are in $work/{out,err,want_out,want_err}
    if [ "$2" -eq "$3" ] && cmp -s "$work/out" "$work/want_out" &&
        cmp -s "$work/err" "$work/want_err"; then
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
    differs=$(for stream in out err; do
        diff "$work/want_$stream" "$work/$stream" | sed -n "s/^\([<>]\)/std$stream \1/p"
    done | head -n 4 | tr '\n' ';')
    echo "FAILED: $1: exit $2, wanted $3; $differs"
}

text() { # the text and a newline, or nothing
    if [ -n "$1" ]; then printf '%s\n' "$1"; fi
}

# expect CODE STDOUT STDERR ARGUMENT...: runs fanoron with the arguments. What differs from run to
# run, or with the version of zstd, is replaced: durations by TIME, bits a position by BITS.
expect() {
    want_code=$1
    text "$2" >"$work/want_out"
    text "$3" >"$work/want_err"
    shift 3
    "$fanoron" "$@" >"$work/raw" 2>"$work/err"
    code=$?
    sed -e 's/ built in .*/ built in TIME/' -e 's/  *[0-9]*\.[0-9]\{3\}  *[0-9]*\.[0-9]\{3\}$/ BITS/' \
        "$work/raw" >"$work/out"
    verdict "fanoron $*" $code "$want_code"
}

# misuse MESSAGE ARGUMENT...: wants nothing but one message and exit code 2.
misuse() {
    message=$1
    shift
    expect 2 '' "fanoron: $message" "$@"
}

# passes NAME COMMAND...: any command that shall succeed.
passes() {
    name=$1
    shift
    : >"$work/want_out"
    : >"$work/want_err"
    "$@" >"$work/out" 2>"$work/err"
    verdict "$name" $? 0
}

for file in "$cases"/*.sh; do
    # shellcheck source=/dev/null
    . "$file"
done

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]

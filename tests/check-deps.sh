#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check-deps.sh [OBJECTS]: proves that dependencies only point down. Each violation is a line
# FILE:LINE: what is wrong; any makes it exit 1.
#
#   base <- game <- index <- table <- probe <- {solve, engine, proof <- search}
#
#   - a room of src includes itself, rooms below it and fanoron.h: not tools, not tests
#   - fanoron.h includes nothing of ours
#   - tools includes fanoron.h and headers of tools
#   - tests/brute includes itself alone, or it would prove nothing
#   - tests/match includes fanoron.h and itself: its plain player shares the rules alone
#   - an include names a header that is there, without ..
#
# fanoron.h declares functions of all rooms, so includes do not show every call. Given the
# directory with the object files, it looks at the symbols of the rooms as well.

cd "$(dirname "$0")/.." || exit 1
ladder='base 0 game 1 index 2 table 3 probe 4 solve 5 engine 5 proof 5 search 6'

# Shared by both looks: may_use(A, B) says whether room A may use room B.
rooms='
    function read_ladder(    words, n, i) {
        n = split(ladder, words, " ")
        for (i = 1; i < n; i += 2) height[words[i]] = words[i + 1]
    }
    function may_use(a, b) { return a == b || height[b] < height[a] }
    function room_of(path,    parts) {
        return split(path, parts, "/") > 2 && parts[1] == "src" ? parts[2] : ""
    }'

# shellcheck disable=SC2016
includes='
    function fault(text) { print FILENAME ":" FNR ": " text; faults++ }

    # The file of ours that an include names, or "".
    function resolve(name, quoted,    here) {
        here = FILENAME
        sub(/[^\/]*$/, "", here)
        if (quoted && (here name) in ours) return here name
        if (("src/" name) in ours) return "src/" name
        return name in ours ? name : ""
    }

    BEGIN {
        read_ladder()
        for (i = 1; i < ARGC; i++) ours[ARGV[i]] = 1
    }

    FNR == 1 {
        files++
        room = room_of(FILENAME)
        if (FILENAME ~ /^src\// && FILENAME != "src/fanoron.h" && !(room in height))
            fault("lies in no room of the ladder")
    }

    /^[ \t]*#[ \t]*(include|import)/ {
        count++
        if (!match($0, /include[ \t]*("[^"]*"|<[^>]*>)/)) {
            fault("an include that does not name its file")
            next
        }
        name = substr($0, RSTART, RLENGTH)
        sub(/^include[ \t]*/, "", name)
        quoted = name ~ /^"/
        name = substr(name, 2, length(name) - 2)
        target = resolve(name, quoted)
        to = room_of(target)
        first = name
        sub(/\/.*/, "", first)

        if (name ~ /(^|\/)\.\.?\//) fault("\"" name "\": includes are written from src, without ..")
        else if (target ~ /\.c$/) fault("\"" name "\" is no header")
        else if (target == "" && (quoted || first in height || first ~ /^(src|tools|tests)$/))
            fault("\"" name "\" is no file of this tree; headers of the system stand in <>")
        else if (target == "") next
        else if (FILENAME == "src/fanoron.h") fault("fanoron.h includes nothing of ours: " name)
        else if (FILENAME ~ /^src\//) {
            if (target == "src/fanoron.h") next
            if (to == "") fault("src includes neither tools nor tests: " name)
            else if (!may_use(room, to)) fault(room " may not include " to ": " name)
        } else if (FILENAME ~ /^tools\//) {
            if (target != "src/fanoron.h" && target !~ /^tools\//)
                fault("tools include only fanoron.h and each other: " name)
        } else if (FILENAME ~ /^tests\/brute\//) {
            if (target !~ /^tests\/brute\//)
                fault("brute shares no code with what it checks: " name)
        } else if (FILENAME ~ /^tests\/match\//) {
            if (target != "src/fanoron.h" && target !~ /^tests\/match\//)
                fault("matches include only fanoron.h and each other: " name)
        }
    }

    END {
        if (!files) { print "check-deps: found no sources"; faults = 1 }
        if (faults) print "check-deps: base <- game <- index <- table <- probe <- {solve, engine, proof <- search}"
        printf "check-deps: %d includes in %d files, %d wrong\n", count, files, faults
        exit faults > 0
    }'

# shellcheck disable=SC2016
symbols='
    # Lines "OBJECT: SYMBOL TYPE ...", all definitions before all uses.
    BEGIN { read_ladder() }
    {
        object = $1
        sub(/:$/, "", object)
        object = substr(object, length(base) + 2)
        room = room_of(object)
        sub(/\.o$/, ".c", object)
    }
    $3 !~ /^[Uvw]$/ { home[$2] = room; next }
    !($2 in home) { next }
    { count++ }
    !may_use(room, home[$2]) {
        print object ":1: " room " may not call " home[$2] ": " $2
        faults++
    }
    END {
        printf "check-deps: %d calls between files, %d wrong\n", count, faults
        exit faults > 0
    }'

# shellcheck disable=SC2046 # names without spaces
awk -v ladder="$ladder" "$rooms $includes" $(find src tools tests -name '*.[ch]' | sort)
status=$?

if [ $# -gt 0 ]; then
    objects=$(find src -name '*.c' | sed "s|^\(.*\)c\$|$1/\1o|" | sort)
    # shellcheck disable=SC2086
    { nm -A -P -g --defined-only $objects && nm -A -P -u $objects; } |
        awk -v ladder="$ladder" -v base="$1" "$rooms $symbols" || status=1
fi
exit $status

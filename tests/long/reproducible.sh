#!/bin/sh
# SPDX-License-Identifier: MIT
#
# reproducible.sh PROGRAM [BRUTE]: the same values from other builds of the program: gcc and clang, with OpenMP
# and without, for this processor and for any of its family, with 1, 2 and 7 threads.

source=$(cd "$(dirname "$0")/../.." && pwd)
. "$(dirname "$0")/../golden/suite.sh"
. "$golden/digests.sh"

# build NAME VARIABLE=VALUE...: a copy of the tree, made in another way.
build() {
    name=$1
    shift
    mkdir "$name" && (cd "$source" && tar cf - Makefile src tools) | (cd "$name" && tar xf -) &&
        env -u MAKEFLAGS -u MAKELEVEL make -C "$name" -j2 "$@" build/release/fanoron >"$name.log" 2>&1 ||
        tail -n 5 "$name.log"
}

# compare NAME THREADS...
compare() {
    name=$1
    shift
    for threads; do
        digests "./$name/build/release/fanoron" "$threads" "tables-$name-$threads" >digests
        same "$name, $threads threads" "$golden/digests.txt" digests
        rm -rf "tables-$name-$threads"
    done
}

CC=clang "$source/tools/deps.sh" build
build gcc CC=gcc
compare gcc 1 2 7
build gcc-generic-plain CC=gcc MARCH= OPENMP=0
compare gcc-generic-plain 1
build clang CC=clang
compare clang 1 2 7
build clang-generic CC=clang MARCH=
compare clang-generic 2

finish

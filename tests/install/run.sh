#!/bin/sh
# SPDX-License-Identifier: MIT
#
# run.sh [VARIABLE=VALUE]...: installs into a temporary place, builds consumer.c there with what
# pkg-config says, for the shared library and for the archive, and compares what it prints; then
# looks at the names in the library, at DESTDIR and at uninstall. The arguments are for make.

here=$(cd "$(dirname "$0")" && pwd) || exit 1
root=${here%/tests/install}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

CC=cc
SAN=
for argument; do
    case $argument in
    CC=*) CC=${argument#CC=} ;;
    SAN=*) SAN=${argument#SAN=} ;;
    esac
done
case $SAN in # an instrumented library needs an instrumented program
'') sanitize= ;;
thread) sanitize="-fsanitize=thread -fopenmp" ;; # which also finds the observer of OpenMP
*) sanitize=-fsanitize=$SAN ;;
esac

# check WHAT COMMAND...: counts, and shows the output of a command that fails.
check() {
    what=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $what"
        sed 's/^/    /' "$work/log"
    fi
}

# make_in DESTDIR PREFIX TARGET [VARIABLE=VALUE]...: a make of its own, whichever runs this test.
make_in() {
    destdir=$1 prefix=$2 target=$3
    shift 3
    env -u MAKEFLAGS -u MAKELEVEL make -C "$root" --no-print-directory "$target" "$@" \
        DESTDIR="$destdir" PREFIX="$prefix" BINDIR="$prefix/bin" LIBDIR="$prefix/lib" \
        INCLUDEDIR="$prefix/include"
}

# ---- Installed below a prefix, used from outside -----------------------------------------------

home=$work/home
library=$home/lib/libfanoron.so.0
tables=$work/tables
export PKG_CONFIG_PATH="$home/lib/pkgconfig"

check "make install" make_in "" "$home" install "$@"
if [ $failed -ne 0 ]; then # there is nothing to look at
    echo "$passed passed, $failed failed"
    exit 1
fi
version=$(pkg-config --modversion fanoron)

sed "s/VERSION/$version/" "$here/expected" >"$work/expected"
cd "$work" || exit 1
cp "$here/consumer.c" .
# The archive lies alone in a directory, or the linker would take the shared library beside it.
mkdir archive
cp "$home/lib/libfanoron.a" archive

says_version() { "$home/bin/fanoron" --version | grep -F "$version"; }
# shellcheck disable=SC2046,SC2086 # words on purpose
compile_shared() { $CC $sanitize consumer.c $(pkg-config --cflags --libs fanoron) -o shared; }
# shellcheck disable=SC2046,SC2086
compile_static() {
    $CC $sanitize consumer.c $(pkg-config --static --define-variable=libdir="$work/archive" \
        --cflags --libs fanoron) -o static
}
run_shared() { LD_LIBRARY_PATH=$home/lib ./shared "$tables" >shared.out; }
run_static() { ./static "$tables" >static.out; }
needed() { LC_ALL=C objdump -p "$1" | grep NEEDED; }
needs_library() { needed "$1" | grep -E ' libfanoron\.so\.0$'; }
needs_no_library() { needed "$1" && ! needs_library "$1"; }

check "the program says its version" says_version
check "the program builds 3x3" "$home/bin/fanoron" build 3x3 --complete --db "$tables"
check "compile with the shared library" compile_shared
check "it asks for the soname" needs_library shared
check "run with the shared library" run_shared
check "what it prints" diff "$work/expected" shared.out
check "compile with the archive" compile_static
check "it asks for no shared library" needs_no_library static
check "run with the archive" run_static
check "what it prints" diff "$work/expected" static.out

# ---- Names -------------------------------------------------------------------------------------

has_soname() { LC_ALL=C objdump -p "$library" | grep -E 'SONAME +libfanoron\.so\.0$'; }
exports_header() {
    sed -n 's/^FNR_API [^(]*[ *]\(fnr_[a-z0-9_]*\)(.*/\1/p' "$home/include/fanoron.h" |
        sort >declared
    nm -D --defined-only "$library" | awk '{ print $NF }' | sort >exported
    [ -s declared ] && diff declared exported
}

check "soname" has_soname
# The sanitizers export names of their own.
[ -n "$sanitize" ] || check "exports what fanoron.h declares, nothing else" exports_header

# ---- DESTDIR -----------------------------------------------------------------------------------

stage=$work/stage
installed() { (cd "$stage" && find . ! -type d ! -path './usr/share/*' | sort) |
    diff - "$work/files"; }
brings_tables() { (cd "$stage" && unset FANORON_DB && "$stage/usr/bin/fanoron" probe 9/9/3B5/9/2W1W4 w) |
    grep -qx 'White to move: win, DTC 2'; }
names_prefix() { grep -qx 'prefix=/usr' "$stage/usr/lib/pkgconfig/fanoron.pc" &&
    ! grep -F "$stage" "$stage/usr/lib/pkgconfig/fanoron.pc"; }
leaves_nothing() { make_in "$stage" /usr uninstall "$@" && [ -z "$(find "$stage" ! -type d)" ]; }

cat >"$work/files" <<END
./usr/bin/fanoron
./usr/include/fanoron.h
./usr/lib/libfanoron.a
./usr/lib/libfanoron.so
./usr/lib/libfanoron.so.0
./usr/lib/libfanoron.so.$version
./usr/lib/pkgconfig/fanoron.pc
END
check "make install DESTDIR=" make_in "$stage" /usr install "$@"
check "the files of an installation" installed
check "tables that come with the program are found" brings_tables
check "fanoron.pc knows the prefix alone" names_prefix
check "make uninstall" leaves_nothing "$@"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]

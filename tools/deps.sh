#!/bin/sh
# SPDX-License-Identifier: MIT
#
# deps.sh: what fanoron is built from, and the Debian packages where it is found.
#
#   tools/deps.sh [build]    installs what `make` needs and this machine lacks
#   tools/deps.sh test       the same for `make test`
#   tools/deps.sh list ...   only names the packages that are missing
#
# Where it may not install (neither root nor sudo without a password, or no apt-get), it says in
# one line what to install, and exits 1. CC, OPENMP and PKG_CONFIG are those of the Makefile.

compiler=${CC:-gcc}
compiler=${compiler##*/}
compiler=${compiler%% *}

# need PACKAGES COMMAND...: notes the packages if the command fails.
need() {
    packages=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $packages"
}

has_command() { command -v "$1"; }
has_library() { "${PKG_CONFIG:-pkg-config}" --exists "$1"; }
has_file() { for file; do [ -e "$file" ] && return; done; return 1; }

find_missing() {
    missing=
    case $compiler in
    cc | gcc) need gcc has_command "$compiler" ;;
    *) need "$compiler" has_command "${CC%% *}" ;;
    esac
    if has_command apt-get >/dev/null; then
        need libc6-dev has_file /usr/include/stdio.h
        case $compiler in clang*)
            number=${compiler#clang}
            [ "$OPENMP" = 0 ] ||
                need "libomp$number-dev" has_file /usr/lib/llvm-"${number#-}"*/lib/libomp.so
        esac
    fi
    need make has_command make
    need pkg-config has_command "${PKG_CONFIG:-pkg-config}"
    need libzstd-dev has_library libzstd
    need libxxhash-dev has_library libxxhash
    if [ "$1" = test ]; then need libcmocka-dev has_library cmocka; fi
    missing=${missing# }
}

refuse() {
    echo "fanoron: $1: apt-get install $missing" >&2
    exit 1
}

install_missing() {
    has_command apt-get >/dev/null || refuse "what is missing, on Debian, is found by"
    sudo=
    if [ "$(id -u)" != 0 ]; then
        sudo -n true 2>/dev/null || refuse "packages are missing; as root"
        sudo="sudo -n"
    fi
    echo "fanoron: installing $missing" >&2
    apt="$sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120"
    $apt update >/dev/null 2>&1 # without a network, the lists that are there may do
    # shellcheck disable=SC2086 # words on purpose
    said=$($apt install -y --no-install-recommends $missing 2>&1 </dev/null) ||
        refuse "apt-get failed ($(echo "$said" | tail -n 1)); try it by hand"
}

action=install
if [ "$1" = list ]; then
    action=list
    shift
fi
case $1 in
build | test | '') ;;
*)
    echo "deps.sh: '$1' is neither build nor test" >&2
    exit 2
    ;;
esac

find_missing "$1"
if [ $action = list ]; then
    echo "$missing"
elif [ -n "$missing" ]; then
    install_missing
    find_missing "$1"
    [ -z "$missing" ] || refuse "installed, and still not found"
fi

#!/bin/sh
# SPDX-License-Identifier: MIT
#
# disk.sh PROGRAM [BRUTE]: a disk that is really full, again and again: a file system in memory that grows by a
# little each time. Each time the build says so and leaves whole tables alone; in the end they are those of a
# build that had room. The same for a proof, and for a game that is saved.

# In a name space where this user may mount.
if [ -z "$MAY_MOUNT" ] && unshare -rm true 2>/dev/null; then
    export MAY_MOUNT=yes
    exec unshare -rm "$0" "$@"
fi

. "$(dirname "$0")/../golden/suite.sh"

disk_of() { # KIB
    mkdir -p disk && mount -t tmpfs -o "size=$1k" none disk || exit 1
}

small_disks() {
    disk_of 8
    for size in 16 32 48 64 96 128 192 256 384 512 1024 4096; do
        if "$fanoron" build 9x5 --stones 4 --db disk >/dev/null 2>message; then
            echo 'enough at last'
            break
        fi
        grep -v '^fanoron: disk/9x5-capture.*: cannot .*: No space left on device$' message
        find disk -name '*.tmp'
        [ ! -d disk/9x5-capture ] || "$fanoron" check --db disk | grep -v 'all sound$'
        mount -o "remount,size=${size}k" disk || exit 1
    done
    "$fanoron" stats 9x5 --manifest --db disk >built
    umount disk
}

no_proof_and_no_game() {
    disk_of 4
    echo x >disk/file
    "$fanoron" prove 5x5 --certificate disk/proof --db whole >/dev/null 2>message
    sed 's/proof.*: cannot [a-z]*/proof: cannot .../' message
    echo 'save disk/game.fgn' | "$fanoron" play 5x5 --black person |
        grep -o 'disk/game.fgn: cannot be written: No space left on device'
    ls disk
    mount -o remount,size=4M disk || exit 1
    "$fanoron" prove 5x5 --certificate disk/proof --db whole >/dev/null 2>&1
    "$fanoron" check-proof disk/proof --db whole | sed -n 's/; in .*//p'
    umount disk
}

if [ -n "$MAY_MOUNT" ]; then
    "$fanoron" build 9x5 --stones 4 --db whole >/dev/null 2>&1
    "$fanoron" stats 9x5 --manifest --db whole >right
    small_disks >report 2>&1
    echo 'enough at last' >wanted
    same 'a full disk is told, and nothing partial is left' wanted report
    same 'tables from a disk that was full' right built
    no_proof_and_no_game >report 2>&1
    cat >wanted <<'END'
fanoron: disk/proof: cannot ...: No space left on device
disk/game.fgn: cannot be written: No space left on device
file
proven    draw
END
    same 'a proof and a game find no room' wanted report
else
    echo 'full disks were LEFT OUT: no file system can be mounted here'
fi
finish

# SPDX-License-Identifier: MIT
#
# Where the machine says no: places that cannot be written, too little memory, a full disk, a signal.

echo text >file
expect 1 '' 'fanoron: file: cannot make this directory: Not a directory' \
    build 3x3 --complete --db file
expect 1 '' 'fanoron: file: cannot make this directory: Not a directory' \
    build 3x3 --complete --db file/below
expect 1 '' 'fanoron: file: not a directory of tables' check --db file
if [ "$(id -u)" -ne 0 ]; then
    mkdir closed && chmod 555 closed
    expect 1 '' 'fanoron: closed/3x3-capture: cannot make this directory: Permission denied' \
        build 3x3 --complete --db closed
else
    echo 'skipped: a directory without the right to write (root has it everywhere)'
fi
too_little() {
    "$fanoron" build 5x5 --stones 5 --memory 1K --db limits 2>message
    code=$?
    [ $code -eq 1 ] || echo "exit code $code"
    grep -v '^fanoron: not enough memory: [1-9]v[1-9] takes ' message
    true
}
passes 'too little memory' too_little
expect 1 '' 'fanoron: slice 9v9 is too large to be indexed; ask for fewer stones' \
    build 9x5 --complete --db limits
expect 2 '' 'fanoron: a board of 1 point has no tables' build 1x1 --complete --db limits
passes 'nothing is left of builds that failed' [ ! -e limits ]

# ---- Output that does not arrive --------------------------------------------------------------

full_disk() {
    "$fanoron" "$@" >/dev/full 2>message
    code=$?
    [ $code -eq 1 ] || echo "exit code $code"
    grep -v '^fanoron: cannot write to standard output: ' message
    true
}
if [ -c /dev/full ]; then
    passes 'a full disk: --help' full_disk --help
    passes 'a full disk: moves' full_disk moves 'BBB/B1W/WWW w'
    passes 'a full disk: check' full_disk check --db good
    passes 'a full disk: batch' full_disk probe --batch --db good <positions
fi

# ---- A signal ---------------------------------------------------------------------------------

# A build that takes long is stopped, leaves nothing half-written, and goes on from there.
interrupt() {
    "$fanoron" build 9x5 --stones 7 --db stopped >/dev/null 2>message &
    sleep 1
    kill -TERM $!
    wait $!
    code=$?
    [ $code -eq 130 ] || echo "exit code $code"
    echo 'fanoron: interrupted; what is finished is kept, and the same command goes on from there' |
        diff - message
    find stopped -type f ! -name '*v*.wdl' ! -name '*v*.dtc'
    "$fanoron" check --db stopped | grep -v 'all sound$'
    true
}
passes 'build is interrupted' interrupt

estimates() {
    "$fanoron" build 9x5 --stones 8 --metric wdl --estimate --threads 1 --db limits |
        grep -q '^9x5-capture: 15,254,023,242 positions; memory [0-9.]* GB; disk about '
}
passes 'an estimate of what is far too large' estimates
expect 2 '' 'fanoron: 46 stones: a board of 45 points has tables of 2 to 45' \
    build 9x5 --stones 46 --estimate

# SPDX-License-Identifier: MIT
#
# Where the machine says no: places that cannot be written, files that cannot grow, too little memory,
# a full disk, a signal.

echo text >file
expect 1 '' 'fanoron: file: cannot make this directory: Not a directory' \
    build 3x3 --complete --db file
expect 1 '' 'fanoron: file: cannot make this directory: Not a directory' \
    build 3x3 --complete --db file/below
expect 1 '' 'fanoron: file: not a directory of tables' check --db file

# ---- Directories that may only be read --------------------------------------------------------

# By whoever runs this, or by nobody if that is root, who may write everywhere.
chmod 755 "$work"
cp "$fanoron" "$work/reader" && chmod 755 "$work/reader"
if [ "$(id -u)" -eq 0 ]; then
    as_reader() { setpriv --reuid 65534 --regid 65534 --clear-groups "$work/reader" "$@"; }
else
    as_reader() { "$work/reader" "$@"; }
fi

# closed CODE STDOUT STDERR ARGUMENT...: like expect, in directories that are closed to writers.
closed() {
    as_it_was=$fanoron
    fanoron=as_reader
    chmod 555 closed closed/*
    expect "$@"
    chmod 755 closed closed/*
    fanoron=$as_it_was
}
if as_reader --version >/dev/null 2>&1; then
    mkdir closed closed/empty
    closed 1 '' 'fanoron: closed/empty/3x3-capture: cannot make this directory: Permission denied' \
        build 3x3 --complete --db closed/empty
    "$fanoron" build 3x3 --stones 3 --db closed >/dev/null 2>&1
    closed 1 '' 'fanoron: closed/3x3-capture/1v3.wdl: cannot create: Permission denied' \
        build 3x3 --stones 4 --db closed
    closed 1 '' 'fanoron: closed/3x3-capture/1v1.wdl: cannot create: Permission denied' \
        repack 3x3 --encoding packed --db closed
    closed 1 '' 'fanoron: closed/proof: cannot create: Permission denied' \
        prove 3x3 --certificate closed/proof --db closed
    closed 0 '6 files, all sound' '' check --db closed
    echo '3/1B1/W1W w' >position
    closed 0 "3/1B1/W1W w${tab}win${tab}1" '' probe --batch --db closed <position
    closed 1 'board,m,o,metric,value,depth,positions
3x3,1,1,dtc,win,0,6
3x3,1,1,dtc,win,2,4
3x3,1,1,dtc,loss,1,2' 'fanoron: closed/3x3-capture-1v1-dtc.svg: cannot be written: Permission denied' \
        stats 3x3 --records --csv --plots closed --db closed
    "$fanoron" build 3x3 --stones 4 --db closed >/dev/null 2>&1
    expect 0 '12 files, all sound' '' check --db closed
else
    echo 'LEFT OUT: directories that may only be read (nobody cannot come here)'
fi

# ---- Files that may not grow, as on a disk that is full ---------------------------------------

# Nothing partial is left, and the same command goes on when there is room.
no_room() {
    (ulimit -f 1 && "$fanoron" build 9x5 --stones 3 --metric wdl --db narrow >/dev/null 2>message)
    code=$?
    [ $code -eq 1 ] || echo "exit code $code"
    grep -v '^fanoron: narrow/9x5-capture/.*: cannot write: File too large$' message
    find narrow -name '*.tmp'
    "$fanoron" check --db narrow | grep -v 'all sound$'
    "$fanoron" build 9x5 --stones 3 --metric wdl --db narrow >/dev/null 2>&1 || echo 'it does not go on'
    "$fanoron" build 9x5 --stones 3 --metric wdl --db grown >/dev/null 2>&1
    diff -r grown narrow
    (ulimit -f 1 && "$fanoron" prove 5x5 --certificate narrow/proof --db narrow >/dev/null 2>message)
    grep -v 'File too large$' message
    [ ! -e narrow/proof ] || echo 'a partial proof'
}
if (ulimit -f 1 && "$fanoron" build 3x3 --stones 2 --db tiny >/dev/null 2>&1); then
    passes 'files that may not grow' no_room
else
    echo 'LEFT OUT: files that may not grow (ThreadSanitizer needs some itself)'
fi

# ---- Memory, and sizes ------------------------------------------------------------------------

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
    passes 'a full disk: batch' full_disk probe --batch --db good <<'END'
3/1B1/W1W w
END
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

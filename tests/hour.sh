#!/bin/sh
# An hour of one character pushed at random, in one run: it needs no more memory than a minute, and what it recorded can be
# read: drawn, and run again to the same bits.
#
#     sh tests/hour.sh path/to/kip [SECONDS]        from the root of the repository; of simulated time, 3600
kip=$1
seconds=${2:-3600}
scene=data/papers/vst/two_minutes.py
margin=512 # kB of address space
fail() {
    echo "hour: FAILED: $1"
    exit 1
}
if [ ! -x "$kip" ] || [ ! -f $scene ]; then
    echo "usage: sh tests/hour.sh path/to/kip [SECONDS], from the root of the repository" >&2
    exit 2
fi
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

# pushed SECONDS KB: within so much address space. Whether it stands at the end is its luck.
pushed() {
    (ulimit -v "$2" && exec "$kip" run $scene --param seconds="$1" --seed 1 --record "$dir/pushed.kip") > "$dir/out" 2> "$dir/err"
    [ $? -le 1 ] && [ -s "$dir/pushed.kip" ]
}

# The least in which a minute fits.
least=0 most=200000
pushed 60 $most || fail "a minute does not fit into $most kB: $(cat "$dir/err")"
while [ $((most - least)) -gt 128 ]; do
    rm -f "$dir/pushed.kip"
    middle=$(((least + most) / 2))
    if pushed 60 $middle; then most=$middle; else least=$middle; fi
done
rm -f "$dir/pushed.kip"
pushed "$seconds" $((most + margin)) || fail "a minute fits into $most kB, and $seconds s into no $margin more: $(cat "$dir/err")"
"$kip" plot "$dir/pushed.kip" --film auto --svg "$dir/film.svg" > "$dir/out" 2>&1 || fail "no film: $(cat "$dir/out")"
"$kip" run "$dir/pushed.kip" --verify > "$dir/out" 2>&1 || fail "it does not come again: $(cat "$dir/out")"
echo "hour: 60 s need $most kB of address space, $seconds s no more than $((most + margin))"
echo "hour: $(wc -c < "$dir/pushed.kip") bytes; $(tail -n 1 "$dir/out")"

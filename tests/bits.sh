#!/bin/sh
# The same bits from every compiler: 10 s of a model that swings, is held, pushed and dropped, hashed. Compilers that are
# not there are named and left out; at least two hashes must be compared. Usage: sh tests/bits.sh
variants='gcc:-O0 gcc:-O2 gcc:-O3_-march=native clang:-O0 clang:-O2 clang:-O3_-march=native musl-gcc:-O2_-static'
first='' compared=0 failed=0
for variant in $variants; do
    compiler=${variant%%:*}
    flags=$(printf '%s' "${variant#*:}" | tr _ ' ')
    if ! command -v "$compiler" > /dev/null; then
        echo "$compiler $flags: not installed, left out"
        continue
    fi
    build=build/bits/$(printf '%s' "$variant" | tr ':=' '__') # make takes a = in a goal for an assignment
    make -s BUILD="$build" CC="$compiler" OPT="$flags" "$build/kip" || exit 1
    hash=$("$build/kip" run data/models/skeleton37.xml --duration 10 --seed 7 --hold ready,1 \
        --push trunk,150,80,0,0.5,0.2 --hash | tail -n 1)$("$build/kip" run data/models/double_pendulum.xml \
        --duration 10 --key start --hash | tail -n 1)
    echo "$hash  $compiler $flags"
    expr "$hash" : "[0-9a-f]\{32\}$" > /dev/null || { echo "that is no pair of hashes: kip run failed"; exit 1; }
    : "${first:=$hash}"
    compared=$((compared + 1))
    [ "$hash" = "$first" ] || failed=1
done
[ "$compared" -ge 2 ] || { echo "nothing to compare with"; exit 1; }
[ "$failed" = 0 ] && echo "bits: $compared builds agree"
exit $failed

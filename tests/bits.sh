#!/bin/sh
# The same bits from every compiler: a skeleton that is held, pushed and falls down stairs, one that is dropped in steps of
# 5 ms, a double pendulum, a scene with a skill, hashed. Compilers that are not there are named and left out; at least two must be compared.
# A variant is a compiler with its flags, or the path of a kip that is built already.
# Usage: [VARIANTS="gcc:-O0 clang:-O2 build/kip"] sh tests/bits.sh
all='gcc:-O0 gcc:-O2 gcc:-O3_-march=native clang:-O0 clang:-O2 clang:-O3_-march=native musl-gcc:-O2_-static'
variants=${VARIANTS:-$all}
first='' compared=0 failed=0
for variant in $variants; do
    compiler=${variant%%:*}
    flags=$(printf '%s' "${variant#*:}" | tr _ ' ')
    case $variant in
    */kip) kip=$variant flags='' ;;
    *)
        if ! command -v "$compiler" > /dev/null; then
            echo "$compiler $flags: not installed, left out"
            continue
        fi
        build=build/bits/$(printf '%s' "$variant" | tr ':=' '__') # make takes a = in a goal for an assignment
        kip=$build/kip
        make -s -j2 BUILD="$build" CC="$compiler" OPT="$flags" "$kip" || exit 1
        ;;
    esac
    run() { "$kip" run "data/models/$1.xml" --hash $2 | tail -n 1; }
    hash=$(run skeleton37_stairs '--key top --hold top,0.55 --push head,900,50,100,0.5,0.2 --duration 6')
    hash=$hash$(run skeleton37 '--seed 7 --hold ready,1 --push trunk,150,80,0,0.5,0.2 --duration 10 --dt 0.005')
    hash=$hash$(run double_pendulum '--key start --duration 10')
    hash=$hash$("$kip" run data/scenes/stand.py --hash | tail -n 1)
    echo "$hash  $compiler $flags"
    expr "$hash" : "[0-9a-f]\{64\}$" > /dev/null || { echo "these are no four hashes: kip run failed"; exit 1; }
    : "${first:=$hash}"
    compared=$((compared + 1))
    [ "$hash" = "$first" ] || failed=1
done
[ "$compared" -ge 2 ] || { echo "nothing to compare with"; exit 1; }
[ "$failed" = 0 ] && echo "bits: $compared builds agree"
exit $failed

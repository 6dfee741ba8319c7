#!/bin/sh
# Which small changes to the sources does a unit suite see? N places in src/dynamics, src/control and src/supervisor,
# drawn from SEED, are changed one at a time; the suites run until one fails, nearest first. What does not compile,
# or compiles to the same object, does not count and another is drawn. Usage: sh tests/mutants.sh BUILD N SEED
# The same N and SEED draw the same changes of the same sources.
BUILD=$1 N=$2 SEED=$3
work=$BUILD/mutants

# A suite cannot see a change in a layer above its own, and few of a layer above see what its own do not: those, and all
# that take seconds, are left out. Quick ones first.
dynamics='damage reference load fields model contact surface limit sim recording scale presence joint_forces lcp dynamics integrate modified mechanics collide'
control='damage beat timed composite motion track ik law carry retarget clip_body hold character stance velocity pose'
control="$control character_beat"
above='beat composite ik law carry retarget hold character stance velocity world sensors mjcf mjcf_write'
supervisor='learned supervisor world skill_memory sensors'
scenes='golden' # takes seconds: the last
quick=' damage reference model limit sim scale beat timed composite motion track ik supervisor world svm learned cmaes '

# suites FILE: those that may see a change in it, its namesakes first.
suites() {
    name=$(basename "$1" .c)
    case $1 in
    src/dynamics/scalar.c | src/dynamics/random.c) all="scalar cmaes $dynamics" ;;
    */row* | */rates.c | */close.c | */constraint.c) all="constraint $dynamics $above $scenes" ;;
    src/dynamics/*) all="$dynamics $above $scenes" ;;
    src/control/*) all="$control $supervisor $scenes" ;;
    */svm*) all='svm learned' ;;
    */cmaes* | */eigen.c) all="cmaes $scenes" ;;
    *) all="$supervisor $scenes" ;;
    esac
    for pass in near far; do
        for suite in $all; do
            case $name in $suite*) near=near ;; *) near=far ;; esac
            [ $near = $pass ] && echo "$suite"
        done
    done
}

# sees CHECK SUITE: does a test of it fail? A crash and an endless loop are failures.
sees() {
    suite=$(echo "$2" | sed 's/joint_f/joint f/; s/skill_m/skill m/; s/clip_b/clip b/')
    (ulimit -c 0; ulimit -t 10; CK_FORK=no CK_RUN_SUITE="$suite" ASAN_OPTIONS=detect_leaks=0 exec "$1") > "$1.log" 2>&1 && return 1
    test=$(sed -n 's/^[^ ]*:[0-9]*:[FE]:[^:]*:\([^:]*\):.*/\1/p' "$1.log" | head -1)
    return 0
}

# compile BUILD SOURCE OBJECT: as in that build.
compile() {
    $(cat "$1/flags") -w -iquote "$(dirname "$file")" -c -o "$3" "$2" 2> /dev/null
}

# change PLACE FOLDER: makes the object there, or fails where it does not compile or changes nothing. An object holds its
# source's name.
change() {
    name=$(basename "$file" .c)
    printf '%s\n' "$1" | awk -F '\t' 'NR == FNR { line = $2; column = $3; n = $4; instead = $5; next }
        FNR == line { $0 = substr($0, 1, column - 1) instead substr($0, column + n) } { print }' - "$file" > "$2/$name.c"
    compile "$BUILD" "$2/$name.c" "$2/$name.o" || return
    ! cmp -s "$2/$name.o" "$BUILD/$(echo "${file%.c}.o" | sed s,^src/,,)"
}

# link BUILD: the tests with the changed object and that build's library.
link() {
    $(cat "$1/flags") -o "$own/check" "$BUILD"/tests/*.o "$own/$name.o" "$1/libkip.a" $(pkg-config --libs check) \
        -lm -lpthread -ldl
}

# What sees the change that is in $own: a suite, or a quick one under the sanitizers, which see what is beside an array.
verdict() {
    link "$BUILD"
    for suite in $(suites "$file"); do
        sees "$own/check" "$suite" && echo "seen by $suite $test" && return
    done
    compile "$BUILD/asan" "$own/$name.c" "$own/$name.o"
    link "$BUILD/asan"
    for suite in $(suites "$file"); do
        case $quick in *" $suite "*) sees "$own/check" "$suite" && echo "seen by sanitized $suite $test" && return ;; esac
    done
    echo 'NOT SEEN'
}

# mutant I: draws until a change counts; a line of what came of it.
mutant() {
    own=$work/$1
    mkdir -p "$own"
    for try in 1 2 3 4 5 6 7 8 9; do
        place=$(awk -v n="$places" -v x="$SEED" -v k=$((1000 + 9 * $1 + try)) 'BEGIN {
            while (k-- > 0) x = x * 16807 % 2147483647
            want = int(x / 2147483647 * n) + 1 }
            NR == want { print; exit }' "$work/places")
        file=$(printf '%s' "$place" | cut -f1)
        change "$place" "$own" && break
    done
    printf '%s\n' "$place" | awk -F '\t' -v i="$1" -v seen="$(verdict)" 'NR == FNR { file = $1; line = $2; column = $3
            n = $4; instead = $5; next }
        FNR == line { sub(/^ */, "", instead)
            printf "%3d %s:%d:%d `%s` becomes `%s` -- %s\n      %s\n", i, file, line, column, substr($0, column, n), instead, seen, $0 }' \
        - "$file"
    rm -rf "$own"
}

if [ -n "$4" ]; then
    places=$(wc -l < "$work/places")
    mutant "$4"
    exit
fi
mkdir -p "$work"
for suite in $(printf '%s\n' $dynamics $control $above $supervisor $scenes scalar cmaes constraint svm | sort -u); do
    sees "$BUILD/check" "$suite" && echo "the suite $suite fails, or takes too long, as the sources are: $test" && exit 1
done
LC_ALL=C awk -f tests/mutants.awk src/dynamics/*.c src/control/*.c src/supervisor/*.c > "$work/places"
echo "$N of the $(wc -l < "$work/places") changes that can be made, seed $SEED"
seq "$N" | nice -n 5 xargs -P 2 -I I sh "$0" "$BUILD" "$N" "$SEED" I 2> /dev/null | tee "$work/seen"
grep -A1 'NOT SEEN$' "$work/seen"
echo "seen $(grep -c ' -- seen by ' "$work/seen") of $(grep -c ' -- ' "$work/seen")," \
    "$(grep -c ' -- seen by sanitized ' "$work/seen") of them under the sanitizers alone"

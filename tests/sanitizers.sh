#!/bin/sh
# Every unit suite and six scenes under the address, undefined-behaviour, thread and memory sanitizers and under valgrind.
# Each tool has its own build. Prints what is not silent, and a line for each tool.
# Usage: sh tests/sanitizers.sh [asan|tsan|msan|valgrind]... (all). A long study: hours of one processor.
[ $# -gt 0 ] || set -- asan tsan msan valgrind
own=${CC:-cc}
failed=0
out=$(mktemp -d) || exit 2
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM

# contacts; skills that are chosen; timed control; walking; what was learned; several characters
scenes='data/scenes/pushes.py data/papers/vst/get_up.py data/papers/otb/ymca.py data/papers/vbc/fig1.py data/scenes/quiet.py
    data/scenes/two_characters.py'

# build TOOL: makes build/TOOL.
build() {
    case $1 in
    asan) CC=$own EXTRA='-fsanitize=address,undefined -fno-sanitize-recover=all' LDFLAGS= ;;
    tsan) CC=clang EXTRA='-fsanitize=thread' LDFLAGS= ;;
    # Check's own memory is not known to the tool: it is zeroed
    msan) CC=clang EXTRA='-fsanitize=memory -fsanitize-memory-track-origins' LDFLAGS='-Wl,--wrap=emalloc' ;;
    valgrind) CC=$own EXTRA= LDFLAGS= ;;
    *) echo "there is no tool '$1': asan, tsan, msan, valgrind" >&2; exit 2 ;;
    esac
    objects=
    if [ "$1" = msan ]; then
        mkdir -p build/msan
        echo '#include <stdlib.h>
            void *__wrap_emalloc(size_t n);
            void *__wrap_emalloc(size_t n) { return calloc(1, n); }' > build/msan/zeroed.c
        clang -c -o build/msan/zeroed.o build/msan/zeroed.c || exit 2
        objects=build/msan/zeroed.o
    fi
    make -s -j2 CC="$CC" BUILD="build/$1" OPT='-O1 -g' EXTRA="$EXTRA" LDFLAGS="$LDFLAGS" CHECK_LIBS="$objects $(pkg-config --libs check)" \
        "build/$1/kip" "build/$1/check" > "$out/build" 2>&1 || { tail -20 "$out/build"; exit 2; }
}

# under TOOL PROGRAM WORDS...
under() {
    tool=$1
    shift
    if [ "$tool" = valgrind ]; then
        valgrind -q --error-exitcode=99 --leak-check=full "$@"
    else
        "$@"
    fi
}

# one TOOL suite NAME | one TOOL scene FILE: silent, or its last lines
one() {
    name=$(echo "$3" | tr '/ ' '__')
    case $2 in
    suite) CK_FORK=no CK_RUN_SUITE=$3 under "$1" "build/$1/check" ;;
    scene)
        mkdir -p "$out/$1-$name"
        under "$1" "build/$1/kip" run "$3" --record "$out/$1-$name/run.kip" --html "$out/$1-$name/run.html" --csv "$out/$1-$name/run.csv" \
            --figures "$out/$1-$name"
        ;;
    esac > "$out/$1-$name.log" 2>&1 && return
    echo "$1: $2 $3 is not silent:"
    tail -15 "$out/$1-$name.log"
    return 1
}

if [ "$1" = --one ]; then
    out=$5
    trap - EXIT
    one "$2" "$3" "$4"
    exit
fi

for tool; do
    build "$tool"
    { sed -n 's/.*suite_create("\(.*\)").*/suite|\1/p' tests/*.c; printf 'scene|%s\n' $scenes; } > "$out/all"
    n=$(wc -l < "$out/all")
    if tr '|\n' '\0\0' < "$out/all" | xargs -0 -P 2 -n 2 sh -c 'sh tests/sanitizers.sh --one "$1" "$2" "$3" "$0"' "$out" "$tool"; then
        echo "$tool: $n suites and scenes, silent"
    else
        failed=1
    fi
done
exit $failed

#!/bin/sh
# The programs of data/examples: built from the tree, run, and the plug-in against the same skill as a script.
#
#     sh tests/examples.sh path/to/kip path/to/libkip.a        from the root of the repository
# make check: sh tests/examples.sh ./kip $BUILD/libkip.a
kip=$1
library=$2
if [ ! -x "$kip" ] || [ ! -f "$library" ] || [ ! -f data/examples/embed.c ]; then
    echo "usage: sh tests/examples.sh path/to/kip path/to/libkip.a, from the root of the repository" >&2
    exit 2
fi
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
flags='-std=c11 -O2 -Wall -Wextra -Wpedantic -Werror -Isrc'

fail() {
    echo "examples: FAILED: $1"
    [ -f "$dir/out" ] && cat "$dir/out"
    exit 1
}

# shellcheck disable=SC2086 # flags and CC are words
{
    ${CC:-cc} $flags data/examples/embed.c "$library" -lm -ldl -o "$dir/embed" || fail "embed.c does not compile"
    ${CC:-cc} $flags data/examples/gameloop.c "$library" -lm -ldl -o "$dir/gameloop" || fail "gameloop.c does not compile"
    ${CC:-cc} $flags data/examples/whatif.c "$library" -lm -ldl -o "$dir/whatif" || fail "whatif.c does not compile"
    ${CC:-cc} $flags data/examples/batch.c "$library" -lm -ldl -o "$dir/batch" || fail "batch.c does not compile"
    ${CC:-cc} $flags data/examples/equations.c "$library" -lm -ldl -o "$dir/equations" || fail "equations.c does not compile"
    ${CC:-cc} $flags data/examples/get_up.c "$library" -lm -ldl -o "$dir/get_up" || fail "get_up.c does not compile"
    ${CXX:-c++} -std=c++17 ${flags#* } data/examples/embed.cpp "$library" -lm -ldl -o "$dir/scene" || fail "embed.cpp does not compile"
    ${CC:-cc} $flags -shared -fPIC data/examples/crouch.c -o "$dir/crouch.so" || fail "crouch.c does not compile"
}

"$dir/embed" > "$dir/out" 2>&1 || fail "embed ends with $?"
[ "$(wc -l < "$dir/out")" -eq 4 ] || fail "embed prints no four lines"
# knees bent by then, stretched with its arms up at the end
awk '{ height[NR] = $6; left[NR] = $9 } END { exit !(height[2] > 0.95 && height[2] < 0.99 && height[4] > 1.01 && height[4] < 1.05 &&
        left[3] < 0.001 && left[4] > 0.01) }' \
    "$dir/out" || fail "embed does not bend its knees, stretch and sway by the push"
"$dir/embed" nowhere > "$dir/out" 2>&1 && fail "embed takes data that are not there"
grep -q 'nowhere/models/skeleton37.xml' "$dir/out" || fail "embed does not say what is not there"
"$dir/gameloop" > "$dir/out" 2>&1 || fail "gameloop ends with $?"
# it bows, bears the first push, and falls by the second
awk '/Bow was commanded, and acts/ { bows = $1 } /it has fallen/ { fallen = $1 } /^frame/ { high[$2 + 0] = $7; falls[$2 + 0] = $10 }
    END { exit !(bows + 0 == 0.5 && high[120] > 0.9 && falls[120] == 0 && fallen + 0 > 2.7 && high[300] < 0.5 && falls[300] == 1) }' \
    "$dir/out" || fail "gameloop does not bow, stand and fall"
"$dir/gameloop" nowhere.py > "$dir/out" 2>&1 && fail "gameloop takes a scene that is not there"
grep -q 'nowhere.py' "$dir/out" || fail "gameloop does not say what is not there"
cat > "$dir/clip.py" << END
import clips
skeleton = addCharacter("skeleton37", key="ready")
clips.get_up(skeleton, "idle")
END
"$dir/get_up" "$dir/clip.py" > "$dir/printed" 2> "$dir/out" || fail "get_up.c ends with $?"
"$kip" run data/examples/get_up.py > "$dir/out" 2>&1 || fail "get_up.py ends with $?"
grep -q 'it idles again after' "$dir/printed" || fail "get_up.c does not say that it idles again"
# one looks once a frame, the other every 5 ms
cat "$dir/printed" "$dir/out" | awk '{ at[NR] = $(NF - 1) } END { exit !(NR == 2 && at[1] > 5 && (at[1] - at[2])^2 < 0.12^2) }' ||
    fail "get_up.c and get_up.py do not end alike"
"$dir/equations" > "$dir/out" 2>&1 || fail "equations: the mass matrix and the recursion do not agree"
"$dir/whatif" data > "$dir/out" 2>&1 || fail "whatif ends with $?"
# pushes to the left and to the right from one state are mirror images of each other, and turn it about its x axis
awk '/pushed by 0 / { turns[++n] = $6; far[n] = $13; to[n] = $14 }
    END { exit !(NR == 4 && n == 2 && turns[1] == -turns[2] && turns[1] < -1 && to[1] == -to[2] && to[1] > 0.01 && far[1] == far[2]) }' \
    "$dir/out" || fail "whatif does not try its pushes from one state"
"$dir/batch" data/models/skeleton37.xml > "$dir/out" 2>&1 || fail "batch ends with $?"
# the harder it is pushed, the sooner it falls: some stand, the others have fallen
awk '{ all = all ($NF == "stands" ? "s" : "f") } END { exit !(NR == 8 && all ~ /^s+f+$/) }' "$dir/out" || fail "batch finds no push that fells"
"$dir/scene" data/scenes/hello.py > "$dir/printed" 2> "$dir/out" || fail "embed.cpp ends with $?"
"$kip" run data/scenes/hello.py > "$dir/out" 2>&1 || fail "hello.py ends with $?"
cmp -s "$dir/printed" "$dir/out" || fail "hello.py prints something else in a program in C++"

cp data/examples/crouch.py "$dir"
"$kip" run "$dir/crouch.py" --plugins --hash > "$dir/native" 2> "$dir/out" || fail "crouch.py with its plug-in ends with $?"
"$kip" run "$dir/crouch.py" --hash --param native=0 > "$dir/script" 2> "$dir/out" || fail "crouch.py alone ends with $?"
[ "$(wc -l < "$dir/native")" -eq 5 ] || fail "crouch.py prints no four lines and a hash"
cmp -s "$dir/native" "$dir/script" || fail "the plug-in and the script move differently"
"$kip" run "$dir/crouch.py" --plugins --explain > "$dir/out" 2>&1 || fail "crouch.py --explain ends with $?"
grep -q -- '-> crouch:' "$dir/out" || fail "the plug-in's skill does not begin"
echo "examples: embedded, in a game's loop, as a plug-in and as a script, hash $(tail -n 1 "$dir/native")"

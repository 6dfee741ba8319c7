#!/bin/sh
# What files from others can do, as kip help trust has it: no plug-in is loaded unasked, no script writes elsewhere, a
# recording that is verified writes nothing, nothing that is printed drives the terminal.
#
#     sh tests/trust.sh path/to/kip        from the root of the repository
# make check: sh tests/trust.sh ./kip
. "$(dirname "$0")/program.sh"
# gives NAME CODE PATTERN WORDS...: that exit code, a line of what is said like that
gives() {
    name=$1 expected=$2 pattern=$3
    shift 3
    count=$((count + 1))
    "$kip" "$@" >out 2>&1
    code=$?
    [ $code = "$expected" ] || fail "$name: exit code $code, not $expected: $(tail -3 out)"
    grep -q -e "$pattern" out || fail "$name: no \"$pattern\" in: $(tail -3 out)"
}
# not_there NAME FILE
not_there() {
    count=$((count + 1))
    [ ! -e "$2" ] || fail "$1: there is $2"
}

cd "$dir" || exit 2
ln -s "$root/data" data
touch out

# -- plug-ins --------------------------------------------------------------------------------------------------------

# says that it was loaded before anything of it is asked
cat >loaded.c <<'C'
#include <fcntl.h>
#include <unistd.h>
__attribute__((constructor)) static void loaded(void)
{
    close(open("loaded", O_WRONLY | O_CREAT, 0666));
}
C
cat "$root/data/examples/crouch.c" >>loaded.c
# shellcheck disable=SC2086 # CC is words
${CC:-cc} -I"$root/src" -include "$root/src/kip.h" -idirafter "$root/src" -shared -fPIC loaded.c -o skill.so 2>out ||
    fail "the plug-in does not compile: $(cat out)"
cat >native.py <<'PY'
"""A skill in C"""
force = 1  # tune 0..2
skeleton = addCharacter("skeleton37", key="stand")
skeleton.apply("skill.so")
run(0.02)
measure("cost", force)
PY
gives "a plug-in unasked" 1 "native.py:4:10: apply(): 'skill.so' is a plug-in, .*--plugins" run native.py
sed 's,"skill.so","'"$dir"'/skill.so",' native.py >absolute.py
gives "by its whole path" 1 'is a plug-in, .*--plugins' run absolute.py
gives "in a sweep" 1 'is a plug-in, .*--plugins' sweep native.py --param force=1,2
gives "in a search" 3 'is a plug-in, .*--plugins' tune native.py --out native.params
printf 'skeleton = addCharacter("skeleton37")\nskeleton.addSkill("skill.so")\nexample(skeleton, "skill", 0.01)\n' >try.py
gives "in learning" 3 'is a plug-in, .*--plugins' learn try.py --examples 100 --out try.svm
not_there "a plug-in unasked" loaded
gives "a recording of none" 0 'recording is in' run data/scenes/hello.py --seed 12 --record hello.kip
gives "a plug-in that is asked for" 0 'recording is in' run native.py --plugins --seed 12 --record native.kip
count=$((count + 1))
[ -e loaded ] || fail "--plugins loads none"
rm -f loaded
gives "a plug-in, verified" 1 'is a plug-in, .*--verify never' run native.kip --verify
gives "--plugins beside --verify" 2 'stands alone' run native.kip --verify --plugins
LC_ALL=C sed 's/--seed=12/--plugins/' native.kip >crafted.kip
count=$((count + 1))
cmp -s native.kip crafted.kip && fail "the recording has no words to change"
"$kip" run crafted.kip --verify >out 2>&1 && fail "a recording may ask for plug-ins: $(cat out)"
not_there "a plug-in of a recording" loaded
gives "in sweeps, asked for" 0 . sweep native.py --param force=1,2 --plugins
gives "in searches, asked for" 0 . tune native.py --plugins --generations 1 --starts 1 --population 4 --out native.params

# -- where scripts write ---------------------------------------------------------------------------------------------

mkdir figures elsewhere
echo precious >precious
ln -s ../precious figures/curve.svg
ln -s ../precious figures/page.html
ln -s ../elsewhere figures/folder
ln -s ../nothing figures/new.svg
for name in curve.svg folder/curve.svg new.svg ./curve.svg; do
    printf 'plot("%s", "", "", {"": {"": [(0, 1)]}})\n' "$name" >link.py
    gives "plot() through a link: $name" 1 'is a link: what a script writes stays in "figures"' run link.py --figures figures
done
printf 'addShape("B", "sphere", 1, mass=1)\nrecord("page.html")\nrun(0.01)\n' >link.py
gives "record() through a link" 1 'page.html" is a link' run link.py --figures figures
count=$((count + 1))
[ "$(cat precious)" = precious ] || fail "a script writes through a link"
not_there "a link to nothing" nothing
not_there "a folder that is a link" elsewhere/curve.svg
for name in "$dir/up.svg" ../up.svg figures/../../up.svg; do
    printf 'plot("%s", "", "", {"": {"": [(0, 1)]}})\n' "$name" >up.py
    gives "plot() elsewhere: $name" 1 'leads out of the folder' run up.py --figures figures
done
mkdir -p own/data/papers/first own/figures/first
cp link.py own/data/papers/first/one.py
ln -s ../../../precious own/figures/first/page.html
(cd own && "$kip" reproduce first --figures figures >../out 2>&1) && fail "reproduce writes through a link"
grep -q 'is a link' out || fail "reproduce does not speak of the link: $(cat out)"
[ "$(cat precious)" = precious ] || fail "reproduce writes through a link"

# -- a recording that came by mail -----------------------------------------------------------------------------------

mkdir mail
cat >mail/sent.py <<'PY'
"""Writes all that it can"""
addShape("B", "sphere", 0.1, mass=1, at=(0, 0, 1))
record("sent.html")
record("sent.kip")
plot("sent.svg", "", "", {"": {"": [(0, 1)]}})
run(0.1)
PY
(cd mail && "$kip" run sent.py --record ../sent.kip >../out 2>&1) || fail "sent.py: $(cat out)"
mv sent.kip mail
(cd mail && ls -A >../before && "$kip" run sent.kip --verify >../out 2>&1) || fail "verified: $(cat out)"
(cd mail && ls -A | cmp -s - ../before) || fail "a recording that is verified writes files: $(ls -A mail)"
count=$((count + 2))
LC_ALL=C sed 's/sent\.py/none.py/' mail/sent.kip >mail/other.kip
cmp -s mail/sent.kip mail/other.kip && fail "the recording does not name its script"
(cd mail && "$kip" run other.kip --verify >../out 2>&1) && fail "a recording of a script that is not there is verified"

# -- what is printed -------------------------------------------------------------------------------------------------

cat >loud.py <<'PY'
"""\x1b]2;loud\x07"""
print("a\x1b[2Jb\tc\x07\r\x7f")
measure("m\x1b[0m", 1, "\x1b[1m", "> 0")
ball = addShape("B", "sphere", 0.1, mass=1, at=(0, 0, 1))
event("l\x1b[31m")
run(0.01)
PY
gives "control characters" 0 'a?\[2Jb	c???$' run loud.py --explain
count=$((count + 1))
LC_ALL=C tr -d '\t\n' <out | LC_ALL=C grep -q '[[:cntrl:]]' && fail "control characters reach the terminal: $(od -c out)"
"$kip" run loud.py --record loud.kip >out 2>&1
for words in "plot loud.kip --list" "convert loud.kip loud.html" "run loud.kip --verify"; do
    count=$((count + 1))
    # shellcheck disable=SC2086
    "$kip" $words >out 2>&1 || fail "$words: $(cat out)"
    LC_ALL=C tr -d '\t\n' <out | LC_ALL=C grep -q '[[:cntrl:]]' && fail "$words: control characters reach the terminal"
done

[ $failed -eq 0 ] && echo "trust: $count passed"
[ $failed = 0 ]

#!/bin/sh
# kip tune by the command line: the same bytes from any number of threads, after an interruption too; numbers put into
# scripts; what it refuses.
#
#     sh tests/tune.sh path/to/kip        from the root of the repository
# make check: sh tests/tune.sh ./kip
. "$(dirname "$0")/program.sh"
cd "$dir" || exit 2

cat > valley.py << 'END'
"""A valley in two numbers."""
import random
x = -1.0  # tune -2..2
y = 1.5  # tune -2..2
work = 0
t = 0
for i in range(work):
    t += i
measure("cost", (1 - x) ** 2 + 10 * (y - x * x) ** 2 + random.uniform(0, 0.01), "", "< 1")
END

printf 'class A:\n    gain = 1  # tune 0..3\nclass B:\n    gain = 2\nmeasure("cost", A.gain)\n' > two.py

# one, two and three threads
for threads in 1 2 3; do
    "$kip" tune valley.py --threads $threads --generations 40 --out t$threads.params > out 2>&1 || fail "tune: $(cat out)"
    cmp -s t1.params t$threads.params || fail "$threads threads find other numbers than one"
done
[ -e t1.params.search ] && fail "the file of a search that ended is still there"
head -1 t1.params | grep -qx '# kip tune valley.py --generations 40' || fail "no command in the file: $(head -1 t1.params)"

# the file is what kip run reads, and its cost is the one that is told
cost=$("$kip" run valley.py --params t1.params --seed 2 | awk '/^cost/ { print $2 }')
awk -v c="$cost" 'BEGIN { exit !(c > 0 && c < 0.02) }' || fail "the numbers that were found are worth $cost"

# interrupted wherever it may be, it goes on to the same end; on a busy machine it may have come to it already
long="valley.py --param work=20000 --generations 40"
"$kip" tune $long --out whole.params > out 2>&1 || fail "tune: $(cat out)"
got=0
for try in 1 2 3 4 5 6 7 8; do
    [ $got = 0 ] || break
    rm -f part.params*
    "$kip" tune $long --out part.params > out 2>&1 &
    pid=$!
    while kill -0 $pid 2> /dev/null && ! grep -q 'after [0-9][0-9] evaluations' part.params 2> /dev/null; do :; done
    kill -INT $pid 2> /dev/null
    wait $pid
    got=$?
done
[ $got = 130 ] || fail "interrupted: exit code $got: $(cat out)"
expect 2 "an unfinished search is in part.params.search" tune $long --out part.params
expect 3 "it has \"# starts 5\" where this one has \"# starts 4\"" tune $long --starts 4 --out part.params --resume
cp part.params.search before.search
expect 2 "generations, more than --generations 0; it counts those of before" tune $long --generations 0 --out part.params --resume
cmp -s part.params.search before.search || fail "a search that is resumed for less than it has done is not kept as it was"
expect 0 "on 5 other starts" tune $long --out part.params --resume
grep -q '^ *1 ' out && fail "resumed it began anew: $(cat out)"
cmp -s whole.params part.params || fail "interrupted and resumed it finds other numbers"
expect 2 "there is no unfinished search" tune $long --out part.params --resume
cmp -s whole.params part.params || fail "a --resume of what had ended touches the numbers"

# into the scripts
cp valley.py write.py
expect 0 "and in the scripts" tune write.py --generations 40 --write --out o1.params
sed 's/^x = .*  #/x = -1.0  #/; s/^y = .*  #/y = 1.5  #/' write.py | cmp -s - valley.py || fail "more than the numbers changed: $(cat write.py)"
cmp -s write.py valley.py && fail "--write changes nothing"
expect 0 "cost" run write.py

# a real scene
cp -r "$root/data" data
expect 0 "all starts were alike" tune data/scenes/stand.py --only '*' --generations 1 --starts 2 --objective "height of the centre of mass" --out o2.params

# which numbers: those of the scene and its own skills; a library's where they are named; written are these alone
mkdir -p lib/skills my/skills
cat > lib/skills/far.py << 'END'
class Far:
    pull = 1.0  # tune 0..2
    hold = 1.0  # tune 0..2
END
cat > my/skills/near.py << 'END'
class Near:
    gain = 1.0  # tune 0..2
END
cat > my/scene.py << 'END'
own = 1.0  # tune 0..2
character = addCharacter("../data/models/ball.xml")
character.addSkill("near")
character.addSkill("../lib/skills/far.py")
measure("cost", (own - 0.5) ** 2)
END
mkdir saved
cp -r lib my saved
# chosen WORDS...: names of the numbers that these words tune
chosen() { "$kip" tune my/scene.py --list "$@" | awk '$4 == "yes" { printf "%s ", $1 }'; }
[ "$(chosen)" = "own near.gain " ] || fail "by default $(chosen) is tuned"
[ "$(chosen --only 'far.*')" = "far.pull far.hold " ] || fail "--only 'far.*' tunes $(chosen --only 'far.*')"
[ "$(chosen --only '*' --except 'f*hold' --except own)" = "near.gain far.pull " ] || fail "--except"
[ "$(chosen --only own --only far.hold)" = "own far.hold " ] || fail "two --only"
"$kip" tune two.py --list --only 'A.*' | grep -q '^  A\.gain .* yes ' || fail "--only 'A.*' does not name a number of a class"
"$kip" tune my/scene.py --list | grep -q ' 0\.\.2 .*skills/far\.py$' || fail "--list tells neither range nor file"
expect 0 "and in the scripts" tune my/scene.py --only own --generations 2 --write --out own.params
cmp -s my/scene.py saved/my/scene.py && fail "--write does not write what was tuned"
cmp -s lib/skills/far.py saved/lib/skills/far.py && cmp -s my/skills/near.py saved/my/skills/near.py ||
    fail "--write writes what was not tuned"
grep -q far own.params && fail "numbers that were not tuned are among the found ones"
expect 2 'did you mean "far.*"? There are own, near.gain, far.pull, far.hold' tune my/scene.py --only 'fat.*' --list
expect 2 'did you mean "far.hold"?' tune my/scene.py --except far.hord --out no.params
expect 2 "leaves nothing to tune" tune my/scene.py --except '*' --out no.params
expect 2 "where --only names them: quiet.gain" tune data/scenes/quiet.py --out no.params
expect 2 "say where the numbers go" tune valley.py
"$kip" tune my/scene.py --generations 100000 --target -1 --out half.params > out 2>&1 &
pid=$!
while kill -0 $pid 2> /dev/null && ! grep -q 'after [0-9][0-9] evaluations' half.params 2> /dev/null; do :; done
kill -INT $pid
wait $pid
expect 3 "another study" tune my/scene.py --only own --generations 100000 --target -1 \
    --out half.params --resume

# refusals
expect 2 "mark numbers" tune data/scenes/hello.py --out o3.params
expect 2 "--starts is 0" tune valley.py --starts 0 --out o4.params
expect 2 "--threads is -1" tune valley.py --threads -1 --out o5.params
expect 2 "sigma is a part" tune valley.py --sigma 7 --out o6.params
expect 2 "--population is 2" tune valley.py --population 2 --out o7.params
expect 2 "must be a file" tune valley.py --out -
expect 2 "must be a file" tune - --out o8.params
expect 2 "not within its # tune" tune valley.py --param x=9 --out o9.params
expect 2 "never calls measure(\"prize\"" tune valley.py --objective prize --out o10.params
expect 3 "must be NAME=NUMBER" run valley.py --params valley.py
expect 4 "" tune missing.py --out o11.params
expect 4 "" tune valley.py --out no/such/folder/a.params
expect 4 "" run valley.py --params missing.params
printf 'x = 1.0  # tune 0..3\nmeasure("cost", float("nan"))\n' > nan.py
expect 1 "no set of numbers has a finite cost" tune nan.py --generations 1 --out o12.params
[ ! -e o12.params.search ] || fail "a search that found nothing is left to be resumed"
printf 'x = 1.0  # tune 0..3\nmeasure("cost", 2)\n' > flat.py
expect 0 "they change nothing" tune flat.py --generations 2 --out o13.params
expect 2 "would overwrite" run valley.py --html valley.py
expect 2 "is the scene" tune valley.py --out valley.py
expect 2 "several classes" run two.py --param gain=2
printf 'x = 1\nz = 3\n' > odd.params
expect 2 "there is no number 'z'" run valley.py --params odd.params
echo "no search" > t9.params.search
expect 3 "no file of kip tune" tune valley.py --out t9.params --resume

[ "$failed" = 0 ] && echo "tune: the same numbers from 1, 2, 3 threads and after an interruption; $count calls answered as they should"
[ $failed = 0 ]

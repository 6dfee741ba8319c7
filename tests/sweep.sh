#!/bin/sh
# kip sweep by the command line: the same bytes whatever the threads, shards and interruptions; damaged tables
# and words that make no sense are refused with a sentence.
#
#     sh tests/sweep.sh path/to/kip        from the root of the repository
# make check: sh tests/sweep.sh ./kip
# shellcheck disable=SC2086 # $map and $long are words
. "$(dirname "$0")/program.sh"
# same NAME A B: two files, with something in them, have the same bytes
same() {
    count=$((count + 1))
    [ -s "$2" ] && cmp -s "$2" "$3" || fail "$1: $2 and $3 differ"
}
# works NAME WORDS...: exit code 0 and nothing on stderr; leaves $dir/out
works() {
    name=$1
    shift
    count=$((count + 1))
    "$kip" sweep "$@" > "$dir/out" 2> "$dir/err"
    code=$?
    [ $code = 0 ] && [ ! -s "$dir/err" ] || fail "$name: exit code $code: $(cat "$dir/err")"
}
# refuses NAME CODE PATTERN WORDS...: that exit code, and a line of stderr like that
refuses() {
    name=$1 expected=$2 pattern=$3
    shift 3
    count=$((count + 1))
    "$kip" sweep "$@" > "$dir/out" 2> "$dir/err"
    code=$?
    [ $code = "$expected" ] || fail "$name: exit code $code, not $expected: $(cat "$dir/err")"
    grep -q -- "$pattern" "$dir/err" || fail "$name: no \"$pattern\" in: $(cat "$dir/err")"
}

# What is measured first, and in which order, differs from run to run; some runs break off.
scene=$dir/sums.py
cat > "$scene" << 'END'
import random
x = 0.0
mass = 60
late = 0
s = 0.0
for i in range(20):
    s = s + random.random()
if late > 1 and random.random() < 0.2:
    measure("rare, \"quoted\"", s / 7)
if random.random() < 0.5:
    measure("odd", 1 / (s - 10))
measure("sum", s / 20 + x, "", "< 0.6")
if mass > 70 and random.random() < 0.8:
    measure("heavy # one", mass * x, "kg")
measure("odd", s)
if late == 2 and random.random() < 0.05:
    measure("never there", 1 / 0)
END

# -- threads, shards, interruptions ---------------------------------------------------------------------------

# whole NAME WORDS...: 1, 2 and 3 threads, and 1, 2 and 5 shards, give the same table, summary and picture, which
# stay in $dir/all.*; and so does a table without some of its rows, which is resumed.
whole() {
    label=$1
    shift
    works "$label" "$@" --threads 2 --csv "$dir/all.csv" --svg "$dir/all.svg"
    cp "$dir/out" "$dir/all.txt"
    for threads in 1 3; do
        works "$label" "$@" --threads $threads --csv "$dir/new.csv" --svg "$dir/new.svg"
        same_all "$label, $threads threads"
    done
    for shards in 1 2 5; do
        for i in $(seq $shards); do
            works "$label, shard $i" "$@" --shard "$i/$shards" --csv "$dir/$shards-$i.csv"
            [ ! -s "$dir/out" ] || fail "$label: a shard prints a summary"
        done
    done
    works "$label, merged" --merge "$dir/1-1.csv" --csv "$dir/new.csv" --svg "$dir/new.svg"
    same_all "$label, merged"
    works "$label, 2 merged" --merge "$dir/2-2.csv" "$dir/2-1.csv" --csv "$dir/new.csv" --svg "$dir/new.svg"
    same_all "$label, 2 merged"
    works "$label, 5 merged" --csv "$dir/new.csv" --svg "$dir/new.svg" \
        --merge "$dir/5-4.csv" "$dir/5-1.csv" "$dir/5-5.csv" "$dir/5-2.csv" "$dir/5-3.csv"
    same_all "$label, 5 merged"
    grep -v '^[0-9]*[0369],' "$dir/all.csv" > "$dir/new.csv"
    works "$label, resumed" "$@" --csv "$dir/new.csv" --resume --svg "$dir/new.svg"
    same_all "$label, resumed"
}
same_all() {
    for kind in csv svg; do
        same "$1" "$dir/all.$kind" "$dir/new.$kind"
    done
    same "$1" "$dir/all.txt" "$dir/out"
}

map="--param x=-0.2:0.3:0.1 --param mass=60,90,75 --param late=3 --seeds 7 --seed 5"
whole "a map" "$scene" $map
[ "$(grep -vc '^#' "$dir/all.csv")" = 127 ] || fail "the table does not have 126 rows and a head"
[ "$(grep -c '7 ' "$dir/all.txt")" -ge 18 ] || fail "the summary does not have 18 points"
grep -q '^job,x,mass,seed,success,.*"rare, ""quoted""".*"heavy # one"' "$dir/all.csv" ||
    fail "the names of the columns"
cp "$dir/all.csv" "$dir/good.csv"
whole "a boundary" "$scene" --param x=-1:1:0.001 --boundary x --param mass=60:90:10 --seeds 3
cp "$dir/all.csv" "$dir/boundary.csv"
whole "random points" "$scene" --param x=-1:1 --param mass=60:90 --random 60
whole "a real scene" data/scenes/stand.py --param force=0,400 --seeds 2

# kip run shows the very run of a row
works "rows" "$scene" --param x=-0.3,0.7 --seeds 4 --csv "$dir/rows.csv"
sum=$("$kip" run "$scene" --param x=0.7 --seed 3 | awk '$1 == "sum" { print $2 }')
awk -F, -v sum="$sum" '/^job/ { for (i = 1; i <= NF; i++) if ($i == "sum") at = i }
    $2 + 0 == 0.7 && $3 == 3 { found = sprintf("%.6g", $at) == sum } END { exit !found }' "$dir/rows.csv" ||
    fail "kip run does not measure what the sweep did"

# a summary for programs; the table to stdout, and the summary to stderr
works "merge what overlaps" --merge "$dir/good.csv" "$dir/good.csv" --json
mv "$dir/out" "$dir/merged.json"
works "json" "$scene" $map --json
same "json" "$dir/out" "$dir/merged.json"
works "text" --merge "$dir/good.csv"
cp "$dir/out" "$dir/good.txt"
"$kip" sweep --merge "$dir/good.csv" --csv - > "$dir/out" 2> "$dir/err"
same "the table to stdout" "$dir/good.csv" "$dir/out"
same "the summary to stderr" "$dir/good.txt" "$dir/err"

# the picture of a measure
works "the mean of a measure" "$scene" $map \
    --svg "$dir/all.svg" --measure "heavy # one"
works "the mean of a measure, merged" --merge "$dir/good.csv" --svg "$dir/new.svg" --measure "heavy # one"
same "the mean of a measure" "$dir/all.svg" "$dir/new.svg"
grep -q "heavy # one" "$dir/all.svg" || fail "the picture of a measure does not name it"

# one that is really interrupted, wherever that was; --resume without a file begins
rm "$dir/new.csv"
long="--param x=0:0.4:0.0001"
works "long" "$scene" $long --csv "$dir/all.csv"
"$kip" sweep "$scene" $long --svg "$dir/none.svg" --measure nope > "$dir/out" 2> "$dir/err"
[ $? = 2 ] || fail "what no run measures is drawn"
head -1 "$dir/err" | grep -q "until now no run measured 'nope'; there are" || fail "what no run measures is not said early"
"$kip" sweep "$scene" $long --resume --csv "$dir/new.csv" > "$dir/out" 2> "$dir/err" &
pid=$!
while kill -0 $pid 2> /dev/null && ! ls "$dir"/new.csv.tmp* > "$dir/list" 2>&1 && [ ! -f "$dir/new.csv" ]; do
    :
done
kill -INT $pid 2> /dev/null
wait $pid
code=$?
[ $code = 130 ] || [ $code = 0 ] || fail "an interrupted sweep has exit code $code: $(cat "$dir/err")"
[ -s "$dir/new.csv" ] || fail "an interrupted sweep leaves no table"
works "resumed" "$scene" $long --resume --csv "$dir/new.csv"
same "a sweep that was interrupted and resumed" "$dir/all.csv" "$dir/new.csv"

# -- runs that break off --------------------------------------------------------------------------------------

"$kip" sweep "$scene" --param late=1,2 --seeds 60 --threads 3 --csv "$dir/broken.csv" > "$dir/out" 2> "$dir/err" ||
    fail "a sweep with a few runs that break off is a failure"
grep -q 'in [0-9]* of 120 runs the script broke off.*the first in job [0-9]* (late=2, seed' "$dir/err" ||
    fail "runs broke off: $(cat "$dir/err")"
first=$(sed -n 's/.*first in job \([0-9]*\) .*/\1/p' "$dir/err")
grep -q "^$first,2,[0-9]*,0,*\$" "$dir/broken.csv" || fail "the row of a run that broke off"
printf 'late = 0\nmeasure("it", 1 / 0)\n' > "$dir/all_broken.py"
refuses "all break off" 1 "all_broken.py:2" "$dir/all_broken.py" --seeds 3 --csv "$dir/b.csv"
refuses "all broke off, resumed" 1 "not one run succeeded" "$dir/all_broken.py" --seeds 3 --csv "$dir/b.csv" --resume
for i in 1 2; do
    refuses "a shard that breaks off" 0 "all_broken.py:2" "$dir/all_broken.py" --seeds 3 --shard $i/2 --csv "$dir/b$i.csv"
    works "a shard that broke off, resumed" "$dir/all_broken.py" --seeds 3 --shard $i/2 --csv "$dir/b$i.csv" --resume
done
refuses "all broke off, merged" 1 "not one run succeeded" --merge "$dir/b1.csv" "$dir/b2.csv" --csv "$dir/b3.csv"
same "all broke off, merged" "$dir/b.csv" "$dir/b3.csv"

# a skill's script that fails does not end its run, and is told
cat > "$dir/skill.py" << 'END'
x = 0
class Skill:
    def step(self):
        y = 1 / (x - 1)
ball = addCharacter("ball")
ball.apply(Skill)
run(0.01)
measure("x", x)
END
refuses "a skill that fails" 0 "in 2 of 6 runs a skill failed; the first in job 2 (x=1, seed 1)" "$dir/skill.py" \
    --param x=0,1,2 --seeds 2
grep -q "skill.py:4:[0-9]*: division by zero" "$dir/err" || fail "a skill that fails: $(cat "$dir/err")"
grep -q "broke off" "$dir/err" && fail "a skill that fails broke nothing off"
refuses "all break off, of a boundary" 1 "all runs broke off" "$dir/all_broken.py" --boundary late \
    --param late=0:1:1e-3 --seeds 2
printf 'x = (\n' > "$dir/syntax.py"
refuses "a scene that does not compile" 3 "syntax.py:" "$dir/syntax.py" --seeds 3

# -- words ----------------------------------------------------------------------------------------------------

for axis in "x=0:1:0" "x=0:1:-0.1" "x=1:0:0.1" "x=0:1:1e-9" "x=0:nan:1" "x=0:inf:1" "x=1,2," "x=,1" "x=a:b:c" \
    "x=0:1" "x=0:1:2:3" "x" "=3" "x=" "x=nan" "x=1:2,3:1" "x=-1e308:1e308:1e300" "x=1e400"; do
    refuses "--param $axis" 2 "^kip sweep: " "$scene" --param "$axis"
done
refuses "an unknown name" 2 "did you mean 'mass'" "$scene" --param mas=1:3:1
refuses "an unknown number of a skill" 2 "there is no number 'typo' .* data/skills/stand.py" data/scenes/stand.py \
    --param stand.typo=1,2
refuses "an unknown skill" 2 "there is no number" "$scene" --param walk.speed=1,2
refuses "a name twice" 2 "twice" "$scene" --param x=1,2 --param x=3
refuses "too many" 2 "too many" "$scene" --param x=0:1:0.001 --param mass=0:1:0.001 --seeds 100
refuses "seeds" 2 "seeds" "$scene" --seeds 0
refuses "seed" 2 "seed" "$scene" --seed 9223372036854775807 --seeds 2
refuses "random without an axis" 2 "NAME=A:B" "$scene" --random 5
refuses "random over a grid" 2 "NAME=A:B" "$scene" --random 5 --param x=0:1:0.1
refuses "no random points" 2 "1 point" "$scene" --random 0 --param x=0:1
refuses "a boundary without ends" 2 "TOLERANCE" "$scene" --boundary x --param x=0,1
refuses "a boundary of nothing" 2 "TOLERANCE" "$scene" --boundary x
refuses "a boundary without tolerance" 2 "TOLERANCE" "$scene" --boundary x --param x=0:1:0
refuses "threads" 2 "threads" "$scene" --threads 0
for shard in 0/3 4/3 x 1 1/ /3 1/0 -1/3 1.5/3; do
    refuses "--shard $shard" 2 "I/N" "$scene" --shard "$shard" --csv "$dir/x.csv"
done
refuses "a shard without a table" 2 "--csv" "$scene" --shard 1/2
refuses "a picture of a shard" 2 "--merge" "$scene" --shard 1/2 --csv "$dir/x.csv" --svg "$dir/x.svg"
refuses "a picture without an axis" 2 "more than one value" "$scene" --svg "$dir/x.svg"
refuses "a boundary's picture without an axis" 2 "another axis" "$scene" --boundary x --param x=0:1:0.1 \
    --svg "$dir/x.svg"
refuses "a picture of another kind" 2 "must end in .svg" "$scene" --param x=0,1 --svg "$dir/x.png"
refuses "a measure that is not there" 2 "did you mean 'sum'" "$scene" --param x=0,1 --svg "$dir/x.svg" \
    --measure sun
refuses "resume without a table" 2 "--csv" "$scene" --resume
refuses "two to stdout" 2 "stdout" "$scene" --csv - --json
refuses "a scene on stdin" 2 "file" -
refuses "two scenes" 2 "one scene" "$scene" "$scene"
refuses "no such scene" 4 "there is no file" "$dir/nothing.py"
refuses "no such folder" 4 "no such" "$scene" --csv "$dir/nothing/x.csv"
refuses "words that a merge does not know" 2 "--seeds is not for --merge" --merge "$dir/good.csv" --seeds 3
[ ! -e "$dir/x.csv" ] && [ ! -e "$dir/x.svg" ] || fail "what is refused leaves a file"

# what is read is not overwritten, under whatever name
cp data/scenes/stand.py "$dir/stands.py"
cp data/skills/stand.py "$dir/stand.py"
ln -s stand.py "$dir/link.csv"
echo "force = 3" > "$dir/params.txt"
for out in stands.py stand.py link.csv params.txt; do
    cp "$dir/$out" "$dir/kept"
    ln -sf "$out" "$dir/over.svg"
    for over in "csv $out" "svg over.svg"; do
        refuses "--$over, a name of $out" 2 "--${over% *} would overwrite .*/${over#* }, which" "$dir/stands.py" \
            --param force=1,2 --params "$dir/params.txt" "--${over% *}" "$dir/${over#* }"
    done
    refuses "--resume --csv $out" 2 "would overwrite" "$dir/stands.py" --params "$dir/params.txt" --resume \
        --csv "$dir/$out"
    same "$out" "$dir/$out" "$dir/kept"
done
refuses "one file for both" 2 "different files" "$scene" --param x=0,1 --csv "$dir/x.svg" --svg "$dir/x.svg"
cp "$dir/good.csv" "$dir/good.svg"
refuses "a picture over a table" 2 "would overwrite" --merge "$dir/good.svg" --svg "$dir/good.svg"

# --param comes after --params, by whatever name
printf 'class A:\n    g = 1.0\nmeasure("g", A.g)\n' > "$dir/class.py"
echo "A.g = 9" > "$dir/params.txt"
works "--param after --params" "$dir/class.py" --params "$dir/params.txt" --param g=2 --csv "$dir/g.csv"
[ "$("$kip" run "$dir/class.py" --params "$dir/params.txt" --param g=2 | awk '$1 == "g" { print $2 }')" = 2 ] ||
    fail "kip run has another number"
grep -q '^0,1,1,2$' "$dir/g.csv" || fail "--param after --params: $(cat "$dir/g.csv")"
grep -q 'class.py: 1 point, seed 1; A.g=9, g=2$' "$dir/out" || fail "the head: $(cat "$dir/out")"

# -- boundaries beyond the ends -------------------------------------------------------------------------------

cat > "$dir/edge.py" << 'END'
import random
x = 0.0
mass = 1
edge = 2.0 * random.random() - 0.5 * mass
measure("in", x < edge, "", "= 1")
END
works "ends" "$dir/edge.py" --param x=0:1:0.001 --boundary x --param mass=0:5:1 --seeds 20 --svg "$dir/edge.svg" \
    --csv "$dir/edge.csv"
cp "$dir/out" "$dir/edge.txt"
# the median of what the rows say, all above every number and none below
for mass in 0 1 2 3 4 5; do
    awk -F, -v mass=$mass '/^[0-9]/ && $2 == mass { print $4 == "all" ? 9 : $4 == "none" ? -9 : $5 }' "$dir/edge.csv" |
        sort -g | awk '{ v[NR] = $1 } END {
            m = (v[10] + v[11]) / 2
            print (m > 4 ? "all" : m < -4 ? "none" : sprintf("%.6g", m)) }' > "$dir/median"
    awk -v mass=$mass '$1 == mass && NF == 7 { print $5 }' "$dir/edge.txt" > "$dir/told"
    same "the median at mass $mass" "$dir/median" "$dir/told"
done
grep -q "from 0 to 1" "$dir/edge.txt" || fail "the ends of a boundary are not told"
for word in all none; do
    awk -v word=$word '$5 == word { found = 1 } END { exit !found }' "$dir/edge.txt" || fail "no median is $word"
done
n=$(grep -c '^[0-9].*,\(all\|none\),,' "$dir/edge.csv")
grep -q "$n of 120 have no boundary between the ends" "$dir/edge.svg" || fail "the picture does not tell of the ends"
works "ends, as JSON" --merge "$dir/edge.csv" --json
grep -q '"median": *null' "$dir/out" || fail "a median beyond the ends is not null: $(cat "$dir/out")"

# -- bands ----------------------------------------------------------------------------------------------------

works "a curve" "$scene" --param x=0,0.1,0.2 --seeds 5 --svg "$dir/band.svg"
grep -q Wilson "$dir/band.svg" || fail "a curve of one axis has no band"
works "a random curve" "$scene" --param x=0:0.2 --random 60 --seeds 2 --svg "$dir/no_band.svg"
grep -q Wilson "$dir/no_band.svg" && fail "a curve of bins has a band"
works "a point twice" "$scene" --param x=0,0.1,0.1 --seeds 5 --svg "$dir/no_band.svg"
grep -q Wilson "$dir/no_band.svg" && fail "a curve of points that were pooled has a band"

# -- tables ---------------------------------------------------------------------------------------------------

works "shards of the map" "$scene" $map \
    --shard 2/5 --csv "$dir/5-2.csv"
refuses "another design" 3 "where this one has \"# param mass=60,90\"" "$scene" --param x=-0.2:0.3:0.1 --param mass=60,90 --param late=3 \
    --seeds 7 --seed 5 --resume --csv "$dir/good.csv"
refuses "other seeds" 3 "seeds" "$scene" --param x=-0.2:0.3:0.1 --param mass=60,90,75 --param late=3 \
    --seeds 8 --seed 5 --resume --csv "$dir/good.csv"
refuses "another kind" 3 "another study" --merge "$dir/good.csv" "$dir/boundary.csv"
refuses "the table of another shard" 3 "no job" "$scene" $map --shard 1/5 --resume --csv "$dir/5-2.csv"
refuses "missing shards" 3 "missing: 0, 2, 3, 4, 5, ...; run shard 1, 3, 4, 5 of 5" --merge "$dir/5-2.csv"
grep -v '^17,' "$dir/good.csv" > "$dir/bad.csv"
refuses "a missing job" 3 "1 of 126 jobs are missing: 17; .*--resume" --merge "$dir/bad.csv"

# damaged NAME PATTERN SCRIPT: what sed makes of the table is refused by --merge and by --resume
damaged() {
    sed "$3" "${4:-$dir/good.csv}" > "$dir/bad.csv"
    refuses "$1" 3 "$2" --merge "$dir/bad.csv"
    grep -q "bad.csv:[0-9]*:[0-9]*: " "$dir/err" || fail "$1: no place in: $(cat "$dir/err")"
    cp "$dir/bad.csv" "$dir/before.csv"
    [ -n "$4" ] || refuses "$1" 3 "$2" "$scene" $map --resume --csv "$dir/bad.csv"
    cmp -s "$dir/bad.csv" "$dir/before.csv" || fail "$1: --resume changes a table that it refuses"
}
head -c 2500 "$dir/good.csv" > "$dir/cut.csv"
damaged "a line that is cut" "cut off\|too few\|not a number" "" "$dir/cut.csv"
damaged "too few cells" "too few" '/^20,/s/,[^,]*$//'
damaged "too many cells" "more cells" '/^20,/s/$/,1/'
damaged "no number" "not a number: 12x" '/^20,/s/,[^,]*,[^,]*,[^,]*$/,12x,,/'
damaged "an unknown job" "no job 126" 's/^20,/126,/'
damaged "a job below 0" "not a whole number" 's/^20,/-20,/'
damaged "half a job" "not a whole number" 's/^20,/20.5,/'
damaged "a job at another point" "another value" 's/^20,/90,/'
damaged "another seed" "another seed" '/^20,/s/,11,/,12,/'
damaged "a success that is none" "1 or 0" '/^20,/s/,11,[01],/,11,2,/'
damaged "a quoted number" "not a whole number" 's/^20,/"20",/'
damaged "an open quote" "cut off" 's/^20,/"20,/'
damaged "a quote in a field" "comma" 's/^20,/2"0,/'
damaged "an unknown format" "format 1" '1s/1/2/'
damaged "no format" 'no file of kip sweep: it does not begin with "# kip sweep 1"$' '1d'
# what was asked: --merge reads it, --resume compares it with its own
other="another study\|was changed between"
damaged "no hash" "lacks its line\|$other" '/^# scripts/d'
damaged "half a hash" "no line of a design\|$other" '/^# scripts/s/.$//'
damaged "an unknown line" "no line of a design\|$other" '2s/^/# colour red\n/'
damaged "a bad axis" "STEP\|$other" 's/^# param x=.*/# param x=0:1:0/'
damaged "no jobs" "jobs\|$other" '/^# jobs/d'
damaged "other jobs" "jobs\|$other" '/^# jobs/s/126/127/'
damaged "two scenes" "no line\|$other" '2p'
# and the rows
damaged "a column missing" "column" '/^job,/s/mass,//'
damaged "a column twice" "twice" '/^job,/s/,sum/,odd/'
damaged "a job twice" "was not the same" '/^20,/{p;s/,11,[01],/,11,1,/;s/[0-9]$/&1/;s/,$/,1/;}'
damaged "a boundary where none is" "a boundary" '/^0,/s/near/all/;/^0,/s/far/all/' "$dir/boundary.csv"
damaged "words for a boundary" "all, none, near or far" '/^0,/s/near/most/;/^0,/s/far/most/' "$dir/boundary.csv"
damaged "runs where the boundary stands" "a boundary stands" '/^0,/s/\(near\|far\),[^,]*,\([0-9]*\),0/\1,,\2,0/' \
    "$dir/boundary.csv"
refuses "an empty table" 3 "no file of kip sweep" --merge /dev/null
head -c 3000 "$kip" > "$dir/bad.csv"
refuses "no text" 3 "no text" --merge "$dir/bad.csv"
refuses "no such table" 4 "no such file" --merge "$dir/nothing.csv"

# a table of other scripts
sed 's/"odd", s/"odd", s + 100/' "$scene" > "$dir/changed.py"
cp "$scene" "$dir/kept"
works "a shard of one text" "$scene" --param x=0,1 --seeds 4 --shard 1/2 --csv "$dir/a.csv"
works "all of one text" "$scene" --param x=0,1 --seeds 4 --csv "$dir/old.csv"
grep -v '^2,' "$dir/old.csv" > "$dir/rest.csv"
cp "$dir/rest.csv" "$dir/before.csv"
cp "$dir/changed.py" "$scene"
refuses "another text" 3 "was changed between this file" "$scene" --param x=0,1 --seeds 4 --csv "$dir/rest.csv" --resume
same "another text" "$dir/rest.csv" "$dir/before.csv"
works "a shard of another text" "$scene" --param x=0,1 --seeds 4 --shard 2/2 --csv "$dir/b.csv"
refuses "shards of two texts" 3 "was changed between this file" --merge "$dir/a.csv" "$dir/b.csv"
cp "$dir/kept" "$scene"
works "the first text again" "$scene" --param x=0,1 --seeds 4 --csv "$dir/rest.csv" --resume
same "the first text again" "$dir/rest.csv" "$dir/old.csv"

# -- clusters -------------------------------------------------------------------------------------------------

for n in 0 00 x ""; do
    count=$((count + 1))
    sh data/cluster/parallel.sh "$n" "$scene" > "$dir/out" 2> "$dir/err"
    code=$?
    [ $code = 2 ] && grep -q "1 shard or more\|usage" "$dir/err" || fail "parallel.sh '$n': $code: $(cat "$dir/err")"
done

# seeds that change nothing are told, others not
printf 'x = 0\nmeasure("y", x)\n' > "$dir/still.py"
printf 'import random\nx = 0\nmeasure("y", random.random())\n' > "$dir/lucky.py"
"$kip" sweep "$dir/still.py" --param x=1,2 --seeds 3 | grep -q '^All seeds were alike' || fail "seeds that are alike are not told"
"$kip" sweep "$dir/lucky.py" --param x=1,2 --seeds 3 | grep -q '^All seeds were alike' && fail "seeds that differ are told as alike"
printf 'x = 0\ny = x + none\n' > "$dir/broken.py"
"$kip" sweep "$dir/broken.py" --param x=1,2 --seeds 3 2> "$dir/err" | grep -q '^All seeds were alike' && fail "runs that break off are told as alike"

# what failed is recorded, and its recording runs again to the same bits
works "failures recorded" data/scenes/stand.py --param force=0,400 --seeds 2 --csv "$dir/stand.csv" --failures "$dir/fell"
ls "$dir/fell" > "$dir/names"
grep -v '^#' "$dir/stand.csv" | awk -F, 'NR > 1 && $4 == 0 { print "job-" $1 "-seed-" $3 ".kip" }' > "$dir/failed"
same "failures recorded" "$dir/names" "$dir/failed"
for file in "$dir"/fell/*.kip; do
    count=$((count + 1))
    "$kip" run "$file" --verify | grep -q "came again, bit for bit" || fail "$file is not what failed"
done
refuses "failures of a boundary" 2 "not for --boundary" data/scenes/stand.py --param force=0:400:10 --boundary force --failures "$dir/x"
refuses "failures nowhere" 2 "empty" data/scenes/stand.py --param force=400 --failures ""
refuses "failures in a file" 4 "is no folder" data/scenes/stand.py --param force=400 --failures "$dir/params.txt"
"$kip" sweep data/scenes/stand.py --param force=0,400 --seeds 2 --json --failures "$dir/fell" > "$dir/out" 2> "$dir/err"
grep -q recorded "$dir/err" && ! grep -q recorded "$dir/out" || fail "--json and --failures share stdout"
refuses "failures in a file" 4 "cannot be made" data/scenes/stand.py --param force=0,400 --failures "$dir/params.txt/x"

[ $failed = 0 ] && echo "sweep: $count runs, comparisons and refusals: the same bytes however it is run"
[ $failed = 0 ]

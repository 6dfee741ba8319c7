#!/bin/sh
# Recordings by the command line: kip run --record and --verify, what kip plot and kip convert make of them.
#
#     sh tests/recording.sh path/to/kip
# make check: sh tests/recording.sh ./kip
. "$(dirname "$0")/program.sh"
# gives NAME CODE PATTERN WORDS...: that exit code, a line of what is said like that
gives() {
    name=$1 expected=$2 pattern=$3
    shift 3
    count=$((count + 1))
    "$kip" "$@" > "$dir/out" 2>&1
    code=$?
    [ $code = "$expected" ] || fail "$name: exit code $code, not $expected: $(tail -3 "$dir/out")"
    grep -q -- "$pattern" "$dir/out" || fail "$name: no \"$pattern\" in: $(tail -3 "$dir/out")"
}
same() {
    count=$((count + 1))
    cmp -s "$2" "$3" || fail "$1: $2 and $3 differ"
}
# refuses NAME PATTERN WORDS...: exit code 2, and no new file
refuses() {
    name=$1 pattern=$2
    shift 2
    ls -a "$dir" > "$dir/.before"
    gives "$name" 2 "$pattern" "$@"
    ls -a "$dir" | cmp -s - "$dir/.before" || fail "$name: left files behind"
}
touch "$dir/out" "$dir/.before"

# -- what is recorded is what happened ------------------------------------------------------------------------

skeleton=data/models/skeleton37.xml
gives "a model" 0 "The recording is in $dir/fall.kip" run $skeleton --hold stand,0.3 --push trunk,100,0,0,0.1,0.1 \
    --duration 1 --seed 3 --record "$dir/fall.kip" --html "$dir/fall.html" --bvh "$dir/fall.bvh"
gives "once more" 0 '^61 of 61 recorded states came again, bit for bit, the last one at 1 s: hash [0-9a-f]\{16\}.$' \
    run "$dir/fall.kip" --verify
gives "the page" 0 '61 frames in 1 s' convert "$dir/fall.kip" "$dir/fall2.html"
same "the page of a recording" "$dir/fall.html" "$dir/fall2.html"
gives "BVH" 0 frames convert "$dir/fall.kip" "$dir/fall2.bvh"
same "the BVH of a recording" "$dir/fall.bvh" "$dir/fall2.bvh"
gives "its model" 0 frames convert "$dir/fall.kip" "$dir/model.xml"
gives "which runs" 0 'hash\|^[0-9a-f]\{16\}$' run "$dir/model.xml" --hold stand,0.3 --push trunk,100,0,0,0.1,0.1 \
    --duration 1 --seed 3 --hash
tail -1 "$dir/out" > "$dir/hash"
"$kip" run "$dir/fall.kip" --verify | sed -n 's/.*hash \(.*\)\.$/\1/p' | cmp -s - "$dir/hash" ||
    fail "the model of a recording falls otherwise"
# what nobody looks back at is forgotten while the run goes on: the same bytes, and no more memory for a longer time
gives "no page" 0 'The recording is in' run $skeleton --hold stand,0.3 --push trunk,100,0,0,0.1,0.1 --duration 1 --seed 3 \
    --record "$dir/alone.kip"
gives "the same frames" 0 frames convert "$dir/alone.kip" "$dir/alone.html"
same "the page of a recording without one" "$dir/fall2.html" "$dir/alone.html"
(ulimit -v 24000 && "$kip" run data/models/ball.xml --duration 600 --record "$dir/ball.kip" > "$dir/out" 2>&1) ||
    fail "600 s of a ball do not fit into 24 MB: $(cat "$dir/out")"
count=$((count + 1))
gives "itself" 0 frames convert "$dir/fall.kip" "$dir/again.kip"
"$kip" convert "$dir/again.kip" "$dir/thrice.kip" > /dev/null
same "a recording of a recording" "$dir/again.kip" "$dir/thrice.kip"
gives "which is the same run" 0 '^61 of 61' run "$dir/again.kip" --verify

for scene in data/scenes/two_characters.py data/scenes/skills.py data/papers/dct/fig2_sequence.py; do
    gives "$scene" 0 'recording is in' run $scene --record "$dir/scene.kip" --html "$dir/scene.html"
    gives "$scene once more" 0 'recorded states came again, bit for bit, the last' run --verify "$dir/scene.kip"
    gives "its page" 0 frames convert "$dir/scene.kip" "$dir/scene2.html"
    same "its page" "$dir/scene.html" "$dir/scene2.html"
done
"$kip" run data/scenes/two_characters.py --record "$dir/pair.kip" > /dev/null
gives "numbers of a scene" 0 'recording is in' run data/scenes/stand.py --param force=90 --record "$dir/stand.kip"
gives "come again" 0 'bit for bit, the last' run "$dir/stand.kip" --verify

# a scene that is another one than it was
printf 'addCharacter("%s", key="stand")\nrun(0.5)\n' "$PWD/$skeleton" > "$dir/scene.py"
gives "a scene" 0 'recording is in' run "$dir/scene.py" --record "$dir/change.kip"
{ sed '$d' "$dir/scene.py"; printf 'at(0.2, lambda: push("trunk", (50, 0, 0), 0.05))\nrun(0.5)\n'; } > "$dir/changed.py"
cp "$dir/changed.py" "$dir/scene.py"
gives "a change is found" 1 '^13 of 31 recorded states .*; at 0.217 s the state is another: joint ' run --verify "$dir/change.kip"
{ sed '$d' "$dir/scene.py" | sed '$d'; printf 'run(0.25)\n'; } > "$dir/shorter.py"
cp "$dir/shorter.py" "$dir/scene.py"
gives "a shorter run" 1 '^1[56] of 31 .*; this run ended earlier than the recording' run --verify "$dir/change.kip"

# record() in a script
printf 'addCharacter("%s", key="stand")\nrecord("%s")\nrun(0.2)\n' "$PWD/$skeleton" said.glb > "$dir/said.py"
gives "record()" 0 "said.glb is in $dir" run "$dir/said.py" --figures "$dir"
[ "$(head -c 4 "$dir/said.glb")" = glTF ] || fail "record() wrote no glTF"
sed 's/said.glb/said.txt/' "$dir/said.py" > "$dir/wrong.py"
gives "record() of no kind" 1 'wrong.py:2:1: record(): "said.txt" must end in .html' run "$dir/wrong.py"

# --verify writes nothing, asks for no more than sameness, and knows operands that look like options
printf 'addCharacter("%s", key="stand")\nrecord("%s")\nrun(0.2)\nmeasure("never", 1, "", "> 2")\n' "$PWD/$skeleton" \
    own.kip > "$dir/own.py"
gives "a claim that fails" 1 "own.kip is in" run "$dir/own.py" --figures "$dir"
cp "$dir/own.kip" "$dir/kept.kip"
sed 's/run(0.2)/push("trunk", (50, 0, 0), 0.05)\nrun(0.2)/' "$dir/own.py" > "$dir/other.py"
mv "$dir/other.py" "$dir/own.py"
gives "a change" 1 'the state is another' run --verify "$dir/own.kip"
same "what --verify read" "$dir/own.kip" "$dir/kept.kip"
sed -i 's/push("trunk", (50, 0, 0), 0.05)//' "$dir/own.py"
gives "no change, though a claim fails" 0 'came again' run --verify "$dir/own.kip"
cp data/models/ball.xml "$dir/-ball.xml"
here=$PWD
case $kip in /*) full=$kip ;; *) full=$here/$kip ;; esac
(cd "$dir" && "$full" run --duration 0.1 --record ball.kip -- -ball.xml && "$full" run --verify ball.kip) > "$dir/out" 2>&1 ||
    fail "a model named like an option: $(cat "$dir/out")"
cp data/models/ball.xml "$dir/ball.xml"
refuses "a model as output" 'would overwrite' run "$dir/ball.xml" --record "$dir/./ball.xml"
refuses "one place for two" 'two outputs go to' run "$dir/ball.xml" --html "$dir/a.out" --record "$dir/./a.out"

# -- interrupted ----------------------------------------------------------------------------------------------

"$kip" run $skeleton --duration 2000 --record "$dir/long.kip" > "$dir/long.out" 2>&1 &
pid=$!
until [ "$(cat "$dir"/long.kip.tmp* 2> /dev/null | wc -c)" -gt 200000 ] || ! kill -0 $pid 2> /dev/null; do :; done
kill -KILL $pid
wait $pid 2> /dev/null
left=$(ls "$dir"/long.kip.tmp*)
gives "what a killed run leaves" 0 'it ends at [0-9.]* s' convert "$left" "$dir/left.bvh"
"$kip" run $skeleton --duration 2000 --record "$dir/ended.kip" > "$dir/long.out" 2>&1 &
pid=$!
until [ "$(cat "$dir"/ended.kip.tmp* 2> /dev/null | wc -c)" -gt 20000 ] || ! kill -0 $pid 2> /dev/null; do :; done
kill -TERM $pid
wait $pid
[ $? = 143 ] || fail "SIGTERM does not end the run with 143"
gives "a run that was ended" 0 ' frames in ' convert "$dir/ended.kip" "$dir/ended.bvh"
grep -q 'it ends at' "$dir/out" && fail "an ended run's recording is not complete"

# -- plots ----------------------------------------------------------------------------------------------------

gives "the list" 0 '^knee_flex_l.torque  *N m  ' plot "$dir/fall.kip" --list
gives "curves" 0 'The picture is in' plot "$dir/fall.kip" --svg "$dir/a.svg"
"$kip" plot "$dir/fall.kip" --svg - > "$dir/b.svg"
same "curves twice" "$dir/a.svg" "$dir/b.svg"
gives "chosen ones" 0 'The picture is in' plot "$dir/fall.kip" --y knee_flex_l,knee_flex_l.target --y knee_flex_l.torque,knee_flex_r.torque \
    --from 0.1 --to 0.5 --title "Knees & more" --svg "$dir/knee.svg"
grep -q '>knee_flex_l.target<' "$dir/knee.svg" && grep -q 'Knees &amp; more' "$dir/knee.svg" || fail "names and title of a plot"
gives "two runs" 0 'The picture is in' plot "$dir/fall.kip" "$dir/scene.kip" --y com.z --svg "$dir/two.svg"
grep -q '>com.z, fall<' "$dir/two.svg" && grep -q '>com.z, scene<' "$dir/two.svg" || fail "names of two runs"
gives "a phase portrait" 0 'The picture is in' plot "$dir/fall.kip" --x knee_flex_l --y knee_flex_l.rate --svg "$dir/phase.svg"
grep -q '>knee_flex_l (rad)<' "$dir/phase.svg" || fail "the x axis of a phase portrait"
gives "a film strip" 0 'The picture is in' plot "$dir/fall.kip" --film 0,0.25,0.5,1 --svg "$dir/film.svg"
grep -q '>0.25 s<' "$dir/film.svg" || fail "the times of a film strip"
"$kip" plot "$dir/again.kip" --film 0,0.25,0.5,1 --svg - > "$dir/film2.svg"
same "film strips" "$dir/film.svg" "$dir/film2.svg"
gives "a plan of it" 0 'The picture is in' plot "$dir/fall.kip" --film auto --spacing 0 --turn 90 --svg "$dir/front.svg"

refuses "no name for the picture" 'say where the picture goes' plot "$dir/fall.kip"
refuses "an unknown quantity" 'did you mean "knee_flex_l"' plot "$dir/fall.kip" --y knee_flex_i --svg "$dir/no.svg"
refuses "two units" '"knee_flex_l.torque" is in N m, which does not share' plot "$dir/fall.kip" \
    --y knee_flex_l,knee_flex_l.torque --svg "$dir/no.svg"
gives "so many poses" 0 'The picture is in' plot "$dir/fall.kip" --film auto,5 --svg "$dir/five.svg"
[ "$(grep -c 'class="pose"' "$dir/five.svg")" = 5 ] || fail "the number of chosen poses"
refuses "no number of poses" 'stands how many poses, 1 to 200' plot "$dir/fall.kip" --film auto,0 --svg "$dir/no.svg"
refuses "no times" 'is no time' plot "$dir/fall.kip" --film "" --svg "$dir/no.svg"
refuses "a time beyond the end" 'goes from 0 to 1 s' plot "$dir/fall.kip" --film 99 --svg "$dir/no.svg"
refuses "from behind to" 'must be before' plot "$dir/fall.kip" --from 5 --to 4 --svg "$dir/no.svg"
refuses "no time" '"x" is no time' plot "$dir/fall.kip" --film 0,x --svg "$dir/no.svg"
refuses "no SVG" 'must end in .svg' plot "$dir/fall.kip" --svg "$dir/no.png"
cp "$dir/fall.kip" "$dir/fall.svg"
refuses "its own input" 'overwrite' plot "$dir/fall.svg" --svg "$dir/./fall.svg"
refuses "a time without frames" 'holds nothing between' plot "$dir/fall.kip" --from 100 --svg "$dir/no.svg"
refuses "a recording without --verify" 'verify runs it again' run "$dir/fall.kip"
gives "a name of the only character" 0 'The picture is in' plot "$dir/stand.kip" --y knee_flex_l --svg "$dir/one.svg"
refuses "a name of two" 'knows no "knee_flex_l"' plot "$dir/pair.kip" --y knee_flex_l --svg "$dir/no.svg"
refuses "--film with --y" 'are for curves' plot "$dir/fall.kip" --film auto --y com.z --svg "$dir/no.svg"
refuses "--onto of a recording" 'a recording has a model of its own' convert "$dir/fall.kip" --onto $skeleton "$dir/no.html"
refuses "no ending" 'cannot be made' convert "$dir/fall.kip" "$dir/no.mp4"
refuses "--verify with more" '--verify stands alone' run --verify "$dir/fall.kip" --duration 1
gives "no recording" 3 'no recording of kip run --record' plot $skeleton --svg "$dir/no.svg"
gives "none at all" 4 'cannot be opened' plot "$dir/nothing.kip" --svg "$dir/no.svg"
[ -e "$dir/no.svg" ] && fail "a picture of nothing"

[ $failed = 0 ] && echo "recording: $count passed"
[ $failed = 0 ]

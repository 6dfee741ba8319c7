#!/bin/sh
# kip convert by the command line: what comes out is whole and can be used; what makes no sense is refused.
#
#     sh tests/convert.sh path/to/kip
# make check: sh tests/convert.sh ./kip
. "$(dirname "$0")/program.sh"
# works NAME WORDS...: exit code 0, nothing on stderr; leaves $dir/out
works() {
    name=$1
    shift
    count=$((count + 1))
    "$kip" convert "$@" > "$dir/out" 2> "$dir/err"
    code=$?
    [ $code = 0 ] && [ ! -s "$dir/err" ] || fail "$name: exit code $code: $(cat "$dir/err")"
}
# says NAME PATTERN FILE: a line of the file is like that
says() {
    count=$((count + 1))
    grep -q -- "$2" "$3" || fail "$1: no \"$2\" in: $(head -5 "$3")"
}
# refuses NAME CODE PATTERN WORDS...: that exit code, a line of stderr like that, and no new file
refuses() {
    name=$1 expected=$2 pattern=$3
    shift 3
    count=$((count + 1))
    ls "$dir" > "$dir/.before"
    "$kip" convert "$@" > "$dir/out" 2> "$dir/err"
    code=$?
    [ $code = "$expected" ] || fail "$name: exit code $code, not $expected: $(cat "$dir/err")"
    grep -q -- "$pattern" "$dir/err" || fail "$name: no \"$pattern\" in: $(cat "$dir/err")"
    ls "$dir" | cmp -s - "$dir/.before" || fail "$name: left files behind"
}

# -- files to convert: two legs on hips in cm, and an ASF of two bones ----------------------------------------

leg() {
    printf 'JOINT %sUpLeg\n{\nOFFSET %s 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n' "$1" "$2"
    printf 'JOINT %sLeg\n{\nOFFSET 0 -42 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n' "$1"
    printf 'JOINT %sFoot\n{\nOFFSET 0 -42 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n' "$1"
    printf 'End Site\n{\nOFFSET 0 -6 18\n}\n}\n}\n}\n'
}
{
    printf 'HIERARCHY\nROOT Hips\n{\nOFFSET 0 90 0\n'
    printf 'CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n'
    leg Left 9
    leg Right -9
    printf 'JOINT Spine\n{\nOFFSET 0 10 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n'
    printf 'JOINT Head\n{\nOFFSET 0 45 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 25 0\n}\n}\n}\n}\n'
    printf 'MOTION\nFrames: 2\nFrame Time: 0.05\n'
    printf '0 90 0 0 0 0 0 0 0 0 0.1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n'
    printf '0 91.25 50 0 0 0 0 0 0 0 0.2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n'
} > "$dir/legs.bvh"
cat > "$dir/two.asf" << 'END'
:version 1.10
:name two
:units
  mass 1.0
  length 0.45
  angle deg
:root
  order TX TY TZ RX RY RZ
  axis XYZ
  position 0 0 0
  orientation 0 0 0
:bonedata
  begin
    id 1
    name body
    direction 0 1 0
    length 30
    axis 0 0 0 XYZ
    dof rx ry rz
  end
:hierarchy
  begin
    root body
  end
END
printf ':FULLY-SPECIFIED\n:DEGREES\n1\nroot 0 1 0 0 0 0\nbody 1 2 3\n2\nroot 0 2 0 0 0 0\nbody 2 3 4\n' > "$dir/two.amc"

# -- what works -----------------------------------------------------------------------------------------------

works "BVH" "$dir/legs.bvh" "$dir/once.bvh"
says "bones and frames" '^legs: 9 bones, 2 frames in 0.05 s (20 per second)$' "$dir/out"
says "size and unit" '^1.7 m high at rest; a unit is taken to be 0.01 m; y points up$' "$dir/out"
works "BVH again" "$dir/once.bvh" "$dir/twice.bvh"
count=$((count + 1))
cmp -s "$dir/once.bvh" "$dir/twice.bvh" || fail "BVH of BVH differs"
"$kip" convert "$dir/legs.bvh" - > "$dir/stdout.bvh" 2> "$dir/err"
cmp -s "$dir/once.bvh" "$dir/stdout.bvh" || fail "BVH on stdout differs"
says "words beside stdout" '^legs: 9 bones' "$dir/err"

works "table" "$dir/legs.bvh" "$dir/legs.csv"
says "head" '^time \[s\],"Hips.x \[m\]","Hips.y \[m\]","Hips.z \[m\]","LeftUpLeg.x \[m\]"' "$dir/legs.csv"
says "a row: 50 cm ahead, 91.25 up" '^0.05[0-9]*,0.5,0,0.9124[0-9]*,0.5,0.0[89]' "$dir/legs.csv"
[ "$(wc -l < "$dir/legs.csv")" -eq 3 ] || fail "the table has $(wc -l < "$dir/legs.csv") lines"

works "body" "$dir/legs.bvh" "$dir/body.xml" --mass 61.5
says "its mass" '^a body of 61.5 kg: 9 bodies, 26 degrees of freedom$' "$dir/out"
"$kip" run "$dir/body.xml" --key stand --duration 0.3 > "$dir/out" 2> "$dir/err" || fail "the body does not run: $(cat "$dir/err")"
says "it runs" '0.3 s in 300 steps' "$dir/out"

works "onto a model" "$dir/legs.bvh" --onto data/models/skeleton37.xml "$dir/onto.csv"
says "what fits worst" '^joint that fits worst: ' "$dir/out"
says "feet" '^foot_l: stands ' "$dir/out"
head -1 "$dir/onto.csv" | grep -q '^time \[s\],com.x \[m\],.*,root.x \[m\],.*,knee_flex_l \[rad\],' || fail "the head of the model's table"
awk -F, 'NR == 1 { n = NF } NF != n { exit 1 } END { exit !(n == 127 && NR == 3) }' "$dir/onto.csv" || fail "the model's table"
for kind in html glb bvh kip; do
    works "onto a model, .$kind" "$dir/legs.bvh" --onto data/models/skeleton37.xml "$dir/onto.$kind"
    works "its own body, .$kind" "$dir/legs.bvh" "$dir/own.$kind"
done
# what is longer than high, and no person, moves by its own names
cat > "$dir/beast.xml" << 'END'
<mujoco model="beast"><worldbody><geom type="plane" size="5 5 .1"/><body name="rump" pos="0 0 .4"><freejoint/>
  <geom type="capsule" fromto="-.4 0 0 .4 0 0" size=".1"/>
  <body name="fore" pos=".4 .1 0"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 -.3" size=".03"/></body>
  <body name="hind" pos="-.4 .1 0"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 -.3" size=".03"/></body>
  <body name="tail" pos="-.5 0 .1"><joint axis="0 0 1"/><geom type="capsule" fromto="0 0 0 -.3 0 0" size=".02"/></body>
</body></worldbody></mujoco>
END
"$kip" run "$dir/beast.xml" --duration 0.5 --bvh "$dir/beast.bvh" > /dev/null 2>&1
works "a motion of the model's own" "$dir/beast.bvh" --onto "$dir/beast.xml" "$dir/beast2.bvh"
says "its axes and unit" "^as a motion of beast's own bones: a unit is 0.01 m; y points up" "$dir/out"
awk '{ for (i = 1; i <= NF; i++) if ($i + 0 == $i) v[FILENAME, FNR, i] = $i; n = FNR > n ? FNR : n }
    END { for (k in v) { split(k, at, SUBSEP); d = v[ARGV[1], at[2], at[3]] - v[ARGV[2], at[2], at[3]]; if (d * d > 1) exit 1 } }' \
    "$dir/beast.bvh" "$dir/beast2.bvh" || fail "the motion of the model's own is another one"
works "a recording of the motion" "$dir/onto.kip" "$dir/onto2.html"
count=$((count + 1))
cmp -s "$dir/onto.html" "$dir/onto2.html" || fail "the page of a motion's recording differs"
grep -q 'skeleton37 moves as it was recorded; nothing is simulated' "$dir/onto.html" || fail "the page does not say that it is no simulation"
works "BVH of a model reads back" "$dir/onto.bvh" "$dir/onto2.bvh"
says "four frames at 60 a second" '^Frames: 4$' "$dir/onto2.bvh"
works "the body's weight" "$dir/legs.bvh" "$dir/own.html" --mass 80
printf 'pelvis = nobody\n' > "$dir/wrong.map"
works "the last half" "$dir/onto.bvh" "$dir/part.bvh" --from 0.0333 --to 0.05
says "two frames of four" '^Frames: 2$' "$dir/part.bvh"
heights() { tail -2 "$1" | awk '{ printf "%.9f\n", $2 }'; }
[ "$(heights "$dir/part.bvh")" = "$(heights "$dir/onto.bvh")" ] || fail "they are not the last two"
works "feet that stand" data/motions/wave.bvh --onto data/models/skeleton37.xml "$dir/wave.csv"
says "they stand at 0, not at -0" 'its lowest point is at -0.001 to 0.000 m' "$dir/out"
works "left and right change places" "$dir/onto.bvh" --onto data/models/skeleton37.xml --mirror "$dir/right.csv"
works "the motion itself" "$dir/onto.bvh" --onto data/models/skeleton37.xml "$dir/left.csv"
column() { awk -F, -v name="$2 [rad]" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i } NR > 1 { print $c }' "$1"; }
column "$dir/left.csv" knee_flex_l > "$dir/l" && column "$dir/right.csv" knee_flex_r > "$dir/r"
paste -d' ' "$dir/l" "$dir/r" | awk '($1 - $2)^2 > 1e-12 { exit 1 } $1^2 > 1e-6 { moved = 1 } END { exit !(moved && NR == 4) }' ||
    fail "the left knee's motion is not the mirrored right one's"
refuses "from after to" 3 'lasts from 0 to 0.05 s: --from 0.04 --to 0.02' "$dir/onto.bvh" "$dir/new.bvh" --from 0.04 --to 0.02
refuses "to what is not there" 3 'is no part of it' "$dir/onto.bvh" "$dir/new.bvh" --to 1
refuses "a mirrored file" 2 'mirror is for what moves a model' "$dir/onto.bvh" "$dir/new.bvh" --mirror
refuses "a cut recording" 2 'write the recording as .bvh first' "$dir/onto.kip" "$dir/new.bvh" --from 0.01

refuses "a wrong map" 3 'wrong.map:1:10: ' "$dir/legs.bvh" --onto data/models/skeleton37.xml --map "$dir/wrong.map" "$dir/new.csv"
refuses "onto a body" 2 'makes a motion' "$dir/legs.bvh" --onto data/models/skeleton37.xml "$dir/new.xml"
refuses "a map for nothing" 2 'is for --onto' "$dir/legs.bvh" --map "$dir/wrong.map" "$dir/new.csv"
works "ASF and AMC" "$dir/two.asf" "$dir/two.amc" "$dir/two.bvh"
says "unit of ASF" 'a unit is 0.05644 m; y points up$' "$dir/out"
says "two frames" '^Frames: 2$' "$dir/two.bvh"
works "ASF alone, in capitals" "$dir/two.asf" "$dir/TWO.XML"

# -- what does not --------------------------------------------------------------------------------------------

kinds='.bvh, .asf with or without its .amc, or a recording of kip run'
refuses "what cannot be read" 2 "$kinds" "$dir/body.xml" "$dir/new.bvh"
refuses "what cannot be made" 2 "$kinds" "$dir/legs.bvh" "$dir/new.fbx"
refuses "AMC with BVH" 2 "$kinds" "$dir/legs.bvh" "$dir/two.amc" "$dir/new.bvh"
refuses "AMC alone" 2 "is a motion without its skeleton: name that before it, as FILE.asf $dir/two.amc" "$dir/two.amc" "$dir/new.bvh"
refuses "a page of an ASF alone" 3 'two.asf has no frames; those of a skeleton are in its .amc: name it next' "$dir/two.asf" "$dir/new.html"
refuses "onto itself" 2 'would be overwritten' "$dir/legs.bvh" "$dir/./legs.bvh"
refuses "mass of a table" 2 'mass is for the body of a skeleton' "$dir/legs.bvh" "$dir/new.csv" --mass 60
refuses "no mass" 2 'must be above 0' "$dir/legs.bvh" "$dir/new.xml" --mass 0
refuses "no such file" 4 'none.bvh' "$dir/none.bvh" "$dir/new.csv"
refuses "no such folder" 4 'none' "$dir/legs.bvh" "$dir/none/new.csv"
head -c 300 "$dir/legs.bvh" > "$dir/half.bvh"
refuses "half a file" 3 'half.bvh' "$dir/half.bvh" "$dir/new.bvh"
printf 'HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\n' > "$dir/point.bvh"
refuses "a point has no body" 3 'no body can be made' "$dir/point.bvh" "$dir/new.xml"

[ $failed = 0 ] && echo "convert: $count conversions, checks and refusals"
[ $failed = 0 ]

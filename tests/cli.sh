#!/bin/sh
# The command line as its users meet it: exit codes, sentences, streams, files.
#
#     sh tests/cli.sh path/to/kip        from the root of the repository
#
# Prints what failed or was skipped, and one last line: "cli: N passed, M failed".
# make check: sh tests/cli.sh ./kip
# shellcheck disable=SC2016 # what stands in single quotes is for awk and grep

kip=$1
models=data/models
if [ ! -x "$kip" ] || [ ! -f "$models/pendulum.xml" ]; then
    echo "usage: sh tests/cli.sh path/to/kip, from the root of the repository" >&2
    exit 2
fi
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
passed=0
failed=0

pass() { passed=$((passed + 1)); }

fail() {
    failed=$((failed + 1))
    echo "cli: FAILED: $1"
}

# verdict NAME COMMAND...: passes if the command succeeds.
verdict() {
    name=$1
    shift
    if "$@"; then pass; else fail "$name"; fi
}

# Runs the command with $dir/in as stdin; leaves $dir/out, $dir/err and $code.
: >"$dir/in"
run() {
    "$@" <"$dir/in" >"$dir/out" 2>"$dir/err"
    code=$?
}

# works NAME COMMAND...: exit code 0, nothing on stderr.
works() {
    name=$1
    shift
    run "$@"
    if [ "$code" -eq 0 ] && [ ! -s "$dir/err" ]; then
        pass
    else
        fail "$name: exit code $code: $(cat "$dir/err")"
    fi
}

# refuses NAME CODE PATTERN COMMAND...: that exit code, and a line of stderr that matches the pattern.
refuses() {
    name=$1 expected=$2 pattern=$3
    shift 3
    run "$@"
    if [ "$code" -ne "$expected" ]; then
        fail "$name: exit code $code, not $expected: $(cat "$dir/err")"
    elif ! grep -Eq -e "$pattern" "$dir/err"; then
        fail "$name: nothing like /$pattern/ in: $(cat "$dir/err")"
    else
        pass
    fi
}

# prints PATTERN: a line of the last stdout matches.
prints() { grep -Eq -e "$1" "$dir/out"; }

# model BODY [REST]: writes $dir/model.xml, a model with this in its body "arm" and this after its worldbody.
model() {
    cat >"$dir/model.xml" <<XML
<mujoco model="test">
  <worldbody>
    <body name="arm">
      $1
    </body>
  </worldbody>
  ${2-}
</mujoco>
XML
}

hinge='<joint name="swing" type="hinge" axis="0 1 0"/>'
solid='<inertial pos="0 0 -1" mass="1" diaginertia="1 1 1"/>'

# -- help ----------------------------------------------------------------------------------------------------

works "help" "$kip" help
verdict "help lists the commands" prints '^  forward '
works "--help" "$kip" --help
works "--version" "$kip" --version
verdict "--version prints the version" prints '^kip [0-9]+\.[0-9]+'
for command in run show forward inverse mass bench reproduce; do
    works "$command --help" "$kip" "$command" --help
    verdict "$command --help has an example" prints '^Example'
done
works "--json before the model" "$kip" show --json "$models/ball.xml"
works "-- ends the options" "$kip" show -- "$models/ball.xml"
refuses "an option after --" 2 'too many.*--json' "$kip" show "$models/ball.xml" -- --json
refuses "no arguments" 2 'Usage: kip COMMAND' "$kip"
refuses "unknown command" 2 'did you mean `kip show`' "$kip" shwo "$models/ball.xml"
refuses "unknown help" 2 'did you mean `kip help models`' "$kip" help model
refuses "a word of the helps" 2 '^  kip help setTarget$' "$kip" help stiffness
refuses "unknown option" 2 'did you mean --duration' "$kip" run "$models/ball.xml" --duraton 1
refuses "missing argument" 2 'MODEL is missing' "$kip" show
refuses "one argument too many" 2 'too many.*box.xml' "$kip" show "$models/ball.xml" "$models/box.xml"
refuses "missing value" 2 '--dt needs a value' "$kip" run "$models/ball.xml" --dt
refuses "value beyond 64 bits" 2 '--seed needs a whole number of at most 64 bits' "$kip" run "$models/ball.xml" --seed 99999999999999999999
refuses "value that is no number" 2 '--dt needs a number, not "fast"' "$kip" run "$models/ball.xml" --dt fast
refuses "value that is not finite" 2 '--dt needs a number, not "nan"' "$kip" run "$models/ball.xml" --dt=nan
refuses "value of a flag" 2 '--json takes no value' "$kip" show "$models/ball.xml" --json=yes

works "show of a model by its name" "$kip" show slope5
verdict "what stands still has its extent" prints '^  slope  box   -3\.985 \.\. 4\.055  -4\.000 \.\. 4\.000  -0\.746 \.\. 0\.749$'
works "show of poses" "$kip" show "$models/skeleton37.xml"
verdict "the poses of its file are named" prints '^Poses and sequences \(.*/skeleton37\.pose\)$'
works "show of poses as JSON" "$kip" show --json "$models/skeleton37.xml"
verdict "the sequences of its file are named" prints '^    "Jump",?$'

echo 'measure("nothing", -0.0, "m", "= 0")' >"$dir/nothing.py"
works "a measure of -0" "$kip" run "$dir/nothing.py"
verdict "-0 is measured as 0" prints '^nothing  *0 m .* holds$'
echo 'measure("sum", 0.1 + 0.2, "", "= 0.3")' >"$dir/sum.py"
run "$kip" run "$dir/sum.py"
verdict "a claim that fails by little is shown with as many digits" prints ' 0\.30000000000000004 .* FAILS$'

# -- files that are wrong ------------------------------------------------------------------------------------

refuses "missing file" 4 'there is no file .*nowhere\.xml" here' "$kip" show "$dir/nowhere.xml"
refuses "a folder" 4 'folder' "$kip" show "$dir"
echo 'hello, world' >"$dir/model.xml"
refuses "not XML" 3 'model\.xml:1:' "$kip" show "$dir/model.xml"
cp data/scenes/stand.py "$dir/scene.txt"
refuses "a script by another name" 3 'scene\.txt:1:1: this is not XML.*; if it is a script, its name must end in \.py' \
    "$kip" run "$dir/scene.txt"
refuses "a script from a pipe" 3 '^kip: -:1:1: this is not XML.*must end in \.py' sh -c '"$1" run - <data/scenes/stand.py' - "$kip"
printf '<mujoco>\n<worldbody>\n<body name="arm">\n</worldbody>\n</mujoco>\n' >"$dir/model.xml"
refuses "unclosed tag" 3 'model\.xml:[34]:.*body' "$kip" show "$dir/model.xml"
printf '<mujoco model="%01025d"><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>\n' 7 >"$dir/model.xml"
refuses "a long name of a model" 2 'the name of the model is longer than 1023 bytes' "$kip" run "$dir/model.xml"
model "$hinge$solid" '<actuator><motor name="m" joint="swong"/></actuator>'
refuses "unknown joint in an actuator" 3 'model\.xml:7:.*swong.*swing' "$kip" show "$dir/model.xml"
model "$hinge$solid" '<keyframe><key name="k" qpos="1 2"/></keyframe>'
refuses "keyframe of the wrong size" 3 'model\.xml:7:.*2' "$kip" show "$dir/model.xml"
model "$hinge<inertial pos=\"0 0 -1\" mass=\"-1\" diaginertia=\"1 1 1\"/>"
refuses "negative mass" 3 'model\.xml:3:.*mass -1' "$kip" show "$dir/model.xml"
model "$hinge"
refuses "zero inertia at a leaf" 3 'model\.xml:[34]:.*(swing|arm)' "$kip" show "$dir/model.xml"
model "<joint name=\"swing\" limited=\"true\" range=\"30 -30\"/>$solid"
refuses "limits reversed" 3 'model\.xml:4:.*range' "$kip" show "$dir/model.xml"
model "$hinge<geom type=\"mesh\" mesh=\"skull\" mass=\"1\"/>"
refuses "mesh geom" 3 'model\.xml:4:.*mesh' "$kip" show "$dir/model.xml"

# -- states --------------------------------------------------------------------------------------------------

echo '0.5,nan,0' >"$dir/in"
refuses "NaN in a state" 3 'line 1, number 2 \(v\[0\], joint swing\) is "nan"' \
    "$kip" forward "$models/pendulum.xml"
printf '# a comment\n\n0.5,1,0\n0.5,1\n' >"$dir/in"
refuses "wrong number of columns" 3 \
    'line 4 has 2 numbers; .*pendulum.xml needs q, v, tau: nq \+ nv \+ nv = 1 \+ 1 \+ 1 = 3' \
    "$kip" forward "$models/pendulum.xml"
verdict "the good lines before came out" test "$(wc -l <"$dir/out")" -eq 1
echo '0.5;1;0' >"$dir/in"
refuses "semicolons" 3 'line 1 has 1 number; .*commas' "$kip" forward "$models/pendulum.xml"
echo '0.5,,0' >"$dir/in"
refuses "an empty number" 3 'number 2 .* is ""' "$kip" forward "$models/pendulum.xml"
echo '0,0,1,0,0,0,0' >"$dir/in"
refuses "zero quaternion" 3 'quaternion' "$kip" mass "$models/ball.xml"
refuses "states and model from stdin" 2 'stdin' "$kip" forward -

printf ' 0.5 ,\t1,0\r\n#\r\n   \n0.5,1,0' >"$dir/in"
works "blanks, CRLF, no last newline" "$kip" forward "$models/pendulum.xml"
verdict "both lines came out, equal" test "$(sort -u "$dir/out" | wc -l)$(wc -l <"$dir/out")" = 12
printf '\357\273\2770.5,1,0\n0.5,1,0\n' >"$dir/in"
works "a byte order mark" "$kip" forward "$models/pendulum.xml"
verdict "both lines of it came out, equal" test "$(sort -u "$dir/out" | wc -l)$(wc -l <"$dir/out")" = 12
echo '0,0,1,2,0,0,0' >"$dir/in"
works "quaternion of length 2" "$kip" mass "$models/ball.xml"

awk 'BEGIN { for (i = 0; i < 1000; i++) printf "%.17g,%.17g,%.17g\n", i / 300 - 1, 2 - i / 250, i % 7 }' \
    >"$dir/states"
cp "$dir/states" "$dir/in"
works "forward on 1,000 lines" "$kip" forward "$models/pendulum.xml"
verdict "1,000 lines came out" test "$(wc -l <"$dir/out")" -eq 1000
cut -d , -f 1,2 "$dir/states" | paste -d , - "$dir/out" >"$dir/in"
works "inverse on 1,000 lines" "$kip" inverse "$models/pendulum.xml"
verdict "inverse undoes forward to 1e-9" awk '
    NR == FNR { tau[NR] = $3; next }
    { d = $1 - tau[FNR]; if (d > 1e-9 || d < -1e-9) bad = 1; n = FNR }
    END { exit bad || n != 1000 }' FS=, "$dir/states" "$dir/out"

awk 'BEGIN {
    for (i = 0; i < 38; i++) printf "%s%g", i ? "," : "", i < 3 ? 0 : i == 3 ? 1 : sin(i) / 2
    print "" }' >"$dir/in"
works "mass matrix of the skeleton" "$kip" mass "$models/skeleton37.xml"
verdict "the mass matrix is symmetric and has the mass first" awk -F , '
    { for (i = 0; i < 37; i++) for (j = 0; j < i; j++) if ($(37 * i + j + 1) != $(37 * j + i + 1)) bad = 1
      d = $1 - 80; if (d > 1e-9 || d < -1e-9) bad = 1 }
    END { exit bad || NF != 37 * 37 }' "$dir/out"
: >"$dir/in"

# -- show and bench ------------------------------------------------------------------------------------------

for file in "$models"/*.xml; do
    works "show $file" "$kip" show "$file"
done
works "show of the skeleton" "$kip" show "$models/skeleton37.xml"
verdict "show names the joints" prints 'knee_flex_l'
verdict "show sums the mass" prints 'mass +80 kg'
"$kip" show "$models/skeleton37.xml" >"$dir/file.txt"
"$kip" show - <"$models/skeleton37.xml" >"$dir/stdin.txt"
verdict "show reads stdin, and has all but the file of poses" sh -c 'grep -q "^Joints" "$1" && grep -q knee_flex_l "$1" && ! grep -q "^Poses" "$1"' sh "$dir/stdin.txt"

if command -v python3 >/dev/null; then
    works "show --json" "$kip" show "$models/skeleton37.xml" --json
    verdict "show --json parses" python3 -c 'import json, sys
model = json.load(open(sys.argv[1]))
assert model["nv"] == 37 and len(model["q0"]) == 38 and abs(model["mass"] - 80) < 1e-9
assert model["bodies"][0]["name"] == "world" and model["bodies"][0]["parent"] is None' "$dir/out"
    works "bench --json" "$kip" bench --json "$models/pendulum.xml"
    verdict "bench --json parses" python3 -c 'import json, sys
bench = json.load(open(sys.argv[1]))
assert bench["forward_us"] > 0 and bench["inverse_us"] > 0 and bench["mass_us"] > 0
assert bench["drop_rk4_x"] > 0 and bench["drop_default_x"] > 0
assert isinstance(bench["checksum"], float) and isinstance(bench["chain"], list)' "$dir/out"
else
    echo "cli: skipped: reading --json, because python3 is not here"
fi

# VST.5, VST.E1: the papers' bodies have the papers' degrees of freedom
for model in robot16 gait22 skeleton37 beat39; do
    works "show $model" "$kip" show "data/models/$model.xml"
    verdict "$model has as many degrees of freedom" prints "nv ${model##*[a-z]}\$"
done

# -- run -----------------------------------------------------------------------------------------------------

mkdir "$dir/files"
files="--html $dir/files/a.html --csv $dir/files/a.csv --bvh $dir/files/a.bvh"
# shellcheck disable=SC2086 # the list is meant to split
failed_run() { refuses "$1" "$2" "$3" "$kip" run "$4" --duration 1 $files $5; }

failed_run "unknown integrator" 2 'must be implicit, rk4 or euler' "$models/skeleton37.xml" '--integrator rk5'
failed_run "step too large" 2 'step of 1 s cannot be used' "$models/skeleton37.xml" '--dt 1'
run "$kip" run "$models/ball.xml" --integrator rk4 --dt 0.02 --duration 0.1
verdict "a step too long for contacts is a warning" grep -q 'warning: steps of 0.02 s are too long for the contacts' "$dir/err"
failed_run "step of zero" 2 'step of 0 s cannot be used: it must be above 0 and at most 0.1 s; 0.001 suits this model' "$models/skeleton37.xml" '--dt 0'
cat >"$dir/told.py" <<'SCRIPT'
class Bow:
    priority = 0
    def __init__(self):
        self.deep, self.slowly = 0.5, False
    def pre(self):
        if self.deep < 1:
            return True
        because("it is too deep")
        return False
    def step(self):
        if self.slowly:
            print(round(time(), 2), self.deep, self.slowly)
            self.slowly = False
addCharacter("arm3", "arm").addSkill(Bow)
run(0.3)
SCRIPT
printf '\357\273\277seconds = 4\r\n' >"$dir/bom.params"
works "numbers with a byte order mark and CR LF" "$kip" run data/scenes/quiet.py --params "$dir/bom.params"
works "--do" "$kip" run "$dir/told.py" --do "0.2 arm Bow deep=0.7 slowly=True"
verdict "--do commands a skill at its time" grep -q '^0.2 0.7 True$' "$dir/out"
run "$kip" run "$dir/told.py" --do "0.1 Bow deep=2" --explain
verdict "a commanded skill that cannot act says why" prints 'Bow.*it is too deep'
printf '%s\n' 'ball = addCharacter("ball", key="drop")' 'class Lost:' '    def pre(self): return getPosition("wing")' \
    '    def step(self): pass' 'ball.addSkill(Lost)' 'run(1)' >"$dir/lost.py"
refuses "a failing skill" 1 "there is no character, object or link 'wing'" "$kip" run "$dir/lost.py" --data data
verdict "a failure that comes again is printed once" test "$(grep -c 'failed, and ends' "$dir/err")" -eq 1
run "$kip" run "$dir/told.py" --do "0.1 Bow deep=2" --do "1000 Bow"
verdict "--do after the end is a warning: $(cat "$dir/err")" test "$(grep -c warning "$dir/err")" = 1 -a -n "$(grep '"1000 do Bow" was not done' "$dir/err")"
printf '%s\n' 'addCharacter("ball", key="drop")' 'for i in range(3000): print("a line", i)' 'run(0.1)' >"$dir/talks.py"
"$kip" run "$dir/talks.py" --data data --csv "$dir/apart.csv" >&- 2>"$dir/err"
code=$?
verdict "what is printed to a closed stdout is in no file: $(cat "$dir/err")" test $code -eq 4 -a "$(grep -c 'a line' "$dir/apart.csv")" = 0
refuses "--do without a time" 2 'TIME SKILL NAME=VALUE' "$kip" run "$dir/told.py" --do "Bow deep=1"
refuses "--do of a number that is not there" 1 'nothing of the name dep' "$kip" run "$dir/told.py" --do "0 Bow dep=1"
refuses "--do of a model" 2 'for scripts' "$kip" run "$models/ball.xml" --do "0 Bow"
failed_run "unknown body in --push" 2 'trnk.*trunk' "$models/skeleton37.xml" '--push trnk,1,0,0,0,1'
failed_run "push without its numbers" 2 'BODY,FX,FY,FZ,T0,DURATION' "$models/skeleton37.xml" '--push trunk,1'
failed_run "push with too many numbers" 2 'has 7 parts.*BODY,FX,FY,FZ,T0,DURATION' "$models/skeleton37.xml" \
    '--push trunk,1,2,3,4,5,6'
failed_run "push with a word for a number" 2 'FY is "x", not a number' "$models/skeleton37.xml" \
    '--push trunk,1,x,3,0,1'
failed_run "hold until a word" 2 'UNTIL is "x", not a number' "$models/skeleton37.xml" '--hold stand,x'
failed_run "hold with two times" 2 'has 3 parts.*NAME.*UNTIL' "$models/skeleton37.xml" '--hold stand,1,2'
failed_run "unknown keyframe" 2 'stnd.*stand' "$models/skeleton37.xml" '--hold stnd'
failed_run "run of a missing file" 4 'there is no file' "$dir/nowhere.xml" ''
failed_run "an output twice" 2 '--html is given 2 times' "$models/ball.xml" "--html $dir/files/b.html"
refuses "an output without a name, at once" 2 '--html needs the name of a file' \
    "$kip" run "$models/double_pendulum.xml" --duration 1e6 --html ''
refuses "an output in a missing folder, at once" 4 'cannot be written: .*no such file or folder' \
    "$kip" run "$models/double_pendulum.xml" --duration 1e6 --html "$dir/files/a.html" --csv "$dir/nowhere/a.csv"
verdict "failed runs leave no files" test -z "$(ls -A "$dir/files")"

refuses "divergence" 1 'at 0\.[0-9]+ s .*ball' "$kip" run "$models/ball.xml" --push ball,1e6,0,0,0,1
refuses "a step that is no part of the control period" 1 'period of 0\.004 s .* of 0\.0025 s; a step of 0\.002 s would do' \
    "$kip" run data/scenes/pushes.py --dt 0.0025
printf 'addGround()\nfor i in range(10):\n    addShape(f"box{i}", "box", [0.1, 0.1, 0.1], mass=1, at=(0, 0, 0.1 + 0.2 * i))\nrun(3)\n' >"$dir/stack.py"
refuses "a step too long for contacts" 1 'a step of 0\.02 s is too long for contacts, try one of 0\.005 s' "$kip" run "$dir/stack.py" --dt 0.02
printf 'addGround()\nfor i in range(3):\n    addShape(f"box{i}", "box", [0.02, 0.02, 0.02], mass=0.01 * 1000**i, at=(0, 0, 0.02 + 0.04 * i))\nrun(0.1)\n' \
    >"$dir/stack.py"
run "$kip" run "$dir/stack.py"
verdict "a thing that is pressed flat is a warning" grep -q 'warning: at 0\.[0-9]* s box1 (10 kg) is 0\.[0-9]* m deep in box0 (0.01 kg)' "$dir/err"

# long_run SIGNAL: a run that only this signal ends
long_run() {
    rm -f "$dir/files"/*
    # shellcheck disable=SC2086
    "$kip" run "$models/double_pendulum.xml" --duration 1e6 $files >"$dir/out" 2>"$dir/err" &
    pid=$!
    while [ -z "$(ls -A "$dir/files")" ] && kill -0 $pid; do :; done
    kill -"$1" $pid
    wait $pid
    code=$?
}
# Below nohup kip goes on when the terminal goes, so SIGHUP ends nothing there.
hangup=HUP=129
[ -z "$(sh -c 'kill -HUP $$; echo ignored' 2>/dev/null)" ] || hangup=
for signal in INT=130 TERM=143 $hangup; do
    long_run "${signal%=*}"
    verdict "a run ended by SIG${signal%=*} exits with ${signal#*=}" test "$code" -eq "${signal#*=}"
    verdict "it says where it stopped" \
        grep -Eq '^kip: stopped at [0-9.]+ s of 1e\+06 s \(interrupted\); the files hold what happened until then\.$' "$dir/err"
    verdict "it leaves its three files" test "$(cd "$dir/files" && echo *)" = "a.bvh a.csv a.html"
    verdict "its page is whole" grep -q '</html>' "$dir/files/a.html"
done

# frames STEP ROWS: what a second of a pendulum becomes
frames() {
    works "a second in steps of $1 s" "$kip" run "$models/pendulum.xml" --dt "$1" --duration 1 \
        --csv "$dir/frames.csv" --bvh "$dir/frames.bvh" --html "$dir/frames.html"
    grep '^[0-9]' "$dir/frames.csv" | cut -d , -f 1 >"$dir/times"
    verdict "steps of $1 s: $2 rows" test "$(wc -l <"$dir/times")" -eq "$2"
    verdict "steps of $1 s: no time twice" test -z "$(uniq -d "$dir/times")"
    verdict "steps of $1 s: 61 frames of motion" grep -q '^Frames: 61$' "$dir/frames.bvh"
    verdict "steps of $1 s: 61 frames on the page" grep -q '"frames":61' "$dir/frames.html"
}
frames 0.001 201
frames 0.002 251
frames 0.05 21
works "a table alone" "$kip" run "$models/skeleton37.xml" --duration 0.1 --csv "$dir/table.csv"
verdict "the table has a head, 21 rows and a last line" test "$(wc -l <"$dir/table.csv")" -eq 24
for column in 'time [s]' 'com.vz [m/s]' 'cop.x [m]' 'foot_l.ground_normal [N]' 'shank_r.reaction_fz [N]' \
    'work of contacts [J]' 'root.qw [1]' 'knee_flex_l [rad]' 'knee_flex_l [rad/s]' 'knee_flex_l [N m]'; do
    verdict "the table has $column" test "$(sed -n 2p "$dir/table.csv" | tr , '\n' | grep -cFx "$column")" -eq 1
done
verdict "its rows are as wide as its header" test "$(grep -v '^#' "$dir/table.csv" | awk -F , '{ print NF }' |
    sort -u | wc -l)" -eq 1
"$kip" run "$models/skeleton37.xml" --duration 0.1 --hash | tail -n 1 >"$dir/hash"
verdict "its last line is the hash" test "$(tail -n 1 "$dir/table.csv")" = "# hash $(cat "$dir/hash")"
refuses "divergence with a table" 1 'at 0\.[0-9]+ s .*ball' "$kip" run "$models/ball.xml" \
    --push ball,1e6,0,0,0.02,1 --csv "$dir/diverged.csv"
verdict "the table holds what was before" grep -q '^# hash ' "$dir/diverged.csv"
verdict "which are some rows" test "$(grep -c '^[0-9]' "$dir/diverged.csv")" -ge 4
model "$hinge$solid" '<custom><text name="feet" data="arm leg"/></custom>'
refuses "feet that are no bodies" 3 "'feet' .* names 'leg'" "$kip" run "$dir/model.xml" --csv "$dir/feet.csv"
verdict "no table of them" test ! -e "$dir/feet.csv"

# -- a run as JSON, and how runs end ---------------------------------------------------------------------------

cat >"$dir/scene.py" <<'PY'
"""A ball and a "skeleton" <again>"""
class Ready:
    priority = 2
    def pre(self):
        return True
    def post(self):
        return skeleton.timeInSkill() > 0.1
    def start(self):
        skeleton.setTargetPose("Ready")
fails = 0
force = 0
skeleton = addCharacter("skeleton37", "skeleton", key="stand")
ball = addShape("Ball", "sphere", 0.1, mass=1, at=(1, 0, 1))
skeleton.addSkill(Ready)
print("text of the script")
run(0.05)
restart()
at(0.05, lambda: event("now"))
run(0.2)
measure("height", getPosition(ball).z, "m", "< 0" if fails else "0.7..0.9")
measure("nothing", 0 * float("inf"))
if fails == 2:
    ball.nothing
if force:
    push(ball, (force, 0, 0), 1)
    run(5)
PY
cat >"$dir/look.py" <<'PY'
import json, sys
def constant(name):
    raise ValueError(name)
document = json.load(open(sys.argv[1]), parse_constant=constant)
for claim in sys.argv[2:]:
    assert eval(claim, {"d": document, "abs": abs, "len": len, "sum": sum}), claim + " does not hold in " + json.dumps(document)[:2000]
PY
python3=$(command -v python3)
[ "$python3" ] || echo "cli: skipped: reading run --json, because python3 is not here"
# json NAME CODE CLAIMS... -- WORDS...: kip run --json WORDS ends so, and prints one document of which the claims hold.
json() {
    what=$1 expected=$2 claims=""
    shift 2
    while [ "$1" != -- ]; do
        claims="$claims${claims:+ and }($1)"
        shift
    done
    shift
    run "$kip" run --json "$@"
    verdict "--json, $what: exit code $code, not $expected" test "$code" -eq "$expected"
    [ ! "$python3" ] || verdict "--json, $what" "$python3" "$dir/look.py" "$dir/out" "d['exit'] == $expected and $claims"
}
json "a scene" 0 'd["end"] == "done"' 'd["error"] is None' 'd["title"] == "A ball and a \"skeleton\" <again>"' \
    'abs(d["time"] - 0.2) < 1e-9' 'd["timestep"] == 0.001' 'len(d["hash"]) == 16' 'd["claims_hold"] == 1' \
    'd["measures"][0] == {"name": "height", "value": d["objects"][0]["position"][2], "unit": "m", "claim": "0.7..0.9", "verdict": "holds"}' \
    'd["measures"][1]["value"] is None and d["measures"][1]["verdict"] is None' \
    '[e["text"] for e in d["events"]] == ["now"] and abs(d["events"][0]["time"] - 0.05) < 1e-9' \
    'abs(sum([s["share"] for s in d["skills"]]) - 1) < 0.01 and sum([s["won"] for s in d["skills"] if s["skill"] == "Ready"]) > 0' \
    'd["decisions"][0]["from"] is None and d["decisions"][0]["to"] == "Ready"' \
    'len(d["characters"]) == 1 and abs(d["characters"][0]["com"][2] - 1) < 0.1 and len(d["characters"][0]["joints"]["root"]) == 7' \
    'd["objects"][0]["name"] == "Ball" and d["files"][0].endswith("json.csv")' -- "$dir/scene.py" --csv "$dir/json.csv"
cp "$dir/out" "$dir/first.json"
verdict "--json: the script's text goes to stderr" grep -q '^text of the script$' "$dir/err"
"$kip" run --json "$dir/scene.py" 2>/dev/null | grep -v json.csv >"$dir/second.json"
verdict "--json is the same in every run" test "$(grep '"hash"' "$dir/first.json")" = "$(grep '"hash"' "$dir/second.json")"
verdict "--json's hash is that of --hash" test "$(sed -n 's/.*"hash": "\(.*\)",/\1/p' "$dir/second.json")" = \
    "$("$kip" run "$dir/scene.py" --hash | tail -n 1)"
json "a claim fails" 1 'd["end"] == "done"' 'd["claims_fail"] == 1' 'd["measures"][0]["verdict"] == "fails"' -- \
    "$dir/scene.py" --param fails=1
json "the script fails" 1 'd["end"] == "error"' 'd["error"]["line"] == 23 and d["error"]["column"] > 0' \
    'd["error"]["file"].endswith("scene.py")' 'abs(d["time"] - 0.2) < 1e-9' -- "$dir/scene.py" --param fails=2
json "it diverges" 1 'd["end"] == "diverged"' '"diverge" in d["error"]["message"] or "Ball" in d["error"]["message"]' \
    'd["measures"][0]["verdict"] == "holds"' -- "$dir/scene.py" --param force=1e6
json "no such file" 4 'd["end"] == "error"' 'd["error"]["message"].startswith("there is no file ")' 'd["hash"] is None' -- \
    "$dir/nowhere.py"
echo 'x = = 1' >"$dir/bad.py"
json "no script" 3 'd["error"]["line"] == 1 and d["error"]["column"] == 5' 'd["measures"] == []' -- "$dir/bad.py"
json "an option of models" 2 'd["end"] == "error"' '"--key" in d["error"]["message"]' -- "$dir/scene.py" --key stand
json "an unknown option" 2 '"--colour" in d["error"]["message"]' 'd["file"] is None' -- "$dir/scene.py" --colour
json "a file that cannot be written" 4 'd["end"] == "error"' 'd["files"] == []' -- "$dir/scene.py" --html "$dir/no/where.html"
json "two for stdout" 2 '"only one of" in d["error"]["message"]' -- "$dir/scene.py" --csv -
json "a model" 0 'd["end"] == "done" and d["title"] == "ball"' 'd["time"] == 0.5' 'd["files"][0].endswith("b.html")' \
    'len(d["characters"][0]["joints"]) == 1 and d["skills"] == []' -- "$models/ball.xml" --duration 0.5 --html "$dir/b.html"
json "a model diverges" 1 'd["end"] == "diverged"' 'd["time"] < 1' 'd["events"][0]["text"].startswith("1e+06 N push")' -- \
    "$models/ball.xml" --push ball,1e6,0,0,0,1
model "$hinge"
json "a wrong model" 3 'd["error"]["line"] > 0 and d["file"].endswith("model.xml")' -- "$dir/model.xml"
mkfifo "$dir/pipe"
cat "$models/arm2.xml" >"$dir/pipe" &
works "a model from a pipe" "$kip" run "$dir/pipe" --duration 0.01
# What a run prints goes to stderr with --json, at once.
printf 'addShape("B", "sphere", 1, mass=1)\nrun(0.01)\n' >"$dir/shape.py"
works "the table of a scene of shapes" "$kip" run "$dir/shape.py" --csv "$dir/shape.csv"
verdict "its first line has no model's name" grep -qE '^# kip [0-9.]+, time step 0.00[0-9]* s$' "$dir/shape.csv"
printf 'addShape("B", "sphere", 1, mass=1)\nprint("begun")\nwhile True:\n    pass\n' >"$dir/endless.py"
printf 'addShape("B", "sphere", 1, mass=1)\nrun(1)\nprint("begun")\nrun(1e6)\n' >"$dir/long.py"
# stopped SIGNAL CODE PATTERN CLAIM FILE: a script that only the signal ends, which says so
stopped() {
    rm -f "$dir/stopped.html" "$dir/err"
    "$kip" run --json "$5" --html "$dir/stopped.html" >"$dir/out" 2>"$dir/err" &
    pid=$!
    until grep -q begun "$dir/err" 2>/dev/null; do
        kill -0 $pid || break
        sleep 0.1
    done
    kill -"$1" $pid
    wait $pid
    code=$?
    what="${5##*/}, ended by SIG$1"
    verdict "$what: exit code $code, not $2" test "$code" -eq "$2"
    verdict "$what: nothing like /$3/ in: $(cat "$dir/err")" grep -Eq "$3" "$dir/err"
    [ ! "$python3" ] || verdict "$what, --json" "$python3" "$dir/look.py" "$dir/out" \
        "d['end'] == 'interrupted' and d['exit'] == $2 and d['error'] is None and ($4)"
}
kept='; the files hold what happened until then\.$'
stopped INT 130 "^kip: stopped at [0-9]+\.[0-9]{3} s of 1e\+06 s \(interrupted\)$kept" \
    'd["time"] > 0.9 and d["files"][0].endswith("stopped.html")' "$dir/long.py"
verdict "the page of a script that was stopped is whole" grep -q '</html>' "$dir/stopped.html"
stopped TERM 143 '^kip: stopped at 0\.000 s \(interrupted\)\.$' 'd["time"] == 0 and d["files"] == []' "$dir/endless.py"
verdict "there is no page of what never ran" test ! -e "$dir/stopped.html"
[ -z "$hangup" ] || stopped HUP 129 '^kip: stopped at 0\.000 s \(interrupted\)\.$' 'd["time"] == 0' "$dir/endless.py"

# In the least address space in which it starts at all there is no room for a scene.
limit=4000
until (ulimit -v $limit && "$kip" --version) >/dev/null 2>&1 || [ $limit -gt 60000 ]; do limit=$((limit + 500)); done
if [ $limit -gt 60000 ]; then
    echo "cli: skipped: running out of memory, because the address space cannot be limited here"
else
    (ulimit -v $limit && "$kip" run "$dir/scene.py") >"$dir/out" 2>"$dir/err"
    code=$?
    verdict "without memory: exit code $code, not 5" test "$code" -eq 5
    verdict "without memory it says so: $(cat "$dir/err")" grep -q 'out of memory' "$dir/err"
fi

# same_run NUMBER [env NAME=VALUE]: one of several equal runs; all that it made is in $dir/NUMBER.*
same_run() {
    number=$1 made=$dir/$1
    shift
    works "run number $number" "$@" "$kip" run "$models/skeleton37.xml" --duration 1 --hold stand,0.4 \
        --push trunk,250,40,0,0.1,0.2 --seed 3 --hash --html "$made.html" --csv "$made.csv" --bvh "$made.bvh"
    tail -n 1 "$dir/out" >"$made.hash"
}
same_run 1
same_run 2
works "show, once more" "$kip" show "$models/skeleton37.xml"
cp "$dir/out" "$dir/1.show"
same_run 3 env LC_ALL=de_DE.UTF-8
works "show with a German locale" env LC_ALL=de_DE.UTF-8 "$kip" show "$models/skeleton37.xml"
cp "$dir/out" "$dir/3.show"
echo '0.5,1,0.25' >"$dir/in"
works "forward with a German locale" env LC_ALL=de_DE.UTF-8 "$kip" forward "$models/pendulum.xml"
verdict "numbers have points in it" prints '^-[0-9]+\.[0-9]+$'
: >"$dir/in"
verdict "the hash has 16 digits" grep -Eq '^[0-9a-f]{16}$' "$dir/1.hash"
for kind in hash html csv bvh; do
    verdict "two runs give the same $kind" cmp -s "$dir/1.$kind" "$dir/2.$kind"
    verdict "a German locale gives the same $kind" cmp -s "$dir/1.$kind" "$dir/3.$kind"
done
verdict "a German locale shows the same" cmp -s "$dir/1.show" "$dir/3.show"

# -- streams -------------------------------------------------------------------------------------------------

run "$kip" run "$models/pendulum.xml" --duration 0.1 --csv -
verdict "run --csv - works" test "$code" -eq 0
verdict "the table goes to stdout" prints '^[0-9.]+,'

# full NAME COMMAND...: stdout is a full device.
full() {
    what=$1
    shift
    "$@" <"$dir/states" >/dev/full 2>"$dir/err"
    code=$?
    verdict "$what to a full device exits with 4" test "$code" -eq 4
    verdict "$what says that stdout failed" grep -q 'stdout' "$dir/err"
}
if [ -c /dev/full ]; then
    full "help" "$kip" help run
    full "show" "$kip" show "$models/ball.xml"
    full "forward" "$kip" forward "$models/pendulum.xml"
    full "run --csv -" "$kip" run "$models/ball.xml" --duration 0.1 --csv -
    refuses "a file on a full device" 4 'full' "$kip" run "$models/ball.xml" --duration 0.1 --html /dev/full
    refuses "a recording on a full device" 4 'dev/full.*the disk is full' "$kip" run "$models/ball.xml" --duration 0.1 --record /dev/full
    verdict "nothing is said to be in it" test ! -s "$dir/out"
    refuses "a table on a full device" 4 'dev/full.*the disk is full' "$kip" run "$models/ball.xml" --duration 100 --csv /dev/full
    verdict "a run whose table is lost ends early" prints '^ball: [0-9]\.[0-9]* s in '
else
    echo "cli: skipped: a full device, because /dev/full is not here"
fi

for option in record csv html; do
    refuses "--$option beyond a limit of files" 4 "limited.$option.*ulimit" \
        sh -c 'ulimit -f 1 && exec "$@"' sh "$kip" run "$models/ball.xml" --duration 0.1 --$option "$dir/limited.$option"
    verdict "--$option beyond a limit leaves nothing" test -z "$(find "$dir" -name 'limited*')"
done

for _ in 1 2 3 4 5 6 7 8 9 10; do cat "$dir/states"; done >"$dir/in"
# unread NAME COMMAND...: its reader takes one line and goes
unread() {
    what=$1
    shift
    { "$@" <"$dir/in" 2>"$dir/err"; echo $? >"$dir/code"; } | head -n 1 >"$dir/out"
    verdict "$what: a reader that goes away is no error" test "$(cat "$dir/code")" = 0
    verdict "$what: nothing is said of it" test ! -s "$dir/err"
    verdict "$what: the reader had its line" test "$(wc -l <"$dir/out")" -eq 1
}
unread forward "$kip" forward "$models/pendulum.xml"
unread "help toolkit" "$kip" help toolkit
unread "show --json" "$kip" show "$models/skeleton37.xml" --json
"$kip" run "$models/skeleton37.xml" --duration 0.1 --record "$dir/list.kip" >/dev/null
unread "plot --list" "$kip" plot "$dir/list.kip" --list
if [ -c /dev/full ]; then
    full "help toolkit" "$kip" help toolkit
    full "plot --list" "$kip" plot "$dir/list.kip" --list
    full "a run" "$kip" run "$models/ball.xml" --duration 0.1
    full "run --json" "$kip" run "$models/ball.xml" --duration 0.1 --json
fi

# -- bench ---------------------------------------------------------------------------------------------------

works "bench of a box" "$kip" bench "$models/box.xml"
verdict "bench times a step" prints '^  step +[0-9.]+ us, [0-9]+ steps a second'
verdict "bench drops it by plain RK4" prints '^  drop_rk4_x +[0-9.]+ times real time'
verdict "bench drops it by the default" prints '^  drop_default_x +[0-9.]+ times real time'
model "<freejoint/><geom type=\"sphere\" size=\"0.05\" mass=\"0.002\" solref=\"-1e8 -10\" solimp=\"0.5 0.5\"/>"
sed -i.kept 's,<worldbody>,<worldbody><geom type="plane" size="5 5 1"/>,' "$dir/model.xml"
works "bench of what is too light for plain RK4" "$kip" bench "$dir/model.xml"
verdict "its drop breaks by plain RK4, and why" prints '^  drop_rk4_x +0: .* at 0\.[0-9]+ s, '
verdict "its drop holds by the default" prints '^  drop_default_x +[0-9.]+ times real time'

# -- scaled models -------------------------------------------------------------------------------------------

works "show --scale" "$kip" show "$models/skeleton37.xml" --scale 1.5,50
verdict "the scaled model has the mass asked for" prints '^  mass +50 kg'
verdict "it has the height, from 0" prints '^  height +1\.5000 m, from z = 0\.0000 m to z = 1\.5000 m'
verdict "it says from what" \
    prints '^  scaled +from 1\.7500 m and 80 kg: lengths by 0\.8571, masses by 0\.625$'
cp "$dir/out" "$dir/small"
"$kip" show "$models/skeleton37.xml" --scale 1.75,80 | grep -v '^  scaled' >"$dir/same"
"$kip" show "$models/skeleton37.xml" >"$dir/file.txt"
verdict "scaled to what it is, it is the same" cmp -s "$dir/same" "$dir/file.txt"
# the greatest strength of a knee stands before its damping, the last column
knee() { awk '$3 == "knee_flex_l" { print $(NF - 1) }' "$1"; }
verdict "strengths go with weight and height" awk -v a="$(knee "$dir/file.txt")" -v b="$(knee "$dir/small")" \
    'BEGIN { d = b - a * 0.625 * 1.5 / 1.75; exit !(a > 0 && d < 0.06 && d > -0.06) }'
works "show --scale --json" "$kip" show --json --scale=1.95,110 "$models/gait22.xml"
verdict "its mass in JSON" prints '"mass": ?(110|109\.99999|110\.00000)'
for size in 1.5 1.5,0 0,50 -1,50 1.5,fifty 1.5,50,3 , nan,50 1.5,inf; do
    refuses "a size of $size" 2 'must be HEIGHT,MASS' "$kip" show "$models/skeleton37.xml" --scale="$size"
done
refuses "a giant" 2 'cannot be scaled to a height of 10000 m' "$kip" show "$models/skeleton37.xml" --scale 10000,50
refuses "scaling what does not move" 2 'nothing that moves' "$kip" show "$models/stairs.xml" --scale 2,50
model "$hinge$solid"
refuses "scaling what has no shape" 2 'that moves in it has a shape' "$kip" show "$dir/model.xml" --scale 2,50

# -- time left -----------------------------------------------------------------------------------------------

# On a terminal only: an experiment of seconds, of which one is to pass before the first line.
if script -qec true /dev/null >/dev/null 2>&1; then
    script -qec "$kip reproduce otb/limits" /dev/null </dev/null >"$dir/out"
    verdict "reproduce says how long it will take" \
        grep -aEq '0 of 1 experiments done in [0-9]+ s, about [0-9]+ s left' "$dir/out"
else
    echo "cli: skipped: the time left of kip reproduce, because there is no script (util-linux) to make a terminal"
fi
run "$kip" reproduce vbc/fig3
verdict "and nothing of it elsewhere" test ! -s "$dir/err"

# -- pictures of scripts, and of the papers' experiments ------------------------------------------------------

case $kip in
/*) ;;
*) kip=$PWD/$kip ;;
esac
mkdir -p "$dir/work/data/papers/first" "$dir/work/data/papers/second"
cd "$dir/work" || exit 2
cat >data/papers/first/fall.py <<'PY'
"""A ball falls & is seen.

More of it.
"""
addShape("Ball", "sphere", 0.1, mass=1, at=(0, 0, 1))
heights = []
for i in range(10):
    run(0.02)
    heights.append((time(), getPosition("Ball").z))
plot("fall.svg", "It falls", "time (s)", {"z (m)": {"the ball": heights}})
record("fall.html")
measure("its height", heights[9][1], "m", "= 0.8 +- 0.01", "paper")
PY
printf 'measure("one", 1)\nplot("a/b c.svg", "<A>", "x", {"y": {"": [(0, 1), (1, 2)]}})\n' >data/papers/second/two.py
# picture FILE: it is there and is SVG.
picture() { [ "$(head -c 4 "$1")" = '<svg' ] && [ "$(tail -1 "$1")" = '</svg>' ]; }
find . | sort >"$dir/before"
works "run with plot() and record()" "$kip" run data/papers/first/fall.py
verdict "it says what it did not write" prints "^fall\.svg, fall\.html are the scene's own and were not written: --figures DIR writes them\.\$"
verdict "it says of no page" test "$(grep -c Open "$dir/out")" = 0
find . | sort | cmp -s - "$dir/before" && good=0 || good=1
verdict "nothing is written where one stands" test $good = 0
works "run --figures" "$kip" run data/papers/first/fall.py --figures out/new/run
verdict "it says where they are" prints '^fall\.svg, fall\.html are in out/new/run\.$'
verdict "it says which page to open" prints '^Open out/new/run/fall\.html in a browser to see it\.$'
verdict "plot() writes SVG" picture out/new/run/fall.svg
verdict "plot() draws what it is given" grep -q '>the ball<' out/new/run/fall.svg
verdict "record() writes a page" grep -q '<html' out/new/run/fall.html
works "run --figures --html" "$kip" run data/papers/first/fall.py --figures out/new/run --html out/new/page.html
verdict "one page is told" test "$(grep Open "$dir/out")" = "Open out/new/page.html in a browser to see it."
{ cat data/papers/first/fall.py; printf 'record("fall.kip")\nrecord("deep/fall.csv")\nrecord("fall.html")\n'; } >"$dir/four.py"
works "run without --figures" "$kip" run "$dir/four.py"
verdict "it counts" prints "^fall\.svg, fall\.html, fall\.kip and 1 more are the scene's own and were not written"
works "several record()" "$kip" run "$dir/four.py" --figures out/new/four
verdict "all of them are written" test -s out/new/four/fall.html -a -s out/new/four/fall.kip -a -s out/new/four/deep/fall.csv
works "run again" "$kip" run --verify out/new/four/fall.kip
for name in '' /up.html ../up.html a/../../up.html; do
    printf 'addShape("B", "sphere", 1, mass=1)\nrecord("%s")\nrun(0.01)\n' "$name" >"$dir/up.py"
    refuses "record(\"$name\")" 1 'up\.py:2:1: record\(\): .*(has no name|leads out of the folder of the figures)' "$kip" run "$dir/up.py"
done
: >ball.xml
refuses "--figures of a model" 2 'is for scripts' "$kip" run ball.xml --figures out
refuses "run --figures without a name" 2 'needs the name of a folder' "$kip" run data/papers/first/fall.py --figures=
refuses "plot() over the page" 1 'fall\.py:10:1: plot\(\): the script and the command line write "\./fall\.svg"' \
    "$kip" run data/papers/first/fall.py --html fall.svg --figures .
refuses "record() over the page" 1 'the script and the command line write "\./fall\.html"' \
    "$kip" run data/papers/first/fall.py --html "$PWD/fall.html" --figures .
rm -rf out/new
ln -s data/papers/first/fall.py code.svg
sed 's/"fall\.svg"/"code.svg"/' data/papers/first/fall.py >"$dir/over.py"
cp "$dir/over.py" data/papers/first/fall.py
refuses "plot() over the script" 1 'code\.svg" is a link' \
    "$kip" run data/papers/first/fall.py --figures .
verdict "the script is as it was" cmp -s "$dir/over.py" data/papers/first/fall.py
sed 's/code\.svg/fall.svg/' "$dir/over.py" >data/papers/first/fall.py
rm -f fall.svg fall.html code.svg
find . | sort >"$dir/before"
works "reproduce" "$kip" reproduce
verdict "it says nothing of figures" test "$(tail -1 "$dir/out")" = "2 measured; paper: 1 of 1 claims hold"
verdict "it writes nothing" test "$(find . | sort | cmp - "$dir/before" && echo same)" = same
works "reproduce --figures" "$kip" reproduce first --figures out/figures
verdict "it says how many figures are where" \
    prints '^2 figures are in out/figures/first; open out/figures/first/index\.html in a browser$'
verdict "the picture is in the paper's folder" picture out/figures/first/fall.svg
verdict "the page has the motion" test "$(wc -c <out/figures/first/fall.html)" -gt 10000
verdict "the index has the docstring" grep -q '<p class="about">A ball falls &amp; is seen\.' out/figures/first/index.html
verdict "the index shows the picture" grep -q '<img src="fall\.svg" alt="It falls">' out/figures/first/index.html
verdict "the index leads to the page" grep -q '<a href="fall\.html">' out/figures/first/index.html
verdict "the index has the table" grep -q '<td>its height</td>.*<td>= 0\.8 +- 0\.01</td><td>paper</td><td>holds</td>' \
    out/figures/first/index.html
verdict "nothing else is written" test "$(find out -type f | wc -l)" -eq 3
printf 'measure("two", 2, "", "= 2")\n' >data/papers/first/two.py
works "reproduce --figures where none is drawn" "$kip" reproduce first/two --figures out/none
verdict "it says where the claims are" \
    prints '^no figure was drawn; the claims are in out/none/first; open out/none/first/index\.html in a browser$'
printf 'two()\n' >data/papers/first/two.py
run "$kip" reproduce first/two
verdict "one experiment that broke off is one" prints '; 1 experiment broke off$'
rm -r data/papers/first/two.py out/none
works "reproduce --figures of all, as JSON" "$kip" reproduce --json --figures out/all
verdict "it is JSON alone" test "$(tr -d '\n' <"$dir/out" | sed 's/\(.\).*\(.\)/\1\2/')" = '[]'
verdict "folders are made" picture "out/all/second/a/b c.svg"
verdict "names are escaped" grep -q '<img src="a/b%20c\.svg" alt="&lt;A&gt;">' out/all/second/index.html
for name in ../up.svg "$dir/up.svg" a/../../up.svg index.html a.svg; do
    case $name in
    *.html) printf 'addShape("B", "sphere", 1, mass=1)\nrecord("%s")\nrun(0.01)\n' "$name" ;;
    *) printf 'plot("%s", "", "", {"": {"": [(0, 1)]}})\n' "$name" ;;
    esac >data/papers/second/zzz.py
    [ "$name" = a.svg ] && cp data/papers/second/zzz.py data/papers/second/aaa.py
    refuses "the figure $name" 1 "$name\" (leads out|is the list|is the experiment aaa's)" \
        "$kip" reproduce second --figures out/bad
    verdict "the other experiments go on" prints '^  one  *1 '
done
verdict "none of them is written" test -z "$(find "$dir" -name up.svg)"
refuses "--figures without a name" 2 'needs the name of a folder' "$kip" reproduce first --figures=
refuses "--figures in a file" 4 'cannot be made' "$kip" reproduce first --figures data/papers/first/fall.py

# ------------------------------------------------------------------------------------------------------------

echo "cli: $passed passed, $failed failed"
[ "$failed" -eq 0 ]

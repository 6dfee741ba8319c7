#!/bin/sh
# Every allocation of every command fails once, and for good from there; every write, sync, rename and close fails once,
# with a full disk, a fault of the disk, an interruption. What must come of it: the exit code of the shortage and a sentence,
# or what came without it; no file that is neither the old one nor a whole new one; no block of memory more than without;
# a table with no row that a sweep without fault would not have, and after --resume the same bytes.
#
#     sh tests/faults.sh path/to/kip [MOST]        from the root of the repository; at most so many places of each command,
#                                                   evenly, and no writes where it is less than the default, 1000
# make check: sh tests/faults.sh ./kip 5
kip=$(pwd)/$1
most=${2:-1000}
failed=0
tried=0
fail() {
    echo "faults: FAILED: $1"
    failed=$((failed + 1))
}
if [ ! -x "$kip" ] || [ ! -d data/skills/learn ]; then
    echo "usage: sh tests/faults.sh path/to/kip [MOST], from the root of the repository" >&2
    exit 2
fi
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
${CC:-cc} -O1 -fno-builtin -shared -fPIC -o "$dir/faults.so" tests/faults/preload.c -ldl || exit 1
cp -r data "$dir/data"
cp "$kip" "$dir/kip" # beside its data
kip=$dir/kip
mkdir "$dir/given" "$dir/good" "$dir/now"
cd "$dir/given" || exit 2

# -- what is run, in a folder of its own, with what it finds there ----------------------------------------------------

cat > scene.py << 'END'
"""A small world"""
import random

force = 1.0  # tune 0..5


class Hold:
    def pre(self):
        return True

    def start(self):
        arm.setTarget("shoulder", 0.5)

    def step(self):
        self.last = [time(), "text" + str(time())]


arm = addCharacter("arm2", "arm")
addShape("Ball", "sphere", 0.1, mass=1, at=(2, 0, 1))
arm.addSkill(Hold)
arm.addPose("Up", {"shoulder": 1})
at(0.005, lambda: push("Ball", (force, 0, 0), 0.01))
angles, times = [], []
while time() < 0.02:
    run(0.005)
    times.append(time())
    angles.append(arm.getAngle("shoulder"))
plot("angle.svg", "Angle", "time (s)", {"angle (rad)": {"shoulder": [(t, angles[i]) for i, t in enumerate(times)]}})
measure("angle", angles[-1], "rad")
measure("cost", (force - 2) ** 2, "")
END
cat > walk.bvh << 'END'
HIERARCHY
ROOT Hips
{
    OFFSET 0 0 0
    CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
    JOINT Chest
    {
        OFFSET 0 0.2 0
        CHANNELS 3 Zrotation Xrotation Yrotation
        End Site
        {
            OFFSET 0 0.3 0
        }
    }
}
MOTION
Frames: 3
Frame Time: 0.01
0 1 0 0 0 0 0 0 0
0 1 0 5 0 0 0 3 0
0 1 0 9 0 0 0 6 0
END
"$kip" run scene.py --record old.kip > /dev/null || fail "the scene does not run"

the_run() { $under "$kip" run scene.py --html o.html --csv o.csv --bvh o.bvh --record o.kip --figures figures --explain; }
the_json() { $under "$kip" run scene.py --json; }
the_model() { $under "$kip" run ../data/models/arm2.xml --duration 0.02 --html o.html --csv o.csv --hash; }
the_verify() { $under "$kip" run old.kip --verify; }
the_sweep() {
    $under "$kip" sweep scene.py --param force=0:2:1 --seeds 2 --threads 1 --csv o.csv --svg o.svg --measure angle $resume
}
the_tune() { $under "$kip" tune scene.py --objective cost --generations 1 --population 4 --starts 1 --threads 1 --out o.params $resume; }
the_learn() { $under "$kip" learn ../data/skills/learn/catch.py --examples 100 --threads 1 --csv o.csv --out o.svm $resume; }
the_plot() { $under "$kip" plot old.kip --y arm/shoulder --svg o.svg; }
the_film() { $under "$kip" plot old.kip --film auto --svg o.svg; }
the_bvh() { $under "$kip" convert walk.bvh o.csv; }
the_glb() { $under "$kip" convert old.kip o.glb; }
the_show() { $under "$kip" show ../data/models/skeleton37.xml --json; }
the_eq() { $under "$kip" eq RBDA.7.3 --model ../data/models/arm2.xml --html o.html; }
the_tree() { $under "$kip" eq OTB.5; }
the_reproduce() { $under "$kip" reproduce otb/damping --figures figures; }

# -- one fault, and what is there after it -----------------------------------------------------------------------------

start_anew() {
    rm -rf "$dir/now"
    cp -r "$dir/given" "$dir/now"
    cd "$dir/now" || exit 2
}

# Files of a fault are whole: the same as without it, or not there. Of what can be gone on with, a beginning.
look_at_files() {
    find . -type f | while read -r file; do
        [ "$file" = ./out ] || [ "$file" = ./err ] && continue
        cmp -s "$file" "$dir/good/$file" && continue
        case $1:$file in
        *:./o.kip) "$kip" plot o.kip --list > /dev/null 2>&1 && continue ;; # as far as it goes
        sweep:./o.csv | learn:./o.csv) # only rows of the whole
            grep '^[0-9]' "$file" | grep -vxF -f "$dir/good/$file" | grep -q . || continue ;;
        tune:./o.params | tune:./o.params.search) continue ;; # judged by going on
        esac
        echo "$file is neither whole nor away"
    done
}

go_on() {
    resume=--resume
    "the_$1" > out 2> err || { fail "$1, $2: it does not go on: $(cat err)"; return; }
    for file in o.csv o.params o.svm; do
        [ ! -f "$dir/good/$file" ] || cmp -s "$file" "$dir/good/$file" || fail "$1, $2: gone on, $file differs"
    done
}

# judge COMMAND FAULT CODE KIND
judge() {
    tried=$((tried + 1))
    case $3 in
    0) cmp -s out "$dir/good/out" || [ "$1" = reproduce ] || [ "$1" = tune ] || fail "$1, $2: exit code 0, and stdout differs" ;;
    "$4") grep -q '^kip[ a-z]*: ' err || fail "$1, $2: exit code $3 without a sentence: $(head -3 err)" ;;
    *) fail "$1, $2: exit code $3, not $4: $(head -3 err)" ;;
    esac
    wrong=$(look_at_files "$1")
    [ -z "$wrong" ] || fail "$1, $2: exit code $3, $wrong"
    if [ "$3" != 0 ]; then
        case $1 in
        sweep | learn) [ ! -f o.csv ] || go_on "$1" "$2" ;;
        tune) [ ! -f o.params.search ] || go_on "$1" "$2" ;;
        esac
    fi
    resume=
}

without_fault() {
    resume=
    start_anew
    KIP_FAULT_COUNT="$dir/count" LD_PRELOAD="$dir/faults.so" "the_$1" > out 2> err || fail "$1: $(cat err)"
    read -r allocations blocks _ < "$dir/count"
    rm -rf "$dir/good"
    cp -r "$dir/now" "$dir/good"
}

# fail_writes COMMAND: system calls by strace, where it is installed and may trace
fail_writes() {
    for fault in write:ENOSPC write:EIO write:EINTR rename:EIO; do
        call=${fault%%:*}
        start_anew
        strace -f -o "$dir/trace" -e trace="$call" sh -c : 2> /dev/null || { echo "faults: no strace here: no write fails"; return; }
        under="strace -f -o $dir/trace -e trace=$call"
        "the_$1" > out 2> err
        calls=$(grep -c "$call(" "$dir/trace")
        n=1
        while [ $n -le "$calls" ]; do
            start_anew
            under="strace -f -o $dir/trace -e trace=$call -e inject=$call:error=${fault#*:}:when=$n"
            "the_$1" > out 2> err
            code=$?
            under=
            # what was to go to stderr tells nothing, and is missed nowhere
            grep -q "write(2.*INJECTED" "$dir/trace" || judge "$1" "$call $n fails with ${fault#*:}" $code 4
            n=$((n + 1 + calls / 40))
            under="strace -f -o $dir/trace -e trace=$call"
        done
        under=
    done
}

resume= under=
for command in ${COMMANDS:-run json model verify sweep tune learn plot film bvh glb show reproduce eq tree}; do
    without_fault "$command"
    echo "faults: $command: $allocations allocations"
    step=$((1 + allocations / most))
    n=1
    while [ $n -le "$allocations" ]; do
        for fault in $n $n+; do
            start_anew
            rm -f "$dir/count"
            KIP_FAULT_COUNT="$dir/count" KIP_FAULT=$fault LD_PRELOAD="$dir/faults.so" "the_$command" > out 2> err
            code=$?
            held=$blocks
            [ ! -f "$dir/count" ] || read -r _ held _ < "$dir/count"
            [ "$held" -le $((blocks + 1)) ] || fail "$command, allocation $fault: $((held - blocks)) blocks are lost"
            judge "$command" "allocation $fault" $code 5
        done
        n=$((n + step))
    done
    [ "$most" -lt 1000 ] || fail_writes "$command"
done
[ $failed = 0 ] && echo "faults: $tried faults, each with its exit code and its sentence, and nothing half written"
exit $((failed > 0))

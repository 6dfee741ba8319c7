#!/bin/sh
# What a body that carries itself is held to, counted: human37 of 1.55 to 1.95 m and 55 to 110 kg on frictions of 0.5 to 1.1, drawn
# by the seed, and skeleton37. A line for each study, with its bar; tables go to FOLDER. Some two hours on two cores.
#
#     sh data/papers/vst/carry.sh ./kip out/carry [FIRST-SEED [THREADS]]        from the root of the repository
set -e
kip=$1 out=$2 seed=${3:-1} threads=${4:-2}
if [ ! -x "$kip" ] || [ -z "$out" ]; then
    echo "usage: sh data/papers/vst/carry.sh path/to/kip FOLDER [FIRST-SEED [THREADS]], from the root of the repository" >&2
    exit 2
fi
mkdir -p "$out"
# NAME RUNS SCENE PARAMETERS: the runs of each point that held; seeds go on from study to study, so that none counts twice.
study() {
    name=$1 runs=$2 scene=$3
    shift 3
    "$kip" sweep "data/papers/vst/$scene.py" --seed "$seed" --seeds "$runs" --threads "$threads" --csv "$out/$name.csv" "$@" \
        > "$out/$name.txt" || true
    echo "$name: $(grep -oE " [0-9]+/$runs " "$out/$name.txt" | tr -d '\n')  (kip sweep data/papers/vst/$scene.py --seed $seed $*)"
    seed=$((seed + runs))
}
# NAME MEASURE BOUND: in how many of its runs that stayed below.
within() {
    awk -F, -v name="$2" -v bound="$3" '
        /^#/ { next }
        !column { for (i = 1; i <= NF; i++) if ($i == name) column = i; next }
        { n++; held += $column < bound }
        END { print "    " name " below " bound ": " held "/" n }' "$out/$1.csv"
}
echo "pushes, wanted: standing and one of 60 N s all, of 20 to 60 N s 99 %"
study standing 40 bear_pushes --param anyone=1 --param towards=0:270:90
study stepping 1000 bear_pushes --param stepping=1 --param anyone=2
within stepping "fastest joint" 15
within stepping "torque jumps in a period" 100
within stepping "a sole that bears slips" 0.03
within stepping "deepest contact" 0.005
study stepping_60 20 bear_pushes --param stepping=1 --param anyone=1 --param impulse=60 --param towards=0:315:45
echo "slope of 5 degrees by heading, foot on ice, platform, load in a hand, 30 N s; wanted: 90 %"
study slope 20 uneven --param ground=1 --param turned=0:315:45
study ice 100 uneven --param ground=2
study platform 100 uneven --param ground=3
study load 100 uneven --param load=5
echo "felled stands within 20 s, wanted: 97 %, skeleton37 99.5 %; fallen 98 %, 99.5 %"
study felled 1000 felled --param human=1
study fallen 1000 get_up --param human=1 --param seconds=20
study rising 100 rising --param anyone=1
within rising "fastest joint" 15
within rising "torque jump" 100
within rising "deepest contact" 0.005
within rising "palms off the level" 30
study felled_skeleton 400 felled
study fallen_skeleton 400 get_up --param seconds=20
echo "other steps; wanted: at most one of a hundred less than at 1 ms"
first=$seed
for step in 0.0005 0.001 0.002 0.004 0.005; do
    seed=$first
    times="--param step=$step --param period=$(case $step in 0.002 | 0.004) echo 0.004 ;; *) echo 0.005 ;; esac)"
    # shellcheck disable=SC2086
    study "stepping_$step" 300 bear_pushes --param stepping=1 --param anyone=2 $times
    # shellcheck disable=SC2086
    study "standing_$step" 20 bear_pushes --param anyone=1 --param towards=0:270:90 $times
    study "felled_$step" 100 felled --param human=1 --param "step=$step"
    study "fallen_$step" 100 get_up --param human=1 --param seconds=20 --param "step=$step"
done
echo "the paper's sequence by side, wanted: 96 %; two minutes of pushes; the robot; falls against limp ones, wanted: head 0.35"
study sequence 5 sequence --param side=0:324:36
study two_minutes 10 two_minutes
study robot 20 robot
study falls 4 falls --param human=1

#!/bin/sh
# The studies of the virtual stuntman: hundreds of runs each, by kip sweep; tables and pictures go to a folder.
#
#     sh data/papers/vst/studies.sh ./kip out/vst [FIRST-SEED]        from the root of the repository
set -e
kip=$1 out=$2 seed=${3:-1}
if [ ! -x "$kip" ] || [ -z "$out" ]; then
    echo "usage: sh data/papers/vst/studies.sh path/to/kip FOLDER [FIRST-SEED], from the root of the repository" >&2
    exit 2
fi
mkdir -p "$out"
study() {
    name=$1 scene=$2
    shift 2
    echo "== $name: kip sweep data/papers/vst/$scene.py $*"
    "$kip" sweep "data/papers/vst/$scene.py" --seed "$seed" --csv "$out/$name.csv" "$@"
}
# pushes survived, by direction: without a step, and with steps
study standing standing --param direction=0:315:45 --param first=20 --seeds 5 --svg "$out/standing.svg" --measure survives
study stepping protective --param direction=0:315:45 --param seconds=0.1,0.4 --param first=60 --param more=10 --seeds 2 \
    --svg "$out/stepping.svg" --measure survives
# random pushes of 20 to 60 N s; pushes that fell it; random falls
study pushes random_pushes --seeds 1000 --failures "$out/pushes-failed"
study felled felled --seeds 1000 --failures "$out/felled-failed"
study get_up get_up --seeds 1000 --failures "$out/get_up-failed"
# getting up against friction, and against height and mass
study friction get_up --param friction=0.4:1.2:0.2 --seeds 40 --svg "$out/friction.svg"
study size get_up --param height=1.55:1.95:0.2 --param mass=60:100:20 --seeds 20 --svg "$out/size.svg"
# a fall, against a limp one
study falls falls --seeds 20
# every skill of the robot and of a person: from perturbed starts, maps, film strips, on one page
sh data/papers/vst/skills.sh "$kip" "$out/skills" 10 "$seed"
study two_fall two_fall --seeds 20
study skeleton_dive skeleton_dive --seeds 20
study robot robot --seeds 50
study catch_and_guard catch_and_guard --seeds 20
# what two cost, and ten: the processor's time is the last line's first number
for cost in "people=1" "people=2 --param apart=3" "people=2" "people=10"; do
    echo "== cost: kip run data/papers/vst/heap.py --param seconds=20 --param $cost"
    # shellcheck disable=SC2086
    ("$kip" run data/papers/vst/heap.py --param seconds=20 --param $cost && times)
done
for show in robot robot_dive_fails two_fall heap skeleton_dive catch_and_guard; do
    "$kip" run "data/papers/vst/$show.py" --record "$out/$show.kip"
    "$kip" plot "$out/$show.kip" --film auto,24 --svg "$out/$show.svg"
done
# skeleton37 walks: what it is told, ground, load, bodies, ten minutes; pushes; felled
study walk_cases walk_cases --param case=0:14:1 --seeds 20
study walk_pushes walk_cases --param case=15 --param impulse=50,60 --param towards=0:315:45 --param phase=0:7:1
study walk_two_pushes walk_cases --param case=16 --param impulse=40 --seeds 20
study walk_long_push walk_cases --param case=17 --seeds 20
study walk_felled walk_felled --seeds 20
# with a person's strengths, from the floor onto hands and knees; pushed over first
study floor floor --seeds 1000 --failures "$out/floor-failed"
study floor-felled floor --param felled=1 --seeds 1000 --failures "$out/floor-felled-failed"
# with a person's strengths: falls by 20 seeds; and all that such a body is held to
study human_falls falls --param human=1 --seeds 20
sh data/papers/vst/carry.sh "$kip" "$out/carry" "$seed"

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
study size get_up --param height=1.65:1.85:0.1 --param mass=60:100:20 --seeds 20 --svg "$out/size.svg"
# a fall, against a limp one
study falls falls --seeds 20
# the robot: each skill from perturbed starts, its sequence, its plunge on stairs and slopes; a film strip of the sequence
for skill in 0 1 2 3 4 5 6 7 8 9 10 11 12; do
    study "robot_$skill" robot_skill --param skill=$skill --seeds 200
done
study robot robot --seeds 50
study dive_stairs robot_dives --param rise=0.1:0.2:0.05 --param angle=20:60:20 --seeds 10 --svg "$out/dive_stairs.svg"
study dive_slopes robot_dives --param slope=0:20:10 --param angle=20:60:20 --seeds 10 --svg "$out/dive_slopes.svg"
"$kip" run data/papers/vst/robot.py --record "$out/robot.kip"
"$kip" plot "$out/robot.kip" --film auto,24 --svg "$out/robot.svg"
# with a person's strengths, from the floor onto hands and knees; pushed over first
study floor floor --seeds 1000 --failures "$out/floor-failed"
study floor-felled floor --param felled=1 --seeds 1000 --failures "$out/floor-felled-failed"

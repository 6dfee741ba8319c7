#!/bin/sh
# The studies of velocity-based control: every push of the paper's range, where the range ends, and the walk without a
# weld at full and half strength; tables and pictures go to a folder. Some twenty minutes on two cores.
#
#     sh data/papers/vbc/studies.sh ./kip out/vbc        from the root of the repository
set -e
kip=$1 out=$2
if [ ! -x "$kip" ] || [ -z "$out" ]; then
    echo "usage: sh data/papers/vbc/studies.sh path/to/kip FOLDER, from the root of the repository" >&2
    exit 2
fi
mkdir -p "$out"
study() {
    name=$1 scene=$2
    shift 2
    echo "== $name: kip sweep data/papers/vbc/$scene.py $*"
    "$kip" sweep "data/papers/vbc/$scene.py" --csv "$out/$name.csv" "$@"
}
# the paper's range, in steps of 50 N at 16 phases, on trunk and root
for planar in 1 0; do
    study pushes_planar_$planar pushes --param one=1 --param force=-250:600:50 --param phase=0:15:1 --param root=0,1 \
        --param planar=$planar
done
# where it ends
study range_ahead pushes --param one=1 --boundary force --param force=300:1500:25 --param phase=1,5,9,13 --param root=0,1 \
    --param planar=0,1
study range_back pushes --param one=1 --boundary force --param force=-1500:-100:25 --param phase=1,5,9,13 --param root=0,1 \
    --param planar=0,1
# a long walk
"$kip" run data/papers/vbc/steady_walk.py --param number=200
# what the balance rule does alone, and with each of ours
study ablation ablation --param phases=8 --param force=-250:650:100
# without a weld
study walk_map walk_pushes --param direction=0:315:45 --param root=0,1 --param seconds=0.1,0.5 --param impulse=20 --param more=10
study walk_pushes walk_pushes --param strength=0.5,1 --param impulse=30:70:10 --param direction=0:270:90 --param phase=0:7:1 \
    --svg "$out/walk_pushes.svg" --measure "pushes survived, of 1"
study walk_speeds walk_speeds --param strength=0.5,1 --seeds 5
study walk_steps walk_steps --param strength=0.5,1 --seeds 5

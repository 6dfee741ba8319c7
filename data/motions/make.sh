#!/bin/sh
# Makes the motions of this folder anew: sh data/motions/make.sh, from the folder above data/.
set -e
kip=${KIP:-./kip}
out=${OUT:-data/motions}
gesture() { # NUMBER NAME
    $kip run data/motions/gestures.py --param clip="$1" --record "$out/$2.kip" > /dev/null
    $kip convert "$out/$2.kip" "$out/$2.bvh" > /dev/null
    rm "$out/$2.kip"
}
gesture 0 idle
gesture 1 wave
gesture 2 punch
gesture 3 kick
gesture 4 soccer_kick
gesture 5 goalkeeper
gesture 6 get_ready
walk() { # NUMBER NAME
    $kip run data/motions/walks.py --param clip="$1" > "$out/$2.bvh"
}
walk 0 walk
walk 1 walk_start
walk 2 walk_stop
walk 3 turn_45_left
walk 4 turn_90_left
walk 5 turn_180_left
walk 6 turn_45_right
walk 7 turn_90_right
walk 8 turn_180_right
$kip run data/motions/dives.py --param clip=0 > "$out/dive_left.bvh"
$kip run data/motions/dives.py --param clip=1 > "$out/dive_right.bvh"
$kip run data/motions/flips.py > "$out/flip.bvh"
$kip run data/motions/rolls.py --record "$out/roll.kip" > /dev/null
$kip convert "$out/roll.kip" "$out/roll.bvh" > /dev/null
rm "$out/roll.kip"

#!/bin/sh
# Every skill of the virtual stuntman on one page: how often it does what it is to do from perturbed starts, maps over chair,
# angle, push, friction, slope, mass and height, and a film strip. Each map has SEEDS runs a point (default 10), each skill four
# times as many. Some two hours on two cores with 10, a quarter of an hour with 1.
#
#     sh data/papers/vst/skills.sh ./kip out/skills [SEEDS [FIRST-SEED]]        from the root of the repository
#
# Writes FOLDER/index.html, which needs no other file, and the tables.
set -e
kip=$1 out=$2 seeds=${3:-10} first=${4:-1}
if [ ! -x "$kip" ] || [ -z "$out" ]; then
    echo "usage: sh data/papers/vst/skills.sh path/to/kip FOLDER [SEEDS [FIRST-SEED]], from the root of the repository" >&2
    exit 2
fi
mkdir -p "$out"
page=$out/index.html
robot='balance,protective step,double stance to crouch,crouch to stand,sit,rise from a seat,walk,dive and roll,fall,rise prone,rise from the knees,rise supine,kip'
person='sit,rise from a seat,kip,dive and roll,jump,tumble,leg kick,double stance to crouch,crouch to stand,rise prone,kneel to crouch,rise supine,kneel on a knee'

say() { printf '%s\n' "$*" >> "$page.new"; }
picture() { # SVG, what it shows
    printf '<figure><img alt="%s" src="data:image/svg+xml;base64,%s"><figcaption>%s</figcaption></figure>\n' \
        "$2" "$(base64 < "$1" | tr -d '\n')" "$2" >> "$page.new"
}
sweep() { # name, seeds, scene, parameters: a table, and on the terminal what is run
    name=$1 runs=$2 scene=$3
    shift 3
    echo "== $name: kip sweep data/papers/vst/$scene.py $*"
    "$kip" sweep "data/papers/vst/$scene.py" --seed "$first" --seeds "$runs" --csv "$out/$name.csv" "$@" > "$out/$name.txt" || true
}
map() { # name, what it shows, scene, parameters
    name=$1 caption=$2
    shift 2
    sweep "$name" "$seeds" "$@" --svg "$out/$name.svg"
    picture "$out/$name.svg" "$caption"
}
# Everything of one of the two: the scene, its title, the names of its skills, and which have no seat.
chapter() {
    scene=$1 names=$3
    say "<h2>$2</h2>"
    sweep "$scene" $((4 * seeds)) "$scene" --param skill=0:12:1
    say "<table><tr><th>skill<th>does it<th>95 % interval<th>mean time, s"
    awk -F '  +' -v names="$names" 'BEGIN { split(names, name, ",") }
        $2 == "skill" { for (i = 1; i <= NF; i++) column[$i] = i }
        $3 ~ "^[0-9]+/[0-9]+$" { printf "<tr><td>%d %s<td>%s<td>%s<td>%s\n", $2, name[$2 + 1], $3, $5, $column["time"] }' \
        "$out/$scene.txt" >> "$page.new"
    say "</table>"
    map "${scene}_friction" "rate of success by skill (its number above) and friction" "$scene" --param skill=0:12:1 --param friction=0.3:1.1:0.2
    map "${scene}_slope" "by skill and slope in degrees, up ahead" "$scene" --param "skill=$4" --param slope=-5,0,5
    map "${scene}_mass" "by skill and mass in kg" "$scene" --param skill=0:12:1 --param mass=60:100:10
    map "${scene}_height" "by skill and height in m" "$scene" --param skill=0:12:1 --param height=1.55:1.95:0.1
}
strips() { # scene, names
    scene=$1 skill=0
    printf '%s\n' "$2" | tr , '\n' | while read -r what; do
        echo "== $scene, $what: a film strip"
        "$kip" run "data/papers/vst/$scene.py" --param skill=$skill --seed "$first" --record "$out/strip.kip" > "$out/strip.txt" 2>&1 || true
        "$kip" plot "$out/strip.kip" --film auto,14 --svg "$out/${scene}_strip_$skill.svg"
        picture "$out/${scene}_strip_$skill.svg" "$what (skill $skill, seed $first): $(sed -n 's/.*it does *\([01]\).*/\1/p' "$out/strip.txt" |
            sed 's/1/it does/;s/0/it does not/')"
        skill=$((skill + 1))
    done
    rm -f "$out/strip.kip" "$out/strip.txt"
}

cat > "$page.new" <<'HTML'
<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>kip: the virtual stuntman's skills</title>
<style>
body { font: 16px/1.5 sans-serif; max-width: 76em; margin: 2em auto; padding: 0 1em; color: #222; background: #fff }
table { border-collapse: collapse } th, td { text-align: left; padding: .1em 1.5em .1em 0; border-bottom: 1px solid #ddd }
figure { margin: 1.5em 0 } img { max-width: 100% } figcaption { color: #555 }
</style>
<h1>The virtual stuntman's skills</h1>
HTML
say "<p>Written by <code>sh data/papers/vst/skills.sh ./kip FOLDER $seeds $first</code> with $("$kip" --version): each skill from perturbed"
say "starts, $((4 * seeds)) of them, seeds from $first on; maps have $seeds a point. Steps of 1 ms, control every 5 ms."
chapter robot_skill "The robot, in the plane" "$robot" 0,1,2,3,6,7,8,9,10,11,12
map robot_chair "the robot sits down: by height of the chair and its own, m" robot_skill --param skill=4 --param chair=0.3:0.6:0.05 --param height=1.55:1.95:0.2
map robot_seat "it rises from it" robot_skill --param skill=5 --param chair=0.3:0.6:0.05 --param height=1.55:1.95:0.2
map robot_push "its protective step: by the push, N s, and its mass, kg" robot_skill --param skill=1 --param impulse=-90:90:20 --param mass=60:100:20
map robot_angle "its dive: by angle, degrees, and friction" robot_skill --param skill=7 --param angle=10:70:10 --param friction=0.5:1.1:0.2
strips robot_skill "$robot"
chapter body_skill "A person, in space" "$person" 2,3,4,5,6,7,8,9,10,11,12
map body_chair "a person sits down, and rises: by skill and height of the chair, m" body_skill --param skill=0,1 --param chair=0.35:0.6:0.05
map body_angle "a person's dive: by angle, degrees, and friction" body_skill --param skill=3 --param angle=20:60:10 --param friction=0.5:1.1:0.2
map dive_slopes "the robot dives down slopes: by slope and angle, degrees" robot_dives --param slope=0:20:10 --param angle=20:60:20
map dive_stairs "and down stairs of 0.30 m: by height of a step, m, and angle" robot_dives --param rise=0.1:0.2:0.05 --param angle=20:60:20
strips body_skill "$person"
say "</html>"
mv "$page.new" "$page"
echo "wrote $page"

#!/bin/sh
# Where scripts find their files: --data, KIP_DATA, beside the program, and poses that skills bring along.
#
#     sh tests/data.sh path/to/kip        from the root of the repository
# make check: sh tests/data.sh ./kip
. "$(dirname "$0")/program.sh"
unset KIP_DATA

# says WHAT WORDS COMMAND...: exit code 0, and stdout is WORDS
says() {
    what=$1
    words=$2
    shift 2
    out=$("$@" 2>"$dir/err") || fail "$what: exit code $?: $(head -n 2 "$dir/err")"
    [ "$out" = "$words" ] || fail "$what: \"$out\", not \"$words\""
}

# what is shipped is files: a link would name a place of one machine
links=$(find "$root/data" "$root/src" "$root/tests" -type l)
[ -z "$links" ] || fail "links in the tree: $links"

# a program in a tree of its own, of which only a link is elsewhere
mkdir -p "$dir/tree/build" "$dir/bin" "$dir/share/kip" "$dir/work" "$dir/mine/models" "$dir/other/models"
cp -L "$kip" "$dir/tree/build/kip"
ln -s "$root/data" "$dir/tree/data"
ln -s ../tree/build/kip "$dir/bin/linked"
cp -L "$kip" "$dir/bin/kip"
ln -s "$root/data/models" "$root/data/poses" "$root/data/skills" "$dir/share/kip/"
sed 's/mass="0.43"/mass="0.5"/' data/models/ball.xml >"$dir/mine/models/ball.xml"
sed 's/mass="0.43"/mass="0.6"/' data/models/ball.xml >"$dir/other/models/ball.xml"
cd "$dir/work" || exit 2
printf 's = addCharacter("skeleton37")\ns.addSkill("stand")\nrun(0.01)\nprint(round(s.mass()))\n' >stand.py
says "a tree's program, by a link" 80 "$dir/bin/linked" run stand.py
says "an installed program" 80 "$dir/bin/kip" run stand.py
[ "$("$dir/bin/kip" help walk_to | head -c 17)" = "The skill walk_to" ] || fail "an installed program's help has no skills"
mv "$dir/share" "$dir/gone"
"$dir/bin/kip" help walk_to >"$dir/out" 2>"$dir/err" && fail "the help of a program without data has a skill"
grep -q '^Skills are in a folder skills/, which is not found here; KIP_DATA=DIR adds the folder where it is' "$dir/err" ||
    fail "kip help does not say how skills are found: $(cat "$dir/err")"
[ "$(KIP_DATA=$root/data "$dir/bin/kip" help walk_to | head -c 17)" = "The skill walk_to" ] || fail "kip help does not read KIP_DATA"
"$dir/bin/kip" run stand.py >"$dir/out" 2>"$dir/err" && fail "a program without data finds some"
grep -q -- "--data DIR, or KIP_DATA=DIR" "$dir/err" || fail "it does not say how data is found: $(cat "$dir/err")"
says "--data" 80 "$dir/bin/kip" run stand.py --data "$root/data"
says "--data of the folder above" 80 "$dir/bin/kip" run stand.py --data "$root"
says "KIP_DATA" 80 env KIP_DATA="$dir/mine:$root/data" "$dir/bin/kip" run stand.py

# --data before KIP_DATA, the first before the second, both before the program's own
mass() {
    "$dir/bin/linked" run weigh.py "$@" 2>&1
}
printf 's = addCharacter("ball")\nrun(0.01)\nprint(round(s.mass(), 3))\n' >weigh.py
own=$(mass)
one=$(mass --data "$dir/mine")
two=$(mass --data "$dir/other")
[ "$own" != "$one" ] && [ "$one" != "$two" ] || fail "three models weigh $own, $one, $two"
[ "$(mass --data "$dir/other" --data "$dir/mine")" = "$two" ] || fail "the first --data is not the first"
[ "$(KIP_DATA=$dir/mine mass)" = "$one" ] || fail "KIP_DATA is not before the program's own"
[ "$(KIP_DATA=$dir/mine mass --data "$dir/other")" = "$two" ] || fail "--data is not before KIP_DATA"
[ "$(KIP_DATA=$dir/mine:$dir/other mass)" = "$one" ] || fail "the first of KIP_DATA is not the first"
KIP_DATA=$dir/nowhere mass >"$dir/out" && fail "a folder that is not there is no error"
grep -q 'KIP_DATA: there is no folder' "$dir/out" || fail "KIP_DATA's missing folder: $(cat "$dir/out")"
"$dir/bin/linked" run weigh.py --data "$dir/mine" --record weigh.kip >"$dir/out" 2>&1 || fail "no recording"
"$dir/bin/linked" run weigh.kip --verify >"$dir/out" 2>&1 || fail "--verify forgets --data: $(cat "$dir/out")"

# a skill brings its poses: in a file beside it, at its top, in its class, when it starts
mkdir skills
printf 'pose Filed\n waist_flex 0.4\n' >skills/bow.pose
cat >skills/bow.py <<'END'
"""Bows."""
skeleton.loadPoses("bow")
skeleton.addPose("Top", {"waist_flex": 0.3})


class Bow:
    skeleton.addPose("Inner", {"neck_flex": 0.1}, base="Top")

    def pre(self):
        return True

    def start(self):
        skeleton.addPose("Started", {"waist_flex": 0.2})
        skeleton.setTargetPose("Started")

    def step(self):
        if time() > 0.02:
            skeleton.setTargetPose("Filed")
END
cat >bow.py <<'END'
s = addCharacter("skeleton37", key="stand")
s.addSkill("bow")
s.addSkill("bow", name="again")
for i in range(2):
    run(0.01)
    print(s.targetPose(), s.getPose("Inner")["waist_flex"])
    run(0.03)
    print(s.targetPose())
    restart()
END
says "poses of a skill" "Started 0.3
Filed
Started 0.3
Filed" "$dir/bin/linked" run bow.py

[ "$failed" -eq 0 ] && echo "data: found where it is, in the order that is said; skills bring their poses"
[ "$failed" -eq 0 ]

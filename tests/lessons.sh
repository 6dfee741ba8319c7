#!/bin/sh
# The lessons: each runs without an answer and asks, takes a right answer, refuses a wrong one; their page; and an experiment
# that is added by one script.
#
#     sh tests/lessons.sh path/to/kip        from the root of the repository
# make check: sh tests/lessons.sh ./kip
. "$(dirname "$0")/program.sh"

# LESSON RIGHT WRONG; numbers worked out by hand, or read off the lesson's pictures
cat >"$dir/answers" <<'ANSWERS'
01_pendulum 2.667 2.14
02_integrators 0.018 0.0001
03_arm 2.731 2.4875
04_friction 0.459 0.5
05_gains 9.07 16.13
06_on_the_beat 0.4723 0.648
07_velocity 38.92 53.075
08_poses 0.4946 0.245
09_balance 37.6 80
10_supervisor 370 200
ANSWERS
verdict "ten lessons" test "$(ls data/lessons/*.py | wc -l)" -eq "$(wc -l <"$dir/answers")"
while read -r lesson right wrong; do
    "$kip" run "data/lessons/$lesson.py" --param answer="$right" >"$dir/out" 2>&1
    verdict "$lesson: $right is right: $(tail -n 3 "$dir/out")" test $? -eq 0 -a "$(grep -c '^Right\.$' "$dir/out")" -eq 1
    "$kip" run "data/lessons/$lesson.py" --param answer="$wrong" >"$dir/out" 2>&1
    verdict "$lesson: $wrong is wrong" test $? -eq 1 -a "$(grep -c '^Not yet\. ..' "$dir/out")" -eq 1
    verdict "$lesson: one claim fails for that" test "$(grep -c 'FAILS$' "$dir/out")" -eq 1
done <"$dir/answers"

# without answers: all claims hold, and a page has all of it
"$kip" reproduce lessons --figures "$dir/figures" >"$dir/out" 2>"$dir/err"
verdict "the lessons run: $(cat "$dir/err")" test $? -eq 0 -a ! -s "$dir/err"
page=$dir/figures/lessons/index.html
verdict "a page has ten lessons" test "$(grep -c '<p class="about">Lesson [0-9]*: ' "$page")" -eq 10
verdict "an exercise each" test "$(grep -c 'class="about">Exercise: ' "$page")" -eq 10
verdict "typeset formulas" test "$(grep -o '<math' "$page" | wc -l)" -ge 20
verdict "pictures" test "$(grep -c '<img src="[a-z]*\.svg"' "$page")" -ge 15
verdict "which are there" sh -c 'cd "$1" && for file in $(grep -o "img src=\"[a-z]*\.svg" index.html | cut -d\" -f2); do [ -s "$file" ] || exit 1; done' - "${page%/*}"

"$kip" reproduce lesons 2>"$dir/err"
verdict "a paper of another name: $(cat "$dir/err")" grep -q "did you mean 'lessons'?" "$dir/err"
"$kip" reproduce lessons/nosuch 2>"$dir/err"
verdict "a lesson of another name: $(cat "$dir/err")" grep -q "no experiment 'nosuch' in .*lessons; there are 01_pendulum" "$dir/err"

# an experiment is one script in a folder
mkdir -p "$dir/mine/papers/own"
cat >"$dir/mine/papers/own/fall.py" <<'EXPERIMENT'
"""A ball falls for half a second"""
ball = addShape("ball", "sphere", 0.1, mass=1, at=(0, 0, 3))
run(0.5)
measure("it fell", 3 - getPosition(ball).z, "m", "= 1.226 +- 0.001")
EXPERIMENT
"$kip" reproduce own --data "$dir/mine" --figures "$dir/figures" >"$dir/out" 2>&1
verdict "an experiment is added by one script: $(cat "$dir/out")" test $? -eq 0 -a "$(grep -c 'holds$' "$dir/out")" -eq 1
verdict "and has a page" grep -q 'A ball falls for half a second' "$dir/figures/own/index.html"

echo "lessons: $passed passed, $failed failed"
[ "$failed" = 0 ]

#!/bin/sh
# Skills of the virtual stuntman, commanded by name with their numbers from the command line, act in that order; one
# that cannot says why.
#
#     sh tests/commands.sh path/to/kip        from the root of the repository
# make check: sh tests/commands.sh ./kip
. "$(dirname "$0")/program.sh"

# told WANTED OPTION...: the skills that act, one after the other
told() {
    wanted=$1 count=$((count + 1))
    shift
    "$kip" run data/papers/vst/commands.py "$@" > "$dir/out" 2>&1
    head -1 "$dir/out" | grep -q "^$wanted\$" || fail "$*: $(cat "$dir/out")"
}
# refused REASON OPTION...: the command never acts, and is said why
refused() {
    reason=$1 count=$((count + 1))
    shift
    "$kip" run data/papers/vst/commands.py --param seconds=3 "$@" > "$dir/out" 2>&1
    grep -q "was commanded and never acted: $reason" "$dir/out" || fail "$*: $(cat "$dir/out")"
}

up="crouch_to_stand, balance" person="--param person=1" rises="crouch_to_stand, .*balance"
told "balance, stand_to_sit, sit_to_crouch, $up, walk, double_stance_to_crouch, $up" \
    --do "2 stand_to_sit" --do "5 sit_to_crouch" --do "10 walk steps=6"
told "balance, plunge, default, rise_.*, $rises" --do "2 plunge angle=40"
told "kip, $rises" --param lies=1 --do "0 kip"
refused "no seat bears it" --do "1 sit_to_crouch"
refused "it does not lie on its back" --do "1 kip"
refused "it does not kneel" --do "1 kneel_to_crouch"
# shellcheck disable=SC2086
{
    told "rest, bear_balance, stand_to_sit, sit_to_crouch, .*bear_balance" $person --do "2 stand_to_sit" --do "8 sit_to_crouch"
    told "rest, bear_balance, leg_kick, bear_balance, jump, .*bear_balance" \
        $person --param chair=0 --param seconds=12 --do "2 leg_kick" --do "6 jump"
    told "rest, bear_balance, kneel, bear_straighten, bear_balance" $person --param chair=0 --param seconds=16 --do "2 kneel"
    told "rest, bear_balance, tumble, .*bear_balance" $person --do "2 tumble angle=30"
    told "rest, bear_balance, plunge, .*" $person --param seconds=6 --do "2 plunge angle=30"
    told "kip, .*bear_balance" $person --param lies=1 --param seconds=6 --do "0 kip"
    refused "it does not lie on its back" $person --do "1 kip"
    refused "no seat bears it" $person --do "1 sit_to_crouch"
}

# what it is told must be numbers: the reason says which is none
for words in "speed None" "aside None" "heading 'left'" "steps 'six'" "steps ''"; do
    name=${words%% *} value=${words#* } count=$((count + 1))
    printf '%s\n' 'p = addCharacter("human37", key="stand")' 'p.addSkill("walk_to")' 'p.addSkill("bear_balance")' 'run(0.1)' \
        "p.do('walk_to', $name=$value)" 'run(0.1)' > "$dir/told.py"
    "$kip" run "$dir/told.py" --data data > "$dir/out" 2>&1
    grep -q "was commanded and failed: .* $name of walk_to is a number, not $value" "$dir/out" || fail "$words: $(cat "$dir/out")"
done

# what is far out of range is a mistake, which is told with the range
for words in "speed 5|-0.5 to 1.6 m/s" "aside -5|-0.3 to 0.3 m/s" \
    "heading 90|an angle of -25 to 25 rad, as math.radians() makes of degrees"; do
    name=${words%% *} range=${words#*|} value=${words#* } count=$((count + 1))
    value=${value%%|*}
    printf '%s\n' 'p = addCharacter("human37", key="stand")' 'p.addSkill("walk_to")' 'p.addSkill("bear_balance")' 'run(0.1)' \
        "p.do('walk_to', $name=$value)" 'run(0.1)' > "$dir/told.py"
    "$kip" run "$dir/told.py" --data data > "$dir/out" 2>&1
    grep -qF "$name of walk_to is $range, not $value" "$dir/out" || fail "$words: $(cat "$dir/out")"
done

# it goes aside at 0.3 m/s at most, as it says
count=$((count + 1))
printf '%s\n' 'p = addCharacter("skeleton37", key="stand")' 'addGround()' 'p.addSkill("walk_to")' \
    'p.do("walk_to", speed=0, aside=-2)' 'run(8)' 'print(-2.6 < p.com().y < -2, p.com().z > 0.9)' > "$dir/told.py"
"$kip" run "$dir/told.py" --data data > "$dir/out" 2>&1
[ "$(cat "$dir/out")" = "True True" ] || fail "aside, faster than it can: $(cat "$dir/out")"

# round and round on the spot, either way, headings told on and on or from -pi to pi
for words in "1.0 * k" "-1.0 * k" "(1.0 * k + math.pi) % (2 * math.pi) - math.pi"; do
    count=$((count + 1))
    printf '%s\n' 'import math' 'p = addCharacter("skeleton37", key="stand")' 'addGround()' 'p.addSkill("walk_to")' \
        'for k in range(1, 13):' "    told = $words" '    p.do("walk_to", speed=0.2, heading=told)' '    run(3)' \
        'off = (math.atan2(p.facing().y, p.facing().x) - told + math.pi) % (2 * math.pi) - math.pi' \
        'print(abs(off) < 0.2, p.com().z > 0.9)' > "$dir/told.py"
    "$kip" run "$dir/told.py" --data data > "$dir/out" 2>&1
    [ "$(cat "$dir/out")" = "True True" ] || fail "heading=$words: $(cat "$dir/out")"
done

# over bumps, up stairs whose treads set the strides, over tiles, up wide treads, across a slope: three of them fell once
for case in "8 seed 169026 --param who=1" "6 seed 169013" "18 seed 3" "19 seed 2" "5 seed 169603 --param towards=90"; do
    count=$((count + 1))
    # shellcheck disable=SC2086 # the words are meant to split
    set -- $case
    seed=$3 number=$1
    shift 3
    "$kip" run data/papers/vst/walk_cases.py --data data --param case="$number" --seed "$seed" "$@" > "$dir/out" 2>&1
    grep -q '^holds  *1 ' "$dir/out" || fail "walk case $case: $(grep -E '^(holds|fell)' "$dir/out")"
done

[ $failed = 0 ] && echo "commands: $count lines of commands are followed, or refused with a reason"
[ $failed = 0 ]

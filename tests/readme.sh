#!/bin/sh
# README.md, typed word by word: its scripts are saved where it says, its commands run in its order, its links lead
# somewhere. Searches, installations, experiments (scenes.sh) and live scenes (live.sh), which serve until they are stopped, are
# left out; that what they name is there is still asked.
#
#     sh tests/readme.sh path/to/kip        from the root of the repository
# make check: sh tests/readme.sh ./kip
. "$(dirname "$0")/program.sh"

# Where one stands: the data, an empty out/, kip.
mkdir "$dir/out"
mkdir -p "$dir/data/papers/mine" # where README.md says that one's own experiment may be
ln -s "$root"/data/papers/* "$dir/data/papers"
for file in "$root"/data/*; do [ -e "$dir/data/${file##*/}" ] || ln -s "$file" "$dir/data"; done
ln -s "$kip" "$dir/kip"

# A script stands below "Save this as `FILE`" or "And this as `FILE`".
awk -v dir="$dir" '
    match($0, /(Save|And) this as `[^`]*`/) { file = substr($0, RSTART, RLENGTH); gsub(/.*as `|`/, "", file) }
    /^```python$/ { on = 1; next }
    /^```$/ { on = 0 }
    on { print > (dir "/" file) }' README.md
verdict "four scripts are to be saved" test -s "$dir/out/wave.py" -a -s "$dir/out/hi.py" -a -s "$dir/out/hit.py" -a -s "$dir/data/papers/mine/fall.py"

grep '^    \./kip ' README.md | sed 's/^ *//; s/  *#.*//' >"$dir/commands"
verdict "there are commands" test "$(wc -l <"$dir/commands")" -ge 12
while read -r command; do
    case $command in
    *" sweep "* | *" reproduce "* | *" live"*) for file in $(echo "$command" | grep -o 'data/[a-z0-9_/.]*'); do verdict "$file is there" test -e "$file"; done ;;
    *) verdict "$command" sh -c "cd '$dir' && $command >'$dir/log' 2>&1 || { tail -5 '$dir/log'; false; }" ;;
    esac
done <"$dir/commands"
for file in $(grep -o 'out/[a-z]*\.\(html\|svg\|kip\)' "$dir/commands" | grep -v push.svg | sort -u); do
    verdict "$file was written" test -s "$dir/$file"
done
for link in $(grep -o '](\([a-z][^):]*\))' README.md | tr -d '()]'); do
    verdict "$link is there" test -e "$link"
done
# A point of the sweep at which a person falls, and stand hit hard: no script of ours fails meanwhile.
"$kip" run data/scenes/quiet.py --param impulse=30 --seed 5 --json >"$dir/log" 2>/dev/null
verdict "quiet fails in no script as it falls" grep -q '"failures": \[\]' "$dir/log"
printf '%s\n' 'p = addCharacter("skeleton37", key="stand")' 'p.addSkill("stand")' \
    'at(1, lambda: push("trunk", (0, 3000, 0), 0.1))' 'run(4)' >"$dir/out/hard.py"
verdict "stand fails in no script as it falls" "$kip" run "$dir/out/hard.py" --data data

echo "readme: $passed passed, $failed failed"
[ "$failed" = 0 ]

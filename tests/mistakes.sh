#!/bin/sh
# What people get wrong in their first hour, and the sentence that each mistake must get.
#
#     sh tests/mistakes.sh path/to/kip        from the root of the repository
#
# tests/mistakes.txt has a line `== WORDS` for each mistake, WORDS being part of what stderr must say, and below it the script,
# or `$ WORDS` for a command line. A line `@person` stands for a character, `@running` for one whose world runs already. All
# must fail, but those under `=~ WORDS`, which only warn. The error names the line where the mistake is: the script's last, or
# the one that ends in `# here`.
# make check: sh tests/mistakes.sh ./kip
kip=$1
if [ $# -ne 1 ] || [ ! -x "$kip" ] || [ ! -f tests/mistakes.txt ]; then
    echo "usage: sh tests/mistakes.sh path/to/kip, from the root of the repository" >&2
    exit 2
fi
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
mkdir "$dir/scenes"
ln -s "$(pwd)/data/models" "$dir/models"
ln -s "$(pwd)/data/skills" "$dir/skills"
ln -s "$(pwd)/data/poses" "$dir/poses"

# one file for each mistake: NNN.words, NNN.py or NNN.sh, and NNN.warns where it only does
awk -v dir="$dir/scenes" '
    /^#/ { next }
    /^=[=~] / {
        n = sprintf("%s/%03d", dir, ++count)
        print substr($0, 4) > (n ".words")
        if (/^=~/) printf "" > (n ".warns")
        next
    }
    count == 0 || /^$/ { next }
    /^\$ / { print substr($0, 3) > (n ".sh"); next }
    /^@/ { print "s = addCharacter(\"skeleton37\", key=\"stand\")" > (n ".py") }
    /^@running/ { print "run(0.01)" > (n ".py") }
    /^@/ { next }
    { print > (n ".py") }
' tests/mistakes.txt

count=0
failed=0
fail() {
    failed=$((failed + 1))
    echo "mistakes: FAILED: $1"
}
place() {
    grep -n '# here$' "$1" | cut -d: -f1 | grep . || wc -l <"$1"
}
for words in "$dir"/scenes/*.words; do
    count=$((count + 1))
    case=${words%.words}
    if [ -f "$case.sh" ]; then
        # shellcheck disable=SC2046
        eval "\"$kip\" $(cat "$case.sh")" >"$dir/out" 2>"$dir/err"
        code=$?
        text=$(cat "$case.sh")
    else
        "$kip" run "$case.py" >"$dir/out" 2>"$dir/err"
        code=$?
        text=$(cat "$case.py")
    fi
    grep -qF -- "$(cat "$words")" "$dir/err" || fail "\"$(cat "$words")\" is not said of
$text
  but: $(head -n 3 "$dir/err" | cut -c 1-400)"
    if [ -f "$case.warns" ]; then
        [ "$code" -eq 0 ] || fail "exit code $code of what shall only warn: $text"
    elif [ "$code" -lt 1 ] || [ "$code" -gt 4 ]; then
        fail "exit code $code of
$text"
    elif [ -f "$case.py" ] && ! grep -q "$(basename "$case").py:$(place "$case.py"):" "$dir/err"; then
        fail "the line of the mistake is not named of
$text
  but: $(head -n 3 "$dir/err" | cut -c 1-400)"
    fi
done
[ "$failed" -eq 0 ] && [ "$count" -gt 50 ] && echo "mistakes: each of $count gets its sentence"
[ "$failed" -eq 0 ] && [ "$count" -gt 50 ]

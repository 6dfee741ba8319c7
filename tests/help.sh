#!/bin/sh
# What kip help says is true: every word has a page and every page a word, lines fit, and all examples run.
#
#     sh tests/help.sh path/to/kip        from the root of the repository
#
# Prints what failed, and one last line: "help: N passed, M failed".
# make check: sh tests/help.sh ./kip
. "$(dirname "$0")/program.sh"
: >"$dir/missing" >"$dir/unsigned" >"$dir/wide" >"$dir/bare"

# -- pages -----------------------------------------------------------------------------------------------------

"$kip" help >"$dir/overview"
sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' "$dir/overview" | grep -v '^help$' >"$dir/commands"
sed -n '/^Topics of help:/,/^$/s/^  \([a-z]*\) .*/\1/p' "$dir/overview" >"$dir/topics"
sed -n '/^What scripts say/,/^$/s/^  \([a-z]*\) .*/\1/p' "$dir/overview" >>"$dir/topics"
# The words of the tables, and those of skills' classes, which are in none.
sed -n 's/^    {"\([A-Za-z0-9_]*\)(.*/\1/p' src/io/scene/natives_*.c src/io/scene/scene_example.c | sort -u >"$dir/vocabulary"
sed -n 's/^    {"\([A-Za-z0-9_]*\)(.*/\1/p' src/io/script/builtins.c src/io/script/makers.c src/io/script/strings.c \
    src/io/script/containers.c src/io/script/vectors.c src/io/script/math_module.c src/io/script/random_module.c |
    sort -u >"$dir/language"
grep -o '\[SKILL_[A-Z]*\] = "[a-z]*"' src/io/scene/scene_skill.c | sed 's/.*"\(.*\)"/\1/' >"$dir/members"
verdict "there are commands, topics, words" test "$(wc -l <"$dir/commands")" -ge 12 -a "$(wc -l <"$dir/topics")" -ge 20 \
    -a "$(wc -l <"$dir/vocabulary")" -ge 97 -a "$(wc -l <"$dir/language")" -ge 90 -a "$(wc -l <"$dir/members")" -eq 9

fits() { [ "$(awk -v most="$2" 'length > most' "$1" | wc -l)" -eq 0 ]; }
verdict "the overview fits 80 columns" fits "$dir/overview" 80
while read -r name; do
    "$kip" help "$name" >"$dir/page"
    verdict "help $name is a page" test "$(wc -l <"$dir/page")" -gt 8
    verdict "help $name fits 99 columns" fits "$dir/page" 99
done <<PAGES
$(cat "$dir/commands" "$dir/topics")
PAGES

# Words as pages know them: the lists of all topics.
"$kip" help toolkit | sed -n 's/^  \([a-z]*\.\)\{0,1\}\.\{0,1\}\([A-Za-z0-9_][A-Za-z0-9_]*\)[( ].*/\2/p' | sort -u >"$dir/listed"
mkdir "$dir/words"
cat "$dir/vocabulary" "$dir/language" "$dir/members" | sort -u >"$dir/known"
verdict "the toolkit lists the words of the tables, and learned" test -z "$(comm -3 "$dir/known" "$dir/listed" |
    grep -v learned)"
while read -r word; do
    "$kip" help "$word" >"$dir/words/$word" 2>&1 || echo "$word" >>"$dir/missing"
    sed -n '/^A word of scripts, too:/,$p' "$dir/words/$word" >"$dir/page"
    [ -s "$dir/page" ] && mv "$dir/page" "$dir/words/$word"
    grep -q "^Topic: kip help [a-z]*$" "$dir/words/$word" || echo "$word" >>"$dir/missing"
    # its signature, and below it its sentence
    grep -A 4 -E "^([a-z]*\.)?$word(\(|$)" "$dir/words/$word" | grep -q '^    [^ ]' || echo "$word" >>"$dir/unsigned"
    awk 'length > 110' "$dir/words/$word" >>"$dir/wide"
done <"$dir/listed"
verdict "every word has a page: $(tr '\n' ' ' <"$dir/missing" 2>/dev/null)" test ! -s "$dir/missing"
verdict "every page begins with its word: $(tr '\n' ' ' <"$dir/unsigned" 2>/dev/null)" test ! -s "$dir/unsigned"
verdict "pages of words are not wide: $(head -n 3 "$dir/wide")" test ! -s "$dir/wide"
for alias in 'skeleton.com' 'com()' 'math.sin' 'skeleton.setTarget(joint, angle)'; do
    verdict "help $alias" sh -c '"$1" help "$2" | grep -q "^Topic: "' - "$kip" "$alias"
done
verdict "a word that is not there gets the nearest" \
    sh -c '"$1" help setTargt 2>&1 | grep -q "did you mean .kip help setTarget."' - "$kip"
for word in seed html secon; do
    "$kip" help "$word" 2>&1 | grep '^  kip help' >"$dir/pages"
    verdict "help $word names no page twice" test -s "$dir/pages" -a -z "$(sort "$dir/pages" | uniq -d)"
done
touch "$dir/untold"
for file in "$root"/data/skills/*.py; do
    skill=$(basename "$file" .py)
    "$kip" help "$skill" | grep -q "^The skill $skill: " || echo "$skill" >>"$dir/untold"
done
verdict "every skill is told about: $(tr '\n' ' ' <"$dir/untold")" test ! -s "$dir/untold"

# -- examples of words -----------------------------------------------------------------------------------------

# Words of one page share their example; each runs in a folder of its own, two at a time.
mkdir "$dir/examples"
while read -r word; do
    awk '/^Example:$/ { on = 1; next } on && /^    / { print substr($0, 5); next } on && NF { on = 0 }' \
        "$dir/words/$word" >"$dir/example.py"
    [ -s "$dir/example.py" ] || echo "$word" >>"$dir/bare"
    sum=$(cksum <"$dir/example.py" | tr ' ' '-')
    [ -d "$dir/examples/$sum" ] && continue
    mkdir "$dir/examples/$sum"
    ln -s "$root/data" "$dir/examples/$sum/data"
    cp "$dir/example.py" "$dir/examples/$sum/$word.py"
done <"$dir/listed"
verdict "every word has an example: $(tr '\n' ' ' <"$dir/bare" 2>/dev/null)" test ! -s "$dir/bare"
# run_examples REST: those whose number leaves this rest
run_examples() {
    n=0
    for folder in "$dir"/examples/*; do
        n=$((n + 1))
        [ $((n % 2)) -eq "$1" ] || continue
        (cd "$folder" && "$kip" run ./*.py >out 2>err && [ ! -s err ]) || (cd "$folder" && echo ./*.py >failed)
    done
}
run_examples 0 &
run_examples 1
wait
for folder in "$dir"/examples/*; do
    verdict "an example runs: $(cat "$folder/failed" 2>/dev/null) $(cat "$folder/err")" test ! -e "$folder/failed"
done
verdict "there are examples enough" test "$(find "$dir/examples" -name '*.py' | wc -l)" -gt 110

# -- examples of commands and topics ---------------------------------------------------------------------------

mkdir "$dir/scratch" "$dir/bin"
ln -s "$kip" "$dir/bin/kip"
cp -R data "$dir/scratch/data"
cd "$dir/scratch" || exit 2
# examples_of NAME: the command lines below "Example", with those that go on in the next line.
examples_of() {
    "$kip" help "$1" | sed '/^A word of scripts, too:/,$d' | awk '
        /^Example/ { on = 1; next }
        on && more { print; more = /\\$/; next }
        on && /^  *(kip|echo) / { sub(/   +[A-Za-z].*$/, ""); print; more = /\\$/ }'
}
while read -r name; do
    examples_of "$name" >../examples.sh
    grep -q . ../examples.sh || echo "$name" >>../none
    PATH="$dir/bin:$PATH" sh -e ../examples.sh >../out 2>../err </dev/null
    code=$?
    verdict "the examples of help $name run: exit code $code: $(tail -n 3 ../err)" test "$code" -eq 0
done <<NAMES
$(cat ../commands ../topics)
NAMES
while read -r name; do
    verdict "help $name has an example" sh -c '! grep -qx "$1" "$2"' - "$name" ../none
done <../commands
cd "$root" || exit 2

# -- examples that are files -----------------------------------------------------------------------------------

for file in data/examples/duck.py; do
    "$kip" help skills | sed -n 's/^    //p' | grep -v '^$' >"$dir/shown"
    grep -v '^$' "$file" | while IFS= read -r line; do
        grep -Fxq -e "$line" "$dir/shown" || echo "$line"
    done >"$dir/different"
    verdict "help skills shows $file as it is: $(head -n 1 "$dir/different")" test ! -s "$dir/different"
done
for name in duck gains jump; do
    (cd "$dir/scratch" && "$kip" run "data/examples/$name.py" >../out 2>../err)
    verdict "data/examples/$name.py runs, and its claims hold: $(cat "$dir/err")" test $? -eq 0
done

# -- skills that are ready-made --------------------------------------------------------------------------------

"$kip" help skills >"$dir/page"
for file in data/skills/*.py; do
    name=$(basename "$file" .py)
    verdict "help skills lists $name" grep -Eq "[ (]$name([ ,(]|\$)" "$dir/page"
done

# --------------------------------------------------------------------------------------------------------------

echo "help: $passed passed, $failed failed"
[ "$failed" -eq 0 ]

#!/bin/sh
# The catalogue of equations: every value of every worked example, an entry for all that code names and code and a test for
# every entry; own numbers and an own model; slides. And that the check sees what is wrong.
#
#     sh tests/eq.sh path/to/kip        from the root of the repository
# make check: sh tests/eq.sh ./kip
. "$(dirname "$0")/program.sh"
: "${BUILD:=build}"

# -- the catalogue -------------------------------------------------------------------------------------------

"$kip" eq --check >"$dir/out" 2>&1 || fail "kip eq --check: $(tail -n 20 "$dir/out")"
cat "$dir/out"
# Examples that are worked by a script: the quick ones here, all of them by kip reproduce.
for script in vbc/fig5_triangle vbc/balance_rule dct/fig1_dunk dct/fig2_sequence vst/sequence; do
    verdict "$script is an entry's" grep -q "^script data/papers/$script.py$" src/io/eq/*.txt
    verdict "$script: its claims hold" sh -c '"$1" run "data/papers/$2.py" >"$3" 2>&1 && grep -q "holds$" "$3"' - "$kip" "$script" "$dir/out"
done

# An index with a name that no entry has, and without one that an entry needs: the program linked with it complains.
no=OTB
echo "$no.77 src/control/timed.c 1" | cat - "$BUILD/text/eq_index.txt" | grep -v '^VBC.3 tests/\|^W-VBC.3b* tests/' |
    grep -v '^DCT.3 src/' >"$dir/index.txt"
"$BUILD/embed" kip_eq_index "$dir/index.txt" >"$dir/index.c"
sed 's/expect spring = 28/expect spring = 29/' src/io/eq/otb.txt >"$dir/otb.txt"
"$BUILD/embed" kip_eq_otb "$dir/otb.txt" >"$dir/otb.c"
objects=$(find "$BUILD/dynamics" "$BUILD/control" "$BUILD/supervisor" "$BUILD/io" "$BUILD/text" -name '*.o' |
    grep -v '/text/eq_index\.o$\|/text/eq_otb\.o$')
if ${CC:-cc} -o "$dir/wrong" "$dir/index.c" "$dir/otb.c" $objects -rdynamic -lm -lpthread -ldl 2>"$dir/err"; then
    ln -s "$root/data" "$dir/data"
    (cd "$dir" && ./wrong eq --check) >"$dir/out" && fail "a catalogue that is wrong is checked without complaint"
    for line in "$no.77: src/control/timed.c:1 names it, and there is no entry" 'VBC.3: no test and no experiment names it' \
        'DCT.3: no code names it' 'W-OTB.1: spring is not what is expected'; do
        verdict "the check says: $line" grep -qF "$line" "$dir/out"
    done
else
    fail "the program is not linked with another index: $(head -n 3 "$dir/err")"
fi

# -- one's own numbers and model -----------------------------------------------------------------------------

cd "$root" || exit 2
out() { "$kip" eq "$@" >"$dir/out" 2>&1; }
out OTB.4 --set t_hat=0.25 --set n_mode=rest
verdict "half the time, four times the stiffness" grep -q 'k_s  *= 92.8977' "$dir/out"
verdict "own numbers are not compared" sh -c '! grep -q agrees "$1"' - "$dir/out"
out OTB.5 --model data/models/skeleton37.xml --pose Crouch --joint hip_flex_l
verdict "a model, a pose of its file, a joint" grep -q -- '-- foot_l' "$dir/out"
verdict "examples that become the same are shown once, others with their own numbers" test \
    "$(grep -c 'with your numbers' "$dir/out") $(grep -c '^Worked example' "$dir/out")" = "1 2"
verdict "one's own model is no test arm" sh -c 'grep -q "^  model  *= data/models/skeleton37" "$1" && ! grep -q "test arm" "$1"' - "$dir/out"
m=$(sed -n '/-- joint hip_flex_l/,/^$/s/^  m  *= \([0-9.]*\).*/\1/p' "$dir/out")
M=$(sed -n '/-- joint hip_flex_l/,/^$/s/^  M_ii  *= \([0-9.]*\).*/\1/p' "$dir/out")
verdict "up the leg, link by link, is the mass matrix: $m, $M" test -n "$m" -a "$m" = "$M"
out RBDA.7.3 --model data/models/double_pendulum.xml --pose start
verdict "ABA of another model" grep -q -- '-- lower' "$dir/out"
out RBDA.5.3 --model data/models/double_pendulum.xml --set a=1,0 --set q=0,0
verdict "accelerations of another model: 1 + 4 + 0.002 kg m^2" grep -q 'tau  *= 5.002' "$dir/out"
out friction
verdict "a word finds entries" grep -q 'KIP.2' "$dir/out"
out "RBDA 5.3"
verdict "an id as the code writes it" grep -q '^RBDA.5.3: ' "$dir/out"
out rbda.5.3
verdict "an id in small letters" grep -q '^RBDA.5.3: ' "$dir/out"
cd "$dir" || exit 2
ln -sfn "$root/data" data
expect 2 "there is no entry '$no.99'" eq $no.99
expect 2 "did you mean 'theta_d'" eq OTB.1 --set theta_e=1
expect 2 "m must be 1 number" eq OTB.4 --set m=much
expect 2 "n_mode cannot be 'rets'; did you mean 'rest'" eq OTB.4 --set n_mode=rets
expect 2 "no joint 'elbo'; did you mean 'elbow'" eq OTB.7 --joint elbo
expect 2 "seed must be 0 to 1e+09" eq KIP.4 --set seed=nan
expect 2 "have no model" eq OTB.1 --joint elbow
expect 2 "need the ID" eq --set m=1
expect 2 "takes nothing else" eq OTB.1 --check
expect 4 "nowhere" eq OTB.7 --model nowhere.xml
expect 3 "" eq OTB.7 --model data/poses/skeleton37.pose --joint a

# -- slides --------------------------------------------------------------------------------------------------

verdict "slides of all" "$kip" eq --html all.html
verdict "slides of one" "$kip" eq RBDA.5.3 --html one.html
verdict "slides are for themselves" sh -c '! grep -q "src=\|http" all.html'
verdict "a section for each entry" test "$(grep -c '<section id=' all.html)" -eq "$("$kip" eq | grep -c '^  [A-Z]')"
awk '/^<section/ { on = 1 } /^<script>/ { on = 0 } on' all.html | sed '1i <all>' >all.xml && echo '</all>' >>all.xml
if command -v xmllint >/dev/null; then
    verdict "slides are well formed: $(xmllint --noout all.xml 2>&1 | head -n 3)" xmllint --noout all.xml
fi

echo "eq: $passed passed, $failed failed"
[ "$failed" = 0 ]

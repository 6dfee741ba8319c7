#!/bin/sh
# kip live: what was played and saved as a scene comes again by its hash, through rewinding, posing and an edited skill; nonsense
# is no command; what no browser sends does nothing; a browser does what a newcomer does (tests/live/story.js).
# Usage: sh tests/live.sh path/to/kip [REQUESTS]
# make check, alone: sh tests/live.sh ./kip 4000
. "$(dirname "$0")/program.sh"
. "$(dirname "$0")/chromium.sh"
requests=${2:-4000}
mkdir "$dir/skills" && cp -R data/skills/. "$dir/skills" && cp data/scenes/live.py "$dir/live.py"
wait_for() { # what must hold, within ten minutes
    waited=0
    until "$@" || [ $waited -gt 6000 ]; do
        sleep 0.1
        waited=$((waited + 1))
    done
}
begin() { # kip live, with these lines and options, in the background; told is emptied before: nothing old is taken for its words
    lines=$1
    shift
    : > "$dir/told"
    "$kip" live "$dir/live.py" "$@" < "$lines" > "$dir/told" 2> "$dir/err" &
    server=$!
}
begin_page() { # and a browser opens it
    begin /dev/null --no-open --folder "$1"
    wait_for grep -q 'http://.*/' "$dir/told"
    open_talk "$(sed -n 's/^ *\(http.*\)$/\1/p' "$dir/told")" --window-size=900,600
}
commands() {
    printf '%s\n' 'step 60' 'push trunk 0 150 0 0.1' 'step 50' 'throw thrown1 2 0 1.2 -8 0 1' 'drag hand_r 1 0 1.5' 'step 40'
    wait_for grep -q 'is thrown' "$dir/told"
    sed -i.old 's/gain = 3.993/gain = 3.5/' "$dir/skills/balance.py"
    printf '%s\n' 'letGo hand_r' 'step 40' 'rewind -0.5' 'setGravityScale 0.9' 'setNumber balance.gain 3.7' 'step 30' \
        'saveState here' 'step 5' 'push trunk 200 0 0 0.1' 'step 30' 'loadState here' 'playPoses "Stand after 0.2; Crouch"' \
        'step 40' 'pose begin' 'pose pull hand_l 0.4 0.3 1.2' 'pose turn knee_flex_l 0.4' 'pose save mine' 'pose end' 'step 1' \
        'setTargetPose mine' 'setFrictionScale 0.4' 'step 33' 'save all' 'hash'
}
commands | "$kip" live --text "$dir/live.py" --folder "$dir/out" > "$dir/told" 2> "$dir/err"
code=$?
verdict "commands of stdin: $(cat "$dir/err")" test $code -eq 0
"$kip" run "$dir/out/all.py" --hash > "$dir/again" 2>> "$dir/err"
verdict "a saved session comes again: $(tail -1 "$dir/told") $(tail -1 "$dir/again")" \
    test "$(tail -n 1 "$dir/told")" = "$(tail -n 1 "$dir/again")" -a -n "$(tail -n 1 "$dir/told" | grep -E '^[0-9a-f]{16}$')"
verdict "an edited skill is taken at its next hand-over" grep -q 'balance is as in its new file' "$dir/told"
for end in '' 'run(0.1)'; do
    printf 'addCharacter("skeleton37", key="stand")\n%s\n' "$end" > "$dir/short.py"
    printf '%s\n' 'step 10' 'push pelvis 100 0 0 0.1' 'step 20' 'save short' hash | "$kip" live --text "$dir/short.py" --folder "$dir/out" > "$dir/told" 2> "$dir/err"
    "$kip" run "$dir/out/short.py" --hash > "$dir/again" 2>> "$dir/err"
    verdict "a session that outlasts its scene ('$end') comes again: $(cat "$dir/err")" \
        test "$(tail -n 1 "$dir/told")" = "$(tail -n 1 "$dir/again")" -a -n "$(tail -n 1 "$dir/told" | grep -E '^[0-9a-f]{16}$')"
done
verdict "its page and its recording are there" test -s "$dir/out/all.html" -a -s "$dir/out/all.kip"
verdict "a pose by hand is in its file" grep -q '^pose mine$' "$dir/out/live.pose"
printf 'step 1\npush trunk 9 0 0 0.1\n' | "$kip" live --text > /dev/null 2> "$dir/err"
code=$?
verdict "a command behind the last step: $(cat "$dir/err")" test $code -eq 3 -a -n "$(grep 'behind the last step' "$dir/err")"
for line in fly 'push nobody 1 2 3' 'push trunk 1 2' 'push trunk 1 2 3 4 5 6 7 8' 'do dance' 'rewind 99' 'save ../x' 'speed 0' 'pose turn a 1'; do
    printf 'step 1\n%s\nstep 1\n' "$line" | "$kip" live --text > /dev/null 2> "$dir/err"
    code=$?
    verdict "'$line' is refused with a sentence, and which line it was: $(cat "$dir/err")" \
        test $code -eq 3 -a -n "$(grep -e 'line 2: ' -e "s  $line: " "$dir/err")"
done
printf 'step 1\nquit now\nhash\nquit\nhash\nnonsense\n' | "$kip" live --text > "$dir/told" 2> "$dir/err"
verdict "quit is the last line that is read: $(cat "$dir/err")" \
    test "$(grep -c '^[0-9a-f]\{16\}$' "$dir/told")" -eq 1 -a "$(cut -d : -f 2 "$dir/err")" = ' line 2'
printf '\357\273\277step 1\nhash\n' | "$kip" live --text > "$dir/told" 2> "$dir/err" # a byte order mark
code=$?
verdict "a byte order mark is skipped: $(cat "$dir/err")" test $code -eq 0
{ printf 'step 1\r\n' && head -c 9000 /dev/zero | tr '\0' x && printf '\r\npush trunk 0 9 0 0.1\r\nstep 1\r\nfly\r\n'; } |
    "$kip" live --text > "$dir/told" 2> "$dir/err"
verdict "lines end in CR LF too, and one that is too long is one: $(cut -c 1-99 "$dir/err")" \
    test "$(cut -d : -f 2 "$dir/err" | tr '\n' ' ')" = " line 2  line 5 "

# -- commands that wait belong to the moment in which they were given

printf '%s\n' 'step 30' 'push trunk 0 150 0 0.1' 'saveState waits' 'step 20' hash 'push trunk 200 0 0 0.1' 'loadState waits' 'step 20' hash \
    'push trunk 0 9 0 0.1' 'rewind 0.7' 'step 1' 'save waits' | "$kip" live --text "$dir/live.py" --folder "$dir/out" > "$dir/told" 2> "$dir/err"
verdict "a command that waits is saved with its moment, and the one given before loadState is not taken: $(cat "$dir/told" "$dir/err")" \
    test "$(grep -cE '^[0-9a-f]{16}$' "$dir/told")" = 2 -a "$(grep -E '^[0-9a-f]{16}$' "$dir/told" | uniq | wc -l)" -eq 1
verdict "a command that waits acts where a rewind ends: $(grep 'push trunk' "$dir/out/waits.py")" \
    test "$(grep 'push trunk' "$dir/out/waits.py" | cut -c 1-3 | tr '\n' ' ')" = "0.5 0.7 "

# -- no script of the session is written over, and a moment is of its own scene

mkdir "$dir/own" && printf 'seconds = 3\n' > "$dir/own/tools.py"
printf 'import tools\naddCharacter("skeleton37", key="stand")\nrun(tools.seconds)\n' > "$dir/own/scene.py"
printf '%s\n' 'step 1' 'save tools' 'step 1' | "$kip" live --text "$dir/own/scene.py" --folder "$dir/out" > "$dir/told" 2> "$dir/err"
verdict "a session is not saved over the copy of an import: $(cat "$dir/err")" \
    test -n "$(grep 'tools.py is a script of this session' "$dir/err")" -a ! -e "$dir/out/tools.py"
printf '%s\n' 'step 1' 'save scene' 'step 1' 'save other' 'step 1' | "$kip" live --text "$dir/own/scene.py" --folder "$dir/own" > "$dir/told" 2> "$dir/err"
verdict "nor over the scene: $(cat "$dir/err")" test "$(wc -l < "$dir/own/scene.py")" -eq 3 -a "$(wc -l < "$dir/err")" -eq 1 -a -s "$dir/own/other.html"
printf 'step 1\nloadState waits\nstep 1\n' | "$kip" live --text "$dir/own/scene.py" --folder "$dir/out" > "$dir/told" 2> "$dir/err"
verdict "a moment of another scene is refused, by its file: $(cat "$dir/err")" grep -q 'waits.state: this is a state of another scene' "$dir/err"

cp data/models/ball.xml "$dir/own/a \"b\\c.xml"
printf '%s\n' 'step 1' 'save all' 'step 1' | "$kip" live --text "$dir/own/a \"b\\c.xml" --folder "$dir/o\"\\ut" > "$dir/told" 2> "$dir/err"
"$kip" run "$dir/o\"\\ut/all.py" > /dev/null 2>> "$dir/err"
code=$?
verdict "names with quotes and backslashes: $(cat "$dir/err")" test $code -eq 0

printf 'print("mine")\n' >> "$dir/o\"\\ut/a \"b\\c.py"
printf 'step 1\n' | "$kip" live --text "$dir/own/a \"b\\c.xml" --folder "$dir/o\"\\ut" > "$dir/told" 2> "$dir/err"
code=$?
verdict "a model's scene that was extended is not written over: $(cat "$dir/err")" \
    test $code -eq 4 -a -n "$(grep 'is there already' "$dir/err")" -a -n "$(grep mine "$dir/o\"\\ut/a \"b\\c.py")"

# -- a moment from before a skill's file has changed

early() {
    printf 'step 30\nsaveState early\n'
    wait_for test -s "$dir/out/early.state"
    sed -i.old 's/gain = 3.5/gain = 3.4/' "$dir/skills/balance.py"
    printf 'step 1\nloadState early\nstep 30\nsave after\nhash\n'
}
early | "$kip" live --text "$dir/live.py" --folder "$dir/out" > "$dir/told" 2> "$dir/err"
"$kip" run "$dir/out/after.py" --hash > "$dir/again" 2>> "$dir/err"
verdict "a moment from before a skill has changed: $(tail -1 "$dir/told") $(tail -1 "$dir/again") $(cat "$dir/err")" \
    test "$(tail -n 1 "$dir/told")" = "$(tail -n 1 "$dir/again")" -a -n "$(grep 'back at' "$dir/told")"
cp "$dir/skills/balance.py.old" "$dir/skills/balance.py"

# -- a signal amid a save leaves the scene, and no recording that only looks whole

mkfifo "$dir/last"
begin "$dir/last" --text --folder "$dir/cut"
exec 9> "$dir/last"
printf 'step 12000\nsave cut\n' >&9
wait_for test -s "$dir/cut/cut.py"
kill -INT $server
wait $server
exec 9>&-
left=$(ls -A "$dir/cut" | tr '\n' ' ')
verdict "a signal amid a save: $left $(cat "$dir/err")" test "$left" = "cut.py " -o -n "$(grep saved: "$dir/told")"

# -- the server: what comes in does nothing, and the session goes on. Lines come by a pipe that stays open.

mkfifo "$dir/lines"
port=$((20000 + $$ % 20000))
begin "$dir/lines" --text --port $port --no-open --folder "$dir/out"
exec 9> "$dir/lines"
printf 'pause\nstep 30\nhash\n' >&9
wait_for test -s "$dir/told"
wait_for grep -qE '^[0-9a-f]{16}$' "$dir/told"
token=$(sed -n 's,.*http://127.0.0.1:[0-9]*/\([0-9a-f]*\)/.*,\1,p' "$dir/told")
${CC:-cc} -D_POSIX_C_SOURCE=200809L -o "$dir/hostile" tests/live/hostile.c
"$dir/hostile" $port "$token" "$requests" 1 > "$dir/answers" 2>&1
code=$?
verdict "$requests hostile requests: $(cat "$dir/answers")" test $code -eq 0
${CC:-cc} -D_POSIX_C_SOURCE=200809L -o "$dir/viewers" tests/live/viewers.c
printf 'hash\n' >&9
"$dir/viewers" $port "$token" 1200 > "$dir/answers" 2>&1
code=$?
verdict "several look on, and some of them are dead: $(cat "$dir/answers")" test $code -eq 0
printf 'step 10\nquit\n' >&9
wait $server
code=$?
verdict "the server ends well: $code $(tail -3 "$dir/err")" test $code -le 3 -a -z "$(grep -E 'Sanitizer|runtime error' "$dir/err")"
exec 9>&-
verdict "and nothing has changed by them: $(grep -E '^[0-9a-f]{16}$' "$dir/told" | tr '\n' ' ')" \
    test "$(grep -E '^[0-9a-f]{16}$' "$dir/told" | sed -n 1p)" = "$(grep -E '^[0-9a-f]{16}$' "$dir/told" | sed -n 2p)"

# -- the page, in a browser

if [ -z "$browser" ]; then
    echo "live: no Chromium is installed, so no page was opened"
else
    begin_page "$dir/out"
    story=$(ask "$(cat tests/live/story.js)")
    verdict "a newcomer's story: $story" test "${story#fine}" != "$story"
    verdict "no error in the page: $story" test "$(echo "$story" | awk '{ print $3, $4 }')" = "0 true"
    sed -i.old 's/priority/priorty = (/' "$dir/skills/rise_supine.py"
    reloaded=$(ask '(async () => { for (let i = 0; i < 6000 && document.getElementById("trouble").hidden; i++) await new Promise((done) => setTimeout(done, 50)); return document.getElementById("trouble").textContent; })()')
    verdict "an edited skill's error is in the page, with line and caret: $reloaded" \
        sh -c 'printf "%s" "$1" | grep -q "rise_supine.py:[0-9]*:[0-9]*: .*^"' - "$reloaded"
    cp "$dir/skills/rise_supine.py.old" "$dir/skills/rise_supine.py"
    verdict "nothing in the console: $(heard | grep -E 'exceptionThrown|"level":"error"' | head -c 300)" \
        test -z "$(heard | grep -E 'exceptionThrown|"level":"error"')"
    close_talk
    kill -INT $server
    wait $server
    code=$?
    verdict "Ctrl-C ends it: $code $(cat "$dir/err")" test $code -eq 0 -o $code -eq 130
    "$kip" run "$dir/out/story.py" --hash > "$dir/again" 2>&1
    verdict "what was played in the page comes again: $story $(tail -1 "$dir/again")" \
        test "$(echo "$story" | awk '{ print $2 }')" = "$(tail -n 1 "$dir/again")"
fi

# -- a finger, a reload amid a drag, a skill that is edited well, a motion and a sequence by their buttons

# in_page WHAT CONDITION: the condition comes true in the page.
patience=300 # s
in_page() {
    told=$(ask "(async () => { for (const end = performance.now() + ${patience}000; !($2) && performance.now() < end;) await new Promise((done) => setTimeout(done, 5)); return ($2) ? 'fine' : 'in vain'; })()")
    verdict "in the page: $1: $told $(ask 'document.getElementById("trouble").textContent' | head -c 200)" test "$told" = fine
    [ "$told" = fine ] || patience=10 # what comes after it fails too
}
finger() { say Input.dispatchTouchEvent "{\"type\":\"$1\",\"touchPoints\":[$2]}"; }
finger_on() { # touchStart or touchMove, a body, how far from it
    place=$(ask "(() => { const [x, y] = kip.screen('$2'); return [x + $3, y - $3].map(Math.round).join(' '); })()")
    finger "$1" "{\"x\":${place% *},\"y\":${place#* }}"
}
if [ -n "$browser" ]; then
    begin_page "$dir/more"
    say Emulation.setTouchEmulationEnabled '{"enabled":true}'
    in_page "it stands" 'window.kip && kip.info() && kip.drawn() > 0 && kip.past().length > 20 && kip.state().characters[0].skill === "balance"'
    ask 'addEventListener("pointerdown", ({ pointerType }) => { window.pointer = pointerType; }); ""' > /dev/null
    finger_on touchStart skeleton/trunk 0
    finger touchEnd ''
    in_page "a finger pushes" 'window.pointer === "touch" && kip.past().some(({ pushes }) => pushes.length > 0)'
    finger_on touchStart skeleton/hand_r 0
    finger_on touchMove skeleton/hand_r 20
    finger_on touchMove skeleton/hand_r 40
    in_page "a finger drags" 'kip.newest().springs.length > 0'
    say Page.reload '{}'
    in_page "a reload amid a drag lets go" 'window.kip && kip.info && kip.info() && kip.past().length > 10 && kip.newest().springs.length === 0'
    finger touchEnd ''
    finger touchStart '{"x":60,"y":300,"id":1},{"x":120,"y":300,"id":2}'
    ask 'window.apart = kip.camera.zoomed; kip.send("saveState was"); ""' > /dev/null
    finger touchMove '{"x":40,"y":300,"id":1},{"x":180,"y":300,"id":2}'
    finger touchEnd ''
    in_page "two fingers zoom" 'kip.camera.zoomed < 0.8 * window.apart'
    first=$session
    new_page "$address"
    in_page "another page looks on" 'window.kip && kip.info && kip.info() && kip.past().length > 10'
    ask 'kip.send("drag skeleton/hand_l 0.5 0.5 1.3"); kip.send("setFrictionScale 0.5"); kip.send("setNumber balance.gain 3.25"); ""' > /dev/null
    session=$first
    say Page.bringToFront '{}'
    in_page "its spring shows, and its sliders" 'kip.newest().springs.length > 0 && document.getElementById("friction").value === "0.5" &&
        Math.abs(document.querySelector("#numbers input[name=\"balance.gain\"]").value - 3.25) < 0.05'
    say Target.closeTarget "{\"targetId\":\"$target\"}"
    in_page "which goes with it" 'kip.newest().springs.length === 0'
    ask 'kip.send("loadState was"); ""' > /dev/null
    in_page "sliders go back in time" 'document.getElementById("friction").value === "1"'
    sed -i.old 's/gain = 3.5/gain = 3.6/' "$dir/skills/balance.py"
    ask '[...document.getElementById("orders").children].find((it) => it.textContent === "wave").click(); ""' > /dev/null
    in_page "a motion by its button" 'kip.heard.some(({ text }) => /wave was commanded, and acts/.test(text))'
    in_page "an edited skill is taken" 'kip.heard.some(({ text }) => /balance is as in its new file/.test(text))'
    ask '(() => { const it = (id) => document.getElementById(id); it("stage-add").click(); it("stage-add").click();
        it("stages").querySelectorAll("select.pose").forEach((pose, i) => { pose.value = ["Stand", "Crouch"][i]; });
        it("sequence-name").value = "bow"; it("sequence-save").click(); return ""; })()' > /dev/null
    in_page "a sequence has a button" '[...document.getElementById("sequences").children].some((it) => it.textContent === "bow")'
    ask 'document.getElementById("sequences").firstChild.click(); ""' > /dev/null
    in_page "and plays" 'kip.state().characters[0].skill === "rest" && kip.state().characters[0].pose === "Crouch"'
    close_talk
    kill -INT $server
    wait $server
    code=$?
    verdict "Ctrl-C ends it once more: $code $(cat "$dir/err")" test $code -eq 0 -o $code -eq 130
fi
echo "live: $passed passed, $failed failed"
[ "$failed" = 0 ]

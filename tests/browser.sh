#!/bin/sh
# Opens pages of `kip run` in headless Chromium, from their files: they must draw the time that was asked for, answer
# their own interface, and report no error. Usage: sh tests/browser.sh path/to/kip
kip=$1
. "$(dirname "$0")/chromium.sh"
if [ -z "$browser" ]; then
    echo "browser: skipped, no Chromium is installed"
    exit 0
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
open_page() { # file, options of the browser
    page=$1
    shift
    browse "$@" --window-size=800,500 --enable-logging=stderr --v=0 --dump-dom \
        "file://$scratch/$page?t=0.5${query:+&$query}" 2> "$scratch/log"
}
title() { printf '%s' "$dom" | grep -o '<title>[^<]*'; }
expect() { # name, words that must stand in the page
    if printf '%s' "$dom" | grep -q "$2"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "browser: $1: expected '$2', the title is $(title)"
    fi
    if grep -E 'CONSOLE.*(Error|error)|Uncaught' "$scratch/log"; then
        failed=$((failed + 1))
    fi
}
passed=0 failed=0 query=

# -- a character: a script after the page's own asks it what it knows, and writes the answer where --dump-dom shows it

"$kip" run data/models/skeleton37.xml --hold stand,0.3 --push trunk,100,0,0,0.1,0.1 --duration 1 \
    --html "$scratch/page.html" > /dev/null || exit 1
cat >> "$scratch/page.html" <<'SCRIPT'
<script>
/* The support's polygon: some of the points, convex and counterclockwise, around all of them and the pressure. */
function isSound({ points, hull, pressure }) {
    const turn = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
    const edges = hull.map((a, i) => [a, hull[(i + 1) % hull.length], hull[(i + 2) % hull.length]]);
    const holds = (p) => edges.every(([a, b]) => turn(a, b, p) > -1e-9);
    return hull.length > 3 && points.length > 7 && hull.every((p) => points.includes(p))
        && edges.every(([a, b, c]) => turn(a, b, c) > 0) && points.every(holds) && holds(pressure)
        && Math.max(...points.map((p) => Math.abs(p[2]))) < 0.005;
}
const at = kip.time(), z = kip.position("pelvis")[2];
kip.seek(0.1);
const [support] = kip.supports();
kip.seek(0);
const pixels = document.querySelector("canvas").toDataURL().length;
document.title = ["answer", at, kip.frames, kip.duration, z > 0.2 && z < 1.1, kip.time(), isSound(support),
                  kip.supports().length === 0, pixels > 20000, kip.errors.length].join(" ");
</script>
SCRIPT
dom=$(open_page page.html)
expect "drawn at 0.5 s with WebGL" '<title>answer 0.5 61 1 true 0 true true true 0</title>'
dom=$(open_page page.html --disable-3d-apis)
expect "the flat view without WebGL" '<title>answer 0.5 61 1 true 0 true true '

# -- what controllers do: the page of a run with lists written into it

"$kip" run data/models/skeleton37.xml --hold stand,0.3 --duration 1 --html "$scratch/plain.html" > /dev/null || exit 1
sed -e 's|"bands":\[|&{"t":0,"track":"anna","label":"stand","reason":""},{"t":0.4,"track":"anna","label":"fall","reason":"it <b>slipped"},{"t":0,"track":"bob","label":"stand","reason":""}|' \
    -e 's|"targets":\[|&{"t":0,"name":"hand","pos":[1,0,1]},{"t":0.3,"name":"hand","pos":[0.5,0,1.5]},{"t":0.2,"name":"foot","pos":[null,null,null]}|' \
    -e 's|"modified":\[|&{"t0":0,"t1":null,"kind":"spring","text":"balance spring on pelvis","bodies":[0,1],"point":[0,0,0],"anchor":[{"t":0,"pos":[null,0,3]},{"t":0.2,"pos":[null,0,2]}]},{"t0":0.1,"t1":0.45,"kind":"gravity","text":"gravity x 0.5","bodies":[0,0],"point":[0,0,0]},{"t0":0.4,"t1":0.9,"kind":"attachment","text":"pelvis holds trunk","bodies":[1,2],"point":[0,0,0.1]}|' \
    -e 's|"off":\[\]|"off":[{"t0":0.2,"t1":0.6,"geom":1}],"eye":[0,-5,1],"lookAt":[0,0,1]|' \
    "$scratch/plain.html" > "$scratch/story.html"
cat >> "$scratch/story.html" <<'SCRIPT'
<script>
const text = (id) => document.getElementById(id).textContent, bands = [...document.querySelectorAll(".band")];
const { rings, springs: [[from, to]], crosses } = kip.marks();
const picture = () => document.querySelector("canvas").toDataURL();
const at = [text("skills"), text("physics").replaceAll(" ", "_"), rings.length, to[0] === from[0], to[2], crosses.join(),
            kip.shown()[1], kip.camera.yaw.toFixed(), kip.camera.distance(kip.time()) > 3];
const drawn = picture();
kip.seek(0.7);
const later = [kip.shown()[1], picture() !== drawn];
bands[1].focus();
const hint = text("hint").replaceAll(" ", "_"), label = bands[1].getAttribute("aria-label") === text("hint");
bands[1].click();
kip.seek(1);
document.title = ["story", ...at, ...later, hint, label, bands.length, document.querySelectorAll(".thin").length,
                  rings.length - kip.marks().rings.length, kip.errors.length].join(" ");
</script>
SCRIPT
story='<title>story annafallbobstand modified_physics:_spring,_attachmentbalance_spring_on_pelvis;_pelvis_holds_trunk 1 true 2 0.5,0,1.5'
story="$story false -90 true true true anna:_stand_→_fall,_0.40_s_to_1.00_s_–_it_&lt;b&gt;slipped true 3 3 1 0"
dom=$(open_page story.html)
expect "bands, marks and what is modified" "$story"
dom=$(open_page story.html --disable-3d-apis)
expect "the same without WebGL" "$story"

# -- keys, plots, the pose aimed at, links: what the page answers is what the table of the same run says. Frame 15 is 0.25 s.

"$kip" run data/models/skeleton37.xml --hold stand,0.3 --push trunk,100,0,0,0.1,0.1 --duration 1 \
    --html "$scratch/plots.html" --csv "$scratch/run.csv" > /dev/null || exit 1
table() { # column of the table at 0.25 s
    awk -F, -v name="$1" '/^#/ { next } !n { for (i = 1; i <= NF; i++) if ($i == name) n = i; next }
        $1 > 0.24999 && $1 < 0.25001 { print $n; exit }' "$scratch/run.csv"
}
cat >> "$scratch/plots.html" <<SCRIPT
<script>
const expected = { "knee_flex_l.angle": [$(table 'knee_flex_l [rad]'), 2.6e-5],
                   "knee_flex_l.torque": [$(table 'knee_flex_l [N m]'), 2e-3],
                   "hip_flex_r.torque": [$(table 'hip_flex_r [N m]'), 2e-3],
                   "all.contact": [$(table 'normal contact force [N]'), 0.05],
                   "foot_l.contact": [$(table 'foot_l.ground_fz [N]'), 0.5],
                   "kinetic.energy": [$(table 'kinetic energy [J]'), 1e-3] };
SCRIPT
cat >> "$scratch/plots.html" <<'SCRIPT'
const press = (key, on = window) => on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const byId = (id) => document.getElementById(id), drawn = () => document.querySelector("#view").toDataURL();
const answers = [];
kip.seek(0.25);
const values = Object.fromEntries(kip.plotted().map(({ name, of, value }) => [`${name}.${of}`, value]));
for (const [name, [value, within]] of Object.entries(expected))
    if (!(Math.abs(values[name] - value) <= within)) answers.push(`${name}:${values[name]}:${value}`);
answers.push(values["knee_flex_l.target"], values["knee_flex_l.stiffness"] > 100, values["knee_flex_l.limit_hi"].toFixed(3));
kip.seek(0.5);          // let go: nothing aims any more
answers.push(kip.plotted().find(({ of }) => of === "target").value, kip.ghosts().length);
kip.seek(0.25);
const plain = drawn();
press("t");
answers.push(kip.state().ghost, kip.ghosts().length > 20, drawn() !== plain);
press("t");
answers.push(drawn() === plain);
press("ArrowRight");
answers.push(kip.time().toFixed(4));
press("End");
press("Home");
press("+");
press("+");
press("+");
answers.push(kip.time(), kip.state().speed);
for (let i = 0; i < 9; i++) press("-");
answers.push(kip.state().speed, kip.link().replace(/.*page.html|.*plots.html/, "").replace(/&cam=[-0-9.,]*/, "&cam"));
press("m");
press("c");
answers.push(kip.state().com, kip.state().contacts);
const canvas = document.querySelector(".plot canvas"), box = canvas.getBoundingClientRect();
const ticks = byId("ticks").getBoundingClientRect();
canvas.setPointerCapture = () => {};
canvas.dispatchEvent(new PointerEvent("pointerdown", { clientX: (ticks.left + ticks.right) / 2, clientY: box.top + 9 }));
answers.push(kip.time().toFixed(2), document.querySelectorAll(".plot").length);
byId("joint").value = "elbow";
press("Enter", byId("joint"));
byId("kind-gains").click();
press("x", byId("joint"));
answers.push(document.querySelectorAll(".pick").length, document.querySelectorAll(".plot").length,
             [...document.querySelectorAll("#plots button, #plots input")].every((it) =>
                 it.getAttribute("aria-label") || it.title), kip.plotted().every(({ value }) => !Number.isNaN(value)));
press("g");
answers.push(kip.state().plots, document.querySelectorAll(".plot").length);
press(" ");
answers.push(kip.state().playing);
press(" ");
answers.push(kip.state().playing, kip.measure(3).mean > 0, kip.loaded > 0);
document.title = ["keys", ...answers, kip.errors.length].join(" ");
</script>
SCRIPT
choice='plot=knee_flex_l.angle,knee_flex_l.torque,knee_flex_l.gains,hip_flex_r.torque,contact,energy'
keys='keys 0 true 300.000 NaN 0 true true true true 0.2667 0 4 0.0625'
link='?t=0&amp;plot=knee_flex_l.angle,knee_flex_l.torque,knee_flex_l.gains,hip_flex_r.angle,hip_flex_r.torque,hip_flex_r.gains'
link="$link,contact,energy&amp;speed=0.0625&amp;cam"
keys="$keys $link false false 0.50 6 3 4 true false false 0 true false true true 0"
query=$choice
dom=$(open_page plots.html)
expect "keys and plots" "<title>$keys"
dom=$(open_page plots.html --disable-3d-apis)
expect "the same without WebGL" "<title>$keys"
query=

# -- every joint: bodies are where the script finds them

cat > "$scratch/places.xml" <<'XML'
<mujoco><worldbody>
    <body name="a" pos="0 0 2" euler="10 20 30"><joint name="h1" axis="0 1 0" pos=".1 0 0" ref="20"/>
        <joint name="h2" axis="1 1 0" pos="0 .1 .2"/><geom type="capsule" size=".05 .2" mass="1" pos="0 0 -.2"/>
        <body name="b" pos="0 0 -.4" euler="40 0 10"><joint name="s" type="slide" axis="1 0 1"/>
            <geom type="box" size=".1 .1 .1" mass="1"/>
            <body name="c" pos=".2 0 0"><joint name="ball" type="ball" pos="0 0 .1"/>
                <geom type="sphere" size=".1" mass="1" pos="0 .2 0"/><body name="d" pos="0 .2 .1"><geom type="sphere"
                size=".05" mass=".1"/></body></body></body></body>
    <body name="e" pos="1 1 3" euler="0 50 0"><freejoint/><geom type="box" size=".1 .2 .1" mass="1"/></body>
</worldbody></mujoco>
XML
cat > "$scratch/places.py" <<'PY'
addCharacter("places.xml")
run(0.5)
for name in ["a", "b", "c", "d", "e"]:
    at = getPosition(name, (0, 0, 0))
    print(f'["places/{name}", {at.x}, {at.y}, {at.z}],')
PY
places=$("$kip" run "$scratch/places.py" --html "$scratch/places.html" | grep '^\[') || exit 1
cat >> "$scratch/places.html" <<SCRIPT
<script>
const away = [$places].map(([name, ...at]) => Math.hypot(...kip.position(name).map((x, k) => x - at[k])));
document.title = ["places", away.length, Math.max(...away) < 2e-4, kip.errors.length].join(" ");
</script>
SCRIPT
dom=$(open_page places.html)
expect "places of bodies" '<title>places 5 true 0'

# -- other pages: two characters in the dark, nothing to drive, a single frame, names that are markup

answer_of() { # page: a script that says what it is like, with plots open, and again without WebGL
    cat >> "$scratch/$1" <<'SCRIPT'
<script>
const shown = document.querySelector("#view").toDataURL().length > 4000;
const background = getComputedStyle(document.documentElement).getPropertyValue("--page").trim();
for (const key of ["g", "t", "End", "ArrowLeft"])
    window.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
kip.measure(2);
document.title = ["page", kip.frames, shown, background, kip.centres().length, kip.plotted().length > 0,
                  document.querySelectorAll(".plot").length, kip.ghosts().length > 0, kip.errors.length].join(" ");
</script>
SCRIPT
}
dark=--blink-settings=preferredColorScheme=0
"$kip" run data/scenes/two_characters.py --html "$scratch/two.html" > /dev/null || exit 1
answer_of two.html
dom=$(open_page two.html $dark)
expect "two characters in the dark" '<title>page 121 true #12171e 2 true 2 true 0'
dom=$(open_page two.html --disable-3d-apis)
expect "the same without WebGL" '<title>page 121 true #dfe6ec 2 true 2 true 0'
"$kip" run data/models/ball.xml --duration 0.1 --html "$scratch/ball.html" > /dev/null || exit 1
answer_of ball.html
dom=$(open_page ball.html)
expect "no joint with a drive" '<title>page 7 true #dfe6ec 1 true 2 false 0'
"$kip" run data/models/skeleton37.xml --hold stand --duration 0 --html "$scratch/once.html" > /dev/null || exit 1
answer_of once.html
dom=$(open_page once.html)
expect "a single frame" '<title>page 1 true #dfe6ec 1 true 2 [a-z]* 0'
cat > "$scratch/names.xml" <<'XML'
<mujoco model="&lt;/script&gt;&lt;b&gt;"><worldbody>
    <body name="&lt;/script&gt;&lt;img src=x onerror=kip.errors.push(1)&gt;" pos="0 0 1">
    <joint name="&lt;!-- a, b.torque &amp;amp; %41&lt;script&gt;" axis="0 1 0"/>
    <geom type="capsule" size=".05 .2" mass="1" pos=".2 0 0"/></body></worldbody></mujoco>
XML
"$kip" run "$scratch/names.xml" --duration 0.1 --html "$scratch/names.html" > /dev/null || exit 1
cat >> "$scratch/names.html" <<'SCRIPT'
<script>
if (!kip.state().plots) window.dispatchEvent(new KeyboardEvent("keydown", { key: "g", bubbles: true }));
const name = "\x3c!-- a, b.torque &amp; %41\x3cscript>", before = document.querySelectorAll(".plot").length;
const back = new URLSearchParams(kip.link().split("?")[1]).get("plot");
document.title = ["names", kip.plotted()[0].name === name, before, document.images.length,
                  document.querySelector(".who").textContent === name, back.split(",").length, kip.errors.length].join(" ");
</script>
SCRIPT
dom=$(open_page names.html)
expect "names that are markup" '<title>names true 2 0 true 2 0'
query='plot=%253C!--%2520a%252C%2520b.torque%2520%2526amp%3B%2520%252541%253Cscript%253E.angle'
dom=$(open_page names.html)
expect "such a name in the address" '<title>names true 1 0 true 1 0'
query=

# -- who is absent is not seen: the picture is the same as where its colour is clear

picture_of() { # file, custom texts, colour of the other
    cat > "$scratch/model.xml" <<XML
<mujoco><custom>$2</custom><worldbody><geom type="plane" size="0 0 1"/>
    <geom type="box" size=".3 .5 .1" pos=".5 0 .1"/>
    <body name="ball" pos="0 0 .6"><freejoint/><geom type="sphere" size=".1" mass="1"/></body>
    <body name="other" pos="0 .4 .6"><freejoint/><geom type="sphere" size=".1" mass="1" rgba="$3"/></body>
</worldbody></mujoco>
XML
    "$kip" run "$scratch/model.xml" --duration 1 --html "$scratch/$1" > /dev/null || exit 1
    cat >> "$scratch/$1" <<'SCRIPT'
<script>
const text = document.querySelector("canvas").toDataURL();
document.title = "picture " + [...text].reduce((hash, c) => (31 * hash + c.charCodeAt(0)) % 4294967291, 7);
</script>
SCRIPT
    dom=$(open_page "$1")
    expect "a picture" '<title>picture [0-9]'
    title
}
pool='<text name="pool" data="other"/>'
picture_of clear.html "$pool" '0 0 0 0' > "$scratch/clear"
picture_of absent.html "$pool" '1 0 0 1' > "$scratch/absent"
picture_of present.html '' '1 0 0 1' > "$scratch/present"
if cmp -s "$scratch/clear" "$scratch/absent" && ! cmp -s "$scratch/clear" "$scratch/present"; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "browser: an absent body is seen, or a present one is not: $(cat "$scratch/clear" "$scratch/absent")"
fi
echo "browser: $passed passed, $failed failed"
[ "$failed" = 0 ]

#!/bin/sh
# Opens pages of `kip run` in headless Chromium, from their files: they must draw the time that was asked for, answer
# their own interface, and report no error. Usage: sh tests/browser.sh path/to/kip
kip=$1
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ]; then
    echo "browser: skipped, no Chromium is installed"
    exit 0
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
open_page() { # file, options of the browser
    page=$1
    shift
    timeout 120 "$browser" --headless --no-sandbox --disable-quic --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --use-gl=angle --use-angle=swiftshader \
        --enable-unsafe-swiftshader "$@" --user-data-dir="$scratch/profile" --window-size=800,500 \
        --enable-logging=stderr --v=0 --dump-dom "file://$scratch/$page?t=0.5" 2> "$scratch/log"
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
passed=0 failed=0

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
            kip.shown()[1], kip.camera.yaw.toFixed(), kip.camera.distance];
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
story='<title>story annafallbobstand modified_physics:_balance_spring_on_pelvis;_pelvis_holds_trunk 1 true 2 0.5,0,1.5'
story="$story false -90 5 true true anna:_stand_→_fall,_0.40_s_to_1.00_s_–_it_&lt;b&gt;slipped true 3 3 1 0"
dom=$(open_page story.html)
expect "bands, marks and what is modified" "$story"
dom=$(open_page story.html --disable-3d-apis)
expect "the same without WebGL" "$story"

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

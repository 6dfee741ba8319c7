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
const support = kip.support();
kip.seek(0);
const pixels = document.querySelector("canvas").toDataURL().length;
document.title = ["answer", at, kip.frames, kip.duration, z > 0.2 && z < 1.1, kip.time(), isSound(support),
                  kip.support() === null, pixels > 20000, kip.errors.length].join(" ");
</script>
SCRIPT
dom=$(open_page page.html)
expect "drawn at 0.5 s with WebGL" '<title>answer 0.5 61 1 true 0 true true true 0</title>'
dom=$(open_page page.html --disable-3d-apis)
expect "the flat view without WebGL" '<title>answer 0.5 61 1 true 0 true true '

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

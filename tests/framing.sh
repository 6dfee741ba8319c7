#!/bin/sh
# Pages show the person: opens pages of scenes, papers and models in headless Chromium at five sizes and asks at many
# times, for the solid and the flat view, whether a body of a character is cut by the window or lies under a panel
# (framing.js). That places are where the page says is read from the pixels of both views.
# Usage: sh tests/framing.sh path/to/kip [all | FILE...]; without more a selection, "all" is all that makes a page
kip=$1 program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(dirname "$0")
. "$here/chromium.sh"
if [ -z "$browser" ]; then
    echo "framing: skipped, no Chromium is installed"
    exit 0
fi
shift
case $1 in
all) set -- data/models/skeleton37_stairs.xml data/models/*.xml data/scenes/*.py data/papers/*/*.py ;;
"") set -- data/models/skeleton37_stairs.xml data/models/skeleton37.xml data/scenes/hello.py \
    data/scenes/two_characters.py data/papers/otb/ymca.py data/papers/otb/swing_reference.py data/papers/dct/fig1_dunk.py \
    data/papers/dct/fig5_interactive.py data/papers/vbc/push500.py data/papers/vbc/fig4.py data/papers/vst/sequence.py ;;
esac
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
passed=0 failed=0
judge() { # name, what is asked: the page's title must be "fine"
    case $title in
    fine*) passed=$((passed + 1)) ;;
    *)
        failed=$((failed + 1))
        echo "framing: $1: ${title:-the page did not answer}"
        ;;
    esac
}
ask() { # file, options of the browser: sets the title that it ends with
    page=$1
    shift
    title=$(browse "$@" --dump-dom "file://$scratch/$page" 2> /dev/null | sed -n 's/.*<title>\([^<]*\).*/\1/p' | head -1)
}

# -- what the page says of places: the box of the only violet things, in pixels and as it says

cat > "$scratch/violet.xml" <<'XML'
<mujoco><default><geom type="capsule" size=".04 .1" rgba="1 0 1 1" mass="1"/></default><worldbody>
    <geom type="plane" size="0 0 1" rgba=".5 .5 .5 1"/><body name="a" pos="0 0 2"><freejoint/><geom/>
    <body name="b" pos="0 0 .3"><joint axis="0 1 0"/><geom/><body name="c" pos=".2 0 .2"><joint axis="0 1 0"/><geom type="box" size=".1 .05 .1"/>
    <body name="d" pos="0 .2 0"><joint axis="0 1 0"/><geom type="cylinder" size=".05 .1"/><body name="e" pos="0 0 .3"><joint axis="0 1 0"/>
    <geom type="ellipsoid" size=".05 .1 .15" contype="0" conaffinity="0"/><body name="f" pos="0 .3 0"><joint axis="0 1 0"/><geom type="sphere" size=".1"/></body>
    </body></body></body></body></body>
</worldbody></mujoco>
XML
cat > "$scratch/violet.js" <<'SCRIPT'
for (const name of ["contacts", "com", "support", "pushes"]) document.getElementById(name).click();
const view = document.getElementById("view"), flat = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const violet = () => {      // the pixels of that colour
    const { width, height } = Object.assign(flat.canvas, { width: view.width, height: view.height });
    flat.drawImage(view, 0, 0);
    const { data } = flat.getImageData(0, 0, width, height), at = [...Array(width * height).keys()];
    return at.filter((i) => data[4 * i] > 1.5 * data[4 * i + 1] + 10 && data[4 * i + 2] > 1.5 * data[4 * i + 1] + 10)
        .map((i) => [i % width, Math.floor(i / width)]);
};
SCRIPT
page_of() { # name of a model: its page, with the script that comes by stdin
    "$kip" run "$scratch/$1.xml" --duration 1 --html "$scratch/$1.html" > /dev/null || exit 1
    { echo "<script>"; cat "$scratch/violet.js" -; echo "</script>"; } >> "$scratch/$1.html"
}
page_of violet <<'SCRIPT'
const off = [];
for (const [time, turn] of [[0, 0], [0.4, 60], [1, 200]]) {
    kip.camera.turn(turn, 10);
    kip.seek(time);
    const seen = violet(), [x, y] = [0, 1].map((k) => seen.map((pixel) => pixel[k]));
    const least = (list) => list.reduce((a, b) => Math.min(a, b), 1e9), most = (list) => list.reduce((a, b) => Math.max(a, b), -1);
    const told = kip.outlines(time), of = (side) => told.map((box) => box[side]);
    off.push(least(x) - least(of("left")), most(x) + 1 - most(of("right")), least(y) - least(of("top")), most(y) + 1 - most(of("bottom")));
}
document.title = off.every((x) => Math.abs(x) < 2.5) && !kip.errors.length ? "fine" : "off by " + off.map((x) => x.toFixed(1)) + kip.errors;
SCRIPT
ask "violet.html" --window-size=700,500
judge "places in the picture"
ask "violet.html" --window-size=700,500 --disable-3d-apis
judge "places in the flat view"

# -- where walls stand before and beside it, it is looked at from where it is seen; what is hidden is what no pixel shows

grey='rgba=".5 .5 .5 1"/>'
sed "s,<body name=\"a\",<geom type=\"box\" size=\"4 .1 3\" pos=\"0 -2 3\" $grey<geom type=\"box\" size=\".1 4 3\" pos=\"2 0 3\" $grey&," \
    "$scratch/violet.xml" > "$scratch/walls.xml"
page_of walls <<'SCRIPT'
const told = [...Array(6)].map(() => {
    kip.camera.turn(60, 0);
    kip.seek(0.5);
    return [kip.hidden(0.5), violet().length];
});
kip.camera.reset();
kip.seek(0.5);
const bad = told.filter(([hidden, seen]) => (hidden === 1 ? seen > 20 : seen < 100));
const all = told.filter(([hidden]) => hidden === 1).length;
document.title = !bad.length && all && all < 6 && kip.hidden(0.5) === 0 && violet().length > 100 ? "fine"
    : `told and seen ${told.map(([hidden, seen]) => `${hidden} ${seen}`)}; opened ${kip.hidden(0.5)} ${violet().length}`;
SCRIPT
ask "walls.html" --window-size=700,500
judge "hidden behind walls"

# -- who turns its back at first is looked at from its front; who lies, from the side

turned_to() { # name, the quaternion of its first body, yaws from which it may be looked at
    sed "s,<body name=\"a\" pos=\"0 0 2\",& quat=\"$2\"," "$scratch/violet.xml" > "$scratch/$1.xml"
    page_of "$1" << SCRIPT
document.title = [$3].includes(kip.camera.yaw) ? "fine" : "looks from " + kip.camera.yaw;
SCRIPT
    ask "$1.html" --window-size=700,500
    judge "$1"
}
turned_to facing_ahead "1 0 0 0" "-58, 58"
turned_to facing_back "0 0 0 1" "-122, 122"
turned_to lying_aslant ".707 .600 .375 0" "-122, 58"       # its head towards -58 degrees

# -- pages: each in five frames, few pixels for each point, since nobody looks

cat > "$scratch/around.html" <<'HTML'
<!doctype html><title>none of five answers</title>
<script>
const told = [];
window.addEventListener("message", ({ data }) => {
    told.push(data);
    const bad = told.filter(({ faults }) => faults.length)
        .map(({ size, faults }) => `${size}: ${faults.slice(0, 4).join("; ")}${faults.length > 4 ? ` and ${faults.length - 4} more` : ""}`);
    document.title = bad.length ? bad.join(". ") : told.length < 5 ? `${told.length} of five answer`
        : "fine " + told.map(({ size, shares }) => `${size}: ${shares.map((x) => x.toFixed(2)).join(" ")}`).join(", ");
});
</script>
<iframe src="page.html?t=0" width="1280" height="800"></iframe><iframe src="page.html?t=0" width="1920" height="1080"></iframe>
<iframe src="page.html?t=0" width="1000" height="640"></iframe><iframe src="page.html?t=0" width="420" height="800"></iframe>
<iframe src="page.html?t=0" width="640" height="420"></iframe>
<style>iframe { border: 0; }</style>
HTML
for file in "$@"; do
    options=
    [ "${file##*/}" = skeleton37_stairs.xml ] && options="--key top --hold top,0.55 --push head,900,50,100,0.5,0.2"
    # a scene whose claims fail, or that records nothing, is no matter of this test
    case $file in /*) scene=$file ;; *) scene=$PWD/$file ;; esac
    (cd "$scratch" && "$program" run "$scene" $options --html page.html > log 2>&1)     # it may record other files
    [ -s "$scratch/page.html" ] || continue
    { echo "<script>"; cat "$here/framing.js"; echo "</script>"; } >> "$scratch/page.html"
    ask around.html --force-device-scale-factor=0.25 --disable-3d-apis
    judge "$file"
    [ -n "$VERBOSE" ] && echo "$file: $title"
    rm -f "$scratch/page.html"
done
echo "framing: $passed passed, $failed failed"
[ "$failed" = 0 ]

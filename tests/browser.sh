#!/bin/sh
# Opens a page of `kip run` in headless Chromium, from its file: it must draw the time that was asked for, answer its own
# interface, and report no error. Usage: sh tests/browser.sh path/to/kip
kip=$1
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ]; then
    echo "browser: skipped, no Chromium is installed"
    exit 0
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
"$kip" run data/models/skeleton37.xml --hold stand,0.3 --push trunk,100,0,0,0.1,0.1 --duration 1 \
    --html "$scratch/page.html" > /dev/null || exit 1
# a script after the page's own asks it what it knows, and writes the answer where --dump-dom shows it
cat >> "$scratch/page.html" <<'SCRIPT'
<script>
const at = kip.time(), z = kip.position("pelvis")[2];
kip.seek(0);
const pixels = document.querySelector("canvas").toDataURL().length;
document.title = ["answer", at, kip.frames, kip.duration, z > 0.2 && z < 1.1, kip.time(), pixels > 20000,
                  kip.errors.length].join(" ");
</script>
SCRIPT
open_page() {
    timeout 120 "$browser" --headless --no-sandbox --disable-quic --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --use-gl=angle --use-angle=swiftshader \
        --enable-unsafe-swiftshader "$@" --user-data-dir="$scratch/profile" --window-size=800,500 \
        --enable-logging=stderr --v=0 --dump-dom "file://$scratch/page.html?t=0.5" 2> "$scratch/log"
}
expect() { # name, words that must stand in the page
    if printf '%s' "$dom" | grep -q "$2"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "browser: $1: expected '$2', the title is $(printf '%s' "$dom" | grep -o '<title>[^<]*')"
    fi
    if grep -E 'CONSOLE.*(Error|error)|Uncaught' "$scratch/log"; then
        failed=$((failed + 1))
    fi
}
passed=0 failed=0
dom=$(open_page)
expect "drawn at 0.5 s with WebGL" '<title>answer 0.5 61 1 true 0 true 0</title>'
dom=$(open_page --disable-3d-apis)
expect "the flat view without WebGL" '<title>answer 0.5 61 1 true 0 '
echo "browser: $passed passed, $failed failed"
[ "$failed" = 0 ]

#!/bin/sh
# How long a page takes in headless Chromium, drawn by the processor: to load, and JavaScript a frame, for one character
# and for ten. Usage: sh tests/bench_page.sh path/to/kip
kip=$1
. "$(dirname "$0")/chromium.sh"
if [ -z "$browser" ]; then
    echo "pages in a browser: not timed, no Chromium is installed"
    exit 0
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
printf '%s\n' 'for i in range(10):' '    addCharacter("skeleton37", name=f"skeleton{i}", at=(0, 1.5 * i, 0), key="stand")' 'run(20)' > "$scratch/ten.py"
"$kip" run data/models/skeleton37.xml --hold stand,2 --duration 20 --html "$scratch/one.html" > /dev/null &&
    "$kip" run "$scratch/ten.py" --html "$scratch/ten.html" > /dev/null || exit 1
time_page() { # page, what it shows, aims
    cat >> "$scratch/$1.html" <<'SCRIPT'
<script>
const { mean, largest } = kip.measure(24);
document.title = [kip.loaded, mean, largest].map((ms) => ms.toFixed(1)).join(" ");
</script>
SCRIPT
    title=$(browse --window-size=640,400 --dump-dom "file://$scratch/$1.html?t=0" 2> /dev/null | grep -o '<title>[^<]*')
    size=$(wc -c < "$scratch/$1.html")
    set -- "$2" "$3" ${title#<title>}
    echo "page of 20 s, $1: $((size / 1000)) kB, loaded in $3 ms, JavaScript $4 ms a frame, $5 at most ($2)"
}
time_page one "one character" "aims: 1000 kB, 1000 ms, 4 ms"
time_page ten "ten characters" "aim: 12 ms"

#!/bin/sh
# How long a page takes in headless Chromium, drawn by the processor: to load, the least of three times, and JavaScript a
# picture once it is compiled, for one character and for ten. Usage: sh tests/bench_page.sh path/to/kip
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
told() { # page, size of the window: its title
    browse --window-size="$2" --dump-dom "file://$scratch/$1?t=0" 2> /dev/null | sed -n 's/.*<title>\([^<]*\).*/\1/p'
}
time_page() { # page, what it shows, aims
    { cat "$scratch/$1.html"; echo '<script>document.title = Math.round(kip.loaded);</script>'; } > "$scratch/load.html"
    { cat "$scratch/$1.html"
      echo '<script>kip.measure(30); const { mean } = kip.measure(15); document.title = mean.toFixed(1);</script>'
    } > "$scratch/draw.html"
    load=$(for i in 1 2 3; do told load.html 1280,720; done | sort -n | head -1)
    echo "page of 20 s, $2: $(($(wc -c < "$scratch/$1.html") / 1000)) kB, loaded in $load ms," \
        "JavaScript $(told draw.html 200,150) ms a picture ($3)"
}
time_page one "one character" "aims: 1000 kB, 1000 ms, 4 ms"
time_page ten "ten characters" "aim: 12 ms"

# kip live in a browser: from a click to a frame that shows its push, and frames a second that arrive
cp data/scenes/live.py "$scratch/live.py"
"$kip" live "$scratch/live.py" --no-open --folder "$scratch/out" > "$scratch/told" &
server=$!
until grep -q http:// "$scratch/told"; do sleep 0.1; done
open_talk "$(sed -n 's/^ *\(http.*\)$/\1/p' "$scratch/told")" --window-size=300,200
ask "$(cat tests/live/latency.js)"
close_talk
kill -INT $server
wait $server

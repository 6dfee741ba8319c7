# Headless Chromium for tests, timings and pictures, to be sourced: `browser`, "" where there is none, and browse, which
# takes more options and the address. The picture is drawn by the processor, so that it is the same everywhere.
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
browse() {
    profile=$(mktemp -d)
    timeout 1800 "$browser" --headless --no-sandbox --disable-quic --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --use-gl=angle --use-angle=swiftshader \
        --enable-unsafe-swiftshader --user-data-dir="$profile" "$@"
    code=$?
    rm -rf "$profile"
    return $code
}
# What is waited for may take minutes on a machine that has other work: only what never comes fails.
#
# A page that is talked to by the browser's own protocol, over a pipe: open_talk ADDRESS [OPTIONS]; then ask SCRIPT prints what
# the script, which may be a promise of a text, comes to; photograph FILE.png; close_talk. heard prints all that
# the browser has said. Once it is gone, or has not answered, nothing is waited for any more: the file silent.
open_talk() {
    address=$1
    shift
    talk=$(mktemp -d)
    echo 0 > "$talk/told"
    mkfifo "$talk/in" "$talk/out"
    (browse --remote-debugging-pipe "$@" about:blank 3< "$talk/in" 4> "$talk/out" > /dev/null 2>&1) &
    talker=$!
    exec 7> "$talk/in"
    : > "$talk/raw"
    { cat "$talk/out" >> "$talk/raw"; { : > "$talk/silent"; } 2> /dev/null; } &
    new_page "$address"
}
# Another page in the same browser, which is talked to from then on: sets target and session.
new_page() {
    session=
    say Target.createTarget "{\"url\":\"$1\"}"
    target=$(field targetId)
    say Target.attachToTarget "{\"targetId\":\"$target\",\"flatten\":true}"
    session=",\"sessionId\":\"$(field sessionId)\""
    say Runtime.enable '{}'
    say Log.enable '{}'
    asked=0
    until [ "$(ask 'location.href === "about:blank" ? "" : document.readyState')" = complete ] ||
        [ $asked -gt 3000 ] || [ -e "$talk/silent" ]; do
        sleep 0.1
        asked=$((asked + 1))
    done
}
field() { printf '%s' "$reply" | sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
say() { # method, parameters: sets reply
    told=$(($(cat "$talk/told") + 1))   # in a file: asks are made in subshells, too
    echo $told > "$talk/told"
    (printf '{"id":%d,"method":"%s","params":%s%s}\0' $told "$1" "$2" "$session" >&7) 2> /dev/null
    waited=0
    until heard | grep -q "^{\"id\":$told," || [ -e "$talk/silent" ]; do
        sleep 0.1
        waited=$((waited + 1))
        [ $waited -lt 6000 ] || : > "$talk/silent"
    done
    reply=$(heard | grep "^{\"id\":$told,")
}
heard() { tr '\0' '\n' < "$talk/raw"; }
ask() {
    script=$(printf '%s' "$1" | sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/	/ /g' | awk '{ printf "%s\\n", $0 }')
    say Runtime.evaluate "{\"expression\":\"$script\",\"awaitPromise\":true,\"returnByValue\":true}"
    printf '%s\n' "$reply" | sed -e 's/.*"value":"\(.*\)"}},*.*/\1/'
}
photograph() {
    say Page.captureScreenshot '{"format":"png"}'
    field data | base64 -d > "$1"
}
close_talk() {
    session=
    say Browser.close '{}'
    exec 7>&-
    wait $talker
    rm -rf "$talk"
}

#!/bin/sh
# A picture of a page in headless Chromium. Usage: sh tests/photograph.sh PAGE[?t=...] PICTURE.png [WIDTH,HEIGHT]
. "$(dirname "$0")/chromium.sh"
if [ -z "$browser" ]; then
    echo "photograph: no Chromium is installed, so there is no picture of $1" >&2
    exit 1
fi
browse --hide-scrollbars --screenshot="$2" --window-size="${3:-1280,720}" "file://$1" 2> /dev/null
[ -s "$2" ] && echo "The picture is in $2."

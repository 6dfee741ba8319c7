#!/bin/sh
# A picture of a page in headless Chromium. Usage: sh tests/photograph.sh PAGE[?t=...] PICTURE.png [WIDTH,HEIGHT]
. "$(dirname "$0")/chromium.sh"
file=${1%%[?#]*}
if [ -z "$browser" ]; then
    echo "photograph: no Chromium is installed, so there is no picture of $1" >&2
    exit 1
fi
if [ ! -f "$file" ] || [ -z "$2" ]; then
    echo "photograph: there is no page $file; usage: sh $0 PAGE[?t=...] PICTURE.png [WIDTH,HEIGHT]" >&2
    exit 2
fi
case $1 in
/*) page=$1 ;;
*) page=$PWD/$1 ;;
esac
rm -f "$2"
browse --hide-scrollbars --screenshot="$2" --window-size="${3:-1280,720}" "file://$page" 2> /dev/null
[ -s "$2" ] && echo "The picture is in $2."

#!/bin/sh
# Are the sources written as .clang-format says? It speaks for version 14, the only one that is asked.
# Usage: sh tests/format.sh
# make check: sh tests/format.sh
tool=$(command -v clang-format-14 || command -v clang-format)
if [ -z "$tool" ] || ! "$tool" --version | grep -q 'version 14\.'; then
    echo "format: not checked, clang-format 14 is not here"
    exit 0
fi
others=$(find src tests data -name '*.[ch]' | sort | xargs "$tool" --dry-run -Werror 2>&1 |
    sed -n 's/^\([^:]*\):[0-9]*:[0-9]*: error: .*/\1/p' | sort -u)
[ -z "$others" ] && echo "format: the sources are written as .clang-format says" && exit 0
printf 'format: FAILED: clang-format -i would change\n%s\n' "$others"
exit 1

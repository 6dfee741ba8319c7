#!/bin/sh
# The structure of the sources and of the library: includes point downward, nothing writable is global, and what a
# library has no business with is not called. Usage: sh tests/layers.sh build/libkip.a
failed=0
complain() {
    if [ -n "$2" ]; then
        printf '%s:\n%s\n' "$1" "$2"
        failed=1
    fi
}

complain "src/dynamics includes a layer above it" \
    "$(grep -nE '#include "(\.\./)*(control|supervisor|io)/' -r src/dynamics)"
complain "src/control includes a layer above it" "$(grep -nE '#include "(\.\./)*(supervisor|io)/' -r src/control)"
complain "src/supervisor includes a layer above it" "$(grep -nE '#include "(\.\./)*io/' -r src/supervisor 2>/dev/null)"
complain "FILE, threads or printing below src/io" \
    "$(grep -nE '\<(FILE|printf|fopen|fprintf|pthread_[a-z]+)\>' -r src/dynamics src/control src/supervisor 2>/dev/null |
       grep -vE 'format\(|__printf__|^[^:]*:[0-9]*: \*')"
complain "libkip.a calls what a library must not, or libm where it has functions of its own" \
    "$(nm -A "$1" | grep -E ' U (abort|exit|_exit|longjmp|_?setjmp|setlocale|s?rand|time|clock|__assert_fail|sin|cos|tan|asin|acos|atan|atan2|exp|log|pow|sincos)$')"
complain "libkip.a has writable globals" \
    "$(size -A "$1" | awk '/:$/ { object = $1 " " $2 } /:$|ex / { object = $1 }
                           ($1 ~ /^\.(data|bss|tdata|tbss)$/) && $2 > 0 { print object, $1, $2 " bytes" }')"
[ "$failed" = 0 ] && echo "layers: includes, calls and globals are as designed"
exit $failed

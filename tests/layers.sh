#!/bin/sh
# The structure of the sources and of the library: includes point downward, nothing writable is global, and what a
# library has no business with is not called. Usage: sh tests/layers.sh build/libkip.a
# make check: sh tests/layers.sh $BUILD/libkip.a
failed=0
complain() {
    if [ -n "$2" ]; then
        printf '%s:\n%s\n' "$1" "$2"
        failed=1
    fi
}

# each include: the file that says it, the one it means
includes=$(find src -name '*.[ch]' | sort | xargs awk '
    /^#include "/ {
        split($0, part, "\"")
        folder = FILENAME
        sub("/[^/]*$", "", folder)
        path = folder "/" part[2]
        while (sub("[^/]+/\\.\\./", "", path)) {}
        print FILENAME, path
    }')
# a folder may include those before it
order='src/dynamics src/control src/supervisor src/io/text src/io/formats src/io/record src/io/pictures src/io/script src/io/scene
    src/io/study src/io/live src/io/eq src/io/cli src'
complain "an include points upward" \
    "$(echo "$includes" | awk -v order="$order" '
        BEGIN { n = split(order, folder, " "); for (i = 1; i <= n; i++) place[folder[i]] = i }
        { a = $1; b = $2; sub("/[^/]*$", "", a); sub("/[^/]*$", "", b)
          if (!(a in place) || !(b in place) || place[b] > place[a]) print $1 ": " $2 }')"
# a module is a header, its source and what their parts share: x.h, x.c, x_parts.h
complain "modules that include each other in a circle" \
    "$(echo "$includes" | sed 's,\(_parts\)\{0\,1\}\.[ch],,g' | awk '$1 != $2' | tsort 2>&1 > /dev/null | sed 's/^tsort: //')"
told=$(grep -oE '^ *(src/[a-z]+|src/io/[a-z]+)/ ' src/README.md | tr -d ' ' | sed 's,/$,,')
[ "$told" = "$(echo "$order" | tr -s ' ' '\n' | grep /)" ] || complain "the order of the folders in src/README.md is another" "$told"
complain "src/README.md names files that are not there" \
    "$(grep -oE '\<[a-z_]+(/[a-z_]+)?\.(c|h|js|css|html|sh)\>' src/README.md | sort -u | while read -r name; do
        case $name in x.h | x.c | x_parts.h) continue ;; esac
        [ -e "$name" ] || [ -n "$(find src -path "*/$name")" ] || echo "$name"
    done)"
# two headers of one guard hide each other; so a guard is the path, KIP_DYNAMICS_WORLD_H
complain "a header's guard is not its path" \
    "$(find src -name '*.h' | sort | while read -r header; do
        guard=KIP_$(printf '%s' "${header#src/}" | tr 'a-z/.' 'A-Z__')
        awk -v guard="${guard#KIP_KIP}" 'BEGIN { if (guard == "_H") guard = "KIP_H" }
            /^#/ { line[++n] = $0; if (n == 2) exit }
            END { if (line[1] != "#ifndef " guard || line[2] != "#define " guard) print FILENAME ": not " guard }' "$header"
    done)"
complain "a public header includes one that src/kip.h does not name" \
    "$({ sed -n 's,^#include "\(.*\)"$,src/\1,p' src/kip.h; echo; for header in $(sed -n 's,^#include "\(.*\)"$,src/\1,p' src/kip.h); do
        sed -n "s,^#include \"\(.*\)\"\$,$header ${header%/*}/\1,p" "$header"; done; } |
        sed -e ':again' -e 's,[a-z_]*/\.\./,,' -e 't again' |
        awk 'NF == 1 { public[$1] = 1 } NF == 2 && !($2 in public) { print $1 ": " $2 }')"
# what the public headers declare, a line each, and what tests/test_outputs.c calls
declared=$(sed -n 's,^#include "\(.*\)"$,src/\1,p' src/kip.h | xargs cat | tr '\n' ' ' | tr ';' '\n')
complain "functions that make something through a pointer, which tests/test_outputs.c does not call" \
    "$(echo "$declared" | grep -E 'KipStatus kip_[a-z_]+\([^()]*[A-Za-z0-9_] \*\*[a-z]' | grep -oE 'KipStatus kip_[a-z_]+' |
        while read -r _ name; do grep -qw "$name" tests/test_outputs.c || echo "$name"; done)"
complain "destroys and frees that tests/test_outputs.c does not call" \
    "$(echo "$declared" | grep -oE 'void kip_[a-z_]+_(destroy|free|clear)\(Kip[A-Za-z]+ \*[a-z]+\)' | grep -oE 'kip_[a-z_]+' |
        while read -r name; do grep -q "$name(" tests/test_outputs.c || echo "$name"; done)"
# a function whose name stands in the sources and the examples once, where it is defined, and that no other object calls, through
# a header's inline functions say, has no user
named=$(find src data -name '*.c' -o -name '*.cpp' | xargs grep -ohE '\<kip_[a-z0-9_]+' | sort | uniq -c | awk '$1 == 1 { print $2 }')
complain "functions that only tests call, or nobody: they go, or get a user" \
    "$(nm "$1" | awk '$1 == "U" { called[$2] = 1 } $2 == "T" { made[$3] = 1 }
        END { for (name in made) if (!(name in called)) print name }' | { echo "$named"; cat; } | sort | uniq -d)"
complain "FILE, threads or printing below src/io" \
    "$(grep -nE '\<(FILE|printf|fopen|fprintf|pthread_[a-z]+)\>' -r src/dynamics src/control src/supervisor 2>/dev/null |
       grep -vE 'format\(|__printf__|^[^:]*:[0-9]*: \*')"
# what the library may ask of libc and libm; memory only through base.c and the readers of files
allowed='sqrt|floor|fabs|fmin|fmax|fmod|rint|ldexp|copysign|bcmp|mem(chr|cmp|cpy|move|set)|str(cat|chr|cmp|cpy|cspn|len|ncmp|nlen|pbrk|rchr|spn|str|tod|toul)|qsort|snprintf'
allowed="$allowed|f(close|dopen|error|flush|ileno|open|printf|putc|puts|read|stat|write)|getc|putc|open|close|remove|rename|stat"
allowed="$allowed|access|opendir|readdir(64)?|closedir|open_memstream|realpath|fchmod|getpid|std(in|out)|malloc|calloc|realloc|free|__errno_location|dl(open|sym|close|error)|v?snprintf|__cpu_(model|indicator_init)|_GLOBAL_OFFSET_TABLE_|kip_[a-z0-9_]+"
# the threads of searches, in their one file
allowed_parallel='pthread_(create|join|mutex_(init|lock|unlock|destroy)|cond_(init|timedwait|signal|destroy))|clock_gettime|sysconf'
complain "libkip.a calls what a library must not, or libm where it has functions of its own" \
    "$(nm -A "$1" | grep ' U ' | grep -vE " U ($allowed)\$" | grep -vE "parallel\.o: *U ($allowed_parallel)\$" | grep -vE ' U __(asan|ubsan|sanitizer)')"
# of src/dynamics and the layers above it but io, base.c alone
objects=$(find src/dynamics src/control src/supervisor -name '*.c' ! -name base.c 2>/dev/null | sed 's,.*/,,; s,c$,o,' | paste -sd'|')
complain "memory below src/io past the allocator" \
    "$(nm -A "$1" | grep -E ":($objects):.* U (malloc|calloc|realloc|free)$")"
complain "libkip.a has writable globals" \
    "$(size -A "$1" | awk '/ex / { object = $1 }
        $1 ~ /^\.(data|bss|tdata|tbss)/ && $1 !~ /^\.data\.rel\.ro/ && $2 > 0 { print object, $1, $2 " bytes" }')"
for tool in nm size; do
    command -v $tool > /dev/null || complain "the tools" "$tool is missing: nothing about the library was checked"
done
[ "$failed" = 0 ] && echo "layers: includes, calls and globals are as designed"
exit $failed

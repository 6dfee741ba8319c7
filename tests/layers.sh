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
# what the library may ask of libc and libm; memory only through base.c and the readers of files
allowed='sqrt|floor|fabs|fmin|fmax|bcmp|mem(chr|cmp|cpy|move|set)|str(cat|chr|cmp|cpy|cspn|len|ncmp|pbrk|rchr|spn|str|tod|toul)|qsort|snprintf'
allowed="$allowed|f(close|dopen|error|flush|ileno|open|printf|putc|puts|read|stat|write)|getc|putc|open|close|remove|rename|stat"
allowed="$allowed|access|opendir|readdir(64)?|closedir|open_memstream|realpath|fchmod|getpid|std(in|out)|malloc|calloc|realloc|free|__errno_location|dl(open|sym|close|error)|v?snprintf|_GLOBAL_OFFSET_TABLE_|kip_[a-z0-9_]+"
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

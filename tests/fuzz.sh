#!/bin/sh
# Fuzzes every target for some seconds, as many at a time as there are processors, and prints what was done. What was
# found lies in BUILD/found.
# The corpus grows in BUILD/grown from one time to the next. Usage: sh tests/fuzz.sh BUILD SECONDS TARGET...
build=$1
seconds=$2
shift 2

# One target: a line of the table.
if [ "$1" = --one ]; then
    target=$2
    mkdir -p "$build/grown/$target" "$build/found/$target"
    log=$build/found/$target.log
    words=tests/fuzz/$target.dict
    [ -f "$words" ] || words=tests/fuzz/bytes.dict
    "$build/fuzz/$target" -max_total_time="$seconds" -max_len=8192 -rss_limit_mb=2500 -timeout=20 -print_final_stats=1 \
        -dict="$words" -artifact_prefix="$build/found/$target/" "$build/grown/$target" "tests/fuzz/corpus/$target" > "$log" 2>&1
    code=$?
    awk -v target="$target" -v code=$code -v log_file="$log" '
        / cov: / { for (i = 2; i < NF; i++) if ($i == "cov:") edges = $(i + 1); n = substr($1, 2) }
        /^stat::number_of_executed_units/ { n = $2 }
        END { printf "%-12s %12d %8d  %s\n", target, n, edges, code ? "FOUND, see " log_file : "nothing found" }' "$log"
    exit $code
fi

printf '%-12s %12s %8s\n' target executions edges
printf '%s\n' "$@" | xargs -P "$(getconf _NPROCESSORS_ONLN)" -I TARGET sh "$0" "$build" "$seconds" --one TARGET

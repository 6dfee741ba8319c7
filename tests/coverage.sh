#!/bin/sh
# Which lines of the sources the tests run: a line for each folder, and the files of which more than a tenth is not. Needs gcov,
# which comes with gcc. Usage: sh tests/coverage.sh BUILD, where the unit tests and kip are built with --coverage.
build=$1
"$build/check" > "$build/check.log" 2>&1 || { tail -3 "$build/check.log"; exit 1; }
for test in cli help scripts mistakes convert recording tune sweep learn; do
    sh "tests/$test.sh" "$build/kip" > "$build/$test.log" 2>&1 || echo "coverage: $test.sh failed: $build/$test.log"
done
find "$build" -name '*.gcno' ! -path "$build/tests/*" | sort | while read -r notes; do
    gcov -n -r -s "$PWD" "$notes" 2> /dev/null
done | awk -F "'" '
    /^File/ { file = $2 }
    /^Lines executed/ && file ~ /^src\/.*\.c$/ {
        split($0, part, /[:% ]+/)
        n = part[5]
        seen = part[3] * n / 100
        folder = file
        sub("/[^/]*$", "", folder)
        lines[folder] += n
        run[folder] += seen
        all += n
        all_run += seen
        if (seen < 0.9 * n) low = low sprintf("  %-40s %5.1f %% of %d\n", file, 100 * seen / n, n)
        file = ""
    }
    END {
        for (folder in lines) printf "%-20s %5.1f %% of %d lines\n", folder, 100 * run[folder] / lines[folder], lines[folder] | "sort"
        close("sort")
        printf "%-20s %5.1f %% of %d lines\n", "all", 100 * all_run / all, all
        if (low) printf "less than 90 %%:\n%s", low
    }'

#!/bin/sh
# The tables of speed in README.md: a row for each case of `kip bench`, with MuJoCo's numbers where it is installed.
#
#     sh tests/speed_table.sh path/to/kip              checks that README.md has the rows of kip bench, in their order
#     sh tests/speed_table.sh path/to/kip --write      measures, and writes the tables anew: `make speed`
#
# From the root of the repository.
# make check: sh tests/speed_table.sh ./kip
. "$(dirname "$0")/program.sh"

if [ "${2-}" = --write ]; then
    load=$(cut -d ' ' -f 1 /proc/loadavg 2>/dev/null || echo unknown)
    "$kip" bench >"$dir/bench" || exit 1
    sh tests/mujoco/run.sh build/libkip.a data/models/skeleton37.xml >"$dir/mujoco" 2>&1 || exit 1
    awk -v load="$load" '
        FNR == 1 { file++ }
        file == 1 && /lying, steps of 1 ms:/ { split($0, part, /Euler | x, by RK4 | x$/); euler["lying"] = part[2]; rk4["lying"] = part[3] }
        file == 1 && /lying, steps of 2 ms:/ { split($0, part, /Euler | x, by RK4 | x$/); euler["lying_2ms"] = part[2]; rk4["lying_2ms"] = part[3] }
        file == 1 && /^skeleton37/ && NF == 11 && $5 ~ /^0/ { forward = $4 " | " $3; inverse = $7 " | " $6; mass = $10 " | " $9 }
        file == 1 && /^skeleton37/ && NF == 7 { drop = $3 }
        file == 2 && /^  drop_default_x/ { default_drop = $2 }
        file == 2 && /^control of/ { on = 0 }
        file == 2 && on {
            at = $3 ~ /^[0-9.]+$/ ? 5 : 3
            what = $at
            for (i = at + 1; i <= NF; i++)
                what = what " " $i
            row[++n] = "| " $1 " | " what " | " $2 " | " (at == 5 ? $3 : "") " | " euler[$1] " | " rk4[$1] " |"
        }
        file == 2 && /^a step, or a call/ { on = 1 }
        file == 3 && /^<!-- speed -->/ {
            print
            print "Measured with a load of " load ". Microseconds a call:"
            print "\n| | kip | MuJoCo |\n|---|---|---|"
            print "| forward dynamics | " forward " |"
            print "| inverse dynamics | " inverse " |"
            print "| mass matrix | " mass " |"
            print "\nMicroseconds a step or a call, and simulated seconds a second of the processor:"
            print "\n| `kip bench` | | us | times real time | MuJoCo, Euler | its RK4 |\n|---|---|---|---|---|---|"
            for (i = 1; i <= n; i++)
                print row[i]
            print "| drop_default_x | a fall from 0.3 m and 10 s of lying, 1 ms | | " default_drop " | | " drop " |"
            skip = 1
        }
        file == 3 && /^<!-- \/speed -->/ { skip = 0 }
        file == 3 && !skip' "$dir/mujoco" "$dir/bench" README.md >"$dir/readme" || exit 1
    cp "$dir/readme" README.md
fi

# The cases as bench_cases.c lists them.
sed -n 's/^    {"\([a-z0-9_]*\)", ".*/\1/p' src/io/cli/bench_cases.c >"$dir/cases"
echo drop_default_x >>"$dir/cases"
sed -n '/^<!-- speed -->/,/^<!-- \/speed -->/s/^| \([a-z][a-z0-9_]*\) | .*/\1/p' README.md >"$dir/rows"
if ! [ -s "$dir/rows" ] || ! cmp -s "$dir/cases" "$dir/rows"; then
    echo "speed_table: FAILED: README.md has other rows than kip bench: sh tests/speed_table.sh ./kip --write"
    diff "$dir/cases" "$dir/rows"
    exit 1
fi
echo "speed_table: README.md has the $(wc -l <"$dir/rows") rows of kip bench"

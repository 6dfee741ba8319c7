#!/bin/sh
# The script language against CPython.
#
#     sh tests/scripts.sh path/to/kip             from the root of the repository
#     sh tests/scripts.sh path/to/kip --record    rewrites the expected output with python3; kip is not run
#
# tests/scripts/NN_name.py must print exactly NN_name.out, which is what `python3 NN_name.py` prints.
# tests/scripts/errors/NNN_name.py must fail. The first line of NNN_name.err is its exit code, "# exit 3" where the
# program does not compile, "# exit 1" where it fails while it runs ("# exit 1 or 3" where either will do); each line
# below must be found in what stderr says, small and capital letters alike. The program's own lines, which the report
# quotes, do not count.
#
# Prints what failed, with the first differing lines, and one last line.
# make check: sh tests/scripts.sh ./kip
kip=$1
scripts=tests/scripts
if [ ! -d $scripts/errors ] || [ $# -lt 1 ] || [ $# -gt 2 ] || [ "${2:---record}" != --record ]; then
    echo "usage: sh tests/scripts.sh path/to/kip [--record], from the root of the repository" >&2
    exit 2
fi
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

if [ "${2:-}" = --record ]; then
    for program in "$scripts"/[0-9]*.py; do
        PYTHONIOENCODING=utf-8 python3 -B "$program" >"$dir/out" || { echo "scripts: python3 fails on $program"; exit 1; }
        cp "$dir/out" "${program%.py}.out"
    done
    echo "scripts: recorded with $(python3 --version)"
    exit 0
fi
if [ ! -x "$kip" ]; then
    echo "scripts: $kip is no program" >&2
    exit 2
fi

failed=0
fail() {
    failed=$((failed + 1))
    echo "scripts: FAILED: $1"
}

# Runs the program; leaves $dir/out, $dir/err and $code. One that does not end, against kip's own limit of instructions,
# is ended after so many seconds of its own, not of the clock: the machine may be busy.
run() {
    (ulimit -t 300 && exec "$kip" run "$1") </dev/null >"$dir/out" 2>"$dir/err"
    code=$?
}

programs=0
good=0
for program in "$scripts"/[0-9]*.py; do
    programs=$((programs + 1))
    run "$program"
    if [ "$code" -ne 0 ]; then
        fail "$program: exit code $code: $(head -n 8 "$dir/err")"
    elif ! cmp -s "$dir/out" "${program%.py}.out"; then
        fail "$program: < CPython, > kip
$(diff "${program%.py}.out" "$dir/out" | head -n 8 | cut -c 1-300)"
    else
        good=$((good + 1))
    fi
done

# missing PROGRAM: the lines of its .err file that stderr does not say. A line that ends in a digit, as places do, is
# not found in a longer number.
missing() {
    awk -v place="$(basename "$1"):" '
        part == 1 {
            gsub(/^[ \t]+|[ \t]+$/, "")
            if ($0 != "") source[++sources] = $0
        }
        part == 2 && FNR > 1 { wanted[++wants] = $0 }
        part == 3 {
            quoted = 0
            for (i = 1; i <= sources && !index($0, place); i++)
                if (length($0) >= length(source[i]) && substr($0, length($0) - length(source[i]) + 1) == source[i])
                    quoted = 1
            if (!quoted) said = said tolower($0) "\n"
        }
        function says(what, rest,    at, after) {
            while (at = index(rest, what)) {
                after = substr(rest, at + length(what), 1)
                if (what !~ /[0-9]$/ || after !~ /[0-9]/) return 1
                rest = substr(rest, at + 1)
            }
            return 0
        }
        END { for (i = 1; i <= wants; i++) if (!says(tolower(wanted[i]), said)) print "    " wanted[i] }
    ' part=1 "$1" part=2 "${1%.py}.err" part=3 "$dir/err"
}

faulty=0
reported=0
for program in "$scripts"/errors/[0-9]*.py; do
    faulty=$((faulty + 1))
    expected=$(sed -n '1s/^# exit //p' "${program%.py}.err")
    run "$program"
    unsaid=$(missing "$program")
    case " $expected " in
        *" $code "*)
            if [ -z "$unsaid" ]; then
                reported=$((reported + 1))
            else
                fail "$program: stderr does not say
$unsaid
  but: $(head -n 12 "$dir/err" | cut -c 1-300)"
            fi
            ;;
        *) fail "$program: exit code $code, not $expected: $(head -n 8 "$dir/err" | cut -c 1-300)" ;;
    esac
done

if [ $failed -gt 0 ]; then
    echo "scripts: $good of $programs programs print what CPython prints, $reported of $faulty faulty ones fail as they should"
    exit 1
fi
echo "scripts: $faulty faulty programs fail as they should"
echo "scripts: $programs programs print what CPython prints"

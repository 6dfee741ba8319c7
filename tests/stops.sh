#!/bin/sh
# INT, TERM, KILL and INT twice at random moments of run, sweep, tune, learn, and of short commands: before a call of libc
# that is drawn from a seed, every other time one that opens, closes, renames or removes a file; and once more while it is
# gone on with. What must come of it: exit code 0 and all that comes without a stop, or 128 and the signal's number; files
# under their own names that are whole; no temporary file, but where the program could not remove it; and gone on, the same
# bytes.
#
#     sh tests/stops.sh path/to/kip [MOMENTS [SEED]]        from the root of the repository; so many of each command and
#                                                            signal, 50
# make check: sh tests/stops.sh ./kip 2
kip=$(pwd)/$1
moments=${2:-50}
seed=${3:-1}
failed=0
fail() {
    echo "stops: FAILED: $1"
    failed=$((failed + 1))
}
if [ ! -x "$kip" ] || [ ! -d data/skills/learn ]; then
    echo "usage: sh tests/stops.sh path/to/kip [MOMENTS [SEED]], from the root of the repository" >&2
    exit 2
fi
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
${CC:-cc} -O1 -fno-builtin -shared -fPIC -o "$dir/faults.so" tests/faults/preload.c -ldl || exit 1
cp -r data "$dir/data"
cp "$kip" "$dir/kip" # beside its data
kip=$dir/kip
mkdir "$dir/given" "$dir/good" "$dir/now"
cd "$dir/given" || exit 2
ulimit -t 120 # s of processor time, of each program: what a signal does not end

# -- what is run, in a folder of its own, with what it finds there ----------------------------------------------------

cat > scene.py << 'END'
"""A small world"""
import random

force = 1.0  # tune 0..5
record("motion.kip")


class Hold:
    def pre(self):
        return True

    def start(self):
        arm.setTarget("shoulder", 0.5)

    def step(self):
        self.last = [time(), "text" + str(time())]


arm = addCharacter("arm2", "arm")
addShape("Ball", "sphere", 0.1, mass=1, at=(2, 0, 1))
arm.addSkill(Hold)
at(0.02, lambda: push("Ball", (force + random.uniform(-1, 1), 0, 0), 0.1))
angles, times = [], []
while time() < 0.1:
    run(0.02)
    times.append(time())
    angles.append(arm.getAngle("shoulder"))
plot("angle.svg", "Angle", "time (s)", {"angle (rad)": {"shoulder": [(t, angles[i]) for i, t in enumerate(times)]}})
x = getPosition("Ball").x - 2
measure("way", x, "m", "< 0.008")
measure("cost", (x - 0.006) ** 2, "")
END

the_run() { "$kip" run scene.py --html o.html --csv o.csv --bvh o.bvh --record o.kip --figures figures --json; }
the_model() {
    "$kip" run ../data/models/arm2.xml --duration 0.5 --push forearm,0,5,0,0.1,0.1 --html o.html --csv o.csv --bvh o.bvh --record o.kip --json
}
the_sweep() {
    "$kip" sweep scene.py --param force=0:4:1 --seeds 2 --threads 2 --csv o.csv --svg o.svg --failures falls $resume
}
the_boundary() { "$kip" sweep scene.py --param force=0:4:0.5 --boundary force --seeds 4 --threads 2 --csv o.csv $resume; }
the_tune() {
    "$kip" tune scene.py --generations 3 --population 4 --starts 2 --threads 2 --out o.params $resume
}
the_convert() { "$kip" convert ../data/motions/wave.bvh --onto ../data/models/skeleton37.xml o.html; }
the_plot() { "$kip" plot fall.kip --film auto --svg o.svg; }
the_graph() { "$kip" graph ../data/motions/idle.bvh ../data/motions/walk.bvh o.html; }
the_eq() { "$kip" eq RBDA.7.3 --html o.html; }
the_learn() { "$kip" learn ../data/skills/learn/catch.py --examples 100 --threads 2 --keep --csv o.csv --out o.svm $resume; }

# -- what must be there after a stop -----------------------------------------------------------------------------------

# whole FILE: is it one of its kind, to its end?
whole() {
    case $1 in
    *.kip) "$kip" plot "$1" --list > /dev/null 2>&1 && "$kip" run "$1" --verify > /dev/null 2>&1 ;;
    *.html) tail -c 20 "$1" | grep -q '</html>' ;;
    *.svg) tail -c 20 "$1" | grep -q '</svg>' ;;
    *.bvh) awk '/^Frames:/ { n = $2 } lines != "" { lines++ } /^Frame Time:/ { lines = 0 } END { exit n != lines }' "$1" ;;
    *.csv) tail -n 1 "$1" | grep -q '^# hash ' && [ "$(grep -v '^#' "$1" | awk -F , '{ print NF }' | sort -u | wc -l)" = 1 ] ;;
    *.params) "$kip" run scene.py --params "$1" > /dev/null 2>&1 ;;
    *) false ;;
    esac
}

# Rows of the whole, each to its end.
is_part() { ! grep '^[0-9]' "$1" | grep -vxFq -f "$dir/good/$1" && [ "$(tail -c 1 "$1" | od -An -c)" = "  \\n" ]; }

# look_at_files COMMAND SIGNAL: what is wrong
look_at_files() {
    find . -type f | while read -r file; do
        case $2:$file in
        *:./out | *:./err) continue ;;
        KILL:*.tmp* | TWICE:*.tmp*) continue ;; # nobody was left to remove it
        esac
        cmp -s "$file" "$dir/good/$file" && continue
        case $1:$file in
        sweep:./o.csv | boundary:./o.csv | learn:./o.csv) is_part "$file" ;;
        sweep:./falls/* | learn:./o.svm | tune:./*.tmp*) false ;; # the same, or not there
        tune:./o.params.search) continue ;; # judged by going on
        *) whole "$file" ;;
        esac || echo "$file is not whole"
    done
}

# A stop is told, but of a program that has not begun, of which the shell may say a word. A document tells of its end. A
# search that has begun can be gone on with.
look_at_report() {
    case $1:$2 in
    convert:* | plot:* | graph:* | eq:*) ;; # a signal ends them, and they say no word
    *:130 | *:143) [ ! -s out ] && [ ! -s err ] || grep -qE 'stopped|interrupted|Terminated' out err || echo "no word of the stop" ;;
    esac
    case $1:$2 in
    tune:130 | tune:143) [ ! -f o.params ] || [ -f o.params.search ] || echo "there is nothing to go on with" ;;
    run:130 | run:143 | model:130 | model:143)
        [ ! -s out ] || { grep -q '"end": "interrupted"' out && grep -q "\"exit\": $2[,}]*" out && [ "$(tail -n 1 out)" = "}" ]; } ||
            echo "the report is not whole: $(tail -3 out)" ;;
    esac
}

# judge COMMAND SIGNAL CODE WHAT
judge() {
    case $2:$3 in
    *:0)
        for file in $(cd "$dir/good" && find . -type f ! -name err ! -name out); do
            cmp -s "$file" "$dir/good/$file" || fail "$4: exit code 0, and $file is not what it is without a stop"
        done ;;
    INT:130 | TERM:143 | KILL:137 | TWICE:130) stopped=$((stopped + 1)) ;;
    *) fail "$4: exit code $3: $(head -3 err)" ;;
    esac
    wrong=$(look_at_files "$1" "$2"; [ "$2" = TWICE ] || look_at_report "$1" "$3")
    [ -z "$wrong" ] || fail "$4: exit code $3: $wrong"
}

# -- stops -------------------------------------------------------------------------------------------------------------

# How to go on with what is there.
find_resume() {
    resume=
    case $1 in
    tune) [ ! -f o.params.search ] || resume=--resume ;;
    sweep | boundary | learn) resume=--resume ;; # from nothing, too
    esac
}

# draw MOST: a number from 1 to MOST
draw() {
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    drawn=$((1 + seed / 64 % $1))
}

# stop COMMAND SIGNAL KIND: once, at a moment that is drawn, or at the call for files whose number KIND is; its exit code
stop() {
    kind=files
    case $3 in
    files) draw "$files" ;;
    calls) kind=calls && draw "$calls" ;;
    *) drawn=$3 ;;
    esac
    case $2 in
    INT) at="$kind:$drawn:2" ;;
    TERM) at="$kind:$drawn:15" ;;
    KILL) at="$kind:$drawn:9" ;;
    TWICE) at="$kind:$drawn:2 calls:$((drawn + seed % 100)):2" ;;
    esac
    KIP_STOP="$at" LD_PRELOAD="$dir/faults.so" "the_$1" > out 2> err
    code=$?
    said="$said$1, $2 at $at${resume:+, $resume}"
    judge "$1" "$2" $code "$said"
    said="$said; "
    [ $code = 0 ]
}

# stop_and_go_on COMMAND SIGNAL KIND
stop_and_go_on() {
    rm -rf "$dir/now"
    cp -r "$dir/given" "$dir/now"
    cd "$dir/now" || exit 2
    resume= said=
    stop "$1" "$2" "$3" && return
    find_resume "$1"
    stop "$1" "$2" "$3" && return
    find_resume "$1"
    "the_$1" > out 2> err || fail "${said}it does not go on: $(head -3 err)"
    judge "$1" "$2" 0 "${said}gone on"
}

without_stop() {
    resume=
    rm -rf "$dir/now" "$dir/good"
    cp -r "$dir/given" "$dir/now"
    cd "$dir/now" || exit 2
    KIP_FAULT_COUNT="$dir/count" LD_PRELOAD="$dir/faults.so" "the_$1" > out 2> err || fail "$1: $(cat err)"
    read -r _ _ files calls < "$dir/count"
    cp -r "$dir/now" "$dir/good"
}

# -- what runs without end ----------------------------------------------------------------------------------------------

cat > skill_loop.py << 'END'
force = 1.0  # tune 0..5
text = ""


class Loop:
    def features(self):
        return [1.0]

    def pre(self):
        return True

    def step(self):
        global text
        while True:
            text = str(time())


arm = addCharacter("arm2", "arm")
arm.addSkill(Loop)
measure("cost", force, "")
example(arm, "Loop", 1)
run(1)
END
cat > loop.py << 'END'
force = 1.0  # tune 0..5
while True:
    text = str(force)
END

# ends SIGNAL CODE WORD...: by a signal at its 50000th call, when it loops
ends() {
    signal=$1 code=$2
    shift 2
    (ulimit -t 20 && KIP_STOP="calls:50000:$signal" LD_PRELOAD="$dir/faults.so" exec "$kip" "$@" > out 2> err)
    got=$?
    [ $got = "$code" ] || fail "$*: it loops, and signal $signal ends it with exit code $got: $(head -3 err)"
}

for scene in loop.py skill_loop.py; do
    ends 2 130 run $scene --html o.html
    ends 15 143 sweep $scene --param force=1,2,3 --threads 2 --csv o.csv
    ends 2 130 tune $scene --threads 2 --out o.params
    ends 15 143 learn $scene --threads 2 --out o.svm
done 2> /dev/null # a shell tells of processes that a signal ends
rm -f o.* loop.py skill_loop.py out err

"$kip" run ../data/models/arm2.xml --duration 0.5 --record fall.kip > /dev/null
for command in ${COMMANDS:-run model sweep boundary tune learn convert plot graph eq}; do
    without_stop "$command"
    for signal in ${SIGNALS:-INT TERM KILL TWICE}; do
        stopped=0 n=0
        while [ $n -lt "$moments" ]; do
            drawn_kind=files
            [ $((n % 2)) = 0 ] || drawn_kind=calls
            stop_and_go_on "$command" "$signal" $drawn_kind
            n=$((n + 1))
        done
        echo "stops: $command, $signal: $stopped stops in $moments tries, at $files calls for files and $calls in all"
    done
    case $command in
    run | model) # before it has begun, too
        stopped=0 n=0
        while [ $n -lt "$files" ]; do
            n=$((n + 1))
            stop_and_go_on "$command" INT $n
        done
        echo "stops: $command, INT at every call for files: $stopped stops in $files tries" ;;
    esac
done
[ $failed = 0 ] && echo "stops: what is there is whole, what is gone on with gives the same bytes"
exit $((failed > 0))

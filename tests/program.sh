# What the tests of the program share: each sources it first, its $1 being the path of kip. It sets kip, an absolute path; root,
# the repository; dir, a folder that is removed at the end; count, passed and failed.
if [ ! -x "$1" ] || [ ! -d data/models ]; then
    echo "usage: sh $0 path/to/kip, from the root of the repository" >&2
    exit 2
fi
test=$(basename "$0" .sh)
root=$PWD
case $1 in
/*) kip=$1 ;;
*) kip=$root/$1 ;;
esac
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
count=0
passed=0
failed=0

fail() {
    failed=$((failed + 1))
    echo "$test: FAILED: $1"
}

# verdict NAME COMMAND...: passes if the command succeeds
verdict() {
    name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        fail "$name"
    fi
}

# expect CODE TEXT ARGUMENTS...: the exit code of kip and a part of what it prints, which is left in out
expect() {
    code=$1 text=$2
    shift 2
    count=$((count + 1))
    "$kip" "$@" > out 2>&1
    got=$?
    [ $got = "$code" ] || fail "kip $*: exit code $got, not $code: $(cat out)"
    grep -qF -- "$text" out || fail "kip $*: no '$text' in: $(cat out)"
}

#!/bin/sh
# What `make install` puts somewhere, used from there: headers alone in C and C++, the library's symbols, programs by
# pkg-config, shared and static, Python, a plug-in, the manual, what bash completes; uninstall leaves nothing behind.
#
#     sh tests/install.sh path/to/build        from the root of the repository, after make
# make check: sh tests/install.sh $BUILD
build=$1
if [ ! -f "$build/libkip.a" ] || [ ! -f data/examples/embed.c ]; then
    echo "usage: sh tests/install.sh path/to/build, from the root of the repository" >&2
    exit 2
fi
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
said=''

fail() {
    echo "install: FAILED: $1"
    [ -f "$dir/out" ] && head -n 20 "$dir/out"
    exit 1
}

# What cannot be tested here is said.
leave_out() { said="$said; without $1"; }
has() { command -v "$1" > /dev/null || { leave_out "$1"; return 1; }; }

# -- install: into a folder of its own, from a copy of what was built, which only learns where its data will be

usr=$dir/usr
was=$(readlink ./kip)
mkdir "$dir/build"
for part in "$build"/*; do
    case ${part##*/} in
        dynamics | control | supervisor | io | text | man | flags | embed | exports | kip | libkip*) cp -Rp "$part" "$dir/build" ;;
    esac
done
# an outer make's numbers of jobs are not this one's
MAKEFLAGS=$(printf '%s' "${MAKEFLAGS:-}" | sed 's/--jobserver[^ ]*//g; s/-j[0-9]*//g')
export MAKEFLAGS
run_make() { make -s BUILD="$dir/build" PREFIX="$usr" "$@" > "$dir/out" 2>&1 || fail "make $* ends with $?"; }
run_make install
grep -q "^compile" "$dir/out" && fail "make install compiles what was compiled"
PKG_CONFIG_PATH=$usr/lib/pkgconfig
export PKG_CONFIG_PATH
include=$(pkg-config --variable=includedir kip)/kip
share=$(pkg-config --variable=pkgdatadir kip)
for folder in data/*/; do
    case $folder in data/pictures/) ;; *) [ -d "$share/${folder#data/}" ] || fail "$folder is not installed" ;; esac
done
[ "$("$usr/bin/kip" --version)" = "kip $(pkg-config --modversion kip)" ] || fail "kip.pc and kip --version differ"

# -- headers: each alone, then all after kip.h

headers=$(cd "$include" && find . -name '*.h' | sed 's,^\./,,' | LC_ALL=C sort)
[ "$(printf '%s\n' "$headers" | wc -l)" -gt 30 ] || fail "headers are missing"
for header in $headers; do
    echo "#include <$header>" > "$dir/alone_$(printf '%s' "$header" | tr / _).c"
done
warnings='-Wall -Wextra -Wpedantic -Werror -fsyntax-only'
# shellcheck disable=SC2086 # CC and flags are words
{
    ${CC:-cc} -std=c11 $warnings -I"$include" "$dir"/alone_*.c > "$dir/out" 2>&1 || fail "a header alone is no C"
    ${CXX:-c++} -x c++ -std=c++17 $warnings -I"$include" "$dir"/alone_*.c > "$dir/out" 2>&1 || fail "a header alone is no C++"
}

# -- symbols: the shared library exports what the headers declare

printf '%s\n' "$headers" | (cd "$include" && xargs cat) | tr '\n' ' ' | sed 's,/\*,\n&,g; s,\*/,&\n,g' | grep -v '^/\*' |
    grep -oE 'kip_[a-z0-9_]+[[(]' | tr -d '[(' | LC_ALL=C sort -u > "$dir/declared"
[ "$(wc -l < "$dir/declared")" -gt 400 ] || fail "nothing is declared"
case $(uname) in
    Linux)
        nm -D --defined-only "$usr/lib/libkip.so" | awk '{ print $3 }' | LC_ALL=C sort > "$dir/exported"
        diff "$dir/declared" "$dir/exported" > "$dir/out" || fail "< declared in headers, > exported by libkip.so"
        [ "$(objdump -p "$usr/lib/libkip.so" | awk '/SONAME/ { print $2 }')" = "libkip.so.0" ] || fail "libkip.so has another soname"
        [ -L "$usr/lib/libkip.so" ] && [ -L "$usr/lib/libkip.so.0" ] || fail "the names of the library are no links" ;;
    *) leave_out "the library's symbols, whose format is another here" ;;
esac

# -- programs: the examples' own lines, in a folder of their own

cp data/examples/embed.* data/examples/gameloop.* data/examples/crouch.* data/scenes/hello.py "$dir"
cd "$dir" || exit 2
flags='-O1 -Wall -Wextra -Wpedantic -Werror'
# shellcheck disable=SC2046,SC2086 # what pkg-config says are words
{
    ${CC:-cc} -std=c11 $flags embed.c $(pkg-config --cflags --libs kip) -o embed > out 2>&1 || fail "embed.c does not compile"
    ${CC:-cc} -std=c11 $flags gameloop.c $(pkg-config --cflags --libs kip) -o gameloop > out 2>&1 || fail "gameloop.c does not compile"
    ${CXX:-c++} -std=c++17 $flags embed.cpp $(pkg-config --cflags --libs kip) -o scene > out 2>&1 || fail "embed.cpp does not compile"
    ${CC:-cc} -std=c11 $flags $(pkg-config --cflags kip) -shared -fPIC crouch.c -o crouch.so > out 2>&1 || fail "crouch.c does not compile"
    mkdir static
    cp "$usr/lib/libkip.a" static
    ${CC:-cc} -std=c11 $flags embed.c $(pkg-config --static --define-variable=libdir="$dir/static" --cflags --libs kip) \
        -o embed_static > out 2>&1 || fail "embed.c does not link with libkip.a"
}
./embed "$share" > embedded 2> out || fail "embed ends with $?"
[ "$(wc -l < embedded)" -eq 4 ] || fail "embed prints no four lines"
./embed_static "$share" 2> out | cmp -s - embedded || fail "the static library moves otherwise"
./embed nowhere > out 2>&1 && fail "embed takes data that are not there"
grep -q 'nowhere/models/skeleton37.xml' out || fail "embed does not say what is not there"
[ "$(uname)" != Linux ] || objdump -p embed | grep -q 'NEEDED *libkip.so.0' || fail "embed does not ask for libkip.so.0"

./gameloop gameloop.py > out 2>&1 || fail "gameloop ends with $?"
[ "$(grep -c '^frame' out)" -eq 5 ] || fail "gameloop draws no five frames"

# hello.py stands alone here: its model is found where it was installed
./scene hello.py > printed 2> out || fail "the scene from C++ ends with $?"
"$usr/bin/kip" run hello.py > out 2>&1 || fail "the installed kip does not run hello.py"
cmp -s out printed || fail "the scene from C++ prints something else"
echo step 1 | "$usr/bin/kip" live --text > out 2>&1 || fail "the installed kip does not play its own scene"
"$usr/bin/kip" run crouch.py --plugins > crouched 2> out || fail "a plug-in in the installed kip ends with $?"
./scene crouch.py 2> out | cmp -s - crouched || fail "a plug-in in a program of one's own moves otherwise"
if has python3; then
    python3 embed.py "$usr/lib/libkip.so" "$share" > fallen 2> out || fail "embed.py ends with $?"
    # pushed ahead it falls
    awk '{ high[NR] = $4; ahead[NR] = $7 } END { exit !(NR == 4 && ahead[4] > 0.5 && high[1] > 0.85 && high[4] < 0.6) }' \
        fallen || fail "embed.py's skeleton does not fall"
    python3 embed.py "$usr/lib/libkip.so" nowhere > out 2>&1 && fail "embed.py takes data that are not there"
    grep -q 'nowhere/models/skeleton37.xml:0: the file' out || fail "embed.py does not say what is not there"
fi
cd - > /dev/null || exit 2

# -- the manual, and what bash completes

for page in man1/kip.1 man5/kip-language.5 man5/kip-model.5; do
    [ -s "$usr/share/man/$page" ] || fail "there is no $page"
    if has mandoc; then
        mandoc -Tlint -Wwarning "$usr/share/man/$page" > "$dir/out" || fail "$page is no clean mdoc"
        mandoc -Tutf8 "$usr/share/man/$page" | sed 's/.\x08//g' > "$dir/$(basename "$page").txt"
    fi
done
if [ -s "$dir/kip.1.txt" ]; then
    for word in run plot reproduce tune sweep learn convert show forward inverse mass bench; do
        grep -qE "^ +kip $word \[OPTIONS\]" "$dir/kip.1.txt" || fail "kip(1) does not explain $word"
    done
    grep -q -- '--integrator NAME' "$dir/kip.1.txt" || fail "kip(1) does not explain --integrator"
    grep -q 'setTargetPose(' "$dir/kip-language.5.txt" || fail "kip-language(5) does not explain setTargetPose"
    grep -q 'childclass' "$dir/kip-model.5.txt" || fail "kip-model(5) does not explain childclass"
fi

# completed WORDS, the last of which is to be completed, and what must come of it, a | in between
completed() {
    printf '%s\n' "$2" | tr '|' '\n' | grep . | LC_ALL=C sort > "$dir/wanted"
    # shellcheck disable=SC2016 # bash shall read it
    (cd "$dir/complete" && bash -c '. "$0"; COMP_WORDS=('"$1"'); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _kip
        printf "%s\n" "${COMPREPLY[@]}"' "$usr/share/bash-completion/completions/kip") | grep . | LC_ALL=C sort -u > "$dir/out"
    cmp -s "$dir/out" "$dir/wanted" || fail "bash completes '$1' otherwise than to '$2'"
}
if has bash; then
    mkdir -p "$dir/complete/folder"
    (cd "$dir/complete" && touch model.xml scene.py run.kip notes.txt 'of two words.kip')
    completed 'kip r' 'run|reproduce'
    completed 'kip run --int' '--integrator'
    completed 'kip run --h' '--hold|--html|--hash|--help'
    completed 'kip run ""' 'model.xml|scene.py|run.kip|of two words.kip|folder'
    completed 'kip show m' 'model.xml'
    completed 'kip plot r' 'run.kip'
    completed 'kip run --html n' 'notes.txt'
    completed 'kip run --html = n' 'notes.txt'
    completed 'kip run --duration ""' ''
    completed 'kip reproduce --figures ""' 'folder'
    completed 'kip convert --onto ""' 'model.xml|folder'
    completed 'kip help lang' 'language'
fi

[ -x ./kip ] && [ "$(readlink ./kip)" = "$was" ] || fail "make install changes ./kip"

# -- packaging: the same files under DESTDIR, other folders, and nothing left behind

files() { (cd "$1" && find . -type f -o -type l) | LC_ALL=C sort; }
files "$usr" > "$dir/installed"
run_make install DESTDIR="$dir/stage"
files "$dir/stage$usr" | cmp -s - "$dir/installed" || fail "DESTDIR gets other files"
run_make uninstall DESTDIR="$dir/stage"
touch "$usr/share/kip/mine" "$usr/lib/mine"
run_make uninstall
find "$dir/stage" ! -type d > "$dir/out"
[ -s "$dir/out" ] && fail "uninstall leaves under DESTDIR"
files "$usr" > "$dir/out"
[ "$(tr '\n' ' ' < "$dir/out")" = "./lib/mine ./share/kip/mine " ] || fail "uninstall leaves, or takes what is not its own"
[ -d "$usr/include/kip" ] && fail "uninstall leaves the folder of headers"
run_make install DESTDIR="$dir/stage" libdir=/usr/lib/here mandir=/usr/man bindir=/usr/games
for file in lib/here/libkip.so man/man1/kip.1 games/kip; do
    [ -e "$dir/stage/usr/$file" ] || fail "there is no /usr/$file"
done
grep -q 'rpath' "$dir/stage/usr/lib/here/pkgconfig/kip.pc" && fail "kip.pc has a run path to a system's folder"

# -- a release: the same bytes twice, all that is tracked

if git rev-parse --verify -q HEAD > /dev/null 2>&1; then
    run_make dist
    release=$(ls "$dir"/build/kip-*.tar.gz)
    mv "$release" "$dir/first.tar.gz"
    run_make dist
    cmp -s "$dir/first.tar.gz" "$release" || fail "make dist gives other bytes the second time"
    gzip -dc "$release" | tar -tf - | grep -v '/$' | sed 's,^kip-[0-9.]*/,,' | LC_ALL=C sort > "$dir/released"
    git ls-tree -r --name-only HEAD | LC_ALL=C sort | cmp -s - "$dir/released" || fail "make dist misses files"
else
    leave_out "git, and so without make dist"
fi

echo "install: $(wc -l < "$dir/installed") files, $(wc -l < "$dir/exported" 2> /dev/null || echo 0) symbols; C, C++, Python, a plug-in, man, bash, uninstall, dist$said"

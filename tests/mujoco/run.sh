#!/bin/sh
# kip's numbers beside MuJoCo's, on a machine that has MuJoCo; elsewhere says how to get it, and succeeds.
#
#     sh tests/mujoco/run.sh build/libkip.a [model.xml ...]    compares and times these models; without a name
#                                                              compares data/models/*.xml and times skeleton37
#     sh tests/mujoco/run.sh build/libkip.a --numbers model.xml ...      compares and does not time
#     sh tests/mujoco/run.sh build/libkip.a --write            writes tests/reference/*.csv anew
#
# From the root of the repository; `make mujoco` runs the first. For a MuJoCo that is not where the compiler
# looks: CPPFLAGS="-I$dir/include" LDFLAGS="-L$dir/lib -Wl,-rpath,$dir/lib".

library=$1
if [ ! -f "$library" ] || [ ! -f data/models/skeleton37.xml ]; then
    echo "usage: sh tests/mujoco/run.sh build/libkip.a [--write | model.xml ...], from the root" >&2
    exit 2
fi
shift

# The compiler and its flags may be several words.
cc=${CC:-cc}
# shellcheck disable=SC2086
if ! echo '#include <mujoco/mujoco.h>' | $cc ${CPPFLAGS-} -E - >/dev/null 2>&1; then
    echo "To compare with MuJoCo, install it: apt-get install libmujoco-dev (Debian, Ubuntu)," \
        "or set CPPFLAGS and LDFLAGS to where a release of it is."
    echo "mujoco: skipped"
    exit 0
fi

program=$(dirname "$library")/mujoco
# shellcheck disable=SC2086
$cc -std=c11 -O2 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wshadow -Wconversion ${CPPFLAGS-} -Isrc \
    -o "$program" tests/mujoco/compare.c tests/mujoco/both.c tests/mujoco/race.c tests/mujoco/drops.c \
    src/io/cli/drop.c "$library" \
    ${LDFLAGS-} -lmujoco -lm || exit 2

models=data/models
case ${1-} in
--write) set -- --write "$models/skeleton37.xml" "$models/double_pendulum.xml" "$models/arm3d.xml" ;;
'') "$program" --numbers "$models"/*.xml || exit 1
    set -- "$models/skeleton37.xml" ;;
esac
exec "$program" "$@"

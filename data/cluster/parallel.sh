#!/bin/sh
# One sweep in N shards by GNU parallel, on this machine or on several that share a folder; then joined.
#
#     sh data/cluster/parallel.sh 8 fall.py --param push=-600:600:5 --seeds 100
#     HOSTS=8/node1,8/node2 sh data/cluster/parallel.sh 16 fall.py --param push=-600:600:5 --seeds 100
#
# The words after N are those of kip sweep, without --csv. It leaves part-1.csv .. part-N.csv and all.csv here,
# and goes on where it was cut off. HOSTS are GNU parallel's --sshlogin (jobs/host); KIP is the program's path,
# where it is not in the PATH.
n=$1
case $n in
'' | *[!0-9]*)
    echo "usage: sh parallel.sh SHARDS SCENE.py [words of kip sweep]" >&2
    exit 2
    ;;
esac
if [ "$n" -lt 1 ]; then
    echo "parallel.sh: a sweep has 1 shard or more, not $n" >&2
    exit 2
fi
shift
kip=${KIP:-kip}
seq "$n" | parallel ${HOSTS:+--sshlogin "$HOSTS" --workdir "$PWD"} --line-buffer --quote \
    "$kip" sweep "$@" --shard "{}/$n" --threads 1 --csv "part-{}.csv" --resume || exit
for i in $(seq "$n"); do
    set -- "$@" "part-$i.csv"
    [ "$i" = 1 ] && set -- "part-1.csv"
done
exec "$kip" sweep --merge "$@" --csv all.csv

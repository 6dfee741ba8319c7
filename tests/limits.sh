#!/bin/sh
# Muscles and joints of the shows of the virtual stuntman keep their limits, and the ledger of energy is closed, frame by
# frame of their recordings.
#
#     sh tests/limits.sh path/to/kip        from the root of the repository
# make check: sh tests/limits.sh ./kip
. "$(dirname "$0")/program.sh"

# name of a joint, least and greatest angle, degrees, as the models say
sed -n 's/.*<joint name="\([a-z_]*\)".* range="\([-0-9.]*\) *\([-0-9.]*\)".*/\1 \2 \3/p' data/models/skeleton37.xml > "$dir/person"
sed -n 's/.*<joint name="\([a-z_]*\)".* range="\([-0-9.]*\) *\([-0-9.]*\)".*/\1 \2 \3/p' data/models/robot16.xml > "$dir/robot"

# What energy changes by beyond the work that is done: in all less than a hundredth of the work, frames apart in which
# the script throws or takes away a ball.
ledger='
    /^#/ { next }
    !columns {
        columns = split($0, name, ",")
        for (i = 1; i <= columns; i++) {
            if (name[i] ~ / energy \[J\]$/) sign[i] = 1
            if (name[i] ~ /^work of .* \[J\]$/) sign[i] = -1
        }
        next
    }
    {
        split($0, value, ",")
        sum = 0
        for (i in sign) {
            sum += sign[i] * value[i]
            if (frames && sign[i] < 0) done += sqrt((value[i] - before[i]) ^ 2)
            before[i] = value[i]
        }
        if (frames++) change[frames] = sqrt((sum - last) ^ 2)
        last = sum
    }
    END {
        for (k = 0; k < thrown; k++) {
            most = 2
            for (i in change) if (change[i] > change[most]) most = i
            change[most] = 0
        }
        for (i in change) open += change[i]
        printf "%.1f of %.0f J\n", open, done
        exit !(frames > 1 && done > 0 && open < 0.01 * done)
    }'

# A motor gives no more than its strength. A joint passes its range by less than 0.05 rad, and turns by less than 30 rad/s, but
# where what contacts press in all changes by 150 N from frame to frame: a tenth of a second after, three frames before.
limits='
    FILENAME != ARGV[ARGC - 1] { least[FILENAME, $1] = $2 * 0.0174533; most[FILENAME, $1] = $3 * 0.0174533; next }
    /^#/ { next }
    !columns {
        columns = split($0, name, ",")
        for (i = 1; i <= columns; i++) at[name[i]] = i
        for (i = 1; i <= columns; i++) {
            joint = name[i]
            if (!sub(/\.torque \[N m\]$/, "", joint) || !((joint ".limit_hi [N m]") in at)) continue
            muscles++
            torque[muscles] = i; lo[muscles] = at[joint ".limit_lo [N m]"]; hi[muscles] = at[joint ".limit_hi [N m]"]
            short = joint; sub(/.*\//, "", short)
            table = joint ~ /^robot/ ? robot : person
            if (!((table, short) in most)) continue
            joints++
            angle[joints] = at[joint " [rad]"]; from[joints] = least[table, short]; to[joints] = most[table, short]
            rate[joints] = at[joint ".rate [rad/s]"]
        }
        pressed = at["normal contact force [N]"]
        next
    }
    {
        split($0, value, ",")
        for (i = 1; i <= muscles; i++)
            if (value[torque[i]] > value[hi[i]] + 1e-3 || value[torque[i]] < value[lo[i]] - 1e-3) bad = name[torque[i]]
        for (i = 1; i <= joints; i++)
            if (value[angle[i]] > to[i] + 0.05 || value[angle[i]] < from[i] - 0.05) bad = name[angle[i]]
        frames++
        if (frames > 1 && sqrt((value[pressed] - press) ^ 2) > 150) { hit = frames; fast = "" }
        press = value[pressed]
        if (fast != "" && frames > until) bad = fast
        for (i = 1; i <= joints; i++)
            if (sqrt(value[rate[i]] ^ 2) > 30 && (!hit || frames > hit + 6)) { fast = name[rate[i]]; until = frames + 3 }
    }
    END { if (fast != "") bad = fast; print bad; exit bad != "" || !frames || !muscles || !joints }'

while read -r thrown show options; do
    count=$((count + 1))
    # shellcheck disable=SC2086
    "$kip" run "data/papers/vst/$show.py" $options --record "$dir/show.kip" > /dev/null 2>&1 || fail "$show $options: kip run"
    "$kip" convert "$dir/show.kip" "$dir/show.csv" > /dev/null
    bad=$(awk -v person="$dir/person" -v robot="$dir/robot" "$limits" FS=' ' "$dir/person" "$dir/robot" FS='\n' "$dir/show.csv") ||
        fail "$show $options: beyond its limit: $bad"
    open=$(awk -v thrown="$thrown" "$ledger" FS='\n' "$dir/show.csv") || fail "$show $options: the ledger is open by $open"
done <<SHOWS
2 robot
0 robot_kip
0 robot_dives
0 robot_dive_fails
0 robot_tackle
0 sequence
0 two_fall
0 heap --param seconds=2
5 guard
7 catch_and_guard
0 body_skill --param skill=0
0 body_skill --param skill=2
0 body_skill --param skill=3
0 body_skill --param skill=4
0 body_skill --param skill=5
0 body_skill --param skill=12
0 skeleton_dive
SHOWS

[ $failed = 0 ] && echo "limits: muscles and joints of $count shows keep them, their ledgers are closed"
[ $failed = 0 ]

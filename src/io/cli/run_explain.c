/* The part of --explain after a run: the results of each skill, and the time of its bids. */
#include "run.h"

#include <inttypes.h>
#include <string.h>

static bool is_shown(const KipSupervisor *supervisor, int skill)
{
    KipSkillTally tally = kip_supervisor_tally(supervisor, skill);
    return tally.asked || tally.won;
}

/* The width of "skeleton: stand". */
static int width_of(const char *member, const char *skill)
{
    return (int)(strlen(member) + strlen(": ") + strlen(skill));
}

static int widest(KipWorld *world, int least)
{
    int most = least;
    for (int m = 0; m < kip_world_nmember(world); m++) {
        const KipSupervisor *supervisor = kip_world_supervisor(world, m);
        for (int k = 0; supervisor && k < kip_supervisor_count(supervisor); k++) {
            int width = width_of(kip_world_member_name(world, m), kip_supervisor_name(supervisor, k));
            if (is_shown(supervisor, k) && width > most)
                most = width;
        }
    }
    return most;
}

static void print_row(FILE *stream, const KipScene *scene, KipWorld *world, int member, int skill, int width)
{
    const KipSupervisor *supervisor = kip_world_supervisor(world, member);
    const char *owner = kip_world_member_name(world, member), *name = kip_supervisor_name(supervisor, skill);
    KipSkillTally tally = kip_supervisor_tally(supervisor, skill);
    double longest, seconds = kip_scene_bidding_time(scene, member, skill, &longest);
    fprintf(stream, "%s: %s%*s", owner, name, width - width_of(owner, name), "");
    fprintf(stream, "  %7" PRId64 "  %7" PRId64 "  %7" PRId64 "  %7" PRId64, tally.asked, tally.bids,
            tally.won, tally.failed);
    if (tally.asked)
        fprintf(stream, "  %7.1f us  %7.1f us", 1e6 * seconds / (double)tally.asked, 1e6 * longest);
    fputc('\n', stream);
}

static void warn_of_command(FILE *stream, const KipScene *scene, KipWorld *world, int member, int skill)
{
    const KipSupervisor *supervisor = kip_world_supervisor(world, member);
    KipSkillTally tally = kip_supervisor_tally(supervisor, skill);
    const char *name = kip_supervisor_name(supervisor, skill), *owner = kip_world_member_name(world, member);
    if (*tally.loss && kip_scene_is_class(scene, member, skill))
        fprintf(stream,
                "kip: warning: %s: '%s' was commanded, and failed at %.3f s: %s (--explain tells more)\n",
                owner, name, tally.lost, tally.loss);
    if (tally.commanded == 0 || tally.followed > 0 || (tally.won > 0 && !tally.failed))
        return;
    fprintf(stream, "kip: warning: %s: '%s' was commanded", owner, name);
    if (tally.commanded > 1)
        fprintf(stream, " %" PRId64 " times", tally.commanded);
    fprintf(stream, " and %s: %s (--explain tells of every decision)\n",
            tally.failed ? "failed" : "never acted",
            *tally.refusal ? tally.refusal
                           : "it was not asked before the run ended or another was commanded");
}

void kip_run_warn_of_commands(FILE *stream, KipScene *scene)
{
    KipWorld *world = kip_scene_world(scene);
    for (int m = 0; world && m < kip_world_nmember(world); m++)
        for (int k = 0;
             kip_world_supervisor(world, m) && k < kip_supervisor_count(kip_world_supervisor(world, m)); k++)
            warn_of_command(stream, scene, world, m, k);
}

void kip_run_print_skills(FILE *stream, KipScene *scene)
{
    static const char head[] = "skills";
    KipWorld *world = kip_scene_world(scene);
    bool begun = false;
    if (!world)
        return;
    int width = widest(world, (int)strlen(head));
    for (int m = 0; m < kip_world_nmember(world); m++) {
        const KipSupervisor *supervisor = kip_world_supervisor(world, m);
        for (int k = 0; supervisor && k < kip_supervisor_count(supervisor); k++) {
            if (!is_shown(supervisor, k))
                continue;
            if (!begun)
                fprintf(stream, "%-*s    asked     bids      won   failed    mean ask    most ask\n", width,
                        head);
            begun = true;
            print_row(stream, scene, world, m, k, width);
        }
    }
}

/* The progress of kip reproduce (reproduce_progress.h). */
#include "reproduce_progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../text/file.h"
#include "../text/number.h"

static const double unknown = 3; /* s: of an experiment that is not in the table */

/* s, by the table */
static double duration_of(const KipReproduceProgress *progress, const char *paper, const char *experiment)
{
    char name[160];
    double seconds;
    int n = snprintf(name, sizeof name, "%s/%s ", paper, experiment);
    for (const char *line = progress->table; line && *line;) {
        size_t length = strcspn(line, "\n");
        if (strncmp(line, name, (size_t)n) == 0 && kip_number_parse(line + n, length - (size_t)n, &seconds))
            return seconds;
        line += length + (line[length] == '\n');
    }
    return unknown;
}

void kip_reproduce_progress_begin(KipReproduceProgress *progress, const char *folder)
{
    char path[1024];
    size_t size;
    KipError error;
    *progress = (KipReproduceProgress){.line = kip_progress_begin(), .since = kip_wall_clock()};
    snprintf(path, sizeof path, "%s/durations", folder);
    if (!progress->line.terminal || kip_file_read(path, &progress->table, &size, &error) != KIP_OK)
        progress->table = NULL;
}

void kip_reproduce_progress_expect(KipReproduceProgress *progress, const char *paper, const char *experiment)
{
    progress->n++;
    progress->wanted += duration_of(progress, paper, experiment);
}

void kip_reproduce_progress_start(KipReproduceProgress *progress, const char *paper, const char *experiment)
{
    progress->now = duration_of(progress, paper, experiment);
    progress->since = kip_wall_clock();
}

void kip_reproduce_progress_done(KipReproduceProgress *progress)
{
    progress->ndone++;
    progress->done += progress->now;
    progress->now = 0;
}

/* Extrapolates by the ratio of this machine's times to the table's so far; an experiment that takes longer than predicted
 * is assumed to take a tenth more than it has. */
static double seconds_left(const KipReproduceProgress *progress, double now)
{
    double slower = progress->done > 1 ? (progress->since - progress->line.begun) / progress->done : 1;
    double gone = now - progress->since, present = slower * progress->now - gone;
    return slower * (progress->wanted - progress->done - progress->now) +
           (present > 0.1 * gone ? present : 0.1 * gone);
}

void kip_reproduce_progress_show(KipReproduceProgress *progress)
{
    if (progress->line.terminal)
        kip_progress_show(&progress->line, "%d of %d experiments done in %.0f s, about %.0f s left",
                          progress->ndone, progress->n, kip_progress_gone(&progress->line),
                          seconds_left(progress, kip_wall_clock()));
}

void kip_reproduce_progress_clear(const KipReproduceProgress *progress)
{
    kip_progress_clear(&progress->line);
}

void kip_reproduce_progress_end(KipReproduceProgress *progress)
{
    kip_reproduce_progress_clear(progress);
    free(progress->table);
    progress->table = NULL;
    progress->line.terminal = false;
}

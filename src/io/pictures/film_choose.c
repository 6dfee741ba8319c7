/* Chooses the n frames of a film strip, from the first to the last frame of the recording, that minimize
 *
 *     sum over legs of (way / even)^2 + the weights of the episodes that the leg passes over
 *
 * A leg leads from one chosen frame to the next; `way` is the change along it, and `even` the change if all legs were
 * equal. The first term makes changes between poses as equal as possible; an episode with a weight slightly above 1 is
 * worth a pose. Solved by dynamic programming over candidates: frames at equal fractions of the total change and of
 * the duration, and one in each episode. */
#include <math.h>
#include <string.h>

#include "../../dynamics/arena.h"
#include "film_parts.h"

enum { PARTS = 300 }; /* fractions of the total change, and of the duration */

typedef struct Choice {
    const KipFilmStory *story;
    int n, ncandidate;
    size_t *candidate; /* [ncandidate] frames, increasing */
    int *first, *last; /* [nepisode] range of candidates within each episode */
    double even;       /* change along a leg if all are equal */
    double scale;      /* of the weights: 1, or less where there are more episodes than poses */
    double *leg;       /* [ncandidate] costs of legs from one candidate */
    double *cost;      /* [n][ncandidate] least cost up to a candidate with so many chosen before */
    int *before;       /* [n][ncandidate] the candidate chosen before it */
} Choice;

/* -- candidates ------------------------------------------------------------------------------------------ */

static void mark(const KipFilmStory *story, size_t nframe, bool *marked)
{
    const double part = story->way[nframe - 1] / PARTS;
    const size_t every = 1 + nframe / PARTS;
    double next = 0;
    for (size_t f = 0; f < nframe; f++)
        if (f % every == 0 || story->way[f] >= next) {
            marked[f] = true;
            next = story->way[f] + part;
        }
    marked[nframe - 1] = true;
    for (int i = 0; i < story->nepisode; i++)
        marked[(story->episode[i].first + story->episode[i].last) / 2] = true;
}

/* The range of candidates within an episode. */
static void find_episode(const Choice *choice, const KipFilmEpisode *episode, int *first, int *last)
{
    for (*first = 0; choice->candidate[*first] < episode->first; ++*first)
        ;
    for (*last = *first; *last + 1 < choice->ncandidate && choice->candidate[*last + 1] <= episode->last;
         ++*last)
        ;
}

static bool take_candidates(Choice *choice, size_t nframe, KipArena *arena)
{
    const size_t nepisode = (size_t)choice->story->nepisode;
    bool *marked = kip_arena_take(arena, nframe, sizeof *marked);
    choice->candidate = kip_arena_take(arena, 2 * PARTS + nepisode + 4, sizeof *choice->candidate);
    choice->first = kip_arena_take(arena, nepisode, sizeof *choice->first);
    choice->last = kip_arena_take(arena, nepisode, sizeof *choice->last);
    if (!marked || !choice->candidate || !choice->first || !choice->last)
        return false;
    mark(choice->story, nframe, marked);
    for (size_t f = 0; f < nframe; f++)
        if (marked[f])
            choice->candidate[choice->ncandidate++] = f;
    for (size_t i = 0; i < nepisode; i++)
        find_episode(choice, &choice->story->episode[i], &choice->first[i], &choice->last[i]);
    return true;
}

/* -- the best way ---------------------------------------------------------------------------------------- */

/* Computes the costs of legs from a candidate to each later one. */
static void measure_legs(const Choice *choice, int from)
{
    const KipFilmStory *story = choice->story;
    memset(choice->leg, 0, (size_t)choice->ncandidate * sizeof *choice->leg);
    for (int i = 0; i < story->nepisode; i++)
        if (from < choice->first[i] && choice->last[i] + 1 < choice->ncandidate)
            choice->leg[choice->last[i] + 1] += choice->scale * story->episode[i].weight;
    for (int to = from + 1; to < choice->ncandidate; to++)
        choice->leg[to] += choice->leg[to - 1];
    for (int to = from + 1; to < choice->ncandidate; to++) {
        const double way = story->way[choice->candidate[to]] - story->way[choice->candidate[from]];
        const double part = way / choice->even;
        choice->leg[to] += part * part;
    }
}

static void find_ways(const Choice *choice)
{
    const int all = choice->ncandidate;
    for (int i = 0; i < choice->n * all; i++)
        choice->cost[i] = i ? INFINITY : 0;
    for (int from = 0; from < all; from++) {
        measure_legs(choice, from);
        for (int k = 1; k < choice->n; k++) {
            const double until = choice->cost[(k - 1) * all + from];
            for (int to = from + 1; to < all && until < INFINITY; to++)
                if (until + choice->leg[to] < choice->cost[k * all + to]) {
                    choice->cost[k * all + to] = until + choice->leg[to];
                    choice->before[k * all + to] = from;
                }
        }
    }
}

double kip_film_weight(const KipFilmStory *story)
{
    double sum = 0;
    for (int i = 0; i < story->nepisode; i++)
        sum += story->episode[i].weight;
    return sum;
}

int kip_film_choose(const KipFilmStory *story, size_t nframe, int n, KipArena *arena, size_t *frame)
{
    Choice choice = {.story = story};
    frame[0] = 0;
    if (n < 2 || nframe < 2)
        return 1;
    if (!take_candidates(&choice, nframe, arena))
        return 0;
    choice.n = n < choice.ncandidate ? n : choice.ncandidate;
    const size_t all = (size_t)choice.ncandidate, size = (size_t)choice.n * all;
    choice.even = fmax(story->way[nframe - 1], 1e-9) / (choice.n - 1);
    choice.scale = fmin(1, choice.n / kip_film_weight(story));
    choice.leg = kip_arena_take(arena, all, sizeof *choice.leg);
    choice.cost = kip_arena_take(arena, size, sizeof *choice.cost);
    choice.before = kip_arena_take(arena, size, sizeof *choice.before);
    if (!choice.leg || !choice.cost || !choice.before)
        return 0;
    find_ways(&choice);
    for (int k = choice.n - 1, at = choice.ncandidate - 1; k >= 0;
         at = choice.before[k-- * choice.ncandidate + at])
        frame[k] = choice.candidate[at];
    return choice.n;
}

/* Chooses the frames of a film strip: of all selections that begin with the first and end with the last frame, the n for
 * which
 *
 *     sum over legs of (way / even)^2 + the weights of the episodes that the leg jumps over
 *
 * is least. A leg leads from one chosen frame to the next; `way` is what changes on it, and `even` what would if
 * all legs were the same: the first term makes changes from pose to pose as even as can be, and an episode is
 * worth a pose where it weighs a little more than 1. Found by dynamic programming over candidates: frames at even
 * parts of the way and of the recording, and one of each episode. */
#include <math.h>
#include <string.h>

#include "../../dynamics/arena.h"
#include "film_parts.h"

enum { PARTS = 300 }; /* of the way, and of the recording */

typedef struct Choice {
    const KipFilmStory *story;
    int n, ncandidate;
    size_t *candidate; /* [ncandidate] frames, rising */
    int *first, *last; /* [nepisode] candidates within each episode */
    double even;       /* way of an even leg */
    double scale;      /* of the weights: 1, or less where episodes outweigh poses */
    double *leg;       /* [ncandidate] costs of legs from one candidate */
    double *cost;      /* [n][ncandidate] of the best way to a candidate with so many before it */
    int *before;       /* [n][ncandidate] the candidate before it */
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

/* The candidates among an episode's frames. */
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

/* What legs from a candidate cost, to each that follows it. */
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

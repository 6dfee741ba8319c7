/* The story of a recording: the change of its characters from frame to frame, and the episodes that a strip should show. */
#include <math.h>
#include <string.h>

#include "../../control/loads.h"
#include "../../dynamics/arena.h"
#include "film_parts.h"

static const double along = 0.25;      /* weight of travel over the ground relative to a change of pose */
static const double trembling = 0.1;   /* radii of gyration: smaller changes count as standing still */
static const double little = 1;        /* radii of gyration: total change of an almost static recording */
static const double waiting = 0.15;    /* fraction of time in the cumulative change */
static const double moment = 0.1;      /* s: frames this soon after an event still show it */
static const double drop = 0.4;        /* radii of gyration: least height of a fall or rise */
static const double most_change = 1e6; /* of one frame, and for values that are not finite */

/* Weight of each episode of a kind, and the most of all episodes of the kind together. */
typedef struct Weight {
    double each, all;
} Weight;

static const Weight push_weight = {2.5, 10}, fall_weight = {1.5, 6}, rise_weight = {0.7, 3},
                    skill_weight = {1.2, 7}, touch_weight = {0.3, 2}, event_weight = {0.5, 2};

/* -- change ---------------------------------------------------------------------------------------------- */

/* A character's tree of bodies: scratch of a comparison of frames. */
typedef struct Tree {
    double mass, inner;
    KipVec3 shift;
    double radius; /* of gyration, at the first frame */
} Tree;

static KipVec3 com_of(const KipFilmStage *stage, size_t frame, int body)
{
    const KipBodyPose *pose = &kip_recording_poses(stage->recording, frame)[body];
    return v3_add(pose->pos, q_rotate(pose->quat, stage->model->body[body].com));
}

static void measure_radii(const KipFilmStage *stage, Tree *tree)
{
    const KipModel *model = stage->model;
    for (int i = 0; i < model->nbody; i++)
        if (stage->cast.character[i]) {
            Tree *own = &tree[stage->cast.tree[i]];
            own->mass += model->body[i].mass;
            own->shift = v3_add_scaled(own->shift, model->body[i].mass, com_of(stage, 0, i));
        }
    for (int i = 0; i < model->nbody; i++)
        if (stage->cast.character[i]) {
            Tree *own = &tree[stage->cast.tree[i]];
            const KipSym3 *inertia = &model->body[i].inertia;
            const KipVec3 arm = v3_sub(com_of(stage, 0, i), v3_scale(1 / own->mass, own->shift));
            own->inner +=
                model->body[i].mass * v3_dot(arm, arm) + (inertia->xx + inertia->yy + inertia->zz) / 2;
        }
    for (int i = 0; i < model->nbody; i++)
        tree[i].radius = sqrt(tree[i].inner / tree[i].mass);
}

static bool is_compared(const KipFilmStage *stage, size_t a, size_t b, int body)
{
    return stage->cast.character[body] && kip_recording_is_present(stage->recording, a, body) &&
           kip_recording_is_present(stage->recording, b, body);
}

/* The change between two frames: displacements of bodies relative to their character's centre of mass, its vertical
 * displacement, and a part of its horizontal one; root mean square by mass, in radii of gyration. */
static double change_between(const KipFilmStage *stage, Tree *tree, size_t a, size_t b)
{
    const KipModel *model = stage->model;
    double sum = 0;
    for (int i = 0; i < model->nbody; i++)
        tree[i].mass = tree[i].inner = 0, tree[i].shift = v3_zero();
    for (int i = 0; i < model->nbody; i++)
        if (is_compared(stage, a, b, i)) {
            Tree *own = &tree[stage->cast.tree[i]];
            const KipVec3 way = v3_sub(com_of(stage, b, i), com_of(stage, a, i));
            own->mass += model->body[i].mass;
            own->shift = v3_add_scaled(own->shift, model->body[i].mass, way);
            own->inner += model->body[i].mass * v3_dot(way, way);
        }
    for (int i = 0; i < model->nbody; i++) {
        if (!(tree[i].mass > 0 && tree[i].radius > 0))
            continue;
        const KipVec3 way = v3_scale(1 / tree[i].mass, tree[i].shift);
        const double level = way.x * way.x + way.y * way.y;
        sum += fmax(tree[i].inner / tree[i].mass - (1 - along * along) * level, 0) /
               (tree[i].radius * tree[i].radius);
    }
    return fmin(sqrt(sum), most_change);
}

/* Computes the cumulative change: steps from one distinguishable pose to the next. */
static void measure_way(const KipFilmStage *stage, Tree *tree, KipFilmStory *story)
{
    const KipRecording *recording = stage->recording;
    const size_t n = recording->nframe;
    const double first = recording->frame[0].time, span = recording->frame[n - 1].time - first;
    size_t last = 0;
    for (size_t f = 1; f < n; f++) {
        const double change = change_between(stage, tree, last, f);
        const bool told = change >= trembling;
        story->way[f] = story->way[last] + (told ? change : 0);
        last = told ? f : last;
    }
    story->change = story->way[n - 1];
    const double all = fmax(story->change, little);
    for (size_t f = 1; f < n; f++) {
        const double gone = (recording->frame[f].time - first) / span;
        story->way[f] = story->way[f] / all + waiting * fmin(fmax(gone, 0), 1);
    }
}

/* -- episodes -------------------------------------------------------------------------------------------- */

static void add_episode(KipFilmStory *story, size_t first, size_t last)
{
    if (story->nepisode < KIP_FILM_EPISODES)
        story->episode[story->nepisode++] = (KipFilmEpisode){.first = first, .last = last};
}

/* Sets the weights of all episodes from `first` on, which are of one kind. */
static void weigh(KipFilmStory *story, int first, Weight weight)
{
    for (int i = first; i < story->nepisode; i++)
        story->episode[i].weight = fmin(weight.each, weight.all / (story->nepisode - first));
}

/* The first frame at or after a time; the last one where there is none. */
static size_t frame_from(const KipRecording *recording, double time)
{
    size_t low = 0, high = recording->nframe - 1;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (recording->frame[middle].time < time - 1e-9)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Adds the frames from a time to before another one, at least one. */
static void add_stretch(KipFilmStory *story, const KipRecording *recording, double start, double end)
{
    const size_t first = frame_from(recording, start), after = frame_from(recording, end);
    const bool open = recording->frame[after].time < end - 1e-9;
    add_episode(story, first, open ? after : after > first ? after - 1 : first);
}

static double end_of_band(const KipRecording *recording, size_t band)
{
    for (size_t i = band + 1; i < recording->nband; i++)
        if (strcmp(recording->band[i].track, recording->band[band].track) == 0)
            return recording->band[i].time;
    return INFINITY;
}

static void add_pushes(KipFilmStory *story, const KipRecording *recording)
{
    const int first = story->nepisode;
    for (size_t i = 0; i < recording->npush; i++)
        add_stretch(story, recording, recording->push[i].start, recording->push[i].end);
    weigh(story, first, push_weight);
}

static void add_skills(KipFilmStory *story, const KipRecording *recording)
{
    const int first = story->nepisode;
    for (size_t i = 0; i < recording->nband && story->nepisode < KIP_FILM_EPISODES; i++)
        add_stretch(story, recording, recording->band[i].time, end_of_band(recording, i));
    weigh(story, first, skill_weight);
}

static void add_events(KipFilmStory *story, const KipRecording *recording)
{
    const int first = story->nepisode;
    for (size_t i = 0; i < recording->nevent; i++)
        add_stretch(story, recording, recording->event[i].time, recording->event[i].time + moment);
    weigh(story, first, event_weight);
}

/* Adds the first touches of the ground by bodies that do not touch it in the first frame; touches in consecutive frames are
 * one episode. */
static void add_touches(KipFilmStory *story, const KipFilmStage *stage, bool *touched)
{
    const KipRecording *recording = stage->recording;
    const int first = story->nepisode;
    double last = -INFINITY;
    for (size_t f = 0; f < recording->nframe; f++)
        for (int k = 0; k < recording->frame[f].ncontact; k++) {
            const KipRecordedContact *contact = &recording->contact[recording->frame[f].contact + (size_t)k];
            const int body = kip_supported_body(stage->model, contact->body1, contact->body2);
            const double time = recording->frame[f].time;
            if (body < 0 || !stage->cast.character[body] || touched[body])
                continue;
            touched[body] = true;
            if (f > 0 && time > last + moment)
                add_stretch(story, recording, time, time + moment);
            last = time;
        }
    weigh(story, first, touch_weight);
}

/* The greatest descent (sign 1) or ascent (-1) of a character's centre of mass, in m, and its frames. */
static double greatest_drop(const KipFilmStage *stage, const double *height, double sign, size_t *from,
                            size_t *to)
{
    double most = 0;
    size_t top = 0;
    for (size_t f = 1; f < stage->recording->nframe; f++) {
        if (sign * height[f] > sign * height[top])
            top = f;
        if (sign * (height[top] - height[f]) > most)
            most = sign * (height[top] - height[f]), *from = top, *to = f;
    }
    return most;
}

/* Adds the middle part of it, away from both ends. */
static void add_drop(KipFilmStory *story, const KipFilmStage *stage, const double *height, double sign,
                     double radius)
{
    size_t from = 0, to = 0;
    const double most = greatest_drop(stage, height, sign, &from, &to);
    if (!(most >= drop * radius))
        return;
    size_t first = to, last;
    while (first > from + 1 && sign * (height[from] - height[first - 1]) > 0.25 * most)
        first--;
    for (last = first; last + 1 < to && sign * (height[last + 1] - height[to]) > 0.35 * most; last++)
        ;
    add_episode(story, first, last);
}

static void measure_heights(const KipFilmStage *stage, int root, double *height)
{
    const KipModel *model = stage->model;
    for (size_t f = 0; f < stage->recording->nframe; f++) {
        double sum = 0, mass = 0;
        for (int i = 0; i < model->nbody; i++)
            if (stage->cast.tree[i] == root) {
                sum += model->body[i].mass * com_of(stage, f, i).z;
                mass += model->body[i].mass;
            }
        height[f] = sum / mass;
    }
}

static void add_drops(KipFilmStory *story, const KipFilmStage *stage, const Tree *tree, double *height,
                      double sign, Weight weight)
{
    const int first = story->nepisode;
    for (int i = 0; i < stage->model->nbody; i++)
        if (stage->cast.character[i] && stage->cast.tree[i] == i) {
            measure_heights(stage, i, height);
            add_drop(story, stage, height, sign, tree[i].radius);
        }
    weigh(story, first, weight);
}

bool kip_film_story(const KipFilmStage *stage, KipArena *arena, KipFilmStory *story)
{
    const size_t nframe = stage->recording->nframe, nbody = (size_t)stage->model->nbody;
    Tree *tree = kip_arena_take(arena, nbody, sizeof *tree);
    bool *touched = kip_arena_take(arena, nbody, sizeof *touched);
    double *height = kip_arena_take(arena, nframe, sizeof *height);
    *story = (KipFilmStory){.way = kip_arena_take(arena, nframe, sizeof *story->way),
                            .episode = kip_arena_take(arena, KIP_FILM_EPISODES, sizeof *story->episode)};
    if (!tree || !touched || !height || !story->way || !story->episode)
        return false;
    measure_radii(stage, tree);
    add_drops(story, stage, tree, height, 1, fall_weight);
    add_drops(story, stage, tree, height, -1, rise_weight);
    add_pushes(story, stage->recording);
    add_skills(story, stage->recording);
    add_touches(story, stage, touched);
    add_events(story, stage->recording);
    measure_way(stage, tree, story);
    return true;
}

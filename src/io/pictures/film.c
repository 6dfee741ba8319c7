/* A film strip: its frames, and the page around them. */
#include "film.h"

#include <math.h>

#include "../../dynamics/arena.h"
#include "film_parts.h"
#include "palette.h"

enum { FEWEST = 8, MOST = 14 }; /* number of poses, unless given */

static const double poses_per_change = 0.8; /* poses per radius of gyration of change */
static const double poses_per_weight = 0.7; /* poses per weight of episodes */
static const double key_height = 18, arrow_key = 0.5 /* m, 500 N */;

KipFilm kip_film_def(void)
{
    return (KipFilm){.azimuth = 0, .elevation = 0.14, .spacing = NAN, .width = 720};
}

static size_t most_poses(const KipFilm *film)
{
    return film->n > MOST ? film->n : MOST;
}

/* -- times ----------------------------------------------------------------------------------------------- */

/* The frame nearest to a time; the earlier of two equally near ones. */
static size_t nearest_frame(const KipRecording *recording, double time)
{
    size_t low = 0, high = recording->nframe - 1;
    while (low < high) { /* finds the last frame not after it */
        size_t middle = low + (high - low + 1) / 2;
        if (recording->frame[middle].time <= time)
            low = middle;
        else
            high = middle - 1;
    }
    if (low + 1 < recording->nframe &&
        recording->frame[low + 1].time - time < time - recording->frame[low].time)
        low++;
    return low;
}

static KipStatus check_times(const KipRecording *recording, const KipFilm *film, KipError *error)
{
    const double first = recording->frame[0].time, last = recording->frame[recording->nframe - 1].time;
    if (film->n > KIP_FILM_MOST)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a film strip of %zu poses; it can have up to %d",
                        film->n, KIP_FILM_MOST);
    for (size_t i = 0; i < film->n && film->time; i++) {
        const double time = film->time[i];
        if (!(time >= first - 1e-9 && time <= last + 1e-9))
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "a film strip is to show %.6g s, but the recording goes from %.6g to %.6g s",
                            time, first, last);
        if (i && !(time > film->time[i - 1]))
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "the times of a film strip must rise; %.6g s stands behind %.6g s", time,
                            film->time[i - 1]);
        if (i && nearest_frame(recording, time) == nearest_frame(recording, film->time[i - 1]))
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "a film strip is to show %.6g and %.6g s, "
                            "but nearest to both is the same recorded frame, at %.6g s; "
                            "leave one of them out",
                            film->time[i - 1], time, recording->frame[nearest_frame(recording, time)].time);
    }
    return KIP_OK;
}

static KipStatus check_film(const KipRecording *recording, const KipFilm *film, KipError *error)
{
    if (!recording->nframe)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "nothing is recorded, so there is nothing to show");
    if (!(film->width >= 300 && film->width <= 4000))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a film strip is %.6g px wide; it can be from 300 to 4000", film->width);
    if (!(film->elevation >= 0 && film->elevation <= 1.5707963267948968))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a film strip's elevation is %.6g rad; it can be from 0 (level) to pi/2 (from above)",
                        film->elevation);
    if (!(fabs(film->azimuth) <= 1e3))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a film strip's azimuth is %.6g rad, which is no angle", film->azimuth);
    if (film->spacing < 0 || film->spacing > 1e3)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a film strip's poses are %.6g m apart; "
                        "that can be from 0 to 1000 m",
                        film->spacing);
    return check_times(recording, film, error);
}

/* The number of poses: as many as change and episodes require, unless it is given. */
static int count_poses(const KipFilm *film, const KipFilmStory *story)
{
    const double by_change = poses_per_change * story->change,
                 by_weight = poses_per_weight * kip_film_weight(story);
    const double enough = floor(fmax(by_change, by_weight) + 0.5);
    return film->n ? (int)film->n : (int)fmin(fmax(enough, FEWEST), MOST);
}

/* Chooses the frames by change and episodes. */
static bool choose_frames(KipFilmStage *stage, KipArena *arena)
{
    KipFilmStory story;
    size_t *frame = kip_arena_take(arena, most_poses(stage->film), sizeof *frame);
    if (!frame || !kip_film_story(stage, arena, &story))
        return false;
    stage->npose =
        kip_film_choose(&story, stage->recording->nframe, count_poses(stage->film, &story), arena, frame);
    for (int i = 0; i < stage->npose; i++)
        stage->pose[i] = (KipFilmPose){.frame = frame[i]};
    return stage->npose > 0;
}

static bool take_frames(KipFilmStage *stage, KipArena *arena)
{
    const KipFilm *film = stage->film;
    if (!film->time || !film->n)
        return choose_frames(stage, arena);
    stage->npose = (int)film->n;
    for (int i = 0; i < stage->npose; i++)
        stage->pose[i] = (KipFilmPose){.frame = nearest_frame(stage->recording, film->time[i])};
    return true;
}

/* -- the page -------------------------------------------------------------------------------------------- */

/* The place of the next symbol in the key. */
typedef struct Key {
    FILE *stream; /* NULL: only measures */
    double x, y, right;
} Key;

static KipChartPoint next_sign(Key *key, double sign_width, const char *text)
{
    const double width = sign_width + 6 + kip_chart_text_width(text, KIP_CHART_SMALL);
    if (key->x > KIP_CHART_MARGIN && key->x + width > key->right) {
        key->x = KIP_CHART_MARGIN;
        key->y += key_height;
    }
    KipChartPoint at = {key->x, key->y};
    KipChartText how = {.x = at.x + sign_width + 6,
                        .y = at.y + 4,
                        .size = KIP_CHART_SMALL,
                        .width = key->right,
                        .colour = "#444"};
    if (key->stream)
        kip_chart_put_text(key->stream, text, &how);
    key->x += width + 18;
    return at;
}

/* Writes the key from y on; returns its height. */
static double put_key(FILE *stream, const KipFilmStage *stage, double y)
{
    Key key = {stream, KIP_CHART_MARGIN, y + key_height / 2, stage->film->width - KIP_CHART_MARGIN};
    const double length = arrow_key * stage->scale;
    const double part = fmin(1, 90 / length); /* shorter where poses are large */
    const char *force[] = {part < 1 ? "ground force" : "ground force, 500 N",
                           part < 1 ? "push" : "push, 500 N"};
    for (int push = 0; push < 2; push++)
        if (push ? stage->pushes : stage->contacts) {
            KipChartPoint at = next_sign(&key, part * length, force[push]);
            if (stream)
                kip_film_put_arrow(stream, at, (KipChartPoint){at.x + part * length, at.y}, push);
        }
    KipChartPoint at = next_sign(&key, 10, "centre of mass");
    if (stream)
        kip_film_put_mark(stream, (KipChartPoint){at.x + 5, at.y});
    return key.y + key_height / 2 - y;
}

static void put_film(FILE *stream, KipFilmStage *stage)
{
    const KipFilm *film = stage->film;
    const KipFilmRow *last = &stage->row[stage->nrow - 1];
    const double top = kip_chart_put_heading(NULL, film->title, film->note, film->width),
                 below = last->y + last->height;
    const double height = floor(top + below + put_key(NULL, stage, 0) + KIP_CHART_MARGIN);
    for (int i = 0; i < stage->nrow; i++) {
        stage->row[i].y += top;
        stage->row[i].base += top;
    }
    kip_chart_begin(stream, film->width, height, film->title, film->note);
    fprintf(stream, "\n%d poses, s:", stage->npose);
    for (int i = 0; i < stage->npose; i++) {
        fputc(' ', stream);
        kip_chart_put_coordinate(stream, stage->recording->frame[stage->pose[i].frame].time);
    }
    fputs("</desc>\n", stream);
    fputs("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n", stream);
    kip_chart_put_heading(stream, film->title, film->note, film->width);
    for (int i = 0; i < stage->ncell; i++)
        kip_film_put_scenery(stream, stage, i);
    for (int i = 0; i < stage->npose; i++)
        kip_film_put_pose(stream, stage, &stage->pose[i]);
    for (int i = 0; i < stage->npose; i++)
        kip_film_put_signs(stream, stage, &stage->pose[i]);
    for (int i = 0; i < stage->ncell; i++)
        if (stage->row[stage->pose[stage->cell[i].first].row].ground)
            kip_film_put_metres(stream, stage, i);
    for (int i = 0; i < stage->nrow; i++)
        kip_film_put_labels(stream, stage, &stage->row[i]);
    put_key(stream, stage, top + below);
    fputs("</svg>\n", stream);
}

/* -- the whole ------------------------------------------------------------------------------------------- */

/* Returns false when out of memory. */
static bool set_cast(const KipModel *model, KipArena *arena, KipFilmCast *cast)
{
    *cast = (KipFilmCast){0};
    cast->tree = kip_arena_take(arena, (size_t)model->nbody, sizeof *cast->tree);
    cast->character = kip_arena_take(arena, (size_t)model->nbody, sizeof *cast->character);
    cast->colour = kip_arena_take(arena, (size_t)model->ngeom, sizeof *cast->colour);
    if (!cast->tree || !cast->character || !cast->colour)
        return false;
    for (int i = 0; i < model->nbody; i++)
        cast->tree[i] = kip_palette_tree(model, i);
    for (int i = 0; i < model->nbody; i++) {
        cast->character[i] = kip_palette_is_character(model, cast->tree[i]);
        cast->ncharacter += cast->character[i] && cast->tree[i] == i;
    }
    for (int i = 0; i < model->nbody && !cast->ncharacter; i++)
        cast->character[i] = cast->tree[i] >= 0;
    for (int i = 0; i < model->ngeom; i++)
        cast->colour[i] = kip_palette_shown(model, i);
    return true;
}

/* Returns false when out of memory. */
static bool set_stage(KipFilmStage *stage, KipArena *arena)
{
    const KipModel *model = stage->model;
    const size_t most = most_poses(stage->film), nbody = (size_t)model->nbody;
    stage->pose = kip_arena_take(arena, most, sizeof *stage->pose);
    stage->row = kip_arena_take(arena, most, sizeof *stage->row);
    stage->cell = kip_arena_take(arena, most, sizeof *stage->cell);
    stage->order = kip_arena_take(arena, most, sizeof *stage->order);
    stage->item = kip_arena_take(arena, (size_t)model->ngeom, sizeof *stage->item);
    stage->arrow = kip_arena_take(arena, nbody + stage->recording->npush, sizeof *stage->arrow);
    stage->force = kip_arena_take(arena, nbody, sizeof *stage->force);
    stage->point = kip_arena_take(arena, nbody, sizeof *stage->point);
    stage->depth = kip_arena_take(arena, nbody, sizeof *stage->depth);
    return stage->pose && stage->row && stage->cell && stage->order && stage->item && stage->arrow &&
           stage->force && stage->depth && stage->point && set_cast(model, arena, &stage->cast);
}

KipStatus kip_film_write(FILE *stream, const KipRecording *recording, const KipFilm *film, KipError *error)
{
    KipStatus status = check_film(recording, film, error);
    if (status != KIP_OK)
        return status;
    KipFilmStage stage = {.film = film,
                          .recording = recording,
                          .model = recording->model,
                          .view = kip_film_view(film->azimuth, film->elevation)};
    KipArena *arena = kip_arena_create(recording->allocator);
    if (!arena || !set_stage(&stage, arena) || !take_frames(&stage, arena)) {
        kip_arena_destroy(arena);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for a film strip");
    }
    for (int i = 0; i < stage.npose; i++)
        kip_film_measure(&stage, &stage.pose[i]);
    kip_film_layout(&stage);
    for (int i = 0; i < stage.npose; i++)
        kip_film_note_arrows(&stage, &stage.pose[i]);
    put_film(stream, &stage);
    kip_arena_destroy(arena);
    return KIP_OK;
}

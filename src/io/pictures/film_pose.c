/* One pose: its parts, the room it takes, and its drawing from far to near. */
#include <math.h>
#include <stdlib.h>

#include "../../control/loads.h"
#include "film_parts.h"

static const double metres_per_newton = 1e-3, longest_arrow = 2; /* m */
static const double weakest_force = 1;                           /* N */
static const double shortest_arrow = 2;                          /* px: shorter arrows are not drawn */
static const double nearby = 0.5;                                /* m: nearer objects are part of the scene */
static const double palest = 0.42;                               /* of the most remote limbs */

/* -- what is there --------------------------------------------------------------------------------------- */

bool kip_film_is_shown(const KipFilmStage *stage, size_t frame, int geom)
{
    const KipRecording *recording = stage->recording;
    const double time = recording->frame[frame].time;
    const KipGeom *g = &stage->model->geom[geom];
    if (!(g->rgba[3] > 0) || !kip_recording_is_present(recording, frame, g->body))
        return false;
    for (size_t i = 0; i < recording->noff; i++) {
        const KipRecordedOff *off = &recording->off[i];
        const bool lasts = time < off->end - 1e-9 || off->end >= recording->observed;
        if (off->geom == geom && time >= off->start - 1e-9 && lasts)
            return false;
    }
    return true;
}

void kip_film_locate(const KipFilmStage *stage, size_t frame, int geom, KipVec3 *pos, KipQuat *turned)
{
    const KipGeom *g = &stage->model->geom[geom];
    const KipBodyPose *body = &kip_recording_poses(stage->recording, frame)[g->body];
    *pos = v3_add(body->pos, q_rotate(body->quat, g->pos));
    *turned = q_normalize(q_mul(body->quat, g->quat));
}

/* Whether the geom is solid and can move. */
static bool is_cast(const KipFilmStage *stage, size_t frame, int geom)
{
    const KipGeom *g = &stage->model->geom[geom];
    return g->type != KIP_GEOM_PLANE && stage->cast.tree[g->body] >= 0 &&
           kip_film_is_shown(stage, frame, geom);
}

static KipFilmOutline outline_of(const KipFilmStage *stage, size_t frame, int geom, KipVec3 *pos)
{
    KipQuat turned;
    kip_film_locate(stage, frame, geom, pos, &turned);
    return kip_film_outline(&stage->view, &stage->model->geom[geom], *pos, turned);
}

/* -- arrows ---------------------------------------------------------------------------------------------- */

static KipVec3 arrow_along(KipVec3 force)
{
    return v3_scale(fmin(metres_per_newton, longest_arrow / v3_length(force)), force);
}

/* Adds an arrow for each body at its centre of pressure: the mean of its contacts, weighted by force. */
static int ground_arrows(KipFilmStage *stage, const KipFrame *frame)
{
    const KipModel *model = stage->model;
    KipVec3 *force = stage->force, *point = stage->point;
    int n = 0;
    for (int i = 0; i < model->nbody; i++) {
        double total = 0;
        force[i] = point[i] = v3_zero();
        for (int k = 0; k < frame->ncontact && stage->cast.character[i]; k++) {
            const KipRecordedContact *contact = &stage->recording->contact[frame->contact + (size_t)k];
            if (kip_supported_body(model, contact->body1, contact->body2) != i)
                continue;
            double size = v3_length(contact->force);
            force[i] = v3_add_scaled(force[i], contact->body2 == i ? 1 : -1, contact->force);
            point[i] = v3_add_scaled(point[i], size, contact->point);
            total += size;
        }
        if (!(v3_length(force[i]) >= weakest_force))
            continue;
        KipVec3 from = v3_scale(1 / total, point[i]);
        stage->arrow[n++] = (KipFilmArrow){from, v3_add(from, arrow_along(force[i])), false};
    }
    return n;
}

/* Puts the arrows of a frame into stage->arrow; returns their number. */
static int arrows_of(KipFilmStage *stage, size_t frame)
{
    const KipRecording *recording = stage->recording;
    const double time = recording->frame[frame].time;
    int n = ground_arrows(stage, &recording->frame[frame]);
    for (size_t i = 0; i < recording->npush; i++) {
        const KipRecordedPush *push = &recording->push[i];
        const KipBodyPose *body = &kip_recording_poses(recording, frame)[push->body];
        if (!stage->cast.character[push->body] || !(time >= push->start && time < push->end) ||
            !(v3_length(push->force) >= weakest_force))
            continue;
        KipVec3 at = v3_add(body->pos, q_rotate(body->quat, push->point));
        stage->arrow[n++] = (KipFilmArrow){v3_sub(at, arrow_along(push->force)), at, true};
    }
    return n;
}

void kip_film_note_arrows(KipFilmStage *stage, const KipFilmPose *pose)
{
    for (int i = arrows_of(stage, pose->frame) - 1; i >= 0; i--) {
        const KipFilmArrow *arrow = &stage->arrow[i];
        const KipChartPoint way = kip_film_project(&stage->view, v3_sub(arrow->tip, arrow->tail));
        if (stage->scale * sqrt(way.x * way.x + way.y * way.y) >= shortest_arrow)
            *(arrow->push ? &stage->pushes : &stage->contacts) = true;
    }
}

/* -- measuring ------------------------------------------------------------------------------------------- */

static void measure_depth(KipFilmPose *pose, double away)
{
    pose->nearest = fmin(pose->nearest, away);
    pose->farthest = fmax(pose->farthest, away);
}

static void measure_characters(const KipFilmStage *stage, KipFilmPose *pose)
{
    for (int i = 0; i < stage->model->ngeom; i++) {
        if (!stage->cast.character[stage->model->geom[i].body] || !is_cast(stage, pose->frame, i))
            continue;
        KipVec3 pos;
        KipFilmOutline outline = outline_of(stage, pose->frame, i, &pos);
        kip_film_join(&pose->box, kip_film_bounds(&outline));
        measure_depth(pose, v3_dot(stage->view.away, pos));
    }
}

/* Includes objects near the characters, unless they are larger than these. */
static void measure_objects(const KipFilmStage *stage, KipFilmPose *pose)
{
    const KipFilmBox room = {pose->box.left - nearby, pose->box.right + nearby, pose->box.bottom - nearby,
                             pose->box.top + nearby};
    for (int i = 0; i < stage->model->ngeom; i++) {
        KipVec3 pos;
        if (stage->cast.character[stage->model->geom[i].body] || !is_cast(stage, pose->frame, i))
            continue;
        KipFilmOutline outline = outline_of(stage, pose->frame, i, &pos);
        const KipChartPoint at = kip_film_project(&stage->view, pos);
        const KipFilmBox own = kip_film_bounds(&outline);
        if (at.x >= room.left && at.x <= room.right && at.y >= room.bottom && at.y <= room.top &&
            fmax(own.right - own.left, own.top - own.bottom) <= pose->size)
            kip_film_join(&pose->box, own);
    }
}

void kip_film_measure(KipFilmStage *stage, KipFilmPose *pose)
{
    const KipChartPoint com = kip_film_project(&stage->view, stage->recording->frame[pose->frame].com);
    pose->box = kip_film_no_box();
    pose->nearest = INFINITY, pose->farthest = -INFINITY;
    measure_characters(stage, pose);
    if (!(pose->box.left < pose->box.right)) { /* no character is present */
        kip_film_widen(&pose->box, (KipChartPoint){com.x - 0.1, com.y - 0.1});
        kip_film_widen(&pose->box, (KipChartPoint){com.x + 0.1, com.y + 0.1});
        measure_depth(pose, v3_dot(stage->view.away, stage->recording->frame[pose->frame].com));
    }
    pose->anchor = isnan(stage->film->spacing) ? (pose->box.left + pose->box.right) / 2 : com.x;
    pose->size = fmax((pose->box.right - pose->box.left) / 2, pose->box.top - pose->box.bottom);
    measure_objects(stage, pose);
    for (int i = arrows_of(stage, pose->frame) - 1; i >= 0; i--) {
        kip_film_widen(&pose->box, kip_film_project(&stage->view, stage->arrow[i].tail));
        kip_film_widen(&pose->box, kip_film_project(&stage->view, stage->arrow[i].tip));
    }
}

/* -- drawing --------------------------------------------------------------------------------------------- */

static int by_nearness(const void *a, const void *b)
{
    const KipFilmItem *one = a, *other = b;
    if (one->near != other->near)
        return one->near < other->near ? -1 : 1;
    return one->geom - other->geom;
}

void kip_film_sort(KipFilmStage *stage, int n)
{
    qsort(stage->item, (size_t)n, sizeof *stage->item, by_nearness);
}

/* Fills stage->item, from far to near. */
static int collect(KipFilmStage *stage, const KipFilmPose *pose)
{
    int n = 0;
    for (int i = 0; i < stage->model->ngeom; i++) {
        if (!is_cast(stage, pose->frame, i))
            continue;
        KipVec3 pos;
        KipQuat turned;
        kip_film_locate(stage, pose->frame, i, &pos, &turned);
        if (stage->cast.character[stage->model->geom[i].body] || kip_film_is_in_cell(stage, pose, i))
            stage->item[n++] = (KipFilmItem){i, v3_dot(stage->view.back, pos)};
    }
    kip_film_sort(stage, n);
    return n;
}

/* Computes the range of depth from the root of each character to its most remote point, in stage->depth at the root. */
static void measure_depths(KipFilmStage *stage, const KipFilmPose *pose)
{
    const KipBodyPose *body = kip_recording_poses(stage->recording, pose->frame);
    for (int i = 0; i < stage->model->nbody; i++)
        stage->depth[i] = (KipChartRange){v3_dot(stage->view.away, body[i].pos), -INFINITY};
    for (int i = 0; i < stage->model->ngeom; i++) {
        KipVec3 pos;
        KipQuat turned;
        if (!is_cast(stage, pose->frame, i))
            continue;
        KipChartRange *depth = &stage->depth[stage->cast.tree[stage->model->geom[i].body]];
        kip_film_locate(stage, pose->frame, i, &pos, &turned);
        depth->to = fmax(depth->to, v3_dot(stage->view.away, pos));
    }
}

/* Depth behind the root of its character, 0 to 1. */
static double remoteness(const KipFilmPose *pose, KipChartRange depth, double away)
{
    return fmin(fmax((away - depth.from) / fmax(depth.to - depth.from, 0.05 * pose->size), 0), 1);
}

void kip_film_put_arrow(FILE *stream, KipChartPoint tail, KipChartPoint tip, bool push)
{
    const double x = tip.x - tail.x, y = tip.y - tail.y, length = sqrt(x * x + y * y);
    const double head = fmin(push ? 8 : 6, 0.5 * length), half = 0.4 * head;
    if (length < shortest_arrow)
        return;
    const double ux = x / length, uy = y / length;
    const KipChartPoint neck = {tip.x - head * ux, tip.y - head * uy};
    const KipChartPoint corner[] = {tail,
                                    neck,
                                    {neck.x - half * uy, neck.y + half * ux},
                                    tip,
                                    {neck.x + half * uy, neck.y - half * ux},
                                    neck};
    fputs("<path d=\"", stream);
    kip_chart_put_path(stream, corner, 6);
    fprintf(stream, "Z\" %s/>\n",
            push ? "fill=\"#6d3fe0\" stroke=\"#6d3fe0\" stroke-width=\"2.2\""
                 : "fill=\"#08987c\" stroke=\"#08987c\" stroke-width=\"1.3\"");
}

/* Draws the engineers' symbol of a centre of mass: a disc in four quarters. */
void kip_film_put_mark(FILE *stream, KipChartPoint at)
{
    const double r = 4;
    fputs("<circle fill=\"#fff\" stroke=\"#000\" stroke-width=\"0.8\"", stream);
    kip_chart_put_attribute(stream, "cx", at.x);
    kip_chart_put_attribute(stream, "cy", at.y);
    kip_chart_put_attribute(stream, "r", r);
    fputs("/>\n<path d=\"M", stream);
    kip_chart_put_point(stream, at);
    fprintf(stream, "v%.0fa%.0f %.0f 0 0 1 %.0f %.0fzm0 0v%.0fa%.0f %.0f 0 0 1 %.0f %.0fz\"/>\n", -r, r, r, r,
            r, r, r, r, -r, -r);
}

/* Draws the centre of mass of the bodies present in a tree, or in all (root -1). */
static void put_com(FILE *stream, const KipFilmStage *stage, const KipFilmPose *pose, int root)
{
    const KipModel *model = stage->model;
    const KipBodyPose *body = kip_recording_poses(stage->recording, pose->frame);
    KipVec3 sum = v3_zero();
    double mass = 0;
    for (int i = 1; i < model->nbody; i++) {
        if (stage->cast.tree[i] != root || !kip_recording_is_present(stage->recording, pose->frame, i))
            continue;
        KipVec3 com = v3_add(body[i].pos, q_rotate(body[i].quat, model->body[i].com));
        sum = v3_add_scaled(sum, model->body[i].mass, com);
        mass += model->body[i].mass;
    }
    if (root >= 0 && !(mass > 0))
        return;
    KipVec3 com = root < 0 ? stage->recording->frame[pose->frame].com : v3_scale(1 / mass, sum);
    kip_film_put_mark(stream, kip_film_at(kip_film_place(stage, pose), kip_film_project(&stage->view, com)));
}

void kip_film_put_pose(FILE *stream, KipFilmStage *stage, const KipFilmPose *pose)
{
    static const KipVec3 white = {1, 1, 1}, black = {0, 0, 0};
    const KipFilmPlace place = kip_film_place(stage, pose);
    const int n = collect(stage, pose);
    measure_depths(stage, pose);
    fputs("<g class=\"pose\" stroke-width=\"0.7\" stroke-linejoin=\"round\">\n", stream);
    for (int i = 0; i < n; i++) {
        const int geom = stage->item[i].geom;
        const bool clipped = !stage->cast.character[stage->model->geom[geom].body];
        KipVec3 pos;
        KipFilmOutline outline = outline_of(stage, pose->frame, geom, &pos);
        const KipChartRange depth = stage->depth[stage->cast.tree[stage->model->geom[geom].body]];
        double pale = palest * remoteness(pose, depth, v3_dot(stage->view.away, pos));
        pale += (1 - pale) * pose->fade;
        KipVec3 fill = kip_film_mix(stage->cast.colour[geom], white, pale);
        KipVec3 stroke = kip_film_mix(kip_film_mix(stage->cast.colour[geom], black, 0.6), white, pale);
        if (clipped)
            fprintf(stream, "<g clip-path=\"url(#film-cell-%d)\">", pose->cell);
        kip_film_put_outline(stream, &outline, place, fill, stroke, (double)stage->model->geom[geom].rgba[3]);
        fputs(clipped ? "</g>\n" : "", stream);
    }
    fputs("</g>\n", stream);
}

void kip_film_put_signs(FILE *stream, KipFilmStage *stage, const KipFilmPose *pose)
{
    const KipFilmPlace place = kip_film_place(stage, pose);
    const int n = arrows_of(stage, pose->frame);
    for (int i = 0; i < n; i++)
        kip_film_put_arrow(stream, kip_film_at(place, kip_film_project(&stage->view, stage->arrow[i].tail)),
                           kip_film_at(place, kip_film_project(&stage->view, stage->arrow[i].tip)),
                           stage->arrow[i].push);
    for (int i = 1; i < stage->model->nbody; i++)
        if (stage->cast.ncharacter && stage->cast.tree[i] == i && stage->cast.character[i])
            put_com(stream, stage, pose, i);
    if (!stage->cast.ncharacter)
        put_com(stream, stage, pose, -1);
}

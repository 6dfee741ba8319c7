/* Film strips: outlines against points on surfaces, poses where they were, labels clear of each other, the
 * same bytes each time, and no name that can break the file. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/arena.h"
#include "dynamics/random.h"
#include "io/text/number.h"
#include "io/text/xml.h"
#include "io/pictures/film_parts.h"
#include "io/pictures/palette.h"
#include "counting_heap.h"
#include "picture_reader.h"
#include "random_model.h"
#include "recorded_model.h"

Suite *suite_film(void);

static const double pi = 3.14159265358979323846;

/* -- shapes ---------------------------------------------------------------------------------------------- */

static KipQuat random_turn(KipRandom *random)
{
    double q[4];
    for (int i = 0; i < 4; i++)
        q[i] = kip_random_uniform(random, -1, 1);
    return q_normalize(q_from(q));
}

/* From anywhere around, raised by lo to hi. */
static KipFilmView random_view(KipRandom *random, double lo, double hi)
{
    const double turn = kip_random_uniform(random, -4, 4);
    return kip_film_view(turn, kip_random_uniform(random, lo, hi));
}

/* A point on the surface of a geom, in its frame, where it can be seen at the edge. */
static KipVec3 surface_point(KipRandom *random, const KipGeom *g)
{
    const KipVec3 u = random_unit(random);
    const double around = kip_random_uniform(random, 0, 2 * pi), end = u.z < 0 ? -1 : 1;
    switch (g->type) {
    case KIP_GEOM_CAPSULE:
        return v3(g->size[0] * u.x, g->size[0] * u.y, g->size[0] * u.z + end * g->size[1]);
    case KIP_GEOM_CYLINDER:
        return v3(g->size[0] * kip_cos(around), g->size[0] * kip_sin(around), end * g->size[1]);
    case KIP_GEOM_BOX:
        return v3(u.x < 0 ? -g->size[0] : g->size[0], u.y < 0 ? -g->size[1] : g->size[1], end * g->size[2]);
    case KIP_GEOM_ELLIPSOID:
        return v3(g->size[0] * u.x, g->size[1] * u.y, g->size[2] * u.z);
    default:
        return v3_scale(g->size[0], u);
    }
}

/* How far an outline reaches along a direction. */
static double reach_of(const KipFilmOutline *o, double x, double y)
{
    double reach = -INFINITY;
    for (int i = 0; i < o->ncorner; i++)
        reach = fmax(reach, x * o->corner[i].x + y * o->corner[i].y);
    if (!o->ncorner)
        reach = fmax(x * o->a.x + y * o->a.y, x * o->b.x + y * o->b.y) +
                sqrt(x * x * o->xx + 2 * x * y * o->xy + y * y * o->yy);
    return reach;
}

/* No point of the surface is outside, and along each of 24 directions some come to the edge. */
static void check_outline(KipRandom *random, KipGeomType type)
{
    enum { DIRECTIONS = 24, POINTS = 6000 };
    KipGeom g = kip_geom_def();
    double most[DIRECTIONS];
    KipVec3 pos = v3_add(v3(0, 0, 1), random_within(random, v3(2, 2, 1)));
    KipQuat turned = random_turn(random);
    KipFilmView view = random_view(random, 0, pi / 2);
    g.type = type;
    for (int i = 0; i < 3; i++)
        g.size[i] = kip_random_uniform(random, 0.05, 0.5);
    KipFilmOutline outline = kip_film_outline(&view, &g, pos, turned);
    KipFilmBox box = kip_film_bounds(&outline);
    for (int i = 0; i < DIRECTIONS; i++)
        most[i] = -INFINITY;
    for (int n = 0; n < POINTS; n++) {
        KipVec3 world = v3_add(pos, q_rotate(turned, surface_point(random, &g)));
        KipChartPoint at = kip_film_project(&view, world);
        for (int i = 0; i < DIRECTIONS; i++)
            most[i] = fmax(most[i],
                           at.x * kip_cos(2 * pi * i / DIRECTIONS) + at.y * kip_sin(2 * pi * i / DIRECTIONS));
    }
    for (int i = 0; i < DIRECTIONS; i++) {
        double reach = reach_of(&outline, kip_cos(2 * pi * i / DIRECTIONS), kip_sin(2 * pi * i / DIRECTIONS));
        ck_assert_double_le(most[i], reach + 1e-12);
        ck_assert_double_gt(most[i], reach - 0.004);
    }
    ck_assert_double_eq_tol(box.right, reach_of(&outline, 1, 0), 1e-12);
    ck_assert_double_eq_tol(box.left, -reach_of(&outline, -1, 0), 1e-12);
    ck_assert_double_eq_tol(box.top, reach_of(&outline, 0, 1), 1e-12);
    ck_assert_double_eq_tol(box.bottom, -reach_of(&outline, 0, -1), 1e-12);
}

START_TEST(outlines_touch_surfaces)
{
    static const KipGeomType type[] = {KIP_GEOM_SPHERE, KIP_GEOM_CAPSULE, KIP_GEOM_BOX, KIP_GEOM_CYLINDER,
                                       KIP_GEOM_ELLIPSOID};
    KipRandom random = {11};
    for (size_t i = 0; i < sizeof type / sizeof *type; i++)
        for (int n = 0; n < 8; n++)
            check_outline(&random, type[i]);
}
END_TEST

/* From the side, from the front, from above and askew. */
START_TEST(views_look_where_they_say)
{
    const KipVec3 point = {1, 2, 3};
    KipFilmView view = kip_film_view(0, 0);
    KipChartPoint at = kip_film_project(&view, point);
    ck_assert_double_eq_tol(at.x, 1, 1e-15);
    ck_assert_double_eq_tol(at.y, 3, 1e-15);
    ck_assert_double_eq_tol(view.back.y, -1, 1e-15);
    view = kip_film_view(pi / 2, 0);
    at = kip_film_project(&view, point);
    ck_assert_double_eq_tol(at.x, 2, 1e-15);
    ck_assert_double_eq_tol(at.y, 3, 1e-15);
    ck_assert_double_eq_tol(view.back.x, 1, 1e-15);
    view = kip_film_view(0, pi / 2);
    at = kip_film_project(&view, point);
    ck_assert_double_eq_tol(at.x, 1, 1e-15);
    ck_assert_double_eq_tol(at.y, 2, 1e-15);
    /* a capsule along y, seen at 30 degrees: its ends are sin 30 degrees as far apart as they are */
    KipGeom g = kip_geom_def();
    g.type = KIP_GEOM_CAPSULE, g.size[0] = 0.1, g.size[1] = 0.5;
    KipQuat along_y = q_axis_angle(v3(1, 0, 0), -pi / 2);
    view = kip_film_view(pi / 6, 0);
    KipFilmOutline o = kip_film_outline(&view, &g, v3(0, 0, 1), along_y);
    ck_assert_double_eq_tol(o.b.x - o.a.x, 0.5, 1e-12);
    ck_assert_double_eq_tol(o.a.y, 1, 1e-12);
    ck_assert_double_eq_tol(o.b.y, 1, 1e-12);
    ck_assert_double_eq_tol(o.xx, 0.01, 1e-15);
    ck_assert_double_eq_tol(o.yy, 0.01, 1e-15);
    ck_assert_double_eq_tol(o.xy, 0, 1e-15);
}
END_TEST

/* Three of a box's faces are seen, and they cover its outline and no more. */
START_TEST(faces_cover_boxes)
{
    KipRandom random = {5};
    for (int n = 0; n < 20; n++) {
        KipGeom g = kip_geom_def();
        g.type = KIP_GEOM_BOX, g.size[0] = 0.1, g.size[1] = 0.3, g.size[2] = 0.2;
        KipFilmView view = random_view(&random, 0.1, 1.4);
        KipQuat turned = random_turn(&random);
        KipFilmOutline outline = kip_film_outline(&view, &g, v3_zero(), turned), face;
        KipFilmBox all = kip_film_no_box(), own = kip_film_bounds(&outline);
        int seen = 0;
        for (int i = 0; i < 6; i++) {
            double lit;
            if (!kip_film_face(&view, &g, v3_zero(), turned, i / 2, i % 2 ? 1 : -1, &face, &lit))
                continue;
            seen++;
            kip_film_join(&all, kip_film_bounds(&face));
            ck_assert_double_le(fabs(lit), 1 + 1e-12);
        }
        ck_assert_int_eq(seen, 3);
        ck_assert_int_eq(outline.ncorner, 6);
        ck_assert_double_eq_tol(all.left, own.left, 1e-12);
        ck_assert_double_eq_tol(all.right, own.right, 1e-12);
        ck_assert_double_eq_tol(all.bottom, own.bottom, 1e-12);
        ck_assert_double_eq_tol(all.top, own.top, 1e-12);
    }
}
END_TEST

/* The numbers of a path, whatever letters and blanks stand between them. */
static void read_path(const char *text, double *value, int n)
{
    for (int i = 0; i < n; i++) {
        size_t length;
        text += strspn(text, " MALZ");
        length = strcspn(text, " MALZ\"");
        ck_assert_msg(kip_number_parse(text, length, &value[i]), "%s", text);
        text += length;
    }
}

/* As written: each arc's ends are opposite points of its ellipse, the lines between them touch it, and the
 * arcs lie away from each other. */
START_TEST(swept_outlines_are_written_exactly)
{
    KipRandom random = {3};
    for (int n = 0; n < 100; n++) {
        KipGeom g = kip_geom_def();
        g.type = n % 2 ? KIP_GEOM_CYLINDER : KIP_GEOM_CAPSULE, g.size[0] = 0.2, g.size[1] = 0.4;
        KipFilmView view = kip_film_view(0.3, 0.2);
        KipFilmOutline o = kip_film_outline(&view, &g, v3(1, 2, 3), random_turn(&random));
        const KipFilmPlace place = {1000, 30, 4000};
        const KipChartPoint a = kip_film_at(place, o.a), b = kip_film_at(place, o.b);
        char *text;
        size_t size;
        double v[18];
        FILE *stream = open_memstream(&text, &size);
        kip_film_put_outline(stream, &o, place, v3(1, 0, 0), v3_zero(), 1);
        fclose(stream);
        ck_assert_int_eq(strncmp(text, "<path d=\"M", 10), 0);
        read_path(text + 9, v, 18);
        /* the normal to the way from a to b that is clockwise of it, where y points down */
        const double wx = b.x - a.x, wy = b.y - a.y, way = sqrt(wx * wx + wy * wy), nx = -wy / way,
                     ny = wx / way;
        const double reach = 1000 * sqrt(nx * nx * o.xx - 2 * nx * ny * o.xy + ny * ny * o.yy);
        ck_assert_double_eq_tol((v[0] + v[7]) / 2, a.x, 0.01);
        ck_assert_double_eq_tol((v[1] + v[8]) / 2, a.y, 0.01);
        ck_assert_double_eq_tol((v[9] + v[16]) / 2, b.x, 0.01);
        ck_assert_double_eq_tol((v[10] + v[17]) / 2, b.y, 0.01);
        ck_assert_double_eq_tol((v[0] - a.x) * nx + (v[1] - a.y) * ny, reach, 0.02);
        ck_assert_double_eq_tol((v[16] - b.x) * nx + (v[17] - b.y) * ny, reach, 0.02);
        for (int i = 2; i < 12; i += 9) {
            ck_assert_double_eq_tol(v[i], 200, 0.03);
            ck_assert_double_le(v[i + 1], v[i]);
            ck_assert(v[i + 3] == 0 && v[i + 4] == 1); /* clockwise: around the end */
        }
        free(text);
    }
}
END_TEST

/* -- reading a picture ----------------------------------------------------------------------------------- */

static Picture draw(const KipRecording *recording, const KipFilm *film)
{
    Picture p = {0};
    KipError error = {0};
    FILE *stream = open_memstream(&p.text, &p.size);
    ck_assert_msg(kip_film_write(stream, recording, film, &error) == KIP_OK, "%s", error.message);
    read_picture(&p, stream);
    return p;
}

/* -- poses ----------------------------------------------------------------------------------------------- */

static const char ball_xml[] =
    "<mujoco><option gravity='0 0 0'/><worldbody><geom type='plane' size='1 1 1'/>"
    "<body name='ball' pos='0 0 .25'><freejoint/><geom type='sphere' size='.1' rgba='1 0 0 1'/></body>"
    "</worldbody></mujoco>";

/* A red ball that flies along x at a speed, for so many steps of 1/64 s. */
static Fixture make_flight(double speed, int nstep)
{
    Fixture f = make_from_xml(ball_xml, 1.0 / 64);
    const double v[6] = {speed, 0, 0, 0, 0, 0};
    ck_assert_int_eq(kip_sim_set_state(f.sim, NULL, v, NULL), KIP_OK);
    run_fixture(&f, nstep);
    return f;
}

/* The i-th of the circles that are no centre of mass. */
static KipXmlElement *ball_of(const Picture *p, int i)
{
    KipXmlElement *e;
    for (int k = 0; (e = find(p, "circle", "fill", "#", k)) != NULL; k++)
        if (strcmp(attribute(e, "fill"), "#fff") != 0 && i-- == 0)
            return e;
    ck_abort_msg("there is no such ball");
    return NULL;
}

/* In place, moved by a spacing, and as near as can be. */
START_TEST(poses_are_where_they_were)
{
    Fixture f = make_flight(1, 64);
    const double time[] = {0, 0.25, 0.5, 1};
    KipFilm film = kip_film_def();
    film.n = 4;
    film.time = time;
    film.width = 2000; /* one row */
    for (int k = 0; k < 2; k++) {
        film.spacing = 0.3 * k;
        Picture p = draw(f.recording, &film);
        const double scale = number(ball_of(&p, 0), "r") / 0.1, x = number(ball_of(&p, 0), "cx");
        for (int i = 1; i < 4; i++) {
            double away = scale * (time[i] - time[0] + i * film.spacing);
            ck_assert_double_eq_tol(number(ball_of(&p, i), "cx") - x, away, 0.1);
            ck_assert_double_eq_tol(number(ball_of(&p, i), "cy"), number(ball_of(&p, 0), "cy"), 0.011);
            ck_assert_double_eq_tol(number(ball_of(&p, i), "r"), 0.1 * scale, 1e-9);
        }
        ck_assert_int_eq(count(&p, "g", "class", "pose"), 4);
        free_picture(&p);
    }
    film.spacing = NAN;
    Fixture still = make_flight(0, 64);
    Picture p = draw(still.recording, &film);
    for (int i = 1; i < 4; i++)
        ck_assert_double_ge(number(ball_of(&p, i), "cx") - number(ball_of(&p, i - 1), "cx"),
                            2 * number(ball_of(&p, i), "r") + 10);
    free_picture(&p);
    free_recording(&still);
    free_recording(&f);
}
END_TEST

/* The ball's height over the ground. */
START_TEST(heights_follow_the_view)
{
    Fixture f = make_flight(0, 1);
    const double time = 0;
    KipFilm film = kip_film_def();
    film.n = 1;
    film.time = &time;
    film.elevation = 0; /* the ground is a line, 0.25 m below */
    Picture p = draw(f.recording, &film);
    KipXmlElement *line = find(&p, "path", "stroke", "#7d8790", 0);
    double end[4];
    ck_assert_ptr_ne(line, NULL);
    read_path(attribute(line, "d"), end, 4);
    ck_assert_double_eq_tol(end[1], end[3], 1e-9);
    ck_assert_double_eq_tol((end[1] - number(ball_of(&p, 0), "cy")) / number(ball_of(&p, 0), "r"), 2.5, 0.01);
    free_picture(&p);
    free_recording(&f);
}
END_TEST

/* The frame nearest to the time, by its own time; two decimals, or three where they are needed. */
START_TEST(labels_say_the_frames_times)
{
    Fixture f = make_flight(0, 64);
    const double time[] = {0.24, 0.51}, close[] = {0, 0.0156};
    KipFilm film = kip_film_def();
    film.n = 2;
    film.time = time;
    Picture p = draw(f.recording, &film);
    ck_assert_int_eq(says(&p, "0.23 s") + says(&p, "0.25 s"), 1);
    ck_assert_int_eq(says(&p, "0.52 s") + says(&p, "0.50 s"), 1);
    ck_assert_int_eq(says(&p, "0.24 s") + says(&p, "0.51 s"), 0);
    free_picture(&p);
    film.time = close;
    p = draw(f.recording, &film);
    ck_assert_int_eq(says(&p, "0.00 s"), 1);
    ck_assert_int_eq(says(&p, "0.02 s"), 1);
    free_picture(&p);
    free_recording(&f);
}
END_TEST

/* The new skill at the first label after it began, and none twice. */
START_TEST(labels_say_new_skills)
{
    Fixture f = make_flight(0, 64);
    KipFilm film = kip_film_def();
    ck_assert_int_eq(kip_recording_band(f.recording, "one", 0, "stand", "", NULL), KIP_OK);
    ck_assert_int_eq(kip_recording_band(f.recording, "one", 0.5, "fall", "", NULL), KIP_OK);
    Picture p = draw(f.recording, &film);
    ck_assert_int_eq(says(&p, "stand"), 1);
    ck_assert_int_eq(says(&p, "fall"), 1);
    free_picture(&p);
    ck_assert_int_eq(kip_recording_band(f.recording, "two", 0.7, "run", "", NULL), KIP_OK);
    p = draw(f.recording, &film);
    ck_assert_int_eq(says(&p, "one: stand"), 1);
    ck_assert_int_eq(says(&p, "one: fall"), 1);
    ck_assert_int_eq(says(&p, "two: run"), 1);
    free_picture(&p);
    free_recording(&f);
}
END_TEST

/* A push of 500 N is an arrow of 0.5 m that ends where it acts, while it lasts; even times find it. */
START_TEST(pushes_are_arrows)
{
    Fixture f = make_flight(0, 128);
    const KipRecordedPush push = {0.3, 0.34, 1, {0, 0, 0.05}, {500, 0, 0}};
    const double time[] = {0.29, 0.32};
    double v[8];
    KipFilm film = kip_film_def();
    ck_assert_int_eq(kip_recording_push(f.recording, &push, NULL), KIP_OK);
    film.n = 2;
    film.time = time;
    film.elevation = 0;
    Picture p = draw(f.recording, &film);
    ck_assert_int_eq(count(&p, "path", "fill", "#6d3fe0"), 2); /* one is the key's */
    read_path(attribute(find(&p, "path", "fill", "#6d3fe0", 0), "d"), v, 8);
    const double scale = number(ball_of(&p, 1), "r") / 0.1;
    ck_assert_double_eq_tol(v[6], number(ball_of(&p, 1), "cx"), 0.02);
    ck_assert_double_eq_tol(v[7], number(ball_of(&p, 1), "cy") - 0.05 * scale, 0.03);
    ck_assert_double_eq_tol(v[6] - v[0], 0.5 * scale, 0.1);
    ck_assert_double_eq_tol(v[1], v[7], 0.011);
    free_picture(&p);
    film.n = 0;
    p = draw(f.recording, &film);
    ck_assert_int_eq(count(&p, "path", "fill", "#6d3fe0"), 2);
    ck_assert_int_eq(count(&p, "g", "class", "pose"), 8);
    free_picture(&p);
    free_recording(&f);
}
END_TEST

/* At rest on the ground, its force is its weight, from the point where it stands. */
START_TEST(ground_forces_are_arrows)
{
    static const char xml[] =
        "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body name='ball' pos='0 0 .1'><freejoint/>"
        "<geom type='sphere' size='.1' mass='20' rgba='1 0 0 1'/></body></worldbody></mujoco>";
    Fixture f = make_from_xml(xml, 0.001);
    run_fixture(&f, 2000);
    const double time = 2;
    double v[8];
    KipFilm film = kip_film_def();
    film.n = 1;
    film.time = &time;
    film.elevation = 0;
    Picture p = draw(f.recording, &film);
    const double scale = number(ball_of(&p, 0), "r") / 0.1;
    read_path(attribute(find(&p, "path", "fill", "#08987c", 0), "d"), v, 8);
    ck_assert_double_eq_tol(v[1] - v[7], 0.1962 * scale, 0.3);
    ck_assert_double_eq_tol(v[0], number(ball_of(&p, 0), "cx"), 0.02);
    ck_assert_double_eq_tol(v[1], number(ball_of(&p, 0), "cy") + 0.1 * scale, 0.003 * scale);
    free_picture(&p);
    free_recording(&f);
}
END_TEST

START_TEST(what_is_not_there_is_not_drawn)
{
    static const char xml[] =
        "<mujoco><custom><text name='pool' data='b2'/>"
        "<text name='geoms/a/one' data='g1'/><text name='geoms/a/two' data='g2'/></custom><worldbody>"
        "<body name='b1' pos='0 0 5'><freejoint/><geom name='g1' type='sphere' size='.1' mass='1' rgba='1 0 "
        "0 1'/>"
        "<geom name='g2' type='sphere' size='.1' mass='0' rgba='0 1 0 1'/></body>"
        "<body name='b2' pos='1 0 5'><freejoint/><geom type='sphere' size='.1' mass='1' rgba='0 0 1 "
        "1'/></body>"
        "</worldbody></mujoco>";
    Fixture f = make_from_xml(xml, 1.0 / 64);
    run_fixture(&f, 16);
    ck_assert_int_eq(kip_sim_set_present(f.sim, 2, true, NULL), KIP_OK);
    run_fixture(&f, 16);
    const double time[] = {0.125, 0.5};
    KipFilm film = kip_film_def();
    film.n = 2;
    film.time = time;
    Picture p = draw(f.recording, &film);
    ck_assert_int_eq(count(&p, "circle", "fill", "#ff0000"), 2);
    ck_assert_int_eq(count(&p, "circle", "fill", "#00ff00"), 0);
    ck_assert_int_eq(count(&p, "circle", "fill", "#0000ff"), 1);
    free_picture(&p);
    free_recording(&f);
}
END_TEST

/* -- who is who ------------------------------------------------------------------------------------------ */

/* Two chains of six bodies each, of the same given colours, and a ball. */
START_TEST(characters_of_one_look_are_told_apart)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipModel *model;
    int ncharacter = 0;
    for (int k = 0; k < 2; k++)
        for (int i = 0, parent = 0; i < 6; i++) {
            char name[16];
            snprintf(name, sizeof name, "%c/b%d", 'a' + k, i);
            parent = add_body(builder, name, parent, v3(0, 0, 0.3), q_identity());
            add_joint(builder, name, parent, KIP_JOINT_HINGE, v3(0, 1, 0), v3_zero());
        }
    add_joint(builder, "free", add_body(builder, "c/ball", 0, v3_zero(), q_identity()), KIP_JOINT_FREE,
              v3(0, 0, 1), v3_zero());
    ck_assert_int_eq(kip_builder_finish(builder, &model, NULL), KIP_OK);
    for (int i = 0; i < model->nbody; i++) {
        const bool is_character = kip_palette_is_character(model, kip_palette_tree(model, i));
        ck_assert(is_character == (i > 0 && i < 13));
        ncharacter += is_character && kip_palette_tree(model, i) == i;
    }
    ck_assert_int_eq(ncharacter, 2);
    const KipVec3 one = kip_palette_shown(model, 0);
    for (int i = 0; i < 6; i++) {
        ck_assert_double_eq_tol(v3_length(v3_sub(kip_palette_shown(model, i), one)), 0, 1e-9);
        ck_assert_double_gt(v3_length(v3_sub(kip_palette_shown(model, 6 + i), one)), 0.2);
    }
    ck_assert_double_gt(v3_length(v3_sub(kip_palette_shown(model, 12), one)), 0.1);
    kip_model_destroy(model);
}
END_TEST

/* -- any recording --------------------------------------------------------------------------------------- */

/* Well-formed, with texts clear of each other, in all views and widths; names cannot break it. */
START_TEST(any_film_is_a_picture)
{
    static const double spacing[] = {NAN, 0, 0.4}, width[] = {300, 720, 1500};
    Fixture f = make_recording(2);
    double time[60];
    KipFilm film = kip_film_def();
    const KipRecordedPush push = {0.25, 0.5, 2, {0, 0, -0.125}, {1000, 0, -300}};
    ck_assert_int_eq(kip_recording_push(f.recording, &push, NULL), KIP_OK);
    for (int i = 0; i < 6; i++) {
        char label[200], track[200]; /* long, and cut within a character */
        snprintf(label, sizeof label, "%0*d\xc3\xa4\xc3\xa4 and more", 57 + i, i);
        snprintf(track, sizeof track, "%c%0100d", 'a' + i, 0);
        ck_assert_int_eq(kip_recording_band(f.recording, track, i < 5 ? 0 : 0.5,
                                            i == 3 ? hostile_name : label, "", NULL),
                         KIP_OK);
    }
    ck_assert_int_eq(kip_recording_band(f.recording, hostile_name, 0.9, hostile_name, "", NULL), KIP_OK);
    for (int i = 0; i < 60; i++)
        time[i] = i / 60.0 * 1.5;
    film.title = hostile_name;
    film.note = hostile_name;
    film.time = time;
    for (int k = 0; k < 27; k++) {
        film.spacing = spacing[k % 3];
        film.width = width[k / 3 % 3];
        film.azimuth = 0.7 * k;
        film.elevation = k % 4 * pi / 6;
        film.n = k / 9 == 0 ? 0 : k / 9 == 1 ? 9 : 60;
        Picture p = draw(f.recording, &film), again = draw(f.recording, &film);
        if (film.n)
            ck_assert_int_eq(count(&p, "g", "class", "pose"), (int)film.n);
        ck_assert_uint_eq(p.size, again.size);
        ck_assert_int_eq(memcmp(p.text, again.text, p.size), 0);
        ck_assert_ptr_eq(strstr(p.text, "<!--"), NULL);
        free_picture(&p);
        free_picture(&again);
    }
    free_recording(&f);
}
END_TEST

START_TEST(one_frame_and_no_geoms_are_a_picture)
{
    Fixture f = make_from_xml("<mujoco><worldbody><body><freejoint/><inertial pos='0 0 0' mass='1' "
                              "diaginertia='1 1 1'/></body></worldbody></mujoco>",
                              0.01);
    KipFilm film = kip_film_def();
    Picture p = draw(f.recording, &film);
    ck_assert_int_eq(count(&p, "g", "class", "pose"), 1);
    ck_assert_int_eq(says(&p, "0.00 s"), 1);
    free_picture(&p);
    free_recording(&f);
}
END_TEST

/* -- which instants -------------------------------------------------------------------------------------- */

enum { FRAMES = 600, FALL = 300, SECOND = 60, FALL_FRAMES = 30 };

/* A mast of three bodies on a hinge at its foot, that stands upright for five seconds, falls in half a second,
 * and lies: what a person is that is pushed over. */
static Fixture make_fall(void)
{
    Fixture f =
        make_from_xml("<mujoco><worldbody><geom type='plane' size='1 1 1'/>"
                      "<body name='legs' pos='0 0 .1'><joint name='foot' axis='0 1 0'/>"
                      "<geom type='capsule' fromto='0 0 0 0 0 .6' size='.05'/>"
                      "<body name='trunk' pos='0 0 .6'><geom type='capsule' fromto='0 0 0 0 0 .5' size='.1'/>"
                      "<body name='head' pos='0 0 .6'><geom type='sphere' size='.1'/></body></body></body>"
                      "</worldbody></mujoco>",
                      1.0 / SECOND);
    KipDynamics *dynamics = NULL;
    ck_assert_int_eq(kip_dynamics_create(f.model, NULL, &dynamics, NULL), KIP_OK);
    for (int i = 1; i < FRAMES; i++) {
        const double part = fmin(fmax((double)(i - FALL) / FALL_FRAMES, 0), 1), q[] = {pi / 2 * part * part},
                     v[] = {0};
        kip_dynamics_set(dynamics, q, v);
        ck_assert_int_eq(kip_recording_show(f.recording, (double)i / SECOND, dynamics, q, v, NULL), KIP_OK);
    }
    kip_dynamics_destroy(dynamics);
    return f;
}

/* The frames that a film of n poses has; their number. */
static int chosen(const Fixture *f, size_t n, size_t frame[KIP_FILM_MOST])
{
    KipFilm film = kip_film_def();
    film.n = n;
    Picture p = draw(f->recording, &film);
    const KipXmlElement *desc = find(&p, "desc", "id", "", 0);
    const char *at = strstr(desc->text, "poses, s:") + strlen("poses, s:");
    int count = 0;
    for (; *at == ' '; count++) {
        double time;
        const size_t length = strcspn(at + 1, " ");
        ck_assert(kip_number_parse(at + 1, length, &time));
        frame[count] = (size_t)(time * SECOND + 0.5);
        at += 1 + length;
    }
    free_picture(&p);
    return count;
}

static bool shows(const size_t *frame, int n, size_t first, size_t last)
{
    bool any = false;
    for (int i = 0; i < n; i++)
        any = any || (frame[i] >= first && frame[i] <= last);
    return any;
}

/* However few poses there are, one of them is of the fall, which is a twentieth of the time. */
START_TEST(a_fall_is_shown)
{
    Fixture f = make_fall();
    size_t frame[KIP_FILM_MOST];
    for (size_t n = 3; n <= 14; n++) {
        ck_assert_int_eq(chosen(&f, n, frame), (int)n);
        ck_assert(shows(frame, (int)n, FALL + 8, FALL + FALL_FRAMES - 2)); /* leaning by 6 to 78 degrees */
    }
    ck_assert_int_eq(chosen(&f, 8, frame), 8);
    ck_assert(!shows(frame, 8, FALL + FALL_FRAMES + 60, FRAMES - 2)); /* it lies: no news */
    int falling = 0;
    for (int i = 0; i < 8; i++)
        falling += frame[i] > FALL && frame[i] < FALL + FALL_FRAMES;
    ck_assert_int_ge(falling, 3);
    free_recording(&f);
}
END_TEST

/* Frames rise from the first to the last, as many as are asked for, or as there are. */
START_TEST(instants_are_as_many_as_asked)
{
    Fixture f = make_fall(), short_one = make_flight(1, 4);
    size_t frame[KIP_FILM_MOST];
    for (size_t n = 1; n <= KIP_FILM_MOST; n += n < 10 ? 1 : 19) {
        ck_assert_int_eq(chosen(&f, n, frame), (int)n);
        ck_assert_uint_eq(frame[0], 0);
        ck_assert(n == 1 || frame[n - 1] == FRAMES - 1);
        for (size_t i = 1; i < n; i++)
            ck_assert_uint_gt(frame[i], frame[i - 1]);
    }
    ck_assert_int_eq(chosen(&short_one, 9, frame), (int)short_one.recording->nframe);
    free_recording(&f);
    free_recording(&short_one);
}
END_TEST

/* A skill, a push and an event while nothing moves are shown, and the fall still is. */
START_TEST(what_is_told_is_shown)
{
    Fixture f = make_fall();
    size_t frame[KIP_FILM_MOST];
    const KipRecordedPush push = {1, 1.05, 1, {0, 0, 0}, {100, 0, 0}};
    ck_assert_int_eq(chosen(&f, 9, frame), 9);
    ck_assert(!shows(frame, 9, 420, 479) && !shows(frame, 9, 60, 62) && !shows(frame, 9, 180, 186));
    ck_assert_int_eq(kip_recording_band(f.recording, "mast", 0, "stand", "", NULL), KIP_OK);
    ck_assert_int_eq(kip_recording_band(f.recording, "mast", 7, "lie", "", NULL), KIP_OK);
    ck_assert_int_eq(kip_recording_band(f.recording, "mast", 8, "rest", "", NULL), KIP_OK);
    ck_assert_int_eq(kip_recording_push(f.recording, &push, NULL), KIP_OK);
    ck_assert_int_eq(kip_recording_event(f.recording, 3, "a bell", NULL), KIP_OK);
    ck_assert_int_eq(chosen(&f, 9, frame), 9);
    ck_assert(shows(frame, 9, 420, 479) && shows(frame, 9, 60, 62) && shows(frame, 9, FALL + 8, FALL + 28));
    ck_assert_int_eq(chosen(&f, 40, frame), 40);
    ck_assert(shows(frame, 40, 180, 186));
    free_recording(&f);
}
END_TEST

/* Of many thousands of frames and episodes no more than some hundred are weighed against each other. */
START_TEST(long_recordings_are_short_work)
{
    Fixture f = make_flight(1, 20000);
    for (int i = 0; i < 5000; i++) {
        const KipRecordedPush push = {0.05 * i, 0.05 * i + 0.01, 1, {0, 0, 0}, {9, 0, 0}};
        ck_assert_int_eq(kip_recording_event(f.recording, 0.05 * i, "a bell", NULL), KIP_OK);
        ck_assert_int_eq(kip_recording_band(f.recording, "ball", 0.05 * i, i % 2 ? "a" : "b", "", NULL),
                         KIP_OK);
        ck_assert_int_eq(kip_recording_push(f.recording, &push, NULL), KIP_OK);
    }
    ck_assert_uint_gt(f.recording->nframe, 15000);
    KipFilm film = kip_film_def();
    film.n = 40;
    Picture p = draw(f.recording, &film);
    ck_assert_int_eq(count(&p, "g", "class", "pose"), 40);
    free_picture(&p);
    free_recording(&f);
}
END_TEST

/* Where one metre more is none: the lines of the ground come to an end. */
START_TEST(far_away_is_a_picture)
{
    static const double far[] = {1e17, 9e29, 1e200, -1e300, INFINITY, NAN};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        Fixture f = make_flight(0, 1);
        KipDynamics *dynamics = NULL;
        const double q[7] = {far[i], 0, 0.25, 1, 0, 0, 0}, v[6] = {0};
        ck_assert_int_eq(kip_dynamics_create(f.model, NULL, &dynamics, NULL), KIP_OK);
        kip_dynamics_set(dynamics, q, v);
        ck_assert_int_eq(kip_recording_show(f.recording, 1, dynamics, q, v, NULL), KIP_OK);
        kip_dynamics_destroy(dynamics);
        char *text;
        size_t size;
        FILE *stream = open_memstream(&text, &size);
        KipFilm film = kip_film_def();
        kip_film_write(stream, f.recording, &film, NULL);
        fclose(stream);
        ck_assert_uint_lt(size, 1000000);
        free(text);
        free_recording(&f);
    }
}
END_TEST

/* -- errors ---------------------------------------------------------------------------------------------- */

static void check_refused(const KipRecording *recording, const KipFilm *film, const char *words)
{
    char *text;
    size_t size;
    KipError error = {0};
    FILE *stream = open_memstream(&text, &size);
    ck_assert_int_eq(kip_film_write(stream, recording, film, &error), KIP_BAD_USE);
    fclose(stream);
    ck_assert_msg(strstr(error.message, words) != NULL, "%s", error.message);
    ck_assert_uint_eq(size, 0);
    free(text);
}

START_TEST(films_are_checked)
{
    Fixture f = make_flight(0, 64);
    double late[] = {0, 1.5}, falling[] = {0.5, 0.5}, near[] = {0.5, 0.501}, nan[] = {NAN}, many[201];
    for (int i = 0; i < 201; i++)
        many[i] = i / 201.0;
    const struct {
        KipFilm film;
        const char *words;
    } bad[] = {
        {{.width = 720, .n = 2, .time = late}, "show 1.5 s, but the recording goes from 0 to 1 s"},
        {{.width = 720, .n = 1, .time = nan}, "the recording goes from 0 to 1 s"},
        {{.width = 720, .n = 2, .time = falling}, "must rise; 0.5 s stands behind 0.5 s"},
        {{.width = 720, .n = 2, .time = near}, "0.5 and 0.501 s, but nearest to both is the same"},
        {{.width = 720, .n = 201, .time = many}, "of 201 poses; it can have up to 200"},
        {{.width = 720, .n = 201}, "of 201 poses; it can have up to 200"},
        {{.width = 200}, "200 px wide; it can be from 300 to 4000"},
        {{.width = NAN}, "px wide"},
        {{.width = 720, .elevation = -0.1}, "elevation is -0.1 rad"},
        {{.width = 720, .azimuth = INFINITY}, "which is no angle"},
        {{.width = 720, .spacing = -1}, "-1 m apart"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check_refused(f.recording, &bad[i].film, bad[i].words);
    KipRecording *empty;
    KipFilm film = kip_film_def();
    ck_assert_int_eq(kip_recording_create(f.model, 0.01, NULL, &empty, NULL), KIP_OK);
    check_refused(empty, &film, "nothing is recorded");
    kip_recording_destroy(empty);
    free_recording(&f);
}
END_TEST

START_TEST(memory_failures_write_nothing)
{
    Fixture f = make_flight(1, 8);
    Heap heap = {0};
    const KipAllocator allocator = {counting_resize, &heap};
    KipRecording *recording;
    KipFilm film = kip_film_def();
    long needed = 0;
    ck_assert_int_eq(kip_recording_create(f.model, 1.0 / 64, &allocator, &recording, NULL), KIP_OK);
    ck_assert_int_eq(kip_recording_capture(recording, f.sim, NULL), KIP_OK);
    const long held = heap.held;
    for (long i = 0; i <= needed + 1; i++) {
        char *text;
        size_t size;
        KipError error = {0};
        FILE *stream = open_memstream(&text, &size);
        heap.calls = 0;
        heap.fail_at = i; /* first none */
        KipStatus status = kip_film_write(stream, recording, &film, &error);
        fclose(stream);
        if (i == 0)
            needed = heap.calls;
        ck_assert_int_eq(status, i && i <= needed ? KIP_NO_MEMORY : KIP_OK);
        ck_assert_int_eq(size == 0, i && i <= needed);
        ck_assert_int_eq(heap.held, held);
        free(text);
    }
    ck_assert_int_gt(needed, 0);
    heap.fail_at = 0;
    kip_recording_destroy(recording);
    free_recording(&f);
}
END_TEST

Suite *suite_film(void)
{
    Suite *suite = suite_create("film");
    TCase *tcase = tcase_create("film");
    suite_add_tcase(suite, tcase);
    tcase_add_test(tcase, outlines_touch_surfaces);
    tcase_add_test(tcase, views_look_where_they_say);
    tcase_add_test(tcase, faces_cover_boxes);
    tcase_add_test(tcase, swept_outlines_are_written_exactly);
    tcase_add_test(tcase, poses_are_where_they_were);
    tcase_add_test(tcase, heights_follow_the_view);
    tcase_add_test(tcase, labels_say_the_frames_times);
    tcase_add_test(tcase, labels_say_new_skills);
    tcase_add_test(tcase, pushes_are_arrows);
    tcase_add_test(tcase, ground_forces_are_arrows);
    tcase_add_test(tcase, what_is_not_there_is_not_drawn);
    tcase_add_test(tcase, characters_of_one_look_are_told_apart);
    tcase_add_test(tcase, any_film_is_a_picture);
    tcase_add_test(tcase, one_frame_and_no_geoms_are_a_picture);
    tcase_add_test(tcase, a_fall_is_shown);
    tcase_add_test(tcase, instants_are_as_many_as_asked);
    tcase_add_test(tcase, what_is_told_is_shown);
    tcase_add_test(tcase, long_recordings_are_short_work);
    tcase_add_test(tcase, far_away_is_a_picture);
    tcase_add_test(tcase, films_are_checked);
    tcase_add_test(tcase, memory_failures_write_nothing);
    return suite;
}

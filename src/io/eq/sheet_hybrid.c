/* Worked examples of hybrid control: similarity, blends, and motion graphs. */
#include <math.h>

#include "../../control/blend.h"
#include "../../control/graph.h"
#include "../../control/similar.h"
#include "../../control/track.h"
#include "../../dynamics/scalar.h"
#include "sheet.h"

/* The similarity of a state of three hinges to a frame of a motion. */
static void similar(KipSheet *sheet)
{
    static const char *const hows[] = {"abs", "squared", "signed"};
    double weight[3], q[3], v[3];
    KipMotion *motion = NULL;
    KipSimilar *found = NULL;
    KipSimilarDef def = kip_similar_def();
    if (!kip_sheet_open(sheet))
        return;
    if (sheet->model->nq != 3 || sheet->model->nv != 3) {
        kip_sheet_fail(sheet, KIP_BAD_USE, "this example is for three hinges");
        return;
    }
    def.how = (KipSimilarHow)kip_sheet_word(sheet, "how", hows, 3);
    def.rate = kip_sheet_given(sheet, "rate");
    def.weight = weight;
    kip_sheet_givens(sheet, "w", 3, weight);
    if (sheet->status == KIP_OK)
        sheet->status = kip_motion_create(sheet->model, 1, 1.0 / 30, NULL, &motion, &sheet->error);
    if (sheet->status == KIP_OK) {
        kip_sheet_givens(sheet, "theta_i", 3, motion->q);
        kip_sheet_givens(sheet, "v_i", 3, motion->v);
        kip_sheet_givens(sheet, "theta", 3, q);
        kip_sheet_givens(sheet, "rates", 3, v);
    }
    if (sheet->status == KIP_OK)
        sheet->status = kip_similar_create(motion, 0, 3, &def, &found, &sheet->error);
    if (sheet->status == KIP_OK) {
        const double sum = weight[0] + weight[1] + weight[2], s = kip_similar_at(found, q, v, 0);
        kip_sheet_number(sheet, "sum w", sum);
        kip_sheet_number(sheet, "s", s * sum);
        kip_sheet_number(sheet, "mean", s);
    }
    kip_similar_destroy(found);
    kip_motion_destroy(motion);
}

/* The remaining part of a difference, and the clip plus that. */
static void offset(KipSheet *sheet)
{
    static const char *const hows[] = {"hermite", "linear"};
    const KipBlend how = kip_sheet_word(sheet, "how", hows, 2) ? KIP_BLEND_LINEAR : KIP_BLEND_HERMITE;
    const double D = kip_sheet_given(sheet, "D"), V = kip_sheet_given(sheet, "V"),
                 T = kip_sheet_given(sheet, "T");
    const double t = kip_sheet_given(sheet, "t");
    double rate, jump;
    const double left = kip_blend_offset(how, D, V, T, t, &rate);
    kip_blend_offset(how, D, V, T, 0, &jump);
    kip_sheet_number(sheet, "u", t / T);
    kip_sheet_number(sheet, "offset", left);
    kip_sheet_number(sheet, "theta", kip_sheet_given(sheet, "K") + left);
    kip_sheet_number(sheet, "rate jumps by", jump - V);
}

static void window(KipSheet *sheet)
{
    const int k = (int)kip_sheet_within(sheet, "k", 1, 1e6);
    double p[4], alpha[4];
    kip_sheet_givens(sheet, "p", 4, p);
    for (int i = 0; i < 4 && sheet->status == KIP_OK; i++)
        if (p[i] >= -1 && p[i] < k)
            alpha[i] = kip_blend_window(k, (int)p[i]);
        else
            kip_sheet_fail(sheet, KIP_BAD_USE, "p must be frames of the window, -1 to %d", k - 1);
    kip_sheet_numbers(sheet, "alpha", 1, 4, alpha);
}

/* A clip of one hinge: 0.5 sin(2 pi t), 3 s at 100 frames a second. */
static KipStatus make_clip(KipSheet *sheet, KipMotion **clip)
{
    enum { FRAMES = 301 };
    const double turn = 6.283185307179586;
    const KipStatus status = kip_motion_create(sheet->model, FRAMES, 0.01, NULL, clip, &sheet->error);
    for (int i = 0; i < FRAMES && status == KIP_OK; i++) {
        (*clip)->q[i] = 0.5 * kip_sin(turn * 0.01 * i);
        (*clip)->v[i] = 0.5 * turn * kip_cos(turn * 0.01 * i);
    }
    return status;
}

/* Simulates with torques that track the clip, from its present state until `end`. */
static void carry_on(KipSheet *sheet, const KipMotion *clip, KipTrack *track, KipBeat *beat, KipSim *sim,
                     double start, double end)
{
    double most = 0, off = 0, q;
    while (sheet->status == KIP_OK && kip_sim_time(sim) < end - 1e-9) {
        const double now = kip_sim_time(sim);
        const KipDrives drives = kip_sim_drives(sim);
        sheet->status =
            kip_track_update(track, beat, NULL, kip_sim_q(sim), kip_sim_v(sim), now, &sheet->error);
        kip_beat_update(beat, kip_sim_q(sim), kip_sim_v(sim), now, drives);
        most = fmax(most, fabs(kip_beat_state(beat).torque[0]));
        if (sheet->status == KIP_OK)
            sheet->status = kip_sim_step(sim, &sheet->error);
        kip_motion_sample(clip, start + kip_sim_time(sim), &q, NULL);
        off = fabs(kip_sim_q(sim)[0] - q);
    }
    kip_sheet_number(sheet, "peak", most);
    kip_sheet_number(sheet, "off at the end", off);
}

/* A hinge that follows a clip is hit: from then on it is simulated, and tracks the clip. */
static void hand_over(KipSheet *sheet)
{
    KipMotion *clip = NULL;
    KipTrack *track = NULL;
    KipKeys *keys = NULL;
    KipBeat *beat = NULL;
    KipSim *sim = NULL;
    KipTrackDef def = kip_track_def();
    double q = 0, v = 0;
    if (!kip_sheet_open(sheet))
        return;
    if (sheet->model->nq != 1) {
        kip_sheet_fail(sheet, KIP_BAD_USE, "this example is for one hinge");
        return;
    }
    const double t = kip_sheet_within(sheet, "t", 0, 2), kick = kip_sheet_given(sheet, "kick");
    KipBeatDef beat_def = kip_beat_def(sheet->model);
    KipSimDef sim_def = kip_sim_def(sheet->model);
    def.tension = kip_sheet_within(sheet, "delta", 0.01, 1);
    sim_def.timestep = beat_def.period = 5e-4;
    if (sheet->status == KIP_OK)
        sheet->status = make_clip(sheet, &clip);
    if (sheet->status == KIP_OK)
        sheet->status = kip_track_create(sheet->model, NULL, &track, &sheet->error);
    if (sheet->status == KIP_OK)
        sheet->status = kip_keys_create(beat_def.model, NULL, &keys, &sheet->error);
    if (sheet->status == KIP_OK)
        sheet->status = kip_beat_create(&beat_def, keys, NULL, &beat, &sheet->error);
    if (sheet->status == KIP_OK)
        sheet->status = kip_sim_create(sheet->model, &sim_def, &sim, &sheet->error);
    if (sheet->status == KIP_OK)
        sheet->status = kip_track_begin(track, clip, &def, 0, t, &sheet->error);
    if (sheet->status == KIP_OK) {
        kip_motion_sample(clip, t, &q, &v);
        const double hit = v + kick;
        sheet->status = kip_sim_set_state(sim, &q, &hit, &sheet->error);
    }
    if (sheet->status == KIP_OK) {
        kip_sheet_number(sheet, "theta", kip_sim_q(sim)[0]);
        kip_sheet_number(sheet, "theta'", kip_sim_v(sim)[0]);
        kip_track_perturb(track);
        carry_on(sheet, clip, track, beat, sim, t, def.tension);
    }
    kip_sim_destroy(sim);
    kip_beat_destroy(beat);
    kip_keys_destroy(keys);
    kip_track_destroy(track);
    kip_motion_destroy(clip);
}

/* Alignment of two clouds of four points. */
static void align(KipSheet *sheet)
{
    double a[12], b[12], w[4], square = 0;
    KipVec3 from[4], to[4];
    kip_sheet_givens(sheet, "p", 12, a);
    kip_sheet_givens(sheet, "p'", 12, b);
    kip_sheet_givens(sheet, "w", 4, w);
    for (int i = 0; i < 4; i++) {
        to[i] = (KipVec3){a[3 * i], a[3 * i + 1], a[3 * i + 2]};
        from[i] = (KipVec3){b[3 * i], b[3 * i + 1], b[3 * i + 2]};
    }
    if (sheet->status != KIP_OK)
        return;
    const KipGroundMove move = kip_ground_align(to, from, w, 4, &square);
    const double at[] = {move.x, move.y};
    kip_sheet_number(sheet, "theta", move.turn);
    kip_sheet_numbers(sheet, "x_0, y_0", 1, 2, at);
    kip_sheet_number(sheet, "D", square);
}

static void spline(KipSheet *sheet)
{
    double x[8], points[4][2], at[2];
    KipSpline *path = NULL;
    kip_sheet_givens(sheet, "points", 8, x);
    for (int i = 0; i < 8; i++)
        points[i / 2][i % 2] = x[i];
    const double c = kip_sheet_given(sheet, "c"), u = kip_sheet_given(sheet, "u");
    if (sheet->status == KIP_OK)
        sheet->status = kip_spline_create((const double(*)[2])points, 4, c, NULL, &path, &sheet->error);
    if (sheet->status == KIP_OK) {
        kip_spline_segment(path, 1, u, at);
        kip_sheet_numbers(sheet, "P", 1, 2, at);
    }
    kip_spline_destroy(path);
}

const KipSheetFunction kip_sheets_hybrid[] = {
    {"similar", similar}, {"offset", offset}, {"window", window}, {"hand_over", hand_over},
    {"align", align},     {"spline", spline}, {NULL, NULL},
};

/* Worked examples of laws: poses and limits of the toolkit, contact, integration, velocities of motions. */
#include <math.h>

#include "../../control/law.h"
#include "../../control/motion.h"
#include "../../dynamics/scalar.h"
#include "../../dynamics/sim.h"
#include "../../dynamics/surface.h"
#include "../../dynamics/vec3.h"
#include "sheet.h"

static const char *const forms[] = {"correct", "literal"};

/* -- poses and limits ------------------------------------------------------------------------------------ */

static void pose_torque(KipSheet *sheet)
{
    const KipForm form = (KipForm)kip_sheet_word(sheet, "form", forms, 2);
    const double ks = kip_sheet_given(sheet, "ks"), kd = kip_sheet_given(sheet, "kd"),
                 inertia = kip_sheet_given(sheet, "m");
    const double stiffness = form == KIP_LITERAL ? -ks : ks;
    kip_sheet_number(sheet, "tau",
                     kip_pose_torque(form, ks, kd, kip_sheet_given(sheet, "theta_d"),
                                     kip_sheet_given(sheet, "theta"), kip_sheet_given(sheet, "theta'")));
    /* the root of m x^2 + kd x + ks = 0 with the greater real part */
    const double square = kd * kd - 4 * inertia * stiffness;
    kip_sheet_number(sheet, "growth", (-kd + (square > 0 ? sqrt(square) : 0)) / (2 * inertia));
}

static void gain_product(KipSheet *sheet)
{
    kip_sheet_number(sheet, "k_s",
                     kip_gain_product(kip_sheet_given(sheet, "k_sj"), kip_sheet_given(sheet, "k_sg"),
                                      kip_sheet_given(sheet, "k_sp")));
}

static void limit(KipSheet *sheet)
{
    const double a = kip_sheet_given(sheet, "a"), b = kip_sheet_given(sheet, "b"),
                 k_de = kip_sheet_given(sheet, "k_de");
    double range[2];
    kip_sheet_givens(sheet, "range", 2, range);
    const double angle = kip_sheet_given(sheet, "theta"), rate = kip_sheet_given(sheet, "theta'");
    kip_sheet_number(sheet, "tau", kip_limit_torque(a, b, k_de, range[0], range[1], angle, rate));
    kip_sheet_number(sheet, "energy", kip_limit_energy(a, b, range[0], range[1], angle));
    kip_sheet_number(sheet, "slope", a * b);
}

static void limit_literal(KipSheet *sheet)
{
    const double k = kip_sheet_given(sheet, "k_se"), k_de = kip_sheet_given(sheet, "k_de"),
                 x = kip_sheet_given(sheet, "x");
    const double rate = kip_sheet_given(sheet, "theta'");
    kip_sheet_number(sheet, "literal", kip_limit_torque_literal(k, k_de, 0, x, rate));
    kip_sheet_number(sheet, "correct", kip_limit_torque(k, k, k_de, -INFINITY, 0, x, rate));
}

/* -- contact --------------------------------------------------------------------------------------------- */

/* A ball of radius 0.1 m on a plane; NULL on failure, with the sheet's status. */
static KipModel *ball_on_plane(KipSheet *sheet, double mass, double friction)
{
    KipModel *model = NULL;
    KipBuilder *builder = kip_builder_create(NULL);
    if (!builder) {
        kip_sheet_fail(sheet, KIP_NO_MEMORY, "out of memory");
        return NULL;
    }
    KipGeom plane = kip_geom_def(), ball = kip_geom_def();
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    body.name = ball.name = "ball", joint.name = "root", plane.name = "ground";
    body.mass_from_geoms = true;
    joint.type = KIP_JOINT_FREE;
    plane.type = KIP_GEOM_PLANE, plane.friction = friction;
    ball.type = KIP_GEOM_SPHERE, ball.size[0] = 0.1, ball.mass = mass, ball.friction = friction;
    kip_builder_geom(builder, &plane);
    joint.body = ball.body = kip_builder_body(builder, &body);
    kip_builder_joint(builder, &joint);
    kip_builder_geom(builder, &ball);
    sheet->status = kip_builder_finish(builder, &model, &sheet->error);
    return sheet->status == KIP_OK ? model : NULL;
}

/* Simulates the ball from z = 0.1 m with a forward and a downward speed; the caller destroys it. */
static KipSim *run_ball(KipSheet *sheet, const KipModel *model, double ahead, double down, double seconds)
{
    const double q[] = {0, 0, 0.1, 1, 0, 0, 0}, v[] = {ahead, 0, -down, 0, 0, 0};
    KipSim *sim = NULL;
    sheet->status = kip_sim_create(model, NULL, &sim, &sheet->error);
    if (sheet->status == KIP_OK)
        sheet->status = kip_sim_set_state(sim, q, v, &sheet->error);
    while (sheet->status == KIP_OK && kip_sim_time(sim) < seconds - 1e-9)
        sheet->status = kip_sim_step(sim, &sheet->error);
    return sim;
}

/* The coefficients of the contact law, and the rest position of a ball. */
static void press(KipSheet *sheet)
{
    const double mass = kip_sheet_given(sheet, "m");
    KipModel *model = sheet->status == KIP_OK ? ball_on_plane(sheet, mass, 1) : NULL;
    if (!model)
        return;
    const Surface ground = kip_surface(&model->geom[0], INFINITY, INFINITY);
    const Surface ball = kip_surface(&model->geom[1], mass, mass);
    const ContactLaw law = kip_surface_law(&ground, &ball);
    KipSim *sim = run_ball(sheet, model, 0, 0, 2);
    if (sheet->status == KIP_OK) {
        const KipContact *contact;
        const int n = kip_sim_contacts(sim, &contact);
        kip_sheet_number(sheet, "k_n", law.kn);
        kip_sheet_number(sheet, "must be", mass * 9.81 / law.kn);
        kip_sheet_number(sheet, "depth", n ? contact->depth : 0);
        kip_sheet_number(sheet, "f_n", n ? contact->force.z : 0);
    }
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}

/* A sliding ball begins to roll at 5/7 of its speed, whatever the friction. */
static void slide(KipSheet *sheet)
{
    const double mu = kip_sheet_given(sheet, "mu"), speed = kip_sheet_given(sheet, "v_0"),
                 time = kip_sheet_within(sheet, "t", 0, 100);
    KipModel *model = sheet->status == KIP_OK ? ball_on_plane(sheet, 1, mu) : NULL;
    KipSim *sim = model ? run_ball(sheet, model, speed, 0, time) : NULL;
    if (sim && sheet->status == KIP_OK) {
        kip_sheet_number(sheet, "v - mu g t", speed - mu * 9.81 * time);
        kip_sheet_number(sheet, "v", kip_sim_v(sim)[0]);
        kip_sheet_number(sheet, "5/7 v_0", 5.0 / 7 * speed);
        kip_sheet_number(sheet, "spin x r", 0.1 * kip_sim_v(sim)[4]);
    }
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}

/* -- steps in time --------------------------------------------------------------------------------------- */

/* The errors in energy and position at time t, with steps of h, h/2 and h/4. */
static void order(KipSheet *sheet)
{
    static const char *const methods[] = {"implicit", "rk4", "euler"};
    const int method = kip_sheet_word(sheet, "integrator", methods, 3);
    const double h = kip_sheet_within(sheet, "h", 1e-4, 0.1), t = kip_sheet_within(sheet, "t", 1e-3, 10);
    double end[4] = {0}, ratio[2];
    if (!kip_sheet_open(sheet))
        return;
    for (int i = 0; i < 4 && sheet->status == KIP_OK; i++) {
        KipSimDef def = kip_sim_def(sheet->model);
        KipSim *sim = NULL;
        def.integrator = (KipIntegrator)method;
        def.timestep = i < 3 ? h / (1 << i) : h / 64;
        if (i == 3)
            def.integrator = KIP_RK4;
        sheet->status = kip_sim_create(sheet->model, &def, &sim, &sheet->error);
        if (sheet->status == KIP_OK)
            sheet->status = kip_sim_set_state(sim, sheet->q, sheet->v, &sheet->error);
        while (sheet->status == KIP_OK && kip_sim_time(sim) < t - def.timestep / 2)
            sheet->status = kip_sim_step(sim, &sheet->error);
        end[i] = sheet->status == KIP_OK ? kip_sim_q(sim)[0] : 0;
        kip_sim_destroy(sim);
    }
    for (int i = 0; i < 3; i++)
        end[i] = fabs(end[i] - end[3]);
    for (int i = 0; i < 2; i++)
        ratio[i] = kip_log(end[i] / end[i + 1]) / kip_log(2);
    kip_sheet_numbers(sheet, "off", 1, 3, end);
    kip_sheet_numbers(sheet, "order", 1, 2, ratio);
}

/* -- motions --------------------------------------------------------------------------------------------- */

/* The slope of a sampled sine at its middle, by differences and by the spline. */
static void slopes(KipSheet *sheet)
{
    const double h = kip_sheet_given(sheet, "h"), omega = kip_sheet_given(sheet, "omega");
    KipMotion *motion = NULL;
    double found[2] = {0};
    if (!kip_sheet_open(sheet))
        return;
    sheet->status = kip_motion_create(sheet->model, 9, h, NULL, &motion, &sheet->error);
    for (int i = 0; i < 9 && sheet->status == KIP_OK; i++)
        kip_motion_frame(motion, i)[0] = kip_sin(omega * i * h);
    for (int how = 0; how < 2 && sheet->status == KIP_OK; how++) {
        sheet->status =
            kip_motion_velocities(motion, how ? KIP_VELOCITY_SPLINE : KIP_VELOCITY_CENTRAL, &sheet->error);
        found[how] = motion->v[4 * sheet->model->nv];
    }
    kip_sheet_number(sheet, "central", found[0]);
    kip_sheet_number(sheet, "spline", found[1]);
    kip_sheet_number(sheet, "exact", omega * kip_cos(omega * 4 * h));
    kip_motion_destroy(motion);
}

const KipSheetFunction kip_sheets_law[] = {
    {"pose_torque", pose_torque},
    {"gain_product", gain_product},
    {"limit", limit},
    {"limit_literal", limit_literal},
    {"press", press},
    {"slide", slide},
    {"order", order},
    {"slopes", slopes},
    {NULL, NULL},
};

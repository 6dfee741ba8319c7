/* The table of a run, and the loads in it: a row each control period, every bit of the state, forces that
 * balance. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/dynamics/quat.h"
#include "../src/io/record/csv.h"
#include "../src/control/loads.h"
#include "recorded_model.h"

Suite *suite_csv(void);

/* -- writing and reading --------------------------------------------------------------------------------- */

/* The table of so many steps from here; the caller frees it. `between` (or NULL) comes before each step. */
static char *run_table(KipSim *sim, int nstep, void (*between)(KipSim *sim, int step))
{
    char *text = NULL;
    size_t size = 0;
    KipCsv *csv;
    FILE *stream = open_memstream(&text, &size);
    ck_assert_int_eq(kip_csv_create(stream, sim, NULL, &csv, NULL), KIP_OK);
    kip_csv_sample(csv, sim);
    for (int i = 0; i < nstep; i++) {
        if (between)
            between(sim, i);
        ck_assert_int_eq(kip_sim_step(sim, NULL), KIP_OK);
        kip_csv_sample(csv, sim);
    }
    kip_csv_finish(csv, sim);
    fclose(stream);
    return text;
}

/* The line after `line`, or NULL. */
static const char *next_line(const char *line)
{
    line += strcspn(line, "\n");
    return line[0] && line[1] ? line + 1 : NULL;
}

static int count_fields(const char *line)
{
    int n = 1;
    for (bool quoted = false; *line && *line != '\n'; line++) {
        quoted ^= *line == '"';
        n += *line == ',' && !quoted;
    }
    return n;
}

/* The column of the header's line under this name (without commas); -1: none. */
static int column_of(const char *header, const char *name)
{
    const char *found = strstr(header, name);
    size_t n = strlen(name);
    while (found && !((found == header || found[-1] == ',') && strchr(",\n", found[n])))
        found = strstr(found + 1, name);
    if (!found || found > strchr(header, '\n'))
        return -1;
    int column = 0;
    bool quoted = false;
    for (const char *c = header; c < found; c++) {
        quoted ^= *c == '"';
        column += *c == ',' && !quoted;
    }
    return column;
}

/* NAN where the field is empty. */
static double number_at(const char *row, int column)
{
    for (; column > 0; row++)
        column -= *row == ',';
    return strchr(",\n", *row) ? NAN : strtod(row, NULL);
}

static const char *header_of(const char *table)
{
    return next_line(table);
}

static const char *last_row(const char *table)
{
    const char *last = NULL;
    for (const char *line = next_line(header_of(table)); *line != '#'; line = next_line(line))
        last = line;
    return last;
}

static double value_at(const char *table, const char *row, const char *name)
{
    int column = column_of(header_of(table), name);
    ck_assert_msg(column >= 0, "no column '%s'", name);
    return number_at(row, column);
}

static double last_value(const char *table, const char *name)
{
    return value_at(table, last_row(table), name);
}

/* -- the table ------------------------------------------------------------------------------------------- */

#define VECTOR(name, suffix, unit)                                                                           \
    name "." suffix "x [" unit "]," name "." suffix "y [" unit "]," name "." suffix "z [" unit "],"
#define QUOTED(name, suffix, unit) "\"" name "." suffix " [" unit "]\","
#define QUOTED_VECTOR(name, suffix, unit)                                                                    \
    QUOTED(name, suffix "x", unit) QUOTED(name, suffix "y", unit) QUOTED(name, suffix "z", unit)
#define REACTION(name) VECTOR(name, "reaction_f", "N") VECTOR(name, "reaction_t", "N m")

static const char csv_header[] = "time [s]," VECTOR("com", "", "m") VECTOR(
    "com", "v",
    "m/s") "cop.x [m],cop.y [m],normal contact force [N]," REACTION("arm") QUOTED_VECTOR("</script><!--\"\"\\  ,\xc3\xa4",
                                                                                         "reaction_f", "N")
    QUOTED_VECTOR("</script><!--\"\"\\  ,\xc3\xa4", "reaction_t", "N m") REACTION("piston") REACTION("leg") REACTION(
        "welded") "kinetic energy [J],potential energy [J],elastic energy [J],work of drives [J],work of limits [J],"
                  "work of damping [J],work of contacts [J],work of constraints [J],work of external forces [J],"
                  "work of body springs [J],work of modified gravity [J]," QUOTED_VECTOR("ro,ot", "", "m")
                      QUOTED("ro,ot", "qw", "1") QUOTED_VECTOR("ro,ot", "q", "1") "shoulder.qw [1]," VECTOR(
                          "shoulder", "q",
                          "1") "wrist_x [rad],wrist_y [rad],slide [m],leg_y [rad],leg_z [rad]," QUOTED_VECTOR("ro,ot",
                                                                                                              "v",
                                                                                                              "m/s")
                          QUOTED_VECTOR("ro,ot", "w", "rad/s")
                              VECTOR("shoulder", "w", "rad/s") "wrist_x [rad/s],wrist_y [rad/s],slide [m/s],leg_y [rad/s],leg_z [rad/s]," VECTOR(
                                  "shoulder", "t",
                                  "N m") "wrist_x [N m],wrist_y [N m],slide [N],leg_y [N m],leg_z [N m]\n";

/* The fields are these numbers, to the last bit. */
static void expect_numbers(const char *row, int column, const double *expected, int n)
{
    for (int i = 0; i < n; i++) {
        double value = number_at(row, column + i);
        ck_assert_msg(memcmp(&value, &expected[i], sizeof value) == 0, "column %d: %.17g instead of %.17g",
                      column + i, value, expected[i]);
    }
}

static void drive_a_little(KipSim *sim, int step)
{
    KipDrives drives = kip_sim_drives(sim);
    for (int k = 6; k < kip_sim_model(sim)->nv; k++)
        drives.feedforward[k] = 0.1 * (step % 7) - 0.02 * k;
}

START_TEST(table_holds_every_bit)
{
    Fixture f = make_recording(1);
    const KipModel *model = f.model;
    char *table = run_table(f.sim, 6, drive_a_little);
    const char first[] = "# kip " KIP_VERSION ", model every joint, time step 0.0016666666666666668 s\n";
    ck_assert(strncmp(table, first, strlen(first)) == 0);
    const char *header = header_of(table), *row = last_row(table);
    ck_assert_msg(strncmp(header, csv_header, strlen(csv_header)) == 0, "%.3500s", header);
    KipVec3 com = kip_com(kip_sim_dynamics(f.sim)), velocity = kip_com_velocity(kip_sim_dynamics(f.sim));
    KipEnergy energy = kip_energy(kip_sim_dynamics(f.sim));
    KipWork work = kip_sim_work(f.sim);
    const double time = kip_sim_time(f.sim);
    int at = column_of(header, "kinetic energy [J]");
    ck_assert_int_eq(count_fields(row), count_fields(csv_header));
    expect_numbers(row, 0, &time, 1);
    expect_numbers(row, 1, &com.x, 3);
    expect_numbers(row, 4, &velocity.x, 3);
    expect_numbers(row, at, &energy.kinetic, 3);
    expect_numbers(row, at + 3, &work.drives, 8);
    expect_numbers(row, at + 11, kip_sim_q(f.sim), model->nq);
    expect_numbers(row, at + 11 + model->nq, kip_sim_v(f.sim), model->nv);
    expect_numbers(row, at + 11 + model->nq + model->nv, kip_sim_drive_forces(f.sim) + 6, model->nv - 6);
    ck_assert(work.drives != 0 && kip_sim_drive_forces(f.sim)[9] != 0);
    char hash[32];
    snprintf(hash, sizeof hash, "# hash %016llx\n", (unsigned long long)kip_sim_hash(f.sim));
    ck_assert_str_eq(next_line(row), hash);
    free(table);
    free_recording(&f);
}
END_TEST

/* As many whole steps as fit into 5 ms, at least one. */
START_TEST(table_has_a_row_each_control_period)
{
    static const struct {
        double timestep;
        int nstep, steps_a_row;
    } runs[] = {{0.001, 1000, 5}, {0.001, 1004, 5}, {0.0005, 20, 10}, {1.0 / 600, 60, 3},
                {0.002, 500, 2},  {0.005, 200, 1},  {0.007, 100, 1},  {0.05, 20, 1}};
    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
        Fixture f = make_swing(runs[k].timestep, 0);
        char *table = run_table(f.sim, runs[k].nstep, NULL);
        int n = 0, fields = count_fields(header_of(table));
        for (const char *row = next_line(header_of(table)); *row != '#'; row = next_line(row), n++) {
            double expected = n * runs[k].steps_a_row * runs[k].timestep;
            ck_assert_double_eq_tol(number_at(row, 0), expected, 1e-12);
            ck_assert_int_eq(count_fields(row), fields);
        }
        ck_assert_int_eq(n, runs[k].nstep / runs[k].steps_a_row + 1);
        free(table);
        free_recording(&f);
    }
}
END_TEST

/* Fails when its count-down is over. */
static void *failing_resize(void *user, void *memory, size_t old_size, size_t new_size)
{
    int *left = user;
    if (new_size && --*left < 0)
        return NULL;
    return kip_resize(NULL, memory, old_size, new_size);
}

START_TEST(table_survives_lack_of_memory)
{
    Fixture f = make_swing(0.001, 0);
    KipStatus status = KIP_NO_MEMORY;
    for (int allowed = 0; status != KIP_OK; allowed++) {
        int left = allowed;
        KipAllocator allocator = {failing_resize, &left};
        KipCsv *csv = NULL;
        KipError error;
        char *text = NULL;
        size_t size;
        FILE *stream = open_memstream(&text, &size);
        ck_assert_int_lt(allowed, 100);
        status = kip_csv_create(stream, f.sim, &allocator, &csv, &error);
        ck_assert((status == KIP_OK) == (csv != NULL));
        ck_assert(status == KIP_OK || (status == KIP_NO_MEMORY && strstr(error.message, "memory")));
        kip_csv_destroy(csv);
        fclose(stream);
        ck_assert((size > 0) == (status == KIP_OK));
        free(text);
    }
    free_recording(&f);
}
END_TEST

/* -- the ground ------------------------------------------------------------------------------------------ */

static const char lopsided_xml[] =
    "<mujoco><worldbody><geom type='plane' size='0 0 1'/>"
    "<body name='box' pos='0.5 -0.25 0.1'><freejoint/><inertial pos='0.07 0.03 0.02' mass='2' "
    "diaginertia='.02 .02 .02'/><geom type='box' size='.2 .1 .1'/></body></worldbody></mujoco>";

START_TEST(pressure_is_below_the_centre_of_mass)
{
    Fixture f = make_from_xml(lopsided_xml, 0.001);
    char *table = run_table(f.sim, 6000, NULL);
    ck_assert_double_eq_tol(last_value(table, "com.x [m]"), 0.57, 1e-3);
    ck_assert_double_eq_tol(last_value(table, "cop.x [m]"), last_value(table, "com.x [m]"), 1e-7);
    ck_assert_double_eq_tol(last_value(table, "cop.y [m]"), last_value(table, "com.y [m]"), 1e-7);
    ck_assert_double_eq_tol(last_value(table, "normal contact force [N]"), 2 * 9.81, 1e-6);
    free(table);
    free_recording(&f);
}
END_TEST

/* A box of 10 kg on two feet with toes, a hand on the floor. */
#define FEET_XML(custom)                                                                                     \
    "<mujoco><custom>" custom "</custom><worldbody><geom type='plane' size='0 0 1'/>"                        \
    "<body name='hips' pos='0 0 0.5'><freejoint/><geom type='box' size='.1 .1 .1' mass='10'/>"               \
    "<body name='foot_l' pos='0 .2 -.4'><geom type='box' size='.1 .05 .1' mass='1'/>"                        \
    "<body name='toe_l' pos='.15 0 -.05'><joint name='toe_l' axis='0 1 0' stiffness='50' damping='5'/>"      \
    "<geom type='box' size='.05 .05 .05' mass='.5'/></body></body>"                                          \
    "<body name='foot_r' pos='0 -.2 -.4'><geom type='box' size='.1 .05 .1' mass='1'/></body>"                \
    "<body name='hand' pos='.5 0 -.4'><geom type='box' size='.05 .05 .1' mass='1'/></body></body>"           \
    "<body name='ball' pos='0 .2 1'><freejoint/><geom type='sphere' size='.05' mass='.1'/></body>"           \
    "</worldbody></mujoco>"

/* Toes belong to their foot, hands to none; a foot's four numbers are what its contacts give it. */
START_TEST(feet_carry_their_part)
{
    static const char *const xml[] = {FEET_XML(""), FEET_XML("<text name='feet' data=' foot_l  foot_r'/>")};
    for (int k = 0; k < 2; k++) {
        Fixture f = make_from_xml(xml[k], 0.001);
        char *table = run_table(f.sim, 3000, NULL);
        double left = last_value(table, "foot_l.ground_normal [N]");
        double right = last_value(table, "foot_r.ground_normal [N]");
        double total = last_value(table, "normal contact force [N]"), hand = 0;
        const KipContact *contact;
        int n = kip_sim_contacts(f.sim, &contact);
        for (int i = 0; i < n; i++)
            if (f.model->geom[contact[i].geom2].body == kip_model_find_body(f.model, "hand"))
                hand += contact[i].force.z;
        ck_assert_int_eq(column_of(header_of(table), "toe_l.ground_fx [N]"), -1);
        ck_assert_int_eq(column_of(header_of(table), "hand.ground_fx [N]"), -1);
        ck_assert(left > 30 && right > 30 && hand > 1 && fabs(left - right) > 1);
        ck_assert_double_eq_tol(total, 13.6 * 9.81, 0.05);
        ck_assert_double_eq_tol(left + right + hand, total, 1e-9);
        ck_assert_double_eq_tol(last_value(table, "foot_l.ground_fz [N]"), left, 1e-6);
        free(table);
        free_recording(&f);
    }
}
END_TEST

/* A ball of 1 kg pressed 0.2 mm into a step, which is the second geom of the two. */
START_TEST(steps_push_up)
{
    Fixture f = make_from_xml(
        "<mujoco><worldbody><geom type='box' size='1 1 .1' pos='0 0 -.1'/>"
        "<body name='football' pos='.3 .2 .0998'><freejoint/>"
        "<geom type='sphere' size='.1' mass='1' solref='-1e5 0' solimp='.5 .5'/></body></worldbody></mujoco>",
        0.001);
    char *table = run_table(f.sim, 0, NULL);
    ck_assert_double_eq_tol(last_value(table, "normal contact force [N]"), 20, 1e-6);
    ck_assert_double_eq_tol(last_value(table, "football.ground_fz [N]"), 20, 1e-6);
    ck_assert_double_eq_tol(last_value(table, "football.ground_normal [N]"), 20, 1e-6);
    ck_assert_double_eq_tol(last_value(table, "cop.y [m]"), 0.2, 1e-9);
    free(table);
    free_recording(&f);
}
END_TEST

START_TEST(feet_are_those_that_the_text_names)
{
    Fixture f = make_from_xml(FEET_XML("<text name='feet' data='toe_l hand'/>"), 0.001);
    char *table = run_table(f.sim, 1, NULL);
    int toe = column_of(header_of(table), "toe_l.ground_fx [N]");
    int hand = column_of(header_of(table), "hand.ground_fx [N]");
    ck_assert(toe > 0 && hand == toe + 4);
    ck_assert_int_eq(column_of(header_of(table), "foot_r.ground_fx [N]"), -1);
    free(table);
    free_recording(&f);
}
END_TEST

START_TEST(wrong_feet_are_sentences)
{
    static const struct {
        const char *xml, *sentence;
    } wrong[] = {
        {FEET_XML("<text name='feet' data='foot_l foot_m'/>"), "names 'foot_m', which is no body of it"},
        {FEET_XML("<text name='feet' data='foot_l foot_l'/>"), "names 'foot_l', which is there twice"},
        {FEET_XML("<text name='feet' data='world'/>"), "names 'world', which is no body of it"},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        Fixture f = make_from_xml(wrong[k].xml, 0.001);
        KipLoads *loads = NULL;
        KipError error;
        ck_assert_int_eq(kip_loads_create(f.sim, NULL, &loads, &error), KIP_BAD_INPUT);
        ck_assert_msg(strstr(error.message, wrong[k].sentence) != NULL, "%s", error.message);
        ck_assert_ptr_eq(loads, NULL);
        free_recording(&f);
    }
}
END_TEST

/* -- joints ---------------------------------------------------------------------------------------------- */

/* A column on a base, a beam held out level at its top, a lamp hanging from the beam's end by a weld. */
static const char crane_xml[] =
    "<mujoco><worldbody><geom type='plane' size='0 0 1'/>"
    "<body name='base' pos='0 0 .1'><freejoint/><geom type='box' size='1 1 .1' mass='20'/>"
    "<body name='column' pos='0 0 .5'><joint name='lift' type='slide' axis='0 0 1'/>"
    "<geom type='box' size='.1 .1 .3' mass='5'/>"
    "<body name='beam' pos='0 0 .4'><joint name='boom' axis='0 1 0' limited='true' range='-30 20'/>"
    "<geom type='box' pos='.5 0 0' size='.5 .02 .02' mass='2'/>"
    "<body name='lamp' pos='1 0 -.2'><geom type='sphere' size='.05' mass='1'/></body>"
    "</body></body></body></worldbody></mujoco>";

static void hold_crane(KipSim *sim, double boom)
{
    KipDrives drives = kip_sim_drives(sim);
    drives.stiffness[6] = 2e4, drives.damping[6] = 2e3;
    drives.stiffness[7] = boom, drives.damping[7] = 0.1 * boom;
}

/* At rest every joint carries what is above it; whether a drive or a limit holds the beam up. */
START_TEST(joints_carry_what_is_above)
{
    const double g = 9.81;
    for (int limit = 0; limit < 2; limit++) {
        Fixture f = make_from_xml(crane_xml, 0.001);
        hold_crane(f.sim, limit ? 0 : 1000);
        char *table = run_table(f.sim, 12000, NULL);
        double torque = last_value(table, "beam.reaction_ty [N m]");
        ck_assert(limit == (kip_sim_q(f.sim)[8] > acos(-1) / 9));
        ck_assert(last_value(table, "kinetic energy [J]") < 1e-12);
        ck_assert_double_eq_tol(last_value(table, "normal contact force [N]"), 28 * g, 1e-6 * 28 * g);
        ck_assert_double_eq_tol(last_value(table, "column.reaction_fz [N]"), 8 * g, 1e-6 * 8 * g);
        ck_assert_double_eq_tol(last_value(table, "beam.reaction_fz [N]"), 3 * g, 1e-6 * 3 * g);
        ck_assert_double_eq_tol(last_value(table, "lamp.reaction_fz [N]"), 1 * g, 1e-6 * g);
        ck_assert_double_eq_tol(last_value(table, "column.reaction_fx [N]"), 0, 1e-6);
        ck_assert_double_eq_tol(last_value(table, "lift [N]"), 8 * g, 1e-6 * 8 * g);
        const KipDynamics *d = kip_sim_dynamics(f.sim); /* the base tilts a little */
        double lever = 2 * kip_point_position(d, 3, v3(0.5, 0, 0)).x + kip_body_position(d, 4).x -
                       3 * kip_body_position(d, 3).x;
        ck_assert_double_eq_tol(torque, -lever * g, 1e-6 * lever * g);
        ck_assert_double_eq_tol(last_value(table, "boom [N m]"), limit ? 0 : torque, 1e-6 * lever * g);
        free(table);
        free_recording(&f);
    }
}
END_TEST

/* A pendulum: the pivot bends the path and holds the weight. */
START_TEST(pivot_pulls_a_swinging_bob)
{
    Fixture f = make_swing(0.001, 0);
    char *table = run_table(f.sim, 300, NULL);
    double angle = *kip_sim_q(f.sim), rate = *kip_sim_v(f.sim), m = 1, l = 0.1, I = 0.03 + m * l * l;
    double s = kip_sin(angle), c = kip_cos(angle), a = -m * 9.81 * l * s / I; /* bob at (-l s, -l c) */
    ck_assert(fabs(rate) > 0.5);
    double x = m * l * (-c * a + s * rate * rate), z = m * l * (s * a + c * rate * rate) + m * 9.81;
    ck_assert_double_eq_tol(last_value(table, "bob.reaction_fx [N]"), x, 1e-9);
    ck_assert_double_eq_tol(last_value(table, "bob.reaction_fz [N]"), z, 1e-9);
    ck_assert_double_eq_tol(last_value(table, "bob.reaction_ty [N m]"), 0, 1e-9);
    free(table);
    free_recording(&f);
}
END_TEST

/* A tray hangs by a weld and is pulled down by a force and a ball that lies on it: the hook carries all. */
static const char tray_xml[] =
    "<mujoco><worldbody><body name='hook' pos='0 0 2'><joint name='hook' type='slide' axis='0 0 1'/>"
    "<geom type='sphere' size='.02' mass='1'/></body>"
    "<body name='tray' pos='0 0 1'><freejoint/><geom type='box' size='.2 .2 .02' mass='2'/>"
    "<body name='tail' pos='0 0 -.1'><joint name='tail' axis='0 1 0' damping='1'/>"
    "<geom type='box' size='.02 .02 .02' pos='0 0 -.1' mass='1'/></body></body>"
    "<body name='ball' pos='0 0 1.07'><freejoint/><geom type='sphere' size='.05' mass='3'/></body>"
    "</worldbody></mujoco>";

static void hang_tray(Fixture *f)
{
    KipDrives drives = kip_sim_drives(f->sim);
    KipConstraint weld = kip_sim_weld(f->sim, 1, 2, v3_zero());
    int id;
    drives.stiffness[0] = 1e4, drives.damping[0] = 1e3;
    ck_assert_int_eq(kip_sim_constrain(f->sim, &weld, &id, NULL), KIP_OK);
    kip_sim_set_external(f->sim, 3, v3(0, 0, -5), v3_zero(), v3(0, 0, -0.1));
}

START_TEST(reactions_know_constraints_and_outer_forces)
{
    Fixture f = make_from_xml(tray_xml, 0.001);
    hang_tray(&f);
    char *table = run_table(f.sim, 8000, NULL);
    const double g = 9.81;
    ck_assert_double_eq_tol(last_value(table, "hook.reaction_fz [N]"), 7 * g + 5, 1e-5);
    ck_assert_double_eq_tol(last_value(table, "tail.reaction_fz [N]"), g + 5, 1e-5);
    ck_assert_double_eq(last_value(table, "normal contact force [N]"), 0);
    ck_assert(isnan(last_value(table, "cop.x [m]")));
    free(table);
    free_recording(&f);
}
END_TEST

/* Nothing is transmitted by a free joint, in any state; and prescribed joints carry too. */
START_TEST(free_joints_transmit_nothing)
{
    Fixture f = make_from_xml(crane_xml, 0.002);
    const double told = 3;
    KipLoads *loads;
    hold_crane(f.sim, 100);
    ck_assert_int_eq(kip_sim_prescribe(f.sim, 1, 1, NULL, NULL, &told, NULL), KIP_OK);
    ck_assert_int_eq(kip_loads_create(f.sim, NULL, &loads, NULL), KIP_OK);
    kip_sim_set_external(f.sim, 3, v3(3, 20, -1), v3(1, 2, 3), v3(0.5, 0, 0));
    for (int i = 0; i < 200; i++) {
        ck_assert_int_eq(kip_sim_step(f.sim, NULL), KIP_OK);
        kip_loads_measure(loads, f.sim);
        ck_assert(v3_length(loads->reaction[1].force) < 1e-9);
        ck_assert(v3_length(loads->reaction[1].torque) < 1e-9);
        ck_assert(v3_length(loads->reaction[2].force) > 10);
        ck_assert(loads->a[6] == told);
    }
    kip_loads_destroy(loads);
    free_recording(&f);
}
END_TEST

static void bring_lamp(KipSim *sim, int step)
{
    if (step == 50)
        ck_assert_int_eq(kip_sim_set_present(sim, 1, true, NULL), KIP_OK);
}

START_TEST(absent_bodies_have_no_reactions)
{
    static const char xml[] =
        "<mujoco><custom><text name='pool' data='lamp'/></custom><worldbody>"
        "<body name='lamp' pos='0 0 1'><joint name='swing' axis='0 1 0'/>"
        "<geom type='sphere' size='.1' pos='0 0 -1' mass='1'/></body>"
        "<body name='other' pos='5 0 0'><freejoint/><geom type='sphere' size='.1' mass='1'/></body>"
        "</worldbody></mujoco>";
    Fixture f = make_from_xml(xml, 0.001);
    char *table = run_table(f.sim, 100, bring_lamp);
    int n = 0;
    for (const char *row = next_line(header_of(table)); *row != '#'; row = next_line(row), n++) {
        double force = value_at(table, row, "lamp.reaction_fz [N]");
        ck_assert_msg(n <= 10 ? isnan(force) : fabs(force - 9.81) < 1e-9, "row %d: %.17g", n, force);
    }
    ck_assert_int_eq(n, 21);
    free(table);
    free_recording(&f);
}
END_TEST

Suite *suite_csv(void)
{
    Suite *suite = suite_create("csv");
    TCase *test = tcase_create("csv");
    tcase_add_test(test, table_holds_every_bit);
    tcase_add_test(test, table_has_a_row_each_control_period);
    tcase_add_test(test, table_survives_lack_of_memory);
    tcase_add_test(test, pressure_is_below_the_centre_of_mass);
    tcase_add_test(test, feet_carry_their_part);
    tcase_add_test(test, steps_push_up);
    tcase_add_test(test, feet_are_those_that_the_text_names);
    tcase_add_test(test, wrong_feet_are_sentences);
    tcase_add_test(test, joints_carry_what_is_above);
    tcase_add_test(test, pivot_pulls_a_swinging_bob);
    tcase_add_test(test, reactions_know_constraints_and_outer_forces);
    tcase_add_test(test, free_joints_transmit_nothing);
    tcase_add_test(test, absent_bodies_have_no_reactions);
    suite_add_tcase(suite, test);
    return suite;
}

/* Models, poses and sequences with one field damaged: each is refused with the sentence, or becomes the thing, that it did
 * when it was last looked at, to the bit. A change of a hash is a change of what is taken, which its commit explains. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "control/hold.h"
#include "control/pose.h"
#include "dynamics/sim.h"
#include "io/formats/mjcf.h"
#include "io/formats/pose_file.h"
#include "study.h"

Suite *suite_damage(void);

enum { STEPS = 4, MOST_DOF = 64 };

/* -- fields ------------------------------------------------------------------------------------------------ */

typedef enum What { NUMBERS, WHOLES, FLAGS, NAMES } What;

/* `n` fields of one kind, one after the other. */
typedef struct Field {
    size_t offset;
    What what;
    int n;
} Field;

#define NUMBER(type, member)                                                                                 \
    {                                                                                                        \
        offsetof(type, member), NUMBERS, (int)(sizeof((type *)0)->member / sizeof(double))                   \
    }
#define WHOLE(type, member)                                                                                  \
    {                                                                                                        \
        offsetof(type, member), WHOLES, 1                                                                    \
    }
#define FLAG(type, member)                                                                                   \
    {                                                                                                        \
        offsetof(type, member), FLAGS, 1                                                                     \
    }
#define NAME(type, member)                                                                                   \
    {                                                                                                        \
        offsetof(type, member), NAMES, 1                                                                     \
    }

typedef struct Kind {
    const char *name;
    size_t size;
    int nfield;
    Field field[16];
} Kind;

static const double numbers[] = {0, -1, 0.25, 3, 1e300, 1e-300, INFINITY, -INFINITY, NAN};
static const int wholes[] = {-1, 0, 1, 2, 5, 70000};
static const char *const names[] = {NULL, "", "tip_x", "Ready", "two words", "skew"};

static const int values[] = {[NUMBERS] = sizeof numbers / sizeof *numbers,
                             [WHOLES] = sizeof wholes / sizeof *wholes,
                             [FLAGS] = 2,
                             [NAMES] = sizeof names / sizeof *names};

static void put(char *thing, const Field *field, int i, int value)
{
    char *at = thing + field->offset;
    const bool flag = value;
    switch (field->what) {
    case NUMBERS:
        memcpy(at + (size_t)i * sizeof *numbers, numbers + value, sizeof *numbers);
        break;
    case WHOLES:
        memcpy(at, wholes + value, sizeof *wholes);
        break;
    case FLAGS:
        memcpy(at, &flag, sizeof flag);
        break;
    case NAMES:
        memcpy(at, names + value, sizeof *names);
        break;
    }
}

typedef uint64_t Take(uint64_t hash, void *user, int kind, int index, const void *thing);

/* The thing with each value in each of its fields, one at a time. */
static uint64_t damage_each(uint64_t hash, const Kind *kind, const void *thing, Take *take, void *user, int k,
                            int index)
{
    char *damaged = malloc(kind->size);
    ck_assert_ptr_nonnull(damaged);
    for (const Field *field = kind->field; field < kind->field + kind->nfield; field++)
        for (int i = 0; i < field->n; i++)
            for (int value = 0; value < values[field->what]; value++) {
                memcpy(damaged, thing, kind->size);
                put(damaged, field, i, value);
                hash = take(hash, user, k, index, damaged);
            }
    free(damaged);
    return hash;
}

static uint64_t of_error(uint64_t hash, const KipError *error)
{
    return kip_hash(hash, error->message, strlen(error->message));
}

static uint64_t of_doubles(uint64_t hash, const double *x, int n)
{
    return kip_hash(hash, x, (size_t)n * sizeof *x);
}

/* -- models ------------------------------------------------------------------------------------------------ */

enum { BODY, JOINT, GEOM, TENDON, MOTOR, PAIR, KEY, KINDS };

static const Kind kinds[KINDS] = {
    [BODY] = {"bodies",
              sizeof(KipBody),
              8,
              {NAME(KipBody, name), WHOLE(KipBody, parent), NUMBER(KipBody, pos), NUMBER(KipBody, quat),
               FLAG(KipBody, mass_from_geoms), NUMBER(KipBody, mass), NUMBER(KipBody, com),
               NUMBER(KipBody, inertia)}},
    [JOINT] = {"joints",
               sizeof(KipJoint),
               13,
               {NAME(KipJoint, name), WHOLE(KipJoint, body), WHOLE(KipJoint, type), NUMBER(KipJoint, pos),
                NUMBER(KipJoint, axis), NUMBER(KipJoint, ref), FLAG(KipJoint, limited),
                NUMBER(KipJoint, range), NUMBER(KipJoint, damping), NUMBER(KipJoint, stiffness),
                NUMBER(KipJoint, springref), NUMBER(KipJoint, armature), NUMBER(KipJoint, strength)}},
    [GEOM] = {"geoms",
              sizeof(KipGeom),
              16,
              {NAME(KipGeom, name), WHOLE(KipGeom, body), WHOLE(KipGeom, type), NUMBER(KipGeom, size),
               NUMBER(KipGeom, pos), NUMBER(KipGeom, quat), NUMBER(KipGeom, density), NUMBER(KipGeom, mass),
               NUMBER(KipGeom, friction), NUMBER(KipGeom, spin), NUMBER(KipGeom, roll),
               NUMBER(KipGeom, solref), NUMBER(KipGeom, impedance), WHOLE(KipGeom, condim),
               WHOLE(KipGeom, contype), WHOLE(KipGeom, conaffinity)}},
    [TENDON] = {"tendons",
                sizeof(KipTendon),
                6,
                {NAME(KipTendon, name), FLAG(KipTendon, limited), NUMBER(KipTendon, range),
                 NUMBER(KipTendon, stiffness), NUMBER(KipTendon, damping), NUMBER(KipTendon, springlength)}},
    [MOTOR] = {"motors",
               sizeof(KipMotor),
               7,
               {NAME(KipMotor, name), WHOLE(KipMotor, joint), WHOLE(KipMotor, type), NUMBER(KipMotor, gear),
                NUMBER(KipMotor, gain), NUMBER(KipMotor, ctrlrange), NUMBER(KipMotor, forcerange)}},
    [PAIR] = {"pairs",
              sizeof(KipPair),
              8,
              {WHOLE(KipPair, geom1), WHOLE(KipPair, geom2), WHOLE(KipPair, condim),
               NUMBER(KipPair, friction), NUMBER(KipPair, spin), NUMBER(KipPair, roll),
               NUMBER(KipPair, solref), NUMBER(KipPair, impedance)}},
    [KEY] = {"keys", sizeof(KipKey), 2, {NAME(KipKey, name), NUMBER(KipKey, time)}},
};

static const void *part(const KipModel *model, int kind, int i)
{
    switch (kind) {
    case BODY:
        return model->body + i;
    case JOINT:
        return model->joint + i;
    case GEOM:
        return model->geom + i;
    case TENDON:
        return model->tendon + i;
    case MOTOR:
        return model->motor + i;
    case PAIR:
        return model->pair + i;
    default:
        return model->key + i;
    }
}

static int nparts(const KipModel *model, int kind)
{
    const int n[] = {model->nbody,  model->njoint, model->ngeom, model->ntendon,
                     model->nmotor, model->npair,  model->nkey};
    return n[kind];
}

/* The model again, with another part instead of one of its own. */
static KipStatus rebuild(const KipModel *model, int kind, int index, const void *instead, KipModel **made,
                         KipError *error)
{
    KipBuilder *builder = kip_builder_create(NULL);
    ck_assert_ptr_nonnull(builder);
    kip_builder_option(builder, model->gravity, model->timestep);
    for (int k = 0; k < KINDS; k++)
        for (int i = k == BODY; i < nparts(model, k); i++) {
            const void *p = k == kind && i == index ? instead : part(model, k, i);
            const KipKey *key = p;
            switch (k) {
            case BODY:
                kip_builder_body(builder, p);
                break;
            case JOINT:
                kip_builder_joint(builder, p);
                break;
            case GEOM:
                kip_builder_geom(builder, p);
                break;
            case TENDON:
                kip_builder_tendon(builder, p);
                break;
            case MOTOR:
                kip_builder_motor(builder, p);
                break;
            case PAIR:
                kip_builder_pair(builder, p);
                break;
            default:
                kip_builder_key(builder, key->name, key->time, 1, key->q, model->nq, key->v, model->nv,
                                key->place);
            }
        }
    return kip_builder_finish(builder, made, error);
}

/* What the model is: a few steps from its keyframe. */
static uint64_t of_steps(uint64_t hash, const KipModel *model)
{
    KipError error = {.status = KIP_OK};
    KipSim *sim;
    if (kip_sim_create(model, NULL, &sim, &error) == KIP_OK) {
        KipStatus status = kip_sim_set_key(sim, 0, &error);
        for (int i = 0; i < STEPS && status == KIP_OK; i++)
            status = kip_sim_step(sim, &error);
        const uint64_t state = kip_sim_hash(sim);
        hash = kip_hash(hash, &state, sizeof state);
        kip_sim_destroy(sim);
    }
    hash = of_doubles(hash, &model->mass, 1);
    return of_error(hash, &error);
}

static uint64_t take_part(uint64_t hash, void *user, int kind, int index, const void *thing)
{
    KipError error = {.status = KIP_OK};
    KipModel *model;
    if (rebuild(user, kind, index, thing, &model, &error) != KIP_OK)
        return of_error(hash, &error);
    hash = of_steps(hash, model);
    kip_model_destroy(model);
    return hash;
}

static KipModel *things(void)
{
    static const char key[] =
        "<contact><pair geom1='drum' geom2='marble' condim='6' friction='.5 .5 .01 .001'/>"
        "<pair geom1='floor' geom2='marble'/></contact>"
        "<keyframe><key name='set' time='0.5' qvel='0 0 0 0 0 0 0 0 1 0 0 1 0 0 0 0 0 2 0 0 1 0 0 3 0 0 0 0 0 4"
        " 0.1 0 0.2 0.1 0.5 0 1 -0.1 0.3'/></keyframe></mujoco>";
    static char text[1 << 14];
    KipModel *model;
    KipError error;
    FILE *file = fopen("tests/golden/things.xml", "r");
    ck_assert_ptr_nonnull(file);
    size_t n = fread(text, 1, sizeof text - sizeof key, file);
    fclose(file);
    text[n] = 0;
    strcpy(strstr(text, "</mujoco>"), key);
    ck_ok(kip_mjcf_parse(&model, text, strlen(text), "things", NULL, &error));
    return model;
}

static const uint64_t model_hash[KINDS] =
    {[BODY] = UINT64_C(0x12c059dc9b6e5735),  [JOINT] = UINT64_C(0x510c1da9b65f97f5),
     [GEOM] = UINT64_C(0xb73ab8e036bd8844),  [TENDON] = UINT64_C(0xee777ffd902867be),
     [MOTOR] = UINT64_C(0xbe7002701f603c57), [PAIR] = UINT64_C(0xb741b770823535f2),
     [KEY] = UINT64_C(0x7c0c985b33311197)};

START_TEST(a_model_of_damaged_parts)
{
    KipModel *model = things();
    uint64_t hash = KIP_HASH_START;
    for (int i = 1; i < model->nbody; i += 2) /* every other body says its mass itself */
        ((KipBody *)model->body)[i].mass_from_geoms = false;
    for (int i = _i == BODY; i < nparts(model, _i); i++)
        hash = damage_each(hash, kinds + _i, part(model, _i, i), take_part, model, _i, i);
    kip_model_destroy(model);
    ck_assert_msg(hash == model_hash[_i], "%s: 0x%016llx", kinds[_i].name, (unsigned long long)hash);
}
END_TEST

/* -- poses ------------------------------------------------------------------------------------------------- */

enum { POSE, TARGET, SEQUENCE, STAGE };

static const Kind pose_kinds[] = {
    [POSE] = {"poses", sizeof(KipPose), 3, {NAME(KipPose, name), NAME(KipPose, from), NUMBER(KipPose, gain)}},
    [TARGET] = {"targets",
                sizeof(KipPoseTarget),
                6,
                {NAME(KipPoseTarget, joint), FLAG(KipPoseTarget, ball), NUMBER(KipPoseTarget, angle),
                 NUMBER(KipPoseTarget, quat), NUMBER(KipPoseTarget, gain), NUMBER(KipPoseTarget, damping)}},
    [SEQUENCE] = {"sequences", sizeof(KipSequence), 2, {NAME(KipSequence, name), FLAG(KipSequence, repeat)}},
    [STAGE] = {"stages",
               sizeof(KipStage),
               6,
               {NAME(KipStage, pose), WHOLE(KipStage, transition), NAME(KipStage, a), NAME(KipStage, b),
                NUMBER(KipStage, value), NUMBER(KipStage, within)}},
};

/* The poses of a file, the model that they are for, and the drives that one of them writes. */
typedef struct Poses {
    KipModel *model;
    KipPoseSet *set;
    double gain[MOST_DOF], damping[MOST_DOF], row[7][MOST_DOF];
    int npose, nsequence; /* of the file */
} Poses;

static uint64_t of_pose(uint64_t hash, Poses *p, const KipPose *before)
{
    KipError error = {.status = KIP_OK};
    const KipPose *after = p->set->pose + p->npose;
    const KipDrives drives = {p->row[0], p->row[1], p->row[2], p->row[3], p->row[4], p->row[5], p->row[6]};
    const bool same[] = {kip_pose_is_same(before, after), kip_pose_is_same(after, before)};
    memset(p->row, 0, sizeof p->row);
    kip_pose_check(p->model, 0, p->model->njoint, "", after, &error);
    hash = of_error(hash, &error);
    kip_pose_apply(p->model, 0, p->model->njoint, "", after, p->gain, p->damping, 0.5, drives, &error);
    return of_error(kip_hash(of_doubles(hash, p->row[0], 7 * MOST_DOF), same, sizeof same), &error);
}

/* A pose or a sequence of the file again, by another name and with a part damaged. */
static uint64_t take_pose(uint64_t hash, void *user, int kind, int index, const void *thing)
{
    static KipPoseTarget target[MOST_DOF];
    static KipStage stage[MOST_DOF];
    Poses *p = user;
    KipError error = {.status = KIP_OK};
    const int which = index / MOST_DOF, i = index % MOST_DOF;
    if (kind == POSE || kind == TARGET) {
        const KipPose *before = p->set->pose + which;
        KipPose pose = *before;
        if (kind == POSE)
            pose = *(const KipPose *)thing;
        if (pose.name == before->name)
            pose.name = "Other";
        pose.target = target, pose.ntarget = 0;
        for (int t = 0; t < before->ntarget; t++)
            if (kind == TARGET && t == i)
                target[pose.ntarget++] = *(const KipPoseTarget *)thing;
            else if (!before->target[t].inherited)
                target[pose.ntarget++] = before->target[t];
        if (kip_pose_set_add(p->set, &pose, &error) == KIP_OK)
            hash = of_pose(hash, p, p->set->pose + which);
    } else {
        KipSequence sequence = p->set->sequence[which];
        if (kind == SEQUENCE)
            sequence = *(const KipSequence *)thing;
        if (sequence.name == p->set->sequence[which].name)
            sequence.name = "Other";
        memcpy(stage, sequence.stage, (size_t)sequence.nstage * sizeof *stage);
        if (kind == STAGE)
            stage[i] = *(const KipStage *)thing;
        sequence.stage = stage;
        kip_pose_set_add_sequence(p->set, &sequence, &error);
    }
    kip_pose_set_cut(p->set, p->npose, p->nsequence);
    return of_error(hash, &error);
}

static const uint64_t pose_hash[] = {[POSE] = UINT64_C(0x91a4a95ed449fe13),
                                     [TARGET] = UINT64_C(0xfa534c6c46f9c103),
                                     [SEQUENCE] = UINT64_C(0x7e8dcc9bf0e8872c),
                                     [STAGE] = UINT64_C(0x229a5eb0f77e3d26)};

START_TEST(a_pose_of_damaged_parts)
{
    static Poses p;
    KipError error;
    const Kind *kind = pose_kinds + _i;
    uint64_t hash = KIP_HASH_START;
    p.set = kip_pose_set_create(NULL);
    ck_ok(kip_mjcf_load(&p.model, "data/models/skeleton37.xml", NULL, &error));
    ck_ok(kip_pose_file_read(p.set, "data/poses/skeleton37.pose", &error));
    p.npose = p.set->npose, p.nsequence = p.set->nsequence;
    for (int i = 0; i < p.model->nv; i++)
        p.gain[i] = 10 + i, p.damping[i] = 1 + 0.1 * i;
    for (int i = 0; i < p.npose && _i <= TARGET; i++)
        for (int t = 0; t < (_i == POSE ? 1 : p.set->pose[i].ntarget); t += 5)
            hash = damage_each(hash, kind,
                               _i == POSE ? (void *)(p.set->pose + i) : (void *)(p.set->pose[i].target + t),
                               take_pose, &p, _i, i * MOST_DOF + t);
    for (int i = 0; i < p.nsequence && _i >= SEQUENCE; i++)
        for (int t = 0; t < (_i == SEQUENCE ? 1 : p.set->sequence[i].nstage); t++)
            hash = damage_each(hash, kind,
                               _i == SEQUENCE ? (void *)(p.set->sequence + i)
                                              : (void *)(p.set->sequence[i].stage + t),
                               take_pose, &p, _i, i * MOST_DOF + t);
    kip_pose_set_destroy(p.set);
    kip_model_destroy(p.model);
    ck_assert_msg(hash == pose_hash[_i], "%s: 0x%016llx", kind->name, (unsigned long long)hash);
}
END_TEST

Suite *suite_damage(void)
{
    Suite *suite = suite_create("damage");
    TCase *all = tcase_create("all");
    tcase_add_loop_test(all, a_model_of_damaged_parts, 0, KINDS);
    tcase_add_loop_test(all, a_pose_of_damaged_parts, 0, sizeof pose_kinds / sizeof *pose_kinds);
    tcase_set_timeout(all, 0);
    suite_add_tcase(suite, all);
    return suite;
}

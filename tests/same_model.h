/* Are two models the same? Every field of every struct of model.h stands in a table here, and the tables are
 * held against the structs: a field that is added to one and not to the other shows as a gap. */
#ifndef SAME_MODEL_H
#define SAME_MODEL_H

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "dynamics/model.h"
#include "study.h"

typedef enum FieldKind {
    FIELD_INT,
    FIELD_BOOL,
    FIELD_NUMBER, /* one or several doubles */
    FIELD_FLOAT,
    FIELD_TEXT,
    FIELD_OTHER /* compared by itself, or not to be compared */
} FieldKind;

typedef struct Field {
    const char *name;
    size_t offset, size;
    FieldKind kind;
} Field;

typedef struct FieldTable {
    const char *kind;
    const Field *field;
    size_t n, size; /* of the struct */
} FieldTable;

#define FIELD(type, name, kind)                                                                              \
    {                                                                                                        \
#name, offsetof(type, name), sizeof(((type *)0)->name), FIELD_##kind                                 \
    }
#define TABLE(kind, type, fields)                                                                            \
    {                                                                                                        \
        kind, fields, sizeof(fields) / sizeof *(fields), sizeof(type)                                        \
    }

/* In the order of the structs. FIELD_OTHER are places, which differ, and lists. */
static const Field body_fields[] = {FIELD(KipBody, name, TEXT),
                                    FIELD(KipBody, parent, INT),
                                    FIELD(KipBody, pos, NUMBER),
                                    FIELD(KipBody, quat, NUMBER),
                                    FIELD(KipBody, mass_from_geoms, BOOL),
                                    FIELD(KipBody, mass, NUMBER),
                                    FIELD(KipBody, com, NUMBER),
                                    FIELD(KipBody, inertia, NUMBER),
                                    FIELD(KipBody, place, OTHER),
                                    FIELD(KipBody, joint, INT),
                                    FIELD(KipBody, njoint, INT),
                                    FIELD(KipBody, geom, INT),
                                    FIELD(KipBody, ngeom, INT),
                                    FIELD(KipBody, q, INT),
                                    FIELD(KipBody, nq, INT),
                                    FIELD(KipBody, v, INT),
                                    FIELD(KipBody, nv, INT),
                                    FIELD(KipBody, root, INT)};
static const Field joint_fields[] = {FIELD(KipJoint, name, TEXT),
                                     FIELD(KipJoint, body, INT),
                                     FIELD(KipJoint, type, INT),
                                     FIELD(KipJoint, pos, NUMBER),
                                     FIELD(KipJoint, axis, NUMBER),
                                     FIELD(KipJoint, ref, NUMBER),
                                     FIELD(KipJoint, limited, BOOL),
                                     FIELD(KipJoint, range, NUMBER),
                                     FIELD(KipJoint, damping, NUMBER),
                                     FIELD(KipJoint, stiffness, NUMBER),
                                     FIELD(KipJoint, springref, NUMBER),
                                     FIELD(KipJoint, armature, NUMBER),
                                     FIELD(KipJoint, strength, NUMBER),
                                     FIELD(KipJoint, place, OTHER),
                                     FIELD(KipJoint, q, INT),
                                     FIELD(KipJoint, nq, INT),
                                     FIELD(KipJoint, v, INT),
                                     FIELD(KipJoint, nv, INT)};
static const Field geom_fields[] = {FIELD(KipGeom, name, TEXT),        FIELD(KipGeom, body, INT),
                                    FIELD(KipGeom, type, INT),         FIELD(KipGeom, size, NUMBER),
                                    FIELD(KipGeom, pos, NUMBER),       FIELD(KipGeom, quat, NUMBER),
                                    FIELD(KipGeom, density, NUMBER),   FIELD(KipGeom, mass, NUMBER),
                                    FIELD(KipGeom, friction, NUMBER),  FIELD(KipGeom, spin, NUMBER),
                                    FIELD(KipGeom, roll, NUMBER),      FIELD(KipGeom, solref, NUMBER),
                                    FIELD(KipGeom, impedance, NUMBER), FIELD(KipGeom, condim, INT),
                                    FIELD(KipGeom, contype, INT),      FIELD(KipGeom, conaffinity, INT),
                                    FIELD(KipGeom, rgba, FLOAT),       FIELD(KipGeom, place, OTHER)};
static const Field site_fields[] = {FIELD(KipSite, name, TEXT), FIELD(KipSite, body, INT),
                                    FIELD(KipSite, pos, NUMBER), FIELD(KipSite, quat, NUMBER)};
static const Field tendon_fields[] =
    {FIELD(KipTendon, name, TEXT),           FIELD(KipTendon, njoint, INT),
     FIELD(KipTendon, joint, OTHER),         FIELD(KipTendon, coef, OTHER),
     FIELD(KipTendon, limited, BOOL),        FIELD(KipTendon, range, NUMBER),
     FIELD(KipTendon, stiffness, NUMBER),    FIELD(KipTendon, damping, NUMBER),
     FIELD(KipTendon, springlength, NUMBER), FIELD(KipTendon, place, OTHER)};
static const Field motor_fields[] = {FIELD(KipMotor, name, TEXT),         FIELD(KipMotor, joint, INT),
                                     FIELD(KipMotor, type, INT),          FIELD(KipMotor, gear, NUMBER),
                                     FIELD(KipMotor, gain, NUMBER),       FIELD(KipMotor, ctrlrange, NUMBER),
                                     FIELD(KipMotor, forcerange, NUMBER), FIELD(KipMotor, place, OTHER)};
static const Field key_fields[] = {FIELD(KipKey, name, TEXT), FIELD(KipKey, time, NUMBER),
                                   FIELD(KipKey, q, OTHER), FIELD(KipKey, v, OTHER),
                                   FIELD(KipKey, place, OTHER)};
static const Field custom_fields[] = {FIELD(KipCustom, name, TEXT), FIELD(KipCustom, text, TEXT),
                                      FIELD(KipCustom, n, INT), FIELD(KipCustom, number, OTHER),
                                      FIELD(KipCustom, place, OTHER)};
static const Field exclude_fields[] = {FIELD(KipExclude, body1, INT), FIELD(KipExclude, body2, INT)};
static const Field pair_fields[] = {FIELD(KipPair, geom1, INT),     FIELD(KipPair, geom2, INT),
                                    FIELD(KipPair, condim, INT),    FIELD(KipPair, friction, NUMBER),
                                    FIELD(KipPair, spin, NUMBER),   FIELD(KipPair, roll, NUMBER),
                                    FIELD(KipPair, solref, NUMBER), FIELD(KipPair, impedance, NUMBER),
                                    FIELD(KipPair, place, OTHER)};
static const Field model_fields[] =
    {FIELD(KipModel, name, TEXT),   FIELD(KipModel, gravity, NUMBER), FIELD(KipModel, timestep, NUMBER),
     FIELD(KipModel, nq, INT),      FIELD(KipModel, nv, INT),         FIELD(KipModel, nbody, INT),
     FIELD(KipModel, njoint, INT),  FIELD(KipModel, ngeom, INT),      FIELD(KipModel, nsite, INT),
     FIELD(KipModel, ntendon, INT), FIELD(KipModel, nmotor, INT),     FIELD(KipModel, nkey, INT),
     FIELD(KipModel, ncustom, INT), FIELD(KipModel, nexclude, INT),   FIELD(KipModel, npair, INT),
     FIELD(KipModel, body, OTHER),  FIELD(KipModel, joint, OTHER),    FIELD(KipModel, geom, OTHER),
     FIELD(KipModel, site, OTHER),  FIELD(KipModel, tendon, OTHER),   FIELD(KipModel, motor, OTHER),
     FIELD(KipModel, key, OTHER),   FIELD(KipModel, custom, OTHER),   FIELD(KipModel, exclude, OTHER),
     FIELD(KipModel, pair, OTHER),  FIELD(KipModel, q0, OTHER),       FIELD(KipModel, mass, NUMBER),
     FIELD(KipModel, tree, OTHER),  FIELD(KipModel, arena, OTHER)};

static const FieldTable body_table = TABLE("body", KipBody, body_fields),
                        joint_table = TABLE("joint", KipJoint, joint_fields),
                        geom_table = TABLE("geom", KipGeom, geom_fields),
                        site_table = TABLE("site", KipSite, site_fields),
                        tendon_table = TABLE("tendon", KipTendon, tendon_fields),
                        motor_table = TABLE("motor", KipMotor, motor_fields),
                        key_table = TABLE("keyframe", KipKey, key_fields),
                        custom_table = TABLE("custom data", KipCustom, custom_fields),
                        exclude_table = TABLE("exclude", KipExclude, exclude_fields),
                        pair_table = TABLE("pair", KipPair, pair_fields),
                        model_table = TABLE("model", KipModel, model_fields);

/* Between two fields, and behind the last, there is less room than the widest number takes. */
static inline void check_table(const FieldTable *table)
{
    size_t end = 0;
    for (size_t i = 0; i < table->n; i++) {
        const Field *f = &table->field[i];
        ck_assert_msg(f->offset >= end && f->offset - end < sizeof(double),
                      "%s: a field is missing before %s", table->kind, f->name);
        end = f->offset + f->size;
    }
    ck_assert_msg(table->size - end < sizeof(double), "%s: a field is missing at the end", table->kind);
}

static inline void check_tables(void)
{
    const FieldTable *const tables[] = {&body_table,    &joint_table, &geom_table, &site_table,
                                        &tendon_table,  &motor_table, &key_table,  &custom_table,
                                        &exclude_table, &pair_table,  &model_table};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        check_table(tables[i]);
}

/* tolerance 0: the same bits; else of numbers as large as 1, and of larger ones relative. */
static inline bool same_numbers(const double *a, const double *b, size_t n, double tolerance)
{
    if (memcmp(a, b, n * sizeof *a) == 0)
        return true;
    for (size_t i = 0; i < n; i++)
        if (!(a[i] == b[i] || fabs(a[i] - b[i]) <= tolerance * fmax(1, fabs(a[i]))))
            return false;
    return tolerance > 0;
}

static inline bool same_field(const Field *f, const char *a, const char *b, double tolerance)
{
    const char *const *s = (const char *const *)(const void *)(a + f->offset),
                      *const *t = (const char *const *)(const void *)(b + f->offset);
    switch (f->kind) {
    case FIELD_NUMBER:
        return same_numbers((const double *)(const void *)(a + f->offset),
                            (const double *)(const void *)(b + f->offset), f->size / sizeof(double),
                            tolerance);
    case FIELD_TEXT:
        return *s && *t ? strcmp(*s, *t) == 0 : *s == *t;
    case FIELD_OTHER:
        return true;
    default:
        return memcmp(a + f->offset, b + f->offset, f->size) == 0;
    }
}

static inline void check_fields(const FieldTable *table, int index, const void *a, const void *b,
                                double tolerance)
{
    for (size_t i = 0; i < table->n; i++)
        ck_assert_msg(same_field(&table->field[i], a, b, tolerance), "%s %d: %s differs", table->kind, index,
                      table->field[i].name);
}

static inline void check_lists(const char *what, int index, const double *a, const double *b, int n,
                               double tolerance)
{
    ck_assert_msg(n == 0 || same_numbers(a, b, (size_t)n, tolerance), "%s %d differs", what, index);
}

static inline void check_tendon(const KipModel *a, const KipModel *b, int i, double tolerance)
{
    KipTendon tendon = a->tendon[i];
    if (isnan(tendon.springlength)) { /* comes back as the length that it stands for */
        tendon.springlength = 0;
        for (int k = 0; k < tendon.njoint; k++)
            tendon.springlength += tendon.coef[k] * a->joint[tendon.joint[k]].ref;
    }
    check_fields(&tendon_table, i, &tendon, &b->tendon[i], tolerance);
    check_lists("coef of tendon", i, tendon.coef, b->tendon[i].coef, tendon.njoint, tolerance);
    for (int k = 0; k < tendon.njoint; k++)
        ck_assert_int_eq(tendon.joint[k], b->tendon[i].joint[k]);
}

/* All but places, the solver's view (what it does shows in trajectories) and memory. */
static inline void check_same(const KipModel *a, const KipModel *b, double tolerance)
{
    check_fields(&model_table, 0, a, b, tolerance); /* the numbers of parts among them */
    check_lists("q0 of model", 0, a->q0, b->q0, a->nq, tolerance);
    for (int i = 0; i < a->nbody; i++)
        check_fields(&body_table, i, &a->body[i], &b->body[i], tolerance);
    for (int i = 0; i < a->njoint; i++)
        check_fields(&joint_table, i, &a->joint[i], &b->joint[i], tolerance);
    for (int i = 0; i < a->ngeom; i++)
        check_fields(&geom_table, i, &a->geom[i], &b->geom[i], tolerance);
    for (int i = 0; i < a->nsite; i++)
        check_fields(&site_table, i, &a->site[i], &b->site[i], tolerance);
    for (int i = 0; i < a->ntendon; i++)
        check_tendon(a, b, i, tolerance);
    for (int i = 0; i < a->nmotor; i++)
        check_fields(&motor_table, i, &a->motor[i], &b->motor[i], tolerance);
    for (int i = 0; i < a->nkey; i++) {
        check_fields(&key_table, i, &a->key[i], &b->key[i], tolerance);
        check_lists("qpos of keyframe", i, a->key[i].q, b->key[i].q, a->nq, tolerance);
        check_lists("qvel of keyframe", i, a->key[i].v, b->key[i].v, a->nv, tolerance);
    }
    for (int i = 0; i < a->ncustom; i++) {
        check_fields(&custom_table, i, &a->custom[i], &b->custom[i], tolerance);
        check_lists("custom data", i, a->custom[i].number, b->custom[i].number, a->custom[i].n, tolerance);
    }
    for (int i = 0; i < a->nexclude; i++)
        check_fields(&exclude_table, i, &a->exclude[i], &b->exclude[i], tolerance);
    for (int i = 0; i < a->npair; i++)
        check_fields(&pair_table, i, &a->pair[i], &b->pair[i], tolerance);
}

#endif

/* Key-frames of joints: setting, saving. See keys.h. */
#include "keys.h"

#include <math.h>
#include <string.h>

#include "../dynamics/arena.h"
#include "../dynamics/quat.h"
#include "fields.h"

KipStatus kip_keys_create(const KipModel *model, const KipAllocator *allocator, KipKeys **keys,
                          KipError *error)
{
    const size_t njoint = (size_t)model->njoint;
    KipArena *arena = kip_arena_create(allocator);
    KipKeys *made = arena ? kip_arena_take(arena, 1, sizeof *made) : NULL;
    *keys = NULL;
    if (made) {
        *made = (KipKeys){.model = model, .arena = arena};
        made->on = kip_arena_take(arena, njoint, 1);
        made->given = kip_arena_take(arena, njoint, sizeof(double));
        made->time = kip_arena_take(arena, njoint, sizeof(double));
        made->q = kip_arena_take(arena, (size_t)model->nq, sizeof(double));
        made->v = kip_arena_take(arena, (size_t)model->nv, sizeof(double));
    }
    if (!made || !made->on || !made->given || !made->time || !made->q || !made->v) {
        kip_arena_destroy(arena);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for key-frames");
    }
    *keys = made;
    return KIP_OK;
}

void kip_keys_destroy(KipKeys *keys)
{
    if (keys)
        kip_arena_destroy(keys->arena);
}

KipStatus kip_keys_check(const KipKeys *keys, int joint, KipKeyFrame key, double now, KipError *error)
{
    const KipJoint *of = &keys->model->joint[joint];
    bool finite = isfinite(key.time);
    for (int k = 0; k < of->nq; k++)
        finite = finite && isfinite(key.q[k]);
    for (int k = 0; k < of->nv && key.v; k++)
        finite = finite && isfinite(key.v[k]);
    if (of->type == KIP_JOINT_FREE)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "joint '%s' is free: nothing moves it", of->name);
    if (!finite)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a key-frame of joint '%s' is not finite",
                        of->name);
    if (!(key.time > now))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a key-frame of joint '%s' is at %g s, which is not after %g s, the present",
                        of->name, key.time, now);
    return KIP_OK;
}

KipStatus kip_keys_set(KipKeys *keys, int joint, KipKeyFrame key, double now, KipError *error)
{
    const KipJoint *of = &keys->model->joint[joint];
    KipStatus status = kip_keys_check(keys, joint, key, now, error);
    if (status != KIP_OK)
        return status;
    keys->on[joint] = 1;
    keys->given[joint] = now, keys->time[joint] = key.time;
    memcpy(keys->q + of->q, key.q, (size_t)of->nq * sizeof(double));
    if (key.v)
        memcpy(keys->v + of->v, key.v, (size_t)of->nv * sizeof(double));
    else
        memset(keys->v + of->v, 0, (size_t)of->nv * sizeof(double));
    return KIP_OK;
}

void kip_keys_clear(KipKeys *keys, int joint)
{
    keys->on[joint] = 0;
}

void kip_key_error(const KipJoint *joint, const double *target, const double *q, const double *ahead,
                   double *e)
{
    if (joint->nq == 1) {
        e[0] = target[0] + ahead[0] - q[0];
        return;
    }
    KipQuat aim = q_mul(q_from(target), q_exp(v3_from(ahead)));
    v3_store(e, q_log(q_mul(q_conjugate(q_from(q)), aim)));
}

/* -- saving ---------------------------------------------------------------------------------------------- */

static void list(void *thing, KipPass *pass)
{
    KipKeys *keys = thing;
    const KipModel *model = keys->model;
    KIP_PASS(pass, KIP_ARRAY(keys->on, model->njoint), KIP_ARRAY(keys->given, model->njoint),
             KIP_ARRAY(keys->time, model->njoint), KIP_ARRAY(keys->q, model->nq),
             KIP_ARRAY(keys->v, model->nv));
}

/* Numbers are not checked: one that is not finite makes the world diverge, which names the joint. */
static bool is_sound(const void *thing)
{
    const KipKeys *keys = thing;
    for (int j = 0; j < keys->model->njoint; j++)
        if (keys->on[j] > 1 || (keys->on[j] && keys->model->joint[j].type == KIP_JOINT_FREE))
            return false;
    return true;
}

const KipFields kip_keys_fields = {"key-frames", NULL, list, is_sound, NULL};

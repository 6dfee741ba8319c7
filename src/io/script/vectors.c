/* vec(x, y, z): three floats that never change, with the arithmetic of vectors. */
#include <math.h>
#include <string.h>

#include "../../dynamics/vec3.h"
#include "objects.h"

static KipVec3 vector_of(KipMachine *machine, KipValue value)
{
    return ((KipVector *)kip_heap_at(machine, value.index))->v;
}

/* What a vector and a number, either way round, or two vectors have in common. */
bool kip_vector_binary(KipMachine *machine, KipBinary op, KipValue a, KipValue b, KipValue *result,
                       bool *known)
{
    bool left = a.type == KIP_VECTOR, right = b.type == KIP_VECTOR;

    *known = true;
    if (left && right && op == KIP_BINARY_ADD)
        return kip_vector_make(machine, v3_add(vector_of(machine, a), vector_of(machine, b)), result);
    if (left && right && op == KIP_BINARY_SUBTRACT)
        return kip_vector_make(machine, v3_sub(vector_of(machine, a), vector_of(machine, b)), result);
    if (left && right && op == KIP_BINARY_MULTIPLY)
        return kip_script_fail(machine, "cannot multiply vec by vec; write a.dot(b) or a.cross(b)");
    if (left && kip_is_number(b) && op == KIP_BINARY_MULTIPLY)
        return kip_vector_make(machine, v3_scale(kip_double_of(b), vector_of(machine, a)), result);
    if (right && kip_is_number(a) && op == KIP_BINARY_MULTIPLY)
        return kip_vector_make(machine, v3_scale(kip_double_of(a), vector_of(machine, b)), result);
    if (left && kip_is_number(b) && op == KIP_BINARY_DIVIDE) {
        double d = kip_double_of(b);
        KipVec3 v = vector_of(machine, a);
        if (d == 0)
            return kip_script_fail(machine, "division by zero");
        return kip_vector_make(machine, v3(v.x / d, v.y / d, v.z / d), result);
    }
    *known = false;
    return false;
}

bool kip_vector_attribute(KipMachine *machine, KipValue vector, const char *name, KipValue *value)
{
    KipVec3 v = vector_of(machine, vector);

    if (name[0] < 'x' || name[0] > 'z' || name[1])
        return false;
    *value = kip_float(name[0] == 'x' ? v.x : name[0] == 'y' ? v.y : v.z);
    return true;
}

/* -- methods --------------------------------------------------------------------------------------------- */

static bool dot(KipCall *call)
{
    KipVec3 other;
    if (!kip_call_vector(call, 1, &other))
        return false;
    call->result = kip_float(v3_dot(vector_of(call->machine, call->argument[0]), other));
    return true;
}

static bool cross(KipCall *call)
{
    KipVec3 other;
    return kip_call_vector(call, 1, &other) &&
           kip_call_return_vector(call, v3_cross(vector_of(call->machine, call->argument[0]), other));
}

static bool length(KipCall *call)
{
    call->result = kip_float(v3_length(vector_of(call->machine, call->argument[0])));
    return true;
}

static bool unit(KipCall *call)
{
    KipVec3 v = vector_of(call->machine, call->argument[0]);
    double size = v3_length(v);
    if (size == 0)
        return kip_call_fail(call, "a vec of length 0 has no direction");
    return kip_call_return_vector(call, v3(v.x / size, v.y / size, v.z / size));
}

const KipNativeDef kip_vector_def[] = {
    {"dot(self, other)", dot, "The sum of the products of the parts."},
    {"cross(self, other)", cross, "The vector at right angles to both."},
    {"length(self)", length, "The root of the sum of the squares."},
    {"unit(self)", unit, "The same direction with length 1."},
};
const int kip_vector_count = sizeof kip_vector_def / sizeof kip_vector_def[0];

/* vec(x, y, z): three immutable floats with vector arithmetic. */
#include "../../dynamics/vec3.h"
#include "objects.h"

/* Operations on a vector and a number, in either order, or on two vectors. */
bool kip_vector_binary(KipMachine *machine, KipBinary op, KipValue a, KipValue b, KipValue *result,
                       bool *known)
{
    bool left = a.type == KIP_VECTOR, right = b.type == KIP_VECTOR;

    *known = true;
    if (left && right && op == KIP_BINARY_ADD)
        return kip_vector_make(machine, v3_add(kip_vector_of(machine, a), kip_vector_of(machine, b)), result);
    if (left && right && op == KIP_BINARY_SUBTRACT)
        return kip_vector_make(machine, v3_sub(kip_vector_of(machine, a), kip_vector_of(machine, b)), result);
    if (left && right && op == KIP_BINARY_MULTIPLY)
        return kip_script_fail(machine, "cannot multiply vec by vec; write a.dot(b) or a.cross(b)");
    if (left && kip_is_number(b) && op == KIP_BINARY_MULTIPLY)
        return kip_vector_make(machine, v3_scale(kip_double_of(b), kip_vector_of(machine, a)), result);
    if (right && kip_is_number(a) && op == KIP_BINARY_MULTIPLY)
        return kip_vector_make(machine, v3_scale(kip_double_of(a), kip_vector_of(machine, b)), result);
    if (left && kip_is_number(b) && op == KIP_BINARY_DIVIDE) {
        double d = kip_double_of(b);
        KipVec3 v = kip_vector_of(machine, a);
        if (d == 0)
            return kip_script_fail(machine, "division by zero");
        return kip_vector_make(machine, v3(v.x / d, v.y / d, v.z / d), result);
    }
    *known = false;
    return false;
}

bool kip_vector_attribute(KipMachine *machine, KipValue vector, const char *name, KipValue *value)
{
    KipVec3 v = kip_vector_of(machine, vector);

    if (name[0] < 'x' || name[0] > 'z' || name[1])
        return false;
    *value = kip_float(name[0] == 'x' ? v.x : name[0] == 'y' ? v.y : v.z);
    return true;
}

/* -- methods --------------------------------------------------------------------------------------------- */

static bool dot(KipCall *call)
{
    call->result = kip_float(v3_dot(kip_vector_of(call->machine, call->argument[0]), call->read[1].vector));
    return true;
}

static bool cross(KipCall *call)
{
    const KipVec3 self = kip_vector_of(call->machine, call->argument[0]);
    return kip_call_return_vector(call, v3_cross(self, call->read[1].vector));
}

static bool length(KipCall *call)
{
    call->result = kip_float(v3_length(kip_vector_of(call->machine, call->argument[0])));
    return true;
}

static bool unit(KipCall *call)
{
    KipVec3 v = kip_vector_of(call->machine, call->argument[0]);
    double size = v3_length(v);
    if (size == 0)
        return kip_call_fail(call, "a vec of length 0 has no direction");
    return kip_call_return_vector(call, v3(v.x / size, v.y / size, v.z / size));
}

enum { DOT, CROSS };

static bool quick_product(KipMachine *machine, int variant, const KipValue *argument, int n, KipValue *result)
{
    if (n != 2 || argument[0].type != KIP_VECTOR || argument[1].type != KIP_VECTOR)
        return false;
    const KipVec3 a = kip_vector_of(machine, argument[0]), b = kip_vector_of(machine, argument[1]);
    if (variant == CROSS) {
        const KipVec3 v = v3_cross(a, b);
        return kip_vector_put(machine, v.x, v.y, v.z, result);
    }
    *result = kip_float(v3_dot(a, b));
    return true;
}

static bool quick_length(KipMachine *machine, int variant, const KipValue *argument, int n, KipValue *result)
{
    (void)variant;
    if (n != 1 || argument[0].type != KIP_VECTOR)
        return false;
    *result = kip_float(v3_length(kip_vector_of(machine, argument[0])));
    return true;
}

static const KipNativeDef methods[] = {
    {"dot(self, other: vec)", dot, "The sum of the products of the parts.", DOT, quick_product},
    {"cross(self, other: vec)", cross, "The vector at right angles to both.", CROSS, quick_product},
    {"length(self)", length, "The root of the sum of the squares.", .quick = quick_length},
    {"unit(self)", unit, "The same direction with length 1."},
};
const KipNativeTable kip_vector_methods = KIP_NATIVE_TABLE(methods);

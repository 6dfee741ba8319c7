#include "muscle.h"

#include <math.h>
#include <string.h>

#include "../dynamics/custom.h"

KipMuscle kip_muscle_of(const KipModel *model, const char *prefix)
{
    const size_t length = strlen(prefix) + strlen(kip_custom_word[KIP_CUSTOM_MUSCLE]);
    for (int c = 0; c < model->ncustom; c++) {
        const KipCustom *custom = model->custom + c;
        if (strlen(custom->name) != length)
            continue; /* most are read no further: of many characters there are many */
        const KipCustomName name = kip_custom_name(custom);
        if (name.key == KIP_CUSTOM_MUSCLE && name.prefix == strlen(prefix) &&
            strncmp(custom->name, prefix, name.prefix) == 0)
            return (KipMuscle){custom->number[0], custom->number[1], custom->number[2]};
    }
    return (KipMuscle){0};
}

/* The remaining strength at a speed in its direction. */
static double left_at(const KipMuscle *muscle, double strength, double rate)
{
    return muscle->speed > 0 ? strength * fmax(0, fmin(1, 1 - rate / muscle->speed)) : strength;
}

/* After a period, of a strength and a last torque in its direction, both 0 or more. */
static double next_most(const KipMuscle *muscle, double strength, double last, double period)
{
    return muscle->rise > 0 ? last + strength * period / muscle->rise : strength;
}

static double next_least(const KipMuscle *muscle, double strength, double last, double period)
{
    return muscle->fall > 0 ? fmax(last - strength * period / muscle->fall, 0) : 0;
}

void kip_muscle_limits(const KipMuscle *muscle, const double strength[2], double last, double rate,
                       double period, double box[2])
{
    const double up = fmax(last, 0), down = fmax(-last, 0);
    const double hi = fmin(left_at(muscle, strength[1], rate), next_most(muscle, strength[1], up, period));
    const double lo =
        fmin(left_at(muscle, -strength[0], -rate), next_most(muscle, -strength[0], down, period));
    /* the falling torque of one side and the rising one of the other overlap */
    box[0] = fmin(next_least(muscle, strength[1], up, period) - lo, hi);
    box[1] = fmax(hi - next_least(muscle, -strength[0], down, period), box[0]);
}

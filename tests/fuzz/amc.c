/* The reader of AMC, the frames of a skeleton: one that cannot be read leaves the clip as it was. */
#include "clip_uses.h"

static const char skeleton[] =
    ":version 1.10\n:name small\n:units\n mass 1.0\n length 0.45\n angle deg\n:root\n order TX TY TZ RX RY RZ\n axis XYZ\n"
    " position 0 0 0\n orientation 0 0 0\n:bonedata\n"
    " begin\n id 1\n name lhipjoint\n direction 1 0 0\n length 2\n axis 0 0 0 XYZ\n end\n"
    " begin\n id 2\n name lfemur\n direction 0 -1 0\n length 7\n axis 0 0 20 XYZ\n dof rx ry rz\n"
    " limits (-160 20)\n (-70 70)\n (-60 70)\n end\n"
    " begin\n id 3\n name ltibia\n direction 0 -1 0\n length 7\n axis 0 0 20 XYZ\n dof rx l\n end\n"
    ":hierarchy\n begin\n root lhipjoint\n lhipjoint lfemur\n lfemur ltibia\n end\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    KipClip *clip;
    KipError error;
    need(kip_asf_parse(skeleton, sizeof skeleton - 1, "small.asf", &clip, &error), &error);
    KipStatus status = kip_amc_parse(clip, (const char *)data, size, "fuzz.amc", &error);
    must_tell(status, clip->nframe > 0 || status == KIP_OK ? clip : NULL, &error);
    use_clip(clip);
    kip_clip_destroy(clip);
    return 0;
}

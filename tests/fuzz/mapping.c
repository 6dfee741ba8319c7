/* The reader of mappings, which say what body follows which bone. */
#include "clip_uses.h"

static const char bones[] =
    "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
    "JOINT LeftUpLeg\n{\nOFFSET 10 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT LeftLeg\n{\nOFFSET 0 -40 0\n"
    "CHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 -40 0\n}\n}\n}\nJOINT Head Top\n{\nOFFSET 0 50 0\n"
    "CHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 20 0\n}\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.01\n"
    "0 90 0 1 2 3 4 5 6 7 8 9 10 11 12\n0 91 0 1 2 3 4 5 6 7 8 9 10 11 50\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static KipClip *clip;
    KipMapping *mapping = NULL;
    KipMotion *motion = NULL;
    KipError error;
    if (!clip)
        need(kip_bvh_parse(bones, sizeof bones - 1, "bones.bvh", &clip, &error), &error);
    must_tell(kip_mapping_parse((const char *)data, size, "fuzz.map", clip, fuzz_model(), &mapping, &error),
              mapping, &error);
    if (mapping)
        must_tell(kip_retarget(clip, fuzz_model(), mapping, &motion, NULL, &error), motion, &error);
    kip_motion_destroy(motion);
    kip_mapping_destroy(mapping);
    return 0;
}

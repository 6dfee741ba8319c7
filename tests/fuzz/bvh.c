/* The reader of BVH, and what is done with motions. */
#include "clip_uses.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    KipClip *clip = NULL;
    KipError error;
    must_tell(kip_bvh_parse((const char *)data, size, "fuzz.bvh", &clip, &error), clip, &error);
    if (clip)
        use_clip(clip);
    kip_clip_destroy(clip);
    return 0;
}

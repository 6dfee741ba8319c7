/* The reader of ASF, a skeleton. */
#include "clip_uses.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    KipClip *clip = NULL;
    KipError error;
    must_tell(kip_asf_parse((const char *)data, size, "fuzz.asf", &clip, &error), clip, &error);
    if (clip)
        use_clip(clip);
    kip_clip_destroy(clip);
    return 0;
}

/* The reader of poses: what is read is written, read and written as the same bytes. */
#include "fuzz.h"
#include "io/formats/pose_file.h"

static KipStatus write_again(const char *text, size_t size, Text *written, KipError *error)
{
    KipPoseSet *set = kip_pose_set_create(NULL);
    open_text(written);
    KipStatus status = kip_pose_file_parse(set, text, size, "fuzz.pose", error);
    must(status == KIP_OK || error->message[0], "a failure without its sentence");
    kip_pose_file_write(written->stream, set);
    close_text(written);
    must(status == KIP_OK || written->size == 0, "a failure left poses");
    kip_pose_set_destroy(set);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Text once = {0}, twice = {0};
    KipError error;
    if (write_again((const char *)data, size, &once, &error) != KIP_OK) {
        free(once.at);
        return 0;
    }
    need(write_again(once.at, once.size, &twice, &error), &error);
    must_be_same(once, twice);
    return 0;
}

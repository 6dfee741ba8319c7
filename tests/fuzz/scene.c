/* Scenes: a script with all words of the toolkit builds a world and runs it, as far as a budget of questions whether to
 * stop goes: one before each step, and one now and then within the script. */
#include "io/scene/scene.h"

#include "fuzz.h"

enum { ASKED = 60 };

static bool stop(void *user)
{
    return ++*(int *)user > ASKED;
}

static KipStatus take_record(void *user, const char *name, KipError *error)
{
    (void)user, (void)error;
    must(name[0] && name[0] != '/' && !strstr(name, "../"), "a name leads out of its folder");
    return KIP_OK;
}

static KipStatus take_plot(void *user, const char *name, const KipChart *chart, KipError *error)
{
    Text text = {0};
    take_record(user, name, error);
    open_text(&text);
    KipStatus status = kip_chart_write(text.stream, chart, error);
    close_text(&text);
    free(text.at);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int asked = 0;
    char path[64];
    KipScene *scene = NULL;
    KipSceneDef def = kip_scene_def();
    KipError error;
    def.host = (KipSceneHost){.user = &asked, .stop = stop, .record = take_record, .plot = take_plot};
    write_bytes(path, data, size);
    KipStatus status = kip_scene_load(path, &def, &scene, &error);
    remove(path);
    must_tell(status, scene, &error);
    if (scene) {
        status = kip_scene_run(scene, &error);
        must(status == KIP_OK || error.message[0], "a failure without its sentence");
        for (int i = 0; i < kip_scene_nnumber(scene); i++)
            must(kip_scene_number(scene, i).file != NULL, "a number without its file");
    }
    kip_scene_destroy(scene);
    return 0;
}

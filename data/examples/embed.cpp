/* kip from C++: runs a scene, and prints what it prints.
 *
 *     c++ embed.cpp $(pkg-config --cflags --libs kip) -o embed && ./embed $(pkg-config --variable=pkgdatadir kip)/scenes/hello.py
 */
#include <kip.h>

#include <cstdio>
#include <memory>

static void print(void *, const char *text, std::size_t size)
{
    std::fwrite(text, 1, size, stdout);
}

static KipStatus run(const char *path, KipError *error)
{
    KipSceneDef def = kip_scene_def();
    def.host.print = print;
    def.data.plugins = true; // the scene is trusted: skills in C may be loaded
    KipScene *loaded;
    KipStatus status = kip_scene_load(path, &def, &loaded, error);
    const std::unique_ptr<KipScene, void (*)(KipScene *)> scene(loaded, kip_scene_destroy);
    return status == KIP_OK ? kip_scene_run(scene.get(), error) : status;
}

int main(int argc, char **argv)
{
    KipError error;
    if (run(argc > 1 ? argv[1] : "data/scenes/hello.py", &error) == KIP_OK)
        return 0;
    std::fprintf(stderr, "%s:%d: %s\n", error.file, error.line, error.message);
    return 1;
}

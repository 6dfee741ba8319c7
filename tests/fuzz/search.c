/* The file of a search for numbers of a scene: what is taken goes on searching. */
#include "io/study/tuner.h"

#include "fuzz.h"

static const char scene[] = "x = 0.5  # tune -3..3\ny = 2  # tune -5..5\nmeasure('cost', x * x + y * y)\n";

static void step(KipTuner *tuner)
{
    KipError error;
    need(kip_tuner_generation(tuner, &error), &error);
}

/* The file's bytes, the caller's. */
static unsigned char *read_back(const char *path, size_t *size)
{
    FILE *stream = fopen(path, "rb");
    must(stream != NULL && fseek(stream, 0, SEEK_END) == 0, "the search was not saved");
    *size = (size_t)ftell(stream);
    rewind(stream);
    unsigned char *bytes = malloc(*size);
    must(fread(bytes, 1, *size, stream) == *size, "the search was not saved");
    fclose(stream);
    return bytes;
}

/* The scene stays in /tmp while the process lives, as the search reads it again and again. */
static char scene_path[64];

static void remove_scene(void)
{
    remove(scene_path);
}

static void write_file(const char *path, const unsigned char *bytes, size_t n)
{
    FILE *stream = fopen(path, "wb");
    must(stream && fwrite(bytes, 1, n, stream) == n && fclose(stream) == 0, "the disk is full");
}

static KipTuner *make(void)
{
    KipTuner *tuner;
    KipError error;
    write_bytes(scene_path, (const uint8_t *)scene, sizeof scene - 1);
    atexit(remove_scene);
    KipTuneDef def = kip_tune_def(scene_path);
    def.threads = 1, def.starts = 1;
    need(kip_tuner_create(&def, &tuner, &error), &error);
    step(tuner);
    return tuner;
}

/* What is told of a search that was loaded, and a generation more. */
static void go_on(KipTuner *tuner)
{
    KipTuneProgress progress = kip_tuner_progress(tuner);
    must(progress.evaluations >= 0 && progress.alike + progress.flat < 3, "a search without progress");
    KipParams *best = calloc(1, sizeof *best);
    kip_tuner_best(tuner, best);
    free(best);
    if (kip_tuner_stop(tuner) == KIP_CMAES_GOES_ON)
        step(tuner);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static KipTuner *tuner;
    static unsigned char *good;
    static size_t n;
    char path[80];
    KipError error;
    if (!tuner)
        tuner = make();
    snprintf(path, sizeof path, "%s.search", scene_path);
    if (!good) {
        need(kip_tuner_save(tuner, path, &error), &error);
        good = read_back(path, &n);
    }
    unsigned char *bytes = malloc(n);
    memcpy(bytes, good, n);
    change_bytes(bytes, n, data, size);
    write_file(path, bytes, n);
    KipStatus status = kip_tuner_load(tuner, path, &error);
    must(status == KIP_OK || error.message[0], "a failure without its sentence");
    if (status == KIP_OK) {
        go_on(tuner);
        write_file(path, good, n);
        need(kip_tuner_load(tuner, path, &error), &error);
    }
    remove(path);
    free(bytes);
    return 0;
}

/* Gives a target each file named: `replay FILE...`. */
#include "fuzz.h"

static void replay(const char *path)
{
    FILE *stream = fopen(path, "rb");
    must(stream != NULL && fseek(stream, 0, SEEK_END) == 0, path);
    long size = ftell(stream);
    rewind(stream);
    uint8_t *data = malloc(size > 0 ? (size_t)size
                                    : 1); /* to the byte, so that a sanitizer sees what is read behind it */
    must(data && fread(data, 1, (size_t)size, stream) == (size_t)size, path);
    fclose(stream);
    LLVMFuzzerTestOneInput(data, (size_t)size);
    free(data);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        fprintf(stderr, "%s\n", argv[i]); /* the last one is that which failed */
        replay(argv[i]);
    }
    return 0;
}

/* A tool of the build: `embed NAME FILE` prints C source that holds the file's bytes as `const char NAME[]`,
 * with a 0 after the last one, and their number as `const size_t NAME_size`. */
#include <stdio.h>
#include <stdlib.h>

enum { BYTES_A_LINE = 20 };

/* Octal character constants, which do not depend on whether char is signed. */
static size_t print_bytes(FILE *file)
{
    size_t n = 0;
    for (int byte; (byte = getc(file)) != EOF; n++)
        printf("%s'\\%03o',", n % BYTES_A_LINE ? "" : "\n    ", (unsigned)byte);
    return n;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fputs("usage: embed NAME FILE > FILE.c\n", stderr);
        return EXIT_FAILURE;
    }
    FILE *file = fopen(argv[2], "rb");
    if (!file) {
        perror(argv[2]);
        return EXIT_FAILURE;
    }
    const char *name = argv[1];
    printf("#include <stddef.h>\n\nextern const char %s[];\nextern const size_t %s_size;\n\n", name, name);
    printf("const char %s[] = {", name);
    size_t n = print_bytes(file);
    printf("\n    0,\n};\nconst size_t %s_size = %zu;\n", name, n);

    int failed = ferror(file);
    fclose(file);
    return failed || fflush(stdout) != 0 || ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}

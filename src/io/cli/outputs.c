/* See outputs.h. */
#include "outputs.h"

#include <string.h>
#include <sys/stat.h>

bool kip_same_file(const char *a, const char *b)
{
    struct stat of_a, of_b;
    return strcmp(a, "-") != 0 && strcmp(b, "-") != 0 && stat(a, &of_a) == 0 && stat(b, &of_b) == 0 &&
           of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
}

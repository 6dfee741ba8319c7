/* The reader of numbers: what is read is written and comes back as the same bits. */
#include "io/text/number.h"

#include "fuzz.h"

static void must_come_back(const char *text, double value)
{
    double again;
    must(kip_number_parse(text, strlen(text), &again), "a number that was written cannot be read");
    must(memcmp(&value, &again, sizeof value) == 0, "a number comes back as another");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    double value = 7;
    char text[KIP_NUMBER_SIZE];
    if (kip_number_parse((const char *)data, size, &value)) {
        must_come_back(kip_number_format(text, value), value);
        must_come_back(kip_number_format_short(text, value), value);
    } else {
        must(value == 7, "a failure changed the number");
    }
    return 0;
}

/* What follows from a list of fields: size, bytes, and loads that are whole or change nothing. */
#include <check.h>
#include <string.h>

#include "../src/dynamics/fields.h"
#include "counting_heap.h"

Suite *suite_fields(void);

typedef struct Bell {
    bool rings;
    int strokes, derived; /* derived: twice the strokes */
    bool cracked;         /* nothing can be derived */
} Bell;

typedef struct Clock {
    uint64_t tag;
    int nhand, derived; /* derived: what the bell's was, and 1 */
    double hand[3];
    Bell *bell;
} Clock;

static void list_bell(void *thing, KipPass *pass)
{
    Bell *bell = thing;
    KIP_PASS(pass, KIP_FIELD(bell->rings), KIP_FIELD(bell->strokes));
}

static bool bell_is_sound(const void *thing)
{
    const Bell *bell = thing;
    return kip_is_bool(&bell->rings) && bell->strokes >= 0;
}

static KipStatus derive_bell(void *thing, KipError *error)
{
    Bell *bell = thing;
    if (bell->cracked && bell->strokes > 3)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "cracked");
    bell->derived = 2 * bell->strokes;
    return KIP_OK;
}

static const KipFields bell_fields = {"bell", NULL, list_bell, bell_is_sound, derive_bell};

static void list_clock(void *thing, KipPass *pass)
{
    Clock *clock = thing;
    kip_pass_tag(pass, clock->tag);
    kip_pass_part(pass, &bell_fields, clock->bell);
    KIP_PASS(pass, KIP_ARRAY(clock->hand, clock->nhand));
}

static KipStatus derive_clock(void *thing, KipError *error)
{
    Clock *clock = thing;
    (void)error;
    clock->derived = clock->bell->derived + 1;
    return KIP_OK;
}

static const KipFields clock_fields = {"clock", "it has another face", list_clock, NULL, derive_clock};

enum {
    SIZE = sizeof(uint64_t) + sizeof(bool) + sizeof(int) + 2 * sizeof(double),
    AT_BELL = sizeof(uint64_t)
};

static Clock clock_with(Bell *bell)
{
    return (Clock){.tag = 7, .nhand = 2, .hand = {1, 2, 3}, .bell = bell};
}

START_TEST(a_list_gives_size_and_bytes)
{
    Bell bell = {true, 5, 0, false}, other = {false, 1, 0, false};
    Clock from = clock_with(&bell), to = clock_with(&other);
    unsigned char bytes[SIZE];
    from.hand[1] = 4, from.hand[2] = 5;
    ck_assert_uint_eq(kip_fields_size(&clock_fields, &from), SIZE);
    kip_fields_save(&clock_fields, &from, bytes);
    ck_assert_int_eq(kip_fields_load(&clock_fields, &to, NULL, bytes, SIZE, NULL), KIP_OK);
    ck_assert(to.hand[1] == 4 && to.hand[2] == 3); /* the third is not listed */
    ck_assert(other.rings && other.strokes == 5 && other.derived == 10 && to.derived == 11);
}
END_TEST

/* Bytes with one byte changed, of one size, refused with this status and sentence: nothing has changed. */
static void refuse(Clock *clock, size_t at, unsigned char value, size_t size, KipStatus status,
                   const char *says)
{
    const Clock was = *clock;
    const Bell bell = *clock->bell;
    KipError error;
    unsigned char bytes[SIZE], before[SIZE], after[SIZE];
    kip_fields_save(&clock_fields, clock, bytes);
    memcpy(before, bytes, SIZE);
    bytes[SIZE - 1] ^= 1; /* a hand moves, too */
    bytes[at] = value;
    ck_assert_int_eq(kip_fields_load(&clock_fields, clock, NULL, bytes, size, &error), status);
    ck_assert_msg(strstr(error.message, says) != NULL, "%s", error.message);
    kip_fields_save(&clock_fields, clock, after);
    ck_assert_mem_eq(before, after, SIZE);
    ck_assert(clock->derived == was.derived && clock->bell->derived == bell.derived);
}

START_TEST(refused_bytes_change_nothing)
{
    Bell bell = {true, 2, 4, true};
    Clock clock = clock_with(&bell);
    clock.derived = 5;
    refuse(&clock, 0, 8, SIZE, KIP_BAD_USE, "it has another face");
    refuse(&clock, 0, 7, SIZE - 1, KIP_BAD_USE, "clock");
    refuse(&clock, AT_BELL, 2, SIZE, KIP_BAD_INPUT, "the bell is damaged");
    refuse(&clock, AT_BELL + sizeof(bool) + 3, 0x80, SIZE, KIP_BAD_INPUT, "the bell is damaged");
    refuse(&clock, AT_BELL + sizeof(bool), 100, SIZE, KIP_NO_MEMORY, "cracked");
}
END_TEST

START_TEST(no_memory_for_what_was)
{
    Bell bell = {true, 2, 4, false};
    Clock clock = clock_with(&bell);
    unsigned char bytes[SIZE];
    KipError error;
    Heap heap = {.fail_at = 1};
    const KipAllocator allocator = {counting_resize, &heap};
    kip_fields_save(&clock_fields, &clock, bytes);
    bell.strokes = 3;
    ck_assert_int_eq(kip_fields_load(&clock_fields, &clock, &allocator, bytes, SIZE, &error), KIP_NO_MEMORY);
    ck_assert_int_eq(bell.strokes, 3);
    ck_assert_int_eq(kip_fields_load(&clock_fields, &clock, &allocator, bytes, SIZE, &error), KIP_OK);
    ck_assert(bell.strokes == 2 && heap.held == 0);
}
END_TEST

Suite *suite_fields(void)
{
    Suite *suite = suite_create("fields");
    TCase *tcase = tcase_create("fields");
    tcase_add_test(tcase, a_list_gives_size_and_bytes);
    tcase_add_test(tcase, refused_bytes_change_nothing);
    tcase_add_test(tcase, no_memory_for_what_was);
    suite_add_tcase(suite, tcase);
    return suite;
}

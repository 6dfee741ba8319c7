/* What the files about values share: a text that grows, numbers as text, arithmetic, calls. Internal to
 * src/io/script. */
#ifndef KIP_IO_SCRIPT_OBJECTS_H
#define KIP_IO_SCRIPT_OBJECTS_H

#include "../text/utf8.h"
#include "machine_parts.h"

/* How deep containers within each other are compared, hashed and printed. */
enum { KIP_MOST_NESTING = 100 };

/* -- text that grows (text.c) ---------------------------------------------------------------------------- */

/* The bytes move to a block of the heap when `small` is full. After a failure nothing is added. */
typedef struct KipText {
    KipMachine *machine;
    char *at;
    size_t size, capacity;
    uint32_t block; /* 0: small */
    bool failed;
    char small[256];
} KipText;

void kip_text_begin(KipText *text, KipMachine *machine);
void kip_text_put(KipText *text, const char *bytes, size_t size);
void kip_text_puts(KipText *text, const char *bytes);
void kip_text_fill(KipText *text, const char *bytes, size_t size, size_t times);
/* Makes a string of it and gives the block back; false when something failed. */
bool kip_text_end(KipText *text, KipValue *string);
void kip_text_drop(KipText *text);

bool kip_is_space(char c); /* of ASCII, as Python's split and strip take them */
/* Byte of the character `index` (up to length, which is the size). */
size_t kip_string_byte(const KipString *string, size_t index);
/* Where needle[0, n) begins in text[from, size); size + 1: nowhere. */
size_t kip_find_bytes(const char *text, size_t size, size_t from, const char *needle, size_t n);

/* -- numbers as text (number_text.c) --------------------------------------------------------------------- */

enum { KIP_REPR_SIZE = 32, KIP_MOST_PRECISION = 400, KIP_DIGITS_SIZE = 1200 };

size_t kip_integer_text(int64_t integer, char text[KIP_REPR_SIZE]);
/* The n digits (1 to KIP_DIGITS_SIZE - 16) of finite |x|, correctly rounded; returns the exponent of the
 * first. */
int kip_digits(double x, int n, char digits[KIP_DIGITS_SIZE]);
/* The fewest digits of finite |x| that come back as it, *n of them; returns the exponent of the first. */
int kip_shortest_digits(double x, char digits[KIP_DIGITS_SIZE], int *n);
/* x rounded to n decimals, n < 0: to tens, hundreds ..., exactly, halves to even. */
double kip_round_decimals(double x, int64_t n);

/* -- format.c ------------------------------------------------------------------------------------------- */

/* Python's repr: the fewest digits that come back as x. Returns the length. */
size_t kip_float_repr(double x, char text[KIP_REPR_SIZE]);

/* -- arithmetic (arithmetic.c) --------------------------------------------------------------------------- */

/* Whether it is a bool, int or float. */
bool kip_is_number(KipValue value);
bool kip_is_integer(KipValue value); /* bool or int */
double kip_double_of(KipValue number);
/* What a float holds if it is whole and fits in 64 bits. */
bool kip_double_whole(double x, int64_t *integer);
/* C's fmod; NAN where it has no value. */
double kip_remainder(double x, double y);
/* Both numbers, op up to KIP_BINARY_RIGHT. */
bool kip_number_binary(KipMachine *machine, KipBinary op, KipValue a, KipValue b, KipValue *result);
/* -1, 0, 1, or 2 where one is NaN. */
int kip_number_order(KipValue a, KipValue b);
/* kip_order with the comparison's own symbol in its sentence. */
bool kip_order_for(KipMachine *machine, KipValue a, KipValue b, const char *symbol, int *order);

/* -- operations on vectors and containers ---------------------------------------------------------------- */

/* *known is false where the operands have no such operation; that is no failure. */
bool kip_vector_binary(KipMachine *machine, KipBinary op, KipValue a, KipValue b, KipValue *result,
                       bool *known);
bool kip_range_make(KipMachine *machine, int64_t start, int64_t stop, int64_t step, KipValue *range);
/* Counts the work of a native as so many instructions. Fails where the call has none left. */
bool kip_charge(KipMachine *machine, uint64_t instructions);
/* Searches are charged by the size of what they go through. */
enum { BYTES_OF_AN_INSTRUCTION = 16, ITEMS_OF_AN_INSTRUCTION = 4 };
/* kip_iterator_next for natives: each item is charged. */
int kip_take_next(KipMachine *machine, KipValue iterator, KipValue *value);
/* Iterators that give (start, first), (start + 1, second) ..., and tuples of the firsts, the seconds ... */
bool kip_enumerate_make(KipMachine *machine, KipValue over, int64_t start, KipValue *iterator);
bool kip_zip_make(KipMachine *machine, const KipValue *over, int n, KipValue *iterator);
int64_t kip_range_item(const KipRange *range, uint64_t index);
/* Adds the items of anything iterable to a list. */
bool kip_list_extend(KipMachine *machine, KipValue list, KipValue from);
void kip_list_reverse(KipMachine *machine, KipValue list);
/* Puts the items of a dict, or of pairs, into one. */
bool kip_dict_update(KipMachine *machine, KipValue dict, KipValue from);
/* Stable, by the values of key(item) unless it is None. */
bool kip_sort_list(KipMachine *machine, KipValue list, KipValue key, bool reverse);
/* How many characters or items a value has; false where it has no length. */
bool kip_length(KipMachine *machine, KipValue value, size_t *n);
/* A negative index counts from the end; false, with a sentence, when it is out of range. */
bool kip_index_within(KipMachine *machine, int64_t *index, size_t count, const char *what);
bool kip_is_key(KipMachine *machine, KipValue key); /* false with a sentence */

/* -- tables of natives ----------------------------------------------------------------------------------- */

extern const KipNativeTable kip_functions, kip_makers, kip_string_methods, kip_list_methods,
    kip_tuple_methods, kip_dict_methods, kip_vector_methods, kip_math, kip_random;

/* Methods of str (string_case.c, string_parts.c) and their variants. */
enum { KIP_UPPER, KIP_LOWER, KIP_TITLE, KIP_CAPITALIZE };
bool kip_string_change_case(KipCall *call);
enum { KIP_DIGITS, KIP_LETTERS, KIP_SPACES };
bool kip_string_has_only(KipCall *call);
bool kip_string_has_case(KipCall *call); /* KIP_UPPER, KIP_LOWER */
bool kip_string_format(KipCall *call);
bool kip_string_join(KipCall *call);
enum { KIP_FROM_START, KIP_FROM_END };
bool kip_string_split(KipCall *call);
bool kip_string_splitlines(KipCall *call);

/* Puts the natives of a table into a dict, by name. */
bool kip_natives_fill(KipMachine *machine, uint32_t dict, const KipNativeTable *table);

#endif

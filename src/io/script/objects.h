/* Shared by the files about values: a growing text, numbers as text, arithmetic, calls. Internal to src/io/script. */
#ifndef KIP_IO_SCRIPT_OBJECTS_H
#define KIP_IO_SCRIPT_OBJECTS_H

#include "../text/utf8.h"
#include "machine_parts.h"

/* Greatest nesting of containers that is compared, hashed and printed. */
enum { KIP_MOST_NESTING = 100 };

/* -- text that grows (text.c) ---------------------------------------------------------------------------- */

/* A text that moves to a block of the heap when `small` is full. After a failure nothing is added. */
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
/* Makes a string of the text and frees the block; false after a failure. */
bool kip_text_end(KipText *text, KipValue *string);
void kip_text_drop(KipText *text);

bool kip_is_space(char c); /* ASCII white space, as in Python's split and strip */
/* The byte offset of character `index`; of the length, the size. */
size_t kip_string_byte(const KipString *string, size_t index);
/* The offset of needle[0, n) in text[from, size); size + 1 where it is not found. */
size_t kip_find_bytes(const char *text, size_t size, size_t from, const char *needle, size_t n);

/* -- numbers as text (number_text.c) --------------------------------------------------------------------- */

enum { KIP_REPR_SIZE = 32, KIP_MOST_PRECISION = 400, KIP_DIGITS_SIZE = 1200 };

size_t kip_integer_text(int64_t integer, char text[KIP_REPR_SIZE]);
/* Writes n digits (1 to KIP_DIGITS_SIZE - 16) of finite |x|, correctly rounded; returns the exponent of the first. */
int kip_digits(double x, int n, char digits[KIP_DIGITS_SIZE]);
/* Writes the fewest digits of finite |x| that are read back as it, *n of them; returns the exponent of the first. */
int kip_shortest_digits(double x, char digits[KIP_DIGITS_SIZE], int *n);
/* x rounded exactly to n decimals, for n < 0 to tens, hundreds and so on; half to even. */
double kip_round_decimals(double x, int64_t n);

/* -- format.c ------------------------------------------------------------------------------------------- */

/* Python's repr: the fewest digits that are read back as x. Returns the length. */
size_t kip_float_repr(double x, char text[KIP_REPR_SIZE]);

/* -- arithmetic (arithmetic.c) --------------------------------------------------------------------------- */

/* Whether it is a bool, int or float. */
/* bool or int */
static inline bool kip_is_integer(KipValue value)
{
    return value.type == KIP_INT || value.type == KIP_BOOL;
}

static inline bool kip_is_number(KipValue value)
{
    return kip_is_integer(value) || value.type == KIP_FLOAT;
}

static inline double kip_double_of(KipValue number)
{
    return number.type == KIP_FLOAT ? number.number : (double)number.integer;
}

/* Converts an integral float that fits in 64 bits; else false. */
bool kip_double_whole(double x, int64_t *integer);
/* C's fmod; NAN where it is undefined. */
double kip_remainder(double x, double y);
/* For two numbers and op up to KIP_BINARY_RIGHT. */
bool kip_number_binary(KipMachine *machine, KipBinary op, KipValue a, KipValue b, KipValue *result);
/* -1, 0, 1, or 2 where one is NaN. */
int kip_number_order(KipValue a, KipValue b);
/* kip_order with the operator's symbol in its error message. */
bool kip_order_for(KipMachine *machine, KipValue a, KipValue b, const char *symbol, int *order);

/* -- operations on vectors and containers ---------------------------------------------------------------- */

/* *known is false, without a failure, where the operands have no such operation. */
bool kip_vector_binary(KipMachine *machine, KipBinary op, KipValue a, KipValue b, KipValue *result,
                       bool *known);
bool kip_range_make(KipMachine *machine, int64_t start, int64_t stop, int64_t step, KipValue *range);
/* Charges a native's work as so many instructions. Fails where the call has none left. */
bool kip_charge(KipMachine *machine, uint64_t instructions);
/* Amounts of data that are charged as one instruction. */
enum { BYTES_OF_AN_INSTRUCTION = 16, ITEMS_OF_AN_INSTRUCTION = 4 };
/* kip_iterator_next for natives, which charges each item. */
int kip_take_next(KipMachine *machine, KipValue iterator, KipValue *value);
/* Iterators over (start, first), (start + 1, second) and so on, and over tuples of the firsts, the seconds and so on. */
bool kip_enumerate_make(KipMachine *machine, KipValue over, int64_t start, KipValue *iterator);
bool kip_zip_make(KipMachine *machine, const KipValue *over, int n, KipValue *iterator);
int64_t kip_range_item(const KipRange *range, uint64_t index);
/* Adds the items of anything iterable to a list. */
bool kip_list_extend(KipMachine *machine, KipValue list, KipValue from);
void kip_list_reverse(KipMachine *machine, KipValue list);
/* Adds the items of a dict, or of an iterable of pairs. */
bool kip_dict_update(KipMachine *machine, KipValue dict, KipValue from);
/* Sorts stably, by key(item) unless `key` is None. */
bool kip_sort_list(KipMachine *machine, KipValue list, KipValue key, bool reverse);
/* The length of a value in characters or items; false where it has none. */
bool kip_length(KipMachine *machine, KipValue value, size_t *n);
/* Resolves a negative index, which counts from the end; fails where it is out of range. */
bool kip_index_within(KipMachine *machine, int64_t *index, size_t count, const char *what);
bool kip_is_key(KipMachine *machine, KipValue key); /* fails where it is not hashable */

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

/* Adds the natives of a table to a dict, by name. */
bool kip_natives_fill(KipMachine *machine, uint32_t dict, const KipNativeTable *table);

#endif

/* A reader of JSON for tests: all of a text as a tree. It fails the test where it cannot read. */
#ifndef JSON_READER_H
#define JSON_READER_H

#include <stdbool.h>
#include <stddef.h>

/* As ck_assert, which takes a microsecond even where all is well. */
#define must(x) ((x) ? (void)0 : ck_abort_msg("%s:%d: not %s", __FILE__, __LINE__, #x))

/* A value of JSON. */
typedef struct Json {
    char kind;  /* { [ " 0 (a number) t f n */
    char *text; /* of a string, UTF-8 */
    double number;
    int n; /* members or items */
    char **key;
    struct Json *item;
} Json;

/* NULL where there is none. */
const Json *json_find(const Json *object, const char *key);
/* Must be there. */
const Json *json_get(const Json *object, const char *key);
/* An integer from 0 on; -1 where there is none. */
int json_index(const Json *object, const char *key);
int json_size(const Json *object, const char *key); /* of an array; 0 where there is none */
const Json *json_item(const Json *object, const char *key, int i);

/* All of the bytes are one value. */
void json_read(Json *value, const char *bytes, size_t size);
void json_free(Json *value); /* what it holds */

#endif

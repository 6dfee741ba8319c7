/* Writing JSON to a stream: two-space indentation, 17 digits, null for what is not finite.
 *
 *     KipJson json = {stdout};
 *     kip_json_open(&json, NULL, '{');
 *     kip_json_string(&json, "name", "arm");
 *     kip_json_numbers(&json, "axis", axis, 3);
 *     kip_json_open(&json, "bodies", '[');        // and so on; in an array keys are NULL
 *     kip_json_close(&json);
 *     kip_json_close(&json);
 */
#ifndef KIP_IO_TEXT_JSON_H
#define KIP_IO_TEXT_JSON_H

#include <stdio.h>

#include "../../dynamics/base.h"

/* Writes `text` as a JSON string with its quotes. '<' is escaped, so that it is safe inside <script>; bytes that are not
 * UTF-8 become U+FFFD. */
void kip_json_text(FILE *stream, const char *text);

enum { KIP_JSON_DEPTH = 16 };

typedef struct KipJson {
    FILE *stream;
    int depth;
    bool filled;                  /* the innermost bracket has an element */
    char bracket[KIP_JSON_DEPTH]; /* closing bracket of each level */
} KipJson;

void kip_json_open(KipJson *json, const char *key, char bracket); /* '{' or '[' */
void kip_json_close(KipJson *json);
void kip_json_string(KipJson *json, const char *key, const char *text); /* null where text is NULL */
void kip_json_number(KipJson *json, const char *key, double value);
void kip_json_integer(KipJson *json, const char *key, int64_t value);
void kip_json_bool(KipJson *json, const char *key, bool value);
void kip_json_numbers(KipJson *json, const char *key, const double *value, int n); /* on one line */

#endif

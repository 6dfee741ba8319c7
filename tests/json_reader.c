#include "json_reader.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \n\r\t");
}

static const char *read_string(const char *at, char **text)
{
    char *to = *text = malloc(strlen(at) + 1);
    must(*at++ == '"');
    for (; *at != '"'; at++) {
        must((unsigned char)*at >= 0x20);
        if (*at != '\\') {
            *to++ = *at;
        } else if (*++at == 'u') {
            char digits[5] = {at[1], at[2], at[3], at[4], 0};
            long code = strtol(digits, NULL, 16);
            must(code > 0 && code < 0x80);
            *to++ = (char)code;
            at += 4;
        } else {
            must(*at == '"' || *at == '\\');
            *to++ = *at;
        }
    }
    *to = '\0';
    return at + 1;
}

static const char *read_value(const char *at, Json *value);

/* After the opening bracket. */
static const char *read_members(const char *at, Json *value)
{
    char close = value->kind == '{' ? '}' : ']';
    for (; *(at = skip_blanks(at)) != close; value->n++) {
        size_t n = (size_t)value->n + 1;
        must(value->n == 0 || *at++ == ',');
        value->item = realloc(value->item, n * sizeof *value->item);
        if (value->kind == '{') {
            value->key = realloc(value->key, n * sizeof *value->key);
            at = skip_blanks(read_string(skip_blanks(at), &value->key[value->n]));
            must(*at++ == ':');
        }
        at = read_value(skip_blanks(at), &value->item[value->n]);
    }
    return at + 1;
}

static const char *read_value(const char *at, Json *value)
{
    *value = (Json){.kind = *at};
    if (*at == '{' || *at == '[')
        return read_members(at + 1, value);
    if (*at == '"')
        return read_string(at, &value->text);
    if (strncmp(at, "true", 4) == 0 || strncmp(at, "null", 4) == 0)
        return at + 4;
    if (strncmp(at, "false", 5) == 0)
        return at + 5;
    char *end;
    value->kind = '0';
    value->number = strtod(at, &end);
    must(end != at);
    return end;
}

void json_free(Json *value)
{
    for (int i = 0; i < value->n; i++) {
        json_free(&value->item[i]);
        if (value->key)
            free(value->key[i]);
    }
    free(value->item);
    free(value->key);
    free(value->text);
}

const Json *json_find(const Json *object, const char *key)
{
    must(object->kind == '{');
    for (int i = 0; i < object->n; i++)
        if (strcmp(object->key[i], key) == 0)
            return &object->item[i];
    return NULL;
}

const Json *json_get(const Json *object, const char *key)
{
    const Json *found = json_find(object, key);
    if (!found)
        ck_abort_msg("%s is missing", key);
    return found;
}

int json_index(const Json *object, const char *key)
{
    const Json *found = json_find(object, key);
    if (!found)
        return -1;
    must(found->kind == '0' && found->number >= 0 && found->number == floor(found->number));
    return (int)found->number;
}

int json_size(const Json *object, const char *key)
{
    const Json *found = json_find(object, key);
    must(!found || found->kind == '[');
    return found ? found->n : 0;
}

const Json *json_item(const Json *object, const char *key, int i)
{
    must(i >= 0 && i < json_size(object, key));
    return &json_get(object, key)->item[i];
}

void json_read(Json *value, const char *bytes, size_t size)
{
    char *text = malloc(size + 1);
    memcpy(text, bytes, size);
    text[size] = '\0';
    must(skip_blanks(read_value(text, value)) == text + size);
    free(text);
}

/* Reads and writes support vector machines (svm_file.h), word by word, since the order of the format determines what each
 * word must be. */
#include "svm_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../text/file.h"
#include "../text/number.h"
#include "../text/utf8.h"

typedef struct Reader {
    const char *at, *end;
    KipPlace place; /* of `at` */
    const char *word;
    int length; /* of the word; 0 at the end of the line or text */
    KipPlace word_place;
    KipError *error;
    const KipAllocator *allocator;
    double *number; /* of the features, then of the vectors */
    size_t count, room;
} Reader;

/* -- words ----------------------------------------------------------------------------------------------- */

static KipStatus bad(const Reader *r, const char *format, ...) KIP_PRINTF(2, 3);

static KipStatus bad(const Reader *r, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    kip_fail_list(r->error, KIP_BAD_INPUT, r->word_place, format, arguments);
    va_end(arguments);
    return KIP_BAD_INPUT;
}

/* Advances by a byte; columns do not count continuation bytes of UTF-8. */
static void pass(Reader *r)
{
    r->place.column += kip_utf8_starts(*r->at);
    if (*r->at++ == '\n')
        r->place.line++, r->place.column = 1;
}

static bool ends_line(const Reader *r)
{
    return r->at == r->end || *r->at == '\n';
}

/* Goes to the next word of this line; its length is 0 at the line's end and at a comment. */
static KipStatus next_word(Reader *r)
{
    while (!ends_line(r) && (*r->at == ' ' || *r->at == '\t' || *r->at == '\r'))
        pass(r);
    r->word = r->at, r->word_place = r->place;
    while (!ends_line(r) && !memchr(" \t\r#", *r->at, 4)) {
        if (*r->at < 0x21 || *r->at > 0x7e) {
            r->word_place = r->place;
            return bad(r, "a character that is no plain letter, digit or sign; only comments may have it");
        }
        pass(r);
    }
    r->length = (int)(r->at - r->word < 1000000 ? r->at - r->word : 1000000);
    return KIP_OK;
}

/* Goes to the first word of the next line that has one; its length is 0 at the end of the text. */
static KipStatus next_line(Reader *r)
{
    KipStatus status = KIP_OK;
    do {
        while (!ends_line(r))
            pass(r);
        if (r->at < r->end)
            pass(r);
        status = next_word(r);
    } while (status == KIP_OK && r->length == 0 && r->at < r->end);
    return status;
}

static bool is(const Reader *r, const char *word)
{
    return (size_t)r->length == strlen(word) && memcmp(r->word, word, (size_t)r->length) == 0;
}

/* Fails unless this line begins with `word`. */
static KipStatus want_line(const Reader *r, const char *word, const char *shape)
{
    if (is(r, word))
        return KIP_OK;
    if (r->length == 0)
        return bad(r, "the file ends where a line '%s' is wanted", shape);
    return bad(r, "'%.*s' stands where a line '%s' is wanted", r->length < 60 ? r->length : 60, r->word,
               shape);
}

static KipStatus take_number(Reader *r, const char *what, double *value)
{
    KipStatus status = next_word(r);
    if (status != KIP_OK)
        return status;
    if (r->length == 0)
        return bad(r, "the line ends where %s is wanted", what);
    if (!kip_number_parse(r->word, (size_t)r->length, value) || !(fabs(*value) < 1e100))
        return bad(r, "'%.*s' stands where %s, a number, is wanted", r->length < 60 ? r->length : 60, r->word,
                   what);
    return KIP_OK;
}

static KipStatus take_positive(Reader *r, const char *what, double *value)
{
    KipStatus status = take_number(r, what, value);
    if (status == KIP_OK && !(*value > 0))
        return bad(r, "%s is %g; it must be positive", what, *value);
    return status;
}

/* Fails unless the line ends here; goes to the next one. */
static KipStatus end_line(Reader *r)
{
    KipStatus status = next_word(r);
    if (status == KIP_OK && r->length)
        return bad(r, "'%.*s' is too much on this line", r->length < 60 ? r->length : 60, r->word);
    return status == KIP_OK ? next_line(r) : status;
}

static KipStatus keep(Reader *r, double value)
{
    if (r->count == r->room) {
        size_t room = r->room ? 2 * r->room : 64, size = sizeof *r->number;
        double *moved = kip_resize(r->allocator, r->number, r->room * size, room * size);
        if (!moved)
            return kip_fail(r->error, KIP_NO_MEMORY, r->word_place, "not enough memory for this line");
        r->number = moved, r->room = room;
    }
    r->number[r->count++] = value;
    return KIP_OK;
}

/* -- lines ----------------------------------------------------------------------------------------------- */

static KipStatus read_kernel(Reader *r, KipSvm *parts)
{
    KipStatus status = want_line(r, "kernel", "kernel rbf GAMMA");
    if (status == KIP_OK)
        status = next_word(r);
    if (status != KIP_OK)
        return status;
    if (!is(r, "linear") && !is(r, "rbf"))
        return bad(r, "write kernel linear, or kernel rbf GAMMA");
    parts->kernel = is(r, "rbf") ? KIP_SVM_RBF : KIP_SVM_LINEAR;
    if (parts->kernel == KIP_SVM_RBF)
        status = take_positive(r, "gamma", &parts->gamma);
    return status == KIP_OK ? end_line(r) : status;
}

static KipStatus read_C(Reader *r, KipSvm *parts)
{
    KipStatus status = want_line(r, "C", "C PLUS MINUS");
    if (status == KIP_OK)
        status = take_positive(r, "C of the examples of +1", &parts->C_plus);
    if (status == KIP_OK)
        status = take_positive(r, "C of the examples of -1", &parts->C_minus);
    return status == KIP_OK ? end_line(r) : status;
}

static KipStatus read_one(Reader *r, const char *name, const char *shape, double *value)
{
    KipStatus status = want_line(r, name, shape);
    if (status == KIP_OK)
        status = take_number(r, name, value);
    return status == KIP_OK ? end_line(r) : status;
}

/* Reads mean and scale of each feature. */
static KipStatus read_features(Reader *r, KipSvm *parts)
{
    KipStatus status = want_line(r, "feature", "feature MEAN SCALE");
    while (status == KIP_OK && is(r, "feature")) {
        double mean, scale;
        if (parts->dim == KIP_SVM_MOST_FEATURES)
            return bad(r, "more features than %d", KIP_SVM_MOST_FEATURES);
        parts->dim++;
        status = take_number(r, "the feature's mean", &mean);
        if (status == KIP_OK)
            status = keep(r, mean);
        if (status == KIP_OK)
            status = take_positive(r, "the feature's scale", &scale);
        if (status == KIP_OK)
            status = keep(r, scale);
        if (status == KIP_OK)
            status = end_line(r);
    }
    return status;
}

static KipStatus read_vector(Reader *r, const KipSvm *parts)
{
    double value = 0;
    KipStatus status = take_number(r, "the vector's coefficient", &value);
    if (status == KIP_OK && (value == 0 || value > parts->C_plus || -value > parts->C_minus))
        return bad(r, "the coefficient is %g; it must lie in [%g, %g] and not be 0", value, -parts->C_minus,
                   parts->C_plus);
    if (status == KIP_OK)
        status = keep(r, value);
    for (int k = 0; k < parts->dim && status == KIP_OK; k++) {
        status = take_number(r, "a standardised feature, one for each feature line", &value);
        if (status == KIP_OK)
            status = keep(r, value);
    }
    return status == KIP_OK ? end_line(r) : status;
}

/* Reads vectors up to `end` and past it; r->word_place is then that of `end`. */
static KipStatus read_vectors(Reader *r, KipSvm *parts)
{
    KipStatus status = want_line(r, "vector", "vector COEFFICIENT FEATURES");
    while (status == KIP_OK && is(r, "vector")) {
        status = read_vector(r, parts);
        parts->nvector++;
    }
    if (status == KIP_OK)
        status = want_line(r, "end", "end");
    KipPlace end = r->word_place;
    if (status == KIP_OK)
        status = end_line(r);
    if (status == KIP_OK && r->length)
        return bad(r, "'%.*s' stands after end", r->length < 60 ? r->length : 60, r->word);
    if (status == KIP_OK)
        r->word_place = end;
    return status;
}

static KipStatus read_head(Reader *r, KipSvm *parts)
{
    double version = 0;
    KipStatus status = next_word(r);
    if (status == KIP_OK && r->length == 0)
        status = next_line(r);
    if (status == KIP_OK)
        status = want_line(r, "svm", "svm 1");
    if (status == KIP_OK)
        status = take_number(r, "the format's version", &version);
    if (status == KIP_OK && version != 1)
        return bad(r, "this is version %g of the format; this program reads version 1", version);
    if (status == KIP_OK)
        status = end_line(r);
    if (status == KIP_OK)
        status = read_kernel(r, parts);
    if (status == KIP_OK)
        status = read_C(r, parts);
    if (status == KIP_OK)
        status = read_one(r, "margin", "margin M", &parts->margin);
    return status == KIP_OK ? read_one(r, "bias", "bias B", &parts->bias) : status;
}

/* -- the whole ------------------------------------------------------------------------------------------- */

/* Copies the numbers, with mean and scale alternating and coefficients before their vectors, to separate arrays. */
static void sort_out(const double *number, KipSvm *parts, double *to)
{
    size_t dim = (size_t)parts->dim, n = (size_t)parts->nvector;
    double *mean = to, *scale = to + dim, *coefficient = scale + dim, *vector = coefficient + n;
    for (size_t k = 0; k < dim; k++)
        mean[k] = number[2 * k], scale[k] = number[2 * k + 1];
    number += 2 * dim;
    for (size_t i = 0; i < n; i++) {
        coefficient[i] = number[i * (dim + 1)];
        memcpy(vector + i * dim, number + i * (dim + 1) + 1, dim * sizeof *number);
    }
    parts->mean = mean, parts->scale = scale;
    parts->coefficient = coefficient, parts->vector = vector;
}

static KipStatus make(const Reader *r, KipSvm *parts, KipSvm **svm)
{
    size_t size = r->count * sizeof *r->number;
    double *sorted = kip_resize(r->allocator, NULL, 0, size);
    if (!sorted)
        return kip_fail(r->error, KIP_NO_MEMORY, r->word_place, "not enough memory for '%s'", r->place.file);
    sort_out(r->number, parts, sorted);
    KipError why;
    KipStatus status = kip_svm_create(parts, r->allocator, svm, &why);
    if (status != KIP_OK)
        kip_fail(r->error, status, r->word_place, "%s", why.message);
    kip_resize(r->allocator, sorted, size, 0);
    return status;
}

KipStatus kip_svm_file_parse(const char *text, size_t size, const char *name, const KipAllocator *allocator,
                             KipSvm **svm, KipError *error)
{
    *svm = NULL;
    Reader r = {.at = text,
                .end = text + size,
                .place = {name, 1, 1},
                .error = error,
                .allocator = allocator};
    KipSvm parts = {0};
    KipStatus status = read_head(&r, &parts);
    if (status == KIP_OK)
        status = read_features(&r, &parts);
    if (status == KIP_OK)
        status = read_vectors(&r, &parts);
    if (status == KIP_OK)
        status = make(&r, &parts, svm);
    if (r.number)
        kip_resize(allocator, r.number, r.room * sizeof *r.number, 0);
    return status;
}

KipStatus kip_svm_file_read(const char *path, const KipAllocator *allocator, KipSvm **svm, KipError *error)
{
    *svm = NULL;
    char *text;
    size_t size;
    KipStatus status = kip_file_read(path, &text, &size, error);
    if (status != KIP_OK)
        return status;
    status = kip_svm_file_parse(text, size, path, allocator, svm, error);
    free(text);
    return status;
}

/* -- writing --------------------------------------------------------------------------------------------- */

static void print_number(FILE *stream, double value)
{
    char text[KIP_NUMBER_SIZE];
    fprintf(stream, " %s", kip_number_format(text, value));
}

static void print_line(FILE *stream, const char *name, double value)
{
    fputs(name, stream);
    print_number(stream, value);
    fputc('\n', stream);
}

void kip_svm_file_write(FILE *stream, const KipSvm *svm)
{
    fputs("svm 1\n", stream);
    if (svm->kernel == KIP_SVM_RBF)
        print_line(stream, "kernel rbf", svm->gamma);
    else
        fputs("kernel linear\n", stream);
    fputs("C", stream);
    print_number(stream, svm->C_plus);
    print_number(stream, svm->C_minus);
    fputc('\n', stream);
    print_line(stream, "margin", svm->margin);
    print_line(stream, "bias", svm->bias);
    for (int k = 0; k < svm->dim; k++) {
        fputs("feature", stream);
        print_number(stream, svm->mean[k]);
        print_number(stream, svm->scale[k]);
        fputc('\n', stream);
    }
    for (int i = 0; i < svm->nvector; i++) {
        fputs("vector", stream);
        print_number(stream, svm->coefficient[i]);
        for (int k = 0; k < svm->dim; k++)
            print_number(stream, svm->vector[(size_t)i * (size_t)svm->dim + (size_t)k]);
        fputc('\n', stream);
    }
    fputs("end\n", stream);
}

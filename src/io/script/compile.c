/* Compiles a text to a program: checks its characters, parses it (lex, parse), resolves names (scope), and generates code
 * (compile_*). */
#include "compile.h"

#include "parse.h"

#include <string.h>

enum { MOST_TEXT = 1 << 20 };

static void check_text(KipSource *source, size_t size)
{
    KipSpot first = {1, 1};
    size_t n = 0;
    if (size > MOST_TEXT)
        kip_source_fail(source, first, "a script has at most %d bytes, this one has %zu", MOST_TEXT, size);
    while (source->status == KIP_OK && n < size) {
        size_t length = kip_utf8_length(source->text + n, size - n);
        KipSpot spot = first;
        if (length && source->text[n]) {
            n += length;
            continue;
        }
        spot = kip_spot_after(first, source->text, n);
        kip_source_fail(source, spot,
                        length ? "a script is text: here is a zero byte"
                               : "this is no UTF-8: save the script in this encoding");
    }
}

static void finish(KipCompiler *c, KipProgram *program)
{
    KipSource *source = c->source;
    const KipScopes *scopes = c->scopes;
    bool *stored;
    program->nconstant = source->nconstant;
    program->ncode = c->ncode;
    program->nglobal = scopes->nglobal;
    program->nimport = c->nimport;
    program->nparameter = c->nparameter;
    program->constant =
        kip_source_keep_copy(source, source->constant, source->nconstant, sizeof *source->constant);
    program->code = kip_source_keep_copy(source, c->code, c->ncode, sizeof *c->code);
    program->global = kip_source_keep_copy(source, scopes->global, scopes->nglobal, sizeof *scopes->global);
    program->import = kip_source_keep_copy(source, c->import, c->nimport, sizeof *c->import);
    program->import_spot = kip_source_keep_copy(source, c->import_spot, c->nimport, sizeof *c->import_spot);
    program->parameter = kip_source_keep_copy(source, c->parameter, c->nparameter, sizeof *c->parameter);
    stored = kip_source_keep(source, (size_t)scopes->nglobal, sizeof *stored);
    for (int i = 0; stored && i < scopes->nglobal; i++)
        stored[i] = kip_scope_find(scopes, scopes->module, scopes->global[i])->bound;
    program->global_stored = stored;
}

static void compile(KipSource *source, KipProgram *program)
{
    KipCompiler c = {.source = source};
    KipNode *module = kip_parse(source);
    c.scopes = module ? kip_scopes(source, module) : NULL;
    if (!c.scopes)
        return;
    kip_find_parameters(&c, module);
    kip_compile_module(&c, module);
    if (source->status == KIP_OK)
        finish(&c, program);
}

static void read(KipSource *source, const char *text, size_t size, const char *file, KipProgram *program)
{
    char *copy = kip_arena_take(source->keep, size + 1, 1), *name = kip_arena_string(source->keep, file);
    if (!copy || !name) {
        kip_source_no_memory(source);
        return;
    }
    if (size)
        memcpy(copy, text, size);
    program->file = name;
    program->text = source->text = copy;
    program->size = source->size = size;
    program->hash = kip_hash(KIP_HASH_START, copy, size);
    program->arena = source->keep;
    check_text(source, size);
    if (source->status == KIP_OK)
        compile(source, program);
}

KipStatus kip_program_compile(const char *text, size_t size, const char *file, const KipAllocator *allocator,
                              KipProgram **program, KipError *error)
{
    KipSource source = {.file = file, .error = error};
    KipProgram *fresh;
    source.keep = kip_arena_create(allocator);
    source.scratch = kip_arena_create(allocator);
    fresh = source.keep && source.scratch ? kip_arena_take(source.keep, 1, sizeof *fresh) : NULL;
    if (fresh)
        read(&source, text, size, file, fresh);
    else
        kip_source_no_memory(&source);
    kip_arena_destroy(source.scratch);
    if (source.status == KIP_OK)
        *program = fresh;
    else
        kip_arena_destroy(source.keep);
    return source.status;
}

void kip_program_destroy(KipProgram *program)
{
    if (program)
        kip_arena_destroy(program->arena);
}

KipStatus kip_programs_compile(KipPrograms *programs, const char *text, size_t size, const char *file,
                               const KipProgram **program, KipError *error)
{
    KipProgram *fresh;
    for (const KipProgram *known = programs->first; known; known = known->next)
        if (known->size == size && strcmp(known->file, file) == 0 && memcmp(known->text, text, size) == 0) {
            *program = known;
            return KIP_OK;
        }
    KipStatus status = kip_program_compile(text, size, file, programs->allocator, &fresh, error);
    if (status != KIP_OK)
        return status;
    fresh->next = programs->first;
    *program = programs->first = fresh;
    return KIP_OK;
}

void kip_programs_free(KipPrograms *programs)
{
    while (programs->first) {
        KipProgram *program = programs->first;
        programs->first = program->next;
        kip_program_destroy(program);
    }
}

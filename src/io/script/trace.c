/* The place of a script's failure, and the calls that led there. */
#include "machine_parts.h"

#include <stdio.h>
#include <string.h>

#include "../text/utf8.h"

enum {
    MOST_CALLS = 12, /* shown: the first and the last ones */
    MOST_SOURCE = 100
};

static const KipSpot *spot_of(const KipMachine *machine, const KipFrame *frame)
{
    const KipCode *code = &machine->added[frame->program].program->code[frame->code];
    uint32_t i = frame->next ? frame->next - 1 : 0;
    while (i && KIP_WORD_OP(code->instruction[i]) == KIP_OP_EXTRA)
        i--;
    return &code->spot[i];
}

/* A line of the source without its indentation. */
static const char *line_of(const KipProgram *program, uint32_t line, int *size)
{
    const char *text = program->text, *end = text + program->size, *stop;
    while (line-- > 1) {
        const char *next = memchr(text, '\n', (size_t)(end - text));
        if (!next)
            break;
        text = next + 1;
    }
    while (text < end && (*text == ' ' || *text == '\t'))
        text++;
    for (stop = text; stop < end && *stop != '\n' && *stop != '\r' && stop - text < MOST_SOURCE;)
        stop++;
    while (stop > text && stop < end && !kip_utf8_starts(*stop))
        stop--;
    *size = (int)(stop - text);
    return text;
}

static size_t put_call(const KipMachine *machine, const KipFrame *frame, char *text, size_t left)
{
    const KipProgram *program = machine->added[frame->program].program;
    const KipSpot *spot = spot_of(machine, frame);
    int size, put;
    const char *line = line_of(program, spot->line, &size);
    put = snprintf(text, left, "  %s:%u:%u, in %s\n      %.*s\n", program->file, (unsigned)spot->line,
                   (unsigned)spot->column, program->code[frame->code].name, size, line);
    return put < 0 ? 0 : (size_t)put < left ? (size_t)put : left - 1;
}

static void put_traceback(KipMachine *machine)
{
    uint32_t first = machine->chain, calls = machine->state->nframe - first - 1;
    size_t put = 0, room = sizeof machine->traceback;
    for (uint32_t i = 0; i < calls; i++) {
        if (calls > MOST_CALLS && i == MOST_CALLS / 2) {
            i = calls - MOST_CALLS / 2;
            put += (size_t)snprintf(machine->traceback + put, room - put, "  ... %u more calls\n",
                                    (unsigned)(calls - MOST_CALLS));
            if (put >= room)
                put = room - 1;
        }
        put += put_call(machine, &machine->frame[first + i], machine->traceback + put, room - put);
    }
    /* last the place itself, whose line is shown below the message */
    const KipFrame *frame = &machine->frame[first + calls];
    const KipProgram *program = machine->added[frame->program].program;
    const KipCode *code = &program->code[frame->code];
    if (code->kind == KIP_CODE_FUNCTION)
        snprintf(machine->traceback + put, room - put, "  %s:%u:%u, in %s\n", program->file,
                 (unsigned)spot_of(machine, frame)->line, (unsigned)spot_of(machine, frame)->column,
                 code->name);
}

void kip_place_error(KipMachine *machine)
{
    if (machine->placed)
        return;
    machine->placed = true;
    machine->traceback[0] = 0;
    if (machine->state->nframe > machine->chain) {
        const KipFrame *frame = &machine->frame[machine->state->nframe - 1];
        const KipSpot *spot = spot_of(machine, frame);
        snprintf(machine->error.file, sizeof machine->error.file, "%s",
                 machine->added[frame->program].program->file);
        machine->error.line = (int)spot->line;
        machine->error.column = (int)spot->column;
        put_traceback(machine);
    }
}

void kip_place_at_function(KipMachine *machine, KipValue callee)
{
    if (machine->state->nframe > machine->chain || machine->placed)
        return;
    if (callee.type == KIP_BOUND)
        callee = ((const KipBound *)kip_at(machine, callee.index))->callee;
    if (callee.type != KIP_FUNCTION)
        return;
    const KipFunction *function = kip_at(machine, callee.index);
    const KipProgram *program = machine->added[function->program].program;
    const KipCode *code = &program->code[function->code];
    machine->placed = true;
    machine->traceback[0] = 0;
    snprintf(machine->error.file, sizeof machine->error.file, "%s", program->file);
    machine->error.line = code->n ? (int)code->spot[0].line : code->line;
    machine->error.column = code->n ? (int)code->spot[0].column : 1;
}

bool kip_script_fail(KipMachine *machine, const char *format, ...)
{
    va_list arguments;
    if (machine->failed)
        return false;
    machine->failed = true;
    machine->placed = false;
    va_start(arguments, format);
    kip_fail_list(&machine->error, KIP_BAD_INPUT, kip_nowhere(), format, arguments);
    va_end(arguments);
    return false;
}

bool kip_script_failed(const KipMachine *machine)
{
    return machine->failed;
}

const char *kip_machine_traceback(const KipMachine *machine)
{
    return machine->traceback;
}

/* Parameters: numbers of a script that kip run --param and searches may replace. */
#include "compile.h"

#include <string.h>

/* The name CLASS.NAME, or NAME. */
static int full_name(KipCompiler *c, const KipNode *class, int name)
{
    const char *text = kip_source_name(c->source, name),
               *around = class ? kip_source_name(c->source, class->name) : "";
    size_t n = strlen(text), m = strlen(around);
    char *full = class ? kip_source_take(c->source, n + m + 1, 1) : NULL;
    if (!full)
        return name;
    memcpy(full, around, m);
    full[m] = '.';
    memcpy(full + m + 1, text, n);
    return kip_source_string(c->source, full, m + 1 + n);
}

/* Whether the node is a statement NAME = NUMBER. */
static bool is_candidate(const KipNode *node)
{
    return node->kind == KIP_NODE_ASSIGN && node->n == 2 && node->first->kind == KIP_NODE_NAME &&
           !node->first->bracketed && node->last->kind == KIP_NODE_NUMBER && !node->last->bracketed;
}

typedef struct Candidate {
    KipNode *node; /* ASSIGN */
    int name;      /* constant */
} Candidate;

typedef struct Candidates {
    Candidate *item;
    int n, capacity;
} Candidates;

static void collect(KipCompiler *c, KipNode *block, const KipNode *class, Candidates *candidates)
{
    for (KipNode *node = block->first; node && !kip_compiler_failed(c); node = node->next) {
        if (is_candidate(node)) {
            Candidate *item = kip_source_grow(c->source, candidates->item, candidates->n,
                                              &candidates->capacity, sizeof *item);
            Candidate candidate = {node, full_name(c, class, node->first->name)};
            if (!item)
                return;
            candidates->item = item;
            item[candidates->n++] = candidate;
        } else if (node->kind == KIP_NODE_CLASS && !class) {
            collect(c, node->last, node, candidates);
        }
    }
}

static void add(KipCompiler *c, const Candidate *candidate)
{
    KipNode *number = candidate->node->last;
    const KipTune *tune = candidate->node->tune;
    KipParameter *parameter = kip_source_grow(c->source, c->parameter, c->nparameter, &c->parameter_capacity,
                                              sizeof *parameter),
                 *fresh;
    if (!parameter)
        return;
    c->parameter = parameter;
    fresh = &parameter[c->nparameter++];
    number->op = c->nparameter;
    fresh->name = kip_source_name(c->source, candidate->name);
    fresh->value = c->source->constant[number->name];
    fresh->spot = number->spot;
    fresh->start = number->start;
    fresh->size = number->size;
    fresh->tuned = tune != NULL;
    fresh->lo = tune ? tune->lo : 0;
    fresh->hi = tune ? tune->hi : 0;
}

/* Finds the candidates whose names are assigned a number once. */
void kip_find_parameters(KipCompiler *c, KipNode *module)
{
    Candidates candidates = {NULL, 0, 0};
    int *count;
    collect(c, module, NULL, &candidates);
    count = kip_source_take(c->source, (size_t)c->source->nconstant, sizeof *count);
    for (int i = 0; count && i < candidates.n; i++)
        count[candidates.item[i].name]++;
    for (int i = 0; count && i < candidates.n && !kip_compiler_failed(c); i++)
        if (count[candidates.item[i].name] == 1)
            add(c, &candidates.item[i]);
}

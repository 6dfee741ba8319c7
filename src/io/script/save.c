/* Saving the machine: the used parts of its block, after a header with hashes of the parts and of what the machine was made
 * for. */
#include "machine_parts.h"

#include <string.h>

typedef struct Header {
    uint64_t made_for; /* programs, natives, limits */
    uint64_t size;     /* in total, bytes */
    uint64_t sum;      /* hash of what follows */
} Header;

typedef struct Part {
    void *bytes;
    size_t size;
} Part;

enum { PARTS = 4 };

/* The parts in use according to `state`. */
static void parts_of(const KipMachine *machine, const KipMachineState *state, Part part[PARTS])
{
    part[0] = (Part){machine->state, sizeof *state};
    part[1] = (Part){machine->frame, state->nframe * sizeof(KipFrame)};
    part[2] = (Part){machine->stack, state->top * sizeof(KipValue)};
    part[3] = (Part){kip_at(machine, machine->first), (size_t)(state->high - machine->first) * KIP_UNIT};
}

/* FNV-1a over words of 8 bytes, in four independent lanes for speed; `size` is a multiple of 4. */
static uint64_t sum_bytes(uint64_t sum, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    uint64_t lane[4] = {sum, sum + 1, sum + 2, sum + 3}, word[4];
    for (; size >= sizeof word; size -= sizeof word, at += sizeof word) {
        memcpy(word, at, sizeof word);
        for (int i = 0; i < 4; i++) {
            lane[i] = (lane[i] ^ word[i]) * 0x100000001b3u;
            lane[i] ^= lane[i] >> 29;
        }
    }
    return kip_hash(kip_hash(KIP_HASH_START, lane, sizeof lane), at, size);
}

static uint64_t made_for(const KipMachine *machine)
{
    uint64_t limits[] = {machine->natives_hash, machine->def.memory, (uint64_t)machine->def.depth,
                         sizeof(KipMachineState)};
    uint64_t hash = kip_hash(KIP_HASH_START, limits, sizeof limits);
    for (int i = 0; i < machine->nadded; i++) {
        const KipAdded *added = &machine->added[i];
        uint32_t made[] = {added->constants, added->parameters, added->imports, added->slots, added->stem};
        hash = kip_hash(hash, &added->program->hash, sizeof added->program->hash);
        hash = kip_hash(hash, added->program->file, strlen(added->program->file) + 1);
        hash = kip_hash(hash, made, sizeof made);
    }
    return hash;
}

uint64_t kip_machine_hash(const KipMachine *machine)
{
    Part part[PARTS];
    uint64_t sum = made_for(machine);
    parts_of(machine, machine->state, part);
    for (int i = 0; i < PARTS; i++)
        sum = sum_bytes(sum, part[i].bytes, part[i].size);
    return sum;
}

size_t kip_machine_save_size(const KipMachine *machine)
{
    Part part[PARTS];
    size_t size = sizeof(Header);
    parts_of(machine, machine->state, part);
    for (int i = 0; i < PARTS; i++)
        size += part[i].size;
    return size;
}

void kip_machine_save(const KipMachine *machine, void *bytes)
{
    Header header = {made_for(machine), kip_machine_save_size(machine), kip_machine_hash(machine)};
    unsigned char *to = bytes;
    Part part[PARTS];
    parts_of(machine, machine->state, part);
    memcpy(to, &header, sizeof header);
    to += sizeof header;
    for (int i = 0; i < PARTS; i++) {
        memcpy(to, part[i].bytes, part[i].size);
        to += part[i].size;
    }
}

/* Whether the bytes belong to this machine and are undamaged. */
static bool whole(const KipMachine *machine, const Header *header, const unsigned char *from, size_t size)
{
    KipMachineState state;
    Part part[PARTS];
    uint64_t sum = header->made_for;
    if (size < sizeof state)
        return false;
    memcpy(&state, from, sizeof state);
    if (state.nframe > machine->most_frames || state.top > machine->most_values ||
        state.high < machine->first || state.high > machine->end)
        return false;
    parts_of(machine, &state, part);
    for (int i = 0; i < PARTS; i++) {
        if (part[i].size > size)
            return false;
        sum = sum_bytes(sum, from, part[i].size);
        from += part[i].size;
        size -= part[i].size;
    }
    return size == 0 && sum == header->sum;
}

KipStatus kip_machine_load(KipMachine *machine, const void *bytes, size_t size, KipError *error)
{
    const unsigned char *from = bytes;
    Header header;
    KipMachineState state;
    Part part[PARTS];
    if (machine->runs)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a machine cannot be loaded while a call is under way");
    if (size < sizeof header)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "the saved scripts are cut off");
    memcpy(&header, from, sizeof header);
    from += sizeof header;
    if (header.made_for != made_for(machine))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "the saved scripts belong to other programs, "
                        "or to a machine with other functions or limits");
    if (header.size != size || !whole(machine, &header, from, size - sizeof header))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "the saved scripts are damaged");
    memcpy(&state, from, sizeof state);
    parts_of(machine, &state, part);
    for (int i = 0; i < PARTS; i++) {
        memcpy(part[i].bytes, from, part[i].size);
        from += part[i].size;
    }
    machine->failed = false;
    machine->era++;
    kip_heap_attend(machine);
    return KIP_OK;
}

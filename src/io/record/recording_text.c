/* Texts that describe modified physics. */
#include "recording_parts.h"

#include <string.h>

#include "../text/number.h"

typedef struct Text {
    size_t n;
    char at[400]; /* longer texts are cut */
} Text;

static void say(Text *text, const char *words)
{
    size_t length = strlen(words), room = sizeof text->at - 1 - text->n;
    length = length < room ? length : room;
    memcpy(text->at + text->n, words, length);
    text->n += length;
    text->at[text->n] = '\0';
}

static void say_number(Text *text, double value)
{
    char number[KIP_NUMBER_SIZE];
    say(text, kip_number_format_digits(number, value, 3));
}

static void say_body(Text *text, const KipModel *model, int body)
{
    say(text, body ? model->body[body].name : "the world");
}

/* Appends " x y z" for the bits set. */
static void say_axes(Text *text, unsigned axes)
{
    static const char *const name[] = {" x", " y", " z"};
    for (int k = 0; k < 3; k++)
        if (axes >> k & 1)
            say(text, name[k]);
}

static void say_attachment(Text *text, const KipModel *model, const KipRecordedModified *it)
{
    bool pinned = it->detail == AT_POINT;
    if (it->body1) {
        say_body(text, model, it->body1);
        say(text, " holds ");
        say_body(text, model, it->body2);
        say(text, pinned ? " at a point" : "");
        return;
    }
    say_body(text, model, it->body2);
    say(text, pinned ? " is pinned to the world" : " is welded to the world");
}

static void say_lock(Text *text, const KipModel *model, const KipRecordedModified *it)
{
    const unsigned along = it->detail & 7, about = it->detail >> 3 & 7;
    if (it->which >= 0) {
        const KipJoint *joint = model->joint + it->which;
        say(text, joint->name);
        say(text, it->detail + 1 == 1u << joint->nv ? ": locked" : ": locked in part");
        return;
    }
    say_body(text, model, it->body2);
    say(text, ":");
    if (along || it->detail & OBLIQUE) {
        say(text, " acceleration along");
        say_axes(text, along);
        say(text, !(it->detail & OBLIQUE) ? "" : along ? " and an oblique axis" : " an oblique axis");
    }
    if (about || it->detail & OBLIQUE_SPIN) {
        say(text, along || it->detail & OBLIQUE ? " and spin" : " spin");
        say(text, about == 7 || !about ? "" : " about");
        say_axes(text, about == 7 ? 0 : about);
    }
    say(text, " null");
}

static void say_plane(Text *text, const KipModel *model, const KipRecordedModified *it)
{
    say_body(text, model, it->body2);
    say(text, it->detail == (TO_PLANE | TO_AXIS) ? ": planar"
              : it->detail == TO_PLANE           ? " stays in a plane"
              : it->detail == TO_AXIS            ? " turns about one axis only"
                                                 : " stays above a plane");
}

static void say_mask(Text *text, const KipModel *model, const KipRecordedModified *it)
{
    const unsigned along = it->detail & 7, about = it->detail >> 3 & 7;
    const bool gravity = it->which == KIP_FROM_GRAVITY, whole = along == 7 && (about == 7 || gravity);
    if (!it->detail) {
        say_body(text, model, it->body2);
        say(text, " passes through ");
        say_body(text, model, it->body1);
        return;
    }
    say(text, along ? "no " : "no torques of ");
    say(text, gravity ? "gravity" : it->which == KIP_FROM_CONTACTS ? "contact forces" : "pushes");
    if (along && !whole) {
        say(text, " along");
        say_axes(text, along);
        say(text, about ? ", torques" : "");
    }
    if (about && about != 7) {
        say(text, " about");
        say_axes(text, about);
    }
    say(text, " on ");
    say_body(text, model, it->body2);
}

static void say_gravity(Text *text, const KipRecordedModified *it)
{
    say(text, "gravity x ");
    say_number(text, it->least);
    if (it->least == it->most)
        return;
    say(text, " to ");
    say_number(text, it->most);
}

/* Lists the geoms that were turned on (or off) since their bodies were first present. */
static void say_shapes(Text *text, const KipRecording *recording, bool on)
{
    const KipModel *model = recording->model;
    bool any = false;
    for (int g = 0; g < model->ngeom; g++) {
        const unsigned char known = recording->shape[g];
        if ((known & ON) / ON != on || (known & FIRST_ON) / FIRST_ON == on || !(known & SEEN))
            continue;
        say(text, any ? " " : text->n ? ", off: " : on ? "shapes on: " : "shapes off: ");
        if (*model->geom[g].name)
            say(text, model->geom[g].name);
        else
            say_body(text, model, model->geom[g].body);
        any = true;
    }
}

char *kip_recording_describe(const KipRecording *recording, const KipRecordedModified *it)
{
    Text text = {0};
    const KipModel *model = recording->model;
    if (it->kind == KIP_MODIFIED_ATTACHMENT)
        say_attachment(&text, model, it);
    else if (it->kind == KIP_MODIFIED_LOCK)
        say_lock(&text, model, it);
    else if (it->kind == KIP_MODIFIED_PLANE)
        say_plane(&text, model, it);
    else if (it->kind == KIP_MODIFIED_MASK)
        say_mask(&text, model, it);
    else if (it->kind == KIP_MODIFIED_GRAVITY)
        say_gravity(&text, it);
    else if (it->kind == KIP_MODIFIED_SPRING) {
        say(&text, "balance spring on ");
        say_body(&text, model, it->body2);
    } else {
        say_shapes(&text, recording, true);
        say_shapes(&text, recording, false);
    }
    return kip_recording_copy_text(recording, text.at);
}

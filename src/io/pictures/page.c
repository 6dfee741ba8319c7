/* Fills the player's template. See page.h for the data, player.js for what reads them. */
#include "page.h"

#include <math.h>
#include <string.h>

#include "../../control/loads.h"
#include "../../dynamics/quat.h"
#include "../formats/base64.h"
#include "../formats/json.h"
#include "../formats/number.h"

/* The player, made by `embed` from the files beside this one. */
extern const char kip_player_html[], kip_player_css[], kip_scene_js[], kip_player_js[];
extern const size_t kip_player_html_size, kip_player_css_size, kip_scene_js_size, kip_player_js_size;

/* -- text ------------------------------------------------------------------------------------------------ */

static void put_html(FILE *stream, const char *text)
{
    static const char special[] = "&<>\"'";
    static const char *const entity[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (; *text; text++) {
        const char *found = strchr(special, *text);
        if (found)
            fputs(entity[found - special], stream);
        else
            fputc(*text, stream);
    }
}

static void put_number(FILE *stream, double value)
{
    char text[KIP_NUMBER_SIZE];
    fputs(isfinite(value) ? kip_number_format_digits(text, value, 9) : "null", stream);
}

static void put_numbers(FILE *stream, const char *key, const double *value, int n)
{
    fprintf(stream, ",\"%s\":[", key);
    for (int i = 0; i < n; i++) {
        fputs(i ? "," : "", stream);
        put_number(stream, value[i]);
    }
    fputc(']', stream);
}

static void put_vector(FILE *stream, const char *key, KipVec3 v)
{
    const double xyz[] = {v.x, v.y, v.z};
    put_numbers(stream, key, xyz, 3);
}

/* -- lists of numbers ------------------------------------------------------------------------------------ */

static KipBase64 begin_list(FILE *stream, const char *key)
{
    fprintf(stream, ",\n\"%s\":\"", key);
    return (KipBase64){.stream = stream};
}

static void end_list(KipBase64 *to)
{
    kip_base64_end(to);
    fputc('"', to->stream);
}

static void put_i16_vec3(KipBase64 *to, KipVec3 v, double unit)
{
    kip_base64_i16(to, v.x / unit);
    kip_base64_i16(to, v.y / unit);
    kip_base64_i16(to, v.z / unit);
}

static void put_f32_vec3(KipBase64 *to, KipVec3 v)
{
    kip_base64_f32(to, v.x);
    kip_base64_f32(to, v.y);
    kip_base64_f32(to, v.z);
}

/* -- what there is --------------------------------------------------------------------------------------- */

static void put_bodies(FILE *stream, const KipModel *model)
{
    fputs(",\n\"bodies\":[", stream);
    for (int i = 0; i < model->nbody; i++) {
        fputs(i ? "," : "", stream);
        kip_json_text(stream, i ? model->body[i].name : "world");
    }
    fputc(']', stream);
}

static void put_geoms(FILE *stream, const KipModel *model)
{
    static const char *const type[] = {
        [KIP_GEOM_PLANE] = "plane", [KIP_GEOM_SPHERE] = "sphere",     [KIP_GEOM_CAPSULE] = "capsule",
        [KIP_GEOM_BOX] = "box",     [KIP_GEOM_CYLINDER] = "cylinder", [KIP_GEOM_ELLIPSOID] = "ellipsoid",
    };
    fputs(",\n\"geoms\":[", stream);
    for (int i = 0; i < model->ngeom; i++) {
        const KipGeom *geom = &model->geom[i];
        const double rgba[] = {geom->rgba[0], geom->rgba[1], geom->rgba[2], geom->rgba[3]};
        double quat[4];
        q_store(quat, q_normalize(geom->quat));
        fprintf(stream, "%s\n{\"body\":%d,\"type\":\"%s\"", i ? "," : "", geom->body, type[geom->type]);
        put_numbers(stream, "size", geom->size, 3);
        put_vector(stream, "pos", geom->pos);
        put_numbers(stream, "quat", quat, 4);
        put_numbers(stream, "rgba", rgba, 4);
        fputc('}', stream);
    }
    fputc(']', stream);
}

/* -- where bodies are ------------------------------------------------------------------------------------ */

typedef enum BodyKind { STILL, HANGING, CARRIED } BodyKind; /* HANGING: from the world, by a joint */

static BodyKind kind_of(const KipModel *model, int body)
{
    if (!kip_body_moves(model, body))
        return STILL;
    return model->body[body].root == body ? HANGING : CARRIED;
}

/* Which tree each body is in, by the body at its root; and where those stand that stay there. */
static void put_trees(FILE *stream, const KipRecording *grid)
{
    const KipModel *model = grid->model;
    fputs(",\n\"tree\":[", stream);
    for (int i = 0; i < model->nbody; i++)
        fprintf(stream, "%s%d", i ? "," : "", kind_of(model, i) == STILL ? -1 : model->body[i].root);
    fputs("],\n\"still\":[", stream);
    for (int i = 0, n = 0; i < model->nbody; i++) {
        if (kind_of(model, i) != STILL)
            continue;
        fprintf(stream, "%s{\"body\":%d", n++ ? "," : "", i);
        double quat[4];
        q_store(quat, grid->pose[i].quat);
        put_vector(stream, "pos", grid->pose[i].pos);
        put_numbers(stream, "quat", quat, 4);
        fputc('}', stream);
    }
    fputc(']', stream);
}

static KipVec3 tree_offset(const KipRecording *grid, size_t frame, int body)
{
    const KipBodyPose *pose = kip_recording_poses(grid, frame);
    return v3_sub(pose[body].pos, pose[grid->model->body[body].root].pos);
}

static double largest_component(KipVec3 v)
{
    return fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
}

/* As fine as int16 can be. */
static double offset_unit(const KipRecording *grid)
{
    double largest = 0;
    for (size_t f = 0; f < grid->nframe; f++)
        for (int i = 0; i < grid->model->nbody; i++)
            if (kind_of(grid->model, i) == CARRIED)
                largest = fmax(largest, largest_component(tree_offset(grid, f, i)));
    return largest > 0 ? largest / INT16_MAX : 1;
}

static void put_positions(FILE *stream, const KipRecording *grid)
{
    const int nbody = grid->model->nbody;
    const double unit = offset_unit(grid);
    KipBase64 to = begin_list(stream, "pos");
    for (size_t f = 0; f < grid->nframe; f++)
        for (int i = 0; i < nbody; i++)
            if (kind_of(grid->model, i) == HANGING)
                put_f32_vec3(&to, kip_recording_poses(grid, f)[i].pos);
    end_list(&to);
    put_numbers(stream, "offsetUnit", &unit, 1);
    to = begin_list(stream, "offset");
    for (size_t f = 0; f < grid->nframe; f++)
        for (int i = 0; i < nbody; i++)
            if (kind_of(grid->model, i) == CARRIED)
                put_i16_vec3(&to, tree_offset(grid, f, i), unit);
    end_list(&to);
}

static void put_rotations(FILE *stream, const KipRecording *grid)
{
    KipBase64 to = begin_list(stream, "rot");
    for (size_t f = 0; f < grid->nframe; f++) {
        for (int i = 0; i < grid->model->nbody; i++) {
            double component[4];
            q_store(component, kip_recording_poses(grid, f)[i].quat);
            for (int k = 0; k < 4 && kind_of(grid->model, i) != STILL; k++)
                kip_base64_i16(&to, component[k] * INT16_MAX);
        }
    }
    end_list(&to);
}

/* Who is there, where somebody ever is not. */
static void put_presence(FILE *stream, const KipRecording *grid)
{
    bool all = true;
    for (size_t f = 0; f < grid->nframe; f++)
        for (int i = 0; i < grid->model->nbody; i++)
            all = all && kip_recording_is_present(grid, f, i);
    if (all)
        return;
    KipBase64 to = begin_list(stream, "present");
    for (size_t i = 0; i < grid->nframe * kip_recording_present_size(grid); i++)
        kip_base64_u8(&to, grid->present[i]);
    end_list(&to);
}

/* -- what bodies feel ------------------------------------------------------------------------------------ */

static const KipRecordedContact *contact_at(const KipRecording *grid, const KipFrame *frame, int k)
{
    return &grid->contact[frame->contact + (size_t)k];
}

static KipVec3 contact_offset(const KipRecording *grid, const KipFrame *frame, int k)
{
    return v3_sub(contact_at(grid, frame, k)->point, frame->com);
}

/* With something that stands still? */
static bool is_support(const KipRecording *grid, const KipRecordedContact *contact)
{
    return kip_supported_body(grid->model, contact->body1, contact->body2) >= 0;
}

static int count_supports(const KipRecording *grid, const KipFrame *frame)
{
    int n = 0;
    for (int k = 0; k < frame->ncontact; k++)
        n += is_support(grid, contact_at(grid, frame, k));
    return n;
}

/* Half a millimetre, which reaches 16 m; more where a contact is farther away. */
static double length_unit(const KipRecording *grid)
{
    double largest = 0;
    for (size_t i = 0; i < grid->nframe; i++)
        for (int k = 0; k < grid->frame[i].ncontact; k++)
            largest = fmax(largest, largest_component(contact_offset(grid, &grid->frame[i], k)));
    return fmax(0.0005, largest / INT16_MAX);
}

static double force_unit(const KipRecording *grid)
{
    double largest = 0;
    for (size_t i = 0; i < grid->ncontact; i++)
        largest = fmax(largest, largest_component(grid->contact[i].force));
    return largest > 0 ? largest / INT16_MAX : 1;
}

static void put_contact_counts(FILE *stream, const KipRecording *grid)
{
    KipBase64 to = begin_list(stream, "ncontact");
    for (size_t i = 0; i < grid->nframe; i++) {
        int nsupport = count_supports(grid, &grid->frame[i]);
        kip_base64_u16(&to, (uint32_t)nsupport);
        kip_base64_u16(&to, (uint32_t)(grid->frame[i].ncontact - nsupport));
    }
    end_list(&to);
}

/* Supports first, then the contacts between bodies, each once; k counts to twice their number. NULL: not this time. */
static const KipRecordedContact *contact_in_order(const KipRecording *grid, const KipFrame *frame, int k)
{
    const KipRecordedContact *contact = contact_at(grid, frame, k % frame->ncontact);
    return is_support(grid, contact) == (k < frame->ncontact) ? contact : NULL;
}

/* Does body 1 move, and body 2 stand still? */
static bool is_first(const KipRecording *grid, const KipRecordedContact *contact)
{
    return is_support(grid, contact) && kip_body_moves(grid->model, contact->body1);
}

static void put_contact_bodies(FILE *stream, const KipRecording *grid)
{
    KipBase64 to = begin_list(stream, "contactBody");
    for (size_t i = 0; i < grid->nframe; i++)
        for (int k = 0; k < 2 * grid->frame[i].ncontact; k++) {
            const KipRecordedContact *contact = contact_in_order(grid, &grid->frame[i], k);
            if (contact)
                kip_base64_u16(&to, (uint32_t)(is_first(grid, contact) ? contact->body1 : contact->body2));
        }
    end_list(&to);
}

static void put_contacts(FILE *stream, const KipRecording *grid)
{
    const double length = length_unit(grid), force = force_unit(grid), units[] = {length, force};
    put_contact_counts(stream, grid);
    put_contact_bodies(stream, grid);
    put_numbers(stream, "contactUnits", units, 2);
    KipBase64 to = begin_list(stream, "contact");
    for (size_t i = 0; i < grid->nframe; i++) {
        const KipFrame *frame = &grid->frame[i];
        for (int k = 0; k < 2 * frame->ncontact; k++) {
            const KipRecordedContact *contact = contact_in_order(grid, frame, k);
            if (!contact)
                continue;
            put_i16_vec3(&to, contact_offset(grid, frame, k % frame->ncontact), length);
            put_i16_vec3(&to, is_first(grid, contact) ? v3_neg(contact->force) : contact->force, force);
        }
    }
    end_list(&to);
}

static void put_com(FILE *stream, const KipRecording *grid)
{
    KipBase64 to = begin_list(stream, "com");
    for (size_t i = 0; i < grid->nframe; i++)
        put_f32_vec3(&to, grid->frame[i].com);
    end_list(&to);
}

/* A number of every frame. */
typedef struct Series {
    const char *name, *unit;
    size_t offset; /* in KipFrame */
    bool always;   /* else only where it is not always 0 */
} Series;

static const Series series[] = {
    {"kinetic energy", "J", offsetof(KipFrame, energy.kinetic), true},
    {"potential energy", "J", offsetof(KipFrame, energy.potential), true},
    {"elastic energy", "J", offsetof(KipFrame, energy.elastic), false},
    {"work of drives", "J", offsetof(KipFrame, work.drives), false},
    {"work of limits", "J", offsetof(KipFrame, work.limits), false},
    {"work of damping", "J", offsetof(KipFrame, work.damping), false},
    {"work of contacts", "J", offsetof(KipFrame, work.contacts), false},
    {"work of constraints", "J", offsetof(KipFrame, work.rows), false},
    {"work of external forces", "J", offsetof(KipFrame, work.external), false},
    {"work of balance springs", "J", offsetof(KipFrame, work.springs), false},
    {"work of modified gravity", "J", offsetof(KipFrame, work.gravity), false},
    {"ground normal force", "N", offsetof(KipFrame, normal_force), true},
};

static double series_value(const Series *of, const KipFrame *frame)
{
    double value;
    memcpy(&value, (const char *)frame + of->offset, sizeof value);
    return value;
}

static bool is_shown(const Series *of, const KipRecording *grid)
{
    bool shown = of->always;
    for (size_t i = 0; i < grid->nframe && !shown; i++)
        shown = series_value(of, &grid->frame[i]) != 0;
    return shown;
}

static void put_series(FILE *stream, const KipRecording *grid)
{
    bool any = false;
    fputs(",\n\"series\":[", stream);
    for (const Series *of = series; of < series + sizeof series / sizeof *series; of++) {
        if (!is_shown(of, grid))
            continue;
        fprintf(stream, "%s\n{\"name\":\"%s\",\"unit\":\"%s\"", any ? "," : "", of->name, of->unit);
        any = true;
        KipBase64 to = begin_list(stream, "values");
        for (size_t i = 0; i < grid->nframe; i++)
            kip_base64_f32(&to, series_value(of, &grid->frame[i]));
        end_list(&to);
        fputc('}', stream);
    }
    fputc(']', stream);
}

static void put_happenings(FILE *stream, const KipRecording *recording)
{
    fputs(",\n\"events\":[", stream);
    for (size_t i = 0; i < recording->nevent; i++) {
        fprintf(stream, "%s\n{\"t\":", i ? "," : "");
        put_number(stream, recording->event[i].time);
        fputs(",\"text\":", stream);
        kip_json_text(stream, recording->event[i].text);
        fputc('}', stream);
    }
    fputs("],\n\"pushes\":[", stream);
    for (size_t i = 0; i < recording->npush; i++) {
        const KipRecordedPush *push = &recording->push[i];
        fprintf(stream, "%s\n{\"t0\":", i ? "," : "");
        put_number(stream, push->start);
        fputs(",\"t1\":", stream);
        put_number(stream, push->end);
        fprintf(stream, ",\"body\":%d", push->body);
        put_vector(stream, "point", push->point);
        put_vector(stream, "force", push->force);
        fputc('}', stream);
    }
    fputc(']', stream);
}

/* -- what controllers do, and what is no physics --------------------------------------------------------- */

static void put_text(FILE *stream, const char *key, const char *text)
{
    fprintf(stream, ",\"%s\":", key);
    kip_json_text(stream, text);
}

/* An open list's next item, which begins at a time. */
static void open_item(FILE *stream, size_t i, const char *key, double time)
{
    fprintf(stream, "%s\n{\"%s\":", i ? "," : "", key);
    put_number(stream, time);
}

/* null where it lasts to the end of what is recorded. */
static void put_end(FILE *stream, const KipRecording *recording, double time)
{
    fputs(",\"t1\":", stream);
    put_number(stream, time < recording->observed ? time : INFINITY);
}

static void put_bands(FILE *stream, const KipRecording *recording)
{
    fputs(",\n\"bands\":[", stream);
    for (size_t i = 0; i < recording->nband; i++) {
        const KipRecordedBand *band = &recording->band[i];
        open_item(stream, i, "t", band->time);
        put_text(stream, "track", band->track);
        put_text(stream, "label", band->label);
        put_text(stream, "reason", band->reason);
        fputc('}', stream);
    }
    fputs("],\n\"targets\":[", stream);
    for (size_t i = 0; i < recording->ntarget; i++) {
        const KipRecordedTarget *target = &recording->target[i];
        open_item(stream, i, "t", target->time);
        put_text(stream, "name", target->name);
        put_vector(stream, "pos", target->position);
        fputc('}', stream);
    }
    fputc(']', stream);
}

/* Where a spring holds to while it lasts. */
static void put_anchors(FILE *stream, const KipRecording *recording, const KipRecordedModified *spring)
{
    int n = 0;
    fputs(",\"anchor\":[", stream);
    for (size_t i = 0; i < recording->nanchor; i++) {
        const KipRecordedAnchor *anchor = &recording->anchor[i];
        bool over = anchor->time >= spring->end && anchor->time > spring->start;
        if (anchor->body != spring->body2 || anchor->time < spring->start || over)
            continue;
        open_item(stream, (size_t)n++, "t", anchor->time);
        put_vector(stream, "pos", anchor->position);
        fputc('}', stream);
    }
    fputc(']', stream);
}

static void put_modified(FILE *stream, const KipRecording *recording)
{
    static const char *const kind[] = {
        [KIP_MODIFIED_ATTACHMENT] = "attachment", [KIP_MODIFIED_LOCK] = "lock",
        [KIP_MODIFIED_PLANE] = "plane",           [KIP_MODIFIED_MASK] = "mask",
        [KIP_MODIFIED_SPRING] = "spring",         [KIP_MODIFIED_GRAVITY] = "gravity",
        [KIP_MODIFIED_SHAPES] = "shapes",
    };
    fputs(",\n\"modified\":[", stream);
    for (size_t i = 0; i < recording->nmodified; i++) {
        const KipRecordedModified *it = &recording->modified[i];
        open_item(stream, i, "t0", it->start);
        put_end(stream, recording, it->end);
        put_text(stream, "kind", kind[it->kind]);
        put_text(stream, "text", it->text);
        fprintf(stream, ",\"bodies\":[%d,%d]", it->body1, it->body2);
        put_vector(stream, "point", it->point);
        if (it->kind == KIP_MODIFIED_SPRING)
            put_anchors(stream, recording, it);
        fputc('}', stream);
    }
    fputs("],\n\"off\":[", stream);
    for (size_t i = 0; i < recording->noff; i++) {
        open_item(stream, i, "t0", recording->off[i].start);
        put_end(stream, recording, recording->off[i].end);
        fprintf(stream, ",\"geom\":%d}", recording->off[i].geom);
    }
    fputc(']', stream);
}

static void put_camera(FILE *stream, const KipRecording *recording)
{
    if (!recording->has_camera)
        return;
    put_vector(stream, "eye", recording->eye);
    put_vector(stream, "lookAt", recording->look_at);
}

/* -- page ------------------------------------------------------------------------------------------------ */

typedef struct Content {
    const KipRecording *recording; /* what happened, and when */
    const KipRecording *grid;      /* its frames at 1/60 s */
    const char *title, *note;
} Content;

static void put_data(FILE *stream, const Content *content)
{
    const KipRecording *recording = content->recording, *grid = content->grid;
    fputs("{\"format\":\"kip-page 3\",\n\"title\":", stream);
    kip_json_text(stream, content->title);
    fputs(",\n\"note\":", stream);
    kip_json_text(stream, content->note);
    put_bodies(stream, recording->model);
    put_geoms(stream, recording->model);
    fprintf(stream, ",\n\"fps\":%d,\"frames\":%zu", KIP_RECORDING_RATE, grid->nframe);
    put_trees(stream, grid);
    put_positions(stream, grid);
    put_rotations(stream, grid);
    put_presence(stream, grid);
    put_contacts(stream, grid);
    put_com(stream, grid);
    put_series(stream, grid);
    put_happenings(stream, recording);
    put_bands(stream, recording);
    put_modified(stream, recording);
    put_camera(stream, recording);
    fputs("}\n", stream);
}

static void put_title(FILE *stream, const Content *content)
{
    put_html(stream, content->title);
}

static void put_css(FILE *stream, const Content *content)
{
    (void)content;
    fwrite(kip_player_css, 1, kip_player_css_size, stream);
}

static void put_js(FILE *stream, const Content *content)
{
    (void)content;
    fwrite(kip_scene_js, 1, kip_scene_js_size, stream);
    fwrite(kip_player_js, 1, kip_player_js_size, stream);
}

/* The marks of the template, in its order. */
static const struct {
    const char *mark;
    void (*put)(FILE *stream, const Content *content);
} parts[] = {
    {"KIP_TITLE", put_title}, {"/*KIP_CSS*/", put_css}, {"KIP_DATA", put_data}, {"/*KIP_JS*/", put_js}};

static KipStatus check_contacts(const KipRecording *grid, KipError *error)
{
    for (size_t i = 0; i < grid->nframe; i++)
        if (grid->frame[i].ncontact > UINT16_MAX)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                            "at %.3f s there are %d contacts; a page can show at most %d at a time",
                            grid->frame[i].time, grid->frame[i].ncontact, UINT16_MAX);
    return KIP_OK;
}

static KipStatus fill_template(FILE *stream, const Content *content, KipError *error)
{
    const char *rest = kip_player_html;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const char *mark = strstr(rest, parts[i].mark);
        if (!mark)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the page's template lacks the mark %s",
                            parts[i].mark);
        fwrite(rest, 1, (size_t)(mark - rest), stream);
        parts[i].put(stream, content);
        rest = mark + strlen(parts[i].mark);
    }
    fputs(rest, stream);
    return KIP_OK;
}

KipStatus kip_page_write(FILE *stream, const KipRecording *recording, const char *title, const char *note,
                         KipError *error)
{
    KipRecording *grid;
    KipStatus status = kip_recording_resample(recording, &grid, error);
    if (status != KIP_OK)
        return status;
    const Content content = {recording, grid, title, note};
    status = check_contacts(grid, error);
    if (status == KIP_OK)
        status = fill_template(stream, &content, error);
    kip_recording_destroy(grid);
    return status;
}

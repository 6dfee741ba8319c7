/* Fills the player's template. See page.h for the data, player.js for what reads them. */
#include "page.h"

#include <math.h>
#include <string.h>

#include "../../dynamics/quat.h"
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
    fputs(kip_number_format_digits(text, value, 9), stream);
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

/* -- base64 of little-endian numbers --------------------------------------------------------------------- */

typedef struct Base64 {
    FILE *stream;
    uint32_t bits; /* of the bytes that wait for their triple */
    int nbyte;     /* 0 to 2 */
} Base64;

static void put_group(Base64 *to, int nchar)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int i = 0; i < 4; i++)
        fputc(i < nchar ? digit[to->bits >> (18 - 6 * i) & 63] : '=', to->stream);
    to->bits = 0;
    to->nbyte = 0;
}

static void put_byte(Base64 *to, uint32_t byte)
{
    to->bits |= (byte & 255) << (16 - 8 * to->nbyte);
    if (++to->nbyte == 3)
        put_group(to, 4);
}

static Base64 begin_base64(FILE *stream, const char *key)
{
    fprintf(stream, ",\n\"%s\":\"", key);
    return (Base64){.stream = stream};
}

static void end_base64(Base64 *to)
{
    if (to->nbyte)
        put_group(to, to->nbyte + 1);
    fputc('"', to->stream);
}

static void put_u16(Base64 *to, uint32_t value)
{
    put_byte(to, value);
    put_byte(to, value >> 8);
}

/* Rounded, and no farther than the type reaches. */
static void put_i16(Base64 *to, double value)
{
    put_u16(to, (uint32_t)(int32_t)floor(fmin(fmax(value, -INT16_MAX), INT16_MAX) + 0.5));
}

static void put_i16_vec3(Base64 *to, KipVec3 v, double unit)
{
    put_i16(to, v.x / unit);
    put_i16(to, v.y / unit);
    put_i16(to, v.z / unit);
}

static void put_f32(Base64 *to, double value)
{
    float f = (float)value;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    put_u16(to, bits);
    put_u16(to, bits >> 16);
}

static void put_f32_vec3(Base64 *to, KipVec3 v)
{
    put_f32(to, v.x);
    put_f32(to, v.y);
    put_f32(to, v.z);
}

/* -- data ------------------------------------------------------------------------------------------------ */

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

static void put_positions(FILE *stream, const KipRecording *grid)
{
    Base64 to = begin_base64(stream, "pos");
    for (size_t i = 0; i < grid->nframe * (size_t)grid->model->nbody; i++)
        put_f32_vec3(&to, grid->pose[i].pos);
    end_base64(&to);
}

static void put_rotations(FILE *stream, const KipRecording *grid)
{
    Base64 to = begin_base64(stream, "rot");
    for (size_t i = 0; i < grid->nframe * (size_t)grid->model->nbody; i++) {
        double component[4];
        q_store(component, grid->pose[i].quat);
        for (int k = 0; k < 4; k++)
            put_i16(&to, component[k] * INT16_MAX);
    }
    end_base64(&to);
}

static const KipRecordedContact *contact_at(const KipRecording *grid, const KipFrame *frame, int k)
{
    return &grid->contact[frame->contact + (size_t)k];
}

static KipVec3 contact_offset(const KipRecording *grid, const KipFrame *frame, int k)
{
    return v3_sub(contact_at(grid, frame, k)->point, frame->com);
}

static double largest_component(KipVec3 v)
{
    return fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
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

static void put_contacts(FILE *stream, const KipRecording *grid)
{
    Base64 to = begin_base64(stream, "ncontact");
    for (size_t i = 0; i < grid->nframe; i++)
        put_u16(&to, (uint32_t)grid->frame[i].ncontact);
    end_base64(&to);

    const double length = length_unit(grid), force = force_unit(grid), units[] = {length, force};
    put_numbers(stream, "contactUnits", units, 2);
    to = begin_base64(stream, "contact");
    for (size_t i = 0; i < grid->nframe; i++) {
        const KipFrame *frame = &grid->frame[i];
        for (int k = 0; k < frame->ncontact; k++) {
            put_i16_vec3(&to, contact_offset(grid, frame, k), length);
            put_i16_vec3(&to, contact_at(grid, frame, k)->force, force);
        }
    }
    end_base64(&to);
}

static void put_com(FILE *stream, const KipRecording *grid)
{
    Base64 to = begin_base64(stream, "com");
    for (size_t i = 0; i < grid->nframe; i++)
        put_f32_vec3(&to, grid->frame[i].com);
    end_base64(&to);
}

static void put_series(FILE *stream, const KipRecording *grid)
{
    static const struct {
        const char *name, *unit;
        size_t offset; /* in KipFrame */
    } series[] = {
        {"kinetic energy", "J", offsetof(KipFrame, energy.kinetic)},
        {"potential energy", "J", offsetof(KipFrame, energy.potential)},
        {"elastic energy", "J", offsetof(KipFrame, energy.elastic)},
        {"total normal contact force", "N", offsetof(KipFrame, normal_force)},
    };
    fputs(",\n\"series\":[", stream);
    for (size_t k = 0; k < sizeof series / sizeof *series; k++) {
        fprintf(stream, "%s\n{\"name\":\"%s\",\"unit\":\"%s\"", k ? "," : "", series[k].name, series[k].unit);
        Base64 to = begin_base64(stream, "values");
        for (size_t i = 0; i < grid->nframe; i++) {
            double value;
            memcpy(&value, (const char *)&grid->frame[i] + series[k].offset, sizeof value);
            put_f32(&to, value);
        }
        end_base64(&to);
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

/* -- page ------------------------------------------------------------------------------------------------ */

typedef struct Content {
    const KipRecording *recording; /* what happened, and when */
    const KipRecording *grid;      /* its frames at 1/60 s */
    const char *title, *note;
} Content;

static void put_data(FILE *stream, const Content *content)
{
    const KipRecording *recording = content->recording, *grid = content->grid;
    fputs("{\"format\":\"kip-page 1\",\n\"title\":", stream);
    kip_json_text(stream, content->title);
    fputs(",\n\"note\":", stream);
    kip_json_text(stream, content->note);
    put_bodies(stream, recording->model);
    put_geoms(stream, recording->model);
    fprintf(stream, ",\n\"fps\":%d,\"frames\":%zu", KIP_RECORDING_RATE, grid->nframe);
    put_positions(stream, grid);
    put_rotations(stream, grid);
    put_contacts(stream, grid);
    put_com(stream, grid);
    put_series(stream, grid);
    put_happenings(stream, recording);
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

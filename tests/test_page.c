/* The page: its JSON is valid and decodes to the recording, and no name can break out of it. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/dynamics/quat.h"
#include "../src/io/pictures/page.h"
#include "recorded_model.h"

Suite *suite_page(void);

/* -- reading the page ------------------------------------------------------------------------------------ */

/* Walks over one JSON value (RFC 8259); a strict reader that keeps nothing. */
static const char *skip_json(const char *at)
{
    at += strspn(at, " \n\r\t");
    if (*at == '{' || *at == '[') {
        char close = *at == '{' ? '}' : ']';
        bool keys = *at++ == '{';
        for (bool first = true; *(at += strspn(at, " \n\r\t")) != close; first = false) {
            ck_assert(first || *at++ == ',');
            if (keys) {
                at += strspn(at, " \n\r\t");
                ck_assert_int_eq(*at, '"');
                at = skip_json(at);
                ck_assert_int_eq(*at++, ':');
            }
            at = skip_json(at);
        }
        return at + 1;
    }
    if (*at == '"') {
        for (at++; *at != '"'; at++) {
            ck_assert_int_ge((unsigned char)*at, 0x20);
            at += *at == '\\';
        }
        return at + 1;
    }
    if (strncmp(at, "null", 4) == 0)
        return at + 4;
    char *end;
    strtod(at, &end);
    ck_assert_ptr_ne(end, at);
    return end;
}

/* What follows `key` in the text. Not inlined: there gcc 12 takes `found` for a pointer to a local of the
 * caller. */
__attribute__((noinline)) static const char *after(const char *text, const char *key)
{
    const char *found = strstr(text, key);
    ck_assert_msg(found != NULL, "%s is missing", key);
    return found + strlen(key);
}

/* The bytes of a base64 string of JSON; the caller frees them. */
static unsigned char *decode_base64(const char *text, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char *bytes = malloc(size + 3);
    size_t length = strcspn(text, "\""), n = 0;
    ck_assert_uint_eq(length, (size + 2) / 3 * 4);
    for (size_t i = 0; i < length; i += 4) {
        unsigned long bits = 0;
        for (size_t k = 0; k < 4; k++)
            bits =
                bits << 6 | (text[i + k] == '=' ? 0 : (unsigned long)(strchr(digits, text[i + k]) - digits));
        for (int k = 2; k >= 0; k--)
            bytes[n++] = (unsigned char)(bits >> 8 * k & 255);
    }
    return bytes;
}

static float *decode_floats(const char *text, size_t n)
{
    unsigned char *bytes = decode_base64(text, 4 * n);
    float *value = malloc((n + 1) * sizeof *value);
    for (size_t i = 0; i < n; i++) {
        const unsigned char *b = bytes + 4 * i;
        uint32_t bits = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
        memcpy(&value[i], &bits, sizeof bits);
    }
    free(bytes);
    return value;
}

/* The i-th number of bytes. */
static int i16_at(const unsigned char *bytes, size_t i)
{
    int bits = bytes[2 * i] | bytes[2 * i + 1] << 8;
    return bits < 32768 ? bits : bits - 65536;
}

/* -- tests ----------------------------------------------------------------------------------------------- */

/* The page as text; the caller frees it. */
static char *written_page(const KipRecording *recording, const char *title, const char *note)
{
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    ck_assert_int_eq(kip_page_write(stream, recording, title, note, NULL), KIP_OK);
    fclose(stream);
    return text;
}

/* Three numbers in some unit are this vector, rounded. */
static void check_vector(const unsigned char *bytes, size_t i, double unit, KipVec3 expected)
{
    const double value[] = {expected.x, expected.y, expected.z};
    for (size_t k = 0; k < 3; k++)
        ck_assert_double_eq_tol(i16_at(bytes, i + k) * unit, value[k], 0.5001 * unit);
}

/* The fixture's bodies: the world, one that hangs from it, five that this one carries, scenery. */
enum { HANGING = 1, SCENERY = 7 };

static void check_positions(const KipRecording *recording, const char *json)
{
    size_t nframe = recording->nframe, ncarried = SCENERY - HANGING - 1;
    float *pos = decode_floats(after(json, "\"pos\":\""), 3 * nframe);
    unsigned char *offset = decode_base64(after(json, "\"offset\":\""), 6 * nframe * ncarried);
    double unit = strtod(after(json, "\"offsetUnit\":["), NULL);
    ck_assert(unit > 0 && unit < 1e-4);
    for (size_t f = 0; f < nframe; f++) {
        const KipBodyPose *pose = kip_recording_poses(recording, f);
        ck_assert(pos[3 * f] == (float)pose[HANGING].pos.x);
        ck_assert(pos[3 * f + 1] == (float)pose[HANGING].pos.y);
        ck_assert(pos[3 * f + 2] == (float)pose[HANGING].pos.z);
        for (size_t k = 0; k < ncarried; k++)
            check_vector(offset, 3 * (f * ncarried + k), unit,
                         v3_sub(pose[HANGING + 1 + k].pos, pose[HANGING].pos));
    }
    free(pos);
    free(offset);
}

static void check_rotations(const KipRecording *recording, const char *json)
{
    size_t n = SCENERY - HANGING;
    unsigned char *rot = decode_base64(after(json, "\"rot\":\""), 8 * n * recording->nframe);
    KipQuat *read = malloc(n * recording->nframe * sizeof *read);
    for (size_t i = 0; i < n * recording->nframe; i++) {
        double q[4];
        for (size_t k = 0; k < 4; k++)
            q[k] = i16_at(rot, 4 * i + k) / 32767.0;
        read[i] = q_normalize(q_from(q));
        KipQuat expected = kip_recording_poses(recording, i / n)[HANGING + i % n].quat;
        double angle = v3_length(q_log(q_mul(q_conjugate(expected), read[i])));
        ck_assert_msg(angle < 1e-4, "%g rad", angle);
        ck_assert(i < n || q_dot(read[i], read[i - n]) > -1e-4);
    }
    free(read);
    free(rot);
}

/* What stands still first, as the side that moves feels it; then the rest. */
static void check_contacts(const KipRecording *recording, const char *json)
{
    unsigned char *count = decode_base64(after(json, "\"ncontact\":\""), 4 * recording->nframe);
    unsigned char *contact = decode_base64(after(json, "\"contact\":\""), 12 * recording->ncontact);
    char *end;
    double length = strtod(after(json, "\"contactUnits\":["), &end), force = strtod(end + 1, NULL);
    size_t at = 0;
    ck_assert(length == 0.0005 && force > 0);
    for (size_t i = 0; i < 2 * recording->nframe; i++) {
        const KipFrame *frame = &recording->frame[i / 2];
        size_t before = at;
        for (size_t k = frame->contact; k < frame->contact + (size_t)frame->ncontact; k++) {
            const KipRecordedContact *c = &recording->contact[k];
            bool first = c->body2 == 0 || c->body2 == SCENERY;
            bool still = c->body1 == 0 || c->body1 == SCENERY || first;
            if (still == i % 2)
                continue;
            check_vector(contact, at, length, v3_sub(c->point, frame->com));
            check_vector(contact, at + 3, force, first ? v3_neg(c->force) : c->force);
            at += 6;
        }
        ck_assert_uint_eq(6u * (count[2 * i] | (unsigned)count[2 * i + 1] << 8), at - before);
    }
    ck_assert_uint_eq(at, 6 * recording->ncontact);
    free(count);
    free(contact);
}

static void check_series(const KipRecording *recording, const char *json)
{
    float *com = decode_floats(after(json, "\"com\":\""), 3 * recording->nframe);
    const char *kinetic = after(json, "\"name\":\"kinetic energy\",\"unit\":\"J\"");
    const char *load = after(json, "\"name\":\"ground normal force\",\"unit\":\"N\"");
    float *energy = decode_floats(after(kinetic, "\"values\":\""), recording->nframe);
    float *force = decode_floats(after(load, "\"values\":\""), recording->nframe);
    for (size_t i = 0; i < recording->nframe; i++) {
        ck_assert(com[3 * i + 2] == (float)recording->frame[i].com.z);
        ck_assert(energy[i] == (float)recording->frame[i].energy.kinetic);
        ck_assert(force[i] == (float)recording->frame[i].normal_force);
    }
    free(com);
    free(energy);
    free(force);
}

START_TEST(page_holds_the_recording)
{
    Fixture f = make_recording(1);
    KipRecordedPush push = {0.25, 0.5, 2, {0, 0, -0.125}, {10, 0, -2.5}};
    ck_assert_int_eq(kip_recording_event(f.recording, 0.25, "an \"event\"", NULL), KIP_OK);
    ck_assert_int_eq(kip_recording_push(f.recording, &push, NULL), KIP_OK);
    char *page = written_page(f.recording, "a & b", "note");
    const char *json = after(page, "application/json\">"), *end = skip_json(json);
    ck_assert_int_eq(strncmp(end, "\n</script>", 10), 0);
    after(json, "\"format\":\"kip-page 3\"");
    after(json, "\"fps\":60,\"frames\":97");
    after(json, "{\"body\":0,\"type\":\"plane\",");
    after(json, "\"tree\":[-1,1,1,1,1,1,1,-1],");
    after(json, "\"still\":[{\"body\":0,\"pos\":[0,0,0],\"quat\":[1,0,0,0]},{\"body\":7,\"pos\":[3,0,1],");
    after(json, "\"name\":\"work of contacts\",\"unit\":\"J\"");
    ck_assert_ptr_eq(strstr(json, "work of drives"), NULL); /* there are none */
    ck_assert_ptr_eq(strstr(json, "\"present\":"), NULL);
    after(json, "\"bands\":[],\n\"targets\":[],\n\"modified\":[],\n\"off\":[]}");
    after(json, "{\"t\":0.25,\"text\":\"an \\\"event\\\"\"}");
    after(json, "{\"t0\":0.25,\"t1\":0.5,\"body\":2,\"point\":[0,0,-0.125],\"force\":[10,0,-2.5]}");
    KipRecording *grid;
    ck_assert_int_eq(kip_recording_resample(f.recording, &grid, NULL), KIP_OK);
    check_positions(grid, json);
    check_rotations(grid, json);
    check_contacts(grid, json);
    check_series(grid, json);
    kip_recording_destroy(grid);
    free(page);
    free_recording(&f);
}
END_TEST

/* No name can end the script or begin a comment in it; each comes back as it was. */
START_TEST(page_is_safe_from_names)
{
    Fixture f = make_recording(1);
    char *page = written_page(f.recording, hostile_name, hostile_name);
    const char *json = after(page, "application/json\">"), *end = skip_json(json);
    const char escaped[] = "\"\\u003c/script>\\u003c!--\\\"\\\\\\u0001\\u000a,\xc3\xa4\"";
    ck_assert_ptr_eq(memchr(json, '<', (size_t)(end - json)), NULL);
    const char *title = after(json, "\"title\":"), *note = after(json, "\"note\":");
    ck_assert_int_eq(strncmp(title, escaped, strlen(escaped)), 0);
    ck_assert_int_eq(strncmp(note, escaped, strlen(escaped)), 0);
    after(after(json, "\"bodies\":["), escaped);
    after(page, "<title>&lt;/script&gt;&lt;!--&quot;\\");
    ck_assert_ptr_eq(strstr(page, "KIP_"), NULL);
    free(page);
    free_recording(&f);
}
END_TEST

/* A bit for each body and frame, where one ever waits. */
START_TEST(page_says_who_is_there)
{
    static const char xml[] =
        "<mujoco><custom><text name='pool' data='b7 b9'/></custom><worldbody>"
        "<body name='b1'><freejoint/><geom type='sphere' size='.1' pos='0 1 0' mass='1'/></body>"
        "<body name='b2'/><body name='b3'/><body name='b4'/><body name='b5'/><body name='b6'/>"
        "<body name='b7'><freejoint/><geom type='sphere' size='.1' pos='0 2 0' mass='1'/></body>"
        "<body name='b8'/>"
        "<body name='b9'><freejoint/><geom type='sphere' size='.1' pos='0 3 0' mass='1'/></body>"
        "</worldbody></mujoco>";
    Fixture f = make_from_xml(xml, 1.0 / 600);
    run_fixture(&f, 30);
    ck_assert_int_eq(kip_sim_set_present(f.sim, 9, true, NULL), KIP_OK);
    run_fixture(&f, 30);
    char *page = written_page(f.recording, "", "");
    unsigned char *present = decode_base64(after(page, "\"present\":\""), 2 * 7);
    for (int i = 0; i < 7; i++) {
        ck_assert_int_eq(present[2 * i], 0x7f);
        ck_assert_int_eq(present[2 * i + 1], i <= 3 ? 1 : 3);
    }
    free(present);
    free(page);
    free_recording(&f);
}
END_TEST

/* Each list has what the recording has; what lasts to the end has no end. */
START_TEST(page_tells_what_controllers_do)
{
    static const char xml[] =
        "<mujoco><custom><text name='geoms/a/one' data='g1'/><text name='geoms/a/two' data='g2'/></custom>"
        "<worldbody><body name='b1' pos='0 0 5'><freejoint/>"
        "<geom name='g1' type='sphere' size='.1' mass='1'/>"
        "<geom name='g2' type='sphere' size='.1' mass='0'/></body></worldbody></mujoco>";
    Fixture f = make_from_xml(xml, 0.0625);
    KipSpring spring = {.position = {0, 0, 5}, .orientation = q_identity(), .stiffness = {0, 8, 8}};
    KipRecording *r = f.recording;
    ck_assert_int_eq(kip_recording_band(r, hostile_name, 0, "stand", "", NULL), KIP_OK);
    ck_assert_int_eq(kip_recording_band(r, "b", 0.5, "fall", "pushed", NULL), KIP_OK);
    ck_assert_int_eq(kip_recording_target(r, 0.25, "hand", v3(1, 2, 3.5), NULL), KIP_OK);
    ck_assert_int_eq(kip_recording_target(r, 0.5, "hand", v3(NAN, 0, 0), NULL), KIP_OK);
    kip_recording_camera(r, v3(4, -2, 1), v3(0, 0, 0.5));
    run_fixture(&f, 4);
    ck_assert_int_eq(kip_sim_set_spring(f.sim, 1, &spring, NULL), KIP_OK);
    kip_sim_scale_gravity(f.sim, 0);
    run_fixture(&f, 4);
    kip_sim_scale_gravity(f.sim, 1);
    run_fixture(&f, 4);
    char *page = written_page(r, "", "");
    const char *json = after(page, "application/json\">"), *end = skip_json(json);
    ck_assert_int_eq(strncmp(end, "\n</script>", 10), 0);
    after(json, "\"bands\":[\n{\"t\":0,\"track\":\"\\u003c/script>\\u003c!--");
    after(json, ",\"label\":\"stand\",\"reason\":\"\"},\n");
    after(json, "{\"t\":0.5,\"track\":\"b\",\"label\":\"fall\",\"reason\":\"pushed\"}]");
    after(json, "\"targets\":[\n{\"t\":0.25,\"name\":\"hand\",\"pos\":[1,2,3.5]},\n"
                "{\"t\":0.5,\"name\":\"hand\",\"pos\":[null,0,0]}]");
    after(json, "\"modified\":[\n{\"t0\":0.25,\"t1\":0.5,\"kind\":\"gravity\",\"text\":\"gravity x 0\",");
    after(json, "{\"t0\":0.25,\"t1\":null,\"kind\":\"spring\",\"text\":\"balance spring on b1\","
                "\"bodies\":[0,1],\"point\":[0,0,0],\"anchor\":[\n{\"t\":0.25,\"pos\":[null,0,5]}]}]");
    after(json, "\"off\":[\n{\"t0\":0,\"t1\":null,\"geom\":1}],\"eye\":[4,-2,1],\"lookAt\":[0,0,0.5]}");
    after(json, "\"name\":\"work of modified gravity\"");
    free(page);
    free_recording(&f);
}
END_TEST

/* A ball on a step feels the step push it up, though the step is the second geom; a ball on the ball comes
 * after it. */
START_TEST(contacts_push_what_moves)
{
    static const char xml[] =
        "<mujoco><worldbody><geom type='box' size='1 1 .1' pos='0 0 -.1'/>"
        "<body name='upper' pos='0 0 .29'><freejoint/><geom type='sphere' size='.1' mass='1'/></body>"
        "<body name='lower' pos='0 0 .0998'><freejoint/><geom type='sphere' size='.1' mass='1'/></body>"
        "</worldbody></mujoco>";
    Fixture f = make_from_xml(xml, 0.001);
    char *page = written_page(f.recording, "", "");
    unsigned char *count = decode_base64(after(page, "\"ncontact\":\""), 4);
    unsigned char *contact = decode_base64(after(page, "\"contact\":\""), 24);
    char *end;
    strtod(after(page, "\"contactUnits\":["), &end);
    double unit = strtod(end + 1, NULL), force = f.recording->frame->normal_force;
    ck_assert(count[0] == 1 && count[2] == 1);
    ck_assert(f.recording->contact[0].body2 == 0 || f.recording->contact[1].body2 == 0);
    ck_assert_double_eq_tol(force, 20, 1e-6);
    check_vector(contact, 3, unit, v3(0, 0, force));
    free(count);
    free(contact);
    free(page);
    free_recording(&f);
}
END_TEST

/* Contacts of crowds spread wider than 16 m, or with nothing to carry, still come out right. */
START_TEST(contact_units_follow_the_recording)
{
    Fixture f = make_recording(1);
    KipFrame *last = &f.recording->frame[f.recording->nframe - 1];
    last->contact = 0;
    last->ncontact = 1;
    f.recording->nframe = f.recording->ncontact = 1;
    f.recording->frame[0] = *last;
    f.recording->frame[0].time = 0;
    f.recording->contact[0] =
        (KipRecordedContact){0, 1, v3_add(last->com, v3(40, -80, 0)), v3(0, 0, 1), v3_zero()};
    char *page = written_page(f.recording, "", "");
    unsigned char *contact = decode_base64(after(page, "\"contact\":\""), 12);
    char *end;
    double length = strtod(after(page, "\"contactUnits\":["), &end);
    ck_assert_double_eq_tol(length, 80.0 / 32767, 1e-9);
    ck_assert_double_eq(strtod(end + 1, NULL), 1);
    check_vector(contact, 0, length, v3(40, -80, 0));
    check_vector(contact, 3, 1, v3_zero());
    free(contact);
    free(page);
    free_recording(&f);
}
END_TEST

Suite *suite_page(void)
{
    Suite *suite = suite_create("page");
    TCase *test = tcase_create("page");
    tcase_add_test(test, page_holds_the_recording);
    tcase_add_test(test, page_says_who_is_there);
    tcase_add_test(test, page_tells_what_controllers_do);
    tcase_add_test(test, contacts_push_what_moves);
    tcase_add_test(test, contact_units_follow_the_recording);
    tcase_add_test(test, page_is_safe_from_names);
    suite_add_tcase(suite, test);
    return suite;
}

/* The page: its JSON is valid and decodes to the recording, it is small, and no name can break out of it. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/control/hold.h"
#include "../src/dynamics/quat.h"
#include "../src/dynamics/random.h"
#include "../src/io/text/base64.h"
#include "../src/io/formats/mjcf.h"
#include "../src/io/record/quantity.h"
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

/* A string of columns, being read: see base64.h. */
typedef struct Reader {
    unsigned char *byte;
    size_t size, at;
} Reader;

static Reader open_columns(const char *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t length = strcspn(text, "\"");
    Reader reader = {.byte = malloc(length + 1)};
    ck_assert_uint_eq(length % 4, 0);
    for (size_t i = 0; i < length; i += 4) {
        unsigned long bits = 0;
        int padded = 0;
        for (size_t k = 0; k < 4; k++) {
            padded += text[i + k] == '=';
            bits =
                bits << 6 | (text[i + k] == '=' ? 0 : (unsigned long)(strchr(digits, text[i + k]) - digits));
        }
        for (int k = 2; k >= padded; k--)
            reader.byte[reader.size++] = (unsigned char)(bits >> 8 * k & 255);
    }
    return reader;
}

static void close_columns(Reader *reader)
{
    ck_assert_uint_eq(reader->at, reader->size);
    free(reader->byte);
}

static uint64_t read_number(Reader *reader)
{
    uint64_t value = 0;
    for (int place = 0;; place += 7) {
        ck_assert(reader->at < reader->size && place < 63);
        unsigned byte = reader->byte[reader->at++];
        value |= (uint64_t)(byte & 127) << place;
        if (byte < 128)
            return value;
    }
}

/* The caller frees it. */
static int64_t *read_column(Reader *reader, size_t n)
{
    int64_t *column = malloc((n + 1) * sizeof *column), value = 0, slope = 0;
    uint64_t order = read_number(reader), zeros = 0;
    ck_assert_uint_le(order, 2);
    for (size_t i = 0; i < n; i++) {
        int64_t s = 0;
        if (zeros) {
            zeros--;
        } else {
            uint64_t coded = read_number(reader);
            s = coded % 2 ? -(int64_t)(coded / 2) - 1 : (int64_t)(coded / 2);
            zeros = coded == 0 ? read_number(reader) : 0;
            ck_assert_uint_lt(zeros, n - i);
        }
        slope = order == 2 ? slope + s : s;
        value = order == 0 ? s : value + slope;
        column[i] = value;
    }
    return column;
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

static void check_near(int64_t number, double unit, double expected)
{
    ck_assert_double_eq_tol((double)number * unit, expected, 0.5001 * unit);
}

static double unit_of(const char *json, const char *key)
{
    return strtod(after(json, key), NULL);
}

/* -- columns --------------------------------------------------------------------------------------------- */

enum { LENGTH = 500, NCOLUMN = 9 };

/* Motions, noise, constants, jumps, the largest numbers. */
static void fill_column(int which, int64_t value[LENGTH])
{
    const int64_t most = (int64_t)1 << 48;
    KipRandom random = {5};
    for (int i = 0; i < LENGTH; i++) {
        const int64_t kinds[NCOLUMN] = {0,
                                        -7,
                                        3 * i - 600,
                                        i * i - 40 * i,
                                        (int64_t)kip_random_uniform(&random, -300, 300),
                                        i % 100 == 99 ? -i * 1000000 : i / 50,
                                        i % 2 ? most : -most,
                                        i < 250 ? 0 : i % 7 - 3,
                                        i == 499};
        value[i] = kinds[which];
    }
}

START_TEST(columns_come_back)
{
    static const size_t length[] = {LENGTH, 1, 0, 2};
    int64_t value[LENGTH], *read;
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    KipBase64 to = {.stream = stream};
    for (int i = 0; i < NCOLUMN * 4; i++) {
        fill_column(i % NCOLUMN, value);
        kip_base64_column(&to, value, length[i / NCOLUMN]);
        kip_base64_number(&to, (uint64_t)i << 40);
    }
    kip_base64_end(&to);
    fclose(stream);
    Reader from = open_columns(text);
    for (int i = 0; i < NCOLUMN * 4; i++) {
        fill_column(i % NCOLUMN, value);
        read = read_column(&from, length[i / NCOLUMN]);
        ck_assert(memcmp(read, value, length[i / NCOLUMN] * sizeof *value) == 0);
        ck_assert_uint_eq(read_number(&from), (uint64_t)i << 40);
        free(read);
    }
    close_columns(&from);
    free(text);
}
END_TEST

/* What is constant, and what rises evenly, costs a few letters; a smooth motion hardly more than a byte a
 * value. */
START_TEST(columns_are_short)
{
    static const size_t most[] = {8, 12, 12, LENGTH * 4 / 3 + 8, LENGTH * 3 / 2};
    int64_t value[LENGTH];
    for (int i = 0; i < 5; i++) {
        char *text;
        size_t size;
        FILE *stream = open_memstream(&text, &size);
        KipBase64 to = {.stream = stream};
        fill_column(i, value);
        for (int k = 0; i == 4 && k < LENGTH; k++)
            value[k] = (int64_t)floor(10000 * kip_sin(k / 60.0) + 0.5);
        kip_base64_column(&to, value, LENGTH);
        kip_base64_end(&to);
        fclose(stream);
        ck_assert_msg(size <= most[i], "column %d takes %zu", i, size);
        free(text);
    }
}
END_TEST

/* -- what the page holds --------------------------------------------------------------------------------- */

/* A frame's coordinates of the model, from the numbers of its joints' columns. */
static void fill_joint(const KipJoint *joint, int64_t *const column[7], size_t frame, double angle,
                       double length, double *q)
{
    double value[7] = {0};
    for (int k = 0; k < 7 && column[k]; k++)
        value[k] = (double)column[k][frame];
    if (joint->type == KIP_JOINT_FREE) {
        for (int k = 0; k < 3; k++)
            q[k] = length * value[k];
        q_store(q + 3, q_normalize(q_from(value + 3)));
    } else if (joint->type == KIP_JOINT_BALL) {
        q_store(q, q_exp(v3(angle * value[0], angle * value[1], angle * value[2])));
    } else {
        q[0] = value[0] * (joint->type == KIP_JOINT_SLIDE ? length : angle);
    }
}

/* Bodies stand where the model puts them at the coordinates that the page has. */
static void check_motion(const KipRecording *grid, const char *json)
{
    const KipModel *model = grid->model;
    const double angle = unit_of(json, "\"angleUnit\":"), length = unit_of(json, "\"lengthUnit\":");
    double *q = malloc((size_t)model->nq * grid->nframe * sizeof *q),
           *v = calloc((size_t)model->nv, sizeof *v);
    Reader motion = open_columns(after(json, "\"motion\":\""));
    KipDynamics *dynamics;
    ck_assert(angle == 5e-5 && length == 1e-5);
    for (int j = 0; j < model->njoint; j++) {
        int64_t *column[7] = {NULL};
        int ncolumn = model->joint[j].type == KIP_JOINT_FREE ? 7 : model->joint[j].nv;
        for (int k = 0; k < ncolumn; k++)
            column[k] = read_column(&motion, grid->nframe);
        for (size_t f = 0; f < grid->nframe; f++)
            fill_joint(&model->joint[j], column, f, angle, length,
                       q + f * (size_t)model->nq + model->joint[j].q);
        for (int k = 0; k < ncolumn; k++)
            free(column[k]);
    }
    close_columns(&motion);
    ck_assert_int_eq(kip_dynamics_create(model, NULL, &dynamics, NULL), KIP_OK);
    for (size_t f = 0; f < grid->nframe; f++) {
        kip_dynamics_set(dynamics, q + f * (size_t)model->nq, v);
        for (int i = 0; i < model->nbody; i++) {
            const KipBodyPose *pose = &kip_recording_poses(grid, f)[i];
            double away = v3_length(v3_sub(kip_body_position(dynamics, i), pose->pos));
            KipQuat turn = q_mul(q_conjugate(pose->quat), kip_body_orientation(dynamics, i));
            ck_assert_msg(away < 2e-4 && v3_length(q_log(turn)) < 3e-4, "frame %zu, body %d: %g m", f, i,
                          away);
        }
    }
    kip_dynamics_destroy(dynamics);
    free(q);
    free(v);
}

typedef struct Touch {
    int on, by;
    double number[6];
    double within[2]; /* m, N: how exact points and forces are */
    bool taken;
} Touch;

/* Those of each frame in any order. */
static Touch *read_contacts(const KipRecording *grid, const char *json, size_t most, size_t *count)
{
    Touch *touch = calloc(grid->nframe * most, sizeof *touch);
    Reader from = open_columns(after(json, "\"contacts\":\""));
    char *units, *pair = NULL;
    const double length = strtod(after(json, "\"contactUnits\":["), &units), force = strtod(units + 1, NULL);
    const char *at = after(json, "\"contactPairs\":");
    ck_assert(length == 1e-4 && force > 0);
    while (*(at += strcspn(at, "[0123456789]")) != ']' && at[1] != ']') {
        int on = (int)strtol(at + (at[0] == '[') + (at[1] == '['), &pair, 10),
            by = (int)strtol(pair + 1, &pair, 10);
        size_t *frame = malloc(grid->nframe * sizeof *frame), n = 0, next = 0;
        for (uint64_t runs = read_number(&from); runs > 0; runs--) {
            next += read_number(&from);
            for (uint64_t length_of = read_number(&from); length_of > 0; length_of--)
                frame[n++] = next++;
        }
        ck_assert(next <= grid->nframe);
        for (int k = 0; k < 6; k++) {
            int64_t *column = read_column(&from, n);
            for (size_t i = 0; i < n; i++) {
                Touch *it = &touch[frame[i] * most + count[frame[i]]];
                it->on = on, it->by = by;
                it->within[0] = 0.8661 * length, it->within[1] = 0.8661 * force;
                it->number[k] = (double)column[i] * (k < 3 ? length : force);
            }
            free(column);
        }
        for (size_t i = 0; i < n; i++)
            ck_assert_uint_le(++count[frame[i]], most);
        free(frame);
        at = pair + 1;
        at += *at == ',';
    }
    close_columns(&from);
    return touch;
}

static bool is_near(const double number[3], KipVec3 v, double tolerance)
{
    return v3_length(v3_sub(v3(number[0], number[1], number[2]), v)) < tolerance;
}

/* Each contact of the recording is one of the page's, as the body that moves feels it. */
static void check_contacts(const KipRecording *grid, const char *json)
{
    size_t most = 1, *count = calloc(grid->nframe, sizeof *count);
    for (size_t f = 0; f < grid->nframe; f++)
        most = grid->frame[f].ncontact > (int)most ? (size_t)grid->frame[f].ncontact : most;
    Touch *touch = read_contacts(grid, json, most, count);
    for (size_t f = 0; f < grid->nframe; f++) {
        ck_assert_uint_eq(count[f], (size_t)grid->frame[f].ncontact);
        for (size_t k = 0; k < count[f]; k++) {
            const KipRecordedContact *c = &grid->contact[grid->frame[f].contact + k];
            Touch *found = NULL;
            for (size_t i = 0; i < count[f]; i++) {
                Touch *it = &touch[f * most + i];
                bool second = it->on == c->body2 && it->by == c->body1;
                if (!it->taken && (second || (it->on == c->body1 && it->by == c->body2)) &&
                    is_near(it->number, c->point, it->within[0]) &&
                    is_near(it->number + 3, second ? c->force : v3_neg(c->force), it->within[1]))
                    found = it;
            }
            ck_assert_ptr_ne(found, NULL);
            ck_assert(found->on != 0);
            found->taken = true;
        }
    }
    free(touch);
    free(count);
}

static void check_one_series(const char *json, const char *name, const char *unit, size_t n,
                             const double *expected)
{
    char key[100];
    snprintf(key, sizeof key, "\"name\":\"%s\",\"unit\":\"%s\",\"step\":", name, unit);
    const char *at = after(json, key);
    double step = strtod(at, NULL), largest = 0;
    Reader from = open_columns(after(at, "\"values\":\""));
    int64_t *column = read_column(&from, n);
    for (size_t i = 0; i < n; i++) {
        check_near(column[i], step, expected[i]);
        largest = fmax(largest, fabs(expected[i]));
    }
    ck_assert(step <= largest / 1e5 || largest == 0);
    close_columns(&from);
    free(column);
}

static void check_series(const KipRecording *grid, const char *json)
{
    const size_t n = grid->nframe;
    double *kinetic = malloc(2 * n * sizeof *kinetic), *load = kinetic + n;
    Reader from = open_columns(after(json, "\"com\":\""));
    for (int k = 0; k < 3; k++) {
        int64_t *column = read_column(&from, n);
        for (size_t i = 0; i < n; i++) {
            const KipVec3 com = grid->frame[i].com;
            check_near(column[i], 1e-5, k == 0 ? com.x : k == 1 ? com.y : com.z);
        }
        free(column);
    }
    close_columns(&from);
    for (size_t i = 0; i < n; i++) {
        kinetic[i] = grid->frame[i].energy.kinetic;
        load[i] = grid->frame[i].normal_force;
    }
    check_one_series(json, "kinetic energy", "J", n, kinetic);
    check_one_series(json, "normal contact force", "N", n, load);
    free(kinetic);
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
    after(json, "\"format\":\"kip-page 4\"");
    after(json, "\"fps\":60,\"frames\":97");
    after(json, "{\"body\":0,\"type\":\"plane\",");
    after(json, "{\"name\":\"arm\",\"parent\":1,\"pos\":[0,0.3,0],\"quat\":[0.");
    after(json, "\"mass\":1,\"com\":[0,0,-0.1]}");
    after(json, "{\"name\":\"slide\",\"body\":4,\"type\":\"slide\",\"pos\":[0,0,0],\"axis\":[0.707106781,");
    after(json, "\"name\":\"work of contacts\",\"unit\":\"J\"");
    ck_assert_ptr_eq(strstr(json, "work of drives"), NULL); /* there are none */
    after(json, "\"waiting\":[],\n\"present\":\"\"");
    after(json, "\"bands\":[],\n\"targets\":[],\n\"modified\":[],\n\"off\":[]}");
    after(json, "{\"t\":0.25,\"text\":\"an \\\"event\\\"\"}");
    after(json, "{\"t0\":0.25,\"t1\":0.5,\"body\":2,\"point\":[0,0,-0.125],\"force\":[10,0,-2.5]}");
    KipRecording *grid;
    ck_assert_int_eq(kip_recording_resample(f.recording, &grid, NULL), KIP_OK);
    check_motion(grid, json);
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
    after(after(json, "\"bodies\":[\n"), escaped);
    after(after(json, "\"joints\":[\n"), "\"body\":");
    after(page, "<title>&lt;/script&gt;&lt;!--&quot;\\");
    ck_assert_ptr_eq(strstr(page, "KIP_"), NULL);
    free(page);
    free_recording(&f);
}
END_TEST

/* A column for each body that ever waits. */
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
    after(page, "\"waiting\":[7,9]");
    Reader from = open_columns(after(page, "\"present\":\""));
    int64_t *seventh = read_column(&from, 7), *ninth = read_column(&from, 7);
    for (int i = 0; i < 7; i++) {
        ck_assert_int_eq(seventh[i], 0);
        ck_assert_int_eq(ninth[i], i > 3);
    }
    close_columns(&from);
    free(seventh);
    free(ninth);
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
        "<body name='lower' pos='0 0 .0998'><freejoint/>"
        "<geom type='sphere' size='.1' mass='1' solref='-1e5 0' solimp='.5 .5'/></body>"
        "</worldbody></mujoco>";
    Fixture f = make_from_xml(xml, 0.001);
    char *page = written_page(f.recording, "", "");
    size_t count[1] = {0};
    after(page, "\"contactPairs\":[[2,0],[");
    Touch *touch = read_contacts(f.recording, page, 2, count);
    ck_assert_uint_eq(count[0], 2);
    ck_assert_double_eq_tol(f.recording->frame->normal_force, 20, 1e-6);
    ck_assert_double_eq_tol(touch[0].number[5], 20, 0.02);
    free(touch);
    free(page);
    free_recording(&f);
}
END_TEST

/* -- drives ---------------------------------------------------------------------------------------------- */

/* The columns of an axis against the recording; what is not 0 does not become 0. */
static void check_axis(const KipRecording *grid, Reader *from, int dof, const double unit[4], double turn)
{
    static const KipQuantityKind kind[] = {KIP_QUANTITY_TORQUE,   KIP_QUANTITY_STIFFNESS,
                                           KIP_QUANTITY_DAMPING,  KIP_QUANTITY_LIMIT_LO,
                                           KIP_QUANTITY_LIMIT_HI, KIP_QUANTITY_TARGET};
    for (int k = 0; k < 6; k++) {
        int64_t *column = read_column(from, grid->nframe);
        for (size_t f = 0; f < grid->nframe; f++) {
            double value = kip_recording_axis(grid, f, dof, kind[k]);
            if (isinf(value))
                ck_assert_int_eq(column[f], value > 0 ? 32768 : -32768);
            else if (k < 5 && value != 0 && fabs(value) < 0.5 * unit[k < 3 ? k : 3])
                ck_assert_int_eq(column[f], value > 0 ? 1 : -1);
            else if (!isnan(value))
                check_near(column[f], k == 5 ? turn : unit[k < 3 ? k : 3], value);
        }
        free(column);
    }
}

START_TEST(page_has_drives)
{
    static const char xml[] = "<mujoco><worldbody><body name='a' pos='0 0 2'><joint name='h' axis='0 1 0'/>"
                              "<geom type='capsule' size='.05 .2' mass='1' pos='0 0 -.2'/>"
                              "<body pos='0 0 -.4'><joint name='b' type='ball'/><geom type='capsule' "
                              "size='.05 .2' mass='1' pos='0 0 -.2'/>"
                              "</body></body></worldbody></mujoco>";
    Fixture f = make_from_xml(xml, 1.0 / 600);
    KipDrives drives = kip_sim_drives(f.sim);
    const KipQuat aim = q_exp(v3(0.3, -0.8, 0.1));
    drives.target[0] = 0.7;
    q_store(drives.target + 1, aim);
    for (int k = 0; k < 3; k++)
        drives.stiffness[k] = 40 + k, drives.damping[k] = 3;
    drives.limit_lo[0] = -6, drives.limit_hi[0] = 9;
    drives.limit_hi[2] = 2;
    run_fixture(&f, 300);
    drives.stiffness[0] = 1e-6;
    run_fixture(&f, 300);
    char *page = written_page(f.recording, "", "");
    KipRecording *grid;
    ck_assert_int_eq(kip_recording_resample(f.recording, &grid, NULL), KIP_OK);
    ck_assert_double_eq(kip_recording_axis(grid, 20, 0, KIP_QUANTITY_TARGET), (float)0.7);
    ck_assert_double_eq_tol(kip_recording_axis(grid, 20, 2, KIP_QUANTITY_TARGET), -0.8, 1e-6);
    ck_assert(isnan(kip_recording_axis(grid, 20, 3, KIP_QUANTITY_TARGET)));
    const char *units = after(page, "\"driveUnits\":[");
    Reader from = open_columns(after(page, "\"drives\":\""));
    for (int dof = 0; dof < 4; dof++) {
        double unit[4];
        char *end;
        for (int k = 0; k < 4; k++, units = end + 1)
            unit[k] = strtod(units, &end);
        check_axis(grid, &from, dof, unit, 5e-5);
    }
    close_columns(&from);
    kip_recording_destroy(grid);
    free(page);
    free_recording(&f);
}
END_TEST

/* -- size ------------------------------------------------------------------------------------------------ */

/* 20 s of one character in contact with the ground, held and pushed, with all of its joints: under 1 MB. */
START_TEST(page_is_small)
{
    KipModel *model;
    KipSim *sim;
    KipRecording *recording;
    KipError error;
    int key;
    ck_assert_int_eq(kip_mjcf_load(&model, "data/models/skeleton37.xml", NULL, &error), KIP_OK);
    ck_assert_int_eq(kip_model_get_key(model, "stand", &key, &error), KIP_OK);
    KipSimDef def = kip_sim_def(model);
    def.timestep = 0.002;
    ck_assert_int_eq(kip_sim_create(model, &def, &sim, &error), KIP_OK);
    ck_assert_int_eq(kip_sim_set_state(sim, model->key[key].q, model->key[key].v, &error), KIP_OK);
    ck_assert_int_eq(kip_hold_gains(model, model->key[key].q, def.timestep, NULL, kip_sim_drives(sim),
                                    &error),
                     KIP_OK);
    ck_assert_int_eq(kip_recording_create(model, def.timestep, NULL, &recording, &error), KIP_OK);
    while (kip_sim_time(sim) < 20) {
        bool pushed = kip_sim_time(sim) > 0.5 && kip_sim_time(sim) < 0.6;
        kip_sim_set_external(sim, 1, v3(pushed ? 60 : 0, 0, 0), v3_zero(), v3_zero());
        ck_assert_int_eq(kip_recording_sample(recording, sim, &error), KIP_OK);
        ck_assert_int_eq(kip_sim_step(sim, &error), KIP_OK);
    }
    char *page = written_page(recording, "", "");
    ck_assert_uint_ge(recording->ncontact, 8 * 1200);
    ck_assert_uint_lt(strlen(page), 1000000);
    const char *data = after(page, "application/json\">");
    ck_assert_uint_lt(strlen(page) - (size_t)(skip_json(data) - data), 150000);
    free(page);
    kip_recording_destroy(recording);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
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
    tcase_add_test(test, columns_come_back);
    tcase_add_test(test, columns_are_short);
    tcase_add_test(test, page_has_drives);
    tcase_add_test(test, page_is_small);
    tcase_add_test(test, page_is_safe_from_names);
    suite_add_tcase(suite, test);
    return suite;
}

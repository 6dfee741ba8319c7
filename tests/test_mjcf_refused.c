/* The MJCF reader: what it refuses, with which sentence, where. */
#include "mjcf_helpers.h"

#define IN_BODY(text) "<mujoco><worldbody><body name='b'>\n" text "\n</body></worldbody></mujoco>"
#define HINGE "<mujoco><worldbody><body name='b'><joint name='knee'/><geom size='1'/></body></worldbody>\n"
#define AFTER(text) HINGE text "\n</mujoco>"

static const struct {
    const char *text;
    int line, column;
    const char *part;
} refused[] = {
    /* the file */
    {"<robot name='x'/>", 1, 1, "MuJoCo can convert URDF"},
    {"<html/>", 1, 1, "root element is <html>, not <mujoco>"},
    {"<mujoco>\n<worldbdy/></mujoco>", 2, 1, "did you mean 'worldbody'?"},
    {"<mujoco><worldbody>\n <body>\n hello</body></worldbody></mujoco>", 3, 2, "text stands in <body>"},
    {"<mujoco>\n<extension/></mujoco>", 2, 1, "<extension> in <mujoco> is refused"},
    {"<mujoco>\n<worldbody name='w'/></mujoco>", 2, 12, "no attribute of <worldbody>"},
    /* names that are not in the table */
    {IN_BODY("<geom sise='1'/>"), 2, 7, "attribute of <geom> that is called 'sise'; did you mean 'size'?"},
    {IN_BODY("<jiont/>"), 2, 1, "element in <body> that is called 'jiont'; did you mean 'joint'?"},
    {IN_BODY("<joint limted='true'/>"), 2, 8, "did you mean 'limited'?"},
    {IN_BODY("<freejoint damping='1'/>"), 2, 12, "no attribute of <freejoint>"},
    {IN_BODY("<geom size='1'><body/></geom>"), 2, 16, "no element in <geom> that is called 'body'"},
    {"<mujoco><default><joint\nname='x'/></default></mujoco>", 2, 1,
     "attribute of <joint> in a default class"},
    {"<mujoco><default><motor\njoint='x'/></default></mujoco>", 2, 1,
     "attribute of <motor> in a default class"},
    {AFTER("<actuator><motor joint='knee' kp='1'/></actuator>"), 2, 31,
     "attribute of <motor> that is called 'kp'"},
    /* values */
    {IN_BODY("<geom size='1.0abc'/>"), 2, 7, "'1.0abc' in size of <geom> is not a number"},
    {IN_BODY("<geom size='1e400'/>"), 2, 7,
     "'1e400' in size of <geom> is not a number that a double can hold"},
    {IN_BODY("<geom size='0x1'/>"), 2, 7, "'0x1'"},
    {IN_BODY("<geom size='nan'/>"), 2, 7, "'nan' in size of <geom> is not a finite number"},
    {IN_BODY("<geom pos='0 inf 0'/>"), 2, 7, "'inf' in pos"},
    {IN_BODY("<geom pos='1,2,3'/>"), 2, 7, "pos of <geom> takes 3 numbers, not 1"},
    {IN_BODY("<geom pos='1 2'/>"), 2, 7, "pos of <geom> takes 3 numbers, not 2"},
    {IN_BODY("<geom size='1 2 3 4'/>"), 2, 7, "size of <geom> takes 1 to 3 numbers, not 4"},
    {IN_BODY("<geom size=''/>"), 2, 7, "size of <geom> takes 1 to 3 numbers, not 0"},
    {IN_BODY("<geom size='1' mass='1 2'/>"), 2, 16, "mass of <geom> takes 1 number, not 2"},
    {IN_BODY("<geom size='1' mass='-1'/>"), 2, 16, "mass of <geom> is -1 kg"},
    {IN_BODY("<geom size='1' contype='1.5'/>"), 2, 16, "takes a whole number, not 1.5"},
    {IN_BODY("<geom size='1' contype='1e10'/>"), 2, 16, "takes a whole number"},
    {IN_BODY("<geom size='1' condim='2'/>"), 2, 16,
     "condim of <geom> is 1 (no friction), 3 (friction), 4 (and against spinning) or 6 (and against rolling), not 2"},
    {IN_BODY("<geom type='cone' size='1'/>"), 2, 7, "type of <geom> is plane, sphere, capsule"},
    {IN_BODY("<joint limited='yes'/>"), 2, 8, "limited of <joint> is false, true or auto, not 'yes'"},
    {"<mujoco><compiler angle='degrees'/></mujoco>", 1, 19,
     "angle of <compiler> is degree or radian, not 'degrees'"},
    {"<mujoco><compiler eulerseq='xyq'/></mujoco>", 1, 19, "three letters of xyzXYZ, not 'xyq'"},
    {"<mujoco><compiler coordinate='global'/></mujoco>", 1, 19,
     "coordinate=\"global\" of <compiler> is refused"},
    {"<mujoco><option timestep='0'/></mujoco>", 1, 17, "it must be positive"},
    {"<mujoco><option density='1.2'/></mujoco>", 1, 17, "kip has no air or water"},
    {"<mujoco><option><flag filterparent='disable'/></option></mujoco>", 1, 23, "never meet"},
    {"<mujoco><option><flag gravity='off'/></option></mujoco>", 1, 23, "enable or disable, not 'off'"},
    /* classes */
    {IN_BODY("<geom class='feet' size='1'/>"), 2, 7, "no default class 'feet'"},
    {"<mujoco><default><default class='foot'/></default><worldbody><body\nchildclass='fot'/></worldbody>"
     "</mujoco>",
     2, 1, "did you mean 'foot'?"},
    {"<mujoco><default><default class='a'/>\n<default class='a'/></default></mujoco>", 2, 10,
     "two default classes 'a'"},
    {"<mujoco><default>\n<default/></default></mujoco>", 2, 1, "<default> needs class"},
    {"<mujoco><default>\n<general biastype='affine'/></default></mujoco>", 2, 10, "is refused"},
    /* orientation */
    {IN_BODY("<geom size='1' quat='0 0 0 0'/>"), 2, 16, "quat of <geom> has length 0"},
    {IN_BODY("<geom size='1' zaxis='0 0 0'/>"), 2, 16, "no direction"},
    {IN_BODY("<geom size='1' axisangle='0 0 0 1'/>"), 2, 16, "no direction"},
    {IN_BODY("<geom size='1' xyaxes='1 0 0 2 0 0'/>"), 2, 16, "no direction"},
    {IN_BODY("<geom size='1' quat='1 0 0 0' euler='0 0 0'/>"), 2, 31, "two orientations, quat and euler"},
    {IN_BODY("<geom type='capsule' size='1' fromto='0 0 0 0 0 0'/>"), 2, 31, "no direction"},
    {IN_BODY("<geom type='capsule' size='1' pos='1 0 0' fromto='0 0 0 0 0 1'/>"), 2, 43,
     "as well as a fromto"},
    {IN_BODY("<geom size='1' fromto='0 0 0 0 0 1'/>"), 2, 16, "fromto makes capsules"},
    /* bodies and joints */
    {"<mujoco><worldbody>\n<joint/></worldbody></mujoco>", 2, 1, "the world does not move"},
    {"<mujoco><worldbody><frame>\n<freejoint/></frame></worldbody></mujoco>", 2, 1,
     "the world does not move"},
    {"<mujoco><worldbody>\n<inertial mass='1' pos='0 0 0'/></worldbody></mujoco>", 2, 1,
     "outside of all bodies"},
    {IN_BODY("<inertial mass='1' pos='0 0 0'/><inertial/>"), 2, 33, "two <inertial>"},
    {IN_BODY("<inertial pos='0 0 0'/>"), 2, 1, "<inertial> needs mass"},
    {IN_BODY("<inertial mass='1'/>"), 2, 1, "<inertial> needs pos"},
    {IN_BODY("<inertial mass='1' pos='0 0 0' diaginertia='1 1 1' fullinertia='1 1 1 0 0 0'/>"), 2, 32,
     "as well as a diaginertia"},
    {"<mujoco><compiler autolimits='false'/><worldbody><body>\n<joint range='-1 1'/></body></worldbody>"
     "</mujoco>",
     2, 8, "nothing says whether it is limited"},
    {IN_BODY("<joint springdamper='1 1'/>"), 2, 8,
     "springdamper=\"1 1\" of <joint> is refused: give stiffness"},
    {IN_BODY("<joint frictionloss='.1'/>"), 2, 8, "no dry friction"},
    {IN_BODY("<freejoint align='true'/>"), 2, 12, "is refused"},
    {"<mujoco><worldbody>\n<body mocap='true'/></worldbody></mujoco>", 2, 7,
     "mocap=\"true\" of <body> is refused"},
    {"<mujoco><worldbody>\n<body gravcomp='1'/></worldbody></mujoco>", 2, 7, "is refused"},
    {IN_BODY("<composite type='cable'/>"), 2, 1, "<composite> in <body> is refused"},
    {IN_BODY("<replicate count='3'/>"), 2, 1, "is refused"},
    {IN_BODY("<flexcomp name='f'/>"), 2, 1, "is refused"},
    {IN_BODY("<attach model='m'/>"), 2, 1, "is refused"},
    {IN_BODY("<plugin plugin='p'/>"), 2, 1, "is refused"},
    {"<mujoco><asset>\n<model file='x.xml'/></asset></mujoco>", 2, 1, "use <include>"},
    {"<mujoco><deformable>\n<flex/></deformable></mujoco>", 2, 1, "is refused"},
    {IN_BODY("<freejoint/><geom type='mesh' mesh='m'/>"), 2, 13, "gives its body mass"},
    {IN_BODY("<freejoint/><geom type='mesh' mesh='m' mass='0'/>"), 2, 13, "meets other geoms"},
    {"<mujoco><worldbody>\n<geom type='hfield' hfield='h'/></worldbody></mujoco>", 2, 1, "meets other geoms"},
    {IN_BODY("<geom size='1' shellinertia='true'/>"), 2, 16, "geoms are solid"},
    {IN_BODY("<geom size='1' material='m'/>"), 2, 16, "there is no material 'm'"},
    /* motors, tendons, the rest */
    {AFTER("<actuator><motor/></actuator>"), 2, 11, "<motor> needs joint"},
    {AFTER("<actuator><motor joint='kne'/></actuator>"), 2, 18,
     "there is no joint 'kne'; did you mean 'knee'?"},
    {AFTER("<actuator><motor joint='knee' site='s'/></actuator>"), 2, 31, "motors move joints"},
    {AFTER("<actuator><motor joint='knee' ctrlrange='1 -1'/></actuator>"), 2, 31, "reversed or empty"},
    {AFTER("<actuator><muscle joint='knee'/></actuator>"), 2, 11, "kip has motor, position and velocity"},
    {AFTER("<actuator><adhesion body='b'/></actuator>"), 2, 11, "is refused"},
    {AFTER("<actuator><general joint='knee' gainprm='5'/></actuator>"), 2, 33, "give the gain as gear"},
    {AFTER("<actuator><general joint='knee' dyntype='filter'/></actuator>"), 2, 33, "is refused"},
    {AFTER("<actuator><position joint='knee' kv='5'/></actuator>"), 2, 34, "give the joint damping"},
    {AFTER("<actuator><position joint='knee' inheritrange='1'/></actuator>"), 2, 34,
     "needs a joint with a range"},
    {AFTER("<default><position kp='5'/></default><actuator><general joint='knee'/></actuator>"), 2, 48,
     "takes position or velocity from its default class"},
    {"<mujoco><worldbody><body><freejoint name='f'/><geom size='1'/></body></worldbody><actuator>\n"
     "<motor joint='f'/></actuator></mujoco>",
     2, 8, "which is a free joint; motors move hinges and slides"},
    {"<mujoco><worldbody><body><joint name='b' type='ball'/><geom size='1'/></body></worldbody><actuator>\n"
     "<motor joint='b'/></actuator></mujoco>",
     2, 8,
     "which is a ball, as strong as <numeric name=\"strength_JOINT\"> says; motors move hinges and slides"},
    {AFTER("<tendon><spatial/></tendon>"), 2, 9, "sums of joint coordinates"},
    {AFTER("<tendon><fixed/></tendon>"), 2, 9, "runs over no joint"},
    {AFTER("<tendon><fixed><joint joint='knee'/></fixed></tendon>"), 2, 16, "<joint> needs coef"},
    {AFTER("<tendon><fixed springlength='0 1'><joint joint='knee' coef='1'/></fixed></tendon>"), 2, 16,
     "give one"},
    {AFTER("<contact><pair geom1='a' geom2='b'/></contact>"), 2, 16, "there is no geom 'a'"},
    {AFTER("<contact><pair geom2='b'/></contact>"), 2, 10, "geom1"},
    {AFTER("<contact><exclude body1='b' body2='c'/></contact>"), 2, 29, "there is no body 'c'"},
    {AFTER("<equality><weld body1='b'/></equality>"), 2, 11, "<weld> in <equality> is refused"},
    {AFTER("<custom><numeric name='n' size='1' data='1 2'/></custom>"), 2, 27,
     "size of <numeric> is 1, for 2 numbers"},
    {AFTER("<custom><numeric name='n'/></custom>"), 2, 9, "needs data"},
    {AFTER("<custom><text name='n'/></custom>"), 2, 9, "<text> needs data"},
    /* what kip_builder_finish says, with the reader's places */
    {AFTER("<keyframe><key qpos='1 2 3'/></keyframe>"), 2, 11, "3"},
    {AFTER("<keyframe><key name='a'/><key name='a'/></keyframe>"), 2, 26, "two keyframes are called 'a'"},
    {AFTER("<actuator><motor name='m' joint='knee'/><motor name='m' joint='knee'/></actuator>"), 2, 41,
     "two motors are called 'm'"},
    {AFTER(
         "<tendon><fixed name='t'><joint joint='knee' coef='1'/></fixed><fixed name='t'><joint joint='knee' "
         "coef='1'/></fixed></tendon>"),
     2, 63, "two tendons are called 't'"},
    {"<mujoco><worldbody><body name='b'>\n<joint name='j' range='10 -10'/><geom size='1'/></body>"
     "</worldbody></mujoco>",
     2, 1, "reversed"},
    {IN_BODY("<freejoint/><inertial mass='-1' pos='0 0 0' diaginertia='1 1 1'/>"), 1, 20, "mass"},
    {IN_BODY("<joint name='j'/>"), 2, 1, "inertia"},
    {IN_BODY("<geom size='1'/><body name='c'>\n<freejoint/><geom size='1'/></body>"), 3, 1, "free"},
    {IN_BODY("<freejoint/><geom size='1'/></body>\n<body name='b'><freejoint/><geom size='1'/>"), 3, 1,
     "'b'"},
};

START_TEST(what_is_refused_is_a_sentence_with_its_place)
{
    KipModel *model = NULL;
    const char *text = refused[_i].text;
    ck_assert_msg(kip_mjcf_parse(&model, text, strlen(text), "test.xml", NULL, &error) == KIP_BAD_INPUT,
                  "read: %s", text);
    ck_assert_msg(strstr(error.message, refused[_i].part), "%s\n%s", text, error.message);
    ck_assert_msg(error.line == refused[_i].line && error.column == refused[_i].column, "%s\n%d:%d: %s", text,
                  error.line, error.column, error.message);
    ck_assert_str_eq(error.file, "test.xml");
    ck_assert_ptr_null(model);
}
END_TEST

TCase *mjcf_refused_case(void)
{
    TCase *test = tcase_create("refused");
    tcase_add_loop_test(test, what_is_refused_is_a_sentence_with_its_place, 0,
                        sizeof refused / sizeof *refused);
    return test;
}

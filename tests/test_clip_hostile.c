/* Motion files that are wrong, odd, cut short, mutated or very deep: a sentence with its place, or the
 * right numbers. */
#include "clip_helpers.h"

/* What becomes of a file: a sentence with `message` in it at line:column, or, where `message` is NULL, a
 * clip of so many frames whose last value is `value`. */
typedef struct Case {
    const char *text;
    size_t size;
    const char *message;
    int line, column;
    int nframe;
    double value;
} Case;

#define BAD(text, message, line, column)                                                                     \
    {                                                                                                        \
        text, sizeof(text) - 1, message, line, column, 0, 0                                                  \
    }
#define GOOD(text, nframe, value)                                                                            \
    {                                                                                                        \
        text, sizeof(text) - 1, NULL, 0, 0, nframe, value                                                    \
    }

static void check_case(const Case *c, KipClip *clip, const char *file)
{
    if (!c->message) {
        ck_assert_msg(clip, "%d:%d: %s\n%s", error.line, error.column, error.message, c->text);
        ck_assert_int_eq(clip->nframe, c->nframe);
        if (c->nframe && clip->nvalue)
            ck_assert_double_eq(clip->value[c->nframe * clip->nvalue - 1], c->value);
    } else {
        ck_assert_msg(!clip, "it was read:\n%s", c->text);
        ck_assert_msg(strstr(error.message, c->message), "'%s', not '%s'\n%s", error.message, c->message,
                      c->text);
        ck_assert_msg(error.line == c->line && error.column == c->column, "%d:%d, not %d:%d: %s\n%s",
                      error.line, error.column, c->line, c->column, error.message, c->text);
        ck_assert_str_eq(error.file, file);
        ck_assert_int_eq(error.status, KIP_BAD_INPUT);
    }
    kip_clip_destroy(clip);
}

/* -- BVH ------------------------------------------------------------------------------------------------- */

#define HEAD "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 2 Xrotation Yrotation\n}\n"
#define TIMES "MOTION\nFrames: 2\nFrame Time: 0.1\n"
#define ROOT "HIERARCHY ROOT a {"
#define LINE "OFFSET 0 0 0 CHANNELS 1 Xrotation}"

static const Case bvh[] = {
    BAD("", "the file ends where HIERARCHY", 1, 1),
    BAD(" \t\r\n\n  ", "the file ends where HIERARCHY", 3, 3),
    BAD("\0\0\0\0\0\0\0\0", "a control character (0)", 1, 1),
    BAD(HEAD "MOTION\n\0", "a control character (0)", 8, 1),
    BAD("\xff\xfe"
        "HIERARCHY",
        "no UTF-8", 1, 1),
    BAD("<html>", "'<html>' stands where HIERARCHY", 1, 1),
    BAD("HIERARCHY", "the file ends where ROOT", 1, 10),
    BAD("HIERARCHY MOTION", "'MOTION' stands where ROOT", 1, 11),
    BAD("HIERARCHY\nJOINT a {" LINE, "'JOINT' stands where ROOT", 2, 1),
    BAD("HIERARCHY\nROOT\n{\nOFFSET 0 0 0 }", "'{' stands where the name of a joint", 3, 1),
    BAD("HIERARCHY\nROOT", "the file ends where the name of a joint", 2, 5),
    BAD("HIERARCHY\nROOT a\nOFFSET 0 0 0", "'OFFSET' stands where the { of a joint", 3, 1),
    BAD("HIERARCHY\nROOT \xe4\n{ OFFSET 0 0 0 }", "no UTF-8", 2, 6),
    BAD("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n", "the file ends where OFFSET, CHANNELS, JOINT, End Site or }",
        5, 1),
    BAD(HEAD "}\n" TIMES "1 2 3 4", "'}' stands where another ROOT, or MOTION,", 7, 1),
    BAD(ROOT "}", "'a' ends without an OFFSET", 1, 19),
    BAD(ROOT "OFFSET 0 0 }", "'}' stands where one of OFFSET's three numbers", 1, 30),
    BAD(ROOT "OFFSET 0 0 x0 }", "'x0' stands where one of OFFSET's", 1, 30),
    BAD(ROOT "OFFSET 0 0 0 0 }", "'0' stands where OFFSET, CHANNELS", 1, 32),
    BAD(ROOT "OFFSET 0,5 0 0 }", "'0,5' has a comma", 1, 26),
    BAD(ROOT "OFFSET 0 0 1e999 }", "'1e999' stands where", 1, 30),
    BAD(ROOT "OFFSET 0 0 0 OFFSET 0 0 0 }", "a second OFFSET", 1, 32),
    BAD(ROOT "OFSET 0 0 0 }", "did you mean 'OFFSET'?", 1, 19),
    BAD(ROOT "OFFSET 0 0 0\nCHANNELS 7 Xrotation}", "a joint has 0 to 6 channels, not 7", 2, 10),
    BAD(ROOT "OFFSET 0 0 0\nCHANNELS -1}", "a joint has 0 to 6 channels, not -1", 2, 10),
    BAD(ROOT "OFFSET 0 0 0\nCHANNELS 1.5}", "a joint has 0 to 6 channels, not 1.5", 2, 10),
    BAD(ROOT "OFFSET 0 0 0\nCHANNELS Xrotation}", "'Xrotation' stands where the number of channels", 2, 10),
    BAD(ROOT "OFFSET 0 0 0\nCHANNELS 2 Xrotation\n}", "'}' stands where the name of a channel", 3, 1),
    BAD(ROOT "OFFSET 0 0 0\nCHANNELS 1 Xrotation Yrotation}", "CHANNELS says 1, but more", 2, 22),
    BAD(ROOT "OFFSET 0 0 0\nCHANNELS 1 Xrotatoin}", "did you mean 'Xrotation'?", 2, 12),
    BAD(ROOT "OFFSET 0 0 0\nCHANNELS 2 Xposition Xposition}", "Xposition stands twice", 2, 22),
    BAD(ROOT "OFFSET 0 0 0\nCHANNELS 3 Zrotation Zrotation Xrotation}",
        "Zrotation stands twice in this joint, with", 2, 22),
    BAD(ROOT "CHANNELS 0 CHANNELS 0}", "a second CHANNELS", 1, 30),
    BAD(ROOT "OFFSET 0 0 0 JOINT b {" LINE "\nCHANNELS 0}", "CHANNELS must stand before the joints", 2, 1),
    BAD(ROOT "ROOT b {" LINE "}", "'ROOT' stands where OFFSET", 1, 19),
    BAD(ROOT "OFFSET 0 0 0 End {OFFSET 0 0 0} }", "'{' stands where Site", 1, 36),
    BAD(ROOT "OFFSET 0 0 0 End Site { } }", "'}' stands where the OFFSET of an End Site", 1, 43),
    BAD(ROOT "OFFSET 0 0 0 End Site {OFFSET 0 0 0 JOINT", "'JOINT' stands where the } of an End", 1, 55),
    BAD(ROOT "End Site {OFFSET 1 1 1} End Site {OFFSET 1 1 1} }", "a second End Site of 'a'", 1, 43),
    BAD(HEAD "MOTION", "the file ends where Frames:", 7, 7),
    BAD(HEAD "MOTION\nFrames: 2\n1 2 3 4", "'1' stands where Frame Time:", 9, 1),
    BAD(HEAD "MOTION\nFrames: -2\nFrame Time: 1", "there cannot be -2 frames", 8, 9),
    BAD(HEAD "MOTION\nFrames: 1.5\nFrame Time: 1", "there cannot be 1.5 frames", 8, 9),
    BAD(HEAD "MOTION\nFrames: two\nFrame Time: 1", "'two' stands where the number of frames", 8, 9),
    BAD(HEAD "MOTION\nFrames: 1\nFrames: 1", "'Frames' stands where Frame Time:", 9, 1),
    BAD(HEAD "MOTION\nFrames: 1\nFrame Time: 0\n1 2", "is 0 s; it must lie between 1e-05 and 10 s", 9, 13),
    BAD(HEAD "MOTION\nFrames: 1\nFrame Time: -0.1\n1 2", "is -0.1 s", 9, 13),
    BAD(HEAD "MOTION\nFrames: 1\nFrame Time: 30\n1 2", "is 30 s", 9, 13),
    BAD(HEAD "MOTION\nFrames: 1\nFrame Time: 0,1\n1 2", "'0,1' has a comma", 9, 13),
    BAD(HEAD "MOTION\nFrames: 1000000000000\nFrame Time: 1\n1 2\n",
        "are 2000000000000 numbers, but there are 2", 11, 1),
    BAD(HEAD "MOTION\nFrames: 1e300\nFrame Time: 1\n1 2\n", "numbers, but there are 2", 11, 1),
    BAD(ROOT "OFFSET 0 0 0} MOTION Frames: 1e12 Frame Time: 1", "1000000000000 frames of 1 joint are more", 1,
        66),
    BAD(HEAD TIMES "1 2\n3", "2 frames of 2 values are 4 numbers, but there are 3", 11, 2),
    BAD(HEAD TIMES "1 2\n3 4\n5 6\n", "are 4 numbers, but there are 6", 12, 1),
    BAD(HEAD TIMES "1 2 3\n4 5\n", "there are 5; line 11 is the first that", 11, 3),
    BAD(HEAD TIMES "1 2\n3 4\n" TIMES "1 2\n3 4\n", "'MOTION' stands where the end of the file", 12, 1),
    BAD(HEAD TIMES "1 2\n3 4x\n", "'4x' stands where the value of a channel, a finite number,", 11, 3),
    BAD(HEAD TIMES "1 2\n3 4,5\n", "'4,5' has a comma", 11, 3),
    BAD(HEAD TIMES "1, 2\n3 4\n", "'1,' has a comma", 10, 1),
    BAD(HEAD TIMES "1 nan\n3 4\n", "'nan' stands where", 10, 3),
    BAD(HEAD TIMES "1 2\n3 -inf\n", "'-inf' stands where", 11, 3),
    BAD(HEAD TIMES "1 2\n3 1e999\n", "'1e999' stands where", 11, 3),
    BAD(HEAD TIMES "1 2\n3 0x10\n", "'0x10' stands where", 11, 3),
    BAD(HEAD TIMES "1 2\n3 \xc3\xa4\xc3\xa4 4 \x01", "a control character (1)", 11, 8),
    BAD(HEAD TIMES "1 2\n3 --4\n", "'--4' stands where", 11, 3),
    BAD(HEAD TIMES "1 2\n3 1e300\n", "does not turn by 1e+300 degrees; it must be 1e+09 at most", 11, 3),
    BAD("HIERARCHY ROOT a { OFFSET 0 0 0 JOINT b { OFFSET 0 0 0 CHANNELS 2 Xposition Yrotation}}\n" TIMES
        "2e9 1\n1 -2e9\n",
        "does not turn by -2e+09 degrees", 6, 3),
    /* odd, but clear */
    GOOD(HEAD, 0, 0),
    GOOD(HEAD "MOTION Frames: 0 Frame Time: 1", 0, 0),
    GOOD(HEAD TIMES "1\n2 3\n\n4", 2, 4),
    GOOD(ROOT "OFFSET 0 0 0 CHANNELS 3 Zrotation Xrotation Zrotation}" TIMES "1 2 3 4 5 6", 2, 6),
    GOOD(ROOT "OFFSET 0 0 0} MOTION Frames: 5 Frame Time: 1", 5, 0),
    GOOD(ROOT "OFFSET 0 0 0} MOTION Frames: 65000 Frame Time: 1", 65000, 0),
    BAD(ROOT "OFFSET 0 0 0} MOTION Frames: 3000000 Frame Time: 1",
        "3000000 frames of 1 joint are more than this file", 1, 69),
    BAD(ROOT "OFFSET 0 0 0} MOTION Frames: 1e300 Frame Time: 1",
        "1e+300 frames of 1 joint are more than this file", 1, 67),
    GOOD("HIERARCHY ROOT OFFSET {" LINE TIMES "1 2", 2, 2),
    GOOD(HEAD TIMES "1 2 3 000000000000000000000000000004.5000000000000000000000000", 2, 4.5),
    GOOD(HEAD TIMES "1 2 3 1e-999", 2, 0),
};

START_TEST(hostile_bvh)
{
    const Case *c = &bvh[_i];
    check_case(c, try_bvh(c->text, c->size), "dir/walk.v1.bvh");
}
END_TEST

/* -- ASF ------------------------------------------------------------------------------------------------- */

#define A_ROOT ":root\norder TX TY TZ RX RY RZ\n"
#define A_BEGIN A_ROOT ":bonedata\nbegin\nname b\n"
#define A_BONES A_BEGIN "direction 1 0 0\nlength 1\ndof rx rz\nend\n"
#define A_TREE ":hierarchy\nbegin\nroot b\nend\n"
#define A_TWO A_BONES "begin\nname c\ndirection 1 0 0\nlength 1\nend\n"

static const Case asf[] = {
    BAD("", "the file ends where a section", 1, 1),
    BAD("# only a comment", "the file ends where a section", 1, 17),
    BAD("\0\0\0", "a control character (0)", 1, 1),
    BAD("HIERARCHY", "'HIERARCHY' stands where a section", 1, 1),
    BAD(":version 1\n:hierachy\n", "did you mean ':hierarchy'?", 2, 1),
    BAD(":name x\n:documentation\n\tand\n more", "the file has no :root", 4, 6),
    BAD(A_ROOT, "the file has no :bonedata", 3, 1),
    BAD(A_BONES, "the file has no :hierarchy", 10, 1),
    BAD(A_ROOT A_TREE, ":hierarchy must stand behind :bonedata", 3, 1),
    BAD(A_BONES A_TREE A_TREE, "a second :hierarchy", 14, 1),
    BAD(A_ROOT A_ROOT, "a second :root", 3, 1),
    BAD(":units\nlength 0\n", "the unit is 0; it must lie between", 2, 8),
    BAD(":units\nlength -1\n", "the unit is -1", 2, 8),
    BAD(":units\nangle grad\n", "'grad' stands where deg or rad", 2, 7),
    BAD(":units\nlenght 1\n", "did you mean 'length'?", 2, 1),
    BAD(":root\norder TX TQ\n", "'TQ' stands where a degree of freedom", 2, 10),
    BAD(":root\norder TX L\n", "the root has no length", 3, 1),
    BAD(":root\norder TX TX\n", "tx stands twice", 2, 10),
    BAD(":root\naxis XY\n", "'XY' stands where the order of three axes", 2, 6),
    BAD(":root\nposition 0 0\n:bonedata", "':bonedata' stands where one of the position's", 3, 1),
    BAD(A_ROOT ":bonedata\nname b\n", "'name' stands where the begin of a bone", 4, 1),
    BAD(A_BEGIN, "the file ends where a property of a bone, or end,", 6, 1),
    BAD(A_BEGIN "end\n", "'b' has no length", 6, 1),
    BAD(A_BEGIN "length 2\nend\n", "'b' has no direction", 7, 1),
    BAD(A_BEGIN "length -2\n", "the bone's length is -2", 6, 8),
    BAD(A_BEGIN "direction 0 0 0\nlength 2\nend\n", "the direction of 'b' has length 0; it must be 1", 8, 1),
    BAD(A_BEGIN "direction 1e200 0 0\nlength 2\nend\n", "must be 1", 8, 1),
    BAD(A_BEGIN "direction 1 0\nlength 2\nend\n", "'length' stands where one of the direction's", 7, 1),
    BAD(A_BEGIN "lenght 2\n", "did you mean 'length'?", 6, 1),
    BAD(A_BEGIN "length 2m\n", "'2m' stands where the bone's length", 6, 8),
    BAD(A_BEGIN "axis 0 0 20\ndof rx", "'dof' stands where the order of three axes", 7, 1),
    BAD(A_BEGIN "axis 0 0 20 XXZ\n", "'XXZ' stands where the order of three axes", 6, 13),
    BAD(A_BEGIN "axis 0 0 20 XYW\n", "'XYW' stands where the order of three axes", 6, 13),
    BAD(A_BEGIN "dof rx rq\n", "'rq' stands where a degree of freedom, one of rx ry rz", 6, 8),
    BAD(A_BEGIN "dof rx rx\n", "rx stands twice", 6, 8),
    BAD(A_BEGIN "dof rx\ndof ry\n", "said twice", 7, 5),
    BAD(A_BEGIN "direction 1 0 0\nlength 0\ndof l\nend\n", "'b' has length 0, so that l cannot", 9, 1),
    BAD(A_BEGIN "direction 1 0 0\nlength 1\ndof rx rz\nlimits (1 2)\nend\n",
        "'b' has 2 numbers as limits; 2 degrees of freedom need 4", 10, 1),
    BAD(A_BEGIN "direction 1 0 0\nlength 1\ndof rx\nlimits (1 2)\n(1 nan)\nend\n",
        "'nan' stands where a property", 10, 4),
    BAD(A_BEGIN "limits 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n", "more limits than a bone can have", 6, 41),
    BAD(A_BONES "begin\nname b\n", "'b' is the name of another bone already", 11, 6),
    BAD(A_BONES "begin\nname root\n", "'root' is the name of another bone already", 11, 6),
    BAD(A_BONES "begin\nname\n", "where the name of a bone is wanted", 12, 1),
    BAD(A_BONES "begin\nlength 1 direction 1 0 0\nend\n", "this bone has no name", 12, 1),
    BAD(A_BONES ":hierarchy\nroot b\n", "'root' stands where the begin of the hierarchy", 11, 1),
    BAD(A_BONES ":hierarchy\nbegin\nroot b2\nend\n",
        "'b2' stands where the name of a bone is wanted; did you mean 'b'?", 12, 6),
    BAD(A_BONES ":hierarchy\nbegin\nrooot b\nend\n", "did you mean 'root'?", 12, 1),
    BAD(A_BONES ":hierarchy\nbegin\nroot b\n", "the file ends where the name of a bone", 13, 1),
    BAD(A_BONES ":hierarchy\nbegin\nend\n", "'b' hangs from no bone", 5, 6),
    BAD(A_TWO A_TREE, "'c' hangs from no bone", 11, 6),
    BAD(A_TWO ":hierarchy\nbegin\nroot b c\nb c\nend\n", "'c' hangs from 'root' already", 18, 3),
    BAD(A_TWO ":hierarchy\nbegin\nb c\nc b\nend\n", "'b' hangs from itself", 5, 6),
    BAD(A_TWO ":hierarchy\nbegin\nroot b\nc c\nend\n", "'c' hangs from itself", 11, 6),
    BAD(A_TWO ":hierarchy\nbegin\nb root\nend\n", "the root cannot hang from a bone", 17, 3),
    GOOD(A_BONES A_TREE, 0, 0),
    GOOD(A_BEGIN "direction 0 0 0\nlength 0\nend\n" A_TREE, 0, 0),
    GOOD(A_BONES A_TREE ":skin no file\n more\n", 0, 0),
};

START_TEST(hostile_asf)
{
    const Case *c = &asf[_i];
    check_case(c, try_asf(c->text, c->size, NULL, 0), "s.asf");
}
END_TEST

/* The bone b has two values. */
static const Case amc[] = {
    BAD("", "the file ends where the number of the first frame", 1, 1),
    BAD("\0\0", "a control character (0)", 1, 1),
    BAD(":FULLY-SPECIFIED\n:DEGREES\n", "the file ends where the number of the first frame", 3, 1),
    BAD(":DEGRES\n1\n", "did you mean ':DEGREES'?", 1, 1),
    BAD("1\nb 1 2\n:RADIANS\n", ":RADIANS must stand before the first frame", 3, 1),
    BAD(":SAMPLES-PER-SECOND 0\n", "0 frames in a second", 1, 21),
    BAD("b 1 2\n", "a bone before the first frame", 1, 1),
    BAD("1\nb 1 2\n3\n", "frame 3 follows frame 1; 2 is wanted", 3, 1),
    BAD("1\nb 1 2\n1\n", "frame 1 follows frame 1; 2 is wanted", 3, 1),
    BAD("1.5\nb 1 2\n", "'1.5' stands where the number of a frame", 1, 1),
    BAD("1e30\n", "'1e30' stands where the number of a frame", 1, 1),
    BAD("1e999\n", "'1e999' stands where the number of a frame", 1, 1),
    BAD("1 2\n", "'2' stands where the end of the line", 1, 3),
    BAD("1\nb 1\n2\n", "the line before ends after 1 of the 2 values of 'b'", 3, 1),
    BAD("1\nb 1", "the line before ends after 1 of the 2 values", 2, 4),
    BAD("1\nb 1 2 3\n", "'b' has 2 values, one for each dof of the ASF; here is one more", 2, 7),
    BAD("1\nb 1 x\n", "'x' stands where a bone's value", 2, 5),
    BAD("1\nb 1 2x\n", "'2x' stands where a bone's value", 2, 5),
    BAD("1\nb 1 0,5\n", "'0,5' has a comma", 2, 5),
    BAD("1\nb 1 nan\n", "'nan' stands where a bone's value", 2, 5),
    BAD("1\nb 1 1e999\n", "'1e999' stands where a bone's value", 2, 5),
    BAD("1\nb 1 2\nb 1 2\n", "'b' stands twice in frame 1", 3, 1),
    BAD("1\nbb 1 2\n", "did you mean 'b'?", 2, 1),
    BAD("1\nROOT 1 2 3 4 5 6\n", "'ROOT' stands where the name of a bone", 2, 1),
    BAD("1\n\xe4 1 2\n", "no UTF-8", 2, 1),
    BAD("1\nb 1 -1e300\n", "does not turn by -1e+300 degrees", 2, 5),
    BAD(":RADIANS\n1\nb 1 2e7\n", "does not turn by 1.15e+09 degrees", 3, 5),
    BAD(":FULLY-SPECIFIED\n1\nb 1 2\n2\n", "frame 1 ends without 'root'; the file says :FULLY-SPECIFIED", 4,
        1),
    BAD(":FULLY-SPECIFIED\n1\nb 1 2\nroot 1 2 3 4 5 6\n2\nroot 1 2 3 4 5 6\n", "frame 2 ends without 'b'", 7,
        1),
    GOOD(":FULLY-SPECIFIED\n1\nb 1 2\nroot 1 2 3 4 5 6\n", 1, 1),
    GOOD("-3\nb 1 2\n-2\nroot 1 2 3 4 5 6", 2, 1), /* b keeps its values */
    GOOD("1\n2\n3\n", 3, 0),
    GOOD("1\nb 5 6 # a comment\n", 1, 5),
};

START_TEST(hostile_amc)
{
    static const char skeleton[] = A_BONES A_TREE;
    const Case *c = &amc[_i];
    check_case(c, try_asf(skeleton, strlen(skeleton), c->text, c->size), "m.amc");
}
END_TEST

/* -- cut short, mutated, deep ---------------------------------------------------------------------------- */

static const char whole_bvh[] =
    "HIERARCHY\nROOT a b\n{\n OFFSET 0 -1 0.5\n CHANNELS 3 Xposition Yrotation Zrotation\n"
    " JOINT c\n {\n  OFFSET 1 2 3\n  CHANNELS 1 Xrotation\n  End Site\n  {\n"
    "   OFFSET 1 0 0\n  }\n }\n}\n" TIMES "1 2 3 4\n-5 6e1 7 8.25\n";
static const char whole_asf[] =
    ":version 1.10\n:units\n length 0.45\n angle deg\n:documentation\n d\n:root\n"
    " order TX TY TZ RX RY RZ\n axis XYZ\n position 0 0 0\n orientation 0 0 0\n:bonedata\n"
    " begin\n id 1\n name b\n direction 0 1 0\n length 3\n axis 0 0 20 XYZ\n dof rx ry l\n"
    " limits (-10 20)\n  (-inf inf)\n (0 1)\n end\n begin\n name c\n direction 0 0 1\n"
    " length 2\n dof tx rz\n end\n:hierarchy\n begin\n root b\n b c\n end\n";
static const char whole_amc[] = ":DEGREES\n1\nroot 1 2 3 4 5 6\nb 1 2 3\nc 4 5\n2\nb -1 .5 1e1\n";

/* A clip that was accepted can be used. */
static void use(KipClip *clip)
{
    KipVec3 p[16];
    KipQuat q[16];
    ck_assert_int_le(clip->nbone, 16);
    for (int frame = -1; frame < clip->nframe && frame < 5; frame++)
        kip_clip_pose(clip, frame, p, q);
    char *text = written(clip);
    KipClip *back = try_bvh(text, strlen(text));
    ck_assert_msg(back, "%s\n%.1000s", error.message, text);
    ck_assert_int_eq(back->nframe, clip->nframe);
    kip_clip_destroy(back);
    kip_clip_destroy(clip);
    free(text);
}

/* Reads one of the three kinds; the clip must work, or there is a sentence. */
static bool reads(int kind, const char *text, size_t size)
{
    KipClip *clip = kind == 0   ? try_bvh(text, size)
                    : kind == 1 ? try_asf(text, size, NULL, 0)
                                : try_asf(whole_asf, strlen(whole_asf), text, size);
    ck_assert_msg(clip || (error.message[0] && error.line > 0 && error.column > 0), "no sentence");
    if (clip)
        use(clip);
    return clip != NULL;
}

static const char *const whole[] = {whole_bvh, whole_asf, whole_amc};

START_TEST(files_cut_short_do_no_harm)
{
    size_t size = strlen(whole[_i]), good = 0;
    ck_assert(reads(_i, whole[_i], size));
    for (size_t n = 0; n < size; n++)
        good += reads(_i, whole[_i], n);
    /* BVH: after the braces, and while the last number is cut; ASF: the last line end; AMC: after every
     * line */
    ck_assert_msg(good >= 1 && good < size / 4, "%zu of %zu are read", good, size);
}
END_TEST

/* One edit of text[0, size), which has room for as much again: returns the new size. */
static size_t mutate(char *text, size_t size, KipRandom *random)
{
    static const char *const words[] = {"{",        "}",
                                        "-1 ",      "1e999 ",
                                        "nan ",     "JOINT x {",
                                        "End Site", "b",
                                        "begin",    "end\n",
                                        "\n",       "\r",
                                        "(",        "7 ",
                                        "\xff",     "#",
                                        "MOTION",   ":root\n",
                                        "dof l ",   "OFFSET ",
                                        "c b\n",    "1000000000000 "};
    const char *word = words[kip_random_bits(random) % (sizeof words / sizeof *words)];
    size_t at = kip_random_bits(random) % size, n = 1 + kip_random_bits(random) % 8;
    switch (kip_random_bits(random) % 4) {
    case 0: /* some bytes vanish */
        n = n < size - at ? n : size - at;
        memmove(text + at, text + at + n, size - at - n);
        return size - n;
    case 1: /* a word comes in */
        memmove(text + at + strlen(word), text + at, size - at);
        memcpy(text + at, word, strlen(word));
        return size + strlen(word);
    case 2: /* a byte becomes another */
        text[at] = (char)(kip_random_bits(random) % 256);
        return size;
    default: /* a digit, as a rule, becomes another */
        at += strcspn(text + at, "0123456789");
        text[at < size ? at : 0] = "0123456789-. "[kip_random_bits(random) % 13];
        return size;
    }
}

START_TEST(mutated_files_do_no_harm)
{
    enum { TIMES_MADE = 6000 };
    KipRandom random = {(uint64_t)_i + 5};
    int good = 0;
    for (int i = 0; i < TIMES_MADE; i++) {
        char text[2 * sizeof whole_asf] = {0};
        size_t size = strlen(whole[_i]);
        memcpy(text, whole[_i], size);
        for (int k = 0; k < 1 + i % 3 && size; k++)
            size = mutate(text, size, &random);
        good += reads(_i, text, size);
    }
    ck_assert_msg(good > TIMES_MADE / 50 && good < TIMES_MADE * 9 / 10, "%d of %d are read", good,
                  TIMES_MADE);
}
END_TEST

/* A few bytes a frame cannot ask for any amount of memory. */
START_TEST(frames_that_leave_all_out_have_an_end)
{
    enum { BONES = 5000, FRAMES = 100000 };
    char *asf_text, *amc_text;
    size_t asf_size, amc_size;
    FILE *stream = open_memstream(&asf_text, &asf_size);
    fputs(A_ROOT ":bonedata\n", stream);
    for (int i = 0; i < BONES; i++)
        fprintf(stream, "begin\nname b%d\ndirection 1 0 0\nlength 1\ndof rx ry rz tx ty tz l\nend\n", i);
    fputs(":hierarchy\nbegin\n", stream);
    for (int i = 0; i < BONES; i++)
        fprintf(stream, "root b%d\n", i);
    fputs("end\n", stream);
    fclose(stream);
    stream = open_memstream(&amc_text, &amc_size);
    for (int i = 0; i < FRAMES; i++)
        fprintf(stream, "%d\n", i);
    fclose(stream);
    ck_assert_ptr_null(try_asf(asf_text, asf_size, amc_text, amc_size));
    ck_assert_ptr_nonnull(strstr(error.message, "leave out too much"));
    ck_assert_int_gt(error.line, 40);
    free(asf_text);
    free(amc_text);
}
END_TEST

/* No part goes down a level a call. */
START_TEST(deep_trees_do_no_harm)
{
    enum { DEPTH = 100000 };
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    fputs("HIERARCHY ROOT a {\n", stream);
    for (int i = 0; i < DEPTH; i++)
        fputs("OFFSET 0 1 0 JOINT b {\n", stream);
    fputs("OFFSET 0 1 0 CHANNELS 1 Xrotation", stream);
    for (int i = 0; i <= DEPTH; i++)
        fputs("}", stream);
    fputs(TIMES "90 180", stream);
    fclose(stream);
    KipClip *clip = load_bvh(text);
    ck_assert_int_eq(clip->nbone, DEPTH + 1);
    KipVec3 *p = malloc((size_t)clip->nbone * sizeof *p);
    KipQuat *q = malloc((size_t)clip->nbone * sizeof *q);
    clip->metres = 1;
    kip_clip_pose(clip, 1, p, q);
    ck_near(p[DEPTH].z, DEPTH + 1, 1e-6);
    ck_near(fabs(q[DEPTH].y), 1, 1e-12); /* the file's x is kip's y */
    char *again = written(clip);
    KipClip *back = load_bvh(again);
    ck_assert_int_eq(back->bone[DEPTH].parent, DEPTH - 1);
    kip_clip_destroy(back);
    kip_clip_destroy(clip);
    free(again);
    free(text);
    free(p);
    free(q);
}
END_TEST

START_TEST(deep_braces_are_a_sentence)
{
    enum { DEPTH = 100000 };
    char *text = malloc(10 * DEPTH + 16), *end = stpcpy(text, "HIERARCHY ");
    end = stpcpy(end, "ROOT a {");
    for (int i = 0; i < DEPTH; i++)
        end = stpcpy(end, "JOINT b {");
    ck_assert_ptr_null(try_bvh(text, (size_t)(end - text)));
    ck_assert_ptr_nonnull(strstr(error.message, "the file ends where OFFSET"));
    free(text);
}
END_TEST

TCase *clip_hostile_case(void)
{
    TCase *test = tcase_create("hostile");
    tcase_add_loop_test(test, hostile_bvh, 0, sizeof bvh / sizeof *bvh);
    tcase_add_loop_test(test, hostile_asf, 0, sizeof asf / sizeof *asf);
    tcase_add_loop_test(test, hostile_amc, 0, sizeof amc / sizeof *amc);
    tcase_add_loop_test(test, files_cut_short_do_no_harm, 0, 3);
    tcase_add_loop_test(test, mutated_files_do_no_harm, 0, 3);
    tcase_add_test(test, frames_that_leave_all_out_have_an_end);
    tcase_add_test(test, deep_trees_do_no_harm);
    tcase_add_test(test, deep_braces_are_a_sentence);
    return test;
}

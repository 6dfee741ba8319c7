/* What the files of a scene share. Internal.
 *
 * scene.c makes scenes, scene_run.c runs script and world, scene_save.c saves them, scene_build.c makes the model,
 * scene_skill.c calls scripts, sequences and plug-ins as skills, natives_*.c are the words, vocabulary.c puts them together.
 */
#ifndef KIP_IO_SCENE_SCENE_PARTS_H
#define KIP_IO_SCENE_SCENE_PARTS_H

#include "../../control/sequence.h"
#include "../../supervisor/plugin.h"
#include "../../supervisor/svm.h"
#include "../../control/similar.h"
#include "../formats/mjcf.h"
#include "../script/machine.h"
#include "scene.h"

enum {
    MOST_MEMBERS = 64,
    MOST_SKILLS = 48, /* of one character */
    MOST_HANDLERS = 64,
    MOST_PROGRAMS = 128,
    MOST_PARAMS = 256,
    MOST_SETS = 32,
    MOST_SCENE_MOTIONS = 16,
    NAME_SIZE = 64,
    MOTION_SIZE = 512, /* of a motion's name: a file's, or clips and a path (scene_walk.c) */
    STAGES_SIZE = 512,
    PATH_SIZE = 1024
};

enum { KIND_CHARACTER, KIND_OBJECT, KINDS };

typedef enum SkillKind {
    SKILL_REST,
    SKILL_SCRIPT,
    SKILL_SEQUENCE,
    SKILL_POSE,
    SKILL_CLIP,
    SKILL_PLUGIN
} SkillKind;

/* What a skill's class may have. */
enum {
    SKILL_PRE,
    SKILL_POST,
    SKILL_EXPECTED,
    SKILL_PRIORITY,
    SKILL_START,
    SKILL_STEP,
    SKILL_END,
    SKILL_FEATURES,
    SKILL_REFLEX,
    SKILL_METHODS
};

/* A motion as a skill. */
enum { MOST_PASSIVE = 8 };

typedef struct SceneClip {
    char file[MOTION_SIZE];
    KipPlayDef play;  /* start NAN: where it is the most like the state */
    double threshold; /* rad: more alike, and it bids */
    double priority;  /* NAN: it begins on command only */
    int how;          /* KipSimilarHow */
    int weights;      /* kept dict of joints, or -1 */
    int npassive;
    char passive[MOST_PASSIVE][NAME_SIZE];
    /* in the world */
    KipSimilar *similar; /* NULL: not yet read */
    int motion, last;    /* its number with the character, its last frame */
    double period;       /* s, of its frames */
    bool is_passive[MOST_MEMBERS];
    double begin; /* s: where the last bid would begin */
} SceneClip;

typedef struct Skill {
    KipScene *scene;
    int member;
    char name[NAME_SIZE];
    SkillKind kind;
    const KipProgram *program; /* a script of its own file: its module, else NULL */
    int class_;                /* kept: the class; -1 */
    int pose;                  /* pose or sequence */
    SceneClip *clip;           /* of a motion, else NULL */
    const KipPlugin *plugin;
    void *library;
    char learned[NAME_SIZE]; /* "": it has no learned condition */
    KipSvm *svm;             /* that condition; NULL: its file is not there */
    double bidding, longest; /* s by the host's clock, of all its bids and of one */
    const KipProgram *newer; /* of reload(): what `program` becomes; NULL */
    bool refused;            /* its last command was refused, and the event of that was sent */
    /* what changes */
    int module, instance;      /* kept; -1 */
    int method[SKILL_METHODS]; /* kept, bound to the instance; -1: it has none */
    int64_t waits;             /* 1: `newer` waits until it does not act */
    KipSequencePlayer player;
    void *memory; /* plugin->memory bytes */
} Skill;

/* The files of poses that a script read, by hashes of their paths; saved as bytes. */
enum { MOST_POSE_FILES = 16 };

typedef struct KipPoseFiles {
    int64_t n;
    uint64_t hash[MOST_POSE_FILES];
} KipPoseFiles;

typedef struct Member {
    char name[NAME_SIZE];
    bool character, absent;
    bool by_hand; /* its skills bid on command only; saved */
    /* the stages of playPoses(), as in a file of poses, "": none; where they stand; saved */
    char stages[STAGES_SIZE];
    KipSequencePlayer played;
    int first_body, nbody, first_geom, ngeom;
    char path[PATH_SIZE];    /* of the model's file; "": it has none */
    char key[2 * NAME_SIZE]; /* of the model, with its prefix; "": none */
    KipPoseSet *poses;
    KipPoseFiles files;
    int npose, nsequence; /* how many there were when the world was made, */
    int64_t nfile;        /* and files */
    int nskill;
    Skill *skill[MOST_SKILLS];
    int applied; /* the skill that apply() asked for before the world was made; -1 */
} Member;

/* An event that at() or when() waits for; saved as bytes. */
typedef struct Handler {
    int action, condition; /* kept values; condition -1: it is due at `time` */
    double time;
    int again, was; /* `again`: fires at each rise of its condition */
} Handler;

/* The file of a motion that was read for track(), by the name that the script used; saved as bytes. */
typedef struct SavedMotion {
    int member, there;
    char file[MOTION_SIZE];
} SavedMotion;

/* What the main script waits for in run(). */
typedef struct Waiting {
    int until; /* kept function, or -1 */
    int fired;
    int asked, unused; /* `asked`: `until` was called at the present time */
    double end;
} Waiting;

enum { NO_EXAMPLE, EXAMPLE_WAITS /* for the next control period */, EXAMPLE_ACTS, EXAMPLE_IS_OVER };

/* The example() that the main script waits for; saved as bytes. Its result is waiting.fired. */
typedef struct Example {
    int state, member, skill, hand;
    double seconds; /* that it may take */
    int n, unused;
    double feature[KIP_SVM_MOST_FEATURES];
} Example;

/* Names that natives have looked up, with what they mean: a cache, and no part of the state. */
enum { KNOWN_NAMES = 512, KNOWN_SIZE = 40 };

typedef struct KnownName {
    uint64_t hash;  /* of the text, the context, the kind */
    KipThing thing; /* of a joint, its index is in `body` */
    char text[KNOWN_SIZE];
} KnownName;

struct KipScene {
    KipSceneDef def;
    char path[PATH_SIZE], folder[PATH_SIZE]; /* of the script */
    KipMachine *machine;
    KipNativeDef *word; /* all words, those of scenes first */
    KipHandleKind kind[KINDS];
    KipValue main;
    int nprogram;
    KipProgram *program[MOST_PROGRAMS];
    char *program_path[MOST_PROGRAMS];
    bool started, ended;
    bool busy;              /* the world steps or begins: restart() is refused */
    bool under_way;         /* kip_scene_run or kip_scene_advance */
    int nball;              /* how many balls the world has to be thrown */
    char *replay;           /* what replay() does again; NULL: nothing */
    size_t replay_size;     /* bytes of it */
    double replay_end;      /* s: where it ends the script; 0: it does not */
    double owed;            /* s that kip_scene_advance has not stepped; below 0: it stepped too far */
    KipError failure;       /* the failure of a script that ended the scene; KIP_OK: none */
    bool used[MOST_PARAMS]; /* the host's numbers that a script has */
    bool misnamed;          /* no script has one of them, so that there is no world */
    /* the world in the making */
    KipBuilder *builder;
    bool has_ground;
    KipGeom ground; /* the one plane, of a file or of addGround() */
    int nset;       /* custom texts of geom sets */
    struct GeomSet {
        char name[3 * NAME_SIZE];
        char text[PATH_SIZE];
    } set[MOST_SETS];
    int nmember;
    Member *member[MOST_MEMBERS];
    double timestep, period; /* s; 0: not set */
    KipVec3 gravity;
    bool has_gravity, literal_limits;
    /* the world */
    const KipModel *model; /* the caller's, or */
    KipModel *own;         /* the one that the script builds */
    KipWorld *world;
    void *fresh; /* the world's bytes at 0 s */
    size_t fresh_size;
    int nmotion;
    struct SceneMotion {
        int member, index; /* its number with the character */
        char file[MOTION_SIZE];
        KipMotion *motion;
        KipSimilar *similar; /* made at the first likeness(); NULL */
    } motion[MOST_SCENE_MOTIONS];
    int nput; /* clips on models of their characters alone, read where they were named, until they are wanted */
    struct PutMotion {
        int member;
        char file[MOTION_SIZE];
        KipModel *own;
        KipMotion *motion;
    } put[MOST_SCENE_MOTIONS];
    int context;         /* the member whose skill runs; -1 */
    const Skill *acting; /* that skill, while a script of it runs; NULL */
    KnownName known[KNOWN_NAMES];
    char reason[KIP_REASON_SIZE]; /* the text of because() in the present call */
    bool has_camera;
    KipVec3 eye, look_at;
    /* saved with the world */
    int nhandler;
    Handler handler[MOST_HANDLERS];
    int64_t replayed; /* bytes of `replay` */
    Waiting waiting;
    Example example;
    KipError
        halt; /* why the world must not go on: a shortage or the host's stop within a skill; KIP_OK: it may */
    KipError pending; /* why a sequence's condition failed, during a call */
};

/* -- files (scene_files.c) ------------------------------------------------------------------------------------------- */

/* Where `name` is: a path, beside the script; a name, in `folder` ("models", "poses", "skills", "skills/lib") of the
 * folders of KipSceneData.first, of those from the script's up, of ./data, of KipSceneData.last, of the installed data, each
 * itself or its data/, and at last beside the script. Where a skill acts, its script's folder goes first. `ending` is added
 * where it is missing. False: nowhere. */
bool kip_scene_find_file(const KipScene *scene, const char *folder, const char *name, const char *ending,
                         char path[PATH_SIZE]);
/* Fails: there is no such file; with the nearest name of those that there are and that the hint has already, or where to put
 * it. */
KipStatus kip_scene_no_file(const KipScene *scene, const char *what, const char *folder, const char *name,
                            const char *ending, KipHint *hint, KipError *error);
/* Compiles a file and its imports, unless it is there already, and adds them to the machine. */
KipStatus kip_scene_add_program(KipScene *scene, const char *path, const KipProgram **program,
                                KipError *error);
/* The same with the file's text. */
KipStatus kip_scene_add_text(KipScene *scene, const char *path, const char *text, size_t size,
                             const KipProgram **program, KipError *error);

/* -- numbers (scene_number.c), time (scene_run.c) ---------------------------------------------------------------------- */

/* Gives a program's parameters the numbers that the host has for them; the program is named by its stem. */
void kip_scene_set_params(KipScene *scene, const KipProgram *program);
/* KIP_BAD_USE for a name that no number has; those of skills are known once the world is made. */
KipStatus kip_scene_check_params(const KipScene *scene, bool with_skills, KipError *error);
/* The script from its beginning, or from the end of its wait, to where it waits again or ends. */
KipStatus kip_scene_resume(KipScene *scene, KipError *error);

/* -- commands as text (scene_command.c) -------------------------------------------------------------------------------- */

/* Takes a copy of the lines of replay(). */
KipStatus kip_scene_set_replay(KipScene *scene, const char *text, KipError *error);
/* Once a control period, before at() and when(): the lines whose time has come. */
KipStatus kip_scene_go_on_replay(KipScene *scene, KipError *error);

/* -- world in the making (scene_build.c) ------------------------------------------------------------------------------ */

/* The world's hooks: the first serves at() and when(), the second takes the decisions of supervisors. */
KipStatus kip_scene_control(void *user, KipWorld *world, KipError *error);
void kip_scene_decided(void *user, KipWorld *world, int member, const KipDecision *decision);
void kip_scene_drop_handler(KipScene *scene, int handler);
/* A model's file that becomes a member. */
typedef struct SceneFile {
    const char *path, *name;
    bool character;
    KipVec3 at;          /* m; at and turn place all but the ground */
    double turn;         /* rad, about z */
    const char *key;     /* NULL: the first */
    double height, mass; /* m, kg; 0: as in the file */
    double friction;     /* of all its shapes; below 0: as in the file */
    double strength;     /* a factor of that of its motors; 0: as in the file */
} SceneFile;

/* Adds the file's bodies, with NAME/ before their names, and its scenery. */
KipStatus kip_scene_add_file(KipScene *scene, const SceneFile *file, int *member, KipError *error);
/* A member without a file; its body or geoms are added by the caller. */
KipStatus kip_scene_add_member(KipScene *scene, const char *name, bool character, int *member,
                               KipError *error);
/* Makes the builder if need be; KIP_BAD_USE once the world is made. */
KipStatus kip_scene_need_builder(KipScene *scene, KipError *error);
/* A shape of a link of a member, on while the set GROUP/NAME is chosen; "GROUP/own" is what the link had. */
KipStatus kip_scene_add_shape(KipScene *scene, int member, const char *link, KipGeom *geom, const char *set,
                              KipError *error);
/* Makes the world if it is not there yet. */
KipStatus kip_scene_need_world(KipScene *scene, KipError *error);
/* The world as it was at 0 s. */
KipStatus kip_scene_restart(KipScene *scene, KipError *error);

/* -- skills: what they do (scene_skill.c), where they come from (scene_skill_make.c) ----------------------------------- */

/* "pre", "post" and so on. */
extern const char *const kip_scene_method_name[SKILL_METHODS];
/* What the supervisor calls. */
KipSkill kip_scene_skill(Skill *skill);
/* Calls a method that is there, with this character as the one whose links come first. */
KipStatus kip_scene_call_skill(Skill *skill, int method, KipValue *result, KipError *error);
/* Reports the error to the host, and puts its place into its message; returns its status. An error without a place is
 * put where the culprit, a class or function, is written. */
KipStatus kip_scene_fail_skill(const Skill *skill, KipValue culprit, KipError *error);

/* A skill by a class, a script's file, a plug-in's, the name of a sequence or pose, or a clip (else NULL); name "": its own. */
bool kip_scene_add_skill(KipCall *call, KipScene *scene, int member, KipValue what, const SceneClip *clip,
                         const char *name, int *index);
const char *kip_scene_class_name(KipMachine *machine, KipValue class_);
/* Skills whose scripts have this stem get another file, each at its next hand-over. */
KipStatus kip_scene_reload(KipScene *scene, const char *stem, const char *path, KipError *error);
/* Once a control period: new versions for skills that do not act. One that fails is told and forgotten. */
KipStatus kip_scene_renew_skills(KipScene *scene, KipError *error);
/* playPoses(): begins; once a control period goes on. */
KipStatus kip_scene_play_poses(KipScene *scene, int member, const char *stages, KipError *error);
KipStatus kip_scene_go_on_poses(KipScene *scene, KipError *error);
/* Every character's first skill, rest, which does nothing. */
bool kip_scene_add_rest(KipScene *scene, int member);
/* New instances of all skills that are scripts. */
KipStatus kip_scene_make_instances(KipScene *scene, KipError *error);
void kip_scene_free_skill(Skill *skill);

/* -- clips (scene_clip.c) ---------------------------------------------------------------------------------------------- */

/* The skill becomes that of a motion, which is copied. */
KipStatus kip_scene_add_clip(Skill *skill, const SceneClip *clip, KipError *error);
void kip_scene_free_clip(Skill *skill);
/* Reads the motion, once the world is made. */
KipStatus kip_scene_find_clip(Skill *skill, KipError *error);
/* What the supervisor asks. */
KipStatus kip_scene_clip_bid(Skill *skill, bool commanded, bool *bids, double *score,
                             char reason[KIP_REASON_SIZE]);
KipStatus kip_scene_clip_check(Skill *skill, KipCheck *check, char reason[KIP_REASON_SIZE]);
KipStatus kip_scene_clip_start(Skill *skill, KipError *error);
void kip_scene_clip_end(Skill *skill);

/* -- learned conditions (scene_learned.c) ------------------------------------------------------------------------------ */

/* Reads what `learned` of a new instance names, unless it is there already. */
KipStatus kip_scene_find_learned(Skill *skill, KipError *error);
void kip_scene_free_learned(Skill *skill);
/* What features() returned, as 1 to KIP_SVM_MOST_FEATURES finite numbers. */
KipStatus kip_scene_read_features(const Skill *skill, KipValue answer, double x[KIP_SVM_MOST_FEATURES],
                                  int *n, KipError *error);
/* Where pre() holds: sets *bids by the learned condition, and adds its values to the reason. */
KipStatus kip_scene_ask_learned(Skill *skill, bool *bids, char reason[KIP_REASON_SIZE], KipError *error);

/* -- examples (scene_example.c) ---------------------------------------------------------------------------------------- */

/* Once a control period, before the supervisors: the example that waits begins. */
KipStatus kip_scene_begin_example(KipScene *scene, KipError *error);
/* While an example of its character is under way, its skill alone bids. False: there is no example. */
bool kip_scene_example_bid(const Skill *skill, bool *bids, char reason[KIP_REASON_SIZE]);
/* Follow the result of the skill's check, and the supervisor's decision. */
void kip_scene_example_checked(const Skill *skill, KipCheck check);
void kip_scene_example_decided(KipScene *scene, int member, const KipDecision *decision);
/* The example is over: its result goes to the host. */
KipStatus kip_scene_end_example(KipScene *scene, KipError *error);
/* Whether a loaded example is valid. */
bool kip_scene_example_is_sound(const KipScene *scene, const Example *example);

/* -- poses (scene_pose.c) --------------------------------------------------------------------------------------------- */

/* Adds a pose to a character, unless it has the same already. */
KipStatus kip_scene_add_pose(KipScene *scene, int member, const KipPose *pose, KipError *error);
/* A file's poses and sequences likewise. */
KipStatus kip_scene_read_poses(KipScene *scene, int member, const char *path, KipError *error);
/* Fails where a pose that a script gave names a joint that the world, which is made, does not have. */
KipStatus kip_scene_check_poses(KipScene *scene, KipError *error);
/* Notes how many there are when the world is made: later poses are removed by its restart, and saved with it. */
void kip_scene_count_poses(KipScene *scene);
void kip_scene_forget_poses(KipScene *scene);
size_t kip_scene_poses_size(const KipScene *scene);
void kip_scene_save_poses(const KipScene *scene, char *to);
KipStatus kip_scene_load_poses(KipScene *scene, const char *from, size_t size, KipError *error);

/* -- motions (scene_motion.c), the beat (natives_beat.c) ---------------------------------------------------------------- */

/* The character's motion of this file, a .bvh or .amc put onto its model or a .kip of it, read at the first call. */
KipStatus kip_scene_motion(KipScene *scene, int member, const char *file, int *index,
                           const KipMotion **motion, KipError *error);
/* Fails where there is no such file. */
KipStatus kip_scene_check_motion(KipScene *scene, int member, const char *file, KipError *error);
void kip_scene_free_motions(KipScene *scene);
/* A motion of a file, the caller's; by the name that scripts use. */
KipStatus kip_scene_read_motion(KipScene *scene, int member, const char *file, KipMotion **motion,
                                KipError *error);
/* Whether a name lists clips and a path: "walk|turn_90_left;0,0 3,1". */
bool kip_scene_is_walk(const char *name);
/* The first or next clip of such a name: false when there is none. */
bool kip_scene_walk_clip(const char **at, char clip[MOTION_SIZE]);
/* The walk of such a name through its clips' motion graph (HYB.6), the caller's. KIP_BAD_INPUT: see kip_graph_create. */
KipStatus kip_scene_read_walk(KipScene *scene, int member, const char *name, KipMotion **motion,
                              KipError *error);
/* The motions that were read, in order. Loading reads those that are missing. */
void kip_scene_save_motions(const KipScene *scene, SavedMotion saved[MOST_SCENE_MOTIONS]);
KipStatus kip_scene_load_motions(KipScene *scene, const SavedMotion saved[MOST_SCENE_MOTIONS],
                                 KipError *error);
/* Sends the events of the update of timed control at this time. */
void kip_scene_tell_beat(KipScene *scene, double time);

/* -- vocabulary -------------------------------------------------------------------------------------------------------- */

void kip_scene_event(KipScene *scene, const char *format, ...) KIP_PRINTF(2, 3);

/* The words and the kinds of things that scripts have, which live as long as the scene; false: out of memory. */
bool kip_scene_take_words(KipScene *scene, KipMachineDef *def);
void kip_scene_free_words(KipScene *scene);

#endif

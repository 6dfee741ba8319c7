/* Shared by the files of a scene. Internal.
 *
 * scene.c makes scenes, scene_run.c runs script and world, scene_save.c saves them, scene_build.c makes the model,
 * scene_skill.c runs scripts, sequences and plug-ins as skills, natives_*.c are the words, vocabulary.c collects them. */
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

/* Optional members of a skill's class. */
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
    KipPlayDef play;  /* start NAN: at the most similar frame */
    double threshold; /* rad: it bids where the difference is less */
    double priority;  /* NAN: it begins on command only */
    int how;          /* KipSimilarHow */
    KipValue weights; /* dict of joints, or none; as it is added, later `weight` */
    int npassive;
    char passive[MOST_PASSIVE][NAME_SIZE];
    double *weight; /* of each of the character's own joints; NAN: not said; NULL: of none */
    int nweight;
    /* in the world */
    KipSimilar *similar; /* NULL: not read yet */
    int motion, last;    /* its index for the character, its last frame */
    double period;       /* s, of its frames */
    bool is_passive[MOST_MEMBERS];
    double begin; /* s: start of the last bid */
} SceneClip;

typedef struct Skill {
    KipScene *scene;
    int member;
    char name[NAME_SIZE];
    SkillKind kind;
    const KipProgram *program; /* of the script's own file; else NULL */
    int class_;                /* kept: the class; -1 */
    int pose;                  /* index of the pose or sequence */
    SceneClip *clip;           /* of a motion, else NULL */
    const KipPlugin *plugin;
    void *library;
    char learned[NAME_SIZE]; /* "": no learned condition */
    KipSvm *svm;             /* that condition; NULL: no such file */
    double bidding, longest; /* s by the host's clock: all its bids, and the longest */
    const KipProgram *newer; /* replaces `program` after reload(); NULL */
    bool refused;            /* its last command was refused, and the event sent */
    /* mutable */
    int module, instance;      /* kept; -1 */
    int method[SKILL_METHODS]; /* kept, bound to the instance; -1: missing */
    int64_t waits;             /* 1: `newer` waits until the skill does not act */
    KipSequencePlayer player;
    void *memory; /* plugin->memory bytes */
} Skill;

/* Files of poses read by a script, by hashes of their paths; saved as bytes. */
enum { MOST_POSE_FILES = 16 };

typedef struct KipPoseFiles {
    int64_t n;
    uint64_t hash[MOST_POSE_FILES];
} KipPoseFiles;

typedef struct Member {
    char name[NAME_SIZE];
    bool character, absent;
    bool by_hand; /* its skills bid on command only; saved */
    /* the stages of playPoses(), as in a file of poses, "" for none; and its state; saved */
    char stages[STAGES_SIZE];
    KipSequencePlayer played;
    int first_body, nbody, first_geom, ngeom;
    char path[PATH_SIZE];    /* of the model's file; "": none */
    double height, mass;     /* m, kg, of the request; 0: the file's */
    char key[2 * NAME_SIZE]; /* keyframe of the model, with its prefix; "": none */
    KipPoseSet *poses;
    KipPoseFiles files;
    int npose, nsequence; /* their numbers when the world was made, */
    int64_t nfile;        /* and that of files */
    int nskill;
    Skill *skill[MOST_SKILLS];
    int applied; /* the skill requested by apply() before the world was made; -1 */
} Member;

/* An event of at() or when(); saved as bytes. */
typedef struct Handler {
    int action, condition; /* kept values; condition -1: fires at `time` */
    double time;
    int again, was; /* `again`: fires whenever its condition becomes true */
} Handler;

/* A motion's file read for track(), by its name in the script; saved as bytes. */
typedef struct SavedMotion {
    int member, there;
    char file[MOTION_SIZE];
} SavedMotion;

/* The main script's wait in run(). */
typedef struct Waiting {
    int until; /* kept function, or -1 */
    int fired;
    int asked, unused; /* `asked`: `until` was called at the present time */
    double end;
} Waiting;

enum { NO_EXAMPLE, EXAMPLE_WAITS /* for the next control period */, EXAMPLE_ACTS, EXAMPLE_IS_OVER };

/* The example() for which the main script waits; saved as bytes. Its result is waiting.fired. */
typedef struct Example {
    int state, member, skill, hand;
    double seconds; /* greatest duration */
    int n, unused;
    double feature[KIP_SVM_MOST_FEATURES];
} Example;

/* A cache of names looked up by natives, which is not part of the state. */
enum { KNOWN_NAMES = 512, KNOWN_SIZE = 40 };

typedef struct KnownName {
    uint64_t hash;  /* of text, context and kind */
    KipThing thing; /* for a joint, `body` is its index */
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
    const KipProgram *program[MOST_PROGRAMS];
    KipPrograms programs; /* its own, unless it shares them */
    char *program_path[MOST_PROGRAMS];
    bool started, ended;
    bool busy;              /* during steps and the start of the world, when restart() is refused */
    bool under_way;         /* within kip_scene_run or kip_scene_advance */
    int nball;              /* number of balls to throw */
    char *replay;           /* lines that replay() repeats; NULL: none */
    size_t replay_size;     /* in bytes */
    double replay_end;      /* s: end of the script by the replay; 0: none */
    double owed;            /* s not stepped yet by kip_scene_advance; negative: stepped too far */
    KipError failure;       /* of a script, which ended the scene; KIP_OK: none */
    bool used[MOST_PARAMS]; /* which of the host's numbers a script has */
    bool misnamed;          /* some number is in no script, so that no world was made */
    /* the world under construction */
    KipBuilder *builder;
    bool has_ground;
    KipGeom ground; /* the only plane, of a file or of addGround() */
    int nset;       /* number of custom texts of geom sets */
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
    const KipModel *model; /* the caller's, or `own` */
    KipModel *own;         /* the one built by the script */
    KipWorld *world;
    void *fresh; /* the world's bytes at 0 s */
    size_t fresh_size;
    int nmotion;
    struct SceneMotion {
        int member, index; /* the character, and the motion's index for it */
        char file[MOTION_SIZE];
        KipMotion *motion;
        KipSimilar *similar; /* made by the first likeness(); NULL */
    } motion[MOST_SCENE_MOTIONS];
    int nput; /* clips retargeted to models of single characters, for later use */
    struct PutMotion {
        int member;
        char file[MOTION_SIZE];
        KipModel *own;
        KipMotion *motion;
    } put[MOST_SCENE_MOTIONS];
    int context;         /* member of the running skill; -1 */
    const Skill *acting; /* the skill whose script is running; NULL */
    KnownName known[KNOWN_NAMES];
    char reason[KIP_REASON_SIZE]; /* text of because() in the present call */
    bool has_camera;
    KipVec3 eye, look_at;
    /* saved with the world */
    int nhandler;
    Handler handler[MOST_HANDLERS];
    int64_t replayed; /* bytes of `replay` executed */
    Waiting waiting;
    Example example;
    KipError halt; /* reason to stop the world: a shortage, or the host's stop within a skill; else KIP_OK */
    KipError pending; /* failure of a sequence's condition, during a call */
};

/* -- files (scene_files.c) ------------------------------------------------------------------------------------------- */

/* Finds the file of `name`: a path is relative to the script's folder; a name is searched in `folder` ("models", "poses",
 * "skills", "skills/lib") of KipSceneData.first, of the folders from the script's upward, of ./data, of KipSceneData.last
 * and of the installed data, each itself or its data/, and last in the script's own folder. The folder of a running skill's
 * script takes precedence. `ending` is added where it is missing. Returns false where it is not found. */
bool kip_scene_find_file(const KipScene *scene, const char *folder, const char *name, const char *ending,
                         char path[PATH_SIZE]);
/* Fails because there is no such file, with the most similar name of existing files and of the hint's names, or the folder
 * for it. */
KipStatus kip_scene_no_file(const KipScene *scene, const char *what, const char *folder, const char *name,
                            const char *ending, KipHint *hint, KipError *error);
/* Compiles a file and its imports, unless it has been, and adds them to the machine. */
KipStatus kip_scene_add_program(KipScene *scene, const char *path, const KipProgram **program,
                                KipError *error);
/* The same for a given text. */
KipStatus kip_scene_add_text(KipScene *scene, const char *path, const char *text, size_t size,
                             const KipProgram **program, KipError *error);

/* -- numbers (scene_number.c), time (scene_run.c) ---------------------------------------------------------------------- */

/* Sets the parameters of a program to the host's numbers; SCRIPT in their names is its stem. */
void kip_scene_set_params(KipScene *scene, const KipProgram *program);
/* KIP_BAD_USE for a name of no number; those of skills exist once the world is made. */
KipStatus kip_scene_check_params(const KipScene *scene, bool with_skills, KipError *error);
/* Executes the script from its beginning, or from the end of its wait, to the next wait or its end. */
KipStatus kip_scene_resume(KipScene *scene, KipError *error);

/* -- commands as text (scene_command.c) -------------------------------------------------------------------------------- */

/* Copies the lines of replay(). */
KipStatus kip_scene_set_replay(KipScene *scene, const char *text, KipError *error);
/* Executes, once a control period before at() and when(), the lines whose times have come. */
KipStatus kip_scene_go_on_replay(KipScene *scene, KipError *error);

/* -- world in the making (scene_build.c) ------------------------------------------------------------------------------ */

/* The world's hooks: the first calls at() and when(), the second receives the supervisors' decisions, the third is
 * asked whether a character yields to what touches it, the fourth tells of attachments that end. */
KipStatus kip_scene_control(void *user, KipWorld *world, KipError *error);
void kip_scene_decided(void *user, KipWorld *world, int member, const KipDecision *decision);
bool kip_scene_yields(void *user, KipWorld *world, int member);
void kip_scene_let_go(void *user, KipWorld *world, int link, int object);
void kip_scene_drop_handler(KipScene *scene, int handler);
/* A model's file to be added as a member. */
typedef struct SceneFile {
    const char *path, *name;
    bool character;
    KipVec3 at;          /* m; at and turn apply to all but the ground */
    double turn;         /* rad, about z */
    const char *key;     /* NULL: the first */
    double height, mass; /* m, kg; 0: the file's */
    double friction;     /* of all its shapes; below 0: the file's */
    double strength;     /* factor for the strengths of its motors; 0: the file's */
} SceneFile;

/* Adds the file's bodies, with the prefix NAME/, and its scenery. */
KipStatus kip_scene_add_file(KipScene *scene, const SceneFile *file, int *member, KipError *error);
/* Adds a member without a file; the caller adds its body or geoms. */
KipStatus kip_scene_add_member(KipScene *scene, const char *name, bool character, int *member,
                               KipError *error);
/* Makes the builder if there is none; KIP_BAD_USE once the world is made. */
KipStatus kip_scene_need_builder(KipScene *scene, KipError *error);
/* Adds a shape to a link of a member, on while the set GROUP/NAME is chosen; "GROUP/own" has the link's original shapes. */
KipStatus kip_scene_add_shape(KipScene *scene, int member, const char *link, KipGeom *geom, const char *set,
                              KipError *error);
/* The length of a finite vector, also where its square is beyond all numbers. */
double kip_scene_length(KipVec3 v);
/* Makes the world unless it exists. */
KipStatus kip_scene_need_world(KipScene *scene, KipError *error);
/* Restores the world's state at 0 s. */
KipStatus kip_scene_restart(KipScene *scene, KipError *error);

/* -- skills: what they do (scene_skill.c), where they come from (scene_skill_make.c) ----------------------------------- */

/* "pre", "post" and so on. */
extern const char *const kip_scene_method_name[SKILL_METHODS];
/* The skill's functions for the supervisor. */
KipSkill kip_scene_skill(Skill *skill);
/* Calls an existing method; names are first looked up among this character's links. */
KipStatus kip_scene_call_skill(Skill *skill, int method, KipValue *result, KipError *error);
/* Reports an error to the host with its place in the message, and returns its status. Without a place, it is that of
 * `culprit`, a class or function. */
KipStatus kip_scene_fail_skill(const Skill *skill, KipValue culprit, KipError *error);

/* Adds a skill: a class, a script's file, a plug-in's, the name of a sequence or pose, or a clip (else NULL). `name` ""
 * stands for its own. */
bool kip_scene_add_skill(KipCall *call, KipScene *scene, int member, KipValue what, const SceneClip *clip,
                         const char *name, int *index);
const char *kip_scene_class_name(KipMachine *machine, KipValue class_);
/* Replaces the file of skills whose scripts have this stem, for each when it next does not act. */
KipStatus kip_scene_reload(KipScene *scene, const char *stem, const char *path, KipError *error);
/* Installs, once a control period, new versions of skills that do not act. One that fails is reported and dropped. */
KipStatus kip_scene_renew_skills(KipScene *scene, KipError *error);
/* playPoses(): the first begins, the second continues once a control period. */
KipStatus kip_scene_play_poses(KipScene *scene, int member, const char *stages, KipError *error);
KipStatus kip_scene_go_on_poses(KipScene *scene, KipError *error);
/* Adds rest, every character's first skill, which does nothing. */
bool kip_scene_add_rest(KipScene *scene, int member);
/* Makes new instances of all skills that are scripts. */
KipStatus kip_scene_make_instances(KipScene *scene, KipError *error);
void kip_scene_free_skill(Skill *skill);

/* -- clips (scene_clip.c) ---------------------------------------------------------------------------------------------- */

/* Makes the skill one of a motion, which is copied. */
KipStatus kip_scene_add_clip(Skill *skill, const SceneClip *clip, KipError *error);
void kip_scene_free_clip(Skill *skill);
/* Reads the motion, after the world is made. */
KipStatus kip_scene_find_clip(Skill *skill, KipError *error);
/* The skill's functions for the supervisor. */
KipStatus kip_scene_clip_bid(Skill *skill, bool commanded, bool *bids, double *score,
                             char reason[KIP_REASON_SIZE]);
KipStatus kip_scene_clip_check(Skill *skill, KipCheck *check, char reason[KIP_REASON_SIZE]);
KipStatus kip_scene_clip_start(Skill *skill, KipError *error);
void kip_scene_clip_end(Skill *skill);

/* -- learned conditions (scene_learned.c) ------------------------------------------------------------------------------ */

/* Reads the file named by `learned` of a new instance, unless it has been. */
KipStatus kip_scene_find_learned(Skill *skill, KipError *error);
void kip_scene_free_learned(Skill *skill);
/* Reads the result of features(): 1 to KIP_SVM_MOST_FEATURES finite numbers. */
KipStatus kip_scene_read_features(const Skill *skill, KipValue answer, double x[KIP_SVM_MOST_FEATURES],
                                  int *n, KipError *error);
/* Where pre() holds, sets *bids by the learned condition, and adds its values to the reason. */
KipStatus kip_scene_ask_learned(Skill *skill, bool *bids, char reason[KIP_REASON_SIZE], KipError *error);

/* -- examples (scene_example.c) ---------------------------------------------------------------------------------------- */

/* Begins a waiting example, once a control period before the supervisors. */
KipStatus kip_scene_begin_example(KipScene *scene, KipError *error);
/* During an example of its character, only the example's skill bids. Returns false where there is no example. */
bool kip_scene_example_bid(const Skill *skill, bool *bids, char reason[KIP_REASON_SIZE]);
/* Receive the result of the skill's check, and the supervisor's decision. */
void kip_scene_example_checked(const Skill *skill, KipCheck check);
void kip_scene_example_decided(KipScene *scene, int member, const KipDecision *decision);
/* Ends the example and passes its result to the host. */
KipStatus kip_scene_end_example(KipScene *scene, KipError *error);
/* Whether a loaded example is valid. */
bool kip_scene_example_is_sound(const KipScene *scene, const Example *example);

/* -- poses (scene_pose.c) --------------------------------------------------------------------------------------------- */

/* Adds a pose to a character, unless it has the same one. */
KipStatus kip_scene_add_pose(KipScene *scene, int member, const KipPose *pose, KipError *error);
/* Adds a file's poses and sequences likewise. */
KipStatus kip_scene_read_poses(KipScene *scene, int member, const char *path, KipError *error);
/* Fails where a script's pose names a joint that the world does not have. */
KipStatus kip_scene_check_poses(KipScene *scene, KipError *error);
/* Records the numbers of poses when the world is made: later ones are saved with it, and removed by restart(). */
void kip_scene_count_poses(KipScene *scene);
void kip_scene_forget_poses(KipScene *scene);
size_t kip_scene_poses_size(const KipScene *scene);
void kip_scene_save_poses(const KipScene *scene, char *to);
KipStatus kip_scene_load_poses(KipScene *scene, const char *from, size_t size, KipError *error);

/* -- motions (scene_motion.c), the beat (natives_beat.c) ---------------------------------------------------------------- */

/* The character's motion of this file, a .bvh or .amc to be retargeted, or a recording .kip; read at the first call. */
KipStatus kip_scene_motion(KipScene *scene, int member, const char *file, int *index,
                           const KipMotion **motion, KipError *error);
/* Fails where there is no such file. */
KipStatus kip_scene_check_motion(KipScene *scene, int member, const char *file, KipError *error);
/* Motion capture that was read by kip_scene_check_motion, on its character's own model; NULL: a recording, or a walk. */
const KipMotion *kip_scene_motion_ahead(KipScene *scene, int member, const char *file);
void kip_scene_free_motions(KipScene *scene);
/* Reads the motion of a file by its name in scripts; the caller destroys it. */
KipStatus kip_scene_read_motion(KipScene *scene, int member, const char *file, KipMotion **motion,
                                KipError *error);
/* Whether a name lists clips and a path: "walk|turn_90_left;0,0 3,1". */
bool kip_scene_is_walk(const char *name);
/* Takes the first or next clip of such a name; false at the end. */
bool kip_scene_walk_clip(const char **at, char clip[MOTION_SIZE]);
/* Fails where there is no such clip, or its path is none. */
KipStatus kip_scene_check_walk(KipScene *scene, int member, const char *name, KipError *error);
/* Makes the walk of such a name through its clips' motion graph (HYB.6); the caller destroys it. KIP_BAD_INPUT as
 * kip_graph_create. */
KipStatus kip_scene_read_walk(KipScene *scene, int member, const char *name, KipMotion **motion,
                              KipError *error);
/* The motions read, in order. Loading reads those that are missing. */
void kip_scene_save_motions(const KipScene *scene, SavedMotion saved[MOST_SCENE_MOTIONS]);
KipStatus kip_scene_load_motions(KipScene *scene, const SavedMotion saved[MOST_SCENE_MOTIONS],
                                 KipError *error);
/* Sends the events of timed control's update at this time. */
void kip_scene_tell_beat(KipScene *scene, double time);

/* -- vocabulary -------------------------------------------------------------------------------------------------------- */

void kip_scene_event(KipScene *scene, const char *format, ...) KIP_PRINTF(2, 3);

/* The words and kinds of objects of scripts, valid as long as the scene; false when out of memory. */
bool kip_scene_take_words(KipScene *scene, KipMachineDef *def);
void kip_scene_free_words(KipScene *scene);

#endif

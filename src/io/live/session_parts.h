/* Shared by the files of a session. Internal.
 *
 * session.c has time, log and ring; session_command.c the commands; session_file.c its files; session_pose.c posing by
 * hand; session_show.c messages for pages. */
#ifndef KIP_IO_LIVE_SESSION_PARTS_H
#define KIP_IO_LIVE_SESSION_PARTS_H

#include "../../control/ik.h"
#include "session.h"

enum {
    KIP_LIVE_STATES = 61, /* half a second apart: 30 s */
    KIP_LIVE_PENDING = 256,
    KIP_LIVE_LOG = 1 << 18,
    KIP_LIVE_BALLS = 6,
    KIP_LIVE_MEMBERS = 64,
    KIP_LIVE_BIDS = 48,
    KIP_LIVE_NAME = 64,
    KIP_LIVE_SET = 256, /* numbers reported to pages as different from their files */
    KIP_LIVE_SEQUENCES = 16
};

/* A command and the time at which it acted. */
typedef struct LogLine {
    double time; /* s */
    char *text;
} LogLine;

/* The scene's bytes at a time, and the number of lines of the log executed until then. */
typedef struct Saved {
    double time;
    int nlog;
    size_t size;
    void *bytes;
} Saved;

/* The last decision of a character's supervisor. */
typedef struct Decided {
    double time;
    char reason[2 * KIP_REASON_SIZE];
    int nbid;
    KipBid bid[KIP_LIVE_BIDS];
} Decided;

/* A script's file: a version number, and whether the session has a newer one. */
typedef struct Watched {
    int64_t version;
    /* Commands that take the original and the newest version; NULL: it has not changed. */
    char *original, *newest;
} Watched;

/* A saved sequence; `stages` is an argument of playPoses. */
typedef struct Sequence {
    char name[KIP_LIVE_NAME], stages[KIP_SAYING_SIZE];
} Sequence;

struct KipSession {
    KipSessionDef def;
    KipScene *scene;
    bool playing, ends, quiet;
    unsigned passes;
    double speed;
    bool restarted; /* the script has restarted its world, so that the log does not repeat the session */
    bool halted;    /* the scene has failed, and stops until it is rewound */
    int nlog, next; /* number of lines; index of the next to act */
    LogLine *log;
    int npending;
    char *pending[KIP_LIVE_PENDING];
    int nsaved;
    Saved saved[KIP_LIVE_STATES];
    Decided decided[KIP_LIVE_MEMBERS];
    /* the scripts as their files were when last read (session_file.c) */
    int nwatched, nversion;
    Watched *watched;
    /* posing by hand (session_pose.c) */
    int posing; /* the character; -1: none */
    KipIk *ik;
    KipDynamics *posed;
    double *pose_q; /* nq */
    int nsequence;
    Sequence sequence[KIP_LIVE_SEQUENCES];
};

/* Makes the scene again from its present files; where that fails, the old one is kept. */
KipStatus kip_live_restart(KipSession *session, KipError *error);
void kip_live_tell(KipSession *session, KipNews news, const char *format, ...) KIP_PRINTF(3, 4);
void kip_live_tell_error(KipSession *session, const char *before, const KipError *error);
/* Queues a command for the scene's next control period. */
KipStatus kip_live_queue(KipSession *session, const char *line, KipError *error);
void kip_live_drop_queue(KipSession *session);
/* Rewinds the session to a time that it can repeat. */
KipStatus kip_live_rewind(KipSession *session, double time, KipError *error);
double kip_live_oldest(const KipSession *session);
KipStatus kip_live_load(KipSession *session, const void *bytes, size_t size, KipError *error);
/* Replaces the log by these lines, each a time and a text; the ring begins with the present state. */
KipStatus kip_live_take_log(KipSession *session, uint64_t lines, const char *log, KipError *error);
/* Makes the scene again from its files and repeats such a log up to a time, s. */
KipStatus kip_live_do_again(KipSession *session, uint64_t lines, const char *log, double time,
                            KipError *error);
bool kip_live_has_line(const KipSession *session, const char *line);
/* Inserts a line before all others, at 0 s, which counts as executed. */
KipStatus kip_live_log_first(KipSession *session, const char *line, KipError *error);
/* Advances the scene. */
void kip_live_advance(KipSession *session, double seconds);
/* -- session_file.c -------------------------------------------------------------------------------------- */

/* Checks that a name can be a file's: letters, digits, _ and -. */
KipStatus kip_live_check_name(const char *name, KipError *error);
/* The path of FOLDER/NAME with an ending; makes the folder. */
KipStatus kip_live_place(const KipSession *session, const char *name, const char *ending, char path[1024],
                         KipError *error);
KipStatus kip_live_save(KipSession *session, const char *name, KipError *error);
KipStatus kip_live_save_state(KipSession *session, const char *name, KipError *error);
KipStatus kip_live_load_state(KipSession *session, const char *name, KipError *error);

/* -- session_pose.c -------------------------------------------------------------------------------------- */

KipStatus kip_live_pose(KipSession *session, const char *words, KipError *error);
void kip_live_end_pose(KipSession *session);

#endif

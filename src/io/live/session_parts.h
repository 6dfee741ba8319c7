/* What the files of a session share. Internal.
 *
 * session.c time, the log, the ring; session_command.c its commands; session_file.c what it writes; session_pose.c posing by
 * hand; session_show.c what pages are sent.
 */
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
    KIP_LIVE_SET = 256, /* numbers that pages are told are not what their files say */
    KIP_LIVE_SEQUENCES = 16
};

/* A command and when it acted. */
typedef struct LogLine {
    double time; /* s */
    char *text;
} LogLine;

/* The scene's bytes at a time, and how many lines of the log had acted. */
typedef struct Saved {
    double time;
    int nlog;
    size_t size;
    void *bytes;
} Saved;

/* The last decision about a character. */
typedef struct Decided {
    double time;
    char reason[2 * KIP_REASON_SIZE];
    int nbid;
    KipBid bid[KIP_LIVE_BIDS];
} Decided;

/* A script's file: a number that its versions have, and whether the session has a newer one. */
typedef struct Watched {
    int64_t version;
    /* Commands that take what the file was at first, and what it is now; NULL: it has not changed. */
    char *original, *newest;
} Watched;

/* A sequence that was saved: its stages are as playPoses takes them. */
typedef struct Sequence {
    char name[KIP_LIVE_NAME], stages[KIP_SAYING_SIZE];
} Sequence;

struct KipSession {
    KipSessionDef def;
    KipScene *scene;
    bool playing, ends, quiet;
    unsigned passes;
    double speed;
    bool restarted; /* the script let its world begin again: the log does not give the session */
    bool halted;    /* the scene has failed: it passes no more until it is rewound */
    int nlog, next; /* lines; those that have acted */
    LogLine *log;
    int npending;
    char *pending[KIP_LIVE_PENDING];
    int nsaved;
    Saved saved[KIP_LIVE_STATES];
    Decided decided[KIP_LIVE_MEMBERS];
    /* the scripts as their files were when they were last read (session_file.c) */
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

/* The scene anew, from its files as they are now; where that fails the old one stays. */
KipStatus kip_live_restart(KipSession *session, KipError *error);
void kip_live_tell(KipSession *session, KipNews news, const char *format, ...) KIP_PRINTF(3, 4);
void kip_live_tell_error(KipSession *session, const char *before, const KipError *error);
/* A command for the scene's next control period. */
KipStatus kip_live_queue(KipSession *session, const char *line, KipError *error);
/* The session stands at a time that it can have again. */
KipStatus kip_live_rewind(KipSession *session, double time, KipError *error);
double kip_live_oldest(const KipSession *session);
KipStatus kip_live_load(KipSession *session, const void *bytes, size_t size, KipError *error);
/* The log becomes these lines, a time and a text each; the ring begins with the scene as it stands. */
KipStatus kip_live_take_log(KipSession *session, uint64_t lines, const char *log, KipError *error);
/* The scene anew from its files, and all of such a log again up to a time, s. */
KipStatus kip_live_do_again(KipSession *session, uint64_t lines, const char *log, double time,
                            KipError *error);
bool kip_live_has_line(const KipSession *session, const char *line);
/* A line in front of all others, at 0 s, which need not act any more. */
KipStatus kip_live_log_first(KipSession *session, const char *line, KipError *error);
/* Lets the scene pass. */
void kip_live_advance(KipSession *session, double seconds);
/* -- session_file.c -------------------------------------------------------------------------------------- */

/* Whether a name can be a file's: letters, digits, _ and -. */
KipStatus kip_live_check_name(const char *name, KipError *error);
/* FOLDER/NAME and an ending; the folder is made. */
KipStatus kip_live_place(const KipSession *session, const char *name, const char *ending, char path[1024],
                         KipError *error);
KipStatus kip_live_save(KipSession *session, const char *name, KipError *error);
KipStatus kip_live_save_state(KipSession *session, const char *name, KipError *error);
KipStatus kip_live_load_state(KipSession *session, const char *name, KipError *error);

/* -- session_pose.c -------------------------------------------------------------------------------------- */

KipStatus kip_live_pose(KipSession *session, const char *words, KipError *error);
void kip_live_end_pose(KipSession *session);

#endif

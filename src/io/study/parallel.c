/* Threads that take jobs until there are none (parallel.h). */
#include "parallel.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

typedef struct Crew {
    const KipParallel *work;
    pthread_mutex_t mutex; /* for the following */
    pthread_cond_t change;
    int64_t next, done;
    int busy; /* number of threads */
} Crew;

/* Takes jobs, fewer at a time as the end comes near, so that all threads have some; returns their number. */
static int take(Crew *crew, int64_t *job)
{
    const KipParallel *work = crew->work;
    bool stop = work->stop && work->stop(work->user);
    pthread_mutex_lock(&crew->mutex);
    const int64_t left = stop ? 0 : work->n - crew->next, share = (left + work->threads - 1) / work->threads;
    const int most = work->together > 1 ? work->together : 1, n = share < most ? (int)share : most;
    *job = crew->next;
    crew->next += n;
    pthread_mutex_unlock(&crew->mutex);
    return n;
}

static void *toil(void *user)
{
    Crew *crew = user;
    int64_t job;
    for (int n; (n = take(crew, &job)) > 0;) {
        crew->work->job(crew->work->user, job, n);
        pthread_mutex_lock(&crew->mutex);
        crew->done += n;
        pthread_cond_signal(&crew->change);
        pthread_mutex_unlock(&crew->mutex);
    }
    pthread_mutex_lock(&crew->mutex);
    crew->busy--;
    pthread_cond_signal(&crew->change);
    pthread_mutex_unlock(&crew->mutex);
    return NULL;
}

static double seconds_of(clockid_t clock, struct timespec *now)
{
    clock_gettime(clock, now);
    return (double)now->tv_sec + 1e-9 * (double)now->tv_nsec;
}

/* Run by the caller's thread meanwhile. Waits use the clock of condition variables, ticks a monotonic one. */
static void watch(Crew *crew)
{
    struct timespec until;
    double ticked = seconds_of(CLOCK_MONOTONIC, &until);
    pthread_mutex_lock(&crew->mutex);
    while (crew->busy > 0) {
        seconds_of(CLOCK_REALTIME, &until);
        until.tv_nsec += 200000000;
        if (until.tv_nsec >= 1000000000)
            until.tv_nsec -= 1000000000, until.tv_sec++;
        pthread_cond_timedwait(&crew->change, &crew->mutex, &until);
        int64_t done = crew->done;
        double now = seconds_of(CLOCK_MONOTONIC, &until);
        if (now < ticked + 0.19 || !crew->work->tick)
            continue;
        ticked = now;
        pthread_mutex_unlock(&crew->mutex);
        crew->work->tick(crew->work->user, done);
        pthread_mutex_lock(&crew->mutex);
    }
    pthread_mutex_unlock(&crew->mutex);
}

KipStatus kip_parallel(const KipParallel *work, KipError *error)
{
    Crew crew = {.work = work};
    pthread_t thread[KIP_MOST_THREADS];
    int wanted = work->n < work->threads ? (int)work->n : work->threads, made = 0;
    pthread_mutex_init(&crew.mutex, NULL);
    pthread_cond_init(&crew.change, NULL);
    while (made < wanted) {
        pthread_mutex_lock(&crew.mutex);
        crew.busy++;
        pthread_mutex_unlock(&crew.mutex);
        if (pthread_create(thread + made, NULL, toil, &crew) != 0)
            break;
        made++;
    }
    pthread_mutex_lock(&crew.mutex);
    crew.busy -= made < wanted; /* the thread that could not be created */
    pthread_mutex_unlock(&crew.mutex);
    watch(&crew);
    for (int i = 0; i < made; i++)
        pthread_join(thread[i], NULL);
    pthread_cond_destroy(&crew.change);
    pthread_mutex_destroy(&crew.mutex);
    if (made == 0 && wanted > 0)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(),
                        "no thread can be made: too many processes, or too little memory");
    return KIP_OK;
}

int kip_cores(void)
{
#ifdef _SC_NPROCESSORS_ONLN
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > KIP_MOST_THREADS ? KIP_MOST_THREADS : (int)n;
#else
    return 1;
#endif
}

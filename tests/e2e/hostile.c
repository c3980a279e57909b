/* Stands between a program and its system: a disk that is full or takes nothing any more, and a clock that is wrong.

   HOSTILE names a folder of symbolic links, which may come and go while the program runs:

   full       leads to a folder: there is no room left below it, files can be made but not written
   late       leads to a folder: below it that is told only when a file is flushed, as network disks do
   read-only  leads to a folder: nothing below it can be changed
   clock      "leads to" a number of seconds by which the time of day is wrong

   gcc -shared -fPIC -o hostile.so hostile.c -ldl */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((__typeof__ (&name)) dlsym (RTLD_NEXT, #name))
#define LONGEST 4096

/* What the link leads to; 0 where there is none. */
static int
link_to (const char *what, char *target)
{
  const char *folder = getenv ("HOSTILE");
  char path[LONGEST];
  ssize_t length;

  if (!folder)
    return 0;
  snprintf (path, sizeof path, "%s/%s", folder, what);
  length = readlink (path, target, LONGEST - 1);
  if (length < 0)
    return 0;
  target[length] = 0;
  return 1;
}

/* Whether a path lies in the folder that the link leads to. */
static int
is_below (const char *what, const char *path)
{
  char folder[LONGEST];
  int saved = errno, below = 0;
  size_t length;

  if (link_to (what, folder))
    {
      length = strlen (folder);
      below = strncmp (path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
    }
  errno = saved;
  return below;
}

static int
is_open_below (const char *what, int file)
{
  char link[64], path[LONGEST];
  int saved = errno;
  ssize_t length;

  snprintf (link, sizeof link, "/proc/self/fd/%d", file);
  length = readlink (link, path, sizeof path - 1);
  errno = saved;
  if (length < 0)
    return 0;
  path[length] = 0;
  return is_below (what, path);
}

static int
fails (int error)
{
  errno = error;
  return -1;
}

#define OPEN(name)                                                                          \
  int name (const char *path, int flags, ...)                                               \
  {                                                                                         \
    va_list rest;                                                                           \
    mode_t mode;                                                                            \
    va_start (rest, flags);                                                                 \
    mode = va_arg (rest, mode_t);                                                           \
    va_end (rest);                                                                          \
    if ((flags & (O_ACCMODE | O_CREAT)) != O_RDONLY && is_below ("read-only", path))        \
      return fails (EROFS);                                                                 \
    return REAL (name) (path, flags, mode);                                                 \
  }

OPEN (open)
OPEN (open64)

#define CHANGE(name, declared, passed, path)                    \
  int name declared                                             \
  {                                                             \
    return is_below ("read-only", path) ? fails (EROFS) : REAL (name) passed; \
  }

CHANGE (mkdir, (const char *path, mode_t mode), (path, mode), path)
CHANGE (unlink, (const char *path), (path), path)
CHANGE (rename, (const char *from, const char *to), (from, to), to)

#define WRITE(name, declared, passed)                                                \
  ssize_t name declared                                                              \
  {                                                                                  \
    return is_open_below ("full", file) ? fails (ENOSPC) : REAL (name) passed;       \
  }

WRITE (write, (int file, const void *data, size_t count), (file, data, count))
WRITE (writev, (int file, const struct iovec *parts, int count), (file, parts, count))

int
fsync (int file)
{
  return is_open_below ("late", file) ? fails (ENOSPC) : REAL (fsync) (file);
}

static long
wrong_by (void)
{
  char number[LONGEST];
  return link_to ("clock", number) ? atol (number) : 0;
}

int
clock_gettime (clockid_t clock, struct timespec *now)
{
  int done = REAL (clock_gettime) (clock, now);
  if (done == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
    now->tv_sec += wrong_by ();
  return done;
}

int
gettimeofday (struct timeval *now, void *zone)
{
  int done = REAL (gettimeofday) (now, zone);
  now->tv_sec += wrong_by ();
  return done;
}

time_t
time (time_t *place)
{
  time_t now = REAL (time) (NULL) + wrong_by ();
  if (place)
    *place = now;
  return now;
}

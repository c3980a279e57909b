/* Preloaded into the program: a clock that is wrong. WRONG_BY names a symbolic link, which may come and go while the
   program runs; it "leads to" a number of seconds by which the time of day is wrong.

   Reading the clock is no call of the system, so disk.c cannot do this.

   gcc -shared -fPIC -o wrong_clock.so wrong_clock.c -ldl */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((__typeof__ (&name)) dlsym (RTLD_NEXT, #name))

static long
wrong_by (void)
{
  const char *link = getenv ("WRONG_BY");
  char number[64];
  int saved = errno;
  ssize_t length = link ? readlink (link, number, sizeof number - 1) : -1;

  errno = saved;
  number[length < 0 ? 0 : length] = 0;
  return atol (number);
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

/* Stands in for libpulse-simple: what a program plays is written to files, in the time that it would take.

   Each stream becomes a file in the directory that FAKE_PULSE names, STREAM-RATE.playing, and STREAM-RATE.played
   once it is closed, with its samples as they came. FAKE_PULSE_DOES says what else there is to see: "refuse" is a
   machine without a server, "hang" a server that does not answer.

   gcc -shared -fPIC -o libpulse-simple.so.0 pulse.c */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct { int format; uint32_t rate; uint8_t channels; } pa_sample_spec;
typedef struct { uint32_t maxlength, tlength, prebuf, minreq, fragsize; } pa_buffer_attr;

typedef struct
{
  FILE *file;
  char playing[512], played[512];
  pa_sample_spec spec;
} pa_simple;

static int
does (const char *what)
{
  const char *told = getenv ("FAKE_PULSE_DOES");
  return told && strcmp (told, what) == 0;
}

pa_simple *
pa_simple_new (const char *server, const char *name, int direction, const char *device, const char *stream_name,
               const pa_sample_spec *spec, const void *map, const pa_buffer_attr *attr, int *error)
{
  static int count;
  const char *folder = getenv ("FAKE_PULSE");
  pa_simple *stream;

  while (does ("hang"))
    pause ();
  /* Playback of one channel of 16 bits, with names for the desktop's mixer, is what can be understood here. */
  if (does ("refuse") || !folder || server || device || direction != 1 || spec->format != 3 || spec->channels != 1
      || !*name || !*stream_name || map || attr->tlength % 2 || error)
    return NULL;
  stream = calloc (1, sizeof *stream);
  count++;
  snprintf (stream->playing, sizeof stream->playing, "%s/%04d-%u.playing", folder, count, spec->rate);
  snprintf (stream->played, sizeof stream->played, "%s/%04d-%u.played", folder, count, spec->rate);
  stream->spec = *spec;
  stream->file = fopen (stream->playing, "wb");
  return stream;
}

int
pa_simple_write (pa_simple *stream, const void *data, size_t bytes, int *error)
{
  long nanoseconds = (long) (bytes / 2 * 1000000000 / stream->spec.rate);
  struct timespec length = { nanoseconds / 1000000000, nanoseconds % 1000000000 };

  fwrite (data, 1, bytes, stream->file);
  nanosleep (&length, NULL);
  return 0;
}

void
pa_simple_free (pa_simple *stream)
{
  fclose (stream->file);
  rename (stream->playing, stream->played);
  free (stream);
}

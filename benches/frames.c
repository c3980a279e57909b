/* Preloaded into a GTK program: tells on standard error what its first window does, a line each. Any GApplication
   does, so that programs can be compared.

   first-frame KIB           the first frame is painted; the process holds so much memory
   board WINDOW X Y X Y      the X window, and in it the centers of the first and the last point of the board
   frame KIND EVENT HANDLED  the first frame after a press or release: the milliseconds since the X server had that
                             event, and since the program took it up
   synced EVENT              a file or folder has been written to the disk, so long after the newest press or release
   woken                     there was nothing to do, and now there is
   pressed TIME              the X server had a press, by the machine's clock that only goes forward, in microseconds
   painted TIME              a frame is drawn, by the same clock

   LEAVE_AT_FIRST_FRAME=1 has the program quit then. SLOW_DISK=MS adds so much to every wait for the disk. TELL_TIMES=1
   tells the last two.

   gcc -shared -fPIC -o frames.so frames.c $(pkg-config --cflags --libs gtk4-x11) -ldl */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <gdk/x11/gdkx.h>
#include <gtk/gtk.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

/* A press or a release for which no frame has been painted yet, in microseconds of the monotonic clock. */
typedef struct
{
  const char *kind;
  gint64 happened, handled;
} Input;

static Input press = { "press", 0, 0 }, release = { "release", 0, 0 };
static atomic_llong newest;
static gboolean reported, painted, tells_times;

static gboolean
leave (gpointer application)
{
  g_application_quit (application);
  return G_SOURCE_REMOVE;
}

static long
resident_kib (void)
{
  char line[128];
  long kib = 0;
  FILE *status = fopen ("/proc/self/status", "r");

  while (status && fgets (line, sizeof line, status))
    if (sscanf (line, "VmRSS: %ld", &kib) == 1)
      break;
  if (status)
    fclose (status);
  return kib;
}

static double
ms_since (gint64 time)
{
  return (g_get_monotonic_time () - time) / 1e3;
}

/* ---- Where the board is ---- */

static GtkWidget *
find_board (GtkWidget *widget)
{
  GtkWidget *board = NULL;

  if (strcmp (G_OBJECT_TYPE_NAME (widget), "XqBoardView") == 0 && gtk_widget_get_mapped (widget))
    return widget;
  for (widget = gtk_widget_get_first_child (widget); widget && !board; widget = gtk_widget_get_next_sibling (widget))
    board = find_board (widget);
  return board;
}

static gboolean
center (GtkWidget *widget, GtkWidget *window, double *x, double *y)
{
  graphene_rect_t area;

  if (!widget || !gtk_widget_compute_bounds (widget, window, &area) || area.size.width <= 0)
    return FALSE;
  gtk_native_get_surface_transform (GTK_NATIVE (window), x, y);
  *x += area.origin.x + area.size.width / 2;
  *y += area.origin.y + area.size.height / 2;
  return TRUE;
}

static void
report_board (GtkWidget *window)
{
  static double before[4];
  double now[4];
  GtkWidget *board = find_board (window);

  if (!board || !center (gtk_widget_get_first_child (board), window, &now[0], &now[1])
      || !center (gtk_widget_get_last_child (board), window, &now[2], &now[3])
      || memcmp (before, now, sizeof now) == 0)
    return;
  memcpy (before, now, sizeof now);
  fprintf (stderr, "board %lu %g %g %g %g\n", gdk_x11_surface_get_xid (gtk_native_get_surface (GTK_NATIVE (window))),
           now[0], now[1], now[2], now[3]);
}

/* ---- From an input to its frame ---- */

static gboolean
event_seen (GSignalInvocationHint *hint, guint count, const GValue *values, gpointer unused)
{
  GdkEvent *event = g_value_peek_pointer (&values[1]);
  GdkEventType type = gdk_event_get_event_type (event);
  Input *input = type == GDK_BUTTON_PRESS ? &press : type == GDK_BUTTON_RELEASE ? &release : NULL;

  if (input)
    {
      /* The X server's time is in milliseconds of the same clock where both run on one machine. */
      gint64 now = g_get_monotonic_time ();
      guint32 ago = (guint32) (now / 1000) - gdk_event_get_time (event);

      input->handled = now;
      input->happened = (now / 1000 - ago) * 1000;
      newest = input->happened;
      if (tells_times && input == &press)
        fprintf (stderr, "pressed %" G_GINT64_FORMAT "\n", input->happened);
    }
  return TRUE;
}

static void
report_frame (Input *input)
{
  if (input->handled)
    fprintf (stderr, "frame %s %.3f %.3f\n", input->kind, ms_since (input->happened), ms_since (input->handled));
  input->handled = 0;
}

static void
paint (GdkFrameClock *clock, gpointer window)
{
  painted = TRUE;
}

static void
after_paint (GdkFrameClock *clock, gpointer window)
{
  if (!gtk_widget_get_mapped (window))
    return;
  if (!reported)
    {
      reported = TRUE;
      fprintf (stderr, "first-frame %ld\n", resident_kib ());
      if (getenv ("LEAVE_AT_FIRST_FRAME"))
        {
          g_idle_add (leave, g_application_get_default ());
          return;
        }
      g_signal_add_emission_hook (g_signal_lookup ("event", GDK_TYPE_SURFACE), 0, event_seen, NULL, NULL);
    }
  if (painted && (tells_times || press.handled || release.handled))
    {
      /* Presented is what the server has drawn. */
      gdk_display_sync (gtk_widget_get_display (window));
      if (tells_times)
        fprintf (stderr, "painted %" G_GINT64_FORMAT "\n", g_get_monotonic_time ());
      report_frame (&press);
      report_frame (&release);
    }
  painted = FALSE;
  report_board (window);
}

static void
watch (GtkWidget *window, gpointer unused)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (window);

  g_signal_connect (clock, "paint", G_CALLBACK (paint), window);
  g_signal_connect (clock, "after-paint", G_CALLBACK (after_paint), window);
}

static void
window_added (GtkApplication *application, GtkWidget *window, gpointer unused)
{
  if (gtk_widget_get_realized (window))
    watch (window, NULL);
  else
    g_signal_connect (window, "realize", G_CALLBACK (watch), NULL);
}

/* ---- Rest ---- */

static int
sleep_and_tell (GPollFD *files, guint count, int timeout)
{
  gint64 since = g_get_monotonic_time ();
  int ready = g_poll (files, count, timeout);

  if (reported && ms_since (since) >= 1)
    fprintf (stderr, "woken\n");
  return ready;
}

int
g_application_run (GApplication *application, int argc, char **argv)
{
  int (*run) (GApplication *, int, char **) = dlsym (RTLD_NEXT, "g_application_run");

  if (GTK_IS_APPLICATION (application))
    g_signal_connect (application, "window-added", G_CALLBACK (window_added), NULL);
  tells_times = getenv ("TELL_TIMES") != NULL;
  g_main_context_set_poll_func (NULL, sleep_and_tell);
  return run (application, argc, argv);
}

/* ---- The disk ---- */

int
fsync (int file)
{
  int (*wait_for_disk) (int) = dlsym (RTLD_NEXT, "fsync");
  int done = wait_for_disk (file);
  const char *slow = getenv ("SLOW_DISK");

  if (slow)
    usleep (atoi (slow) * 1000);
  if (newest)
    fprintf (stderr, "synced %.3f\n", ms_since (newest));
  return done;
}

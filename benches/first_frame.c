/* Preloaded into a GTK program: when the first frame of its first window is painted, prints how much memory
   the process holds, in KiB, and quits. Any GApplication does, so that programs can be compared.

   gcc -shared -fPIC -o first_frame.so first_frame.c $(pkg-config --cflags --libs gtk4) -ldl */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <gtk/gtk.h>

static gboolean reported;

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

static void
after_paint (GdkFrameClock *clock, gpointer window)
{
  if (reported || !gtk_widget_get_mapped (window))
    return;
  reported = TRUE;
  fprintf (stderr, "first-frame %ld\n", resident_kib ());
  g_idle_add (leave, g_application_get_default ());
}

static void
watch (GtkWidget *window, gpointer unused)
{
  g_signal_connect (gtk_widget_get_frame_clock (window), "after-paint", G_CALLBACK (after_paint), window);
}

static void
window_added (GtkApplication *application, GtkWidget *window, gpointer unused)
{
  if (gtk_widget_get_realized (window))
    watch (window, NULL);
  else
    g_signal_connect (window, "realize", G_CALLBACK (watch), NULL);
}

int
g_application_run (GApplication *application, int argc, char **argv)
{
  int (*run) (GApplication *, int, char **) = dlsym (RTLD_NEXT, "g_application_run");

  if (GTK_IS_APPLICATION (application))
    g_signal_connect (application, "window-added", G_CALLBACK (window_added), NULL);
  return run (application, argc, argv);
}

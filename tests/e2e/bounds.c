/* Preloaded into the program: tells assistive technology where widgets really are.

   Since 4.10 GTK counts the place of a widget from what lies within the border and padding of the one that it is in,
   and whoever adds up the way to the window misses both at every step; what is on the page of a stack is counted twice.
   The mouse of the tests needs true places. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

/* The beginning of GTypeInterface, then the functions of GtkAccessibleInterface as gtkaccessible.h has them. */
struct accessible
{
  void *types[2];
  void *get_at_context, *get_platform_state, *get_accessible_parent;
  void *get_first_accessible_child, *get_next_accessible_sibling;
  int (*get_bounds) (void *, int *, int *, int *, int *);
};

struct rect { float x, y, width, height; };

static int (*bounds_in) (void *widget, void *target, struct rect *bounds);
static void *(*root_of) (void *widget), *(*parent_of) (void *widget);

static int
get_bounds (void *widget, int *x, int *y, int *width, int *height)
{
  void *root = root_of (widget), *parent = parent_of (widget);
  struct rect own, around = { 0 };

  if (!root || !bounds_in (widget, root, &own) || (parent && !bounds_in (parent, root, &around)))
    return 0;
  *x = (int) (own.x - around.x);
  *y = (int) (own.y - around.y);
  *width = (int) own.width;
  *height = (int) own.height;
  return 1;
}

/* A page lies where its stack does: the widget on it tells the rest. */
static int
get_page_bounds (void *page, int *x, int *y, int *width, int *height)
{
  (void) page;
  *x = *y = *width = *height = 0;
  return 1;
}

static void
replace_bounds (const char *type, int (*bounds) (void *, int *, int *, int *, int *))
{
  unsigned long (*type_of) (void) = dlsym (RTLD_DEFAULT, type);
  unsigned long (*accessible_type) (void) = dlsym (RTLD_DEFAULT, "gtk_accessible_get_type");
  void *(*class_of) (unsigned long) = dlsym (RTLD_DEFAULT, "g_type_class_ref");
  void *(*interface) (void *, unsigned long) = dlsym (RTLD_DEFAULT, "g_type_interface_peek");
  struct accessible *functions = interface (class_of (type_of ()), accessible_type ());

  functions->get_bounds = bounds;
}

/* The program begins to run. */
int
g_application_run (void *application, int count, char **words)
{
  int (*run) (void *, int, char **) = dlsym (RTLD_NEXT, "g_application_run");

  if (dlsym (RTLD_DEFAULT, "gtk_accessible_get_bounds"))
    {
      bounds_in = dlsym (RTLD_DEFAULT, "gtk_widget_compute_bounds");
      root_of = dlsym (RTLD_DEFAULT, "gtk_widget_get_root");
      parent_of = dlsym (RTLD_DEFAULT, "gtk_widget_get_parent");
      replace_bounds ("gtk_widget_get_type", get_bounds);
      replace_bounds ("gtk_stack_page_get_type", get_page_bounds);
    }
  return run (application, count, words);
}

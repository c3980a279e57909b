/* A mouse and a keyboard for a Wayland compositor of the wlroots family, which do what standard input says.

     move X Y      to a place of the screen, in units of which it is as wide and high as the command line says
     down, up      the left button
     key ctrl+z    a key by its name in xkbcommon, with what is held meanwhile: ctrl, shift, alt

   Each line is answered with `done` once the compositor has seen it. Both devices stay until the input ends, since what
   has just appeared is not heard by a client yet, and what goes away lets the button go: seat WIDTH HEIGHT. */

#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <wayland-client.h>
#include <xkbcommon/xkbcommon.h>

/* The requests that are made here, of the protocols wlr-virtual-pointer-unstable-v1 and virtual-keyboard-unstable-v1:
   no package has the files that a scanner would make them of. */
enum { CREATE = 0, MOTION_ABSOLUTE = 1, BUTTON = 2, FRAME = 4, KEYMAP = 0, KEY = 1, MODIFIERS = 2 };

static const struct wl_interface *none[5];

static const struct wl_message pointer_requests[] = {
  { "motion", "uff", none }, { "motion_absolute", "uuuuu", none }, { "button", "uuu", none },
  { "axis", "uuf", none },   { "frame", "", none },
};
static const struct wl_interface pointer = { "zwlr_virtual_pointer_v1", 1, 5, pointer_requests, 0, NULL };

static const struct wl_interface *new_pointer[] = { &wl_seat_interface, &pointer };
static const struct wl_message pointers_requests[] = { { "create_virtual_pointer", "?on", new_pointer } };
static const struct wl_interface pointers = { "zwlr_virtual_pointer_manager_v1", 1, 1, pointers_requests, 0, NULL };

static const struct wl_message keyboard_requests[] = {
  { "keymap", "uhu", none }, { "key", "uuu", none }, { "modifiers", "uuuu", none },
};
static const struct wl_interface keyboard = { "zwp_virtual_keyboard_v1", 1, 3, keyboard_requests, 0, NULL };

static const struct wl_interface *new_keyboard[] = { &wl_seat_interface, &keyboard };
static const struct wl_message keyboards_requests[] = { { "create_virtual_keyboard", "on", new_keyboard } };
static const struct wl_interface keyboards = { "zwp_virtual_keyboard_manager_v1", 1, 1, keyboards_requests, 0, NULL };

/* How long a hand needs after a press, in microseconds: GTK's own buttons miss what comes in the same instant. */
enum { HAND = 30000 };

enum { LEFT = 0x110, EVDEV = 8, XKB_V1 = 1, FINE = 256 };

static struct wl_proxy *seat, *mice, *typists, *mouse, *typist;
static struct xkb_keymap *keymap;

static void
fail (const char *reason, const char *what)
{
  fprintf (stderr, "seat: %s %s\n", reason, what);
  exit (1);
}

static void
found (void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version)
{
  if (!strcmp (interface, "wl_seat"))
    seat = wl_registry_bind (registry, name, &wl_seat_interface, 1);
  else if (!strcmp (interface, pointers.name))
    mice = wl_registry_bind (registry, name, &pointers, 1);
  else if (!strcmp (interface, keyboards.name))
    typists = wl_registry_bind (registry, name, &keyboards, 1);
}

static void
lost (void *data, struct wl_registry *registry, uint32_t name)
{
}

static uint32_t
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static struct wl_proxy *
create (struct wl_proxy *manager, const struct wl_interface *what)
{
  if (!manager)
    fail ("the compositor has no", what->name);
  return wl_proxy_marshal_flags (manager, CREATE, what, 1, 0, seat, NULL);
}

/* Gives the keyboard the letters of an American one. */
static void
give_keymap (void)
{
  struct xkb_context *context = xkb_context_new (XKB_CONTEXT_NO_FLAGS);
  struct xkb_rule_names names = { .layout = "us" };
  char *text;
  int size, file;

  keymap = xkb_keymap_new_from_names (context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS);
  if (!keymap)
    fail ("there is no", "keymap");
  text = xkb_keymap_get_as_string (keymap, XKB_KEYMAP_FORMAT_TEXT_V1);
  size = strlen (text) + 1;
  file = memfd_create ("keymap", 0);
  if (file < 0 || write (file, text, size) != size)
    fail ("no room for", "the keymap");
  wl_proxy_marshal_flags (typist, KEYMAP, NULL, 1, 0, XKB_V1, file, size);
  close (file);
  free (text);
}

static uint32_t
modifier (const char *name)
{
  return 1u << xkb_keymap_mod_get_index (keymap, name);
}

/* The key that has a sign on one of its first two levels, and which one; 0 where none has it. */
static xkb_keycode_t
key_of (xkb_keysym_t sign, int *level)
{
  const xkb_keysym_t *signs;

  for (*level = 0; *level < 2; ++*level)
    for (xkb_keycode_t key = xkb_keymap_min_keycode (keymap); key <= xkb_keymap_max_keycode (keymap); key++)
      if (xkb_keymap_key_get_syms_by_level (keymap, key, 0, *level, &signs) == 1 && *signs == sign)
        return key;
  return 0;
}

static void
press (char *keys)
{
  uint32_t held = 0;
  int level;
  xkb_keycode_t key;

  for (char *plus; (plus = strchr (keys, '+')) && plus[1]; keys = plus + 1)
    {
      *plus = 0;
      if (!strcmp (keys, "ctrl"))
        held |= modifier (XKB_MOD_NAME_CTRL);
      else if (!strcmp (keys, "shift"))
        held |= modifier (XKB_MOD_NAME_SHIFT);
      else if (!strcmp (keys, "alt"))
        held |= modifier (XKB_MOD_NAME_ALT);
      else
        fail ("nobody holds", keys);
    }
  key = key_of (xkb_keysym_from_name (keys, XKB_KEYSYM_NO_FLAGS), &level);
  if (!key)
    fail ("there is no key", keys);
  if (level)
    held |= modifier (XKB_MOD_NAME_SHIFT);
  wl_proxy_marshal_flags (typist, MODIFIERS, NULL, 1, 0, held, 0, 0, 0);
  wl_proxy_marshal_flags (typist, KEY, NULL, 1, 0, now (), key - EVDEV, 1);
  wl_proxy_marshal_flags (typist, KEY, NULL, 1, 0, now (), key - EVDEV, 0);
  wl_proxy_marshal_flags (typist, MODIFIERS, NULL, 1, 0, 0, 0, 0, 0);
}

int
main (int count, char **words)
{
  static const struct wl_registry_listener listener = { found, lost };
  struct wl_display *display = wl_display_connect (NULL);
  struct wl_registry *registry;
  char line[256], keys[64];
  double x, y;

  if (!display || count != 3)
    fail ("no", display ? "size" : "display");
  registry = wl_display_get_registry (display);
  wl_registry_add_listener (registry, &listener, NULL);
  wl_display_roundtrip (display);
  mouse = create (mice, &pointer);
  typist = create (typists, &keyboard);
  give_keymap ();
  wl_display_roundtrip (display);

  while (fgets (line, sizeof line, stdin))
    {
      if (sscanf (line, "move %lf %lf", &x, &y) == 2)
        wl_proxy_marshal_flags (mouse, MOTION_ABSOLUTE, NULL, 1, 0, now (), (uint32_t) (x * FINE),
                                (uint32_t) (y * FINE), atoi (words[1]) * FINE, atoi (words[2]) * FINE);
      else if (!strcmp (line, "down\n") || !strcmp (line, "up\n"))
        wl_proxy_marshal_flags (mouse, BUTTON, NULL, 1, 0, now (), LEFT, line[0] == 'd');
      else if (sscanf (line, "key %63s", keys) == 1)
        press (keys);
      else
        fail ("no such command:", line);
      wl_proxy_marshal_flags (mouse, FRAME, NULL, 1, 0);
      if (wl_display_roundtrip (display) < 0)
        fail ("the compositor", "has gone");
      if (!strcmp (line, "down\n"))
        usleep (HAND);
      puts ("done");
      fflush (stdout);
    }
  return 0;
}

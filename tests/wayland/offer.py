#!/usr/bin/python3
"""offer FILE: a small window from which the file can be dragged, as from a file manager.

It says `begun` when a drag has begun, and `accepted` when whatever is under the pointer would take the file.
"""

import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GLib, Gtk


def say(word):
    print(word, flush=True)


def begin(_source, drag):
    say("begun")
    drag.connect("notify::selected-action", lambda drag, _: drag.get_selected_action() and say("accepted"))


def main(path):
    Gtk.init()
    files = Gdk.FileList.new_from_list([Gio.File.new_for_path(path)])
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
    source.set_content(Gdk.ContentProvider.new_for_value(files))
    source.connect("drag-begin", begin)
    label = Gtk.Label(label="Drag me", width_request=120, height_request=120)
    label.add_controller(source)
    window = Gtk.Window(child=label, title="Offer", decorated=False, resizable=False)
    window.present()
    GLib.MainLoop().run()


main(sys.argv[1])

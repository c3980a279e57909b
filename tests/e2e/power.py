"""What a disk may hold after its power was cut, by the calls that a program has made: see disk.py.

Only what was flushed is there for certain. Of what was written to a file since, all may be there, a half, zeros or
nothing; of the names that were made, changed and removed since their folder was flushed, the first so many.
"""

import os
from pathlib import Path


class File:
    def __init__(self):
        self.data, self.flushed = bytearray(), b""

    def write(self, offset, data):
        self.data.extend(bytes(max(0, offset + len(data) - len(self.data))))
        self.data[offset : offset + len(data)] = data

    def after_cut(self, dice):
        now = bytes(self.data)
        if now == self.flushed:
            return now
        return dice.choice([self.flushed, now, now[: len(now) // 2], bytes(len(now))])


class Machine:
    def __init__(self, calls):
        self.files, self.folders = {}, set()
        # Every change of a name, in order: the name, and the file it is one of, `True` for a folder, or nothing.
        self.changes, self.certain = [], 0
        for call in calls:
            self.follow(call)

    def change(self, path, what):
        self.changes.append((path, what))
        if isinstance(what, File):
            self.files[path] = what
        elif what:
            self.folders.add(path)
        else:
            self.files.pop(path, None)

    def follow(self, call):
        file = self.files.get(call.path)
        if call.kind == "create" and file is None:
            self.change(call.path, File())
        elif call.kind == "mkdir" and call.path not in self.folders:
            self.change(call.path, True)
        elif call.kind == "write" and file:
            file.write(call.offset, call.data)
        elif call.kind == "rename" and file:
            # Both names change at once.
            self.change(call.other, file)
            self.changes[-1] = (call.other, file, call.path)
            del self.files[call.path]
        elif call.kind == "unlink" and file:
            self.change(call.path, None)
        elif call.kind == "fsync" and file:
            file.flushed = bytes(file.data)
        elif call.kind == "fsync":
            of_folder = [at for at, change in enumerate(self.changes, 1) if os.path.dirname(change[0]) == call.path]
            self.certain = max([self.certain, *of_folder])

    def names(self, count):
        """The files by their names after so many changes of names."""
        named, folders = {}, set()
        made = {change[0] for change in self.changes if change[1] is True}
        for path, what, *before in self.changes[:count]:
            if what is True:
                folders.add(path)
            elif what:
                named[path] = what
            else:
                named.pop(path, None)
            for old in before:
                named.pop(old, None)
        return {path: file for path, file in named.items() if not lost_folders(path, made - folders)}

    def certainly(self, path):
        """What is certainly in a file."""
        file = self.names(self.certain).get(str(path))
        return file and file.flushed

    def cut(self, dice, folder, other):
        """Puts the files below a folder into another one, as they may be after a power cut."""
        named = self.names(dice.randint(self.certain, len(self.changes)))
        for path, file in named.items():
            if Path(path).is_relative_to(folder):
                place = other / Path(path).relative_to(folder)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(file.after_cut(dice))


def lost_folders(path, lost):
    return any(str(parent) in lost for parent in Path(path).parents)

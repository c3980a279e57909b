#!/usr/bin/python3
"""The release notes, which are written once, in the metainfo: CHANGELOG.md and the Debian changelog are made of them.

Run: build-aux/releases.py >CHANGELOG.md, or `make changelog`.
"""

import textwrap
import xml.etree.ElementTree as xml
from datetime import datetime, timezone
from email.utils import format_datetime
from pathlib import Path
from typing import NamedTuple

METAINFO = Path(__file__).resolve().parent.parent / "data" / "io.github.chuhe.Chuhe.metainfo.xml"


class Release(NamedTuple):
    version: str
    date: str
    # Paragraphs and items in their order: ("p" or "li", text).
    notes: list

    def time(self):
        """Seconds since 1970 of the day's first."""
        return int(datetime.fromisoformat(self.date).replace(tzinfo=timezone.utc).timestamp())


def text(element):
    return " ".join("".join(element.itertext()).split())


def releases():
    """Every release, the newest first, with its notes in English."""
    language = "{http://www.w3.org/XML/1998/namespace}lang"
    found = []
    for release in xml.parse(METAINFO).getroot().iterfind("releases/release"):
        notes = [
            (each.tag, text(each))
            for each in release.iterfind("description//*")
            if each.tag in ("p", "li") and language not in each.attrib
        ]
        found.append(Release(release.get("version"), release.get("date"), notes))
    return found


def markdown():
    """CHANGELOG.md: a chapter a release."""
    lines = [
        "# Changes",
        "",
        "From the release notes in `data/io.github.chuhe.Chuhe.metainfo.xml`; `make changelog` writes this file.",
    ]
    for release in releases():
        lines += ["", f"## {release.version}, {release.date}"]
        last = None
        for kind, note in release.notes:
            if (last, kind) != ("li", "li"):
                lines.append("")
            lines += (
                textwrap.wrap(note, 120, initial_indent="- ", subsequent_indent="  ")
                if kind == "li"
                else textwrap.wrap(note, 120)
            )
            last = kind
    return "\n".join(lines) + "\n"


def debian(package, maintainer):
    """The changelog of a Debian package: an entry a release."""
    entries = []
    for release in releases():
        lines = [f"{package} ({release.version}-1) unstable; urgency=medium", ""]
        for kind, note in release.notes:
            mark = "  * " if kind == "p" else "    - "
            lines += textwrap.wrap(note, 78, initial_indent=mark, subsequent_indent=" " * len(mark))
        day = datetime.fromtimestamp(release.time(), timezone.utc)
        entries.append("\n".join([*lines, "", f" -- {maintainer}  {format_datetime(day)}", ""]))
    return "\n".join(entries)


if __name__ == "__main__":
    print(markdown(), end="")

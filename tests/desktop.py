#!/usr/bin/python3
"""What the desktop is told about Chuhe: entry, metainfo, file type, icons, and how they are installed.

Run: tests/desktop.py, after `make build`; no display is needed.
"""

import configparser
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

sys.dont_write_bytecode = True
from common.project import CHUHE, ID, IS_RELEASE, ROOT, VERSION, run  # noqa: E402

DATA = ROOT / "data"
ICONS = DATA / "icons" / "hicolor"
MEDIA_TYPE = "application/vnd.chuhe.game+json"
# Of the files of other programs: a name, how the content begins, and the media type.
FOREIGN = [
    # The desktop tells these from chess as little as their suffix does.
    ("game.pgn", '[Game "Chinese Chess"]\n[Event "x"]\n', "application/vnd.chess-pgn"),
    ("GAME.XQF", "XQ\n", "application/vnd.chuhe.xqf"),
    ("game.cbr", "CCBridge Record\0", "application/vnd.chuhe.ccbridge-record"),
    ("games.CBL", "CCBridgeLibrary\0", "application/vnd.chuhe.ccbridge-library"),
    ("game.cbf", '<?xml version="1.0"?>\n<ChineseChessRecord/>', "application/vnd.chuhe.ccbridge-record+xml"),
    ("game.pfc", '<?xml version="1.0"?><n version="2"/>', "application/vnd.chuhe.pfc"),
    ("GAME.CCM", "\x01\0\0\x01\x04\x02\x02", "application/vnd.chuhe.ccm"),
    ("game.che", "1 1 26 32 1 2 1 2 4 0 1 0 ", "application/vnd.chuhe.che"),
    ("game.ubb", "[DhtmlXQ]\n", "application/vnd.chuhe.dhtmlxq"),
    ("game", "[DhtmlXQ_init]500,350[/DhtmlXQ_init]", "application/vnd.chuhe.dhtmlxq"),
]
MEDIA_TYPES = [MEDIA_TYPE, *dict.fromkeys(media_type for _, _, media_type in FOREIGN)]
LANGUAGES = sorted(path.stem for path in (DATA / "po").glob("*.po"))

# What an installed copy consists of, below its prefix.
INSTALLED = {
    "bin/chuhe",
    f"share/applications/{ID}.desktop",
    f"share/icons/hicolor/scalable/apps/{ID}.svg",
    f"share/icons/hicolor/scalable/mimetypes/{ID}-game.svg",
    f"share/icons/hicolor/symbolic/apps/{ID}-symbolic.svg",
    *(f"share/locale/{language}/LC_MESSAGES/chuhe.mo" for language in LANGUAGES),
    "share/bash-completion/completions/chuhe",
    "share/fish/vendor_completions.d/chuhe.fish",
    "share/zsh/site-functions/_chuhe",
    "share/man/man6/chuhe.6",
    f"share/metainfo/{ID}.metainfo.xml",
    f"share/mime/packages/{ID}.xml",
}


def files(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


def desktop_entry(path):
    parser = configparser.RawConfigParser(delimiters="=", strict=True)
    parser.optionxform = str
    parser.read(path, encoding="utf-8")
    return parser["Desktop Entry"]


def example():
    """The game in docs/FORMAT.md."""
    text = (ROOT / "docs" / "FORMAT.md").read_text(encoding="utf-8")
    return re.search(r"```json\n(.*?)```", text, re.DOTALL).group(1)


class Descriptions(unittest.TestCase):
    def test_desktop_entry(self):
        path = DATA / f"{ID}.desktop"
        self.assertEqual(run("desktop-file-validate", path), "")
        entry = desktop_entry(path)
        self.assertEqual(entry["Categories"], "Game;BoardGame;")
        # Links that are invitations are opened, too.
        self.assertEqual(entry["MimeType"], "".join(f"{name};" for name in [*MEDIA_TYPES, "x-scheme-handler/chuhe"]))
        self.assertEqual((entry["Name"], entry["Name[zh_CN]"], entry["Name[zh_TW]"]), ("Chuhe", "楚河", "楚河"))
        keywords = entry["Keywords"].split(";")
        for keyword in ("xiangqi", "chinese chess", "象棋", "中国象棋", "cờ tướng"):
            self.assertIn(keyword, keywords)
        for language in LANGUAGES:
            self.assertIn("xiangqi", entry[f"Keywords[{language}]"].split(";"))

    def test_metainfo(self):
        path = DATA / f"{ID}.metainfo.xml"
        # Stores want it beside its predecessor; AppStream does not know it before 1.0.
        known = re.sub(r" *<developer .*?</developer>\n", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / path.name
            copy.write_text(known, encoding="utf-8")
            run("appstreamcli", "validate", "--no-net", "--strict", copy)
        component = xml.parse(path).getroot()
        self.assertEqual(component.findtext("id"), ID)
        self.assertEqual(component.findtext("launchable"), f"{ID}.desktop")
        self.assertEqual([each.text for each in component.findall("provides/mediatype")], MEDIA_TYPES)

    def test_every_xml_file_is_well_formed(self):
        for path in [*DATA.rglob("*.xml"), *DATA.rglob("*.svg")]:
            run("xmllint", "--noout", path)


class Icons(unittest.TestCase):
    def test_every_icon_is_drawn_at_every_size(self):
        for icon in ICONS.rglob("*.svg"):
            for size in (16, 32, 48, 128, 256, 512):
                with self.subTest(icon=icon.name, size=size):
                    picture = subprocess.run(
                        ["rsvg-convert", "-w", str(size), "-h", str(size), icon], check=True, capture_output=True
                    ).stdout
                    self.assertEqual(struct.unpack(">II", picture[16:24]), (size, size))

    def test_icons_have_the_size_of_their_folder(self):
        """A symbolic icon is drawn on 16 pixels, the others on 128; only then do lines fall on pixels."""
        for icon in ICONS.rglob("*.svg"):
            drawn = xml.parse(icon).getroot()
            size = "16" if icon.name.endswith("-symbolic.svg") else "128"
            self.assertEqual((drawn.get("width"), drawn.get("height")), (size, size), icon.name)
            self.assertEqual(drawn.get("viewBox"), f"0 0 {size} {size}", icon.name)
            self.assertEqual(icon.name.endswith("-symbolic.svg"), "symbolic" in icon.parts, icon.name)

    def test_no_icon_needs_a_font(self):
        for icon in ICONS.rglob("*.svg"):
            self.assertNotIn("<text", icon.read_text(encoding="utf-8"), icon.name)


class FileType(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        mime = self.folder / "share" / "mime"
        (mime / "packages").mkdir(parents=True)
        (mime / "packages" / f"{ID}.xml").symlink_to(DATA / f"{ID}.mime.xml")
        self.environment = {"XDG_DATA_HOME": mime.parent, "LC_ALL": "C.UTF-8"}
        run("update-mime-database", mime, **self.environment)

    def type_of(self, name, content):
        path = self.folder / name
        path.write_text(content, encoding="utf-8")
        told = run("gio", "info", "-a", "standard::content-type", path, **self.environment)
        return re.search(r"standard::content-type: (\S+)", told).group(1)

    def test_known_by_its_name(self):
        self.assertEqual(self.type_of("game.xiangqi", "{"), MEDIA_TYPE)
        self.assertEqual(self.type_of("GAME.XIANGQI", "{"), MEDIA_TYPE)

    def test_known_by_its_content(self):
        self.assertEqual(self.type_of("game", example()), MEDIA_TYPE)
        self.assertNotEqual(self.type_of("other", '{"format": "another"}'), MEDIA_TYPE)
        self.assertNotEqual(self.type_of("other.json", '{"format": "another"}'), MEDIA_TYPE)

    def test_files_of_other_programs(self):
        for name, content, media_type in FOREIGN:
            with self.subTest(name=name, content=content):
                self.assertEqual(self.type_of(name, content), media_type)

    def test_what_only_has_the_same_suffix_is_left_to_others(self):
        cobol = "       IDENTIFICATION DIVISION.\n       PROGRAM-ID. HELLO.\n"
        self.assertEqual(self.type_of("hello.cbl", cobol), "text/x-cobol")
        self.assertEqual(self.type_of("comic.cbr", "Rar!\x1a\x07\0"), "application/vnd.comicbook-rar")


@unittest.skipUnless(IS_RELEASE, "needs the release build: make test-smoke")
class Installing(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def make(self, *targets, cwd=ROOT, **variables):
        """Make as a user calls it, whatever the make is that calls this test."""
        inherited = {name: "" for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES")}
        given = [f"{name}={value}" for name, value in variables.items()]
        return self.in_session("make", "--no-print-directory", *targets, *given, cwd=cwd, **inherited)

    def in_session(self, *command, **settings):
        """A command in a session that knows the prefix."""
        share = self.folder / "share"
        return run(*command, XDG_DATA_DIRS=f"{share}:/usr/share", XDG_DATA_HOME=self.folder / "home", LC_ALL="C.UTF-8", **settings)

    def test_into_a_package(self):
        package = self.folder / "a package"
        self.make("install", PREFIX="/usr", DESTDIR=package)
        self.assertEqual(files(package), {f"usr/{name}" for name in INSTALLED})
        self.assertTrue(os.access(package / "usr/bin/chuhe", os.X_OK))
        installed = package / f"usr/share/applications/{ID}.desktop"
        run("desktop-file-validate", installed)
        self.assertEqual(desktop_entry(installed)["Exec"], "/usr/bin/chuhe %U")
        self.make("uninstall", PREFIX="/usr", DESTDIR=package)
        self.assertEqual(files(self.folder), set())

    def test_out_of_a_folder_with_a_blank_in_its_name(self):
        folder = self.folder / "my games"
        folder.mkdir()
        for path in ROOT.iterdir():
            if path.name != "target":
                (folder / path.name).symlink_to(path)
        for target in (folder / "target", ""):
            told = self.make("--dry-run", "run", "test", "deb", cwd=folder, CARGO_TARGET_DIR=target)
            self.assertIn("install -D -m 755 target/release/chuhe", told)
        elsewhere = self.folder / "their games"
        with self.assertRaisesRegex(AssertionError, "their games.*choose a folder without"):
            self.make("--dry-run", "build", cwd=folder, CARGO_TARGET_DIR=elsewhere)

    def test_into_a_prefix(self):
        self.make("install", PREFIX=self.folder)
        self.assertLessEqual(INSTALLED, files(self.folder))
        game = self.folder / "game.xiangqi"
        game.write_text(example(), encoding="utf-8")
        self.assertIn(MEDIA_TYPE, self.in_session("gio", "info", "-a", "standard::content-type", game))
        self.assertIn(f"{ID}.desktop", self.in_session("gio", "mime", MEDIA_TYPE))
        game.unlink()
        self.make("uninstall", PREFIX=self.folder)
        self.assertEqual(files(self.folder), set())

    def test_beside_another_program(self):
        others = {
            "bin/other": "",
            "share/applications/other.desktop": "[Desktop Entry]\nType=Application\nName=Other\nExec=true\n",
            "share/icons/hicolor/scalable/apps/other.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
            "share/mime/packages/other.xml": "<mime-info xmlns='http://www.freedesktop.org/standards/shared-mime-info'/>",
        }
        for name, content in others.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text(content, encoding="utf-8")
        self.make("install", PREFIX=self.folder)
        self.make("uninstall", PREFIX=self.folder)
        left = files(self.folder)
        self.assertLessEqual(set(others), left)
        self.assertFalse([name for name in left if ID in name or "chuhe" in name])


class Manual(unittest.TestCase):
    """The manual page, next to what the command line says itself."""

    @classmethod
    def setUpClass(cls):
        cls.page = (DATA / "chuhe.6").read_text(encoding="utf-8").replace("\\-", "-")
        general, *commands = re.split(r"^\.SS chuhe ", cls.page, flags=re.MULTILINE)
        # The last command ends where the next chapter begins.
        commands[-1] = commands[-1].split("\n.SH ", 1)[0]
        cls.commands = {text.split()[0]: text for text in commands}

    def options(self, text):
        return set(re.findall(r"--[a-z][a-z-]+", text))

    def test_it_is_a_manual_page(self):
        shown = run("man", "--warnings=w", "--local-file", "-Tutf8", DATA / "chuhe.6", LC_ALL="C.UTF-8", MANWIDTH=100)
        self.assertIn("play Xiangqi", shown)

    def test_it_is_about_this_version(self):
        self.assertIn(f'"Chuhe {VERSION}"', self.page)

    def test_every_command_and_option_is_there(self):
        told = re.findall(r"^  (\w+) ", run(CHUHE, "--help").split("Commands:")[1].split("Arguments:")[0], re.MULTILINE)
        self.assertEqual(sorted(self.commands), sorted(set(told) - {"help"}))
        for command, text in self.commands.items():
            with self.subTest(command=command):
                # What examples of the help are called with is no option of it.
                wanted = self.options(run(CHUHE, command, "--help").split("Examples:")[0]) - {"--help"}
                self.assertEqual(self.options(text), wanted)


class FormatDocument(unittest.TestCase):
    def test_the_example_is_a_game(self):
        with tempfile.NamedTemporaryFile("w", suffix=".xiangqi", encoding="utf-8") as file:
            file.write(example())
            file.flush()
            game = json.loads(run(CHUHE, "info", file.name, "--json"))
        self.assertEqual(game["warnings"], [])
        self.assertEqual((game["result"], game["reason"]), ("1-0", "checkmate"))
        self.assertEqual(game["moves"], [move["move"] for move in json.loads(example())["moves"]])


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/python3
"""Every dialog in every language, and in one that is longer than any: all is translated, and nothing runs off.

Pictures of all of them stay in target/screenshots. The long language is made here: each message in marks, with accents
and two fifths more letters. What is on the screen without marks has not gone through the catalogue.
"""

import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import polib

import case
import driver
from driver import ROOT, picture_file, steady, until, xdo

LANGUAGES = ["zh_CN", "zh_TW", "zh_HK", "vi"]
LONG = "qps"
ACCENTS = str.maketrans("aeiounycsAEIOUCS", "áéíóúñýçšÁÉÍÓÚÇŠ")
# Dialogs by their actions; the window itself is looked at first.
DIALOGS = "new match set-up details print save-replay preferences look help shortcuts about".split()
# A game with something of everything: names, a comment, a variation, a clock.
GAME = dict(
    moves="h2e2 h9g7 h0g2 i9h9",
    tags={"red": "Hu Ronghua", "black": "Yang Guanlin", "time": "600+5", "event": "2026"},
)


def lengthened(text):
    """The message in the long language: `{who} offers` becomes `⟦{who} ófférš óóó⟧`."""
    parts = re.split(r"(\{\w+\}|</?\w+[^>]*>|&\w+;)", text)
    plain = "".join(part if at % 2 else part.translate(ACCENTS) for at, part in enumerate(parts))
    # The marks are two letters more.
    more = max(0, len(re.sub(r"[{}]", "", text)) * 2 // 5 - 2)
    filler = "".join(" óóóóó"[at % 6] for at in range(more))
    end = "…" if plain.endswith("…") else ""
    return f"⟦{plain.removesuffix('…')}{filler}⟧{end}"


def write_long_language(folder):
    """A catalogue of every message that the program has."""
    pot = Path(folder, "chuhe.pot")
    subprocess.run([ROOT / "data" / "po" / "collect", pot], check=True)
    catalogue = polib.pofile(str(pot))
    for entry in catalogue:
        if entry.msgid_plural:
            entry.msgstr_plural = {0: lengthened(entry.msgid), 1: lengthened(entry.msgid_plural)}
        else:
            entry.msgstr = lengthened(entry.msgid)
    catalogue.metadata["Plural-Forms"] = "nplurals=2; plural=n != 1;"
    place = Path(folder, LONG, "LC_MESSAGES")
    place.mkdir(parents=True)
    catalogue.save_as_mofile(str(place / "chuhe.mo"))


class Languages(case.Case):
    def begin(self, language, folder=None):
        built = driver.BINARY.parent.parent / "share" / "locale"
        settings = {"LANGUAGE": language, "CHUHE_LOCALEDIR": str(folder or built)}
        # The board has another name in each language.
        app = self.start(self.game(**GAME), settings=settings, paused=True)
        until("the board", lambda: len([node for node in app.frame().walk() if node.role == "button"]) > 90)
        return app

    def names(self, node):
        return [one.name for one in node.walk() if one.role in ("label", "button") and one.name]

    def look(self, app, name):
        """Takes a picture once nothing moves, and sees that no window is larger than the screen."""
        steady("the windows", lambda: [driver.geometry(window) for window in app.windows()], 0.5)
        subprocess.run(["import", "-window", "root", picture_file(name)], check=True)
        width, height = map(int, xdo("getdisplaygeometry").split())
        for window in app.windows():
            place = driver.geometry(window)
            self.assertLessEqual((place["WIDTH"], place["HEIGHT"]), (width, height), name)

    def walk(self, language, seen, folder=None):
        app = self.begin(language, folder)
        self.look(app, f"{language}-window")
        seen("window", self.names(app.frame()))
        for action in DIALOGS:
            app.activate(action)
            other = until(f"{action} in {language}", lambda: [w for w in app.windows() if w != app.window])[0]
            self.look(app, f"{language}-{action}")
            for node in app.over():
                seen(action, self.names(node))
            xdo("windowfocus", other, "key", "Escape")
            app.alone()
        return app

    def test_each_language(self):
        for language in LANGUAGES:
            catalogue = polib.pofile(str(ROOT / "data" / "po" / f"{language}.po"))
            english = {
                entry.msgid.replace("_", ""): entry.msgstr
                for entry in catalogue
                if entry.msgstr not in ("", entry.msgid) and "{" not in entry.msgid
            }

            def seen(place, names):
                left = [name for name in names if name in english]
                self.assertEqual(left, [], f"English in {language}, {place}")

            with self.subTest(language=language):
                self.walk(language, seen)

    def test_a_language_that_is_longer_than_any(self):
        with tempfile.TemporaryDirectory() as folder:
            write_long_language(folder)
            left = []

            def seen(place, names):
                words = [name for name in names if "⟦" not in name and re.search(r"[A-Za-z]{3} [a-z]{3}", name)]
                left.extend(f"{place}: {name}" for name in words)

            app = self.walk(LONG, seen, folder)
            self.assertEqual(left, [], "not through the catalogue")
            app.resize(360, 640)
            self.look(app, f"{LONG}-narrow")

    def mirrored(self, language):
        """Whether the window is; the board never is."""
        app = self.start(self.game(**GAME), settings={"LANGUAGE": language})
        app.settle()
        # Red’s left stays on the left, with a click where the piece is seen and an arrow key as it points.
        self.assertLess(app.at("a0"), app.at("i0"))
        app.play("b2d2")
        app.click("a0")
        app.key("Escape", "Right")
        until("the cursor", lambda: app.focused() == ["b0 red horse"])
        self.look(app, f"mirrored-{language}")
        sides = [app.find("list", "Moves")[0].area().x < app.board.area().x]
        sides.append(app.button("Flip.*").area().x < app.button("Undo.*").area().x)
        self.assertEqual(len(set(sides)), 1, "the side panel and the header bar")
        return sides[0]

    def test_where_one_writes_from_the_left(self):
        self.assertFalse(self.mirrored("en"))

    def test_where_one_writes_from_the_right_the_window_is_mirrored(self):
        self.assertTrue(self.mirrored("he"))


if __name__ == "__main__":
    case.main()

#!/usr/bin/python3
"""Every dialog in every language, and in one that is longer than any: all is translated, and nothing runs off.

Pictures of all of them stay in target/screenshots. The long language is made here: each message in marks, with accents
and two fifths more letters. What is on the screen without marks has not gone through the catalogue.
"""

import os
import re
import subprocess
import tempfile
from pathlib import Path

import polib

from gi.repository import GLib

import case
import driver
import tree
import x11
from case import info
from driver import ROOT, picture_file
from fitting import is_cut
from test_arbiter import CHECK, CHECKS
from test_browser import pgn
from waiting import steady, until
from words import say, template, ui
from x11 import geometry, xdo

LONG = "qps"
# How high a header bar is.
HEADER = 48
BUTTONS = {"button", "toggle button", "push button", "radio", "tab"}
ACCENTS = str.maketrans("aeiounycsAEIOUCS", "áéíóúñýçšÁÉÍÓÚÇŠ")
# Dialogs by their actions; the window itself is looked at first.
DIALOGS = "new remote match finished studies set-up details print save-replay preferences look help learn shortcuts about".split()
# A game with something of everything: names, a comment, a variation, a clock.
GAME = dict(
    moves="h2e2 h9g7 h0g2 i9h9",
    tags={"red": "Hu Ronghua", "black": "Yang Guanlin", "event": "2026"},
)
# Chinese is written where it is read, in its own script, and so are the letters of Vietnam.
SECOND_MOVE = {"zh_CN": "马８进７", "zh_TW": "馬８進７", "zh_HK": "馬８進７", "vi": "M8.7"}
# What libraries say in catalogues of their own.
LIBRARIES = {
    "shortcuts": {"Pause", "Delete", "Insert", "Home", "End", "Menu"},
    "about": {"What’s New", "Details", "Website", "Report an Issue", "Credits", "Code by", "Translated by", "Legal", "Copy Text"},
}
# The same, and what is said of licenses, which nobody may say otherwise.
NOTICES = ("Try a different", "No Results", "To assist in troubleshooting", "This application comes with", "The outlines of the ")


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
    return catalogue


def plain(message):
    """A message as it is read out, without the sign of its access key."""
    return message.replace("_", "")


class Languages(case.Case):
    glides = False

    def speak(self, language, folder=None, catalogue=None):
        """Has every program that is started speak a language."""
        built = driver.BINARY.parent.parent / "share" / "locale"
        self.language = language
        self.settings = {"LANGUAGE": language, "CHUHE_LOCALEDIR": str(folder or built)}
        catalogue = catalogue or polib.pofile(str(ROOT / "data" / "po" / f"{language}.po"))
        self.said = {plain(entry.msgid): plain(entry.msgstr) for entry in catalogue if entry.msgstr}
        self.messages = {entry.msgid: entry.msgstr for entry in catalogue if not entry.msgctxt}
        self.keys = {entry.msgid: entry.msgstr.partition("_")[2][:1].lower() for entry in catalogue if not entry.msgctxt}

    def told(self, name, *which, **parts):
        """What the program says in the language."""
        return self.messages[template(name, *which, **parts)].format(**parts)

    def begin(self, *files, **preferences):
        """Another program, with nothing left of the one before."""
        if self.app:
            self.app.kill()
            self.home.session.unlink(missing_ok=True)
        self.home.prefer(**preferences)
        # The board has another name in each language.
        app = self.start(*files, settings=self.settings, paused=True)
        until("the board", lambda: len(app.frame().of_role("button")) > 10)
        return app

    def look(self, name):
        """Takes a picture once nothing moves, and looks at all that is written there."""
        app = self.app
        steady("the windows", lambda: [geometry(window) for window in app.windows()], 0.2)
        x11.save_picture("root", picture_file(f"{self.language}-{name}"))
        width, height = x11.screen_size()
        for window in app.windows():
            place = geometry(window)
            self.assertLessEqual((place["WIDTH"], place["HEIGHT"]), (width, height), name)
        for top in app.over() or [app.frame()]:
            self.read(name, top)

    def read(self, place, top):
        """Looks at what is written in a window."""
        in_button, written = {None: False}, []
        nodes = top.walk()
        for node, role in zip(nodes, tree.roles(nodes)):
            inside = in_button[node.above and node.above.path]
            in_button[node.path] = inside or role in BUTTONS
            if role in ("label", "button"):
                written.append((node, role, inside))
        nodes = [node for node, *_ in written]
        seen = zip(written, tree.names(nodes), tree.areas(nodes), tree.states(nodes))
        for (_, role, inside), text, area, states in seen:
            # A label without a text is called after its kind; one that has just gone has neither.
            if area and text not in (None, "", "GtkLabel"):
                if self.is_left(place, text):
                    self.found.append(f"not in {self.language}: {place}: {text}")
                has_to_fit = role == "label" and self.has_to_fit(place, area, text, states)
                if has_to_fit and is_cut(text, area, inside):
                    self.found.append(f"cut short in {self.language}: {place}: {text} {tuple(area)}")

    def has_to_fit(self, place, area, text, states):
        """Whether a label may not be cut short."""
        # On a phone a header bar cuts its title, in every program; and a row is named by more than it shows.
        if "focusable" in states or "narrow" in place and area.y + area.height < HEADER:
            return False
        # What is put together from messages grows with each of them, and so by more than two fifths.
        return text.count("⟦") <= 3

    def is_left(self, place, text):
        """Whether something is still in English."""
        if text in LIBRARIES.get(place.split("-")[0], ()) or text.startswith(NOTICES):
            return False
        if self.language == LONG:
            return "⟦" not in text and bool(re.search(r"[A-Za-z]{3} [a-z]{3}", text))
        return bool(re.search("[A-Za-z]{2}", text)) and "{" not in text and self.said.get(text, text) != text

    def resize(self, window, width, height):
        xdo("windowsize", window, width, height)
        steady("the window", lambda: geometry(window), 0.3)

    def open(self, action):
        """Opens a dialog, and gives its X window."""
        self.app.activate(action)
        window = until(f"{action} in {self.language}", lambda: [w for w in self.app.windows() if w != self.app.window])[0]
        until("its widgets", self.app.over)
        return window

    def leave(self, window):
        xdo("windowfocus", window, "key", "Escape")
        self.app.alone()

    def type(self, move):
        """Plays a move by its keys, in a program of any language."""
        self.app.type(move)
        self.app.key("Return")

    def dialogs(self, narrow):
        for action in DIALOGS:
            window = self.open(action)
            self.look(action)
            if narrow:
                self.resize(window, 360, 640)
                self.look(f"{action}-narrow")
            if action == "preferences":
                self.page(ui("preferences", "moves", marked=True))
            self.leave(window)

    def page(self, title):
        """Another page of the preferences."""
        self.app.key(f"alt+{self.keys[title]}")
        self.look(f"preferences-{title.strip('_').lower()}")

    def walk(self, *others, narrow=False):
        """The window, its dialogs, and what else there is to see."""
        self.found = []
        for state in (self.table, *others):
            state(narrow)
        self.assertEqual(self.found, [], "\n".join(self.found))

    def everything(self):
        return self.sitting, self.end, self.ruling, self.games, self.agreement

    def here(self, name, narrow):
        """A state of the window itself, and what it is on a phone."""
        self.look(name)
        if narrow:
            before = self.app.size()
            self.resize(self.app.window, 360, 640)
            self.look(f"{name}-narrow")
            self.resize(self.app.window, *before)

    def table(self, narrow):
        app = self.begin(self.game(**GAME))
        self.assertIn(SECOND_MOVE.get(self.language, "H8+7"), app.labels())
        self.here("window", narrow)
        self.dialogs(narrow)
        app.key("F10")
        until("the menu", lambda: len(app.windows()) > 1)
        self.look("menu")
        app.key("Escape")
        app.alone()
        if narrow:
            self.resize(app.window, 360, 640)
            app.key("F9")
            self.look("panel-narrow")

    def sitting(self, narrow):
        """A game with a clock, players across the table, and all that they can ask."""
        app = self.begin(seating="across the table", take_backs="ask", time_control="600b5x30")
        self.type("h2e2")
        self.type("h9g7")
        self.here("across", narrow)
        app.activate("seating", GLib.Variant("s", "fixed"))
        app.type("h0")
        self.here("typing", narrow)
        app.key("Escape")
        app.activate("offer-draw")
        self.here("offer", narrow)
        app.activate("decline-offer")
        window = self.open("resign")
        self.look("ask-resign")
        self.leave(window)
        new = self.open("new")
        app.key("Return")
        asks = lambda: [window for window in app.windows() if window not in (app.window, new)]
        window = until("a question", asks)[0]
        self.look("ask-save")
        self.leave(window)
        app.key("Pause")
        self.here("pause", narrow)

    def end(self, narrow):
        *before, last = case.RED_MATES.split()
        self.begin(self.game(moves=" ".join(before), tags={"match": "m", "score": "0-0", "round": "1"}))
        self.type(last)
        self.here("end", narrow)

    def ruling(self, narrow):
        *before, last = f"{CHECKS} {CHECKS}".split()
        app = self.begin(self.game(start=CHECK, moves=" ".join(before)))
        self.here("warning", narrow)
        self.type(last)
        self.here("ruling", narrow)
        app.activate("show-cycle")
        self.here("cycle", narrow)

    def games(self, narrow):
        path = self.home.games / "games.pgn"
        path.write_text(pgn(36), encoding="utf-8")
        app = self.begin(path)
        window = until("the games", lambda: [w for w in app.windows() if w != app.window])[0]
        self.look("games")
        if narrow:
            self.resize(window, 360, 640)
            self.look("games-narrow")

    def agreement(self, narrow):
        """New Game with all that it has, once for each third of it."""
        app = self.begin(time_control="40/5400+30:1800+30", take_backs="ask")
        window = self.open("new")
        if narrow:
            self.resize(window, 360, 640)
        rows = ui("handicap_chooser", marked=True), ui("rules_chooser", "rules", marked=True)
        for row, name in zip(rows, ("odds", "rules")):
            app.key(f"alt+{self.keys[row]}")
            if name == "odds":
                app.key("Tab", "Tab", "Tab", "space")
            self.look(f"new-{name}")
        self.resize(window, 360 if narrow else 480, x11.screen_size()[1])
        self.look("new-unfolded")

    def test_simplified_chinese(self):
        self.speak("zh_CN")
        self.walk(*self.everything())

    def test_traditional_chinese_of_taiwan(self):
        self.speak("zh_TW")
        self.walk()

    def test_traditional_chinese_of_hong_kong(self):
        self.speak("zh_HK")
        self.walk()

    def test_vietnamese(self):
        self.speak("vi")
        # What has room here has it in Chinese.
        self.walk(*self.everything(), narrow=True)

    def test_vietnamese_letters(self):
        self.speak("vi")
        self.found = []
        app = self.begin()
        for name, width, height in (("letters", 980, 800), ("letters-narrow", 360, 640)):
            self.resize(app.window, width, height)
            app.type("P2-")
            self.look(f"typing-{name}")
            app.key("5")
            cannon = self.told("named_piece", "Red", "Cannon")
            across = self.told("spoken_move", "Level", piece=cannon, file=2, goal=5)
            understood = self.told("understood", "Move", move_in_words=across)
            until("the cannon", lambda: understood in app.labels())
            self.look(f"typed-{name}")
            app.key("Escape")
        self.resize(app.window, 980, 800)
        self.type("P2-5")
        until("the move", lambda: "P2-5" in app.labels())
        self.type("M8.7")
        until("the reply", lambda: "M8.7" in app.labels())
        self.assertEqual(self.found, [])

    def test_a_move_of_a_variation_is_told_in_the_language(self):
        """By words of its own, not by those that files have."""
        self.speak("zh_CN")
        horse = dict(line=0, ply=2, moves=[{"move": "b9c7"}])
        app = self.begin(self.game(moves="h2e2 h9g7", variations=[horse]), learning_aids=True)
        told = lambda: [node.description for node in app.frame().with_state("focused")]
        notations = "WXF 记谱法 H2+3"
        # From the move in the game over the button that folds its variations.
        app.key("F6", "Tab", "Tab")
        about = until("the move", lambda: [about for about in told() if notations in about])
        self.assertIn(self.told("named_piece", "Black", "Horse"), about[0].partition(notations)[0])

    def test_a_language_that_is_longer_than_any(self):
        with tempfile.TemporaryDirectory() as folder:
            catalogue = write_long_language(folder)
            self.speak(LONG, folder, catalogue)
            self.walk(*self.everything(), narrow=True)

    def mirrored(self, language):
        """Whether the window is; the board never is."""
        settings = {"LANGUAGE": language}
        if os.environ["LC_ALL"] == "en_US.UTF-8":
            # GTK 4.24 goes by the locale alone.
            settings["LC_ALL"] = {"he": "he_IL.UTF-8"}.get(language, "en_US.UTF-8")
        app = self.start(self.game(**GAME), settings=settings)
        # Where there is no window manager GTK 4.24 puts a window that is mirrored to the left of the screen.
        xdo("windowmove", app.window, 0, 0)
        app.settle()
        # Red’s left stays on the left, with a click where the piece is seen and an arrow key as it points.
        self.assertLess(app.at("a0"), app.at("i0"))
        app.play("b2d2")
        app.click("a0")
        app.key("Escape", "Right")
        until("the cursor", lambda: app.focused() == ["b0 red horse"])
        app.screenshot(f"mirrored-{language}")
        sides = [app.named("list", say("moves_title"))[0].area().x < app.board.area().x]
        sides.append(app.button(ui("window", "win.flip")).area().x < app.button(ui("window", "win.undo")).area().x)
        self.assertEqual(len(set(sides)), 1, "the side panel and the header bar")
        return sides[0]

    def test_where_one_writes_from_the_left(self):
        self.assertFalse(self.mirrored("en"))

    def test_where_one_writes_from_the_right_the_window_is_mirrored(self):
        self.assertTrue(self.mirrored("he"))


class Locale(case.Case):
    """Where the language is none, or one that nobody knows."""

    def speaks_english(self, **settings):
        """Everything can be read, and files may have any name."""
        path = self.game("第一局 été.xiangqi", moves="h2e2")
        app = self.start(path, settings={"LANGUAGE": "", **settings})
        self.title(say("turn_in_file", file="第一局 été.xiangqi", turn=say("turn", side="Black")))
        app.play("h9g7")
        app.key("ctrl+s")
        self.title(say("turn_in_file", file="第一局 été.xiangqi", turn=say("turn", side="Red")))
        red = say("listed_move", round=1, side="Red", move_text="C2=5")
        self.assertEqual(app.moves(), [red, say("listed_move", round=1, side="Black", move_text="H8+7")])
        app.quit()
        self.assertEqual(len(info(path)["moves"]), 2)

    def test_lang_c(self):
        self.speaks_english(LC_ALL="", LANG="C")

    def test_wrong_locale(self):
        self.expected_errors = re.compile("Locale not supported by C library|Using the fallback 'C' locale")
        self.speaks_english(LC_ALL="xx_YY.nonsense", LANG="\x07/../%s")

    def test_missing_locale(self):
        self.speaks_english(LC_ALL="", LC_CTYPE="", LC_MESSAGES="", LANG="")


if __name__ == "__main__":
    case.main()

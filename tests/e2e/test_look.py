#!/usr/bin/python3
"""How pieces and board look: chosen by picture, seen at once, remembered, and as the desktop asks for."""

import json

import case
import x11
from waiting import until
from words import say, ui
from x11 import xdo


class Looks(case.Case):
    def settings_file(self):
        return self.home.config / "chuhe" / "settings.json"

    def prefer(self, **look):
        file = self.settings_file()
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps({"look": look}))

    def remembered(self):
        file = self.settings_file()
        return json.loads(file.read_text()).get("look", {}) if file.exists() else {}

    def begin(self, **environment):
        app = self.start(settings=environment)
        app.settle()
        return app

    def field(self):
        """The color of the field between four points where nothing is drawn: red, green and blue."""
        (x, y), (right, down) = self.app.at("b5"), self.app.at("c6")
        seen = x11.colors(x11.pixels((x + right) // 2 - 4, (y + down) // 2 - 4, 9, 9))
        return tuple(sum(color) / len(seen) for color in zip(*seen))

    def lightness(self):
        return sum(self.field()) / 3

    def chooser(self):
        self.app.activate("look")
        window = self.app.dialog(ui("preferences"))
        # Off the board, which shows every choice at once.
        xdo("windowmove", window.window, 680, 0)
        return window

    def choose(self, window, name):
        """Chooses a picture; notations before them have names like theirs."""
        window.click(until(name, lambda: window.node.named("radio", name)[-1]))

    def test_a_choice_is_seen_at_once_and_remembered(self):
        app = self.begin()
        red, green, blue = self.field()
        self.assertGreater(red, blue + 40, "wood is yellow")
        window = self.chooser()
        self.choose(window, say("board_look", "Slate"))
        until("slate", lambda: max(self.field()) - min(self.field()) < 30 and self.lightness() < 130)
        self.choose(window, say("piece_set", "International"))
        self.choose(window, say("edge_labels", "Coordinates"))
        self.eventually(self.remembered, {"pieces": "international", "board": "slate", "labels": "coordinates"})
        window.leave("Escape")
        app.alone()
        app.play("h2e2 h9g7")
        app.quit()
        self.begin()
        self.assertLess(self.lightness(), 130)

    def test_every_choice_has_a_name_and_can_be_made_with_keys(self):
        app = self.begin()
        window = self.chooser()
        names = [
            *(say("piece_set", which) for which in ("Traditional", "Simplified", "International", "LargePrint")),
            *(say("board_look", which) for which in ("Wood", "Paper", "Slate", "HighContrast")),
            *(say("edge_labels", which) for which in ("FileNumbers", "Coordinates", "None")),
        ]
        offered = [node.name for node in window.node.find("radio", ".*")]
        # Notations before them have names like theirs.
        self.assertEqual([name for name in offered if name in names][-len(names) :], names)
        # The key of a choice leads to what is chosen, as the window begins, the arrow keys to the others; four in a line.
        traditional, simplified, *_ = names
        self.eventually(window.focused, [("radio", traditional)], "focus")
        wood, paper = say("board_look", "Wood"), say("board_look", "Paper")
        ways = ("alt+p", traditional), ("Right", simplified), ("Left", traditional), ("alt+d", wood), ("Right", paper)
        for key, name in ways:
            app.key(key)
            self.eventually(window.focused, [("radio", name)], "focus")
        app.key("space")
        self.eventually(lambda: self.remembered().get("board"), "paper")
        window.leave("Escape")
        until("paper", lambda: self.lightness() > 220)

    def test_high_contrast_of_the_desktop_is_followed_until_a_board_is_chosen(self):
        self.begin(ADW_DEBUG_HIGH_CONTRAST="1")
        self.assertEqual(self.field(), (255, 255, 255))
        self.app.quit()
        self.prefer(board="wood")
        self.begin(ADW_DEBUG_HIGH_CONTRAST="1")
        self.assertNotEqual(self.field(), (255, 255, 255))

    def test_what_is_wrong_in_the_settings_is_as_usual(self):
        self.prefer(board="marble", pieces=["runes"], labels={"a": 1})
        self.begin()
        red, _, blue = self.field()
        self.assertGreater(red, blue + 40)

    def test_the_characters_follow_the_language_until_a_set_is_chosen(self):
        pictures = {}
        for name, language, look in [
            ("english", "en", {}),
            ("traditional", "en", {"pieces": "traditional"}),
            ("chinese", "zh_CN", {}),
            ("simplified", "en", {"pieces": "simplified"}),
            ("kept", "zh_CN", {"pieces": "traditional"}),
        ]:
            self.prefer(**look)
            app = self.begin(LANGUAGE=language)
            pictures[name] = app.pixels("b0", 0.5)
            app.quit()
        self.assertEqual(pictures["english"], pictures["traditional"])
        self.assertEqual(pictures["chinese"], pictures["simplified"])
        self.assertEqual(pictures["kept"], pictures["traditional"])
        self.assertNotEqual(pictures["chinese"], pictures["english"])


if __name__ == "__main__":
    case.main()

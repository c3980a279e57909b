#!/usr/bin/python3
"""Playing against the clock: what is agreed on, what runs and when, a pause, a fallen flag, and every way back."""

import json
import math
import re
import time

import case
from case import info
from waiting import steady, until
from words import detail, exact, increment, notes, pattern, say, seat_button, sentences, ui
from x11 import xdo

SIDES = {say("side", side): side for side in ("Red", "Black")}
FACE = re.compile(pattern("told", side=f"({'|'.join(SIDES)})", notes="([0-9:.]+)(.*)"))
FORTY = say("to_go", count=40)
RUNNING, PAUSED = say("runs"), say("stands")
# What somebody has for the whole game, and for each move besides.
FIVE_AND_THREE = increment(5, 3)


def seconds(text):
    """What a clock shows, in seconds."""
    total = 0.0
    for part in text.split(":"):
        total = total * 60 + float(part)
    return total


class Clock(case.Case):
    glides = False

    def agree(self, control):
        """Has a time control proposed as the last one, in the form in which it is written."""
        self.home.prefer(time_control=control)

    def begin(self, control):
        self.agree(control)
        return self.start()

    def faces(self):
        """What both clocks say, without their side’s name."""
        said = {}
        for node in self.app.find("group", FACE.pattern):
            side, text, state = FACE.fullmatch(node.name).groups()
            said[SIDES[side]] = (text, state.removeprefix(say("notes", rest="", next="")))
        return said

    def left(self, side):
        return seconds(self.faces()[side][0])

    def state(self, side):
        return self.faces()[side][1]

    def shows(self, **faces):
        expected = {side.capitalize(): face for side, face in faces.items()}
        self.eventually(self.faces, expected, "clocks")

    def kept_times(self, moves):
        """What the session says each mover had left, in milliseconds, once it has so many moves."""
        kept = lambda: [move.get("clock") for move in self.home.kept()["moves"]]
        self.eventually(lambda: len(kept()), moves, "moves in the session")
        return kept()

    def has_board(self):
        return bool(self.app.named("group", say("board")))

    def pause(self, key="ctrl+shift+p"):
        self.app.key(key)
        until("no board", lambda: not self.has_board())
        self.eventually(self.app.focused, [say("resume")], "focus")

    def resume(self, key="Return"):
        self.app.key(key)
        until("a board", self.has_board)
        self.app.attach_board()


class Agreed(Clock):
    def presets(self, dialog):
        others = "|".join(map(exact, ("no_clock", "custom_time_about", "last_time_about")))
        buttons = dialog.node.find("radio", rf"{others}|\d.*")
        return {node.name: node for node in buttons}

    def chosen(self, dialog):
        return [name for name, node in self.presets(dialog).items() if "checked" in node.states()]

    def ask(self):
        self.app.key("ctrl+n")
        return self.app.dialog(ui("new_game"))

    def choose(self, dialog, name):
        dialog.click(self.presets(dialog)[name])
        self.eventually(lambda: self.chosen(dialog), [name], "choice")

    def told(self):
        return [line for line in self.app.details() if line.startswith(detail("time_control", ""))]

    def test_a_preset_takes_one_click_and_is_proposed_again(self):
        app = self.start()
        self.assertEqual(self.told(), [])
        dialog = self.ask()
        self.assertEqual(self.chosen(dialog), [say("no_clock")])
        self.choose(dialog, FIVE_AND_THREE)
        dialog.press("alt+s")
        self.shows(red=("5:00", say("rests")), black=("5:00", ""))
        self.assertEqual(self.told(), [detail("time_control", FIVE_AND_THREE)])
        app.quit()
        app = self.start()
        dialog = self.ask()
        self.assertEqual(self.chosen(dialog), [FIVE_AND_THREE])
        self.choose(dialog, increment(60, 30))
        app.screenshot("new-game-time", dialog.window)
        dialog.press("alt+s")
        self.shows(red=("1:00:00", say("rests")), black=("1:00:00", ""))
        dialog = self.ask()
        self.choose(dialog, say("no_clock"))
        dialog.press("alt+s")
        self.eventually(self.faces, {}, "clocks")

    def test_a_time_of_their_own(self):
        app = self.start()
        dialog = self.ask()
        self.choose(dialog, say("custom_time_about"))
        app.photograph("new-game-custom", dialog.window)
        for key, name, number in [("alt+m", ui("time_entry", "minutes_row"), 0), ("alt+e", ui("time_entry", "seconds_row"), 3)]:
            app.key(key)
            self.eventually(dialog.focused, [("spin button", name)], "focus")
            app.key("ctrl+a")
            app.type(str(number))
        dialog.press("Return")
        self.shows(red=("3.0", say("rests")), black=("3.0", ""))
        agreed = say("in_seconds", count=3)
        self.assertEqual(self.told(), [detail("time_control", agreed)])

    def write(self, dialog, key, name, number):
        """Writes a number into the row with this key, the next one of several at every press."""
        until(name, lambda: ("spin button", name) in dialog.focused() or self.app.key(key))
        self.app.key("ctrl+a")
        self.app.type(str(number))

    def test_stages_for_red_and_less_for_black(self):
        app = self.start()
        dialog = self.ask()
        self.choose(dialog, say("custom_time_about"))
        self.write(dialog, "alt+m", ui("time_entry", "minutes_row"), 60)
        self.write(dialog, "alt+v", ui("time_entry", "moves_row"), 40)
        self.write(dialog, "alt+t", ui("time_entry", "then_row"), 15)
        app.key("alt+g")
        self.write(dialog, "alt+v", ui("time_entry", "moves_row"), 40)
        dialog.press("Return")
        of_moves = (say("stage", time=say("in_minutes", count=minutes), moves=40) for minutes in (60, 15))
        first, then = of_moves
        stages = say("allowance", first=first, next=then)
        self.eventually(self.told, [detail("time_control", say("allowance", stages=stages))])
        self.eventually(lambda: self.home.settings().get("time_control"), "40/3600:40/900")
        dialog = self.ask()
        self.assertEqual(self.chosen(dialog), [say("custom_time_about")])
        # Both begin with the same, and one of them gives odds.
        row, entry = ("switch", ui("time_chooser", "differ_row")), ("spin button", ui("time_entry", "seconds_row"))
        dialog.tab_to(row)
        app.key("space")
        until("a second entry", lambda: len(dialog.node.named(*entry)) == 2)
        dialog.tab_to(entry)
        app.key("ctrl+a")
        app.type("30")
        app.photograph("new-game-time-odds", dialog.window)
        dialog.press("alt+s")
        self.shows(red=("1:00:00", notes(FORTY, say("rests"))), black=("1:00:30", FORTY))
        self.eventually(lambda: self.home.settings().get("time_control"), "40/3600:40/900|40/3630:40/900")
        app.quit()
        app = self.start()
        self.shows(red=("1:00:00", notes(FORTY, say("rests"))), black=("1:00:30", FORTY))

    def test_what_cannot_be_entered_is_kept(self):
        self.begin("40/3600:20/1800:600")
        dialog = self.ask()
        self.assertEqual(self.chosen(dialog), [say("last_time_about")])
        dialog.press("Return")
        self.eventually(lambda: self.home.settings().get("time_control"), "40/3600:20/1800:600")
        dialog = self.ask()
        self.choose(dialog, say("no_clock"))
        dialog.press("alt+s")
        dialog = self.ask()
        self.assertNotIn(say("last_time_about"), self.presets(dialog))

    def test_no_time_at_all_does_not_start(self):
        app = self.start()
        dialog = self.ask()
        self.choose(dialog, say("custom_time_about"))
        app.key("alt+m", "ctrl+a")
        app.type("0")
        app.key("Tab")
        fault = say("time_control_error", "Time", least=say("in_seconds", count=1), most=say("in_hours", count=24))
        until("the fault", lambda: dialog.node.find("label", re.escape(fault)))
        start = dialog.node.named("button", ui("new_game", "start"))[0]
        until("no start", lambda: "sensitive" not in start.states())
        app.key("alt+m", "ctrl+a")
        app.type("2")
        until("a start", lambda: "sensitive" in start.states())
        dialog.press("Return")
        self.shows(red=("2:00", say("rests")), black=("2:00", ""))

    def test_it_fits_into_a_narrow_window(self):
        app = self.begin("600b5x30")
        dialog = self.ask()
        self.assertEqual(self.chosen(dialog), [say("custom_time_about")])
        xdo("windowsize", dialog.window, 360, 640)
        self.eventually(lambda: dialog.node.area().width <= 360, True)
        rows = [*self.presets(dialog).values(), *dialog.node.find("spin button", ".*")]
        for row in rows:
            area = row.area()
            self.assertTrue(0 <= area.x and area.x + area.width <= 360, row.name)
        app.photograph("new-game-custom-narrow", dialog.window)


class Runs(Clock):
    def test_from_the_first_move_on_and_by_turns(self):
        app = self.begin("300+3")
        self.shows(red=("5:00", say("rests")), black=("5:00", ""))
        time.sleep(1.2)
        self.shows(red=("5:00", say("rests")), black=("5:00", ""))
        app.photograph("clock-before")
        begun = time.monotonic()
        app.play("h2e2")
        self.eventually(lambda: self.state("Black"), RUNNING)
        self.assertEqual(self.faces()["Red"], ("5:03", ""))
        until("two seconds", lambda: self.left("Black") <= 298)
        app.photograph("clock-running")
        app.play("h9g7")
        self.eventually(lambda: self.state("Red"), RUNNING)
        self.assertEqual(self.state("Black"), "")
        # At least two seconds were shown to be gone, and no more than this test took.
        least = 303 - (time.monotonic() - begun)
        self.assertTrue(least - 1 <= self.left("Black") <= 302)
        red, black = self.kept_times(2)
        self.assertEqual(red, 303_000, "the first move costs nothing")
        self.assertTrue(least * 1000 <= black < 302_000, black)

    def test_tenths_in_the_last_ten_seconds(self):
        app = self.begin("11")
        app.play("h2e2")
        until("tenths", lambda: re.fullmatch(r"[0-9]\.[0-9]", self.faces()["Black"][0]))
        app.screenshot("clock-short")

    def test_started_without_a_move(self):
        app = self.begin("300")
        app.click(app.button(say("start_clock")))
        self.eventually(lambda: self.state("Red"), RUNNING)
        until("a second", lambda: self.left("Red") < 300)
        app.play("h2e2")
        self.assertTrue(290_000 < self.kept_times(1)[0] < 300_000)

    def test_pressed_by_hand(self):
        self.home.prefer(time_control="300", clock_press="by hand")
        app = self.start()
        app.play("h2e2")
        self.title(say("press_clock", side="Red"))
        # The opponent waits for the clock, and so does the board.
        app.press_move("h9g7")
        self.status(say("refusal", "PressFirst"))
        app.key("space")
        self.eventually(lambda: self.state("Black"), RUNNING)
        self.turn("Black")
        app.play("h9g7")
        self.title(say("press_clock", side="Black"))
        self.assertEqual(self.kept_times(2)[1], None)
        until("a second", lambda: self.left("Black") < 299)
        # The time of the move runs on through the end of the program.
        app.kill()
        self.start(paused=True)
        self.resume()
        self.title(say("press_clock", side="Black"))
        self.app.key("space")
        self.eventually(lambda: self.state("Red"), RUNNING)
        self.assertLess(self.kept_times(2)[1], 299_000)
        # A player who is short of time is given a minute.
        app = self.app
        app.click(app.button(say("give_time", player="Black")))
        until("a minute more", lambda: self.left("Black") > 350)
        self.assertGreater(self.kept_times(2)[1], 350_000)

    def test_periods(self):
        app = self.begin("1b3x30")
        self.assertEqual(self.faces()["Red"], ("1.0", notes(say("periods", "(count, false)", count=3), say("rests"))))
        app.play("h2e2")
        first = notes(say("periods", "(count, true)", count=3), RUNNING)
        until("the first period", lambda: self.state("Black") == first)
        app.photograph("clock-periods")
        app.play("h9g7")
        self.assertEqual(self.faces()["Black"], ("0:30", say("periods", "(count, true)", count=3)))

    def test_in_a_narrow_window_they_are_over_the_board(self):
        app = self.begin("600c45")
        app.play("h2e2")
        app.resize(360, 440)
        self.eventually(lambda: self.state("Black").rpartition(say("notes", rest="", next=""))[2], RUNNING)
        faces = lambda: app.find("group", FACE.pattern)
        seen = lambda area: 0 < area.y < 120 and 0 <= area.x and area.x + area.width <= 360
        until("clocks over the board", lambda: len([face for face in faces() if seen(face.area())]) == 2)
        app.screenshot("clock-narrow")
        self.pause()
        app.photograph("clock-narrow-paused")


    def test_without_the_panel_the_board_is_no_smaller_and_the_cards_stay(self):
        app = self.begin("300+3")
        app.resize(980, 800)
        width = lambda: app.points["i0"].area().x - app.points["a0"].area().x
        before = steady("the board", width, 0.3)
        is_shown = lambda: "pressed" in app.button(ui("window", "panel_button")).states()
        app.key("F9")
        until("no panel", lambda: not is_shown())
        app.settle()
        app.photograph("clock-without-panel")
        self.assertGreaterEqual(steady("the board", width, 0.5), before)
        self.assertTrue(app.seat("resign_game", "Red") and app.seat("offer_draw", "Black"))
        app.key("F9")
        until("the panel", is_shown)
        self.eventually(width, before)

    def test_in_large_text_the_sides_are_told_apart_in_a_window_that_fits_a_phone(self):
        file = self.home.config / "gtk-4.0" / "settings.ini"
        file.parent.mkdir(exist_ok=True)
        file.write_text("[Settings]\ngtk-font-name=Cantarell 22\ngtk-enable-animations=0\n")
        for control in ("300+3", "7200"):
            app = self.begin(control)
            app.resize(300, 420)
            # Newer releases round one pixel up.
            until("a phone", lambda: 360 <= app.size()[0] <= 361)
            seen = lambda area: 0 < area.y < 200 and 0 <= area.x and area.x + area.width <= 361
            faces = lambda: [face.area() for face in app.find("group", FACE.pattern)]
            until("both clocks", lambda: len(list(filter(seen, faces()))) == 2)
            for side in ("Red", "Black"):
                pieces = [node.area() for node in app.find("image", say("side", side))]
                self.assertTrue(any(area.width > 8 and seen(area) for area in pieces), (side, pieces))
            app.photograph(f"clock-large-text-{control.partition('+')[0]}")
            app.kill()
            self.home.session.unlink(missing_ok=True)


class Paused(Clock):
    def test_nobody_sees_the_board_and_no_clock_runs(self):
        app = self.begin("300")
        app.play("h2e2")
        until("a second", lambda: self.left("Black") < 300)
        self.pause()
        before = self.faces()
        self.assertEqual(before["Black"][1], PAUSED)
        app.photograph("clock-paused")
        app.key("ctrl+z", "Page_Up", "Alt+Left", "Home")
        time.sleep(1.5)
        self.assertEqual(self.faces(), before)
        self.assertFalse(self.has_board())
        self.assertNotIn("sensitive", app.button(ui("window", "win.undo")).states())
        choices = [app.named("button", seat_button("seat_choices", side)) for side in ("Red", "Black")]
        self.assertEqual(choices, [[], []], "nothing to choose")
        shown = ["copy-position", "copy-picture", "save-picture", "save-replay", "print", "set-up"]
        self.assertEqual([action for action in shown if app.is_enabled(action)], [])
        since = time.monotonic()
        self.resume()
        self.assertEqual([action for action in shown if not app.is_enabled(action)], [])
        until("focus on a point", app.is_on_board)
        self.eventually(lambda: self.state("Black"), RUNNING)
        ran = seconds(before["Black"][0]) - self.left("Black")
        self.assertLessEqual(ran, time.monotonic() - since + 1, "only the time since the game went on")
        app.play("h9g7")

    def test_the_button_and_both_keys_pause(self):
        app = self.begin("300")
        app.play("h2e2")
        app.click(app.button(say("pause")))
        until("no board", lambda: not self.has_board())
        resume = [button for button in app.named("button", say("resume")) if button.area().y > 60][0]
        app.click(resume)
        until("a board", self.has_board)
        self.pause(say("pause"))
        self.resume(say("pause"))
        self.assertEqual(self.state("Black"), RUNNING)


    def test_an_arbiter_sets_the_time_and_says_why(self):
        app = self.begin("300")
        app.play("h2e2 h9g7")
        self.pause()
        app.key("ctrl+shift+a")
        dialog = app.dialog(ui("adjust_clocks"))
        self.eventually(dialog.focused, [("spin button", say("side", "Red"))], "focus")
        dialog.click(dialog.node.named("spin button", say("side", "Black"))[0])
        app.key("ctrl+a")
        app.type("1:40")
        dialog.click(dialog.node.first("text box", ui("adjust_clocks", "remark")))
        app.type("A claim")
        dialog.press("Return")
        self.eventually(lambda: self.left("Black"), 100)
        self.assertEqual(self.faces()["Red"][1], PAUSED)
        set_ = say("time_set", player=say("side", "Black"), before="5:00", after="1:40")
        said = say("arbiter_says", said=sentences(set_, "A claim"))
        until("it on the page", lambda: any(said in label for label in app.labels()))
        kept = lambda: self.home.kept()["moves"][1]
        self.eventually(lambda: kept().get("comment"), said)
        self.assertEqual(kept()["clock"], 100_000)
        self.resume()


class Over(Clock):
    @case.smoke
    def test_a_fallen_flag_loses(self):
        app = self.begin("2")
        app.play("h2e2")
        self.status(say("outcome", "Time", loser="Black", winner="Red"))
        self.assertEqual(self.faces()["Black"], ("0.0", say("flag_down")))
        self.assertEqual(app.moves(), [say("listed_move", round=1, side="Red", move_text="C2=5")])
        kept = until("the game in the history", self.home.history)
        self.assertEqual(info(kept[0])["reason"], "time")
        app.photograph("clock-flag")
        # It runs again at once, so that the move is not free; and falls again.
        app.key("ctrl+z")
        self.eventually(lambda: self.state("Black"), RUNNING)
        # A result that was taken back is no finished game.
        self.eventually(self.home.history, [])
        self.status(say("outcome", "Time", loser="Black", winner="Red"))
        self.eventually(lambda: len(self.home.history()), 1)

    def test_a_flag_that_falls_while_a_file_is_chosen_is_saved_with_the_game(self):
        app = self.begin("6")
        app.play("h2e2")
        app.key("ctrl+shift+s")
        app.other_window()
        self.assertEqual(self.home.history(), [])
        self.status(say("outcome", "Time", loser="Black", winner="Red"))
        path = self.home.games / "late.xiangqi"
        app.choose_file(path)
        self.eventually(path.exists, True)
        self.assertEqual(info(path)["reason"], "time")


class Kept(Clock):
    def test_killed_it_comes_back_paused(self):
        app = self.begin("300+3")
        app.play("h2e2")
        until("a second", lambda: self.left("Black") < 300)
        since = time.monotonic()
        app.play("h9g7")
        kept = self.kept_times(2)
        until("a second", lambda: self.left("Red") < 303)
        app.kill()
        most = math.ceil(time.monotonic() - since)
        app = self.start(paused=True)
        self.eventually(app.focused, [say("resume")], "focus")
        self.assertFalse(self.has_board())
        self.assertEqual(self.state("Red"), PAUSED)
        self.assertIn(self.left("Red"), range(303 - most, 303))
        self.assertEqual(self.left("Black"), -(-kept[1] // 1000))
        self.assertEqual(self.kept_times(2), kept)
        app.screenshot("clock-restored")
        self.resume("space")
        self.eventually(lambda: app.piece("g7"), "black horse")
        app.play("h0g2")
        self.assertEqual(self.kept_times(3)[:2], kept)
        # When it is closed it is the same.
        app.quit()
        app = self.start(paused=True)
        self.eventually(app.focused, [say("resume")], "focus")
        self.assertEqual(self.state("Black"), PAUSED)

    def test_it_is_saved_and_rests_when_it_is_opened(self):
        app = self.begin("300+3")
        app.play("h2e2 h9g7")
        kept = self.kept_times(2)
        path = self.home.games / "timed.xiangqi"
        app.key("ctrl+s")
        app.choose_file(path)
        self.title(say("turn_in_file", file="timed.xiangqi", turn=say("turn", side="Red")))
        game = json.loads(path.read_text())
        self.assertEqual(game["tags"]["time_control"], "300+3")
        self.assertEqual([move["clock"] for move in game["moves"]], kept)
        app.kill()
        self.home.session.unlink()
        app = self.start(path)
        self.title(say("turn_in_file", file="timed.xiangqi", turn=say("turn", side="Red")))
        used = round(float(game["tags"]["thinking_time"]) * 1000)
        self.assertTrue(0 < used < 20_000, used)
        self.assertEqual((self.left("Red"), self.state("Red")), (-(-(303_000 - used) // 1000), say("stopped")))
        app.play("h0g2")
        self.assertEqual(self.state("Black"), RUNNING)
        # The first move after that takes no more time, since nobody knows when it was begun again.
        self.assertEqual(self.kept_times(3), [*kept, 306_000 - used])

    def test_a_running_game_gives_way_to_another(self):
        app = self.begin("3")
        app.play("h2e2")
        other = self.game("other.xiangqi", moves="b2b4")
        app.open(other)
        app.dialog(say("ask_save")).answer(say("discard"))
        self.title(say("turn_in_file", file="other.xiangqi", turn=say("turn", side="Black")))
        time.sleep(3.2)
        self.assertEqual(self.faces(), {})
        self.turn("Black")


class Idle(Clock):
    def wakeups(self, over):
        """How often the main thread was woken up in so many seconds."""
        file = f"/proc/{self.app.proc.pid}/status"

        def count():
            with open(file, encoding="ascii") as lines:
                return next(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches"))

        before = count()
        time.sleep(over)
        return count() - before

    def quiet(self):
        """Waits for the end of everything that a move sets going; the mark of the focus goes after three seconds."""
        until("a quiet program", lambda: self.wakeups(4.0) <= 2, 40)

    def test_without_a_clock_nothing_wakes_up(self):
        app = self.start()
        app.play("h2e2")
        self.quiet()
        self.assertLessEqual(self.wakeups(3.0), 2)

    def test_a_clock_that_stands_still_wakes_nobody_up(self):
        app = self.begin("300")
        app.play("h2e2")
        self.pause()
        self.quiet()
        self.assertLessEqual(self.wakeups(3.0), 2)

    def test_a_clock_that_runs_wakes_up_once_a_second(self):
        app = self.begin("300")
        app.play("h2e2")
        time.sleep(5.0)
        # One for each second, and now and then a wait for the X server. Laying out the window anew would take twenty for
        # each, a picture at every refresh of the screen sixty.
        self.assertLess(self.wakeups(4.0), 20)


if __name__ == "__main__":
    case.main()

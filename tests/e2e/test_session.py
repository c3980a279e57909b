#!/usr/bin/python3
"""Nothing is ever lost: the game survives kill -9, a closed window, a damaged session and a disk that fails."""

import os
import re
import signal

import case
from case import BLACK_MATES, START, board_of, info
from disk import HostileDisk
from waiting import until
from words import pattern, say


class Killed(case.Case):
    def again(self):
        """Kills the program at once and starts it anew."""
        self.app.kill(signal.SIGKILL)
        return self.start()

    def test_after_every_move_of_a_game(self):
        app = self.start()
        for count, move in enumerate(BLACK_MATES.split(), 1):
            before = app.position()
            app.play(move)
            played = app.position()
            # A worker writes it, which a busy machine may let wait longer than the frame that shows it.
            self.eventually(lambda: len(self.home.kept()["moves"]), count, "moves on disk")
            app = self.again()
            self.assertEqual(app.position(), played, move)
            self.assertEqual(len(app.moves()), count)
            over = count == len(BLACK_MATES.split())
            turn = say("turn", side="Black" if count % 2 else "Red")
            self.title(say("outcome_brief", "Black") if over else turn)
            app.key("ctrl+z")
            self.eventually(app.position, before, "position")
            app.key("ctrl+shift+z")
            self.eventually(app.position, played, "position")
        self.status(say("outcome", "Checkmate", winner="Black"))
        kept = self.home.history()
        self.assertEqual([info(path)["reason"] for path in kept], ["checkmate"])
        self.assertFalse(list(self.home.session.parent.glob("*damaged*")))

    @case.smoke
    def test_after_undo_and_while_looking_back(self):
        app = self.start()
        app.play("h2e2 h9g7 h0g2")
        app.key("ctrl+z")
        self.eventually(lambda: app.piece("h0"), "red horse")
        app = self.again()
        self.turn("Red")
        app.key("ctrl+shift+z")
        self.eventually(lambda: app.piece("g2"), "red horse")
        app.key("Page_Up", "Page_Up")
        self.status(say("past", side="Red", round=1, move_text="C2=5"))
        app = self.again()
        self.status(say("past", side="Red", round=1, move_text="C2=5"))
        self.assertEqual(app.piece("h9"), "black horse")
        app.key("End")
        self.turn("Black")

    def test_what_surrounds_the_game_stays_too(self):
        app = self.start(self.game(moves="h2e2"))
        self.title(say("turn_in_file", file="game.xiangqi", turn=say("turn", side="Black")))
        app.play("h9g7")
        top = app.at("a9")[1] < app.at("a0")[1]
        app.key("F2")
        until("a turned board", lambda: (app.at("a9")[1] < app.at("a0")[1]) != top)
        app = self.again()
        self.title(say("turn_in_file", file="•game.xiangqi", turn=say("turn", side="Red")))
        until("a turned board", lambda: (app.at("a9")[1] < app.at("a0")[1]) != top)

    def test_a_resigned_game_stays_resigned(self):
        app = self.start()
        app.play("h2e2")
        app.press_seat("resign_game", "Black")
        app.dialog().answer(say("resign"))
        self.status(say("outcome", "Resignation", loser="Black", winner="Red"))
        self.again()
        self.status(say("outcome", "Resignation", loser="Black", winner="Red"))

    def test_in_the_middle_of_a_drag_and_of_a_question(self):
        app = self.start()
        app.play("h2e2")
        app.lift("h9", "g7")
        app = self.again()
        app.drop()
        self.assertEqual(app.piece("h9"), "black horse")
        app.new_game(asks=True)
        app = self.again()
        self.assertEqual(app.piece("e2"), "red cannon")


class Closed(case.Case):
    def test_by_the_window_by_ctrl_w_and_by_ctrl_q(self):
        app = self.start()
        app.play("h2e2")
        app.quit("ctrl+q")
        app = self.start()
        self.assertEqual(app.piece("e2"), "red cannon")
        app.play("h9g7")
        app.quit("ctrl+w")
        app = self.start()
        self.assertEqual(app.piece("g7"), "black horse")
        app.play("h0g2")
        app.click(app.button("Close"))
        self.assertEqual(app.proc.wait(20), 0)
        app = self.start()
        self.assertEqual(app.piece("g2"), "red horse")
        self.turn("Black")

    def test_a_new_game_is_what_comes_back_after_a_discarded_one(self):
        app = self.start()
        app.play("h2e2")
        app.new_game(asks=True).answer(say("discard"))
        self.eventually(app.position, board_of(START), "position")
        app.quit()
        app = self.start()
        self.assertEqual((app.position(), app.moves()), (board_of(START), []))


class Damaged(case.Case):
    def damage(self, content):
        self.home.session.parent.mkdir(parents=True, exist_ok=True)
        self.home.session.write_bytes(content)

    def test_a_damaged_session_is_kept_aside_and_told(self):
        app = self.start()
        app.play("h2e2")
        app.quit()
        half = self.home.session.read_bytes()[:-40]
        self.damage(half)
        app = self.start()
        message = app.dialog(say("session_damaged_title"))
        aside = self.home.session.with_name("session.damaged-1.xiangqi")
        reason = pattern("read_error", "Truncated")
        self.assertRegex(message.body, pattern("session_damaged", reason=reason, file=re.escape(str(aside))))
        app.photograph("dialog-session", message.window)
        message.press("Escape")
        self.assertEqual(aside.read_bytes(), half)
        self.assertEqual(app.position(), board_of(START))
        app.play("b2b4")
        app.quit()
        # Another one does not take its place, and the message comes once.
        self.damage(b"\0" * 100)
        app = self.start()
        app.dialog(say("session_damaged_title")).answer(say("close"))
        self.assertEqual(aside.read_bytes(), half)
        self.assertEqual(aside.with_name("session.damaged-2.xiangqi").read_bytes(), b"\0" * 100)
        app.quit()
        app = self.start()
        app.alone()

    def test_what_else_is_damaged_is_kept_aside_and_told(self):
        app = self.start()
        app.play("h2e2")
        app.quit()
        ahead, matches = (self.home.session.with_name(name) for name in ("session.ahead.xiangqi", "matches.json"))
        # One letter of a move is another one.
        ahead.write_bytes(self.home.session.read_bytes().replace(b"h2e2", b"h2d2"))
        matches.write_text("[")
        app = self.start()
        message = app.dialog(say("newest_state_damaged_title"))
        told = [
            say("newest_state_damaged", file=ahead.with_name("session.ahead.damaged-1.xiangqi")),
            say("matches_damaged", file=matches.with_name("matches.damaged-1.json")),
        ]
        self.assertEqual(message.body, "\n\n".join(told))
        app.photograph("dialog-damaged", message.window)
        message.press("Escape")
        self.assertEqual(app.piece("e2"), "red cannon")
        app.quit()
        self.start().alone()

    def test_a_temporary_file_of_a_power_cut_does_no_harm(self):
        self.home.session.parent.mkdir(parents=True)
        (self.home.session.parent / ".chuhe-abc123").write_bytes(b'{"format"')
        app = self.start()
        app.play("h2e2")
        app.quit()
        self.assertEqual(info(self.home.session)["moves"], ["h2e2"])


class Unfinished(case.Case):
    """A start that is killed before the game is shown."""

    def killed_while_starting(self, *files):
        mark = self.home.session.with_name("session.starting")
        app = self.start()
        app.play("h2e2")
        self.eventually(mark.exists, False, "a mark of this start")
        app.quit()
        app = self.start(show=False)
        until("the mark of the start", mark.exists)
        os.kill(app.proc.pid, signal.SIGSTOP)
        self.assertTrue(mark.exists(), "the start was stopped too late")
        app.kill(signal.SIGKILL)
        app = self.start(*files)
        return app, app.dialog(say("ask_begin_without"))

    def test_the_next_one_can_begin_without_the_game(self):
        app, question = self.killed_while_starting(self.game("other.xiangqi", moves="b2b4"))
        self.assertEqual(app.position(), board_of(START))
        app.photograph("dialog-unfinished-start", question.window)
        question.leave("Return")
        aside = self.home.session.with_name("session.aside-1.xiangqi")
        message = app.dialog(say("put_aside_title"))
        self.assertEqual(message.body, say("put_aside", file=aside))
        message.press("Escape")
        self.assertEqual(info(aside)["moves"], ["h2e2"])
        # The file of the command line comes then, and is kept.
        self.eventually(lambda: app.piece("b4"), "red cannon")
        app.quit()
        app = self.start()
        self.assertEqual(app.piece("b4"), "red cannon")
        app.alone()

    def test_every_file_that_comes_meanwhile_is_listed(self):
        app, question = self.killed_while_starting(self.game("one.xiangqi", moves="b2b4"))
        app.open(self.game("two.xiangqi", moves="c3c4"))
        question.leave("Return")
        app.dialog(say("put_aside_title")).press("Escape")
        app.dialog(say("games_in_files", count=2)).press("Escape")

    def test_it_can_try_again(self):
        app, question = self.killed_while_starting()
        app.kill(signal.SIGKILL)
        app = self.start()
        app.dialog(say("ask_begin_without")).answer(say("try_again"))
        self.eventually(lambda: app.piece("e2"), "red cannon")
        app.play("h9g7")
        app.quit()
        app = self.start()
        self.assertEqual(app.piece("g7"), "black horse")
        app.alone()


class SlowDisk(case.Case):
    def begin(self, stop="fsync.stop"):
        self.disk = HostileDisk(self.home.path)
        app = self.start(through=self.disk.through)
        self.first, *rest = BLACK_MATES.split()
        app.play(self.first)
        self.on_disk([self.first])
        self.eventually(self.ahead, [], "what was put down")
        self.disk.now(stop)
        app.play(" ".join(rest))
        self.status(say("outcome", "Checkmate", winner="Black"))
        return app

    def on_disk(self, moves):
        self.eventually(lambda: info(self.home.session)["moves"], moves, "moves on the disk")

    def test_nobody_waits_for_it_and_nothing_is_lost(self):
        app = self.begin()
        self.on_disk([self.first])
        played = app.position()
        app.kill(signal.SIGKILL)
        app = self.start()
        self.assertEqual(app.position(), played)
        self.assertEqual(len(app.moves()), len(BLACK_MATES.split()))
        self.assertEqual([info(path)["reason"] for path in self.home.history()], ["checkmate"])

    def test_once_it_answers_the_newest_state_is_there(self):
        # A disk of which nobody knows whether it will ever do anything again.
        app = self.begin("all.stop")
        self.assertEqual(info(self.home.session)["moves"], [self.first])
        self.disk.again("all.stop")
        self.on_disk(BLACK_MATES.split())
        self.eventually(self.ahead, [], "what was put down")
        self.assertEqual([info(path)["reason"] for path in self.home.history()], ["checkmate"])
        app.quit()

    def test_the_window_leaves_the_disk_to_others(self):
        self.home.prefer(time_control="600")
        path = self.game(moves="h2e2")
        self.disk = HostileDisk(self.home.path)
        app = self.start(through=self.disk.through)
        app.play(BLACK_MATES)
        app.key("ctrl+z")
        app.key("ctrl+shift+z")
        app.key("F8")
        app.resize(900, 700)
        app.open(path)
        self.title(say("turn_in_file", file="game.xiangqi", turn=say("turn", side="Black")))
        app.play("h9g7")
        app.key("ctrl+s")
        self.title(say("turn_in_file", file="game.xiangqi", turn=say("turn", side="Red")))
        app.quit()
        calls = self.disk.calls()
        written = {os.path.basename(call.other) for call in calls if call.kind == "rename"}
        expected = {"session.xiangqi", "matches.json", "settings.json", "recently-used.xbel", "game.xiangqi"}
        self.assertLessEqual(expected, written)
        self.assertTrue(any("/history/" in call.other for call in calls), "the history")
        self.assertTrue(any(call.path.endswith("session.clock") for call in calls), "the clock")
        # The first thread of a process has its number.
        own = [(call.kind, call.path, call.other) for call in calls if call.thread == app.proc.pid]
        self.assertEqual(own, [], "in the window's thread")

    def ahead(self):
        return list(self.home.session.parent.glob("*ahead*"))


class FailingDisk(case.Case):
    # GTK's own file dialog adds to the list of recent files, which lies in the data folder.
    expected_errors = re.compile("recently-used")

    def toasts(self):
        """What is told over the window, beside everything that is always there."""
        return [text for text in self.app.labels() if re.fullmatch(pattern("session_not_saved"), text)]

    def play_on(self):
        """The game goes on whatever the disk does; says how many messages there were."""
        app, told, before = self.app, 0, []
        for move in "h2e2 h9g7 h0g2 i9h9".split():
            app.play(move)
            seen = self.toasts()
            told += len(seen) > len(before)
            before = seen
        return told

    def test_a_data_folder_that_cannot_be_written(self):
        data = self.home.data
        if os.geteuid():
            data.chmod(0o555)
            self.addCleanup(data.chmod, 0o755)
        else:
            data = "/sys"  # Takes no file even from root.
        app = self.start(settings={"XDG_DATA_HOME": str(data)})
        app.play("h2e2")
        until("a message", self.toasts)
        app.screenshot("toast-not-kept")
        app.key("ctrl+z")
        until("the message gone", lambda: not self.toasts(), 20)
        told = self.play_on()
        self.assertEqual(app.piece("g2"), "red horse")
        self.assertEqual(told, 0, "told again with every move")
        # It can still be saved to another place.
        path = self.home.games / "saved.xiangqi"
        app.key("ctrl+s")
        app.choose_file(path)
        self.title(say("turn_in_file", file="saved.xiangqi", turn=say("turn", side="Red")))
        self.assertEqual(len(info(path)["moves"]), 4)

    def test_something_in_the_place_of_the_folder(self):
        (self.home.data / "chuhe").write_text("in the way")
        app = self.start()
        app.dialog(say("session_damaged_title")).press("Escape")
        self.play_on()
        self.assertEqual(app.piece("g2"), "red horse")
        self.assertEqual((self.home.data / "chuhe").read_text(), "in the way")

    def test_a_disk_that_fails_and_comes_back(self):
        app = self.start()
        app.play("h2e2")
        folder, away = self.home.session.parent, self.home.data / "away"
        folder.rename(away)
        folder.write_text("in the way")
        app.play("h9g7")
        until("a message", self.toasts)
        app.play("h0g2")
        folder.unlink()
        away.rename(folder)
        app.play("i9h9")
        app.kill()
        app = self.start()
        self.assertEqual(len(app.moves()), 4)


if __name__ == "__main__":
    case.main()

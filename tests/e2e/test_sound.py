#!/usr/bin/python3
"""What is heard: each sound after what it is about, silence when it is wanted, and where there is no device."""

import array
import contextlib
import os
import shutil
import subprocess
import unittest
from pathlib import Path

import case
import preload
from case import RED_MATES
from test_clock import Clock
from waiting import until
from words import menu, say, submenu

RATE = 44_100
# How loud each sound is at its loudest, in hundredths: no two are alike, so they are told apart by that.
PEAKS = {45: "move", 70: "capture", 55: "check", 75: "low time", 60: "end"}
CHECK = "4k4/9/9/9/9/9/9/9/9/R2K5 w"


def name_of(samples):
    """Which sound this is."""
    return PEAKS.get(round(max(map(abs, samples)) * 100 / 32_767), "noise")


class Heard(Clock):
    """A program that plays to files."""

    def listen(self, *files, does="", **options):
        """Starts a program whose sounds are written down."""
        self.tape = self.home.path / "heard"
        self.tape.mkdir(exist_ok=True)
        # In the place of the sound server's: writes down what is played.
        library = preload.library("pulse", "libpulse-simple.so.0")
        places = dict(LD_LIBRARY_PATH=Path(library).parent, FAKE_PULSE=self.tape, FAKE_PULSE_DOES=does)
        settings = {name: str(value) for name, value in places.items()}
        return self.start(*files, settings=settings, **options)

    def heard(self):
        """The names of the sounds that were played to their end."""
        names = []
        for file in sorted(self.tape.glob("*.played")):
            samples = array.array("h", file.read_bytes())
            self.assertIn(f"-{RATE}.", file.name)
            names.append(name_of(samples))
        return names

    def hears(self, *names):
        self.eventually(self.heard, list(names), "sounds")

    def press(self, key):
        self.app.key(key)


class Effects(Heard):
    def test_a_move_and_a_capture(self):
        app = self.listen()
        app.play("h2e2")
        self.hears("move")
        app.play("b7b0", how=app.drag)
        self.hears("move", "capture")

    def test_a_check(self):
        self.listen(self.game(start=CHECK)).play("a0a9")
        self.hears("check")

    def test_a_mate_is_heard_as_an_end(self):
        moves = RED_MATES.split()
        app = self.listen(self.game(moves=" ".join(moves[:-1])))
        app.play(moves[-1])
        self.hears("end")

    def test_giving_up_is_heard_once_it_is_confirmed(self):
        app = self.listen()
        app.activate("resign")
        app.dialog().answer(say("side_resigns", "Red"))
        self.hears("end")

    def test_taking_back_is_a_click_and_looking_is_silent(self):
        app = self.listen()
        app.play("h2h9")
        self.hears("capture")
        self.press("ctrl+z")
        self.hears("capture", "move")
        self.press("ctrl+shift+z")
        self.hears("capture", "move", "capture")
        for key, status in [
            ("Page_Up", say("past")),
            ("Page_Down", None),
        ]:
            self.press(key)
            self.status(status) if status else self.turn("Black")
        app.play("i9h9")
        self.hears("capture", "move", "capture", "capture")

    def test_a_refused_move_is_silent(self):
        app = self.listen()
        app.click("h2")
        app.click("i5")
        until("a refusal", lambda: "cannon" in app.status().lower())
        app.click("e2")
        self.eventually(lambda: app.piece("e2"), "red cannon")
        self.hears("move")

    def test_moves_in_quick_succession_are_all_heard(self):
        app = self.listen()
        app.play("h2e2 h9g7 h0g2 i9h9")
        self.eventually(self.clicks, 4, "clicks")

    def clicks(self):
        """How often something loud begins; one click is loud for a twentieth of a second, and several may overlap."""
        count = 0
        for file in self.tape.glob("*.played"):
            samples = array.array("h", file.read_bytes())
            parts = (samples[at : at + 882] for at in range(0, len(samples), 882))
            loud = [max(map(abs, part)) > 8_000 for part in parts]
            count += sum(now and not before for before, now in zip([False, *loud], loud))
        return count

    def test_little_time_is_knocked_once(self):
        self.agree("11")
        app = self.listen()
        app.play("h2e2")
        self.hears("move")
        self.hears("move", "low time")
        app.play("h9g7")
        self.hears("move", "low time", "move")
        self.hears("move", "low time", "move", "low time")


class Silence(Heard):
    def test_m_turns_sound_off_and_on_and_that_is_remembered(self):
        app = self.listen()
        self.press("F8")
        self.status(say("sound", "else"))
        app.play("h2e2")
        app.quit()
        app = self.listen()
        app.play("h9g7")
        self.assertEqual(self.ticked(), False)
        self.press("F8")
        self.status(say("sound", "if"))
        self.hears("move")
        self.assertEqual(self.ticked(), True)
        app.play("h0g2")
        self.hears("move", "move")

    def ticked(self):
        """Whether the menu says that there is sound."""
        app = self.app
        app.key("F10")
        above = until("the menu", lambda: app.named("menu item", submenu("win.sound")))[0]
        until("the focus on it", lambda: "focused" in above.states() or app.key("Down"))
        app.key("Right")
        items = lambda: [item for item in app.named("menu item", menu("win.sound")) if item.area().width > 0]
        item = until("the submenu", items)[0]
        ticked = "checked" in item.states()
        app.screenshot(f"menu-sound-{'on' if ticked else 'off'}", "root")
        app.key("Escape")
        app.alone()
        return ticked

    def test_the_key_of_sound_lets_no_piece_go(self):
        app = self.listen()
        app.click("h2")
        self.press("F8")
        self.status(say("sound", "else"))
        app.click("e2")
        self.eventually(lambda: app.piece("e2"), "red cannon")
        self.press("ctrl+shift+m")
        self.eventually(app.focused, [say("comment_on", round=1, side="Red")])
        app.type("mm")
        self.press("Escape")
        self.press("F8")
        self.status(say("sound", "if"))
        self.hears("move")

    def test_without_a_server_there_is_silence(self):
        app = self.listen(does="refuse")
        app.play("h2e2 h9g7")
        app.quit()
        self.assertEqual(list(self.tape.iterdir()), [])

    def test_without_the_library_there_is_silence(self):
        folder = self.home.path / "none"
        folder.mkdir()
        (folder / "libpulse-simple.so.0").write_text("no library\n")
        app = self.start(settings={"LD_LIBRARY_PATH": str(folder)})
        app.play("h2e2 h9g7")
        app.quit()

    def test_a_foreign_runtime_directory_is_no_reason_to_complain(self):
        folder = Path("/")
        if os.geteuid() == 0:
            folder = self.home.path / "foreign"
            folder.mkdir()
            os.chown(folder, 65_534, 65_534)
        app = self.start(settings={"XDG_RUNTIME_DIR": str(folder)})
        app.play("h2e2 h9g7")
        app.quit()

    def test_a_server_that_does_not_answer_delays_nothing(self):
        app = self.listen(does="hang")
        app.play("h2e2 h9g7 h0g2 i9h9 g3g4 g6g5 b0c2 b9c7")
        self.press("ctrl+z")
        self.eventually(lambda: app.piece("b9"), "black horse")
        app.quit()


# Not among the packages that the tests ask for: Debian's would take PipeWire from the desktop that it is put on.
@unittest.skipUnless(shutil.which("pulseaudio") and shutil.which("parec"), "needs pulseaudio and parec")
class Server(case.Case):
    """A real server whose device is a file."""

    def test_a_move_is_heard(self):
        with self.server() as settings:
            app = self.start(settings=settings)
            command = ["parec", "-d", "deaf.monitor", "--raw", f"--rate={RATE}", "--format=s16le", "--channels=1"]
            with subprocess.Popen(command, stdout=subprocess.PIPE, env=app.environment) as recorder:
                self.addCleanup(recorder.kill)
                recorder.stdout.read(4_410)
                for move, name in [("h2e2", "move"), ("b7b0", "capture")]:
                    app.play(move)
                    self.assertEqual(self.next_sound(recorder.stdout), name)
                recorder.kill()

    def next_sound(self, stream):
        """The name of the next sound in a recording, which has to come within five seconds of it."""
        loud = lambda part: max(map(abs, part)) > 300
        for _ in range(500):
            part = array.array("h", stream.read(882))
            if loud(part):
                break
        else:
            self.fail("nothing is heard")
        while loud(part[-4_410:]):
            part.extend(array.array("h", stream.read(882)))
        return name_of(part)

    @contextlib.contextmanager
    def server(self):
        """A sound server with a device that nobody hears; where it is to be found."""
        folder = self.home.path / "pulse"
        folder.mkdir()
        socket = folder / "socket"
        settings = {"PULSE_SERVER": f"unix:{socket}", "PULSE_STATE_PATH": str(folder), "PULSE_RUNTIME_PATH": str(folder)}
        modules = [
            f"module-native-protocol-unix auth-anonymous=1 socket={socket}",
            f"module-null-sink sink_name=deaf rate={RATE} format=s16le channels=1",
        ]
        loads = [word for module in modules for word in ("-L", module)]
        command = ["pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--disable-shm=yes"]
        environment = {**self.home.environment(), **settings, "HOME": str(self.home.path), "PATH": "/usr/bin:/bin"}
        quiet = dict(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with subprocess.Popen([*command, *loads], env=environment, **quiet) as server:
            try:
                until("a sound server", socket.exists)
                yield settings
            finally:
                server.terminate()


if __name__ == "__main__":
    case.main()

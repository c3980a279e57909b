#!/usr/bin/python3
"""Time from a press on one screen to the frame on the other, in a game of two programs over a loopback: `make bench`.

Run as `benches/remote.py BINARY`. The figures are also written to target/figures/remote.json. A preloaded library tells when the
X server had a press, and when a frame was drawn: frames.c.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "e2e"))

import case
import friends
from driver import App
from test_far_kills import MOVES
from waiting import until

# Two frames at 60 per second.
GOAL = 33.3
# All effects of a move are over.
SETTLED = 0.7
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))


def library(folder):
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "gtk4-x11"], check=True, capture_output=True, text=True)
    built = Path(folder, "frames.so")
    how = ["-O1", "-shared", "-fPIC", "-o", built, ROOT / "benches" / "frames.c", *flags.stdout.split(), "-ldl"]
    subprocess.run(["cc", *how], check=True)
    return str(built)


def told(player, what):
    """The times at which a program says that this happened, in milliseconds."""
    lines = (line.split() for line in player.errors().splitlines())
    return [int(line[1]) / 1000 for line in lines if line[0] == what and len(line) == 2]


def times(settings):
    """Plays a game; gives the milliseconds from each press that moves to the first frame at the friend's, by the mover."""
    with tempfile.TemporaryDirectory() as folder:
        home = case.Home(Path(folder))
        ends = anna, bo = friends.Player(lambda **options: App(home, settings=settings, **options)), friends.Friend(settings)
        line, *_ = anna.invite("Anna")
        bo.join("Bo", line)
        taken = [], []
        for ply, move in enumerate(MOVES):
            mover, other = ends[ply % 2], ends[1 - ply % 2]
            until("the move before", lambda: [one.moves() for one in ends] == [ply, ply], 60)
            mover.press(move[:2])
            time.sleep(SETTLED)
            mover.press(move[2:])
            time.sleep(SETTLED)
            pressed = told(mover, "pressed")[-1]
            taken[ply % 2].append(next(frame for frame in told(other, "painted") if frame > pressed) - pressed)
        bo.leave()
        anna.kill()
        return taken


def publish(figures):
    load = float(Path("/proc/loadavg").read_text().split()[0])
    file = TARGET / "figures" / "remote.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    told = dict(bench="remote", load=load, processors=os.cpu_count(), figures=figures)
    file.write_text(json.dumps(told, indent=2) + "\n")
    print(f"remote, load {load}")
    for figure in figures:
        met = "met" if figure["met"] else "MISSED"
        print(f"  {figure['name']:<46}{figure['value']:>9.2f} ms{'':<21}<= {GOAL:<11}{met}")
    print(f"  {file}\n")


def main():
    if not friends.has_loopback():
        return print("remote: a network of one's own is not allowed here, so nothing is measured")
    case.take_binary()
    with tempfile.TemporaryDirectory() as folder:
        hosts, guests = times({"LD_PRELOAD": library(folder), "TELL_TIMES": "1"})
    both = sorted(hosts + guests)
    values = {
        "press to the friend's frame, by the host": statistics.median(hosts),
        "press to the friend's frame, by the guest": statistics.median(guests),
        "press to the friend's frame, median": statistics.median(both),
        "press to the friend's frame, 95th percentile": both[round(0.95 * (len(both) - 1))],
    }
    goal = lambda value: dict(unit="ms", value=value, goal={"at_most": GOAL}, met=value <= GOAL)
    publish([{"name": name, **goal(value)} for name, value in values.items()])


if __name__ == "__main__":
    main()

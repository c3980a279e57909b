"""What the suites about the project's files share: where it lies, what it is called, and commands that have to succeed."""

import os
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ID = "io.github.chuhe.Chuhe"
TARGET = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target")
CHUHE = Path(os.environ.get("BINARY") or TARGET / "release" / "chuhe")
# What is installed and packed takes minutes to build.
IS_RELEASE = CHUHE.parent.name == "release"
MANIFEST = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
VERSION = MANIFEST["package"]["version"]


def run(*command, cwd=ROOT, silent=True, **settings):
    """Output of a command that has to succeed and, if it is to be silent, to keep its errors empty."""
    environment = {**os.environ, **{name: str(value) for name, value in settings.items()}}
    done = subprocess.run([str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True)
    if done.returncode or (silent and done.stderr):
        raise AssertionError(f"{command}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout

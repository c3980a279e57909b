#!/usr/bin/python3
"""Makes a source archive of the last commit, with the sources of every crate: build-aux/archive.py NAME.tar.xz

It unpacks to a folder NAME and builds without a network. The same commit gives the same bytes, wherever and whenever the
archive is made; NAME.tar is the same without compression.
"""

import io
import json
import lzma
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The program is one for Linux. Cargo wants to find the crates of other systems, too, but never looks into them.
PLATFORMS = [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "i686-unknown-linux-gnu",
    "armv7-unknown-linux-gnueabihf",
    "loongarch64-unknown-linux-gnu",
    "powerpc64le-unknown-linux-gnu",
    "riscv64gc-unknown-linux-gnu",
    "s390x-unknown-linux-gnu",
    "x86_64-unknown-linux-musl",
    "aarch64-unknown-linux-musl",
]

CONFIG = """\
[source.crates-io]
replace-with = "vendor"

[source.vendor]
directory = "vendor"
"""


def run(*command, cwd=ROOT):
    return subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, cwd=cwd).stdout


def crates(platform):
    """The folders of the crates that a platform needs, for the program and for its tests."""
    told = run(
        "cargo",
        "tree",
        "--locked",
        "--all-features",
        f"--target={platform}",
        "--edges=all",
        "--prefix=none",
        "--format={p}",
    )
    return {f"{name}-{version}" for name, version in re.findall(r"^(\S+) v(\d\S*)", told.decode(), re.MULTILINE)}


def hollow(crate):
    """Leaves of a crate what Cargo reads before it knows that it does not need it."""
    for path in sorted(crate.rglob("*"), reverse=True):
        if path.is_dir():
            path.rmdir()
        elif path.parent != crate or path.name not in ("Cargo.toml", ".cargo-checksum.json"):
            path.unlink()
    (crate / "src").mkdir()
    (crate / "src" / "lib.rs").touch()
    checksum = crate / ".cargo-checksum.json"
    package = json.loads(checksum.read_text())["package"]
    checksum.write_text(json.dumps({"files": {}, "package": package}))


def fill(tree):
    """The files of the commit and, in `vendor`, of the crates, with the configuration that has Cargo use them."""
    with tarfile.open(fileobj=io.BytesIO(run("git", "archive", "--format=tar", "HEAD"))) as commit:
        commit.extractall(tree)
    run("cargo", "vendor", "--quiet", "--locked", "--versioned-dirs", "vendor", cwd=tree)
    (tree / ".cargo").mkdir()
    (tree / ".cargo" / "config.toml").write_text(CONFIG)
    needed = set().union(*map(crates, PLATFORMS))
    for crate in sorted((tree / "vendor").iterdir()):
        if crate.name not in needed:
            hollow(crate)


def pack(tree, file):
    """A tar file that knows nothing of this machine: who, when, and in which order."""
    time = int(run("git", "log", "-1", "--format=%ct"))
    with tarfile.open(fileobj=file, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for path in sorted([tree, *tree.rglob("*")], key=str):
            entry = archive.gettarinfo(path, str(path.relative_to(tree.parent)))
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = "root"
            entry.mtime = time
            entry.mode = 0o755 if entry.mode & 0o100 else 0o644
            if entry.isreg():
                with path.open("rb") as content:
                    archive.addfile(entry, content)
            else:
                archive.addfile(entry)


def make(target):
    name = target.name.removesuffix(".xz").removesuffix(".tar")
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, name)
        tree.mkdir()
        fill(tree)
        with lzma.open(target, "wb", preset=6) if target.suffix == ".xz" else target.open("wb") as file:
            pack(tree, file)


if __name__ == "__main__":
    if len(sys.argv) != 2 or not re.search(r"\.tar(\.xz)?$", sys.argv[1]):
        raise SystemExit(__doc__)
    make(Path(sys.argv[1]).resolve())
    print(sys.argv[1])

#!/usr/bin/python3
"""What is released: one version everywhere, its notes, its licenses, its source archive and its Flatpak.

Run: tests/release.py, after `make build`; no display is needed. What a Debian package is has a suite of its own.
"""

import hashlib
import json
import os
import re
import sys
import tempfile
import tomllib
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

import yaml

sys.dont_write_bytecode = True
from common.project import CHUHE, ID, MANIFEST, ROOT, VERSION, run  # noqa: E402

FLATPAK = ROOT / "data" / "flatpak"
LOCK = tomllib.loads((ROOT / "Cargo.lock").read_text(encoding="utf-8"))["package"]
CRATES = [crate for crate in LOCK if "source" in crate]
METAINFO = xml.parse(ROOT / "data" / f"{ID}.metainfo.xml").getroot()

sys.path.insert(0, str(ROOT / "build-aux"))
import archive  # noqa: E402
import releases  # noqa: E402


class Version(unittest.TestCase):
    """Cargo.toml says it; the program, which tells it in its window, is compiled with it."""

    def test_the_program_and_make_tell_it(self):
        self.assertEqual(run(CHUHE, "--version"), f"chuhe {VERSION}\n")
        self.assertIn(f"chuhe-{VERSION}.tar.xz", run("make", "--dry-run", "dist", silent=False))

    def test_it_is_the_newest_in_the_release_notes(self):
        told = releases.releases()
        self.assertEqual(told[0].version, VERSION)
        newest_first = sorted(
            told, key=lambda release: [int(part) for part in release.version.split(".")], reverse=True
        )
        self.assertEqual(told, newest_first)
        self.assertEqual([release.date for release in told], sorted((one.date for one in told), reverse=True))

    def test_nothing_else_says_one(self):
        for path in ("README.md", "Makefile", "data/debian/control", f"data/flatpak/{ID}.yaml", "build-aux/releases.py"):
            self.assertNotIn(VERSION, (ROOT / path).read_text(encoding="utf-8"), path)


class Notes(unittest.TestCase):
    def test_the_changelog_is_made_of_the_release_notes(self):
        written = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
        self.assertEqual(written, releases.markdown(), "`make changelog` brings it up to date")

    def test_a_release_has_three_to_six_lines(self):
        for release in releases.releases():
            self.assertIn(sum(kind == "li" for kind, _ in release.notes), range(3, 7), release.version)

    def test_every_note_is_in_every_changelog(self):
        notes = [note for release in releases.releases() for _, note in release.notes]
        changelogs = (releases.markdown(), releases.debian("chuhe", "Nobody <nobody@localhost>"))
        for changelog in (" ".join(text.split()) for text in changelogs):
            for note in notes:
                self.assertIn(note, changelog)


class Licenses(unittest.TestCase):
    # Of these a program under the GPL, version 3 or later, may hold code; the same list as in deny.toml.
    ALLOWED = {"Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-3-Clause", "ISC", "MIT", "Unicode-3.0", "Zlib"}

    def test_of_the_program(self):
        # Checkers of Debian 12 do not know the license of Unicode's tables yet.
        known = MANIFEST["package"]["license"].replace(" AND Unicode-3.0", "")
        self.assertEqual(METAINFO.findtext("project_license"), known)

    def test_of_every_crate(self):
        """Each license expression holds with what is allowed; `make deny` asks the same of cargo-deny."""
        told = json.loads(run("cargo", "metadata", "--locked", "--format-version=1", silent=False))
        crates = [package for package in told["packages"] if package["source"]]
        self.assertEqual(len(crates), len(CRATES))
        for crate in crates:
            with self.subTest(crate=crate["name"]):
                for all_of in re.split(r" AND ", crate["license"]):
                    choice = set(re.split(r" OR |/", all_of.strip("()")))
                    self.assertTrue(choice & self.ALLOWED, crate["license"])

    def test_the_list_is_that_of_cargo_deny(self):
        deny = tomllib.loads((ROOT / "deny.toml").read_text(encoding="utf-8"))
        self.assertEqual(set(deny["licenses"]["allow"]), self.ALLOWED)

    def test_every_crate_comes_from_the_registry_with_a_checksum(self):
        for crate in CRATES:
            self.assertEqual(crate["source"], "registry+https://github.com/rust-lang/crates.io-index", crate["name"])
            self.assertRegex(crate["checksum"], r"^[0-9a-f]{64}$", crate["name"])


class Toolchain(unittest.TestCase):
    stated = MANIFEST["package"]["rust-version"]

    def test_the_oldest_rust_is_the_one_that_the_crates_need(self):
        """Stated is the newest of what the program's crates ask for; Clippy knows it and refuses what is newer in std."""
        told = json.loads(run("cargo", "metadata", "--locked", "--format-version=1", silent=False))
        asked = [
            package["rust_version"] for package in told["packages"] if package["source"] and package["rust_version"]
        ]
        newest = max(tuple(map(int, f"{version}.0".split(".")[:2])) for version in asked)
        self.assertEqual(self.stated, "{}.{}".format(*newest))

    def test_clippy_refuses_what_is_newer(self):
        self.assertIn(MANIFEST["lints"]["clippy"].get("incompatible_msrv"), ("warn", "deny"))

    def test_the_readme_says_it(self):
        self.assertIn(f"{self.stated} or newer", (ROOT / "README.md").read_text(encoding="utf-8"))

    def test_cargo_always_keeps_to_the_lock_file(self):
        takes_it = r"(?:\$\(CARGO\)|\bcargo|\"cargo\",?) *\"?(build|test|bench|clippy|run|check|metadata|tree|vendor|fetch|rustc|deny)\b.*"
        for path in ("Makefile", ".ci/run", "build-aux/archive.py", "build-aux/debian-package", f"data/flatpak/{ID}.yaml"):
            for line in (ROOT / path).read_text(encoding="utf-8").splitlines():
                found = re.search(takes_it, line)
                if found and "--version" not in line and not line.lstrip().startswith("#"):
                    self.assertRegex(found.group(), r"--locked", f"{path}: {line}")


class Sum:
    """A file that keeps only the sum of what is written to it."""

    def __init__(self):
        self.sum, self.length = hashlib.sha256(), 0

    def write(self, content):
        self.sum.update(content)
        self.length += len(content)
        return len(content)

    def tell(self):
        return self.length


@unittest.skipUnless((ROOT / ".git").exists(), "an archive is made of a commit")
class Archive(unittest.TestCase):
    """The source archive, without its compression, which would take longer than all the rest."""

    def pack(self, tree):
        file = Sum()
        archive.pack(tree, file)
        return file.length, file.sum.hexdigest()

    def test_it_is_the_same_everywhere_and_needs_no_network(self):
        with tempfile.TemporaryDirectory() as folder:
            tree = Path(folder, "chuhe-source")
            tree.mkdir()
            archive.fill(tree)
            committed = run("git", "ls-tree", "-r", "--name-only", "HEAD").splitlines()
            self.assertFalse([name for name in committed if not (tree / name).exists()])
            first = self.pack(tree)
            # Another day, another umask.
            for path in tree.rglob("*"):
                os.utime(path, (1, 1))
                path.chmod(path.stat().st_mode & 0o700)
            self.assertEqual(self.pack(tree), first)
            self.check_offline(tree)

    def check_offline(self, tree):
        """Cargo finds every crate in the archive, where it has neither a network nor a cache."""
        with tempfile.TemporaryDirectory() as home:
            told = json.loads(
                run("cargo", "metadata", "--locked", "--offline", "--format-version=1", cwd=tree, silent=False, CARGO_HOME=home)
            )
        found = {(package["name"], package["version"]): package for package in told["packages"]}
        self.assertEqual(set(found), {(crate["name"], crate["version"]) for crate in LOCK})
        for crate in CRATES:
            folder = tree / "vendor" / f"{crate['name']}-{crate['version']}"
            self.assertEqual(Path(found[crate["name"], crate["version"]]["manifest_path"]).parent, folder)
            checksum = json.loads((folder / ".cargo-checksum.json").read_text())
            self.assertEqual(checksum["package"], crate["checksum"], crate["name"])
        # What is built here is there as a whole, and of what no Linux needs there is only the name.
        self.assertGreater(len(list((tree / "vendor" / self.folder("gtk4") / "src").iterdir())), 50)
        self.assertEqual((tree / "vendor" / self.folder("windows-sys") / "src" / "lib.rs").stat().st_size, 0)

    def folder(self, name):
        return next(f"{name}-{crate['version']}" for crate in CRATES if crate["name"] == name)


class Flatpak(unittest.TestCase):
    """What flatpak-builder-lint refuses, as far as it can be told without the build: the manifest and its sources."""

    manifest = yaml.safe_load((FLATPAK / f"{ID}.yaml").read_text(encoding="utf-8"))
    sources = json.loads((FLATPAK / "cargo-sources.json").read_text(encoding="utf-8"))

    def modules(self):
        todo = list(self.manifest["modules"])
        for module in todo:
            todo += module.get("modules", [])
        return todo

    def test_ids_and_command(self):
        self.assertEqual(self.manifest["id"], ID)
        self.assertNotIn("app-id", self.manifest)
        self.assertEqual(self.manifest["command"], "chuhe")
        self.assertEqual(METAINFO.findtext("id"), ID)
        self.assertEqual(METAINFO.findtext("launchable"), f"{ID}.desktop")
        self.assertTrue((ROOT / "data" / "icons" / "hicolor" / "scalable" / "apps" / f"{ID}.svg").exists())
        self.assertIn(f"Icon={ID}\n", (ROOT / "data" / f"{ID}.desktop").read_text(encoding="utf-8"))
        for key in ("branch", "default-branch"):
            self.assertIn(self.manifest.get(key), (None, "stable", "beta"))

    def test_runtime(self):
        self.assertEqual((self.manifest["runtime"], self.manifest["sdk"]), ("org.gnome.Platform", "org.gnome.Sdk"))
        # A text: YAML makes a number of what has no quotes.
        self.assertRegex(self.manifest["runtime-version"], r"^\d\d$")
        self.assertEqual(self.manifest["sdk-extensions"], ["org.freedesktop.Sdk.Extension.rust-stable"])

    def test_it_may_do_no_more_than_it_has_to(self):
        args = self.manifest["finish-args"]
        self.assertEqual(len(args), len(set(args)))
        self.assertEqual(
            set(args),
            {
                *("--socket=wayland", "--socket=fallback-x11", "--socket=pulseaudio"),
                *("--share=ipc", "--share=network", "--device=dri"),
                "--system-talk-name=org.freedesktop.login1",
            },
        )

    def test_there_is_no_network_in_the_build(self):
        for part in (self.manifest, *self.modules()):
            self.assertNotIn("build-args", part.get("build-options", {}))
        self.assertNotIn("/lib/debug", self.manifest.get("cleanup", []))
        (module,) = self.modules()
        self.assertEqual(module["build-options"]["env"]["CARGO_NET_OFFLINE"], "true")
        self.assertEqual(module["build-options"]["env"]["CARGO_HOME"], f"/run/build/{module['name']}/cargo")

    def test_sources_are_exact(self):
        (module,) = self.modules()
        folder, crates = module["sources"]
        self.assertEqual(crates, "cargo-sources.json")
        self.assertEqual((FLATPAK / folder["path"]).resolve(), ROOT)
        for source in self.sources:
            self.assertIn(source["type"], ("archive", "inline"))
            self.assertNotIn("/", source.get("dest-filename", ""))
            self.assertFalse({"md5", "sha1"} & set(source))

    def test_every_crate_of_the_lock_file_is_a_source_once(self):
        archives = [source for source in self.sources if source["type"] == "archive"]
        wanted = [
            (
                f"https://static.crates.io/crates/{crate['name']}/{crate['name']}-{crate['version']}.crate",
                crate["checksum"],
                f"cargo/vendor/{crate['name']}-{crate['version']}",
            )
            for crate in CRATES
        ]
        made = [(source["url"], source["sha256"], source["dest"]) for source in archives]
        self.assertEqual(sorted(made), sorted(wanted), "`make flatpak-sources` brings them up to date")
        checksums = {
            source["dest"]: json.loads(source["contents"])
            for source in self.sources
            if source.get("dest-filename") == ".cargo-checksum.json"
        }
        self.assertEqual(checksums, {dest: {"package": checksum, "files": {}} for _, checksum, dest in wanted})
        (config,) = [source for source in self.sources if source.get("dest-filename") == "config.toml"]
        self.assertEqual(tomllib.loads(config["contents"])["source"]["vendor"]["directory"], "cargo/vendor")

    def test_what_a_shop_shows(self):
        self.assertLessEqual(len(METAINFO.findtext("name")), 20)
        self.assertLessEqual(len(METAINFO.findtext("summary")), 35)
        self.assertFalse(METAINFO.findtext("summary").endswith("."))
        self.assertTrue(METAINFO.findtext("developer_name"))
        self.assertEqual(METAINFO.findtext("developer/name"), METAINFO.findtext("developer_name"))
        self.assertEqual(METAINFO.find("content_rating").get("type"), "oars-1.1")
        shades = {color.get("scheme_preference"): color.text for color in METAINFO.iterfind("branding/color")}
        self.assertEqual(set(shades), {"light", "dark"})
        self.assertEqual(METAINFO.findtext("url"), MANIFEST["package"]["repository"])
        self.assertGreater(len(METAINFO.findall("screenshots/screenshot")), 3)
        for screenshot in METAINFO.iterfind("screenshots/screenshot"):
            self.assertTrue(screenshot.findtext("caption"))
            image = screenshot.findtext("image")
            # The picture of this version, which lies in the repository.
            self.assertRegex(image, rf"^https://.*/v{re.escape(VERSION)}/")
            self.assertTrue((ROOT / "data" / "screenshots" / image.rsplit("/", 1)[1]).exists(), image)


if __name__ == "__main__":
    unittest.main()

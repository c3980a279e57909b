"""The Debian package: what is in it, and that it installs, shows in the menu, opens files and goes without a trace."""

import hashlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import tomllib
import unittest
from pathlib import Path

from gi.repository import Gio, GLib

import case
import driver
from driver import APP_ID, ROOT, App
from waiting import until
from words import translated

MEDIA_TYPE = "application/vnd.chuhe.game+json"
# What the program may weigh without symbols: what grows beyond it is worth a look.
LIMIT = 10 * 1024 * 1024


def run(*command, **options):
    """What a command says that has to succeed."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    if done.returncode:
        raise AssertionError(f"{command}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def make_deb():
    """The package, as `make deb` builds it; its sources are what this program was built from."""
    inherited = {name: "" for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES")}
    told = run("make", "--no-print-directory", "-s", "deb", cwd=ROOT, env={**os.environ, **inherited})
    return Path(told.splitlines()[-1])


# Without them the package of another release is installed, and what is in it is no matter of this one.
HAS_TOOLS = bool(shutil.which("dpkg-shlibdeps") and shutil.which("lintian"))


def setUpModule():
    global DEB
    if HAS_TOOLS:
        DEB = make_deb()
    else:
        built = sorted(driver.BINARY.parent.parent.glob("chuhe_*.deb"), key=os.path.getmtime)
        if not built:
            raise unittest.SkipTest("there is no package yet, and none can be made without dpkg-shlibdeps and lintian")
        DEB = built[-1]


class Content(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.tree = Path(folder.name)
        run("dpkg-deb", "-R", DEB, cls.tree)

    def field(self, name):
        return run("dpkg-deb", "-f", DEB, name).strip()

    def test_lintian_has_nothing_to_say(self):
        told = run("lintian", "--allow-root", "--fail-on=error,warning", DEB)
        self.assertEqual(told, "")

    def test_fields(self):
        version = tomllib.loads((ROOT / "Cargo.toml").read_text())["package"]["version"]
        self.assertEqual(self.field("Version"), f"{version}-1")
        self.assertEqual(DEB.name, f"chuhe_{version}-1_{self.field('Architecture')}.deb")
        needed = self.field("Depends")
        # Those of the linked libraries are found by dpkg; icons are SVG files, which GTK leaves to another package.
        for package in ("libgtk-4-1", "libadwaita-1-0", "libcairo2", "libc6", "librsvg2-common"):
            self.assertRegex(needed, rf"(^|, ){package}( \(>= [\w.~]+\))?(,|$)")

    def test_what_make_install_installs_and_documents(self):
        files = {str(path.relative_to(self.tree)) for path in self.tree.rglob("*") if path.is_file()}
        documents = {f"usr/share/doc/chuhe/{name}" for name in ("copyright", "changelog.gz", "changelog.Debian.gz")}
        documents |= {
            "DEBIAN/control",
            "DEBIAN/md5sums",
            "usr/share/lintian/overrides/chuhe",
            "usr/share/man/man6/chuhe.6.gz",
        }
        self.assertLessEqual(documents, files)
        with tempfile.TemporaryDirectory() as folder:
            run("make", "-s", "install", f"DESTDIR={folder}", "PREFIX=/usr", "BINDIR=/usr/games", "ZSH_FUNCTIONS=zsh/vendor-completions", cwd=ROOT)
            installed = {str(path.relative_to(folder)) for path in Path(folder).rglob("*") if path.is_file()}
        self.assertEqual(files - documents, installed - {"usr/share/man/man6/chuhe.6"})

    def test_sums_and_modes(self):
        sums = (self.tree / "DEBIAN" / "md5sums").read_text().splitlines()
        listed = dict(reversed(line.split("  ", 1)) for line in sums)
        there = [path for path in self.tree.rglob("*") if path.is_file() and "DEBIAN" not in path.parts]
        self.assertEqual(set(listed), {str(path.relative_to(self.tree)) for path in there})
        for path in there:
            name = str(path.relative_to(self.tree))
            self.assertEqual(listed[name], hashlib.md5(path.read_bytes()).hexdigest(), name)
            self.assertEqual(path.stat().st_mode & 0o7777, 0o755 if name == "usr/games/chuhe" else 0o644, name)
        # Nothing is run as root but what other packages do on their own.
        self.assertEqual({path.name for path in (self.tree / "DEBIAN").iterdir()}, {"control", "md5sums"})

    def test_the_program_is_small_and_without_symbols(self):
        program = self.tree / "usr" / "games" / "chuhe"
        self.assertLess(program.stat().st_size, LIMIT)
        self.assertNotIn(".symtab", run("readelf", "--sections", "--wide", program))

    def test_every_crate_that_is_linked_in_is_named_with_its_licence(self):
        told = run(
            "cargo", "tree", "--locked", "--edges=normal,no-proc-macro", "--prefix=none", "--format={p}", cwd=ROOT
        )
        linked = {tuple(line.split()[:2]) for line in told.splitlines()} - {("chuhe", told.split()[1])}
        self.assertGreater(len(linked), 50)
        copyright = (self.tree / "usr/share/doc/chuhe/copyright").read_text(encoding="utf-8")
        paragraphs = [part for part in copyright.split("\n\n") if part.startswith("Files:")]
        named = re.findall(r"vendor/(.+)-(\d[^-/]*(?:-[^/]*)?)/\*", "\n".join(paragraphs))
        self.assertEqual({(name, f"v{version}") for name, version in named}, linked)
        texts = re.findall(r"^License: (.+)\n ", copyright, re.MULTILINE)
        for paragraph in paragraphs:
            with self.subTest(paragraph=paragraph):
                self.assertRegex(paragraph, r"\nCopyright: .*\w.*\n")
                for license in re.search(r"^License: (.+)$", paragraph, re.MULTILINE).group(1).split(" and "):
                    self.assertIn(license, texts)

    def test_the_same_program_makes_the_same_package(self):
        first = DEB.read_bytes()
        self.assertEqual(make_deb().read_bytes(), first)


if not HAS_TOOLS:
    del Content


class Launched(App):
    """A program that something else starts, as a file manager does."""

    def __init__(self, home, launch, **options):
        self.launch = launch
        super().__init__(home, **options)

    def _spawn(self, files, err):
        subprocess.run(
            self.launch,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=err,
            env=self.environment,
            cwd=self.home.path,
            timeout=20,
        )
        return Stranger(until("the program on the session bus", self._started, 20))

    def _started(self):
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        name = "org.freedesktop.DBus"
        asked = (name, f"/{name.replace('.', '/')}", name, "GetConnectionUnixProcessID", GLib.Variant("(s)", (APP_ID,)))
        return bus.call_sync(*asked, None, Gio.DBusCallFlags.NONE, 5000, None).unpack()[0]


class Stranger:
    """A process that is no child of this one, with what is needed of those that are."""

    def __init__(self, pid):
        self.pid, self.returncode = pid, None

    def poll(self):
        if not Path(f"/proc/{self.pid}").exists():
            self.returncode = 0
        return self.returncode

    def send_signal(self, number):
        os.kill(self.pid, number)

    def wait(self, seconds=20):
        until("the end of the program", lambda: self.poll() is not None, seconds)
        return self.returncode


class InAnEmptyPrefix(case.Case):
    """Unpacked into an empty folder, by anybody."""

    def test_it_starts_and_finds_its_catalogues(self):
        prefix = self.home.path / "prefix"
        run("dpkg-deb", "-x", DEB, prefix)
        was, driver.BINARY = driver.BINARY, prefix / "usr" / "games" / "chuhe"
        self.addCleanup(setattr, driver, "BINARY", was)
        share = f"{prefix / 'usr' / 'share'}:/usr/share"
        file = self.game(moves="h2e2")
        vietnamese = translated("vi", "app_name"), translated("vi", "side", "Black")
        # An empty name of a folder is none: the program looks beside itself.
        app = self.start(file, settings={"XDG_DATA_DIRS": share, "LANGUAGE": "vi", "CHUHE_LOCALEDIR": ""}, paused=True)
        until(
            "the title in Vietnamese",
            lambda: app.frame().called(lambda name: any(one in name for one in vietnamese)),
        )
        self.assertEqual(os.readlink(f"/proc/{app.proc.pid}/exe"), str(driver.BINARY))


# A system of its own: whatever is written there goes to folders beside it, and the real one stays as it is.
OVERLAY = """
for name in usr var; do
    mkdir -p "$0/$name" "$0/work-$name"
    mount -t overlay overlay -o "lowerdir=/$name,upperdir=$0/$name,workdir=$0/work-$name" "/$name" || exit 1
done
echo ready
read -r leave
"""


def can_mount():
    with tempfile.TemporaryDirectory() as folder:
        told = subprocess.run(
            ["unshare", "--mount", "sh", "-c", OVERLAY, folder],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
    return told.stdout == "ready\n"


@unittest.skipUnless(os.geteuid() == 0 and can_mount(), "only root can install packages")
class Installed(case.Case):
    """Installed by dpkg, with all that other packages do then, into a copy of the system that is thrown away."""

    def setUp(self):
        super().setUp()
        self.copy = self.home.path / "system"
        self.copy.mkdir()
        self.keeper = subprocess.Popen(
            ["unshare", "--mount", "sh", "-c", OVERLAY, self.copy],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(self.keeper.communicate)
        self.assertEqual(self.keeper.stdout.readline(), "ready\n")

    def inside(self, *command):
        # The root may be a folder of another system.
        return ["nsenter", f"--target={self.keeper.pid}", "--mount", "--root", "--wd", *map(str, command)]

    def run_inside(self, *command, **settings):
        return run(*self.inside(*command), env={**os.environ, **self.home.environment(), **settings})

    def traces(self):
        """The files of the copy that have to do with the program."""
        changed = {path.relative_to(self.copy) for path in self.copy.rglob("*") if not path.is_dir() and path.is_file()}
        named = {path for path in changed if "chuhe" in str(path).lower()}
        caches = (
            "usr/share/applications/mimeinfo.cache",
            "usr/share/mime/globs2",
            "usr/share/icons/hicolor/icon-theme.cache",
        )
        return named | {Path(name) for name in caches if b"chuhe" in (self.copy / name).read_bytes().lower()}

    def in_the_menu(self, language):
        """Name and program of what a menu shows of the game."""
        shown = (
            "from gi.repository import Gio\n"
            f"for entry in Gio.AppInfo.get_all():\n"
            f"    if entry.get_id() == '{APP_ID}.desktop' and entry.should_show():\n"
            "        print(entry.get_display_name(), entry.get_executable(), entry.get_icon().to_string(), sep='|')"
        )
        return self.run_inside("/usr/bin/python3", "-c", shown, LC_ALL="C.UTF-8", LANGUAGE=language).strip()

    def test_from_the_menu_to_the_last_trace(self):
        file = self.game(moves="h2e2 h9g7")
        self.run_inside("dpkg", "--install", DEB)
        self.assertEqual(self.in_the_menu("en"), f"Chuhe|/usr/games/chuhe|{APP_ID}")
        self.assertEqual(self.in_the_menu("zh_CN"), f"楚河|/usr/games/chuhe|{APP_ID}")
        self.assertIn(b"chuhe", (self.copy / "usr/share/icons/hicolor/icon-theme.cache").read_bytes().lower())
        self.assertIn(MEDIA_TYPE, self.run_inside("gio", "info", "-a", "standard::content-type", file))
        self.assertIn("chuhe", self.run_inside("man", "--where", "6", "chuhe"))
        self.assertGreater(len(self.traces()), 10)

        # What a file manager does after a double click.
        app = self.app = Launched(self.home, self.inside("gio", "open", file))
        self.addCleanup(lambda: app.proc.poll() is None and app.kill(signal.SIGTERM))
        self.assertRegex(os.readlink(f"/proc/{app.proc.pid}/exe"), "(^|/)usr/games/chuhe$")
        until("the game of the file", lambda: len(app.moves()) == 2)
        self.assertEqual((app.piece("e2"), app.piece("g7")), ("red cannon", "black horse"))
        app.kill(signal.SIGTERM)

        self.run_inside("dpkg", "--purge", "chuhe")
        self.assertEqual(self.in_the_menu("en"), "")
        self.assertEqual(self.traces(), set())


if __name__ == "__main__":
    case.main()

#!/usr/bin/python3
"""Every way that GTK has to get a frame onto the screen shows the same, without a word."""

import re
import shutil

import case
import driver
import preload
from waiting import steady
from x11 import xdo

MINOR = driver.gtk_minor()
# What GTK calls them: the way by OpenGL was written anew, and then had the name of the old one.
BY_OPENGL = "ngl" if 14 <= MINOR < 20 else "gl"
RENDERERS = [None, BY_OPENGL, *(["vulkan"] if MINOR >= 16 else [])]


class Renderers(case.Case):
    # What Mesa says of a display without a graphics card, whichever program asks it to draw.
    expected_errors = re.compile("^(MESA|libEGL|WARNING: .*lavapipe|WARNING: .*conformant)")

    def picture(self, **settings):
        """The board after some moves, with a piece lifted, once nothing moves."""
        app = self.start(self.game(moves="h2e2 h9g7 h0g2 b9c7"), settings=settings)
        app.settle()
        app.play("i0h0 i9i8")
        app.click("h0")
        picture = app.board_pixels(0.5)
        app.photograph(f"renderer-{settings.get('GSK_RENDERER') or 'default'}")
        app.quit()
        self.home.session.unlink()
        return picture

    def test_all_show_the_same(self):
        expected = self.picture(GSK_RENDERER="cairo")
        for name in RENDERERS:
            with self.subTest(renderer=name or "the program's choice"):
                seen = self.picture(GSK_RENDERER=name)
                self.assertEqual(len(seen), len(expected))
                # Edges may be rounded otherwise: few bytes differ by more than a shade.
                off = sum(abs(one - other) > 24 for one, other in zip(seen, expected))
                self.assertLess(off / len(seen), 0.004)

    def drawn_again(self, drawn, **settings):
        """How many pictures were drawn for frames that show nothing new, and after the window has become smaller."""
        drawn.write_bytes(b"")
        app = self.start(self.game(moves="h2e2 h9g7"), settings={"DRAWN": str(drawn), **settings})
        app.play("h0g2")
        app.settle()
        size = lambda: drawn.stat().st_size
        before = steady("pictures", size, 0.5)
        app.key("F10")
        app.key("Escape")
        for square in app.points:
            xdo("mousemove", *app.at(square))
        app.settle()
        same = steady("pictures", size, 0.5)
        app.resize(700, 640)
        smaller = steady("pictures", size, 0.5)
        app.quit()
        # The next one begins with the usual size.
        self.home.session.unlink()
        shutil.rmtree(self.home.config / "chuhe")
        return same - before, smaller - same

    def test_pictures_are_drawn_once(self):
        for name in ["cairo", *RENDERERS]:
            with self.subTest(renderer=name or "the program's choice"):
                settings = {"LD_PRELOAD": preload.library("drawn"), "GSK_RENDERER": name}
                same, smaller = self.drawn_again(self.home.path / "drawn", **settings)
                self.assertEqual(same, 0)
                self.assertGreater(smaller, 0)

    def prepares_opengl(self, name):
        app = self.start(settings={"GSK_RENDERER": name})
        with open(f"/proc/{app.proc.pid}/maps", encoding="utf-8") as maps:
            # Mesa loads a driver, by the one name or the other.
            is_loaded = re.search("libgallium|_dri.so", maps.read())
        app.quit()
        return bool(is_loaded)

    def test_opengl_is_prepared_only_for_whom_asks_for_it(self):
        self.assertFalse(self.prepares_opengl(None))
        self.assertTrue(self.prepares_opengl(BY_OPENGL))


if __name__ == "__main__":
    case.main()

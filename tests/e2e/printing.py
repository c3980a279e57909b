"""Prints through the print dialog of GTK, to a file, which another program reads."""

import re
import subprocess

from waiting import steady, until
from x11 import xdo


def text_of(path):
    read = subprocess.run(["pdftotext", "-layout", path, "-"], check=True, capture_output=True, text=True)
    return " ".join(read.stdout.replace("\f", "\n").split())


def about(path):
    told = subprocess.run(["pdfinfo", path], check=True, capture_output=True, text=True).stdout
    return dict(re.split(r":\s+", line, maxsplit=1) for line in told.splitlines() if ": " in line)


class Printing:
    """A test that prints."""

    # GTK looks for printers of the network, which there are none of here.
    expected_errors = re.compile("avahi printers will not be available|cups", re.IGNORECASE)

    def printers(self):
        """GTK's own dialog, once it knows that one can print to a file."""

        def there():
            for top in self.app.over():
                if top.find("label", "Print to File") and top.find("button", "(?i)_?print.*"):
                    return top
            return None

        return until("the print dialog", there, 20)

    def press_print(self):
        """Chooses the printer that is a file."""
        dialog = self.printers()
        window = self.app.other_window("Print")
        row = until("the file", lambda: dialog.find("label", "Print to File"))[0]
        place = steady("the place of the file", lambda: self.app.center(row, dialog, window))
        xdo("mousemove", *place, "click", 1)
        button = until("a button", lambda: [
            node for node in dialog.find("button", ".*Print") if "sensitive" in node.states()
        ])[0]
        place = steady("the place of the button", lambda: self.app.center(button, dialog, window))
        self.app.screenshot("print-to-file", window)
        xdo("mousemove", *place, "click", 1)

    def print_to_file(self, await_end):
        """Prints to a file, and gives it once that is told."""
        known = set(self.home.path.rglob("*.pdf"))
        self.press_print()
        await_end()
        made = set(self.home.path.rglob("*.pdf")) - known
        self.assertEqual(len(made), 1)
        return made.pop()

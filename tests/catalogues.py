#!/usr/bin/python3
"""The translations: nothing is missing, and what a translator may get wrong without seeing it is right. What the tests of the
window wait for is said.

Run: tests/catalogues.py; nothing has to be built.
"""

import ast
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests" / "e2e"))
import words  # noqa: E402

PO = ROOT / "data" / "po"
# With how many forms a message about a number has in each.
LANGUAGES = {"vi": 1, "zh_CN": 1, "zh_HK": 1, "zh_TW": 1}
PLACE = re.compile(r"\{(\w+)\}")


def collected():
    """Every message that the program has now."""
    with tempfile.TemporaryDirectory() as folder:
        pot = Path(folder, "chuhe.pot")
        subprocess.run([PO / "collect", pot], check=True)
        return polib.pofile(str(pot))


def key(entry):
    return (entry.msgctxt, entry.msgid, entry.msgid_plural)


def translations(entry):
    """The texts of an entry, each with the English texts whose parts it may have."""
    if entry.msgid_plural:
        return [(text, [entry.msgid, entry.msgid_plural]) for text in entry.msgstr_plural.values()]
    return [(entry.msgstr, [entry.msgid])]


def access_key(label):
    found = re.search(r"_(\w)", label.replace("__", ""))
    return found and found.group(1).lower()


class Catalogues(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.messages = collected()
        cls.catalogues = {language: polib.pofile(str(PO / f"{language}.po")) for language in LANGUAGES}

    def each(self, fault):
        """Fails with every translation that `fault` finds something wrong with."""
        found = []
        for language, catalogue in self.catalogues.items():
            for entry in catalogue:
                for text, english in translations(entry):
                    if wrong := fault(text, english, entry, language):
                        found.append(f"{language}: {entry.msgid!r} -> {text!r}: {wrong}")
        self.assertEqual(found, [], f"{len(found)} translations")

    def test_there_are_the_languages_that_are_promised(self):
        self.assertEqual({path.stem for path in PO.glob("*.po")}, set(LANGUAGES))
        for language, catalogue in self.catalogues.items():
            self.assertEqual(catalogue.metadata["Language"], language)
            self.assertIn(f"nplurals={LANGUAGES[language]};", catalogue.metadata["Plural-Forms"])

    def test_no_catalogue_lacks_a_message(self):
        wanted = {key(entry) for entry in self.messages}
        self.assertGreater(len(wanted), 500)
        for language, catalogue in self.catalogues.items():
            with self.subTest(language=language):
                there = {key(entry) for entry in catalogue if not entry.obsolete}
                self.assertEqual(wanted - there, set(), "not there: make messages")
                self.assertEqual(there - wanted, set(), "not used any more: make messages")

    def test_no_message_is_without_translation(self):
        self.each(lambda text, english, entry, language: not text and "empty" or entry.fuzzy and "nobody has read it")

    def test_a_translation_has_the_parts_of_the_message(self):
        def fault(text, english, entry, language):
            # A part may stand twice, but none may be lost or made up; the message about one may leave its number out.
            if set(PLACE.findall(text)) not in [set(PLACE.findall(one)) for one in english]:
                return "other parts"
            return "{" in PLACE.sub("", text) and "a brace"

        self.each(fault)

    def test_access_keys_stay(self):
        def fault(text, english, entry, language):
            if bool(access_key(text)) != bool(access_key(english[0])):
                return "an access key"
            # A key that every keyboard has.
            return access_key(text) and not re.match("[a-z0-9]", access_key(text)) and "an access key without a key"

        self.each(fault)

    def test_the_ends_stay(self):
        def fault(text, english, entry, language):
            if english[0].endswith("…") != bool(re.search(r"…(\(_\w\))?$", text)):
                return "the dots at the end"
            space = [re.match(r"\s*", one).group() + "|" + re.search(r"\s*$", one).group() for one in (text, english[0])]
            return space[0] != space[1] and "blanks at an end"

        self.each(fault)

    def test_traditional_characters_are_not_simplified(self):
        simplified = set("车马帅对战开关贵们这时间设执轮军则")

        def fault(text, english, entry, language):
            # What is shown as an example of the other characters stands in the message, too.
            mixed = simplified & set(text) - set(entry.msgid)
            return language in ("zh_TW", "zh_HK") and mixed

        self.each(fault)

    def test_menus_have_each_access_key_once(self):
        for language, catalogue in self.catalogues.items():
            texts = {entry.msgid: entry.msgstr for entry in catalogue if not entry.msgid_plural}
            window = xml.parse(ROOT / "resources" / "ui" / "main_menu.ui")
            for menu in window.iter():
                if menu.tag not in ("menu", "submenu"):
                    continue
                labels = [child for section in menu for child in ([section] if section.tag != "section" else section)]
                labels = [label.text for item in labels for label in item.findall("attribute[@name='label']")]
                keys = [access_key(texts[label]) for label in labels]
                keys = [one for one in keys if one]
                with self.subTest(language=language, menu=menu.get("id")):
                    self.assertEqual(sorted(keys), sorted(set(keys)))


class Suites(unittest.TestCase):
    """The tests of the window, which take what they wait for from the sources."""

    def test_every_sentence_and_label_that_they_wait_for_is_there(self):
        faults, count = [], 0
        for file in sorted((ROOT / "tests" / "e2e").glob("*.py")):
            for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                name = call.func.id if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else None
                if name not in ("say", "pattern", "exact", "template", "ui", "menu"):
                    continue
                if not call.args or not all(isinstance(one, ast.Constant) for one in call.args):
                    continue
                count += 1
                try:
                    self.look_up(name, *(one.value for one in call.args))
                except (LookupError, OSError, ValueError) as fault:
                    faults.append(f"{file.name}:{call.lineno}: {fault}")
        self.assertEqual(faults, [], "\n".join(faults))
        self.assertGreater(count, 500)

    def look_up(self, name, *words_of):
        if name in ("ui", "menu"):
            getattr(words, name)(*words_of)
        else:
            words.messages_of(*words_of)


if __name__ == "__main__":
    unittest.main()

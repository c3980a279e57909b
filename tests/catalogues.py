#!/usr/bin/python3
"""The translations: nothing is missing, what a translator may get wrong without seeing it is right, and things are called as
data/po/README.md says. What the tests of the window wait for is said.

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
QUOTED = {"vi": "“([^”]+)”", "zh_CN": "“([^”]+)”", "zh_HK": "「([^」]+)」", "zh_TW": "「([^」]+)」"}
# Labels that are also names of keys, sides and languages.
NOT_ONLY_LABELS = {"Delete", "Menu", "Pause", "Black", "Chinese", "Chuhe", "Red", "Vietnamese"}
# Where a term of the glossary means something else or goes without saying: with the beginning of the message, why.
EXCUSED = {
    ("match", "The reason “{reason}” does not match"): "agrees with",
    ("save", "saves {pieces}"): "from being captured",
    ("study", "It is a whole game. To study a part"): "look into",
    ("general", "Move a cannon to the star: it attacks the soldier in front of"): "the soldier in the middle says it",
    ("game", "Solution, second player, or a game from"): "playing on says it",
    ("position", "Solution, second player, or a game from"): "from here says it",
    ("game", "Continue the game with another move"): "playing on says it",
    ("position", "It does not say which position the game"): "how far the game is says it",
    ("taken back", "Taken back: {words}."): "the move that is dropped follows",
    ("preferences", "Their defaults are used instead"): "the message before names them",
    ("settings", "Ctrl+comma, or Preferences"): "what can be chosen says it",
}


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


def plain(label):
    """A label as it is read, without access key and dots."""
    return re.sub(r"\s?\(_\w\)|_|…", "", label).strip()


class Translations(unittest.TestCase):
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
                    # What is empty is reported once, by a test of its own.
                    if text and (wrong := fault(text, english, entry, language)):
                        found.append(f"{language}: {entry.msgid!r} -> {text!r}: {wrong}")
        self.assertEqual(found, [], f"{len(found)} translations:\n" + "\n".join(found))


class Catalogues(Translations):
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
        for language, catalogue in self.catalogues.items():
            with self.subTest(language=language):
                empty = [entry.msgid for entry in catalogue for text, _ in translations(entry) if not text]
                self.assertEqual(empty, [])
        self.each(lambda text, english, entry, language: entry.fuzzy and "nobody has read it")

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

    def test_chinese_punctuation_is_that_of_the_language(self):
        def fault(text, english, entry, language):
            if not language.startswith("zh"):
                return None
            text = re.sub(r"\(_\w\)", "", text)
            foreign = "「」" if language == "zh_CN" else "“”"
            if found := re.search(f"""["'{foreign}]|(?<=[一-鿿])[,;:!?()]|[,;:!?()](?=[一-鿿])""", text):
                return f"{found.group()} in Chinese"
            # Not in a month, which stands in the middle of a date.
            joined = re.search("[一-鿿][A-Za-z0-9]|[A-Za-z0-9][一-鿿]", text)
            return joined and entry.msgctxt != "in a date" and f"no space in {joined.group()}"

        self.each(fault)

    def test_titles_of_studies_have_forms_that_there_are(self):
        forms = {"traditional", "simplified", "pinyin", "Vietnamese"}

        def fault(text, english, entry, language):
            return entry.msgctxt == "titles of studies" and set(text.split(", ")) - forms

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


class Glossary(Translations):
    """Things are called as the table in data/po/README.md says, and labels alike wherever they are named."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        header, _, *rows = re.findall(r"^\| (.+) \|$|^\|---", (PO / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
        languages = header.split(" | ")[1:]
        cls.called = {}
        for terms, *cells in (row.split(" | ") for row in rows):
            called = {language: re.split("[,;] ", cell) for language, cell in zip(languages, cells, strict=True)}
            cls.called |= dict.fromkeys(terms.split(", "), called)
        cls.never = cls.called.pop("*never*")
        # The longest first, so that no part of a term is taken for another one.
        checked = sorted((term for term in cls.called if not term.startswith("*")), key=len, reverse=True)
        plural = [re.sub(r"(?<![aeiou])y$", "(?:y|ies)", re.escape(term)) + "(?:e?s)?" for term in checked]
        cls.term = re.compile(r"(?<!\.)\b(?:" + "|".join(f"({one})" for one in plural) + r")\b", re.IGNORECASE)
        cls.checked = checked

    def terms(self, english):
        """The terms of the glossary in a message."""
        return {self.checked[found.lastindex - 1] for found in self.term.finditer(PLACE.sub("", english.replace("_", "")))}

    def test_things_are_called_as_the_glossary_says(self):
        used = set()

        def fault(text, english, entry, language):
            said = plain(text).lower()
            missing = set()
            for term in set().union(*map(self.terms, english)):
                if not any(word.lower() in said for word in self.called[term][language]):
                    excused = {one for one in EXCUSED if one[0] == term and entry.msgid.startswith(one[1])}
                    used.update(excused)
                    if not excused:
                        missing.add(term)
            return missing and f"not what the glossary calls {', '.join(sorted(missing))}"

        self.each(fault)
        self.assertEqual(set(EXCUSED) - used, set(), "no longer needed")
        self.assertGreater(len(self.checked), 90)

    def test_nothing_is_said_that_the_glossary_excludes(self):
        def fault(text, english, entry, language):
            return [word for word in self.never[language] if word.lower() in text.lower()]

        self.each(fault)

    def labels(self, language):
        """By its English text, what a label is called, with and without a context."""
        labels = {}
        for entry in self.catalogues[language]:
            if entry.msgid[0].isupper() or entry.msgid[0] == "_":
                labels.setdefault(plain(entry.msgid), set()).add(plain(entry.msgstr))
        return labels

    def test_what_is_quoted_as_a_label_is_one(self):
        labels = {language: set().union(*self.labels(language).values()) for language in LANGUAGES}

        def fault(text, english, entry, language):
            # What the English text quotes is no label, and a single character is part of a move.
            if "“" in english[0]:
                return None
            quoted = [plain(one) for one in re.findall(QUOTED[language], text)]
            return [one for one in quoted if len(one) > 1 and not PLACE.match(one) and one not in labels[language]]

        self.each(fault)

    def test_labels_are_named_as_they_are(self):
        # What is written like a title, or is one word.
        title = re.compile(r"[A-Z]\w+(?: (?:[A-Z]\w+|a|as|the|to|in|by|and|or|of|with))*(?<! )")
        labels = {language: self.labels(language) for language in LANGUAGES}
        names = [name for name in labels["vi"] if title.fullmatch(name) and name not in NOT_ONLY_LABELS]
        named = re.compile(r"\b(" + "|".join(sorted(map(re.escape, names), key=len, reverse=True)) + r")\b")

        def fault(text, english, entry, language):
            for found in named.finditer(english[0]):
                # Not in a heading, and no word that begins a sentence.
                first = re.search(r"(?:^|[.:!?}“] ?)$", english[0][: found.start()])
                if not english[0].endswith(".") or first and " " not in found.group():
                    continue
                if not any(name and name in text for name in labels[language][found.group()]):
                    return f"not what {found.group()} is called"

        self.each(fault)


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

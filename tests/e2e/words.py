"""What the program says in English, by the names that its own sources give to sentences: src/words and resources/ui.

`say("turn", side="Red")` is what the function `turn` makes of these parts. Of the sentences of one function the right one
is told by its parts, by what stands before it there, such as the pattern of an arm or `else`, or by its number:
`say("refusal", "Over")`, `say("variation", "(false, true)", side="Red")`, `say("time_presets", 3)`. A function whose name
several files have is called after its file as well, and one of actions.rs always, as in the program:
`say("mod.placed", …)`, `say("actions.open")`. A part that is `Red` or `Black` is that side. The mark of an access key is
left out. What is not there, or not clear, is a ValueError.
"""

import functools
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

TOKEN = re.compile(r"""("(?:\\.|[^"\\])*"|'(?:[^'\\]|\\.[^']*)')|//[^\n]*""", re.S)
# A function, an entry of `labels!`, or a message; an entry is the first in its block or comes after a semicolon.
THING = re.compile(r"\bfn\s+(\w+)|(?<=[{;])\s*(\w+)\s*=\s*(?=say)|\bsay(?:_about|_count)?!\s*\(")
LITERALS = re.compile(r'\s*"((?:\\.|[^"\\])*)"\s*,?', re.S)
ESCAPE = re.compile(r"\\(?:\n\s*|u\{([0-9a-f]+)\}|(.))", re.S)
# What comes before the last arm of a match: whole lines, of which the last ends something or begins a block.
ARM = re.compile(r".*[,{};]\n(?=(?:[^\n]*[^,{};\n]\n)*?[^\n]*=>)", re.S)
PLACE = re.compile(r"\{(\w+)\}")


def _unescaped(literal):
    """The text of a literal of Rust."""

    def one(found):
        code, sign = found.groups()
        return chr(int(code, 16)) if code else {"n": "\n", "t": "\t", None: ""}.get(sign, sign)

    return ESCAPE.sub(one, literal)


def without_key(label):
    """A label without the mark of its access key; the names of places keep theirs."""
    return re.sub(r"(\{\w+\})|_", r"\1", label)


class Message:
    """A sentence of a function: what stands before it in its arm, its forms, and the number that decides between them."""

    def __init__(self, before, macro, literals, rest):
        self.context = literals.pop(0) if "_about" in macro else None
        self.before, self.forms = ARM.sub("", before), literals
        self.counts = re.match(r"\w+", rest)[0] if "_count" in macro else None
        self.places = {place for form in literals for place in PLACE.findall(form)} | {self.counts} - {None}

    def is_after(self, words):
        """Whether these words stand before it."""
        return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", self.before) is not None

    def form(self, parts):
        """The form for so many."""
        return self.forms[0 if parts.get(self.counts) in (1, "1") else -1]


def _end_of_call(code, start):
    """Where the brackets close that have opened before `start`, in a code without texts."""
    depth, at = 1, start
    while depth:
        depth += {"(": 1, ")": -1}.get(code[at], 0)
        at += 1
    return at


def _functions(source):
    """The functions of a file with their messages, in their order."""
    source = source.split("#[cfg(test)]")[0]
    source = TOKEN.sub(lambda found: found[1] or "", source)
    code = TOKEN.sub(lambda found: " " * len(found[0]), source)
    there, messages, last = {}, [], 0
    for found in THING.finditer(code):
        name, start = found[1] or found[2], found.end()
        if name:
            messages, last = there.setdefault(name, []), start
            continue
        literals, at = [], start
        # A call has one literal, or two where it is about something or counts.
        while len(literals) < (1 if found[0].startswith("say!") else 2):
            literal = LITERALS.match(source, at)
            literals.append(_unescaped(literal[1]))
            at = literal.end()
        rest = source[at:].lstrip()
        messages.append(Message(source[last : found.start()], found[0], literals, rest))
        last = _end_of_call(code, start)
    return there


@functools.cache
def catalogue():
    """The messages of all functions, by their names alone and behind those of their files."""
    there = {}
    for file in sorted((ROOT / "src" / "words").glob("*.rs")):
        for name, messages in _functions(file.read_text(encoding="utf-8")).items():
            if messages:
                there.setdefault(name, {})[file.stem] = messages
    return there


def messages_of(name, *which):
    """The messages of a function that fit."""
    file, _, function = name.rpartition(".")
    there = catalogue().get(function, {})
    files = {one: messages for one, messages in there.items() if (file or one) == one and (file or one != "actions")}
    if len(files) != 1:
        raise ValueError(f"{name} is in {sorted(files)} of src/words")
    (messages,) = files.values()
    for one in which:
        messages = [messages[one]] if isinstance(one, int) else [other for other in messages if other.is_after(one)]
    if not messages:
        raise ValueError(f"{name} has no message {which}")
    return messages


def message(name, /, *which, **parts):
    """The one message that is meant, which has exactly these parts."""
    messages = messages_of(name, *which)
    fitting = [one for one in messages if one.places == set(parts)]
    if len({one.form(parts) for one in fitting}) != 1:
        there = [(one.forms, sorted(one.places)) for one in fitting or messages]
        raise ValueError(f"{name} {which} with {sorted(parts)} is {'none' if not fitting else 'several'} of {there}")
    return fitting[0]


def template(name, /, *which, **parts):
    """The message of a function as translators have it, before its parts are put into it."""
    return message(name, *which, **parts).form(parts)


def say(name, /, *which, **parts):
    """What the program says: the message of a function, filled with its parts."""
    return PLACE.sub(lambda place: _side(str(parts[place[1]])), without_key(template(name, *which, **parts)))


def _side(part):
    """What a side is called; any other part stays as it is."""
    return say("side", part) if part in ("Red", "Black") else part


def pattern(name, /, *which, **parts):
    """An expression for all that a function says. Parts are expressions; those that are not given may be anything."""
    known = lambda place: _side(parts.get(place, ".+"))
    messages = [one for one in messages_of(name, *which) if set(parts) <= one.places]
    if not messages:
        raise ValueError(f"{name} {which} has no message with {sorted(parts)}")

    def one(template):
        pieces = PLACE.split(without_key(template))
        return "".join(known(piece) if index % 2 else re.escape(piece) for index, piece in enumerate(pieces))

    exactly = lambda message: [message.form(parts)] if parts.get(message.counts, "").isdigit() else message.forms
    forms = sorted({one(form) for message in messages for form in exactly(message)})
    return forms[0] if len(forms) == 1 else f"(?:{'|'.join(forms)})"


def either_side():
    """An expression for the name of one of the sides."""
    return f"(?:{'|'.join(re.escape(say('side', side)) for side in ('Red', 'Black'))})"


def exact(name, /, *which, **parts):
    """The same as `say` as an expression, for where a name is looked for by one."""
    return re.escape(say(name, *which, **parts))


def translated(language, name, /, *which):
    """What the program says in another language, where a function has no parts; its catalogue has that in one line."""
    one = message(name, *which)
    context = f'msgctxt "{re.escape(one.context)}"\n' if one.context else "(?<!\")\n"
    entry = f'{context}msgid "{re.escape(one.form({}))}"\nmsgstr "(.+)"\n'
    found = re.search(entry, (ROOT / "data" / "po" / f"{language}.po").read_text(encoding="utf-8"))
    if not found:
        raise ValueError(f"{language}.po has no {one.forms}")
    return found[1]


# ---- Sentences in sentences ----


def sentences(*all):
    """Whole sentences one after the other."""
    return functools.reduce(lambda first, second: say("sentences", first=first, second=second), all)


def row(*things):
    """Things one after another."""
    return functools.reduce(lambda rest, following: say("row", rest=rest, next=following), things)


def listed(*things):
    """Things of which the last is joined by an “and”."""
    return say("list", rest=row(*things[:-1]), last=things[-1]) if things[1:] else things[0]


def notes(*things):
    """Short notes side by side."""
    return functools.reduce(lambda rest, following: say("notes", rest=rest, next=following), things)


def piece(side, kind):
    """A piece within a sentence: `red horse`."""
    return say("piece", side, piece=say("kind_of", side, kind))


def on_file(side, kind, file):
    """A piece and where it stands, within a sentence: `the red horse on file 8`."""
    return say("mod.placed", piece=piece(side, kind), file=file)


def increment(minutes, seconds):
    """So many minutes for the whole game, and seconds added for each move."""
    return say("stage", time=say("in_minutes", count=minutes), more=say("in_seconds", count=seconds))


def named(piece, file, rank):
    """A piece and where it stands, as it is read out: `Red horse on file 2 rank 1`, of `red horse`; the file as its owner
    counts."""
    return say("points.placed", piece=say("named_piece", *piece.title().split()), file=file, rank=rank)


def read_file(file, pieces):
    """A file as it is read out, with its pieces, such as `red horse`, by their ranks."""
    told = (say("read_file", rank=rank, piece=say("named_piece", *one.title().split())) for rank, one in pieces.items())
    return say("read_file", file=file, pieces=row(*told))


def read_rank(rank, pieces):
    """A rank as it is read out, with its pieces by their files, which Red counts here, and in it each piece’s owner."""
    own = lambda file, piece: 10 - file if piece.startswith("black") else file
    told = (
        say("read_rank", file=own(file, one), piece=say("named_piece", *one.title().split()))
        for file, one in pieces.items()
    )
    return say("read_rank", rank=rank, pieces=row(*told))


def attackers(side, *kinds):
    """The pieces of a side that attacked: `Red’s chariot`."""
    return say("attacks.attackers", "is_empty", side=side, pieces=listed(*(say("kind_of", side, kind) for kind in kinds)))


def moves(*numbers):
    """Moves within the reason of a ruling: `moves 1 and 2`."""
    return say("attacks.moves", numbers=listed(*map(str, numbers)))


def seat_button(label, side):
    """The button of a seat, by the function of its label."""
    return say("seat_button", label=say(label), side=side)


# ---- Interface files ----


@functools.cache
def _interface(file):
    return ElementTree.parse(ROOT / "resources" / "ui" / f"{file}.ui").getroot()


def _text(node, marked=False):
    text = "".join(node.itertext())
    return text if marked else without_key(text)


def _translatable(node, properties):
    """The first of these properties that a node has, or one below it."""
    for name in properties:
        for one in node.iter("property"):
            if one.get("name") == name and one.get("translatable"):
                return one
    return None


def ui(file, which="", property=None, marked=False):
    """A text of an interface file: of a widget, by its identifier, its action or its class, or of the window itself.
    Without the name of a property it is what the widget is called; `marked` keeps the mark of its access key."""
    root = _interface(file)
    if not which:
        found = [next(root.iter("template"))]
    else:
        widgets = list(root.iter("object"))
        action = lambda widget: [one.text for one in widget.findall("property") if one.get("name") == "action-name"]
        found = [one for one in widgets if which in (one.get("id"), *action(one))]
        found = found or [one for one in widgets if one.get("class") == which]
    texts = [_translatable(one, [property] if property else ["title", "label"]) for one in found]
    texts = {_text(one, marked) for one in texts if one is not None}
    if len(texts) != 1:
        raise ValueError(f"{file}.ui has {texts or 'nothing'} for {which or 'the window'} {property or ''}")
    return texts.pop()


def detail(caption, value):
    """A line of the details of a game, by the identifier of its caption."""
    return say("detail", caption=ui("details", caption), value=value)


@functools.cache
def _entries(file):
    """The entries of the menus of a file by their actions and targets: what each is called, and the submenu it is in."""
    entries = {}

    def collect(node, above):
        for item in node:
            there = {one.get("name"): one for one in item.findall("attribute")}
            label = _text(there["label"]) if "label" in there else above
            if item.tag == "item":
                entries[tuple(there[name].text for name in ("action", "target") if name in there)] = label, above
            elif item.tag in ("menu", "section", "submenu"):
                entries[(item.get("id"),)] = label, above
                collect(item, label)

    collect(_interface(file), None)
    return entries


def menu(*action, file="main_menu"):
    """An entry of the main menu, or of that of another file, by its action and target; a submenu by its identifier."""
    return _entry(action, file)[0]


def menu_key(action, file):
    """The access key of an entry of the menus of a file."""
    for item in _interface(file).iter("item"):
        there = {one.get("name"): one.text for one in item.findall("attribute")}
        if there.get("action") == action:
            return re.search("_(.)", there["label"])[1].lower()
    raise ValueError(f"{file}.ui has no {action}")


def submenu(*action):
    """The submenu of the main menu that has this action."""
    return _entry(action)[1]


def _entry(action, file="main_menu"):
    if action not in _entries(file):
        raise ValueError(f"{file}.ui has no {action}")
    return _entries(file)[action]

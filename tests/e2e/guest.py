"""A guest of the other kind: a second program for docs/PROTOCOL.md, written from that page alone, with nothing but Python."""

import hashlib
import hmac
import json
import secrets
import socket
import threading
import time

HELLO, PAKE, CONFIRM, SEALED, WITHDRAWN = range(1, 6)
# What a host may charge beyond what the guest has measured, in milliseconds.
QUOTA = 5000
# The starting position, rank 9 first.
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"


# ---- Ed25519 ----

FIELD = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, -1, FIELD) % FIELD
ROOT_OF_MINUS_ONE = pow(2, (FIELD - 1) // 4, FIELD)


def decoded(data):
    """A point: x, y, 1 and x times y."""
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (1 << 255) - 1
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, FIELD) % FIELD
    x = pow(square, (FIELD + 3) // 8, FIELD)
    if (x * x - square) % FIELD:
        x = x * ROOT_OF_MINUS_ONE % FIELD
    if y >= FIELD or (x * x - square) % FIELD:
        raise ValueError("no point of the curve")
    if x & 1 != sign:
        x = FIELD - x
    return x, y, 1, x * y % FIELD


def encoded(point):
    x, y, z, _ = point
    inverse = pow(z, -1, FIELD)
    x, y = x * inverse % FIELD, y * inverse % FIELD
    return (y | (x & 1) << 255).to_bytes(32, "little")


def added(one, other):
    a = (one[1] - one[0]) * (other[1] - other[0]) % FIELD
    b = (one[1] + one[0]) * (other[1] + other[0]) % FIELD
    c = 2 * one[3] * other[3] * CURVE % FIELD
    d = 2 * one[2] * other[2] % FIELD
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD


def times(number, point):
    total = 0, 1, 1, 0
    while number:
        if number & 1:
            total = added(total, point)
        point, number = added(point, point), number >> 1
    return total


BASE = decoded((4 * pow(5, -1, FIELD) % FIELD).to_bytes(32, "little"))
M = decoded(bytes.fromhex("15cfd18e385952982b6a8f8c7854963b58e34388c8e6dae891db756481a02312"))
N = decoded(bytes.fromhex("f04f2e7eb734b2a8f8b472eaf9c3c632576ac64aea650b496a8a20ff00e583c3"))


# ---- Keys ----


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def expanded(key, salt, info, length):
    """HKDF-SHA-256."""
    key = hmac.digest(salt or bytes(32), key, "sha256")
    out = block = b""
    while len(out) < length:
        block = hmac.digest(key, block + info + bytes([len(out) // 32 + 1]), "sha256")
        out += block
    return out[:length]


def identifier(secret):
    return sha256(b"chuhe/2 id ", secret)[:8].hex()


def derived(key, salt, label):
    return expanded(key, salt, b"chuhe/2 " + label.encode(), 32)


def proof(key, binding, role):
    return sha256(b"chuhe/2 proof ", key, binding, role.encode())[:16].hex()


# ---- ChaCha20-Poly1305 ----


def rotated(number, bits):
    return (number << bits | number >> 32 - bits) & 0xFFFFFFFF


def key_block(key, nonce, count):
    words = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574]
    data = key + count.to_bytes(4, "little") + nonce
    words += [int.from_bytes(data[at : at + 4], "little") for at in range(0, 48, 4)]
    state = list(words)
    columns = [(at, at + 4, at + 8, at + 12) for at in range(4)]
    diagonals = [(at, 4 + (at + 1) % 4, 8 + (at + 2) % 4, 12 + (at + 3) % 4) for at in range(4)]
    for a, b, c, d in (columns + diagonals) * 10:
        for x, y, z, bits in (a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7):
            state[x] = (state[x] + state[y]) & 0xFFFFFFFF
            state[z] = rotated(state[z] ^ state[x], bits)
    return b"".join((one + other & 0xFFFFFFFF).to_bytes(4, "little") for one, other in zip(state, words))


def ciphered(key, nonce, text):
    blocks = range(0, len(text), 64)
    stream = b"".join(key_block(key, nonce, 1 + at // 64) for at in blocks)
    return bytes(one ^ other for one, other in zip(text, stream))


def tag(key, nonce, sealed):
    block = key_block(key, nonce, 0)
    r = int.from_bytes(block[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    data = sealed + bytes(-len(sealed) % 16) + bytes(8) + len(sealed).to_bytes(8, "little")
    total = 0
    for at in range(0, len(data), 16):
        total = (total + int.from_bytes(data[at : at + 16] + b"\1", "little")) * r % (2**130 - 5)
    return (total + int.from_bytes(block[16:32], "little") & 2**128 - 1).to_bytes(16, "little")


def numbered(number):
    return bytes(4) + number.to_bytes(8, "big")


def seal(key, number, text):
    sealed = ciphered(key, numbered(number), text)
    return sealed + tag(key, numbered(number), sealed)


def unseal(key, number, body):
    sealed, given = body[:-16], body[-16:]
    if not hmac.compare_digest(tag(key, numbered(number), sealed), given):
        raise ValueError("a frame that was altered")
    return ciphered(key, numbered(number), sealed)


# ---- The log ----


def canonical(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def hashed(*parts):
    return sha256(*(piece for part in parts for piece in (len(part).to_bytes(8, "big"), part)))[:8].hex()


class Log:
    """A game whose only acts are moves, a resignation, and the acceptance of a draw by repetition, with some minutes for each
    side, or without a clock.
    """

    MEMBERS = "id series host red black rulebook no_capture time odds first take_backs drawn".split()

    def __init__(self, proposal):
        self.proposal = {name: proposal[name] for name in self.MEMBERS}
        self.entries, self.hashes = [], [hashed(b"chuhe/2", canonical(self.proposal))]
        self.board = [list("".join("." * int(one) if one.isdigit() else one for one in rank)) for rank in START.split("/")]
        self.left = {side: None if proposal["time"] == "-" else 1000 * int(proposal["time"]) for side in ("red", "black")}
        self.turn, self.result = 0, None

    def fen(self):
        ranks = []
        for rank in self.board:
            text = "".join(rank)
            for count in range(9, 0, -1):
                text = text.replace("." * count, str(count))
            ranks.append(text)
        return f"{'/'.join(ranks)} {'wb'[len(self.moves()) % 2]} - - 0 1"

    def moves(self):
        return [entry["act"]["play"] for entry in self.entries if "play" in entry["act"]]

    def add(self, entry):
        entry = {name: entry[name] for name in ("by", "act", "used") if name in entry}
        self.entries.append(entry)
        if entry["act"] == "resign":
            self.result = ("0-1" if entry["by"] == "red" else "1-0"), "resignation"
        elif entry["act"] == "agree":
            self.result = "1/2-1/2", "repetition"
        else:
            from_file, from_rank, to_file, to_rank = entry["act"]["play"]
            origin, target = 9 - int(from_rank), 9 - int(to_rank)
            piece = self.board[origin][ord(from_file) - ord("a")]
            self.board[origin][ord(from_file) - ord("a")] = "."
            self.board[target][ord(to_file) - ord("a")] = piece
        if entry.get("used"):
            self.left[entry["by"]] -= entry["used"]
        self.turn += 1
        left = ", ".join("None" if time is None else f"Some({time})" for time in self.left.values())
        result = 'Some(("{}", "{}"))'.format(*self.result) if self.result else "None"
        state = f"{self.fen()} [{left}] {result}"
        self.hashes.append(hashed(self.hashes[-1].encode(), canonical(entry), state.encode()))
        return self.hashes[-1]


# ---- The connection ----


def frame(kind, body):
    return len(body).to_bytes(4, "big") + bytes([kind]) + body


class Guest:
    """Calls, and does what has to be done at once by itself: it answers pings, charges the host’s moves, and checks hashes."""

    def __init__(self, name):
        self.name, self.key, self.log = name, None, None
        self.pending, self.seen = [], []
        self.charged, self.since = 0, time.monotonic()
        self.changed = threading.Condition()

    def call(self, port, secret, is_code=False):
        """Goes through the handshake."""
        self.line = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.sent = self.received = 0
        self.peer, self.is_live, self.failure = None, False, None
        hello = {"proto": [2]} if is_code else {"proto": [2], "key": identifier(secret)}
        w = int.from_bytes(expanded(secret, b"", b"SPAKE2 pw", 48), "big") % ORDER
        y = secrets.randbelow(ORDER)
        own = encoded(added(times(y, BASE), times(w, N)))
        guests = frame(HELLO, canonical(hello)) + frame(PAKE, b"B" + own)
        self.line.sendall(guests)
        greeting, theirs = self.take(HELLO), self.take(PAKE)
        if 2 not in json.loads(greeting)["proto"] or theirs[:1] != b"A":
            raise ValueError("another protocol")
        shared = times(y, added(decoded(theirs[1:]), times(ORDER - w, M)))
        names = sha256(b"chuhe-host-2"), sha256(b"chuhe-guest-2")
        key = sha256(sha256(secret), *names, theirs[1:], own, encoded(shared))
        salt = sha256(frame(HELLO, greeting), frame(PAKE, theirs), guests)
        self.to_host, self.to_guest, fresh, self.binding, confirms, confirmed = (
            derived(key, salt, label)
            for label in ("guest to host", "host to guest", "match", "binding", "guest", "host")
        )
        self.line.sendall(frame(CONFIRM, confirms))
        if self.take(CONFIRM) != confirmed:
            raise ValueError("a host that does not know the secret")
        self.fresh = fresh
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def exactly(self, count):
        data = b""
        while len(data) < count:
            more = self.line.recv(count - len(data))
            if not more:
                raise ConnectionError("the host has closed the connection")
            data += more
        return data

    def take(self, kind):
        head = self.exactly(5)
        if head[4] != kind:
            raise ValueError(f"a frame of kind {head[4]} instead of {kind}")
        return self.exactly(int.from_bytes(head[:4], "big"))

    def tell(self, kind, **members):
        with self.changed:
            sealed = seal(self.to_host, self.sent, canonical({"t": kind, **members}))
            self.sent += 1
            self.line.sendall(frame(SEALED, sealed))

    def read(self):
        try:
            while True:
                body = self.take(SEALED)
                message = json.loads(unseal(self.to_guest, self.received, body))
                self.received += 1
                with self.changed:
                    self.handle(message)
                    self.seen.append(message)
                    self.changed.notify_all()
        except (OSError, ValueError, KeyError, AssertionError) as why:
            with self.changed:
                self.failure = why
                self.changed.notify_all()

    def until(self, what, holds, seconds=30):
        """Waits for something, or for the end of the connection, which is an error."""
        with self.changed:
            self.changed.wait_for(lambda: holds() or self.failure, seconds)
            if not holds():
                raise AssertionError(f"no {what}: {self.failure!r} after {self.seen}")

    def cut(self):
        """The line is broken, without a word."""
        self.line.shutdown(socket.SHUT_RDWR)
        self.reader.join()
        self.line.close()

    def claim(self, role):
        return {"id": identifier(self.key), "proof": proof(self.key, self.binding, role)}

    def handle(self, message):
        kind = message["t"]
        if kind == "identify":
            theirs = message.get("game")
            assert theirs == (self.claim("host") if self.key else None), theirs
            self.peer = message["name"]
            own = {"game": self.claim("guest")} if self.key else {}
            self.tell("identify", name=self.name, rules=1, **own)
            if self.log:
                self.tell_log()
        elif kind == "ping":
            self.tell("pong", nonce=message["nonce"])
        elif kind == "terms":
            self.log, self.key, self.is_live = Log(message), self.fresh, True
            self.tell("accept", id=message["id"])
        elif kind == "request":
            assert message["n"] == self.log.turn, message
            self.charged = message["spent"]
            self.tell("charge", n=message["n"], used=self.charged)
        elif kind == "entry":
            assert message["n"] == len(self.log.entries), message
            self.enter(message["entry"])
            assert self.log.hashes[-1] == message["h"], (message, self.log.hashes)
            self.tell("ack", n=len(self.log.entries))
        elif kind == "resume":
            assert message["id"] == self.log.proposal["id"]
            self.theirs = message["n"], message["h"]
            self.compare()
        elif kind == "entries":
            assert message["n"] == len(self.log.entries), message
            for entry in message["entries"]:
                self.enter(entry)
            self.compare()
        elif kind == "reject":
            self.pending.pop(0)

    def enter(self, entry):
        if entry["by"] == self.side():
            assert entry["act"] in self.pending, entry
            assert entry.get("used", 0) <= self.spent() + QUOTA, (entry, self.spent())
            self.pending.clear()
        elif entry.get("used"):
            assert entry["used"] == self.charged, entry
        self.log.add(entry)
        self.since = time.monotonic()

    def spent(self):
        """Milliseconds since the last entry."""
        return int(1000 * (time.monotonic() - self.since))

    def compare(self):
        if len(self.log.entries) == self.theirs[0]:
            assert self.log.hashes[-1] == self.theirs[1], self.theirs
            self.is_live = True
            self.tell("ack", n=len(self.log.entries))
            for act in self.pending:
                self.ask(act)

    def tell_log(self):
        self.tell("resume", id=self.log.proposal["id"], n=len(self.log.entries), h=self.log.hashes[-1])

    def side(self):
        return "black" if self.log.proposal["host"] == "red" else "red"

    def act(self, act):
        self.pending.append(act)
        self.ask(act)

    def ask(self, act):
        self.tell("request", n=self.log.turn, act=act, spent=self.spent())

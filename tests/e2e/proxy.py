"""A line between two programs that is as bad as a test wants it: it divides, gathers, delays, holds back, cuts and refuses."""

import contextlib
import queue
import socket
import struct
import threading
import time

# The two ways of a line, by who hears what goes there.
HOST, GUEST = "host", "guest"
WAYS = HOST, GUEST
# A connection that is closed like this is reset, and what it held is lost.
RESET = struct.pack("ii", 1, 0)


class Way:
    """What goes from one end of a connection to the other."""

    def __init__(self, proxy, to, source, target, cut):
        self.proxy, self.to, self.source, self.target, self.cut = proxy, to, source, target, cut
        self.waiting = queue.Queue()
        for work in self.read, self.write:
            threading.Thread(target=work, daemon=True).start()

    def read(self):
        data = b"?"
        while data:
            try:
                data = self.source.recv(0x10000)
            except OSError:
                data = b""
            self.waiting.put((time.monotonic() + self.proxy.delay, data))

    def gathered(self):
        """What has come, and later as much as comes in the time in which the proxy gathers."""
        due, data = self.waiting.get()
        time.sleep(max(0.0, due - time.monotonic()) + self.proxy.gather)
        while data and not self.waiting.empty() and self.proxy.gather:
            more = self.waiting.get()[1]
            if not more:
                return data, True
            data += more
            self.proxy.merged[self.to] += 1
        return data, not data

    def write(self):
        ended = False
        while not ended:
            data, ended = self.gathered()
            self.proxy.open[self.to].wait()
            try:
                self.send(data)
            except OSError:
                break
        self.cut()

    def send(self, data):
        if data and self.to in self.proxy.broken:
            # The last frame lacks its end.
            self.proxy.broken.discard(self.to)
            self.target.sendall(data[:-1])
            self.cut()
            raise ConnectionError
        if data and self.to in self.proxy.changed:
            self.proxy.changed.discard(self.to)
            data = data[:-1] + bytes([data[-1] ^ 1])
        size = self.proxy.pieces or len(data)
        for at in range(0, len(data), size or 1):
            self.target.sendall(data[at : at + size])
            self.proxy.sent[self.to].append(len(data[at : at + size]))
            if self.proxy.pieces:
                # The other end reads it before more comes.
                time.sleep(0.0005)


class Proxy:
    """Listens for a guest, and calls the host for it."""

    def __init__(self, host, at=0, address="127.0.0.1"):
        self.host, self.address, self.port = host, address, at
        # The most bytes at a time, and the seconds by which everything is late, and in which it is gathered.
        self.pieces, self.delay, self.gather = 0, 0.0, 0.0
        self.open = {way: threading.Event() for way in WAYS}
        # The ways on which the next frame is cut off, or has another last byte.
        self.broken, self.changed = set(), set()
        # How long what was sent was, and how often it was joined; the calls.
        self.sent, self.merged, self.calls = {way: [] for way in WAYS}, dict.fromkeys(WAYS, 0), 0
        self.ends = []
        self.release()
        self.listen()

    def listen(self):
        """Takes calls, at the port that it had before."""
        self.ear = socket.create_server((self.address, self.port))
        self.port = self.ear.getsockname()[1]
        threading.Thread(target=self.take_calls, args=(self.ear,), daemon=True).start()

    def take_calls(self, ear):
        with contextlib.suppress(OSError):
            while True:
                self.connect(ear.accept()[0])

    def connect(self, guest):
        self.calls += 1
        try:
            host = socket.create_connection(("127.0.0.1", self.host), timeout=20)
        except OSError:
            guest.close()
            return
        both = [host, guest]
        for end in both:
            end.settimeout(None)
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.ends.append(both)
        close = lambda: self.close(both)
        Way(self, HOST, guest, host, close)
        Way(self, GUEST, host, guest, close)

    @staticmethod
    def close(both):
        for end in both:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def hold(self, *ways):
        """From now on nothing arrives, and nobody is told: what is sent is on its way."""
        for way in ways or WAYS:
            self.open[way].clear()

    def release(self):
        for way in WAYS:
            self.open[way].set()

    def cut(self, resets=False):
        """Ends what is connected."""
        ends, self.ends = self.ends, []
        for both in ends:
            for end in both if resets else ():
                with contextlib.suppress(OSError):
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            self.close(both)
            for end in both:
                end.close()

    def break_frame(self, way):
        """Cuts the line within the next frame that goes this way."""
        self.broken.add(way)

    def change_frame(self, way):
        """Changes a bit of the next frame that goes this way."""
        self.changed.add(way)

    def refuse(self):
        """Ends what is connected, and takes no calls."""
        with contextlib.suppress(OSError):
            self.ear.shutdown(socket.SHUT_RDWR)
        self.ear.close()
        self.cut()

    def leave(self):
        self.refuse()
        self.release()

"""Two homes on the internet, each a network namespace of its own: this one is the first home, where the test itself runs. The
router of each, in a namespace too, translates IPv4 addresses and lets nothing in that was not asked for. It maps ports if the
test wants it: `homes.py OPTIONS` is the program on it.

Addresses are those for documentation (RFC 5737, RFC 3849).
"""

import atexit
import contextlib
import json
import selectors
import shutil
import socket
import struct
import subprocess
import sys
import threading
import time
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

PORT = 5351
# Result codes: RFC 6887, section 7.4; RFC 6886, section 3.5.
SUCCESS, UNSUPPORTED_VERSION, NOT_AUTHORIZED = 0, 1, 2
PCP, NAT_PMP = "pcp", "nat-pmp"
# The computers of every home, as on many a router, and the router itself.
INSIDE, GATEWAY = "192.168.1.7", "192.168.1.1"
LINK_LOCAL_GATEWAY = "fe80::1"
TOOLS = "ip", "nft", "nsenter", "unshare"

RULES = """
flush ruleset
table ip nat {{
    chain from_internet {{
        type nat hook prerouting priority dstnat;
        {forwards}
    }}
    chain to_internet {{
        type nat hook postrouting priority srcnat;
        oifname "internet" masquerade
    }}
}}
table inet firewall {{
    chain forward {{
        type filter hook forward priority filter; policy drop;
        iifname "home" accept
        ct state established,related accept
        ct status dnat accept
        {openings}
    }}
}}
"""


def run(*words, text=None):
    subprocess.run(words, check=True, input=text, text=True, capture_output=True)


def are_possible():
    """Whether namespaces and rules for them can be made here."""
    if not all(map(shutil.which, TOOLS)):
        return False
    tried = subprocess.run(["unshare", "--net", "nft", "-f", "-"], input=RULES.format(forwards="", openings=""), text=True, capture_output=True)
    return tried.returncode == 0


class Here:
    """The network namespace of this process."""

    inside = ()

    def run(self, *words, text=None):
        run(*self.inside, *words, text=text)

    def set(self, **values):
        for name, value in values.items():
            self.run("sh", "-c", f"echo {value} > /proc/sys/net/{name.replace('__', '/')}")

    def connect(self, name, other, other_name):
        """Puts a line between a device here and one there."""
        # One whose other end has gone with its namespace may still be there.
        subprocess.run([*self.inside, "ip", "link", "delete", name], check=False, capture_output=True)
        self.run("ip", "link", "add", name, "type", "veth", "peer", "name", other_name, "netns", str(other.keeper.pid))
        self.run("ip", "link", "set", name, "up")
        other.run("ip", "link", "set", other_name, "up")

    def address(self, device, address):
        nodad = ["nodad"] if ":" in address else []
        self.run("ip", "address", "add", address, "dev", device, *nodad)


class Namespace(Here):
    """A network namespace, which lasts as long as a process in it, and its devices with it."""

    def __init__(self):
        quiet = dict(stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.keeper = subprocess.Popen(["unshare", "--net", "sleep", "infinity"], **quiet)
        # Also if it comes to no test.
        atexit.register(self.close)
        own = Path("/proc/self/ns/net").readlink()
        there = Path("/proc", str(self.keeper.pid), "ns/net")
        end = time.monotonic() + 10
        while there.readlink() == own and time.monotonic() < end:
            time.sleep(0.01)
        self.inside = ["nsenter", f"--net=/proc/{self.keeper.pid}/ns/net"]

    def close(self):
        self.keeper.kill()
        self.keeper.wait()


class Homestead:
    """A home on the internet: `number` is part of all its addresses there."""

    def __init__(self, number, computers, internet, six):
        self.external = f"203.0.{number}.2"
        self.six = f"2001:db8:{number}:1::7" if six else None
        self.computers, self.router, self.program, self.told = computers, Namespace(), None, []
        for namespace in self.computers, self.router:
            # Addresses can be used at once.
            namespace.set(ipv6__conf__default__accept_dad=0)
            namespace.run("ip", "link", "set", "lo", "up")
        self.router.set(ipv4__ip_forward=1, ipv6__conf__all__forwarding=1)
        line, provider = f"line{number}", f"203.0.{number}.1"
        computers.connect("lan", self.router, "home")
        internet.connect(line, self.router, "internet")
        internet.address(line, f"{provider}/24")
        self.router.address("internet", f"{self.external}/24")
        self.router.address("home", f"{GATEWAY}/24")
        computers.address("lan", f"{INSIDE}/24")
        self.router.run("ip", "route", "add", "default", "via", provider)
        computers.run("ip", "route", "add", "default", "via", GATEWAY)
        if six:
            self.connect_six(internet, line, f"2001:db8:{number}")
        self.router.run("nft", "-f", "-", text=RULES.format(forwards="", openings=""))

    def connect_six(self, internet, line, net):
        internet.address(line, f"{net}::1/64")
        self.router.address("internet", f"{net}::2/64")
        self.router.address("home", f"{net}:1::1/64")
        self.router.address("home", f"{LINK_LOCAL_GATEWAY}/64")
        self.computers.address("lan", f"{self.six}/64")
        internet.run("ip", "route", "add", f"{net}:1::/64", "via", f"{net}::2")
        self.router.run("ip", "route", "add", "default", "via", f"{net}::1")
        self.computers.run("ip", "route", "add", "default", "via", LINK_LOCAL_GATEWAY, "dev", "lan")

    def start_router(self, **options):
        """Has the router answer to those who ask it for a mapping."""
        options = json.dumps({"external": self.external, **options})
        words = [*self.router.inside, sys.executable, __file__, options]
        self.program = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        self.told = [json.loads(self.program.stdout.readline())]
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        """Notes the mappings after every answer, each as address, port and external port."""
        with contextlib.suppress(ValueError):
            self.told.extend(map(json.loads, self.program.stdout))

    def close(self):
        if self.program:
            self.program.kill()
            self.program.wait()
            self.program.stdout.close()
        # The lines to it go, too.
        self.router.close()


@contextlib.contextmanager
def lan(number):
    """This computer and another one on the same network, without a way to the internet; their addresses end in these."""
    with contextlib.closing(Namespace()) as other:
        here = Here()
        here.connect("lan", other, "lan")
        other.run("ip", "link", "set", "lo", "up")
        computers = here, other
        change_addresses(computers, number)
        yield computers


def change_addresses(computers, number):
    for computer, last in zip(computers, (number, number + 1)):
        computer.run("ip", "address", "flush", "dev", "lan", "scope", "global")
        computer.address("lan", f"192.168.1.{last}/24")


@contextlib.contextmanager
def two(six=False):
    """Two homes, and the internet between them."""
    with contextlib.ExitStack() as stack:
        internet, other = (stack.enter_context(contextlib.closing(Namespace())) for _ in range(2))
        internet.set(ipv4__ip_forward=1, ipv6__conf__all__forwarding=1, ipv6__conf__default__accept_dad=0)
        computers = {113: Here(), 114: other}
        homes = (Homestead(number, there, internet, six) for number, there in computers.items())
        yield [stack.enter_context(contextlib.closing(home)) for home in homes]


# ---- The program on the router ----


class Router:
    """Maps ports, or does not."""

    def __init__(self, external, speaks=(PCP, NAT_PMP), refuses=False, claims=None, shift=0, lease=None):
        # Its address on the internet, and the one that it says it has.
        self.external, self.claims = external, claims or external
        self.speaks, self.refuses = speaks, refuses
        # By how much external ports differ from those inside, and the longest time that a mapping is granted for.
        self.shift, self.lease = shift, lease
        # By address and port inside: the nonce and the external port.
        self.mappings = {}

    def serve(self):
        waiting = selectors.DefaultSelector()
        link_local = LINK_LOCAL_GATEWAY, PORT, 0, socket.if_nametoindex("home")
        addresses = {socket.AF_INET: (GATEWAY, PORT), socket.AF_INET6: link_local}
        for family, address in addresses.items():
            asked = socket.socket(family, socket.SOCK_DGRAM)
            with contextlib.suppress(OSError):
                # A home may have no IPv6.
                asked.bind(address)
                waiting.register(asked, selectors.EVENT_READ)
        self.tell()
        while True:
            for ready, _ in waiting.select():
                data, client = ready.fileobj.recvfrom(2000)
                answer = self.answer(data, ip_address(client[0]))
                if answer:
                    ready.fileobj.sendto(answer, client)
                    self.tell()

    def tell(self):
        print(json.dumps([[str(address), port, external] for (address, port), (_, external) in self.mappings.items()]), flush=True)

    def answer(self, data, client):
        if data[0] == 2 and PCP in self.speaks:
            return self.answer_pcp(data, client)
        if NAT_PMP in self.speaks and client.version == 4:
            return self.answer_nat_pmp(data, client)
        return None

    def answer_pcp(self, data, client):
        """RFC 6887, sections 7.1, 7.2 and 11.1."""
        version, operation, _, lifetime, claimed = struct.unpack_from(">BBHI16s", data)
        nonce, protocol, port, suggested, _ = struct.unpack_from(">12sB3xHH16s", data, 24)
        address = IPv6Address(claimed)
        assert (version, operation, protocol, len(data)) == (2, 1, 6, 60), data
        assert (address.ipv4_mapped or address) == client, (address, client)
        code, lifetime, external = self.map(client, port, nonce, suggested, lifetime)
        outside = IPv6Address(f"::ffff:{self.claims}") if client.version == 4 else client
        head = struct.pack(">BBBBII12x", 2, 0x80 | operation, 0, code, lifetime, 1000)
        return head + struct.pack(">12sB3xHH16s", nonce, protocol, port, external, outside.packed)

    def answer_nat_pmp(self, data, client):
        """RFC 6886, sections 3.2, 3.3 and 3.5."""
        if data[0] != 0:
            return struct.pack(">BBHI", 0, 0x80 | data[1], UNSUPPORTED_VERSION, 1000)
        if data == b"\0\0":
            return struct.pack(">BBHI4s", 0, 128, SUCCESS, 1000, IPv4Address(self.claims).packed)
        _, operation, port, suggested, lifetime = struct.unpack(">BBxxHHI", data)
        assert operation == 2, data
        code, lifetime, external = self.map(client, port, None, suggested, lifetime)
        return struct.pack(">BBHIHHI", 0, 130, code, 1000, port, external, lifetime)

    def map(self, client, port, nonce, suggested, lifetime):
        """Maps a port, or deletes its mapping."""
        known = self.mappings.get((client, port))
        if self.refuses or known and known[0] != nonce:
            return NOT_AUTHORIZED, 30, 0
        if lifetime == 0:
            self.mappings.pop((client, port), None)
            self.open()
            return SUCCESS, 0, 0
        if known:
            external = known[1]
        elif client.version == 6 or suggested != port:
            external = suggested
        else:
            external = port + self.shift
        self.mappings[client, port] = nonce, external
        self.open()
        return SUCCESS, min(lifetime, self.lease or lifetime), external

    def open(self):
        """Makes the rules those of the mappings."""
        forwards, openings = [], []
        for (address, port), (_, external) in self.mappings.items():
            if address.version == 4:
                forwards.append(f'iifname "internet" ip daddr {self.external} tcp dport {external} dnat to {address}:{port}')
            else:
                openings.append(f"ip6 daddr {address} tcp dport {port} accept")
        rules = RULES.format(forwards="\n".join(forwards), openings="\n".join(openings))
        run("nft", "-f", "-", text=rules)


if __name__ == "__main__":
    Router(**json.loads(sys.argv[1])).serve()

"""The line of an invitation, read and written by the book: docs/PROTOCOL.md."""

import ipaddress
from typing import NamedTuple

PREFIX = "chuhe:"
LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
SECRET = 10


class Invitation(NamedTuple):
    # Each with its port.
    addresses: list
    secret: bytes

    @property
    def port(self):
        """The port of the last address, at which the program itself listens."""
        return self.addresses[-1][1]


def checksum(data):
    """CRC-16/XMODEM."""
    total = 0
    for byte in data:
        total ^= byte << 8
        for _ in range(8):
            total = (total << 1 ^ 0x1021 * (total >> 15)) & 0xFFFF
    return total


def read(line):
    letters = line.lower().removeprefix(PREFIX)
    bits = "".join(f"{LETTERS.index(letter):05b}" for letter in letters)
    data = bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits) - 7, 8))
    body, total = data[:-2], int.from_bytes(data[-2:], "big")
    if body[0] != 2 or body[1] > 8 or checksum(body) != total:
        raise ValueError(f"{line} is no invitation")
    count, mask = body[1], body[2]
    addresses, at = [], 3
    for index in range(count):
        size = 16 if mask >> index & 1 else 4
        port = int.from_bytes(body[at + size : at + size + 2], "big")
        addresses.append((str(ipaddress.ip_address(body[at : at + size])), port))
        at += size + 2
    return Invitation(addresses, body[at:])


def write(invitation):
    addresses = [(ipaddress.ip_address(one), port) for one, port in invitation.addresses]
    mask = sum(1 << index for index, (one, _) in enumerate(addresses) if one.version == 6)
    head = bytes([2, len(addresses), mask])
    body = head + b"".join(one.packed + port.to_bytes(2, "big") for one, port in addresses) + invitation.secret
    data = body + checksum(body).to_bytes(2, "big")
    bits = "".join(f"{byte:08b}" for byte in data)
    bits += "0" * (-len(bits) % 5)
    return PREFIX + "".join(LETTERS[int(bits[at : at + 5], 2)] for at in range(0, len(bits), 5))


def through(line, port, *addresses):
    """The same invitation to another port, and to other addresses than 127.0.0.1."""
    addresses = [(one, port) for one in addresses or ["127.0.0.1"]]
    return write(read(line)._replace(addresses=addresses))

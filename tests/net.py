"""A guard that lets nothing but loopback through, and tells what was opened."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass, field
from typing import Any

import pytest


class NetworkUsedError(AssertionError):
    """Something tried to leave this machine."""


@dataclass
class Network:
    """What was opened while the guard stood."""

    opened: list[str] = field(default_factory=list)
    """Hosts connected to or looked up, loopback included."""

    def check(self, host: Any) -> None:
        """Note ``host`` and refuse it outside loopback."""
        name = host.decode() if isinstance(host, bytes) else str(host)
        self.opened.append(name)
        if name != "localhost" and not _is_loopback(name):
            raise NetworkUsedError(f"the test tried to reach {name!r}")


def guard(monkeypatch: pytest.MonkeyPatch) -> Network:
    """Watch every connection and every look-up of a name until the test ends."""
    network = Network()
    lookup = socket.getaddrinfo

    def getaddrinfo(host: Any, *arguments: Any, **options: Any) -> Any:
        network.check(host)
        return lookup(host, *arguments, **options)

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    for method in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, method, _guarded(method, network))
    return network


def _guarded(method: str, network: Network) -> Any:
    original = getattr(socket.socket, method)

    def checked(self: socket.socket, *arguments: Any) -> Any:
        address = arguments[-1]
        if self.family in (socket.AF_INET, socket.AF_INET6):
            network.check(address[0])
        return original(self, *arguments)

    return checked


def _is_loopback(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False

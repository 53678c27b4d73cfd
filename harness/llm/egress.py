"""Where corpusgate may connect to: loopback, and hosts that the policy lists by name.

Every generator, embedder, reranker and judge that speaks HTTP asks here first. URLs are read
strictly and rebuilt from their parts, so that no other URL parser can see another host in them.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from harness.errors import Fault, HarnessError

SETTING = "privacy.allow_hosts"

_SCHEMES = ("http", "https")
_NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*", re.ASCII)
_PATH = re.compile(r"[A-Za-z0-9._~!$&'()*+,;=:@%/-]*", re.ASCII)
_UNSAFE = re.compile(r"[^\x21-\x7e]|\\")
# Old resolvers read 127.1, 0x7f000001 and 2130706433 as addresses; a host name never looks so.
_NUMERIC = re.compile(r"(?:.*\.)?(?:\d+|0x[0-9a-f]*)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address that was checked. ``url`` is rebuilt from the parts that were checked."""

    url: str
    """Scheme, host, port where given, path; no trailing slash, user, query or fragment."""
    host: str
    """Lower case, no trailing dot; an IPv6 address in its shortest form without brackets."""
    identity: str
    """Host, port and path: what a cached response belongs to."""
    loopback: bool


def require_allowed(url: str, allow_hosts: Iterable[str], what: str) -> Endpoint:
    """Check ``url`` against the policy.

    Args:
        url: base URL of an HTTP endpoint.
        allow_hosts: host names or addresses of ``privacy.allow_hosts``; no wildcards.
        what: the setting the URL stands in, for the message (``generation.base_url``).

    Raises:
        HarnessError: not a plain HTTP URL; or a host outside loopback that is not listed.
    """
    endpoint = read_endpoint(url, what)
    if endpoint.loopback or endpoint.host in listed_hosts(allow_hosts):
        return endpoint
    raise HarnessError(
        f"{what}: connecting to {endpoint.host!r} is not allowed. Only loopback is, and the hosts "
        f"listed in {SETTING}. To send corpus text there, add {endpoint.host!r} to {SETTING}."
    )


def listed_hosts(allow_hosts: Iterable[str]) -> frozenset[str]:
    """The entries of ``privacy.allow_hosts`` in the form hosts are compared in.

    Raises:
        HarnessError: every entry that is not a bare host name or address.
    """
    hosts: set[str] = set()
    faults: list[Fault] = []
    for number, entry in enumerate(allow_hosts):
        host = _canonical_host(entry.removeprefix("[").removesuffix("]"))
        if host is None:
            faults.append(
                Fault(
                    f"{SETTING}[{number}]",
                    f"{entry!r} is not a host",
                    "a host name or address alone: no scheme, port, path or wildcard; "
                    "an international name in its xn-- form",
                )
            )
        else:
            hosts.add(host)
    if faults:
        raise HarnessError(f"{SETTING} cannot be read.", faults)
    return frozenset(hosts)


def read_endpoint(url: str, what: str) -> Endpoint:
    """Parse a base URL strictly, without asking whether it is allowed.

    Raises:
        HarnessError: names ``what`` and the first thing that is wrong.
    """
    parts, port = _split(url, what)
    host = _canonical_host(parts.hostname or "")
    if host is None:
        raise _fault(
            what,
            f"{parts.hostname!r} is not a host",
            "a host name in ASCII (an international name in its xn-- form) or an IP address",
        )
    path = parts.path.rstrip("/")
    shown = f"[{host}]" if ":" in host else host
    address = shown if port is None else f"{shown}:{port}"
    return Endpoint(
        url=f"{parts.scheme}://{address}{path}",
        host=host,
        identity=f"{address}{path}",
        loopback=_is_loopback(host),
    )


def _split(url: str, what: str) -> tuple[SplitResult, int | None]:
    if _UNSAFE.search(url):
        raise _fault(what, f"{url!r} holds a space, backslash, control or non-ASCII character")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise _fault(what, f"{url!r} is not a URL: {error}") from error
    if parts.scheme not in _SCHEMES:
        raise _fault(what, f"scheme {parts.scheme!r} in {url!r}", "http:// or https://")
    if "@" in parts.netloc:
        # The user part may be a secret, so the URL is not repeated.
        raise _fault(what, "the URL holds a user or password", "a key in the setting api_key_env")
    if parts.query or parts.fragment or "?" in url or "#" in url:
        raise _fault(what, "the URL has a query or fragment", "a base URL without them")
    if not _PATH.fullmatch(parts.path):
        raise _fault(what, f"the path of {url!r} holds a character that must be escaped")
    return parts, port


def _fault(
    what: str, found: str, expected: str = "a URL like http://127.0.0.1:8080/v1"
) -> HarnessError:
    return HarnessError(str(Fault(what, found, expected)))


def _canonical_host(host: str) -> str | None:
    """The form hosts are compared in; ``None`` for what is not a host."""
    host = host.lower().removesuffix(".")
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        named = _NAME.fullmatch(host) and len(host) <= 253 and not _NUMERIC.fullmatch(host)
        return host if named else None
    scoped = isinstance(address, ipaddress.IPv6Address) and address.scope_id is not None
    return None if scoped else str(address)


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback

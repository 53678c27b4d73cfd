"""Every address that something configured calls: is it allowed, is its key there, does it answer?

Nothing is sent but what opens a connection, and that to allowed hosts alone.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from harness.config import Release
from harness.config.release import STAGES
from harness.errors import HarnessError
from harness.llm.connection import read_api_key
from harness.llm.egress import require_allowed
from harness.ragas_metrics import Ragas

State = Literal["ok", "missing", "wrong"]
"""``missing`` hinders nothing that is configured; ``wrong`` does."""

_TIMEOUT_S = 3.0


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    name: str
    state: State
    told: str


@dataclass(frozen=True, slots=True)
class _Caller:
    """What calls an address."""

    name: str
    """As ``embedding openai``."""
    url: str
    key: str
    """The environment variable its key is in; empty for none."""


def endpoints(release: Release) -> Iterator[Check]:
    """What may be called, and everything that calls an address."""
    hosts = release.privacy.allow_hosts
    yield Check("allowed hosts", "ok", ", ".join(hosts) or "none: no text leaves this machine")
    for caller in _callers(release):
        yield _reached(caller, release)
        if caller.key:
            yield _key(caller)


def _callers(release: Release) -> Iterator[_Caller]:
    configured: list[object] = [getattr(release.pipeline, stage) for stage in STAGES]
    ragas = release.ragas.llm if isinstance(release.ragas, Ragas) else None
    for provider in (*configured, release.judge, ragas):
        url = getattr(provider, "base_url", "") or getattr(provider, "url", "")
        if url:
            name = f"{getattr(provider, 'kind', '')} {getattr(provider, 'name', '')}"
            yield _Caller(name, url, getattr(provider, "api_key_env", ""))


def _reached(caller: _Caller, release: Release) -> Check:
    """Whether something listens where the caller's first step goes: the proxy, where there is one."""
    hosts, proxy = release.privacy.allow_hosts, release.privacy.proxy
    try:
        endpoint = require_allowed(caller.url, hosts, caller.name)
        first = endpoint
        if proxy and not endpoint.loopback:
            first = require_allowed(proxy, hosts, "privacy.proxy")
    except HarnessError as error:
        return Check(caller.name, "wrong", str(error))
    parts = urlsplit(first.url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    way = "" if first is endpoint else f" on the way to {endpoint.host}"
    try:
        with socket.create_connection((first.host, port), _TIMEOUT_S):
            return Check(caller.name, "ok", f"{first.host}:{port} answers{way}")
    except OSError as error:
        told = f"{first.host}:{port} does not answer{way}: {error}"
        return Check(caller.name, "wrong", told)


def _key(caller: _Caller) -> Check:
    """Whether the key is there and can be sent; it is never shown."""
    name = f"{caller.name} key"
    try:
        read_api_key(caller.key, os.environ)
    except HarnessError as error:
        return Check(name, "wrong", str(error))
    return Check(name, "ok", f"{caller.key} is set")

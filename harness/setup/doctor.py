"""What is installed, allowed and reachable, and what would keep a run from its verdict."""

from __future__ import annotations

import os
import platform
import shutil
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from harness import __version__
from harness.config import Release, load_policy
from harness.errors import HarnessError
from harness.model.counted import counted
from harness.pipeline.bind import bind_release
from harness.pipeline.places import Places
from harness.pipeline.sources import open_release

State = Literal["ok", "missing", "wrong"]
"""``missing`` hinders nothing that is configured; ``wrong`` does."""

_TIMEOUT_S = 3.0


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    name: str
    state: State
    told: str


def examine(config: Path) -> list[Check]:
    """Look at everything a run with ``config`` would need; nothing is built or asked."""
    checks = [
        Check("python", "ok", platform.python_version()),
        Check("corpusgate", "ok", __version__),
        _program("git"),
        *_extras(),
    ]
    release, told = _configuration(config)
    checks.append(told)
    if release is not None:
        checks += _workspace(release)
        checks += _endpoints(release)
    return checks


def _program(name: str) -> Check:
    path = shutil.which(name)
    return Check(name, "ok", path) if path else Check(name, "missing", "not on PATH")


def _extras() -> Iterator[Check]:
    """Each extra of the package, and what of it is not installed."""
    wanted: dict[str, list[str]] = {}
    for line in requires("corpusgate") or ():
        package, _, marker = line.partition(";")
        if "extra ==" in marker:
            extra = marker.partition("extra ==")[2].strip(" '\"")
            wanted.setdefault(extra, []).append(package.strip())
    for extra, packages in sorted(wanted.items()):
        absent = [package for package in packages if not _installed(package)]
        told = f"pip install 'corpusgate[{extra}]' (lacks {', '.join(absent)})"
        yield Check(f"extra {extra}", *(("missing", told) if absent else ("ok", "installed")))


def _installed(requirement: str) -> bool:
    name = requirement
    for index, letter in enumerate(requirement):
        if not (letter.isalnum() or letter in "-_."):
            name = requirement[:index]
            break
    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True


def _configuration(config: Path) -> tuple[Release | None, Check]:
    if not config.exists():
        return None, Check("configuration", "missing", f"no {config}: corpusgate init writes one")
    try:
        release = open_release(config, {})
    except HarnessError as error:
        return None, Check("configuration", "wrong", str(error))
    return release, Check("configuration", "ok", str(config))


def _workspace(release: Release) -> Iterator[Check]:
    from harness.cases import load_cases
    from harness.pipeline.versions import scan

    yield _try(
        "policy", lambda: counted(len(load_policy(release.gate, release.metrics.k).rules), "rule")
    )
    yield _try("cases", lambda: counted(len(load_cases(release.cases)), "case"))
    yield _try("baseline", lambda: counted(len(scan("baseline", release).entries), "document"))
    yield _try("candidate", lambda: counted(len(scan("candidate", release).entries), "document"))
    folder = Places(release.root).cache
    place = next(above for above in (folder, *folder.absolute().parents) if above.exists())
    writable = os.access(place, os.W_OK)
    yield Check(
        "cache", "ok" if writable else "wrong", f"{folder}{'' if writable else ': read-only'}"
    )


def _try(name: str, look: Callable[[], str]) -> Check:
    try:
        return Check(name, "ok", look())
    except HarnessError as error:
        return Check(name, "wrong", str(error))


def _endpoints(release: Release) -> Iterator[Check]:
    """Every address a stage calls: allowed by the configuration, then whether it answers."""
    try:
        bind_release(release, Places(release.root))
    except HarnessError as error:
        yield Check("endpoints", "wrong", str(error))
        return
    pipeline = release.pipeline
    for stage in (pipeline.embedding, pipeline.index, pipeline.rerank, pipeline.generation):
        url = getattr(stage, "base_url", "") or getattr(stage, "url", "")
        if url:
            yield _reach(f"{stage.kind} {stage.name}", url)


def _reach(name: str, url: str) -> Check:
    """Whether something listens; no text is sent."""
    parts = urlsplit(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        with socket.create_connection((parts.hostname or "", port), _TIMEOUT_S):
            return Check(name, "ok", f"{parts.hostname}:{port} answers")
    except OSError as error:
        return Check(name, "wrong", f"{parts.hostname}:{port} does not answer: {error}")

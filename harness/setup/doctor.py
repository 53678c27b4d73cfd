"""What is installed, allowed and reachable, and what would keep a run from its verdict."""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from harness import __version__
from harness.config import Release, load_policy
from harness.errors import HarnessError
from harness.model.counted import counted
from harness.pipeline.bind import bind_release
from harness.pipeline.places import Places
from harness.pipeline.sources import open_release
from harness.setup.endpoints import Check, endpoints


def examine(config: Path) -> list[Check]:
    """Look at everything a run with ``config`` would need; nothing is built or asked."""
    checks = [
        Check("python", "ok", platform.python_version()),
        Check("corpusgate", "ok", __version__),
        _encoding(),
        _program("git"),
        *_extras(),
    ]
    release, told = _configuration(config)
    checks.append(told)
    if release is not None:
        checks += _workspace(release)
        checks.append(_try("stages", lambda: _can_work(release)))
        checks += endpoints(release)
    return checks


def _encoding() -> Check:
    """Whether output can show any text, in a terminal as in a log."""
    name = sys.stdout.encoding or "ascii"
    if name.lower().replace("-", "") == "utf8":
        return Check("encoding", "ok", name)
    return Check("encoding", "missing", f"{name} shows other letters as escapes: PYTHONUTF8=1")


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
    try:
        version(re.split(r"[^\w.-]", requirement, maxsplit=1)[0])
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
    yield from _labels(release)
    folder = Places(release.root).cache
    place = next(above for above in (folder, *folder.absolute().parents) if above.exists())
    writable = os.access(place, os.W_OK)
    yield Check(
        "cache", "ok" if writable else "wrong", f"{folder}{'' if writable else ': read-only'}"
    )


def _labels(release: Release) -> Iterator[Check]:
    """Whether the cases expect documents that there are; silent where these cannot be read."""
    from harness.cases import load_cases
    from harness.gate.labels import unknown_labels
    from harness.pipeline.versions import scan

    try:
        cases = load_cases(release.cases)
        sources = {entry.source_id for entry in scan("baseline", release).entries}
    except HarnessError:
        return
    unknown = [f"{found.case_id}: {found.reason}" for found in unknown_labels(cases, sources)]
    yield Check("labels", "wrong" if unknown else "ok", "; ".join(unknown) or "all are there")


def _try(name: str, look: Callable[[], str]) -> Check:
    try:
        return Check(name, "ok", look())
    except HarnessError as error:
        return Check(name, "wrong", str(error))


def _can_work(release: Release) -> str:
    """Whether every stage has the library, prompt and permission it needs."""
    bind_release(release, Places(release.root))
    return "each has what it needs"

"""Where the documents of a repository are, and in which language."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from harness.git import Repository, repository_around
from harness.text import detect_language

_ENDINGS = (".md", ".txt", ".html", ".htm", ".rst")
_KNOWN = ("docs", "doc", "documentation", "handbook", "content", "corpus", "kb", "wiki", "policies")
_NOT_DOCUMENTS = frozenset(
    {"node_modules", "venv", "site-packages", "build", "dist", "target", "vendor", "tests", "test"}
    | {"configs", "fixtures", "runs", "reports", "reviews"}
)
OWN_BASELINE = "corpus/baseline"
"""Where the released documents are kept outside of git."""
_SAMPLE = 20
_SAMPLE_BYTES = 20_000
_MOST_FILES = 200_000


@dataclass(frozen=True, slots=True)
class Found:
    """What a repository holds."""

    folder: str
    """The folder with the documents, from the workspace; empty where there are none."""
    documents: tuple[str, ...]
    """Paths from that folder, sorted."""
    language: str
    """``en``, ``ru`` or ``und``, by what most of a sample is in."""
    baseline: str
    """What ``corpus.baseline`` should be."""
    released: bool
    """Whether the baseline is there already."""
    host: str
    """``github``, ``gitlab`` or nothing."""


def detect(root: Path, folder: str = "") -> Found:
    """Look at a workspace; nothing is written. ``folder`` names the documents' folder."""
    repository = repository_around(root)
    files = sorted(filter(_is_document, _files(root, repository)))
    chosen = folder or _folder(files)
    documents = tuple(_below(files, chosen))
    sample = [root / chosen / name for name in documents[:_SAMPLE]]
    baseline = _baseline(root, repository, chosen)
    return Found(
        folder=chosen,
        documents=documents,
        language=_language(sample),
        baseline=baseline,
        released=_is_there(root, repository, baseline),
        host=_host(root, repository),
    )


def _files(root: Path, repository: Repository | None) -> Iterator[str]:
    """Files of the workspace: those git does not ignore, or all outside of git."""
    if repository is not None:
        inside = Repository(root)
        given = ("ls-files", "-z", "--cached", "--others", "--exclude-standard")
        yield from (os.fsdecode(name) for name in inside.run(*given).split(b"\0") if name)
        return
    seen = 0
    for above, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in names:
            yield (Path(above) / name).relative_to(root).as_posix()
        seen += len(names)
        if seen > _MOST_FILES:
            return


def _is_document(path: str) -> bool:
    parts = PurePosixPath(path).parts
    hidden = any(part.startswith(".") or part in _NOT_DOCUMENTS for part in parts[:-1])
    return path.lower().endswith(_ENDINGS) and not hidden


def _folder(files: Iterable[str]) -> str:
    """A folder with a name that documents have, else the one with the most of them."""
    counts = Counter(path.split("/")[0] for path in files if "/" in path)
    known = [name for name in _KNOWN if counts[name]]
    if known:
        return max(known, key=lambda name: (counts[name], name))
    return max(sorted(counts), key=lambda name: counts[name], default="")


def _below(files: Iterable[str], folder: str) -> Iterator[str]:
    if not folder:
        return
    prefix = "" if folder == "." else folder.rstrip("/") + "/"
    yield from (path.removeprefix(prefix) for path in files if path.startswith(prefix))


def _language(sample: Iterable[Path]) -> str:
    found = Counter(detect_language(_text(path)) for path in sample)
    found.pop("und", None)
    return max(sorted(found), key=lambda name: found[name], default="und")


def _text(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            return stream.read(_SAMPLE_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def _baseline(root: Path, repository: Repository | None, folder: str) -> str:
    if repository is None or not folder:
        return OWN_BASELINE
    prefix = repository.relative(root / folder) or ""
    return f"git:merge-base:{_default_branch(repository)}:{prefix}"


def _is_there(root: Path, repository: Repository | None, baseline: str) -> bool:
    if repository is None:
        return (root / baseline).is_dir()
    _, _, branch, folder = baseline.split(":", 3)
    return _exists(repository, f"{branch}:{folder}")


def _default_branch(repository: Repository) -> str:
    """The branch changes are merged into, as this clone knows it, else the current one."""
    head = repository.ask("symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD")
    names = (head, "origin/main", "origin/master", "main", "master")
    found = (name for name in names if name and _exists(repository, name))
    current = repository.ask("symbolic-ref", "--quiet", "--short", "HEAD")
    return next(found, current or "origin/main")


def _exists(repository: Repository, name: str) -> bool:
    return bool(repository.ask("rev-parse", "--verify", "--quiet", "--end-of-options", name))


def _host(root: Path, repository: Repository | None) -> str:
    url = (repository.ask("remote", "get-url", "origin") or "") if repository else ""
    if "gitlab" in url or (root / ".gitlab-ci.yml").exists():
        return "gitlab"
    return "github" if "github" in url or (root / ".github").is_dir() else ""

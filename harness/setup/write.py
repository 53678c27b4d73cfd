"""The files of a workspace, written where there is none yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from harness import __version__
from harness.setup.detect import Found
from harness.store import canonical_json, write_atomic, write_through

IGNORED = (".corpusgate/", "runs/", "reports/")
"""What is generated and can be made again."""

_TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class Written:
    """What became of each file, by its name from the workspace."""

    wrote: tuple[str, ...]
    kept: tuple[str, ...]
    """Files that were there already; they are as they were."""


def set_up(root: Path, found: Found) -> Written:
    """Write configuration, policy, prompt, cases, workflow and ignores; nothing is overwritten."""
    wrote: list[str] = []
    kept: list[str] = []
    for name, text in _files(found):
        if (root / name).exists():
            kept.append(name)
        else:
            write_atomic(root / name, text.encode("utf-8"))
            wrote.append(name)
    if _ignore(root / ".gitignore"):
        wrote.append(".gitignore")
    return Written(tuple(wrote), tuple(kept))


def _files(found: Found) -> Iterator[tuple[str, str]]:
    yield "configs/release.yaml", _fill("release.yaml", found)
    yield "configs/gate.yaml", _fill("gate.yaml", found)
    yield "configs/prompts/answer.md", _fill("answer.md", found)
    yield "fixtures/cases.jsonl", _example(found)
    if found.host == "github":
        yield ".github/workflows/corpusgate.yml", _fill("github.yml", found)
    if found.host == "gitlab":
        yield ".gitlab/corpusgate.yml", _fill("gitlab.yml", found)


def _fill(name: str, found: Found) -> str:
    text = (_TEMPLATES / name).read_text(encoding="utf-8")
    candidate = canonical_json(found.folder or "corpus/candidate")
    values = {
        "@BASELINE@": canonical_json(found.baseline),
        # In a workflow it is a part of a quoted text, in the configuration a text of its own.
        "@CANDIDATE@": candidate if name == "release.yaml" else candidate[1:-1],
        "@LANGUAGE@": "ru" if found.language == "ru" else "en",
        "@VERSION@": __version__,
    }
    for mark, value in values.items():
        text = text.replace(mark, value)
    return text


def _example(found: Found) -> str:
    """One draft, so that the file is valid and nothing passes for asked that nobody asked."""
    first = next(iter(found.documents), "welcome.md")
    case = {
        "id": "example-001",
        "query": "Replace this question by one that your users ask.",
        "expected_source_ids": [str(PurePosixPath(first).with_suffix(""))],
        "tags": ["draft"],
        "notes": "Written by corpusgate init. A draft has no part in the verdict: "
        "correct it and take the tag away. `corpusgate cases draft` proposes more.",
    }
    return canonical_json(case) + "\n"


def _ignore(path: Path) -> bool:
    """Add the generated folders to the ignores, after what is there; true if any was missing."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    known = {line.strip().strip("/") for line in text.splitlines()}
    missing = [line for line in IGNORED if line.strip("/") not in known]
    if missing:
        gap = "" if not text or text.endswith("\n") else "\n"
        write_through(path, (text + gap + "".join(f"{line}\n" for line in missing)).encode("utf-8"))
    return bool(missing)

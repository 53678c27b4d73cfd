"""The documentation is true: links resolve, commands exist, the reference is the code's own."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from docs import generate_cli as cli
from harness.cli.tongue import chosen
from tests.review.conftest import made

__all__ = ["made"]

REPOSITORY = Path(__file__).parents[1]
PAGES = sorted(
    page
    for pattern in ("*.md", "docs/**/*.md", "design/**/*.md", "*/README.md", "corpus/*.md")
    for page in REPOSITORY.glob(pattern)
)
SHELLS = {"sh", "bash", "console"}
_INSTALLS = {"build", "install"}
"""Words of a line in which corpusgate is a package or an image, and not called."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(REPOSITORY).as_posix())
def test_relative_links_resolve(page: Path) -> None:
    broken = [link for link in _links(page) if not _resolves(page, link)]
    assert broken == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(REPOSITORY).as_posix())
def test_shell_blocks_name_real_commands(page: Path) -> None:
    faults = [fault for line in _shell_lines(page) if (fault := _fault_of(line))]
    assert faults == []


@pytest.mark.parametrize("index", ["docs/index.md", "design/README.md"])
def test_every_page_is_in_the_index(index: str) -> None:
    """What is in no list is in no navigation: docs/conf.py makes that of the site from them."""
    lists = REPOSITORY / index
    linked = {(lists.parent / link.partition("#")[0]).resolve() for link in _links(lists)}
    pages = set(lists.parent.rglob("*.md")) - {lists}
    assert sorted(pages - linked) == []


@pytest.mark.parametrize(
    "name", sorted(p.stem for p in (REPOSITORY / "docs").glob("generate_*.py"))
)
def test_generated_page_is_the_code_s_own(name: str) -> None:
    generator = import_module(f"docs.{name}")
    assert generator.PAGE.read_text(encoding="utf-8") == generator.page(), "Run make docs."


def test_every_picture_is_shown_described_and_small() -> None:
    pictures = [token for page in PAGES for token in _tokens(page) if token.type == "image"]
    assert all(token.content for token in pictures)
    shown = {str(token.attrGet("src")).rpartition("/")[2] for token in pictures}
    kept = {path.name: path.stat().st_size for path in (REPOSITORY / "docs/images").iterdir()}
    assert sorted(kept) == sorted(shown)
    assert [name for name, size in kept.items() if size > 200_000] == []


def test_every_file_of_a_run_and_every_key_of_run_json_is_documented(made: Path) -> None:
    page = (REPOSITORY / "docs" / "reference" / "files.md").read_text(encoding="utf-8")
    (info,) = (made / "runs").glob("*/run.json")
    names = {path.name for path in info.parent.rglob("*") if path.is_file()}
    seals = {name for name in names if name.endswith(".jsonl.sha256")}
    assert [name for name in sorted(names - seals - {".lock"}) if f"{name}`" not in page] == []
    keys = json.loads(info.read_bytes())
    assert [key for key in keys if f"`{key}`" not in page] == []


def test_examples_in_python_run(
    made: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (REPOSITORY / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(from .*?)```", page, re.DOTALL)
    (run,) = (made / "runs").glob("run-*")
    monkeypatch.chdir(made)
    exec(example.replace("run-0123456789ab", run.name))  # noqa: S102  # it is our own page
    assert capsys.readouterr().out == "BLOCK\nparcels refund\nagain/index.html\n"


def test_every_exit_code_is_in_the_readme() -> None:
    from harness.errors import ExitCode

    text = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    assert [code for code in ExitCode if f"| {code.value} |" not in text] == []


def _tokens(page: Path) -> Iterator[Token]:
    for token in MarkdownIt("commonmark").enable("table").parse(page.read_text(encoding="utf-8")):
        yield token
        yield from token.children or ()


def _links(page: Path) -> list[str]:
    targets = (str(token.attrGet("href") or token.attrGet("src") or "") for token in _tokens(page))
    return [target for target in targets if target and not re.match(r"[a-z]+:", target)]


def _resolves(page: Path, link: str) -> bool:
    path, _, anchor = link.partition("#")
    target = page.parent / path if path else page
    return target.exists() and (not anchor or anchor in _anchors(target))


@cache
def _anchors(page: Path) -> set[str]:
    """Anchors as code hosts make them of headings."""
    tokens = list(_tokens(page))
    titles = [tokens[i + 1].content for i, t in enumerate(tokens) if t.type == "heading_open"]
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def _shell_lines(page: Path) -> list[str]:
    blocks = [token for token in _tokens(page) if token.type == "fence"]
    text = "\n".join(token.content for token in blocks if token.info.split(" ")[0] in SHELLS)
    return [line.removeprefix("$ ") for line in text.replace("\\\n", " ").split("\n")]


def _fault_of(line: str) -> str:
    """What is wrong with a shell line that calls us; empty for every other program."""
    words = shlex.split(line, comments=True)
    if "corpusgate" in words and not _INSTALLS.intersection(words):
        return _fault_of_command(words[words.index("corpusgate") + 1 :])
    if words[:1] == ["make"]:
        known = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
        targets = [word for word in words[1:] if "=" not in word]
        unknown = [t for t in targets if not re.search(rf"^{re.escape(t)}:", known, re.MULTILINE)]
        return f"no such target: {unknown}" if unknown else ""
    return ""


def _fault_of_command(words: list[str]) -> str:
    _, words = chosen(words, {})  # the language may be asked for anywhere on the line
    command = cli.application(words[0] if words else "")
    path = ["corpusgate"]
    while words and words[0] in cli.inner(command):
        path.append(words.pop(0))
        command = cli.inner(command)[path[-1]]
    given = {word.partition("=")[0] for word in words if word.startswith("--")}
    unknown = sorted(given - {"--help", *cli.options(command)})
    if unknown or (cli.inner(command) and not given):
        return f"{' '.join(path)} does not know {unknown or words}"
    return ""

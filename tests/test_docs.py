"""The documentation is true: links resolve, commands exist, nothing a user can set is left out."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

REPOSITORY = Path(__file__).parents[1]
PAGES = sorted(
    page
    for pattern in ("*.md", "docs/**/*.md", "design/**/*.md", "*/README.md", "corpus/*.md")
    for page in REPOSITORY.glob(pattern)
)
SHELLS = {"sh", "bash", "console"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(REPOSITORY).as_posix())
def test_relative_links_resolve(page: Path) -> None:
    broken = [link for link in _links(page) if not _resolves(page, link)]
    assert broken == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(REPOSITORY).as_posix())
def test_shell_blocks_name_real_commands(page: Path) -> None:
    faults = [fault for line in _shell_lines(page) if (fault := _fault_of(line))]
    assert faults == []


def test_every_page_is_in_the_index() -> None:
    index = REPOSITORY / "docs" / "index.md"
    linked = {(index.parent / link.partition("#")[0]).resolve() for link in _links(index)}
    pages = set((REPOSITORY / "docs").rglob("*.md")) - {index}
    assert sorted(pages - linked) == []


def test_every_command_and_option_is_in_the_reference() -> None:
    text = (REPOSITORY / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
    missing = [
        f"{name} {option}".rstrip()
        for name, command in _commands()
        for option in ("", *_options(command))
        if (option or f"`{name}`") not in _section(text, name)
    ]
    assert missing == []


def test_every_setting_is_in_the_reference() -> None:
    from harness.config.release import ReleaseFile

    text = (REPOSITORY / "docs" / "reference" / "configuration.md").read_text(encoding="utf-8")
    missing = [key for key in _settings(ReleaseFile.model_json_schema()) if f"`{key}`" not in text]
    assert missing == []


def test_every_rule_and_metric_is_in_the_reference() -> None:
    from harness.config import METRICS, NAMED_RULES

    text = (REPOSITORY / "docs" / "reference" / "configuration.md").read_text(encoding="utf-8")
    assert [name for name in (*NAMED_RULES, *METRICS) if f"`{name}`" not in text] == []


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
    if "corpusgate" in words:
        return _fault_of_command(words[words.index("corpusgate") + 1 :])
    if words[:1] == ["make"]:
        known = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
        targets = [word for word in words[1:] if "=" not in word]
        unknown = [t for t in targets if not re.search(rf"^{re.escape(t)}:", known, re.MULTILINE)]
        return f"no such target: {unknown}" if unknown else ""
    return ""


def _fault_of_command(words: list[str]) -> str:
    command = _application(words[0] if words else "")
    path = ["corpusgate"]
    while words and words[0] in _inner(command):
        path.append(words.pop(0))
        command = _inner(command)[path[-1]]
    options = {word.partition("=")[0] for word in words if word.startswith("--")}
    unknown = sorted(options - {"--help", *_options(command)})
    if unknown or (_inner(command) and not options):
        return f"{' '.join(path)} does not know {unknown or words}"
    return ""


def _application(wanted: str) -> Any:
    from typer.main import get_command

    from harness.cli.main import build_app

    return get_command(build_app(wanted))


def _inner(command: Any) -> dict[str, Any]:
    """The commands of a group; a command has none."""
    found: dict[str, Any] = getattr(command, "commands", {})
    return found


def _commands() -> list[tuple[str, Any]]:
    """Every command that does something, by its full name."""
    found = []
    pending = [(f"corpusgate {name}", _inner(_application(name))[name]) for name in _names()]
    while pending:
        name, command = pending.pop()
        pending += [(f"{name} {key}", value) for key, value in _inner(command).items()]
        if not _inner(command):
            found.append((name, command))
    return sorted(found, key=lambda pair: pair[0])


def _names() -> list[str]:
    return sorted(_inner(_application("")))


def _options(command: Any) -> list[str]:
    names = [name for parameter in command.params for name in parameter.opts]
    negations = [name for parameter in command.params for name in parameter.secondary_opts]
    return sorted(name for name in names + negations if name.startswith("--"))


def _section(text: str, name: str) -> str:
    """The part of the reference under the heading of one command."""
    match = re.search(rf"^#+ `{re.escape(name)}`$.*?(?=^#+ `|\Z)", text, re.MULTILINE | re.DOTALL)
    return match.group() if match else ""


def _settings(schema: dict[str, Any]) -> list[str]:
    """Dotted keys of every setting in a JSON schema."""
    definitions = schema.get("$defs", {})

    def walk(part: dict[str, Any], prefix: str) -> Iterator[str]:
        for name, field in part.get("properties", {}).items():
            inner = definitions.get(str(field.get("$ref", "")).rpartition("/")[2], {})
            if inner.get("properties"):
                yield from walk(inner, f"{prefix}{name}.")
            else:
                yield prefix + name

    return sorted(walk(schema, ""))

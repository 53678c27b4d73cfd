"""Write docs/reference/python.md from the public names of the package: ``make docs``."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, cast, get_args

from docs.tables import attribute_docs, fill, prose, table

PAGE = Path(__file__).parent / "reference" / "python.md"

ROOMS: Mapping[str, tuple[str, ...]] = {
    "harness.pytest_plugin": ("CorpusgateRun",),
    "harness.outputs": ("read_artefacts", "build_outputs", "write_outputs", "Outputs"),
    "harness.report": (
        "RunArtefacts",
        "TextMode",
        "build_context",
        "render_report",
        "write_report",
        "redact",
        "case_anchor",
        "languages",
    ),
    "harness.support": (
        "check_support",
        "best_support",
        "Support",
        "Verdict",
        "Kind",
    ),
    "harness.cases": ("load_cases",),
    "harness.record": ("read_records",),
    "harness.registry": ("Provider", "register", "Registry", "build_registry", "expect"),
    "harness.errors": ("HarnessError", "Fault", "ExitCode", "MissingExtraError"),
}
"""Module -> its names, in the order of the page."""

_SECTION = re.compile(r"^(Args|Raises|Returns):\n((?:    .*\n?|\n)+)", re.MULTILINE)
_ROLE = re.compile(r":\w+:`+~?(?:[\w.]+\.)?(\w+)`+")


def page() -> str:
    """The page with its descriptions made anew."""
    return fill(PAGE.read_text("utf-8"), {room: _room(room) for room in ROOMS})


def _room(room: str) -> str:
    module = import_module(room)
    parts = (f"### `{name}`\n\n{_described(name, getattr(module, name))}" for name in ROOMS[room])
    return "\n".join([f"{_markdown(module)}\n", *parts])


def _described(name: str, found: Any) -> str:
    if inspect.isclass(found):
        return f"{_markdown(found)}\n\n{_members(found)}"
    if get_args(found):
        return f"One of {', '.join(f'`{value}`' for value in get_args(found))}.\n"
    return f"{_signature(name, found)}\n{_markdown(found)}\n"


def _members(cls: type) -> str:
    """Fields, properties and methods that are the class's own and not private."""
    docs = attribute_docs(cls)
    own = {name: value for name, value in vars(cls).items() if not name.startswith("_")}
    fields = inspect.get_annotations(cls)
    rows = [[f"`{name}: {kind}`", docs.get(name, "")] for name, kind in fields.items()]
    rows += [
        [f"`{name}: {_returned(value.fget)}`", _first_line(value)]
        for name, value in own.items()
        if isinstance(value, property)
    ]
    methods = [value for value in own.values() if inspect.isfunction(value)]
    rows += [[f"`{_header(method.__name__, method)}`", _first_line(method)] for method in methods]
    members = getattr(cls, "__members__", {})
    rows += [[f"`{name} = {value.value}`", docs.get(name, "")] for name, value in members.items()]
    return table(["Member", "Meaning"], rows) if rows else ""


def _signature(name: str, function: Any) -> str:
    return f"```python\n{_header(name, function)}\n```\n"


def _header(name: str, function: Any) -> str:
    node = _node(function)
    return f"{name}({ast.unparse(node.args)}) -> {_returned(function)}"


def _returned(function: Any) -> str:
    returns = _node(function).returns
    return ast.unparse(returns) if returns else ""


def _node(function: Any) -> ast.FunctionDef:
    source = textwrap.dedent(inspect.getsource(function))
    return cast("ast.FunctionDef", ast.parse(source).body[0])


def _first_line(found: Any) -> str:
    return prose(
        _ROLE.sub(r"`\1`", (inspect.getdoc(found) or "").partition("\n\n")[0].replace("\n", " "))
    )


def _markdown(found: Any) -> str:
    """A docstring as Markdown; the sections of Google's style become lists."""
    text = _ROLE.sub(r"`\1`", inspect.getdoc(found) or "")
    return prose(_SECTION.sub(_section, text)).strip()


def _section(match: re.Match[str]) -> str:
    entries = re.split(r"\n(?=\S)", textwrap.dedent(match[2]).strip())
    items = ("- " + " ".join(entry.split()) for entry in entries)
    return (
        f"{match[1]}:\n\n"
        + "\n".join(re.sub(r"^- (\w+): ", r"- `\1`: ", item) for item in items)
        + "\n"
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

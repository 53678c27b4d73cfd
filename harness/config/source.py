"""YAML into plain values, with the line of every key. Hostile files are refused, not survived."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from harness.config.faults import Key, show, show_key
from harness.errors import Fault, HarnessError
from harness.store import read_file

MAX_BYTES = 256 * 1024
MAX_DEPTH = 32
MAX_NODES = 20_000
"""Values after aliases are written out: a file of a few lines can ask for billions."""

COMMAND_LINE = "command line"

_PREFIX = "tag:yaml.org,2002:"


class _Loader(yaml.SafeLoader):
    """Plain scalars as YAML 1.2 and JSON read them (``no`` and ``12:30`` are text), depth limited."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, Any]]] = {}
    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]  # no stub
            raise yaml.MarkedYAMLError(
                problem=f"nested deeper than {MAX_DEPTH} levels", problem_mark=mark
            )
        try:
            return super().compose_node(parent, index)
        finally:
            self.depth -= 1


_PLAIN = {
    "null": (r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    "bool": (r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    "int": (r"[-+]?[0-9]+", list("-+0123456789")),
    "float": (
        r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?",
        list("-+.0123456789"),
    ),
}
for _name, (_pattern, _first) in _PLAIN.items():
    _Loader.add_implicit_resolver(_PREFIX + _name, re.compile(rf"(?:{_pattern})\Z"), _first)


@dataclass(frozen=True, slots=True)
class Source:
    """A configuration as it was read: its value, where each key stands, what is wrong with its form."""

    path: Path
    value: Any
    places: Mapping[Key, str]
    faults: tuple[Fault, ...] = ()

    def where(self, key: Key) -> str:
        """``file:line: key`` (or ``command line: key``); the nearest place above a missing key."""
        near = next(key[:n] for n in range(len(key), -1, -1) if key[:n] in self.places or n == 0)
        place = self.places.get(near, str(self.path))
        return f"{place}: {show_key(key)}" if key else place

    def override(self, dotted: str, value: Any) -> Source:
        """The source with the value at ``a.b.c`` replaced by one from the command line."""
        key: Key = tuple(dotted.split("."))
        opened: dict[Key, str] = {key[:n]: COMMAND_LINE for n in range(1, len(key))}
        kept = {known: place for known, place in self.places.items() if known[: len(key)] != key}
        return replace(
            self,
            value=_replaced(self.value, key, value),
            places={**opened, **kept, key: COMMAND_LINE},
        )


def read_yaml(path: Path) -> Source:
    """Parse a YAML file. Faults of form (duplicate keys, tags …) are kept for the caller to add to.

    Raises:
        HarnessError: missing, too large, not UTF-8, or not YAML at all.
    """
    return parse_yaml(path, read_text(path))


def parse_yaml(path: Path, text: str) -> Source:
    """As :func:`read_yaml`, of a text that stands in ``path`` or is to stand there."""
    node = compose(path, text)
    reader = _Reader(path)
    value = reader.value(node, ()) if node is not None else None
    return Source(path, value, reader.places, tuple(reader.faults))


def read_text(path: Path) -> str:
    """The text of a configuration, as it stands in the file; a byte order mark included.

    Raises:
        HarnessError: missing, too large, or not UTF-8.
    """
    data = read_file(path, MAX_BYTES)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise HarnessError(f"{path}: not UTF-8 at byte {error.start}.") from error


def compose(path: Path, text: str) -> yaml.Node | None:
    """The YAML nodes of a text, with the places they stand at; ``None`` where there are none.

    Raises:
        HarnessError: not YAML.
    """
    try:
        return yaml.compose(text, _Loader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise HarnessError(
            f"{path} cannot be read.", [Fault(f"{path}:{line}", f"not YAML: {error.problem}")]
        ) from error
    except yaml.YAMLError as error:
        found = f"not YAML: {' '.join(str(error).split())}"
        raise HarnessError(f"{path} cannot be read.", [Fault(str(path), found)]) from error


def _replaced(tree: Any, key: Key, value: Any) -> Any:
    """A copy of ``tree`` with one value set. A bare name on the way becomes ``{name: {}}``."""
    if not key:
        return value
    tree = {tree: None} if isinstance(tree, str) else tree
    inner = dict(tree) if isinstance(tree, dict) else {}
    return {**inner, key[0]: _replaced(inner.get(key[0]), key[1:], value)}


class _Reader:
    """Turns nodes into values, noting places and faults on the way."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.places: dict[Key, str] = {}
        self.faults: list[Fault] = []
        self.nodes = 0

    def value(self, node: yaml.Node, key: Key) -> Any:
        self.places.setdefault(key, self._place(node))
        self.nodes += 1
        if self.nodes > MAX_NODES or len(key) > MAX_DEPTH:
            limit = f"{MAX_NODES} values, {MAX_DEPTH} levels deep"
            raise HarnessError(
                f"{self.path} cannot be read.",
                [Fault(self._place(node), f"grows past {limit} when its aliases are written out")],
            )
        if node.tag.removeprefix(_PREFIX) not in _TAGS[type(node)]:
            return self._fault(node, key, f"the tag {node.tag!r}", "plain values only")
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, key)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, (*key, n)) for n, item in enumerate(node.value)]
        return self._scalar(node, key)

    def _mapping(self, node: yaml.MappingNode, key: Key) -> dict[str, Any]:
        result: dict[str, Any] = {}
        lines: dict[str, int] = {}
        for name_node, value_node in node.value:
            name, line = name_node.value, name_node.start_mark.line + 1
            if not isinstance(name, str):
                self._fault(name_node, key, "a key that is a list or mapping", "a plain name")
            elif name in result:
                found = f"{name!r} stands here again, first on line {lines[name]}"
                self._fault(name_node, (*key, name), found, "each key once")
            else:
                lines[name] = line
                self.places[(*key, name)] = f"{self.path}:{line}"
                result[name] = self.value(value_node, (*key, name))
        return result

    def _scalar(self, node: yaml.Node, key: Key) -> Any:
        text = str(node.value)
        try:
            return _SCALARS[node.tag.removeprefix(_PREFIX)](text)
        except ValueError as error:
            return self._fault(node, key, f"found {show(text, key)}: {error}", "")

    def _fault(self, node: yaml.Node, key: Key, found: str, expected: str) -> None:
        where = f"{self._place(node)}: {show_key(key)}" if key else self._place(node)
        self.faults.append(Fault(where, found, expected))

    def _place(self, node: yaml.Node) -> str:
        return f"{self.path}:{node.start_mark.line + 1}"


def _float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("not a finite number")
    return number


def _str(text: str) -> str:
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise ValueError("half a surrogate pair is no character")
    return text


_SCALARS: Mapping[str, Callable[[str], Any]] = {
    "null": lambda _: None,
    "bool": lambda text: text.lower() == "true",
    "int": int,
    "float": _float,
    "str": _str,
}

_TAGS: Mapping[type[yaml.Node], Collection[str]] = {
    yaml.ScalarNode: _SCALARS,
    yaml.SequenceNode: ("seq",),
    yaml.MappingNode: ("map",),
}

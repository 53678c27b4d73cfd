"""What generated pages have in common: fields of a class as rows of a table, their docstrings read."""

from __future__ import annotations

import ast
import inspect
import json
import re
import textwrap
from collections.abc import Iterator
from itertools import pairwise
from types import ModuleType
from typing import Any, cast, get_args

from pydantic import BaseModel

_WORDS = {
    "array": "list",
    "boolean": "true or false",
    "integer": "whole number",
    "null": "`null`",
    "object": "mapping",
}
_LIMITS = {
    "minimum": "at least",
    "exclusiveMinimum": "more than",
    "maximum": "at most",
    "exclusiveMaximum": "less than",
}


def attribute_docs(cls: type) -> dict[str, str]:
    """Name of an attribute -> the docstring below it, in one line; those of base classes as well."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if base.__module__.startswith("harness."):
            tree = ast.parse(textwrap.dedent(inspect.getsource(base)))
            found |= dict(_documented(cast("ast.ClassDef", tree.body[0]).body))
    return {name: prose(" ".join(text.split())) for name, text in found.items()}


def alias_docs(module: ModuleType) -> dict[str, str]:
    """Name of a type or constant of a module -> the docstring below it, line by line."""
    found = _documented(ast.parse(inspect.getsource(module)).body)
    return {name: inspect.cleandoc(text) for name, text in found}


def _documented(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for statement, below in pairwise(body):
        match statement, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield name, text


def model_rows(model: type[BaseModel], links: dict[str, str] | None = None) -> Iterator[list[str]]:
    """Name, type, default and meaning of every field of a model, as it is written in a file.

    Args:
        model: the model.
        links: class name of another model -> where that one is described.
    """
    schema = model.model_json_schema()
    required = schema.get("required", [])
    docs = attribute_docs(model)
    for name, field in model.model_fields.items():
        key = field.alias or name
        given = schema["properties"][key]
        default = "must be given" if key in required else shown(given.get("default"))
        meaning = docs.get(name, prose(" ".join(given.get("description", "").split())))
        yield [f"`{key}`", type_words(given, links or {}), default, meaning]


def shown(default: Any) -> str:
    """A default as it is written; what is empty is said in a word."""
    if default in ("", [], {}):
        return "empty"
    if isinstance(default, list):
        return ", ".join(f"`{value}`" for value in default)
    return f"`{json.dumps(default, ensure_ascii=False)}`".replace('`"', "`").replace('"`', "`")


def type_words(schema: dict[str, Any], links: dict[str, str]) -> str:
    """The type of a value in words, from its JSON Schema."""
    return " or ".join(dict.fromkeys(_types(schema, links)))


def _types(schema: dict[str, Any], links: dict[str, str]) -> Iterator[str]:
    kind = str(schema.get("type", "any"))
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        yield f"[{name}]({links[name]})" if name in links else "mapping"
    elif "const" in schema:
        yield f"`{json.dumps(schema['const'])}`".replace('"', "")
    elif "enum" in schema:
        yield from (f"`{value}`" for value in schema["enum"])
    elif "anyOf" in schema:
        for choice in schema["anyOf"]:
            yield from _types(choice, links)
    elif kind == "array" and "items" in schema:
        yield f"list of {type_words(schema['items'], links)}"
    else:
        limits = [
            f"{word} {schema[key]:,}".removesuffix(".0")
            for key, word in _LIMITS.items()
            if key in schema
        ]
        yield ", ".join([_WORDS.get(kind, kind), *limits])


def models_within(model: type[BaseModel]) -> list[type[BaseModel]]:
    """A model and every model its fields hold, outermost first, each once."""
    found = [model]
    for current in found:
        inner = (part for field in current.model_fields.values() for part in _parts(field))
        found += [part for part in dict.fromkeys(inner) if part not in found]
    return found


def _parts(field: Any) -> Iterator[type[BaseModel]]:
    pending = [field.annotation]
    for annotation in pending:
        pending += get_args(annotation)
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            yield annotation


def table(head: list[str], rows: Iterator[list[str]] | list[list[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(
        f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |\n" for line in lines
    )


def prose(text: str) -> str:
    """A docstring's reStructuredText as Markdown."""
    return text.replace("``", "`")


_BLOCK = re.compile(
    r"(<!-- (?P<name>[^>]+): written by make docs -->\n).*?(<!-- end -->\n)", re.DOTALL
)


def fill(page: str, tables: dict[str, str]) -> str:
    """A page by hand, with what stands between its marks written anew.

    Raises:
        ValueError: the page has no place for a table, or a place without one.
    """
    places = [match["name"] for match in _BLOCK.finditer(page)]
    if sorted(places) != sorted(tables):
        raise ValueError(f"places {sorted(places)}, tables {sorted(tables)}")
    return _BLOCK.sub(lambda m: f"{m[1]}\n{tables[m['name']]}\n{m[3]}", page)

"""Write docs/reference/providers.md from the providers themselves: ``make docs``."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from harness.config.release import STAGES
from harness.pipeline.providers import default_registry
from harness.registry import Provider, Registry

PAGE = Path(__file__).parent / "reference" / "providers.md"

HEAD = """\
# Providers

What each stage of `pipeline` in [`release.yaml`](configuration.md#pipeline), and `judge`, can be,
with its settings. Written from the providers by `make docs`; a test holds it to the code. Installed plugins
add to it: `corpusgate providers list` shows those as well.
"""

_WORDS = {
    "array": "list",
    "boolean": "true or false",
    "integer": "whole number",
    "null": "`null`",
    "object": "mapping",
}


def page() -> str:
    """The whole reference."""
    registry = default_registry(plugins=False)
    return "\n".join([HEAD, *(_stage(stage, registry) for stage in (*STAGES, "judge"))])


def _stage(stage: str, registry: Registry) -> str:
    sections = (_provider(registry.get(stage, name)) for name in registry.names(stage))
    return "\n".join([f"## `{stage}`\n", *sections])


def _provider(cls: type[Provider]) -> str:
    lines = [f"### `{cls.kind}: {cls.name}`", "", _prose(inspect.getdoc(cls) or ""), ""]
    schema = cls.model_json_schema()
    required = schema.get("required", [])
    rows = [
        _row(name, field, required=name in required) for name, field in schema["properties"].items()
    ]
    if rows:
        lines += ["| Setting | Type | Default | Meaning |", "|---|---|---|---|", *rows, ""]
    return "\n".join(lines)


def _row(name: str, field: dict[str, Any], *, required: bool) -> str:
    default = "must be given" if required else f"`{json.dumps(field.get('default'))}`"
    cells = (
        f"`{name}`",
        _type(field),
        default,
        _prose(" ".join(field.get("description", "").split())),
    )
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"


def _type(field: dict[str, Any]) -> str:
    return " or ".join(_types(field))


def _types(field: dict[str, Any]) -> Iterator[str]:
    if "enum" in field:
        yield from (f"`{value}`" for value in field["enum"])
    elif "anyOf" in field:
        for choice in field["anyOf"]:
            yield from _types(choice)
    else:
        kind = str(field.get("type", "any"))
        yield _WORDS.get(kind, kind)


def _prose(text: str) -> str:
    return text.replace("``", "`")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

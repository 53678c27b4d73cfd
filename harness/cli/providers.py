"""``corpusgate providers list``."""

from __future__ import annotations

import inspect
from typing import Annotated, Any

import typer

from harness.cli.console import show, show_json
from harness.pipeline.providers import default_registry
from harness.registry import Provider, Registry

app = typer.Typer(rich_markup_mode=None)


@app.callback()
def group() -> None:
    """Work with providers."""


@app.command(name="list")
def list_(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, settings included.")] = False,
) -> None:
    """List every provider by kind, the installed plugins' included.

    Example: corpusgate providers list --json
    """
    registry = default_registry()
    if as_json:
        show_json([_entry(cls) for cls in _classes(registry)])
        return
    for kind in registry.kinds():
        show(kind)
        for name in registry.names(kind):
            show(f"  {name:<24} {_summary(registry.get(kind, name))}")


def _classes(registry: Registry) -> list[type[Provider]]:
    return [registry.get(kind, name) for kind in registry.kinds() for name in registry.names(kind)]


def _entry(cls: type[Provider]) -> dict[str, Any]:
    return {
        "kind": cls.kind,
        "name": cls.name,
        "version": cls.version,
        "summary": _summary(cls),
        "settings": cls.model_json_schema().get("properties", {}),
    }


def _summary(cls: type[Provider]) -> str:
    return (inspect.getdoc(cls) or "").partition("\n")[0]

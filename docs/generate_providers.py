"""Write docs/reference/providers.md from the providers themselves: ``make docs``."""

from __future__ import annotations

import inspect
from pathlib import Path

from docs.tables import model_rows, prose, table
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


def page() -> str:
    """The whole reference."""
    registry = default_registry(plugins=False)
    return "\n".join([HEAD, *(_stage(stage, registry) for stage in (*STAGES, "judge"))])


def _stage(stage: str, registry: Registry) -> str:
    sections = (_provider(registry.get(stage, name)) for name in registry.names(stage))
    return "\n".join([f"## `{stage}`\n", *sections])


def _provider(cls: type[Provider]) -> str:
    lines = [f"### `{cls.kind}: {cls.name}`", "", prose(inspect.getdoc(cls) or ""), ""]
    rows = list(model_rows(cls))
    if rows:
        lines.append(table(["Setting", "Type", "Default", "Meaning"], rows))
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

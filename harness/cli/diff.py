"""``corpusgate diff``: what changed in the corpus, for a person."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from harness.cli.console import coloured, one_line, show_as_is, show_json
from harness.cli.options import DEFAULT_CONFIG, Baseline, Candidate, ConfigFile, JsonResult
from harness.cli.tongue import told
from harness.errors import HarnessError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harness.changes.render import Line

_STYLES = {"title": "bold", "high": "bold yellow", "old": "red", "new": "green", "note": "dim"}


def diff(
    config: ConfigFile = DEFAULT_CONFIG,
    baseline: Baseline = None,
    candidate: Candidate = None,
    sentences: Annotated[
        int, typer.Option(min=0, help="Sentences shown of one document, the riskiest first.")
    ] = 12,
    documents: Annotated[
        int, typer.Option(min=0, help="Documents shown, those with most hanging on them first.")
    ] = 100,
    everything: Annotated[
        bool, typer.Option("--all", help="Show every document and every sentence.")
    ] = False,
    as_json: JsonResult = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
) -> None:
    """Show what changed between two corpus versions, sentence by sentence.

    Changed values, duties, negations and conditions, access lists, text that was hidden or moved,
    near-duplicates and conflicting values. No model takes part.

    Example: corpusgate diff --baseline v1/ --candidate v2/
    """
    from harness.changes import render
    from harness.cli.corpora import read_corpora

    if as_json and markdown:
        raise HarnessError("--json and --markdown are two forms of one output. Give one of them.")
    limits = render.EVERYTHING if everything else render.Limits(documents, sentences)
    changes = read_corpora(config, baseline, candidate).changes()
    if as_json:
        show_json(changes.model_dump(mode="json"))
    elif markdown:
        show_as_is(render.markdown(changes, limits, told).rstrip("\n"))
    else:
        _print(render.lines(changes, limits, told))


def _print(lines: Iterable[Line]) -> None:
    """Colours where they are wanted, plain text elsewhere."""
    if not coloured(sys.stdout):
        for line in lines:
            show_as_is(one_line(line.text))
        return
    from rich.console import Console
    from rich.text import Text

    # Sixteen colours, which every terminal and every log that shows colours has.
    console = Console(
        force_terminal=True, color_system="standard", highlight=False, markup=False, emoji=False
    )
    for line in lines:
        text = Text(one_line(line.text), style=_STYLES.get(line.style, ""))
        console.print(text, soft_wrap=True)

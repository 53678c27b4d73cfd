"""``corpusgate compare``: records made by anyone, in the record format."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from harness.cli.console import show_as_is, show_json
from harness.cli.options import JsonVerdict
from harness.cli.tongue import spoken

_KS = (1, 3, 5, 8)


def compare(
    baseline: Annotated[Path, typer.Argument(help="Records of the released corpus (JSON lines).")],
    candidate: Annotated[Path, typer.Argument(help="Records of the new corpus.")],
    cases: Annotated[Path, typer.Option(help="The cases.")] = Path("fixtures/cases.jsonl"),
    gate: Annotated[Path, typer.Option(help="The policy.")] = Path("configs/gate.yaml"),
    k: Annotated[
        list[int], typer.Option(min=1, max=1000, help="Rank at which metrics are measured.")
    ] = list(_KS),  # noqa: B006  # typer copies it
    experiment: Annotated[
        bool, typer.Option("--experiment", help="More than the corpus may differ.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help="Folder for the report, JUnit, SARIF and Markdown.")
    ] = None,
    as_json: JsonVerdict = False,
) -> int:
    """Compare two files of records, with no index and no model, and give a verdict.

    Facts are looked for in the answers; what needs the text of the corpus does not apply.

    Example: corpusgate compare old.jsonl new.jsonl --cases cases.jsonl --out report/
    """
    from harness.cases import load_cases
    from harness.config import load_policy
    from harness.foreign import compare_records
    from harness.outputs import Sources, build_outputs, write_outputs
    from harness.outputs.markdown import markdown
    from harness.outputs.summary import summary
    from harness.report import write_report

    policy = load_policy(gate, k)
    artefacts = compare_records(
        baseline, candidate, load_cases(cases), policy, sorted(set(k)), experiment=experiment
    )
    outputs = build_outputs(artefacts, Sources(), language=spoken())
    if out is not None:
        write_report(out, outputs.report, language=spoken())
        write_outputs(out, outputs)
    if as_json:
        show_json(summary(outputs))
    else:
        show_as_is(markdown(outputs, relative=out is not None).rstrip())
    return artefacts.gate.exit_code

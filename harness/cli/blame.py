"""``corpusgate blame``: which documents did it."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from harness.cli.console import show_json, show_lines
from harness.cli.ids import case_ids
from harness.cli.options import JsonResult, RunOption
from harness.errors import HarnessError
from harness.model.counted import listed

if TYPE_CHECKING:
    from harness.model.comparison import CaseComparison
    from harness.model.diagnosis import Diagnosis
    from harness.model.effects import DocumentEffect
    from harness.pipeline.places import RunFolder

_SHOWN = 8
"""Cases of a document named at most; ``--json`` has all."""


def blame(
    case: Annotated[str, typer.Argument(autocompletion=case_ids, help="Id of the case.")],
    run: RunOption = None,
    out: Annotated[
        Path, typer.Option(help="The workspace, or what was given to run as --out.")
    ] = Path(),
    as_json: JsonResult = False,
) -> None:
    """Tell why a case got worse, which changed documents did it, and what else they did.

    The run searched for the smallest set of changes whose undoing restores the case; other sets
    of that size are listed as alternatives. Confirmed: a corpus without these changes was
    built, and the case passed on it.

    Example: corpusgate blame policy-007
    """
    from harness.cli.runs import find_run
    from harness.pipeline.places import Places

    folder, _ = find_run(run, Places(out))
    compared = _compared(case, folder)
    diagnosis = _diagnosis(case, folder)
    documents = _effects(diagnosis, folder)
    if as_json:
        show_json(
            {
                "run": folder.run_id,
                "case_id": case,
                "status": compared.status,
                "summary": compared.summary,
                "diagnosis": diagnosis.model_dump(mode="json") if diagnosis else None,
                "effects": [document.model_dump(mode="json") for document in documents],
            }
        )
    else:
        show_lines(_lines(compared, diagnosis, documents))


def _compared(case_id: str, folder: RunFolder) -> CaseComparison:
    from harness.model.comparison import Comparison
    from harness.store import read_model

    comparison = read_model(folder.comparison, Comparison)
    found = next((case for case in comparison.cases if case.case_id == case_id), None)
    if found is None:
        near = difflib.get_close_matches(case_id, [c.case_id for c in comparison.cases], n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise HarnessError(f"{folder.path}: no case {case_id!r} in this run.{hint}")
    return found


def _diagnosis(case_id: str, folder: RunFolder) -> Diagnosis | None:
    from harness.model.diagnosis import Diagnosis
    from harness.store import read_jsonl

    lines = (value for _, value in read_jsonl(folder.diagnosis))
    value = next((value for value in lines if value["case_id"] == case_id), None)
    return Diagnosis.model_validate(value) if value is not None else None


def _effects(diagnosis: Diagnosis | None, folder: RunFolder) -> list[DocumentEffect]:
    """What the blamed documents do to other cases."""
    from harness.model.effects import Effects
    from harness.store import read_model

    if diagnosis is None:
        return []
    effects = read_model(folder.effects, Effects)
    return [document for document in effects.documents if document.path in diagnosis.documents]


def _lines(
    compared: CaseComparison, diagnosis: Diagnosis | None, documents: list[DocumentEffect]
) -> list[str]:
    head = f"{compared.case_id}  {compared.status}: {compared.summary}"
    if diagnosis is None:
        return [head, "Nothing got worse, so nothing is blamed."]
    found = [head, "", f"Cause       {diagnosis.kind} ({diagnosis.stage}): {diagnosis.explanation}"]
    found += [f"Documents   {path}" for path in diagnosis.documents] or ["Documents   none"]
    found += [f"Or          {', '.join(paths)}" for paths in diagnosis.alternatives]
    sure = "yes, on an index built without these changes" if diagnosis.confirmed else "no"
    found += [f"Confirmed   {sure}"]
    found += [f"Evidence    {sentence}" for sentence in diagnosis.evidence]
    return found + [line for document in documents for line in _document(document)]


def _document(document: DocumentEffect) -> list[str]:
    entered = [entry.case_id for entry in document.entered]
    facts = [
        ("hurts", document.hurt),
        ("helps", document.helped),
        ("is in the context of", entered),
        ("ranks unjudged above the expected source of", document.to_review),
        ("can newly be read by", document.new_readers),
    ]
    lines = [f"            {what} {listed(names, _SHOWN)}" for what, names in facts if names]
    if document.hub:
        lines.append("            enters the context of many unrelated cases")
    return ["", f"{document.path} ({document.kind})", *lines]

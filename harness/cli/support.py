"""``corpusgate support``."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from harness.cli.console import say, show, show_as_is
from harness.config.faults import did_you_mean
from harness.errors import ExitCode, Fault, HarnessError
from harness.model.counted import counted
from harness.store import read_jsonl

if TYPE_CHECKING:
    from harness.support import Support

_FIELDS = ("claim", "evidence")
_LANGUAGES = ("en", "ru")
_KEYS = ("claim", "evidence", "id", "lang")
_LONGEST_TEXT = 200_000  # characters of one claim or one piece of evidence


@dataclass(frozen=True, slots=True)
class PairLine:
    """One line of the file: what is claimed, what it is held against."""

    id: Any
    """Handed through as it came; the line number where there is none."""
    claim: str
    evidence: str
    lang: str | None


def support(
    file: Annotated[
        Path,
        typer.Argument(
            help="Pairs, one JSON object a line: claim, evidence, and lang, id if known."
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a pair.")] = False,
) -> int:
    """Say for each pair whether the evidence supports the claim, contradicts it or leaves it open.

    No model takes part: the same pairs get the same verdicts everywhere.

    Example: corpusgate support pairs.jsonl --json
    """
    from harness.support import check_support

    pairs = load_pairs(file)
    if not pairs:
        say(f"{file}: no pairs. Expected one JSON object on each line.")
        return ExitCode.NOTHING
    for pair in pairs:
        result = check_support(pair.claim, pair.evidence, pair.lang)
        if as_json:
            show_as_is(_json_line(pair, result))
        else:
            show(_readable(pair, result))
    return ExitCode.PASS


def load_pairs(file: Path) -> list[PairLine]:
    """The pairs of a file.

    Raises:
        HarnessError: a line is not JSON or not a pair; all such lines at once.
    """
    pairs: list[PairLine] = []
    faults: list[Fault] = []
    for number, value in read_jsonl(file):
        found = list(_faults(f"{file}:{number}", value))
        faults.extend(found)
        if not found:
            pairs.append(
                PairLine(
                    value.get("id", number), value["claim"], value["evidence"], value.get("lang")
                )
            )
    if faults:
        raise HarnessError(f"{file}: {counted(len(faults), 'fault')}.", faults)
    return pairs


def _faults(where: str, value: Any) -> list[Fault]:
    if not isinstance(value, dict):
        kind = type(value).__name__
        return [Fault(where, f"a JSON {kind}", "an object with 'claim' and 'evidence'")]
    faults = [
        Fault(f"{where}: {name}", _found(value, name), "a text that is not empty")
        for name in _FIELDS
        if not (isinstance(value.get(name), str) and value[name].strip())
    ]
    faults += [
        Fault(
            f"{where}: {name}",
            f"{counted(len(value[name]), 'character')}",
            f"at most {_LONGEST_TEXT}",
        )
        for name in _FIELDS
        if isinstance(value.get(name), str) and len(value[name]) > _LONGEST_TEXT
    ]
    faults += [
        Fault(
            where,
            f"unknown key {name!r}",
            f"one of {', '.join(_KEYS)}",
            did_you_mean(name, [*_KEYS]),
        )
        for name in sorted(value.keys() - set(_KEYS))
    ]
    if value.get("lang") is not None and value["lang"] not in _LANGUAGES:
        choices = " or ".join(repr(language) for language in _LANGUAGES)
        faults.append(Fault(f"{where}: lang", repr(value["lang"])[:60], f"{choices}, or no lang"))
    return faults


def _found(value: dict[str, Any], name: str) -> str:
    return repr(value[name])[:60] if name in value else "missing"


def _json_line(pair: PairLine, result: Support) -> str:
    line = {
        "id": pair.id,
        "verdict": result.verdict,
        "kind": result.kind,
        "reason": result.reason,
        "span": result.span,
        "score": round(result.score, 4),
    }
    # Escapes keep lone surrogates and every terminal safe; JSON readers see the same text.
    return json.dumps(line, sort_keys=True, ensure_ascii=True, allow_nan=False)


def _readable(pair: PairLine, result: Support) -> str:
    quote = "" if result.span is None else f"\n  evidence: {pair.evidence[slice(*result.span)]}"
    return (
        f"{pair.id}  {result.verdict.upper()} ({result.kind}): {result.reason}\n"
        f"  claim:    {pair.claim}{quote}"
    )

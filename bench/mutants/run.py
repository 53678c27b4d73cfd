"""Break a corpus in known ways, one fact at a time, and count what the comparison sees.

    python bench/mutants/run.py [PACK] [--seed N] [--each N] [--kinds NAME ...] [--json FILE]

PACK is a folder with ``baseline/``, ``cases.jsonl`` and, where there is one, ``evidence.jsonl``;
without it, the corpus and the cases of this repository. What the numbers mean, and what they
cannot say: ``docs/explanation/mutation-bench.md``.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[2]))  # where ``bench`` stands

from bench.mutants import damage_texts, damage_words, harmless
from bench.mutants.edits import Kind
from bench.mutants.measure import Bench, Mutant, Outcome
from bench.mutants.target import rolled
from harness.store import write_json

KINDS: tuple[Kind, ...] = (*damage_texts.KINDS, *damage_words.KINDS, *harmless.KINDS)
AT_ONCE = 12
"""Mutations that share a candidate corpus, each in documents of its own."""


def make_mutants(bench: Bench, kinds: Iterable[Kind], each: int, seed: int) -> list[Mutant]:
    """Up to ``each`` mutants of every kind, of as many cases, at targets drawn by lot."""
    return [mutant for kind in kinds for mutant in _of_kind(kind, bench, each, seed)]


def _of_kind(kind: Kind, bench: Bench, each: int, seed: int) -> list[Mutant]:
    dice = Random(f"{seed} {kind.name}")
    drawn = list(bench.targets)
    dice.shuffle(drawn)
    made: dict[str, Mutant] = {}
    for target in drawn:
        fit = target.sole or kind.everywhere or kind.expect == "nothing"
        if len(made) == each or not fit or target.case.id in made:
            continue
        edit = kind.apply(rolled(target, dice))
        if edit is not None:
            made[target.case.id] = Mutant(kind, target, edit)
    return list(made.values())


def batches(mutants: Sequence[Mutant]) -> Iterator[list[Mutant]]:
    """Mutants that do not meet: not in a document, and not in what a target's case expects."""
    left = list(mutants)
    while left:
        chosen: list[Mutant] = []
        for mutant in left:
            if len(chosen) < AT_ONCE and not any(_meet(mutant, other) for other in chosen):
                chosen.append(mutant)
        yield chosen
        left = [mutant for mutant in left if mutant not in chosen]


def _meet(one: Mutant, other: Mutant) -> bool:
    return bool(_reach(one) & _reach(other)) or one.target.case.id == other.target.case.id


def _reach(mutant: Mutant) -> set[str]:
    labels = {label.partition("#")[0] for label in mutant.target.case.expected_source_ids}
    return labels | {path.rpartition(".")[0] for path in mutant.edit.files}


COLUMNS = ("tried", "found", "missed", "false", "others", "blame exact")


def table(outcome: Outcome, kinds: Iterable[Kind]) -> str:
    """One line a kind. ``others`` are findings on cases that the mutation did not aim at."""
    rows = [row for kind in kinds if (row := _row(outcome, kind))]
    return "\n".join(f"{name:34}" + "".join(f"{c:>12}" for c in cells) for name, cells in rows)


def _row(outcome: Outcome, kind: Kind) -> tuple[str, tuple[str, ...]] | None:
    mine = [r for r in outcome.results if r.kind == kind.name]
    felt = [r for r in mine if r.effect]
    if not mine:
        return None
    right = sum(r.right for r in felt)
    wrong = str(len(felt) - right)
    others = sum(s.kinds == (kind.name,) for s in outcome.spills if not s.outranked)
    exact = f"{sum(r.exact for r in felt if r.right)}/{right}"
    harm = kind.expect != "nothing"
    cells = (
        (str(right), wrong, "", str(others), exact) if harm else ("", "", wrong, str(others), "")
    )
    name = kind.name if felt else f"{kind.name} (not felt)"
    return name, (str(len(felt)), *cells)


def as_json(outcome: Outcome) -> dict[str, Any]:
    """Everything the table counts, mutant by mutant."""
    return {
        "results": [
            {**dataclasses.asdict(r), "right": r.right, "exact": r.exact} for r in outcome.results
        ],
        "spills": [dataclasses.asdict(s) for s in outcome.spills],
        "refused": outcome.refused,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 when anything is not as it should be."""
    parser = argparse.ArgumentParser(description="Break a corpus in known ways.")
    parser.add_argument("pack", nargs="?", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--each", type=int, default=6, help="mutants of a kind")
    parser.add_argument("--kinds", nargs="*", help="names of kinds; all when left out")
    parser.add_argument("--json", type=Path, help="file for every single result")
    given = parser.parse_args(arguments)
    kinds = [kind for kind in KINDS if not given.kinds or kind.name in given.kinds]
    outcome = Outcome()
    with (
        tempfile.TemporaryDirectory() as work,
        closing(Bench(given.pack, Path(work))) as bench,
    ):
        bench.measure([], outcome)
        for batch in batches(make_mutants(bench, kinds, given.each, given.seed)):
            bench.measure(batch, outcome)
            if given.json:
                write_json(given.json, as_json(outcome))
    print(f"{'':34}" + "".join(f"{name:>12}" for name in COLUMNS))
    print(table(outcome, kinds), *outcome.refused, sep="\n")
    return int(not outcome.perfect)


if __name__ == "__main__":
    sys.exit(main())

"""Hold the support checker to its exam and print what it gets right and wrong.

    python bench/support/run.py [--part PART] [--json] [--wrong] [--undecided]

How the pairs were made, and what the numbers can and cannot say: README.md beside this file.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, get_args

from harness.store import read_jsonl
from harness.support import Support, Verdict, check_support

HERE = Path(__file__).resolve().parent

Part = Literal["dev", "extra", "extra2", "extra3", "extra4", "heldout", "heldout2", "heldout3"]
Label = Literal["supported", "contradicted", "not_supported", "uncertain"]

PARTS: tuple[Part, ...] = ("dev", "heldout")
"""The exam. The other parts were written later, by other hands, and are no part of it."""
SHOWN: tuple[Part, ...] = ("dev", "extra", "extra2", "extra3", "extra4")
"""Parts whose single pairs may be read."""
LABELS: tuple[Label, ...] = ("supported", "contradicted", "not_supported", "uncertain")
VERDICTS: tuple[Verdict, ...] = ("supported", "contradicted", "missing", "uncertain")


@dataclass(frozen=True, slots=True)
class Pair:
    """One line of a part: ``dev.jsonl``, ``heldout.jsonl`` and so on."""

    id: str
    family: str
    """Pairs made from one another by minimal edits; a family is never split."""
    lang: Literal["en", "ru"]
    kind: str
    claim: str
    evidence: str
    label: Label
    note: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """A pair and what the checker said about it."""

    pair: Pair
    support: Support

    @property
    def false_support(self) -> bool:
        return self.support.verdict == "supported" and self.pair.label != "supported"

    @property
    def false_contradiction(self) -> bool:
        return self.support.verdict == "contradicted" and self.pair.label == "supported"

    @property
    def decidable(self) -> bool:
        return self.pair.label in ("supported", "contradicted")

    @property
    def decided(self) -> bool:
        return self.decidable and self.support.verdict in ("supported", "contradicted")

    @property
    def right(self) -> bool:
        return self.decided and self.support.verdict == self.pair.label


@dataclass(frozen=True, slots=True)
class Rate:
    """``hits`` out of ``of``; no rate where there is nothing to count."""

    hits: int
    of: int

    @property
    def value(self) -> float | None:
        return self.hits / self.of if self.of else None

    def __str__(self) -> str:
        return f"{self.hits}/{self.of}" + (f" {self.hits / self.of:6.1%}" if self.of else "")


@dataclass(frozen=True, slots=True)
class Rates:
    """The four numbers of one group of pairs."""

    false_support: Rate
    """Called supported, among the pairs that are not."""
    false_contradiction: Rate
    """Called contradicted, among the pairs that are supported."""
    decided: Rate
    """Called supported or contradicted, among the pairs that are one of the two."""
    decided_right: Rate
    """Called what they are, among the decided."""


def load(part: Part) -> list[Pair]:
    """The pairs of one part, in file order.

    Raises:
        HarnessError: the file is missing or a line of it is not JSON.
    """
    return [Pair(**value) for _, value in read_jsonl(HERE / f"{part}.jsonl")]


def judge(pairs: Iterable[Pair]) -> list[Judged]:
    """Ask the checker about every pair."""
    return [Judged(pair, check_support(pair.claim, pair.evidence, pair.lang)) for pair in pairs]


def rates(judged: Sequence[Judged]) -> Rates:
    """The four numbers over ``judged``."""
    supported = sum(item.pair.label == "supported" for item in judged)
    decided = sum(item.decided for item in judged)
    return Rates(
        Rate(sum(item.false_support for item in judged), len(judged) - supported),
        Rate(sum(item.false_contradiction for item in judged), supported),
        Rate(decided, sum(item.decidable for item in judged)),
        Rate(sum(item.right for item in judged), decided),
    )


def confusion(judged: Iterable[Judged]) -> dict[str, dict[str, int]]:
    """Label -> verdict -> number of pairs."""
    counts = Counter((item.pair.label, item.support.verdict) for item in judged)
    return {label: {verdict: counts[label, verdict] for verdict in VERDICTS} for label in LABELS}


def grouped(
    judged: Sequence[Judged], key: Callable[[Pair], str]
) -> Iterator[tuple[str, list[Judged]]]:
    """(group, its pairs), sorted by group."""
    for name in sorted({key(item.pair) for item in judged}):
        yield name, [item for item in judged if key(item.pair) == name]


def upper_bound(rate: Rate) -> float:
    """One-sided 95% Clopper-Pearson limit: the rate is below it, as far as this sample can tell."""
    from scipy.stats import binomtest

    test = binomtest(rate.hits, rate.of, alternative="less")
    return float(test.proportion_ci(confidence_level=0.95, method="exact").high)


def as_json(part: str, judged: Sequence[Judged]) -> str:
    """Everything the tables show, for machines."""
    total = rates(judged)
    value = {
        "part": part,
        "pairs": len(judged),
        "confusion": confusion(judged),
        "all": asdict(total),
        "false_support_upper_bound": upper_bound(total.false_support),
        "by_language": {
            name: asdict(rates(items)) for name, items in grouped(judged, lambda pair: pair.lang)
        },
        "by_kind": {
            name: asdict(rates(items)) for name, items in grouped(judged, _kind_and_language)
        },
    }
    return json.dumps(value, indent=2, ensure_ascii=False, sort_keys=True)


def as_text(part: str, judged: Sequence[Judged]) -> str:
    """The confusion table, then one line of rates for all, each language, each kind."""
    total = rates(judged)
    lines = [f"{part}: {len(judged)} pairs", "", _row("label", VERDICTS)]
    lines += [_row(label, row.values()) for label, row in confusion(judged).items()]
    columns = ("false support", "false contradiction", "decided", "right of decided")
    lines += ["", _row("", columns), _rates_row("all", judged)]
    for key in (lambda pair: pair.lang, _kind_and_language):
        lines += [_rates_row(name, items) for name, items in grouped(judged, key)]
    bound = upper_bound(total.false_support)
    lines += ["", f"false support is below {bound:.1%} with 95% confidence on pairs like these"]
    return "\n".join(lines)


def _kind_and_language(pair: Pair) -> str:
    return f"{pair.kind} {pair.lang}"


def _rates_row(name: str, judged: Sequence[Judged]) -> str:
    found = rates(judged)
    return _row(
        name, (found.false_support, found.false_contradiction, found.decided, found.decided_right)
    )


def _row(name: str, cells: Iterable[object]) -> str:
    return f"{name:24}" + "".join(f"{cell!s:>21}" for cell in cells)


def show(title: str, judged: Iterable[Judged]) -> None:
    """Print pairs in full, with what the checker said."""
    for item in judged:
        pair, support = item.pair, item.support
        print(f"\n{title} {pair.id}: {pair.label}, called {support.verdict} ({support.kind})")
        print(
            f"  claim:    {pair.claim}\n  evidence: {pair.evidence!r}\n  reason:   {support.reason}"
        )


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Hold the support checker to its exam.")
    parser.add_argument("--part", choices=(*get_args(Part), "all"), default="dev")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--wrong", action="store_true", help="list the wrong pairs")
    parser.add_argument("--undecided", action="store_true", help="list the pairs left undecided")
    arguments = parser.parse_args()
    if (arguments.wrong or arguments.undecided) and arguments.part not in SHOWN:
        parser.error(
            f"single pairs are shown for --part {', '.join(SHOWN)} only:"
            " nobody tunes on a held-out part"
        )
    if arguments.json and (arguments.wrong or arguments.undecided):
        parser.error("--json prints numbers alone: leave out --wrong and --undecided")
    return arguments


def main() -> None:
    arguments = read_arguments()
    parts = PARTS if arguments.part == "all" else (arguments.part,)
    judged = judge(pair for part in parts for pair in load(part))
    print((as_json if arguments.json else as_text)(arguments.part, judged))
    if arguments.wrong:
        show("false support", (item for item in judged if item.false_support))
        show("false contradiction", (item for item in judged if item.false_contradiction))
    if arguments.undecided:
        show("undecided", (item for item in judged if item.decidable and not item.decided))


if __name__ == "__main__":
    main()

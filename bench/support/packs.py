"""Hold the support checker to labelled corpora: facts with their quotes, and facts that are false.

    python bench/support/packs.py PACK... [--show]

A pack is a folder with ``cases.jsonl`` and ``evidence.jsonl`` (``id``, ``version``, ``fact``,
``quotes``). A fact must never be contradicted by or missing from its own quotes; a forbidden
fact of the case must never be supported by them.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from harness.cases import load_cases
from harness.model.case import Case
from harness.store import read_jsonl
from harness.support import Support, check_support

Expected = Literal["fact", "forbidden"]

WRONG: dict[Expected, frozenset[str]] = {
    "fact": frozenset(("contradicted", "missing")),
    "forbidden": frozenset(("supported",)),
}


@dataclass(frozen=True, slots=True)
class Checked:
    """One claim held against the quotes of its case."""

    case_id: str
    expected: Expected
    claim: str
    evidence: str
    support: Support

    @property
    def wrong(self) -> bool:
        return self.support.verdict in WRONG[self.expected]


def checked(pack: Path) -> Iterator[Checked]:
    """Every fact of ``evidence.jsonl``, and the forbidden facts of its case, against its quotes."""
    cases: dict[str, Case] = {case.id: case for case in load_cases(pack / "cases.jsonl")}
    for _, line in read_jsonl(pack / "evidence.jsonl"):
        quotes = "\n".join(line["quotes"])
        forbidden = cases[line["id"]].on(line["version"]).forbidden_facts
        claims: list[tuple[Expected, str]] = [("fact", line["fact"])]
        claims += [("forbidden", fact) for fact in forbidden]
        for expected, claim in claims:
            yield Checked(line["id"], expected, claim, quotes, check_support(claim, quotes))


def main() -> None:
    """Print, for each pack, label -> verdict -> number of pairs."""
    parser = argparse.ArgumentParser(description="Hold the support checker to labelled corpora.")
    parser.add_argument("packs", nargs="+", type=Path, metavar="PACK")
    parser.add_argument("--show", action="store_true", help="print every wrong pair")
    arguments = parser.parse_args()
    for pack in arguments.packs:
        items = list(checked(pack))
        counts = Counter((item.expected, item.support.verdict) for item in items)
        print(pack.name)
        for (expected, verdict), number in sorted(counts.items()):
            print(f"  {expected:<10} {verdict:<13} {number:>4}")
        for item in items:
            if item.wrong and arguments.show:
                print(
                    f"  wrong: {item.case_id} {item.support}\n    {item.claim}\n    {item.evidence}"
                )


if __name__ == "__main__":
    main()

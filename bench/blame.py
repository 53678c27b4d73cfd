"""Time and exactness of blame on a synthetic corpus: ``python bench/blame.py``, JSON on stdout.

The corpus has 10,000 chunks by default and 50 planted causes of eleven kinds, each with a case that
only it makes worse, among documents that changed without harm. Embedding is by hashing, so that
what is timed is blame and not a model.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from harness.blame.blame import Blamer
from harness.blame.confirm import building
from harness.blame.ranks import with_ranks
from harness.model.case import Case
from harness.model.diagnosis import Diagnosis
from tests.blame.stage import Run, Setup, workshop

SYLLABLES = "ba de fi go ku la me ni po ru sa te vi zo".split()
CHUNKS_PER_DOCUMENT = 10
HARMLESS = 50
"""Documents that change without harm."""


@dataclass(frozen=True)
class Plant:
    """One cause: what it does to the corpora, and what blame must name."""

    kind: str
    case: Case
    old: dict[str, str]
    new: dict[str, str]
    causes: tuple[str, ...]


class Words:
    """Made-up words and prose of them."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def name(self) -> str:
        return "".join(self._random.choices(SYLLABLES, k=4)).capitalize()

    def phrase(self) -> str:
        """A subject of its own: two facts about different ones share too little to conflict."""
        return " ".join(self.name().lower() for _ in range(5))

    def prose(self, sentences: int) -> str:
        return " ".join(
            " ".join(self.name().lower() for _ in range(9)).capitalize() + "."
            for _ in range(sentences)
        )

    def document(self, title: str, sections: int, first: str = "") -> str:
        parts = [f"# {title}\n", f"{first}\n" if first else ""]
        parts += [f"## {self.name()}\n\n{self.prose(4)}\n" for _ in range(sections)]
        return "\n".join(part for part in parts if part)


def plants(words: Words, count: int) -> list[Plant]:
    """``count`` causes, the kinds in turn."""
    makers: list[Callable[[str, str, Words], Plant]] = [
        edited, negated, removed_sentence, removed_document, hidden, moved,
        contradicted, access, filtered, torn, outranked,
    ]  # fmt: skip
    return [makers[n % len(makers)](words.phrase(), f"p{n:02}", words) for n in range(count)]


def plant(kind: str, name: str, key: str, words: Words, **given: Any) -> Plant:
    """A cause whose document is edited by ``change`` and joined by ``others``."""
    fact = given.get("fact") or f"A claim on {name} is paid within 30 days."
    body = given.get("body") or fact
    front = given.get("front", "")
    text = front + words.document(name, 3, body)
    changed = given["change"](text, body)
    others: dict[str, str] = given.get("others", {})
    new = {**({f"{key}.md": changed} if changed is not None else {}), **others}
    case = Case(
        id=key,
        query=f"When is a claim on {name} paid?",
        expected_source_ids=(key,),
        required_facts=(fact,),
        **given.get("case", {}),
    )
    blamed = [*others, *([f"{key}.md"] if changed != text else [])]
    return Plant(kind, case, {f"{key}.md": text}, new, tuple(sorted(blamed)))


def edited(name: str, key: str, words: Words) -> Plant:
    return plant("edited", name, key, words, change=lambda t, _: t.replace("30 days", "60 days"))


def negated(name: str, key: str, words: Words) -> Plant:
    return plant(
        "negated", name, key, words, change=lambda t, _: t.replace("is paid", "is not paid")
    )


def removed_sentence(name: str, key: str, words: Words) -> Plant:
    return plant("removed_sentence", name, key, words, change=lambda t, body: t.replace(body, ""))


def removed_document(name: str, key: str, words: Words) -> Plant:
    return plant("removed_document", name, key, words, change=lambda _t, _b: None)


def hidden(name: str, key: str, words: Words) -> Plant:
    return plant("hidden", name, key, words, change=lambda t, b: t.replace(b, f"<!-- {b} -->"))


def moved(name: str, key: str, words: Words) -> Plant:
    fact = f"A claim on {name} is paid within 30 days."
    others = {f"{key}-new.md": words.document(f"{name} claims", 1, fact)}
    return plant("moved", name, key, words, change=lambda t, b: t.replace(b, ""), others=others)


def contradicted(name: str, key: str, words: Words) -> Plant:
    against = f"A claim on {name} is paid within 90 days."
    others = {f"{key}-new.md": words.document(f"{name} notes", 1, against)}
    return plant("contradicted", name, key, words, change=lambda t, _: t, others=others)


def access(name: str, key: str, words: Words) -> Plant:
    def close(text: str, _: str) -> str:
        return f"---\nacl: [legal]\n---\n{text}"

    return plant("access", name, key, words, change=close, case={"principal": ("staff",)})


def filtered(name: str, key: str, words: Words) -> Plant:
    return plant(
        "filtered", name, key, words,
        front="---\nproduct: x\n---\n",
        change=lambda t, _: t.replace("product: x", "product: y"),
        case={"filters": {"product": "x"}},
    )  # fmt: skip


def torn(name: str, key: str, words: Words) -> Plant:
    item = f"goods of {name} that were opened"
    body = f"A claim is not paid for:\n\n- {item}"
    fact = f"A claim is not paid for goods of {name} that were opened."
    others = {f"{key}-list.md": words.document(f"{name} list", 1, f"- {item}")}
    return plant(
        "torn", name, key, words,
        fact=fact, body=body, change=lambda t, b: t.replace(b, ""), others=others,
    )  # fmt: skip


def outranked(name: str, key: str, words: Words) -> Plant:
    """A newcomer of many sections, each nearer to the question than the text that answers it."""
    near = f"{name} claim paid when"
    sections = "\n".join(f"## {near} {words.name()}\n\n{near}\n" for _ in range(8))
    others = {f"{key}-crowd.md": f"# {name}\n\n{sections}"}
    return plant("outranked", name, key, words, change=lambda t, _: t, others=others)


def corpora(
    chunks: int, planted: list[Plant], words: Words
) -> tuple[dict[str, str], dict[str, str]]:
    """Both versions."""
    documents = max(chunks // CHUNKS_PER_DOCUMENT, HARMLESS)
    same = {
        f"d{n:04}.md": words.document(words.name(), CHUNKS_PER_DOCUMENT) for n in range(documents)
    }
    harmless = {
        path: text + f"\n{words.prose(1)}\n" for path, text in list(same.items())[:HARMLESS]
    }
    old, new = dict(same), {**same, **harmless}
    for one in planted:
        old.update(one.old)
        new.update(one.new)
    return old, new


def timed(run: Run, planted: list[Plant], confirm: int) -> dict[str, Any]:
    """Blame every case; seconds a case, and how many were blamed exactly."""
    cases = {one.case.id: one for one in planted}
    compared = {case.case_id: case for case in run.comparison.cases}
    started = time.perf_counter()
    replay = run.replay()
    with replay.worlds.reader(frozenset()):
        ready = time.perf_counter() - started
    blamer = Blamer(replay, None, 400)
    found: list[Diagnosis] = []
    seconds: list[float] = []
    for diagnosis in run.diagnoses:
        case, comparison = cases[diagnosis.case_id].case, compared[diagnosis.case_id]
        begin = time.perf_counter()
        found.append(
            blamer.blame(case, comparison, with_ranks(diagnosis, case, comparison, replay))
        )
        seconds.append(time.perf_counter() - begin)
    wrong = [d for d in found if d.documents != cases[d.case_id].causes]
    ordered = sorted(seconds)
    return {
        "prepare_s": round(ready, 3),
        "cases_flipped": len(found),
        "blamed_exactly": len(found) - len(wrong),
        "seconds_a_case": {
            "median": round(ordered[len(ordered) // 2], 3),
            "p90": round(ordered[len(ordered) * 9 // 10], 3),
            "longest": round(ordered[-1], 3),
        },
        "kinds": dict(sorted(Counter(d.kind for d in found).items())),
        "wrong": {
            d.case_id: {
                "planted": cases[d.case_id].kind,
                "expected": cases[d.case_id].causes,
                "blamed": d.documents,
            }
            for d in wrong
        },
        "confirm": _confirmed(run, found[:confirm], cases),
    }


def _confirmed(run: Run, found: list[Diagnosis], cases: dict[str, Plant]) -> dict[str, Any]:
    """Seconds of the confirming builds of a few cases."""
    compared = {case.case_id: case for case in run.comparison.cases}
    replay = run.replay()
    folder = run.workshop.root / "counterfactual"
    with building(folder, replay.worlds, run.evidence.diff, run.workshop.embed) as builder:
        blamer = Blamer(replay, builder, 400)
        begin = time.perf_counter()
        again = [blamer.blame(cases[d.case_id].case, compared[d.case_id], d) for d in found]
        spent = time.perf_counter() - begin
    return {
        "cases": len(again),
        "confirmed": sum(d.confirmed for d in again),
        "seconds_a_case": round(spent / max(len(again), 1), 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", type=int, default=10_000)
    parser.add_argument("--causes", type=int, default=50)
    parser.add_argument("--confirm", type=int, default=3, help="cases to confirm by building")
    given = parser.parse_args()
    words = Words(seed=4)
    planted = plants(words, given.causes)
    old, new = corpora(given.chunks, planted, words)
    with TemporaryDirectory() as folder, workshop(Path(folder), Setup(max_chunks=4)) as shop:
        begin = time.perf_counter()
        run = shop.run([one.case for one in planted], old, new)
        made = time.perf_counter() - begin
        result = {
            "chunks": len(run.evidence.texts["candidate"].chunks),
            "documents": len(run.evidence.texts["candidate"].documents),
            "changed": len(run.replay().worlds.units),
            "run_s": round(made, 3),
            **timed(run, planted, given.confirm),
        }
    print(json.dumps(result, indent=2, sort_keys=True))


if __name__ == "__main__":
    main()

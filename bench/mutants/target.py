"""What a mutation aims at: the sentence of the baseline that a case's fact rests on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from random import Random

from harness.checks.finding import Fact, Find, find
from harness.checks.library import Library
from harness.model.case import Case
from harness.model.document import Block, Document
from harness.store import read_jsonl
from harness.text import fold, sentence_spans, stems

SAME_FACT_SHARE = 0.7
"""A fact whose second best passage has this much of the best one's words may be stated twice."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a mutation may look at beside its target."""

    random: Random
    documents: Mapping[str, Document]
    """By source id."""
    labelled: frozenset[str]
    """Source ids that some case expects."""
    used: defaultdict[str, list[tuple[int, int]]]
    """Source id -> spans of the blocks that facts rest on."""


Quotes = Mapping[tuple[str, str], str]
"""(case id, fact) -> the sentence of the baseline that supports it."""


@dataclass(frozen=True, slots=True)
class Target:
    """A required fact of a case and where the baseline states it."""

    case: Case
    fact: str
    document: Document
    block: Block
    start: int
    """Span of the sentence in ``document.text``, markup included."""
    end: int
    sole: bool
    """Nothing else under the case's labels says as much, so damage here is damage to the case."""
    setting: Setting

    @property
    def sentence(self) -> str:
        return self.document.text[self.start : self.end]

    @property
    def stems(self) -> set[str]:
        return set(stems(self.fact, self.document.language))

    @property
    def russian(self) -> bool:
        return self.document.language == "ru"


def read_quotes(path: Path) -> Quotes:
    """Quotes of an ``evidence.jsonl``; none where there is no such file."""
    if not path.exists():
        return {}
    rows = [row for _, row in read_jsonl(path) if row["version"] == "baseline"]
    return {(row["id"], row["fact"]): row["quotes"][0] for row in rows}


def targets(cases: Sequence[Case], library: Library, quotes: Quotes) -> list[Target]:
    """A target for every required fact that can be located."""
    labels = (label for case in cases for label in case.expected_source_ids)
    setting = Setting(
        random=Random(0),
        documents=library.text.documents,
        labelled=frozenset(label.partition("#")[0] for label in labels),
        used=defaultdict(list),
    )
    found = list(_targets(cases, library, quotes, setting))
    for target in found:
        setting.used[target.document.source_id].append((target.block.start, target.block.end))
    return found


def _targets(
    cases: Sequence[Case], library: Library, quotes: Quotes, setting: Setting
) -> Iterator[Target]:
    for case in cases:
        for text in case.required_facts:
            found = _target(case, text, library, quotes, setting)
            if found is not None:
                yield found


def _target(
    case: Case, text: str, library: Library, quotes: Quotes, setting: Setting
) -> Target | None:
    labelled = library.under(case.expected_source_ids)
    fact = Fact.of(text, library)
    best = find(fact, library, labelled)
    if best is None:
        return None
    document, block = _quoted(case, quotes.get((case.id, text), ""), library) or _found(
        best, library
    )
    span = _sentence(document, block, quotes.get((case.id, text), text))
    return Target(
        case=case,
        fact=text,
        document=document,
        block=block,
        start=span[0],
        end=span[1],
        sole=_sole(fact, best, block, document, library, labelled),
        setting=setting,
    )


def _found(best: Find, library: Library) -> tuple[Document, Block]:
    document = library.text.documents[best.passage.source_id]
    inside = (b for b in document.blocks if b.start == best.passage.start)
    return document, next(inside)


def _quoted(case: Case, quote: str, library: Library) -> tuple[Document, Block] | None:
    if not quote:
        return None
    for label in case.expected_source_ids:
        document = library.text.documents[label.partition("#")[0]]
        for block in document.blocks:
            if fold(quote) in fold(block.text):
                return document, block
    return None


def _sentence(document: Document, block: Block, wanted: str) -> tuple[int, int]:
    """The sentence of a block, as written, that has most words of ``wanted``."""
    raw = document.text[block.start : block.end]
    words = set(stems(wanted, document.language))
    spans = list(sentence_spans(raw, document.language)) or [(0, len(raw))]
    start, end = max(
        spans, key=lambda s: len(words & set(stems(raw[s[0] : s[1]], document.language)))
    )
    return block.start + start, block.start + end


def _sole(
    fact: Fact,
    best: Find,
    block: Block,
    document: Document,
    library: Library,
    labelled: Sequence[int],
) -> bool:
    others = [n for n in labelled if not _inside(n, library, document, block)]
    other = find(fact, library, others)
    if other is None:
        return True
    return not other.supported and other.coverage < SAME_FACT_SHARE * best.coverage


def _inside(number: int, library: Library, document: Document, block: Block) -> bool:
    passage = library.passages[number]
    same = passage.source_id == document.source_id
    return same and passage.start < block.end and passage.end > block.start


def rolled(target: Target, dice: Random) -> Target:
    """The target with other dice."""
    return replace(target, setting=replace(target.setting, random=dice))


def keys_of(case: Case, library: Library) -> set[str]:
    """Wording of the passages that the facts of a case rest on."""
    labelled = library.under(case.expected_source_ids)
    finds = (find(Fact.of(text, library), library, labelled) for text in case.required_facts)
    return set(chain.from_iterable([found.passage.key] for found in finds if found))

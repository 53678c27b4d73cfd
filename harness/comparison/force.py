"""Whether a statement that still stands still holds: what was put around it.

"A refund is paid within 30 days" reads the same after "Obsolete:" or before "This does not apply
to sale items". Text that is new in the candidate and stands at the statement, beside it, above it
or at the head of its document is looked through for words that end or limit a rule. Such a word
is no contradiction, so the pair is ``uncertain`` and goes to a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harness.checks.finding import Find
from harness.checks.passages import Passage
from harness.checks.view import SideView
from harness.model.comparison import PairedCheck
from harness.text import detect_language, fold, sentences

_ENDS = re.compile(
    r"""\b(?:
      obsolete | deprecated | repealed | superseded | withdrawn | revoked | rescinded | expired
    | archived | void | cancelled | canceled | suspended | discontinued | historical | draft
    | no\ longer | not\ in\ force | ceased? | until\ (?:\w+\ )?\d{4} | before\ (?:\w+\ )?\d{4}
    | (?:do|does|did|shall|will)\ not\ apply | (?:doesn't|don't|won't)\ apply
    | except(?:ions?|ed|ing)? | unless | replaced\ by | instead\ of\ this
    | устаре\w+ | отмен(?:е|я)\w+ | утрати\w+\ силу | прекра\w+\ действ\w+ | недейств\w+
    | не\ действ\w+ | не\ применя\w+ | не\ распростран\w+ | не\ относ\w+ | больше\ не
    | исключени\w+ | кроме(?!\ (?:того|этого)) | архивн\w+ | приостановл\w+ | аннулир\w+ | черновик\w*
    | до\ (?:\w+\ )?\d{4}\ г\w* | вместо\ (?:этого|него|нее)
    )\b""",
    re.VERBOSE,
)
"""Words, folded, that end a rule or take something out of it; English and Russian."""
_TURNS = re.compile(
    r"\b(?:myth|untrue|false(?:ly)?|wrong(?:ly)?|alleged(?:ly)?|rumou?rs?"
    r"|миф\w*|неверн\w+|неправд\w+|якобы|лож(?:ь|н\w+))\b"
)
"""Words that turn the statement they stand in, and no other."""
_EXCLUDES = re.compile(
    r"\b(?:only|solely|exclusively|other\ than|except|лишь|только|исключительно|единственн\w+|кроме)\b"
)
"""Words that narrow the statement they stand in; what excludes already is not narrowed by another."""
# "nоt" with a Cyrillic "о" reads as "not" and matches nothing.
_MIXED_SCRIPTS = re.compile(r"\b(?=\w*[a-z])(?=\w*[\u0430-\u044f])[^\W\d_]+\b")
_BESIDE = 1
"""Blocks before and after a statement that count as beside it."""
_HEAD = 3
"""Blocks at the head of a document that speak for all of it."""


def pair_force(
    fact: str, old: Find | None, new: Find | None, baseline: SideView, candidate: SideView
) -> Iterator[PairedCheck]:
    """A pair for a fact whose accepted passage may no longer hold; nothing otherwise."""
    if old is None or new is None:
        return
    stood = _standing(new.passage.source_id, baseline)
    found = _ended(fact, old.passage, new.passage, stood) or _beside(
        new.passage, stood, baseline, candidate
    )
    if found is None:
        return
    word, place = found
    yield PairedCheck(
        check="fact_in_force",
        layer="retrieval",
        place="source",
        subject=fact,
        baseline="pass",
        candidate="uncertain",
        candidate_reason=f"new text with {word!r} may end or limit it",
        state="new",
        baseline_evidence=(old.passage.evidence(),),
        candidate_evidence=(place.evidence(),),
    )


def _ended(
    fact: str, old: Passage, new: Passage, stood: frozenset[str]
) -> tuple[str, Passage] | None:
    """A limiting word that the statement itself, its introduction or its heading gained."""
    before, said = fold(f"{old.heading}\n{old.text}"), fold(f"{new.lead}\n{_new_in(new, stood)}")
    gained = [word for word in _words(f"{new.heading}\n{said}") if word not in _words(before)]
    gained += [word for word in _TURNS.findall(said) if word not in _TURNS.findall(before)]
    if not _EXCLUDES.search(f"{before}\n{fold(fact)}"):
        gained += _EXCLUDES.findall(said)
    return (gained[0], new) if gained else None


def _beside(
    passage: Passage, stood: frozenset[str], baseline: SideView, candidate: SideView
) -> tuple[str, Passage] | None:
    """A limiting word in new text of the blocks around a statement or at the document's head."""
    passages = candidate.library.of(passage.source_id)
    starts = sorted({other.start for other in passages})
    at = starts.index(passage.start)
    near = {*starts[:_HEAD], *starts[max(0, at - _BESIDE) : at + _BESIDE + 1]}
    own = _words(passage.core)  # what the statement itself speaks of ends nothing
    for other in passages:
        if other.start in near and not baseline.library.worded(other.key):
            words = [word for word in _words(_new_in(other, stood)) if word not in own]
            if words and fold(passage.core) not in fold(other.core):
                return words[0], other
    return None


def _standing(source_id: str, baseline: SideView) -> frozenset[str]:
    """The sentences of a document on the baseline, folded."""
    return frozenset(fold(passage.core) for passage in baseline.library.of(source_id))


def _new_in(passage: Passage, stood: frozenset[str]) -> str:
    """The sentences of a passage that its document did not have."""
    said = sentences(passage.core, detect_language(passage.core))
    return "\n".join(one for one in said if fold(one) not in stood)


def _words(text: str) -> list[str]:
    folded = fold(text)
    return _ENDS.findall(folded) + _MIXED_SCRIPTS.findall(folded)

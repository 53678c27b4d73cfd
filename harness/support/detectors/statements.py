"""Words that come from different statements of one sentence."""

from __future__ import annotations

from collections.abc import Iterator

from harness.support.clauses import has_predicate
from harness.support.detectors.pair import Finding, Pair
from harness.support.sentence import Sentence, head_of


def mixed_findings(pair: Pair) -> Iterator[Finding]:
    """Words taken from two statements of one sentence, each of which is about something else.

    ``The tutor marks the drafts, the examiner marks the papers`` does not say that the tutor
    marks the papers, although every word is there.
    """
    strange = {
        head_of(pair.evidence, segment) for segment in pair.held() if pair.strangers(segment)
    }
    if len(strange) > 1 or _mixesgroups(pair) or _has_own_subject(pair):
        reason = "the words of the claim belong to different statements of the evidence"
        yield Finding("uncertain", "join", reason)


def _mixesgroups(pair: Pair) -> bool:
    """The same for statements joined by ``and`` or ``but``, relative clauses included."""
    held = pair.held()
    strange = 0
    for group in groups(pair.evidence):
        said = group - (pair.evidence.listed - held)
        strange += bool(held & group) and any(pair.strangers(segment) for segment in said)
    return strange > 1


def _has_own_subject(pair: Pair) -> bool:
    """Whether a joined statement starts with a word of its own: ``and the clerk signs it``."""
    held = pair.held()
    for start in pair.evidence.coordinated & held:
        words = [n for n, w in enumerate(pair.evidence.words) if w.segment == start and not w.light]
        if not _has_predicate_before(pair.evidence, start):
            continue
        if words and words[0] not in pair.alignment.reachable and held - {start}:
            return True
        nouns = [n for n in words if pair.evidence.words[n].form.cases == frozenset(("nomn",))]
        if any(n not in pair.alignment.reachable for n in nouns) and held - {start}:
            return True
    return False


def _has_predicate_before(sentence: Sentence, start: int) -> bool:
    """Whether a statement is complete before a segment: not in ``tea, milk and a cake are free``."""
    left = [word.start for word in sentence.words if word.segment == start]
    return not left or has_predicate(sentence.text[: min(left)], sentence.language)


def groups(sentence: Sentence) -> list[set[int]]:
    """The segments of each coordinated statement; a comma ends a statement too."""
    groups: list[set[int]] = [set()]
    for segment in range(sentence.segments):
        starts = segment in sentence.coordinated or segment in sentence.after_comma
        if starts and segment not in sentence.listed:
            groups.append(set())
        groups[-1].add(segment)
    return groups


def unlinked_findings(pair: Pair) -> Iterator[Finding]:
    """A condition of one statement put to what holds under that of another.

    ``If it rains, a bus comes; if it snows, a tram comes`` does not say that a bus comes if it
    snows.
    """
    text = pair.evidence.text
    if ";" not in text or len(pair.evidence.conditions) < _SEVERAL or not pair.claim.conditions:
        return
    set_apart: dict[bool, set[int]] = {True: set(), False: set()}
    for c, e in pair.matched():
        again = sum(other.form.lemma == e.form.lemma for other in pair.evidence.words) > 1
        if not e.light and not again:
            set_apart[bool(c.condition)].add(text.count(";", 0, e.start))
    if set_apart[True] and set_apart[False] and set_apart[True].isdisjoint(set_apart[False]):
        reason = "the words of the claim belong to different statements of the evidence"
        yield Finding("uncertain", "join", reason)


_SEVERAL = 2


def torn_findings(pair: Pair) -> Iterator[Finding]:
    """A statement left with a hole in it, joined to the next.

    ``Flashes green when charging and red when full`` does not say ``flashes red when charging``.
    """
    matched = {e.token for _, e in pair.matched() if not e.light}
    if not matched:
        return
    for start in sorted(pair.evidence.coordinated - pair.evidence.listed):
        left = [w for w in pair.evidence.words if w.segment < start and not w.light]
        right = [w for w in pair.evidence.words if w.segment >= start and not w.light]
        if not any(w.token in matched for w in right):
            continue
        own = {w.token for w in left if w.token in matched}
        holes = [w for w in left if w.token not in matched]
        if any(min(own) < w.token < max(own) for w in holes if own):
            reason = "the words of the claim belong to different statements of the evidence"
            yield Finding("uncertain", "join", reason)
            return

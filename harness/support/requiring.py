"""What must be there for something: ``only with X``, ``not without X`` and ``X is required`` say one.

A sentence is read as a requirement: a *need* (the words of X), a *deed* (what it is needed for) and
whether it is needed or spared. Both sides read so are compared part by part, whatever their form:

- needed: ``only with``, ``only if``, ``only after``; a denial with ``without``, ``unless`` or ``except
  with``; ``X is required for``, ``needs X to``, ``to … X is necessary``;
- spared: ``without X`` in what is allowed or done; ``X is not required for``, ``no X is needed``.

What is needed may be told with fewer words (*written consent* is consent); what is spared may not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from harness.support.clauses import is_verb
from harness.support.detectors import Finding, Pair, Span, Told
from harness.support.detectors.conditions import quantifier_findings
from harness.support.detectors.scope import (
    attachment_findings,
    hedge_findings,
    modifier_findings,
    narrowing_findings,
)
from harness.support.detectors.statements import groups
from harness.support.detectors.values import narrower_findings, value_findings
from harness.support.idioms import read
from harness.support.lexicon import lexicon
from harness.support.matching import pairs_with
from harness.support.morphology import form
from harness.support.sentence import Mark, Sentence, Word


@dataclass(frozen=True, slots=True)
class Requirement:
    """Numbers of the words that name what is needed, and of those that say what for."""

    need: frozenset[int]
    deed: frozenset[int]
    needed: bool
    span: Span


def required(pair: Pair) -> Told | None:
    """The verdict on a claim that says what is needed, or that it is not."""
    claim = requirement(pair.claim)
    evidence = requirement(pair.evidence) if claim else None
    if claim is None or evidence is None or not _is_covered(pair, claim, evidence):
        return None
    if any(not _is_within(finding, pair.evidence, evidence) for finding in _narrowing(pair)):
        return None
    if claim.needed == evidence.needed:
        return Told("supported", "the evidence says so in the same words", evidence.span)
    asks = "the evidence requires it, the claim does not"
    spares = "the evidence does not require it, the claim does"
    return Told("contradicted", asks if evidence.needed else spares, evidence.span)


def requirement(sentence: Sentence) -> Requirement | None:
    """The one requirement that a sentence states."""
    if sentence.hedges or sentence.contrast or sentence.not_only or "|" in sentence.text:
        return None
    texts = [token.text for token in read(sentence.text, sentence.language)]
    for reading in (_restricted, _denied_without, _named):
        found = reading(sentence, texts)
        if found is not None and any(not sentence.words[n].light for n in found.need):
            return found if found.deed else None
    return None


_BY_MEANS = frozenset(
    "with by on upon against under after through via по с со при после под".split()
)
_ENDS = frozenset(", ; : . ( ) - and but и а но".split())
_OR = frozenset(("or", "или", "либо"))
_CLAUSE_STARTS = frozenset("if when where once provided если когда".split())


def _restricted(sentence: Sentence, texts: Sequence[str]) -> Requirement | None:
    """``only with X``, ``only if X``."""
    modals = {mark.tag for mark in sentence.modals} <= {"permission"}
    if _denials(sentence) or not modals:
        return None
    conditions = [mark for mark in sentence.conditions if mark.tag == "only_if"]
    marks = [*sentence.only, *conditions]
    if len(marks) != 1 or len(conditions) != len(sentence.conditions):
        return None
    mark = marks[0]
    clause = bool(_CLAUSE_STARTS & set(texts[mark.token : mark.after]))
    if not conditions and not _is_means(texts, mark.after):
        return None
    need = _phrase(sentence, texts, mark.after, clause=clause)
    return _parted(sentence, need, mark, needed=True)


def _is_means(texts: Sequence[str], at: int) -> bool:
    """Whether ``with``, ``on`` … or ``in the presence of`` starts at a token."""
    following = texts[at : at + 3]
    return bool(following) and (following[0] in _BY_MEANS or bool(_PRESENCE & set(following)))


_PRESENCE = frozenset("presence company exchange присутствии сопровождении обмен".split())


def _denied_without(sentence: Sentence, texts: Sequence[str]) -> Requirement | None:
    """``not without X``, ``not unless X``; ``without X`` alone spares it."""
    without = [n for n, word in enumerate(sentence.words) if word.relation == "without"]
    inside = [n for n in without if sentence.words[n].negated]
    marks = [m for m in sentence.conditions if m.tag == "unless" or _excepts_means(texts, m)]
    if sentence.only or len(marks) + bool(inside) != 1 or len(sentence.conditions) != len(marks):
        return None
    tags = {mark.tag for mark in sentence.modals}
    if marks:
        mark = marks[0]
        need = _phrase(sentence, texts, mark.after, clause=mark.tag == "unless")
        denials = _denials(sentence, leaving=need)
        return (
            _parted(sentence, need, mark, needed=True) if denials == 1 and tags <= {"ban"} else None
        )
    first = sentence.words[inside[0]]
    need = _phrase(sentence, texts, first.token, clause=False)
    denials = _denials(sentence, leaving=need)
    if denials == 1 and tags <= {"ban"}:
        return _parted(sentence, need, first, needed=True)
    start = sentence.predicates.get(first.clause)
    told = tags == {"permission"} or (not tags and start is not None and start < first.token)
    return _parted(sentence, need, first, needed=False) if denials == 0 and told else None


def _excepts_means(texts: Sequence[str], mark: Mark) -> bool:
    """``except with a badge``."""
    return mark.tag == "except" and _is_means(texts, mark.after)


_PREDICATES = frozenset(
    "required needed necessary mandatory compulsory obligatory нужный необходимый обязательный"
    " требоваться потребоваться нужно необходимо".split()
)
_ACTIVE = frozenset(("require", "need", "требовать"))
_OBTAIN = frozenset("have obtain hold show present possess иметь предъявить предъявлять".split())
_PURPOSE = frozenset("to for if when before чтобы для если при".split())
_OPENING = frozenset("to for if when in чтобы для при если".split())
_AFTER_OPENING = frozenset(", you one we they вы".split())


def _named(sentence: Sentence, texts: Sequence[str]) -> Requirement | None:
    """``X is required for``, ``needs X to``, ``to … X is necessary``; the same with ``not``."""
    marks = [mark for mark in sentence.modals if mark.tag in ("duty", "optional")]
    if len(marks) != 1 or len(sentence.modals) != 1 or sentence.only:
        return None
    mark = marks[0]
    spared = mark.tag == "optional"
    conditions = [mark.tag for mark in sentence.conditions]
    if conditions not in ([], ["if"]) or _denials(sentence) - spared > (not spared):
        return None
    lemmas = {form(text).lemma for text in texts[mark.token : mark.after]}
    lemmas |= set(texts[mark.token : mark.after])
    part = next((part for part in groups(sentence) if mark.segment in part), set())
    here = frozenset(n for n, word in enumerate(sentence.words) if word.segment in part)
    after = _numbers(sentence, range(mark.after, len(texts))) & here
    opened = _opening(sentence, texts, mark)
    before = (_numbers(sentence, range(mark.token)) & here) - opened
    purpose = _purpose(texts, mark.after)
    deed = (_numbers(sentence, range(purpose, len(texts))) & here) | opened
    rest = after - deed
    if lemmas & _ACTIVE and not lemmas & _PREDICATES and rest:
        need, deed = rest, deed | before
    elif lemmas & _PREDICATES and (rest if sentence.language == "ru" and not before else not rest):
        need = rest or before
    elif rest and any(sentence.words[n].form.lemma in _OBTAIN for n in rest):
        need = frozenset(n for n in rest if sentence.words[n].form.lemma not in _OBTAIN)
        deed = deed | before
    elif opened and rest and not spared:
        need, deed = rest, opened  # "to enter, you must show a badge"
    else:
        return None
    if _OR & set(texts):
        return None
    denied = {n for n, word in enumerate(sentence.words) if word.negated}
    if denied - need:
        return None
    return Requirement(need, deed, not (spared or denied), (mark.start, mark.end))


def _purpose(texts: Sequence[str], start: int) -> int:
    """The token behind ``start`` at which it is told what for; the end where none is."""
    places = (at for at in range(start, len(texts)) if texts[at] in _PURPOSE)
    return next(places, len(texts))


def _opening(sentence: Sentence, texts: Sequence[str], mark: Mark) -> frozenset[int]:
    """What is told for before the need: ``For cars …``, ``To enter, …``, ``Чтобы войти, …``."""
    start = mark.token
    if not texts or texts[0] not in _OPENING:
        return frozenset()
    ends = [at for at in range(start) if texts[at] in _AFTER_OPENING]
    if ends:
        return _numbers(sentence, range(ends[0]))
    if sentence.language == "ru":
        return _numbers(sentence, range(_subject_at(sentence, start)))
    return frozenset(
        n for n in _numbers(sentence, range(start)) if sentence.words[n].relation == "for"
    )


def _subject_at(sentence: Sentence, end: int) -> int:
    """The token of the first Russian noun that can only be a subject (or object); else ``end``."""
    places = (
        w.token for w in sentence.words if "nomn" in w.form.cases and "gent" not in w.form.cases
    )
    return min((at for at in places if at < end), default=end)


def _numbers(sentence: Sentence, places: range) -> frozenset[int]:
    return frozenset(n for n, word in enumerate(sentence.words) if word.token in places)


def _phrase(
    sentence: Sentence, texts: Sequence[str], start: int, *, clause: bool
) -> frozenset[int]:
    """The words from a token to the end of its phrase, or of its clause; none where ``or`` joins."""
    end = start
    finite = lexicon(sentence.language).finite
    modals = {mark.token for mark in sentence.modals}
    while end < len(texts) and texts[end] not in (_ENDS - {"-"} if clause else _ENDS):
        word = form(texts[end])
        ends = texts[end] in finite or end in modals or bool({"fin", "infn"} & word.features)
        if not clause and end > start and ends:
            break
        end += 1
    if _OR & set(texts[start : end + 1]):
        return frozenset()
    return _numbers(sentence, range(start, end))


def _denials(sentence: Sentence, leaving: Iterable[int] = ()) -> int:
    """How often a sentence denies, words of ``leaving`` not counted."""
    left = frozenset(leaving)
    words = sum(word.negated for n, word in enumerate(sentence.words) if n not in left)
    bans = sum(mark.tag in ("ban", "optional") for mark in sentence.modals)
    return words + bans + sentence.loose_negators


def _parted(
    sentence: Sentence, need: frozenset[int], mark: Mark | Word, *, needed: bool
) -> Requirement:
    """The need, and for a deed the rest of its statement; of the one beside a clause with ``if``."""
    segments = {sentence.words[n].segment for n in need}
    parts = [frozenset(part) for part in groups(sentence)]
    here = next((n for n, part in enumerate(parts) if part & segments), 0)
    for place in (here, here - 1, here + 1):
        inside = parts[place] if 0 <= place < len(parts) else frozenset()
        deed = frozenset(n for n, w in enumerate(sentence.words) if w.segment in inside) - need
        if any(not sentence.words[n].light for n in deed):
            return Requirement(need, deed, needed, (mark.start, mark.end))
    return Requirement(need, frozenset(), needed, (mark.start, mark.end))


def _heavy(sentence: Sentence, numbers: Iterable[int]) -> list[Word]:
    return [sentence.words[n] for n in sorted(numbers) if not sentence.words[n].light]


def _is_covered(pair: Pair, claim: Requirement, evidence: Requirement) -> bool:
    """Whether both need the same for the same.

    Of what is needed the claim may say less; of what is spared nothing may be left out, and a
    claim against it may ask for more.
    """
    need = _heavy(pair.claim, claim.need), _heavy(pair.evidence, evidence.need)
    deed = _heavy(pair.claim, claim.deed), _heavy(pair.evidence, evidence.deed)
    language = pair.claim.language
    others = frozenset(range(len(pair.claim.words))) - claim.need - claim.deed
    if not need[0] or not deed[0] or _heavy(pair.claim, others) or _lost(*deed, language):
        return False
    if evidence.needed:
        return not _lost(*need, language)
    left_out = _lost(deed[1], deed[0], language)
    if _lost(need[1], need[0], language) or not all(is_verb(word.text) for word in left_out):
        return False
    return not left_out if claim.needed else not _lost(*need, language)


def _lost(words: Sequence[Word], others: Sequence[Word], language: str) -> list[Word]:
    """The words that have no partner among the others."""
    return [
        word for word in words if not any(pairs_with(word, other, language) for other in others)
    ]


def _narrowing(pair: Pair) -> Iterator[Finding]:
    """What bounds the evidence, or sets a value of the claim against one of it."""
    for detector in (
        value_findings,
        quantifier_findings,
        narrower_findings,
        hedge_findings,
        narrowing_findings,
        modifier_findings,
        attachment_findings,
    ):
        yield from detector(pair)


def _is_within(finding: Finding, sentence: Sentence, its: Requirement) -> bool:
    """Whether a narrowing word belongs to what is needed: *written* consent is consent."""
    if finding.span is None or finding.value or finding.absent or not its.needed:
        return False
    words = [sentence.words[n] for n in its.need]
    start = min(word.start for word in words)
    return start <= finding.span[0] and finding.span[1] <= max(word.end for word in words)

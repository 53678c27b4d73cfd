"""The decision: a claim against evidence, and a claim against many passages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from harness.support import anaphora
from harness.support.analysis import analyse
from harness.support.clauses import joined_subjects
from harness.support.comparing import compare, is_bound, is_point
from harness.support.conditional import rebound
from harness.support.contrast import contrast
from harness.support.detectors.statements import groups
from harness.support.eitherway import either_way
from harness.support.exchange import exchanged
from harness.support.gapping import coordinated, statements
from harness.support.gaps import things_listed
from harness.support.judging import MISSING, Judgement, judge
from harness.support.matching import has_word, pairs_with
from harness.support.passages import Piece, pieces
from harness.support.presence import Wanted, bag_of
from harness.support.pronouns import resolved
from harness.support.remarks import excepted_thing
from harness.support.sentence import Sentence
from harness.support.steps import (
    Order,
    Step,
    full_text,
    is_covered,
    is_plain,
    keeps_cases,
    misplaced,
    told,
)
from harness.support.surface import tokens
from harness.support.tables import named_row, other_cell
from harness.support.topics import names_topic
from harness.support.verdict import Support, Verdict
from harness.text import detect_language, sentences

_RANK: dict[Verdict, int] = {"supported": 3, "contradicted": 2, "uncertain": 1, "missing": 0}
_HALF_PAIR = re.compile("[\ud800-\udfff]")  # halves of surrogate pairs, which no library takes
_LONGEST_CLAIM = 2_000  # characters of one sentence; comparing is quadratic in its words
_CLAIMS = 1_000
_CACHE = 50_000  # a passage is held against the same fact in every corpus that is compared


@lru_cache(maxsize=_CACHE)
def check_support(claim: str, evidence: str, language: str | None = None) -> Support:
    """Whether ``evidence`` says what ``claim`` says. Deterministic; unsure means ``uncertain``.

    A claim of several sentences is supported when each of them is; the worst decides.
    ``language`` is ``ru``, ``en`` or ``None`` to tell it from the claim.
    """
    claim, evidence = (_HALF_PAIR.sub("\ufffd", text) for text in (claim, evidence))
    language = language or detect_language(claim)
    parts = sentences(claim, language)
    if not parts:
        return Support("uncertain", "overlap", "the claim is empty", None, 0.0)
    results = [_check_sentence(_filled(part, language), evidence, language) for part in parts]
    worst = min(results, key=lambda result: _SEVERITY[result.verdict])
    score = sum(result.score for result in results) / len(results)
    return Support(worst.verdict, worst.kind, worst.reason, worst.span, score)


_TWICE = ("contradicted", "contradicted")
_SEVERITY: dict[Verdict, int] = {"contradicted": 0, "missing": 1, "uncertain": 2, "supported": 3}


def best_support(
    claim: str, passages: Sequence[str], language: str | None = None
) -> tuple[int, Support]:
    """(index, verdict) of the passage that decides: supported, else contradicted, else best score.

    Raises:
        ValueError: ``passages`` is empty.
    """
    if not passages:
        raise ValueError("best_support needs at least one passage")
    results = [check_support(claim, passage, language) for passage in passages]
    index = max(
        range(len(results)), key=lambda i: (_RANK[results[i].verdict], results[i].score, -i)
    )
    return index, results[index]


def _filled(claim: str, language: str) -> str:
    """A claim with the noun that ``one`` in it stands for."""
    pieces_of_it = anaphora.filled("", claim, language)
    return _told(claim, [span for _, span in pieces_of_it]) or claim


def _check_sentence(claim: str, evidence: str, language: str) -> Support:
    if len(claim) > _LONGEST_CLAIM:
        return Support("uncertain", "overlap", "the claim is too long to be compared", None, 0.0)
    if not evidence.strip():
        return Support("missing", "overlap", "there is no evidence", None, 0.0)
    wanted = _wanted(claim, language)
    found = _off_topic(wanted, evidence) or _decided(
        wanted, [(piece, _judged(wanted, piece.text)) for piece in pieces(evidence, language)]
    )
    if found.verdict == "supported" and _is_tiered(wanted.claim, evidence):
        reason = "the evidence has several bounds that a value of the claim lies within"
        found = replace(found, verdict="uncertain", kind="limit", reason=reason)
    elif found.verdict == "supported" and not _is_said_of_both(claim, evidence, language):
        reason = "the words of the claim belong to different statements of the evidence"
        found = replace(found, verdict="uncertain", kind="join", reason=reason)
    found = _in_order(wanted.claim, evidence, found)
    parted = _part_by_part(claim, evidence, language) if found.verdict == "uncertain" else None
    return parted or found


def _is_said_of_both(claim: str, evidence: str, language: str) -> bool:
    """Whether a claim about two things is supported of each, where the evidence parts them.

    ``Cats may travel and dogs stay at home`` does not say that cats and dogs may travel.
    """
    parts = joined_subjects(claim, language)
    whole = coordinated(claim, language) or not any(
        len(groups(analyse(piece.text, language))) > 1 for piece in pieces(evidence, language)
    )
    if not parts or whole:
        return True
    texts = (_told(claim, spans) for spans in parts)
    results = [_check_sentence(text, evidence, language) for text in texts]
    return not any(one.verdict == "contradicted" or one.kind == "join" for one in results)


def _judged(wanted: Wanted, text: str) -> Judgement:
    """The verdict of one piece; what holds ``with or without`` something is read without it."""
    claim = wanted.claim
    both = either_way(claim.text, text, claim.language)
    if both is None:
        return judge(wanted, text)
    rest = judge(_wanted(both.claim, claim.language), both.evidence)
    whole = replace(judge(wanted, text), verdict="uncertain")
    if rest.verdict == "supported":
        verdict: Verdict = "contradicted" if both.restricts else "supported"
    else:
        verdict = rest.verdict if rest.verdict == "contradicted" and both.lacks else "uncertain"
    if verdict == "uncertain":
        return whole
    reason = "the evidence says that it holds with and without"
    return replace(whole, verdict=verdict, kind="condition", reason=reason, span=(0, len(text)))


_SUBORDINATING = frozenset(
    "if unless when until till because so that which who whose as once если когда пока чтобы как что"
    " который которая которое которые так потому".split()
)
"""Words that make one statement of a claim depend on another."""
_CONCEDING = frozenset("while whereas although though хотя".split())


def _part_by_part(claim: str, evidence: str, language: str) -> Support | None:
    """A contradiction of one of several statements of a claim, if the evidence speaks of all.

    Support is not read so: what is said of both statements together would be lost.
    """
    spans: Sequence[tuple[tuple[int, int], ...]] = coordinated(claim, language)
    if len(spans) < 2 and language == "ru":
        spans = things_listed(claim)
    words = [token.text for token in tokens(claim)]
    if len(spans) < 2 or _SUBORDINATING & set(words) or words[0] in _CONCEDING:
        return None
    texts = [" ".join(claim[slice(*span)] for span in part) for part in spans]
    results = [_check_sentence(text, evidence, language) for text in texts]
    verdicts = {result.verdict for result in results}
    against = [result for result in results if result.verdict == "contradicted"]
    return against[0] if against and "missing" not in verdicts else None


def _is_tiered(claim: Sentence, evidence: str) -> bool:
    """Whether one value lies in several steps: 12 years are more than 5 and more than 10."""
    points = [value for value in claim.values if value.domain and is_point(value)]
    if not points:
        return False
    others = [
        value
        for piece in pieces(evidence, claim.language)
        for value in analyse(piece.text, claim.language).values
        if value.domain and is_bound(value)
    ]
    return any(
        len(
            {
                other.text
                for other in others
                if compare(point, other, claim.language).state == "same"
            }
        )
        > 1
        for point in points
    )


@lru_cache(maxsize=_CLAIMS)
def _wanted(claim: str, language: str) -> Wanted:
    return Wanted(analyse(claim, language))


def _off_topic(wanted: Wanted, evidence: str) -> Support | None:
    """The verdict on a whole passage that hardly has a word of the claim; most have none."""
    bag = bag_of(evidence)
    if wanted.may_share_values(bag):
        return None
    share = wanted.share(wanted.absent(bag))
    if share >= MISSING:
        return None
    return Support("missing", "overlap", "the evidence is about something else", None, share)


def _decided(wanted: Wanted, found: list[tuple[Piece, Judgement]]) -> Support:
    """The verdict of the piece that decides, or of several taken together."""
    claim = wanted.claim
    row = named_row(claim, [piece for piece, _ in found])
    rows = found
    if row is not None:
        found = [pair for pair in found if pair[0] is row or not pair[0].cells]
    found = [(piece, _unless_elsewhere(claim, one, piece, found)) for piece, one in found]
    piece, judgement = _deciding(found)
    if _is_mixed(wanted, piece, judgement):
        reason = "the words of the claim belong to different statements of the evidence"
        judgement = replace(judgement, verdict="uncertain", kind="join", reason=reason)
    if judgement.verdict == "supported":
        turned = _exchanged(claim, piece, judgement)
        if turned is not None:
            return turned
    if judgement.verdict != "supported":
        single = _stated(wanted, found)
        if single is not None and (judgement.verdict, single.verdict) != _TWICE:
            return single
    if judgement.verdict in ("uncertain", "missing"):
        swapped = _from_other_row(claim, row, rows, judgement) if row else None
        together = swapped or _on_topic(wanted, found) or _together(wanted, found, judgement)
        if together is not None:
            return together
    if judgement.verdict == "uncertain" and _only_joined(claim, found):
        return _joined(piece, judgement)
    span = piece.span(*judgement.span) if judgement.span else None
    return Support(judgement.verdict, judgement.kind, judgement.reason, span, judgement.score)


_TOLD_BY_VALUES = frozenset(("number", "unit", "date", "limit"))


def _unless_elsewhere(
    claim: Sentence, judgement: Judgement, piece: Piece, found: list[tuple[Piece, Judgement]]
) -> Judgement:
    """A value that differs, held for open where another sentence has it and what the claim names.

    ``Drafts are kept for 30 days. In the bin they stay for another week`` does not contradict that
    they are kept in the bin for seven days.
    """
    first = next((number for number, word in enumerate(claim.words) if not word.light), None)
    lost = first in judgement.missing
    told = judgement.verdict == "contradicted" and judgement.kind in _TOLD_BY_VALUES
    if not (told and lost) or not any(
        other is not piece
        and first not in whole.missing
        and _has_values(claim, analyse(other.text, claim.language))
        for other, whole in found
    ):
        return judgement
    reason = "only several sentences of the evidence together have all of it"
    return replace(judgement, verdict="uncertain", kind="join", reason=reason)


def _has_values(claim: Sentence, evidence: Sentence) -> bool:
    """Whether all values of the claim stand in a sentence."""
    return all(
        any(compare(own, its, claim.language).state == "same" for its in evidence.values)
        for own in claim.values
    )


_TOLD_BY_WORDS = frozenset(("negation", "entity", "order", "modality"))


def _is_mixed(wanted: Wanted, piece: Piece, judgement: Judgement) -> bool:
    """Whether none of several statements gives the verdict that all of them together give.

    ``Shares rose by 3 % in May and fell by 1 % in June`` does not say that they fell by 3 %: the
    statement that has all words of the claim contradicts it.
    """
    claim, verdict = wanted.claim, judgement.verdict
    language = claim.language
    told = verdict == "supported" or judgement.kind in _TOLD_BY_WORDS
    joined = claim.causal or claim.conceding or coordinated(claim.text, language)
    if verdict not in ("supported", "contradicted") or not told or joined:
        return False
    texts = (_told(piece.text, spans) for spans in coordinated(piece.text, language))
    judged = [judge(wanted, text) for text in texts]
    if not judged or any(one.verdict == verdict for one in judged):
        return False
    whole = [one for one in judged if not one.missing]
    return verdict == "contradicted" or any(one.verdict == "contradicted" for one in whole)


def _together(
    wanted: Wanted, found: list[tuple[Piece, Judgement]], judgement: Judgement
) -> Support | None:
    """A contradiction that several pieces make together."""
    if _lost(wanted.claim, found):
        return _carried(wanted, found)
    return (
        _contrasted(wanted.claim, found, judgement)
        or _carried(wanted, found)
        or _sold_apart(wanted.claim, [piece for piece, _ in found], judgement)
    )


_INCLUDED = frozenset("include included входить включать включить включенный включаться".split())
_APART = frozenset("separately extra отдельно дополнительно".split())
_GIVEN = frozenset(
    "pay charge sell buy order issue bill price оплачивать оплачиваться оплатить платить покупать"
    " приобретать приобретаться продавать продаваться выдавать выдаваться заказывать доплачивать"
    " заказываться поставляться".split()
)


def _sold_apart(claim: Sentence, pieces: Sequence[Piece], judgement: Judgement) -> Support | None:
    """``The fare includes meals`` where ``meals are paid for separately`` follows on the fare."""
    lemmas = {word.form.lemma for word in claim.words}
    bound = claim.modals or claim.conditions or claim.negators or claim.only or claim.values
    if bound or not lemmas & _INCLUDED:
        return None
    for before, piece in pairwise(pieces):
        here, topic = (analyse(text, claim.language) for text in (piece.text, before.text))
        told = {word.form.lemma for word in here.words}
        plain = not (here.negators or here.modals or here.conditions or here.only)
        if not (plain and told & _APART and told & _GIVEN):
            continue
        things = [w for w in claim.words if w.form.lemma not in _INCLUDED and not w.light]
        named = [any(pairs_with(w, its, claim.language) for its in here.words) for w in things]
        known = [any(pairs_with(w, its, claim.language) for its in topic.words) for w in things]
        joined = {w.form.lemma for w in topic.words} & _INCLUDED
        if joined and any(named) and all(a or b for a, b in zip(named, known, strict=True)):
            reason = "the evidence says that it is had separately"
            span = piece.span(0, len(piece.text))
            return Support("contradicted", "enumeration", reason, span, judgement.score)
    return None


def _from_other_row(
    claim: Sentence, row: Piece, found: list[tuple[Piece, Judgement]], judgement: Judgement
) -> Support | None:
    """A contradiction where the claim has the cell of another row."""
    cells = other_cell(claim, row, [piece for piece, _ in found])
    if cells is None:
        return None
    stated, claimed = cells
    reason = f"the evidence says {stated!r} there, the claim {claimed!r}"
    return Support("contradicted", "entity", reason, row.span(0, len(row.text)), judgement.score)


def _stated(wanted: Wanted, found: list[tuple[Piece, Judgement]]) -> Support | None:
    """What one of several statements of a sentence says of the claim, if that is definite."""
    nearest = min(len(judgement.missing) for _, judgement in found)
    definite: list[tuple[Piece, Judgement]] = []
    for piece, whole in found:
        if whole.verdict == "missing":
            continue
        for spans in statements(piece.text, wanted.claim.language):
            text = _told(piece.text, spans)
            judgement = _unless_elsewhere(wanted.claim, _judged(wanted, text), piece, found)
            against = judgement.verdict == "contradicted" and len(judgement.missing) <= nearest
            if judgement.verdict == "supported" or (
                against and not _is_aside(wanted, piece.text, spans)
            ):
                definite.append((piece, replace(judgement, span=(spans[0][0], spans[-1][1]))))
    if not definite:
        return None
    piece, judgement = max(definite, key=lambda pair: (_RANK[pair[1].verdict], pair[1].score))
    span = piece.span(*judgement.span) if judgement.span else None
    return Support(judgement.verdict, judgement.kind, judgement.reason, span, judgement.score)


def _is_aside(wanted: Wanted, text: str, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether a statement is of what the text excepts, and the claim does not name that."""
    thing = excepted_thing(text, wanted.claim.language)
    if thing is None or thing not in spans:
        return False
    words = analyse(text[slice(*thing)], wanted.claim.language).words
    return not any(has_word(wanted.claim, word) for word in words if not word.light)


def _on_topic(wanted: Wanted, found: list[tuple[Piece, Judgement]]) -> Support | None:
    """Support by a piece that lacks only a word which names what the text is about."""
    texts = [piece.text for piece, _ in found]
    for number, (piece, judgement) in enumerate(found):
        only_lost = judgement.verdict == "uncertain" and judgement.kind == "overlap"
        if only_lost and names_topic(wanted, judgement.missing, piece.text, texts[:number]):
            span = piece.span(0, len(piece.text))
            reason = "the evidence says so of what the sentence before names"
            return Support("supported", "wording", reason, span, judgement.score)
    return None


def _contrasted(
    claim: Sentence, found: list[tuple[Piece, Judgement]], judgement: Judgement
) -> Support | None:
    """What the evidence says of another part than the claim does."""
    language = claim.language
    texts = [piece.text for piece, _ in found]
    whole = [(number, (0, len(text)), text) for number, text in enumerate(texts)]
    parts = [part for place in whole for part in _parts(place, language)]
    completed = [part for place in whole for part in _completed(place, language)]
    for places in (whole, parts, completed):
        read = [analyse(text, language) for _, _, text in places]
        other = contrast(claim, read, [n for n, _, _ in places]) or exchanged(claim, read)
        other = other or rebound(claim, read)
        if other is not None:
            number, (start, end), text = places[other.number]
            if text == texts[number][start:end]:
                start, end = start + other.span[0], start + other.span[1]
            reason = f"the evidence says it of {other.stated!r}, the claim of {other.claimed!r}"
            span = found[number][0].span(start, end)
            return Support("contradicted", "entity", reason, span, judgement.score)
    return None


def _in_order(claim: Sentence, evidence: str, found: Support) -> Support:
    """The verdict, set right where the passage tells in which order the two steps of a claim come."""
    places = pieces(evidence, claim.language)
    texts = [piece.text for piece in places]
    order = told(claim, texts) if found.verdict != "missing" else None
    if order is None:
        row = misplaced(claim, texts) if found.verdict in ("uncertain", "supported") else None
        return _ordered("contradicted", row, places, found) if row else found
    same, mine, its = order
    verdict: Verdict = "contradicted"
    if same and found.verdict != "supported":
        against = found.verdict == "contradicted" and found.kind not in _OF_PLACES
        told_so = _is_step_by_step(mine, its)
        verdict = "supported" if told_so else found.verdict if against else "uncertain"
    elif same:
        return found
    return found if verdict == found.verdict else _ordered(verdict, its, places, found)


def _ordered(verdict: Verdict, its: Order, places: Sequence[Piece], found: Support) -> Support:
    """A verdict by the order that one of several pieces tells."""
    reason = f"the evidence says that {its.earlier.text!r} comes before {its.later.text!r}"
    text = its.later.sentence.text
    place = next(piece for piece in places if piece.text == text)
    return Support(verdict, "order", reason, place.span(0, len(text)), found.score)


_OF_PLACES = frozenset(("order", "entity"))
"""Conflicts seen in where words stand, which tells less than the order of whole steps."""


def _is_step_by_step(mine: Order, its: Order) -> bool:
    """Whether each of two steps in the same order is supported by itself."""
    return is_plain(mine, its) and all(
        _is_supported(own, other)
        for own, other in ((mine.earlier, its.earlier), (mine.later, its.later))
    )


def _is_supported(mine: Step, its: Step) -> bool:
    if not (mine.verbal and its.verbal):
        return is_covered(mine, its)
    text = full_text(its) if keeps_cases(mine, its) else None
    wanted = _wanted(mine.text, mine.sentence.language)
    return text is not None and judge(wanted, text).verdict == "supported"


def _exchanged(claim: Sentence, piece: Piece, judgement: Judgement) -> Support | None:
    """What a piece with all words of the claim says of its two statements the other way round."""
    other = exchanged(claim, [analyse(piece.text, claim.language)])
    if other is None:
        return None
    reason = f"the evidence says it of {other.stated!r}, the claim of {other.claimed!r}"
    return Support("contradicted", "entity", reason, piece.span(*other.span), judgement.score)


_Place = tuple[int, tuple[int, int], str]
"""The number of a piece, where a statement stands in it, and the statement in full."""


def _parts(place: _Place, language: str) -> list[_Place]:
    """Each statement of a piece that leaves nothing out; all of the piece where it is one."""
    number, whole, text = place
    said = [spans[0] for spans in statements(text, language) if len(spans) == 1]
    spans = said if len(said) > 1 else [whole]
    return [(number, span, text[slice(*span)]) for span in spans]


def _completed(place: _Place, language: str) -> list[_Place]:
    """Each statement of a piece, with what it leaves out."""
    number, _, text = place
    return [
        (number, (min(spans)[0], max(end for _, end in spans)), _told(text, spans))
        for spans in statements(text, language)
    ]


def _told(text: str, spans: Sequence[tuple[int, int]]) -> str:
    return " ".join(text[slice(*span)] for span in spans)


def _carried(wanted: Wanted, found: list[tuple[Piece, Judgement]]) -> Support | None:
    """What contradicts the claim once pronouns are read as what is named before them."""
    texts = [piece.text for piece, _ in found]
    for number, (piece, _) in enumerate(found):
        text = resolved(piece.text, texts[:number], wanted.claim.language)
        if text is None:
            continue
        judgement = _judged(wanted, text)
        told = judgement.verdict == "contradicted"
        lost = judgement.kind in _TOLD_BY_VALUES and judgement.missing  # the value of another verb
        if told and not lost and not _is_mixed(wanted, replace(piece, text=text), judgement):
            span = piece.span(0, len(piece.text))
            return Support("contradicted", judgement.kind, judgement.reason, span, judgement.score)
    return None


def _deciding(found: list[tuple[Piece, Judgement]]) -> tuple[Piece, Judgement]:
    """The piece that supports the claim; else the one most on its topic, contradictions first."""
    supporting = [pair for pair in found if pair[1].verdict == "supported"]
    if supporting:
        return max(supporting, key=lambda pair: pair[1].score)
    nearest = min(len(judgement.missing) for _, judgement in found)
    on_topic = [pair for pair in found if len(pair[1].missing) <= nearest]
    if any(_says_some(judgement) for _, judgement in on_topic):
        on_topic = [pair for pair in on_topic if pair[1].kind != "negation"]
    return max(on_topic, key=lambda pair: (_RANK[pair[1].verdict], pair[1].score))


def _says_some(judgement: Judgement) -> bool:
    """Whether a piece says it of some: then one that denies it may speak of the others."""
    return judgement.verdict == "uncertain" and judgement.kind == "limit"


def _only_joined(claim: Sentence, found: list[tuple[Piece, Judgement]]) -> bool:
    """Whether every word is somewhere in the evidence, but in no piece all of them."""
    return not _lost(claim, found) and all(judgement.missing for _, judgement in found)


def _lost(claim: Sentence, found: list[tuple[Piece, Judgement]]) -> frozenset[int]:
    """Numbers of the claim's words that no piece has."""
    everything = frozenset(range(len(claim.words)))
    return everything.intersection(*(judgement.missing for _, judgement in found))


def _joined(piece: Piece, judgement: Judgement) -> Support:
    reason = "only several sentences of the evidence together have all of it"
    span = piece.span(*judgement.span) if judgement.span else None
    return Support("uncertain", "join", reason, span, judgement.score)

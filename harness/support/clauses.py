"""A sentence of several statements, cut into texts that say one each.

``The clerk signs the form and returns it; the fee is waived`` says three things. Each text is made
of pieces of the sentence: a statement without a subject of its own gets that of the one before.
Nothing is cut where a condition, ``only`` or a negation may reach over both parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from harness.support.corrections import corrections
from harness.support.gaps import filled
from harness.support.lexicon import lexicon
from harness.support.morphology import form, readings
from harness.support.surface import Token, tokens
from harness.support.verbs_en import EITHER, SURE

_CACHE = 5_000

Span = tuple[int, int]

_STRONG = frozenset("; whereas but а но зато однако although though хотя".split())
"""Join statements that hold each by itself; ``while`` does after a comma."""
_WEAK = frozenset(("and", "и", ","))
_TIED = frozenset(
    "otherwise else then if unless when where only not even иначе тогда если при когда только не"
    " лишь даже because since so which who that что чтобы поэтому".split()
)
"""A part that starts so depends on the one before."""
_LEADING = frozenset(
    "to for with without by in on until before after without без до после для с в на к по".split()
)
"""The same, where what follows has no subject of its own."""
BINDING = frozenset(
    "if unless when where provided once until till except only never not no nor neither without who"
    " which that whose whether because so если когда при кроме только лишь не ни нет без который"
    " чтобы что пока".split()
)
"""Words that may reach over both parts of a pair joined by ``and``."""
_CONCEDING = frozenset(("although", "though", "хотя"))
_ADVERBS = frozenset("also then always usually automatically already тогда также затем".split())
DETERMINERS = frozenset(
    "a an the this these those that its their his her our your my no any each every some all both"
    " such another".split()
)
PREPOSITIONS = frozenset(
    "of in on at by for from to into with without over under per via during within".split()
)
BE = frozenset("is are was were".split())
_SUBJECT_PRONOUNS = frozenset("i we you they who".split())
_LEAST_TOKENS = 3
_LONGEST_NOUN = 5  # tokens of the noun phrase a ``which`` may take up


@dataclass(frozen=True, slots=True)
class _Part:
    """Tokens ``start`` to ``end`` of a statement, with its first finite verb."""

    start: int
    end: int
    verb: int
    kind: str
    """``aux``, ``base``, ``s`` or ``past``; ``fin`` in Russian."""


@lru_cache(maxsize=_CACHE)
def statements(text: str, language: str) -> tuple[tuple[Span, ...], ...]:
    """The spans of each statement of a sentence that has several; empty for one statement."""
    found = tokens(text)
    gaps = filled(text) if language == "ru" else ()
    told = corrections(text, language)
    spans = [*_remarks(found, language), *_coordinated(found, language), *gaps, *told]
    return tuple(dict.fromkeys(spans))


@lru_cache(maxsize=_CACHE)
def coordinated(text: str, language: str) -> tuple[tuple[Span, ...], ...]:
    """The statements joined by ``and``, ``but``, ``;`` … alone; empty for one statement."""
    gaps = filled(text) if language == "ru" else ()
    return (*_coordinated(tokens(text), language), *gaps)


def _coordinated(found: Sequence[Token], language: str) -> Iterator[tuple[Span, ...]]:
    parts = _parts(found, language)
    if len(parts) < 2:
        return
    first = parts[0]
    for number, part in enumerate(parts):
        own = _span(found, part.start, part.end)
        if number and found[part.start].text in _TAKEN_UP:
            subject = _subject_of(found, parts[number - 1], language)
            yield (*subject, _span(found, part.start + 1, part.end)) if subject else (own,)
        elif number and _lacks_subject(found, part, language):
            shared = _shared(found, first, part, language)
            if shared:
                yield (*shared, own)
        else:
            yield (own,)
            first = part


_TAKEN_UP = frozenset("it they he she он она оно они".split())
"""Pronouns that open a statement and stand for the subject of the one before."""


def _subject_of(found: Sequence[Token], part: _Part, language: str) -> tuple[Span, ...]:
    """The subject that stands before the verb of a statement, if it is a plain one."""
    before = range(part.start, part.verb)
    plain = before and not any(found[at].text in {",", *_TAKEN_UP} for at in before)
    if not plain or (language == "ru" and not any(_is_subject(found, at, part) for at in before)):
        return ()
    return (_span(found, part.start, part.verb),)


def _span(found: Sequence[Token], start: int, end: int) -> Span:
    return found[start].start, found[end - 1].end


def _parts(found: Sequence[Token], language: str) -> list[_Part]:
    """The statements of a sentence, in order."""
    texts = [token.text for token in found]
    bounds = [at for at in range(1, len(found) - 1) if _is_bound(found, at)]
    free = texts[:1] != ["should"] and not BINDING.intersection(_lemmas(found))
    parts: list[_Part] = []
    start = _after_conceding(texts)
    for at, following in pairwise([*bounds, len(found)]):
        end, after = _before_comma(texts, at), _before_comma(texts, following)
        left = predicate(found, start, end, language)
        right = predicate(found, at + 1, after, language, like=left[1])
        parted = texts[at] not in _WEAK or _is_parted(found, start, at, language)
        bound = parted or (free and not _is_tied(found, start, at))
        if left[0] < 0 or right[0] < 0 or texts[at + 1] in _TIED or not bound:
            continue
        part = _Part(at + 1, after, *right)
        own = texts[at] == "," or texts[at + 1] in _LEADING or (parted and texts[at] in _WEAK)
        if own and _lacks_subject(found, part, language):
            continue
        parts.append(_Part(start, end, *left))
        start = at + 1
    like = parts[-1].kind if parts else ""
    last = predicate(found, start, len(found), language, like=like)
    if last[0] >= 0:
        parts.append(_Part(start, len(found), *last))
    return [part for part in parts if part.end - part.start >= _LEAST_TOKENS]


def _is_parted(found: Sequence[Token], start: int, at: int, language: str) -> bool:
    """Whether a comma before ``and`` parts two statements: each keeps its own conditions."""
    if (
        found[at].text == ","
        or found[at - 1].text != ","
        or (found[start].text in _TIED | _LEADING)
    ):
        return False
    after = predicate(found, at + 1, len(found), language)[0]
    return after > at + 1


def _lemmas(found: Sequence[Token]) -> frozenset[str]:
    return frozenset(
        name for token in found for name in (token.text, form(token.text).lemma)
    ) | frozenset("not" for token in found if token.text.endswith("n't"))


def _is_tied(found: Sequence[Token], start: int, at: int) -> bool:
    """Whether the left part opens with words that may belong to both: ``In summer A and B``."""
    return found[start].text in _TIED | _LEADING and any(t.text == "," for t in found[start:at])


def _after_conceding(texts: Sequence[str]) -> int:
    return 1 if texts and texts[0] in _CONCEDING else 0


def _before_comma(texts: Sequence[str], at: int) -> int:
    return at - 1 if at and texts[at - 1] in (",", ".") else at


def _is_bound(found: Sequence[Token], at: int) -> bool:
    """Whether a statement may end before token ``at``."""
    text, before = found[at].text, found[at - 1].text
    if text == "while":
        return before == ","
    if text == "," and found[0].text not in _CONCEDING:
        return True
    if text in ("а", "хотя", "although", "though"):
        return before == ","
    if text == "," and found[0].text in _CONCEDING:
        return not any(token.text == "," for token in found[:at])
    return text in _STRONG or text in _WEAK


def predicate(
    found: Sequence[Token], start: int, end: int, language: str, like: str = ""
) -> tuple[int, str]:
    """(place, kind) of the first finite verb among tokens ``start`` to ``end``; (-1, "") if none.

    ``like`` is the kind of the statement before: a part may open with a verb of the same kind.
    """
    if language == "ru":
        at = next((at for at in range(start, end) if _is_russian_finite(found[at])), -1)
        return at, "fin" if at >= 0 else ""
    if like and start < end and _opens_alike(found[start], like):
        return start, _kind_of(found[start].text)
    kinds = [(at, _english_finite(found, at, start, end)) for at in range(start, end)]
    sure = [item for item in kinds if item[1] in ("aux", "base", "s")]
    past = [item for item in kinds if item[1] == "past"]
    return next(iter([*sure, *past]), (-1, ""))


def _opens_alike(token: Token, like: str) -> bool:
    if form(token.text).lemma not in SURE | EITHER:
        return False
    kind = _kind_of(token.text)
    return kind == like or (like == "aux" and kind in ("base", "past"))


def _kind_of(text: str) -> str:
    if text == form(text).lemma:
        return "base"
    return "" if text.endswith("ing") else "s" if text.endswith("s") else "past"


def _is_russian_finite(token: Token) -> bool:
    word = form(token.text)
    return token.kind == "word" and ("fin" in word.features or word.lemma in _RUSSIAN_MODALS)


_RUSSIAN_MODALS = frozenset(
    "должный обязанный можно нельзя нужно необходимо вправе надо следует нужный".split()
)


def _english_finite(found: Sequence[Token], at: int, start: int, end: int) -> str:
    """``aux``, ``base``, ``s`` or ``past`` for what may be a finite verb, else empty."""
    text = found[at].text
    before = found[at - 1].text if at > start else ""
    if text == "may" and before in PREPOSITIONS:
        return ""  # the month
    if text in lexicon("en").finite - {"be", "been"} or text.endswith(("n't", "'ll", "'re", "'ve")):
        return "aux"
    if text in ("there's", "it's", "that's", "who's", "here's"):
        return "aux"
    if found[at].kind != "word" or before in DETERMINERS | PREPOSITIONS or before.endswith("'s"):
        return ""
    lemma = form(text).lemma
    if lemma in SURE:
        return _form_of(text, lemma, starts=at == start, before=before)
    return _noun_or_verb(found, at, (start, end), lemma) if lemma in EITHER else ""


def _form_of(text: str, lemma: str, *, starts: bool, before: str) -> str:
    if text == lemma:
        plural = before in _SUBJECT_PRONOUNS or (before.endswith("s") and before != "its")
        return "base" if starts or plural else ""
    if text.endswith("ing"):
        return ""
    return "s" if text.endswith("s") else "past"


def _noun_or_verb(found: Sequence[Token], at: int, within: Span, lemma: str) -> str:
    """A word like ``charges`` is a verb between a noun and what may start an object."""
    text = found[at].text
    before = found[at - 1] if at > within[0] else None
    if before is None or not (before.kind == "word" or before.text == '"'):
        return ""
    after = found[at + 1] if at + 1 < within[1] else None
    opens = after is None or after.kind != "word" or (
        after.text in DETERMINERS | PREPOSITIONS or after.text in lexicon("en").function_words
        or after.text.endswith("ly")
    )  # fmt: skip
    if not opens:
        return ""
    if text == lemma:
        plural = form(before.text).lemma != before.text and before.text.endswith("s")
        return "base" if before.text in _SUBJECT_PRONOUNS or plural else ""
    noun = before.text not in lexicon("en").function_words or before.text in ("it", "he", "she")
    if text.endswith("s"):
        return "s" if noun else ""
    return "past" if text.endswith("ed") and noun else ""


_RUSSIAN_PRONOUNS = frozenset("он она оно они мы вы кто никто это".split())


def _lacks_subject(found: Sequence[Token], part: _Part, language: str) -> bool:
    if language == "ru":
        return not any(_is_subject(found, at, part) for at in range(part.start, part.end))
    before = found[part.start : part.verb]
    return all(t.text in _ADVERBS or t.text.endswith("ly") or t.text == "," for t in before)


def _is_subject(found: Sequence[Token], at: int, part: _Part) -> bool:
    """Whether a Russian word may be the subject: what may be the object too stands before the verb."""
    if found[at].text in _RUSSIAN_PRONOUNS:
        return True
    cases = form(found[at].text).cases
    if at and found[at - 1].kind == "number":
        return False  # "1 марта"
    if "nomn" not in cases or ("accs" in cases and at > part.verb):
        return False
    return not any(
        lexicon("ru").relations.get((token.text,)) for token in found[max(part.start, at - 2) : at]
    )


def _shared(found: Sequence[Token], left: _Part, right: _Part, language: str) -> tuple[Span, ...]:
    """What a statement without a subject takes from the one before: subject and auxiliaries."""
    end = left.verb
    if language == "ru":
        subject = [at for at in range(left.start, left.verb) if _is_subject(found, at, left)]
        return (_span(found, left.start, end),) if subject else ()
    if right.kind in ("base", "past") and left.kind == "aux":
        while end < left.end and (
            found[end].text in lexicon("en").finite | _ADVERBS or found[end].text.endswith("ly")
        ):
            end += 1
    elif right.kind not in (left.kind, "aux", "past") and left.kind != "past":
        return ()
    if end <= left.start or any(token.text == "," for token in found[left.start : end]):
        return ()
    return (_span(found, left.start, end),)


@lru_cache(maxsize=_CACHE)
def has_predicate(text: str, language: str) -> bool:
    """Whether a finite verb is seen in a text."""
    found = tokens(text)
    return predicate(found, 0, len(found), language)[0] >= 0


@lru_cache(maxsize=_CACHE)
def predicate_of(text: str, language: str) -> tuple[str, str]:
    """(word, kind) of the first finite verb of a text, both empty where none is seen."""
    found = tokens(text)
    at, kind = predicate(found, 0, len(found), language)
    return (found[at].text, kind) if at >= 0 else ("", "")


def opens_with_verb(text: str) -> bool:
    """Whether an English text may start with a bare verb: ``hand in two essays``."""
    found = tokens(text)
    if len(found) < 2:
        return False
    verb = form(found[0].text).lemma in SURE | EITHER and _kind_of(found[0].text) != ""
    return verb and found[1].text in DETERMINERS | PREPOSITIONS


def is_verb(text: str) -> bool:
    """Whether a folded word may be a verb."""
    word = form(text)
    return word.pos == "VERB" or (not word.pos and word.lemma in SURE | EITHER)


def subject_end(text: str, language: str) -> int:
    """The character at which the predicate of a sentence starts; 0 where none is seen."""
    found = tokens(text)
    at, _ = predicate(found, 0, len(found), language)
    return found[at].start if at >= 0 else 0


_SPLIT_BY = frozenset((",", "both", "either", "between", "или", "or", "nor", "ни"))


def joined_subjects(text: str, language: str) -> tuple[tuple[Span, ...], ...]:
    """``tea and coffee are free``: the statement for each of the two; empty without a pair."""
    found = tokens(text)
    texts = [token.text for token in found]
    verb, _ = predicate(found, 0, len(found), language)
    if verb < 0 and language == "ru":
        verb = next((at for at, token in enumerate(found) if is_short(token)), -1)
    joins = [at for at in range(max(verb, 0)) if texts[at] in ("and", "и")]
    if len(joins) != 1 or not 0 < joins[0] < verb - 1 or _SPLIT_BY & set(texts[:verb]):
        return ()
    rest = _span(found, verb, len(found))
    return (_span(found, 0, joins[0]), rest), (_span(found, joins[0] + 1, verb), rest)


def is_short(token: Token) -> bool:
    """Whether a Russian word is a short adjective or participle: ``бесплатны``, ``открыт``."""
    return any(tag.POS in ("ADJS", "PRTS") for tag in readings(token.text)[:1])


_RELATIVES = frozenset(("which", "who"))


def _remarks(found: Sequence[Token], language: str) -> Iterator[tuple[Span, ...]]:
    """``a link, which stays valid for a day,``: the remark, and the sentence without it."""
    if language == "ru":
        return
    for at in range(2, len(found) - 1):
        if found[at].text not in _RELATIVES or found[at - 1].text != ",":
            continue
        ends = (n for n in range(at, len(found)) if found[n].text in (",", ";", "."))
        end = next(ends, len(found))
        if end - at < _LEAST_TOKENS or not _english_finite(found, at + 1, at + 1, end):
            continue
        noun = _noun_before(found, at - 1)
        yield _span(found, noun, at - 1), _span(found, at + 1, end)
        rest = _span(found, 0, at - 1)
        after = end + (end < len(found) and found[end].text == ",")
        if after < len(found) - 1:
            yield rest, _span(found, after, len(found))
        else:
            yield from [*_coordinated(found[: at - 1], language)] or [(rest,)]


def _noun_before(found: Sequence[Token], end: int) -> int:
    """Where the noun phrase before token ``end`` starts."""
    first = max(0, end - _LONGEST_NOUN)
    starts = [
        n
        for n in range(first, end)
        if found[n].text in DETERMINERS or (n and found[n - 1].text in PREPOSITIONS | {",", ";"})
    ]
    return starts[-1] if starts else end - 1

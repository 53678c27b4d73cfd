"""Russian statements that leave out what the one before them says: ``холодной - раз в шесть лет``.

``Счётчик горячей воды поверяют раз в четыре года, холодной - раз в шесть лет`` says of cold water
all that it says of hot water, but for the parts that stand around the dash. These are put in the
place of the parts they answer to: the same preposition, the same case, the same kind of value.
Where that is not plain, nothing is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from harness.support.lexicon import lexicon
from harness.support.morphology import form, readings
from harness.support.numerals import read_number
from harness.support.surface import Token, tokens
from harness.support.values import Value, limit_phrase_before, read_values

Span = tuple[int, int]

_ENDS = frozenset((";", ".", ":", "(", ")", "|"))
_OPENERS = frozenset("а и но же".split())
_SAME_PREPOSITION = {"со": "с", "во": "в", "ко": "к", "обо": "о", "об": "о", "ото": "от"}
_COMPANY = {"с": "с/без", "без": "с/без"}
_PARTICLES = frozenset("только лишь уже даже не всего снова".split())
_WHEN = frozenset("летом зимой весной осенью утром днем вечером ночью".split())
_PREDICATIVES = frozenset("можно нельзя нужно надо необходимо".split())
_WITHOUT_NOUN = frozenset(
    f"{stem}{ending}"
    for stem in ("повторн", "последующ", "следующ", "друг", "остальн", "проч")
    for ending in "ое ый ий ая ую ые ие ого его ой ей ых их ому ему ым им".split()
)
"""Adjectives that stand for nothing alone: their noun is left out."""
_COUNTED_FROM = frozenset(("день", "момент", "дата"))
_NO_GAP = frozenset("это эти этот эта такой исключение кроме если когда который где что".split())
_LEADING = frozenset("раз в на за по до с от из к через около примерно".split())


@dataclass(frozen=True, slots=True)
class _Part:
    """Tokens ``start`` to ``end`` of a statement, with what tells which part of it they are."""

    start: int
    end: int
    kind: str
    """A preposition, empty for a noun without one; ``value:…``, ``name``, ``verb``, ``adverb``."""
    cases: frozenset[str] = frozenset()
    number: Span | None = None
    """The tokens of its number, without what bounds it and without the unit."""
    bare: bool = False
    """An adjective whose noun is left out."""


def filled(text: str) -> Iterator[tuple[Span, ...]]:
    """The spans of each statement with a gap, filled from the one before it, which comes first."""
    found = tokens(text)
    dashes = [at for at in range(1, len(found) - 1) if _is_dash(found, at)]
    values = read_values(found, "ru") if dashes else []
    for dash in dashes:
        for spans in _filled(found, values, dash):
            yield tuple((found[a].start, found[b - 1].end) for a, b in spans if b > a)


def things_listed(text: str) -> list[tuple[Span, ...]]:
    """``в аптечке лежат бинт, жгут и вата``: the statement for each thing of the list at its end."""
    found = tokens(text)
    end = len(found) - (found[-1].text == "." if found else 0)
    joins = [n for n in range(end) if found[n].text == "и"]
    if not joins:
        return []
    breaks = [n for n in range(joins[-1]) if found[n].text == ","] + [joins[-1]]
    if joins[0] != joins[-1] or any(b - a > _LONGEST_THING for a, b in pairwise([*breaks, end])):
        return []
    before = list(parts_of(found, read_values(found, "ru"), 0, breaks[0]))
    verbs = [n for n, part in enumerate(before) if part.kind == "verb"]
    if len(before) < 2 or len(verbs) != 1 or before[-1].end != breaks[0] or before[-1].number:
        return []
    head, kind = before[-1].start, before[-1].kind
    if kind in ("verb", "adverb") or verbs[0] == len(before) - 1:
        return []
    firsts = [head, *(n + 1 for n in breaks)]
    things = zip(firsts, [*breaks, end], strict=True)
    kept = [(a, b) for a, b in things if b > a]
    if kind and any(found[a].text != found[head].text for a, _ in kept[1:]):
        head += 1  # "в браузерах A, B и C": the preposition is said once
        kept[0] = (head, kept[0][1])
    spans = [(0, head)]
    return [tuple((found[a].start, found[b - 1].end) for a, b in [*spans, thing]) for thing in kept]


_LONGEST_THING = 5  # tokens, the comma included


def _is_dash(found: Sequence[Token], at: int) -> bool:
    return found[at].text == "-" and found[at].space_before and found[at + 1].space_before


def _filled(found: Sequence[Token], values: Sequence[Value], dash: int) -> list[list[Span]]:
    """Token spans of the statement before the one around a dash, and of that one; or nothing."""
    left, end = _bound_before(found, dash), _bound_after(found, dash)
    start = left + 1 + (found[left + 1].text in _OPENERS)
    model = _model(found, left)
    lemmas = {form(token.text).lemma for token in found[start:end]}
    if model is None or _NO_GAP & lemmas or _verb(found, start, dash) >= 0:
        return []
    head = list(parts_of(found, values, start, dash))
    tail = list(parts_of(found, values, dash + 1, end))
    others = list(parts_of(found, values, *model))
    if not head or not tail or head[0].start > start or tail[0].start > dash + 1:
        return []
    places = _places(found, head, tail, others, model)
    spans = _composed(found, places, head, tail, others, model) if places else None
    if not spans:
        return []
    return [[model], spans] if _ends_whole(found, model[1]) else [spans]


def _ends_whole(found: Sequence[Token], end: int) -> bool:
    """Whether no participle goes on behind the comma: ``имущество, принятое к перевозке``."""
    return not _opens_with_participle(found[end + 1])


def _bound_before(found: Sequence[Token], at: int) -> int:
    return next((n for n in range(at - 1, -1, -1) if found[n].text in (",", *_ENDS)), -1)


def _bound_after(found: Sequence[Token], at: int) -> int:
    ends = (n for n in range(at + 1, len(found)) if found[n].text in (",", *_ENDS))
    return next(ends, len(found))


def _model(found: Sequence[Token], left: int) -> Span | None:
    """The nearest statement before token ``left`` that leaves nothing out."""
    end = left
    gapped: Span | None = None
    while end > 0 and found[end].text in (",", ";"):
        start = _bound_before(found, end)
        begin = start + 1 + (found[start + 1].text in _OPENERS)
        if _verb(found, begin, end) >= 0:
            return begin, end
        if _opens_with_participle(found[begin]):
            end = start  # "имущество, принятое к перевозке"
            continue
        if not any(_is_dash(found, at) for at in range(begin + 1, end - 1)):
            return gapped
        gapped = begin, end
        end = start
    return gapped


def _opens_with_participle(token: Token) -> bool:
    return token.kind == "word" and any(tag.POS == "PRTF" for tag in readings(token.text))


def _verb(found: Sequence[Token], start: int, end: int) -> int:
    """The first finite verb, or the dash that stands for one; -1 without."""
    verbs = (at for at in range(start, end) if is_finite(found[at]))
    return next(verbs, -1)


def is_finite(token: Token) -> bool:
    """Whether a Russian word is a finite verb, or stands for one as ``можно`` does."""
    known = token.text in _PREDICATIVES or "fin" in form(token.text).features
    return token.kind == "word" and known


def parts_of(
    found: Sequence[Token], values: Sequence[Value], start: int, end: int
) -> Iterator[_Part]:
    """The parts of a statement between two tokens, in order."""
    at = start
    while at < end:
        part = _part(found, values, at, end)
        if part is None:
            at += 1
        else:
            yield part
            at = part.end


def _part(found: Sequence[Token], values: Sequence[Value], start: int, end: int) -> _Part | None:
    """The part that starts at a token, if one does."""
    at = start
    while at < end - 1 and found[at].text in _PARTICLES:
        at += 1
    value = _value_at(found, values, at, end)
    if value is not None:
        kind = "count" if value.kind == "count" else value.dimension.partition(":")[0] or value.kind
        number = read_number(found, value.first, "ru")
        counted = (value.first, number.after) if number else None
        return _Part(start, _after_noun(found, value, end), f"value:{kind}", number=counted)
    return _named_part(found, start, at, end) or _worded_part(found, start, at, end)


def _named_part(found: Sequence[Token], start: int, at: int, end: int) -> _Part | None:
    """A name in quotes, or codes."""
    if found[at].text == '"':
        closing = (n + 1 for n in range(at + 1, end) if found[n].text == '"')
        return _Part(start, next(closing, end), "name")
    if not _is_code(found[at]):
        return None
    joined = at + 2 < end and found[at + 1].text == "и" and _is_code(found[at + 2])
    return _Part(start, at + 1 + 2 * joined, "code")


def _worded_part(found: Sequence[Token], start: int, at: int, end: int) -> _Part | None:
    if found[at].kind != "word":
        return None
    if is_finite(found[at]):
        return _Part(start, at + 1, "verb")
    if form(found[at].text).pos == "ADV" or found[at].text in _WHEN:
        return _Part(start, at + 1, "adverb")
    preposition = _preposition(found[at].text)
    part = _noun_part(found, start, at + bool(preposition), end, preposition)
    return _with_joined(found, part, end) if part else None


def _after_noun(found: Sequence[Token], value: Value, end: int) -> int:
    """``на 21-й день``: an ordinal in digits takes the noun it numbers."""
    noun = value.after < end and form(found[value.after].text).pos == "NOUN"
    return value.after + (value.kind == "ordinal" and noun)


def _with_joined(found: Sequence[Token], part: _Part, end: int) -> _Part:
    """The part with what ``и`` joins to it: ``плитку и обогреватель``."""
    if part.end + 1 >= end or found[part.end].text not in ("и", "или"):
        return part
    other = _noun_part(found, part.end + 1, part.end + 1, end, "")
    if other is None or not other.cases & part.cases or other.bare != part.bare:
        return part
    return replace(part, end=other.end, cases=part.cases & other.cases)


def _preposition(text: str) -> str:
    if not any(tag.POS == "PREP" for tag in readings(text)):
        return ""
    plain = _SAME_PREPOSITION.get(text, text)
    return _COMPANY.get(plain, plain)


def _value_at(
    found: Sequence[Token], values: Sequence[Value], start: int, end: int
) -> Value | None:
    """The value that the words from ``start`` on lead to."""
    for value in values:
        worded = value.kind == "ordinal" and found[value.first].kind != "number"
        if not start <= value.first < end or value.kind == "code" or worded:
            continue
        dated = value.kind == "date" or value.dimension == "clock"
        bound = limit_phrase_before(found, value.first, lexicon("ru"), dated=dated)
        opens = bound[1] if bound else value.first
        return value if all(found[n].text in _LEADING for n in range(start, opens)) else None
    return None


def _noun_part(
    found: Sequence[Token], start: int, head: int, end: int, preposition: str
) -> _Part | None:
    """Adjectives, their noun and the genitives that hang on it."""
    cases: frozenset[str] = frozenset()
    at, noun = head, False
    while at < end and found[at].kind == "word" and not noun:
        tags = _nominal(found[at].text)
        its = frozenset(str(tag.case) for tag in tags)
        if cases and not cases & its:
            its = frozenset(str(tag.case) for tag in readings(found[at].text, 0) if tag.case)
        if not tags or (cases and not cases & its):
            break
        cases = cases & its if cases else its
        at += 1
        noun = not any(tag.POS in ("ADJF", "PRTF") for tag in tags)
    if not cases:
        named = preposition and head < end and found[head].kind in ("word", "code")
        return _Part(start, end, preposition) if named else None
    while noun and at < end and (_is_code(found[at]) or _hangs(found[at].text, cases)):
        at += 1
    return _Part(start, at, preposition, cases, bare=not noun)


def _is_code(token: Token) -> bool:
    return token.kind == "code" or (token.kind == "word" and token.raw.isascii())


_NOMINAL = frozenset("NOUN ADJF PRTF NPRO".split())


def _nominal(text: str) -> list[Any]:
    tags = readings(text)
    if tags[0].POS == "ADJF" or text in _ORDINAL_NOUNS:
        tags = readings(text, 0)  # the cases of an adjective look alike
    return [tag for tag in tags if tag.POS in _NOMINAL and tag.case]


_ORDINAL_NOUNS = frozenset(("второе", "первое", "третье"))
"""Dishes of a dinner to the dictionary."""


def _hangs(text: str, before: frozenset[str]) -> bool:
    """Whether a word behind a noun is a genitive: ``счётчик горячей воды``, ``код ошибки``."""
    if before == frozenset(("datv",)):
        return False  # "клиенту счета"
    return any(tag.case == "gent" for tag in _nominal(text))


_Places = dict[int, Span]
"""Number of a part of the gapped statement -> the tokens of the model it stands for."""


def _places(
    found: Sequence[Token],
    head: Sequence[_Part],
    tail: Sequence[_Part],
    others: Sequence[_Part],
    model: Span,
) -> _Places | None:
    """What the parts on both sides of the dash stand for."""
    verb = _verb(found, *model)
    pivot = verb if verb >= 0 else next(n for n in range(*model) if _is_dash(found, n))
    predicate = (verb if verb >= 0 else pivot + 1, model[1])
    targets = _targets(tail[0], others, found, predicate) if verb >= 0 else [predicate]
    choices = [
        (z, w)
        for z in [*answers(head[0], others, found), None]
        for w in targets
        if z is None or (z[1] <= w[0] and (w[0] >= pivot or z[0] >= pivot))
    ]
    told = [choice for choice in choices if choice[0] is not None]
    if len(told) > 1 or not choices:
        return None
    z, w = (told or choices)[0]
    added = z is None
    if added and (len(choices) > 1 or not _is_adjunct(head[0]) or _has_adjunct(found, others, {w})):
        return None
    rest = [part for part in others if not (part.kind == "name" and _named(tail[1:]))]
    if w[0] < pivot or not _is_last(found, w, rest):
        return None
    return ({0: z} if z else {}) | {len(head): w}


def _named(parts: Sequence[_Part]) -> bool:
    return any(part.kind == "name" for part in parts)


def _targets(
    mine: _Part, others: Sequence[_Part], found: Sequence[Token], predicate: Span
) -> list[Span]:
    """What the part behind the dash may stand for: its like, else the one adjunct at the end."""
    if mine.kind == "verb":
        return [predicate] if predicate[0] >= 0 else []
    alike = answers(mine, others, found)
    if alike or not others:
        return alike
    last = others[-1]
    if mine.kind == "value:count" and mine.number and last.number:
        plain = mine.number[0] == mine.start  # "хранят 15 дней, письма - тридцать"
        return [last.number if plain else (last.start, last.number[1])]
    adjuncts = [part for part in others if _is_adjunct(part) or part.number]
    contrasted = (_is_adjunct(mine) or mine.number) and adjuncts == [last] and last.kind != "verb"
    return [(last.start, last.end)] if contrasted else []


def _is_adjunct(part: _Part) -> bool:
    return bool(part.kind) and not part.kind.startswith("value") and part.kind != "verb"


def _is_last(found: Sequence[Token], span: Span, others: Sequence[_Part]) -> bool:
    """Whether only genitives follow: ``на 40 минут погружения``; or from when it is counted."""
    return all(
        part.start < span[1]
        or (not part.kind and "gent" in part.cases)
        or _says_from_when(found, part)
        for part in others
    )


def _says_from_when(found: Sequence[Token], part: _Part) -> bool:
    """``в течение десяти дней со дня регистрации``."""
    lemmas = {form(found[at].text).lemma for at in range(part.start, part.end)}
    return part.kind == "с/без" and not _COUNTED_FROM.isdisjoint(lemmas)


def answers(mine: _Part, others: Sequence[_Part], found: Sequence[Token]) -> list[Span]:
    """The tokens of the model that a part may stand for."""
    if mine.kind == "code":
        return [(at, at + 1) for p in others for at in range(p.start, p.end) if _is_code(found[at])]
    if mine.bare:
        adjectives = [
            (part.start if mine.kind else first, after)
            for part in others
            for first, after, cases in _adjectives(found, part)
            if cases & mine.cases and (part.kind == mine.kind or not mine.kind)
        ]
        if adjectives:
            return adjectives
        if mine.kind and found[mine.end - 1].text in _WITHOUT_NOUN:
            return [(part.start, part.start + 1) for part in others if part.kind == mine.kind]
    alike = [part for part in others if part.kind == mine.kind and _agree(part, mine)]
    if mine.number and mine.number[0] == mine.start:
        return [(p.number[0], p.end) for p in alike if p.number]  # "не более 5 дней, … - 7 дней"
    return [(part.start, part.end) for part in alike]


def _agree(one: _Part, other: _Part) -> bool:
    known = one.cases and other.cases and one.kind != "с/без"
    return not known or bool(one.cases & other.cases)


def _adjectives(found: Sequence[Token], part: _Part) -> Iterator[tuple[int, int, frozenset[str]]]:
    """(first, after, cases) of each run of adjectives in a part."""
    at = part.start
    while at < part.end:
        cases = _adjective_cases(found[at].text)
        after = at + 1
        while cases and after < part.end and cases & _adjective_cases(found[after].text):
            after += 1
        if cases:
            yield at, after, cases
        at = after


def _adjective_cases(text: str) -> frozenset[str]:
    tags = [tag for tag in _nominal(text) if tag.POS in ("ADJF", "PRTF")]
    return frozenset(str(tag.case) for tag in tags)


def _composed(
    found: Sequence[Token],
    places: _Places,
    head: Sequence[_Part],
    tail: Sequence[_Part],
    others: Sequence[_Part],
    model: Span,
) -> list[Span] | None:
    """The model with the parts of the gapped statement put in."""
    parts = [*head, *tail]
    taken = set(places.values())
    for number, part in enumerate(parts):
        if number in places or (number == 0 and 0 not in places):
            continue
        rest = [span for span in answers(part, others, found) if not _overlaps(span, taken)]
        if len(rest) == 1:
            places[number] = rest[0]
            taken.add(rest[0])
        elif rest or (_is_adjunct(part) and _has_adjunct(found, others, taken)):
            return None
    spans: list[Span] = [(head[0].start, head[-1].end)] if 0 not in places else []
    at = model[0]
    for number, (begin, stop) in sorted(places.items(), key=lambda item: item[1]):
        spans += [(at, begin), _put(parts, number, places, len(head))]
        at = stop
    return [*spans, (at, model[1])]


def _overlaps(span: Span, taken: set[Span]) -> bool:
    return any(span[0] < after and first < span[1] for first, after in taken)


def _has_adjunct(found: Sequence[Token], others: Sequence[_Part], taken: set[Span]) -> bool:
    """Whether the model keeps an adjunct or value that a new one may stand for: ``утром``."""
    opens = next((n for n, part in enumerate(others) if part.kind == "verb"), len(others))
    return any(
        (_is_adjunct(part) or part.number)
        and not _overlaps((part.start, part.end), taken)
        and not _says_from_when(found, part)
        and (part.number or not 0 < n < opens or others[n - 1].kind)
        for n, part in enumerate(others)
    )  # "решение о субсидии": what hangs on a noun before the verb is no adjunct


def _put(parts: Sequence[_Part], number: int, places: _Places, tail: int) -> Span:
    """A part with those behind it that stand for nothing: ``40 г на килограмм веса``."""
    last = number
    stop = tail if number < tail else len(parts)
    while last + 1 < stop and last + 1 not in places:
        last += 1
    return parts[number].start, parts[last].end

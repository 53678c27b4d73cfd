"""Statements that end in a verb which stands for all the one before says: ``hosting is``.

``Training is not part of the plan; hosting and support are`` says that hosting is part of the plan,
``students pay a fee, staff do not`` that staff do not pay one, ``открыт в будни, в выходные - нет``
that it is closed at weekends. The rest of the predicate is taken from the statement before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from harness.support.clauses import BE, BINDING, Span, is_short, predicate
from harness.support.gaps import answers, is_finite, parts_of
from harness.support.morphology import form, readings
from harness.support.surface import Token, tokens
from harness.support.values import read_values

Run = tuple[int, int]
"""First token and token after."""

_STRONG = frozenset("; : but while whereas".split())
_BOUNDS = _STRONG | {",", "and"}
_DENYING = frozenset("no not neither nor never".split())
_TYING = (BINDING | {"except", "unless", "even", "both"}) - _DENYING
"""Words that may tie two statements so that neither holds by itself."""
_DO = frozenset("do does did".split())
_HAVE = frozenset("has have had".split())
_MODALS = frozenset("can may must will shall should could".split())
_STANDING = BE | _DO | _HAVE | _MODALS
_TURNED = frozenset("as so nor neither".split())
"""``as are licences for pupils``, ``nor do guests``: the verb before its subject."""
_BY_NAME_OF_OTHERS = frozenset("it they he she this that these those others rest".split())


def stranded(text: str, language: str) -> Iterator[tuple[Span, ...]]:
    """The spans of each statement that such a verb ends, made whole, after the one it takes from."""
    found = tokens(text)
    runs = _russian(found) if language == "ru" else _english(found)
    for run in runs:
        yield tuple((found[a].start, found[b - 1].end) for a, b in run if b > a)


def _english(found: Sequence[Token]) -> Iterator[tuple[Run, ...]]:
    texts = [token.text for token in found]
    if _STANDING.isdisjoint(texts) or _BOUNDS.isdisjoint(texts) or _TYING & set(texts):
        return
    end = len(found) - (texts[-1:] == ["."])
    yield from _neither(found, texts, end)
    model: Run | None = None
    for part in _english_parts(found, end):
        subject, standing = _taken(texts, part)
        verbs = [text for text in texts[slice(*standing)] if text != "not"] if standing else []
        rest = _rest(found, model, verbs[-1]) if model and verbs else None
        if rest and model and standing:
            yield (model,)
            yield (subject, standing, rest)
        elif not standing:
            model = part


def _neither(found: Sequence[Token], texts: Sequence[str], end: int) -> Iterator[tuple[Run, ...]]:
    """``Neither the fee nor the training is included``: each of the two by itself."""
    if texts[0] != "neither" or "nor" not in texts or "," in texts[: texts.index("nor")]:
        return
    nor = texts.index("nor")
    verb, _ = predicate(found, nor + 2, end, "en")
    stops = (
        at for at in range(nor, end) if texts[at] in _STRONG | {",", "and", "nor"} and at > nor
    )
    stop = next(stops, end)
    if nor > 1 and nor < verb < stop:
        yield ((0, nor), (verb, stop))
        yield ((nor, stop),)


def _english_parts(found: Sequence[Token], end: int) -> list[Run]:
    """The pieces between bounds that have a predicate of their own; lists of nouns stay together."""
    parts: list[Run] = []
    start = 0
    for at in range(1, end + 1):
        if at < end and found[at].text not in _BOUNDS:
            continue
        if _has_verb(found, start, at):
            parts.append((start, at))
            start = at + 1
        elif at < end and found[at].text in _STRONG:
            start = at + 1
        elif parts and not _opens(found, at, end):
            parts[-1] = (parts[-1][0], at)  # a list goes on
            start = at + 1
    return parts


def _has_verb(found: Sequence[Token], start: int, end: int) -> bool:
    return predicate(found, start, end, "en")[0] >= 0


def _opens(found: Sequence[Token], at: int, end: int) -> bool:
    """Whether a list before ``and`` or a comma is of the statement that follows: ``A and B are``."""
    following = next((n for n in range(at + 1, end) if found[n].text in _BOUNDS), end)
    return at < end and _has_verb(found, at + 1, following)


def _taken(texts: Sequence[str], part: Run) -> tuple[Run, Run | None]:
    """(the subject, the standing verb with ``not``) of a part that has no more than these."""
    start, end = part
    if texts[start] in _TURNED and end - start > 2 and texts[start + 1] in _STANDING:
        denied = texts[start] in ("nor", "neither")
        return (start + 2, end), (start + (not denied), start + 2)
    verb = end - 1 - (texts[end - 1] == "not")
    stands = texts[verb].removesuffix("n't") in _STANDING and verb > start
    named = not _BY_NAME_OF_OTHERS & set(texts[start:verb])
    return ((start, verb), (verb, end)) if stands and named else (part, None)


def _rest(found: Sequence[Token], model: Run, standing: str) -> Run | None:
    """What a statement says after the verb that another one stands for."""
    texts = [token.text for token in found]
    verb, kind = predicate(found, *model, "en")
    if verb <= model[0] or {",", ";"} & set(texts[model[0] : verb]):
        return None
    stem = standing.removesuffix("n't")
    if stem in _DO and (kind in ("base", "s", "past") or texts[verb] in _HAVE):
        return (verb, model[1])
    alike = next((group for group in (BE, _DO, _HAVE) if stem in group), frozenset((stem,)))
    if texts[verb].removesuffix("n't") not in alike:
        return None
    start = verb + 1
    while start < model[1] and texts[start] in (*_DENYING, "also", "always"):
        start += 1
    return (start, model[1]) if start < model[1] else None


_OPENERS = frozenset("а и но же зато однако".split())
_RUSSIAN_TYING = frozenset(
    "если когда кроме только лишь который чтобы что пока без даже исключение".split()
)


def _russian(found: Sequence[Token]) -> Iterator[tuple[Run, ...]]:
    texts = [token.text for token in found]
    end = len(found) - (texts[-1:] == ["."])
    bounds = [at for at in range(1, end - 1) if texts[at] in (",", ";", ":")]
    if not bounds or _RUSSIAN_TYING & {form(text).lemma for text in texts}:
        return
    for at, after in zip(bounds, [*bounds[1:], end], strict=True):
        start = at + 1 + (texts[at + 1] in _OPENERS)
        model = _model(found, bounds, at)
        place = after - 1
        denial = (place - 1, place) if texts[place - 1] == "не" else (place, place)
        if model is None or start >= denial[0]:
            continue
        verb = _predicate(found, *model)
        if texts[place] == "нет" and texts[place - 1] == "-":
            if "не" not in texts[slice(*model)]:
                spans = _replaced(found, model, verb, (start, place - 1), (place, after))
                yield from [(model,), spans] if spans else []
        elif verb >= 0 and _repeats(found[verb], found[place]):
            spans = _replaced(found, model, verb, (start, denial[0]), denial)
            yield from [(model,), spans] if spans else []


def _model(found: Sequence[Token], bounds: Sequence[int], at: int) -> Run | None:
    """The statement before a bound, with a verb that has more than a subject beside it."""
    for bound in [*(b for b in reversed(bounds) if b < at), -1]:
        start = bound + 1 + (found[bound + 1].text in _OPENERS)
        if found[start].text == "ни" and bound >= 0:
            continue  # "ни настройка, ни обучение"
        return (start, at) if _predicate(found, start, at) >= 0 else None
    return None


def _predicate(found: Sequence[Token], start: int, end: int) -> int:
    """The one finite verb or short adjective; -1 without one, or with several."""
    verbs = [at for at in range(start, end) if _is_predicate(found[at])]
    return verbs[0] if len(verbs) == 1 else -1


def _is_predicate(token: Token) -> bool:
    return token.kind == "word" and (is_finite(token) or is_short(token))


def _repeats(verb: Token, other: Token) -> bool:
    return _is_predicate(other) and form(verb.text).lemma == form(other.text).lemma


def _replaced(
    found: Sequence[Token], model: Run, verb: int, head: Run, denial: Run
) -> tuple[Run, ...]:
    """The model with the contrasted part in the place of its own, and denied as the part is."""
    values = read_values(found, "ru")
    own = list(parts_of(found, values, *head))
    if verb < 0 or len(own) != 1 or own[0].start > head[0] or own[0].end < head[1]:
        return ()
    others = [part for part in parts_of(found, values, *model) if part.kind != "verb"]
    alike = answers(own[0], others, found)
    subjects = [span for span in alike if _agrees(found, span, verb)] if not own[0].kind else []
    place = _place(found, subjects if len(subjects) == 1 else alike)
    if place is None:
        return ()
    before = verb - (found[verb - 1].text == "не")
    pieces = {place: head, (before, verb): denial}
    spans: list[Run] = []
    at = model[0]
    for (begin, stop), put in sorted(pieces.items()):
        spans += [(at, begin), put]
        at = stop
    return (*spans, (at, model[1]))


def _agrees(found: Sequence[Token], span: Run, verb: int) -> bool:
    """Whether a noun may be the subject of a verb: ``взнос платят студенты``."""
    numbers = {tag.number for tag in readings(found[verb].text)[:1]}
    tags = (tag for at in range(*span) for tag in readings(found[at].text))
    return any(tag.case == "nomn" and tag.number in numbers for tag in tags)


def _place(found: Sequence[Token], alike: Sequence[Run]) -> Run | None:
    """What the part stands for: one part, or all of ``ни настройка, ни обучение``."""
    if not alike:
        return None
    first, last = alike[0][0], alike[-1][1]
    between = {found[at].text for a, b in pairwise(alike) for at in range(a[1], b[0])}
    if len(alike) > 1 and not between <= {"ни", ",", "и"}:
        return None
    return first - (found[first - 1].text == "ни"), last

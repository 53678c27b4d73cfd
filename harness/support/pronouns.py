"""A sentence with its pronouns read as what the sentence before names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.support.clauses import DETERMINERS, PREPOSITIONS, predicate
from harness.support.lexicon import lexicon
from harness.support.morphology import form, inflected, readings
from harness.support.numerals import is_number_word
from harness.support.surface import Token, tokens
from harness.support.units import UNITS

_THE = "the "
_SUBJECTS = {
    "en": frozenset("it they he she".split()),
    "ru": frozenset("он она оно они".split()),
}
_GENDERS = {"он": "masc", "она": "femn", "оно": "neut"}
_OWNED = {"его": "masc", "ее": "femn", "их": "plur"}
_DENYING = frozenset("no none nobody neither nothing not ни никто ничто".split())
_TRAILING = frozenset("neither not never also always both usually не ни также уже всегда".split())
_CONDITIONAL = frozenset("if unless when while если когда пока".split())
_PARTITIVE = {"en": ("of", "them"), "ru": ("из", "них")}
_OPENING = PREPOSITIONS | {"after", "before"}
_BESIDE = frozenset("also always never usually then".split())
_LONGEST_OPENING = 8  # tokens before an English subject: ``With the consent of the owner they``

_Put = tuple[int, int, str]
"""First token, token after, what stands in their place."""


def resolved(text: str, before: Sequence[str], language: str) -> str | None:
    """``text`` with its pronouns replaced by what the sentences ``before`` it name.

    ``None`` where none can be. A guess: good enough to doubt a claim, not to support one.
    """
    found = tokens(text)
    puts = _replacements(found, [tokens(other) for other in before], language)
    for first, after, name in reversed(puts):
        text = text[: found[first].start] + name + text[found[after - 1].end :]
    return text if puts else None


def _replacements(
    found: Sequence[Token], earlier: Sequence[Sequence[Token]], language: str
) -> list[_Put]:
    """What is put for the subject, ``of them``, an object and a Russian ``его``, in order."""
    if not earlier:
        return []
    last = earlier[-1]
    subject = next(_subject_put(found, earlier, language), None)
    puts = [*([subject] if subject else []), *_parts_put(found, last, language)]
    if language == "ru":
        puts += _russian_put(found, last, subject[2] if subject else "")
    else:
        puts += _object_put(found, last)
    return sorted({put[0]: put for put in puts}.values())


def _subject_put(
    found: Sequence[Token], earlier: Sequence[Sequence[Token]], language: str
) -> Iterator[_Put]:
    """The subject of the last sentence that names one: ``They … They …``."""
    at = _pronoun(found, language)
    named = (one for one in reversed(earlier) if _pronoun(one, language) < 0)
    subject = _subject(next(named, ()), language) if at >= 0 else None
    if subject is None:
        return
    if language != "ru" or any(_agrees(token, found[at].text) for token in subject):
        yield at, at + 1, " ".join(token.raw for token in subject)


def _pronoun(found: Sequence[Token], language: str) -> int:
    """The place of the one subject pronoun, else -1; an English one opens the sentence.

    What may stand before it is when, where or with what: ``On night buses it …``.
    """
    wanted = _SUBJECTS.get(language, _SUBJECTS["en"])
    places = [at for at, token in enumerate(found) if token.text in wanted]
    if language == "ru":
        return places[0] if len(places) == 1 else -1
    first = places[0] if places else -1
    if first <= 0:
        return first
    opens = found[0].text in _OPENING and first <= _LONGEST_OPENING and len(places) == 1
    verb = predicate(found, 0, len(found), language)[0]
    return first if opens and verb > first and found[verb - 1].text in _BESIDE | wanted else -1


def _subject(found: Sequence[Token], language: str) -> Sequence[Token] | None:
    """What stands before the predicate of a sentence of one plain statement."""
    end, _ = predicate(found, 0, len(found), language)
    while end > 0 and (found[end - 1].text in _TRAILING or found[end - 1].text.endswith("ly")):
        end -= 1
    inside = found[: max(0, end)]
    texts = [token.text for token in inside]
    words = [token for token in inside if token.kind in ("word", "code")]
    if not words or _CONDITIONAL & set(texts) or _SUBJECTS[language] & set(texts):
        return None
    if texts[0] in _DENYING:
        parted = _PARTITIVE[language][0]
        return inside[texts.index(parted) + 1 :] if parted in texts[:4] else None
    if language == "ru" and not any(_may_be_subject(token) for token in words):
        return None
    return inside


def _may_be_subject(token: Token) -> bool:
    """A Russian noun in the nominative, or an adjective that may stand for one: ``проездной``."""
    return any(tag.case == "nomn" and tag.POS in ("NOUN", "ADJF") for tag in readings(token.text))


def _agrees(token: Token, pronoun: str) -> bool:
    """Whether a Russian noun can be what a pronoun of the third person stands for."""
    if token.kind != "word":
        return token.kind == "code"
    tags = [tag for tag in readings(token.text) if tag.case == "nomn"]
    if pronoun == "они":
        return any(tag.number == "plur" for tag in tags) or bool(tags)
    return any(tag.number == "sing" and tag.gender == _GENDERS[pronoun] for tag in tags)


def _object_put(found: Sequence[Token], earlier: Sequence[Token]) -> Iterator[_Put]:
    """``cross it``: what the same verb has as its object in the sentence before."""
    for at in range(1, len(found)):
        verb = found[at - 1]
        if found[at].text not in ("it", "them") or verb.text in PREPOSITIONS:
            continue
        nouns = {
            " ".join(token.raw for token in _noun_behind(earlier, place)): place
            for place in range(len(earlier) - 1)
            if form(earlier[place].text).lemma == form(verb.text).lemma
        }
        if len(nouns) == 1 and (noun := next(iter(nouns))):
            yield at, at + 1, noun


def _noun_behind(found: Sequence[Token], verb: int) -> Sequence[Token]:
    """``the old bridge`` behind ``cross``; empty where no article opens it."""
    if found[verb + 1].text not in DETERMINERS:
        return ()
    stop = PREPOSITIONS | lexicon("en").function_words
    end = verb + 2
    while end < len(found) and found[end].kind == "word" and found[end].text not in stop:
        end += 1
    return found[verb + 1 : end] if end > verb + 2 else ()


def _parts_put(found: Sequence[Token], earlier: Sequence[Token], language: str) -> Iterator[_Put]:
    """``two of them``, ``sow them``: the one thing that the sentence before has in the plural."""
    of, them = _PARTITIVE[language]
    places = [at for at in range(1, len(found)) if found[at].text == them]
    if len(places) != 1 or (language == "ru" and found[places[0] - 1].text != of):
        return
    nouns = _plurals(earlier, language)
    if len({form(token.text).lemma for token in nouns}) == 1:
        noun = nouns[0].text
        name = inflected(noun, "gent", "plur") if language == "ru" else _THE + noun
        yield places[0], places[0] + 1, name


def _plurals(found: Sequence[Token], language: str) -> list[Token]:
    """The nouns of a sentence that are more than one, as their form or a number tells."""
    places = range(len(found))
    if language == "ru":
        return [found[at] for at in places if _is_russian_plural(found, at)]
    verb, _ = predicate(found, 0, len(found), language)
    return [
        found[at]
        for at in places
        if at != verb
        and found[at].kind == "word"
        and found[at].text.endswith("s")
        and form(found[at].text).lemma not in {found[at].text, *UNITS}
        and found[at].text not in DETERMINERS | lexicon("en").function_words
    ]


def _is_russian_plural(found: Sequence[Token], at: int) -> bool:
    """Whether a Russian noun may be in the plural; ``карты`` may, and rivals others."""
    if found[at].kind != "word" or form(found[at].text).pos != "NOUN":
        return False
    return _is_counted(found, at) or any(tag.number == "plur" for tag in readings(found[at].text))


def _is_counted(found: Sequence[Token], at: int) -> bool:
    """``оба супруга``, ``три лодки``: more than one, whatever the form of the noun."""
    before = found[at - 1] if at else None
    return before is not None and (
        before.kind == "number" or is_number_word(before.text) or before.text in _BOTH
    )


_BOTH = frozenset("оба обе обоих обеих обоим обеим обоими обеими".split())


def _russian_put(found: Sequence[Token], earlier: Sequence[Token], subject: str) -> Iterator[_Put]:
    """``его копию``, ``его не выдают``: the one other noun of the sentence before that agrees."""
    places = [at for at in range(len(found)) if found[at].text in _OWNED]
    if len(places) != 1:
        return
    at = places[0]
    owned = _OWNED[found[at].text]
    mine = {form(token.text).lemma for token in tokens(subject)}
    nouns = {
        form(token.text).lemma
        for n, token in enumerate(earlier)
        if token.kind == "word" and form(token.text).pos == "NOUN" and _is(earlier, n, owned)
    } - mine
    if len(nouns) == 1:
        case = "accs" if _is_object(found, at) else "gent"
        number = "plur" if owned == "plur" else "sing"
        yield at, at + 1, inflected(next(iter(nouns)), case, number)


def _is_object(found: Sequence[Token], at: int) -> bool:
    """Whether a verb stands beside ``его``, and no noun that it says whose."""
    after = [token for token in found[at + 1 : at + 3] if token.text != "не"][:1]
    beside = [*found[max(0, at - 1) : at], *after]
    owned = any(form(token.text).pos in ("NOUN", "ADJ") for token in after)
    return not owned and any(form(token.text).pos == "VERB" for token in beside)


def _is(found: Sequence[Token], at: int, owned: str) -> bool:
    """Whether a Russian noun may be of a gender, or in the plural."""
    if owned == "plur" or _is_counted(found, at):
        return owned == "plur" and _is_russian_plural(found, at)
    return any(tag.gender == owned for tag in readings(found[at].text))

"""Damage to the words of the sentence a fact rests on."""

from __future__ import annotations

import re

from bench.mutants.edits import (
    Edit,
    Kind,
    bearing,
    both_ways,
    in_words,
    matches,
    resentenced,
    reworded,
    swap_word,
)
from bench.mutants.target import Target

_NUMBER = r"\d+(?:[.,]\d+)*"
_UNITS = both_ways({"days": "hours", "MB": "GB", "weeks": "months", "дней": "часов", "МБ": "ГБ"})
_UNITS |= {"years": "days", "Mb": "Kb", "Мб": "Кб", "минут": "часов", "раз": "процентов"}
_MONTHS = {"January": "April", "June": "July", "March": "May", "января": "мая", "августа": "июля"}
_MODALS = {
    "must not": "may",
    "may not": "may",
    "must": "may",
    "shall": "may",
    "should": "must not",
    "may": "must not",
    "can": "cannot",
    "will": "may",
    "is required": "is optional",
    "не должен": "вправе",
    "не должны": "вправе",
    "обязан": "вправе",
    "обязаны": "вправе",
    "должен": "вправе",
    "должны": "вправе",
    "необходимо": "необязательно",
    "нужно": "не нужно",
    "можно": "нельзя",
    "нельзя": "можно",
    "может": "не может",
    "могут": "не могут",
}
_LIMITS = both_ways(
    {
        "at least": "at most",
        "more than": "less than",
        "no later than": "no earlier than",
        "minimum": "maximum",
        "не более": "не менее",
        "не больше": "не меньше",
        "минимум": "максимум",
        "больше": "меньше",
        "больших": "меньших",
    }
)
_LIMITS |= {"exceeding": "below", "within": "after", "превышает": "не достигает"}
_ORDER = both_ways({"before": "after", "prior to": "after", "до": "после"})
_ORDER |= {"перед": "после", "сначала": "в конце"}
_ANTONYMS = both_ways(
    {
        "allowed": "prohibited",
        "permitted": "forbidden",
        "include": "exclude",
        "accept": "reject",
        "public": "private",
        "required": "optional",
        "enabled": "disabled",
        "appropriate": "inappropriate",
        "permanent": "temporary",
        "written": "oral",
        "internal": "external",
        "before": "after",
        "разрешено": "запрещено",
        "включен": "выключен",
        "обязательный": "необязательный",
        "доступен": "недоступен",
        "добавить": "удалить",
        "первый": "последний",
        "статических": "динамических",
        "внешние": "внутренние",
        "включает": "выключает",
        "true": "false",
    }
)
_AUXILIARIES = r"is|are|will|may|can|must|should|has|have|was|were|does|do"
_RUSSIAN_VERBS = (
    r"может|могут|можно|нужно|будет|будут|является|являются|разрешено|запрещено|"
    r"\w{3,}(?:ется|ются|ится|ятся|ает|яет|ают|яют|ует|уют)"
)
_CONDITION = re.compile(
    r",?\s+(?:unless|except|only if|only when|if|provided that|without|если|кроме|только|"
    r"за исключением|при условии)\b[^,.;:]*",
    re.IGNORECASE,
)
_EXCEPTIONS = {
    False: "This does not apply to organizations that were created before 2015.",
    True: "Это не относится к проектам, созданным до 2015 года.",
}
_HOMOGLYPHS = both_ways(dict(zip("aceopxy", "асеорху", strict=True)))


def _other_number(found: re.Match[str], target: Target) -> str:
    """The number with another first digit: as long, and written in the same way."""
    others = [digit for digit in "123456789" if digit != found[0][0]]
    return target.setting.random.choice(others) + found[0][1:]


def change_number(text: str, target: Target) -> str | None:
    """``text`` with a number that the fact also holds changed."""
    known = set(re.findall(_NUMBER, target.fact))
    for match in matches(_NUMBER, text):
        if match[0] in known:
            return text[: match.start()] + _other_number(match, target) + text[match.end() :]
    return None


def _number(target: Target) -> Edit | None:
    return resentenced(target, change_number(target.sentence, target))


def _unit(target: Target) -> Edit | None:
    for old, new in _UNITS.items():
        pattern = rf"({_NUMBER})(\s*|-){re.escape(old)}(?!\w)"
        for match in re.finditer(pattern, target.sentence):
            if match[1] in target.fact:
                return reworded(target, match, f"{match[1]}{match[2]}{new}")
    return None


def _date(target: Target) -> Edit | None:
    for match in matches(r"(?:19|20)\d\d", target.sentence):
        if match[0] in target.fact:
            year = str(int(match[0]) + 2)
            return reworded(target, match, year)
    held = {old: new for old, new in _MONTHS.items() if old in target.fact}
    return resentenced(target, swap_word(target.sentence, held))


def _currency(target: Target) -> Edit | None:
    for old, new in (("$", "€"), ("%", " pixels"), ("₽", "$")):
        if old in target.sentence and old in target.fact:
            return resentenced(target, target.sentence.replace(old, new, 1))
    return None


def negated(text: str, near: Target | None = None) -> str | None:
    """``text`` with a "not" taken out of it, or else put behind a verb that bears on the fact."""
    for match in matches(r"not|cannot|не", text):
        if near is None or _bears_around(near, text, match.end()):
            kept = "can" if match[0].lower() == "cannot" else ""
            return re.sub(r"  +", " ", text[: match.start()] + kept + text[match.end() :])
    for match in matches(_AUXILIARIES, text):
        if near is None or _bears_around(near, text, match.end()):
            return text[: match.end()] + " not" + text[match.end() :]
    for match in matches(_RUSSIAN_VERBS, text):
        if near is None or bearing(near, match[0]) or _bears_around(near, text, match.end()):
            return text[: match.start()] + "не " + text[match.start() :]
    return None


def _bears_around(target: Target, text: str, at: int) -> bool:
    """Whether one of the next words is a word of the fact."""
    following = re.findall(r"\w{3,}", text[at : at + 40])[:2]
    return any(bearing(target, word) for word in following)


def _negate(target: Target) -> Edit | None:
    return resentenced(target, negated(target.sentence, target))


def _modality(target: Target) -> Edit | None:
    for old, new in _MODALS.items():
        for match in matches(re.escape(old), target.sentence):
            if _bears_around(target, target.sentence, match.end()):
                return reworded(target, match, new)
    return None


def _drop_condition(target: Target) -> Edit | None:
    for match in _CONDITION.finditer(target.sentence):
        if sum(bearing(target, word) for word in re.findall(r"\w{4,}", match[0])) >= 2:
            return reworded(target, match, "")
    return None


def _add_exception(target: Target) -> Edit | None:
    if target.block.kind not in ("paragraph", "list_item"):
        return None
    sentence = target.sentence.rstrip()
    stop = "" if sentence.endswith((".", "!", "?")) else "."
    return resentenced(target, f"{sentence}{stop} {_EXCEPTIONS[target.russian]}")


def _limit(target: Target) -> Edit | None:
    for old, new in _LIMITS.items():
        for match in matches(re.escape(old), target.sentence):
            if _bears_around(target, target.sentence, match.end()):
                return reworded(target, match, new)
    return None


def _order(target: Target) -> Edit | None:
    held = {old: new for old, new in _ORDER.items() if next(matches(old, target.fact), None)}
    return resentenced(target, swap_word(target.sentence, held))


def _entity(target: Target) -> Edit | None:
    for match in matches(r"[A-Z][\w-]{3,}", target.sentence):
        if match.start() and match[0][0].isupper() and match[0] in target.fact:
            return resentenced(
                target, re.sub(rf"\b{re.escape(match[0])}\b", "Northwind", target.sentence)
            )
    return None


def _antonym(target: Target) -> Edit | None:
    held = {old: new for old, new in _ANTONYMS.items() if bearing(target, old)}
    return resentenced(target, swap_word(target.sentence, held))


def _zero_width(target: Target) -> Edit | None:
    return resentenced(
        target, in_words(target.sentence, lambda word: f"{word[:2]}\u200b{word[2:]}")
    )


def _homoglyphs(target: Target) -> Edit | None:
    table = str.maketrans(_HOMOGLYPHS)
    return resentenced(target, in_words(target.sentence, lambda word: word.translate(table)))


def _drop_from_enumeration(target: Target) -> Edit | None:
    for match in re.finditer(r", (\w+)(?=,)", target.sentence):
        if bearing(target, match[1]):
            return reworded(target, match, "")
    return None


def _code(target: Target) -> re.Match[str] | None:
    """A code span that the fact names."""
    spans = re.finditer(r"`([^`\n]{3,})`", target.sentence)
    return next((match for match in spans if match[1] in target.fact), None)


def _code_extended(target: Target) -> Edit | None:
    match = _code(target)
    return reworded(target, match, f"`{match[1]}-x`") if match else None


def _code_changed(target: Target) -> Edit | None:
    match = _code(target)
    return reworded(target, match, f"`{match[1][:-2]}Pro`") if match else None


_QUANTIFIERS = {
    "all": "some",
    "any": "some",
    "every": "almost every",
    "always": "sometimes",
    "never": "rarely",
    "only": "also",
    "each": "one",
    "все": "некоторые",
    "всех": "некоторых",
    "любой": "некоторый",
    "всегда": "иногда",
    "только": "также",
    "каждый": "первый",
    "любые": "некоторые",
}


def _quantifier(target: Target) -> Edit | None:
    held = {old: new for old, new in _QUANTIFIERS.items() if next(matches(old, target.fact), None)}
    return resentenced(target, swap_word(target.sentence, held))


def _joined(target: Target) -> Edit | None:
    """An "and" between two words of the fact made an "or", or the other way round."""
    if any(matches(r"not|no|without|cannot|не|без", target.sentence)):
        return None  # "not a or b" and "not a and not b" are the same
    pairs = {"and": "or", "or": "and", "и": "или", "или": "и"}
    for match in matches("and|or|и|или", target.sentence):
        before = re.findall(r"\w+", target.sentence[: match.start()])[-1:]
        after = re.findall(r"\w+", target.sentence[match.end() :])[:1]
        both = before and after and bearing(target, before[0]) and bearing(target, after[0])
        if both and any(matches(match[0], target.fact)):
            return reworded(target, match, pairs[match[0].lower()])
    return None


KINDS = (
    Kind("number", "found", _number),
    Kind("unit", "found", _unit),
    Kind("date", "found", _date),
    Kind("currency or percent", "found", _currency),
    Kind("negation", "found", _negate),
    Kind("modality", "found", _modality),
    Kind("condition dropped", "found", _drop_condition),
    Kind("exception added", "found", _add_exception, everywhere=True),
    Kind("limit flipped", "found", _limit),
    Kind("order flipped", "found", _order),
    Kind("entity swapped", "found", _entity),
    Kind("antonym", "found", _antonym),
    Kind("item of an enumeration dropped", "found", _drop_from_enumeration),
    Kind("code changed", "found", _code_changed),
    Kind("code extended", "found", _code_extended),
    Kind("quantifier", "found", _quantifier),
    Kind("and for or", "found", _joined),
    Kind("zero-width characters", "found", _zero_width),
    Kind("homoglyphs", "found", _homoglyphs),
)

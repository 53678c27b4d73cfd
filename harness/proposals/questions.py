"""A question that a sentence answers, made of the sentence and the heading above it."""

from __future__ import annotations

from harness.support.analysis import analyse
from harness.support.sentence import Sentence
from harness.text import squeeze

BLANK = "…"

_ASKED = {
    "en": {
        "value": "{heading}: which value belongs here: {text}",
        "modal": "{heading}: is it required, allowed or forbidden: {text}",
        "plain": "{heading}: what is said about {text}",
    },
    "ru": {
        "value": "{heading}: какое здесь значение: {text}",
        "modal": "{heading}: обязательно, разрешено или запрещено: {text}",
        "plain": "{heading}: что сказано о том, что {text}",
    },
}
_VALUE, _BAN, _RULE, _PROCEDURE = 4, 3, 2, 1


def interest(text: str, language: str) -> int:
    """How much a sentence decides: values most, then bans, duties, steps; 0 for plain telling."""
    found = analyse(text, language)
    tags = {mark.tag for mark in found.modals}
    score = _VALUE if _asked_value(found) else 0
    score += _BAN if "ban" in tags or found.negators else 0
    spoken = [mark for mark in found.modals if mark.after > mark.token]
    score += _RULE if spoken else 0
    return score + (_PROCEDURE if tags and not spoken else 0)


def question(heading: str, text: str, language: str) -> str:
    """The question; its first value is left blank, its modals are put as alternatives."""
    found = analyse(text, language)
    asked = _ASKED.get(language, _ASKED["en"])
    span = _asked_value(found)
    if span is not None:
        blanked = f"{text[: span[0]]}{BLANK}{text[span[1] :]}"
        return _put(asked["value"], heading, blanked)
    spoken = sorted((mark.start, mark.end) for mark in found.modals if mark.after > mark.token)
    if spoken:
        for start, end in reversed(spoken):
            text = f"{text[:start]}{BLANK}{text[end:]}"
        return _put(asked["modal"], heading, text)
    return _put(asked["plain"], heading, text)


def _asked_value(found: Sentence) -> tuple[int, int] | None:
    """The first number, amount or date; a code names its thing and is no answer."""
    for value in found.values:
        # A number at the very start is that of a paragraph.
        if value.kind in ("amount", "count", "date") and not value.weak and value.start:
            return value.start, value.end
    return None


def _put(form: str, heading: str, text: str) -> str:
    shown = squeeze(text).rstrip(".!?;:")
    return squeeze(form.format(heading=heading, text=shown)).removeprefix(": ") + "?"

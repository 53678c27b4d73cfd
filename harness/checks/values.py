"""Values (numbers, dates, codes) that an answer must hold, compared after normalisation."""

from __future__ import annotations

import re

from harness.model.comparison import Outcome
from harness.model.record import RunRecord
from harness.support import Value, values
from harness.text import detect_language, fold


def value_outcome(value: str, record: RunRecord) -> tuple[Outcome, str]:
    """Whether an answer holds a value: the same number, date, amount or code, however written."""
    if record.error is not None:
        return "error", record.error.message
    if _stands_alone(fold(value), fold(record.answer)):
        return "pass", "the answer has it as written"
    language = detect_language(record.answer)
    wanted = values(value, language)
    held = values(record.answer, language)
    if wanted and all(any(_same(one, other) for other in held) for one in wanted):
        return "pass", "the answer has it in another notation"
    return "fail", "the answer does not have it"


def _stands_alone(value: str, text: str) -> bool:
    """Whether ``value`` is in ``text`` and is not a part of a longer word, number or range."""
    return re.search(rf"(?<![\w.,-]){re.escape(value)}(?!\w|[.,-]\d)", text) is not None


def _same(wanted: Value, held: Value) -> bool:
    """The same value; one given without a unit is met whatever is counted."""
    if wanted.kind != held.kind:
        return False
    if wanted.kind == "code":
        return wanted.text == held.text
    if wanted.date is not None and held.date is not None:
        return wanted.date.parts == held.date.parts
    same_unit = wanted.unit is None or wanted.unit == held.unit
    return same_unit and (wanted.low, wanted.high) == (held.low, held.high)

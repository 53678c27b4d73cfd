"""What a case must be beyond the types of its fields."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from harness.config.faults import Key, show
from harness.model.case import Case, Expectation, Override
from harness.text import fold, normalise, squeeze

MAX_ID_BYTES = 200
"""A case's page is a file named after it, and file systems stop at 255 bytes."""
MAX_TEXT_CHARS = 10_000
MAX_ITEMS = 1000

_TEXTS = (
    "expected_source_ids",
    "expected_evidence",
    "required_facts",
    "forbidden_facts",
    "required_values",
)
_DEMANDS = (
    "expected_source_ids",
    "expected_evidence",
    "required_facts",
    "required_values",
    "answer_schema",
)
"""What only an answerable case can ask for."""


@dataclass(frozen=True, slots=True)
class CaseFault:
    """One fault of a case; ``key`` is the field it stands in."""

    key: Key
    found: str
    expected: str = ""
    next_step: str = ""


def faults_of(case: Case) -> Iterator[CaseFault]:
    """Every fault of a case that has the right types."""
    yield from _id(case.id)
    yield from _text(case.query, ("query",), "a question")
    yield from _lists(case, ())
    yield from _tags(case.tags)
    yield from _filters(case.filters)
    yield from _schema(case.answer_schema, ("answer_schema",))
    yield from _sense(case, ())
    if case.candidate is not None:
        yield from _override(case, case.candidate)


def _id(text: str) -> Iterator[CaseFault]:
    expected = "letters of any script, digits, '.', '_' and '-', a letter or digit first and last"
    if not text or not all(
        char in "._-" or unicodedata.category(char)[0] in "LMN" for char in text
    ):
        yield CaseFault(("id",), f"found {show(text)}", expected, _GROUPS)
    elif unicodedata.category(text[0])[0] not in "LN" or text[-1] in ".-_":
        yield CaseFault(("id",), f"found {show(text)}", expected)
    elif len(text.encode()) > MAX_ID_BYTES:
        yield CaseFault(("id",), f"{len(text.encode())} bytes", f"at most {MAX_ID_BYTES}")


_GROUPS = "An id names a file and an anchor; group with '.' or '-', not with '/'."


def _text(text: str, key: Key, expected: str = "some text") -> Iterator[CaseFault]:
    if not squeeze(normalise(text)):
        yield CaseFault(key, "found nothing but white space" if text else "found nothing", expected)
    elif len(text) > MAX_TEXT_CHARS:
        yield CaseFault(key, f"{len(text)} characters", f"at most {MAX_TEXT_CHARS}")


def _lists(owner: Case | Override, at: Key) -> Iterator[CaseFault]:
    names = (*_TEXTS, "principal", "tags") if isinstance(owner, Case) else _TEXTS
    for name in names:
        yield from _items(getattr(owner, name) or (), (*at, name))


def _items(items: tuple[str, ...], key: Key) -> Iterator[CaseFault]:
    if len(items) > MAX_ITEMS:
        yield CaseFault(key, f"{len(items)} items", f"at most {MAX_ITEMS}")
    for number, item in enumerate(items):
        yield from _text(item, (*key, number))
        if items.index(item) < number:
            yield CaseFault((*key, number), f"{show(item)} stands twice in the list")
        elif item != item.strip() and key[-1] in ("expected_source_ids", "tags", "principal"):
            yield CaseFault((*key, number), f"{show(item)} has white space at an end", "none")


def _tags(tags: tuple[str, ...]) -> Iterator[CaseFault]:
    for number, tag in enumerate(tags):
        if tag != "critical" and fold(tag) == "critical":
            found = f"{show(tag)} does not make a case critical"
            yield CaseFault(("tags", number), found, "'critical', in small letters")


def _filters(filters: Mapping[str, Any]) -> Iterator[CaseFault]:
    for name, value in filters.items():
        values = value if isinstance(value, list) else [value]
        if not values or not all(isinstance(item, str | int | float) for item in values):
            expected = "a string, number or truth value, or a list of them"
            yield CaseFault(("filters", name), f"found {show(value)}", expected)


def _schema(schema: dict[str, Any] | None, key: Key) -> Iterator[CaseFault]:
    if schema is None:
        return
    from jsonschema import Draft202012Validator, SchemaError

    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        place = (*key, *error.absolute_path)
        yield CaseFault(place, f"not a JSON Schema: {squeeze(error.message)[:200]}")
    yield from _references(schema, key)


def _references(value: Any, key: Key) -> Iterator[CaseFault]:
    """A reference out of the schema would be fetched from the network when an answer is checked."""
    if isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _references(inner, (*key, number))
    if not isinstance(value, dict):
        return
    for name, inner in value.items():
        if name in ("$ref", "$dynamicRef") and isinstance(inner, str) and inner[:1] != "#":
            expected = "a reference within the schema, which begins with '#'"
            yield CaseFault((*key, name), f"found {show(inner)}", expected)
        yield from _references(inner, (*key, name))


def _sense(
    wanted: Expectation, at: Key, inherited: frozenset[str] = frozenset()
) -> Iterator[CaseFault]:
    """Expectations that contradict each other, or expect nothing."""
    demands = [name for name in _DEMANDS if getattr(wanted, name)]
    if wanted.answerable and not demands and not wanted.forbidden_facts:
        expected = f"at least one of {', '.join((*_DEMANDS, 'forbidden_facts'))}"
        advice = "Or write answerable: false for a question the corpus must not answer."
        yield CaseFault(at, "an answerable case that expects nothing", expected, advice)
    for name in [] if wanted.answerable else demands:
        found = "an unanswerable case cannot expect this"
        advice = _clear(name) if name in inherited else ""
        yield CaseFault((*at, name), found, "nothing here", advice)
    forbidden = set(map(fold, wanted.forbidden_facts))
    for fact in wanted.required_facts:
        if fold(fact) in forbidden:
            yield CaseFault((*at, "forbidden_facts"), f"{show(fact)} is required as well")


def _clear(name: str) -> str:
    empty = "{}" if name == "answer_schema" else "[]"
    return f"It is inherited from the case; write {name}: {empty} in candidate to take it away."


def _override(case: Case, override: Override) -> Iterator[CaseFault]:
    at: Key = ("candidate",)
    yield from _text(override.reason, (*at, "reason"), "why the expectation changes")
    yield from _lists(override, at)
    yield from _schema(override.answer_schema, (*at, "answer_schema"))
    wanted = case.on("candidate")
    if wanted == case.on("baseline"):
        expected = "at least one expectation that differs from the case's own"
        yield CaseFault(at, "changes nothing", expected, "Or remove candidate.")
        return
    names = Expectation.model_fields
    inherited = frozenset(name for name in names if getattr(override, name) is None)
    known = {(fault.key, fault.found) for fault in _sense(case, ())}
    for fault in _sense(wanted, at, inherited):
        if (fault.key[1:], fault.found) not in known:
            yield fault

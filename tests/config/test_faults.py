"""Faults of values say what was expected in plain words, whatever found them."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from harness.config.faults import Key, keys_of, show, show_key, validate


def _odd(number: int) -> int:
    if number == 4:
        raise ValueError("four is unlucky here")
    if number % 2 == 0:
        raise ValueError("expected an odd number")
    return number


class Inner(BaseModel):
    model_config = ConfigDict(extra="forbid")

    word: Annotated[str, Field(min_length=2, max_length=3, pattern="^[a-z]+$")] = "ab"


class Outer(BaseModel):
    model_config = ConfigDict(extra="forbid")

    odd: Annotated[int, AfterValidator(_odd)] = 1
    ratio: Annotated[float, Field(gt=0, le=0.5)] = 0.1
    pair: Annotated[tuple[int, ...], Field(max_length=2)] = ()
    choice: Literal["a", "b"] = "a"
    named: dict[str, Inner] = {}
    listed: tuple[Inner, ...] = ()
    perhaps: Inner | None = None
    my_key: str = Field(default="", max_length=3)


def where(key: Key) -> str:
    return f"f: {show_key(key)}"


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ({"odd": 2}, "f: odd: found 2. Expected an odd number."),
        ({"odd": 4}, "f: odd: found 4: four is unlucky here."),
        ({"odd": None}, "f: odd: found nothing. Expected a whole number."),
        ({"ratio": 0}, "f: ratio: found 0. Expected more than 0."),
        ({"ratio": 0.75}, "f: ratio: found 0.75. Expected at most 0.5."),
        ({"pair": [1, 2, 3]}, "f: pair: found a list of 3. Expected at most 2 items."),
        ({"choice": "c"}, "f: choice: found 'c'. Expected 'a' or 'b'."),
        (
            {"named": {"x": {"word": "a"}}},
            "f: named.x.word: found 'a'. Expected at least 2 characters.",
        ),
        (
            {"named": {"x": {"word": "AB"}}},
            "f: named.x.word: found 'AB'. Expected text of the form ^[a-z]+$.",
        ),
        ({"named": {"x": {"w": "a"}}}, "f: named.x.w: unknown key 'w'. Expected one of word."),
        (
            {"listed": [{"words": 1}]},
            "f: listed[0].words: unknown key 'words'. Expected one of word. Did you mean 'word'?",
        ),
        (
            {"perhaps": {"words": 1}},
            "f: perhaps.words: unknown key 'words'. Expected one of word. Did you mean 'word'?",
        ),
        ({"perhaps": 3}, "f: perhaps: found 3. Expected a mapping."),
        (
            {"my_key": "planted"},
            "f: my_key: found a value that is not shown here. Expected at most 3 characters.",
        ),
    ],
)
def test_fault_says_where_what_and_what_instead(value: object, fault: str) -> None:
    found = validate(Outer, value, where)
    assert isinstance(found, list)
    assert [str(one) for one in found] == [fault]


def test_good_value_becomes_the_model() -> None:
    assert validate(Outer, {"odd": 3, "pair": [1, 2]}, where) == Outer(odd=3, pair=(1, 2))


def test_keys_are_known_below_mappings_lists_and_unions() -> None:
    for loc in (("named", "any"), ("listed", 3), ("perhaps",)):
        assert keys_of(Outer, loc) == ["word"]
    assert keys_of(Outer, ("odd",)) == keys_of(Outer, ("gone", "gone")) == []


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("max_tokens", True),
        ("tokenizer", True),
        ("author", True),
        ("api_key", False),
        ("apikey", False),
        ("api_key_env", False),
        ("TOKEN", False),
        ("db_password", False),
        ("authorization", False),
    ],
)
def test_values_of_secrets_are_not_shown(key: str, *, shown: bool) -> None:
    assert (show("planted", (key,)) == "'planted'") is shown


def test_long_values_are_cut_and_odd_names_quoted() -> None:
    assert len(show("x" * 1000)) < 100
    assert show_key(("a", 0, "b c", "d\n")) == "a[0].'b c'.'d\\n'"


def test_password_of_an_address_is_not_repeated() -> None:
    shown = show("http://ann:tops3cret@proxy.example:80", ("privacy", "proxy"))
    assert shown == "'http://…@proxy.example:80'"

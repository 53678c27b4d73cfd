"""The catalogue is what the code says, and every gap of a translation is one of the sentence."""

from __future__ import annotations

import ast
from io import BytesIO

import pytest
from babel.messages.pofile import read_po

from harness.language.catalogue import messages, path_of
from harness.language.extract import forms, said_in, updated
from harness.language.forms import SHAPES, Form

KINDS = {"", "said", "told", "list", "word", "code", *SHAPES}


def test_our_reader_reads_what_babel_reads() -> None:
    catalogue = read_po(BytesIO(path_of("ru").read_bytes()), locale="ru")
    assert messages("ru") == {m.id: m.string for m in catalogue if m.id and m.string}
    assert not any(message.fuzzy for message in catalogue)


def test_the_catalogue_is_up_to_date() -> None:
    """``python -m harness.language.extract`` brings it up to date."""
    assert path_of("ru").read_bytes() == updated(path_of("ru"))


def test_translations_have_the_gaps_of_the_sentence_and_known_kinds() -> None:
    for english, russian in messages("ru").items():
        if "{" not in english:
            continue
        asked, told = Form.of(english).gaps, Form.of(russian).gaps
        # "case" or "cases": the translation has its own word for the count.
        wanted = {gap.name for gap in asked} - {"noun"}
        assert {gap.name for gap in told} == wanted, english
        for gap in told:
            plural = gap.kind.count("|") == 2
            assert plural or gap.kind in KINDS, english


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ('x = f"{path} was edited"', ["{path} was edited"]),
        ('x = f"{len(self.faults)} fault(s) in {a.path!r}"', ["{faults} fault(s) in {path!r}"]),
        ('x = "not in the context: " + ", ".join(missing)', ["not in the context: {missing}"]),
        ('x = f"{old.rank} and {new.rank} more"', ["{rank} and {rank2} more"]),
        ('"""A docstring is not said."""', []),
        ('x = re.compile("a b")', []),
        ('x = "identifier"', []),
        (
            'x = counted(a, "case") + " left"',
            ["{a:counted case} left", "{count} case", "{count} cases"],
        ),
        ("x = f\"{documents or 'none at all'} differ\"", ["{documents} differ", "none at all"]),
    ],
)
def test_forms_are_read_from_the_code(code: str, said: list[str]) -> None:
    assert sorted(said_in(ast.parse(code))) == sorted(said)


@pytest.fixture(scope="module")
def said() -> dict[str, list[str]]:
    """Form -> the files that say it."""
    return forms()


def test_the_code_says_something(said: dict[str, list[str]]) -> None:
    assert said["{path} was edited: {shown}; {change}"] == ["diagnosis/edits.py"]


def test_everything_that_is_said_is_translated(said: dict[str, list[str]]) -> None:
    """What fails here is new: run ``make docs`` and translate it in the ``.po`` file."""
    assert [form for form in said if form not in messages("ru")] == []

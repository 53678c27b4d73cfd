"""The catalogues are complete and in step with the templates."""

from __future__ import annotations

import re
from io import BytesIO

from babel.messages.pofile import read_po

from harness.report import languages
from harness.report.catalogue import messages, updated
from harness.report.labels import LABELS
from harness.report.language import LOCALE_FOLDER

CATALOGUES = sorted(LOCALE_FOLDER.glob("*/LC_MESSAGES/report.po"))


def test_english_and_russian_are_offered() -> None:
    assert languages() == ("en", "ru")


def test_catalogues_are_up_to_date() -> None:
    """``python -m harness.report.catalogue`` brings them up to date."""
    for path in CATALOGUES:
        assert path.read_bytes() == updated(path)


def test_every_message_is_translated_in_every_plural_form() -> None:
    for path in CATALOGUES:
        catalogue = read_po(BytesIO(path.read_bytes()), locale=path.parent.parent.name)
        for message in catalogue:
            if message.id:
                assert all(_forms(message.string)), message.id
                assert not message.fuzzy


def test_translations_keep_the_placeholders() -> None:
    holes = re.compile(r"%\(\w+\)s|\{\w+\}")
    for path in CATALOGUES:
        for message in read_po(BytesIO(path.read_bytes()), locale=path.parent.parent.name):
            first = _forms(message.id)[0]
            for form in _forms(message.string) if first else ():
                assert sorted(holes.findall(form)) == sorted(holes.findall(first))


def test_every_label_is_a_message() -> None:
    known = {message.id for message in messages()}
    used = {word for vocabulary in LABELS.values() for word in vocabulary.values() if word}
    assert used <= known


def _forms(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())

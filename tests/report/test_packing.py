"""Packed bodies come out as they went in, whatever is in them."""

from __future__ import annotations

import base64
import gzip
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.report import packing
from tests.report.html import spell

MARKUP = st.sampled_from(["<td>", "</td>", "<tr class='a'>", "words", "7 → 8", "п", "\U0001f600"])
BODIES = st.lists(st.lists(MARKUP | st.text(st.characters(codec="utf-8"))).map("".join))


def unpacked(text: str) -> Any:
    return json.loads(gzip.decompress(base64.b64decode(text)))


def spelled(packs: packing.Packs) -> list[str]:
    words = unpacked(packs.vocabulary)
    return [spell(body, words) for pack in packs.bodies for body in unpacked(pack)]


@given(BODIES)
def test_bodies_come_out_as_they_went_in(bodies: list[str]) -> None:
    bodies = [body.replace(packing.MARK, "") for body in bodies]
    assert spelled(packing.body_packs(bodies)) == bodies


def test_vocabulary_reaches_past_the_surrogates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "PACK_CASES", 1)
    body = "".join(f"<b>{number}</b>" for number in range(60_000))
    packs = packing.body_packs([body, body])
    assert len(unpacked(packs.vocabulary)) > 0xD800
    assert spelled(packs) == [body, body]


def test_words_past_the_limit_of_the_vocabulary_stay_as_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(packing, "MOST_WORDS", 1)
    packs = packing.body_packs(["<b>one</b>"] * 3)
    assert len(unpacked(packs.vocabulary)) == 1
    assert spelled(packs) == ["<b>one</b>"] * 3


def test_equal_bodies_give_equal_packs() -> None:
    bodies = [f"<p>{number % 7}</p>" for number in range(50)]
    assert packing.body_packs(bodies) == packing.body_packs(list(bodies))

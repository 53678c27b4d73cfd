"""Deep links find their case, and no address is anything but http(s)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.report.links import case_anchor, case_anchors, document_url
from tests.report.payloads import PAYLOADS


def test_plain_and_cyrillic_ids_stay_readable() -> None:
    assert case_anchor("ghp-001") == "case-ghp-001"
    assert case_anchor("дело/7") == "case-дело/7"


def test_odd_id_is_encoded_throughout_so_that_browsers_find_it() -> None:
    assert case_anchor('ё b"<') == "case-%D1%91%20b%22%3C"


@given(st.lists(st.text(max_size=20), unique=True, max_size=30))
def test_anchors_are_distinct_and_hold_no_markup(ids: list[str]) -> None:
    anchors = case_anchors(ids)
    assert len(set(anchors.values())) == len(ids)
    assert not any(set(anchor) & set(" \t\n\"'<>&`") for anchor in anchors.values())


def test_ids_that_look_the_same_once_redacted_get_a_number() -> None:
    anchors = case_anchors(["a@b.example", "c@d.example"])
    assert sorted(anchors.values()) == ["case-%5Bemail%5D", "case-%5Bemail%5D~2"]


def test_document_url_encodes_what_it_inserts() -> None:
    url = document_url(
        "https://x.example/{side}/{path}?id={source_id}", "a b/ё?.md", "s#1", "baseline"
    )
    assert url == "https://x.example/baseline/a%20b/%D1%91%3F.md?id=s%231"


@pytest.mark.parametrize(
    "template", ["{path}", "javascript:{path}", "data:{path}", "//h/{path}", ""]
)
def test_only_web_addresses_become_links(template: str) -> None:
    for payload in PAYLOADS:
        url = document_url(template, payload, payload, "candidate")
        assert url == ""


def test_hostile_path_cannot_change_the_host() -> None:
    for payload in PAYLOADS:
        url = document_url("https://x.example/{path}", payload, payload, "candidate")
        assert url.startswith("https://x.example/")
        assert not set(url) & set(" \"'<>`")

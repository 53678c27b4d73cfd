"""The page itself: self-contained, safe, private, complete, translated."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import fields, replace
from itertools import pairwise
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag

from harness.errors import HarnessError
from harness.report import (
    RunArtefacts,
    build_context,
    packing,
    render,
    render_report,
    write_report,
)
from harness.report.context import EvidenceParts, ReportContext, page_parts
from tests.report.fixtures import STORIES, hostile, many, run
from tests.report.html import data, packed, parsed, words
from tests.report.payloads import PAYLOADS

TEMPLATES = render.TEMPLATES


def html(artefacts: RunArtefacts | None = None, language: str = "en") -> str:
    return render_report(build_context(artefacts or run()), language=language)


@pytest.fixture(scope="module")
def page() -> BeautifulSoup:
    """The page of the usual run in English, to read only."""
    return parsed(html())


@pytest.fixture(scope="module")
def hostile_page() -> BeautifulSoup:
    """The page of the hostile run, half of its bodies packed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packing, "OPEN_CASES", 50)
        return parsed(html(hostile(PAYLOADS)))


def test_equal_runs_give_equal_bytes() -> None:
    assert html() == html()


@pytest.mark.parametrize("language", ["en", "ru"])
def test_page_names_no_address_it_would_fetch(language: str) -> None:
    soup = parsed(html(language=language))
    assert not soup.find_all(["img", "iframe", "object", "embed", "audio", "video", "base"])
    assert not soup.find_all(src=True)
    assert [link["href"] for link in soup.find_all("link")] == ["data:,"]
    assert not re.search(
        r"@import|url\((?!\"data:image/svg)", (TEMPLATES / "report.css").read_text()
    )


def test_policy_allows_only_this_style_and_this_script(page: BeautifulSoup) -> None:
    policy = page.find("meta", attrs={"http-equiv": "Content-Security-Policy"})
    assert isinstance(policy, Tag)
    for kind in ("style", "script"):
        block = page.find_all(kind)[-1] if kind == "script" else page.find(kind)
        assert isinstance(block, Tag)
        digest = base64.b64encode(hashlib.sha256((block.string or "").encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy["content"]
    assert "default-src 'none'" in policy["content"]
    assert "unsafe" not in policy["content"]


def test_no_inline_style_or_handler_is_needed(page: BeautifulSoup) -> None:
    for tag in page.find_all(name=True):
        assert "style" not in tag.attrs
        assert not [name for name in tag.attrs if name.startswith("on")]


def test_hostile_text_becomes_no_element_attribute_or_address(
    page: BeautifulSoup, hostile_page: BeautifulSoup
) -> None:
    known = {tag.name for tag in page.find_all(name=True)}
    assert {tag.name for tag in hostile_page.find_all(name=True)} <= known | {"ins", "del", "q"}
    for tag in hostile_page.find_all(name=True):
        assert not [name for name in tag.attrs if name.startswith("on") or name == "style"]
        for name in ("href", "xlink:href", "src", "action"):
            assert re.match(r"#|https://example\.org/|data:,$", str(tag.attrs.get(name, "#")))
    assert len([tag for tag in hostile_page.find_all("script") if not tag.get("type")]) == 1


def test_hostile_text_survives_in_the_data_blocks(hostile_page: BeautifulSoup) -> None:
    names = packed(hostile_page, "list")["names"]
    assert "<img src=x onerror=window.hacked=1>" in names
    assert "\u2028window.hacked=1\u2029" in names


def test_lone_surrogates_and_control_characters_never_stop_a_report(tmp_path: Path) -> None:
    path = write_report(tmp_path, build_context(hostile(["\ud800 \x00 \udfff"])))
    text = path.read_bytes().decode("utf-8")
    assert "\x00" not in text
    assert "\ufffd" in text


@pytest.mark.parametrize(
    ("mode", "start", "end"),
    [("none", False, False), ("snippets", True, False), ("full", True, True)],
)
def test_answers_are_shown_only_as_far_as_the_text_mode_allows(
    mode: str, *, start: bool, end: bool
) -> None:
    answer = "The committee begins. " + "It goes on. " * 20 + "It has ended."
    story = replace(STORIES[0], old_answer=answer, new_answer=answer)
    text = words(parsed(html(run([story], text=mode))))
    assert ("The committee begins." in text) is start
    assert ("It has ended." in text) is end
    assert story.query in text
    assert story.fact in text


def test_first_screen_says_the_verdict_in_words(page: BeautifulSoup) -> None:
    assert words(page.h1) == "BLOCK Must not ship"
    first = words(page.find(id="verdict"))
    for part in (
        "2 cases block the release",
        "A critical case fails now",
        "Fix or roll back",
        "12 of 12",
        "none: the generator gives the same answer every time",
    ):
        assert part in first


def test_reason_of_a_rule_names_each_case_once(page: BeautifulSoup) -> None:
    reasons = page.select(".reasons > li")
    assert any(len(reason.select(".chip")) > 1 for reason in reasons)
    for reason in reasons:
        named = [chip.get_text() for chip in reason.select(".chip")]
        assert len(named) == len(set(named))


def test_russian_report_has_russian_words_plurals_and_numbers() -> None:
    soup = parsed(html(language="ru"))
    assert soup.select_one("html[lang=ru]")
    text = words(soup)
    for part in (
        "Выпускать нельзя",
        "2 случая блокируют выпуск.",
        "6 случаев ждут",
        "0,900",
        "41,7",
    ):
        assert part in text
    assert "Regression" not in text


def test_russian_plural_forms_follow_the_number() -> None:
    def lead(count: int) -> str:
        stories = [replace(STORIES[0], id=f"c{number}") for number in range(count)]
        return words(parsed(html(run(stories), "ru")).find(class_="lead"))

    assert lead(1).startswith("1 случай блокирует")
    assert lead(5).startswith("5 случаев блокируют")
    assert lead(21).startswith("21 случай блокирует")
    assert lead(22).startswith("22 случая блокируют")


def test_unknown_language_names_the_choices() -> None:
    with pytest.raises(HarnessError, match=r"unknown report language 'ry'. Choices: 'en', 'ru'"):
        html(language="ry")


def test_every_case_has_a_deep_link_and_a_body(page: BeautifulSoup) -> None:
    for story in STORIES:
        assert page.find("details", id=f"case-{story.id}")
    assert len(page.find_all(class_="body")) == len(STORIES)


def test_every_local_link_leads_somewhere(page: BeautifulSoup) -> None:
    ids = {tag["id"] for tag in page.find_all(id=True)}
    for link in page.find_all("a", href=re.compile("^#")):
        assert link["href"][1:] in ids
    assert len(ids) == len(page.find_all(id=True))


def test_flagged_cases_open_without_a_script_and_the_rest_is_packed() -> None:
    soup = parsed(html(many(72)))
    flagged = soup.select("#flagged > details")
    assert len(flagged) == 6
    assert all(case.find(class_="body") for case in flagged)
    others = soup.select("#others details.case")
    assert len(others) == 66
    assert not any(case.find(class_="body") for case in others)
    assert len(soup.find_all(class_="body")) == 72


def test_plain_bodies_stop_at_the_byte_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "OPEN_BYTES", 30_000)
    soup = parsed(html())
    shown = [case for case in soup.select("#flagged > details") if case.find(class_="body")]
    assert 0 < len(shown) < 8
    assert data(soup, "sizes")["plain"] == len(shown)


def test_rows_past_the_first_ones_are_packed_and_none_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(packing, "OPEN_ROWS", 4)
    page = BeautifulSoup(html(many(72)), "html.parser")
    assert len(page.select("details.case")) == 4
    assert len(packed(page, "list")["columns"]) == 72
    assert len(parsed(html(many(72))).select("details.case")) == 72


def test_tables_have_headers_and_headings_do_not_skip_levels(page: BeautifulSoup) -> None:
    for table in page.find_all("table"):
        assert table.find("th", scope="col")
    levels = [int(tag.name[1]) for tag in page.find("main").find_all(re.compile("^h[1-6]$"))]  # type: ignore[union-attr]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_outcome_is_never_told_by_colour_alone(page: BeautifulSoup) -> None:
    for outcome in page.find_all(class_="outcome"):
        assert words(outcome) in ("pass", "fail", "uncertain", "not applicable", "error")


def test_templates_use_every_field_of_the_context() -> None:
    source = "".join(path.read_text() for path in TEMPLATES.glob("*.j2"))
    by_script = {"facets", "layers", "direction", *(item.name for item in fields(EvidenceParts))}
    unused = {
        f"{part.__name__}.{item.name}"
        for part in page_parts()
        for item in fields(part)
        if not re.search(rf"\.{item.name}\b|\"{item.name}\"", source) and item.name not in by_script
    }
    assert unused == set()


def test_report_is_written_whole(tmp_path: Path) -> None:
    path = write_report(tmp_path / "reports" / "r1", build_context(run()))
    assert path == tmp_path / "reports" / "r1" / "index.html"
    assert path.read_text(encoding="utf-8").endswith("</html>\n")
    assert [item.name for item in path.parent.iterdir()] == ["index.html"]


def test_a_case_that_is_not_flagged_costs_little() -> None:
    context: ReportContext = build_context(many(300))
    assert len(render_report(context).encode()) < 800_000

"""The report in a real browser: what a reader does with it, and what it must never do."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harness.report import RunArtefacts, build_context, case_anchor, packing, write_report
from tests.report.fixtures import STORIES, full_run, hostile, many, run
from tests.report.payloads import PAYLOADS
from tests.report.test_trend import followed

pytestmark = pytest.mark.browser

# Typed loosely: selenium is there only where these tests run.
Open = Callable[..., Any]


@pytest.fixture
def show(browser: Any, page: Path) -> Open:
    """Write a report, open it (at ``fragment``), and hand back the browser."""

    def show(
        artefacts: RunArtefacts | None = None, fragment: str = "", language: str = "en"
    ) -> Any:
        path = write_report(page, build_context(artefacts or run()), language=language)
        browser.get("about:blank")
        browser.get_log("browser")
        browser.get_log("performance")
        browser.get(path.as_uri() + fragment)
        return browser

    return show


def press(browser: Any, *keys: str) -> None:
    """Press keys wherever the focus is."""
    from selenium.webdriver import ActionChains

    ActionChains(browser).send_keys(*keys).perform()


def visible(browser: Any) -> list[str]:
    """Ids of the cases that are not filtered out."""
    script = "return [...document.querySelectorAll('details.case:not([hidden])')].map(c => c.id)"
    return list(browser.execute_script(script))


def opened(browser: Any) -> list[str]:
    """Ids of the cases that are open and have a body."""
    script = """return [...document.querySelectorAll('details.case[open]')]
        .filter(c => c.querySelector('.body').textContent.length > 100).map(c => c.id)"""
    return list(browser.execute_script(script))


def wait_until(browser: Any, holds: Callable[[], bool]) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(browser, 5).until(lambda _: holds())


def choose(browser: Any, name: str, value: str) -> None:
    """Choose a value of one filter, as a reader would."""
    browser.execute_script(
        """const field = document.querySelector(`#filters [name=${arguments[0]}]`);
        field.value = arguments[1];
        field.dispatchEvent(new Event('input', {bubbles: true}));""",
        name,
        value,
    )
    settle(browser)


def settle(browser: Any) -> None:
    """Wait until the filters have been applied."""
    busy = "return !document.querySelector('#cases[aria-busy]')"
    wait_until(browser, lambda: browser.execute_script(busy))


def requests(browser: Any) -> list[str]:
    """Addresses the page asked for since it was opened."""
    events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    sent = [event["params"] for event in events if event["method"] == "Network.requestWillBeSent"]
    return [params["request"]["url"] for params in sent]


def status(browser: Any) -> str:
    return str(browser.execute_script("return document.querySelector('#shown').textContent"))


def focused(browser: Any) -> str:
    script = "return document.activeElement.closest('details.case')?.id || document.activeElement.name || ''"
    return str(browser.execute_script(script))


def test_nothing_is_requested_and_nothing_goes_wrong(show: Open) -> None:
    browser = show()
    for key in ("j", "j", "k", "t", "?"):
        press(browser, key)
    assert [url for url in requests(browser) if not url.startswith(("file:", "data:"))] == []
    assert browser.get_log("browser") == []


@pytest.mark.parametrize("plain", [200, 0])
def test_hostile_text_runs_no_script_and_leaves_no_trace(
    show: Open, monkeypatch: pytest.MonkeyPatch, plain: int
) -> None:
    monkeypatch.setattr(packing, "OPEN_CASES", plain)
    monkeypatch.setattr(packing, "OPEN_BYTES", 50_000_000)
    browser = show(hostile(PAYLOADS))
    browser.execute_script("document.querySelectorAll('details').forEach(d => d.open = true)")
    wait_until(browser, lambda: len(opened(browser)) == len(PAYLOADS))
    browser.execute_script(
        """for (const item of document.querySelectorAll('main *')) {
          for (const kind of ['mouseover', 'focus', 'toggle', 'load', 'error'])
            item.dispatchEvent(new Event(kind));
        }"""
    )
    assert browser.execute_script("return window.hacked") is None
    assert [url for url in requests(browser) if not url.startswith(("file:", "data:"))] == []
    assert browser.get_log("browser") == []


def test_filters_narrow_the_list_and_say_how_many_are_left(show: Open) -> None:
    browser = show()
    assert status(browser) == "Showing 12 of 12 cases."
    choose(browser, "status", "regression")
    assert visible(browser) == ["case-ghp-001", "case-ghp-002"]
    assert status(browser) == "Showing 2 of 12 cases."
    choose(browser, "document", "other-site-policies/github-username-policy.md")
    assert visible(browser) == ["case-ghp-002"]
    choose(browser, "text", "no such words")
    assert status(browser) == "No case matches. Clear the filters to see all."
    press(browser, "\ue00c")
    wait_until(browser, lambda: len(visible(browser)) == 12)


@pytest.mark.parametrize(
    ("name", "value", "first"),
    [
        ("action", "block", "case-ghp-001"),
        ("layer", "retrieval", "case-ghp-001"),
        ("kind", "content_moved", "case-ghp-008"),
        ("tag", "русский", "case-ddr-002"),
        ("text", "Поисковую lunr", "case-ddr-001"),
    ],
)
def test_each_filter_finds_its_cases(show: Open, name: str, value: str, first: str) -> None:
    browser = show()
    choose(browser, name, value)
    assert visible(browser)[0] == first
    assert len(visible(browser)) < 12


def test_a_number_of_the_matrix_opens_its_cases(show: Open) -> None:
    browser = show()
    link = browser.find_element("css selector", "[data-facet='answer: pass → fail']")
    browser.execute_script("arguments[0].click()", link)
    settle(browser)
    assert len(visible(browser)) == int(link.text) == 3
    assert "answer: pass → fail" in browser.find_element("id", "facet").text


def test_a_status_of_the_first_screen_filters_the_list(show: Open) -> None:
    browser = show()
    browser.find_element("css selector", "[data-value='improved']").click()
    settle(browser)
    assert visible(browser) == ["case-ghp-020"]
    assert browser.find_element("id", "case-ghp-020").is_displayed()


def test_from_the_first_screen_one_click_opens_a_case(show: Open) -> None:
    browser = show()
    browser.find_element("css selector", "#verdict a[href='#case-ghp-002']").click()
    wait_until(browser, lambda: opened(browser) == ["case-ghp-002"])
    wait_until(browser, lambda: focused(browser) == "case-ghp-002")


@pytest.mark.parametrize("case_id", ["case-00000", "case-00013"])
def test_deep_link_opens_a_case_packed_or_not(show: Open, case_id: str) -> None:
    browser = show(many(60), f"#{case_anchor(case_id)}")
    wait_until(browser, lambda: opened(browser) == [case_anchor(case_id)])
    top = browser.execute_script(
        "return document.getElementById(arguments[0]).getBoundingClientRect().top",
        case_anchor(case_id),
    )
    assert 0 <= top < 900


def test_deep_link_and_filter_reach_a_case_whose_row_is_packed(
    show: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "OPEN_ROWS", 3)
    browser = show(many(60), "#case-case-00013")
    wait_until(browser, lambda: opened(browser) == ["case-case-00013"])
    browser = show(many(60))
    assert len(visible(browser)) == 3
    assert status(browser) == "Showing 60 of 60 cases."
    choose(browser, "status", "failing")
    assert len(visible(browser)) == 15
    press(browser, "\ue00c")
    wait_until(browser, lambda: len(visible(browser)) == 60)
    order = "return [...document.querySelectorAll('details.case')].map(c => c.parentElement.id)"
    assert browser.execute_script(order) == ["flagged"] * 5 + [""] * 55


def test_deep_link_to_an_odd_id_works(show: Open) -> None:
    odd = 'a b/"ё"<i>?#'
    first = run()
    story_case = first.cases[0].model_copy(update={"id": odd})
    compared = first.comparison.cases[0].model_copy(update={"case_id": odd})
    comparison = first.comparison.model_copy(update={"cases": (compared,)})
    artefacts = run(cases=[story_case], comparison=comparison, diagnoses=[])
    browser = show(artefacts, f"#{case_anchor(odd)}")
    wait_until(browser, lambda: opened(browser) == [case_anchor(odd)])


def test_the_keyboard_alone_walks_through_the_cases(show: Open) -> None:
    browser = show()
    press(browser, "j")
    wait_until(browser, lambda: opened(browser) == ["case-ghp-001"])
    press(browser, "j")
    wait_until(browser, lambda: opened(browser) == ["case-ghp-002"])
    press(browser, "k")
    wait_until(browser, lambda: opened(browser) == ["case-ghp-001"])
    press(browser, "о")
    wait_until(browser, lambda: opened(browser) == ["case-ghp-002"])
    press(browser, "л")
    wait_until(browser, lambda: opened(browser) == ["case-ghp-001"])
    press(browser, "\ue007")
    wait_until(browser, lambda: opened(browser) == [])
    press(browser, "/")
    assert focused(browser) == "text"
    press(browser, "ghp-013")
    settle(browser)
    assert visible(browser) == ["case-ghp-013"]
    press(browser, "\ue00c")
    wait_until(browser, lambda: len(visible(browser)) == 12)


def test_help_opens_closes_and_leaves_the_keys_alone(show: Open) -> None:
    browser = show()
    press(browser, "?")
    assert browser.find_element("id", "help").is_displayed()
    press(browser, "j")
    assert opened(browser) == []
    press(browser, "\ue00c")
    assert not browser.find_element("id", "help").is_displayed()


def test_everything_can_be_reached_by_tab_and_shows_its_focus(show: Open) -> None:
    browser = show()
    reached: list[str] = []
    for _ in range(150):
        press(browser, "\ue004")
        reached.append(
            browser.execute_script(
                """const e = document.activeElement;
                return e === document.body ? 'out'
                  : getComputedStyle(e).outlineStyle + ' ' + (e.id || e.name || e.tagName)"""
            )
        )
        if reached[-1] == "out":
            break
    assert reached[0] == "auto A" or reached[0].startswith("solid")
    assert all(not item.startswith("none") for item in reached)
    for name in ("theme", "keys", "text", "status", "document", "SUMMARY"):
        assert any(item.endswith(f" {name}") for item in reached)


def test_theme_can_be_switched(show: Open) -> None:
    browser = show()
    paper = "return getComputedStyle(document.documentElement).backgroundColor"
    light = browser.execute_script(paper)
    browser.find_element("id", "theme").click()
    assert browser.execute_script(paper) != light
    browser.find_element("id", "theme").click()
    assert browser.execute_script(paper) == light


@pytest.mark.parametrize("language", ["en", "ru"])
def test_nothing_is_wider_than_the_window(show: Open, language: str) -> None:
    browser = show(full_run(text="full"), language=language)
    browser.execute_script("document.querySelectorAll('details').forEach(d => d.open = true)")
    wait_until(browser, lambda: len(opened(browser)) == 12)
    for width in (360, 768, 1024, 1600):
        size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize(("scheme", "language"), [("light", "en"), ("dark", "ru")])
def test_axe_finds_no_violation(show: Open, scheme: str, language: str) -> None:
    from axe_core_python.selenium import Axe  # type: ignore[import-untyped]  # ships no types

    browser = show(followed(run(STORIES[:3], text="full")), language=language)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    browser.execute_script("document.querySelectorAll('details').forEach(d => d.open = true)")
    wait_until(browser, lambda: len(opened(browser)) == 3)
    found = Axe().run(browser)["violations"]
    assert [(item["id"], item["nodes"][0]["html"]) for item in found] == []


def test_print_opens_every_flagged_case_and_no_control(show: Open) -> None:
    browser = show()
    browser.execute_script("window.dispatchEvent(new Event('beforeprint'))")
    assert len(opened(browser)) == 8
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert not browser.find_element("id", "filters").is_displayed()
    assert browser.find_element("css selector", "#case-ghp-013 .body").is_displayed()
    folded = """return [...document.querySelectorAll('.case details.inline:not([open]) table')]
        .map(table => table.checkVisibility())"""
    assert set(browser.execute_script(folded)) == {False}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    browser.execute_script("window.dispatchEvent(new Event('afterprint'))")
    assert opened(browser) == []


@pytest.mark.parametrize("width", [700, 1000, 1280])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_menu_is_shown_whole(show: Open, width: int, language: str) -> None:
    browser = show(full_run(), language=language)
    size = browser.get_window_size()
    browser.set_window_size(width, 900)
    try:
        hidden = browser.execute_script(
            """const menu = document.querySelector('.bar nav').getBoundingClientRect();
            return [...document.querySelectorAll('.bar nav a')].map(a => a.getBoundingClientRect())
                .filter(box => box.right > menu.right + 1 || box.bottom > menu.bottom + 1).length"""
        )
    finally:
        browser.set_window_size(size["width"], size["height"])
    assert hidden == 0

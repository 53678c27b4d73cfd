"""The review in a real browser: served, and offline in the static report."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from harness.review import read_decisions, read_offline
from tests.report.payloads import PAYLOADS
from tests.report.test_browser import press, requests, wait_until
from tests.review.conftest import Workspace

pytestmark = pytest.mark.browser


@pytest.fixture
def address(workspace: Workspace) -> Iterator[str]:
    """The address that the command prints, for as long as the test runs."""
    code = "from harness.cli.main import main; main()"
    command = [sys.executable, "-c", code, "review", "--config", str(workspace.config)]
    with subprocess.Popen(
        [*command, "--who", "Anna"], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout
            yield process.stdout.readline().strip()
            process.send_signal(signal.SIGINT)
            assert process.wait(10) == 0
        finally:
            process.kill()


def enter(browser: Any, address: str) -> str:
    """Come in by the printed address; the address of the server is returned."""
    browser.get("about:blank")
    browser.get_log("browser")
    browser.get_log("performance")
    browser.get(address)
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def heading(browser: Any) -> str:
    return str(browser.execute_script("return document.querySelector('main h3')?.textContent"))


def send(browser: Any) -> None:
    """Ctrl and Enter."""
    from selenium.webdriver import ActionChains

    ActionChains(browser).key_down("\ue009").send_keys("\ue007").key_up("\ue009").perform()


def on_case(browser: Any, name: str) -> None:
    wait_until(browser, lambda: heading(browser) == name)


def lines(workspace: Workspace) -> list[dict[str, Any]]:
    return [json.loads(line) for line in workspace.decisions.read_text().splitlines()]


def test_the_keyboard_alone_decides_undoes_and_walks(
    browser: Any, address: str, workspace: Workspace
) -> None:
    server = enter(browser, address)
    assert "token" not in browser.current_url
    on_case(browser, "refund")
    press(browser, "j")
    on_case(browser, "parcels")
    press(browser, "a")
    press(browser, "Mondays it is")
    send(browser)
    on_case(browser, "refund")
    (saved,) = lines(workspace)
    assert (saved["case_id"], saved["verdict"], saved["reason"]) == (
        "parcels",
        "accept",
        "Mondays it is",
    )
    assert "1 case to decide" in browser.find_element("css selector", ".now").text
    press(browser, "г")
    on_case(browser, "parcels")
    assert [line["verdict"] for line in lines(workspace)] == ["accept", "retract"]
    press(browser, "k")
    on_case(browser, "refund")
    asked = [url for url in requests(browser) if not url.startswith("data:")]
    assert all(url.startswith(f"{server}/") for url in asked)
    assert browser.get_log("browser") == []


def test_hostile_reasons_run_no_script(browser: Any, address: str, workspace: Workspace) -> None:
    enter(browser, address)
    script = """const f = document.querySelector('#decide');
        f.elements.verdict.value = 'cannot_tell';
        f.elements.reason.value = arguments[0];
        f.elements.role.value = arguments[0].slice(0, 90).replace(/[^ -~]/g, ' ').trim();
        f.requestSubmit();"""
    for payload in PAYLOADS[:6]:
        browser.get(browser.current_url)
        browser.execute_script(script, payload)
    wait_until(browser, lambda: len(lines(workspace)) == 6)
    for link in [
        a.get_attribute("href") for a in browser.find_elements("css selector", ".queue a")
    ]:
        browser.get(link)
        assert browser.execute_script("return window.hacked") is None
    assert browser.get_log("browser") == []


def violations(browser: Any) -> list[tuple[str, str]]:
    """What axe finds, each with the first place it is found at."""
    from axe_core_python.selenium import Axe  # type: ignore[import-untyped]  # ships no types

    found = Axe().run(browser)["violations"]
    return [(item["id"], item["nodes"][0]["html"]) for item in found]


def test_axe_finds_no_violation_and_the_page_fits_a_narrow_window(
    browser: Any, address: str
) -> None:
    enter(browser, address)
    for scheme in ("dark", "light"):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        assert violations(browser) == []
    for width in (360, 1024):
        size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_axe_finds_no_violation_in_the_offline_forms(report: Callable[[], Any]) -> None:
    browser = report()
    decide_offline(browser, "Anna")
    browser.execute_script("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert violations(browser) == []


@pytest.fixture
def report(browser: Any, workspace: Workspace) -> Callable[[], Any]:
    """Open the static report of the run, downloads going to ``downloads``."""
    (page,) = (workspace.root / "reports").glob("*/index.html")
    folder = workspace.root / "downloads"
    settings = {"behavior": "allow", "downloadPath": str(folder)}

    def report() -> Any:
        browser.execute_cdp_cmd("Browser.setDownloadBehavior", settings)
        browser.get("about:blank")
        browser.get_log("browser")
        browser.get_log("performance")
        browser.get(page.as_uri())
        browser.execute_script("localStorage.clear()")
        browser.refresh()
        return browser

    return report


def decide_offline(browser: Any, name: str) -> None:
    browser.execute_script(
        """document.querySelector('#offline').open = true;
        const who = document.querySelector('#reviewer [name=who]');
        who.value = arguments[0];
        who.dispatchEvent(new Event('change'));""",
        name,
    )
    press(browser, "j")
    press(browser, "r")
    press(browser, "Срок 🙂 неверен \"'\\<b>\u2028\n", "second line")
    browser.find_element("css selector", ".case[open] .decide [type=submit]").click()


def downloaded(browser: Any, workspace: Workspace) -> Path:
    browser.execute_script("document.querySelector('#download').click()")
    file = workspace.root / "downloads" / "decisions.jsonl"
    wait_until(browser, file.exists)
    return file


def test_expert_decides_in_the_report_and_downloads_what_the_workspace_takes(
    report: Callable[[], Any], workspace: Workspace
) -> None:
    browser = report()
    decide_offline(browser, "Анна")
    file = downloaded(browser, workspace)
    (decision,) = read_decisions(file)
    assert (decision.case_id, decision.verdict, decision.who) == ("refund", "reject", "Анна")
    assert decision.reason.startswith("Срок 🙂 неверен \"'\\<b>")
    assert workspace.review("import", str(file)) == 0
    assert read_decisions(workspace.decisions) == (decision,)
    assert [
        url for url in requests(browser) if not url.startswith(("file:", "data:", "blob:"))
    ] == []
    assert browser.get_log("browser") == []


def test_decisions_of_the_report_survive_a_reload_and_can_be_taken_back(
    report: Callable[[], Any],
) -> None:
    browser = report()
    decide_offline(browser, "Anna")
    made = "return document.querySelector('#made').textContent"
    browser.refresh()
    assert re.search(r": 1\b", browser.execute_script(made))
    press(browser, "j")
    wait_until(browser, lambda: bool(browser.find_elements("css selector", ".case[open] .decide")))
    press(browser, "u")
    wait_until(browser, lambda: bool(re.search(r": 0\b", browser.execute_script(made))))


def test_without_a_name_nothing_is_kept(report: Callable[[], Any]) -> None:
    browser = report()
    decide_offline(browser, "")
    said = browser.find_element("css selector", ".case[open] .decide output").text
    assert said == "Give your name at the top of this part first."


def test_browser_that_cannot_digest_leaves_it_to_the_import(
    report: Callable[[], Any], workspace: Workspace
) -> None:
    browser = report()
    browser.execute_script("Object.defineProperty(crypto, 'subtle', {value: undefined})")
    decide_offline(browser, "Anna")
    file = downloaded(browser, workspace)
    assert "digest" not in json.loads(file.read_text())
    assert len(read_offline(file)) == 1
    assert workspace.review("import", str(file)) == 0

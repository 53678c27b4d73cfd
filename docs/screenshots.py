"""Pictures of the documentation: ``make screenshots``; of any report: see below.

Without arguments the tutorial is walked through, and what its reader sees is kept in docs/images/.
``python -m docs.screenshots REPORT.html FOLDER [--width PIXELS ...]`` shows all of one report. For
every width and theme ``report-WIDTH-THEME.png`` shows the first screen, ``sections-…`` all of
the page above the cases, and ``case-…`` the first case, open. ``print.png`` shows the page as it
goes to paper.
"""

from __future__ import annotations

import argparse
import base64
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.browser import start
from docs.walk import Reader, make_workspace, steps

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

WIDTHS = (360, 1024, 1600)
THEMES = ("light", "dark")
FIRST_SCREEN = 1000
"""Pixels of height of the picture of the first screen."""
LONGEST = 12_000
"""Pixels of height after which a picture of a whole page is cut."""
PAPER = 794
"""Width of an A4 page in CSS pixels."""

DOCS = Path(__file__).parent
IMAGES = DOCS / "images"
IMAGE_WIDTHS = (360, 1280)
IMAGE_HEIGHT = 900
IMAGE_QUALITY = 80
"""Of WebP, in percent: text stays sharp, and no picture is larger than 200 kB."""
CASE = "ghp-002"
REASON = "The figure was of 2017; nobody needs it any more."

_TOP = "return document.querySelector('#cases').getBoundingClientRect().top + scrollY"
_CASE = """const item = document.querySelector('#flagged details.case');
if (!item) return null;
item.open = true;
const box = item.getBoundingClientRect();
return [box.top + scrollY, box.height];"""


def illustrate(folder: Path = IMAGES) -> list[Path]:
    """Walk through the tutorial, and keep what its reader sees in a browser."""
    taken: list[Path] = []
    with tempfile.TemporaryDirectory() as place:
        reader = Reader(make_workspace(Path(place)))
        for step in steps(DOCS / "tutorial.md"):
            if "review serve" in step.commands:
                with _served(reader.folder) as address, _opened(address) as browser:
                    return [*taken, *_review(browser, folder)]
            reader.type(step.commands)
            if "make demo" in step.commands:
                taken += _report(reader, folder)
    return taken


def _report(reader: Reader, folder: Path) -> Iterator[Path]:
    """The report of the demo and one of its cases; then the same report in Russian."""
    (report,) = reader.folder.glob("reports/*/index.html")
    with _opened(report.as_uri()) as browser:
        for width in IMAGE_WIDTHS:
            _resize(browser, width, IMAGE_HEIGHT)
            yield _shown(browser, folder / f"report-{width}.webp")
        browser.get(f"{report.as_uri()}#case-{CASE}")
        yield _shown(browser, folder / f"case-{width}.webp")
    reader.type("sed 's/language: en /language: ru /' configs/release.yaml > configs/ru.yaml")
    reader.type("corpusgate run --config configs/ru.yaml || test $? = 1")
    with _opened(report.as_uri()) as browser:
        _resize(browser, width, IMAGE_HEIGHT)
        yield _shown(browser, folder / f"report-ru-{width}.webp")


def _review(browser: Chrome, folder: Path) -> Iterator[Path]:
    """The first case of the queue, with a decision filled in and not saved."""
    form = browser.find_element("css selector", "#decide")
    form.find_element("css selector", "[name=verdict][value=accept]").click()
    form.find_element("css selector", "[name=reason]").send_keys(REASON)
    for width in IMAGE_WIDTHS:
        _resize(browser, width, IMAGE_HEIGHT)
        browser.execute_script("scrollTo(0, 0)")
        yield _shown(browser, folder / f"review-{width}.webp")


@contextmanager
def _served(workspace: Path) -> Iterator[str]:
    """The address of the review of the latest run of a workspace, for as long as it is needed."""
    command = Path(sys.executable).with_name("corpusgate")
    with subprocess.Popen(
        [command, "review", "serve", "--who", "Anna"],
        cwd=workspace,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        yield server.stdout.readline().strip() if server.stdout else ""
        server.send_signal(signal.SIGINT)


def _shown(browser: Chrome, path: Path) -> Path:
    """What the window shows, once everything in it is drawn."""
    browser.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
    shot: dict[str, Any] = browser.execute_cdp_cmd(
        "Page.captureScreenshot", {"format": "webp", "quality": IMAGE_QUALITY}
    )
    path.write_bytes(base64.b64decode(shot["data"]))
    return path


def take(report: Path, folder: Path, widths: Sequence[int] = WIDTHS) -> list[Path]:
    """Take every picture of one report.

    Args:
        report: ``index.html`` of a run.
        folder: where the pictures go.
        widths: of the window, in CSS pixels.
    """
    with _opened(report.resolve().as_uri()) as browser:
        taken = [
            path
            for width in widths
            for theme in THEMES
            for path in _screens(browser, folder, width, theme)
        ]
        taken.append(_paper(browser, folder))
    return taken


@contextmanager
def _opened(address: str) -> Iterator[Chrome]:
    with tempfile.TemporaryDirectory() as profile:
        browser = start(Path(profile))
        try:
            browser.get(address)
            yield browser
        finally:
            browser.quit()


def _screens(browser: Chrome, folder: Path, width: int, theme: str) -> Iterator[Path]:
    scheme = {"features": [{"name": "prefers-color-scheme", "value": theme}], "media": "screen"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", scheme)
    _resize(browser, width)
    name = f"{width}-{theme}.png"
    yield _picture(browser, folder / f"report-{name}", 0, FIRST_SCREEN, width)
    top = browser.execute_script(_TOP)
    yield _picture(browser, folder / f"sections-{name}", 0, top, width)
    case = browser.execute_script(_CASE)
    if case:
        top, height = case
        yield _picture(browser, folder / f"case-{name}", top, height, width)


def _paper(browser: Chrome, folder: Path) -> Path:
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    _resize(browser, PAPER)
    height = browser.execute_script("return document.documentElement.scrollHeight")
    return _picture(browser, folder / "print.png", 0, height, PAPER)


def _resize(browser: Chrome, width: int, height: int = FIRST_SCREEN) -> None:
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def _picture(browser: Chrome, path: Path, top: float, height: float, width: int) -> Path:
    clip = {"x": 0, "y": top, "width": width, "height": min(height, LONGEST), "scale": 1}
    shot: dict[str, Any] = browser.execute_cdp_cmd(
        "Page.captureScreenshot", {"clip": clip, "captureBeyondViewport": True}
    )
    path.write_bytes(base64.b64decode(shot["data"]))
    return path


def main() -> None:
    """Take the pictures and name them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("report", type=Path, nargs="?")
    parser.add_argument("folder", type=Path, nargs="?", default=IMAGES)
    parser.add_argument("--width", type=int, action="append")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    taken = (
        take(given.report, given.folder, given.width or WIDTHS)
        if given.report
        else illustrate(given.folder)
    )
    sys.stdout.writelines(f"{path} {path.stat().st_size:,} bytes\n" for path in taken)


if __name__ == "__main__":
    main()

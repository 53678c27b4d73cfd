"""Pictures of a report: ``python -m docs.screenshots REPORT.html FOLDER [--width PIXELS ...]``.

For every width and theme ``report-WIDTH-THEME.png`` shows the first screen, ``sections-…`` all of
the page above the cases, and ``case-…`` the first case, open. ``print.png`` shows the page as it
goes to paper.
"""

from __future__ import annotations

import argparse
import base64
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.browser import start

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

_TOP = "return document.querySelector('#cases').getBoundingClientRect().top + scrollY"
_CASE = """const item = document.querySelector('#flagged details.case');
if (!item) return null;
item.open = true;
const box = item.getBoundingClientRect();
return [box.top + scrollY, box.height];"""


def take(report: Path, folder: Path, widths: Sequence[int] = WIDTHS) -> list[Path]:
    """Take every picture of one report.

    Args:
        report: ``index.html`` of a run.
        folder: where the pictures go.
        widths: of the window, in CSS pixels.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _opened(report) as browser:
        taken = [
            path
            for width in widths
            for theme in THEMES
            for path in _screens(browser, folder, width, theme)
        ]
        taken.append(_paper(browser, folder))
    return taken


@contextmanager
def _opened(report: Path) -> Iterator[Chrome]:
    with tempfile.TemporaryDirectory() as profile:
        browser = start(Path(profile))
        try:
            browser.get(report.resolve().as_uri())
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


def _resize(browser: Chrome, width: int) -> None:
    size = {"width": width, "height": FIRST_SCREEN, "deviceScaleFactor": 1, "mobile": False}
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
    parser.add_argument("report", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--width", type=int, action="append")
    given = parser.parse_args()
    for path in take(given.report, given.folder, given.width or WIDTHS):
        print(path)


if __name__ == "__main__":
    main()

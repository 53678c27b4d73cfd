"""A headless Chromium for tests, timings and screenshots: nothing kept, nothing fetched."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

_FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--window-size=1200,900",
)


def is_installed() -> bool:
    """Whether chromium and its driver are on the PATH."""
    return bool(shutil.which("chromium") and shutil.which("chromedriver"))


def start(profile: Path) -> Chrome:
    """Start it with a profile of its own and both logs switched on; the caller quits it."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for flag in (*_FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = webdriver.ChromeService(executable_path=shutil.which("chromedriver") or "")
    return webdriver.Chrome(options=options, service=service)

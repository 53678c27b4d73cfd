"""A browser for the tests marked ``browser``: Chromium, with nothing kept and nothing fetched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bench.browser import is_installed, start

if TYPE_CHECKING:
    from selenium.webdriver import Chrome


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """A headless Chromium with a profile of its own and both logs switched on."""
    pytest.importorskip("selenium.webdriver")
    if not is_installed():
        pytest.skip("needs chromium and chromedriver on the PATH")
    chrome = start(tmp_path_factory.mktemp("profile"))
    yield chrome
    chrome.quit()


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """The folder a test writes its report to."""
    return tmp_path / "report"

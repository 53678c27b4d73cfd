"""The documentation site: whole, linked, searched in both languages, and fetching nothing."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from bs4 import BeautifulSoup
from bs4.filter import SoupStrainer

from conftest import SPHINX_BUILD
from tests.report.conftest import browser
from tests.report.test_browser import wait_until

__all__ = ["browser"]

pytestmark = pytest.mark.site

PAGES = {
    "docs/index.md": "# Home\n\n## Tutorial\n\n- [First steps](tutorial.md): begin here\n",
    "docs/ru/index.md": "# Документация\n\nОтчёт называет регрессии.\n",
    "docs/tutorial.md": "# First steps\n\nThe gate decides.\n",
}


def build(source: Path, out: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Build the site of a folder with the configuration of this repository."""
    configuration = Path(__file__).parents[2] / "docs"
    command: list[str | Path] = [
        SPHINX_BUILD,
        "--quiet",
        "--conf-dir",
        configuration,
        *options,
        source,
        out,
    ]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def site(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of this repository; a warning, such as a page in no list, is an error."""
    out = tmp_path_factory.mktemp("site")
    made = build(repository, out, "--fail-on-warning", "--keep-going")
    assert made.stderr == ""
    return out


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of three small pages, one of them in Russian."""
    folder = tmp_path_factory.mktemp("small")
    for name, text in PAGES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert build(folder, folder / "out", "--fail-on-warning").stderr == ""
    return folder / "out"


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, BeautifulSoup]:
    """Every page of the site, less what it does not load or link to."""
    tags = SoupStrainer(["a", "iframe", "img", "link", "script", "source"])
    found = (page for page in site.rglob("*.html") if "_downloads" not in page.parts)
    return {page: BeautifulSoup(_text(page), "html.parser", parse_only=tags) for page in found}


def test_nothing_is_fetched_from_elsewhere(site: Path, pages: dict[Path, BeautifulSoup]) -> None:
    assert len(pages) > 40
    loaded = [target for page in pages.values() for target in _targets(page, "[src], link[href]")]
    assert [target for target in loaded if urlsplit(target).netloc] == []
    styles = [*site.rglob("*.css")]
    assert [s for s in styles if re.search(r"(url\(|@import)[\s\"']*http", _text(s))] == []


def test_every_link_leads_to_a_file_of_the_site(pages: dict[Path, BeautifulSoup]) -> None:
    broken = [
        f"{path}: {target}"
        for path, page in pages.items()
        for target in _targets(page, "[src], [href]")
        if not urlsplit(target).scheme and not _exists(path, target)
    ]
    assert broken == []


def test_page_in_no_list_is_refused(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "index.md").write_text(PAGES["docs/index.md"])
    (docs / "tutorial.md").write_text(PAGES["docs/tutorial.md"])
    (docs / "forgotten.md").write_text("# Forgotten\n")
    made = build(tmp_path, tmp_path / "out", "--fail-on-warning")
    assert made.returncode
    assert "forgotten.md: WARNING: document isn't included in any toctree" in made.stderr


def test_translation_names_its_language_and_the_other_page(small: Path) -> None:
    russian = BeautifulSoup(_text(small / "docs" / "ru" / "index.html"), "html.parser")
    english = BeautifulSoup(_text(small / "docs" / "index.html"), "html.parser")
    assert russian.html is not None
    assert english.html is not None
    assert (russian.html["lang"], english.html["lang"]) == ("ru", "en")
    assert [link["href"] for link in russian.select(".languages a")] == ["../index.html"]
    assert [link["href"] for link in english.select(".languages a")] == ["ru/index.html"]
    assert "languages" not in _text(small / "docs" / "tutorial.html")


@pytest.mark.browser
@pytest.mark.parametrize(
    ("query", "title"),
    [("регрессия", "Документация"), ("Deciding", "First steps")],
)
def test_search_finds_other_forms_of_a_word(
    browser: Any, small: Path, query: str, title: str
) -> None:
    browser.get(f"{(small / 'search.html').as_uri()}?q={query}")
    links = "return [...document.querySelectorAll('ul.search a')].map(a => a.textContent)"
    wait_until(browser, lambda: browser.execute_script(links) == [title])


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _targets(page: BeautifulSoup, selector: str) -> list[str]:
    return [str(tag.get("src") or tag["href"]) for tag in page.select(selector)]


def _exists(page: Path, target: str) -> bool:
    return not target or (page.parent / unquote(urlsplit(target).path)).exists()

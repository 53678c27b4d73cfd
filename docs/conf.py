"""The documentation site, built from the Markdown of the repository: ``make site``.

The source folder is the repository itself, so a relative link means the same on the site and on a
code host. Nothing is fetched, neither by the build nor by a reader's browser.
"""

from __future__ import annotations

import re
from typing import Any

from sphinx import package_dir
from sphinx.application import Sphinx
from sphinx.search import SearchLanguage
from sphinx.search.en import SearchEnglish
from sphinx.search.ru import SearchRussian

project = "corpusgate"
extensions = ["myst_parser"]
root_doc = "docs/index"
include_patterns = ["*.md", "bench/**", "corpus/*.md", "design/**", "docs/**", "fixtures/*.md"]
exclude_patterns = [".*"]
nitpicky = True

myst_heading_anchors = 4

html_theme = "furo"
html_title = project
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
html_use_index = False
html_search_language = "en-ru"
html_additional_pages = {"index": "start.html"}
templates_path = ["theme"]
html_static_path = ["theme/static"]
html_css_files = ["site.css"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "languages.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}

_LISTS = {"docs/index", "design/README"}
"""Pages whose lists of pages are the navigation, a caption for each heading."""
_LISTED = re.compile(r"^- \[[^\]]+\]\(([^):]+)\.md\)", re.MULTILINE)


_STEMMERS = ("base-stemmer.js", SearchEnglish.js_stemmer_rawcode, SearchRussian.js_stemmer_rawcode)
_CHOICE_OF_STEMMER = """
window.Stemmer = function () {
  const english = new EnglishStemmer(), russian = new RussianStemmer();
  this.stemWord = (word) => (/[а-яё]/i.test(word) ? russian : english).stemWord(word);
};
"""


class SearchBoth(SearchLanguage):  # type: ignore[misc] # Sphinx has an environment of its own
    """Search in English and Russian at once: a word is stemmed by the script it is written in."""

    lang = "en-ru"
    language_name = "English and Russian"
    stopwords = SearchEnglish.stopwords | SearchRussian.stopwords
    js_stemmer_code = "\n".join(
        (package_dir / "search" / "minified-js" / name).read_text("utf-8") for name in _STEMMERS
    )
    js_stemmer_code += _CHOICE_OF_STEMMER

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        self._english, self._russian = SearchEnglish(options), SearchRussian(options)

    def stem(self, word: str) -> str:
        russian = re.search("[а-яё]", word, re.IGNORECASE)
        stemmed: str = (self._russian if russian else self._english).stem(word)
        return stemmed


def setup(app: Sphinx) -> None:
    app.add_search_language(SearchBoth)
    app.connect("source-read", _add_navigation)
    app.connect("html-page-context", _tell_language)


def _add_navigation(_app: Sphinx, page: str, source: list[str]) -> None:
    """Give each section of a page that lists pages a part of the navigation.

    A translation that no list names is reached from its page.
    """
    if page in _LISTS:
        sections = re.split(r"^(?=## )", source[0], flags=re.MULTILINE)
        source[0] = "".join(f"{section}\n{_tree(section)}" for section in sections)
    if page == _translated(page):
        source[0] = f"---\norphan: true\n---\n{source[0]}"


def _translated(page: str) -> str:
    """Where a page stands in Russian, if it does: docs/ru/page, or page.ru beside it."""
    if page.startswith("docs/"):
        return f"docs/ru/{page.removeprefix('docs/').removeprefix('ru/')}"
    return f"{page.removesuffix('.ru')}.ru"


def _original(page: str) -> str:
    return page.replace("docs/ru/", "docs/", 1).removesuffix(".ru")


def _tree(section: str) -> str:
    pages = "\n".join(_LISTED.findall(section))
    heading = re.match("## (.*)", section)
    caption = f":caption: {heading[1]}\n" if heading else ""
    return f"```{{toctree}}\n:hidden:\n{caption}\n{pages}\n```\n" if pages else ""


def _tell_language(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: object
) -> None:
    """Say which language a page is written in, and where it stands in the other one."""
    pages = {"English": _original(page), "Русский": _translated(page)}
    context["language"] = "ru" if page == pages["Русский"] else "en"
    found = app.env.found_docs
    context["languages"] = {name: other for name, other in pages.items() if other in found}

"""HTML, reStructuredText, plain text and data files."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.documents import read_document, visible_text
from harness.errors import HarnessError
from harness.model.corpus import ManifestEntry
from harness.model.document import Document


def read(source: str | bytes, media_type: str) -> Document:
    data = source.encode() if isinstance(source, str) else source
    entry = ManifestEntry(
        path="a", source_id="a", sha256="0", bytes=len(data), media_type=media_type
    )
    return read_document(entry, data)


def shown(source: str, media_type: str = "text/html") -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in read(source, media_type).blocks]


def test_html_blocks_and_spans() -> None:
    source = "<title>t</title><h1>A <b>b</b></h1><p>One<br>two<p>Must:<ul><li>x<li>y</ul><pre> c\n d</pre>"
    document = read(source, "text/html")
    assert [(b.kind, b.text, b.lead_in) for b in document.blocks] == [
        ("heading", "A b", ""),
        ("paragraph", "One two", ""),
        ("paragraph", "Must:", ""),
        ("list_item", "x", "Must:"),
        ("list_item", "y", "Must:"),
        ("code", " c\n d", ""),
    ]
    assert document.text[document.blocks[1].start : document.blocks[1].end] == "One<br>two"


def test_language_of_html_is_that_of_its_words_and_not_of_its_markup() -> None:
    menu = '<div class="navigation-item"><a href="https://example.com/guide/index.html">Далее</a></div>'
    source = f"<!-- generated --><style>body {{color: black}}</style>{menu}<p>Срок &mdash; 5 дней."
    assert read(source, "text/html").language == "ru"
    assert read(f"<script>// {'слово ' * 50}</script><p>One day.", "text/html").language == "en"
    assert read(f"---\nlang: de\n---\n{source}", "text/html").language == "de"


def test_html_table_with_header_cells_and_a_nested_table() -> None:
    source = "<table><tr><th>A<th>B<tr><td>1<td><table><tr><td>x<td>y</table></table><p>end"
    document = read(source, "text/html")
    assert [(b.kind, b.text, b.lead_in) for b in document.blocks] == [
        ("table_row", "A | B", ""),
        ("table_row", "1 | x | y", "A | B"),
        ("paragraph", "end", ""),
    ]


@pytest.mark.parametrize(
    "source",
    [
        "a<script>secret</script> b",
        "a<!--secret--> b",
        "a <p style='visibility:hidden'>secret<p>b",
        "<head><title>secret</title></head>a b",
        "a <div hidden><div>secret</div>secret</div>b",
        "a <span style='font-size:0'>secret</span>b",
        "a <noscript>secret</noscript>b",
        "a b<!-- secret",
        "a b<i title='secret",
    ],
)
def test_hidden_html_is_in_no_block(source: str) -> None:
    document = read(source, "text/html")
    assert visible_text(document).split() == ["a", "b"]


NAMES = ["p", "div", "b", "ul", "li", "section", "span", "h2", "blockquote", "em"]


@st.composite
def trees(draw: st.DrawFn, depth: int = 3) -> str:
    if depth == 0 or draw(st.booleans()):
        return draw(st.sampled_from(["one ", "два ", "&amp; ", "three ", "<!-- no -->"]))
    name = draw(st.sampled_from(NAMES))
    return f"<{name}>{''.join(draw(st.lists(trees(depth - 1), max_size=4)))}</{name}>"


@settings(max_examples=100, deadline=None)
@given(st.lists(trees(), max_size=4).map("".join))
def test_html_words_are_those_of_an_independent_parser(source: str) -> None:
    expected = BeautifulSoup(source, "html.parser").get_text(" ").split()
    assert visible_text(read(source, "text/html")).split() == expected


RST = """\
Title
=====

Intro ``code`` `link <http://x>`_ :ref:`some <target>`.

.. secret

.. versionadded:: 3.1
   Added *thing*.

Do not:

- a

  - nested

=====  =====
Plan   Limit
=====  =====
Free   1
=====  =====

.. include:: /etc/passwd

.. raw:: html

   <b>secret</b>
"""


def test_rst_blocks() -> None:
    document = read(RST, "text/x-rst")
    assert [(b.kind, b.text, b.lead_in) for b in document.blocks] == [
        ("heading", "Title", ""),
        ("paragraph", "Intro code link some.", ""),
        ("paragraph", "3.1", ""),
        ("paragraph", "Added thing.", ""),
        ("paragraph", "Do not:", ""),
        ("list_item", "a", "Do not:"),
        ("list_item", "nested", "Do not: a"),
        ("table_row", "Plan | Limit", ""),
        ("table_row", "Free | 1", "Plan | Limit"),
    ]
    assert document.text[document.blocks[4].start : document.blocks[4].end] == "Do not:"


def test_rst_reads_no_file_and_loses_no_long_line() -> None:
    document = read(RST, "text/x-rst")
    assert "root:" not in document.text
    assert [hidden.kind for hidden in document.hidden] == ["comment", "invisible", "invisible"]
    assert len(read("word " * 10_000, "text/x-rst").blocks) == 1


def test_plain_text_and_data_files() -> None:
    assert shown("a\nb\n\n\nc", "text/plain") == [("paragraph", "a b"), ("paragraph", "c")]
    assert shown("a:\n  - b\n", "application/yaml") == [("code", "a:\n  - b")]


def test_utf16_with_a_byte_order_mark_is_text() -> None:
    assert visible_text(read("слово".encode("utf-16"), "text/plain")) == "слово"


@pytest.mark.parametrize(
    ("data", "media_type", "found"),
    [
        (b"\xff\xfe\x00", "text/plain", "not UTF-16 at byte"),
        (b"a\xff", "text/markdown", "not UTF-8 at byte 1"),
        (b"a", "application/epub+zip", "no reader for application/epub+zip"),
        (b"---\na: [\n---\n", "text/markdown", "front matter is not valid YAML"),
    ],
)
def test_what_cannot_be_read_is_a_fault_that_names_the_file(
    data: bytes, media_type: str, found: str
) -> None:
    with pytest.raises(HarnessError) as caught:
        read(data, media_type)
    assert caught.value.faults[0].where == "a"
    assert caught.value.faults[0].found.startswith(found)


@pytest.mark.parametrize(
    ("media_type", "source"),
    [
        ("text/markdown", "Paid in ~~30~~ 60 days."),
        ("text/markdown", "Paid in <del>30</del> 60 days."),
        ("text/html", "<p>Paid in <s>30</s> 60 days."),
    ],
)
def test_struck_out_text_is_not_stated_but_kept_as_hidden(media_type: str, source: str) -> None:
    document = read(source, media_type)
    assert [block.text for block in document.blocks] == ["Paid in 60 days."]
    assert [(part.kind, part.text) for part in document.hidden] == [("struck", "30")]

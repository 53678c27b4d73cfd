"""What a reader of a Markdown page sees, and what only its source holds."""

from __future__ import annotations

import contextlib
import re
import time
from collections import Counter
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.documents import read_document, visible_text
from harness.errors import HarnessError
from harness.model.corpus import ManifestEntry
from harness.model.document import Document

CORPUS = Path(__file__).parents[2] / "corpus"
WORD = re.compile(r"[^\W_]+")


def markdown(source: str, media_type: str = "text/markdown") -> Document:
    data = source.encode()
    entry = ManifestEntry(
        path="a.md", source_id="a", sha256="0", bytes=len(data), media_type=media_type
    )
    return read_document(entry, data)


def shown(source: str) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in markdown(source).blocks]


def test_markup_is_removed_and_inline_code_is_kept() -> None:
    source = "A **bold** [link](x.md), `{% code %}`, ![alt words](i.png), AT&amp;T, ~~gone~~ [r][1]"
    source += "\n\n[1]: /x"
    assert shown(source) == [
        ("paragraph", "A bold link, {% code %}, alt words, AT&T, r"),
    ]


def test_sections_have_unique_ids_that_keep_cyrillic_letters() -> None:
    document = markdown("Заголовок\n===\n\n## Шаг {#s}\n\na\n\n## Шаг\n\nb\n\n## Шаг-2\n\nc\n")
    assert [b.section_id for b in document.blocks if b.kind == "paragraph"] == [
        "заголовок/шаг",
        "заголовок/шаг-2",
        "заголовок/шаг-2-2",
    ]
    assert document.blocks[2].section == ("Заголовок", "Шаг")


def test_document_that_is_nested_too_deeply_is_told_with_the_line_and_what_to_do() -> None:
    with pytest.raises(HarnessError) as caught:
        markdown("# A\n\n" + "> " * 80 + "deep\n")
    (fault,) = caught.value.faults
    assert re.fullmatch(r"lists or quotes nested \d+ deep in line 3", fault.found)
    assert fault.next_step == "Write it with fewer levels, or leave it out with corpus.exclude."


def test_nested_items_carry_the_words_that_lead_into_them() -> None:
    document = markdown("# T\n\nDo not:\n\n- upload\n  - keys\n- share\n\n## Later\n\n1. x\n")
    leads = {block.text: block.lead_in for block in document.blocks if block.kind == "list_item"}
    assert leads == {
        "upload": "Do not:",
        "keys": "Do not: upload",
        "share": "Do not:",
        "x": "Later",
    }


def test_a_list_broken_by_code_keeps_its_lead_in() -> None:
    document = markdown("Never:\n\n- a\n\n```\ncode\n```\n\n- b\n")
    assert [b.lead_in for b in document.blocks if b.kind == "list_item"] == ["Never:", "Never:"]


def test_table_rows_carry_their_header() -> None:
    document = markdown("| Plan | Limit |\n|---|---|\n| Free | `a\\|b` |\n")
    assert [(b.text, b.lead_in, b.group) for b in document.blocks] == [
        ("Plan | Limit", "", 0),
        ("Free | a|b", "Plan | Limit", 0),
    ]


@pytest.mark.parametrize(
    "source",
    [
        "#|\n|| A | B ||\n|| 1 | - ||\n|#",
        "#|\n||\nA\n|\nB\n||\n||\n1\n|\n-\n||\n|#",
        "#|\n|| A | B |\n|| 1 | - ||\n|#",
        "- item\n\n  #|\n  || A | B ||\n  || 1 | - ||\n  |#",
    ],
)
def test_multiline_tables_are_rows(source: str) -> None:
    rows = [text.rstrip(" |") for kind, text in shown(source) if kind == "table_row"]
    assert rows == ["A | B", "1 | -"]


def test_html_tables_in_markdown_are_rows_even_around_blank_lines() -> None:
    source = "<table>\n<tr><th>A</th><th>B</th></tr>\n<tr><td>\n\n**x**\n\n</td><td>y</td></tr>\n</table>\n"
    assert shown(source) == [("table_row", "A | B"), ("table_row", "x | y")]


def test_tags_of_documentation_tools_show_their_titles_and_content() -> None:
    source = '{% note info "Be **sure**" %}\n\nText\n\n{% endnote %}\n'
    source += '{% if os == "ios" %}\nPhone\n{% endif %}\n'
    assert [text for _, text in shown(source)] == ["Be sure", "Text", "Phone"]


def test_a_substitution_stays_as_it_is_written() -> None:
    assert shown("Use {% data variables.name %} or {{ other }}") == [
        ("paragraph", "Use {% data variables.name %} or {{ other }}")
    ]


def test_tasks_footnotes_and_quotes() -> None:
    source = "- [x] done[^1]\n\n> > deep\n\n[^1]: the note\n"
    assert shown(source) == [
        ("list_item", "done"),
        ("quote", "deep"),
        ("paragraph", "the note"),
    ]


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("a <!-- secret --> b", "comment"),
        ("a b\n\n<!--\nsecret\n\nsecret\n-->\n", "comment"),
        ("a b\n\n[//]: # (secret)\n", "comment"),
        ('a <span style="display: none">secret</span> b', "invisible"),
        (
            "a b\n\n<div hidden>\n\n# secret\n\n- secret\n\n```\nsecret\n```\n\n</div>\n",
            "invisible",
        ),
        ("a b\n\n<style>\nsecret {}\n</style>\n", "script"),
        ("a b\n\n<script>\nsecret()\n\nsecret()\n</script>\n", "script"),
        ("a b\n\n<template>\n\nsecret\n\n</template>\n", "script"),
        ('[a](x "secret") b', "attribute"),
        ("a " + "".join(chr(0xE0000 + ord(c)) for c in "secret") + " b", "invisible"),
    ],
)
def test_what_is_not_shown_is_hidden_and_in_no_block(source: str, kind: str) -> None:
    document = markdown(source)
    assert visible_text(document) == "a b"
    assert any("secret" in hidden.text and hidden.kind == kind for hidden in document.hidden)


def test_text_after_hidden_elements_is_visible_again() -> None:
    assert [text for _, text in shown("<div hidden>\n\nx\n\n</div>\n\nafter\n")] == ["after"]


def test_front_matter_is_no_block_and_moves_no_span() -> None:
    document = markdown("---\ntitle: T\nlang: de\n---\n# Head\n\nBody **x**\n")
    assert [(b.text, document.text[b.start : b.end]) for b in document.blocks] == [
        ("Head", "# Head"),
        ("Body x", "Body **x**"),
    ]
    assert document.language == "de"


def test_a_rule_at_the_start_hides_nothing() -> None:
    assert "words" in visible_text(markdown("---\nwords\n---\nmore\n"))


def source_words(text: str) -> Counter[str]:
    """The words of a page by regular expressions alone: an oracle that knows no parser."""
    for pattern in (r"<!--.*?-->", r"\A---\n.*?\n---\n", r"</?[a-zA-Z][^>]*>", r"\{[#.][^}]*\}"):
        text = re.sub(pattern, " ", text, flags=re.DOTALL)
    text = re.sub(r"\]\([^)\s]*(?:\s\"[^\"]*\")?\)", "] ", text)
    text = re.sub(r"^[ \t]*(?:```\w*.*|\d+\.)|^\[\w+\]:.*", " ", text, flags=re.MULTILINE)
    return Counter(WORD.findall(unescape(text)))


@pytest.mark.parametrize("side", ["baseline", "candidate"])
def test_every_word_of_the_example_corpus_is_in_a_block(side: str) -> None:
    total = missing = 0
    for path in sorted((CORPUS / side).rglob("*.md")):
        document = markdown(path.read_text(encoding="utf-8"))
        body = source_words(document.text)
        lost = body - Counter(WORD.findall(visible_text(document)))
        total += body.total()
        missing += lost.total()
    assert total > 10_000
    # The rest are words of tags, such as "note" and "endnote".
    assert missing <= total * 0.005


@pytest.mark.parametrize(
    "source",
    [
        ">" * 10_000 + " x",
        "\n".join(" " * depth + "- a" for depth in range(1_000)),
        "[" * 10_000,
        "<div hidden>" * 10_000,
        "#|\n" * 500 + "x" + "|#\n" * 500,
        "{%" * 20_000,
        '<a b="' * 20_000,
        "{#a." * 10_000,
        "word " * 100_000,
        "![x](data:image/png;base64," + "A" * 2_000_000 + ")",
    ],
)
def test_hostile_text_ends_soon_with_a_document_or_a_clear_error(source: str) -> None:
    begun = time.monotonic()
    # Any other exception fails the test.
    with contextlib.suppress(HarnessError):
        markdown(source)
    assert time.monotonic() - begun < 10


MARKS = ["#", "-", "1.", ">", "|", "`", "```", "*", "_", "[", "](", ")", "<", ">", "<!--", "-->"]
MARKS += [
    "\n",
    "\n\n",
    " ",
    "    ",
    "{%",
    "%}",
    "#|",
    "||",
    "|#",
    "<div hidden>",
    "</div>",
    "слово",
]
MARKS += ["word", "<table>", "<td>", "</table>", "---", "[^1]", "[^1]:", "&amp;", "é", ":::"]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(MARKS), max_size=60).map("".join))
def test_any_text_gives_blocks_with_spans_inside_it(source: str) -> None:
    document = markdown(source)
    for block in document.blocks:
        assert block.text.strip()
        assert 0 <= block.start <= block.end <= len(document.text)
    assert document == markdown(source)

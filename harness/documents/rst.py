"""reStructuredText, read by docutils with file access and raw output switched off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import dedent
from typing import cast

from docutils import nodes
from docutils.core import publish_doctree

from harness.documents.builder import BlockBuilder, Container, Span

_SETTINGS = {
    "_disable_config": True,  # docutils.conf of the machine must not change a corpus
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "report_level": 5,
    "halt_level": 5,
    "line_length_limit": 1 << 30,  # docutils drops longer lines; the file size is limited already
    "doctitle_xform": False,
    "docinfo_xform": False,
    "syntax_highlight": "none",
}
_CONTAINERS: dict[type[nodes.Node], tuple[Container, ...]] = {
    nodes.bullet_list: ("list",),
    nodes.enumerated_list: ("list",),
    nodes.list_item: ("item",),
    nodes.definition: ("list", "item"),
    nodes.field_body: ("list", "item"),
    nodes.description: ("list", "item"),
    nodes.block_quote: ("quote",),
    nodes.table: ("table",),
    nodes.row: ("row",),
    nodes.entry: ("cell",),
}
_VERBATIM = (nodes.literal_block, nodes.doctest_block, nodes.math_block)
_UNSEEN = (nodes.substitution_definition, nodes.target, nodes.label, nodes.pending, nodes.colspec)
# Directives and roles of other tools: docutils reports them, their readers see the text.
_MAX_DIRECTIVE_DEPTH = 5
_DIRECTIVE = re.compile(r"\s*\.\. +(?P<name>[\w:+.-]+?)::[ \t]*(?P<rest>.*)", re.DOTALL)
_OPTION = re.compile(r"^[ \t]*:[\w -]+:(?:[ \t].*)?$\n?", re.MULTILINE)
_ROLE = re.compile(r":[\w:+.-]+:`(?:([^`<]+?)\s*<[^`>]*>|~?([^`]*))`")


class RstReader:
    """``.rst`` files."""

    def read(self, text: str, builder: BlockBuilder) -> None:
        """See :class:`harness.documents.base.Reader`."""
        _Walk(text, builder).run(text, 0)


class _Walk:
    """One pass over a document tree, in which the source of each block is found again."""

    def __init__(self, text: str, builder: BlockBuilder) -> None:
        self._text = text
        self._builder = builder
        self._found = 0
        self._level = 0

    def run(self, source: str, depth: int) -> None:
        """Walk ``source``, the document itself or the content of an unknown directive."""
        tree = publish_doctree(source, settings_overrides=_SETTINGS)
        marks: list[int] = []
        for node, entering in _events(tree):
            self._level += (1 if entering else -1) * isinstance(node, nodes.section)
            kinds = _CONTAINERS.get(type(node), ())
            if not kinds:
                if entering:
                    self._leaf(node, depth)
            elif entering:
                marks.append(self._enter(kinds, node))
            else:
                self._builder.close(marks.pop(), self._found)

    def _enter(self, kinds: tuple[Container, ...], node: nodes.Node) -> int:
        in_head = isinstance(node, nodes.row) and isinstance(node.parent, nodes.thead)
        mark = self._builder.open("header_row" if in_head else kinds[0], self._found)
        for kind in kinds[1:]:
            self._builder.open(kind, self._found)
        return mark

    def _leaf(self, node: nodes.Node, depth: int) -> None:
        if isinstance(node, nodes.system_message):
            self._unknown(node, depth)
        elif isinstance(node, nodes.comment):
            self._builder.hide("comment", node.astext(), self._span(node))
        elif isinstance(node, _VERBATIM):
            self._builder.code(node.astext(), self._span(node))
        elif isinstance(node, nodes.title) and isinstance(node.parent, nodes.section):
            self._builder.heading(min(self._level, 6), _shown(node), self._span(node))
        elif _is_text(node):
            self._builder.paragraph(_shown(node), self._span(node))

    def _unknown(self, message: nodes.system_message, depth: int) -> None:
        for block in message.findall(nodes.literal_block):
            directive = _DIRECTIVE.fullmatch(block.astext())
            name, rest = (
                (directive["name"], directive["rest"]) if directive else ("", block.astext())
            )
            if name in ("include", "raw", "csv-table"):
                self._builder.hide("invisible", rest, self._span(block))
                continue
            argument, _, content = rest.partition("\n")
            inner = f"{argument}\n\n{dedent(_OPTION.sub('', content))}"
            if depth >= _MAX_DIRECTIVE_DEPTH:
                self._builder.paragraph(inner, self._span(block))
            else:
                self.run(inner, depth + 1)

    def _span(self, node: nodes.Node) -> Span:
        """Where the node's source stands, looked for behind the block before it.

        docutils tells lines for some nodes only. A node whose source was rewritten (a
        substitution) gets the line it is looked for in.
        """
        raw = cast("str", getattr(node, "rawsource", "")) or node.astext()
        lines = [line.strip() for line in raw.splitlines() if line.strip()]
        start = self._text.find(lines[0], self._found) if lines else -1
        if start < 0:
            start = self._found
            line_end = self._text.find("\n", start)
            return start, len(self._text) if line_end < 0 else line_end
        last = self._text.find(lines[-1], start)
        self._found = (last if last >= 0 else start) + len(lines[-1])
        return start, self._found


def _events(tree: nodes.Node) -> Iterator[tuple[nodes.Node, bool]]:
    """(node, True) on the way in and (node, False) on the way out, without recursion."""
    waiting: list[tuple[nodes.Node, bool]] = [(tree, True)]
    while waiting:
        node, entering = waiting.pop()
        yield node, entering
        if entering:
            waiting.append((node, False))
            if not _is_leaf(node):
                waiting += [(child, True) for child in reversed(node.children)]


def _is_text(node: nodes.Node) -> bool:
    return isinstance(node, nodes.TextElement | nodes.image) and not isinstance(node, _UNSEEN)


def _is_leaf(node: nodes.Node) -> bool:
    return isinstance(node, nodes.system_message | nodes.TextElement | nodes.image)


def _shown(node: nodes.Node) -> str:
    return _ROLE.sub(lambda match: match[1] or match[2] or "", node.astext())

"""HTML: what a browser shows, without running scripts or style sheets."""

from __future__ import annotations

import re
from dataclasses import dataclass

from harness.documents.base import FLATTEN, ReadError
from harness.documents.builder import BlockBuilder, Container, HiddenKind, Span
from harness.documents.html_tokens import HtmlToken, html_tokens

# Browsers stop nesting elements at 512.
_MAX_DEPTH = 500
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param"}
    | {"source", "track", "wbr"}
)
_BLOCKS = frozenset(
    {"address", "article", "aside", "body", "caption", "center", "dialog", "details", "dir", "div"}
    | {"dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup", "hr"}
    | {"html", "legend", "main", "menu", "nav", "option", "p", "search", "section", "summary"}
    | {"tbody", "tfoot", "thead", "xmp"}
)
_CONTAINERS: dict[str, tuple[Container, ...]] = {
    "ul": ("list",),
    "ol": ("list",),
    "li": ("item",),
    "dd": ("list", "item"),
    "blockquote": ("quote",),
    "table": ("table",),
    "tr": ("row",),
    "td": ("cell",),
    "th": ("header_cell",),
}
_VERBATIM = frozenset({"pre", "textarea", "listing"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_NEVER_SHOWN: dict[str, HiddenKind] = {
    "script": "script",
    "style": "script",
    "template": "script",
    **dict.fromkeys(("del", "s", "strike"), "struck"),
    **dict.fromkeys(
        "head title noscript iframe noembed noframes object canvas audio video datalist".split(),
        "invisible",
    ),
}
_HIDING_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)"
    r"|(?:font-size|opacity)\s*:\s*0*(?:\.0*)?(?:px|em|rem|pt|%)?\s*(?:!important\s*)?(?:;|\Z)",
    re.IGNORECASE,
)
# A start tag that ends elements of the same kind left open, up to the container they stand in.
_IMPLIED_END = {
    "li": (frozenset({"li"}), frozenset({"ul", "ol"})),
    "dt": (frozenset({"dt", "dd"}), frozenset({"dl"})),
    "dd": (frozenset({"dt", "dd"}), frozenset({"dl"})),
    "tr": (frozenset({"tr", "td", "th"}), frozenset({"table"})),
    "td": (frozenset({"td", "th"}), frozenset({"tr", "table"})),
    "th": (frozenset({"td", "th"}), frozenset({"tr", "table"})),
}
_NOTHING_IMPLIED = (frozenset[str](), frozenset[str]())
_STRUCTURE = _BLOCKS | frozenset(_CONTAINERS) | _VERBATIM | _HEADINGS
_TABLE_PARTS = frozenset({"table", "tr", "td", "th", "thead", "tbody", "tfoot"})


@dataclass(slots=True)
class _Element:
    name: str
    start: int
    marks: tuple[int, ...] = ()
    """Containers of the builder this element opened, outermost first."""
    hides: HiddenKind | None = None


class HtmlReader:
    """``.html`` files."""

    def read(self, text: str, builder: BlockBuilder) -> None:
        """See :class:`harness.documents.base.Reader`."""
        sink = HtmlSink(builder)
        sink.feed(text, 0)
        sink.finish(len(text))


class HtmlSink:
    """Feeds tags and text to a builder and remembers which open elements hide what is inside.

    One sink lives as long as the document, so HTML between Markdown paragraphs keeps its
    effect on them.
    """

    def __init__(self, builder: BlockBuilder) -> None:
        self._builder = builder
        self._open: list[_Element] = []
        self._text: list[str] = []
        self._text_start = 0
        self._text_end = 0
        self._in_comment = False

    @property
    def hides(self) -> HiddenKind | None:
        """How text is hidden at this point; None where it is visible."""
        if self._in_comment:
            return "comment"
        return next((element.hides for element in self._open if element.hides), None)

    def feed(self, html: str, offset: int) -> None:
        """Take a piece of HTML that starts at ``offset`` of the document, blocks included."""
        skipped = self._skip_comment(html, offset)
        for token in html_tokens(html, skipped):
            span = (offset + token.start, offset + token.end)
            if token.kind == "text":
                self._add_text(token.value, span)
            elif token.kind == "start":
                self._start(token, span)
            elif token.kind == "end":
                self._end(token.value, span)
            else:
                self._hide_token(token, span)

    def feed_inline(self, html: str, span: Span) -> str:
        """Take one tag or comment inside a Markdown paragraph; returns what it shows."""
        shown = ""
        for token in html_tokens(html):
            if token.kind == "start":
                self._hide_attributes(token, span)
                if self._conceals(token):
                    self._push(_Element(token.value, span[0], hides=_hiding(token)))
                shown += _shown(token)
            elif token.kind == "end":
                self._pop_to(token.value, span[1])
                shown += _shown(token)
            else:
                self._hide_token(token, span)
        return shown

    def finish(self, end: int) -> None:
        """Close everything that is still open at the end of the document."""
        self._flush()
        while self._open:
            self._pop(end)

    def flush(self) -> None:
        """End the paragraph in the making."""
        self._flush()

    def _skip_comment(self, html: str, offset: int) -> int:
        if not self._in_comment:
            return 0
        closing = html.find("-->")
        self._in_comment = closing < 0
        skipped = len(html) if closing < 0 else closing + 3
        self._builder.hide("comment", html[:skipped], (offset, offset + skipped))
        return skipped

    def _start(self, token: HtmlToken, span: Span) -> None:
        if not token.closed:
            self._builder.hide("invisible", token.value, span)
            return
        self._end_implied(token.value, span[0])
        if token.value in _STRUCTURE:
            self._flush()
        self._hide_attributes(token, span)
        self._add_text(_shown(token), span)
        if token.value in _STRUCTURE - _BLOCKS or self._conceals(token):
            self._push(self._element(token, span[0]))

    def _element(self, token: HtmlToken, start: int) -> _Element:
        hides = _hiding(token)
        if hides or self.hides:
            return _Element(token.value, start, hides=hides)
        kinds = _CONTAINERS.get(token.value, ())
        return _Element(
            token.value, start, tuple(self._builder.open(kind, start) for kind in kinds)
        )

    def _conceals(self, token: HtmlToken) -> bool:
        """The element hides its content, or stands in one that does, so its end must be found."""
        return token.value not in _VOID and bool(self.hides or _hiding(token))

    def _push(self, element: _Element) -> None:
        if len(self._open) >= _MAX_DEPTH:
            raise ReadError(
                f"HTML elements nested more than {_MAX_DEPTH} deep",
                FLATTEN,
            )
        self._open.append(element)

    def _end_implied(self, name: str, position: int) -> None:
        ended, barrier = _IMPLIED_END.get(name, _NOTHING_IMPLIED)
        if name in _BLOCKS or name in _CONTAINERS:
            ended, barrier = ended | {"p"}, barrier | _TABLE_PARTS - ended
        while index := self._find(ended, barrier):
            self._flush()
            self._pop_until(index - 1, position)

    def _end(self, name: str, span: Span) -> None:
        if name in _STRUCTURE:
            self._flush()
        self._add_text(" " if name == "br" else "", span)
        self._pop_to(name, span[1])

    def _pop_to(self, name: str, end: int) -> None:
        barrier = frozenset[str]() if name in _TABLE_PARTS else _TABLE_PARTS
        if index := self._find(frozenset({name}), barrier):
            self._pop_until(index - 1, end)

    def _find(self, names: frozenset[str], barrier: frozenset[str]) -> int:
        """1 + position of the innermost open element of these names inside of the barrier, or 0."""
        for index in range(len(self._open), 0, -1):
            if self._open[index - 1].name in names:
                return index
            if self._open[index - 1].name in barrier:
                return 0
        return 0

    def _pop_until(self, index: int, end: int) -> None:
        while len(self._open) > index:
            self._pop(end)

    def _pop(self, end: int) -> None:
        element = self._open[-1]
        if not element.hides or element.name in _STRUCTURE:
            self._flush()  # a hidden word inside of a sentence does not end it
        self._open.pop()
        if element.marks:
            self._builder.close(element.marks[0], end)

    def _add_text(self, text: str, span: Span) -> None:
        if not text:
            return
        hides = self.hides
        if hides:
            self._builder.hide(hides, text, span)
            return
        if not self._text:
            if not text.strip() and not self._innermost(_VERBATIM):
                return
            self._text_start = span[0]
        self._text.append(text)
        self._text_end = span[1]

    def _flush(self) -> None:
        text, span = "".join(self._text), (self._text_start, self._text_end)
        self._text.clear()
        if not text.strip():
            return
        heading = self._innermost(_HEADINGS)
        if self._innermost(_VERBATIM):
            self._builder.code(text, span)
        elif heading:
            self._builder.heading(int(heading[1]), text, span)
        else:
            self._builder.paragraph(text, span)

    def _innermost(self, names: frozenset[str]) -> str:
        return next((item.name for item in reversed(self._open) if item.name in names), "")

    def _hide_token(self, token: HtmlToken, span: Span) -> None:
        if token.kind == "raw":
            self._builder.hide(self.hides or "script", token.value, span)
            return
        self._builder.hide("comment", token.value, span)
        self._in_comment = self._in_comment or not token.closed

    def _hide_attributes(self, token: HtmlToken, span: Span) -> None:
        self._builder.hide("attribute", token.attributes.get("title", ""), span)


def _shown(token: HtmlToken) -> str:
    """What a tag itself puts on the page."""
    if token.value == "img":
        return token.attributes.get("alt", "")
    return "\n" if token.value == "br" else ""


def _hiding(token: HtmlToken) -> HiddenKind | None:
    given = token.attributes
    closed_dialog = token.value == "dialog" and "open" not in given
    if "hidden" in given or closed_dialog or _HIDING_STYLE.search(given.get("style", "")):
        return "invisible"
    return _NEVER_SHOWN.get(token.value)

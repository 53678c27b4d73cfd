"""HTML text to tokens with character offsets, in time proportional to its length.

The libraries that build an HTML tree give no offsets for text, and ``html.parser`` takes
quadratic time on unclosed tags. This follows the tokenizer of the HTML standard (section
13.2.5) where it decides what a reader sees: an unclosed comment or tag swallows the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import Literal

TokenKind = Literal["start", "end", "text", "comment", "raw"]

RAW_TEXT = frozenset({"script", "style", "iframe", "noembed", "noframes", "xmp"})
"""Elements whose content holds no tags."""

_MARKUP = re.compile(r"<(?:!--|[!?]|/?[a-zA-Z])")
_NAME = re.compile(r"[^\s/>]+")
_COMMENT_END = re.compile(r"--!?>")
_ATTRIBUTE = re.compile(
    r"""[\s/]*(?:(?P<close>>)|(?P<name>[^\s/>][^\s/>=]*)"""
    r"""(?:\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s>"'][^\s>]*)))?)"""
)


@dataclass(frozen=True, slots=True)
class HtmlToken:
    """One tag, comment or run of text."""

    kind: TokenKind
    value: str
    """Tag name in lower case, decoded text, or the inside of a comment or raw element."""
    start: int
    end: int
    attributes: dict[str, str] = field(default_factory=dict)
    closed: bool = True
    """False for a comment or tag that the text ends in the middle of."""


def html_tokens(html: str, position: int = 0) -> Iterator[HtmlToken]:
    """The tokens of ``html`` from ``position`` on, in order.

    Their offsets cover every character that is shown.
    """
    while position < len(html):
        opening = _MARKUP.search(html, position)
        start = opening.start() if opening else len(html)
        if start > position:
            yield HtmlToken("text", unescape(html[position:start]), position, start)
        if opening is None:
            return
        token = _markup(html, start, opening.group())
        yield token
        position = token.end
        if token.kind == "start" and token.value in RAW_TEXT and token.closed:
            raw = _raw_text(html, token)
            yield raw
            position = raw.end


def _markup(html: str, start: int, opening: str) -> HtmlToken:
    if opening == "<!--":
        return _comment(html, start)
    if opening in ("<!", "<?"):
        # Declarations and "bogus comments" of the standard: never shown.
        end = html.find(">", start)
        return HtmlToken("comment", "", start, end + 1 if end >= 0 else len(html), closed=end >= 0)
    return _tag(html, start, "end" if opening[1] == "/" else "start")


def _comment(html: str, start: int) -> HtmlToken:
    if html.startswith((">", "->"), start + 4):
        return HtmlToken("comment", "", start, html.index(">", start + 4) + 1)
    closing = _COMMENT_END.search(html, start + 4)
    if closing is None:
        return HtmlToken("comment", html[start + 4 :], start, len(html), closed=False)
    return HtmlToken("comment", html[start + 4 : closing.start()], start, closing.end())


def _tag(html: str, start: int, kind: Literal["start", "end"]) -> HtmlToken:
    name = _NAME.match(html, start + (2 if kind == "end" else 1))
    value = name.group().lower() if name else ""
    position = name.end() if name else start + 1
    attributes: dict[str, str] = {}
    while part := _ATTRIBUTE.match(html, position):
        position = part.end()
        if part["close"]:
            return HtmlToken(kind, value, start, position, attributes)
        given = part["double"] or part["single"] or part["bare"] or ""
        attributes.setdefault(part["name"].lower(), unescape(given))
    return HtmlToken(kind, value, start, len(html), attributes, closed=False)


def _raw_text(html: str, tag: HtmlToken) -> HtmlToken:
    closing = re.compile(rf"</{re.escape(tag.value)}(?=[\s/>])", re.IGNORECASE)
    found = closing.search(html, tag.end)
    end = found.start() if found else len(html)
    return HtmlToken("raw", html[tag.end : end], tag.end, end)

"""The first heading of a file, found without parsing the whole of it."""

from __future__ import annotations

import re
from html import unescape

from harness.text import squeeze

_LOOK_CHARS = 20_000
_FENCE = re.compile(r"^ {0,3}(```+|~~~+).*?(?:^ {0,3}\1|\Z)", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_MARKDOWN = re.compile(
    r"^ {0,3}#{1,6}[ \t]+(?P<atx>.+?)(?:[ \t]+#+)?[ \t]*$"
    r"|^ {0,3}(?P<setext>[^\s>#*+-].*)\n {0,3}(?:=+|-{2,})[ \t]*$",
    re.MULTILINE,
)
_HTML = re.compile(r"<h[1-6]\b[^>]*>(.*?)</h[1-6]\s*>", re.DOTALL | re.IGNORECASE)
_RST = re.compile(r"^(?P<title>\S.*)\n(?P<line>([=\-~^\"'`#*+.:_])\3{2,})[ \t]*$", re.MULTILINE)
_MARKUP = re.compile(
    r"!?\[(?P<link>[^\]]*)\](?:\([^)]*\)|\[[^\]]*\])|<[^>]+>|\{[#.%][^}]*\}|\\(?P<kept>.)|[*`]|__"
)


def first_heading(text: str, media_type: str) -> str:
    """The words of the first heading near the start of ``text``; empty when there is none."""
    text = text[:_LOOK_CHARS]
    if media_type == "text/markdown":
        found = _MARKDOWN.search(_COMMENT.sub("", _FENCE.sub("", text)))
        return _words(found["atx"] or found["setext"]) if found else ""
    if media_type == "text/html":
        heading = _HTML.search(_COMMENT.sub("", text))
        return squeeze(unescape(re.sub(r"<[^>]*>", " ", heading[1]))) if heading else ""
    if media_type == "text/x-rst":
        found = _RST.search(text)
        return squeeze(found["title"]) if found else ""
    return ""


def _words(heading: str) -> str:
    shown = _MARKUP.sub(lambda match: match["link"] or match["kept"] or "", heading)
    return squeeze(unescape(shown))

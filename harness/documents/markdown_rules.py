"""The Markdown dialect: CommonMark, GitHub tables, and the marks documentation tools add.

Each rule recognises the mark wherever such a tool would, so that code keeps it verbatim.
"""

from __future__ import annotations

import re
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

MAX_NESTING = 60
"""Lists and quotes inside each other; markdown-it drops in silence what lies deeper."""

_TAG_CHARS = 2000
_TAG = re.compile(r"\{%-?\s*(\w*)((?:(?!%\}).){0,2000})%\}", re.DOTALL)
_CONTAINER_LINE = re.compile(r":{3,}[ \t]*(?:\{?[\w-]*\}?)(?P<title>.*)")
_TERM = re.compile(r"\[\*[^\]\n]{1,200}\]:[ \t]*")
# An anchor, a class or {width=100} in braces; but not {#T}, which stands for the title of a linked page.
_ATTRIBUTE = r"""(?:[#.][\w:.-]+|[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s"'{}]+))"""
_ATTRIBUTES = re.compile(rf"\{{(?!#T\}}) ?{_ATTRIBUTE}(?: +{_ATTRIBUTE})* ?\}}")
_QUOTED = re.compile(r"""(?<![=\w])(?:"([^"]*)"|'([^']*)'|«([^»]*)»)""")
_CONTROL = frozenset(
    {"if", "elsif", "elseif", "elif", "else", "unless", "case", "when", "for", "include", "assign"}
    | {"set", "ifversion", "import", "extends", "block", "macro", "raw", "capture", "render"}
)
_DATA_URI = re.compile(r"data:[\w/+.-]*;base64,[A-Za-z0-9+/=]{256,}")


@lru_cache(maxsize=1)
def markdown_parser() -> MarkdownIt:
    """The one parser, made when the first Markdown document is read."""
    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING})
    parser.enable(["table", "strikethrough"])
    parser.use(footnote_plugin, inline=False, move_to_end=False).use(deflist_plugin)
    parser.use(admon_plugin)
    interrupting: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    parser.block.ruler.before("code", "grid", _grid_rule, interrupting)
    parser.block.ruler.before("code", "mark", _mark_rule, interrupting)
    parser.block.ruler.before("reference", "term", _term_rule, {"alt": ["reference"]})
    parser.inline.ruler.before("link", "mark", _inline_mark_rule)
    parser.core.ruler.before("inline", "data_uri", _shorten_data_uris)
    return parser


def tag_title(tag: str) -> str:
    """The visible title of ``{% note info "Title" %}``; empty for control tags and bare names."""
    match = _TAG.match(tag)
    if match is None or match[1] in _CONTROL:
        return ""
    quoted = _QUOTED.search(match[2])
    return next((part for part in quoted.groups() if part), "") if quoted else ""


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _mark_rule(state: StateBlock, start_line: int, _: int, silent: bool) -> bool:  # noqa: FBT001
    """A line of nothing but ``{% … %}`` tags, or the ``:::`` line of a container."""
    line = _line(state, start_line)
    container = _CONTAINER_LINE.fullmatch(line)
    tags = list(_TAG.finditer(line)) if line.startswith("{%") and len(line) < _TAG_CHARS else []
    # A tag that stands for words (see _inline_mark_rule) is text, wherever it stands.
    only_tags = bool(tags) and not _TAG.sub("", line).strip() and "data" not in {t[1] for t in tags}
    if container is None and not only_tags:
        return False
    if not silent:
        titles = [container["title"]] if container else [tag_title(t.group()) for t in tags]
        for title in titles:
            _push_paragraph(state, start_line, title)
        state.line = start_line + 1
    return True


def _push_paragraph(state: StateBlock, line: int, content: str) -> None:
    state.push("paragraph_open", "p", 1).map = [line, line + 1]
    inline = state.push("inline", "", 0)
    inline.content, inline.children, inline.map = content.strip(), [], [line, line + 1]
    state.push("paragraph_close", "p", -1)


def _grid_rule(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:  # noqa: FBT001
    """A table between ``#|`` and ``|#``, whose cells hold any Markdown."""
    if not _line(state, start_line).startswith("#|"):
        return False
    last = _grid_end(state, start_line, end_line)
    if last is None:
        return False
    if not silent:
        token = state.push("grid", "", 0)
        token.map = [start_line, last + 1]
        begin = state.bMarks[start_line] + state.tShift[start_line]
        token.content = state.src[begin : state.eMarks[last]]
        token.meta = {"offset": begin}
        state.line = last + 1
    return True


def _grid_end(state: StateBlock, start_line: int, end_line: int) -> int | None:
    depth = 0
    for line in range(start_line, end_line):
        text = _line(state, line).strip()
        depth += text.startswith("#|")
        depth -= text.endswith("|#")
        if depth == 0:
            return line
    return None


def _term_rule(state: StateBlock, start_line: int, _: int, silent: bool) -> bool:  # noqa: FBT001
    """``[*term]: explanation`` is shown when a reader clicks the term, so it is a paragraph."""
    match = _TERM.match(_line(state, start_line))
    if match is None or silent:
        return match is not None
    _push_paragraph(state, start_line, _line(state, start_line)[match.end() :])
    state.line = start_line + 1
    return True


def _inline_mark_rule(state: StateInline, silent: bool) -> bool:  # noqa: FBT001
    """``{% … %}`` inside a line, and attribute lists after a heading, link or image."""
    if state.src[state.pos] != "{":
        return False
    closing = state.src.find("%}", state.pos, state.pos + _TAG_CHARS)
    tag = _TAG.match(state.src, state.pos, closing + 2) if closing >= 0 else None
    match = tag or _ATTRIBUTES.match(state.src, state.pos)
    # A substitution stands for words this file does not hold: it stays as it is written.
    if match is None or (tag and tag[1] == "data"):
        return False
    if not silent:
        token = state.push("mark_inline", "", 0)
        token.content = tag_title(match.group()) if tag else ""
    state.pos = match.end()
    return True


def _shorten_data_uris(state: StateCore) -> None:
    """An embedded image is megabytes of text that nobody reads; its link needs the scheme alone."""
    for token in state.tokens:
        if token.type == "inline" and "base64" in token.content:
            token.content = _DATA_URI.sub("data:", token.content)

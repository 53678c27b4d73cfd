"""Texts of a report: how much may be shown, in which language, and what differs word by word."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from harness.report.context import DiffOp, DiffPiece, Prose, Shown, TextMode
from harness.store import digest_text
from harness.text import detect_language
from harness.text.redact import redact

SNIPPET_CHARS = 160
"""First characters of a text in the mode ``snippets``."""

DIFF_WORDS = 4_000
"""Texts longer than this are shown without marks: the comparison would cost too much."""

_QUOTED = re.compile(r"«[^»]{24,}»|“[^”]{24,}”|\"[^\"]{24,}\"|(?<!\w)'[^'\n]{24,}'(?!\w)")
_ANY_QUOTED = re.compile(r"«[^»]+»|“[^”]+”|\"[^\"]+\"|(?<!\w)'[^'\n]+'(?!\w)")
# How the support checker reports a value of the corpus.
_SAID = re.compile(
    r"(?<=the evidence says )(?!it |so in ).+?(?=, the claim|;|$)"
    r"|(?<=the evidence says it only for ).+?(?=;|$)"
)
# White space goes with what it follows: a space alone in common is not worth a mark.
_PIECE = re.compile(r"\w+(?:[-./:]\w+)*\s*|[^\w\s]\s*|\s+")


def own(text: str) -> Prose:
    """Text the user wrote (a question, a fact): always shown whole."""
    return _prose(text, redact(text), "all")


@dataclass(frozen=True, slots=True)
class TextPolicy:
    """What a report may show of corpus text; an answer is corpus text too."""

    mode: TextMode

    def show(self, text: str) -> Prose:
        """As much of ``text`` as the mode allows, redacted before it is cut."""
        if self.mode == "none":
            return _prose(text, "", "none" if text else "all")
        clean = redact(text)
        if self.mode == "full" or len(clean) <= SNIPPET_CHARS:
            return _prose(text, clean, "all")
        return _prose(text, clean[:SNIPPET_CHARS].rstrip() + "…", "part")

    def show_pair(self, old: str, new: str) -> tuple[str, str]:
        """Two forms of a text, in the mode ``snippets`` from where they begin to differ."""
        from rapidfuzz.distance import Prefix

        old, new = redact(old), redact(new)
        if self.mode != "snippets":
            return (old, new) if self.mode == "full" else ("", "")
        same = Prefix.similarity(old, new)
        start = new.rfind(" ", 0, max(0, same - SNIPPET_CHARS // 3)) + 1
        return _part(old, start), _part(new, start)


def _part(text: str, start: int) -> str:
    end = start + SNIPPET_CHARS
    cut = f"{text[start:end].rstrip()}…" if len(text) > end else text[start:]
    return f"…{cut}" if start else cut


@dataclass(frozen=True, slots=True)
class Speech:
    """Sentences of other rooms about one case, without the corpus text the mode forbids.

    Other rooms name places instead of quoting; this holds even where a provider does not.
    """

    policy: TextPolicy
    known: tuple[str, ...]
    """Texts the user wrote: a sentence may repeat them."""
    corpus: tuple[str, ...]
    """Answers, claims, quotes and messages of unusable answers of the case."""
    fragments: Collection[str] = ()
    """Values that are parts of something hidden: withheld in every mode."""

    def say(self, text: str) -> str:
        """``text`` with quotations and passages of the corpus withheld."""
        for value in self.fragments:
            text = text.replace(f"'{value}'", f"'{withheld(len(value))}'")
        if self.policy.mode == "full":
            return text
        for passage in self.corpus:
            if passage in text and not self._is_known(passage):
                text = text.replace(passage, withheld(len(passage)))
        if self.policy.mode == "none":
            # A single value can be all there is to hide: a code, a salary, a name.
            text = _SAID.sub(self._value_unless_known, text)
            return _ANY_QUOTED.sub(self._unless_known, text)
        return _QUOTED.sub(self._unless_known, text)

    def name(self, subject: str, ids: Collection[str]) -> str:
        """What a check is about: the user's words or an id as they are, else as the mode allows."""
        own = (*self.known, *map(redact, self.known))
        if subject in ids or subject in own or len(subject.split()) < 2:
            return subject
        prose = self.policy.show(subject)
        return prose.text if prose.shown != "none" else withheld(prose.length)

    def _is_known(self, passage: str) -> bool:
        folded = passage.casefold()
        return any(folded in text.casefold() for text in self.known)

    def _value_unless_known(self, match: re.Match[str]) -> str:
        value = match.group()
        quoted = value.startswith(("'", '"'))
        return value if quoted or self._is_known(value) else withheld(len(value))

    def _unless_known(self, match: re.Match[str]) -> str:
        inner = match.group()[1:-1]
        return match.group() if self._is_known(inner) else withheld(len(inner))


def withheld(length: int) -> str:
    """What stands in place of a text that may not be shown."""
    return f"[{length} characters withheld]"


def _prose(whole: str, text: str, shown: Shown) -> Prose:
    language = detect_language(whole)
    return Prose(
        text=text,
        language="" if language == "und" else language,
        length=len(whole),
        digest=digest_text(whole),
        shown=shown,
    )


def word_diff(old: str, new: str) -> tuple[tuple[DiffPiece, ...], tuple[DiffPiece, ...]]:
    """``old`` with what is gone marked, and ``new`` with what is new marked.

    The longest common subsequence of words and signs is what stays.
    """
    from rapidfuzz.distance import LCSseq

    before, after = _PIECE.findall(old), _PIECE.findall(new)
    if old == new or max(len(before), len(after)) > DIFF_WORDS:
        return (DiffPiece("same", old),), (DiffPiece("same", new),)
    left: list[DiffPiece] = []
    right: list[DiffPiece] = []
    for op in LCSseq.opcodes(before, after):
        same = op.tag == "equal"
        left += _piece("same" if same else "gone", before[op.src_start : op.src_end])
        right += _piece("same" if same else "new", after[op.dest_start : op.dest_end])
    return tuple(left), tuple(right)


def _piece(op: DiffOp, words: list[str]) -> list[DiffPiece]:
    return [DiffPiece(op, "".join(words))] if words else []

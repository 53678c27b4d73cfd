"""``With or without food``: what is said holds both ways.

Both the claim and the evidence are read without the phrase; where the rest agrees, a claim with
either half is supported, and one that lets in one half alone is contradicted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from harness.support.morphology import form

_EVIDENCE = {
    "en": re.compile(r"\bwith or without (?:(?:a|an|the|any)\s+)?(?P<thing>[\w-]+)", re.IGNORECASE),
    "ru": re.compile(
        r"\b(?:(?:как\s+)?(?:вместе\s+)?со?\s+(?P<thing>[\w-]+),?\s+(?:или|так и)"
        r"\s+без(?:\s+(?:не[её]|него|них))?"
        r"|со?\s+или\s+без\s+(?P<other>[\w-]+))",
        re.IGNORECASE,
    ),
}
_CLAIM = {
    "en": re.compile(
        r"\b(?P<only>only\s+|just\s+)?(?:together\s+)?(?P<how>with(?:out)?|regardless of|irrespective of)"
        r"\s+(?:(?:a|an|the|any)\s+)?(?P<thing>[\w-]+)(?P<alone>\s+only\b)?",
        re.IGNORECASE,
    ),
    "ru": re.compile(
        r"\b(?P<only>только\s+|лишь\s+|исключительно\s+)?(?:вместе\s+)?"
        r"(?P<how>со?|без|независимо от|вне зависимости от)\s+(?P<thing>[\w-]+)(?P<alone>\s+только\b)?",
        re.IGNORECASE,
    ),
}
_EMPTY = frozenset(("without", "без"))


@dataclass(frozen=True, slots=True)
class Either:
    """A claim and evidence without their phrases, and how the claim restricts what is left."""

    claim: str
    evidence: str
    restricts: bool
    """``only with food``."""
    lacks: bool
    """``without food``: a ban on it denies the half that the evidence allows."""


def either_way(claim: str, evidence: str, language: str) -> Either | None:
    """The two texts without the phrase, if the evidence has it and the claim is about its noun."""
    told = _EVIDENCE.get(language, _EVIDENCE["en"]).search(evidence)
    if told is None:
        return None
    thing = _lemma(told["thing"] or told.groupdict().get("other") or "")
    for said in _CLAIM.get(language, _CLAIM["en"]).finditer(claim):
        if _lemma(said["thing"]) == thing and not _is_whole(claim, language):
            return Either(
                _without(claim, said),
                _without(evidence, told),
                bool(said["only"] or said["alone"]),
                said["how"].casefold() in _EMPTY,
            )
    return None


def _is_whole(claim: str, language: str) -> bool:
    """Whether the claim itself says that both ways will do."""
    return bool(_EVIDENCE.get(language, _EVIDENCE["en"]).search(claim))


def _lemma(text: str) -> str:
    return form(text.casefold()).lemma


def _without(text: str, match: re.Match[str]) -> str:
    return (text[: match.start()].rstrip() + " " + text[match.end() :].lstrip()).strip()

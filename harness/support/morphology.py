"""Dictionary forms and parts of speech: pymorphy3 for Cyrillic words, simplemma for Latin ones."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from harness.support.verbs_en import SURE
from harness.text import stems

_CACHE = 200_000
_LEAST_COMMON = 4  # letters two derivations of one root share at the start
_IMPERFECTIVE = re.compile(r"[иы]ва?$")
_LIKELY = 0.2  # a reading this much less likely than the best one is left out
_AGENT_ENDINGS = ("er", "or", "ee", "ist", "ant")
_EN_NOMINAL = (
    "tion", "sion", "ment", "al", "ance", "ence", "ing", "ery", "ry", "ure", "pt", "age", "sis",
    "ity", "ness",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Form:
    """A word's dictionary form."""

    lemma: str
    pos: str
    """``NOUN``, ``VERB``, ``ADJ``, ``ADV``, ``COMP``, ``FUNC`` for Russian; empty where not known."""
    cases: frozenset[str] = frozenset()
    """Russian nouns: every case the form may stand in (``nomn``, ``gent`` …)."""
    features: frozenset[str] = frozenset()
    """``impr`` imperative, ``infn`` infinitive, ``fin`` a finite verb,
    ``plur`` one in the plural of the present, ``pssv`` passive, ``Name`` proper name,
    ``full`` a full adjective or participle, ``prtf`` what may be a participle, ``anim`` somebody."""


_RU_POS = {
    "NOUN": "NOUN",
    "ADJF": "ADJ",
    "ADJS": "ADJ",
    "COMP": "COMP",
    "VERB": "VERB",
    "INFN": "VERB",
    "PRTF": "VERB",
    "PRTS": "VERB",
    "GRND": "VERB",
    "NUMR": "NUM",
    "ADVB": "ADV",
    "PRED": "ADV",
    "NPRO": "FUNC",
    "PREP": "FUNC",
    "CONJ": "FUNC",
    "PRCL": "FUNC",
    "INTJ": "FUNC",
}


@cache
def _pymorphy() -> Any:
    import pymorphy3

    return pymorphy3.MorphAnalyzer()


@lru_cache(maxsize=_CACHE)
def form(word: str) -> Form:
    """The form of one folded word."""
    if any("\u0400" <= letter <= "\u04ff" for letter in word):
        return _russian(word)
    return _english(word)


@lru_cache(maxsize=_CACHE)
def readings(word: str, likely: float = _LIKELY) -> tuple[Any, ...]:
    """The likely OpenCorpora tags of a folded Russian word, the best first."""
    parses = _pymorphy().parse(word)
    return tuple(parse.tag for parse in parses if parse.score >= likely * parses[0].score)


@lru_cache(maxsize=_CACHE)
def agree_in_case(adjective: str, noun: str) -> bool:
    """Whether two folded Russian words may be one phrase: ``последним протоколом``."""
    return any(
        own.case and own.case == its.case and own.number == its.number
        for own in readings(adjective)
        for its in readings(noun)
    )


@lru_cache(maxsize=_CACHE)
def inflected(word: str, case: str, number: str) -> str:
    """A folded Russian word in another case and number; as it is where it has no such form."""
    made = _pymorphy().parse(word)[0].inflect({case, number})
    return str(made.word) if made else word


def _russian(word: str) -> Form:
    parses = _pymorphy().parse(word)
    best = parses[0]
    tag = best.tag
    features = {str(value) for value in (tag.mood, tag.voice) if value}
    if tag.POS == "INFN":
        features.add("infn")
    if tag.POS in ("VERB", "PRTS", "ADJS"):
        features.add("fin")
    if tag.POS == "VERB" and tag.number == "plur" and tag.tense == "pres":
        features.add("plur")
    if tag.POS in ("PRTF", "ADJF"):
        features.add("full")
    if any(parse.tag.POS == "PRTF" for parse in parses):
        features.add("prtf")
    if tag.animacy == "anim":
        features.add("anim")
    if {"Name", "Surn", "Geox", "Orgn"} & set(tag.grammemes):
        features.add("Name")
    cases = {
        parse.tag.case
        for parse in parses
        if parse.normal_form == best.normal_form and parse.score >= _LIKELY * best.score
    }
    if word.endswith("ь") and tag.gender == "femn" and "nomn" in cases:
        cases.add("accs")  # "мать": the dictionary holds the other reading for rare
    lemma = best.normal_form.replace("ё", "е")
    return Form(
        lemma,
        _RU_POS.get(tag.POS or "", ""),
        frozenset(str(case) for case in cases if case and tag.POS == "NOUN"),
        frozenset(features),
    )


# What simplemma takes for a word of its own, or for another one.
_IRREGULAR = {
    "bound": "bind", "broke": "break", "cancelled": "cancel", "cancelling": "cancel",
    "erasure": "erasure", "felt": "feel", "gone": "go",
    "rose": "rise", "shook": "shake", "swore": "swear", "thought": "think",
    "won": "win", "wound": "wind",
}  # fmt: skip


def _english(word: str) -> Form:
    import simplemma

    base = word[:-2] if word.endswith("'s") else word.rstrip("'")
    if base in _IRREGULAR:
        return Form(_IRREGULAR[base], "")
    lemma = simplemma.lemmatize(base, "en").lower() if base.isalpha() else base
    if lemma == base and base.endswith("s") and base[:-1] in SURE:
        return Form(base[:-1], "")  # "remains"
    return Form(lemma, "")


@lru_cache(maxsize=_CACHE)
def _stem(lemma: str) -> str:
    return next(iter(stems(lemma, "und")), lemma)


@lru_cache(maxsize=_CACHE)
def same_root(one: str, other: str) -> bool:
    """Whether two words are one word in another form or derivation (``deliver``, ``delivery``).

    Russian derivations must differ in the part of speech or both be verbs (aspect pairs);
    English ones must not differ in an agent ending (``employ``, ``employer``).
    """
    a, b = form(one), form(other)
    if a.lemma == b.lemma:
        return True
    if not (a.lemma.isalpha() and b.lemma.isalpha()):
        return False
    if a.pos and b.pos:
        roots = _stem(a.lemma), _stem(b.lemma)
        related = (_common_start(*roots) >= 0.75 and _may_alternate(*roots)) or (
            _skeleton(a.lemma) == _skeleton(b.lemma)
        )
        related = related or _is_deed(a, b) or _is_deed(b, a)
        return related and (a.pos != b.pos or a.pos == "VERB")
    if a.pos or b.pos or _differ_in_agent(a.lemma, b.lemma):
        return False
    return _stem(a.lemma) == _stem(b.lemma) or (
        a.lemma.endswith(_EN_NOMINAL) != b.lemma.endswith(_EN_NOMINAL)
        and _common_start(_stem(a.lemma), _stem(b.lemma)) >= 0.8
    )


_DEED = re.compile(r"(?:ение|ание|яние)$")
_INFINITIVE = re.compile(r"(?:ить|еть|ать|ять)(?:ся)?$")
_SOFTENED = {
    "д": ("жд", "ж"), "т": ("щ", "ч"), "с": ("ш",), "з": ("ж",), "ст": ("щ",), "п": ("пл",),
    "б": ("бл",), "в": ("вл",), "м": ("мл",), "ф": ("фл",),
}  # fmt: skip


def _is_deed(noun: Form, verb: Form) -> bool:
    """``курение`` and ``курить``, ``хождение`` and ``ходить``: short roots, by their endings."""
    if noun.pos != "NOUN" or verb.pos != "VERB":
        return False
    root, count = _DEED.subn("", noun.lemma)
    stem, known = _INFINITIVE.subn("", verb.lemma)
    if not (count and known and len(stem) > 1):
        return False
    softer = (
        stem[: -len(hard)] + soft
        for hard, softs in _SOFTENED.items()
        if stem.endswith(hard)
        for soft in softs
    )
    return root == stem or root in softer


@lru_cache(maxsize=_CACHE)
def undenied(word: str) -> str:
    """The participle that a prefix denies: ``used`` of ``unused``; empty for other words."""
    if word.startswith("un") and word.endswith("ed"):
        rest = word[2:]
        return rest if form(rest).lemma != rest else ""
    if word.startswith("не") and len(word) > _LEAST_COMMON:
        bare = form(word[2:])
        return word[2:] if bare.pos == "VERB" and "full" in bare.features else ""
    return ""


_VOWELS = frozenset("аеиоуыэюяйь")
_ALTERNATIONS = frozenset(frozenset(pair) for pair in "тч тщ сш зж дж кч гж хш сщ цч дз бл".split())


def _may_alternate(one: str, other: str) -> bool:
    """Whether two Russian stems part at letters that change into one another in one root.

    ``оплат`` and ``оплач`` are one root, ``замен`` and ``замет`` are two.
    """
    pairs = zip(one, other, strict=False)
    apart = next(((a, b) for a, b in pairs if a != b), None)
    return apart is None or set(apart) <= _VOWELS or frozenset(apart) in _ALTERNATIONS


def _skeleton(lemma: str) -> str:
    """The stem with ``о`` for ``а`` and without the imperfective suffix: ``осматривать``, ``осмотр``."""
    stem = _IMPERFECTIVE.sub("", _stem(lemma)).replace("а", "о")
    return stem if len(stem) >= _LEAST_COMMON else lemma


def _differ_in_agent(one: str, other: str) -> bool:
    """Whether the longer word names who does it (``employer`` beside ``employ``, ``employee``)."""
    shorter, longer = sorted((one, other), key=len)
    both = shorter.endswith(_AGENT_ENDINGS) and len(shorter) == len(longer)
    return longer.endswith(_AGENT_ENDINGS) and (both or longer.startswith(shorter[:-1]))


def _common_start(one: str, other: str) -> float:
    """Length of the common start as a share of the shorter stem; 0 below four letters."""
    shorter = min(len(one), len(other))
    common = next((n for n in range(shorter) if one[n] != other[n]), shorter)
    return common / shorter if common >= _LEAST_COMMON else 0.0

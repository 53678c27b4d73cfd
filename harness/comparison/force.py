"""Whether a statement that still stands still holds: what was put around it.

"A refund is paid within 30 days" reads the same after "Obsolete:" or before "This does not apply
to sale items". Text that is new in the candidate and stands at the statement, beside it, above it
or at the head of its document is looked through for words that end or limit a rule. Such a word
is no contradiction, so the pair is ``uncertain`` and goes to a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rapidfuzz import fuzz, process

from harness.checks.finding import Find, content_stems
from harness.checks.passages import Passage
from harness.checks.view import SideView
from harness.comparison.inserted import extended, narrowed
from harness.model.comparison import PairedCheck
from harness.text import detect_language, fold, sentences

_ENDS = re.compile(
    r"""\b(?:
      obsolete | deprecated | repealed | superseded | withdrawn | revoked | rescinded | expired
    | archived | void | cancelled | canceled | suspended | discontinued | historical | draft
    | out[\ -]of[\ -]date | outdated | invalid | abolished | annulled | retired
    | not\ (?:valid|current|up[\ -]to[\ -]date)
    | no\ longer | not\ in\ force | ceased? | until\ (?:\w+\ )?\d{4} | before\ (?:\w+\ )?\d{4}
    | (?:do|does|did|shall|will)\ not\ apply | (?:doesn't|don't|won't)\ apply
    | except(?:ions?|ed|ing)? | unless | replaced\ by | instead\ of\ this
    | не\ ?актуальн\w+ | не\ имеет\ силы | упраздн\w+
    | устаре\w+ | отмен(?:е|я)\w+ | утрати\w+\ силу | прекра\w+\ действ\w+ | недейств\w+
    | не\ действ\w+ | не\ применя\w+ | не\ распростран\w+ | не\ относ\w+ | больше\ не
    | исключени\w+ | кроме(?!\ (?:того|этого)) | архивн\w+ | приостановл\w+ | аннулир\w+ | черновик\w*
    | до\ (?:\w+\ )?\d{4}\ г\w* | вместо\ (?:этого|него|нее)
    )\b""",
    re.VERBOSE,
)
"""Words, folded, that end a rule or take something out of it; English and Russian."""
_ANEW = re.compile(
    r"\b(?:now|from now on|henceforth|instead|теперь|отныне|впредь|вместо(?! с\b))\b"
)
"""Words of a sentence that may put another rule in the place of one on the same matter."""
_TURNS = re.compile(
    r"\b(?:myth|untrue|false(?:ly)?|wrong(?:ly)?|alleged(?:ly)?|rumou?rs?"
    r"|миф\w*|неверн\w+|неправд\w+|якобы|лож(?:ь|н\w+))\b"
)
"""Words that turn the statement they stand in, and no other."""
_EXCLUDES = re.compile(
    r"\b(?:only|solely|exclusively|other\ than|except|лишь|только|исключительно|единственн\w+|кроме)\b"
)
"""Words that narrow the statement they stand in; what excludes already is not narrowed by another."""
_RESTRICTS = re.compile(
    r"\b(?:but(?!\ also)|however|although|though|albeit|но(?!\ и\b)|однако|хотя|зато)\b"
)
"""Words that go on to restrict the statement they stand in."""
_NOTES = re.compile(r"\[\^([^\]\s]+)\](?!:)")
"""References to footnotes."""
# "nоt" with a Cyrillic "о" reads as "not" and matches nothing.
_MIXED_SCRIPTS = re.compile(r"\b(?=\w*[a-z])(?=\w*[\u0430-\u044f])[^\W\d_]+\b")
_ASIDE = re.compile(r"except(?:ed|ing)?|unless|кроме")
"""Words of ``_ENDS`` that take something out of the sentence they stand in."""
_POINTS = re.compile(
    r"""\b(?:
      this | that | these | those(?!\ of) | such | it | its | they | them | same
    | (?:above | below)(?!\ (?:\W{0,2}\d))
    | previous\w* | preceding | following | earlier | former\w* | all | any | every\w* | both
    | rules? | provisions? | terms? | conditions? | polic(?:y|ies) | documents? | sections? | pages?
    | chapters? | paragraphs? | clauses? | articles? | versions? | guid\w+ | procedures? | instructions?
    | requirements? | regulations? | agreements? | contracts?
    | эт(?:о|а|и|от|их|ой|ого|им|ими|ому|у) | так(?:ой|ая|ое|ие|их|им|ими|ую|ого) | он[аои]? | их | его | ее
    | выше\w* | ниже\w* | предыдущ\w+ | прежн\w+ | указанн\w+ | данн\w+ | настоящ\w+
    | все | всех | всем | люб\w+ | кажд\w+ | оба | обе
    | правил\w* | положени\w+ | услови\w+ | политик\w* | документ\w* | раздел\w* | страниц\w*
    | глав[аеуы]? | пункт\w* | стат(?:ья|ьи|ей|ье|ью) | верси\w+ | редакци\w+ | поряд\w+ | процедур\w*
    | инструкци\w+ | требовани\w+ | регламент\w* | приказ\w* | соглашени\w+ | договор\w*
    )\b""",
    re.VERBOSE,
)
"""Words, folded, of a sentence that may speak of what stands around it."""
SAME_SENTENCE = 60.0
"""Least rapidfuzz ratio (0-100) of a sentence to count as the edited form of another."""
_BESIDE = 1
"""Blocks before and after a statement that count as beside it."""
_LABEL = 40
"""Characters of the longest value of front matter that marks a document."""
_HEAD = 3
"""Blocks at the head of a document that speak for all of it."""


def pair_force(
    fact: str, old: Find | None, new: Find | None, baseline: SideView, candidate: SideView
) -> Iterator[PairedCheck]:
    """A pair for a fact whose accepted passage may no longer hold; nothing otherwise."""
    if old is None or new is None:
        return
    stood = _standing(new.passage.source_id, baseline)
    found = (
        _ended(fact, old.passage, new.passage, stood)
        or _beside(new.passage, stood, baseline, candidate)
        or _marked(old.passage, new.passage, baseline, candidate)
    )
    if found is not None:
        word, place = found
        yield _doubt(fact, old, place, f"new text with {word!r} may end or limit it")
    elif (put := _put_in(fact, old.passage, new.passage)) is not None:
        yield _doubt(
            fact, old, new.passage, f"{put!r} was put into the statement and may narrow it"
        )
    elif _noted(old.passage, new.passage, baseline, candidate):
        yield _doubt(fact, old, new.passage, "a footnote that is new may limit it")


def _put_in(fact: str, old: Passage, new: Passage) -> str | None:
    """What a statement, its introduction or its heading gained that may narrow it."""
    header = " | " in new.lead  # a table's header names what its cells are
    return (
        narrowed(fact, old.core, new.core)
        or extended(fact, old.text, new.text)
        or (None if header else narrowed(old.lead, old.lead, new.lead))
        or narrowed(old.heading, old.heading, new.heading)
    )


def _doubt(fact: str, old: Find, place: Passage, reason: str) -> PairedCheck:
    return PairedCheck(
        check="fact_in_force",
        layer="retrieval",
        place="source",
        subject=fact,
        baseline="pass",
        candidate="uncertain",
        candidate_reason=reason,
        state="new",
        baseline_evidence=(old.passage.evidence(),),
        candidate_evidence=(place.evidence(),),
    )


def _ended(
    fact: str, old: Passage, new: Passage, stood: frozenset[str]
) -> tuple[str, Passage] | None:
    """A limiting word that the statement itself, its introduction or its heading gained."""
    fresh = "\n".join(_new_in(new, stood))
    before, said = fold(f"{old.heading}\n{old.text}"), fold(f"{new.lead}\n{fresh}")
    gained = [word for word in _words(f"{new.heading}\n{said}") if word not in _words(before)]
    gained += [word for word in _TURNS.findall(said) if word not in _TURNS.findall(before)]
    for narrowing in (_EXCLUDES, _RESTRICTS):
        if not narrowing.search(f"{before}\n{fold(fact)}"):
            gained += narrowing.findall(said)
    return (gained[0], new) if gained else None


def _noted(old: Passage, new: Passage, baseline: SideView, candidate: SideView) -> bool:
    """Whether the block of a statement refers to a footnote with words the document did not have."""
    before, after = (
        view.library.text.documents[passage.source_id].text
        for passage, view in ((old, baseline), (new, candidate))
    )
    known = fold(before)
    for name in _NOTES.findall(after[new.start : new.end]):
        note = re.search(rf"^\[\^{re.escape(name)}\]:(.*)", after, re.MULTILINE)
        if note is not None and fold(note[1]).strip() not in known:
            return True
    return False


def _beside(
    passage: Passage, stood: frozenset[str], baseline: SideView, candidate: SideView
) -> tuple[str, Passage] | None:
    """A limiting word in new text of the blocks around a statement or at the document's head."""
    passages = candidate.library.of(passage.source_id)
    starts = sorted({other.start for other in passages})
    at = starts.index(passage.start)
    near = {*starts[:_HEAD], *starts[max(0, at - _BESIDE) : at + _BESIDE + 1]}
    own = _words(passage.core)  # what the statement itself speaks of ends nothing
    stands = _standing(passage.source_id, candidate)
    gone = sorted(stood - stands)
    title = candidate.library.text.documents[passage.source_id].title
    for other in passages:
        if other.start not in near or baseline.library.worded(other.key):
            continue
        foreign = not f"{passage.section_id}/".startswith(f"{other.section_id}/")
        said = [
            one
            for one in _new_in(other, stood)
            if not _apart(one, passage, title, None if foreign else gone)
        ]
        words = [w for one in said for w in _gained(one, gone) if w not in own]
        words += [word for one in said for word in _anew(one, passage)]
        if words and fold(passage.core) not in fold(other.core):
            return words[0], other
    return None


def _anew(sentence: str, passage: Passage) -> list[str]:
    """Words by which a sentence may put another rule in the place of a statement it speaks of."""
    language = detect_language(sentence)
    shared = content_stems(sentence, language) & content_stems(passage.text, language)
    return _ANEW.findall(fold(sentence)) if shared else []


def _marked(
    old: Passage, new: Passage, baseline: SideView, candidate: SideView
) -> tuple[str, Passage] | None:
    """A limiting word that the front matter of a statement's document gained."""
    before, after = (
        _labels(view.library.text.documents[passage.source_id].metadata)
        for passage, view in ((old, baseline), (new, candidate))
    )
    gained = [word for label in sorted(after - before) for word in _words(label)]
    return (gained[0], new) if gained else None


def _labels(metadata: Mapping[str, Any]) -> set[str]:
    """What front matter says of its document: short texts, and names of what is true."""
    texts = {text for text in metadata.values() if isinstance(text, str) and len(text) <= _LABEL}
    return texts | {key for key, value in metadata.items() if value is True}


def _gained(sentence: str, gone: list[str]) -> list[str]:
    """The limiting words of a new sentence that its form before, if it had one, did not have."""
    before = process.extractOne(fold(sentence), gone, scorer=fuzz.ratio, score_cutoff=SAME_SENTENCE)
    known = _words(before[0]) if before else []
    return [word for word in _words(sentence) if word not in known]


def _apart(sentence: str, passage: Passage, title: str, gone: list[str] | None) -> bool:
    """Whether a new sentence limits another statement of the document, and that one alone.

    It is that statement in another form (one of ``gone``) or stands in another section (``None``),
    points at nothing around it, begins with no limit ("Except in May."), and shares no word with
    ours. What ends a rule outright shares none with the title of the document either.
    """
    folded = fold(sentence)
    if _ENDS.match(folded) or _POINTS.search(folded):
        return False
    if gone is not None and not process.extractOne(
        folded, gone, scorer=fuzz.ratio, score_cutoff=SAME_SENTENCE
    ):
        return False
    ends = [word for word in _ENDS.findall(folded) if not _ASIDE.fullmatch(word)]
    titles = f"{passage.heading}\n{title}" if ends else passage.heading
    language = detect_language(sentence)
    ours = content_stems(f"{titles}\n{passage.text}", language)
    return not ours & content_stems(sentence, language)


def _standing(source_id: str, view: SideView) -> frozenset[str]:
    """The sentences of a document on one side, folded."""
    return frozenset(fold(passage.core) for passage in view.library.of(source_id))


def _new_in(passage: Passage, stood: frozenset[str]) -> list[str]:
    """The sentences of a passage that its document did not have."""
    said = sentences(passage.core, detect_language(passage.core))
    return [one for one in said if fold(one) not in stood]


def _words(text: str) -> list[str]:
    folded = fold(text)
    return _ENDS.findall(folded) + _MIXED_SCRIPTS.findall(folded)

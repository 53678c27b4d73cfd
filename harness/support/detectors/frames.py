"""What the evidence names without saying it: asked, reported, demanded, quoted or taken back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from harness.support.detectors.pair import Finding, Pair
from harness.support.idioms import read
from harness.support.morphology import form
from harness.support.sentence import Sentence, Word
from harness.support.surface import Token

_STRONG = frozenset("; : . but а но зато однако".split())
"""Behind them something is said outright again."""
_LONGEST_LABEL = 6  # tokens before the colon
_HEAD_REACH = 4  # tokens between a verb and the ``that`` that says what
_LEAST_QUOTED = 2  # heavy words that make a quotation more than a name
_QUOTED = re.compile(r"«([^»]+)»|“([^”]+)”|\"([^\"]+)\"")

_SAYING = frozenset(
    """
    note notice remember remind mind aware provide stipulate specify state mean show confirm
    guarantee follow know known agree clear find inform warn declare acknowledge undertake apply fact
    condition important essential case accept establish determine assure
    учитывать помнить внимание напоминать означать предусматривать предусмотреть указать указано
    устанавливать установить установлено подтверждать гарантировать знать известно согласный важно
    договориться определить определять закрепить прописать отметить отмечать заметить ввиду вид
    сообщать уведомлять информировать предупреждать заключаться состоять понятно ясно видно
    разъяснять разъяснить признать признавать решить решено исходить дело факт быть
    """.split()
)
"""Words whose ``that`` clause is said all the same, by lemma or as they stand."""

_CANCELLING = frozenset(
    """
    repealed revoked rescinded withdrawn cancelled canceled deleted removed obsolete outdated
    superseded wrong false untrue incorrect myth misconception former formerly draft proposed
    proposal expired void deprecated question
    отменено отменен отменена отменены утратило утратил утратила недействительно недействителен
    неверно неправильно ошибочно ложно ложь миф заблуждение исключено исключен исключена
    проект черновик прежний прежняя прежде ранее раньше неправда вопрос
    """.split()
)
"""A line that opens with one of them and a colon says that the rest does not hold."""

_TEXTS = frozenset(
    "statement version wording text claim редакция версия формулировка текст утверждение силу".split()
)

_REPORTED = "the evidence does not say so outright: it is reported, asked, demanded or taken back"


def frame_findings(pair: Pair) -> Iterator[Finding]:
    """``It is not true that …``, ``Repealed: …``, ``The seller told the buyer that …``, questions."""
    evidence, claim = pair.evidence, pair.claim
    if is_withheld(evidence.text) and not is_withheld(claim.text):
        yield Finding("uncertain", "modality", _REPORTED, veiled=True)
    elif (head := _embedding(pair)) is not None:
        span = head.start, head.end
        if _is_denial(evidence, head):
            reason = "the evidence says that this is not so"
            yield Finding("contradicted", "negation", reason, span, veiled=True)
        else:
            yield Finding("uncertain", "modality", _REPORTED, span, veiled=True)
    elif _is_quoted(pair):
        yield Finding("uncertain", "modality", _REPORTED, veiled=True)


def is_withheld(text: str) -> bool:
    """Whether a whole text is a question, or opens with a word that takes it back."""
    if text.rstrip(' "»”').endswith("?"):
        return True
    label, colon, _ = text.partition(":")
    names = re.findall(r"[^\W\d_]+", label.casefold())
    if not colon or not 0 < len(names) <= _LONGEST_LABEL or _CANCELLING.isdisjoint(names):
        return False
    return names[-1] in _CANCELLING | _TEXTS  # not "cancelled orders:"


def _embedding(pair: Pair) -> Word | None:
    """The word whose ``that`` clause holds the claim, where that does not say that it is so."""
    sentence = pair.evidence
    found = read(sentence.text, sentence.language)
    for at in _complementisers(sentence, found):
        start = max((n + 1 for n in range(at) if found[n].text in _STRONG), default=0)
        end = next((n for n in range(at, len(found)) if found[n].text in _STRONG), len(found))
        if not any(at < e.token < end and not e.light for _, e in pair.matched()):
            continue
        matrix = [(n, w) for n, w in enumerate(sentence.words) if start <= w.token < at]
        near = [
            (n, word)
            for n, word in matrix
            if word.token >= at - _HEAD_REACH and word.form.lemma != "тот"
        ]
        if not near or _is_split(pair, found, matrix) or _is_remark(found, at, near[-1][1]):
            continue
        number, head = near[-1]
        denied = any(start <= mark.token < at for mark in sentence.negators)
        if number in pair.alignment.partners or (not denied and _says_so(head)):
            continue
        return head
    return None


_TRUE = frozenset("true case correct right so действительность правда верно верный".split())
_UNTRUE = frozenset(
    (
        "false untrue wrong incorrect misconception myth fallacy неверно неверный неправда ошибочно ложь"
        " заблуждение миф неправильно"
    ).split()
)


def _is_denial(sentence: Sentence, head: Word) -> bool:
    """``It is not true that …``, ``неверно, что …``."""
    before = [mark for mark in sentence.negators if mark.token < head.token]
    table = _TRUE if len(before) == 1 else _UNTRUE
    names = {head.text, head.form.lemma}
    return len(before) == len(sentence.negators) < 2 and not table.isdisjoint(names)


def _says_so(head: Word) -> bool:
    return not _SAYING.isdisjoint((head.text, head.form.lemma))


def _complementisers(sentence: Sentence, found: Sequence[Token]) -> Iterator[int]:
    """Where a clause with ``that`` or ``что`` starts; not ``at that time``, ``provided that``."""
    conditional = {n for mark in sentence.conditions for n in range(mark.token, mark.after)}
    russian = sentence.language == "ru"
    for at in range(1, len(found) - 1):
        text, before = found[at].text, found[at - 1].text
        if at in conditional:
            continue
        if russian and text in ("что", "чтобы"):
            starts = before == ","
        elif text == "that":
            starts = before not in _BEFORE_NOUN
        else:
            starts = text == "whereby" or (before in _UNDER and form(text).lemma in _WHICH)
        if starts:
            yield at


_WHICH = frozenset(("which", "который"))
_UNDER = frozenset("under by according-to to согласно по при".split())
"""``the clause under which``: it may hold or not."""


def _is_split(pair: Pair, found: Sequence[Token], matrix: Sequence[tuple[int, Word]]) -> bool:
    """``It is the garden that the tenants share``: one statement in two parts."""
    cleft = [token.text for token in found[:2]] in (["it", "is"], ["it", "was"])
    return cleft and any(n in pair.alignment.partners and not w.light for n, w in matrix)


def _is_remark(found: Sequence[Token], at: int, head: Word) -> bool:
    """``2 мл раствора, что соответствует 50 мг``: said of all that comes before."""
    return head.form.pos == "NOUN" and "fin" in form(found[at + 1].text).features


_BEFORE_NOUN = frozenset(
    "is in on at of by for from to into with after before until during so such if than".split()
)
"""Behind them ``that`` points at a noun, or says what a rule or an error is."""


def _is_quoted(pair: Pair) -> bool:
    """Whether all of the claim stands in quotation marks, and the evidence says something of it."""
    places = [match.span() for match in _QUOTED.finditer(pair.evidence.text)]
    matched = [e for _, e in pair.matched() if not e.light]
    partners = pair.alignment.partners
    for start, end in places:
        inside = [e for e in matched if start <= e.start < end]
        outside = (
            not word.light and number not in partners and not start <= word.start < end
            for number, word in enumerate(pair.evidence.words)
        )
        if len(inside) >= _LEAST_QUOTED and len(inside) == len(matched) and any(outside):
            return True
    return False

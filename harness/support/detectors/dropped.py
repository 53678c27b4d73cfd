"""What the claim leaves out although it makes the statement narrower: when, whose, to whom.

In Russian an attribute narrows the subject, of which the rule speaks; that of another noun is
taken for a name in full (``аптечка похода``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from harness.support.clauses import PREPOSITIONS
from harness.support.detectors.pair import Finding, Pair, only_with
from harness.support.detectors.rhythm import rates
from harness.support.idioms import read
from harness.support.layout import EMPTY_PARTICIPLES
from harness.support.lexicon import ARTICLES
from harness.support.sentence import Sentence, Word
from harness.support.values import Value
from harness.support.verbs_en import SURE

_TIMES = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter holiday"
    " weekend night weekday понедельник вторник среда четверг пятница суббота воскресенье весна лето"
    " осень зима праздник выходной ночь".split()
)
_GRANTING = frozenset(
    "request demand application approval discretion decision consent agreement permission order"
    " presentation"
    " решение усмотрение согласование запрос требование желание просьба разрешение согласие".split()
)
"""``on request``, ``по решению``: somebody may refuse."""
_TIMES_OF_DAY = frozenset("ночью днем утром вечером зимой летом весной осенью nightly".split())
_BINDING = re.compile(
    r"(?:(?<!,)\swhil(?:e|st)|\s(?:until|till|during|пока|во время|на время|на период|в период))\s"
    r"|\s(?:minus|less an?|after (?:the )?deduction of|against|in the form of|as an?|в виде"
    r"|за вычетом|за (?=(?:дополнительную |отдельную )?(?:до)?плату)|within (?=(?:the )?[a-z])"
    r"|inside|outside|в пределах|за пределами|на территории"
    r"|под (?=залог|поручительств|расписк|гаранти|подпис))\b",
    re.IGNORECASE,
)
"""What ends or halves a statement: ``while the train is moving``, ``minus a handling charge``."""
_THOSE = frozenset("those anyone everyone people persons".split())
_OPENING = 3  # tokens in which a sentence may open with "those who"
_PERSONS = ("ers", "ors", "ees", "ents", "ants", "ists", "ians", "es")


def converse_findings(pair: Pair) -> Iterator[Finding]:
    """``If A, B`` does not say ``if B, A``."""
    pairs = [(c, e) for c, e in pair.matched() if not e.light]
    became = next((e for c, e in pairs if c.condition == "if" and not e.condition), None)
    if became is not None and any(e.condition == "if" and not c.condition for c, e in pairs):
        yield only_with(became.text, (became.start, became.end))


def dropped_findings(pair: Pair) -> Iterator[Finding]:
    """The first word or value that narrows the evidence and that the claim does not have."""
    if "|" in pair.evidence.text:
        return
    for test in (
        _whose,
        _head,
        _when,
        _right_when,
        _on_what,
        _to_whom,
        _with,
        _bounded,
        _participle,
        _alternative,
        _those,
    ):
        word = test(pair)
        if word is not None:
            yield only_with(word.text, (word.start, word.end))
            return
    for value in (
        *_which(pair),
        *_or_value(pair),
        *_within(pair),
        *_until_when(pair),
        *_rider(pair),
    ):
        yield only_with(value.text, (value.start, value.end))
        return
    for match in (*_per_what(pair), *_part_of_it(pair)):
        yield only_with(match[0].strip(), match.span())
        return


def _strangers(pair: Pair) -> Iterator[tuple[int, Word]]:
    """Heavy words the claim does not have, in segments that hold words of it."""
    engaged = {e.segment for _, e in pair.matched() if not e.light}
    for n, word in pair.added():
        if not word.code and word.segment in engaged:
            yield n, word


def _is_said(pair: Pair, word: Word) -> bool:
    """Whether a word stands behind the start of its clause's predicate."""
    start = pair.evidence.predicates.get(word.clause)
    return start is not None and word.token > start


def _whose(pair: Pair) -> Word | None:
    """``данные журнала``, ``сотрудники берлинского офиса``."""
    if pair.evidence.language != "ru":
        return None
    words = pair.evidence.words
    places = {word.token: n for n, word in enumerate(words)}
    for _, word in _strangers(pair):
        if word.relation or "gent" not in word.form.cases:
            continue
        n = places.get(word.token - 1, -1)
        while n >= 0 and n not in pair.alignment.partners and "full" in words[n].form.features:
            n = places.get(words[n].token - 1, -1)
        head = words[n].form if n in pair.alignment.partners else None
        if head and head.pos == "NOUN" and "nomn" in head.cases:  # not in "в аптечку похода"
            return word
    return None


def _head(pair: Pair) -> Word | None:
    """``попытка кражи`` is no theft, and ``wine glasses`` are no wine."""
    if pair.claim.values:
        return None  # "возраст заявителя - 21 год": the value names what is measured
    words, known = pair.evidence.words, pair.alignment.reachable
    followed = {word.token - 1 for word in pair.claim.words}
    for c, n in pair.alignment.pairs.items():
        mine, its = pair.claim.words[c], words[n]
        if pair.evidence.language == "ru":
            head = words[n - 1] if n and n - 1 not in known else None
            hangs = head and _hangs_on(its, head) and not _hangs_as_well(mine, its)
        else:
            head = words[n + 1] if n + 1 < len(words) and n + 1 not in known else None
            compound = head and head.token == its.token + 1 and mine.token not in followed
            noun = head and (_is_plural(head) or _ends_phrase(pair.evidence, its, head))
            hangs = compound and noun and its.form.lemma not in SURE
        if head and hangs and not head.light and head.segment == its.segment:
            return head
    return None


def _ends_phrase(sentence: Sentence, word: Word, head: Word) -> bool:
    """``get a car park``: what stands last between an article and the end is the noun."""
    texts = [token.text for token in read(sentence.text, sentence.language)]
    opened = word.token > 0 and texts[word.token - 1] in ARTICLES
    after = texts[head.token + 1] if head.token + 1 < len(texts) else "."
    return opened and not head.text.endswith("ly") and (after in PREPOSITIONS or after in ".,;")


def _hangs_on(word: Word, head: Word) -> bool:
    """``попытка кражи``, ``бокалы для вина``."""
    close = head.token == word.token - 1 and "gent" in word.form.cases
    return word.form.pos == head.form.pos == "NOUN" and (close or word.relation == "for")


def _hangs_as_well(mine: Word, its: Word) -> bool:
    return (
        "gent" in mine.form.cases or mine.form.pos != "NOUN" or mine.relation == its.relation != ""
    )


def _is_plural(word: Word) -> bool:
    lemma = word.form.lemma
    return lemma not in SURE and word.text.endswith("s") and word.text != lemma


def _when(pair: Pair) -> Word | None:
    """``in winter``, ``on request``, ``при обращении``, ``outside the town``."""
    russian = pair.evidence.language == "ru"
    for _, word in _strangers(pair):
        timed = word.form.lemma in _TIMES and (russian or word.relation)
        timed = timed or word.text in _TIMES_OF_DAY
        granted = _is_granting(word)
        bounded = word.relation in ("outside", "without") or (russian and word.relation == "at")
        if timed or granted or bounded:
            return word
    clauses = {e.clause for _, e in pair.matched() if not e.light}
    aside = (word for _, word in pair.added() if word.clause in clauses)
    return next((word for word in aside if _is_granting(word)), None)  # "may, with approval, …"


def _right_when(pair: Pair) -> Word | None:
    """``may take leave after a year of service``, ``may change it yearly``: a right for some time."""
    allowed = _permitted(pair.evidence)
    timed = any(word.relation in ("after", "before") for word in pair.claim.words)
    rated = {rate.number for rate in rates(pair.evidence)} if not any(rates(pair.claim)) else set()
    known = pair.alignment.reachable
    for number, word in enumerate(pair.evidence.words) if allowed else ():
        if number in known:
            continue
        late = word.relation in ("after", "before") and not timed
        if word.clause in allowed and (late or number in rated):
            return word
    return None


def _permitted(sentence: Sentence) -> set[int]:
    """Numbers of the clauses that say what may be done."""
    return {mark.clause for mark in sentence.modals if mark.tag == "permission"}


_REDUCING = frozenset(
    "discount reduction rebate tax ban limit скидка налог запрет лимит льгота".split()
)


def _on_what(pair: Pair) -> Word | None:
    """``a discount on books``: no discount on all there is."""
    matched = {e.token for _, e in pair.matched() if e.form.lemma in _REDUCING}
    own = any(word.relation == "on" for word in pair.claim.words)
    for _, word in _strangers(pair) if matched and not own else ():
        if word.relation == "on" and any(0 < word.token - at <= _ON_REACH for at in matched):
            return word
    return None


_ON_REACH = 5  # tokens: "скидку 10 % на все книги"


def _is_granting(word: Word) -> bool:
    return word.form.lemma in _GRANTING and bool(word.relation) and word.relation != "of"


def _to_whom(pair: Pair) -> Word | None:
    """``to nurses``, ``медсёстрам``, where the claim names nobody."""
    if any("datv" in e.form.cases or e.relation == "to" for _, e in pair.matched()):
        return None
    for _, word in _strangers(pair):
        if pair.evidence.language == "ru":
            meant = "datv" in word.form.cases and "anim" in word.form.features
            if meant and not word.relation:
                return word
        elif word.relation == "to" and word.text.endswith(_PERSONS):
            return word
    return None


def _with(pair: Pair) -> Word | None:
    """``is waived with a voucher``; not ``со дня обращения``, which tells from when."""
    found = (word for _, word in _strangers(pair) if word.relation == "with" and _is_tool(word))
    return next((word for word in found if _is_said(pair, word)), None)


def _is_tool(word: Word) -> bool:
    return not word.form.cases or "ablt" in word.form.cases


def _bounded(pair: Pair) -> Word | None:
    """``while the train is moving``, ``за вычетом комиссии``."""
    for match in _BINDING.finditer(pair.evidence.text):
        behind = [(n, w) for n, w in enumerate(pair.evidence.words) if w.start >= match.end() - 1]
        own = next(((n, w) for n, w in behind if not w.light), None)
        if own and own[0] not in pair.alignment.reachable and own[1].start - match.end() < _NEAR:
            return own[1]
    return None


_NEAR = 12  # characters between what binds and the word it binds to


def _participle(pair: Pair) -> Word | None:
    """``отработавшие год сотрудники``, ``employees hired before May``."""
    words = pair.evidence.words
    for n, word in _strangers(pair):
        if pair.evidence.language == "ru":
            narrows = {"prtf", "full"} <= word.form.features and "nomn" in word.form.cases
            if narrows and word.form.lemma not in EMPTY_PARTICIPLES:
                return word
            continue
        behind = n and n - 1 in pair.alignment.partners and words[n - 1].token == word.token - 1
        start = pair.evidence.predicates.get(word.clause)
        before = start is not None and word.token < start
        if behind and before and not word.passive and word.text.endswith(("ed", "ing")):
            return word
    return None


def _alternative(pair: Pair) -> Word | None:
    """``бесплатно или за плату`` says neither of the two; of two ways either may be taken."""
    evidence = pair.evidence
    modals = (*evidence.modals, *pair.claim.modals)
    free = any(mark.tag in ("permission", "ban", "optional") for mark in modals)
    if free or evidence.negators or "or" in pair.claim.joins.values():
        return None
    for _, word in pair.added():
        other = not word.condition and evidence.joins.get(word.segment) == "or"
        if other and _is_said(pair, word):
            return word
    return None


def _or_value(pair: Pair) -> Iterator[Value]:
    """``every 12 months or 10 000 km``, where the claim has one of the two."""
    texts = [token.text for token in read(pair.evidence.text, pair.evidence.language)]
    for one, other in pairwise(pair.evidence.values):
        between = texts[one.after : other.first]
        joined = between[:1] in (["or"], ["или"]) and len(between) <= _SHORT_JOIN
        if joined and pair.has_value(one) != pair.has_value(other):
            yield other if pair.has_value(one) else one


_WINDOW = frozenset("in within during per over за в течение any each".split())


def _within(pair: Pair) -> Iterator[Value]:
    """``up to 8 tablets in 24 hours``, where the claim has the tablets alone."""
    texts = [token.text for token in read(pair.evidence.text, pair.evidence.language)]
    places = zip(pair.evidence.values, pair.evidence.value_segments, strict=True)
    for (bound, here), (time, there) in pairwise(places):
        bounded = bound.limit != "eq" and bound.dimension != "time" and pair.has_value(bound)
        timed = time.dimension == "time" and here == there and not pair.has_value(time)
        if bounded and timed and texts[time.first - 1] in _WINDOW:
            yield time


def _rider(pair: Pair) -> Iterator[Value]:
    """``2 % of the sum, but at least 10 euros``, where the claim has the share alone."""
    text = pair.evidence.text
    for one, other in pairwise(pair.evidence.values):
        between = text[one.end : other.start]
        bound = other.limit in ("ge", "gt", "le", "lt") and other.dimension.startswith("money")
        added = "," in between or "(" in between
        told = bound and added and ";" not in between and not _starts_anew(between)
        if told and pair.has_value(one) and not pair.has_value(other):
            yield other


def _starts_anew(between: str) -> bool:
    """Whether a statement of its own starts there: it has more words than a rider."""
    return len(between.split()) > _LONGEST_RIDER


_LONGEST_RIDER = 7  # words


def _until_when(pair: Pair) -> Iterator[Value]:
    """``can be cancelled within 14 days``, ``may change it once a year``: a right for some time."""
    evidence = pair.evidence
    allowed = _permitted(evidence)
    if not allowed or pair.claim.values:
        return
    for value, clause in zip(evidence.values, evidence.value_clauses, strict=True):
        if clause in allowed and value.dimension in ("time", "times"):
            yield value


_PER_WHAT = {
    "en": re.compile(
        r"\s(?:per \w+|each|apiece|a head|(?:for|on) (?:each|every) \w+)\b", re.IGNORECASE
    ),
    "ru": re.compile(
        r"(?:\s[\w-]+){0,2}?\s(?:(?:за|с|на|по) кажд\w+|(?:с|на|за) человека|за (?:штуку|единицу|место))",
        re.IGNORECASE,
    ),
}


_PART_OF_IT = re.compile(
    r"\b(?:half|a third|a quarter|part|a part|a portion|most|the majority) of\b"
    r"|\b(?:половин[ау]|треть|четверть|част[ьи]|доля|большинство) ",
    re.IGNORECASE,
)


def _part_of_it(pair: Pair) -> Iterator[re.Match[str]]:
    """``half of the fee is waived``, where the claim speaks of the fee."""
    found = _PART_OF_IT.search(pair.evidence.text)
    if found is None or _PART_OF_IT.search(pair.claim.text) or pair.claim.values:
        return
    if any(0 <= e.start - found.end() <= _NEAR for _, e in pair.matched()):
        yield found


def _per_what(pair: Pair) -> Iterator[re.Match[str]]:
    """``5 euros per person``, ``1 % суммы за каждый день``, where the claim has the amount alone."""
    sentence = pair.evidence
    pattern = _PER_WHAT.get(sentence.language, _PER_WHAT["en"])
    for value in sentence.values if not pattern.search(pair.claim.text) else ():
        plain = value.dimension == "percent" or value.dimension.startswith("money")
        found = pattern.match(sentence.text, value.end) if plain and not value.per else None
        if found is not None and pair.has_value(value):
            yield found


_SHORT_JOIN = 6  # tokens: "or every", "or, for foreigners,"


def _those(pair: Pair) -> Word | None:
    """``Those who book online …``, ``Booking online, you …``."""
    if pair.evidence.language == "ru":
        return None
    texts = [token.text for token in read(pair.evidence.text, "en")]
    opening = [
        (start, end)
        for start, end in pair.evidence.relatives
        if 0 < start < _OPENING and texts[start - 1] in _THOSE
    ]
    if "," in texts and texts[0].endswith("ing"):
        opening.append((-1, texts.index(",")))
    for _, word in pair.added():
        if any(start < word.token < end for start, end in opening):
            return word
    return None


def _which(pair: Pair) -> Iterator[Value]:
    """``the first copy``, ``in July``, where the claim names none."""
    matched = {e.token for _, e in pair.matched()}
    segments = {e.segment for _, e in pair.matched()}
    kinds = {value.kind for value in pair.claim.values}
    for value, segment in zip(pair.evidence.values, pair.evidence.value_segments, strict=True):
        if value.kind in kinds:
            continue
        ordinal = value.kind == "ordinal" and value.after in matched
        month = value.date is not None and value.date.year is None and value.date.day is None
        month = month and segment in segments
        if ordinal or month:
            yield value

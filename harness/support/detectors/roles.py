"""Order in time and space, and who does it to whom."""

from __future__ import annotations

from collections.abc import Iterator

from harness.support.comparing import compare
from harness.support.detectors.pair import Finding, Pair, in_doubt
from harness.support.morphology import readings
from harness.support.reading import denies
from harness.support.sentence import Sentence, Word
from harness.support.units import UNITS

_OPPOSED_RELATIONS: tuple[set[str], ...] = (
    {"before", "after"},
    {"above", "below"},
    {"inside", "outside"},
    {"in", "outside"},
    {"despite", "because"},
)

_ORDER = frozenset(("before", "after", "instead", "despite", "because"))

_MIRROR = ({"before", "after"}, {"above", "below"})


def order_findings(pair: Pair) -> Iterator[Finding]:
    """``before`` against ``after`` on the same word, ``despite`` against ``because``."""
    anchored = {c.relation for c, e in pair.matched() if c.relation == e.relation}
    for c, e in pair.matched():
        tags = {c.relation, e.relation}
        if _is_conjunction(pair, tags):
            continue
        if (tags & _ORDER) <= anchored and tags & _ORDER:
            continue
        if tags in _OPPOSED_RELATIONS:
            if _is_said_again(pair, c, e) or _is_denied_beside(pair, tags):
                continue
            reason = f"the evidence says {e.relation!r} {e.text!r}, the claim {c.relation!r}"
            yield Finding("contradicted", "order", reason, (e.start, e.end))
            return
        conditional = "" in tags and bool(c.condition or e.condition)  # "once opened", "if opened"
        apart = len(tags) == 2 and tags & _ORDER and not conditional
        if tags == {"from", "to"} or (apart and not _is_mirrored(pair)):
            yield Finding(
                "uncertain", "order", f"the place of {e.text!r} differs", (e.start, e.end)
            )
            return


def _is_denied_beside(pair: Pair, tags: set[str]) -> bool:
    """``valid until noon`` and ``invalid after noon``: one of the two is denied as well."""
    if tags != {"before", "after"}:
        return False
    denied = denies(pair.claim) != denies(pair.evidence)
    return denied or bool(pair.opposites) or _has_prefixed(pair)


def _has_prefixed(pair: Pair) -> bool:
    """Whether a word the evidence lacks is denied by its prefix: ``недействителен``."""
    lost = (pair.claim.words[n] for n in pair.alignment.missing)
    return any(word.text.startswith(("не", "in", "un")) for word in lost)


def _is_said_again(pair: Pair, c: Word, e: Word) -> bool:
    """``weighed before feeding and after feeding``: the word stands there with that relation too."""
    return any(
        other is not e and other.form.lemma == e.form.lemma and other.relation == c.relation
        for other in pair.evidence.words
    )


def _is_conjunction(pair: Pair, tags: set[str]) -> bool:
    """Whether both sides give a reason, or something in the way, and only say so differently."""
    conceding = pair.claim.conceding and pair.evidence.conceding
    causal = pair.claim.causal and pair.evidence.causal
    return (conceding and tags <= {"", "despite"}) or (causal and tags <= {"", "because", "after"})


def _is_mirrored(pair: Pair) -> bool:
    """``A before B`` and ``B after A`` say the same."""
    claim = {c.relation for c, _ in pair.matched()} & _ORDER
    evidence = {e.relation for _, e in pair.matched()} & _ORDER
    return len(claim) == len(evidence) == 1 and claim | evidence in _MIRROR


def role_findings(pair: Pair) -> Iterator[Finding]:
    """Who does it to whom: two words that have changed places."""
    items = [(c, e) for c, e in pair.matched() if not e.light]
    counted = pair.claim.quantifiers or pair.evidence.quantifiers  # "часть сотрудников"
    russian = pair.evidence.language == "ru" and not counted
    changed, half = _swapped_cases(pair, items) if russian else (None, None)
    for number, first in enumerate(items):
        for second in items[number + 1 :]:
            if first[1].form.lemma == second[1].form.lemma:
                continue
            if changed is None and _swapped(pair, first, second):
                changed = first[1], second[1]
    if changed:
        reason = f"{changed[0].text!r} and {changed[1].text!r} have changed places"
        yield Finding("contradicted", "entity", reason, (changed[0].start, changed[0].end))
    elif agent := _misplaced_agent(pair, items):
        reason = f"{agent.text!r} does it in one, and it is done to {agent.text!r} in the other"
        yield Finding("contradicted", "entity", reason, (agent.start, agent.end))
    elif doer := _doer_made_object(pair) or _agent_made_subject(pair):
        reason = f"{doer.text!r} does it in one, and it may be done to {doer.text!r} in the other"
        yield Finding("uncertain", "entity", reason, (doer.start, doer.end))
    elif russian and (noun := _exchanged_in_doubt(pair, items)):
        yield in_doubt(noun)
    elif half:
        reason = f"{half.text!r} plays another part in the evidence"
        yield Finding("uncertain", "entity", reason, (half.start, half.end))


COPULAS = frozenset("называться являться признаваться считаться".split())
"""``офертой называется предложение``: what stands in which case says nothing there."""


def _doer_made_object(pair: Pair) -> Word | None:
    """``the agency is audited`` beside ``the agency audits the firm``."""
    items = list(pair.matched())
    for c, e in items:
        sides = ((c, e, 0, pair.evidence), (e, c, 1, pair.claim))
        for passive, active, side, sentence in sides:
            if not passive.passive or not _has_object(active, sentence):
                continue
            for noun in items:
                subject = noun[side].token < passive.token and not noun[side].relation
                doer = noun[1 - side]
                if subject and doer.token == active.token - 1 and not doer.relation:
                    return noun[1]
    return None


def _agent_made_subject(pair: Pair) -> Word | None:
    """``the owner is informed`` beside ``the tenant is informed by the owner``."""
    items = list(pair.matched())
    for c, e in items:
        for agent, other, side in ((c, e, 0), (e, c, 1)):
            if agent.relation != "by" or other.relation or agent.form.lemma in UNITS:
                continue
            verbs = [v for v in items if v[0].passive and v[1].passive]
            if any(
                0 < agent.token - v[side].token <= _PHRASE and other.token < v[1 - side].token
                for v in verbs
            ):
                return e
    return None


def _has_object(verb: Word, sentence: Sentence) -> bool:
    """Whether an English verb in the third person has an object: ``audits the firm``."""
    if verb.passive or verb.form.pos or verb.text != verb.form.lemma + "s":
        return False
    near = [w for w in sentence.words if 0 < w.token - verb.token <= _PHRASE]
    return any(not w.relation and not _is_adverb(w) for w in near)


def _swapped_cases(
    pair: Pair, items: list[tuple[Word, Word]]
) -> tuple[tuple[Word, Word] | None, Word | None]:
    """A Russian noun that was the subject and is not, and one the other way round; or only one."""
    verbs = [(c, e) for c, e in items if c.form.pos == e.form.pos == "VERB"]
    words = (*pair.claim.words, *pair.evidence.words)
    if any(word.form.lemma in COPULAS for word in words):
        return None, None
    if not any(c.form == e.form or _both_do(c, e) for c, e in verbs):
        return None, None
    nouns = [(c, e) for c, e in items if c.form.cases and e.form.cases]
    lost = [e for c, e in nouns if c.form.cases == _SUBJECT and "nomn" not in e.form.cases]
    gained = [e for c, e in nouns if e.form.cases == _SUBJECT and "nomn" not in c.form.cases]
    both = (lost[0], gained[0]) if lost and gained else None
    if both is None and len(lost) + len(gained) == 1 and any(_is_active(c, e) for c, e in verbs):
        ambiguous = [e for c, e in nouns if c.form.cases & e.form.cases >= _IN_DOUBT]
        one = (lost or gained)[0]
        if len(ambiguous) == 1 and not one.relation and one.segment == ambiguous[0].segment:
            both = one, ambiguous[0]
    return both, next(iter([*lost, *gained]), None)


_SUBJECT = frozenset(("nomn",))
_IN_DOUBT = frozenset(("nomn", "accs"))
"""``банк``: the subject where the other noun is not, and the object where it is."""


def _exchanged_in_doubt(pair: Pair, items: list[tuple[Word, Word]]) -> Word | None:
    """``поезд пропускает автобус``: where both may be either, their order tells who does it."""
    verbs = [(c, e) for c, e in pair.matched() if _is_active(c, e)]
    nouns = [
        (c, e)
        for c, e in items
        if not (c.relation or e.relation) and c.form.cases & e.form.cases >= _IN_DOUBT
    ]
    for verb in verbs:
        sides = [(c.token < verb[0].token, e.token < verb[1].token) for c, e in nouns]
        if (True, False) in sides and (False, True) in sides:
            one, other = (nouns[sides.index(side)][1] for side in ((True, False), (False, True)))
            if readings(one.text)[0].number == readings(other.text)[0].number:
                return one  # "талоны выдает отдел": the verb agrees with one alone
    return None


def _both_do(claim: Word, evidence: Word) -> bool:
    """``осматривают`` and ``осматривает``: one verb, passive on neither side."""
    same = claim.form.lemma == evidence.form.lemma
    finite = all("fin" in w.form.features and not _is_passive(w) for w in (claim, evidence))
    return same and finite


def _is_active(claim: Word, evidence: Word) -> bool:
    return claim.form == evidence.form and "fin" in claim.form.features and not _is_passive(claim)


def _misplaced_agent(pair: Pair, items: list[tuple[Word, Word]]) -> Word | None:
    """The agent of a passive (``warned by the auditor``) that the active side has as its object."""
    for c, e in items:
        if sum(o.form.lemma == e.form.lemma for o in pair.evidence.words) > 1:
            continue
        for agent, other, passive, active in ((e, c, 1, 0), (c, e, 0, 1)):
            if pair.evidence.language == "ru":
                misplaced = _is_russian_object(agent, other, items, passive)
            else:
                everything = list(pair.matched())
                misplaced = _is_english_object(agent, other, everything, passive, active)
            if misplaced:
                return e
    return None


def agents(sentence: Sentence) -> list[Word]:
    """Who does what a passive says is done: ``by the supplier``, ``поставщиком``."""
    if sentence.language != "ru":
        return [
            word
            for word in sentence.words
            if word.relation == "by"
            and word.form.lemma not in UNITS
            and not word.text.endswith("ing")
            and _is_behind_passive(sentence, word)
        ]
    return [
        word
        for word in sentence.words
        if word.form.cases == frozenset(("ablt",))
        and not word.relation
        and _is_behind_passive(sentence, word)
    ]


def _is_behind_passive(sentence: Sentence, agent: Word) -> bool:
    return any(
        0 < agent.token - word.token <= _PHRASE + 1
        and (word.passive or (word.form.pos == "VERB" and _is_passive(word)))
        for word in sentence.words
    )


def _is_russian_object(
    agent: Word, other: Word, items: list[tuple[Word, Word]], passive: int
) -> bool:
    if agent.form.cases != frozenset(("ablt",)) or not other.form.cases:
        return False
    changed = any(
        _is_passive(pair[passive])
        and not _is_passive(pair[1 - passive])
        and abs(pair[passive].token - agent.token) <= _PHRASE
        and pair[passive].segment == agent.segment
        for pair in items
        if pair[0].form.pos == pair[1].form.pos == "VERB"
    )
    return changed and not other.form.cases & {"nomn", "ablt"}


def _is_passive(word: Word) -> bool:
    return "pssv" in word.form.features or word.form.lemma.endswith("ся")


def _is_english_object(
    agent: Word, other: Word, items: list[tuple[Word, Word]], passive: int, active: int
) -> bool:
    if agent.relation != "by" or other.relation or agent.form.lemma in UNITS:
        return False  # "by the fifth day" names no agent
    before = [
        pair
        for pair in items
        if pair[passive].token < agent.token and pair[passive].relation != "by"
    ]
    if len(before) < 2:
        return False
    verbs = [pair for pair in before if pair[passive].passive] or before
    verb = max(verbs, key=lambda pair: pair[passive].token)
    return verb[active].token < other.token


_PHRASE = 3  # tokens within which two words may stand in one phrase


def _swapped(pair: Pair, one: tuple[Word, Word], two: tuple[Word, Word]) -> bool:
    (c1, e1), (c2, e2) = one, two
    # "the erasure of the data", "the data are erased": a verb plays no part
    verbal = any(not c.form.pos and c.passive != e.passive for c, e in (one, two))
    if verbal or len({w.form.pos for w in (c1, c2, e1, e2)}) > 1:
        return False  # "гарантийный срок" for "срок гарантии"
    if (c1.token < c2.token) == (e1.token < e2.token) or _are_listed(pair, one, two):
        return _relations_exchanged(c1, c2, e1, e2)
    if c1.relation != c2.relation:
        apart = abs(c1.token - c2.token) > _PHRASE and abs(e1.token - e2.token) > _PHRASE
        ordered = {c1.relation, c2.relation} & _ORDER
        apart = apart and not (ordered and denies(pair.claim) != denies(pair.evidence))
        return (c1.relation, c2.relation) == (e2.relation, e1.relation) and (apart or not ordered)
    together = _in_one_clause(pair.claim, c1, c2) and _in_one_clause(pair.evidence, e1, e2)
    if pair.voice_changed() or not together:
        return False
    if pair.evidence.language == "ru" or {w.relation for w in (c1, c2, e1, e2)} != {""}:
        return False
    return _has_between(pair, c1, c2, e1, e2)


def _in_one_clause(sentence: Sentence, one: Word, other: Word) -> bool:
    """Whether nothing parts two words but a condition: ``the bank, if asked, informs the client``."""
    first, last = sorted((one.clause, other.clause))
    conditional = {mark.clause for mark in sentence.conditions}
    return first == last or (
        last == first + 2 and conditional.isdisjoint((first, last)) and first + 1 in conditional
    )


_PARTIES = frozenset(("by", "for", "to", "from", "with", "without"))


def _relations_exchanged(c1: Word, c2: Word, e1: Word, e2: Word) -> bool:
    """``trained by the blind for volunteers`` and ``for the blind by volunteers``."""
    own, its = (c1.relation, c2.relation), (e2.relation, e1.relation)
    return own == its and own[0] != own[1] and _PARTIES.issuperset(own)


def _are_listed(pair: Pair, one: tuple[Word, Word], two: tuple[Word, Word]) -> bool:
    """Whether two words are things of one list on both sides, in whatever order."""
    return all(
        _in_one_list(sentence, one[side], two[side])
        for side, sentence in enumerate((pair.claim, pair.evidence))
    )


def _in_one_list(sentence: Sentence, one: Word, other: Word) -> bool:
    """``in Rome and Milan``: the last word of a statement and one that starts what is added to it."""
    first, last = sorted((one, other), key=_token)
    held = {word.segment for word in sentence.words}  # none between ", and"
    added = held.intersection(range(first.segment + 1, last.segment + 1))
    ends = all(w.token <= first.token for w in sentence.words if w.segment == first.segment)
    starts = all(w.token >= last.token for w in sentence.words if w.segment == last.segment)
    return bool(added) and ends and starts and sentence.listed.issuperset(added)


def _has_between(pair: Pair, c1: Word, c2: Word, e1: Word, e2: Word) -> bool:
    """Whether one matched word (the verb) stands between the two on both sides."""
    mine, its = sorted((c1, c2), key=_token), sorted((e1, e2), key=_token)
    between = [
        (c, e)
        for c, e in pair.matched()
        if mine[0].token < c.token < mine[1].token
        and its[0].token < e.token < its[1].token
        and not c.proper
        and c.passive == e.passive
    ]
    if pair.claim.modals or pair.claim.negators:  # "parents must sign, children need not"
        return bool(between)
    told_apart = _is_accompanied(pair, c1, e1) and _is_accompanied(pair, c2, e2)
    return not all(
        told_apart and _is_left_out(c, *mine) and _is_left_out(e, *its) for c, e in between
    )


def _is_left_out(verb: Word, first: Word, last: Word) -> bool:
    """Whether a verb is the first statement's own: ``coats hang in one room, bags in the other``."""
    return verb.segment == first.segment != last.segment


def _is_accompanied(pair: Pair, claim: Word, evidence: Word) -> bool:
    """Whether another word or value goes with a word on both sides: ``bags in the first room``."""
    here = (claim.segment, evidence.segment)
    if any(
        (c.segment, e.segment) == here and c is not claim and not e.light for c, e in pair.matched()
    ):
        return True
    language = pair.evidence.language
    own = zip(pair.claim.values, pair.claim.value_segments, strict=True)
    values = [value for value, segment in own if segment == claim.segment]
    return any(
        compare(value, other, language).state == "same"
        for value in values
        for other in pair.values_in(evidence.segment)
    )


def displaced_findings(pair: Pair) -> Iterator[Finding]:
    """English words torn from their neighbours: word order carries the roles there.

    A phrase may move as a whole (``In 2021 …``) or with its preposition; a single word that
    stands among other words than in the evidence may play another part.
    """
    if pair.evidence.language == "ru" or "|" in pair.evidence.text or pair.voice_changed():
        return
    order = [(c, e) for c, e in pair.matched() if not e.light]
    if pair.evidence.text.casefold().startswith("the following "):
        return
    if _is_handed_over(pair) or _is_contained(pair):
        return
    kept = _rising([e.token for _, e in order])
    ranks = {e.token: rank for rank, e in enumerate(sorted((e for _, e in order), key=_token))}
    for number, (c, e) in enumerate(order):
        if number in kept or (c.relation == e.relation != "") or _is_adverb(e):
            continue
        if _moved_clause(order, c, e) or any(
            _turned_passive(order, n) for n in (number, number - 1, number + 1)
        ):
            continue
        if _exchanged_neighbours(order, number):
            reason = f"{e.text!r} and its neighbour have changed places"
            yield Finding("uncertain", "entity", reason, (e.start, e.end))
            return
        beside = [order[n][1] for n in (number - 1, number + 1) if 0 <= n < len(order)]
        apart = not any(abs(ranks[e.token] - ranks[other.token]) == 1 for other in beside)
        if apart and _is_reattached(order, number):
            reason = f"{e.text!r} stands among other words in the evidence"
            yield Finding("uncertain", "entity", reason, (e.start, e.end))
            return


_HANDING = frozenset("give send hand pay grant offer issue award show lend forward".split())


def _is_handed_over(pair: Pair) -> bool:
    """``the owner is given the report`` and ``the report is handed to the owner``."""
    words = list(pair.matched())
    verbs = [(c, e) for c, e in words if {c.form.lemma, e.form.lemma} <= _HANDING]
    for c, e in words:
        for given, to, side in ((c, e, 0), (e, c, 1)):
            if given.relation or to.relation != "to":
                continue
            shifted = [v for v in verbs if v[side].passive and given.token < v[side].token]
            if any(v[1 - side].token < to.token for v in shifted):
                return True
    return False


_CONTAINING = frozenset("include contain come comprise have supply deliver".split())


def _is_contained(pair: Pair) -> bool:
    """``the box contains filters`` and ``filters come in the box``; ``comes without batteries``."""
    sides = [
        {word.form.lemma for word in sentence.words} & _CONTAINING
        for sentence in (pair.claim, pair.evidence)
    ]
    return all(sides) and any({c.relation, e.relation} == {"inside", ""} for c, e in pair.matched())


def _exchanged_neighbours(order: list[tuple[Word, Word]], number: int) -> bool:
    """``the teacher's student`` for ``the student's teacher``: two words side by side."""
    c, e = order[number]
    for other in (number - 1, number + 1):
        if 0 <= other < len(order):
            c2, e2 = order[other]
            close = abs(c.token - c2.token) <= _BESIDE and abs(e.token - e2.token) <= _BESIDE
            turned = (c.token < c2.token) != (e.token < e2.token)
            joined = c.segment != c2.segment or e.segment != e2.segment
            same = {c.relation, c2.relation} == {e.relation, e2.relation} == {c.relation}
            if close and turned and same and not joined and not _is_adverb(e2):
                return True
    return False


def _turned_passive(order: list[tuple[Word, Word]], number: int) -> bool:
    """``the clerk signs the form`` and ``the form is signed``: the verb moves behind its object."""
    if not 0 <= number < len(order):
        return False
    c, e = order[number]
    if c.passive == e.passive:
        return False
    passive = 0 if c.passive else 1
    verb = order[number][passive]
    before = [pair for pair in order if pair[passive].token < verb.token]
    nouns = [pair for pair in before if not pair[passive].relation]
    after = [pair[1 - passive].token > order[number][1 - passive].token for pair in nouns]
    return bool(after) and all(after)


_BESIDE = 2  # tokens


def _is_reattached(order: list[tuple[Word, Word]], number: int) -> bool:
    """Whether a word stands right beside another word than in the evidence, or in another part."""
    c, e = order[number]
    if c.relation != e.relation or c.code or c.proper:
        return True
    mine = [other for other in order if other[0].token == c.token + 1]
    its = [other for other in order if other[1].token == e.token + 1]
    return bool(mine and its)


def _moved_clause(order: list[tuple[Word, Word]], c: Word, e: Word) -> bool:
    """Whether the word's whole clause has moved: ``If A, B`` and ``B if A``."""
    claim = [b.token for a, b in order if a.clause == c.clause]
    evidence = [b.token for _, b in order if b.clause == e.clause]
    return claim == sorted(evidence) and len(claim) < len(order)


def _is_adverb(word: Word) -> bool:
    return word.form.lemma.endswith("ly")


def _token(word: Word) -> int:
    return word.token


def _rising(numbers: list[int]) -> set[int]:
    """Places of a longest rising subsequence, the first of equally long ones."""
    paths: list[list[int]] = []
    longest: list[int] = []
    for place, number in enumerate(numbers):
        before: list[int] = []
        for path in paths:
            if numbers[path[-1]] < number and len(path) > len(before):
                before = path
        paths.append([*before, place])
        longest = max(longest, paths[-1], key=len)
    return set(longest)

"""Rules told as facts: ``fees are paid by the 5th`` orders what ``must be paid`` does."""

from __future__ import annotations

from harness.support.clauses import is_verb
from harness.support.idioms import read
from harness.support.sentence import Sentence, Word

_PRESENT_BE = frozenset(("is", "are"))
_BE_REACH = 3  # tokens between "is" and its participle
_RUSSIAN_PAST = ("лся", "лась", "лось", "лись")
_UNTOLD = frozenset(
    "automatically usually normally often sometimes автоматически обычно сам самостоятельно".split()
)
"""Words by which a statement tells what happens, not what is to be done."""
_STATES = frozenset(
    "base call connect consider contain cover design equip expect guarantee include insure intend"
    " interest know locate make mean situate use включаться называться находиться относиться"
    " считаться являться".split()
)
"""Verbs that say how a thing is: ``breakfast is included`` orders nothing."""
_PERSONS = frozenset(
    "everyone everybody anyone whoever student guest staff applicant tenant client patient member"
    " participant child adult pupil parent candidate".split()
)
_DOERS = ("er", "or", "ee")


def told_as_rule(sentence: Sentence, verb: Word) -> bool:
    """Whether a statement without a modal says what is to be done.

    A present passive without an agent does, Russian ``хранят`` and ``оплачивается``, and what a
    person does: ``visitors wear shoes``. Not what happens by itself, nor what a thing is.
    """
    if verb.form.lemma in _STATES or sentence.hedges or verb.modal:
        return False
    texts = [token.text for token in read(sentence.text, sentence.language)]
    if _UNTOLD & set(texts):
        return False
    if sentence.language == "ru":
        return _is_russian_rule(sentence, verb)
    if verb.passive:
        agent = any(w.relation == "by" and w.clause == verb.clause for w in sentence.words)
        before = texts[max(0, verb.token - _BE_REACH) : verb.token]
        return bool(_PRESENT_BE & set(before)) and not agent
    present = verb.text in (verb.form.lemma, verb.form.lemma + "s", verb.form.lemma + "es")
    return present and is_verb(verb.text) and _has_person_before(sentence, verb)


def _is_russian_rule(sentence: Sentence, verb: Word) -> bool:
    if verb.form.pos != "VERB" or "fin" not in verb.form.features:
        return False
    if verb.form.lemma.endswith("ся"):
        return not verb.text.endswith(_RUSSIAN_PAST)
    subjects = [w for w in sentence.words if w.form.cases == frozenset(("nomn",))]
    people = all("anim" in w.form.features for w in subjects if w.clause == verb.clause)
    return "plur" in verb.form.features and people


def _has_person_before(sentence: Sentence, verb: Word) -> bool:
    """Whether an English statement starts with somebody."""
    before = [w for w in sentence.words if w.token < verb.token and w.clause == verb.clause]
    named = before[0].form.lemma if before else ""
    return named in _PERSONS or named.endswith(_DOERS)

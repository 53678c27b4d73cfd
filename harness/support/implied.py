"""Words of a claim that say no more than the rest of it: ``30 days long``, ``receive an answer``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from harness.support.clauses import DETERMINERS, is_verb
from harness.support.detectors import Pair
from harness.support.detectors.rhythm import is_as_often
from harness.support.lexicon import tagged_words
from harness.support.morphology import form
from harness.support.sentence import Word, is_label
from harness.support.surface import tokens

# The words that name what a value measures, by its dimension.
_MEASURED = {
    "temperature": "temperature температура",
    "time": "long last period duration time term length длительность продолжительность период длиться"
    " протяжение продолжаться",
    "length": "long length distance wide high deep tall длина расстояние высота ширина",
    "mass": "weight weigh вес масса весить",
    "weight": "weight weigh вес масса весить",
    "size": "size large big",
    "volume": "volume capacity объем емкость вместимость",
    "money": "price cost amount sum цена плата цене",
    "percent": "share percentage rate доля",
    "clock": "time o'clock час время",
    "date": "date day дата число",
    "count": "number total amount long численность всего",
}
_BY_WORD = {
    word: {dimension for dimension, words in _MEASURED.items() if word in words.split()}
    for words in _MEASURED.values()
    for word in words.split()
}

_SUPPORT = tagged_words(
    verb="receive get give make take have perform conduct carry-out effect do provide undertake occur"
    " proceed производить производиться осуществлять осуществляться проводить проводиться вести"
    " оказывать оказываться выполнять выполняться получать получить делать подлежать подвергаться"
    " совершать совершаться вноситься начинаться завершаться происходить иметь"
)
_OBJECT_REACH = 4  # tokens between a supporting verb and the noun that says what is done


def implied(pair: Pair, word: Word) -> bool:
    """Whether a word of the claim may be missing because another one says it already."""
    return (
        _names_measure(pair, word)
        or _supports_noun(pair, word)
        or _is_addressed(pair, word)
        or _labels_code(pair, word)
        or is_as_often(pair, word)
    )


# What the verb of the evidence may be where a light one of the claim is missing, by that one.
_TOLD_BY = {
    (light, verb)
    for lights, verbs in (
        ("go come", "send address mail deliver forward travel lead"),
        ("get receive", "send give issue deliver supply hand forward pass pay award grant refund"),
        ("get receive have", "entitle offer provide reimburse credit own hold return"),
        ("give provide", "hand issue supply grant offer award deliver send"),
        ("include comprise contain", "cover consist list"),
        ("apply", "hold extend cover operate affect concern"),
        ("cost pay", "pay charge cost settle bill"),
        ("use", "let open serve work"),
        ("mean", "define refer denote describe understand"),
        ("take run happen occur", "last require need operate work hold begin start"),
        ("remain", "stay keep stand"),
        ("получать получить", "выпускать выпустить выдавать выдать передавать передать вручать"),
        ("получать получить", "направлять направляться отправлять поставлять отдавать высылать"),
        ("получать получить", "начислять зачислять платить выплачивать полагаться возвращать"),
        ("получать получить", "доставлять присылать приходить назначать присваивать обеспечивать"),
        (
            "иметь иметься давать даваться дать",
            "полагаться выдавать пользоваться обладать получать",
        ),
        ("предоставлять предоставляться", "полагаться выдавать обеспечивать оказывать отводить"),
        (
            "стоить составлять составить",
            "обойтись обходиться платить взиматься равняться достигать",
        ),
        ("составлять составить", "установить устанавливать ограничить ограничивать насчитывать"),
        ("взимать взять", "платить оплачивать уплачивать списывать удерживать брать"),
        ("длиться занимать занять", "продолжаться идти уходить потребоваться требоваться"),
        ("входить включаться содержать содержаться", "охватывать покрывать состоять включать"),
        (
            "действовать применяться применять",
            "вступать вступить распространяться вводить касаться",
        ),
        ("относиться", "отнести относить касаться распространяться принадлежать"),
        ("являться быть становиться стать", "именоваться называться считаться признаваться"),
        ("пониматься означать называть называться", "именоваться считаться признавать обозначать"),
        ("находиться", "расположить располагаться стоять лежать храниться разместить размещаться"),
        ("служить использоваться", "применяться предназначить работать"),
    )
    for light in lights.split()
    for verb in verbs.split()
}


def is_replaced(pair: Pair, word: Word) -> bool:
    """Whether the evidence has another verb where the claim has a light one it lacks.

    ``Residents share a garage`` does not say that they have one each.
    """
    if not word.light or not is_verb(word.text):
        return False
    told = [*verbs_left(pair), *_in_its_place(pair, word)]
    return any((word.form.lemma, verb.form.lemma) not in _TOLD_BY for verb in told)


_HAVING = frozenset(
    "own hold offer provide include comprise contain feature get receive come possess keep boast".split()
)


def had_instead(pair: Pair) -> str:
    """The verb of the evidence in whose place the claim has ``has``: ``the tent needs a pump``."""
    if pair.claim.language == "ru" or "|" in pair.evidence.text:
        return ""
    if not _with_object(pair.claim.text, ("has", "have")):
        return ""
    if _with_object(pair.evidence.text, ("needs", "need")):
        return "needs"
    return next((verb.text for verb in verbs_left(pair) if verb.form.lemma not in _HAVING), "")


_CARRYING = frozenset(
    "be do make take give get have place happen occur require perform carry conduct effect offer provide"
    " grant cost mean follow start begin end производить производиться осуществлять осуществляться"
    " проводить проводиться выполнять выполняться происходить требовать требоваться предоставлять"
    " предоставляться допускать допускаться составлять длиться начинаться заканчиваться занимать"
    " подлежать являться быть иметь расположить находиться".split()
)


def told_of_deed(pair: Pair) -> str:
    """The verb of the evidence where its noun is the claim's verb: ``the abolition was discussed``."""
    deed = any(_is_deed(c, e, pair.claim.language) for c, e in pair.matched())
    if not deed or "|" in pair.evidence.text:
        return ""
    return next((verb.text for verb in verbs_left(pair) if verb.form.lemma not in _CARRYING), "")


_DEED_ENDINGS = ("tion", "sion", "ment", "ance", "ence", "al", "ure")


def _is_deed(verb: Word, noun: Word, language: str) -> bool:
    """Whether the claim's finite verb is a noun of the evidence."""
    if language == "ru":
        return "fin" in verb.form.features and noun.form.pos == "NOUN"
    told = verb.passive or verb.text.endswith(("ed", "s"))
    return told and noun.text.endswith(_DEED_ENDINGS) and not verb.text.endswith(_DEED_ENDINGS)


def _with_object(text: str, verbs: tuple[str, ...]) -> bool:
    found = pairwise(tokens(text))
    return any(one.text in verbs and two.text in DETERMINERS for one, two in found)


def _in_its_place(pair: Pair, word: Word) -> list[Word]:
    """What stands between the words that an English verb stands between in the claim."""
    if pair.claim.language == "ru" or "|" in pair.evidence.text:
        return []
    matched = sorted(pair.matched(), key=lambda both: both[0].token)
    before = [e for c, e in matched if c.token < word.token][-1:]
    behind = [e for c, e in matched if c.token > word.token][:1]
    if not (before and behind):
        return []
    return [
        other
        for _, other in pair.added()
        if before[0].token < other.token < behind[0].token
        and not other.text.endswith(("ing", "ly"))
    ]


def verbs_left(pair: Pair) -> list[Word]:
    """The verbs of the evidence, among the words found, that no word of the claim could be."""
    segments = {found.segment for _, found in pair.matched() if not found.light}
    return [
        word
        for _, word in pair.added()
        if word.segment in segments and is_verb(word.text) and not word.text.endswith("ing")
    ]


def _labels_code(pair: Pair, word: Word) -> bool:
    """``status 401``, ``form B-12``: the code says which, whatever it is called."""
    codes = [other for other, _ in pair.matched() if other.code]
    places = {other.token for other in codes}
    return is_label(word) and not {word.token - 1, word.token + 1}.isdisjoint(places)


_ADDRESSEES = frozenset(
    "customer client user buyer guest visitor applicant reader person клиент пользователь покупатель"
    " заказчик гость".split()
)
_ADDRESS = frozenset("you your yours you'll you've you're вы вам вас ваш вами".split())


def _is_addressed(pair: Pair, word: Word) -> bool:
    """``customers`` beside ``you``: the document speaks to them."""
    return word.form.lemma in _ADDRESSEES and any(
        token.text in _ADDRESS or form(token.text).lemma in _ADDRESS
        for token in tokens(pair.evidence.text)
    )


def _names_measure(pair: Pair, word: Word) -> bool:
    """``at a temperature of 5 °C``: the unit says what is measured."""
    dimensions = _BY_WORD.get(word.form.lemma)
    if not dimensions or word.negated:
        return False
    return not dimensions.isdisjoint(_dimensions(pair))


def _dimensions(pair: Pair) -> Iterator[str]:
    for value in pair.claim.values:
        yield value.dimension.partition(":")[0] or value.kind


def _supports_noun(pair: Pair, word: Word) -> bool:
    """``the tickets receive an answer`` beside ``the tickets are answered``."""
    if word.form.lemma not in _SUPPORT or word.negated:
        return False
    return any(
        abs(c.token - word.token) <= _OBJECT_REACH and c.text != e.text and _changes_class(c, e)
        for c, e in pair.matched()
    )


def _changes_class(noun: Word, verb: Word) -> bool:
    """Whether a noun of the claim is a verb of the evidence."""
    if noun.form.pos or verb.form.pos:
        return (noun.form.pos, verb.form.pos) == ("NOUN", "VERB")
    return verb.text.endswith(("ed", "s", "ing")) and not noun.text.endswith(("ed", "ing"))

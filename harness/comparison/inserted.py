"""Words put into a statement that may narrow it: ``Guests may use the pool`` *in the morning*.

The statement still has every word of a fact, so a reading of the candidate alone supports it. Only
the two versions side by side tell that it holds for less than before. This looks at statements
that kept all their words, in order, and gained some beside words of the fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from harness.support.morphology import form
from harness.text import detect_language, fold, sentences, words

_TOKEN = re.compile(r"\w+(?:[-./:@]\w+)*|[^\w\s]")
_NARROWS = re.compile(
    r"""(?:
      after | before | during | until | till | since | from | between | for | of | with | without
    | within | on | upon | in | at | under | over | above | below | when | where | while | who | which
    | that | one\ of | any\ of | either | less | minus | once | twice | first | normally | usually
    | generally | typically
    | ordinarily | temporarily | partly | partially | initially | sometimes | occasionally | mostly
    | mainly | about | approximately | up\ to | subject\ to | provided | depending | as\ a\ rule
    | после | до | перед | во | при | с | со | без | по | для | из | от | в | на | через | за | под | у
    | один\ раз | одн\w+\ из | один\ из | люб\w+\ из | однажды | обычно
    | как\ правило | временно | частично | иногда | примерно | около
    | если | когда | котор\w+ | преимущественно | первые | первый | первая | первое
    )\b""",
    re.VERBOSE,
)
"""How a phrase begins, folded, that may narrow what it is put to. Not by whom or what it is done."""
_APART = frozenset(":;()[]{}—–")
"""What separates an aside, an example or another statement from the one it is put to."""
_JOINS = frozenset("and or as и или а также".split())


def narrowed(fact: str, old: str, new: str) -> str | None:
    """What a sentence of ``new`` gained beside words of the fact that may narrow it."""
    language = detect_language(new)
    said = set(words(fact))
    before = [_TOKEN.findall(fold(one)) for one in sentences(old, language)]
    after = [_TOKEN.findall(fold(one)) for one in sentences(new, language)]
    for fresh in after:
        if fresh in before:
            continue
        for known in before:
            for start, end in _insertions(known, fresh):
                if _is_beside(fresh, start, end, said) and _may_narrow(fresh, start, end, said):
                    return " ".join(token for token in fresh[start:end] if token[0].isalnum())
    return None


def extended(fact: str, old: str, new: str) -> str | None:
    """A name of the fact that has become the beginning or end of another: ``order-id-2``."""
    before, after = set(words(old)), set(words(new))
    for name in words(fact):
        if name.isalnum() or name not in before or name in after:
            continue
        for other in sorted(after - before):
            if re.fullmatch(rf"{re.escape(name)}[-./:@_].+|.+[-./:@_]{re.escape(name)}", other):
                return other
    return None


def _insertions(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where tokens stand that were put in; nothing where a word was taken out as well."""
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    taken = [token for tag, a, b, _, _ in steps if tag != "equal" for token in old[a:b]]
    if any(token[0].isalnum() for token in taken):
        return
    for tag, _, _, start, end in steps:
        if tag != "equal" and any(token[0].isalnum() for token in new[start:end]):
            yield start, end


def _is_beside(tokens: Sequence[str], start: int, end: int, said: set[str]) -> bool:
    """Whether a word of the fact stands right before or after, with nothing that sets them apart."""
    before, after = tokens[:start], tokens[end:]
    if _APART & {*tokens[start:end], *before[-1:]}:
        return False
    near = [token for token in (*before[-2:], *after[:2]) if token[0].isalnum()]
    return any(token in said for token in near)


def _may_narrow(tokens: Sequence[str], start: int, end: int, said: set[str]) -> bool:
    put = [token for token in tokens[start:end] if token[0].isalnum()]
    alternative = put[0] in said and bool({"or", "или"} & set(put))  # "when A, when B or when C"
    if put[0] in _JOINS or set(put) <= said or alternative:
        return False
    return bool(_NARROWS.match(" ".join(put))) or _is_genitive(tokens[:start], put)


def _is_genitive(before: Sequence[str], put: Sequence[str]) -> bool:
    """``вклады`` *физических лиц*: whose, said behind a noun."""
    if not before or form(before[-1]).pos != "NOUN" or "gent" not in form(put[-1]).cases:
        return False
    return all(form(word).pos == "ADJ" or "gent" in form(word).cases for word in put[:-1])

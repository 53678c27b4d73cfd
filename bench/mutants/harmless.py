"""Mutations that change nothing a case asks about: any finding is a false alarm."""

from __future__ import annotations

import re
import unicodedata

from bench.mutants.damage_texts import with_front_matter
from bench.mutants.edits import (
    Edit,
    Kind,
    bearing,
    edited,
    line_start,
    matches,
    new_document,
    resentenced,
    reworded,
    swap_word,
)
from bench.mutants.target import Target
from harness.model.document import Block
from harness.text.front_matter import read_front_matter

_BREAKABLE = re.compile(r"(?<=[a-zа-яё,]) (?=[a-zа-яё]{2})", re.IGNORECASE)
_SENTENCES = {
    False: "The illustrations on this page were drawn by volunteers in the spring.",
    True: "Иллюстрации на этой странице нарисовали волонтёры весной.",
}
_TITLES = {False: "Office plants", True: "Комнатные растения"}
_UNRELATED = {
    False: "Water the ferns on Mondays. The cactus by the window asks for very little.",
    True: "Поливайте папоротники по понедельникам. Кактусу у окна почти ничего не требуется.",
}


def _elsewhere(target: Target) -> Block | None:
    """A paragraph of the document that no fact of any case rests on."""
    used = target.setting.used[target.document.source_id]
    free = [
        block
        for block in target.document.blocks
        if block.kind == "paragraph"
        and block.group < 0
        and len(block.text) > 80
        and not block.text.endswith(":")
        and not any(start < block.end and end > block.start for start, end in used)
    ]
    return target.setting.random.choice(free) if free else None


def _typo_fixed(target: Target) -> Edit | None:
    block, text = _elsewhere(target), target.document.text
    if block is None:
        return None
    for match in matches(r"[^\W\d_]{6,}", text[block.start : block.end]):
        at = block.start + match.start() + 3
        return edited(target, text[:at] + text[at + 1] + text[at] + text[at + 2 :])
    return None


def _sentence_added(target: Target) -> Edit | None:
    block, text = _elsewhere(target), target.document.text
    if block is None:
        return None
    end = block.start + len(text[block.start : block.end].rstrip())
    return edited(target, f"{text[:end]} {_SENTENCES[target.russian]}{text[end:]}")


def _sentence_behind(target: Target) -> Edit | None:
    """A sentence on another matter right behind that of the fact."""
    sentence = target.sentence.rstrip()
    if target.block.kind != "paragraph" or not sentence.endswith("."):
        return None
    return resentenced(target, f"{sentence} {_SENTENCES[target.russian]}")


def _sentence_before(target: Target) -> Edit | None:
    if target.block.kind != "paragraph" or target.start == target.block.start:
        return None
    return resentenced(target, f"{_SENTENCES[target.russian]} {target.sentence}")


def _contracted(target: Target) -> Edit | None:
    pairs = {"do not": "don't", "does not": "doesn't", "cannot": "can't", "is not": "isn't"}
    return resentenced(target, swap_word(target.sentence, {**pairs, "will not": "won't"}))


def _oxford_comma(target: Target) -> Edit | None:
    """The comma before the last item of an enumeration, dropped."""
    return resentenced(target, re.sub(r"(, \w+), (and|or) ", r"\1 \2 ", target.sentence, count=1))


def _percent_in_words(target: Target) -> Edit | None:
    word = " процентов" if target.russian else " percent"
    return resentenced(target, re.sub(r"(?<=\d) ?%", word, target.sentence))


def _paragraph_above(target: Target) -> Edit | None:
    if target.block.kind != "paragraph" or target.block.group >= 0:
        return None
    text, start = target.document.text, line_start(target.document.text, target.block.start)
    if text[start : target.block.start].strip():
        return None
    return edited(target, f"{text[:start]}{_SENTENCES[target.russian]}\n\n{text[start:]}")


def _rewrapped(target: Target) -> Edit | None:
    """A line break in the middle of the sentence, where Markdown takes it for a space."""
    if target.block.kind != "paragraph" or target.block.group >= 0:
        return None
    spaces = list(_BREAKABLE.finditer(target.sentence))
    return reworded(target, spaces[len(spaces) // 2], "\n") if spaces else None


def _bearing_word(target: Target) -> re.Match[str] | None:
    sentence = target.sentence
    if target.block.kind == "code" or re.search(r"[\[`<{]", sentence):
        return None
    for match in matches(r"[^\W\d_]{5,}", sentence):
        around = sentence[max(0, match.start() - 1) : match.end() + 1]
        if bearing(target, match[0]) and not re.search(r"[*_/.@-]", around):
            return match
    return None


def _bold(target: Target) -> Edit | None:
    match = _bearing_word(target)
    return reworded(target, match, f"**{match[0]}**") if match else None


def _linked(target: Target) -> Edit | None:
    match = _bearing_word(target)
    return reworded(target, match, f"[{match[0]}](https://example.com/page)") if match else None


def _list_marker(target: Target) -> Edit | None:
    front, body = _parts(target)
    found = re.findall(r"^[ \t]*([*-]) ", body, re.MULTILINE)
    if target.block.kind != "list_item" or not found or len(set(found)) > 1:
        return None
    other = "-" if found[0] == "*" else "*"
    marked = re.sub(r"^([ \t]*)[*-] ", rf"\1{other} ", body, flags=re.MULTILINE)
    return edited(target, front + marked)


def _parts(target: Target) -> tuple[str, str]:
    """Front matter and body."""
    text = target.document.text
    end = read_front_matter(text).end
    return text[:end], text[end:]


def _heading_level(target: Target) -> Edit | None:
    front, body = _parts(target)
    return edited(target, front + re.sub(r"^(#{2,5}) ", r"#\1 ", body, flags=re.MULTILINE))


def _crlf(target: Target) -> Edit | None:
    return edited(target, target.document.text.replace("\n", "\r\n"))


def _decomposed(target: Target) -> Edit | None:
    return edited(target, unicodedata.normalize("NFD", target.document.text))


def _no_break_spaces(target: Target) -> Edit | None:
    if target.block.kind == "code":
        return None
    return resentenced(target, re.sub(r"(?<=\w) (?=\w)", "\u00a0", target.sentence))


def _curly_quotes(target: Target) -> Edit | None:
    if target.block.kind == "code" or re.search(r"[<{\[]", target.sentence):
        return None
    changed = re.sub(r'"([^"\n]+)"', "\u201c\\1\u201d", target.sentence)
    return resentenced(target, re.sub(r"(?<=\w)'(?=\w)", "\u2019", changed))


def _dashes(target: Target) -> Edit | None:
    if re.search(r"[<{\[`]", target.sentence):
        return None
    ranged = re.sub(r"(?<=\d)-(?=\d)", "\u2013", target.sentence)
    return resentenced(target, re.sub(r" [\u2013-] ", " \u2014 ", ranged))


def _front_matter(target: Target) -> Edit | None:
    return edited(target, with_front_matter(target.document.text, "updated: 2024-01-01"))


def _draft(target: Target) -> Edit | None:
    return edited(target, with_front_matter(target.document.text, "noindex: true"))


def _unrelated_added(target: Target) -> Edit | None:
    path = f"office-{target.setting.random.randrange(10**6)}.md"
    return new_document(path, _TITLES[target.russian], _UNRELATED[target.russian])


def _unrelated_removed(target: Target) -> Edit | None:
    free = [
        d
        for source, d in sorted(target.setting.documents.items())
        if source not in target.setting.labelled
    ]
    if not free:
        return None
    path = target.setting.random.choice(free).path
    return Edit({path: None}, frozenset([path]))


def _reordered(target: Target) -> Edit | None:
    """The last two sections of the second level, exchanged."""
    text = target.document.text
    starts = [m.start() for m in re.finditer(r"^## ", text, re.MULTILINE)]
    if len(starts) < 3 or "```" in text:
        return None
    first, second = starts[-2], starts[-1]
    return edited(
        target, f"{text[:first]}{text[second:].rstrip()}\n\n{text[first:second].rstrip()}\n"
    )


def _renamed(target: Target) -> Edit | None:
    document = target.document
    folder, _, name = document.path.rpartition("/")
    path = f"{folder}/renamed-{name}" if folder else f"renamed-{name}"
    source = path.rpartition(".")[0]
    if document.source_id != document.path.rpartition(".")[0]:
        return None
    labels = [
        source + label[len(document.source_id) :]
        if label.partition("#")[0] == document.source_id
        else label
        for label in target.case.expected_source_ids
    ]
    override = {"expected_source_ids": labels, "reason": "renamed"}
    files = {document.path: None, path: document.text.encode()}
    return Edit(files, frozenset(files), override)


def _split(target: Target) -> Edit | None:
    """Two independent clauses made two sentences."""
    match = re.search(
        r", and (?=(?:you|we|they|it|GitHub) (?:will|may|can|must|are|is)\b)", target.sentence
    )
    if match is None:
        return None
    rest = target.sentence[match.end() :]
    return resentenced(target, f"{target.sentence[: match.start()]}. {rest[:1].upper()}{rest[1:]}")


def _in_words(target: Target) -> Edit | None:
    from num2words import num2words  # type: ignore[import-untyped]  # ships no types

    for match in matches(r"\d{1,2}(?= [^\W\d_])", target.sentence):
        if match[0] in target.fact and target.sentence[match.start() - 1 : match.start()] == " ":
            word = num2words(int(match[0]), lang="ru" if target.russian else "en")
            return reworded(target, match, f"{word} ({match[0]})")
    return None


def _table_to_list(target: Target) -> Edit | None:
    """Every row of the table an item "header: cell; header: cell"."""
    text, group = target.document.text, target.block.group
    if target.block.kind != "table_row" or not text[target.block.start :].startswith("|"):
        return None
    rows = [b for b in target.document.blocks if b.group == group and b.kind == "table_row"]
    start, end = rows[0].start, rows[-1].end
    before = text[:start].rstrip("\n").rsplit("\n", 2)
    if len(before) < 3 or not before[1].startswith("|"):
        return None
    names = _cells(before[1])
    items = [
        "- " + "; ".join(f"{n}: {c}" for n, c in zip(names, _cells(line), strict=False))
        for line in text[start:end].splitlines()
    ]
    return edited(target, f"{before[0]}\n" + "\n".join(items) + text[end:])


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _image_alt(target: Target) -> Edit | None:
    block, text = _elsewhere(target), target.document.text
    if block is None:
        return None
    start = line_start(text, block.start)
    if text[start : block.start].strip():
        return None
    return edited(target, f"{text[:start]}![A blue square](square.png)\n\n{text[start:]}")


def _comment(target: Target) -> Edit | None:
    text, start = target.document.text, line_start(target.document.text, target.block.start)
    if target.block.kind != "paragraph" or text[start : target.block.start].strip():
        return None
    return edited(target, f"{text[:start]}<!-- reviewed by the editors -->\n\n{text[start:]}")


def _entities(target: Target) -> Edit | None:
    if target.block.kind == "code" or re.search(r"[`<{\[]", target.sentence):
        return None
    changed = target.sentence.replace(" & ", " &amp; ")
    return resentenced(target, re.sub(r"(?<=\w) (?=\w)", "&nbsp;", changed, count=3))


def _trailing_spaces(target: Target) -> Edit | None:
    front, body = _parts(target)
    return edited(target, front + re.sub(r"(?<=[.:;])\n", " \n", body))


def _link_target(target: Target) -> Edit | None:
    changed = re.sub(r"\]\((?:https?://|/)[^)\s]+\)", "](https://example.com/new)", target.sentence)
    return resentenced(target, changed)


KINDS = (
    Kind("typo fixed elsewhere", "nothing", _typo_fixed),
    Kind("sentence added elsewhere", "nothing", _sentence_added),
    Kind("sentence added right behind", "nothing", _sentence_behind),
    Kind("sentence added right before", "nothing", _sentence_before),
    Kind("contraction", "nothing", _contracted),
    Kind("Oxford comma", "nothing", _oxford_comma),
    Kind("percent sign in words", "nothing", _percent_in_words),
    Kind("paragraph inserted above", "nothing", _paragraph_above),
    Kind("line wrapped", "nothing", _rewrapped),
    Kind("word made bold", "nothing", _bold),
    Kind("word made a link", "nothing", _linked),
    Kind("list marker", "nothing", _list_marker),
    Kind("heading level", "nothing", _heading_level),
    Kind("CRLF", "nothing", _crlf),
    Kind("NFD", "nothing", _decomposed),
    Kind("no-break spaces", "nothing", _no_break_spaces),
    Kind("curly quotes", "nothing", _curly_quotes),
    Kind("dashes", "nothing", _dashes),
    Kind("front matter edited", "nothing", _front_matter),
    Kind("noindex in the front matter", "nothing", _draft),
    Kind("unrelated document added", "nothing", _unrelated_added),
    Kind("unrelated document removed", "nothing", _unrelated_removed),
    Kind("sections reordered", "nothing", _reordered),
    Kind("renamed, case updated", "nothing", _renamed),
    Kind("sentence split in two", "nothing", _split),
    Kind("number also in words", "nothing", _in_words),
    Kind("table made a list", "nothing", _table_to_list),
    Kind("image added", "nothing", _image_alt),
    Kind("comment added", "nothing", _comment),
    Kind("HTML entities", "nothing", _entities),
    Kind("trailing spaces", "nothing", _trailing_spaces),
    Kind("link target", "nothing", _link_target),
)

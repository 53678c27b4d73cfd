"""Word documents: mammoth makes the HTML; what it would show or drop wrongly is settled before."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import Any

from harness.documents.office import markup
from harness.documents.office.package import not_read, open_package, xml_roots

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_BODIES = frozenset({f"{_W}document", f"{_W}footnotes", f"{_W}endnotes"})
_FALSE = frozenset({"0", "false", "off"})
_STYLES = """
p[style-name='Title'] => h1:fresh
p[style-name='Subtitle'] => p:fresh
"""


def to_html(data: bytes) -> str:
    """Headings, lists, tables, notes and formulas; page headers before, footers after.

    Runs marked hidden, tracked deletions and comments become hidden text. The style map a
    document may carry is not applied: it could hide what Word shows.
    """
    import mammoth

    package = open_package(data)
    unseen: list[str] = []
    bodies: dict[str, bytes] = {}
    margins: dict[str, str] = {}
    roots = list(xml_roots(package, "word/"))
    styles = _hiding_styles(roots)
    for name, root in roots:
        if root.tag in _BODIES:
            unseen += _settle(root, styles)
            bodies[name] = _serialised(root)
        elif root.tag in (f"{_W}hdr", f"{_W}ftr"):
            margins.setdefault(_paragraphs(root), root.tag)
        elif root.tag == f"{_W}comments":
            unseen += [markup.comment(text) for text in _texts(root)]
    body = mammoth.convert_to_html(
        _with_parts(package, bodies),
        style_map=_STYLES,
        include_embedded_style_map=False,
        convert_image=mammoth.images.img_element(lambda _: {"src": ""}),
    ).value
    top, bottom = (
        "".join(html for html, tag in margins.items() if tag == f"{_W}{kind}")
        for kind in ("hdr", "ftr")
    )
    return "\n".join([top, body, bottom, *unseen, not_read(package)])


def _settle(root: Any, styles: frozenset[str]) -> Iterator[str]:
    """Take hidden and deleted text out of a part, and give it as HTML; keep formulas as text."""
    for deleted in [*root.iter(f"{_W}del", f"{_W}moveFrom")]:
        yield markup.struck(_text(deleted))
        _remove(deleted)
    for paragraph in [*root.iter(f"{_W}p")]:
        all_hidden = _style(paragraph, "pPr", "pStyle") in styles
        runs = [
            run
            for run in paragraph.iter(f"{_W}r")
            if all_hidden or _style(run, "rPr", "rStyle") in styles or _vanishes(run)
        ]
        yield markup.hidden_text("".join(_text(run) for run in runs))
        for run in runs:
            _remove(run)
    for formula in [*root.iter(f"{_M}oMath")]:
        _put_text(formula, "".join(part.text or "" for part in formula.iter(f"{_M}t")))
    for row in root.iterfind(f".//{_W}tbl"):
        _mark_header(row)


def _mark_header(table: Any) -> None:
    """The first row names the columns where the table's look says so."""
    look = table.find(f"{_W}tblPr/{_W}tblLook")
    first = table.find(f"{_W}tr")
    if look is None or first is None:
        return
    value = look.get(f"{_W}firstRow")
    bits = int(look.get(f"{_W}val") or "0", 16)
    if value in ("1", "true", "on") or (value is None and bits & 0x20):
        properties = first.find(f"{_W}trPr")
        if properties is None:
            properties = first.makeelement(f"{_W}trPr")
            first.insert(0, properties)
        properties.append(properties.makeelement(f"{_W}tblHeader"))


def _hiding_styles(roots: list[tuple[str, Any]]) -> frozenset[str]:
    """Ids of the styles that hide, by themselves or through the style they are based on."""
    found: dict[str, Any] = {}
    for _, root in roots:
        if root.tag == f"{_W}styles":
            own = {style.get(f"{_W}styleId", ""): style for style in root.iter(f"{_W}style")}
            found = {**own, **found}  # a second part repeats them for older programs
    return frozenset(name for name in found if _style_hides(name, found, len(found)))


def _style_hides(name: str, styles: dict[str, Any], steps: int) -> bool:
    style = styles.get(name)
    if style is None or not steps:
        return False
    if style.find(f"{_W}rPr/{_W}vanish") is not None:
        return _vanishes(style)
    base = style.find(f"{_W}basedOn")
    return base is not None and _style_hides(base.get(f"{_W}val", ""), styles, steps - 1)


def _vanishes(holder: Any) -> bool:
    mark = holder.find(f"{_W}rPr/{_W}vanish")
    return mark is not None and mark.get(f"{_W}val", "1").lower() not in _FALSE


def _style(holder: Any, properties: str, name: str) -> str:
    found = holder.find(f"{_W}{properties}/{_W}{name}")
    return "" if found is None else str(found.get(f"{_W}val", ""))


def _paragraphs(root: Any) -> str:
    return "".join(markup.paragraph(text) for text in _texts(root))


def _texts(root: Any) -> list[str]:
    return [text for paragraph in root.iter(f"{_W}p") if (text := _text(paragraph)).strip()]


def _text(holder: Any) -> str:
    words = holder.iter(f"{_W}t", f"{_W}delText", f"{_W}tab", f"{_W}br")
    return "".join(
        (part.text or "") if part.tag.endswith(("}t", "Text")) else " " for part in words
    )


def _put_text(formula: Any, text: str) -> None:
    """A run with ``text`` in the place of a formula, which the library would drop."""
    run = formula.makeelement(f"{_W}r")
    words = run.makeelement(f"{_W}t")
    words.text = text
    run.append(words)
    run.tail = formula.tail
    formula.getparent().replace(formula, run)


def _remove(element: Any) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def _serialised(root: Any) -> bytes:
    from lxml import etree

    data: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    return data


def _with_parts(package: zipfile.ZipFile, parts: dict[str, bytes]) -> io.BytesIO:
    """The package with some parts replaced."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as copy:
        for name in package.namelist():
            copy.writestr(zipfile.ZipInfo(name), parts.get(name) or package.read(name))
    return stream

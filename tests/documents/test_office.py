"""Office documents and PDF: what is shown, what is hidden, and what is refused."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from openpyxl.comments import Comment

from harness.corpus.scan import MEDIA_TYPES, scan_corpus
from harness.documents import read_document, reader_version
from harness.documents.office.convert import Worker, office_to_html
from harness.errors import HarnessError
from harness.model.corpus import ManifestEntry
from harness.model.document import Document
from harness.store import sha256_bytes
from tests.documents.office_files import changed, docx, pdf, pptx, xlsx


def read(path: str, data: bytes) -> Document:
    ending = PurePosixPath(path).suffix
    entry = ManifestEntry(
        path=path, source_id="d", sha256=sha256_bytes(data), bytes=len(data),
        media_type=MEDIA_TYPES[ending],
    )  # fmt: skip
    return read_document(entry, data)


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in document.blocks]


def hidden(document: Document) -> list[tuple[str, str]]:
    return sorted((piece.kind, piece.text) for piece in document.hidden)


def refused(path: str, data: bytes) -> str:
    with pytest.raises(HarnessError) as caught:
        read(path, data)
    (fault,) = caught.value.faults
    assert fault.where == path
    return fault.found


# Word


def policy(document: Any) -> None:
    document.add_heading("Возврат <товара>", 1)
    document.add_paragraph("Деньги возвращаются за 14 дней. Set <timeout> to 5 * 3 & a_b_c.")
    document.add_heading("Conditions", 2)
    document.add_paragraph("You need:")
    document.add_paragraph("a receipt", style="List Bullet")
    document.add_paragraph("1. the card", style="List Bullet")
    table = document.add_table(3, 2)
    for row, line in enumerate([("Тариф", "Срок"), ("a|b", "N/A"), ("Base", "30\ndays")]):
        for column, text in enumerate(line):
            table.cell(row, column).text = text


def test_word_keeps_headings_lists_tables_and_every_letter() -> None:
    document = read("policy.docx", docx(policy))
    assert blocks(document) == [
        ("heading", "Возврат <товара>"),
        ("paragraph", "Деньги возвращаются за 14 дней. Set <timeout> to 5 * 3 & a_b_c."),
        ("heading", "Conditions"),
        ("paragraph", "You need:"),
        ("list_item", "a receipt"),
        ("list_item", "1. the card"),
        ("table_row", "Тариф | Срок"),
        ("table_row", "a|b | N/A"),
        ("table_row", "Base | 30 days"),
    ]
    assert document.title == "Возврат <товара>"
    assert document.blocks[-1].section == ("Возврат <товара>", "Conditions")
    assert document.blocks[-1].lead_in == "Тариф | Срок"
    assert document.blocks[-3].lead_in == ""
    assert hidden(document) == []


def test_word_tells_hidden_deleted_and_commented_text_apart() -> None:
    def build(document: Any) -> None:
        paragraph = document.add_paragraph("Shown. ")
        paragraph.add_run("Never pay.").font.hidden = True
        paragraph.add_run(" Also shown.")
        paragraph.add_run(" Struck.").font.strike = True
        style = document.styles.add_style("Secret", WD_STYLE_TYPE.PARAGRAPH)
        style.font.hidden = True
        heir = document.styles.add_style("Heir", WD_STYLE_TYPE.PARAGRAPH)
        heir.base_style = style
        document.add_paragraph("By style.", style=heir)
        document.add_comment(paragraph.runs, text="Ask the lawyers --> now", author="x")
        deleted = OxmlElement("w:del")
        run, text = OxmlElement("w:r"), OxmlElement("w:delText")
        text.text = "Deleted words."
        run.append(text)
        deleted.append(run)
        paragraph._p.append(deleted)

    document = read("a.docx", docx(build))
    assert blocks(document) == [("paragraph", "Shown. Also shown.")]
    assert hidden(document) == [
        ("comment", "Ask the lawyers -- > now"),
        ("invisible", "By style."),
        ("invisible", "Never pay."),
        ("struck", "Deleted words."),
        ("struck", "Struck."),
    ]


def test_word_keeps_page_headers_footnotes_formulas_and_alternative_text() -> None:
    def build(document: Any) -> None:
        document.sections[0].header.paragraphs[0].text = "DRAFT, not in force"
        document.sections[0].footer.paragraphs[0].text = "Page footer"
        paragraph = document.add_paragraph("Area: ")
        formula, run, text = (OxmlElement(f"m:{name}") for name in ("oMath", "r", "t"))
        text.text = "a=b+c"
        run.append(text)
        formula.append(run)
        paragraph._p.append(formula)

    texts = [text for _, text in blocks(read("a.docx", docx(build)))]
    assert texts == ["DRAFT, not in force", "Area: a=b+c", "Page footer"]


def test_table_whose_look_names_no_header_has_none() -> None:
    def build(document: Any) -> None:
        table = document.add_table(2, 1)
        table._tbl.tblPr.find(qn("w:tblLook")).set(qn("w:firstRow"), "0")
        table.cell(0, 0).text, table.cell(1, 0).text = "one", "two"

    assert [block.lead_in for block in read("a.docx", docx(build)).blocks] == ["", ""]


def test_style_map_of_a_document_hides_nothing() -> None:
    data = docx(lambda document: document.add_paragraph("Still shown."))
    data = changed(data, {"mammoth/style-map": b"p => !"})
    assert blocks(read("a.docx", data)) == [("paragraph", "Still shown.")]


def test_macros_and_embedded_files_are_named_and_never_opened() -> None:
    data = docx(lambda document: document.add_paragraph("Text."))
    data = changed(data, {"word/vbaProject.bin": b"x", "word/embeddings/sheet.xlsx": b"x"})
    assert hidden(read("a.docx", data)) == [
        ("comment", "embedded file, not read: word/embeddings/sheet.xlsx"),
        ("script", "word/vbaProject.bin"),
    ]


# Workbooks


def test_workbook_shows_cells_as_a_person_sees_them() -> None:
    def build(workbook: Any) -> None:
        sheet = workbook.active
        sheet.title = "Тарифы"
        sheet.append(["Тариф", "Цена", None, "Скидка"])
        sheet.append(["N/A", 10, None, 0.15])
        sheet.append(["<b>", None, None, 1])
        sheet.append([])
        sheet.append(["=1+1", True])
        for cell in ("D2", "D3"):
            sheet[cell].number_format = "0%"
        workbook.create_sheet("Empty")

    document = read("a.xlsx", xlsx(build))
    assert blocks(document) == [
        ("heading", "Тарифы"),
        ("table_row", "Тариф | Цена | Скидка"),
        ("table_row", "N/A | 10 | 15%"),
        ("table_row", "<b> |  | 100%"),
        ("table_row", "=1+1 | TRUE"),
    ]
    assert document.blocks[2].lead_in == "Тариф | Цена | Скидка"
    assert document.language == "ru"


def test_dates_do_not_depend_on_the_machine() -> None:
    from datetime import date, datetime, time

    def build(workbook: Any) -> None:
        workbook.active.append([date(2026, 5, 1), datetime(2026, 5, 1, 9, 30), time(9, 5)])  # noqa: DTZ001  # cells have no zone

    assert blocks(read("a.xlsx", xlsx(build)))[1] == (
        "table_row",
        "2026-05-01 | 2026-05-01 09:30:00 | 09:05:00",
    )


def test_hidden_sheets_rows_columns_and_notes_are_told_apart() -> None:
    def build(workbook: Any) -> None:
        sheet = workbook.active
        sheet.append(["shown", "column"])
        sheet.append(["row", "row"])
        sheet["A1"].comment = Comment("a note", "x")
        sheet.row_dimensions[2].hidden = True
        sheet.column_dimensions["B"].hidden = True
        for title, state in (("One", "hidden"), ("Two", "veryHidden")):
            other = workbook.create_sheet(title)
            other.sheet_state = state
            other.append([f"on {title}"])

    document = read("a.xlsx", xlsx(build))
    assert blocks(document) == [("heading", "Sheet"), ("table_row", "shown")]
    assert hidden(document) == [
        ("comment", "a note"),
        *(("invisible", text) for text in ("One", "Two", "column", "on One", "on Two")),
        ("invisible", "row"),
        ("invisible", "row"),
    ]


# Presentations


def test_presentation_keeps_slides_lists_tables_charts_and_notes() -> None:
    from pptx.chart.data import CategoryChartData as Data
    from pptx.enum.chart import XL_CHART_TYPE
    from pptx.util import Inches

    def build(presentation: Any) -> None:
        slide = presentation.slides.add_slide(presentation.slide_layouts[1])
        slide.shapes.title.text = "Срок <возврата>"
        slide.placeholders[1].text = "Set <timeout>\n1. second * star"
        slide.placeholders[1].text_frame.paragraphs[1].level = 1
        slide.notes_slide.notes_text_frame.text = "Say it slowly."
        place = (Inches(1), Inches(1), Inches(3), Inches(2))
        table = slide.shapes.add_table(2, 2, *place).table
        for number, text in enumerate(("Plan", "Days", "Base", "30")):
            table.cell(number // 2, number % 2).text = text
        data: Any = Data()  # type: ignore[no-untyped-call]  # theirs
        data.categories = ["2025", "2026"]
        data.add_series("Refunds", (1.5, 2))
        slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, data)

    document = read("a.pptx", pptx(build))
    assert blocks(document) == [
        ("heading", "Срок <возврата>"),
        ("list_item", "Set <timeout>"),
        ("list_item", "1. second * star"),
        ("table_row", "Plan | Days"),
        ("table_row", "Base | 30"),
        ("table_row", " | Refunds"),
        ("table_row", "2025 | 1.5"),
        ("table_row", "2026 | 2"),
        ("paragraph", "Say it slowly."),
    ]
    assert [block.level for block in document.blocks[1:3]] == [0, 1]


def test_hidden_slides_and_shapes_are_told_apart() -> None:
    def build(presentation: Any) -> None:
        for title in ("Shown", "Hidden slide"):
            slide = presentation.slides.add_slide(presentation.slide_layouts[1])
            slide.shapes.title.text = title
            slide.placeholders[1].text = f"words of {title}"
        presentation.slides[1]._element.set("show", "0")
        box = presentation.slides[0].shapes.add_textbox(0, 0, 99, 99)
        box.text_frame.text = "Hidden box"
        next(box._element.iter("{*}cNvPr")).set("hidden", "1")

    document = read("a.pptx", pptx(build))
    assert blocks(document) == [("heading", "Shown"), ("paragraph", "words of Shown")]
    assert [text for _, text in hidden(document)] == [
        "Hidden box", "Hidden slide", "words of Hidden slide",
    ]  # fmt: skip


# PDF


def two_pages(canvas: Any) -> None:
    canvas.drawString(72, 720, "Деньги возвращаются за 14 дней")
    canvas.drawString(72, 706, "после возврата товара <x>.")
    canvas.drawString(72, 600, "Refunds need a receipt.")


def test_pdf_keeps_paragraphs_and_ruled_tables_in_order() -> None:
    def table(canvas: Any) -> None:
        canvas.drawString(72, 720, "Before.")
        canvas.grid([72, 172, 272], [600, 630, 660])
        for number, text in enumerate(("Plan", "Days", "Base", "30")):
            canvas.drawString(80 + 100 * (number % 2), 640 - 30 * (number // 2), text)
        canvas.drawString(72, 500, "After.")

    document = read("a.pdf", pdf(two_pages, table))
    assert blocks(document) == [
        ("paragraph", "Деньги возвращаются за 14 дней после возврата товара <x>."),
        ("paragraph", "Refunds need a receipt."),
        ("paragraph", "Before."),
        ("table_row", "Plan | Days"),
        ("table_row", "Base | 30"),
        ("paragraph", "After."),
    ]
    assert document.blocks[-2].lead_in == "Plan | Days"


def scanned(canvas: Any) -> None:
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    canvas.drawImage(ImageReader(Image.new("RGB", (40, 40), "white")), 0, 0, 500, 700)


def test_scanned_pdf_is_a_fault_and_never_an_empty_document() -> None:
    assert "no text can be read" in refused("scan.pdf", pdf(scanned))
    document = read("part.pdf", pdf(two_pages, scanned))
    assert hidden(document) == [("comment", "page 2: an image without text, not read")]


def test_pdf_with_a_password_is_a_fault() -> None:
    from reportlab.lib.pdfencrypt import StandardEncryption
    from reportlab.pdfgen.canvas import Canvas

    stream = io.BytesIO()
    canvas = Canvas(stream, encrypt=StandardEncryption("secret", canPrint=0))
    canvas.drawString(72, 720, "x")
    canvas.save()
    assert "protected with a password" in refused("a.pdf", stream.getvalue())


# Every format

FILES: dict[str, Callable[[], bytes]] = {
    "a.docx": lambda: docx(policy),
    "a.xlsx": lambda: xlsx(lambda workbook: workbook.active.append(["Срок", 30])),
    "a.pptx": lambda: pptx(
        lambda presentation: setattr(
            presentation.slides.add_slide(presentation.slide_layouts[5]).shapes.title,
            "text",
            "Title",
        )
    ),
    "a.pdf": lambda: pdf(two_pages),
}
PACKAGES = [name for name in FILES if name != "a.pdf"]


@pytest.mark.parametrize("name", FILES)
def test_same_bytes_give_the_same_text_in_another_process(name: str) -> None:
    data = FILES[name]()
    media_type = MEDIA_TYPES[PurePosixPath(name).suffix]
    worker = Worker()
    assert worker.ask(name.partition(".")[2], data) == office_to_html(data, media_type)
    worker.close()


@pytest.mark.parametrize("name", FILES)
def test_file_that_is_cut_or_nothing_of_the_kind_is_a_fault(name: str) -> None:
    data = FILES[name]()
    for broken in (data[: len(data) // 2], b"", b"plain words", data[:200] + b"\0" * 500):
        assert refused(name, broken)


@pytest.mark.parametrize("name", FILES)
def test_fault_of_a_file_says_what_to_do_and_nothing_of_a_library(name: str) -> None:
    data = FILES[name]()
    cut = [data[: len(data) // 2], b"plain words", data[:200] + b"\0" * 500]
    torn = [changed(data, {"any/x.xml": b"<a"})] if name in PACKAGES else []
    for broken in (*cut, *torn):
        with pytest.raises(HarnessError) as caught:
            read(name, broken)
        (fault,) = caught.value.faults
        assert "save it again, or leave it out with corpus.exclude" in fault.next_step
        assert re.search(r"\bdamaged\b", fault.found), fault.found
        for word in ("zip file", "not well-formed", "No /Root", "File is not", "Bad magic"):
            assert word not in fault.found


@pytest.mark.parametrize("name", FILES)
def test_empty_document_is_a_fault(name: str) -> None:
    empty = {
        "a.docx": lambda: docx(lambda _: None),
        "a.xlsx": lambda: xlsx(lambda workbook: setattr(workbook.active, "title", "x")),
        "a.pptx": lambda: pptx(lambda _: None),
        "a.pdf": lambda: pdf(lambda _: None),
    }
    assert "no text can be read" in refused(name, empty[name]())


@pytest.mark.parametrize("name", PACKAGES)
def test_document_type_declaration_is_refused(name: str) -> None:
    """External entities read files, nested ones fill the memory; neither gets that far."""
    data = FILES[name]()
    attack = (
        b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'
    )
    assert "document type declaration" in refused(name, changed(data, {"word/extra.xml": attack}))
    utf16 = attack.decode().replace("?>", ' encoding="utf-16"?>', 1).encode("utf-16")
    assert "document type declaration" in refused(name, changed(data, {"any/extra.xml": utf16}))


@pytest.mark.parametrize("name", PACKAGES)
@pytest.mark.parametrize("part", ["../../etc/x", "/etc/x", "..\\x", "C:/x"])
def test_part_that_leads_out_of_the_package_is_refused(name: str, part: str) -> None:
    assert "leads out of the package" in refused(name, changed(FILES[name](), {part: b"x"}))


def test_bomb_is_refused_before_it_is_unpacked() -> None:
    data = changed(FILES["a.docx"](), {"word/media/zero.bin": b"\0" * 50_000_000})
    assert "times its packed size" in refused("a.docx", data)


def test_two_parts_of_one_name_are_refused() -> None:
    stream = io.BytesIO(FILES["a.docx"]())
    with zipfile.ZipFile(stream, "a") as package:
        package.writestr("word/DOCUMENT.xml", "<x/>")
    assert "two parts are called" in refused("a.docx", stream.getvalue())


def test_old_or_encrypted_office_file_is_named() -> None:
    assert "password" in refused("a.docx", b"\xd0\xcf\x11\xe0" + b"\0" * 600)


def test_sheet_that_pretends_to_be_huge_is_refused() -> None:
    def build(workbook: Any) -> None:
        workbook.active["XFD1048576"] = "far away"

    assert "cells; the limit is" in refused("a.xlsx", xlsx(build))


def test_linked_picture_is_not_fetched(no_network: Any) -> None:
    relation = (
        b'<Relationship Id="rId99" TargetMode="External" Target="http://127.0.0.1:9/x.png" Type="'
        b'http://schemas.openxmlformats.org/officeDocument/2006/relationships/image"/></Relationships>'
    )
    picture = (
        b'<w:p><w:r><w:drawing xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/'
        b'wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">'
        b'<wp:inline><wp:docPr id="1" name="n" descr="A plan of the hall"/><a:graphic>'
        b'<a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/'
        b'picture"><pic:blipFill><a:blip r:link="rId99"/></pic:blipFill></pic:pic></a:graphicData>'
        b"</a:graphic></wp:inline></w:drawing></w:r></w:p><w:sectPr"
    )
    data = changed(
        docx(lambda document: document.add_paragraph("Text.")),
        {
            "word/_rels/document.xml.rels": lambda old: old.replace(b"</Relationships>", relation),
            "word/document.xml": lambda old: old.replace(b"<w:sectPr", picture, 1),
        },
    )
    assert [text for _, text in blocks(read("a.docx", data))] == ["Text.", "A plan of the hall"]
    assert no_network.opened == []


def test_file_that_takes_too_long_ends_its_process_and_the_next_one_is_read() -> None:
    worker = Worker(timeout_s=0.001)
    data = FILES["a.pdf"]()
    with pytest.raises(ValueError, match="took longer than"):
        worker.ask("pdf", data)
    worker._timeout_s = 60
    assert "14 дней" in worker.ask("pdf", data)
    worker.close()


@pytest.mark.parametrize(
    "attempt",
    [
        "open('written', 'w')",
        "__import__('os').open('written', __import__('os').O_CREAT)",
        "__import__('socket').create_connection(('127.0.0.1', 9))",
        "__import__('subprocess').run(['true'])",
        "__import__('os').system('true')",
        "__import__('os').remove('kept')",
    ],
)
def test_process_that_reads_can_do_nothing_else(attempt: str, tmp_path: Path) -> None:
    (tmp_path / "kept").touch()
    program = f"from harness.documents.office.worker import _lock_down; _lock_down(); {attempt}"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "PermissionError: an office document led to" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


# The corpus


def scan(folder: Any, *include: str) -> Any:
    return scan_corpus(folder, include=include, exclude=(), max_file_bytes=10**7, max_files=9)


def test_office_documents_of_a_corpus_are_named_like_any_other(tmp_path: Any) -> None:
    (tmp_path / "guide.docx").write_bytes(FILES["a.docx"]())
    (entry,) = scan(tmp_path, "*.docx").entries
    assert (entry.source_id, entry.title, entry.metadata) == ("guide", "", {})


def test_missing_extra_says_how_to_install_it_and_how_to_exclude(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.text.formats.find_spec", lambda _: None)
    for name in FILES:
        (tmp_path / name).write_bytes(b"never opened")
    with pytest.raises(HarnessError) as caught:
        scan(tmp_path, "*")
    told = str(caught.value)
    assert len(caught.value.faults) == len(FILES)
    assert "pip install 'corpusgate[documents]'" in told
    assert "add '*.pptx' to exclude" in told


def test_libraries_that_read_a_corpus_are_part_of_what_its_index_is() -> None:
    assert reader_version({"text/markdown"}) == reader_version(())
    assert "mammoth" in reader_version({MEDIA_TYPES[".docx"], "text/markdown"})
    assert "pdfminer.six" in reader_version({MEDIA_TYPES[".pdf"]})
    assert "openpyxl" in reader_version({MEDIA_TYPES[".xlsx"]})
    assert "python-pptx" in reader_version({MEDIA_TYPES[".pptx"]})

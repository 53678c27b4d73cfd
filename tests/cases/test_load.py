"""Files of cases: what is accepted, what is refused, at which line and field."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.cases import cases_digest, load_cases
from harness.cases.lines import MAX_LINE_BYTES
from harness.errors import ExitCode, HarnessError
from harness.model.case import Case

Write = Callable[[bytes | str], Path]

_GOOD = {"id": "a", "query": "How long?", "required_facts": ["30 days"]}


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(content: bytes | str) -> Path:
        path = tmp_path / "cases.jsonl"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def lines(*cases: dict[str, Any]) -> str:
    return "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in cases)


def faults(path: Path) -> list[str]:
    with pytest.raises(HarnessError) as caught:
        load_cases(path)
    assert caught.value.exit_code is ExitCode.USAGE
    return [str(fault).removeprefix(f"{path}:") for fault in caught.value.faults]


def test_shipped_cases_are_good() -> None:
    assert len(load_cases(Path(__file__).parents[2] / "fixtures" / "cases.jsonl")) > 0


def test_every_field_is_read(write: Write) -> None:
    case = {
        "id": "возврат-01",
        "query": "Можно ли вернуть товар? 🙂",
        "expected_source_ids": ["policy/returns", "policy/returns#term"],
        "expected_evidence": ["within 30 days"],
        "match": "all",
        "required_facts": ["Returns are taken for 30 days."],
        "forbidden_facts": ["Returns are taken for 60 days."],
        "required_values": ["30 days"],
        "answer_schema": {"type": "object"},
        "answerable": True,
        "principal": ["staff"],
        "filters": {"product": ["x", "y"], "year": 2024},
        "tags": ["critical"],
        "notes": "From the hotline.",
        "candidate": {"required_values": ["60 days"], "reason": "New terms."},
    }
    assert set(case) == set(Case.model_fields)
    (read,) = load_cases(write(lines(case)))
    written = read.model_dump(mode="json", exclude_none=True)
    assert written == case


def test_byte_order_mark_crlf_and_blank_lines_are_accepted(write: Write) -> None:
    text = lines(_GOOD, {**_GOOD, "id": "b"}).replace("\n", "\r\n\r\n")
    assert [case.id for case in load_cases(write(b"\xef\xbb\xbf" + text.encode()))] == ["a", "b"]


@pytest.mark.parametrize("content", [b"", b"\n \r\n", b"\xef\xbb\xbf"])
def test_file_without_cases_is_empty_and_no_error(write: Write, content: bytes) -> None:
    assert load_cases(write(content)) == ()


def test_faults_of_all_lines_are_told_at_once(write: Write) -> None:
    path = write(
        '{"id": "a", "query": "", "required_facts": ["x"]}\n'
        "not json\n"
        '{"id": "b", "query": 3, "tag": ["x"]}\n'
        "\n"
        '{"id": "a", "query": "q", "answerable": false, "required_facts": ["x"]}\n'
    )
    assert faults(path) == [
        "1: query: found nothing. Expected a question.",
        (
            "2: not JSON at column 1: expected a value. "
            "Expected one JSON object on each line, and no list around them."
        ),
        "3: query: found 3. Expected a string.",
        (
            "3: tag: unknown key 'tag'. Expected one of answer_schema, answerable, candidate, "
            "expected_evidence, expected_source_ids, filters, forbidden_facts, id, match, notes, "
            "principal, query, required_facts, required_values, tags. Did you mean 'tags'?"
        ),
        "5: required_facts: an unanswerable case cannot expect this. Expected nothing here.",
        (
            "5: id: 'a' is taken by line 1. "
            "Expected an id that differs by more than small and capital letters."
        ),
    ]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"query": "\u200b \u00a0"}, "1: query: found nothing but white space"),
        ({"query": "x" * 10_001}, "1: query: 10001 characters"),
        ({"query": None}, "1: query: found nothing. Expected a string"),
        ({"required_facts": "30 days"}, "1: required_facts: found '30 days'. Expected a list"),
        ({"required_facts": [30]}, "1: required_facts[0]: found 30. Expected a string"),
        ({"required_facts": ["x", " "]}, "1: required_facts[1]: found nothing but white space"),
        ({"required_facts": ["x", "x"]}, "1: required_facts[1]: 'x' stands twice"),
        ({"required_values": [30]}, "1: required_values[0]: found 30"),
        ({"answerable": "yes"}, "1: answerable: found 'yes'. Expected true or false"),
        ({"answerable": 1}, "1: answerable: found 1. Expected true or false"),
        ({"match": "both"}, "1: match: found 'both'. Expected 'any' or 'all'"),
        ({"tags": ["Critical"]}, "1: tags[0]: 'Critical' does not make a case critical"),
        ({"tags": ["a "]}, "1: tags[0]: 'a ' has white space at an end"),
        ({"expected_source_ids": [" doc"]}, "1: expected_source_ids[0]: ' doc' has white space"),
        ({"forbidden_facts": ["30  DAYS"]}, "1: forbidden_facts: '30 days' is required as well"),
        ({"filters": {"x": None}}, "1: filters.x: found nothing"),
        ({"filters": {"x": []}}, "1: filters.x: found a list of 0"),
        ({"filters": {"x": {"gt": 1}}}, "1: filters.x: found a mapping of 1"),
        ({"filters": ["x"]}, "1: filters: found a list of 1. Expected a mapping"),
        ({"answer_schema": {"type": "text"}}, "1: answer_schema.type: not a JSON Schema"),
        (
            {"answer_schema": {"items": {"$ref": "https://example.com/s"}}},
            "1: answer_schema.items.$ref: found 'https://example.com/s'. Expected a reference",
        ),
        ({"notes": ["x"]}, "1: notes: found a list of 1. Expected a string"),
        ({"candidate": "new"}, "1: candidate: found 'new'. Expected a mapping"),
        ({"candidate": {"required_facts": ["y"]}}, "1: candidate: 'reason' is missing"),
        (
            {"candidate": {"required_facts": ["y"], "reason": " "}},
            "1: candidate.reason: found nothing but white space. Expected why",
        ),
        ({"candidate": {"reason": "r"}}, "1: candidate: changes nothing"),
        (
            {"candidate": {"reason": "r", "required_facts": ["30 days"]}},
            "1: candidate: changes nothing",
        ),
        (
            {"candidate": {"reason": "r", "answerable": False}},
            (
                "1: candidate.required_facts: an unanswerable case cannot expect this. Expected "
                "nothing here. It is inherited from the case; write required_facts: [] in candidate"
            ),
        ),
        (
            {"candidate": {"reason": "r", "required_facts": []}},
            "1: candidate: an answerable case that expects nothing",
        ),
        (
            {"candidate": {"reason": "r", "answer": False}},
            "1: candidate.answer: unknown key 'answer'. Expected one of answer_schema",
        ),
        ({"candidate": {"reason": "r", "id": "b"}}, "1: candidate.id: unknown key 'id'"),
    ],
)
def test_fault_in_a_field_is_refused_there(
    write: Write, change: dict[str, Any], fault: str
) -> None:
    (found,) = faults(write(lines({**_GOOD, **change})))
    assert found.startswith(fault)


@pytest.mark.parametrize("field", ["id", "query"])
def test_field_that_must_be_there_is_named(write: Write, field: str) -> None:
    case = {name: value for name, value in _GOOD.items() if name != field}
    assert faults(write(lines(case))) == [f"1: {field!r} is missing. Expected the key {field!r}."]


@pytest.mark.parametrize(
    "field",
    [
        "expected_source_ids",
        "expected_evidence",
        "required_facts",
        "forbidden_facts",
        "required_values",
        "answer_schema",
    ],
)
def test_one_expectation_is_enough_for_an_answerable_case(write: Write, field: str) -> None:
    value: object = {"type": "object"} if field == "answer_schema" else ["x"]
    assert len(load_cases(write(lines({"id": "a", "query": "q", field: value})))) == 1
    assert "expects nothing" in faults(write(lines({"id": "a", "query": "q"})))[0]


def test_unanswerable_case_may_forbid_facts_and_nothing_else(write: Write) -> None:
    case = {"id": "a", "query": "q", "answerable": False}
    assert load_cases(write(lines({**case, "forbidden_facts": ["x"]})))
    assert len(faults(write(lines({**case, "expected_source_ids": ["d"]})))) == 1


def test_override_may_make_a_case_unanswerable_by_clearing_what_it_asks(write: Write) -> None:
    override = {"answerable": False, "required_facts": [], "reason": "The offer has ended."}
    (case,) = load_cases(write(lines({**_GOOD, "candidate": override})))
    assert case.on("baseline").answerable
    assert not case.on("candidate").answerable


@pytest.mark.parametrize(
    "name",
    ["policy-001", "возврат_1", "質問.2", "हिन्दी", "a", "7", unicodedata.normalize("NFD", "й1")],
)
def test_ids_may_be_of_any_script(write: Write, name: str) -> None:
    assert load_cases(write(lines({**_GOOD, "id": name})))[0].id == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "../a",
        "a/b",
        "a\\b",
        "a b",
        "-a",
        ".a",
        "a.",
        "a:b",
        "a#b",
        "a\n",
        "a\u202eb",
        "a\u200bb",
        "🙂",
        "<b>",
        "a" * 201,
        "ж" * 101,
        "\u0301a",
    ],
)
def test_ids_that_are_no_file_names_are_refused(write: Write, name: str) -> None:
    (fault,) = faults(write(lines({**_GOOD, "id": name})))
    assert fault.startswith("1: id: ")
    assert "\n" not in fault


@pytest.mark.parametrize(
    ("one", "two"), [("a", "A"), ("й", unicodedata.normalize("NFD", "й")), ("ß", "SS")]
)
def test_ids_that_a_file_system_may_hold_for_one_are_repeated(
    write: Write, one: str, two: str
) -> None:
    (fault,) = faults(write(lines({**_GOOD, "id": one}, {**_GOOD, "id": two})))
    assert "is taken by line 1" in fault


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (b'{"id": "a", "id": "b"}', "the key 'id' stands twice"),
        (b'{"id": "a", "filters": {"x": 1, "x": 2}}', "the key 'x' stands twice"),
        (b'{"id": "\\ud83d"}', "id: holds half a surrogate pair"),
        (b'{"\\ud83d": 1}', "half a surrogate pair"),
        (b'{"id": "\xed\xa0\xbd"}', "not UTF-8 at byte 8 of the line"),
        (b'{"id": "\xff"}', "not UTF-8 at byte 8 of the line"),
        (b'{"id": NaN}', "NaN is no JSON number"),
        (b'{"id": -Infinity}', "-Infinity is no JSON number"),
        (b'{"id": 1e999}', "id: a number too large to hold"),
        (b'{"id": ' + b"9" * 5000 + b"}", "digits"),
        (b"[" * 100_000, "nested deeper"),
        (b'{"filters": ' + b'{"a":' * 40 + b"1" + b"}" * 41, "filters: nested deeper"),
        (b"[]", "found a list. Expected one JSON object on each line"),
        (b'"a"', "found a string"),
        (b"null", "found nothing"),
        (b"{} {}", "not JSON at column 4"),
        (b"{'id': 1}", "not JSON at column 2"),
        (b'{"id": "a\x00"}', "not JSON at column 10"),
        (b'{"id": "' + b"a" * MAX_LINE_BYTES + b'"}', "more than 1048576"),
    ],
)
def test_line_that_json_cannot_carry_whole_is_refused(
    write: Write, line: bytes, fault: str
) -> None:
    found = faults(write(lines(_GOOD).encode() + line))
    assert len(found) == 1
    assert found[0].startswith("2: ")
    assert fault in found[0]


def test_surrogate_pair_written_as_escapes_is_one_character(write: Write) -> None:
    (case,) = load_cases(write(json.dumps({**_GOOD, "query": "🙂?"})))
    assert case.query == "🙂?"


def test_utf16_is_named(write: Write) -> None:
    with pytest.raises(HarnessError, match="this is UTF-16"):
        load_cases(write(lines(_GOOD).encode("utf-16")))


def test_missing_file_and_folder_are_named(tmp_path: Path) -> None:
    for path in (tmp_path / "none.jsonl", tmp_path):
        with pytest.raises(HarnessError, match="cannot be opened"):
            load_cases(path)


_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
_value = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_text, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(sorted(Case.model_fields)) | _text, _value, max_size=6))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_object_is_a_case_or_refused_with_its_line(write: Write, value: dict[str, Any]) -> None:
    path = write(json.dumps({**_GOOD, **value}))
    problem = None
    try:
        assert cases_digest(load_cases(path)).startswith("sha256:")
    except HarnessError as error:
        problem = error
    assert problem is None or all(f.where.startswith(f"{path}:1") for f in problem.faults)


@given(st.binary(max_size=80))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_are_refused_by_name_or_empty(write: Write, data: bytes) -> None:
    path = write(data)
    problem = ""
    try:
        assert load_cases(path) == ()
    except HarnessError as error:
        problem = str(error)
    assert problem == "" or str(path) in problem


def test_digest_is_of_the_cases_not_of_the_file(write: Write) -> None:
    one, two = _GOOD, {**_GOOD, "id": "b"}
    plain = cases_digest(load_cases(write(lines(one, two))))
    assert plain == cases_digest(load_cases(write("\n" + lines(two, {**one, "match": "any"}))))
    assert plain != cases_digest(load_cases(write(lines(one, {**two, "match": "all"}))))
    assert plain != cases_digest(load_cases(write(lines(one))))

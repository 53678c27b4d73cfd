"""YAML that is odd, wrong or hostile."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.config.source import MAX_BYTES, read_yaml
from harness.errors import HarnessError

Write = Callable[..., Path]

_any_text = st.text(st.characters(exclude_categories=["Cs", "Cc"]))
_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | _any_text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_any_text, inner, max_size=4),
    max_leaves=12,
)


@given(_json)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_json_reads_as_the_value_it_is(tmp_path: Path, value: Any) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    assert read_yaml(path).value == value
    assert not read_yaml(path).faults


@given(st.text(alphabet="ab:-[]{}&*!|>'\"#%@`, \n\t?~1.", max_size=60) | st.text(max_size=40))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_is_read_or_refused_by_name(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    problem = ""
    try:
        json.dumps(read_yaml(path).value, ensure_ascii=False, allow_nan=False).encode()
    except HarnessError as error:
        problem = str(error)
    assert problem == "" or str(path) in problem


def test_every_key_knows_its_line(write: Write) -> None:
    source = read_yaml(write("a:\n  b: 1\n\n  c:\n    - x\n    - {d: 2}\n"))
    assert source.where(("a", "b")).endswith("release.yaml:2: a.b")
    assert source.where(("a", "c", 1, "d")).endswith("release.yaml:6: a.c[1].d")


def test_a_missing_key_is_placed_at_the_nearest_key_above(write: Write) -> None:
    source = read_yaml(write("x: 1\na:\n  b: 1\n"))
    assert source.where(("a", "gone", "deeper")).endswith("release.yaml:2: a.gone.deeper")


def test_repeated_key_names_both_lines(write: Write) -> None:
    faults = read_yaml(write("a: 1\nb: 2\na: 3\n")).faults
    assert [str(f).partition("release.yaml")[2] for f in faults] == [
        ":3: a: 'a' stands here again, first on line 1. Expected each key once."
    ]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("12:30", "12:30"),
        ("2024-01-31", "2024-01-31"),
        ("0o17", "0o17"),
        ("1_000", "1_000"),
        (".inf", ".inf"),
        ("1e-3", 0.001),
        ("TRUE", True),
        ("~", None),
        ("", None),
        ("'1'", "1"),
        ("привет 🙂", "привет 🙂"),
    ],
)
def test_plain_scalars_mean_what_they_mean_in_yaml_1_2(
    write: Write, text: str, value: object
) -> None:
    assert read_yaml(write(f"a: {text}")).value == {"a": value}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a: !!python/object/apply:os.system [x]", "tag"),
        ("a: !!set {x}", "tag"),
        ("a: !!seq {x: 1}", "tag"),
        ("a: !!python/name:os.system x", "tag"),
        ("a: !secret x", "tag"),
        ("a: !!float nan", "not a finite number"),
        ("a: 1e999", "not a finite number"),
        ("a: !!int x", "invalid literal"),
        (f"a: {'9' * 5000}", "digits"),
        ('a: "\\ud800"', "surrogate"),
        ("[a, b]: 1", "a key that is a list or mapping"),
    ],
)
def test_values_that_are_not_plain_are_faults(write: Write, text: str, found: str) -> None:
    assert found in str(read_yaml(write(text)).faults[0])


def test_aliases_may_not_multiply_without_end(write: Write) -> None:
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    with pytest.raises(HarnessError, match="when its aliases are written out"):
        read_yaml(write("\n".join(rows)))


@pytest.mark.parametrize("text", ["&a [*a]", "a: &a {b: *a}"])
def test_alias_of_itself_is_refused(write: Write, text: str) -> None:
    with pytest.raises(HarnessError, match="when its aliases are written out"):
        read_yaml(write(text))


@pytest.mark.parametrize("text", ["[" * 5000, "a: " + "{b: " * 200, "- " * 400 + "x"])
def test_deep_nesting_is_refused_with_its_line(write: Write, text: str) -> None:
    with pytest.raises(HarnessError, match=r"release.yaml:1: .*nested deeper than 32 levels"):
        read_yaml(write(text))


def test_large_file_is_refused_unread(write: Write) -> None:
    with pytest.raises(HarnessError, match="larger than"):
        read_yaml(write("#" * (MAX_BYTES + 1)))


def test_byte_order_mark_and_crlf_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    assert read_yaml(path).value == {"a": 1, "b": 2}


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"a: \xff", "not UTF-8 at byte 3"),
        (b"\xff\xfea\x00", "not UTF-8 at byte 0"),
        (b"a: [1", "not YAML"),
        (b"a: 1\n b: 2", "not YAML"),
        (b"a: \x00", "not YAML"),
        (b"a: 1\n---\nb: 2", "not YAML"),
        (b"a: *gone", "not YAML"),
    ],
)
def test_unreadable_file_is_named(tmp_path: Path, data: bytes, found: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(data)
    with pytest.raises(HarnessError, match=found) as caught:
        read_yaml(path)
    assert str(path) in str(caught.value)


def test_missing_file_and_folder_are_named(tmp_path: Path) -> None:
    for path in (tmp_path / "none.yaml", tmp_path):
        with pytest.raises(HarnessError, match="cannot be opened") as caught:
            read_yaml(path)
        assert str(path) in str(caught.value)


def test_override_replaces_the_value_and_its_place(write: Write) -> None:
    source = read_yaml(write("a:\n  b: {c: 1}\n  d: 2\n"))
    changed = source.override("a.b", 5)
    assert changed.value == {"a": {"b": 5, "d": 2}}
    assert changed.where(("a", "b")) == "command line: a.b"
    assert changed.where(("a", "d")).endswith("release.yaml:3: a.d")
    assert source.value == {"a": {"b": {"c": 1}, "d": 2}}


def test_override_below_a_bare_provider_name_keeps_the_provider(write: Write) -> None:
    source = read_yaml(write("pipeline: {retrieval: hybrid}"))
    changed = source.override("pipeline.retrieval.hybrid.top_k", 5)
    assert changed.value == {"pipeline": {"retrieval": {"hybrid": {"top_k": 5}}}}


def test_name_of_a_key_cannot_forge_a_line_of_output(write: Write) -> None:
    source = read_yaml(write('"x\\n::error::forged": 1'))
    assert "\n" not in source.where(("x\n::error::forged",))

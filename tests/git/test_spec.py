"""``git:REF:FOLDER``: what is one, and what never reaches git."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.errors import HarnessError
from harness.git import GitSpec, is_git_spec, parse_spec


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("git:origin/main:docs", GitSpec("origin/main", "docs")),
        ("git:v2.3:handbook/", GitSpec("v2.3", "handbook")),
        ("git:HEAD~2:.", GitSpec("HEAD~2", "")),
        ("git:main:", GitSpec("main", "")),
        (
            "git:merge-base:origin/main:./docs//en",
            GitSpec("origin/main", "docs/en", merge_base=True),
        ),
        ("git:ветка:документы", GitSpec("ветка", "документы")),
        ("git:main:a:b", GitSpec("main", "a:b")),
    ],
)
def test_specification_is_read(text: str, spec: GitSpec) -> None:
    assert parse_spec(text) == spec
    assert parse_spec(str(spec)) == spec


@pytest.mark.parametrize(
    "text",
    [
        "docs",
        "git:",
        "git:main",
        "git::docs",
        "git:merge-base:main",
        "git:--upload-pack=x:docs",
        "git:-x:docs",
        "git:a..b:docs",
        "git:a b:docs",
        "git:a\nb:docs",
        "git:a\x00:docs",
        "git:main:/etc",
        "git:main:../other",
        "git:main:a/../../b",
        "git:main:a\x00b",
        "git:" + "a" * 300 + ":docs",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(HarnessError, match="cannot be read from git"):
        parse_spec(text)


@given(st.text(max_size=40))
def test_no_text_gets_past_as_an_option_or_out_of_the_repository(text: str) -> None:
    try:
        spec = parse_spec(f"git:{text}")
    except HarnessError:
        return
    assert not spec.ref.startswith("-")
    assert not spec.path.startswith("/")
    assert ".." not in spec.path.split("/")


def test_a_folder_is_no_specification() -> None:
    assert not is_git_spec("corpus/baseline")
    assert not is_git_spec("./git:main:docs")

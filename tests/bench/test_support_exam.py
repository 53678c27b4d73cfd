"""The exam of the support checker is sound, and the checker passes the part that was held out."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "bench" / "support" / "run.py"

KINDS = frozenset(
    [
        "antonym",
        "code",
        "condition",
        "connective",
        "date",
        "definition",
        "duration",
        "entity_swap",
        "enumeration",
        "exception",
        "join",
        "limit",
        "list_item",
        "modality",
        "negation",
        "negation_scope",
        "number",
        "number_words",
        "off_topic",
        "order",
        "ordinal",
        "paraphrase",
        "percentage_currency",
        "quantifier",
        "range",
        "table_row",
        "unit",
        "with_without",
    ]
)
REACHED = {
    "heldout": (0.01, 0.02, 0.7),
    "heldout2": (0.03, 0.06, 0.38),
    "heldout3": (0.0, 0.04, 0.59),
}
"""Held-out part -> the most false support and false contradiction and the least decided, in either
language: what has been reached. The aims, 0.01 false support and 0.7 decided, are those of the first."""


def load_script() -> ModuleType:
    """The script as a module: ``bench`` is no package."""
    spec = importlib.util.spec_from_file_location("support_exam", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up by name
    spec.loader.exec_module(module)
    return module


exam = load_script()
PAIRS: dict[str, list[Any]] = {part: exam.load(part) for part in exam.PARTS}
ALL = [pair for pairs in PAIRS.values() for pair in pairs]
BESIDE = ("extra", "extra2", "extra3", "extra4", "heldout2", "heldout3")
EXTRA: list[Any] = [pair for part in BESIDE for pair in exam.load(part)]


def cells(pairs: Iterable[Any]) -> dict[tuple[str, str], Counter[str]]:
    """(kind, language) -> label -> number of pairs."""
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for pair in pairs:
        found[pair.kind, pair.lang][pair.label] += 1
    return found


def test_ids_are_unique_and_begin_with_their_family() -> None:
    assert len({pair.id for pair in ALL}) == len(ALL)
    assert all(pair.id.startswith(f"{pair.family}-") for pair in ALL)
    assert all(pair.family.startswith(f"{pair.lang}-{pair.kind}-") for pair in ALL)


def test_no_pair_is_asked_twice() -> None:
    asked = Counter((pair.claim.casefold(), pair.evidence.casefold()) for pair in ALL)
    assert [question for question, times in asked.items() if times > 1] == []


def test_labels_are_known_and_texts_are_clean() -> None:
    assert {pair.label for pair in ALL} == set(exam.LABELS)
    for pair in ALL:
        for text in (pair.claim, pair.evidence):
            assert text, pair.id
            assert text == text.strip(), pair.id


def test_every_kind_has_a_dozen_pairs_and_both_outcomes_in_each_language() -> None:
    found = cells(ALL)
    assert set(found) == {(kind, lang) for kind in KINDS for lang in ("en", "ru")}
    for cell, labels in found.items():
        assert labels.total() >= 12, cell
        assert labels["supported"], cell
        assert labels["contradicted"] + labels["not_supported"], cell


def test_every_kind_is_in_both_parts_and_a_third_is_held_out() -> None:
    assert set(cells(PAIRS["dev"])) == set(cells(PAIRS["heldout"])) == set(cells(ALL))
    assert 0.30 < len(PAIRS["heldout"]) / len(ALL) < 0.36


def test_no_family_and_no_evidence_stands_in_both_parts() -> None:
    for field in ("family", "evidence"):
        dev, heldout = ({getattr(pair, field) for pair in PAIRS[part]} for part in exam.PARTS)
        assert dev.isdisjoint(heldout), field


def test_extra_pairs_are_sound_and_no_part_of_the_exam() -> None:
    assert len({pair.id for pair in (*ALL, *EXTRA)}) == len(ALL) + len(EXTRA)
    assert {pair.kind for pair in EXTRA} == KINDS
    assert {pair.label for pair in EXTRA} == set(exam.LABELS)
    for field in ("family", "evidence"):
        exam_s, extra_s = ({getattr(pair, field) for pair in pairs} for pairs in (ALL, EXTRA))
        assert exam_s.isdisjoint(extra_s), field


def test_readme_states_the_true_counts() -> None:
    readme = SCRIPT.with_name("README.md").read_text(encoding="utf-8")
    by_label = {part: Counter(pair.label for pair in PAIRS[part]) for part in exam.PARTS}
    shown = {
        part: " / ".join(str(labels[label]) for label in exam.LABELS)
        for part, labels in by_label.items()
    }
    assert f"| pairs | {len(PAIRS['dev'])} | {len(PAIRS['heldout'])} |" in readme
    assert f"| {shown['dev']} | {shown['heldout']} |" in readme
    for part in BESIDE:
        assert f"{len(exam.load(part))} pairs" in readme, part


@pytest.mark.parametrize("part", REACHED)
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_checker_decides_and_seldom_errs_on_the_held_out_parts(part: str, lang: str) -> None:
    found = exam.rates(exam.judge(pair for pair in exam.load(part) if pair.lang == lang))
    false_support, false_contradiction, decided = REACHED[part]
    assert found.false_support.value <= false_support, str(found.false_support)
    assert found.false_contradiction.value <= false_contradiction, str(found.false_contradiction)
    assert found.decided.value >= decided, str(found.decided)


@pytest.mark.parametrize("part", REACHED)
def test_held_out_pairs_are_not_shown(part: str) -> None:
    result = subprocess.run(
        [sys.executable, str(SCRIPT), "--part", part, "--wrong"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    assert "nobody tunes on a held-out part" in result.stderr


def test_rates_count_what_they_say() -> None:
    """A hand-made quartet: one false support, one false contradiction, one right, one undecided."""
    judged = [
        exam.Judged(
            exam.Pair(str(number), "f", "en", "number", "claim", "evidence", label),
            exam.Support(verdict, "wording", "", None, 1.0),
        )
        for number, (label, verdict) in enumerate(
            [
                ("contradicted", "supported"),
                ("supported", "contradicted"),
                ("supported", "supported"),
                ("contradicted", "missing"),
            ]
        )
    ]
    found = exam.rates(judged)
    assert found.false_support == exam.Rate(1, 2)
    assert found.false_contradiction == exam.Rate(1, 2)
    assert found.decided == exam.Rate(3, 4)
    assert found.decided_right == exam.Rate(1, 3)

"""The section that shows how a run follows earlier ones."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from harness.model.trend import Changes, FlakyCase, LayerRate, LeftOut, Trend, TrendRun
from harness.report import RunArtefacts, build_context, render_report
from harness.report.trend import line
from tests.report.fixtures import STORIES, run

CLOCKS = {
    "started_at": "2026-03-09T09:30:00+00:00",
    "latency_ms": {"candidate": {"rerank": {"p50": 2.0, "p90": 9.0, "p99": 40.0}}},
}


def past(number: int, passed: int, **given: Any) -> TrendRun:
    """One of ten runs."""
    values: dict[str, Any] = {
        "run_id": f"run-{number}",
        "started_at": f"2026-03-0{number}T09:30:00+00:00",
        "verdict": "REVIEW",
        "complete": True,
        "cases": 10,
        "rates": (LayerRate(layer="retrieval", passed=passed, of=10),),
        "latency_ms": {"candidate": {"rerank": {"p50": 1.0, "p90": float(number), "p99": 9.0}}},
    }
    return TrendRun(**(values | given))


def followed(artefacts: RunArtefacts | None = None, **given: Any) -> RunArtefacts:
    """The fixture, or another one, as the third of three runs."""
    first, second = STORIES[0].id, STORIES[1].id
    changes = Changes(newly_failing=(first, "gone"), fixed=(second,), inputs=("corpora", "policy"))
    own = past(3, 7, changes=changes, started_at="", latency_ms={}, cost=0.125)
    flaky = FlakyCase(
        case_id=first,
        contradicted=("run-2",),
        unsteady=("run-1", "run-2"),
        flips=2,
        outcomes=("pass", None, "fail"),
    )
    trend = Trend(
        runs=(past(1, 9), past(2, 8), own),
        older=4,
        flaky=(flaky,),
        left_out=(LeftOut(folder="notes", reason="no run.json, so this is no run."),),
    )
    artefacts = artefacts or run()
    return replace(artefacts, trend=trend.model_copy(update=given), run={**artefacts.run, **CLOCKS})


def test_runs_stand_newest_first_with_the_clocks_of_this_one_from_its_run_json() -> None:
    trend = build_context(followed()).trend
    assert trend is not None
    assert [(row.run_id, row.own) for row in trend.rows] == [
        ("run-3", True),
        ("run-2", False),
        ("run-1", False),
    ]
    assert trend.rows[0].started == CLOCKS["started_at"]
    assert trend.rows[0].inputs == ("policy",)
    (stage,) = trend.stages
    assert (stage.p90, stage.line.low, stage.line.high) == (9.0, 1.0, 9.0)


def test_cases_that_changed_lead_to_their_place_and_those_gone_to_the_list() -> None:
    trend = build_context(followed()).trend
    assert trend is not None
    assert [ref.anchor for ref in trend.rows[0].worse] == [f"case-{STORIES[0].id}", "cases"]
    html = render_report(build_context(followed()))
    ids = set(re.findall(r'\sid="([^"]+)"', html))
    section = html[html.index('<section id="trend"') : html.index('<section id="cases"')]
    assert set(re.findall(r'href="#([^"]+)"', section)) <= ids


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            (
                "4 older runs are not shown.",
                "trials disagree in 2 runs",
                "another outcome on the same inputs in 1 run<",
                "turned 2 times between pass and fail",
                "7 of 10",
                "90.0%",
                "no run.json, so this is no run.",
            ),
        ),
        (
            "ru",
            (
                "Динамика",
                "попытки расходятся в 2 прогонах",
                "90,0\u00a0%",
                "7 из 10",
                'row">Поиск</th>',
            ),
        ),
    ],
)
def test_all_of_it_is_told_in_both_languages(language: str, words: tuple[str, ...]) -> None:
    html = render_report(build_context(followed()), language=language)
    for word in words:
        assert word in html


def test_first_run_of_a_workspace_has_no_such_section() -> None:
    alone = Trend(runs=(past(1, 9),))
    for artefacts in (run(), replace(run(), trend=alone)):
        context = build_context(artefacts)
        assert context.trend is None
        assert 'id="trend"' not in render_report(context)


def test_equal_artefacts_give_equal_bytes_and_another_past_other_ones() -> None:
    page = render_report(build_context(followed()))
    assert page == render_report(build_context(followed()))
    assert page != render_report(build_context(followed(older=5)))


def test_hostile_names_in_earlier_runs_stay_text() -> None:
    name = "<script>alert(1)</script>"
    flaky = FlakyCase(case_id=name, flips=2, outcomes=("pass",))
    left = LeftOut(folder=name, reason="token ghp_" + "a1B2" * 9)
    html = render_report(build_context(followed(flaky=(flaky,), left_out=(left,))))
    assert name not in html
    assert "ghp_a1B2" not in html


@pytest.mark.parametrize(
    ("values", "points"),
    [
        ([0.5, 1.0], "0.0,20.0 100.0,0.0"),
        ([1.0, 1.0], "0.0,10.0 100.0,10.0"),
        ([2.0], "0.0,10.0"),
        ([0.0, None, 1.0], "0.0,20.0 100.0,0.0"),
        ([None], ""),
    ],
)
def test_picture_goes_from_the_lowest_to_the_highest(
    values: list[float | None], points: str
) -> None:
    assert line("x", values).points == points

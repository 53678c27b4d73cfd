"""What ``corpusgate history`` shows: tables, with pictures of the numbers on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as Drawn
from rich.text import Text

from harness.cli.console import plain
from harness.cli.tongue import figure, told
from harness.model.comparison import Outcome
from harness.model.counted import counted, listed
from harness.model.trend import (
    CaseTrend,
    Changes,
    FlakyCase,
    LayerRate,
    Percentiles,
    Trend,
    TrendRun,
)
from harness.model.wire import LAYERS

_SHOWN = 12
"""Cases named on one line."""
_BARS = "▁▂▃▄▅▆▇█"
_STYLES = {
    "PASS": "green",
    "REVIEW": "yellow",
    "BLOCK": "bold red",
    "pass": "green",
    "fail": "red",
    "error": "bold red",
    "uncertain": "yellow",
}
_QUIET_PINS = frozenset({"corpora"})
"""Pins that differ from run to run by design."""


@dataclass(frozen=True, slots=True)
class Table:
    """One table; the last column is a picture for terminals, where there is one."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    picture: bool = False


def show_history(trend: Trend | CaseTrend) -> None:
    """Print a trend: drawn on a terminal, plain columns elsewhere."""
    tables = _trend(trend) if isinstance(trend, Trend) else _case(trend)
    shown = [table for table in tables if table.rows]
    if sys.stdout.isatty():
        _draw(shown)
    else:
        print("\n\n".join(_written(table) for table in shown))
    if trend.older:
        print("\n" + told(f"{counted(trend.older, 'older run')} not shown."))


def _draw(tables: Sequence[Table]) -> None:
    console = Console(highlight=False, markup=False, emoji=False)
    for table in tables:
        console.print(Text(told(table.title), style="bold"))
        drawn = Drawn(box=None, pad_edge=False, padding=(0, 1))
        for place, name in enumerate(table.header):
            drawn.add_column(told(name), header_style="dim", overflow="fold", no_wrap=place == 0)
        for row in table.rows:
            drawn.add_row(*(Text(_cell(cell), style=_STYLES.get(cell, "")) for cell in row))
        console.print(drawn, "")


def _written(table: Table) -> str:
    """The table in columns two blanks apart, without the picture."""
    end = len(table.header) - table.picture
    rows = [tuple(_cell(cell) or "-" for cell in row[:end]) for row in (table.header, *table.rows)]
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(_padded, row, widths)).rstrip() for row in rows]
    return "\n".join([told(table.title), *(f"  {line}" for line in lines)])


def _padded(cell: str, width: int) -> str:
    return cell + " " * (width - cell_len(cell))


def _cell(text: str) -> str:
    """``text`` on one line, with nothing that could drive a terminal."""
    return plain(told(text)).replace("\n", "\\n").replace("\t", "\\t")


def sparkline(values: Sequence[float | None]) -> str:
    """A bar for each value, between the lowest and the highest; a dot where there is none."""
    known = [value for value in values if value is not None]
    low, high = min(known, default=0.0), max(known, default=0.0)
    top = len(_BARS) - 1
    steps = {v: round((v - low) / (high - low) * top) if high > low else top // 2 for v in known}
    return "".join("·" if value is None else _BARS[steps[value]] for value in values)


def _trend(trend: Trend) -> Iterator[Table]:
    layers = [layer for layer in LAYERS if any(_rate(run, layer) for run in trend.runs)]
    header = ("run", "began", "verdict", "cases", *layers, "worse", "fixed", "cost")
    rows = tuple(
        (
            run.run_id,
            _moment(run.started_at),
            run.verdict if run.complete else f"{run.verdict} (incomplete)",
            str(run.cases) if not run.unasked else f"{run.cases - run.unasked} of {run.cases}",
            *(_share(_rate(run, layer)) for layer in layers),
            *(_counts(run.changes)),
            "" if run.cost is None else figure(f"{run.cost:g}"),
        )
        for run in trend.runs
    )
    yield _without_empty(Table("Runs", header, rows))
    yield _rates(trend, layers)
    yield _changes(trend.runs)
    yield _flaky(trend)
    yield _stages(trend.runs)


def _rate(run: TrendRun, layer: str) -> LayerRate | None:
    return next((rate for rate in run.rates if rate.layer == layer and rate.of), None)


def _share(rate: LayerRate | None) -> str:
    return "" if rate is None else f"{rate.passed}/{rate.of}"


def _without_empty(table: Table) -> Table:
    """The table without columns that no row has anything in."""
    kept = [place for place in range(len(table.header)) if any(row[place] for row in table.rows)]
    rows = tuple(tuple(row[place] for place in kept) for row in table.rows)
    return Table(table.title, tuple(table.header[place] for place in kept), rows)


def _counts(changes: Changes | None) -> tuple[str, str]:
    if changes is None:
        return "", ""
    return str(len(changes.newly_failing)), str(len(changes.fixed))


def _moment(text: str) -> str:
    """Date and minute of an ISO 8601 time."""
    day, _, time = text.partition("T")
    return f"{day} {time[:5]}{time[8:].replace('+00:00', 'Z')}"


def _rates(trend: Trend, layers: Sequence[str]) -> Table:
    rows = []
    for layer in layers:
        rates = [_rate(run, layer) for run in trend.runs]
        shares = [None if rate is None else rate.share for rate in rates]
        known = [share for share in shares if share is not None]
        low, high = min(known), max(known)
        told_shares = (figure(f"{share:.1%}") for share in (known[0], known[-1], low, high))
        rows.append((layer, *told_shares, sparkline(shares)))
    header = ("layer", "first", "last", "lowest", "highest", "")
    return Table("Pass rates on the candidate", header, tuple(rows), picture=True)


def _changes(runs: Sequence[TrendRun]) -> Table:
    rows = []
    for run in runs:
        for what, names in _named(run.changes) if run.changes else ():
            rows.append((run.run_id, what, str(len(names)), listed(names, _SHOWN)))
    return Table("Against the run before", ("run", "what", "number", "which"), tuple(rows))


def _named(changes: Changes) -> Iterator[tuple[str, tuple[str, ...]]]:
    inputs = tuple(name for name in changes.inputs if name not in _QUIET_PINS)
    found = {
        "newly failing": changes.newly_failing,
        "newly uncertain": changes.newly_uncertain,
        "fixed": changes.fixed,
        "new cases": changes.added,
        "cases gone": changes.removed,
        "other inputs": inputs,
    }
    yield from ((what, names) for what, names in found.items() if names)


def _flaky(trend: Trend) -> Table:
    rows = tuple(
        (case.case_id, "; ".join(reasons(case)), _outcomes(case.outcomes)) for case in trend.flaky
    )
    return Table("Flaky cases", ("case", "why", "outcomes, oldest first"), rows)


def reasons(case: FlakyCase) -> Iterator[str]:
    """Why a case is called flaky, in words."""
    if case.contradicted:
        yield f"another outcome on the same inputs in {listed(case.contradicted, _SHOWN)}"
    if case.unsteady:
        yield f"trials disagree in {listed(case.unsteady, _SHOWN)}"
    if case.flips > 1:
        yield f"turned {case.flips} times between pass and fail"


def _outcomes(outcomes: Sequence[Outcome | None]) -> str:
    return " ".join(outcome or "-" for outcome in outcomes[-_SHOWN:])


def _stages(runs: Sequence[TrendRun]) -> Table:
    """Times of the newest run that has any, slowest first."""
    times = [run.latency_ms.get("candidate", {}) for run in runs]
    newest = next((found for found in reversed(times) if found), {})
    slowest = sorted(newest, key=lambda stage: (-newest[stage].get("p90", 0.0), stage))
    rows = tuple(
        (stage, *_percentiles(newest[stage]), sparkline([_p90(found, stage) for found in times]))
        for stage in slowest
    )
    header = ("stage", "p50", "p90", "p99", "")
    return Table("Slowest stages, ms on the candidate", header, rows, picture=True)


def _p90(times: dict[str, Percentiles], stage: str) -> float | None:
    return times[stage].get("p90") if stage in times else None


def _percentiles(found: Percentiles) -> Iterator[str]:
    for name in ("p50", "p90", "p99"):
        yield figure(f"{found[name]:.1f}") if name in found else ""


def _case(told: CaseTrend) -> Iterator[Table]:
    layers = [layer for layer in LAYERS if any(layer in run.outcomes for run in told.runs)]
    rows = tuple(
        (
            run.run_id,
            _moment(run.started_at),
            run.verdict,
            run.status or "not there",
            *(run.outcomes.get(layer, "") for layer in layers),
            "changed" if run.expectation_changed else "",
        )
        for run in told.runs
    )
    header = ("run", "began", "verdict", "status", *layers, "expectation")
    yield _without_empty(Table(f"Case {told.case_id}", header, rows))
    flaky = tuple((reason,) for reason in reasons(told.flaky)) if told.flaky else ()
    yield Table("Flaky", ("why",), flaky)

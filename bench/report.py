"""How large the report of a large run is and how fast a browser opens it, as one JSON object.

Usage, from the root of the repository: python -m bench.report [CASES] [RUN]

Without RUN, a run folder, the cases are those of the test fixtures; with it, cases of that run
under new names, so that each is as long as a real one. Needs chromium and chromedriver.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.browser import start
from harness.cases import load_cases
from harness.model.case import Case
from harness.model.gate import RuleResult
from harness.model.record import Retrieved, RunRecord
from harness.outputs import read_artefacts
from harness.pipeline.places import RunFolder
from harness.report import RunArtefacts, build_context, render_report
from harness.review import evidence_of_run
from tests.report.fixtures import many

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

LIMIT_BYTES = 6_000_000
LIMIT_MS = 2_000
OPENINGS = 5
"""Times the page is opened; the median counts."""

_LOADED = """const [page] = performance.getEntriesByType('navigation');
const [paint] = performance.getEntriesByName('first-contentful-paint');
return {load_ms: page.loadEventEnd, first_paint_ms: paint ? paint.startTime : null};"""

_FILTER = """const done = arguments[arguments.length - 1];
const field = document.querySelector('#filters [name=text]');
const begin = performance.now();
field.value = arguments[0];
field.dispatchEvent(new Event('input', {bubbles: true}));
const look = () => document.querySelector('#cases[aria-busy]')
  ? setTimeout(look, 1) : requestAnimationFrame(() => done(performance.now() - begin));
look();"""

_DEEP = """const done = arguments[arguments.length - 1];
const begin = performance.now();
location.hash = arguments[0];
const look = () => document.querySelector('details.case[open] > .body > *')
  ? done(performance.now() - begin) : setTimeout(look, 1);
look();"""


def main(cases: int, run: str) -> int:
    """Print the figures; 1 when the page is larger or slower than the limits."""
    artefacts = _multiplied(RunFolder(Path(run)), cases) if run else many(cases)
    begun = time.process_time()
    context = build_context(artefacts)
    built = time.process_time()
    page = render_report(context).encode("utf-8")
    rendered = time.process_time()
    shown = _in_a_browser(page, context.others[-1].anchor)
    figures = {
        "cases": cases,
        "flagged": len(context.flagged),
        "build_cpu_s": round(built - begun, 1),
        "render_cpu_s": round(rendered - built, 1),
        "bytes": len(page),
        "limit_bytes": LIMIT_BYTES,
        "limit_ms": LIMIT_MS,
        **shown,
    }
    print(json.dumps(figures))
    return int(len(page) > LIMIT_BYTES or shown["load_ms"] > LIMIT_MS)


def _in_a_browser(page: bytes, last: str) -> dict[str, float]:
    """Milliseconds: until the page is loaded, painted, filtered, and its last case open."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "index.html"
        path.write_bytes(page)
        browser = start(Path(folder) / "profile")
        try:
            times = [_opened(browser, path) for _ in range(OPENINGS)]
            found = {name: _median([one[name] for one in times]) for name in times[0]}
            found["first_filter_ms"] = browser.execute_async_script(_FILTER, "days")
            found["next_filter_ms"] = browser.execute_async_script(_FILTER, "notice")
            _opened(browser, path)
            found["deep_link_ms"] = browser.execute_async_script(_DEEP, f"#{last}")
        finally:
            browser.quit()
    return {name: round(value) for name, value in found.items()}


def _opened(browser: Chrome, path: Path) -> Mapping[str, float]:
    browser.get("about:blank")
    browser.get(path.as_uri())
    found: dict[str, float] = browser.execute_script(_LOADED)
    return found


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def _multiplied(folder: RunFolder, count: int) -> RunArtefacts:
    """The run with ``count`` cases, copies of its own under new names."""
    read = read_artefacts(folder, load_cases(folder.cases))
    ids = [case.case_id for case in read.comparison.cases]
    new = list(islice(((f"{n}-{name}", name) for n in range(count) for name in ids), count))
    made = replace(
        read,
        comparison=read.comparison.model_copy(
            update={"cases": tuple(_renamed(read.comparison.cases, new, "case_id"))}
        ),
        diagnoses=_renamed(read.diagnoses, new, "case_id"),
        gate=read.gate.model_copy(
            update={
                "findings": tuple(_renamed(read.gate.findings, new, "case_id")),
                "rules": tuple(_renamed_rule(rule, new) for rule in read.gate.rules),
            }
        ),
        records={side: _shuffled(found, new) for side, found in read.records.items()},
        cases=[_reworded(case) for case in _renamed(read.cases, new, "id")],
        effects=None,
        coverage=None,
    )
    return replace(
        made, evidence=evidence_of_run(made.gate, made.comparison, made.cases, made.records)
    )


def _shuffled(records: Sequence[RunRecord], names: list[tuple[str, str]]) -> list[RunRecord]:
    """Records under new names, each with chunks of its own: else all copies would pack as one."""
    chance = random.Random(0)
    pool = [hit for record in records for hit in record.retrieved]
    return [
        record.model_copy(
            update={"retrieved": tuple(_other(h, pool, chance) for h in record.retrieved)}
        )
        for record in _renamed(records, names, "case_id")
    ]


def _other(hit: Retrieved, pool: Sequence[Retrieved], chance: random.Random) -> Retrieved:
    """The same place in the list, taken by another chunk."""
    drawn = chance.choice(pool)
    stages = {"rank": hit.rank, "score": hit.score, "in_context": hit.in_context}
    return drawn.model_copy(update=stages)


def _reworded(case: Case) -> Case:
    """The case with a question that no other case asks."""
    words = random.Random(case.id).sample(case.query.split(), k=min(6, len(case.query.split())))
    return case.model_copy(update={"query": f"{case.query} ({case.id}: {' '.join(words)})"})


def _renamed_rule(rule: RuleResult, names: list[tuple[str, str]]) -> RuleResult:
    ids = tuple(name for name, old in names if old in rule.case_ids)
    return rule.model_copy(update={"case_ids": ids})


def _renamed(items: Any, names: list[tuple[str, str]], key: str) -> list[Any]:
    """Copies of model values, each item of a name once for every new name."""
    by_name: dict[str, list[Any]] = {}
    for item in items:
        by_name.setdefault(getattr(item, key), []).append(item)
    return [
        item.model_copy(update={key: name}) for name, old in names for item in by_name.get(old, ())
    ]


if __name__ == "__main__":
    arguments = [*sys.argv[1:], "", ""]
    sys.exit(main(int(arguments[0] or 5000), arguments[1]))

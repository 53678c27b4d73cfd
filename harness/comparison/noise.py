"""The noise floor: the baseline compared with itself, and what that says of the transitions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from harness.comparison.compare import SideInput, compare
from harness.comparison.stability import NOISY, has_dice
from harness.model.case import Case
from harness.model.comparison import CaseComparison, Comparison
from harness.model.noise import CaseNoise, LayerNoise, Noise, NoiseState
from harness.model.record import RunRecord
from harness.model.text import CorpusText
from harness.model.wire import LAYERS, Layer


def unmeasured(records: Iterable[RunRecord]) -> Noise:
    """The noise of a run without an A/A run."""
    state: NoiseState = "not_measured" if has_dice(records) else "by_construction"
    return Noise(state=state, floor=None if state == "not_measured" else 0.0)


def measure_noise(
    cases: Sequence[Case],
    records: Sequence[RunRecord],
    fresh: Sequence[RunRecord],
    text: CorpusText,
    trials: int,
) -> Noise:
    """Compare the baseline's records with fresh ones of the same corpus, draw by draw.

    Args:
        cases: what was asked; intended changes play no part.
        records: the baseline's records, ``trials`` a case.
        fresh: further trials of the same, a multiple of ``trials`` a case.
        text: of the baseline.
        trials: records of one case that one comparison looks at.
    """
    plain = [case.model_copy(update={"candidate": None}) for case in cases]
    draws = [
        compare(plain, SideInput(records, text), SideInput(draw, text), ks=())
        for draw in _draws(fresh, trials)
    ]
    flips = Counter(pair for draw in draws for pair in _flips(draw))
    compared = Counter(step.layer for d in draws for case in d.cases for step in case.transitions)
    return Noise(
        state="measured",
        trials=trials * len(draws),
        draws=len(draws),
        floor=_floor(draws),
        layers=tuple(_layer(layer, compared[layer], flips) for layer in LAYERS),
        cases=tuple(
            CaseNoise(case_id=case_id, layer=layer, draws=len(draws), flips=count)
            for (case_id, layer), count in sorted(flips.items())
        ),
    )


def _draws(fresh: Sequence[RunRecord], trials: int) -> list[list[RunRecord]]:
    """The fresh records in groups of ``trials`` trials."""
    numbers = sorted({record.trial for record in fresh})
    groups = [set(numbers[at : at + trials]) for at in range(0, len(numbers), trials)]
    return [[record for record in fresh if record.trial in group] for group in groups]


def _flips(draw: Comparison) -> Iterator[tuple[str, Layer]]:
    for case in draw.cases:
        for step in case.transitions:
            if step.baseline != step.candidate:
                yield case.case_id, step.layer


def _floor(draws: Sequence[Comparison]) -> float:
    moved = [
        any(s.layer in NOISY and s.baseline != s.candidate for s in case.transitions)
        for draw in draws
        for case in draw.cases
    ]
    return round(sum(moved) / len(moved), 6) if moved else 0.0


def _layer(layer: Layer, compared: int, flips: Mapping[tuple[str, Layer], int]) -> LayerNoise:
    count = sum(number for (_, found), number in flips.items() if found == layer)
    rate = round(count / compared, 6) if compared else 0.0
    return LayerNoise(layer=layer, compared=compared, flips=count, rate=rate)


def mark_noise(comparison: Comparison, noise: Noise) -> Comparison:
    """The comparison with the layers named in which a case also flips against itself."""
    shaky = {(case.case_id, case.layer) for case in noise.cases if case.layer in NOISY}
    return comparison.model_copy(
        update={"cases": tuple(_marked(case, shaky) for case in comparison.cases)}
    )


def _marked(case: CaseComparison, shaky: set[tuple[str, Layer]]) -> CaseComparison:
    within = tuple(
        step.layer
        for step in case.transitions
        if (step.worse or step.baseline != step.candidate) and (case.case_id, step.layer) in shaky
    )
    return case.model_copy(update={"within_noise": within}) if within else case

"""How much the generator alone moves: ``noise.json``."""

from __future__ import annotations

from typing import Literal

from harness.model.wire import Layer, Wire

NoiseState = Literal["measured", "by_construction", "not_measured"]


class LayerNoise(Wire):
    """One layer over all cases and draws of the A/A run."""

    layer: Layer
    compared: int
    """Pairs of a case and a draw that have the layer."""
    flips: int
    """Pairs whose outcome is another one than the first time."""
    rate: float
    """``flips / compared``; 0 when there is nothing to compare."""


class CaseNoise(Wire):
    """One case and layer that flipped at least once."""

    case_id: str
    layer: Layer
    draws: int
    """Comparisons."""
    flips: int
    """Of them, those with another outcome."""


class Noise(Wire):
    """The A/A run: the baseline asked again, compared with itself."""

    schema_version: int = 1
    state: NoiseState
    """``by_construction``: the generator has no dice, so the rate is 0 and was not measured."""
    trials: int = 0
    """Fresh trials a case."""
    draws: int = 0
    """Comparisons a case: each takes as many fresh trials as the run has on a side."""
    floor: float | None = None
    """Share of (case, draw) pairs in which the citation or the answer layer flipped."""
    layers: tuple[LayerNoise, ...] = ()
    """Each layer, over all cases."""
    cases: tuple[CaseNoise, ...] = ()
    """Sorted by case and layer."""
    cost: float | None = None
    """Of the fresh answers, in the currency of the price table; ``None`` without one."""


NOT_MEASURED = Noise(state="not_measured")
"""Nobody looked."""

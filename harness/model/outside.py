"""What others than our own checks found out about answers, looked up while comparing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from harness.model.command import CommandResult
from harness.model.judgement import Judgement, Judgements
from harness.model.measurement import Measurement
from harness.model.wire import Side

CommandKey = tuple[Side, str, int, str]
"""(side, case id, trial, name of the check)"""

MeasuredKey = tuple[Side, str]
"""(side, case id)"""


@dataclass(frozen=True, slots=True)
class Outside:
    """Opinions of a judge, results of programs, metrics of ragas: as far as they are configured."""

    judgements: Judgements | None = None
    commands: Mapping[CommandKey, CommandResult] = field(default_factory=dict)
    measurements: Mapping[MeasuredKey, tuple[Measurement, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Kept:
    """The same as shards of a run found it out: taken as it is, and not found out again."""

    judgements: tuple[Judgement, ...] = ()
    commands: tuple[CommandResult, ...] = ()
    measurements: tuple[Measurement, ...] = ()


NOTHING_KEPT = Kept()
"""Everything is found out here."""

NOTHING_OUTSIDE = Outside()
"""Nothing of the kind is configured."""

"""What others than our own checks found out about answers, looked up while comparing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from harness.model.command import CommandResult
from harness.model.judgement import Judgements
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


NOTHING_OUTSIDE = Outside()
"""Nothing of the kind is configured."""

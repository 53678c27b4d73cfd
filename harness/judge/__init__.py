"""A second opinion on what the deterministic checks cannot decide, from a model, with evidence."""

from harness.judge.base import Judge
from harness.judge.calibrate import (
    CALIBRATION_FILE,
    Calibration,
    calibrate,
    calibration,
    calibration_of,
    read_decisions,
    read_judgements,
)
from harness.judge.rounds import settle

__all__ = [
    "CALIBRATION_FILE",
    "Calibration",
    "Judge",
    "calibrate",
    "calibration",
    "calibration_of",
    "read_decisions",
    "read_judgements",
    "settle",
]

"""Traces and metrics of a run over OpenTelemetry: off unless configured, and without any text."""

from harness.telemetry.export import Telemetry, telemetry

__all__ = ["Telemetry", "telemetry"]

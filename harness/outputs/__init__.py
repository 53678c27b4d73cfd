"""What a run tells other programs: JUnit, SARIF, annotations, Markdown, code quality, JSON.

All are made from one redacted model, so nothing reaches one of them that the report would hide.
"""

from harness.outputs.hosts import workflow_commands
from harness.outputs.model import Mark, Outputs, RunFinding, build_outputs
from harness.outputs.places import Sources
from harness.outputs.read import read_artefacts, read_judgements
from harness.outputs.write import append_step_summary, write_outputs

__all__ = [
    "Mark",
    "Outputs",
    "RunFinding",
    "Sources",
    "append_step_summary",
    "build_outputs",
    "read_artefacts",
    "read_judgements",
    "workflow_commands",
    "write_outputs",
]

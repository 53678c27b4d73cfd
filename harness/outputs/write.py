"""All outputs of a run beside its report."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from harness.outputs.hosts import code_quality, workflow_commands
from harness.outputs.junit import junit
from harness.outputs.markdown import comment, markdown
from harness.outputs.model import Outputs
from harness.outputs.sarif import sarif
from harness.outputs.summary import summary
from harness.store import naming, write_atomic, write_json

FILES: Mapping[str, str] = {
    "junit.xml": "JUnit: one suite a layer",
    "results.sarif": "SARIF 2.1.0: the lines that did it",
    "summary.md": "Markdown, links to the report beside it",
    "comment.md": "Markdown with a marker, for a comment that is updated in place",
    "annotations.txt": "workflow commands of GitHub Actions",
    "codequality.json": "code quality of GitLab",
    "summary.json": "the verdict as JSON",
}
"""Name of each file and what it is."""


def write_outputs(folder: Path, outputs: Outputs, *, name: str = "summary") -> None:
    """Write every file of :data:`FILES` into ``folder``; ``name`` is the comment's marker."""
    write_atomic(folder / "junit.xml", junit(outputs))
    write_json(folder / "results.sarif", sarif(outputs))
    write_json(folder / "codequality.json", code_quality(outputs))
    write_json(folder / "summary.json", summary(outputs))
    texts = {
        "summary.md": markdown(outputs, relative=True),
        "comment.md": comment(outputs, name),
        "annotations.txt": "".join(line + "\n" for line in workflow_commands(outputs)),
    }
    for file, text in texts.items():
        write_atomic(folder / file, text.encode("utf-8"))


def append_step_summary(outputs: Outputs) -> None:
    """Add the summary to the page of a GitHub Actions step; nothing happens elsewhere."""
    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if path:
        with naming(Path(path)), Path(path).open("a", encoding="utf-8") as stream:
            stream.write(markdown(outputs) + "\n")

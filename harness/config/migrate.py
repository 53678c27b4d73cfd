"""Configuration files of older versions, brought up to date.

A step edits the text, so that comments, order and layout stay as their author left them. What the
edited text says is read again and held against what was meant, so an edit that went wrong is
refused and never written.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import yaml

from harness.config.policy import POLICY_FORM
from harness.config.release import RELEASE_FORM
from harness.config.source import Source, compose, parse_yaml, read_text
from harness.config.version import Form, refuse, version_of
from harness.errors import HarnessError

_POLICY_KEYS = frozenset({"release", "pull_request"})
"""Keys that a policy has and a release configuration has not."""


@dataclass(frozen=True, slots=True)
class Step:
    """What leads from one version to the next."""

    edit: Callable[[Path, str], str]
    """Path and text of the file to its new text."""
    meant: Callable[[dict[str, Any]], dict[str, Any]]
    """What the file says, to what it is to say."""


@dataclass(frozen=True, slots=True)
class Migrated:
    """A file in its current version."""

    path: Path
    found: int
    """The version it was of."""
    current: int
    before: str
    after: str

    def diff(self) -> str:
        """The change as ``patch`` reads it; empty where there is none."""
        # Lines end with a line feed alone: a comment may hold what Python calls a line break.
        before, after = (list(StringIO(text, newline="\n")) for text in (self.before, self.after))
        name = str(self.path)
        return "".join(
            line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
            for line in difflib.unified_diff(before, after, name, name)
        )


def migrate(path: Path) -> Migrated:
    """A release configuration or a policy in its current version; nothing is written.

    Raises:
        HarnessError: the file cannot be read, is newer than this program, or is written in a way
            that a step cannot edit.
    """
    text = read_text(path)
    source = parse_yaml(path, text)
    policy = isinstance(source.value, dict) and bool(_POLICY_KEYS & source.value.keys())
    form, steps = (POLICY_FORM, POLICY_STEPS) if policy else (RELEASE_FORM, RELEASE_STEPS)
    return migrate_text(source, text, form, steps)


def migrate_text(source: Source, text: str, form: Form, steps: Sequence[Step]) -> Migrated:
    """The text of ``source`` taken through the steps from its version on.

    Args:
        source: what ``text`` says.
        text: the file as it stands.
        form: the versions of its kind.
        steps: one for each version but the current, oldest first.
    """
    found = version_of(source, form)
    refuse(source, source.faults)
    after = text
    for step in steps[found - form.unnamed :]:
        before = parse_yaml(source.path, after).value
        after = step.edit(source.path, after)
        if parse_yaml(source.path, after).value != step.meant(before):
            raise HarnessError(
                f"{source.path} is written in a way that cannot be edited. "
                "Change it by hand: docs/reference/configuration.md, Versions."
            )
    return Migrated(source.path, found, form.current, text, after)


def _name_version(path: Path, text: str) -> str:
    """``schema: 1`` in front of the first key."""
    root = compose(path, text)
    if not isinstance(root, yaml.MappingNode):
        return text
    if not root.value:
        return f"{text[: root.start_mark.index]}{{schema: 1}}{text[root.end_mark.index :]}"
    mark = root.value[0][0].start_mark
    newline = "\r\n" if "\r\n" in text else "\n"
    gap = ", " if root.flow_style else newline + " " * mark.column
    return f"{text[: mark.index]}schema: 1{gap}{text[mark.index :]}"


RELEASE_STEPS: tuple[Step, ...] = (
    Step(edit=_name_version, meant=lambda value: {"schema": 1, **value}),
)
"""From the version that names none to version 1, and so on."""

POLICY_STEPS: tuple[Step, ...] = ()
"""Version 1 is the only one: a policy that names none is of it."""

"""The version of a file is looked at before anything else in it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from harness.config.faults import kind, show
from harness.config.source import Source
from harness.errors import Fault, HarnessError
from harness.model.counted import counted


@dataclass(frozen=True, slots=True)
class Form:
    """The versions of one kind of file."""

    current: int
    """The version that is read; older ones are brought up to it by ``corpusgate config migrate``."""
    unnamed: int
    """The version of a file that names none."""


def check_schema(source: Source, form: Form) -> None:
    """Refuse a file that is no mapping, or is not of the current version.

    Raises:
        HarnessError: one fault; reading the rest by the wrong rules would only mislead.
    """
    if version_of(source, form) < form.current:
        command = f"corpusgate config migrate {shlex.quote(str(source.path))} --write"
        named = "schema" in source.value
        found = f"found {source.value['schema']}" if named else "the file names no version"
        expected, advice = f"schema: {form.current}", f"{command} brings it up to date."
        refuse(source, [Fault(source.where(("schema",)), found, expected, advice)])


def version_of(source: Source, form: Form) -> int:
    """The version of a file, the current one or an older.

    Raises:
        HarnessError: one fault: the file is no mapping, or of no version that is known.
    """
    value = source.value
    if not isinstance(value, dict):
        found = "the file is empty" if value is None else f"found {kind(value)}"
        refuse(source, [*source.faults, Fault(source.where(()), found, "keys and values")])
    schema = value.get("schema", form.unnamed)
    where = source.where(("schema",))
    if type(schema) is not int or ("schema" in value and schema < 1):
        refuse(source, [Fault(where, f"found {show(schema)}", f"schema: {form.current}")])
    if schema > form.current:
        found = f"schema {schema}, but this corpusgate reads up to {form.current}"
        refuse(source, [Fault(where, found, next_step="Upgrade corpusgate.")])
    return int(schema)


def refuse(source: Source, faults: Sequence[Fault]) -> None:
    """Raise every fault at once, in the order of the file; nothing happens without any.

    Raises:
        HarnessError: there are faults.
    """
    if faults:
        ordered = sorted(faults, key=lambda fault: _line(fault, source))
        raise HarnessError(
            f"{source.path}: {counted(len(faults), 'fault')} in the configuration.", ordered
        )


def _line(fault: Fault, source: Source) -> int:
    match = re.match(r":(\d+)", fault.where.removeprefix(str(source.path)))
    return int(match.group(1)) if match else 0

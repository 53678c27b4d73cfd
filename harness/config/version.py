"""The version of a file is looked at before anything else in it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from harness.config.faults import kind, show
from harness.config.source import Source
from harness.errors import Fault, HarnessError
from harness.model.counted import counted


def check_schema(source: Source, current: int, *, required: bool) -> None:
    """Refuse a file that is no mapping, names no version, or was written for a later program.

    Raises:
        HarnessError: one fault; reading the rest by the wrong rules would only mislead.
    """
    value = source.value
    if not isinstance(value, dict):
        found = "the file is empty" if value is None else f"found {kind(value)}"
        refuse(source, [*source.faults, Fault(source.where(()), found, "keys and values")])
    schema = value.get("schema", None if required else current)
    where = source.where(("schema",))
    if schema is None:
        refuse(source, [Fault(where, "the file names no version", f"schema: {current}")])
    if type(schema) is not int or schema < 1:
        refuse(source, [Fault(where, f"found {show(schema)}", f"schema: {current}")])
    if schema > current:
        found = f"schema {schema}, but this corpusgate reads up to {current}"
        refuse(source, [Fault(where, found, next_step="Upgrade corpusgate.")])


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

"""Files of ours as models, with every fault named at once."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from harness.errors import Fault, HarnessError
from harness.model.counted import counted
from harness.store.files import read_json, read_jsonl

M = TypeVar("M", bound=BaseModel)


def read_model(file: Path, model: type[M]) -> M:
    """What ``file`` holds, as a ``model``.

    Raises:
        HarnessError: the file is missing, or was written in another form; every fault at once.
    """
    try:
        return model.model_validate(read_json(file))
    except ValidationError as error:
        faults = faults_of(error, str(file))
        raise HarnessError(f"{file}: not as this version writes it. Run again.", faults) from error


def read_models(file: Path, model: type[M], what: str) -> list[M]:
    """Every line of ``file`` as a ``model``; ``what`` names one of them.

    Raises:
        HarnessError: the file is missing, or every line that is none of them, at once.
    """
    found: list[M] = []
    faults: list[Fault] = []
    for number, value in read_jsonl(file):
        try:
            found.append(model.model_validate(value))
        except ValidationError as error:
            faults += faults_of(error, f"{file}:{number}")
    if faults:
        raise HarnessError(
            f"{file}: {counted(len(faults), 'fault')}; each line is one {what}.", faults
        )
    return found


def faults_of(error: ValidationError, where: str) -> list[Fault]:
    """Each fault in a value that stands at ``where``; the value itself is not shown."""
    return [
        Fault(f"{where}: {'.'.join(map(str, item['loc']))}", item["msg"])
        for item in error.errors(include_url=False, include_input=False)
    ]

"""Lines of a file as models, with every fault named at once."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from harness.errors import Fault, HarnessError
from harness.model.counted import counted
from harness.store.files import read_jsonl

M = TypeVar("M", bound=BaseModel)


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
            faults += [
                Fault(f"{file}:{number}: {'.'.join(map(str, item['loc']))}", item["msg"])
                for item in error.errors(include_url=False, include_input=False)
            ]
    if faults:
        raise HarnessError(
            f"{file}: {counted(len(faults), 'fault')}; each line is one {what}.", faults
        )
    return found

"""What a judge and users' programs said of answers, for answers that come back in a replay.

A replay asks neither. It knows what they said of the answers of the run, on whichever side those
were given; of an answer that is new, nobody said anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from harness.model.command import CommandResult
from harness.model.judgement import Judgements
from harness.model.outside import CommandKey, Outside
from harness.model.record import RunRecord
from harness.model.wire import SIDES, Side

NOT_RUN = "the program was not run on this answer"

Records = Mapping[Side, Mapping[str, tuple[RunRecord, ...]]]
"""Side -> case id -> records by trial."""


class Heard:
    """Opinions by the text they are about."""

    def __init__(self, outside: Outside, records: Records) -> None:
        self.outside = outside
        """As the run has it: good for its own records."""
        self._judgements = _on_the_candidate(outside.judgements)
        self._commands = _by_answer(outside.commands, records)

    def of(self, case_id: str, records: Sequence[RunRecord]) -> Outside:
        """The opinions on a replayed candidate."""
        commands: dict[CommandKey, CommandResult] = {}
        for record in records:
            for name, results in self._commands.get(case_id, {}).items():
                found = results.get(record.answer) or _not_run(record, name)
                commands["candidate", case_id, record.trial, name] = found
        return Outside(judgements=self._judgements, commands=commands)


def _on_the_candidate(judgements: Judgements | None) -> Judgements | None:
    """Every judgement as one of the candidate, in whatever trial: the texts are what counts."""
    if judgements is None:
        return None
    trials = {question.trial for question in judgements.known}
    return Judgements(
        {
            replace(question, side="candidate", trial=trial): judgement
            for question, judgement in judgements.known.items()
            for trial in trials
        }
    )


def _by_answer(
    results: Mapping[CommandKey, CommandResult], records: Records
) -> dict[str, dict[str, dict[str, CommandResult]]]:
    """Case id -> name of the command -> answer -> result."""
    answers = {
        (side, record.case_id, record.trial): record.answer
        for side in SIDES
        for trials in records[side].values()
        for record in trials
    }
    found: dict[str, dict[str, dict[str, CommandResult]]] = defaultdict(lambda: defaultdict(dict))
    for (side, case_id, trial, name), result in results.items():
        answer = answers.get((side, case_id, trial))
        if answer is not None:
            found[case_id][name][answer] = result
    return found


def _not_run(record: RunRecord, name: str) -> CommandResult:
    """Stands for a result there is none of; it settles nothing."""
    return CommandResult(
        case_id=record.case_id,
        side="candidate",
        trial=record.trial,
        command=name,
        input="",
        outcome="error",
        reason=NOT_RUN,
    )

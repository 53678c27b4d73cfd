"""``corpusgate review``: decide flagged cases in a browser, offline, or see what was decided."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from harness.cli.console import say, show_as_is, show_json, show_lines
from harness.cli.ids import run_ids
from harness.cli.options import DEFAULT_CONFIG, ConfigFile, JsonResult, RunOption, Workspace
from harness.errors import ExitCode, HarnessError
from harness.model.counted import counted

if TYPE_CHECKING:
    from harness.config import Policy, Release
    from harness.model.gate import DecisionResult
    from harness.pipeline.places import Places, RunFolder
    from harness.report import RunArtefacts
    from harness.review.desk import Desk, View

SERVE = "serve"


class RunOrCommand(TyperGroup):
    """``review RUN`` is ``review serve RUN``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the command's name before a run's."""
        if args and args[0] not in self.commands and args[0] != "--help":
            args = [SERVE, *args]
        return super().parse_args(ctx, args)


app = typer.Typer(cls=RunOrCommand, rich_markup_mode=None)

Run = Annotated[
    str | None,
    typer.Argument(
        autocompletion=run_ids,
        help="A run id or its folder; the latest finished run of all cases if not given.",
    ),
]
Who = Annotated[str | None, typer.Option(help="Who decides; the user.name of git if not given.")]


@app.callback()
def group() -> None:
    """Decide the flagged cases of a run."""


@app.command(SERVE)
def serve_run(
    run: Run = None,
    config: ConfigFile = DEFAULT_CONFIG,
    out: Workspace = None,
    who: Who = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any that is free.")] = 0,
    browser: Annotated[
        bool, typer.Option("--browser", help="Open the address in the browser.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the address as JSON, once it can be opened.")
    ] = False,
) -> int:
    """Serve the review of a run to this machine alone, until Control-C.

    `corpusgate review RUN` is short for `corpusgate review serve RUN`. The address opens once.

    Example: corpusgate review serve run-0123456789ab --who "Anna Orlova"
    """
    from harness.review.serve import require_extra, serve

    require_extra()
    release, desk = open_desk(run, config, out, who)
    if not desk.who:
        raise HarnessError('Nobody is named to decide. Say who with: --who "NAME"')

    def ready(address: str) -> None:
        say(
            f"{counted(len(desk.queue), 'flagged case')}, deciding as {desk.who}. Control-C ends the review."
        )
        if as_json:
            show_json({"address": address, "flagged": len(desk.queue), "who": desk.who})
        else:
            show_as_is(address)
        _flush()
        if browser:
            import webbrowser

            webbrowser.open(address)

    serve(desk, port, release.report.language, ready)
    view = desk.view()
    say(
        f"{desk.file}: {counted(len(view.decisions), 'decision')}. The verdict is now {view.gate.word}."
    )
    return ExitCode.PASS


@app.command("list")
def list_decisions(
    run: Run = None,
    config: ConfigFile = DEFAULT_CONFIG,
    out: Workspace = None,
    as_json: JsonResult = False,
) -> int:
    """Show the flagged cases of a run, what was decided, and the verdict with that counted.

    Example: corpusgate review list --json
    """
    _, desk = open_desk(run, config, out, None)
    view = desk.view()
    if as_json:
        show_json(_listing(desk, view))
    else:
        show_lines(_lines(desk, view))
    return ExitCode.PASS


@app.command("export")
def export(
    run: Run = None,
    config: ConfigFile = DEFAULT_CONFIG,
    out: Workspace = None,
    write: Annotated[Path | None, typer.Option(help="File to write, instead of stdout.")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON array, instead of a decision a line.")
    ] = False,
) -> int:
    """Write the decisions that are about this run's flagged cases, one a line.

    Example: corpusgate review export --write decisions.jsonl
    """
    from harness.review.decisions import dump
    from harness.store import canonical_json, write_jsonl

    _, desk = open_desk(run, config, out, None)
    listed = {result.digest for result in desk.view().gate.decisions}
    chosen = [
        dump(decision)
        for decision in desk.view().decisions
        if decision.digest in listed or decision.retracts in listed
    ]
    if as_json:
        show_json(chosen)
    for value in chosen if write is None and not as_json else ():
        show_as_is(canonical_json(value))
    if not chosen:
        say("No decision is about a flagged case of this run: nothing to export.")
        return ExitCode.NOTHING
    if write is not None:
        write_jsonl(write, chosen)
        say(f"{write}: {counted(len(chosen), 'decision')}.")
    return ExitCode.PASS


@app.command("import")
def import_file(
    file: Annotated[Path, typer.Argument(help="Decisions made elsewhere, one a line.")],
    run: RunOption = None,
    config: ConfigFile = DEFAULT_CONFIG,
    out: Workspace = None,
    as_json: JsonResult = False,
) -> int:
    """Check decisions made offline against a run, and add the new ones.

    All are added or none: a decision about another run, or on other evidence, is refused.

    Example: corpusgate review import ~/Downloads/decisions.jsonl
    """
    from harness.review import read_offline

    _, desk = open_desk(run, config, out, None)
    if not file.exists():
        raise HarnessError(f"{file}: no such file.")
    added = desk.take_in(read_offline(file))
    verdict = desk.view().gate.word
    say(f"{desk.file}: {counted(len(added), 'decision')} added. The verdict is now {verdict}.")
    if as_json:
        show_json({"file": str(desk.file), "added": len(added), "verdict": verdict})
    return ExitCode.PASS


def _flush() -> None:
    """The address is for a person, or a program, that waits for it."""
    import sys

    sys.stdout.flush()


def open_desk(
    run: str | None, config: Path, out: Path | None, who: str | None
) -> tuple[Release, Desk]:
    """The review of a run, with as much text as its sealed indexes hold."""
    from harness.cli.runs import find_run
    from harness.config import load_release, workspace_of
    from harness.pipeline.places import Places
    from harness.pipeline.providers import default_registry
    from harness.review import decisions_path, who_am_i
    from harness.review.desk import Desk

    release = load_release(config, default_registry())
    root = workspace_of(config)
    places = Places(out or root)
    folder, info = find_run(run, places)
    desk = Desk(
        artefacts=_artefacts(folder, info, places, release),
        policy=_policy(info),
        file=decisions_path(root),
        who=who.strip() if who is not None else who_am_i(root),
    )
    return release, desk


def _artefacts(
    folder: RunFolder, info: dict[str, Any], places: Places, release: Release
) -> RunArtefacts:
    from dataclasses import replace

    from harness.cases import load_cases
    from harness.outputs import read_artefacts

    if not folder.cases.exists():
        raise HarnessError(f"{folder.cases}: no such file. Make the run again: corpusgate run")
    artefacts = read_artefacts(folder, load_cases(folder.cases))
    return replace(
        artefacts,
        text="full",
        chunk_text=_chunk_text(info, places),
        source_url=release.report.source_url,
    )


def _chunk_text(info: dict[str, Any], places: Places) -> Any:
    """Text of the chunks of both sides, read out of the sealed indexes of the run."""
    from harness.index.build import read_index

    texts = {
        side: {chunk.chunk_id: chunk.text for chunk in read_index(places.indexes, name).chunks}
        for side, name in info["indexes"].items()
    }
    return lambda side, chunk_id: texts[side].get(chunk_id)


def _policy(info: dict[str, Any]) -> Policy:
    """The policy the run was judged by.

    Raises:
        HarnessError: it was edited since.
    """
    from harness.cli.runs import is_of_some_cases
    from harness.config import load_policy

    path = Path(info["paths"]["gate"])
    policy = load_policy(path, info["inputs"]["metrics"])
    if is_of_some_cases(info):
        policy = policy.without_means()
    if policy.policy_hash != info["inputs"]["policy"]:
        raise HarnessError(
            f"{path}: the policy was edited since run {info['run_id']}. Run again: corpusgate run"
        )
    return policy


def _listing(desk: Desk, view: View) -> dict[str, Any]:
    gate = view.gate
    return {
        "run_id": desk.artefacts.run_id,
        "verdict": gate.word,
        "no_verdict": gate.no_verdict,
        "exit_code": gate.exit_code,
        "queue": [{"case_id": case_id, "decided": _word(view, case_id)} for case_id in desk.queue],
        "decisions": [result.model_dump(mode="json") for result in gate.decisions],
    }


def _word(view: View, case_id: str) -> str:
    from harness.report.decisions import Decisions

    return Decisions.of(view.gate, {}).verdict(case_id) or "open"


def _lines(desk: Desk, view: View) -> Iterable[str]:
    yield f"{view.gate.word}  {desk.artefacts.run_id}, with decisions counted"
    for case_id in desk.queue:
        yield f"  {_word(view, case_id):12} {case_id or 'the run as a whole'}"
        yield from (_line(r) for r in view.gate.decisions if r.case_id == case_id)


def _line(result: DecisionResult) -> str:
    state = "" if result.state == "in_force" else f" ({result.state}{_changed(result)})"
    role = f", {result.role}" if result.role else ""
    commit = f" [{result.commit}]" if result.commit else ""
    said = f"{result.verdict}{state} by {result.who}{role} at {result.at}{commit}"
    return f"    {said}: {result.reason}"


def _changed(result: DecisionResult) -> str:
    return f": {', '.join(result.changed)} changed" if result.changed else ""

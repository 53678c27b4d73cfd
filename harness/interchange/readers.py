"""Cases out of the files of other tools; what has no place in a case is counted and told."""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.config.source import read_yaml
from harness.errors import HarnessError
from harness.interchange.rows import (
    Row,
    facts_of,
    first,
    make,
    read_objects,
    read_text,
    source_of,
    texts,
    unique,
)

_LISTS = ("expected_source_ids", "expected_evidence", "required_facts", "forbidden_facts")
_MORE_LISTS = ("required_values", "principal", "tags")


@dataclass(frozen=True, slots=True)
class Imported:
    """What was read."""

    rows: tuple[Row, ...]
    left_out: Mapping[str, int]
    """What has no place in a case -> how often it was met."""


class _Left(Counter[str]):
    """What is left out, counted."""

    def note(self, what: str) -> None:
        self[what] += 1


def read_cases(kind: str, path: Path) -> Imported:
    """The cases of a file or folder of another tool; ``kind`` is one of :data:`FORMATS`.

    Raises:
        HarnessError: the file is not of that kind, or holds no case.
    """
    left = _Left()
    rows = unique(FORMATS[kind](path, left))
    if not rows:
        raise HarnessError(f"{path}: no case found in it. Is it of the kind {kind!r}?")
    return Imported(tuple(rows), dict(sorted(left.items())))


def _csv(path: Path, left: _Left) -> Iterator[Row]:
    """A header of field names; a list has an item on each line of its cell, ids also by ``;``."""
    text = read_text(path)
    table = csv.DictReader(io.StringIO(text, newline=""), delimiter=_delimiter(text))
    known = {*_LISTS, *_MORE_LISTS, "notes", "answerable", "id"}
    for number, row in enumerate(table, 1):
        query = first(row, "query", "question", "input", "user_input")
        if not query:
            raise HarnessError(f"{path}: row {number} has no query. Expected a column 'query'.")
        fields: Row = {name: _cell(name, row.get(name) or "") for name in (*_LISTS, *_MORE_LISTS)}
        answer = first(row, "reference", "expected_output", "ground_truth", "answer")
        fields["required_facts"] = fields["required_facts"] or facts_of(answer)
        if first(row, "answerable").lower() in ("false", "no", "0"):
            fields["answerable"] = False
        used = {"query", "question", "input", "user_input", "reference", "expected_output"}
        for name in row.keys() - known - used - {"ground_truth", "answer"}:
            left.note(f"column {name}")
        yield make(first(row, "id"), number, query, **fields, notes=first(row, "notes"))


def _delimiter(text: str) -> str:
    """What parts the columns of the header: spreadsheets write ``;`` where a comma is decimal."""
    header = text.partition("\n")[0]
    return max(",;\t", key=header.count)


def _cell(name: str, text: str) -> list[str]:
    parts = text.split("\n")
    if name in ("expected_source_ids", "tags", "principal"):
        parts = [item for part in parts for item in part.split(";")]
    return texts(parts)


def _ragas(path: Path, left: _Left) -> Iterator[Row]:
    """Samples of a ragas data set, of both generations of its field names."""
    used = {"user_input", "question", "reference", "ground_truth", "ground_truths"}
    used |= {"reference_contexts", "id"}
    for number, (where, item) in enumerate(read_objects(path), 1):
        query = first(item, "user_input", "question")
        if not query:
            raise HarnessError(f"{where}: no user_input. Expected one question in a sample.")
        answers = texts(item.get("reference", item.get("ground_truth", item.get("ground_truths"))))
        facts = [fact for answer in answers for fact in facts_of(answer)]
        evidence = texts(item.get("reference_contexts"))
        for name in item.keys() - used:
            left.note(f"field {name}")
        yield make(
            first(item, "id"), number, query, required_facts=facts, expected_evidence=evidence
        )


def _deepeval(path: Path, left: _Left) -> Iterator[Row]:
    """Goldens of a deepeval data set."""
    used = {"input", "expected_output", "context", "source_file", "comments", "name"}
    for number, (where, item) in enumerate(read_objects(path), 1):
        query = first(item, "input")
        if not query:
            raise HarnessError(f"{where}: no input. Expected one question in a golden.")
        source = first(item, "source_file")
        for name in item.keys() - used:
            left.note(f"field {name}")
        yield make(
            first(item, "name"),
            number,
            query,
            expected_source_ids=[source_of(source)] if source else [],
            expected_evidence=texts(item.get("context")),
            required_facts=facts_of(first(item, "expected_output")),
            notes=first(item, "comments"),
        )


def _promptfoo(path: Path, left: _Left) -> Iterator[Row]:
    """Tests of a promptfoo configuration; assertions on wording become facts."""
    value = read_yaml(path).value
    tests = value.get("tests") if isinstance(value, dict) else value
    if not isinstance(tests, list):
        raise HarnessError(f"{path}: no list of tests. Tests of another file are imported from it.")
    for number, test in enumerate(tests, 1):
        if not isinstance(test, dict):
            raise HarnessError(f"{path}: test {number} is no mapping.")
        variables = test.get("vars")
        variables = variables if isinstance(variables, dict) else {}
        query = first(variables, "query", "question", "input", "prompt", *variables)
        if not query:
            raise HarnessError(f"{path}: test {number} has no question among its vars.")
        name = first(test, "description")
        yield make(name, number, query, **_assertions(test.get("assert"), left))


def _assertions(value: Any, left: _Left) -> Row:
    fields: Row = {"required_facts": [], "forbidden_facts": []}
    for entry in value if isinstance(value, list) else []:
        kind = first(entry, "type") if isinstance(entry, dict) else ""
        wanted = entry.get("value") if isinstance(entry, dict) else None
        if kind in ("contains", "icontains", "equals", "contains-all", "icontains-all"):
            fields["required_facts"] += texts(wanted)
        elif kind in ("not-contains", "not-icontains", "not-contains-any", "not-icontains-any"):
            fields["forbidden_facts"] += texts(wanted)
        elif kind == "is-json" and isinstance(wanted, dict):
            fields["answer_schema"] = wanted
        else:
            left.note(f"assertion {kind or 'without a type'}")
    return fields


def _beir(path: Path, left: _Left) -> Iterator[Row]:
    """A BEIR folder: ``queries.jsonl`` and ``qrels/test.tsv``."""
    queries = {
        first(item, "_id"): first(item, "text") for _, item in read_objects(path / "queries.jsonl")
    }
    judged = read_text(path / "qrels" / "test.tsv").splitlines()[1:]
    yield from _judged(queries, [line.split("\t") for line in judged if line.strip()], path, left)


def _trec(path: Path, left: _Left) -> Iterator[Row]:
    """TREC qrels with ``queries.tsv`` beside them: an id, a tab, a question."""
    lines = read_text(path.with_name("queries.tsv")).splitlines()
    queries = dict(line.split("\t", 1) for line in lines if "\t" in line)
    judged = [line.split() for line in read_text(path).splitlines() if line.strip()]
    for parts in judged:
        if len(parts) != 4:
            raise HarnessError(
                f"{path}: found {' '.join(parts)!r}. Expected: query 0 document grade."
            )
    yield from _judged(queries, [[q, d, grade] for q, _, d, grade in judged], path, left)


def _judged(
    queries: Mapping[str, str], lines: list[list[str]], path: Path, left: _Left
) -> Iterator[Row]:
    """A case for each query that has a relevant document."""
    relevant: dict[str, list[str]] = defaultdict(list)
    for query, document, grade in lines:
        if _grade(grade, path) > 0:
            relevant[query].append(document)
        else:
            left.note("judgement of a document that is not relevant")
    for number, (name, sources) in enumerate(sorted(relevant.items()), 1):
        if name not in queries:
            left.note("judgement of an unknown query")
            continue
        yield make(name, number, queries[name].strip(), expected_source_ids=texts(sources))
    for _ in queries.keys() - relevant.keys():
        left.note("query without a relevant document")


def _grade(text: str, path: Path) -> int:
    try:
        return int(text)
    except ValueError:
        raise HarnessError(f"{path}: found the grade {text!r}. Expected a whole number.") from None


FORMATS: Mapping[str, Callable[[Path, _Left], Iterator[Row]]] = {
    "beir": _beir,
    "csv": _csv,
    "deepeval": _deepeval,
    "promptfoo": _promptfoo,
    "ragas": _ragas,
    "trec": _trec,
}
"""Kind -> reader."""

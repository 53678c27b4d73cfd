"""Every kind of diagnosis is reached by a small corpus, with its documents and evidence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from harness.chunks.base import Chunker, CountTokens
from harness.chunks.structure import Structure
from harness.comparison import SideInput, compare
from harness.diagnosis import diagnose
from harness.model.case import Case
from harness.model.diagnosis import Diagnosis
from harness.model.document import Chunk, Document
from harness.model.record import Citation, RecordError, RunRecord
from harness.model.text import CorpusText
from harness.model.wire import SIDES, Side
from harness.rerank.none import NoRerank
from harness.retrieval.branches import Bm25
from harness.store import digest_text
from tests.blame.stage import Corpus, Setup, Workshop, diff_of, workshop
from tests.comparison import worlds

FACT = "A refund is paid within 30 days of the return."
RETURNS = f"# Returns\n\nWe accept returns of most goods.\n\n{FACT}\n"
SHIPPING = "# Shipping\n\nParcels leave the warehouse on working days.\n"
BASE: Corpus = {"returns.md": RETURNS, "shipping.md": SHIPPING}
BM25 = Setup(retriever=Bm25(top_k=5), reranker=NoRerank(), max_chunks=1)


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Workshop]:
    with workshop(tmp_path) as made:
        yield made


def case(**given: Any) -> Case:
    values: dict[str, Any] = {
        "id": "c1",
        "query": "When is a refund paid after the return?",
        "expected_source_ids": ["returns"],
        "required_facts": [FACT],
    }
    return Case(**(values | given))


def diagnosed(
    shop: Workshop, new: Corpus, baseline: Corpus = BASE, setup: Setup | None = None,
    **given: Any,
) -> Diagnosis:  # fmt: skip
    shop.setup = setup or shop.setup
    found = shop.run([case(**given)], baseline, new).blamed(confirm=False)
    assert len(found) == 1, found
    return found[0]


def test_edited(shop: Workshop) -> None:
    found = diagnosed(shop, {**BASE, "returns.md": RETURNS.replace("30", "60")})
    assert (found.kind, found.stage, found.documents) == (
        "content_edited", "source", ("returns.md",),
    )  # fmt: skip
    assert found.explanation == (
        "returns.md was edited: '30 days' became '60 days'; nothing else changed"
    )


def test_removed_sentence(shop: Workshop) -> None:
    found = diagnosed(shop, {**BASE, "returns.md": RETURNS.replace(FACT, "")})
    assert (found.kind, found.stage) == ("content_removed", "source")
    assert found.explanation == (
        f"returns.md was edited: '{FACT}' was taken out; nothing else changed"
    )


def test_limit_beside_a_statement_that_stands(shop: Workshop) -> None:
    limited = RETURNS.replace(FACT, f"{FACT} This does not apply to vouchers.")
    found = diagnosed(shop, {**BASE, "returns.md": limited})
    assert (found.kind, found.documents) == ("content_edited", ("returns.md",))
    assert found.explanation == "new text with 'does not apply' may end or limit it"


def test_removed_document(shop: Workshop) -> None:
    found = diagnosed(shop, {"shipping.md": SHIPPING})
    assert (found.kind, found.documents) == ("content_removed", ("returns.md",))
    assert found.explanation == f"returns.md was removed, and with it '{FACT}'"


def test_lost_exception(shop: Workshop) -> None:
    rule = "A refund is paid within 30 days unless the goods are damaged."
    old = {**BASE, "returns.md": f"# Returns\n\n{rule}\n"}
    new = {**BASE, "returns.md": "# Returns\n\nA refund is paid within 30 days.\n"}
    found = diagnosed(shop, new, old, required_facts=[rule])
    assert found.documents == ("returns.md",)
    assert "unless" in " ".join((found.explanation, *found.evidence))


def test_moved(shop: Workshop) -> None:
    candidate = {
        **BASE,
        "returns.md": RETURNS.replace(FACT, ""),
        "refunds.md": f"# Refunds\n\n{FACT}\n",
    }
    found = diagnosed(shop, candidate)
    assert (found.kind, found.documents) == ("content_moved", ("refunds.md", "returns.md"))


def test_contradicted_by_a_newcomer(shop: Workshop) -> None:
    notes = "# Notes\n\nA refund is paid within 60 days of the return.\n"
    found = diagnosed(shop, {**BASE, "notes.md": notes})
    assert (found.kind, found.documents) == ("content_contradicted", ("notes.md",))
    assert "notes.md is new" in found.evidence


@pytest.mark.parametrize(
    "hidden", [f"<!-- {FACT} -->", f'<span style="display:none">{FACT}</span>']
)
def test_hidden(shop: Workshop, hidden: str) -> None:
    found = diagnosed(shop, {**BASE, "returns.md": RETURNS.replace(FACT, hidden)})
    assert (found.kind, found.documents) == ("content_hidden", ("returns.md",))


def test_filtered_out_by_the_access_list(shop: Workshop) -> None:
    closed = f"---\nacl: [legal]\n---\n{RETURNS}"
    found = diagnosed(shop, {**BASE, "returns.md": closed}, principal=["staff"])
    assert (found.kind, found.stage, found.documents) == ("filtered_out", "filter", ("returns.md",))
    assert "access list of returns.md: acl was absent, is 'legal'" in found.evidence


def test_filtered_out_by_metadata(shop: Workshop) -> None:
    old = {**BASE, "returns.md": f"---\nproduct: x\n---\n{RETURNS}"}
    new = {**BASE, "returns.md": f"---\nproduct: y\n---\n{RETURNS}"}
    found = diagnosed(shop, new, old, filters={"product": "x"})
    assert (found.kind, found.stage) == ("filtered_out", "filter")
    assert "front matter of returns.md: product was 'x', is 'y'" in found.evidence
    assert "asked by no group, with filters {'product': 'x'}" in found.evidence


def test_outranked_names_what_overtook_it(shop: Workshop) -> None:
    notes = "# When is a refund paid after the return\n\nRefund paid after the return: when?\n"
    found = diagnosed(shop, {**BASE, "notes.md": notes}, setup=BM25)
    assert (found.kind, found.stage, found.documents) == ("outranked", "sparse", ("notes.md",))
    assert "sparse rank of returns#:p1: 1 before, 2 now" in " ".join(found.evidence).replace(
        "returns#returns:p1", "returns#:p1"
    )
    assert any("overtaken by notes" in line and "new)" in line for line in found.evidence)
    assert "sparse, full ranking: 1 before, 2 now" in found.evidence


def test_rank_beyond_what_the_run_keeps_is_told(shop: Workshop) -> None:
    crowd = {
        f"n{i}.md": f"# When is a refund paid {i}\n\nRefund paid after the return {i}.\n"
        for i in range(7)
    }
    setup = Setup(retriever=Bm25(top_k=2), reranker=NoRerank(), max_chunks=1)
    found = diagnosed(shop, {**BASE, **crowd}, setup=setup)
    assert found.kind == "outranked"
    assert "sparse, full ranking: 1 before, 8 now" in found.evidence
    assert any("and 2 more" in line for line in found.evidence)


def test_cut_by_the_context_budget(shop: Workshop) -> None:
    """The chunk keeps its rank; a longer chunk before it fills the budget."""
    first = "# Refund paid after the return when\n\nRefund paid after the return. Refund paid."
    old = {**BASE, "first.md": f"{first}\n"}
    new = {**BASE, "first.md": first + " Refund paid after the return when." * 6 + "\n"}
    setup = replace(BM25, max_chunks=2, max_tokens=40, chunker=Structure(size_tokens=80))
    found = diagnosed(shop, new, old, setup=setup)
    assert (found.kind, found.stage, found.documents) == ("context_cut", "context", ("first.md",))


class Lines(Chunker):
    """Cuts each document every so many characters, whatever stands there."""

    size: int = 120

    def run(self, document: Document, count_tokens: CountTokens) -> list[Chunk]:
        text = "\n".join(block.text for block in document.blocks if block.kind != "heading")
        pieces = [text[at : at + self.size] for at in range(0, len(text), self.size)]
        return [
            Chunk(
                chunk_id=f"{document.source_id}#:p{number}",
                source_id=document.source_id,
                path=document.path,
                title=document.title,
                section=(),
                section_id="",
                text=piece,
                text_hash=digest_text(piece),
                start=0,
                end=len(document.text),
                tokens=count_tokens(piece),
                language=document.language,
                blocks=((0, len(document.blocks)),),
                metadata=document.metadata,
            )
            for number, piece in enumerate(pieces, 1)
        ]


def test_rule_split_between_chunks(shop: Workshop) -> None:
    """Words put in before a rule push the end of a chunk into it."""
    old = {**BASE, "returns.md": f"# Returns\n\n{'Words. ' * 5}\n\n{FACT}\n"}
    new = {**BASE, "returns.md": f"# Returns\n\n{'Words. ' * 14}\n\n{FACT}\n"}
    found = diagnosed(shop, new, old, setup=Setup(chunker=Lines()))
    assert (found.kind, found.stage, found.documents) == ("rechunked", "chunks", ("returns.md",))
    assert any(line.startswith("chunk returns#:p1 (") for line in found.evidence)


def test_undecided(shop: Workshop) -> None:
    vague = RETURNS.replace(FACT, "A refund can be paid within 30 days of the return.")
    found = diagnosed(shop, {**BASE, "returns.md": vague})
    assert found.documents == ("returns.md",)


def test_intended(shop: Workshop) -> None:
    new_fact = FACT.replace("30", "60")
    override = {"reason": "New terms.", "required_facts": [new_fact]}
    found = diagnosed(shop, {**BASE, "returns.md": RETURNS.replace("30", "60")}, candidate=override)
    assert (found.kind, found.explanation) == ("intended", "New terms.")


def from_records(old: dict[str, Any], new: dict[str, Any], candidate: Corpus = BASE) -> Diagnosis:
    """The diagnosis of two records made by hand; no stage is run."""
    asked = case()
    corpora: dict[Side, Corpus] = {"baseline": BASE, "candidate": candidate}
    texts = {
        side: worlds.corpus_text({p.removesuffix(".md"): t for p, t in corpora[side].items()})
        for side in SIDES
    }
    given = {"baseline": old, "candidate": new}
    records = {side: [made(side, texts[side], **given[side])] for side in SIDES}
    inputs = [SideInput(records[side], texts[side]) for side in SIDES]
    comparison = compare([asked], *inputs, ks=(1,))
    found = diagnose(comparison, [asked], diff_of(BASE, candidate), texts, records)
    assert len(found) == 1, comparison.cases[0]
    return found[0]


def made(side: Side, text: CorpusText, prompt: str = "", **given: Any) -> RunRecord:
    record = worlds.record("c1", side, text, **given)
    runtime = record.runtime.model_copy(update={"prompt_hash": prompt})
    return record.model_copy(update={"runtime": runtime})


WRONG = {"answer": "A refund is not paid within 30 days of the return."}


def test_generator_noise() -> None:
    found = from_records({"prompt": "p"}, {"prompt": "p", **WRONG})
    assert (found.kind, found.stage, found.documents) == ("generator_noise", "generation", ())


def test_context_in_another_order() -> None:
    found = from_records(
        {"context": ["returns", "shipping"]}, {"context": ["shipping", "returns"], **WRONG}
    )
    assert (found.kind, found.layer, found.stage) == ("context_order", "answer", "context")


def test_answer_from_another_context() -> None:
    candidate = {**BASE, "notes.md": "# Notes\n\nAsk us.\n"}
    found = from_records({}, WRONG, candidate)
    assert (found.kind, found.layer, found.documents) == ("outranked", "answer", ("notes.md",))
    assert "new in the context: notes#:p1 (notes.md, new)" in found.evidence


def test_refusal() -> None:
    shipping = SHIPPING + "\nMore of it.\n"
    found = from_records({}, {"answer": FACT, "refused": True}, {**BASE, "shipping.md": shipping})
    assert found.layer == "answer"
    assert found.documents == ("shipping.md",)
    assert found.kind in ("refusal_changed", "outranked")


def test_broken_citation() -> None:
    gone = [Citation(source_id="returns", chunk_id="returns#gone:p9", claim=FACT)]
    found = from_records({}, {"citations": gone})
    assert (found.kind, found.layer) == ("citation_broken", "citation")
    assert "no such chunk" in found.explanation


def test_error() -> None:
    failed = {"error": RecordError(kind="timeout", message="no answer"), "answer": ""}
    assert from_records({}, failed).kind == "error"


def test_nothing_to_explain_where_nothing_changed(shop: Workshop) -> None:
    assert shop.run([case()], BASE, BASE).diagnoses == ()

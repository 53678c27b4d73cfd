"""Blame names the documents that did it, and is right by rebuilding."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import PrivateAttr

from harness.blame.complaint import BLAMED, Complaint
from harness.blame.units import units
from harness.checks.library import Stock
from harness.checks.view import SideView
from harness.comparison import compare_views
from harness.generation.base import Generator
from harness.index.base import IndexContent, IndexProvider, OpenIndex, Sparse
from harness.index.qdrant_edge import QdrantEdge
from harness.llm.provider import LlmProvider
from harness.model.case import Case
from harness.model.diagnosis import Diagnosis
from harness.model.document import Chunk, Document
from harness.model.search import Answer, Embed, Hit, Query
from harness.model.text import CorpusText
from harness.registry import register
from tests.blame.stage import Corpus, Run, Setup, Workshop

FACT = "A refund is paid within 30 days of the return."
RETURNS = f"# Returns\n\nWe accept returns of most goods.\n\n{FACT}\n"
BASE: Corpus = {
    "returns.md": RETURNS,
    "shipping.md": "# Shipping\n\nParcels leave the warehouse on working days.\n",
    "gifts.md": "# Gifts\n\nGift cards are valid for two years.\n",
}
NEWCOMER = "# Refund notes\n\nA refund is paid within 60 days of the return.\n"


def case(**given: object) -> Case:
    values: dict[str, object] = {
        "id": "c1",
        "query": "When is a refund paid after the return?",
        "expected_source_ids": ["returns"],
        "required_facts": [FACT],
    }
    return Case.model_validate(values | given)


def blamed(shop: Workshop, candidate: Corpus, baseline: Corpus = BASE) -> Diagnosis:
    found = shop.run([case()], baseline, candidate).blamed()
    assert len(found) == 1, found
    return found[0]


def test_edited_document_is_blamed_alone(shop: Workshop) -> None:
    candidate = {
        **BASE,
        "returns.md": RETURNS.replace("30", "60"),
        "gifts.md": BASE["gifts.md"].replace("two", "three"),
    }
    found = blamed(shop, candidate)
    assert found.documents == ("returns.md",)
    assert (found.kind, found.confirmed, found.alternatives) == ("content_edited", True, ())
    assert found.explanation == (
        "returns.md was edited: '30 days' became '60 days'; nothing else changed"
    )


def test_removed_document_is_blamed(shop: Workshop) -> None:
    candidate = {path: text for path, text in BASE.items() if path != "returns.md"}
    found = blamed(shop, candidate)
    assert (found.documents, found.confirmed) == (("returns.md",), True)


def test_contradicting_newcomer_is_blamed_alone(shop: Workshop) -> None:
    candidate = {**BASE, "notes.md": NEWCOMER, "gifts.md": BASE["gifts.md"] + "\nNew words.\n"}
    found = blamed(shop, candidate)
    assert found.documents == ("notes.md",)
    assert (found.kind, found.confirmed) == ("content_contradicted", True)


def test_either_of_two_contradicting_newcomers_alone_does_not_clear_the_case(
    shop: Workshop,
) -> None:
    other = NEWCOMER.replace("60", "90").replace("notes", "rules")
    found = blamed(shop, {**BASE, "notes.md": NEWCOMER, "rules.md": other})
    assert found.documents == ("notes.md", "rules.md")


def test_moved_passage_names_the_document_that_lost_it_and_the_one_that_received_it(
    shop: Workshop,
) -> None:
    candidate = {
        **BASE,
        "returns.md": RETURNS.replace(FACT, ""),
        "refunds.md": f"# Refunds\n\n{FACT}\n",
    }
    found = blamed(shop, candidate)
    assert found.documents == ("refunds.md", "returns.md")
    assert (found.kind, found.confirmed) == ("content_moved", True)


def test_case_that_did_not_get_worse_is_not_searched(shop: Workshop) -> None:
    candidate = {**BASE, "gifts.md": BASE["gifts.md"] + "\nMore words.\n"}
    assert shop.run([case()], BASE, candidate).blamed() == ()


def test_nothing_is_embedded_for_an_index_of_a_mixture(shop: Workshop) -> None:
    run = shop.run([case()], BASE, {**BASE, "returns.md": RETURNS.replace("30", "60")})
    before = shop.embed.embedded
    run.blamed()
    assert shop.embed.embedded == before


def test_confirming_indexes_are_removed_again(shop: Workshop) -> None:
    shop.run([case()], BASE, {**BASE, "returns.md": RETURNS.replace("30", "60")}).blamed()
    assert list((shop.root / "counterfactual").iterdir()) == []


def test_unconfirmed_blame_says_so(shop: Workshop) -> None:
    run = shop.run([case()], BASE, {**BASE, "returns.md": RETURNS.replace("30", "60")})
    found = run.blamed(confirm=False)[0]
    assert (found.documents, found.confirmed) == (("returns.md",), False)


SENTENCES = (
    FACT,
    "A refund is paid within 60 days of the return.",
    "A refund is not paid within 30 days of the return.",
    "Goods are returned to the warehouse.",
    "Return of goods: refund days.",
)
PATHS = ("returns.md", "a.md", "b.md", "c.md")


@st.composite
def candidates(draw: st.DrawFn) -> dict[str, str]:
    """Up to four changed, removed or added documents about the same few things."""
    corpus = dict(BASE)
    for path in draw(st.lists(st.sampled_from(PATHS), min_size=1, max_size=4, unique=True)):
        chosen = draw(st.lists(st.sampled_from(SENTENCES), min_size=0, max_size=2))
        if chosen:
            corpus[path] = f"# {path}\n\n" + "\n\n".join(chosen) + "\n"
        else:
            corpus.pop(path, None)
    return corpus


def by_rebuilding(run: Run, candidate: Corpus) -> tuple[tuple[str, ...], ...]:
    """All smallest sets of paths whose return restores the case, on engines over real content."""
    evidence, shop = run.evidence, run.workshop
    complaint = Complaint.of(run.comparison.cases[0])
    changed = units(evidence.diff)
    subsets = chain.from_iterable(
        combinations(range(len(changed)), size) for size in range(1, len(changed) + 1)
    )
    found: list[tuple[str, ...]] = []
    for chosen in subsets:
        back = {path for number in chosen for path in changed[number].paths}
        if found and len(chosen) > len(found[0]):
            break
        mixed = {path: text for path, text in candidate.items() if path not in back}
        mixed |= {path: text for path, text in BASE.items() if path in back}
        index = shop.setup.index.reader(shop.content(mixed))
        text = CorpusText(documents=index.documents, chunks=index.chunks)
        library = Stock(text).library(text)
        records = tuple(shop.records(evidence.cases, index, "candidate"))
        view = SideView("candidate", evidence.cases[0], records, library)
        base = evidence.stock.library(evidence.texts["baseline"])
        old = SideView("baseline", evidence.cases[0], tuple(evidence.records["baseline"]), base)
        if complaint.settled(compare_views(old, view, evidence.ks)):
            found.append(tuple(sorted(back)))
        index.close()
    return tuple(sorted(found))


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(candidate=candidates())
def test_blame_equals_trying_every_subset_by_rebuilding(
    shop: Workshop, candidate: dict[str, str]
) -> None:
    run = shop.run([case()], BASE, candidate)
    if run.comparison.cases[0].status not in BLAMED:
        return
    run.diagnoses = tuple(  # without the receivers that a moved passage adds to the set
        d.model_copy(update={"kind": "content_edited"}) for d in run.diagnoses
    )
    found = run.blamed()[0]
    expected = by_rebuilding(run, candidate)
    assert tuple(sorted((found.documents, *found.alternatives))) == expected
    assert found.confirmed


def test_renamed_document_goes_back_whole(shop: Workshop) -> None:
    """A rename is one change: the new path goes and the old one comes."""
    candidate = {("refunds.md" if path == "returns.md" else path): t for path, t in BASE.items()}
    found = blamed(shop, candidate)
    assert found.documents == ("refunds.md", "returns.md")
    assert found.confirmed


class Model(LlmProvider, Generator):
    """Stands in for a paid model: answers with the best chunk, and counts."""

    base_url: str = "http://127.0.0.1:1/v1"
    model: str = "m"

    _calls: list[str] = PrivateAttr(default_factory=list)

    def run(self, query: Query, context: Sequence[Hit], embed: Embed, trial: int) -> Answer:
        self._calls.append(query.text)
        assert embed is not None
        text = context[0].chunk.text
        return Answer(text, (), refused=False, model=self.model, prompt_hash=f"{trial} {text}")


def answer_flip(shop: Workshop) -> tuple[Run, Model]:
    """An answer that is worse because a newcomer is the best chunk; the source is as it was."""
    model = Model()
    shop.setup = Setup(generator=model, max_chunks=2)
    notes = "# Refund after return paid when\n\nWhen is a refund paid after the return? Ask us.\n"
    gifts = "# Gifts after the return\n\nGifts after the return.\n"
    run = shop.run([case()], BASE, {**BASE, "notes.md": notes, "gifts.md": gifts})
    kind = Complaint.of(run.comparison.cases[0]).kind
    assert kind == ("required_fact", "answer", "answer")
    return run, model


def test_answer_of_a_model_is_blamed_by_context_without_a_call(shop: Workshop) -> None:
    run, model = answer_flip(shop)
    asked = len(model._calls)
    found = run.blamed()[0]
    assert found.documents == ("gifts.md", "notes.md")
    assert len(model._calls) == asked


def test_model_is_called_again_within_the_allowance(shop: Workshop) -> None:
    run, model = answer_flip(shop)
    asked = len(model._calls)
    found = run.blamed(generations=50)[0]
    assert found.documents == ("notes.md",)
    assert asked < len(model._calls) <= asked + 50


@register("index", "plugged-in")
class PluggedIn(IndexProvider):
    """An index of a plugin: nothing is known of it but what every index provider can do."""

    def encode(self, chunks: Sequence[Chunk]) -> Sparse:
        return QdrantEdge().encode(chunks)

    def check(self, documents: Sequence[Document]) -> None:
        QdrantEdge().check(documents)

    def reader(self, content: IndexContent) -> OpenIndex:
        return QdrantEdge().reader(content)


def test_index_of_a_plugin_is_asked_through_its_own_engine(shop: Workshop) -> None:
    shop.setup = Setup(index=PluggedIn())
    found = blamed(shop, {**BASE, "notes.md": NEWCOMER})
    assert (found.documents, found.confirmed) == (("notes.md",), True)

from __future__ import annotations

from typing import Any

import pytest

from harness.comparison import SideInput, compare
from harness.config import NamedRule, Policy
from harness.gate import decide
from harness.model.case import Case, Override
from harness.model.comparison import CaseComparison, Comparison, PairedCheck, Status
from harness.model.record import RecordError, Runtime
from harness.model.text import CorpusText
from tests.comparison.worlds import Corpus, compare_all, compare_one, corpus_text, record

RETURNS = """# Returns

We accept returns of most goods.

A refund is paid within 30 days of the return.
"""
RU = "# Возврат\n\nДеньги возвращаются в течение 30 дней после возврата товара.\n"
OTHER = "# Shipping\n\nParcels leave the warehouse on working days.\n"
BASE: Corpus = {"returns": RETURNS, "shipping": OTHER}
FACT = "A refund is paid within 30 days of the return."


def case(**given: Any) -> Case:
    values: dict[str, Any] = {
        "id": "c1",
        "query": "When is a refund paid?",
        "expected_source_ids": ["returns"],
        "required_facts": [FACT],
        "tags": ["critical"],
    }
    return Case(**(values | given))


def changed(**documents: str | None) -> Corpus:
    merged = {**BASE, **documents}
    return {source: text for source, text in merged.items() if text is not None}


def test_corpus_compared_with_itself_has_no_transition() -> None:
    result = compare_one(case(), BASE, BASE)
    assert result.status == "unchanged"
    assert not any(step.worse or step.baseline != step.candidate for step in result.transitions)


@pytest.mark.parametrize(
    ("name", "candidate", "status"),
    [
        (
            "sentence removed",
            changed(returns="# Returns\n\nWe accept returns of most goods.\n"),
            "regression",
        ),
        ("number changed", changed(returns=RETURNS.replace("30", "60")), "regression"),
        ("negated", changed(returns=RETURNS.replace("is paid", "is not paid")), "regression"),
        (
            "hidden in a comment",
            changed(returns=RETURNS.replace(f"{FACT}", f"<!-- {FACT} -->")),
            "regression",
        ),
        ("document deleted", changed(returns=None), "regression"),
        (
            "moved to another document",
            changed(
                returns="# Returns\n\nWe accept returns of most goods.\n",
                refunds=f"# Refunds\n\n{FACT}\n",
            ),
            "stale_label",
        ),
        ("renamed", changed(returns=None, refunds=RETURNS), "stale_label"),
        (
            "120 characters put above it",
            changed(returns=RETURNS.replace("We accept", "Hello there. " * 10 + "We accept")),
            "unchanged",
        ),
        (
            "another sentence edited",
            changed(returns=RETURNS.replace("most goods", "all goods")),
            "unchanged",
        ),
        ("paragraphs reordered", changed(returns=f"# Returns\n\n{FACT}\n\nGoods.\n"), "unchanged"),
        (
            "unrelated document added",
            changed(new="# Cafe\n\nThe cafe opens at nine.\n"),
            "unchanged",
        ),
        (
            "contradicted by a new document",
            changed(news=f"# News\n\n{FACT.replace('30', '60')}\n"),
            "conflict",
        ),
    ],
)
def test_kind_of_change_decides_the_status(name: str, candidate: Corpus, status: Status) -> None:
    assert compare_one(case(), BASE, candidate).status == status, name


@pytest.mark.parametrize(
    ("added", "status"),
    [
        (FACT + " This does not apply to sale items.", "undecided"),
        ("Obsolete: " + FACT, "undecided"),
        ("Until 2024: " + FACT, "undecided"),
        ("It is a myth that a" + FACT[1:], "regression"),
        (FACT.replace("the return", "the return in the EU only"), "undecided"),
        (FACT.replace("is paid", "is n\u043et paid"), "undecided"),
        (FACT + "\n\nA refund is never paid.", "undecided"),
        (FACT + " From May on a refund is paid within 60 days of the return.", "conflict"),
        (FACT + " We thank you for your patience.", "unchanged"),
        (FACT + " We only sell goods.", "unchanged"),
    ],
)
def test_new_text_around_a_fact_that_may_end_it_goes_to_a_person(
    added: str, status: Status
) -> None:
    assert compare_one(case(), BASE, changed(returns=RETURNS.replace(FACT, added))).status == status


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            f"{FACT} Shops may differ unless they say so. We thank you.",
            f"{FACT} Shops may differ unless they say so. We are grateful.",
        ),
        (
            FACT.replace("A refund", "A refund of goods other than vouchers"),
            FACT.replace("A refund", "Only a refund of goods that are no vouchers"),
        ),
    ],
    ids=["an unless in a sentence that stays", "one narrowing word for another"],
)
def test_limits_that_stood_around_a_fact_before_are_no_new_ones(before: str, after: str) -> None:
    old, new = (changed(returns=RETURNS.replace(FACT, text)) for text in (before, after))
    checks = compare_one(case(), old, new).checks
    assert "fact_in_force" not in {check.check for check in checks}


def test_words_that_change_places_in_two_sentences_go_to_a_person() -> None:
    fact = "For upgrades between releases apt-get is recommended, not aptitude."
    text = "# Tools\n\nNote that {} is not the recommended tool for upgrades. Use {} instead.\n"
    asked = case(expected_source_ids=["tools"], required_facts=[fact])
    old, new = (
        {"tools": text.format(*names)}
        for names in (("aptitude", "apt-get"), ("apt-get", "aptitude"))
    )
    assert compare_one(asked, old, new).status in ("regression", "undecided")


def test_passage_that_stood_beside_a_definition_is_no_edited_form_of_it() -> None:
    asked = case(
        expected_source_ids=["ids"], required_facts=["UID 65534 belongs to the user nobody."]
    )
    text = "# Ids\n\n65000-65533:\nReserved.\n\n65534:\nUser nobody.\n\n65535:\nUser none.\n"
    listed = text.replace("65534:\nUser nobody.", "- **65534**: user nobody.")
    old, new = {"ids": text}, {"ids": listed}
    assert compare_one(asked, old, new).status == "unchanged"
    gone = compare_one(asked, old, {"ids": text.replace("65534:\nUser nobody.\n\n", "")})
    assert gone.status == "regression"


@pytest.mark.parametrize(
    ("banner", "status"),
    [
        ("This policy has been repealed.", "undecided"),
        ("This policy has been translated.", "unchanged"),
    ],
)
def test_banner_at_the_head_of_a_document_speaks_for_all_of_it(banner: str, status: Status) -> None:
    text = RETURNS.replace("# Returns\n", f"# Returns\n\n{banner}\n")
    assert compare_one(case(), BASE, changed(returns=text)).status == status


@pytest.mark.parametrize(
    "added",
    [
        "Это не относится к товарам со скидкой.",
        "Норма утратила силу.",
        "Исключение составляют подарки.",
    ],
)
def test_new_text_around_a_fact_is_read_in_russian_too(added: str) -> None:
    asked = case(
        query="Когда вернут деньги?",
        expected_source_ids=["возврат"],
        required_facts=["Деньги возвращаются в течение 30 дней после возврата товара."],
    )
    result = compare_one(asked, {"возврат": RU}, {"возврат": RU.strip() + f" {added}\n"})
    assert result.status == "undecided"


@pytest.mark.parametrize(
    ("added", "status"),
    [
        ("Наставник принимает письма об архиве.", "unchanged"),
        ("Ниже приведена архивная редакция.", "undecided"),
    ],
)
def test_word_that_a_statement_is_about_does_not_end_it(added: str, status: Status) -> None:
    fact = "Поручитель помещает пакеты в официальный архив."
    text = f"# Люди\n\nЗдесь сказано, кто есть кто.\n\n{fact}\n"
    asked = case(
        query="Что делает поручитель?", expected_source_ids=["люди"], required_facts=[fact]
    )
    result = compare_one(asked, {"люди": text}, {"люди": f"{text}\n{added}\n"})
    assert result.status == status


@pytest.mark.parametrize(
    ("fact", "edited", "status"),
    [
        (
            "Goods may be returned within 14 days.",
            "Goods may be returned by the supplier within 14 days.",
            "undecided",
        ),
        (
            "Goods may be returned within 14 days.",
            "Goods may be returned by post within 14 days.",
            "unchanged",
        ),
        (
            "Товар возвращается в течение 14 дней.",
            "Товар возвращается поставщиком в течение 14 дней.",
            "undecided",
        ),
        ("You need a passport or a licence.", "You need a passport and a licence.", "regression"),
        (
            "Отчёт хранится в архиве отдела; составляется один раз в неделю.",
            "Отчёт хранится в архиве отдела; составляется два раза в неделю.",
            "regression",
        ),
        ("Any clerk may sign it.", "Some clerks may sign it.", "regression"),
        ("The courier must ring first.", "The courier may ring first.", "regression"),
        ("A receipt must be attached.", "A receipt should be attached if possible.", "regression"),
        ("Курьер обязан звонить заранее.", "Курьер может звонить заранее.", "regression"),
    ],
)
def test_edit_that_names_another_party_or_joins_otherwise_is_found(
    fact: str, edited: str, status: Status
) -> None:
    rules = "# Rules\n\nThey are short.\n\n{}\n"
    asked = case(query="What holds?", required_facts=[fact])
    found = compare_one(asked, {"returns": rules.format(fact)}, {"returns": rules.format(edited)})
    assert found.status == status


@pytest.mark.parametrize(
    ("fact", "edited", "status"),
    [
        (
            "The bank answers a customer's letter within ten days.",
            "Whoever writes to the bank hears from it within 10 days.",
            "undecided",
        ),
        (
            "The bank answers a customer's letter within ten days.",
            "Whoever writes to the bank hears from it some day.",
            "regression",
        ),
        (
            "The bank answers a customer's letter within ten days.",
            "The bank answers.",
            "regression",
        ),
        (
            "The tariffs are valid from 1 January 2026 for all accounts.",
            "For all accounts, the tariffs are valid from 2026-01-01.",
            "unchanged",
        ),
        (
            "Тарифы действуют с 1 февраля 2026 года для физических лиц.",
            "Тарифы для физических лиц действуют с 01.02.2026.",
            "unchanged",
        ),
        (
            "Keys are stored for 48 hours.",
            (
                "Keys are stored for 48 hours: one of Monday at 09:00, for example, is forgotten"
                " on Wednesday at 09:00, and one of Tuesday at noon on Thursday at noon."
            ),
            "unchanged",
        ),
    ],
)
def test_statement_in_other_words_is_no_loss_while_its_values_stand(
    fact: str, edited: str, status: Status
) -> None:
    rules = "# Rules\n\nThey are short.\n\n{}\n"
    asked = case(query="What holds?", required_facts=[fact])
    found = compare_one(asked, {"returns": rules.format(fact)}, {"returns": rules.format(edited)})
    assert found.status == status


@pytest.mark.parametrize(
    ("instead", "status"),
    [
        ("Part of the deposit cannot be withdrawn.", "undecided"),
        ("Ask the bank for a leaflet.", "regression"),
        ("", "regression"),
    ],
)
def test_sentence_on_the_matter_in_the_place_of_another_may_say_the_same(
    instead: str, status: Status
) -> None:
    rules = "# Deposits\n\nThe term is a year. {} Interest is paid at the end.\n"
    fact = "No partial withdrawals are possible before the term ends."
    asked = case(query="May I take money out?", required_facts=[fact])
    before, after = {"returns": rules.format(fact)}, {"returns": rules.format(instead)}
    assert compare_one(asked, before, after).status == status


def test_neighbour_of_the_sentence_that_says_it_all_is_not_its_evidence() -> None:
    rules = "# Limits\n\nThey are these.\n\n{} Payments above the limit are made by {}.\n"
    fact = "The limit is $500 a day in the app for payments."
    asked = case(query="What is the limit?", required_facts=[fact])
    before = {"returns": rules.format(fact, "post")}
    after = {"returns": rules.format(fact.replace("$500 a", "500 dollars per"), "hand")}
    assert compare_one(asked, before, after).status == "unchanged"


def test_list_item_torn_from_the_negation_above_it_is_lost() -> None:
    policy = (
        "# Removal\n\nRequests are not accepted for:\n\n- Internal server names.\n- Addresses.\n"
    )
    torn = {
        "removal": "# Removal\n\nRequests are not accepted for:\n",
        "part-2": "# More\n\nSee below:\n\n- Internal server names.\n- Addresses.\n",
    }
    facts = ["Requests are not accepted for internal server names."]
    asked = case(expected_source_ids=["removal"], required_facts=facts)
    assert compare_one(asked, {"removal": policy}, torn).status == "regression"


def test_text_that_no_longer_reaches_the_context_is_a_regression() -> None:
    result = compare_one(case(), BASE, BASE, new={"context": ["shipping"]})
    assert result.status == "regression"
    lost = {(check.check, check.place) for check in result.checks if check.worse}
    assert ("required_fact", "context") in lost
    assert ("required_fact", "source") not in lost


def test_answer_that_loses_the_fact_is_worse_in_the_answer_layer_alone() -> None:
    result = compare_one(case(), BASE, BASE, new={"answer": "Parcels leave on working days."})
    assert [step.layer for step in result.transitions if step.worse] == ["answer"]


def test_forbidden_fact_that_stood_in_the_baseline_too_is_not_new() -> None:
    both = changed(faq="# FAQ\n\nA refund takes 90 days.\n")
    asked = case(forbidden_facts=["A refund takes 90 days."])
    assert compare_one(asked, both, both).status == "failing"


def test_forbidden_fact_that_appears_is_a_conflict() -> None:
    asked = case(forbidden_facts=["A refund takes 90 days."])
    result = compare_one(asked, BASE, changed(faq="# FAQ\n\nA refund takes 90 days.\n"))
    assert result.status == "conflict"


def test_declared_change_that_is_there_is_legitimate_and_one_that_is_not_is_unfulfilled() -> None:
    override = Override(
        reason="new terms", required_facts=("A refund is paid within 60 days of the return.",)
    )
    asked = case(candidate=override)
    assert compare_one(asked, BASE, changed(returns=RETURNS.replace("30", "60"))).status == (
        "legitimate_change"
    )
    assert compare_one(asked, BASE, BASE).status == "unfulfilled_change"


def test_declared_move_is_legitimate() -> None:
    override = Override(reason="renamed", expected_source_ids=("refunds",))
    moved = changed(returns=None, refunds=RETURNS)
    assert compare_one(case(candidate=override), BASE, moved).status == "legitimate_change"


def test_unanswerable_case_that_is_answered_now_is_a_regression() -> None:
    asked = case(answerable=False, expected_source_ids=[], required_facts=[])
    refused = {"answer": "", "refused": True, "citations": []}
    assert compare_one(asked, BASE, BASE, old=refused, new=refused).status == "unchanged"
    assert compare_one(asked, BASE, BASE, old=refused).status == "regression"


EXCERPTS = Runtime(config_hash="sha256:c", index_id="i", model="extractive/1", excerpts=True)
ANSWERED = {"runtime": EXCERPTS}
REFUSED = {"runtime": EXCERPTS, "answer": "", "refused": True, "citations": []}


@pytest.mark.parametrize(
    ("candidate", "status"),
    [
        ({"house": "# House\n\nWelcome.\n\nA refund is due. {} It is paid in May.\n"}, "unchanged"),
        ({"more": "# More\n\nWelcome.\n\nA refund is due. {} It is paid in May.\n"}, "unchanged"),
        (
            {
                "house": "# House\n\nCome in.\n",
                "more": "A refund is due.\n\n{} It is paid in May.\n",
            },
            "unchanged",
        ),
    ],
    ids=["in its place", "in another document", "in another document, the old one kept"],
)
def test_fact_of_two_sentences_survives_one_between_them(candidate: Corpus, status: Status) -> None:
    fact = "A refund is due. It is paid in May."
    asked = case(expected_source_ids=["house", "more"], required_facts=[fact])
    new = {name: text.format("Ask the desk.") for name, text in candidate.items()}
    result = compare_one(asked, {"house": f"# House\n\n{fact}\n"}, new, ANSWERED, ANSWERED)
    assert result.status == status, result.summary


def refusal(compared: CaseComparison) -> PairedCheck:
    return next(check for check in compared.checks if check.check == "refusal")


def test_excerpts_that_are_newly_refused_on_another_context_are_a_regression() -> None:
    asked = case(required_facts=[], tags=["critical"])
    other = changed(faq="# FAQ\n\nAsk the desk.\n")
    result = compare_one(asked, BASE, other, old=ANSWERED, new=REFUSED)
    assert result.status == "regression"
    assert refusal(result).worse
    rules = ("any_critical_case_changes_from_pass_to_fail", "answerable_case_becomes_refusal")
    policy = Policy(tuple(NamedRule("block", rule, rule) for rule in rules))
    fired = decide(policy, Comparison(cases=(result,), metrics=(), matrix={}), ())
    assert fired.verdict == "BLOCK"
    assert {found.rule for found in fired.findings} == set(rules)


def test_new_refusal_of_excerpts_goes_to_a_person_where_the_context_states_every_fact() -> None:
    other = changed(faq="# FAQ\n\nAsk the desk.\n")
    result = compare_one(case(), BASE, other, old=ANSWERED, new=REFUSED)
    assert (result.status, refusal(result).candidate) == ("undecided", "uncertain")


@pytest.mark.parametrize(
    ("given", "old", "new", "candidate"),
    [
        pytest.param({}, ANSWERED, REFUSED, BASE, id="on an equal context"),
        pytest.param({}, REFUSED, REFUSED, None, id="on both versions"),
        pytest.param({}, REFUSED, ANSWERED, None, id="no more"),
        pytest.param({"answerable": False}, REFUSED, REFUSED, None, id="as expected"),
        pytest.param({"answerable": False}, ANSWERED, REFUSED, None, id="as expected at last"),
        pytest.param(
            {"candidate": Override(reason="gone", answerable=False)},
            ANSWERED,
            REFUSED,
            None,
            id="as the case declares",
        ),
        pytest.param(
            {"answerable": False, "candidate": Override(reason="new", answerable=True)},
            REFUSED,
            REFUSED,
            None,
            id="where the answer is new",
        ),
    ],
)
def test_refusal_of_excerpts_raises_no_alarm(
    given: dict[str, Any], old: dict[str, Any], new: dict[str, Any], candidate: Corpus | None
) -> None:
    asked = case(expected_source_ids=[], required_facts=[], **given)
    other = candidate or changed(faq="# FAQ\n\nAsk the desk.\n")
    found = refusal(compare_one(asked, BASE, other, old=old, new=new))
    assert (found.worse, found.undecided) == (False, False)


def test_citation_of_a_chunk_that_does_not_exist_fails_its_layer() -> None:
    ghost = [{"source_id": "returns", "chunk_id": "returns#:p9", "claim": "x"}]
    result = compare_one(case(), BASE, BASE, new={"citations": ghost})
    assert [step.layer for step in result.transitions if step.worse] == ["citation"]


def test_errored_record_makes_the_case_incomplete_and_never_a_pass() -> None:
    failed = {"answer": "", "error": RecordError(kind="timeout", message="60 s")}
    assert compare_one(case(), BASE, BASE, new=failed).status == "incomplete"


def test_case_missing_on_one_side_is_listed_and_named() -> None:
    text = corpus_text(BASE)
    asked = case()
    old = SideInput([record("c1", "baseline", text)], text)
    result = compare([asked], old, SideInput([], text), ks=(1,)).cases[0]
    assert (result.status, result.only_in) == ("incomplete", "baseline")


def test_records_without_corpus_text_compare_by_answers_and_ids() -> None:
    text = corpus_text(BASE)
    empty = CorpusText()
    old = SideInput([record("c1", "baseline", text)], empty)
    new = SideInput([record("c1", "candidate", text, answer="Nothing.")], empty)
    result = compare([case()], old, new, ks=(1,)).cases[0]
    assert result.status == "regression"


def test_averages_use_cases_of_both_sides_and_name_the_others() -> None:
    override = Override(reason="gone", answerable=False, expected_source_ids=(), required_facts=())
    cases = [case(), case(id="c2", candidate=override)]
    result = compare_all(cases, BASE, BASE)
    mrr = next(m for m in result.metrics if (m.name, m.scope) == ("mrr", "all"))
    assert (mrr.cases, mrr.left_out) == (1, ("c2",))


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (RU, "unchanged"),
        (RU.replace("30", "60"), "regression"),
        (RU.replace("возвращаются", "не возвращаются"), "regression"),
        (RU.replace("30\u0020дней", "30\u00a0дней"), "unchanged"),
    ],
)
def test_russian_is_followed_as_english_is(text: str, status: Status) -> None:
    asked = case(
        query="Когда вернут деньги?",
        expected_source_ids=["возврат"],
        required_facts=["Деньги возвращаются в течение 30 дней после возврата товара."],
    )
    assert compare_one(asked, {"возврат": RU}, {"возврат": text}).status == status

"""Chat calls against a real server: every outcome has its name, and none is asked for twice."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest

from harness.errors import ExitCode, HarnessError
from harness.llm import (
    Budget,
    BudgetExceededError,
    CallFailedError,
    ChatClient,
    ChatRequest,
    ChatResult,
    FolderCache,
    LlmProvider,
    LlmRuntime,
    Message,
    bind,
    map_bounded,
)
from harness.model.budget import Limits, Price
from harness.registry import register
from tests.net import Network
from tests.support_servers import LlmServer, Reply, chat, fault, hang

REQUEST = ChatRequest(
    model="m",
    messages=(Message("user", "Сколько дней? 🙂"),),
    max_tokens=50,
    parameters={"temperature": 0.0},
)
GZIP = {"content-encoding": "gzip"}
PRICES = {"m": Price(prompt_per_1k=Decimal("0.1"), completion_per_1k=Decimal("0.3"))}


@register("test", "chat")
class AnyProvider(LlmProvider):
    """A provider with the shared settings alone."""


class Bench:
    """A client on the scripted server, with the waits between attempts noted and not waited."""

    def __init__(self, server: LlmServer, folder: Path) -> None:
        self.server = server
        self.folder = folder
        self.waited: list[float] = []

    def client(self, budget: Budget | None = None, **settings: Any) -> ChatClient:
        provider = AnyProvider.model_validate(
            {"base_url": self.server.base_url, "model": "m", **settings}
        )
        runtime = LlmRuntime(
            workspace=self.folder,
            cache=FolderCache(self.folder),
            budget=budget or Budget(),
            environ={
                "TEST_KEY": "sk-planted-0000",
                "BROKEN_KEY": "sk-planted\n0000",
                "SHORT_KEY": "lm-studio",
            },
            sleep=self.waited.append,
        )
        return ChatClient(bind(provider, runtime).api, runtime.cache)

    def ask(self, trial: int = 0, **settings: Any) -> ChatResult[str]:
        return self.client(**settings).complete(replace(REQUEST, trial=trial), str.strip)


@pytest.fixture
def bench(llm_server: LlmServer, tmp_path: Path) -> Bench:
    return Bench(llm_server, tmp_path)


def test_an_answer_comes_with_its_model_tokens_and_prompt_hash(bench: Bench) -> None:
    bench.server.script(chat(" 30 дней ", model="m-2026-01-01"))
    result = bench.ask()
    assert (result.outcome, result.value, result.model) == ("ok", "30 дней", "m-2026-01-01")
    assert (result.tokens.prompt, result.tokens.completion) == (100, 20)
    assert result.prompt_hash.startswith("sha256:")
    assert bench.server.seen[0].path == "/v1/chat/completions"
    assert bench.server.seen[0].body == {
        "model": "m",
        "messages": [{"role": "user", "content": "Сколько дней? 🙂"}],
        "max_tokens": 50,
        "temperature": 0.0,
    }


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        (chat("half an ans", finish_reason="length"), "truncated"),
        (chat(""), "empty"),
        (chat(" \n"), "empty"),
        (chat(None), "empty"),
        (chat(None, refusal="I cannot help with that."), "refused"),
        (chat("partial", finish_reason="content_filter"), "refused"),
        (Reply(b"<html>login</html>", headers={"content-type": "text/html"}), "malformed"),
        (Reply(b'{"choices": []}'), "malformed"),
        (Reply(b'{"choices": [{"message": {"content": [1]}}]}'), "malformed"),
        (Reply(b"[1, 2]"), "malformed"),
        (Reply(b"[" * 100_000), "malformed"),
        (Reply(b""), "malformed"),
        (Reply(chat("a").body[:-20]), "malformed"),
        (Reply(b'{"choices": [], ' + chat("a").body[1:]), "malformed"),
        (Reply(gzip.compress(b" " * (65 << 20)), headers=GZIP), "malformed"),
        (Reply(chat("a").body, headers={"content-encoding": "br"}), "malformed"),
        (Reply(b"", 204), "malformed"),
        (fault(401), "auth"),
        (fault(403), "auth"),
        (fault(400, "unknown field response_format"), "rejected"),
        (fault(404, "no such model"), "rejected"),
        (fault(302, location="http://127.0.0.1:9/v1"), "rejected"),
        (fault(307, location="http://127.0.0.1:9/v1"), "rejected"),
    ],
)
def test_a_final_failure_has_its_name_and_is_asked_once(
    bench: Bench, reply: Reply, outcome: str
) -> None:
    bench.server.script(reply)
    result = bench.ask()
    assert (result.outcome, result.value) == (outcome, None)
    assert result.message
    assert bench.server.calls == 1
    assert bench.waited == []


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [(fault(429), "rate_limited"), (fault(500), "server_error"), (fault(503), "server_error")],
)
def test_a_passing_failure_is_named_after_the_last_attempt(
    bench: Bench, reply: Reply, outcome: str
) -> None:
    bench.server.script(*[reply] * 3)
    result = bench.ask(retries=2)
    assert (result.outcome, result.value) == (outcome, None)
    assert bench.server.calls == 3
    assert len(bench.waited) == 2


@pytest.mark.parametrize("charset", ["hex", "rot13", "idna", "undefined", "utf-7", "koi8-r"])
@pytest.mark.parametrize("status", [200, 400])
def test_what_an_answer_calls_its_charset_has_no_say(
    bench: Bench, charset: str, status: int
) -> None:
    headers = {"content-type": f"text/html; charset={charset}"}
    bench.server.script(Reply(chat("тридцать").body, status, headers))
    result = bench.ask()
    assert (result.outcome, result.value) in [("ok", "тридцать"), ("rejected", None)]


def test_an_answer_that_is_compressed_as_asked_is_read(bench: Bench) -> None:
    bench.server.script(Reply(gzip.compress(chat("ok").body), headers=GZIP))
    assert bench.ask().value == "ok"
    assert bench.server.seen[0].headers["accept-encoding"] == "gzip, deflate"


def test_a_body_that_breaks_off_is_a_broken_connection(bench: Bench) -> None:
    bench.server.script(Reply(b"not gzip", headers=GZIP), chat("ok"))
    assert bench.ask().value == "ok"
    assert len(bench.waited) == 1


def test_a_server_error_that_passes_is_not_seen(bench: Bench) -> None:
    bench.server.script(fault(500), fault(429), chat("ok"))
    assert bench.ask().value == "ok"
    assert bench.server.calls == 3


def test_retry_after_is_waited_for_up_to_a_minute(bench: Bench) -> None:
    soon = format_datetime(datetime.now(UTC) + timedelta(hours=1))
    waits = ("7", "9999", soon, "Wed, 21 Oct 2015 07:28:00 GMT")
    bench.server.script(*(fault(429, retry_after=wait) for wait in waits), chat("ok"))
    assert bench.ask(retries=4).value == "ok"
    assert bench.waited == [7.0, 60.0, 60.0, 0.0]


def test_a_wait_that_cannot_be_read_is_none(bench: Bench) -> None:
    bench.server.script(fault(429, retry_after="²"), fault(429, retry_after="soon"), chat("ok"))
    assert bench.ask().value == "ok"
    assert all(0.25 <= wait <= 1 for wait in bench.waited)


def test_silence_is_a_timeout(bench: Bench) -> None:
    bench.server.script(hang(), hang())
    result = bench.ask(timeout_s=0.1, retries=1)
    assert result.outcome == "timeout"
    assert bench.server.calls == 2


def test_an_answer_that_trickles_without_end_is_a_timeout(bench: Bench) -> None:
    bench.server.script(replace(chat("ok"), pause_s=0.02))
    result = bench.ask(timeout_s=0.1, retries=0)
    assert (result.outcome, result.message) == (
        "timeout",
        "the answer kept coming and did not end",
    )


def test_silence_that_passes_is_not_seen(bench: Bench) -> None:
    bench.server.script(hang(), chat("ok"))
    assert bench.ask(timeout_s=0.2).value == "ok"


def test_nobody_listening_is_unreachable(bench: Bench) -> None:
    result = bench.ask(base_url="http://127.0.0.1:1/v1", retries=1)
    assert result.outcome == "unreachable"
    assert len(bench.waited) == 1


def test_a_rerun_makes_no_call(bench: Bench, no_network: Network) -> None:
    bench.server.script(chat("30", usage=(7, 3)))
    first = bench.ask()
    opened = len(no_network.opened)
    again = bench.ask(api_key_env="NOT_SET")
    assert bench.server.calls == 1
    assert len(no_network.opened) == opened
    assert again == replace(first, cached=True)


def test_three_trials_are_three_calls_with_one_prompt_hash(bench: Bench) -> None:
    bench.server.script(chat("a"), chat("b"), chat("c"))
    results = [bench.ask(trial) for trial in (0, 1, 2)]
    assert [result.value for result in results] == ["a", "b", "c"]
    assert len({result.prompt_hash for result in results}) == 1
    assert [bench.ask(trial).value for trial in (0, 1, 2)] == ["a", "b", "c"]
    assert bench.server.calls == 3


@pytest.mark.parametrize(
    "change",
    [
        {"model": "other"},
        {"max_tokens": 51},
        {"messages": (Message("system", "Сколько дней? 🙂"),)},
        {"messages": (Message("user", "Сколько дней?"),)},
        {"parameters": {"temperature": 0.1}},
        {"parameters": {"temperature": 0.0, "response_format": {"type": "json_object"}}},
        {"max_tokens_field": "max_completion_tokens"},
    ],
)
def test_any_difference_in_the_request_is_another_call(
    bench: Bench, change: dict[str, Any]
) -> None:
    client = bench.client()
    client.complete(REQUEST, str)
    client.complete(replace(REQUEST, **change), str)
    assert bench.server.calls == 2


def test_the_same_request_to_another_path_is_another_call(bench: Bench) -> None:
    bench.ask()
    bench.ask(base_url=bench.server.base_url + "/other")
    assert bench.server.calls == 2


def test_failures_are_asked_again_in_a_rerun(bench: Bench) -> None:
    bench.server.script(chat("cut", finish_reason="length"), fault(400), chat("ok"))
    assert [bench.ask().outcome for _ in range(4)] == ["truncated", "rejected", "ok", "ok"]
    assert bench.server.calls == 3


def test_an_answer_that_does_not_parse_is_not_kept(bench: Bench) -> None:
    bench.server.script(chat("bad"), chat("good"))

    def parse(text: str) -> str:
        if text == "bad":
            raise CallFailedError("malformed", "bad")
        return text

    client = bench.client()
    results = [client.complete(REQUEST, parse) for _ in range(3)]
    assert [result.outcome for result in results] == ["malformed", "ok", "ok"]
    assert bench.server.calls == 2


def test_equal_requests_under_way_share_one_call(bench: Bench) -> None:
    release = threading.Event()
    bench.server.script(replace(chat("one"), hold=release))
    client = bench.client()

    def ask(number: int) -> ChatResult[str]:
        if number == 3:
            release.set()
        return client.complete(REQUEST, str)

    results = list(map_bounded(ask, range(4), 4))
    assert [result.value for result in results] == ["one"] * 4
    assert sorted(result.cached for result in results) == [False, True, True, True]
    assert bench.server.calls == 1


def test_equal_requests_under_way_share_a_failure(bench: Bench) -> None:
    release = threading.Event()
    bench.server.script(replace(fault(400), hold=release))
    client = bench.client()

    def ask(number: int) -> ChatResult[str]:
        if number == 1:
            threading.Timer(0.05, release.set).start()
        return client.complete(REQUEST, str)

    outcomes = [result.outcome for result in map_bounded(ask, range(2), 2)]
    assert outcomes == ["rejected", "rejected"]
    assert bench.server.calls == 1


def test_nothing_but_what_is_meant_is_sent(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login me password netrc-secret\n")
    planted = {
        "NETRC": str(netrc),
        "HTTP_PROXY": "http://127.0.0.1:9",
        "ALL_PROXY": "http://127.0.0.1:9",
        "OPENAI_API_KEY": "env-secret",
        "OPENAI_ADMIN_KEY": "admin-secret",
        "OPENAI_ORG_ID": "org-secret",
        "OPENAI_PROJECT_ID": "project-secret",
        "OPENAI_CUSTOM_HEADERS": "Authorization: Bearer header-secret\nX-Extra: extra-secret",
        "OPENAI_BASE_URL": "http://127.0.0.1:9/v1",
    }
    for name, value in planted.items():
        monkeypatch.setenv(name, value)
    assert bench.ask().outcome == "ok"
    assert set(bench.server.seen[0].headers) <= {
        "accept",
        "accept-encoding",
        "connection",
        "content-length",
        "content-type",
        "host",
        "user-agent",
    }


def test_the_named_key_is_sent_and_never_kept(bench: Bench) -> None:
    bench.ask(api_key_env="TEST_KEY")
    assert bench.server.seen[0].headers["authorization"] == "Bearer sk-planted-0000"
    kept = b"".join(path.read_bytes() for path in bench.folder.rglob("*") if path.is_file())
    assert b"scripted" in kept
    assert b"sk-planted" not in kept
    assert "дней".encode() not in kept


@pytest.mark.parametrize("status", [400, 401, 429])
def test_a_key_that_the_endpoint_repeats_is_not_shown(bench: Bench, status: int) -> None:
    bench.server.script(fault(status, "bad key sk-planted-0000 \x1b[31m"))
    message = bench.ask(api_key_env="TEST_KEY", retries=0).message
    assert "sk-planted" not in message
    assert message.isprintable()


@pytest.mark.parametrize("before", range(270, 300, 3))
def test_secret_is_recognised_before_a_message_is_cut(bench: Bench, before: int) -> None:
    """Half a token has no form that tells it from a word."""
    token = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    bench.server.script(fault(400, f"{'x ' * (before // 2)}{token}"))
    message = bench.ask(retries=0).message
    assert "ghp_" not in message
    assert len(message) < 400


def test_a_key_that_an_answer_repeats_is_taken_out_and_a_word_is_not(bench: Bench) -> None:
    bench.server.script(
        Reply(chat("sk-planted-0000!", model="sk-planted-0000").body.replace(b"sk-", b"\\u0073k-")),
        chat("from lm-studio"),
    )
    result = bench.ask(api_key_env="TEST_KEY")
    assert (result.value, result.model) == ("***!", "***")
    kept = b"".join(path.read_bytes() for path in bench.folder.rglob("*") if path.is_file())
    assert b"planted" not in kept
    assert bench.ask(1, api_key_env="SHORT_KEY").value == "from lm-studio"


@pytest.mark.parametrize(("name", "found"), [("NOT_SET", "is not set"), ("BROKEN_KEY", "holds a")])
def test_an_unusable_key_variable_is_named_before_any_call(
    bench: Bench, name: str, found: str
) -> None:
    with pytest.raises(HarnessError, match=f"'{name}' {found}"):
        bench.ask(api_key_env=name)
    assert bench.server.calls == 0


def test_an_endpoint_outside_is_refused_when_bound(bench: Bench, no_network: Network) -> None:
    with pytest.raises(HarnessError, match=r"test\.chat\.base_url: .*privacy\.allow_hosts"):
        bench.client(base_url="https://api.example.com/v1")
    assert no_network.opened == []


def test_a_redirect_is_not_followed(bench: Bench) -> None:
    with LlmServer() as other:
        bench.server.script(fault(307, location=other.base_url + "/chat/completions"))
        assert bench.ask().outcome == "rejected"
        assert other.calls == 0


def ask_through_proxy(server: LlmServer, folder: Path, base_url: str, proxy: str) -> str:
    provider = AnyProvider(base_url=base_url, model="m", retries=0)
    allowed = ("llm.example.com",)
    runtime = LlmRuntime(workspace=folder, allow_hosts=allowed, proxy=proxy)
    client = ChatClient(bind(provider, runtime).api, runtime.cache)
    assert client.complete(REQUEST, str).outcome == "ok"
    return server.seen[-1].path


def test_a_configured_proxy_carries_calls_to_other_hosts_and_never_loopback(
    llm_server: LlmServer, tmp_path: Path, no_network: Network
) -> None:
    proxy = llm_server.base_url.removesuffix("/v1")
    outside = ask_through_proxy(llm_server, tmp_path, "http://llm.example.com/v1", proxy)
    assert outside == "http://llm.example.com/v1/chat/completions"
    assert set(no_network.opened) == {"127.0.0.1"}
    inside = ask_through_proxy(llm_server, tmp_path, llm_server.base_url, "http://127.0.0.1:1")
    assert inside == "/v1/chat/completions"


def test_a_proxy_must_be_allowed_itself(llm_server: LlmServer, tmp_path: Path) -> None:
    with pytest.raises(HarnessError, match=r"privacy\.proxy: connecting to 'proxy\.example\.com'"):
        ask_through_proxy(
            llm_server, tmp_path, "http://llm.example.com/v1", "http://proxy.example.com:3128"
        )


def test_cost_is_that_of_the_call_and_a_kept_answer_spends_nothing(bench: Bench) -> None:
    budget = Budget(Limits(max_cost=Decimal(1)), PRICES)
    client = bench.client(budget)
    costs = [client.complete(REQUEST, str).cost for _ in range(3)]
    assert costs == [Decimal("0.016")] * 3
    assert budget.spent == Decimal("0.016")
    assert budget.calls == 1


def test_a_call_that_could_pass_the_cap_is_not_made_and_a_rerun_goes_on(bench: Bench) -> None:
    def run(max_cost: str) -> list[str | None]:
        client = bench.client(Budget(Limits(max_cost=Decimal(max_cost)), PRICES))
        results = [client.complete(replace(REQUEST, trial=n), str).value for n in range(3)]
        return list(results)

    with pytest.raises(BudgetExceededError) as error:
        run("0.05")
    assert error.value.exit_code is ExitCode.INCOMPLETE
    made = bench.server.calls
    assert 1 <= made < 3
    assert run("1") == ["scripted"] * 3
    assert bench.server.calls == 3


def test_attempts_that_may_be_billed_are_counted_and_refused_ones_are_not(bench: Bench) -> None:
    bench.server.script(fault(500), hang(), chat("ok", usage=(10, 0)))
    budget = Budget(Limits(), PRICES)
    client = bench.client(budget, timeout_s=0.1)
    assert client.complete(REQUEST, str).outcome == "ok"
    assert budget.calls == 3
    known = Decimal("0.001")
    assert known < budget.spent < known + Decimal("0.1")


@pytest.mark.parametrize("count", [b"-100", b"1e9", b"NaN", b"true", b"9" * 400])
def test_usage_that_makes_no_sense_is_not_believed_and_counted_at_the_most(
    bench: Bench, count: bytes
) -> None:
    bench.server.script(Reply(chat("ok").body.replace(b": 100", b": " + count)))
    budget = Budget(Limits(), PRICES)
    result = bench.client(budget).complete(REQUEST, str)
    assert (result.tokens.prompt, result.tokens.completion) == (0, 0)
    assert (result.value, result.cost) == ("ok", None)
    assert budget.spent >= PRICES["m"].completion_per_1k * REQUEST.max_tokens / 1000


def test_a_model_s_name_is_printable(bench: Bench) -> None:
    bench.server.script(chat("ok", model="gpt\ud800\x00\x1b[31m-4"))
    assert bench.ask().model == "gpt[31m-4"


def test_a_missing_library_is_named_with_the_command_that_installs_it(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "openai", None)
    with pytest.raises(HarnessError, match=r"pip install 'corpusgate\[openai\]'"):
        bench.ask()


def test_the_fingerprint_holds_what_changes_answers_and_nothing_else() -> None:
    make: Callable[..., LlmProvider] = AnyProvider
    base = {"base_url": "http://127.0.0.1/v1", "model": "m"}
    same = make(**base, api_key_env="KEY", timeout_s=5, retries=1, concurrency=9)
    assert make(**base).fingerprint() == same.fingerprint()
    assert make(**{**base, "model": "n"}).fingerprint() != same.fingerprint()
    assert make(**{**base, "base_url": "http://127.0.0.1/v2"}).fingerprint() != same.fingerprint()

"""What a provider needs at run time that is no setting of its own, and how it gets it."""

from __future__ import annotations

import os
import time
from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self, TypeVar

from pydantic import Field, PrivateAttr

from harness.llm.api import ApiClient
from harness.llm.budget import Budget
from harness.llm.cache import MemoryCache, ResponseCache
from harness.llm.connection import Connection
from harness.llm.egress import Endpoint, require_allowed
from harness.llm.retry import RetryPolicy
from harness.registry import Provider

_OPERATIONAL = ("api_key_env", "timeout_s", "retries", "concurrency")


@dataclass(frozen=True)
class LlmRuntime:
    """One command's policy, cache and budget, shared by all its providers."""

    workspace: Path
    """Folder that paths in settings are relative to."""
    cache: ResponseCache = field(default_factory=MemoryCache)
    budget: Budget = field(default_factory=Budget)
    allow_hosts: tuple[str, ...] = ()
    """``privacy.allow_hosts``."""
    proxy: str = ""
    """``privacy.proxy``: URL of an HTTP proxy for hosts outside loopback; its host must be
    allowed too. The proxies of the environment are never used."""
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)
    """Where keys are read from."""
    sleep: Callable[[float], None] = time.sleep

    def allowed(self, url: str, what: str) -> Endpoint:
        """``url`` checked against the policy, and the proxy with it.

        Raises:
            HarnessError: the endpoint or the proxy is not allowed; ``what`` names the setting.
        """
        endpoint = require_allowed(url, self.allow_hosts, what)
        if self.proxy:
            require_allowed(self.proxy, self.allow_hosts, "privacy.proxy")
        return endpoint

    def proxy_to(self, endpoint: Endpoint) -> str:
        """The proxy on the way to ``endpoint``; empty: none."""
        return "" if endpoint.loopback else self.proxy


class RuntimeProvider(Provider):
    """Base of the providers that need the runtime before they can work."""

    @abstractmethod
    def bound(self, runtime: LlmRuntime) -> Self:
        """This provider, able to work. Opens no connection.

        Raises:
            HarnessError: what it needs is not allowed, not installed or not there.
        """


class LlmProvider(RuntimeProvider):
    """Base of the providers that call an OpenAI-compatible endpoint.

    Unbound it is configuration only; :meth:`bound` gives the one that can work.
    """

    base_url: str
    """Address before ``/chat/completions``, ``/embeddings`` or ``/rerank``:
    ``http://127.0.0.1:1234/v1``."""
    model: str = Field(min_length=1)
    """Name the endpoint knows the model by."""
    api_key_env: str = ""
    """Name of the environment variable that holds the key; empty sends no key."""
    timeout_s: float = Field(default=60.0, gt=0, le=3600)
    """Longest silence of the endpoint in one attempt; a whole answer may take ten times as long."""
    retries: int = Field(default=3, ge=0, le=20)
    """Further attempts after a rate limit, timeout, broken connection or server error."""
    concurrency: int = Field(default=4, ge=1, le=64)
    """Calls under way at once."""

    _api: ApiClient | None = PrivateAttr(default=None)

    def bound(self, runtime: LlmRuntime) -> Self:
        """This provider, able to work. Opens no connection.

        Raises:
            HarnessError: the endpoint is not allowed, or the model has no price under a cap.
        """
        what = f"{self.kind}.{self.name}"
        copy = self.model_copy()
        copy._api = open_api(self, runtime, what)  # noqa: SLF001
        runtime.budget.check_model(self.model, what)
        return copy

    def describe(self) -> dict[str, Any]:
        """As every provider, without what changes no answer: key name, timeout, retries, concurrency."""
        described = super().describe()
        settings = described["settings"]
        described["settings"] = {k: v for k, v in settings.items() if k not in _OPERATIONAL}
        return described

    @property
    def api(self) -> ApiClient:
        """The client of a bound provider."""
        if self._api is None:
            raise RuntimeError(f"{self.kind}.{self.name} works only after bind(provider, runtime)")
        return self._api


def open_api(settings: LlmProvider, runtime: LlmRuntime, what: str) -> ApiClient:
    """A client for the endpoint of ``settings``, checked against the policy.

    Raises:
        HarnessError: the endpoint or the proxy is not allowed.
    """
    endpoint = runtime.allowed(settings.base_url, f"{what}.base_url")
    connection = Connection(
        endpoint,
        timeout_s=settings.timeout_s,
        api_key_env=settings.api_key_env,
        environ=runtime.environ,
        proxy=runtime.proxy_to(endpoint),
    )
    policy = RetryPolicy(retries=settings.retries)
    return ApiClient(connection, runtime.budget, policy, runtime.sleep)


P = TypeVar("P", bound=Provider)


def bind(provider: P, runtime: LlmRuntime) -> P:
    """``provider`` bound to ``runtime`` if it needs one; unchanged if it does not."""
    return provider.bound(runtime) if isinstance(provider, RuntimeProvider) else provider

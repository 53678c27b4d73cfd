"""A Qdrant server or cluster by its address."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any, Self

from pydantic import Field, PrivateAttr

from harness.errors import MissingExtraError
from harness.index.base import IndexContent
from harness.index.collection import open_collection
from harness.index.exact import ExactIndex, ExactProvider
from harness.index.qdrant_edge import QdrantEdge
from harness.index.server_calls import Access, Server, connect
from harness.llm import LlmRuntime, RetryPolicy, RuntimeProvider, read_api_key
from harness.registry import register

_WHAT = "index.qdrant-server"


@register("index", "qdrant-server")
class QdrantServer(ExactProvider, RuntimeProvider):
    """The same search in a Qdrant server or cluster, with the same hits as ``qdrant-edge``.

    The sealed index stays in the workspace. The server is given vectors, numbers of terms, and the
    words of filters and access lists, never text; what it holds is read back and compared
    whenever the index is opened, and never updated.
    """

    url: str
    """Address with its port: ``https://qdrant.example.com:6333``."""
    api_key_env: str = ""
    """Name of the environment variable that holds the key; empty sends no key."""
    ca_file: str = ""
    """PEM file in the workspace with the certificates to trust; empty: the public ones."""
    timeout_s: int = Field(default=60, ge=1, le=3600)
    """Longest silence of the server in one attempt."""
    retries: int = Field(default=3, ge=0, le=20)
    """Further attempts after a rate limit, timeout, broken connection or server error."""
    collection_prefix: str = Field(default="corpusgate", pattern=r"^[A-Za-z0-9_-]{1,100}$")
    """What the names of collections begin with."""

    _server: Server | None = PrivateAttr(default=None)

    def describe(self) -> dict[str, Any]:
        """As every provider, without what changes no hit: where the server is and how it is reached."""
        described = super().describe()
        described["settings"] = self.model_dump(mode="json", include=_DECIDES)
        return described

    def bound(self, runtime: LlmRuntime) -> Self:
        """This provider, able to work. Opens no connection.

        Raises:
            MissingExtraError: ``qdrant-client`` is not installed.
            HarnessError: the server or the proxy is not allowed.
        """
        endpoint = runtime.allowed(self.url, f"{_WHAT}.url")
        if find_spec("qdrant_client") is None:
            raise MissingExtraError(_WHAT, "server")
        access = Access(
            endpoint=endpoint,
            timeout_s=self.timeout_s,
            api_key=lambda: read_api_key(self.api_key_env, runtime.environ),
            ca_file=runtime.workspace / self.ca_file if self.ca_file else None,
            proxy=runtime.proxy_to(endpoint),
        )
        copy = self.model_copy()
        copy._server = Server(  # noqa: SLF001
            endpoint.identity,
            lambda: connect(access),
            RetryPolicy(retries=self.retries),
            runtime.sleep,
        )
        return copy

    def reader(self, content: IndexContent) -> ExactIndex:
        """The collection of ``content``, checked before the first question.

        Raises:
            HarnessError: the server cannot be used, or holds something else.
        """
        if self._server is None:
            raise RuntimeError(f"{_WHAT} works only after bind(provider, runtime)")
        access = self.access(content)
        collection = open_collection(self._server, self.collection_prefix, content, access)
        return ExactIndex(content, self, lambda: collection)

    def of_counterfactuals(self) -> QdrantEdge:
        """Blame asks hundreds of mixtures for a moment each; they never reach the server."""
        return QdrantEdge(**self.model_dump(include=_DECIDES))


_DECIDES = set(ExactProvider.model_fields)

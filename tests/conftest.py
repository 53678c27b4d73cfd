"""Fixtures that several rooms share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.net import Network, guard
from tests.support_servers import LlmServer


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> Network:
    """Fail whatever leaves this machine; ``opened`` lists all that was reached, loopback too."""
    return guard(monkeypatch)


@pytest.fixture
def llm_server() -> Iterator[LlmServer]:
    """A scripted OpenAI-compatible server on loopback."""
    with LlmServer() as server:
        yield server

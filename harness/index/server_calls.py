"""Calls to a Qdrant server: only where they may go, retried, and a name for how each one failed."""

from __future__ import annotations

import ssl
import threading
import time
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from harness.errors import ExitCode, Fault, HarnessError
from harness.llm import RETRIED, CallFailedError, Endpoint, RetryPolicy
from harness.text.redact import redact_line

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Access:
    """How a server is reached."""

    endpoint: Endpoint
    """Checked against the policy."""
    timeout_s: int
    api_key: Callable[[], str]
    """Reads the key from the environment; empty sends none."""
    ca_file: Path | None = None
    """Certificates to trust instead of the public ones."""
    proxy: str = ""


class Server:
    """One server. The connection opens at the first call, and closes when this is dropped."""

    def __init__(
        self,
        where: str,
        connect: Callable[[], QdrantClient],
        policy: RetryPolicy,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.where = where
        """Host, port and path, for messages."""
        self._connect = connect
        self._policy = policy
        self._sleep = sleep
        self._lock = threading.Lock()
        self._client: QdrantClient | None = None

    def call(self, what: str, ask: Callable[[QdrantClient], T]) -> T:
        """What ``ask`` gives, asked again where that may help.

        Args:
            what: what is being done, for the message (``searching``).
            ask: must bear being repeated after an answer that was lost.

        Raises:
            HarnessError: the outcome of the last attempt; exit code 4 if running again may help.
        """
        client = self._open()
        try:
            return self._asked(client, what, ask)
        except CallFailedError as failure:
            raise self._refused(what, failure) from failure

    def _asked(self, client: QdrantClient, what: str, ask: Callable[[QdrantClient], T]) -> T:
        for number in range(self._policy.retries):
            try:
                return _attempt(client, ask)
            except CallFailedError as failure:
                if failure.outcome not in RETRIED:
                    raise
                self._sleep(self._policy.delay_s(what, number, failure.retry_after_s))
        return _attempt(client, ask)

    def _open(self) -> QdrantClient:
        with self._lock:
            if self._client is None:
                self._client = self._connect()
                weakref.finalize(self, self._client.close)
            return self._client

    def _refused(self, what: str, failure: CallFailedError) -> HarnessError:
        code = ExitCode.INCOMPLETE if failure.outcome in RETRIED else ExitCode.USAGE
        return HarnessError(
            f"index.qdrant-server: {failure.outcome} while {what} at {self.where}: "
            f"{failure.message}. Records that were finished are kept; a rerun goes on from there.",
            exit_code=code,
        )


def connect(access: Access) -> QdrantClient:
    """A client that takes nothing from the environment and follows no redirect.

    Raises:
        HarnessError: the key is not set, or may not be sent, or ``ca_file`` cannot be used.
    """
    from qdrant_client import QdrantClient

    endpoint = access.endpoint
    key = access.api_key()
    if key and not endpoint.loopback and not endpoint.url.startswith("https:"):
        fault = Fault(
            "index.qdrant-server.url",
            f"{endpoint.host!r} would be sent the key without encryption",
            "an https:// address",
        )
        raise HarnessError(str(fault))
    return QdrantClient(
        url=endpoint.url,
        port=None,  # the address as it was checked, without a default that was not
        timeout=access.timeout_s,
        headers={"api-key": key} if key else None,
        check_compatibility=False,  # asks in a thread of its own, and warns into the terminal
        trust_env=False,
        proxy=access.proxy or None,
        verify=_trusted(access.ca_file),
    )


def _trusted(ca_file: Path | None) -> ssl.SSLContext | bool:
    if ca_file is None:
        return True
    try:
        return ssl.create_default_context(cafile=str(ca_file))
    except OSError as error:  # ssl.SSLError included
        fault = Fault(
            "index.qdrant-server.ca_file", f"{ca_file} cannot be used: {error}", "PEM certificates"
        )
        raise HarnessError(str(fault)) from error


def _attempt(client: QdrantClient, ask: Callable[[QdrantClient], T]) -> T:
    from qdrant_client.common.client_exceptions import QdrantException, ResourceExhaustedResponse
    from qdrant_client.http.exceptions import ResponseHandlingException, UnexpectedResponse

    try:
        return ask(client)
    except ResourceExhaustedResponse as error:
        raise CallFailedError(
            "rate_limited", "the server asked to slow down", error.retry_after_s
        ) from error
    except UnexpectedResponse as error:
        raise _status_failure(error) from error
    except ResponseHandlingException as error:
        raise _transport_failure(error.source) from error
    except (QdrantException, ValueError, AssertionError) as error:
        # the client asserts that an answer has a result
        raise CallFailedError("malformed", "the answer is not one of a Qdrant server") from error


def _status_failure(error: Any) -> CallFailedError:
    status = error.status_code
    if status in (401, 403):
        return CallFailedError("auth", f"the key is missing or not allowed this (HTTP {status})")
    if status == 429:
        return CallFailedError("rate_limited", "the server asked to slow down")
    if status == 408:
        return CallFailedError("timeout", "HTTP 408")
    if status >= 500:
        return CallFailedError("server_error", f"HTTP {status}: {_words(error)}")
    return CallFailedError("rejected", f"HTTP {status}: {_words(error)}")


def _words(error: Any) -> str:
    return redact_line(error.content.decode("utf-8", "replace"))


def _transport_failure(source: Exception) -> CallFailedError:
    import httpx

    if isinstance(source, httpx.TimeoutException):
        return CallFailedError("timeout", "no answer in time")
    if isinstance(source, httpx.TransportError):
        return CallFailedError("unreachable", redact_line(str(source)) or "no connection")
    return CallFailedError("malformed", "the answer is not one of a Qdrant server")

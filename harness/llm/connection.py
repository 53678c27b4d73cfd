"""One attempt at one checked endpoint: key, headers, timeout, and a name for how it ended.

The ``openai`` client carries the call. What it would take from the environment (proxies,
``.netrc``, organisation, custom headers) is left out, and redirects are not followed: a request
goes to the endpoint that was checked, with the key that was named, or not at all. The key is taken
out of what an endpoint says, in errors and in answers alike.
"""

from __future__ import annotations

import json
import threading
import weakref
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from harness.errors import Fault, HarnessError, MissingExtraError
from harness.llm.bounded import bounded_client
from harness.llm.egress import Endpoint
from harness.llm.outcomes import CallFailedError, Outcome
from harness.llm.retry import parse_retry_after
from harness.llm.structured import unique_names
from harness.text.redact import redact_line

if TYPE_CHECKING:
    import openai

_NO_KEY = "none"
_HIDDEN = "***"
_SECRET_CHARS = 12
"""A shorter key, as local servers take one (``lm-studio``), may be a word of an answer."""


class Connection:
    """Opens on the first call, so that answers from a cache need no key and no library.

    Sockets are closed when the object is dropped.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        timeout_s: float,
        api_key_env: str,
        environ: Mapping[str, str],
        proxy: str = "",
    ) -> None:
        self.endpoint = endpoint
        self._timeout_s = timeout_s
        self._api_key_env = api_key_env
        self._environ = environ
        self._proxy = proxy or None
        self._lock = threading.Lock()
        self._opened: openai.OpenAI | None = None

    def send(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Post ``body`` once and return the JSON object of the answer.

        Raises:
            CallFailedError: any other end of the call.
            HarnessError: the key is not set, or the extra is not installed.
        """
        client = self._client()
        import openai

        where = self.endpoint.identity
        try:
            text = client.post(path, cast_to=str, body=dict(body))
        except openai.APITimeoutError as error:
            raise CallFailedError(
                "timeout", f"no answer from {where} in {self._timeout_s:g} s"
            ) from error
        except openai.APIConnectionError as error:
            if isinstance(error.__cause__, CallFailedError):
                raise error.__cause__ from error
            message = f"no connection to {where}, or it broke"
            raise CallFailedError("unreachable", message) from error
        except openai.APIStatusError as error:
            raise self._status_failure(error) from error
        answer = _parse(text, self._secret)
        if not isinstance(answer, dict):
            raise CallFailedError(
                "malformed", f"{where} answered with something else than a JSON object"
            )
        return answer

    def _client(self) -> openai.OpenAI:
        with self._lock:
            if self._opened is None:
                self._opened = self._open()
            return self._opened

    def _open(self) -> openai.OpenAI:
        try:
            import openai
        except ImportError as error:
            raise MissingExtraError("An OpenAI-compatible endpoint", "openai") from error
        api_key = read_api_key(self._api_key_env, self._environ)
        http = bounded_client(self._timeout_s, api_key, self._proxy)
        weakref.finalize(self, http.close)
        return openai.OpenAI(
            base_url=self.endpoint.url,
            api_key=api_key or _NO_KEY,
            max_retries=0,
            http_client=http,
        )

    def _status_failure(self, error: openai.APIStatusError) -> CallFailedError:
        status, where = error.status_code, self.endpoint.identity
        if 300 <= status < 400:
            message = f"{where} answered with a redirect; set base_url to the final address"
            return CallFailedError("rejected", message)
        if status in (401, 403):
            key = f"the key in {self._api_key_env}" if self._api_key_env else "a call without a key"
            return CallFailedError("auth", f"{where} refused {key} (HTTP {status})")
        outcome = _outcome_of_status(status)
        message = f"{where} answered HTTP {status}"
        if outcome == "rejected":
            message += f": {self._clean(error.message)}"
        wait_s = parse_retry_after(error.response.headers.get("retry-after"))
        return CallFailedError(outcome, message, wait_s)

    @property
    def _key(self) -> str:
        """The key as it is sent; empty without one."""
        return self._environ.get(self._api_key_env, "").strip()

    @property
    def _secret(self) -> str:
        """The key, if it is too long to be a word of an answer."""
        return self._key if len(self._key) >= _SECRET_CHARS else ""

    def _clean(self, message: str) -> str:
        """An endpoint's words as one short printable line, redacted before it is cut."""
        if self._key:
            message = message.replace(self._key, _HIDDEN)
        return redact_line(message)


def read_api_key(name: str, environ: Mapping[str, str]) -> str:
    """The key in the environment variable ``name``; empty for an empty name.

    Raises:
        HarnessError: the variable is absent, empty or cannot stand in a header. The value
            is never repeated.
    """
    if not name:
        return ""
    key = environ.get(name, "").strip()
    if not key:
        fault = Fault(
            "api_key_env",
            f"environment variable {name!r} is not set",
            "the variable that holds the key",
            f"Set {name}, or leave api_key_env empty for an endpoint that needs no key",
        )
        raise HarnessError(str(fault))
    if not (key.isascii() and key.isprintable()):
        raise HarnessError(
            f"api_key_env: the value of {name!r} holds a character that cannot stand in a "
            "header, often a line break copied with the key. Set it again."
        )
    return key


def _outcome_of_status(status: int) -> Outcome:
    if status == 429:
        return "rate_limited"
    if status == 408:
        return "timeout"
    return "server_error" if status >= 500 else "rejected"


def _parse(text: str, secret: str) -> Any:
    """The JSON value of ``text`` with ``secret`` taken out; ``None`` for what is not JSON.

    A name that stands twice in one object has two values, so that is not JSON either.
    """
    try:
        value = json.loads(text, object_pairs_hook=unique_names)
        return _without(value, secret) if secret else value
    except (ValueError, RecursionError):
        return None


def _without(value: Any, secret: str) -> Any:
    """``value`` with ``secret`` replaced in every string: endpoints repeat keys, in answers too."""
    if isinstance(value, str):
        return value.replace(secret, _HIDDEN)
    if isinstance(value, list):
        return [_without(item, secret) for item in value]
    if isinstance(value, dict):
        return {
            name.replace(secret, _HIDDEN): _without(item, secret) for name, item in value.items()
        }
    return value

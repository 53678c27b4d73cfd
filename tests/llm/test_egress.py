"""Where corpusgate may connect to."""

from __future__ import annotations

import openai
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.errors import HarnessError
from harness.llm import require_allowed

LOOPBACK = [
    "http://127.0.0.1:1234/v1",
    "http://127.0.0.1/v1/",
    "http://127.8.9.10/v1",
    "http://localhost:1234/v1",
    "http://LOCALHOST./v1",
    "https://localhost/v1",
    "http://[::1]:8080/v1",
    "http://[0:0:0:0:0:0:0:1]/v1",
    "http://[::ffff:127.0.0.1]/v1",
]

OUTSIDE = [
    "https://api.openai.com/v1",
    "http://localhost.evil.com/v1",
    "http://127.0.0.1.evil.com/v1",
    "http://evil.localhost/v1",
    "http://0.0.0.0/v1",
    "http://[::]/v1",
    "http://10.0.0.1/v1",
    "http://169.254.169.254/v1",
    "http://[::ffff:10.0.0.1]/v1",
    "http://xn--80ak6aa92e.com/v1",
]

UNREADABLE = [
    "http://127.0.0.1@evil.com/v1",
    "http://user:secret@127.0.0.1/v1",
    "http://127.0.0.1\\@evil.com/v1",
    "http://127.0.0.1\t.evil.com/v1",
    "http://127.0.0.1\n/v1",
    " http://127.0.0.1/v1",
    "http://127.0.0.1 /v1",
    "http://127.0.0.1#@evil.com/v1",
    "http://127.0.0.1?@evil.com/v1",
    "http://127.0.0.1/v1?key=secret",
    "http://127.0.0.1%2eevil.com/v1",
    "http://127.1/v1",
    "http://2130706433/v1",
    "http://0x7f000001/v1",
    "http://0x7f.1/v1",
    "http://127.0.0.01/v1",
    "http://localhost../v1",
    "http://[::1%25eth0]/v1",
    "http://[::1/v1",
    "http://127.0.0.1:99999/v1",
    "http://127.0.0.1:x/v1",
    "http://ｌｏｃａｌｈｏｓｔ/v1",
    "http://пример.рф/v1",
    "http:///v1",
    "http:127.0.0.1/v1",
    "//127.0.0.1/v1",
    "127.0.0.1:1234/v1",
    "ftp://127.0.0.1/v1",
    "file:///etc/passwd",
    "unix:///var/run/x.sock",
    "HTTP",
    "",
]


@pytest.mark.parametrize("url", LOOPBACK)
def test_loopback_needs_no_permission(url: str) -> None:
    assert require_allowed(url, (), "x").loopback


@pytest.mark.parametrize("url", OUTSIDE)
def test_another_host_is_refused_naming_the_setting_and_the_host(url: str) -> None:
    with pytest.raises(HarnessError, match=r"privacy\.allow_hosts"):
        require_allowed(url, (), "pipeline.generation.base_url")


@pytest.mark.parametrize("url", UNREADABLE)
def test_a_url_that_could_be_read_in_two_ways_is_refused(url: str) -> None:
    with pytest.raises(HarnessError, match=r"^x: "):
        require_allowed(url, ("evil.com", "127.0.0.1", "localhost"), "x")


def test_a_password_in_a_url_is_not_repeated() -> None:
    with pytest.raises(HarnessError) as error:
        require_allowed("http://me:hunter2@evil.com/v1", (), "x")
    assert "hunter2" not in str(error.value)


@pytest.mark.parametrize("listed", ["api.example.com", "API.Example.com.", "Api.EXAMPLE.com"])
def test_a_listed_host_is_allowed_however_it_is_spelled(listed: str) -> None:
    endpoint = require_allowed("https://Api.Example.COM.:8443/v1/", (listed,), "x")
    assert endpoint.url == "https://api.example.com:8443/v1"
    assert endpoint.identity == "api.example.com:8443/v1"
    assert not endpoint.loopback


@pytest.mark.parametrize("listed", ["2001:DB8::0:1", "[2001:db8::1]"])
def test_a_listed_ipv6_address_is_compared_by_value(listed: str) -> None:
    url = "http://[2001:db8:0:0:0:0:0:1]:80/v1"
    assert require_allowed(url, (listed,), "x").url == "http://[2001:db8::1]:80/v1"


@pytest.mark.parametrize("url", ["http://sub.example.com/", "http://example.com.evil.com/"])
def test_a_listed_host_does_not_allow_hosts_below_or_beside_it(url: str) -> None:
    with pytest.raises(HarnessError, match="not allowed"):
        require_allowed(url, ("example.com",), "x")


def test_every_unusable_entry_of_the_list_is_named_at_once() -> None:
    bad = ("*", "https://example.com", "example.com:443", "good.example.com", "пример.рф", "")
    with pytest.raises(HarnessError) as error:
        require_allowed("http://good.example.com/", bad, "x")
    places = [fault.where for fault in error.value.faults]
    assert places == [f"privacy.allow_hosts[{n}]" for n in (0, 1, 2, 4, 5)]


URL_TEXT = st.text(alphabet=st.sampled_from("htp:/@.127localevi\\#?[]%0xA -ⓁＬ\t"), max_size=30)


@given(URL_TEXT.map(lambda tail: "http://" + tail))
def test_the_client_connects_to_the_host_that_was_checked(url: str) -> None:
    """The client's own URL parser is the oracle: it must see the host that we allowed."""
    try:
        endpoint = require_allowed(url, (), "x")
    except HarnessError:
        return
    client = openai.OpenAI(base_url=endpoint.url, api_key="x")
    host = client.base_url.host
    client.close()
    assert host == endpoint.host
    assert host in ("localhost", "::1") or host.startswith("127.")

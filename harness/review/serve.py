"""The review on a port of this machine, and of no other."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress

from harness.errors import HarnessError, MissingExtraError
from harness.review.desk import Desk

HOST = "127.0.0.1"


def require_extra() -> None:
    """Refuse before anything is read where the libraries are missing.

    Raises:
        MissingExtraError: the extra ``review`` is not installed.
    """
    try:
        import starlette
        import uvicorn
    except ImportError as error:
        raise MissingExtraError("corpusgate review", "review") from error
    del starlette, uvicorn


def serve(desk: Desk, port: int, language: str, ready: Callable[[str], None]) -> None:
    """Serve until interrupted.

    Args:
        desk: the run under review.
        port: 0 takes any that is free.
        language: of the pages.
        ready: told the address, with the token that opens it once.

    Raises:
        HarnessError: the port is taken.
    """
    require_extra()
    import uvicorn

    from harness.review.app import make_app
    from harness.review.guard import Session

    with _bound(port) as listener:
        taken = listener.getsockname()[1]
        session = Session()
        config = uvicorn.Config(
            make_app(desk, session, taken, language),
            log_level="error",
            access_log=False,
            server_header=False,
            lifespan="off",
            ws="none",
            proxy_headers=False,
        )
        ready(f"http://{HOST}:{taken}/?token={session.token}")
        with suppress(KeyboardInterrupt):  # the way to end it
            uvicorn.Server(config).run(sockets=[listener])


def _bound(port: int) -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except OSError as error:
        listener.close()
        raise HarnessError(f"Port {port} cannot be used: {error.strerror}.") from error
    listener.listen()
    return listener

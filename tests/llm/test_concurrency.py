"""Bounded work in order."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.llm import map_bounded


@given(st.lists(st.integers()), st.integers(1, 6))
def test_results_come_in_the_order_of_the_items(items: list[int], limit: int) -> None:
    assert list(map_bounded(lambda n: n * 2, items, limit)) == [n * 2 for n in items]


def test_order_holds_when_later_items_are_done_first() -> None:
    second_done = threading.Event()

    def work(number: int) -> int:
        if number == 0:
            assert second_done.wait(5)
        if number == 1:
            second_done.set()
        return number

    assert list(map_bounded(work, range(5), 2)) == [0, 1, 2, 3, 4]


def test_no_more_than_the_limit_are_under_way() -> None:
    lock = threading.Lock()
    now = most = 0

    def work(_: int) -> None:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        time.sleep(0.002)
        with lock:
            now -= 1

    list(map_bounded(work, range(40), 3))
    assert most == 3


@pytest.mark.parametrize("limit", [1, 4])
def test_the_first_error_comes_in_its_place_and_nothing_new_starts(limit: int) -> None:
    started: list[int] = []

    def work(number: int) -> int:
        started.append(number)
        if number == 5:
            raise ValueError(number)
        return number

    results = map_bounded(work, range(1000), limit)
    seen = [next(results) for _ in range(5)]
    with pytest.raises(ValueError, match="5"):
        next(results)
    assert seen == [0, 1, 2, 3, 4]
    assert len(started) < 20


def test_items_are_not_read_far_ahead_of_the_results() -> None:
    read: list[int] = []

    def items() -> Iterator[int]:
        for number in range(1000):
            read.append(number)
            yield number

    next(map_bounded(lambda n: n, items(), 4))
    assert len(read) <= 5


INTERRUPTED = """
import os, signal, threading, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job begins with it ignored
sys.path.insert(0, {root!r})
from harness.llm.concurrency import map_bounded

def work(number):
    if number == 0:
        return number
    os.write(1, b"started\\n")  # one write: two workers never mix their lines
    threading.Event().wait(60)

try:
    for _ in map_bounded(work, range(100), 2):
        pass
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


def test_an_interrupt_ends_the_program_while_calls_are_under_way(
    repository: os.PathLike[str],
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED.format(root=str(repository))],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=10)
    finally:
        process.kill()
        process.wait()
    assert output.splitlines()[-1] == "stopped"
    assert process.returncode == 0

"""Calls under way at once, results in the order of the items."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")


def map_bounded(fn: Callable[[T], R], items: Iterable[T], limit: int) -> Iterator[R]:
    """Yield ``fn(item)`` for each item, in order, with at most ``limit`` calls under way.

    The first error (in the order of the items) is raised in its place, after the results
    before it; nothing new is started once any call has failed. When the caller stops, by an
    interrupt or by closing the iterator, it does not wait for calls under way: the workers
    are daemon threads, and none starts another call.

    Args:
        fn: what to do with one item; called from several threads.
        items: what to do it with; read up to ``limit`` items ahead of the results.
        limit: 1 or more; with 1 everything happens in the calling thread.
    """
    if limit == 1:
        yield from map(fn, items)
        return
    work = _Workers(fn, limit)
    try:
        yield from work.results(iter(items))
    finally:
        work.stop()


class _Failure:
    """An error on its way from a worker to the caller."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


class _Workers(Generic[T, R]):
    """Daemon threads that answer in any order; :meth:`results` puts the answers in order."""

    def __init__(self, fn: Callable[[T], R], limit: int) -> None:
        self._fn = fn
        self._limit = limit
        self._todo: queue.SimpleQueue[tuple[int, T] | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[tuple[int, R | _Failure]] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self._threads: list[threading.Thread] = []

    def results(self, items: Iterator[T]) -> Iterator[R]:
        waiting: dict[int, R | _Failure] = {}
        submitted = 0
        position = 0
        while True:
            submitted += self._submit(items, submitted, position + self._limit)
            if position == submitted:
                return
            while position not in waiting:
                index, value = self._done.get()
                waiting[index] = value
            result = waiting.pop(position)
            position += 1
            if isinstance(result, _Failure):
                self._join()
                raise result.error
            yield result

    def stop(self) -> None:
        """Start nothing more and let idle workers go. Does not wait."""
        self._stopped.set()
        for _ in self._threads:
            self._todo.put(None)

    def _submit(self, items: Iterator[T], submitted: int, until: int) -> int:
        """Hand out items up to number ``until``; the number handed out."""
        count = 0
        for index in range(submitted, until):
            if self._stopped.is_set():
                break
            try:
                item = next(items)
            except StopIteration:
                break
            self._todo.put((index, item))
            self._start_worker()
            count += 1
        return count

    def _start_worker(self) -> None:
        if len(self._threads) < self._limit:
            thread = threading.Thread(target=self._work, daemon=True)
            self._threads.append(thread)
            thread.start()

    def _work(self) -> None:
        while (task := self._todo.get()) is not None and not self._stopped.is_set():
            index, item = task
            try:
                self._done.put((index, self._fn(item)))
            except BaseException as error:  # noqa: BLE001  # it is raised again by the caller's thread
                self._stopped.set()
                self._done.put((index, _Failure(error)))

    def _join(self) -> None:
        """Wait for calls under way, so that what they paid for is kept."""
        self.stop()
        for thread in self._threads:
            thread.join()

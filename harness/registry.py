"""Providers by (kind, name): one map for loading, listing, the JSON schema and the docs.

``@register`` only tags a class. :func:`build_registry` makes the map from the built-in
classes and the entry points of installed packages, and refuses duplicates. Pass the
registry as an argument; there is no global one.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from importlib.metadata import entry_points
from typing import Any, ClassVar, TypeVar

from pydantic import BaseModel, ConfigDict

from harness.errors import HarnessError
from harness.store import digest_json

ENTRY_POINT_GROUP = "corpusgate.providers"


class Provider(BaseModel):
    """A stage that is its own configuration: the fields are the settings, ``run`` does the work.

    Heavy libraries are imported inside methods, never at module level.
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", allow_inf_nan=False, use_attribute_docstrings=True
    )

    kind: ClassVar[str] = ""
    """The stage it is for."""
    name: ClassVar[str] = ""
    """What configurations call it by."""
    version: ClassVar[str] = "1"
    """Bump when the same input may give another output; part of every fingerprint."""

    def describe(self) -> dict[str, Any]:
        """Kind, name, version and every setting: enough to rebuild the stage from a record."""
        return {
            "kind": self.kind,
            "name": self.name,
            "version": self.version,
            "settings": self.model_dump(mode="json"),
        }

    def fingerprint(self) -> str:
        """``sha256:…`` over :meth:`describe`."""
        return digest_json(self.describe())


P = TypeVar("P", bound=type[Provider])


def register(kind: str, name: str) -> Callable[[P], P]:
    """Tag a provider class with its kind and the name configurations call it by."""

    def tag(cls: P) -> P:
        cls.kind = kind
        cls.name = name
        return cls

    return tag


Base = TypeVar("Base", bound=Provider)


def expect(provider: Provider, base: type[Base]) -> Base:
    """``provider`` as an instance of the base class of its kind.

    Raises:
        HarnessError: a plugin registered a class of another base under this kind.
    """
    if not isinstance(provider, base):
        raise HarnessError(
            f"The {provider.kind} provider {provider.name!r} is a {type(provider).__qualname__}, "
            f"which is not a {base.__module__}.{base.__qualname__}. Correct the plugin."
        )
    return provider


class Registry:
    """An immutable map from (kind, name) to provider class."""

    def __init__(self, providers: Iterable[type[Provider]]) -> None:
        self._classes: dict[tuple[str, str], type[Provider]] = {}
        for cls in providers:
            key = (cls.kind, cls.name)
            other = self._classes.get(key)
            if other is not None and other is not cls:
                raise HarnessError(
                    f"Two {cls.kind} providers are called {cls.name!r}: "
                    f"{other.__module__}.{other.__qualname__} and "
                    f"{cls.__module__}.{cls.__qualname__}. Uninstall one of the packages."
                )
            self._classes[key] = cls

    def kinds(self) -> list[str]:
        """All kinds, sorted."""
        return sorted({kind for kind, _ in self._classes})

    def names(self, kind: str) -> list[str]:
        """Names of one kind, sorted."""
        return sorted(name for known, name in self._classes if known == kind)

    def get(self, kind: str, name: str) -> type[Provider]:
        """The class for (kind, name).

        Raises:
            HarnessError: no such provider; lists the choices and the nearest name.
        """
        try:
            return self._classes[kind, name]
        except KeyError:
            raise HarnessError(unknown(f"{kind} provider", name, self.names(kind))) from None


def unknown(what: str, name: str, choices: Iterable[str]) -> str:
    """``unknown WHAT 'x'. Choices: … Did you mean 'y'?``, the one wording for every unknown name."""
    choices = sorted(choices)
    text = f"unknown {what} {name!r}. Choices: {', '.join(repr(choice) for choice in choices)}."
    near = difflib.get_close_matches(name, choices, n=1)
    return f"{text} Did you mean {near[0]!r}?" if near else text


def build_registry(builtins: Iterable[type[Provider]], *, plugins: bool = True) -> Registry:
    """The registry of the built-in classes and, unless told otherwise, installed plugins.

    An entry point of the group ``corpusgate.providers`` names a provider class.
    """
    classes = list(builtins)
    if plugins:
        for point in sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda p: p.name):
            cls = point.load()
            if not (isinstance(cls, type) and issubclass(cls, Provider) and cls.kind and cls.name):
                raise HarnessError(
                    f"Entry point {point.name!r} = {point.value!r} is not a registered provider "
                    f"class. Expected a subclass of harness.registry.Provider with @register."
                )
            classes.append(cls)
    return Registry(classes)

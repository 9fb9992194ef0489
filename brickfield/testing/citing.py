"""Citing clauses in tests, so that every clause can be traced to a test that would fail without its rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])


def clause(*ids: str) -> Callable[[_F], _F]:
    """Say which clauses a test proves. The cross-table reads the ids from the source of the tests."""

    def cite(test: _F) -> _F:
        test.__dict__["clauses"] = ids
        return test

    return cite

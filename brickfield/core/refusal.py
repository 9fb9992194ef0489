"""Refusals: what a seat gets instead of an effect. A refusal is a value and changes nothing."""

from __future__ import annotations

from typing import Any, final

from msgspec import Struct, field

INVALID = "invalid"
ILLEGAL = "illegal"


@final
class Refusal(Struct, frozen=True, tag="refusal"):
    """Why an answer was not accepted.

    `invalid` answers cannot be read or answer an old question; `illegal` ones break the rule named by `clause`. Nothing
    derives from it, so that `type(x) is Refusal` says it all: for a struct, `isinstance` is ten times dearer.
    """

    code: str
    clause: str
    sentence: str
    data: dict[str, Any] = field(default_factory=dict)
    kind: str = ILLEGAL

    def __str__(self) -> str:
        return f"{self.sentence} [{self.clause}]" if self.clause else self.sentence


def illegal(code: str, clause: str, sentence: str, **data: Any) -> Refusal:
    """An answer that can be read but breaks a rule."""
    return Refusal(code, clause, sentence, data)


def invalid(code: str, sentence: str, **data: Any) -> Refusal:
    """An answer that cannot be read, or that answers a question no longer asked."""
    return Refusal(code, "", sentence, data, INVALID)

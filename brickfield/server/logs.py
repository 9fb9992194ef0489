"""Structured log lines: one JSON object each, with ids and codes; never a secret, a name or what somebody typed."""

from __future__ import annotations

import logging
import time

import msgspec

_LOGGER = logging.getLogger("brickfield.server")
# Only these fields are ever written, so that nothing slips in by carelessness.
FIELDS = frozenset(
    {"match", "record", "seat", "command_id", "code", "reason", "route", "status", "error", "address", "path", "count"}
)


def log(what: str, *, level: int = logging.INFO, **fields: str | int | float) -> None:
    """Write one line."""
    unknown = fields.keys() - FIELDS
    if unknown:
        raise ValueError(f"no log line has the field {sorted(unknown)}")
    line = {"at": round(time.time(), 3), "what": what, **fields}
    _LOGGER.log(level, "%s", msgspec.json.encode(line).decode())


def log_fault(what: str, error: BaseException, **fields: str | int | float) -> None:
    """An error of ours: its type and place, not its text, which may quote what somebody sent."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}" if trace is not None else ""
    log(what, level=logging.ERROR, error=type(error).__name__, path=place, **fields)

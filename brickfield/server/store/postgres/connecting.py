"""Lines to a PostgreSQL server: how they are opened, and which faults mean that a line is gone."""

from __future__ import annotations

from typing import Any, TypeAlias

import psycopg

Line: TypeAlias = psycopg.Connection[tuple[Any, ...]]

_CONNECT_SECONDS = 5
# Durable whatever the server's own settings are. A worker that is stopped in the middle of something must not hold what
# it has locked; and no statement of ours takes long.
_SETTINGS = (
    "SET synchronous_commit = on",
    "SET lock_timeout = '10s'",
    "SET statement_timeout = '60s'",
    "SET idle_in_transaction_session_timeout = '3s'",
    "SET TIME ZONE 'UTC'",
    "SET client_encoding = 'UTF8'",
)
# Classes of errors after which nothing was written, but may be when it is tried again: two groups in each other's way,
# and a server that is just shutting down.
_AGAIN = ("40", "55P03")


def connect(url: str, what: str = "brickfield") -> Line:
    """A line to the database of this address."""
    line: Line = psycopg.connect(
        url,
        autocommit=True,
        connect_timeout=_CONNECT_SECONDS,
        application_name=what,
        # a machine that is suddenly gone says nothing
        keepalives=1,
        keepalives_idle=5,
        keepalives_interval=2,
        keepalives_count=3,
        tcp_user_timeout=10_000,
    )
    try:
        for setting in _SETTINGS:
            line.execute(setting.encode())
    except BaseException:
        line.close()
        raise
    return line


def may_be_tried_again(error: psycopg.Error) -> bool:
    """Whether a group that failed so was surely not written, and may be the next time."""
    return (error.sqlstate or "").startswith(_AGAIN)


def is_gone(line: Line, error: BaseException) -> bool:
    """Whether it is the line that is broken and not what was asked."""
    return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) and (line.closed or line.broken)


def safe_name(url: str) -> str:
    """The address of a database without what nobody else may read."""
    try:
        known = psycopg.conninfo.conninfo_to_dict(url)
    except psycopg.Error:
        return "postgresql://..."
    host, port, name = known.get("host") or "local", known.get("port"), known.get("dbname") or ""
    return f"postgresql://{host}{f':{port}' if port else ''}/{name}"

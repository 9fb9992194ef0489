"""The shape of the database, step by step. A step that was released is never changed; a new one is added below."""

from __future__ import annotations

import sqlite3

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE match (
        id TEXT PRIMARY KEY,
        row TEXT NOT NULL,
        standing TEXT NOT NULL,
        at REAL NOT NULL,
        bot_asked INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX match_waiting ON match (bot_asked) WHERE bot_asked = 1;
    CREATE TABLE seat (
        match TEXT NOT NULL REFERENCES match (id),
        seat INTEGER NOT NULL,
        kind TEXT NOT NULL,
        level TEXT NOT NULL,
        name TEXT NOT NULL,
        taken INTEGER NOT NULL,
        secret_hash TEXT NOT NULL,
        PRIMARY KEY (match, seat)
    ) STRICT;
    CREATE INDEX seat_by_secret ON seat (secret_hash) WHERE secret_hash != '';
    CREATE TABLE record (
        match TEXT NOT NULL REFERENCES match (id),
        number INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        command_id TEXT,
        body TEXT NOT NULL,
        hash TEXT NOT NULL,
        PRIMARY KEY (match, number),
        UNIQUE (match, seat, command_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE dice_seed (
        match TEXT PRIMARY KEY REFERENCES match (id),
        seed BLOB NOT NULL
    ) STRICT;
    """,
    """
    CREATE TABLE standing_orders (
        match TEXT NOT NULL REFERENCES match (id),
        seat INTEGER NOT NULL,
        orders TEXT NOT NULL,
        PRIMARY KEY (match, seat)
    ) STRICT, WITHOUT ROWID;
    """,
    """
    CREATE TABLE unused (
        match TEXT PRIMARY KEY REFERENCES match (id),
        at REAL NOT NULL,
        hours INTEGER NOT NULL DEFAULT 0,
        played INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    """,
    # an invitation and the secret of whoever sits became two things: what nobody has taken yet is an invitation from
    # now on, the link of a seat that was taken stays its secret
    """
    ALTER TABLE seat ADD COLUMN invite_hash TEXT NOT NULL DEFAULT '';
    ALTER TABLE seat ADD COLUMN invited REAL NOT NULL DEFAULT 0;
    UPDATE seat SET invite_hash = secret_hash, secret_hash = '', invited = CAST(strftime('%s', 'now') AS REAL)
        WHERE kind = 'link' AND taken = 0;
    CREATE INDEX seat_by_invitation ON seat (invite_hash) WHERE invite_hash != '';
    """,
    # when the time of an open question is over, and how long the server has been open so far
    """
    ALTER TABLE match ADD COLUMN due REAL NOT NULL DEFAULT 0;
    CREATE INDEX match_due ON match (due) WHERE due > 0;
    CREATE TABLE house (lived REAL NOT NULL) STRICT;
    INSERT INTO house VALUES (0);
    """,
    # a match as it stood after one of its records
    """
    CREATE TABLE snapshot (
        match TEXT PRIMARY KEY REFERENCES match (id),
        number INTEGER NOT NULL,
        body BLOB NOT NULL,
        hash TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """,
    # models of bricks that players bring, each kept once under the name of what it holds, and which battles have it
    """
    CREATE TABLE model (
        name TEXT PRIMARY KEY,
        form TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE match_model (
        match TEXT NOT NULL REFERENCES match (id),
        model TEXT NOT NULL REFERENCES model (name),
        PRIMARY KEY (match, model)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX match_of_model ON match_model (model);
    """,
)


class FromTheFuture(RuntimeError):
    """The database was made by a newer version of the server."""


def version_of(connection: sqlite3.Connection) -> int:
    """How many steps a database has taken."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection, steps: tuple[str, ...] = MIGRATIONS) -> None:
    """Take the steps that are missing, each in a transaction of its own."""
    done = version_of(connection)
    if done > len(steps):
        raise FromTheFuture(f"the database has version {done}, this server knows versions up to {len(steps)}")
    for number, step in enumerate(steps[done:], start=done + 1):
        # executescript would commit before it begins; the step and its number must stand or fall together
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in step.split(";"):
                if statement.strip():
                    connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number}")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")

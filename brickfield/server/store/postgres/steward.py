"""The thread that says again and again that this worker is alive, listens to what the others tell, and stands ready to
do the chores of the house when nobody else does. Its line is its own: a slow write must not cost a worker its life.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress

import psycopg

from brickfield.server.logs import log
from brickfield.server.store.postgres.connecting import Line
from brickfield.server.store.postgres.leases import RENEW_SECONDS, Leases
from brickfield.server.store.postgres.schema import LEADING
from brickfield.server.store.postgres.store import CHANNEL

_LISTEN_SECONDS = 0.25
_PAUSE_SECONDS = 0.2


class Steward:
    """`renewed` is called with the moment before each renewal, `heard` with what others tell; `missed` when something
    may have been told while nobody listened. All are called from the thread.
    """

    def __init__(self, make_line: Callable[[], Line], leases: Leases) -> None:
        self._make_line = make_line
        self._leases = leases
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="steward", daemon=True)
        self.leads = False
        self.renewed: Callable[[float], None] = lambda _moment: None
        self.heard: Callable[[str], None] = lambda _news: None
        self.missed: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Begin; whoever wants to be called has said so."""
        self._thread.start()

    def stop(self) -> None:
        """Say nothing any more."""
        self._stopping.set()
        self._thread.join()

    def _serve(self) -> None:
        is_first = True
        while not self._stopping.is_set():
            try:
                line = self._make_line()
            except psycopg.Error:
                self._stopping.wait(_PAUSE_SECONDS)
                continue
            try:
                line.execute(f"LISTEN {CHANNEL}".encode())
                if not is_first:
                    self.missed()
                is_first = False
                self._keep_on(line)
            except psycopg.Error as error:
                log("steward_away", reason=type(error).__name__)
            finally:
                self.leads = False
                with suppress(psycopg.Error):
                    line.close()

    def _keep_on(self, line: Line) -> None:
        while not self._stopping.is_set():
            self.renew(line)
            due = time.monotonic() + RENEW_SECONDS
            while time.monotonic() < due and not self._stopping.is_set():
                for note in line.notifies(timeout=_LISTEN_SECONDS):
                    self.heard(note.payload)

    def renew(self, line: Line) -> None:
        """Say that this worker is alive, and lead if nobody does."""
        began = time.monotonic()
        self._leases.renew(line)
        if not self.leads:
            found = line.execute("SELECT pg_try_advisory_lock(%s)", (LEADING,)).fetchone()
            self.leads = bool(found and found[0])
        if self.leads:
            self._leases.forget_others(line)
        self.renewed(began)

"""Keeping a house on PostgreSQL: one process that serves by itself, or one that holds the door for several workers,
starts those again that die, and replaces them one after the other when it is told to (SIGHUP).
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence

import psycopg
from msgspec.structs import replace

from brickfield.server.club.passes import is_near
from brickfield.server.club.worker import WorkerWords, serve_as_worker
from brickfield.server.logs import log
from brickfield.server.serving import CannotServe, Serving, greet, listen, opened_postgres
from brickfield.server.store.postgres.connecting import connect
from brickfield.server.store.postgres.leases import bury

COMMAND = (sys.executable, "-m", "brickfield.server.club.worker")
_LOOK_SECONDS = 0.05
# A worker that is told to stop has this long to say good bye, and a new one this long until guests may come.
_STOP_SECONDS = 20.0
_READY_SECONDS = 60.0
# One that dies as soon as it was started is started again after a pause.
_SOON_SECONDS = 2.0
_PAUSE_SECONDS = 1.0


def keep_house(words: Serving, command: Sequence[str] = COMMAND) -> None:
    """Serve a house on PostgreSQL until somebody stops the process."""
    _check_inside(words.inside)
    if words.workers <= 1:
        serve_as_worker(words, listen(words), greeting=True)
        return
    if not hasattr(socket, "AF_UNIX") or sys.platform == "win32":
        raise CannotServe("several workers need a system that hands sockets on to other processes")
    # whatever is wrong with the database is said before anybody is let in
    opened_postgres(words.database).hang_up()
    listening = listen(words)
    greet(words, listening)
    Keeper(words, listening, command).keep()


def _check_inside(address: str) -> None:
    if not is_near(address):
        raise CannotServe(f"workers call each other on this machine or in a private network only, not at {address}")


class Child:
    """A worker that was started; it stops by itself when we are gone."""

    def __init__(self, words: WorkerWords, listening: socket.socket, command: Sequence[str]) -> None:
        self._ready, tells = os.pipe()
        os.set_blocking(self._ready, False)
        self.is_ready = False
        self.began = time.monotonic()
        inherited = (listening.fileno(), tells)
        told = replace(words, listening=inherited[0], ready=inherited[1])
        self.process = subprocess.Popen(list(command), stdin=subprocess.PIPE, pass_fds=inherited)
        os.close(tells)
        assert self.process.stdin is not None
        # the address of the database may hold a password, which nobody is to read in a list of processes
        self.process.stdin.write(told.text() + b"\n")
        self.process.stdin.flush()

    def look(self) -> bool:
        """Whether guests may come to it."""
        if not self.is_ready:
            try:
                self.is_ready = os.read(self._ready, 1) == b"1"
            except BlockingIOError:
                self.is_ready = False
        return self.is_ready

    @property
    def has_ended(self) -> bool:
        """Whether it is gone."""
        return self.process.poll() is not None

    def stop(self) -> None:
        """Ask it to finish what is in hand."""
        if not self.has_ended:
            self.process.terminate()

    def end(self) -> None:
        """Let go of one that has ended, or end it."""
        if not self.has_ended:
            self.process.kill()
        self.process.wait()
        os.close(self._ready)
        if self.process.stdin is not None:
            self.process.stdin.close()


class Keeper:
    """Holds the door open and sees to it that there are always so many workers."""

    def __init__(self, words: Serving, listening: socket.socket, command: Sequence[str]) -> None:
        self._words = WorkerWords.of(words)
        self._count = words.workers
        self._listening = listening
        self._command = command
        self._children: list[Child] = []
        self._stopping = self._replacing = False

    def keep(self) -> None:
        """Until somebody stops us."""
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, self._stop)
        signal.signal(signal.SIGHUP, self._replace)
        self._children = [self._start() for _ in range(self._count)]
        try:
            while not self._stopping:
                self._start_again()
                if self._replacing:
                    self._replacing = False
                    self._replace_all()
                time.sleep(_LOOK_SECONDS)
        finally:
            self._listening.close()
            self._end_all(self._children)

    def _stop(self, *_signal: object) -> None:
        self._stopping = True

    def _replace(self, *_signal: object) -> None:
        self._replacing = True

    def _start(self) -> Child:
        return Child(self._words, self._listening, self._command)

    def _start_again(self) -> None:
        """Another worker for each that has died. What it had its guests find at the others."""
        for number, child in enumerate(self._children):
            if child.has_ended and not self._stopping:
                log("worker_ended", code=str(child.process.returncode))
                child.end()
                self._bury(child)
                if time.monotonic() - child.began < _SOON_SECONDS:
                    time.sleep(_PAUSE_SECONDS)
                self._children[number] = self._start()

    def _bury(self, child: Child) -> None:
        """Nobody need wait until the time of one is over who is dead for sure."""
        try:
            with connect(self._words.database, "brickfield keeper") as line:
                bury(line, self._words.inside, child.process.pid)
        except psycopg.Error as error:
            log("not_buried", reason=type(error).__name__)

    def _replace_all(self) -> None:
        """A new worker, with the program as it lies there now, for every old one, one after the other."""
        for number, old in enumerate(self._children):
            new = self._start()
            patience = time.monotonic() + _READY_SECONDS
            while not new.look() and not new.has_ended and time.monotonic() < patience and not self._stopping:
                time.sleep(_LOOK_SECONDS)
            if not new.is_ready:
                # the old ones serve on as well as they did
                log("not_replaced", reason="a new worker did not come up")
                self._end_all([new])
                return
            self._children[number] = new
            self._end_all([old])
        log("replaced", count=len(self._children))

    @staticmethod
    def _end_all(children: list[Child]) -> None:
        for child in children:
            child.stop()
        patience = time.monotonic() + _STOP_SECONDS
        for child in children:
            while not child.has_ended and time.monotonic() < patience:
                time.sleep(_LOOK_SECONDS)
            child.end()

"""One worker of a house: `python -m brickfield.server.club.worker`, started by the keeper with its words on stdin."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from brickfield.core.typed import from_json
from brickfield.server.club.club import Club
from brickfield.server.server import Server, Settings
from brickfield.server.serving import CannotServe, Serving, greet, named, opened_postgres, run
from brickfield.server.store.postgres.connecting import connect
from brickfield.server.store.postgres.steward import Steward
from brickfield.server.web.host_check import read_networks

# All settings but the networks, of which there are two kinds and no one way to write them.
_TOLD = msgspec.defstruct(
    "_TOLD", [(each.name, each.type) for each in msgspec.structs.fields(Settings) if each.name != "proxies"]
)


class WorkerWords(Struct, frozen=True):
    """What the keeper tells a worker: what it was told itself, and the files that are handed on."""

    host: str
    port: int
    database: str
    settings: msgspec.Raw
    proxies: tuple[str, ...]
    workers: int
    inside: str
    listening: int = -1
    # written to when guests may come
    ready: int = -1

    @classmethod
    def of(cls, words: Serving) -> WorkerWords:
        """The words of a house."""
        settings = msgspec.json.encode(replace(words.settings, proxies=()))
        proxies = tuple(str(each) for each in words.settings.proxies)
        return cls(words.host, words.port, words.database, msgspec.Raw(settings), proxies, words.workers, words.inside)

    def text(self) -> bytes:
        """As one line."""
        return msgspec.json.encode(self)

    def serving(self) -> Serving:
        """The words of a house again."""
        told = from_json(bytes(self.settings), _TOLD)
        settings = Settings(
            **{each: getattr(told, each) for each in told.__struct_fields__}, proxies=read_networks(self.proxies)
        )
        return Serving(self.host, self.port, self.database, False, settings, self.workers, self.inside)


def serve_as_worker(words: Serving, listening: socket.socket, *, greeting: bool = False, ready: int = -1) -> None:
    """Serve as one of the workers of a house until somebody stops the process."""
    with socket.create_server((words.inside, 0), family=_family(words.inside), backlog=512) as calls:
        port = calls.getsockname()[1]
        host = f"[{words.inside}]" if ":" in words.inside else words.inside
        store = opened_postgres(words.database, f"{host}:{port}")
        steward = Steward(lambda: connect(words.database, "brickfield steward"), store.leases)
        club = Club(store, store.leases.address, steward)
        settings = named(words)
        if words.workers > 1:
            # one address has no more of several workers than it would have of one
            bots = settings.workers or os.cpu_count() or 1
            settings = replace(
                settings, limits=settings.limits.shared(words.workers), workers=max(1, bots // words.workers)
            )
        if greeting:
            greet(words, listening)
        server = Server(store, settings, owners=club)
        run(server, [listening, calls], store.call_when_broken, port, lambda: _tell(ready))


def _family(address: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in address else socket.AF_INET


def _tell(ready: int) -> None:
    if ready >= 0:
        os.write(ready, b"1")
        os.close(ready)


def _stop_when_alone() -> None:
    """Nobody holds the other end any more: the keeper is gone, and nobody would start us again."""
    while os.read(sys.stdin.fileno(), 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> int:
    """A worker, as the keeper starts it."""
    words = from_json(sys.stdin.buffer.readline(), WorkerWords)
    # uvicorn takes these over; until then a stop is a stop
    threading.Thread(target=_stop_when_alone, name="alone", daemon=True).start()
    try:
        serve_as_worker(words.serving(), socket.socket(fileno=words.listening), ready=words.ready)
    except CannotServe as error:
        print(f"brickfield worker: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The pass with which one worker sends a guest on to another: for whom, to whom, for what, when, and once.

It is signed with a word that only the workers of a house know, and believed only from this machine or a private
network.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable

from brickfield.server.web.host_check import is_within, read_networks

_NEAR = read_networks(("127.0.0.0/8", "::1", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"))
HEADER = "x-brickfield-pass"
# Clocks of the machines of a house may differ by so much.
GOOD_SECONDS = 30.0
_MOST_SEEN = 100_000


class Passes:
    """The passes a worker makes and takes."""

    def __init__(self, word: str, address: str, clock: Callable[[], float] = time.time) -> None:
        self._word = word.encode()
        self._address = address
        self._clock = clock
        # what was shown already, and when it was made
        self._seen: dict[str, float] = {}

    def make(self, to: str, what: str, guest: str) -> str:
        """A pass to another worker, for one request of a guest."""
        made, once = f"{self._clock():.3f}", secrets.token_hex(12)
        return f"{made} {once} {guest or '-'} {self._signed(to, what, made, once, guest or '-')}"

    def guest(self, shown: str, what: str, peer: str) -> str | None:
        """For whom a pass that is shown here is good; None when it is not."""
        parts = shown.split(" ")
        if len(parts) != 4 or not is_near(peer):
            return None
        made, once, guest, signature = parts
        good = self._signed(self._address, what, made, once, guest)
        if not hmac.compare_digest(signature.encode("utf-8", "replace"), good.encode()):
            return None
        now = self._clock()
        # what was signed by us is a number
        if abs(now - float(made)) > GOOD_SECONDS or once in self._seen:
            return None
        self._remember(once, now)
        return "" if guest == "-" else guest

    def _remember(self, once: str, now: float) -> None:
        if len(self._seen) >= _MOST_SEEN:
            self._seen = {each: seen for each, seen in self._seen.items() if now - seen <= 2 * GOOD_SECONDS}
        self._seen[once] = now

    def _signed(self, *parts: str) -> str:
        return hmac.new(self._word, "\n".join(parts).encode("utf-8", "replace"), hashlib.sha256).hexdigest()


def is_near(address: str) -> bool:
    """Whether an address is of this machine or of a private network."""
    return is_within(address, _NEAR)

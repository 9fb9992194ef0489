"""Bots at their tables: whose turn it is, how long people may look, and what happens when a bot cannot go on.

A bot plays while somebody is there to see it, or while a person's next turn depends on it. Tables without people wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any
from weakref import WeakKeyDictionary

from brickfield.server.bots.bots import Thinker, content_with_draw, note_draw, safe_answer
from brickfield.server.logs import log, log_fault
from brickfield.server.metrics import METRICS
from brickfield.server.rooms.room import Room


class Drivers:
    """At most one task a room, in which its bots answer as long as one is asked."""

    def __init__(self, bots: Thinker, pace: float) -> None:
        self.bots = bots
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._pace = pace
        self._stopping = False
        # the bot of a room that is content with a draw, and when that was found out
        self._contents: WeakKeyDictionary[Room, tuple[tuple[int, tuple[str, ...]], int | None]] = WeakKeyDictionary()

    def wake(self, room: Room) -> None:
        """Let the bots of a room answer, if one is asked and none is at it already."""
        if room.id not in self.tasks and self._next(room) is not None:
            task = asyncio.create_task(self._drive(room))
            self.tasks[room.id] = task
            task.add_done_callback(lambda _: self._driven(room))

    def _driven(self, room: Room) -> None:
        self.tasks.pop(room.id, None)
        if not room.stopping:
            self.wake(room)

    def _next(self, room: Room) -> tuple[int, bool] | None:
        """The bot that speaks next, and whether it is about a draw."""
        if not any(row.is_bot for row in room.who_sits) or self._stopping or room.spoilt or room.fault:
            return None
        if room.journal.waits or not room.bots_may_play:
            return None
        # in a lesson nobody gives up before it is over
        content = self._content(room) if not room.journal.row.lesson else None
        if content is not None:
            return content, True
        seat = room.bot_asked()
        return None if seat is None else (seat, False)

    def _content(self, room: Room) -> int | None:
        """The bot that speaks about a draw. At a large table that takes a while, so it is asked once a record."""
        moment = room.journal.head, tuple(row.level for row in room.who_sits)
        known = self._contents.get(room)
        if known is None or known[0] != moment:
            known = self._contents[room] = moment, content_with_draw(room)
        return known[1]

    async def _drive(self, room: Room) -> None:
        try:
            while (speaker := self._next(room)) is not None:
                seat, takes_draw = speaker
                await (self._takes_draw(room, seat) if takes_draw else self._answers(room, seat))
        except asyncio.CancelledError:
            raise
        except Exception as error:
            # nothing was changed: people may still take back, agree on a draw or give up, but no bot is asked again
            METRICS.count("bots_stuck")
            log_fault("bot_stuck", error, match=room.id, record=room.journal.head)
            room.stick("A bot of this table cannot go on: neither its own answer nor the safe one could be given.")

    async def _answers(self, room: Room, seat: int) -> None:
        head, state = room.journal.last_shown, room.journal.state
        reply = await self._thinks(room, seat)
        refusal = await room.answer_for(seat, reply, head)
        room.thoughts.tell(seat)
        if refusal is not None and not room.stopping and not room.spoilt:
            log("bot_refused", match=room.id, seat=seat, code=refusal.code, record=head)
            refusal = await room.answer_for(seat, await asyncio.to_thread(safe_answer, state, seat), head)
            if refusal is not None and not room.stopping and not room.spoilt:
                raise RuntimeError(f"the safe answer was refused: {refusal.code}")

    async def _takes_draw(self, room: Room, seat: int) -> None:
        """A bot says that it is content with a draw, or gives up; if something happens meanwhile, it thinks again."""
        head = room.journal.head
        await asyncio.sleep(max(0.0, room.updated + self._pace - time.monotonic()))
        if room.journal.head != head:
            return
        refusal = await room.answer_for(seat, note_draw(room, seat), head)
        if refusal is not None and not room.stopping and not room.spoilt:
            raise RuntimeError(f"an aside was refused: {refusal.code}")

    async def _thinks(self, room: Room, seat: int) -> Any:
        """A bot's answer, not too fast to follow; in a window with a secret it comes exactly when the window closes."""
        window, state = room.window, room.journal.state
        if window is None or window.ends is None or not getattr(window.decision, "SECRET", False):
            prepared = room.journal.scripted(seat)
            reply = prepared if prepared is not None else await self.bots.decide(room, seat)
            await asyncio.sleep(max(0.0, room.updated + self._pace - time.monotonic()))
            return reply
        thinking = asyncio.ensure_future(self.bots.decide(room, seat))
        thinking.add_done_callback(lambda done: done.cancelled() or done.exception())
        # how long a bot thinks may depend on its secret, so nobody waits for it longer than for any other
        await asyncio.sleep(max(0.0, window.ends - time.monotonic()))
        return thinking.result() if thinking.done() else safe_answer(state, seat)

    def stop(self) -> None:
        """No bot answers any more."""
        self._stopping = True
        for task in self.tasks.values():
            task.cancel()

    async def ended(self) -> None:
        """Wait until all have stopped."""
        for task in list(self.tasks.values()):
            with contextlib.suppress(asyncio.CancelledError):
                await task

"""The one door to many games: whoever plays them, here or elsewhere, what is known is not played again."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing

from brickfield.players.lab.crews import Alone, Crew
from brickfield.players.lab.matches import MatchJob, MatchResult, Tournament
from brickfield.players.lab.records import GameBook


class Lab:
    """A crew that plays, a book that keeps the games as they end, and somebody who is told how many are done."""

    def __init__(
        self, crew: Crew | None = None, tell: Callable[[int], None] | None = None, book: GameBook | None = None
    ) -> None:
        self._crew = crew if crew is not None else Alone()
        self._tell = tell
        self._book = book

    def play(self, tournament: Tournament) -> list[MatchResult]:
        """All games of a tournament, in their order."""
        return self.play_all([tournament])[0]

    def play_all(self, tournaments: Sequence[Tournament]) -> list[list[MatchResult]]:
        """All games of several tournaments together, so that nobody waits for the last game of each."""
        jobs = [(place, job) for place, each in enumerate(tournaments) for job in each.jobs()]
        found: list[dict[int, MatchResult]] = [{} for _ in tournaments]
        for number, result in self._results([job for _, job in jobs]):
            found[jobs[number][0]][result.index] = result
        return [[games[index] for index in sorted(games)] for games in found]

    def one_by_one(self, tournament: Tournament) -> Generator[MatchResult]:
        """The games of a tournament in their order, each as soon as all before it are there; closed when enough."""
        waiting: dict[int, MatchResult] = {}
        wanted = 0
        with closing(self._results(tournament.jobs())) as results:
            for _, result in results:
                waiting[result.index] = result
                while wanted in waiting:
                    yield waiting.pop(wanted)
                    wanted += 1

    def _results(self, jobs: Sequence[MatchJob]) -> Generator[tuple[int, MatchResult]]:
        """Every game with its place: first those that are written down, then the others as they end."""
        todo: list[tuple[int, MatchJob]] = []
        for place, job in enumerate(jobs):
            known = self._book.find(job) if self._book is not None else None
            if known is None:
                todo.append((place, job))
            else:
                self._heard()
                yield place, known
        # a crew whose games nobody wants any more is told by closing it
        with closing(self._crew.play([job for _, job in todo])) as played:
            for number, result in played:
                place, job = todo[number]
                if self._book is not None:
                    self._book.write(job, result)
                self._heard()
                yield place, result

    def _heard(self) -> None:
        if self._tell is not None:
            self._tell(1)
